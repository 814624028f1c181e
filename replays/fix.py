"""Corrections of what was written down wrong long ago: what stands after it is taken back and said again, with what it had.

A plan says what is corrected and what was decided of the later lines that no longer fit; `Fixing` carries it out beside the
record, as far as the next such line. Nothing is recorded before no line is left; then everything is, in one append. A plan
names lines by the entries they began with, so it holds no text but what was typed for it, and can be left and resumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pydantic import ValidationError

from domain import sealing
from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import BadInput, NotAsked, Trouble
from domain.kernel.facts import BranchedFrom, Declared, Fact, Frozen, GameBegan
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import LINES, REASON
from domain.kernel.questions import CHANCE_ANSWERS, NOTHING, Answer, Question, said
from domain.kernel.state import State, look, walk
from domain.record import Overtaken
from replays import asides, hearing
from replays.lines import joined, pair, quoted, split
from replays.notation import ASIDES, answers_on, speak
from replays.shorthand import insisted
from replays.writer import Writer, appends

NO_ANSWER = (NOTHING, "no")
"""Answers that nobody misses when the question is asked no more."""
TRIES = 20
"""How often it is tried to record a correction while others record."""


class Decision(Frozen):
    """What is said in place of a line: other lines, or none. `OWN` among them is the line itself, as it was said."""

    at: int
    """The entry the line began with; in the lines of a file its number."""
    lines: tuple[str, ...] = ()
    secret: str = ""
    """The side whose secret the lines hold."""
    box: tuple[str, str] | None = None
    """The lines as they are kept where that side's secrets are sealed."""


OWN = ""


class Plan(Frozen):
    """A correction: of which game, which entry, what is said instead, and what was decided since."""

    game: str
    entry: int = 0
    """What is corrected; 0 where nothing is, and the lines of a file go on."""
    to: int
    """The entry after which everything is said again."""
    why: str = ""
    decided: tuple[Decision, ...] = ()
    left: tuple[tuple[int, str], ...] = ()
    """Lines of a file that are still to be said, with their numbers there."""

    def but_for(self, at: int, lines: Sequence[str], secret: str = "") -> Plan:
        """The same with a decision more."""
        others = tuple(one for one in self.decided if one.at != at)
        return self.but(decided=(*others, Decision(at=at, lines=tuple(lines), secret=secret)))


class Stop(NamedTuple):
    """Where a plan stops: at a line that no longer fits."""

    at: int
    """The entry it began with, or its number in a file."""
    text: str
    secret: str
    trouble: Trouble
    question: Question[Any] | None
    """What is asked first, where that is why: what is said then stands before the line, not in its place."""
    typed: bool = False
    """It was typed for the plan, and is no line as it was said."""


class Counts(NamedTuple):
    """How the later lines came out."""

    again: int = 0
    otherwise: int = 0
    dropped: int = 0
    noted: int = 0


class Keeper(Protocol):
    """Where the game is kept: a diary."""

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> Sequence[Entry]: ...


class _Later(NamedTuple):
    """A line that is to be said again."""

    at: int
    append: Sequence[Entry]
    text: str
    """Its text, where it is a line of a file."""

    @property
    def secret(self) -> str:
        return next((entry.fact.secret for entry in self.append if entry.fact.secret), "")


