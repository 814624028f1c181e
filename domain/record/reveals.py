"""Revealed secrets: a fact that tells an earlier secret opens its box to everybody, and no other box.

A fact's class says which secret it tells (`Fact.REVEALS`, `Fact.reveals`). Of each subject, such as a slip or a wave,
it is the last one standing: a subject announced again replaces the former. The subject of a box is read from the public
fact before it in its declaration (`Fact.ANNOUNCED`, `Fact.ABOUT`). So a reader without the key knows it too, even in a
copy that withholds the box.

Recording a revealing fact needs the side's key. Reading it needs none: its entry holds the secret's bytes with the salt
of their commitment, and these are checked against the box. A game without locks has no boxes, and nothing to open.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact, TakenBack
from domain.record import locking
from domain.record.codec import Keys, Locked, boxed, decode, opening_of

Topics = Mapping[str, type[Fact]]
Subject = tuple[Any, ...]
"""The subject of a secret: its topic, and the values of the fields in its class's `ABOUT`."""


class Stored(NamedTuple):
    """A stored entry; `state` is None if its bytes are withheld."""

    version: int
    topic: str
    state: bytes | None


class RevealFinding(NamedTuple):
    """The result of checking an entry that reveals a secret."""

    version: int
    opened: int
    """The entry it opens, or should open."""
    wrong: str
    """The error; "" if the secret is proved."""


def proofs_counted(findings: Iterable[RevealFinding]) -> str:
    """The number of proved secrets in words; "" for none."""
    proved = sum(not one.wrong for one in findings)
    return f"{proved} secret{'s' * (proved > 1)} revealed and checked" if proved else ""


class Piles:
    """The announcements and sealed secrets that stand, by subject: one pile each, the last on top. Entries are taken in
    turn.

    Each entry is looked at once, and laid down and struck at most once.
    """

    def __init__(self, topics: Topics) -> None:
        self._topics = topics
        self._sealed = {fact.REVEALS: topics[fact.REVEALS] for fact in topics.values() if fact.REVEALS}
        self._announcing = {kind.ANNOUNCED for kind in self._sealed.values()}
        self._piles: dict[Subject, list[Stored]] = defaultdict(list)
        self._abouts: dict[tuple[str, int], list[Subject]] = defaultdict(list)
        """The subjects that a declaration has announced under a topic, in order."""
        self._stand: list[Stored] = []
        self._laid: list[tuple[int, list[Any]]] = []
        """The piles laid on, in order, with the entry's version. A take-back removes from them again."""

    def take(self, entry: Stored) -> None:
        """Takes in the next entry. Raises Damaged if it cannot be read."""
        if entry.topic == TakenBack.TOPIC:
            fact = self._read(entry).fact
            if isinstance(fact, TakenBack):
                self._strike(fact.to)
            return
        self._stand.append(entry)
        if entry.topic in self._announcing:
            found = self._read(entry)
            # announcements are public; a box holds nothing to read
            if isinstance(found.fact, self._topics[entry.topic]):
                self._announce(entry, found)
        elif entry.topic in self._sealed:
            declaration = (_shut(entry) or self._read(entry)).of
            if abouts := self._abouts[entry.topic, declaration]:
                self._lay(entry, self._piles[abouts[-1]], entry)

    def about(self, fact: Fact) -> Sequence[Stored]:
        """The pile whose top a fact reveals; empty if the fact is secret itself, or its subject was never announced."""
        return (
            self._piles.get(_subject(fact, self._topics[fact.REVEALS]), ()) if fact.REVEALS and not fact.secret else ()
        )

    def stands(self, version: int) -> bool:
        """Whether an entry was taken in and still stands."""
        return _holds(self._stand, version)

    def _announce(self, entry: Stored, found: Entry) -> None:
        for kind in self._sealed.values():
            if entry.topic == kind.ANNOUNCED:
                subject = _subject(found.fact, kind)
                self._lay(entry, self._piles[subject], entry)
                self._lay(entry, self._abouts[kind.TOPIC, found.of], subject)

    def _lay(self, entry: Stored, pile: list[Any], what: Any) -> None:
        pile.append(what)
        self._laid.append((entry.version, pile))

    def _strike(self, to: int) -> None:
        while self._stand and self._stand[-1].version > to:
            self._stand.pop()
        while self._laid and self._laid[-1][0] > to:
            self._laid.pop()[1].pop()

    def _read(self, entry: Stored) -> Entry:
        return decode(entry.version, entry.topic, entry.state or b"", self._topics)


