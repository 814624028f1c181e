"""BB 10.6 to 10.8 Banzai attacks, local and general."""

from __future__ import annotations

from collections.abc import Sequence

from domain.betio import facts as f
from domain.betio import morale
from domain.betio.charts import BanzaiCard, HexCard, MarineFireCard
from domain.betio.clearing import abandon, occupy, secure, unclear
from domain.betio.common import draw, line, roll, terms_of, total
from domain.betio.course import is_pier
from domain.betio.heads import lose_head
from domain.betio.hits import advance_casualties, lose_steps, spoil, take_hits
from domain.betio.lines import standing
from domain.betio.movement import under_fire
from domain.betio.reef import on_land, wades
from domain.betio.stacking import why_not_afloat, why_not_stack
from domain.betio.state import JAPANESE, MARINE, REGIMENTS, Betio
from domain.betio.support import value
from domain.kernel.facts import Modifier
from domain.kernel.objections import fine
from domain.kernel.questions import OneOf, Roll, YesNo
from domain.kernel.table import Table

CHAINS = 40
"""A General Banzai goes on from hex to hex; the island has no more than so many worth it."""


def exposed(state: Betio) -> tuple[str, ...]:
    """BB 10.6.1: ground units next to an uncleared hex, on the Long Pier and the reef too."""
    return tuple(unit for unit in standing_units(state) if state.near_japanese(state.units[unit].hex, 1))


def standing_units(state: Betio) -> tuple[str, ...]:
    """The ground units on the map, ashore or not."""
    return tuple(name for name, unit in state.units.items() if unit.stands and not unit.is_vessel)


def local(table: Table[Betio]) -> None:
    """BB 10.6: a Banzai attack on a unit next to an uncleared hex, picked by chance."""
    unit = draw(table, "victim", "BB 10.6.1", "the target of the Banzai attack", exposed(table.state))
    if unit:
        attack(table, unit, "BB 10.6.1", general=False)


def attack(table: Table[Betio], unit: str, rule: str, *, general: bool, again: bool = False) -> str:
    """BB 10.6: an attack on a unit; the hex once lost or held (10.6.7), who retreated onto a runway comes under fire
    there (1.5.3).

    Then only is an area secured whose last runway hex was retreated to (8.3.3). Returns the hex that is lost, or "".
    """
    fled: dict[str, tuple[str, ...]] = {}
    lost = fought(table, unit, rule, fled, general=general, again=again)
    for one in fled:
        under_fire(table, (one,), table.state.units[one].hex)
    for area in dict.fromkeys(area for areas in fled.values() for area in areas):
        secure(table, area)
    return lost


def fought(
    table: Table[Betio], unit: str, rule: str, fled: dict[str, tuple[str, ...]], *, general: bool, again: bool
) -> str:
    """BB 10.6.2: the target is marked, and fires, then the Banzai Table; an S* destroys the attack (10.6.5).

    Where a unit retreats it goes on against another of the hex (10.6.9), or the hex is lost (10.6.8). Who has fled is
    noted, with the areas in which a runway hex is occupied by it (1.5.4). Returns the hex that is lost, or "".
    """
    hex = table.state.units[unit].hex
    while unit:
        table.record(f.BanzaiBegan(rule=rule, target=unit, hex=hex, general=general))
        spoil(table, unit, "banzai")
        stop_digging(table, hex)
        fired = defend(table, unit)
        if fired == "S*":
            repulsed(table, unit)
            return ""
        if roll_banzai(table, unit, suppressed=fired == "S") == "repulsed":
            repulsed(table, unit)
            return ""
        if table.state.units[unit].steps:
            retreat(table, unit, fled)
        others = tuple(table.state.at(hex))
        unit = draw(table, "victim", "BB 10.6.9", f"the next target in {hex}", others)
    abandon(table, hex)
    if hex in table.state.heads:
        lose_head(table, hex)
    if not can_be_lost(table.state, hex):
        return ""
    if not general or not again:
        morale.move(table, JAPANESE, 1, "banzai-won", "BB 8.2.3", hex)
    unclear(table, (hex,), "BB 10.6.8")
    return hex


def stop_digging(table: Table[Betio], hex: str) -> None:
    """BB 1.3.2: fire in defence leaves an improved position incomplete, in support too (reading A-73)."""
    if hex in table.state.hexes and table.state.hexes[hex].position == "in-process":
        table.record(f.PositionsLost(rule="BB 1.3.2", places=(hex,)))


