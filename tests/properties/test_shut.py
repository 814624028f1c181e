"""A recorder without the other side's passphrase: what it takes is what would come of it with the passphrase, and all
else is refused.

Given random games and lines that a curious player may say, once in the whole game and once in the game as it is read
without a side's key, then whatever the second takes leads to just the same facts and the same question in the first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.entries import seen
from domain.kernel.errors import Shut, Trouble
from domain.kernel.game import Game, Outcome
from recording.hearing import UMPIRE, hear
from replays.notation import split
from tests.properties import pearl_worlds, reef_worlds
from tests.properties.player import RandomPlayer
from tests.properties.test_pearl_secrets import CuriousAtPearl
from tests.properties.test_reef_secrets import CuriousOnTheReef
from tests.properties.test_secrets import CuriousOnIwo
from tests.properties.worlds import Curious

WHY = "that may rest on what is sealed"
LENGTH = 240


def on_iwo() -> Sequence[Outcome]:
    player = RandomPlayer("iwo", "sample", 300)
    return [Outcome(tuple(player.game.entries)), *islice(player.play(), LENGTH)]


GAMES: dict[str, tuple[Any, type[Curious], str]] = {
    "iwo": (on_iwo, CuriousOnIwo, "us"),
    "iph": (lambda: pearl_worlds.played(0, LENGTH), CuriousAtPearl, "us"),
    "reef-us": (lambda: reef_worlds.played(0), CuriousOnTheReef, "us"),
    "reef-jp": (lambda: reef_worlds.played(0), CuriousOnTheReef, "jp"),
}
"""Each with who is curious in it, and whose recorder it is: the other side's passphrase was not said there."""
EVERY = {"iwo": 3, "iph": 12, "reef": 30}
"""After so many appends lines are tried."""


def without_the_other(game: Game[Any], side: str) -> Game[Any]:
    """A game as a side's recorder reads it that holds its own key alone."""
    read: Game[Any] = Game(
        game.rules, game.id, shut={other: WHY for other in game.rules.secrecy.hides if other != side}
    )
    read.follow(seen(game.entries, side))
    return read


def come_to(game: Game[Any], text: str, audience: str) -> Any:
    """What a line leads to, or the refusal."""
    line = split(text, game.rules.sides)
    assert line is not None
    try:
        outcome = hear(game, line, audience)
    except Trouble as trouble:
        return trouble
    return [entry._replace(at="") for entry in outcome.entries], outcome.question and outcome.question.words


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_without_the_other_passphrase_is_what_would_come_of_it_with_it(name: str) -> None:
    play, curious, side = GAMES[name]
    chance, came = random.Random(name), Counter[str]()
    game: Game[Any] = Game(load(name.partition("-")[0]))
    for n, outcome in enumerate(play()):
        game.follow(outcome.entries)
        if n % EVERY[game.rules.code]:
            continue
        read = without_the_other(game, side)
        asked = f"  {game.waits.name} {chance.randint(1, 6)}" if game.waits else "next"
        for text in ("note hello", asked, *curious(game, chance).lines()):
            for audience in (side, UMPIRE):
                found = come_to(read, text, audience)
                came["shut" if isinstance(found, Shut) else "refused" if isinstance(found, Trouble) else "taken"] += 1
                if not isinstance(found, Trouble):
                    assert found == come_to(game, text, audience), text
    assert came["shut"] > 20
    assert came["taken"] > 20


def test_a_guess_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were procedures run on what the public forms leave, something would be taken that comes to something else in
    truth."""
    monkeypatch.setattr(Game, "closed", lambda game: game)
    with pytest.raises(AssertionError):
        test_what_is_taken_without_the_other_passphrase_is_what_would_come_of_it_with_it("iwo")


@pytest.mark.parametrize("name", GAMES)
def test_what_a_side_keeps_lies_in_no_other_field_than_the_rules_name(name: str) -> None:
    """Else a procedure could look at what is not known where the passphrase was not said."""
    play, _, side = GAMES[name]
    game: Game[Any] = Game(load(name.partition("-")[0]))
    kept = {field for other, fields in game.rules.secrecy.keeps.items() if other != side for field in fields}
    differ = set[str]()
    for outcome in play():
        game.follow(outcome.entries)
        whole, seen_of_it = dict(game.state), dict(game.seen_by(side).state)
        differ |= {
            field for field, value in whole.items() if value is not seen_of_it[field] and value != seen_of_it[field]
        }
    assert differ
    assert differ <= kept


def test_every_game_with_secrets_says_where_they_lie() -> None:
    assert [code for code in SYSTEMS if {*load(code).secrecy.keeps} != {*load(code).secrecy.hides}] == []
