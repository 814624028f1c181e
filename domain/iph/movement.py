"""IPH 9 movement, 2.10 movement factors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.iph import facts as f
from domain.iph.board import cost, onto_island, why_not_enter
from domain.iph.charts import HexCard
from domain.iph.chits import command_of
from domain.iph.common import HexNames, Objections, UnitNames, acting, fine, heed, verbs
from domain.iph.control import hex_points, take, worth
from domain.iph.parting import points_left, together, ways_out, why_not_leave_together
from domain.iph.stacking import why_not_stack
from domain.iph.state import COMMANDS, JAPANESE, JAPANESE_MF, OTHER, SIDES, STATIC, Iph
from domain.iph.way import Entering, in_full
from domain.kernel.facts import Purpose
from domain.kernel.questions import Roll, YesNo
from domain.kernel.table import Table
from domain.kernel.verbs import Along
from domain.wargame.dice import plain_term
from domain.wargame.pieces import setting_out

PHASES = {"us_move": "us", "jp_move": "jp"}
BY_DATE = {7: -1, 8: 0, 9: 1}
"""IPH 2.10: what is added to the die of a US movement factor on each date."""


# ---- 9.1 who may move ----


def why_not_act(state: Iph, side: str, unit: str) -> Objections:
    """IPH 9.2, 9.12: what stands against a unit's moving in this phase, wherever to."""
    now = state.units[unit]
    if now.side != side:
        yield "IPH 9.2", f"{unit} is not the {SIDES[side]} player's"
        return
    if not now.stands:
        yield "IPH 9.2", f"{unit} is not on the map"
    if now.command in STATIC:
        yield "IPH 2.10", f"{unit} is static: it never moves"
    elif side == "us" and now.command != command_of(state.chit):
        yield "IPH 9.12", f"{unit} is of the {COMMANDS[now.command]}; the chit pulled is {state.chit or 'none'}"
    if now.stalled:
        yield "IPH 8.5", f"{unit} is stalled on the beach in this turn"


def why_not_together(state: Iph, units: Sequence[str]) -> Objections:
    """IPH 9.4: what stands against units' moving together; whoever began it together may go on in any order (reading
    R-51)."""
    if not units:
        yield "IPH 9.2", "no unit is named"
    if len(set(units)) < len(units):
        yield "IPH 9.4", "a unit is named twice"
    if len(hexes := dict.fromkeys(state.units[name].hex for name in units)) > 1:
        yield "IPH 9.4", f"they are in different hexes: {', '.join(hexes)}"
    moved = [name for name in units if state.units[name].allowance is not None]
    if moved and len(moved) < len(units):
        yield "IPH 9.4", f"{', '.join(moved)} moved here in this phase; those who move together began it together"
    if len({(state.units[name].start, state.units[name].allowance) for name in moved}) > 1:
        yield "IPH 9.4", f"{', '.join(moved)} began the phase apart, or rolled apart"


# ---- 9.3, 9.7 where a force may go ----


def why_not_go(state: Iph, side: str, units: Sequence[str], path: Sequence[str]) -> Objections:
    """IPH 9: what stands against a path, whatever the movement factor."""
    here = state.units[units[0]].hex
    for n, hex in enumerate(path):
        yield from why_not_enter(state, side, here, hex)
        if onto_island(here, hex) and (len(path) > 1 or any(state.units[unit].spent for unit in units)):
            yield "IPH 11.2", "a move onto Ford Island, or off it, starts next to it and is the whole move"
        if not state.is_terrain(hex, "sea"):
            yield from why_not_stack(state, hex, units, passing=n < len(path) - 1, moving=True)
            yield from why_not_as_one(state, hex, units)
        here = hex


def why_not_as_one(state: Iph, hex: str, units: Sequence[str]) -> Objections:
    """IPH 9.13, 6.2: IJA and SNLF units enter a hex together, on their way or not, where they may stack: with a
    Beachhead marker (reading R-50)."""
    together = {state.units[name].command for name in units}
    if together.issuperset(JAPANESE) and hex not in state.beachheads:
        yield "IPH 9.13", f"IJA and SNLF units move together only from Beachhead to Beachhead: there is none in {hex}"


