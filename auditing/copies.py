"""Copies of one game: the part they share, and what each holds after it.

Entries are compared by their leaves and heads, which their seals cover, and never by words. The same line said again in
another copy is another entry, and an entry that one copy withholds is known by its leaf. So a roll that was changed and
sealed anew separates two copies at its own place, whatever both say afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import takewhile

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import (
    Adjusted,
    Conceded,
    Decided,
    Declared,
    Disputed,
    DisputeSettled,
    Fact,
    Noted,
    Photographed,
    RulingMade,
    SealKept,
)
from domain.kernel.whose import word
from domain.record.codec import NO_KEYS, Keys, decode
from domain.record.diary import Diary, opened_keys
from domain.record.glance import GameLine
from domain.record.seals import ALOUD, Problem, Sealed, verify
from replays.interchange import Received, began, nonsense, rules_received

WORDS_OF_PLAYERS = frozenset(
    kind.TOPIC
    for kind in (
        *(Declared, Decided, Noted, Conceded, Adjusted, RulingMade, Photographed),
        *(Disputed, DisputeSettled, SealKept),
    )
)
"""The topics of players' words. Everything else follows from them, or is chance."""


class Verdict(Enum):
    """The relation of two copies; its value is the name used in JSON."""

    IDENTICAL = "identical"
    GOES_ON = "goes on"
    """One copy holds all of the other, and more."""
    FORK = "fork"
    UNSEALED = "seals do not fit"
    """The seals of at least one copy do not fit, whatever else is the case."""


@dataclass(frozen=True)
class Copy:
    """One copy of a game."""

    called: str
    """The name that the caller knows it by: a game's, or a file's."""
    game: str
    sealed: Sequence[Sealed]
    topics: Mapping[str, type[Fact]]
    sides: Mapping[str, str]
    """The sides by their codes, with their names."""
    keys: Keys
    """The known keys: those that sides opened in its record, or that were unlocked here."""
    problems: Sequence[Problem] = ()

    @property
    def sound(self) -> Sequence[Sealed]:
        """Its entries up to the first that does not fit."""
        if not self.problems:
            return self.sealed
        first = min(problem.version for problem in self.problems)
        return list(takewhile(lambda entry: isinstance(entry.version, int) and entry.version < first, self.sealed))

    @property
    def withheld(self) -> int:
        """The number of its entries that are leaves only."""
        return sum(entry.state is None for entry in self.sealed)

    @cached_property
    def entries(self) -> list[Entry]:
        """The readable ones of its sound entries. Raises Damaged."""
        stored = ((entry.version, entry.topic, entry.state) for entry in self.sound)
        return [
            decode(version, topic, state, self.topics, self.keys)
            for version, topic, state in stored
            if state is not None
        ]


def of_game(diary: Diary, game_id: str, called: str) -> Copy:
    """A game of a diary as a copy, with the keys known there and its seals verified. Raises Damaged."""
    sealed, rules, keys = diary.sealed(game_id), diary.rules(game_id), diary.keys(game_id)
    problems = verify(game_id, sealed, rules.play.topics, keys=keys)
    return Copy(called, game_id, sealed, rules.play.topics, rules.sides, keys, problems)


def of_lines(received: Received, problems: Sequence[Problem], called: str) -> Copy:
    """A `.jsonl` file as a copy: its content, and its problems."""
    beginning = began(received)
    stored = [(entry.version, entry.topic, entry.state) for entry in received.sealed if entry.state is not None]
    keys = opened_keys(beginning.locks, stored) if beginning else NO_KEYS
    rules = rules_received(received)
    return Copy(called, received.game_id, received.sealed, rules.play.topics, rules.sides, keys, problems)


@dataclass(frozen=True)
class Compared:
    """Two copies of one game side by side."""

    one: Copy
    two: Copy
    shared: int
    """The number of equal entries at the beginning."""

    @property
    def last(self) -> Sealed | None:
        """The last common entry; None if there is none."""
        return self.one.sealed[self.shared - 1] if self.shared else None

    def after(self, copy: Copy) -> Sequence[Sealed]:
        """The entries of a copy after the last common one."""
        return copy.sealed[self.shared :]

    @property
    def verdict(self) -> Verdict:
        if self.one.problems or self.two.problems:
            return Verdict.UNSEALED
        more = [bool(self.after(copy)) for copy in (self.one, self.two)]
        return Verdict.FORK if all(more) else Verdict.GOES_ON if any(more) else Verdict.IDENTICAL


def compare(one: Copy, two: Copy) -> Compared:
    """The comparison of two copies of a game. Raises BadInput for copies of two games."""
    if one.game != two.game:
        raise BadInput(
            f"{one.called} and {two.called} are two games: their ids are {one.game[:8]}… and {two.game[:8]}…"
        )
    pairs = zip(one.sound, two.sound, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: _same(*pair), pairs))
    return Compared(one, two, shared)


def _same(one: Sealed, two: Sealed) -> bool:
    return (one.version, one.leaf, one.head) == (two.version, two.leaf, two.head)


# ---- taking in what a copy holds more ----


def to_go_on_with(diary: Diary, listing: GameLine, received: Received, called: str) -> Compared:
    """A game (`one`) compared with a copy of it (`two`), whose further entries can be taken in.

    Raises BadInput or Damaged if the copy is not fit for that, or the game's own seals do not fit.
    """
    held = of_game(diary, listing.id, listing.name)
    if held.problems:
        raise Damaged(
            f"{listing.name}, entry {held.problems[0].version}: {held.problems[0].what}; nothing is taken in after it"
        )
    compared = compare(held, of_lines(received, (), called))
    rest = compared.after(compared.two)
    if not rest:
        return compared
    if received.system != listing.system:
        raise Damaged(
            f"{called} is said to be a game of {received.system!r}, and {listing.name} is one of {listing.system!r}"
        )
    lacking = [entry for entry in rest if entry.state is None]
    if lacking:
        raise BadInput(
            f"{called} holds less than the game: {len(lacking)} of its {len(rest)} entries after entry "
            f"{rest[0].version - 1} are withheld, "
            "as in an export for one side; it can be compared, and not be played on. An export without --as can"
        )
    whole = [*held.sealed[: compared.shared], *rest]
    if problems := nonsense(Received(received.game_id, received.name, received.system, whole)):
        raise Damaged(f"{called}: {problems[0]}")
    last = whole[-1]
    if not decode(last.version, last.topic, last.state or b"", compared.two.topics).ends:
        raise Damaged(f"{called} is cut off in the middle of what a declaration led to, after entry {last.version}")
    return compared


def branching_at(compared: Compared) -> int:
    """The last common entry at which a branch can begin: the end of an append. Raises BadInput."""
    shared = {entry.version for entry in compared.one.sealed[: compared.shared]}
    at = max((entry.version for entry in compared.one.entries if entry.version in shared and entry.ends), default=0)
    if not at:
        raise BadInput(
            f"{compared.two.called} and {compared.one.called} have no entry in common at which a branch could begin"
        )
    return at


def recorders(entries: Sequence[Entry]) -> dict[str, int]:
    """The number of entries by each recorder; "" is the key of those without a name."""
    return dict(Counter(entry.recorder for entry in entries).most_common())


def said_by(entries: Sequence[Entry]) -> dict[str, int]:
    """The number of declarations, answers and notes by each side; "" is the key of those said where both looked on."""
    return dict(Counter(word(entry.fact) for entry in entries if entry.fact.TOPIC in WORDS_OF_PLAYERS).most_common())


def aloud(entry: Sealed) -> str:
    """An entry's seal in the form that is read aloud."""
    return entry.head.hex()[:ALOUD]
