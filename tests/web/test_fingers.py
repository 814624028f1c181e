"""Games on phones by taps alone: that they can be played so, and how much is typed less than at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import shipped
from tests.web.fingers import Fingers

TURNS = (
    ("iwo", "first-landing", 124),
    ("ddat", "first-waves", 220),
    ("iph", "over-the-pali", 120),
    ("betio", "issue-in-doubt", 160),
    ("reef", "red-two", 200),
)
"""Shipped games, each with the entry up to which it is played: turn 1 of Iwo Jima, and the first turn, or what has as
many lines, of the others."""


@pytest.mark.parametrize(("system", "name", "upto"), TURNS, ids=[name for _, name, _ in TURNS])
def test_a_turn_by_taps_takes_half_the_keys_of_the_prompt(system: str, name: str, upto: int, tmp_path: Path) -> None:
    """Notes are words, and typed in either place: they count in neither. Whatever had to be typed counts as typed."""
    fingers = Fingers(shipped.played(system, name), tmp_path)
    done = fingers.play(upto)
    assert done.declared > 3
    assert len(done.typed) <= 0.1 * done.declared, done.typed
    assert 2 * (done.taps + done.letters - done.noted) <= done.keys - done.noted


def test_lines_of_paper_are_counted_apart(tmp_path: Path) -> None:
    fingers = Fingers(shipped.played("free", "the-ford"), tmp_path)
    done = fingers.play(40)
    assert not done.typed
    assert done.taps + done.letters <= 1.2 * done.keys
