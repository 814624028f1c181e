"""Runs every budget's row: the two things compared take turns, and the median of their ratios is printed with the
machine.

python -m benchmarks [--only WORDS] [--rounds N] [--entries N] [--games N] [--tarawa GAME] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from auditing.audit import audit
from auditing.what_if import matters, supposed
from benchmarks.material import (
    CARD,
    TARGET,
    Ledgers,
    battle,
    fire_phase,
    landing,
    loads,
    long_game,
    longest_game,
    played_game,
    raw_database,
    same_game,
    set_up_games,
)
from benchmarks.phones import heard_by, serving
from cli.statistics import counting_of
from domain.games import SYSTEMS
from domain.kernel import aside_facts
from domain.kernel.entries import UMPIRE
from domain.kernel.facts import Declared
from domain.kernel.game import Game, Outcome
from domain.kernel.table import Answers, Given
from domain.record.diary import Diary
from projections.kept_screens import screens_folder
from projections.ledger_file import LedgerFile, ledger_path
from projections.ledgers import LEDGERS
from projections.report.build import build
from projections.report.page import page
from projections.report.sheet import sheet
from projections.snapshots import look_back, snapshots_path
from recording import fix
from replays import diary_file
from replays.interchange import read_file
from replays.notation import speak, split

ROOT = Path(__file__).parent.parent
WHOLE = 500
"""Number of entries above which a shipped game is a whole one, no example of a rule."""
BARE = [sys.executable, "-c", "import click, pydantic; pydantic.BaseModel"]
BARE_WORDS = "against python -c 'import click, pydantic'"
Timed = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """One budget: what is compared with what, the most (or the least) the ratio may be, and what was seen."""

    what: str
    target: float
    least: bool
    ratio: float
    ours: float
    theirs: float
    told: str = ""
    """Another figure, in words."""

    @property
    def kept(self) -> bool:
        return self.ratio >= self.target if self.least else self.ratio <= self.target


def seconds(function: Callable[[], Any], times: int = 1) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        function()
    return (time.perf_counter() - begin) / times


def processor_seconds(*command: str) -> float:
    """The seconds of the processor that a process takes, as a person starts it: what is compiled is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=kept, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(what: str, target: float, ours: Timed, theirs: Timed, rounds: int, *, least: bool = False) -> Row:
    """Rounds of one and the other in turn, after one of each that does not count, unless there is no other.

    `least`: how many times as fast ours must be.
    """
    gc.collect()
    gc.freeze()  # the collector does not go through what other rows hold, as no process of the program holds it
    first = ours(), theirs()
    seen = [(ours(), theirs()) for _ in range(rounds)] or [first]
    gc.unfreeze()  # what this row leaves behind is collected before the next
    ratio = statistics.median(b / a if least else a / b for a, b in seen)
    return Row(what, target, least, ratio, statistics.median(a for a, _ in seen), statistics.median(b for _, b in seen))


