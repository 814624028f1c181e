"""What screen, story and tables of a campaign say alike: dates, groups of pieces, how many are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.kernel.entries import Entry
from domain.reef.charts import BEACH_WORDS, POOL, TRANSPORT, WATER
from domain.reef.common import gone
from domain.reef.landing import boxes_unread
from domain.reef.organization import BATTALIONS, WORDS
from domain.reef.state import Reef, Unit
from projections.report.counting import View, played

SIDE = {"us": "Marines", "jp": "Japanese", "": ""}
ROLES = {
    "at-start": "At-Start",
    "follow-on": "Follow-On",
    "regimental": "Regimental Reserve",
    "divisional": "Divisional Reserve",
}
MONTH = "November"


class Dated(NamedTuple):
    """An entry that stands, how the campaign stood before it, and the CG Date it is of."""

    entry: Entry
    before: Reef
    date: str


def dated(view: View) -> Iterator[Dated]:
    """The entries of a game that stand, each with the state before it; what came before a night that was not played is
    of its morning."""
    found: list[tuple[Entry, Reef, int]] = []
    dates: dict[int, str] = {}
    for entry, before, after in played(view):
        dates[after.number] = after.date
        found.append((entry, before, after.number))
    yield from (Dated(entry, before, dates[number]) for entry, before, number in found)


def when(dated: Dated) -> str:
    """The CG Date of an entry."""
    return dated.date or "before"


def moment(dated: Dated) -> str:
    """When an entry was made: the CG Date, and the turn or the phase before play."""
    path = dated.entry.moment.path
    return ", ".join((when(dated), *([f"turn {dated.before.turn}"] if dated.before.half else path[1:2])))


def group_words(state: Reef, group: str) -> str:
    """A Formation, a beach or the Reserve Pool in words."""
    if group in state.formations:
        now = state.formations[group]
        return f"{group} {WORDS[now.role]}" if now.number else WORDS[now.role]
    return {POOL: "Reserve Pool", "reserves": "out of the Reserve Pool", TRANSPORT: "LVTs"}.get(
        group
    ) or BEACH_WORDS.get(group, group)


def battalion(blt: str) -> str:
    return f"BLT #{blt}, {BATTALIONS[blt].name}" if blt in BATTALIONS else f"BLT #{blt}"


def side_words(state: Reef, group: str) -> str:
    side = next((unit.side for unit in state.of(group).values()), "")
    return SIDE.get(side, side)


class Strength(NamedTuple):
    """A kind of piece in a group: how many there were, and what became of them; in a part of a campaign, since it
    began."""

    start: int
    entered: int
    lost: int
    captured: int
    unentered: int
    reduced: int
    left: int


def strength(view: View, name: str) -> Strength:
    now: Unit = view.state.units[name]
    before = view.rules.initial.units.get(name, Unit())
    came = now.start - before.start
    return Strength(
        before.steps + came,
        max(0, _entered(now) - _entered(before)),
        gone(now) - gone(before),
        now.captured - before.captured,
        now.unentered - before.unentered,
        now.reduced - before.reduced,
        now.steps,
    )


def _entered(unit: Unit) -> int:
    return unit.start - unit.off - unit.unentered - unit.left


def added(strengths: Iterator[Strength] | list[Strength]) -> Strength:
    """Several together."""
    return (
        Strength(*(sum(column) for column in zip(*strengths, strict=True)))
        if (strengths := list(strengths))
        else Strength(*[0] * 7)
    )


def unseen(state: Reef) -> str:
    """What is said of figures of what has entered, while nobody but the Marine player knows what is Cloaked (BRT
    CG5)."""
    return " What may be in a closed Cloaking box is not counted as entered." if boxes_unread(state) else ""


def percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else ""


def areas(state: Reef) -> Mapping[str, str]:
    """The BLTs by Entry Area."""
    return {now.area: blt for blt, now in state.blts.items() if now.area}


__all__ = [
    "WATER",
    "added",
    "areas",
    "battalion",
    "dated",
    "group_words",
    "percent",
    "side_words",
    "strength",
    "unseen",
    "when",
]
