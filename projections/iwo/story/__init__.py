"""The story of a game of Iwo Jima, told phase by phase; the modules are named as those of the rules.

opening     4, 6, 8: setup, weather, recovery
movement    10, 17: landings and moves, with the fire they drew
fire        9, 12, 16, 19: every bombardment and assault, with its dice
assault     22.3: the charges; guns that stayed silent; who left play
hidden      3, 10.5: what was hidden, and how it came to light
closing     13, 14, 20-24: control, construction, points, the end
by_kind     which facts are told together, and by which of these
passage     a phase sorted into moves, shots and the rest;
sorting     how it is sorted
narrator    what is known meanwhile
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from domain.kernel.entries import Entry
from domain.kernel.facts import GameEnded, PhaseBegan
from projections.iwo.story import by_kind, closing
from projections.iwo.story.fire import fire
from projections.iwo.story.movement import movement
from projections.iwo.story.narrator import Narrator
from projections.iwo.story.sorting import sort
from projections.report.model import StoryLine
from projections.stories import winners

TOGETHER: Mapping[str, str] = {
    **dict.fromkeys(("", "setup", "weather", "us_reset", "us_recover", "jp_reset"), "opening"),
    **dict.fromkeys(("control_1", "construct"), "ground"),
    **dict.fromkeys(("control_2", "end"), "close"),
}
"""Phases that are told together; any other is a chapter of its own."""


class Teller(Narrator):
    """Tells a game of Iwo Jima."""

    WINNERS = winners("The Americans")

    def tell(self, entries: Sequence[Entry]) -> None:
        self.count(entries)
        for entry in entries:
            if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "end":
                self.ended = (entry.version,)
        for chapter, group in groupby(entries, key=lambda entry: TOGETHER.get(entry.moment.phase, entry.moment.phase)):
            passage = sort(self, chapter, list(group))
            by_kind.tell(passage)
            if chapter in ("us_move", "jp_move"):
                movement(passage)
            else:
                fire(passage)

    def remark(self, entry: Entry) -> None:
        if isinstance(entry.fact, GameEnded):
            self.ended = self.ended or (entry.version,)
        super().remark(entry)

    def close(self) -> None:
        closing.turn(self)

    def result(self, entry: Entry) -> StoryLine:
        return closing.result(self, super().result(entry), entry)
