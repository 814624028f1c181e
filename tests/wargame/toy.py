"""A small wargame, whole: two sides, three places, movement and a fight. What is shown of it is the vocabulary's, none
of it its own.

The places are areas, or hexes in columns (`scenario="hexes"`): which of the two rules hold is asked of the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from domain.kernel import facts as kernel_facts
from domain.kernel.facts import Fire, GameBegan, Loss, Points, Purpose, Track, topics
from domain.kernel.hexes import Grid
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import Roll
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs
from domain.wargame import facts as f
from domain.wargame.fold import Fold
from domain.wargame.pieces import Area, Unit, WarState


class PlaceCard(Row, chart="places", key="place"):
    near: tuple[str, ...] = ()


class Ridge(WarState):
    """Everything a state needs is in the vocabulary: turn, units, tracks, and the places."""

    places: Mapping[str, Area] = {}
    units: Mapping[str, Unit] = {}


class Hexed(Ridge):
    """The same on hexes in straight columns."""

    GRID: ClassVar[Grid] = Grid(columns=True)


verbs: Verbs[Ridge] = Verbs()
UnitName, PlaceName = Annotated[str, Named("unit")], Annotated[str, Named("place")]


def can_reach(state: Ridge, unit: str, to: str) -> bool:
    """RI 2: one place a turn, to one next to it."""
    return to in state.read(PlaceCard, state.units[unit].at).near


def _moves(state: Ridge) -> Iterator[Mapping[str, Any]]:
    side = "red" if state.phase == "red_move" else "blue"
    mine = [name for name, unit in state.units.items() if unit.side == side and unit.steps]
    return ({"unit": unit, "to": to} for unit in mine for to in state.places if can_reach(state, unit, to))


@verbs("RI 2", phases=("red_move", "blue_move"), offers=_moves)
def march(table: Table[Ridge], unit: UnitName, to: PlaceName) -> None:
    """RI 2: a unit marches to a place next to it, and takes it where no enemy stands."""
    table.require(table.state.units[unit].side == table.side, "RI 2", f"{unit} is not {table.side}'s")
    table.require(can_reach(table.state, unit, to), "RI 2", f"{to} is not next to {table.state.units[unit].at}")
    table.record(f.UnitsMoved(rule="RI 2", units=(unit,), path=(to,), how="march"))
    if not any(table.state.units[other].side != table.side for other in table.state.standing(to)):
        table.record(
            f.ControlChanged(
                rule="RI 3",
                place=to,
                to=table.side,
                points=(Points(side=table.side, amount=1, code="ground", of=(to,)),),
            )
        )


@verbs("RI 4", side="red", phases=("assault",))
def storm(table: Table[Ridge], place: PlaceName) -> None:
    """RI 4: Red rolls a die for each unit; every 6 costs Blue a step, and courage."""
    red, blue = table.state.standing(place, "red"), table.state.standing(place, "blue")
    table.require(bool(red and blue), "RI 4", f"nobody fights in {place}")
    words = f"{len(red)} dice for the assault on {place}"
    dice = table.ask(
        Roll(
            name="dice",
            by="red",
            rule="RI 4",
            words=words,
            purpose=Purpose(kind="assault", of=red, at=place),
            count=len(red),
        )
    )
    hits = min(sum(die == 6 for die in dice), table.state.units[blue[0]].steps)
    fire = Fire(
        kind="assault", side="red", by=red, at=place, chance=dice, hits=hits, outcome=hits, expected=f"{len(dice)}/6"
    )
    left = table.state.units[blue[0]].steps - hits
    losses = (
        (Loss(side="blue", unit=blue[0], steps=hits, cause="assault", left=left, eliminated=not left),) if hits else ()
    )
    courage = table.state.tracks["courage"]
    tracks = (Track(name="courage", was=courage, now=courage - 1, why="steps lost"),) if hits else ()
    table.record(f.StepsLost(rule="RI 4", losses=losses, tracks=tracks, fire=fire))


def begin(table: Table[Ridge]) -> None:
    """RI 1: Red to the west, Blue in the middle and to the east."""
    west, middle, east = table.state.places
    for side, at, steps in (("red", west, {"R1": 2, "R2": 3}), ("blue", middle, {"B1": 2}), ("blue", east, {"B2": 1})):
        table.record(f.UnitsPlaced(rule="RI 1", units=tuple(steps), at=at, side=side, steps=steps))
        table.record(f.ControlChanged(rule="RI 1", place=at, to=side))
    table.begin()


def next_turn(table: Table[Ridge]) -> None:
    """RI 5: six turns."""
    if table.state.turn == 6:
        table.end("RI 5", "blue", "Blue holds out for six turns", by="time")
    table.record(f.TurnBegan(rule="RI 5", turn=table.state.turn + 1))


PHASES: tuple[Phase[Ridge], ...] = (
    Phase("red_move", "Red moves", "red", "RI 2"), Phase("assault", "Assault", "red", "RI 4"),
    Phase("blue_move",
          "Blue moves", "blue", "RI 2"), Phase("end", "End of turn", "", "RI 5", leave=next_turn, auto=True),
)  # fmt: skip


def rules_with(initial: Ridge) -> Rules[Ridge]:
    turn = Phase[Ridge](
        "turn",
        rule="RI 5",
        title_of=lambda s: f"turn {s.turn}",
        number=lambda s: s.turn,
        again=lambda s: True,
        phases=PHASES,
    )
    return Rules(
        code="ridge",
        title="The Ridge",
        citation="RI",
        sides={"red": "Red", "blue": "Blue"},
        initial=initial,
        play=Play(
            verbs=verbs.table,
            evolve=Fold(),
            topics=topics(kernel_facts, f),
            sequence=SequenceOfPlay(turn),
            begin=begin,
        ),
        printed=Printed(charts={"places": PlaceCard}, mutual={"places": "near"}, admit=looked_up),
        vocabulary=Vocabulary(
            collections=("units", "places"),
            named=lambda state, kind: tuple(state.units if kind == "unit" else state.places),
        ),
        ends=Ends(
            over="RI 5",
        ),
        scenarios={"areas": "", "hexes": ""},
    )


AREAS, HEXES = ("West", "Ridge", "East"), ("0101", "0201", "0301")
RULES = rules_with(Ridge(tracks={"courage": 5}, places={name: Area() for name in AREAS}))
ON_HEXES = rules_with(Hexed(tracks={"courage": 5}, places={name: Area() for name in HEXES}))


def rules_of(began: GameBegan) -> Rules[Ridge]:
    return ON_HEXES if began.scenario == "hexes" else RULES
