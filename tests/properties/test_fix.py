"""A random answer was another: whatever is decided of the lines that no longer fit, the record that comes out agrees
with itself."""

from __future__ import annotations

import random
from collections import deque
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from auditing.audit import DIFFERS, UNDECIDABLE, Finding, audit
from domain.games import SYSTEMS, load
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import Declared, GameBegan, Noted, TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import Answer, Drawn, Question, Rolled, said
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile
from recording import fix, plans
from recording.fix import Fixing
from replays import diary_file
from tests import shipped
from tests.projections.contract import tables
from tests.properties import test_secrets
from tests.properties.player import PAPER, RandomPlayer
from tests.recording.in_memory import InMemory

FIXES = 2
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


GAMES = [
    Played(system, seed, irregular)
    for system in SYSTEMS
    if system != PAPER
    for seed, irregular in ((401, 0.0), (402, 0.04))
]


def another(entry: Entry, chance: random.Random) -> list[str]:
    """Another value of an answer or a declaration, as it would be typed; it may be one that is refused."""
    fact = entry.fact
    match fact:
        case Rolled():
            return ["".join(str(chance.randint(1, fact.sides)) for _ in fact.dice) or "none"]
        case Drawn():
            return [str(chance.randint(1, 54))]
        case Declared():
            return [
                f"{name}={value if isinstance(value, str) else chance.randint(0, 3)}"
                for name, value in fact.values.items()
            ][:1]
    assert isinstance(fact, Answer)
    return [chance.choice(("none", "yes", "no", str(chance.randint(0, 3)), said(fact)))]


def begun(game: Game[Any], chance: random.Random) -> Fixing:
    """A correction of a random answer or declaration that is not refused."""
    kind = chance.choice((Rolled, Drawn, Answer, Declared))
    kinds = (kind, Answer, (Answer, Declared))  # on paper nobody may have been asked anything yet
    of_each = ([e for e in game.stands if isinstance(e.fact, one)] for one in kinds)
    entries = next(filter(None, of_each))
    while True:
        entry = chance.choice(entries)
        try:
            return fix.begin(game, entry.version, another(entry, chance))
        except Trouble:
            entries = [e for e in game.stands if isinstance(e.fact, (Answer, Declared))]
            if all(isinstance(e.fact, Declared) and not e.fact.values for e in entries):  # nothing has another value
                return fix.begin(game, chance.choice(entries).version, ["drop"])


def decide(fixing: Fixing, chance: random.Random, most: int = STOPS) -> None:
    """Decides at random of each line that no longer fits: what is asked is answered, a line left out, said otherwise,
    or insisted on."""
    for _ in range(most):
        if fixing.stop is None:
            return
        before = fixing.plan
        try:
            decide_once(fixing, chance)
        except Trouble:
            assert fixing.plan == before  # nothing is decided by what is refused
            fixing.drop()
    while fixing.stop is not None:
        fixing.drop(rest=True)


def decide_once(fixing: Fixing, chance: random.Random) -> None:
    stop = fixing.stop
    assert stop is not None
    entry = next(e for e in fixing.before.stands if e.version == stop.at)
    if stop.question is not None:
        fixing.say(answer(stop.question, chance))
    elif chance.random() < 0.3:
        fixing.insist("so it was played")
    elif chance.random() < 0.3 and isinstance(entry.fact, Answer | Declared):
        fixing.say(another(entry, chance))
    else:
        fixing.drop()


def answer(question: Question[Any], chance: random.Random) -> list[str]:
    return question.say(question.sample(chance)).split()


def differing(game: Game[Any]) -> list[Finding]:
    """What an audit finds that is not what the rules give."""
    return [found for found in audit(game) if found.verdict in (DIFFERS, UNDECIDABLE)]


def remarks(entries: list[Entry]) -> list[str]:
    """What players noted, without the notes that a correction made."""
    return [
        e.fact.text for e in entries if isinstance(e.fact, Noted) and not e.fact.text.startswith("asked for no more")
    ]


def ledgers(path: Path, game: Game[Any]) -> dict[str, list[dict[str, Any]]]:
    with Diary(path) as diary, LedgerFile(path.with_suffix(".views.db")) as views:
        diary.store("game", game)
        views.catch_up(diary)
        found = tables(views)
        del found["games"]
        return {
            table: [{k: v for k, v in r.items() if k not in ("game", "recorded_at")} for r in each]
            for table, each in found.items()
        }


