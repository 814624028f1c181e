"""Lines that wait to be said again after a take-back, in a correction or from a file, and the one rule for all of them.

A line is said again with its dice and answers, each to its own question. What nothing asks for any more is let go by
one rule (`is_choice`): dice, cards and refusals become notes; a choice is for the players to decide, and there it
stops.
`recording.redo` offers the lines one by one, `recording.fix` says them all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry, Waits
from domain.kernel.errors import NotAsked
from domain.kernel.facts import BY_FILE, BranchedFrom, Declared, GameBegan, Stub, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import REASON
from domain.kernel.questions import CHANCE_ANSWERS, NOTHING, Answer, Question, said
from domain.kernel.rules import Rules
from domain.kernel.table import Given
from replays import asides
from replays.lines import quoted, split
from replays.notation import ASIDES, Guard
from replays.writer import Writer, appends, rolled_by

ANSWER, DECLARED, BESIDE = "answer", "declared", "beside"
"""The kinds of lines: answers, declarations, and lines beside the rules."""


class About(NamedTuple):
    """The identity of a line, whatever its dice: a line with the same identity is the line said again."""

    kind: str
    name: str
    """The name of its question, verb or topic."""
    what: tuple[object, ...]


class WaitingLine(NamedTuple):
    """A line that waits to be said again: one that was taken back, or stands after a correction, or is left of a
    file."""

    at: int
    """Its first entry; in the lines of a file, its number."""
    of: int
    """The declaration it belongs to. A declaration said again keeps this number, so that its answers find it."""
    text: str = ""
    """Its text; "" where it is worked out from its entries, or sealed and cannot be read here."""
    append: Sequence[Entry] = ()
    """Its entries; () for a line of a file."""
    asked: str = ""
    """The words of the question that it answers; "" for other lines."""
    about: About = About("", "", ())
    until: str = ""
    """The key of the moment it led to."""
    passed: bool = False
    """Whether something else has been declared since it was struck."""
    unasked: bool = False
    """Whether it answers what is asked no more: its declaration, said again, has no question left open."""
    is_hidden: bool = False
    """Whether it is shown to an audience that may not see what it says."""

    @property
    def secret(self) -> str:
        """The side whose secret it holds; "" if none."""
        return secret_of(self.append)

    @property
    def answers(self) -> list[Entry]:
        """The answers on it."""
        return [entry for entry in self.append if isinstance(entry.fact, Answer)]

    @property
    def is_answer(self) -> bool:
        """Whether it begins with an answer."""
        return bool(self.append) and isinstance(self.append[0].fact, Answer)

    @property
    def is_answer_to_any(self) -> bool:
        """Whether it answers a question, though what it says may be sealed."""
        return self.about.kind == ANSWER

    @property
    def rolled_by(self) -> str:
        """The source of those of its dice that no player rolled."""
        return rolled_by(self.append) if self.append else BY_FILE

    def fits(self, waits: Waits | None) -> bool:
        """Whether it can be said while this question is open: an answer only to its own question, a declaration to
        none.
        """
        if self.about.kind == ANSWER and not self.unasked:
            return waits is not None and waits.name == self.about.name
        return waits is None or self.about.kind == BESIDE

    def hidden_from(self, audience: str) -> bool:
        """Whether it holds a secret that the audience may not see."""
        return bool(self.secret) and audience not in (self.secret, UMPIRE)

    def seen_by(self, audience: str) -> WaitingLine:
        """The line as an audience may see it: without its text if that is hidden."""
        return self._replace(text="", is_hidden=True) if self.hidden_from(audience) else self


# ---- the one rule of what is dropped, kept and asked ----


NO_ANSWER = (NOTHING, "no")
"""Answers that may be dropped silently if their question is not asked any more."""


def is_choice(entry: Entry) -> bool:
    """Whether a player must decide about an answer that is no longer asked for: a real choice, no die or card."""
    return not isinstance(entry.fact, CHANCE_ANSWERS) and answer_words(entry) not in NO_ANSWER


def answer_words(entry: Entry) -> str:
    return said(entry.fact) if isinstance(entry.fact, Answer) else ""


def first_for(question: Question[Any], answers: Sequence[Entry]) -> int | None:
    """The index of the first answer to a question like this one; None if there is none.

    For dice and cards, an answer with exactly this purpose comes first.
    """
    alike = [n for n, entry in enumerate(answers) if is_for(question, entry)]
    exact = (n for n in alike if getattr(answers[n].fact, "purpose", None) == question.purposed())
    return next(exact, next(iter(alike), None))


def is_for(question: Question[Any], entry: Entry) -> bool:
    """Whether an entry answers a question like this one: the same name and side, and for dice and cards the same kind
    of purpose.
    """
    fact = entry.fact
    if not isinstance(fact, Answer) or (fact.name, fact.side) != (question.name, question.by):
        return False
    return not isinstance(fact, CHANCE_ANSWERS) or fact.purpose.kind == question.purposed().kind


def are_alike(one: Entry, other: Entry) -> bool:
    """Whether two entries answer the same question, or one like it."""
    if not (isinstance(one.fact, Answer) and isinstance(other.fact, Answer)):
        return False
    if (one.fact.name, one.fact.side) != (other.fact.name, other.fact.side):
        return False
    a, b = one.fact, other.fact
    return not (isinstance(a, CHANCE_ANSWERS) and isinstance(b, CHANCE_ANSWERS)) or a.purpose.kind == b.purpose.kind


def asked_in_turn(
    answers: Sequence[Entry], pending: Callable[[], Question[Any] | None], say: Callable[[Entry], None]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """The answers of a declaration that are asked for in turn, those that nothing asks for, and those that another
    question comes before.

    `pending` gives the open question of a game in which the declaration has been said, `say` gives it the next answer.
    """
    kept, over, left = list[Entry](), list[Entry](), list(answers)
    while left and (question := pending()) is not None:
        number = first_for(question, left)
        if number is None:
            return kept, over, left
        over, kept, one, left = over + left[:number], [*kept, left[number]], left[number], left[number + 1 :]
        say(one)
    return kept, over + left, []


def as_note(game: Game[Any], answer: Entry, since: str) -> Outcome:
    """The outcome of keeping an answer that nothing asks for any more as a note, with its former secrecy."""
    words = answer.fact.named(game.rules.sides) or f"{name_of(answer)} {answer_words(answer)}"
    return noted(game, words, since, answer.fact.secret)


def noted(game: Game[Any], words: str, since: str, secret: str = "") -> Outcome:
    """The outcome of a note of what is asked for no more since a correction or a take-back."""
    note = f"{secret}: note secret" if secret else "note"
    line = split(f"{note} {quoted(f'asked for no more since {since}: {words}'[:REASON])}")
    assert line is not None
    return asides.read_aside(game, line)


def name_of(entry: Entry) -> str:
    """The name of the question that an entry answers; "" if it answers none."""
    return entry.fact.name if isinstance(entry.fact, Answer) else ""


def each_its_own(answers: Sequence[Entry]) -> Guard:
    """A guard that lets each answer go only to its own question, or one like it."""
    queues: dict[str, deque[Entry]] = {}
    for entry in answers:
        queues.setdefault(name_of(entry), deque()).append(entry)

    def guard(question: Question[Any], given: Given) -> None:
        left = queues.get(question.name)
        if not left or first_for(question, left) != 0:
            raise NotAsked(f"{question.name} is asked for something else")
        left.popleft()

    return guard


def secret_of(entries: Sequence[Entry]) -> str:
    """The side whose secret any of these entries is; "" if none."""
    return next((entry.fact.secret for entry in entries if entry.fact.secret), "")


# ---- the lines that wait ----


def waiting_after(game: Game[Any], after: int) -> Iterator[WaitingLine]:
    """The standing lines after an entry."""
    asked = ""
    for append in appends(game.stands):
        if append[0].version > after and append[0].fact.STRUCK:
            is_answer = isinstance(append[0].fact, Answer)
            yield WaitingLine(append[0].version, append[0].of, append=append, asked=asked if is_answer else "")
        waits = append[-1].waits
        asked = waits.words if waits else ""


def lines_of_file(left: Sequence[tuple[int, str]]) -> Iterator[WaitingLine]:
    """The lines of a file. Indented ones belong to the declaration before them."""
    of = 0
    for number, text in left:
        first = text.partition(" ")[0]
        of = number if first and first not in ASIDES else of
        yield WaitingLine(number, number if first in ASIDES else of, text=text)


def _is_let_go(line: WaitingLine) -> bool:
    """Whether a line that only answers what is asked no more is let go: dice, cards and refusals.

    A secret answer is not, whatever it holds: that it went would tell.
    """
    return line.is_answer and not line.secret and not any(map(is_choice, line.answers))


class Waiting:
    """The lines that wait to be said again, in the order of play. The game's record decides which lines wait.

    - Lines struck by a take-back wait, before those that waited already. So after several take-backs, all struck lines
      wait in the order they were first said.
    - A line stops waiting when it is said again; it need not be the first that waits. A declaration is the same
      whatever its dice and answers. An answer is the same if it answers the same question of that declaration. An aside
      is the same if it has the same subject: the reading, the row, the values set by hand; a note must be the same to
      the word. A secret line is the same whatever it holds, or the list would tell that it was changed.
    - Of a declaration said again without all its answers, the others wait on, each as a line of its own.
    - Lines struck by a correction do not wait: the correction says them again.
    - Dice, cards and refusals stop waiting when their declaration, said again, has no question left open. A choice that
      is asked no more waits on, `unasked`, until the game goes beyond the moment it led to, or it is left out.
    - Other asides change nothing. Another declaration marks the waiting lines as `passed`: it may have been said in
      their place, so they are offered only on request. A passed line stops waiting when the game goes beyond the moment
      it led to, because it cannot be said there.

    Two things the caller tells, for no record holds them: that a line was said `instead_of` an offered one, and
    that a line is left out.
    """

    def __init__(self, rules: Rules[Any], entries: Sequence[Entry] = ()) -> None:
        self.rules = rules
        self.lines: list[WaitingLine] = []
        self._stands: list[tuple[list[Entry], Any]] = []  # the standing appends, each with the state before it
        self._state: Any = rules.initial
        self._of: dict[int, int] = {}  # a declaration said again -> the original one
        self.struck: dict[int, tuple[WaitingLine, ...]] = {}
        """The lines that each take-back struck, by its entry."""
        self._read = 0
        self.let_go: list[WaitingLine] = []
        """The answers that the last line said again let go: dice, cards and refusals that nothing asks for."""
        self._may_fall = False
        """Whether a line may stop waiting because of other lines: an answer, or one in whose place something else was
        declared.
        """
        self.follow(entries)

    @property
    def fresh(self) -> list[WaitingLine]:
        """The lines in whose place nothing else was declared."""
        return [line for line in self.lines if not line.passed]

    def follow(self, entries: Sequence[Entry], instead_of: WaitingLine | None = None) -> None:
        """Reads on in a record whose beginning was read before.

        A line of the same kind takes the place of `instead_of`.
        """
        self.let_go = []
        for append in appends(entries[self._read :]):
            fact = append[0].fact
            if isinstance(fact, TakenBack):
                self.struck[append[0].version] = self._strike(fact.to, waits=not fact.fixed)
            else:
                self._hear(append, instead_of)
        self._read = len(entries)

    def holds(self, line: WaitingLine) -> bool:
        """Whether a line still waits."""
        return any(line.at == other.at for other in self.lines)

    def leave_out(self, line: WaitingLine) -> None:
        """Leaves a line out: it and its answers wait no longer."""
        alone = line.about.kind != DECLARED
        self.lines = [other for other in self.lines if other.at != line.at and (alone or other.of != line.of)]

    # ---- what was said ----

    def _hear(self, append: list[Entry], instead_of: WaitingLine | None) -> None:
        first, last = append[0], append[-1]
        about = self._about(first)
        again = next((line for line in self.lines if line.about == about), None)
        if again is None and instead_of is not None and about.kind != ANSWER and instead_of.about[:2] == about[:2]:
            again = next((line for line in self.lines if line.at == instead_of.at), None)  # if it still waits
        if again is not None:
            here = self.lines.index(again)
            self.lines[here : here + 1] = self._unsaid(again, append)
            self._of[first.version] = again.of
        elif isinstance(first.fact, Declared):
            self.lines = [line._replace(passed=True) for line in self.lines]
            self._may_fall = self._may_fall or bool(self.lines)
        self._stands.append((append, self._state))
        for entry in append:
            self._state = self.rules.fold(entry.fact, self._state)
        if not self._may_fall:
            return
        settled = {self._declaration(entry) for entry in append} if last.waits is None else set()
        let_go = [line for line in self.lines if line.of in settled and _is_let_go(line)]
        self.let_go += let_go
        self.lines = [
            line._replace(unasked=line.unasked or (line.of in settled and line.is_answer_to_any))
            for line in self.lines
            if line not in let_go and not ((line.passed or line.unasked) and line.until < last.moment.key)
        ]

    def _unsaid(self, line: WaitingLine, append: Sequence[Entry]) -> list[WaitingLine]:
        """The answers of a line that were not said when it was said again. Each waits on, as a line of its own.

        Nothing is left of a secret line: what is left would tell what it held.
        """
        if line.secret or line.about.kind == BESIDE:
            return []
        left = line.answers
        for entry in append:
            if (said := next((one for one in left if are_alike(one, entry)), None)) is not None:
                left.remove(said)
        self._may_fall = self._may_fall or bool(left)
        writer = Writer(Game(self.rules))
        writer.game.state = self._state
        return [
            WaitingLine(
                entry.version,
                line.of,
                writer.line([entry], named=True),
                (entry,),
                about=About(ANSWER, name_of(entry), (line.of,)),
                until=line.until,
            )
            for entry in left
        ]

    def _declaration(self, entry: Entry) -> int:
        return self._of.get(entry.of, entry.of)

    def _about(self, entry: Entry) -> About:
        fact = entry.fact
        if isinstance(fact, Answer):
            return About(ANSWER, fact.name, (self._declaration(entry),))
        if isinstance(fact, Declared):
            return About(DECLARED, fact.verb, (fact.side, fact.secret or fact.values))
        if isinstance(fact, Stub) and entry.of != entry.version:  # its question cannot be read here
            return About(ANSWER, "", (self._declaration(entry),))
        return About(BESIDE, fact.TOPIC, asides.about(fact))

    def _strike(self, to: int, *, waits: bool) -> tuple[WaitingLine, ...]:
        writer = Writer(Game(self.rules))
        struck: list[WaitingLine] = []
        while self._stands and self._stands[-1][0][0].version > to:
            append, self._state = self._stands.pop()
            first = append[0]
            if isinstance(first.fact, (BranchedFrom, GameBegan)) or not first.fact.STRUCK:
                continue  # no line says them, or they stand all the same
            if not waits:
                continue
            writer.game.state = self._state
            about, of, until = self._about(first), self._declaration(first), append[-1].moment.key
            self._may_fall = self._may_fall or about.kind == ANSWER
            # if sealed, its owner says it again
            text = "" if any(isinstance(entry.fact, Stub) for entry in append) else writer.line(append)
            struck.append(WaitingLine(first.version, of, text, tuple(append), about=about, until=until))
        self.lines = [*reversed(struck), *self.lines]
        return tuple(reversed(struck))
