"""What a line was taken for, in the words of docs/any-game.md, as strangers write down what they meant by theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from domain.free.doing import OWN_COUNT
from domain.free.facts import LineSaid, PieceNow

Spellings = tuple[str, ...]
"""One thing that a line changed, in each way in which it may be written."""


def plain(text: str) -> str:
    """A meaning as it is compared: no capitals, the words of a name apart, and no sign before a sum of dice."""
    text = " ".join(text.casefold().replace("_", " ").split())
    return f"dice {text.removeprefix('dice = ')}" if text.startswith("dice = ") else text


def parts(meaning: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """What a meaning says that a line changes, and what it answers to the questions that it expects."""
    said = [part.strip() for part in meaning.split(";") if part.strip()]
    answers = dict[str, str]()
    for part in said:
        about, colon, answer = part.removeprefix("?").rpartition(" : ")
        if part[0] == "?" and colon:
            answers[about.strip().removeprefix("what is ")] = answer.strip()
    return tuple(sorted(plain(part) for part in said if part[0] not in "~?")), answers


class Told:
    """An evening as it is told line by line: what each changed. Points and steps so far are kept, to tell `=`."""

    def __init__(self, sides: Mapping[str, str]) -> None:
        self.sides = sides
        self.score = Counter[str]()
        self.steps = dict[str, int]()
        """The steps of each piece that are counted."""

    def changes(self, fact: LineSaid) -> Iterator[Spellings]:
        """What a line changed."""
        by = {one.unit: -one.steps for one in fact.losses} | {one.unit: one.steps for one in fact.gains}
        for piece in fact.pieces:
            yield from self._piece(piece, piece.unit in fact.moved, by.get(piece.unit))
        for side in dict.fromkeys(point.side for point in fact.points):
            amounts = [point.amount for point in fact.points if point.side == side]
            self.score[side] += sum(amounts)
            yield _spelled(self.sides[side], f"{amounts[0]:+d}", f"={self.score[side]}")
        for track, then in zip_longest(fact.tracks, fact.tracks[1:]):
            if track.why != OWN_COUNT:  # a total put right belongs to its change
                now = then.now if then and then.why == OWN_COUNT else track.now
                yield _spelled(track.name, f"{int(track.now) - int(track.was):+d}", f"={now}")
        yield from ((plain(f"{place} held by {self.sides.get(side, 'nobody')}"),) for place, side in fact.holds.items())

    def _piece(self, piece: PieceNow, moved: bool, by: int | None) -> Iterator[Spellings]:
        alike = piece.unit.removesuffix(f" {piece.at}") if piece.at else piece.unit
        before = self.steps.get(piece.unit)
        if piece.counted:
            self.steps[piece.unit] = piece.steps
        if alike != piece.unit and by is None:  # some of several alike: what counts is where they came
            if piece.steps > (before or 0):
                came = f"{piece.steps - (before or 0)} {alike} at {piece.at}"
                yield (plain(f"{alike} at {piece.at}"), plain(came), *_spelled(alike, f"={piece.steps}"))
            return
        if moved and not piece.out:
            yield (plain(f"{alike} at {piece.at}"), plain(f"{piece.steps} {alike} at {piece.at}"))
        told = [f"{by:+d}"] if by is not None else []
        told += [f"={piece.steps}"] if piece.counted and (by is not None or piece.steps != before) else []
        told += ["out of play"] if piece.out else []
        if told:
            yield (*_spelled(alike, *told), *_spelled(piece.unit, *told))


def _spelled(name: str, *told: str) -> Spellings:
    return tuple(plain(f"{name} {one}") for one in told)
