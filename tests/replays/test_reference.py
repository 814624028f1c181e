"""The generated pages are current, and whole."""

from __future__ import annotations

import re
from pathlib import Path

from domain.games import load
from replays.reference import asked, page

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_page_is_what_the_rules_generate() -> None:
    """When this fails: `make reference`."""
    assert (DOCS / "reference-iwo.md").read_text() == page("iwo")


def test_the_reference_names_every_verb_question_and_path() -> None:
    text = page("iwo")
    rules = load("iwo")
    for verb in rules.verbs.values():
        assert f"`{verb.usage()}`" in text.replace("\\|", "|")
    for field in type(rules.initial).model_fields:
        if field not in ("charts", "complete", "readings", "began"):
            assert f"`{field}" in text, field
    assert {"dice", "row", "retreat", "fire", "order", "sneak", "kirikami", "withdraw"} <= {a.name for a in asked("iwo")}
    assert not re.search(r"\| `‹", text)


def test_every_question_a_random_game_asks_is_on_the_page() -> None:
    from tests.properties.player import RandomPlayer

    names = {a.name for a in asked("iwo")}
    player = RandomPlayer("iwo", "sample", 8)
    for _ in player.play():
        if player.game.waits:
            assert player.game.waits.name in names
