"""The generated pages are current, and whole."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from domain.games import SYSTEMS, load
from replays.reference import asked, page

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_reference_page_is_what_the_rules_generate(code: str) -> None:
    """When this fails: `make reference`."""
    assert (DOCS / f"reference-{code}.md").read_text() == page(code)


@pytest.mark.parametrize(
    ("code", "some"),
    [
        ("iwo", {"dice", "row", "retreat", "fire", "order", "sneak", "kirikami", "withdraw"}),
        ("ddat", {"drift", "fire", "hit", "wild", "support-for", "us-card", "jp-card", "blast", "loss", "tank", "unit", "marker"}),
    ],
)
def test_the_reference_names_every_verb_question_path_and_field(code: str, some: set[str]) -> None:
    text = page(code)
    rules = load(code)
    for verb in rules.verbs.values():
        assert f"`{verb.usage()}`" in text.replace("\\|", "|")
    for field in type(rules.initial).model_fields:
        if field not in ("charts", "complete", "readings", "began", "scenario"):
            assert f"`{field}" in text, field
    for chart, schema in rules.charts.items():
        assert f"**{chart}**" in text
        assert all(f"| `{field}` |" in text for field in schema.model_fields)
    assert all(f"| `{scenario}` |" in text for scenario in rules.scenarios)
    assert some <= {a.name for a in asked(code)}
    assert not re.search(r"\| `‹|PydanticUndefined", text)


@pytest.mark.parametrize(("code", "seed"), [("iwo", 8), ("ddat", 2)])
def test_every_question_a_random_game_asks_is_on_the_page(code: str, seed: int) -> None:
    from tests.properties.player import RandomPlayer

    names = {a.name for a in asked(code)}
    player = RandomPlayer(code, "sample", seed)
    for _ in islice(player.play(), 600):
        if player.game.waits:
            assert player.game.waits.name in names
