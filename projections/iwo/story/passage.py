"""A run of one phase, or of phases told together, sorted into moves, shots, and what is told by its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.iwo import facts as f
from domain.iwo.charts import Marker
from domain.kernel.entries import Entry
from domain.kernel.facts import Fact
from projections.iwo.story.narrator import Narrator
from projections.stories import Sentence


@dataclass
class Toll:
    """What one resolution of fire cost."""

    left: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    armor: list[str] = field(default_factory=list)
    back: dict[str, str] = field(default_factory=dict)
    caves: int = 0
    markers: list[Marker] = field(default_factory=list)
    passed: int = 0
    """Points of damage that went on to concealed units."""
    hidden: f.ConcealedLosses | None = None
    """What these did to them, where it is known."""
    settled: bool = False
    """Whether the Japanese have settled that under seal."""

    def take(self, fact: Fact) -> bool:
        """Whether this is a cost of the shot; if so, it is counted."""
        if isinstance(fact, f.StepLost):
            self.lost[fact.unit] = self.lost.get(fact.unit, 0) + 1
            self.left[fact.unit] = fact.left
        elif isinstance(fact, f.UnitEliminated):
            return fact.unit in self.lost
        elif isinstance(fact, f.LossIgnored):
            if fact.cause == "armor":
                self.armor.append(fact.unit)
        elif isinstance(fact, f.UnitRetreated):
            self.back[fact.unit] = fact.area
        elif isinstance(fact, f.CaveCollapsed):
            self.caves += 1
        elif isinstance(fact, f.MarkerRemoved):
            self.markers.append(fact.marker)
        elif isinstance(fact, f.DamagePassed):
            self.passed += fact.damage
        elif isinstance(fact, f.ConcealedLosses):
            self.hidden = fact
        else:
            return isinstance(fact, f.UnitRemoved) and fact.cause == "rocket-artillery"
        return True


@dataclass
class Shot:
    """A resolution of fire, the entries that tell it, and what it cost."""

    fact: f.FireResolved
    entries: list[Entry]
    shown: tuple[str, ...] = ()
    """The units that came out of hiding to fire."""
    toll: Toll = field(default_factory=Toll)


@dataclass
class Move:
    """The way of a unit, and who fired at it at its end."""

    unit: str
    how: str
    path: list[str]
    entries: list[Entry]
    shots: list[Shot] = field(default_factory=list)
    shown: str = ""
    """Where it came out of hiding to move."""
    price: int = 0
    """Victory points that it cost its side."""


@dataclass
class Passage:
    """What is told together: first its entries are sorted, then it is told."""

    teller: Narrator
    chapter: str
    """The phase, or what phases told together are called."""
    entries: Sequence[Entry]
    moves: list[Move] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    unmasked: list[Entry] = field(default_factory=list)
    """Units that came out of hiding to bombard."""
    kept: dict[str, list[Entry]] = field(default_factory=dict)
    """The rest, by its kind."""
    said: list[Sentence] = field(default_factory=list)
    """What is told before the moves and the shots."""
    late: list[Sentence] = field(default_factory=list)
    """What is told after them."""

    def keep(self, kind: str, *entries: Entry) -> None:
        """Keeps entries to be told with others of their kind."""
        self.kept.setdefault(kind, []).extend(entries)
