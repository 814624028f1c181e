"""Earlier moments, each folded on from one that was looked at before."""

from __future__ import annotations

import pytest

from tests.recording.in_memory import recorder
from web.pasts import Pasts

LINES = (
    "setup", "bombards Green:NAV1", "  caves 2", "bombard Green 6551", "next", "land 4D-R23 Green", "  fire none",
    "takeback 2 lines", 'dispute 4 "was it so?"', "land 4D-R23 Green", "  fire none", "takeback 3 lines",
    'note "again"',
)  # fmt: skip


@pytest.mark.parametrize("audience", ["us", ""])
def test_whatever_was_looked_at_before_a_moment_is_what_it_was(audience: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a game with take-backs, then each moment is the same, forth, back and across what was struck."""
    monkeypatch.setattr("web.pasts.STEP", 3)
    view = recorder(*LINES).game.seen_by(audience)
    versions = [entry.version for entry in view.entries]
    pasts = Pasts(view.empty(), 0)
    for version in (*versions, *reversed(versions), *versions[::3], *versions[1::3]):
        past, was = pasts.at([entry for entry in view.entries if entry.version <= version]), view.at(version)
        assert (past.version, past.state, past.waits, past.disputes) == (version, was.state, was.waits, was.disputes)
