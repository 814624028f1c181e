"""DDaT 8.1-8.5, 15.32: attacks, barrages and naval fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.ddat import facts as f
from domain.ddat.actions import PAID, able_to_act, act, commanders, cost
from domain.ddat.charts import GRID, AttackChart, BarrageRow, DepthCard, FireCard, ForceCard, TerrainCard, WeaponsRow
from domain.ddat.common import (
    HexName,
    UnitNames,
    choose,
    defeat,
    disrupt,
    draw_card,
    lose_step,
    place_depth,
    reveal_depth,
    reveal_unit,
    verbs,
)
from domain.ddat.communication import connected, us_connected
from domain.ddat.lettered import strength
from domain.ddat.state import EXTENDED, Ddat
from domain.kernel.questions import NOTHING
from domain.kernel.table import Table

NAVAL_STRENGTH = 9
"""DDaT 8.51."""
NAVAL_WEAPONS = ("NF", "AR", "DE")
"""Requirements a naval fire marker meets: naval fire, artillery, demolitions (8.51)."""
NEVER_WILD = ("FL", "CC")
"""Requirements no wild card meets (8.24, 17.5)."""
HEAVY = ("D", "H", "M")
"""Companies of heavy infantry (8.27)."""
RADIO = "RD"


# ---- 8.1 who may attack ----


def reach(state: Ddat, unit: str) -> int:
    """DDaT 8.27, 2.21: a unit's range in hexes."""
    card, steps = state.card(unit), state.units[unit].steps
    if card.type in ("tank", "artillery"):
        return card.range
    if card.type != "infantry":
        return 1
    heavy = unit.partition("/")[0] in HEAVY
    return (3 if heavy else 2) if steps == 4 else 2 if heavy and steps == 3 else 1


def may_join(state: Ddat, unit: str, hex: str, attackers: Sequence[str]) -> tuple[str, str]:
    """DDaT 8.1: why a unit may not take part in an attack on a hex, and the rule; "" when it may."""
    card, far = state.card(unit), GRID.distance(state.units[unit].hex, hex)
    if card.leader:
        return f"{unit} is an HQ: it takes no part in attacks", "DDaT 8.13"
    if far > reach(state, unit):
        return f"{unit} is {far} hexes away, its range is {reach(state, unit)}", "DDaT 8.1"
    if far > 1 and state.night:
        return f"{unit} fires at range, which is not possible in the night", "DDaT 19"
    infantry = [name for name in attackers if state.card(name).type == "infantry"]
    if card.type == "tank" and far > 1:
        here = state.units[unit].hex
        beside = any(GRID.distance(here, state.units[name].hex) <= 1 for name in infantry)
        commanded = bool(commanders(state, unit)) or any(commanders(state, name) for name in infantry)
        if not (beside or commanded):
            return f"{unit} is a tank unit neither next to the target or an attacking infantry, nor in command with one", "DDaT 8.1"
    if card.type == "artillery":
        shared = set(commanders(state, unit)) & {hq for name in infantry for hq in commanders(state, name)}
        if far == 1:
            return f"{unit} is artillery next to the target", "DDaT 8.1"
        if not shared:
            return f"{unit} is artillery in command of no HQ that commands an attacking infantry", "DDaT 8.1"
        if state.under_fire(state.units[unit].hex):
            return f"{unit} is artillery in a Japanese field of fire", "DDaT 8.1"
    return "", ""


