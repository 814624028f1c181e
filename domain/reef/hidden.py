"""BRT CG5, CG11: Cloaking boxes, concealment, HIP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef.charts import HexCard
from domain.reef.common import (
    BEFORE,
    PHASES,
    SETTING_UP,
    GroupName,
    HexName,
    Objections,
    Pieces,
    heed,
    hidden_by,
    kinds_of,
    named_units,
    verbs,
    why_not_setting_up,
    why_not_there,
)
from domain.reef.landing import boxed
from domain.reef.organization import split
from domain.reef.slips import SlipName, new_slip, seal, unseal, why_not_open
from domain.reef.state import Reef, several

BOUGHT, NORMAL = "bought", "normal"
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
        if slip.kind == "hidden" and name.startswith(f"hidden-{state.number}-") and slip.says[1:2] == (BOUGHT,):
            found += sum(state.kind(unit.rpartition(":")[2]).halves * number for unit, number in map(split, slip.says[2:]) if ":" in unit)
    return found


def hidden_units(state: Reef) -> dict[str, int]:
    """The pieces that slips of this scenario hide."""
    slips = (slip.says[1:] for name, slip in state.slips.items() if name.startswith(f"hidden-{state.number}-"))
    return several(split(word) for says in slips for word in says if ":" in word)


def why_not_hide(state: Reef, hex: str, units: Mapping[str, int], *, bought: bool) -> Objections:
    """BRT CG11: what stands against HIP there; what is bought is limited, besides that of G1.631 (reading R-38)."""
    already = hidden_units(state)
    yield from why_not_setting_up(state, "jp", "BRT CG11")
    yield from why_not_there(state, {name: number + already.get(name, 0) for name, number in units.items()}, "BRT CG11")
    if any(name in state.units and state.units[name].side != "jp" for name in units):
        yield "BRT CG11", "HIP is the Japanese player's"
    more = sum(state.kind(kind).halves * number for kind, number in kinds_of(state, units).items())
    if bought and hidden_halves(state) + more > 2 * hip_limit(state):
        yield "BRT CG11", f"{(hidden_halves(state) + more + 1) // 2} squad-equivalents: {hip_limit(state)} may be bought as HIP"
    if more and hex and state.perimeter and state.from_front(hex) <= 1 and state.known_terrain(hex) != "ocean":
        yield "BRT CG11", f"{hex} is a FLL: nobody is HIP there"


@verbs("BRT CG11", side="jp", steps=SETTING_UP, secret="jp", offers=lambda state: [])
def hide(table: Table[Reef], hex: HexName, pieces: Pieces, what: tuple[str, ...] = (), bought: bool = False) -> None:
    """BRT CG11: what is HIP in a hex, in secret: `hide K12 Red2:4-4-8,LMG bought=yes`, `hide K13 none what=pillbox,G2`; on paper `hide none none`."""
    units = named_units(table.state, pieces)
    heed(table, why_not_hide(table.state, hex, units, bought=bought))
    number = 1 + sum(name.startswith(f"hidden-{table.state.number}-") for name in table.state.slips)
    says = (hex, BOUGHT if bought else NORMAL, *(f"{name}x{count}" if count > 1 else name for name, count in units.items()), *what) if hex else ()
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
    boxes = several(pair for slip in state.slips.values() if slip.kind == "cloaking" and not slip.open for pair in boxed(slip.says).items())
    for name, number in units.items():
        unit = state.units.get(name)
        waiting = unit.off - boxes.get(name, 0) if unit and unit.side == "us" else 0
        if number > waiting:
            yield "BRT CG5", f"{number} of {name}: {waiting} {'is' if waiting == 1 else 'are'} off the map, and in no other box"
    group, _, kind = mmc.rpartition(":")
    if mmc and (state.kind(kind).category != "MMC" or group not in state.formations):
        yield "BRT CG5", f"{mmc} is no Marine MMC"


@verbs("BRT CG5", side="us", steps=(*BEFORE, "rally", "prep_fire", "movement"), secret="us", offers=lambda state: [])
def cloak(table: Table[Reef], mmc: str, pieces: Pieces) -> None:
    """BRT CG5: SMC and SW that enter from off board into Ocean, in a Cloaking box with a MMC, in secret: `cloak 1-F2:6-6-8 1-F2:leader,MMG`."""
    units = named_units(table.state, pieces)
    heed(table, why_not_cloak(table.state, units, mmc))
    says = (mmc, *(f"{name}x{number}" if number > 1 else name for name, number in units.items()))
    seal(table, new_slip(table.state, "cloaking"), "cloaking", "us", () if table.state.on_paper else says, "BRT CG5")


@verbs("BRT CG5", side="us", steps=PHASES, secret="us", offers=lambda state: [])
def wade(table: Table[Reef], slip: SlipName, hex: HexName, says: tuple[str, ...] = ()) -> None:
    """BRT CG5: the MMC of a Cloaking box goes into a hex: `wade cloaking-1 Z23`; its box is opened as it enters a land Location, not in Ocean."""
    table.require(table.state.slips[slip].kind == "cloaking", "BRT CG5", f"{slip} is no Cloaking box")
    if table.state.terrain(hex) == "ocean":
        table.record(f.WadedOn(rule="BRT CG5", slip=slip, hex=hex, secret=hidden_by(table.state, "us")))
        return
    show(table, slip, says, hex)


def show(table: Table[Reef], slip: str, says: tuple[str, ...], hex: str = "") -> None:
    """BRT CG5: a box is opened, and what of it has entered is seen; in `hex`, where it goes ashore."""
    heed(table, why_not_open(table.state, slip, says))
    entered = dict(table.state.slips[slip].entered)
    unseal(table, slip, says, "BRT CG5")
    if entered or hex:
        table.record(f.CloakedShown(rule="BRT CG5", slip=slip, pieces=entered, hex=hex))


@verbs("BRT CG5", side="us", steps=PHASES, name="cloak-lost", offers=lambda state: [])
def cloak_lost(table: Table[Reef], slip: SlipName, why: Literal["unpossessed", "apart", "fired", "leadership", "choice"] = "choice") -> None:
    """BRT CG5: a box is opened: its pieces are possessed by nobody, apart from their MMC, a SW fired or was assembled, leadership was used.

    `cloak-lost cloaking-1 fired`. A leader who takes no MC suffers Casualty Reduction where his MMC fails its own: `lose` or `reduce` says so.
    """
    table.require(table.state.slips[slip].kind == "cloaking", "BRT CG5", f"{slip} is no Cloaking box")
    show(table, slip, ())


@verbs("BRT CG11", side="jp", steps=SETTING_UP, name="conceal", secret="jp", offers=lambda state: [])
def conceal(table: Table[Reef], group: GroupName, hex: HexName, vehicle: bool = False) -> None:
    """BRT CG11: a "?" that is not bought: Infantry in Concealment Terrain, vehicles six hexes from Marine Setup Areas: `conceal Red2 K12`."""
    heed(table, why_not_setting_up(table.state, "jp", "BRT CG11"))
    table.require(group not in table.state.formations, "BRT CG11", f"{group} is a Marine Formation")
    card = table.state.rows(HexCard).get(hex)
    open_ground = table.state.known_terrain(hex) == "ocean" or (card is not None and not card.concealment)
    table.require(not open_ground, "BRT CG11", f"{hex} is no Concealment Terrain")
    marine = [one for area in table.state.areas.values() if area.side == "us" for one in area.hexes]
    near = min((table.state.distance(hex, one) for one in marine), default=99)
    table.require(not vehicle or near >= VEHICLES, "BRT CG11", f"{hex} is {near} hexes from a Marine Setup Area: vehicles need {VEHICLES}")
    table.record(f.Concealed(rule="BRT CG11", group=group, hex=hex, vehicle=vehicle, secret=hidden_by(table.state, "jp")))


VEHICLES = 6
"""BRT CG11: hexes from the nearest Location of a Marine Setup Area."""
