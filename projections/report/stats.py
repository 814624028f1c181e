"""What the games of a diary, or of several, came to for each player in each system: results, casualties, luck and
time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any

from domain.games import listed_as
from domain.kernel.entries import standing
from domain.kernel.facts import BranchedFrom, Frozen, GameBegan, GameEnded, Rolled
from domain.kernel.game import View
from projections.report.build import time_played
from projections.report.cards import lucks
from projections.report.counting import expected
from projections.report.toll import steps_lost

DEMO = "wardiary demo"
"""Who records the games that `wardiary demo` plays: by this they are known in the record, and nobody's games."""


@dataclass
class PlayerTally:
    """One player in one system. `*_expected` is what chance gives on the average, of those dice and shots where it is
    known."""

    player: str
    system: str
    """The system's short name; the title of a game whose rules nobody has written."""
    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    disputed: int = 0
    """Over, and the rules name no winner before the table has ruled."""
    unfinished: int = 0
    steps_lost: int = 0
    steps_inflicted: int = 0
    points: int = 0
    dice: int = 0
    pips: int = 0
    pips_expected: Fraction = Fraction(0)
    shots: int = 0
    hits: int = 0
    hits_expected: Fraction = Fraction(0)
    cards: int = 0
    """Cards of which it is known what they were worth, and what those that could have come would have been."""
    cards_luck: Fraction = Fraction(0)
    """How much better (+) or worse (-) for the player they were than on the average, in steps, hits and whatever else
    they bring."""
    time: timedelta = field(default_factory=timedelta)

    def row(self) -> dict[str, Any]:
        """The same as plain numbers: means of dice instead of sums, hours and minutes."""
        plain = asdict(self)
        pips, mean = plain.pop("pips"), plain.pop("pips_expected")
        minutes = round(plain.pop("time").total_seconds() / 60)
        plain["dice_mean"] = round(pips / self.dice, 3) if self.dice else None
        plain["dice_expected"] = round(float(mean / self.dice), 3) if self.dice else None
        plain["hits_expected"] = round(float(self.hits_expected), 3)
        plain["cards_luck"] = round(float(self.cards_luck), 2) if self.cards else None
        return plain | {"minutes": minutes, "time": f"{minutes // 60}:{minutes % 60:02}" if minutes else ""}


class SideCount(Frozen):
    """What one side of a game came to."""

    steps_lost: int = 0
    steps_inflicted: int = 0
    points: int = 0
    dice: int = 0
    pips: int = 0
    pips_expected: Fraction = Fraction(0)
    shots: int = 0
    hits: int = 0
    hits_expected: Fraction = Fraction(0)
    cards: int = 0
    cards_luck: Fraction = Fraction(0)


class GameCount(Frozen):
    """What one game came to, in numbers: enough for all sums, without its entries."""

    game: str
    system: str
    last: int
    """The last entry."""
    is_demo: bool = False
    branch_of: str | None = None
    """The game it is a branch of, and the entry at which it branches."""
    branched_at: int = 0
    players: Mapping[str, str] = {}
    over: bool = False
    winner: str = ""
    disputed: bool = False
    time: timedelta = timedelta()
    sides: Mapping[str, SideCount] = {}
    sealed: Mapping[str, tuple[int, int, int]] = {}
    """The sealed entries that could not be read, by side: rolls, draws, others."""


@dataclass(frozen=True)
class Counting:
    """A game to count: its numbers, and how it is counted from a later entry on."""

    came_to: GameCount
    after: Callable[[int], GameCount]


def counting(game: View[Any]) -> Counting:
    """A game whose entries have been read."""
    return Counting(game_in_numbers(game), lambda shared: game_in_numbers(game, shared))


def stats(games: Iterable[Counting]) -> list[PlayerTally]:
    """A tally for each player in each system, in the order of their names. What was taken back does not count.

    Names that differ in capitals and spaces only are one player's, called as where they stand first. A side nobody is
    named for is left out where somebody is named: what a solitaire game plays itself is no player. What a branch shares
    with the game it comes from counts once.
    """
    found: dict[tuple[str, str], PlayerTally] = {}
    before = Counted()
    for game in games:
        if game.came_to.players:
            shared = before.shared(game.came_to)
            _add(found, game.after(shared) if shared else game.came_to)
    return [found[key] for key in sorted(found)]


