"""States that remember what was worked out from them.

Rules ask the same things over and over: which units are in communication, which hexes a field of fire covers. A
function declares the fields its answer rests on, `@rests_on("units", "charts")`. Its answer is then worked out once for
a state, and stays known in states made from it as long as none of these fields changes. The answers lie in the states
themselves, so any number of games and threads may ask.

What rests on hardly anything, as on the charts, is better an index: `@indexes("charts")` makes it an attribute of the
states. And a state may say of a change that it leaves something of a field as it was (`changed`), as where units stand
(`domain/wargame/pieces.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from inspect import signature
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from pydantic import ConfigDict

from domain.kernel.facts import copied
from domain.kernel.state import State

D = TypeVar("D", bound="Remembering")
P = ParamSpec("P")
T = TypeVar("T")

Memory = dict[tuple[Any, ...], Any]
"""Answers, by the function and its arguments."""
_KNOWN = "_known"
"""The name under which a state keeps its memories, each by the fields it rests on.

It is no field, so it is never stored or compared.
"""
_RESTING: dict[str, list[str]] = {}
"""The names of the memories that rest on each field."""
_NOTHING: dict[Any, Any] = {}
"""An empty memory, which is never written to: a state that comes to know something begins one of its own."""


class Index(cached_property[T]):
    """An attribute that a state works out once of fields that hardly ever change, and hands on as it is."""

    def __init__(self, work: Callable[[Any], T], fields: Iterable[str]) -> None:
        super().__init__(work)
        self.fields = frozenset(fields)


def indexes(*fields: str) -> Callable[[Callable[[Any], T]], Index[T]]:
    """Marks a pure function of a state as an index of these fields, asked for as `state.name`.

    From then on it lies in the state as an attribute does, and nothing has to be called for it.
    """
    return lambda work: Index(work, fields)


class Remembering(State):
    """A state that hands on its remembered answers to the states made from it."""

    model_config = ConfigDict(ignored_types=(Index,))

    INDEXES: ClassVar[Mapping[str, frozenset[str]]] = {}
    """The indexes by their names, and the fields they rest on."""
    INDEXED: ClassVar[frozenset[str]] = frozenset()
    """All of these fields."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        found = {name: value.fields for name, value in vars(cls).items() if isinstance(value, Index)}
        cls.INDEXES = {**cls.INDEXES, **found}
        cls.INDEXED = frozenset().union(*cls.INDEXES.values())

    def __iter__(self) -> Iterator[tuple[str, Any]]:  # type: ignore[override]
        """The fields with their values, without what was worked out."""
        return ((name, value) for name, value in super().__iter__() if name not in self.INDEXES)

    def but(self, **change: Any) -> Self:
        """A copy with these fields changed. It keeps the answers that rest on none of them."""
        return self.changed(change, change)

    def changed(self, change: dict[str, Any], gone: Collection[str]) -> Self:
        """A copy with these fields changed. It keeps the answers that rest on nothing that is gone.

        An index may be among the changes: it is as if it had been worked out.
        """
        if (known := self.__dict__.get(_KNOWN)) is not None:
            known = change[_KNOWN] = known.copy()  # never the same dict: each state adds to its own
            for field in gone:
                for memory in _RESTING.get(field, ()):
                    if memory in known:  # it is emptied and not taken out: a dict with gaps takes long to copy
                        known[memory] = _NOTHING
        copy = copied(self, change)
        if not self.INDEXED.isdisjoint(gone):
            for name, fields in self.INDEXES.items():
                if name not in change and not fields.isdisjoint(gone):
                    copy.__dict__.pop(name, None)
        return copy

    def known(self, work: Callable[[Self], T]) -> T | None:
        """The remembered answer of a function of the state alone; None if it has not been worked out."""
        memory, key = _place_of(work)
        found: T | None = self.__dict__.get(_KNOWN, _NOTHING).get(memory, _NOTHING).get(key)
        return found

    def knowing(self, work: Callable[[Self], T], answer: T) -> Self:
        """This state, with the answer of a function of the state alone stored in it.

        It serves callers that derive the answer from an earlier one more cheaply than by working it out anew.
        """
        _keep(self, *_place_of(work), answer)
        return self


def rests_on(*fields: str) -> Callable[[Callable[Concatenate[D, P], T]], Callable[Concatenate[D, P], T]]:
    """Marks a pure function of a state: its answer depends only on these fields and on its other arguments.

    The arguments must be hashable. An exception is not remembered.
    """
    memory = _memory_of(fields)

    def mark(work: Callable[Concatenate[D, P], T]) -> Callable[Concatenate[D, P], T]:
        alone = (work,)
        asks_more = len(signature(work).parameters) > 1

        @wraps(work)
        def answer_alone(state: D, /) -> T:
            try:
                return state.__dict__[_KNOWN][memory][alone]  # type: ignore[no-any-return]
            except KeyError:
                pass
            found = work(state)  # type: ignore[call-arg]
            _keep(state, memory, alone, found)
            return found

        @wraps(work)
        def answer(state: D, /, *asked: P.args, **named: P.kwargs) -> T:
            key = (work, *asked, *named.items()) if named else (work, *asked) if asked else alone
            try:
                return state.__dict__[_KNOWN][memory][key]  # type: ignore[no-any-return]
            except KeyError:
                pass
            found = work(state, *asked, **named)
            _keep(state, memory, key, found)
            return found

        marked: Any = answer if asks_more else answer_alone
        marked.place = (memory, alone)
        return marked  # type: ignore[no-any-return]

    return mark


def _keep(state: Remembering, memory: str, key: tuple[Any, ...], answer: Any) -> None:
    """Stores an answer in a memory of a state."""
    known = state.__dict__.setdefault(_KNOWN, {})
    held = known.get(memory, _NOTHING)
    if held is _NOTHING:
        held = known[memory] = {}
    held[key] = answer


def _memory_of(fields: Iterable[str]) -> str:
    """The name of the memory of what rests on these fields."""
    each = sorted(set(fields))
    name = ",".join(each)
    for field in each:
        if name not in (there := _RESTING.setdefault(field, [])):
            there.append(name)
    return name


def _place_of(work: Callable[..., Any]) -> tuple[str, tuple[Any, ...]]:
    """The place of the answer of a marked function of a state alone: (memory, key)."""
    marked: Any = work
    place: tuple[str, tuple[Any, ...]] = marked.place
    return place


def remembered(state: Remembering) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...], Any]]:
    """All answers that a state remembers, as (function, arguments, answer)."""
    for memory in list(state.__dict__.get(_KNOWN, _NOTHING).values()):
        for (work, *asked), value in dict(memory).items():
            yield work, tuple(asked), value
