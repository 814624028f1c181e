"""Made-up proof: Tarawa: Bloody Betio, hit by hit (3.8): each hit is a step or a morale point, as the player says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from domain.kernel import facts as kernel_facts
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, Frozen, Loss, Track, topics
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import Draw, OneOf, Roll
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row, State
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs

COMBAT = "battalion"
"""The kind of unit that may take a hit as morale (3.8.1); tanks and vessels may not (3.8.2)."""
LOWEST = -3


class FireRow(Row, chart="fire", key="die"):
    hits: int
    casualties: int = 0


class MoraleRow(Row, chart="morale", key="track"):
    boxes: tuple[int, ...]


class Unit(Frozen):
    kind: str = COMBAT
    regiment: str = ""
    steps: int = 3
    full: int = 3
    hex: str = ""
    flipped: bool = False


class Betio(State):
    units: Mapping[str, Unit] = {}
    casualties: int = 0
    morale: Mapping[str, int] = {}
    """Each marker's box, counted from the left; "general" and "japanese" beside the regiments'."""


class FireOpened(Fact, topic="betio.fire-opened"):
    hex: str
    among: tuple[str, ...]


class FireRolled(Fact, topic="betio.fire-rolled"):
    unit: str
    hits: int
    casualties: int = 0


class StepLost(Fact, topic="betio.step-lost"):
    unit: str


class UnitFlipped(Fact, topic="betio.unit-flipped"):
    unit: str


class MoraleMoved(Fact, topic="betio.morale-moved"):
    track: str
    box: int


verbs: Verbs[Betio] = Verbs()
evolve: Evolve[Betio] = Evolve()


@verbs("BB 6", side="us", phases=("fire",))
def incoming(table: Table[Betio], hex: Annotated[str, Named("hex")]) -> None:
    """BB 6: fire at a hex: the unit hit is drawn, a die gives the hits, and each is taken as 3.8 says."""
    there = exposed(table.state, hex)
    table.require(bool(there), "BB 6", f"nobody is in {hex}")
    if not there:
        return
    table.record(FireOpened(rule="BB 6", hex=hex, among=there))
    question = Draw(
        name="victim",
        by="table",
        rule="BB 6",
        words="who is hit, drawn at random",
        left=there,
        deck="hex",
        names="unit",
    )
    unit = there[0] if len(there) == 1 else table.ask(question)
    die = table.ask(Roll(name="die", by="jp", rule="BB 6", words=f"the fire on {unit}", sides=10))[0]
    row = table.read(FireRow, str(min(die, 10)))
    counted = row.casualties if table.state.units[unit].kind == COMBAT else 0
    was = table.state.casualties
    tracks = (Track(name="casualties", was=was, now=was + counted, why=f"fire on {unit}"),) if counted else ()
    table.record(FireRolled(rule="BB 5.1.2", unit=unit, hits=row.hits, casualties=counted, tracks=tracks))
    for n in range(row.hits):
        if table.state.units[unit].steps > 0:
            take_hit(table, unit, n + 1, row.hits)


def exposed(state: Betio, hex: str) -> tuple[str, ...]:
    return tuple(name for name, unit in state.units.items() if unit.hex == hex and unit.steps > 0)


def take_hit(table: Table[Betio], unit: str, n: int, of: int) -> None:
    """BB 3.8.1 to 3.8.3: a step or a morale box; tanks and vessels have no choice, nor a regiment at the left end."""
    now = table.state.units[unit]
    how = "step"
    if now.kind == COMBAT and table.state.morale.get(now.regiment, 0) > 0:
        words = f"hit {n} of {of} on {unit}: a step, or morale?"
        how = table.ask(OneOf(name="hit", by="us", rule="BB 3.8.1", words=words, options=("step", "morale")))
    if how == "morale":
        move_morale(table, now.regiment, -1, "BB 3.8.3", "a hit taken as morale")
    else:
        lose_step(table, unit)


def lose_step(table: Table[Betio], unit: str) -> None:
    """BB 3.8.4 to 3.8.6, 8.2.4: flipped at half its steps, eliminated at the last, which lifts the Japanese."""
    now = table.state.units[unit]
    loss = Loss(side="us", unit=unit, steps=1, cause="fire", eliminated=now.steps == 1)
    table.record(StepLost(rule="BB 3.8.4", unit=unit, losses=(loss,)))
    left = table.state.units[unit].steps
    if left <= 0:
        if now.kind == COMBAT:
            move_morale(table, "japanese", 1, "BB 8.2.4", f"{unit} is eliminated")
    elif not now.flipped and 2 * left <= now.full:
        table.record(UnitFlipped(rule="BB 3.8.5", unit=unit))


def move_morale(table: Table[Betio], track: str, by: int, rule: str, why: str) -> None:
    """BB 8.2.3, 8.3.2, 8.4.3: markers move in boxes, and stop at the ends; a regiment at -3 moves both generals'
    markers."""
    boxes = table.read(MoraleRow, track if track in ("general", "japanese") else "regiment").boxes
    was = table.state.morale.get(track, 0)
    now = max(0, min(len(boxes) - 1, was + by))
    if now == was:
        return
    shown = Track(name=f"morale {track}", was=boxes[was], now=boxes[now], why=why)
    table.record(MoraleMoved(rule=rule, track=track, box=now, tracks=(shown,)))
    if track not in ("general", "japanese") and boxes[now] == LOWEST:
        move_morale(table, "general", -1, "BB 8.3.2", f"the {track} is at {LOWEST}")
        move_morale(table, "japanese", 1, "BB 8.2.3", f"the {track} is at {LOWEST}")


@evolve.on(FireRolled)
def fire_rolled(fact: FireRolled, state: Betio) -> Betio:
    return state.but(casualties=state.casualties + fact.casualties)


@evolve.on(StepLost)
def step_lost(fact: StepLost, state: Betio) -> Betio:
    unit = state.units[fact.unit]
    return state.but(units={**state.units, fact.unit: unit.but(steps=unit.steps - 1)})


@evolve.on(UnitFlipped)
def unit_flipped(fact: UnitFlipped, state: Betio) -> Betio:
    return state.but(units={**state.units, fact.unit: state.units[fact.unit].but(flipped=True)})


@evolve.on(MoraleMoved)
def morale_moved(fact: MoraleMoved, state: Betio) -> Betio:
    return state.but(morale={**state.morale, fact.track: fact.box})


START = Betio(
    phase="fire",
    morale={"2nd": 1, "8th": 6, "general": 6, "japanese": 4},
    units={
        "2/2": Unit(regiment="2nd", hex="1020"),
        "3/8": Unit(regiment="8th", hex="1020"),
        "1/6": Unit(regiment="6th", hex="1021"),
        "C Tank": Unit(kind="tank", steps=2, full=2, hex="1020"),
    },
)
CHARTS: dict[tuple[str, str], dict[str, Any]] = {
    **{("fire", str(die)): {"hits": die // 2, "casualties": 100 * (die > 5)} for die in range(1, 11)},
    **{("morale", track): {"boxes": [-3, -2, -1, 0, 1, 1, 2, 2, 2]} for track in ("regiment", "general", "japanese")},
}
RULES: Rules[Betio] = Rules(
    code="betio-proof",
    title="Hit by hit",
    citation="BB",
    sides={"us": "Marines", "jp": "Japanese"},
    initial=START,
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        sequence=SequenceOfPlay(Phase("turn", "turn 1", phases=(Phase("fire", "Japanese fire", "us", "BB 6"),))),
        topics=topics(kernel_facts)
        | {t.TOPIC: t for t in (FireOpened, FireRolled, StepLost, UnitFlipped, MoraleMoved)},
    ),
    printed=Printed(charts={"fire": FireRow, "morale": MoraleRow}, admit=looked_up),
    vocabulary=Vocabulary(
        named=lambda state, kind: tuple(state.units) if kind == "unit" else ("1020", "1021"),
        collections=("units",),
    ),
    ends=Ends(
        over="BB 11",
    ),
)
DECLARATION: tuple[str, dict[str, Any]] = ("incoming", {"hex": "1020"})
SCRIPT: dict[str, list[Any]] = {"victim": ["3/8"], "die": [[10]], "hit": ["step", "morale", "morale", "step", "step"]}
ADJUST = "units.1/6.steps=1"
TURN = "morale.8th=1"
MENDED = ("exposed", lambda state, hex: ("C Tank", "3/8", "2/2"))
INSISTED = {"victim": "1/6", "die": "4+5", "hit": "both"}
CLOSED = ("hit",)
"""Of these, those that it would insist on in vain."""