def points_for(state: Iph, side: str, units: Sequence[str], path: Sequence[str], allowance: int) -> list[int]:
    """What each hex of a path costs; Ford Island all there is (11.2), one point at the least (reading R-30)."""
    here, found = state.units[units[0]].hex, []
    for hex in path:
        found.append(max(1, allowance) if onto_island(here, hex) else cost(state, side, here, hex))
        here = hex
    return found


def left(state: Iph, units: Sequence[str]) -> int:
    """IPH 9.1: the movement points that all of these still have in this phase."""
    return min((state.units[name].allowance or 0) - state.units[name].spent for name in units)


def why_not_pay(path: Sequence[str], costs: Sequence[int], allowance: int) -> Objections:
    """IPH 9.3: what of a path is more than can be paid, by those who know what they have."""
    for hex, points in zip(path, costs, strict=True):
        if points > allowance:
            yield "IPH 9.3", f"{hex} costs {points} of the {max(0, allowance)} movement points left"
        allowance -= points


def open_ways(state: Iph, side: str, units: Sequence[str]) -> Entering:
    """IPH 9.7 to 9.11, 6.1: what each hex on the way to one costs these units, where they may pass through it, or enter
    that one."""

    def entering(a: str, b: str, end: str) -> int | None:
        passes = fine(why_not_enter(state, side, a, b)) and fine(why_not_as_one(state, b, units))
        passes = passes and (b == end or fine(why_not_stack(state, b, units, passing=True)))
        return cost(state, side, a, b) if passes else None

    return entering


# ---- 9.2 the move ----


def movable(state: Iph, side: str) -> Iterator[tuple[str, ...]]:
    """The stacks that may start to move, and then each of their units; those that are on the move first."""
    able = [
        name
        for name, unit in state.units.items()
        if unit.side == side and unit.stands and fine(why_not_act(state, side, name))
    ]
    going = [name for name in able if name in state.force]
    fresh = [name for name in able if state.units[name].allowance is None]
    for group in (going, fresh):
        by_hex: dict[str, list[str]] = {}
        for name in group:
            by_hex.setdefault(state.units[name].hex, []).append(name)
        for names in by_hex.values():
            yield from dict.fromkeys(
                chosen
                for chosen in (tuple(names), *((name,) for name in names))
                if fine(why_not_together(state, chosen))
            )


def _moves(state: Iph) -> Iterator[Mapping[str, Any]]:
    side = PHASES.get(state.phase, "")
    if not side:
        return
    yield from partings(state)
    for units in movable(state, side):
        here, most = (
            state.units[units[0]].hex,
            left(state, units) if state.units[units[0]].allowance is not None else JAPANESE_MF,
        )
        for hex in sorted(near(state, here), key=lambda hex: (not worth(state, hex), state.control(hex) == side)):
            if not fine(why_not_go(state, side, units, (hex,))):
                continue
            points = most - points_for(state, side, units, (hex,), most)[0]
            if points >= 0 and fine(why_not_leave_together(state, units, (hex,), points)):
                yield {"units": units, "path": (hex,)}


def near(state: Iph, hex: str) -> Iterator[str]:
    """The hexes next to one, as far as the map is known."""
    known = state.rows(HexCard)
    return (other for other in state.grid.neighbours(hex) if HexCard.CHART not in state.complete or other in known)


def partings(state: Iph) -> Iterator[Mapping[str, Any]]:
    """Moves by which SNLF and IJA units that are together part, the shortest first (9.13)."""
    for hex in together(state):
        for name in state.mobile(hex, "jp"):
            points = points_left(state, name)
            for _, way in ways_out(state, (name,)) if points else ():
                spent = sum(points_for(state, "jp", (name,), way, points))
                if fine(why_not_go(state, "jp", (name,), way)) and fine(
                    why_not_leave_together(state, (name,), way, points - spent)
                ):
                    yield {"units": (name,), "path": way}


