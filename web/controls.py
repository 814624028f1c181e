"""Controls of a page: buttons and fields, and which of them each kind of question has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domain.kernel.questions import NOTHING, Assign, Draw, Number, Order, ReadOut, Roll, Some
from recording.now import OpenQuestion
from recording.reading_out import FieldAsked
from replays.lines import quote
from web.tapping import Tapping, item_of, place_of
from web.taps import tap

USUAL_SIDES = 6
"""Those of a die of which nothing more is said."""
BESIDE = 4
"""Maximum number of places that stand beside their item."""
NAMED = 6
"""Maximum number of picked names that are said on the button that sends them."""
ITEMS = 4
"""Maximum number of items that stand with all their places, if those are many."""
NUMBERS = 21
"""Maximum number of numbers that stand as one tap each."""


@dataclass(frozen=True)
class Button:
    """Something to be tapped."""

    tap: str
    words: str
    look: str = ""
    """"usual" for the usual answer, "on" for what is picked, "go" for what ends a line, "warn" for what breaks a
    rule."""
    beside: str = ""
    """A few words beside it: what it is, or what it would end."""


@dataclass(frozen=True)
class Choice:
    """A control: buttons under a title, and perhaps a field."""

    title: str = ""
    buttons: tuple[Button, ...] = ()
    others: tuple[Button, ...] = ()
    """What may be said too, folded away."""
    folded: bool = False
    """Whether all of it is folded away at first."""
    field: str = ""
    """The kind of field: "dice", "number", "words", "unseen", "row", or "" for none."""
    tap: str = ""
    """What sending the field says."""
    send: str = ""
    """The words on the button that sends the field."""
    least: int | None = None
    most: int | None = None
    count: int = 0
    """Of dice: how many."""
    sides: int = 0
    fields: tuple[FieldAsked, ...] = ()
    beside: bool = False
    """Whether the title stands beside its buttons."""
    sticks: bool = False
    """Whether the title stays in sight: it counts what is picked."""
    filtered: bool = False
    """Whether a long list is narrowed by what is typed."""


def back_button(tapping: Tapping) -> tuple[Button, ...]:
    """What takes the last tap away, if there was one."""
    return (Button(tap("back"), "Back"),) if tapping.before else ()


@dataclass
class Answering:
    """The open question, and what a phone has tapped for it."""

    asked: OpenQuestion
    tapping: Tapping
    lacks: str = ""
    """What stands against the names picked so far, where they are many enough."""
    marked: list[str] = field(default_factory=list)
    """The names that may be tapped on the map, once the control is worked out."""

    def choices(self) -> Iterator[Choice]:
        """The control of the question, perhaps in several parts."""
        asked = self.asked
        if not asked.yours or asked.stuck:
            return
        answer = tap("answer", asked.name)
        if asked.unseen:
            yield Choice("Typed unseen", self._usual(), field="unseen", tap=answer, send="Answer")
            return
        if not asked.seen:
            yield Choice("", self._usual(), field="words", tap=answer, send="Answer")
            return
        self.marked += asked.options
        match asked.kind:
            case Roll.KIND:
                roll = Button(tap("roll", asked.name), "Let the phone roll", beside="the record marks it")
                sides = "" if asked.sides == USUAL_SIDES else f" of {asked.sides} sides"
                yield Choice(
                    f"{asked.count} dice{sides}" if asked.count > 1 else f"one die{sides}",
                    (*self._usual(), roll),
                    field="dice",
                    tap=answer,
                    send="These",
                    count=asked.count,
                    sides=asked.sides,
                )
            case Number.KIND if asked.least is not None and asked.most is not None:
                yield self._number(asked.least, asked.most)
            case Some.KIND:
                yield self._some()
            case Order.KIND:
                yield self._order()
            case Assign.KIND:
                yield from self._pairs()
            case ReadOut.KIND:
                title = f"{asked.chart}: {asked.row}"
                yield Choice(title, field="row", tap=tap("row"), send="Record", fields=asked.fields)
            case Draw.KIND:
                yield from self._drawn()
            case _ if asked.options:
                yield Choice("", tuple(self._option(word) for word in asked.options))
            case _:
                yield Choice("", self._usual(), field="words", tap=answer, send="Answer")

    def _answer(self, word: str) -> str:
        return tap("answer", self.asked.name, word)

    def _option(self, word: str) -> Button:
        usual = self.asked.usual is not None and word == self.asked.usual
        return Button(self._answer(word), word, "usual" if usual else "")

    def _usual(self) -> tuple[Button, ...]:
        """The usual answer as one tap, if there is one."""
        if self.asked.usual is None:
            return ()
        words = self.asked.usual.replace(",", ", ")
        return (Button(tap("usual", self.asked.name), words or "the usual answer", "usual", words and "as usual"),)

    def _number(self, least: int, most: int) -> Choice:
        if most - least < NUMBERS:
            return Choice("", tuple(self._option(str(number)) for number in range(least, most + 1)))
        answer = tap("answer", self.asked.name)
        usual = self._usual()
        return Choice(f"{least} to {most}", usual, field="number", tap=answer, send="Answer", least=least, most=most)

    def _drawn(self) -> Iterator[Choice]:
        """What may have been drawn, each once; many are a list that is narrowed."""
        drawn = tuple(Button(self._answer(word), word) for word in dict.fromkeys(self.asked.options))
        few, many = (drawn, ()) if len(drawn) <= NUMBERS else ((), drawn)
        if drawn:
            yield Choice("What was drawn", few, many, filtered=bool(many))
        instead = tuple(Button(self._answer(word), word) for word in self.asked.instead)
        roll = Button(tap("roll", self.asked.name), "Let the phone draw", beside="the record marks it")
        yield Choice("", (*instead, roll))

    def _some(self) -> Choice:
        least, most = self.asked.least or 0, len(self.asked.options) if self.asked.most is None else self.asked.most
        if most == 1:
            one = tuple(self._option(word) for word in self.asked.options)
            nobody = () if least else (self._option(NOTHING),)
            return Choice("", (*one, *nobody))
        picked = self._picked()
        words = f"{least} of these" if least == most else f"{least} to {most} of these"
        toggles = tuple(
            Button(tap("pick", self.asked.name, word), word, "on" if word in picked else "")
            for word in self.asked.options
        )
        usual = self._usual() if self.asked.usual not in (None, NOTHING) and not picked else ()
        able = least <= len(picked) <= most
        return Choice(self._so_far(words, able=able), (*toggles, *self._done(picked, able=able), *usual))

    def _order(self) -> Choice:
        picked = self._picked()
        left = list(self.asked.options)
        for word in picked:
            if word in left:
                left.remove(word)
        buttons = tuple(Button(tap("pick", self.asked.name, word), word) for word in left)
        said = ", then ".join(picked)
        usual = self._usual() if not picked else ()
        return Choice(
            said or "in what order?", (*buttons, *self._done(picked, able=not left), *back_button(self.tapping), *usual)
        )

    def _pairs(self) -> Iterator[Choice]:
        picked, places = self._picked(), self.asked.places or {}
        least = self.asked.least or 0
        enough = least <= len(picked) and (self.asked.most is None or len(picked) <= self.asked.most)
        if count := self._so_far(f"{len(picked)} of {least}" if least else "", able=enough):
            yield Choice(count, sticks=True)
        goes = {item_of(pair): place_of(pair) for pair in picked}
        turn = next((item for item, able in places.items() if able and item not in goes), "")
        much = len(places) > ITEMS and sum(map(len, places.values())) > ITEMS * NUMBERS
        for item, able in places.items():
            buttons = tuple(
                Button(tap("pair", self.asked.name, item, place), place, "on" if goes.get(item) == place else "")
                for place in able
            )
            if buttons:
                title = f"{item}: {goes[item]}" if item in goes else item
                yield Choice(title, buttons, folded=much and item != turn, beside=len(buttons) <= BESIDE)
                self.marked += able if item == turn or not much else ()
        usual = self._usual() if not picked and self.asked.usual != NOTHING else ()
        yield Choice("", (*self._done(picked, able=enough), *usual))

    def _picked(self) -> tuple[str, ...]:
        return self.tapping.picked if self.tapping.question == self.asked.name else ()

    def _so_far(self, words: str, *, able: bool) -> str:
        """How many names are picked, or what stands against those that are."""
        return self.lacks if able and self.lacks and self._picked() else words

    def _done(self, picked: Sequence[str], *, able: bool) -> tuple[Button, ...]:
        """What ends an answer of several names, once it is long enough and nothing stands against it."""
        if not able or self.lacks:
            return ()
        named = ", ".join(picked) if len(picked) <= NAMED else f"these {len(picked)}"
        words, look = (f"Answer {named}", "go") if picked else ("None of them", "")
        return (Button(tap("done", self.asked.name), words, "usual" if self._is_usual(picked) else look),)

    def _is_usual(self, picked: Sequence[str]) -> bool:
        return not picked and self.asked.usual == NOTHING


def answer_line(question: str, words: Sequence[str], *, pairs: bool = False) -> str:
    """The line that answers a question with picked names."""
    said = ",".join(f"{quote(item_of(one))}:{quote(place_of(one))}" if pairs else quote(one) for one in words)
    return f"{question} {said or NOTHING}"
