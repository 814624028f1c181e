"""BB 8.2.5, 8.3.4 collapses, 11.1 the time limit."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.banzai import can_be_lost
from domain.betio.charts import CollapseCard, LimitCard, TrackCard
from domain.betio.clearing import clear, unclear
from domain.betio.common import draw, roll, verbs
from domain.betio.state import JAPANESE, MARINE, TOO_MANY, WORST, Betio
from domain.kernel.questions import Some
from domain.kernel.table import Table

COLLAPSES = (("japanese", JAPANESE, "BB 8.2.5"), ("invasion", MARINE, "BB 8.3.4"))


def collapsing(state: Betio) -> tuple[tuple[str, str, str], ...]:
    """BB 8.2.5, 8.3.4: the collapse tables that are to be rolled on, once a turn each."""
    known = state.rows(TrackCard)
    return tuple(
        one for one in COLLAPSES if one[1] in known and state.morale(one[1]) == WORST and one[0] not in state.done
    )


def owed_collapse(state: Betio) -> str:
    return "the collapse die, `collapse`" if collapsing(state) else ""


@verbs("BB 8.2.5", side="us", phases=("collapse",), offers=lambda state: [{}] if collapsing(state) else [])
def collapse(table: Table[Betio]) -> None:
    """BB 8.2.5, 8.3.4: a die on the Collapse Table of the side whose General Morale stands at -3."""
    while due := collapsing(table.state):
        name, track, rule = due[0]
        (die,) = roll(table, "collapse", rule, f"the {'Japanese' if name == 'japanese' else 'Invasion'} Collapse Table")
        cell = table.read(CollapseCard, f"{name}/{die}")
        table.record(
            f.CollapseRolled(
                rule=rule, table="japanese" if name == "japanese" else "invasion", die=die, words=cell.words
            )
        )
        if cell.over:
            us_wins = name == "japanese" and table.state.casualties < TOO_MANY
            table.end(rule, "us" if us_wins else "jp", cell.words or f"the {name} collapse", by=f"{name}-collapse")
        if cell.morale:
            morale.move(table, track, cell.morale, "collapse", rule)
        if cell.hexes and name == "japanese":
            give_up(table, cell.hexes, rule)
        elif cell.hexes:
            fall_back(table, cell.hexes, rule)
    table.leave("collapse")


def give_up(table: Table[Betio], number: int, rule: str) -> None:
    """Hexes that the Japanese give up, where the player says (the table's words rule)."""
    able = tuple(hex for hex in table.state.uncleared if not table.state.ground(hex).strongpoints)
    number = min(number, len(able))
    if number:
        question = Some(
            name="given-up",
            by="us",
            rule=rule,
            words="the hexes that the Japanese give up",
            options=able,
            least=number,
            most=number,
            default=able[:number],
            names="hex",
        )
        for hex in table.ask(question):
            clear(table, hex, (), rule)


def fall_back(table: Table[Betio], number: int, rule: str) -> None:
    """Hexes that the Japanese take back where no Marine unit is, picked by chance (the table's words rule)."""
    for _ in range(number):
        empty = tuple(hex for hex in table.state.hexes if can_be_lost(table.state, hex) and not table.state.at(hex))
        if hex := draw(table, "hex", rule, "a hex that the Japanese take back", empty):
            if (
                hex in table.state.heads
            ):  # gone with its hex, and no point with it, as no Banzai attack overran it (reading A-97)
                table.record(f.HeadsLost(rule=rule, places=(hex,), lost=0, pool=table.state.pool))
            unclear(table, (hex,), rule)


def at_end_of_turn(table: Table[Betio]) -> None:
    """BB 11.1: the time limit."""
    limit = table.state.rows(LimitCard).get("game")
    if limit and table.state.turn >= limit.turn:
        table.end("BB 11.1", "jp", f"the time limit of {limit.turn} turns", by="time")
