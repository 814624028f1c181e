"""The contents of the printed game, and what the rulebook's text says of them: the charts that packs fill in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.kernel.state import Row
from domain.kernel.written import Boards


class Known(NamedTuple):
    """A row that certainly exists: what the text says of it, by which rule, and what to look for."""

    chart: str
    row: str
    says: Mapping[str, Any]
    rule: str
    look_for: str


class Group(NamedTuple):
    """A group of rows that only the printed game knows: their common fields, likely values, and their number if the
    text says it.
    """

    chart: str
    title: str
    says: Mapping[str, Any]
    rule: str
    likely: Mapping[str, Any] = {}
    number: int | None = None
    prefix: str = ""
    """The beginning of these rows' names."""


class Meaning(NamedTuple):
    """A field of a chart in the game's words: its title, where to look for it, and the rule."""

    title: str
    look: str
    rule: str = ""


class PackFinding(NamedTuple):
    """Something that a pack still lacks, or that contradicts the rulebook's text (`against`).

    The printed game may be right.
    """

    chart: str
    words: str
    rule: str = ""
    against: bool = False

    def __str__(self) -> str:
        return f"{self.chart}: {self.words}" + (f" [{self.rule}]" if self.rule else "")


class ByTheText(NamedTuple):
    """Makes findings by the rules of a text; `citation` is the prefix of their numbers."""

    citation: str

    def cited(self, rule: str) -> str:
        """A rule number as it is cited."""
        return f"{self.citation} {rule}"

    def missing(self, chart: str, words: str, rule: str) -> PackFinding:
        """What a pack does not say yet."""
        return PackFinding(chart, words, self.cited(rule))

    def against(self, chart: str, words: str, rule: str) -> PackFinding:
        """What a pack says against the text."""
        return PackFinding(chart, words, self.cited(rule), against=True)

    def counted(self, chart: str, found: int, wanted: int, what: str, rule: str) -> Iterator[PackFinding]:
        """A number of rows that the text gives: fewer are missing, more are against it."""
        if found != wanted:
            yield PackFinding(chart, f"{found} of {wanted} {what}", self.cited(rule), against=found > wanted)


def looked_up(state: Any, chart: str, row: str) -> Any:
    """An `admit` that changes nothing: rules look the rows up where they need them, by `table.read`."""
    return state


def _not_said(state: Any, chart: str, row: str) -> Any:
    """Stands where no `admit` was given, which is right where there are no charts."""
    return state


@dataclass(frozen=True, eq=False, repr=False)
class Printed:
    """The printed side of a game system: its charts, and everything that the text says of them.

    Raises TypeError if there are charts, and nothing says what their rows do to the state.
    """

    charts: Mapping[str, type[Row]] = field(default_factory=dict)
    """The charts that only the printed game knows."""
    admit: Callable[[Any, str, str], Any] = _not_said
    """The state after a row of a chart has been read out: (state, chart, row). `looked_up` if it changes nothing.

    A game begins with the rows of its pack, one after the other.
    """
    packs: Sequence[str] = ()
    """The packs that come with the game."""
    roster: Sequence[Known] = ()
    """Rows of charts that certainly exist, with what the text says of them."""
    groups: Sequence[Group] = ()
    """Rows of charts that only the printed game knows, by what they have in common."""
    meanings: Mapping[str, Meaning] = field(default_factory=dict)
    """The meaning of a chart's field, by chart.field."""
    asked: Callable[[str, Mapping[str, Any]], Mapping[str, bool]] | None = None
    """The fields to ask for in a row of a chart, given what it says: field -> whether the row is incomplete without it.

    Required fields come last.
    """
    determined: Callable[[str, str, Mapping[str, Any]], Mapping[str, Any]] | None = None
    """What the text determines of a row, given what it says: (chart, row, says). The roster is not repeated here."""
    first_holds: Sequence[str] = ()
    """Charts whose rows keep their first reading once the game has begun, unless the table insists: results rest on
    them.
    """
    learned: Callable[[Any], Mapping[str, Mapping[str, Any]]] | None = None
    """What a state has learned of the printed game otherwise than by rows read out, as charts; None: rows are all."""
    first: Sequence[str] = ()
    """Charts that a game needs at once, as it is set up; the others are read out when play comes to them."""
    mutual: Mapping[str, str] = field(default_factory=dict)
    """Charts whose rows name their neighbours: chart -> the field with the names."""
    boards: Boards | None = None
    """How the hexes of the map are numbered, where there is one of hexes."""
    check: Callable[[Mapping[str, Mapping[str, Any]], Sequence[str]], Iterable[PackFinding]] | None = None
    """The findings of a pack: what it still lacks, or says against the text.

    The arguments are its charts, and the names of those said to be complete.
    """

    def rows(self, chart: str) -> tuple[str, ...]:
        """The rows of a chart if the text knows every one of them, like the cards of a deck; empty if only the printed
        game does.
        """
        if any(group.chart == chart for group in self.groups):
            return ()
        return tuple(known.row for known in self.roster if known.chart == chart)

    def __post_init__(self) -> None:
        if self.charts and self.admit is _not_said:
            raise TypeError(
                f"charts {', '.join(self.charts)}, and `admit` is missing: no row of a pack would enter the state. Say "
                "admit=…, the state after a row, or admit=looked_up if no row changes it"
            )
