"""IWO 5: the sequence of play."""

from __future__ import annotations

from typing import Annotated

from domain.iwo.assault import end_jp_assault, start_us_assault
from domain.iwo.bombardment import unresolved
from domain.iwo.closing import control_1, control_2, end_phase
from domain.iwo.common import verbs
from domain.iwo.movement import end_jp_move, end_us_move, owed_jp_move
from domain.iwo.opening import reset_jp, reset_us
from domain.iwo.state import Iwo
from domain.kernel.errors import BadInput
from domain.kernel.rules import Moment, Named, Step
from domain.kernel.table import Table

STEPS: tuple[Step[Iwo], ...] = (
    Step("setup", "Setup", "jp", "IWO 4", when=lambda s: not s.set_up, owed=lambda s: "" if s.set_up else "the Japanese `setup`"),
    Step(
        "weather", "Weather Phase", "us", "IWO 5.1", when=lambda s: s.turn > 1,
        owed=lambda s: "" if s.weather_rolled else "the weather die, `weather DIE`",
        skipped=("IWO 22.1.1", "there is no Weather Phase on turn 1: the weather is good"),
    ),
    Step("us_reset", "US Reset Phase", "us", "IWO 5.2.1", leave=reset_us, auto=True),
    Step("us_recover", "US Recovery Phase", "us", "IWO 5.2.2"),
    Step("us_bombard", "US Bombardment Phase", "us", "IWO 5.2.3", owed=unresolved),
    Step("us_move", "US Movement Phase", "us", "IWO 5.2.4", leave=end_us_move),
    Step("us_assault", "US Assault Phase", "us", "IWO 5.2.5", enter=start_us_assault, owed=unresolved),
    Step("control_1", "First Control Determination Phase", "", "IWO 5.2.6", leave=control_1, auto=True),
    Step("construct", "Construction Phase", "us", "IWO 5.2.7"),
    Step("jp_reset", "Japanese Reset Phase", "jp", "IWO 5.3.1", leave=reset_jp, auto=True),
    Step("jp_bombard", "Japanese Bombardment Phase", "jp", "IWO 5.3.2", owed=unresolved),
    Step("jp_move", "Japanese Movement Phase", "jp", "IWO 5.3.3", owed=owed_jp_move, leave=end_jp_move),
    Step("jp_assault", "Japanese Assault Phase", "jp", "IWO 5.3.4", owed=unresolved, leave=end_jp_assault),
    Step("control_2", "Second Control Determination Phase", "", "IWO 5.3.5", leave=control_2, auto=True),
    Step("end", "End Phase", "", "IWO 5.4", leave=end_phase, auto=True),
)  # fmt: skip

ORDER = {step.id: n for n, step in enumerate(STEPS)}
TITLE = {step.id: step.title for step in STEPS}


def moment(state: Iwo) -> Moment:
    """Turn and phase; the key sorts."""
    return Moment(f"{state.turn:02}.{ORDER.get(state.step, 0):02}", (f"turn {state.turn}", TITLE.get(state.step, "before the game")))


PhaseName = Annotated[str, Named("phase")]


@verbs("IWO 5", name="next", offers=lambda state: [{}])
def next_step(table: Table[Iwo], to: PhaseName = "") -> None:
    """IWO 5: the phase is over; with a phase's name, all phases up to it are."""
    here = table.rules.step(table.state)
    if here is None:
        raise BadInput("the game has not begun")
    table.require(not here.side or here.side == table.side, here.rule, f"the {here.title} is not {table.side}'s to end")
    table.advance()
    for _ in STEPS:
        here = table.rules.step(table.state)
        if not to or table.state.step == to or here is None or (here.side and here.side != table.side):
            break
        table.advance()
    if to:
        table.require(table.state.step == to, "IWO 5", f"the {TITLE[to]} does not follow without the other side's phases")
