"""Non-interference in Invasion Pearl Harbor: which Japanese units are where, the beachhead and the dispositions before
they are shown make no difference to anything the US player may see (3.2, 6.8, 7.3, reading R-34).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.iph.facts import CoverLifted, DispositionChosen, UnitsLanded
from domain.iph.state import Iph
from domain.kernel.facts import Declared
from domain.kernel.game import Game, Outcome
from recording.hearing import UNTOLD
from replays.notation import in_full, split
from tests.properties.pearl_worlds import Elsewhere, Other, fewer, played, public
from tests.properties.player import RandomPlayer
from tests.properties.worlds import Curious, Watching, World, whose

SEEDS = range(0, 2 * int(os.environ.get("WARDIARY_SEEDS", "2")), 2)
"""Even seeds are games whose record holds what is hidden."""


# ---- who is curious ----


class CuriousAtPearl(Curious):
    stated = (
        "landing",
        "advance",
        "jp-loss",
        "us-loss",
        "air",
        "ships",
        "banzai",
        "die",
        "momentum",
        "dispose",
        "uncover",
        "reveal",
        "choose",
        "consent",
    )
    passed = ("air", "ships", "banzai", "advance", "momentum")
    place = "hex"

    def names(self, kind: str) -> Sequence[str]:
        """Hexes are those in which somebody is, as far as the US player can see, and those next to them."""
        if kind != "hex":
            return super().names(kind)
        view: Iph = self.game.seen_by("us").state
        there = [*dict.fromkeys((*view.sighted, *filter(None, view.occupied())))] or [*super().names(kind)]
        return [
            near for hex in self.chance.sample(there, min(8, len(there))) for near in (hex, *view.grid.neighbours(hex))
        ]

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        yield from self.offered(3)
        yield f'adjust {self.some("unit")} known={self.chance.choice(("yes", "no"))} "so it lies"'
        yield f'adjust {self.some("unit")} stalled={self.chance.choice(("yes", "no"))} "so it lies"'
        yield f'adjust {self.some("hex")} control=jp "so it lies"'


class WatchingPearl(Watching):
    curious = CuriousAtPearl
    every, asking = 23, 61

    def asks(self, game: Game[Any], text: str, side: str) -> bool:
        """On a screen that all see the Japanese player shows what he hid, and answers what he is asked: what rests on
        it is his word alone."""
        found = split(text, game.rules.sides)
        assert found is not None
        line = in_full(game, found)
        his = side == "" and whose(game, line) == "jp"
        shows = line.first in ("reveal", "uncover") and game.state.phase in ("reveal", "cover")
        return not (his and (shows or (line.answer and not line.as_played)))


# ---- nothing differs ----


def held_against(tmp_path: Path, first: Sequence[Outcome], second: Sequence[Outcome], watching: WatchingPearl) -> World:
    """The first of two worlds, between which the US player finds no difference."""
    assert [e.fact for o in second for e in o.entries] != [e.fact for o in first for e in o.entries]
    assert [*map(public, second)] == [*map(public, first)]
    one = watching.world(tmp_path / "one.db", first)
    two = watching.world(tmp_path / "two.db", second, one.lines)
    assert not [pair for pair in one.differs(two) if not attacked(*pair)]
    assert one.log
    assert one.report
    return one


def attacked(one: Any, other: Any) -> bool:
    """Whether they differ in this alone, that those in a hex attack in one world and in the other cannot: their attack
    is for all to see.

    On a screen that all see, it is declared by what all see; why it cannot be, nobody is told.
    """
    (text, side, *told), (_, _, *others) = one, other
    return side == "" and " attack " in f" {text}" and UNTOLD in f"{told}{others}"


@pytest.mark.parametrize("seed", SEEDS)
def test_by_whose_hands_something_is_done_makes_no_difference(seed: int, tmp_path: Path) -> None:
    """IPH 6.8: given a game and another in which other units do the same, then the US player is shown and told the same
    of both."""
    first = played(seed)
    landed = next(
        n for n, outcome in enumerate(first) if any(isinstance(entry.fact, UnitsLanded) for entry in outcome.entries)
    )
    held_against(tmp_path, first, [*Other(first, seed).play()], WatchingPearl(since=landed))


@pytest.mark.parametrize("seed", SEEDS)
def test_how_many_do_something_makes_no_difference(seed: int, tmp_path: Path) -> None:
    """Reading R-34: given a game and another in which fewer units, or more, do the same, then the US player is told the
    same of both."""
    first = played(seed)
    since, second = fewer(first, seed)
    assert len(second) - since > 100, "in this game much is told of how many they are: choose another seed"
    held_against(tmp_path, first[: len(second)], second, WatchingPearl(since=since))


class AskingMuch(WatchingPearl):
    every, asking = 3, 3


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_beachhead_will_be_makes_no_difference(seed: int, tmp_path: Path) -> None:
    """IPH 3.2, 3.5: given two games with beachheads of their own, then the US player cannot tell them apart while he
    sets up."""
    first = played(seed)
    revealed = next(
        n
        for n, outcome in enumerate(first)
        if isinstance(fact := outcome.entries[0].fact, Declared) and fact.verb == "reveal"
    )
    held_against(
        tmp_path,
        first[:revealed],
        [*Elsewhere(first[:revealed], seed, "choose").play()],
        AskingMuch(since=revealed - 20),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_which_ships_are_close_in_makes_no_difference(seed: int, tmp_path: Path) -> None:
    """IPH 7.3: given two games with dispositions of their own, then the US player cannot tell them apart before the
    cover is lifted."""
    player = RandomPlayer("iph", "sample", seed)
    first = [Outcome(tuple(player.game.entries))]
    for outcome in player.play():
        if any(isinstance(entry.fact, CoverLifted) for entry in outcome.entries):
            break
        first.append(outcome)
    disposed = next(
        n
        for n, outcome in enumerate(first)
        if any(isinstance(entry.fact, DispositionChosen) for entry in outcome.entries)
    )
    assert disposed > len(first) - 5
    watching = AskingMuch(since=disposed - 1)
    watching.every = watching.asking = 1
    held_against(tmp_path, first, [*Elsewhere(first, seed, "dispose").play()], watching)
