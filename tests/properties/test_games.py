"""Whole games by the random player: no crash, no dead end, and every form of the record agrees with every other."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Irregular
from domain.kernel.game import Game
from domain.record.codec import decode, encode
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile
from replays import diary_file
from tests import shipped
from tests.projections.contract import tables
from tests.properties.player import RandomPlayer
from tests.properties.reckoned import RECKONINGS

ROOT = Path(__file__).parents[2]
PACK = "sample"


class Whole(NamedTuple):
    """A game the random player plays to its end."""

    system: str
    seed: int
    scenario: str = ""
    irregular: float = 0.0

    def __str__(self) -> str:
        return "-".join(filter(None, (self.system, self.scenario, str(self.seed), "irregular" * bool(self.irregular))))

    def player(self) -> RandomPlayer:
        return RandomPlayer(self.system, PACK, self.seed, self.irregular, self.scenario)


FEW, MANY = 4, {"iwo": 20}
"""How many random games are played of a system: few, and many where it takes a moment; each scenario at least once."""


def games(system: str, first: int, irregular: float = 0.0) -> list[Whole]:
    """Games of a system, from a seed on, its scenarios in turn."""
    scenarios = tuple(load(system).scenarios) or ("",)
    count = max(len(scenarios), MANY.get(system, FEW))
    return [Whole(system, first + n, scenarios[n % len(scenarios)], irregular) for n in range(count)]


REGULAR = {system: games(system, 0) for system in SYSTEMS}
IRREGULAR = {system: games(system, 100, 0.04) for system in SYSTEMS}
LAST = [each[-1] for each in REGULAR.values()]
"""One game of each system."""

UNSETTLED = {"iwo": "holds"}
"""A word of the identities that only hold again when the append ends: a unit without room is in an area until it is
removed (IWO 3)."""


@cache
def finished(whole: Whole) -> Game[Any]:
    """A game played to its end; several tests look at the same one."""
    player = whole.player()
    for outcome in player.play():
        assert whole.irregular or not [e for e in outcome.entries if isinstance(e.fact, Irregular)]
    return player.game


@cache
def played_from_text(whole: Whole) -> tuple[str, Game[Any]]:
    """The text of a game, and the game that is played from it; several tests look at the same one."""
    find_pack = packs_of(whole.system)
    text = diary_file.write(finished(whole), find_pack)
    return text, diary_file.play(diary_file.read(text, "game.diary", find_pack))


def packs_of(system: str) -> Any:
    return partial(shipped.pack, system)


def stored(game: Game[Any], since: int = 0) -> list[Entry]:
    """The entries as they come back from storage; those after the first ones that are there already."""
    return [decode(e.version, e.fact.TOPIC, encode(e), game.rules.play.topics) for e in game.entries[since:]]


def fold(game: Game[Any], entries: Any) -> Game[Any]:
    again: Game[Any] = Game(game.rules)
    again.follow(entries)
    return again


def broken(game: Game[Any], entry: Entry) -> list[str]:
    """The identities that do not hold after an entry."""
    unsettled = UNSETTLED.get(game.rules.code) if not entry.ends else None
    return [words for words in game.rules.play.identities(game.state) if not unsettled or unsettled not in words]


@pytest.mark.parametrize("whole", [*chain(*REGULAR.values())], ids=str)
def test_a_regular_game_ends_and_its_identities_hold_at_every_fact(whole: Whole) -> None:
    """IWO 3, 4.1, 14, 24; DDaT 2, 7.5: given a random game, when it is played to its end, then steps, stacking and
    markers hold throughout."""
    game = finished(whole)
    if game.state.on_paper and (stated := set(game.rules.secrecy.stated)):
        said = {entry.fact.TOPIC for entry in game.stands} | {getattr(entry.fact, "name", "") for entry in game.stands}
        assert stated & said, f"on paper nothing comes to light: where rules look at a secret, ask for one of {stated}"
    assert game.state.result is not None
    again: Game[Any] = Game(game.rules)
    for entry in game.entries:
        again.follow([entry])
        assert not broken(again, entry), entry
    assert again.state == game.state


@pytest.mark.parametrize("whole", [*chain.from_iterable(REGULAR[system] for system in RECKONINGS)], ids=str)
def test_a_second_implementation_reckons_a_game_alike(whole: Whole) -> None:
    """Given a random game, when it is reckoned again from its facts by an implementation of its own, then nothing
    differs."""
    reckoning = RECKONINGS[whole.system]()
    for entry in standing(finished(whole).entries):
        reckoning.follow(entry)
    assert not reckoning.found, "\n".join(reckoning.found[:20])
    assert reckoning.checked


@pytest.mark.parametrize("whole", REGULAR["iwo"], ids=str)
def test_the_points_of_a_game_add_up(whole: Whole) -> None:
    """IWO 23.2: given a random game, when its points are summed, then they are the score, and the losses those it
    says."""
    game = finished(whole)
    us_losses = sum(loss.steps for e in standing(game.entries) for loss in e.fact.losses if loss.side == "us")
    points = [p for e in standing(game.entries) for p in e.fact.points]
    assert sum(p.amount for p in points if p.code == "step-lost") == us_losses
    assert sum(p.amount for p in points if p.side == "us") == game.state.vp_us
    assert sum(p.amount for p in points if p.side == "jp") == game.state.vp_jp


@pytest.mark.parametrize(
    "whole", [*chain.from_iterable(each[:8] for each in REGULAR.values()), *chain(*IRREGULAR.values())], ids=str
)
def test_stored_text_and_views_agree_with_the_live_game(whole: Whole) -> None:
    """Given a random game, some against the rules, when it is stored, written as text and played again, then nothing
    differs."""
    game, find_pack = finished(whole), packs_of(whole.system)
    kept = stored(game)
    assert kept == game.entries
    assert fold(game, kept).state == game.state
    text, again = played_from_text(whole)
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    assert [(e.version, e.of, e.ends, e.waits, e.moment) for e in again.entries] == [
        (e.version, e.of, e.ends, e.waits, e.moment) for e in game.entries
    ]
    assert diary_file.write(again, find_pack) == text
    assert game.seen_by("umpire").state == game.state


@pytest.mark.parametrize("whole", [*LAST, *(each[0] for each in IRREGULAR.values())], ids=str)
def test_a_game_that_went_out_as_text_and_came_back_has_the_same_ledgers(whole: Whole, tmp_path: Path) -> None:
    """Given a game in one diary, when its text is played into another, then every row of every ledger is the same."""
    _, again = played_from_text(whole)
    rows = []
    for name, game in (("one", finished(whole)), ("two", again)):
        with Diary(tmp_path / f"{name}.db") as diary, LedgerFile(tmp_path / f"{name}.views.db") as views:
            diary.store("game", game)
            views.catch_up(diary)
            found = tables(views)
            del found["games"]
            rows.append(
                {
                    table: [{k: v for k, v in r.items() if k not in ("game", "recorded_at")} for r in each]
                    for table, each in found.items()
                }
            )
    assert rows[0] == rows[1]


TAKEN_BACK = [*chain.from_iterable(games(system, 200, 0.02)[-10:] for system in SYSTEMS)]


@pytest.mark.parametrize("whole", TAKEN_BACK, ids=str)
def test_a_take_back_returns_the_exact_earlier_state(whole: Whole) -> None:
    """Given a game under way, when it is taken back to the end of an earlier append, then state and open question are
    as they were."""
    player = whole.player()
    chance = random.Random(whole.seed)
    before: dict[int, tuple[Any, Any]] = {}
    for n, outcome in enumerate(player.play()):
        before[outcome.entries[-1].version] = (player.game.state, player.game.waits)
        if n % 25 == 24 and chance.random() < 0.5:
            stands = {e.version for e in standing(player.game.entries)}
            to = chance.choice([v for v in sorted(before)[-30:-1] if v in stands])
            player.game.follow(player.game.take_back(to, "tried").entries)
            assert (player.game.state, player.game.waits) == before[to]
        if n > 250:
            break
    assert fold(player.game, stored(player.game)).state == player.game.state


SCRIPT = """
import sys
from tests.properties.test_games import Whole, digest
for system, seed, scenario in (words.split(",") for words in sys.argv[1:]):
    print(system, digest(Whole(system, int(seed), scenario)))
