"""The two evenings that come with wardiary, typed at a table as they were written on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.free.facts import LineSaid
from domain.kernel.facts import Decided
from recording.shorthand import SHORT_NEXT
from replays.papers import is_paper, whose_paper
from tests import shipped
from tests.free.table import begun, recorder

ROOT = Path(__file__).parents[2] / "replays" / "free"


@pytest.mark.parametrize("name", ["the-ford", "three-roads"])
def test_an_evening_is_typed_as_it_is_written(name: str) -> None:
    """Given an evening of thirty lines, when they are typed and no question is answered, then each is recorded as it
    stands, without a key more, few questions are put, and none stops a line."""
    lines = (ROOT / f"{name}.diary").read_text("utf-8").partition("\n\n")[2].splitlines()
    typed = [SHORT_NEXT if line == "next" else line for line in lines if line and line[0] not in "# "]
    game = begun(**shipped.played("free", name).state.game_row.model_dump())
    at, written = recorder(game), list[str]()
    for text in typed:
        written += [whose_paper(text, game.rules.sides)[1]] if is_paper(game, text) else []
        at.hear(text)
    facts = [entry.fact for entry in game.stands]
    assert [fact.text for fact in facts if isinstance(fact, LineSaid)] == written
    assert (len(typed), sum(isinstance(fact, Decided) for fact in facts) <= 8, game.waits) == (30, True, None)
