"""What is looked at in the recorder stops at each screen, and scrolls past nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.output import Reader
from tests.cli.conftest import Run
from tests.cli.terminal import Terminal

LINES = 24


@pytest.fixture
def recorder(evening: Run, tmp_path: Path) -> Terminal:
    """A recorder on a screen of 24 lines, on a game of which there is much to tell."""
    for number in range(60):
        evening("note", "evening", f"remark {number}")
    return Terminal(tmp_path / "d.db", "record", "evening", rows=LINES)


def test_what_is_longer_than_the_screen_is_told_a_screen_at_a_time(recorder: Terminal) -> None:
    with recorder as at:
        first = at.say("log 60", Reader.MORE)
        assert "remark 3\n" in first
        assert "remark 40" not in first
        assert "remark 3" in "\n".join(at.screen.display)
        assert "remark 20" in at.press("\r", Reader.MORE)
        assert "remark 59" not in at.press("q", "us>")
        assert "remark 59" in at.say("log 2", "remark 59")  # what fits is told at once


def test_ctrl_c_leaves_it_too_and_the_recorder_goes_on(recorder: Terminal) -> None:
    with recorder as at:
        at.say("show --map", Reader.MORE)
        at.press("\x03", "us>")
        assert "everything on Green" in at.say("note everything on Green", "everything on Green")
