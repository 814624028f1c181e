"""DDaT 8.4, 15.32: barrages. DDaT 8.5: naval barrages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.actions import act, commanders, why_not_together
from domain.ddat.cards import draw_card
from domain.ddat.charts import GRID, BarrageRow, FireCard
from domain.ddat.common import HexName, Objections, UnitNames, heed, verbs
from domain.ddat.fields import field, under_fire
from domain.ddat.forces import defeat, disrupt_force, lose_depth, reveal_unit, shell
from domain.ddat.state import Ddat
from domain.ddat.weapons import has_radio
from domain.kernel.table import Table

# ---- 8.4, 8.52 who observes ----


def sight(state: Ddat, position: str) -> frozenset[str]:
    """DDaT 8.4, 8.52: the hexes in the field of fire of a target: its dots and what its units project (reading
    AMB-47)."""
    projected = field(state, position)
    return frozenset(
        projected if state.reading("AMB-47") == "projected" else (*projected, *field(state, position, "printed"))
    )


def why_nobody(state: Ddat, position: str) -> str:
    """Why nobody can be in the field of fire of a target; "" where units may be."""
    return "" if sight(state, position) else f"{position} is disrupted and projects no field of fire"


def observed(state: Ddat, position: str) -> tuple[str, ...]:
    """The undisrupted US units in the field of fire of a target."""
    hexes = sight(state, position)
    return tuple(name for name in state.on_map() if state.units[name].hex in hexes and not state.units[name].disrupted)


# ---- 8.4, 15.32 barrages ----


def why_not_barrage(state: Ddat, unit: str, hex: str) -> Objections:
    """DDaT 8.4, 8.41, 15.32: why a unit may not barrage a hex: the first reason there is."""
    position, card = state.jp_at(hex), state.card(unit)
    far = GRID.distance(state.units[unit].hex, hex)
    if not position:
        yield "DDaT 8.4", f"no Japanese unit is in {hex}"
    elif card.type == "artillery" and not state.extended:
        yield "DDaT 15.32", f"{unit} is artillery, which barrages from turn 11 on"
    elif card.type not in ("tank", "artillery"):
        yield "DDaT 8.4", f"{unit} is {card.type}: tank units barrage, from turn 11 artillery too"
    elif state.night:
        yield "DDaT 19", "no barrages in the night"
    elif state.at(hex):
        yield "DDaT 8.44", f"US units are in {hex}"
    elif not state.place(position).coastal and not state.positions[position].revealed:
        yield "DDaT 8.41", f"the inland unit in {hex} is not revealed"
    elif far == 1 or far > card.range:
        rule = "DDaT 15.32" if card.type == "artillery" else "DDaT 8.4"
        yield (
            rule,
            f"{hex} is {far} {'hex' if far == 1 else 'hexes'} from {unit}: a target is in its range of "
            f"{card.range}, and not adjacent",
        )
    elif card.type == "artillery":
        if under_fire(state, state.units[unit].hex):
            yield "DDaT 15.32", f"{unit} is in a Japanese field of fire"
        elif not commanders(state, unit):
            yield "DDaT 15.32", f"{unit} is in command of no HQ"
    elif not _observes(state, unit, position):
        why = f"{unit} is not in the field of {position}, and nobody there observes for it with an HQ's command"
        yield "DDaT 8.4", why_nobody(state, position) or why


def _observes(state: Ddat, unit: str, position: str) -> bool:
    """DDaT 8.4: a tank unit is in the field itself, or infantry or engineers there observe for it, one of both in
    command."""
    if state.units[unit].hex in sight(state, position):
        return True
    observers = [name for name in observed(state, position) if state.card(name).assaults]
    return bool(observers) and any(commanders(state, name) for name in (unit, *observers))


def why_not_barrages(state: Ddat, units: tuple[str, ...], hex: str) -> Objections:
    """DDaT 8.4, 8.43: why these units do not barrage a hex."""
    for unit in units:
        yield from why_not_barrage(state, unit, hex)
    if hex in state.attacked:
        yield "DDaT 8.43", f"{hex} has been attacked in this phase"


def _barrages(state: Ddat) -> Iterator[Mapping[str, Any]]:
    guns = (name for name in state.on_map() if state.card(name).type in ("tank", "artillery"))
    for name in (name for name in guns if not any(why_not_together(state, (name,)))):
        for hex in (state.place(position).hex for position in state.held()):
            if not any(why_not_barrages(state, (name,), hex)):
                yield {"units": (name,), "hex": hex}


@verbs("DDaT 8.4", side="us", phases=("action",), offers=_barrages)
def barrage(table: Table[Ddat], units: UnitNames, hex: HexName) -> None:
    """DDaT 8.4, 15.32: a tank unit, from turn 11 artillery, barrages a hex in range; a card says what it does.

    Two of a stack may do so for one action (7.21), each as a barrage with a card of its own (8.42).
    """
    heed(table, why_not_barrages(table.state, units, hex))
    position = table.state.jp_at(hex)
    if not position:
        return
    act(table, units, "barrage", hex)
    table.record(f.HexAttacked(rule="DDaT 8.43", hex=hex, kind="barrage"))
    for unit in units:
        if table.state.positions[position].unit:
            _barrage(table, unit, position, hex)


def _barrage(table: Table[Ddat], unit: str, position: str, hex: str) -> None:
    """DDaT 8.4: the card of one barrage, and its result in the US Barrage table."""
    rule = "DDaT 8.4"
    state = table.state
    face = table.read(
        FireCard, draw_card(table, "barrage", f"the barrage of {unit} on {hex}", rule, of=(unit,), at=hex)
    )
    colour = face.shows(state.place(position).colour) is not None
    symbol = face.symbol == state.card(unit).symbol
    if not colour and not symbol:  # reading AMB-43
        table.record(f.NothingDone(rule=rule, what="barrage", at=hex, why="the card shows neither colour nor symbol"))
        return
    row = table.read(
        BarrageRow, f"{state.card(unit).type}/{'both' if colour and symbol else 'colour' if colour else 'symbol'}"
    )
    if row.depth == "eliminated":
        lose_depth(table, position, rule, "barrage")
    if row.unit == "defeated":
        if not state.positions[position].revealed:
            reveal_unit(table, position, rule)
        defeat(table, position, "DDaT 8.33", combat=False)
    elif row.unit == "disrupted":
        disrupt_force(table, position, rule)


# ---- 8.52 naval barrages ----


def why_not_naval(table: Table[Ddat], hex: str) -> Objections:
    """DDaT 8.52: why a hex may not be barraged by naval fire: the first reason there is."""
    state = table.state
    position = state.jp_at(hex)
    if not position:
        yield "DDaT 8.52", f"no Japanese unit is in {hex}"
    elif not state.naval:
        yield "DDaT 8.52", "there is no naval fire marker"
    elif state.night and state.reading("AMB-33") == "forbidden":
        yield "DDaT 19", "no naval fire in the night"
    elif not state.place(position).coastal and not state.positions[position].revealed:
        yield "DDaT 8.52", f"the inland unit in {hex} is not revealed"
    elif state.at(hex):
        yield "DDaT 8.44", f"US units are in {hex}"
    elif hex in state.attacked:
        yield "DDaT 8.53", f"{hex} has been attacked in this phase"
    else:
        spotters = [name for name in observed(state, position) if state.card(name).type == "infantry"]
        if not any(has_radio(table, name) for name in spotters):
            why = f"no undisrupted infantry with a radio or in command is in the field of {position}"
            yield "DDaT 8.52", why_nobody(state, position) or why


def _ships(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.naval:
        yield from ({"hex": state.place(p).hex} for p in state.held())


@verbs("DDaT 8.52", side="us", phases=("action",), offers=_ships)
def naval(table: Table[Ddat], hex: HexName) -> None:
    """DDaT 8.52: a naval fire marker barrages a hex: the unit is disrupted, its depth marker and guns are gone."""
    heed(table, why_not_naval(table, hex))
    position = table.state.jp_at(hex)
    if not position:
        return
    table.record(f.MarkerSpent(rule="DDaT 8.52", kind="naval-fire", on="barrage", at=hex))
    table.record(f.HexAttacked(rule="DDaT 8.53", hex=hex, kind="naval"))
    shell(table, position, "DDaT 8.52")
