"""BRT CG5, CG11: Cloaking boxes, concealment, HIP."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef.common import BEFORE, PHASES, SETTING_UP, GroupName, HexName, Objections, Pieces, heed, kinds_of, named_units, verbs, why_not_there
from domain.reef.organization import counted
from domain.reef.slips import SlipName, new_slip, seal, unseal, why_not_open
from domain.reef.state import Reef

SHARE, NIGHT_SHARE = 5, 10
"""BRT CG11: per cent of the squad-equivalents available for on-map set-up that may be bought as HIP."""


# ---- CG11 HIP ----


def half_squads(state: Reef) -> int:
    """The half-squads available for on-map set-up, Koreans among them (CG11, CG12); the Reserve Pool is not."""
    return sum(unit.steps * state.kind(unit.kind).halves for unit in state.units.values() if unit.side == "jp" and unit.group != "pool")


def hip_limit(state: Reef) -> int:
    """BRT CG11: squad-equivalents that may be bought as HIP besides those of G1.631: 5 %, at night 10 %, to a whole one above."""
    percent = NIGHT_SHARE if state.night else SHARE
    return -(-half_squads(state) * percent // 200)


def hidden_halves(state: Reef) -> int:
    """The half-squads that slips of this scenario hide."""
    found = 0
    for name, slip in state.slips.items():
        if slip.kind == "hidden" and name.startswith(f"hidden-{state.number}-") and slip.says:
            found += sum(state.kind(kind).halves * number for kind, number in counted(slip.says[1:]).items())
    return found


def why_not_hide(state: Reef, hex: str, units: Mapping[str, int]) -> Objections:
    """BRT CG11: what stands against HIP there."""
    yield from why_not_there(state, units, "BRT CG11")
    if any(name in state.units and state.units[name].side != "jp" for name in units):
        yield "BRT CG11", "HIP is the Japanese player's"
    more = sum(state.kind(kind).halves * number for kind, number in kinds_of(state, units).items())
    if more and hidden_halves(state) + more > 2 * hip_limit(state):
        yield "BRT CG11", f"{(hidden_halves(state) + more + 1) // 2} squad-equivalents: {hip_limit(state)} may be bought as HIP"
    if more and hex and state.perimeter and state.from_front(hex) == 1:
        yield "BRT CG11", f"{hex} is a Japanese FLL: nobody is HIP there"


@verbs("BRT CG11", side="jp", steps=SETTING_UP, secret="jp", offers=lambda state: [])
def hide(table: Table[Reef], hex: HexName, pieces: Pieces) -> None:
    """BRT CG11: squads bought as HIP, or a Gun or Fortification, in secret: `hide K12 Red2:4-4-8,LMG`; on paper `hide none` is enough."""
    units = named_units(pieces)
    heed(table, why_not_hide(table.state, hex, units))
    number = 1 + sum(name.startswith(f"hidden-{table.state.number}-") for name in table.state.slips)
    says = (hex, *(f"{kind}x{count}" if count > 1 else kind for kind, count in kinds_of(table.state, units).items())) if hex else ()
    seal(table, f"hidden-{table.state.number}-{number}", "hidden", "jp", says, "BRT CG11")


# ---- CG5 Cloaking ----


def why_not_cloak(state: Reef, units: Mapping[str, int], mmc: str) -> Objections:
    """BRT CG5: what stands against a Cloaking box: SMC and SW alone, no Pathfinders, with one MMC."""
    for name in units:
        kind = name.rpartition(":")[2]
        if kind == "Pathfinder":
            yield "BRT CG5", "Pathfinders are not Cloaked"
        elif state.kind(kind).category not in ("SMC", "SW"):
            yield "BRT CG5", f"a {kind} is neither SMC nor SW"
    yield from why_not_there(state, units, "BRT CG5")
    if mmc and state.kind(mmc.rpartition(":")[2]).category != "MMC":
        yield "BRT CG5", f"{mmc} is no MMC"


@verbs("BRT CG5", side="us", steps=(*BEFORE, "rally", "prep_fire", "movement"), secret="us", offers=lambda state: [])
def cloak(table: Table[Reef], mmc: str, pieces: Pieces) -> None:
    """BRT CG5: SMC and SW that enter from off board into Ocean, in a Cloaking box with a MMC, in secret: `cloak 1-F2:6-6-8 1-F2:leader,MMG`."""
    units = named_units(pieces)
    heed(table, why_not_cloak(table.state, units, mmc))
    says = (mmc, *(f"{name}x{number}" if number > 1 else name for name, number in units.items()))
    seal(table, new_slip(table.state, "cloaking"), "cloaking", "us", () if table.state.on_paper else says, "BRT CG5")


REASONS = {
    "land": "it has entered a land Location", "unpossessed": "it is possessed by nobody", "apart": "it is not in the Location of its MMC",
    "fired": "a SW was fired or assembled", "leadership": "leadership was used", "choice": "its player shows it",
}  # fmt: skip


@verbs("BRT CG5", side="us", steps=PHASES, offers=lambda state: [])
def wade(table: Table[Reef], slip: SlipName, hex: HexName, says: tuple[str, ...] = ()) -> None:
    """BRT CG5: the MMC of a Cloaking box goes into a hex: `wade cloaking-1 Z23`; its box is opened as it enters a land Location, not in Ocean."""
    table.require(table.state.slips[slip].kind == "cloaking", "BRT CG5", f"{slip} is no Cloaking box")
    if table.state.terrain(hex) == "ocean":
        table.record(f.WadedOn(rule="BRT CG5", slip=slip, hex=hex))
        return
    heed(table, why_not_open(table.state, slip, says))
    unseal(table, slip, says, "BRT CG5")


@verbs("BRT CG11", side="jp", steps=SETTING_UP, name="conceal", offers=lambda state: [])
def conceal(table: Table[Reef], group: GroupName, hex: HexName, vehicle: bool = False) -> None:
    """BRT CG11: a "?" that is not bought: Infantry in Concealment Terrain, vehicles six hexes from Marine Setup Areas: `conceal Red2 K12`."""
    card = table.state.terrain(hex)
    table.require(card != "ocean", "BRT CG11", f"{hex} is no Concealment Terrain")
    marine = [one for area in table.state.areas.values() if area.side == "us" for one in area.hexes]
    near = min((table.state.distance(hex, one) for one in marine), default=99)
    table.require(not vehicle or near >= VEHICLES, "BRT CG11", f"{hex} is {near} hexes from a Marine Setup Area: vehicles need {VEHICLES}")
    table.record(f.Concealed(rule="BRT CG11", group=group, hex=hex, vehicle=vehicle))


VEHICLES = 6
"""BRT CG11: hexes from the nearest Location of a Marine Setup Area."""
