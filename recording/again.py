"""A plan carried out: the lines after a moment said again beside the record, up to the first that no longer fits.

Nothing is recorded here. `recording.fix` lets players decide about such a line, and records the whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import BadInput, NotAsked, NotNow, Trouble
from domain.kernel.facts import GameEnded
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import CHANCE, Answer, Question
from domain.kernel.whose import word
from recording import hearing
from recording.plans import OWN, Decision, Plan, Stop, append_of, stands_before
from recording.reused import Reused, asked_otherwise, is_of_another, questions_after, secrets_of
from recording.waiting import (
    NO_ANSWER,
    WaitingLine,
    answer_words,
    are_alike,
    as_note,
    asked_in_turn,
    each_its_own,
    first_for,
    is_choice,
    lines_of_file,
    name_of,
    noted,
    secret_of,
    waiting_after,
)
from replays.lines import quoted
from replays.notation import Guard, speak
from replays.papers import taken_apart
from replays.writer import Writer

CORRECTED = "a correction"
"""Since when an answer is asked for no more, in a note of it."""


class Counts(NamedTuple):
    """The numbers of later lines by what became of them."""

    again: int = 0
    otherwise: int = 0
    dropped: int = 0
    noted: int = 0
    """Answers that became notes."""


class LeftOut(NamedTuple):
    """A later line that was left out."""

    at: int
    """Its first entry; in the lines of a file, its number."""
    text: str
    secret: str
    """The side whose secret it holds; "" if none."""
    over: bool = False
    """Whether the game has ended by then, and had not when the line was said."""


class _Mark(NamedTuple):
    """A snapshot of the later lines said so far. The plan goes on from it once a line is decided."""

    line: int = 0
    entries: int = 0
    counts: Counts = Counts()
    left_out: tuple[LeftOut, ...] = ()
    reused: tuple[Reused, ...] = ()


class Heard(NamedTuple):
    """The words just typed, and the audience they were typed before."""

    at: int
    text: str
    audience: str


class Again:
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
        self._later = list(lines_of_file(plan.left))
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
            self._later = list(waiting_after(game, plan.to))
            self.again.follow(self.again.take_back(plan.to, plan.why, fixed=True, by=plan.by).entries)
        self.left_out: tuple[LeftOut, ...] = ()
        """The later lines that were left out, with their answers, in the order of play."""
        self.reused: tuple[Reused, ...] = ()
        """The later answers that stand though they are asked for otherwise."""
        self._unpaired: list[Entry] = []
        """The answers of the line that is said, as far as they have not been said again."""
        self._mark = _Mark()
        self._heard = Heard(0, OWN, UMPIRE)
        if plan.decided:
            first = plan.decided[0]
            self._heard = Heard(first.at, first.first[0] if first.adds_only else OWN, audience)
        self._go_on()

    # ---- saying the later lines again ----

    def _go_on(self) -> None:
        """Says the later lines again from the last mark, up to the first that no longer fits."""
        self._go_back()
        decided = {one.at: one for one in self.plan.decided}
        try:
            for number in range(self._mark.line, len(self._later)):
                later = self._later[number]
                self._mark = _Mark(number, len(self.again.entries), self.counts, self.left_out, self.reused)
                self._say_again(later, decided.get(later.at))
        except _Stopped as stopped:
            self.stop = stopped.stop
        else:
            self._mark = _Mark(len(self._later), len(self.again.entries), self.counts, self.left_out, self.reused)

    def _go_back(self) -> None:
        """Goes back to the beginning of the line at the stop."""
        self.stop, self.counts = None, self._mark.counts
        self.left_out, self.reused = self._mark.left_out, self._mark.reused
        if self._mark.entries and len(self.again.entries) > self._mark.entries:
            entries = self.again.entries[: self._mark.entries]
            self.again = Game(self.game.rules, self.game.id)
            self.again.follow(entries)

    def _say_again(self, later: WaitingLine, decision: Decision | None) -> None:
        if decision is None and any(one.at == later.of for one in self.left_out):
            self._leave_out(later)  # an answer to a line left out
            return
        began, notes, self._unpaired = len(self.again.entries), self.counts.noted, later.answers
        try:
            self._say_as_decided(later, decision or Decision(at=later.at))
        finally:
            if decision is not None:
                self._keep_secret(decision, secret_of(self.again.entries[began:]))
        if len(self.again.entries) - began > self.counts.noted - notes:
            self._count(**{"otherwise" if decision is not None and decision.is_typed else "again": 1})

    def _say_as_decided(self, later: WaitingLine, decision: Decision) -> None:
        for answer in decision.first:
            self._speak(later, answer, typed=answer)
        if decision.line is None:
            self._leave_out(later)
        elif decision.line != OWN and not decision.answered:
            self._speak(later, decision.line, typed=OWN)
        elif later.append:
            self._as_it_was(later, decision)
        else:
            self._as_written(later)

    def _leave_out(self, later: WaitingLine) -> None:
        text = _line(self.again, later.append, later.answers, Decision(at=later.at)) if later.append else later.text
        over = self._ended_before(later.at)
        self.left_out = (*self.left_out, LeftOut(later.at, text.strip(), later.secret, over))
        self._count(dropped=1)

    def _keep_secret(self, decision: Decision, secret: str) -> None:
        """Marks a decision as secret if it led to something secret."""
        if secret and not decision.secret:
            self.plan = self.plan.but_for(decision.but(secret=secret))

    def _as_it_was(self, later: WaitingLine, decision: Decision) -> None:
        """Says a line again with its answers, each to its own question. Answers no longer asked for become notes."""
        answers = later.answers
        if not later.is_answer:
            if self._said_whole(later, decision, later.append, answers):
                return
            kept, answers = self._in_turn(later, decision, answers)
            self._speak(later, _line(self.again, later.append, kept, decision), typed=_typed(decision))
        self._answer(later, decision, answers)

    def _said_whole(
        self, later: WaitingLine, decision: Decision, append: Sequence[Entry], answers: Sequence[Entry]
    ) -> bool:
        """Says a line with all its answers, if each of them is asked for in it; returns whether it did."""
        try:
            self._speak(
                later,
                _line(self.again, append, answers, decision),
                guard=each_its_own(answers),
                typed=_typed(decision),
            )
        except _Stopped as stopped:
            if not isinstance(stopped.stop.trouble, NotAsked):
                raise
            return False
        return True

    def _in_turn(
        self, later: WaitingLine, decision: Decision, answers: Sequence[Entry]
    ) -> tuple[list[Entry], list[Entry]]:
        """The answers of a declaration that are asked for in turn, and those that another question comes before.

        Others are let go.
        """
        trial, text = self.again.trial(), _line(self.again, later.append, answers, decision)
        self._speak(later, _line(trial, later.append, (), decision), typed=_typed(decision), on=trial)

        def say(answer: Entry) -> None:
            self._speak(later, _line(trial, (answer,), (answer,), decision), typed=_typed(decision), on=trial)

        kept, over, left = asked_in_turn(answers, lambda: self._question(later, text, trial), say)
        self._let_go(later, decision, over)
        return kept, left

    def _answer(self, later: WaitingLine, decision: Decision, answers: Sequence[Entry]) -> None:
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
            number = first_for(question, left) if question else None
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

    def _is_answered_later(self, later: WaitingLine, question: Question[Any]) -> bool:
        """Whether a later line of the same declaration answers a question."""
        others = [
            entry for other in self._later[self._mark.line + 1 :] if other.of == later.of for entry in other.answers
        ]
        return first_for(question, others) is not None

    def _let_go(self, later: WaitingLine, decision: Decision, answers: Sequence[Entry]) -> None:
        """Lets go of answers that nothing asks for any more. Dice, cards and refusals become notes; a choice is for the
        players to decide.

        Answers on a line that was typed differently become notes too.
        """
        missed = next((entry for entry in answers if is_choice(entry)), None)
        if missed is not None and (later.is_answer or not decision.is_typed):
            asked = f" ({later.asked})" if later.asked and missed is later.append[0] else ""
            if not later.is_answer:
                alone = _line(self.again, later.append, (), decision)
                asked = f"; `{alone}` keeps the answers that are asked for, and a note of this one"
            trouble = BadInput(f"{name_of(missed)} {answer_words(missed)} answers what is asked no more{asked}")
            text = _line(self.again, later.append, later.answers, decision)
            raise _Stopped(
                Stop(later.at, text, later.secret, trouble, typed=decision.is_typed, told=True, word=word(missed.fact))
            )
        for entry in answers:
            self.again.follow(as_note(self.again, entry, CORRECTED).entries)
            self._count(noted=1)

    def _as_written(self, later: WaitingLine) -> None:
        """Says a line of a file. An answer that does nothing becomes a note if it is no longer asked for."""
        line = taken_apart(self.game, later.text)
        asked = self.again.waits.name if self.again.waits else ""
        if (
            line is not None
            and line.answer
            and len(line.words) == 1
            and line.words[0] in NO_ANSWER
            and asked != line.first
        ):
            self.again.follow(noted(self.again, f"{line.first} {line.words[0]}", CORRECTED).entries)
            self._count(noted=1)
        else:
            self._speak(later, later.text)

    def _speak(
        self,
        later: WaitingLine,
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
            line = taken_apart(self.game, text)
            if line is None:
                raise BadInput("a line is expected")
            told = False
            line = replace(line, rolled_by=later.rolled_by)
            outcome = speak(game, line, guard)
            if on is None and typed is not None and (later.at, typed) == self._heard[:2]:
                told = True
                hearing.hear(game, line, self._heard.audience, again=typed == OWN and self._has_its_words(later))
            if on is None and typed in (None, OWN):
                self._compare_questions(later, outcome)
            game.follow(outcome.entries)
            self.looks |= looks_of(outcome.entries)
        except Trouble as trouble:
            asked_first = isinstance(trouble, NotNow) and not told
            question = self._question(later, text, game) if asked_first else None
            raise _Stopped(
                Stop(later.at, text, later.secret, trouble, question, typed=typed is not None, told=told)
            ) from None

    def _compare_questions(self, later: WaitingLine, outcome: Outcome) -> None:
        """Notes the choices on a line that are asked for otherwise than they were.

        One that is about others now stops the plan, unless it is a refusal: nobody has made that choice. What was typed
        for the plan, or is insisted on, was decided for the question as it is asked now.
        """
        decision = next((one for one in self.plan.decided if one.at == later.at), Decision(at=later.at))
        if decision.insists or (decision.line != OWN and not decision.answered):
            return
        for entry in outcome.entries:
            was = next((one for one in self._unpaired if are_alike(one, entry)), None)
            if was is None:
                continue
            self._unpaired.remove(was)
            then, now = self._asked_then.get(was.version), outcome.answered.get(entry.version)
            if then is None or now is None or isinstance(now, CHANCE) or str(was.version) in decision.instead:
                continue
            if is_choice(was) and is_of_another(self.again, then, now):
                trouble = BadInput(
                    f"{name_of(was)} {answer_words(was)} answers another question now: it was "
                    f'"{then.words}", now "{now.words}"'
                )
                text = _line(self.again, later.append, later.answers, decision)
                raise _Stopped(Stop(later.at, text, later.secret, trouble, told=True, word=word(was.fact), answer=was))
            if why := asked_otherwise(then, now):
                text = f"{name_of(was)} {answer_words(was)}"
                secrets = secrets_of(entry, then, now)
                self.reused = (*self.reused, Reused(was.version, entry.version, text, why, secrets))

    @cached_property
    def _asked_then(self) -> Mapping[int, Question[Any]]:
        """The questions as they were asked before the correction."""
        return questions_after(self.before, self.plan.to)

    def _has_its_words(self, later: WaitingLine) -> bool:
        """Whether a line is said with its own words, apart from corrected values, and was not typed anew."""
        decision = next((one for one in self.plan.decided if one.at == later.at), None)
        return bool(later.append) and decision is not None and (decision.line == OWN or decision.answered)

    def _question(self, later: WaitingLine, text: str, game: Game[Any]) -> Question[Any] | None:
        """The open question. The plan stops if it cannot be put any more."""
        try:
            return game.pending()
        except Trouble as trouble:
            raise _Stopped(Stop(later.at, text, later.secret, trouble)) from None

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

    @property
    def declared(self) -> int:
        """The declaration that the line at the stop belongs to."""
        return self._later[self._mark.line].of

    def stopped(self) -> Stop:
        """Where it stops. Raises BadInput if every line fits."""
        if self.stop is None:
            raise BadInput("every line fits: nothing is left to be decided")
        return self.stop

    @property
    def over(self) -> bool:
        """Whether it stops because the game has ended by then, and did not before: an end, and no refusal."""
        return self.stop is not None and self._ended_before(self.stop.at)

    def _ended_before(self, at: int) -> bool:
        """Whether the game has ended before a later line, and had not when the line was said."""
        if not self.plan.entry or self.again.state.result is None:
            return False
        return not any(isinstance(one.fact, GameEnded) for one in self.before.stands if one.version < at)

    def told(self, audience: str) -> Trouble:
        """The reason for the stop, as an audience may be told it."""
        stop = self.stopped()
        if stop.secret and stop.secret in hearing.hidden_from(self.game, audience):
            return BadInput("it cannot be said again as it was, and why would tell what is hidden")
        if stop.told:
            return stop.trouble
        line = taken_apart(self.game, stop.text)
        return hearing.refusal_told(self.again, line, stop.trouble, audience) if line else stop.trouble


class _Stopped(Exception):
    def __init__(self, stop: Stop) -> None:
        self.stop = stop


# ---- a line and its answers ----


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


def looks_of(entries: Iterable[Entry]) -> set[tuple[object, ...]]:
    """The places and moments at which a side looked at what another hides."""
    return {
        (fact.TOPIC, entry.moment.ids, getattr(fact, fact.LOOKS_AT))
        for entry in entries
        if (fact := entry.fact).LOOKS_AT
    }