class Fixing:
    """A plan carried out beside the record, as far as it goes. It changes nothing."""

    def __init__(self, game: Game[Any], plan: Plan) -> None:
        """Raises BadInput where the plan is none of this game any more."""
        self.game = game
        self.before = game.at(game.version)
        """The game before the correction, also when it is recorded."""
        self._carry_out(plan)

    def _carry_out(self, plan: Plan) -> None:
        self.plan = plan
        self.stop: Stop | None = None
        self.counts = Counts()
        self.again: Game[Any] = Game(self.game.rules, self.game.id)
        """The game as the plan has it so far."""
        self.again.follow(self.game.entries)
        self._later = {number: _Later(number, (), text) for number, text in plan.left}
        if plan.entry:
            if not any(entry.version == plan.entry for entry in self.game.stands):
                raise BadInput(f"entry {plan.entry} stands no more: it was taken back meanwhile")
            after = appends(entry for entry in self.game.stands if entry.version > plan.to)
            self._later = {append[0].version: _Later(append[0].version, append, "") for append in after}
            self.again.follow(self.again.take_back(plan.to, plan.why, fixed=True).entries)
        self._decided = {one.at: one.lines for one in plan.decided}
        self._dropped: set[int] = set()
        try:
            for later in self._later.values():
                self._say_again(later)
        except _Stopped as stopped:
            self.stop = stopped.stop

    # ---- deciding of a line that no longer fits ----

    def say(self, words: Sequence[str]) -> None:
        """What is said at a stop: the answer to what is asked first, or the line as it should be, whole or the values that change in it.

        Raises Trouble where that does not fit either; the plan is as it was then.
        """
        stop = self._stopped()
        before = self._before(stop)
        later = self._later[stop.at]
        if stop.question is not None:
            self._decide([*before, f"  {_answering(stop.question, words)}", OWN])
        elif later.append:
            self._decide([*before, _said_so(self.again, later.append, later.append[0] if _is_answer(later) else None, words)])
        else:
            self._decide([*before, joined(words)])

    def drop(self, *, rest: bool = False) -> None:
        """Leaves the line out that it stops at, and its answers; with `rest` whatever else no longer fits."""
        self._decide(self._before(self._stopped()))
        while rest and self.stop is not None:
            self._decide(self._before(self.stop))

    def insist(self, why: str) -> None:
        """Lets the line stand as it was played, against the rule. Raises Trouble where it cannot."""
        stop = self._stopped()
        line = split(stop.text, self.game.rules.sides)
        if line is None or not why:
            raise BadInput("a reason is expected for which the line stands")
        self._decide([*self._before(stop), insisted(line, why)])

    def _stopped(self) -> Stop:
        if self.stop is None:
            raise BadInput("every line fits: nothing is left to be decided")
        return self.stop

    def _before(self, stop: Stop) -> list[str]:
        """What was said already where it stops: answers that stand before the line."""
        return [line for line in self._decided.get(stop.at, ()) if line.startswith(" ")]

    def _decide(self, lines: Sequence[str]) -> None:
        stop, plan = self._stopped(), self.plan
        self._carry_out(plan.but_for(stop.at, lines, stop.secret))
        if self.stop is not None and self.stop.at == stop.at and self.stop.typed:
            trouble = self.stop.trouble
            self._carry_out(plan)
            raise trouble

    # ---- saying the later lines again ----

    def _say_again(self, later: _Later) -> None:
        if later.append and later.append[0].of in self._dropped and later.at not in self._decided:
            self._count(dropped=1)  # an answer to what is left out
            return
        lines = self._decided.get(later.at, (OWN,))
        for text in lines:
            if text != OWN:
                self._speak(later, text, typed=True)
            elif later.append:
                self._as_it_was(later)
            else:
                self._as_written(later)
        left_out = not lines or (lines[-1] != OWN and lines[-1].startswith(" ") and not _is_answer(later))
        if left_out:
            self._dropped.add(later.at)
        self._count(again=lines[-1:] == (OWN,), otherwise=not left_out and lines[-1:] != (OWN,), dropped=left_out)

    def _as_it_was(self, later: _Later) -> None:
        """A line as it was said, but for dice and refusals that are asked for no more: those become notes."""
        answers = [entry for entry in later.append if isinstance(entry.fact, Answer)]
        if _is_answer(later):
            while answers and not self._is_asked(answers[0]) and not _is_missed(answers[0]):
                self._note(answers.pop(0).fact)
            if not answers:
                return
        while True:
            kept = [entry for entry in later.append if not isinstance(entry.fact, Answer) or entry in answers]
            try:
                self._speak(later, Writer(self.again).line(kept, named=True))
                return
            except _Stopped as stopped:
                gone = _over(answers, stopped.stop.trouble)
                if not gone or any(map(_is_missed, gone)):
                    raise
                answers = [entry for entry in answers if entry not in gone]
                for entry in gone:
                    self._note(entry.fact)
                if _is_answer(later) and not answers:
                    return

    def _as_written(self, later: _Later) -> None:
        """A line of a file; an answer that does nothing is a note where it is asked for no more."""
        line = split(later.text, self.game.rules.sides)
        if line is not None and line.answer and len(line.words) == 1 and line.words[0] in NO_ANSWER and not self._waits_for(line.first):
            self._remark(f"{line.first} {line.words[0]}")
        else:
            self._speak(later, later.text)

    def _is_asked(self, entry: Entry) -> bool:
        return isinstance(entry.fact, Answer) and self._waits_for(entry.fact.name)

    def _waits_for(self, name: str) -> bool:
        return self.again.waits is not None and self.again.waits.name == name

    def _speak(self, later: _Later, text: str, *, typed: bool = False) -> None:
        line = split(text, self.again.rules.sides)
        if line is None:
            return
        try:
            self.again.follow(speak(self.again, line).entries)
        except Trouble as trouble:
            asked = self.again.waits is not None and not (line.answer and self._waits_for(line.first)) and not isinstance(trouble, NotAsked)
            question = self.again.pending() if asked else None
            raise _Stopped(Stop(later.at, text, later.secret, trouble, question, typed)) from None

    def _note(self, fact: Fact) -> None:
        """Keeps what is asked for no more as a remark, as secret as it was."""
        assert isinstance(fact, Answer)
        self._remark(fact.sentence() or f"{fact.side} decided {fact.name}: {said(fact)}", fact.secret)

    def _remark(self, words: str, secret: str = "") -> None:
        note = f"{secret}: note secret" if secret else "note"
        line = split(f"{note} {quoted(f'asked for no more since a correction: {words}'[:REASON])}")
        assert line is not None
        self.again.follow(asides.read(self.again, line).entries)
        self._count(noted=1)

    def _count(self, **more: int) -> None:
        self.counts = Counts(**{name: now + more.get(name, 0) for name, now in self.counts._asdict().items()})

    # ---- what it comes to ----

    @property
    def fitting(self) -> int:
        """How many lines fit so far."""
        return self.counts.again + self.counts.otherwise + self.counts.dropped

    @property
    def left(self) -> int:
        """How many lines follow the one it stops at."""
        return max(0, len(self._later) - self.fitting - 1)

    @property
    def struck(self) -> int:
        """How many entries are taken back."""
        return sum(entry.version > self.plan.to for entry in self.before.stands) if self.plan.entry else 0

    @property
    def outcome(self) -> Outcome:
        """Everything that is to be recorded, in one append. Raises BadInput while a line is left to be decided."""
        if self.stop is not None:
            raise BadInput(f"line {self.stop.at} is still to be decided")
        return Outcome(tuple(self.again.entries[len(self.before.entries) :]), self.again.asked)

    def refused(self, trouble: Trouble, audience: str) -> Trouble:
        """Why what was typed at a stop is refused, as an audience may be told."""
        return trouble if self.stop is None else self._as_told(self.stop._replace(trouble=trouble), audience)

    def told(self, audience: str) -> Trouble:
        """Why it stops, as an audience may be told."""
        return self._as_told(self._stopped(), audience)

    def _as_told(self, stop: Stop, audience: str) -> Trouble:
        if stop.secret and stop.secret in hearing.hidden_from(self.game, audience):
            return BadInput("it cannot be said again as it was, and why would tell what is hidden")
        line = split(stop.text, self.again.rules.sides)
        return hearing.as_told(self.again, line, stop.trouble, audience) if line else stop.trouble


