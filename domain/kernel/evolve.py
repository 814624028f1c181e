"""How facts change a state. These functions only assign: they never raise, decide or ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from domain.kernel.facts import Fact
from domain.kernel.state import State

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Fact)


class Evolve(Generic[S]):
    """The registered state changes of each kind of fact.

    A kind may have several functions, its own and those of its base classes. They run in turn, the most general class
    first.
    """

    def __init__(self) -> None:
        self.by_type: dict[type[Fact], tuple[Callable[[Any, S], S], ...]] = {}
        self.functions: dict[type[Fact], tuple[Callable[[Any, S], S], ...]] = _Found(self.by_type)
        """Those that run for a kind, worked out when it is first asked for."""

    def on(self, kind: type[F]) -> Callable[[Callable[[F, S], S]], Callable[[F, S], S]]:
        """Registers a function for facts of this kind."""

        def register(function: Callable[[F, S], S]) -> Callable[[F, S], S]:
            self.by_type[kind] = (*self.by_type.get(kind, ()), function)
            self.functions.clear()
            return function

        return register


class _Found(dict[type[Fact], tuple[Callable[[Any, Any], Any], ...]]):
    """The functions of each kind of fact, by those registered."""

    def __init__(self, by_type: Mapping[type[Fact], tuple[Callable[[Any, Any], Any], ...]]) -> None:
        super().__init__()
        self.by_type = by_type

    def __missing__(self, kind: type[Fact]) -> tuple[Callable[[Any, Any], Any], ...]:
        self[kind] = tuple(function for one in reversed(kind.__mro__) for function in self.by_type.get(one, ()))
        return self[kind]
