"""DDaT 3: setting up. DDaT 21: the optional rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Literal

from domain.ddat import facts as f
from domain.ddat import november, november_pieces
from domain.ddat.arrivals import arriving, open_approaches
from domain.ddat.cards import draw_card
from domain.ddat.charts import CountRow, FireCard, ForceCard, UnitCard
from domain.ddat.common import Objections, heed, verbs
from domain.ddat.forces import place_depth
from domain.ddat.state import ASIDE, TRACK, Ddat
from domain.kernel.facts import Purpose
from domain.kernel.questions import Draw, Some
from domain.kernel.table import Table

COASTAL_UNITS, OTHER_UNITS, TANKS = 28, 15, 3
INLAND_UNITS, RESERVE = 11, 4
"""Of the 15 other units, those on inland positions and those in reserve (3.0)."""
"""The units of 21.3: those marked so, and the turns on which those of turn 28 and they come."""
RAIDED = ("D2", "E2")
"""Positions that a failed raid gives depth (21.1)."""


def begin(table: Table[Ddat]) -> None:
    """DDaT 3.0, 20: what the scenario settles by itself."""
    if table.state.scenario == "21-november":
        november.begin(table)
    else:
        table.record(f.ScenarioSet(rule="DDaT 3.0", scenario=table.state.scenario, turn=1, chits=("R", "M", "P", "A")))
    table.begin()


# ---- 3.0 the Japanese ----


def set_up_done(state: Ddat) -> bool:
    return bool(state.held()) or state.scenario == "21-november"


def _setups(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not set_up_done(state):
        yield {}


@verbs("DDaT 3.0", side="us", phases=("setup",), offers=_setups)
def setup(table: Table[Ddat]) -> None:
    """DDaT 3.0: Japanese units are laid face down; a card places the three tank units, face up and disrupted."""
    state = table.state
    table.require(not set_up_done(state), "DDaT 3.0", "the Japanese are set up")
    coastal = tuple(p for p, card in state.board.positions.items() if card.artillery != "none" or card.setup == "C")
    table.require(
        len(coastal) <= COASTAL_UNITS,
        "DDaT 3.0",
        f"{len(coastal)} positions want a coastal unit, there are {COASTAL_UNITS}",
    )
    pools = {kind: table.read(CountRow, kind).count for kind in ("coastal", "inland")}
    tanks = _place_tanks(table)
    inland = _choose_inland(
        table, [p for p, card in state.board.positions.items() if card.setup == "I" and p not in (*tanks, *coastal)]
    )
    table.record(
        f.JapaneseSetUp(
            rule="DDaT 3.0",
            positions=tuple(p for p in (*coastal, *inland) if p not in tanks),
            reserve=RESERVE + INLAND_UNITS - len(inland),
            coastal_pool=pools["coastal"],
            inland_pool=pools["inland"],
            out_of_play=max(0, COASTAL_UNITS - len(coastal)),
        )
    )
    for where, name in tanks.items():
        table.record(f.TankPlaced(rule="DDaT 3.0", position=where, unit=name, colour=table.read(ForceCard, name).tank))


def _place_tanks(table: Table[Ddat]) -> dict[str, str]:
    """The colours of a card say which positions with an armor symbol hold the tank units; which lies where is drawn."""
    state = table.state
    face = table.read(FireCard, draw_card(table, "armour", "the tank units' positions", "DDaT 3.0"))
    names = [n for n, card in state.rows(ForceCard).items() if card.tank]
    names += [name for name in (f"T{n}" for n in range(1, TANKS + 1)) if name not in names][
        : max(0, TANKS - len(names))
    ]
    tanks: dict[str, str] = {}
    for shown in face.shown:
        where = next((p for p, card in state.board.positions.items() if card.armor and card.colour == shown.colour), "")
        left = tuple(n for n in names if n not in tanks.values())
        if where:
            words = f"which tank unit lies in {where} ({shown.colour})"
            draw = Draw(
                name="tank",
                by="table",
                rule="DDaT 3.0",
                words=words,
                purpose=Purpose(kind="tank", at=where),
                left=left,
                deck="tank units",
            )
            tanks[where] = table.gives(draw, left[0]) if len(left) == 1 else table.ask(draw)
    return tanks


def _choose_inland(table: Table[Ddat], positions: list[str]) -> tuple[str, ...]:
    """The inland positions that hold a unit; where there are more of them than units, the table's choice."""
    question = Some(
        name="inland",
        by="table",
        rule="DDaT 3.0",
        words=f"which {INLAND_UNITS} inland positions hold a unit",
        options=tuple(positions),
        least=INLAND_UNITS,
        most=INLAND_UNITS,
        barred=partial(why_not_inland, table.state),
        names="position",
    )
    return table.ask(question) if len(positions) > INLAND_UNITS else table.gives(question, tuple(positions))


