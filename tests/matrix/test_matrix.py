"""Every way of playing is played: a sample of the matrix. `make matrix` tells all of it."""

from __future__ import annotations

import re
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.desk import Desk
from cli.unlocking import variable
from domain.games import load
from domain.kernel.entries import standing
from domain.kernel.facts import Fact, Fire, TakenBack
from domain.kernel.game import Game
from replays.notation import appends
from tests.cli.terminal import Terminal
from tests.matrix.cells import (
    CELLS,
    LACKING,
    NAME,
    ON_PAPER,
    OPEN,
    OWN,
    PASSPHRASE,
    SEALED,
    SHARED,
    WAYS,
    Cell,
    lacking,
    tell,
)
from tests.matrix.ends import faults
from tests.matrix.games import CONSIDERED, SHIPPED, Source, considered, played, random, shipped_game, state_of
from tests.matrix.teller import Astray
from tests.matrix.terminals import AtTerminals
from tests.matrix.ways import Refused

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ways.md"

MOST = 40
"""So many appends are told of each game."""
LATE = 140
"""So far into it a random or considered game is told: before that, some only set up."""


class Told(NamedTuple):
    """A game that is told in a cell, from an append on."""

    cell: Cell
    player: str
    """The name of a shipped game, or of who plays."""
    start: int
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.cell}: {self.player}, {self.start}"

    def source(self) -> Source:
        seed = 2 * self.seed + (self.cell.secrets == ON_PAPER)
        if self.player in SHIPPED[self.cell.system]:
            return shipped_game(self.cell.system, self.player, self.cell.secrets == ON_PAPER)
        if self.player == "random":
            return random(self.cell.system, seed, LATE + MOST)
        return considered(self.cell.system, self.player, seed, LATE + MOST)


QUICK = {system: [name for name in players if name != "marines"] for system, players in CONSIDERED.items()}
"""The considered players who do not think for long."""


SHORT = ("free",)
"""Systems whose games are short: they are told from their beginning, and only those that were played."""


def sample() -> list[Told]:
    """A part of a shipped game in each cell, and of another wherever secrets may lie, or no shipped one can be told;
    parts and ways in turn."""
    starts, others = (
        cycle((1, 70, 140, 35, 105)),
        {system: cycle(["random", *names]) for system, names in QUICK.items()},
    )
    told = []
    for n, cell in enumerate(CELLS):
        able = [name for name in SHIPPED[cell.system] if not lacking(cell, name)]
        told += [Told(cell, name, 1 if cell.system in SHORT else next(starts)) for name in able]
        if cell.system in SHORT:
            continue
        if not able or n // len(WAYS) % len(WAYS) == n % len(WAYS):
            told.append(Told(cell, next(others[cell.system]), LATE))
    return told


@pytest.fixture(autouse=True)
def _passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    for side in ("us", "jp"):
        monkeypatch.setenv(variable(side), PASSPHRASE)


@pytest.mark.parametrize("told", sample(), ids=str)
def test_a_game_is_said_as_people_say_it_there(told: Told, tmp_path: Path) -> None:
    """Given a game that was played, when it is said line by line in another way, then the same follows, and in the end
    all is well."""
    found = tell(told.cell, told.source(), tmp_path, told.start, MOST)
    assert not faults(found, tmp_path)
    assert found.lines > MOST / 4
    found.desk.close()


@pytest.mark.parametrize("cell", [Cell("iph", secrets, way) for secrets in (OPEN, SEALED) for way in WAYS], ids=str)
def test_an_attack_is_taken_back_after_its_look_where_both_look_on(cell: Cell, tmp_path: Path) -> None:
    """IPH 6.8: given an attack that was taken back once its stack had been examined, when it is said in another way,
    then the same follows."""
    lines = [*appends(played("iph", "over-the-pali").entries)]
    look = next(n for n, append in enumerate(lines) if any(entry.fact.LOOKS_AT for entry in append))
    game: Game[Any] = Game(load("iph"))
    game.follow(entry for append in lines[: look + 1] for entry in append)
    game.follow(game.take_back(lines[look - 1][-1].version).entries)
    found = tell(cell, Source("called off", tuple(game.entries)), tmp_path, look, MOST)
    assert any(isinstance(entry.fact, TakenBack) and entry.fact.looked for entry in found.way.game.entries)
    assert not faults(found, tmp_path)
    found.desk.close()


