"""What a case says must follow, held against the game: its shape when the case is read, its truth when it is played.

What the game did otherwise is Failed; what a case says that no game could do (a key, side, name or value that is none)
is BadInput. Each names the file, the case and the step.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from auditing.audit import DIFFERS, UNDECIDABLE, VERDICTS, audit
from domain.kernel.entries import UMPIRE, seen
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import Fact, stored_fields
from domain.kernel.game import Game
from domain.kernel.questions import Assign, Number
from domain.kernel.rules import Rules
from domain.kernel.state import adapter, describe, differences, kind_at, look, look_or_none, unheard, unheard_at
from domain.record.codec import decode, encode
from domain.record.diary import Diary
from recording.now import now

HAS_LACKS = ("has", "lacks")
ASKS = ("side", "name", "rule", "words", "options")
DUE = ("side", "owed", "rule")
POINTS, CASUALTIES, FIRE = "points", "casualties", "fire"
FIRE_KEYS = ("kind", "dice", "hits", "outcome", "by", "expected")
SAME, DIFFER = "same", "differ"
"""Below `view`, beside the sides: paths at which all sides see the same, and at which not all do."""
RESULT, AT = "result", "at."
"""Of the paths in `then`, those that are no path of the state: who has won, and who lies in a place or box."""


class Failed(AssertionError):
    """The game did not do what the case says."""


# ---- the shape of what is said ----


def only(table: Any, keys: Collection[str], what: str, where: str) -> None:
    """Refuses a table with other keys. Raises BadInput that says which there are."""
    if not isinstance(table, Mapping):
        raise BadInput(f"{where}: {what} is a table, not {table!r}")
    for key in table:
        if key not in keys:
            near = get_close_matches(key, keys, n=1, cutoff=0.6)
            meant = f"did you mean {near[0]}? " if near else ""
            raise BadInput(f"{where}: there is no key {key!r} of {what}; {meant}there are {', '.join(keys)}")


def check_shape(checks: Mapping[str, Any], rules: Rules[Any], where: str) -> None:
    """Refuses keys, sides and kinds of values that no check has. Raises BadInput."""
    sides = (*rules.sides, UMPIRE)
    if "asks" in checks:
        only(checks["asks"], ASKS, "asks", where)
        _texts(checks["asks"], ("side", "name", "rule", "words"), "asks", where)
    if "due" in checks:
        only(checks["due"], DUE, "due", where)
        _texts(checks["due"], DUE, "due", where)
        if (side := checks["due"].get("side", "")) and side not in (*rules.sides, "table", "deck"):
            raise BadInput(f"{where}: due: {unknown('side', side, sides)}")
    if not isinstance(checks.get("then", {}), Mapping):
        raise BadInput(f"{where}: then is a table of paths, not {checks['then']!r}")
    only(checks.get("view", {}), (*sides, SAME, DIFFER), "view", where)
    for side, paths in checks.get("view", {}).items():
        if side in (SAME, DIFFER):
            _texts_in(paths, f"view.{side}", where)
        elif not isinstance(paths, Mapping):
            raise BadInput(f"{where}: view.{side} is a table of paths, not {paths!r}")
    only(checks.get("log", {}), sides, "log", where)
    for side, wanted in checks.get("log", {}).items():
        only(wanted, HAS_LACKS, f"log.{side}", where)
        for key, texts in wanted.items():
            _texts_in(texts, f"log.{side}.{key}", where)
    only(checks.get("facts", {}), HAS_LACKS, "facts", where)
    for wanted in checks.get("facts", {}).values():
        if not isinstance(wanted, list):
            raise BadInput(f"{where}: facts are a list of tables, not {wanted!r}")
        for one in wanted:
            _check_fact(one, rules, where)
    _check_ledgers(checks.get("ledger", {}), rules, where)
    if not _is_count(checks.get("irregular", 0)):
        raise BadInput(f"{where}: irregular is a number, not {checks['irregular']!r}")
    only(checks.get("audit", {}), VERDICTS, "audit", where)
    if not all(map(_is_count, checks.get("audit", {}).values())):
        raise BadInput(f"{where}: audit says how often each verdict comes, not {checks['audit']!r}")
    if checks.get("kept", True) is not True:
        raise BadInput(f"{where}: kept is true, or left out")
    only(checks.get("same_view", {}), sides, "same_view", where)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _texts(table: Mapping[str, Any], keys: Iterable[str], what: str, where: str) -> None:
    for key in keys:
        if not isinstance(table.get(key, ""), str):
            raise BadInput(f"{where}: {what}.{key} is a text, not {table[key]!r}")


def _texts_in(texts: Any, what: str, where: str) -> None:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadInput(f"{where}: {what} is a list of texts, not {texts!r}")


def _check_fact(wanted: Any, rules: Rules[Any], where: str) -> None:
    topic = wanted.get("topic", "") if isinstance(wanted, Mapping) else ""
    if topic and topic not in rules.play.topics:
        raise BadInput(f"{where}: facts: {unknown('topic', str(topic), rules.play.topics)}")
    kind = rules.play.topics[topic] if topic else Fact
    only(
        wanted,
        ("topic", *stored_fields(kind)),
        f"the fact {topic!r}" if topic else "a fact without a topic",
        f"{where}: facts",
    )


def _check_ledgers(ledgers: Any, rules: Rules[Any], where: str) -> None:
    only(ledgers, (POINTS, CASUALTIES, FIRE), "ledger", where)
    for ledger, keys in ((POINTS, tuple(rules.sides)), (FIRE, FIRE_KEYS)):
        only(ledgers.get(ledger, {}), keys, f"ledger.{ledger}", where)
    if not isinstance(ledgers.get(CASUALTIES, {}), Mapping):
        raise BadInput(f"{where}: ledger.{CASUALTIES} is a table, not {ledgers[CASUALTIES]!r}")
    for ledger in (POINTS, CASUALTIES):
        for key, value in ledgers.get(ledger, {}).items():
            if not isinstance(value, int) or isinstance(value, bool):
                raise BadInput(f"{where}: ledger.{ledger}.{key} is a number, not {value!r}")


# ---- whether it is so ----


def check(game: Game[Any], checks: Mapping[str, Any], where: str, since: int) -> None:
    """Everything that is said of where the game stands, and of what was recorded since a version. Raises Failed,
    BadInput."""
    if "asks" in checks:
        _asks(game, checks["asks"], where)
    for path, value in checks.get("then", {}).items():
        _holds(game, path, value, where)
    _views(game, checks.get("view", {}), where)
    for ledger, wanted in checks.get("ledger", {}).items():
        _ledger(game, ledger, wanted, where)
    for side, wanted in checks.get("log", {}).items():
        _log(game, side, wanted, where, since)
    _facts(game, checks.get("facts", {}), where, since)
    if "due" in checks:
        _due(game, checks["due"], where)
    if "irregular" in checks:
        found = sum(entry.fact.TOPIC == "irregular" for entry in game.entries)
        _same(found, checks["irregular"], f"{where}: irregularities")
    if "kept" in checks:
        kept(game, where)


def _same(found: Any, wanted: Any, what: str) -> None:
    if found != wanted:
        raise Failed(f"{what} is {found!r}, not {wanted!r}")


def cites(rule: str, wanted: str) -> bool:
    """Whether a rule is the wanted one, or a part of it: IWO 11.1.2 covers IWO 11.1.2(1)."""
    return rule == wanted or (rule.startswith(wanted) and not rule[len(wanted)].isalnum())


def folds_alike(game: Game[Any], where: str) -> None:
    """What is stored folds to the same state."""
    again: Game[Any] = Game(game.rules)
    again.follow(decode(e.version, e.fact.TOPIC, encode(e), game.rules.play.topics) for e in game.entries)
    if again.state != game.state or again.waits != game.waits:
        raise Failed(f"{where}: the stored entries fold to another state")


# ---- questions, and whose word it is ----


def _asks(game: Game[Any], wanted: Mapping[str, Any], where: str) -> None:
    if not wanted:
        if game.waits:
            raise Failed(f"{where}: nothing was to be asked, but {game.waits.by} is asked {game.waits.name}")
        return
    if game.waits is None:
        raise Failed(f"{where}: {wanted} was to be asked, nothing is")
    found = {"side": game.waits.by, "name": game.waits.name, "rule": game.waits.rule, "words": game.waits.words}
    for key, value in wanted.items():
        if key == "options":
            _options(game, value, where)
        elif not (value in found[key] if key == "words" else found[key] == value):
            raise Failed(f"{where}: the question's {key} is {found[key]!r}, not {value!r}")


def _options(game: Game[Any], wanted: Any, where: str) -> None:
    """How the question may be answered: all of it, in any order; of a number every number, of pairs where each may
    go."""
    question = game.pending()
    if isinstance(question, Assign):
        found: Any = {item: sorted(options) for item, options in question.items.items()}
        said = {item: sorted(options) for item, options in wanted.items()} if isinstance(wanted, Mapping) else wanted
    else:
        asked = now(game, UMPIRE).question
        options = (
            range(question.least, question.most + 1) if isinstance(question, Number) else asked.options if asked else ()
        )
        found, said = sorted(options), sorted(wanted) if isinstance(wanted, list) else wanted
    if not found:
        raise BadInput(f"{where}: asks.options: {game.waits.name if game.waits else 'it'} has none")
    _same(found, said, f"{where}: the question's options")


def _due(game: Game[Any], wanted: Mapping[str, Any], where: str) -> None:
    """Whose word it is: who is asked, else whose phase it is; and what must be said before the game goes on."""
    phase, waits = game.rules.play.sequence.at(game.state), game.waits
    if waits:
        side, owed, rule = waits.by, waits.words, waits.rule
    else:
        side, owed, rule = (
            (phase.side, phase.owed(game.state), phase.rule) if phase and not game.state.result else ("", "", "")
        )
        rule = phase.owed_by if phase and owed else rule
    if wanted.get("side", side) != side:
        raise Failed(f"{where}: it is {side or 'nobody'}'s word, not {wanted['side'] or 'nobody'}'s")
    if "owed" in wanted and (wanted["owed"] not in owed if wanted["owed"] else owed):
        raise Failed(f"{where}: what is owed is {owed!r}, not {wanted['owed']!r}")
    if "rule" in wanted and not cites(rule, wanted["rule"]):
        raise Failed(f"{where}: it is due by {rule}, not by {wanted['rule']}")


# ---- values of the state ----


def _holds(game: Game[Any], path: str, wanted: Any, where: str) -> None:
    """That a path holds a value; of a text, list or table, that it `has` some and `lacks` others."""
    what = f"{where}: {path}"
    found = _found(game, path, what)
    if isinstance(wanted, Mapping) and wanted and set(wanted) <= set(HAS_LACKS):
        _has(found, wanted, what)
        return
    if path.startswith(AT):
        wanted = sorted(wanted) if isinstance(wanted, list) else wanted
    if found != wanted:
        _require_possible(game, path, wanted, what)
        raise Failed(f"{what} is {found!r}, not {wanted!r}")


def _found(game: Game[Any], path: str, what: str) -> Any:
    """What a path holds, as TOML would have it; False for nothing. Raises BadInput."""
    try:
        if path == RESULT:
            return game.state.result.winner if game.state.result else False
        if path.startswith(AT):
            return _lying(game, path.removeprefix(AT))
        value = _there(game, game.rules.vocabulary.find(game.state, path))
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from error
    return False if value is None else _plain(value)


def _there(game: Game[Any], path: tuple[str, ...]) -> Any:
    """The value at a path; None below what is not there. Raises BadInput where there is no such path."""
    try:
        return look(game.state, path)
    except BadInput:
        kind_at(game.state, path)
        if any(look_or_none(game.state, path[:at]) is None for at in range(1, len(path))):
            return None
        raise


def _plain(value: Any) -> Any:
    dump = getattr(value, "model_dump", None)
    if dump:
        return dump(mode="json")
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _lying(game: Game[Any], place: str) -> list[str]:
    """The units in a place or box, whatever their state. Raises BadInput when nothing is called so."""
    units = getattr(game.state, "units", None)
    if not units:
        raise BadInput("this game has no units that lie anywhere")
    piece = type(next(iter(units.values())))
    boxes = {
        choice
        for field in (piece.AT, piece.BOX)
        if field
        for choice in _choices(piece.model_fields[field].rebuild_annotation())
    }
    if place not in boxes:
        kind = piece.model_fields[piece.AT].rebuild_annotation()
        if wrong := unheard(kind, place, lambda kind: game.rules.names(game.state, kind)):
            raise wrong
    return sorted(
        name for name, unit in units.items() if unit.place == place or (piece.BOX and getattr(unit, piece.BOX) == place)
    )


def _choices(kind: Any) -> set[str]:
    """The words of a closed set, at any depth of a type."""
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return {choice for part in get_args(kind) for choice in _choices(part)}


def _has(found: Any, wanted: Mapping[str, Any], what: str) -> None:
    if not isinstance(found, (str, list, dict)):
        raise BadInput(f"{what} is {found!r}, which has no parts")
    for key, parts in wanted.items():
        if not isinstance(parts, list):
            raise BadInput(f"{what}: {key} is a list, not {parts!r}")
        for part in parts:
            if isinstance(found, str) and not isinstance(part, str):
                raise BadInput(f"{what}: {key} is a list of texts, not {parts!r}")
            if (part in found) != (key == "has"):
                raise Failed(f"{what} {'lacks' if key == 'has' else 'has'} {part!r}: it is {found!r}")


def _require_possible(game: Game[Any], path: str, wanted: Any, what: str) -> None:
    """Raises BadInput for a value that a path can never hold."""
    if path == RESULT:
        if wanted not in (False, "", *game.rules.sides):
            raise BadInput(
                f'{what}: {wanted!r} is no result: false while there is none, "" where nobody has won, or '
                f"{', '.join(game.rules.sides)}"
            )
        return
    if path.startswith(AT):
        if not isinstance(wanted, list):
            raise BadInput(f"{what}: the units there are a list, not {wanted!r}")
        for name in wanted:
            if name not in game.state.units:
                raise BadInput(f"{what}: {unknown('unit', str(name), game.state.units)}")
        return
    try:
        kind = kind_at(game.state, parts := game.rules.vocabulary.find(game.state, path))
    except BadInput:  # a field of a row, whose type is the chart's
        return
    if wanted is False and type(None) in get_args(kind):
        return
    try:
        value = adapter(kind).validate_python(wanted, strict=not isinstance(wanted, (list, dict)))
    except ValidationError as error:
        raise BadInput(f"{what}: {wanted!r} is not {describe(kind)}") from error
    if wrong := unheard_at(game.state, parts, value, lambda kind: game.rules.names(game.state, kind)):
        raise wrong.about(what)


# ---- what the sides see ----


def _views(game: Game[Any], views: Mapping[str, Any], where: str) -> None:
    for side, paths in views.items():
        if side in (SAME, DIFFER):
            continue
        view = game.seen_by(side)
        for path, value in paths.items():
            _holds(view, path, value, f"{where}: as {side}")
    all_views = [(side, game.seen_by(side)) for side in (game.rules.sides if SAME in views or DIFFER in views else ())]
    for key in (SAME, DIFFER):
        for path in views.get(key, ()):
            found = {side: _found(view, path, f"{where}: {path}") for side, view in all_views}
            alike = all(value == next(iter(found.values())) for value in found.values())
            if alike != (key == SAME):
                told = "; ".join(f"to {side} {value!r}" for side, value in found.items())
                raise Failed(f"{where}: {path} is {'not ' if key == SAME else ''}the same to all: {told}")


def same_view(game: Game[Any], other: Game[Any], side: str, where: str) -> None:
    """That a side sees the same of two games: the same was told, the same is asked, and the same stands."""
    here, there = game.seen_by(side), other.seen_by(side)
    for one, two in zip(here.entries, there.entries, strict=False):
        if (one.version, one.fact.sentence()) != (two.version, two.fact.sentence()):
            raise Failed(
                f"{where}: entry {one.version} says {one.fact.sentence()!r}, entry {two.version} there "
                f"{two.fact.sentence()!r}"
            )
    _same(len(here.entries), len(there.entries), f"{where}: the number of entries")
    _same(here.waits, there.waits, f"{where}: the question")
    if (parted := next(differences(there.state, here.state), None)) is not None:
        path, value = parted
        raise Failed(f"{where}: {'.'.join(path)} is {value!r}, there {look(there.state, path)!r}")


# ---- what was recorded ----


def _ledger(game: Game[Any], name: str, wanted: Mapping[str, Any], where: str) -> None:
    """Sums over the standing entries: points and casualties by side or unit, fire by the last resolution's terms."""
    facts = [entry.fact for entry in game.stands]
    found: dict[str, Any] = {}
    if name == POINTS:
        for fact in facts:
            for points in fact.points:
                found[points.side] = found.get(points.side, 0) + points.amount
    elif name == CASUALTIES:
        for fact in facts:
            for loss in fact.losses:
                for key in (loss.side, loss.unit):
                    found[key] = found.get(key, 0) + loss.steps
        known = (*game.rules.sides, *game.rules.names(game.state, "unit"), *found)
        for key in wanted:
            if key not in known:
                raise BadInput(f"{where}: ledger.{name}: {unknown('side or unit', key, known)}")
    elif fires := [fact.fire for fact in facts if fact.fire]:
        last = fires[-1]
        found = {
            "kind": last.kind,
            "dice": len(last.chance),
            "hits": last.hits,
            "outcome": last.outcome,
            "by": list(last.by),
            "expected": last.expected,
        }
    for key, value in wanted.items():
        _same(found.get(key, 0 if name != FIRE else None), value, f"{where}: ledger {name}, {key}")


