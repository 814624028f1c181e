"""The printed map, indexed once for each set of charts: positions by hex, colour and group, fields of fire, coasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from domain.ddat.charts import COLOURS, GRID, ApproachCard, MapFeature, PositionCard
from domain.kernel.errors import Unread


class Board:
    """The map as its charts have it. Nothing here changes in play."""

    def __init__(self, positions: Mapping[str, PositionCard], features: Mapping[str, MapFeature], approaches: Mapping[str, ApproachCard]) -> None:
        self.positions, self.features, self.approaches = positions, features, approaches
        self.by_hex = {card.hex: name for name, card in positions.items()}
        self.group_of = {name: card.group or name for name, card in positions.items()}
        groups: dict[str, list[str]] = {}
        for name in sorted(positions, key=self.west_to_east):
            groups.setdefault(self.group_of[name], []).append(name)
        self.groups = {group: tuple(members) for group, members in groups.items()}
        self.dots = {group: self._dots(members) for group, members in self.groups.items()}
        self._wide: dict[str, dict[str, str]] = {}
        self._into: dict[str, list[str]] = {}
        self._near: dict[str, tuple[str, ...]] = {}
        for group, dots in self.dots.items():
            for hex in dots:
                self._into.setdefault(hex, []).append(group)
        self.of_colour = {colour: tuple(g for g, m in self.groups.items() if positions[m[0]].colour == colour) for colour in COLOURS}

    def west_to_east(self, position: str) -> tuple[int, int]:
        """DDaT 12.0: the order within a colour; equally far west, the higher number goes first (reading AMB-30)."""
        return (-GRID.spot(self.positions[position].hex).half, -number(position))

    def _dots(self, members: Iterable[str]) -> dict[str, str]:
        steady = {hex: "steady" for name in members for hex in self.positions[name].steady}
        return steady | {hex: "intense" for name in members for hex in self.positions[name].intense}

    def wide(self, position: str) -> Mapping[str, str]:
        """The field of a position that holds a tank: one steady hex wider (6.24, 13.1)."""
        group = self.group_of[position]
        if group not in self._wide:
            dots = self.dots[group]
            self._wide[group] = {**dots, **dict.fromkeys(GRID.ring(dots), "steady")}
        return self._wide[group]

    def fields_into(self, hex: str) -> tuple[str, ...]:
        """The groups whose field may hold the hex, tanks' rings included."""
        near = {group: None for h in (hex, *GRID.neighbours(hex)) for group in self._into.get(h, ())}
        return tuple(near)

    # ---- the ground; Unread where nobody has said what is printed ----

    def feature(self, name: str) -> frozenset[str]:
        if name not in self.features:
            raise Unread(MapFeature.CHART, name)
        return self._sets[name]

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(feature.hexes) for name, feature in self.features.items()}

    @property
    def beach(self) -> frozenset[str]:
        return self.feature("beach")

    @property
    def land(self) -> frozenset[str]:
        return self.feature("land")

    def is_land(self, hex: str) -> bool:
        """Beach hexes are land as well as water (5.2)."""
        return hex in self.land or hex in self.beach

    def is_water(self, hex: str) -> bool:
        return hex not in self.land

    def terrain(self, hex: str) -> tuple[str, ...]:
        """The rows of the Terrain Effects Chart that a hex belongs to."""
        plain = ("land", "beach", "south-beach", "wreck", "pier", "seawall")
        return tuple(name for name, hexes in self._sets.items() if name not in plain and hex in hexes)

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
        while edge and far[edge[0]] < 40:
            following = []
            for hex in edge:
                for near in GRID.neighbours(hex):
                    if near not in far and near not in self.land:
                        far[near] = far[hex] + 1
                        following.append(near)
            edge = following
        return far

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
            if (GRID.spot(hex).half > GRID.spot(d6).half or hex in near_d6) and (GRID.spot(hex).row < GRID.spot(f13).row or hex in near_f13)
        )

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """The first and last row and half column a path may use: the island and the approach hexes with some water around them."""
        spots = [GRID.spot(hex) for hex in (*self.land, *self.beach, *(card.hex for card in self.approaches.values()))]
        rows, halves = [s.row for s in spots] or [0], [s.half for s in spots] or [0]
        return (min(rows) - 3, max(rows) + 3, min(halves) - 6, max(halves) + 6)

    def on_board(self, hex: str) -> bool:
        spot, (top, bottom, first, last) = GRID.spot(hex), self.bounds
        return top <= spot.row <= bottom and first <= spot.half <= last

    def near(self, hex: str) -> tuple[str, ...]:
        """The hexes of the board next to a hex."""
        if hex not in self._near:
            self._near[hex] = tuple(near for near in GRID.neighbours(hex) if self.on_board(near))
        return self._near[hex]

    def approach_at(self, hex: str) -> str:
        return next((name for name, card in self.approaches.items() if card.hex == hex), "")


def zone(position: str) -> str:
    """The zone letter of a position's id."""
    return position[:1]


def number(position: str) -> int:
    """The priority number of a position's id."""
    digits = position[1:]
    return int(digits) if digits.isdecimal() else 0


_boards: list[tuple[Any, Any, Any, Board]] = []
_latest: list[tuple[Any, Board]] = []


def board(charts: Mapping[str, Mapping[str, Any]]) -> Board:
    """The board of these charts; kept for the few sets of charts in use, since folding never changes most of them."""
    if _latest and _latest[0][0] is charts:
        return _latest[0][1]
    made = _board(charts)
    _latest[:] = [(charts, made)]
    return made


def _board(charts: Mapping[str, Mapping[str, Any]]) -> Board:
    positions, features, approaches = (charts.get(row.CHART, _NONE) for row in (PositionCard, MapFeature, ApproachCard))
    for known in _boards:
        if known[0] is positions and known[1] is features and known[2] is approaches:
            return known[3]
    made = Board(positions, features, approaches)
    _boards.insert(0, (positions, features, approaches, made))
    del _boards[8:]
    return made


_NONE: Mapping[str, Any] = {}
