"""Iwo Jima: Rage Against the Marines. Two players, hidden units, pools of dice.

Read along the sequence of play, `sequence` (5):

    opening             4, 6, 7, 8, 15: setup, weather, reset, recovery
    bombardment         9, 16, 22.5
    movement            10, 22.2.1: landing, moving
    defensive_fire      11, 18
    japanese_movement   17, 3: the allowance, moving concealed, hiding, showing oneself
    assault             12, 19
    charges             22.3
    closing             13, 14, 20, 21, 23: control, construction, the End Phase, the final count

They share `plans` (attacks declared before the first die), `fire` (dice, hits, damage, losses), `hidden` (what is on the
MilOps map), `victory` (23, 24) and `common`. Rule numbers are cited as `IWO 9.3.2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Along the sequence of play: as the modules come, so stand their verbs.
from domain.iwo import opening, bombardment, movement, japanese_movement, assault, charges, closing  # isort: skip
from domain.iwo import facts as iwo_facts
from domain.iwo import roster, sequence, victory
from domain.iwo.charts import CAVES, CAVES_EACH, MARKERS, AreaCard, MarkerCard, UnitCard
from domain.iwo.common import verbs
from domain.iwo.evolve import admit, evolve, points_of, score
from domain.iwo.hidden import secrets
from domain.iwo.readings import READINGS
from domain.iwo.state import SIDES, Iwo
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import topics
from domain.kernel.printed import Printed
from domain.kernel.rules import Rules
from domain.wargame import facts as war_facts


def names(state: Iwo, kind: str) -> Sequence[str]:
    """The names a player may say: units, areas, markers."""
    names = {"unit": tuple(state.units), "area": tuple(state.areas), "marker": tuple(MARKERS)}
    return names.get(kind, ())


def identities(state: Iwo) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    for area, now in state.areas.items():
        if any(state.room(area, side) < 0 for side in SIDES):
            yield f"{area} holds {len(state.at(area, 'us'))} US and {len(state.at(area, 'jp'))} Japanese units"
        if not 0 <= now.caves + now.hidden_caves <= CAVES_EACH:
            yield f"{area} has {now.caves + now.hidden_caves} caves"
    for name, unit in state.units.items():
        if not 0 <= unit.steps <= state.card(name).steps:
            yield f"{name} has {unit.steps} steps"
        if unit.side == "us" and unit.status != "revealed":
            yield f"{name} is a concealed US unit"
    if sum(a.caves + a.hidden_caves for a in state.areas.values()) > CAVES:
        yield "there are more caves than markers"
    if any(kind.most is not None and closing.placed(state, marker) > kind.most for marker, kind in MARKERS.items()):
        yield "there are more markers than the game has"


RULES: Rules[Iwo] = Rules(
    code="iwo",
    title="Iwo Jima: Rage Against the Marines",
    version="1",
    citation="IWO",
    over="IWO 24",
    initial=Iwo(),
    sides=SIDES,
    verbs=verbs.table,
    evolve=evolve,
    topics=topics(kernel_facts, war_facts, iwo_facts),
    sequence=sequence.SEQUENCE,
    printed=Printed(
        charts={"areas": AreaCard, "units": UnitCard, "markers": MarkerCard},
        packs=("sample",),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        mutual={"areas": "adjacent"},
        check=roster.check,
    ),
    named=names,
    readings=READINGS,
    collections=("units", "areas"),
    begin=opening.begin,
    score=score,
    points=points_of,
    judge=victory.judge,
    admit=admit,
    identities=identities,
    hides=("jp",),
    secrets=secrets,
)

__all__ = ["RULES", "assault", "bombardment", "charges", "closing", "japanese_movement", "movement", "opening"]
