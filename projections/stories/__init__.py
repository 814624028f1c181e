"""The story of a game, turn by turn in its own terms: one storyteller a system, and a plain one for every other.

A storyteller is given the entries of a turn as one audience may see them and writes `Line`s. What every game has
(notes, photographs, rulings, values set by hand, take-backs, the result) is told here, where it happened but never in
the middle of a declaration; how a landing or a bombardment is told is in the package of the system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.aside_facts import CONCESSION
from domain.kernel.disputes import disputes_in
from domain.kernel.entries import Entry, standing, unstruck
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    BranchedFrom,
    ByHouseRule,
    ChartRead,
    Conceded,
    Decided,
    Declared,
    Disputed,
    DisputeSettled,
    Fact,
    GameBegan,
    GameEnded,
    Irregular,
    Loss,
    Noted,
    PhaseBegan,
    Photographed,
    PositionSet,
    RulingMade,
    SealKept,
    SecretsOpened,
    SideDone,
    StandingPass,
    Stub,
    TakenBack,
)
from domain.kernel.game import View
from domain.kernel.standing_in import what_settled
from domain.kernel.state import State
from projections.append_story import story
from projections.report.model import StoryLine
from projections.stories.words import capital, lower, opening, sentence

F = TypeVar("F", bound=Fact)
S = TypeVar("S", bound=State)
Told = tuple[tuple[str, tuple[StoryLine, ...]], ...]
"""Each turn by its title, and its lines."""

LONGEST = 600
"""Characters a line of the story may have."""

SILENT = (GameBegan, Declared, Decided, SideDone, PhaseBegan, StandingPass, ChartRead, Stub)
"""Kinds of facts that no story tells by themselves; who plays what stands above it."""

BESIDE = (BranchedFrom, PositionSet, SecretsOpened, Conceded, Adjourned)
"""Kinds of facts that any game may hold beside its own, and that a story tells."""

LINKS = ("Then", "Next,", "After that", "Later")


class Sentence(NamedTuple):
    """A sentence, and the entries it tells."""

    words: str
    entries: tuple[int, ...] = ()

    @classmethod
    def of(cls, words: str, entries: Iterable[Entry]) -> Sentence:
        """A sentence that tells all of these entries."""
        return cls(words, tuple(entry.version for entry in entries))


def winners(us: str, jp: str = "The Japanese") -> Mapping[str, str]:
    """How the victory of either side is told, and of none; the sides as a sentence begins with them."""
    return {"us": f"{us} win", "jp": f"{jp} win", "": "The game is drawn"}


class Teller:
    """Tells what happened between two remarks; the systems override `tell`. One teller tells one game, from its
    beginning."""

    WINNERS: Mapping[str, str] = {}
    """How a side's victory is told."""

    def __init__(self, game: View[Any]) -> None:
        self.game, self.side = game, game.audience
        self.lines: list[StoryLine] = []
        self._turns: dict[str, int] = {}
        self._links = 0

    def tell(self, entries: Sequence[Entry]) -> None:
        """Writes the lines of these entries, all of one turn: here the facts' own sentences, a paragraph a phase."""
        for path, group in groupby(entries, key=lambda entry: entry.moment.path[1:]):
            said = []
            for _, some in groupby(group, key=lambda entry: entry.of):
                told = [entry for entry in some if not isinstance(entry.fact, SILENT)]
                unruled = (entry._replace(fact=entry.fact.but(rule="")) for entry in told)
                if words := story(unruled, self.game.rules.sides):
                    said.append(Sentence.of(sentence(words), told))
            if said and path:
                said[0] = Sentence(f"{capital(path[-1])}: {said[0].words}", said[0].entries)
            self.paragraph(*said)

    def close(self) -> None:
        """Writes what there is to say at the end of a turn: nothing here."""

    def remark(self, entry: Entry) -> None:
        """Writes a line of its own kind; the turn is closed before the game's result."""
        fact = entry.fact
        if isinstance(fact, GameEnded):
            self.close()
            line = self.result(entry)
        elif isinstance(fact, TakenBack):
            line = StoryLine(sentence(fact.why), (entry.version,), "taken-back")
        else:
            line = REMARKS[type(fact)](self.game, entry)
        self.lines.append(line)

    def result(self, entry: Entry) -> StoryLine:
        """How the game ended."""
        fact = entry.fact
        assert isinstance(fact, GameEnded)
        sides = self.game.rules.sides
        disputed = "The result is disputed" if fact.disputed else ""
        who = (
            disputed
            or self.WINNERS.get(fact.winner)
            or (f"{sides.get(fact.winner, fact.winner)} wins" if fact.winner else "The game is drawn")
        )
        others = [name for side, name in sides.items() if side != fact.winner]
        why = f"the {others[0]} side concedes" if fact.by == CONCESSION and len(others) == 1 else fact.why
        return StoryLine(f"{who}: {why}.", (entry.version,), "result", fact.winner)

    # ---- writing ----

    def pick(self, shape: str, *ways: str) -> str:
        """One of several ways to say it, the next one each time."""
        turn = self._turns.get(shape, -1) + 1
        self._turns[shape] = turn
        return ways[turn % len(ways)]

    def paragraph(self, *said: Sentence) -> None:
        """Writes sentences as one line, or as several where they are too long for one."""
        words, entries = "", ()  # type: str, tuple[int, ...]
        for one in (piece for sentence_ in said for piece in _short(sentence_)):
            if words and len(words) + len(one.words) > LONGEST - 40:
                self._line(words, entries)
                words, entries = "", ()
            words, entries = f"{words} {one.words}".strip(), (*entries, *one.entries)
        if words:
            self._line(words, entries)

    def _line(self, words: str, entries: tuple[int, ...]) -> None:
        if self.lines and opening(self.lines[-1].words) == opening(words):
            link = LINKS[self._links % len(LINKS)]
            self._links += 1
            words = f"{link} {lower(words)}"
        self.lines.append(StoryLine(words, tuple(sorted(set(entries)))))


