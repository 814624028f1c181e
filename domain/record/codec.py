"""Entries as bytes, and back. Each is a JSON object with its fact last and defaults left out; secrets lie in boxes.

Topics are looked up in a closed table: no stored text names anything to be imported.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from domain.kernel.entries import Entry, Made, Moment, Waits
from domain.kernel.errors import Damaged
from domain.kernel.facts import Declared, Fact, Stub, UnknownFact
from domain.kernel.limits import REASON
from domain.kernel.strict import unprintable, whole
from domain.record import locking

MOST_WORDS = 20
"""Maximum number of texts that an entry holds besides its fact: its recorder, its moment, its question."""

_BEFORE = Moment()
_FACT, _BOX, _OPENS = b',"fact":', b'"box":', b'"opens":'
_WRONG = (ValueError, LookupError, TypeError, AttributeError)
"""The errors raised by reading bytes that are not an entry."""


@contextmanager
def _reading(version: int, topic: str) -> Iterator[None]:
    try:
        yield
    except _WRONG as error:
        raise Damaged(f"entry {version} ({topic}) cannot be read: {error}") from error


Keys = Mapping[str, bytes]
"""The known keys: side -> key."""
NO_KEYS: Keys = MappingProxyType({})


class Wanted(NamedTuple):
    """What somebody who reads a whole game looks at."""

    topics: frozenset[str]
    fields: frozenset[str]
    """Fields of facts, which are looked at whatever the topic."""


PASSED_OVER = UnknownFact(stored_topic="")
"""Stands for a fact that nobody wanted."""


class Locked(NamedTuple):
    """A secret fact in its box, as a reader without the key finds it stored."""

    version: int
    topic: str
    public: Fact
    box: locking.Box
    form: int
    """The version of its class in which it was stored."""
    of: int
    """The version of the declaration it belongs to."""

    def opening(self, key: bytes) -> locking.Opening:
        """The content and salt that open the box to everybody.

        Raises Damaged if the key is wrong, or the commitment does not match.
        """
        with _reading(self.version, self.topic):
            return locking.opened_box(key, self.version, self.topic, self.box)

    def held(self, kind: type[Fact], opening: locking.Opening) -> Fact:
        """The fact that lay in the box. Raises Damaged if it is of another kind, or its public form differs."""
        with _reading(self.version, self.topic):
            found = kind.revive(opening.fact, self.form)
            if found.public() != self.public:
                raise ValueError("its public form is not that of the secret")
            return found


def encode(entry: Entry, keys: Keys = NO_KEYS, declaration: str = "", opens: locking.Opening | None = None) -> bytes:
    """An entry in its stored form: a JSON object, its `fact` last, defaults left out.

    The first entry of an append holds its declaration's id. If the side has a key, its secret fact is stored as its
    public form; `box` beside it holds the fact and the commitment. A fact that reveals such a secret stands beside
    `opens`: the secret's version, the salt of its commitment, and its content.
    """
    head: dict[str, Any] = {"at": entry.time}
    if entry.recorder:
        head["by"] = entry.recorder
    if entry.made:
        head["made"] = list(entry.made)
    if declaration:
        head["id"] = declaration
    if entry.of != entry.version:
        head["of"] = entry.of
    if entry.moment.key:
        head["moment"] = [entry.moment.key, "/".join(entry.moment.ids), *entry.moment.path]
    if entry.ends:
        head["ends"] = True
    if entry.waits:
        head["waits"] = list(entry.waits)
    if entry.fact.VERSION != 1:
        head["v"] = entry.fact.VERSION
    shown = entry.fact
    if shown.secret in keys:
        hidden = shown.model_dump_json(exclude_defaults=True).encode()
        head["box"] = list(locking.close(keys[shown.secret], entry.version, shown.TOPIC, hidden))
        shown = shown.public()
    if opens:
        head["opens"] = [str(opens.version), opens.salt.hex(), opens.fact.decode()]
    fact = shown.model_dump_json(exclude_defaults=True).encode()
    return to_json(head)[:-1] + _FACT + fact + b"}"


def decode(version: int, topic: str, stored: bytes, topics: Mapping[str, type[Fact]], keys: Keys = NO_KEYS) -> Entry:
    """An entry from its stored bytes. Raises Damaged.

    An unknown topic gives an UnknownFact; a secret without its key gives its public form.
    """
    try:
        cut = stored.index(_FACT)  # cannot stand in a JSON string, because quotes are escaped there
        head = from_json(stored[:cut] + b"}")
        kind = topics.get(topic)
        body = stored[cut + len(_FACT) : -1]
        if "box" in head:
            fact = _from_box(version, topic, kind, head, body, keys)
        else:
            fact = kind.revive(body, head.get("v", 1)) if kind else _unknown(topic, from_json(body))
        of, ends, at, by = head.get("of", version), head.get("ends", False), head["at"], head.get("by", "")
        moment, waits, made = head.get("moment"), head.get("waits"), head.get("made")
        if of.__class__ is not int or ends.__class__ is not bool or at.__class__ is not str or by.__class__ is not str:
            raise ValueError("at and by are texts, of is a number, ends is true or false")
        if moment:
            # raises TypeError unless all are texts; entries are read very often, and this check is the cheapest
            "".join(moment)
        if waits:
            "".join(waits)
        if made:
            "".join(made)
        asked, mine = Waits(*waits) if waits else None, Made(*made) if made else None
        there = _moment(*moment) if moment else _BEFORE
        return tuple.__new__(Entry, (version, of, fact, ends, asked, there, at, by, mine))  # in half the time
    except _WRONG as error:
        raise Damaged(f"entry {version} ({topic}) cannot be read: {error}") from error


def passed_over(
    version: int, topic: str, stored: bytes, topics: Mapping[str, type[Fact]], wanted: Wanted
) -> Entry | None:
    """An entry that is not wanted, with its time and in place of its fact one that says nothing; None if it is wanted,
    or nobody can tell. Raises Damaged.

    It is read as JSON alone: most of the time of `decode` goes into a fact's own checks.
    """
    if topic in wanted.topics:
        return None
    try:
        said, kind = from_json(stored), topics.get(topic)
        of_today = kind is not None and said.get("v", 1) == kind.VERSION
        if not of_today or "box" in said or not wanted.fields.isdisjoint(said["fact"]):
            return None
        at = said["at"]
        if at.__class__ is not str:
            raise ValueError("at is a text")
        return tuple.__new__(Entry, (version, version, PASSED_OVER, False, None, _BEFORE, at, "", None))
    except _WRONG as error:
        raise Damaged(f"entry {version} ({topic}) cannot be read: {error}") from error


# a phase's entries share one Moment: a long game then holds a tenth as many objects for the collector
@lru_cache(maxsize=2_048)
def _moment(key: str, ids: str, *path: str) -> Moment:
    return Moment(key, path, tuple(ids.split("/")))


def declaration_of(stored: bytes) -> str:
    """The id that an entry's declaration was given; "" if none."""
    if b'"id":' not in stored:  # true of nearly all entries
        return ""
    try:
        return str(from_json(stored[: stored.index(_FACT)] + b"}").get("id", ""))
    except (ValueError, AttributeError):  # the reader of the entry reports it
        return ""


