"""The audit: every declaration run again under today's rules, with the recorded answers and readings. It never writes.

A run is checked fact by fact against the record. After each declaration the audit goes on from what was recorded, so
that one difference stays one.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from auditing.traces import CHART, corrections, procedures, trace
from domain.kernel.entries import Entry, standing
from domain.kernel.errors import BadInput, Diverged, RuleBroken, Trouble, Unread
from domain.kernel.facts import (
    PLAYED_ON,
    Adjusted,
    ChartRead,
    Decided,
    Declared,
    Drawn,
    Fact,
    Irregular,
    Rolled,
    Stub,
    substance,
)
from domain.kernel.game import Game
from domain.kernel.questions import Unanswered, value_of
from domain.kernel.repeats import again_words, made_again
from domain.kernel.rules import Mend
from domain.kernel.run import Procedure, attempt, run
from domain.kernel.state import say, walk
from domain.kernel.table import Answers, Given, Table
from domain.kernel.telling import told, told_apart

AGREES, IRREGULAR, ADJUSTED, DIFFERS, UNDECIDABLE = (
    "agrees",
    "irregular as recorded",
    "adjusted",
    "differs",
    "undecidable",
)
BY_HOUSE = "by house rule"
"""The finding for a declaration that was played against a rule by the table's own ruling in words on it."""
MENDED = "mended since"
"""The finding for a difference caused by a mend: the declaration was played by the older rules."""
CORRECTED = "rests on a corrected row"
"""The finding for a declaration that agrees with a chart as it was read then, and not as corrected since."""
SEALED = "cannot be decided"
"""The finding for a declaration that rests, or may rest, on unreadable sealed secrets. Nobody is accused by them."""
VERDICTS = (AGREES, BY_HOUSE, IRREGULAR, CORRECTED, ADJUSTED, MENDED, DIFFERS, UNDECIDABLE, SEALED)

ANSWERS = (Decided, Rolled, Drawn)

SHOWN = 6
"""Maximum number of facts shown on each side of a difference."""


class Finding(NamedTuple):
    """The audit's finding for one declaration, or for one value set by hand.

    `recorded` and `given` are the differing facts in words. `depends` holds the versions of the later declarations that
    rest on the difference.
    """

    entry: Entry
    verdict: str
    why: str = ""
    rule: str = ""
    recorded: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    depends: tuple[int, ...] = ()
    cites: tuple[str, ...] = ()
    """The rules cited at the first difference: by the record, by today's rules, and by a refusal."""
    again: tuple[str, ...] = ()
    """Its throws and draws that were made again after a take-back, with what they were before."""

    @property
    def version(self) -> int:
        return self.entry.version

    @property
    def moment(self) -> str:
        return moment_words(self.entry)

    @property
    def said(self) -> str:
        fact = self.entry.fact
        return adjusting_words(fact) if isinstance(fact, Adjusted) else declaration_words(fact)

    def plain(self) -> dict[str, Any]:
        """The finding as JSON has it."""
        told = self._asdict()
        del told["entry"]
        return {"version": self.version, "moment": self.moment, "said": self.said, **told}

    @property
    def comes_out_the_same(self) -> bool:
        """Whether it rests on a row that was corrected since, and nothing of it changes."""
        return self.verdict == CORRECTED and not (self.recorded or self.given)


def audit(game: Game[Any], after: int = 0) -> Iterator[Finding]:
    """Yields a finding for every declaration, and every value set by hand, after a version."""
    waiting = game.running.version if game.waits and game.running else 0
    corrected, again = corrections(game), made_again(game.entries)

    @cache
    def first_sealed() -> int:
        return next((entry.version for entry in game.stands if is_sealed(entry.fact)), game.version + 1)

    for found in procedures(game, after):
        if isinstance(found, Procedure):
            finding = _judge(game, found, waits=found.declared.version == waiting or bool(game.state.result))
            last = found.log[-1].version if found.log else found.declared.version
            if finding.verdict in (DIFFERS, UNDECIDABLE) and last >= first_sealed():
                finding = Finding(found.declared, SEALED, why="it may rest on what is sealed, and was not opened here")
            if finding.verdict == DIFFERS:
                finding = _mended(finding, game.rules.mended_since(_made(game.entries, finding.version)))
            if corrected and corrected[-1].version > last and finding.verdict in (AGREES, BY_HOUSE, IRREGULAR):
                since = [entry for entry in corrected if entry.version > last]
                finding = _corrected(game, finding, found, since)
            if again:
                repeats = [one for one in found.own if one.version in again]
                words = (f"#{one.version} {again_words(one, again[one.version])}" for one in repeats)
                finding = finding._replace(again=tuple(words)) if repeats else finding
            yield finding
        elif isinstance(found.fact, Adjusted):
            yield Finding(found, ADJUSTED, why=found.fact.why)


