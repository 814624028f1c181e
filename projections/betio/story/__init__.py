"""The story of a game of Tarawa: Bloody Betio, phase by phase in the sequence of play.

by_kind     the facts of a kind together, and the words of most kinds
fire        Japanese and Marine fire, assaults, demolitions, Banzai attacks
ground      the way across the reef, moves on Betio, recovery
toll        what something cost, and what it moved
narrator    what is known meanwhile
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.betio import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import GameEnded, PhaseBegan, PositionSet
from projections.betio.story.by_kind import CARRIED, by_kind
from projections.betio.story.narrator import Narrator
from projections.betio.words import areas, casualties, hour, level, signed
from projections.stories import SILENT, Sentence, winners
from projections.stories.words import count_of, names, number

BEGINS = (
    f.AssaultDeclared, f.AssaultResolved, f.DemolitionResolved, f.BanzaiBegan, f.BanzaiRolled, f.NightEventRolled,
    f.FireActionResolved,
    f.OffshoreRolled, f.SupplyRolled, f.BombardmentRolled,
)  # fmt: skip
"""Kinds that begin something new: what came before them is told before them."""
ALONE = (f.AssaultDeclared, f.BanzaiBegan, f.NightEventRolled)
"""Kinds that begin a paragraph."""


class Teller(Narrator):
    """Tells a game of Tarawa: Bloody Betio."""

    WINNERS = winners("The Marines")

    def tell(self, entries: Sequence[Entry]) -> None:
        self.count(entries)
        self.last = entries[-1].version
        self.ended += tuple(
            entry.version for entry in entries if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "final"
        )
        for _, group in groupby(entries, key=lambda entry: entry.moment.ids):
            some = [entry for entry in group if not isinstance(entry.fact, SILENT)]
            if some:
                self.follow(some[0].version)
                said = self.begun
                self.begun = []
                for part in parts(some):
                    if any(isinstance(entry.fact, ALONE) for entry in part):
                        self.paragraph(*said)
                        said = []
                    said += by_kind(self, part)
                if all(isinstance(entry.fact, f.TurnBegan) for entry in some):
                    self.begun = said
                else:
                    self.paragraph(*said)

    def remark(self, entry: Entry) -> None:
        self.over = isinstance(entry.fact, GameEnded)
        super().remark(entry)

    def close(self) -> None:
        """What the turn cost, and how the invasion stands."""
        self.paragraph(*self.begun)
        if self.ended or self.over:
            self.follow(self.last + 1)
            self.paragraph(Sentence(self._summary(), self.ended))
        self.steps, self.gone, self.ended, self.over, self.begun = 0, [], (), False, []

    def _summary(self) -> str:
        state, total = self.state, casualties(self.state)
        every = list(areas(state))
        cost = f"cost the Marines {count_of(self.steps, 'step')}" if self.steps else "cost the Marines not a step"
        gone = f", and {names(self.gone)} {'was' if len(self.gone) == 1 else 'were'} lost" if self.gone else ""
        counted = f"casualties were {total:,}, " if total is not None else ""
        held = sum(area.now.secured for area in every)
        secured = f"{number(held) if held else 'none'} of {count_of(len(every), 'area')} secured"
        left = count_of(sum(len(area.left) for area in every), "hex", "hexes")
        morale = f"Japanese morale {signed(level(state, 'JGM'))}, Marine {signed(level(state, 'MGM'))}"
        return f"The turn of {hour(state, state.turn)} had {cost}{gone}: {counted}{morale}; {secured}, {left} to clear."


def parts(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries of a phase in parts, each of which is told kind by kind; dice and draws go with what follows them.

    A declaration ends a part where it, or the next, did more than what several declarations do one after the other.
    """
    part: list[Entry] = []
    waiting: list[Entry] = []
    for entry in entries:
        if isinstance(entry.fact, CARRIED):
            waiting.append(entry)
            continue
        if part and (isinstance(entry.fact, BEGINS) or (entry.of != part[-1].of and not _goes_on(part, entry))):
            yield part
            part = []
        part += [*waiting, entry]
        waiting = []
    if part or waiting:
        yield [*part, *waiting]


def _goes_on(part: Sequence[Entry], entry: Entry) -> bool:
    """Whether a declaration is of the same sort as those before it: entries, steps on the reef, moves."""
    return any(type(entry.fact) in sort and any(type(other.fact) in sort for other in part) for sort in SORTS)


SORTS = (
    (f.UnitEntered, f.PlacedOnBairiki, f.DirectSupplySent, f.MurrayCommitted),
    (f.ReefMoved, f.Unloaded, f.Landed, f.ShiftPlaced),
    (f.UnitsMoved, f.RunwayOccupied),
    (f.DiggingBegun,),
    (f.RecoveryBegun,),
    (f.SuppressionFired, f.AreasSuppressed),
    (f.ActiveSupplyGiven,),
    (f.HeadsPlaced,),
    (PositionSet,),
)
"""What several declarations do one after the other."""