class Bench:
    """The material, made once, and a method for every row."""

    def __init__(self, folder: Path, entries: int, rounds: int, games: int, tarawa: str) -> None:
        self.folder, self.rounds, self.entries, self.games, self.tarawa = folder, rounds, entries, games, tarawa
        self.diary = Diary(folder / "d.db", "bench")
        self.small = long_game(self.diary, "small", 100)
        self.big = long_game(self.diary, "big", entries)
        self.raw = sqlite3.connect(folder / "d.db")
        self.chance = random.Random(1)

    @property
    def few(self) -> int:
        """Rounds of what takes seconds."""
        return max(min(self.rounds, 1), self.rounds // 3)

    def game_of(self, system: str) -> str:
        """The game of a system that is measured: the longest, and the shortest where each thing is done once."""
        return longest_game(system, shortest=not self.rounds)

    def close(self) -> None:
        self.raw.close()
        self.diary.close()

    def rows(self) -> Iterator[tuple[str, Callable[[], Row]]]:
        yield "open a long game, against SELECT + json.loads", self.opening
        yield "the same, against eventsourcing's decorated aggregate", self.library
        yield "wardiary show on a long game, against a short one", self.showing
        yield "state at any version, against SELECT + json.loads", self.any_version
        yield "record one declaration, against one raw INSERT", self.recording
        yield "the last declaration of a long game, against a short one's", self.late
        yield "the last answer of a fire phase of 40 x 40, against one declaration", self.fire_phase
        yield "views catch-up, against SELECT + json.loads + executemany", self.views
        yield f"wardiary show of a game shown before, {BARE_WORDS}", self.shown_again
        yield f"wardiary show of a game that others went on with, {BARE_WORDS}", self.shown_after_others
        yield f"wardiary show of a game of which no screen is kept, {BARE_WORDS}", self.shown_anew
        for system, name in self.judged():
            yield (
                f"the audit of {name} ({system}), against json.loads of its .jsonl",
                partial(self.judging, system, name),
            )
        yield "every other choice of every reading supposed in a game, against its audit", self.supposing
        yield "all of a game said again by `fix`, against playing its lines", self.correcting
        yield "the last answer of a battle of Pearl Harbor with all its support, against one declaration", self.battle
        yield (
            "the last answer of Anti-Landing Fire at every vessel of Bloody Betio, against one declaration",
            self.landing,
        )
        yield (
            f"the first table of a game in a diary of {self.games:,} games, against in a diary of one",
            self.first_table,
        )
        yield "the first stats over the whole games shipped, against from_json of their entries", self.first_stats
        yield f"a second stats over {self.games:,} games, against listing them", self.second_stats
        yield f"doctor of {self.games:,} games, for a game of it, against in a diary of 30", self.doctor
        for streams in (3, 20, 200):
            yield (
                f"a tap until the last of {streams} phones has it in its log, against one declaration",
                partial(self.phones, streams),
            )
        yield "the memory of a server of 20 phones after a minute, against after a second", self.memory_served
        yield "the report of a game, for 2,000 facts of it, against importing matplotlib", self.report
        yield "the PDF of that report, for 3,000 facts of it, against importing matplotlib", self.paper

    def _select(self) -> list[Any]:
        return loads(
            self.raw.execute(
                "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version", (self.big.id,)
            ).fetchall()
        )

    def opening(self) -> Row:
        return compare(
            "open",
            2.0,
            lambda: seconds(lambda: self.diary.open(self.big.id)),
            lambda: seconds(self._select),
            self.rounds,
        )

    def library(self) -> Row:
        app = Ledgers(self.folder / "library.db")
        ledger = app.fill(self.entries)
        row = compare(
            "library",
            2.0,
            lambda: seconds(lambda: self.diary.open(self.big.id)),
            lambda: seconds(lambda: app.repository.get(ledger)),
            self.rounds,
            least=True,
        )
        app.close()
        return row

    def _run(self, diary: Path, *words: str) -> float:
        """How long the program takes, as the process that a person starts."""
        return processor_seconds(sys.executable, "-m", "cli.main", "--diary", str(diary), *words)

    def _show(self, name: str, *, anew: bool = True) -> float:
        """A look at a game; `anew`, as after a line whose recorder kept no screen."""
        if anew:
            shutil.rmtree(screens_folder(self.folder / "d.db"), ignore_errors=True)
        return self._run(self.folder / "d.db", "show", name)

    def showing(self) -> Row:
        return compare("show", 1.5, lambda: self._show("big"), lambda: self._show("small"), self.rounds)

    def any_version(self) -> Row:
        look_back(self.diary, self.big.id)

        def one() -> float:
            at = self.chance.randrange(1, self.big.version)
            return seconds(lambda: look_back(self.diary, self.big.id, at))

        return compare(
            "any version",
            0.3,
            lambda: statistics.mean(one() for _ in range(7)),
            lambda: seconds(self._select),
            self.rounds,
        )

    def _insert(self) -> Callable[[], float]:
        raw = raw_database(self.folder / f"raw{self.chance.random()}.db")

        def insert() -> float:
            values = (self.big.id, 1, "noted", b"x" * 300)
            return seconds(
                lambda: raw.execute("INSERT INTO events (game, version, topic, state) VALUES (?,?,?,?)", values), 50
            )

        return insert

    def _note(self, game: Game[Any]) -> float:
        return seconds(lambda: self.diary.append(game, game.beside(aside_facts.note(game, "x" * 100))), 50)

    def recording(self) -> Row:
        """What a declaration led to, sealed and on the disk; each time in a game of its own that stands at the same
        moment.

        What the rules cost before that is in the row of a whole game's lines.
        """
        times = 20
        with Diary(self.folder / "record.db") as diary:
            fresh = iter(set_up_games(diary, times * (self.rounds * 2 + 1)))

            def declare() -> float:
                games = [next(fresh) for _ in range(times)]
                line = split("bombards Green:NAV1,AIR1 Amber:NAV2", games[0].rules.sides)
                assert line is not None
                said = iter([(game, speak(game, line)) for game in games])
                return seconds(lambda: diary.append(*next(said)), times)

            return compare("record", 1.5, declare, self._insert(), self.rounds * 2)

    def phones(self, streams: int) -> Row:
        """From a phone's POST until the last page has it, by the 95th percentile, in the largest game."""
        taps = 40 if self.rounds else 2
        diary, name = self._served()
        took = sorted(asyncio.run(self._heard(diary, name, streams if self.rounds else 2, taps)))
        with Diary(diary) as opened:
            game = opened.open(opened.find(name).id)
            declared = statistics.median(seconds(lambda: self._noted(opened, game)) for _ in range(taps))
        slow = took[min(len(took) - 1, int(0.95 * len(took)))]
        told = f"p50 {statistics.median(took) * 1e3:.0f} ms, longest {took[-1] * 1e3:.0f} ms"
        # 200 ms where a declaration takes half of one; with 200 phones, twice as long
        return Row("phones", 400.0 if streams < 100 else 800.0, False, slow / declared, slow, declared, told)

    def memory_served(self) -> Row:
        """What a server holds once its games are open and drawn, and what it has gathered a minute later."""
        diary, name = self._served()
        last, first = asyncio.run(self._held(diary, name))
        told = f"{first / 1e6:.0f} MB, then {last / 1e6:.0f} MB"
        return Row("memory", 1.5, False, last / max(1, first), last / 1e9, first / 1e9, told)

    def _served(self) -> tuple[str, str]:
        """A diary with the largest game that comes with wardiary, unfinished; made once."""
        diary = self.folder / "served.db"
        (self.folder / "served.seats.json").unlink(missing_ok=True)  # nobody sits there yet
        if not diary.exists():
            with Diary(diary, "bench") as made:
                whole = played_game("betio", self.game_of("betio"))
                stored = made.store("whole", whole)
                ends = [entry.version for entry in whole.entries if entry.ends]
                made.branch(stored.id, ends[len(ends) * 2 // 3], "served")
        return str(diary), "served"

    async def _heard(self, diary: str, name: str, streams: int, taps: int) -> list[float]:
        async with serving(diary, name) as server:
            return await heard_by(server, name, streams, taps)

    async def _held(self, diary: str, name: str) -> tuple[int, int]:
        long, often = (60, 1) if self.rounds else (1, 1)
        async with serving(diary, name) as server:
            await heard_by(server, name, 20 if self.rounds else 2, often)
            first = server.memory()
            await heard_by(server, name, 20 if self.rounds else 2, long, every=1.0 if self.rounds else 0.0)
            return server.memory(), first

    def _noted(self, diary: Diary, game: Game[Any]) -> None:
        line = split("note tapped", game.rules.sides)
        assert line is not None
        diary.append(game, speak(game, line))

    def late(self) -> Row:
        fresh = long_game(self.diary, "fresh", 100)
        return compare("late", 1.2, lambda: self._note(self.big), lambda: self._note(fresh), self.rounds * 2)

    def _last_answer(
        self, what: str, stands: Callable[[Diary, str], Game[Any]], declared: Callable[[Game[Any]], Outcome]
    ) -> Row:
        """The last answer of a large procedure, in a game of its own that stands before it, against a declaration
        there."""
        number = iter(range(10**6))

        def played() -> float:
            game = stands(diary, f"{what} {next(number)}")
            diary.append(game, declared(game))
            last = 0.0
            while question := game.pending():
                answer = _answer(question.name, question.say(question.sample(chance)))
                last = seconds(lambda answer=answer: diary.append(game, game.answer(answer)))  # type: ignore[misc]
            return last

        def one() -> float:
            game = stands(diary, f"{what} {next(number)}")
            return statistics.median(
                seconds(lambda: diary.append(game, game.beside(aside_facts.note(game, "x")))) for _ in range(20)
            )

        chance = random.Random(1)
        with Diary(self.folder / f"{what}.db") as diary:
            return compare(what, 8.0, played, one, self.rounds)

    def fire_phase(self) -> Row:
        return self._last_answer(
            "fire phase", fire_phase, lambda game: game.declare("fire", answers=Answers.of({}, CARD))
        )

    def battle(self) -> Row:
        return self._last_answer("battle", battle, lambda game: game.declare("attack", {"target": TARGET}))

    def landing(self) -> Row:
        return self._last_answer("landing", landing, lambda game: game.declare("landing-fire"))

    def views(self) -> Row:
        number = iter(range(10**6))

        def catch_up() -> float:
            with LedgerFile(self.folder / f"views{next(number)}.db") as ledgers:
                return seconds(lambda: ledgers.catch_up(self.diary))

        with LedgerFile(self.folder / "same.db") as same:
            same.catch_up(self.diary)
            made = {
                ledger.name: [tuple(row.values()) for row in same.rows(f"SELECT * FROM {ledger.name}")]
                for ledger in LEDGERS
            }
            keys = {
                ledger.name: ", ".join((*ledger.columns, "PRIMARY KEY (game, version, item)")) for ledger in LEDGERS
            }

        def plain() -> float:
            with closing(raw_database(self.folder / f"plain{next(number)}.db")) as raw:
                for name, columns in keys.items():
                    raw.execute(f"CREATE TABLE {name} ({columns})")

                def copy() -> None:
                    loads(self.raw.execute("SELECT state FROM stored_events").fetchall())
                    raw.execute("BEGIN")
                    for name, rows in made.items():
                        if rows:
                            raw.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(rows[0]))})", rows)
                    raw.execute("COMMIT")

                return seconds(copy)

        return compare("views", 2.5, catch_up, plain, self.rounds)

    def shown_again(self) -> Row:
        return self._process("shown again", lambda: self._show("small", anew=False))

    def shown_after_others(self) -> Row:
        long_game(self.diary, "beside", 100)

        def look() -> float:
            for name in ("small", "beside"):  # somebody records there, and in another game
                self._run(self.folder / "d.db", "note", name, "x")
            return self._show("small", anew=False)

        return self._process("shown after others", look)

    def shown_anew(self) -> Row:
        return self._process("shown anew", lambda: self._show("small"))

    def _process(self, what: str, look: Timed) -> Row:
        return compare(what, 2.0, look, lambda: processor_seconds(*BARE), self.rounds * 2)

    def judged(self) -> Iterator[tuple[str, str]]:
        """The game of each system that is judged."""
        for system in SYSTEMS:
            own = {"ddat": self.tarawa, "iwo": "first-landing"}
            yield system, own.get(system) or self.game_of(system)

    def judging(self, system: str, name: str) -> Row:
        lines = (ROOT / "replays" / system / f"{name}.jsonl").read_text("utf-8").splitlines()
        game = diary_file.play(diary_file.shipped(system, name))
        said = sum(isinstance(entry.fact, Declared) for entry in game.stands)

        def judge() -> float:
            return seconds(lambda: list(audit(game)))

        row = compare("audit", 5.0, judge, lambda: seconds(lambda: [json.loads(line) for line in lines]), self.rounds)
        return replace(row, told=f"{said / row.ours:,.0f} declarations a second")

    def supposing(self) -> Row:
        game = diary_file.play(diary_file.shipped("ddat", self.tarawa))
        return compare(
            "supposing",
            4.0,
            lambda: seconds(lambda: matters(game, supposed(game, ["all"]))),
            lambda: seconds(lambda: list(audit(game))),
            self.few,
        )

    def correcting(self) -> Row:
        """A note is said before the first declaration, so that every line is said again."""
        file = diary_file.shipped("betio", self.game_of("betio"))
        game = diary_file.play(file)
        first = next(entry.version for entry in game.stands if isinstance(entry.fact, Declared))

        def correct() -> None:
            fix.begin(game, first, ["before", 'note "it was agreed"'])

        return compare(
            "correcting", 2.0, lambda: seconds(correct), lambda: seconds(lambda: diary_file.play(file)), self.few
        )

    def first_table(self) -> Row:
        """The views file is not there, as after an update of the program; a game may be looked at long after it was
        played."""
        many, one = self._many(), same_game(self.folder / "one.db", self.small, 1)

        def first(diary: Path) -> float:
            for made in ledger_path(diary).parent.glob(f"{ledger_path(diary).name}*"):
                made.unlink()
            return self._run(diary, "table", "game 1", "points")

        return compare("first table", 3.0, lambda: first(many), lambda: first(one), self.few)

    def first_stats(self) -> Row:
        """In one process, its libraries imported; nothing is remembered of a game."""
        every = sorted((ROOT / "replays").glob("*/*.jsonl"), key=lambda file: file.stat().st_size)
        files = [file for file in every if file.read_bytes().count(b"\n") > WHOLE][: None if self.rounds else 1]
        with Diary(self.folder / "shipped.db") as diary:
            for file in files:
                received = read_file(file)
                diary.receive(received.game_id, file.stem, received.system, received.sealed)
            games = diary.games()
            stored = [state for line in games for _, _, state in diary.stored(line.id)]

            def count() -> None:
                for line in games:
                    counting_of(diary, line, None)

            def parse() -> None:
                for state in stored:
                    from_json(state)

            return compare("first stats", 7.0, lambda: seconds(count), lambda: seconds(parse), self.rounds)

    def _many(self) -> Path:
        path = self.folder / "many.db"
        return path if path.exists() else same_game(path, self.small, self.games)

    def second_stats(self) -> Row:
        path = self._many()
        self._run(path, "stats")
        return compare(
            "second stats", 2.0, lambda: self._run(path, "stats"), lambda: self._run(path, "games"), self.few
        )

    def doctor(self) -> Row:
        many, few = self._many(), same_game(self.folder / "few.db", self.small, 30)
        return compare(
            "doctor",
            1.0,
            lambda: self._run(many, "doctor") / self.games,
            lambda: self._run(few, "doctor") / 30,
            min(self.few, 1),
        )

    def report(self) -> Row:
        """At most about two seconds for 2,000 facts, where the plotting library is imported in about two thirds of
        one."""
        game = played_game("ddat", self.tarawa)

        def ours() -> float:
            return seconds(lambda: page(build(game.seen_by(UMPIRE)))) * 2_000 / game.version

        return compare("report", 3.0, ours, _plotting, self.few)

    def paper(self) -> Row:
        """At most five seconds for 3,000 facts."""
        game = played_game("ddat", self.tarawa)
        made = build(game.seen_by(UMPIRE))

        def ours() -> float:
            return seconds(lambda: sheet(made)) * 3_000 / game.version

        return compare("paper", 7.5, ours, _plotting, self.few)