def _log(game: Game[Any], side: str, wanted: Mapping[str, Any], where: str, since: int) -> None:
    """What a side's log says (`has`) or must not say (`lacks`) of the entries since a version."""
    told = "\n".join(entry.fact.sentence() for entry in seen(game.entries, side) if entry.version > since)
    for text in wanted.get("has", ()):
        if text not in told:
            raise Failed(f"{where}: the {side} log does not say {text!r}: {told}")
    for text in wanted.get("lacks", ()):
        if text in told:
            raise Failed(f"{where}: the {side} log says {text!r}")


def _facts(game: Game[Any], wanted: Mapping[str, Any], where: str, since: int) -> None:
    """The facts recorded since a version: some like each that is named (`has`), and none (`lacks`)."""
    facts = [entry.fact for entry in game.entries if entry.version > since]
    told = ", ".join(dict.fromkeys(" ".join(filter(None, (fact.TOPIC, fact.rule))) for fact in facts)) or "nothing"
    for key in wanted:
        for one in wanted[key]:
            if any(_is_like(fact, one) for fact in facts) != (key == "has"):
                raise Failed(f"{where}: {'no' if key == 'has' else 'a'} fact like {one} was recorded; it was {told}")


def _is_like(fact: Fact, wanted: Mapping[str, Any]) -> bool:
    if "topic" in wanted and wanted["topic"] != fact.TOPIC:
        return False
    if "rule" in wanted and not cites(fact.rule, wanted["rule"]):
        return False
    return all(
        _plain(getattr(fact, stored_fields(type(fact))[key])) == value
        for key, value in wanted.items()
        if key not in ("topic", "rule")
    )