def to_open(fact: Fact, standing: Iterable[Stored], topics: Topics, keys: Keys) -> locking.Opening | None:
    """The content that a fact opens when recorded after these entries; None if nothing that it could reveal is sealed.

    Raises BadInput if the side's key is missing, or something else was sealed.
    """
    piles = Piles(topics)
    for entry in standing:
        piles.take(entry)
    boxes = [_shut(entry) for entry in piles.about(fact)]
    last = boxes[-1] if boxes else None
    if last is None:
        return None
    side = last.public.secret
    if side not in keys:
        raise BadInput(f"this reveals {side}'s secret, sealed under a passphrase that was not said")
    for box in reversed(boxes):
        if box and box.public.secret == side:
            opening = box.opening(keys[side])
            if fact.reveals(box.held(topics[box.topic], opening)):
                if box is last:
                    return opening
                raise BadInput(
                    f"this is what {side} sealed as entry {box.version}, which entry {last.version} replaced"
                )
    raise BadInput(
        f"this is not what {side} sealed as entry {last.version}; what was set by hand since is set back as it "
        "was, or sealed again"
    )


def findings(entries: Iterable[Stored], topics: Topics) -> Iterator[RevealFinding]:
    """Checks, without a key, each entry of a game that reveals a sealed secret.

    If the secret's bytes are withheld, only a replaced one is found. Unreadable entries are left to their reader.
    """
    every: dict[int, Stored] = {}
    piles = Piles(topics)
    for entry in entries:
        with suppress(Damaged):
            if entry.state is not None and (finding := _check(entry, entry.state, every, piles, topics)):
                yield finding
        with suppress(Damaged):
            piles.take(entry)
        every[entry.version] = entry


def _check(
    entry: Stored, state: bytes, every: Mapping[int, Stored], piles: Piles, topics: Topics
) -> RevealFinding | None:
    """The finding for an entry, which should open exactly what it reveals; None if it reveals and opens nothing.

    Raises Damaged if it cannot be read.
    """
    version, topic, _ = entry
    try:
        opening = opening_of(version, topic, state)
    except Damaged as error:
        return RevealFinding(version, 0, str(error))
    if opening is None:
        known = topics.get(topic)
        return _unopened(entry, piles.about(_fact(entry, topics))) if known and known.REVEALS else None
    there = every.get(opening.version)
    if there and there.state is None:
        return _withheld(entry, there.version, piles.about(_fact(entry, topics)))
    return RevealFinding(version, opening.version, _wrong(entry, opening, there, piles, topics))


def _unopened(entry: Stored, pile: Sequence[Stored]) -> RevealFinding | None:
    """The finding for an entry that reveals a sealed secret without opening it."""
    top = pile[-1] if pile else None
    if not top or not _shut(top):
        return None
    return RevealFinding(entry.version, top.version, f"it reveals what entry {top.version} holds, and does not open it")


def _withheld(entry: Stored, opened: int, pile: Sequence[Stored]) -> RevealFinding | None:
    """The finding for an entry that opens a withheld one. Only one error can be known: a later one has replaced it."""
    if not pile or pile[-1].version < opened:
        return None
    return RevealFinding(
        entry.version, opened, f"it opens entry {opened}, which is withheld, and is not the last of what it reveals"
    )


def _wrong(entry: Stored, opening: locking.Opening, there: Stored | None, piles: Piles, topics: Topics) -> str:
    """The error in what an entry opens; "" if it is what was sealed there, and what it reveals."""
    if there is None:
        return f"it opens entry {opening.version}, which does not come before it"
    try:
        box = _shut(there)
        if box is None:
            return f"it opens entry {there.version}, which is not sealed"
        if not locking.is_committed(opening, box.topic, box.box):
            return f"what it opens of entry {there.version} is not what was sealed"
        if not piles.stands(there.version):
            return f"it opens entry {there.version}, which had been taken back"
        if entry.topic not in topics:  # a system that this wardiary does not know
            return ""
        fact = _fact(entry, topics)
        pile = piles.about(fact)
        if not _holds(pile, there.version):
            return f"it opens entry {there.version}, which is not what it reveals"
        if there != pile[-1]:
            return f"it opens entry {there.version}, which entry {pile[-1].version} replaced"
        told = fact.reveals(box.held(topics[box.topic], opening))
    except Damaged as error:
        return str(error)
    return "" if told else f"it says something else than entry {there.version} held"


def _holds(ordered: Sequence[Stored], version: int) -> bool:
    """Whether these entries, which are in order, contain one with this version."""
    at = bisect_left(ordered, version, key=lambda entry: entry.version)
    return at < len(ordered) and ordered[at].version == version


def _subject(fact: Fact, kind: type[Fact]) -> Subject:
    """The subject of a fact that announces or reveals a secret of this kind."""
    return (kind.TOPIC, *(getattr(fact, name) for name in kind.ABOUT))


def _shut(entry: Stored) -> Locked | None:
    """The box of an entry; None for an open one: an announcement, or the secret of a side without a lock."""
    return boxed(entry.version, entry.topic, entry.state or b"")


def _fact(entry: Stored, topics: Topics) -> Fact:
    return decode(entry.version, entry.topic, entry.state or b"", topics).fact
