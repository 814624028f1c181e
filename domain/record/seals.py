"""Seals: each covers an entry and everything before it, so that no change goes unseen."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.errors import BadInput, Damaged
from domain.kernel.facts import Fact
from domain.record import reveals
from domain.record.codec import NO_KEYS, Keys, decode, may_be_sealed, misfit

ALOUD = 16
"""Digits of a seal when read aloud, and the fewest that are enough to look one up."""


class Sealed(NamedTuple):
    """A stored entry with its seal, as in the file."""

    version: int
    topic: str
    state: bytes | None
    """The entry's bytes; None if they are withheld, as another side's secrets may be.

    The leaf then stands for them and the topic.
    """
    salt: bytes
    leaf: bytes
    head: bytes


class Problem(NamedTuple):
    """One error in a record."""

    game: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"game {self.game}, entry {self.version}: {self.what}"


def leaf_of(salt: bytes, topic: str, stored: bytes) -> bytes:
    """The SHA-256 of one entry: 0x00, its salt (16 bytes), its topic (preceded by two bytes of length) and its stored
    bytes.

    The salt keeps a withheld secret entry from being guessed.
    """
    name = topic.encode()
    return sha256(b"\x00" + salt + len(name).to_bytes(2, "big") + name + stored).digest()


def head_of(before: bytes, game: str, version: int, leaf: bytes) -> bytes:
    """The SHA-256 of the chain: 0x01, the head before (32 bytes; none for the first), the game's id (preceded by two
    bytes of length), the version (8 bytes) and the leaf.
    """
    name = game.encode()
    return sha256(b"\x01" + before + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + leaf).digest()


def chained(before: bytes, game: str, entries: Iterable[Sealed]) -> Iterator[Sealed]:
    """The entries with their seals in a game, chained from the seal before them.

    A seal depends on the game; a leaf does not.
    """
    for entry in entries:
        before = head_of(before, game, entry.version, entry.leaf)
        yield entry._replace(head=before)


def as_said(said: str) -> str:
    """A seal's digits as written down or read aloud: whole or the first ones, grouped or not, in either case.

    Raises BadInput.
    """
    digits = re.sub(r"[\s.…]", "", said).casefold()
    if not re.fullmatch(f"[0-9a-f]{{{ALOUD},64}}", digits):
        raise BadInput(
            f"{said!r} is no seal: {ALOUD} to 64 hexadecimal digits, as `wardiary head` and the recorder print them"
        )
    return digits


def verify(
    game_id: str,
    sealed: Sequence[Sealed],
    topics: Mapping[str, type[Fact]],
    *,
    withheld: bool = False,
    keys: Keys = NO_KEYS,
) -> list[Problem]:
    """The problems of a game's entries: wrong seals, unreadable entries, revealed secrets that were not what was
    sealed.

    A missing content is a problem, unless the caller knows that some were `withheld`.
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


def revealed(sealed: Sequence[Sealed], topics: Mapping[str, type[Fact]]) -> list[reveals.RevealFinding]:
    """The findings for facts that open earlier secrets, each checked without a key."""
    if not any(isinstance(entry.state, bytes) and may_be_sealed(entry.state) for entry in sealed):
        return []
    whole = (
        entry
        for entry in sealed
        if isinstance(entry.version, int) and entry.version >= 0 and isinstance(entry.state, bytes | None)
    )
    return list(reveals.findings((reveals.Stored(*entry[:3]) for entry in whole), topics))


def has_seal(entry: Sealed) -> bool:
    """Whether salt, leaf and head have the form of a seal's; SQLite lets a stranger store anything there."""
    sizes = [(entry.leaf, 32), (entry.head, 32)]
    if entry.state is not None:  # a withheld entry's salt is withheld too, or its leaf could be guessed
        sizes.append((entry.salt, 16))
    return all(isinstance(part, bytes) and len(part) == size for part, size in sizes)


def _is_sealed_so(entry: Sealed) -> bool:
    try:
        return entry.state is not None and leaf_of(entry.salt, entry.topic, entry.state) == entry.leaf
    except OverflowError:  # the topic is longer than any that was sealed
        return False
