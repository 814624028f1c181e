"""The handling of secrets that cannot be read because the side's passphrase was not typed.

Such a game is folded from the public forms of sealed facts, and no rule can be run on what they leave out. So a
procedure runs in a state without the fields that a sealed fact may have changed: reading one stops it. A procedure that
never reads one gives the same result as with the passphrase. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn, TypeVar

from domain.kernel.entries import Entry
from domain.kernel.errors import Diverged, Shut
from domain.kernel.state import State

S = TypeVar("S", bound=State)


def shut_now(shut: Mapping[str, str], stands: Iterable[Entry]) -> dict[str, str]:
    """The unreadable sides that have a secret in the standing entries: side -> the message for whoever needs it."""
    return {entry.fact.secret: shut[entry.fact.secret] for entry in stands if entry.fact.secret in shut} if shut else {}


def without(state: S, keeps: Mapping[str, tuple[str, ...]], shut: Mapping[str, str]) -> S:
    """The state without the fields in which these sides may hide something.

    Reading such a field raises Shut with its reason.
    """
    fields = {name: why for side, why in shut.items() for name in keeps.get(side) or _every(type(state))}
    kept = {
        name: value for name, value in state.__dict__.items() if name in type(state).model_fields and name not in fields
    }
    bare: S = object.__new__(_stopping(type(state), tuple(sorted(fields.items()))))
    object.__setattr__(bare, "__dict__", kept)  # drops what was worked out from the other fields too
    for slot in ("__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__"):
        object.__setattr__(bare, slot, getattr(state, slot))
    return bare


def _every(kind: type[State]) -> tuple[str, ...]:
    """All fields that a game adds to the state.

    A side whose fields are not listed may hide something in any of them.
    """
    return tuple(name for name in kind.model_fields if name not in State.model_fields)


@cache
def _stopping(kind: type[S], fields: tuple[tuple[str, str], ...]) -> type[S]:
    """A subclass of a state's type in which reading one of these fields raises Shut."""
    made = type(kind.__name__, (kind,), {"__module__": kind.__module__})
    for name, why in fields:
        setattr(made, name, property(_stop(why)))
    return made


def _stop(why: str) -> Any:
    def stop(state: State) -> NoReturn:
        raise Shut(why)

    return stop


@contextmanager
def nothing_guessed(shut: Mapping[str, str]) -> Iterator[None]:
    """Raises Shut instead of Diverged if something sealed is missing: then the rerun proves nothing."""
    try:
        yield
    except Diverged as diverged:
        if shut:
            raise Shut(next(iter(shut.values()))) from diverged
        raise


__all__ = ["nothing_guessed", "shut_now", "without"]
