"""The reference page of a game system: everything somebody needs who writes lines, cases or packs for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, get_args, get_origin

from domain.games import load
from domain.kernel.facts import Fact, Frozen, GameBegan, stored_fields
from domain.kernel.game import Game
from domain.kernel.packs import explain, number_runs
from domain.kernel.rules import Rules
from domain.kernel.state import Named, describe, say
from domain.kernel.verbs import Verb
from projections.shown import shown
from replays import library
from replays.asides import cell, usages
from replays.asked import KINDS, PossibleQuestion, asked

WRITTEN = {
    "OneOf": "one word: {one}",
    "YesNo": "`yes` or `no`",
    "Number": "a whole number",
    "Some": "names joined by commas, or `none`: {some}",
    "Order": "all names in order, joined by commas: {order}",
    "Assign": "pairs joined by commas, or by option: {pairs}, `none`",
    "Roll": "dice as they lie, run together or in groups: `dice 66512`, `dice 665 12`; `5+3` where a face has two "
    "digits; "
    "`~66512` in a file, when a program rolled them",
    "Draw": "the name or number of what came up{draw}",
}
LEFT_OUT = {
    "printed": "nothing is read out of charts",
    "secrecy": "nobody hides anything",
    "scoring": "the situation holds no victory points",
    "ends": "an end is not judged again when something is settled after it",
}
"""What it means for a table that a game does without a part of `Rules`."""
DECK = "deck"
TAKEN = {"Roll": "what was rolled", "YesNo": "yes or no", DECK: "the card's number"}
"""What a question takes whatever it is called: by its kind, or of draws by who is asked."""
FEW = 40
"""Rows of a chart that the page lists."""
DIFFERENT = 4
"""Values of a field that the page lists, where its places differ."""


def _plain(text: str) -> str:
    """A text that is one hole, without its marks."""
    return text[1:-1] if text.startswith("‹") and text.endswith("›") and text.count("‹") == 1 else text


def _takes(one: PossibleQuestion, answers: Mapping[str, str]) -> str:
    """What a question takes: as said of it at this place, of its name, or of its kind; "" if nobody has said."""
    kind = DECK if one.kind == "Draw" and one.by == DECK else one.kind
    return answers.get(f"{one.name} {one.where}") or answers.get(one.name) or TAKEN.get(kind, "")


def unanswered(code: str) -> list[str]:
    """The questions of a system of which nobody has said what they take."""
    answers = shown(code).answers
    return [one.name for one in asked(code) if not _takes(one, answers)]


def fields(model: type[Frozen], prefix: str, values: Sequence[Any] = ()) -> Iterator[tuple[str, str, str]]:
    """Paths of a state with their types, and what they hold in these states; a mapping's keys are written ‹name›."""
    for name, info in model.model_fields.items():
        kind = info.annotation
        path = f"{prefix}{name}"
        held = [getattr(value, name) for value in values]
        origin, args = get_origin(kind), get_args(kind)
        inner = args[1] if isinstance(origin, type) and issubclass(origin, Mapping) else None
        part: Any = (
            kind if _frozen(kind) else next((a for a in args if _frozen(a)), None) if type(None) in args else None
        )
        if inner is not None:
            entries = [entry for mapping in held for entry in mapping.values()]
            if _frozen(inner):
                yield from fields(inner, f"{path}.‹name›.", entries)
            else:
                yield f"{path}.‹name›", describe(inner), _at_first(entries)
        elif part is not None:
            if kind is not part:
                yield path, "as below, or none", _at_first(held)
            yield from fields(part, f"{path}.", [value for value in held if value is not None])
        else:
            yield path, describe(info.rebuild_annotation()), _at_first(held)


def _frozen(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Frozen)


def _at_first(values: Sequence[Any]) -> str:
    """What a field holds in all of its places; of a few things each, and that they differ where they are many."""
    said = sorted({_default(value) or ('""' if value == "" else "none") for value in values})
    return " or ".join(said) if len(said) <= DIFFERENT else "each its own"


def _default(value: Any) -> str:
    if value in (None, "", ()) or value == {}:
        return ""
    return number_runs([str(word) for word in value]) if isinstance(value, tuple) else say(value)


def begun(rules: Rules[Any]) -> Any:
    """The state of a new game, with the first pack that comes with the system."""
    game: Game[Any] = Game(rules)
    charts: dict[str, Any] = {}
    if rules.printed.packs:
        pack = library.pack(rules.code, rules.printed.packs[0])
        charts = {"charts": pack.charts, "complete": pack.complete}
    game.follow(game.begin(GameBegan(system=rules.code, title=rules.title, **charts)).entries)
    return game.state


