"""A recorder without a terminal: it hears, refuses, rolls, takes back and says again.

A front end hands on what is typed and shows what comes back. Everything told is what the recorder's audience may know:
a side, the umpire, or "" for a screen that both sides look at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import SystemRandom
from typing import Any, NamedTuple

from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, Diverged, NotAsked, OutOfTurn, RuleBroken, Shut, Trouble, Unknown
from domain.kernel.facts import BY_PROGRAM, BY_TABLE, Decided, RulingMade, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import (
    CHANCE,
    Answer,
    Assign,
    Chance,
    Draw,
    Number,
    OneOf,
    Order,
    Question,
    Roll,
    Some,
    YesNo,
)
from domain.kernel.table import Answers, Given, Left
from domain.record.diary import Overtaken
from recording import shorthand
from recording.going_on import Ending, ending
from recording.hearing import as_seen, foresee, hear, hidden_from, require_speaker, to_be_unseen, why_stuck
from recording.keeping import Keeper
from recording.now import NEXT, Now, OpenQuestion, now
from recording.redo import Redoing
from recording.sentences import offered, verb_usages
from recording.waiting import WaitingLine, answer_words, as_note, asked_in_turn, each_its_own, is_choice, name_of
from replays.asides import SECRETLY
from replays.lines import GENERATED, UNASKED, quote
from replays.notation import Line, appends, in_full, speak
from replays.papers import declares, is_paper, taken_apart
from replays.writer import Writer

Append = tuple[Entry, ...]
"""The entries that one line led to."""

EXPECTED: Mapping[type, str] = {
    OneOf: "a name",
    Some: "names, joined by commas",
    Order: "names in their order, joined by commas",
    Number: "a number",
    YesNo: "yes or no",
    Assign: "pairs, NAME:PLACE",
    Roll: "the dice as they lie",
    Draw: "what was drawn",
}
"""The form of an answer to each kind of question, whatever its options."""

INSISTS = "!"
"""The sign before the reason with which the line just refused stands."""


RECENT = 200
"""Number of last entries among which `Recorder.last` looks."""


class Refused(NamedTuple):
    """A refused line, and the rule it broke."""

    text: str = ""
    rule: str = ""


class Later(NamedTuple):
    """An answer that waits for its question, and the table's reason if it insists on it."""

    left: Left
    as_played: str

    def fits(self, question: Question[Any]) -> bool:
        """Whether it answers a question: the one of its name, or any question of chance if it is bare."""
        return self.left.name == question.name if self.left.name else isinstance(question, CHANCE)

    def word(self) -> str:
        """The answer as a line writes it."""
        value, source = str(self.left.given.value), self.left.given.source
        value = f"{'' if source == BY_TABLE else GENERATED}{value}"
        return f"{self.left.name}={UNASKED if self.left.unasked else ''}{value}" if self.left.name else value


class Unsaid(BadInput):
    """A refusal whose reason would tell what is hidden."""


class TooLate(BadInput):
    """Somebody else recorded first; nothing of this was recorded."""


