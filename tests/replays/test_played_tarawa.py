"""Whole games of D-Day at Tarawa that come with wardiary: they play back under today's rules, and nothing in them is
against a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditing.audit import AGREES, audit
from auditing.why import Cause, why
from domain.ddat import identities
from replays import diary_file, library
from tests import shipped

FOLDER = Path(__file__).parents[2] / "replays" / "ddat"
WHOLE = sorted(
    name
    for name in library.played_games("ddat")
    if "game ends" in (FOLDER / f"{name}.md").read_text().partition("**Result.**")[2]
)


def find_pack(name: str) -> library.Pack:
    return shipped.pack("ddat", name)


def test_there_are_whole_games() -> None:
    assert "first-waves" in WHOLE


@pytest.mark.parametrize("name", WHOLE)
def test_the_played_games_play_back_and_end(name: str) -> None:
    """Given a game of the library, when it is played under today's rules, then it ends as its page says, agrees, and
    writes back unchanged."""
    game = shipped.played("ddat", name)
    assert game.state.result is not None
    assert list(identities(game.state)) == []
    assert {finding.verdict for finding in audit(game)} == {AGREES}
    again = diary_file.play(diary_file.read(diary_file.write(game, find_pack), name, find_pack))
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    page = (FOLDER / f"{name}.md").read_text()
    assert str(sum(e.fact.TOPIC == "declared" for e in game.entries)) in page
    assert game.state.result.why in page


def test_why_leads_from_every_lost_step_to_the_card_it_rests_on() -> None:
    """Given a whole game, when it is asked why a step was lost to a card, then the draw, the card's section and the
    cell are named."""
    game = shipped.played("ddat", "first-waves")
    lost = [entry for entry in game.entries if entry.fact.TOPIC == "ddat.step-lost"]
    assert len(lost) > 40
    for entry in lost[::3]:
        told = words(why(game, str(entry.version), depth=1))
        cause = entry.fact.losses[0].cause
        if cause in ("landing", "position-fire", "artillery", "tank-fire"):
            assert any("the card for" in line for line in told), (entry.version, told)
            assert any(line.startswith(("landing chart", "fire chart")) for line in told), (entry.version, told)
        if cause == "position-fire":
            assert any(line.startswith("fire-chart chart") for line in told), (entry.version, told)
            assert any(" fires, limit " in line for line in told)


def words(cause: Cause) -> list[str]:
    return [cause.words, *(line for inner in cause.on for line in words(inner))]
