"""Close combat, the end of turns and of the game reckoned again (4.0 V, 8.6, 14, 18)."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.ddat import facts as f
from domain.ddat.charts import GRID
from domain.kernel.facts import Decided, Declared, Drawn, GameEnded, PhaseBegan
from tests.properties.reckoned.ddat.action import Actions
from tests.properties.reckoned.ddat.board import nearest, number
from tests.properties.reckoned.ddat.fire import first
from tests.properties.reckoned.ddat.table import Force, Unit

CARDS, MOST_STEPS = 54, 4
"""The cards of the deck; the most cards for steps (8.6)."""


@dataclass
class Combat:
    """A close combat that is being fought."""

    hex: str
    where: str
    colour: str
    attacker: str
    us: int
    jp: int
    units: list[str]
    force: Force
    turn: str = "jp"
    last: str = ""
    event: str = ""
    hit: bool = False
    losses_us: int = 0
    losses_jp: int = 0
    due_us: int = 0
    due_jp: int = 0
    withdraws: bool = False
    withdrawn: set[str] = field(default_factory=set)
    skipped: str = ""
    """The side whose markers go in place of the card it was to reveal, and still lie there."""


class CloseCombat(Actions):
    """Follows each close combat card by card."""

    def __init__(self) -> None:
        super().__init__()
        self.combat: Combat | None = None
        self.ended: tuple[Combat, str] | None = None
        self.seen = self.unseen = 0
        """Cards on the discards: those that were seen, and those discarded unseen."""
        self.shaken_us: set[str] = set()
        self.shaken_jp: Force | None = None
        self.of_turn = 0
        """Of them those of this turn that lie on the track till it ends; those revealed in close combat are discarded
        at once (8.6)."""

    def on_CombatBegan(self, fact: f.CombatBegan) -> None:
        found = self.force_at(fact.hex)
        assert found is not None
        where, force = found
        units = self.stack(fact.hex)
        jp_attacks = self.phase in ("fire", "event", "event2")
        self.same("8.6", f"who attacks in {fact.hex}", fact.attacker, "jp" if jp_attacks else "us")
        steps = sum(u.steps for u in units) + (len([u for u in units if u.leader]) if jp_attacks else 0)
        us = {"steps": min(MOST_STEPS, steps)}
        if any(u.card.type == "engineer" and u.card.flamethrower for u in units):
            us["flamethrower"] = 1
        if any(u.heroes or self.ryan == u.name or (u.leader and u.heroic and not u.post) for u in units):
            us["hero"] = 1
        self.same(
            "8.6(2)",
            f"the US cards in {fact.hex}",
            {k: v for k, v in fact.us_cards.items() if v},
            {k: v for k, v in us.items() if v},
        )
        card = self.force_card(force.unit)
        depth = self.depth_card(force.depth) if force.depth else None
        jp = {"unit": 1}
        if depth:
            jp["depth"] = 1
        if jp_attacks:
            jp["attacking"] = 1
        if card.strength + (depth.strength if depth else 0) >= 4:
            jp["strength"] = 1
        if cc := [*card.weapons, *(depth.weapons if depth else ())].count("CC"):
            jp["close-combat"] = cc
        if force.tank or self.night:
            jp["tank-or-night"] = 1
        self.same("8.6(2)", f"the Japanese cards in {fact.hex}", {k: v for k, v in fact.jp_cards.items() if v}, jp)
        place = self.board.at.get(fact.hex)
        colour = self.board.cards[place].colour if place else card.tank or self.board.cards[force.origin].colour
        self.same("12.83", f"the colour in {fact.hex}", fact.colour, colour)
        self.combat = Combat(
            fact.hex, where, fact.colour, fact.attacker, fact.us, fact.jp, [u.name for u in units], force
        )

    def rest(self) -> None:
        """Who survives a close combat is disrupted (8.61, 8.62)."""
        left = [name for name in self.shaken_us if self.units[name].here and not self.units[name].disrupted]
        self.holds("8.62", not left, f"{left} come out of close combat undisrupted")
        if self.shaken_jp is not None:
            self.holds("8.62", self.shaken_jp.disrupted, "the Japanese come out of close combat undisrupted")
        self.shaken_us, self.shaken_jp = set(), None

    def on_PositionChecked(self, fact: f.PositionChecked) -> None:
        self.rest()
        super().on_PositionChecked(fact)

    def on_ForcesRecovered(self, fact: f.ForcesRecovered) -> None:
        self.rest()
        super().on_ForcesRecovered(fact)

    def on_Declared(self, fact: Declared) -> None:
        self.rest()
        super().on_Declared(fact)

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        self.rest()
        super().on_PhaseBegan(fact)

    # ---- cards ----

    def on_Drawn(self, fact: Drawn) -> None:
        super().on_Drawn(fact)
        if fact.side == "deck":
            self.same("4.0", "the cards not yet seen", fact.left, CARDS - self.seen)
            self.seen += 1
            self.of_turn += fact.name not in ("jp-card", "us-card", "armour", "raid")
        combat = self.combat
        if combat is None:
            return
        if fact.name in ("jp-card", "us-card"):
            side = fact.name[:2]
            self.reveal(combat, side)
            if side == "us":
                combat.us -= 1
            else:
                combat.jp -= 1
            self.holds("8.6", min(combat.us, combat.jp) >= 0, f"the {side} pile is empty")
            combat.event = self.charts["combat"][fact.item]["event"]
            combat.hit = self.fire_card(fact.item).shows(combat.colour) is not None
        elif fact.name == "blast":
            card = self.fire_card(fact.item)
            if card.shows(combat.colour):
                mine = [u for u in self.there(combat) if u.card.symbol == card.symbol and (not u.leader)]
                combat.due_us += bool(mine)
                combat.due_jp += not mine

    def on_Decided(self, fact: Decided) -> None:
        if self.combat is not None and (fact.value == "withdraw" or (fact.name == "leave" and fact.value)):
            self.same("8.63", "whose card came before a withdrawal", self.combat.last, "jp")
            self.combat.withdraws = True

    def there(self, combat: Combat) -> list[Unit]:
        return [
            self.units[name] for name in combat.units if self.units[name].here and self.units[name].hex == combat.hex
        ]

    def reveal(self, combat: Combat, side: str) -> None:
        """A side reveals a card, or removes markers instead, when it is its turn (8.6(3), (4))."""
        self.after(combat)
        expected = combat.turn
        if expected == "us" and not combat.us:
            expected = "jp"
        elif expected == "jp" and not combat.jp:
            expected = "us"
        if combat.withdraws:
            expected = "jp"
        if side != expected and any(u.disrupted for u in self.there(combat)) and expected == "us":
            combat.skipped, expected = "us", side
        self.same("8.6", "the side that reveals a card", side, expected)
        combat.turn, combat.last = ("us" if side == "jp" else "jp"), side
        combat.event, combat.hit = "", False

    def after(self, combat: Combat, *, over: bool = False) -> None:
        """What the last card did."""
        if combat.hit and not over:
            if combat.last == "jp":
                combat.due_us += 1
            else:
                combat.due_jp += 1
        if not over:
            self.same("8.6(3b)", f"US losses in {combat.hex}", combat.losses_us, combat.due_us)
            self.same("8.6(4b)", f"Japanese losses in {combat.hex}", combat.losses_jp, combat.due_jp)
        combat.losses_us = combat.losses_jp = combat.due_us = combat.due_jp = 0
        combat.hit = False

    def on_CombatEvent(self, fact: f.CombatEvent) -> None:
        combat = self.combat
        assert combat is not None
        self.same("8.67", "the event of the card", fact.event, combat.event)
        self.same("8.67", "whose card it is", fact.side, combat.last)
        card, void = self.force_card(combat.force.unit), ""
        if fact.event == "conscripts-surrender":
            void = "elite-or-tank" if card.elite or card.tank else ""
            combat.due_jp += not void
        elif fact.event == "reinforce":
            works = fact.side == "jp" or self.read("AMB-11", "void") == "works"
            connected = combat.where in self.board.cards and self.jp_connected(combat.where)
            void = "" if connected else "out-of-communication"
            void = "revealed-by-us" if not works else void if combat.where in self.board.cards else fact.void
        elif fact.event == "naval-blast":
            void = "" if self.fire_card(self.drawn["blast"]).shows(combat.colour) else "no-colour"
        elif fact.event == "withdrawal-hit":
            combat.due_us += 1
            self.holds("8.67", combat.withdraws, "a withdrawal hit without a withdrawal")
        self.same("8.67", f"why {fact.event} is none", fact.void, void)

    def on_PileChanged(self, fact: f.PileChanged) -> None:
        combat = self.combat
        assert combat is not None
        if fact.pile == "us":
            combat.us += fact.by
        else:
            combat.jp += fact.by
        if fact.why == "hit":
            self.same("8.6", "whose pile loses a card", fact.pile, "us" if combat.last == "jp" else "jp")
            self.holds("8.6", combat.hit, f"a card of the {fact.pile} pile is discarded without a hit")
        if fact.why == "heroism":
            self.same("8.67", "what heroism does", fact.by, 1 if fact.pile == combat.last else -1)
        if fact.by < 0:
            self.unseen -= fact.by
        self.holds("8.6", min(combat.us, combat.jp) >= 0, f"the {fact.pile} pile is empty")

    def on_MarkersRemoved(self, fact: f.MarkersRemoved) -> None:
        combat = self.combat
        assert combat is not None
        if fact.side == combat.skipped:
            combat.skipped = ""
        else:
            self.reveal(combat, fact.side)
        if fact.side == "us":
            disrupted = {u.name for u in self.there(combat) if u.disrupted}
            if self.read("AMB-08", "at-once") == "at-once":
                self.same("8.6(4)", "who recovers", set(fact.units), disrupted)
            else:
                self.holds("8.6(4)", len(fact.units) == 1 and set(fact.units) <= disrupted, f"{fact.units} recover")
        else:
            self.holds("8.6(3)", combat.force.disrupted, f"{fact.units} recover")
        super().on_MarkersRemoved(fact)

    # ---- losses in it ----

    def on_StepLost(self, fact: f.StepLost) -> None:
        if self.combat is not None and fact.loss.cause in ("close-combat", "naval-blast"):
            self.combat.losses_us += 1
            self.holds("8.6", fact.unit in self.combat.units, f"{fact.unit} is not in the combat")
        super().on_StepLost(fact)

    def on_UnitsRemoved(self, fact: f.UnitsRemoved) -> None:
        if (
            self.combat is not None
            and fact.rule == "DDaT 10.22"
            and self.combat.attacker == "jp"
            and all(self.units[u].leader for u in fact.units)
        ):
            self.combat.losses_us += 1
        if fact.cause == "stacking":
            for name in fact.units:
                here = [u for u in self.stack(self.units[name].hex) if not u.leader]
                self.holds("7.53", len(here) > 2, f"{name} leaves a stack of {len(here)}")
        super().on_UnitsRemoved(fact)

    def on_LeaderHit(self, fact: f.LeaderHit) -> None:
        if self.combat is not None:
            self.combat.losses_us += 1
            self.holds(
                "8.61",
                self.units[fact.unit].steps == 1 or self.units[fact.unit].leader,
                f"the hero of {fact.unit} dies for him",
            )
        super().on_LeaderHit(fact)

    def on_DepthLost(self, fact: f.DepthLost) -> None:
        if self.combat is not None and fact.cause == "close-combat":
            self.combat.losses_jp += 1
        super().on_DepthLost(fact)

    def on_ForceDefeated(self, fact: f.ForceDefeated) -> None:
        if self.combat is not None:
            surrender = self.combat.event == "conscripts-surrender"
            self.holds(
                "8.6(4b)", not self.forces[fact.where].depth or surrender, f"{fact.where} is beaten before its depth"
            )
            self.combat.losses_jp += 1
        super().on_ForceDefeated(fact)

    # ---- how it ends ----

    def on_CombatEnded(self, fact: f.CombatEnded) -> None:
        combat = self.combat
        assert combat is not None
        us, jp = self.there(combat), combat.where in self.forces
        us = [u for u in us if not u.leader or combat.attacker == "jp" or u.steps]
        reckoned = "withdrawal" if combat.withdrawn and jp else "elimination" if not us or not jp else "exhaustion"
        self.after(combat, over=reckoned == "elimination")
        self.same("8.6", f"how the combat in {fact.hex} ends", fact.how, reckoned)
        if reckoned == "exhaustion":
            self.holds("8.62", combat.us == combat.jp == 0, f"the combat in {fact.hex} ends with cards left")
        self.same("8.66", "the undrawn cards", fact.undrawn, combat.us + combat.jp)
        self.ended, self.combat = (combat, fact.how), None
        stays = [u.name for u in self.there(combat) if not u.leader]
        if fact.how != "withdrawal":
            self.shaken_us = set(stays)
            self.shaken_jp = (
                None if combat.force.tank and combat.where not in self.board.cards else combat.force if jp else None
            )

    def on_ForceReturned(self, fact: f.ForceReturned) -> None:
        if self.ended is None:
            super().on_ForceReturned(fact)
            return
        combat, how = self.ended
        force = combat.force
        self.same(
            "8.64" if force.tank else "8.61",
            f"whether {fact.position} is disrupted",
            fact.disrupted,
            not force.tank and how != "withdrawal",
        )
        free = [p for p in self.board.cards if p not in self.forces and self.hex_of(p) not in self.held()]
        us = self.us_hexes()
        goals = first(
            free, lambda p: (GRID.distance(combat.hex, self.hex_of(p)), nearest(self.hex_of(p), us), number(p))
        )
        if how == "exhaustion" and not force.tank and force.origin in self.board.cards:
            self.same("8.62", "where the attackers return", fact.position, force.origin)
        else:
            self.holds("8.61", fact.position in goals, f"the force goes to {fact.position}, not to {goals}")
        if combat.where in self.forces:
            del self.forces[combat.where]
        force.disrupted = fact.disrupted or force.disrupted
        self.forces[fact.position] = force

    def on_UnitsMoved(self, fact: f.UnitsMoved) -> None:
        if fact.how == "withdraw" and self.combat is not None:
            self.holds("8.63", self.combat.withdraws, f"{fact.units} withdraw unannounced")
            self.combat.units = [u for u in self.combat.units if u not in fact.units]
            self.combat.withdrawn |= set(fact.units)
        elif fact.how == "return" and self.ended is not None:
            self.same("8.62", "how the combat ended", self.ended[1], "exhaustion")
        combat = self.combat or (self.ended[0] if self.ended else None)
        if fact.how in ("return", "withdraw") and combat is not None:
            land = fact.to in self.board.land or fact.how == "withdraw"
            self.holds(
                "8.62",
                GRID.adjacent(combat.hex, fact.to) and land and fact.to not in self.jp_hexes(),
                f"{fact.units} fall back to {fact.to}",
            )
            if fact.how == "withdraw":
                able = self.us_connected()
                open_to = [
                    h
                    for h in GRID.neighbours(combat.hex)
                    if h in able and h in self.board.land and h not in self.jp_hexes()
                ]
                self.holds(
                    "8.63", fact.to in able or not open_to, f"{fact.units} withdraw to {fact.to}, out of communication"
                )
        super().on_UnitsMoved(fact)


class Reckoned(CloseCombat):
    """The end of turns and of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.shuffled = True
        self.counterattack_shuffles = False

    def on_TurnBegan(self, fact: f.TurnBegan) -> None:
        self.same("4.0", "the next turn", fact.turn, self.turn + 1)
        last = {"first-waves": 10, "20-november": 15}.get(self.scenario, 30)
        self.holds("14.0", fact.turn <= last, f"turn {fact.turn} begins")
        if self.night:
            self.holds(
                "19", not any(x.shown and not x.tank for x in self.forces.values()), "contact is not lost with all"
            )
        discards, self.of_turn = self.seen + self.unseen, 0
        self.shuffled = discards <= CARDS - discards
        super().on_TurnBegan(fact)

    def on_Reorganized(self, fact: f.Reorganized) -> None:
        elite, other = self.eliminated.count(True), self.eliminated.count(False)
        self.same("19", "who returns", (fact.elite, fact.other), (elite // 2, min(2, other)))
        super().on_Reorganized(fact)

    def on_DeckShuffled(self, fact: f.DeckShuffled) -> None:
        discards = self.seen + self.unseen - self.of_turn
        self.same("4.0", "the discards", fact.cards, discards)
        if fact.rule == "DDaT 4.0":
            self.holds("4.0", discards > CARDS - discards, f"{discards} discards are shuffled in")
        self.seen, self.unseen = self.of_turn, 0
        self.shuffled = True

    def on_ChitTurned(self, fact: f.ChitTurned) -> None:
        self.holds(
            "12.0",
            self.turn in (3, 5, 7, 9, 11) and (fact.letter == "I") == (self.turn == 11),
            f"{fact.letter} on turn {self.turn}",
        )
        super().on_ChitTurned(fact)

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        if self.phase == "end" and fact.phase not in ("setup", "end"):
            self.holds("4.0", self.shuffled, "the discards are not shuffled in")
        if self.turn >= 2 and self.scenario != "21-november":
            self.holds("14.1", not self.catastrophic(), "the loss is catastrophic, and the game goes on")
        super().on_PhaseBegan(fact)
        letters = sum(self.turn >= turn for turn in (3, 5, 7, 9, 11)) if self.scenario != "21-november" else 5
        if fact.phase == "land":
            self.same("12.0", "the letters in force", len(self.letters), letters)

    def catastrophic(self) -> bool:
        """No infantry of three steps is on the map (14.1)."""
        if [u for u in self.on_map() if u.card.type == "infantry" and u.steps >= 3]:
            return False
        if self.read("AMB-22", "on-map") == "on-map":
            return True
        return all(
            u.name in self.boxed
            for u in self.units.values()
            if u.card.type == "infantry" and (u.here or u.name in self.boxed)
        )

    # ---- victory ----

    def secured(self) -> list[str]:
        """The position hexes that are secure (14.2)."""
        held, able = self.held() - self.jp_hexes(), self.us_connected()
        found = []
        for position, card in self.board.cards.items():
            threats = {p for g, hexes in self.board.intense.items() if card.hex in hexes for p in self.board.groups[g]}
            if card.hex in held and card.hex in able and all(self.hex_of(p) in held for p in threats):
                found.append(position)
        return found

    def on_GameEnded(self, fact: GameEnded) -> None:
        if fact.by == "catastrophic-loss":
            self.holds("14.1", self.catastrophic() and self.turn >= 2, "the loss is not catastrophic")
            self.same("14.1", "who wins", fact.winner, "jp")
            return
        secure, south = self.secured(), 0
        south = sum(
            bool(self.board.dots[self.board.group_of[p]] & self.board.features.get("south-beach", frozenset()))
            for p in secure
        )
        if fact.by not in ("positions-secured", "zones-secured"):
            return
        if "shibasaki-survives" in self.options and self.turn == 30:
            won = not self.forces and not self.reserve
        elif self.turn == 10:
            won = len(secure) >= 10
        elif self.turn == 15 and self.scenario == "20-november":
            won = len(secure) >= 15 and (south >= 2 or (south == 1 and self.read("AMB-15", "disputed") == "win"))
            if len(secure) >= 15 and south == 1 and self.read("AMB-15", "disputed") == "disputed":
                self.holds("18.1", fact.disputed, "the result is not disputed")
                return
        elif self.turn == 15:
            won = len(secure) >= 20 and south >= 3
            self.holds("18.1", won or len(secure) < 12, f"the game ends with {len(secure)} secured")
        else:
            zones = {z for z in "ABCDEF" if all(p in secure for p in self.board.cards if p[0] == z)}
            won = any(
                self.wins(secure, zones - set(left))
                for left in ((), *((z,) for z in zones), *((a, b) for a in zones for b in zones))
            )
        words = f"{len(secure)} secured, {south} of them to the south"
        self.same("14.2" if self.turn == 10 else "18", f"who wins with {words}", fact.winner, "us" if won else "jp")

    def wins(self, secure: list[str], zones: set[str]) -> bool:
        """Three zones, A or F among them, and eight positions elsewhere (18.2)."""
        return (
            len(zones) >= 3
            and bool(zones & {"A", "F"})
            and (len([p for p in secure if p[0] not in zones]) >= 8 or len(zones) > 3)
        )
