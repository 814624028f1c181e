"""The story of a campaign, a chapter a CG Date, a paragraph for each part of its preparation and for each Player
Turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Fact, Rolled
from domain.kernel.game import View
from domain.reef import facts as f
from domain.reef.state import Reef
from domain.reef.wording import SIDES, units, where
from projections import stories
from projections.stories import SILENT, Sentence
from projections.stories.words import clauses, count_of, grouped, names, number, sentence

NOBODY = "nobody"
CARRIED = (Rolled, Drawn)
"""What belongs to the fact that follows it."""
QUIET = (f.WaveSealed, f.WaveOpened, f.SlipWritten, f.PointsSpent, f.LvtsReceived, f.AmmunitionAsked)
"""What says nothing by itself, or is told by others."""


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
        self.part = ""
        """The Player Turn or step that the last paragraph is about."""

    def tell(self, entries: Sequence[Entry]) -> None:
        for title, group in groupby(entries, key=part_of):
            some = [entry for entry in group if not isinstance(entry.fact, (*SILENT, *CARRIED, *QUIET))]
            if not some:
                continue
            self.follow(some[0].version)
            said = list(self._sentences(some))
            if said and title and title != self.part:
                said[0] = Sentence(f"{title[:1].upper()}{title[1:]}: {said[0].words}", said[0].entries)
            self.part = title if said else self.part
            self.paragraph(*said)
            self._count(some)

    def _sentences(self, some: Sequence[Entry]) -> Iterator[Sentence]:
        for kind, group in groupby(some, key=lambda entry: type(entry.fact)):
            same = list(group)
            if together := TOGETHER.get(kind):
                yield from (
                    Sentence.of(sentence(words), same) for words in together(self.state, [entry.fact for entry in same])
                )
            else:
                said = ((entry, told_of(self.state, entry.fact, self.game.rules.sides)) for entry in same)
                yield from (Sentence.of(sentence(words), [entry]) for entry, words in said if words)

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
        """What the date cost."""
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


def part_of(entry: Entry) -> str:
    """The Player Turn an entry belongs to, or the step of the preparation."""
    ids, path = entry.moment.ids, entry.moment.path
    turn = next((id.partition("-")[2] for id in ids if id.startswith("game_turn-")), "")
    below = next((at for at, id in enumerate(reversed(ids), 1) if id.startswith("player_turn-")), 0)
    if turn and below:  # from there on down every phase has a title
        return f"Turn {turn}, {path[-below]}"
    return path[-1] if len(path) > 1 else ""


# ---- what several facts of a kind say together ----


def led(state: Reef, facts: Sequence[f.LeaderDetermined]) -> Iterator[str]:
    by_group = grouped(
        (f"{where(fact.group)}{' (armor)' if fact.branch == 'armor' else ''}", fact.leader or NOBODY) for fact in facts
    )
    told = [f"{group} {names(_counted(found))}" for group, found in by_group.items()]
    yield f"{count_of(len(facts), 'LD DR')} give{'s' if len(facts) == 1 else ''} {'; '.join(told)}"
    if any(fact.inexperienced for fact in facts):
        yield "All Japanese AFV have Inexperienced Crews"


def _counted(found: Sequence[str]) -> list[str]:
    """Leaders, each kind with its number; nobody last."""
    told = [
        one if found.count(one) == 1 else f"{number(found.count(one))} {one}"
        for one in dict.fromkeys(found)
        if one != NOBODY
    ]
    if NOBODY in found:
        times = {1: "once", 2: "twice"}.get(found.count(NOBODY), f"{number(found.count(NOBODY))} times")
        told.append(f"{NOBODY} {times}" if told else NOBODY)
    return told


def entered(state: Reef, facts: Sequence[f.PiecesEntered]) -> Iterator[str]:
    for some in grouped((fact.wave, fact) for fact in facts).values():
        yield f.came_in(*some)


def lost(state: Reef, facts: Sequence[f.PiecesLost]) -> Iterator[str]:
    by_cause = grouped(((fact.loss.side, fact.cause), fact) for fact in facts if fact.losses)
    for some in by_cause.values():
        yield some[0].says(units((loss.unit, loss.steps) for fact in some for loss in fact.losses))


def sealed(state: Reef, facts: Sequence[f.SlipSealed]) -> Iterator[str]:
    for (side, kind), some in grouped(((fact.side, fact.kind), fact) for fact in facts).items():
        about = names(where(fact.of) for fact in some if fact.of)
        paper = ", on paper" if some[0].on_paper else ""
        slips = "a slip" if len(some) == 1 else f"{number(len(some))} slips"
        yield f"{SIDES[side]} seal {slips}: {f.SLIPS[kind]}{f' ({about})' if about else ''}{paper}"


def controlled(state: Reef, facts: Sequence[f.ControlRecorded]) -> Iterator[str]:
    for side, some in grouped((fact.control, fact) for fact in facts).items():
        yield f"{SIDES.get(side, side)} Control {names(hex for fact in some for hex in fact.places)}"


TOGETHER: Mapping[type, Callable[[Reef, Sequence[Any]], Iterator[str]]] = {
    f.LeaderDetermined: led,
    f.PiecesEntered: entered,
    f.PiecesLost: lost,
    f.SlipSealed: sealed,
    f.ControlRecorded: controlled,
}
"""How several facts of a kind in a row are told in one; each of any other kind is told by itself."""


# ---- what one says ----


def told_of(state: Reef, fact: Fact, sides: Mapping[str, str]) -> str:
    """A fact by itself: its own sentence; of a slip that is opened what it is about, and not its name."""
    if isinstance(fact, f.SlipOpened) and (now := state.slips.get(fact.slip)):
        about = f.SLIPS[now.kind] + (f" ({where(now.of)})" if now.of else "")
        return f"{SIDES[fact.side]} open a slip, {about}: {f.read_out(fact.says)}"
    return fact.named(sides)
