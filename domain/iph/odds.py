"""IPH 10.2, 10.8, 10.11, 10.12, 10.14, 11.2: strengths, and the columns they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.board import directions
from domain.iph.charts import FORD_ISLAND, NEVER_CONCENTRIC, ResultCard, TerrainCard
from domain.iph.state import BBROW, BEACHHEAD, Iph
from domain.kernel.facts import Modifier
from domain.wargame.hex_grid import towards
from domain.wargame.war_facts import listed

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
"""IPH 10.2, 10.11: the columns of the Combat Results Table, from left to right."""
EVEN = COLUMNS.index("1:1")
BATTLESHIP = 6
"""IPH 7.1."""
OPPOSITE, ALTERNATE = 3, ({0, 2, 4}, {1, 3, 5})
"""IPH 10.12: how many sides of a hex lie between opposite ones, and which ones have one between each and the next."""


# ---- strengths ----


def attack_factor(state: Iph, unit: str) -> int:
    """IPH 2.9, 2.11: the attack factor on the side a unit shows."""
    card = state.card(unit)
    return card.attack if state.units[unit].steps >= card.steps else card.reduced_attack


def defence_factor(state: Iph, unit: str) -> int:
    """IPH 2.9, 2.11: the defence factor on the side a unit shows; that of Battleship Row is rolled (11.4)."""
    if state.units[unit].command == BBROW:
        return 0
    if state.units[unit].command == BEACHHEAD:
        return 1
    card = state.card(unit)
    return card.defence if state.units[unit].steps >= card.steps else card.reduced_defence


def attack_terms(state: Iph, battle: Battle) -> Iterator[Modifier]:
    """IPH 10.2: what attacks, hex by hex; 10.14 doubled out of a fort with its garrison, 11.2 halved onto Ford Island
    (readings R-10, R-49, R-54)."""
    across = battle.target == FORD_ISLAND
    in_sum = across and state.reading("R-10") == "sum"
    every = 0
    for hex in battle.hexes:
        factors = [attack_factor(state, unit) for unit in battle.units if state.units[unit].hex == hex]
        yield f.term("strength", sum(factors), "IPH 10.2", hex)
        if battle.side == "us" and state.garrisoned(hex):
            yield f.term("fort", sum(factors), "IPH 10.14", hex)
            factors = [2 * factor for factor in factors]
        if across and not in_sum:
            yield f.term("across-water", sum(factor // 2 - factor for factor in factors), "IPH 11.2", hex)
        every += sum(factors)
    if across and in_sum:
        yield f.term("across-water", every // 2 - every, "IPH 11.2", listed(battle.hexes))


def defence_terms(state: Iph, battle: Battle, rebels: bool) -> Iterator[Modifier]:
    """IPH 10.2, 10.8: what defends, and what the terrain makes of it."""
    whole = sum(defence_factor(state, unit) for unit in battle.defenders(state))
    if whole or not battle.against_bbrow(state):
        yield f.term("strength", whole, "IPH 10.2", battle.target)
    if rebels:
        return
    terrain = state.read(TerrainCard, state.ground(battle.target).terrain)
    made = whole * terrain.multiplier // (2 if terrain.halved else 1)
    if made != whole:
        yield f.term("multiplied", made - whole, "IPH 10.8", battle.target)


# ---- columns ----


def start_column(attack: int, defence: int) -> int:
    """IPH 10.2: the ratio in the defender's favour, as columns right of 1:1; an attack without strength is as bad as
    can be (reading R-05), one against none as good (reading R-48).
    """
    if attack <= 0:
        return -EVEN
    if defence <= 0:
        return len(COLUMNS) - 1 - EVEN
    return attack // defence - 1 if attack >= defence else 1 + -(-defence // attack) * -1


def column(index: int) -> str:
    """IPH 10.11: no column lies beyond 1:3 and 4:1."""
    return COLUMNS[max(0, min(len(COLUMNS) - 1, EVEN + index))]


def final_column(state: Iph, attack: int, defence: int, shifts: Sequence[Modifier]) -> tuple[str, str, str]:
    """IPH 10.2, 10.11: the column a battle starts at, the ratio beyond it that is shifted in its place, and the final
    column.

    Reading R-04: a printed column is shifted, and then there is no such ratio, or the ratio itself.
    """
    ratio = start_column(attack, defence)
    start, beyond = column(ratio), ""
    first = COLUMNS.index(start) - EVEN
    if first != ratio and state.reading("R-04") == "final-only":
        first = ratio
        beyond = (f"{ratio + 1}:1" if ratio > 0 else f"1:{1 - ratio}") if shifts else ""
    return start, beyond, column(first + sum(term.amount for term in shifts))


def attacked_from(state: Iph, battle: Battle) -> tuple[str, ...]:
    """The hexes next to its target from which it is attacked on the ground, that of Battleship Row among them."""
    if battle.kind == "battleship-row":
        return (FORD_ISLAND,) if state.grid.adjacent(FORD_ISLAND, battle.target) else ()
    return battle.hexes


def terrain_shifts(state: Iph, battle: Battle) -> Iterator[Modifier]:
    """IPH 10.8: columns for the terrain of the hex under attack, and of hexsides that all who attack have to cross
    (reading R-47).

    11.3: what lies between does not shelter from Battleship Row two hexes away; next to it, it does.
    """
    ground = state.ground(battle.target)
    if shift := state.read(TerrainCard, ground.terrain).shift:
        yield f.term("terrain", -shift, "IPH 10.8", battle.target)
    sides = [
        {*towards(ground.sides, hex), *towards(state.ground(hex).sides, battle.target)}
        for hex in attacked_from(state, battle)
    ]
    if sides and all(sides):
        shift = min(max(state.read(TerrainCard, kind).shift for kind in sorted(kinds)) for kinds in sides)
        if shift:
            yield f.term("hexside", -shift, "IPH 10.8", battle.target)


def beachhead_shift(state: Iph, battle: Battle) -> Iterator[Modifier]:
    """IPH 8.4: Japanese units that defend in a hex with a Beachhead marker, or next to one, have a column, once."""
    if battle.side == "us" and any(state.grid.distance(hex, battle.target) <= 1 for hex in state.beachheads):
        yield f.term("beachhead", -1, "IPH 8.4", battle.target)


def concentric(state: Iph, battle: Battle) -> Iterator[Modifier]:
    """IPH 10.12: a Japanese attack from opposite hexes, from three with one between each and the next, or from more
    than three, has a column.

    Rebels in a city change nothing of that (reading R-46).
    """
    if (
        battle.side != "jp"
        or battle.kind != "ground"
        or battle.target == FORD_ISLAND
        or state.ground(battle.target).terrain in NEVER_CONCENTRIC
    ):
        return
    sides = directions(state, battle.target, battle.hexes)
    opposite = any((side + OPPOSITE) % 6 in sides for side in sides)
    if opposite or any(three <= sides for three in ALTERNATE) or len(sides) > 3:
        yield f.term("concentric", 1, "IPH 10.12")


def in_favour(battle: Battle, side: str, columns: int, code: f.TermCode, rule: str) -> Iterator[Modifier]:
    """Columns for one side: to the right for the attacker, to the left for the defender."""
    if columns:
        yield f.term(code, columns if battle.side == side else -columns, rule)


# ---- what may be expected ----


def expected(state: Iph, odds: str, of: Callable[[ResultCard], int]) -> str:
    """The mean of a column's six cells, as a fraction; "" where one has not been read out: it is never guessed."""
    rows = state.rows(ResultCard)
    cells = [rows.get(f"{odds}/{die}") for die in range(1, 7)]
    return str(Fraction(sum(of(cell) for cell in cells if cell), 6)) if all(cells) else ""
