"""The table: where a procedure runs.

A procedure is a plain function `procedure(table, …)`. It reads `table.state` (its own facts already folded in), records
facts and asks. When the record holds no answer to a question, `Unanswered` stops it. With the answer it runs again from
its start, checked fact by fact against the record, and goes on. So a procedure must be deterministic: no iteration over
sets of names, no clock, no chance but what it asks for, no broad `except`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, ByHand, Diverged, Finished, NotAsked, RuleBroken, Unknown
from domain.kernel.facts import Declared, Fact, GameEnded, Irregular, Modifier, same, shown_fields
from domain.kernel.questions import CHANCE, NOTHING, Answer, OneOf, Question, Roll, Some, Spared, Unanswered, value_of
from domain.kernel.state import PAPER, R, Reading, State
from domain.kernel.state import say as as_text

S = TypeVar("S", bound=State)
T = TypeVar("T")

MOST_APART = 20
"""Answers on one list that a question takes one after the other; a longer list is a slip."""

Objection = Callable[[T], tuple[str, str] | None]
"""What speaks against an answer: a rule, and why."""


class Given(NamedTuple):
    """An answer as it was given: text to be read by its question, or a value; `source` says who rolled."""

    value: Any
    source: str = "table"
    bare: bool = False
    """A word among others: dice may lie in groups, and the next one belong to the same roll."""
    by: str = ""
    """Whose word it is; "" where nobody says, and that of whoever is asked goes without saying."""
    behind: str = ""
    """Of a roll that is short of dice: the word behind it, bare too, that is no die."""

    def goes_on(self, question: Question[Any], word: Given) -> bool:
        """Whether the word behind it belongs to the same answer."""
        alike = self.bare and word.bare and self.source == word.source
        return alike and question.goes_on(self.value, word.value)


class Left(NamedTuple):
    """An answer that nothing has asked for; without a name it stands bare, for dice and cards or more of those that the open question had."""

    name: str
    given: Given
    unasked: bool = False
    """It is marked as one that the table insists on where nothing asks for it."""

    def __str__(self) -> str:
        return f"{self.name}={self.given.value}" if self.name else str(self.given.value)


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
    unasked: dict[str, deque[Given]] = field(default_factory=dict)
    """Those the table insists on where the rules leave nothing to ask for, by the question's name."""
    stated: frozenset[str] = frozenset()
    """Names whose answers are stated of what the rules give too: what the rules give takes the next one where it agrees."""
    insisting: frozenset[str] = frozenset()
    """Names whose answers the table insists on: what the rules give takes the next one, whatever it says."""
    patient: bool = False
    """Whether some may be left over where another question is open, for whoever said them to say again when it is their turn."""
    by: str = ""
    """The side whose word they all are: what it types on a recorder of its own. Dice and cards lie there for everybody."""

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
        given = self.said(question, queue.popleft())
        if isinstance(question, OneOf) and isinstance(given.value, str) and "," in given.value:
            value, *more = question.apart([given.value])[0]  # several, which answer it one after the other
            if len(more) < MOST_APART:
                queue.extendleft(given._replace(value=word) for word in reversed(more))
                given = given._replace(value=value)
        if not queue and isinstance(question, CHANCE) and given.bare:
            queue = self.bare
        while queue and given.goes_on(question, queue[0]):
            given = given._replace(value=f"{given.value} {queue.popleft().value}")
        if queue and given.bare and queue[0].bare and isinstance(question, Roll) and not question.is_dice(queue[0].value):
            given = given._replace(behind=queue[0].value)
        return given

    def insisted(self, question: Question[Any]) -> Given | None:
        """The answer that is to stand in place of what the rules give. It is taken."""
        queue = self.unasked.get(question.name) or (self.named.get(question.name) if question.name in self.insisting else None)
        if not queue:
            return None
        if self.guard:
            self.guard(question, queue[0])
        return self.said(question, queue.popleft())

    def said(self, question: Question[Any], given: Given) -> Given:
        """An answer, and whose word it is."""
        return given if isinstance(question, CHANCE) else given._replace(by=self.by)

    def copy(self) -> Answers:
        """The same answers, to be taken anew."""
        named, unasked = ({name: deque(queue) for name, queue in each.items()} for each in (self.named, self.unasked))
        return replace(self, named=named, bare=deque(self.bare), unasked=unasked)

    def left(self, asked: str = "") -> tuple[Left, ...]:
        """What nothing has asked for: by name, then bare, with more bare words of those that answered the question that was `asked`."""
        if not (self.bare or self.named or self.unasked):
            return ()
        named = (Left("" if given.bare and name == asked else name, given) for name, queue in self.named.items() for given in queue)
        unasked = (Left(name, given, unasked=True) for name, queue in self.unasked.items() for given in queue)
        return (*named, *unasked, *(Left("", given) for given in self.bare))


