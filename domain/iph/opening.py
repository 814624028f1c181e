"""IPH 3: the beachhead is chosen in secret, the US forces are set up, the beachhead is revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from domain.iph import facts as f
from domain.iph.charts import FORD_ISLAND, MARINES_AT, SCHOFIELD, AreaCard, HexCard
from domain.iph.common import Objections, UnitsByHex, fine, heed, verbs
from domain.iph.control import worth
from domain.iph.stacking import why_not_stack
from domain.iph.state import BBROW, BEACHHEAD, COMMANDS, FORT, MARINES, NUMBER, Iph
from domain.iph.victory import award
from domain.kernel.questions import OneOf
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table
from domain.wargame.war_facts import UnitsPlaced, several

RANGE, SOUTH, BARRACKS = 4, 28, 2
"""IPH 3.3: hexes from the barracks, and from the Marines' places; the first row of the 25th Division; units in each
barracks hex."""
MOST = {"24": 4, "25": 3, MARINES: 1}
"""IPH 3.3: the most units of a sub-command in a hex at set-up."""
MARKERS = tuple(f"Beachhead-{n}" for n in range(1, 4))


def names_of(command: str) -> tuple[str, ...]:
    """What the units of a sub-command are called where no counters have been read out."""
    if command == BBROW:
        return (BBROW,)
    first = {FORT: "Fort"}.get(command, command)
    return tuple(f"{first}-{n}" for n in range(1, NUMBER[command] + 1))


def begin(table: Table[Iph]) -> None:
    """IPH 3.3, 3.4: the US units and the markers that the text counts are there, whether or not their counters have
    been read out."""
    units = table.state.units
    missing = {name: BEACHHEAD for name in MARKERS if name not in units}
    for command, number in NUMBER.items():
        lacking = number - sum(unit.command == command for unit in units.values())
        missing |= dict.fromkeys([name for name in names_of(command) if name not in units][: max(0, lacking)], command)
    if missing:
        table.record(f.ForcesMustered(rule="IPH 3.3", units=missing))
    table.begin()


# ---- 3.2 the beachhead ----


AREAS = ("North Coast", "East Coast", "Kaneohe Bay")


def areas(state: Iph) -> Mapping[str, tuple[str, ...]]:
    """The hexes of the invasion areas, in their order along the coast, as far as they have been read out."""
    return {name: card.hexes for name, card in state.rows(AreaCard).items()}


@rests_on("charts")
def beachhead(state: Iph, centre: str) -> tuple[str, ...]:
    """IPH 3.2, 3.5: the three hexes of a beachhead, its centre in the middle; fewer where a third would lie outside an
    area (reading R-26)."""
    found: tuple[str, ...] = (centre,)
    for hexes in areas(state).values():
        if centre in hexes:
            at = hexes.index(centre)
            line = hexes[max(0, at - 1) : at + 2]
            found = line if len(line) > len(found) else found
    return found


def why_not_centre(state: Iph, centre: str) -> Objections:
    """IPH 3.2: what stands against a hex as the centre of the beachhead."""
    if len(beachhead(state, centre)) < len(MARKERS):
        for name in AREAS:  # it may be in one that nobody has read out
            state.read(AreaCard, name)
    if not any(centre in hexes for hexes in areas(state).values()):
        yield "IPH 3.2", f"{centre} is in none of the invasion areas"
    elif len(beachhead(state, centre)) < len(MARKERS):
        yield "IPH 3.2", f"{centre} is the end of its area: a third hex would lie outside it"
    rows = state.rows(HexCard)
    for hex in beachhead(state, centre):  # what has not been read out is not asked for: that would tell the hex
        if hex in rows and rows[hex].terrain == "fortification":
            yield "IPH 3.2", f"{hex} is a fortification, whose garrison is there before the landing (reading R-32)"


@rests_on("charts")
def centres(state: Iph) -> tuple[str, ...]:
    """The hexes that may be chosen."""
    every = dict.fromkeys(hex for hexes in areas(state).values() for hex in hexes)
    return tuple(hex for hex in every if fine(why_not_centre(state, hex)))


@verbs("IPH 3.2", side="jp", phases=("choice", "us_setup"), offers=lambda state: [] if state.committed else [{}])
def choose(table: Table[Iph]) -> None:
    """IPH 3.2: the Japanese player writes down the central hex of his beachhead, before anybody places a unit."""
    table.require(not table.state.committed, "IPH 3.2", "the central hex has been written down")
    if table.state.revealed:
        table.by_hand("the beachhead has been revealed")
    table.record(f.BeachheadCommitted(rule="IPH 3.2", on_paper=table.state.on_paper))
    if not table.state.on_paper:
        for name in AREAS:
            table.read(AreaCard, name)
        question = written_down(table.state, "choose", "IPH 3.2", "the central hex of the beachhead")
        table.record(f.BeachheadChosen(rule="IPH 3.2", centre=table.ask(replace(question, secret="jp")), secret="jp"))
    else:
        table.spares("choose", "IPH 3.2", "it is written down on paper", "jp")
    table.leave("choice")


def written_down(state: Iph, name: str, rule: str, words: str) -> OneOf:
    """Which hex it is."""
    return OneOf(
        name=name,
        by="jp",
        rule=rule,
        words=words,
        options=centres(state),
        names="hex",
        barred=partial(why_not_centre, state),
    )


# ---- 3.3 the US set-up ----


def why_not_there(state: Iph, unit: str, hex: str) -> Objections:
    """IPH 3.3: what stands against a unit's being set up in a hex, whoever else is there."""
    if not _is_us(state, unit):
        yield "IPH 3.4", f"{unit} is a Japanese unit: none is on the map before the first landing"
        return
    command, ground = state.units[unit].command, state.ground(hex)
    if ground.terrain == "sea":
        yield "IPH 3.3", f"{hex} is none of the hexes of Oahu"
    if command == BBROW and hex != FORD_ISLAND:
        yield "IPH 3.3", f"Battleship Row is in {FORD_ISLAND}"
    if command == FORT and ground.terrain != "fortification":
        yield "IPH 3.3", f"{hex} is no fortification hex"
    if command == "24" and not _near(state, hex, SCHOFIELD):
        yield "IPH 3.3", f"{hex} is not within {RANGE} hexes of the Schofield Barracks, {' and '.join(SCHOFIELD)}"
    if command == "25":
        if int(hex[:2]) < SOUTH:
            yield "IPH 3.3", f"{hex} lies north of row {SOUTH}"
        if ground.coastal:
            yield "IPH 3.3", f"{hex} is a coastal hex"
    if command == MARINES and not _near(state, hex, MARINES_AT):
        yield "IPH 3.3", f"{hex} is not within {RANGE} hexes of Pearl City, Ewa or the Marine Base"