def _plotting() -> float:
    """How long it takes to import the plotting library."""
    return seconds(lambda: subprocess.run([sys.executable, "-c", "import matplotlib.pyplot"], check=True))


def _answer(name: str, value: str) -> Answers:
    return Answers({name: deque([Given(value)])})


def machine(folder: Path) -> str:
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    )
    with closing(raw_database(folder / "sync.db")) as raw:
        sync = seconds(lambda: raw.execute("INSERT INTO events (state) VALUES ('x')"), 100)
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{model}, {os.cpu_count()} cores; {versions}; a durable INSERT {sync * 1e3:.2f} ms"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def main(arguments: list[str] | None = None) -> list[Row]:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="rows whose words hold these")
    parser.add_argument("--rounds", type=int, default=7, help="0: each thing is done once, to see that it works")
    parser.add_argument("--entries", type=int, default=20_000, help="of the long game")
    parser.add_argument("--games", type=int, default=1_000, help="in the diary of many games")
    parser.add_argument("--tarawa", default="two-days", help="the game of D-Day at Tarawa that is played and reported")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    found = []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not chosen.json:
            print(machine(folder), flush=True)
        bench = Bench(folder, chosen.entries, chosen.rounds, chosen.games, chosen.tarawa)
        if not chosen.json:
            print(f"a long game has {bench.big.version} entries, a short one {bench.small.version}\n", flush=True)
        for words, measure in bench.rows():
            if chosen.only not in words:
                continue
            row = measure()
            found.append(replace(row, what=words))
            if not chosen.json:
                _print(found[-1])
        bench.close()
        snapshots_path(folder / "d.db").unlink(missing_ok=True)
    if chosen.json:
        print(json.dumps([asdict(row) | {"kept": row.kept} for row in found], indent=2))
    return found


def _print(row: Row) -> None:
    bound = f"{'at least' if row.least else 'at most'} {row.target:g} x"
    times = f"({row.ours * 1e3:.2f} ms, {row.theirs * 1e3:.2f} ms{', ' * bool(row.told)}{row.told})"
    print(f"{'ok  ' if row.kept else 'MISS'} {row.ratio:6.2f} x  {bound:14}  {row.what}  {times}", flush=True)


if __name__ == "__main__":
    main()