def why_not_inland(state: Ddat, position: str) -> Objections:
    """DDaT 3.0: why no unit of the reserve's is laid in a position."""
    if position in state.positions:
        has_i = state.place(position).setup == "I"
        yield "DDaT 3.0", f"{position} holds a tank unit or a coastal one" if has_i else f"{position} has no I"


def owed_setup(state: Ddat) -> str:
    """What must still be set up before the first turn."""
    if not set_up_done(state):
        return "the Japanese set-up, `setup CARD TANK TANK`"
    due = [n for n in arriving(state) if open_approaches(state, n)]
    if due:
        return f"{', '.join(due[:4])} in approach hexes, as in `place {open_approaches(state, due[0])[0]}:{due[0]}`"
    if state.scenario == "21-november":
        return november.owed(state)
    in_red_1 = (n for n in state.on_map() if state.board.approach_at(state.units[n].hex).startswith("R1"))
    if not state.ryan and any(state.card(n).type == "infantry" for n in in_red_1):
        return "Major Ryan with an infantry unit of Red 1, `ryan UNIT`"
    return ""


def end_setup(table: Table[Ddat]) -> None:
    """The pieces stand; the units of scenario rules wait on the turn track."""
    table.record(f.SetupEnded(rule="DDaT 3.0"))


# ---- 21 optional rules ----


def why_not_raid(state: Ddat) -> Objections:
    """DDaT 21.1: why there is no raid: it comes once, between the set-up and turn 1."""
    if state.raid:
        yield "DDaT 21.1", "the raid has been resolved"
    if not set_up_done(state) or state.turn != 1:
        yield "DDaT 21.1", "the raid follows the set-up, before turn 1"


def _raids(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not any(why_not_raid(state)):
        yield {}


@verbs("DDaT 21.1", side="us", phases=("setup",), offers=_raids)
def raid(table: Table[Ddat]) -> None:
    """DDaT 21.1: Hawkins' raid: three fire cards, whose stars tell how it went; more than three are three (reading
    AMB-17)."""
    heed(table, why_not_raid(table.state))
    stars = sum(table.read(FireCard, draw_card(table, "raid", "Hawkins' raid", "DDaT 21.1")).stars for _ in range(3))
    table.record(f.RaidResolved(rule="DDaT 21.1", stars=stars))
    for position in RAIDED[: max(0, min(stars, 3) - 1)]:
        now = table.state.positions.get(position)
        if now is not None and now.unit and not now.depth:
            place_depth(table, position, "DDaT 21.1")
        else:
            table.record(
                f.NothingDone(rule="DDaT 21.1", what="depth", at=position, why="no unit without depth is there")
            )


@verbs("DDaT 21.2", side="us", phases=("setup",), name="landing-1-8", offers=lambda state: [])
def landing_1_8(table: Table[Ddat], beach: Literal["R1", "R2", "R3"]) -> None:
    """DDaT 21.2: the seven units of turn 17 land at this beach; the choice binds."""
    table.require(
        not table.state.landing_1_8, "DDaT 21.2", f"the beach is {table.state.landing_1_8}, and the choice binds"
    )
    table.record(f.OptionTaken(rule="DDaT 21.2", option="landing-1-8", beach=beach))


@verbs("DDaT 21.3", side="us", phases=("setup", "load"), name="shibasaki-survives", offers=lambda state: [])
def shibasaki_survives(table: Table[Ddat]) -> None:
    """DDaT 21.3: Admiral Shibasaki lives to the end (reading AMB-41); reserves come earlier, and all Japanese units
    must be eliminated."""
    state = table.state
    long = state.scenario in ("two-days", "21-november")
    table.require(long, "DDaT 21.3", "the option is for Two Days in Hell and 21 November")
    alive = state.scenario == "21-november" or state.shibasaki == "command"
    table.require(
        alive and state.turn in (1, november_pieces.FIRST_TURN),
        "DDaT 21.3",
        "it begins with the game, or on turn 17 while he lives",
    )
    waiting = {n: card.hastened for n, card in state.rows(UnitCard).items() if state.units[n].box in (TRACK, ASIDE)}
    due = {n: turn for n, turn in waiting.items() if turn}
    table.record(f.OptionTaken(rule="DDaT 21.3", option="shibasaki-survives", due=due))
