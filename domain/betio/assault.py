"""BB 4.5 Assault Actions, 4.6 Demolition Actions: Japanese Defensive Fire first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from domain.betio import facts as f
from domain.betio.charts import AssaultCard, DemolitionCard, HexCard
from domain.betio.clearing import clear, reward
from domain.betio.common import (
    HexName,
    HexNames,
    Objections,
    UnitNames,
    fine,
    heed,
    line,
    named,
    roll,
    terms_of,
    total,
    verbs,
)
from domain.betio.hits import take_hits
from domain.betio.japanese import defensive_terms, markers, shoot
from domain.betio.lines import active, standing
from domain.betio.movement import why_not_act
from domain.betio.points import KNOWN_COSTS, integrity, left, pay, price, why_not_pay
from domain.betio.state import HALF, JAPANESE, MARINE, STRONGPOINT_STEPS, Betio
from domain.betio.support import spend_offshore, supported, why_not_offshore, why_not_support_all
from domain.betio.terrain import combat
from domain.kernel.facts import Fire, Modifier
from domain.kernel.table import Table

TARGETS = 2
"""BB 4.5.5."""


def why_not_attack(
    state: Betio, unit: str, targets: Sequence[str], action: Literal["assault", "demolition"]
) -> Objections:
    """BB 4.5.3, 4.6.1, 7.3.1, 7.8.2, 4.5.7: what stands against a unit's assault or demolition."""
    now = state.units[unit]
    what = "an assault" if action == "assault" else "a demolition"
    if action == "assault" and not state.may_assault(unit):
        yield (
            ("BB 4.7.4" if now.is_tank or now.kind == "artillery" else "BB 4.5.3"),
            f"{unit} makes no assault: infantry and engineers do",
        )
    if action == "demolition" and now.kind != "engineer":
        yield "BB 4.6.1", f"{unit} is no engineer unit"
    yield from why_not_act(state, unit)
    if now.pin:
        yield "BB 4.5.7" if action == "assault" else "BB 4.6.5", f"{unit} is pinned"
    if standing(state, unit) != "supplied":  # whoever shares Active Supply with it (reading A-74)
        yield ("BB 7.9.2" if standing(state, unit) == "isolated" else "BB 7.8.2"), f"{unit} is {standing(state, unit)}"
    elif not active(state, unit):
        yield "BB 7.3.1", f"{unit} is not in Active Supply, which {what} needs"
    if now.stands and targets and not any(state.grid.adjacent(now.hex, target) for target in targets):
        yield "BB 4.5.1", f"{' or '.join(targets)} is not next to {unit} in {now.hex}"


def why_not_all_reached(state: Betio, units: Sequence[str], targets: Sequence[str]) -> Objections:
    """BB 4.5.1: whether each hex that is assaulted is next to one of those who assault together."""
    for target in targets:
        if units and not any(state.grid.adjacent(state.units[unit].hex, target) for unit in units):
            yield "BB 4.5.1", f"{target} is next to none of {', '.join(units)}"


def attackers(state: Betio, units: Sequence[str], target: str, targets: Sequence[str]) -> tuple[str, ...]:
    """BB 4.5.5: who of those that assault together assaults a hex, one or both: who is next to it, or to none, as a
    table may insist."""
    near = {unit: [hex for hex in targets if state.grid.adjacent(state.units[unit].hex, hex)] for unit in units}
    return tuple(unit for unit in units if target in near[unit] or not near[unit])


def why_not_assaulted(state: Betio, targets: Sequence[str]) -> Objections:
    """BB 4.5.5, 1.2.1: what may be assaulted."""
    if not targets:
        yield "BB 4.5.5", "no hex is named"
    if len(targets) > TARGETS:
        yield "BB 4.5.5", f"an assault has one target hex or two, not {len(targets)}"
    for target in targets:
        if state.strongpoints_stand(target) and state.is_uncleared(target):
            yield "BB 1.2.1", f"{target} holds a strongpoint: engineers demolish it (reading A-02)"
        elif not state.is_uncleared(target):
            yield "BB 4.5.2", f"{target} needs no assault"


def _assaults(state: Betio) -> Iterator[Mapping[str, Any]]:
    able = [
        unit
        for unit in state.ashore()
        if state.may_assault(unit) and left(state, unit) >= HALF * KNOWN_COSTS["assault"]
    ]
    for unit in able:
        for hex in state.grid.neighbours(state.units[unit].hex):
            if (
                hex in state.rows(HexCard)
                and fine(why_not_assaulted(state, (hex,)))
                and fine(why_not_attack(state, unit, (hex,), "assault"))
            ):
                others = [one for one in able if one != unit and fine(why_not_attack(state, one, (hex,), "assault"))]
                if others:
                    yield {"units": (unit, *islice(others, 2)), "targets": (hex,)}
                yield {"units": (unit,), "targets": (hex,)}


