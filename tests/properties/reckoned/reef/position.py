"""Where a campaign stands: its date, scenario, turn and phase, as the order of the text has them (BRT 15.2, 15.3, CG10,
CG18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from domain.kernel.facts import Decided, Declared, Fact, GameBegan, GameEnded, PhaseBegan, Rolled
from domain.reef.facts import (
    CampaignBegan,
    NightSettled,
    ScenarioBegan,
    ScenarioEnded,
    SideSetUp,
    SlipOpened,
    SlipSealed,
    SlipStated,
    SlipWritten,
)
from tests.properties.reckoned.reckoning import Reckoning
from tests.properties.reckoned.reef.tables import DAYS, PHASES, REFIT, Map

OTHER = {"us": "jp", "jp": "us"}


class Position(Reckoning):
    """The calendar and the order of play; what follows from them is told by the hooks that other parts of the reckoning
    add to."""

    system: ClassVar[str] = "reef"

    def __init__(self) -> None:
        super().__init__()
        self.cg = ""
        self.card: Mapping[str, Any] = {}
        self.map = Map({}, "even")
        self.date, self.number, self.turns = 0, 0, 0
        """The CG Date, the scenarios begun, the turns of this one."""
        self.turn, self.player, self.phase, self.first = 0, 0, "", ""
        self.playing, self.cut_short = False, False
        self.prepared: list[str] = []
        self.set_up: list[str] = []
        self.declared: Mapping[str, Any] = {}
        self.verb = ""
        self.rolled: tuple[int, ...] = ()
        self.says: dict[str, tuple[str, ...]] = {}
        """What slips say, as far as it is recorded."""
        self.recorded = False
        """Whether what is secret is recorded too, under the names of those who may see it."""
        self.winner = ""
        self.boxes: set[str] = set()
        """Cloaking boxes that are closed."""

    # ---- what the charts say ----

    def row(self, chart: str, key: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.charts.get(chart, {}).get(key, {})
        return found

    def cvp(self, unit: str) -> int:
        return int(self.row("casualty-values", unit.rpartition(":")[2]).get("cvp", 0))

    @property
    def night(self) -> bool:
        return DAYS[self.date - 1].endswith("NT")

    @property
    def initial(self) -> bool:
        """15.2: the first scenario of the campaign, or its preparation."""
        return self.number == (1 if self.playing else 0)

    @property
    def mover(self) -> str:
        """Whose Player Turn it is."""
        return self.first if self.player == 1 else OTHER[self.first]

    # ---- hooks ----

    def refit_begins(self) -> None: ...

    def scenario_begins(self) -> None: ...

    def phase_begins(self) -> None: ...

    def phase_ends(self) -> None: ...

    def turn_begins(self) -> None: ...

    def turn_ends(self) -> None: ...

    def scenario_ends(self) -> None: ...

    def before(self, fact: Fact) -> None:
        """Before a declaration, a phase, or the end: what had to be told by now."""

    # ---- facts ----

    def on_CampaignBegan(self, fact: CampaignBegan) -> None:
        self.cg, self.card = fact.cg, self.row("campaigns", fact.cg)
        self.map = Map(self.charts["hexes"], str(self.row("grid", "columns")["shifted"]))
        self.date = DAYS.index(self.card["first"]) + 1
        self.same("15.5", "the campaign", fact.cg, self.scenario)
        self.same("15.5", "the first CG Date", (fact.date, fact.date_number), (self.card["first"], self.date))
        self.same(
            "CG8",
            "the SAN",
            dict(fact.san),
            {"us": self.card.get("marine_san", 2), "jp": self.card.get("japanese_san", 2)},
        )

    def on_GameBegan(self, fact: GameBegan) -> None:
        self.recorded = fact.hidden == "recorded"

    def on_Decided(self, fact: Decided) -> None:
        if fact.name == "winner":
            self.winner = "" if fact.value in ("none", None) else str(fact.value)

    def on_Declared(self, fact: Declared) -> None:
        self.before(fact)
        self.declared, self.verb = fact.values, fact.verb

    def on_Rolled(self, fact: Rolled) -> None:
        self.rolled = fact.dice

    def on_PhaseBegan(self, fact: PhaseBegan) -> None:
        assert self.entry is not None
        if fact.phase in PHASES:
            self._next_phase(fact.phase)
        elif fact.phase == "player_turn":
            self._end_turn(fact)
            self.player, self.phase = self.player + 1, ""
        elif fact.phase == "game_turn":
            self._end_turn(fact)
            self.holds(
                "15.3", self.turn < self.turns and self.player in (0, 2), f"turn {self.turn + 1} of {self.turns} begins"
            )
            self.turn, self.player = self.turn + 1, 0
        elif fact.phase == "date":
            self._next_date(fact)
        elif fact.phase == "scenario":
            self.before(fact)
            self._prepared()
        elif fact.phase != "refit":
            self.before(fact)
            self.prepared.append(fact.phase)
            if fact.phase == REFIT[0]:
                self.refit_begins()
        if self.entry.moment.ids:
            self.same("15.2", "the CG Date", self.entry.moment.ids[0], f"date-{self.date}")

    def _next_phase(self, phase: str) -> None:
        self.before(PhaseBegan(phase=phase, title=""))
        if self.phase:
            self.phase_ends()
        after = PHASES.index(self.phase) + 1 if self.phase else 0
        self.same("15.3", "the phase", phase, PHASES[after] if after < len(PHASES) else "none")
        self.phase = phase
        if phase == PHASES[0]:
            self.turn_begins()
        self.phase_begins()

    def _end_turn(self, fact: Fact) -> None:
        """The Player Turn is over, where one has been played."""
        self.before(fact)
        if self.player and self.phase:
            self.holds("15.3", self.phase == PHASES[-1] or self.cut_short, f"a Player Turn ends after its {self.phase}")
            self.phase_ends()
            self.turn_ends()
            self.phase = ""

    def _next_date(self, fact: Fact) -> None:
        if not self.number:
            return
        self._end_turn(fact)
        self._end_scenario()
        self.holds("15.2", self.date < len(DAYS), "a CG Date follows 22 PM")
        self.playing, self.prepared, self.set_up = False, [], []
        self.date += 1

    def _end_scenario(self) -> None:
        over = self.cut_short or (self.turn, self.player) == (self.turns, 2)
        self.holds("15.3", over, f"a scenario of {self.turns} turns ends on turn {self.turn}")
        self.scenario_ends()
        self.turn, self.player, self.phase, self.cut_short = 0, 0, "", False

    def _night_open(self) -> bool:
        """CG10: the scenario before was that of a PM before the 22nd."""
        return self.date in (3, 4, 6, 7) and not self.initial and self.previous in ("20 PM", "21 PM")

    previous = ""
    """The CG Date that was played last."""

    def _prepared(self) -> None:
        """CG18: what was gone through before this scenario, in order."""
        sometimes = ("leaders", "areas")
        reckoned = [] if self.initial else list(REFIT)
        reckoned += [
            "purchases",
            *(["banzai"] if self._night_open() else []),
            "first_setup",
            *(["night"] if self._night_open() else []),
        ]
        reckoned += [
            "second_setup",
            "modules",
            "support",
            *(["bombardment"] if self.initial and self.card.get("bombardments") else []),
        ]
        self.same(
            "CG18", "the phases of preparation", [phase for phase in self.prepared if phase not in sometimes], reckoned
        )
        places = [("leaders", "purchases"), ("areas", "first_setup")]
        right = all(
            self.prepared.index(phase) < self.prepared.index(then) for phase, then in places if phase in self.prepared
        )
        self.holds("CG18.11", right, f"the phases of preparation are {', '.join(self.prepared)}")
        second = OTHER[self._sets_up_first()]
        self.same("CG18.22", "who has set up", self.set_up, [OTHER[second], second])

    def _sets_up_first(self) -> str:
        """CG18.22: the Japanese in Initial and PM scenarios, the Marines else."""
        return "jp" if self.initial or DAYS[self.date - 1].endswith("PM") else "us"

    def on_SideSetUp(self, fact: SideSetUp) -> None:
        if fact.side in self.set_up:
            self.set_up.remove(fact.side)
        self.set_up.append(fact.side)
        if len(self.set_up) == 1:
            self.same("CG18.22", "who sets up first", fact.side, self._sets_up_first())

    def on_NightSettled(self, fact: NightSettled) -> None:
        self.holds("CG10", self._night_open(), "a Night Banzai is settled after no PM before the 22nd")
        night = DAYS[self.date - 1]
        self.same("CG10", "the night", fact.date, night)
        said = self.says.get(f"night-banzai-{night.replace(' ', '-')}")
        if said is not None:
            self.same("CG10", "whether it is attempted", fact.attempted, said == ("yes",))
        drm = int(self.card.get("night_drm", 0)) if fact.attempted and fact.die else 0
        self.same("CG10", "the Night DRM", sum(term.amount for term in fact.terms), drm)
        succeeds = fact.attempted and fact.die > 0 and fact.die + drm <= 1 and not fact.barred
        self.same("CG10", "whether the night is played", fact.played, succeeds)
        if not fact.played:
            self.date += 1
        assert self.entry is not None
        self.same("CG10", "the CG Date", self.entry.moment.ids[0], f"date-{self.date}")

    def on_ScenarioBegan(self, fact: ScenarioBegan) -> None:
        first_of_all = self.number == 0
        line = (
            {"turns": self.card["turns"], "first": "us"}
            if first_of_all
            else self.row("scenario-chart", DAYS[self.date - 1])
        )
        self.number += 1
        self.same("15.3", "the number of the scenario", fact.number, self.number)
        self.same("15.6205", "turns, and who moves first", (fact.turns, fact.first), (line["turns"], line["first"]))
        self.same("15.5", "the Scenario Attacker", fact.attacker, "jp" if self.night else "us")
        self.same("CG10", "the NVR", fact.nvr, 3 if self.night else 0)
        self.turns, self.first, self.playing, self.previous = (
            int(line["turns"]),
            str(line["first"]),
            True,
            DAYS[self.date - 1],
        )
        self.scenario_begins()

    def on_ScenarioEnded(self, fact: ScenarioEnded) -> None:
        self.cut_short = True

    def on_GameEnded(self, fact: GameEnded) -> None:
        self._end_turn(fact)
        if fact.by == "time":
            self._end_scenario()
            self.same("15.2", "the last CG Date", DAYS[self.date - 1], DAYS[-1])
            self.same("15.3", "who has won", fact.winner, self.winner)

    # ---- slips ----

    def on_SlipSealed(self, fact: SlipSealed) -> None:
        if fact.kind == "cloaking":
            self.boxes.add(fact.slip)

    def on_SlipWritten(self, fact: SlipWritten) -> None:
        self.says[fact.slip] = fact.says

    def on_SlipOpened(self, fact: SlipOpened) -> None:
        written = self.says.get(fact.slip)
        if written is not None:
            self.same("15.13", f"what slip {fact.slip} says", fact.says, written)
        self.says[fact.slip] = fact.says
        self.boxes.discard(fact.slip)

    def on_SlipStated(self, fact: SlipStated) -> None:
        self.says[fact.slip] = fact.says
        self.boxes.discard(fact.slip)


def total(dice: Iterable[int], terms: Iterable[Any]) -> int:
    return sum(dice) + sum(int(term.amount) for term in terms)
