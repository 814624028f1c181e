"""Every numbered rule of a rulebook has its place in the rules of the game, and every rule they cite is in the
rulebook."""

from __future__ import annotations

import ast
import io
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent
from tokenize import NUMBER, generate_tokens

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.rulebook import Numbered, rulebook

ROOT = Path(__file__).parents[1]
TOLD = 400
"""What a sentence says and leaves open is told in so many letters: a longer one retells the rulebook."""
CODES = tuple(code for code in SYSTEMS if rulebook(code))
ABOUT = 90
"""A few words each: an index that retells the rulebook is none."""


def rules(code: str) -> Sequence[Numbered]:
    return tuple(rulebook(code).values())


def folder(code: str) -> Path:
    return ROOT / SYSTEMS[code].rules.replace(".", "/")


# ---- the index by itself ----


def test_there_is_something_to_look_at() -> None:
    """Otherwise all the others would hold of no rulebook."""
    assert "ddat" in CODES


@pytest.mark.parametrize("code", CODES)
def test_no_number_stands_twice(code: str) -> None:
    rows = tomllib.loads((folder(code) / "rulebook.toml").read_text(encoding="utf-8"))["rule"]
    assert [number for number, times in Counter(row["number"] for row in rows).items() if times > 1] == []


@pytest.mark.parametrize("code", CODES)
def test_each_rule_says_what_it_is_about_and_either_its_place_or_why_nothing_has_to_be_done(code: str) -> None:
    assert [rule.number for rule in rules(code) if not 0 < len(rule.about) < ABOUT] == []
    assert [rule.number for rule in rules(code) if bool(rule.place) is bool(rule.nothing)] == []


def test_a_game_may_have_no_rulebook_written_down() -> None:
    assert rulebook("wargame") == {}


def test_a_rulebook_is_installed_with_its_game() -> None:
    """Given what is no Python, when the packages are built, then it comes along: each file as it is looked for."""
    shipped = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"][
        "package-data"
    ]["*"]
    assert all(
        any(file in folder(code).glob(pattern) for pattern in shipped)
        for code in CODES
        for file in folder(code).glob("rulebook.toml")
    )


# ---- its places ----


def source_of(code: str, place: str) -> str:
    """The lines in which a place is defined, decorators and the words below a constant among them; "" where there is no
    such place."""
    parts = place.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = folder(code).joinpath(*parts[:length]).with_suffix(".py")
        if module.is_file():
            return _defined(module.read_text(encoding="utf-8"), parts[length:])
    return ""


def _defined(text: str, names: Sequence[str]) -> str:
    """The lines that define a name, or one within a class, by its names from outside."""
    body: Sequence[ast.stmt] = _parsed(text).body
    found: tuple[int, int] = (0, 0)
    for name in names:
        at = next((at for at, node in enumerate(body) if name in _names(node)), None)
        if at is None:
            return ""
        node, below = body[at], body[at + 1 : at + 2]
        found = (_first_line(node), (_words(node, below) or node).end_lineno or 0)
        body = node.body if isinstance(node, ast.ClassDef) else ()
    return dedent("\n".join(text.splitlines()[found[0] - 1 : found[1]]))


@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


