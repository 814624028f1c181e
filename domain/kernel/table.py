"""The table: where a procedure runs.

A procedure is a plain function `procedure(table, …)`. It reads `table.state` (its own facts already folded in), records
facts and asks. When the record holds no answer to a question, `Unanswered` stops it. With the answer it runs again from
its start, checked fact by fact against the record, and goes on. So a procedure must be deterministic: no iteration over
sets of names, no clock, no chance but what it asks for, no broad `except`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from domain.kernel.errors import BadInput, Diverged, Finished, OutOfTurn, RuleBroken, Unanswered
from domain.kernel.facts import Declared, Fact, GameEnded, Irregular, StepBegan
from domain.kernel.questions import CHANCE, NOTHING, Question, Roll, value_of
from domain.kernel.rules import Moment, Rules, Step, Verb
from domain.kernel.state import PAPER, R, State

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Waits(NamedTuple):
    """The question a procedure stopped at; it stands on the last entry of its append and is no fact of its own."""

    name: str
    by: str
    words: str
    rule: str = ""
    secret: str = ""


class Entry(NamedTuple):
    """A fact in its place in a game's record."""

    version: int
    of: int
    """The version of the declaration it belongs to."""
    fact: Fact
    ends: bool = False
    """The last entry of its append: here a take-back may end, and nowhere else."""
    waits: Waits | None = None
    moment: Moment = Moment()
    at: str = ""
    """When it was recorded: UTC, ISO 8601."""
    by: str = ""
    """Who recorded it."""


class Given(NamedTuple):
    """An answer as it was given: text to be read by its question, or a value; `source` says who rolled."""

    value: Any
    source: str = "table"
    bare: bool = False
    """A word among others: dice may lie in groups, and the next one belong to the same roll."""

    def goes_on(self, question: Question[Any], word: Given) -> bool:
        """Whether the word behind it belongs to the same answer."""
        alike = self.bare and word.bare and self.source == word.source
        return alike and question.goes_on(self.value, word.value)


@dataclass
class Answers:
    """Answers known already: by the question's name, and bare ones for dice and cards in the order they are called for.

    A bare one also answers the question that has the verb's `own` name.
    """

    named: dict[str, deque[Given]] = field(default_factory=dict)
    bare: deque[Given] = field(default_factory=deque)
    own: str = ""
    guard: Callable[[Question[Any], Given], None] | None = None
    """Looks at each answer before it is taken. Raises Trouble for one that may not be given here."""

    @classmethod
    def of(cls, named: Mapping[str, Any] | None = None, *bare: Any) -> Answers:
        """From plain values: a list holds several answers of one name, anything else is one."""
        queues = {
            name: deque(v if isinstance(v, Given) else Given(v) for v in (values if isinstance(values, list) else [values]))
            for name, values in (named or {}).items()
        }
        return cls(queues, deque(v if isinstance(v, Given) else Given(v) for v in bare))

    def take(self, question: Question[Any]) -> Given | None:
        queue = self.named.get(question.name)
        if not queue:
            fits = isinstance(question, CHANCE) or question.name == self.own
            queue = self.bare if fits else None
        if not queue:
            return None
        if self.guard:
            self.guard(question, queue[0])
        given = queue.popleft()
        while queue and given.goes_on(question, queue[0]):
            given = given._replace(value=f"{given.value} {queue.popleft().value}")
        return given

    def left(self) -> list[str]:
        """What nothing has asked for."""
        over = [f"{name}={given.value}" for name, queue in self.named.items() for given in queue]
        return over + [str(given.value) for given in self.bare]


class Mark(NamedTuple):
    """A place up to which a procedure is settled: how many of its facts lie before, the last of them, and the state there."""

    facts: int
    last: Fact
    state: Any