class Following(Teller, Generic[S]):
    """A teller who knows how the game stood just before what is told next."""

    KEPT: tuple[type[Fact], ...] = ()
    """Kinds of facts before which there is something to keep, as they end it."""

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.view: View[S] = game.empty()
        """The game up to what is told next."""
        self.ahead = standing(game.entries)[::-1]

    @property
    def state(self) -> S:
        """The game just before what is told next."""
        return self.view.state

    def follow(self, version: int) -> None:
        """Folds all that happened before an entry."""
        due: list[Entry] = []
        while self.ahead and self.ahead[-1].version < version:
            entry = self.ahead.pop()
            if isinstance(entry.fact, self.KEPT):
                self.view.follow(due)
                due = []
                self.keep(entry)
            due.append(entry)
        self.view.follow(due)

    def keep(self, entry: Entry) -> None:
        """Keeps what this entry ends, before it is folded: nothing here."""


def _short(said: Sentence) -> Iterator[Sentence]:
    """A sentence, cut between two clauses or words where it is longer than a line may be."""
    words, entries = said
    while len(words) > LONGEST - 40:
        cut = (
            words.rfind("; ", 2, LONGEST - 50) + 1 or max(words.rfind(" ", 2, LONGEST - 50), 0) or LONGEST - 50
        )  # after its own "… "
        yield Sentence(words[:cut].rstrip(" ;,") + " …", entries)
        words, entries = "… " + words[cut:].strip(), ()
    yield Sentence(words, entries)


def chapters(teller: type[Teller], game: View[Any]) -> Told:
    """Each turn's title and lines in a teller's words."""
    telling = teller(game)
    told: list[tuple[str, tuple[StoryLine, ...]]] = []
    for title, entries in _turns(game):
        telling.lines = []
        for run, remark in _runs(entries):
            if run:
                telling.tell(run)
            if remark is not None:
                telling.remark(remark)
        telling.close()
        if telling.lines:
            told.append((title, tuple(telling.lines)))
    return tuple(told)


# ---- turns and remarks ----


def _turns(game: View[Any]) -> Iterator[tuple[str, list[Entry]]]:
    """The entries that stand, disputes, and the take-backs for which somebody gave a reason, turn by turn.

    What was taken back without one was a slip, of which only the record tells.
    """
    kept = unstruck(game.entries) | _reasoned(game.entries)
    turns: list[tuple[str, list[Entry]]] = []
    for entry in (entry for entry in game.entries if entry.version in kept):
        title = entry.moment.path[0] if entry.moment.path else ""
        if not turns or (title != turns[-1][0] and not isinstance(entry.fact, TakenBack)):
            turns.append((title, []))
        turns[-1][1].append(entry)
    for title, entries in turns:
        yield capital(title), entries


def _reasoned(entries: Iterable[Entry]) -> set[int]:
    """The take-backs with a reason that struck something and are struck by no later one."""
    kept: list[Entry] = []
    reasons: dict[int, int] = {}
    for entry in entries:
        if isinstance(entry.fact, TakenBack):
            before = len(kept)
            while kept and kept[-1].version > entry.fact.to:
                kept.pop()
            reasons = {version: to for version, to in reasons.items() if version <= entry.fact.to}
            if len(kept) < before and entry.fact.why:
                reasons[entry.version] = entry.fact.to
        elif entry.fact.STRUCK:
            kept.append(entry)
    return set(reasons)


