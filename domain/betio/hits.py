"""BB 3.8 hits as steps or as morale, 4.9.5 spoiled recoveries, 5 the Casualty Track, 8.2.4 infantry eliminated."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.charts import CasualtyTrackCard, TrackCard
from domain.betio.clearing import abandon
from domain.betio.ending import settle
from domain.betio.facts.codes import LossCause
from domain.betio.state import CASUALTIES, HALF, JAPANESE, MARINE, REGIMENTS, THOUSANDS, Betio, track_of
from domain.kernel.facts import Loss, Track
from domain.kernel.questions import OneOf
from domain.kernel.table import Table

BY_JAPANESE_FIRE = ("anti-landing", "defensive", "offensive", "wrecks", "runway", "banzai")
"""What spoils a recovery (4.9.5, reading A-19)."""


def take_hits(table: Table[Betio], unit: str, hits: int, cause: LossCause, rule: str) -> None:
    """BB 3.8.1 to 3.8.3: each hit as a step or, if the player likes, a box of the regiment's morale; tanks and vessels
    lose steps.

    What each choice leads to is told with the question. What is left when the unit is gone lapses.
    """
    for n in range(hits):
        if table.state.units[unit].steps <= 0:
            return
        if choose(table, unit, hits - n, rule) == "morale":
            morale.move(table, table.state.units[unit].regiment, -1, "hit", "BB 3.8.3", unit)
            spoil(table, unit, cause)
        else:
            lose_steps(table, unit, 1, cause, rule)


def why_not_morale(state: Betio, unit: str) -> tuple[str, str]:
    """The rule for which a hit on a unit is a step, and why; ("", "") where the player may choose."""
    now = state.units[unit]
    if now.is_vessel or now.is_tank:
        return "BB 3.8.2", "hits on tanks and vessels are always steps"
    if now.regiment not in REGIMENTS:
        return "BB 8.4.2", f"{unit} belongs to no regiment with a morale track (reading A-53)"
    if not morale.can_fall(state, now.regiment):
        return "BB 3.8.3", "the regiment's marker stands at the left end of its track (reading A-29)"
    return "", ""


def choose(table: Table[Betio], unit: str, left: int, rule: str) -> str:
    """BB 3.8.1, 8.4.3: how a hit is taken."""
    state = table.state
    now = state.units[unit]
    question = OneOf(
        name="hit",
        by="us",
        rule="BB 3.8.1",
        words=f"{unit} takes a hit ({left} to take): {foretold(state, unit)}",
        options=("step", "morale"),
        default="step",
    )
    against = why_not_morale(state, unit)
    return table.gives(question, "step", *against) if against[0] or not now.regiment else table.ask(question)


def foretold(state: Betio, unit: str) -> str:
    """What a hit leads to, as a step and as morale."""
    now, card = state.units[unit], state.card(unit)
    left = now.steps - 1
    step = (
        "eliminated"
        if not left
        else f"{left} of {card.steps} steps left" + (", turned" if not now.reversed and 2 * left <= card.steps else "")
    )
    if why_not_morale(state, unit)[0]:
        return f"a step, {step}"
    boxes, at = state.read(TrackCard, track_of(now.regiment)).boxes, state.tracks[now.regiment]
    return f"step, {step}; or morale of the regiment {boxes[at]:+d} to {boxes[at - 1]:+d}"


def lose_steps(table: Table[Betio], unit: str, steps: int, cause: LossCause, rule: str) -> None:
    """BB 3.8.4, 3.8.5, 3.8.6, 3.7.7: steps of a unit, half of which turn it; as many of what a vessel carries (reading
    A-31)."""
    now = table.state.units[unit]
    steps = min(steps, now.steps)
    if steps <= 0:
        return
    left = now.steps - steps
    loss = Loss(side="us", unit=unit, steps=steps, cause=cause, left=left, eliminated=left == 0)
    turned = (unit,) if left and not now.reversed and 2 * left <= table.state.card(unit).steps else ()
    halves = (
        {unit: max(0, now.halves - HALF * (table.state.card(unit).ap - table.state.card(unit).ap_back))}
        if turned and now.spent
        else {}
    )
    table.record(f.StepsLost(rule=rule, losses=(loss,), turned=turned, trapped=cause == "booby-trap", halves=halves))
    spoil(table, unit, cause)
    cargo = now.cargo
    if now.is_vessel and cargo in table.state.units:
        lose_steps(table, cargo, steps, "vessel", "BB 3.7.7")
    if left == 0:
        eliminate(table, unit, rule)


def eliminate(table: Table[Betio], unit: str, rule: str) -> None:
    """BB 3.8.6, 8.2.4: a unit is gone; infantry raises the Japanese morale (reading A-30).

    Whoever was aboard goes on wading (reading A-51), but for artillery, which never wades (3.4.7).
    """
    now = table.state.units[unit]
    if now.is_vessel and now.cargo in table.state.units and table.state.units[now.cargo].steps:
        if table.state.units[now.cargo].kind == "artillery":
            lose_steps(table, now.cargo, table.state.units[now.cargo].steps, "vessel", "BB 3.4.7")
        else:
            table.record(f.Stranded(rule="BB 3.7.7", unit=now.cargo, vessel=unit, hex=now.hex))
    table.record(f.UnitLost(rule="BB 3.8.6", units=(unit,)))
    if now.kind in ("infantry", "hawkins"):
        morale.move(table, JAPANESE, 1, "infantry-lost", "BB 8.2.4", unit)
    abandon(table, now.hex)


def spoil(table: Table[Betio], unit: str, cause: LossCause) -> None:
    """BB 4.9.3 to 4.9.5: a recovery fails by a loss to traps, to Japanese fire, or as a Banzai's target."""
    now = table.state.units[unit]
    if now.recovering and not now.spoiled and (cause in BY_JAPANESE_FIRE or cause == "booby-trap"):
        table.record(f.RecoverySpoiled(rule="BB 4.1.3" if cause == "booby-trap" else "BB 4.9.5", units=(unit,)))


def advance_casualties(table: Table[Betio], unit: str) -> None:
    """BB 5.1.2, 5.1.3, 5.1.4, 5.2.2: an asterisk moves the Casualty Marker, but for vessels, tanks and Hawkins; a
    thousand costs morale."""
    now = table.state.units[unit]
    if now.is_vessel or now.is_tank or now.kind == "hawkins":
        return
    boxes = table.read(CasualtyTrackCard, "casualties").boxes
    at, thousands = table.state.tracks.get(CASUALTIES, 0), table.state.tracks.get(THOUSANDS, 0)
    moved = [Track(name=CASUALTIES, was=at, now=at + 1, why="a casualty result")]
    if at + 1 >= len(boxes) - 1:
        moved = [
            Track(name=CASUALTIES, was=at, now=0, why="a casualty result, and the box of a thousand"),
            Track(name=THOUSANDS, was=thousands, now=thousands + 1, why="the next marker"),
        ]
    number = 1000 * thousands + boxes[min(at + 1, len(boxes) - 1)]
    table.record(f.CasualtiesAdvanced(rule="BB 5.1.2", tracks=tuple(moved), total=number))
    if len(moved) > 1:
        morale.move(table, MARINE, -1, "casualties", "BB 8.3.2")
        settle(table)
