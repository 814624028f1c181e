"""What the storyteller of Tarawa: Bloody Betio knows while it tells a turn: the game so far, and what the turn has
cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.betio.state import JAPANESE, MARINE, Betio
from domain.kernel.entries import Entry
from domain.kernel.game import View
from projections import stories
from projections.betio.stakes import is_step
from projections.stories import Sentence, losses_of

MORALE_OF = {
    JAPANESE: "Japanese morale",
    MARINE: "Marine General Morale",
    "2": "the 2nd Marines",
    "6": "the 6th Marines",
    "8": "the 8th Marines",
}
"""How a morale track is called in a sentence."""


class Narrator(stories.Following[Betio]):
    """Follows the game, and counts; the modules beside this one say what is told."""

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.steps = 0
        """Steps lost in this turn by ground units."""
        self.gone: list[str] = []
        """Who was lost in it."""
        self.ended: tuple[int, ...] = ()
        """The entries with which this turn ends."""
        self.over = False
        """Whether the game ends here."""
        self.hit: tuple[str, ...] = ()
        """Whom the fire hit that was told last, until its losses are."""
        self.last = 0
        """The last entry told."""
        self.begun: list[Sentence] = []
        """How the turn begins, which stands before what happens first in it."""

    def count(self, entries: Iterable[Entry]) -> None:
        """Adds up what the turn has cost so far."""
        for loss in losses_of(entries):
            if is_step(self.game.state, loss):
                self.steps += loss.steps
            if loss.eliminated:
                self.gone.append(loss.unit)

    def morale_of(self, track: str) -> str:
        """A morale track as a sentence has it."""
        return MORALE_OF.get(track, track)