def _runs(entries: Sequence[Entry]) -> Iterator[tuple[list[Entry], Entry | None]]:
    """What happened up to each remark, and the remark: it waits until the declaration it fell into is over."""
    last = {entry.of: entry.version for entry in entries if type(entry.fact) not in REMARKS}
    run: list[Entry] = []
    waiting: list[Entry] = []
    until = 0
    for entry in entries:
        if type(entry.fact) in REMARKS:
            waiting.append(entry)
        else:
            run.append(entry)
            until = max(until, last[entry.of])
        if waiting and entry.version >= until:
            for remark in waiting:
                yield run, remark
                run = []
            waiting = []
    for remark in waiting:
        yield run, remark
        run = []
    yield run, None


def _note(view: View[Any], entry: Entry) -> StoryLine:
    fact = entry.fact
    assert isinstance(fact, Noted)
    return StoryLine(fact.text, (entry.version,), "note", fact.side)


def _photo(view: View[Any], entry: Entry) -> StoryLine:
    fact = entry.fact
    assert isinstance(fact, Photographed)
    return StoryLine(fact.caption, (entry.version,), "photo", fact.side, fact.file, fact.digest)


def _settled(view: View[Any], entry: Entry) -> StoryLine:
    """That a dispute was settled, with what the entry decided that settled it."""
    fact = entry.fact
    assert isinstance(fact, DisputeSettled)
    of = disputes_in(view.entries).get(fact.dispute)
    about = f", about {of.about()}," if of else ""
    words = what_settled(fact, of, view.entries, view.rules.sides)
    said = ": ".join(filter(None, (f"{fact.dispute}{about} is settled", fact.why, words)))
    return StoryLine(sentence(said), (entry.version,), "dispute", fact.side)


def _dispute(view: View[Any], entry: Entry) -> StoryLine:
    fact = entry.fact
    assert isinstance(fact, Disputed)
    if fact.file:
        said = f"{fact.dispute}: {fact.text}"
        return StoryLine(said, (entry.version,), "photo", fact.side, fact.file, fact.digest)
    return StoryLine(sentence(fact.remark()), (entry.version,), "dispute", fact.side)


def _kept(view: View[Any], entry: Entry) -> StoryLine:
    fact = entry.fact
    assert isinstance(fact, SealKept)
    said = f"The seal of entry {fact.entry} was written down: {fact.seal}."
    return StoryLine(said, (entry.version,), "note", fact.side)


def _remark(kind: str) -> Callable[[View[Any], Entry], StoryLine]:
    return lambda view, entry: StoryLine(sentence(entry.fact.remark()), (entry.version,), kind)


REMARKS: Mapping[type[Any], Callable[[View[Any], Entry], StoryLine]] = {
    Noted: _note,
    Photographed: _photo,
    Disputed: _dispute,
    DisputeSettled: _settled,
    SealKept: _kept,
    RulingMade: _remark("ruling"),
    Irregular: _remark("irregular"),
    ByHouseRule: _remark("ruling"),
    Adjusted: _remark("adjusted"),
    TakenBack: _remark("taken-back"),
    GameEnded: _remark("result"),
}
"""What players say beside the game, and how it ended: a line of its own each."""


# ---- for the storytellers ----


def facts_of(entries: Iterable[Entry], kind: type[F]) -> list[F]:
    """The facts of a kind among entries."""
    return [entry.fact for entry in entries if isinstance(entry.fact, kind)]


def losses_of(entries: Iterable[Entry]) -> Iterator[Loss]:
    """All losses among entries."""
    return (loss for entry in entries for loss in entry.fact.losses)


def by_unit(losses: Iterable[Loss]) -> dict[str, tuple[int, Loss]]:
    """Of each unit that lost steps: how many in all, and its last loss."""
    found: dict[str, tuple[int, Loss]] = {}
    for loss in losses:
        found[loss.unit] = (found[loss.unit][0] + loss.steps if loss.unit in found else loss.steps, loss)
    return found


def opened(entry: Entry, sides: Mapping[str, str]) -> Sentence | None:
    """The sentence of what any game may hold beside its own facts; None where there is nothing to say."""
    if isinstance(entry.fact, BESIDE):
        return Sentence.of(sentence(entry.fact.named(sides)), [entry])
    return None
