"""The audit: every declaration run again under today's rules, with the recorded answers and readings. It never writes.

A run is checked fact by fact against the record. After each declaration the audit goes on from what was recorded, so that
one difference stays one.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import BadInput, Diverged, RuleBroken, Unread
from domain.kernel.facts import Adjusted, Decided, Declared, Drawn, Fact, GameBegan, Irregular, Rolled, Sealed, same
from domain.kernel.game import Game
from domain.kernel.questions import value_of
from domain.kernel.rules import Mend
from domain.kernel.run import Procedure, attempt, run
from domain.kernel.state import say, walk
from domain.kernel.table import Answers, Given

AGREES, IRREGULAR, ADJUSTED, DIFFERS, UNDECIDABLE = "agrees", "irregular as recorded", "adjusted", "differs", "undecidable"
MENDED = "mended since"
"""It was played by the rules of its day, and a later version of them has that rule right."""
SEALED = "cannot be decided"
"""Of what rests, or may rest, on what a side keeps sealed: nobody is accused by what nobody here can read."""
VERDICTS = (AGREES, IRREGULAR, ADJUSTED, MENDED, DIFFERS, UNDECIDABLE, SEALED)

ANSWERS = (Decided, Rolled, Drawn)


@dataclass(frozen=True)
class Finding:
    """What the audit says of one declaration, or of one value set by hand.

    `recorded` and `given` are the facts from the first difference on, in words; `depends` the later declarations that rest
    on what differs, by their versions.
    """

    version: int
    moment: str
    said: str
    verdict: str
    why: str = ""
    rule: str = ""
    recorded: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    depends: tuple[int, ...] = ()
    cites: tuple[str, ...] = ()
    """The rules at the first difference: of what was recorded, of what the rules give, and of a refusal."""


def procedures(game: Game[Any], after: int = 0) -> Iterator[Procedure[Any] | Entry]:
    """The standing record taken apart: procedures, and between them what stands beside the rules. In order of their beginning."""
    entries = standing(game.entries)
    last: dict[int, int] = {entry.of: n for n, entry in enumerate(entries)}
    state = game.rules.initial
    for n, entry in enumerate(entries):
        if entry.version > after:
            if isinstance(entry.fact, (Declared, GameBegan)):
                yield Procedure(entry, state, tuple(entries[n + 1 : last[entry.of] + 1]))
            elif entry.of == entry.version:
                yield entry
        state = game.rules.fold(entry.fact, state)


def audit(game: Game[Any], after: int = 0) -> Iterator[Finding]:
    """A finding for every declaration, and every value set by hand, after a version."""
    waiting = game.running.version if game.waits and game.running else 0
    made = [(entry.version, entry.made.rules) for entry in game.entries if entry.made]
    sealed = next((entry.version for entry in standing(game.entries) if _is_sealed(entry.fact)), game.version + 1)
    for found in procedures(game, after):
        if isinstance(found, Procedure):
            finding = _judge(game, found, waits=found.declared.version == waiting or bool(game.state.result))
            last = found.log[-1].version if found.log else found.declared.version
            if finding.verdict in (DIFFERS, UNDECIDABLE) and last >= sealed:
                finding = Finding(finding.version, finding.moment, finding.said, SEALED, why="it may rest on what is sealed, and was not opened here")
            yield _mended(finding, game.rules.mended_since(_last(made, finding.version)))
        elif isinstance(found.fact, Adjusted):
            changes = ", ".join(f"{'.'.join(c.path)} was {say(c.was)}, is {say(c.now)}" for c in found.fact.changes)
            yield Finding(found.version, _moment(found), f"adjust {changes}", ADJUSTED, why=found.fact.why)


def _judge(game: Game[Any], procedure: Procedure[Any], *, waits: bool) -> Finding:
    declared = procedure.declared
    about = (declared.version, _moment(declared), said(declared.fact))
    if any(_is_sealed(entry.fact) for entry in (declared, *procedure.own)):
        return Finding(*about, SEALED, why="a secret in it is not open")
    try:
        ran = run(game.rules, procedure, procedure.log)
    except RuleBroken as error:
        return _differing(game, about, procedure, f"the rules refuse it: {error.why}", error.rule)
    except Diverged as error:
        return _differing(game, about, procedure, f"entry {error.entry} is not what the rules give", "")
    except BadInput as error:
        return Finding(*about, UNDECIDABLE, why=str(error))
    except (LookupError, TypeError, ValueError) as error:  # values no declaration of these rules has
        return Finding(*about, UNDECIDABLE, why=f"today's rules make nothing of it ({error})")
    if isinstance(ran.stopped, Unread):
        return Finding(*about, UNDECIDABLE, why=f"nobody has read out the {ran.stopped.chart} chart's row {ran.stopped.row}")
    if ran.stopped is not None and not waits:
        question = ran.stopped.question
        return _differing(game, about, procedure, f"the rules ask {question.words!r}, which was not asked", question.rule)
    if ran.new and ran.stopped is None:
        return _differing(game, about, procedure, "the rules give more than was recorded", ran.new[0].rule)
    return _agreeing(about, procedure)


def _last(made: Sequence[tuple[int, str]], version: int) -> str:
    """The version of the rules that made an entry; "" where nobody said."""
    return next((rules for since, rules in reversed(made) if since <= version), "")


def _mended(finding: Finding, mends: Sequence[Mend]) -> Finding:
    """What differs where a rule was mended since it was played, by the numbers of the rules at the first difference: nobody played it wrong."""
    mend = next((mend for mend in mends if finding.verdict == DIFFERS and mend.touches(finding.cites)), None)
    return replace(finding, verdict=MENDED, why=f"rules {mend.version}, {', '.join(mend.rules)}: {mend.what}") if mend else finding


def _is_sealed(fact: Fact) -> bool:
    """Whether only the public form of a secret is at hand."""
    return isinstance(fact, Sealed) or (isinstance(fact, Declared) and bool(fact.secret) and not fact.values)


def _agreeing(about: tuple[int, str, str], procedure: Procedure[Any]) -> Finding:
    irregular = [fact for fact in procedure.facts() if isinstance(fact, Irregular)]
    if irregular:
        return Finding(*about, IRREGULAR, why="; ".join(fact.remark() for fact in irregular), rule=irregular[0].rule)
    return Finding(*about, AGREES)


def _differing(game: Game[Any], about: tuple[int, str, str], procedure: Procedure[Any], why: str, rule: str) -> Finding:
    recorded, (given, state) = procedure.facts(), _freely(game, procedure)
    at = next((n for n, (a, b) in enumerate(zip(recorded, given, strict=False)) if not same(a, b)), min(len(recorded), len(given)))
    differing = [*given[at : at + 1], *recorded[at : at + 1]]
    first = next(iter(differing), None)
    after = procedure.start
    for fact in (procedure.declared.fact, *(entry.fact for entry in procedure.log)):
        after = game.rules.fold(fact, after)
    names = _differences(after, state)
    return Finding(
        *about, DIFFERS, why=why, rule=rule or (first.rule if first else ""), recorded=_words(recorded[at:]), given=_words(given[at:]),
        depends=_mentioning(game, procedure.log[-1].version if procedure.log else procedure.declared.version, names),
        cites=tuple(sorted({rule, *(fact.rule for fact in differing)} - {""})),
    )  # fmt: skip


def _freely(game: Game[Any], procedure: Procedure[Any]) -> tuple[list[Fact], Any]:
    """What today's rules give with the recorded answers, unchecked; and the state that leads to."""
    named: dict[str, deque[Given]] = {}
    reason = ""
    for fact in procedure.facts():
        if isinstance(fact, ANSWERS):
            named.setdefault(fact.name, deque()).append(Given(value_of(fact), getattr(fact, "source", "table")))
            reason = reason or fact.as_played
    table = attempt(game.rules, procedure, answers=Answers(named), insisted=reason)
    return table.new, table.state


