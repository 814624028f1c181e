"""Invasion Pearl Harbor. Two players, hexes, odds, chits from a cup, ships and aircraft, secret beachheads and
dispositions.

Where each rule is, rule by rule; first its procedure, then what else decides by it:

    2               `charts`, `state`: map and counters; 2.10 movement factors `movement`, 2.11 steps `losses`
    3               `opening`: beachhead and set-up; 3.6 `control`
    4               `victory`: 4.2, 4.3; 4.4, 4.6, 4.8 `control`, 4.5 `ford_island`, 4.7 `ships`
    5               `sequence`: the sequence of play; 5.6, 5.8, 5.9 `chits`
    6               `stacking`; 6.8 `concealed`, `combat`
    7.2, 7.3, 7.8   `ships`: dispositions, ships lost; 7.4-7.7, 7.9 `carriers`; 7.11 `submarine`
    7.1, 7.12-7.15  `support`: battleships and aircraft in battles; 7.13 `interdiction`
    8               `landing`; 8.3 `control`, 8.4 `odds`
    9               `movement`; 9.12, 9.13 `attack`, 9.14 `control`
    10              `attack`: who attacks what; `combat`: a battle; 10.2, 10.8, 10.11, 10.12, 10.14 `odds`, 10.9
                    `losses`, 10.4, 10.10 `advance`, 10.13 `issei`
    11              `ford_island`; 11.1, 11.2 `movement`, 11.2 `odds`
    12              `banzai`, `night`

They share `common`, `battle` and `board`. What happens is in `facts`, what it changes in `evolve`; `roster` says what
the text knows of the printed game, `readings` how it is read where it is silent or divided. Rule numbers are cited as
`IPH 7.5(4)`, readings as `reading R-18`; `rulebook.toml` lists all rules by their numbers, each with the place that
carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# Along the sequence of play: as the modules come, so stand their verbs.
from domain.iph import opening, ships, carriers, submarine, landing  # isort: skip
from domain.iph import chits, interdiction, movement, attack  # isort: skip
from domain.iph import facts as iph_facts
from domain.iph import roster, sequence, victory
from domain.iph.charts import CHARTS, HexCard, UnitCard
from domain.iph.common import verbs
from domain.iph.concealed import secrets, sighted
from domain.iph.evolve import admit, evolve, score
from domain.iph.mends import MENDS
from domain.iph.questions import QUESTIONS
from domain.iph.readings import READINGS, SETTLED
from domain.iph.state import BEACHHEAD, CHITS, COMMANDS, FORT, JAPANESE, OTHER, SIDES, STATIC, TURNS, Iph
from domain.kernel import facts as kernel_facts
from domain.kernel.facts import topics
from domain.kernel.objections import Objections
from domain.kernel.parts import Ends, Play, Scoring, Secrecy, Vocabulary
from domain.kernel.printed import Printed
from domain.kernel.remembering import rests_on
from domain.kernel.rules import Rules
from domain.kernel.verbs import Names
from domain.wargame import hex_grid, war_facts
from domain.wargame.control import taken_from

MARGIN = 2
"""Rows and columns beyond the known hexes that are still on the map, though it is sea there."""


class Hexes(hex_grid.Hexes):
    """The hexes that have been read out, for completion; any other is good too that lies on the map, or anywhere while
    that is not known."""

    bounds: tuple[int, int, int, int] | None = None
    """The first and last row, and column, of a map that is known whole."""

    def may_be(self, name: str) -> bool:
        if self.bounds is None:
            return True
        top, bottom, east, west = self.bounds
        return top <= int(name[:2]) <= bottom and east <= int(name[2:]) <= west


@rests_on("charts")
def hexes(state: Iph) -> Hexes:
    """The hexes of the island, by their numbers."""
    named = Hexes(sorted(state.rows(HexCard)))
    if HexCard.CHART in state.complete and named:
        rows, columns = [int(hex[:2]) for hex in named], [int(hex[2:]) for hex in named]
        named.bounds = (min(rows) - MARGIN, max(rows) + MARGIN, min(columns) - MARGIN, max(columns) + MARGIN)
    return named


class Units(Names):
    """The units; a Japanese company whose counter has not been read out is asked for as it lands."""

    whole: bool = False

    def __contains__(self, name: Any) -> bool:
        stem, _, number = str(name).partition("-")
        return tuple.__contains__(self, name) or (not self.whole and stem in JAPANESE and number.isdecimal())


@rests_on("units", "complete")
def units(state: Iph) -> Units:
    """The units, by their names."""
    named = Units(state.units)
    named.whole = UnitCard.CHART in state.complete
    return named


def names(state: Iph, kind: str) -> Sequence[str]:
    """The names a player may say: units, hexes, ships."""
    if kind == "hex":
        return hexes(state)
    return units(state) if kind == "unit" else tuple(state.ships) if kind == "ship" else ()


def points_of(state: Iph) -> Mapping[str, int]:
    """The victory points, which the Japanese player alone has (4.2)."""
    return {"jp": state.vp}


def identities(state: Iph) -> Iterator[str]:
    """What holds at every fact of a regular game; a sentence for each that does not."""
    chits_there = sorted((*state.cup.inside, *state.cup.aside))
    if len(set(chits_there)) < len(chits_there):
        yield f"a chit is there twice: {', '.join(chits_there)}"
    for hex, units in state.occupied().items():
        sides = {state.units[name].side for name in units}
        if len(sides) > 1:
            yield f"both sides are in {hex}"
    yield from (why for _, why in impossible(state))


def impossible(state: Iph) -> Objections:
    """What the counters of the game cannot show, whatever was played."""
    for name, unit in state.units.items():
        most = 2 if unit.command in ("SNLF", "IJA", "USMC") else 1
        if unit.steps > most:
            yield "IPH 2.11", f"{name} cannot have {unit.steps} steps: its counter shows {most}"
        if unit.side != ("jp" if unit.command in ("SNLF", "IJA", BEACHHEAD) else "us"):
            yield "IPH 2.12", f"{name} is of the {COMMANDS[unit.command]}, and that of one side"
        if unit.hex and HexCard.CHART in state.complete and unit.hex not in state.rows(HexCard):
            yield "IPH 9.11", f"{name} cannot be in {unit.hex}: that is none of the hexes of Oahu"
        if unit.command in STATIC and unit.stalled:
            yield "IPH 8.5", f"{name} cannot be stalled: it never moves"
        if unit.command == FORT and unit.stands and state.ever_japanese(unit.hex):
            yield "IPH 6.6", f"{name} cannot be in {unit.hex}: that has been Japanese, and no garrison comes back"
    if len(state.beachheads) > 3:
        yield "IPH 3.5", f"there cannot be {len(state.beachheads)} Beachhead markers: the game has three"
    if strange := [chit for chit in (*state.cup.inside, *state.cup.aside) if chit not in CHITS]:
        yield "IPH 5.6", f"there is no chit {strange[0]}: they are {', '.join(CHITS)}"
    if not 1 <= state.turn <= TURNS:
        yield "IPH 5.1", f"there is no game turn {state.turn}: the game has {TURNS}"


RULES: Rules[Iph] = Rules(
    code="iph",
    title="Invasion Pearl Harbor",
    citation="IPH",
    sides=SIDES,
    initial=Iph(turn=1),
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        topics=topics(kernel_facts, war_facts, iph_facts),
        sequence=sequence.SEQUENCE,
        questions=QUESTIONS,
        begin=opening.begin,
        turn="turn",
        control=taken_from(OTHER),
        identities=identities,
        impossible=impossible,
        turn_began=lambda turn: iph_facts.TurnBegan(rule="IPH 5.1", turn=turn),
    ),
    printed=Printed(
        charts=CHARTS,
        packs=("sample", "from-the-rulebook"),
        roster=roster.ROSTER,
        groups=roster.GROUPS,
        meanings=roster.FIELDS,
        asked=roster.printed,
        determined=roster.determined,
        boards=hex_grid.boards(leftward=True),
        first=("grid", "areas", "hexes", "units"),
        check=roster.check,
        first_holds=("crt",),
        admit=admit,
    ),
    vocabulary=Vocabulary(
        named=names,
        collections=("units", "ships", "hexes"),
    ),
    secrecy=Secrecy(
        hides=("jp",),
        stated=(iph_facts.BeachheadStated.TOPIC, iph_facts.BoxesStated.TOPIC),
        secrets=secrets,
        keeps={"jp": ("centre", "dispositions", "force", "sighted", "units")},
        seen=sighted,
    ),
    scoring=Scoring(
        score=score,
        points=points_of,
    ),
    ends=Ends(
        judge=victory.settle,
    ),
    readings=READINGS,
    settled=SETTLED,
    mends=MENDS,
)

__all__ = [
    "RULES",
    "attack",
    "carriers",
    "chits",
    "interdiction",
    "landing",
    "movement",
    "opening",
    "ships",
    "submarine",
]
