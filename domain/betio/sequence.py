"""BB 13 the sequence of play."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio import victory
from domain.betio.charts import WRECK
from domain.betio.common import fine
from domain.betio.landing_fire import next_target
from domain.betio.landing_fire import owed_fire as owed_landing_fire
from domain.betio.night import owed_event
from domain.betio.offensive_fire import due as fires_due
from domain.betio.offensive_fire import owed_fire
from domain.betio.opening import decay, owed_bombardment
from domain.betio.recovery import due as recoveries_due
from domain.betio.recovery import final, finish, owed_recovery
from domain.betio.reef import afloat, keep_courses, vessels_back, why_not_impulse
from domain.betio.state import FIRST_SUPPLY, IMPULSES, Betio
from domain.betio.supply import accumulate, check_supply, free_supply, owed_supply, use_up
from domain.betio.support import owed_offshore
from domain.betio.suppression import in_use, lift
from domain.betio.traps import due as traps_due
from domain.betio.traps import owed_traps
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.table import Table

ORDINALS = ("", "First", "Second", "Third")


def end_invasion(table: Table[Betio]) -> None:
    """BB 3.4.14, 3.9.5: vessels that are back; markers whose next Suppression Fire Impulse nobody needed are taken off
    all the same."""
    vessels_back(table)
    if table.state.impulse < IMPULSES or not in_use(table.state):
        lift(table, placed_before=True)


def begin_actions(table: Table[Betio]) -> None:
    """BB 7.6.3: chits that come without cost."""
    free_supply(table)


def end_offensive(table: Table[Betio]) -> None:
    """BB 13: Active Supply chits of who has assaulted or demolished are taken off."""
    use_up(table)


def end_morale(table: Table[Betio]) -> None:
    """BB 4.9.17: chits of failed recoveries are taken off too."""
    finish(table)


def end_turn(table: Table[Betio]) -> None:
    """BB 9, 10.4.2, 11.1: the Final Phase, and the next turn."""
    final(table)
    visit_wreck(table)
    end_air_raid(table)
    victory.at_end_of_turn(table)
    table.record(f.TurnBegan(rule="BB 13", turn=table.state.turn + 1))


def visit_wreck(table: Table[Betio]) -> None:
    """BB 10.4.2: an infantry unit that has spent a whole turn in the wreck, after two turns of fire against it."""
    state = table.state
    if state.wrecks and state.wrecks_shelled >= 2:
        unit = next((name for name in state.standing(WRECK) if state.units[name].kind in ("infantry", "hawkins")), "")
        if (
            unit
            and state.units[unit].wreck_turn
            and max(state.units[unit].wreck_turn, state.wrecks_shelled_turn) < state.turn
        ):
            table.record(f.WrecksCleared(rule="BB 10.4.2", unit=unit))


def end_air_raid(table: Table[Betio]) -> None:
    """BB 10.1.3: the marker of an air raid stays for two daylight turns (reading A-85)."""
    if table.state.night:
        return
    bombed = {area: now.daylight_turns for area, now in table.state.areas.items() if now.suppressed == "air-raid"}
    if over := tuple(area for area, turns in bombed.items() if turns <= 1):
        table.record(f.AreasSuppressed(rule="BB 10.1.3", areas=over))
    if staying := tuple(area for area, turns in bombed.items() if turns > 1):
        table.record(f.AirRaidWaned(rule="BB 10.1.3", areas=staying))


NO_SUPPLY = ("BB 7.1.1", f"supply begins on turn {FIRST_SUPPLY}")
DAYLIGHT = ("BB 4.8.2", "Offshore Support is rolled for in daylight turns")
PHASES: tuple[Phase[Betio], ...] = (
    Phase(
        "bombardment",
        "Pre-Invasion Bombardment Phase",
        "us",
        "BB 2.1",
        when=lambda s: s.turn == 1,
        owed=owed_bombardment,
        usual="bombard",
        skipped=("BB 13", "the bombardment comes on the first turn alone"),
    ),
    Phase(
        "offshore",
        "Offshore Support Determination Phase",
        "us",
        "BB 4.8.2",
        when=lambda s: not s.night,
        owed=owed_offshore,
        usual="offshore",
        skipped=DAYLIGHT,
    ),
    Phase(
        "supply",
        "Supply Points Determination Phase",
        "us",
        "BB 7.1.1",
        when=lambda s: s.turn >= FIRST_SUPPLY,
        owed=owed_supply,
        usual="supply",
        skipped=NO_SUPPLY,
    ),
    Phase(
        "allocate",
        "Allocation of Active Supply",
        "us",
        "BB 7.3.3",
        when=lambda s: s.turn >= FIRST_SUPPLY,
        usual="activate",
        skipped=NO_SUPPLY,
    ),
    Phase("decay", "Modifier chits", "us", "BB 2.2.3", auto=True, when=lambda s: s.turn in (2, 3), leave=decay),
    Phase("place", "Invasion Phase, vessels", "us", "BB 3.4.4", usual="enter", leave=accumulate),
    Phase(
        "impulse",
        rule="BB 13",
        title_of=lambda s: f"{ORDINALS[min(IMPULSES, s.impulse)]} Invasion Impulse",
        number=lambda s: s.impulse,
        again=lambda s: s.impulse < IMPULSES,
        when=lambda s: bool(afloat(s)),
        phases=(
            Phase(
                "reef",
                "Movement Impulse",
                "us",
                "BB 3.5.1",
                leave=keep_courses,
                when=lambda s: fine(why_not_impulse(s)),
                usual="move",
            ),
            Phase(
                "landing_fire",
                "Japanese Anti-Landing Fire Impulse",
                "us",
                "BB 3.7",
                when=lambda s: bool(next_target(s)),
                owed=owed_landing_fire,
                usual="landing-fire",
            ),
            Phase(
                "suppression",
                "Suppression Fire Impulse",
                "us",
                "BB 3.9",
                enter=lift,
                when=lambda s: fine(why_not_impulse(s)) and bool(in_use(s)),
                usual="suppress",
            ),
        ),
    ),
    Phase("ashore", "Invasion Phase, its end", "us", "BB 3.4.14", auto=True, leave=end_invasion),
    Phase(
        "traps",
        "Ground Phase, booby traps and snipers",
        "us",
        "BB 4.1",
        when=lambda s: bool(traps_due(s)),
        owed=owed_traps,
        usual="traps",
    ),
    Phase("actions", "Ground Phase, US Marine Actions", "us", "BB 4.2", enter=begin_actions, usual="move"),
    Phase(
        "offensive",
        "Ground Phase, Japanese Offensive Fire",
        "us",
        "BB 6.1",
        when=lambda s: bool(fires_due(s)),
        owed=owed_fire,
        usual="offensive-fire",
    ),
    Phase("used_up", "Ground Phase, Active Supply", "us", "BB 7.3.9", auto=True, leave=end_offensive),
    Phase("heads", "Ground Phase, Supply Heads", "us", "BB 7.4", usual="head"),
    Phase(
        "supply_check",
        "Supply Phase",
        "us",
        "BB 7.8.1",
        auto=True,
        when=lambda s: s.turn >= FIRST_SUPPLY,
        leave=check_supply,
    ),
    Phase(
        "night",
        "Supply Phase, night event",
        "us",
        "BB 8.5.6",
        when=lambda s: s.night,
        owed=owed_event,
        usual="night",
        skipped=("BB 8.5.6", "night events come in night turns"),
    ),
    Phase(
        "recovery",
        "Morale Phase, recovery",
        "us",
        "BB 4.9.6",
        when=lambda s: bool(recoveries_due(s)),
        owed=owed_recovery,
        usual="recovery",
    ),
    Phase("recovered", "Morale Phase, its end", "us", "BB 4.9.17", auto=True, leave=end_morale),
    Phase(
        "collapse",
        "Morale Phase, collapse",
        "us",
        "BB 8.2.5",
        when=lambda s: bool(victory.collapsing(s)),
        owed=victory.owed_collapse,
        usual="collapse",
    ),
    Phase("final", "Final Phase", "us", "BB 9", auto=True, leave=end_turn),
)

SEQUENCE: SequenceOfPlay[Betio] = SequenceOfPlay(
    Phase(
        "turn",
        rule="BB 13",
        title_of=lambda s: f"turn {s.turn}",
        number=lambda s: s.turn,
        phases=PHASES,
        again=lambda s: True,
    )
)
"""Turn by turn."""
