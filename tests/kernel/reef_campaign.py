"""Made-up proof: the calendar of Blood Reef (15.2, 15.3, CG10, CG18): dates, refit, scenarios, game turns, player
turns, phases."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.kernel import facts as kernel_facts
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, PhaseBegan, topics
from domain.kernel.parts import Ends, Play, Secrecy, nothing_hidden
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import Roll
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row, State
from domain.kernel.table import Table
from domain.kernel.verbs import Verbs

DATES = ("20 AM", "20 PM", "20 NT", "21 AM", "21 PM", "21 NT", "22 AM", "22 PM")
INITIAL, LAST = 1, len(DATES)
SIDES = {"us": "Marine", "jp": "Japanese"}
OTHER = {"us": "jp", "jp": "us", "": ""}


class ScenarioRow(Row, chart="scenarios", key="date"):
    turns: int
    first: Literal["us", "jp"]
    """Who moves first."""


class Reef(State):
    date: int = 0
    open: bool = False
    """Whether it is still to be seen if the night is played, or only the next morning."""
    banzai: bool | None = None
    """The sealed choice of a Night Banzai."""
    set_up: tuple[str, ...] = ()
    turns: int = 0
    first: str = ""
    turn: int = 0
    half: int = 0
    """Which player turn of the game turn it is."""


def mover(state: Reef) -> str:
    return state.first if state.half == 1 else OTHER[state.first]


def waiting(state: Reef) -> str:
    return OTHER[mover(state)]


def sets_up_first(state: Reef) -> str:
    """BRT CG18.22: the Japanese in the Initial Scenario and in the afternoon, the Marines in the morning and at
    night."""
    return "jp" if state.date == INITIAL or DATES[state.date - 1].endswith("PM") else "us"


def sets_up_second(state: Reef) -> str:
    return OTHER[sets_up_first(state)]


class Bought(Fact, topic="reef.bought"):
    side: str


class BanzaiSealed(Fact, topic="reef.banzai-sealed"):
    STUB: ClassVar[str] = "banzai"

    tried: bool


class NightSettled(Fact, topic="reef.night-settled"):
    tried: bool
    played: bool


class SetUp(Fact, topic="reef.set-up"):
    side: str


class ScenarioBegan(Fact, topic="reef.scenario-began"):
    turns: int
    first: str


class Acted(Fact, topic="reef.acted"):
    side: str
    verb: str


verbs: Verbs[Reef] = Verbs()
evolve: Evolve[Reef] = Evolve()

# ---- what is declared ----


@verbs("BRT CG18.12", phases=("purchases",), offers=lambda state: [{}])
def buy(table: Table[Reef]) -> None:
    """BRT CG18.12: fortifications and guns."""
    table.record(Bought(rule="BRT CG18.12", side=table.side))


@verbs(
    "BRT CG18.21", side="jp", phases=("banzai",), secret="jp", offers=lambda state: [{"tried": True}, {"tried": False}]
)
def seal(table: Table[Reef], tried: bool) -> None:
    """BRT CG18.21: whether a Night Banzai is tried, in secret."""
    table.record(BanzaiSealed(rule="BRT CG18.21", tried=tried, secret="jp"))


@verbs("BRT CG18.22", phases=("first_setup", "second_setup"), offers=lambda state: [{}])
def set_up(table: Table[Reef]) -> None:
    """BRT CG18.22, CG18.24: the side whose turn it is sets up."""
    side = sets_up_first(table.state) if table.state.phase == "first_setup" else sets_up_second(table.state)
    table.record(SetUp(rule="BRT CG18.22", side=side))


@verbs("BRT 15.3", phases=("rally", "rout", "close_combat"), offers=lambda state: [{}])
def rally(table: Table[Reef]) -> None:
    """BRT 15.3: in these phases both sides act."""
    table.record(Acted(rule="BRT 15.3", side=table.side, verb="rally"))


@verbs("BRT 15.3", phases=("prep_fire", "defensive_fire", "advancing_fire"), offers=lambda state: [{}])
def fire(table: Table[Reef]) -> None:
    """BRT 15.3: the side whose phase it is fires."""
    table.record(Acted(rule="BRT 15.3", side=table.side, verb="fire"))


@verbs("BRT 15.3", phases=("movement", "advance"), offers=lambda state: [{}])
def move(table: Table[Reef]) -> None:
    """BRT 15.3: the side whose phase it is moves."""
    table.record(Acted(rule="BRT 15.3", side=table.side, verb="move"))


# ---- what happens by itself ----


def reveal(table: Table[Reef]) -> None:
    """BRT CG10, CG18.23: the choice is shown; a banzai that is tried succeeds on a 1, and then the night is played."""
    tried = bool(table.state.banzai)
    played = tried and table.ask(Roll(name="night", by="jp", rule="BRT CG10", words="the Night dr"))[0] == 1
    table.record(NightSettled(rule="BRT CG10", tried=tried, played=played))


def begin_scenario(table: Table[Reef]) -> None:
    """BRT 15.3: how long it is, and who moves first, the Scenario Chart says; the Marines do in the Initial
    Scenario."""
    row = table.read(ScenarioRow, DATES[table.state.date - 1])
    table.record(
        ScenarioBegan(rule="BRT 15.3", turns=row.turns, first="us" if table.state.date == INITIAL else row.first)
    )


def end_campaign(table: Table[Reef]) -> None:
    """BRT 15.6032: the last date has been played."""
    table.end("BRT 15.6032", "", "the last date has been played", by="time")


def date_title(state: Reef) -> str:
    return " or ".join(DATES[state.date - 1 : state.date + state.open])


BOTH = {"rule": "BRT 15.3"}
MOVER, WAITING = {**BOTH, "side_of": mover}, {**BOTH, "side_of": waiting}
SEQUENCE: SequenceOfPlay[Reef] = SequenceOfPlay(
    Phase(
        "campaign",
        rule="BRT 15.3",
        leave=end_campaign,
        phases=(
            Phase(
                "date",
                rule="BRT 15.2",
                title_of=date_title,
                number=lambda s: s.date,
                again=lambda s: s.date < LAST,
                phases=(
                    Phase(
                        "refit",
                        "Refit",
                        rule="BRT 15.6",
                        when=lambda s: s.date > INITIAL,
                        skipped=("BRT 15.5", "nothing comes before the Initial Scenario"),
                        phases=(
                            Phase("purchases", "Purchases", "", "BRT CG18.12"),
                            Phase(
                                "banzai",
                                "Choice of a Night Banzai",
                                "jp",
                                "BRT CG18.21",
                                when=lambda s: s.open,
                                skipped=(
                                    "BRT CG10",
                                    "a Night Banzai is tried after the afternoons of the 20th and 21st",
                                ),
                                owed=lambda s: "the Japanese `seal`" if s.banzai is None else "",
                                usual="seal",
                            ),
                        ),
                    ),
                    Phase(
                        "first_setup",
                        "First Set-Up",
                        rule="BRT CG18.22",
                        side_of=sets_up_first,
                        owed=lambda s: "" if s.set_up else "`set-up`",
                        usual="set-up",
                    ),
                    Phase("night", "Night Banzai", "", "BRT CG18.23", auto=True, when=lambda s: s.open, leave=reveal),
                    Phase(
                        "second_setup",
                        "Second Set-Up",
                        rule="BRT CG18.24",
                        side_of=sets_up_second,
                        owed=lambda s: "" if len(s.set_up) > 1 else "`set-up`",
                        usual="set-up",
                    ),
                    Phase("bombardment", "Bombardment", "us", "BRT CG18.3"),
                    Phase(
                        "scenario",
                        rule="BRT 15.3",
                        enter=begin_scenario,
                        phases=(
                            Phase(
                                "game_turn",
                                rule="BRT 15.3",
                                title_of=lambda s: f"turn {s.turn}",
                                number=lambda s: s.turn,
                                again=lambda s: s.turn < s.turns,
                                phases=(
                                    Phase(
                                        "player_turn",
                                        rule="BRT 15.3",
                                        title_of=lambda s: f"{SIDES[mover(s)]} player turn",
                                        number=lambda s: s.half,
                                        again=lambda s: s.half < 2,
                                        phases=(
                                            Phase("rally", "Rally Phase", **BOTH),
                                            Phase("prep_fire", "Prep Fire Phase", **MOVER),
                                            Phase("movement", "Movement Phase", **MOVER),
                                            Phase("defensive_fire", "Defensive Fire Phase", **WAITING),
                                            Phase("advancing_fire", "Advancing Fire Phase", **MOVER),
                                            Phase("rout", "Rout Phase", **BOTH),
                                            Phase("advance", "Advance Phase", **MOVER),
                                            Phase("close_combat", "Close Combat Phase", **BOTH),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )
)


# ---- what each fact changes ----


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Reef) -> Reef:
    if fact.phase == "date":
        date = state.date + 1
        return state.but(date=date, open=DATES[date - 1].endswith("NT"), banzai=None, set_up=())
    if fact.phase == "scenario":
        return state.but(turn=0)
    if fact.phase == "game_turn":
        return state.but(turn=state.turn + 1, half=0)
    return state.but(half=state.half + 1) if fact.phase == "player_turn" else state


@evolve.on(BanzaiSealed)
def banzai_sealed(fact: BanzaiSealed, state: Reef) -> Reef:
    return state.but(banzai=fact.tried)


@evolve.on(NightSettled)
def night_settled(fact: NightSettled, state: Reef) -> Reef:
    """The next date is the morning, or the night."""
    return state.but(open=False, date=state.date if fact.played else state.date + 1)


@evolve.on(SetUp)
def side_set_up(fact: SetUp, state: Reef) -> Reef:
    return state.but(set_up=(*state.set_up, fact.side))


@evolve.on(ScenarioBegan)
def scenario_began(fact: ScenarioBegan, state: Reef) -> Reef:
    return state.but(turns=fact.turns, first=fact.first)


RULES: Rules[Reef] = Rules(
    code="reef-campaign",
    title="The calendar of Blood Reef",
    citation="BRT",
    sides=SIDES,
    initial=Reef(),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        sequence=SEQUENCE,
        begin=lambda table: table.begin(),
        topics=topics(kernel_facts)
        | {t.TOPIC: t for t in (Bought, BanzaiSealed, NightSettled, SetUp, ScenarioBegan, Acted)},
    ),
    printed=Printed(charts={"scenarios": ScenarioRow}, admit=looked_up),
    secrecy=Secrecy(hides=("jp",), secrets=nothing_hidden, stated=(BanzaiSealed.TOPIC,)),
    ends=Ends(over="BRT 15.3"),
)
CHARTS = {("scenarios", date): {"turns": 2, "first": "jp" if date.endswith("NT") else "us"} for date in DATES}
