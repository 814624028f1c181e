"""BRT CG4, CG4a, CG18.3: Tarawa Naval Bombardments, and seawalls they breach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.questions import OneOf
from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import HexCard
from domain.reef.common import HexNames, Objections, heed, roll, verbs
from domain.reef.state import INITIAL, Reef, hex_at, spot

ACCURATE = 2
"""BRT CG4: an Original dr of at most this."""
LAND = ("beach", "hinterland")
"""Land hexes; a pier Location is none (reading R-43)."""
MORALE = 10
"""BRT CG4a: of a seawall."""


def why_not_bombard(state: Reef, hexes: Sequence[str]) -> Objections:
    """BRT CG4: what stands against ARs in these hexes."""
    allowed = state.campaign.bombardments if state.number <= INITIAL else 0
    if len(state.bombardments) + len(hexes) > allowed:
        yield "BRT CG4", f"{allowed} Naval Bombardment{'s' if allowed != 1 else ''} in the Order of Battle: so many AR"
    if state.bombarded:
        yield "BRT CG4", "all AR are placed before the first accuracy dr"
    for hex in hexes:
        if state.terrain(hex) not in LAND:
            yield (
                "BRT CG4",
                f"{hex} is {'an Ocean hex' if state.terrain(hex) == 'ocean' else 'on the pier'}: an AR is placed "
                "on land",
            )


@verbs("BRT CG4", side="us", phases=("bombardment",), offers=lambda state: [], further=leads.hexes("hexes"))
def bombard(table: Table[Reef], hexes: HexNames) -> None:
    """BRT CG4, CG18.3: an AR on a land hex for each Naval Bombardment: `bombard K12,M20`; then `accuracy`. Each has its
    radius, in that order."""
    heed(table, why_not_bombard(table.state, hexes))
    table.record(f.BombardmentPlaced(rule="BRT CG4", hexes=hexes))


def waiting(state: Reef) -> tuple[str, ...]:
    """ARs whose accuracy dr has not been made."""
    return state.bombardments[state.bombarded :]


def owed_accuracy(state: Reef) -> str:
    if waiting(state):
        return "the accuracy drs of the Naval Bombardments, `accuracy`"
    walls = seawalls_due(state)
    return (
        f"the NMCs of the seawalls of {', '.join(walls[:8])}{' …' if len(walls) > 8 else ''}, `breach`" if walls else ""
    )


def blasts_at(state: Reef, hex: str) -> int:
    """In how many Blast Areas a hex lies."""
    return sum(state.distance(hex, centre) <= state.radius(n) for n, centre in enumerate(state.blasts))


def checks_left(state: Reef, hex: str) -> int:
    """BRT CG4a: one NMC for each bombardment whose Blast Area a seawall hex lies in (reading R-42)."""
    return blasts_at(state, hex) - (state.ground[hex].checked if hex in state.ground else 0)


def seawalls_due(state: Reef) -> tuple[str, ...]:
    """BRT CG4a: the hexes with seawalls (reading R-63) that still take a NMC, as far as the map has been read out."""
    if not state.blasts:
        return ()
    return tuple(hex for hex, card in state.rows(HexCard).items() if card.seawalls and checks_left(state, hex) > 0)


@verbs("BRT CG4", side="us", phases=("bombardment",), offers=lambda state: [{}] if waiting(state) else [])
def accuracy(table: Table[Reef]) -> None:
    """BRT CG4: a dr for each AR; an Original 2 or less is accurate, else an Error DR, its Extent halved: `accuracy 2 3
    64`."""
    table.require(bool(waiting(table.state)), "BRT CG4", "no AR is placed: `bombard` comes first")
    while waiting(table.state):
        table.mark()
        land(table, waiting(table.state)[0])
    table.mark()


def land(table: Table[Reef], placed: str) -> None:
    """BRT CG4: where a bombardment falls, and the smoke it leaves in the land hexes of its Blast Area."""
    die = roll(table, "accuracy", "BRT CG4", f"the accuracy dr of the bombardment of {placed}", by="us", at=placed)[0]
    error: tuple[int, ...] = ()
    off, hex = 0, placed
    if die > ACCURATE:
        error = roll(table, "error", "BRT CG4", "the Error DR: direction, extent", count=2, by="us", at=placed)
        off = halved(table, error[1])
        hex = strays(table, placed, off)
    radius = table.state.radius(table.state.bombarded)
    area = table.state.near(hex, radius) if radius else (hex,)
    smoke = tuple(one for one in area if table.state.known_terrain(one) in LAND)
    table.record(
        f.BombardmentLanded(
            rule="BRT CG4", placed=placed, die=die, error=error, off=off, hex=hex, radius=radius, smoke=smoke
        )
    )


def halved(table: Table[Reef], extent: int) -> int:
    """BRT CG4: the Extent of Error is halved, and nothing else; a half goes as C1.31 has it (reading R-13)."""
    return extent // 2 if extent % 2 == 0 else (extent + 1) // 2 if table.state.base("halving") == "up" else extent // 2


def strays(table: Table[Reef], placed: str, off: int) -> str:
    """The hex so far off in the direction of the error, which the map shows (C1.31)."""
    if not off:
        return placed
    grid, here = table.state.grid, spot(placed)
    options: list[str] = []
    for direction in ("ahead", "back", "down-ahead", "down-back", "up-ahead", "up-back"):
        end = here
        for _ in range(off):
            end = grid.toward(end, direction)
        if hex_at(end):
            options.append(hex_at(end))
    words = f"the hex {off} away in the direction of the Error DR"
    return table.choose(
        OneOf(
            name="lands", by="us", rule="BRT CG4", words=words, options=tuple(options), default=options[0], names="hex"
        )
    )


# ---- CG4a seawalls ----


def _breaches(state: Reef) -> Iterator[Mapping[str, Any]]:
    if due := seawalls_due(state):
        yield {"hexes": due}


@verbs("BRT CG4a", side="us", phases=("bombardment",), offers=_breaches, further=leads.hexes("hexes"))
def breach(table: Table[Reef], hexes: HexNames) -> None:
    """BRT CG4a: the NMCs of the seawalls in a Blast Area, Morale 10, a DR a hex: `breach T24,T25,T26 34 65 22`.

    Of several hexsides Random Selection says which are breached: the highest, several where they tie.
    """
    for hex in hexes:
        table.require(checks_left(table.state, hex) > 0, "BRT CG4a", f"{hex} is in no Blast Area, or has taken its NMC")
        check_seawall(table, hex)


def check_seawall(table: Table[Reef], hex: str) -> None:
    printed = table.read(HexCard, hex).seawalls
    table.require(bool(printed), "BRT CG4a", f"{hex} has no seawall hexside")
    gone = table.state.ground[hex].breached if hex in table.state.ground else ()
    sides = tuple(side for side in printed if side not in gone)
    dice = roll(
        table, "nmc", "BRT CG4a", f"the NMC of the seawall of {hex}, Morale {MORALE} (reading R-22)", count=2, at=hex
    )
    breached: tuple[str, ...] = ()
    if sum(dice) > MORALE:
        breached = tuple(sides[:1])
        if len(sides) > 1:
            picks = roll(
                table, "selection", "BRT CG4a", f"Random Selection among {', '.join(sides)}", count=len(sides), at=hex
            )
            breached = tuple(side for side, die in zip(sides, picks, strict=False) if die == max(picks))
    table.record(f.SeawallChecked(rule="BRT CG4a", hex=hex, dice=dice, breached=breached))


def disperse(table: Table[Reef]) -> None:
    """BRT CG4: the smoke of the bombardment is Dispersed as the Marine Prep Fire Phase starts."""
    if table.state.mover != "us":
        return
    places = tuple(hex for hex, ground in table.state.ground.items() if ground.smoke == "smoke")
    if places:
        table.record(f.SmokeDispersed(rule="BRT CG4", places=places))