def _is_us(state: Iph, unit: str) -> bool:
    """Whether it is a US unit; a company whose counter nobody has read out is none."""
    return unit in state.units and state.units[unit].side == "us"


def _near(state: Iph, hex: str, origins: Iterable[str]) -> bool:
    return any(state.grid.distance(origin, hex) <= RANGE for origin in origins)


def why_not_crowd(state: Iph, hex: str) -> Objections:
    """IPH 3.3: what stands against those who are now in a hex being there together (reading R-37)."""
    here = state.standing(hex, "us")
    commands = Counter[str](state.units[name].command for name in here)
    for command, most in MOST.items():
        if commands[command] > most:
            yield (
                "IPH 3.3",
                f"{hex} would hold {several(commands[command], 'unit')} of the {COMMANDS[command]}: {most} at the "
                "most in the set-up",
            )
    if commands[MARINES] and commands["25"]:
        yield "IPH 3.3", f"USMC and 25th Division units are never set up in the same hex, as they would be in {hex}"
    if commands[FORT] > 1:
        yield "IPH 6.6", f"there is never more than one fort garrison in a hex: {hex} would hold {commands[FORT]}"
    if here:
        yield from why_not_stack(state, hex, here)


def _free(state: Iph, command: str) -> tuple[str, ...]:
    return tuple(name for name in state.of(command) if not state.units[name].hex)


def _placings(state: Iph) -> Iterator[Mapping[str, Any]]:
    """One unit, or a stack, to each hex that has room, for completion and random play."""
    for command in NUMBER:
        for name in _free(state, command)[:1]:
            for hex in _open(state, command):
                if fine(why_not_there(state, name, hex)) and fine(why_not_crowd(state.with_unit(name, hex=hex), hex)):
                    yield {"places": {hex: (name,)}}


def _open(state: Iph, command: str) -> tuple[str, ...]:
    if command == BBROW:
        return (FORD_ISLAND,)
    if command == FORT:
        return state.known_hexes("fortification")
    short = tuple(
        hex
        for hex in SCHOFIELD
        if sum(state.units[name].command == "24" for name in state.standing(hex, "us")) < BARRACKS
    )
    return short if command == "24" and short else tuple(state.rows(HexCard))


