"""BB 10 night events."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.betio import banzai
from domain.betio import facts as f
from domain.betio.charts import NightCard
from domain.betio.common import draw, roll, verbs
from domain.betio.hits import take_hits
from domain.betio.japanese import pin_down
from domain.betio.state import Betio
from domain.kernel.table import Table

RAID_FAILS = 6
"""BB 10.1.3, 10.3.4."""
PINS = (4, 5)
"""BB 10.1.2."""


def owed_event(state: Betio) -> str:
    return "" if "night" in state.done else "the night event, `night`"


@verbs("BB 8.5.6", side="us", phases=("night",), offers=lambda state: [{}] if owed_event(state) else [])
def night(table: Table[Betio]) -> None:
    """BB 10: the die on the Night Events Table, and what it brings (reading A-08)."""
    state = table.state
    table.require(state.night, "BB 8.5.6", "it is no night turn")
    table.require("night" not in state.done, "BB 8.5.6", "the night event of this turn has been rolled")
    table.record(f.AreasDone(rule="BB 8.5.6", names=("night",)))
    (die,) = roll(table, "event", "BB 8.5.6", "the Night Events Table")
    event = table.read(NightCard, str(die)).event
    again = {
        "submarine": state.submarine,
        "fleet-raid": bool(state.fleet_raid),
        "carrier": state.carrier,
        "wrecks": state.wrecks,
    }.get(event, False)
    table.record(f.NightEventRolled(rule="BB 10", die=die, event=event, again=again))
    if event != "none" and not again:
        EVENTS[event](table)
    table.leave("night")


def air_raid(table: Table[Betio]) -> None:
    """BB 10.1: hits at random, with pins on a 4 or 5 (reading A-22); on a 6 the bombs fall on the Japanese."""
    (die,) = roll(table, "raid", "BB 10.1.1", "the Japanese air raid")
    hits = 0 if die == RAID_FAILS else die
    table.record(f.AirRaidRolled(rule="BB 10.1.1", die=die, hits=hits, pins=die in PINS))
    if die == RAID_FAILS:
        bomb_japanese(table)
        return
    for n in range(hits):
        unit = draw(table, "victim", "BB 10.1.1", f"whom hit {n + 1} of {hits} befalls", table.state.ashore())
        if not unit:
            return
        take_hits(table, unit, 1, "air-raid", "BB 10.1.1")
        if die in PINS and table.state.units[unit].steps:
            pin_down(table, unit, 1, "BB 10.1.2")


def bomb_japanese(table: Table[Betio]) -> None:
    """BB 10.1.3: an Area Suppression Marker on an uncleared area with Marines, else on one next to them, picked by
    chance."""
    state = table.state
    unclear = [area for area in state.areas if any(state.area_of(hex) == area for hex in state.uncleared)]
    with_marines = [area for area in unclear if state.in_area(area)]
    beside = [area for area in unclear if any(state.in_area(near) for near in state.neighbours_of(area))]
    area = draw(table, "area", "BB 10.1.3", "the area that is bombed", with_marines or beside)
    if area:
        table.record(f.AreasSuppressed(rule="BB 10.1.3", areas=(area,), by="air-raid"))


def submarine(table: Table[Betio]) -> None:
    """BB 10.2.1, 10.2.2."""
    table.record(f.SubmarineStruck(rule="BB 10.2.2"))


def fleet_raid(table: Table[Betio]) -> None:
    """BB 10.3.1 to 10.3.3, 10.3.4: the supply, the Offshore Support, or nothing."""
    (die,) = roll(table, "raid", "BB 10.3.1", "the air raid on the invasion fleet")
    came = "supply" if die <= 2 else "failed" if die == RAID_FAILS else "offshore"
    table.record(f.FleetRaided(rule="BB 10.3", die=die, fleet_raid=came))


def wrecks(table: Table[Betio]) -> None:
    """BB 10.4."""
    table.record(f.WrecksOccupied(rule="BB 10.4.1"))


def carrier(table: Table[Betio]) -> None:
    """BB 10.5.1, 10.5.2."""
    table.record(f.CarrierSunk(rule="BB 10.5.2"))


def two_locals(table: Table[Betio]) -> None:
    """BB 10.7.1: one after the other."""
    banzai.local(table)
    banzai.local(table)


EVENTS: Mapping[str, Callable[[Table[Betio]], None]] = {
    "air-raid": air_raid,
    "submarine": submarine,
    "fleet-raid": fleet_raid,
    "wrecks": wrecks,
    "carrier": carrier,
    "local-banzai": banzai.local,
    "two-local-banzais": two_locals,
    "general-banzai": banzai.general,
}