@verbs("BB 4.5.5", side="us", phases=("actions",), offers=_assaults)
def assault(
    table: Table[Betio], units: UnitNames, targets: HexNames, support: UnitNames = (), offshore: bool = False
) -> None:
    """BB 4.5, 4.5.4: infantry and engineers, any number, assault a hex or two next to them, for 3 AP each: `assault
    2/2-A,2/2-B 2728`."""
    units, targets = named(units), named(targets)
    heed(table, why_not_assaulted(table.state, targets))
    for unit in units:
        heed(table, why_not_attack(table.state, unit, targets, "assault"))
    heed(table, why_not_all_reached(table.state, units, targets))
    heed(table, why_not_pay(table.state, units, price(table, "assault"), "BB 4.5.5"))
    for target in targets:  # reading A-68
        heed(table, why_not_support_all(table, support, units, target, "assault"))
    if offshore:
        heed(table, why_not_offshore(table.state, "assault"))
    if not units or not targets:
        table.by_hand("who assaults what?")
        return
    table.record(f.AssaultDeclared(rule="BB 4.5.5", units=units, targets=targets))
    pay(table, units, price(table, "assault"), "assault", "BB 4.5.5")
    able = defended(table, units, targets, "BB 4.5.6")
    if not able:
        table.record(f.AssaultStopped(rule="BB 4.5.7", targets=targets))
        return
    helped = supported(table, support, "assault") + (spend_offshore(table) if offshore else ())  # reading A-62
    for target in targets:
        at_it = tuple(unit for unit in attackers(table.state, able, target, targets) if table.state.units[unit].steps)
        if at_it:
            resolve(table, at_it, target, helped)
        else:
            table.record(f.AssaultStopped(rule="BB 4.5.7", targets=(target,)))


def defended(table: Table[Betio], units: Sequence[str], targets: Sequence[str], rule: str) -> tuple[str, ...]:
    """BB 4.5.6, 4.6.5: Defensive Fire, a roll for each unit and target hex (reading A-13); who is left unpinned."""
    for target in targets:
        for unit in attackers(table.state, units, target, targets):
            now = table.state.units[unit]
            if now.steps:
                shoot(
                    table,
                    "defensive",
                    unit,
                    table.state.area_of(target),
                    defensive_terms(table.state, now.hex, target),
                    rule,
                )
    return tuple(unit for unit in units if table.state.units[unit].steps and not table.state.units[unit].pin)


def assault_terms(state: Betio, target: str, units: Sequence[str] = ()) -> tuple[Modifier, ...]:
    """BB 8.5.2, 8.5.3, TEC, 4.4.5, 2.2.1: what changes an assault."""
    area = state.area_of(target)
    chit = state.areas[area].chit_value if area in state.areas else 0
    return terms_of(
        f.term("marine-morale", state.morale(MARINE), "BB 8.5.3"),
        f.term("japanese-morale", -state.morale(JAPANESE), "BB 8.5.2"),
        f.term("terrain", combat(state, target, [state.units[unit].hex for unit in units]), "BB TEC", target),
        f.term("suppression", markers(state, target), "BB 4.4.5", target),
        f.term("chit", -chit, "BB 2.2.1", area),
    )


def resolve(table: Table[Betio], units: Sequence[str], target: str, helped: tuple[Modifier, ...]) -> None:
    """BB 4.5.7, 4.5.8: a roll on the Marine Assault Table; its hits fall in turn (reading A-67)."""
    terms = (*assault_terms(table.state, target, units), *helped, *integrity(table, units, "assault"))
    (die,) = roll(table, "assault", "BB 4.5.7", f"the assault of {target}", terms, units, target)
    cell = line(table, AssaultCard, total((die,), terms))
    fire = Fire(
        kind="assault",
        side="us",
        by=tuple(units),
        at=target,
        chance=(die,),
        modifiers=terms,
        hits=cell.cleared,
        outcome=cell.cleared,
    )
    table.record(
        f.AssaultResolved(
            rule="BB 4.5.7",
            units=tuple(units),
            target=target,
            die=die,
            terms=terms,
            cleared=cell.cleared,
            hits=cell.hits,
            fire=fire,
        )
    )
    turns = list(units)
    for _ in range(cell.hits):
        turns = [unit for unit in turns if table.state.units[unit].steps]
        if turns:
            take_hits(table, turns[0], 1, "assault", "BB 4.5.7")
            turns = [*turns[1:], turns[0]]
    if cell.cleared:
        clear(table, target, [unit for unit in units if table.state.units[unit].steps], "BB 4.5.8")


