"""BRT CG12 Koreans, CG14 Self Rally, CG16 Over the Wall, CG17 ELR."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef.charts import HexCard
from domain.reef.common import PHASES, HexName, HexNames, Objections, heed, roll, verbs
from domain.reef.organization import CREWS, FIRST_LINE_ELR, HALF, JAPANESE_ELR, KINDS, KOREAN_ELR, MARINE_ELR
from domain.reef.state import INITIAL, SIDES, Reef
from domain.wargame.dice import terms_of, total

PENALTY = 4
"""BRT CG16: a 4TC."""
MMC_MORALE = 8
"""The Morale of the Marine MMC of these Orders of Battle: the last figure of their counters (CG2.4)."""
FANATIC_UNTIL = 8
"""BRT CG12: a Final Heat of Battle DR of at most this."""
SELF_RALLIES = 2
"""BRT CG14."""


# ---- CG16 Over the Wall ----


def why_no_wall(state: Reef) -> Objections:
    """BRT CG16: in the Initial Scenarios of CG II and III alone."""
    if state.cg == "I" or state.number > INITIAL:
        yield "BRT CG16", "the Over the Wall TC is taken in the Initial Scenario of CG II and III"


def why_not_by_sea(state: Reef, unit: str, hexes: Sequence[str]) -> Objections:
    """BRT CG16: a Marine MMC in Beach hexes, as the Marines move."""
    group, _, kind = unit.rpartition(":")
    if state.mover != "us":
        yield "BRT CG16", "it is as the Marines move"
    if (group and group not in state.formations) or (kind in KINDS and KINDS[kind].category != "MMC"):
        yield "BRT CG16", f"{unit} is no Marine MMC"
    for hex in hexes:
        if state.known_terrain(hex) not in ("", "beach"):
            yield "BRT CG16", f"{hex} is no Beach hex"


def why_not_cross(state: Reef, unit: str, hex: str, to: str) -> Objections:
    """BRT CG16: from a Beach hex, over one of its seawalls."""
    yield from why_not_by_sea(state, unit, (hex,))
    row = state.rows(HexCard).get(hex)
    if row and (to not in row.seawalls if to else not row.seawalls):
        yield (
            "BRT CG16",
            f"no seawall of {hex} is towards {to}: {', '.join(row.seawalls) or 'it has none'}"
            if to
            else f"{hex} has no seawall",
        )
    breached = state.ground[hex].breached if hex in state.ground else ()
    if not to and row and 0 < len(set(row.seawalls) & set(breached)) < len(set(row.seawalls)):
        yield "BRT CG16", f"some seawalls of {hex} are breached: say towards which hex, to={row.seawalls[0]}"


def crosses_breach(state: Reef, hex: str, to: str) -> bool:
    """Whether the seawall that is crossed is breached; where nobody says which, all of the hex are alike."""
    breached = state.ground[hex].breached if hex in state.ground else ()
    return to in breached if to else bool(breached)


@verbs("BRT CG16", side="us", phases=("movement", "advance"), offers=lambda state: [])
def wall(
    table: Table[Reef],
    unit: str,
    hex: HexName,
    to: HexName = "",
    hero: bool = False,
    breached: bool = False,
    leadership: int = 0,
    morale: int = MMC_MORALE,
) -> None:
    """BRT CG16: a Good Order MMC crosses a seawall from a Beach hex: a 4TC; `wall 1-F2:6-6-8 T24 to=S24 hero=yes
    leadership=-2 34`.

    -1 with a Hero, -2 at a breached hexside, the modifier of the best Good Order leader there who can move. Who fails
    is pinned in the Beach hex.
    """
    heed(table, why_no_wall(table.state))
    heed(table, why_not_cross(table.state, unit, hex, to))
    breached = breached or crosses_breach(table.state, hex, to)
    terms = terms_of(
        f.term("hero", -hero, "BRT CG16"),
        f.term("breached", -2 * breached, "BRT CG16"),
        f.term("leadership", leadership, "BRT CG16"),
    )
    number = morale - PENALTY
    dice = roll(
        table,
        "wall",
        "BRT CG16",
        f"the Over the Wall TC of {unit}, {number} or less",
        count=2,
        terms=terms,
        by="us",
        of=(unit,),
        at=hex,
    )
    passed = total(dice, terms) <= number
    table.record(
        f.WallCrossed(rule="BRT CG16", unit=unit, hex=hex, dice=dice, terms=terms, number=number, passed=passed)
    )


def why_not_along(state: Reef, *, assault: bool, leader: bool) -> Objections:
    """BRT CG16: from Beach hex to Beach hex by Assault Movement, or with a leader, in every scenario of CG II and III
    (reading R-12)."""
    if state.cg != "I" and not (assault or leader):
        yield "BRT CG16", "a Marine MMC goes from one Beach hex to another by Assault Movement, or with a leader"


@verbs("BRT CG16", side="us", phases=("movement",), name="along", offers=lambda state: [])
def along(table: Table[Reef], unit: str, hexes: HexNames, assault: bool = False, leader: bool = False) -> None:
    """BRT CG16: a MMC moves along the beach: `along 1-F2:6-6-8 Y24,Y25 assault=yes`."""
    heed(table, why_not_by_sea(table.state, unit, hexes))
    heed(table, why_not_along(table.state, assault=assault, leader=leader))
    table.record(f.MovedAlong(rule="BRT CG16", unit=unit, hexes=hexes))


# ---- CG14 rallies ----


def why_not_rally(state: Reef, side: str, *, alone: bool, disrupted: bool, mmc: bool = True) -> Objections:
    """BRT CG14: at most two Self Rallies of broken MMC, before any other MMC of the side attempts to rally; leaders are
    no MMC."""
    if not alone or not mmc:
        return
    if disrupted:
        yield "BRT CG14", "who is Disrupted does not attempt Self Rally"
    if state.self_rallies.get(side, 0) >= SELF_RALLIES:
        yield "BRT CG14", f"{SELF_RALLIES} Self Rallies have been attempted in this phase"
    if side in state.rallied:
        yield "BRT CG14", "another MMC of this side has attempted to rally: Self Rallies come first"


@verbs("BRT CG14", phases=("rally",), offers=lambda state: [])
def rally(table: Table[Reef], unit: str, alone: bool = False, disrupted: bool = False) -> None:
    """BRT CG14: a broken MMC attempts to rally; alone=yes for a Self Rally: `jp: rally Red2:4-4-7 alone=yes`."""
    group = unit.partition(":")[0]
    side = "us" if group in table.state.formations else "jp"
    table.require(table.side in ("", side), "BRT CG14", f"{unit} is the {SIDES[side]} player's")
    kind = unit.rpartition(":")[2]
    mmc = kind not in KINDS or KINDS[kind].category == "MMC"
    heed(table, why_not_rally(table.state, side, alone=alone, disrupted=disrupted, mmc=mmc))
    table.record(f.RallyAttempted(rule="BRT CG14", side=side, unit=unit, alone=alone, mmc=mmc))


# ---- CG17 ELR, CG12 Koreans ----


FIRST_LINE = ("4-4-8", "2-3-8")


def elr_of(state: Reef, unit: str) -> int:
    """BRT CG17: 5 for Marines and for 4-4-8 and 2-3-8; 4 for other Japanese Infantry but crews; 3 for Koreans. 0 where
    the text gives none.

    A unit is said with its group, `Red2:leader`, or by its kind where that tells whose it is.
    """
    group, _, name = unit.rpartition(":")
    kind = state.kind(name)
    if group in state.formations or (not group and kind.elr == MARINE_ELR and name not in FIRST_LINE):
        return MARINE_ELR
    if kind.korean:
        return KOREAN_ELR
    if name.removeprefix(HALF) in FIRST_LINE:
        return FIRST_LINE_ELR
    if name in CREWS or (not group and not kind.elr):
        return 0
    return JAPANESE_ELR if kind.category in ("MMC", "SMC") else 0


@verbs("BRT CG17", offers=lambda state: [])
def elr(table: Table[Reef], unit: str, failed_by: int = 0) -> None:
    """BRT CG17: the ELR of a unit, and whether a MC failed by so much exceeds it: `elr Red2:4-4-7 failed_by=5`, `elr
    6-6-8`."""
    kind = unit
    number = elr_of(table.state, unit)
    table.require(number > 0, "BRT CG17", f"the text gives no ELR for {unit}")
    table.record(f.ElrChecked(rule="BRT CG17", kind=kind, elr=number, failed_by=failed_by, beyond=failed_by > number))


@verbs("BRT CG12", side="jp", name="heat", phases=PHASES, offers=lambda state: [])
def heat(table: Table[Reef], drm: int = 0) -> None:
    """BRT CG12: Heat of Battle of Korean labor units: Fanatic with a Final DR of 8 or less, else Disrupted: `heat 35`;
    their ELR is 3."""
    terms = terms_of(f.term("heat", drm, "BRT CG12"))
    dice = roll(
        table,
        "heat",
        "BRT CG12",
        f"Heat of Battle of Koreans (Conscripts, ELR {KOREAN_ELR})",
        count=2,
        terms=terms,
        by="jp",
    )
    fanatic = total(dice, terms) <= FANATIC_UNTIL
    table.record(f.KoreanHeat(rule="BRT CG12", dice=dice, terms=terms, result="fanatic" if fanatic else "disrupted"))
