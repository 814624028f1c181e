"""Entries as bytes, and back: a JSON object each, its fact last, defaults left out; a side's secrets in boxes.

Topics are looked up in a closed table: no stored text names anything to be imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from domain.kernel.entries import Entry, Made, Moment, Waits
from domain.kernel.errors import Damaged
from domain.kernel.facts import Declared, Fact, UnknownFact
from domain.kernel.facts import Sealed as SealedFact
from domain.kernel.limits import REASON
from domain.kernel.strict import unprintable, whole
from domain.record import sealing

MOST_WORDS = 20
"""Texts an entry has about itself: by whom, when in the game, what is asked."""

_FACT, _BOX, _OPENS = b',"fact":', b'"box":', b'"opens":'
_WRONG = (ValueError, LookupError, TypeError, AttributeError)
"""What comes of reading bytes that are no entry."""


@contextmanager
def _reading(version: int, topic: str) -> Iterator[None]:
    try:
        yield
    except _WRONG as error:
        raise Damaged(f"entry {version} ({topic}) cannot be read: {error}") from error


Keys = Mapping[str, bytes]
"""The keys at hand, by side."""
NO_KEYS: Keys = MappingProxyType({})


class Shut(NamedTuple):
    """A secret fact that lies in a box, as who has no key finds it stored."""

    version: int
    topic: str
    public: Fact
    box: sealing.Box
    form: int
    """The version of its class that it was stored in."""
    of: int
    """The version of the declaration it belongs to."""

    def opening(self, key: bytes) -> sealing.Opening:
        """What opens the box to everybody. Raises Damaged where the key is another, or something else was committed to."""
        with _reading(self.version, self.topic):
            return sealing.opening(key, self.version, self.topic, self.box)

    def held(self, kind: type[Fact], opening: sealing.Opening) -> Fact:
        """The fact that lay in the box. Raises Damaged where that is none of its kind, or its public form is another."""
        with _reading(self.version, self.topic):
            found = kind.revive(opening.fact, self.form)
            if found.public() != self.public:
                raise ValueError("its public form is not that of the secret")
            return found


def encode(entry: Entry, keys: Keys = NO_KEYS, declaration: str = "", opens: sealing.Opening | None = None) -> bytes:
    """An entry as it is stored: a JSON object, its `fact` last, defaults left out. The first of an append holds its declaration's id.

    A secret fact of a side with a key is stored as its public form; `box` beside it holds the fact and what it commits to.
    A fact that reveals such a one stands beside what it `opens`: that entry's version, the salt of its commitment, its content.
    """
    head: dict[str, Any] = {"at": entry.at}
    if entry.by:
        head["by"] = entry.by
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
        head["box"] = list(sealing.close(keys[shown.secret], entry.version, shown.TOPIC, hidden))
        shown = shown.public()
    if opens:
        head["opens"] = [str(opens.version), opens.salt.hex(), opens.fact.decode()]
    fact = shown.model_dump_json(exclude_defaults=True).encode()
    return to_json(head)[:-1] + _FACT + fact + b"}"


def decode(version: int, topic: str, stored: bytes, topics: Mapping[str, type[Fact]], keys: Keys = NO_KEYS) -> Entry:
    """An entry from its stored bytes. A topic nobody knows gives an UnknownFact; a secret without its key, its public form.

    Raises Damaged.
    """
    try:
        cut = stored.index(_FACT)  # cannot stand in a JSON string, whose quotes are escaped
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
            "".join(moment)  # TypeError unless all of them are texts: the cheapest look there is, and entries are read very often
        if waits:
            "".join(waits)
        if made:
            "".join(made)
        return Entry(
            version, of, fact, ends, Waits(*waits) if waits else None, _moment(*moment) if moment else Moment(), at, by,
            Made(*made) if made else None,
        )  # fmt: skip
    except _WRONG as error:
        raise Damaged(f"entry {version} ({topic}) cannot be read: {error}") from error


@lru_cache(maxsize=2_048)  # a phase's entries share one: a long game holds a tenth as many objects, and the collector looks through fewer
def _moment(key: str, ids: str, *path: str) -> Moment:
    return Moment(key, path, tuple(ids.split("/")))


def declaration_of(stored: bytes) -> str:
    """The id an entry's declaration was given, "" for none."""
    if b'"id":' not in stored:  # nearly always
        return ""
    try:
        return str(from_json(stored[: stored.index(_FACT)] + b"}").get("id", ""))
    except (ValueError, AttributeError):  # whoever reads the entry is told
        return ""


