"""BB 2, 8.2.5, 9, 10, 11, 13: bombardment, nights, Banzai attacks, the end of a turn and of the game."""

from __future__ import annotations

from domain.betio import facts
from domain.betio.charts import PIER_BASE, WRECK
from domain.kernel.facts import Declared, Drawn, GameEnded, PhaseBegan
from tests.properties.reckoned.betio.board import MARKED, Unit
from tests.properties.reckoned.betio.fires import terms
from tests.properties.reckoned.betio.supplies import Supplies

ORDER = (
    "bombardment",
    "offshore",
    "supply", "allocate", "decay", "place", "impulse", "ashore", "traps", "actions", "offensive", "used_up", "heads",
    "supply_check", "night", "recovery", "recovered", "collapse", "final",
)  # fmt: skip
"""13: the phases of a turn."""
IMPULSE = ("reef", "landing_fire", "suppression")
ALWAYS = ("place", "ashore", "actions", "used_up", "heads", "recovered", "final")


class Nights(Supplies):
    """All that is rolled for a turn, and what ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.given_up = 0
        self.chits_to_come = 0
        self.suppressing: set[str] = set()
        self.raid_turns: dict[str, int] = {}
        self.raid_hits = 0
        self.raid_pins = False
        self.supply_found = False
        self.shelled, self.shelled_on = 0, 0
        self.returned: set[str] = set()
        self.collapse_due: list[str] = []
        self.target_name, self.target_hex = "", ""
        self.general = False
        self.weakened = False
        self.retaken = False
        """The Banzai attack at hand has retaken a hex (8.2.3)."""
        self.lost_hexes: list[str] = []
        self.spread: list[str] = []
        """What it has retaken by fighting, and what by the die of 10.8.3."""

    # ---- 13 ----

    def on_Declared(self, fact: Declared) -> None:
        super().on_Declared(fact)
        self.declared()
        self.target = str(fact.values.get("target", ""))

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        self.left_phase()
        old, self.phase = self.phase, fact.phase
        if fact.phase in IMPULSE:
            before = {"reef": ("impulse",), "landing_fire": ("reef",), "suppression": ("reef", "landing_fire")}[
                fact.phase
            ]
            self.holds("BB 13", old in before, f"{fact.phase} after {old}")
        else:
            last = next((one for one in reversed(self.seen) if one in ORDER), "")
            later = not last or ORDER.index(fact.phase) > ORDER.index(last) or fact.phase == last == "impulse"
            self.holds("BB 13", later, f"{fact.phase} after {last}")
        self.seen.append(fact.phase)
        self.next_stage(fact)
        getattr(self, f"begin_{fact.phase}", self.nothing)()

    def nothing(self) -> None:
        pass

    def left_phase(self) -> None:
        """What the phase that is over has left undone."""
        if self.phase == "ashore":
            self.vessels_back()
        if self.phase == "final":
            self.holds("BB 10.4.2", not self.wreck_taken(), f"{self.wreck_taken()} has not taken the wreck")
        if self.phase in ("landing_fire", "traps", "offensive"):
            rule = {"landing_fire": "BB 3.7.4", "traps": "BB 4.1.2", "offensive": "BB 6.3"}[self.phase]
            self.holds(rule, not self.aimed, f"{self.phase}: nothing was rolled for {sorted(self.aimed)}")
        if self.phase == "offensive":
            self.holds(
                "BB 10.4.1", self.wreck_fired or not self.wrecks or not self.near_reef(), "the wrecks have not fired"
            )
        if self.phase == "reef":
            still = [unit.name for unit in self.units.values() if unit.shift and unit.box == "map" and not unit.busy]
            self.holds("BB 3.5.6", not still, f"{still} have kept their course")
        if self.phase == "recovery":
            due = {name for name in self.tried if self.units[name].box != "lost"} - self.spoiled
            self.same("BB 4.9.6", "who has rolled", self.recovery_dice, due)
        if self.phase == "supply_check" and not self.supply_found:
            self.same("BB 7.8.1", "who is unsupplied", {}, self.found_unsupplied())

    def vessels_back(self) -> None:
        """3.4.14, 4.9.13, reading A-70."""
        vessels = [unit for unit in self.units.values() if unit.is_vessel and unit.box == "map"]
        still = [one.name for one in vessels if not one.cargo and self.hexes[one.hex].entry]
        self.holds("BB 3.4.14", not still, f"{still} are still in their entry hexes")
        for kind, lost in self.lost_vessels.items():
            self.holds("BB 4.9.13", lost < 2 or kind in self.returned, f"{lost} of {kind} are lost, and none returns")
        self.returned = set()

    def on_VesselReturned(self, fact: facts.VesselReturned) -> None:
        super().on_VesselReturned(fact)
        kind = self.units[fact.units[0]].kind
        self.holds("BB 4.9.13", kind not in self.returned, f"a second of {kind} returns")
        self.returned.add(kind)

    def wreck_taken(self) -> list[str]:
        """10.4.2, reading A-36: infantry that was there for the whole turn, after two turns of shelling."""
        there = [one for one in self.on_map(WRECK) if one.is_infantry and 0 < one.in_wreck < self.turn]
        return [one.name for one in there] if self.wrecks and self.shelled >= 2 and self.shelled_on < self.turn else []

    def begin_bombardment(self) -> None:
        self.same("BB 2.1.1", "the turn", self.turn, 1)

    def begin_offshore(self) -> None:
        self.holds("BB 4.8.2", not self.is_night, "Offshore Support by night")

    def begin_decay(self) -> None:
        self.holds("BB 2.2.3", self.turn in (2, 3), f"chits on turn {self.turn}")

    def begin_impulse(self) -> None:
        self.impulse = self.seen.count("impulse")
        self.holds("BB 13", self.impulse <= 3, f"impulse {self.impulse}")

    def begin_landing_fire(self) -> None:
        self.aimed = self.approaching()

    def begin_suppression(self) -> None:
        self.suppressing = set()

    def begin_traps(self) -> None:
        self.aimed = self.trapped_areas()

    def begin_actions(self) -> None:
        if self.turn >= 3 and self.held_back():
            self.owe("BB 7.6.3", "free chits")

    def begin_offensive(self) -> None:
        done = self.runway_areas if self.readings["A-25"] == "instead" else set()
        self.aimed = set(self.targets()) - done
        self.wreck_fired = False

    def begin_used_up(self) -> None:
        if self.used_up():
            self.owe("BB 7.3.9", "chits used up")

    def begin_supply_check(self) -> None:
        self.supply_found, self.chit_spent = False, set()
        self.holds("BB 7.8.1", self.turn >= 3, f"a Supply Phase on turn {self.turn}")

    def begin_night(self) -> None:
        self.holds("BB 8.5.6", self.is_night, "a night event by day")

    def begin_recovery(self) -> None:
        self.recovery_dice = set()

    def begin_collapse(self) -> None:
        self.collapse_due = [
            table for table, track in (("japanese", "JGM"), ("invasion", "MGM")) if self.tracks[track] == 0
        ]
        self.holds("BB 8.2.5", bool(self.collapse_due), "nobody's morale is at -3")

    def begin_final(self) -> None:
        if "collapse" not in self.seen:
            self.holds("BB 8.2.5", self.tracks["JGM"] > 0 and self.tracks["MGM"] > 0, "no Collapse Table at -3")
        else:
            self.same("BB 8.2.5", "the tables that are left", self.collapse_due, [])
        for what in ("positions", "markers", "pins"):
            if getattr(self, f"any_{what}")():
                self.owe("BB 9", what)

    def any_positions(self) -> bool:
        return any(card.position == "in-process" for card in self.hexes.values())

    def any_markers(self) -> bool:
        return any(card.markers for card in self.hexes.values())

    def any_pins(self) -> bool:
        return any(unit.pin for unit in self.units.values() if unit.box != "lost")

    def on_TurnBegan(self, fact: facts.TurnBegan) -> None:
        self.left_phase()
        self.same("BB 13", "the turn", fact.turn, self.turn + 1)
        due = [
            *ALWAYS,
            *(("offshore",) if not self.is_night else ()),
            *(("supply", "allocate", "supply_check") if self.turn >= 3 else ()),
        ]
        due += ["night"] if self.is_night else []
        due += ["bombardment"] if self.turn == 1 else []
        for phase in due:
            self.holds("BB 13", phase in self.seen, f"no {phase} on turn {self.turn}")
        self.holds("BB 11.1", self.turn < self.last_turn, f"the game goes on after turn {self.turn}")
        self.holds("BB 11.1", self.casualties < 5000, f"the game goes on with {self.casualties} casualties")
        self.turn, self.seen, self.phase = fact.turn, [], ""
        self.impulse = 0
        self.pier_units = self.pier_guns = 0
        self.sent, self.delivered, self.runway_areas, self.tried, self.spoiled = [], {}, set(), {}, set()
        self.offshore = self.offshore_given = 0
        for unit in self.units.values():
            unit.left, unit.used, unit.late, unit.busy, unit.trapped, unit.digging = -1, 0, False, False, False, False
            unit.recovering = unit.spoiled = False

    @property
    def last_turn(self) -> int:
        return int(self.charts["time-limit"]["game"]["turn"])

    def on_GameEnded(self, fact: GameEnded) -> None:
        total, cleared = self.casualties, not any(self.japanese(hex) for hex in self.hexes)
        if fact.by == "casualties":
            self.holds("BB 11.1", total >= 5000, f"{total} casualties")
        elif fact.by == "victory":
            self.holds(
                "BB 11.1",
                cleared and all(self.secured(area) for area in self.areas) and total < 5000,
                f"{total} casualties",
            )
        elif fact.by == "time":
            self.same("BB 11.1", "the last turn", self.turn, self.last_turn)
            self.same("BB 11.1", "the phase", self.phase, "final")
        self.owed.pop(("BB 11.1", "the end"), None)
        winner = "us" if fact.by in ("victory", "japanese-collapse") else "jp"
        self.same("BB 11.1", "who wins", fact.winner, winner)

    # ---- 2, 3.9 ----

    def on_BombardmentRolled(self, fact: facts.BombardmentRolled) -> None:
        self.die("BB 2.1.1", fact.die)
        self.given_up = fact.given_up
        self.same("BB 2.1.3", "the terms", terms(fact.terms), self.given({"delay": min(2, fact.given_up)}))
        chits = self.cell("bombardment", fact.die + sum(one.amount for one in fact.terms))["chits"]
        self.same("BB 2.1.1", "the chits", fact.chits, chits)
        self.chits_to_come = min(chits, len(self.areas))

    def on_ChitRevealed(self, fact: facts.ChitRevealed) -> None:
        self.holds("BB 2.1.2", fact.area not in self.chits, f"{fact.area} has a chit")
        self.chits[fact.area] = None if fact.chit == "blank" else int(fact.chit)
        self.chits_to_come -= 1
        drawn = sum(chit == self.chits[fact.area] for chit in self.chits.values())
        self.holds(
            "BB 2.2.1",
            drawn <= self.charts["chits"][fact.chit]["number"] and self.chits_to_come >= 0,
            f"{drawn} chits {fact.chit}",
        )

    def on_ChitsDecayed(self, fact: facts.ChitsDecayed) -> None:
        said = {area: "-1" if chit == -2 and self.turn == 2 else "" for area, chit in self.chits.items()}
        self.same("BB 2.2.3", "what becomes of the chits", dict(fact.areas), said)
        self.chits = {area: -1 for area, chit in fact.areas.items() if chit}

    def on_OffshoreRolled(self, fact: facts.OffshoreRolled) -> None:
        self.die("BB 4.8.2", fact.die)
        rolled = self.cell("offshore", fact.die)["points"]
        self.same("BB 4.8.2", "the points", (fact.rolled, fact.offshore_turn), (rolled, self.turn))
        said = self.given({"fleet-raid": -int(self.fleet_raid == "offshore"), "carrier": -int(self.carrier)})
        self.same("BB 10.5.2", "the terms", terms(fact.terms), said)
        self.same("BB 4.8.2", "the points left", fact.offshore, max(0, rolled + sum(said.values())))
        self.offshore = self.offshore_given = fact.offshore

    def in_use(self) -> set[str]:
        """3.9.1, readings A-79, A-71, A-88: the entry areas of those on their way."""
        found = set()
        for unit in self.units.values():
            afloat = unit.box == "map" and not self.hexes[unit.hex].area and not self.at_the_wreck(unit)
            if afloat and (unit.cargo or not unit.is_vessel) and unit.kind != "artillery":
                found.add(unit.beach or self.nearest_beach())
        return found

    def nearest_beach(self) -> str:
        landings = [hex for hex, card in self.hexes.items() if card.landing]
        return self.hexes[min(landings, key=lambda hex: (self.grid.distance(PIER_BASE, hex), hex))].landing

    def on_SuppressionFired(self, fact: facts.SuppressionFired) -> None:
        self.die("BB 3.9.1", fact.die)
        self.same("BB 3.9.1", "the phase", self.phase, "suppression")
        self.holds(
            "BB 3.9.1",
            fact.beach not in self.suppressing and fact.beach in self.in_use(),
            f"{fact.beach}, in use {self.in_use()}",
        )
        self.suppressing.add(fact.beach)
        self.holds(
            "BB 3.9.2",
            any(self.hexes[hex].landing == fact.beach for hex in self.areas[fact.area]),
            f"{fact.beach} at {fact.area}",
        )
        self.same("BB 3.9.1", "the terms", terms(fact.terms), {})
        self.same("BB 3.9.1", "the line of the table", fact.result, self.cell("marine-fire", fact.die)["result"])
        if fact.result != "none" and not self.is_suppressed(fact.area):
            self.owe("BB 3.9.2", "suppressed", fact.area)

    def on_AreasSuppressed(self, fact: facts.AreasSuppressed) -> None:
        for area in fact.areas:
            if fact.by == "fire":
                self.pay("BB 3.9.2", "suppressed", area)
                self.holds("BB 3.9.4", not self.is_suppressed(area), f"{area} has a marker")
                self.marked_at[area] = (self.turn, self.impulse)
            if not fact.by and self.suppressed.get(area) == "air-raid":
                self.holds("BB 10.1.3", not self.is_night and self.phase == "final", f"the marker of {area} by night")
                self.same("BB 10.1.3", f"daylight turns of {area}", self.raid_turns.get(area), 1)
            elif not fact.by:
                stale = self.phase in ("suppression", "ashore") or not self.is_suppressed(area)
                since = self.marked_at.get(area)
                self.holds(
                    "BB 3.9.5", stale and since != (self.turn, self.impulse), f"the marker of {area} from {since}"
                )
        if fact.by == "air-raid":
            for area in fact.areas:
                self.raid_turns[area] = 2
                self.holds("BB 10.1.3", area in self.bombable(), f"{area} is bombed")
        for area in fact.areas:
            self.suppressed[area] = fact.by

    def on_AirRaidWaned(self, fact: facts.AirRaidWaned) -> None:
        for area in fact.areas:
            self.same("BB 10.1.3", f"daylight turns of {area}", self.raid_turns.get(area), 2)
            self.raid_turns[area] = 1

    # ---- 9 ----

    def on_PositionsCompleted(self, fact: facts.PositionsCompleted) -> None:
        self.pay("BB 9", "positions")
        super().on_PositionsCompleted(fact)

    def on_SuppressionRemoved(self, fact: facts.SuppressionRemoved) -> None:
        self.pay("BB 9", "markers")
        self.same("BB 9.2", "the hexes", set(fact.places), {hex for hex, card in self.hexes.items() if card.markers})
        for hex in fact.places:
            self.hexes[hex].markers = 0

    def on_PinsTurned(self, fact: facts.PinsTurned) -> None:
        self.pay("BB 9", "pins")
        said = {unit.name: unit.pin - 1 for unit in self.units.values() if unit.pin and unit.box != "lost"}
        self.same("BB 9.3", "the pins", dict(fact.pins), said)
        for name, pin in fact.pins.items():
            self.units[name].pin = pin

    # ---- supply in its phase ----

    def on_ActiveSupplyGiven(self, fact: facts.ActiveSupplyGiven) -> None:
        if fact.free:
            self.pay("BB 7.6.3", "free chits")
        super().on_ActiveSupplyGiven(fact)

    def on_ActiveSupplyUsed(self, fact: facts.ActiveSupplyUsed) -> None:
        if self.phase == "used_up":
            self.pay("BB 7.3.9", "chits used up")
        super().on_ActiveSupplyUsed(fact)
        if self.phase == "supply_check":
            self.chit_spent = set(fact.units)

    def on_SupplyFound(self, fact: facts.SupplyFound) -> None:
        super().on_SupplyFound(fact)
        self.supply_found = True

    # ---- 10 ----

    def on_NightEventRolled(self, fact: facts.NightEventRolled) -> None:
        self.die("BB 8.5.6", fact.die)
        event = self.cell("night-events", fact.die)["event"]
        self.same("BB 10", "the event", fact.event, event)
        again = {
            "submarine": self.submarine,
            "fleet-raid": bool(self.fleet_raid),
            "carrier": self.carrier,
            "wrecks": False,
        }.get(event, False)
        if event != "wrecks":
            self.same("BB 10.2.1", "it has happened before", fact.again, again)
        bring = {"submarine": "submarine", "carrier": "carrier", "wrecks": "wrecks"}.get(event)
        if bring and not again and not fact.again:
            self.owe("BB 10", bring)
        self.raid_hits = 0

    def on_SubmarineStruck(self, fact: facts.SubmarineStruck) -> None:
        self.pay("BB 10", "submarine")
        self.submarine = True

    def on_CarrierSunk(self, fact: facts.CarrierSunk) -> None:
        self.pay("BB 10", "carrier")
        self.carrier = True

    def on_WrecksOccupied(self, fact: facts.WrecksOccupied) -> None:
        self.pay("BB 10", "wrecks")
        self.wrecks, self.shelled = True, 0

    def on_FleetRaided(self, fact: facts.FleetRaided) -> None:
        self.die("BB 10.3.1", fact.die)
        said = "supply" if fact.die <= 2 else "offshore" if fact.die <= 5 else "failed"
        self.same("BB 10.3.2", "what it brings", fact.fleet_raid, said)
        self.fleet_raid = fact.fleet_raid

    def on_WrecksShelled(self, fact: facts.WrecksShelled) -> None:
        self.shelled, self.shelled_on = self.shelled + 1, self.turn
        self.same("BB 10.4.2", "turns of shelling", fact.wrecks_shelled, self.shelled)
        self.holds(
            "BB 10.4.3",
            self.offshore_given > 0 and self.offshore == 0,
            f"{self.offshore} of {self.offshore_given} points are left",
        )

    def on_WrecksCleared(self, fact: facts.WrecksCleared) -> None:
        unit = self.units[fact.unit]
        self.holds(
            "BB 10.4.2",
            unit.name in self.wreck_taken(),
            f"{self.shelled} turns, {fact.unit} in {unit.hex} since {unit.in_wreck}",
        )
        self.wrecks = False

    def on_AirRaidRolled(self, fact: facts.AirRaidRolled) -> None:
        self.die("BB 10.1.1", fact.die)
        self.same(
            "BB 10.1.1", "the hits", (fact.hits, fact.pins), (fact.die if fact.die < 6 else 0, fact.die in (4, 5))
        )
        self.raid_hits, self.raid_pins = (fact.hits if self.ashore() else 0), fact.pins
        self.last_one_hit()

    def last_one_hit(self) -> None:
        """10.1.1: nothing is drawn where one unit is left; it takes what is left of the hits."""
        targets = self.ashore()
        while len(targets) == 1 and self.raid_hits > 0:
            self.hit_by_raid(targets[0])

    def on_UnitLost(self, fact: facts.UnitLost) -> None:
        super().on_UnitLost(fact)
        if self.raid_hits > 0 and self.phase == "night":
            self.last_one_hit()

    def bombable(self) -> set[str]:
        """10.1.3: uncleared areas with Marines, or else those next to one with Marines."""
        held = {self.hexes[one.hex].area for one in self.ashore()}
        open_areas = {area for area in self.areas if not self.secured(area)}
        return (open_areas & held) or {area for area in open_areas if self.next_to[area] & held}

    def on_Drawn(self, fact: Drawn) -> None:
        if fact.rule == "BB 10.1.3":
            self.same("BB 10.1.3", "the areas in the draw", set(fact.purpose.of), self.bombable())

    # ---- 10.6 to 10.8 ----

    def beside_japanese(self) -> set[str]:
        """10.6.1: any unit, on the reef too."""
        return {
            one.name
            for one in self.units.values()
            if one.box == "map" and not one.is_vessel and self.to_japanese(one.hex) == 1
        }

    def at_night(self, rule: str, unit: str) -> set[str]:
        if rule == "BB 10.1.3":
            return self.bombable()
        if rule == "BB 10.8.4":
            return self.next_lost()
        if rule == "BB 10.8.2":
            return self.next_to_hexes(self.lost_hexes[-1:])
        if rule == "BB 10.8.5" and unit in self.units:
            return self.next_to_hexes(self.spread)
        if rule == "BB 10.8.5":
            return {hex for hex in self.heads() if any(self.grid.adjacent(hex, one) for one in self.spread)}
        if rule == "BB 8.3.4":
            return {hex for hex in self.hexes if self.may_fall(hex)}
        area = self.hexes[self.units[unit].hex].area
        if rule == "BB 4.1.3":
            return self.victims(self.trap[0])
        if rule == "BB 10.1.1":
            return {one.name for one in self.ashore()}
        if rule == "BB 10.6.1":
            return self.beside_japanese()
        if rule == "BB 10.6.9":
            return {one.name for one in self.on_map(self.target_hex) if not one.is_vessel}
        if rule == "BB 10.8.1" and area in self.general_areas():
            return {one.name for one in self.ashore() if self.hexes[one.hex].area == area}
        return set()

    def next_to_hexes(self, hexes: list[str]) -> set[str]:
        ground = (one for one in self.units.values() if one.box == "map" and not one.is_vessel)
        return {one.name for one in ground if any(self.grid.adjacent(one.hex, hex) for hex in hexes)}

    def next_lost(self) -> set[str]:
        """10.8.4: the hexes next to the first that the attack has retaken, or next to the second, and so on."""
        for lost in self.lost_hexes:
            if found := {one for one in self.near(lost) if self.may_fall(one)}:
                return found
        return set()

    def may_fall(self, hex: str) -> bool:
        """Reading A-59: a hex that the Japanese can have back, with nobody in it."""
        card = self.hexes[hex]
        return (
            bool(card.area)
            and card.cleared
            and not card.runway
            and not card.landing
            and not any(not one.is_vessel for one in self.on_map(hex))
        )

    def general_areas(self) -> set[str]:
        """10.8.1, reading A-42."""
        held = {self.hexes[one.hex].area for one in self.ashore()}
        found = set()
        for area in held:
            ring = {near for hex in self.areas[area] for near in self.near(hex)} - set(self.areas[area])
            inside = any(self.japanese(hex) for hex in self.areas[area]) and self.readings["A-42"] == "areas"
            if inside or any(self.japanese(hex) for hex in ring):
                found.add(area)
        return found

    def on_Targeted(self, fact: facts.Targeted) -> None:
        super().on_Targeted(fact)
        if fact.rule == "BB 10.1.1" and fact.unit in self.units:
            self.drawn = ""
            self.hit_by_raid(self.units[fact.unit])

    def hit_by_raid(self, unit: Unit) -> None:
        self.owe("BB 3.8.1", "hit", unit.name)
        self.raid_hits -= 1
        self.holds("BB 10.1.1", self.raid_hits >= 0, "a hit too many")
        if self.raid_pins and not self.owed["BB 3.7.6", "pin", unit.name, "1"]:  # who takes several hits is pinned once
            self.owed_pin(unit, 1)

    def on_BanzaiBegan(self, fact: facts.BanzaiBegan) -> None:
        unit = self.units.get(fact.target)
        if self.owed.get(("BB 10.6.9", "next target", fact.hex)):
            self.pay("BB 10.6.9", "next target", fact.hex)
        self.general, self.target_hex, self.weakened = fact.general, fact.hex, False
        self.target_name = fact.target if unit else ""
        if fact.rule in ("BB 10.6.1", "BB 10.8.1"):
            self.retaken = False
            self.lost_hexes, self.spread = [], []
        if fact.rule == "BB 10.8.5":
            self.holds(
                "BB 10.8.5",
                any(self.grid.adjacent(fact.hex, hex) for hex in self.spread),
                f"{fact.hex} is not next to {self.spread}",
            )
        if fact.rule == "BB 10.8.2":
            beside = bool(self.lost_hexes) and self.grid.adjacent(fact.hex, self.lost_hexes[-1])
            self.holds("BB 10.8.2", beside, f"{fact.hex} after {self.lost_hexes}")
        if unit is None:
            return
        self.same("BB 10.6.1", "the hex", fact.hex, unit.hex)
        self.holds("BB 10.6.1", self.drawn in ("", fact.target) or fact.general, f"{self.drawn} was drawn")
        self.drawn = ""
        if fact.rule == "BB 10.6.1":
            self.holds(
                "BB 10.6.1",
                fact.target in self.beside_japanese(),
                f"{fact.target} in {fact.hex} is not next to the Japanese",
            )
        if unit.recovering and not unit.spoiled:
            self.owe("BB 4.9.5", "recovery spoiled", unit.name)
        if self.hexes[fact.hex].position == "in-process" and any(one.digging for one in self.on_map(fact.hex)):
            self.owe("BB 1.3.2", "position lost", fact.hex)

    def on_PositionsLost(self, fact: facts.PositionsLost) -> None:
        for hex in fact.places:
            if ("BB 1.3.2", "position lost", hex) in self.owed:
                self.pay("BB 1.3.2", "position lost", hex)
        super().on_PositionsLost(fact)

    def fire_at_banzai(self, fact: facts.FireActionResolved) -> None:
        (name,) = fact.units
        unit = self.units[name]
        self.same("BB 10.6.3", "who fires", name, self.target_name)
        others = [one for one in self.on_map(self.target_hex) if not one.is_vessel and one is not unit]
        said = {
            "marine-morale": self.level("MGM"),
            "isolated": -int(self.is_isolated(unit)),
            "support": sum(one.support for one in others),
        }
        self.same("BB 10.6.3", f"the terms of {name}", terms(fact.terms), self.given(said))
        self.check_table("BB 10.6.3", fact)
        self.weakened = fact.result == "S"
        if fact.result == "S*":
            self.repulse(unit)

    def repulse(self, unit: Unit) -> None:
        self.repulsing = unit.name
        self.repulses.append(unit.name)

    def on_BanzaiRolled(self, fact: facts.BanzaiRolled) -> None:
        self.die("BB 10.6.6", fact.die)
        unit = self.units[fact.target]
        self.same("BB 10.6.6", "the target", fact.target, self.target_name)
        said = {
            "suppressed-banzai": -int(self.weakened),
            "regiment": -self.level(unit.regiment) if unit.regiment in MARKED else 0,
        }
        if self.readings["A-06"] == "general":
            said["marine-morale"] = -self.level("MGM")
        self.same("BB 10.6.6", "the terms", terms(fact.terms), self.given(said))
        cell = self.cell("banzai", fact.die + sum(one.amount for one in fact.terms))
        self.same("BB 10.6.6", "the line of the table", (fact.result, fact.hits), (cell["result"], cell.get("hits", 0)))
        self.struck(unit, fact.hits, cell.get("casualties", False))
        if fact.result == "repulsed":
            self.repulse(unit)

    def on_Retreated(self, fact: facts.Retreated) -> None:
        for name in fact.units:
            unit = self.units[name]
            card = self.hexes[fact.to]
            self.same("BB 10.6.8", "who retreats", name, self.target_name)
            left = [one for one in self.on_map(unit.hex) if one is not unit and not one.is_vessel]
            if left:
                self.owe("BB 10.6.9", "next target", unit.hex)
            self.holds(
                "BB 10.6.8",
                self.grid.adjacent(unit.hex, fact.to) and not self.japanese(fact.to),
                f"{name} from {unit.hex} to {fact.to}",
            )
            unit.hex = fact.to
            if card.area:
                self.stacked(fact.to)
                self.entered(fact.to)
                if self.under_fire(fact.to):
                    self.fled.append(name)

    def on_HexesUncleared(self, fact: facts.HexesUncleared) -> None:
        if fact.rule in ("BB 10.6.8", "BB 10.8.3") and not self.retaken:
            self.retaken = True
            self.owe_move("JGM", 1, "banzai-won")
        if fact.rule == "BB 10.8.3":
            self.same("BB 10.8.3", "one hex at a time", len(fact.places), 1)
            self.holds("BB 10.8.4", set(fact.places) <= self.next_lost(), f"{fact.places} of {self.next_lost()}")
            self.spread += fact.places
            self.lost_hexes += fact.places
        elif fact.rule == "BB 10.6.8":
            self.same("BB 10.6.8", "the hex", fact.places, (self.target_hex,))
            self.lost_hexes += fact.places
        before = {self.hexes[hex].area for hex in fact.places if self.secured(self.hexes[hex].area)}
        for hex in fact.places:
            card = self.hexes[hex]
            self.holds("BB 10.6.8", card.cleared and not card.runway and not card.landing, f"the Japanese take {hex}")
            left = [one.name for one in self.on_map(hex)]
            self.holds("BB 10.6.8", not left, f"{hex} holds {left}")
            self.holds("BB 7.4.1", not card.head, f"the Japanese take {hex} and leave the Supply Head in it")
        self.changed(fact.places, False)
        for area in before:
            self.owe("BB 4.5.9", "open", area)

    def on_HeadsLost(self, fact: facts.HeadsLost) -> None:
        share = 0  # 8.3.4: no Banzai attack (reading A-97)
        if fact.rule != "BB 8.3.4":
            heads = len(self.heads())
            share = (2 * self.pool + heads) // (2 * heads) + (self.dice[0] if PIER_BASE in fact.places else 0)
        self.same("BB 7.7.3", "the points lost", fact.lost, min(share, self.pool))
        self.same("BB 7.7.3", "the pool", fact.pool, self.pool - fact.lost)
        self.pool = fact.pool
        for hex in fact.places:
            self.hexes[hex].head = False

    def on_CollapseRolled(self, fact: facts.CollapseRolled) -> None:
        self.die("BB 8.2.5", fact.die)
        self.holds("BB 8.2.5", fact.table in self.collapse_due, f"the {fact.table} table")
        self.collapse_due = [one for one in self.collapse_due if one != fact.table]
        card = self.charts["collapse"][f"{fact.table}/{fact.die}"]
        if card.get("morale"):
            self.owe_move("JGM" if fact.table == "japanese" else "MGM", card["morale"], "collapse")
