"""What only a game can tell a report of itself: `TELLS` in the module `report` of its folder.

The report knows what the facts of every game have: losses, gains, points, fire, rolls, draws. What a game does not say
is as the fields of `GameTells` are from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.kernel.entries import standing
from domain.kernel.facts import Drawn, Fact, Fire
from projections.report.counting import View
from projections.report.model import ReportTable
from projections.report.stakes import PLAIN, Stakes
from projections.scene import Went

# ---- what a game may tell ----

OTHER = "other"
"""The column of service records for deeds that have none of their own: it says each in words."""


class Deed(NamedTuple):
    """What a kind of fact says of the units in one of its fields: one more in that column of their service records."""

    column: str
    field: str | Callable[[Any], Iterable[str]]
    """It holds a unit's name, several, or a mapping from them; or what finds them in the fact."""
    words: str | Callable[[Any], str] = ""
    """What the column `OTHER` calls it; the same of every fact of the kind, or made from the fact."""

    def units_of(self, fact: Fact) -> Sequence[str]:
        """The units this fact says it of, each once."""
        value = getattr(fact, self.field) if isinstance(self.field, str) else self.field(fact)
        return ([value] if value else []) if isinstance(value, str) else list(dict.fromkeys(value))

    def said_of(self, fact: Fact) -> str:
        """What the column `OTHER` calls it, of this fact."""
        return self.words if isinstance(self.words, str) else self.words(fact)


class Measure(NamedTuple):
    """A measure of a game's own: from a table of its summaries at the end of each turn, or from its state after each
    declaration."""

    title: str
    side: str
    summary: str
    """The code of the table; "" of a measure of the state."""
    value: Callable[[Any], float]
    """The measure from the table's rows, or from the state."""


class Prospect(NamedTuple):
    """What a draw was for: to which side its worth matters, what that worth is, and the cards that could come."""

    side: str
    what: str
    more: bool
    """Whether more of it is good for the side."""
    left: Iterable[str]
    worth: Callable[[str], int]
    """What a card would be worth in the place of the one that came; may raise Unread."""


class Win(NamedTuple):
    """That a unit eliminated an enemy, or had a part in it."""

    entry: int
    side: str
    unit: str


def side_in_state(view: View, unit: str) -> str:
    """The side of a unit that stands in the game's state; "" where it does not."""
    return getattr(getattr(view.state, "units", {}).get(unit), "side", "")


def won_by_fire(view: View) -> Iterator[Win]:
    """The units whose fire eliminated an enemy: those of the last shot of the same declaration, when it was the other
    side's."""
    shots: dict[int, Fire] = {}
    for entry in standing(view.entries):
        if entry.fact.fire:
            shots[entry.of] = entry.fact.fire
        shot = shots.get(entry.of)
        for loss in entry.fact.losses:
            if loss.eliminated and shot and shot.side != loss.side:
                for unit in dict.fromkeys(shot.by):
                    yield Win(entry.version, shot.side, unit)


def no_title(view: View) -> str:
    """The title that the rules have."""
    return ""


def no_tables(view: View) -> tuple[ReportTable, ...]:
    """None: the game has no tables of its own."""
    return ()


def tables_of(
    tables: Mapping[str, Callable[[View], ReportTable]], *, but: Collection[str] = ()
) -> Callable[[View], tuple[ReportTable, ...]]:
    """All of a game's own tables in their order, `but` these."""
    return lambda view: tuple(table(view) for name, table in tables.items() if name not in but)


def no_wins(view: View) -> Iterator[Win]:
    """Nobody eliminated anybody: whoever fires has no service record, or the record does not say who it was."""
    return iter(())


def no_units(fire: Fire) -> Sequence[str]:
    """Those that fired have no service record."""
    return ()


def nobody(fact: Fact) -> Iterable[Went]:
    """Whoever comes on to the map stands there by its state."""
    return ()


def nobodys_track(view: View, name: str) -> tuple[str, str]:
    """A marker of no side, in a chart of its own."""
    return "", name


def no_faces(view: View, fact: Fact) -> Sequence[int]:
    """None: no fire is read off a table by one die."""
    return ()


def by_units(fire: Fire) -> Sequence[str]:
    """Those that fired are units."""
    return fire.by


@dataclass(frozen=True)
class GameTells:
    """All a game may tell; as it stands, what a report says of a game that tells nothing."""

    titled: Callable[[View], str] = no_title
    """What its report is called where nobody gave it a title of its own; "" for the rules' title."""
    stakes: Stakes = PLAIN
    """What it is about: its turning points, its headlines, the curve that decides it, what counts as a step."""

    came: Callable[[Fact], Iterable[Went]] = nobody
    """Who came on to the map by a fact, and where, of pieces that stand in no place of its state."""

    # service records
    columns: tuple[str, ...] = ()
    """What units do, in the order of the columns."""
    suffered: tuple[str, ...] = ()
    """What is done to them, beside steps lost: the columns after what they fired."""
    deeds: Mapping[type[Fact], tuple[Deed, ...]] = field(default_factory=dict)
    side_of: Callable[[View, str], str] = side_in_state
    """The side of a unit that no loss, gain or fire names the side of."""
    won: Callable[[View], Iterator[Win]] = won_by_fire
    """Who eliminated whom, in the order of the entries."""
    about: str = ""
    """What a service record says in this game, beyond the columns' names."""

    # the other tables, the charts, the header
    calls: Mapping[str, str] = field(default_factory=dict)
    """What it calls a table, a chart, a column or a figure otherwise: `How the chits fell`; "" of one it does not
    have."""
    tables: Callable[[View], tuple[ReportTable, ...]] = no_tables
    """Tables of its own, which stand before those of fire: of attacks that are none, of whatever else its players look
    back on."""
    shooters: Callable[[Fire], Sequence[str]] = by_units
    """The units whose fire it was; none where a game counts it by hexes."""
    faces: Callable[[View, Fact], Sequence[int]] = no_faces
    """The hits of each face of the die that a fire was read off a table with; none where it was not, or the table is
    not known."""
    levels: Mapping[str, tuple[tuple[float, str], ...]] = field(default_factory=dict)
    """Of charts over time by their titles: the values at which something is decided, and what."""
    measures: tuple[Measure, ...] = ()
    """What is drawn over time beside losses, points and tracks."""
    charts_tracks: bool = True
    """Whether the markers on its tracks are charted as they stand; not where its measures say it better than the
    numbers of boxes."""
    whose_track: Callable[[View, str], tuple[str, str]] = nobodys_track
    """The side a marker belongs to, "" for none, and what it counts; markers that count the same are one chart."""
    house_rules: tuple[type[Fact], ...] = ()
    """Kinds of facts that say an optional rule is in use."""
    prospect: Callable[[Drawn, Any, Mapping[type[Fact], Fact]], Prospect | None] | None = None
    """What a draw was for, from the state it was made in and the last fact of each kind; None where its worth cannot be
    told."""
    unasked: tuple[type[Fact], ...] = ()
    """Kinds of facts on which no prospect rests: what they change is asked for while a card is carried out alone."""
