"""The situation of a game of Invasion Pearl Harbor on a screen of 80 columns, and the words that stay on it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.iph.attack import open_hexes
from domain.iph.charts import FORD_ISLAND, HONOLULU_HEXES, UnitCard
from domain.iph.chits import ANY_ORDER, command_of
from domain.iph.common import fine
from domain.iph.control import honolulu
from domain.iph.ford_island import why_not_fire
from domain.iph.state import ARMY, BBROW, BEACHHEAD, COMMANDS, FORT, JAPANESE, MARINES, OTHER, STATIC, TURNS, WIN, Iph
from domain.kernel.errors import Unread
from domain.kernel.game import View
from projections.iph.forces import strengths
from projections.iph.words import ashore, by_hex, day, fleet, is_guarded, place
from projections.text import clean, folded, folded_list, headed, paint

PHASES = {"jp_move": "movement", "jp_fight": "combat"}
"""The phases the Japanese player takes once each in a turn, between those of the US (5.7)."""
ATTACKER = {"us_fight": "us", "jp_fight": "jp"}
"""Whose units attack in a phase."""
STATES = {"": "not yet on the map", "available": "available", "removed": "removed for good"}
"""The US Army aircraft (7.3, 7.15)."""


def words(view: View[Iph]) -> list[str]:
    """What a player glances at: the day, the points, the chits, the Japanese phases still to come."""
    state = view.state
    found = [day(state), f"VP {state.vp}, {max(0, WIN - state.vp)} to go"]
    if state.phase in ("us_move", "us_fight"):
        found.append(f"chit {state.chit}")
    found.append(f"{len(state.cup.inside)} in the cup")
    if left := [title for step, title in PHASES.items() if step not in _taken(state)]:
        found.append(f"Japanese {' and '.join(left)} to come")
    return found


def _taken(state: Iph) -> tuple[str, ...]:
    """The phases that were taken in this turn: before the first of them those of the turn before still stand in the
    state."""
    return state.played if state.phase in ANY_ORDER else ()


def meetings(view: View[Iph]) -> Iterator[str]:
    """In a combat phase, the hexes that can still be attacked, and from where: no hex holds units of both sides."""
    state = view.state
    if state.phase not in ATTACKER:
        return
    ours = ATTACKER[state.phase]
    hidden = dict.fromkeys(state.sighted, ("?",)) if ours == "us" else {}
    for hex, units in {**state.occupied(OTHER[ours]), **hidden}.items():
        near = _from(state, ours, hex) if hex and hex not in state.attacked else ()
        if near:
            yield f"{place(state, hex)} {', '.join(units)}: from {', '.join(near)}"


def _from(state: Iph, side: str, hex: str) -> tuple[str, ...]:
    """The hexes from which a hex can be attacked, as far as the map between them has been read out."""
    try:
        if side == "us" and command_of(state.chit) == BBROW:
            return (FORD_ISLAND,) if not state.attacked and fine(why_not_fire(state, hex)) else ()
        return open_hexes(state, side, hex)
    except Unread:
        return ()


def overview(view: View[Iph]) -> Iterator[str]:
    """Everybody: points, turn, ships and aircraft, forces, places; then the stacks hex by hex."""
    state = view.state
    yield ""
    yield from headed("turn", [f"{state.turn} of {TURNS}", day(state)])
    yield from headed(
        "points",
        [f"{state.vp} of {WIN}", f"{max(0, WIN - state.vp)} to a Japanese victory", f"{max(0, state.vp)} to a US one"],
    )
    yield from headed("beachhead", [place(state, hex) for hex in state.beachheads] or [_no_beachhead(state)])
    yield from headed("cup", state.cup.inside or ["empty"])
    if state.cup.aside:
        yield from headed("set aside", state.cup.aside)
    taken = [
        f"{title} {'at hand' if step == state.phase else 'taken' if step in _taken(state) else 'to come'}"
        for step, title in PHASES.items()
    ]
    yield from headed("Japanese", taken)
    yield from headed(
        "Ford Island",
        [f"{place(state, FORD_ISLAND)}", "Battleship Row in play" if state.bbrow else "Battleship Row lost"],
    )
    taken_there = sum(map(state.ever_japanese, honolulu(state)))
    fallen = (
        "fallen: US movement factors one less"
        if state.fallen
        else f"{taken_there} of {HONOLULU_HEXES} hexes taken so far"
    )
    yield from headed("Honolulu", [fallen])
    yield from headed("Issei", ["in rebellion: city hexes cost the US two points" if state.rebellion else "quiet"])
    yield ""
    yield from _ships(state)
    yield ""
    yield from _forces(state)
    yield ""
    yield from _stacks(state)


def _no_beachhead(state: Iph) -> str:
    return "none left" if state.revealed else "written down, not yet shown" if state.committed else "not yet chosen"


def _ships(state: Iph) -> Iterator[str]:
    """Ships box by box, and the aircraft that are left in this turn."""
    yield paint("Ships and aircraft", bold=True)
    for side, title in (("jp", "Japanese"), ("us", "US")):
        for at, (box, ships) in enumerate(fleet(state, side)):
            yield from headed(title if at == 0 else "", [f"{box} {ships[0]}", *ships[1:]])
    if not state.air:
        yield from headed("aircraft", ["none fly at night" if state.night else "none fly before turn 5"])
        return
    yield from headed(
        "aircraft",
        [f"IJN {state.ijn_ready} of {state.ijn_close} close-in left", f"USN {state.usn_ready} left", _army(state)],
    )
    if interdicted := [name for name, hex in state.hexes.items() if hex.interdicted]:
        yield from headed("interdicted", interdicted)


def _army(state: Iph) -> str:
    used = state.army == "available" and state.army_used
    return f"US Army {'flown in this turn' if used else STATES[state.army]}"


def _forces(state: Iph) -> Iterator[str]:
    """The sub-commands, with units and steps left; of the Japanese how many are ashore, as far as that is known."""
    yield paint("Forces: units, and steps left of those at the start", bold=True)
    for one in strengths(state):
        where = ""
        if one.command in JAPANESE:
            there = [name for name in ashore(state) if state.units[name].command == one.command]
            known = (
                f"{len(there)} known ashore"
                if is_guarded(state)
                else f"{len(there)} ashore, {one.units - len(there)} afloat"
            )
            where = f"; {known}"
        yield (
            f"{one.title:<23} {one.units:>2} of {one.units_at_start:>2} units, {one.left:>2} of {one.start:>2} "
            f"steps{where}"
        )
    if is_guarded(state):
        yield from folded(
            f"in {', '.join(state.sighted)} there are Japanese units that have not been examined", rest="  "
        )


def _stacks(state: Iph) -> Iterator[str]:
    """Who stands where: the Japanese, then each US force, from north to south."""
    groups = [
        (
            "Japanese, hex by hex; ' reduced, z stalled",
            [name for name, unit in state.units.items() if unit.side == "jp" and unit.stands],
        ),
        *(
            (f"{title}, hex by hex", _of(state, command))
            for command, title in ((ARMY[0], "24th Division"), (ARMY[1], "25th Division"))
        ),
        ("Marines and forts", [*_of(state, MARINES), *_of(state, FORT), *_of(state, BBROW)]),
    ]
    for title, units in groups:
        stacks = sorted(by_hex(state, units).items())
        if stacks:
            yield paint(title, bold=True)
            yield from folded_list(
                "",
                [f"{place(state, hex)} {'+'.join(_unit(state, name) for name in there)}" for hex, there in stacks],
                "  ",
            )
    if not is_guarded(state):
        yield from _off_map(state)


def _off_map(state: Iph) -> Iterator[str]:
    """Who is not on the map yet: a whole sub-command by its number, others by their names."""
    for command, title in COMMANDS.items():
        waiting = [name for name in state.of(command) if not state.units[name].hex]
        if waiting and command != BEACHHEAD:
            where = "afloat" if command in JAPANESE else "not set up"
            all_of_them = len(waiting) == len(state.of(command)) > 4
            yield from folded_list(f"{title}, {where}: ", [f"all {len(waiting)}"] if all_of_them else waiting, "  ")


def _of(state: Iph, command: str) -> list[str]:
    return [name for name, unit in state.units.items() if unit.command == command and unit.stands]


def _unit(state: Iph, name: str) -> str:
    """A unit; one that shows its reduced side has a prime."""
    card, unit = state.rows(UnitCard).get(name), state.units[name]
    reduced = bool(card) and unit.command not in STATIC and unit.steps < (card.steps if card else 0)
    return clean(name) + "'" * reduced + "z" * unit.stalled
