"""BRT CG13, CG15, CG3.4: Guns on the map and between scenarios; CG8 Snipers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.common import (
    BEFORE,
    PHASES,
    SETTING_UP,
    GunName,
    HexName,
    HexNames,
    Objections,
    UnitName,
    heed,
    on_map,
    roll,
    verbs,
    why_not_ground,
    why_not_setting_up,
    why_not_there,
)
from domain.reef.losses import lose_pieces
from domain.reef.state import LEAST_SAN, SIDES, Gun, Reef
from domain.wargame.dice import terms_of
from domain.wargame.sides import declaring

HEAVY = 76
"""BRT CG13: mm from which a Gun stays where it is."""
REACH = 3
"""BRT CG13: hexes in which any other Gun may be set up again."""
MORTAR = "81mm"
APART = 15
"""BRT CG8: hexes between the Sniper counters of a side."""
TYPES: Mapping[str, tuple[int, bool]] = {
    "120L": (120, True),
    "140L": (140, False),
    "200L": (200, False),
    MORTAR: (81, False),
}
"""BRT CG3.4: the Guns that the text names: their calibre, and whether they are AA."""


# ---- CG13 Guns ----


def bound(gun: Gun) -> bool:
    """BRT CG13: AA Guns, Guns in pillboxes and those of 76mm or more stay in their Location; not the 81mm MTR for its
    calibre (reading R-16)."""
    return gun.aa or gun.pillbox or (gun.mm >= HEAVY and gun.type != MORTAR)


def why_not_gun(state: Reef, name: str, hex: str, *, hidden: bool) -> Objections:
    """BRT CG13: what stands against setting a Gun of the Japanese up there; those of the Marines stand in no hex here
    (reading R-56)."""
    now = state.guns[name]
    yield from why_not_setting_up(state, "jp", "BRT CG13")
    if now.status != "there":
        yield "BRT CG13", f"{name} is {now.status}"
    yield from why_not_moved(state, name, hex, hidden=hidden)
    if hex != now.ended:  # where it has to stay, or may, is its Setup Area
        yield from why_not_ground(state, (hex,))
    area = next((area for area, one in state.areas.items() if one.side == "jp" and now.ended in one.hexes), "")
    if area and not any(one.side == "jp" and {now.ended, hex} <= set(one.hexes) for one in state.areas.values()):
        yield (
            "BRT 15.6081",
            f"{name} was Retained in {now.ended}, in Setup Area {area}, and is set up there: {hex} is not in it",
        )
    if hidden and state.front_line(hex):
        yield "BRT CG11", f"{hex} is a FLL: nothing is HIP there"


def why_not_moved(state: Reef, name: str, hex: str, *, hidden: bool) -> Objections:
    """BRT CG13: what stands against its being set up elsewhere than where it ended the last scenario; not while it is
    hooked up (reading R-60)."""
    now = state.guns[name]
    if not now.ended:
        return
    why = "an AA Gun" if now.aa else "in a pillbox" if now.pillbox else f"of {now.mm}mm"
    if bound(now) and now.ended != hex:
        yield "BRT CG13", f"{name} is {why}, and stays in {now.ended}"
    elif bound(now) and hidden and not (now.hidden and state.reading("R-71") == "still"):
        yield (
            "BRT CG13",
            f"{name} is {why}: a Gun that may be set up elsewhere alone is HIP, and one that has been since "
            "(reading R-71)",
        )
    elif now.type != MORTAR and not now.hooked and now.ended != hex and state.distance(now.ended, hex) > REACH:
        yield (
            "BRT CG13",
            f"{hex} is {state.distance(now.ended, hex)} hexes from {now.ended}: {name} is set up within {REACH}",
        )


@verbs(
    "BRT CG13",
    side="jp",
    phases=SETTING_UP,
    name="set-up-gun",
    secret="jp",
    offers=lambda state: [],
    further=leads.all_of(leads.named("gun", lambda state: state.guns), leads.hexes("hex")),
)
def set_up_gun(table: Table[Reef], gun: GunName, hex: HexName, hidden: bool = False) -> None:
    """BRT CG13: where a Gun is set up for the scenario: `set-up-gun G2 X23`, hidden=yes for HIP where it may be set up
    elsewhere."""
    heed(table, why_not_gun(table.state, gun, hex, hidden=hidden))
    secret = table.state.hidden_by("jp") if hidden or not table.state.guns[gun].known else ""
    table.record(f.GunPlaced(rule="BRT CG13", gun=gun, hex=hex, hidden=hidden, secret=secret))


def why_no_such_gun(state: Reef, name: str, type: str, hex: str) -> Objections:
    """A name is that of one Gun; it is on land."""
    if name in state.guns and state.guns[name].type != type:
        yield "BRT CG13", f"{name} is a {state.guns[name].type}: another Gun has another name"
    if hex and not (name in state.guns and hex in (state.guns[name].hex, state.guns[name].ended)):
        yield from why_not_ground(state, (hex,))


@verbs("BRT CG13", side="jp", phases=(*BEFORE, *PHASES), secret="jp", offers=lambda state: [])
def gun(
    table: Table[Reef],
    name: str,
    type: str,
    hex: HexName = "",
    mm: int = 0,
    aa: bool | None = None,
    pillbox: bool | None = None,
    manned: bool | None = None,
    works: bool | None = None,
) -> None:
    """BRT CG13, CG3.4: a Gun of the campaign: `gun G1 120L hex=K12`, `gun G2 37mm mm=37 hex=X20 pillbox=yes`,
    manned=no, works=no.

    Said again it says more of the same Gun, and what is not said stays as it was. Before play it is the Japanese
    player's to know (reading R-36). 120L (AA), 140L and 200L fire Counterbattery Fire where they are on board, manned
    and functioning as a scenario starts.
    """
    heed(table, why_no_such_gun(table.state, name, type, hex))
    before = table.state.guns.get(name, Gun())
    calibre, anti_aircraft = TYPES.get(type, (0, False))
    digits = type.removesuffix("mm").removesuffix("L")
    calibre = mm or calibre or before.mm or (int(digits) if digits.isdecimal() and len(digits) < 4 else 0)
    table.record(
        f.GunRecorded(
            rule="BRT CG13",
            gun=name,
            type=type,
            mm=calibre,
            hex=hex,
            aa=anti_aircraft or now_or_before(aa, before.aa),
            pillbox=now_or_before(pillbox, before.pillbox),
            manned=now_or_before(manned, before.manned),
            works=now_or_before(works, before.works),
            secret="" if table.state.phase in PHASES else table.state.hidden_by("jp"),
        )
    )


def now_or_before(now: bool | None, before: bool) -> bool:
    """What is said now; what was known before where nothing is."""
    return before if now is None else now


@verbs("BRT CG13", side="us", phases=PHASES, offers=lambda state: [])
def manhandle(
    table: Table[Reef], unit: UnitName, ocean: bool = False, off_lvt: bool = False, drm: int = 0, into: bool = False
) -> None:
    """BRT CG13: a M3A1 37LL is manhandled: +2 into an Ocean hex, +2 off a LVT; an Original 12 into or out of the Ocean
    eliminates it.

    `manhandle 1-F9:37LL into=yes 34` into an Ocean hex, ocean=yes out of one; unpossessed in the Ocean it is not
    eliminated.
    """
    ocean = ocean or into
    kind = unit.rpartition(":")[2]
    table.require(kind == "37LL", "BRT CG13", f"{unit} is no M3A1 37LL")
    heed(table, why_not_there(table.state, {unit: 1}, "BRT CG13", on_map))
    terms = terms_of(
        f.term("ocean", 2 * into, "BRT CG13"),
        f.term("off-lvt", 2 * off_lvt, "BRT CG13"),
        f.term("manhandling", drm, "BRT CG13"),
    )
    dice = roll(
        table, "manhandle", "BRT CG13", f"the Manhandling DR of {unit}", count=2, terms=terms, by="us", of=(unit,)
    )
    gone = ocean and sum(dice) == 12
    table.record(f.GunManhandled(rule="BRT CG13", unit=unit, dice=dice, terms=terms, ocean=ocean, eliminated=gone))
    if gone and unit in table.state.units:
        lose_pieces(table, {unit: 1}, "other", "BRT CG13")


# ---- CG8 Snipers ----


def why_not_snipers(state: Reef, places: Mapping[str, str], *, far_as_possible: bool) -> Objections:
    """BRT CG8: two a side, 15 hexes apart as they are set up (reading R-52), or as far as can be."""
    for name in places:
        if name.rpartition("-")[2] not in ("1", "2"):
            yield "BRT CG8", f"{name}: a side has two Sniper counters, which=1 or which=2"
    side = next(iter(places), "").partition("-")[0]
    after = [hex for name, hex in {**state.snipers, **places}.items() if name.startswith(f"{side}-")]
    if len(after) == 2 and not far_as_possible and state.phase not in PHASES and state.distance(*after) < APART:
        yield (
            "BRT CG8",
            f"{after[0]} and {after[1]} are {state.distance(*after)} hexes apart: {APART}, or as far as possible, "
            "`far_as_possible=yes`",
        )


@verbs(
    "BRT CG8",
    phases=(*SETTING_UP, "snipers", "support", *PHASES),
    either=True,
    offers=lambda state: [],
    further=leads.hexes("hexes"),
)
def snipers(table: Table[Reef], hexes: HexNames, far_as_possible: bool = False, which: int = 1) -> None:
    """BRT CG8: where a side's Sniper counters are, set up, or repositioned instead of an attack: `jp: snipers K12,M40`,
    `us: snipers P20 which=2`."""
    side = declaring(table)
    places = {f"{side}-{n}": hex for n, hex in enumerate(hexes, which)}
    heed(table, why_not_snipers(table.state, places, far_as_possible=far_as_possible))
    table.record(f.SnipersPlaced(rule="BRT CG8", side=side, places=places))


@verbs("BRT CG8", phases=PHASES, either=True, offers=lambda state: [])
def sniper(table: Table[Reef]) -> None:
    """BRT CG8: a dr says which of a side's Snipers attacks, 1 to 3 the first, 4 to 6 the second: `jp: sniper 4`."""
    side = declaring(table)
    mine = tuple(name for name in table.state.snipers if name.startswith(f"{side}-"))
    table.require(
        bool(mine), "BRT CG8", f"the {SIDES[side]} side has no Sniper on the map: `snipers` says where they are"
    )
    picked = mine[0] if mine else f"{side}-1"
    die = 0
    if len(mine) > 1:
        die = roll(table, "pick", "BRT CG8", "which Sniper attacks: 1-3 or 4-6", by=side)[0]
        picked = mine[0] if die <= 3 else mine[1]
    table.record(f.SniperPicked(rule="BRT CG8", sniper=picked, die=die))


