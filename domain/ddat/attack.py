"""DDaT 8.1, 8.3: attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.ddat import facts as f
from domain.ddat.actions import act, commanders, why_not_act, why_not_together
from domain.ddat.charts import GRID, AttackChart, DepthCard, ForceCard, TerrainCard
from domain.ddat.common import HexName, Objections, UnitNames, choose, heed, unbarred, verbs
from domain.ddat.communication import connected, us_connected
from domain.ddat.fields import under_fire
from domain.ddat.forces import (
    defeat,
    destroy_guns,
    disrupt_force,
    enter_hex,
    lose_depth,
    place_depth,
    reveal_depth,
    reveal_unit,
)
from domain.ddat.losses import disrupt, lose_step
from domain.ddat.state import Ddat
from domain.ddat.weapons import NEVER_WILD, adjacent, has_radio, hero_attacks, is_heavy, lacking
from domain.kernel.questions import NOTHING
from domain.kernel.table import Table

NAVAL_STRENGTH = 9
"""DDaT 8.51."""
STRENGTH = "strength"
"""What a hero may give instead of a requirement (8.24)."""


# ---- 8.1 who may attack ----


def reach(state: Ddat, unit: str) -> int:
    """DDaT 8.27, 2.21: a unit's range in hexes."""
    card, steps = state.card(unit), state.units[unit].steps
    if card.type in ("tank", "artillery"):
        return card.range
    if card.type != "infantry":
        return 1
    if steps == 4:
        return 3 if is_heavy(unit) else 2
    return 2 if steps == 3 and is_heavy(unit) else 1


def why_not_join(state: Ddat, unit: str, hex: str, attackers: Sequence[str]) -> Objections:
    """DDaT 8.1: why a unit may not take part in an attack on a hex: the first reason there is."""
    card, here = state.card(unit), state.units[unit].hex
    far = GRID.distance(here, hex)  # the target's hex counts, its own does not (8.11)
    infantry = [name for name in attackers if state.card(name).type == "infantry"]
    if card.leader:
        yield "DDaT 8.13", f"{unit} is an HQ: it takes no part in attacks"
    elif far > reach(state, unit):
        rule = "DDaT 8.27" if card.type == "infantry" else "DDaT 8.1"
        yield rule, f"{unit} is {far} hexes away, its range is {reach(state, unit)}"
    elif far > 1 and state.night:
        yield "DDaT 19", f"{unit} fires at range, which is not possible in the night"
    elif card.type == "tank" and far > 1:
        beside = any(GRID.distance(here, state.units[name].hex) <= 1 for name in infantry)
        if not (beside or any(commanders(state, name) for name in (unit, *infantry))):
            yield (
                "DDaT 8.1",
                f"{unit} is a tank unit neither next to the target or an attacking infantry, nor in command with one",
            )
    elif card.type == "artillery":
        if far == 1:
            yield "DDaT 8.1", f"{unit} is artillery next to the target"
        elif not {hq for name in infantry for hq in commanders(state, name)}.intersection(commanders(state, unit)):
            yield "DDaT 8.1", f"{unit} is artillery in command of no HQ that commands an attacking infantry"
        elif under_fire(state, here):
            yield "DDaT 8.1", f"{unit} is artillery in a Japanese field of fire"


def why_not_attack(state: Ddat, hex: str, units: Sequence[str]) -> Objections:
    """DDaT 8.1, 8.31: why these units do not attack a hex."""
    if not any(state.card(name).assaults for name in adjacent(state, units, hex)):
        yield "DDaT 8.1", f"an attack needs infantry or engineers next to {hex}"
    if hex in state.attacked:
        yield "DDaT 8.31", f"{hex} has been attacked in this phase"
    if hex in state.barraged:
        yield "DDaT 8.43", f"{hex} has been barraged in this phase"
    if hex in state.shelled:
        yield "DDaT 8.53", f"{hex} has been barraged by naval fire in this phase"
    if (inside := state.at(hex)) and state.reading("AMB-58") == "barred":
        yield "DDaT 7.4", f"{', '.join(inside)} entered {hex}: close combat decides there (reading AMB-58)"
    for name in units:
        yield from why_not_join(state, name, hex, units)


