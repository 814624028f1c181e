"""What the storyteller of D-Day at Tarawa knows while it tells a turn: the game so far, and what was true just
before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.state import Ddat
from domain.kernel.entries import Entry
from domain.kernel.game import View
from projections import stories
from projections.stories import Sentence, losses_of

LONG = 440
"""Characters of a landing or a fire card told in one paragraph."""
FULL = (2,) * 9
"""The steps of the nine LVTs (2.22)."""


class Narrator(stories.Following[Ddat]):
    """Follows the game, and writes; the modules beside this one say what."""

    KEPT = (f.CombatBegan, f.ForceMoved, f.Drifted)

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.held: tuple[str, ...] = ()
        """The positions that were secured at the end of the last turn."""
        self.ended: tuple[int, ...] = ()
        """The entry that begins the end of this turn."""
        self.lost, self.beaten, self.leaders = 0, 0, list[str]()
        """What this turn has cost: US steps, Japanese units, heroes and leaders."""
        self.lvts: tuple[int, ...] = FULL
        self.sunk: dict[int, int] = {}
        """LVT steps lost by the landings of this wave."""
        self.met: dict[int, tuple[tuple[str, ...], str, str]] = {}
        """Of the first entry of each close combat: the US units, the position or hex of the Japanese, and who they
        are."""
        self.movers: dict[int, str] = {}
        """Of each move of a Japanese force: its unit, where it is known."""
        self.drifts: dict[int, tuple[tuple[str, ...], str]] = {}
        """Of each drift: the units, and where they were carried, "" for nowhere."""

    def keep(self, entry: Entry) -> None:
        """Keeps who meets in a close combat, which force moves, where a load runs from."""
        state, version, fact = self.state, entry.version, entry.fact
        if isinstance(fact, f.CombatBegan):
            where = state.board.by_hex.get(fact.hex, fact.hex)
            force = state.invader if fact.hex == state.invader_hex else state.positions.get(where)
            self.met[version] = (state.at(fact.hex), where, force.unit if force and force.revealed else "")
        elif isinstance(fact, f.ForceMoved):
            force = state.positions.get(fact.position)
            self.movers[version] = force.unit if force and force.revealed else ""
        elif isinstance(fact, f.Drifted) and (load := state.loads.get(fact.load)) is not None:
            to = {"1L": "one hex to the left", "1R": "one hex to the right"}.get(fact.result, "")
            moved = to if fact.hex != load.hex else "onto the second arrow" if fact.facing != load.facing else ""
            self.drifts[version] = (load.units, moved)

    def count(self, entries: Iterable[Entry]) -> None:
        """Adds up what the turn has cost so far."""
        for loss in losses_of(entries):
            if loss.side == "jp":
                self.beaten += 1
                continue
            self.lost += loss.steps
            if not loss.steps and loss.eliminated:
                self.leaders.append(loss.unit)

    def both(self, first: Sequence[Sentence], then: Sequence[Sentence]) -> None:
        """One paragraph, or two where it would be long."""
        if sum(len(one.words) for one in (*first, *then)) > LONG:
            self.paragraph(*first)
            self.paragraph(*then)
        else:
            self.paragraph(*first, *then)

    def place(self, hex: str) -> str:
        """A hex by the position in it, if any."""
        position = self.view.state.board.by_hex.get(hex, "")
        return f"{position} ({hex})" if position else hex
