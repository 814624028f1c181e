"""States that remember what was worked out from them.

A rule asks the same things over and over: who is in communication, which hexes a field of fire covers. A function says what
its answer rests on, `@rests_on("units", "charts")`; then it is worked out once for a state, and stays known in those made from it as long
as none of these fields changes. It lies in the states themselves, so any number of games and threads may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from domain.kernel.state import State

D = TypeVar("D", bound="Remembering")
P = ParamSpec("P")
T = TypeVar("T")

Memory = dict[tuple[Any, ...], Any]
"""Answers by the function and what it was asked."""
_KNOWN = "_known"
"""Where a state keeps its memories, by the fields they rest on; no field itself, so never stored nor compared."""
_NOTHING: Mapping[Any, Any] = {}
"""What is found where nothing has been worked out yet, for it may well come to `None`."""


class Remembering(State):
    """A state that hands on what is known of it to the states made from it."""

    def but(self, **change: Any) -> Self:
        """A copy with these fields changed, and what rests on none of them still known."""
        copy = super().but(**change)
        if (known := self.__dict__.get(_KNOWN)) is not None:  # never the same one: each state adds to its own
            copy.__dict__[_KNOWN] = {fields: memory for fields, memory in known.items() if fields.isdisjoint(change)}
        return copy

    def known(self, work: Callable[[Self], T]) -> T | None:
        """What has been worked out already of a function of the state alone."""
        fields, key = _place_of(work)
        found: T | None = self.__dict__.get(_KNOWN, _NOTHING).get(fields, _NOTHING).get(key)
        return found

    def knowing(self, work: Callable[[Self], T], answer: T) -> Self:
        """This state, told what a function of the state alone would come to; for what is made from an earlier answer more cheaply than anew."""
        fields, key = _place_of(work)
        self.__dict__.setdefault(_KNOWN, {}).setdefault(fields, {})[key] = answer
        return self


def rests_on(*fields: str) -> Callable[[Callable[Concatenate[D, P], T]], Callable[Concatenate[D, P], T]]:
    """Marks a pure function of a state whose answer depends on these of its fields, and on what it is asked, and on nothing else.

    What it is asked can be hashed. What it raises is not kept.
    """
    rest = frozenset(fields)

    def mark(work: Callable[Concatenate[D, P], T]) -> Callable[Concatenate[D, P], T]:
        @wraps(work)
        def answer(state: D, /, *asked: P.args, **named: P.kwargs) -> T:
            memory = state.__dict__.get(_KNOWN, _NOTHING).get(rest)
            if memory is None:
                memory = state.__dict__.setdefault(_KNOWN, {}).setdefault(rest, {})
            key = (work, *asked, *named.items()) if named else (work, *asked)
            found = memory.get(key, _NOTHING)
            if found is _NOTHING:
                found = memory[key] = work(state, *asked, **named)
            return found  # type: ignore[no-any-return]

        answer.rests_on = rest  # type: ignore[attr-defined]
        return answer

    return mark


def _place_of(work: Callable[..., Any]) -> tuple[frozenset[str], tuple[Any, ...]]:
    """Where the answer of a marked function of a state alone lies."""
    marked: Any = work
    return marked.rests_on, (marked.__wrapped__,)


def remembered(state: Remembering) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...], Any]]:
    """All that is known of a state: the function, what it was asked, its answer."""
    for memory in dict(state.__dict__.get(_KNOWN, {})).values():
        for (work, *asked), value in dict(memory).items():
            yield work, tuple(asked), value
