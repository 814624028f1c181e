"""The reference page of a game system, generated: everything somebody needs who writes lines, cases or packs for it.

    python -m replays.reference iwo > docs/reference-iwo.md
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any, NamedTuple, get_args, get_origin

from domain.games import SYSTEMS, load
from domain.kernel import questions as kinds
from domain.kernel.facts import Fact, Frozen
from domain.kernel.rules import Rules
from domain.kernel.state import describe

KINDS = {
    name: kind for name, kind in vars(kinds).items()
    if isinstance(kind, type) and issubclass(kind, kinds.Question) and kind.KIND and kind is not kinds.ReadOut
}  # fmt: skip

WRITTEN = {
    "OneOf": "one word: `fire INF1`, `fire none`",
    "YesNo": "`yes` or `no`",
    "Number": "a whole number",
    "Some": "names joined by commas, or `none`: `ground AIR1,AIR2`",
    "Order": "all names in order, joined by commas: `row INF1,MG1`",
    "Assign": "pairs joined by commas, or by option: `retreat INF1:MOT,MG1:IN1`, `units BE1:INF1,MG1;BE2:INF2`, `none`",
    "Roll": "dice run together as they lie: `dice 66512`; `5+3` where a face has two digits; `~66512` when a program rolled them",
    "Draw": "the name or number of what came up",
}


class Asked(NamedTuple):
    """A question as the rules' source asks it."""

    name: str
    kind: str
    by: str
    rule: str
    words: str
    where: str


def asked(code: str) -> list[Asked]:
    """Every question a system's rules may ask, read from their source: so none is forgotten."""
    found: dict[tuple[str, str], Asked] = {}
    for file in sorted(resources.files(SYSTEMS[code]).iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".py"):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KINDS:
                    known = _defaults(function)
                    words = {k.arg: known.get(ast.unparse(k.value)) or _text(k.value) for k in call.keywords if k.arg}
                    one = Asked(words["name"], call.func.id, words["by"], words["rule"], words["words"], function.name)
                    found.setdefault((one.name, one.kind + one.words), one)
    return sorted(found.values(), key=lambda a: (a.name, a.where))


def _defaults(function: ast.FunctionDef) -> dict[str, str]:
    """The parameters of a function whose default is a text: what the question says when nobody says otherwise."""
    with_default = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    pairs = zip(with_default, function.args.defaults, strict=True)
    return {a.arg: str(d.value) for a, d in pairs if isinstance(d, ast.Constant) and isinstance(d.value, str) and d.value}


def _plain(text: str) -> str:
    """A text that is one hole, without its marks."""
    return text[1:-1] if text.startswith("‹") and text.endswith("›") and text.count("‹") == 1 else text


def _text(node: ast.expr) -> str:
    """A constant as it is, an f-string with its holes named, anything else as it is written."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else f"‹{_hole(v)}›" for v in node.values)
    return f"‹{ast.unparse(node)}›"


def _hole(node: ast.expr) -> str:
    text = ast.unparse(node.value) if isinstance(node, ast.FormattedValue) else ast.unparse(node)
    return "none" if text == "NOTHING" else text if text.isidentifier() else "…"


def fields(model: type[Frozen], prefix: str) -> Iterator[tuple[str, str, str]]:
    """Paths of a state with their types and defaults; a mapping's keys are written ‹name›."""
    for name, info in model.model_fields.items():
        kind = info.annotation
        path = f"{prefix}{name}"
        origin, args = get_origin(kind), get_args(kind)
        inner = args[1] if isinstance(origin, type) and issubclass(origin, Mapping) else None
        if inner is not None and isinstance(inner, type) and issubclass(inner, Frozen):
            yield from fields(inner, f"{path}.‹name›.")
        elif inner is not None:
            yield f"{path}.‹name›", describe(inner), ""
        else:
            yield path, describe(kind), _default(info.default)


