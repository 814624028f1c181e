"""What a span of a game did on its map: who went where, who fired at whom, who lost what, and what changed hands.

It is worked out from what the facts of every game say (fire, losses), from where units stood before and after each of
them, and from who held what. So every game has it, and no view tells more than it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Fact
from domain.kernel.rules import Rules
from domain.wargame.pieces import WarState
from projections.hexmap.layout import middle_of
from projections.scene import Cell, Doings, Firing, Lost, Scene, Went
from projections.shown import shown

SAYS_WHERE = ("at", "where", "place", "hex")
"""Fields of a fact that may say where it happened."""
MASSED = 6
"""More firers than these are drawn where they hit alone: so many lines would say nothing."""
RUN = re.compile(r"([\w/-]*?)(\d+)\.\.(\d+)")
"""A run of names in a story, `24-1..4`."""
LONGEST = 40
"""Names of a run that are looked for."""


def doings(rules: Rules[Any], state: Any, entries: Iterable[Entry], before: Scene, after: Scene) -> Doings:
    """What these entries did on the map, from a state on, between these two scenes of it."""
    spots = _Spots(before, after)
    ways: dict[str, Went] = {}
    shots: dict[Firing, None] = {}
    lost: dict[tuple[str, str], int] = {}
    gone: dict[str, None] = {}
    tells = shown(rules.code).report
    counts = tells.stakes.step
    for entry in entries:
        fact, was = entry.fact, state
        state = rules.fold(fact, was)
        for loss in fact.losses:
            place = spots.of_unit(loss.unit, was) or spots.said_by(fact)
            if place and loss.steps and counts(was, loss):
                lost[loss.side, place] = lost.get((loss.side, place), 0) + loss.steps
            if place and loss.eliminated:
                gone[place] = None
        if fact.fire:
            ends = [place for name in fact.fire.at.split(", ") if (place := spots.of(name, was))]
            massed = len(fact.fire.by) > MASSED
            starts = dict.fromkeys("" if massed else spots.of(name, was) for name in fact.fire.by) or {"": None}
            shots.update({Firing(fact.fire.side, start, end): None for end in ends for start in starts})
        for one in tells.came(fact):
            if spots.cell(one.path[-1]):
                ways[f"{one.unit} {one.path[-1]}"] = one
        for name, one, other in _moved(was, state):
            _follow(ways, gone, name, one, other, spots)
    there = {cell.name: cell.control for cell in before.cells}
    taken = tuple(
        (cell.name, cell.control)
        for cell in after.cells
        if cell.control and there.get(cell.name, cell.control) != cell.control
    )
    went = tuple(way for way in ways.values() if len(way.path) > 1)
    fallen = tuple(Lost(side, place, steps) for (side, place), steps in lost.items())
    return Doings(went, _without_idle(shots), fallen, tuple(gone), taken)


def _without_idle(shots: Mapping[Firing, None]) -> tuple[Firing, ...]:
    """The shots, those from nowhere left out where the place was fired at from somewhere, too."""
    known = {(shot.side, shot.end) for shot in shots if shot.start}
    return tuple(shot for shot in shots if shot.start or (shot.side, shot.end) not in known)


def _moved(was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """The units that a fact put somewhere else or took away, each before and after it; None for one that is new."""
    if not (isinstance(was, WarState) and isinstance(now, WarState)) or was.units is now.units:
        return
    for name, unit in now.units.items():
        old = was.units.get(name)
        if old is not unit and (old is None or old.place != unit.place or old.stands != unit.stands):
            yield name, old, unit


def _follow(ways: dict[str, Went], gone: dict[str, None], name: str, one: Any, other: Any, spots: _Spots) -> None:
    start = spots.cell(one.place) if one is not None and one.stands else ""
    end = spots.cell(other.place) if other.stands else ""
    way = ways.get(name) or Went(other.side, name, (start,))
    if end and end != way.path[-1]:
        ways[name] = way._replace(path=(*way.path, end))
    if start and not other.stands:
        gone[start] = None
    elif name not in ways:
        ways[name] = way


class _Spots:
    """Where on the map names are: places, printed names, positions, units."""

    def __init__(self, before: Scene, after: Scene) -> None:
        self.cells = {cell.name for scene in (before, after) for cell in scene.cells}
        self.called = printed_names(after) | {badge.name: badge.hex for badge in after.badges}
        self.drawn = {counter.name: counter.hex for scene in (after, before) for counter in scene.counters}

    def cell(self, place: str) -> str:
        return place if place in self.cells else ""

    def of(self, name: str, state: Any) -> str:
        """Where somebody or something by this name is; "" for nowhere on the map."""
        return self.cell(name) or self.cell(self.called.get(name, "")) or self.of_unit(name, state)

    def of_unit(self, name: str, state: Any) -> str:
        unit = getattr(state, "units", {}).get(name)
        return self.cell(unit.place) if unit is not None else self.cell(self.drawn.get(name, ""))

    def said_by(self, fact: Fact) -> str:
        """Where a fact says that it happened."""
        said = (getattr(fact, field, "") for field in SAYS_WHERE)
        names = (name for name in said if isinstance(name, str))
        return next((place for name in names if (place := self.cell(name) or self.called.get(name, ""))), "")


def printed_names(scene: Scene) -> dict[str, str]:
    """The names printed on a map, each with its cell; of a place of several the one in its middle."""
    named: dict[str, list[Cell]] = {}
    for cell in scene.cells:
        for name in dict.fromkeys(filter(None, (cell.label, cell.title))):
            named.setdefault(name, []).append(cell)
    return {name: middle_of(cells).name for name, cells in named.items()}


def told_names(scene: Scene, words: str) -> dict[str, tuple[str, ...]]:
    """The names of positions, places and open units that these words speak of, by the cell they are in."""
    spots = {counter.name: counter.hex for counter in scene.counters if not counter.hidden}
    spots |= {cell.name: cell.name for cell in scene.cells} | printed_names(scene)
    spots |= {badge.name: badge.hex for badge in scene.badges}
    said = _in_full(words)
    names = sorted((name for name in spots if len(name) > 1 and name in said), key=len, reverse=True)
    if not names:
        return {}
    known = re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, names))})(?![\w/]|-\w)")
    found: dict[str, dict[str, None]] = {}
    for name in (found[0] for found in known.finditer(said)):
        found.setdefault(spots[name], {})[name] = None
    return {cell: tuple(told) for cell, told in found.items()}


def _in_full(words: str) -> str:
    """Words with their runs of names written out."""

    def every(run: re.Match[str]) -> str:
        first, last = int(run[2]), int(run[3])
        return ", ".join(f"{run[1]}{n}" for n in range(first, min(last, first + LONGEST) + 1))

    return RUN.sub(every, words)
