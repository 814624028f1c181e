"""DDaT 7, 8, 16, 17: US actions, attacks and barrages, command posts, support and naval fire markers."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from domain.kernel.english import count_of, names
from domain.kernel.facts import Fact, label
from domain.wargame.war_facts import StateBecomes, listed

Action = Literal["move", "enter", "attack", "barrage", "recover"]
Marker = Literal["support", "naval-fire"]

WEAPONS: Mapping[str, str] = {
    "FL": "flanking",
    "FT": "flamethrowers",
    "MG": "machine guns",
    "BZ": "bazookas",
    "BR": "BARs",
    "MR": "mortars",
    "AR": "artillery",
    "DE": "demolitions",
    "NF": "naval fire",
    "RD": "a radio",
}
"""Codes of the US Weapons Chart in words."""
CLOSE_COMBAT = "CC"
"""Among the weapons a unit needs to be beaten by: no attack has it (8.3)."""


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

    @property
    def odds(self) -> str:
        """Strengths and weapons as a story tells them, these by their names; "" for a lone unit of strength 0."""
        return ", ".join((f"{self.us} against {self.jp}", *self._weapons())) if self.us or self.jp else ""

    def _weapons(self) -> Iterator[str]:
        """What stood in for a weapon, which weapons were missing, or that none was."""
        helped = " and ".join(
            f"{self.HELPERS.get(source, source)} "
            f"{'lending strength' if code == 'strength' else f'standing in for {WEAPONS.get(code, code)}'}"
            for source, code in self.wild.items()
        )
        missing = [WEAPONS.get(code, code) for code in self.missing if code != CLOSE_COMBAT]
        lack = names(missing, last="or")
        if helped or lack:
            yield " but ".join(part for part in (helped and f"with {helped}", lack and f"without {lack}") if part)
        if CLOSE_COMBAT in self.missing:
            yield "where only close combat could win"
        elif self.required and not (helped or lack):
            yield "with every weapon needed"

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
        return {
            "established": f"{self.unit} set up a command post, on space {self.space} of the track",
            "extended": f"the range marker of {self.unit} went on to space {self.space} (range {self.reach})",
            "abandoned": f"{self.unit} became a headquarters again",
        }[self.change]


class MarkersTaken(Fact, topic="ddat.markers-taken"):
    """Naval fire or support markers are taken (8.5, 17.0), the latter from these engineers."""

    kind: Marker
    count: int
    by: tuple[str, ...] = ()

    def sentence(self) -> str:
        if self.by:
            return f"{count_of(self.count, f'{label(self.kind)} marker')} came from {names(self.by)}"
        what = f"{label(self.kind)} marker"
        return f"the US took {f'a {what}' if self.count == 1 else count_of(self.count, what)}"


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

    @property
    def spent(self) -> str:
        """The marker, and what it is spent on."""
        return f"a {label(self.kind)} marker for {self.use}"

    def sentence(self) -> str:
        return f"the US spent {self.spent}"


class ActionFreed(Fact, topic="ddat.action-freed"):
    """A support marker lets a unit act for free (17.4)."""

    unit: str

    def sentence(self) -> str:
        return f"a support marker for {self.unit}"
