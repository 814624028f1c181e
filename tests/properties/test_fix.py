"""A random answer was another: whatever is decided of the lines that no longer fit, the record that comes out agrees with itself."""

from __future__ import annotations

import random
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.entries import Entry
from domain.kernel.errors import Trouble
from domain.kernel.facts import Declared, Noted, TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import Answer, Drawn, Question, Rolled, said
from domain.record import Diary
from projections.view import Views
from replays import diary_file, fix
from replays.audit import DIFFERS, UNDECIDABLE, audit
from replays.fix import Fixing
from tests import shipped
from tests.projections.contract import tables
from tests.properties.player import RandomPlayer
from tests.replays.in_memory import InMemory

FIXES = 3
"""Corrections of one game, one after the other."""
STOPS = 60
"""Lines decided about one by one; then the rest that no longer fits is left out."""


class Played(NamedTuple):
    """A random game."""

    system: str
    seed: int
    irregular: float = 0.0

    def __str__(self) -> str:
        return f"{self.system}-{self.seed}" + "-irregular" * bool(self.irregular)

    def game(self) -> Game[Any]:
        scenario = next(iter(load(self.system).scenarios), "")
        player = RandomPlayer(self.system, "sample", self.seed, self.irregular, scenario)
        deque(player.play(), maxlen=0)
        return player.game


GAMES = [Played(system, seed, irregular) for system in SYSTEMS for seed, irregular in ((401, 0.0), (402, 0.04))]


def another(entry: Entry, chance: random.Random) -> list[str]:
    """Another value of an answer or a declaration, as it would be typed; it may be one that is refused."""
    fact = entry.fact
    match fact:
        case Rolled():
            return ["".join(str(chance.randint(1, fact.sides)) for _ in fact.dice) or "none"]
        case Drawn():
            return [str(chance.randint(1, 54))]
        case Declared():
            return [f"{name}={value if isinstance(value, str) else chance.randint(0, 3)}" for name, value in fact.values.items()][:1]
    assert isinstance(fact, Answer)
    return [chance.choice(("none", "yes", "no", str(chance.randint(0, 3)), said(fact)))]


def begun(game: Game[Any], chance: random.Random) -> Fixing:
    """A correction of a random answer or declaration that is not refused."""
    kind = chance.choice((Rolled, Drawn, Answer, Declared))
    entries = [e for e in game.stands if isinstance(e.fact, kind)] or [e for e in game.stands if isinstance(e.fact, Answer)]
    while True:
        entry = chance.choice(entries)
        try:
            return fix.begin(game, entry.version, another(entry, chance))
        except Trouble:
            entries = [e for e in game.stands if isinstance(e.fact, (Answer, Declared))]


def decide(fixing: Fixing, chance: random.Random) -> bool:
    """Decides at random of each line that no longer fits; gives whether something was insisted on."""
    insisted = False
    for _ in range(STOPS):
        if fixing.stop is None:
            return insisted
        before = fixing.plan
        question = fixing.stop.question
        try:
            if question is not None:
                fixing.say(answer(question, chance))
            elif chance.random() < 0.3:
                fixing.insist("so it was played")
                insisted = True
            else:
                fixing.drop()
        except Trouble:
            assert fixing.plan == before  # nothing is decided by what is refused
            fixing.drop()
    while fixing.stop is not None:
        fixing.drop(rest=True)
    return insisted


def answer(question: Question[Any], chance: random.Random) -> list[str]:
    return question.say(question.sample(chance)).split()


def remarks(entries: list[Entry]) -> list[str]:
    """What players noted, without the notes that a correction made."""
    return [e.fact.text for e in entries if isinstance(e.fact, Noted) and not e.fact.text.startswith("asked for no more")]


def ledgers(path: Path, game: Game[Any]) -> dict[str, list[dict[str, Any]]]:
    with Diary(path) as diary, Views(path.with_suffix(".views.db")) as views:
        diary.store("game", game)
        views.catch_up(diary)
        found = tables(views)
        del found["games"]
        return {table: [{k: v for k, v in r.items() if k not in ("game", "recorded_at")} for r in each] for table, each in found.items()}


@pytest.mark.parametrize("played", GAMES, ids=str)
def test_a_random_answer_corrected_leaves_a_record_that_agrees_with_itself(played: Played, tmp_path: Path) -> None:
    """Given a random game, when random answers are corrected and random things decided, then text, ledgers, audit and take-back agree."""
    game, chance, find_pack = played.game(), random.Random(played.seed), partial(shipped.pack, played.system)
    regular = not played.irregular
    for _ in range(FIXES):
        before, noted = game.version, remarks(game.stands)
        fixing = begun(game, chance)
        to = fixing.plan.to
        was = game.at(to)
        regular = not decide(fixing, chance) and regular
        assert Fixing(game, fixing.plan).again.stands == fixing.again.stands  # left and resumed, it comes out the same
        assert game.version == before
        fixing = fix.record(fixing, InMemory())
        assert fixing.stop is None
        assert [e.fact.fixed for e in game.entries[before:] if isinstance(e.fact, TakenBack)] == [True]
        assert game.state == fixing.again.state
        assert remarks(game.stands) == noted
        earlier = game.at(game.version)
        earlier.follow(earlier.take_back(to, "to before the correction").entries)
        assert (earlier.state, earlier.waits) == (was.state, was.waits)
    if True:
        assert [found for found in audit(game) if found.verdict in (DIFFERS, UNDECIDABLE)] == []
    text = diary_file.write(game, find_pack)
    again = diary_file.play(diary_file.read(text, "game.diary", find_pack))
    assert [(e.version, e.of, e.fact, e.ends, e.waits) for e in again.entries] == [(e.version, e.of, e.fact, e.ends, e.waits) for e in game.entries]
    assert ledgers(tmp_path / "one.db", game) == ledgers(tmp_path / "two.db", again)
