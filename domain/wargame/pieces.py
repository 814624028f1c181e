"""Pieces in places: what of a wargame's state is the same in most of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Self, get_args

from domain.kernel.facts import Frozen
from domain.kernel.hexes import Grid
from domain.kernel.limits import Count
from domain.kernel.state import State


class Piece(Frozen):
    """A unit: its side and its steps. Games add their own fields; `AT` names the one that says where it is."""

    AT: ClassVar[str] = "at"

    side: str = ""
    steps: Count = 0

    @property
    def place(self) -> str:
        """The place or box it is in, "" for nowhere that is known."""
        found: str = getattr(self, self.AT)
        return found


class Unit(Piece):
    """A unit of a game that asks no more of it."""

    at: str = ""


class Place(Frozen):
    """An area or hex: who controls it, "" for nobody."""

    control: str = ""


class WarState(State):
    """A game of pieces in places. `PLACES` names the field that holds its places; on a map of hexes, `GRID` says how they are numbered.

    Places may also be known by the pieces that are in them alone, as the hexes of a large map are.
    """

    PLACES: ClassVar[str] = "places"
    GRID: ClassVar[Grid | None] = None

    turn: Count = 1
    units: Mapping[str, Piece] = {}
    tracks: Mapping[str, int] = {}
    """Where the markers on tracks stand."""

    @property
    def every_place(self) -> Mapping[str, Place]:
        """The places, by their names."""
        found: Mapping[str, Place] = getattr(self, self.PLACES, {})
        return found

    def with_units(self, names: Iterable[str], **change: Any) -> Self:
        """The state with these fields of units changed; a unit that nobody knew is made, as views of a side may need."""
        new = _kind(type(self), "units")
        return self.but(units={**self.units, **{name: (self.units.get(name) or new()).but(**change) for name in names}})

    def with_unit(self, name: str, **change: Any) -> Self:
        """The same of one unit."""
        return self.with_units((name,), **change)

    def with_places(self, names: Iterable[str], **change: Any) -> Self:
        """The state with these fields of places changed."""
        old, new = self.every_place, _kind(type(self), self.PLACES)
        return self.but(**{self.PLACES: {**old, **{name: (old.get(name) or new()).but(**change) for name in names}}})

    def with_place(self, name: str, **change: Any) -> Self:
        """The same of one place."""
        return self.with_places((name,), **change)

    def standing(self, place: str, side: str = "") -> tuple[str, ...]:
        """The units in a place that have steps left, of one side or of all, in the order of the counter list."""
        return self._standing().get((place, side), ())

    def _standing(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The units with steps left, by place and side, "" for all: kept beside the fields while the units are the same ones."""
        kept: tuple[Mapping[str, Piece], Mapping[tuple[str, str], tuple[str, ...]]] | None = self.__dict__.get("_where")
        if kept is None or kept[0] is not self.units:
            found: dict[tuple[str, str], list[str]] = {}
            for name, unit in self.units.items():
                if unit.steps > 0:
                    place = unit.place
                    found.setdefault((place, unit.side), []).append(name)
                    found.setdefault((place, ""), []).append(name)
            kept = self.__dict__["_where"] = (self.units, {key: tuple(names) for key, names in found.items()})
        return kept[1]

    def controlled(self, side: str) -> tuple[str, ...]:
        """The places a side controls."""
        return tuple(name for name, place in self.every_place.items() if place.control == side)


@cache
def _kind(state: type[WarState], field: str) -> type[Frozen]:
    """The model of the values of a mapping in a state."""
    kind: type[Frozen] = get_args(state.model_fields[field].annotation)[1]
    return kind
