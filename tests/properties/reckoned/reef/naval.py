"""Naval gunfire, bombardment and Air Support (BRT CG3, CG4, CG6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.kernel.facts import Declared, Drawn, Fact, PhaseBegan, Rolled
from domain.reef import facts
from tests.properties.reckoned.reef.landing import Landing
from tests.properties.reckoned.reef.pieces import party_unit
from tests.properties.reckoned.reef.position import total
from tests.properties.reckoned.reef.tables import COUNTERBATTERY, DAYS, TO_HIT

BLACK, RED = 5, 2
"""G14.63: a draw pile, as the example of CG3.4 has it."""


@dataclass
class Module:
    """A NOBA module of the scenario."""

    calibre: int
    black: int = BLACK
    red: int = RED
    access: bool = False
    drawn: bool = False
    mission: str = ""
    announced: bool = False
    """An attack was announced, or begun, in this Player Turn."""
    used: bool = False
    """Battery Access was attempted in it, or counters placed: what is announced binds (reading R-80)."""
    contacts: set[str] = field(default_factory=set)
    """The SFCPs that have Radio Contact."""
    counters: tuple[str, ...] = ()
    at: str = ""
    acquired: str = ""
    shots: list[facts.DirectFired] = field(default_factory=list)
    """Those of this phase."""
    wp: bool = False


@dataclass
class Gun:
    """A Japanese Gun of the campaign."""

    type: str
    mm: int
    hex: str
    aa: bool
    pillbox: bool
    manned: bool
    works: bool
    hooked: bool = False
    gone: bool = False
    set_up: bool = False

    def bound(self) -> bool:
        """CG13: whether it stays in its Location; a 81mm MTR does so in a pillbox alone (reading R-16)."""
        return self.pillbox or self.aa or (self.mm >= 76 and not self.type.startswith("81mm"))


class Naval(Landing):
    """Follows naval batteries, their SFCPs and draw piles, the bombardment, and what flies."""

    def __init__(self) -> None:
        super().__init__()
        self.modules: dict[str, Module] = {}
        self.assigned: dict[str, str] = {}
        self.tried: set[str] = set()
        self.guns: dict[str, Gun] = {}
        self.matched: dict[str, str] = {}
        self.air = False
        self.leaving = False
        self.air_due, self.air_rolled = False, False
        self.lapsing: set[str] = set()
        self.forgetting: set[str] = set()
        """Modules whose acquisition is over, as a Player Turn has gained them no Battery Access (reading R-74)."""
        self.cleared: set[str] = set()
        """Modules whose counters Air Support takes away."""
        self.losing: set[str] = set()
        self.pile: str = ""
        self.bombards: list[str] = []
        self.landings: list[tuple[str, int]] = []
        self.smoke: set[str] = set()
        self.checked_walls: list[str] = []
        self.breaches: dict[str, set[str]] = {}
        self.exchanged = 0

    # ---- modules and SFCPs ----

    def on_ModulesReceived(self, fact: facts.ModulesReceived) -> None:
        if self.initial:
            number = int(self.card.get("modules", 0))
        else:
            number = 2 if self.cg == "III" or (self.cg == "II" and self.readings.get("R-04") == "two") else 1
        self.same(
            "CG3.2", "how many NOBA modules there are", list(fact.modules), [f"N{one}" for one in range(1, number + 1)]
        )
        large = sum(calibre == 200 for calibre in fact.modules.values())
        slips = [
            says for slip, says in self.says.items() if slip.startswith("exchange") and says == (DAYS[self.date - 1],)
        ]
        self.same("CG3.2", "how many of them are of 200+mm", large, 0 if self.initial else len(slips))
        self.exchanged += large
        self.holds(
            "CG3.2",
            self.exchanged <= {"I": 0, "II": 1, "III": 2}[self.cg],
            f"{self.exchanged} modules are exchanged in CG {self.cg}",
        )
        self.modules = {name: Module(calibre) for name, calibre in fact.modules.items()}
        self.assigned = {}

    def on_PartyAssigned(self, fact: facts.PartyAssigned) -> None:
        self.holds(
            "CG3.11", not self.playing and self.prepared[-1:] == ["support"], f"{fact.party} is assigned in play"
        )
        self.holds("CG3.11", fact.module in self.modules, f"{fact.party} is assigned to {fact.module}, which is none")
        self.holds(
            "CG3.11", fact.party.partition("-")[0] in self.blts, f"{fact.party} is of a BLT that is not available"
        )
        self.assigned[fact.party] = fact.module

    def on_GunMatched(self, fact: facts.GunMatched) -> None:
        gun = self.guns[fact.gun]
        self.same("CG3.4", f"the effect of a {gun.type}", (fact.black, fact.red), COUNTERBATTERY.get(gun.type))
        self.holds(
            "CG3.4", gun.manned and gun.works and not gun.gone, f"{fact.gun} is no Gun that fires Counterbattery Fire"
        )
        self.holds("CG3.4", fact.gun not in self.matched, f"{fact.gun} is matched twice")
        self.matched[fact.gun] = fact.module

    def on_EffectEnded(self, fact: facts.EffectEnded) -> None:
        gun = self.guns[fact.gun]
        black, red = COUNTERBATTERY.get(gun.type, (0, 0))
        self.same("CG3.4", f"the end of the effect of a {gun.type}", (fact.black, fact.red), (-black, -red))
        self.same("CG3.4", f"the module of {fact.gun}", fact.module, self.matched.pop(fact.gun, ""))
        self.holds("CG3.4", gun.gone, f"the effect of {fact.gun} ends, which is neither captured nor eliminated")

    def piled(self, name: str) -> tuple[int, int]:
        """CG3.4: the black and red chits of a module; there are never less than no black ones (reading R-21)."""
        changes = [COUNTERBATTERY[self.guns[gun].type] for gun, module in self.matched.items() if module == name]
        return max(0, self.modules[name].black + sum(black for black, _ in changes)), self.modules[name].red + sum(
            red for _, red in changes
        )

    def scenario_begins(self) -> None:
        super().scenario_begins()
        eligible = {
            name
            for name, gun in self.guns.items()
            if gun.type in COUNTERBATTERY and gun.manned and gun.works and not gun.gone and self.modules
        }
        self.same("CG3.4", "the Guns that fire Counterbattery Fire", sorted(self.matched), sorted(eligible))
        self.air, self.leaving = False, False
        if self.modules:
            parties = {f"{blt}-S{one}" for blt in self.blts for one in (1, 2)} - self.lost_parties
            self.holds(
                "CG3.11",
                set(self.assigned) <= parties,
                f"{sorted(set(self.assigned) - parties)} are assigned that are lost",
            )
            if len(self.modules) > 1:
                self.same("CG3.11", "SFCPs without a battery", sorted(parties - set(self.assigned)), [])

    def scenario_ends(self) -> None:
        super().scenario_ends()
        self.modules, self.matched, self.air, self.leaving = {}, {}, False, False
        self.lapsing, self.forgetting, self.cleared, self.losing = set(), set(), set(), set()

    # ---- Radio Contact and Battery Access ----

    def turn_begins(self) -> None:
        super().turn_begins()
        self.tried = set()
        for name, module in self.modules.items():
            if module.acquired and not module.access:
                self.forgetting.add(name)
                module.acquired = ""
            if module.access and module.mission != "noba":
                self.lapsing.add(name)
                module.access = False
                if self.readings.get("R-74") == "lost":
                    module.acquired = ""
            module.drawn = module.announced = module.used = module.wp = False
            module.contacts.clear()
            if not module.access:
                module.mission = ""

    def phase_begins(self) -> None:
        super().phase_begins()
        for module in self.modules.values():
            module.shots = []
        marine_rally = self.phase == "rally" and (self.mover == "us" or self.readings.get("R-11") == "player-turn")
        self.air_due = marine_rally and not self.air and not self.night and not (self.cg == "I" and self.number == 1)
        self.air_rolled = False

    def phase_ends(self) -> None:
        super().phase_ends()
        if self.air_due and not self.cut_short:
            self.holds("CG6", self.air_rolled, "no Air Support dr was made in the Rally Phase")
        if self.leaving:
            self.air = self.leaving = False
        if self.phase == "prep_fire" and self.mover == "us":
            self.same("CG4", "Smoke that is not Dispersed", sorted(self.smoke), [])

    def before(self, fact: Fact) -> None:
        super().before(fact)
        if isinstance(fact, Declared) or (isinstance(fact, PhaseBegan) and fact.phase in ("prep_fire", "date")):
            for rule, what, names in (
                ("CG3.21", "Battery Access that goes on for Direct Fire", self.lapsing),
                ("CG3.23", "acquisitions that go on without Battery Access", self.forgetting),
                ("CG3.3", "counters that stay as Air Support comes", self.cleared),
                ("CG3.3", "Battery Access that lasts as Air Support comes", self.losing),
            ):
                if names:
                    self.holds(rule, False, f"{what}: {', '.join(sorted(names))}")
                names.clear()
            if self.to_announce:
                self.holds("CG3.11", False, f"no attack of {self.to_announce} is announced after Radio Contact")
                self.to_announce = ""

    def on_ContactAttempted(self, fact: facts.ContactAttempted) -> None:
        self.holds("CG3.11", fact.party not in self.tried, f"{fact.party} attempts Radio Contact a second time")
        self.holds("CG3.11", fact.party not in self.lost_parties, f"{fact.party} is lost, and attempts Radio Contact")
        battery = self.assigned.get(fact.party) or (next(iter(self.modules)) if len(self.modules) == 1 else "")
        self.same("CG3.11", f"the battery of {fact.party}", fact.module, battery)
        self.holds(
            "CG3.11", self.on[party_unit(fact.party)] > 0, f"{fact.party} has not entered, and attempts Radio Contact"
        )
        self.tried.add(fact.party)
        contacts = self.modules[fact.module].contacts
        (contacts.add if fact.contact else contacts.discard)(fact.party)
        if fact.contact and not self.bound(self.modules[fact.module]):
            self.to_announce = fact.module

    to_announce = ""

    def bound(self, module: Module) -> bool:
        """CG3.11: nothing is announced any more where an attack is on, or none can come as Battery Access was not
        gained (reading R-80)."""
        return (module.announced and module.used) or (module.drawn and not module.access)

    def on_AttackAnnounced(self, fact: facts.AttackAnnounced) -> None:
        module = self.modules[fact.module]
        self.same("CG3.11", "whose attack is to be announced", fact.module, self.to_announce)
        self.holds(
            "CG3.21", fact.mission == "noba" or module.calibre == 120, "Direct Fire of a 200+mm battery is announced"
        )
        module.mission, module.announced, self.to_announce = fact.mission, True, ""

    def on_Drawn(self, fact: Drawn) -> None:
        self.pile = fact.item
        self.drawn_left = fact.left

    drawn_left = 0

    def on_AccessDrawn(self, fact: facts.AccessDrawn) -> None:
        module = self.modules[fact.module]
        self.same("CG3.11", "the chit", fact.chit, self.pile)
        returned = self.row("base-rules", "chits-return").get("answer") == "yes"
        self.same("CG3.4", "whether the chit goes back", fact.returned, returned)
        black, red = self.piled(fact.module)
        self.same("CG3.4", f"the draw pile of {fact.module}", self.drawn_left, black + red - (not returned))
        self.holds(
            "CG3.4",
            (black if fact.chit == "black" else red) > 0,
            f"a {fact.chit} chit is drawn of {black} black, {red} red",
        )
        self.holds("CG3.3", not self.air, "Battery Access is attempted while Air Support is on board")
        if fact.wp:
            self.holds("CG3.23", module.access and module.calibre == 120, f"a chit for WP is drawn by {fact.module}")
            module.wp = fact.chit == "black"
        else:
            self.holds("CG3.11", not module.drawn, f"Battery Access of {fact.module} is attempted a second time")
            module.drawn = module.used = True
            module.access = fact.chit == "black"
            if not module.access:
                module.acquired = ""
        if not returned:
            module.black, module.red = module.black - (fact.chit == "black"), module.red - (fact.chit == "red")

    def on_AccessLost(self, fact: facts.AccessLost) -> None:
        rule = fact.rule.removeprefix("BRT ")
        due = {"CG3.21": self.lapsing, "CG3.23": self.forgetting, "CG3.3": self.losing}[rule]
        self.same(
            "CG3.23",
            "whether its acquisition is kept",
            fact.lapsed,
            due is self.lapsing and self.readings.get("R-74") != "lost",
        )
        self.same(rule, "whose Battery Access is over", sorted(fact.modules), sorted(due))
        due.clear()
        for name in fact.modules:
            self.modules[name].access = False
            if rule == "CG3.21":
                self.modules[name].mission = ""

    # ---- what is fired ----

    def on_AmmunitionAsked(self, fact: facts.AmmunitionAsked) -> None:
        may = ("HE", "WP", "IR") if self.modules[fact.module].calibre == 120 else ("HE", "IR")
        self.holds("CG3.2", fact.ammunition in may, f"{fact.module} fires {fact.ammunition}")

    def on_CountersPlaced(self, fact: facts.CountersPlaced) -> None:
        module = self.modules[fact.module]
        if fact.counters:
            there = module.at == fact.at and bool(module.counters)
            goes_on = there and (
                fact.counters in (("FFE:2",), ("FFE:C",)) or fact.counters == module.counters
            )  # reading R-81
            self.holds("CG3.1", module.access, f"{fact.module} places {fact.counters} without Battery Access")
            self.holds("CG3.3", not self.air, f"{fact.module} places {fact.counters} while Air Support is on board")
            self.holds(
                "CG3.11",
                goes_on or bool(module.contacts),
                f"{fact.module} places {fact.counters} without Radio Contact",
            )
            self.holds(
                "CG3.11",
                goes_on or module.mission == "noba",
                f"{fact.module} places {fact.counters}, announced was {module.mission!r}",
            )
            module.used = module.used or module.announced  # an FFE that goes on before is of the attack before
        else:
            self.cleared.discard(fact.module)
        module.counters, module.at = fact.counters, fact.at

    def on_DirectFired(self, fact: facts.DirectFired) -> None:
        module = self.modules[fact.module]
        self.same("CG3.23", f"TH# for {fact.target}", fact.number, TO_HIT[fact.target])
        self.same("CG3.23", "the dice", tuple(fact.dice), self.rolled)
        self.same("CG3.23", "the DRM", sum(term.amount for term in fact.terms), int(self.declared.get("drm") or 0))
        self.same("CG3.23", "a hit", fact.hit, total(fact.dice, fact.terms) <= TO_HIT[fact.target])
        self.same("CG3.21", "whether its ROF is kept", fact.again, bool(fact.by) and fact.dice[0] <= 2)
        on_ift = fact.target != "vehicular" or self.readings["R-87"] == "hit"
        self.same("CG3.21", "Dispersed Smoke", fact.smoke, fact.hit and on_ift and self.map.land(fact.hex))
        self.holds(
            "CG3.21",
            module.calibre == 120 and module.access,
            f"{fact.module} of {module.calibre}+mm fires, with access {module.access}",
        )
        self.holds("CG3.21", not self.air, "Direct Fire while Air Support is on board")
        self.same("CG3.23", "AR, SR and FFE on board", module.counters, ())
        if fact.by:
            self.holds("CG3.21", fact.by in module.contacts, f"{fact.by} has no Radio Contact")
            self.same("CG3.11", "what was announced", module.mission, "direct")
        if module.shots:
            first = module.shots[0].hex
            self.holds("CG3.22", module.shots[-1].again, f"{fact.module} fires again, and has lost its ROF")
            self.holds(
                "CG3.22",
                self.map.distance(first, fact.hex) <= 1,
                f"{fact.module} fires at {fact.hex}, the phase's target is {first}",
            )
        self.holds("CG3.23", fact.ammunition == "HE" or module.wp, f"{fact.module} fires WP")
        module.shots.append(fact)
        module.mission, module.announced, module.used = "direct", True, True

    def on_AcquisitionGained(self, fact: facts.AcquisitionGained) -> None:
        if fact.hex:
            self.holds(
                "CG3.23", self.modules[fact.module].access, f"{fact.module} acquires {fact.hex} without Battery Access"
            )
        self.modules[fact.module].acquired = fact.hex

    # ---- bombardment ----

    def on_BombardmentPlaced(self, fact: facts.BombardmentPlaced) -> None:
        self.holds(
            "CG4", self.initial and self.prepared[-1] == "bombardment", "a bombardment is placed in no Initial Scenario"
        )
        self.holds(
            "CG4",
            len(fact.hexes) <= int(self.card.get("bombardments", 0)),
            f"{len(fact.hexes)} bombardments are placed",
        )
        self.same("CG4", "ARs that are on no land hex", [hex for hex in fact.hexes if not self.map.land(hex)], [])
        self.bombards = list(fact.hexes)

    def on_BombardmentLanded(self, fact: facts.BombardmentLanded) -> None:
        index = len(self.landings)
        self.same("CG4", "whose AR it is", fact.placed, self.bombards[index])
        radii = tuple(self.card.get("radii", ()))
        radius = radii[index] if radii else int(self.card.get("radius", 0))
        self.same("CG4", "the radius", fact.radius, radius)
        self.same("CG4", "an Error DR", bool(fact.error), fact.die > 2)
        up = self.row("base-rules", "halving").get("answer") == "up"
        off = (fact.error[1] + up) // 2 if fact.error else 0
        self.same("CG4", "half the Extent of Error", fact.off, off)
        self.same("CG4", f"how far {fact.hex} is from {fact.placed}", self.map.distance(fact.placed, fact.hex), off)
        blast = self.map.around(fact.hex, fact.radius)
        smoke = {hex for hex in blast if self.map.land(hex)}
        self.same("CG4", "where Smoke is", sorted(fact.smoke), sorted(smoke))
        self.smoke |= smoke
        self.landings.append((fact.hex, fact.radius))

    def on_SmokeDispersed(self, fact: facts.SmokeDispersed) -> None:
        self.same("CG4", "the Smoke that is Dispersed", sorted(fact.places), sorted(self.smoke))
        self.same("CG4", "when it is Dispersed", (self.number, self.mover, self.phase), (1, "us", "prep_fire"))
        self.smoke = set()

    def on_Rolled(self, fact: Rolled) -> None:
        super().on_Rolled(fact)
        if fact.name == "selection":
            self.selected = fact.dice

    selected: tuple[int, ...] = ()

    def on_SeawallChecked(self, fact: facts.SeawallChecked) -> None:
        in_blast = sum(self.map.distance(centre, fact.hex) <= radius for centre, radius in self.landings)
        self.checked_walls.append(fact.hex)
        self.holds(
            "CG4a",
            self.checked_walls.count(fact.hex) <= in_blast,
            f"the seawall of {fact.hex} is checked once too often",
        )
        whole = [hex for hex in self.map.seawalls(fact.hex) if hex not in self.breaches.get(fact.hex, set())]
        self.holds("CG4a", bool(self.map.seawalls(fact.hex)), f"{fact.hex} has no seawall")
        if sum(fact.dice) <= 10 or not whole:
            self.same("CG4a", f"what {sum(fact.dice)} breaches", tuple(fact.breached), ())
        elif len(whole) == 1:
            self.same("CG4a", f"what {sum(fact.dice)} breaches", tuple(fact.breached), tuple(whole))
        else:
            highest = tuple(hex for hex, die in zip(whole, self.selected, strict=False) if die == max(self.selected))
            self.same("CG4a", "who is picked by Random Selection", set(fact.breached), set(highest))
        self.breaches.setdefault(fact.hex, set()).update(fact.breached)

    # ---- Air Support ----

    def on_AirRolled(self, fact: facts.AirRolled) -> None:
        self.holds("CG6", self.air_due or not self.air, "an Air Support dr is made with Air Support on board")
        self.holds(
            "CG6", self.phase == "rally" and not self.night, "an Air Support dr is made at night, or in no Rally Phase"
        )
        self.holds(
            "CG6",
            not (self.cg == "I" and self.number == 1),
            "an Air Support dr is made in the Initial Scenario of CG I",
        )
        self.holds(
            "CG6",
            self.mover == "us" or self.readings.get("R-11") == "player-turn",
            "an Air Support dr is made in the Japanese Player Turn",
        )
        self.holds("CG6", not self.air_rolled, "a second Air Support dr is made")
        self.same("CG6", "whether Air Support comes", fact.came, fact.die <= 2)
        self.same("CG6", "the dr", (fact.die,), self.rolled)
        self.air_rolled, self.air = True, fact.came
        if fact.came:
            self.cleared = {name for name, module in self.modules.items() if module.counters}
            self.losing = {name for name, module in self.modules.items() if module.access or module.acquired}
            for module in self.modules.values():
                module.access, module.acquired, module.wp = False, "", False
                if not module.announced:  # a mission of an earlier Player Turn is over with its Battery Access
                    module.mission = ""

    def on_FightersLeft(self, fact: facts.FightersLeft) -> None:
        self.holds("CG6", self.air and not self.leaving, "Air Support leaves that is not on board")
        if fact.why == "left":
            self.same(
                "CG6", "when Air Support may leave (reading R-35)", (self.mover, self.phase), ("jp", "defensive_fire")
            )
        self.same("CG6", "whether it stays to the end of the phase", fact.at_end, fact.why == "left")
        if fact.at_end:
            self.leaving = True
        else:
            self.air = False

    # ---- Guns ----

    def on_GunRecorded(self, fact: facts.GunRecorded) -> None:
        self.guns[fact.gun] = Gun(fact.type, fact.mm, fact.hex, fact.aa, fact.pillbox, fact.manned, fact.works)

    def on_GunPlaced(self, fact: facts.GunPlaced) -> None:
        gun = self.guns[fact.gun]
        stays = gun.bound() and bool(gun.hex)
        if stays and not self.initial:
            self.same("CG13", f"where {fact.gun} stays", fact.hex, gun.hex)
        elif gun.hex and not self.initial and not gun.hooked:
            self.holds(
                "CG13", self.map.distance(gun.hex, fact.hex) <= 3, f"{fact.gun} goes from {gun.hex} to {fact.hex}"
            )
        if fact.hidden and not self.initial and self.readings.get("R-71") == "no":
            self.holds("CG13", not stays, f"{fact.gun} has to stay, and is HIP")
        self.holds("CG13", not gun.gone, f"{fact.gun} is set up, and gone")
        gun.hex = fact.hex

    def on_GunChanged(self, fact: facts.GunChanged) -> None:
        gun = self.guns[fact.gun]
        self.holds("CG3.4", not gun.gone, f"{fact.gun} is {fact.what}, and was gone")
        if fact.what in ("captured", "eliminated"):
            gun.gone = True
        elif fact.what in ("malfunctions", "repaired"):
            gun.works = fact.what == "repaired"
        elif fact.what in ("manned", "unmanned"):
            gun.manned = fact.what == "manned"
        else:
            gun.hooked = fact.what == "hooked"
