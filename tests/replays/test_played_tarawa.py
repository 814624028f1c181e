"""Whole games of D-Day at Tarawa that come with wardiary: they play back under today's rules, and nothing in them is against a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.ddat import identities
from replays import diary_file, library
from replays.audit import AGREES, audit

FOLDER = Path(__file__).parents[2] / "replays" / "ddat"
WHOLE = sorted(name for name in library.played_games("ddat") if "game ends" in (FOLDER / f"{name}.md").read_text().partition("**Result.**")[2])


def find_pack(name: str) -> library.Pack:
    return library.pack("ddat", name)


def test_there_are_whole_games() -> None:
    assert "first-waves" in WHOLE


@pytest.mark.parametrize("name", WHOLE)
def test_the_played_games_play_back_and_end(name: str) -> None:
    """Given a game of the library, when it is played under today's rules, then it ends as its page says, agrees, and writes back unchanged."""
    game = diary_file.play(diary_file.read(library.played_game("ddat", name), name, find_pack))
    assert game.state.result is not None
    assert list(identities(game.state)) == []
    assert {finding.verdict for finding in audit(game)} == {AGREES}
    again = diary_file.play(diary_file.read(diary_file.write(game, find_pack), name, find_pack))
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    page = (FOLDER / f"{name}.md").read_text()
    assert str(sum(e.fact.TOPIC == "declared" for e in game.entries)) in page
    assert game.state.result.why in page
