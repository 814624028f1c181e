"""What a game is about: how it stands, the curve that decides it, and the changes that turn it.

A game says it in `stakes.py` of its own folder, as `STAKES`; what a game does not say is as in `PLAIN`. A
`TurningMark` is a change of what the game is about by one declaration: the lead, an objective, a threshold, a force
gone for good. How much it weighs is the game's to say, between 1 (a place like any other) and 60 (the game hangs on
it). `turning` picks the turning points among the marks, and the headlines of turns and report; `toll` counts steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from domain.kernel.entries import Entry
from domain.kernel.errors import Unread
from domain.kernel.facts import Fact, Loss

F = TypeVar("F", bound=Fact)
T = TypeVar("T")


class Turned(NamedTuple):
    """A declaration with what followed from it: how the game stood before it and after it, and as its turn began."""

    before: Any
    after: Any
    entries: tuple[Entry, ...]
    began: Any = None

    def facts(self, kind: type[F]) -> list[F]:
        """Its facts of a kind."""
        return [entry.fact for entry in self.entries if isinstance(entry.fact, kind)]


class TurningMark(NamedTuple):
    """A change of what the game is about."""

    head: str
    """As a headline: `Honolulu falls`."""
    words: str
    """As a clause that may stand after `In turn 3`, in the past tense and without a full stop."""
    weight: float
    side: str = ""
    """For whom it is good; "" where nobody can tell."""


def no_marks(change: Turned) -> Iterator[TurningMark]:
    """None: the game does not say what it is about."""
    return iter(())


def no_words(state: Any) -> str:
    """Nothing to say of how the game stands."""
    return ""


NO_LINES: Sequence[tuple[float, str]] = ()


def no_lines(state: Any) -> Sequence[tuple[float, str]]:
    """No line beside those that the game's `levels` tell."""
    return NO_LINES


def has_steps(state: Any, loss: Loss) -> bool:
    """Every loss is of steps."""
    return True


@dataclass(frozen=True)
class Stakes:
    """What a game says of what it is about."""

    people: Mapping[str, str] = field(default_factory=dict)
    """How a sentence names a side: `the Americans`."""
    curve: str = "Victory points"
    """The title of the chart that decides it."""
    lines: Callable[[Any], Sequence[tuple[float, str]]] = no_lines
    """Values of that chart at which something is decided in this game's scenario, and what."""
    stands: Callable[[Any], str] = no_words
    """How a game that is not over stands: a sentence without a full stop."""
    verdict: Callable[[Any], str] = no_words
    """The headline of a game that is over, where no mark for the winner is one."""
    marks: Callable[[Turned], Iterator[TurningMark]] = no_marks
    step: Callable[[Any, Loss], bool] = has_steps
    """Whether a loss is of steps, not of a ship or whatever else has none."""
    unit: str = "step"
    """What a side loses."""


PLAIN = Stakes()


def as_far_as_read(told: Callable[[Any], T], state: Any, otherwise: T) -> T:
    """What a game says of a state; `otherwise` where the charts that tell it have not been read."""
    try:
        return told(state)
    except Unread:
        return otherwise


def passed(before: float, after: float, level: float) -> int:
    """1 where a value came up to a level, -1 where it fell below it again, else 0."""
    return int(after >= level) - int(before >= level)


def ahead(points: Mapping[str, float]) -> str:
    """Who has more points than anybody else; "" where nobody has."""
    best = max(points.values(), default=0)
    leaders = [side for side, has in points.items() if has == best]
    return leaders[0] if len(leaders) == 1 else ""
