"""The live recorder at a terminal: it reads lines, hands them to a `Recorder`, and prints the results.

`Live` gets a function `ask` that reads a line. It does not decide what may be said, by whom, or what may be told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from cli.disputing import with_digest
from cli.fixing import GIVE_UP, decide, mending_of, settle_by
from cli.live_looks import Looks
from cli.output import folded, paint, print_line, talk
from cli.redoing import text_shown, waiting_lines
from cli.session import Session
from cli.typed_options import FIX, settling_at_end, without_options
from cli.unlocking import try_thrice
from domain.kernel.disputes import is_dispute
from domain.kernel.errors import BadInput, RuleBroken, Trouble, Unknown, unknown
from domain.kernel.facts import TakenBack
from domain.kernel.game import Game, View
from domain.kernel.plain import YES
from projections.append_story import cited
from recording.fix import WAYS
from recording.mending import waits
from recording.now import Now, OpenQuestion
from recording.photos import photo_digest, photo_line
from recording.reading_out import FieldAsked, check_said, fields_of, row_line
from recording.recorder import Append, Unsaid
from recording.redo import Redoing
from recording.shorthand import SHORT_NEXT
from recording.small_talk import QUIT, hint, means
from recording.waiting import WaitingLine
from replays.asides import ASIDES
from replays.notation import split
from replays.papers import is_paper, taken_apart, whose_paper

TOLD_AGAIN = 3
"""Number of last lines that are repeated for somebody who comes back."""

COMMANDS = ("?", "help", "show", "log", "table", "why", "rule", "undo", "redo", "fix", "auto", "unlock", "now")
"""The recorder's own commands."""


