"""BRT 15.2, 15.3, 15.5, CG10, CG18.2: the dates of a campaign, who sets up and moves first, who attacks; the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from domain.kernel.questions import NOTHING, OneOf
from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef.air import owed_air
from domain.reef.bombardment import disperse
from domain.reef.charts import CAMPAIGNS, DATES, CampaignCard, ScenarioCard
from domain.reef.common import PHASES, sets_up_first, sets_up_second, verbs
from domain.reef.landing import eliminate_unentered, late, may_be_late
from domain.reef.naval import new_player_turn
from domain.reef.organization import written
from domain.reef.reserves import return_reserves
from domain.reef.slips import open_all
from domain.reef.state import INITIAL, NVR, OTHER, SIDES, Reef

SCENARIOS: Mapping[str, str] = {cg: f"CG {cg}" for cg in CAMPAIGNS}


def begin(table: Table[Reef]) -> None:
    """BRT 15.5, reading R-01: a campaign begins with its first CG Date."""
    card = table.read(CampaignCard, table.state.cg)
    san = {"us": card.marine_san, "jp": card.japanese_san}
    table.record(
        f.CampaignBegan(
            rule="BRT 15.5", cg=table.state.cg, date=card.first, date_number=DATES.index(card.first) + 1, san=san
        )
    )
    if card.lvts:
        table.record(f.LvtsReceived(rule="BRT 15.5", number=card.lvts))
    table.begin()


# ---- who sets up, moves and attacks ----


def attacker(state: Reef) -> str:
    """BRT 15.5, CG10: the Marines by day, the Japanese at night."""
    return "jp" if state.night else "us"


def set_up_by(table: Table[Reef]) -> None:
    """BRT CG18.22, CG18.24: a side has set up as its phase is left."""
    first = table.state.phase == "first_setup"
    side = sets_up_first(table.state) if first else sets_up_second(table.state)
    if side not in table.state.set_up:
        table.record(f.SideSetUp(rule="BRT CG18.22" if first else "BRT CG18.24", side=side))


def begin_scenario(table: Table[Reef]) -> None:
    """BRT 15.3, 15.5, 15.6205: its length and who moves first, by its own page or the CG Scenario Chart."""
    state = table.state
    if state.number <= INITIAL:
        turns, first = state.campaign.turns, "us"
    else:
        card = table.read(ScenarioCard, state.date)
        turns, first = card.turns, card.first
    table.record(
        f.ScenarioBegan(
            rule="BRT 15.5" if state.number <= INITIAL else "BRT 15.6205",
            number=state.number,
            turns=turns,
            first=first,
            attacker=attacker(state),
            nvr=NVR if state.night else 0,
        )
    )


def leave_player_turn(table: Table[Reef]) -> None:
    """BRT CG2.3, CG7.2: what did not enter on its turn; the counters of reinforcements that stayed away."""
    if table.state.mover == "us":
        eliminate_unentered(table)
    return_reserves(table)


def leave_scenario(table: Table[Reef]) -> None:
    """BRT CG2.3, reading R-39: waves whose turn did not come are unassigned again, and that is told."""
    state = table.state
    if waiting := tuple(name for name, one in state.waves.items() if not one.open and one.scenario <= state.number):
        table.record(f.WavesUnassigned(rule="BRT CG2.3", waves=waiting))


def enter_rally(table: Table[Reef]) -> None:
    """BRT CG3.21: Battery Access of the Player Turn before is over."""
    new_player_turn(table)


def enter_prep_fire(table: Table[Reef]) -> None:
    """BRT CG4."""
    disperse(table)


# ---- a whole Player Turn with nothing to record ----


def _over(state: Reef) -> Iterator[Mapping[str, Any]]:
    yield {"missed": True} if any(late(state).values()) else {}


def moving(state: Reef) -> str:
    """BRT 15.3: whose Player Turn it is."""
    return state.mover


def _rests_on_waves(state: Reef, values: Mapping[str, Any]) -> str:
    """BRT CG2.3: why whether a Player Turn may go by would tell what all do not know; "" where what is due is given up,
    or known."""
    return "" if values.get("missed") or not may_be_late(state) else "what enters now may be sealed [BRT CG2.3]"


@verbs("BRT 15.3", phases=PHASES, name="over", whose=moving, offers=_over, unseen=_rests_on_waves)
def turn_over(table: Table[Reef], missed: bool = False) -> None:
    """BRT 15.3: the rest of the Player Turn goes by on the map, and nothing more of it belongs in this record: `over`.
    Whose turn it is says so.

    What enters now and has not is not given up by a slip of the hand: `over missed=yes` (CG2.3).
    """
    waiting = not_entered(table.state)
    table.require(missed or not waiting, "BRT CG2.3", f"{waiting}: still to `enter`, or eliminated, `over missed=yes`")
    start = clock(table.state)
    for _ in PHASES:
        if clock(table.state) != start or table.state.phase not in PHASES:
            return
        if table.state.phase == PHASES[-1]:  # with a word said of it, it is owed no more
            eliminate_unentered(table)
        table.advance()


def not_entered(state: Reef) -> str:
    """BRT CG2.3: what enters now and has not, in words; "" where that is nothing."""
    return "; ".join(f"{written(rest)} of wave {name}" for name, rest in late(state).items() if rest)


def owed_entry(state: Reef) -> str:
    """BRT CG2.3: as a Player Turn ends, what has not entered is given up by saying so; where the scenario is over
    nobody can (reading R-39)."""
    waiting = not_entered(state) if state.phase == PHASES[-1] and not state.over else ""
    return f"`over missed=yes`, which gives up what has not entered: {waiting}" if waiting else ""


def clock(state: Reef) -> tuple[int, int, int]:
    return (state.number, state.turn, state.half)


# ---- the end ----


def _ends(state: Reef) -> Iterator[Mapping[str, Any]]:
    return iter(())


def ended_for(state: Reef, values: Mapping[str, Any]) -> tuple[str, ...]:
    """BRT 15.3: whose game ends without his having won it: the loser's, or both players'."""
    winner = values.get("winner") or values.get("side", "")
    return (OTHER[winner],) if winner else tuple(SIDES)


@verbs("BRT 15.3", phases=PHASES, name="end-scenario", either=True, of=ended_for, offers=_ends)
def end_scenario(table: Table[Reef], why: str, winner: Literal["", "us", "jp"] = "") -> None:
    """BRT 15.3, 15.51: the scenario ends before its last turn, or its Victory Conditions are met: `end-scenario "pier
    taken" winner=us`."""
    table.record(f.ScenarioEnded(rule="BRT 15.3", why=why, winner=winner))
    start = table.state.number
    for _ in PHASES:
        if table.state.number != start or table.state.phase not in PHASES:
            return
        table.advance()


@verbs("BRT 15.3", of=ended_for, offers=_ends, name="victory")
def victory(table: Table[Reef], side: Literal["us", "jp"], why: str) -> None:
    """BRT 15.3, 15.2: a side has met the Victory Conditions of the campaign (reading R-01): `victory us "the pier and
    Red Two"`."""
    open_all(table)
    table.end("BRT 15.3", side, why, by="victory")


def end_campaign(table: Table[Reef]) -> None:
    """BRT 15.2, 15.6032: the last CG Date is over: who has met the Victory Conditions the table says (reading R-49);
    every slip is opened."""
    goal = table.state.campaign.victory
    words = (
        f"{table.state.date} has been played, the last CG Date: who has met the Victory Conditions of CG "
        f"{table.state.cg}"
    )
    question = OneOf(
        name="winner",
        by="table",
        rule="BRT 15.3",
        words=words + (f": {goal}" if goal else ""),
        options=(*SIDES, NOTHING),
        default=NOTHING,
    )
    winner = table.ask(question)
    open_all(table)
    met = "has met the Victory Conditions" if winner in SIDES else "nobody has met the Victory Conditions"
    why = f"the {SIDES[winner]} side {met}" if winner in SIDES else met
    table.end(
        "BRT 15.6032", winner if winner in SIDES else "", f"{table.state.date} was the last CG Date: {why}", by="time"
    )


def date_title(state: Reef) -> str:
    """BRT 15.2: the CG Date; while it is open, the night and the morning after it."""
    return " or ".join(DATES[state.date_number - 1 : state.date_number + state.night_open])


def scenario_title(state: Reef) -> str:
    """BRT 15.2: the Initial Scenario, or which it is."""
    return "Initial Scenario" if state.number <= INITIAL else f"scenario {state.number}"


def due_air(state: Reef) -> str:
    return owed_air(state) if state.phase == "rally" and not state.over else ""


def mover_title(state: Reef) -> str:
    return f"{SIDES.get(state.mover, '')} Player Turn"


__all__ = ["begin", "end_campaign", "end_scenario", "turn_over", "victory"]
