"""BB 12, 1.1.3 the Reinforcement Schedule: who may come from when on, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.betio.common import Objections
from domain.betio.state import Betio


class Entry(NamedTuple):
    """From when on somebody may enter, for which beach ("" for any); `after` that hour, not at it (reading A-23)."""

    day: int
    time: str
    beach: str = ""
    after: bool = False
    rule: str = "BB 12.1"


ENTRIES: Mapping[str, Entry] = {
    "2/2": Entry(20, "0900", "Red 2"),
    "3/2": Entry(20, "0900", "Red 1"),
    "2/8": Entry(20, "0900", "Red 3"),
    "Hawkins": Entry(20, "0900"),
    "1/2": Entry(20, "1100", "Red 2"),
    "3/8": Entry(20, "1100", "Red 3"),
    "10/1": Entry(20, "1100"),
    "10/2": Entry(20, "1300"),
    "10/3": Entry(20, "1300", after=True, rule="BB 12.3"),
    "10/4": Entry(20, "1300", after=True, rule="BB 12.3"),
    "1/8": Entry(21, "0700", "Red 2"),
    "1/6": Entry(21, "1700", "Green"),
    "2/6": Entry(21, "1700", after=True, rule="BB 12.2"),
    "3/6": Entry(22, "1100"),
}
"""BB 12.1, 1.1.3: by battalion, or by unit where it has none; on the days as they were corrected."""
TANKS = (((20, "0900"), 1), ((20, "1100"), 3), ((20, "1300"), 5), ((21, "0700"), 7), ((21, "0900"), 8))
"""How many tanks may have come by each hour."""
MURRAY = "2/6"
"""BB 12.2."""


def entry_of(state: Betio, unit: str) -> Entry | None:
    """A unit's line of the schedule; None for a tank, which goes by number."""
    return ENTRIES.get(state.units[unit].battalion) or ENTRIES.get(unit)


def why_not_yet(state: Betio, unit: str) -> Objections:
    """BB 12.1 to 12.3: why a unit may not enter in this turn; it may always come later (12.4)."""
    now, entry = state.units[unit], entry_of(state, unit)
    if now.is_tank:
        most = max((number for (day, time), number in TANKS if state.turn >= state.turn_of(day, time)), default=0)
        come = [name for name, one in state.units.items() if one.is_tank and one.box != "waiting"]
        if len(come) >= most:
            yield "BB 12.1", f"by now {most} of the tanks may have come, and {len(come)} have"
    elif entry is not None and state.turn < state.turn_of(entry.day, entry.time) + entry.after:
        yield entry.rule, f"{unit} enters {'after' if entry.after else 'from'} {entry.time} on {entry.day} November"
