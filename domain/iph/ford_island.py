"""IPH 11 Ford Island and Battleship Row, 4.5 what its loss brings."""

from __future__ import annotations

from domain.iph import facts as f
from domain.iph.battle import Battle
from domain.iph.charts import FORD_ISLAND
from domain.iph.common import Objections
from domain.iph.state import BBROW, Iph
from domain.iph.victory import award
from domain.kernel.facts import Modifier, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table

RANGE = 2
"""IPH 11.3."""
FIRST_DAY = 6
"""IPH 4.5: the date less this is taken off the die."""


def score_row(table: Table[Iph]) -> None:
    """IPH 4.5: a die for the victory points of Battleship Row, less one on the 7th, two on the 8th, three on the 9th;
    never below none."""
    less = table.state.date - FIRST_DAY
    words = f"victory points for Battleship Row, less {less} by date"
    die = table.ask(Roll(name="row-points", by="jp", rule="IPH 4.5", words=words))[0]
    award(table, f.PointsScored(rule="IPH 4.5", points=(f.points("jp", max(0, die - less), "battleship-row", BBROW),)))


def why_not_fire(state: Iph, target: str) -> Objections:
    """IPH 11.3: what stands against Battleship Row's attack on a hex."""
    if not state.bbrow:
        yield "IPH 11.3", "Battleship Row is out of play"
    if state.night:
        yield "IPH 11.3", "it never attacks at night"
    if not state.japanese_in(target):
        yield "IPH 11.3", f"there is no Japanese ground unit in {target}"
    if (far := state.grid.distance(FORD_ISLAND, target)) > RANGE:
        yield "IPH 11.3", f"{target} is {far} hexes away: {RANGE} are the most"


def roll_attack(table: Table[Iph], battle: Battle) -> int:
    """IPH 11.3: two dice next to it, one at two hexes."""
    near = table.state.grid.distance(FORD_ISLAND, battle.target) <= 1
    why = f"{battle.target} is next to it" if near else f"{battle.target} is two hexes away"
    return _roll(
        table, Modifier(rule="IPH 11.3", amount=1 + near, why=why), f"Battleship Row's attack factor on {battle.target}"
    )


def roll_defence(table: Table[Iph]) -> int:
    """IPH 11.4: two dice, after the Japanese aircraft have been committed."""
    return _roll(
        table, Modifier(rule="IPH 11.4", amount=2, why="Battleship Row defends"), "Battleship Row's defence factor"
    )


def _roll(table: Table[Iph], count: Modifier, words: str) -> int:
    purpose = Purpose(kind="battleship-row", of=(BBROW,))
    dice = table.ask(
        Roll(name="row", by="us", rule=count.rule, words=words, count=count.amount, purpose=purpose, terms=(count,))
    )
    return sum(dice)


def lose_aircraft(table: Table[Iph], steps: int, committed: int) -> None:
    """IPH 11.4: in an attack by aircraft alone these take the attacker's losses (reading R-15)."""
    if number := min(steps, committed):
        table.record(f.AircraftLost(rule="IPH 11.4", aircraft=number))


def why_no_raid(state: Iph, aircraft: int) -> Objections:
    """IPH 11.4: what stands against an attack on Battleship Row by aircraft alone."""
    if not state.bbrow:
        yield "IPH 11.4", "Battleship Row is out of play"
    if state.night:
        yield "IPH 12.3", "no aircraft fly at night"
    elif not state.air:
        yield "IPH 7.2", "no aircraft fly before turn 5"
    if not aircraft:
        yield "IPH 11.4", "no aircraft is named"
    if aircraft > state.ijn_ready:
        yield "IPH 7.12", f"{state.ijn_ready} aircraft of close-in carriers are left in this turn, not {aircraft}"
    if FORD_ISLAND in state.attacked:
        yield "IPH 10.3", "Battleship Row has been attacked in this phase"
