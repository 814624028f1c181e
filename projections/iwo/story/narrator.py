"""What the storyteller of Iwo Jima knows while it tells a turn: the printed names, and what the turn has cost so
far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from domain.iwo import facts as f
from domain.iwo.state import PEOPLE
from domain.kernel.entries import Entry
from domain.kernel.facts import Fact
from domain.kernel.game import View
from projections import stories
from projections.stories import Sentence
from projections.stories.words import capital, names

SIDES = {side: f"the {people}" for side, people in PEOPLE.items()}
F = TypeVar("F", bound=Fact)


class Narrator(stories.Teller):
    """Counts, and writes; the modules beside this one say what."""

    def __init__(self, game: View[Any]) -> None:
        super().__init__(game)
        areas = game.state.charts.get("areas", {})
        self.areas = {name: getattr(card, "name", "") or name for name, card in areas.items()}
        self.points = {"us": 0, "jp": 0}
        """Victory points, of the whole game."""
        self.steps = {"us": 0, "jp": 0}
        """Steps lost in this turn."""
        self.ended: tuple[int, ...] = ()
        """The entry that begins the end of this turn."""
        self.all_known = self.side != "us" and not game.state.on_paper
        """Whether what happens to concealed units is known: not to the Americans, and not where the map is on paper."""

    def count(self, entries: Iterable[Entry]) -> None:
        """Adds up the points and the losses."""
        for entry in entries:
            for point in entry.fact.points:
                self.points[point.side] += point.amount
            for loss in entry.fact.losses:
                self.steps[loss.side] += loss.steps

    def paragraph(self, *said: Sentence) -> None:
        super().paragraph(*(Sentence(capital(one.words), one.entries) for one in said))

    def place(self, area: str) -> str:
        """An area by its printed name, as it stands within a sentence."""
        name = self.areas.get(area, area)
        return "the " + name.removeprefix("The ") if name.startswith("The ") else name

    def named(self, fact: F) -> F:
        """A fact whose areas have their printed names."""
        if isinstance(fact, f.HiddenSetup):
            places = {unit: self.place(area) for unit, area in fact.places.items()}
            return fact.but(places=places, caves={self.place(area): count for area, count in fact.caves.items()})
        area = getattr(fact, "area", "")
        return fact.but(area=self.place(area)) if area else fact

    def places(self, areas: Iterable[str]) -> str:
        """Areas by their printed names."""
        return names(self.place(area) for area in areas)
