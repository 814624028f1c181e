"""Pieces in places: the parts of a wargame's state that most of them share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, get_args

from domain.kernel.facts import Frozen, copied
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count
from domain.kernel.remembering import Remembering, indexes, rests_on

_NOWHERE: dict[str, tuple[str, ...]] = {}
STANDING = "standing"
"""What rests on where units stand and nothing else of them, `rests_on(STANDING)`. Most changes of units move none."""
ROSTER = "roster"
"""What rests on which units there are and what they are for good, `rests_on(ROSTER)`. Changes of units leave that."""


Stand = tuple[str, str] | None
"""(side, place) of who stands somewhere."""


class Piece(Frozen):
    """A unit: its side and its steps. Games add their own fields; `AT` names the field with its place."""

    AT: ClassVar[str] = "at"
    BOX: ClassVar[str] = ""
    """The field that names the box it lies in, if a game has one beside `AT`."""
    STANDS_BY: ClassVar[tuple[str, ...]] = ("side", "steps")
    """The fields by which it stands, beside these two: a change of any other moves nobody."""

    side: str = ""
    steps: Count = 0

    @property
    def place(self) -> str:
        """The place or box it is in; "" if unknown."""
        found: str = getattr(self, self.AT)
        return found

    @property
    def stands(self) -> bool:
        """Whether it stands in its place, which it does while it has steps.

        A game whose leaders have no steps overrides this.
        """
        return self.steps > 0

    @property
    def shown_steps(self) -> int | None:
        """The steps that its counter shows; None where nobody counts them."""
        return self.steps

    @property
    def stand(self) -> Stand:
        """(side, place) if it stands, else None."""
        return (self.side, self.place) if self.stands else None


class Unit(Piece):
    """A unit of a game that adds nothing."""

    at: str = ""
    """The name of the place it is in."""


class Place(Frozen):
    """An area or hex.

    Games add their own fields; the field `control` names the side that controls it, if a game keeps that.
    """

    @property
    def holder(self) -> str:
        """The side that holds it, "" for none."""
        found: str = getattr(self, "control", "")
        return found


class Area(Place):
    """A place of a game that adds only its controller."""

    control: str = ""


class WarState(Remembering):
    """A game of pieces in places. `PLACES` names the field with its places; on a map of hexes, `GRID` is their
    numbering.

    A game need not have that field: on a large map of hexes, places may be known only by the pieces in them.
    """

    PLACES: ClassVar[str] = "places"
    GRID: ClassVar[Grid | None] = None

    turn: Count = 1
    units: Mapping[str, Piece] = {}
    tracks: Mapping[str, int] = {}
    """The positions of the markers on tracks."""

    def but(self, **change: Any) -> Self:
        """A copy with these fields changed. It keeps the answers that rest on none of them."""
        return self.changed(change, (*change, STANDING, ROSTER) if "units" in change else change)

    @property
    def every_place(self) -> Mapping[str, Place]:
        """The places by name."""
        found: Mapping[str, Place] = getattr(self, self.PLACES, {})
        return found

    def with_units(self, names: Iterable[str], **change: Any) -> Self:
        """The state with these fields of units changed. An unknown unit is made, because a side's view may need it."""
        return self._with_each(dict.fromkeys(names, change), change)

    def with_each(self, changes: Mapping[str, Mapping[str, Any]]) -> Self:
        """The state with fields of units changed, of each unit its own."""
        return self._with_each(changes, {field for change in changes.values() for field in change})

    def _with_each(self, changes: Mapping[str, Mapping[str, Any]], fields: Collection[str]) -> Self:
        """The same, with the fields that change of any of them."""
        if not changes:  # nothing is copied, and answers that rest on units stay known
            return self
        kind, units = _kind(type(self), "units"), dict(self.units)
        for name, change in changes.items():
            units[name] = copied(units.get(name) or kind(), change)
        if len(units) > len(self.units):
            return self.but(units=units)
        if _placing(kind).isdisjoint(fields):
            return self.changed({"units": units}, ("units",))
        stands = self.__dict__.get("stood")
        if stands is None:
            return self.changed({"units": units}, ("units", STANDING))
        moved = self._moved(stands, changes, units)
        if moved is stands:
            return self.changed({"units": units}, ("units",))
        return self.changed({"units": units, "stood": moved}, ("units", STANDING))

    def with_unit(self, name: str, **change: Any) -> Self:
        """The state with these fields of one unit changed."""
        return self.with_units((name,), **change)

    def with_units_at(self, names: Iterable[str], place: str, **change: Any) -> Self:
        """The state with units moved to a place, and these fields of them changed."""
        return self.with_units(names, **{_kind(type(self), "units").AT: place}, **change)

    def with_places(self, names: Iterable[str], **change: Any) -> Self:
        """The state with these fields of places changed."""
        if not (names := tuple(names)):
            return self
        places = dict(self.every_place)
        for name in names:
            places[name] = (places.get(name) or _kind(type(self), self.PLACES)()).but(**change)
        return self.but(**{self.PLACES: places})

    def with_place(self, name: str, **change: Any) -> Self:
        """The state with these fields of one place changed."""
        return self.with_places((name,), **change)

    def standing(self, place: str, side: str = "") -> tuple[str, ...]:
        """The units that stand in a place, of one side or of all, in the order of the counter list."""
        return self.stood.there.get(side, _NOWHERE).get(place, ())

    @rests_on(STANDING)
    def occupied(self, side: str = "") -> Mapping[str, tuple[str, ...]]:
        """The places in which units of one side, or of any, stand: place -> units; ordered by their first units."""
        order, there = self.stood
        return dict(sorted(there.get(side, _NOWHERE).items(), key=lambda each: order[each[1][0]]))

    @indexes(STANDING)
    def stood(self) -> _Stands:
        """Who stands where, by side and of all, from one pass over the units."""
        found: dict[str, dict[str, list[str]]] = {"": {}}
        for name, unit in self.units.items():
            if unit.stands:
                place = unit.place
                found[""].setdefault(place, []).append(name)
                if unit.side:
                    found.setdefault(unit.side, {}).setdefault(place, []).append(name)
        order = {name: n for n, name in enumerate(self.units)}
        return _Stands(
            order, {side: {place: tuple(names) for place, names in places.items()} for side, places in found.items()}
        )

    def _moved(self, stands: _Stands, names: Iterable[str], units: Mapping[str, Piece]) -> _Stands:
        """Who stands where after these units have changed. Most changes concern few units, or none that moves."""
        known = self.units
        left: dict[Stand, list[str]] = {}
        come: dict[Stand, list[str]] = {}
        for name in names:
            before, after = known[name].stand, units[name].stand
            if before != after:
                left.setdefault(before, []).append(name)
                come.setdefault(after, []).append(name)
        if not left:
            return stands
        there = dict(stands.there)
        for side in ("", *dict.fromkeys(stand[0] for stand in (*left, *come) if stand)):
            there[side] = there.get(side, _NOWHERE).copy()
        for stand, gone in left.items():
            for side, place in _both(stand):
                if stay := tuple([name for name in there[side].pop(place) if name not in gone]):
                    there[side][place] = stay
        for stand, new in come.items():
            for side, place in _both(stand):
                here = [*there[side].get(place, ()), *new]
                there[side][place] = tuple(sorted(here, key=stands.order.__getitem__))
        return _Stands(stands.order, there)

    def controlled(self, side: str) -> tuple[str, ...]:
        """The places that a side holds."""
        return tuple(name for name, place in self.every_place.items() if place.holder == side)


def setting_out(state: Any, said: Mapping[str, Any]) -> str:
    """Where the units named first on a line are; "" while none is, or for one whose counter nobody has read out."""
    return next((state.units[name].place for name in said.get("units", ()) if name in state.units), "")


class _Stands(NamedTuple):
    """Who stands where."""

    order: Mapping[str, int]
    """The position of each unit in the counter list."""
    there: dict[str, dict[str, tuple[str, ...]]]
    """The units in each place that has any: side ("" for all) -> place -> units, in that order."""


def _both(stand: Stand) -> tuple[tuple[str, str], ...]:
    """A unit's stand under both keys: all sides, and its own."""
    if not stand:
        return ()
    return (("", stand[1]), stand) if stand[0] else (stand,)


@cache
def _placing(kind: type[Piece]) -> frozenset[str]:
    """The fields of a kind of pieces that say whether and where one stands."""
    return frozenset((kind.AT, kind.BOX, *kind.STANDS_BY))


@cache
def _kind(state: type[WarState], field: str) -> Any:
    """The model of the values of a mapping in a state."""
    return get_args(state.model_fields[field].annotation)[1]
