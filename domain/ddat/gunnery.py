"""DDaT 6.3, 10.31: whom the fire of a position or group hits, and what that does to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from domain.ddat import facts as f
from domain.ddat.charts import GRID, FireChart, Symbol
from domain.ddat.common import Objections, choose
from domain.ddat.fields import INTENSE, MACHINE_GUN, STEADY, Gun, reach
from domain.ddat.leaders import Leader, all_leaders, called, fire_loss, hit_leader
from domain.ddat.losses import disrupt
from domain.ddat.state import Ddat
from domain.ddat.step_limit import Firer, keeps_most, spared, why_not_lose
from domain.kernel.facts import Fire
from domain.kernel.table import Table

CONCENTRATED = 5
"""US steps in a hex that make it a concentrated target (6.35)."""
PRIORITY = {INTENSE: 0, STEADY: 1, MACHINE_GUN: 2}
Rivals = Callable[[], Sequence[Firer]]
"""The positions still to fire on a card; worked out only where a choice depends on them."""


def no_rivals() -> Sequence[Firer]:
    return ()


class Call(NamedTuple):
    """What one colour of the fire card calls for, as it is read this phase: letters that are not available are left
    out."""

    card: str
    colour: str
    double: bool
    letter: str
    star: bool
    armor: bool
    symbol: Symbol | str
    order: int = 0


class Target(NamedTuple):
    """A US unit that fire could hit, by itself and not with its stack (6.37), and what the Japanese Fire Chart says it
    suffers."""

    unit: str
    dot: str
    steps: int
    distance: int
    step: bool
    disrupt: bool

    @property
    def priority(self) -> tuple[int, int, int]:
        """DDaT 6.31: the class of dots, then the most steps, then the nearest."""
        return (PRIORITY[self.dot], -self.steps, self.distance)

    def behind(self, other: Target) -> str:
        """Why another target comes first, in words."""
        if self.dot != other.dot:
            return f"{other.dot} fire before {self.dot} fire"
        return "it has more steps" if self.steps != other.steps else "it is nearer"


# ---- 6.3, 6.35, 6.36 who may be hit ----


def concentrated(state: Ddat, hex: str) -> bool:
    return state.steps_at(hex) >= CONCENTRATED


def matches(state: Ddat, unit: str, symbol: str) -> bool:
    """Whether the target symbol is the unit's; in a concentrated target it is everybody's (6.35)."""
    return state.card(unit).symbol == symbol or concentrated(state, state.units[unit].hex)


def limit_of(state: Ddat, gun: Gun, *, again: bool = False) -> int:
    """DDaT 6.31, 15.2: units and depth markers that fire; from turn 11 one more for the position or group, whichever of
    its units has it.

    A tank's second fire is a separate one (13.2 M).
    """
    spent = state.board.group_of[gun.hexes[0]] in state.stretched and not again
    return sum(state.positions[p].weight for p in gun.hexes) + (state.extended and not spent)


def distance(state: Ddat, hexes: Sequence[str], hex: str) -> int:
    return min([GRID.distance(state.place(p).hex, hex) for p in hexes])


class Aim(NamedTuple):
    """One fire before anybody is hit."""

    gun: Gun
    call: Call
    limit: int
    able: tuple[Target, ...]
    """Whom it can hit by the Japanese Fire Chart, best first (6.31)."""
    bound: frozenset[str]
    """Those of them who may lose no step to it (6.34)."""
    missed: Mapping[str, str]
    """The other units in the field, and the code of why it cannot hit them."""

    @property
    def firer(self) -> str:
        return self.gun.hexes[0]

    @property
    def fresh(self) -> tuple[Target, ...]:
        """Those it can hit and who may lose a step to it."""
        bound = self.bound
        return tuple([target for target in self.able if target.unit not in bound])


def take_aim(state: Ddat, gun: Gun, call: Call, *, again: bool = False) -> Aim:
    """DDaT 6.3: whom a fire can hit. `again` is a tank's second fire, which no step lost before binds (13.2 M, reading
    AMB-71)."""
    found, missed = [], {}
    dots = reach(state, gun)
    for name in (name for hex, units in state.us_hexes().items() for name in units if hex in dots):
        if not state.card(name).leader:
            target = _target(state, gun, name, dots)
            if why := _passed_by(state, gun, call, target):
                missed[name] = why
            else:
                found.append(target)
    able = tuple(sorted(found, key=lambda target: target.priority))
    bound = frozenset(
        target.unit
        for target in able
        if target.step and not again and any(why_not_lose(state, target.unit, gun.hexes[0]))
    )
    return Aim(gun, call, limit_of(state, gun, again=again), able, bound, missed)


def _target(state: Ddat, gun: Gun, unit: str, dots: Mapping[str, str]) -> Target:
    now = state.units[unit]
    dot = dots.get(now.hex, STEADY)
    cell = _cell(state, gun, dot)
    return Target(unit, dot, now.steps, distance(state, gun.hexes, now.hex), cell.step, cell.disrupt)


def _cell(state: Ddat, gun: Gun, dot: str) -> FireChart:
    """DDaT 6.3: the cell of the Japanese Fire Chart: the dot, and whether all units of the position are revealed, also
    those that do not fire."""
    there = (state.positions[p] for p in state.members(gun.hexes[0]))
    status = "revealed" if all(now.revealed for now in there if now.unit) else "unrevealed"
    return state.read(FireChart, f"{dot}/{status}")


def _passed_by(state: Ddat, gun: Gun, call: Call, target: Target) -> str:
    """DDaT 6.35, 6.36 (reading AMB-53): the code of why fire does not hit a unit in its field; "" where it may."""
    cell = _cell(state, gun, target.dot)
    armor = (
        call.armor
        or cell.armor
        or (gun.tank and (not call.letter or call.letter == "I" or state.reading("AMB-53") == "always"))
    )
    if state.card(target.unit).armored and not armor:
        return "armored"
    return f"no-{call.symbol}" if cell.symbol and not matches(state, target.unit, call.symbol) else ""


# ---- 6.31, 6.34 who is hit ----


class Choice(NamedTuple):
    """A fire that has some of its hits: who they are, who else is still to fire, and the targets whose turn it is."""

    aim: Aim
    rivals: Sequence[Firer]
    taken: tuple[Target, ...] = ()

    @property
    def room(self) -> int:
        return self.aim.limit - len(self.taken)

    @property
    def left(self) -> tuple[Target, ...]:
        taken = self.taken
        return tuple([target for target in self.aim.fresh if target not in taken])

    def keeps_most(self, *targets: Target) -> bool:
        """DDaT 6.34: whether all positions together still hit as many as they can when this one hits these."""
        return keeps_most((self.room, _units(self.left)), _units(targets), self.rivals)

    def first(self) -> tuple[Target, ...]:
        """DDaT 6.31: of those it may hit the first in the order of priority."""
        for _, ties in groupby(self.left, key=lambda target: target.priority):
            if allowed := tuple(target for target in ties if self.keeps_most(target)):
                return allowed
        return ()

    def hits(self, target: Target) -> Choice:
        return self._replace(taken=(*self.taken, target), rivals=spared(self.rivals, _units((target,))))


def why_not_hit(state: Ddat, choice: Choice, unit: str) -> Objections:
    """DDaT 6.3, 6.31, 6.34: why a fire may not choose to hit a unit next."""
    aim = choice.aim
    target = next((target for target in aim.able if target.unit == unit), None)
    if target is None:
        yield _why_missed(state, aim, unit)
    elif target in choice.taken:
        yield "DDaT 6.31", f"{unit} is hit by this fire already"
    elif unit in aim.bound:
        yield from why_not_lose(state, unit, aim.firer)
    elif not choice.keeps_most(target):
        yield "DDaT 6.34", f"{unit} is left to a position that is still to fire: together they would hit fewer units"
    elif target.priority > (first := choice.first()[0]).priority:
        yield "DDaT 6.31", f"{first.unit} comes before {unit}: {target.behind(first)}"


def _why_missed(state: Ddat, aim: Aim, unit: str) -> tuple[str, str]:
    """Why a unit is none that a fire can hit."""
    if unit in state.units and state.card(unit).leader:
        return "DDaT 10.31", f"{unit} is a leader: leaders are hit last, on a star"
    if unit not in aim.missed:
        return "DDaT 6.2", f"{unit} is not in the field of fire of {aim.firer}"
    if aim.missed[unit] == "armored":
        return "DDaT 6.36", f"{unit} is armored, and {aim.firer} has no armor hit bonus"
    return "DDaT 6.3", f"{unit} does not show the {aim.call.symbol}"


def assign_hits(table: Table[Ddat], aim: Aim, others: Rivals, rule: str) -> tuple[Target, ...]:
    """DDaT 6.31, 6.34: who takes the hits, in the order of priority, so far as together the most units are hit."""
    state = table.state
    choice = Choice(aim, _competing(aim, others))
    while choice.room > 0:
        able = tuple(target for target in aim.able if not any(why_not_hit(state, choice, target.unit)))
        if all_hit := choice.keeps_most(*able):
            able = able[:1]  # there is nothing to choose: all of them are hit, at once, whoever is named first
        words = f"whom {aim.firer} hits ({choice.room} left of its limit of {aim.limit})"
        unit = choose(
            table,
            "hit",
            (target.unit for target in able),
            rule or "DDaT 6.31",
            words,
            partial(why_not_hit, state, choice),
            at_once=aim.firer if all_hit else "",
        )
        if unit not in state.units:
            break
        choice = choice.hits(next((t for t in aim.able if t.unit == unit), None) or _insisted(state, aim, unit))
    return choice.taken


def _competing(aim: Aim, others: Rivals) -> list[Firer]:
    """Those still to fire who matter to a choice: none where all can be hit, or where they can hit nobody whom this
    fire can.

    Those that share targets only with other rivals matter too, but not without one that shares ours.
    """
    if len(aim.fresh) <= aim.limit:
        return []
    rivals = list(others())
    return rivals if any(units & _units(aim.fresh) for _, units in rivals) else []


def _insisted(state: Ddat, aim: Aim, unit: str) -> Target:
    """A unit the table hits against the rules: it suffers what the chart has for its hex, steady fire outside the
    field."""
    return _target(state, aim.gun, unit, reach(state, aim.gun))._replace(step=True)


def _units(some: Sequence[Target]) -> frozenset[str]:
    return frozenset([target.unit for target in some])


# ---- 6.3 one fire ----


def fire(
    table: Table[Ddat], gun: Gun, call: Call, rule: str = "", others: Rivals = no_rivals, again: bool = False
) -> tuple[str, ...]:
    """DDaT 6.3: one fire of a position or group: its targets, its choices, losses, disruption, leaders. Returns the
    units hit, HQs too.

    `others` are the positions still to fire on this card: the hits must add up to as many as possible (6.34). `again`
    is a tank's second fire (13.2 M). `rule` is that of a fire that has one of its own.
    """
    aim = take_aim(table.state, gun, call, again=again)
    hits = assign_hits(table, aim, others, rule)
    struck = (*hits, *_only_shaken(table.state, aim, hits))
    leaders = assign_leaders(table, aim, struck)
    record_fire(table, aim, struck, leaders, rule)
    for target in struck:
        if target.step and target in hits:
            fire_loss(
                table,
                target.unit,
                "DDaT 6.32",
                "tank-fire" if gun.tank else "position-fire",
                by=gun.hexes[:1],
                card=call.card,
            )
        if target.disrupt:
            disrupt(table, target.unit, "DDaT 6.33")
    for leader in leaders:
        hit_leader(table, leader)
    hqs = (leader.unit for leader in leaders if table.state.card(leader.unit).leader)
    return (*(target.unit for target in struck), *hqs)


def _only_shaken(state: Ddat, aim: Aim, hits: Sequence[Target]) -> tuple[Target, ...]:
    """DDaT 6.33: with the hits that are left, those who may lose no step are disrupted (reading AMB-87)."""
    late = (target for target in aim.able if target.unit in aim.bound and target not in hits)
    shaken = [target for target in late if target.disrupt and not state.units[target.unit].disrupted]
    return tuple(shaken[: max(0, aim.limit - len(hits))])


def record_fire(table: Table[Ddat], aim: Aim, struck: Sequence[Target], leaders: Sequence[Leader], rule: str) -> None:
    """The fire in the record: its limit, whom it could hit, whom it hits, and why not the others."""
    units = tuple(target.unit for target in struck)
    left = (target.unit for target in aim.able if target.unit not in units)
    passed = {unit: "lost-its-step-of-this-phase" if unit in aim.bound else "beyond-the-limit" for unit in left}
    missed = {unit: why for unit, why in aim.missed.items() if unit not in units}
    kind = "tank" if aim.gun.tank else "machine-guns" if aim.gun.machine_guns else "position"
    where = tuple(leader.unit for leader in leaders)
    table.record(
        f.PositionFired(
            rule=rule or "DDaT 6.3",
            card=aim.call.card,
            limit=aim.limit,
            eligible=tuple(target.unit for target in aim.able),
            hits=units,
            leaders=where,
            missed=missed | passed,
            fire=shot(table.state, kind, aim.gun.hexes, units, where),
        )
    )


def shot(state: Ddat, kind: str, by: Sequence[str], hits: Sequence[str], leaders: Sequence[str] = ()) -> Fire:
    """A fire, for the ledgers: these units were hit, in these hexes, and these leaders."""
    at = ", ".join(dict.fromkeys(state.units[name].hex for name in hits))
    count = len(hits) + len(leaders)
    return Fire(kind=kind, side="jp", by=tuple(by), at=at, hits=count, outcome=count)


# ---- 10.31 leaders ----


def assign_leaders(table: Table[Ddat], aim: Aim, struck: Sequence[Target]) -> tuple[Leader, ...]:
    """DDaT 10.31: on a star leaders in the field, where all other units that could be hit leave some of the limit.

    The player chooses (reading AMB-35). A unit that has lost its step of the phase could be hit all the same, as 6.34
    ignores that hit only afterwards.
    """
    state = table.state
    room = (aim.limit - len(_units(aim.able) | _units(struck))) if aim.call.star else 0
    dots = reach(state, aim.gun)
    there = [one for one in all_leaders(state) if state.units[one.unit].hex in dots]
    hit: list[Leader] = []
    while True:
        left = list((Counter(there) - Counter(hit)).elements()) if len(hit) < room else []
        if len(there) <= room:
            left = left[:1]  # there is nothing to choose: all of them are hit
        barred = partial(why_not_hit_leader, state, aim, len(hit) < room, tuple(hit))
        options = dict.fromkeys(called(one, there) for one in left)
        said = choose(table, "leader", options, "DDaT 10.31", f"which leader {aim.firer} hits", barred)
        one = next((one for one in (*left, *all_leaders(state)) if called(one, there) == said), None)
        if one is None:
            if said:
                table.by_hand(f"leader: no leader is with {said}")
            return tuple(hit)
        hit.append(one)


def why_not_hit_leader(state: Ddat, aim: Aim, room: bool, hit: Sequence[Leader], unit: str) -> Objections:
    """DDaT 10.3, 10.31: why a fire does not hit a leader: on a star, in its field, with what is left of the limit."""
    if not aim.call.star:
        yield "DDaT 10.31", f"the card shows no star for {aim.firer}"
    elif unit not in {leader.unit for leader in all_leaders(state)}:
        yield "DDaT 10.31", f"no leader is with {unit}"
    elif state.units[unit].hex not in reach(state, aim.gun):
        yield "DDaT 6.2", f"{unit} is not in the field of fire of {aim.firer}"
    elif unit in {leader.unit for leader in hit}:
        yield "DDaT 10.31", f"the leader with {unit} is hit by this fire already"
    elif not room:
        yield "DDaT 10.31", f"the units that {aim.firer} could hit leave nothing of its limit of {aim.limit}"