def names_of(rules: Rules[Any]) -> Iterator[tuple[str, str]]:
    """The kinds of names in the paths and verbs of a system, each with its names, or where they stand."""
    said = (parameter.mark for verb in rules.play.verbs.values() for parameter in verb.parameters)
    for kind in dict.fromkeys(
        [*_marked(type(rules.initial)), *(mark.kind for mark in said if isinstance(mark, Named))]
    ):
        known = tuple(rules.names(rules.initial, kind))
        chart = next((chart for chart, schema in rules.printed.charts.items() if kind == schema.KEY), "")
        if own := shown(rules.code).names.get(kind):
            yield kind, own
        elif known:
            yield kind, _listed(known)
        elif chart:
            yield kind, f"those of the {chart} chart"
        else:
            yield kind, "those that the charts name"


def _listed(names: Sequence[str]) -> str:
    return number_runs(names) if all(name.isdecimal() for name in names) else ", ".join(f"`{name}`" for name in names)


def _marked(kind: Any) -> Iterator[str]:
    """The kinds of names in a type, at any depth."""
    if _frozen(kind):
        for info in kind.model_fields.values():
            yield from _marked(info.rebuild_annotation())
        return
    if get_origin(kind) is Annotated:
        yield from (mark.kind for mark in get_args(kind)[1:] if isinstance(mark, Named))
    for part in get_args(kind):
        if part is not kind and not isinstance(part, str):
            yield from _marked(part)


def page(code: str) -> str:
    """The page, as Markdown."""
    rules = load(code)
    sections = (
        _head(rules),
        _scenarios(rules),
        _sequence(rules),
        _verbs(rules),
        _questions(rules),
        _beside(),
        _state(rules),
        _charts(rules),
        _readings(rules),
        _facts(rules),
    )
    return "\n\n".join(chain.from_iterable(sections)) + "\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = (headings, ["---"] * len(headings), *rows)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


# The sections of the page follow in its order. Each yields paragraphs, lists and tables, without the empty lines
# between them.


def _head(rules: Rules[Any]) -> Iterator[str]:
    yield f"# {rules.title}: reference"
    yield "<!-- Generated by `python -m docs.make`. Edit the rules, not this page. -->"
    rule, packs = shown(rules.code).examples["rule"], ", ".join(f"`{name}`" for name in rules.printed.packs)
    yield (
        f"System code `{rules.code}`, citations `{rules.citation} {rule}`, rules version {rules.version}.\n"
        "How lines are written: [the notation](../replays/grammar.md); how cases are: [the case "
        "format](../tests/acceptance/cases.md).\n"
        f"Packs that come with it: {packs}; one of your own is made with [`wardiary pack`](pack.md)."
        + "".join(f"\n{line}" for line in _parts(rules))
    )


def _parts(rules: Rules[Any]) -> Iterator[str]:
    """What it means that a part of the rules is there, or left out."""
    if rules.left_out:
        yield f"In this game {'; '.join(LEFT_OUT[part] for part in rules.left_out)}."
    if stated := rules.secrecy.stated:
        names = ", ".join(f"`{one}`" for one in stated)
        yield f"Where secrets lie on paper, what comes to light is said aloud: {names}."


def _scenarios(rules: Rules[Any]) -> Iterator[str]:
    if rules.scenarios:
        yield "## Scenarios"
        yield _table(("scenario", "title"), ((f"`{scenario}`", title) for scenario, title in rules.scenarios.items()))


def _sequence(rules: Rules[Any]) -> Iterator[str]:
    yield "## Sequence of play"
    yield _table(
        ("phase id", "title", "whose", "rule"),
        (
            (
                f"`{phase.id}`",
                phase.title,
                rules.sides.get(phase.side, "both") + (", automatic" if phase.auto else ""),
                phase.rule,
            )
            for phase in rules.play.sequence.phases
        ),
    )
    yield (
        "Automatic phases are passed through. A side's own phases with nothing owed are left by declaring what "
        "belongs to a later one;\n"
        "`next` ends a phase. In a position, `set phase PHASE` says which phase it is."
    )


def _verbs(rules: Rules[Any]) -> Iterator[str]:
    yield "## Verbs"
    yield (
        "What stands in brackets may be left out. A declaration may carry answers to the questions it leads to, by "
        "name (`fire=none`); dice and\n"
        "draws may also stand bare, in the order they are called for."
    )
    order = {phase.id: n for n, phase in enumerate(rules.play.sequence.phases)}
    verbs = sorted(rules.play.verbs.values(), key=lambda v: order[v.phases[0]] if v.phases else len(order))
    yield _table(("line", "whose", "phases", "rule", "what it does"), (_verb(rules, verb) for verb in verbs))


def _verb(rules: Rules[Any], verb: Verb[Any]) -> Sequence[str]:
    secretly = "" if not verb.secret else ", in secret" if verb.side else f", {rules.sides[verb.secret]} in secret"
    whose = rules.sides.get(verb.side, "whose phase it is") + secretly
    phases = ", ".join(f"`{s}`" for s in verb.phases) or "any time"
    return f"`{cell(verb.usage())}`", whose, phases, verb.rule, cell(verb.summary)


