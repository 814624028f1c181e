"""Acceptance cases as data: TOML files of givens, lines said, and what must follow. The format is in `cases.md`.

Here a case is read and played; what it says must follow is held against the game in `tests.acceptance.expected`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from domain.games import SYSTEMS, load, rules_of
from domain.kernel.errors import BadInput, NotAsked, RuleBroken, Trouble, unknown
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.limits import TOML
from domain.kernel.packs import Pack, load_toml, rows_digest
from domain.kernel.rules import Rules
from replays import library
from replays.asides import ASIDES, Set
from replays.notation import speak, split
from replays.papers import taken_apart
from tests.acceptance import expected
from tests.acceptance.expected import Failed as Failed

CHECKS = ("then", "view", "ledger", "log", "facts", "due", "irregular")
"""What is checked after a step, or at the end."""
AT_THE_END = (*CHECKS, "audit", "kept", "same_view")
CASE_KEYS = (
    "id",
    "title",
    "rules",
    "system",
    "scenario",
    "pack",
    "drop",
    "readings",
    "given",
    "when",
    "variant",
    *AT_THE_END,
)
VARIANT_KEYS = ("id", "title", "drop", "readings", "given", "instead", "without", "when", *AT_THE_END)
STEP_KEYS = ("say", "asks", "refused", "error", *CHECKS)


@dataclass(frozen=True)
class Case:
    """One case, or one variant of it."""

    id: str
    where: str
    """Its file."""
    system: str
    pack: str
    readings: Mapping[str, str]
    given: Sequence[str]
    when: Sequence[Mapping[str, Any]]
    scenario: str = ""
    drop: Sequence[str] = ()
    """Rows of the pack that it is without, as chart and row."""
    then: Mapping[str, Any] = field(default_factory=dict)
    """What is checked at the end."""
    same_view: Mapping[str, Case] = field(default_factory=dict)
    """The cases of its file after which a side sees the same as after this one."""


# ---- reading ----


def find_cases(folder: Path) -> Iterator[Case]:
    """All cases below a folder, in the order of their files. Raises BadInput naming the file that is no case."""
    for path in sorted(folder.rglob("*.toml")):
        data = load_toml(library.read_text(path, TOML), str(path))
        if "when" in data or "id" in data:
            yield from read_case(data, path)


def read_case(data: Mapping[str, Any], path: Path) -> Iterator[Case]:
    """A case file's case and its variants. Raises BadInput."""
    expected.only(data, CASE_KEYS, "a case", str(path))
    for key in ("id", "when"):
        if key not in data:
            raise BadInput(f"{path}: a case has {key!r}")
    _check_shape(data, str(path))
    system = data.get("system", path.parent.name)
    if system not in SYSTEMS:
        raise BadInput(
            f'{path}: {unknown("game system", str(system), SYSTEMS)}; say it with system = "…", or in the '
            "folder's name"
        )
    pack, name = data.get("pack", "fixture.toml" if (path.parent / "fixture.toml").exists() else ""), str(data["id"])
    rules = _rules(system, pack, path.parent)
    common = {"where": str(path), "system": system, "pack": pack, "scenario": data.get("scenario", "")}
    found: dict[str, Case] = {}

    def made(
        part: Mapping[str, Any], id: str, given: Sequence[str], drop: Sequence[str], readings: Mapping[str, str]
    ) -> Case:
        where = f"{path}: {id}"
        when, then = _steps(part, where, rules), {key: part[key] for key in AT_THE_END if key in part}
        expected.check_shape(then, rules, where)
        same = {side: _other(found, other, name, where) for side, other in then.pop("same_view", {}).items()}
        found[id] = Case(
            id=id, given=given, when=when, then=then, drop=drop, readings=readings, same_view=same, **common
        )
        return found[id]

    given, drop, readings = _lines(data, "given", str(path)), _lines(data, "drop", str(path)), data.get("readings", {})
    yield made(data, name, given, drop, readings)
    for n, variant in enumerate(data.get("variant", ()), 1):
        id = f"{name}/{variant.get('id', n)}"
        where = f"{path}: {id}"
        expected.only(variant, VARIANT_KEYS, "a variant", where)
        _check_shape(variant, where)
        own, without = _lines(variant, "given", where), _lines(variant, "without", where)
        for line in without:
            if line not in given:
                raise BadInput(f"{where}: without: {unknown('line among the givens', line, given)}")
        kept = [] if variant.get("instead") else [line for line in given if line not in without]
        dropped = [*drop, *_lines(variant, "drop", where)]
        yield made(variant, id, _position_first(kept, own, rules), dropped, {**readings, **variant.get("readings", {})})