def recorded_at(stored: bytes) -> str | None:
    """When an entry was recorded, as its seal covers it; None if it cannot be read."""
    try:
        at = from_json(stored[: stored.index(_FACT)] + b"}").get("at")
    except (ValueError, AttributeError):  # the reader of the entry reports it
        return None
    return at if isinstance(at, str) else None


def moment_of(stored: bytes) -> Moment:
    """The moment of an entry, read without its fact. An unreadable one gives the moment before the game."""
    try:
        moment = from_json(stored[: stored.index(_FACT)] + b"}").get("moment")
        return _moment(*map(str, moment)) if moment else Moment()
    except (ValueError, AttributeError, TypeError):  # the reader of the entry reports it
        return Moment()


def players_in(stored: bytes) -> Mapping[str, str]:
    """The players of a game, read from its beginning without the rest of it; none if it cannot be read."""
    try:
        said = from_json(stored[stored.index(_FACT) + len(_FACT) : -1]).get("players") or {}
        return {side: name for side, name in said.items() if isinstance(name, str)}
    except (ValueError, AttributeError):  # the reader of the entry reports it
        return {}


def may_be_sealed(stored: bytes) -> bool:
    """Whether an entry may lie in a box, or open one. This is the cheapest check; in most games no entry does."""
    return _BOX in stored or _OPENS in stored


def opening_of(version: int, topic: str, stored: bytes) -> locking.Opening | None:
    """The content of an earlier secret that an entry opens; None for nearly all entries. Raises Damaged."""
    if _OPENS not in stored:
        return None
    with _reading(version, topic):
        said = from_json(stored[: stored.index(_FACT)] + b"}").get("opens")
        if said is None:
            return None
        opened, salt, fact = said
        return locking.Opening(whole(opened), bytes.fromhex(salt), fact.encode())


def boxed(version: int, topic: str, stored: bytes) -> Locked | None:
    """A secret fact in its box, read without a key; None for a fact in no box. Raises Damaged."""
    if _BOX not in stored:
        return None
    with _reading(version, topic):
        cut = stored.index(_FACT)
        head = from_json(stored[:cut] + b"}")
        return _shut(version, topic, head, stored[cut + len(_FACT) : -1]) if "box" in head else None


def _shut(version: int, topic: str, head: dict[str, Any], body: bytes) -> Locked:
    public: Fact = (Declared if topic == Declared.TOPIC else Stub).revive(body, 1)
    box, of = locking.Box(*head["box"]), head.get("of", version)
    "".join(box)  # raises TypeError unless both are texts
    if of.__class__ is not int:
        raise ValueError("of is a number")
    return Locked(version, topic, public, box, head.get("v", 1), of)


def _from_box(version: int, topic: str, kind: type[Fact] | None, head: dict[str, Any], body: bytes, keys: Keys) -> Fact:
    """A secret fact if its side's key and its system are known, else its public form."""
    found = _shut(version, topic, head, body)
    if kind is None or found.public.secret not in keys:
        return found.public
    return found.held(kind, found.opening(keys[found.public.secret]))


def _unknown(topic: str, data: dict[str, Any]) -> UnknownFact:
    """A fact of an unknown topic. Its secrecy is still read, so that no side sees another's secret."""
    return UnknownFact(stored_topic=topic, data=data, secret=data.get("secret", ""))


def is_time(text: str) -> bool:
    """Whether a text is a time with its zone, as in entries."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def misfit(entry: Entry) -> str:
    """The error in what an entry says about itself, in words; "" if there is none. Its types are already checked."""
    if entry.time and not is_time(entry.time):
        return f"it was recorded at {entry.time[:40]!r}, which is no time"
    if not 0 <= entry.of <= entry.version:
        return f"it belongs to entry {entry.of}, which does not come before it"
    words = (
        entry.recorder,
        entry.moment.key,
        *entry.moment.ids,
        *entry.moment.path,
        *(entry.waits or ()),
        *(entry.made or ()),
    )
    if len(words) > MOST_WORDS or any(len(word) > REASON or unprintable(word) for word in words):
        return "who recorded it, when in the game, or what it waits for is no short text"
    return ""