@verbs("BRT CG8", phases=PHASES, name="sniper-is", either=True, offers=lambda state: [])
def sniper_is(table: Table[Reef], what: str) -> None:
    """BRT CG8: what affects one Sniper counter affects both of its side: `jp: sniper-is Pinned`."""
    side = declaring(table)
    mine = tuple(name for name in table.state.snipers if name.startswith(f"{side}-")) or (f"{side}-1", f"{side}-2")
    table.record(f.SnipersAffected(rule="BRT CG8", snipers=mine, what=what))


@verbs("BRT CG8", phases=("snipers", *PHASES), either=True, offers=lambda state: [])
def san(table: Table[Reef], by: int) -> None:
    """BRT CG8, 15.6122: a side's SAN changes; in play it never falls below 2 (reading R-85): `jp: san -2`."""
    side = declaring(table)
    before = table.state.san.get(side, LEAST_SAN)
    least = min(LEAST_SAN, before) if table.state.phase in PHASES else 0
    table.record(f.SanChanged(rule="BRT CG8", side=side, san=max(least, before + by)))


# ---- CG15 pillboxes ----


@verbs("BRT CG15", offers=lambda state: [])
def pillbox(table: Table[Reef], hex: HexName, armed: Literal["", "us", "jp"] = "") -> None:
    """BRT CG15: who Controls a pillbox: `pillbox K12`, or with armed units of a side in it, `pillbox K12 armed=jp`
    (reading R-30)."""
    question = OneOf(
        name="control",
        by="table",
        rule="BRT CG15",
        words=f"who Controls the Location of {hex}",
        options=("us", "jp"),
        default="jp",
    )
    location = (
        table.state.ground[hex].control
        if hex in table.state.ground and table.state.ground[hex].control
        else table.ask(question)
    )
    side = location if armed in ("", location) else armed
    table.record(f.PillboxControlled(rule="BRT CG15", hex=hex, side=side))
