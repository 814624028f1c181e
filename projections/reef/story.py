"""The story of a campaign, a chapter a CG Date, a paragraph for each part of its preparation and for each Player
Turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Fact, PositionSet, Rolled
from domain.kernel.game import View
from domain.reef import facts as f
from domain.reef.state import Reef
from domain.reef.wording import SIDES
from projections import stories
from projections.reef.terms import Glossary
from projections.reef.together import RESERVES, TOGETHER, matter
from projections.stories import SILENT, Sentence
from projections.stories.words import clauses, count_of, names, sentence

CARRIED = (Rolled, Drawn)
"""What belongs to the fact that follows it."""
QUIET = (
    f.WaveSealed,
    f.WaveOpened,
    f.SlipWritten,
    f.PointsSpent,
    f.LvtsReceived,
    f.AmmunitionAsked,
    f.AccessLost,
    f.SmokeDispersed,
    f.RefitNoted,
    f.SideSetUp,
)
"""What says nothing by itself, or is told by others."""
FIRST = (
    f.PiecesEntered,
    f.CloakedEntered,
    f.SlipOpened,
    f.SlipStated,
    f.CloakedShown,
    f.ControlRecorded,
    f.PillboxControlled,
    f.PerimeterDrawn,
)
"""What a paragraph begins with, in this order: who landed, and whose the ground is."""
LAST = (*RESERVES, f.RadiosEntered, f.TransportsRetained, f.SanChanged, f.SlipSealed)
"""What it ends with: what keeps the campaign in order."""
COUNTED = re.compile(r"(?<=\b\d\d)(?= \d+(?:-\d|mm\b|L))")
"""Behind a number before a piece whose name is a number: `18 × 6-6-8`."""
PREPARING = ("leaders", "purchases", "first_setup", "second_setup", "modules", "support")
"""The steps of a date before its first shot, which are told as one."""
HALVES = {"AM": "morning", "PM": "afternoon", "NT": "night"}


class Teller(stories.Following[Reef]):
    """Tells a campaign of Blood Reef."""

    WINNERS: Mapping[str, str] = {
        "us": "The Marines win the campaign",
        "jp": "The Japanese win the campaign",
        "": "Nobody wins the campaign",
    }

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.lost: dict[str, int] = {}
        """Pieces lost on this date, by side."""
        self.back: dict[str, int] = {}
        """Pieces that came back on it."""
        self.fought = ""
        """The scenario that was played on this date."""
        self.began: tuple[int, ...] = ()
        """Where it began."""
        self.idle: list[Entry] = []
        """Air Support dice of this date that brought nothing."""
        self.glossary = Glossary()
        self.part = ""
        """The Player Turn or step that the last paragraph is about."""

    def tell(self, entries: Sequence[Entry]) -> None:
        for title, group in groupby(entries, key=part_of):
            some = [entry for entry in group if not isinstance(entry.fact, (*SILENT, *CARRIED, *QUIET))]
            if not some:
                continue
            self.follow(some[0].version)
            told = [entry for entry in some if not self._kept_for_the_end(entry)]
            said = list(self._sentences(sorted(told, key=_rank)))
            if said and title and title != self.part:
                said[0] = Sentence(f"{title[:1].upper()}{title[1:]}: {said[0].words}", said[0].entries)
            self.part = title if said else self.part
            self.paragraph(*said)
            self._count(some)

    def _sentences(self, some: Sequence[Entry]) -> Iterator[Sentence]:
        for _, group in groupby(some, key=matter):
            same = list(group)
            if isinstance(same[0].fact, PositionSet):
                yield self._said("the position was set up by hand", same)
            elif together := TOGETHER.get(type(same[0].fact)):
                yield from (self._said(words, same) for words in together(self.state, [entry.fact for entry in same]))
            else:
                said = ((entry, told_of(entry.fact, self.game.rules.sides)) for entry in same)
                yield from (self._said(words, [entry]) for entry, words in said if words)

    def _kept_for_the_end(self, entry: Entry) -> bool:
        """Whether it is a die that brought no Air Support: those of a date are told in one."""
        idle = isinstance(entry.fact, f.AirRolled) and not entry.fact.came
        if idle:
            self.idle.append(entry)
        return idle

    def _said(self, words: str, entries: Iterable[Entry]) -> Sentence:
        return Sentence.of(self.glossary.written_out(COUNTED.sub(" ×", sentence(words))), entries)

    def _count(self, some: Iterable[Entry]) -> None:
        for entry in some:
            if isinstance(entry.fact, f.ScenarioBegan):
                self.fought, self.began = (
                    "the Initial Scenario" if entry.fact.number == 1 else "the scenario",
                    (entry.version,),
                )
            for loss in entry.fact.losses:
                self.lost[loss.side] = self.lost.get(loss.side, 0) + loss.steps
            for gain in entry.fact.gains:
                self.back[gain.side] = self.back.get(gain.side, 0) + gain.steps

    def close(self) -> None:
        """What did not come, and what the date cost."""
        if self.idle:
            on = names(
                f"turn {turn_of(entry)} ({entry.fact.die})"
                for entry in self.idle
                if isinstance(entry.fact, f.AirRolled)
            )
            self.paragraph(self._said(f"no Air Support came with the dr of {on}", self.idle))
            self.idle = []
        if self.fought:
            cost = clauses(
                f"{SIDES[side]} {count_of(count, 'piece')}" for side, count in self.lost.items() if count > 0
            )
            words = f"{self.fought} cost {cost}" if cost else f"{self.fought} cost neither side a piece"
            back = clauses(f"{SIDES[side]} got {count_of(count, 'piece')} back" for side, count in self.back.items())
            self.paragraph(Sentence(sentence("; ".join(filter(None, (words, back)))), self.began))
            self.lost, self.back, self.fought, self.began = (
                {},
                {},
                "",
                (),
            )  # what a night cost that is not played is told with its morning


def _rank(entry: Entry) -> int:
    """Where in a paragraph it is told: what matters first, what follows from it, what keeps order."""
    kind, fact = type(entry.fact), entry.fact
    if kind in FIRST:
        return FIRST.index(kind) - len(FIRST)
    if isinstance(fact, f.PiecesLost) and fact.cause == "unentered":
        return FIRST.index(f.ControlRecorded) - len(FIRST)
    return LAST.index(kind) + 1 if kind in LAST and kind not in RESERVES else int(kind in RESERVES)


def turn_of(entry: Entry) -> str:
    """The turn an entry belongs to; "" before play."""
    return next((id.partition("-")[2] for id in entry.moment.ids if id.startswith("game_turn-")), "")


def part_of(entry: Entry) -> str:
    """The Player Turn an entry belongs to, or what comes before the first."""
    ids, path = entry.moment.ids, entry.moment.path
    turn = turn_of(entry)
    below = next((at for at, id in enumerate(reversed(ids), 1) if id.startswith("player_turn-")), 0)
    if turn and below:  # from there on down every phase has a title
        return f"Turn {turn}, {path[-below]}"
    if len(ids) > 1 and ids[1] in PREPARING:
        return "Preparation"
    return path[1] if len(path) > 1 else ""


# ---- what one says ----


def told_of(fact: Fact, sides: Mapping[str, str]) -> str:
    """A fact by itself: its own sentence, unless a reader needs more than a player."""
    if isinstance(fact, f.CampaignBegan):
        day, _, half = fact.date.partition(" ")
        return f"{fact.sentence()}, the {HALVES[half]} of {day} November 1943"
    if isinstance(fact, f.ScenarioBegan):
        return began(fact)
    if isinstance(fact, f.BombardmentPlaced):
        return f"the Marines place {count_of(len(fact.hexes), 'Naval Bombardment')} at {names(fact.hexes)}"
    return fact.named(sides)


def began(fact: f.ScenarioBegan) -> str:
    """That a scenario begins, who moves first and who attacks."""
    which = "the Initial Scenario" if fact.number == 1 else f"scenario {fact.number}"
    first, attacker = SIDES.get(fact.first, "nobody"), SIDES.get(fact.attacker, "")
    attack = " and attack" if first == attacker else f", and {attacker} attack" if attacker else ""
    night = f". The initial NVR is {fact.nvr}: the Marines may conceal all their units, nobody is Cloaked"
    said = f"{which} begins, for {count_of(fact.turns, 'turn')}: {first} move first{attack}"
    return said + (night if fact.nvr else "")
