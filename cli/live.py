"""The live recorder, without its terminal: what is heard, what is asked, what is told.

`Live` is given an `ask` that reads a line; everything else it does by a `Session`. What it leads the players through is
the rules' own: whose step it is, the open question, the usual answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cli.completing import listed
from cli.output import folded, paint, say, talk
from cli.redoing import Redoing, counted, hidden, say_again, shown
from cli.session import Session

if TYPE_CHECKING:
    from replays.redo import Struck

EVERYBODY = "everybody"
"""The audience of a screen that both sides look at."""

COMMANDS = ("?", "help", "show", "log", "table", "why", "undo", "redo", "auto")
"""What the recorder itself hears."""

HELP = """\
A line is a verb with its values, the dice as they lie, and answers by name.
  Tab        completes
  n          goes on to the next step in which there is something to do
  Enter      takes the usual answer, where one is shown
  Up         brings back what was typed before, first of all what was refused
  ! reason   lets the line that was just refused stand, as it was played
  auto       rolls the dice of the open question; auto on, auto off: of all
  undo       strikes the last line
  redo       offers the struck lines again: Enter says one, Up changes it first;
             redo all or Alt-Enter says all, redo skip leaves one out, redo drop
             all, redo list shows them; Ctrl-C stops, and they wait
  jp: LINE   is said by the other side; jp: alone, where it hides something,
             asks for its line unseen
  pass NAME  stops a question from being asked; pass NAME off: asks again
  note, photo FILE, adjust, ruling, chart, takeback, concede, adjourn
             stand beside the rules
  show, log [N], table NAME, why [WHAT], ? VERB
             look
Ctrl-C drops the line; Ctrl-D leaves. What was told is recorded and safe."""


class Changed(Exception):
    """Somebody else recorded while a line was typed; `text` is what was typed so far."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Refused(NamedTuple):
    """A line that was refused, and the rule it broke."""

    text: str = ""
    rule: str = ""


