"""Evenings of paper in several hands, each line with what its writer meant, held against the hearing.

`python -m tests.free.hands` tells each line that was taken for something else, and the figures. Strangers knew only
docs/any-game.md, and wrote what they meant in its words: `tests.free.meant` reads that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.free.facts import LineSaid, NameLearned
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Rolled
from domain.kernel.game import Game
from domain.kernel.questions import Question
from tests.free.meant import Spellings, Told, parts, plain
from tests.free.table import begun, recorder

HANDS = sorted((Path(__file__).parent / "hands").glob("*.txt"))

ON = "n"
"""Ends a phase; it is no line of paper."""
ANSWERED = {"dice": "64"}
"""What lies on the table where dice in brackets wait."""


class Line(NamedTuple):
    """A line as it was said: what was meant by it, and what it was taken for."""

    text: str
    meant: tuple[str, ...]
    taken: tuple[str, ...]
    asked: bool
    kept: bool
    """Whether its words are recorded as they stand."""


def said(path: Path) -> Iterator[Line]:
    """The lines of an evening, said one after the other."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    head = dict(line.split(" = ", 1) for line in lines[:4])
    game = begun(head["sides"].split(", "), phases=head["phases"].split(", "), dice=head["dice"])
    means = {
        name.replace("_", " "): kind for name, _, kind in (one.partition(" ") for one in head["names"].split(", "))
    }
    hand = (_Stranger if path.stem.startswith("stranger-") else _Hand)(game, means)
    at = recorder(game)
    waits: tuple[str, tuple[str, ...], bool] | None = None
    """The line whose name nobody has explained yet: whoever types on gives the usual answer."""
    for each in lines[4:]:
        written, _, meaning = each.rpartition(" |")
        text = written
        before = game.version
        at.hear(text or each)
        new = [entry for entry in game.entries if entry.version > before]
        if waits:
            first = next(n for n, entry in enumerate(new, 1) if isinstance(entry.fact, LineSaid))
            yield hand.line(*waits, new[:first])
            new, waits = new[first:], None
        if not text or text == ON:
            continue
        meant, answers = hand.meant(meaning)
        asked = game.waits is not None and game.waits.name in ("new", "total", "left")
        while (question := game.pending()) and (answer := hand.answer(question, {**means, **answers})) is not None:
            at.hear(answer)
            new = [entry for entry in game.entries if entry.version > before]
        if game.waits is not None:
            waits = text, meant, asked
        else:
            yield hand.line(text, meant, asked, new)


class _Hand:
    """How the meaning beside a line is written: here in the words in which the record tells it."""

    def __init__(self, game: Game[Any], means: Mapping[str, str]) -> None:
        self.sides, self.means = game.rules.sides, means

    def meant(self, meaning: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """What a line is meant to change, and what it answers to the questions that it expects."""
        parts = [part.strip() for part in meaning.split(";")]
        return tuple(sorted(part for part in parts if part and part[0] != "~")), {}

    def answer(self, question: Question[Any], means: Mapping[str, str]) -> str | None:
        """What is answered; None where the next line is typed instead."""
        return ANSWERED.get(question.name) or means.get(question.purpose.of[0] if question.purpose else "")

    def line(self, text: str, meant: tuple[str, ...], asked: bool, new: list[Entry]) -> Line:
        """A line, once it is said."""
        taken = [one for each in self._taken(new) for one in _as_meant(each, meant)]
        return Line(text, meant, tuple(sorted(taken)), asked, _kept(new, text))

    def _taken(self, new: list[Entry]) -> Iterator[Spellings]:
        faces = [str(face) for entry in new if isinstance(entry.fact, Rolled) for face in entry.fact.dice]
        for entry in new:
            if isinstance(entry.fact, NameLearned):
                yield from self._otherwise(entry.fact)
            if isinstance(entry.fact, LineSaid):
                yield from self._changes(entry.fact)
                faces += [face for one in entry.fact.thrown for face in one.faces]
                faces += [f"= {one.total}" for one in entry.fact.thrown if one.total is not None]
            if isinstance(entry.fact, Drawn):
                yield self._drawn(entry.fact.item)
        if faces:
            yield (f"dice {' '.join(faces)}",)

    def _otherwise(self, learned: NameLearned) -> Iterator[Spellings]:
        """A name that was taken for a piece of a side, where its writer has another in mind."""
        meant = self.means.get(learned.name, "")
        if learned.side and meant in (*self.sides, "nobody", "place", "count", "word") and learned.side != meant:
            yield (f"{learned.name} is {learned.side}'s",)

    def _changes(self, fact: LineSaid) -> Iterator[Spellings]:
        yield from ((one,) for one in fact._told(self.sides))

    def _drawn(self, item: str) -> Spellings:
        return (f"draws {item}",)


class _Stranger(_Hand):
    """The same in the words of docs/any-game.md."""

    def __init__(self, game: Game[Any], means: Mapping[str, str]) -> None:
        super().__init__(game, means)
        self.told = Told(self.sides)

    def meant(self, meaning: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
        return parts(meaning)

    def answer(self, question: Question[Any], means: Mapping[str, str]) -> str | None:
        about = question.purpose.of[0] if question.purpose and question.purpose.of else question.name
        said = {name.casefold(): answer for name, answer in means.items()}
        answer = said.get(about.casefold(), said.get("2d6") if question.name == "dice" else None)
        return "" if answer == "piece" else answer  # Enter: of the side whose phase it is

    def _taken(self, new: list[Entry]) -> Iterator[Spellings]:
        yield from (tuple(plain(one) for one in each) for each in super()._taken(new))

    def _changes(self, fact: LineSaid) -> Iterator[Spellings]:
        yield from self.told.changes(fact)

    def _drawn(self, item: str) -> Spellings:
        return (f"drawn {item}",)


def _as_meant(each: Spellings, meant: Sequence[str]) -> Sequence[str]:
    """A change as its writer spells it, if he meant it."""
    return [one for one in dict.fromkeys(each) if one in meant] or each[:1]


def _kept(new: list[Entry], text: str) -> bool:
    return any(isinstance(entry.fact, LineSaid) and text.endswith(entry.fact.text) for entry in new)


class Figures(NamedTuple):
    """How evenings were heard, in lines."""

    lines: int
    wrong: tuple[Line, ...]
    """Lines of which something was recorded that nobody meant."""
    missed: tuple[Line, ...]
    """Lines of which something was meant that was not recorded."""
    asked: tuple[Line, ...]
    dropped: tuple[Line, ...]
    """Lines whose words are not there as they stood."""


def figures(lines: Sequence[Line]) -> Figures:
    """The figures of some evenings."""
    return Figures(
        len(lines),
        tuple(one for one in lines if set(one.taken) - set(one.meant)),
        tuple(one for one in lines if set(one.meant) - set(one.taken)),
        tuple(one for one in lines if one.asked),
        tuple(one for one in lines if not one.kept),
    )


def _differs(line: Line) -> str:
    return f"taken for: {'; '.join(line.taken)} — meant: {'; '.join(line.meant)}"


if __name__ == "__main__":
    for path in HANDS:
        found = figures(tuple(said(path)))
        print(path.stem, f"{found.lines} lines", sep=": ")
        for what in ("wrong", "missed", "asked", "dropped"):
            some: tuple[Line, ...] = getattr(found, what)
            print(f"  {what} {len(some)}", *(f"{one.text}\n      {_differs(one)}" for one in some), sep="\n    ")
