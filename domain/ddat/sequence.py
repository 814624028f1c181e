"""DDaT 4, 15.1, 19: the sequence of play."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat import victory
from domain.ddat.actions import open_phase
from domain.ddat.arrivals import owed_arrivals, wait_for_room
from domain.ddat.cards import discarded, shuffle
from domain.ddat.close_combat import owed_combats
from domain.ddat.events import begin_events, owed_event, owed_second_event
from domain.ddat.extended import take_support
from domain.ddat.fire import owed_fire
from domain.ddat.landing import owed_landings
from domain.ddat.loading import end_loading, recover_lvts
from domain.ddat.losses import check_catastrophe
from domain.ddat.night import night_counterattack, out_of_the_water, reorganize
from domain.ddat.opening import end_setup, owed_setup
from domain.ddat.stacking import enforce_stacking
from domain.ddat.state import EXTENDED, LAST, Ddat
from domain.ddat.wading import owed_wading
from domain.kernel.questions import Draw
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.table import Table

CHIT_TURNS = (3, 5, 7, 9)
"""Turns at whose beginning an action chit is turned over; on turn 11 it is always I (12.0)."""


def begin_turn(table: Table[Ddat]) -> None:
    """DDaT 12.0: new lettered actions."""
    state = table.state
    if state.turn in CHIT_TURNS and state.chits:
        chit = table.ask(
            Draw(
                name="chit",
                by="table",
                rule="DDaT 12.0",
                words="the action chit turned over",
                left=state.chits,
                deck="action track",
            )
        )
        table.record(f.ChitTurned(rule="DDaT 12.0", letter=chit))
    if state.turn == EXTENDED and "I" not in state.letters:
        table.record(f.ChitTurned(rule="DDaT 12.0", letter="I"))


def end_turn(table: Table[Ddat]) -> None:
    """DDaT 4.0 V, 19 VII: the night's reorganization, victory, the cards, the next turn."""
    if table.state.night:
        reorganize(table)
    victory.check(table)
    table.record(f.TurnBegan(rule="DDaT 4.0", turn=table.state.turn + 1))
    if discarded(table.state) > table.state.deck.undealt():  # reading AMB-01
        shuffle(table, "DDaT 4.0")
    if table.state.turn == 2:
        check_catastrophe(table)


def _by_day(state: Ddat) -> bool:
    return not state.night


NIGHT_RULE = ("DDaT 19", "the overnight turn has no such phase")

PHASES: tuple[Phase[Ddat], ...] = (
    # the night has neither an Event Phase (19 II), nor a second one (19 IV), nor an Engineer and HQ Phase (19 V)
    Phase(
        "setup", "Setup", "us", "DDaT 3.0", when=lambda s: not s.set_up, owed=owed_setup, leave=end_setup, usual="place"
    ),
    Phase(
        "load",
        "Amphibious Operations, loading",
        "us",
        "DDaT 5.11",
        enter=begin_turn,
        leave=end_loading,
        when=_by_day,
        skipped=NIGHT_RULE,
    ),
    Phase(
        "land",
        "Amphibious Operations, landing checks",
        "us",
        "DDaT 5.12",
        owed=owed_landings,
        usual="land",
        when=_by_day,
        skipped=NIGHT_RULE,
    ),
    Phase(
        "wade", "Amphibious Operations, wading", "us", "DDaT 5.21", owed=owed_wading, when=_by_day, skipped=NIGHT_RULE
    ),
    Phase("recovery", "Amphibious Operations, LVTs", "us", "DDaT 5.14", leave=recover_lvts, auto=True, when=_by_day),
    Phase(
        "night",
        "Overnight, out of the water",
        "us",
        "DDaT 19",
        leave=out_of_the_water,
        auto=True,
        when=lambda s: s.night,
    ),
    Phase(
        "arrive",
        "Amphibious Operations, arrivals",
        "us",
        "DDaT 5.3",
        owed=owed_arrivals,
        usual="place",
        leave=wait_for_room,
    ),
    Phase(
        "event",
        "Event Phase",
        "us",
        "DDaT 4.0",
        enter=begin_events,
        owed=owed_event,
        usual="event",
        when=_by_day,
        skipped=NIGHT_RULE,
    ),
    Phase("fire", "Japanese Fire Phase", "us", "DDaT 6.0", enter=night_counterattack, owed=owed_fire, usual="fire"),
    Phase(
        "event2",
        "Second Event Phase",
        "us",
        "DDaT 15.1",
        owed=owed_second_event,
        usual="event",
        when=lambda s: s.extended and not s.night and s.turn < LAST,
        skipped=("DDaT 15.1", "a second event comes on turns 11 to 29, not at night"),
    ),
    Phase(
        "engineer",
        "Engineer and HQ Phase",
        "us",
        "DDaT 15.1",
        enter=take_support,
        when=lambda s: s.extended and not s.night,
        skipped=("DDaT 15.1", "there is an Engineer and HQ Phase from turn 11 on, not in the night"),
    ),
    Phase("action", "US Action Phase", "us", "DDaT 7.0", enter=open_phase),
    Phase(
        "combat",
        "US Action Phase, close combat",
        "us",
        "DDaT 8.6",
        owed=owed_combats,
        usual="combat",
        leave=enforce_stacking,
    ),
    Phase("end", "End of Turn", "us", "DDaT 4.0", leave=end_turn, auto=True),
)

SEQUENCE: SequenceOfPlay[Ddat] = SequenceOfPlay(
    Phase(
        "turn",
        rule="DDaT 4.0",
        title_of=lambda s: f"turn {s.turn}",
        number=lambda s: s.turn,
        phases=PHASES,
        again=lambda s: True,
    )
)
"""Turn by turn."""
