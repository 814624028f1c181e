"""Acceptance cases as data: TOML files of givens, lines said, and what must follow. The format is in `cases.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domain.codec import decode, encode
from domain.games import SYSTEMS, load
from domain.kernel.entries import seen
from domain.kernel.errors import BadInput, RuleBroken, Trouble, unknown
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.limits import TOML
from domain.kernel.packs import load_toml
from domain.kernel.state import look
from replays import library
from replays.notation import speak, split

CASE_KEYS = ("id", "title", "rules", "system", "scenario", "pack", "readings", "given", "when", "then", "variant", "view", "ledger", "log")
STEP_KEYS = ("say", "asks", "refused", "error", "then", "view", "ledger", "log", "irregular")


@dataclass(frozen=True)
class Case:
    """One case, or one variant of it."""

    id: str
    where: str
    system: str
    pack: str
    readings: Mapping[str, str]
    given: Sequence[str]
    when: Sequence[Mapping[str, Any]]
    scenario: str = ""
    then: Mapping[str, Any] = field(default_factory=dict)


class Failed(AssertionError):
    """The game did not do what the case says."""


def find_cases(folder: Path) -> Iterator[Case]:
    """All cases below a folder, in the order of their files. Raises BadInput naming the file that is no case."""
    for path in sorted(folder.rglob("*.toml")):
        data = load_toml(library.read_text(path, TOML), str(path))
        if "when" in data or "id" in data:
            yield from read_case(data, path)


def read_case(data: Mapping[str, Any], path: Path) -> Iterator[Case]:
    """A case file's case and its variants. Raises BadInput."""
    for key in data:
        if key not in CASE_KEYS:
            raise BadInput(f"{path}: {unknown('key of a case', key, CASE_KEYS)}")
    for key in ("id", "when"):
        if key not in data:
            raise BadInput(f"{path}: a case has {key!r}")
    _check_shape(data, path)
    system = data.get("system", path.parent.name)
    if system not in SYSTEMS:
        raise BadInput(f"{path}: {unknown('game system', str(system), SYSTEMS)}; say it with system = \"…\", or in the folder's name")
    pack = data.get("pack", "fixture.toml" if (path.parent / "fixture.toml").exists() else "")
    checks = {key: data[key] for key in ("then", "view", "ledger", "log") if key in data}
    common = {"where": str(path), "system": system, "pack": pack, "scenario": data.get("scenario", ""), "readings": data.get("readings", {})}
    given, when = _lines(data, "given", path), _steps(data, path)
    yield Case(id=str(data["id"]), given=given, when=when, then=checks, **common)
    for n, variant in enumerate(data.get("variant", ()), 1):
        for key in variant:
            if key not in ("id", "title", "given", "when", "readings", "instead", *checks, "then", "view", "ledger", "log"):
                raise BadInput(f"{path}: {unknown('key of a variant', key, ('id', 'title', 'given', 'when', 'instead', 'readings', 'then'))}")
        own = {key: variant[key] for key in ("then", "view", "ledger", "log") if key in variant}
        first = [] if variant.get("instead") else given
        common["readings"] = {**data.get("readings", {}), **variant.get("readings", {})}
        yield Case(
            id=f"{data['id']}/{variant.get('id', n)}", given=[*first, *_lines(variant, "given", path)], when=_steps(variant, path), then=own,
            **common,
        )  # fmt: skip


def _check_shape(data: Mapping[str, Any], path: Path) -> None:
    """Refuses values of another kind than a case's. Raises BadInput."""
    for key in ("id", "title", "system", "scenario", "pack"):
        if not isinstance(data.get(key, ""), str):
            raise BadInput(f"{path}: {key} is a text, not {data[key]!r}")
    for key in ("readings", "then", "view", "ledger", "log"):
        if not isinstance(data.get(key, {}), Mapping):
            raise BadInput(f"{path}: {key} is a table, not {data[key]!r}")
    for key in ("when", "variant"):
        steps = data.get(key, [])
        if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
            raise BadInput(f"{path}: {key} is a list of tables, [[{key}]]")
    for variant in data.get("variant", []):
        _check_shape(variant, path)
    for step in data.get("when", []):
        if not isinstance(step.get("say", ""), str):
            raise BadInput(f"{path}: say is a line, not {step['say']!r}")


