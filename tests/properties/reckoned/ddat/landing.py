"""The Amphibious Operations Phase and the events reckoned again (5, EV)."""

from __future__ import annotations

from itertools import pairwise

from domain.ddat import facts as f
from domain.ddat.charts import GRID, EventCard, LandingCard
from domain.kernel.facts import PhaseBegan
from tests.properties.reckoned.ddat.board import EAST, WEST, nearest, number
from tests.properties.reckoned.ddat.fire import FirePhase, first
from tests.properties.reckoned.ddat.table import HEROES, MAP, NAVAL, STACK, TRACK, Turn

STEPS = {"X": 0, "1": 1, "2": 2, "3": 3, "4": 4}
BASIC = ("load", "land", "wade", "recovery", "arrive", "event", "fire", "action", "combat", "end")
LONG = ("load", "land", "wade", "recovery", "arrive", "event", "fire", "event2", "engineer", "action", "combat", "end")
NIGHT = ("night", "arrive", "fire", "action", "combat", "end")


class Amphibious(FirePhase):
    """Follows loads and waders to the beach, and the events of the cards."""

    def __init__(self) -> None:
        super().__init__()
        self.transported: set[str] = set()
        self.landed: list[tuple[int, int]] = []
        self.running: tuple[str, dict[str, int], tuple[int, ...], f.Drifted] | None = None
        self.survivors: list[int] = []
        self.reinforced = ""
        """Where the last tactical reinforcement of the event came."""
        self.waded: set[str] = set()
        self.left_at: dict[str, str] = {}
        self.event = EventCard(event="none")
        self.second = False
        self.depth_due = 0
        self.events_drawn = 0
        self.ashore: set[str] = set()
        self.reinforcing: list[str] = []
        self.naval_due = 0

    # ---- the sequence (4.0, 15.1, 19) ----

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        was, order = self.phase, NIGHT if self.night else LONG if self.long else BASIC
        if fact.phase != "setup" and was != "setup":
            if was not in order or was == "end":
                self.same("4.0", "the first phase of a turn", fact.phase, order[0])
            elif not (fact.phase == "fire" and was == "fire"):
                expected = order[order.index(was) + 1]
                if expected == "event2" and self.turn == 30:
                    expected = "engineer"
                self.same("4.0", f"the phase after {was}", fact.phase, expected)
        if was == "wade":
            self.all_waded()
        if was == "fire" and fact.phase != "fire":
            phases = 2 if self.night and self.shibasaki == "command" else 1
            self.same("19", "the Fire Phases of the turn", self.phases, phases)
        if was in ("event", "event2"):
            self.holds("9.2", not self.depth_due, f"{self.depth_due} depth markers are not placed")
            self.depth_due = 0
        self.action = None
        self.phase = fact.phase
        if fact.phase in ("load", "night"):
            self.transported, self.landed, self.waded, self.phases = set(), [], set(), 0
            self.now = Turn(counterattack=False)
            self.ashore = set()
        if fact.phase == "fire" and self.next_counterattack and was != "fire" and self.night:
            self.now.counterattack, self.next_counterattack = True, False

    def all_waded(self) -> None:
        for unit in self.on_map():
            if self.board.water(unit.hex) and unit.name not in self.transported and unit.name not in self.waded:
                free = [n for n in self.nearer(unit.hex) if n not in self.jp_hexes()]
                self.holds("5.21", not free, f"{unit.name} stays in the water at {unit.hex}")

    # ---- 5.1 LVTs ----

    def on_LoadMade(self, fact: f.LoadMade) -> None:
        units = [self.units[name] for name in fact.units]
        carried = [u for u in units if not u.leader]
        steps = sum(u.steps for u in carried)
        self.holds(
            "5.11",
            all(u.here and u.hex == fact.hex and u.card.type != "tank" for u in units),
            f"{fact.units} cannot board in {fact.hex}",
        )
        self.holds(
            "5.11",
            sorted(fact.lvts) == sorted(x for x in fact.lvts if x in self.lvts),
            f"LVTs of {fact.lvts} steps are not there",
        )
        self.holds("5.11", self.silent != self.turn, "LVTs are used without ship to shore communication")
        named = self.board.approaches.get(fact.hex, ("", {}))[0]
        self.holds("15.4", fact.hex in self.board.reef and not named.startswith("G"), f"a load in {fact.hex}")
        room = {
            (2,): len(carried) <= 2 and steps <= 4,
            (1,): len(carried) <= 1 and steps <= 2,
            (1, 1): len(carried) == 1 and 3 <= steps <= 4,
        }
        self.holds(
            "5.11", room.get(tuple(fact.lvts), False), f"{steps} steps of {len(carried)} units on LVTs of {fact.lvts}"
        )
        super().on_LoadMade(fact)
        self.survivors = []

    def on_Drifted(self, fact: f.Drifted) -> None:
        load = self.loads.get(fact.load)
        unit = self.units[fact.load]
        names = load.units if load else (fact.load,)
        start, facing = (load.hex, load.facing) if load else (unit.hex, unit.facing)
        self.same("5.12", "the drift card", fact.result, self.charts["drift"][self.drawn["drift"]]["drift"])
        if fact.ignored:
            self.holds(
                "5.13", any(self.units[name].leader for name in names), f"{fact.load} ignores the drift without an HQ"
            )
        hex = start
        result = "none" if fact.ignored else fact.result
        if result in ("1L", "1R"):
            column = int(start[2:]) + (1 if result == "1R" else -1)
            hex = f"{start[:2]}{column:02}" if EAST <= column <= WEST else start
        name, row = self.board.approaches.get(start, ("", {}))
        if result == "PR" and name.startswith("R2"):
            facing = row["second"]
        self.same("5.12", f"from where {fact.load} runs", (fact.hex, fact.facing), (hex, facing))
        place = (GRID.spot(start).half, 0)
        self.holds("5.12", not self.landed or place <= self.landed[-1], f"{fact.load} runs after a load farther east")
        self.landed.append(place)
        self.running = (
            fact.load,
            {name: self.units[name].steps for name in names},
            tuple(load.lvts) if load else (),
            fact,
        )

    def on_Landed(self, fact: f.Landed) -> None:
        assert self.running is not None
        load, before, lvts, run = self.running
        card = LandingCard(**self.charts["landing"][self.drawn["landing"]])
        units = [self.units[name] for name in before]
        tank = units[0].card.type == "tank"
        left, total = sum(u.steps for u in units), sum(before.values())
        self.same(
            "5.4" if tank else "5.12", f"the steps of {load}", left, min(total, STEPS[card.lvt if tank else card.units])
        )
        if not tank:
            self.same("5.12", f"the LVTs of {load}", sum(fact.lvts), min(sum(lvts), STEPS[card.lvt]))
            self.same("5.12", "LVT steps lost", fact.lvt_steps_lost, sum(lvts) - sum(fact.lvts))
            self.lvts += list(fact.lvts)
        alive = [u for u in units if u.steps or (u.leader and u.here)]
        self.same("5.12", f"who lands of {load}", set(fact.units), {u.name for u in alive})
        if alive:
            place = card.location
            if tank and place in ("water", "reef", "none"):
                place = "beach"
            hq = any(u.leader for u in alive)
            places = {place} if place != "none" else {"beach"}
            if hq and place.startswith("inland"):
                places.add("beach")
            hexes = {self.board.lands(run.hex, run.facing, p) for p in places}
            alone = hq and all(u.leader for u in alive)
            self.holds("5.12", fact.hex in hexes or alone, f"{load} lands in {fact.hex}, not in {sorted(hexes)}")
            if alone:
                self.holds(
                    "5.13", fact.hex not in self.jp_hexes(), f"an HQ alone lands on Japanese units in {fact.hex}"
                )
        self.transported.update(before)
        self.ashore.update(before)
        self.loads.pop(load, None)
        self.running = None
        super().on_Landed(fact)

    def on_LvtsRecovered(self, fact: f.LvtsRecovered) -> None:
        self.same("5.14", "the LVTs", sorted(fact.lvts), sorted(self.lvts))
        super().on_LvtsRecovered(fact)

    # ---- 5.2 wading ----

    def nearer(self, hex: str) -> list[str]:
        """Where a unit may wade: closer to a beach hex over the water (5.21)."""
        open_to = [n for n in self.board.waded(hex) if n not in self.board.unlettered]
        return [n for n in open_to if n in self.board.beach or self.closer((hex, n))]

    def closer(self, path: tuple[str, ...]) -> bool:
        """Whether each step of a path comes closer to one and the same beach hex, or to the nearest (AMB-57)."""
        free: frozenset[str] = frozenset()
        if self.read("AMB-57", "any") == "nearest":
            if any(self.comes_closer(path, "", barred) for barred in (free, frozenset(self.jp_hexes()))):
                return True
            if not self.barred(path[0]):
                return False
        return any(self.comes_closer(path, goal, free) for goal in self.board.beach)

    def barred(self, hex: str) -> bool:
        """Whether Japanese units bar every way to the nearest beach hexes, so that a unit wades towards another
        (AMB-96)."""
        far, held = self.board.distance("", frozenset()), self.jp_hexes()
        at, close = {hex}, far.get(hex, 999) <= (3 if self.long else 2)
        for _ in range(far.get(hex, 999) if close else 1):
            at = {n for h in at for n in self.board.waded(h) if n not in held and far.get(n, 999) < far.get(h, 999)}
        return not at

    def comes_closer(self, path: tuple[str, ...], goal: str, barred: frozenset[str]) -> bool:
        far = self.board.distance(goal, barred)
        return all(far.get(b, 999) < far.get(a, 999) for a, b in pairwise(path))

    def wade(self, fact: f.UnitsMoved) -> None:
        unit = self.units[fact.units[0]]
        path = (unit.hex, *fact.path)
        most = 3 if self.long else 2
        self.holds("5.2", self.board.water(unit.hex), f"{unit.name} wades from land, {unit.hex}")
        self.holds("5.2", unit.name not in self.transported | self.waded, f"{unit.name} has moved, and wades")
        self.holds("5.22", all(b in self.board.waded(a) for a, b in pairwise(path)), f"{path} is no way to wade")
        self.holds(
            "5.31", not set(fact.path) & self.board.unlettered, f"{path} leads into an approach hex without letters"
        )
        self.holds("5.2", all(self.board.water(h) for h in path[:-1]), f"{path} leads on beyond a beach")
        self.holds("5.21", self.closer(path), f"{path} does not come closer to a beach")
        stops = path[-1] in self.board.beach or len(fact.path) == most
        blocked = not [n for n in self.nearer(path[-1]) if n not in self.jp_hexes()]
        self.holds("5.2", len(fact.path) <= most and (stops or blocked), f"{unit.name} wades {len(fact.path)} hexes")
        self.holds("5.2", not set(fact.path) & self.jp_hexes(), f"{unit.name} wades onto Japanese units")
        self.waded.add(unit.name)
        self.ashore.add(unit.name)

    # ---- 5.3 arrivals ----

    def on_UnitsPlaced(self, fact: f.UnitsPlaced) -> None:
        if fact.rule in ("DDaT 5.3", "DDaT 15.4") and fact.at in self.board.approaches:
            name, row = self.board.approaches[fact.at]
            setup = self.phase in ("", "setup")
            due = self.turn if setup else self.turn + 1
            for one in fact.units:
                unit = self.units[one]
                if not (unit.card.by == "D+2" or self.options & {"landing-1-8"}) and unit.card.beach:
                    self.same(
                        "5.3",
                        f"the beach of {one}",
                        name.rstrip("ABCD1234567890") + (name[1] if name[0] == "R" else ""),
                        unit.card.beach,
                    )
                if self.phase in ("setup", "arrive"):
                    self.holds(
                        "5.3", unit.box == TRACK and unit.due <= due, f"{one}, due on turn {unit.due}, is placed"
                    )
            self.holds(
                "5.3",
                not name.endswith("D") or (self.turn >= 5 and not (setup and self.turn == 1)),
                f"{name} is used on turn {self.turn}",
            )
            if row.get("facing", "none") != "none":
                self.same("5.3", f"where {fact.units} face", fact.facing, row["facing"])
            super().on_UnitsPlaced(fact)
            self.holds(
                "5.3", len([u for u in self.stack(fact.at) if not u.leader]) <= STACK, f"too many units in {name}"
            )
            return
        if fact.at in self.board.approaches and self.event.event in ("orders-received", "expedited"):
            name, arrival = self.board.approaches[fact.at][0], 17 if self.event.event == "orders-received" else 28
            self.holds("EV", name.startswith("R2" if arrival == 17 else "G"), f"{fact.units} are placed in {name}")
            for one in fact.units:
                unit = self.units[one]
                self.holds(
                    "EV", unit.card.arrival == arrival and unit.box == TRACK, f"{one} comes by {self.event.event}"
                )
        elif fact.rule == "DDaT EV":
            self.holds(
                "EV", fact.at in self.board.features.get(f"beach-{self.event.beach}", ()), f"a gun lands in {fact.at}"
            )
            self.holds("EV", fact.at not in self.jp_hexes(), f"a gun lands on Japanese units in {fact.at}")
        super().on_UnitsPlaced(fact)

    # ---- events ----

    def band(self) -> str:
        return "2-10" if self.turn <= 10 else "11-16" if self.turn <= 16 else "17-30"

    def on_EventBegan(self, fact: f.EventBegan) -> None:
        self.second, self.reinforced = self.phase == "event2", ""
        if not fact.card:
            if fact.event == "counterattack":
                self.holds("EV", self.next_counterattack and not self.second, "a counterattack that no card announced")
                self.now.counterattack, self.next_counterattack = True, False
                self.event = EventCard(event="counterattack")
            else:
                self.same("4.0", "the event without a card", (self.turn, fact.event), (1, "depth"))
                self.event, self.depth_due = EventCard(event="depth", depth=2), 2
            return
        self.event = EventCard(**self.charts["events"][f"{fact.card}:{self.band()}"])
        self.same("EV", "the event", fact.event, self.event.event)
        self.holds(
            "EV", not (self.next_counterattack and not self.second), "a card is drawn in place of a counterattack"
        )
        if self.event.zone or self.event.beach or self.event.colour:
            self.same(
                "EV", "what the event is about", fact.of, self.event.zone or self.event.beach or self.event.colour
            )
        if self.event.event in ("depth", "hero"):
            self.depth_due = self.event.depth
        if self.event.event == "naval-fire":
            self.naval_due = self.naval + 1

    def on_NothingDone(self, fact: f.NothingDone) -> None:
        if fact.what == "depth" and fact.rule in ("DDaT 9.2", "DDaT 9.23", "DDaT 4.0"):
            none = not self.depth_targets() or not sum(self.pools.values())
            if self.phase in ("event", "event2") and self.depth_due:
                self.holds("9.2", none, f"no depth is placed: {fact.why}")
                self.depth_due = 0
        elif fact.what == "depth-of-turn-1":
            self.depth_due = 0
        elif fact.what == "tactical-reinforcement":
            self.holds("9.31", not self.reserve, f"no reinforcement comes: {fact.why}")
            self.reinforcing = self.reinforcing[1:]
        elif fact.rule == "DDaT EV":
            self.void(fact)

    def void(self, fact: f.NothingDone) -> None:
        """An event that comes to nothing has a reason."""
        event = self.event
        if event.event != fact.what:
            return
        if event.shibasaki and self.shibasaki == "killed":
            return
        reason = {
            "ammo-dump": not any(
                x.depth and p in self.board.cards and self.board.inland(p) for p, x in self.forces.items()
            ),
            "wires-cut": self.second,
            "counterattack": False,
            "smoke": self.second,
            "shibasaki-killed": self.shibasaki == "killed" or "shibasaki-survives" in self.options,
            "lost-boat-teams": not [u for u in self.on_map() if u.card.type == "infantry" and u.steps == 1],
            "flanking-fire": not [u for u in self.on_map() if self.board.water(u.hex) and u.steps],
            "hitch-a-ride": not [u for u in self.on_map() if self.board.water(u.hex)],
            "transport-delayed": not [u for u in self.on_map() if u.hex in self.board.reef],
            "lvt-commandeered": not self.lvts,
            "tunnels": not self.reserve or not self.unaided(),
            "naval-fire": False,
        }.get(event.event, True)
        self.holds("EV", reason, f"{event.event} comes to nothing: {fact.why}")

    def unaided(self) -> list[str]:
        """The positions that a garrison holds alone (EV)."""
        us = self.us_hexes()
        return [p for p in self.garrisons if self.board.cards[p].hex not in us]

    def depth_targets(self) -> list[str]:
        """The positions that come first for a depth marker (9.2)."""
        us = self.us_hexes()
        found = [
            p
            for p, x in self.forces.items()
            if p in self.board.cards and not x.tank and not x.depth and self.jp_connected(p)
        ]
        return first(found, lambda p: (nearest(self.hex_of(p), us), self.board.inland(p), number(p), p[0]))

    def on_DepthPlaced(self, fact: f.DepthPlaced) -> None:
        if self.phase in ("event", "event2") and fact.rule in ("DDaT 9.2", "DDaT 4.0"):
            self.holds(
                "9.2", fact.where in self.depth_targets(), f"depth for {fact.where}, not for {self.depth_targets()}"
            )
            self.depth_due -= 1
        super().on_DepthPlaced(fact)

    def on_MarkersTaken(self, fact: f.MarkersTaken) -> None:
        if fact.kind == NAVAL:
            self.holds(
                "8.5",
                self.event.event == "naval-fire" and self.naval + fact.count == self.naval_due,
                "a naval fire marker without the event",
            )
        super().on_MarkersTaken(fact)

    def on_SmokeLaid(self, fact: f.SmokeLaid) -> None:
        reckoned = {p for p, card in self.board.cards.items() if card.coastal and p[0] == self.event.zone}
        self.same("EV", "the positions in smoke", set(fact.places), reckoned)
        self.now.smoke |= set(fact.places)

    def on_WiresCut(self, fact: f.WiresCut) -> None:
        self.holds("EV", not self.second and self.event.event == "wires-cut", "wires are cut")
        self.now.wires_cut = True

    def on_EngineersCovered(self, fact: f.EngineersCovered) -> None:
        self.now.covered = True

    def on_Counterattacked(self, fact: f.Counterattacked) -> None:
        self.same("EV", "when the counterattack comes", fact.next_turn, self.second)
        self.holds(
            "EV", not (self.event.shibasaki and self.shibasaki == "killed"), "a counterattack without Admiral Shibasaki"
        )
        if fact.next_turn:
            self.next_counterattack = True
        else:
            self.now.counterattack, self.next_counterattack = True, False

    def on_LvtsSilent(self, fact: f.LvtsSilent) -> None:
        self.same("EV", "the turn without LVTs", fact.turn, self.turn + 1)
        super().on_LvtsSilent(fact)

    def on_UnitsDelayed(self, fact: f.UnitsDelayed) -> None:
        if fact.rule == "DDaT EV":
            self.same("EV", "when the units come", fact.due, self.turn + 2)
            units = {u.name for u in self.on_map() if u.hex in self.board.reef}
            if self.event.event == "transport-delayed":
                self.same("EV", "who is delayed", set(fact.units), units)
            else:
                self.holds("EV", set(fact.units) <= units, f"{fact.units} are not in approach hexes")
        super().on_UnitsDelayed(fact)

    def on_HeroPlaced(self, fact: f.HeroPlaced) -> None:
        unit = self.units[fact.unit]
        if self.phase in ("event", "event2"):
            self.holds("10.11", self.event.event == "hero" and unit.here, f"a hero rises in {fact.unit}")
            self.holds("10.18", self.placed_heroes < HEROES, "a ninth hero rises")
        super().on_HeroPlaced(fact)

    def on_StepGained(self, fact: f.StepGained) -> None:
        unit = self.units[fact.unit]
        self.holds(
            "EV",
            unit.card.type == "infantry" and unit.steps == 1 and unit.box == MAP,
            f"{fact.unit} of {unit.steps} steps gets one back",
        )
        self.same("EV", "the steps then", fact.gain.now, 2)
        super().on_StepGained(fact)

    def on_StepLost(self, fact: f.StepLost) -> None:
        if fact.loss.cause == "flanking-fire":
            units = [u for u in self.on_map() if self.board.water(u.hex) and u.steps]
            targets = {u.name for u in first(units, lambda u: (-u.steps, u.card.symbol != self.event.symbol))}
            self.holds("EV", fact.unit in targets, f"flanking fire hits {fact.unit}, not one of {targets}")
            self.holds(
                "EV",
                not (self.event.shibasaki and self.shibasaki == "killed"),
                "flanking fire without Admiral Shibasaki",
            )
        super().on_StepLost(fact)

    def on_ForceRevealed(self, fact: f.ForceRevealed) -> None:
        if self.phase in ("event", "event2") and self.event.event == "patrol-report":
            us = self.us_hexes()
            hidden = [p for p, x in self.forces.items() if not x.shown]
            come = [
                p for p in hidden if p == self.reinforced
            ]  # a tactical reinforcement that the report calls in comes face up
            reckoned = come or first(hidden, lambda p: (nearest(self.hex_of(p), us),))
            self.holds("EV", fact.where in reckoned, f"the patrol reports {fact.where}, not {reckoned}")
        super().on_ForceRevealed(fact)

    def on_ForcePlaced(self, fact: f.ForcePlaced) -> None:
        us = self.us_hexes()
        if fact.rule == "DDaT 9.3(2)":
            origin = self.reinforcing.pop(0) if self.reinforcing else ""
            free = [
                p
                for p in self.board.cards
                if self.board.inland(p) and p not in self.forces and self.hex_of(p) not in self.held()
            ]
            goals = [p for p in free if self.jp_connected(p)]
            if origin:
                goals = first(
                    goals,
                    lambda p: (GRID.distance(origin, self.hex_of(p)), nearest(self.hex_of(p), us), number(p), p[0]),
                )
            self.reinforced = fact.position
            self.holds(
                "9.3", fact.position in goals, f"the reinforcement of {origin} comes to {fact.position}, not to {goals}"
            )
        elif fact.rule == "DDaT EV":
            others = [self.hex_of(p) for p in self.forces]
            alone = [p for p in {*self.unaided(), fact.position} if self.hex_of(p) not in us]
            reckoned = first(alone, lambda p: (nearest(self.hex_of(p), others), number(p)))
            self.holds("EV", fact.position in reckoned, f"tunnels lead to {fact.position}, not to {reckoned}")
        super().on_ForcePlaced(fact)

    def on_DepthLost(self, fact: f.DepthLost) -> None:
        if fact.cause == "tactical-reinforcement":
            self.reinforcing = [*self.reinforcing, self.hex_of(fact.where)]
        if fact.cause == "ammo-dump":
            self.holds("EV", self.board.inland(fact.where), f"the ammo dump of {fact.where}, on the coast")
        super().on_DepthLost(fact)

    def on_GunsDestroyed(self, fact: f.GunsDestroyed) -> None:
        for place in fact.places:
            us = {u.name for u in self.stack(self.hex_of(place))}
            self.holds(
                "6.51", self.has_guns(place) and set(fact.by) <= us, f"the guns of {place} are destroyed by {fact.by}"
            )
        super().on_GunsDestroyed(fact)
