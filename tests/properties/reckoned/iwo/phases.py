"""The phases of a turn reckoned again: weather, recovery, movement, control, construction, points, and the end (5 to 8,
10, 13, 14, 17, 20 to 24)."""

from __future__ import annotations

from collections import Counter

from domain.iwo import facts as f
from domain.iwo.charts import FUNAMI_DAI, MOTOYAMA
from domain.kernel.facts import Declared, GameEnded, PhaseBegan, Rolled
from tests.properties.reckoned.iwo.fire import Fires
from tests.properties.reckoned.iwo.table import JP_STACK, LANDING, RESERVE, SUPPORT, US_STACK, WIN, Unit

SEQUENCE = (
    "weather", "us_reset", "us_recover", "us_bombard", "us_move", "us_assault", "control_1", "construct",
    "jp_reset", "jp_bombard", "jp_move", "jp_assault", "control_2", "end",
)  # fmt: skip
WEATHER = {1: ("bad", 2), 2: ("cloudy", 1), 3: ("cloudy", 1), 4: ("good", 0), 5: ("good", 0), 6: ("good", 0)}
DIVISION, AIRFIELD, ALIVE, HQ_ALIVE, HELD = 10, 2, 1, 5, 3
"""The points of 23."""


class Reckoned(Fires):
    """Follows the turns of a game."""

    def __init__(self) -> None:
        super().__init__()
        self.die = 0
        self.recovered: set[str] = set()
        self.spent: Counter[str] = Counter()
        self.landings: Counter[str] = Counter()
        self.mover = ""
        self.moved: set[str] = set()
        self.ended: set[str] = set()
        self.contact = ""
        self.allowed = self.used = 0
        self.japanese_movers: set[str] = set()
        self.changes: dict[str, str] = {}
        self.doubtful: set[str] = set()
        self.third_paid = False
        self.stars_due = False
        self.withdrawn: Counter[str] = Counter()
        self.grounded = 0
        self.scored: Counter[str] = Counter()
        self.charged = 0

    # ---- the sequence (5) ----

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        self.close()
        was, now = self.phase, fact.phase
        if was in SEQUENCE and now in SEQUENCE:
            reckoned = SEQUENCE[(SEQUENCE.index(was) + 1) % len(SEQUENCE)]
            self.same("5", f"the phase after {was}", now, reckoned)
        self.holds("24(2)", max(self.vp.values()) < WIN, f"the game goes on with {self.vp}")
        leave = getattr(self, f"leave_{was}", None)
        if leave:
            leave()
        self.phase = now
        self.planned, self.plan = False, {}
        if now in ("us_move", "jp_move"):
            self.spent, self.landings, self.moved, self.ended, self.mover = Counter(), Counter(), set(), set(), ""
            self.landing_now, self.allowed, self.used, self.japanese_movers = set(), 0, 0, set()
        if now == "us_recover":
            self.recovered = set()
        if now in ("us_reset", "weather"):
            self.bombarded = self.bombarded if now == "us_reset" and self.turn > 1 else set()
        if now in ("control_1", "control_2"):
            self.reckon_control()
        if now == "end":
            self.scored = Counter()

    def close(self) -> None:
        """What a declaration began is finished."""
        self.close_defence()
        self.holds(
            "10.2",
            not self.contact or self.contact in self.ended,
            f"the move of {self.contact} does not end by contact",
        )
        self.contact = ""
        us, jp = Counter[str](), Counter[str]()
        for unit in self.units.values():
            if unit.place in self.areas and not unit.dead and unit.card.ground:
                (us if unit.card.side == "us" else jp)[unit.place] += 1
        crowded = [area for area in self.areas if us[area] > US_STACK or jp[area] > JP_STACK]
        self.holds("3", not crowded, f"too many units in {crowded}")

    def on_Declared(self, fact: Declared) -> None:
        self.close()

    def on_Rolled(self, fact: Rolled) -> None:
        super().on_Rolled(fact)
        if len(fact.dice) == 1:
            self.die = fact.dice[0]

    # ---- 6 weather, 7, 15 resets, 8 recovery ----

    def on_SupportReadied(self, fact: f.SupportReadied) -> None:
        for unit in self.units.values():
            if unit.place == SUPPORT:
                unit.grounded = unit.fired = False

    def on_WeatherRolled(self, fact: f.WeatherRolled) -> None:
        self.same("6", "the weather", (fact.weather, fact.grounded), WEATHER[self.die])
        self.holds("22.1.1", self.turn > 1, "weather is rolled on turn 1")
        self.grounded = fact.grounded

    def on_AirGrounded(self, fact: f.AirGrounded) -> None:
        self.same("6", "how many air units stay down", len(fact.units), self.grounded)
        for name in fact.units:
            unit = self.units[name]
            self.holds("6", unit.card.type == "air" and unit.place == SUPPORT, f"{name} is grounded")
            unit.grounded = True

    def on_UnitsReset(self, fact: f.UnitsReset) -> None:
        self.same("7", "whose units are reset", self.phase, f"{fact.side}_reset")
        super().on_UnitsReset(fact)

    def recover(self, area: str, unit: Unit) -> None:
        self.holds(
            "8",
            "beachhead" in self.markers.get(area, ()) and not self.at(area, "jp"),
            f"{unit.name} recovers in {area}",
        )
        if self.known and not (unit.dead and self.read("R-39", "all") == "seen"):
            self.holds("8", not self.concealed(area), f"{unit.name} recovers beside a concealed unit in {area}")
        self.holds("8", area not in self.recovered, f"the Beachhead of {area} restores a second step")
        self.same("8", "the phase of a recovery", self.phase, "us_recover")
        self.recovered.add(area)

    def on_StepRecovered(self, fact: f.StepRecovered) -> None:
        unit = self.units[fact.unit]
        self.recover(fact.area, unit)
        unit.steps += 1
        self.same("8", f"the steps of {fact.unit}", fact.steps, unit.steps)
        self.holds(
            "8",
            unit.place == fact.area and unit.steps <= unit.card.steps,
            f"{fact.unit} recovers in {fact.area} to {unit.steps}",
        )

    def on_UnitReturned(self, fact: f.UnitReturned) -> None:
        unit = self.units[fact.unit]
        self.holds(
            "8", unit.dead and unit.card.side == "us" and not unit.steps, f"{fact.unit} returns and was not lost"
        )
        self.recover(fact.area, unit)
        unit.place, unit.steps, unit.dead = fact.area, 1, False

    # ---- 10 landing and moving ----

    def on_ThirdDivisionActivated(self, fact: f.ThirdDivisionActivated) -> None:
        third = {u.name for u in self.units.values() if u.card.division == 3}
        self.same("22.2.1", "who is activated", set(fact.units), third)
        for name in fact.units:
            self.units[name].place = LANDING

    def begin_move(self, unit: Unit) -> None:
        """One unit at a time, each once (10)."""
        if self.mover != unit.name:
            self.holds("10", unit.name not in self.moved, f"{unit.name} moves again after others")
            self.moved.add(unit.name)
            self.mover = unit.name
        self.holds("10.2", unit.name not in self.ended, f"{unit.name} goes on after its move has ended")
        self.same("10", f"the phase of a move of {unit.name}", self.phase, f"{unit.card.side}_move")
        if unit.card.side == "jp":
            self.japanese_movers.add(unit.name)
            self.holds(
                "17.1(1)",
                len(self.japanese_movers) <= self.used,
                f"{len(self.japanese_movers)} units move, {self.used} moves are used",
            )

    def on_UnitLanded(self, fact: f.UnitLanded) -> None:
        self.close_defence()
        unit, card = self.units[fact.unit], self.areas[fact.area]
        beachhead = "beachhead" in self.markers.get(fact.area, ())
        self.begin_move(unit)
        self.holds("17.1(2)", unit.card.side == "us", f"{fact.unit} lands")
        self.holds(
            "10.3", unit.place == LANDING and card.coastal, f"{fact.unit} lands from {unit.place} in {fact.area}"
        )
        cost = (1 if beachhead else 2) if card.beach else 3
        self.same("10.3", f"what the landing of {fact.unit} costs", fact.cost, cost)
        heavy = unit.card.type == "tank" or unit.card.artillery
        self.holds(
            "10.3", not heavy or (card.beach and beachhead), f"{fact.unit} lands without a Beachhead in {fact.area}"
        )
        self.landings[fact.area] += 1
        self.holds(
            "10.3",
            self.landings[fact.area] <= (5 if card.beach else 1),
            f"{self.landings[fact.area]} units land in {fact.area}",
        )
        self.spend(unit, fact.cost)
        due = (
            unit.card.division == 3
            and not beachhead
            and (self.read("R-02", "once") == "per-unit" or not self.third_paid)
        )
        self.same(
            "22.2.1",
            f"points for the landing of {fact.unit}",
            [(p.side, p.amount) for p in fact.points],
            [("jp", DIVISION)] if due else [],
        )
        self.third_paid |= due
        unit.place = fact.area
        self.landing_now = {unit.name}
        self.enters(unit)

    def spend(self, unit: Unit, cost: int) -> None:
        self.spent[unit.name] += cost
        self.holds(
            "10.1",
            self.spent[unit.name] <= unit.card.mp,
            f"{unit.name} spends {self.spent[unit.name]} of {unit.card.mp} MP",
        )

    def enters(self, unit: Unit) -> None:
        if self.at(unit.place, self.foe(unit.card.side)):
            self.contact = unit.name

    def on_UnitMoved(self, fact: f.UnitMoved) -> None:
        self.close_defence()
        unit = self.units[fact.unit]
        self.holds("10.2", self.contact != unit.name, f"{unit.name} goes on from {unit.place} after contact")
        self.contact = ""
        self.begin_move(unit)
        self.landing_now = set()
        self.same("10.1", "what a move costs", fact.cost, 1)
        if unit.place in self.areas:
            self.holds("10.1", fact.area in self.near(unit.place), f"{fact.unit} goes from {unit.place} to {fact.area}")
        self.holds("22.4.1", not self.bar(unit, fact.area), f"the tank {fact.unit} enters {fact.area}")
        self.spend(unit, fact.cost)
        unit.place = fact.area
        self.enters(unit)

    def on_MoveEnded(self, fact: f.MoveEnded) -> None:
        self.close_defence()
        unit = self.units[fact.unit]
        if fact.cause == "contact":
            self.holds(
                "10.2",
                bool(self.at(unit.place, self.foe(unit.card.side))),
                f"{fact.unit} ends its move in {unit.place} without contact",
            )
        elif fact.cause == "defensive-fire":
            self.holds(
                "11.1.3", self.firing is not None and self.firing.target == fact.unit, f"{fact.unit} was not fired at"
            )
        self.ended.add(fact.unit)

    def on_UnitRetreated(self, fact: f.UnitRetreated) -> None:
        super().on_UnitRetreated(fact)
        self.ended.add(fact.unit)
        self.contact = "" if self.contact == fact.unit else self.contact

    def on_UnitEliminated(self, fact: f.UnitEliminated) -> None:
        super().on_UnitEliminated(fact)
        self.contact = "" if self.contact == fact.unit else self.contact

    def on_UnitOverstacked(self, fact: f.UnitOverstacked) -> None:
        unit = self.units[fact.unit]
        if fact.area and unit.card.side == "us":
            there = [u for u in self.at(fact.area, "us") if u is not unit]
            self.holds("3", len(there) >= US_STACK, f"{fact.unit} finds no room in {fact.area} with {len(there)} units")
        self.contact = "" if self.contact == fact.unit else self.contact
        super().on_UnitOverstacked(fact)

    def leave_us_move(self) -> None:
        """Who is concealed where US units are is revealed, and caves (10.5)."""
        for area in self.areas:
            if not self.at(area, "us"):
                continue
            if self.known:
                self.holds(
                    "10.5",
                    not self.concealed(area),
                    f"{[u.name for u in self.concealed(area)]} stay concealed beside US units in {area}",
                )
            if self.hidden_caves is not None:
                self.holds("10.5", not self.hidden_caves[area], f"caves stay concealed beside US units in {area}")

    # ---- 17 Japanese movement ----

    def on_AllowanceRolled(self, fact: f.AllowanceRolled) -> None:
        self.same("17.1(1)", "how many units may move", fact.allowed, (self.die + 1) // 2)
        self.allowed = fact.allowed

    def on_MovesUsed(self, fact: f.MovesUsed) -> None:
        self.used += fact.count
        self.holds("17.1(1)", self.used <= self.allowed, f"{self.used} of {self.allowed} moves are used")

    def on_ConcealedMoves(self, fact: f.ConcealedMoves) -> None:
        for name, area in fact.moves.items():
            unit = self.units[name]
            most = max(0, unit.card.mp - 1) if fact.rule == "IWO 17.2(2)" else int(unit.card.mp >= 2)
            here, found = {unit.place}, {unit.place}
            for _ in range(most):
                here = {n for h in here if h in self.areas for n in self.near(h) if not self.bar(unit, n)} - found
                found |= here
            self.holds(
                fact.rule.removeprefix("IWO "),
                not unit.revealed and area in found and most > 0,
                f"{name} goes from {unit.place} to {area}",
            )
            self.japanese_movers.add(name)
            self.moved.add(name)
            unit.place = area
        self.holds(
            "17.1(1)",
            len(self.japanese_movers) <= self.used,
            f"{len(self.japanese_movers)} units move, {self.used} moves are used",
        )

    def on_UnitRevealed(self, fact: f.UnitRevealed) -> None:
        super().on_UnitRevealed(fact)
        unit = self.units[fact.unit]
        if fact.moved:
            self.holds(
                "17.2(2)",
                fact.moved <= max(1, unit.card.mp - 1) and unit.card.mp > 0,
                f"{fact.unit} has gone {fact.moved} areas unseen",
            )
            self.spent[fact.unit] += fact.moved
            self.japanese_movers.add(fact.unit)
            self.mover = fact.unit
            self.moved.add(fact.unit)
            if self.at(fact.area, "us"):
                self.contact = fact.unit
        if fact.cause == "us-units":
            self.holds(
                "10.5", bool(self.at(fact.area, "us")), f"{fact.unit} is revealed in {fact.area}, where no US unit is"
            )
        if fact.cause == "japanese-marines":
            self.holds("22.1.2", unit.card.red and self.turn == 1, f"{fact.unit} is revealed as a Japanese Marine")

    def on_UnitHidden(self, fact: f.UnitHidden) -> None:
        unit = self.units[fact.unit]
        self.holds("17.2(4)", unit.card.mp > 0 and not self.at(unit.place, "us"), f"{fact.unit} hides in {unit.place}")
        self.holds("17.2(4)", fact.unit not in self.moved, f"{fact.unit} has moved, and hides")
        if self.read("R-20", "allowed") == "refused":
            self.holds("17.2(4)", unit.place not in self.us_areas, f"{fact.unit} hides in US-controlled {unit.place}")
        self.japanese_movers.add(fact.unit)
        self.moved.add(fact.unit)
        self.holds(
            "17.1(1)",
            len(self.japanese_movers) <= self.used,
            f"{len(self.japanese_movers)} units move, {self.used} moves are used",
        )
        unit.revealed = False
        if not self.known:
            unit.place = ""

    # ---- 22.3 charges ----

    def on_KirikamiDeclared(self, fact: f.KirikamiDeclared) -> None:
        self.same("22.3.2", "the phase of a Kirikami Charge", self.phase, "us_assault")
        each = self.read("R-13", "one") == "each"
        self.charged += 1
        self.holds("22.3.2", each or self.charged == 1, "a second Kirikami Charge in a turn")
        self.kirikami = self.charged if each else 1

    def on_KirikamiEnded(self, fact: f.KirikamiEnded) -> None:
        self.same("22.3.2", "when a Kirikami Charge ends", self.phase, "jp_assault")
        self.kirikami = self.charged = 0

    def on_StepLost(self, fact: f.StepLost) -> None:
        super().on_StepLost(fact)
        if fact.loss.cause == "kirikami-charge":
            unit = self.units[fact.unit]
            self.holds(
                "22.3.2",
                unit.card.side == "jp" and bool(self.at(unit.place, "us")),
                f"{fact.unit} charges without US units in {unit.place}",
            )

    def on_BanzaiDeclared(self, fact: f.BanzaiDeclared) -> None:
        hq = next(u for u in self.units.values() if u.card.type == "hq")
        self.same("22.3.1", "the phase of a Banzai Charge", self.phase, "jp_assault")
        self.holds("22.3.1", not hq.dead, "a Banzai Charge without the HQ")
        if hq.place:
            self.same("22.3.1", "the area of the HQ", fact.area, hq.place)
        self.banzai = {fact.area, *self.near(fact.area)}

    def leave_jp_assault(self) -> None:
        hq = next(u for u in self.units.values() if u.card.type == "hq")
        self.holds("22.3.1", self.banzai is None or hq.dead, "the HQ outlives its Banzai Charge")
        self.holds("22.3.2", not self.kirikami, "the Kirikami Charge does not end")
        self.banzai = None

    # ---- 13, 20 control, 14 construction ----

    def reckon_control(self) -> None:
        self.changes, self.doubtful = {}, set()
        for area in self.areas:
            us, jp = self.at(area, "us"), self.at(area, "jp")
            if us and not jp and area not in self.us_areas:
                self.changes[area] = "us"
            elif jp and not us and area in self.us_areas:
                self.changes[area] = "jp"
            elif not us and area in self.us_areas and self.read("R-38", "main-map") == "all":
                if not self.known:
                    self.doubtful.add(area)
                elif self.concealed(area):
                    self.changes[area] = "jp"

    def on_ControlChanged(self, fact: f.ControlChanged) -> None:
        rule = "13" if self.phase == "control_1" else "20"
        if fact.area not in self.doubtful:
            self.same(rule, f"who takes {fact.area}", fact.to, self.changes.pop(fact.area, ""))
        there = self.markers.get(fact.area, set()) & {"beachhead", "safe"}
        gone = (self.caves[fact.area], set()) if fact.to == "us" else (0, there)
        self.same(rule, f"what goes from {fact.area}", (fact.caves, set(fact.markers)), gone)
        super().on_ControlChanged(fact)

    def leave_control_1(self) -> None:
        self.holds("13", not self.changes, f"control does not change: {self.changes}")

    def leave_control_2(self) -> None:
        self.holds("20", not self.changes, f"control does not change: {self.changes}")

    def on_MarkerPlaced(self, fact: f.MarkerPlaced) -> None:
        self.same("14", "the phase of a construction", self.phase, "construct")
        self.holds(
            "14",
            fact.area in self.us_areas and fact.marker in self.areas[fact.area].boxes,
            f"{fact.marker} is placed in {fact.area}",
        )
        self.holds(
            "14", fact.marker not in self.markers.get(fact.area, ()), f"a second {fact.marker} is placed in {fact.area}"
        )
        super().on_MarkerPlaced(fact)
        count = sum(fact.marker in there for there in self.markers.values())
        row = {"safe": "safe-to-land"}.get(fact.marker, fact.marker)
        self.holds("14", count <= self.charts["markers"][row]["count"], f"{count} {fact.marker} markers are on the map")
        self.stars_due |= fact.marker == "stars"

    # ---- 21, 23 points, 24 the end ----

    def on_PointsScored(self, fact: f.PointsScored) -> None:
        for points in fact.points:
            code = points.code
            self.scored[code] += points.amount
            if code == "stars-and-stripes":
                self.holds(
                    "23.1(2)",
                    self.stars_due and points.side == "us" and points.amount == self.die,
                    f"{points.amount} points for the flag",
                )
                phase = "construct" if self.read("R-01", "end-phase") == "at-once" else "end"
                self.same("23.1(2)", "when the flag is rolled for", self.phase, phase)
                self.stars_due = False
            elif code == "safe-to-land":
                safe = all("safe" in self.markers.get(area, ()) for area in points.of)
                self.holds("23.1(1)", safe and points.side == "us", f"points for {points.of}")
            elif code == "unit-alive":
                self.holds(
                    "23.2(3)", not self.units[points.of[0]].dead and points.amount == ALIVE, f"{points.of} are alive"
                )
            elif code == "hq-alive":
                self.holds(
                    "23.2(4)", not self.units[points.of[0]].dead and points.amount == HQ_ALIVE, f"{points.of} is alive"
                )
            elif code == "area-held":
                self.holds(
                    "23.2(5)", points.of[0] not in self.us_areas and points.amount == HELD, f"{points.of} is held"
                )

    def end_points(self) -> None:
        """The points of an End Phase (23.1)."""
        safe = [area for area, there in self.markers.items() if "safe" in there]
        named = {self.areas[area].name for area in safe}
        self.same("23.1(1)", "points for Safe to Land", self.scored["safe-to-land"], AIRFIELD * len(safe))
        self.same(
            "23.1(1)",
            "points for both airfields",
            self.scored["both-airfields"],
            AIRFIELD if {FUNAMI_DAI, MOTOYAMA} <= named else 0,
        )
        self.holds("23.1(2)", not self.stars_due, "the flag brings no points")

    def on_UnitRemoved(self, fact: f.UnitRemoved) -> None:
        unit = self.units[fact.unit]
        self.withdrawn[fact.cause] += 1
        if fact.cause in ("naval-withdrawal", "air-withdrawal"):
            self.same(
                "21",
                f"where {fact.unit} goes",
                (fact.to, unit.card.type),
                (RESERVE, fact.cause.removesuffix("-withdrawal")),
            )
            self.same("21", "the phase of a withdrawal", self.phase, "end")
        elif fact.cause == "rocket-artillery":
            self.same("22.5", f"the type of {fact.unit}", unit.card.type, "rocket")
        else:
            self.holds(
                "22.3.1",
                unit.card.type == "hq" and self.banzai is not None,
                f"{fact.unit} leaves play after a Banzai Charge",
            )
        super().on_UnitRemoved(fact)

    def on_TurnBegan(self, fact: f.TurnBegan) -> None:
        self.end_points()
        self.same("21", "naval units withdrawn", self.withdrawn["naval-withdrawal"], int(self.turn in (3, 7, 8)))
        self.same("22.1.3", "air units withdrawn", self.withdrawn["air-withdrawal"], int(self.turn == 1))
        self.withdrawn = Counter()
        if self.turn == 1 and self.known:
            hidden = [u.name for u in self.units.values() if u.card.red and not u.revealed and not u.dead]
            self.holds("22.1.2", not hidden, f"{hidden} stay concealed after turn 1")
        super().on_TurnBegan(fact)

    def on_GameEnded(self, fact: GameEnded) -> None:
        us, jp = self.vp["us"], self.vp["jp"]
        if fact.by == "victory-points":
            self.holds("24(2)", self.vp[fact.winner] >= WIN, f"{fact.winner} wins with {self.vp}")
        elif fact.by == "final-count":
            self.same("24(3)", "the turn of the final count", (self.turn, self.phase), (9, "end"))
            self.same("24(3)", f"who wins with {self.vp}", fact.winner, "us" if us > jp else "jp" if jp > us else "")
            self.end_points()
            if self.known:
                alive = [u for u in self.units.values() if u.card.side == "jp" and self.in_play(u)]
                five = self.read("R-28", "both") == "five"
                count = len([u for u in alive if not (five and u.card.type == "hq")])
                self.same("23.2(3)", "points for units alive", self.scored["unit-alive"], count)
                self.same(
                    "23.2(4)",
                    "points for the HQ",
                    self.scored["hq-alive"],
                    HQ_ALIVE * any(u.card.type == "hq" for u in alive),
                )
                self.same(
                    "23.2(5)",
                    "points for areas",
                    self.scored["area-held"],
                    HELD * len(self.areas.keys() - self.us_areas),
                )
        elif fact.by == "no-survivors":
            loser = self.foe(fact.winner)
            left = [u.name for u in self.units.values() if u.card.side == loser and u.card.ground and self.in_play(u)]
            self.holds("24(1)", not left, f"{left} survive")
