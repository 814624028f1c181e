"""Supposed answers: they show whether anything could come of a declaration, before anybody is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.kernel.questions import Question
from domain.kernel.table import Given

TRIES = 32
"""Number of attempts with supposed answers, the usual ones first. A declaration refused in every attempt is refused.

This may also refuse a line that holds only with a rare answer. It can be said once that answer is known.
"""


@dataclass(eq=False, repr=False)
class Varied:
    """A deterministic source of choices for `Question.sample`: the rules hold no chance of their own.

    The same starting number gives the same choices.
    """

    at: int
    """Where its numbers have come to."""

    def _next(self) -> int:
        self.at = (self.at * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        return self.at >> 33

    def randint(self, a: int, b: int) -> int:
        return a + self._next() % (b - a + 1)

    def choice(self, seq: Any) -> Any:
        return seq[self._next() % len(seq)]

    def sample(self, population: Any, k: int) -> list[Any]:
        pool = list(population)
        return [pool.pop(self._next() % len(pool)) for _ in range(k)]

    def random(self) -> float:
        return self._next() / 2**31


def supposing(n: int) -> Callable[[Question[Any]], Given]:
    """The n-th way to answer every question. Number 0 gives the default answers where they are legal."""
    chance = Varied(n)

    def suppose(question: Question[Any]) -> Given:
        usual = not n and question.default is not None and not question.refuse(question.default)
        return Given(question.default if usual else question.sample(chance))

    return suppose