def _default(value: Any) -> str:
    if value in (None, "", ()) or value == {}:
        return ""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def page(code: str) -> str:
    """The page, as Markdown."""
    return "\n".join(_page(load(code))) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _page(rules: Rules[Any]) -> Iterator[str]:
    yield f"# {rules.title}: reference"
    yield ""
    yield f"<!-- Generated by `python -m replays.reference {rules.code}`. Edit the rules, not this page. -->"
    yield ""
    yield f"System code `{rules.code}`, citations `{rules.citation} 9.3.2`, rules version {rules.version}."
    yield "How lines are written: [the notation](../replays/grammar.md); how cases are: [the case format](../replays/cases.md)."
    yield ""
    yield "## Sequence of play"
    yield ""
    yield "| step id | title | whose | rule |"
    yield "| --- | --- | --- | --- |"
    for step in rules.steps:
        whose = rules.sides.get(step.side, "both") + (", automatic" if step.auto else "")
        yield f"| `{step.id}` | {step.title} | {whose} | {step.rule} |"
    yield ""
    yield "Automatic steps are passed through. A side's own steps with nothing owed are left by declaring what belongs to a later one;"
    yield "`next` ends a step. In a position, `set phase STEP` says which step it is."
    yield ""
    yield "## Verbs"
    yield ""
    yield "What stands in brackets may be left out. A declaration may carry answers to the questions it leads to, by name (`fire=none`); dice and"
    yield "draws may also stand bare, in the order they are called for."
    yield ""
    yield "| line | whose | steps | rule | what it does |"
    yield "| --- | --- | --- | --- | --- |"
    order = {step.id: n for n, step in enumerate(rules.steps)}
    for verb in sorted(rules.verbs.values(), key=lambda v: order[v.steps[0]] if v.steps else len(order)):
        whose = rules.sides.get(verb.side, "whose step it is") + (", in secret" if verb.secret else "")
        steps = ", ".join(f"`{s}`" for s in verb.steps) or "any time"
        yield f"| `{_cell(verb.usage())}` | {whose} | {steps} | {verb.rule} | {_cell(verb.summary)} |"
    yield ""
    yield "## Questions"
    yield ""
    yield "Asked only where the rules leave a choice. ‹…› stands for what the moment fills in."
    yield ""
    yield "| name | kind | asked of | rule | words | in |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for one in asked(rules.code):
        by = rules.sides.get(one.by, f"the {_plain(one.by)}")
        rule = one.rule if not one.rule.startswith("‹") else "as cited"
        words = _cell(_plain(one.words))
        yield f"| `{one.name}` | {KINDS[one.kind].KIND} | {by} | {rule} | {words} | `{one.where}` |"
    yield ""
    yield "How each kind is answered:"
    yield ""
    used = {a.kind for a in asked(rules.code)}
    for name, how in WRITTEN.items():
        if name in used:
            yield f"- {KINDS[name].KIND}: {how}"
    yield "- chart row: `chart CHART ROW field=value …`, when a chart has no such row yet"
    yield ""
    yield "## Beside the rules, at any time"
    yield ""
    yield '`note "text"`, `adjust NAME field=value … "why"`, `set …` (a position, before the first declaration), `ruling READING CHOICE "why"`,'
    yield '`chart CHART ROW field=value …`, `takeback [ENTRY] "why"`, `concede SIDE`, `adjourn "why"`. Any declaration or answer that is against a'
    yield 'rule may be insisted on with `!"reason"`.'
    yield ""
    yield "## State"
    yield ""
    yield "Paths for `set`, `adjust` and the `then` of a case. A unit or area may be named alone: `set INF1,MG1 area=IN2 status=revealed`,"
    yield "`set turn=3`, `set phase us_move`."
    yield ""
    yield "| path | value | at first |"
    yield "| --- | --- | --- |"
    hidden = ("charts", "complete", "readings", "result", "began")
    for path, kind, default in fields(type(rules.initial), ""):
        if path.partition(".")[0] not in hidden:
            yield f"| `{path}` | {_cell(kind)} | {default} |"
    yield "| `result.winner`, `result.why` | how the game ended | |"
    yield ""
    yield "## Charts"
    yield ""
    yield "What only the printed game knows; a pack answers it beforehand."
    for chart, schema in rules.charts.items():
        yield ""
        yield f"**{chart}**, one row for each {schema.KEY}: {' '.join((schema.__doc__ or '').split())}"
        yield ""
        yield "| field | value | left out means |"
        yield "| --- | --- | --- |"
        for name, info in schema.model_fields.items():
            default = "must be given" if info.is_required() else _default(info.default) or "none"
            yield f"| `{name}` | {_cell(describe(info.annotation))} | {default} |"
    yield ""
    yield "## Readings"
    yield ""
    yield "| id | rule | question | choices, the first is the default |"
    yield "| --- | --- | --- | --- |"
    for reading in rules.readings.values():
        choices = "; ".join(f"`{choice}` {what}" for choice, what in reading.choices.items())
        yield f"| `{reading.id}` | {reading.rule} | {_cell(reading.question)} | {_cell(choices)} |"
    yield ""
    yield "## Facts"
    yield ""
    yield "Stored topics and their fields; every fact may also carry `rule`, `secret`, `losses`, `gains`, `points`, `tracks`, `fire`."
    yield ""
    yield "| topic | version | fields | what |"
    yield "| --- | --- | --- | --- |"
    shared = set(Fact.model_fields)
    for topic, fact in sorted(rules.topics.items()):
        if topic in ("sealed", "unknown"):
            continue
        own = ", ".join(f"`{name}`" for name in fact.model_fields if name not in shared)
        words = " ".join((fact.__doc__ or fact.__name__).split())
        yield f"| `{topic}` | {fact.VERSION} | {own} | {_cell(words)} |"


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