class _Stopped(Exception):
    def __init__(self, stop: Stop) -> None:
        self.stop = stop


def record(fixing: Fixing, keeper: Keeper) -> Fixing:
    """Records a correction whole, tried again where somebody else recorded first; gives the one that was recorded.

    Where what they recorded does not fit, it stops there and nothing of it is recorded. Raises Overtaken when others are always faster.
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
    """A correction carried out as far as it goes. Raises Trouble where what is said instead does not fit itself, as the audience may be told."""
    secret = next((entry.fact.secret for entry in _append(game, number) if entry.fact.secret), "")
    if secret and secret in hearing.hidden_from(game, audience):
        raise BadInput(f"entry {number} is part of {secret}'s secret line: {secret} corrects it (--as {secret}), or the umpire")
    fixing = Fixing(game, plan(game, number, words, why))
    if fixing.stop is not None and fixing.stop.typed:
        raise fixing.told(audience)
    return fixing


def plan(game: Game[Any], number: int, words: Sequence[str], why: str = "") -> Plan:
    """The plan of a correction: what an entry is decides how the words are read.

    Of dice, a card or an answer they are its value; of a declaration values by name, or the whole line; of what stands
    beside the rules the whole line. Raises BadInput for an entry that follows from others, and names those.
    """
    append = _append(game, number)
    entry = next(one for one in append if one.version == number)
    at = game.stands.index(append[0])
    to = game.stands[at - 1].version if at else 0
    if isinstance(entry.fact, (BranchedFrom, GameBegan)) or not to:
        raise BadInput("how a game began is not corrected: `ruling` and `chart` put readings and the printed game right, a new game the rest")
    before = game.at(to) if to != game.version else game
    if isinstance(entry.fact, Answer) or entry is append[0]:
        if not words:
            raise BadInput(f"to what? Entry {number} is `{_text(before, append)}`; {_how(entry)}")
        text = _said_so(before, append, entry, words)
        if is_line(before, words, entry):
            text = _with_answers(before, append, text)
        secret = next((one.fact.secret for one in append if one.fact.secret), "")
        made = Plan(game=game.id, entry=number, to=to, why=why[:REASON] or f"entry {number} was written down wrong")
        return made.but_for(append[0].version, [text], secret)
    answers = ", ".join(f"{one.version} {_name(one)}" for one in append[1:] if isinstance(one.fact, Answer))
    raise BadInput(
        f"entry {number} follows from entry {append[0].version}, `{_text(before, append)}`, by the rules: correct that"
        + (f", or what was answered: {answers}" if answers else "")
        + "; `adjust` sets a value by hand"
    )


def _append(game: Game[Any], number: int) -> Sequence[Entry]:
    for append in appends(game.stands):
        if append[0].version <= number <= append[-1].version and any(one.version == number for one in append):
            return append
    there = any(entry.version == number for entry in game.entries)
    raise BadInput(f"entry {number} was taken back, and stands no more" if there else f"there is no entry {number}; there are up to {game.version}")


def _how(entry: Entry) -> str:
    if isinstance(entry.fact, Answer):
        return f"its value is enough, as in `fix {entry.version} {said(entry.fact)}`"
    return "the values that change, as name=value, or the whole line"


def _said_so(game: Game[Any], append: Sequence[Entry], entry: Entry | None, words: Sequence[str]) -> str:
    """What is said instead of a line: the words themselves where they are one, otherwise the line with these values."""
    *values, last = words or ("",)
    insists = last.startswith("!") and bool(values)
    if is_line(game, words, entry):
        return joined(words)
    text = corrected(game, append, entry, values if insists else words)
    return f"{text} {joined([last])}" if insists else text


def is_line(game: Game[Any], words: Sequence[str], entry: Entry | None = None) -> bool:
    """Whether words are a whole line: they begin with a verb or what stands beside the rules, and are no answer's value."""
    first, *rest = [word for n, word in enumerate(words) if n or not word.endswith(":")] or [""]
    known = first in game.rules.verbs or first in ASIDES or (words[:1] and words[0].startswith(" "))
    return bool(known) and (bool(rest) or entry is None or not isinstance(entry.fact, Answer))


