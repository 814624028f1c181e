"""The reckonings themselves: what they may import, and that the changes they are tried with can still be made.

Games are reckoned in `test_games.py`, where they are played anyway.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.games import SYSTEMS
from tests.properties.reckoned import RECKONINGS
from tests.properties.reckoned.changes import ROOT, changes

HERE = Path(__file__).parent
SYSTEM = pytest.mark.parametrize("system", RECKONINGS)


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports something from, and with it what it names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@SYSTEM
def test_a_reckoning_takes_nothing_from_the_rules_it_reckons(system: str) -> None:
    """Given a reckoning, then of its game it imports facts and charts alone, and of the house what facts and entries
    are made of."""
    free = (
        "domain.kernel.entries",
        "domain.kernel.facts",
        "domain.kernel.hexes",
        "tests.properties.reckoned.reckoning",
    )
    may = (*free, *(f"domain.{system}.{part}" for part in ("facts", "charts")))
    files = [*HERE.glob(f"{system}*.py"), *HERE.glob(f"{system}/*.py")]
    assert files
    tops = ("domain", "projections", "replays", "recording", "auditing", "web", "cli", "tests")
    taken = {name for path in files for name in imported(path) if name.split(".")[0] in tops}
    own = f"tests.properties.reckoned.{system}"
    assert [name for name in sorted(taken) if not name.startswith((*may, own))] == []


@SYSTEM
def test_every_change_can_still_be_made(system: str) -> None:
    """Given the changes a reckoning is tried with, then each is one place of today's rules, and there are twenty."""
    found = changes(system)
    assert len(found) >= 20
    for change in found:
        assert change.file.startswith(f"domain/{system}/")
        assert (ROOT / change.file).read_text(encoding="utf-8").count(change.old) == 1, change
        assert change.old != change.new


def test_these_games_are_reckoned() -> None:
    """A new game may come without a reckoning; one that has one keeps it."""
    assert {"iwo", "ddat", "iph", "betio", "reef"} <= set(RECKONINGS) <= set(SYSTEMS)