@pytest.mark.parametrize("played", GAMES, ids=str)
def test_a_random_answer_corrected_leaves_a_record_that_agrees_with_itself(played: Played, tmp_path: Path) -> None:
    """Given a random game, when random answers are corrected and random things decided, then text, ledgers, audit and
    take-back agree."""
    game, chance, find_pack = played.game(), random.Random(played.seed), partial(shipped.pack, played.system)
    for _ in range(FIXES):
        before, noted = game.version, remarks(game.stands)
        fixing = begun(game, chance)
        to = fixing.plan.to
        was = game.at(to)
        decide(fixing, chance)
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
    assert not differing(game)
    text = diary_file.write(game, find_pack)
    again = diary_file.play(diary_file.read(text, "game.diary", find_pack))
    assert [(e.version, e.of, e.fact, e.ends, e.waits) for e in again.entries] == [
        (e.version, e.of, e.fact, e.ends, e.waits) for e in game.entries
    ]
    assert ledgers(tmp_path / "one.db", game) == ledgers(tmp_path / "two.db", again)


PASSPHRASE = "suribachi"
LENGTH = 200
"""Lines of a game in a diary."""


@pytest.mark.parametrize("seed", [400, 410])
def test_a_sealed_game_is_corrected_and_stays_sealed(seed: int, tmp_path: Path) -> None:
    """Digest 4: given a game under a passphrase, when random answers are corrected, then it verifies, reads back, and
    tells no secret without it."""
    player, chance = RandomPlayer("iwo", "sample", seed), random.Random(seed)
    first = player.game.entries[0].fact
    assert isinstance(first, GameBegan)
    with Diary(tmp_path / "d.db") as diary:
        game = diary.new("iwo", "game", first, {"jp": PASSPHRASE})
        for outcome in islice(player.play(), LENGTH):
            diary.append(game, outcome)
        for _ in range(FIXES):
            fixing = begun(game, chance)
            decide(fixing, chance, most=5)
            kept = plans.stored(fixing.plan, diary.keys(game.id))
            assert plans.restored(kept, diary.keys(game.id), "x") == fixing.plan
            fixing = fix.record(fixing, diary)
            assert fixing.stop is None
        assert diary.verify(game.id) == []
        opened = diary.open(game.id)
        assert [e.fact for e in opened.entries] == [e.fact for e in game.entries]
        assert opened.state == game.state
        assert not differing(game)
        shown = [e.fact for e in seen(game.entries, "us")]
    with Diary(tmp_path / "d.db") as diary:
        assert [e.fact for e in diary.open(game.id).entries] == shown
        setup = next(e for e in game.stands if isinstance(e.fact, Answer) and e.fact.name == "units")
        again = fix.begin(game, setup.version, [said(setup.fact)] if isinstance(setup.fact, Answer) else [])
        with pytest.raises(BadInput, match="jp's secret, sealed under a passphrase that was not said"):
            fix.record(again, diary)
        assert diary.last(game.id) == game.version


def told(game: Game[Any], entry: Entry, words: list[str], audience: str) -> list[Any]:
    """All that an audience is told of a correction whose later lines are left out one by one."""
    try:
        fixing = fix.begin(game, entry.version, words, audience=audience)
    except Trouble as refused:
        return [str(refused)]
    found: list[Any] = []
    while fixing.stop is not None and len(found) < 20:
        stop = fixing.stop
        asked = stop.question
        hint = asked.hint() if asked and not (asked.secret or asked.shown_to) else ""
        found.append(
            (
                fixing.fitting,
                fixing.left,
                "" if stop.secret else stop.text,
                str(fixing.told(audience)),
                asked.words if asked else "",
                hint,
            )
        )
        fixing.drop()
    return [*found, fixing.counts]


def test_what_is_hidden_makes_no_difference_to_what_others_are_told_of_a_correction() -> None:
    """Digest 4: given two games that differ in hidden things alone, when the same is corrected, then a shared screen
    and the US are told the same."""
    seed = 300
    first = test_secrets.played(seed)
    other = test_secrets.other_setup([entry.fact for outcome in first for entry in outcome.entries])
    assert other is not None
    worlds = [Game[Any](load("iwo")) for _ in range(2)]
    for world, outcomes in zip(worlds, (first, test_secrets.again(first, *other, seed)), strict=True):
        for outcome in outcomes:
            world.follow(outcome.entries)
    assert [e.fact for e in worlds[0].entries] != [e.fact for e in worlds[1].entries]
    chance = random.Random(seed)
    public = [e for e in worlds[0].stands if isinstance(e.fact, Answer | Declared) and not e.fact.secret]
    for entry in chance.sample(public, 12):
        words = another(entry, chance)
        for audience in ("", "us"):
            assert told(worlds[0], entry, words, audience) == told(worlds[1], entry, words, audience)
