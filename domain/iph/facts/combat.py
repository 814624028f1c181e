"""IPH 10 combat, 11 Ford Island, 12 banzai and night."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.iph.state import SIDES
from domain.kernel.english import count_of
from domain.kernel.facts import Fact, Modifier, Words
from domain.wargame import war_facts as war
from domain.wargame.war_facts import StateBecomes, listed, several


class AttackDeclared(Fact, topic="iph.attack-declared"):
    """An attack on a hex, from these hexes; `kind` tells Battleship Row's fire and attacks by aircraft alone from
    others (11.3, 11.4)."""

    side: Literal["us", "jp"]
    target: str
    hexes: tuple[str, ...] = ()
    command: str = ""
    kind: Literal["ground", "battleship-row", "aircraft"] = "ground"
    momentum: bool = False

    def sentence(self) -> str:
        who = {
            "ground": f"the {SIDES[self.side]} player",
            "battleship-row": "Battleship Row",
            "aircraft": "Japanese aircraft",
        }[self.kind]
        where = f" from {listed(self.hexes)}" if self.kind == "ground" else ""
        return (
            f"{who} attack{'' if self.kind == 'aircraft' else 's'} "
            f"{self.target}{' again' if self.momentum else ''}{where}"
        )


class StackExamined(Fact, topic="iph.stack-examined"):
    """6.8: the US player sees the stack he attacks: its units, and their steps; he does not call the attack off
    then."""

    LOOKS_AT: ClassVar[str] = "hex"

    hex: str
    units: Mapping[str, int]

    def sentence(self) -> str:
        return f"in {self.hex}: " + ", ".join(
            f"{unit} ({several(steps, 'step')})" for unit, steps in self.units.items()
        )


class RebellionBrokeOut(StateBecomes, topic="iph.rebellion-broke-out", become={"rebellion": True}):
    def sentence(self) -> str:
        return "a rebellion broke out among the Issei: city hexes cost US units two points from here on"


class NightShiftRolled(Fact, topic="iph.night-shift-rolled"):
    """12.4: columns for (or, below 0, against) the Japanese attacker."""

    shift: int

    def sentence(self) -> str:
        if not self.shift:
            return "the night helped nobody"
        shifted = count_of(abs(self.shift), "column")
        return f"the night shifted {shifted} {'for' if self.shift > 0 else 'against'} the attacker"


class BanzaiDeclared(Fact, topic="iph.banzai-declared"):
    """12.1: all Japanese units of a battle; the shift is in their favour."""

    shift: int

    def sentence(self) -> str:
        return f"Banzai: {several(self.shift, 'column')} for the Japanese, whose losses are doubled"


class OddsComputed(Fact, topic="iph.odds-computed"):
    """10.2, 10.11: both strengths by their terms, the column they start at, every shift (right is for the attacker),
    and the final column."""

    target: str
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    start: str
    beyond: str = ""
    """The ratio at which the shifts start in its place, where that is beyond the printed columns (reading R-04)."""
    shifts: tuple[Modifier, ...] = ()
    odds: str

    @property
    def begins(self) -> str:
        """What is shifted."""
        return self.beyond or self.start

    @property
    def attack_strength(self) -> int:
        return sum(term.amount for term in self.attack)

    @property
    def defence_strength(self) -> int:
        return sum(term.amount for term in self.defence)

    def sentence(self) -> str:
        def told(terms: tuple[Modifier, ...]) -> str:
            return ", ".join(f"{term.amount} {term.why} [{term.rule}]" for term in terms) or "nothing"

        shifts = "".join(
            f"; {abs(term.amount)} {'right' if term.amount > 0 else 'left'}: {term.why} [{term.rule}]"
            for term in self.shifts
        )
        end = f"{shifts}; {self.odds}" if shifts else ""
        return (
            f"{self.attack_strength}:{self.defence_strength}, so {self.begins}: {told(self.attack)}; against "
            f"{told(self.defence)}{end}"
        )


class CombatResolved(Fact, topic="iph.combat-resolved"):
    """10.9: the cell of the Combat Results Table, and the steps each side has to lose."""

    target: str
    odds: str
    die: int
    attacker: int
    defender: int
    attacker_expected: str = ""
    defender_expected: str = ""
    """The means of both sides' steps in this column, as fractions, "" where not all its cells are known; the defender's
    where banzai makes it another than the fire's.
    """

    @property
    def defender_mean(self) -> str:
        """The mean of the defender's steps."""
        return self.defender_expected or (self.fire.expected if self.fire else "")

    why: Words = ""
    """What banzai makes of the cell."""

    def sentence(self) -> str:
        return f"{self.odds}, die {self.die}: {self.attacker}/{self.defender}" + (f" ({self.why})" if self.why else "")


class LossesTaken(war.StepsLost, topic="iph.losses-taken"):
    """Steps lost in a battle or a landing, or a Beachhead marker with the control of its hex (8.3).

    `vacated` are hexes in which a battle or a landing leaves nobody of that side but static counters, which everybody
    sees (10.10). A marker that goes with its hex vacates none: the unit that takes the hex is there.
    """

    vacated: tuple[str, ...] = ()
