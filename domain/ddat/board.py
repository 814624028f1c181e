"""The printed map, indexed once for each set of charts: positions by hex, colour and group, their dots, coasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any

from domain.ddat.charts import COLOURS, GRID, ApproachCard, MapFeature, PositionCard
from domain.kernel.errors import Unread

FARTHEST = 40
"""No water hex is farther from a beach."""
NO_TERRAIN = ("land", "beach", "south-beach", "beach-R1", "beach-R2", "beach-R3", "wreck", "pier", "seawall")
"""Rows of the map that are no rows of the Terrain Effects Chart."""
_NOWHERE: frozenset[str] = frozenset()


class Board:
    """The map as its charts have it. Nothing here changes in play."""

    def __init__(
        self,
        positions: Mapping[str, PositionCard],
        features: Mapping[str, MapFeature],
        approaches: Mapping[str, ApproachCard],
    ) -> None:
        self.positions, self.features, self.approaches = positions, features, approaches
        self.by_hex = {card.hex: name for name, card in positions.items()}
        self.group_of = {name: card.group or name for name, card in positions.items()}
        self.from_west = {name: place for place, name in enumerate(sorted(positions, key=self._west_to_east))}
        """DDaT 12.0: the place of each position in the order of checking."""
        groups: dict[str, list[str]] = {}
        for name in self.from_west:
            groups.setdefault(self.group_of[name], []).append(name)
        self.groups = {group: tuple(members) for group, members in groups.items()}
        self.members = {name: self.groups[group] for name, group in self.group_of.items()}
        """The position hexes of each one's group, itself among them."""
        self.by_number = {group: tuple(sorted(members, key=number)) for group, members in groups.items()}
        self.dots: dict[str, Mapping[str, str]] = {group: self._dots(members) for group, members in self.groups.items()}
        self.of_colour: dict[str, tuple[str, ...]] = {
            colour: tuple(g for g, m in self.groups.items() if positions[m[0]].colour == colour) for colour in COLOURS
        }
        self._around: dict[str, int] = {}
        self._beaches_from: dict[str, Mapping[str, int]] = {}
        self._round_about: dict[tuple[str, int], tuple[str, ...]] = {}
        self._approach: dict[str, str] = {approaches[name].hex: name for name in reversed([*approaches])}

    def westernmost(self, positions: Iterable[str]) -> int:
        """DDaT 12.0: the place in the order of checking of the first of some positions."""
        return min(map(self.from_west.__getitem__, positions))

    def _west_to_east(self, position: str) -> tuple[int, int]:
        """DDaT 12.0: the order within a colour; equally far west, the higher number goes first (reading AMB-30)."""
        return (-GRID.spot(self.positions[position].hex).half, -number(position))

    def _dots(self, members: Iterable[str]) -> dict[str, str]:
        steady = {hex: "steady" for name in members for hex in self.positions[name].steady}
        return steady | {hex: "intense" for name in members for hex in self.positions[name].intense}

    @cached_property
    def wide(self) -> Mapping[str, Mapping[str, str]]:
        """DDaT 6.24, 13.1: the dots of each group one steady hex wider, as where it holds a tank unit."""
        return {group: {**dots, **dict.fromkeys(GRID.ring(dots), "steady")} for group, dots in self.dots.items()}

    @cached_property
    def fields_into(self) -> Mapping[str, tuple[str, ...]]:
        """Of each hex the groups whose field may hold it, tanks' rings included."""
        found: dict[str, dict[str, None]] = {}
        for group, dots in self.wide.items():
            for hex in dots:
                found.setdefault(hex, {})[group] = None
        return {hex: tuple(groups) for hex, groups in found.items()}

    # ---- the ground; Unread where nobody has said what is printed ----

    def feature(self, name: str) -> frozenset[str]:
        if name not in self.features:
            raise Unread(MapFeature.CHART, name)
        return self._sets[name]

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(feature.hexes) for name, feature in self.features.items()}

    @cached_property
    def beach(self) -> frozenset[str]:
        return self.feature("beach")

    def beach_zone(self, beach: str) -> frozenset[str]:
        """The beach hexes of a landing beach, R1 to R3, by its name on the map (2.1)."""
        return self.feature(f"beach-{beach}")

    @cached_property
    def land(self) -> frozenset[str]:
        return self.feature("land")

    def is_land(self, hex: str) -> bool:
        """Beach hexes are land as well as water (5.2)."""
        return hex in self.land or hex in self.beach

    def is_water(self, hex: str) -> bool:
        return hex not in self.land

    def is_afloat(self, hex: str) -> bool:
        """Whether a hex is water and no beach."""
        return hex not in self.land and hex not in self.beach

    def terrain(self, hex: str) -> tuple[str, ...]:
        """The rows of the Terrain Effects Chart that a hex belongs to."""
        return tuple([name for name, hexes in self._terrain.items() if hex in hexes])

    @cached_property
    def _terrain(self) -> Mapping[str, frozenset[str]]:
        return {name: hexes for name, hexes in self._sets.items() if name not in NO_TERRAIN}

    def across(self, kind: str, a: str, b: str) -> bool:
        """Whether the hexside between two hexes is of that kind: pier, seawall."""
        if kind not in self.features:
            raise Unread(MapFeature.CHART, kind)
        return f"{a}/{b}" in self.features[kind].sides or f"{b}/{a}" in self.features[kind].sides

    @cached_property
    def to_beach(self) -> Mapping[str, int]:
        """How far every water hex is from a beach hex, over water."""
        far = dict.fromkeys(self.beach, 0)
        edge = sorted(far)
        while edge and far[edge[0]] < FARTHEST:
            following = []
            for hex in edge:
                for near in GRID.neighbours(hex):
                    if near not in far and near not in self.land:
                        far[near] = far[hex] + 1
                        following.append(near)
            edge = following
        return far

    def beaches_from(self, hex: str) -> Mapping[str, int]:
        """How far each beach hex is from a water hex, over water."""
        if hex not in self._beaches_from:
            far, edge = {hex: 0}, [hex]
            for here in edge:  # which grows meanwhile
                new = sorted(
                    near for near in self.near.get(here, _NOWHERE) if near not in far and near not in self.land
                )
                far.update(dict.fromkeys(new, far[here] + 1))
                edge += new
            self._beaches_from[hex] = {beach: far[beach] for beach in self.beach if beach in far}
        return self._beaches_from[hex]

    @cached_property
    def beachhead(self) -> frozenset[str]:
        """DDaT 11.3: beach hexes adjacent to or west of D6, and adjacent to or north of F13."""
        for name in ("D6", "F13"):
            if name not in self.positions:
                raise Unread(PositionCard.CHART, name)
        d6, f13 = self.positions["D6"].hex, self.positions["F13"].hex
        near_d6, near_f13 = (d6, *GRID.neighbours(d6)), (f13, *GRID.neighbours(f13))
        return frozenset(
            hex
            for hex in self.beach
            if (GRID.spot(hex).half > GRID.spot(d6).half or hex in near_d6)
            and (GRID.spot(hex).row < GRID.spot(f13).row or hex in near_f13)
        )

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """The first and last row and half column a path may use: the island and the approach hexes with some water
        around them."""
        spots = [GRID.spot(hex) for hex in (*self.land, *self.beach, *(card.hex for card in self.approaches.values()))]
        rows, halves = [s.row for s in spots] or [0], [s.half for s in spots] or [0]
        return (min(rows) - 3, max(rows) + 3, min(halves) - 6, max(halves) + 6)

    def on_board(self, hex: str) -> bool:
        spot, (top, bottom, first, last) = GRID.spot(hex), self.bounds
        return top <= spot.row <= bottom and first <= spot.half <= last

    @cached_property
    def near(self) -> Mapping[str, frozenset[str]]:
        """Of each hex of the board those next to it."""
        top, bottom, first, last = self.bounds
        names = (GRID.name(row, half) for row in range(top, bottom + 1) for half in range(first, last + 1))
        every = frozenset(name for name in names if name and self.on_board(name))
        return {name: every.intersection(GRID.neighbours(name)) for name in every}

    @cached_property
    def _width(self) -> int:
        """How many bits a row of the board takes, with room for a step beyond its ends."""
        _, _, first, last = self.bounds
        return last - first + 5

    @cached_property
    def _bit_of(self) -> Mapping[str, int]:
        """A bit for each hex of the board, so that a set of hexes is a number, and one step of all of them a shift."""
        top, _, first, _ = self.bounds
        spots = {hex: GRID.spot(hex) for hex in self.near}
        return {hex: 1 << ((row - top + 1) * self._width + half - first + 2) for hex, (row, half) in spots.items()}

    @cached_property
    def _whole(self) -> int:
        return self.bits(self.near)

    def bits(self, hexes: Iterable[str]) -> int:
        """Some hexes as a number; those beyond the board are left out."""
        bit_of = self._bit_of
        return reduce(or_, [bit_of[hex] for hex in hexes if hex in bit_of], 0)

    def around(self, hex: str) -> int:
        """The hexes next to one, as bits."""
        if hex not in self._around:
            self._around[hex] = self.bits(GRID.neighbours(hex))
        return self._around[hex]

    def _spread(self, start: int, open_to: int) -> int:
        """What can be reached over open hexes, with what it starts from."""
        down_ahead, down_back = self._width + 1, self._width - 1
        found = edge = start
        left = open_to & ~found
        while edge:
            along = edge << 2 | edge >> 2
            across = edge << down_ahead | edge >> down_ahead | edge << down_back | edge >> down_back
            edge = (along | across) & left
            left ^= edge
            found |= edge
        return found

    def flood(self, start: frozenset[str], barred: frozenset[str]) -> frozenset[str]:
        """The hexes of the board that can be reached without a barred one, those it starts from among them."""
        return _flood(self, start, barred)

    def named(self, bits: int) -> frozenset[str]:
        """The hexes of the board that these bits stand for."""
        return frozenset([hex for hex, bit in self._bit_of.items() if bit & bits])

    @cached_property
    def _ends(self) -> Mapping[str, tuple[int, int]]:
        """The hex of each position as a bit, and those next to it."""
        return {name: (self.bits((card.hex,)), self.around(card.hex)) for name, card in self.positions.items()}

    @cached_property
    def _dry(self) -> int:
        return self.bits(self.land - self.beach)

    @cached_property
    def _off_beach(self) -> int:
        return self._whole & ~self.bits(self.beach)

    def passable(self, *, over_water: bool) -> int:
        """The hexes that a path between positions may lead over, as bits: no beach hex."""
        return self._off_beach if over_water else self._dry

    def stretches(self, open_to: int) -> list[int]:
        """The stretches of adjacent hexes that these hexes fall into."""
        found: list[int] = []
        left = open_to
        while left:
            found.append(self._spread(left & -left, left))
            left &= ~found[-1]
        return found

    def ways_out(self, open_to: int) -> Mapping[str, int]:
        """Of each position the hexes in which a path from it begins: its own, or where that is not open those next to
        it."""
        return {name: own if own & open_to else around for name, (own, around) in self._ends.items()}

    @cached_property
    def beside(self) -> Mapping[str, tuple[str, ...]]:
        """For each position the positions in the hexes next to it."""
        return {
            name: tuple(self.by_hex[hex] for hex in GRID.neighbours(card.hex) if hex in self.by_hex)
            for name, card in self.positions.items()
        }

    def round_about(self, position: str, most: int) -> tuple[str, ...]:
        """The other positions at most so many hexes away, as the chart has them."""
        if (position, most) not in self._round_about:
            here = self.positions[position].hex
            self._round_about[position, most] = tuple(
                [
                    name
                    for name, card in self.positions.items()
                    if name != position and GRID.distance(here, card.hex) <= most
                ]
            )
        return self._round_about[position, most]

    def approach_at(self, hex: str) -> str:
        """The lettered approach of a hex; "" for none."""
        return self._approach.get(hex, "")


def zone(position: str) -> str:
    """The zone letter of a position's id."""
    return position[:1]


def number(position: str) -> int:
    """The priority number of a position's id."""
    digits = position[1:]
    return int(digits) if digits.isdecimal() else 0


class _Rows:
    """The rows of a chart, told apart as objects: most facts leave them as they are, and to compare them takes longer
    than to index them."""

    def __init__(self, rows: Mapping[str, Any]) -> None:
        self.rows = rows

    def __hash__(self) -> int:
        return id(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rows) and self.rows is other.rows


_NONE: Mapping[str, Any] = {}


def board(charts: Mapping[str, Mapping[str, Any]]) -> Board:
    """The board of these charts."""
    return _board(*(_Rows(charts.get(row.CHART, _NONE)) for row in (PositionCard, MapFeature, ApproachCard)))


@lru_cache(maxsize=16)
def _board(positions: _Rows, features: _Rows, approaches: _Rows) -> Board:
    return Board(positions.rows, features.rows, approaches.rows)


@lru_cache(maxsize=64)
def _flood(on: Board, start: frozenset[str], barred: frozenset[str]) -> frozenset[str]:
    return start | on.named(on._spread(on.bits(start), on._whole & ~on.bits(barred)))
