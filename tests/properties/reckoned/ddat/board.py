"""The map of D-Day at Tarawa as its charts print it: positions and their fields, waters, beaches, the ways that
landings run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from domain.ddat.charts import GRID, PositionCard

SOUTH, SOUTH_WEST = "down-back", "down-ahead"
"""The way of the arrows that point south and south-west: rows grow to the south, columns to the west (5.12, the
example)."""
WEST, EAST = 39, 20
"""The columns between which a load may drift (5.12)."""
BEAK, BEAK_INLAND = ("1138", "1237", "1238"), {"inland1": "1338", "inland2": "1437"}
"""The bird's beak, and where loads go that land inland of it (5.12)."""


class Board:
    """What is printed on the map."""

    def __init__(self, charts: Mapping[str, Mapping[str, Any]]) -> None:
        self.cards = {position: PositionCard(**row) for position, row in charts["positions"].items()}
        self.at = {card.hex: position for position, card in self.cards.items()}
        self.group_of = {position: card.group or position for position, card in self.cards.items()}
        self.groups: dict[str, tuple[str, ...]] = {}
        for position, group in self.group_of.items():
            self.groups[group] = (*self.groups.get(group, ()), position)
        features = {name: frozenset(row.get("hexes", ())) for name, row in charts["map"].items()}
        self.features = features
        self.beach = features["beach"]
        self.land = features["land"] | features["beach"]
        self.wrecks = features["wreck"]
        self.approaches = {row["hex"]: (name, row) for name, row in charts["approaches"].items()}
        self.reef = frozenset(self.approaches) | {f"01{column}" for column in range(EAST, WEST + 1)}
        """The beach approach hexes, those without letters among them, where a drift ends (5.31)."""
        self.unlettered = self.reef - self.approaches.keys()
        self.piers, self.seawalls = (
            frozenset(frozenset(side.split("/")) for side in charts["map"][name].get("sides", ()))
            for name in ("pier", "seawall")
        )
        self.intense = {
            g: frozenset(h for p in members for h in self.cards[p].intense) for g, members in self.groups.items()
        }
        self.dots = {
            g: self.intense[g] | {h for p in members for h in self.cards[p].steady}
            for g, members in self.groups.items()
        }
        self.wider = {g: self.dots[g] | frozenset(GRID.ring(self.dots[g])) for g in self.groups}
        self.gunners = {g: frozenset(GRID.ring(self.intense[g])) - self.dots[g] for g in self.groups}
        self.beachhead = frozenset(h for h in self.beach if self.is_beachhead(h))
        self.ways: dict[str, tuple[str, ...]] = {}
        self.distance = lru_cache(maxsize=2_000)(self._distance)
        named = {*self.at, *self.approaches, *(h for hexes in (*self.dots.values(), *features.values()) for h in hexes)}
        rows, columns = ([int(h[part]) for h in named] for part in (slice(2), slice(2, 4)))
        self.every = frozenset(
            f"{row:02}{column:02}"
            for row in range(1, max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        )
        """The hexes of the map: as far as anything printed on it is named."""

    def is_beachhead(self, hex: str) -> bool:
        """Whether a beach hex is next to or west of D6 and next to or north of F13 (11.3)."""
        if not {"D6", "F13"} <= self.cards.keys():
            return True
        east, south, here = self.cards["D6"].hex, self.cards["F13"].hex, GRID.spot(hex)
        return (GRID.adjacent(hex, east) or here.half >= GRID.spot(east).half) and (
            GRID.adjacent(hex, south) or here.row <= GRID.spot(south).row
        )

    def inland(self, position: str) -> bool:
        return not self.cards[position].coastal

    def west(self, position: str) -> tuple[int, int]:
        """The order from west to east: the greater the farther west, of equals the higher number (12.0, 12.21)."""
        return GRID.spot(self.cards[position].hex).half, number(position)

    def water(self, hex: str) -> bool:
        """Whether units wade in a hex: one that is neither land nor beach (5.2)."""
        return hex not in self.land

    def waded(self, here: str) -> tuple[str, ...]:
        """Where a unit may wade from a hex: water and beaches of the map, no pier between (5.22)."""
        if here not in self.ways:
            near = (n for n in GRID.neighbours(here) if n in self.every and (self.water(n) or n in self.beach))
            self.ways[here] = tuple(n for n in near if frozenset((here, n)) not in self.piers)
        return self.ways[here]

    def _distance(self, beach: str, barred: frozenset[str]) -> Mapping[str, int]:
        """How far the hexes are from a beach hex, by wading past those that are barred; from the nearest for ""."""
        edge = [hex for hex in ([beach] if beach else self.beach) if hex not in barred]
        found = dict.fromkeys(edge, 0)
        while edge:
            grown = []
            for here in edge:
                for near in self.waded(here):
                    if near not in found and near not in barred and near not in self.beach:
                        found[near] = found[here] + 1
                        grown.append(near)
            edge = grown
        return found

    def near(self, hex: str) -> bool:
        """Whether a hex is on the map."""
        return hex in self.every

    def run(self, start: str, facing: str) -> list[str]:
        """The hexes a load runs through towards the beach, and one in each place inland of it (5.12)."""
        found, here = [], start
        for step in range(30):
            zigzag = (
                (SOUTH if step % 2 == 0 else SOUTH_WEST)
                if here not in self.beach and not any(h in self.beach for h in found)
                else SOUTH_WEST
            )
            here = GRID.toward(here, {"south": SOUTH, "south-west": SOUTH_WEST}.get(facing, zigzag))
            if not here:
                break
            found.append(here)
        return found

    def lands(self, start: str, facing: str, location: str) -> str:
        """The hex of a landing result (5.12)."""
        line = self.run(start, facing)
        beach = next((i for i, hex in enumerate(line) if hex in self.beach), None)
        if location == "reef" or beach is None:
            return start
        if location == "water":
            return next((hex for hex in line[:beach] if hex in self.wrecks), line[beach])
        if location == "beach":
            return line[beach]
        return BEAK_INLAND[location] if line[beach] in BEAK else line[beach + int(location[-1])]


def number(position: str) -> int:
    """The number of a position, D16 is 16."""
    return int(position[1:])


def nearest(hex: str, others: Iterable[str]) -> int:
    """How far the nearest of some hexes is."""
    return min((GRID.distance(hex, other) for other in others), default=999)