def _position_first(common: Sequence[str], own: Sequence[str], rules: Rules[Any]) -> list[str]:
    """The givens of a variant: what it says of the position stands with the common lines, before the first that is
    played."""
    played = next((n for n, line in enumerate(common) if _first_word(line, rules) not in ASIDES), len(common))
    beside = list(takewhile(lambda word: word in ASIDES, (_first_word(line, rules) for line in own)))
    placed = max((n for n, word in enumerate(beside, 1) if word == Set.word), default=0)
    return [*common[:played], *own[:placed], *common[played:], *own[placed:]]


def _first_word(text: str, rules: Rules[Any]) -> str:
    """The word that says what a line is, without the side before it; "" where it cannot be read, which is told when it
    is said."""
    with suppress(Trouble):
        line = split(text, rules.sides)
        return line.first if line and not line.answer else ""
    return ""


def _other(found: Mapping[str, Case], id: Any, name: str, where: str) -> Case:
    """A case of the same file by its id, or a variant by its own."""
    for full in (id, f"{name}/{id}"):
        if full in found:
            return found[full]
    raise BadInput(f"{where}: same_view: {unknown('case before it in the file', str(id), found)}")


def _check_shape(data: Mapping[str, Any], where: str) -> None:
    """Refuses values of another kind than a case's. Raises BadInput."""
    for key in ("id", "title", "system", "scenario", "pack"):
        if not isinstance(data.get(key, ""), str):
            raise BadInput(f"{where}: {key} is a text, not {data[key]!r}")
    for key in ("readings",):
        if not isinstance(data.get(key, {}), Mapping):
            raise BadInput(f"{where}: {key} is a table, not {data[key]!r}")
    for key in ("when", "variant"):
        steps = data.get(key, [])
        if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
            raise BadInput(f"{where}: {key} is a list of tables, [[{key}]]")
    for n, step in enumerate(data.get("when", []), 1):
        if not isinstance(step.get("say", ""), str):
            raise BadInput(f"{where}: when {n}: say is a line, not {step['say']!r}")


def _lines(data: Mapping[str, Any], key: str, where: str) -> list[str]:
    lines = data.get(key, [])
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"{where}: {key} is a list of lines")
    return lines


def _steps(data: Mapping[str, Any], where: str, rules: Rules[Any]) -> list[Mapping[str, Any]]:
    steps: list[Mapping[str, Any]] = data.get("when", [])
    for n, step in enumerate(steps, 1):
        here = f"{where}: when {n}"
        expected.only(step, STEP_KEYS, "a step", here)
        if "say" not in step:
            raise BadInput(f"{here}: say what is said")
        here = f"{here}, {step['say']!r}"
        for key in ("refused", "error"):
            if not isinstance(step.get(key, "-"), str) or not step.get(key, "-"):
                raise BadInput(f"{here}: {key} is a text, not {step[key]!r}")
        expected.check_shape(
            {key: value for key, value in step.items() if key not in ("say", "refused", "error")}, rules, here
        )
    return steps


# ---- running ----


