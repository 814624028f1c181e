"""What something cost, and what was turned up: counted first, then put in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.ddat import facts as f
from domain.kernel.facts import Fact
from projections.stories import Teller
from projections.stories.words import clauses, count_of, grouped, names, number, was


@dataclass
class Toll:
    """What something cost: steps of US units, Japanese forces, guns and depth, and who was disrupted or went where."""

    lost: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    gone: dict[str, f.UnitsRemoved] = field(default_factory=dict)
    beaten: list[f.ForceDefeated] = field(default_factory=list)
    shaken: list[str] = field(default_factory=list)
    forces: list[str] = field(default_factory=list)
    depth: list[str] = field(default_factory=list)
    deeper: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    leaders: list[f.LeaderHit] = field(default_factory=list)
    ryan: list[f.RyanPlaced] = field(default_factory=list)
    back: dict[str, str] = field(default_factory=dict)
    home: dict[str, bool] = field(default_factory=dict)
    """Where Japanese forces went back to, and whether disrupted."""
    called: dict[str, str] = field(default_factory=dict)
    """The Japanese unit of a position or hex, where it is known."""

    def take(self, fact: Fact) -> bool:
        """Whether this is a cost; if so, it is counted."""
        if isinstance(fact, f.StepLost):
            self.lost[fact.unit] = self.lost.get(fact.unit, 0) + 1
            self.left[fact.unit] = fact.left
        elif isinstance(fact, f.UnitsRemoved):
            self.gone |= dict.fromkeys(fact.units, fact)
        elif isinstance(fact, f.ForceDefeated):
            self.beaten.append(fact)
        elif isinstance(fact, f.UnitsDisrupted):
            self.shaken += fact.units
        elif isinstance(fact, f.ForceDisrupted):
            self.forces.append(fact.where)
        elif isinstance(fact, f.DepthLost):
            self.depth.append(fact.where)
        elif isinstance(fact, f.GunsDestroyed):
            self.guns += fact.places
        elif isinstance(fact, f.LeaderHit):
            self.leaders.append(fact)
        elif isinstance(fact, f.RyanPlaced) and not fact.first:
            self.ryan.append(fact)
        elif isinstance(fact, f.ForceReturned):
            self.home[fact.position] = fact.disrupted
        else:
            return False
        return True

    def hurt(self) -> bool:
        """Whether anybody was hit."""
        return bool(self.lost or self.gone or self.shaken or self.leaders or self.beaten)

    def words(self, teller: Teller) -> str:
        """What it cost: what became of each unit, those to whom the same happened together."""
        fate: dict[str, list[str]] = {}

        def add(who: str, what: str) -> None:
            if what not in fate.setdefault(who, []):
                fate[who].append(what)

        dead = teller.pick("dead", "wiped out", "destroyed") if 0 in self.left.values() else ""
        for unit, left in self.left.items():
            add(
                unit,
                f"lost {count_of(self.lost[unit], 'step')}{{each}} ({number(left)} left)"
                if left
                else f"{{was}} {dead}",
            )
        for unit, removed in self.gone.items():
            if self.left.get(unit) != 0:
                add(unit, removed.fate)
        for where in self.depth:
            add(self._foe(where), "lost depth")
        for where in self.deeper:
            add(where, "gained depth")
        for one in self.beaten:
            add(
                self.called.get(one.where) or (f"{one.unit} in {one.where}" if one.unit else one.where),
                f"{{was}} {one.fate}",
            )
        for where in self.guns:
            add(f"the guns of {where}", "were destroyed")
        for unit, hex in self.back.items():
            add(unit, f"went back to {hex}")
        for position, disrupted in self.home.items():
            add(
                next(iter(self.called.values()), "the Japanese force"),
                f"went back to {position}{' disrupted' if disrupted else ''}",
            )
        for where in self.forces:
            add(self._foe(where), "{was} disrupted")
        for unit in self.shaken:
            add(unit, "{was} disrupted")
        for hit in self.leaders:
            add(hit.name, f"was hit ({hit.left})")
        for now in self.ryan[-1:]:
            if not (now.unit and self.leaders):
                add("Major Ryan", now.went)
        same = grouped((tuple(what), who) for who, what in fate.items())
        return clauses(
            f"{names(who)} {names(what).format(was=was(who), each=' each' if len(who) > 1 else '')}"
            for what, who in same.items()
        )

    def steps_of(self, unit: str) -> str:
        """The steps a unit lost, and those it has left."""
        return f"{count_of(self.lost[unit], 'step')} ({number(self.left[unit])} left)"

    def _foe(self, where: str) -> str:
        """The Japanese of a position or hex."""
        return self.called.get(where) or where


@dataclass
class Found:
    """Japanese pieces turned up: units, depth markers, and what a tactical reinforcement brought (9.3)."""

    units: dict[str, str] = field(default_factory=dict)
    depth: dict[str, str] = field(default_factory=dict)
    reinforced: list[str] = field(default_factory=list)
    brought: list[str] = field(default_factory=list)
    nothing: list[str] = field(default_factory=list)

    def take(self, fact: Fact) -> bool:
        """Whether this turns something up; if so, it is kept."""
        if isinstance(fact, f.ForceRevealed):
            self.units[fact.where] = fact.unit
        elif isinstance(fact, f.DepthRevealed):
            self.depth[fact.where] = fact.marker
        elif isinstance(fact, f.DepthLost) and fact.cause == "tactical-reinforcement":
            self.reinforced.append(fact.where)
        elif isinstance(fact, f.ForcePlaced):
            self.brought.append(fact.position)
        elif isinstance(fact, f.NothingDone) and fact.what == "tactical-reinforcement":
            self.nothing.append(fact.why)
        else:
            return False
        return True

    def words(self, *, units: bool = True) -> str:
        """What was found, in a sentence without its full stop; the units too, or only what lay under them."""
        told = []
        for where in dict.fromkeys([*self.units, *self.depth]):
            marker = self.depth.get(where, "")
            if marker and where in self.reinforced:
                marker += ", a tactical reinforcement" + (
                    f" that brought a reserve unit up in {names(self.brought)}" if self.brought else ""
                )
            if units and where in self.units:
                told.append(
                    f"{where} turned out to hold {self.units[where]}"
                    + (f" with depth marker {marker}" if marker else "")
                )
            elif marker:
                told.append(f"the depth marker was {marker}")
        told += [f"nobody came up, since {why}" for why in self.nothing]
        return clauses(told)