def why_not_naval_fire(table: Table[Ddat], hex: str, units: Sequence[str]) -> Objections:
    """DDaT 8.1, 8.51: why no naval fire marker is spent in an attack."""
    state = table.state
    if state.naval <= 0:
        yield "DDaT 8.51", "there is no naval fire marker"
    if state.night:
        yield "DDaT 19", "no naval fire in attacks in the night"
    any_unit = state.reading("AMB-50") == "any-unit"
    if not any(has_radio(table, name) for name in units if any_unit or state.card(name).type == "infantry"):
        rule, who = ("DDaT 8.51", "unit") if any_unit else ("DDaT 8.1", "infantry")
        yield rule, f"no attacking {who} has a radio or is in command of an HQ"


def _attacks(state: Ddat) -> Iterator[Mapping[str, Any]]:
    able = [name for name in state.on_map() if not any(why_not_act(state, name))]
    for hex in (state.place(position).hex for position in state.held()):
        if state.at(hex):
            continue
        near = [name for name in adjacent(state, able, hex) if state.card(name).assaults]
        others = [name for name in able if near and name not in near and not any(why_not_join(state, name, hex, near))]
        for units in ((*near, *others), tuple(near), *((name,) for name in near)):
            if units and not any(why_not_attack(state, hex, units)) and not any(why_not_together(state, units)):
                yield {"hex": hex, "units": units}


# ---- 8.3 an attack ----


class Attack(NamedTuple):
    """Who attacks a position, and whether with naval fire."""

    position: str
    hex: str
    units: tuple[str, ...]
    naval: bool


@verbs("DDaT 8.3", side="us", phases=("action",), offers=_attacks)
def attack(table: Table[Ddat], hex: HexName, units: UnitNames, naval: bool = False) -> None:
    """DDaT 8.3: units attack a Japanese-occupied hex, each as its action (8.12), with a naval fire marker if one is
    spent."""
    position = table.state.jp_at(hex)
    if not position:
        table.require(False, "DDaT 8.0", f"no Japanese unit is in {hex}")
        return
    heed(table, why_not_attack(table.state, hex, units))
    if naval:
        heed(table, why_not_naval_fire(table, hex, units))
    act(table, units, "attack", hex)
    table.record(f.AttackDeclared(rule="DDaT 8.3", hex=hex, units=tuple(units), naval=naval))
    table.record(f.HexAttacked(rule="DDaT 8.31", hex=hex, kind="attack"))
    if naval:
        table.record(f.MarkerSpent(rule="DDaT 8.51", kind="naval-fire", on="attack", at=hex))
        if table.state.reading("AMB-27") == "attack-too":
            destroy_guns(table, position)
    _resolve(table, Attack(position, hex, tuple(units), naval))


def _resolve(table: Table[Ddat], attack: Attack) -> None:
    """DDaT 8.3(1)-(5); reading AMB-88."""
    face = reveal_unit(table, attack.position, "DDaT 8.3(1)")
    if not table.state.positions[attack.position].depth and face.strength == 0:
        table.record(f.AttackCompared(rule="DDaT 8.3(1)", hex=attack.hex, us=0, jp=0, required=(), missing=(), cell=""))
        _beat(table, attack)
        return
    marked: dict[str, str] = {}
    for _ in range(4):  # every time round shows or removes the depth marker
        cell = _consult(table, attack, marked)
        force = table.state.positions[attack.position]
        if cell.reveal and force.depth and not force.depth_shown:
            reveal_depth(table, attack.position, "DDaT 8.3(5)")
            continue
        _apply(table, attack, cell)
        return


