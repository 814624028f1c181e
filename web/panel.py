"""What a phone shows to be tapped: the open question with its control, a line half built, or what may be declared.

A panel is worked out from what `recording` tells of the present situation, and from the phone's tapping. It holds words
and taps, no markup and no rule of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.errors import Trouble
from domain.kernel.facts import TakenBack
from domain.kernel.game import Game, View
from domain.kernel.questions import Assign, Number, Order, Roll, Some
from domain.wargame.pieces import WarState
from projections.append_story import cited
from recording.going_on import verbs_ahead
from recording.hearing import SPECTATOR, as_seen
from recording.now import NEXT, Now, OpenQuestion, Sayable, may_say
from recording.paper_words import paper_words
from recording.reading_out import fields_of
from recording.recorder import Recorder
from recording.unfinished import NextValue, Unfinished, unfinished
from recording.values import NUMBER, WORDS
from web.controls import NUMBERS, Answering, Button, Choice, answer_line, back_button
from web.subject import what_about
from web.tapping import Tapping
from web.taps import tap

ONE_TAP = 3
"""Maximum number of lines of a verb that stand as one tap each."""
NOTHING_TAPPED = Tapping()
MANY, FIRST = 9, 6
"""More verbs of a phase than this are too many to choose from; and how many of them stand first then."""
FEW_LATER = 6
"""Maximum number of verbs of later phases that are not folded away."""
TYPED = re.compile(r", `[a-z-]+ [A-Z]+`")
"""The line that would be typed for what is owed, as in "the weather die, `weather DIE`"."""
LISTED = 300
"""Maximum number of names listed for one value; others are typed."""


@dataclass(frozen=True)
class Panel:
    """What one phone shows to be tapped, at one version of the game."""

    version: int
    moment: str
    whose: str
    """Whose move it is, or who is to answer, in words; for a game that is over, how it ended."""
    question: str = ""
    hint: str = ""
    line: str = ""
    """The line that is being built, as far as it is said."""
    choices: tuple[Choice, ...] = ()
    beside: tuple[Choice, ...] = ()
    """Verbs of any phase and of later ones, and what stands beside the rules; folded away."""
    tapping: Tapping = NOTHING_TAPPED
    marked: tuple[str, ...] = ()
    """The places that may be tapped on the map, or where the units are that may."""
    subject: tuple[str, ...] = ()
    """The places that the question or the last line is about: the map shows them where nothing is marked."""
    speaks: bool = True
    """Whether this phone may say anything."""
    correction: tuple[str, ...] = ()
    """Where the correction that waits stops, and why."""
    paper: tuple[str, ...] = ()
    """Where lines are kept as they stand: the words that a tap writes into one, those of the last lines first."""
    waiting: tuple[str, ...] = ()
    """Answers that wait for their questions."""


@dataclass(frozen=True)
class Correction:
    """A correction that waits for a decision, as an audience may see it."""

    stop: str
    """By what the stop is known: how much was decided before it."""
    lines: tuple[str, ...]
    """Where it stops, and why."""
    unseen: bool = False
    """Whether what is decided is typed unseen."""
    theirs: bool = False
    """Whether another side has to decide, on its own phone."""


def panel(recorder: Recorder, tapping: Tapping, correction: Correction | None = None) -> Panel:
    """The panel of a phone that shows what a recorder's audience may see."""
    built = _Panel(recorder, tapping, correction)
    here = built.here
    question, hint = _asked_words(here)
    moment, about = " · ".join(here.moment), what_about(built.view, question)
    if recorder.audience == SPECTATOR:
        return Panel(here.version, moment, _whose(here), question, hint, subject=about, speaks=False)
    choices = tuple(built.choices())
    return Panel(
        version=here.version,
        moment=moment,
        whose=_whose(here),
        question=question,
        hint=hint,
        line=built.line,
        choices=choices,
        beside=tuple(built.beside()),
        tapping=tapping,
        marked=tuple(dict.fromkeys(built.marked)),
        subject=about,
        correction=correction.lines if correction else (),
        paper=built.paper(),
        waiting=recorder.waiting,
    )


def _whose(here: Now) -> str:
    if here.over:
        return f"The game is over: {here.why}"
    if here.question:
        name = here.called(here.question.by)
        if here.question.by not in here.sides:
            return "To be answered at the table"
        return f"{name[:1].upper()}{name[1:]} to answer"
    if not here.phase:
        return ""
    owed = f"; first {TYPED.sub('', here.owed).replace('`', '')}" if here.owed else ""
    return f"{here.phase}, {here.whose()} to declare{owed}"


