"""The landing: BLTs and their Entry Areas, Assault Waves and when they are due, who enters and who has not (BRT
CG2)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from domain.reef import facts
from tests.properties.reckoned.reef.pieces import Pieces, party_unit
from tests.properties.reckoned.reef.tables import DAYS, FORMATIONS, MAY_GO, SCOUTS, WATER, category, counted


class Wave(NamedTuple):
    """A line of the Landing Schedule Record."""

    name: str
    blt: str
    formations: tuple[str, ...]
    attached: Counter[str]
    scenario: int
    turn: int

    @property
    def order(self) -> tuple[int, int, int]:
        """CG3.11: the first of a scenario is that of the first turn, then of the BLT numbered first (reading R-65); the
        Scout Snipers are of none."""
        return self.turn, int(self.blt or 99), int(self.name.partition("-W")[2])


class Landing(Pieces):
    """Follows the Landing Schedule Record, and who of it has entered."""

    def __init__(self) -> None:
        super().__init__()
        self.of: dict[str, str] = {}
        """Of each Formation the BLT it belongs to."""
        self.areas: dict[str, str] = {}
        self.come: set[str] = set()
        """BLTs of which somebody has entered."""
        self.committed: dict[str, int] = {}
        self.waves: dict[str, Wave] = {}
        self.due: dict[str, Counter[str]] = {}
        """Of each wave that has come, who of it has not entered."""
        self.ashore = 0
        """LVTs that have landed, and were not kept off the map again."""

    # ---- BLTs ----

    def at_start(self) -> tuple[str, ...]:
        return tuple(self.card["at_start"])

    def on_CampaignBegan(self, fact: facts.CampaignBegan) -> None:
        super().on_CampaignBegan(fact)
        self.of = {formation: formation.partition("-")[0] for formation in FORMATIONS if formation != SCOUTS}

    def entered(self, formation: str) -> bool:
        """CG2.4: whether all that is of a Formation has entered; SFCPs that come back hold nothing up (reading
        R-40)."""
        back = Counter(map(party_unit, self.waiting))
        return not any(
            number - back[unit] > 0 and not (self.boxes and category(unit.partition(":")[2]) in ("SMC", "SW"))
            for unit, number in self.off.items()
            if unit.startswith(f"{formation}:")
        )

    def all_entered(self, blts: tuple[str, ...], most: int = 99) -> bool:
        formations = [one for one, whose in self.of.items() if whose in blts and one != SCOUTS]
        return all(self.entered(one) for one in formations if int(one.partition("-F")[2]) <= most)

    def on_EntryAreaAssigned(self, fact: facts.EntryAreaAssigned) -> None:
        self.holds("CG2.1", fact.blt in self.blts, f"BLT #{fact.blt} is not in the Order of Battle")
        self.holds(
            "CG2.1", fact.blt not in self.come, f"BLT #{fact.blt} has begun to enter, and is given an Entry Area"
        )
        self.same("CG2.1", "the CG Date", fact.date, DAYS[self.date - 1])
        if fact.blt in self.at_start():
            self.holds(
                "CG2.1",
                self.initial and "first_setup" not in self.prepared,
                "an At-Start BLT is given its Entry Area after set-up",
            )
            there = [
                blt
                for blt, area in self.areas.items()
                if area == fact.area and blt in self.at_start() and blt != fact.blt
            ]
            self.same("CG2.1", f"other BLTs at {fact.area} on the date", there, [])
        else:
            self.same(
                "CG2.1", "the scenario for which it is committed", self.committed.get(fact.blt, 0), self.number + 1
            )
        self.areas[fact.blt] = fact.area

    def on_BltCommitted(self, fact: facts.BltCommitted) -> None:
        self.same("CG2.4", f"the scenario for which BLT #{fact.blt} is committed", fact.scenario, self.number + 1)
        self.holds(
            "CG2.4", not self.playing and fact.blt not in self.blts, f"BLT #{fact.blt} is committed anew, or in play"
        )
        at_start, follow_on = self.at_start(), tuple(self.card.get("follow_on", ()))
        regimental, divisional = tuple(self.card.get("regimental", ())), tuple(self.card.get("divisional", ()))
        gates = []
        if fact.blt in follow_on:
            gates.append(self.all_entered(at_start) or self.all_entered(at_start, 5))
        if fact.blt in regimental:
            gates.append(self.all_entered(at_start) and self.whole(follow_on))
        if fact.blt in divisional:
            waits = not regimental and self.readings.get("R-82") == "waits"
            gates.append(self.all_entered(at_start) and self.whole(regimental) and (not waits or self.whole(follow_on)))
        self.holds("CG2.4", any(gates), f"BLT #{fact.blt} is committed before those have entered whom it waits for")
        self.committed[fact.blt] = fact.scenario
        self.join(fact.blt)

    def whole(self, blts: tuple[str, ...]) -> bool:
        return all(blt in self.blts for blt in blts) and self.all_entered(blts)

    def on_FormationTransferred(self, fact: facts.FormationTransferred) -> None:
        self.holds("CG2.2", FORMATIONS[fact.formation] in MAY_GO, f"{fact.formation} goes to another BLT")
        self.holds("CG2.2", fact.to in self.blts, f"{fact.formation} goes to BLT #{fact.to}, which is not available")
        if fact.formation != SCOUTS:
            self.holds(
                "CG2.2", self.of[fact.formation] in self.blts, f"{fact.formation} is of a BLT that is not available"
            )
            self.holds("CG2.2", self.of[fact.formation] != fact.to, f"{fact.formation} goes where it is")
        self.of[fact.formation] = fact.to

    # ---- the Landing Schedule Record ----

    def on_WaveAssigned(self, fact: facts.WaveAssigned) -> None:
        old = self.waves.pop(fact.wave, None)
        instead = old.formations if old and old.formations != fact.formations else ()
        self.same("CG2.3", f"whom wave {fact.wave} takes the place of", fact.instead, instead)
        self.holds(
            "CG2.3",
            fact.blt in self.blts or fact.formations == (SCOUTS,),
            f"BLT #{fact.blt} is not in the Order of Battle",
        )
        self.check_wave(fact)
        if fact.blt in self.at_start():
            seen = not self.initial or "second_setup" in self.prepared or self.playing
            self.holds("CG2.3", seen, "an At-Start wave is assigned before the Japanese set-up is seen")
        self.holds(
            "CG2.3",
            (fact.scenario, fact.turn) >= (self.number + (not self.playing), self.turn),
            "a wave is assigned to a turn that is past",
        )
        line = self.row("entry-turns", fact.wave.partition("-W")[2])
        if not self.declared.get("turn"):
            listed = self.committed.get(fact.blt, 1) + int(line.get("later", 0))
            past = self.playing and int(line["turn"]) < self.turn
            self.same("CG2.3", f"the turn of wave {fact.wave}", fact.turn, line["turn"])
            self.same(
                "CG2.3",
                f"the scenario of wave {fact.wave}",
                fact.scenario,
                max(listed, self.number + (not self.playing or past)),
            )
        for formation in fact.formations:
            others = [wave.name for wave in self.waves.values() if formation in wave.formations]
            self.same("CG2.3", f"the other waves of {formation}", others, [])
        self.waves[fact.wave] = self.wave_of(fact)

    def wave_of(self, fact: facts.WaveAssigned) -> Wave:
        attached: Counter[str] = Counter()
        for formation, words in fact.attached.items():
            for kind, number in counted(words).items():
                attached[f"{formation}:{kind}"] += number
        return Wave(fact.wave, fact.blt, fact.formations, attached, fact.scenario, fact.turn)

    def check_wave(self, fact: facts.WaveAssigned) -> None:
        self.holds("CG2.3", 1 <= len(fact.formations) <= 2, f"wave {fact.wave} has {len(fact.formations)} Formations")
        whose = {self.of.get(formation, "") for formation in fact.formations}
        if fact.formations != (SCOUTS,):
            self.same("15.2", f"whose Formations wave {fact.wave} has", whose, {fact.blt})
        self.holds("CG2.3", fact.turn in (1, 3, 5), f"wave {fact.wave} enters on turn {fact.turn}")
        self.holds("CG2.3", fact.wave.startswith(f"{fact.blt or SCOUTS}-W"), f"wave {fact.wave} is of BLT #{fact.blt}")
        for formation, words in fact.attached.items():
            note = FORMATIONS[formation]
            if note == "c":
                pieces, rifles = counted(words), [one for one in fact.formations if FORMATIONS[one] == "b"]
                platoons = pieces["HMG"]
                self.holds(
                    "CG2.3",
                    bool(rifles) and self.of[formation] == fact.blt,
                    f"a MG Platoon of {formation} joins no Rifle Company of its BLT",
                )
                self.holds(
                    "CG2.3",
                    pieces["leader"] <= platoons,
                    f"{pieces['leader']} leaders of {formation} go with {platoons} MG Platoons",
                )
            else:
                joins = note == "k" or (note == "a" and self.of[formation] == fact.blt)
                self.holds("CG2.3", joins, f"{formation} is attached to a wave of BLT #{fact.blt}")

    def on_WaveOpened(self, fact: facts.WaveOpened) -> None:
        """It comes: from now on who is of it has to enter."""
        wave = self.waves.get(fact.wave)
        self.same("CG2.3", f"wave {fact.wave}, as it comes", wave, self.wave_of(fact))
        self.same("CG2.3", "scenario and turn", (self.number, self.turn, self.mover), (fact.scenario, fact.turn, "us"))
        if wave is None:
            return
        mine: Counter[str] = Counter()
        taken: Counter[str] = Counter()
        for other in self.waves.values():
            if other.name != wave.name and other.name not in self.due:
                taken.update(other.attached)
        back = Counter(map(party_unit, self.waiting))
        for unit, number in self.off.items():
            if unit.partition(":")[0] in wave.formations:
                mine[unit] = number - taken[unit] - back[unit]
            elif wave.attached[unit]:
                mine[unit] = min(wave.attached[unit], number)
        waves = [one for one in self.waves.values() if (one.scenario, one.turn) == (self.number, self.turn) and one.blt]
        if self.waiting and wave.blt and wave == min(waves, key=lambda one: one.order):
            mine.update(back)
            self.waiting.clear()
        self.due[wave.name] = +mine

    on_WaveStated = on_WaveOpened

    def scenario_begins(self) -> None:
        super().scenario_begins()
        if self.number == 1:
            self.same(
                "CG2.1",
                "At-Start BLTs without an Entry Area",
                [blt for blt in self.at_start() if blt not in self.areas],
                [],
            )
            waves = {formation for wave in self.waves.values() for formation in wave.formations}
            idle = [
                one for one, blt in self.of.items() if blt in self.at_start() and one != SCOUTS and one not in waves
            ]
            if self.recorded:  # on paper a line of the Landing Schedule Record may be told as its wave comes
                self.same("CG2.3", "At-Start Formations in no Assault Wave", idle, [])

    def hexes_of(self, area: str) -> set[str]:
        if area in WATER:
            letter, first, last = WATER[area]
            return {f"{letter}{number}" for number in range(first, last + 1)}
        return set(self.row("entry-areas", area).get("hexes", ()))

    def on_PiecesEntered(self, fact: facts.PiecesEntered) -> None:
        self.holds(
            "CG2.3",
            self.mover == "us" and self.phase == "movement",
            f"wave {fact.wave} enters in the {self.phase} phase of {self.mover}",
        )
        wave = self.waves.get(fact.wave)
        if wave is None or fact.wave not in self.due:
            self.holds(
                "CG2.3",
                set(self.groups(fact)) == {SCOUTS} and fact.how == "pier",
                f"{fact.wave or 'a wave'} enters, and is none",
            )
            return
        due = self.due[fact.wave]
        for unit, number in fact.pieces.items():
            if unit.endswith(":jeep"):
                continue
            self.holds("CG2.3", number <= due[unit], f"{number} {unit} enter with wave {fact.wave}, of {due[unit]}")
            due[unit] -= number
            self.off[unit] -= number
            self.on[unit] += number
        self.come.add(wave.blt)
        self.entry_hexes(fact, wave)
        if fact.how == "lvt":
            capacity = int(self.row("transports", "LVT")["capacity"])
            self.holds(
                "CG2.3",
                all(capacity <= 2 * load and load <= capacity for load in fact.loads),
                f"LVTs of {capacity} are loaded {fact.loads}",
            )
            self.ashore += len(fact.loads)
            self.holds(
                "CG2.3",
                self.ashore <= self.left("LVT:LVT"),
                f"{self.ashore} LVTs are on the map, of {self.left('LVT:LVT')}",
            )
        elif wave.name == f"{wave.blt}-W1":
            riders = [
                unit
                for unit in fact.pieces
                if category(unit.partition(":")[2]) in ("MMC", "SMC") and not unit.startswith(SCOUTS)
            ]
            self.same("CG2.3", "who of Assault Wave 1 does not ride", riders, [])
        follow_on = tuple(self.card.get("follow_on", ()))
        if wave.blt in self.at_start() and self.come & set(follow_on):
            self.holds(
                "CG2.4", self.whole(follow_on), "an At-Start Formation enters while the Follow-On Battalion does"
            )

    def groups(self, fact: facts.PiecesEntered) -> list[str]:
        return [unit.partition(":")[0] for unit in fact.pieces]

    def entry_hexes(self, fact: facts.PiecesEntered, wave: Wave) -> None:
        if fact.how in ("lvt", "wade"):
            outside = [hex for hex in fact.hexes if hex not in self.hexes_of(self.areas.get(wave.blt, ""))]
            self.same("CG2.1", f"hexes outside the Entry Area of BLT #{wave.blt}", outside, [])
            dry = [hex for hex in fact.hexes if self.map.terrain(hex) != "ocean" and hex != "Z33"]
            self.same("CG2.3", "hexes that are not Ocean", dry, [])
        elif fact.how == "pier":
            self.holds(
                "CG2.3",
                all(self.map.terrain(hex) == "pier" for hex in fact.hexes),
                "the Scout Snipers enter on no pier",
            )
            self.same("CG2.3", "who enters on the pier", set(self.groups(fact)), {SCOUTS})
        else:
            self.same("CG13", "where jeeps enter", (set(fact.hexes), self.cg in ("II", "III")), ({"Z33"}, True))

    # ---- who has not entered ----

    def on_PiecesLost(self, fact: facts.PiecesLost) -> None:
        if fact.cause == "unentered":
            due = self.due.get(fact.wave, Counter())
            lost = Counter({loss.unit: loss.steps for loss in fact.losses})
            self.holds(
                "CG2.3",
                self.phase == "close_combat" or self.verb == "over",
                f"wave {fact.wave} is lost in the {self.phase} phase",
            )
            self.same("CG2.3", f"who of wave {fact.wave} has not entered", *self.but_boxed(lost, +due))
            due.clear()
        self.ashore = max(0, self.ashore - sum(loss.steps for loss in fact.losses if loss.unit == "LVT:LVT"))
        super().on_PiecesLost(fact)

    def on_PiecesRestored(self, fact: facts.PiecesRestored) -> None:
        super().on_PiecesRestored(fact)
        self.ashore += sum(gain.steps for gain in fact.gains if gain.unit == "LVT:LVT")

    def but_boxed(self, *pieces: Counter[str]) -> list[dict[str, int]]:
        """Without who may be in a closed Cloaking box (reading R-61)."""

        def told(unit: str) -> bool:
            return not (self.boxes and category(unit.partition(":")[2]) in ("SMC", "SW"))

        return [{unit: number for unit, number in sorted(one.items()) if told(unit)} for one in pieces]

    def turn_ends(self) -> None:
        super().turn_ends()
        if self.mover != "us":
            return
        for wave in [one for one in self.waves.values() if (one.scenario, one.turn) == (self.number, self.turn)]:
            missed = self.cut_short and wave.name not in self.due
            if missed:
                continue
            self.holds("CG2.3", wave.name in self.due, f"wave {wave.name} is due, and has not come")
            (waits,) = self.but_boxed(+self.due.get(wave.name, Counter()))
            self.same("CG2.3", f"who of wave {wave.name} has neither entered nor been lost", waits, {})
            del self.waves[wave.name]

    def on_WavesUnassigned(self, fact: facts.WavesUnassigned) -> None:
        still = {one.name for one in self.waves.values() if one.scenario == self.number and one.name not in self.due}
        self.same("CG2.3", "the waves whose turn did not come", set(fact.waves), still)
        for name in fact.waves:
            self.waves.pop(name, None)

    def scenario_ends(self) -> None:
        super().scenario_ends()
        late = [one.name for one in self.waves.values() if one.scenario <= self.number]
        self.same("CG2.3", "waves of the scenario that are left as it ends", late, [])
        self.due.clear()

    def on_TransportsRetained(self, fact: facts.TransportsRetained) -> None:
        self.holds(
            "15.2",
            fact.number <= self.ashore,
            f"{fact.number} LVTs are kept off the map, of {self.ashore} that have landed",
        )
        self.ashore -= fact.number
