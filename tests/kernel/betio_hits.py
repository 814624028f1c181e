"""Made-up proof: Tarawa: Bloody Betio, hit by hit (3.8): each hit is a step or a morale point, as the player says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from domain.kernel import facts as kernel_facts
from domain.kernel.facts import Fact, Frozen, Loss, Track, topics
from domain.kernel.questions import Draw, OneOf, Roll
from domain.kernel.rules import Evolve, Moment, Named, Rules, Step, Verbs
from domain.kernel.state import Row, State
from domain.kernel.table import Table


class FireRow(Row, chart="fire", key="die"):
    hits: int


class Unit(Frozen):
    kind: str = "battalion"
    regiment: str = ""
    steps: int = 3
    hex: str = ""


class Betio(State):
    units: Mapping[str, Unit] = {}
    casualties: int = 0
    morale: Mapping[str, int] = {}


class FireRolled(Fact, topic="betio.fire-rolled"):
    unit: str
    hits: int


class StepLost(Fact, topic="betio.step-lost"):
    unit: str


class MoraleLost(Fact, topic="betio.morale-lost"):
    regiment: str


class CasualtiesCounted(Fact, topic="betio.casualties-counted"):
    now: int


verbs: Verbs[Betio] = Verbs()
evolve: Evolve[Betio] = Evolve()


@verbs("BB 3.7", side="us", steps=("fire",))
def incoming(table: Table[Betio], hex: Annotated[str, Named("hex")]) -> None:
    """BB 3.7: fire at a hex: the unit hit is drawn, a die gives the hits, and each is taken as 3.8 says."""
    there = tuple(name for name, unit in table.state.units.items() if unit.hex == hex and unit.steps > 0)
    table.require(bool(there), "BB 3.7", f"nobody is in {hex}")
    if not there:
        return
    question = Draw(name="victim", by="table", rule="BB 3.7.4", words="who is hit, drawn at random", left=there, deck="hex")
    unit = there[0] if len(there) == 1 else table.ask(question)
    die = table.ask(Roll(name="die", by="jp", rule="BB 3.7.5", words=f"the fire on {unit}", sides=10))[0]
    hits = table.read(FireRow, str(die)).hits
    table.record(FireRolled(rule="BB 3.7.5", unit=unit, hits=hits))
    for n in range(hits):
        if table.state.units[unit].steps <= 0:
            break
        take_hit(table, unit, n + 1, hits)


def take_hit(table: Table[Betio], unit: str, n: int, of: int) -> None:
    """BB 3.8.1, 3.8.3: a step or a morale point; tanks and vessels have no choice, nor a regiment at its lowest."""
    now = table.state.units[unit]
    low = table.state.morale.get(now.regiment, 0) <= lowest()
    how = "step"
    if now.kind == "battalion" and not low:
        words = f"hit {n} of {of} on {unit}: a step, or morale?"
        how = table.ask(OneOf(name="hit", by="us", rule="BB 3.8.1", words=words, options=("step", "morale")))
    if how == "step":
        loss = Loss(side="us", unit=unit, steps=1, cause="fire", eliminated=now.steps == 1)
        table.record(StepLost(rule="BB 3.8.1", unit=unit, losses=(loss,)))
        was = table.state.casualties
        track = Track(name="casualties", was=was, now=was + 100, why=f"{unit} lost a step")
        table.record(CasualtiesCounted(rule="BB 5.1.2", now=was + 100, tracks=(track,)))
    else:
        was = table.state.morale.get(now.regiment, 0)
        track = Track(name=f"morale {now.regiment}", was=was, now=was - 1, why="a hit taken as morale")
        table.record(MoraleLost(rule="BB 3.8.3", regiment=now.regiment, tracks=(track,)))


def lowest() -> int:
    """BB 8.2.3: a regiment's lowest morale."""
    return -3


@evolve.on(StepLost)
def step_lost(fact: StepLost, state: Betio) -> Betio:
    unit = state.units[fact.unit]
    return state.but(units={**state.units, fact.unit: unit.but(steps=unit.steps - 1)})


@evolve.on(MoraleLost)
def morale_lost(fact: MoraleLost, state: Betio) -> Betio:
    return state.but(morale={**state.morale, fact.regiment: state.morale.get(fact.regiment, 0) - 1})


@evolve.on(CasualtiesCounted)
def casualties_counted(fact: CasualtiesCounted, state: Betio) -> Betio:
    return state.but(casualties=fact.now)


START = Betio(
    step="fire", morale={"2nd": -1, "8th": 0},
    units={"2/2": Unit(regiment="2nd", hex="1020"), "3/8": Unit(regiment="8th", hex="1020"), "C Tank": Unit(kind="tank", steps=1, hex="1020")},
)  # fmt: skip
CHARTS: dict[tuple[str, str], dict[str, Any]] = {("fire", str(die)): {"hits": die // 2} for die in range(1, 11)}
RULES: Rules[Betio] = Rules(
    code="betio-proof", title="Hit by hit", version="1", citation="BB", over="BB 11", initial=START, sides={"us": "Marines", "jp": "Japanese"},
    verbs=verbs.table, evolve=evolve, steps=(Step("fire", "Anti-landing fire", "us", "BB 3.7"),), charts={"fire": FireRow},
    topics=topics(kernel_facts) | {t.TOPIC: t for t in (FireRolled, StepLost, MoraleLost, CasualtiesCounted)},
    names=lambda state, kind: ("1020", "1021"), moment=lambda state: Moment("1", ("turn 1",)), collections=("units",),
)  # fmt: skip
DECLARATION: tuple[str, dict[str, Any]] = ("incoming", {"hex": "1020"})
SCRIPT: dict[str, list[Any]] = {"victim": ["2/2"], "die": [[9]], "hit": ["step", "morale", "morale"]}
ADJUST = "units.3/8.steps=2"
MENDED = ("lowest", lambda: 5)
