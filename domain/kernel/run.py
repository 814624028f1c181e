"""One way to run a procedure: when it is played, when its question is answered, when it is audited, and when somebody asks why.

A procedure is run from its start, checked against what the record holds of it, and goes on where the record ends: with the
answers that are known, up to its end or to the first question that has none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.entries import Entry
from domain.kernel.errors import ByHand, Diverged, Finished, NotAsked, RuleBroken, Trouble, Unread, unknown
from domain.kernel.facts import ChartRead, Declared, Fact, Irregular
from domain.kernel.questions import CHANCE, Answer, Question, ReadOut, Unanswered, value_of
from domain.kernel.questions import said as in_text
from domain.kernel.rules import Rules
from domain.kernel.sequence import NEXT
from domain.kernel.state import State
from domain.kernel.supposing import TRIES, supposing
from domain.kernel.table import NOTHINGS, Answers, Left, Mark, Table

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Procedure(Generic[S]):
    """A declaration (or the beginning of a game) as it stands in the record."""

    declared: Entry
    start: S
    """The state before it."""
    log: tuple[Entry, ...] = ()
    """What stands after it, its own entries and what was said beside it, in order."""
    states: tuple[S, ...] = ()
    """The state after the declaration, and after each entry of the log; empty where nobody kept them."""

    @property
    def version(self) -> int:
        return self.declared.version

    @property
    def own(self) -> list[Entry]:
        """The entries of the log that the procedure made."""
        return [entry for entry in self.log if entry.of == self.version]

    def facts(self) -> list[Fact]:
        """The facts it recorded; rows that were read out for it are none of its own."""
        return [entry.fact for entry in self.own if not isinstance(entry.fact, ChartRead)]


class Ran(NamedTuple, Generic[S]):
    """What a run came to: the facts that are new, each with the state after it, and what stopped it, if anything did."""

    table: Table[S]
    stopped: Unanswered | Unread | None
    asked: str
    """The question that was open by the record."""

    @property
    def new(self) -> list[Fact]:
        return self.table.new

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def unused(self) -> tuple[Left, ...]:
        """Answers that were said, and not asked for yet."""
        return self.table.answers.left(self.asked)

    def question(self, rules: Rules[S]) -> Question[Any] | None:
        """The question it stopped at: that of the procedure, or the row of a chart that nobody has read out."""
        if isinstance(self.stopped, Unanswered):
            return self.stopped.question
        if self.stopped is None:
            return None
        schema, chart, row = rules.charts[self.stopped.chart], self.stopped.chart, self.stopped.row
        words = f"the {chart} chart: what does the printed game say of {row}?"
        return ReadOut(name="chart", by="table", rule="", words=words, chart=chart, row=row, fields=tuple(schema.model_fields))


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
    """Runs a procedure, checked against a log (its own, or a part of it), and on from there with these answers.

    Rows of charts that were read out while it waited were true from its start. `insisted` is the reason for which answers
    against a rule stand, `speaker` the side that says the first of them, `asked` the question that is open by the record.
    From its last `mark` it goes on without its beginning.

    Answers that nothing asks for are held against what the rules gave, each against one thing, in order: first against what was given after those
    that were asked for; else the procedure runs anew, and what the rules give takes its answer where it comes up; and where the table insists on
    one that agrees with nothing, once more, and it stands there.

    Raises Diverged where the rules give anything else than the log holds, RuleBroken and BadInput for what is said now.
    """
    answers = answers or Answers()
    said = answers.copy() if answers.named or answers.own else answers
    table = _table(rules, procedure, log, answers, insisted, mark)
    table.speaker, table.opening = speaker, bool(asked)
    stopped: Unanswered | Unread | None = None
    try:
        _perform(rules, procedure, table)
    except (Unanswered, Unread) as stop:
        stopped = stop.with_traceback(None)  # which would keep all that was at hand, this run among it, until the collector comes
    except Finished:
        pass
    for name in dict.fromkeys(one.question.name for one in table.given[table.settled :] if not table.opening):
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
    if insisted and any(isinstance(fact, Irregular) for fact in table.new):
        _require_carried_out(table, stopped)
    table.absorb()
    if table.log and stopped is None:
        raise Diverged(table.of, table.log[0].version, table.log[0].fact.sentence() or table.log[0].fact.TOPIC, "nothing more")
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
    """Runs a procedure as far as it goes, whatever stops it: to see what the rules make of it, or what they look at.

    `watch` is called before each entry of the log takes effect.
    """
    table = _table(rules, procedure, log, answers or Answers(), insisted, None)
    table.watch = watch
    with suppress(Trouble, Unanswered, Unread, Finished):
        _perform(rules, procedure, table)
    return table


def refused_anyhow(rules: Rules[S], procedure: Procedure[S], answers: Answers, ran: Ran[S], insisted: str = "") -> RuleBroken | ByHand | None:
    """Why a declaration is refused whatever is answered before it is reached; None where something could come of it.

    What leads past the end of a phase asks what that phase still asks, which nobody unsays: so it is looked at first whether the line can hold then.
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
            if insisted and any(isinstance(new, Irregular) for new in table.new):
                _require_carried_out(table, None)
        except (RuleBroken, ByHand) as error:
            refusals.append(error)
        except (Trouble, Unanswered, Unread, Finished):
            return None
        else:
            return None
    return refusals[0]