@verbs("IPH 3.3", side="us", phases=("us_setup",), offers=_placings, whole=True)
def place(table: Table[Iph], places: UnitsByHex) -> None:
    """IPH 3.3: US units are set up, by hexes: `place 2325:24-1,24-2 2326:24-3`; a unit may be set up elsewhere until
    the set-up is complete."""
    after, every = table.state, [unit for units in places.values() for unit in units]
    twice = [unit for n, unit in enumerate(every) if unit in every[:n]]
    table.require(
        bool(every) and not twice, "IPH 3.3", f"{twice[0]} cannot be in two hexes" if twice else "no unit is named"
    )
    for hex, units in places.items():
        for unit in units:
            heed(table, why_not_there(table.state, unit, hex))
            if not _is_us(table.state, unit):
                table.by_hand(f"{unit} is a Japanese unit")
        after = after.with_units(units, hex=hex)
    for hex in places:
        heed(table, why_not_crowd(after, hex))
    for hex, units in places.items():
        table.record(UnitsPlaced(rule="IPH 3.3", units=units, at=hex))


@verbs("IPH 3.3", side="us", phases=("us_setup",), offers=lambda state: [{}] if any(place_of(state)) else [])
def place_fixed(table: Table[Iph]) -> None:
    """IPH 3.3: what leaves no choice is set up: Battleship Row, and a garrison in each fort."""
    fixed = dict(place_of(table.state))
    table.require(
        bool(fixed), "IPH 3.3", "Battleship Row and the fort garrisons have been set up, as far as the map is known"
    )
    for unit, hex in fixed.items():
        table.record(UnitsPlaced(rule="IPH 3.3", units=(unit,), at=hex))


def place_of(state: Iph) -> Iterator[tuple[str, str]]:
    """The units whose hex the text, or the map, gives."""
    yield from ((name, FORD_ISLAND) for name in _free(state, BBROW))
    empty = [hex for hex in state.known_hexes("fortification") if not state.garrisoned(hex)]
    yield from zip(_free(state, FORT), empty, strict=False)


def owed_place(state: Iph) -> str:
    """IPH 3.3: what is still to be set up; two units in each hex of the barracks (reading R-36)."""
    missing = [
        f"{several(number, 'unit')} of {COMMANDS[command]}"
        for command in NUMBER
        if (number := len(_free(state, command)))
    ]
    if missing:
        return f"`place` {', '.join(missing)}"
    short = [
        hex
        for hex in SCHOFIELD
        if sum(state.units[name].command == "24" for name in state.standing(hex, "us")) < BARRACKS
    ]
    return f"two units of the 24th Division at least in {' and '.join(short)}" if short else ""


def setup_complete(table: Table[Iph]) -> None:
    table.record(f.SetupCompleted(rule="IPH 3.5"))


# ---- 3.5 the beachhead is revealed ----


@verbs(
    "IPH 3.5", side="jp", phases=("us_setup", "reveal"), offers=lambda state: [{}] if state.phase == "reveal" else []
)
def reveal(table: Table[Iph]) -> None:
    """IPH 3.5: the hex that was written down is shown, and the three Beachhead markers go there; on paper it is said
    now."""
    state = table.state
    table.require(not state.revealed, "IPH 3.5", "the beachhead has been revealed")
    table.require(state.committed, "IPH 3.2", "no hex has been written down")
    table.require(state.phase == "reveal", "IPH 3.5", "the beachhead is revealed when the US set-up is complete")
    question = written_down(state, "reveal", "IPH 3.5", "the hex that was written down")
    centre = (
        table.gives(question, state.centre, "IPH 3.5", "another hex was written down")
        if state.centre
        else table.ask(question)
    )
    heed(table, why_not_centre(state, centre))
    hexes = beachhead(state, centre)
    for hex in hexes:
        table.require(
            not state.is_terrain(hex, "fortification"),
            "IPH 3.2",
            f"{hex} is a fortification, whose garrison is there (reading R-32)",
        )
    shown = f.BeachheadRevealed if centre == state.centre else f.BeachheadStated
    table.record(shown(rule="IPH 3.5", centre=centre, hexes=dict(zip(MARKERS, hexes, strict=False))))
    initial_award(table, hexes)
    table.leave("reveal")


def initial_award(table: Table[Iph], hexes: tuple[str, ...]) -> None:
    """IPH 4.6: one point for each marker, and those of the hexes they are in."""
    points = [f.points("jp", 1, "beachhead", hex) for hex in hexes]
    points += [f.points("jp", amount, "hex", hex) for hex in hexes if (amount := worth(table.state, hex))]
    award(table, f.PointsScored(rule="IPH 4.6", points=tuple(points)))