@verbs("IPH 9.2", phases=("us_move", "jp_move"), secret="jp", offers=_moves, along=Along("path", near, setting_out))
def move(table: Table[Iph], units: UnitNames, path: HexNames = ()) -> None:
    """IPH 9.2: a unit or stack moves hex by hex: `move 24-1,24-2 2226,2327`. A US stack rolls its movement factor as it
    starts (9.6).

    To a hex further off, `move 24-1 2327`, the cheapest way is taken, and where several are, and take other hexes, it
    is asked which. Without a path the factor alone is rolled. Of a stack on the move some may go another way, and the
    others go on (9.5).
    """
    for unit in units:
        if unit not in table.state.units:  # a company whose counter nobody has read out: it has not landed
            table.require(False, "IPH 9.2", f"{unit} is not on the map")
            table.by_hand(f"{unit} is not on the map")
    side = acting(table, PHASES, units)
    for unit in units:
        heed(table, why_not_act(table.state, side, unit))
        if table.state.units[unit].side != side:
            table.by_hand(f"{unit} is not the {SIDES[side]} player's")
    heed(table, why_not_together(table.state, units))
    if not units:
        table.by_hand("no unit is named")
        return
    fresh = table.state.units[units[0]].allowance is None
    rolls = fresh and side == "us"
    able = JAPANESE_MF if fresh else left(table.state, units)

    def against(path: Sequence[str]) -> Objections:
        yield from why_not_go(table.state, side, units, path)
        if not rolls:
            costs = points_for(table.state, side, units, path, able)
            yield from why_not_pay(path, costs, able)
            yield from why_not_leave_together(table.state, units, path, max(0, able - sum(costs)))

    here, goal = table.state.units[units[0]].hex, ""
    if path and path[0] == here:
        table.require(False, "IPH 9.2", f"{', '.join(units)} stand in {here}")
        path = path[1:]
    if len(path) == 1 and not table.state.grid.adjacent(here, path[0]):
        goal = path[0]
        path = in_full(table, side, here, path[0], open_ways(table.state, side, units), against)
    else:
        table.spares(
            "way",
            "IPH 9.2",
            "every hex of it is said" if path else "no hex is named",
            table.state.hidden_by("jp") if side == "jp" else "",
        )
    heed(table, against(path))
    if not consents(table, side, units, needed=not fresh and not set(units) <= set(table.state.force)):
        table.record(f.ConsentDenied(rule="IPH 9.2", hex=table.state.units[units[0]].hex))
        return
    form(table, side, units, fresh=fresh)
    go(table, side, units, path, stops=rolls, goal=goal)


def consents(table: Table[Iph], side: str, units: Sequence[str], *, needed: bool) -> bool:
    """IPH 9.2, 9.5: a stack that has moved is moved again only if the other player agrees; of a Japanese one he sees
    where it is (6.8).

    It rolls no second die, and has what is left of its factor (reading R-55).
    """
    words = f"may the force in {table.state.units[units[0]].hex} be moved again, though another has started?"
    question = YesNo(name="consent", by=OTHER[side], rule="IPH 9.5", words=words, default=False)
    if not needed:
        return table.gives(question, True, "IPH 9.5", "no other force has started since")
    agrees = table.ask(question)
    if agrees and side == "us":
        table.record(
            f.MovementFactorRolled(
                rule="IPH 9.5", units=tuple(units), allowance=table.state.units[units[0]].allowance or 0
            )
        )
    elif agrees:
        table.record(
            f.ForceFormed(rule="IPH 9.5", units=tuple(units), allowance=JAPANESE_MF, secret=table.state.hidden_by("jp"))
        )
    return agrees


