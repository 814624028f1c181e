"""Parts of a report's tables: numbers that remember what they were counted from, and the words for sides
and moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from domain.kernel import game
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import BY_TABLE, Fire, Modifier
from projections.report.model import Cell, Figure, ReportTable

View = game.View[Any]
"""A game as its audience may see it."""


@dataclass
class Count:
    """A number that remembers what it was counted from."""

    value: Fraction = Fraction(0)
    entries: dict[int, None] = field(default_factory=dict)

    def add(self, version: int, amount: int | Fraction = 1) -> None:
        self.value += amount
        self.entries[version] = None

    def figure(self, *, signed: bool = False) -> Cell:
        """The number; nothing at all where nothing was counted."""
        if not self.entries:
            return ""
        exact = self.value.denominator == 1
        return Figure(
            f"{float(self.value):{'+' if signed and self.value else ''}.{0 if exact else 2}f}", tuple(self.entries)
        )


class Tally:
    """Counts by key, in the order in which the keys came up."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, ...], Count] = {}

    def add(self, *key: str, version: int, amount: int | Fraction = 1) -> None:
        self.counts.setdefault(key, Count()).add(version, amount)

    def figure(self, *key: str, signed: bool = False) -> Cell:
        return self.counts.get(key, Count()).figure(signed=signed)

    def under(self, *key: str) -> Iterator[tuple[str, Count]]:
        """What was counted under keys that begin so and have one word more."""
        return ((k[-1], count) for k, count in self.counts.items() if k[:-1] == key)

    def words(self, *key: str) -> Cell:
        """The counts under a key in words: `assault 3; landing 1`."""
        found = list(self.under(*key))
        entries = sorted({version for _, count in found for version in count.entries})
        return Figure("; ".join(f"{name} {count.value}" for name, count in found), tuple(entries)) if found else ""


def side_title(view: View, side: str) -> str:
    """A side as its game calls it; what is no side's is the table's."""
    return view.rules.sides.get(side, "the table" if side == BY_TABLE else side)


def in_order(view: View, keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Keys that begin with a side: the sides in their game's order, the rest as the words sort."""
    sides = list(view.rules.sides)
    return sorted(set(keys), key=lambda key: (sides.index(key[0]) if key[0] in sides else len(sides), *key))


def moment(entry: Entry) -> str:
    """When in the game an entry was made, in words."""
    return ", ".join(entry.moment.path)


def turn_of(entry: Entry) -> str:
    """The number of the turn in which an entry was made, by which moments sort; "" before the first."""
    return str(int(entry.moment.key.partition(".")[0])) if entry.moment.key else ""


Step = tuple[Entry, Any, Any]
"""An entry that stands, with how the game stood before it and after it."""
_STEPS = "_steps"
"""The key under which a view keeps its steps. It is no field: a view that has gone on since makes them again."""


def played(view: View) -> Sequence[Step]:
    """The steps of a game. They are folded once for a view, because several tables look at them."""
    stands = standing(view.entries)
    known: Sequence[Step] = view.__dict__.get(_STEPS, ())
    if [entry for entry, _, _ in known] != stands:
        known = view.__dict__[_STEPS] = tuple(_steps(view, stands))
    return known


def _steps(view: View, stands: Iterable[Entry]) -> Iterator[Step]:
    before = view.rules.initial
    for entry in stands:
        after = view.rules.fold(entry.fact, before)
        yield entry, before, after
        before = after


def reasons(terms: Iterable[Modifier]) -> str:
    """Modifiers, each with what it is for."""
    return "; ".join(f"{term.amount:+d} {term.why}" for term in terms)


def players(view: View) -> tuple[tuple[str, str], ...]:
    """Every side, and who plays it; "" where the record does not say."""
    named = view.began.players if view.began else {}
    return tuple((side_title(view, side), named.get(side, "")) for side in dict.fromkeys([*view.rules.sides, *named]))


def table_of(title: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], about: str = "") -> ReportTable:
    """A table without the columns in which no row says anything."""
    told = [n for n in range(len(columns)) if any(row[n] for row in rows)]
    return ReportTable(
        title, tuple(columns[n] for n in told), tuple(tuple(row[n] for n in told) for row in rows), about
    )


def expected(fire: Fire) -> Fraction | None:
    """The mean number of hits of a shot; None where the text does not determine it."""
    return mean_hits(fire.expected)


def mean_hits(text: str) -> Fraction | None:
    """The number in the text form of a mean; None where there is none."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
