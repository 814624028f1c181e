"""Where a game without rules of its own stands: pieces, places, counts, piles, and what each name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Self

from domain.free.charts import GameRow
from domain.free.cutting import Die, die_in
from domain.free.marks import SIDE_NAME, Index, Known, Name
from domain.free.naming import folded_words
from domain.free.readings import READINGS
from domain.kernel.hexes import Grid
from domain.kernel.remembering import indexes, rests_on
from domain.kernel.state import SIDE, Named, Reading
from domain.wargame.pieces import Area, Unit, WarState

MISSED = 50
"""Lines not understood that are kept to be shown."""


class FreePiece(Unit):
    """A piece. Nobody need count its steps, so it stands until it is out of play."""

    STANDS_BY: ClassVar[tuple[str, ...]] = (*Unit.STANDS_BY, "out")

    side: Annotated[str, Named(SIDE)] = ""
    at: str = ""
    counted: bool = False
    """Whether its steps are counted."""
    out: bool = False
    """Whether it is out of play."""

    @property
    def stands(self) -> bool:
        return bool(self.at) and not self.out

    @property
    def shown_steps(self) -> int | None:
        return self.steps if self.counted else None


class Free(WarState):
    """A game of any title. `names` are all that its lines have made known, or its pack."""

    READINGS: ClassVar[Mapping[str, Reading]] = READINGS

    places: Mapping[str, Area] = {}
    units: Mapping[str, FreePiece] = {}
    names: Mapping[str, Name] = {}
    points: Annotated[Mapping[str, int], Named(SIDE)] = {}
    piles: Mapping[str, tuple[str, ...]] = {}
    """What is left in each pile that was listed."""
    slips: Mapping[str, str] = {}
    """The lines said in secret and not revealed: slip -> side."""
    sealed: Mapping[str, str] = {}
    """What they say, as far as it is known: slip -> line."""
    written: Mapping[str, int] = {}
    """How many each side has said: side -> number."""
    missed: tuple[str, ...] = ()
    """The last lines of which something was not understood."""

    @property
    def game_row(self) -> GameRow | None:
        """What was said of the game as it began."""
        return next(iter(self.rows(GameRow).values()), None)

    @rests_on("names", "charts")
    def means(self) -> Known:
        """What a line may mean."""
        sides = self.sides_by_name
        more = (name for name in sides if name not in self.names)
        return Known({**self.names, **sides}, index_with(self.found_by(), more), self.GRID is not None, self.die)

    @rests_on("names")
    def found_by(self) -> Index:
        """How the names are found that its lines have made known, or its pack."""
        return index_with({}, self.names)

    def with_name(self, name: str, meaning: Name) -> Self:
        """The state in which a name means this. A new name is added to how all are found."""
        found = self.known(Free.found_by)
        learned = self.but(names={**self.names, name: meaning})
        if found is None:
            return learned
        return learned.knowing(Free.found_by, found if name in self.names else index_with(found, (name,)))

    @indexes("charts")
    def sides_by_name(self) -> Mapping[str, Name]:
        """The sides as names of a line."""
        return side_names(self.game_row.sides if self.game_row else ())

    @indexes("charts")
    def die(self) -> Die:
        """The usual die."""
        return (die_in(self.game_row.dice) if self.game_row else None) or Die()

    @indexes("charts")
    def sides_of_phases(self) -> Mapping[str, str]:
        """The side whose phase each is; "" where it is nobody's alone."""
        row = self.game_row
        return {phase_code(title): titled(title, row.sides) for title in row.phases} if row else {}

    @property
    def phase_side(self) -> str:
        """The side whose phase is at hand; "" if it is nobody's alone."""
        return self.sides_of_phases.get(self.phase, "")


class HexedFree(Free):
    """The same on hexes in straight columns, column first."""

    GRID: ClassVar[Grid | None] = Grid(columns=True)


def side_code(name: str) -> str:
    """The code of a side, by which a line of its begins: its name in small letters, its words joined."""
    return "-".join(name.casefold().split())


def phase_code(title: str) -> str:
    """The code of a phase: its title in small letters, its words joined."""
    return "_".join(title.casefold().replace("-", " ").replace("'", "").replace("’", "").split())


def titled(title: str, sides: Iterable[str]) -> str:
    """FREE 8: the side whose name a title begins with, by its code; "" if there is none."""
    low = f"{title} ".casefold().replace("’", "'").replace("'s ", " ")
    return next((side_code(name) for name in sides if low.startswith(f"{name} ".casefold())), "")


def side_names(sides: Iterable[str]) -> Mapping[str, Name]:
    """The sides as names of a line, by their names and by their codes."""
    found: dict[str, Name] = {}
    for side in sides:
        code = side_code(side)
        found |= {name: Name(kind=SIDE_NAME, side=code) for name in (side, code)}
    return found


def index_with(found: Index, names: Iterable[str]) -> Index:
    """How names are found by the first of their words, with more names behind those that are found already."""
    more: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name in names:
        if words := folded_words(name):
            more.setdefault(words[0], []).append((words[1:], name))
    longest_first = {
        first: tuple(sorted((*found.get(first, ()), *each), key=lambda one: -len(one[0])))
        for first, each in more.items()
    }
    return {**found, **longest_first}


def stack(name: str, place: str) -> str:
    """The pieces of one name in a place, told apart from those elsewhere."""
    return f"{name} {place}".strip()


def owned(side: str, name: str) -> str:
    """What a side has of something counted, as the tracks call it."""
    return f"{side} {name}".strip()


def side_of_count(sides: Iterable[str], name: str) -> tuple[str, str]:
    """The side to which something counted belongs, and what it is; "" for what is nobody's."""
    first, _, rest = name.partition(" ")
    return (first, rest) if rest and first in sides else ("", name)