def run(case: Case) -> Game[Any]:
    """Plays a case. Raises Failed with its file, the step and what differed, BadInput when the case itself is at
    fault."""
    game = _begun(case)
    for text in case.given:
        try:
            _say(game, text)
        except Trouble as error:
            raise BadInput(f"{case.where}: {case.id}: given {text!r}: {error}") from error
    start = game.version
    for n, step in enumerate(case.when, 1):
        _step(game, step, f"{case.where}: {case.id}, step {n}, {step['say']!r}", start)
    where = f"{case.where}: {case.id}, at the end"
    expected.check(game, case.then, where, start)
    expected.audited(game, case.then.get("audit", {}), where, start)
    for side, other in case.same_view.items():
        expected.same_view(game, run(other), side, f"{where}: as {side}, compared with {other.id}")
    return game


def _rules(system: str, pack: str, folder: Path) -> Rules[Any]:
    """The rules that hold with a pack: those of its system, or what a system for any game makes of the pack."""
    if not pack or not SYSTEMS[system].any_title:
        return load(system)
    return rules_of(GameBegan(system=system, title="", charts=_pack(system, pack, folder).charts))


def _begun(case: Case) -> Game[Any]:
    charts: dict[str, Any] = {}
    if case.pack:
        pack = _pack(case.system, case.pack, Path(case.where).parent)
        charts = {"pack": pack.name, "pack_digest": pack.digest, "charts": pack.charts, "complete": pack.complete}
        if case.drop:
            charts |= _without(pack, case)
    title = load(case.system).title
    began = GameBegan(system=case.system, title=title, scenario=case.scenario, readings=case.readings, **charts)
    game: Game[Any] = Game(rules_of(began))
    game.follow(game.begin(began).entries)
    return game


_pack = cache(library.pack)
"""Packs beside the cases are shared by many of them."""


def _without(pack: Pack, case: Case) -> dict[str, Any]:
    """The pack's rows without those that a case drops; what lacks one is not complete. Raises BadInput for a row that
    is not in it."""
    charts, complete = {chart: dict(rows) for chart, rows in pack.charts.items()}, pack.complete
    for text in case.drop:
        chart, _, row = text.partition(" ")
        where = f"{case.where}: {case.id}: drop {text!r}"
        if chart not in charts:
            raise BadInput(f"{where}: {unknown('chart of the pack', chart, charts)}")
        if charts[chart].pop(row, None) is None:
            raise BadInput(f"{where}: {unknown(f'row of the {chart} chart', row, charts[chart])}")
        complete = tuple(name for name in complete if name != chart)
    return {"pack_digest": rows_digest(charts), "charts": charts, "complete": complete}


def _say(game: Game[Any], text: str) -> None:
    """Says one or more lines (a step may hold several)."""
    for part in text.strip("\n").splitlines():
        line = taken_apart(game, part)
        if line is not None:
            game.follow(speak(game, line).entries)


def _step(game: Game[Any], step: Mapping[str, Any], where: str, start: int) -> None:
    state, version, waits = game.state, game.version, game.waits
    wanted = step.get("refused") or step.get("error")
    try:
        _say(game, step["say"])
    except Trouble as error:
        if not wanted:
            raise Failed(f"{where}: refused: {error}") from error
        rule = error.rule if isinstance(error, (RuleBroken, NotAsked)) else ""
        if "refused" in step and not expected.cites(rule, step["refused"]):
            raise Failed(f"{where}: refused by {rule or 'no rule'}, not by {step['refused']}: {error}") from error
        if "error" in step and step["error"] not in str(error):
            raise Failed(f"{where}: the error says {error}, not {step['error']!r}") from error
        if (game.state, game.version, game.waits) != (state, version, waits):
            raise Failed(f"{where}: something was recorded although it was refused") from error
    else:
        if wanted:
            raise Failed(f"{where}: it was accepted, though {wanted} was to refuse it")
        expected.folds_alike(game, where)
    expected.check(game, step, where, version if not wanted else start)
