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
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Adjourned, BranchedFrom, Fact, Frozen, GameBegan, GameEnded, Rolled
from domain.kernel.game import View
from domain.kernel.rules import Rules
from domain.record.codec import PASSED_OVER, Wanted
from projections.report.cards import CardsDrawn
from projections.report.counting import mean_hits
from projections.report.sittings import Sittings
from projections.report.toll import steps_lost

DEMO = "wardiary demo"
"""Who records the games that `wardiary demo` plays: by this they are known in the record, and nobody's games."""


def begins_demo(entry: Entry) -> bool:
    """Whether a game of `wardiary demo` begins with this entry; in a branch of one another entry stands before it."""
    return isinstance(entry.fact, GameBegan) and entry.recorder == DEMO


@dataclass
class PlayerTally:
    """One player in one system. `*_expected` is what chance gives on the average, of those dice and shots where it is
    known."""

    player: str
    system: str
    """The system's short name."""
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


NOTHING_SEALED: Mapping[str, tuple[int, int, int]] = {}


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


def players_of(rules: Rules[Any], began: GameBegan | None) -> dict[str, str]:
    """Who plays each side; a side nobody is named for is left out where somebody is named."""
    named = {side: " ".join(name.split()) for side, name in (began.players if began else {}).items()}
    if any(named.values()):
        return {side: named[side] for side in rules.sides if named.get(side)}
    return {side: f"nobody named ({title})" for side, title in rules.sides.items()}


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


ADDED_UP = frozenset({"losses", "gains", "tracks", "points", "fire"})
"""The fields of any fact that are added up, or by which it changes a state."""
LOOKED_AT = frozenset(fact.TOPIC for fact in (GameBegan, BranchedFrom, GameEnded, Rolled, Adjourned))
"""The facts that are looked at even if they hold none of these."""


class GameSums:
    """The numbers of a game, summed up entry by entry. What stands up to the entry `shared` counted in another game."""

    def __init__(self, game: View[Any], shared: int = 0) -> None:
        self.game, self.shared = game, shared
        self.last, self.is_demo = 0, False
        self.began: GameBegan | None = None
        self.branched: BranchedFrom | None = None
        self.ended: GameEnded | None = None
        self.sittings, self.cards = Sittings(), CardsDrawn(game.rules)
        self.follows_cards = self.cards.prospect is not None
        self.wanted = Wanted(LOOKED_AT | self.cards.topics if self.follows_cards else LOOKED_AT, ADDED_UP)
        self.sums = {side: Counter[str]() for side in game.rules.sides}
        self.luck = dict.fromkeys(game.rules.sides, Fraction(0))
        """How much better or worse each side's cards were than on the average."""
        self.dice, self.pips = Counter[tuple[str, int]](), Counter[str]()
        """The dice of each side by their faces, and what they showed."""
        self.shots, self.hits = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        """The shots of each side by their mean number of hits, and the hits of these. The means are added up at the
        end: most shots have the same few."""

    def take(self, entry: Entry, stands: bool) -> None:
        """Adds the next entry, and whether it stands."""
        fact, self.last = entry.fact, entry.version
        counts = self.last > self.shared
        if self.last < 2:
            self._begins(entry, fact)
        if counts:
            self.sittings.take(entry)
        if not stands or fact is PASSED_OVER:
            return
        if self.follows_cards and (luck := self.cards.take(entry)) and luck.side in self.sums and counts:
            self.sums[luck.side]["cards"] += 1
            self.luck[luck.side] += (luck.tally.shown - luck.tally.expected) * (1 if luck.more else -1)
        kind = fact.__class__
        if kind is GameEnded:
            self.ended = fact  # type: ignore[assignment]
        if counts and (fact.losses or fact.points or fact.fire or kind is Rolled):  # most are none of these
            self._sum(fact)

    def _begins(self, entry: Entry, fact: Fact) -> None:
        if isinstance(fact, BranchedFrom):
            self.branched = fact
        elif isinstance(fact, GameBegan):
            self.began, self.is_demo = fact, begins_demo(entry)

    def _sum(self, fact: Fact) -> None:
        for loss in fact.losses:
            steps = steps_lost(self.game, loss)
            for side in self.sums if loss.side in self.sums else ():
                self.sums[side]["steps_lost" if side == loss.side else "steps_inflicted"] += steps
        for points in fact.points:
            if points.side in self.sums:
                self.sums[points.side]["points"] += points.amount
        if isinstance(fact, Rolled) and fact.side in self.sums:
            self.dice[fact.side, fact.sides] += len(fact.dice)
            self.pips[fact.side] += sum(fact.dice)
        if (fire := fact.fire) and fire.side in self.sums:
            self.shots[fire.side, fire.expected] += 1
            self.hits[fire.side, fire.expected] += fire.hits

    def _came_to(self, side: str) -> SideCount:
        """What a side came to. Shots of which the mean is not known do not count."""
        dice = {faces: count for (of, faces), count in self.dice.items() if of == side}
        shots = [
            (mean, count, self.hits[of, text])
            for (of, text), count in self.shots.items()
            if of == side and (mean := mean_hits(text)) is not None
        ]
        return SideCount(
            **self.sums[side],
            dice=sum(dice.values()),
            pips=self.pips[side],
            pips_expected=Fraction(sum(count * (faces + 1) for faces, count in dice.items()), 2),
            shots=sum(count for _, count, _ in shots),
            hits=sum(hits for _, _, hits in shots),
            hits_expected=sum((mean * count for mean, count, _ in shots), Fraction(0)),
            cards_luck=self.luck[side],
        )

    def count(self, sealed: Mapping[str, tuple[int, int, int]] = NOTHING_SEALED) -> GameCount:
        """What the entries taken so far come to."""
        players = players_of(self.game.rules, self.began)
        return GameCount(
            game=self.game.id,
            system=listed_as(self.game.rules),
            last=self.last,
            is_demo=self.is_demo,
            branch_of=self.branched.game if self.branched else None,
            branched_at=self.branched.at if self.branched else 0,
            players=players,
            over=self.ended is not None,
            winner=self.ended.winner if self.ended else "",
            disputed=bool(self.ended and self.ended.disputed),
            time=self.sittings.took,
            sides={side: self._came_to(side) for side in players},
            sealed={side: count for side, count in sealed.items() if side in players},
        )


def game_in_numbers(game: View[Any], shared: int = 0) -> GameCount:
    """A game whose entries have been read, in numbers."""
    sums, stands = GameSums(game, shared), {one.version for one in standing(game.entries)}
    for entry in game.entries:
        sums.take(entry, entry.version in stands)
    return sums.count()


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
