"""Iwo Jima: Rage Against the Marines. Two players, hidden units, pools of dice.

Read along the sequence of play: `sequence` (5), `opening` (4, 6-8), `bombardment` (9, 16), `movement` (10, 11, 17, 18),
`assault` (12, 19, 22.3), `closing` (13, 14, 20-24); `common` is what they share. Rule numbers are cited as `IWO 9.3.2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.iwo import assault, bombardment, closing, movement, opening, roster, sequence
from domain.iwo import facts as iwo_facts
from domain.iwo.charts import CAVES, AreaCard, MarkerCard, UnitCard
from domain.iwo.common import READINGS, US_STACK, verbs
from domain.iwo.evolve import admit, evolve, score
from domain.iwo.hidden import JP_STACK, secrets
from domain.iwo.state import Iwo
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import topics
from domain.kernel.printed import Printed
from domain.kernel.rules import Rules


def names(state: Iwo, kind: str) -> Sequence[str]:
    """The names a player may say: units, areas, markers."""
    names = {"unit": tuple(state.units), "area": tuple(state.areas), "marker": closing.MARKER_NAMES}
    return names.get(kind, ())


def identities(state: Iwo) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    for area, now in state.areas.items():
        us, jp = len(state.at(area, "us")), len(state.at(area, "jp"))
        if us > US_STACK or jp > JP_STACK:
            yield f"{area} holds {us} US and {jp} Japanese units"
        if not 0 <= now.caves + now.hidden_caves <= 2:
            yield f"{area} has {now.caves + now.hidden_caves} caves"
    for name, unit in state.units.items():
        if not 0 <= unit.steps <= state.card(name).steps:
            yield f"{name} has {unit.steps} steps"
        if unit.side == "us" and unit.status != "revealed":
            yield f"{name} is a concealed US unit"
    if sum(a.caves + a.hidden_caves for a in state.areas.values()) > CAVES:
        yield "there are more caves than markers"
    if closing.placed(state, "beachhead") > 2 or closing.placed(state, "stars") > 1:
        yield "there are more markers than the game has"


RULES: Rules[Iwo] = Rules(
    code="iwo",
    title="Iwo Jima: Rage Against the Marines",
    version="1",
    citation="IWO",
    over="IWO 24",
    initial=Iwo(),
    sides={"us": "US", "jp": "Japanese"},
    verbs=verbs.table,
    evolve=evolve,
    topics=topics(kernel_facts, iwo_facts),
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
    admit=admit,
    identities=identities,
    hides=("jp",),
    secrets=secrets,
)

__all__ = ["RULES", "assault", "bombardment", "movement"]
