"""The generated pages are current, and whole."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from docs.make.reference import page, unanswered
from domain.games import SYSTEMS, load
from domain.kernel.chance import PILE
from projections.shown import shown
from replays.asked import asked

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_reference_page_is_what_the_rules_generate(code: str) -> None:
    """When this fails: `make reference`."""
    assert (DOCS / f"reference-{code}.md").read_text() == page(code)


@pytest.mark.parametrize(
    ("code", "some"),
    [
        ("iwo", {"dice", "row", "retreat", "fire", "order", "sneak", "kirikami", "withdraw"}),
        (
            "ddat",
            {
                "drift",
                "fire",
                "hit",
                "wild",
                "support-for",
                "us-card",
                "jp-card",
                "blast",
                "loss",
                "tank",
                "unit",
                "marker",
            },
        ),
    ],
)
def test_the_reference_names_every_verb_question_path_and_field(code: str, some: set[str]) -> None:
    text = page(code)
    rules = load(code)
    for verb in rules.play.verbs.values():
        assert f"`{verb.usage()}`" in text.replace("\\|", "|")
    for field in type(rules.initial).model_fields:
        if field not in ("charts", "complete", "readings", "began", "scenario"):
            assert f"`{field}" in text, field
    for chart, schema in rules.printed.charts.items():
        assert f"**{chart}**" in text
        assert all(f"| `{field}` |" in text for field in schema.model_fields)
    assert all(f"| `{scenario}` |" in text for scenario in rules.scenarios)
    assert some <= {a.name for a in asked(code)}
    assert not re.search(r"\| `‹|PydanticUndefined", text)


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_reference_says_what_every_question_takes(code: str) -> None:
    """A new question is said in ANSWERS of `projections/<game>/examples.py`; what is asked no more is not."""
    assert unanswered(code) == []
    there = {name for one in asked(code) for name in (one.name, f"{one.name} {one.where}")}
    assert set(shown(code).answers) <= there


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_rules_know_the_names_of_all_their_questions(code: str) -> None:
    """What else is stated on a line is a slip: nothing will ask for it. A new question is named in `questions.py` of
    the game, with its rules."""
    assert list(load(code).play.questions) == sorted({one.name for one in asked(code)})


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "iwo",
            "| `units.‹name›.area` | one of none, landing, support, reserve, eliminated, milops-eliminated or an "
            "area |",
        ),
        ("iwo", "| `phase` | a phase or span | setup |"),
        ("iwo", '| `moving` | a unit | "" |'),
        ("iwo", "| `recovered` | an area, several joined by commas | none |"),
        ("iwo", "| marker | `beachhead`, `safe`, `stars` |"),
        ("ddat", "| `coastal_pool` | a whole number from 0 to 99 | 15 |"),
        ("ddat", "| direction | `south`, `south-west`, `zigzag` |"),
        ("ddat", "| card | 1-54 |"),
    ],
)
def test_the_reference_says_what_a_value_may_be_and_what_a_game_begins_with(code: str, line: str) -> None:
    assert line in page(code)


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_pile_of_a_deck_has_its_name(code: str) -> None:
    """What a card is drawn for is the name of a pile."""
    rules = load(code)
    piles = rules.names(rules.initial, PILE)
    for one in asked(code):
        assert one.by != "deck" or one.name in piles, (
            f"{one.name}: a `Draw` is named like its pile, and `Vocabulary.named` gives the piles for PILE: {piles}"
        )


@pytest.mark.parametrize(("code", "seed"), [("iwo", 8), ("ddat", 2)])
def test_every_question_a_random_game_asks_is_on_the_page(code: str, seed: int) -> None:
    from tests.properties.player import RandomPlayer

    names = {a.name for a in asked(code)}
    player = RandomPlayer(code, "sample", seed)
    for _ in islice(player.play(), 600):
        if player.game.waits:
            assert player.game.waits.name in names
