"""BB 1.1.2 the Terrain Effects Chart, 4.3.1, 4.3.2 what it costs to enter a hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.betio.charts import Kind, Terrain
from domain.betio.state import HALF, Betio
from domain.kernel.remembering import rests_on
from domain.wargame.hex_grid import towards


class Effect(NamedTuple):
    """A line of the chart: what it costs on foot, and with tracks, in halves of an AP, None where it is prohibited or
    has no cost of its own; what is added to the die against units in it; `adds` for what comes on top of a cost.
    """

    foot: int | None = None
    tracks: int | None = None
    die: int = 0
    adds: bool = False
    prohibited: bool = False
    """To tanks, and vessels where it is reef."""


CHART: Mapping[Terrain, Effect] = {
    "clear": Effect(2, 2),  # reading A-54
    "beach": Effect(4, 2),
    "palm-grove": Effect(6, 4, -1),
    "runway": Effect(2, 1, 1),
    "excavation": Effect(4, None, -1, prohibited=True),
    "shell-crater": Effect(None, None, -1),
    "supply-dump": Effect(4, 4),
    "road": Effect(2, 2),
    "building": Effect(),
    "revetment": Effect(),
    "anti-tank-ditch": Effect(2, 4, -1, adds=True),
    "strongpoint": Effect(None, None, -3),
    "reef": Effect(6, 4, 1),
    "reef-obstacle": Effect(prohibited=True),
    "pier": Effect(2, None, 1, prohibited=True),
}
"""BB TEC, 1.1.2; 1.10.1: buildings and revetments do nothing."""
ON_THE_REEF: Mapping[Kind, int] = {"amtrack": 1 * HALF, "higgins": 1 * HALF}
"""BB 3.5.3, 3.4.13: vessels' cost of a hex, that of the beach too (reading A-64)."""


def combat(state: Betio, hex: str, out_of: Sequence[str] = ()) -> int:
    """BB TEC: what is added to the die against what is in a hex; several features add (reading A-44), a cleared
    strongpoint too (reading A-60).

    A ditch on the hexside counts where all of the attack comes across it out of the next hexes (reading A-94).
    """
    kinds = dict.fromkeys(state.ground(hex).terrain)
    if (
        state.reading("A-94") == "across"
        and out_of
        and all("anti-tank-ditch" in hexside(state, near, hex) for near in out_of)
    ):
        kinds["anti-tank-ditch"] = None
    return sum(CHART[kind].die for kind in kinds if kind in CHART)


@rests_on("charts")
def hexside(state: Betio, a: str, b: str) -> tuple[Terrain, ...]:
    """What is printed on the hexside between two hexes, as it is entered from the first; a ditch is there from both
    sides."""
    shown = (
        *towards(state.ground(b).sides, a),
        *(kind for kind in towards(state.ground(a).sides, b) if kind == "anti-tank-ditch"),
    )
    return tuple(kind for kind in CHART if kind in shown)


def crossed(state: Betio, a: str, b: str) -> tuple[Terrain, ...]:
    """BB 4.3.1: what the hexside shows that is crossed; where nothing of its own is said of it, what the hex beyond it
    shows (reading A-83)."""
    shown: tuple[Terrain, ...] = hexside(state, a, b)
    if not any(kind in shown and not effect.adds for kind, effect in CHART.items()):
        shown = (*shown, *state.ground(b).terrain)
    shown = (
        *shown,
        *(kind for kind in state.ground(b).terrain if CHART[kind].adds),
    )  # to the base cost of entering the hex, whatever is crossed
    return tuple(kind for kind in CHART if kind in shown)


@rests_on("charts")
def cost(state: Betio, kind: Kind, a: str, b: str) -> int | None:
    """BB TEC, 4.3.2, 1.6.1: halves of an AP to enter a hex from the next: the cheaper of two terrains on the hexside;
    None: prohibited."""
    tracks = kind in ("sherman", "stuart", "amtrack")
    kinds = crossed(state, a, b)
    if kind in ON_THE_REEF:
        return None if "reef-obstacle" in kinds else ON_THE_REEF[kind]
    costs = [CHART[one].tracks if tracks else CHART[one].foot for one in kinds if not CHART[one].adds]
    known = [points for points in costs if points is not None]
    if not known and any(CHART[one].prohibited for one in kinds if tracks):
        return None
    more = sum((CHART[one].tracks if tracks else CHART[one].foot) or 0 for one in kinds if CHART[one].adds)
    return (min(known) if known else 2) + more
