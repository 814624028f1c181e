"""The table: where a procedure runs.

A procedure is a plain function `procedure(table, …)`. It reads `table.state` (its own facts already folded in), records
facts and asks. If the record holds no answer to a question, `Unanswered` stops it. With the answer it runs again from
its start, is checked fact by fact against the record, and goes on. So a procedure must be deterministic: no iteration
over sets of names, no clock, no chance but what it asks for, no broad `except`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from domain.kernel.entries import Before, Entry
from domain.kernel.errors import BadInput, ByHand, Diverged, Finished, NotAsked, RuleBroken, Unknown
from domain.kernel.facts import (
    PLAYED_ON,
    ByHouseRule,
    Declared,
    Fact,
    GameEnded,
    Irregular,
    same,
    shown_fields,
)
from domain.kernel.house import HOUSE, house_rule, with_house_rule
from domain.kernel.questions import (
    CHANCE,
    NOTHING,
    Answer,
    OneOf,
    Question,
    Roll,
    Some,
    Spared,
    Unanswered,
    not_open,
    value_of,
)
from domain.kernel.state import PAPER, R, State
from domain.kernel.state import say as as_text

S = TypeVar("S", bound=State)
T = TypeVar("T")

MOST_APART = 20
"""Limit of answers in one list for the same question. A longer list is a slip."""

Objection = Callable[[T], tuple[str, str] | None]
"""Returns (rule, why) against an answer, or None."""


class Given(NamedTuple):
    """An answer as it was given: text to be read by its question, or a value. `source` says who rolled."""

    value: Any
    source: str = "table"
    bare: bool = False
    """Whether it is a bare word: dice may lie in groups, so the next word may belong to the same roll."""
    by: str = ""
    """The side whose word it is; "" if unknown, and then the word of the side that is asked."""
    behind: str = ""
    """For a roll with too few dice: the next bare word, which is not a die."""
    stated: bool = False
    """Whether the text of the declaration holds it."""

    def goes_on(self, question: Question[Any], word: Given) -> bool:
        """Whether the next word belongs to the same answer."""
        alike = self.bare and word.bare and self.source == word.source
        return alike and question.goes_on(self.value, word.value)


class Left(NamedTuple):
    """An answer that nothing has asked for.

    Without a name it is bare: dice, a card, or further words of the open question's answer.
    """

    name: str
    given: Given
    unasked: bool = False
    """Whether the table insists on it where nothing asks for it."""

    def __str__(self) -> str:
        return f"{self.name}={self.given.value}" if self.name else str(self.given.value)


@dataclass(eq=False, repr=False)
class Answers:
    """Answers known in advance: by the question's name, and bare ones for dice and cards in the order they are called
    for.

    A bare one also answers the question named `own`, after the verb.
    """

    named: dict[str, deque[Given]] = field(default_factory=dict)
    bare: deque[Given] = field(default_factory=deque)
    own: str = ""
    guard: Callable[[Question[Any], Given], None] | None = None
    """Checks each answer before it is taken. Raises Trouble for one that may not be given here."""
    unasked: dict[str, deque[Given]] = field(default_factory=dict)
    """Answers that the table insists on where the rules leave nothing to ask, by the question's name."""
    stated: frozenset[str] = frozenset()
    """Names whose answers may also state what the rules give: a value given by the rules takes the next answer if they
    agree.
    """
    insisting: frozenset[str] = frozenset()
    """Names whose answers the table insists on: a value given by the rules takes the next answer, whatever it says."""
    patient: bool = False
    """Whether answers may be left over behind another open question.

    The speaker says them again when their turn comes.
    """
    by: str = ""
    """The side whose word all answers are: it types them on a recorder of its own. Dice and cards are nobody's word."""

    @classmethod
    def of(cls, named: Mapping[str, Any] | None = None, *bare: Any) -> Answers:
        """Answers from plain values. A list holds several answers of one name; any other value is one answer."""
        queues = {
            name: deque(
                v if isinstance(v, Given) else Given(v) for v in (values if isinstance(values, list) else [values])
            )
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
        given = self.said(question, queue.popleft())
        if isinstance(question, OneOf) and isinstance(given.value, str) and "," in given.value:
            # several answers to questions of one name, one after the other
            value, *more = question.apart([given.value])[0]
            if len(more) < MOST_APART:
                queue.extendleft(given._replace(value=word) for word in reversed(more))
                given = given._replace(value=value)
        if not queue and isinstance(question, CHANCE) and given.bare:
            queue = self.bare
        while queue and given.goes_on(question, queue[0]):
            given = given._replace(value=f"{given.value} {queue.popleft().value}")
        if (
            queue
            and given.bare
            and queue[0].bare
            and isinstance(question, Roll)
            and not question.is_dice(queue[0].value)
        ):
            given = given._replace(behind=queue[0].value)
        return given

    def insisted(self, question: Question[Any]) -> Given | None:
        """Takes the next answer that replaces a value given by the rules; None if there is none."""
        queue = self.unasked.get(question.name) or (
            self.named.get(question.name) if question.name in self.insisting else None
        )
        if not queue:
            return None
        if self.guard:
            self.guard(question, queue[0])
        return self.said(question, queue.popleft())

    def said(self, question: Question[Any], given: Given) -> Given:
        """An answer with the side whose word it is."""
        return given if isinstance(question, CHANCE) else given._replace(by=self.by)

    def copy(self) -> Answers:
        """A copy that can be taken from anew."""
        named, unasked = ({name: deque(queue) for name, queue in each.items()} for each in (self.named, self.unasked))
        return replace(self, named=named, bare=deque(self.bare), unasked=unasked)

    def left(self, asked: str = "") -> tuple[Left, ...]:
        """The answers that nothing has asked for: the named ones, then the bare ones.

        Further bare words of the answer to the question `asked` count as bare.
        """
        if not (self.bare or self.named or self.unasked):
            return ()
        named = (
            Left("" if given.bare and name == asked else name, given)
            for name, queue in self.named.items()
            for given in queue
        )
        unasked = (Left(name, given, unasked=True) for name, queue in self.unasked.items() for given in queue)
        return (*named, *unasked, *(Left("", given) for given in self.bare))


class GivenByRules(NamedTuple):
    """A value that the rules gave without a question, and why they did not put the question."""

    question: Question[Any]
    value: Any
    rule: str
    why: str
    at_once: str = ""
    """The name of a group of values given at once. The order in which answers state them does not matter."""


class Mark(NamedTuple, Generic[S]):
    """A place up to which a procedure is settled: the number of its facts before it, the last of them, and the state
    there.
    """

    facts: int
    last: Fact
    state: S

    def place(self, own: Sequence[Entry]) -> int | None:
        """The index of the mark's last fact in the procedure's record; None if the record has changed there."""
        there = self.facts <= len(own) and own[self.facts - 1].fact is self.last
        return self.facts - 1 if there else None


class Course(Protocol[S]):
    """The sequence of play, as a table goes along it."""

    def advance(self, table: Table[S]) -> None: ...

    def begin(self, table: Table[S]) -> None: ...


class Playing(Protocol[S]):
    @property
    def sequence(self) -> Course[S]: ...


class Book(Protocol[S]):
    """The part of a game's rules that a table uses."""

    @property
    def play(self) -> Playing[S]: ...

    @property
    def sides(self) -> Mapping[str, str]: ...

    def fold(self, fact: Fact, state: S) -> S: ...

    def kind_of(self, state: S, words: Sequence[str]) -> str: ...

    def spelled(self, state: S, kind: str, word: str) -> str: ...


@dataclass(eq=False, repr=False, slots=True)
class Table(Generic[S]):
    """One run of a procedure: the state so far, the rest of its record, and the new facts."""

    rules: Book[S]
    state: S
    log: deque[Entry]
    of: int
    """The version of the declaration that runs."""
    side: str
    as_played: str
    insisted: str
    answers: Answers
    secret: str = ""
    """The side whose secret the declaration is; irregularities of it are its secret too."""
    speaker: str = ""
    """The side that gives the first answer; "" if none was named."""
    known: dict[int, S] = field(default_factory=dict)
    """The states after entries of the log, by their versions, as far as they have been folded: nothing is folded
    twice."""
    watch: Callable[[Entry], None] | None = None
    """Called before an entry of the log takes effect."""
    new: list[Fact] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    """The state after each new fact."""
    asked: Question[Any] | None = None
    """The last question answered."""
    reached: int = 0
    """The number of new facts that only lead to the phase of the declaration."""
    given: list[GivenByRules] = field(default_factory=list)
    """The values that the rules gave without asking."""
    stated: set[int] = field(default_factory=set)
    """The indexes of the given values that an answer has stated."""
    passed: dict[str, int] = field(default_factory=dict)
    """For each name, the number of values given before its last answer. The name's next answer states a later value."""
    opening: bool = False
    """Whether an open question is being answered that has not come up yet."""
    settled: int = 0
    """The number of values given before that question was put. New answers do not state them."""
    resumed: Mark[S] | None = None
    """The mark from which the run starts, instead of from the procedure's start."""
    suppose: Callable[[Question[Any]], Given] | None = None
    """Supplies supposed answers where there are none, to see whether anything could come of a declaration."""
    arrived: bool = False
    """Whether the phase of the declaration has been reached."""
    marked: Mark[S] | None = None
    stopped: Exception | None = None
    """What stopped a run that goes as far as it can (`attempt`); None if it ended."""
    questions: dict[int, Question[Any]] = field(default_factory=dict)
    """The questions of recorded answers, by entry."""
    answered: dict[int, Question[Any]] = field(default_factory=dict)
    """The questions of new answers, by their indexes among the new facts."""
    broken: set[tuple[str, str]] = field(default_factory=set)
    """The (rule, why) pairs broken so far. The same one is recorded once."""
    marks: bool = False
    """Whether the procedure sets marks, because it goes from one roll to the next."""
    recorded: Sequence[Entry] = ()
    """The whole log, also what was taken from it."""
    before: Before = field(default_factory=Before)
    """What stands before the declaration, as far as it is known."""
    _count: int = 0
    _last: Fact | None = None

    def __post_init__(self) -> None:
        if self.resumed is not None:
            self.marked, self._count, self._last = self.resumed, self.resumed.facts, self.resumed.last

    # ---- what procedures call ----

    def mark(self) -> None:
        """Marks everything up to here as settled: a procedure that stops after this is not run again from its start.

        Only for procedures that can go on from their state alone. With `resumed` they go straight to the place of their
        mark.
        """
        self.absorb()
        self.marks = True
        if self._last is not None:
            self.marked = Mark(self._count, self._last, self.state)

    def record(self, fact: Fact) -> None:
        """Records a fact and folds it in."""
        log = self.log
        if log and log[0].of != self.of:
            self.absorb()
        if not log:
            self._add(fact, self.rules.fold(fact, self.state))
            return
        entry = log[0]
        if not same(entry.fact, fact):
            raise Diverged(self.of, entry.version, _brief(entry.fact), _brief(fact))
        self._take()

    def ask(self, question: Question[T], stated: T | None = None) -> T:
        """The answer to a question, from the record, from the answers given, or as the text of the declaration has
        `stated` it. Raises Unanswered if there is none."""
        self.absorb()
        if self.log:
            self._require_stated(question, stated)
            return self._recorded(question, question.objection)
        given = self.answers.take(question) or self._passed(question)
        if given is None and stated is not None:
            given = Given(question.say(stated), stated=True)
        if given is None and self.suppose:
            given = self.suppose(question)
        if given is None:
            raise Unanswered(question)
        self._require_theirs(question, self.speaker or given.by)
        if self.opening:
            self.opening, self.settled = False, len(self.given)
        self.passed[question.name] = len(self.given)
        return self._said(question, self._read(question, given), given, question.objection)

    def _require_stated(self, question: Question[T], stated: T | None) -> None:
        """Holds a recorded answer that its declaration states against what is heard of that today. Raises Diverged."""
        fact = self.log[0].fact
        if getattr(fact, "stated", False) and value_of(fact) != stated:
            raise Diverged(self.of, self.log[0].version, _brief(fact), f"{question.name!r} as it is heard")

    def _recorded(self, question: Question[T], objection: Objection[T]) -> T:
        """The next answer in the record. Raises Diverged."""
        fact = self.log[0].fact
        if getattr(fact, "name", None) != question.name:
            raise Diverged(self.of, self.log[0].version, _brief(fact), f"the question {question.name!r}")
        value = question.restore(value_of(fact))
        self.questions[self.log[0].version] = question
        against = objection(value)
        self.as_played = getattr(fact, "as_played", "")
        self._take()
        return self._answered(question, value, fact, against)

    def _said(
        self, question: Question[T], value: T, given: Given, objection: Objection[T], *, unasked: bool = False
    ) -> T:
        """Records a new answer and returns it."""
        against = objection(value)
        self.asked, self.as_played = question, self.insisted
        fact = question.answered(value, given.source, self.as_played)
        if unasked:
            fact = fact.but(unasked=True)
        if given.stated:
            fact = fact.but(stated=True)
        speaker, self.speaker = self.speaker or given.by, ""
        if self._is_anothers(question, speaker):
            fact = fact.but(said_by=speaker)
        refused = against and not self.as_played
        self.answered[len(self.new)] = question
        self._add(fact, self.state if refused else self.rules.fold(fact, self.state))
        return self._answered(question, value, fact, against)

    def _answered(self, question: Question[T], value: T, fact: Fact, objection: tuple[str, str] | None) -> T:
        """The answer, if nothing speaks against it or the table insists. Raises RuleBroken."""
        secret = self._whose_secret(question)
        if objection:
            rule, why = objection
            self._refuse(rule, f"{question.name}: {why}", secret, RuleBroken, answer=True)
        if said_by := getattr(fact, "said_by", ""):
            self._refuse(*self._not_theirs(question, said_by), secret, RuleBroken, answer=True)
        return value

    def _is_anothers(self, question: Question[Any], speaker: str) -> bool:
        """Whether another side than the speaker has to answer a question."""
        return question.by in self.rules.sides and speaker not in ("", question.by)

    def _require_theirs(self, question: Question[Any], speaker: str) -> None:
        """Refuses an answer that is another side's to give, before its contents are looked at and even where nothing is
        asked.

        Raises RuleBroken, unless the table insists.
        """
        if self._is_anothers(question, speaker) and not self.insisted:
            raise RuleBroken(*self._not_theirs(question, speaker))

    def _not_theirs(self, question: Question[Any], speaker: str) -> tuple[str, str]:
        """(rule, why) for a speaker that has not been asked."""
        return question.rule, not_theirs(self.rules.sides, question.name, "answer", question.by, speaker)

    def gives(self, question: Question[T], value: T, rule: str = "", why: str = "", *, at_once: str = "") -> T:
        """The value that the rules give because they leave no choice. Nothing is asked and nothing recorded.

        `why` and `rule` say why the question is not put; without them, because only one answer is left. If an answer is
        given all the same, `run` compares it in the end: it agrees and is dropped, or it is refused. If the table
        insists, it replaces the value here. Raises RuleBroken.
        """
        self.absorb()

        def objection(said: T) -> tuple[str, str] | None:
            return None if agrees(question, said, value) else self._against(question, said, rule, why)

        if self.log:
            fact = self.log[0].fact
            if isinstance(fact, Answer) and fact.unasked and fact.name == question.name:
                return self._recorded(question, objection)
        if self.log or self.opening:
            self.given.append(GivenByRules(question, value, rule, why, at_once))
            return value
        self._take_own_word(question)
        if (given := self.answers.insisted(question)) is not None:
            self._require_theirs(question, given.by)
            self.passed[question.name] = len(self.given)
            said = self._read(question, given)
            if self.insisted or objection(said):
                return self._said(question, said, given, objection, unasked=True)
            return value
        self.given.append(GivenByRules(question, value, rule, why, at_once))
        if question.name in self.answers.stated:
            self.agreed(question.name)
        return value

    def spares(self, name: str, rule: str, why: str, secret: str = "") -> None:
        """Tells that the rules skip a question: nobody rolls or chooses, by this rule and for this reason.

        `secret` names the only side that may know the reason. A given answer is refused by the rule. Raises ByHand if
        the table insists on one, because nothing would follow.
        """
        said = self.gives(Spared(name=name, by="", rule=rule, words=why, secret=secret), "", rule, why)
        if said not in NOTHINGS:
            self.by_hand(f"nothing would follow from {name}={as_text(said)}: {why}")

    def _take_own_word(self, question: Question[Any]) -> None:
        """Names the next bare word as an answer to the question called like the verb, if it can be read so, though
        nothing is asked.
        """
        bare = self.answers.bare
        if bare and question.name == self.answers.own and not isinstance(question, CHANCE):
            with suppress(BadInput):
                self._read(question, bare[0])
                self.answers.named.setdefault(question.name, deque()).append(bare.popleft())

    def agreed(self, name: str) -> bool:
        """Takes a name's answers that agree with the values given since its last one, in order; returns whether none
        are left.

        Each answer states one value. In a group given at once, an answer may also state an earlier value.
        """
        queue = self.answers.named.get(name)
        while queue:
            after = range(self._from(name), len(self.given))
            at = next((n for n in (*self._at_once(name), *after) if self._agrees_with(n, name, queue[0])), None)
            if at is None:
                break
            queue.popleft()
            self.stated.add(at)
            self.passed[name] = max(at + 1, self.passed.get(name, 0))
        return not queue

    def _at_once(self, name: str) -> list[int]:
        """The indexes of earlier values in the same group as the value that the name's last answer stated."""
        last = self.passed.get(name, 0) - 1
        if last not in self.stated or not self.given[last].at_once:
            return []
        return [n for n in range(self.settled, last) if self.given[n].at_once == self.given[last].at_once]

    def _agrees_with(self, at: int, name: str, given: Given) -> bool:
        """Whether an answer states the value given at this index, and no other answer has stated it."""
        question, value, *_ = self.given[at]
        return question.name == name and at not in self.stated and self._states(question, given, value)

    def _from(self, name: str) -> int:
        """The index of the first given value that the name's next answer may state."""
        return max(self.settled, self.passed.get(name, 0))

    def _states(self, question: Question[Any], given: Given, value: Any) -> bool:
        """Whether an answer states this value. An answer that cannot be read here does not."""
        if self.answers.guard:
            self.answers.guard(question, given)
        self._require_theirs(question, self.answers.said(question, given).by)
        with suppress(BadInput):
            return agrees(question, self._read(question, given), value)
        return False

    def hold_against(self, name: str) -> bool:
        """Compares a name's next answer, which nothing asked for, with the next value given; returns whether it stands.

        It stands if the table insists; otherwise RuleBroken is raised.
        """
        there = next((one for one in self.given[self._from(name) :] if one.question.name == name), None)
        if there is None or name in self.answers.insisting:
            return False
        given = self.answers.named[name][0]
        self._require_theirs(there.question, self.answers.said(there.question, given).by)
        try:
            said = self._read(there.question, given)
        except BadInput as error:
            if type(error) is not BadInput or error.secret:
                raise
            rule = there.rule or there.question.rule
            raise NotAsked(f"{error} [{rule}]", rule) from error
        if self.insisted:
            return True
        rule, why = self._against(there.question, said, there.rule, there.why)
        raise RuleBroken(rule, f"{name} {there.question.say(said)}: {why}", self._whose_secret(there.question))

    def why_given(self, name: str) -> tuple[str, str] | None:
        """(rule, why) for the last question of this name that was not put; None if there is none, or it is a secret."""
        last = next((one for one in reversed(self.given) if one.question.name == name), None)
        if last is None or self._whose_secret(last.question):
            return None
        return last.rule or last.question.rule, last.why or "the rules leave nothing to choose"

    def choose(self, question: OneOf, *, at_once: str = "") -> str:
        """The option chosen. If only one is left, nothing is asked; if none, ""."""
        if len(question.options) > 1:
            return self.ask(question)
        return self.gives(question, question.options[0] if question.options else "", at_once=at_once)

    @staticmethod
    def _against(question: Question[T], said: T, rule: str, why: str) -> tuple[str, str]:
        """(rule, why) against an answer where nothing is asked."""
        return (
            (rule or question.rule, why)
            if why
            else question.objection(said) or (question.rule, "the rules leave nothing to choose here")
        )

    def _read(self, question: Question[T], given: Given) -> T:
        """The answer in a given text or value, its names spelled as the game spells them.

        Raises BadInput if no table can have had it.
        """
        try:
            value = question.read(given.value) if isinstance(given.value, str) else question.restore(given.value)
            if isinstance(question, Roll) and question.count and not value:  # rules after it need at least one die
                raise BadInput(f"{question.name}: {question.hint()}; without any nothing follows")
            if given.behind and (why := question.misfit(value)):
                raise BadInput(f"{question.name}: {why}: {given.behind!r} is no die")
            if why := question.impossible(value):
                raise BadInput(f"{question.name}: {why}")
            return question.respelled(value, lambda word, options: self._spelled(question, word, options))
        except BadInput as error:
            error.secret = self._whose_secret(question)
            raise

    def _spelled(self, question: Question[Any], word: str, options: tuple[str, ...]) -> str:
        """A name outside the options, as the game spells it. Raises BadInput.

        A word that is no name of the options' kind is refused even if the table insists.
        """
        kind = question.names or self.rules.kind_of(
            self.state, tuple(option for option in options if option != NOTHING)
        )
        stranger = f"{question.name}: {not_open(word, options)}"
        if kind and word != NOTHING:
            try:
                return self.rules.spelled(self.state, kind, word)
            except Unknown as error:
                if self.insisted:
                    raise
                raise BadInput(stranger) from error
        if self.insisted:
            raise ByHand(stranger)
        return word

    def _whose_secret(self, question: Question[Any]) -> str:
        """The only side that may know why an answer is wrong, because the reason tells the options; "" if everybody
        may.
        """
        shown_to = "" if self.state.hidden == PAPER else question.shown_to
        return question.secret or shown_to or (self.secret if question.by == self.secret else "")

    def _passed(self, question: Question[Any]) -> Given | None:
        """The answer by the asked side's standing pass; None if it has none."""
        if f"{question.by}:{question.name}" not in self.state.passes:
            return None
        value = question.passing()
        return None if value is None else Given(question.say(value))

    def answered_at(self, name: str) -> int:
        """The entry of the last answer of a name before now; 0 if it is no entry yet, or not known. For words only."""
        if any(isinstance(fact, Answer) and fact.name == name for fact in self.new):
            return 0
        at = len(self.recorded) if not self.log else self.recorded.index(self.log[0])
        return next(
            (
                entry.version
                for entry in chain(reversed(self.recorded[:at]), self.before.backwards())
                if isinstance(entry.fact, Answer) and entry.fact.name == name
            ),
            0,
        )

    def require(self, fine: bool, rule: str, why: str) -> None:
        """Requires that a rule is met. A table may play on against it; the record then says so.

        Raises RuleBroken, unless the declaration was made as played.
        """
        if not fine:
            self.refuse(rule, why)

    def refuse(self, rule: str, why: str, kind: type[RuleBroken] = RuleBroken) -> None:
        """Refuses as `require` does for a broken rule, with another kind of refusal if given."""
        self._refuse(rule, why, self.secret, kind)

    def _refuse(self, rule: str, why: str, secret: str, kind: type[RuleBroken], *, answer: bool = False) -> None:
        """Raises a refusal, or records it if the table insists: as an irregularity, or as played by a house rule.

        A breach by a declaration is recorded once, whatever has been answered since; each answer's breach is recorded
        by itself.
        """
        self.absorb()
        there = self.log[0].fact if self.log else None
        known = (rule, why) in self.broken and (bool(self.as_played) or not answer)
        if known and not (isinstance(there, PLAYED_ON) and (there.rule, there.why) == (rule, why)):
            return  # older records hold the same one twice
        if not self.as_played:
            raise kind(rule, with_house_rule(self.state.house, rule, why), secret)
        self.broken.add((rule, why))
        self.record(self._played_on(rule, why, secret, there, kind))

    def _played_on(self, rule: str, why: str, secret: str, there: Fact | None, kind: type[RuleBroken]) -> Fact:
        """What is recorded of a rule that the table sets aside. Raises the refusal where no house rule covers it.

        What was recorded once stands, whatever has been ruled since.
        """
        if self.as_played == HOUSE and not isinstance(there, Irregular):
            house, text = house_rule(self.state.house, rule)
            if isinstance(there, ByHouseRule):
                house, text = there.house, there.text
            if not house:
                number = rule.partition(" ")[2] or "RULE"
                say = f'; no ruling in words stands on it, as in `ruling {number} "…"`'
                raise kind(rule, why + say if rule else f"{why}; a house rule is on a numbered rule", secret)
            return ByHouseRule(rule=rule, why=why, house=house, text=text, secret=secret)
        return Irregular(rule=rule, why=why, as_played=self.as_played, secret=secret)

    def by_hand(self, why: str) -> None:
        """Tells that nothing follows from what was said, for the reason `why`.

        Raises ByHand if the table insists on it now. Earlier records, and games with values set by hand, go on without
        it.
        """
        if self.insisted:
            raise ByHand(why)

    def read(self, row: type[R], name: str) -> R:
        """A row of a chart. Raises Unread if nobody has read it out yet, so that the table is asked."""
        return self.state.read(row, name)

    def end(self, rule: str, winner: str, why: str, by: str = "", *, disputed: bool = False) -> NoReturn:
        """Ends the game at once, in the middle of a procedure. `by` is the code of the reason.

        `disputed` says that the rules give neither a winner nor a draw until the table rules on a reading.
        """
        self.record(GameEnded(rule=rule, winner=winner, by=by, why=why, disputed=disputed))
        raise Finished

    def end_once(self, rule: str, winner: str, why: str, by: str) -> None:
        """The same of a game that has not ended: one that a table plays on against the rules ends no second time."""
        if self.state.result is None:
            self.end(rule, winner, why, by=by)

    # ---- the sequence of play ----

    def advance(self) -> None:
        """Leaves the phase at hand and goes on to the next one that is played, automatic ones included."""
        self.rules.play.sequence.advance(self)

    def leave(self, *phases: str) -> None:
        """Goes on where one of these is at hand: what ends its own phase does not end another in which it was declared
        as played."""
        if self.state.phase in phases:
            self.advance()

    def begin(self) -> None:
        """Begins the first phase of the game."""
        self.rules.play.sequence.begin(self)

    def forget_questions(self) -> None:
        """Forgets what was answered in the record, or by the rules. A question may hold the table, to object to an
        answer, and the two would stay in memory until the collector comes."""
        self.given.clear()
        self.questions.clear()

    # ---- running again ----

    def absorb(self) -> None:
        """Folds in what was recorded beside the procedure while it waited."""
        log = self.log
        while log and log[0].of != self.of:
            self._follow(log.popleft())

    def now(self) -> S:
        """The state including everything said beside the procedure so far.

        The next question's options are worked out from it.
        """
        self.absorb()
        return self.state

    def _take(self) -> None:
        """Takes the next entry of the log, which the procedure has just reached."""
        entry = self.log.popleft()
        self._follow(entry)
        self._count += 1
        self._last = entry.fact

    def _follow(self, entry: Entry) -> None:
        if self.watch:
            self.watch(entry)
        state = self.known.get(entry.version)
        if state is None:
            state = self.known[entry.version] = self.rules.fold(entry.fact, self.state)
        self.state = state

    def _add(self, fact: Fact, state: S) -> None:
        self.state = state
        self.new.append(fact)
        self.states.append(state)
        self._count, self._last = self._count + 1, fact


def agrees(question: Question[Any], said: Any, value: Any) -> bool:
    """Whether an answer states the value that the rules gave.

    Order is ignored where it does not matter; all empty answers agree.
    """
    alike = sorted(said) == sorted(value) if isinstance(question, Some) else said == value
    return alike or (said in NOTHINGS and value in NOTHINGS)


NOTHINGS: tuple[Any, ...] = (NOTHING, "", "no", False, (), [], {})
"""Answers that do nothing, whatever their question."""


def not_theirs(sides: Mapping[str, str], name: str, what: str, owner: str, speaker: str) -> str:
    """The reason why a side does not declare or answer this: it is another side's."""
    owner, speaker = (sides.get(side, side) for side in (owner, speaker))
    return f"{name} is for the {owner} side to {what}, not for the {speaker} side"


def _brief(fact: Fact) -> str:
    words = fact.sentence()
    if not words and isinstance(fact, Declared):
        words = fact.verb
    shown = fact.model_dump(
        exclude_defaults=True,
        exclude={"rule", "losses", "gains", "points", "tracks", "fire", *shown_fields(type(fact))},
    )
    return f"«{words or fact.TOPIC}» [{fact.rule}]" if words else f"{fact.TOPIC} {shown}"