def _names(node: ast.stmt) -> set[str]:
    """The names a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(one.lineno for one in decorators)])


def _words(node: ast.stmt, below: Sequence[ast.stmt]) -> ast.stmt | None:
    """The docstring below an assignment."""
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return None
    texts = (
        one
        for one in below
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
    )
    return next(texts, None)


def says(source: str, number: str) -> bool:
    """Whether the words of a source, or its comments, have a number whole: 6.3 is not in 6.34, nor 8.3 in 8.3(1)."""
    words = " ".join(token.string for token in generate_tokens(io.StringIO(source).readline) if token.type != NUMBER)
    return re.search(rf"(?<![\w.]){re.escape(number)}(?![\w(]|\.\d)", words) is not None


@pytest.mark.parametrize("code", CODES)
def test_each_place_is_there(code: str) -> None:
    assert [
        f"{rule.number}: {rule.place}" for rule in rules(code) if rule.place and not source_of(code, rule.place)
    ] == []


@pytest.mark.parametrize("code", CODES)
def test_each_place_says_which_rule_it_carries_out(code: str) -> None:
    there = [(rule, source_of(code, rule.place)) for rule in rules(code) if rule.place]
    silent = [f"{rule.place}\t{rule.number}" for rule, source in there if source and not says(source, rule.number)]
    assert not silent, f"the docstring of each, or a line of it, names its rule with `{load(code).citation}`: {silent}"


@pytest.mark.parametrize(
    ("text", "number", "found"),
    [
        ("DDaT 6.34: one step", "6.34", True),
        ("DDaT 6.34: one step", "6.3", False),
        ("DDaT 16.3", "6.3", False),
        ("as 6.3.", "6.3", True),
        ("DDaT 8.3(1)-(5)", "8.3(1)", True),
        ("DDaT 8.3(1)-(5)", "8.3", False),
        ("IWO 12.2.3(3)", "12.2.3(3)", True),
        ("IWO 12.2.3(3)", "12.2.3", False),
        ("IWO 12.2.3", "12.2", False),
        ("DDaT 4.0 II", "4.0 I", False),
        ("DDaT 4.0 II", "4.0 II", True),
        ("DDaT 15.1 V(1)", "15.1 V", False),
        ("(13.2 M)", "13.2 M", True),
    ],
)
def test_a_number_is_found_whole(text: str, number: str, found: bool) -> None:
    assert says(f'"""{text}"""', number) is found
    assert says(f"count = 6.34 + 12  # {text}", number) is found


def test_a_number_of_the_program_is_no_rule() -> None:
    assert not says("NIGHT = 19", "19")


# ---- what the rules cite ----

ONE = r"(?:\d+(?:\.\d+)*(?:\(\w+\))*(?: [IVX]+\b(?:\(\d+\))?)?|[A-Z]{2,}\b)"
"""A number as it is cited, with its stage if it has one; or the capitals of what has none."""


def cited(code: str) -> Iterator[tuple[str, str]]:
    """The rules that the sources of a game cite, each with where: after the name of the rulebook, and the list after
    it."""
    pattern = re.compile(rf"\b{load(code).citation} ({ONE}(?:, {ONE})*)")
    for path in sorted(folder(code).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for found in pattern.finditer(node.value):
                    yield from (
                        (number, f"{path.relative_to(folder(code))}:{node.lineno}") for number in found[1].split(", ")
                    )


@pytest.mark.parametrize("code", CODES)
def test_each_rule_that_is_cited_is_in_the_rulebook(code: str) -> None:
    """A section may be cited as 3 or as 3.0."""
    known = {number.removesuffix(".0") for number in rulebook(code)}
    found = [*cited(code)]
    assert found
    assert [f"{number} in {where}" for number, where in found if number.removesuffix(".0") not in known] == []


# ---- the readings they follow ----

READ = re.compile(r"\b(?:A|AMB|R)-\d\d\b")


@pytest.mark.parametrize("code", SYSTEMS)
def test_each_reading_is_listed_once_and_followed(code: str) -> None:
    """Given what the sources say they follow, then it is listed; and what is listed is followed somewhere."""
    rules_ = load(code)
    assert not rules_.readings.keys() & rules_.settled.keys()
    sources = [path for path in folder(code).rglob("*.py") if path.name not in ("readings.py", "mends.py")]
    followed = {name for path in sources for name in READ.findall(path.read_text(encoding="utf-8"))}
    assert sorted(followed ^ {*rules_.readings, *rules_.settled}) == []


@pytest.mark.parametrize("code", [code for code in SYSTEMS if load(code).readings])
def test_each_reading_says_what_the_text_says(code: str) -> None:
    """Given a choice of readings, then a player is told what the sentence says and leaves open, in words short enough
    for the table."""
    readings = load(code).readings.values()
    assert [reading.id for reading in readings if not reading.text] == []
    assert [reading.id for reading in readings if len(reading.text) > TOLD] == []
