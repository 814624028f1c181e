"""Corrections of old lines: everything after a wrong line is taken back and said again, with its dice and answers.

`recording.plans` holds what is corrected, and the decisions about later lines that no longer fit. `recording.again`
carries a plan out up to the next such line. Nothing is recorded while a line is left undecided; then everything is
recorded in one append.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import BadInput, OutOfTurn, Trouble
from domain.kernel.facts import Adjusted, ChartRead, Fact, RulingMade, SealKept
from domain.kernel.game import Game
from domain.kernel.questions import CHANCE
from domain.kernel.state import look_or_none, walk
from domain.kernel.whose import word
from domain.record.diary import Overtaken
from recording import hearing
from recording.again import Again, Heard, looks_of
from recording.keeping import Keeper
from recording.plans import (
    OWN,
    Decision,
    Plan,
    Stop,
    answering,
    append_of,
    plan,
    require_by_the_table,
    said_so,
)
from recording.shorthand import insisting_line
from recording.waiting import (
    secret_of,
)
from replays.lines import joined
from replays.papers import taken_apart

WAYS = (
    "an answer, a whole LINE or name=value says it otherwise; drop leaves it out, drop rest all that no longer "
    "fit; ! reason lets it stand "
    "as it was played; give up forgets the correction, leave (or Ctrl-D) keeps it for later"
)
"""What may be decided of a line that no longer fits, as it is typed."""

TRIES = 20
"""Maximum number of attempts to record a correction while others record."""


class Fixing(Again):
    """A plan carried out, and what players decide where it stops."""

    # ---- deciding of a line that no longer fits ----

    def decide(self, said: str, audience: str = UMPIRE) -> None:
        """Takes a typed decision at a stop: `drop`, `drop rest`, `! reason`, else what is said instead. Raises
        Trouble."""
        if said.split()[:1] == ["drop"]:
            if said.split()[1:] not in ([], ["rest"]):
                raise BadInput("`drop` leaves this line out, `drop rest` whatever no longer fits")
            self.drop(audience, rest=said.split()[1:] == ["rest"])
        elif said.startswith("!"):
            self.insist(said.removeprefix("!").strip().strip("\"'").strip(), audience)
        else:
            line = taken_apart(self.game, said)
            if line is None:
                raise BadInput(WAYS)
            self.say(line.in_words, audience)

    def say(self, words: Sequence[str], audience: str = UMPIRE) -> None:
        """Takes what is said at a stop: the answer to the question asked first, or the corrected line, whole or as
        changed values.

        Raises Trouble, and leaves the plan as it was, if that does not fit either, or may not be said before the
        audience.
        """
        stop, later, decision = self.stopped(), self._later[self._mark.line], self._decision()
        require_by_the_table(words)
        if stop.question is not None:
            answer = f"  {answering(stop.question, words)}"
            change = {"then": (*decision.then, answer)} if stop.between else {"first": (*decision.first, answer)}
            self._decide(decision.but(**change), answer, audience, audience)
            return
        self._require_own(stop, audience)
        if later.append:
            entry = stop.answer or (later.append[0] if later.is_answer else None)
            otherwise = said_so(self.again, later.append, entry, words, later.at)
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
        at_question = self.stopped().question is not None
        while True:
            decision = self._decision().but(line=None)
            require_own_word(self.game, self._later[self._mark.line].append, decision, audience)
            self._decide(decision, OWN, UMPIRE, audience)
            if not rest or self.stop is None or (self.stop.question is not None and not at_question):
                return

    def insist(self, why: str, audience: str = UMPIRE) -> None:
        """Lets the line stand as it was played, against the rule. Raises Trouble if it cannot."""
        stop, later, decision = self.stopped(), self._later[self._mark.line], self._decision()
        if not why:
            raise BadInput("a reason is expected for which the line stands")
        self._require_own(stop, audience)
        if later.append:
            require_own_word(self.game, later.append, decision.but(insists=why), audience)
            self._decide(decision.but(insists=why), OWN, audience, audience)
        else:
            line = taken_apart(self.game, stop.text)
            assert line is not None
            self._decide(decision.but(line=insisting_line(line, why)), OWN, audience)

    def awaited(self, audience: str) -> str:
        """The other side that has to decide at this stop: it is asked, or its word no longer fits; "" if the audience
        may decide.
        """
        stop, append, sides = self.stopped(), self._later[self._mark.line].append, self.game.rules.sides
        if stop.question is not None:
            side = "" if isinstance(stop.question, CHANCE) else stop.question.by
        else:
            side = stop.word or (word(append[0].fact) if append else "")
        return side if audience in sides and side in sides and side != audience else ""

    def _require_own(self, stop: Stop, audience: str) -> None:
        """Raises BadInput for a line hidden from the audience: only its side may change it."""
        if stop.secret and stop.secret in hearing.hidden_from(self.game, audience):
            raise BadInput(f"that is {stop.secret}'s secret line: {stop.secret} says it").at_prompt(
                f" (--as {stop.secret}), or the umpire; --drop leaves it out"
            )

    def _decision(self) -> Decision:
        """The decisions so far about the line at the stop."""
        at = self.stopped().at
        return next((one for one in self.plan.decided if one.at == at), Decision(at=at))

    def _decide(self, decision: Decision, typed: str, audience: str, looker: str = "") -> None:
        stop, plan, mark, looks = self.stopped(), self.plan, self._mark, set(self.looks)
        self._heard = Heard(stop.at, typed, audience)
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
        looked = looks_of(self.before.stands)
        if self.looks - looked - before or (self.stop is None and looked - looks_of(self.again.stands)):
            why = "that would look at what is hidden where it was not looked at, or take back what was looked for"
            raise OutOfTurn("", f"{why}; it is corrected where both look on, or by the umpire")


def record(fixing: Fixing, keeper: Keeper, id: str = "") -> Fixing:
    """Records a whole correction, trying again if somebody else records first; returns the one recorded.

    `id` is the caller's own, as a recorder takes it. If their lines do not fit, it stops there and records nothing.
    Raises Overtaken if others are always faster.
    """
    for attempt in range(TRIES):
        if fixing.stop is not None:
            return fixing
        try:
            keeper.append(fixing.game, fixing.outcome, id)
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
    secret = secret_of([*append, *(entry for entry in game.stands if entry.version == append[0].of)])
    if secret and secret in hearing.hidden_from(game, audience):
        raise BadInput(f"entry {number} is part of {secret}'s secret line: {secret} corrects it").at_prompt(
            f" (--as {secret}), or the umpire"
        )
    return carried_out(game, plan(game, number, words, why), audience)


def carried_out(game: Game[Any], made: Plan, audience: str) -> Fixing:
    """A plan carried out as far as it goes. Raises Trouble, as the audience may be told it, if its own words do not
    fit."""
    require_own_word(game, append_of(game, made.entry), made.decided[0], audience)
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
            raise OutOfTurn("", f"entry {entry.version} is for the {names[side]} side to correct").at_prompt(
                f", and this recorder is the {names[audience]} side's; where both look on, either may say it"
            )


# ---- what it changes ----


class Difference(NamedTuple):
    """The changes made by a correction, as an audience may see them."""

    steps: Mapping[str, tuple[int, int]]
    """Steps lost: side -> (before, after)."""
    points: Mapping[str, tuple[int, int]]
    values: Sequence[tuple[str, Any, Any]]
    """The values of the state that differ: (path, before, after)."""

    said: Sequence[str] = ()
    """The beginnings of the paths of values that were said themselves, by a ruling, a row or by hand."""

    @property
    def is_all_said(self) -> bool:
        """Whether nothing differs but what was said."""
        changes = (*self.steps.values(), *self.points.values())
        others = [path for path, _, _ in self.values if not any((path + ".").startswith(own) for own in self.said)]
        return not others and all(was == now for was, now in changes)


def seals_behind(fixing: Fixing) -> list[SealKept]:
    """The seals that a side wrote down of an entry that is corrected, or of a later one."""
    return [
        entry.fact
        for entry in fixing.before.entries
        if isinstance(entry.fact, SealKept) and entry.fact.entry > fixing.plan.to
    ]


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
        [path for entry in fixing.again.stands if entry.version > fixing.before.version for path in _sets(entry.fact)],
    )


def _sets(fact: Fact) -> Iterator[str]:
    """The beginnings of the paths of the values that a line beside the rules sets."""
    if isinstance(fact, RulingMade):
        yield f"readings.{fact.reading}." if fact.reading else f"house.{fact.rule}."
    elif isinstance(fact, ChartRead):
        yield f"charts.{fact.chart}.{fact.row}."
    elif isinstance(fact, Adjusted):
        yield from (".".join(change.path) + "." for change in fact.changes)
