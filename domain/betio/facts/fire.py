"""BB 3.7, 4.5.6, 6 Japanese fire; 3.8 hits; 4.1 booby traps; 5 casualties; 8 morale."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.betio.facts.codes import FireKind
from domain.kernel.english import count_of, names, was
from domain.kernel.facts import Fact, Modifier, Track
from domain.wargame import war_facts as war
from domain.wargame.dice import sum_of
from domain.wargame.war_facts import UnitsBecome, listed, several


class FireResolved(Fact, topic="betio.fire-resolved"):
    """A roll on the Japanese Fire Table, with every modifier by its rule, and what the cell says."""

    kind: FireKind
    target: str
    hex: str
    die: int
    terms: tuple[Modifier, ...] = ()
    hits: int = 0
    pin: int = 0
    shift: Literal["", "left", "right"] = ""
    casualties: bool = False

    def sentence(self) -> str:
        return f"{sum_of((self.die,), self.terms)}: {self.came}"

    @property
    def came(self) -> str:
        """The result, in words."""
        says = [count_of(self.hits, "hit")] if self.hits else []
        says += [f"Pin {self.pin}"] if self.pin else []
        says += ["a course change"] if self.shift else []
        says += ["an asterisk"] if self.casualties else []
        return names(says) or "no effect"


class Targeted(Fact, topic="betio.targeted"):
    """Whom chance picked: who was in the draw, and why it was held (6.4, 4.1.3, 10.1.1, 10.6.1)."""

    unit: str
    among: tuple[str, ...]
    why: str = ""

    def sentence(self) -> str:
        return f"{self.unit}, of {listed(self.among)}"


class StepsLost(war.StepsLost, topic="betio.steps-lost"):
    """3.8: steps lost: what its losses say; `turned` where a counter is turned to its reverse side (3.8.5), `spoils`
    recoveries (4.9.5)."""

    turned: tuple[str, ...] = ()
    trapped: bool = False
    halves: Mapping[str, int] = {}
    """Action Points left, in halves, of those who are turned in the middle of a turn (reading A-46)."""


class UnitLost(
    UnitsBecome,
    topic="betio.unit-lost",
    become={"box": "lost", "hex": "", "vessel": "", "cargo": "", "pin": 0, "shift": ""},
):
    """3.8.6: eliminated."""

    FOLLOWS: ClassVar[bool] = True

    def sentence(self) -> str:
        return f"{listed(self.units)} {'is' if len(self.units) == 1 else 'are'} eliminated"


class MoraleMoved(Fact, topic="betio.morale-moved"):
    """8: a marker moves on a morale track: what its tracks say, and by which cause."""

    FOLLOWS: ClassVar[bool] = True

    cause: str
    of: str = ""

    @property
    def track(self) -> Track:
        return self.tracks[0]

    def sentence(self) -> str:
        moved = self.track
        return f"{moved.why}"


class Pinned(UnitsBecome, topic="betio.pinned", says=("pin",)):
    """3.7.6: Pin 1 or Pin 2."""

    FOLLOWS: ClassVar[bool] = True

    pin: int

    def sentence(self) -> str:
        return f"{names(self.units)} {was(self.units)} pinned with Pin {self.pin}"


class CasualtiesAdvanced(Fact, topic="betio.casualties-advanced"):
    """5.1.2: the Casualty Marker goes one box to the right: what its tracks say; `total` is the new number."""

    FOLLOWS: ClassVar[bool] = True

    total: int

    def sentence(self) -> str:
        return f"{self.total} casualties"


class TrapsRolled(Fact, topic="betio.traps-rolled"):
    """4.1.2: a roll on the Booby Trap/Sniper Table for an area."""

    area: str
    die: int
    steps: int

    def sentence(self) -> str:
        return f"{several(self.steps, 'step')} lost in {self.area}" if self.steps else f"nothing happens in {self.area}"


class RecoverySpoiled(UnitsBecome, topic="betio.recovery-spoiled", become={"spoiled": True}):
    """4.9.3 to 4.9.5: a recovery has failed before its die."""

    FOLLOWS: ClassVar[bool] = True

    def sentence(self) -> str:
        return f"no recovery any more for {names(self.units)}"


class AreasDone(Fact, topic="betio.areas-done"):
    """What the Japanese fire at hand has been rolled for."""

    names: tuple[str, ...]