class Ask(Protocol):
    """Reads a line: the prompt, what is typed of it already, the line that Enter alone stands for, and whether it is typed unseen.

    Raises Changed, KeyboardInterrupt for a line dropped, EOFError for the end.
    """

    def __call__(self, prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str: ...


class Live:
    """One recorder at the table. `session.side` says whose it is; "" is one that everybody sees."""

    def __init__(self, session: Session, ask: Ask) -> None:
        self.session, self.ask = session, ask
        self.auto = False
        self.refused = Refused()
        self.redoing = Redoing(session)
        ways = (self._help, self._help, self._show, self._log, self._table, self._why, self._undo, self._redo, self._auto)
        self.commands: dict[str, Callable[[list[str]], None]] = dict(zip(COMMANDS, ways, strict=True))

    @property
    def game(self) -> Any:
        return self.session.game

    @property
    def side(self) -> str:
        return self.session.side

    # ---- the loop ----

    def run(self) -> None:
        """Records until the end of input."""
        self._show([])
        talk("Tab completes, ? helps, Ctrl-D leaves")
        self._tell_waiting()
        self._whose_move()
        typed = ""
        while True:
            line = ""
            try:
                offer = self._next_offer()
                line = self.ask(self.prompt(), typed, offer.text.strip() if offer else "", self.unseen())
                if line.strip() in ("quit", "exit"):
                    return
                if offer and not line.strip():
                    self._say_again(offer)
                    self._whose_move()
                else:
                    self.hear(line)
                typed = ""
            except Changed as changed:
                typed = line or changed.text
                self._news()
            except KeyboardInterrupt:
                typed = ""
                talk("stopped; redo goes on" if self.redoing.on else "the line is dropped; Ctrl-D leaves")
                self.redoing.stop()
            except EOFError:
                return

    def prompt(self) -> str:
        """Whose word is expected, and for what."""
        waits = self.game.waits
        if waits:
            return f"{waits.by} {waits.name}> "
        step = self.game.rules.step(self.game.state)
        return f"{step.side or 'both'}> " if step and not self.game.state.result else "> "

    def unseen(self) -> bool:
        """Whether the answer is typed without echo: a secret one, where the other side may be looking."""
        waits = self.game.waits
        return bool(waits and waits.secret and self.side not in (waits.secret, "umpire"))

    def hear(self, text: str) -> None:
        """Does what a line says; tells why it is not recorded when it cannot be."""
        self._try(text.strip(), partial(self._hear, text.strip()))

    def _try(self, text: str, does: Callable[[], None]) -> None:
        """Does what a line says; tells why it is not recorded when it cannot be."""
        from domain.kernel.errors import Trouble

        unseen = self.unseen()
        try:
            does()
        except Trouble as error:
            if unseen or (self.game.waits and not self._may_list()):
                talk("that is no answer here; nothing was recorded")  # why not would tell what is hidden
            else:
                self._refuse(text, error)
            if not self._command(text):
                self._hold_back()

    def _refuse(self, text: str, error: Exception) -> None:
        rule = str(getattr(error, "rule", ""))
        for line in folded(f"{error}", "✗ ", "  "):
            talk(paint(line, fg="red"))
        if self._command(text):
            return
        if not text.startswith("!"):
            self.refused = Refused(text, rule)
        if rule:
            talk('  ! "reason" plays on against the rule')
        self._unknown(str(error))

    def _command(self, text: str) -> Callable[[list[str]], None] | None:
        """What the recorder itself does at a line; None where it is said to the game."""
        first = next(iter(text.split()), "")
        return None if first in self.game.rules.verbs and not self.game.waits else self.commands.get(first)

    def _hear(self, text: str) -> None:
        if text.startswith("!"):
            text = self._insisted(text[1:].strip())
        first, *rest = text.split() or [""]
        if command := self._command(text):
            command(rest)
        elif not text:
            self._enter()
        elif text.endswith(":") and text[:-1] in self._hiding():
            self._unseen_line(text[:-1])
        elif first == "photo" and rest:
            self._photo(text)
        elif first == "chart" and len(rest) == 2 and rest[0] in self.game.rules.charts:
            self._read_out(*rest)
        elif self.game.waits:
            self._answer(text)
        else:
            self._declare(text)

    def _hiding(self) -> list[str]:
        """The sides that hide something from whoever may look at this screen."""
        from replays.hearing import hidden_from

        return hidden_from(self.game, self.side)

    def _unseen_line(self, side: str) -> None:
        """A line of a side that hides something, typed unseen on a screen that others see. Why it is refused would tell what is hidden."""
        from domain.kernel.errors import BadInput, Trouble

        line = self.ask(f"{side}, unseen> ", "", "", True).strip().removeprefix(f"{side}:").strip()
        if not line:
            return
        try:
            self._record(partial(self.session.say, f"{side}: {line}", unseen_by_others=side))
        except Trouble:
            raise BadInput("that cannot be said here; nothing was recorded") from None
        self._whose_move()

    def _insisted(self, reason: str) -> str:
        """The refused line with the reason why it stands. Raises BadInput when there is none of either."""
        from domain.kernel.errors import BadInput
        from replays.notation import quote, quoted, split

        line = split(self.refused.text, self.game.rules.sides)
        if line is None:
            raise BadInput('nothing was refused; a line that insists from the start has its reason at its end: LINE !"reason"')
        reason = reason.strip("\"'").strip()
        if not reason:
            against = f"we forgot {self.refused.rule}" if self.refused.rule else "so it was played"
            raise BadInput(f'a reason is expected after the !, as in ! "{against}"')
        words = [f"{line.side}:"] * bool(line.side) + [quote(word) for word in (line.first, *line.words)]
        return f"{' '.join(words)} !{quoted(reason)}"

    def _photo(self, text: str) -> None:
        """A photograph is said by its file; its digest is worked out here."""
        from pathlib import Path

        from cli.photographs import digest_of
        from replays.notation import quote, split

        line = split(text, self.game.rules.sides)
        if line is None or (len(line.words) > 1 and len(line.words[1]) == 64):
            self._say(text)
            return
        file = Path(line.words[0])
        self._say(f"photo {quote(file.name)} {digest_of(file)} {_quoted(' '.join(line.words[1:]))}")

    def _unknown(self, said: str) -> None:
        """Of a name nobody has heard of, where the chart that would hold it is not said to be whole: how it is read out."""
        found = re.search(r"there is no (\w+) '([^']+)'", said)
        for chart, schema in self.game.rules.charts.items():
            if found and found[1] == schema.KEY and chart not in self.game.state.complete:
                talk(f"  `chart {chart} {found[2]}` reads it out from the printed game")

    # ---- saying ----

    def _say(self, text: str) -> None:
        """Says one line of the notation, tells what followed, and rolls where it is left to the program."""
        self._record(partial(self.session.say, text))
        self._whose_move()

    def _record(self, does: Callable[[], None], again: Struck | None = None) -> None:
        """Has something recorded, perhaps a struck line as it was; what it leaves to the program is rolled. What was refused before is past."""
        from domain.kernel.facts import TakenBack

        turn = self._turn()
        does()
        self.refused = Refused()
        self.redoing.said(again)
        while self.auto and not self.redoing.next() and self.session.roll():  # what waits has dice of its own
            pass
        if isinstance(self.game.entries[-1].fact, TakenBack):
            self._tell_waiting()
        elif self._turn() != turn:
            self._seal(turn)

    def _declare(self, text: str) -> None:
        first = text.split()[0]
        sided = first.endswith(":") and first[:-1] in self.game.rules.sides
        name = text.split()[1] if sided and len(text.split()) > 1 else first
        if name in ("n", "next") and len(text.split()) == 1 + sided:
            following = self._next()
            text = f"{first} {'next' if following.split()[0] != first else following.partition(' ')[2]}" if sided else following
        elif name == "n":
            text, name = text.replace("n", "next", 1) if not sided else text.replace(" n", " next", 1), "next"
        verb = self.game.rules.verbs.get(name)
        if verb is None and (usual := self._usual(name)):
            text, verb = f"{usual} {text}", self.game.rules.verbs[usual]
        if verb:
            self._mine(verb)
            for line in self._ends(verb, first[:-1] if sided else ""):
                self._say(line)
                if self.game.waits:
                    return
        self._say(text)

    def _usual(self, word: str) -> str:
        """The verb that a line without one means here: where a card is due, its number is enough."""
        from replays.notation import ASIDES

        known = word in ASIDES or word.isalpha() or self.game.state.result
        return "" if known else str(self.game.rules.usual(self.game.state))

    def _mine(self, verb: Any) -> None:
        """On a side's own recorder the other side's declarations are not made."""
        by = self.game.side_of(verb)
        if self.side not in ("", "umpire") and by and by != self.side:
            from domain.kernel.errors import BadInput

            raise BadInput(f"{verb.name} is {self.game.rules.sides[by]}'s to declare; this recorder is {self.game.rules.sides[self.side]}'s")

    def _ends(self, verb: Any, by: str) -> list[str]:
        """The `next` that goes without saying when a side goes on, and the other side's steps at hand owe nothing; it is confirmed."""
        rules, here = self.game.rules, self.game.rules.step(self.game.state)
        by = by or verb.side or self._whose(verb, here)
        if not here or not verb.steps or here.id in verb.steps or here.side in ("", by) or here.owed(self.game.state) or self.side:
            return []
        text, trial, left = self._leave(empty_only=False)
        ahead = rules.step(trial.state)
        while not trial.waits and ahead and ahead.id not in verb.steps:
            ahead = rules.following(trial.state, ahead) if ahead.side in (by, "") or ahead.auto else None
        if ahead is None:
            return []
        for line in folded(f"This ends the {', '.join(left)}. Enter goes on, n does not.", "  ", "  "):
            talk(line)
        if self.ask("end it> ").strip().casefold() not in ("", "y", "yes"):
            from domain.kernel.errors import BadInput

            raise BadInput(f"it is still the {here.title}")
        return [text]

    def _whose(self, verb: Any, here: Any) -> str:
        """Whose declaration a verb of both sides is: that of the side whose step for it comes next."""
        step = here
        for _ in self.game.rules.steps:
            step = self.game.rules.following(self.game.state, step) if step else None
            if step and step.id in verb.steps:
                return str(step.side)
        return ""

    def _next(self) -> str:
        """`next`, past one's own steps in which there is nothing to declare. What a hiding side could do is not looked at."""
        rules = self.game.rules
        here = rules.step(self.game.state)
        if here is None or not here.side or here.side in rules.hides or here.owed(self.game.state) or "next" not in rules.verbs:
            return "next"
        return self._leave(empty_only=True)[0]

    def _leave(self, empty_only: bool) -> tuple[str, Any, list[str]]:
        """The `next` that leaves the step at hand, and its side's following ones that owe nothing (or hold nothing to declare).

        With it the game after it, and the titles of the steps that are left.
        """
        rules = self.game.rules
        step = rules.step(self.game.state)
        side, text, left = step.side, f"{step.side}: next", [step.title]
        trial = self._would(self.game, text)
        while True:
            step = rules.step(trial.state)
            if trial.waits or trial.state.result or step is None or step.side != side or step.owed(trial.state):
                return text, trial, left
            if empty_only and self._offers(trial, step):
                return text, trial, left
            further = self._would(trial, f"{side}: next")
            if further.waits:  # a question on the way: it is asked when the players get there
                return text, trial, left
            left.append(step.title)
            text, trial = f"{side}: next {further.state.step}", further

    @staticmethod
    def _would(game: Any, text: str) -> Any:
        """The game as it would stand after a line."""
        from replays.notation import speak, split

        line = split(text, game.rules.sides)
        assert line is not None
        return game.trial(speak(game, line).entries)

    @staticmethod
    def _offers(game: Any, step: Any) -> bool:
        """Whether a step holds anything to declare, besides ending it."""
        verbs = (verb for verb in game.rules.verbs.values() if step.id in verb.steps and verb.name != "next")
        return any(verb.offers is None or any(True for _ in verb.offers(game.state)) for verb in verbs)

    def _answer(self, text: str) -> None:
        from replays.notation import ASIDES, quote, quoted, split

        waits, question = self.game.waits, self.game.pending()
        line = split(text, self.game.rules.sides)
        if line is None or line.first in ASIDES:
            self._say(text)
            return
        if question is not None and question.KIND == "chart row":
            self._read_out(question.chart, question.row, text)
            return
        if self.side not in ("", "umpire", waits.by) and waits.by in self.game.rules.sides:
            from domain.kernel.errors import BadInput

            raise BadInput(f"that question is {self.game.rules.sides[waits.by]}'s to answer")
        reason = f" !{quoted(line.as_played)}" if line.as_played else ""
        whose = f"{line.side}: " if line.side else ""
        self.game.require_word(line.side, None, line.as_played)
        if line.first in self.game.rules.verbs and line.first not in (waits.name, *getattr(question, "options", ())):
            from domain.kernel.errors import NotNow

            raise NotNow(f"first {self.game.rules.sides.get(waits.by, waits.by)}: {waits.words}")
        words = [line.first, *line.words]
        if words[0] == waits.name and len(words) > 1:
            words = words[1:]
        if question is not None and question.KIND == "dice" and all(word.isdecimal() for word in words):
            words = ["".join(words)]  # dice in groups, as one reads them
        if words[0].partition("=")[0].isidentifier() and "=" in words[0]:
            words[0] = f"{waits.name}={words[0].partition('=')[2]}" if words[0].startswith(f"{waits.name}=") else words[0]
        if question is not None and len(words) == 1 and "=" not in words[0]:
            words = [quote(words[0])]
        self._say(f"  {whose}{waits.name} {' '.join(words)}{reason}")

    def _enter(self) -> None:
        """The usual answer, where there is one."""
        question = self.game.pending() if self.game.waits else None
        if question is None:
            self._whose_move()
        elif question.KIND == "chart row":
            self._read_out(question.chart, question.row)
        elif question.default is None:
            talk("there is no usual answer here")
        else:
            from replays.notation import quote

            self._say(f"  {question.name} {quote(question.say(question.default))}")

    def _read_out(self, chart: str, row: str, text: str = "") -> None:
        """A row of a chart, field by field, from the printed game; or the whole row as `field=value …`."""
        from domain.kernel.errors import BadInput
        from domain.kernel.state import describe, parse_field
        from replays.notation import quote

        if "=" in text:
            self._say(f"chart {chart} {quote(row)} {text}")
            return
        schema = self.game.rules.charts[chart]
        said = []
        for name, field in schema.model_fields.items():
            usual = "" if field.is_required() else f", Enter for {field.default if field.default not in ((), '') else 'none'}"
            while True:
                value = self.ask(f"{row}: {name} ({describe(field.annotation)}{usual})> ").strip()
                if not value and not field.is_required():
                    break
                try:
                    parse_field(schema, name, value, spaced=False)
                except BadInput as error:
                    talk(f"✗ {error}")
                    continue
                said.append(f"{name}={quote(value)}")
                break
        self._say(f"chart {chart} {quote(row)} {' '.join(said)}")

    # ---- commands of the recorder itself ----

    def _help(self, words: list[str]) -> None:
        rules = self.game.rules
        if not words:
            for text in HELP.split("\n"):
                talk(text)
            self._whose_move()
            return
        verb = rules.verb(words[0])
        for text in (*folded(verb.usage(), "", "    "), *folded(f"{verb.summary} [{verb.rule}]", "  ", "  ")):
            talk(text)

    def _show(self, words: list[str]) -> None:
        from cli.situation import situation

        seen = self.game if self.side == "umpire" else self.game.seen_by(self.side)
        for text in situation(seen, self.side, whose=False):
            say(text)

    def _log(self, words: list[str]) -> None:
        from domain.kernel.game import seen

        count = int(words[0]) if words and words[0].isdecimal() else 12
        told = [(e.version, e.fact.sentence(), e.fact.rule) for e in seen(self.game.entries[-400:], self.side)]
        for version, sentence, rule in [t for t in told if t[1]][-count:]:
            for text in folded(f"{version:>6}  {sentence}" + (f" [{rule}]" if rule else ""), rest=" " * 8):
                say(text)

    def _table(self, words: list[str]) -> None:
        from cli.tabulating import print_ledger

        print_ledger(self.session.desk, self.game.id, words[0] if words else "points", self.side or EVERYBODY)

    def _why(self, words: list[str]) -> None:
        from cli.asking import tell_why

        tell_why(self.game, " ".join(words) or str(self._last()), self.side or EVERYBODY)

    def _last(self) -> int:
        """The last fact that says something."""
        from domain.kernel.game import standing

        return next((int(e.version) for e in reversed(standing(self.game.entries)) if e.fact.sentence()), 0)

    def _undo(self, words: list[str]) -> None:
        from replays.notation import before_last

        outcome = self.game.take_back(before_last(self.game), " ".join(words).strip('"'))
        self._record(partial(self.session.record, outcome))
        self._whose_move()

    def _auto(self, words: list[str]) -> None:
        from domain.kernel.questions import CHANCE

        if words in (["on"], ["off"]):
            self.auto = words == ["on"]
            talk("the program rolls and draws; the record marks it" if self.auto else "dice and cards are the table's")
        if self.game.waits and isinstance(self.game.pending(), CHANCE) and words != ["off"]:
            turn = self._turn()
            while self.session.roll() and self.auto:
                pass
            if self._turn() != turn:
                self._seal(turn)
            self._whose_move()
        elif not words:
            talk("no dice are called for; `auto on` rolls them whenever they are")

    # ---- saying struck lines again ----

    def _redo(self, words: list[str]) -> None:
        way = " ".join(words)
        if way not in REDO:
            from domain.kernel.errors import unknown

            raise unknown("way to redo", way, [name for name in REDO if name])
        REDO[way](self)

    def _redo_begin(self) -> None:
        self.redoing.begin()
        how = "Enter says the one offered, Up changes it first; redo all, redo skip, redo drop, redo list; Ctrl-C stops"
        for line in folded(f"{counted(self.redoing.left())}: {how}", rest="  "):
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
            for text in folded(f"{line.version:>6}  {shown(self.session, line)}", rest=" " * 8):
                say(text)

    def _redo_skip(self) -> None:
        talk(f"left out: {shown(self.session, self.redoing.skip())}")
        self._tell_waiting()

    def _redo_drop(self) -> None:
        talk(f"{len(self.redoing.drop())} left out; the log keeps what was struck")

    def _next_offer(self) -> Struck | None:
        """The line that is offered now. Those before it that hold another side's secret are said again unseen."""
        began = self.redoing.on
        while (line := self.redoing.next()) and hidden(self.session, line):
            self._say_again(line, aloud=True)
        if began and not self.redoing.on and not self.redoing.offer:
            talk("no struck line is left to be offered")
            self._tell_waiting()
        return line

    def _say_again(self, line: Struck, aloud: bool = False) -> None:
        """Says a struck line as it was, and tells what followed; or why it cannot be said now. With `aloud` it is shown first."""
        if aloud:
            for text in folded(shown(self.session, line), "> ", "  "):
                talk(paint(text, dim=True))
        text = "" if hidden(self.session, line) else line.text.strip()
        self._try(text, partial(self._record, partial(say_again, self.session, line), line))

    def _hold_back(self) -> None:
        """A line was refused: a struck one that was offered is not offered again at once, or Enter would say it again and again."""
        if self.redoing.pause():
            for text in folded(f"{counted(self.redoing.left())}: redo offers the first once more, redo skip leaves it out", "  ", "  "):
                talk(text)

    def _tell_held_up(self) -> None:
        """Why the line that comes next is not offered now."""
        line = next(iter(self.redoing.left()), None) if self.redoing.on else None
        if line and not line.fits(self.game.waits):
            talk(f"first the open question; then: {shown(self.session, line)}")

    def _tell_waiting(self) -> None:
        """How many struck lines could be said again."""
        lines = self.redoing.lines
        fresh = [line for line in lines if not line.passed]
        if self.redoing.on or not lines:
            return
        talk(f"{counted(fresh)}: redo" if fresh else f"{counted(lines)}, though something else was declared since: redo list")

    # ---- telling ----

    def _may_list(self) -> bool:
        question = self.game.pending()
        alone = (question.secret or question.shown_to) if question else ""
        return not alone or listed(self.game, alone, self.side)

    def _news(self) -> None:
        """What others recorded meanwhile."""
        turn = self._turn()
        self.session.tell(self.session.desk.diary.refresh(self.game))
        if self._turn() != turn:
            self._seal(turn)
        self._whose_move()

    def _turn(self) -> str:
        return next(iter(self.game.rules.moment(self.game.state).path), "")

    def _seal(self, turn: str) -> None:
        head = self.session.desk.diary.head(self.game.id)
        talk(paint(f"{turn} is over; entry {self.game.version}, seal {head[:16]}", dim=True))

    def _whose_move(self) -> None:
        """The open question with its options and usual answer, or what may be declared."""
        game = self.game
        if game.waits:
            self._question()
            return
        if game.state.result:
            talk(paint(f"the game is over: {game.state.result.why}", bold=True))
            return
        for text in folded(" ".join(self._offer()), rest="  "):
            talk(paint(text, fg="cyan"))

    def _offer(self) -> Iterator[str]:
        game = self.game
        step = game.rules.step(game.state)
        if step is None:
            return
        yield f"{step.title}, {game.rules.sides.get(step.side, 'both sides')}:"
        owed = step.owed(game.state)
        if owed:
            yield f"first {owed};"
        here = (verb for verb in game.rules.verbs.values() if step.id in verb.steps and (not verb.side or verb.side == step.side))
        hiding = bool(game.rules.hides)  # where a side hides something, what could be declared would tell it
        names = [verb.name for verb in here if hiding or verb.offers is None or any(True for _ in verb.offers(game.state))]
        yield " · ".join([*names, *([] if owed else ["n"])])

    def _question(self) -> None:
        game, waits = self.game, self.game.waits
        rule = f" [{waits.rule}]" if waits.rule else ""
        by = game.rules.sides.get(waits.by, waits.by)
        for text in folded(f"? {by}: {waits.words}{rule}", rest="  "):
            talk(paint(text, fg="yellow"))
        question = game.pending()
        if question is None:
            return
        mine = self.side in ("", "umpire", waits.by) or waits.by not in game.rules.sides
        if not mine:
            talk(f"  waiting for {by}")
        elif not self._may_list():
            usual = "" if question.default is None else "; Enter takes the usual answer, whatever is there"
            talk(f"  typed unseen{usual}" if question.secret else "  a name, or Enter for none")
        elif question.KIND == "chart row":
            talk("  Enter asks for it field by field")
        else:
            usual = "" if question.default is None else f"   Enter: {question.say(question.default)}"
            for text in folded(question.hint() + usual, "  ", "  "):
                talk(text)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


REDO: dict[str, Callable[[Live], None]] = {
    "": Live._redo_begin, "all": Live._redo_all, "list": Live._redo_list, "?": Live._redo_list, "skip": Live._redo_skip, "drop": Live._redo_drop,
}  # fmt: skip
"""What may stand behind `redo`."""
