"""Every question that a system's rules may ask, read from their source, so that none is forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from domain.games import SYSTEMS, load
from domain.kernel import questions as kinds

KINDS = {
    name: kind
    for name, kind in vars(kinds).items()
    if isinstance(kind, type) and issubclass(kind, kinds.Question) and kind.KIND and kind is not kinds.ReadOut
}


class PossibleQuestion(NamedTuple):
    """A question, as the rules' source asks it."""

    name: str
    kind: str
    by: str
    rule: str
    words: str
    where: str


@cache
def asked(code: str) -> tuple[PossibleQuestion, ...]:
    """Every question that a system's rules may ask, read from their source.

    A function that asks whatever it is called with, as `choose(table, "hit", …)`, is followed to its callers; it may
    stand in the wargame layer.
    """
    own = _functions(resources.files(SYSTEMS[code].rules).iterdir())
    names = {function.name for function in own}
    functions = [
        *own,
        *(
            function
            for function in _functions(resources.files("domain.wargame").iterdir())
            if function.name not in names
        ),
    ]
    askers = {
        function.name: (function, call)
        for function in functions
        for call in _questions(function)
        if _passes_on(function, call)
    }
    found: dict[tuple[str, str], PossibleQuestion] = {}
    for function in functions:
        for one in _asked_in(function, askers):
            for side in load(code).sides if "‹side›" in one.name else ("",):
                named = one._replace(name=one.name.replace("‹side›", side))
                found.setdefault((named.name, named.kind + named.words), named)
    return tuple(sorted(found.values(), key=lambda a: (a.name, a.where)))


def _functions(files: Iterator[Any]) -> list[ast.FunctionDef]:
    """The functions of the modules among these files."""
    modules = sorted((file for file in files if file.name.endswith(".py")), key=lambda file: str(file.name))
    return [
        node
        for file in modules
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]


def _calls(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            yield call.func.id, call


def _questions(function: ast.FunctionDef) -> Iterator[ast.Call]:
    return (call for name, call in _calls(function) if name in KINDS)


def _passes_on(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether a question's name is a parameter of the function that asks it. Then its callers name it."""
    name = next(k.value for k in call.keywords if k.arg == "name")
    return (
        isinstance(name, ast.Name)
        and name.id in (a.arg for a in function.args.args)
        and name.id not in _defaults(function)
    )


def _asked_in(
    function: ast.FunctionDef, askers: Mapping[str, tuple[ast.FunctionDef, ast.Call]]
) -> Iterator[PossibleQuestion]:
    for called, call in _calls(function):
        if called in KINDS and not _passes_on(function, call):
            asking, question, passed = function, call, {}
        elif called in askers and function is not askers[called][0]:
            asking, question = askers[called]
            names = [a.arg for a in asking.args.args]
            passed = dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
        else:
            continue
        for other in (False, True):  # both branches of a conditional text
            said = {name: _text(node, _local(function, call), other=other) for name, node in passed.items()}
            known = _defaults(asking) | said if said else _local(function, call)
            words = {k.arg: _text(k.value, known, other=other, inside=bool(passed)) for k in question.keywords if k.arg}
            yield PossibleQuestion(
                words["name"], _kind(question), words["by"], words["rule"], words["words"], function.name
            )


def _kind(question: ast.Call) -> str:
    return question.func.id if isinstance(question.func, ast.Name) else ""


def _local(function: ast.FunctionDef, call: ast.Call) -> dict[str, str]:
    """The texts that a function's names stand for at a call: defaults of parameters, and earlier assignments."""
    found = _defaults(function)
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Assign)
            and node.lineno < call.lineno
            and isinstance(node.targets[0], ast.Name)
            and _is_text(node.value)
        ):
            found[node.targets[0].id] = _text(node.value, {})
    return found


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _defaults(function: ast.FunctionDef) -> dict[str, str]:
    """The parameters of a function whose default is a text, with that text."""
    with_default = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    pairs = [
        *zip(with_default, function.args.defaults, strict=True),
        *zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True),
    ]
    return {
        a.arg: str(d.value) for a, d in pairs if isinstance(d, ast.Constant) and isinstance(d.value, str) and d.value
    }


def _text(node: ast.expr, known: Mapping[str, str], *, other: bool = False, inside: bool = False) -> str:
    """The text of an expression: a constant as it is, a name's text if known, an f-string with its holes named, else
    its source.

    `other` takes the second branch of a conditional; `inside` also fills the holes of an f-string with known texts.
    """
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.IfExp):
        return _text(node.orelse if other else node.body, known, other=other, inside=inside)
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id]
    # a text added under its own name depends on the moment
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        first, then = (_text(side, known, other=other, inside=inside) for side in (node.left, node.right))
        return first if isinstance(node.right, ast.Name) and node.right.id not in known else first + then
    if isinstance(node, ast.JoinedStr):
        parts = (
            v.value if inside and isinstance(v, ast.FormattedValue) and ast.unparse(v.value) in known else v
            for v in node.values
        )
        return "".join(_text(v, known) if isinstance(v, (ast.Constant, ast.Name)) else f"‹{_hole(v)}›" for v in parts)
    return f"‹{ast.unparse(node)}›"


def _hole(node: ast.expr) -> str:
    text = ast.unparse(node.value) if isinstance(node, ast.FormattedValue) else ast.unparse(node)
    return "none" if text == "NOTHING" else text if text.isidentifier() else "…"
