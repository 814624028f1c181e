"""What is measured on: long games really played by the random player, raw tables beside them, and a fire phase of 40
positions."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.games import load
from domain.kernel import aside_facts
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record.diary import Diary
from replays import diary_file, library
from tests.properties.player import RandomPlayer


def long_game(diary: Diary, name: str, entries: int) -> Game[Any]:
    """A random game of Iwo Jima of about so many entries; when it ends it is taken back to its setup, and played
    again."""
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


def set_up_games(diary: Diary, games: int) -> list[Game[Any]]:
    """So many games of Iwo Jima at the end of their setup, before the first bombardment."""
    player = RandomPlayer("iwo", "sample", 1)
    while not player.game.state.set_up or player.game.waits:
        player.game.follow((player.answer() if player.game.waits else player.declare()).entries)
    return [diary.store(f"set up {number}", player.game) for number in range(games)]


def same_game(path: Path, played: Game[Any], games: int) -> Path:
    """A diary of so many games, called `game 1` and so on: the same one each time, under ids of their own."""
    with Diary(path) as diary:
        for number in range(1, games + 1):
            diary.store(f"game {number}", played)
    return path


def played_game(system: str, name: str) -> Game[Any]:
    """A game that comes with wardiary, played anew."""
    return diary_file.play(diary_file.shipped(system, name))


def longest_game(system: str, *, shortest: bool = False) -> str:
    """The name of the longest game of a system that comes with wardiary, or of the shortest."""
    of_all = min if shortest else max
    return of_all(library.played_games(system), key=lambda name: len(library.played_game(system, name)))


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
            ledger.lose(
                f"4D-R{n % 60}",
                n % 4,
                "Japanese defensive fire",
                "IWO 11.1.2(2)",
                ["turn 3", "US Movement Phase"],
                n % 2,
            )
        self.save(ledger)
        return ledger.id


# ---- a fire phase of 40 positions against 40 units ----

POSITIONS, UNITS = 40, 40
CARD = "4"
"""A fire card whose three colours have more than 40 positions on the sample island."""


def fire_phase(diary: Diary, name: str) -> Game[Any]:
    """A game of D-Day at Tarawa that stands before a fire phase: 40 positions of the card's colours held, 40 US units
    before them.

    Two like units lie in each of twenty fields of fire, so the player is asked whom a position hits.
    """
    found = library.pack("ddat", "sample")
    rules = load("ddat")
    began = GameBegan(
        system="ddat", title=name, scenario="two-days", pack=found.name, charts=found.charts, complete=found.complete
    )
    game = diary.new("ddat", name, began)
    board = game.state.board
    colours = [word.removeprefix("2").partition(":")[0] for word in found.charts["fire"][CARD]["colours"]]
    held = [p for p, card in board.positions.items() if card.colour in colours][:POSITIONS]
    units = [n for n in game.state.units if game.state.card(n).type != "hq"][:UNITS]
    hexes: list[str] = []
    for position in held:
        hexes += next(
            ([hex] for hex in board.positions[position].intense if hex not in hexes and board.is_land(hex)), []
        )
    changes: list[tuple[tuple[str, ...], Any]] = [(("phase",), "fire"), (("turn",), 6), (("set_up",), True)]
    changes += [(("positions", p, "unit"), "?") for p in held]
    for n, unit in enumerate(units):
        changes += [
            (("units", unit, "box"), "map"),
            (("units", unit, "hex"), hexes[n // 2]),
            (("units", unit, "steps"), 2),
        ]
    diary.append(game, game.beside(*aside_facts.adjusting(game, changes, "")))
    assert rules is game.rules
    return game


TARGET = "2026"
"""A hex of the sample island with open ground all around."""


def battle(diary: Diary, name: str) -> Game[Any]:
    """A game of Invasion Pearl Harbor that stands before its largest battle: 24 companies around a stack of four, every
    ship and aircraft at hand."""
    found = library.pack("iph", "sample")
    began = GameBegan(system="iph", title=name, pack=found.name, charts=found.charts, complete=found.complete)
    game = diary.new("iph", name, began)
    around = game.state.grid.neighbours(TARGET)
    attackers = [unit for unit, now in game.state.units.items() if now.command == "SNLF"][: 4 * len(around)]
    defenders = [unit for unit, now in game.state.units.items() if now.command == "24"][:4]
    changes: list[tuple[tuple[str, ...], Any]] = [
        (("phase",), "jp_fight"),
        (("turn",), 6),
        (("revealed",), True),
        (("vp",), 10),
    ]
    changes += [(("units", unit, "hex"), around[n // 4]) for n, unit in enumerate(attackers)]
    changes += [(("units", unit, "hex"), TARGET) for unit in defenders]
    changes += [
        (("units", "Beachhead-1", "hex"), "1631"),
        *((("ships", ship, "box"), "close-in") for ship in game.state.ships),
    ]
    diary.append(game, game.beside(*aside_facts.adjusting(game, changes, "")))
    return game


def landing(diary: Diary, name: str) -> Game[Any]:
    """A game of Tarawa: Bloody Betio that stands before its largest Anti-Landing Fire: every vessel is on its way with
    a unit aboard."""
    found = library.pack("betio", "sample")
    began = GameBegan(system="betio", title=name, pack=found.name, charts=found.charts, complete=found.complete)
    game = diary.new("betio", name, began)
    units = game.state.units
    vessels = [vessel for vessel, now in units.items() if now.is_vessel]
    waiting = iter([unit for unit, now in units.items() if now.regiment in ("2", "8", "6")])
    tanks = iter([unit for unit, now in units.items() if now.is_tank])
    hexes = iter(
        [hex for hex, card in found.charts["hexes"].items() if card["terrain"] == ["reef"] and hex[:2] in ("20", "22")]
    )
    changes: list[tuple[tuple[str, ...], Any]] = [
        (("phase",), "landing_fire"),
        (("turn",), 2),
        (("impulse",), 1),
        (("bombarded",), True),
    ]
    for vessel in vessels:
        unit = next(tanks if units[vessel].kind == "lcm" else waiting)
        changes += [
            (("units", vessel, "box"), "map"),
            (("units", vessel, "hex"), next(hexes)),
            (("units", vessel, "cargo"), unit),
        ]
        changes += [
            (("units", vessel, "beach"), "Red 3"),
            (("units", unit, "box"), "aboard"),
            (("units", unit, "vessel"), vessel),
        ]
    diary.append(game, game.beside(*aside_facts.adjusting(game, changes, "")))
    return game


def loads(rows: list[tuple[bytes]]) -> list[Any]:
    return [json.loads(state) for (state,) in rows]