def _lines(data: Mapping[str, Any], key: str, path: Path) -> list[str]:
    lines = data.get(key, [])
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"{path}: {key} is a list of lines")
    return lines


def _steps(data: Mapping[str, Any], path: Path) -> list[Mapping[str, Any]]:
    steps: list[Mapping[str, Any]] = data.get("when", [])
    for n, step in enumerate(steps, 1):
        for key in step:
            if key not in STEP_KEYS:
                raise BadInput(f"{path}: when {n}: {unknown('key', key, STEP_KEYS)}")
        if "say" not in step:
            raise BadInput(f"{path}: when {n}: say what is said")
    return steps


# ---- running ----


def run(case: Case) -> Game[Any]:
    """Plays a case. Raises Failed with the step and what differed, BadInput when the case itself is at fault."""
    rules = load(case.system)
    charts: dict[str, Any] = {}
    if case.pack:
        pack = library.pack(case.system, case.pack, Path(case.where).parent)
        charts = {"pack": pack.name, "pack_digest": pack.digest, "charts": pack.charts, "complete": pack.complete}
    game: Game[Any] = Game(rules)
    began = GameBegan(system=case.system, title=rules.title, scenario=case.scenario, readings=case.readings, **charts)
    game.follow(game.begin(began).entries)
    for text in case.given:
        try:
            _say(game, text)
        except Trouble as error:
            raise BadInput(f"{case.where}: given {text!r}: {error}") from error
    start = game.version
    for n, step in enumerate(case.when, 1):
        where = f"{case.id}, step {n}, {step['say']!r}"
        _step(game, step, where, start)
    _check(game, case.then, f"{case.id}, at the end", start)
    return game


def _say(game: Game[Any], text: str) -> int:
    """Says one or more lines (a step may hold several); returns the version before."""
    before = game.version
    for part in text.strip("\n").splitlines():
        line = split(part, game.rules.sides)
        if line is not None:
            game.follow(speak(game, line).entries)
    return before


def _step(game: Game[Any], step: Mapping[str, Any], where: str, start: int) -> None:
    state, version, waits = game.state, game.version, game.waits
    wanted = step.get("refused") or step.get("error")
    try:
        _say(game, step["say"])
    except Trouble as error:
        if not wanted:
            raise Failed(f"{where}: refused: {error}") from error
        rule = error.rule if isinstance(error, RuleBroken) else ""
        if "refused" in step and not _cites(rule, step["refused"]):
            raise Failed(f"{where}: refused by {rule or 'no rule'}, not by {step['refused']}: {error}") from error
        if "error" in step and step["error"] not in str(error):
            raise Failed(f"{where}: the error says {error}, not {step['error']!r}") from error
        if (game.state, game.version, game.waits) != (state, version, waits):
            raise Failed(f"{where}: something was recorded although it was refused") from error
    else:
        if wanted:
            raise Failed(f"{where}: it was accepted, though {wanted} was to refuse it")
        _agree(game, where)
    if "asks" in step:
        _asks(game, step["asks"], where)
    _check(game, {key: step[key] for key in ("then", "view", "ledger", "log", "irregular") if key in step}, where, version if not wanted else start)


def _cites(rule: str, wanted: str) -> bool:
    """Whether a rule is the wanted one, or a part of it: IWO 11.1.2 covers IWO 11.1.2(1)."""
    return rule == wanted or (rule.startswith(wanted) and not rule[len(wanted)].isalnum())


