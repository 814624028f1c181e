"""The Reserve Pool, the Night Banzai Charge, Snipers, infantry and the ground (BRT CG7, CG8, CG10 to CG17, 15.606 to
15.6081)."""

from __future__ import annotations

from collections import Counter

from domain.reef import facts
from tests.properties.reckoned.reef.naval import Naval
from tests.properties.reckoned.reef.position import total
from tests.properties.reckoned.reef.tables import DAYS, FORMATIONS, KOREANS, category, counters, mmc, share

MARINE_KINDS = ("6-6-8", "7-6-8", "2-4-8", "half-6-6-8", "half-7-6-8")


def elr_of(unit: str) -> int:
    """CG17."""
    group, _, kind = unit.rpartition(":")
    if group in FORMATIONS or kind in MARINE_KINDS:
        return 5
    return 5 if kind in ("4-4-8", "2-3-8") else 3 if kind in KOREANS else 4


class Japanese(Naval):
    """Follows what the Japanese have in reserve, and what either side does on the map."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: Counter[str] = Counter()
        """What has come out of the Reserve Pool in this preparation, by kind."""
        self.replenished, self.reinforced = False, False
        self.coming = 0
        self.came: Counter[str] = Counter()
        self.san: dict[str, int] = {}
        self.rallied: Counter[str] = Counter()
        """Self Rallies of a side in this Rally Phase."""
        self.others: set[str] = set()
        self.control: dict[str, str] = {}
        self.marine_ground: set[str] = set()
        self.front: tuple[str, ...] = ()
        self.chains: dict[str, int] = {}
        self.charged: set[str] = set()
        self.charge = (0, 0)
        """MMC and leaders of the Night Banzai Charge."""

    def pool(self) -> dict[str, int]:
        return {
            unit.partition(":")[2]: number for unit, number in self.on.items() if unit.startswith("pool:") and number
        }

    # ---- the Reserve Pool ----

    def refit_begins(self) -> None:
        super().refit_begins()
        self.taken.clear()
        self.marine_ground = set()
        self.chains, self.charge = {}, (0, 0)

    def on_PiecesShifted(self, fact: facts.PiecesShifted) -> None:
        super().on_PiecesShifted(fact)
        if fact.of != "pool":
            self.holds("CG7.1", not self.playing and fact.to == "pool", f"{fact.of} gives to {fact.to}")
            return
        if fact.how == "reinforcement":
            self.comes(fact)
            return
        self.taken.update(fact.pieces)
        self.holds("CG7.1", not self.playing, f"reserves are set up in play ({fact.how})")
        if fact.how == "set-up" and not self.night:
            self.same("CG7.1", "reserves on the first date", counters(self.taken) if self.date == 1 else 0, 0)
            self.within_share()

    def within_share(self) -> None:
        """CG7.1: at most 20% of the counters, all in the last scenario."""
        if self.date < len(DAYS):
            whole = counters(self.pool()) + counters(self.taken)
            self.holds(
                "CG7.1",
                counters(self.taken) <= share(whole, 20),
                f"{counters(self.taken)} counters of {whole} are set up",
            )

    def scenario_begins(self) -> None:
        super().scenario_begins()
        if self.night:
            whole = mmc(self.pool()) + mmc(self.taken)
            self.holds(
                "CG7.1", mmc(self.taken) >= share(whole, 30), f"{mmc(self.taken)} MMC of {whole} are set up at night"
            )
            chained = sum(self.chains.values())
            self.same("CG10", "MMC of the charge that are in chains", chained, self.charge[0])
        else:
            self.within_share()
        self.taken.clear()

    def on_PoolReplenished(self, fact: facts.PoolReplenished) -> None:
        super().on_PoolReplenished(fact)
        self.in_japanese_rally("CG7.1")
        self.same("CG7.1", "the turn", fact.turn, self.turn)
        self.holds(
            "CG7.1",
            self.turn in (1, 5) and self.number > 1,
            f"a Replenishment DR on turn {self.turn} of scenario {self.number}",
        )
        self.holds("CG7.1", not self.replenished, "a second Replenishment DR")
        self.replenished = True

    def in_japanese_rally(self, rule: str) -> None:
        where = (self.mover, self.phase, self.night)
        self.same(rule, "Player Turn, phase, night", where, ("jp", "rally", False))

    def on_ReinforcementsRolled(self, fact: facts.ReinforcementsRolled) -> None:
        self.in_japanese_rally("CG7.2")
        self.same("CG7.2", "the turn", fact.turn, self.turn)
        self.holds("CG7.2", self.turn >= 2 and not self.reinforced, f"a Reinforcement dr on turn {self.turn}")
        self.reinforced = True
        self.same(
            "CG7.2", f"whether reinforcements are available for {fact.die}", fact.available, fact.die <= self.turn
        )
        dice = (1 if self.cg == "I" else 2) if fact.available else 0
        self.same("CG7.2", "for how many counters", (len(fact.count), fact.number), (dice, sum(fact.count)))
        self.coming = fact.number
        self.came.clear()

    def comes(self, fact: facts.PiecesShifted) -> None:
        self.came.update(fact.pieces)
        self.holds(
            "CG7.2",
            self.mover == "jp" and counters(self.came) <= self.coming,
            f"{counters(self.came)} counters enter, of {self.coming}",
        )
        kinds = {category(kind) for kind, number in self.came.items() if number and kind != "armor-leader"}
        self.holds("CG7.1", "SW" not in kinds or bool(kinds & {"MMC", "SMC"}), "SW enter without Infantry")
        edges = {"east", "south"} if self.cg == "III" else {"east"}
        for hex in fact.hexes:
            right = (
                self.map.land(hex) and bool(edges & set(self.map.edges(hex))) and self.control.get(hex, "jp") == "jp"
            )
            self.holds("CG7.2", right, f"reinforcements enter at {hex}")

    def on_ReservesReturned(self, fact: facts.ReservesReturned) -> None:
        stay = min(self.coming - counters(self.came), counters(self.pool()))
        self.same("CG7.2", "counters that stay in the pool", fact.number, stay)
        self.coming = 0
        self.came.clear()

    def turn_begins(self) -> None:
        super().turn_begins()
        self.replenished = self.reinforced = False

    def turn_ends(self) -> None:
        super().turn_ends()
        self.same(
            "CG7.2",
            "counters that neither entered nor went back",
            min(self.coming - counters(self.came), counters(self.pool())),
            0,
        )
        self.coming = 0
        self.came.clear()

    # ---- the Night Banzai Charge ----

    def on_ChargeDesignated(self, fact: facts.ChargeDesignated) -> None:
        self.holds("CG10", self.night and not self.playing, "a Night Banzai Charge is designated by day, or in play")
        by_place: dict[str, Counter[str]] = {"pool": Counter(), "map": Counter()}
        for unit, number in fact.pieces.items():
            group, _, kind = unit.partition(":")
            by_place["pool" if group == "pool" else "map"][kind] += number
            self.holds(
                "CG10", number <= self.on[unit] and kind not in KOREANS, f"{number} {unit} charge, of {self.on[unit]}"
            )
        here, there = by_place["pool"], by_place["map"]
        leaders = here["leader"] + there["leader"]
        self.same(
            "CG10",
            "MMC of the pool, of the map, leaders",
            (fact.pool, fact.map, fact.leaders),
            (mmc(here), mmc(there), leaders),
        )
        self.holds("CG10", leaders >= 1, "no leader charges")
        whole = mmc(self.pool()) + mmc(self.taken)
        self.holds("CG10", fact.pool >= share(mmc(self.pool()), 30), f"{fact.pool} MMC of {whole} in the pool charge")
        on_map = {unit: n for unit, n in self.on.items() if self.side_of(unit) == "jp" and not unit.startswith("pool:")}
        retained = sum(
            n
            for unit, n in on_map.items()
            if category(unit.partition(":")[2]) == "MMC" and unit.partition(":")[2] not in KOREANS
        )
        self.holds(
            "CG10",
            fact.map <= share(retained, 25, self.readings.get("R-07") == "up"),
            f"{fact.map} MMC of {retained} on the map charge",
        )
        self.charge, self.chains = (fact.pool + fact.map, fact.leaders), {}

    def on_ChainFormed(self, fact: facts.ChainFormed) -> None:
        self.holds(
            "CG10",
            fact.mmc >= len(fact.hexes) >= 2 and fact.leaders >= 1,
            f"{fact.mmc} MMC and {fact.leaders} leaders in {fact.hexes}",
        )
        alone = [hex for hex in fact.hexes if not any(self.map.distance(hex, other) == 1 for other in fact.hexes)]
        self.same("CG10", "stacks of the chain that are next to no other", alone, [])
        near = [hex for hex in fact.hexes if any(self.map.distance(hex, line) < 3 for line in self.front)]
        self.same("CG10", "stacks of the chain that are less than 3 hexes from a Marine FLL", near, [])
        self.chains[fact.chain] = fact.mmc
        self.holds(
            "CG10", sum(self.chains.values()) <= self.charge[0], f"{self.chains} are in chains, of {self.charge[0]}"
        )

    def on_Charged(self, fact: facts.Charged) -> None:
        self.same("CG10", "the phase", fact.phase, f"{self.turn} {self.phase}")
        self.holds(
            "CG9",
            self.night and self.mover == "jp" and self.phase in ("movement", "advance"),
            "a Banzai Charge of many Locations by day",
        )
        still = {chain for chain, number in self.chains.items() if number > 0}
        self.holds("CG10", set(fact.chains) <= still, f"{fact.chains} charge, of {sorted(still)}")
        if (self.turn, self.phase) == (1, "movement"):
            self.same("CG10", "who is in the first charge", set(fact.chains), still)
        self.charged.update(fact.chains)

    def on_ChainLeft(self, fact: facts.ChainLeft) -> None:
        self.chains[fact.chain] -= fact.mmc
        self.holds("CG10", self.chains[fact.chain] >= 0, f"more MMC leave {fact.chain} than are in it")

    def on_TerrainEntered(self, fact: facts.TerrainEntered) -> None:
        self.same("CG10", "a failed Attack Break MC", fact.broken, sum(fact.dice) == 12)

    def phase_begins(self) -> None:
        super().phase_begins()
        self.charged = set()
        if self.phase == "rally":
            self.rallied.clear()
            self.others.clear()

    def phase_ends(self) -> None:
        super().phase_ends()
        if self.night and self.mover == "jp" and self.phase in ("movement", "advance") and not self.cut_short:
            still = {chain for chain, number in self.chains.items() if number > 0}
            self.same("CG10", "chains that have not charged", sorted(still - self.charged), [])

    def on_MarinesConcealed(self, fact: facts.MarinesConcealed) -> None:
        self.holds("CG10", self.night and not self.playing, "all Marine units are concealed by day, or in play")

    def on_Concealed(self, fact: facts.Concealed) -> None:
        self.holds(
            "CG11", bool(self.map.hexes.get(fact.hex, {}).get("concealment")), f"{fact.hex} is no Concealment Terrain"
        )
        if fact.vehicle:
            near = [hex for hex in self.marine_ground if self.map.distance(hex, fact.hex) < 6]
            self.same("CG11", f"Marine ground less than 6 hexes from {fact.hex}", near, [])

    # ---- Snipers ----

    def on_CampaignBegan(self, fact: facts.CampaignBegan) -> None:
        super().on_CampaignBegan(fact)
        self.san = dict(fact.san)

    def on_SanChanged(self, fact: facts.SanChanged) -> None:
        was = self.san[fact.side]
        reckoned = was + int(self.declared.get("by") or 0)
        self.same(
            "CG8", f"the SAN of {fact.side}", fact.san, max(min(2, was), reckoned) if self.playing else max(0, reckoned)
        )
        self.san[fact.side] = fact.san

    def on_SnipersPlaced(self, fact: facts.SnipersPlaced) -> None:
        self.holds(
            "CG8",
            len(fact.places) <= 2 and all(name in self.snipers(fact.side) for name in fact.places),
            f"Snipers {dict(fact.places)}",
        )
        places = list(fact.places.values())
        if not self.playing and len(places) == 2 and not self.declared.get("far_as_possible"):
            self.holds("CG8", self.map.distance(*places) >= 15, f"Snipers are {self.map.distance(*places)} hexes apart")

    def snipers(self, side: str) -> tuple[str, str]:
        return f"{side}-1", f"{side}-2"

    def on_SniperPicked(self, fact: facts.SniperPicked) -> None:
        side = fact.sniper.partition("-")[0]
        self.same("CG8", f"who attacks for {fact.die}", fact.sniper, self.snipers(side)[fact.die > 3])

    def on_SnipersAffected(self, fact: facts.SnipersAffected) -> None:
        side = fact.snipers[0].partition("-")[0]
        self.same("CG8", "whom it affects", fact.snipers, self.snipers(side))

    # ---- infantry ----

    def on_ElrChecked(self, fact: facts.ElrChecked) -> None:
        elr = elr_of(fact.kind)
        self.same("CG17", f"the ELR of {fact.kind}", (fact.elr, fact.beyond), (elr, fact.failed_by > elr))

    def on_KoreanHeat(self, fact: facts.KoreanHeat) -> None:
        self.same("CG12", "the DRM", sum(term.amount for term in fact.terms), int(self.declared.get("drm") or 0))
        self.same(
            "CG12", "Heat of Battle", fact.result, "fanatic" if total(fact.dice, fact.terms) <= 8 else "disrupted"
        )

    def on_RallyAttempted(self, fact: facts.RallyAttempted) -> None:
        self.same("CG14", "the phase", self.phase, "rally")
        if fact.alone:
            self.rallied[fact.side] += 1
            self.holds("CG14", self.rallied[fact.side] <= 2, f"Self Rally {self.rallied[fact.side]} of a side")
            self.holds("CG14", fact.side not in self.others, "a Self Rally after another MMC's Rally")
        elif fact.mmc:
            self.others.add(fact.side)

    def on_WallCrossed(self, fact: facts.WallCrossed) -> None:
        said = self.declared
        self.holds(
            "CG16",
            self.cg in ("II", "III") and self.number == 1,
            f"an Over the Wall TC in scenario {self.number} of CG {self.cg}",
        )
        over = {str(said["to"])} if said.get("to") else set(self.map.seawalls(fact.hex))
        breached = bool(said.get("breached")) or (bool(over) and over <= self.breaches.get(fact.hex, set()))
        drm = -bool(said.get("hero")) - 2 * breached + int(said.get("leadership") or 0)
        self.same("CG16", "the DRM", sum(term.amount for term in fact.terms), drm)
        self.same("CG16", "what it is made on", fact.number, int(said.get("morale") or 8) - 4)
        self.same("CG16", "whether it is passed", fact.passed, total(fact.dice, fact.terms) <= fact.number)
        self.same("15.2", f"what {fact.hex} is", self.map.terrain(fact.hex) or "beach", "beach")

    def on_MovedAlong(self, fact: facts.MovedAlong) -> None:
        free = self.cg == "I" or self.declared.get("assault") or self.declared.get("leader")
        self.holds(
            "CG16",
            bool(free) and self.phase == "movement",
            f"along the beach in CG {self.cg}, without Assault Movement",
        )
        self.same(
            "CG16",
            "hexes that are no Beach",
            [hex for hex in fact.hexes if self.map.terrain(hex) not in ("beach", "")],
            [],
        )

    def on_GunManhandled(self, fact: facts.GunManhandled) -> None:
        said = self.declared
        drm = 2 * bool(said.get("into")) + 2 * bool(said.get("off_lvt")) + int(said.get("drm") or 0)
        self.same("CG13", "the DRM", sum(term.amount for term in fact.terms), drm)
        self.same("CG13", "whether it is eliminated", fact.eliminated, fact.ocean and sum(fact.dice) == 12)
        self.same("CG13", "what is manhandled", fact.unit.rpartition(":")[2], "37LL")

    # ---- the ground ----

    def on_ControlRecorded(self, fact: facts.ControlRecorded) -> None:
        for hex in fact.places:
            self.control[hex] = fact.control
        if fact.strategic:
            self.holds(
                "15.2",
                fact.control == "us" and not self.playing,
                "a Location is Strategic by those who occupy it, and not for the Marines",
            )

    def on_PillboxControlled(self, fact: facts.PillboxControlled) -> None:
        armed = self.declared.get("armed")
        if armed or fact.hex in self.control:
            self.same("CG15", f"who Controls the pillbox of {fact.hex}", fact.side, armed or self.control[fact.hex])

    def on_PerimeterDrawn(self, fact: facts.PerimeterDrawn) -> None:
        alone = [hex for hex in fact.hexes if not any(self.map.distance(hex, other) == 1 for other in fact.hexes)]
        self.same("15.2", "FLL that are next to no other", alone if len(fact.hexes) > 1 else [], [])
        self.front = fact.hexes

    def on_AreaDrawn(self, fact: facts.AreaDrawn) -> None:
        if fact.side == "us":
            self.marine_ground.update(fact.hexes)
            self.holds("15.6072", not fact.isolated, "a Marine Setup Area is Isolated")
            theirs = [hex for hex in fact.hexes if self.control.get(hex) == "jp"]
            self.same("15.2", f"hexes of Setup Area {fact.area} that the Japanese Control", theirs, [])
        else:
            inside = bool(self.marine_ground & set(fact.hexes))
            self.same("15.6072", f"whether {fact.area} is Isolated", fact.isolated, inside)
