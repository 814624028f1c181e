"""BRT 15.2, 15.3, 15.6, CG18: a campaign of CG Dates: refit, set-up, bombardment, and a scenario of game turns."""

from __future__ import annotations

from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.table import Table
from domain.reef import calendar, night
from domain.reef.bombardment import owed_accuracy
from domain.reef.charts import DATES
from domain.reef.common import sets_up_first, sets_up_second
from domain.reef.landing import may_be_late, owed_areas, owed_waves
from domain.reef.leaders import due
from domain.reef.naval import assign_only, counterbattery, owed_support, parties_return, receive_modules
from domain.reef.state import INITIAL, OTHER, Reef


def waiting(state: Reef) -> str:
    return OTHER[state.mover]


def start_scenario(table: Table[Reef]) -> None:
    """BRT CG3.4, 15.3: Counterbattery Fire of the Guns that start the scenario, after any bombardment (CG18.3)."""
    counterbattery(table)
    calendar.begin_scenario(table)


def after_refit(state: Reef) -> bool:
    return state.number > INITIAL


AT_FIRST = ("BRT 15.5", "the Initial Scenario begins with leaders and purchases")


RALLY = ("lose", "contact", "take")
FIGHT = (*RALLY, "enter")
"""What a line without a verb means by what it begins with: pieces, a SFCP, hexes, a wave; where a dr is due a number is
no wave."""
PLAY = "BRT 15.3"
mover = calendar.moving


COURSE: tuple[Phase[Reef], ...] = (
    Phase("date", rule="BRT 15.2", title_of=calendar.date_title, number=lambda s: s.date_number,
          again=lambda s: s.date_number < len(DATES), phases=(
        Phase("refit", "Refit Phase", rule="BRT 15.6", when=after_refit, skipped=AT_FIRST, phases=(
            Phase("control",
                  "Control of Strategic Locations", "", "BRT 15.606", each=True, enter=parties_return, usual="control"),
            Phase("perimeters", "Perimeters", "", "BRT 15.607", each=True, usual="perimeter"),
            Phase("setup_areas", "Setup Areas", "", "BRT 15.6071", each=True, usual="area"),
            Phase("isolation", "Isolation", "", "BRT 15.6072", each=True, usual="area"),
            Phase("retaining", "Retained units", "", "BRT 15.6081", each=True, usual="retain"),
            Phase("snipers", "SAN and Snipers", "", "BRT 15.6122", each=True),
            Phase("reserves", "Reinforcements and reserves", "", "BRT CG2.4", each=True),
        )),
        Phase("leaders",
              "Leader Determination",
              "", "BRT CG18.11", each=True, when=lambda s: bool(due(s)) or s.number <= INITIAL, usual="leaders",
              owed=lambda s: "LD DRs, `leaders`" if due(s) else ""),
        Phase("areas",
              "Entry Areas", "us", "BRT CG2.1", when=lambda s: bool(owed_areas(s)), owed=owed_areas, usual="assign"),
        Phase("purchases", "Purchases", "jp", "BRT CG18.12", usual="buy"),
        Phase("banzai",
              "Night Banzai Determination",
              "jp", "BRT CG18.21", when=lambda s: s.night_open, owed=night.owed_choice, usual="night",
              skipped=("BRT CG10", "a Night Banzai is attempted after the afternoons of the 20th and 21st")),
        Phase("first_setup", "First Set-Up", rule="BRT CG18.22", side_of=sets_up_first, leave=calendar.set_up_by),
        Phase("night",
              "Night Banzai Attempt",
              "jp", "BRT CG18.23", auto=True, settles=True, when=lambda s: s.night_open, leave=night.resolve),
        Phase("second_setup", "Second Set-Up", rule="BRT CG18.24", side_of=sets_up_second, leave=calendar.set_up_by,
              owed=lambda s: owed_waves(s) or night.owed_charge(s)),
        Phase("modules", "NOBA modules", "us", "BRT CG3.2", auto=True, leave=receive_modules),
        Phase("support", "Naval support", "us", "BRT CG3.11", owed=owed_support, leave=assign_only, usual="spot"),
        Phase("bombardment",
              "Bombardment Resolution",
              "us", "BRT CG18.3", owed=owed_accuracy, usual="bombard", also=("bombard", "accuracy", "lose"),
              when=lambda s: s.number <= INITIAL and bool(s.campaign.bombardments),
              skipped=("BRT CG4", "no Naval Bombardment is given")),
        Phase("scenario",
              rule="BRT 15.3", title_of=calendar.scenario_title, enter=start_scenario, leave=calendar.leave_scenario,
              phases=(
            Phase("game_turn", rule="BRT 15.3", title_of=lambda s: f"turn {s.turn}", number=lambda s: s.turn,
                  again=lambda s: s.turn < s.turns and not s.over, phases=(
                Phase("player_turn",
                      rule="BRT 15.3", title_of=calendar.mover_title, side_of=mover, number=lambda s: s.half,
                      again=lambda s: s.half < 2 and not s.over, leave=calendar.leave_player_turn, phases=(
                    Phase("rally",
                          "Rally Phase", rule=PLAY, enter=calendar.enter_rally, owed=calendar.due_air,
                          owes="BRT CG6", usual="air",
                          also=RALLY),
                    Phase("prep_fire",
                          "Prep Fire Phase", rule=PLAY, side_of=mover, enter=calendar.enter_prep_fire,
                          usual="lose", also=FIGHT),
                    Phase("movement",
                          "Movement Phase", rule=PLAY, side_of=mover, owed=night.owed_target,
                          owes="BRT CG10", also=FIGHT),
                    Phase("defensive_fire",
                          "Defensive Fire Phase", rule=PLAY, side_of=waiting, usual="lose", also=FIGHT),
                    Phase("advancing_fire", "Advancing Fire Phase", rule=PLAY, side_of=mover, usual="lose", also=FIGHT),
                    Phase("rout", "Rout Phase", rule=PLAY, usual="lose", also=FIGHT),
                    Phase("advance",
                          "Advance Phase", rule=PLAY, side_of=mover, owed=night.owed_target,
                          owes="BRT CG10", also=FIGHT),
                    Phase("close_combat",
                          "Close Combat Phase", rule=PLAY, owed=calendar.owed_entry, owes="BRT CG2.3", owed_last=True,
                          owes_unseen=may_be_late, usual="lose", also=FIGHT),
                )),
            )),
        )),
    )),
)  # fmt: skip

SEQUENCE: SequenceOfPlay[Reef] = SequenceOfPlay(
    Phase("campaign", rule="BRT 15.3", leave=calendar.end_campaign, phases=COURSE)
)
"""BRT 15.11, CG18: date by date, with a Refit Phase between them; the moment of a fact is date / scenario / turn /
Player Turn / phase."""
