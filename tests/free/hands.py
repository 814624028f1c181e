"""Evenings of paper in three hands, each line with what its writer meant, held against the hearing.

`python -m tests.free.hands` tells each line that was taken for something else, and the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.free.facts import LineSaid
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Rolled
from tests.free.table import begun, recorder

HANDS = sorted((Path(__file__).parent / "hands").glob("*.txt"))

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
    means = {
        name.replace("_", " "): kind for name, _, kind in (one.partition(" ") for one in head["names"].split(", "))
    }
    game = begun(head["sides"].split(", "), phases=head["phases"].split(", "), dice=head["dice"])
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
            yield _line(*waits, new[:first], game.rules.sides)
            new, waits = new[first:], None
        if not text:
            continue
        asked = game.waits is not None and game.waits.name in ("new", "total", "left")
        while (question := game.pending()) and (
            answer := ANSWERED.get(question.name) or means.get(question.purpose.of[0] if question.purpose else "")
        ):
            at.hear(answer)
            new = [entry for entry in game.entries if entry.version > before]
        parts = [part.strip() for part in meaning.split(";")]
        meant = tuple(sorted(part for part in parts if part and part[0] != "~"))
        if game.waits is not None:
            waits = text, meant, asked
        else:
            yield _line(text, meant, asked, new, game.rules.sides)


def _line(text: str, meant: tuple[str, ...], asked: bool, new: list[Entry], sides: Mapping[str, str]) -> Line:
    return Line(text, meant, tuple(sorted(_taken(new, sides))), asked, _kept(new, text))


def _taken(new: list[Entry], sides: Mapping[str, str]) -> Iterator[str]:
    faces = [str(face) for entry in new if isinstance(entry.fact, Rolled) for face in entry.fact.dice]
    for entry in new:
        if isinstance(entry.fact, LineSaid):
            yield from entry.fact._told(sides)
            faces += [face for one in entry.fact.thrown for face in one.faces]
            faces += [f"= {one.total}" for one in entry.fact.thrown if one.total is not None]
        if isinstance(entry.fact, Drawn):
            yield f"draws {entry.fact.item}"
    if faces:
        yield f"dice {' '.join(faces)}"


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


if __name__ == "__main__":
    for path in HANDS:
        found = figures(tuple(said(path)))
        print(path.stem, f"{found.lines} lines", sep=": ")
        for what in ("wrong", "missed", "asked", "dropped"):
            some: tuple[Line, ...] = getattr(found, what)
            print(f"  {what} {len(some)}", *(one.text for one in some), sep="\n    ")
