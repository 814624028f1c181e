"""A battle while it is fought: who attacks what (IPH 10.1)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.iph.charts import FORD_ISLAND
from domain.iph.state import STACK, Iph


class Battle(NamedTuple):
    """The attacker, the hex under attack, the hexes it is attacked from and the units that do so; `momentum` for a
    second combat (10.4).

    `unseen` says that there are Japanese units in the attackers' hexes which the US player cannot tell: so nothing that
    he sees asked, or not asked, may tell how many they are (6.8).
    """

    side: Literal["us", "jp"]
    target: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    kind: Literal["ground", "battleship-row", "aircraft"] = "ground"
    momentum: bool = False
    unseen: bool = False

    def defenders(self, state: Iph) -> tuple[str, ...]:
        """All who are in the hex: nobody is withheld, and nobody's strength divided (10.6, 10.7)."""
        return state.standing(self.target, "us" if self.side == "jp" else "jp")

    def as_seen(self, state: Iph) -> Battle:
        """The battle, with whether the US player can tell who attacks."""
        there = (
            [state.units[unit] for hex in self.hexes for unit in state.mobile(hex, "jp")] if self.side == "jp" else []
        )
        return self._replace(unseen=not state.on_paper and not all(unit.known for unit in there))

    def against_bbrow(self, state: Iph) -> bool:
        """Whether Battleship Row is attacked (11.4)."""
        return self.side == "jp" and self.target == FORD_ISLAND and state.bbrow

    def japanese(self, state: Iph) -> tuple[str, ...]:
        """The hexes of the Japanese ground units in it."""
        hexes = self.hexes if self.side == "jp" else (self.target,)
        return tuple(hex for hex in hexes if state.japanese_in(hex)) if self.kind != "aircraft" else ()

    def japanese_count(self, state: Iph) -> int:
        """How many Japanese ground units are in it, a Beachhead marker among them (reading R-53); as many as can be,
        where a side cannot tell."""
        if self.side == "jp":
            return len(self.units) or STACK * len(self.japanese(state))
        return len(self.defenders(state)) or STACK * (self.target in state.sighted)
