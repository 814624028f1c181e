"""BRT CG5, CG11: Cloaking boxes, concealment, HIP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import HIP_ITEM, POOL, TRANSPORT, HexCard
from domain.reef.common import (
    BEFORE,
    PHASES,
    SETTING_UP,
    BoxedPieces,
    FormationNames,
    GroupName,
    HexName,
    Objections,
    Pieces,
    UnitName,
    fine,
    heed,
    kinds_of,
    named_units,
    verbs,
    why_not_ground,
    why_not_setting_up,
    why_not_there,
)
from domain.reef.landing import boxed
from domain.reef.organization import SCOUTS, split
from domain.reef.refit import why_not_retained_there
from domain.reef.slips import SlipName, new_slip, seal, unseal, why_not_open
from domain.reef.state import Reef, several

BOUGHT, NORMAL = "bought", "normal"
SHARE, NIGHT_SHARE = 5, 10
"""BRT CG11: per cent of the squad-equivalents available for on-map set-up that may be bought as HIP."""


# ---- CG11 HIP ----


def half_squads(state: Reef) -> int:
    """The half-squads available for on-map set-up, Koreans among them (CG11, CG12); the Reserve Pool is not."""
    return sum(
        unit.steps * state.kind(unit.kind).halves
        for unit in state.units.values()
        if unit.side == "jp" and unit.group != "pool"
    )


def hip_limit(state: Reef) -> int:
    """BRT CG11: squad-equivalents that may be bought as HIP besides those of G1.631: 5 %, at night 10 %, to a whole one
    above."""
    percent = NIGHT_SHARE if state.date.endswith("NT") else SHARE  # also while the night is open
    return -(-half_squads(state) * percent // 200)


def hip_bought(state: Reef) -> int:
    """HIP squad-equivalents that were bought for this scenario."""
    slips = (slip.says[1:] for name, slip in state.slips.items() if name.startswith(f"purchases-{state.number}-"))
    return sum(number for says in slips for item, number in map(split, says) if item == HIP_ITEM)


def hidden_halves(state: Reef) -> int:
    """The half-squads that slips of this scenario hide."""
    found = 0
    for name, slip in state.slips.items():
        if slip.kind == "hidden" and name.startswith(f"hidden-{state.number}-") and slip.says[1:2] == (BOUGHT,):
            found += sum(
                state.kind(unit.rpartition(":")[2]).halves * number
                for unit, number in map(split, slip.says[2:])
                if ":" in unit
            )
    return found


def hidden_units(state: Reef) -> dict[str, int]:
    """The pieces that slips of this scenario hide."""
    slips = (slip.says[1:] for name, slip in state.slips.items() if name.startswith(f"hidden-{state.number}-"))
    return several(split(word) for says in slips for word in says if ":" in word)


def why_not_hide(state: Reef, hex: str, units: Mapping[str, int], what: Sequence[str], *, bought: bool) -> Objections:
    """BRT CG11: what stands against HIP there; what is bought is limited, besides that of G1.631 (reading R-38)."""
    already = hidden_units(state)
    yield from why_not_setting_up(state, "jp", "BRT CG11")
    yield from why_not_there(state, {name: number + already.get(name, 0) for name, number in units.items()}, "BRT CG11")
    if any(name in state.units and state.units[name].side != "jp" for name in units):
        yield "BRT CG11", "HIP is the Japanese player's"
    if any(name.startswith(f"{POOL}:") for name in units):
        yield "BRT CG7.1", "what is in the Reserve Pool is off the map: it is set up first, `set-up-reserves`"
    if units and not hex:
        yield "BRT CG11", "say in which hex: `hide K12 Red2:4-4-8`"
    elif units:
        yield from why_not_ground(state, (hex,))
        yield from why_not_retained_there(state, hex, units, already_in(state, hex))
    more = sum(state.kind(kind).halves * number for kind, number in kinds_of(state, units).items())
    if bought and hidden_halves(state) + more > 2 * hip_limit(state):
        yield (
            "BRT CG11",
            f"{(hidden_halves(state) + more + 1) // 2} squad-equivalents: {hip_limit(state)} may be bought as HIP",
        )
    elif bought and hidden_halves(state) + more > 2 * hip_bought(state):
        wanted, have = (hidden_halves(state) + more + 1) // 2, hip_bought(state)
        yield (
            "BRT CG11",
            f"{wanted} squad-equivalents: {have} {'was' if have == 1 else 'were'} bought, `buy Red2 {HIP_ITEM}`",
        )
    if (units or any(one in state.guns for one in what)) and hex and state.front_line(hex):
        yield "BRT CG11", f"{hex} is a FLL: nobody is HIP there"


def already_in(state: Reef, hex: str) -> dict[str, int]:
    """The pieces that slips of this scenario hide in the Setup Areas of a hex."""
    area = {one for area in state.areas.values() if area.side == "jp" and hex in area.hexes for one in area.hexes}
    slips = (
        slip.says
        for name, slip in state.slips.items()
        if name.startswith(f"hidden-{state.number}-") and slip.says[:1] and slip.says[0] in area
    )
    return several(split(word) for says in slips for word in says[2:] if ":" in word)


@verbs(
    "BRT CG11",
    side="jp",
    phases=SETTING_UP,
    secret="jp",
    offers=lambda state: [],
    further=leads.all_of(leads.pieces, leads.hexes("hex")),
)
def hide(
    table: Table[Reef], pieces: Pieces, hex: HexName = "", what: tuple[str, ...] = (), bought: bool = False
) -> None:
    """BRT CG11: what is HIP in a hex, in secret: `hide K12 Red2:4-4-8,LMG bought=yes`, `hide K13 what=pillbox,G2`; on
    paper `hide`."""
    units = named_units(table.state, pieces)
    heed(table, why_not_hide(table.state, hex, units, what, bought=bought))
    number = 1 + sum(name.startswith(f"hidden-{table.state.number}-") for name in table.state.slips)
    says = (
        hex,
        BOUGHT if bought else NORMAL,
        *(f"{name}x{count}" if count > 1 else name for name, count in units.items()),
        *what,
    )
    if not (hex or units or what):
        says = ()
    seal(table, f"hidden-{table.state.number}-{number}", "hidden", "jp", says, "BRT CG11")


# ---- CG5 Cloaking ----


def why_not_cloak(state: Reef, units: Mapping[str, int], mmc: str) -> Objections:
    """BRT CG5: what stands against a Cloaking box: SMC and SW alone, no Pathfinders, with one MMC."""
    for name in units:
        kind = name.rpartition(":")[2]
        if not mmc and state.kind(kind).category == "MMC":
            yield "BRT CG5", f"{name}: 0 are off the map, to accompany the others"
        elif kind == "Pathfinder":
            yield "BRT CG5", "Pathfinders are not Cloaked"
        elif kind == "armor-leader":
            yield "BRT CG5", "an Armor Leader comes in his vehicle, and with no MMC"
        elif state.kind(kind).category not in ("SMC", "SW"):
            yield "BRT CG5", f"a {kind} is neither SMC nor SW"
    boxes = several(
        pair
        for slip in state.slips.values()
        if slip.kind == "cloaking" and not slip.open
        for pair in boxed(slip.says).items()
    )
    for name, number in units.items():
        unit = state.units.get(name)
        waiting = max(0, unit.off - boxes.get(name, 0)) if unit and unit.side == "us" else 0
        if number > waiting:
            yield (
                "BRT CG5",
                f"{number} of {name}: {waiting} {'is' if waiting == 1 else 'are'} off the map, and in no other box",
            )
    if units and not mmc:
        yield "BRT CG5", "say the MMC that accompanies them: `cloak 1-F2:6-6-8 1-F2:leader`"
    group, _, kind = mmc.rpartition(":")
    if mmc and (group not in state.formations or state.kind(kind).category != "MMC"):
        yield "BRT CG5", f"{mmc} is no Marine MMC"
    elif mmc:
        yield from why_not_accompany(state, mmc, units)


def why_not_accompany(state: Reef, mmc: str, units: Mapping[str, int]) -> Objections:
    """BRT CG5: the MMC of a box enters with its pieces: it is off the map, of their BLT, and in no other box."""
    used = sum(
        slip.kind == "cloaking" and not slip.open and not slip.entered and slip.says[:1] == (mmc,)
        for slip in state.slips.values()
    )
    off = state.units[mmc].off if mmc in state.units else 0
    if off <= used:
        yield "BRT CG5", f"{mmc}: {max(0, off - used)} are off the map, and with no other box"
    groups = {name.partition(":")[0] for name in (mmc, *units)} - {SCOUTS}
    if len({state.formations[group].blt for group in groups if group in state.formations}) > 1:
        yield "BRT CG5", f"{mmc} and these pieces are of several BLTs, and do not enter together"


@verbs(
    "BRT CG5",
    side="us",
    phases=(*BEFORE, "rally", "prep_fire", "movement"),
    secret="us",
    offers=lambda state: [],
    further=leads.all_of(leads.named("mmc", lambda state: state.units), leads.pieces),
)
def cloak(table: Table[Reef], *, mmc: UnitName = "", pieces: BoxedPieces) -> None:
    """BRT CG5: SMC and SW that enter from off board into Ocean, in a Cloaking box with a MMC, in secret: `cloak
    1-F2:6-6-8 1-F2:leader,MMG`.

    On paper `cloak` says that there is one more box.
    """
    units = named_units(table.state, pieces)
    heed(table, why_not_cloak(table.state, units, mmc))
    says = (
        (mmc, *(f"{name}x{number}" if number > 1 else name for name, number in units.items())) if mmc or units else ()
    )
    seal(table, new_slip(table.state, "cloaking"), "cloaking", "us", says, "BRT CG5")


@verbs(
    "BRT CG5",
    side="us",
    phases=PHASES,
    secret="us",
    offers=lambda state: [],
    further=leads.all_of(leads.named("slip", lambda state: state.slips), leads.hexes("hex")),
)
def wade(table: Table[Reef], slip: SlipName, hex: HexName, ashore: bool = False, says: tuple[str, ...] = ()) -> None:
    """BRT CG5: the MMC of a Cloaking box goes into a hex: `wade cloaking-1 Z23`; its box is opened as it enters a land
    Location, ashore=yes.

    What nobody has read out of the map is not asked here, before all: without ashore=yes it is Ocean.
    """
    table.require(table.state.slips[slip].kind == "cloaking", "BRT CG5", f"{slip} is no Cloaking box")
    terrain = table.state.known_terrain(hex) or ("hinterland" if ashore else "ocean")
    table.require(not (ashore and terrain == "ocean"), "BRT CG5", f"{hex} is Ocean")
    heed(table, why_not_moved(table.state, slip))
    if terrain == "ocean" and not ashore:
        table.record(f.WadedOn(rule="BRT CG5", slip=slip, hex=hex, secret=table.state.hidden_by("us")))
        return
    show(table, slip, says, hex)


def why_not_moved(state: Reef, slip: str) -> Objections:
    """BRT CG5: a box that has not come onto the map is neither moved nor opened there; on paper nobody knows."""
    now = state.slips[slip]
    if now.kind == "cloaking" and not now.entered and now.says and not now.open:
        yield "BRT CG5", f"nothing of {slip} has entered"


def show(table: Table[Reef], slip: str, says: tuple[str, ...], hex: str = "") -> None:
    """BRT CG5: a box is opened, as a whole (reading R-66), and what of it has entered is seen; in `hex`, where it goes
    ashore."""
    heed(table, why_not_open(table.state, slip, says))
    now = table.state.slips[slip]
    entered = dict(now.entered) if now.says else boxed(says)  # on paper its pieces were never told
    unseal(table, slip, says, "BRT CG5")
    if entered or hex:
        table.record(f.CloakedShown(rule="BRT CG5", slip=slip, pieces=entered, hex=hex))


@verbs("BRT CG5", side="us", phases=PHASES, name="cloak-lost", offers=lambda state: [])
def cloak_lost(
    table: Table[Reef],
    slip: SlipName,
    why: Literal["unpossessed", "apart", "fired", "leadership", "choice"],
    says: tuple[str, ...] = (),
) -> None:
    """BRT CG5: a box is opened: its pieces are possessed by nobody, apart from their MMC, a SW fired or was assembled,
    leadership was used.

    `cloak-lost cloaking-1 fired`, on paper with what it says, says=1-F2:6-6-8,1-F2:leader.
    A leader who takes no MC suffers Casualty Reduction where his MMC fails its own: `lose` or `reduce` says so.
    """
    table.require(table.state.slips[slip].kind == "cloaking", "BRT CG5", f"{slip} is no Cloaking box")
    heed(table, why_not_moved(table.state, slip))
    show(table, slip, says)


@verbs(
    "BRT CG11",
    side="jp",
    phases=SETTING_UP,
    name="conceal",
    secret="jp",
    offers=lambda state: [],
    further=leads.hexes("hex"),
)
def conceal(table: Table[Reef], group: GroupName, hex: HexName, vehicle: bool = False) -> None:
    """BRT CG11: a "?" that is not bought: Infantry in Concealment Terrain, vehicles six hexes from Marine Setup Areas:
    `conceal Red2 K12`."""
    heed(table, why_not_setting_up(table.state, "jp", "BRT CG11"))
    marine = group in table.state.formations or group == TRANSPORT
    table.require(not marine, "BRT CG11", f"{group} is a Marine group")
    table.require(group != POOL, "BRT CG7.1", "what is in the Reserve Pool is off the map")
    card = table.state.rows(HexCard).get(hex)
    open_ground = table.state.known_terrain(hex) == "ocean" or (card is not None and not card.concealment)
    table.require(not open_ground, "BRT CG11", f"{hex} is no Concealment Terrain")
    heed(table, why_not_ground(table.state, (hex,)))
    theirs = [
        one for area in table.state.areas.values() if area.side == "us" and not area.isolated for one in area.hexes
    ]
    near = min((table.state.distance(hex, one) for one in theirs), default=99)
    table.require(
        not vehicle or near >= VEHICLES,
        "BRT CG11",
        f"{hex} is {near} hexes from a Marine Setup Area: vehicles need {VEHICLES}",
    )
    table.record(
        f.Concealed(rule="BRT CG11", group=group, hex=hex, vehicle=vehicle, secret=table.state.hidden_by("jp"))
    )


@verbs(
    "BRT CG10",
    side="us",
    phases=("second_setup", "support"),
    name="conceal-all",
    listed=lambda state: state.night,
    offers=lambda state: [{}] if fine(why_not_all(state)) else [],
)
def conceal_all(table: Table[Reef], groups: FormationNames = ()) -> None:
    """BRT CG10: once it is known that a night is played the Marine player may conceal all of his units: `conceal-all`,
    or `conceal-all 2-F2,2-F3`."""
    heed(table, why_not_all(table.state, groups))
    table.record(f.MarinesConcealed(rule="BRT CG10", groups=groups))


def why_not_all(state: Reef, groups: Sequence[str] = ()) -> Objections:
    """BRT CG10: at night alone, in the place of E1.2; after that by the rules of the base game."""
    if not state.night:
        yield "BRT CG10", "the Marine player may conceal all of his units as a Night scenario is prepared"
    for group in groups:
        if not any(unit.steps - unit.off > 0 for unit in state.of(group).values()):
            yield "BRT CG10", f"nobody of {group} is on the map"


VEHICLES = 6
"""BRT CG11: hexes from the nearest Location of a Marine Setup Area."""