def corrected(game: Game[Any], append: Sequence[Entry], entry: Entry | None, words: Sequence[str]) -> str:
    """A line with other values: of one of its answers, or by their names. Raises BadInput."""
    instead: dict[int | str, str] = {}
    pairs = [pair(word) for word in words]
    answers = {one.version: _name(one) for one in append if isinstance(one.fact, Answer)}
    if entry is not None and entry.version in answers and not all(pairs):
        instead[entry.version] = " ".join(words)
    else:
        first = append[0].fact
        verb = game.rules.verbs.get(first.verb) if isinstance(first, Declared) else None
        parameters = {parameter.name for parameter in verb.parameters} if verb else set()
        for word, found in zip(words, pairs, strict=True):
            if found is None:
                raise BadInput(f"name=value is expected, not {word!r}: the line is `{_text(game, append)}`")
            name, value = found
            numbers = [version for version, known in answers.items() if known == name]
            if entry is not None and entry.version in numbers:
                numbers = [entry.version]
            if name in parameters:
                instead[name] = value
            elif len(numbers) == 1:
                instead[numbers[0]] = value
            elif numbers:
                raise BadInput(f"{name} is answered {len(numbers)} times there: correct one of entries {', '.join(map(str, numbers))}")
            else:
                known = ", ".join((*parameters, *dict.fromkeys(answers.values()))) or "no value with a name"
                raise BadInput(f"there is no {name} in `{_text(game, append)}`; there is {known}")
    return Writer(game).line(append, named=True, instead=instead)