def defend(table: Table[Betio], unit: str) -> str:
    """BB 10.6.3 to 10.6.5: one Fire attack of the target, supported by all others of the hex, free of APs (reading
    A-48, reading A-73)."""
    state = table.state
    hex = state.units[unit].hex
    terms = [f.term("marine-morale", state.morale(MARINE), "BB 8.5.3")]
    if standing(state, unit) == "isolated":
        terms.append(f.term("isolated", -1, "BB 7.9.3"))
    terms += [
        f.term("support", value(state, other, "fire"), "BB 10.6.3", other) for other in state.at(hex) if other != unit
    ]
    changes = terms_of(*terms)
    (die,) = roll(table, "marine-fire", "BB 10.6.3", f"{unit} fires at the Banzai attack", changes, (unit,), hex)
    result = line(table, MarineFireCard, total((die,), changes)).result
    table.record(
        f.FireActionResolved(
            rule="BB 10.6.3", units=(unit,), target=hex, die=die, terms=changes, result=result, banzai=True
        )
    )
    return result


def banzai_terms(state: Betio, unit: str, *, suppressed: bool) -> tuple[Modifier, ...]:
    """BB 10.6.4, 10.6.6: an S, and the morale of the target's regiment; reading A-06: Marine General Morale too
    (8.5.3)."""
    regiment = state.units[unit].regiment
    own = state.morale(regiment) if regiment in REGIMENTS else 0
    terms = [f.term("suppressed-banzai", -suppressed, "BB 10.6.4"), f.term("regiment", -own, "BB 10.6.6")]
    if state.reading("A-06") == "general":
        terms.append(f.term("marine-morale", -state.morale(MARINE), "BB 8.5.3"))
    return terms_of(*terms)


def roll_banzai(table: Table[Betio], unit: str, *, suppressed: bool) -> str:
    """BB 10.6.6, 10.6.7: the Banzai Table, and what it does at once."""
    terms = banzai_terms(table.state, unit, suppressed=suppressed)
    (die,) = roll(
        table, "banzai", "BB 10.6.6", f"the Banzai attack on {unit}", terms, (unit,), table.state.units[unit].hex
    )
    cell = line(table, BanzaiCard, total((die,), terms))
    table.record(
        f.BanzaiRolled(rule="BB 10.6.6", target=unit, die=die, terms=terms, result=cell.result, hits=cell.hits)
    )
    if cell.casualties:
        advance_casualties(table, unit)
    take_hits(table, unit, cell.hits, "banzai", "BB 10.6.7")
    return cell.result


def repulsed(table: Table[Betio], unit: str) -> None:
    """BB 8.2.2, 8.4.5: the Japanese lose heart, and the regiment of who repelled them may gain it."""
    morale.move(table, JAPANESE, -1, "banzai-repulsed", "BB 8.2.2", unit)
    regiment = table.state.units[unit].regiment
    if regiment in REGIMENTS and table.state.units[unit].steps:
        question = YesNo(
            name="raise",
            by="us",
            rule="BB 8.4.5",
            words=f"does the morale of {unit}'s regiment go one box to the right?",
            default=True,
        )
        if table.ask(question):
            morale.move(table, regiment, 1, "banzai-repulsed", "BB 8.4.5", unit)


def refuges(state: Betio, unit: str) -> tuple[str, ...]:
    """Hexes next to a unit without Japanese, where it may stack: on Betio, on the Long Pier, or on the reef, as where
    it is (reading A-52)."""
    rows, here = state.rows(HexCard), state.units[unit].hex
    near = [hex for hex in state.grid.neighbours(here) if hex in rows]
    if on_land(state, here):
        return tuple(
            hex
            for hex in near
            if rows[hex].area and not state.is_uncleared(hex) and fine(why_not_stack(state, hex, (unit,)))
        )
    pier, barred = is_pier(state, here), () if wades(state.units[unit]) else ("reef-obstacle",)
    same = [
        hex for hex in near if not rows[hex].area and rows[hex].pier == pier and (pier or "reef" in rows[hex].terrain)
    ]
    return tuple(
        hex
        for hex in same
        if fine(why_not_afloat(state, hex, unit)) and not any(kind in barred for kind in rows[hex].terrain)
    )


