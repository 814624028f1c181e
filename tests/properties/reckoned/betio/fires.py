"""BB 3.7, 4.5.6, 6, 1.5.3, 10.4: Japanese fire; 3.8 hits; 5 casualties; 8 morale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.betio import facts
from domain.betio.charts import PIER_BASE
from domain.kernel.facts import Declared, Modifier, Rolled
from tests.properties.reckoned.betio.board import MARKED, Unit
from tests.properties.reckoned.betio.landing import Landing

FIRED = {
    "anti-landing": "BB 3.7.5",
    "defensive": "BB 4.5.6",
    "offensive": "BB 6.5",
    "runway": "BB 1.5.3",
    "wrecks": "BB 10.4.1",
}


def terms(of: Iterable[Modifier]) -> dict[str, int]:
    """The terms of a die by their codes, those that change nothing left out."""
    found: Counter[str] = Counter()
    for one in of:
        found[one.code] += one.amount
    return {code: amount for code, amount in found.items() if amount}


class Fires(Landing):
    """Dice of the Japanese Fire Table, and all that follows from a hit."""

    def __init__(self) -> None:
        super().__init__()
        self.dice: tuple[int, ...] = ()
        self.verb = ""
        self.aimed: set[str] = set()
        """Who is to be fired at in this impulse, or which areas hold a target."""
        self.drawn = ""
        self.shots: list[tuple[str, str]] = []
        """Of an assault: each unit and the hex it is fired at from, in order."""
        self.hit_units: set[str] = set()
        self.runway_areas: set[str] = set()
        self.wreck_fired = False
        self.marked_at: dict[str, tuple[int, int]] = {}
        """When an Area Suppression Marker was placed: turn and impulse."""
        self.moved: list[Unit] = []
        self.spoiled: set[str] = set()
        """Whose recovery has failed in this turn."""
        self.repulses: list[str] = []
        """Banzai attacks that have been repulsed, once the hits are taken."""

    def on_Declared(self, fact: Declared) -> None:
        self.verb, self.drawn = fact.verb, ""

    def on_Rolled(self, fact: Rolled) -> None:
        self.dice = fact.dice
        self.holds("BB 2.1.1", all(1 <= one <= 6 for one in fact.dice), f"{fact.dice}")

    def die(self, rule: str, die: int) -> None:
        self.same(rule, "the die", die, self.dice[0] if self.dice else None)

    # ---- who is fired at ----

    def approached(self, unit: Unit) -> str:
        """3.7.1, 7.5.2, readings A-66, A-87: the area that fires at it, or none."""
        if not unit.beach:
            area = self.hexes[PIER_BASE].area
            return area if self.defended(area) else ""
        supply = unit.is_vessel and unit.cargo not in self.units
        fires = [
            area for area in self.areas if (not self.secured(area) if supply and unit.cargo else self.defended(area))
        ]
        landings = [hex for hex, card in self.hexes.items() if card.landing == unit.beach and card.area in fires]
        landings.sort(key=lambda hex: (self.grid.distance(unit.hex, hex), hex))
        return self.hexes[landings[0]].area if landings else ""

    def defended(self, area: str) -> bool:
        ring = {near for hex in self.areas[area] for near in self.near(hex)}
        return not self.secured(area) or any(self.japanese(hex) for hex in ring)

    def approaching(self) -> set[str]:
        """3.7.1, 3.7.3, 3.7.8: those on their way across the reef or along the pier."""
        found = set()
        for unit in self.units.values():
            if unit.box != "map" or self.hexes[unit.hex].area or self.at_the_wreck(unit) or not self.approached(unit):
                continue
            empty = unit.is_vessel and not unit.cargo
            if not empty or (self.impulse == 1 and not unit.returning):
                found.add(unit.name)
        return found

    def targets(self) -> dict[str, set[str]]:
        """6.2: by area, who stands less than three hexes from an uncleared hex."""
        found: dict[str, set[str]] = {}
        for unit in self.ashore():
            if self.to_japanese(unit.hex) <= 2:
                found.setdefault(self.hexes[unit.hex].area, set()).add(unit.name)
        return found

    def on_Targeted(self, fact: facts.Targeted) -> None:
        self.drawn = fact.unit
        self.holds("BB 6.4", fact.unit in fact.among, f"{fact.unit} was not in the draw")
        self.same(fact.rule, "who is in the draw", sorted(fact.among), sorted(self.draw(fact.rule, fact.unit)))

    def draw(self, rule: str, unit: str) -> set[str]:
        """Who chance may pick."""
        if rule == "BB 6.4":
            return self.targets().get(self.hexes[self.units[unit].hex].area, set())
        if rule == "BB 10.4.1":
            return self.near_reef()
        if rule == "BB 1.5.3":
            return {one.name for one in self.moved if one.box == "map"}
        return self.at_night(rule, unit)

    def at_night(self, rule: str, unit: str) -> set[str]:
        raise NotImplementedError

    def near_reef(self) -> set[str]:
        """10.4.1, reading A-69: on the reef or the pier, or on Betio within two hexes of the reef; no empty vessel."""
        found = set()
        for unit in self.units.values():
            if unit.box != "map" or (unit.is_vessel and not unit.cargo):
                continue
            if not self.hexes[unit.hex].area or (not unit.is_vessel and self.to_reef(unit.hex) <= 2):
                found.add(unit.name)
        return found

    def to_reef(self, hex: str) -> int:
        reef = (one for one in self.grid.within(hex, 3) if one in self.hexes and self.hexes[one].water)
        return min((self.grid.distance(hex, one) for one in reef), default=99)

    # ---- the die ----

    def terms_of(self, fact: facts.FireResolved, unit: Unit, firing: str) -> dict[str, int]:
        """8.5.2, TEC, 2.2.1 and the rest: what changes the die."""
        said = {"japanese-morale": self.level("JGM"), "terrain": self.effect(fact.hex)}
        if self.beside_pier(fact.hex):
            said["next-to-pier"] = int(self.charts["fire-modifiers"]["next-to-pier"]["amount"])
        area = self.hexes[firing].area if firing else self.hexes[fact.hex].area
        if fact.kind == "anti-landing":
            area = self.approached(unit)
            said["area-suppression"] = -1 if self.is_suppressed(area) else 0
            said["strongpoints"] = -sum(self.hexes[hex].demolished // 2 for hex in self.areas[area])
        if fact.kind != "wrecks":
            said["chit"] = self.chits.get(area) or 0
        if fact.kind in ("offensive", "runway", "wrecks") and self.hexes[fact.hex].position == "complete":
            said["position"] = -1
        if fact.kind != "wrecks":
            said["suppression"] = -self.markers_on(area, firing)
        if firing and self.across(firing, fact.hex):
            said["terrain"] -= 1
        return {code: amount for code, amount in said.items() if amount}

    def is_suppressed(self, area: str) -> bool:
        """3.9.2, 3.9.5, 10.1.3: by the Suppression Fire of the impulse before this one, or by an air raid."""
        by = self.suppressed.get(area, "")
        before = (self.turn, self.impulse - 1) if self.impulse > 1 else (self.turn - 1, 3)
        return by == "air-raid" or (by == "fire" and self.marked_at.get(area) in (before, (self.turn, self.impulse)))

    def markers_on(self, area: str, firing: str) -> int:
        """4.4.4, 4.4.5: the markers on strongpoints of the area, and on the hex that fires (reading A-12)."""
        hexes = [hex for hex in self.areas[area] if self.hexes[hex].markers and self.is_strongpoint(hex)]
        if firing and firing not in hexes:
            hexes.append(firing)
        return sum(self.counted(hex) for hex in hexes)

    def is_strongpoint(self, hex: str) -> bool:
        """Not one that is destroyed, and was retaken (reading A-61)."""
        return bool(self.hexes[hex].strongpoints) and (self.hexes[hex].stands or not self.japanese(hex))

    def counted(self, hex: str) -> int:
        markers = self.hexes[hex].markers
        return min(1, markers) if self.readings["A-12"] == "once" else markers

    def on_FireResolved(self, fact: facts.FireResolved) -> None:
        rule, unit = FIRED[fact.kind], self.units[fact.target]
        self.die(rule, fact.die)
        self.same(rule, "the hex", fact.hex, unit.hex)
        firing = ""
        if fact.kind == "defensive":
            while self.shots and self.units[self.shots[0][0]].box != "map":
                self.shots.pop(0)
            expected, firing = self.shots.pop(0) if self.shots else ("nobody", "")
            self.same(rule, "who is fired at", fact.target, expected)
        elif fact.kind == "anti-landing":
            self.holds(rule, fact.target in self.aimed, f"{fact.target} is no target now")
            self.aimed.discard(fact.target)
        elif fact.kind == "offensive":
            area = self.hexes[fact.hex].area
            self.holds(
                "BB 6.3",
                area in self.aimed and fact.target in self.targets().get(area, set()),
                f"{fact.target} in {area} is no target",
            )
            self.holds("BB 6.4", self.drawn in ("", fact.target), f"{self.drawn} was drawn")
            self.aimed.discard(area)
        elif fact.kind == "wrecks":
            self.holds(
                "BB 10.4.1",
                self.wrecks and not self.wreck_fired and fact.target in self.near_reef(),
                f"{fact.target} in {fact.hex}",
            )
            self.wreck_fired = True
        else:
            self.owed_runway(fact)
        self.drawn = ""
        self.same(rule, f"the terms against {fact.target}", terms(fact.terms), self.terms_of(fact, unit, firing))
        cell = self.cell("japanese-fire", fact.die + sum(one.amount for one in fact.terms))
        afloat = not self.hexes[unit.hex].area and not self.hexes[unit.hex].pier and not self.beside_pier(unit.hex)
        turns = afloat and fact.kind in ("anti-landing", "wrecks") and not self.at_the_wreck(unit)
        pin, shift = cell.get("pin", 0) if self.is_pinned(unit) else 0, cell.get("shift", "") if turns else ""
        self.same(
            rule,
            "the line of the table",
            (fact.hits, fact.casualties),
            (cell.get("hits", 0), cell.get("casualties", False)),
        )
        self.same("BB 6.6", f"the pin of {unit.name}", fact.pin, pin)
        self.same("BB 1.7.8", f"the course of {unit.name}", fact.shift, shift)
        self.struck(unit, fact.hits, fact.casualties)
        if fact.hits and unit.recovering and not unit.spoiled:
            self.owe("BB 4.9.5", "recovery spoiled", unit.name)
        self.owed_pin(unit, pin)
        if shift and shift != unit.shift:
            self.owe("BB 3.7.6", "shift", unit.name, shift)

    def owed_runway(self, fact: facts.FireResolved) -> None:
        raise NotImplementedError

    def owed_pin(self, unit: Unit, pin: int) -> None:
        if pin > unit.pin and self.is_pinned(unit):
            self.owe("BB 3.7.6", "pin", unit.name, str(pin))

    def is_pinned(self, unit: Unit) -> bool:
        """6.6, reading A-76."""
        return not unit.is_tank and not unit.is_vessel and unit.kind != "artillery"

    def struck(self, unit: Unit, hits: int, casualties: bool) -> None:
        """3.8, 5.1: hits that have to be taken, and an asterisk that counts."""
        if hits:
            self.owe("BB 3.8.1", "hit", unit.name, count=hits)
        if casualties and not unit.is_tank and not unit.is_vessel and unit.kind != "hawkins":
            self.owe("BB 5.1.2", "casualties")

    def on_Pinned(self, fact: facts.Pinned) -> None:
        for name in fact.units:
            self.pay("BB 3.7.6", "pin", name, str(fact.pin))
            self.units[name].pin = fact.pin

    def on_RecoverySpoiled(self, fact: facts.RecoverySpoiled) -> None:
        for name in fact.units:
            self.pay("BB 4.9.5", "recovery spoiled", name)
            self.units[name].spoiled = True
            self.spoiled.add(name)

    # ---- hits ----

    def on_StepsLost(self, fact: facts.StepsLost) -> None:
        for loss in fact.losses:
            unit = self.units[loss.unit]
            self.same("BB 3.8.4", f"the steps of {unit.name}", loss.left, unit.steps - loss.steps)
            self.same("BB 3.8.6", f"{unit.name} is eliminated", loss.eliminated, loss.left == 0)
            if loss.cause == "vessel":
                if fact.rule == "BB 3.4.7":
                    self.holds(
                        "BB 3.4.7", unit.kind == "artillery" and loss.left == 0, f"{unit.name} is lost with its vessel"
                    )
                else:
                    self.pay("BB 3.7.7", "loss", unit.name, count=loss.steps)
            elif loss.cause == "booby-trap":
                self.pay("BB 4.1.3", "loss", unit.name, count=loss.steps)
                unit.trapped = True
            elif loss.cause != "banzai" or fact.rule == "BB 10.6.7":
                self.pay("BB 3.8.1", "hit", unit.name, count=loss.steps)
            unit.steps = loss.left or 0
            aboard = self.units.get(unit.cargo) if unit.is_vessel else None
            if aboard is not None:
                self.owe("BB 3.7.7", "loss", aboard.name, count=min(loss.steps, aboard.steps))
            self.turned(unit, fact)
            if not unit.steps:
                self.eliminated(unit)

    def turned(self, unit: Unit, fact: facts.StepsLost) -> None:
        """3.8.5, reading A-46."""
        turns = not unit.back and 2 * (unit.full - unit.steps) >= unit.full
        if not unit.steps:
            return
        self.same("BB 3.8.5", f"{unit.name} is turned over", unit.name in fact.turned, turns)
        if turns:
            unit.back = True
            if unit.left >= 0:
                unit.left = max(0, self.most(unit) - unit.used)
                self.same("BB 4.2.2", f"what is left to {unit.name}", fact.halves.get(unit.name, 0), unit.left)

    def eliminated(self, unit: Unit) -> None:
        for what in [key for key in self.owed if key[1:2] == ("hit",) and key[2] == unit.name]:
            del self.owed[what]
        for what in [
            key
            for key in self.owed
            if key[1:3] in (("pin", unit.name), ("shift", unit.name), ("recovery spoiled", unit.name))
        ]:
            del self.owed[what]
        self.owe("BB 3.8.6", "eliminated", unit.name)

    def on_UnitLost(self, fact: facts.UnitLost) -> None:
        for name in fact.units:
            unit = self.units[name]
            self.pay("BB 3.8.6", "eliminated", name)
            unit.box, unit.hex, unit.vessel, unit.cargo, unit.pin, unit.steps = "lost", "", "", "", 0, 0
            if unit.is_vessel:
                self.lost_vessels[unit.kind] += 1
            if unit.is_infantry:
                self.owe_move("JGM", 1, "infantry-lost")

    # ---- tracks ----

    def owe_move(self, track: str, boxes: int, cause: str) -> None:
        """A marker has to move, as far as its track goes (reading A-29)."""
        to = max(0, min(self.ends_at(track), self.tracks[track] + self.ahead(track) + boxes))
        if to != self.tracks[track] + self.ahead(track):
            self.owe("BB 8", "morale", track, str(to - self.tracks[track] - self.ahead(track)), cause)

    def settle(self) -> None:
        self.repulsed()
        super().settle()

    def repulsed(self) -> None:
        """8.2.2, once the hits of the attack have been taken."""
        while self.repulses:
            self.repulses.pop()
            self.owe_move("JGM", -1, "banzai-repulsed")

    def ahead(self, track: str) -> int:
        """Boxes it is going to move, by what is owed."""
        return sum(int(key[3]) * count for key, count in self.owed.items() if key[:3] == ("BB 8", "morale", track))

    def on_MarkersPlaced(self, fact: facts.MarkersPlaced) -> None:
        self.tracks = {one.name: int(one.now) for one in fact.tracks}
        for track in ("JGM", "MGM", *MARKED):
            self.same("BB 8.2.1", f"the marker of {track}", self.tracks[track], self.ends_at(track) - 2)
        self.same("BB 5.1.4", "the Casualty Marker", (self.tracks["casualties"], self.tracks["thousands"]), (0, 0))

    def on_MoraleMoved(self, fact: facts.MoraleMoved) -> None:
        if fact.cause == "banzai-repulsed":
            self.repulsed()
        for track in fact.tracks:
            was, now = int(track.was), int(track.now)
            self.same("BB 8.1", f"where {track.name} stood", was, self.tracks[track.name])
            if fact.cause == "hit":
                unit = self.units[fact.of]
                self.same("BB 8.4.3", "its regiment and the box", (track.name, now), (unit.regiment, was - 1))
                self.holds(
                    "BB 3.8.2",
                    unit.regiment in MARKED and not unit.is_tank and not unit.is_vessel,
                    f"{fact.of} takes a hit as morale",
                )
                self.pay("BB 3.8.1", "hit", fact.of)
            else:
                self.pay("BB 8", "morale", track.name, str(now - was), fact.cause)
            self.tracks[track.name] = now
            if track.name in MARKED and now == 0 and was > 0:
                self.owe_move("JGM", 1, "regiment-broken")
                self.owe_move("MGM", -1, "regiment-broken")

    def on_CasualtiesAdvanced(self, fact: facts.CasualtiesAdvanced) -> None:
        boxes = self.charts["casualty-track"]["casualties"]["boxes"]
        box, thousands = self.tracks["casualties"] + 1, self.tracks["thousands"]
        if box == len(boxes) - 1:
            box, thousands = 0, thousands + 1
            if thousands >= 5:
                self.owe("BB 11.1", "the end")
            self.owe_move("MGM", -1, "casualties")
        self.pay("BB 5.1.2", "casualties")
        self.tracks["casualties"], self.tracks["thousands"] = box, thousands
        self.same("BB 5.1.4", "casualties", fact.total, self.casualties)
        for track in fact.tracks:
            self.same("BB 5.1.4", f"the marker of {track.name}", track.now, self.tracks[track.name])

    @property
    def casualties(self) -> int:
        boxes = self.charts["casualty-track"]["casualties"]["boxes"]
        return 1000 * self.tracks["thousands"] + int(boxes[self.tracks["casualties"]])