@pytest.mark.parametrize(
    "cell", [cell for cell in CELLS if any(lacking(cell, name) for name in SHIPPED[cell.system])], ids=str
)
def test_what_a_cell_lacks_it_lacks_still(cell: Cell, tmp_path: Path) -> None:
    """Given a game that cannot be said in a cell, when it is said there all the same, then it stops where it is known
    to."""
    for name in SHIPPED[cell.system]:
        if known := lacking(cell, name):
            with pytest.raises((Astray, Refused), match=known.stops):
                tell(cell, played(cell.system, name), tmp_path)


@pytest.mark.parametrize(("system", "name"), [("iwo", "guns-and-tanks"), ("iph", "over-the-pali"), ("reef", "red-two")])
def test_a_game_on_paper_is_the_same_to_everybody(system: str, name: str) -> None:
    """Given a game that was recorded with its secrets, when it is said on paper, then losses, points, fire and who won
    are the same."""
    recorded, paper = (state_and_facts(system, name, lies) for lies in (False, True))
    assert paper == recorded


def state_and_facts(system: str, name: str, paper: bool) -> tuple[Any, ...]:
    """How a game ends, and all that it costs and brings before everybody's eyes."""
    source = shipped_game(system, name, paper)
    facts = [entry.fact for entry in standing(source.entries) if not entry.fact.secret]
    told = [
        [(type(fact), each) for fact in facts for each in of(fact)] for of in (lost, lambda fact: fact.points, fires)
    ]
    return state_of(source, source.entries[-1].version).result, told


def lost(fact: Fact) -> list[Any]:
    """How many are left may be hidden."""
    return [(loss.side, loss.unit, loss.steps, loss.cause) for loss in fact.losses]


def fires(fact: Fact) -> list[Fire]:
    return [fact.fire] if fact.fire else []


def test_the_docs_name_what_is_lacking() -> None:
    """Given the table of what is lacking, when it is read, then it has just that, each with its reason."""
    rows = re.findall(r"^\| `([\w-]+)/([\w-]+)` \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text(), re.MULTILINE)
    assert rows == [(one.system, one.game, ", ".join(one.secrets), one.why) for one in LACKING]


def test_every_cell_is_in_the_sample() -> None:
    assert {told.cell for told in sample()} == set(CELLS)


IN_TERMINALS = [
    ("iph", SEALED, SHARED, "over-the-pali", 2),
    ("iwo", ON_PAPER, OWN, "flag-on-the-crater", 8),
    ("reef", SEALED, OWN, "red-two", 74),
]


@pytest.mark.parametrize(("system", "secrets", "way", "name", "start"), IN_TERMINALS)
def test_a_game_is_typed_in_terminals(
    system: str, secrets: str, way: str, name: str, start: int, tmp_path: Path
) -> None:
    """Given a game that was played, when a part of it is typed key by key, at one terminal or at two, then the same
    follows."""
    cell = Cell(system, secrets, way)
    sides = ("",) if way == SHARED else tuple(load(system).sides)
    with ExitStack() as stack:

        def at_terminals(desk: Desk) -> AtTerminals:
            opened = {side: Terminal(desk.place, "record", NAME, *(("--as", side) if side else ())) for side in sides}
            return AtTerminals(desk, NAME, {side: stack.enter_context(at) for side, at in opened.items()})

        told = tell(cell, shipped_game(system, name, secrets == ON_PAPER), tmp_path, start, 10, at_terminals)
    assert not faults(told, tmp_path)
    told.desk.close()