def _consult(table: Table[Ddat], attack: Attack, marked: dict[str, str]) -> AttackChart:
    """DDaT 8.3(2)-(4): strengths, weapons, and the cell of the US Attack Chart.

    One hero and one support marker stand in for a requirement at most (reading AMB-26). `marked` keeps the one a
    support marker was spent on: it is met for the whole attack (17.5).
    """
    state = table.state
    force = state.positions[attack.position]
    faces: list[ForceCard | DepthCard] = [table.read(ForceCard, force.unit)]
    if force.depth_shown:
        faces.append(table.read(DepthCard, force.depth))
    required = tuple(code for face in faces for code in face.weapons)
    jp = sum(face.strength for face in faces) * multiplier(table, attack)
    us = sum(map(state.strength, attack.units)) + (NAVAL_STRENGTH if attack.naval else 0)
    missing = tuple(
        code for code in lacking(table, required, attack.hex, attack.units, attack.naval) if code not in marked.values()
    )
    wild = dict(marked)
    if hero := _play_hero(table, attack, (us, jp), missing):
        wild["hero"] = hero
        us += hero == STRENGTH
        missing = tuple(code for code in missing if code != hero)
    if support := _play_support(table, attack, missing, marked):
        wild["support"] = marked["support"] = support
        missing = tuple(code for code in missing if code != support)
    defender = "shown" if force.depth_shown else "hidden" if force.depth else "alone"
    cell = f"{'unmet' if missing else 'met'}/{ratio(us, jp)}/{defender}"
    table.record(
        f.AttackCompared(
            rule="DDaT 8.3(4)", hex=attack.hex, us=us, jp=jp, required=required, missing=missing, cell=cell, wild=wild
        )
    )
    return table.read(AttackChart, cell)


def ratio(us: int, jp: int) -> str:
    """The row of the US Attack Chart: exactly twice is a row of its own, which the text does not show."""
    if us > 2 * jp:
        return "more-than-twice"
    if us == 2 * jp and jp:
        return "twice"
    return "more" if us > jp else "equal" if us == jp else "less"


def multiplier(table: Table[Ddat], attack: Attack) -> int:
    """DDaT 8.3(2), 13.3: terrain doubles the defence, or a seawall that all adjacent attackers cross; never a tank
    unit's."""
    state, hex = table.state, attack.hex
    if state.positions[attack.position].tank:
        return 1
    if any(table.read(TerrainCard, terrain).defence == 2 for terrain in state.board.terrain(hex)):
        return 2
    near = {state.units[name].hex for name in adjacent(state, attack.units, hex)}
    if near and all(state.board.across("seawall", there, hex) for there in near):
        return table.read(TerrainCard, "seawall").defence
    return 1


# ---- 8.24, 17.5 wild cards ----


def supported(state: Ddat, units: Sequence[str]) -> bool:
    """DDaT 17.5: whether an attacking unit is in US communication and in command of an HQ."""
    safe = us_connected(state)
    return any(state.units[name].hex in safe and commanders(state, name) for name in units)


def why_not_wild(
    state: Ddat, attack: Attack, strengths: tuple[int, int], missing: Sequence[str], said: str
) -> Objections:
    """DDaT 8.24: why a hero does not stand in for a requirement, or give a point of strength."""
    us, jp = strengths
    if said not in (STRENGTH, NOTHING):
        yield from _why_not_met(said, missing, "DDaT 8.24")
    if not hero_attacks(state, attack.hex, attack.units):
        yield "DDaT 10.13", f"no hero is with a unit that attacks {attack.hex} from next to it"
    if said == STRENGTH:
        if ratio(us + 1, jp) == ratio(us, jp):
            yield "DDaT 8.24", f"one point more changes nothing: {us} to {jp}"
    elif said == NOTHING and (able := [code for code in missing if code not in NEVER_WILD]):
        yield "DDaT 8.24", f"{', '.join(able)} is lacking, and the hero is to stand in for it"


def _why_not_met(said: str, missing: Sequence[str], rule: str) -> Objections:
    """DDaT 8.24, 17.5: why a wild card does not stand in for a requirement."""
    if said in NEVER_WILD:
        yield rule, f"no wild card stands in for {said}"
    elif said not in missing:
        yield rule, f"{said} is not lacking"