class Changed(Exception):
    """Somebody else recorded while a line was typed. `text` is the part typed so far."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Ask(Protocol):
    """A function that reads a line. It gets the prompt, the text typed already, the line that Enter alone means, and
    whether it is unseen.

    Raises Changed, KeyboardInterrupt for a dropped line, EOFError at the end.
    """

    def __call__(self, prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str: ...


class Live:
    """One recorder at the table. `session.side` is its side; "" is a recorder that everybody sees."""

    def __init__(self, session: Session, ask: Ask) -> None:
        self.session, self.ask, self.recorder = session, ask, session.recorder
        self.turn = self._turn()
        """The turn of the line told last."""
        self.looks = Looks(session)
        self.commands: dict[str, Callable[[list[str]], None]] = {
            **self.looks.commands,
            "?": self._help,
            "help": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "fix": self._fix,
            "auto": self._auto,
            "unlock": self._unlock,
            "now": self._now,
        }
        self.typed = ""
        """The line typed last."""
        self.meant = ""
        """The line that it may have meant, which Enter says."""

    @property
    def game(self) -> Game[Any]:
        return self.session.game

    @property
    def view(self) -> View[Any]:
        """The game as this screen may show it."""
        return self.game.seen_by(self.side)

    @property
    def side(self) -> str:
        return self.session.side

    @property
    def now(self) -> Now:
        return self.recorder.now()

    @property
    def redoing(self) -> Redoing:
        return self.recorder.redoing

    # ---- the loop ----

    def run(self) -> None:
        """Records until the end of input."""
        self._begin()
        talk("Tab completes, ? helps, Ctrl-D leaves")
        self._tell_shut()
        self._tell_waiting()
        self._whose_move()
        typed = ""
        while True:
            line = ""
            try:
                offer = self._next_offer()
                offered = text_shown(self.session, offer) if offer else self.meant
                self.session.keep()
                line = self.ask(self.prompt(), typed, offered, self.unseen())
                if line.strip() in ("quit", "exit"):
                    return
                if offer and line.strip() in ("", offered if offer.hidden_from(self.side) else ""):
                    self._say_again(offer)
                    self._whose_move()
                else:
                    self.hear(line)
                typed = ""
            except Changed as changed:
                typed = line or changed.text
                self._tell(self.recorder.read_on())
                self._whose_move()
            except KeyboardInterrupt:
                typed = ""
                talk("stopped; redo goes on" if self.redoing.on else "the line is dropped; Ctrl-D leaves")
                self.redoing.stop()
            except EOFError:
                return

    def _begin(self) -> None:
        """Prints where the game stands, and the lines told last."""
        self.looks.show([])
        last = [append for append in self.recorder.last(TOLD_AGAIN) if any(entry.fact.sentence() for entry in append)]
        if last:
            print_line()
        for append in last:
            self.session.tell(append, anew=False)

    def prompt(self) -> str:
        """The prompt: the side that is to speak, and the question."""
        now = self.now
        if now.question:
            return f"{now.question.by} {now.question.name}> "
        return f"{now.side or self._all()}> " if now.phase and not now.over else "> "

    def _all(self) -> str:
        """What is all sides' own: of two, `both`."""
        return "both" if len(self.game.rules.sides) < 3 else "all"

    def unseen(self) -> bool:
        """Whether the answer is typed without echo."""
        return bool(self.now.question and self.now.question.unseen)

    def hear(self, text: str) -> None:
        """Carries out a typed line, or prints why it is not recorded."""
        meant, self.meant = self.meant, ""
        self.typed = text = text.strip() or meant
        try:
            said, settles, why = without_options(text) if self._takes_options(text) else settling_at_end(text)
        except BadInput as error:
            for line in folded(str(error), "✗ ", "  "):
                talk(paint(line, fg="red"))
            return
        if self._command(said) and _word(said) == FIX:
            self._try(partial(self._fix, said.split()[1:], settles, why), insists=False)
        elif settles:
            self._try(partial(self._settle_by, settles, said), insists=False)
        else:
            self._carry_out(said)

    def _takes_options(self, text: str) -> bool:
        """Whether the options of the shell are looked for in a line: beside the rules, in `fix` and in `undo`."""
        _, said = whose_paper(text, self.game.rules.sides)
        first = _word(said)
        return (first in (FIX, "undo") and bool(self._command(said))) or (
            first in ASIDES and not is_paper(self.game, text)
        )

    def _carry_out(self, text: str) -> None:
        """Carries out a line without options, or prints why it is not recorded."""
        self.typed = text = self._in_one_word(text)
        if said := self._rolled(text):
            self._try(partial(self._say_and_roll, said))
            return
        if command := self._command(text):
            words = text[1:].split() if text.startswith("?") else text.split()[1:]
            self._try(partial(command, words), insists=False)
        else:
            self._try(partial(self._hear, text))

    def _settle_by(self, dispute: str, text: str) -> None:
        """Carries out a line, and closes a dispute by what it records. Raises BadInput."""
        with self.session.settling(dispute):
            self._carry_out(text)

    def _in_one_word(self, text: str) -> str:
        """The typed line, or the line it stands for, which is then printed."""
        question, first = self.now.question, _word(text)
        if self._command(text) or first in (
            *self.now.asides,
            *((question.name, *question.options) if question else self.game.rules.play.verbs),
        ):
            return text
        if question and re.fullmatch(r"#\d+", text):
            return text[1:]  # a card by its number, not a comment
        line = means(text)
        if not line or line == text or (question and line == SHORT_NEXT):
            return text
        if line == QUIT:
            raise EOFError
        talk(f"taken for `{line}`")
        return line

    def _rolled(self, text: str) -> str:
        """The declaration whose dice the program rolls, `assault Coral auto`; "" for any other line."""
        said, _, last = text.rpartition(" ")
        return (
            said.strip()
            if last.casefold() == "auto" and _word(said) in self.game.rules.play.verbs and not self.now.question
            else ""
        )

    def _say_and_roll(self, text: str) -> None:
        self._say(text)
        if rolled := self.recorder.roll():
            self._told(rolled)

    def _command(self, text: str) -> Callable[[list[str]], None] | None:
        """The recorder's own command in a line; None for a line to the game."""
        first, second = [*text.split()[:2], "", ""][:2]
        if _word(second) == "undo" and first.endswith(":") and first[:-1] in self.game.rules.sides:
            return partial(self._undo_of, first[:-1])
        first = "?" if text.startswith("?") else _word(text)
        if self.game.rules.play.as_it_stands and not _commands(first, text.split()[1:]):
            return None
        return None if first in self.game.rules.play.verbs and not self.now.question else self.commands.get(first)

    def _hear(self, text: str) -> None:
        now, (first, *rest) = self.now, text.split() or [""]
        if not text:
            self._enter()
        elif text.endswith(":") and text[:-1] in now.hiding:
            self._unseen_line(text[:-1])
        elif first == "ruling" and len(rest) < 2:
            self.looks.ruling(" ".join(rest))
        elif first == "dispute" and len(rest) == 1 and is_dispute(rest[0]):
            self.looks.dispute(rest[0])
        elif first == "photo" and rest:
            self._photo(text)
        elif _word(text.partition(": ")[2] if first.endswith(":") else text) == "dispute":
            line = taken_apart(self.game, text)
            self._say(with_digest(text, line.words if line else ()))
        elif first == "chart" and len(rest) == 2 and rest[0] in self.game.rules.printed.charts:
            self._read_out(*rest)
        elif now.question and now.question.chart and not ("=" in text or first in now.asides or text[0] in "!#"):
            self._read_out(now.question.chart, now.question.row)
        else:
            self._say(text)

    # ---- what is refused ----

    def _try(self, does: Callable[[], None], insists: bool = True) -> None:
        """Does something, or prints why it cannot be done, and whether one can insist."""

        offering = self.redoing.on
        try:
            does()
            return
        except Unsaid as unsaid:
            self._tell(self.recorder.untold())
            talk(str(unsaid))
            if not self._offer() and (helps := hint(self.typed)):
                talk(f"  {helps}")
        except Trouble as trouble:
            self._tell(self.recorder.untold())
            self._refuse(trouble, insists)
        if offering and not self.redoing.on:
            for text in folded(
                f"{waiting_lines(self.redoing.left())}: redo offers the first once more, redo skip leaves it out",
                "  ",
                "  ",
            ):
                talk(text)

    def _refuse(self, trouble: Trouble, insists: bool) -> None:

        for line in folded(str(trouble), "✗ ", "  "):
            talk(paint(line, fg="red"))
        if insists and isinstance(trouble, RuleBroken) and trouble.rule:
            talk('  ! "reason" plays on against the rule')
        if insists and (lacking := self.recorder.dice_to_come(self.typed)):
            talk(f"  no die of it was kept: type all on one line, {lacking} more than these")
        if insists and (unread := self.recorder.unread(trouble)):
            talk(f"  `chart {' '.join(unread)}` reads it out from the printed game")
        if not (insists and self._offer()):
            self._help_on(trouble)

    def _help_on(self, trouble: Trouble) -> None:
        """Prints hints after a line that was not understood."""
        if isinstance(trouble, BadInput) and (helps := hint(self.typed)):
            for text in folded(helps, "  ", "  "):
                talk(text)
        for usage in self.recorder.usages(self.typed) if isinstance(trouble, BadInput) else ():
            if usage.partition(":")[0] in str(trouble):
                continue  # the refusal says it already
            for text in folded(usage, "  ", "      "):
                talk(text)
        taken = self.recorder.taken_for(self.typed)
        if taken:
            talk(f"  without a verb it was taken for `{taken}`")
        if taken or (isinstance(trouble, Unknown) and trouble.kind == "verb"):
            self._whose_move()

    def _offer(self) -> bool:
        """Offers the line that may have been meant; returns whether there is one."""
        self.meant = "" if self._command(self.typed) or self.redoing.on else self.recorder.meant(self.typed)
        if self.meant:
            for text in folded(f"did you mean `{self.meant}`? Enter says it", "  ", "  "):
                talk(text)
        return bool(self.meant)

    # ---- saying ----

    def _say(self, text: str) -> None:
        """Says a typed line.

        If it ends the other side's phases, the `next` that this implies is confirmed and said first.
        """
        if self._goes_on(text):
            self._told(self.recorder.hear(text))

    def _goes_on(self, text: str) -> bool:
        """Ends the other side's phases that a line would end, once that is confirmed; returns whether the line can be
        said then.

        Raises BadInput.
        """
        if ending := self.recorder.ending(text):
            self._confirm(ending.phases)
            self._told(self.recorder.say(ending.line))
            return self.now.question is None
        return True

    def _confirm(self, phases: tuple[str, ...]) -> None:
        """Asks whether phases of the other side are over. Raises BadInput if they are not."""

        for line in folded(f"This ends the {', '.join(phases)}. Enter goes on, n does not.", "  ", "  "):
            talk(line)
        if self.ask("end it> ").strip().casefold() not in ("", *YES):
            raise BadInput(
                f"it is still the {phases[0]}, and nothing was recorded; Enter or y there ends it, anything else "
                "does not"
            )

    def _told(self, appends: Iterable[Append]) -> None:
        """Prints what followed, and the present situation."""
        self._tell(appends)
        self._whose_move()

    def _enter(self) -> None:
        """Gives the usual answer, if there is one."""
        asked = self.now.question
        if asked is None:
            self._whose_move()
        elif asked.chart:
            self._read_out(asked.chart, asked.row)
        elif asked.usual is None and not asked.stuck:
            talk("there is no usual answer here")
        else:
            self._told(self.recorder.enter())

    def _unseen_line(self, side: str) -> None:
        """Says a hiding side's line, typed unseen on a screen that others see."""
        line = self.ask(f"{side}, unseen> ", "", "", True).strip()
        if line and self._goes_on(self.recorder.unseen(side, line)):
            self._told(self.recorder.say_unseen(side, line))

    def _photo(self, text: str) -> None:
        """Says a photograph by its file; the digest is worked out here."""

        line = taken_apart(self.game, text)
        if line is None or (len(line.words) > 1 and len(line.words[1]) == 64):
            self._say(text)
            return
        file = Path(line.words[0])
        self._say(photo_line(file.name, photo_digest(file), " ".join(line.words[1:])))

    def _read_out(self, chart: str, row: str) -> None:
        """Reads out a row of a chart, field by field, from the printed game.

        In a known row, Enter leaves a field as it is.
        """

        known = self.view.state.charts.get(chart, {}).get(row)
        said = {field.name: self._field(chart, row, field) for field in fields_of(self.game.rules, chart, known)}
        self._say(row_line(chart, row, said, known=known is not None))  # its former values were shown

    def _field(self, chart: str, row: str, field: FieldAsked) -> str:
        """One field of the row; "" to leave it out. Asks until the answer makes sense."""

        usual = "" if field.needed else f", Enter for {field.usual or 'none'}"
        while True:
            value = self.ask(f"{row}: {field.name} ({field.kind}{usual})> ").strip()
            if not value and not field.needed:
                return ""
            try:
                check_said(self.game.rules, chart, field.name, value)
            except BadInput as error:
                talk(f"✗ {error}")
            else:
                return value

    # ---- commands of the recorder itself ----

    def _help(self, words: list[str]) -> None:
        self.looks.commands["?"](words)
        if not words:
            self._whose_move()

    def _undo(self, words: list[str]) -> None:
        self._told(self.recorder.undo(" ".join(words)))

    def _undo_of(self, side: str, words: list[str]) -> None:
        """Carries out `jp: undo`: a side takes back its own words."""
        self._told(self.recorder.undo(" ".join(words[1:]), side))

    def _now(self, words: list[str]) -> None:
        self._whose_move()

    def _auto(self, words: list[str]) -> None:
        if words not in ([], ["on"], ["off"]):
            raise BadInput("`auto` stands alone, or with on or off")
        if words in (["on"], ["off"]):
            self.recorder.auto = words == ["on"]
            talk(
                "the program rolls and draws; the record marks it"
                if self.recorder.auto
                else "dice and cards are the table's"
            )
        if words != ["off"] and (rolled := self.recorder.roll()):
            self._told(rolled)
        elif not words:
            talk("no dice are called for; `auto on` rolls them whenever they are")

    def _tell_shut(self) -> None:
        """Prints what can be done without the missing passphrases."""
        for side in self.game.shut:
            name = self.game.rules.sides[side]
            words = (
                f"without the {name} passphrase you can look, write notes, and say what nothing sealed bears on; "
                f"`unlock {side}` takes the passphrase, for all the rest"
            )
            for line in folded(words, rest="  "):
                talk(line)

    def _unlock(self, words: list[str]) -> None:
        side = words[0] if words else next(iter(self.game.shut), "")
        if side and side not in self.game.rules.sides:
            raise unknown("side", side, self.game.rules.sides)
        if side not in self.game.shut:
            raise BadInput(f"{side} keeps nothing here that cannot be read" if side else "everything here can be read")
        prompt = f"{self.game.rules.sides[side]} passphrase, unseen> "
        if try_thrice(partial(self.ask, prompt, "", "", True), partial(self.session.unlock, side)):
            talk(
                f"what the {self.game.rules.sides[side]} side keeps sealed can be read here now; their own lines are "
                "still theirs to say"
            )
        self._whose_move()

    # ---- what was written down wrong ----

    def _fix(self, words: list[str], settles: str = "", why: str = "") -> None:
        mending = mending_of(self.session)
        if words in (GIVE_UP, ["--give-up"]):
            talk(mending.give_up())
            return
        if words and not words[0].isdecimal():
            raise BadInput(
                "fix which entry? As in `fix 24 1254`: `log` shows the numbers, and `why` those of the answers"
            )
        line = split(" ".join(words[1:]), ()) if words[1:] else None
        said = line.in_words if line else ()
        fixing = mending.begin(int(words[0]), said, why) if words else mending.resumed()
        mending.settling(fixing, settles)
        fixing = mending.finish(fixing)
        if fixing.stop is not None:
            for text in folded(WAYS, "  ", "  "):
                talk(text)
            fixing = decide(mending, fixing, self._ask_of_a_line)
        if fixing.stop is None:
            for text in mending.came_to(fixing):
                print_line(text)
        elif mending.waits:
            talk("nothing was recorded; fix goes on with it")
        settle_by(self.session, mending, fixing, recorded=fixing.stop is None)
        self._whose_move()

    def _ask_of_a_line(self, prompt: str, unseen: bool) -> str:
        """Reads a decision about a line that no longer fits.

        Lines recorded by others meanwhile are printed, and no typed text is lost.
        """
        typed = ""
        while True:
            try:
                return self.ask(prompt, typed, "", unseen)
            except Changed as changed:
                typed = changed.text
                self._tell(self.recorder.read_on())

    # ---- saying struck lines again ----

    def _redo(self, words: list[str]) -> None:
        way = " ".join(words)
        if way not in REDO:
            raise unknown("way to redo", way, [name for name in REDO if name.isalpha()])
        REDO[way](self)

    def _redo_begin(self) -> None:
        self.redoing.begin()
        how = "Enter says the one offered, Up changes it first; redo all, redo skip, redo drop, redo list; Ctrl-C stops"
        for line in folded(f"{waiting_lines(self.redoing.left())}: {how}", rest="  "):
            talk(line)
        self._tell_held_up()

    def _redo_all(self) -> None:
        self.redoing.begin()
        while line := self.redoing.next():
            self._say_again(line, aloud=True)
        self._tell_held_up()
        self._whose_move()

    def _redo_list(self) -> None:
        passed = False
        for line in self.redoing.some():
            if line.passed and not passed:
                talk("something else was declared since these were taken back:")
            passed = line.passed
            for text in folded(f"{line.at:>6}  {text_shown(self.session, line)}", rest=" " * 8):
                print_line(text)

    def _redo_skip(self) -> None:
        talk(f"left out: {text_shown(self.session, self.redoing.skip())}")
        self._tell_waiting()

    def _redo_drop(self) -> None:
        talk(f"{len(self.redoing.drop())} left out; the log keeps what was struck")

    def _next_offer(self) -> WaitingLine | None:
        """The line offered now. It is printed here if an answer is typed unseen: the prompt then shows nothing."""
        began = self.redoing.on
        line = self.redoing.next()
        if line and self.unseen():  # nothing stands after the prompt there
            talk(paint(f"> {text_shown(self.session, line)}: Enter says it, redo skip leaves it out", dim=True))
        if began and not self.redoing.on and not self.redoing.offer:
            talk("no struck line is left to be offered")
            self._tell_waiting()
        return line

    def _say_again(self, line: WaitingLine, aloud: bool = False) -> None:
        """Says a struck line as it was, and prints what followed or why it cannot be said now.

        `aloud` prints the line first.
        """
        if aloud:
            for text in folded(text_shown(self.session, line), "> ", "  "):
                talk(paint(text, dim=True))
        self._try(lambda: self._tell(self.recorder.say_again(line)))

    def _tell_held_up(self) -> None:
        """Prints why the next line is not offered now."""
        line = next(iter(self.redoing.left()), None) if self.redoing.on else None
        if line and not line.fits(self.game.waits):
            talk(f"first the open question; then: {text_shown(self.session, line)}")

    def _tell_waiting(self) -> None:
        """Prints how many struck lines could be said again."""
        if waits(self.session.desk.diary, self.game.id):
            talk("a correction waits to be finished: fix")
        lines = self.redoing.lines
        fresh = [line for line in lines if not line.passed]
        if self.redoing.on or not lines:
            return
        talk(
            f"{waiting_lines(fresh)}: redo"
            if fresh
            else f"{waiting_lines(lines)}, though something else was declared since: redo list"
        )

    # ---- telling ----

    def _tell(self, appends: Iterable[Append]) -> None:
        """Prints the recorded appends, line by line; then what waits after a take-back, or the seal of a finished
        turn."""

        last: Append = ()
        for last in appends:
            self.session.tell(last)
        turn, self.turn = self.turn, self._turn()
        if last and isinstance(last[-1].fact, TakenBack):
            self._tell_waiting()
        elif turn != self.turn:
            head = self.session.desk.diary.head(self.game.id)
            talk(paint(f"{turn} is over; entry {self.game.version}, seal {head[:16]}", dim=True))
        self.session.tell_waiting("waits until it is asked for")

    def _turn(self) -> str:
        return next(iter(self.now.moment), "")

    def _whose_move(self) -> None:
        """Prints the open question with its options and usual answer, or what may be declared."""
        now = self.now
        if now.question:
            self._question(now.question)
        elif now.over:
            talk(paint(f"the game is over: {now.why}", bold=True))
        elif now.phase:
            for text in folded(" ".join(self._may_declare()), rest="  "):
                talk(paint(text, fg="cyan"))

    def _may_declare(self) -> Iterator[str]:
        now = self.now
        yield f"{now.phase}, {now.whose()}:"
        if now.owed:
            yield f"first {now.owed};"
        mine = [verb for verb in now.verbs if verb.name in now.named]
        every = sum(verb.offered and now.side in ("", verb.by) for verb in now.verbs)
        more = ["…"] if every > len(mine) else []  # `show` lists all
        names = ["a line as you write it"] if self.game.rules.play.as_it_stands else []
        names += [verb.name if verb.by == now.side else f"{verb.by}: {verb.name}" for verb in mine]
        yield " · ".join([*names, *more, *([] if now.owed else ["n"])])

    def _question(self, asked: OpenQuestion) -> None:
        for text in folded(f"? {self.now.called(asked.by)}: {cited(asked.words, asked.rule)}", rest="  "):
            talk(paint(text, fg="yellow"))
        for text in folded(self._how(asked), "  ", "  "):
            talk(text)

    def _how(self, asked: OpenQuestion) -> str:
        """The way to answer a question at this screen."""
        if not asked.yours:
            return f"waiting for {self.now.called(asked.by)}"
        if asked.stuck:
            return asked.stuck
        if asked.unseen:
            return "typed unseen" + ("" if asked.usual is None else "; Enter takes the usual answer, whatever is there")
        if not asked.seen:
            return "a name" + ("" if asked.usual is None else ", or Enter for the usual answer")
        if asked.chart:
            return "Enter asks for it field by field"
        return asked.hint + ("" if asked.usual is None else f"   Enter: {asked.usual}")


WORDS_BEHIND = {
    "now": 0,
    "show": 1,
    "help": 1,
    "auto": 1,
    "redo": 1,
    "unlock": 1,
    "log": 1,
    "rule": 2,
    "table": 2,
    "why": 2,
}
"""Where lines are kept as they stand: how many words may follow a command, so that a sentence may begin like one."""


def _commands(first: str, rest: list[str]) -> bool:
    """Whether a line that begins with a command's word is that command, and no sentence."""
    if first in ("undo", "fix"):
        return not rest or rest[0].isdecimal() or rest[0] == GIVE_UP[0]
    return len(rest) <= WORDS_BEHIND.get(first, len(rest))


def _word(text: str) -> str:
    """The first word of a text, casefolded and without final punctuation, for lookups."""
    return next(iter(text.split()), "").casefold().rstrip(",.!;") or text[:1]


REDO: dict[str, Callable[[Live], None]] = {
    "": Live._redo_begin,
    "all": Live._redo_all,
    "list": Live._redo_list,
    "?": Live._redo_list,
    "skip": Live._redo_skip,
    "drop": Live._redo_drop,
}
"""The words that may follow `redo`."""
