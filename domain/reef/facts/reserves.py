"""Facts of the Reserve Pool, reinforcements and the Night Banzai (BRT CG7, CG10)."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.english import count_of, names
from domain.kernel.facts import Fact
from domain.reef.wording import pieces, units, where
from domain.wargame.war_facts import listed


class PoolReplenished(Fact, topic="reef.pool-replenished"):
    """CG7.1: a Replenishment DR, and what it adds to the Reserve Pool; its leaders are still to be determined."""

    turn: int
    dice: tuple[int, ...]
    pieces: Mapping[str, int]

    def sentence(self) -> str:
        dice = "+".join(map(str, self.dice))
        return f"the Replenishment DR, {dice}, adds {pieces(self.pieces)} to the Reserve Pool"


class ReinforcementsRolled(Fact, topic="reef.reinforcements-rolled"):
    """CG7.2: a Reinforcement dr, and for how many counters; none where they are not available."""

    turn: int
    die: int
    available: bool
    count: tuple[int, ...] = ()
    number: int = 0

    def sentence(self) -> str:
        came = f"up to {count_of(self.number, 'counter')} may enter" if self.available else "nobody may enter"
        return f"the Reinforcement dr is {self.die} on turn {self.turn}: {came}"


SHIFTS: Mapping[str, str] = {
    "set-up": "to be set up",
    "reinforcement": "as reinforcements",
    "charge": "for the charge",
    "refit": "to the Retained pieces",
}
"""What pieces are given for."""


class PiecesShifted(Fact, topic="reef.pieces-shifted"):
    """CG7.1, CG7.2: pieces go from one group to another, out of the Reserve Pool or into it."""

    of: str
    to: str
    pieces: Mapping[str, int]
    hexes: tuple[str, ...] = ()
    how: str = ""
    """Why: `set-up`, `reinforcement`, `refit`."""

    def sentence(self) -> str:
        why = "to the Reserve Pool" if self.to == "pool" else SHIFTS.get(self.how, "")
        at = f" at {names(self.hexes)}" if self.hexes else ""
        return f"{where(self.of)} gives {pieces(self.pieces)} {why}".rstrip() + at


class ReservesReturned(Fact, topic="reef.reserves-returned"):
    """CG7.2: what has not entered stays in the Reserve Pool: so many counters that might have."""

    number: int

    def sentence(self) -> str:
        stay = "stays" if self.number == 1 else "stay"
        counters = count_of(self.number, "counter")
        return f"{counters} that might have entered {stay} in the Reserve Pool" if self.number else ""


class ChargeDesignated(Fact, topic="reef.charge-designated"):
    """CG10: who is in the Night Banzai Charge."""

    pool: int
    map: int
    leaders: int
    pieces: Mapping[str, int]
    """By the units they are of."""

    def sentence(self) -> str:
        return (
            f"the Night Banzai Charge is one of {self.pool} MMC of the Reserve Pool, {self.map} of those on the map "
            f"and {count_of(self.leaders, 'leader')}: {units(self.pieces.items())}"
        )


class ChainFormed(Fact, topic="reef.chain-formed"):
    """CG10: a chain of stacks, hex next to hex."""

    chain: str
    hexes: tuple[str, ...]
    mmc: int
    leaders: int

    def sentence(self) -> str:
        return f"{self.chain} of the charge, {self.mmc} MMC: {listed(self.hexes)}"


class Charged(Fact, topic="reef.charged"):
    """CG10: chains charge; the first time all at once, at one Marine unit."""

    chains: tuple[str, ...]
    target: str
    phase: str
    """Turn and phase: `1 movement`."""

    def sentence(self) -> str:
        return f"{listed(self.chains)} charge{'s' if len(self.chains) == 1 else ''} at {self.target}"


class ChainLeft(Fact, topic="reef.chain-left"):
    """CG10: a chain need not charge any more: broken half-squads, in a hex with the enemy, or no more."""

    chain: str
    why: Literal["broken", "met", "eliminated"]
    mmc: int

    def sentence(self) -> str:
        words = {
            "broken": "they are broken half-squads",
            "met": "they have been in a hex with the enemy",
            "eliminated": "they are gone",
        }
        return f"{self.mmc} MMC of {self.chain} charge no more: {words[self.why]}"


class TerrainEntered(Fact, topic="reef.terrain-entered"):
    """CG10: a DR for an MMC that charges into Concealment Terrain; a 12 is a failed Attack Break MC."""

    hex: str
    dice: tuple[int, ...]
    broken: bool

    def sentence(self) -> str:
        return f"{sum(self.dice)} for Concealment Terrain in {self.hex}: " + (
            "an Attack Break MC has failed" if self.broken else "it charges on"
        )