def _questions(rules: Rules[Any]) -> Iterator[str]:
    yield "## Questions"
    yield "Asked only where the rules leave a choice. ‹…› stands for what the moment fills in."
    questions, shows = asked(rules.code), shown(rules.code)
    yield _table(
        ("name", "kind", "asked of", "rule", "words", "what it takes", "in"),
        (_question(rules, one, shows.answers) for one in questions),
    )
    yield "How each kind is answered:"
    used = {one.kind for one in questions}
    how = [f"- {KINDS[name].KIND}: {text.format(**shows.examples)}" for name, text in WRITTEN.items() if name in used]
    yield "\n".join([*how, "- chart row: `chart CHART ROW field=value …`, when a chart has no such row yet"])


def _question(rules: Rules[Any], one: PossibleQuestion, answers: Mapping[str, str]) -> Sequence[str]:
    by = rules.sides.get(one.by, f"the {_plain(one.by)}")
    rule = one.rule if not one.rule.startswith("‹") else "as cited"
    takes = cell(_takes(one, answers))
    return f"`{one.name}`", KINDS[one.kind].KIND, by, rule, cell(_plain(one.words)), takes, f"`{one.where}`"


def _beside() -> Iterator[str]:
    yield "## Beside the rules, at any time"
    yield "\n".join(usages())
    yield (
        'Any declaration or answer that is against a rule may be insisted on with `!"reason"`;\n'
        "so may a value set by hand that no counters can show."
    )


def _state(rules: Rules[Any]) -> Iterator[str]:
    yield "## State"
    kinds_of = " or ".join(
        name.removesuffix("es" if name.endswith("xes") else "s") for name in rules.vocabulary.collections
    )
    example = shown(rules.code).examples["set"]
    yield f"Paths for `set`, `adjust` and the `then` of a case. A {kinds_of} may be named alone:{example}."
    begins = f"with the pack `{rules.printed.packs[0]}`" if rules.printed.packs else "without a pack"
    yield (
        f"At first is what a new game holds, {begins}, before anything is declared. Nothing is `none` on a line, "
        "whatever the value: an empty\n"
        'name, list or table, or something that is not there. In a case it is written as what it is: `""` for a '
        "name, `[]` and `{}`, and\n"
        "`false` for what may not be there."
    )
    hidden = ("charts", "complete", "readings", "result", "began", *(() if rules.scenarios else ("scenario",)))
    paths = _table(
        ("path", "value", "at first"),
        (
            (f"`{path}`", cell(kind), default)
            for path, kind, default in fields(type(rules.initial), "", [begun(rules)])
            if path.partition(".")[0] not in hidden
        ),
    )
    yield f"{paths}\n| `result.winner`, `result.why` | how the game ended | |"
    yield (
        "**Names.** A name that is none of its kind is refused; what no counters can show is refused with the "
        "rule, and may be insisted on."
    )
    yield _table(("kind", "names"), ((kind, cell(names)) for kind, names in names_of(rules)))


def _charts(rules: Rules[Any]) -> Iterator[str]:
    yield "## Charts"
    yield "What only the printed game knows; a pack answers it beforehand."
    for chart, schema in rules.printed.charts.items():
        yield f"**{chart}**, one row for each {schema.KEY}: {' '.join((schema.__doc__ or '').split())}"
        yield _table(
            ("field", "value", "left out means", "what it is"),
            (
                (
                    f"`{name}`",
                    cell(describe(info.rebuild_annotation())),
                    "must be given" if info.is_required() else _default(info.default) or "none",
                    cell(explain(rules, chart, name)),
                )
                for name, info in schema.model_fields.items()
            ),
        )
        rows = [known.row for known in rules.printed.roster if known.chart == chart]
        if len(rows) < FEW and not any(group.chart == chart for group in rules.printed.groups):
            yield f"Rows: {', '.join(f'`{row}`' for row in rows)}."


def _readings(rules: Rules[Any]) -> Iterator[str]:
    if rules.readings:
        yield "## Readings"
        yield (
            f"Of {', '.join(rules.readings)} a table may rule how they are read: [every reading with its "
            f"choices](readings-{rules.code}.md)."
        )


def _facts(rules: Rules[Any]) -> Iterator[str]:
    yield "## Facts"
    yield (
        "Stored topics and their fields; every fact may also carry `rule`, `secret`, `losses`, `gains`, `points`, "
        "`tracks`, `fire`."
    )
    yield _table(
        ("topic", "version", "fields", "what"),
        (_fact(topic, fact) for topic, fact in sorted(rules.play.topics.items()) if topic not in ("sealed", "unknown")),
    )


def _fact(topic: str, fact: type[Fact]) -> Sequence[object]:
    own = ", ".join(f"`{stored}`" for stored, name in stored_fields(fact).items() if name not in Fact.model_fields)
    words = " ".join((fact.__doc__ or fact.__name__).split())
    return f"`{topic}`", fact.VERSION, own, cell(words)
