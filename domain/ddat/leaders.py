"""DDaT 10: heroes, Major Ryan, HQs on their hero side; how they are hit, and what they are good for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from domain.ddat import facts as f
from domain.ddat.common import Objections, UnitName, choose, heed, unbarred, verbs
from domain.ddat.losses import eliminate, lose_step
from domain.ddat.november_pieces import RYAN_WITH
from domain.ddat.state import MAP, Ddat
from domain.kernel.questions import YesNo
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table

# ---- 10.11, 10.17, 10.21 who is with whom ----


def hero_of(state: Ddat, unit: str) -> Literal["", "hero", "ryan", "hq"]:
    """The hero that is with a unit: its own, Major Ryan in its hex, or an HQ on its hero side, itself or stacked with
    it (10.13, 10.17, 10.21)."""
    stack = state.at(state.units[unit].hex)
    if state.units[unit].heroes:
        return "hero"
    if state.ryan in stack and not state.ryan_inspired:
        return "ryan"
    hqs = (state.units[name] for name in (unit, *stack))
    return "hq" if any(hq.heroic and not hq.post for hq in hqs) else ""


class Leader(NamedTuple):
    """A leader who can be hit: an HQ or command post, a hero with a unit, or Major Ryan (10)."""

    unit: str
    kind: Literal["hq", "hero", "ryan"]


@rests_on("units", "ryan", "ryan_inspired", "charts")
def all_leaders(state: Ddat) -> tuple[Leader, ...]:
    """DDaT 10: each leader on the map by himself: of two with a unit both may be hit."""
    found: list[Leader] = []
    for name in state.on_map():
        if state.card(name).leader:
            found.append(Leader(name, "hq"))
        if heroes := state.units[name].heroes:
            found += [Leader(name, "hero")] * heroes
        if state.ryan == name and not state.ryan_inspired:
            found.append(Leader(name, "ryan"))
    return tuple(found)


def called(leader: Leader, others: Sequence[Leader]) -> str:
    """What a player calls a leader: by his unit; Major Ryan `ryan` where another leader is with it."""
    alone = leader.kind != "ryan" or all(one == leader or one.unit != leader.unit for one in others)
    return leader.unit if alone else "ryan"


# ---- 10.15, 10.16, 8.61 a hero's life for his unit's ----


def fire_loss(
    table: Table[Ddat],
    unit: str,
    rule: str,
    cause: f.Cause,
    *,
    by: tuple[str, ...] = (),
    card: str = "",
    hit: bool = True,
) -> None:
    """A step lost to Japanese fire; a hero may give his life for a unit's last one (10.15, reading AMB-80). `hit`: in a
    Fire Phase (6.34)."""
    words = f"the hero with {unit} gives his life, and the unit keeps its last step?"
    if _gives_his_life(table, unit, "sacrifice", "DDaT 10.15", words):
        inspire(table, unit, "hero" if table.state.units[unit].heroes else "ryan", "DDaT 10.15")
    elif table.state.card(unit).leader:  # which the table insists on: fire hits an HQ on a star alone
        hit_leader(table, Leader(unit, "hq"))
    else:
        lose_step(table, unit, rule, cause, by=by, card=card, hit=hit)


def combat_loss(table: Table[Ddat], unit: str, rule: str, cause: f.Cause, by: str) -> None:
    """A step lost in close combat, where an HQ counts as a unit of one (10.22).

    A hero may die instead of a unit's last one, and leaves nobody inspired (8.61).
    """
    if _gives_his_life(table, unit, "save", "DDaT 8.61", f"the hero with {unit} dies instead of its last step?"):
        own = "hero" if table.state.units[unit].heroes else "ryan"
        table.record(f.LeaderHit(rule="DDaT 8.61", unit=unit, leader=own, now="killed"))
    elif table.state.card(unit).leader:
        eliminate(table, unit, "DDaT 10.22", cause)
    else:
        lose_step(table, unit, rule, cause, by=(by,))


def _gives_his_life(table: Table[Ddat], unit: str, name: str, rule: str, words: str) -> bool:
    if hero_of(table.state, unit) not in ("hero", "ryan"):
        return False
    question = YesNo(name=name, by="us", rule=rule, words=words, default=False)
    last = table.state.units[unit].steps == 1 or table.state.card(unit).leader
    return (
        table.ask(question)
        if last
        else table.gives(question, False, rule, f"{unit} has more than its last step to lose")
    )


def inspire(table: Table[Ddat], unit: str, kind: Literal["hero", "ryan"], rule: str) -> None:
    """DDaT 10.16: a hero falls, and his unit is inspired; after Major Ryan a unit of his hex that the player picks
    (10.17)."""
    state = table.state
    if kind == "hero":
        table.record(f.LeaderHit(rule=rule, unit=unit, leader="hero", now="inspired"))
        return
    barred = partial(why_not_inspired, state, state.units[unit].hex)
    stack = (unit, *(name for name in unbarred(state.at(state.units[unit].hex), barred) if name != unit))
    heir = choose(table, "ryan", stack, "DDaT 10.17", "which unit Major Ryan leaves inspired", barred)
    if state.ryan != heir:
        table.record(f.RyanPlaced(rule="DDaT 10.17", unit=heir))
    table.record(f.LeaderHit(rule=rule, unit=heir, leader="ryan", now="inspired"))


def why_not_inspired(state: Ddat, hex: str, unit: str) -> Objections:
    """DDaT 10.17: why Major Ryan does not leave a unit inspired."""
    if state.units[unit].hex != hex:
        yield "DDaT 10.17", f"{unit} is not in {hex} with Major Ryan"
    elif state.card(unit).leader:
        yield "DDaT 10.17", f"{unit} is an HQ"


# ---- 10.3 hits on leaders ----


def hit_leader(table: Table[Ddat], leader: Leader) -> None:
    """DDaT 10.3, 16.33: a hero falls, an HQ loses its hero side, then itself; a command post is an HQ again.

    A hero may have fallen meanwhile with his unit, or given his life for it; Major Ryan, who goes to another unit then,
    is hit there (10.17).
    """
    name, now = leader.unit, table.state.units[leader.unit]
    if leader.kind == "ryan":
        if table.state.ryan and not table.state.ryan_inspired:
            inspire(table, table.state.ryan, "ryan", "DDaT 10.3")
    elif leader.kind == "hero":
        if now.heroes:
            inspire(table, name, "hero", "DDaT 10.3")
    elif now.post or now.heroic:
        table.record(f.LeaderHit(rule="DDaT 16.33" if now.post else "DDaT 10.3", unit=name, leader="hq", now="plain"))
    elif now.box == MAP:
        table.record(f.LeaderHit(rule="DDaT 10.3", unit=name, leader="hq", now="eliminated"))
        eliminate(table, name, "DDaT 10.3", "position-fire")


# ---- 3.0, 10.17, 20.2 Major Ryan ----

RYAN_GOES = ("load", "land", "wade", "arrive", "event", "fire", "event2", "engineer", "action", "combat")
"""Phases in which he may go from a unit to another of his hex: all in which the US side declares anything (reading
AMB-64)."""


def _ryans(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.phase == "setup" and not state.ryan:
        yield from ({"unit": name} for name in state.on_map() if not any(why_not_ryan(state, name)))


def why_not_ryan(state: Ddat, unit: str) -> Objections:
    """Why Major Ryan may not be with a unit: he begins with infantry of Red 1 (3.0), in 21 November with one of four
    units (20.2)."""
    now = state.units[unit]
    infantry = now.box == MAP and state.card(unit).type == "infantry"
    if state.phase == "setup" and state.scenario == "21-november":
        if not infantry or unit not in RYAN_WITH:
            yield "DDaT 20.2", f"{unit} is none of {', '.join(RYAN_WITH)} on the map"
    elif state.phase == "setup":
        if not infantry or not state.board.approach_at(now.hex).startswith("R1"):
            yield "DDaT 3.0", f"{unit} is no infantry in a Red 1 approach hex"
    else:
        if not state.ryan or state.ryan_inspired:
            yield "DDaT 10.17", "Major Ryan is not in play, or no more than an inspiration"
        if not state.ryan or now.box != MAP or now.hex != state.units[state.ryan].hex:
            yield "DDaT 10.17", f"Major Ryan is not in the hex of {unit}"


@verbs("DDaT 10.17", side="us", phases=("setup", *RYAN_GOES), offers=_ryans)
def ryan(table: Table[Ddat], unit: UnitName) -> None:
    """DDaT 10.17, 3.0: Major Ryan begins with an infantry unit of Red 1, and may be with any unit of his hex at any
    time (reading AMB-64)."""
    heed(table, why_not_ryan(table.state, unit))
    setup = table.state.phase == "setup"
    table.record(
        f.RyanPlaced(rule="DDaT 3.0" if setup else "DDaT 10.17", unit=unit, first=setup and not table.state.ryan)
    )
