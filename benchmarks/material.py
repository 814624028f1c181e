"""What is measured on: long games really played by the random player, raw tables beside them, and a fire phase of 40 positions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.kernel import facts as kernel_facts
from domain.kernel.facts import Fact, Frozen, GameBegan, topics
from domain.kernel.game import Game
from domain.kernel.questions import Number, OneOf
from domain.kernel.rules import Evolve, Moment, Named, Rules, Verbs
from domain.kernel.state import State
from domain.kernel.table import Table
from domain.record import Diary
from tests.properties.player import RandomPlayer


def long_game(diary: Diary, name: str, entries: int) -> Game[Any]:
    """A random game of Iwo Jima of about so many entries; when it ends it is taken back to its setup, and played again."""
    player = RandomPlayer("iwo", "sample", 6)
    game = player.game
    restart = 0
    while game.version < entries:
        if game.state.result:
            game.follow(game.take_back(restart, "again").entries)
        game.follow((player.answer() if game.waits else player.declare()).entries)
        if not restart and game.state.set_up:
            restart = game.version
    return diary.store(name, game)


def raw_database(path: Path) -> sqlite3.Connection:
    """A plain table in WAL mode, as durable as the diary."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    raw.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, game TEXT, version INTEGER, topic TEXT, state BLOB)")
    return raw


# ---- eventsourcing's own aggregate, for comparison ----


class Ledger(Aggregate):
    """A decorated aggregate as the library's documentation writes one; its events are about as large as ours."""

    def __init__(self) -> None:
        self.steps: dict[str, int] = {}
        self.points = 0

    @event("StepLost")
    def lose(self, unit: str, left: int, cause: str, rule: str, moment: list[str], points: int) -> None:
        self.steps[unit] = left
        self.points += points


class Ledgers(Application):
    """The library's application, on its SQLite recorder and JSON transcoder."""

    def __init__(self, path: Path) -> None:
        super().__init__(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})

    def fill(self, events: int) -> Any:
        ledger = Ledger()
        for n in range(events):
            ledger.lose(f"4D-R{n % 60}", n % 4, "Japanese defensive fire", "IWO 11.1.2(2)", ["turn 3", "US Movement Phase"], n % 2)
        self.save(ledger)
        return ledger.id


# ---- a fire phase of 40 positions against 40 units ----

POSITIONS, UNITS = 40, 40


class Target(Frozen):
    steps: int = 3


class Field(State):
    units: Mapping[str, Target] = {f"A{n}": Target() for n in range(UNITS)}
    phase: int = 0


class Hit(Fact, topic="bench.hit"):
    position: str
    unit: str

    def sentence(self) -> str:
        return f"{self.position} hits {self.unit}"


verbs: Verbs[Field] = Verbs()
evolve: Evolve[Field] = Evolve()


@evolve.on(Hit)
def hit(fact: Hit, state: Field) -> Field:
    old = state.units[fact.unit]
    return state.but(units={**state.units, fact.unit: old.but(steps=max(0, old.steps - 1))})


@verbs("BENCH 1")
def fire(table: Table[Field], phase: Annotated[int, Named("phase")] = 0) -> None:
    """BENCH 1 Each position fires at the units in its sight; the players say which is hit, and the last asks once more."""
    for n in range(POSITIONS):
        position = f"P{n}"
        sight = tuple(name for name, unit in table.state.units.items() if unit.steps > 0 and (int(name[1:]) + n) % 3)
        unit = table.ask(OneOf(name="hit", by="us", rule="BENCH 1", words=f"whom {position} hits", options=sight))
        table.record(Hit(rule="BENCH 1", position=position, unit=unit))
    table.ask(Number(name="done", by="us", rule="BENCH 1", words="how many were hit", most=POSITIONS))


BENCH: Rules[Field] = Rules(
    code="bench", title="Bench", version="1", citation="BENCH", over="BENCH", initial=Field(), sides={"us": "US"}, verbs=verbs.table,
    evolve=evolve, steps=(), charts={}, topics=topics(kernel_facts) | {Hit.TOPIC: Hit}, names=lambda state, kind: (),
    moment=lambda state: Moment("1", ("turn 1",)), collections=("units",),
)  # fmt: skip


def began(title: str) -> GameBegan:
    return GameBegan(system="bench", title=title)


def loads(rows: list[tuple[bytes]]) -> list[Any]:
    return [json.loads(state) for (state,) in rows]