def mend_behind(game: Game[Any], version: int) -> str:
    """What was mended in the rules since a declaration was recorded, if it comes out otherwise by that; else ""."""
    finding = next(audit(game, version - 1), None)
    return finding.why if finding and (finding.version, finding.verdict) == (version, MENDED) else ""


def _judge(game: Game[Any], procedure: Procedure[Any], *, waits: bool) -> Finding:
    declared = procedure.declared
    if is_sealed(declared.fact) or (procedure.holds(Stub) and any(isinstance(fact, Stub) for fact in procedure.facts)):
        return Finding(declared, SEALED, why="a secret in it is not open")
    try:
        ran = run(game.rules, procedure, procedure.log)
    except RuleBroken as error:
        return _differing(game, procedure, f"the rules refuse it: {error.why}", error.rule)
    except Diverged as error:
        return _differing(game, procedure, f"entry {error.entry} is not what the rules give", "")
    except BadInput as error:
        return Finding(declared, UNDECIDABLE, why=str(error))
    except (LookupError, TypeError, ValueError) as error:  # values that no declaration of these rules has
        return Finding(declared, UNDECIDABLE, why=f"today's rules make nothing of it ({error})")
    if isinstance(ran.stopped, Unread):
        return Finding(
            declared, UNDECIDABLE, why=f"nobody has read out the {ran.stopped.chart} chart's row {ran.stopped.row}"
        )
    if ran.stopped is not None and not waits:
        question = ran.stopped.question
        return _differing(game, procedure, f"the rules ask {question.words!r}, which was not asked", question.rule)
    if ran.new and ran.stopped is None:
        return _differing(game, procedure, "the rules give more than was recorded", ran.new[0].rule)
    return _agreeing(procedure)


def _made(entries: Sequence[Entry], version: int) -> str:
    """The version of the rules that made an entry; "" if unknown."""
    return next((entry.made.rules for entry in reversed(entries) if entry.made and entry.version <= version), "")


def _mended(finding: Finding, mends: Sequence[Mend]) -> Finding:
    """The finding, changed to MENDED if a rule cited at the first difference was mended since: nobody played it
    wrong."""
    mend = next((mend for mend in mends if mend.touches(finding.cites)), None)
    return (
        finding._replace(verdict=MENDED, why=f"rules {mend.version}, {', '.join(mend.rules)}: {mend.what}")
        if mend
        else finding
    )


def _corrected(game: Game[Any], finding: Finding, procedure: Procedure[Any], since: Sequence[Entry]) -> Finding:
    """The finding, changed to CORRECTED if the procedure read rows that were corrected since and now comes out
    otherwise.
    """
    read = trace(game.rules, procedure).every
    rows = {
        (CHART, fact.chart, fact.row): entry
        for entry in since
        if isinstance(fact := entry.fact, ChartRead) and not fact.stays
    }
    mine = {key: entry for key, entry in rows.items() if key in read}
    if not mine:
        return finding
    start = procedure.start
    for entry in mine.values():
        start = game.rules.fold(entry.fact, start)
    given = freely(game, procedure.starting(start))
    apart = list(parted(procedure.facts, given.new))
    which = "; ".join(
        f"the {chart} chart's row {row}, corrected in #{entry.version}" for (_, chart, row), entry in mine.items()
    )
    because = f": {stopped_by(given)}" if apart and given.stopped else ""
    comes = f"it comes out otherwise with it{because}" if apart else "it comes out the same with it"
    recorded, would = in_two_columns(apart, game.rules.sides)
    verdict = CORRECTED if finding.verdict == AGREES else finding.verdict
    return finding._replace(
        verdict=verdict,
        why="; ".join(filter(None, (finding.why, f"{which}: {comes}"))),
        recorded=recorded,
        given=would,
    )


def is_sealed(fact: Fact) -> bool:
    """Whether a fact is only the public form of a secret."""
    return isinstance(fact, Stub) or (isinstance(fact, Declared) and bool(fact.secret) and not fact.values)


def _agreeing(procedure: Procedure[Any]) -> Finding:
    against = [fact for fact in procedure.facts if isinstance(fact, PLAYED_ON)] if procedure.holds(*PLAYED_ON) else ()
    if not against:
        return Finding(procedure.declared, AGREES)
    irregular = [fact for fact in against if isinstance(fact, Irregular)]
    verdict, told_of = (IRREGULAR, irregular) if irregular else (BY_HOUSE, against)
    return Finding(procedure.declared, verdict, why="; ".join(fact.remark() for fact in told_of), rule=told_of[0].rule)


