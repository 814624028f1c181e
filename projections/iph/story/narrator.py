"""What the storyteller of Invasion Pearl Harbor knows while it tells a turn: the game so far, the phase at hand, and
what the turn has cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from domain.iph import facts as f
from domain.iph.state import BBROW, BEACHHEAD, COMMANDS, Iph
from domain.kernel.entries import Entry
from domain.kernel.facts import Fact
from domain.kernel.game import View
from projections import stories
from projections.iph import words
from projections.iph.stakes import is_step
from projections.stories import Sentence, losses_of
from projections.stories.words import capital, names, sentence, was

SIDES = {"jp": "the Japanese", "us": "the Americans"}


class Opened(NamedTuple):
    """A phase that has begun: what to call it where something happens in it, and where nothing does; a chit's, where it
    is a US phase."""

    begins: str
    passes: str
    chit: str
    entries: tuple[int, ...]


class Narrator(stories.Following[Iph]):
    """Follows the game, and writes; the modules beside this one say what."""

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        self.steps: Counter[str] = Counter()
        """Steps lost in this turn, by side."""
        self.others: list[str] = []
        """What was lost in it for good: ships, markers, Battleship Row."""
        self.ended: tuple[int, ...] = ()
        """The entries with which this turn ends."""
        self.before: list[Sentence] = []
        """What stands before the next paragraph."""
        self.opened: Opened | None = None
        """The phase at hand, until something happens in it."""
        self.idle: list[Opened] = []
        """Phases in which nothing happened, until something happens in a later one."""

    def count(self, entries: Iterable[Entry]) -> None:
        """Adds up what the turn has cost so far."""
        units = self.game.state.units
        for loss in losses_of(entries):
            if is_step(self.game.state, loss):
                self.steps[loss.side] += loss.steps
            if loss.unit not in units or units[loss.unit].command in (BBROW, BEACHHEAD):
                self.others.append(loss.unit)

    # ---- writing ----

    def paragraph(self, *said: Sentence) -> None:
        """Writes sentences, with what has to stand before them; each begins with a capital."""
        if said:
            some, self.before = [*self.before, *said], []
            super().paragraph(*(Sentence(capital(one.words), one.entries) for one in some))

    def pass_phase(self) -> None:
        """The phase at hand is over; where nothing happened in it, that is told later."""
        if self.opened:
            self.idle.append(self.opened)
            self.opened = None

    def idled(self) -> list[Sentence]:
        """The phases in which nothing happened; chits that came one after the other in a sentence."""
        said: list[Sentence] = []
        for alike, group in groupby(self.idle, key=lambda one: bool(one.chit)):
            some = list(group)
            chits = [one.chit for one in some]
            words = (
                [f"{names(chits)} {was(chits)} pulled, and nothing came of {'it' if len(chits) == 1 else 'them'}"]
                if alike
                else []
            )
            words = words or [one.passes for one in some]
            said.append(
                Sentence(" ".join(map(sentence, words)), tuple(version for one in some for version in one.entries))
            )
        self.idle = []
        return said

    def begins(self) -> tuple[str, tuple[int, ...]]:
        """How the phase at hand begins, now that something happens in it, and the entries that say so; "" where that
        has been told."""
        now, self.opened = self.opened, None
        return (now.begins, now.entries) if now else ("", ())

    def began(self) -> list[Sentence]:
        """The same in sentences, after the phases in which nothing happened."""
        said = self.idled()
        begins, entries = self.begins()
        return [*said, Sentence(sentence(begins), entries)] if begins else said

    # ---- words ----

    def place(self, hex: str) -> str:
        """A hex, with what it is called."""
        return words.place(self.state, hex)

    def named(self, fact: Fact) -> Fact:
        """A fact whose hexes have what they are called."""
        if isinstance(fact, f.BeachheadRevealed):
            return fact.but(hexes={marker: self.place(hex) for marker, hex in fact.hexes.items()})
        if isinstance(fact, f.InterdictionPlaced):
            return fact.but(hexes=tuple(map(self.place, fact.hexes)))
        return fact.but(hex=self.place(fact.hex)) if isinstance(fact, f.ConsentDenied) else fact

    def unit(self, name: str) -> str:
        """A unit as it is called; Battleship Row is no name on a counter."""
        unit = self.game.state.units.get(name)
        return COMMANDS[BBROW] if unit is not None and unit.command == BBROW else name

    def units(self, some: Iterable[str]) -> str:
        """Units as they are called."""
        return names(map(self.unit, some))

    def places(self, hexes: Iterable[str]) -> str:
        """Hexes, with what they are called."""
        return names((self.place(hex) for hex in hexes), 20)