def moment_of(stored: bytes) -> Moment:
    """The moment an entry stands at, read without its fact; that before the game where nothing else can be made of it."""
    try:
        moment = from_json(stored[: stored.index(_FACT)] + b"}").get("moment")
        return _moment(*map(str, moment)) if moment else Moment()
    except (ValueError, AttributeError, TypeError):  # whoever reads the entry is told
        return Moment()


def may_be_sealed(stored: bytes) -> bool:
    """Whether an entry may lie in a box, or open one. The cheapest look there is: in most games none does."""
    return _BOX in stored or _OPENS in stored


def opening_of(version: int, topic: str, stored: bytes) -> sealing.Opening | None:
    """What an entry opens of what was sealed before it; None, as nearly always, for nothing. Raises Damaged."""
    if _OPENS not in stored:
        return None
    with _reading(version, topic):
        said = from_json(stored[: stored.index(_FACT)] + b"}").get("opens")
        if said is None:
            return None
        opened, salt, fact = said
        return sealing.Opening(whole(opened), bytes.fromhex(salt), fact.encode())


def shut(version: int, topic: str, stored: bytes) -> Shut | None:
    """A secret fact in its box, looked at without a key; None for a fact that lies in none. Raises Damaged."""
    if _BOX not in stored:
        return None
    with _reading(version, topic):
        cut = stored.index(_FACT)
        head = from_json(stored[:cut] + b"}")
        return _shut(version, topic, head, stored[cut + len(_FACT) : -1]) if "box" in head else None


def _shut(version: int, topic: str, head: dict[str, Any], body: bytes) -> Shut:
    public: Fact = (Declared if topic == Declared.TOPIC else SealedFact).revive(body, 1)
    box, of = sealing.Box(*head["box"]), head.get("of", version)
    "".join(box)  # TypeError unless both are texts
    if of.__class__ is not int:
        raise ValueError("of is a number")
    return Shut(version, topic, public, box, head.get("v", 1), of)


def _from_box(version: int, topic: str, kind: type[Fact] | None, head: dict[str, Any], body: bytes, keys: Keys) -> Fact:
    """A secret fact, where its side's key is at hand and its system is known; else its public form."""
    found = _shut(version, topic, head, body)
    if kind is None or found.public.secret not in keys:
        return found.public
    return found.held(kind, found.opening(keys[found.public.secret]))


def _unknown(topic: str, data: dict[str, Any]) -> UnknownFact:
    """A fact nobody here can read. Whose secret it is can be read all the same: no side sees another's."""
    return UnknownFact(stored_topic=topic, data=data, secret=data.get("secret", ""))


def is_time(text: str) -> bool:
    """Whether a text is a time with its zone, as entries have it."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def misfit(entry: Entry) -> str:
    """What no entry of a game says of itself; "" when it is as one is recorded. Its types are right, or it were not decoded."""
    if entry.at and not is_time(entry.at):
        return f"it was recorded at {entry.at[:40]!r}, which is no time"
    if not 0 <= entry.of <= entry.version:
        return f"it belongs to entry {entry.of}, which does not come before it"
    words = (entry.by, entry.moment.key, *entry.moment.ids, *entry.moment.path, *(entry.waits or ()), *(entry.made or ()))
    if len(words) > MOST_WORDS or any(len(word) > REASON or unprintable(word) for word in words):
        return "who recorded it, when in the game, or what it waits for is no short text"
    return ""
