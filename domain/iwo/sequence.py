"""IWO 5: the sequence of play."""

from __future__ import annotations

from domain.iwo.charges import end_jp_assault, start_us_assault
from domain.iwo.closing import determine_control, end_phase
from domain.iwo.japanese_movement import end_jp_move, owed_allowance
from domain.iwo.movement import end_us_move
from domain.iwo.opening import reset
from domain.iwo.plans import owed
from domain.iwo.state import Iwo
from domain.kernel.sequence import Phase, SequenceOfPlay

PHASES: tuple[Phase[Iwo], ...] = (
    Phase(
        "setup",
        "Setup",
        "jp",
        "IWO 4",
        when=lambda s: not s.set_up,
        owed=lambda s: "" if s.set_up else "the Japanese `setup`",
    ),
    Phase(
        "weather",
        "Weather Phase",
        "us",
        "IWO 5.1",
        when=lambda s: s.turn > 1,
        owed=lambda s: "" if s.weather_rolled else "the weather die, `weather DIE`",
        also=("weather",),
        skipped=("IWO 22.1.1", "there is no Weather Phase on turn 1: the weather is good"),
    ),
    Phase("us_reset", "US Reset Phase", "us", "IWO 5.2.1", leave=lambda table: reset(table, "us", "IWO 7"), auto=True),
    Phase("us_recover", "US Recovery Phase", "us", "IWO 5.2.2"),
    Phase("us_bombard", "US Bombardment Phase", "us", "IWO 5.2.3", owed=owed("bombard")),
    Phase("us_move", "US Movement Phase", "us", "IWO 5.2.4", leave=end_us_move),
    Phase("us_assault", "US Assault Phase", "us", "IWO 5.2.5", enter=start_us_assault, owed=owed("assault")),
    Phase(
        "control_1",
        "First Control Determination Phase",
        "",
        "IWO 5.2.6",
        leave=lambda table: determine_control(table, "IWO 13"),
        auto=True,
    ),
    Phase("construct", "Construction Phase", "us", "IWO 5.2.7"),
    Phase(
        "jp_reset",
        "Japanese Reset Phase",
        "jp",
        "IWO 5.3.1",
        leave=lambda table: reset(table, "jp", "IWO 15"),
        auto=True,
    ),
    Phase("jp_bombard", "Japanese Bombardment Phase", "jp", "IWO 5.3.2", owed=owed("bombard")),
    Phase(
        "jp_move",
        "Japanese Movement Phase",
        "jp",
        "IWO 5.3.3",
        owed=owed_allowance,
        leave=end_jp_move,
        also=("allowance", "move"),
    ),
    Phase("jp_assault", "Japanese Assault Phase", "jp", "IWO 5.3.4", owed=owed("assault"), leave=end_jp_assault),
    Phase(
        "control_2",
        "Second Control Determination Phase",
        "",
        "IWO 5.3.5",
        leave=lambda table: determine_control(table, "IWO 20"),
        auto=True,
    ),
    Phase("end", "End Phase", "", "IWO 5.4", leave=end_phase, auto=True),
)

SEQUENCE: SequenceOfPlay[Iwo] = SequenceOfPlay(
    Phase(
        "turn",
        rule="IWO 5",
        title_of=lambda s: f"turn {s.turn}",
        number=lambda s: s.turn,
        phases=PHASES,
        again=lambda s: True,
    )
)
"""Turn by turn."""