def _play_hero(table: Table[Ddat], attack: Attack, strengths: tuple[int, int], missing: tuple[str, ...]) -> str:
    """DDaT 8.24: what a hero stands in for: a requirement, or one point of strength where that helps; "" for
    nothing."""
    barred = partial(why_not_wild, table.state, attack, strengths, missing)
    options = unbarred((*missing, STRENGTH), barred)
    if options == (STRENGTH,):
        options = (STRENGTH, NOTHING)
    said = choose(table, "wild", options, "DDaT 8.24", "what the hero stands in for", barred, "tactic")
    return "" if said == NOTHING else said


def why_not_support_for(
    state: Ddat, attack: Attack, missing: Sequence[str], marked: Mapping[str, str], said: str
) -> Objections:
    """DDaT 17.1, 17.5: why a support marker does not stand in for a requirement."""
    yield from _why_not_met(said, missing, "DDaT 17.5")
    if marked:
        yield "DDaT 17.5", f"a marker stands in for {', '.join(marked.values())} in this attack"
    elif not state.support:
        yield "DDaT 17.1", "no support marker is left this turn"
    elif not (state.extended and supported(state, attack.units)):
        yield "DDaT 17.5", "no attacking unit is in US communication and in command of an HQ"


def _play_support(table: Table[Ddat], attack: Attack, missing: tuple[str, ...], marked: Mapping[str, str]) -> str:
    """DDaT 17.5: the requirement a support marker stands in for, for the whole attack; "" for none."""
    barred = partial(why_not_support_for, table.state, attack, missing, dict(marked))
    able = unbarred(missing, barred)
    options = (*able, NOTHING) if able else ()
    said = choose(table, "support-for", options, "DDaT 17.5", "what the support stands in for", barred, "requirement")
    if said in ("", NOTHING):
        return ""
    table.record(f.MarkerSpent(rule="DDaT 17.5", kind="support", on="requirement", at=said))
    return said


# ---- 8.3(5) the result ----


def _apply(table: Table[Ddat], attack: Attack, cell: AttackChart) -> None:
    """DDaT 8.3(5): what becomes of the depth marker, the unit and the attackers."""
    rule = "DDaT 8.3(5)"
    position, force = attack.position, table.state.positions[attack.position]
    if cell.depth == "eliminated":
        lose_depth(table, position, rule, "attack")
    elif cell.depth == "added" and not force.depth and not force.tank:
        if position in connected(table.state):
            place_depth(table, position, "DDaT 9.2")
        else:
            table.record(f.NothingDone(rule="DDaT 9.2", what="depth", at=position, why="it is not in communication"))
    fate = cell.late_unit if table.state.extended and cell.late_unit != "same" else cell.unit
    if fate == "defeated":
        _beat(table, attack)
    elif fate == "disrupted":
        disrupt_force(table, position, rule)
    barred = partial(why_not_attack_loss, table.state, attack, cell)
    if unit := choose(
        table, "attack-loss", unbarred(attack.units, barred), rule, "which attacker loses a step", barred
    ):
        lose_step(table, unit, rule, "attack", by=(position,))
    for name in attack.units if cell.us_disrupted else ():
        disrupt(table, name, rule)


def _beat(table: Table[Ddat], attack: Attack) -> None:
    """DDaT 8.33, 6.51: the unit is defeated; its guns go where US units are in the hex (7.4), since nobody else moves
    there (8.34)."""
    defeat(table, attack.position, "DDaT 8.33", combat=False)
    enter_hex(table, attack.hex)


def why_not_attack_loss(state: Ddat, attack: Attack, cell: AttackChart, unit: str) -> Objections:
    """DDaT 8.3(5): why a unit does not take the step loss of an attack."""
    if not cell.us_step:
        yield "DDaT 8.3(5)", "the result takes no step from the attackers"
    if unit not in attack.units:
        yield "DDaT 8.3(5)", f"{unit} takes no part in the attack on {attack.hex}"
    elif not state.units[unit].steps:
        yield "DDaT 8.3(5)", f"{unit} has no step left"