class GivenByRules(NamedTuple):
    """What the rules gave without a question, and why they did not put it."""

    question: Question[Any]
    value: Any
    rule: str
    why: str
    at_once: str = ""
    """Of what it is one of several that are given at once: nothing follows from which of them is stated first."""


class Mark(NamedTuple, Generic[S]):
    """A place up to which a procedure is settled: how many of its facts lie before, the last of them, and the state there."""

    facts: int
    last: Fact
    state: S

    def place(self, own: Sequence[Entry]) -> int | None:
        """Where in the record of its procedure the mark is; None where the record has gone another way."""
        there = self.facts <= len(own) and own[self.facts - 1].fact is self.last
        return self.facts - 1 if there else None


class Book(Protocol[S]):
    """A game's rules, as far as a table needs them."""

    @property
    def sides(self) -> Mapping[str, str]: ...

    @property
    def readings(self) -> Mapping[str, Reading]: ...

    def fold(self, fact: Fact, state: S) -> S: ...

    def advance(self, table: Table[S]) -> None: ...

    def begin_sequence(self, table: Table[S]) -> None: ...

    def kind_of(self, state: S, words: Sequence[str]) -> str: ...

    def spelled(self, state: S, kind: str, word: str) -> str: ...


@dataclass
class Table(Generic[S]):
    """One run of a procedure: the state so far, what the record holds of it, and what is new."""

    rules: Book[S]
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
    known: deque[S] = field(default_factory=deque)
    """The state after each entry of the log, where that is known: nothing is folded twice."""
    watch: Callable[[Entry], None] | None = None
    """Is called before an entry of the log takes effect."""
    new: list[Fact] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    """The state after each new fact."""
    asked: Question[Any] | None = None
    """The question that was answered last."""
    reached: int = 0
    """How many of the new facts only lead to the phase of what is declared."""
    given: list[GivenByRules] = field(default_factory=list)
    """What the rules gave on the way, where nothing was asked."""
    stated: set[int] = field(default_factory=set)
    """What of that has been stated."""
    passed: dict[str, int] = field(default_factory=dict)
    """How much of that lies before the last answer of a name: a later one of that name answers what comes after."""
    opening: bool = False
    """An open question is being answered, and has not come up yet."""
    settled: int = 0
    """How much of what the rules gave was given before that question was put: nothing that is said now answers it."""
    resumed: Mark[S] | None = None
    """The mark from which it goes on, instead of from its start."""
    suppose: Callable[[Question[Any]], Given] | None = None
    """What is supposed where nobody has answered yet: to see whether anything could come of a declaration."""
    arrived: bool = False
    """Whether the phase of what is declared has been reached."""
    marked: Mark[S] | None = None
    terms: dict[int, tuple[Modifier, ...]] = field(default_factory=dict)
    """Of rolls that the record holds, by their entries: what made up their counts."""
    broken: set[tuple[str, str]] = field(default_factory=set)
    """The rules that are broken so far, each with why: the same is recorded once."""
    marks: bool = False
    """Whether the procedure sets marks: it goes from one roll to the next."""
    _count: int = 0
    _last: Fact | None = None

    def __post_init__(self) -> None:
        if self.resumed is not None:
            self.marked, self._count, self._last = self.resumed, self.resumed.facts, self.resumed.last

    # ---- what procedures call ----

    def mark(self) -> None:
        """All up to here is settled, and the state alone says how to go on: a procedure that stops after this need not run it again.

        Only for procedures that begin with their state: with `resumed` they go to where they set their mark.
        """
        self.absorb()
        self.marks = True
        if self._last is not None:
            self.marked = Mark(self._count, self._last, self.state)

    def record(self, fact: Fact) -> None:
        """Records a fact and folds it in."""
        self.absorb()
        if self.log:
            entry = self.log[0]
            if not same(entry.fact, fact):
                raise Diverged(self.of, entry.version, _brief(entry.fact), _brief(fact))
            self._take()
        else:
            self._add(fact, self.rules.fold(fact, self.state))

    def ask(self, question: Question[T]) -> T:
        """The answer to a question, from the record or from what was said; otherwise the procedure stops here."""
        self.absorb()
        if self.log:
            return self._recorded(question, question.objection)
        given = self.answers.take(question) or self._passed(question) or (self.suppose(question) if self.suppose else None)
        if given is None:
            raise Unanswered(question)
        self._require_theirs(question, self.speaker or given.by)
        if self.opening:
            self.opening, self.settled = False, len(self.given)
        self.passed[question.name] = len(self.given)
        return self._said(question, self._read(question, given), given, question.objection)

    def _recorded(self, question: Question[T], objection: Objection[T]) -> T:
        """The answer that the record holds next. Raises Diverged."""
        fact = self.log[0].fact
        if getattr(fact, "name", None) != question.name:
            raise Diverged(self.of, self.log[0].version, _brief(fact), f"the question {question.name!r}")
        value = question.restore(value_of(fact))
        if isinstance(question, Roll) and question.terms:
            self.terms[self.log[0].version] = question.terms
        against = objection(value)
        self.as_played = getattr(fact, "as_played", "")
        self._take()
        return self._answered(question, value, fact, against)

    def _said(self, question: Question[T], value: T, given: Given, objection: Objection[T], *, unasked: bool = False) -> T:
        """The answer that is said now."""
        against = objection(value)
        self.asked, self.as_played = question, self.insisted
        fact = question.answered(value, given.source, self.as_played)
        if unasked:
            fact = fact.but(unasked=True)
        speaker, self.speaker = self.speaker or given.by, ""
        if self._is_anothers(question, speaker):
            fact = fact.but(said_by=speaker)
        refused = against and not self.as_played
        self._add(fact, self.state if refused else self.rules.fold(fact, self.state))
        return self._answered(question, value, fact, against)

    def _answered(self, question: Question[T], value: T, fact: Fact, objection: tuple[str, str] | None) -> T:
        """The answer, where nothing is against it or the table insists. Raises RuleBroken."""
        secret = self._whose_secret(question)
        if objection:
            rule, why = objection
            self._refuse(rule, f"{question.name}: {why}", secret, RuleBroken, answer=True)
        if said_by := getattr(fact, "said_by", ""):
            self._refuse(*self._not_theirs(question, said_by), secret, RuleBroken, answer=True)
        return value

    def _is_anothers(self, question: Question[Any], speaker: str) -> bool:
        """Whether a question is another side's to answer than the speaker's."""
        return question.by in self.rules.sides and speaker not in ("", question.by)

    def _require_theirs(self, question: Question[Any], speaker: str) -> None:
        """Before anything of an answer is looked at, whose it is to give: another's is refused, whatever it says, also where nothing is asked.

        Raises RuleBroken, unless the table insists.
        """
        if self._is_anothers(question, speaker) and not self.insisted:
            raise RuleBroken(*self._not_theirs(question, speaker))

    def _not_theirs(self, question: Question[Any], speaker: str) -> tuple[str, str]:
        """The rule of a question, and why that speaker does not answer it."""
        return question.rule, not_theirs(self.rules.sides, question.name, "answer", question.by, speaker)

    def gives(self, question: Question[T], value: T, rule: str = "", why: str = "", *, at_once: str = "") -> T:
        """What the rules give where they leave nothing to choose: nothing is asked, and nothing recorded.

        `why` the question is not put, by which `rule`; without it, because they leave one answer. An answer that is stated all
        the same is held against this in the end (`run`): it agrees, and goes without saying; or it is refused; or the table
        insists, and it stands here. Raises RuleBroken.
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
        """The rules do not come to a question: nobody rolls and nobody chooses, by a rule and for a reason (`secret`: a side's alone to know).

        An answer that is stated all the same is refused by that rule. Raises ByHand where the table insists on one: nothing would follow.
        """
        said = self.gives(Spared(name=name, by="", rule=rule, words=why, secret=secret), "", rule, why)
        if said not in NOTHINGS:
            self.by_hand(f"nothing would follow from {name}={as_text(said)}: {why}")

    def _take_own_word(self, question: Question[Any]) -> None:
        """A bare word that can answer the question called like the verb is said to it, though the rules leave nothing to ask."""
        bare = self.answers.bare
        if bare and question.name == self.answers.own and not isinstance(question, CHANCE):
            with suppress(BadInput):
                self._read(question, bare[0])
                self.answers.named.setdefault(question.name, deque()).append(bare.popleft())

    def agreed(self, name: str) -> bool:
        """Takes the answers of a name that agree with what the rules gave since the last one, each with one thing, in order; whether that is all.

        Where the order is nothing, an answer also agrees with what was given before.
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
        """What was given at once with what the last answer of a name stated, before it."""
        last = self.passed.get(name, 0) - 1
        if last not in self.stated or not self.given[last].at_once:
            return []
        return [n for n in range(self.settled, last) if self.given[n].at_once == self.given[last].at_once]

    def _agrees_with(self, at: int, name: str, given: Given) -> bool:
        """Whether an answer states what the rules gave there, and none has yet."""
        question, value, *_ = self.given[at]
        return question.name == name and at not in self.stated and self._states(question, given, value)

    def _from(self, name: str) -> int:
        """From where on what the rules gave may be what the next answer of a name states."""
        return max(self.settled, self.passed.get(name, 0))

    def _states(self, question: Question[Any], given: Given, value: Any) -> bool:
        """Whether an answer says what the rules gave; one that cannot be understood here does not."""
        if self.answers.guard:
            self.answers.guard(question, given)
        self._require_theirs(question, self.answers.said(question, given).by)
        with suppress(BadInput):
            return agrees(question, self._read(question, given), value)
        return False

    def hold_against(self, name: str) -> bool:
        """Holds the next answer of a name, which nothing asked for, against what the rules gave: whether it is to stand, since the table insists.

        It is compared with what comes after the last answer of that name. Raises RuleBroken.
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
        """By which rule, and why, nothing was asked where the rules gave what is called so; None where they gave nothing, or in secret."""
        last = next((one for one in reversed(self.given) if one.question.name == name), None)
        if last is None or self._whose_secret(last.question):
            return None
        return last.rule or last.question.rule, last.why or "the rules leave nothing to choose"

    def choose(self, question: OneOf, *, at_once: str = "") -> str:
        """The choice among the options; nothing is asked where the rules leave one. "" without any."""
        if len(question.options) > 1:
            return self.ask(question)
        return self.gives(question, question.options[0] if question.options else "", at_once=at_once)

    @staticmethod
    def _against(question: Question[T], said: T, rule: str, why: str) -> tuple[str, str]:
        """What speaks against an answer where nothing is asked."""
        return (rule or question.rule, why) if why else question.objection(said) or (question.rule, "the rules leave nothing to choose here")

    def _read(self, question: Question[T], given: Given) -> T:
        """The answer that was given, its names as the game spells them. Raises BadInput for what no table can have had."""
        try:
            value = question.read(given.value) if isinstance(given.value, str) else question.restore(given.value)
            if isinstance(question, Roll) and question.count and not value:  # rules after it need a die to look at
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
        """A name that is none of the options; what is no name of their kind is refused even where the table insists. Raises BadInput."""
        kind = question.names or self.rules.kind_of(self.state, tuple(option for option in options if option != NOTHING))
        stranger = f"{question.name}: {word} is none of {', '.join(options) or 'those open to choice'}"
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
        """The side that alone may know what is wrong with an answer: it would tell what could have been answered."""
        shown_to = "" if self.state.hidden == PAPER else question.shown_to
        return question.secret or shown_to or (self.secret if question.by == self.secret else "")

    def _passed(self, question: Question[Any]) -> Given | None:
        """What a standing pass of the side that is asked answers."""
        if f"{question.by}:{question.name}" not in self.state.passes:
            return None
        value = question.passing()
        return None if value is None else Given(question.say(value))

    def require(self, fine: bool, rule: str, why: str) -> None:
        """A rule the declaration must meet. A table may play on against it; the record then says so.

        Raises RuleBroken unless the declaration was made as played.
        """
        if not fine:
            self.refuse(rule, why)

    def refuse(self, rule: str, why: str, kind: type[RuleBroken] = RuleBroken) -> None:
        """What `require` does where the rule is broken, with a kind of refusal of its own."""
        self._refuse(rule, why, self.secret, kind)

    def _refuse(self, rule: str, why: str, secret: str, kind: type[RuleBroken], *, answer: bool = False) -> None:
        """Of a declaration one breach is insisted on once, whatever was answered since; of answers each by itself."""
        self.absorb()
        there = self.log[0].fact if self.log else None
        known = (rule, why) in self.broken and (bool(self.as_played) or not answer)
        if known and not (isinstance(there, Irregular) and (there.rule, there.why) == (rule, why)):
            return  # older records hold it twice
        if not self.as_played:
            raise kind(rule, why, secret)
        irregular = Irregular(rule=rule, why=why, as_played=self.as_played, secret=secret)
        self.broken.add((rule, why))
        self.record(irregular)

    def by_hand(self, why: str) -> None:
        """Nothing follows from what was said, for `why`. Raises ByHand where the table insists on that now; what was recorded before, and what
        values set by hand have led to, goes on without it.
        """
        if self.insisted:
            raise ByHand(why)

    def read(self, row: type[R], name: str) -> R:
        """A row of a chart; the table is asked for it when nobody has read it out yet."""
        return self.state.read(row, name)

    def reading(self, id: str) -> str:
        """How this table reads an ambiguous rule."""
        return self.state.readings.get(id) or self.rules.readings[id].default

    def end(self, rule: str, winner: str, why: str, by: str = "", *, disputed: bool = False) -> NoReturn:
        """The game is over, in the middle of whatever was going on; `by` is the code of what ended it.

        `disputed` says that the rules give no winner and no draw either, before the table has ruled on a reading.
        """
        self.record(GameEnded(rule=rule, winner=winner, by=by, why=why, disputed=disputed))
        raise Finished

    # ---- the sequence of play ----

    def advance(self) -> None:
        """Leaves the phase at hand and goes on to the next one that is played, automatic ones included."""
        self.rules.advance(self)

    def begin(self) -> None:
        """Begins the first phase of the game."""
        self.rules.begin_sequence(self)

    # ---- running again ----

    def absorb(self) -> None:
        """Takes in what was recorded beside the procedure while it waited."""
        while self.log and self.log[0].of != self.of:
            self._follow(self.log.popleft())

    def now(self) -> S:
        """The state with all that was said beside the procedure so far: what the next question offers is worked out from this."""
        self.absorb()
        return self.state

    def _take(self) -> None:
        """The next entry of the log, which the procedure has just come to."""
        entry = self.log.popleft()
        self._follow(entry)
        self._count, self._last = self._count + 1, entry.fact

    def _follow(self, entry: Entry) -> None:
        if self.watch:
            self.watch(entry)
        self.state = self.known.popleft() if self.known else self.rules.fold(entry.fact, self.state)

    def _add(self, fact: Fact, state: S) -> None:
        self.state = state
        self.new.append(fact)
        self.states.append(state)
        self._count, self._last = self._count + 1, fact


def agrees(question: Question[Any], said: Any, value: Any) -> bool:
    """Whether what is stated is what the rules gave, in whatever order where none matters; or both are nothing."""
    alike = sorted(said) == sorted(value) if isinstance(question, Some) else said == value
    return alike or (said in NOTHINGS and value in NOTHINGS)


NOTHINGS: tuple[Any, ...] = (NOTHING, "", "no", False, (), {})
"""Answers that do nothing, whatever their question."""


def not_theirs(sides: Mapping[str, str], name: str, what: str, owner: str, speaker: str) -> str:
    """Why a side does not declare, or answer, this: it is another's."""
    owner, speaker = (sides.get(side, side) for side in (owner, speaker))
    return f"{name} is for the {owner} side to {what}, not for the {speaker} side"


def _brief(fact: Fact) -> str:
    words = fact.sentence()
    if not words and isinstance(fact, Declared):
        words = fact.verb
    shown = fact.model_dump(exclude_defaults=True, exclude={"rule", "losses", "gains", "points", "tracks", "fire", *shown_fields(type(fact))})
    return f"«{words or fact.TOPIC}» [{fact.rule}]" if words else f"{fact.TOPIC} {shown}"
