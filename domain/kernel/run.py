"""The one way to run a procedure: in play, when its question is answered, in an audit, and when somebody asks why.

A procedure runs from its start and is checked against its record. Where the record ends, it goes on with the known
answers, up to its end or to the first question without an answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.entries import Before, Entry
from domain.kernel.errors import ByHand, Diverged, Finished, NotAsked, RuleBroken, Trouble, Unread, unknown
from domain.kernel.facts import PLAYED_ON, ChartRead, Declared, Fact, Stub
from domain.kernel.questions import CHANCE, Answer, Question, ReadOut, Unanswered, value_of
from domain.kernel.questions import said as in_text
from domain.kernel.rules import Rules
from domain.kernel.sequence import NEXT
from domain.kernel.state import State
from domain.kernel.supposing import TRIES, supposing
from domain.kernel.table import NOTHINGS, Answers, Left, Mark, Table

S = TypeVar("S", bound=State)


RARE: frozenset[type[Fact]] = frozenset((ChartRead, Stub, *PLAYED_ON))
"""Kinds of facts that few procedures have, and somebody looks for: rows read out, stubs of secrets, rules set aside."""


@dataclass(frozen=True, repr=False)
class Procedure(Generic[S]):
    """A declaration (or the beginning of a game) in the record."""

    declared: Entry
    start: S
    """The state before the declaration."""
    log: tuple[Entry, ...] = ()
    """The entries after the declaration, its own and those said beside it, in order."""
    states: dict[int, S] | None = None
    """The states after the declaration and the entries of the log, by their versions, as far as they have been folded:
    whoever folds one keeps it here. None where a run keeps none."""
    before: Before = field(default_factory=Before)
    """What stands before the declaration, as far as it is known. Only words come of it: no rule may depend on it."""
    rare: bool = True
    """Whether the log may hold a fact of a `RARE` kind: if not, nobody goes through it for one."""

    @property
    def version(self) -> int:
        return self.declared.version

    def starting(self, start: S) -> Procedure[S]:
        """The same procedure from another state, in which nothing of it has been folded yet."""
        return replace(self, start=start, states=None)

    @cached_property
    def _kinds(self) -> frozenset[type[Fact]]:
        return frozenset([entry.fact.__class__ for entry in self.log])

    def holds(self, *kinds: type[Fact]) -> bool:
        """Whether the log holds a fact of one of these `RARE` kinds."""
        return self.rare and not self._kinds.isdisjoint(kinds)

    @property
    def reads(self) -> bool:
        """Whether rows were read out while it waited."""
        return self.holds(ChartRead)

    @cached_property
    def own(self) -> tuple[Entry, ...]:
        """The entries of the log that the procedure made."""
        version = self.version
        return tuple([entry for entry in self.log if entry.of == version])

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts it recorded. Rows that were read out for it are not among them."""
        facts = [entry.fact for entry in self.own]
        return tuple([fact for fact in facts if not isinstance(fact, ChartRead)] if self.reads else facts)


class Ran(NamedTuple, Generic[S]):
    """The result of a run: the table with its new facts and states, and the question that stopped it, if any."""

    table: Table[S]
    stopped: Unanswered | Unread | None
    asked: str
    """The question that was open in the record."""

    @property
    def new(self) -> list[Fact]:
        return self.table.new

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def unused(self) -> tuple[Left, ...]:
        """Answers that were given and not yet asked for."""
        return self.table.answers.left(self.asked)

    def question(self, rules: Rules[S]) -> Question[Any] | None:
        """The question it stopped at: the procedure's own, or the row of a chart that nobody has read out; None if it
        ended.
        """
        if isinstance(self.stopped, Unanswered):
            return self.stopped.question
        if self.stopped is None:
            return None
        schema, chart, row = rules.printed.charts[self.stopped.chart], self.stopped.chart, self.stopped.row
        words = f"the {chart} chart: what does the printed game say of {row}?"
        return ReadOut(
            name="chart", by="table", rule="", words=words, chart=chart, row=row, fields=tuple(schema.model_fields)
        )


