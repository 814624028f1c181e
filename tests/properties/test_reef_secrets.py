"""Non-interference in Blood Reef: what one side has written down, hidden, bought or planned makes no difference to
anything the other side may see before it is shown (BRT 15.13, CG2.3, CG3.2, CG3.4, CG3.12, CG5, CG10, CG11, CG19).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel.game import Game, Outcome
from domain.reef.night import slip_of
from domain.reef.state import OTHER, Reef
from recording.hearing import UNTOLD
from recording.recorder import Recorder
from tests.properties.reef_worlds import KINDS, OWNER, played, public, world
from tests.properties.worlds import Curious, Watching
from tests.recording.in_memory import InMemory

SEEDS = range(0, 2 * int(os.environ.get("WARDIARY_SEEDS", "1")), 2)
"""Even seeds are games whose record holds what is hidden."""
TO_SEE = 50
"""So many appends are looked at after the worlds part."""
ENDING = ("next", "over", "end-scenario", "victory")
"""What either side may say, and what may have slips opened by the rules."""
OPENING = ("unseal", "wade", "cloak-lost", "enter", "shoot")
"""What a side opens its own slips and waves with."""


class CuriousOnTheReef(Curious):
    stated = ("match", "attempted", "exchanged", "attack", "control", "quality", "room", "chit")
    passed = ("match", "attack")
    place = "group"

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        yield from self.offered(2)
        yield f'adjust {self.some("slip")} open=yes "it lies open"'
        yield f'adjust {self.some("wave")} open=yes "it lies open"'
        yield f'adjust {self.some("gun")} known=yes "it fires"'
        yield f'adjust {self.some("unit")} off=0 "so it lies"'
        yield from (f'adjust accounts.{beach} gpp=1 "so it is"' for beach in ("Red2", "Red3", "Green"))
        yield from ("over", "us: over", 'us: over !"so it was played"')
        yield f"gun-is {self.some('gun')} captured"
        yield f"{self.chance.choice(('', 'us: ', 'jp: '))}unseal {self.some('slip')}"
        for group in (self.some("group"), "2-F2", "Red2"):
            yield f"{self.chance.choice(('', 'us: ', 'jp: '))}lose {group}:{self.some('kind')}"


class WatchingTheReef(Watching):
    curious = CuriousOnTheReef
    every, asking, settling = 8, 17, 37

    def __init__(self, against: str, since: int) -> None:
        super().__init__(since)
        self.against = against


def by_right(one: Any, other: Any) -> bool:
    """Whether they differ in what the rules, or the side whose secret it is, would show; or in a line that this side
    would say before all.

    On a screen that all see its declarations hold by what all see; why one does not hold in truth, nobody is told. That
    a Player Turn is over is said there where nothing sealed bears on it.
    """
    if not (isinstance(one, list) and len(one) == 3 and isinstance(one[0], str) and isinstance(one[2], list)):
        return False
    (text, side, *told), (_, _, *others) = one, other
    words = f" {text} ".split()
    opens = '"says":[' in f"{told}{others}" or '"formations":[' in f"{told}{others}"
    untold = not side and UNTOLD in f"{told}{others}" and "over" not in words
    return untold or (opens and any(verb in words for verb in (ENDING if side else (*ENDING, *OPENING))))


def parted(one: Any, other: Any) -> str:
    """Where two things that were shown part."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return "; ".join(parted(a, b) for a, b in zip(one, other, strict=True) if a != b)
    if isinstance(one, dict) and isinstance(other, dict):
        return "; ".join(
            f"{key}: {parted(one.get(key), other.get(key))}"
            for key in one.keys() | other.keys()
            if one.get(key) != other.get(key)
        )
    if isinstance(one, str) and isinstance(other, str) and "\n" in one:
        return "\n".join(f"{a!r} ≠ {b!r}" for a, b in zip_longest(one.split("\n"), other.split("\n")) if a != b)
    return f"{one!r} ≠ {other!r}"


def held_against(tmp_path: Path, first: Sequence[Outcome], second: Sequence[Outcome], watching: Watching) -> None:
    """Between the two worlds the other side finds no difference: neither as they come, entry by entry, nor in what it
    is shown and told."""
    one, two = Game[Reef](load("reef")), Game[Reef](load("reef"))
    for a, b in zip(first, second, strict=True):
        assert public(a, watching.against) == public(b, watching.against)
        one.follow(a.entries)
        two.follow(b.entries)
        assert one.seen_by(watching.against).state == two.seen_by(watching.against).state
    owner = OTHER[watching.against]
    assert one.seen_by(owner).state != two.seen_by(owner).state
    here = watching.world(tmp_path / "one.db", first)
    there = watching.world(tmp_path / "two.db", second, here.lines)
    found = [pair for pair in here.differs(there) if not by_right(*pair)]
    assert not found, "\n".join(pair if isinstance(pair, str) else parted(*pair) for pair in found)[:4000]
    assert here.log
    assert here.report


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_side_keeps_secret_makes_no_difference(kind: str, seed: int, tmp_path: Path) -> None:
    """Given a campaign and another in which a kind of secret has another content, then the other side is shown and told
    the same of both."""
    since, second = world(seed, kind)
    assert since, "nothing of that kind is in this game: choose another seed"
    second = second[: since + TO_SEE]
    held_against(tmp_path, played(seed)[: len(second)], second, WatchingTheReef(OTHER[OWNER[kind]], max(0, since - 2)))


@pytest.mark.parametrize("typed", ["over", "end-scenario", "lose 2-F2:6-6-8", "buy Red2 MMG", "jp: night no", "n"])
def test_what_a_shared_recorder_asks_to_be_confirmed_does_not_tell_whether_a_night_banzai_is_attempted(
    typed: str,
) -> None:
    """BRT CG10: given a game in which it is attempted and one in which it is not, then going on is asked about
    alike."""
    _, second = world(0, "night-banzai")
    one, two = (Game[Reef](load("reef")) for _ in range(2))
    for first, other in zip(played(0), second, strict=False):
        one.follow(first.entries)
        two.follow(other.entries)
    assert one.state.phase == two.state.phase == "first_setup"
    assert {game.state.slips[slip_of(game.state)].says for game in (one, two)} == {("yes",), ("no",)}
    asked = [Recorder(game, InMemory()).ending(typed) for game in (one, two)]
    assert asked[0] == asked[1]