def players_of(game: View[Any]) -> dict[str, str]:
    """Who plays each side; a side nobody is named for is left out where somebody is named."""
    named = {side: " ".join(name.split()) for side, name in (game.began.players if game.began else {}).items()}
    if any(named.values()):
        return {side: named[side] for side in game.rules.sides if named.get(side)}
    return {side: f"nobody named ({title})" for side, title in game.rules.sides.items()}


def is_demo(game: View[Any]) -> bool:
    """Whether a game, or the one it is a branch of, is one that `wardiary demo` played."""
    return any(entry.recorder == DEMO for entry in game.entries[:2] if isinstance(entry.fact, GameBegan))


class Counted:
    """Up to which entry games have counted: as themselves, or in a branch, which may come before the game it is of."""

    def __init__(self) -> None:
        self.games: dict[str, int] = {}
        self.branches: dict[str, int] = {}

    def shared(self, count: GameCount) -> int:
        """The last entry of a game that has counted in another; from now on it counts itself."""
        shared = self.branches.get(count.game, 0)
        if count.branch_of is not None:
            before = max(self.games.get(count.branch_of, 0), self.branches.get(count.branch_of, 0))
            shared = max(shared, min(count.branched_at, before))
            self.branches[count.branch_of] = max(self.branches.get(count.branch_of, 0), count.branched_at)
        self.games[count.game] = count.last
        return shared


def game_in_numbers(game: View[Any], shared: int = 0) -> GameCount:
    """A game in numbers. What stands up to the entry `shared` counted in another game."""
    stands = standing(game.entries)
    ended = next((entry.fact for entry in reversed(stands) if isinstance(entry.fact, GameEnded)), None)
    took, _ = time_played([entry for entry in game.entries if entry.version > shared])
    branched = next((entry.fact for entry in game.entries[:1] if isinstance(entry.fact, BranchedFrom)), None)
    players = players_of(game)
    sums = {side: Counter[str]() for side in players}
    luck = dict.fromkeys(players, Fraction(0))
    pips, hits = dict.fromkeys(players, Fraction(0)), dict.fromkeys(players, Fraction(0))
    for card in lucks(game):
        if card.side in sums and card.entry.version > shared:
            sums[card.side]["cards"] += 1
            luck[card.side] += (card.tally.shown - card.tally.expected) * (1 if card.more else -1)
    for fact in (entry.fact for entry in stands if entry.version > shared):
        for loss in fact.losses:
            for side, tally in sums.items():
                if side == loss.side:
                    tally["steps_lost"] += steps_lost(game, loss)
                elif loss.side in game.rules.sides:
                    tally["steps_inflicted"] += steps_lost(game, loss)
        for points in fact.points:
            if points.side in sums:
                sums[points.side]["points"] += points.amount
        if isinstance(fact, Rolled) and fact.side in sums:
            sums[fact.side] += Counter(dice=len(fact.dice), pips=sum(fact.dice))
            pips[fact.side] += Fraction(len(fact.dice) * (fact.sides + 1), 2)
        mean = expected(fact.fire) if fact.fire else None
        if fact.fire and mean is not None and fact.fire.side in sums:
            sums[fact.fire.side] += Counter(shots=1, hits=fact.fire.hits)
            hits[fact.fire.side] += mean
    return GameCount(
        game=game.id,
        system=listed_as(game.rules),
        last=max((entry.version for entry in game.entries), default=0),
        is_demo=is_demo(game),
        branch_of=branched.game if branched else None,
        branched_at=branched.at if branched else 0,
        players=players,
        over=ended is not None,
        winner=ended.winner if ended else "",
        disputed=bool(ended and ended.disputed),
        time=took,
        sides={
            side: SideCount(**tally, pips_expected=pips[side], hits_expected=hits[side], cards_luck=luck[side])
            for side, tally in sums.items()
        },
    )


def _add(found: dict[tuple[str, str], PlayerTally], count: GameCount) -> None:
    """Adds a game to its players' tallies; who plays both sides has a game for each, and the time once."""
    of = {
        side: found.setdefault((player.casefold(), count.system), PlayerTally(player, count.system))
        for side, player in count.players.items()
    }
    for tally in {id(tally): tally for tally in of.values()}.values():
        tally.time += count.time
    for side, tally in of.items():
        tally.games += 1
        tally.unfinished += not count.over
        if count.over:
            tally.won += count.winner == side
            tally.disputed += count.disputed
            tally.drawn += not count.winner and not count.disputed
            tally.lost += count.winner not in ("", side)
        for name, value in count.sides[side]:
            setattr(tally, name, getattr(tally, name) + value)
