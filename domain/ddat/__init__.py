"""D-Day at Tarawa. Solitaire: one player lands the US forces, a deck of 54 cards commands the Japanese.

Read along the sequence of play, `sequence` (4, 15.1):

    preparing       `opening` (3, 21), `november` (20)
    landing         `loading` (5.11), `landing` (5.12), `wading` (5.2), `arrivals` (5.3)
    events          `events` (the event list)
    Japanese fire   `fire` (6.0), `summary` (12: what is checked, and what it does), `deeds`, `lettered` (12.1-12.10), `tanks` (13), `gunnery` (6.3),
                    `assignment` (6.34), `artillery` (6.5)
    US actions      `extended` (16, 17), `actions` (7), `attack` (8.1, 8.3), `weapons` (8.2), `barrage` (8.4, 8.5), `close_combat` (8.6)
    the end         `stacking` (7.5), `night` (19), `victory` (14, 18)

What they share: `fields` (6.2), `forces` (9), `leaders` (10), `communication` (11), `losses` (6.32), `cards` (2.3), `common`. What happens is in
`facts`, what it changes in `evolve`, where a game stands in `state`. `charts` and `board` are the printed game; `roster` and `checking` say
what the text knows of it. Rule numbers are cited as `DDaT 6.31`, events as `DDaT EV`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.ddat import arrivals, attack, barrage, checking, opening, roster, sequence, victory, wading
from domain.ddat import facts as ddat_facts
from domain.ddat.charts import CHARTS, GRID, ApproachCard
from domain.ddat.common import READINGS, verbs
from domain.ddat.evolve import admit, evolve
from domain.ddat.november import JAPANESE
from domain.ddat.stacking import room
from domain.ddat.state import HEROES, LVTS, SCENARIOS, Ddat
from domain.kernel import facts as kernel_facts
from domain.kernel.errors import BadInput
from domain.kernel.facts import topics
from domain.kernel.printed import Printed
from domain.kernel.rules import Rules


class Hexes(tuple[str, ...]):
    """The hexes of a map for completion; any other name of a hex is good too, since a map need not be known whole."""

    __slots__ = ()

    def __contains__(self, name: Any) -> bool:
        if tuple.__contains__(self, name):
            return True
        try:
            GRID.spot(name)
        except BadInput:
            return False
        return True


def names(state: Ddat, kind: str) -> Sequence[str]:
    """The names a player may say: units, positions, hexes, approaches."""
    if kind in ("hex", "place"):
        features = state.board.features
        hexes = sorted({hex for name in ("land", "beach") if name in features for hex in features[name].hexes})
        return Hexes((*(state.rows(ApproachCard) if kind == "place" else ()), *hexes))
    if kind == "unit":
        return tuple(state.units)
    return tuple(state.positions) if kind == "position" else ()


def identities(state: Ddat) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    if state.deck.undealt() < 0:
        yield f"the deck has {state.deck.undealt()} cards"
    carried = sum(len(one.lvts) for one in state.loads.values()) + len(state.landed)
    if len(state.lvts) + carried + state.lvts_lost != LVTS:
        yield f"there are {len(state.lvts)} LVTs available, {carried} loaded and {state.lvts_lost} lost, of {LVTS}"
    heroes = sum(u.heroes + u.inspired for u in state.units.values()) + bool(state.ryan)
    if not 0 <= state.heroes_left <= HEROES or heroes + state.heroes_left > HEROES:
        yield f"{heroes} heroes in play and {state.heroes_left} left, of {HEROES}"
    for name, unit in state.units.items():
        if not 0 <= unit.steps <= state.card(name).steps:
            yield f"{name} has {unit.steps} steps"
    if "" in state.us_hexes():
        yield f"{', '.join(state.at(''))}: on the map, in no hex"
    if min(state.coastal_pool, state.inland_pool, state.reserve) < 0:
        yield "a Japanese box holds fewer than no pieces"
    if state.set_up:
        held = len(state.held()) + (state.invader is not None)
        total = held + state.reserve + state.eliminated_elite + state.eliminated_other + state.out_of_play
        if "positions" in state.complete and total != JAPANESE:
            yield f"there are {total} Japanese units, not {JAPANESE}"
    for name, now in state.positions.items():
        if now.depth and not now.unit:
            yield f"a depth marker lies alone in {name}"
    if state.step == "end" and any(room(state, hex) < 0 for hex in state.us_hexes()):
        yield "a hex is overstacked at the end of the turn"


RULES: Rules[Ddat] = Rules(
    code="ddat",
    title="D-Day at Tarawa",
    version="1",
    citation="DDaT",
    over="DDaT 14.1",
    initial=Ddat(),
    sides={"us": "US", "jp": "Japanese"},
    verbs={verb.name: verb for verb in sorted(verbs.table.values(), key=lambda verb: sequence.SEQUENCE.ids.index(verb.steps[0]))},
    evolve=evolve,
    topics=topics(kernel_facts, ddat_facts),
    sequence=sequence.SEQUENCE,
    printed=Printed(
        charts=CHARTS,
        packs=("sample", "from-the-rulebook"),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        check=checking.check,
    ),
    named=names,
    readings=READINGS,
    collections=("units", "positions"),
    scenarios=SCENARIOS,
    begin=opening.begin,
    admit=admit,
    judge=victory.judge,
    identities=identities,
)

__all__ = ["RULES", "arrivals", "attack", "barrage", "wading"]