# ---- the whole record ----


def audited(game: Game[Any], wanted: Mapping[str, int], where: str, start: int) -> None:
    """That the audit finds what is wanted of everything said since a version; and where nothing is, that nothing
    differs from the rules."""
    findings = list(audit(game, start))
    found = Counter(finding.verdict for finding in findings)
    for verdict, count in wanted.items():
        _same(found[verdict], count, f"{where}: what the audit calls {verdict!r}")
    for finding in findings:
        if finding.verdict in (DIFFERS, UNDECIDABLE) and finding.verdict not in wanted:
            raise Failed(
                f"{where}: the audit of entry {finding.version}, {finding.said!r}: {finding.verdict}: {finding.why}"
            )


def kept(game: Game[Any], where: str) -> None:
    """That a diary keeps the game: every seal fits, and opened again it stands as it stood."""
    with tempfile.TemporaryDirectory() as folder, Diary(Path(folder) / "case.db") as diary:
        id = diary.store("case", game).id
        if problems := diary.verify(id):
            raise Failed(f"{where}: the diary is not whole: {'; '.join(map(str, problems))}")
        again = diary.open(id)
        if (again.state, again.waits, again.version) != (game.state, game.waits, game.version):
            path, value = next(differences(game.state, again.state), (("the open question",), again.waits))
            raise Failed(f"{where}: opened again from a diary, {'.'.join(path)} is {value!r}")
