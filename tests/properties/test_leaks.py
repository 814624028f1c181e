"""The two worlds find what tells: each leak that there once was, put back by a patch, makes a difference between them.

Each row is a leak, the kind of secret that it told, and what is patched: what shows or refuses something works with the
whole game again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.iph.state import Iph
from domain.kernel.entries import UMPIRE
from domain.kernel.game import Game, Outcome
from projections.iph.screen import meetings
from recording.hearing import hear
from recording.situation import status
from replays.lines import split
from tests.properties import pearl_worlds, reef_worlds
from tests.properties.test_pearl_secrets import WatchingPearl
from tests.properties.test_reef_secrets import WatchingTheReef
from tests.properties.worlds import Curious, Watching, World
from tests.recording.in_memory import begun

Patch = Callable[[pytest.MonkeyPatch], None]
Pair = tuple[Sequence[Outcome], Sequence[Outcome], Watching]


# ---- two short games that differ in a secret, and what is looked at ----


@cache
def stacks() -> tuple[Sequence[Outcome], Sequence[Outcome], int]:
    """IPH 6.8: who lies in the stacks ashore, up to a US combat phase in which they could be attacked."""
    game: Game[Iph] = Game(load("iph"))
    for n, outcome in enumerate(played := pearl_worlds.played(0)):
        game.follow(outcome.entries)
        if game.state.phase == "us_fight" and [*meetings(game.seen_by("us"))] != [*meetings(game.seen_by(UMPIRE))]:
            first = played[: n + 1]
            return first, [*pearl_worlds.Other(first, 0).play()], n - 1
    raise AssertionError("in this game nobody could attack what was not examined: choose another seed")


def at_pearl() -> Pair:
    first, second, since = stacks()
    watching = WatchingPearl(since)
    watching.every = watching.asking = watching.settling = 1
    return first, second, watching


def at_night() -> Pair:
    """BRT CG10: whether a Night Banzai is attempted, up to the set-up in which that is not shown yet."""
    since, second = reef_worlds.world(0, "night-banzai")
    first = reef_worlds.played(0)[: len(second)]
    watching = WatchingTheReef("us", since)
    watching.every = watching.asking = watching.settling = 1
    return first, second, watching


def as_they_buy() -> Pair:
    """BRT 15.614: at which beaches the Japanese player has bought something, and what, up to the first set-up."""
    since, second = reef_worlds.world(0, "purchases")
    second = second[: since + SOON]
    watching = WatchingTheReef("us", since)
    watching.every = watching.asking = watching.settling = 1
    return reef_worlds.played(0)[: len(second)], second, watching


SOON = 4

LANDING = (
    "set number=1 date_number=1 phase=second_setup set_up=jp", "set blts.2.area=Red2", "wave 40 2-F2 turn={turn}",
    'adjust phase=rally turn=3 half=1 first=us turns=6 set_up=jp,us "the third turn"', "air 6",
)  # fmt: skip
"""BRT CG2.3: a wave of which the Landing Schedule Record does not say when it enters, up to the third Marine Player
Turn."""


def as_a_wave_is_due() -> Pair:
    """BRT CG2.3: whether a sealed Assault Wave enters on this turn, or on the next but one."""
    first, second = ([*outcomes_of(*(line.format(turn=turn) for line in LANDING))] for turn in (3, 5))
    watching = Watching(len(LANDING) - 3)
    watching.against, watching.curious = "jp", EagerToGoOn
    watching.every = watching.asking = watching.settling = 1
    return first, second, watching


def outcomes_of(*lines: str) -> Iterator[Outcome]:
    """What lines lead to that the umpire says in a campaign."""
    game = begun("recorded", system="reef", scenario="II")
    yield Outcome(tuple(game.entries))
    for text in lines:
        line = split(text, game.rules.sides)
        assert line is not None
        outcome = hear(game, line)
        game.follow(outcome.entries)
        yield outcome


class EagerToGoOn(Curious):
    """Whoever says that the Player Turn is over, in every way."""

    def lines(self) -> Iterator[str]:
        for said in ("over", "over missed=no", "next"):
            yield from (f"{side}{said}{reason}" for side in ("", "us: ", "jp: ") for reason in ("", INSISTED))
        yield from (f"{side}over missed=yes{INSISTED}" for side in ("", "us: ", "jp: "))


INSISTED = ' !"so it was played"'


# ---- what told ----


def whole(game: Game[Any], audience: str) -> Game[Any]:
    return game.seen_by(UMPIRE)


def puts_back(name: str, with_what: Any) -> Patch:
    return lambda patch: patch.setattr(name, with_what)


def bottom(game: Game[Any], side: str) -> str:
    return "\n".join(status(game.seen_by(UMPIRE)))


LEAKS: dict[str, tuple[Callable[[], Pair], Patch]] = {
    "the lines at the bottom name who is in a stack": (at_pearl, puts_back("cli.prompting.bottom", bottom)),
    "what is asked to be confirmed follows from a slip": (at_night, puts_back("recording.recorder.as_seen", whole)),
    "what is said is judged, and foreseen, by the whole game": (
        at_pearl,
        puts_back("recording.hearing.hidden_from", lambda game, audience: []),
    ),
    "a name that only one side has heard of is taken": (
        as_they_buy,
        puts_back("recording.hearing._require_known_names", lambda *_: None),
    ),
    "what is set by hand is refused by the whole game": (
        as_they_buy,
        puts_back("recording.hearing._stands_alone", lambda *_: False),
    ),
    "the end of a Player Turn is refused where a sealed wave is due": (
        as_a_wave_is_due,
        puts_back("recording.hearing._require_nothing_rests_on_it", lambda *_: None),
    ),
    "a view is folded from what may not be seen": (
        at_pearl,
        puts_back("domain.kernel.game.seen", lambda entries, side: entries),
    ),
}


def worlds(tmp_path: Path, pair: Pair) -> list[Any]:
    """Where the two differ to whom nothing may be told."""
    first, second, watching = pair
    one: World = watching.world(tmp_path / "one.db", first)
    two: World = watching.world(tmp_path / "two.db", second, one.lines)
    return one.differs(two)


@pytest.mark.parametrize("pair", [at_pearl, at_night, as_they_buy, as_a_wave_is_due])
def test_without_a_leak_these_worlds_are_the_same(pair: Callable[[], Pair], tmp_path: Path) -> None:
    assert worlds(tmp_path, pair()) == []


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_put_back_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, patch = LEAKS[name]
    first, second, watching = pair()
    patch(monkeypatch)
    assert watching.parted((tmp_path / "one.db", first), (tmp_path / "two.db", second))