def _table(rules: Rules[S], procedure: Procedure[S], log: tuple[Entry, ...], answers: Answers, insisted: str, mark: Mark[S] | None) -> Table[S]:
    """The table it runs at: in the state at its start, or at its mark."""
    before = mark.place(procedure.own) if mark else None
    at = procedure.log.index(procedure.own[before]) + 1 if before is not None else 0
    read = [entry for entry in procedure.log[at:] if isinstance(entry.fact, ChartRead)]
    kept = bool(procedure.states) and not read and log is procedure.log  # a row read meanwhile changes all the states
    start = procedure.states[0] if kept else rules.fold(procedure.declared.fact, procedure.start)
    if mark and before is not None:
        start = mark.state
    for entry in read:
        start = rules.fold(entry.fact, start)
    fact = procedure.declared.fact
    side, as_played = (fact.side, fact.as_played) if isinstance(fact, Declared) else ("", "")
    return Table(
        rules, start, deque(entry for entry in log[at:] if not isinstance(entry.fact, ChartRead)), procedure.version, side, as_played,
        insisted, answers, fact.secret, known=deque(procedure.states[1 + at :] if kept else ()), resumed=mark if before is not None else None,
        broken={(one.fact.rule, one.fact.why) for one in procedure.log[:at] if one.of == procedure.version and isinstance(one.fact, Irregular)},
    )  # fmt: skip


def _perform(rules: Rules[S], procedure: Procedure[S], table: Table[S]) -> None:
    fact = procedure.declared.fact
    if isinstance(fact, Declared):
        verb = rules.verb(fact.verb)
        values = verb.values(fact.values)
        if not table.resumed:
            if over := table.state.result:
                table.refuse(rules.over_by(over), f"the game is over: {over.why}")
            rules.sequence.reach(table, verb)
            table.reached, table.arrived = len(table.new), True
            table.as_played = table.as_played or fact.as_played  # what was answered on the way was not insisted on, the line was
            if verb.name != NEXT:
                table.suppose = None
        verb.procedure(table, **values)
    elif rules.begin:
        rules.begin(table)


def _require_all_asked(rules: Rules[S], table: Table[S], stopped: Unanswered | Unread | None, asked: str) -> None:
    """Raises NotAsked for answers that nothing has asked for and that may not wait; Diverged where that is what was open by the record."""
    over = table.answers.left(asked)
    if not over or _may_wait(rules, table, over, stopped):
        return
    if table.opening and asked in table.answers.named:
        raise Diverged(table.of, table.of, f"the open question {asked!r}", "no such question here")
    said = f"nothing asks for {', '.join(map(str, over))}"
    stranger = next((left.name for left in over if left.name and rules.question_names and left.name not in rules.question_names), "")
    given = next(filter(None, (table.why_given(left.name) for left in over if left.name)), None)
    elsewhere = next((left.name for left in over if left.name in rules.questions), "")
    if stranger:
        said = f"{said}; {unknown('question', stranger, sorted(rules.question_names))}"
    elif given:
        said = f"{said}: {given[1]} [{given[0]}]"
    if isinstance(stopped, Unanswered):
        open_ = stopped.question
        raise NotAsked(f"{said}; the open question is {open_.name}: {open_.words} [{open_.rule}]", open_.rule)
    if stopped is not None:
        raise NotAsked(f"{said}; the {stopped.chart} chart's row {stopped.row} has to be read out first")
    if elsewhere and not (stranger or given):
        said = f"{said}: {elsewhere} is for {rules.questions[elsewhere]} to ask, which does not come up here"
    by_hand = "" if stranger or given else "; set by hand what it led to, `adjust …`, or say it in a note"
    rule = given[0] if given else rules.questions.get(elsewhere, "").partition(", ")[0]
    raise NotAsked(said + by_hand, "" if stranger else rule)


def _may_wait(rules: Rules[S], table: Table[S], over: Sequence[Left], stopped: Unanswered | Unread | None) -> bool:
    """Whether what is left over may be asked for once the open question is answered: answers to questions that there are; and dice of a
    procedure that goes from roll to roll, where a player chooses.
    """
    if not table.answers.patient or stopped is None or table.opening:
        return False
    chosen = isinstance(stopped, Unanswered) and not isinstance(stopped.question, CHANCE)
    return all(left.name in rules.question_names if left.name else chosen and table.marks for left in over)


def _require_carried_out(table: Table[S], stopped: Unanswered | Unread | None) -> None:
    """What the table insists on is done, or refused, and never noted and dropped. Raises ByHand where nothing follows, or the same is asked again."""
    new = table.new[table.reached :]
    if isinstance(stopped, Unread) or not all(isinstance(fact, (Irregular, Answer)) for fact in new):
        return
    said = [fact for fact in new if isinstance(fact, Answer)]
    if not said:
        if stopped is None:
            raise ByHand("nothing would follow from this")
        return
    last, question, answered = said[-1], stopped.question if stopped else None, table.asked
    again = question is not None and answered is not None and _alike(question, answered) and bool(question.beyond(question.restore(value_of(last))))
    if again or (stopped is None and value_of(last) not in NOTHINGS):
        raise ByHand(f"nothing would follow from {last.name} {in_text(last)}")


def _alike(one: Question[Any], other: Question[Any]) -> bool:
    """Whether a question is another put again: what is said and offered is the same."""
    return (one.name, one.words, one.hint()) == (other.name, other.words, other.hint())