def _differing(game: Game[Any], procedure: Procedure[Any], why: str, rule: str) -> Finding:
    given = freely(game, procedure)
    apart = list(parted(procedure.facts, given.new))
    first = next((b or a for a, b in apart), None)
    was, now = in_two_columns(apart, game.rules.sides)
    differing = [fact for fact in next(iter(apart), ()) if fact]
    after = procedure.start
    for fact in (procedure.declared.fact, *(entry.fact for entry in procedure.log)):
        after = game.rules.fold(fact, after)
    names = _differences(after, given.state)
    return Finding(
        procedure.declared,
        DIFFERS,
        why=why,
        rule=rule or (first.rule if first else ""),
        recorded=was,
        given=now,
        depends=_mentioning(game, procedure.log[-1].version if procedure.log else procedure.declared.version, names),
        cites=tuple(sorted({rule, *(fact.rule or procedure.declared.fact.rule for fact in differing)} - {""})),
    )


def freely(game: Game[Any], procedure: Procedure[Any]) -> Table[Any]:
    """The table of a procedure run by today's rules with the recorded answers, unchecked."""
    answers, reason = Answers(), ""
    for fact in procedure.facts:
        if isinstance(fact, ANSWERS):
            queues = answers.unasked if fact.unasked else answers.named
            queues.setdefault(fact.name, deque()).append(Given(value_of(fact), getattr(fact, "source", "table")))
            reason = reason or fact.as_played
    return attempt(game.rules, procedure, answers=answers, insisted=reason)


def stopped_by(table: Table[Any]) -> str:
    """What stopped a run, in words; "" if it ended."""
    stop = table.stopped
    if isinstance(stop, Unanswered):
        return f"the rules ask {stop.question.words!r} [{stop.question.rule}]"
    if isinstance(stop, Unread):
        return f"nobody has read out the {stop.chart} chart's row {stop.row}"
    if isinstance(stop, RuleBroken):
        return f"the rules refuse it: {stop}"
    return str(stop) if isinstance(stop, Trouble) else ""


def parted(recorded: Sequence[Fact], given: Sequence[Fact]) -> Iterator[tuple[Fact | None, Fact | None]]:
    """The pairs of facts that differ in two runs: (recorded, given), None where one has no counterpart."""
    one, other = ([repr(substance(fact)) for fact in facts] for facts in (recorded, given))
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from zip_longest(recorded[a:b], given[c:d])


def in_two_columns(
    parted: Sequence[tuple[Fact | None, Fact | None]], sides: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The differing facts in words, (recorded, given). No line stands on both sides.

    A fact without a sentence is named only where no other differs.
    """
    parted = [pair for pair in parted if any(told(fact, sides) for fact in pair if fact)] or parted
    recorded: list[str] = []
    given: list[str] = []
    for one, other in parted:
        words = told_apart(one, other, sides) if one and other else (_alone(one, sides), _alone(other, sides))
        recorded += [words[0] + _rule(one)] if one else []
        given += [words[1] + _rule(other)] if other else []
    given = [f"{line}, in another place" if line in recorded else line for line in given]
    return tuple(recorded[:SHOWN]), tuple(given[:SHOWN])


def _alone(fact: Fact | None, sides: Mapping[str, str]) -> str:
    return told(fact, sides) or fact.TOPIC if fact else ""


def _rule(fact: Fact) -> str:
    return f" [{fact.rule}]" if fact.rule else ""


def _differences(one: Any, other: Any) -> set[str]:
    """The units, areas and fields in which two states differ."""
    a, b = dict(walk(one)), dict(walk(other))
    paths = {path for path in a.keys() | b.keys() if a.get(path) != b.get(path)}
    return {path[1] if len(path) > 1 else path[0] for path in paths}


def _mentioning(game: Game[Any], after: int, names: set[str]) -> tuple[int, ...]:
    """The later declarations that name one of these names."""
    marks = [json.dumps(name, ensure_ascii=False) for name in names]
    found = dict.fromkeys(
        entry.of
        for entry in standing(game.entries)
        if entry.version > after and any(mark in entry.fact.model_dump_json() for mark in marks)
    )
    return tuple(found)


def moment_words(entry: Entry) -> str:
    return " / ".join(entry.moment.path)


def adjusting_words(fact: Adjusted) -> str:
    """The words of values that were set by hand."""
    return "adjust " + ", ".join(f"{'.'.join(c.path)} was {say(c.was)}, is {say(c.now)}" for c in fact.changes)


def declaration_words(fact: Fact) -> str:
    """The words of a declaration, without its answers."""
    if isinstance(fact, Declared):
        values = " ".join(
            say(value) if not isinstance(value, Mapping) else _groups(value) for value in fact.values.values()
        )
        return " ".join(filter(None, (f"{fact.side}:" if fact.side else "", fact.verb, values)))
    return fact.sentence() or fact.TOPIC


def _groups(value: Mapping[str, Any]) -> str:
    return " ".join(f"{head}:{say(members)}" for head, members in value.items())
