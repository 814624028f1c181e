"""Corrections of old lines: everything after a wrong line is taken back and said again, with its dice and answers.

`recording.plans` holds what is corrected, and the decisions about later lines that no longer fit. `Fixing` carries a
plan out beside the record, up to the next such line. Nothing is recorded while a line is left undecided; then
everything is recorded in one append.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import BadInput, NotAsked, NotNow, OutOfTurn, Trouble
from domain.kernel.facts import BY_FILE
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import REASON
from domain.kernel.questions import CHANCE, CHANCE_ANSWERS, NOTHING, Answer, Question, said
from domain.kernel.state import look_or_none, walk
from domain.kernel.table import Given
from domain.kernel.whose import word
from domain.record.diary import Overtaken
from recording import hearing
from recording.keeping import Keeper
from recording.plans import (
    OWN,
    Decision,
    Plan,
    answering,
    append_of,
    name_of,
    plan,
    require_by_the_table,
    said_so,
    stands_before,
)
from recording.shorthand import insisting_line
from replays import asides
from replays.lines import joined, quoted, split
from replays.notation import ASIDES, Guard, speak
from replays.writer import Writer, appends, rolled_by

NO_ANSWER = (NOTHING, "no")
"""Answers that may be dropped silently if their question is not asked any more."""
TRIES = 20
"""Maximum number of attempts to record a correction while others record."""


class Stop(NamedTuple):
    """The place where a plan stops: a line that no longer fits."""

    at: int
    """The line's first entry, or its number in a file."""
    text: str
    secret: str
    trouble: Trouble
    question: Question[Any] | None = None
    """The question asked first, if that is why it stops."""
    between: bool = False
    """Whether the question comes between the line's own answers, and not before the line."""
    typed: bool = False
    """Whether the line was typed for the plan, and is not the original one."""
    told: bool = False
    """Whether the person who typed the line may be told the trouble."""
    word: str = ""
    """The side whose answer on the line no longer fits; "" if the line itself does not."""


class Counts(NamedTuple):
    """The numbers of later lines by what became of them."""

    again: int = 0
    otherwise: int = 0
    dropped: int = 0
    noted: int = 0
    """Answers that became notes."""


class _Later(NamedTuple):
    """A line that is to be said again."""

    at: int
    of: int
    """The declaration it belongs to."""
    append: Sequence[Entry] = ()
    asked: str = ""
    """The words of the question that it answers; "" for other lines."""
    text: str = ""
    """Its text, if it is a line of a file."""

    @property
    def secret(self) -> str:
        return _secret(self.append)

    @property
    def answers(self) -> list[Entry]:
        return [entry for entry in self.append if isinstance(entry.fact, Answer)]

    @property
    def rolled_by(self) -> str:
        """The source of those dice on the line that no player rolled."""
        return rolled_by(self.append) if self.append else BY_FILE

    @property
    def is_answer(self) -> bool:
        return bool(self.append) and isinstance(self.append[0].fact, Answer)


class _Mark(NamedTuple):
    """A snapshot of the later lines said so far. The plan goes on from it once a line is decided."""

    line: int = 0
    entries: int = 0
    counts: Counts = Counts()
    dropped: frozenset[int] = frozenset()


class _Heard(NamedTuple):
    """The words just typed, and the audience they were typed before."""

    at: int
    text: str
    audience: str


