"""The story of a game of Invasion Pearl Harbor, told phase by phase in the sequence of play; the modules are named as
those of the rules.

opening     3: the beachhead written down, the set-up, the beachhead shown
naval       7: dispositions, carrier combat, submarine, strikes
landing     8: who came ashore
action      5.6 to 5.8: chits and Japanese phases, in the order in which they came
movement    9: the moves of a phase
battle      10 to 12: each battle by itself
by_kind     all else
toll        the words of losses, points and hexes taken
narrator    what is known meanwhile
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import PhaseBegan
from projections.iph.story.action import action
from projections.iph.story.by_kind import by_kind
from projections.iph.story.landing import landing
from projections.iph.story.narrator import Narrator
from projections.iph.story.naval import carriers, submarine
from projections.iph.story.opening import opening
from projections.stories import Sentence, winners
from projections.stories.words import count_of, sentence, was


def _rest(teller: Narrator, entries: Sequence[Entry]) -> None:
    began = [entry for entry in entries if isinstance(entry.fact, f.TurnBegan)]
    teller.before += by_kind(teller, began)
    teller.paragraph(*by_kind(teller, [entry for entry in entries if entry not in began]))


CHAPTERS: Mapping[str, Callable[[Narrator, Sequence[Entry]], None]] = {
    **dict.fromkeys(("", "choice", "us_setup", "reveal"), opening),
    "carriers": carriers,
    "submarine": submarine,
    "landing": landing,
    "action": action,
}
"""How each phase is told, by its id; phases that follow each other and are told in the same way are told together."""


class Teller(Narrator):
    """Tells a game of Invasion Pearl Harbor."""

    WINNERS = winners("The Americans")

    def tell(self, entries: Sequence[Entry]) -> None:
        self.count(entries)
        for way, group in groupby(entries, key=lambda entry: CHAPTERS.get(_chapter(entry), _rest)):
            some = list(group)
            self.follow(some[0].version)
            for entry in some:
                if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "end":
                    self.pass_phase()
                    self.ended = (entry.version,)
            way(self, some)

    def close(self) -> None:
        """What the turn cost, and how the points stand; of a phase that is not over, the chit that has opened it."""
        said = self.began() if self.opened and self.opened.chit else self.idled()
        if self.ended:
            self.follow(self.ended[-1] + 1)
            told = [_cost(self.steps["us"], self.steps["jp"])]
            told += [f"{self.units(self.others)} {was(self.others)} gone"] if self.others else []
            told.append(f"the Japanese stood at {count_of(self.state.vp, 'victory point')}")
            said.append(Sentence(sentence("; ".join(told)), self.ended))
        self.paragraph(*said)
        self.steps.clear()
        self.others, self.ended = [], ()


def _cost(us: int, jp: int) -> str:
    """The steps a turn has cost."""
    if not us and not jp:
        return "the turn had cost nobody a step"
    return f"the turn had cost the Americans {count_of(us, 'step')} and the Japanese {count_of(jp, 'step')}"


def _chapter(entry: Entry) -> str:
    """The phase of a turn in which something happened."""
    return entry.moment.ids[1] if len(entry.moment.ids) > 1 else ""
