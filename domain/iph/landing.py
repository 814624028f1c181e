"""IPH 8: Japanese landings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iph import facts as f
from domain.iph.charts import LandingCard, LandingModifierCard, UnitCard
from domain.iph.common import Objections, UnitsByHex, heed, verbs
from domain.iph.losses import lose_step
from domain.iph.state import JAPANESE, STACK, Iph
from domain.kernel.facts import Modifier, Purpose
from domain.kernel.questions import Roll
from domain.kernel.table import Table
from domain.wargame.war_facts import several


def room(state: Iph) -> dict[str, int]:
    """IPH 8.1, 8.2: how many units may land through each Beachhead marker: four, within the stacking limit; none, where
    a side cannot tell."""
    return {
        hex: 0 if hex in state.sighted else max(0, STACK - len(state.mobile(hex, "jp"))) for hex in state.beachheads
    }


def due(state: Iph) -> int:
    """IPH 5.5, 8.2: how many units must land in this phase: as many as can; as far as a side can tell, which sees
    stacks that may be full."""
    return max(0, min(len(state.afloat()) - STACK * len(state.sighted), sum(room(state).values())))


def owed_landing(state: Iph) -> str:
    """IPH 5.5: the landing of a daylight turn, until nobody is left to land."""
    if state.landed == state.turn:
        return ""
    if due(state) or not _known(state):
        return "whoever can get ashore, `land HEX:UNIT,…`"
    return ""


def _known(state: Iph) -> bool:
    """Whether any Japanese counter has been read out; where none has, nobody can say that none is left to land."""
    return UnitCard.CHART in state.complete or any(unit.command in JAPANESE for unit in state.units.values())


def why_not_land(state: Iph, places: Mapping[str, tuple[str, ...]]) -> Objections:
    """IPH 8.1, 8.2, 5.5: what stands against a landing."""
    open_to, afloat, every = room(state), state.afloat(), [unit for units in places.values() for unit in units]
    if state.landed == state.turn:
        yield "IPH 8.1", "the landing of this turn has been made"
    elif state.phase != "landing":
        yield "IPH 8.1", "units come ashore in the Landing Phase of a daylight turn"
    for hex, units in places.items():
        if hex not in open_to:
            yield "IPH 8.1", f"there is no Beachhead marker in {hex}"
        elif len(units) > STACK:
            yield "IPH 8.1", f"a Beachhead marker lands {several(STACK, 'unit')}, not {len(units)}"
        elif len(units) > open_to[hex]:
            yield "IPH 8.2", f"{several(open_to[hex], 'unit')} may land in {hex}, not {len(units)}"
    for n, unit in enumerate(every):
        if unit not in afloat:
            yield "IPH 8.2", f"{unit} is no Japanese unit that waits to land"
        elif unit in every[:n]:
            yield "IPH 8.2", f"{unit} cannot land twice"
    if len(every) < due(state):
        yield "IPH 8.2", f"{several(due(state), 'unit')} can get ashore and must, not {len(every)}"


def _landings(state: Iph) -> Iterator[Mapping[str, Any]]:
    """All who can, in the order of the counters, from one end of the beachhead or from the other."""
    if not due(state) or state.landed == state.turn or state.phase != "landing":
        return
    for hexes in (state.beachheads, tuple(reversed(state.beachheads))):
        waiting, places = list(state.afloat()), dict[str, tuple[str, ...]]()
        for hex in hexes:
            if units := tuple(waiting[: room(state)[hex]]):
                places[hex] = units
                del waiting[: len(units)]
        yield {"places": places}


@verbs("IPH 8.2", side="jp", phases=("landing", "window"), secret="jp", offers=_landings, whole=True)
def land(table: Table[Iph], places: UnitsByHex) -> None:
    """IPH 8.2: as many units as can come ashore do, where the Japanese player says: `land 1631:SNLF-1,SNLF-2`; then a
    die for each."""
    for unit in (unit for units in places.values() for unit in units if unit not in table.state.units):
        table.read(UnitCard, unit)
    heed(table, why_not_land(table.state, places))
    afloat = table.state.afloat()
    if ashore := [unit for units in places.values() for unit in units if unit not in afloat]:
        table.by_hand(f"{ashore[0]} is no Japanese unit that waits to land")
    table.record(f.ForceLanded(rule="IPH 8.1", hexes=tuple(places)))
    table.record(f.UnitsLanded(rule="IPH 8.2", places=places, secret=table.state.hidden_by("jp")))
    come_ashore(table, places)
    table.leave("landing")


def modifier(table: Table[Iph], hex: str) -> int:
    """IPH 8.5: the modifiers by date, that of 9 December in place of that of the 8th, and by geography."""
    date = table.state.date
    by_date = table.read(LandingModifierCard, f"{date}-dec").amount if date > 7 else 0
    return by_date + table.state.ground(hex).landing


def landing_table(table: Table[Iph], hex: str) -> tuple[str, ...]:
    """IPH 8.5: what each die means in a hex: all that may come up are read, since a single row would tell a die."""
    by = modifier(table, hex)
    return tuple(table.read(LandingCard, str(die + by)).effect for die in range(1, 7))


def come_ashore(table: Table[Iph], places: Mapping[str, tuple[str, ...]]) -> None:
    """IPH 8.5: a die for each unit that has landed; who is stalled neither moves nor attacks in this turn (reading
    R-27).

    How many have landed, and whether any is stalled, is as secret as who they are: nothing that all see depends on it
    (6.8).
    """
    landed = [(unit, hex) for hex, units in places.items() for unit in units]
    if not landed:
        table.spares("landing", "IPH 8.5", "nobody has landed", table.state.hidden_by("jp"))
        return
    question = Roll(
        name="landing",
        by="jp",
        rule="IPH 8.5",
        words="a die for each unit that landed, in the order they were said",
        count=len(landed),
        purpose=Purpose(kind="landing", at=",".join(places)),
        secret=table.state.hidden_by("jp"),
        terms=tuple(
            Modifier(rule="IPH 8.5", amount=len(units), why=f"landed in {hex}") for hex, units in places.items()
        ),
    )
    dice = table.ask(question)
    effects = {hex: landing_table(table, hex) for hex in places}
    stalled: list[str] = []
    for (unit, hex), die in zip(landed, dice, strict=False):
        effect = effects[hex][die - 1]
        if effect == "stalled":
            stalled.append(unit)
        for _ in range({"step": 1, "eliminated": table.state.units[unit].steps}.get(effect, 0)):
            lose_step(table, unit, "IPH 8.5", "landing")
    table.record(f.UnitsStalled(rule="IPH 8.5", units=tuple(stalled), secret=table.state.hidden_by("jp")))
