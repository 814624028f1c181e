"""A recorder at the table, without its table: what is heard, refused, rolled, taken back and said again.

A front end hands on what is typed and shows what comes back. What is told is what the recorder's audience may know: a side,
the umpire, or "" for a screen that both sides look at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import SystemRandom
from typing import Any, NamedTuple

from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, Diverged, OutOfTurn, RuleBroken, Shut, Trouble, Unknown
from domain.kernel.facts import BY_PROGRAM, BY_TABLE, Decided, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import CHANCE, Assign, Chance, Draw, Number, OneOf, Order, Question, Roll, Some, YesNo
from domain.kernel.table import Answers, Given, Left
from domain.record.diary import Overtaken
from recording import shorthand
from recording.going_on import Ending, ending
from recording.hearing import as_seen, foresee, hear, hidden_from, why_stuck
from recording.keeping import Keeper
from recording.now import NEXT, Asked, Now, now
from recording.redo import Redoing, Struck
from recording.sentences import offered, usages
from replays.asides import SECRETLY
from replays.lines import GENERATED, UNASKED, quote
from replays.notation import Line, appends, in_full, speak, split

Append = tuple[Entry, ...]
"""What one line led to."""

EXPECTED: Mapping[type, str] = {
    OneOf: "a name", Some: "names, joined by commas", Order: "names in their order, joined by commas", Number: "a number", YesNo: "yes or no",
    Assign: "pairs, NAME:PLACE", Roll: "the dice as they lie", Draw: "what was drawn",
}  # fmt: skip
"""How each kind of question is answered, whatever could be."""

INSISTS = "!"
"""Before the reason why the line that was just refused stands."""


RECENT = 200
"""Entries among which those are that were told last."""


class Refused(NamedTuple):
    """A line that was refused, and the rule it broke."""

    text: str = ""
    rule: str = ""


class Later(NamedTuple):
    """An answer that waits for its question, and the reason for which the table insists on it."""

    left: Left
    as_played: str

    def fits(self, question: Question[Any]) -> bool:
        """Whether it answers a question: the one of its name, or bare any that chance answers."""
        return self.left.name == question.name if self.left.name else isinstance(question, CHANCE)

    def word(self) -> str:
        """As it stands on a line."""
        value, source = str(self.left.given.value), self.left.given.source
        value = f"{'' if source == BY_TABLE else GENERATED}{value}"
        return f"{self.left.name}={UNASKED if self.left.unasked else ''}{value}" if self.left.name else value


class Unsaid(BadInput):
    """Refused, and why would tell what is hidden."""


class TooLate(BadInput):
    """Somebody else recorded first, and nothing of this was."""


class Recorder:
    """Records one game before an audience. Whatever is said returns what followed, line by line; what is refused raises Trouble.

    Something may have been recorded before a refusal, by oneself or by others: `untold` has it.
    """

    def __init__(self, game: Game[Any], keeper: Keeper, audience: str = "", chance: Chance | None = None) -> None:
        self.game, self.keeper, self.audience = game, keeper, audience
        self.chance: Chance = chance or SystemRandom()
        self.later: tuple[Later, ...] = ()
        """Answers that were said and not asked for yet."""
        self.let_go: tuple[str, ...] = ()
        """Those that nothing asked for in the end, until somebody has been told: they are recorded nowhere."""
        self.auto = False
        """Whether dice and cards are left to the program."""
        self._told = len(game.entries)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forgets what it has worked out of the game: at first, and where more of it can be read than before."""
        self.refused = Refused()
        self.redoing = Redoing(self.game, self.audience)
        self._now: Now | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """Answers that were said and wait for their questions, as they were typed."""
        return tuple(str(later.left) for later in self.later)

    def now(self) -> Now:
        """What now, as the audience may see it."""
        if self._now is None or self._now.version != self.game.version:
            self._now = now(self.game, self.audience)
        return self._now

    # ---- what is typed at the table ----

    def hear(self, text: str) -> list[Append]:
        """What is typed: an answer, a declaration, or what stands beside the rules; `! reason` insists; nothing at all is the usual answer.

        What would end the other side's step is refused unless that was ended: `ending` says so beforehand.
        """
        text = text.strip()
        return self._try(text, lambda: self._line(text))

    def answer(self, text: str) -> list[Append]:
        """The answer to the open question, with its name or without."""
        if self.game.waits is None:
            raise BadInput("no question is open")
        return self.hear(text)

    def enter(self) -> list[Append]:
        """The usual answer to the open question."""
        return self._try("", lambda: shorthand.usual_answer(self.game))

    def next(self) -> list[Append]:
        """Goes on, past one's own steps in which there is nothing to do."""
        return self._try(NEXT, lambda: self._line(NEXT))

    def insist(self, reason: str) -> list[Append]:
        """Lets the line that was just refused stand, as it was played."""
        return self.hear(f"{INSISTS}{reason}")

    def ending(self, text: str) -> Ending | None:
        """What a typed line would end of the other side's, to be confirmed and then said before it. On a side's own recorder, nothing.

        By what the audience may see: else one would be asked, or not, by what is hidden.
        """
        if self.audience or self.game.waits:
            return None
        view = as_seen(self.game, self.audience)
        try:
            line = split(self._line(text.strip()), self.game.rules.sides)
            return ending(view, in_full(view, line)) if line else None
        except Trouble:  # it is told when the line is said
            return None

    def unread(self, trouble: Trouble) -> tuple[str, str] | None:
        """The chart and row that can be read out, where a refusal is of a name that no chart has yet, and its chart is not said to be whole."""
        if not isinstance(trouble, Unknown):
            return None
        charts = self.game.rules.charts.items()
        able = (chart for chart, schema in charts if trouble.kind == schema.KEY and chart not in self.game.state.complete)
        return next(((chart, trouble.name) for chart in able), None)

    def _line(self, text: str) -> str:
        """What is typed, as a line of the notation."""
        if text.startswith(INSISTS):
            text = self._insisted(text.removeprefix(INSISTS))
        if not text:
            return shorthand.usual_answer(self.game)
        return text if self.game.waits else shorthand.declared(as_seen(self.game, self.audience), text)

    def _insisted(self, reason: str) -> str:
        line = split(self.refused.text, self.game.rules.sides)
        if line is None:
            raise BadInput('nothing was refused; a line that insists from the start has its reason at its end: LINE !"reason"')
        reason = reason.strip().strip("\"'").strip()
        if not reason:
            against = f"we forgot {self.refused.rule}" if self.refused.rule else "so it was played"
            raise BadInput(f'a reason is expected after the !, as in ! "{against}"')
        return shorthand.insisted(line, reason)

    def _try(self, text: str, line: Callable[[], str]) -> list[Append]:
        with self._refusing(text):
            outcome = self._led_to(line(), typed=True)
        return self.record(outcome) if outcome else []

    @contextmanager
    def _refusing(self, text: str) -> Iterator[None]:
        """What is refused is kept, to be insisted on, and no struck line is offered at once again. What would tell what is hidden is not told."""
        try:
            yield
        except Shut:
            raise
        except Diverged as diverged:
            raise why_stuck(self.game, diverged, self.audience) from None
        except Trouble as trouble:
            self.redoing.pause()
            asked = self.now().question
            if asked and (asked.unseen or not asked.seen) and not isinstance(trouble, OutOfTurn):
                raise Unsaid(f"that is no answer here: {self._expected(asked)}; nothing was recorded") from None
            if not text.startswith(INSISTS):
                self.refused = Refused(text, trouble.rule if isinstance(trouble, RuleBroken) else "")
            raise

    def _expected(self, asked: Asked) -> str:
        """How a question is answered whose options are not told: by its kind, which everybody knows."""
        if not asked.yours:
            return f"{self.now().called(asked.by)} answers, on a recorder of its own or at a shared one"
        question = self.game.pending() if not asked.stuck else None
        usual = "" if asked.usual is None else ", or Enter for the usual answer"
        return f"{EXPECTED.get(type(question), 'an answer') if question else 'an answer'}{usual}"

    def meant(self, text: str) -> str:
        """The line that may be meant by one that was not understood, to be offered; "" where none comes to mind."""
        asked = self.now().question
        question = self.game.pending() if asked and not asked.stuck else None
        return offered(self.game.seen_by(self.audience), self.now(), text, type(question) if question else None)

    def dice_to_come(self, text: str) -> int:
        """How many dice of the open question are lacking in a line that has some of them and nothing else; 0 for any other line."""
        asked = self.now().question
        question = self.game.pending() if asked and asked.seen and asked.yours and not asked.stuck else None
        if not isinstance(question, Roll) or not question.is_dice(text.replace(" ", "")):
            return 0
        return max(0, question.count - len(question.read(text)))

    def usages(self, text: str) -> list[str]:
        """How the verbs are said that are in a line which was not understood, while no question is open."""
        return [] if self.game.waits else usages(self.game.seen_by(self.audience), text)

    def taken_for(self, text: str) -> str:
        """The line that is meant by one without a verb, while no question is open; "" for any other."""
        try:
            line = split(text, self.game.rules.sides)
            if self.game.waits or line is None or text.startswith(INSISTS):
                return ""
            full = in_full(as_seen(self.game, self.audience), line)
        except Trouble:
            return ""
        return " ".join((full.first, *full.words)) if full.first != line.first and full.words[:1] == (line.first,) else ""

    # ---- lines of the notation ----

    def say(self, text: str, *, id: str = "", unseen_by_others: str = "") -> list[Append]:
        """Says one line of the notation, as it stands in a file; `id` is one's own, under which it is recorded once.

        A side that says it `unseen_by_others` may be told, and say, what it alone knows.
        """
        outcome = self._led_to(text, unseen_by_others)
        return self.record(outcome, id=id) if outcome else []

    def say_unseen(self, side: str, text: str) -> list[Append]:
        """A line of a side that hides something, typed where nobody else sees it: why it is refused would tell what is hidden."""
        with self._refusing(""):
            outcome = self._led_to_unseen(self.unseen(side, text), side, "that cannot be said here; nothing was recorded")
        return self.record(outcome) if outcome else []

    def unseen(self, side: str, text: str) -> str:
        """What a side types unseen, as a line of the notation."""
        text = text.strip().removeprefix(f"{side}:").strip()
        said = text if self.game.waits else shorthand.declared(as_seen(self.game, side), text)
        return f"{side}: {said}"

    def foresee(self, text: str) -> list[Append]:
        """What would follow, as far as the audience may see; nothing is recorded."""
        line = split(text, self.game.rules.sides)
        return [self._shown(foresee(self.game, self.redoing.as_rolled(line), self.audience).entries)] if line else []

    def _led_to(self, text: str, unseen_by_others: str = "", typed: bool = False, again: Struck | None = None) -> Outcome | None:
        """What a line leads to; None for an empty one. A struck line that is said `again` has its dice as they were."""
        line = split(text, self.game.rules.sides)
        if line is None:
            return None
        if typed and not self.audience:
            self._require_unseen(line)
        patient = unseen_by_others in ("", self.audience) and self._in_the_open()  # what waits is shown
        line = replace(line, rolled_by=again.rolled_by) if again else replace(self.redoing.as_rolled(line), patient=patient, typed=typed)
        return hear(self.game, line, unseen_by_others or self.audience, shared=not self.audience)

    def _in_the_open(self) -> bool:
        """Whether the audience may see what is said now: no question is open that somebody answers in secret."""
        waits = self.game.waits
        if not waits or waits.by not in hidden_from(self.game, self.audience):
            return True
        with suppress(Trouble):
            question = self.game.pending()
            return question is None or not (question.secret or question.shown_to)
        return False

    def _led_to_unseen(self, text: str, side: str, refused: str, again: Struck | None = None) -> Outcome | None:
        """The same of a line that a side says unseen by others. Raises BadInput that says no more than that it was refused."""
        try:
            return self._led_to(text, side, again=again)
        except Trouble:
            raise BadInput(self._usage(text) or refused) from None

    def _require_unseen(self, line: Line) -> None:
        """On a screen that both sides look at, what a side says in secret is not typed where it stands to be read. Raises BadInput.

        By what all may see: else one would be told, or not, by what is hidden.
        """
        view, verb = as_seen(self.game, self.audience), self.game.rules.verbs.get(line.first)
        hidden = hidden_from(self.game, self.audience)
        if line.first == "note" and line.side in hidden and line.words[:1] == (SECRETLY,) and len(line.words) > 1:
            raise BadInput(f"that stood on the screen, and the note is secret: `{line.side}:` alone, then Enter, asks for it unseen")
        if line.answer or verb is None or not line.words or self.game.waits or not hidden:
            return
        by = verb.side or line.side or view.side_of(verb)
        secret = by in hidden and by == verb.secret
        with suppress(Trouble):
            secret = secret or any(fact.secret in hidden for fact in speak(view, line).facts if isinstance(fact, Decided))
        if secret:
            name = self.game.rules.sides.get(by, by)
            raise BadInput(f"that stood on the screen, and the {name} {verb.name} is secret: `{by}:` alone, then Enter, asks for it unseen")

    def _usage(self, text: str) -> str:
        """How a line is written that is not, as everybody can know: of what was typed it tells the verb alone. "" where it is written well."""
        line = split(text, self.game.rules.sides)
        verb = self.game.rules.verbs.get(line.first) if line and not self.game.waits else None
        try:
            if line and verb:
                speak(self.game.seen_by(""), line)
        except Unknown:
            return ""
        except BadInput:
            return f"that cannot be said here, where it is written `{verb.usage()}`; nothing was recorded" if verb else ""
        except Trouble:
            return ""
        return ""

    # ---- what is recorded ----

    def record(self, outcome: Outcome, *, id: str = "", again: Struck | None = None) -> list[Append]:
        """Has something recorded, perhaps a struck line as it was; then what is left to the program is rolled. Raises TooLate.

        What was refused before is past.
        """
        self._append(outcome, id)
        self.refused = Refused()
        self.redoing.said(again)
        self._keep(outcome)
        self._say_waiting()
        while self.auto and not self.redoing.next() and self._roll():  # what waits has dice of its own
            pass
        return self.untold()

    def _keep(self, outcome: Outcome) -> None:
        """Keeps what was said and not asked for yet; of what was taken back nothing waits."""
        if any(isinstance(fact, TakenBack) for fact in outcome.facts):
            self._let_go(self.later)
        reason = next(filter(None, (getattr(fact, "as_played", "") for fact in outcome.facts)), "")
        self.later = (*(Later(left, reason) for left in outcome.unused), *self.later)

    def _let_go(self, some: Sequence[Later]) -> None:
        self.let_go += tuple(str(later.left) for later in some)
        self._take(some)

    def _say_waiting(self) -> None:
        """Answers of an earlier line are said as soon as their question is put, dice as soon as they are called for. Raises Trouble.

        What nothing asked for in the end is let go, and so is what somebody else answers, or unseen.
        """
        while self.later:
            question = self.game.pending() if self.game.waits else None
            if question is None:
                self._let_go(self.later)
                return
            fits = tuple(later for later in self.later if later.fits(question))
            if not fits:
                return
            asked = self.now().question
            if asked and (asked.unseen or not asked.seen or not (asked.yours or isinstance(question, CHANCE))):
                self._let_go(fits)
                return
            self._say_later(question, fits)

    def _say_later(self, question: Question[Any], fits: tuple[Later, ...]) -> None:
        """Answers the open question with what waits for it, and with as much of what was said with that as holds. What is refused waits no longer."""
        reason = fits[0].as_played
        fits = tuple(later for later in fits if later.as_played == reason)
        others = tuple(later for later in self.later if not later.fits(question) and later.as_played == reason and later.left.name)
        alone = fits[:1] if fits[0].left.name else fits
        for said in dict.fromkeys(((*fits, *others), fits, alone)):
            line = _line_of(question, said)
            try:
                outcome = hear(self.game, line, self.audience)
                break
            except Trouble as trouble:
                refused = trouble
        else:
            self._take(alone)
            self.refused = Refused(line.text, refused.rule if isinstance(refused, RuleBroken) else "")
            raise refused
        self._take(said)
        self._append(outcome)
        self._keep(outcome)

    def _take(self, some: Sequence[Later]) -> None:
        self.later = tuple(later for later in self.later if not any(later is one for one in some))

    def undo(self, text: str = "", side: str = "") -> list[Append]:
        """Takes the last line back, or the last ones: `2 "why"`. A side takes its own words back; on a shared recorder it need not be named."""
        return self.say(shorthand.undone(text, side))

    def roll(self) -> list[Append]:
        """Rolls or draws for the open question, marked as generated; whatever is called for after it too, where it is all left to the program.

        Nothing, where no question is open that chance answers.
        """
        while self._roll() and self.auto:
            pass
        return self.untold()

    def _roll(self) -> bool:
        asked = self.now().question
        question = self.game.pending() if asked and not asked.stuck else None
        if not isinstance(question, CHANCE):
            return False
        given = Given(question.say(question.pick(self.chance)), BY_PROGRAM)
        self._append(self.game.answer(Answers({question.name: deque([given])})))
        return True

    def _append(self, outcome: Outcome, id: str = "") -> None:
        try:
            self.keeper.append(self.game, outcome, id)
        except Overtaken:
            raise TooLate("somebody else recorded what stands above first, and nothing of yours was; if it still holds, say it again") from None

    # ---- what is told ----

    def untold(self) -> list[Append]:
        """What was recorded and not told yet, one's own and others', line by line as the audience may see it."""
        new = self.game.entries[self._told :]
        self._told = len(self.game.entries)
        return [self._shown(append) for append in appends(new)]

    def last(self, lines: int) -> list[Append]:
        """What was recorded last, as the audience may see it."""
        return [self._shown(append) for append in list(appends(self.game.entries[-RECENT:]))[-lines:]]

    def read_on(self) -> list[Append]:
        """What others recorded meanwhile."""
        self.keeper.refresh(self.game)
        return self.untold()

    def _shown(self, entries: Sequence[Entry]) -> Append:
        return tuple(seen(entries, self.audience))

    # ---- saying struck lines again ----

    def say_again(self, line: Struck) -> list[Append]:
        """Says a struck line as it was. Of one that is hidden from the audience a refusal tells nothing."""
        secret = line.secret if line.hidden_from(self.audience) else ""
        if secret and self.audience:
            name, here = self.game.rules.sides[secret], self.game.rules.sides[self.audience]
            self.redoing.pause()
            raise OutOfTurn("", f"that line is for the {name} side to say again, and this recorder is the {here} side's")
        if line.secret in self.game.shut:
            self.redoing.pause()
            raise Shut(self.game.shut[line.secret])
        text = line.text or self.redoing.text(line)
        with self._refusing("" if secret else text.strip()):
            refused = "it cannot be said again as it was"
            outcome = self._led_to_unseen(text, secret, refused, again=line) if secret else self._led_to(text, again=line)
        return self.record(outcome, again=line) if outcome else []


def _line_of(question: Question[Any], said: Sequence[Later]) -> Line:
    """The line that answers a question with what waits for it; others stand by their names."""
    words = tuple(later.word() for later in said)
    rolled_by = next((later.left.given.source for later in said if later.left.given.source != BY_TABLE), BY_PROGRAM)
    text = f"  {' '.join(map(quote, (question.name, *words)))}"
    return Line(text, question.name, words, as_played=said[0].as_played, answer=True, rolled_by=rolled_by, patient=True, waited=True)
