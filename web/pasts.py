"""Earlier moments of a game. Whoever draws the slider looks at many: each is folded on from one before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.disputes import disputes_in
from domain.kernel.entries import Entry, standing
from domain.kernel.game import View

STEP = 200
"""Number of standing entries between two moments that are kept."""


class Pasts:
    """The earlier moments of a game as an audience sees it, as long as no more of it can be read than now."""

    def __init__(self, beginning: View[Any], opened: int) -> None:
        self.opened = opened
        """How often more of the game could be read when they were folded."""
        self._kept = {0: beginning}
        """Some moments by the version of their last standing entry. None of them is changed any more, and each holds
        for every moment in which that entry stands: whatever struck one before it would have struck it, too."""

    def at(self, entries: Sequence[Entry]) -> View[Any]:
        """The game after these entries, from its first."""
        stands = standing(entries)
        done = next((n for n in range(len(stands), 0, -1) if stands[n - 1].version in self._kept), 0)
        past = self._kept[stands[done - 1].version if done else 0]
        while done < len(stands):
            upto = min(done + STEP, len(stands))
            past = past.trial(stands[done:upto])
            if upto < len(stands):
                self._kept[past.version] = past
            done = upto
        past = past.trial()
        past.version, past.disputes = entries[-1].version if entries else 0, disputes_in(entries)
        return past
