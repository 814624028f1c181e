"""Views are proved whatever was recorded: take-backs, corrections and branches at random, in every game, with secrets
open and sealed."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games import SYSTEMS, load
from domain.kernel.entries import standing
from domain.kernel.facts import Drawn, Fact, Fire, Gain, GameBegan, Loss, Modifier, Noted, Points, Rolled, Track
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections import ledgers
from projections.ledger_file import LedgerFile
from recording import fix
from tests.projections.contract import begin
from tests.properties.player import RandomPlayer
from tests.properties.test_fix import begun, decide

ROUNDS, LINES = 4, 25
"""How often something is taken back, corrected or branched, and the appends before each."""


def sides_of(game: Game[Any]) -> list[str]:
    return ["umpire", *game.rules.sides]


def disturb(diary: Diary, game: Game[Any], chance: random.Random) -> None:
    """Takes something back, corrects something, or begins a branch behind what was."""
    match chance.choice(("take back", "take back", "fix", "branch")):
        case "fix":
            fixing = begun(game, chance)
            decide(fixing, chance, most=3)
            fix.record(fixing, diary)
        case "branch":
            at = chance.choice([entry.version for entry in game.entries if entry.ends])
            diary.branch(game.id, at, f"branch at {game.version}")
        case _:
            back = [entry.version for entry in game.stands if entry.ends][-12:-1]
            diary.append(game, game.take_back(chance.choice(back), "misread"))


OPEN = [(system, False) for system in SYSTEMS]
SEALED = [(system, True) for system in SYSTEMS if load(system).secrecy.secrets]


@pytest.mark.parametrize(("system", "sealed"), OPEN + SEALED)
def test_views_are_proved_after_anything_was_taken_back(system: str, sealed: bool, tmp_path: Path) -> None:
    """Given a random game, taken back, corrected and branched, then what each audience caught up with is proved, and
    fresh views say the same."""
    chance = random.Random(f"{system} {sealed}")
    player = RandomPlayer(system, "sample", 600, irregular=0.03, scenario=next(iter(load(system).scenarios), ""))
    first = player.game.entries[0].fact
    assert isinstance(first, GameBegan)
    with Diary(tmp_path / "d.db") as diary:
        locks = (
            {side: f"{side}'s words" for side in player.game.rules.sides}
            if sealed and first.hidden == "recorded"
            else None
        )
        player.game = game = diary.new(system, "game", first, locks)
        audiences = {audience: tmp_path / f"{audience}.db" for audience in sides_of(game)}
        for _ in range(ROUNDS):
            for outcome in islice(outcomes(player), LINES):
                diary.append(game, outcome)
            disturb(diary, game, chance)
            for audience, path in audiences.items():
                with LedgerFile(path, audience) as views:
                    views.catch_up(diary, page=chance.choice((1, 7, 2000)))
                    for line in diary.games():
                        assert views.true_of(diary, line.id), (audience, line.name)
        stand = {entry.version for entry in standing(game.entries)}
        for audience, path in audiences.items():
            with LedgerFile(path, audience) as views, LedgerFile(":memory:", audience) as fresh:
                assert views.catch_up(diary) == 0
                fresh.catch_up(diary)
                for row in views.rows("SELECT version, struck FROM declarations WHERE game=:game", {"game": game.id}):
                    assert row["struck"] == (row["version"] not in stand), row
                for ledger in ledgers.LEDGERS:
                    every = f"SELECT * FROM {ledger.name} ORDER BY game, version, item"
                    assert views.rows(every) == fresh.rows(every), ledger.name


def outcomes(player: RandomPlayer) -> Any:
    """What a random player would record next, as long as the game goes on; whoever takes one records it."""
    while not player.game.state.result:
        yield player.answer() if player.game.waits else player.declare()


NUMBERS = st.integers(-(10**6), 10**6)
WORDS = st.one_of(
    st.sampled_from(("", "0600", "3", "3.0", " 7", "1e3", "0x10", "None", "-0", "9" * 30)),
    st.text('aZ 09.é火-\n"', max_size=8),
)
TRACKS = st.builds(Track, name=WORDS, was=st.one_of(NUMBERS, WORDS), now=st.one_of(NUMBERS, WORDS), why=WORDS)
FIRES = st.builds(
    Fire,
    kind=WORDS,
    side=WORDS,
    by=st.lists(WORDS, max_size=2).map(tuple),
    at=WORDS,
    chance=st.lists(st.integers(1, 20), max_size=3).map(tuple),
    modifiers=st.lists(st.builds(Modifier, rule=WORDS, amount=NUMBERS, why=WORDS), max_size=2).map(tuple),
    hits=NUMBERS,
    outcome=NUMBERS,
    expected=st.sampled_from(("", "2", "8/3", "0", "4/2", "x")),
)
CARRIED = {
    "losses": st.lists(st.builds(Loss, side=WORDS, unit=WORDS, steps=NUMBERS, cause=WORDS, eliminated=st.booleans()),
                       max_size=2).map(tuple),
    "gains": st.lists(st.builds(Gain, side=WORDS, unit=WORDS, steps=NUMBERS, cause=WORDS), max_size=2).map(tuple),
    "points": st.lists(st.builds(Points, side=WORDS, amount=NUMBERS, why=WORDS, permanent=st.booleans()),
                       max_size=2).map(tuple),
    "tracks": st.lists(TRACKS, max_size=2).map(tuple), "fire": st.one_of(st.none(), FIRES), "rule": WORDS,
}  # fmt: skip
FACTS: st.SearchStrategy[list[Fact]] = st.lists(
    st.one_of(
        st.builds(Noted, text=st.just("a note"), **CARRIED),
        st.builds(
            Rolled,
            name=WORDS,
            side=WORDS,
            words=WORDS,
            dice=st.lists(st.integers(1, 6), max_size=4).map(tuple),
            sides=st.integers(2, 20),
        ),
        st.builds(Drawn, name=WORDS, side=WORDS, words=WORDS, item=WORDS, left=NUMBERS),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(facts=FACTS)
def test_a_row_is_read_back_as_it_was_written(facts: list[Fact]) -> None:
    """Given facts with any values in columns of every type, when they are recorded and taken back, then the rows are
    proved before and after."""
    game: Game[Any] = Game(load("iwo"))
    game.follow(game.begin(GameBegan(system="iwo", title="one")).entries)
    before = game.version
    for fact in facts:
        game.follow(game.beside(fact).entries)
    with TemporaryDirectory() as folder, Diary(Path(folder, "d.db")) as diary, LedgerFile(":memory:") as views:
        stand = diary.store("stand", game)
        game.follow(game.take_back(before, "misread").entries)
        struck = diary.store("struck", game)
        views.catch_up(diary)
        assert views.true_of(diary, stand.id)
        assert views.true_of(diary, struck.id)


def test_a_whole_mean_is_taken_back_and_the_views_are_proved(tmp_path: Path) -> None:
    """Given two dice, whose mean is 7 and no fraction, when they are taken back, then the views' proof holds."""
    with Diary(tmp_path / "d.db") as diary, LedgerFile(tmp_path / "v.db") as views:
        game = begin(diary, "one")
        before = game.version
        diary.append(game, game.beside(Rolled(name="dice", side="us", dice=(3, 4), words="two dice")))
        views.catch_up(diary)
        (row,) = views.rows("SELECT * FROM chance")
        assert (row["expected"], type(row["expected"])) == (7.0, float)
        diary.append(game, game.take_back(before, "misread"))
        views.catch_up(diary)
        assert views.true_of(diary, game.id)
