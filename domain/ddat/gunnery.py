"""DDaT 6.3, 6.5, 10.3: whom Japanese fire hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.ddat import facts as f
from domain.ddat.assignment import Firer, most_hits
from domain.ddat.charts import GRID, FireChart, Symbol
from domain.ddat.common import choose, disrupt, fire_loss, inspire, remove_unit
from domain.ddat.state import EXTENDED, MAP, Ddat
from domain.kernel.facts import Fire, Loss
from domain.kernel.table import Table

CONCENTRATED = 5
"""US steps in a hex that make it a concentrated target (6.35)."""
Rivals = Callable[[], Sequence[Firer]]
"""The positions still to fire on a card; worked out only where a choice depends on them."""


def no_rivals() -> Sequence[Firer]:
    return ()


INTENSE, STEADY, MACHINE_GUN = "intense", "steady", "machine-gun"
PRIORITY = {INTENSE: 0, STEADY: 1, MACHINE_GUN: 2}


class Call(NamedTuple):
    """What one colour of the fire card calls for, as it is read this phase: letters that are not available are left out."""

    card: str
    colour: str
    double: bool
    letter: str
    star: bool
    armor: bool
    symbol: Symbol | str
    order: int = 0


class Gun(NamedTuple):
    """Who fires: the position hexes whose units take part, with machine guns (12, M) or as a tank unit (13)."""

    hexes: tuple[str, ...]
    machine_guns: bool = False
    tank: bool = False


class Target(NamedTuple):
    """A US unit that fire could hit, and what the Japanese Fire Chart says it suffers."""

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


def concentrated(state: Ddat, hex: str) -> bool:
    return state.steps_at(hex) >= CONCENTRATED


def matches(state: Ddat, unit: str, symbol: str) -> bool:
    """Whether the target symbol is the unit's; in a concentrated target it is everybody's (6.35)."""
    return state.card(unit).symbol == symbol or concentrated(state, state.units[unit].hex)


def field_of(state: Ddat, gun: Gun) -> Mapping[str, str]:
    """The hexes this fire reaches, with their dots (6.2, 6.24); with machine guns also those next to intense ones (6.31)."""
    dots = state.printed_field(gun.hexes[0], tank=gun.tank, by=gun.hexes)
    if not gun.machine_guns:
        return dots
    near = GRID.ring(hex for hex, dot in dots.items() if dot == INTENSE)
    return {**dict.fromkeys((hex for hex in near if hex not in dots), MACHINE_GUN), **dots}


def in_field(state: Ddat, gun: Gun) -> tuple[str, ...]:
    """The US units in the field of fire, machine guns left out."""
    dots = field_of(state, gun._replace(machine_guns=False))
    return tuple(name for name, now in state.units.items() if now.box == MAP and now.hex in dots)


def limit_of(state: Ddat, gun: Gun) -> int:
    """DDaT 6.31, 15.2: units and depth markers that fire; one more from turn 11."""
    return sum(state.positions[p].weight for p in gun.hexes) + (1 if state.turn >= EXTENDED else 0)


def distance(state: Ddat, hexes: Sequence[str], hex: str) -> int:
    return min(GRID.distance(state.place(p).hex, hex) for p in hexes)


def targets(state: Ddat, gun: Gun, call: Call) -> tuple[list[Target], dict[str, str]]:
    """The US units the fire may hit by the Japanese Fire Chart, best first, and why the others in the field are not."""
    status = "revealed" if all(state.positions[p].revealed for p in gun.hexes) else "unrevealed"
    found, missed = [], {}
    dots = field_of(state, gun)
    for hex, units in state.us_hexes().items():
        dot = dots.get(hex)
        if dot is None:
            continue
        for name in units:
            card, now = state.card(name), state.units[name]
            if card.leader:
                continue
            cell = state.read(FireChart, f"{dot}/{status}")
            armored = card.armored and not (call.armor or gun.tank)
            if armored and not cell.armor:
                missed[name] = "armored"
            elif cell.symbol and not matches(state, name, call.symbol):
                missed[name] = f"no {call.symbol}"
            else:
                found.append(Target(name, dot, now.steps, distance(state, gun.hexes, hex), cell.step, cell.disrupt))
    return sorted(found, key=lambda target: target.priority), missed


def spent(state: Ddat, gun: Gun, target: Target) -> bool:
    """DDaT 6.34, 15.2: whether the unit has lost its one step of this phase; from turn 11 its one step to this position or group."""
    if not target.step or state.turn < EXTENDED:
        return target.step and target.unit in state.hit
    return f"{target.unit} by {state.board.group_of[gun.hexes[0]]}" in state.hit_by


def fire(table: Table[Ddat], gun: Gun, call: Call, rule: str = "DDaT 6.3", others: Rivals = no_rivals, again: bool = False) -> tuple[str, ...]:
    """DDaT 6.3: one fire of a position or group: its targets, its choices, losses, disruption, leaders. Returns the units hit.

    `others` are the positions still to fire on this card: the hits must add up to as many as possible (6.34). `again` is a
    tank's second fire, which the limit does not bind (13.2 M).
    """
    state = table.state
    limit = limit_of(state, gun)
    able, missed = targets(state, gun, call)
    fresh = [target for target in able if again or not spent(state, gun, target)]
    late = [target for target in able if target not in fresh]
    hits = _pick(table, gun, fresh, limit, others, rule)
    for target in late:  # 6.33: no second step, but it may still be disrupted
        if len(hits) < limit and target.disrupt and not state.units[target.unit].disrupted:
            hits.append(target)
        else:
            missed[target.unit] = "lost its step of this phase"
    missed |= {target.unit: "beyond the limit" for target in fresh if target not in hits}
    leaders = _leaders(table, gun, limit - len(hits)) if call.star and len(hits) < limit else ()
    spent_units = {target.unit for target in late}
    struck = len(hits) + len(leaders)
    shot = Fire(
        kind="tank" if gun.tank else "machine guns" if gun.machine_guns else "position",
        side="jp",
        by=gun.hexes,
        at=", ".join(dict.fromkeys(state.units[t.unit].hex for t in hits)),
        hits=struck,
        outcome=struck,
    )
    eligible = tuple(t.unit for t in able)
    named = tuple(t.unit for t in hits)
    table.record(
        f.PositionFired(
            rule=rule, position=gun.hexes[0], card=call.card, limit=limit, eligible=eligible, hits=named, leaders=leaders, missed=missed, fire=shot
        )
    )
    for target in hits:
        if target.step and target.unit not in spent_units:
            fire_loss(table, target.unit, "DDaT 6.32", "tank fire" if gun.tank else "position fire", by=gun.hexes[0], card=call.card)
        if target.disrupt:
            disrupt(table, target.unit, "DDaT 6.33")
    for leader in leaders:
        hit_leader(table, leader)
    return tuple(target.unit for target in hits)


def _pick(table: Table[Ddat], gun: Gun, fresh: Sequence[Target], limit: int, others: Rivals, rule: str) -> list[Target]:
    """DDaT 6.31, 6.34: who takes the hits, in the order of priority, so far as together the most units are hit."""
    pool, hits = list(fresh), list[Target]()
    if len(fresh) <= limit:
        return hits + pool  # there is nothing to choose, and no other position can gain by it
    rivals = list(others())
    if not any(units & {t.unit for t in fresh} for _, units in rivals):
        rivals = []  # those that share targets only with other rivals matter too, but not without one that shares ours

    def keeps(taken: Sequence[Target], left: Sequence[Target], room: int) -> bool:
        """Whether hitting these units still lets all positions together hit as many as possible."""
        if len(taken) > room or not rivals:
            return len(taken) <= room
        now = frozenset(t.unit for t in left)
        best = most_hits([(room, now), *rivals_without(hits)])
        rest = (room - len(taken), now - {t.unit for t in taken})
        return len(taken) + most_hits([rest, *rivals_without([*hits, *taken])]) == best

    def rivals_without(taken: Sequence[Target]) -> list[Firer]:
        gone = {t.unit for t in taken}
        return [(n, units - gone) for n, units in rivals]

    while pool and len(hits) < limit:
        ties = [target for target in pool if target.priority == pool[0].priority]
        room = limit - len(hits)
        allowed = [target for target in ties if keeps([target], pool, room)]
        if not allowed:
            pool = [target for target in pool if target not in ties]
            continue
        if keeps(allowed, pool, room):
            taken = allowed
        else:
            words = f"whom {gun.hexes[0]} hits ({room} left of its limit of {limit})"
            unit = choose(table, "hit", (target.unit for target in allowed), rule if rule != "DDaT 6.3" else "DDaT 6.31", words)
            taken = [target for target in allowed if target.unit == unit]
        hits += taken
        pool = [target for target in pool if target not in taken]
    return hits


def _leaders(table: Table[Ddat], gun: Gun, room: int) -> tuple[str, ...]:
    """DDaT 10.31: leaders in the field, once all other hits are assigned; the player chooses among several (reading AMB-35)."""
    there = leaders_in(table.state, gun)
    if len(there) <= room:
        return there
    hit: list[str] = []
    while len(hit) < room:
        left = [name for name in there if name not in hit]
        hit.append(choose(table, "leader", left, "DDaT 10.31", f"which leader {gun.hexes[0]} hits"))
    return tuple(hit)


def leaders_in(state: Ddat, gun: Gun) -> tuple[str, ...]:
    """Leaders in the field of fire: HQs and command posts by their names, heroes and Major Ryan by their units."""
    dots = field_of(state, gun)
    there = [name for name, now in state.units.items() if now.box == MAP and now.hex in dots]
    return tuple(name for name in there if state.card(name).leader or state.units[name].heroes or (state.ryan == name and not state.ryan_inspired))


def hit_leader(table: Table[Ddat], name: str) -> None:
    """DDaT 10.3, 16.33: a hero falls, an HQ loses its hero side, then itself; a command post is an HQ again."""
    state = table.state
    now = state.units[name]
    if now.box != MAP:
        return
    if not state.card(name).leader:
        if now.heroes or (state.ryan == name and not state.ryan_inspired):  # he may have given his life for the unit's last step
            inspire(table, name, "DDaT 10.3")
    elif now.post:
        table.record(f.LeaderHit(rule="DDaT 16.33", who=name, what=name, now="plain"))
    elif now.heroic:
        table.record(f.LeaderHit(rule="DDaT 10.3", who=name, what=name, now="plain"))
    else:
        loss = Loss(side="us", unit=name, steps=0, cause="position fire", eliminated=True)
        table.record(f.LeaderHit(rule="DDaT 10.3", who=name, what=name, now="eliminated"))
        remove_unit(table, name, "DDaT 10.3", "hit by fire", losses=(loss,))


# ---- 6.5, 12.7 artillery; 12.4 mortars ----


def artillery_targets(state: Ddat, symbol: str) -> tuple[list[str], str]:
    """DDaT 6.5: in an approach hex, else in the water, else on the beach; of these the most steps. And the kind of hex."""
    board = state.board
    classes: dict[str, list[str]] = {"a beach approach hex": [], "the water": [], "a beach hex": []}
    for name, now in state.units.items():
        if now.box != MAP or not now.steps or not matches(state, name, symbol) or spent_by_guns(state, name):
            continue
        if board.approach_at(now.hex) or now.hex[:2] == "01":
            classes["a beach approach hex"].append(name)
        elif now.hex in board.beach:
            classes["a beach hex"].append(name)
        elif board.is_water(now.hex):
            classes["the water"].append(name)
    for kind, names in classes.items():
        if names:
            most = max(state.units[n].steps for n in names)
            return [n for n in names if state.units[n].steps == most], kind
    return [], ""


def spent_by_guns(state: Ddat, unit: str) -> bool:
    """Reading AMB-07: whether artillery and mortars may take no second step from a unit in this phase."""
    return state.turn < EXTENDED and unit in state.hit and state.readings.get("AMB-07", "all-fire") == "all-fire"


def artillery_hit(table: Table[Ddat], rule: str, call_symbol: str, card: str, by: str) -> str:
    """One US unit that is no HQ loses a step to artillery. Returns it, or ""."""
    able, kind = artillery_targets(table.state, call_symbol)
    if not able:
        return ""
    unit = choose(table, "artillery", able, rule, f"whom the artillery hits in {kind}")
    fire_loss(table, unit, rule, "artillery", by=by, card=card)
    return unit


def mortar_targets(state: Ddat, hexes: Sequence[str], symbol: str) -> list[str]:
    """DDaT 12.4: units with the symbol within four hexes, armored ones too, most steps first."""
    able = [
        name
        for name, now in state.units.items()
        if now.box == MAP and now.steps and matches(state, name, symbol) and distance(state, hexes, now.hex) <= 4 and not spent_by_guns(state, name)
    ]
    return sorted(able, key=lambda name: -state.units[name].steps)
