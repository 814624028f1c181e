"""The table: the map, the counters, who stands where, and what a hex costs to enter and may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from domain.iph import facts
from domain.kernel.facts import Decided, Drawn, GameBegan, Rolled
from domain.kernel.hexes import Grid
from tests.properties.reckoned.reckoning import Reckoning

FORD = "3020"
DIVISIONS = ("24", "25")
WORTH = {"military-installation": 1, "city": 1, "fortification": 1, "oil-storage": 1, "airfield": 2}
"""4.4: points for the control of a hex by its terrain."""
STATIC = ("fort", "BBRow", "beachhead")
"""2.10: who never moves."""
OTHER = {"us": "jp", "jp": "us"}


class Table(Reckoning):
    """What lies on the table as a game goes on, and the last dice and answers of a declaration."""

    system: ClassVar[str] = "iph"

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.phase, self.chit = 1, "", ""
        self.grid = Grid()
        self.where: dict[str, str] = {}
        self.steps: dict[str, int] = {}
        self.stacks: dict[str, list[str]] = {}
        self.touched: set[str] = set()
        """The hexes that somebody has come to since stacks were looked at."""
        self.ours: set[str] = set()
        """The hexes that the Japanese control."""
        self.were_ours: set[str] = set()
        """Those they ever controlled."""
        self.beaches: tuple[str, ...] = ()
        self.for_good = 0
        """Points that are never lost again (4.8)."""
        self.stalled: set[str] = set()
        self.interdicted: set[str] = set()
        self.risen = False
        self.fallen = False
        self.fought: set[str] = set()
        self.dice: dict[str, tuple[int, ...]] = {}
        self.allowed_by = 0
        """The declaration for which the other player has agreed that a force moves on (9.5)."""

    # ---- what is printed ----

    def on_GameBegan(self, fact: GameBegan) -> None:
        self.grid = Grid(shifted=self.charts["grid"]["rows"]["shifted"])
        self.steps = {unit: self.whole(unit) for unit in self.charts["units"]}
        self.where = dict.fromkeys(self.charts["units"], "")

    def read(self, reading: str) -> str:
        return self.readings.get(reading, "")

    def hex(self, name: str) -> Mapping[str, Any]:
        card: Mapping[str, Any] = self.charts["hexes"].get(name, {"terrain": "sea"})
        return card

    def terrain(self, name: str) -> str:
        return str(self.hex(name)["terrain"])

    def effect(self, terrain: str, field: str, otherwise: int) -> int:
        """A figure of the Terrain Effects Chart."""
        return int(self.charts["terrain"].get(terrain, {}).get(field, otherwise))

    def sides(self, here: str, there: str) -> set[str]:
        """The terrain of the hexside between two hexes."""
        both = ((here, there), (there, here))
        return {
            kind
            for a, b in both
            for kind, _, beyond in (word.partition("/") for word in self.hex(a).get("sides", ()))
            if beyond == b
        }

    def road(self, here: str, there: str) -> bool:
        return there in self.hex(here).get("roads", ()) or here in self.hex(there).get("roads", ())

    def water(self, here: str, there: str) -> bool:
        """9.10: an all-water hexside other than those of Ford Island."""
        return FORD not in (here, there) and (
            there in self.hex(here).get("water", ()) or here in self.hex(there).get("water", ())
        )

    def command(self, unit: str) -> str:
        return str(self.charts["units"][unit]["command"])

    def side(self, unit: str) -> str:
        return str(self.charts["units"][unit]["side"])

    def whole(self, unit: str) -> int:
        """2.11: the steps of an unhurt unit."""
        return 2 if self.command(unit) in ("SNLF", "IJA", "USMC") else 1

    def factor(self, unit: str, which: str) -> int:
        """Its attack or defence factor, of the side of its counter that shows."""
        name = which if self.steps[unit] == self.whole(unit) else f"reduced_{which}"
        return int(self.charts["units"][unit].get(name, 0))

    @property
    def date(self) -> int:
        return int(self.charts["turns"][str(self.turn)]["date"])

    @property
    def night(self) -> bool:
        return bool(self.charts["turns"][str(self.turn)]["part"] == "night")

    @property
    def air(self) -> bool:
        """7.2, 7.12, 12.3: aircraft fly by day, from turn 5 on."""
        return self.turn >= 5 and not self.night

    # ---- who is where ----

    def put(self, unit: str, hex: str) -> None:
        if self.where.get(unit):
            self.stacks[self.where[unit]].remove(unit)
        self.where[unit] = hex
        if hex:
            self.stacks.setdefault(hex, []).append(unit)
            self.touched.add(hex)

    def at(self, hex: str, side: str) -> list[str]:
        return [unit for unit in self.stacks.get(hex, ()) if self.side(unit) == side]

    def living(self, command: str) -> list[str]:
        """On the map."""
        return [unit for unit, hex in self.where.items() if hex and self.command(unit) == command]

    def markers(self) -> set[str]:
        """The hexes that have a Beachhead marker."""
        return {self.where[unit] for unit in self.living("beachhead")}

    def near_marker(self, hex: str) -> bool:
        return any(self.grid.distance(hex, marker) <= 1 for marker in self.markers())

    def hit(self, unit: str, steps: int) -> None:
        self.steps[unit] -= steps
        if self.steps[unit] <= 0:
            self.put(unit, "")

    # ---- costs and crowds ----

    def cost(self, side: str, here: str, there: str) -> int:
        """9.8, 9.9, 7.13, 10.13: the MP to enter a hex from the next."""
        city = side == "us" and self.risen and self.terrain(there) == "city"
        mp = 2 if city else self.effect(self.terrain(there), "mp", 1)
        if not self.road(here, there):
            mp += sum(self.effect(kind, "mp", 0) for kind in self.sides(here, there))
        elif not city:
            mp = 1
        over = side == "us" and any(self.grid.distance(there, counter) <= 1 for counter in self.interdicted)
        return mp + over

    def crowd(self, hex: str, units: Iterable[str], apart: bool = True) -> str:
        """6.2 to 6.5: the rule that units of a side break by standing in a hex together, "" for none; `apart` for SNLF
        and IJA too."""
        counted = [unit for unit in units if self.command(unit) not in ("fort", "beachhead")]
        kinds = {self.command(unit) for unit in counted}
        if len(counted) < 2:
            return ""
        if "BBRow" in kinds:
            return "6.3"
        if "USMC" in kinds:
            return "6.4"
        if len(counted) > 4:
            return "6.5" if kinds <= set(DIVISIONS) else "6.2"
        if kinds == set(DIVISIONS) and self.terrain(hex) != "fortification":
            return "6.5"
        return "6.2" if apart and kinds == {"SNLF", "IJA"} and hex not in self.markers() else ""

    def worth(self, hex: str) -> int:
        """4.4, 4.8: the points that come and go with the control of a hex."""
        return WORTH.get(self.terrain(hex), 0) + (self.read("R-12") == "hex" and hex in self.beaches)

    def score(self) -> int:
        """All Japanese points, by what they hold and what they have for good."""
        markers = len(self.markers()) if self.read("R-12") == "marker" else 0
        return self.for_good + markers + sum(map(self.worth, self.ours))

    def airfields(self) -> list[str]:
        return [hex for hex in self.charts["hexes"] if self.terrain(hex) == "airfield"]

    def for_hex(self, hex: str, sign: int = 1) -> tuple[tuple[str, str, int], ...]:
        """4.4, 4.8: the points of a hex that is taken, and by reading R-12 that of a Beachhead in it."""
        beachhead = self.worth(hex) - WORTH.get(self.terrain(hex), 0)
        return ("hex", hex, sign * (self.worth(hex) - beachhead)), ("beachhead", hex, sign * beachhead)

    def pointed(self, rule: str, fact: facts.Fact, *expected: tuple[str, str, int]) -> None:
        """The points of a fact are these: code, what for, how many."""
        said = sorted((p.code, ",".join(p.of), p.amount) for p in fact.points if p.amount)
        self.same(rule, "points", said, sorted(one for one in expected if one[2]))
        lasting = [p.code for p in fact.points if p.permanent != (p.code not in ("hex", "beachhead"))]
        self.same("4.8", "points that come and go", lasting, [])

    # ---- dice and answers ----

    def on_Rolled(self, fact: Rolled) -> None:
        self.dice[fact.name] = fact.dice
        self.holds("2.1", all(1 <= die <= 6 for die in fact.dice), f"dice {fact.dice}")
        known = getattr(self, f"rolled_{fact.name.replace('-', '_')}", None)
        if known is not None:
            known(fact)

    def on_Decided(self, fact: Decided) -> None:
        if fact.name == "consent" and fact.value is True and self.entry:
            self.allowed_by = self.entry.of

    def on_Drawn(self, fact: Drawn) -> None:
        getattr(self, f"drawn_{fact.name}")(fact)

    def die(self, name: str) -> int:
        """The one die last rolled for something, which is used up; 0 where none was."""
        dice = self.dice.pop(name, ())
        return dice[0] if len(dice) == 1 else 0
