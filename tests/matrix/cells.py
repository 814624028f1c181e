"""The cells of the matrix: each system, where its secrets lie, and how its lines are said."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cli.desk import Desk
from domain.games import SYSTEMS, load
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game, Outcome
from domain.kernel.state import PAPER, RECORDED
from tests.matrix.games import Source, part, state_of
from tests.matrix.teller import Astray, Teller
from tests.matrix.ways import ByDeclare, ByRecorders, Way

PASSPHRASE = "under Mount Suribachi"
NAME = "evening"

OPEN, ON_PAPER, SEALED, NONE = "open", "on paper", "passphrases", "nothing hidden"
DECLARE, SHARED, OWN = "declare", "a shared recorder", "each side's recorder"
WAYS = (DECLARE, SHARED, OWN)


class Cell(NamedTuple):
    """A way of playing: which game, where its secrets lie, how its lines are said."""

    system: str
    secrets: str
    way: str

    def __str__(self) -> str:
        return f"{self.system}, {self.secrets}, {self.way}"


def secrets_of(system: str) -> tuple[str, ...]:
    """Where the secrets of a system may lie."""
    return (OPEN, ON_PAPER, SEALED) if load(system).secrecy.hides else (NONE,)


CELLS = [Cell(system, secrets, way) for system in SYSTEMS for secrets in secrets_of(system) for way in WAYS]


class Lacking(NamedTuple):
    """What cannot be told: a game, where its secrets would lie, and why; what is said of it where it stops."""

    system: str
    game: str
    secrets: tuple[str, ...]
    why: str
    stops: str


LACKING = (
    Lacking(
        "iwo", "flag-on-the-crater", (OPEN, SEALED),
        "it was played with the hidden map on paper: who lay where was never said",
        "HiddenSetupCommitted",
    ),
)  # fmt: skip
"""The games that are not told in some cells; docs/ways.md has them too."""


def lacking(cell: Cell, game: str) -> Lacking | None:
    """What is known to be lacking where a game is told in a cell."""
    return next(
        (one for one in LACKING if (one.system, one.game) == (cell.system, game) and cell.secrets in one.secrets), None
    )


def begun(cell: Cell, source: Source) -> GameBegan:
    """How the game begins in a cell."""
    return source.began.but(
        hidden=PAPER if cell.secrets == ON_PAPER else RECORDED if cell.secrets != NONE else source.began.hidden,
        locks={},
    )


def way_of(cell: Cell, desk: Desk) -> Way:
    sides = tuple(desk.diary.rules(desk.diary.find(NAME).id).sides)
    ways: dict[str, Callable[[], Way]] = {
        DECLARE: lambda: ByDeclare(desk, NAME),
        SHARED: lambda: ByRecorders(desk, NAME, ("",)),
        OWN: lambda: ByRecorders(desk, NAME, sides),
    }
    return ways[cell.way]()


class Told(NamedTuple):
    """What was told in a cell, how much was typed, and how long it took."""

    cell: Cell
    source: str
    desk: Desk
    way: Way
    entries: int
    lines: int
    omitted: int
    seconds: float


def tell(
    cell: Cell,
    source: Source,
    folder: Path,
    start: int = 1,
    most: int = 10**9,
    way: Callable[[Desk], Way] | None = None,
) -> Told:
    """Tells a part of a game in a diary of its own: so many appends after those that are there already. Raises Astray
    or Refused."""
    desk = Desk(folder / "d.db", "Ann")
    hides = load(cell.system).secrecy.hides
    before, rest = part(source, start, most)
    game = desk.made_diary.new(
        cell.system, NAME, begun(cell, source), dict.fromkeys(hides if cell.secrets == SEALED else (), PASSPHRASE)
    )
    if later := before[game.version :]:
        desk.diary.append(game, Outcome(tuple(later)))
    began = time.perf_counter()
    said = way(desk) if way else way_of(cell, desk)
    teller = Teller(before, rest, said)
    teller.tell()
    told = Told(
        cell, source.name, desk, said, said.game.version, said.typed, teller.omitted, time.perf_counter() - began
    )
    require_same(told.way.game, source, rest[-1].version if rest else before[-1].version)
    return told


def require_same(game: Game, source: Source, upto: int) -> None:
    """That the game stands where it stood when it was played. Raises Astray."""
    there = state_of(source, upto)
    if game.state != there:
        differ = [name for name in type(there).model_fields if getattr(there, name) != getattr(game.state, name)]
        raise Astray(f"the state is not the same: {', '.join(differ)}")