def retreat(table: Table[Betio], unit: str, fled: dict[str, tuple[str, ...]]) -> None:
    """BB 10.6.8: the target leaves the hex for one next to it without Japanese; where there is none it is eliminated
    (reading A-52)."""
    able = refuges(table.state, unit)
    if not able:
        take_all(table, unit)
        return
    question = OneOf(
        name="retreat",
        by="us",
        rule="BB 10.6.8",
        words=f"where {unit} retreats to",
        options=able,
        default=able[0],
        names="hex",
    )
    to = table.choose(question)
    table.record(f.Retreated(rule="BB 10.6.8", units=(unit,), to=to))
    fled[unit] = occupy(table, (to,))


def take_all(table: Table[Betio], unit: str) -> None:
    """Nowhere to go."""
    lose_steps(table, unit, table.state.units[unit].steps, "banzai", "BB 10.6.8")


# ---- 10.8 General Banzai ----


def areas_attacked(state: Betio) -> tuple[str, ...]:
    """BB 10.8.1: areas with Marines that hold or border an uncleared hex (reading A-42)."""
    found = []
    for area in state.areas:
        if not state.in_area(area):
            continue
        own = set(state.hexes_of(area))
        beside = {near for hex in own for near in state.grid.neighbours(hex)} - own
        wanted = beside if state.reading("A-42") == "bordering" else own | beside
        if any(hex in wanted for hex in state.uncleared):
            found.append(area)
    return tuple(found)


def general(table: Table[Betio]) -> None:
    """BB 10.8: one unit of each such area, picked by chance before any attack; where a hex is lost the attack goes on
    (reading A-90)."""
    targets = [
        draw(table, "victim", "BB 10.8.1", f"the target of the General Banzai in {area}", table.state.in_area(area))
        for area in areas_attacked(table.state)
    ]
    for unit in targets:
        if table.state.units[unit].stands:
            chain(table, unit)


def chain(table: Table[Betio], unit: str) -> None:
    """BB 10.8.2 to 10.8.6: on against units next to a hex that is lost; where there are none more hexes are lost, and
    who is met by that is next."""
    lost: list[str] = []
    rule = "BB 10.8.1"
    for _ in range(CHAINS):
        hex = attack(table, unit, rule, general=True, again=bool(lost))
        if not hex:
            return
        lost.append(hex)
        rule, among = "BB 10.8.2", next_to(table.state, (hex,))
        if not among:
            more = spread(table, lost)
            lost += more
            rule, among = "BB 10.8.5", next_to(table.state, more)
            if head := draw(
                table, "head", rule, "the Supply Head that the General Banzai comes to", beside_heads(table.state, more)
            ):
                defenders = table.state.at(head)
                if not defenders:
                    lose_head(table, head)
                    if table.state.reading("A-91") == "instead":
                        return
                among = defenders or among
        unit = draw(table, "victim", rule, "the next target of the General Banzai", among)
        if not unit:
            return


def next_to(state: Betio, hexes: Sequence[str]) -> tuple[str, ...]:
    """Ground units in hexes next to these."""
    return tuple(
        unit for unit in standing_units(state) if any(state.grid.adjacent(state.units[unit].hex, hex) for hex in hexes)
    )


def beside_heads(state: Betio, hexes: Sequence[str]) -> tuple[str, ...]:
    """BB 10.8.5: Supply Heads next to these hexes: they come before units."""
    return tuple(head for head in state.heads if any(state.grid.adjacent(head, hex) for hex in hexes))


def spread(table: Table[Betio], lost: Sequence[str]) -> list[str]:
    """BB 10.8.3, 10.8.4: a die of hexes: those next to the first hex lost, then to the second; chance picks among
    them."""
    question = Roll(name="hexes", by="table", rule="BB 10.8.3", words="how many hexes are lost", count=1)
    number = table.ask(question)[0]
    taken: list[str] = []
    edge = [*lost]
    while edge and len(taken) < number:
        hex = edge.pop(0)
        while len(taken) < number:
            near = tuple(
                one
                for one in table.state.grid.neighbours(hex)
                if one in table.state.rows(HexCard)
                and table.state.area_of(one)
                and not table.state.at(one)
                and can_be_lost(table.state, one)
            )
            if not near:
                break
            one = draw(table, "hex", "BB 10.8.4", f"the hex that is lost next to {hex}", near)
            if one in table.state.heads:  # overrun with its hex, which no unit holds (reading A-97)
                lose_head(table, one)
            unclear(table, (one,), "BB 10.8.3")
            taken.append(one)
            edge.append(one)
    return taken


def can_be_lost(state: Betio, hex: str) -> bool:
    """Whether the Japanese can have a hex back (reading A-59)."""
    card = state.ground(hex)
    return state.is_cleared(hex) and not (card.landing or card.pier or state.is_runway(hex))
