"""Looks at the live recorder: the situation, the log, tables, reasons, rules, and the help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from auditing.dispute_words import dispute_lines
from auditing.reasons import asked_about, names_dispute_only, reason_lines
from auditing.rule_index import look_up
from auditing.rule_words import rule_lines
from cli.looking import draw, print_log
from cli.output import WIDTH, by_the_screen, folded, print_line, print_lines, print_table, talk, width
from cli.session import Session
from cli.tabulating import print_ledger, print_own, print_tables
from domain.kernel.disputes import is_dispute
from domain.kernel.errors import BadInput, unknown
from domain.kernel.game import View
from projections.game_tables import COLUMNS
from projections.log_lines import entry_span, log_lines
from projections.shown import shown
from recording.ruled import RULING_COLUMNS, ruling_rows
from recording.situation import situation
from replays.asides import TABLE as ASIDES

SHARED = "everybody"
"""The audience of a screen that both sides look at."""

LAST = 12
"""Default number of log lines."""

ENTRIES = 400
"""Number of last entries that are searched for a request without a number."""

MAP = ("map", "--map", "board")
"""Words after `show` that mean the map in letters."""

HELP = """\
A line is a verb with its values, the dice as they lie, and answers by name.
  Tab        completes
  n          goes on to the next phase in which there is something to do
  Enter      takes the usual answer, where one is shown
  Up         brings back what was typed before, first of all what was refused
  ! reason   lets the line that was just refused stand, as it was played
  auto       rolls the dice of the open question; auto on: all, until auto off
  undo       strikes the last line, undo 2 the last two
             (jp: undo, and undo on a side's own recorder: that side's words)
  redo       offers the struck lines again: Enter says one, Up changes it first;
             redo all or Alt-Enter says all; redo skip leaves one out, redo drop
             leaves all out; redo list shows them; Ctrl-C stops, and they wait
  fix 24 1254
             corrects entry 24 (log shows the numbers): dice, a card, an answer,
             name=value or a whole line. What followed is said again, and you
             are asked about each line that no longer fits; fix alone goes on
  jp: LINE   is said by that side; jp: alone, if that side hides something, asks
             for its line unseen
  pass NAME  stops a question from being asked; pass NAME off: asks again
  unlock SIDE
             takes the passphrase that a side has not said yet, typed unseen
  note, photo FILE, adjust, ruling, chart, takeback, concede, adjourn
             are no moves: they stand beside the rules, at any time
  dispute 350 "…"
             leaves open whether an entry or a rule is right: D1; dispute D1 "…"
             says more, with photo FILE at its end; settle D1 "…" closes it, or
             --settles D1 behind a line; show D1 tells what is recorded of it
  now        whose move it is, and what may be said
  show       the situation; show NAME: one unit or place; show map
  log [N]    the last lines, or the last N, or entries 350-360; struck ones are
             marked
  table NAME a table; table alone: which there are
  why [WHAT] the reasons of what happened last, or of WHAT: an entry, a unit,
             points:us; when dice are called for: why they are so many
  rule 10.3, ? VERB
             what a rule is about; what a verb takes
