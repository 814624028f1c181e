"""What is the same in two games is written once, one floor down: no two games have a function of one name and like
body."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations
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


class Function(NamedTuple):
    """A function where it is written: its game, its place, its name, and its body as it compares."""

    game: str
    place: str
    name: str
    body: tuple[str, ...]


class Room(NamedTuple):
    """A folder in which each game has one of its own, and how its functions compare."""

    folder: str
    below: str
    """Where what two games share goes."""
    body: Callable[[ast.FunctionDef], tuple[str, ...]]
    """What is compared of a function."""
    alike: float
    """How much of it stands in the same order in two that are alike."""
    small: int
    """The length up to which a body is too short to be worth sharing."""
    wanted: Mapping[str, str]
    """Functions that are alike in several games, and why they stay."""


def said(function: ast.FunctionDef) -> list[ast.stmt]:
    """A function's body without the docstring."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


class Neutral(ast.NodeTransformer):
    """Takes out in what games always differ: the type of their state, and the numbers of their rules."""

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name("State", node.ctx) if node.id in STATES else node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("rule") if isinstance(node.value, str) and CITED.fullmatch(node.value) else node


def rule(function: ast.FunctionDef) -> tuple[str, ...]:
    """Arguments and body in one word, as rules are compared: they are the same, or they differ."""
    arguments = ast.Expr(ast.Lambda(function.args, ast.Constant(None)))
    return (ast.dump(Neutral().visit(ast.Module([arguments, *said(function)], []))),)


def shape(function: ast.FunctionDef) -> tuple[str, ...]:
    """The kinds of nodes, with the names and values they hold, whatever the arguments are called."""
    nodes = (node for part in said(function) for node in ast.walk(part) if not isinstance(node, ast.expr_context))
    return tuple(f"{type(node).__name__} {held(node)}" for node in nodes)


def held(node: ast.AST) -> str:
    value = getattr(node, {ast.Name: "id", ast.Attribute: "attr"}.get(type(node), "value"), "")
    return value if isinstance(value, str) else ""


RULES = Room(
    "domain",
    "domain/wargame (or domain/kernel, if they are about no wargame)",
    rule,
    alike=1,
    small=0,
    wanted={},
)
VIEWS = Room("projections", "projections/wargame", shape, alike=0.75, small=6, wanted={})


def functions(room: Room, game: str, place: str, code: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef):
            yield Function(game, f"{place}:{node.lineno}", node.name, room.body(node))


def twins(room: Room, found: Iterable[Function]) -> dict[str, list[str]]:
    """The functions of one name and like body that stand in more than one game: their places by their names."""
    named: dict[str, list[Function]] = defaultdict(list)
    for one in found:
        if len(one.body) > room.small:
            named[one.name].append(one)
    several: dict[str, list[str]] = defaultdict(list)
    for name, there in named.items():
        for one, other in combinations(there, 2):
            if one.game != other.game and like(room, one.body, other.body):
                several[name] += [place for place in (one.place, other.place) if place not in several[name]]
    return several


def like(room: Room, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if one == other or room.alike == 1:
        return one == other
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= room.alike


def every_function(room: Room) -> Iterator[Function]:
    for game in GAMES:
        for path in sorted((ROOT / room.folder / game).rglob("*.py")):
            yield from functions(room, game, str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", [RULES, VIEWS], ids=lambda room: room.folder)
def test_no_function_is_written_in_two_games(room: Room) -> None:
    """Given the folders of all games, when functions of one name are compared, then none has a like body in two: it
    goes one floor down."""
    every = [*every_function(room)]
    found = twins(room, every)
    twice = {name: places for name, places in found.items() if name not in room.wanted}
    assert len(every) > 100
    assert not twice, f"write these once, in {room.below}: {twice}"
    assert found.keys() >= room.wanted.keys(), "what is in one game alone needs no line in `wanted` any more"


DRAWN = "def f(state):\n    try:\n        return state.grid.of(1)\n    except Unread:\n        return GRID"


@pytest.mark.parametrize(
    ("room", "one", "other", "found"),
    [
        (
            RULES,
            "def at(s: Iph): return s.up('IPH 3.2')",
            "def at(s: Iwo):\n    'Words.'\n    return s.up('IWO 4')",
            True,
        ),
        (RULES, "def at(s): return s.up('2.2')", "def at(s): return s.up('3.2, 4.1(2)')", True),
        (RULES, "def at(s): return s.up('hexes')", "def at(s): return s.up('areas')", False),
        (RULES, "def at(s): return s.up()", "def of(s): return s.up()", False),
        (RULES, "def at(s): return s.up(1)", "def at(s): return s.up(2)", False),
        (RULES, "class A:\n    def at(s): return s.up", "class B:\n    def at(s): return s.up", True),
        (VIEWS, DRAWN, DRAWN, True),
        (VIEWS, DRAWN, DRAWN.replace("state.grid", "now.grid"), True),
        (VIEWS, DRAWN, DRAWN.replace("def f", "def g"), False),
        (VIEWS, DRAWN, "def f(state):\n    for unit in state.units:\n        yield unit.name, unit.steps", False),
        (VIEWS, "def f(s): return s.up", "def f(s): return s.up", False),
    ],
)
def test_what_is_written_twice_is_found(room: Room, one: str, other: str, found: bool) -> None:
    assert bool(twins(room, [*functions(room, "iph", "a", one), *functions(room, "iwo", "b", other)])) is found
    assert not twins(room, [*functions(room, "iph", "a", one), *functions(room, "iph", "b", one)])