def _asked_words(here: Now) -> tuple[str, str]:
    """The open question in words, and a few words on how to answer."""
    asked = here.question
    if asked is None:
        return "", ""
    words = cited(asked.words, asked.rule)
    if asked.stuck:
        return words, asked.stuck
    if not asked.yours:
        return words, f"waiting for {here.called(asked.by)}"
    tells_itself = asked.options or asked.fields or asked.kind in (Roll.KIND, Number.KIND)
    return words, "" if tells_itself else asked.hint


@dataclass
class _Panel:
    """A panel in the making."""

    recorder: Recorder
    tapping: Tapping
    correction: Correction | None

    def __post_init__(self) -> None:
        self.here = self.recorder.now()
        self.line = ""
        self.marked: list[str] = []

    @property
    def game(self) -> Game[Any]:
        return self.recorder.game

    @property
    def audience(self) -> str:
        return self.recorder.audience

    @property
    def view(self) -> View[Any]:
        return as_seen(self.game, self.audience)

    def choices(self) -> Iterator[Choice]:
        """What is to be tapped now, the likeliest first."""
        here, tapping = self.here, self.tapping
        if tapping.late:
            yield Choice("", (Button(tap("say", tapping.line), f"Say it again: {tapping.line}", "go"),))
        if tapping.unseen:
            yield self._unseen_field(tapping.unseen, title=f"{here.called(tapping.unseen)}, unseen")
        if tapping.unread:
            chart, row = tapping.unread
            title = f"{chart}: {row}, as it is printed"
            fields = fields_of(self.game.rules, chart)
            yield Choice(title, field="row", tap=tap("row"), send="Record", fields=fields, folded=True)
        if tapping.phases:
            yield Choice(
                f"This ends the {', '.join(tapping.phases)}",
                (Button(tap("confirm"), f"End it, and say {tapping.line}", "go"), Button(tap("drop"), "No")),
            )
        elif here.question:
            answering = Answering(here.question, tapping, self._lacks(here.question))
            yield from answering.choices()
            self.marked += answering.marked
        elif here.over:
            return
        elif tapping.verb:
            yield from self._building()
        else:
            if tapping.about:
                yield from self._about(tapping.about)
            yield from self._verbs()
        self._mark_units()

    def _lacks(self, asked: OpenQuestion) -> str:
        """What stands against the names picked for the open question."""
        if asked.kind not in (Some.KIND, Order.KIND, Assign.KIND) or asked.unseen:
            return ""
        picked = self.tapping.picked if self.tapping.question == asked.name else ()
        return self.recorder.lacks(answer_line(asked.name, picked, pairs=asked.kind == Assign.KIND))

    # ---- a line that is being built ----

    def _building(self) -> Iterator[Choice]:
        """The values that may come next on a line, and what ends it."""
        tapping = self.tapping
        verb = self.game.rules.verb(tapping.verb)
        line = unfinished(
            self.game, self.audience, verb, tapping.said, side=tapping.side or self.recorder.side, wanted=tapping.wanted
        )
        self.line = line.line
        if line.unseen:
            yield from self._kept(line)
            return
        buttons: list[Button] = []
        ends = f"ends the {', '.join(line.ends)}" if line.ends else ""
        if line.may_end and line.is_bare:
            buttons.append(Button(tap("end"), f"Say it with none: {line.line}", beside=ends))
        elif line.may_end:
            buttons.insert(0, Button(tap("end"), f"Say it: {line.line}", "go", ends))
        elif not any(value.needed and not value.goes_on for value in line.values):
            buttons.insert(0, Button(tap("end"), f"Say it all the same: {line.line}", "", "a rule stands against it"))
        yield Choice("", (*buttons, *back_button(self.tapping), Button(tap("drop"), "Drop it")))
        longer = [said for said in line.lines if said != line.line]
        if 0 < len(longer) <= ONE_TAP:
            yield Choice("", tuple(Button(tap("say", said), said) for said in longer))
        for number, value in enumerate(line.values):
            yield from self._value(value, first=number == 0 or value.name == tapping.wanted)
        if len(longer) > ONE_TAP:
            yield Choice("Whole lines", tuple(Button(tap("say", said), said) for said in longer), folded=True)

    def _kept(self, line: Unfinished) -> Iterator[Choice]:
        """A line that its side keeps, on a phone that others see: what follows the verb is typed unseen."""
        usage = self.game.rules.verb(line.verb).usage()
        if self.game.rules.verb(line.verb).parameters:
            yield self._unseen_field(line.by, line.verb, title=f"{self.here.called(line.by)}, unseen: {usage}")
        end = (
            (Button(tap("unseen", line.by, line.verb, line.verb), f"Say it: {line.line}", "go"),)
            if line.may_end
            else ()
        )
        yield Choice("", (*end, Button(tap("drop"), "Drop it")))

    def _unseen_field(self, side: str, *verb: str, title: str, folded: bool = False) -> Choice:
        return Choice(title, field="unseen", tap=tap("unseen", side, *verb), send="Say", folded=folded)

    def _value(self, value: NextValue, *, first: bool) -> Iterator[Choice]:
        """The control of a value. One that the line can do without is folded away, unless it is the `first`."""
        shut = not (first or value.needed or value.goes_on)
        title = f"{value.name}{'' if value.needed or value.head_kind else ', if any'}"
        if value.kind in (NUMBER, WORDS):
            kind = "number" if value.kind == NUMBER else "words"
            yield Choice(title, field=kind, tap=tap("typed-value", value.name), send="Add", folded=shut)
            return
        if value.head_kind:
            yield from self._groups(value, title, shut)
            return
        said = self.tapping.said.get(value.name, ())
        offered = tuple(self._name("value", value.name, word, said) for word in self._near(value.offered))
        others = tuple(self._name("value", value.name, word, said) for word in value.names[:LISTED])
        taken = tuple(self._name("value", value.name, word, said) for word in said) if value.several else ()
        if not shut:
            self.marked += value.offered
        if shut and not offered:
            others = (Button(tap("want", value.name), "Show which hold"), *others)
        yield Choice(title, (*taken, *offered), others, folded=shut, filtered=len(others) > NUMBERS)

    def _groups(self, value: NextValue, title: str, shut: bool) -> Iterator[Choice]:
        """The members of the group begun last, and the heads of others: folded away as long as members are offered."""
        if value.head:
            members = tuple(self._name("value", value.name, word, ()) for word in self._near(value.offered))
            others = tuple(self._name("value", value.name, word, ()) for word in value.names[:LISTED])
            yield Choice(f"{value.head}:", members, others, filtered=len(others) > NUMBERS)
        heads = tuple(self._name("head", value.name, word, ()) for word in self._near(value.heads))
        others = tuple(self._name("head", value.name, word, ()) for word in value.other_heads[:LISTED])
        self.marked += value.offered or value.heads
        word = f"next {value.head_kind}" if value.head else f"{title}: {value.head_kind}"
        yield Choice(
            word, heads, others, folded=shut or bool(value.head and value.offered), filtered=len(others) > NUMBERS
        )

    def _name(self, act: str, value: str, word: str, said: Iterable[str]) -> Button:
        return Button(tap(act, value, word), word, "on" if word in said else "")

    def _near(self, offered: Sequence[str]) -> list[str]:
        """Offered names, first those in the place that was tapped last."""
        there = set(self._standing(self.tapping.about)) if self.tapping.about else set()
        return sorted(offered, key=lambda word: word not in there and word != self.tapping.about)

    # ---- what may be declared ----

    def _verbs(self) -> Iterator[Choice]:
        """The verbs of the phase: a line each where few are offered, else the verb."""
        here = self.here
        mine = [verb for verb in here.verbs if may_say(self.game, verb.by, self.audience)]
        likely = dict.fromkeys((here.usual, *here.likely))
        first = [verb for verb in mine if verb.name in likely]
        if len(first) > MANY:
            least = [name for name in likely if name in {verb.name for verb in first}][FIRST:]
            first = [verb for verb in first if verb.name not in least or _is_owed(verb, here)]
        first.sort(key=lambda verb: not _is_owed(verb, here))
        buttons = [button for verb in first for button in self._lines(verb)]
        onward = next((verb for verb in (*here.verbs, *here.anytime) if verb.name == NEXT), None)
        further: list[Button] = []
        if onward and not here.owed:
            buttons.append(Button(tap("say", NEXT), "Go on", "go", f"ends the {here.phase}"))
            if not self.game.rules.play.as_it_stands:  # there `next to` would be a line of paper
                further.append(Button(tap("verb", NEXT, onward.by), "Go on to a later phase …"))
        rest = [verb for verb in mine if verb not in first and verb.name != NEXT]
        yield Choice("", tuple(buttons), (*map(self._verb, rest), *further))

    def _lines(self, verb: Sayable) -> Iterator[Button]:
        if verb.name == NEXT:
            return
        offered = self._offered(verb)
        if offered and 0 < len(offered.lines) <= ONE_TAP:
            yield from (Button(tap("say", line), line) for line in offered.lines)
            if not offered.values:
                return
        yield self._verb(verb)

    def _offered(self, verb: Sayable) -> Unfinished | None:
        try:
            return unfinished(
                self.game, self.audience, self.game.rules.verb(verb.name), {}, side=verb.by or self.recorder.side
            )
        except Trouble:
            return None

    def _verb(self, verb: Sayable) -> Button:
        ends = f"ends the {', '.join(verb.ends)}" if verb.ends else ""
        other = self.here.side and verb.by not in ("", self.here.side) and not self.recorder.side
        words = f"{self.here.called(verb.by)}: {verb.name}" if other else verb.name
        look = "usual" if _is_owed(verb, self.here) else ""
        return Button(tap("verb", verb.name, verb.by), f"{words} …", look, beside=ends)

    def beside(self) -> Iterator[Choice]:
        """What waits to be corrected or said again; verbs of later phases and of any phase."""
        yield from self._corrected()
        yield from self._again()
        yield from self._unseen_lines()
        if self.here.question or self.here.over or self.tapping.verb:
            return
        later = [verb for verb in verbs_ahead(self.game, self.audience) if verb.offered]
        if later:
            yield Choice("Later phases", tuple(map(self._verb, later)), folded=len(later) > FEW_LATER)
        anytime = [
            verb for verb in self.here.anytime if may_say(self.game, verb.by, self.audience) and verb.name != NEXT
        ]
        if anytime:
            yield Choice("At any time", tuple(map(self._verb, anytime)), folded=True)

    def paper(self) -> tuple[str, ...]:
        """The names, dice and marks that lines of this game are written with, where they are kept as they stand."""
        words = None if self.here.question else paper_words(self.game.seen_by(self.audience))
        return (*words.written()[:LISTED], *words.marks, *words.dice) if words else ()

    # ---- corrected, said again, said unseen ----

    def _corrected(self) -> Iterator[Choice]:
        """The correction that waits for a decision, with what may be decided."""
        if self.correction is None:
            return
        stop = self.correction.stop
        give_up = Button(tap("give-up"), "Give the correction up")
        if self.correction.theirs:
            yield Choice("A correction waits", (give_up,))
            return
        ways = (
            Button(tap("decide", stop, "drop"), "Leave this line out", "warn"),
            Button(tap("decide", stop, "drop rest"), "Leave out all that no longer fits", "warn"),
            give_up,
        )
        field = "unseen" if self.correction.unseen else "words"
        title = "A correction waits: say the line otherwise, ! and a reason to keep it, or"
        yield Choice(title, ways, field=field, tap=tap("decide", stop), send="Say it so")

    def _again(self) -> Iterator[Choice]:
        """The lines that were taken back and may be said again."""
        if not any(isinstance(entry.fact, TakenBack) for entry in self.game.entries):
            return
        lines = [line for line in self.recorder.redoing.lines if not line.passed][:LISTED]
        if not lines:
            return
        names = self.game.rules.sides
        buttons = tuple(
            Button(
                tap("redo", str(line.at)),
                line.text.strip() or f"(a secret line, {names.get(line.secret, line.secret)})",
                "usual" if number == 0 and line.fits(self.game.waits) else "",
            )
            for number, line in enumerate(lines)
        )
        yield Choice("Taken back, to be said again", buttons[:ONE_TAP], buttons[ONE_TAP:])

    def _unseen_lines(self) -> Iterator[Choice]:
        """Where a hiding side says its lines on a phone that others see."""
        hiding = (
            []
            if self.here.over or self.audience
            else [side for side in self.here.hiding if side in self.game.rules.sides]
        )
        for side in hiding:
            if side != self.tapping.unseen:
                yield self._unseen_field(side, title=f"{self.here.called(side)}, unseen", folded=True)

    # ---- begun with a unit or a place ----

    def _about(self, name: str) -> Iterator[Choice]:
        """What may be declared with a unit or at a place, and who stands there."""
        units = tuple(Button(tap("unit", unit), unit) for unit in self._standing(name))
        lines = [button for verb in self.here.verbs if verb.offered for button in self._with(verb, name)]
        why = Button(tap("why", name), f"Why {name}?")
        yield Choice(name, (*lines, *units, why, *back_button(self.tapping)))

    def _with(self, verb: Sayable, name: str) -> Iterator[Button]:
        offered = self._offered(verb) if may_say(self.game, verb.by, self.audience) else None
        for value in offered.values if offered else ():
            if name in value.heads:
                yield Button(tap("begin", verb.name, verb.by, "head", value.name, name), f"{verb.name} {name}")
                return
            if name in value.offered:
                yield Button(tap("begin", verb.name, verb.by, "value", value.name, name), f"{verb.name} {name}")
                return

    def _standing(self, place: str) -> list[str]:
        """The units that stand in a place, as the audience sees it."""
        state = self.view.state
        return list(state.standing(place)) if isinstance(state, WarState) else []

    def _mark_units(self) -> None:
        """Marks the places of marked units, too."""
        state = self.view.state
        units: Mapping[str, Any] = state.units if isinstance(state, WarState) else {}
        names = list(dict.fromkeys(self.marked))
        self.marked = [units[name].place if name in units else name for name in names]


def _is_owed(verb: Sayable, here: Now) -> bool:
    """Whether a verb does what is to be done first."""
    return f"`{verb.name}`" in here.owed