Ctrl-C drops the line; Ctrl-D leaves. What was told is recorded and safe."""


class Looks:
    """The recorder's own commands that change nothing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        looks = {
            "?": self.help,
            "help": self.help,
            "show": self.show,
            "log": self.log,
            "table": self.table,
            "why": self.why,
            "rule": self.rule,
        }
        self.commands: dict[str, Callable[[list[str]], None]] = {
            name: partial(_by_the_screen, look) for name, look in looks.items()
        }

    @property
    def view(self) -> View[Any]:
        """The game as this screen may show it."""
        return self.session.game.seen_by(self.session.side)

    @property
    def audience(self) -> str:
        return self.session.side or SHARED

    def help(self, words: list[str]) -> None:
        """`?`, `? VERB`, `? ruling`, `? table`: the lines that can be typed."""
        if not words:
            for text in HELP.split("\n") if width() >= WIDTH else _narrow():
                talk(text)
            return
        word = words[0].strip("`,.?!").casefold()
        if aside := ASIDES.get(word):
            _tell(aside.usage + aside.hint(self.session.game), aside.does)
        elif found := next(
            (text for text in _paragraphs() if re.match(rf"[^a-z]*(\S+, )*{re.escape(word)}\b", text)), ""
        ):
            _tell(found)
        else:
            verb = self.session.game.rules.verb(word)
            _tell(verb.usage(), f"{verb.summary} [{verb.rule}]")

    def show(self, words: list[str]) -> None:
        """`show`, `show map`, `show Green`, `show D1`: the situation, the map, one unit or place, or a dispute. Raises
        BadInput."""
        if "--as" in words:
            here = self.view.rules.sides.get(self.audience, "the umpire" if self.session.side else "everybody")
            raise BadInput(
                f"a recorder shows what its own screen may see, here {here}; `wardiary show GAME --as SIDE` is "
                "typed outside it"
            )
        if words and words[0] in MAP:
            draw(self.view, "-", (), " ".join(words[1:]))
            return
        if len(words) == 1 and is_dispute(words[0]):
            print_lines(dispute_lines(self.session.game, words[0], self.audience))
            return
        lines = list(situation(self.view, whose=False))
        if words:
            lines = self._of(" ".join(words), lines)
        for text in lines:
            print_line(text)

    def _of(self, name: str, lines: Iterable[str]) -> list[str]:
        """The lines of a situation that name something, and their continuation lines. Raises BadInput."""
        path = self.view.rules.vocabulary.find(self.view.state, name)
        called = path[1] if len(path) > 1 else name
        found, goes_on = list[str](), False
        for line in lines:
            names = re.search(rf"(?<![\w/-]){re.escape(called)}(?![\w/-])", re.sub(r"\x1b\[[0-9;]*m", "", line))
            if names or (goes_on and line.startswith(" ")):
                found.append(line)
                goes_on = goes_on or bool(names and not line.startswith(" "))
            else:
                goes_on = False
        if not found:
            raise BadInput(f"nothing of {called} is shown here; `why {called}` says what is known of it")
        return found

    def log(self, words: list[str]) -> None:
        """`log`, `log 30`, `log 350-360`: the last lines of the record, or those of some entries. Raises BadInput."""
        entries = self.view.entries
        if words and words[0][:1].isdecimal() and not words[0].isdecimal():
            span = entry_span(words[0])
            among = [entry for entry in entries if span.start <= entry.version < span.stop]
            print_log(log_lines(among, entries, self.view.rules.sides))
            return
        count = int(words[0]) if words and words[0].isdecimal() else LAST
        print_log(
            log_lines(entries[-max(ENTRIES, 8 * count) :], entries, self.view.rules.sides)[-count:] if count else []
        )

    def table(self, words: list[str]) -> None:
        """`table`, `table battles`: the list of tables, or one of them. Raises BadInput."""
        code = self.view.rules.code
        own = shown(code).summaries
        if not words:
            print_tables(code)
            return
        name = next((each for each in (*own, *COLUMNS) if each.casefold() == words[0].casefold()), "")
        if not name:
            raise unknown("table", words[0], [*own, *COLUMNS])
        if name in own:
            print_own(own[name], self.view)
        else:
            print_ledger(self.session.desk, self.session.game.id, name, self.audience)

    def why(self, words: list[str]) -> None:
        """`why`, `why 24`, `why Green`, `why points:us`: the reasons.

        At an open roll, the reason for its number of dice.
        """
        what = asked_about(self.view, words)
        if len(words) == 1 and names_dispute_only(self.view, what):
            print_lines(dispute_lines(self.session.game, what, self.audience))
            return
        print_lines(reason_lines(self.session.game, what, self.audience))

    def ruling(self, reading: str) -> None:
        """`ruling`, `ruling R-12`: the readings and house rules, or one reading, with what may be chosen. Raises
        BadInput."""
        print_table(RULING_COLUMNS, ruling_rows(self.view, reading))

    def dispute(self, name: str) -> None:
        """`dispute D1` without words: what `show D1` tells. Raises BadInput."""
        print_lines(dispute_lines(self.session.game, name, self.audience))

    def rule(self, words: list[str]) -> None:
        """`rule 10.3`: a rule's subject, and its reading here. Raises BadInput."""
        if not words:
            raise BadInput("which rule? Its number stands in brackets behind what is told, as in `rule 10.3`")
        code = self.view.rules.code
        state = self.view.state
        print_lines(rule_lines(code, look_up(code, " ".join(words)), state.readings, state.house))


def _by_the_screen(look: Callable[[list[str]], None], words: list[str]) -> None:
    with by_the_screen():
        look(words)


def _tell(first: str, *rest: str) -> None:
    for text in (*folded(first, "", "    "), *(line for each in rest for line in folded(each, "  ", "    "))):
        talk(text)


def _narrow() -> Iterator[str]:
    """The help for a screen too narrow for it as written."""
    first, *_, last = HELP.split("\n")
    for text in (first, *_paragraphs(), last):
        yield from folded(text, "", "    ")


def _paragraphs() -> Iterator[str]:
    """The paragraphs of the help, each in one line."""
    found: list[str] = []
    for line in HELP.split("\n"):
        if found and line.startswith("             "):
            found[-1] += f" {line.strip()}"
        elif line.startswith("  "):
            found.append(line.strip())
    yield from (re.sub(r" {2,}", "  ", text) for text in found)
