"""What several games say in the same way stands once, in a shared module: no two games have a function of one name and
like body."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games import SYSTEMS

ROOT = Path(__file__).parents[1]
FOLDERS = ("projections",)
"""Rooms in which each game has a folder of its own."""
ALIKE = 0.75
"""From here on two bodies are alike: so much of their syntax stands in the same order in both, whatever their arguments
are called."""
SMALL = 6
"""Nodes of a body that is too short to be worth sharing."""


class Function(NamedTuple):
    game: str
    place: str
    body: list[str]


def functions(game: str, place: str, tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a module by their names, with the shape of what they do."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            yield node.name, Function(game, f"{place}:{node.lineno}", [word for part in body for word in shape(part)])


def shape(node: ast.AST) -> Iterator[str]:
    """The kinds of nodes, with the names and values they hold."""
    for each in ast.walk(node):
        if not isinstance(each, ast.expr_context):
            held = (
                each.id
                if isinstance(each, ast.Name)
                else each.attr
                if isinstance(each, ast.Attribute)
                else getattr(each, "value", "")
            )
            yield f"{type(each).__name__} {held if isinstance(held, str) else ''}"


def twins(found: list[tuple[str, Function]]) -> Iterator[str]:
    for (name, one), (other_name, other) in combinations(sorted(found), 2):
        pair = name == other_name and one.game != other.game and min(len(one.body), len(other.body)) > SMALL
        if pair and SequenceMatcher(None, one.body, other.body, autojunk=False).ratio() >= ALIKE:
            yield f"{name}: {one.place}, {other.place}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_two_games_have_a_function_of_one_name_and_like_body(folder: str) -> None:
    """Given the games' folders, when functions of one name are held against each other, then what is alike is told: it
    goes into a shared module."""
    found = [
        function
        for game in SYSTEMS
        for path in sorted((ROOT / folder / game).rglob("*.py"))
        for function in functions(game, str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(found) > 100
    assert [*twins(found)] == []


ONE = "def f(state):\n    try:\n        return state.grid.of(1)\n    except Unread:\n        return GRID"


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (ONE, True),
        (ONE.replace("state.grid", "now.grid"), True),
        (ONE.replace("def f", "def g"), False),
        ("def f(state):\n    for unit in state.units:\n        yield unit.name, unit.steps", False),
    ],
)
def test_twins_are_found(other: str, alike: bool) -> None:
    found = [*functions("a", "a.py", ast.parse(ONE)), *functions("b", "b.py", ast.parse(other))]
    assert bool([*twins(found)]) is alike
