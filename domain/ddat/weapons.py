"""DDaT 8.2: the weapons an attack needs, and those that attackers bring."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ddat.actions import commanders
from domain.ddat.charts import GRID, DepthCard, ForceCard, WeaponsRow
from domain.ddat.leaders import hero_of
from domain.ddat.state import Ddat
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table

NAVAL_WEAPONS = ("NF", "AR", "DE")
"""Requirements a naval fire marker meets (8.51): the naval fire that is wanted (8.26), artillery, demolitions."""
RADIO, FLAMETHROWER, FLANKING, CLOSE_COMBAT = "RD", "FT", "FL", "CC"
NEVER_WILD = (FLANKING, CLOSE_COMBAT)
"""Requirements no wild card meets (8.24, 17.5)."""
HEAVY = ("D", "H", "M")
"""Companies of heavy infantry (8.27)."""
NEAR_TANK = 4
"""Hexes at which a tank unit has the weapons of the nearer row."""


@rests_on("charts")
def requirements(state: Ddat) -> tuple[str, ...]:
    """DDaT 8.2: the requirements there are, by their codes: those the charts name, and those of the text."""
    rows: list[WeaponsRow | ForceCard | DepthCard] = [
        *state.rows(WeaponsRow).values(),
        *state.rows(ForceCard).values(),
        *state.rows(DepthCard).values(),
    ]
    return tuple(sorted({*NAVAL_WEAPONS, RADIO, FLAMETHROWER, *NEVER_WILD}.union(*(row.weapons for row in rows))))


def is_heavy(unit: str) -> bool:
    """DDaT 8.27: whether an infantry unit is a company of heavy infantry."""
    return unit.partition("/")[0] in HEAVY


def weapons_of(table: Table[Ddat], unit: str, hex: str) -> tuple[str, ...]:
    """DDaT 8.2: what a unit brings against a hex."""
    return weapons_at(table, unit, GRID.distance(table.state.units[unit].hex, hex))


def has_radio(table: Table[Ddat], unit: str) -> bool:
    """DDaT 8.1, 8.51, 8.52: whether a unit has a radio, or that of an HQ that commands it; it has what it could bring
    from an adjacent hex."""
    return bool(commanders(table.state, unit)) or RADIO in weapons_at(table, unit, 1)


def weapons_at(table: Table[Ddat], unit: str, far: int) -> tuple[str, ...]:
    """DDaT 8.21, 8.27, 8.28: the weapons of a unit at so many hexes.

    Infantry that has lost steps has what its side prints. Three-step heavy companies have a row of the chart as well:
    it is theirs where their side prints nothing (reading AMB-42), and at range (8.27).
    """
    state = table.state
    card, steps = state.card(unit), state.units[unit].steps
    if card.type == "tank":
        return table.read(WeaponsRow, "tank-near" if far <= NEAR_TANK else "tank-far").weapons
    if card.type == "artillery":
        return table.read(WeaponsRow, "artillery").weapons
    if card.type == "engineer":
        own = table.read(WeaponsRow, "engineer").weapons
        return (*own, FLAMETHROWER) if card.flamethrower and FLAMETHROWER not in own else own
    printed = {3: card.weapons3, 2: card.weapons2, 1: card.weapons1}.get(steps, ())
    row = "heavy" if is_heavy(unit) else "infantry"
    if steps == 3 and row == "heavy" and (far > 1 or not printed):
        row = "heavy-3"
    elif steps != 4:
        return printed
    return table.read(WeaponsRow, row if far == 1 else f"{row}-ranged").weapons


def adjacent(state: Ddat, units: Sequence[str], hex: str) -> tuple[str, ...]:
    """Those of some units that are next to a hex."""
    return tuple(name for name in units if GRID.adjacent(state.units[name].hex, hex))


def lacking(
    table: Table[Ddat], required: Sequence[str], hex: str, units: Sequence[str], naval: bool
) -> tuple[str, ...]:
    """The requirements the attackers do not meet (8.3(3)); CC never is (8.23)."""
    near = adjacent(table.state, units, hex)
    have: set[str] = (
        set(NAVAL_WEAPONS if naval else ())
        .union(*(weapons_of(table, name, hex) for name in units))
        .difference(NEVER_WILD)
    )
    if any(commanders(table.state, name) for name in near):
        have.add(RADIO)  # 8.25
    if flanked({table.state.units[name].hex for name in near}, required.count(FLANKING)):
        have.add(FLANKING)
    lacks = [code for code in dict.fromkeys(required) if code not in have]
    return (*(code for code in lacks if code not in NEVER_WILD), *(code for code in NEVER_WILD if code in lacks))


def flanked(hexes: set[str], times: int) -> bool:
    """DDaT 8.22: two hexes next to the target, not to each other; three of any kind when unit and depth both list
    it."""
    if times >= 2:
        return len(hexes) >= 3
    return any(GRID.distance(a, b) > 1 for a in hexes for b in hexes)


def hero_attacks(state: Ddat, hex: str, units: Sequence[str]) -> bool:
    """DDaT 10.13: whether a hero is with a unit that attacks from an adjacent hex."""
    return any(hero_of(state, name) for name in adjacent(state, units, hex))
