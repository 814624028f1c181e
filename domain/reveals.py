"""What is revealed of what was sealed: a fact that tells an earlier secret opens its box to everybody, and no other box.

Which secret a fact tells, its class says (`Fact.REVEALS`, `Fact.reveals`). Whoever records it needs the side's key; whoever
reads it needs none: its entry holds the secret's bytes with the salt of their commitment, and these are checked against the
box. In a game without locks there is no box, and nothing to open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from domain import sealing
from domain.codec import Keys, Shut, decode, opening_of, shut
from domain.kernel.entries import strike
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact, TakenBack

Topics = Mapping[str, type[Fact]]


class Stored(NamedTuple):
    """An entry as it is stored; without its bytes where they are withheld."""

    version: int
    topic: str
    state: bytes | None


class Finding(NamedTuple):
    """What comes of checking an entry that reveals what was sealed."""

    version: int
    opened: int
    """The entry it opens, or should."""
    wrong: str
    """What is wrong with it; "" where it is proved."""


def counted(findings: Iterable[Finding]) -> str:
    """How many secrets are proved to be what was sealed, in words; "" for none."""
    proved = sum(not one.wrong for one in findings)
    return f"{proved} secret{'s' * (proved > 1)} revealed and checked" if proved else ""


def to_open(fact: Fact, standing: Sequence[Stored], topics: Topics, keys: Keys) -> sealing.Opening | None:
    """What a fact opens that is recorded where these entries stand; None where nothing that it could reveal is sealed.

    Raises BadInput where the side's key is missing, or something else was sealed.
    """
    boxes = _boxes(fact, standing, topics)
    for box in boxes:
        if key := keys.get(box.public.secret):
            opening = box.opening(key)
            if fact.reveals(box.held(topics[box.topic], opening)):
                return opening
    if missing := [box.public.secret for box in boxes if box.public.secret not in keys]:
        raise BadInput(f"this reveals {' or '.join(missing)}'s secret, sealed under a passphrase that was not said")
    if boxes:
        raise BadInput(f"this is not what {' or '.join(f'{box.public.secret} sealed as entry {box.version}' for box in boxes)}")
    return None


def findings(entries: Iterable[Stored], topics: Topics) -> Iterator[Finding]:
    """Checks, with no key, each entry of a game that reveals what was sealed. Where what it opens is withheld, nothing is found.

    An entry that cannot be read is left to whoever reads it.
    """
    every: dict[int, Stored] = {}
    kept: list[Stored] = []
    for entry in entries:
        if entry.state is not None:
            with suppress(Damaged):
                if entry.topic == TakenBack.TOPIC:
                    fact = _fact(entry, topics)
                    if isinstance(fact, TakenBack):
                        strike(kept, fact.to)
                elif finding := _check(entry, every, kept, topics):
                    yield finding
        every[entry.version] = entry
        kept.append(entry)


def _check(entry: Stored, every: Mapping[int, Stored], kept: Sequence[Stored], topics: Topics) -> Finding | None:
    """Whether an entry opens what it reveals, and nothing else. Raises Damaged where it cannot be read."""
    version, topic, state = entry
    try:
        opening = opening_of(version, topic, state or b"")
    except Damaged as error:
        return Finding(version, 0, str(error))
    if opening is None:
        known = topics.get(topic)
        box = next(iter(_boxes(_fact(entry, topics), kept, topics)), None) if known and known.REVEALS else None
        return Finding(version, box.version, f"it reveals what entry {box.version} holds, and does not open it") if box else None
    there = every.get(opening.version)
    if there and there.state is None:
        return None
    return Finding(version, opening.version, _wrong(entry, opening, there, kept, topics))


def _wrong(entry: Stored, opening: sealing.Opening, there: Stored | None, kept: Sequence[Stored], topics: Topics) -> str:
    """What is wrong with what an entry opens; "" when it is what was sealed there, and what it reveals."""
    if there is None:
        return f"it opens entry {opening.version}, which does not come before it"
    try:
        box = shut(there.version, there.topic, there.state or b"")
        if box is None:
            return f"it opens entry {there.version}, which is not sealed"
        if not sealing.is_committed(opening, box.topic, box.box):
            return f"what it opens of entry {there.version} is not what was sealed"
        if there not in kept:
            return f"it opens entry {there.version}, which had been taken back"
        if entry.topic not in topics:  # of a system this wardiary does not know
            return ""
        fact = _fact(entry, topics)
        if there.version not in [each.version for each in _boxes(fact, kept, topics)]:
            return f"it opens entry {there.version}, which is not what it reveals"
        told = fact.reveals(box.held(topics[box.topic], opening))
    except Damaged as error:
        return str(error)
    return "" if told else f"it says something else than entry {there.version} held"


def _boxes(fact: Fact, standing: Sequence[Stored], topics: Topics) -> list[Shut]:
    """The boxes of which a fact may open one: each side's last of the topic it reveals.

    There is none where it tells one side alone, or what was never sealed.
    """
    lasts: dict[str, Shut | None] = {}
    if not fact.REVEALS or fact.secret:
        return []
    for entry in reversed(standing):
        if entry.topic == fact.REVEALS and entry.state is not None:
            box = shut(entry.version, entry.topic, entry.state)
            secret = box.public if box else _fact(entry, topics)
            if secret.secret in lasts:
                continue
            lasts[secret.secret] = box
            if box is None and fact.reveals(secret):
                return []
    return [box for box in lasts.values() if box]


def _fact(entry: Stored, topics: Topics) -> Fact:
    return decode(entry.version, entry.topic, entry.state or b"", topics).fact