def form(table: Table[Iph], side: str, units: Sequence[str], *, fresh: bool) -> None:
    """IPH 2.10, 9.6: the force that starts to move; a US one rolls once, and all who split off share what it rolled
    (reading R-07)."""
    by_date, fallen = BY_DATE[table.state.date], table.state.fallen
    hidden = table.state.hidden_by("jp") if side == "jp" else ""
    changes = ((by_date, "by date"), (-1 if fallen else 0, "for Honolulu"))
    terms = tuple([plain_term("IPH 2.10", amount, why) for amount, why in changes if amount])
    words = ", ".join(
        [f"the movement factor of {', '.join(units)}", *(f"{term.amount:+d} {term.why}" for term in terms)]
    )
    question = Roll(
        name="mf",
        by=side,
        rule="IPH 2.10",
        words=words,
        purpose=Purpose(kind="movement", of=tuple(units)),
        terms=terms,
        secret=hidden,
    )
    if not fresh:
        rolled = table.gives(question, (), "IPH 9.6", "a force rolls no second time")
    elif side == "jp":
        rolled = table.gives(
            question, (), "IPH 2.10", f"a Japanese force rolls for no movement factor: it has {JAPANESE_MF} points"
        )
    else:
        rolled = table.ask(question)
    if side == "jp" and (fresh or rolled):
        table.record(
            f.ForceFormed(
                rule="IPH 2.10", units=tuple(units), allowance=rolled[0] if rolled else JAPANESE_MF, secret=hidden
            )
        )
    elif rolled:
        allowance = max(0, rolled[0] + by_date - fallen)  # reading R-06
        who = sharing(table.state, units) if fresh else tuple(units)
        table.record(f.MovementFactorRolled(rule="IPH 9.14" if fallen else "IPH 2.10", units=who, allowance=allowance))


def sharing(state: Iph, units: Sequence[str]) -> tuple[str, ...]:
    """IPH 9.6: for whom a movement factor is rolled; reading R-07: those who set out together, or all who were one
    stack in the hex."""
    if state.reading("R-07") == "force":
        return tuple(units)
    first = state.units[units[0]]
    return tuple(
        n
        for n in state.standing(first.hex, "us")
        if state.units[n].command == first.command and state.units[n].allowance is None
    )


def go(
    table: Table[Iph], side: str, units: tuple[str, ...], path: Sequence[str], *, stops: bool, goal: str = ""
) -> None:
    """IPH 9.3: along a path; who has just rolled stops where his points do not last, others have declared no more than
    they can pay."""
    spent, able = 0, left(table.state, units)
    leg: list[str] = []
    costs = points_for(table.state, side, units, path, able)
    paid = next((n for n in range(len(path)) if sum(costs[: n + 1]) > able), len(path)) if stops else len(path)
    reach = paid if paid == len(path) else halt(table.state, units, path[:paid], goal)
    for hex, points in zip(path[:reach], costs[:reach], strict=True):
        spent += points
        leg.append(hex)
        if table.state.control(hex) != side and (
            hex_points(table.state, hex, side) or hex in table.state.beachheads
        ):  # what ends the game ends it there
            walk(table, side, units, leg, spent)
            able, spent, leg = able - spent, 0, []
    walk(table, side, units, leg, spent)
    if paid < len(path):
        table.record(f.ForceStopped(rule="IPH 9.3", units=units, before=path[paid]))


def halt(state: Iph, units: Sequence[str], path: Sequence[str], goal: str) -> int:
    """IPH 9.3, 6.1: how many hexes of what they can pay those go who lack the points for the next: to the last one
    where they may stay.

    Of a way to a goal that alone was named, to the last of these that is nearer to it than where they are (reading
    R-56).
    """
    far = state.grid.distance(state.units[units[0]].hex, goal) if goal else 0
    stays = (n for n in range(len(path), 0, -1) if fine(why_not_stack(state, path[n - 1], units)))
    return next((n for n in stays if not goal or state.grid.distance(path[n - 1], goal) < far), 0)


def walk(
    table: Table[Iph],
    side: str,
    units: tuple[str, ...],
    path: Sequence[str],
    points: int,
    how: f.How = "move",
    rule: str = "IPH 9.2",
) -> None:
    """IPH 9.2, 3.6: units go along a path and take control of its hexes. Of the Japanese everybody sees where a force
    goes (6.8)."""
    if not path:
        return
    state, start = table.state, table.state.units[units[0]].hex
    if side == "jp":
        stay = tuple(name for name in state.mobile(start, "jp") if name not in units)
        table.record(f.ForceMoved(rule=rule, path=(start, *path), vacated=not stay, how=how))
        secret = state.hidden_by("jp")
        table.record(
            f.UnitsMoved(
                rule=rule,
                units=units,
                path=tuple(path),
                cost=points,
                how=how,
                side="jp",
                start=start,
                stay=stay,
                secret=secret,
            )
        )
    else:
        table.record(f.UnitsMoved(rule=rule, units=units, path=tuple(path), cost=points, how=how))
    for hex in path:
        take(table, hex, side)
