"""When a game turned: its marks in one walk, the five that weigh most with their maps, and the headlines they make."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Unread
from domain.kernel.facts import Adjusted, GameEnded, PositionSet
from projections.report.counting import View, moment
from projections.report.maps import turning_map
from projections.report.model import Figure, StoryLine, Swing
from projections.report.stakes import Turned, TurningMark, as_far_as_read
from projections.report.toll import does_so, people, toll
from projections.shown import shown
from projections.stories.words import capital, count_of, number, sentence

TURNS, WORTH = 5, 12
"""Turning points told, and what a mark weighs at the least that is one."""
TELLING = 3
"""Sentences that tell how it came."""
HEADLINE = 8
"""What a mark weighs at the least that is a turn's headline before what the turn cost."""
TOP = 20
"""What it weighs at the least that is the report's."""
TENSE = 9
"""By so many letters a sentence may be longer than its headline that says the same in the past tense."""
BY_HAND = (Adjusted, PositionSet)
"""What is set by hand turns nothing."""


class Marked(NamedTuple):
    """A mark where it happened, and the game before and after it."""

    mark: TurningMark
    entries: tuple[Entry, ...]
    before: View
    after: View

    @property
    def turn(self) -> str:
        return _turn_of(self.entries)


def _turn_of(entries: Sequence[Entry]) -> str:
    """The turn in which these begin; "" before the first."""
    return entries[0].moment.path[0] if entries[0].moment.path else ""


def all_marks(view: View) -> tuple[Marked, ...]:
    """The heaviest mark of each declaration, in the order of play. The game itself is left as it stands."""
    stakes = shown(view.rules.code).report.stakes
    walk = view.empty()
    walk.began = view.began  # a part of a game does not begin with its beginning
    found = []
    turn, began = "", walk.state
    for _, group in groupby(standing(view.entries), key=lambda entry: entry.of):
        entries = tuple(group)
        state = walk.state
        if (now := _turn_of(entries)) != turn:
            turn, began = now, state
        was = walk.trial()
        walk.follow(entries)
        if state is walk.state or any(isinstance(entry.fact, BY_HAND) for entry in entries):
            continue
        marks = list(_marks(stakes.marks(Turned(state, walk.state, entries, began))))
        if marks:
            found.append(Marked(max(marks, key=lambda mark: mark.weight), entries, was, walk.trial()))
    return tuple(found)


def _marks(told: Iterator[TurningMark]) -> Iterator[TurningMark]:
    """The marks, as far as the charts that tell them have been read."""
    try:
        yield from told
    except Unread:
        return


def heaviest(marks: Iterable[Marked], most: int) -> tuple[Marked, ...]:
    """Those that weigh most, no two of one turn that say the same, in the order of play."""
    every = list(marks)
    unlike = {(one.turn, one.mark.head): one for one in reversed(every)}.values()
    kept = sorted(unlike, key=lambda one: (-one.mark.weight, -one.entries[0].version))[:most]
    return tuple(sorted(kept, key=lambda one: one.entries[0].version))


def swings(view: View, marks: Sequence[Marked] | None = None, drawn: bool = False) -> tuple[Swing, ...]:
    """The turning points in the order of play; with their maps where they are `drawn`."""
    every = all_marks(view) if marks is None else marks
    found = []
    for one in heaviest((one for one in every if one.mark.weight >= WORTH), TURNS):
        versions = tuple(entry.version for entry in one.entries)
        pictures = turning_map(one.after, one.before, one.entries, one.mark.words) if drawn else ()
        found.append(
            Swing(_more(one.mark), moment(one.entries[0]), Figure(one.mark.head, versions), versions, pictures)
        )
    return tuple(found)


def _more(mark: TurningMark) -> str:
    """The sentence of a mark, where it says more than its headline."""
    return sentence(mark.words) if len(mark.words) > len(mark.head) + TENSE else ""


# ---- headlines ----


def headline_of(view: View, marks: Sequence[Marked], entries: Sequence[Entry], told: Collection[str] = ()) -> str:
    """A turn's headline: its heaviest mark, that of no earlier turn if it has such a one; else what it cost. `told` are
    the headlines of earlier turns."""
    own = {entry.version for entry in entries}
    mine = sorted((one.mark for one in marks if one.entries[0].version in own), key=lambda mark: -mark.weight)
    heads = [mark.head for mark in mine if mark.weight >= HEADLINE]
    if heads:
        return next((head for head in heads if head not in told), heads[0])
    lost = {side: count for side, count in toll(view, entries).items() if count}
    if lost:
        return capital(toll_in_words(view, lost, does_so(view, "lose")))
    return mine[0].head if mine else ""


def toll_in_words(view: View, lost: Mapping[str, int], verb: str) -> str:
    """What the sides lost: `the Americans lose three steps, the Japanese one`."""
    unit = shown(view.rules.code).report.stakes.unit
    most, *others = sorted(lost.items(), key=lambda item: -item[1])
    told = f"{people(view, most[0])} {verb} {count_of(most[1], unit)}"
    return ", ".join([told, *(f"{people(view, side)} {number(count)}" for side, count in others)])


def headline(view: View, marks: Sequence[Marked]) -> str:
    """The report's headline: of a game that is over the heaviest mark for the winner, else the heaviest of all; ""
    where there is none that says enough."""
    ended = end_of(view)
    mine = [one for one in marks if ended is None or one.mark.side == ended.winner]
    best = max(mine, key=lambda one: (one.mark.weight, one.entries[0].version), default=None)
    if best and best.mark.weight >= TOP:
        return best.mark.head
    if ended is None:
        return ""
    win = f"{people(view, ended.winner)} {does_so(view, 'win')}" if ended.winner else ""
    return capital(as_far_as_read(shown(view.rules.code).report.stakes.verdict, view.state, "") or win)


def end_of(view: View) -> GameEnded | None:
    """How a game ended; None of one that is not over."""
    return next((entry.fact for entry in reversed(standing(view.entries)) if isinstance(entry.fact, GameEnded)), None)


def course(view: View, marks: Sequence[Marked]) -> tuple[StoryLine, ...]:
    """How it came, in three sentences: what weighed most, of a game that is over most of all for the winner, and what
    it all cost."""
    ended = end_of(view)
    mine = [one for one in marks if ended and ended.winner and one.mark.side == ended.winner]
    told_of = mine if len({one.turn for one in mine}) >= TELLING - 1 else marks
    chosen = heaviest({one.mark.head: one for one in told_of}.values(), TELLING - 1)
    turns = ["", *(one.turn for one in chosen)]
    lines = [
        StoryLine(
            sentence(f"{'then' if before and before == one.turn else when(one.turn)} {one.mark.words}"),
            tuple(entry.version for entry in one.entries),
        )
        for before, one in zip(turns, chosen, strict=False)
    ]
    entries = standing(view.entries)
    lost = {side: count for side, count in toll(view, entries).items() if count}
    if lost:
        told = tuple(entry.version for entry in entries if entry.fact.losses)
        lines.append(StoryLine(sentence(f"in all {toll_in_words(view, lost, 'lost')}"), told))
    return tuple(lines)


def when(turn: str) -> str:
    """A turn as a sentence begins with it."""
    return f"in {turn}" if turn[:1].islower() else f"on {turn}" if turn else "before the first turn"
