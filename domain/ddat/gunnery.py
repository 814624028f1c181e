"""DDaT 6.3, 10.31: whom the fire of a position or group hits, and what that does to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.ddat import facts as f
from domain.ddat.assignment import Firer, keeps_most, spared
from domain.ddat.charts import GRID, FireChart, Symbol
from domain.ddat.common import choose
from domain.ddat.fields import INTENSE, MACHINE_GUN, STEADY, Gun, reach
from domain.ddat.leaders import bears_hero, fire_loss, hit_leader
from domain.ddat.losses import disrupt
from domain.ddat.state import Ddat
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
    """What one colour of the fire card calls for, as it is read this phase: letters that are not available are left out."""

    card: str
    colour: str
    double: bool
    letter: str
    star: bool
    armor: bool
    symbol: Symbol | str
    order: int = 0


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


# ---- 6.3, 6.35, 6.36 who may be hit ----


def concentrated(state: Ddat, hex: str) -> bool:
    return state.steps_at(hex) >= CONCENTRATED


def matches(state: Ddat, unit: str, symbol: str) -> bool:
    """Whether the target symbol is the unit's; in a concentrated target it is everybody's (6.35)."""
    return state.card(unit).symbol == symbol or concentrated(state, state.units[unit].hex)


def limit_of(state: Ddat, gun: Gun) -> int:
    """DDaT 6.31, 15.2: units and depth markers that fire; one more from turn 11."""
    return sum(state.positions[p].weight for p in gun.hexes) + state.extended


def distance(state: Ddat, hexes: Sequence[str], hex: str) -> int:
    return min(GRID.distance(state.place(p).hex, hex) for p in hexes)


def targets(state: Ddat, gun: Gun, call: Call) -> tuple[list[Target], dict[str, str]]:
    """The US units the fire may hit by the Japanese Fire Chart, best first; and the code of why the others in the field are not."""
    status = "revealed" if all(state.positions[p].revealed for p in gun.hexes) else "unrevealed"
    found, missed = [], {}
    dots = reach(state, gun)
    for name, hex in ((name, hex) for hex, units in state.us_hexes().items() for name in units if hex in dots):
        card = state.card(name)
        if not card.leader:
            cell = state.read(FireChart, f"{dots[hex]}/{status}")
            if card.armored and not (call.armor or gun.tank or cell.armor):
                missed[name] = "armored"
            elif cell.symbol and not matches(state, name, call.symbol):
                missed[name] = f"no-{call.symbol}"
            else:
                found.append(Target(name, dots[hex], state.units[name].steps, distance(state, gun.hexes, hex), cell.step, cell.disrupt))
    return sorted(found, key=lambda target: target.priority), missed


def spent(state: Ddat, gun: Gun, target: Target) -> bool:
    """DDaT 6.34, 15.2: whether the unit has lost its one step of this phase; from turn 11 its one step to this position or group."""
    if not target.step or not state.extended:
        return target.step and target.unit in state.hit
    return state.board.group_of[gun.hexes[0]] in state.hit.get(target.unit, ())


# ---- 6.3 one fire ----


def fire(table: Table[Ddat], gun: Gun, call: Call, rule: str = "", others: Rivals = no_rivals, again: bool = False) -> tuple[str, ...]:
    """DDaT 6.3: one fire of a position or group: its targets, its choices, losses, disruption, leaders. Returns the units hit, HQs too.

    `others` are the positions still to fire on this card: the hits must add up to as many as possible (6.34). `again` is a
    tank's second fire, which the limit does not bind (13.2 M). `rule` is that of a fire that has one of its own.
    """
    state, limit = table.state, limit_of(table.state, gun)
    able, missed = targets(state, gun, call)
    late = [] if again else [target for target in able if spent(state, gun, target)]
    fresh = [target for target in able if target not in late]
    hits = _pick(table, gun, fresh, limit, others, rule)
    shaken = [target for target in late if target.disrupt and not state.units[target.unit].disrupted][: limit - len(hits)]  # 6.33
    missed |= {target.unit: "lost-its-step-of-this-phase" for target in late if target not in shaken}
    missed |= {target.unit: "beyond-the-limit" for target in fresh if target not in hits}
    struck = tuple(target.unit for target in (*hits, *shaken))
    leaders = _pick_leaders(table, gun, limit - len(struck)) if call.star and len(struck) < limit else ()
    kind = "tank" if gun.tank else "machine-guns" if gun.machine_guns else "position"
    table.record(
        f.PositionFired(
            rule=rule or "DDaT 6.3",
            card=call.card, limit=limit, eligible=tuple(target.unit for target in able), hits=struck, leaders=leaders, missed=missed,
            fire=shot(state, kind, gun.hexes, struck, leaders),
        )
    )  # fmt: skip
    for target in (*hits, *shaken):
        if target.step and target in hits:
            fire_loss(table, target.unit, "DDaT 6.32", "tank-fire" if gun.tank else "position-fire", by=gun.hexes[:1], card=call.card)
        if target.disrupt:
            disrupt(table, target.unit, "DDaT 6.33")
    for leader in leaders:
        hit_leader(table, leader)
    return (*struck, *(name for name in leaders if state.card(name).leader))


def shot(state: Ddat, kind: str, by: Sequence[str], hits: Sequence[str], leaders: Sequence[str] = ()) -> Fire:
    """A fire, for the ledgers: these units were hit, in these hexes, and these leaders."""
    at = ", ".join(dict.fromkeys(state.units[name].hex for name in hits))
    count = len(hits) + len(leaders)
    return Fire(kind=kind, side="jp", by=tuple(by), at=at, hits=count, outcome=count)


def _pick(table: Table[Ddat], gun: Gun, fresh: Sequence[Target], limit: int, others: Rivals, rule: str) -> list[Target]:
    """DDaT 6.31, 6.34: who takes the hits, in the order of priority, so far as together the most units are hit."""
    pool, hits = list(fresh), list[Target]()
    if len(fresh) <= limit:
        return pool  # there is nothing to choose, and no other position can gain by it
    rivals = list(others())
    if not any(units & _units(fresh) for _, units in rivals):
        rivals = []  # those that share targets only with other rivals matter too, but not without one that shares ours
    while pool and len(hits) < limit:
        room = limit - len(hits)
        firer = (room, _units(pool))
        ties = [target for target in pool if target.priority == pool[0].priority]
        allowed = [target for target in ties if keeps_most(firer, _units([target]), rivals)]
        if not allowed:
            pool = [target for target in pool if target not in ties]
            continue
        taken = allowed
        if not keeps_most(firer, _units(allowed), rivals):
            words = f"whom {gun.hexes[0]} hits ({room} left of its limit of {limit})"
            unit = choose(table, "hit", (target.unit for target in allowed), rule or "DDaT 6.31", words)
            taken = [target for target in allowed if target.unit == unit]
        hits += taken
        pool = [target for target in pool if target not in taken]
        rivals = spared(rivals, _units(taken))
    return hits


def _units(some: Sequence[Target]) -> frozenset[str]:
    return frozenset(target.unit for target in some)


# ---- 10.31 leaders ----


def _pick_leaders(table: Table[Ddat], gun: Gun, room: int) -> tuple[str, ...]:
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
    dots = reach(state, gun)
    there = (name for name in state.on_map() if state.units[name].hex in dots)
    return tuple(name for name in there if state.card(name).leader or bears_hero(state, name))
