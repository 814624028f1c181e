"""D-Day at Tarawa. Solitaire: one player lands the US forces, a deck of 54 cards commands the Japanese.

Where each rule is, rule by rule; first its procedure, then what else decides by it:

    2.1-2.25            `charts`, `board`, `state`: what is printed; 2.3 the deck `cards`; 2.21 steps lost `losses`
    3                   `opening`: setting up
    4, 15.1             `sequence`: the sequence of play; 4.0 II events `events`
    5.11, 5.14          `loading`: units on LVTs, LVTs available again; 5.4 tank units that run in by themselves
    5.12, 5.13, 5.4     `landing`: drift, landing checks, the hex
    5.2                 `wading`
    5.3, 15.4           `arrivals`: units of the next turn
    6.0, 6.1, 6.4       `fire`: the Japanese Fire Phase, the recovery at its end; 6.4 disruption `forces`
    6.2                 `fields`: fields of fire; 6.24 as printed `board`
    6.3                 `gunnery`: whom fire hits, 6.31 hit limits; 6.32, 6.33 steps lost, disruption `losses`; 6.34 one
                        step a phase `step_limit`
    6.5                 `artillery`; 6.51 guns destroyed `forces`
    7.0-7.4, 7.6        `actions`: who acts, moving, 7.4 entering enemy hexes, recovering; 7.1 command `communication`;
                        7.32 `infiltration`
    7.5                 `stacking`
    8.1, 8.3            `attack`; 8.33 the beaten `forces`
    8.2                 `weapons`; 8.24 wild cards `attack`
    8.4, 8.5, 15.32     `barrage`: barrages, naval barrages; 8.51 naval fire in attacks `attack`; 8.5 its markers
                        `us_events`
    8.6                 `close_combat`, `combat`; 8.61-8.64 `combat_ends`, the beaten `forces`; 8.67 `combat_events`
    9                   `forces`: turning up, 9.2 depth markers, 9.3 tactical reinforcements
    10                  `leaders`: heroes, Major Ryan, 10.3 hits on leaders; 10.13 in attacks `weapons`; 10.18 without a
                        hero left `us_events`;
                        10.2 command `communication`; 10.31 who of them is hit `gunnery`; 10.32 never disrupted `losses`
    11                  `communication`: control, communication of both sides; 11.23 fixed for the phase `fire`
    12                  `summary`: who is checked, what it does; 12.0 action chits `sequence`; what the actions share
                        `deeds`
    12.1-12.10          `lettered`; 12.4 mortars `artillery`
    13                  `tanks`: 13.2 fire and advance; 13.1 their fields `fields`; 13.3 the beaten `forces`, `attack`
    14.1                `losses`: catastrophic loss
    14.2, 18            `victory`
    15                  what changes from turn 11 on, where it does: 15.0 `state`, 15.1 `sequence`, 15.2 `gunnery`,
                        15.31 `actions`
    16                  `extended`: command posts; 16.31, 16.32 command `communication`; 16.33 hits `leaders`
    17.0-17.3           `extended`: support markers, garrisons, recovery; 17.21 garrisons swept away `deeds`; 17.4
                        `actions`; 17.5 `attack`
    19                  `night`: the overnight turn; what is less then, where it is decided: `actions`, `artillery`,
                        `communication`, `fields`, `fire`
    20                  `november`: 21 November; its pieces `november_pieces`
    21                  `opening`: optional rules; 21.2, 21.3 who comes when `arrivals`, 21.3 victory `victory`
    EV                  `events`: the event list, Japanese events; `us_events`; `transport_events`: those of LVTs and
                        units that come

All share `common`. What happens is in `facts`, what it changes in `evolve`, where a game stands in `state`. `charts`
and `board` are the printed game; `roster` and `checking` say what the text knows of it, `checking_counters` of
counters, in `findings`. Rule numbers are cited as `DDaT 6.31`, events as `DDaT EV`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.ddat import (
    arrivals,
    attack,
    barrage,
    checking,
    opening,
    roster,
    sequence,
    transport_events,
    us_events,
    victory,
    wading,
)
from domain.ddat import facts as ddat_facts
from domain.ddat.board import FARTHEST
from domain.ddat.charts import CHARTS, GRID, LETTERS, ApproachCard, DepthCard, ForceCard, PositionCard
from domain.ddat.common import verbs
from domain.ddat.communication import traced
from domain.ddat.evolve import admit, evolve
from domain.ddat.mends import MENDS
from domain.ddat.november_pieces import JAPANESE
from domain.ddat.questions import QUESTIONS
from domain.ddat.readings import READINGS, SETTLED
from domain.ddat.stacking import room
from domain.ddat.state import (
    CARDS,
    DISCARDS,
    DRAWN,
    FACINGS,
    HEROES,
    LAST,
    LVT_STEPS,
    LVTS,
    MAP,
    PILES,
    SCENARIOS,
    UNREAD,
    UNSEEN,
    Ddat,
)
from domain.ddat.weapons import requirements
from domain.kernel import facts as kernel_facts
from domain.kernel.chance import CARD, PILE
from domain.kernel.facts import topics
from domain.kernel.objections import Objections
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.remembering import rests_on
from domain.kernel.rules import Rules
from domain.kernel.state import Row
from domain.kernel.written import Board
from domain.wargame import hex_grid, war_facts


class Hexes(hex_grid.Hexes):
    """The hexes of a map for completion; any other near them is good too, since a map need not be known whole.

    The name of a position stands for its hex: of positions the game speaks.
    """

    positions: Mapping[str, str] = {}

    def meant(self, word: str) -> str:
        return self.positions.get(word.upper(), word)

    def may_be(self, name: str) -> bool:
        mapped = [hex for hex in self if hex.isdecimal()]  # beside names of approaches
        return not mapped or any(GRID.distance(name, hex) <= FARTHEST for hex in mapped)


@rests_on("charts")
def hexes(state: Ddat) -> Hexes:
    """The hexes of land and beach."""
    features = state.board.features
    named = Hexes(sorted({hex for name in ("land", "beach") if name in features for hex in features[name].hexes}))
    named.positions = {name: card.hex for name, card in state.rows(PositionCard).items()}
    return named


COUNTERS: Mapping[str, type[Row]] = {"Japanese unit": ForceCard, "depth marker": DepthCard}
"""Counters that lie face down: nobody knows what they may be called before their chart is whole."""
NAMES = {CARD: CARDS, PILE: (*DRAWN, DISCARDS, UNSEEN, *PILES.values()), "letter": LETTERS, "direction": FACINGS}


def names(state: Ddat, kind: str) -> Sequence[str]:
    """The names a player may say: units, positions, hexes, approaches, requirements of an attack; and what else in a
    state has one."""
    if kind == "hex":
        return hexes(state)
    if kind == "place":
        return Hexes((*state.rows(ApproachCard), *hexes(state)))
    if kind in COUNTERS:
        return (UNREAD, *state.rows(COUNTERS[kind])) if COUNTERS[kind].CHART in state.complete else ()
    if kind == "unit":
        return tuple(state.units)
    if kind in ("requirement", "tactic"):
        return (*requirements(state), *((attack.STRENGTH,) if kind == "tactic" else ()))
    return tuple(state.positions) if kind == "position" else NAMES.get(kind, ())


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
    yield from (why for _, why in impossible(state))
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
    if state.phase == "end" and any(room(state, hex) < 0 for hex in state.us_hexes()):
        yield "a hex is overstacked at the end of the turn"


def impossible(state: Ddat) -> Objections:
    """What the counters of the game cannot show, whatever was played."""
    for name, unit in state.units.items():
        most = state.card(name).steps
        if not 0 <= unit.steps <= most:
            yield "DDaT 2.21", f"{name} cannot have {unit.steps} steps: its counter shows {most}"
        if unit.box == MAP and not unit.hex:
            yield "DDaT 2.1", f"{name} cannot be on the map in no hex: say hex=… too"
    for name, now in state.positions.items():
        if now.depth_shown and not now.depth:
            yield "DDaT 2.25", f"{name} cannot show a depth marker: there is none"
    if state.heroes_left > HEROES:
        yield "DDaT 10.1", f"there cannot be {state.heroes_left} heroes left: the game has {HEROES}"
    if len(state.lvts) > LVTS or max(state.lvts, default=0) > LVT_STEPS:
        yield (
            "DDaT 5.11",
            f"there cannot be LVTs of {', '.join(map(str, state.lvts))} steps: the game has {LVTS}, of {LVT_STEPS}",
        )
    if not 1 <= state.turn <= LAST:
        yield "DDaT 4.0", f"there is no turn {state.turn}: the track has {LAST}"


RULES: Rules[Ddat] = Rules(
    code="ddat",
    title="D-Day at Tarawa",
    citation="DDaT",
    sides={"us": "US", "jp": "Japanese"},
    initial=Ddat(),
    play=Play(
        verbs={
            verb.name: verb
            for verb in sorted(verbs.table.values(), key=lambda verb: sequence.SEQUENCE.ids.index(verb.phases[0]))
        },
        evolve=evolve,
        topics=topics(kernel_facts, war_facts, ddat_facts),
        sequence=sequence.SEQUENCE,
        questions=QUESTIONS,
        begin=opening.begin,
        turn="turn",
        identities=identities,
        impossible=impossible,
        traced=traced,
        turn_began=lambda turn: ddat_facts.TurnBegan(rule="DDaT 4.0", turn=turn),
    ),
    printed=Printed(
        charts=CHARTS,
        packs=("sample", "from-the-rulebook"),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        boards=lambda charts: (Board(GRID, leftward=True),),
        first=("positions", "units", "japanese", "depth", "counts"),
        check=checking.check,
        admit=admit,
    ),
    vocabulary=Vocabulary(
        named=names,
        collections=("units", "positions"),
    ),
    ends=Ends(
        over="DDaT 14.1",
        judge=victory.judge,
    ),
    scenarios=SCENARIOS,
    readings=READINGS,
    settled=SETTLED,
    mends=MENDS,
)

__all__ = ["RULES", "arrivals", "attack", "barrage", "transport_events", "us_events", "wading"]