class Recorder:
    """Records one game before an audience. Its methods return the new appends, line by line, and raise Trouble for
    refused lines.

    Something may have been recorded before a refusal, by oneself or by others: `untold` returns it.
    """

    def __init__(self, game: Game[Any], keeper: Keeper, audience: str = "", chance: Chance | None = None) -> None:
        self.game, self.keeper, self.audience = game, keeper, audience
        self.chance: Chance = chance or SystemRandom()
        self.later: tuple[Later, ...] = ()
        """Answers that were given and not yet asked for."""
        self.let_go: tuple[str, ...] = ()
        """Answers that nothing has asked for in the end, until somebody has been told. They are recorded nowhere."""
        self.auto = False
        """Whether the program rolls dice and draws cards."""
        self.from_file = False
        """Whether lines come from a file: it says itself what is said again after a take-back."""
        self._told = len(game.entries)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forgets what it has worked out of the game: at the start, and when more of it can be read than before."""
        self.refused = Refused()
        self.redoing = Redoing(self.game, self.audience)
        self._now: Now | None = None

    @property
    def side(self) -> str:
        """The side whose own recorder it is; "" where several look on."""
        return self.audience if self.audience in self.game.rules.sides else ""

    @property
    def waiting(self) -> tuple[str, ...]:
        """The answers that wait for their questions, as typed."""
        return tuple(str(later.left) for later in self.later)

    def now(self) -> Now:
        """The present situation, as the audience may see it."""
        if self._now is None or self._now.version != self.game.version:
            self._now = now(self.game, self.audience)
        return self._now

    # ---- what is typed at the table ----

    def hear(self, text: str, *, id: str = "") -> list[Append]:
        """Hears a typed line: an answer, a declaration, an aside; `! reason` insists; an empty line gives the usual
        answer.

        `id` is the caller's own, for all that the line leads to. A line repeated with it, because its answer was lost,
        is recorded once: it is acknowledged, and what was not told yet is returned. What would end the other side's
        phase is refused unless that was ended: `ending` says so beforehand.
        """
        text = text.strip()
        return self._try(text, lambda: self._line(text), id)

    def answer(self, text: str, *, id: str = "") -> list[Append]:
        """Answers the open question, with its name or without."""
        if self.game.waits is None and not self._is_recorded(id):
            raise BadInput("no question is open")
        return self.hear(text, id=id)

    def enter(self, *, id: str = "") -> list[Append]:
        """Gives the usual answer to the open question."""
        return self._try("", lambda: shorthand.usual_answer(self.game), id)

    def next(self, *, id: str = "") -> list[Append]:
        """Goes on, past one's own phases that hold nothing to do."""
        return self._try(NEXT, lambda: self._line(NEXT), id)

    def insist(self, reason: str, *, id: str = "") -> list[Append]:
        """Lets the line that was just refused stand, as it was played."""
        return self.hear(f"{INSISTS}{reason}", id=id)

    def _is_recorded(self, id: str) -> bool:
        return bool(id) and self.keeper.recorded(self.game.id, id)

    def ending(self, text: str) -> Ending | None:
        """The other side's phases that a typed line would end, for the table to confirm; None on a side's own recorder.

        They are judged by what the audience may see: otherwise being asked, or not, would tell what is hidden.
        """
        if self.audience or self.game.waits:
            return None
        view = as_seen(self.game, self.audience)
        try:
            line = taken_apart(self.game, self._line(text.strip()))
            return ending(view, in_full(view, line)) if line else None
        except Trouble:  # saying the line reports it
            return None

    def unread(self, trouble: Trouble) -> tuple[str, str] | None:
        """If the refused name could be a row missing from an incomplete chart: that chart and row. Else None."""
        if not isinstance(trouble, Unknown):
            return None
        charts = self.game.rules.printed.charts.items()
        able = (
            chart for chart, schema in charts if trouble.kind == schema.KEY and chart not in self.game.state.complete
        )
        return next(((chart, trouble.name) for chart in able), None)

    def _line(self, text: str) -> str:
        """The line of the notation that the typed text means."""
        if text.startswith(INSISTS):
            text = self._insisted(text.removeprefix(INSISTS))
        if not text:
            return shorthand.usual_answer(self.game)
        if text.casefold() != shorthand.SHORT_NEXT and is_paper(self.game, text):
            return text
        return text if self.game.waits else shorthand.line_meant(self.game, self.audience, text)

    def _insisted(self, reason: str) -> str:
        try:
            line = taken_apart(self.game, self.refused.text)
        except BadInput:  # a line that cannot be read breaks no rule
            line = None
        if line is None:
            raise BadInput(
                "no line was refused just now; to insist from the start, put the reason at the end of the line: "
                'LINE !"reason"'
            )
        reason = reason.strip().strip("\"'").strip()
        if not reason:
            against = f"we forgot {self.refused.rule}" if self.refused.rule else "so it was played"
            raise BadInput(f'a reason is expected after the !, as in ! "{against}"')
        return shorthand.insisting_line(line, reason)

    def _try(self, text: str, line: Callable[[], str], id: str = "") -> list[Append]:
        require_speaker(self.audience)
        if self._is_recorded(id):
            return self.read_on()
        with self._refusing(text):
            if shorthand.types_on(self.game, text):
                self._type_on(NEXT)
            said = line()
            self._type_on(said)
            outcome = self._led_to(said, typed=True)
        return self.record(outcome, id=id) if outcome else []

    def _type_on(self, text: str) -> None:
        """Gives the answer of whoever says the next line in place of one, for as long as the open question takes
        that."""
        while self.game.waits and self.game.rules.play.as_it_stands:
            question = self.game.pending()
            if question is None or question.typed_on is None or not declares(self.game, text):
                return
            answer = Line("", question.name, (quote(question.say(question.typed_on)),), answer=True)
            self._append(hear(self.game, answer, self.audience))

    @contextmanager
    def _refusing(self, text: str) -> Iterator[None]:
        """Keeps a refused line, to be insisted on, and pauses the struck lines.

        A refusal that tells what is hidden is replaced.
        """
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
                raise self._unsaid(asked) from None
            if not text.startswith(INSISTS):
                self.refused = Refused(text, trouble.rule if isinstance(trouble, RuleBroken) else "")
            raise

    def _unsaid(self, asked: OpenQuestion) -> Unsaid:
        """The refusal of an answer to a question whose options are not told.

        It depends only on the kind, which everybody knows.
        """
        if not asked.yours:
            where = ", on its own recorder or on a shared one; nothing was recorded"
            return Unsaid(f"that is no answer here; {self.now().called(asked.by)} answers").at_prompt(where)
        question = self.game.pending() if not asked.stuck else None
        expected = EXPECTED.get(type(question), "an answer") if question else "an answer"
        usual = "" if asked.usual is None else ", or Enter for the usual answer"
        return Unsaid(f"that is no answer here; expected is {expected}").at_prompt(f"{usual}; nothing was recorded")

    def meant(self, text: str) -> str:
        """The line to offer in place of one that was not understood; "" if none comes to mind."""
        asked = self.now().question
        question = self.game.pending() if asked and not asked.stuck else None
        return offered(self.game.seen_by(self.audience), self.now(), text, type(question) if question else None)

    def dice_to_come(self, text: str) -> int:
        """The number of dice that the open question still lacks, for a line of some of its dice only; 0 for any other
        line.
        """
        question = self._answered_here()
        if not isinstance(question, Roll) or not question.is_dice(text.replace(" ", "")):
            return 0
        return max(0, question.count - len(question.read(text)))

    def lacks(self, text: str) -> str:
        """What stands against a named answer before it is given, in the words of its refusal; "" if nothing does, and
        where it is not answered."""
        question = self._answered_here()
        try:
            line = taken_apart(self.game, text)
            return question.refuse(question.read(" ".join(line.words))) if question and line else ""
        except BadInput as error:
            return error.reason

    def _answered_here(self) -> Question[Any] | None:
        """The open question, if the audience answers it and may see what it may be answered."""
        asked = self.now().question
        return self.game.pending() if asked and asked.seen and asked.yours and not asked.stuck else None

    def usages(self, text: str) -> list[str]:
        """The usages of the verbs in a line that was not understood, while no question is open."""
        return [] if self.game.waits else verb_usages(self.game.seen_by(self.audience), text)

    def taken_for(self, text: str) -> str:
        """The full line meant by one without a verb, while no question is open; "" for any other."""
        try:
            line = taken_apart(self.game, text)
            if self.game.waits or line is None or text.startswith(INSISTS):
                return ""
            full = in_full(as_seen(self.game, self.audience), line)
        except Trouble:
            return ""
        return (
            " ".join((full.first, *full.words)) if full.first != line.first and full.words[:1] == (line.first,) else ""
        )

    # ---- lines of the notation ----

    def say(self, text: str, *, id: str = "", unseen_by_others: str = "") -> list[Append]:
        """Says one line of the notation, as a file writes it. `id` is the caller's own, under which it is recorded
        once.

        A side that says it `unseen_by_others` may be told, and may say, what only it knows.
        """
        require_speaker(self.audience)
        if self._is_recorded(id):
            return self.read_on()
        self._type_on(text)
        outcome = self._led_to(text, unseen_by_others)
        return self.record(outcome, id=id) if outcome else []

    def say_unseen(self, side: str, text: str, *, id: str = "") -> list[Append]:
        """Says a line of a hiding side, typed where nobody else sees it, because its refusal would tell what is
        hidden. Raises OutOfTurn on another side's recorder, and for spectators."""
        require_speaker(self.audience)
        if self.audience in self.game.rules.sides and side != self.audience:
            raise self._not_here(side)
        if self._is_recorded(id):
            return self.read_on()
        with self._refusing(""):
            outcome = self._led_to_unseen(
                self.unseen(side, text), side, "that cannot be said here; nothing was recorded"
            )
        return self.record(outcome, id=id) if outcome else []

    def _not_here(self, side: str, words: str = "that is for the {} side to say") -> OutOfTurn:
        """The refusal of a line that only another side says."""
        names = self.game.rules.sides
        own = f", and this recorder is the {names[self.audience]} side's"
        return OutOfTurn("", words.format(names.get(side, side))).at_prompt(own)

    def unseen(self, side: str, text: str) -> str:
        """The line of the notation that a side's unseen text means."""
        text = text.strip().removeprefix(f"{side}:").strip()
        said = text if self.game.waits else shorthand.line_meant(self.game, side, text)
        return f"{side}: {said}"

    def foresee(self, text: str) -> list[Append]:
        """The appends that would follow, as far as the audience may see. Nothing is recorded."""
        line = taken_apart(self.game, text)
        return [self._shown(foresee(self.game, self.redoing.as_rolled(line), self.audience).entries)] if line else []

    def _led_to(
        self, text: str, unseen_by_others: str = "", typed: bool = False, again: WaitingLine | None = None
    ) -> Outcome | None:
        """The outcome of a line; None for an empty one. A struck line said `again` keeps its dice."""
        line = taken_apart(self.game, text)
        if line is None:
            return None
        if typed and not self.audience:
            self._require_unseen(line)
        patient = unseen_by_others in ("", self.audience) and self._in_the_open()  # waiting answers are shown
        line = (
            replace(line, rolled_by=again.rolled_by)
            if again
            else replace(self.redoing.as_rolled(line), patient=patient, typed=typed)
        )
        return hear(self.game, line, unseen_by_others or self.audience, shared=not self.audience)

    def _in_the_open(self) -> bool:
        """Whether the audience may see what is said now, because no open question is answered in secret."""
        waits = self.game.waits
        if not waits or waits.by not in hidden_from(self.game, self.audience):
            return True
        with suppress(Trouble):
            question = self.game.pending()
            return question is None or not (question.secret or question.shown_to)
        return False

    def _led_to_unseen(self, text: str, side: str, refused: str, again: WaitingLine | None = None) -> Outcome | None:
        """The outcome of a line that a side says unseen by others.

        Raises BadInput that tells only that it was refused.
        """
        try:
            return self._led_to(text, side, again=again)
        except Trouble:
            raise BadInput(self._usage(text) or refused) from None

    def _require_unseen(self, line: Line) -> None:
        """Refuses a secret line on a screen that both sides look at, where it stands to be read. Raises BadInput.

        It is judged by what all may see: otherwise being told, or not, would tell what is hidden.
        """
        view, verb = as_seen(self.game, self.audience), self.game.rules.play.verbs.get(line.first)
        hidden = hidden_from(self.game, self.audience)
        if line.first == "note" and line.side in hidden and line.words[:1] == (SECRETLY,) and len(line.words) > 1:
            raise to_be_unseen("that stood on the screen, and the note is secret", line.side, "the note unseen")
        if line.answer or verb is None or not line.words or self.game.waits or not hidden:
            return
        by = verb.side or line.side or view.side_of(verb)
        secret = by in hidden and verb.kept_by(by) == by
        with suppress(Trouble):
            secret = secret or any(
                fact.secret in hidden for fact in speak(view, line).facts if isinstance(fact, Decided)
            )
        if secret:
            name = self.game.rules.sides.get(by, by)
            raise to_be_unseen(f"that stood on the screen, and the {name} {verb.name} is secret", by)

    def _usage(self, text: str) -> str:
        """The usage of a badly written line, as everybody may know it: of the typed text it tells only the verb.

        "" for a well written line.
        """
        line = taken_apart(self.game, text)
        verb = self.game.rules.play.verbs.get(line.first) if line and not self.game.waits else None
        try:
            if line and verb:
                speak(self.game.seen_by(""), line)
        except Unknown:
            return ""
        except BadInput:
            return f"that cannot be said here; it is written `{verb.usage()}`; nothing was recorded" if verb else ""
        except Trouble:
            return ""
        return ""

    # ---- what is recorded ----

    def record(self, outcome: Outcome, *, id: str = "", again: WaitingLine | None = None) -> list[Append]:
        """Records an outcome, perhaps of a struck line said again; then rolls what is left to the program. Raises
        TooLate.

        An earlier refusal can no longer be insisted on.
        """
        self._append(outcome, id)
        self.refused = Refused()
        for line in self.redoing.said(again):
            self._note_let_go(line.answers)
        self._keep(outcome)
        self._rule_again(outcome)
        self._say_waiting()
        while self.auto and not self.redoing.next() and self._roll():  # waiting lines have dice of their own
            pass
        return self.untold()

    def _keep(self, outcome: Outcome) -> None:
        """Keeps answers not yet asked for. After a take-back, none wait."""
        if any(isinstance(fact, TakenBack) for fact in outcome.facts):
            self._let_go(self.later)
        reason = next(filter(None, (getattr(fact, "as_played", "") for fact in outcome.facts)), "")
        self.later = (*(Later(left, reason) for left in outcome.unused), *self.later)

    def _rule_again(self, outcome: Outcome) -> None:
        """Says the rulings again that a take-back struck behind another line: that line was taken back, not how the
        table reads a rule.

        A ruling that cannot be said here waits, like any struck line.
        """
        if self.from_file or not any(isinstance(fact, TakenBack) and not fact.fixed for fact in outcome.facts):
            return
        back = next(entry for entry in reversed(self.game.entries) if isinstance(entry.fact, TakenBack))
        for line in self.redoing.struck(back.version)[1:]:
            if line.append and isinstance(line.append[0].fact, RulingMade):
                with suppress(Trouble):
                    if said := self._led_to(line.text, again=line):
                        self._append(said, "")
                        self.redoing.said(line)

    def _let_go(self, some: Sequence[Later]) -> None:
        self.let_go += tuple(str(later.left) for later in some)
        self._take(some)

    def _say_waiting(self) -> None:
        """Says the answers that wait, each as soon as its question is put; dice as soon as they are called for. Raises
        Trouble.

        Answers that nothing asks for in the end are let go. So are those that somebody else answers, or that are
        answered unseen.
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
        """Answers the open question with the waiting answers that fit, as many as hold.

        A refused one waits no longer.
        """
        reason = fits[0].as_played
        fits = tuple(later for later in fits if later.as_played == reason)
        others = tuple(
            later for later in self.later if not later.fits(question) and later.as_played == reason and later.left.name
        )
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

    def undo(self, text: str = "", side: str = "", *, id: str = "") -> list[Append]:
        """Takes back the last line, or several: `2 "why"`.

        A side takes back its own words; on a shared recorder it need not be named.
        """
        return self.say(shorthand.undone(text, side), id=id)

    def roll(self, *, id: str = "") -> list[Append]:
        """Rolls or draws for the open question, marked as generated. If everything is left to the program, it goes on
        with the next ones.

        Returns nothing if no question of chance is open.
        """
        require_speaker(self.audience)
        if self._is_recorded(id):
            return self.read_on()
        while self._roll(id) and self.auto:
            id = ""
        return self.untold()

    def _roll(self, id: str = "") -> bool:
        asked = self.now().question
        question = self.game.pending() if asked and not asked.stuck else None
        if not isinstance(question, CHANCE):
            return False
        given = Given(question.say(question.pick(self.chance)), BY_PROGRAM)
        self._append(self.game.answer(Answers({question.name: deque([given])})), id)
        return True

    def _append(self, outcome: Outcome, id: str = "") -> None:
        try:
            self.keeper.append(self.game, outcome, id)
        except Overtaken:
            raise TooLate(
                "somebody else had recorded what stands above, so your line was not recorded; if it still holds, say "
                "it again"
            ) from None

    # ---- what is told ----

    def untold(self) -> list[Append]:
        """The appends not told yet, one's own and others', line by line as the audience may see them."""
        new = self.game.entries[self._told :]
        self._told = len(self.game.entries)
        return [self._shown(append) for append in appends(new)]

    def last(self, lines: int) -> list[Append]:
        """The last appends, as the audience may see them."""
        return [self._shown(append) for append in list(appends(self.game.entries[-RECENT:]))[-lines:]]

    def read_on(self) -> list[Append]:
        """Reads what others have recorded meanwhile."""
        self.keeper.refresh(self.game)
        return self.untold()

    def _shown(self, entries: Sequence[Entry]) -> Append:
        return tuple(seen(entries, self.audience))

    # ---- saying struck lines again ----

    def say_again(self, line: WaitingLine, *, id: str = "") -> list[Append]:
        """Says a struck line as it was. The refusal of a line hidden from the audience tells nothing."""
        require_speaker(self.audience)
        if self._is_recorded(id):
            return self.read_on()
        secret = line.secret if line.hidden_from(self.audience) else ""
        if secret and self.audience:
            self.redoing.pause()
            raise self._not_here(secret, "that line is for the {} side to say again")
        if line.secret in self.game.shut:
            self.redoing.pause()
            raise Shut(self.game.shut[line.secret])
        line = self.redoing.whole(line)
        with self._refusing("" if secret else line.text.strip()):
            if secret:
                refused = "it cannot be said again as it was"
                outcome = self._led_to_unseen(line.text, secret, refused, again=line)
            else:
                self._require_asked(line)
                outcome = self._led_to(self._as_asked(line), again=line)
        return self.record(outcome, id=id, again=line) if outcome else []

    def _as_asked(self, line: WaitingLine) -> str:
        """The text of a struck line with those of its answers that are asked for in turn. The others wait on.

        A secret line is said whole, or refused: what is left of it would tell what it held.
        """
        said, game = taken_apart(self.game, line.text), self.game
        if said is None or line.is_answer or line.secret or not line.answers:
            return line.text
        try:
            speak(game, said, each_its_own(line.answers))
        except NotAsked:
            trial, writer = game.trial(), Writer(game)
            with suppress(Trouble):
                trial.follow(speak(trial, self._read(writer, line, ())).entries)

                def say(answer: Entry) -> None:
                    trial.follow(speak(trial, self._read(Writer(trial), line, (answer,))).entries)

                kept, _, _ = asked_in_turn(line.answers, trial.pending, say)
                return writer.line([one for one in line.append if one in kept or not isinstance(one.fact, Answer)])
        except Trouble:
            pass
        return line.text  # what stands against it is told as it is said

    def _read(self, writer: Writer, line: WaitingLine, answers: Sequence[Entry]) -> Line:
        """A struck line as it is said with no answers, or an answer of it alone."""
        append = answers or [one for one in line.append if not isinstance(one.fact, Answer)]
        said = taken_apart(self.game, writer.line(append, named=True))
        assert said is not None
        return replace(said, rolled_by=line.rolled_by)

    def _require_asked(self, line: WaitingLine) -> None:
        """Raises BadInput if a line is a choice that nothing asks for any more: only its player lets it go."""
        if line.unasked and (missed := next(filter(is_choice, line.answers), None)):
            self.redoing.pause()
            raise BadInput(f"{name_of(missed)} {answer_words(missed)} answers what is asked no more")

    def _note_let_go(self, answers: Sequence[Entry]) -> None:
        """Notes the dice, cards and refusals that a line said again let go."""
        for answer in answers:
            self._append(as_note(self.game, answer, "a take-back"), "")


def _line_of(question: Question[Any], said: Sequence[Later]) -> Line:
    """The line that answers a question with its waiting answer; other answers follow by name."""
    words = tuple(later.word() for later in said)
    rolled_by = next((later.left.given.source for later in said if later.left.given.source != BY_TABLE), BY_PROGRAM)
    text = f"  {' '.join(map(quote, (question.name, *words)))}"
    return Line(
        text,
        question.name,
        words,
        as_played=said[0].as_played,
        answer=True,
        rolled_by=rolled_by,
        patient=True,
        waited=True,
    )
