"""IWO 4 setup, 6 weather, 7 and 15 reset, 8 recovery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.charts import CAVES, UnitCard
from domain.iwo.common import US_STACK, AreaName, UnitName, enter, verbs
from domain.iwo.hidden import JP_STACK
from domain.iwo.state import Iwo, setup_box
from domain.kernel.facts import Gain, Purpose
from domain.kernel.limits import Count
from domain.kernel.questions import Assign, Chance, Roll, Some
from domain.kernel.state import PAPER, parse
from domain.kernel.table import Table


def begin(table: Table[Iwo]) -> None:
    """IWO 4.2: the US setup leaves no choice: support, 4th and 5th Division, 3rd Division in reserve."""
    places: dict[str, str] = {}
    steps: dict[str, int] = {}
    for name, card in table.state.rows(UnitCard).items():
        if card.side == "us":
            places[name] = setup_box(card)
            steps[name] = card.steps
    if places:
        table.record(f.UnitsDeployed(rule="IWO 4.2", places=places, steps=steps))
    table.begin()


# ---- 4 setup ----


@verbs("IWO 4", side="jp", steps=("setup",), offers=lambda state: [{}])
def setup(table: Table[Iwo]) -> None:
    """IWO 4: the Japanese player places 21 caves and all his units on the MilOps map, in secret."""
    state = table.state
    areas = tuple(state.areas)
    cards = state.rows(UnitCard)
    mine = tuple(name for name, card in cards.items() if card.side == "jp")
    if state.hidden == PAPER:  # on the MilOps map, which the record does not see
        table.record(f.HiddenSetupCommitted(rule="IWO 4", units=len(mine), caves=CAVES))
        leave(table, "setup")
        return

    def caves_check(value: Mapping[str, str]) -> str:
        total = sum(parse(Count, n) for n in value.values())
        return "" if total == CAVES else f"{CAVES} caves are placed in all, not {total}"

    caves = table.ask(
        Assign(
            name="caves", by="jp", rule="IWO 4.1", secret="jp", items=dict.fromkeys(areas, ("0", "1", "2")), grouped=False,
            words=f"{CAVES} caves, at most two in an area, as area:number", check=caves_check, sampler=_some_caves(areas),
        )
    )  # fmt: skip

    def units_check(value: Mapping[str, str]) -> str:
        crowded = [area for area, n in Counter(value.values()).items() if n > JP_STACK]
        return f"{crowded[0]} would hold more than {JP_STACK} units" if crowded else ""

    places = table.ask(
        Assign(
            name="units", by="jp", rule="IWO 4.2", secret="jp", items=dict.fromkeys(mine, areas), least=len(mine),
            words="where every Japanese unit is, as unit:area or area:unit,unit", check=units_check, grouped=True,
        )
    )  # fmt: skip
    placed = {area: count for area, n in caves.items() if (count := parse(Count, n))}
    table.record(f.HiddenSetupCommitted(rule="IWO 4", units=len(places), caves=sum(placed.values())))
    steps = {unit: table.read(UnitCard, unit).steps for unit in places}
    table.record(f.HiddenSetup(rule="IWO 4", secret="jp", places=places, steps=steps, caves=placed))
    leave(table, "setup")


def leave(table: Table[Iwo], step: str) -> None:
    """What ends its own step does not end another in which it was declared as played."""
    if table.state.step == step:
        table.advance()


def _some_caves(areas: tuple[str, ...]) -> Any:
    def sample(chance: Chance) -> Mapping[str, str]:
        slots = [area for area in areas for _ in range(2)]
        counts = Counter(chance.sample(slots, min(CAVES, len(slots))))
        return {area: str(counts[area]) for area in areas if counts[area]}

    return sample


# ---- 6 weather ----


@verbs("IWO 6", side="us", steps=("weather",), offers=lambda state: [] if state.weather_rolled else [{}])
def weather(table: Table[Iwo]) -> None:
    """IWO 6: a die gives the weather; in bad weather two air units cannot fly, in cloudy weather one."""
    table.require(table.state.turn > 1, "IWO 22.1.1", "there is no Weather Phase on turn 1: the weather is good")
    table.require(not table.state.weather_rolled, "IWO 6", "the weather of this turn is known")
    table.record(f.SupportReadied(rule="IWO 6"))
    die = table.ask(Roll(name="die", by="us", rule="IWO 6", words="the weather die", purpose=Purpose(kind="weather")))[0]
    kind, ground = {1: ("bad", 2), 2: ("cloudy", 1), 3: ("cloudy", 1)}.get(die, ("good", 0))
    flying = table.state.support("air")
    ground = min(ground, len(flying))
    table.record(f.WeatherRolled(rule="IWO 6", weather=kind, grounded=ground))
    if ground:
        down = flying
        if len(flying) > ground:
            down = table.ask(
                Some(name="ground", by="us", rule="IWO 6", words=f"which {ground} of the air units cannot fly", options=flying,
                     least=ground, most=ground)
            )  # fmt: skip
        table.record(f.AirGrounded(rule="IWO 6", units=down))
    leave(table, "weather")


# ---- 7, 15 reset ----


def reset_us(table: Table[Iwo]) -> None:
    """IWO 7: all US units are upright again."""
    table.record(f.UnitsReset(rule="IWO 7", side="us"))


def reset_jp(table: Table[Iwo]) -> None:
    """IWO 15: all Japanese units are upright again, on both maps."""
    table.record(f.UnitsReset(rule="IWO 15", side="jp"))


# ---- 8 recovery ----


def _recoveries(state: Iwo) -> Iterator[Mapping[str, Any]]:
    open_areas = [a for a, area in state.areas.items() if area.beachhead and a not in state.recovered and not state.at(a, "jp")]
    for area in open_areas:
        for unit in state.at(area, "us"):
            if state.units[unit].steps < state.card(unit).steps:
                yield {"unit": unit, "area": area}
        for name, unit_ in state.units.items():
            if unit_.side == "us" and unit_.out == "eliminated" and len(state.at(area, "us")) < US_STACK:
                yield {"unit": name, "area": area}


@verbs("IWO 8", side="us", steps=("us_recover",), offers=_recoveries)
def recover(table: Table[Iwo], unit: UnitName, area: AreaName = "") -> None:
    """IWO 8: a Beachhead restores one step a turn to a unit with it, or brings an eliminated one back with one step."""
    state = table.state
    now, card = state.units[unit], state.card(unit)
    table.require(now.side == "us" and card.ground, "IWO 8", f"{unit} is no US ground unit")
    back = now.out == "eliminated"
    where = area or (now.area if now.area in state.areas else "")
    if not where:
        table.require(False, "IWO 8", f"{unit} is not on the map: name the area of the Beachhead, as in `recover {unit} AREA`")
        return
    table.require(back or now.area == where, "IWO 8", f"{unit} is not in {where}")
    table.require(back or now.out == "", "IWO 8", f"{unit} is out of play ({now.out}), not eliminated")
    table.require(state.areas[where].beachhead, "IWO 8", f"there is no Beachhead in {where}")
    table.require(not state.at(where, "jp"), "IWO 8", f"there are Japanese units in {where}")
    table.require(where not in state.recovered, "IWO 8", f"the Beachhead in {where} has restored its step of this turn")
    gain = Gain(side="us", unit=unit, steps=1, cause="recovery")
    if back:
        table.record(f.UnitReturned(rule="IWO 8", unit=unit, area=where, gains=(gain,)))
        enter(table, unit, where)
    else:
        table.require(now.steps < card.steps, "IWO 8", f"{unit} has all its {card.steps} steps")
        table.record(f.StepRecovered(rule="IWO 8", unit=unit, area=where, steps=now.steps + 1, gains=(gain,)))