# ---- 4.6 demolition ----


def why_not_demolished(state: Betio, target: str) -> Objections:
    if not state.ground(target).strongpoints:
        yield "BB 4.6.1", f"there is no strongpoint in {target}"
    elif not state.is_uncleared(target) or not state.strongpoints_stand(target):
        yield "BB 4.6.1", f"the strongpoints in {target} are destroyed"


def _demolitions(state: Betio) -> Iterator[Mapping[str, Any]]:
    for unit in state.ashore():
        if state.units[unit].kind != "engineer" or left(state, unit) < HALF * KNOWN_COSTS["demolition"]:
            continue
        for hex in state.grid.neighbours(state.units[unit].hex):
            if (
                hex in state.rows(HexCard)
                and fine(why_not_demolished(state, hex))
                and fine(why_not_attack(state, unit, (hex,), "demolition"))
            ):
                yield {"units": (unit,), "target": hex}


@verbs("BB 4.6.4", side="us", phases=("actions",), offers=_demolitions)
def demolish(
    table: Table[Betio], units: UnitNames, target: HexName, support: UnitNames = (), offshore: bool = False
) -> None:
    """BB 4.6, 4.6.2: engineers, any number, demolish a strongpoint next to them, for 2 AP each: `demolish 2/8-E 3020
    support=Sherman-1`."""
    units = named(units)
    heed(table, why_not_demolished(table.state, target))
    for unit in units:
        heed(table, why_not_attack(table.state, unit, (target,), "demolition"))
    heed(table, why_not_pay(table.state, units, price(table, "demolition"), "BB 4.6.4"))
    heed(table, why_not_support_all(table, support, units, target, "demolition"))
    if offshore:
        heed(table, why_not_offshore(table.state, "demolition"))
    if not units or not table.state.ground(target).strongpoints:
        table.by_hand(f"there is nothing to demolish in {target}")
        return
    table.record(f.AssaultDeclared(rule="BB 4.6.4", units=units, targets=(target,), demolition=True))
    pay(table, units, price(table, "demolition"), "demolition", "BB 4.6.4")
    able = defended(table, units, (target,), "BB 4.6.5")
    if not able:
        table.record(f.AssaultStopped(rule="BB 4.6.5", targets=(target,), demolition=True))
        return
    helped = supported(table, support, "demolition") + (spend_offshore(table) if offshore else ())
    for unit in able:  # each makes its attempt, the first of them with the support (reading A-57)
        if table.state.is_uncleared(target):
            demolition(table, unit, able, target, helped)
            helped = ()


def demolition(
    table: Table[Betio], unit: str, together: Sequence[str], target: str, helped: tuple[Modifier, ...]
) -> None:
    """BB 4.6.6 to 4.6.8, 4.4.4, 8.5.2: a roll on the Demolition Table: steps add up, over both strongpoints of a hex
    (reading A-04)."""
    terms = (
        *terms_of(f.term("suppression", markers(table.state, target), "BB 4.4.4", target)),
        *helped,
        *integrity(table, (unit,), "demolition"),
    )
    (die,) = roll(table, "demolition", "BB 4.6.6", f"the demolition of {target}", terms, (unit,), target)
    steps = line(table, DemolitionCard, total((die,), terms)).steps
    most = STRONGPOINT_STEPS * table.state.ground(target).strongpoints
    before = table.state.hexes[target].demolished if target in table.state.hexes else 0
    now = min(most, before + steps)
    fire = Fire(
        kind="demolition",
        side="us",
        by=(unit,),
        at=target,
        chance=(die,),
        modifiers=terms,
        hits=steps,
        outcome=now - before,
    )
    table.record(
        f.DemolitionResolved(
            rule="BB 4.6.6", units=(unit,), target=target, die=die, terms=terms, steps=steps, demolished=now, fire=fire
        )
    )
    destroyed = now // STRONGPOINT_STEPS - before // STRONGPOINT_STEPS
    for _ in range(destroyed - (now >= most) if table.state.reading("A-93") == "each" else 0):
        reward(table, together)
    if now >= most:
        clear(table, target, together, "BB 1.2.1", demolished=True)