@dataclass
class Table(Generic[S]):
    """One run of a procedure: the state so far, what the record holds of it, and what is new.

    `resumed` says that it goes on from its last mark instead of from its start.
    """

    rules: Rules[S]
    state: S
    log: deque[Entry]
    of: int
    side: str
    as_played: str
    insisted: str
    answers: Answers
    secret: str = ""
    """Whose secret the declaration is, and so what was irregular about it."""
    speaker: str = ""
    """Who says the first answer, where a side was named."""
    new: list[Fact] = field(default_factory=list)
    resumed: bool = False
    marked: Mark | None = None
    _count: int = 0
    _last: Fact | None = None

    # ---- what procedures call ----

    def mark(self) -> None:
        """All up to here is settled, and the state alone says how to go on: a procedure that stops after this need not run it again.

        Only for procedures that begin with their state: with `resumed` they go to where they set their mark.
        """
        self._absorb()
        if self._last is not None:
            self.marked = Mark(self._count, self._last, self.state)

    def record(self, fact: Fact) -> None:
        """Records a fact and folds it in."""
        self._absorb()
        if self.log:
            entry = self.log.popleft()
            if entry.fact != fact:
                raise Diverged(self.of, entry.version, _brief(entry.fact), _brief(fact))
        else:
            self.new.append(fact)
        self._count, self._last = self._count + 1, fact
        self.state = self.rules.fold(fact, self.state)

    def ask(self, question: Question[T]) -> T:
        """The answer to a question, from the record or from what was said; otherwise the procedure stops here."""
        self._absorb()
        if self.log:
            entry = self.log.popleft()
            if getattr(entry.fact, "name", None) != question.name:
                raise Diverged(self.of, entry.version, _brief(entry.fact), f"the question {question.name!r}")
            fact = entry.fact
            value = question.restore(value_of(fact))
            self.as_played = getattr(fact, "as_played", "")
        else:
            given = self.answers.take(question) or self._passed(question)
            if given is None:
                raise Unanswered(question)
            value = self._read(question, given)
            if isinstance(question, Roll) and question.count and not value:  # rules after it need a die to look at
                raise BadInput(f"{question.name}: {question.hint()}; without any nothing follows")
            self.as_played = self.insisted
            fact = question.answered(value, given.source, self.as_played)
            speaker, self.speaker = self.speaker, ""
            if question.by in self.rules.sides and speaker not in ("", question.by):
                fact = fact.but(said_by=speaker)
            self.new.append(fact)
        self._count, self._last = self._count + 1, fact
        why = question.refuse(value)
        if not why or self.as_played:  # a refused answer never reaches the state
            self.state = self.rules.fold(fact, self.state)
        secret = self._whose_secret(question)
        self._require(not why, question.rule, f"{question.name}: {why}", secret)
        if said_by := getattr(fact, "said_by", ""):
            self._require(False, question.rule, not_theirs(self.rules, question.name, "answer", question.by, said_by), secret)
        return value

    def _read(self, question: Question[T], given: Given) -> T:
        try:
            return question.read(given.value) if isinstance(given.value, str) else question.restore(given.value)
        except BadInput as error:
            error.secret = self._whose_secret(question)
            raise

    def _whose_secret(self, question: Question[Any]) -> str:
        """The side that alone may know what is wrong with an answer: it would tell what could have been answered."""
        shown_to = "" if self.state.hidden == PAPER else question.shown_to
        return question.secret or shown_to or (self.secret if question.by == self.secret else "")

    def _passed(self, question: Question[Any]) -> Given | None:
        """What a standing pass of the side that is asked answers."""
        if f"{question.by}:{question.name}" not in self.state.passes:
            return None
        value = question.passing()
        return None if value is None else Given(question.say(value))

    def no_choice(self, name: str, rule: str, why: str) -> None:
        """The rules do not ask this question here; raises RuleBroken when its answer was given all the same.
        """
        self._absorb()
        given = self.answers.named.get(name)
        while given and not self.log:
            said = given.popleft()
            if said.value not in (NOTHING, "no", False):
                raise RuleBroken(rule, f"{name} {said.value}: {why}")

    def require(self, fine: bool, rule: str, why: str) -> None:
        """A rule the declaration must meet. A table may play on against it; the record then says so.

        Raises RuleBroken unless the declaration was made as played.
        """
        self._require(fine, rule, why, self.secret)

    def _require(self, fine: bool, rule: str, why: str, secret: str, kind: type[RuleBroken] = RuleBroken) -> None:
        if fine:
            return
        if not self.as_played:
            raise kind(rule, why, secret)
        self.record(Irregular(rule=rule, why=f"{why} ({self.as_played})", secret=secret))

    def read(self, row: type[R], name: str) -> R:
        """A row of a chart; the table is asked for it when nobody has read it out yet."""
        return self.state.read(row, name)

    def reading(self, id: str) -> str:
        """How this table reads an ambiguous rule."""
        return self.state.readings.get(id) or self.rules.readings[id].default

    def end(self, rule: str, winner: str, why: str) -> NoReturn:
        """The game is over, in the middle of whatever was going on."""
        self.record(GameEnded(rule=rule, winner=winner, why=why))
        raise Finished

    # ---- the sequence of play ----

    def advance(self) -> None:
        """Leaves the step at hand and goes on to the next one that is played, automatic ones included."""
        step = self.rules.step(self.state)
        if step is None:
            raise BadInput("the game has not begun: no step of the sequence of play is at hand")
        owed = step.owed(self.state)
        self.require(not owed, step.rule, f"first: {owed}")
        if step.leave:
            step.leave(self)
        following = self.rules.following(self.state, step)
        if following:
            self.go_to(following)

    def go_to(self, step: Step[S]) -> None:
        """Begins a step; an automatic one is passed through."""
        self.record(StepBegan(rule=step.rule, step=step.id, title=step.title))
        if step.enter:
            step.enter(self)
        if step.auto:
            self.advance()

    def reach(self, verb: Verb[S]) -> None:
        """Goes on to the step the verb belongs to: one's own steps with nothing owed are left by going on."""
        owner, rule = self.rules.whose(self.state, verb)
        if owner and self.side not in ("", owner):
            self._require(False, rule, not_theirs(self.rules, verb.name, "declare", owner, self.side), self.secret, OutOfTurn)
        if not verb.steps or self.state.step in verb.steps:
            return
        here = self.rules.step(self.state)
        ahead = self._ahead(verb, here)
        titles = " or ".join(step.title for step in self.rules.steps if step.id in verb.steps)
        why = f"{verb.name} belongs to the {titles}; this is the {here.title if here else 'time before the game'}"
        if here and here.side and here.side != self.side:
            why += f", which is not {self.side}'s; `next` ends it"
        rule = here.rule if here else verb.rule
        skipped = [s.skipped for s in self.rules.steps if s.id in verb.steps and s.skipped and not s.when(self.state)]
        if skipped and not ahead:
            rule, why = skipped[0]
        self._require(ahead, rule, why, self.secret, OutOfTurn)
        if ahead:  # otherwise the table insists, and the declaration is carried out where the game stands
            for _ in self.rules.steps:
                if self.state.step not in verb.steps:
                    self.advance()

    def _ahead(self, verb: Verb[S], here: Step[S] | None) -> bool:
        """Whether only steps of the declaring side, or automatic ones, lie before the verb's own step."""
        for _ in self.rules.steps:
            if here is None:
                return False
            if here.id in verb.steps:
                return not here.side or self.side in (here.side, verb.side)
            if here.closes or (not here.auto and here.side and here.side != self.side):
                return False
            here = self.rules.following(self.state, here)
        return False

    # ---- running again ----

    def _absorb(self) -> None:
        """Folds in what was recorded beside the procedure while it waited."""
        while self.log and self.log[0].of != self.of:
            self.state = self.rules.fold(self.log.popleft().fact, self.state)


def not_theirs(rules: Rules[Any], name: str, what: str, owner: str, speaker: str) -> str:
    """Why a side does not declare, or answer, this: it is another's."""
    owner, speaker = (rules.sides.get(side, side) for side in (owner, speaker))
    return f"{name} is for the {owner} side to {what}, not for the {speaker} side"


def _brief(fact: Fact) -> str:
    words = fact.sentence()
    if not words and isinstance(fact, Declared):
        words = fact.verb
    shown = fact.model_dump(exclude_defaults=True, exclude={"rule", "losses", "gains", "points", "tracks", "fire"})
    return f"«{words or fact.TOPIC}» [{fact.rule}]" if words else f"{fact.TOPIC} {shown}"