class Fixing:
    """A plan carried out beside the record, as far as it goes. It changes nothing."""

    def __init__(self, game: Game[Any], plan: Plan, audience: str = UMPIRE) -> None:
        """Carries out the plan. Raises BadInput if its entry no longer stands.

        The audience decides what may be told of the corrected entry.
        """
        self.game, self.plan = game, plan
        self.before = game.at(game.version)
        """The game before the correction, kept when the correction is recorded."""
        self.looks: set[tuple[object, ...]] = set()
        """The looks at hidden things by the later lines said again, including lines that could not be said unchanged.
        """
        self.stop: Stop | None = None
        self.counts = Counts()
        self.again: Game[Any] = Game(game.rules, game.id)
        """The game as corrected so far."""
        self.again.follow(game.entries)
        self._later = list(_written(plan.left))
        if plan.entry:
            if not any(entry.version == plan.entry for entry in game.stands):
                raise BadInput(
                    f"entry {plan.entry} stands no more: it was taken back meanwhile; `fix --give-up` forgets its "
                    "correction"
                )
            if plan.to != stands_before(game, append_of(game, plan.entry)):
                raise BadInput(
                    f"the correction of entry {plan.entry} was begun in another game; `fix --give-up` forgets it"
                )
            self._later = list(_later(game, plan.to))
            self.again.follow(self.again.take_back(plan.to, plan.why, fixed=True, by=plan.by).entries)
        self._dropped: set[int] = set()
        self._mark = _Mark()
        self._heard = _Heard(plan.decided[0].at, OWN, audience) if plan.decided else _Heard(0, OWN, UMPIRE)
        self._go_on()

    # ---- deciding of a line that no longer fits ----

    def say(self, words: Sequence[str], audience: str = UMPIRE) -> None:
        """Takes what is said at a stop: the answer to the question asked first, or the corrected line, whole or as
        changed values.

        Raises Trouble, and leaves the plan as it was, if that does not fit either, or may not be said before the
        audience.
        """
        stop, later, decision = self._stopped(), self._later[self._mark.line], self._decision()
        require_by_the_table(words)
        if stop.question is not None:
            answer = f"  {answering(stop.question, words)}"
            change = {"then": (*decision.then, answer)} if stop.between else {"first": (*decision.first, answer)}
            self._decide(decision.but(**change), answer, audience, audience)
            return
        self._require_own(stop, audience)
        if later.append:
            otherwise = said_so(self.again, later.append, later.append[0] if later.is_answer else None, words, later.at)
            require_own_word(self.game, later.append, otherwise, audience)
            if otherwise.line == OWN:
                otherwise = otherwise.but(
                    instead={**decision.instead, **otherwise.instead}, insists=otherwise.insists or decision.insists
                )
            self._decide(otherwise.but(first=decision.first, then=decision.then), OWN, audience, audience)
        else:
            self._decide(decision.but(line=joined(words)), OWN, audience, audience)

    def drop(self, audience: str = UMPIRE, *, rest: bool = False) -> None:
        """Drops the line at the stop, with its answers; with `rest` also whatever else no longer fits, up to the next
        question.

        At a question, `rest` drops whatever cannot be said while that is open. Raises OutOfTurn for another side's line
        on a recorder of one's own.
        """
        at_question = self._stopped().question is not None
        while True:
            decision = self._decision().but(line=None)
            require_own_word(self.game, self._later[self._mark.line].append, decision, audience)
            self._decide(decision, OWN, UMPIRE, audience)
            if not rest or self.stop is None or (self.stop.question is not None and not at_question):
                return

    def insist(self, why: str, audience: str = UMPIRE) -> None:
        """Lets the line stand as it was played, against the rule. Raises Trouble if it cannot."""
        stop, later, decision = self._stopped(), self._later[self._mark.line], self._decision()
        if not why:
            raise BadInput("a reason is expected for which the line stands")
        self._require_own(stop, audience)
        if later.append:
            require_own_word(self.game, later.append, decision.but(insists=why), audience)
            self._decide(decision.but(insists=why), OWN, audience, audience)
        else:
            line = split(stop.text, self.game.rules.sides)
            assert line is not None
            self._decide(decision.but(line=insisting_line(line, why)), OWN, audience)

    def awaited(self, audience: str) -> str:
        """The other side that has to decide at this stop: it is asked, or its word no longer fits; "" if the audience
        may decide.
        """
        stop, append, sides = self._stopped(), self._later[self._mark.line].append, self.game.rules.sides
        if stop.question is not None:
            side = "" if isinstance(stop.question, CHANCE) else stop.question.by
        else:
            side = stop.word or (word(append[0].fact) if append else "")
        return side if audience in sides and side in sides and side != audience else ""

    def _stopped(self) -> Stop:
        if self.stop is None:
            raise BadInput("every line fits: nothing is left to be decided")
        return self.stop

    def _require_own(self, stop: Stop, audience: str) -> None:
        """Raises BadInput for a line hidden from the audience: only its side may change it."""
        if stop.secret and stop.secret in hearing.hidden_from(self.game, audience):
            raise BadInput(
                f"that is {stop.secret}'s secret line: {stop.secret} says it (--as {stop.secret}), or the umpire; "
                "--drop leaves it out"
            )

    def _decision(self) -> Decision:
        """The decisions so far about the line at the stop."""
        at = self._stopped().at
        return next((one for one in self.plan.decided if one.at == at), Decision(at=at))

    def _decide(self, decision: Decision, typed: str, audience: str, looker: str = "") -> None:
        stop, plan, mark, looks = self._stopped(), self.plan, self._mark, set(self.looks)
        self._heard = _Heard(stop.at, typed, audience)
        self.plan = plan.but_for(decision)
        self._go_on()
        try:
            self.require_looks(looker, looks)
            if self.stop is not None and self.stop.at == stop.at and self.stop.typed:
                raise self.told(audience)
        except Trouble:
            self.plan, self._mark, self.looks = plan, mark, looks
            self._go_on()
            raise

    def require_looks(self, audience: str, before: Set[tuple[object, ...]] = frozenset()) -> None:
        """Refuses a correction, on a side's own recorder, that looks where the record has no look, or removes the aim
        of a look.

        Such a correction could be given up afterwards, as a look that leaves no trace. Raises OutOfTurn.
        """
        if audience not in self.game.rules.sides or not hearing.hidden_from(self.game, audience):
            return
        looked = _looks(self.before.stands)
        if self.looks - looked - before or (self.stop is None and looked - _looks(self.again.stands)):
            why = "that would look at what is hidden where it was not looked at, or take back what was looked for"
            raise OutOfTurn("", f"{why}; it is corrected where both look on, or by the umpire")

    # ---- saying the later lines again ----

    def _go_on(self) -> None:
        """Says the later lines again from the last mark, up to the first that no longer fits."""
        self._go_back()
        decided = {one.at: one for one in self.plan.decided}
        try:
            for number in range(self._mark.line, len(self._later)):
                later = self._later[number]
                self._mark = _Mark(number, len(self.again.entries), self.counts, frozenset(self._dropped))
                self._say_again(later, decided.get(later.at))
        except _Stopped as stopped:
            self.stop = stopped.stop
        else:
            self._mark = _Mark(len(self._later), len(self.again.entries), self.counts, frozenset(self._dropped))

    def _go_back(self) -> None:
        """Goes back to the beginning of the line at the stop."""
        self.stop, self.counts, self._dropped = None, self._mark.counts, set(self._mark.dropped)
        if self._mark.entries and len(self.again.entries) > self._mark.entries:
            entries = self.again.entries[: self._mark.entries]
            self.again = Game(self.game.rules, self.game.id)
            self.again.follow(entries)

    def _say_again(self, later: _Later, decision: Decision | None) -> None:
        if decision is None and later.of in self._dropped:
            self._count(dropped=1)  # an answer to a dropped line
            return
        began, notes = len(self.again.entries), self.counts.noted
        try:
            self._say_as_decided(later, decision or Decision(at=later.at))
        finally:
            if decision is not None:
                self._keep_secret(decision, _secret(self.again.entries[began:]))
        if decision is not None and decision.line is None:
            self._count(dropped=1)
        elif len(self.again.entries) - began > self.counts.noted - notes:
            self._count(**{"otherwise" if decision is not None and decision.is_typed else "again": 1})

    def _say_as_decided(self, later: _Later, decision: Decision) -> None:
        for answer in decision.first:
            self._speak(later, answer, typed=answer)
        if decision.line is None:
            self._dropped.add(later.at)
        elif decision.line != OWN and not decision.answered:
            self._speak(later, decision.line, typed=OWN)
        elif later.append:
            self._as_it_was(later, decision)
        else:
            self._as_written(later)

    def _keep_secret(self, decision: Decision, secret: str) -> None:
        """Marks a decision as secret if it led to something secret."""
        if secret and not decision.secret:
            self.plan = self.plan.but_for(decision.but(secret=secret))

    def _as_it_was(self, later: _Later, decision: Decision) -> None:
        """Says a line again with its answers, each to its own question. Answers no longer asked for become notes."""
        answers = later.answers
        if not later.is_answer:
            if self._said_whole(later, decision, later.append, answers):
                return
            kept, answers = self._in_turn(later, decision, answers)
            self._speak(later, _line(self.again, later.append, kept, decision), typed=_typed(decision))
        self._answer(later, decision, answers)

    def _said_whole(self, later: _Later, decision: Decision, append: Sequence[Entry], answers: Sequence[Entry]) -> bool:
        """Says a line with all its answers, if each of them is asked for in it; returns whether it did."""
        try:
            self._speak(
                later,
                _line(self.again, append, answers, decision),
                guard=_each_its_own(answers),
                typed=_typed(decision),
            )
        except _Stopped as stopped:
            if not isinstance(stopped.stop.trouble, NotAsked):
                raise
            return False
        return True

    def _in_turn(self, later: _Later, decision: Decision, answers: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
        """The answers of a declaration that are asked for in turn, and those that another question comes before.

        Others are let go.
        """
        trial, kept, over, left = self.again.trial(), list[Entry](), list[Entry](), list(answers)
        self._speak(later, _line(trial, later.append, (), decision), typed=_typed(decision), on=trial)
        while (
            left
            and (question := self._question(later, _line(self.again, later.append, answers, decision), trial))
            is not None
        ):
            number = _first_for(question, left)
            if number is None:
                break
            one = left[number : number + 1]
            over, kept, left = over + left[:number], kept + one, left[number + 1 :]
            self._speak(later, _line(trial, one, one, decision), typed=_typed(decision), on=trial)
        else:
            over, left = over + left, []
        self._let_go(later, decision, over)
        return kept, left

    def _answer(self, later: _Later, decision: Decision, answers: Sequence[Entry]) -> None:
        """Says answers, each to its own question.

        Other questions between them have to be typed; answers no longer asked for are let go.
        """
        left, typed, text = (
            list(answers),
            deque(decision.then),
            _line(self.again, later.append, later.answers, decision),
        )
        while left:
            question = self._question(later, text, self.again)
            number = _first_for(question, left) if question else None
            if question is None or (number is None and self._is_answered_later(later, question)):
                self._let_go(later, decision, left)
                return
            if number is not None:
                self._let_go(later, decision, left[:number])
                left = left[number:]
                if self._said_whole(later, decision, left, left):
                    return
                self._speak(later, _line(self.again, left, left[:1], decision), typed=_typed(decision))
                left = left[1:]
            elif typed:
                self._speak(later, typed[0], typed=typed.popleft())
            else:
                raise _Stopped(Stop(later.at, text, later.secret, BadInput(question.words), question, between=True))

    def _is_answered_later(self, later: _Later, question: Question[Any]) -> bool:
        """Whether a later line of the same declaration answers a question."""
        others = [
            entry for other in self._later[self._mark.line + 1 :] if other.of == later.of for entry in other.answers
        ]
        return _first_for(question, others) is not None

    def _let_go(self, later: _Later, decision: Decision, answers: Sequence[Entry]) -> None:
        """Lets go of answers that nothing asks for any more. Dice, cards and refusals become notes; a choice is for the
        players to decide.

        Answers on a line that was typed differently become notes too.
        """
        missed = next((entry for entry in answers if _is_missed(entry)), None)
        if missed is not None and (later.is_answer or not decision.is_typed):
            asked = f" ({later.asked})" if later.asked and missed is later.append[0] else ""
            if not later.is_answer:
                alone = _line(self.again, later.append, (), decision)
                asked = f"; `{alone}` keeps the answers that are asked for, and a note of this one"
            trouble = BadInput(f"{name_of(missed)} {_value_of(missed)} answers what is asked no more{asked}")
            text = _line(self.again, later.append, later.answers, decision)
            raise _Stopped(
                Stop(later.at, text, later.secret, trouble, typed=decision.is_typed, told=True, word=word(missed.fact))
            )
        for entry in answers:
            self._remark(
                entry.fact.named(self.game.rules.sides) or f"{name_of(entry)} {_value_of(entry)}", entry.fact.secret
            )

    def _as_written(self, later: _Later) -> None:
        """Says a line of a file. An answer that does nothing becomes a note if it is no longer asked for."""
        line = split(later.text, self.game.rules.sides)
        asked = self.again.waits.name if self.again.waits else ""
        if (
            line is not None
            and line.answer
            and len(line.words) == 1
            and line.words[0] in NO_ANSWER
            and asked != line.first
        ):
            self._remark(f"{line.first} {line.words[0]}")
        else:
            self._speak(later, later.text)

    def _speak(
        self,
        later: _Later,
        text: str,
        *,
        guard: Guard | None = None,
        typed: str | None = None,
        on: Game[Any] | None = None,
    ) -> None:
        """Says a line.

        `typed` is the part of it that was typed for the plan; if that was just now, its audience is judged too.
        """
        game, told = on or self.again, True  # an unreadable line tells nothing
        try:
            line = split(text, self.game.rules.sides)
            if line is None:
                raise BadInput("a line is expected")
            told = False
            line = replace(line, rolled_by=later.rolled_by)
            outcome = speak(game, line, guard)
            if on is None and typed is not None and (later.at, typed) == self._heard[:2]:
                told = True
                hearing.hear(game, line, self._heard.audience, again=typed == OWN and self._has_its_words(later))
            game.follow(outcome.entries)
            self.looks |= _looks(outcome.entries)
        except Trouble as trouble:
            asked_first = isinstance(trouble, NotNow) and not told
            question = self._question(later, text, game) if asked_first else None
            raise _Stopped(
                Stop(later.at, text, later.secret, trouble, question, typed=typed is not None, told=told)
            ) from None

    def _has_its_words(self, later: _Later) -> bool:
        """Whether a line is said with its own words, apart from corrected values, and was not typed anew."""
        decision = next((one for one in self.plan.decided if one.at == later.at), None)
        return bool(later.append) and decision is not None and (decision.line == OWN or decision.answered)

    def _question(self, later: _Later, text: str, game: Game[Any]) -> Question[Any] | None:
        """The open question. The plan stops if it cannot be put any more."""
        try:
            return game.pending()
        except Trouble as trouble:
            raise _Stopped(Stop(later.at, text, later.secret, trouble)) from None

    def _remark(self, words: str, secret: str = "") -> None:
        """Keeps an answer that is no longer asked for as a note, with its former secrecy."""
        note = f"{secret}: note secret" if secret else "note"
        line = split(f"{note} {quoted(f'asked for no more since a correction: {words}'[:REASON])}")
        assert line is not None
        self.again.follow(asides.read_aside(self.again, line).entries)
        self._count(noted=1)

    def _count(self, **more: int) -> None:
        self.counts = Counts(**{name: now + more.get(name, 0) for name, now in self.counts._asdict().items()})

    # ---- what it comes to ----

    @property
    def fitting(self) -> int:
        """The number of lines that fit so far."""
        return self._mark.line

    @property
    def left(self) -> int:
        """The number of lines after the stop."""
        return max(0, len(self._later) - self.fitting - 1)

    @property
    def struck(self) -> int:
        """The number of entries taken back."""
        return sum(entry.version > self.plan.to for entry in self.before.stands) if self.plan.entry else 0

    @property
    def outcome(self) -> Outcome:
        """Everything to be recorded, in one append. Raises BadInput while a line is undecided."""
        if self.stop is not None:
            raise BadInput(f"what becomes of {self.stop.at} is still to be decided")
        return Outcome(tuple(self.again.entries[len(self.before.entries) :]), self.again.asked)

    def told(self, audience: str) -> Trouble:
        """The reason for the stop, as an audience may be told it."""
        stop = self._stopped()
        if stop.secret and stop.secret in hearing.hidden_from(self.game, audience):
            return BadInput("it cannot be said again as it was, and why would tell what is hidden")
        if stop.told:
            return stop.trouble
        line = split(stop.text, self.game.rules.sides)
        return hearing.refusal_told(self.again, line, stop.trouble, audience) if line else stop.trouble


class _Stopped(Exception):
    def __init__(self, stop: Stop) -> None:
        self.stop = stop


# ---- a line and its answers ----


def _later(game: Game[Any], after: int) -> Iterator[_Later]:
    """The standing lines after an entry."""
    asked = ""
    for append in appends(game.stands):
        if append[0].version > after:
            yield _Later(append[0].version, append[0].of, append, asked if isinstance(append[0].fact, Answer) else "")
        waits = append[-1].waits
        asked = waits.words if waits else ""


def _written(left: Sequence[tuple[int, str]]) -> Iterator[_Later]:
    """The lines of a file. Indented ones belong to the declaration before them."""
    of = 0
    for number, text in left:
        first = text.partition(" ")[0]
        of = number if first and first not in ASIDES else of
        yield _Later(number, number if first in ASIDES else of, text=text)


def _line(game: Game[Any], append: Sequence[Entry], answers: Sequence[Entry], decision: Decision) -> str:
    """The text of a line with some of its answers, as decided.

    A line that begins with an answer consists of these alone.
    """
    writer, insists = Writer(game), f" !{quoted(decision.insists)}" if decision.insists else ""
    if isinstance(append[0].fact, Answer):
        append = answers
    elif decision.line:
        return writer.with_answers(decision.line, answers)
    else:
        append = [entry for entry in append if not isinstance(entry.fact, Answer) or entry in answers]
    return (
        writer.line(
            append,
            named=True,
            instead={int(key) if key.isdecimal() else key: value for key, value in decision.instead.items()},
        )
        + insists
    )


def _typed(decision: Decision) -> str | None:
    return OWN if decision.is_typed else None


def _each_its_own(answers: Sequence[Entry]) -> Guard:
    """A guard that lets each answer go only to its own question, or one like it."""
    queues: dict[str, deque[Entry]] = {}
    for entry in answers:
        queues.setdefault(name_of(entry), deque()).append(entry)

    def guard(question: Question[Any], given: Given) -> None:
        left = queues.get(question.name)
        if not left or _first_for(question, left) != 0:
            raise NotAsked(f"{question.name} is asked for something else")
        left.popleft()

    return guard


def _first_for(question: Question[Any], answers: Sequence[Entry]) -> int | None:
    """The index of the first answer to a question like this one; None if there is none.

    For dice and cards, an answer with exactly this purpose comes first.
    """
    alike = [n for n, entry in enumerate(answers) if _is_for(question, entry)]
    exact = (n for n in alike if getattr(answers[n].fact, "purpose", None) == question.purposed())
    return next(exact, next(iter(alike), None))


def _is_for(question: Question[Any], entry: Entry) -> bool:
    """Whether an entry answers a question like this one: the same name and side, and for dice and cards the same kind
    of purpose.
    """
    fact = entry.fact
    if not isinstance(fact, Answer) or (fact.name, fact.side) != (question.name, question.by):
        return False
    return not isinstance(fact, CHANCE_ANSWERS) or fact.purpose.kind == question.purposed().kind


def _looks(entries: Iterable[Entry]) -> set[tuple[object, ...]]:
    """The places and moments at which a side looked at what another hides."""
    return {
        (fact.TOPIC, entry.moment.ids, getattr(fact, fact.LOOKS_AT))
        for entry in entries
        if (fact := entry.fact).LOOKS_AT
    }


def _secret(entries: Sequence[Entry]) -> str:
    """The side whose secret any of these entries is; "" if none."""
    return next((entry.fact.secret for entry in entries if entry.fact.secret), "")


def _value_of(entry: Entry) -> str:
    return said(entry.fact) if isinstance(entry.fact, Answer) else ""


def _is_missed(entry: Entry) -> bool:
    """Whether a player must decide about an answer that is no longer asked for: a real choice, no die or card."""
    return not isinstance(entry.fact, CHANCE_ANSWERS) and _value_of(entry) not in NO_ANSWER


def record(fixing: Fixing, keeper: Keeper) -> Fixing:
    """Records a whole correction, trying again if somebody else records first; returns the one recorded.

    If their lines do not fit, it stops there and records nothing. Raises Overtaken if others are always faster.
    """
    for attempt in range(TRIES):
        if fixing.stop is not None:
            return fixing
        try:
            keeper.append(fixing.game, fixing.outcome)
            return fixing
        except Overtaken:
            if attempt == TRIES - 1:
                raise
            fixing = Fixing(fixing.game, fixing.plan)
    raise AssertionError("unreachable")


# ---- what is corrected ----


def begin(game: Game[Any], number: int, words: Sequence[str], why: str = "", audience: str = UMPIRE) -> Fixing:
    """A correction carried out as far as it goes.

    Raises Trouble, as the audience may be told it, if the corrected line itself does not fit.
    """
    append = append_of(game, number)
    secret = _secret([*append, *(entry for entry in game.stands if entry.version == append[0].of)])
    if secret and secret in hearing.hidden_from(game, audience):
        raise BadInput(
            f"entry {number} is part of {secret}'s secret line: {secret} corrects it (--as {secret}), or the umpire"
        )
    made = plan(game, number, words, why)
    require_own_word(game, append, made.decided[0], audience)
    fixing = Fixing(game, made.but(by=audience if audience in game.rules.sides else ""), audience)
    fixing.require_looks(audience)
    if fixing.stop is not None and fixing.stop.typed:
        raise fixing.told(audience)
    return fixing


def require_own_word(game: Game[Any], append: Sequence[Entry], decision: Decision, audience: str) -> None:
    """Checks that a side on its own recorder corrects only its own words, or dice and cards, which are nobody's.

    Raises OutOfTurn for another side's words.
    """
    if audience not in game.rules.sides or not append:
        return
    whole = decision.line != OWN or bool(decision.insists)
    said = {int(key) for key in decision.instead if key.isdecimal()}
    touched = [
        entry
        for entry in append
        if whole or entry.version in said or (entry is append[0] and len(said) < len(decision.instead))
    ]
    for entry in touched:
        side = word(entry.fact)
        if side in game.rules.sides and side != audience:
            names = game.rules.sides
            why = (
                f"entry {entry.version} is for the {names[side]} side to correct, and this recorder is the "
                f"{names[audience]} side's"
            )
            raise OutOfTurn("", f"{why}; where both look on, either may say it")


# ---- what it changes ----


class Difference(NamedTuple):
    """The changes made by a correction, as an audience may see them."""

    steps: Mapping[str, tuple[int, int]]
    """Steps lost: side -> (before, after)."""
    points: Mapping[str, tuple[int, int]]
    values: Sequence[tuple[str, Any, Any]]
    """The values of the state that differ: (path, before, after)."""


def difference(fixing: Fixing, audience: str) -> Difference:
    """The changes made by a correction; at a stop, those made so far."""
    stop = fixing.stop
    until = (
        max((entry.version for entry in fixing.before.stands if entry.version < stop.at), default=0)
        if stop and not fixing.plan.left
        else None
    )
    whole = fixing.before if until is None else fixing.before.at(until)
    before, after = (game.seen_by(audience) for game in (whole, fixing.again))
    a, b = dict(walk(before.state)), dict(walk(after.state))
    changed = [path for path in dict.fromkeys((*a, *b)) if a.get(path) != b.get(path)]
    values = [(".".join(path), look_or_none(before.state, path), look_or_none(after.state, path)) for path in changed]
    steps = [Counter[str]() for _ in range(2)]
    points = [Counter[str]() for _ in range(2)]
    for n, view in enumerate((before, after)):
        for entry in view.stands:
            for loss in entry.fact.losses:
                steps[n][loss.side] += loss.steps
            for one in entry.fact.points:
                points[n][one.side] += one.amount
    return Difference(
        {side: (steps[0][side], steps[1][side]) for side in sorted(steps[0].keys() | steps[1].keys())},
        {side: (points[0][side], points[1][side]) for side in sorted(points[0].keys() | points[1].keys())},
        values,
    )
