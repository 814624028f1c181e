"""Seals: each entry with what came before it, so that nothing is changed unseen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact
from domain.record import reveals
from domain.record.codec import NO_KEYS, Keys, decode, may_be_sealed, misfit

ALOUD = 16
"""Digits of a seal as it is read aloud, and the fewest by which one is looked for."""


class Sealed(NamedTuple):
    """A stored entry with its seal, as it lies in the file."""

    version: int
    topic: str
    state: bytes | None
    """None when it is withheld, as another side's secrets may be: its leaf stands for it, and for its topic."""
    salt: bytes
    leaf: bytes
    head: bytes


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a record."""

    game: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"game {self.game}, entry {self.version}: {self.what}"


def leaf_of(salt: bytes, topic: str, stored: bytes) -> bytes:
    """SHA-256 of one entry: 0x00, its salt (16 bytes), its topic (two bytes of length before it) and its stored bytes.

    The salt keeps a withheld secret entry from being guessed.
    """
    name = topic.encode()
    return sha256(b"\x00" + salt + len(name).to_bytes(2, "big") + name + stored).digest()


def head_of(before: bytes, game: str, version: int, leaf: bytes) -> bytes:
    """SHA-256 of the chain: 0x01, the head before (32 bytes, none for the first), game (two bytes of length before it),
    version (8 bytes) and leaf.
    """
    name = game.encode()
    return sha256(b"\x01" + before + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + leaf).digest()


def chained(before: bytes, game: str, entries: Iterable[Sealed]) -> Iterator[Sealed]:
    """Entries with the seals they have in a game after the seal before them: a leaf does not know its game, a seal does."""
    for entry in entries:
        before = head_of(before, game, entry.version, entry.leaf)
        yield entry._replace(head=before)


def as_said(said: str) -> str:
    """A seal's digits as they were written down or read aloud: whole or its first, in groups or not, in capitals or not. Raises BadInput."""
    digits = re.sub(r"[\s.…]", "", said).casefold()
    if not re.fullmatch(f"[0-9a-f]{{{ALOUD},64}}", digits):
        raise BadInput(f"{said!r} is no seal: {ALOUD} to 64 hexadecimal digits, as `wardiary head` and the recorder print them")
    return digits


def verify(
    game_id: str, sealed: Sequence[Sealed], topics: Mapping[str, type[Fact]], *, withheld: bool = False, keys: Keys = NO_KEYS
) -> list[Problem]:
    """Checks a game's entries against their seals, that each can be read, and that what is revealed is what was sealed.

    An entry without its bytes is a problem, unless the caller knows that some were `withheld`.
    """
    problems = [] if sealed else [Problem(game_id, 0, "the record is empty")]
    before, expected = b"", 0
    for entry in sealed:
        version = entry.version
        if not isinstance(version, int) or version < 0:
            problems.append(Problem(game_id, expected, f"an entry stands here whose version is {version!r}"))
            continue
        if version != expected and (expected, version) != (0, 1):  # only a branch begins with entry 0
            problems.append(Problem(game_id, version, f"entry {expected or 1} is missing before it"))
        expected = version + 1
        if not has_seal(entry):
            problems.append(Problem(game_id, version, "it has no seal"))
        elif head_of(before, game_id, version, entry.leaf) != entry.head:
            problems.append(Problem(game_id, version, "its seal does not follow from the one before"))
        before = entry.head if isinstance(entry.head, bytes) else b""
        if isinstance(entry.state, bytes):
            if has_seal(entry) and not _is_sealed_so(entry):
                problems.append(Problem(game_id, version, "its bytes are not those that were sealed"))
            try:
                wrong = misfit(decode(version, entry.topic, entry.state, topics, keys))
            except Damaged as error:
                wrong = str(error)
            if wrong:
                problems.append(Problem(game_id, version, wrong))
        elif entry.state is not None or not withheld:
            problems.append(Problem(game_id, version, "its bytes are missing"))
    problems += [Problem(game_id, one.version, one.wrong) for one in revealed(sealed, topics) if one.wrong]
    return problems


def revealed(sealed: Sequence[Sealed], topics: Mapping[str, type[Fact]]) -> list[reveals.Finding]:
    """What a game's facts open of what was sealed before them, each checked without a key."""
    if not any(isinstance(entry.state, bytes) and may_be_sealed(entry.state) for entry in sealed):
        return []
    whole = (entry for entry in sealed if isinstance(entry.version, int) and entry.version >= 0 and isinstance(entry.state, bytes | None))
    return list(reveals.findings((reveals.Stored(*entry[:3]) for entry in whole), topics))


def has_seal(entry: Sealed) -> bool:
    """Whether salt, leaf and head are what they are in every seal; SQLite lets a stranger store anything there."""
    sizes = [(entry.leaf, 32), (entry.head, 32)]
    if entry.state is not None:  # the salt of a withheld entry is withheld too, lest its leaf be guessed
        sizes.append((entry.salt, 16))
    return all(isinstance(part, bytes) and len(part) == size for part, size in sizes)


def _is_sealed_so(entry: Sealed) -> bool:
    try:
        return entry.state is not None and leaf_of(entry.salt, entry.topic, entry.state) == entry.leaf
    except OverflowError:  # a topic longer than any that was sealed
        return False
