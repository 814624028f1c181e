"""How facts change a state. These functions only assign: they never raise, decide or ask."""

from __future__ import annotations

from collections.abc import Callable
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
        self._found: dict[type[Fact], tuple[Callable[[Any, S], S], ...]] = {}

    def on(self, kind: type[F]) -> Callable[[Callable[[F, S], S]], Callable[[F, S], S]]:
        """Registers a function for facts of this kind."""

        def register(function: Callable[[F, S], S]) -> Callable[[F, S], S]:
            self.by_type[kind] = (*self.by_type.get(kind, ()), function)
            self._found.clear()
            return function

        return register

    def __call__(self, fact: Fact, state: S) -> S:
        kind = type(fact)
        functions = self._found.get(kind)
        if functions is None:
            functions = self._found[kind] = tuple(
                function for one in reversed(kind.__mro__) for function in self.by_type.get(one, ())
            )
        for function in functions:
            state = function(fact, state)
        return state
