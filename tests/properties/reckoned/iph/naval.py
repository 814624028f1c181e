"""7: ships, carrier combat, submarines; the aircraft that are left for ground battles and interdiction."""

from __future__ import annotations

from domain.iph import facts
from domain.kernel.facts import Drawn, Rolled
from tests.properties.reckoned.iph.table import OTHER, Table

BATTLESHIPS = ("Hiei", "Kirishima")
CARRIERS = {"jp": ("CV1", "CV2", "CV3", "CV4", "CV5", "CV6"), "us": ("CV-A", "CV-B")}
HITS = {"jp": 3, "us": 4}
"""7.4, 7.5(1): with which dice aircraft hit."""


class Naval(Table):
    def __init__(self) -> None:
        super().__init__()
        self.boxes = dict.fromkeys((*BATTLESHIPS, *CARRIERS["jp"], *CARRIERS["us"]), "distant")
        """Of each ship that is left its box."""
        self.hidden: dict[str, str] = {}
        self.planes = {"jp": 6, "us": 2}
        """All carrier aircraft of a side."""
        self.near = {"jp": 0, "us": 0}
        """Those in its close-in box."""
        self.used = {"jp": 0, "us": 0}
        """Those of them that have flown in this turn."""
        self.army = "off"
        self.army_flown = False
        self.finds: dict[int, str] = {}
        """Of each date what the Carrier Warfare Table brought."""
        self.supported: set[tuple[int, str]] = set()
        self.struck: set[tuple[int, str]] = set()
        self.supporting: set[str] = set()
        """The battleships that have supported a battle in this turn."""
        self.dived = 0
        """The turn of the last submarine attack."""
        self.sent: dict[str, int] = {}
        """How many aircraft have yet to strike each ship, "" for one to be drawn."""
        self.wasted: set[str] = set()
        """The ships that are hit, so that nothing more is rolled against them (R-16)."""
        self.strikers: list[str] = []
        """The sides that strike in this segment, in their order."""
        self.strikes: list[str] = []
        """Those that have."""
        self.hits: dict[str, int] = {}
        """Hits on each ship, by "" those to be drawn for."""
        self.fates: dict[str, list[int]] = {}
        self.torpedo = False

    def close(self, ships: tuple[str, ...]) -> list[str]:
        return [ship for ship in ships if self.boxes.get(ship) == "close-in"]

    def ready(self, side: str) -> int:
        """7.10: aircraft of close-in carriers that have not flown in this turn."""
        return self.near[side] - self.used[side] if self.air else 0

    # ---- 7.3: dispositions ----

    def on_BattleshipsClosedIn(self, fact: facts.BattleshipsClosedIn) -> None:
        self.same("5.10", "battleships close-in", (self.turn, sorted(fact.ships)), (1, sorted(BATTLESHIPS)))
        self.boxes.update(dict.fromkeys(fact.ships, "close-in"))

    def on_DispositionChosen(self, fact: facts.DispositionChosen) -> None:
        self.hidden = dict(fact.dispositions)

    def on_ShipsDisposed(self, fact: facts.ShipsDisposed) -> None:
        self.dispose("us", dict(fact.boxes))

    def on_CoverLifted(self, fact: facts.CoverLifted) -> None:
        self.holds("7.3", not self.hidden or dict(fact.boxes) == self.hidden, "other boxes are shown than were chosen")
        self.hidden = {}
        self.dispose("jp", dict(fact.boxes))
        self.same("7.3", "aircraft close-in", fact.aircraft, self.near["jp"])

    on_BoxesStated = on_CoverLifted

    def dispose(self, side: str, boxes: dict[str, str]) -> None:
        ships = (*CARRIERS[side], *(BATTLESHIPS if side == "jp" else ()))
        self.holds("7.3", self.turn in (5, 9), f"a disposition on turn {self.turn}")
        self.same("7.3", "ships disposed", set(boxes), {ship for ship in ships if ship in self.boxes})
        self.boxes.update(boxes)
        self.near[side] = min(self.planes[side], len(self.close(CARRIERS[side])))

    def on_ArmyAircraftAvailable(self, fact: facts.ArmyAircraftAvailable) -> None:
        self.same("7.3", "the Army aircraft becomes available", (self.turn, self.army), (5, "off"))
        self.army = "available"

    def on_ArmyAircraftRemoved(self, fact: facts.ArmyAircraftRemoved) -> None:
        self.holds("7.15", self.no_airfield(), "airfields are under US control")
        self.army = "removed"

    def no_airfield(self) -> bool:
        return self.ours.issuperset(self.airfields())

    # ---- 7.3 to 7.9: carrier combat ----

    def begin_carrier_combat(self) -> None:
        self.strikes, self.hits, self.fates, self.sent = [], {}, {}, {}

    def on_CarrierWarfareRolled(self, fact: facts.CarrierWarfareRolled) -> None:
        die = self.die("carrier-warfare")
        both = all(self.close(CARRIERS[side]) for side in ("us", "jp"))
        self.same("7.3", "a Carrier Warfare die", die > 0, both)
        self.same(
            "7.3",
            "who finds whom",
            fact.finds,
            self.charts["carrier-warfare"][str(die)]["result"] if die else "not-rolled",
        )
        self.finds[self.date] = fact.finds
        self.strikers = self.who_strikes(fact.finds)

    def who_strikes(self, finds: str) -> list[str]:
        """Whose aircraft strike in this segment, by what was found (7.4 to 7.6) or by 7.9."""
        if finds == "not-rolled":
            alone = self.close(BATTLESHIPS) and not self.close(CARRIERS["jp"]) and self.close(CARRIERS["us"])
            return ["us"] if alone else []
        return {"ijn-finds-us": ["jp"], "usn-finds-ijn": ["us"], "mutual": ["jp", "us"]}.get(finds, [])

    def on_StrikeAllocated(self, fact: facts.StrikeAllocated) -> None:
        self.holds(
            "7.4",
            len(self.strikes) < len(self.strikers) and self.strikers[len(self.strikes)] == fact.side,
            f"{fact.side} strike",
        )
        self.strikes.append(fact.side)
        self.same("7.4", "aircraft that strike", fact.aircraft, self.near[fact.side])
        carriers = self.close(CARRIERS[OTHER[fact.side]])
        battleships = self.close(BATTLESHIPS) if fact.side == "us" else []
        self.sent = {ship: number for ship, number in fact.targets.items() if number}
        if carriers and battleships:
            self.same("7.5(4)", "targets", self.sent, {})
        else:
            self.holds("7.4", set(self.sent) <= set(carriers or battleships), f"aircraft against {self.sent}")
            self.same("7.4", "aircraft against ships", sum(self.sent.values()), fact.aircraft)
        if not self.sent:
            self.sent = {"": fact.aircraft}

    def on_StrikeRolled(self, fact: facts.StrikeRolled) -> None:
        self.same("7.4" if fact.side == "jp" else "7.5(1)", "hit", fact.hit, fact.die <= HITS[fact.side])
        spent = self.read("R-16") == "first" and fact.target and self.hits.get(fact.target)
        self.holds("7.4", self.sent.get(fact.target, 0) > 0 and not spent, f"no aircraft is left against {fact.target}")
        self.sent[fact.target] = self.sent.get(fact.target, 0) - 1
        if fact.hit and fact.target and self.read("R-16") == "first":
            self.wasted.add(fact.target)
        self.hits[fact.target] = self.hits.get(fact.target, 0) + fact.hit

    def drawn_ship(self, fact: Drawn) -> None:
        close = self.close((*CARRIERS["jp"], *BATTLESHIPS))
        drawn = [ship for ship, number in self.hits.items() if number and ship in close]
        self.holds("7.5(4)", fact.item in close and fact.item not in drawn, f"{fact.item} is drawn")
        self.same("7.5(4)", "ships in the container", fact.left, len(close) - len(drawn))
        self.hits[""] = self.hits.get("", 0) - 1
        self.hits[fact.item] = 1

    def rolled_fate(self, fact: Rolled) -> None:
        for ship in fact.purpose.of:
            self.fates.setdefault(ship, []).extend(fact.dice)

    def on_ShipLost(self, fact: facts.ShipLost) -> None:
        ship, dice = fact.ship, self.fates.pop(fact.ship, [])
        if self.hits.get("") and ship not in self.hits:  # the last in the container
            drawn = [other for other, number in self.hits.items() if other and number and other in self.boxes]
            self.same(
                "7.5(4)",
                "ships left to be drawn",
                set(self.close((*CARRIERS["jp"], *BATTLESHIPS))) - set(drawn),
                {ship},
            )
            self.hits.update({"": self.hits[""] - 1, ship: 1})
        if self.phase == "carrier_combat":
            self.holds("7.6", len(self.strikes) == len(self.strikers), f"{ship} is removed before all have struck")
        self.holds("7.4", self.hits.get(ship, 0) > 0, f"{ship} was not hit")
        self.same("7.4", "dice for its fate", len(dice), 1 if self.read("R-16") == "first" else self.hits.pop(ship, 0))
        self.hits.pop(ship, None)
        if self.torpedo:
            self.same("7.11", "fate", (fact.fate, fact.by), ("sunk" if dice == [1] else "damaged", "submarine"))
        else:
            self.same(
                "7.5(2)",
                "fate",
                (fact.fate, fact.by),
                ("sunk" if any(die % 2 for die in dice) else "damaged", "aircraft"),
            )
        self.torpedo = False
        self.holds("7.9", self.boxes.pop(ship, "") == "close-in", f"{ship} is not close-in")
        kind = "battleship" if ship in BATTLESHIPS else "us-carrier" if ship in CARRIERS["us"] else "ijn-carrier"
        points = {"battleship": (-2, -1), "us-carrier": (3, 1), "ijn-carrier": (-3, -1)}[kind][fact.fate == "damaged"]
        self.pointed("4.7", fact, (kind, ship, points))
        self.for_good += points
        gone = 0
        if kind != "battleship":
            side = "us" if kind == "us-carrier" else "jp"
            gone = min(1, self.near[side])
            self.near[side] -= gone
            self.planes[side] -= gone
        self.same("7.8", "aircraft that go with it", fact.aircraft, gone)

    def end_strikes(self) -> None:
        """What is hit is lost, and every aircraft has had its die."""
        if self.phase == "carrier_combat":
            self.same("7.4", "who has struck", self.strikes, self.strikers)
        left = {ship for ship, number in self.hits.items() if number}
        self.holds(
            "7.4",
            left <= {""} and not (left and self.close((*CARRIERS["jp"], *BATTLESHIPS))),
            f"hits without effect: {self.hits}",
        )
        waiting = {ship: number for ship, number in self.sent.items() if number and ship not in self.wasted}
        self.same("7.4", "aircraft that have not struck", waiting, {})
        self.hits, self.sent, self.wasted = {}, {}, set()

    # ---- 7.7, 7.11 ----

    def on_BattleshipStruck(self, fact: facts.BattleshipStruck) -> None:
        day = (self.date, fact.ship)
        self.same("7.7", "what was found on this date", self.finds.get(self.date), "none")
        self.holds("7.7", self.air and day in self.supported and day not in self.struck, f"{fact.ship} is struck")
        self.holds("7.7", fact.ship in self.close(BATTLESHIPS), f"{fact.ship} is not close-in")
        self.holds("7.7", 1 <= fact.aircraft <= self.near["us"], f"{fact.aircraft} aircraft of {self.near['us']}")
        self.struck.add(day)
        self.sent, self.hits, self.fates = {fact.ship: fact.aircraft}, {}, {}

    def on_SubmarineAttacked(self, fact: facts.SubmarineAttacked) -> None:
        dice = self.dice.pop("submarine", ())
        self.same("7.11", "hit", (len(dice), fact.hit), (2, sum(dice) in (3, 11)))
        self.holds(
            "7.11", self.turn >= 5 and self.dived < self.turn == fact.submarine, "another submarine attack in the turn"
        )
        self.dived, self.torpedo = self.turn, fact.hit
        close = self.close((*CARRIERS["jp"], *BATTLESHIPS))
        self.holds("5.4", bool(close), "no Japanese ship is close-in")
        self.hits = {close[0] if len(close) == 1 else "": 1} if fact.hit else {}

    # ---- 7.1, 7.13: support and interdiction ----

    def on_InterdictionPlaced(self, fact: facts.InterdictionPlaced) -> None:
        self.holds("7.13", len(fact.hexes) <= self.ready("jp"), f"{len(fact.hexes)} aircraft of {self.ready('jp')}")
        self.holds(
            "7.13", len({*fact.hexes} - self.interdicted) == len(fact.hexes), f"two counters in one hex of {fact.hexes}"
        )
        self.holds("7.13", all(self.terrain(hex) != "sea" for hex in fact.hexes), "a counter off the island")
        self.holds("7.13", not self.pulled(), "a chit has been pulled")
        self.interdicted |= set(fact.hexes)
        self.used["jp"] += len(fact.hexes)

    def pulled(self) -> bool:
        """Whether a chit has been pulled in this turn."""
        raise NotImplementedError

    def safe_airfields(self) -> int:
        """7.15: airfields that were never Japanese, with none of their ground units or interdicting aircraft there or
        next to it."""
        danger = self.interdicted | {hex for hex in self.stacks if self.at(hex, "jp")}
        return sum(
            hex not in self.were_ours and not any(self.grid.distance(hex, other) <= 1 for other in danger)
            for hex in self.airfields()
        )
