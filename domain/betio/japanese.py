"""The Japanese Fire Table: its terms (BB 3.7.5, 8.5.2, TEC, 1.7.9, 2.2.1, 4.4.4, 1.3.3), and what its results do
(3.7.6, 5.1.2, 6.6)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.betio import facts as f
from domain.betio.charts import FireCard, PrintedModifierCard
from domain.betio.common import line, roll, terms_of, total
from domain.betio.course import beside_pier, is_pier
from domain.betio.facts.codes import FIRES, FireKind
from domain.betio.hits import advance_casualties, take_hits
from domain.betio.state import JAPANESE, Betio
from domain.betio.terrain import combat
from domain.kernel.facts import Fire, Modifier
from domain.kernel.table import Table


def is_strongpoint(state: Betio, hex: str) -> bool:
    """BB 4.4.4, 4.4.5: whether a marker on a hex is one on a strongpoint: not on one that is destroyed, and was retaken
    (reading A-61)."""
    return bool(state.ground(hex).strongpoints) and (state.strongpoints_stand(hex) or not state.is_uncleared(hex))


def markers(state: Betio, hex: str) -> int:
    """BB 4.4.3: suppression markers on a hex; reading A-12: each counts, or one alone."""
    found = state.hexes[hex].suppression if hex in state.hexes else 0
    return min(1, found) if state.reading("A-12") == "once" else found


def common_terms(state: Betio, hex: str, area: str, out_of: Sequence[str] = ()) -> tuple[Modifier, ...]:
    """BB 8.5.2, TEC, 2.2.1, 1.7.9: the terms of every Japanese fire at a hex, out of an area; that beside the pier is
    printed on the table."""
    chit = state.areas[area].chit_value if area in state.areas else 0
    next_to = (
        state.read(PrintedModifierCard, "next-to-pier").amount
        if beside_pier(state, hex) and not is_pier(state, hex)
        else 0
    )
    return (
        f.term("japanese-morale", state.morale(JAPANESE), "BB 8.5.2"),
        f.term("terrain", combat(state, hex, out_of), "BB TEC", hex),
        f.term("chit", chit, "BB 2.2.1", area),
        f.term("next-to-pier", next_to, "BB 1.7.9"),
    )


def strongpoint_markers(state: Betio, area: str, besides: Sequence[str] = ()) -> int:
    """BB 4.4.4: suppression markers on the strongpoint hexes of an area, each a target of its own; the wrecks lie in
    none."""
    if not area:
        return 0
    hexes = (hex for hex in state.strongpoints_of(area) if hex not in besides and is_strongpoint(state, hex))
    return sum(markers(state, hex) for hex in hexes)


def landing_terms(state: Betio, hex: str, area: str) -> tuple[Modifier, ...]:
    """BB 3.7.5, 3.9.3, 1.7.9: what changes Anti-Landing Fire; Area Suppression changes nothing else (reading A-27)."""
    lost = state.strongpoints_lost(area)
    suppressed = area in state.areas and bool(state.areas[area].suppressed)
    return terms_of(
        *common_terms(state, hex, area),
        f.term("area-suppression", -suppressed, "BB 3.9.3"),
        f.term("strongpoints", -lost, "BB 3.7.5", area),
    )


def offensive_terms(state: Betio, hex: str, area: str) -> tuple[Modifier, ...]:
    """BB 6.5, 4.4.4, 1.3.3: what changes Offensive Fire, improved positions (reading A-07); Area Suppression does not
    (3.9.5)."""
    return terms_of(
        *common_terms(state, hex, area),
        f.term("suppression", -strongpoint_markers(state, area), "BB 4.4.4", area),
        f.term("position", -(hex in state.hexes and state.hexes[hex].position == "complete"), "BB 1.3.3"),
    )


def defensive_terms(state: Betio, hex: str, target: str) -> tuple[Modifier, ...]:
    """BB 4.5.6, 4.4.4, 4.4.5: what changes Defensive Fire out of an assaulted hex; improved positions do not
    (1.3.3)."""
    area = state.area_of(target)
    strongpoint = is_strongpoint(state, target)
    return terms_of(
        *common_terms(state, hex, area, (target,)),
        f.term("suppression", -markers(state, target), "BB 4.4.4" if strongpoint else "BB 4.4.5", target),
        f.term("suppression", -strongpoint_markers(state, area, (target,)), "BB 4.4.4", area),
    )


def shoot(table: Table[Betio], kind: FireKind, unit: str, area: str, terms: tuple[Modifier, ...], rule: str) -> None:
    """BB 3.7.6: a roll on the Japanese Fire Table, and all that comes of it at once; next to the pier no course changes
    (1.7.8)."""
    now = table.state.units[unit]
    hex = now.hex
    (die,) = roll(table, "fire", rule, f"{FIRES[kind]} at {unit} in {hex}", terms, (unit,), hex)
    cell = line(table, FireCard, total((die,), terms))
    armoured = now.is_tank or now.kind == "artillery" or now.is_vessel
    pin = 0 if armoured else cell.pin
    shift = cell.shift if changes_course(table.state, kind, unit) else ""
    fire = Fire(
        kind=kind, side="jp", by=(area,), at=hex, chance=(die,), modifiers=terms, hits=cell.hits, outcome=cell.hits
    )
    table.record(
        f.FireResolved(
            rule=rule,
            kind=kind,
            target=unit,
            hex=hex,
            die=die,
            terms=terms,
            hits=cell.hits,
            pin=pin,
            shift=shift,
            casualties=cell.casualties,
            fire=fire,
        )
    )
    if cell.casualties:
        advance_casualties(table, unit)
    take_hits(table, unit, cell.hits, kind, rule)
    if not table.state.units[unit].steps:
        return
    pin_down(table, unit, pin, rule)
    if shift and table.state.units[unit].shift != shift:
        table.record(f.ShiftPlaced(rule="BB 3.5.6", units=(unit,), shift=shift))


def changes_course(state: Betio, kind: FireKind, unit: str) -> bool:
    """BB 3.7.6, 3.5.6: whether fire changes a course: of who crosses the reef, by the wrecks' fire too (3.7.2), but not
    by the pier (1.7.8)."""
    hex = state.units[unit].hex
    if kind == "wrecks" and (state.area_of(hex) or state.in_wreck(unit)):
        return False
    return kind in ("anti-landing", "wrecks") and not beside_pier(state, hex)


def pin_down(table: Table[Betio], unit: str, pin: int, rule: str) -> None:
    """BB 3.7.6, 6.6: a pin; a higher one replaces a lower (reading A-14). Tanks, artillery and vessels are not pinned
    (reading A-76)."""
    now = table.state.units[unit]
    if pin > now.pin and not (now.is_tank or now.is_vessel or now.kind == "artillery"):
        table.record(f.Pinned(rule=rule, units=(unit,), pin=pin))
