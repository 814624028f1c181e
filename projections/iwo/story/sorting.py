"""Sorts the entries of a passage: which belong to a move or a shot, and which are told by their kind."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Rolled, Stub
from projections.iwo.story.by_kind import KINDS, plain
from projections.iwo.story.narrator import Narrator
from projections.iwo.story.passage import Move, Passage, Shot
from projections.stories import SILENT, facts_of

QUIET = (
    f.UnitsReset,
    f.SupportReadied,
    f.UnitsFired,
    f.AttackResolved,
    f.MovesUsed,
    f.KirikamiPassed,
    f.KirikamiEnded,
    f.TurnBegan,
    f.MoveEnded,
)
"""What is told with something else, or says nothing by itself."""
IN_SIGHT = (f.UnitMoved, f.UnitHidden, f.UnitRevealed, f.ConcealedMoves)
"""What a Japanese move may be used for that is told by itself."""


def sort(teller: Narrator, chapter: str, entries: Sequence[Entry]) -> Passage:
    """A passage with its entries sorted."""
    passage = Passage(teller, chapter, entries)
    sorting = _Sorting(passage)
    for entry in entries:
        sorting.take(entry)
    return passage


class _Sorting:
    """The sorting, with what waits for the next shot or move, and the last shot, whose cost is still coming in."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.waiting: list[Entry] = []
        self.shot: Shot | None = None

    def take(self, entry: Entry) -> None:
        """Finds the place of an entry."""
        fact = entry.fact
        if isinstance(fact, Stub):
            self._sealed(entry, fact)
        elif isinstance(fact, SILENT):
            return
        elif isinstance(fact, QUIET):
            self._quiet(entry)
        elif isinstance(fact, Rolled):
            self.waiting.append(entry)
        elif isinstance(fact, f.FireResolved):
            self._shot(entry, fact)
        elif isinstance(fact, f.UnitLanded | f.UnitMoved):
            self._moved(entry, fact)
        elif isinstance(fact, f.UnitRevealed) and fact.cause == "bombards":
            self.passage.unmasked.append(entry)
        elif isinstance(fact, f.UnitRevealed) and fact.cause in ("moves", "opens-fire"):
            self.waiting.append(entry)
        elif isinstance(fact, f.UnitRevealed) and fact.cause in ("move-ended", "us-area-entered"):
            self.passage.moves.append(Move(fact.unit, "crept", [fact.area], self._waited(entry)))
            self.shot = None
        elif self.shot and self.shot.toll.take(fact):
            self.shot.entries.append(entry)
        else:
            self._other(entry)

    def _waited(self, entry: Entry) -> list[Entry]:
        """This entry, and before it those that waited for it."""
        waited, self.waiting = [*self.waiting, entry], []
        return waited

    def _sealed(self, entry: Entry, fact: Stub) -> None:
        """A sealed move is told where the move is used, or by who comes to light; a sealed loss with the shot."""
        if self.shot and fact.what == f.ConcealedLosses.STUB:
            self.shot.toll.settled = True
            self.shot.entries.append(entry)

    def _quiet(self, entry: Entry) -> None:
        fact, moves = entry.fact, self.passage.moves
        if isinstance(fact, f.MoveEnded) and moves and moves[-1].unit == fact.unit:
            moves[-1].entries.append(entry)
        elif isinstance(fact, f.MovesUsed) and not any(
            isinstance(e.fact, IN_SIGHT) for e in self.passage.entries if e.of == entry.of
        ):
            self.passage.keep("in secret", entry)

    def _shot(self, entry: Entry, fact: f.FireResolved) -> None:
        shown = tuple(revealed.unit for revealed in facts_of(self.waiting, f.UnitRevealed))
        self.shot = Shot(fact, self._waited(entry), shown)
        at_move = fact.fire.kind == "defensive-fire" and self.passage.moves
        (self.passage.moves[-1].shots if at_move else self.passage.shots).append(self.shot)

    def _moved(self, entry: Entry, fact: f.UnitLanded | f.UnitMoved) -> None:
        moves = self.passage.moves
        if moves and moves[-1].unit == fact.unit and not moves[-1].shots and isinstance(fact, f.UnitMoved):
            moves[-1].path.append(fact.area)
            moves[-1].entries += self._waited(entry)
        else:
            shown = next((revealed.area for revealed in facts_of(self.waiting, f.UnitRevealed)), "")
            how = "landed" if isinstance(fact, f.UnitLanded) else "moved"
            moves.append(Move(fact.unit, how, [fact.area], self._waited(entry), shown=shown))
        moves[-1].price += sum(point.amount for point in fact.points)
        self.shot = None

    def _other(self, entry: Entry) -> None:
        """What is told by its kind, some kinds with the rolls before them."""
        for name, kind in KINDS.items():
            if isinstance(entry.fact, kind.facts):
                self.passage.keep(name, *(self._waited(entry) if kind.rolled else [entry]))
                return
        if plain(self.passage, entry).words:
            self.passage.keep("else", entry)
