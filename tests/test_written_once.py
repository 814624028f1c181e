"""What is the same in two games is written once: in `domain/wargame`, or in the kernel where it is about no wargame."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games import SYSTEMS, load

ROOT = Path(__file__).parents[1]
GAMES = tuple(system.rules.rpartition(".")[2] for system in SYSTEMS.values())
STATES = frozenset(type(load(code).initial).__name__ for code in SYSTEMS)
CITED = re.compile(
    rf"({'|'.join(load(code).citation for code in SYSTEMS)}) .*|\d+(\.\d+)*(\(\d+\))*(, \d+(\.\d+)*(\(\d+\))*)*"
)
"""A constant that cites a rule, with its text or by the number alone."""

WANTED = {
    "card": "one line that gives the game's own counters their type",
    "ground": "one line that gives the game's own hexes their type",
}
"""Functions that are alike in several games, and why they stay."""


class Written(NamedTuple):
    """A function where it is written: its game, its place, its name, and its body as it compares."""

    game: str
    place: str
    name: str
    body: str


class Alike(ast.NodeTransformer):
    """Takes out in what games always differ: the type of their state, and the numbers of their rules."""

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name("State", node.ctx) if node.id in STATES else node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("rule") if isinstance(node.value, str) and CITED.fullmatch(node.value) else node


def body_of(function: ast.FunctionDef) -> str:
    """Arguments and body without the docstring."""
    says = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return ast.dump(Alike().visit(ast.Module([ast.Expr(ast.Lambda(function.args, ast.Constant(None))), *says], [])))


def functions(game: str, place: str, code: str) -> Iterator[Written]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef):
            yield Written(game, f"{place}:{node.lineno}", node.name, body_of(node))


def alike(written: Iterable[Written]) -> dict[str, list[str]]:
    """The functions of one name and like body that stand in more than one game: their places by their names."""
    found: dict[tuple[str, str], list[Written]] = defaultdict(list)
    for one in written:
        found[one.name, one.body].append(one)
    several: dict[str, list[str]] = defaultdict(list)
    for (name, _), there in found.items():
        if len({one.game for one in there}) > 1:
            several[name] += [one.place for one in there]
    return several


def every_function() -> Iterator[Written]:
    for game in GAMES:
        for path in sorted((ROOT / "domain" / game).rglob("*.py")):
            yield from functions(game, str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))


def test_no_function_is_written_in_two_games() -> None:
    """Given the rules of all games, when functions of one name are compared, then none has a like body in two: it goes
    one floor down."""
    found = alike(every_function())
    twice = {name: places for name, places in found.items() if name not in WANTED}
    assert not twice, f"write these once, in domain/wargame (or in domain/kernel if they are about no wargame): {twice}"
    assert found.keys() >= WANTED.keys(), "what is in one game alone needs no line in WANTED any more"


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("def at(s: Iph): return s.up('IPH 3.2')", "def at(s: Iwo):\n    'Words.'\n    return s.up('IWO 4')", True),
        ("def at(s): return s.up('2.2')", "def at(s): return s.up('3.2, 4.1(2)')", True),
        ("def at(s): return s.up('hexes')", "def at(s): return s.up('areas')", False),
        ("def at(s): return s.up()", "def of(s): return s.up()", False),
        ("def at(s): return s.up(1)", "def at(s): return s.up(2)", False),
        ("class A:\n    def at(s): return s.up", "class B:\n    def at(s): return s.up", True),
    ],
)
def test_what_is_written_twice_is_found(one: str, other: str, found: bool) -> None:
    assert bool(alike((*functions("iph", "a", one), *functions("iwo", "b", other)))) is found
    assert not alike((*functions("iph", "a", one), *functions("iph", "b", one)))
