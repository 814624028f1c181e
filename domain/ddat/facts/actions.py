"""DDaT 7, 8, 16, 17: US actions, attacks and barrages, command posts, support and naval fire markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import StateBecomes, listed, several

Action = Literal["move", "enter", "attack", "barrage", "recover"]
Marker = Literal["support", "naval-fire"]


class ActionPhaseOpened(StateBecomes, topic="ddat.action-phase-opened", says=("commanded", "began_at")):
    """Who is in command of whom, and where units stand, fixed for the phase (7.1, 7.4)."""

    commanded: Mapping[str, tuple[str, ...]]
    began_at: Mapping[str, str]


class ActionTaken(Fact, topic="ddat.action-taken"):
    """Units act, at this hex; paid is how many of the three actions that takes, free why the others need none, as codes
    (7.1, 7.21)."""

    units: tuple[str, ...]
    action: Action
    at: str = ""
    paid: int = 0
    free: Mapping[str, str] = {}

    def sentence(self) -> str:
        what = " ".join(filter(None, (self.action, "to" if self.action == "move" else "", self.at)))
        return f"{listed(self.units)}: {what}" + (f", {self.paid} paid" if self.paid else ", free")


class AttackDeclared(Fact, topic="ddat.attack-declared"):
    """An attack on a Japanese-occupied hex (8.3)."""

    hex: str
    units: tuple[str, ...]
    naval: bool = False

    def sentence(self) -> str:
        return f"{listed(self.units)} attack {self.hex}" + (" with naval fire" if self.naval else "")


class AttackCompared(Fact, topic="ddat.attack-compared"):
    """Strengths, weapons and the cell of the US Attack Chart (8.3); no cell for a lone unit of strength 0, which is
    defeated."""

    hex: str
    us: int
    jp: int
    required: tuple[str, ...]
    missing: tuple[str, ...]
    cell: str
    wild: Mapping[str, str] = {}
    """What a hero or a support marker stood in for: a weapon, or `strength` (8.24, 17.5)."""
    HELPERS: ClassVar[Mapping[str, str]] = {"hero": "a hero", "support": "a support marker"}

    def sentence(self) -> str:
        lack = f"without {listed(self.missing)}" if self.missing else "all weapons"
        helped = "".join(f", {self.HELPERS.get(source, source)} for {code}" for source, code in self.wild.items())
        return (
            f"{self.hex}: {self.us} against {self.jp}, {lack}{helped}: "
            f"{self.cell or 'a lone unit of strength 0 is defeated'}"
        )


class HexAttacked(Fact, topic="ddat.hex-attacked"):
    """A hex cannot be attacked, entered or barraged otherwise in this phase (7.4, 8.31, 8.43)."""

    hex: str
    kind: Literal["attack", "barrage", "naval"]


# ---- 16, 17 command posts and markers ----


class CommandChanged(Fact, topic="ddat.command-changed"):
    """An HQ becomes a command post, its range marker moves, or it is an HQ again (16); `reach` is its range where that
    is new."""

    unit: str
    change: Literal["established", "extended", "abandoned"]
    space: int
    reach: int = 0

    def sentence(self) -> str:
        now = f"command post, space {self.space} of the track" if self.space else "a headquarters again"
        return f"{self.unit}: {now} ({f'range {self.reach}' if self.reach else self.change})"


class MarkersTaken(Fact, topic="ddat.markers-taken"):
    """Naval fire or support markers are taken (8.5, 17.0), the latter from these engineers."""

    kind: Marker
    count: int
    by: tuple[str, ...] = ()

    def sentence(self) -> str:
        return f"{several(self.count, f'{label(self.kind)} marker')} taken" + (
            f": {listed(self.by)}" if self.by else ""
        )


class MarkerSpent(Fact, topic="ddat.marker-spent"):
    """A naval fire or support marker is spent: on an attack on or barrage of a hex, a garrison of a position, a unit
    that recovers, or a requirement met in an attack (8.51, 8.52, 17)."""

    kind: Marker
    on: Literal["attack", "barrage", "garrison", "recovery", "requirement"]
    at: str

    @property
    def use(self) -> str:
        """What it is spent on, in words."""
        return {
            "attack": f"the attack on {self.at}",
            "barrage": f"a barrage of {self.at}",
            "garrison": f"a garrison in {self.at}",
            "recovery": f"the recovery of {self.at}",
            "requirement": f"{self.at} in the attack",
        }[self.on]

    def sentence(self) -> str:
        return f"a {label(self.kind)} marker for {self.use}"


class ActionFreed(Fact, topic="ddat.action-freed"):
    """A support marker lets a unit act for free (17.4)."""

    unit: str

    def sentence(self) -> str:
        return f"a support marker for {self.unit}"
