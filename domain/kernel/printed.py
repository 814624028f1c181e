"""What only the printed game knows, and what the rulebook's text says of it: the charts that packs fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.kernel.state import Row


class Known(NamedTuple):
    """A row that certainly exists: what the rulebook's text says of it, by which rule, and what to look for."""

    chart: str
    row: str
    says: Mapping[str, Any]
    rule: str
    look_for: str


class Group(NamedTuple):
    """Rows only the printed game knows: what they have in common, what is likely, and how many there are where the text says it."""

    chart: str
    title: str
    says: Mapping[str, Any]
    rule: str
    likely: Mapping[str, Any] = {}
    number: int | None = None
    prefix: str = ""
    """How the names of these rows begin."""


class Meaning(NamedTuple):
    """A field of a chart in the game's words: what it is called, where to look for it, by which rule."""

    title: str
    look: str
    rule: str = ""


class Finding(NamedTuple):
    """Something a pack does not say yet, or (`against`) says against the rulebook's text: the printed game may be right."""

    chart: str
    words: str
    rule: str = ""
    against: bool = False

    def __str__(self) -> str:
        return f"{self.chart}: {self.words}" + (f" [{self.rule}]" if self.rule else "")


@dataclass(frozen=True)
class Printed:
    """The printed side of a game system: its charts, and all that the text says of them."""

    charts: Mapping[str, type[Row]] = field(default_factory=dict)
    packs: Sequence[str] = ()
    """The packs that come with the game."""
    roster: Sequence[Known] = ()
    """Rows of charts that certainly exist, with what the text says of them."""
    groups: Sequence[Group] = ()
    """Rows of charts that only the printed game knows, by what they have in common."""
    meanings: Mapping[str, Meaning] = field(default_factory=dict)
    """What a chart's field means, as chart.field."""
    asked: Callable[[str, Mapping[str, Any]], Mapping[str, bool]] | None = None
    """The fields printed for a row of a chart, given what it says; True where it is not whole without. Those come last."""
    first_holds: Sequence[str] = ()
    """Charts whose rows stay as they were known when the game is played, unless the table insists: results that are fought by them."""
    mutual: Mapping[str, str] = field(default_factory=dict)
    """Charts whose rows name their neighbours, with the field they do it in."""
    check: Callable[[Mapping[str, Mapping[str, Any]], Sequence[str]], Iterable[Finding]] | None = None
    """What a pack does not say yet, or says against the text; given its charts, and which of them are said to be complete."""

    def rows(self, chart: str) -> tuple[str, ...]:
        """The rows of a chart of which the text knows every one, the cards of a deck; none where only the printed game knows them."""
        if any(group.chart == chart for group in self.groups):
            return ()
        return tuple(known.row for known in self.roster if known.chart == chart)