def _with_answers(game: Game[Any], append: Sequence[Entry], text: str) -> str:
    """A declaration said anew without any answers has those it had."""
    first, line = append[0].fact, split(text, game.rules.sides)
    if not isinstance(first, Declared) or line is None or line.first != first.verb or answers_on(game, line):
        return text
    answers = [entry for entry in append[1:] if isinstance(entry.fact, Answer)]
    return Writer(game).with_answers(text, answers)


def _answering(question: Question[Any], words: Sequence[str]) -> str:
    return joined(words) if words[:1] == (question.name,) else joined((question.name, *words))


def _text(game: Game[Any], append: Sequence[Entry]) -> str:
    return Writer(game).line(append, named=True).strip()


def _is_answer(later: _Later) -> bool:
    return bool(later.append) and isinstance(later.append[0].fact, Answer)


def _over(answers: Sequence[Entry], trouble: Trouble) -> list[Entry]:
    """The answers that nothing asked for: of each question the last ones."""
    over = Counter(trouble.names) if isinstance(trouble, NotAsked) else Counter[str]()
    gone = []
    for entry in reversed(answers):
        if over[_name(entry)] > 0:
            over[_name(entry)] -= 1
            gone.append(entry)
    return gone[::-1]


def _name(entry: Entry) -> str:
    fact = entry.fact
    return fact.name if isinstance(fact, Answer) else ""


def _is_missed(entry: Entry) -> bool:
    """Whether an answer that is asked for no more has to be decided about: a choice; no die, no card, and nothing that does nothing."""
    fact = entry.fact
    return isinstance(fact, Answer) and not isinstance(fact, CHANCE_ANSWERS) and said(fact) not in NO_ANSWER


# ---- what it changes ----


class Difference(NamedTuple):
    """What a correction changes, as an audience may see it."""

    steps: Mapping[str, tuple[int, int]]
    """Steps lost by side, before and after."""
    points: Mapping[str, tuple[int, int]]
    values: Sequence[tuple[str, Any, Any]]
    """Values of the state that are otherwise now, by their paths."""


def difference(fixing: Fixing, audience: str) -> Difference:
    """What a correction changes; where it stops, what it has changed up to there."""
    stop = fixing.stop
    until = max((entry.version for entry in fixing.before.stands if entry.version < stop.at), default=0) if stop and not fixing.plan.left else None
    whole = fixing.before if until is None else fixing.before.at(until)
    before, after = (game.seen_by(audience) for game in (whole, fixing.again))
    a, b = dict(walk(before.state)), dict(walk(after.state))
    changed = [path for path in dict.fromkeys((*a, *b)) if a.get(path) != b.get(path)]
    values = [(".".join(path), _at(before.state, path), _at(after.state, path)) for path in changed]
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


def _at(state: State, path: tuple[str, ...]) -> Any:
    """The value at a path; None where nothing is there."""
    try:
        return look(state, path)
    except BadInput:
        return None


# ---- as a plan is kept ----

_TOPIC = "fix"


def stored(plan: Plan, keys: Mapping[str, bytes]) -> bytes:
    """A plan as it is kept beside the diary: what a side typed in secret is sealed where its secrets are."""
    decided = []
    for one in plan.decided:
        if one.secret in keys:
            box = sealing.close(keys[one.secret], one.at, _TOPIC, "\n".join(one.lines).encode())
            one = one.but(lines=(), box=tuple(box))
        decided.append(one)
    return plan.but(decided=tuple(decided)).model_dump_json(exclude_defaults=True).encode()


def restored(data: bytes, keys: Mapping[str, bytes], where: str) -> Plan:
    """A plan as it was kept. Raises BadInput for anything else."""
    try:
        plan = Plan.model_validate_json(data)
        decided = []
        for one in plan.decided:
            if one.box is not None:
                lines = sealing.open_box(keys[one.secret], one.at, _TOPIC, sealing.Box(*one.box)).decode()
                one = one.but(lines=tuple(lines.split("\n")), box=None)
            decided.append(one)
    except KeyError as error:
        raise BadInput(f"{where}: what {error.args[0]} typed for it is sealed, and was not opened here") from error
    except (ValidationError, ValueError) as error:
        raise BadInput(f"{where} is no plan of a correction that can be read; remove it, and begin the correction again") from error
    if len(plan.left) > LINES:
        raise BadInput(f"{where}: more than {LINES} lines")
    return plan.but(decided=tuple(decided))