"""


def digest(whole: Whole) -> str:
    """A digest of the first 300 appends of a game, a few of them against the rules."""
    player = whole._replace(irregular=0.02).player()
    for _ in islice(player.play(), 300):
        pass
    return hashlib.sha256(b"".join(encode(e) for e in player.game.entries)).hexdigest()


@pytest.fixture(scope="module")
def digests() -> list[dict[str, str]]:
    """The digest of a game of each system, by this process and by another in which Python orders its sets in another
    way."""
    games = [f"{whole.system},{whole.seed},{whole.scenario}" for whole in LAST]
    seed = "4711" if os.environ.get("PYTHONHASHSEED", "random") != "4711" else "0"
    text = subprocess.run(
        [sys.executable, "-c", SCRIPT, *games],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [dict(line.split(" ") for line in text.splitlines()), {whole.system: digest(whole) for whole in LAST}]


@pytest.mark.parametrize("whole", LAST, ids=str)
def test_another_hash_seed_gives_the_same_bytes(whole: Whole, digests: list[dict[str, str]]) -> None:
    """Given the same declarations and dice, when Python orders its sets otherwise, then the record is byte for byte the
    same."""
    one, other = (found[whole.system] for found in digests)
    assert one == other


def to_answer(player: RandomPlayer, most: int) -> Iterator[Game[Any]]:
    """The game each time a question is open, for so many appends."""
    for n, _ in enumerate(player.play()):
        if player.game.waits:
            yield player.game
        if n > most:
            return


@pytest.mark.parametrize("whole", LAST, ids=str)
def test_a_game_closed_at_every_question_goes_on_as_if_it_had_not_been(whole: Whole) -> None:
    """Given a random game, when it is opened anew before every answer, then its questions and its end are the same."""
    kept: list[Entry] = []
    for live in to_answer(whole.player(), 200):
        kept += stored(live, len(kept))
        opened = fold(live, kept)
        assert opened.state == live.state
        assert opened.waits == live.waits
        asked, now = opened.pending(), live.pending()
        assert asked is not None
        assert now is not None
        assert (asked.name, asked.words, asked.hint()) == (now.name, now.words, now.hint())