def run(
    rules: Rules[S],
    procedure: Procedure[S],
    log: tuple[Entry, ...] = (),
    answers: Answers | None = None,
    *,
    insisted: str = "",
    speaker: str = "",
    mark: Mark[S] | None = None,
    asked: str = "",
) -> Ran[S]:
    """Runs a procedure against a log (its own, or a part of it), and on from there with these answers.

    Chart rows that were read out while it waited count as true from its start. `insisted` is the reason for which
    answers against a rule stand, `speaker` the side that gives the first answer, `asked` the question open in the
    record. With a `mark` that still fits the record, it goes on from there.

    Answers that nothing asks for are compared with what the rules gave, each with one thing, in order. First they are
    compared with what the rules gave after the answers that were asked for. If some do not agree, the procedure runs
    anew, and each thing the rules give takes its answer where it comes up. If the table insists on an answer that
    agrees with nothing, it runs once more, and that answer stands there.

    Raises Diverged if the rules give anything else than the log holds, and RuleBroken or BadInput for new answers.
    """
    answers = answers or Answers()
    said = answers.copy() if answers.named or answers.own else answers
    table = _table(rules, procedure, log, answers, insisted, mark)
    table.speaker, table.opening = speaker, bool(asked)
    stopped: Unanswered | Unread | None = None
    try:
        _perform(rules, procedure, table)
    except (Unanswered, Unread) as stop:
        stopped = stop.with_traceback(None)  # a traceback would keep this run in memory until the collector comes
    except Finished:
        pass
    may_agree = table.given[table.settled :] if table.answers.named and not table.opening else ()
    for name in dict.fromkeys([one.question.name for one in may_agree]):
        if table.agreed(name):
            continue
        if name not in said.stated:
            once_more = replace(said, stated=said.stated | {name})
        elif table.hold_against(name):
            once_more = replace(said, insisting=said.insisting | {name})
        else:
            continue
        return run(rules, procedure, log, once_more, insisted=insisted, speaker=speaker, mark=mark, asked=asked)
    _require_all_asked(rules, table, stopped, asked)
    if insisted and any(isinstance(fact, PLAYED_ON) for fact in table.new):
        _require_carried_out(table, stopped)
    table.absorb()
    if table.log and stopped is None:
        raise Diverged(
            table.of, table.log[0].version, table.log[0].fact.sentence() or table.log[0].fact.TOPIC, "nothing more"
        )
    table.forget_questions()
    return Ran(table, stopped, asked)


def attempt(
    rules: Rules[S],
    procedure: Procedure[S],
    log: tuple[Entry, ...] = (),
    answers: Answers | None = None,
    *,
    insisted: str = "",
    watch: Callable[[Entry], None] | None = None,
) -> Table[S]:
    """The table of a procedure run as far as it goes, whatever stops it. It shows what the rules make of it, or what
    they look at.

    `watch` is called before each entry of the log takes effect.
    """
    table = _table(rules, procedure, log, answers or Answers(), insisted, None)
    table.watch = watch
    try:
        _perform(rules, procedure, table)
    except Finished:
        pass
    except (Trouble, Unanswered, Unread) as stop:
        table.stopped = stop.with_traceback(None)
    return table


def refused_anyhow(
    rules: Rules[S], procedure: Procedure[S], answers: Answers, ran: Ran[S], insisted: str = ""
) -> RuleBroken | ByHand | None:
    """The refusal of a declaration that fails whatever is answered before it is reached; None if it may succeed.

    A declaration that leads past the end of a phase first asks that phase's remaining questions, and their answers
    cannot be unsaid. So it is tested first whether the line can hold after them.
    """
    fact = procedure.declared.fact
    assert isinstance(fact, Declared)
    on_the_way = not ran.table.arrived or (fact.verb == NEXT and bool(fact.values))
    if not on_the_way or not isinstance(ran.stopped, Unanswered):
        return None
    refusals: list[RuleBroken | ByHand] = []
    for n in range(TRIES):
        table = _table(rules, procedure, (), answers.copy(), insisted, None)
        table.suppose = supposing(n)
        try:
            _perform(rules, procedure, table)
            if insisted and any(isinstance(new, PLAYED_ON) for new in table.new):
                _require_carried_out(table, None)
        except (RuleBroken, ByHand) as error:
            refusals.append(error)
        except (Trouble, Unanswered, Unread, Finished):
            return None
        else:
            return None
    return refusals[0]


def _table(
    rules: Rules[S],
    procedure: Procedure[S],
    log: tuple[Entry, ...],
    answers: Answers,
    insisted: str,
    mark: Mark[S] | None,
) -> Table[S]:
    """The table for a run, in the state at the procedure's start, or at its mark."""
    before = mark.place(procedure.own) if mark else None
    at = procedure.log.index(procedure.own[before]) + 1 if before is not None else 0
    read = [entry for entry in procedure.log[at:] if isinstance(entry.fact, ChartRead)] if procedure.reads else []
    keeps = not read and log is procedure.log  # a row read meanwhile changes all the states
    known = procedure.states if keeps and procedure.states is not None else {}
    start = known.get(procedure.version)
    if start is None:
        start = known[procedure.version] = rules.fold(procedure.declared.fact, procedure.start)
    if mark and before is not None:
        start = mark.state
    for entry in read:
        start = rules.fold(entry.fact, start)
    fact = procedure.declared.fact
    side, as_played = (fact.side, fact.as_played) if isinstance(fact, Declared) else ("", "")
    return Table(
        rules,
        start,
        deque([entry for entry in log[at:] if not isinstance(entry.fact, ChartRead)] if read else log[at:]),
        procedure.version,
        side,
        as_played,
        insisted,
        answers,
        fact.secret,
        known=known,
        resumed=mark if before is not None else None,
        broken={
            (one.fact.rule, one.fact.why)
            for one in procedure.log[:at]
            if one.of == procedure.version and isinstance(one.fact, PLAYED_ON)
        },
        recorded=log,
        before=procedure.before,
    )