def _words(facts: Sequence[Fact]) -> tuple[str, ...]:
    return tuple((fact.sentence() or fact.TOPIC) + (f" [{fact.rule}]" if fact.rule else "") for fact in facts)[:6]


def _differences(one: Any, other: Any) -> set[str]:
    """The units, areas and fields in which two states differ."""
    a, b = dict(walk(one)), dict(walk(other))
    paths = {path for path in a.keys() | b.keys() if a.get(path) != b.get(path)}
    return {path[1] if len(path) > 1 else path[0] for path in paths}


def _mentioning(game: Game[Any], after: int, names: set[str]) -> tuple[int, ...]:
    """The later declarations that name one of these."""
    marks = [json.dumps(name, ensure_ascii=False) for name in names]
    found = dict.fromkeys(
        entry.of for entry in standing(game.entries) if entry.version > after and any(mark in entry.fact.model_dump_json() for mark in marks)
    )
    return tuple(found)


def _moment(entry: Entry) -> str:
    return " / ".join(entry.moment.path)


def said(fact: Fact) -> str:
    """A declaration as it was said, without its answers."""
    if isinstance(fact, Declared):
        values = " ".join(say(value) if not isinstance(value, Mapping) else _groups(value) for value in fact.values.values())
        return " ".join(filter(None, (f"{fact.side}:" if fact.side else "", fact.verb, values)))
    return fact.sentence() or fact.TOPIC


def _groups(value: Mapping[str, Any]) -> str:
    return " ".join(f"{head}:{say(members)}" for head, members in value.items())