def _attacks(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for position in state.held():
        hex = state.place(position).hex
        if hex in (*state.attacked, *state.barraged, *state.shelled) or state.at(hex):
            continue
        near = [
            n for n in state.on_map()
            if able_to_act(state, n) and state.card(n).assaults and GRID.distance(state.units[n].hex, hex) == 1
        ]  # fmt: skip
        others = [n for n in state.on_map() if able_to_act(state, n) and n not in near and near and not may_join(state, n, hex, near)[0]]
        for units in ((*near, *others), tuple(near), *((n,) for n in near)):
            if units and cost(state, units)[0] + state.paid <= PAID:
                yield {"hex": hex, "units": units}


# ---- 8.3 an attack ----


@verbs("DDaT 8.3", side="us", steps=("action",), offers=_attacks)
def attack(table: Table[Ddat], hex: HexName, units: UnitNames, naval: bool = False) -> None:
    """DDaT 8.3: units attack a Japanese-occupied hex, with a naval fire marker if one is spent."""
    state = table.state
    position = state.jp_at(hex)
    if not position:
        table.require(False, "DDaT 8.0", f"no Japanese unit is in {hex}")
        return
    near = tuple(n for n in units if GRID.distance(state.units[n].hex, hex) == 1)
    leads = any(state.card(n).assaults for n in near)
    table.require(leads, "DDaT 8.1", f"an attack needs infantry or engineers next to {hex}")
    table.require(hex not in state.attacked, "DDaT 8.31", f"{hex} has been attacked in this phase")
    table.require(hex not in state.barraged, "DDaT 8.43", f"{hex} has been barraged in this phase")
    table.require(hex not in state.shelled, "DDaT 8.53", f"{hex} has been barraged by naval fire in this phase")
    for name in units:
        why, rule = may_join(state, name, hex, units)
        table.require(not why, rule, why)
    if naval:
        _require_naval(table, units, hex)
    act(table, units, f"attack {hex}")
    table.record(f.AttackDeclared(rule="DDaT 8.3", hex=hex, units=tuple(units), naval=naval))
    table.record(f.HexAttacked(rule="DDaT 8.31", hex=hex, kind="attack"))
    if naval:
        table.record(f.MarkerSpent(rule="DDaT 8.51", kind="naval fire", on=f"the attack on {hex}"))
    _resolve(table, position, hex, tuple(units), naval)


def _require_naval(table: Table[Ddat], units: Sequence[str], hex: str) -> None:
    state = table.state
    table.require(state.naval > 0, "DDaT 8.51", "there is no naval fire marker")
    table.require(not state.night, "DDaT 19", "no naval fire in attacks in the night")
    linked = any(state.card(n).type == "infantry" and (commanders(state, n) or RADIO in weapons_of(table, n, hex)) for n in units)
    table.require(linked, "DDaT 8.1", "no attacking infantry has a radio or is in command of an HQ")


def _resolve(table: Table[Ddat], position: str, hex: str, units: tuple[str, ...], naval: bool) -> None:
    """DDaT 8.3(1)-(5)."""
    face = reveal_unit(table, position, "DDaT 8.3(1)")
    if not table.state.positions[position].depth and face.strength == 0:
        table.record(f.AttackCompared(rule="DDaT 8.3(1)", hex=hex, us=0, jp=0, required=(), missing=(), cell="a lone unit of strength 0 is defeated"))
        defeat(table, position, "DDaT 8.33", combat=False)
        return
    marked: dict[str, str] = {}
    for _ in range(4):  # every time round shows or removes the depth marker
        cell = _consult(table, position, hex, units, naval, marked)
        force = table.state.positions[position]
        if cell.reveal and force.depth and not force.depth_shown:
            reveal_depth(table, position, "DDaT 8.3(5)")
            continue
        _apply(table, position, units, cell)
        return


def _consult(table: Table[Ddat], position: str, hex: str, units: tuple[str, ...], naval: bool, marked: dict[str, str]) -> AttackChart:
    """DDaT 8.3(2)-(4): strengths, weapons, and the cell of the US Attack Chart.

    `marked` keeps the requirement a support marker was spent on: it is met for the whole attack (17.5).
    """
    state = table.state
    force = state.positions[position]
    face = table.read(ForceCard, force.unit)
    depth = table.read(DepthCard, force.depth) if force.depth_shown else None
    required = (*face.weapons, *(depth.weapons if depth else ()))
    jp = (face.strength + (depth.strength if depth else 0)) * multiplier(table, position, units)
    us = sum(strength(state, n) for n in units) + (NAVAL_STRENGTH if naval else 0)
    missing = lacking(table, required, hex, units, naval)
    missing = tuple(code for code in missing if code not in marked.values())
    wild = dict(marked)
    if hero_attacks(state, hex, units):
        us, missing = _play_wild(table, "hero", us, jp, missing, wild)
    if state.support and not marked and state.turn >= EXTENDED and supported(state, units):
        us, missing = _play_wild(table, "support", us, jp, missing, wild)
        marked.update((source, code) for source, code in wild.items() if source == "support")
    defender = "shown" if force.depth_shown else "hidden" if force.depth else "alone"
    cell = f"{'unmet' if missing else 'met'}/{ratio(us, jp)}/{defender}"
    table.record(f.AttackCompared(rule="DDaT 8.3(4)", hex=hex, us=us, jp=jp, required=required, missing=missing, cell=cell, wild=wild))
    return table.read(AttackChart, cell)


def ratio(us: int, jp: int) -> str:
    """The row of the US Attack Chart: exactly twice is a row of its own, which the text does not show."""
    if us > 2 * jp:
        return "more-than-twice"
    if us == 2 * jp and jp:
        return "twice"
    return "more" if us > jp else "equal" if us == jp else "less"


def multiplier(table: Table[Ddat], position: str, units: Sequence[str]) -> int:
    """DDaT 8.3(2), 13.3: terrain doubles the defence, or a seawall that all adjacent attackers cross; never a tank unit's."""
    state = table.state
    if state.positions[position].tank:
        return 1
    hex = state.place(position).hex
    if any(table.read(TerrainCard, terrain).defence == 2 for terrain in state.board.terrain(hex)):
        return 2
    near = {state.units[n].hex for n in units if GRID.distance(state.units[n].hex, hex) == 1}
    if near and all(state.board.across("seawall", there, hex) for there in near):
        return table.read(TerrainCard, "seawall").defence
    return 1


# ---- 8.2 weapons ----


def weapons_of(table: Table[Ddat], unit: str, hex: str) -> tuple[str, ...]:
    """DDaT 8.2, 8.21, 8.27, 8.28: what a unit brings against a hex at its range."""
    state = table.state
    card, steps = state.card(unit), state.units[unit].steps
    far = GRID.distance(state.units[unit].hex, hex)
    if card.type == "tank":
        return table.read(WeaponsRow, "tank-near" if far <= 4 else "tank-far").weapons
    if card.type == "artillery":
        return table.read(WeaponsRow, "artillery").weapons
    if card.type == "engineer":
        own = table.read(WeaponsRow, "engineer").weapons
        return (*own, "FT") if card.flamethrower and "FT" not in own else own
    printed = {3: card.weapons3, 2: card.weapons2, 1: card.weapons1}.get(steps, ())
    heavy = "heavy" if unit.partition("/")[0] in HEAVY else "infantry"
    if steps == 4:
        return table.read(WeaponsRow, heavy if far == 1 else f"{heavy}-ranged").weapons
    if steps == 3 and heavy == "heavy" and not printed:  # reading AMB-42
        return table.read(WeaponsRow, "heavy-3" if far == 1 else "heavy-3-ranged").weapons
    return printed


def lacking(table: Table[Ddat], required: Sequence[str], hex: str, units: Sequence[str], naval: bool) -> tuple[str, ...]:
    """The requirements the attackers do not meet (8.3(3)); CC never is (8.23)."""
    state = table.state
    have: set[str] = set(NAVAL_WEAPONS if naval else ())
    near = [n for n in units if GRID.distance(state.units[n].hex, hex) == 1]
    for name in units:
        have.update(weapons_of(table, name, hex))
    if any(commanders(state, n) for n in near):
        have.add(RADIO)  # 8.25
    flanks = {state.units[n].hex for n in near}
    missing = [code for code in dict.fromkeys(required) if code not in (*have, "FL", "CC")]
    if "FL" in required and not flanked(flanks, list(required).count("FL")):
        missing.append("FL")
    if "CC" in required:
        missing.append("CC")
    return tuple(missing)


def flanked(hexes: set[str], times: int) -> bool:
    """DDaT 8.22: two hexes next to the target, not to each other; three of any kind when unit and depth both list it."""
    if times >= 2:
        return len(hexes) >= 3
    return any(GRID.distance(a, b) > 1 for a in hexes for b in hexes)


def hero_attacks(state: Ddat, hex: str, units: Sequence[str]) -> bool:
    """DDaT 10.13: whether a hero is with a unit that attacks from an adjacent hex."""
    return any(state.hero_with(n) for n in units if GRID.distance(state.units[n].hex, hex) == 1)


def supported(state: Ddat, units: Sequence[str]) -> bool:
    """DDaT 17.5: whether an attacking unit is in US communication and in command of an HQ."""
    safe = us_connected(state)
    return any(state.units[n].hex in safe and commanders(state, n) for n in units)


def _play_wild(table: Table[Ddat], source: str, us: int, jp: int, missing: tuple[str, ...], wild: dict[str, str]) -> tuple[int, tuple[str, ...]]:
    """DDaT 8.24, 17.5: a wild card stands in for one requirement; a hero may give one point of strength instead."""
    able = [code for code in missing if code not in NEVER_WILD]
    helps = source == "hero" and ratio(us + 1, jp) != ratio(us, jp)
    if not able and not helps:
        return us, missing
    options = (*able, *(("strength",) if helps else ()), *((NOTHING,) if source == "support" or not able else ()))
    said = choose(
        table,
        "wild" if source == "hero" else "support-for",
        options,
        "DDaT 8.24" if source == "hero" else "DDaT 17.5",
        f"what the {source} stands in for",
    )
    if said == NOTHING:
        return us, missing
    wild[source] = said
    if source == "support":
        table.record(f.MarkerSpent(rule="DDaT 17.5", kind="support", on=f"{said} in the attack"))
    if said == "strength":
        return us + 1, missing
    return us, tuple(code for code in missing if code != said)


# ---- 8.3(5) the result ----


def _apply(table: Table[Ddat], position: str, units: Sequence[str], cell: AttackChart) -> None:
    force = table.state.positions[position]
    if cell.depth == "eliminated" and force.depth:
        table.record(f.DepthLost(rule="DDaT 8.3(5)", where=position, why="the attack"))
    elif cell.depth == "added" and not force.depth and not force.tank:
        if position in connected(table.state):
            place_depth(table, position, "DDaT 9.2")
        else:
            table.record(f.NothingDone(rule="DDaT 9.2", what=f"depth for {position}", why="it is not in communication"))
    fate = cell.late_unit if table.state.turn >= EXTENDED and cell.late_unit != "same" else cell.unit
    if fate == "defeated":
        defeat(table, position, "DDaT 8.33", combat=False)
    elif fate == "disrupted" and not force.disrupted:
        table.record(f.ForceDisrupted(rule="DDaT 8.3(5)", where=position))
    able = [n for n in units if table.state.units[n].steps]
    if cell.us_step and able:
        lose_step(table, choose(table, "attack-loss", able, "DDaT 8.3(5)", "which attacker loses a step"), "DDaT 8.3(5)", "attack", by=position)
    if cell.us_disrupted:
        for name in units:
            disrupt(table, name, "DDaT 8.3(5)")


# ---- 8.4, 15.32 barrages ----


def may_barrage(state: Ddat, unit: str, hex: str) -> tuple[str, str]:
    """DDaT 8.4, 8.41, 15.32: why a unit may not barrage a hex, and the rule; "" when it may."""
    position, card = state.jp_at(hex), state.card(unit)
    if not position:
        return f"no Japanese unit is in {hex}", "DDaT 8.4"
    if card.type not in ("tank", "artillery") or (card.type == "artillery" and state.turn < EXTENDED):
        return f"{unit} is {card.type}: tank units barrage, from turn 11 artillery too", "DDaT 8.4"
    if state.night:
        return "no barrages in the night", "DDaT 19"
    if state.at(hex):
        return f"US units are in {hex}", "DDaT 8.44"
    if not state.place(position).coastal and not state.positions[position].revealed:
        return f"the inland unit in {hex} is not revealed", "DDaT 8.41"
    far = GRID.distance(state.units[unit].hex, hex)
    if far == 1 or far > card.range:
        return f"{hex} is {far} hexes from {unit}: in range, and not adjacent", "DDaT 8.4"
    if card.type == "artillery":
        if state.under_fire(state.units[unit].hex):
            return f"{unit} is in a Japanese field of fire", "DDaT 15.32"
        return ("", "") if commanders(state, unit) else (f"{unit} is in command of no HQ", "DDaT 15.32")
    dots = state.printed_field(position, tank=bool(state.positions[position].tank))
    if state.units[unit].hex in dots:
        return "", ""
    observers = [n for n in state.on_map() if state.units[n].hex in dots and state.card(n).assaults and not state.units[n].disrupted]
    if any(commanders(state, unit) or commanders(state, n) for n in observers):
        return "", ""
    return f"{unit} is not in the field of {position}, and nobody there observes for it with an HQ's command", "DDaT 8.4"


def _barrages(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if state.card(name).type not in ("tank", "artillery") or not able_to_act(state, name) or cost(state, (name,))[0] + state.paid > PAID:
            continue
        for position in state.held():
            hex = state.place(position).hex
            if hex not in state.attacked and not may_barrage(state, name, hex)[0]:
                yield {"units": (name,), "hex": hex}


@verbs("DDaT 8.4", side="us", steps=("action",), offers=_barrages)
def barrage(table: Table[Ddat], units: UnitNames, hex: HexName) -> None:
    """DDaT 8.4, 15.32: a tank unit, from turn 11 artillery, barrages a hex in range; a card says what it does.

    Two of a stack may do so for one action (7.21), each as a barrage with a card of its own (8.42).
    """
    state = table.state
    for unit in units:
        why, rule = may_barrage(state, unit, hex)
        table.require(not why, rule or "DDaT 8.4", why)
    table.require(hex not in state.attacked, "DDaT 8.43", f"{hex} has been attacked in this phase")
    position = state.jp_at(hex)
    if not position:
        return
    act(table, units, f"barrage {hex}")
    table.record(f.HexAttacked(rule="DDaT 8.43", hex=hex, kind="barrage"))
    for unit in units:
        if table.state.positions[position].unit:
            _barrage(table, unit, position, hex)


def _barrage(table: Table[Ddat], unit: str, position: str, hex: str) -> None:
    """DDaT 8.4: the card of one barrage, and its result in the US Barrage table."""
    state = table.state
    face = table.read(FireCard, draw_card(table, "barrage", f"the barrage of {unit} on {hex}", "DDaT 8.4"))
    colour = face.shows(state.place(position).colour) is not None
    symbol = face.symbol == state.card(unit).symbol
    if not colour and not symbol:  # reading AMB-43
        table.record(f.NothingDone(rule="DDaT 8.4", what=f"the barrage on {hex}", why="the card shows neither colour nor symbol"))
        return
    row = table.read(BarrageRow, f"{state.card(unit).type}/{'both' if colour and symbol else 'colour' if colour else 'symbol'}")
    force = state.positions[position]
    if row.depth == "eliminated" and force.depth:
        table.record(f.DepthLost(rule="DDaT 8.4", where=position, why="the barrage"))
    if row.unit == "defeated":
        if not force.revealed:
            reveal_unit(table, position, "DDaT 8.4")
        defeat(table, position, "DDaT 8.33", combat=False)
    elif row.unit == "disrupted" and not force.disrupted:
        table.record(f.ForceDisrupted(rule="DDaT 8.4", where=position))


# ---- 8.52 naval barrage ----


def may_call_ships(table: Table[Ddat], hex: str) -> tuple[str, str]:
    """DDaT 8.52: why a hex may not be barraged by naval fire, and the rule."""
    state = table.state
    position = state.jp_at(hex)
    if not position:
        return f"no Japanese unit is in {hex}", "DDaT 8.52"
    if not state.naval:
        return "there is no naval fire marker", "DDaT 8.52"
    if state.night and table.reading("AMB-33") == "forbidden":
        return "no naval fire in the night", "DDaT 19"
    if not state.place(position).coastal and not state.positions[position].revealed:
        return f"the inland unit in {hex} is not revealed", "DDaT 8.52"
    if state.at(hex):
        return f"US units are in {hex}", "DDaT 8.44"
    if hex in state.attacked:
        return f"{hex} has been attacked in this phase", "DDaT 8.53"
    dots = state.printed_field(position, tank=bool(state.positions[position].tank))
    spotters = [n for n in state.on_map() if state.units[n].hex in dots and state.card(n).type == "infantry" and not state.units[n].disrupted]
    if any(commanders(state, n) or RADIO in weapons_of(table, n, hex) for n in spotters):
        return "", ""
    return f"no undisrupted infantry with a radio or in command is in the field of {position}", "DDaT 8.52"


def _ships(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.naval:
        yield from ({"hex": state.place(p).hex} for p in state.held())


@verbs("DDaT 8.52", side="us", steps=("action",), offers=_ships)
def naval(table: Table[Ddat], hex: HexName) -> None:
    """DDaT 8.52: a naval fire marker barrages a hex: the unit is disrupted, its depth marker and guns are gone."""
    why, rule = may_call_ships(table, hex)
    table.require(not why, rule or "DDaT 8.52", why)
    state = table.state
    position = state.jp_at(hex)
    if not position:
        return
    table.record(f.MarkerSpent(rule="DDaT 8.52", kind="naval fire", on=f"a barrage of {hex}"))
    table.record(f.HexAttacked(rule="DDaT 8.53", hex=hex, kind="naval"))
    force = state.positions[position]
    if not force.disrupted:
        table.record(f.ForceDisrupted(rule="DDaT 8.52", where=position))
    if force.depth:
        table.record(f.DepthLost(rule="DDaT 8.52", where=position, why="naval fire"))
    if state.place(position).artillery != "none" and not force.guns_destroyed:
        table.record(f.GunsDestroyed(rule="DDaT 6.51", position=position, why="hit by US naval fire"))
