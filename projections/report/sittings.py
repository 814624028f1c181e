"""How long a game was played, by the times of its entries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from domain.kernel.entries import Entry
from domain.kernel.facts import Adjourned

PAUSE = timedelta(hours=1)
"""A longer silence between two entries is no play."""


class Sittings:
    """The time played and the number of sittings up to the entry taken last: an adjournment or a long silence ends
    one."""

    def __init__(self) -> None:
        self.took, self.number = timedelta(), 1
        self._at = ""
        """The time of the entry taken last, as it is written; an append's entries have one time, read once."""
        self._last: datetime | None = None
        self._adjourned = False

    def take(self, entry: Entry) -> None:
        if not entry.time:
            return
        if entry.time != self._at:
            self._at, now = entry.time, datetime.fromisoformat(entry.time)
            if self._last is not None:
                if self._adjourned or now - self._last > PAUSE:
                    self.number += 1
                else:
                    self.took += max(now - self._last, timedelta())
            self._last = now
        elif self._adjourned:
            self.number += 1
        self._adjourned = isinstance(entry.fact, Adjourned)


def time_played(entries: Iterable[Entry]) -> tuple[timedelta, int]:
    """How long was played, and in how many sittings."""
    sittings = Sittings()
    for entry in entries:
        sittings.take(entry)
    return sittings.took, sittings.number
