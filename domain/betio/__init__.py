"""Tarawa: Bloody Betio. Solitaire, action points, hexes and areas, morale and casualty tracks, supply, night events.

Where each rule is, rule by rule; first its procedure, then what else decides by it:

    1.1             `charts`, `state`: map, counters, tables; 1.1.2, 4.3.2 `terrain`
    1.2             `clearing`, `assault`: strongpoints; 1.3 `recovery`: improved positions; 1.4 `entering`, `support`:
                    Bairiki
    1.5             `movement`: runway; 1.7, 1.8 `reef`, `course`: the Long Pier, obstacles; 1.9 `state`
    2               `opening`: bombardment, chits
    3.1-3.4, 12     `entering`, `schedule`: who enters where; 3.3 `stacking`
    3.4-3.6         `reef`: movement, unloading, landing; `course`: the way, and off it
    3.7             `landing_fire`; 3.8, 5 `hits`; 3.9 `suppression`
    4.1             `traps`; 4.2 `points`; 4.3 `movement`, `way`; 4.4 `fire_action`; 4.5, 4.6 `assault`; 4.7, 4.8
                    `support`; 4.9 `recovery`
    6               `offensive_fire`; the Japanese Fire Table for all `japanese`
    7               `supply`, `lines`; 7.7.3 `heads`
    8               `morale`, `clearing`; 8.2.5, 8.3.4 `victory`
    9               `recovery`: the Final Phase
    10              `night`, `banzai`
    11              `victory`
    13              `sequence`

They share `common`. What happens is in `facts`, what it changes in `evolve`; `roster` says what the text knows of the
printed game, `readings` how it is read where it is silent or divided. Rule numbers are cited as `BB 4.5.7`, the Terrain
Effects Chart as `BB TEC`, readings as `reading A-13`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Along the sequence of play: as the modules come, so stand their verbs.
from domain.betio import opening, support, supply, entering, movement, reef, landing_fire, suppression, traps  # isort: skip
from domain.betio import fire_action, assault, recovery, offensive_fire, night, victory  # isort: skip
from domain.betio import ending, roster, sequence
from domain.betio import facts as betio_facts
from domain.betio.charts import BEACHES, CHARTS, HexCard
from domain.betio.common import verbs
from domain.betio.evolve import admit, evolve
from domain.betio.lines import traced
from domain.betio.mends import MENDS
from domain.betio.questions import QUESTIONS
from domain.betio.readings import READINGS, SETTLED
from domain.betio.stacking import why_not_stack
from domain.betio.state import SIDES, Betio
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import topics
from domain.kernel.objections import Objections
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.remembering import rests_on
from domain.kernel.rules import Rules
from domain.wargame import hex_grid, war_facts

LAST_TURN = 40
"""No time limit is anywhere near this."""


class Hexes(hex_grid.Hexes):
    """The hexes that have been read out, for completion; any other is good too while the map is not known whole."""

    whole: bool = False

    def may_be(self, name: str) -> bool:
        return not self.whole


@rests_on("charts", "complete")
def hexes(state: Betio) -> Hexes:
    """The hexes of the map, by their numbers."""
    named = Hexes(sorted(state.rows(HexCard)))
    named.whole = HexCard.CHART in state.complete
    return named


def names(state: Betio, kind: str) -> Sequence[str]:
    """The names a player may say."""
    if kind == "hex":
        return hexes(state)
    if kind == "battalion":
        return entering.battalions(state)
    return {"unit": tuple(state.units), "area": tuple(state.areas), "beach": BEACHES}.get(kind, ())


def identities(state: Betio) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    for name, unit in state.units.items():
        if unit.cargo in state.units and state.units[unit.cargo].vessel != name:
            yield f"{name} carries {unit.cargo}, which is aboard {state.units[unit.cargo].vessel or 'nothing'}"
        if unit.box == "aboard" and state.units.get(unit.vessel) is not None and state.units[unit.vessel].cargo != name:
            yield f"{name} is aboard {unit.vessel}, which carries {state.units[unit.vessel].cargo or 'nothing'}"
    yield from (why for _, why in impossible(state))


def impossible(state: Betio) -> Objections:
    """What the counters of the game cannot show, whatever was played."""
    for name, unit in state.units.items():
        card = state.charts.get("units", {}).get(name)
        if card is not None and unit.steps > getattr(card, "steps", unit.steps):
            yield (
                "BB 3.8.4",
                f"{name} cannot have {unit.steps} steps: the Unit Roster Sheet has {getattr(card, 'steps', 0)}",
            )
        if unit.pin > 2:
            yield "BB 3.7.6", f"there is no Pin {unit.pin}"
    for hex, now in state.hexes.items():
        printed = state.charts.get("hexes", {}).get(hex)
        if isinstance(printed, HexCard) and now.demolished > 2 * printed.strongpoints:
            yield (
                "BB 4.6.7",
                f"{now.demolished} steps of the strongpoints in {hex} cannot be gone: it has "
                f"{2 * printed.strongpoints}",
            )
    if not 1 <= state.turn <= LAST_TURN + 1:
        yield "BB 12", f"there is no turn {state.turn}"


RULES: Rules[Betio] = Rules(
    code="betio",
    title="Tarawa: Bloody Betio",
    citation="BB",
    sides=SIDES,
    initial=Betio(turn=1),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        topics=topics(kernel_facts, war_facts, betio_facts),
        sequence=sequence.SEQUENCE,
        questions=QUESTIONS,
        begin=opening.begin,
        turn="turn",
        identities=identities,
        impossible=impossible,
        traced=traced,
        turn_began=lambda turn: betio_facts.TurnBegan(rule="BB 13", turn=turn),
    ),
    printed=Printed(
        charts=CHARTS,
        packs=("sample", "from-the-rulebook"),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        determined=roster.determined,
        boards=hex_grid.boards(),
        first=("grid", "hexes", "units", "morale-tracks", "bombardment"),
        check=roster.check,
        admit=admit,
    ),
    vocabulary=Vocabulary(
        named=names,
        collections=("units", "hexes", "areas"),
    ),
    ends=Ends(
        judge=ending.settle,
    ),
    readings=READINGS,
    settled=SETTLED,
    mends=MENDS,
)

__all__ = [
    "RULES",
    "assault",
    "entering",
    "fire_action",
    "landing_fire",
    "movement",
    "night",
    "offensive_fire",
    "opening",
    "recovery",
    "reef",
    "supply",
    "support",
    "suppression",
    "traps",
    "victory",
    "why_not_stack",
]  # fmt: skip
