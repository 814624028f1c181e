"""IWO 4 setup, 6 weather, 7 and 15 reset, 8 recovery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo import facts as f
from domain.iwo.charts import UnitCard
from domain.iwo.common import AreaName, Objections, UnitName, enter, fine, heed, verbs
from domain.iwo.hidden import bars, lay_out
from domain.iwo.state import Iwo, setup_box
from domain.kernel.facts import Gain, Purpose
from domain.kernel.questions import Roll, Some
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


@verbs("IWO 4", side="jp", phases=("setup",), offers=lambda state: [{}])
def setup(table: Table[Iwo]) -> None:
    """IWO 4: the Japanese player places 21 caves and all his units on the MilOps map, in secret."""
    lay_out(table)
    table.leave("setup")


# ---- 6 weather ----

WEATHER = {1: ("bad", 2), 2: ("cloudy", 1), 3: ("cloudy", 1), 4: ("good", 0), 5: ("good", 0), 6: ("good", 0)}
"""What each face of the die brings, and how many air units cannot fly then."""


def why_no_weather(state: Iwo) -> Objections:
    """IWO 6, 22.1.1: what stands against rolling for the weather."""
    if state.turn <= 1:
        yield "IWO 22.1.1", "there is no Weather Phase on turn 1: the weather is good"
    if state.weather_rolled:
        yield "IWO 6", "the weather of this turn is known"


@verbs("IWO 6", side="us", phases=("weather",), offers=lambda state: [{}] if fine(why_no_weather(state)) else [])
def weather(table: Table[Iwo]) -> None:
    """IWO 6: a die gives the weather; in bad weather two air units cannot fly, in cloudy weather one; of four, since
    turn 1 (reading R-03)."""
    heed(table, why_no_weather(table.state))
    table.record(f.SupportReadied(rule="IWO 6"))
    die = table.ask(Roll(name="die", by="us", rule="IWO 6", words="the weather die", purpose=Purpose(kind="weather")))[
        0
    ]
    kind, grounded = WEATHER.get(die, WEATHER[6])
    flying = table.state.support("air")
    grounded = min(grounded, len(flying))
    table.record(f.WeatherRolled(rule="IWO 6", weather=kind, grounded=grounded))
    question = Some(
        name="ground",
        by="us",
        rule="IWO 6",
        words=f"which {grounded} of the air units cannot fly",
        options=flying,
        least=grounded,
        most=grounded,
    )
    if not grounded:
        flying = table.gives(
            question, (), "IWO 6", "all air units can fly" if flying else "there is no air unit in play"
        )
    else:
        flying = table.ask(question) if len(flying) > grounded else table.gives(question, flying)
    if flying:
        table.record(f.AirGrounded(rule="IWO 6", units=flying))
    table.leave("weather")


# ---- 7, 15 reset ----


def reset(table: Table[Iwo], side: str, rule: str) -> None:
    """IWO 7, 15: all units of a side are upright again, the Japanese on both maps; so each fires once from here to the
    next (reading R-06)."""
    table.record(f.UnitsReset(rule=rule, side=side))


# ---- 8 recovery ----


def why_not_recover(state: Iwo, unit: str, area: str) -> Objections:
    """IWO 8: what stands against a unit's recovering a step, or coming back, by a Beachhead. Reading R-25: who has not
    entered cannot."""
    now, card = state.units[unit], state.card(unit)
    back = now.out == "eliminated"
    if now.side != "us" or not card.ground:
        yield "IWO 8", f"{unit} is no US ground unit"
    if not area:
        yield "IWO 8", f"{unit} is not on the map: name the area of the Beachhead, as in `recover {unit} AREA`"
        return
    if not back and now.area != area:
        yield "IWO 8", f"{unit} is not in {area}"
    if not back and now.out:
        yield "IWO 8", f"{unit} is out of play ({now.out}), not eliminated"
    if not state.areas[area].beachhead:
        yield "IWO 8", f"there is no Beachhead in {area}"
    if state.at(area, "jp", "revealed"):
        yield "IWO 8", f"there are Japanese units in {area}"
    if area in state.recovered:
        yield "IWO 8", f"the Beachhead in {area} has restored its step of this turn"
    if not back and now.steps >= card.steps:
        yield "IWO 8", f"{unit} has all its {card.steps} steps"


def _recoveries(state: Iwo) -> Iterator[Mapping[str, Any]]:
    """Who comes back needs room there (3)."""
    for area in state.areas:
        back = tuple(
            name for name, unit in state.units.items() if unit.out == "eliminated" and state.room(area, "us") > 0
        )
        for unit in (*state.at(area, "us"), *back):
            if fine(why_not_recover(state, unit, area)):
                yield {"unit": unit, "area": area}


@verbs("IWO 8", side="us", phases=("us_recover",), offers=_recoveries)
def recover(table: Table[Iwo], unit: UnitName, area: AreaName = "") -> None:
    """IWO 8: a Beachhead restores one step a turn to a unit with it, or brings an eliminated one back with one step.

    Reading R-39: not beside a concealed unit, which may be there only where no US unit is (10.5).
    """
    now = table.state.units[unit]
    where = area or (now.area if now.area in table.state.areas else "")
    heed(table, why_not_recover(table.state, unit, where))
    if not where:
        return
    if (
        table.state.reading("R-39") == "all"
        and not table.state.at(where, "us")
        and bars(table, where, "IWO 8", f"{unit}'s return")
    ):
        table.record(f.RecoveryBarred(rule="IWO 8", unit=unit, area=where))
        return
    back = now.out == "eliminated"
    gain = Gain(side="us", unit=unit, steps=1, cause="recovery", now=1 if back else now.steps + 1)
    if back:
        table.record(f.UnitReturned(rule="IWO 8", area=where, gains=(gain,)))
        enter(table, unit, where)
    else:
        table.record(f.StepRecovered(rule="IWO 8", area=where, gains=(gain,)))