def _perform(rules: Rules[S], procedure: Procedure[S], table: Table[S]) -> None:
    fact = procedure.declared.fact
    if isinstance(fact, Declared):
        verb = rules.verb(fact.verb)
        values = verb.values(fact.values)
        if not table.resumed:
            if over := table.state.result:
                table.refuse(rules.ends.over_by(over), f"the game is over: {over.why}")
            rules.play.sequence.reach(table, verb)
            table.reached, table.arrived = len(table.new), True
            # the line was insisted on; the answers on the way were not
            table.as_played = table.as_played or fact.as_played
            if verb.name != NEXT:
                table.suppose = None
        verb.procedure(table, **values)
    elif rules.play.begin:
        rules.play.begin(table)


def _require_all_asked(rules: Rules[S], table: Table[S], stopped: Unanswered | Unread | None, asked: str) -> None:
    """Raises NotAsked if answers are left that nothing has asked for and that may not wait.

    Raises Diverged if the open question of the record has not come up.
    """
    over = table.answers.left(asked)
    if not over or _may_wait(rules, table, over, stopped):
        return
    if table.opening and asked in table.answers.named:
        raise Diverged(table.of, table.of, f"the open question {asked!r}", "no such question here")
    said = f"nothing asks for {', '.join(map(str, over))}"
    stranger = next(
        (
            left.name
            for left in over
            if left.name and rules.play.question_names and left.name not in rules.play.question_names
        ),
        "",
    )
    given = next(filter(None, (table.why_given(left.name) for left in over if left.name)), None)
    elsewhere = next((left.name for left in over if left.name in rules.play.questions), "")
    if stranger:
        said = f"{said}; {unknown('question', stranger, sorted(rules.play.question_names))}"
    elif given:
        said = f"{said}: {given[1]} [{given[0]}]"
    if isinstance(stopped, Unanswered):
        open_ = stopped.question
        raise NotAsked(f"{said}; the open question is {open_.name}: {open_.words} [{open_.rule}]", open_.rule)
    if stopped is not None:
        raise NotAsked(f"{said}; the {stopped.chart} chart's row {stopped.row} has to be read out first")
    if elsewhere and not (stranger or given):
        said = f"{said}: {elsewhere} is for {rules.play.questions[elsewhere]} to ask, which does not come up here"
    by_hand = "" if stranger or given else "; set by hand what it led to, `adjust …`, or say it in a note"
    rule = given[0] if given else rules.play.questions.get(elsewhere, "").partition(", ")[0]
    raise NotAsked(said + by_hand, "" if stranger else rule)


def _may_wait(rules: Rules[S], table: Table[S], over: Sequence[Left], stopped: Unanswered | Unread | None) -> bool:
    """Whether the answers left over may be asked for after the open question.

    They must answer questions that exist, or be dice of a procedure that goes from roll to roll and now waits for a
    player's choice.
    """
    if not table.answers.patient or stopped is None or table.opening:
        return False
    chosen = isinstance(stopped, Unanswered) and not isinstance(stopped.question, CHANCE)
    return all(left.name in rules.play.question_names if left.name else chosen and table.marks for left in over)


def _require_carried_out(table: Table[S], stopped: Unanswered | Unread | None) -> None:
    """Raises ByHand if nothing follows from what the table insists on, or the same question is put again.

    Such a line is done or refused, never noted and dropped.
    """
    new = table.new[table.reached :]
    if isinstance(stopped, Unread) or not all(isinstance(fact, (*PLAYED_ON, Answer)) for fact in new):
        return
    said = [fact for fact in new if isinstance(fact, Answer)]
    if not said:
        if stopped is None:
            raise ByHand("nothing would follow from this")
        return
    last, question, answered = said[-1], stopped.question if stopped else None, table.asked
    again = (
        question is not None
        and answered is not None
        and _alike(question, answered)
        and bool(question.beyond(question.restore(value_of(last))))
    )
    if again or (stopped is None and value_of(last) not in NOTHINGS):
        raise ByHand(f"nothing would follow from {last.name} {in_text(last)}")


def _alike(one: Question[Any], other: Question[Any]) -> bool:
    """Whether a question is another one put again, with the same words and options."""
    return (one.name, one.words, one.hint()) == (other.name, other.words, other.hint())
