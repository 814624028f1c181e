"""IPH 9.13: SNLF and IJA units that are together in a Japanese Movement Phase, and are not once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from domain.iph.board import cost, onto_island, why_not_enter
from domain.iph.common import Objections, fine
from domain.iph.stacking import why_not_stack
from domain.iph.state import JAPANESE, JAPANESE_MF, STACK, Iph
from domain.kernel.errors import Unread
from domain.kernel.remembering import rests_on
from domain.kernel.ways import Way
from domain.wargame.pieces import STANDING


@rests_on(STANDING)
def together(state: Iph) -> tuple[str, ...]:
    """The hexes without a Beachhead marker in which there are SNLF and IJA units."""
    snlf, ija = ({state.units[name].hex for name in state.of(command)} for command in JAPANESE)
    both = (snlf & ija).difference(state.beachheads, ("",))
    return tuple(hex for hex in state.occupied("jp") if hex in both) if both else ()


def owed_parting(state: Iph) -> str:
    """IPH 9.13: that SNLF and IJA units are apart once the Japanese Movement Phase is over."""
    hex = next(iter(together(state)), "")
    if not hex:
        return ""
    apart = f"SNLF and IJA units apart in {hex}"
    return (
        f"{apart}, `move UNIT,… HEX`"
        if can_part(state)
        else f'{apart}, and none can leave: `takeback`, or `next !"reason"`'
    )


def why_not_leave_together(state: Iph, units: Sequence[str], path: Sequence[str], points: int) -> Objections:
    """IPH 9.13: what stands against a Japanese force's going there, which has so many points left there: that those who
    are together then could not part in this phase any more (reading R-50).
    """
    if state.phase != "jp_move":
        return
    end = path[-1] if path else state.units[units[0]].hex
    commands = {state.units[name].command for name in units}
    met = end not in state.beachheads and any(
        state.units[name].command not in commands for name in state.mobile(end, "jp")
    )
    before = together(state)
    if not (met or before) or (before and not can_part(state)):
        return
    after = state.with_units(units, hex=end, allowance=points, spent=0)
    if set(units) - set(state.force):
        after = after.but(force=tuple(units))
    if not can_part(after):
        yield (
            "IPH 9.13",
            f"SNLF and IJA units are apart once the phase is over: those in {', '.join(together(after))} could not "
            "part any more",
        )


def can_part(state: Iph) -> bool:
    """Whether all who are together can still part without the other player's leave: all SNLF or all IJA units of each
    hex go where there is room.

    First those on the move: once another force starts, they stay where they are (9.5).
    """
    taken: dict[str, list[str]] = {}
    for hex in sorted(
        together(state), key=lambda hex: not any(name in state.force for name in state.mobile(hex, "jp"))
    ):
        for command in JAPANESE:
            rooms = _rooms(state, hex, command, taken)
            if rooms is not None:
                for there in rooms:
                    taken.setdefault(there, []).append(command)
                break
        else:
            return False
    return True


def _rooms(state: Iph, hex: str, command: str, taken: Mapping[str, Sequence[str]]) -> list[str] | None:
    """A hex to stay in for each of those of one organization who are in a hex, nearest first; None where some find
    none."""
    names = [name for name in state.mobile(hex, "jp") if state.units[name].command == command]
    found: list[str] = []
    for there, _ in ways_out(state, names):
        held = taken.get(there, ())
        if there in state.beachheads or not set(held) - {command}:
            room = STACK - len(state.mobile(there, "jp")) - len(held)
            found += [there] * max(0, room)
        if len(found) >= len(names):
            return found[: len(names)]
    return None


def points_left(state: Iph, name: str) -> int:
    """IPH 9.1, 9.5, 8.5: the points that a Japanese unit may spend in this phase without the other player's leave."""
    unit = state.units[name]
    if unit.stalled or (unit.allowance is not None and name not in state.force):
        return 0
    return JAPANESE_MF if unit.allowance is None else unit.allowance - unit.spent


def ways_out(state: Iph, names: Sequence[str]) -> Iterator[tuple[str, Way]]:
    """The hexes to which each of some units in a hex could go by itself, and stay; with the way there, the nearest
    first.

    What has not been read out of the map is open to all.
    """
    points, start = min(points_left(state, name) for name in names), state.units[names[0]].hex
    nothing: Way = ()
    seen, edge, found = {start: 0}, [(0, start, nothing)], {start}
    while edge:
        spent, here, way = heappop(edge)
        if spent > seen[here]:
            continue
        if here not in found and fine(why_not_stack(state, here, names[:1])):
            found.add(here)
            yield here, way
        if way and not fine(why_not_stack(state, here, names[:1], passing=True)):
            continue
        for near in state.grid.neighbours(here):
            total = spent + _price(state, here, near, points - spent, first=not way and not state.units[names[0]].spent)
            if total <= points and total < seen.get(near, total + 1):
                seen[near] = total
                heappush(edge, (total, near, (*way, near)))


def _price(state: Iph, a: str, b: str, points: int, *, first: bool) -> int:
    """What entering a hex from the one next to it costs a unit; more than it has where it cannot."""
    try:
        if onto_island(a, b) and first and points and fine(why_not_enter(state, "jp", a, b)):
            return points  # reading R-30
        return (
            points + 1 if onto_island(a, b) or not fine(why_not_enter(state, "jp", a, b)) else cost(state, "jp", a, b)
        )
    except Unread:
        return 1