def _asks(game: Game[Any], wanted: Mapping[str, Any], where: str) -> None:
    if not wanted:
        if game.waits:
            raise Failed(f"{where}: nothing was to be asked, but {game.waits.by} is asked {game.waits.name}")
        return
    if game.waits is None:
        raise Failed(f"{where}: {wanted} was to be asked, nothing is")
    found = {"side": game.waits.by, "name": game.waits.name, "rule": game.waits.rule, "words": game.waits.words}
    for key, value in wanted.items():
        if key not in found:
            raise BadInput(f"{where}: {unknown('key of asks', key, found)}")
        fits = value in found[key] if key == "words" else found[key] == value
        if not fits:
            raise Failed(f"{where}: the question's {key} is {found[key]!r}, not {value!r}")


def _agree(game: Game[Any], where: str) -> None:
    """What is stored folds to the same state."""
    again: Game[Any] = Game(game.rules)
    again.follow(decode(e.version, e.fact.TOPIC, encode(e), game.rules.topics) for e in game.entries)
    if again.state != game.state or again.waits != game.waits:
        raise Failed(f"{where}: the stored entries fold to another state")


def _check(game: Game[Any], checks: Mapping[str, Any], where: str, since: int) -> None:
    for path, value in checks.get("then", {}).items():
        _same(_look(game, path), value, f"{where}: {path}")
    for side, paths in checks.get("view", {}).items():
        view = game.seen_by(side)
        for path, value in paths.items():
            _same(_look(view, path), value, f"{where}: as {side}, {path}")
    for ledger, wanted in checks.get("ledger", {}).items():
        _ledger(game, ledger, wanted, where)
    for side, wanted in checks.get("log", {}).items():
        _log(game, side, wanted, where, since)
    if "irregular" in checks:
        found = sum(entry.fact.TOPIC == "irregular" for entry in game.entries)
        _same(found, checks["irregular"], f"{where}: irregularities")


def _look(game: Game[Any], path: str) -> Any:
    if path == "result":
        return game.state.result.winner if game.state.result else None
    value = look(game.state, game.rules.find(game.state, path))
    return _plain(value)


def _plain(value: Any) -> Any:
    """A value as TOML would have it."""
    dump = getattr(value, "model_dump", None)
    if dump:
        return dump(mode="json")
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _same(found: Any, wanted: Any, what: str) -> None:
    if found != wanted:
        raise Failed(f"{what} is {found!r}, not {wanted!r}")


def _ledger(game: Game[Any], name: str, wanted: Mapping[str, Any], where: str) -> None:
    """Sums over the standing entries: points and casualties by side or unit, fire by the last resolution's terms."""
    facts = [entry.fact for entry in game.entries]
    found: dict[str, Any] = {}
    if name == "points":
        for fact in facts:
            for points in fact.points:
                found[points.side] = found.get(points.side, 0) + points.amount
    elif name == "casualties":
        for fact in facts:
            for loss in fact.losses:
                for key in (loss.side, loss.unit):
                    found[key] = found.get(key, 0) + loss.steps
    elif name == "fire":
        fires = [fact.fire for fact in facts if fact.fire]
        if fires:
            last = fires[-1]
            found = {"kind": last.kind, "dice": len(last.chance), "hits": last.hits, "outcome": last.outcome, "by": list(last.by),
                     "expected": last.expected}  # fmt: skip
    else:
        raise BadInput(f"{where}: {unknown('ledger', name, ('points', 'casualties', 'fire'))}")
    for key, value in wanted.items():
        _same(found.get(key, 0 if name != "fire" else None), value, f"{where}: ledger {name}, {key}")


def _log(game: Game[Any], side: str, wanted: Mapping[str, Any], where: str, since: int) -> None:
    """What a side's log says (`has`) or must not say (`lacks`) of the entries of this step."""
    told = "\n".join(entry.fact.sentence() for entry in seen(game.entries, side) if entry.version > since)
    for text in wanted.get("has", ()):
        if text not in told:
            raise Failed(f"{where}: the {side} log does not say {text!r}: {told}")
    for text in wanted.get("lacks", ()):
        if text in told:
            raise Failed(f"{where}: the {side} log says {text!r}")
