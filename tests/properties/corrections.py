"""Random corrections of random games kept in a diary, and what must hold after them.

`python -m tests.properties.corrections --seeds 100 [--system iwo]` goes on for as many games of each system.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from auditing.audit import DIFFERS, UNDECIDABLE, audit
from cli import health
from domain.games import SYSTEMS, load
from domain.kernel.errors import Trouble
from domain.kernel.facts import Adjusted, ChartRead, Declared, GameBegan, Noted, RulingMade
from domain.kernel.game import Game
from domain.kernel.questions import Answer
from domain.record.diary import Diary
from projections.ledger_file import IN_MEMORY, LedgerFile, ledger_path
from projections.snapshots import Snapshots, snapshots_path
from recording import fix
from recording.waiting import Waiting
from replays.lines import quote, split
from replays.notation import speak
from tests.projections.contract import tables
from tests.properties.player import RandomPlayer
from tests.properties.test_fix import begun, decide

LENGTH = 160
"""Outcomes of a game before it is corrected."""
BETWEEN = 12
"""Outcomes played on after a correction."""
CORRECTIONS = 6
STOPS = 12
PASSPHRASE = "suribachi"


class Corrected:
    """A random game in a diary, with views of every audience, that is corrected again and again."""

    def __init__(self, folder: Path, system: str, seed: int, length: int = LENGTH) -> None:
        self.chance = random.Random(seed)
        irregular = 0.04 * (seed % 3 == 0)
        scenario = next(iter(load(system).scenarios), "")
        self.player = RandomPlayer(system, "sample", seed, irregular, scenario)
        self.diary = Diary(folder / "d.db")
        sealed = seed % 4 == 2
        if sealed:
            first = self.player.game.entries[0].fact
            assert isinstance(first, GameBegan)
            hides = load(system).secrecy.hides
            self.game = self.diary.new(system, "game", first, dict.fromkeys(hides, PASSPHRASE))
            for outcome in islice(self.player.play(), length):
                self.diary.append(self.game, outcome)
        else:
            deque(islice(self.player.play(), length), maxlen=0)
            self.game = self.diary.store("game", self.player.game)
        self.audiences = ("umpire", *self.game.rules.sides)
        self.done: Counter[str] = Counter()
        self.follow_views()

    # ---- what players do ----

    def correct(self) -> None:
        """One correction, or another thing that disturbs the lines before; what is refused changes nothing."""
        act = self.chance.choice(
            (
                self.fix,
                self.fix,
                self.fix_before,
                self.fix_before,
                self.fix_beside,
                self.fix_drop,
                self.take_back,
                self.rule,
                self.row,
            )
        )
        before = self.game.version
        try:
            act()
            self.done[act.__name__] += 1
        except Trouble:
            assert self.diary.last(self.game.id) == self.game.version
            self.done[act.__name__ + ", refused"] += self.game.version == before
        self.follow_views()

    def fix(self) -> None:
        if any(isinstance(e.fact, (Answer, Declared)) for e in self.game.stands):
            self.record(begun(self.game, self.chance))

    def fix_before(self) -> None:
        line = self.chance.choice((self.note_line, self.ruling_line, self.row_line))()
        entry = self.chance.choice([e for e in self.game.stands[1:] if isinstance(e.fact, Answer) or e.version == e.of])
        self.record(fix.begin(self.game, entry.version, ["before", line]))

    def fix_beside(self) -> None:
        """Corrects a line beside the rules: it was another such line."""
        beside = (Noted, RulingMade, ChartRead, Adjusted)
        if entries := [e for e in self.game.stands[1:] if isinstance(e.fact, beside)]:
            line = split(self.chance.choice((self.note_line, self.ruling_line, self.row_line))())
            assert line is not None
            self.record(fix.begin(self.game, self.chance.choice(entries).version, line.in_words))

    def fix_drop(self) -> None:
        entry = self.chance.choice([e for e in self.game.stands[1:] if e.version == e.of])
        self.record(fix.begin(self.game, entry.version, ["drop"]))

    def record(self, fixing: fix.Fixing) -> None:
        decide(fixing, self.chance, STOPS)
        assert fix.record(fixing, self.diary).stop is None

    def take_back(self) -> None:
        """Takes back, sometimes rules or notes between, and says again what fits; then drops the rest."""
        waiting = Waiting(self.game.rules, self.game.entries)
        ends = [entry.version for entry in self.game.stands if entry.ends]
        outcome = self.game.take_back(self.chance.choice(ends[-40:-1]))
        self.diary.append(self.game, outcome)
        if self.chance.random() < 0.5:
            self.say(self.chance.choice((self.note_line, self.ruling_line, self.row_line))())
        for _ in range(200):
            waiting.follow(self.game.entries)
            if not waiting.fresh:
                return
            self.say(waiting.fresh[0].text)

    def rule(self) -> None:
        self.say(self.ruling_line())

    def row(self) -> None:
        self.say(self.row_line())

    def say(self, text: str) -> None:
        line = split(text, self.game.rules.sides)
        assert line is not None
        self.diary.append(self.game, speak(self.game, line))

    def play_on(self, outcomes: int = BETWEEN) -> None:
        """The random player goes on from where the record stands."""
        self.player.game = Game(self.game.rules, self.game.id)
        self.player.game.follow(self.game.entries)
        self.player.regular = False  # what waits may be insisted on
        for outcome in islice(self.player.play(), outcomes):
            self.diary.append(self.game, outcome)

    def note_line(self) -> str:
        return f'note "{self.chance.randint(0, 999)} was said"'

    def ruling_line(self) -> str:
        if not self.game.rules.readings:  # a game of paper leaves nothing open
            return self.note_line()
        reading = self.chance.choice(list(self.game.rules.readings.values()))
        return f"ruling {reading.id} {quote(self.chance.choice(list(reading.choices)))}"

    def row_line(self) -> str:
        """A row with another number in one of its fields."""
        charts = self.game.state.charts
        rows = [(chart, name, row) for chart, known in charts.items() for name, row in known.items()]
        for chart, name, row in self.chance.sample(rows, len(rows)):
            numbers = [field for field, value in row if type(value) is int]
            if numbers:
                field = self.chance.choice(numbers)
                return (
                    f"chart {chart} {quote(name)} {field}={max(0, getattr(row, field) + self.chance.choice((-1, 1)))}"
                )
        return self.note_line()

    # ---- what holds ----

    def follow_views(self) -> None:
        """Every view takes up what was recorded since, and none is made again."""
        for audience in self.audiences:
            with LedgerFile(ledger_path(self.diary.path, audience), audience) as views:
                views.catch_up(self.diary)
                assert views.renewed == ""
        at = self.chance.choice([entry.version for entry in self.game.entries if entry.ends])
        with Snapshots(snapshots_path(self.diary.path)) as kept:
            assert kept.look(self.diary, self.game.id, at).state == self.game.at(at).state

    def accused(self) -> list[str]:
        """What an audit has against somebody."""
        found = [one for one in audit(self.game) if one.verdict in (DIFFERS, UNDECIDABLE)]
        return [f"#{one.version} {one.said}: {one.verdict}, {one.why}" for one in found]

    def discontents(self) -> Iterator[str]:
        """What is not as it should be."""
        for one in health._whole(self.diary):
            if one.state != health.OK and one.what not in ("space", "settings"):
                yield f"doctor: {one.what} {one.state}: {one.words}"
        yield from self.accused()
        opened = self.diary.open(self.game.id)
        if (opened.state, opened.waits) != (self.game.state, self.game.waits):
            yield "opened again, the game stands elsewhere"
        for audience in self.audiences:
            with (
                LedgerFile(ledger_path(self.diary.path, audience), audience) as views,
                LedgerFile(IN_MEMORY, audience) as anew,
            ):
                anew.catch_up(self.diary)
                if tables(views) != tables(anew):
                    yield f"the views of {audience} are not those made anew"


def run(folder: Path, system: str, seed: int, length: int = LENGTH, corrections: int = CORRECTIONS) -> Corrected:
    """A game corrected, whose discontents are none."""
    game = Corrected(folder, system, seed, length)
    try:
        assert not game.accused()
        for _ in range(corrections):
            game.correct()
            game.play_on()
        game.follow_views()
        found = list(game.discontents())
        assert not found, found[:3]
    finally:
        game.diary.close()
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--length", type=int, default=LENGTH, help="outcomes of a game before it is corrected")
    parser.add_argument("--system", choices=SYSTEMS, action="append")
    options = parser.parse_args()
    done: Counter[str] = Counter()
    failed = 0
    for system in options.system or SYSTEMS:
        for seed in range(options.start, options.start + options.seeds):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    done += run(Path(folder), system, seed, options.length).done
                except Exception:
                    failed += 1
                    print(f"{system} {seed}: {traceback.format_exc()[-1500:]}", flush=True)
        print(f"{system}: done", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    print(f"{failed} games of {len(options.system or SYSTEMS) * options.seeds} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
