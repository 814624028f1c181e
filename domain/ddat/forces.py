"""DDaT 9: Japanese pieces turned up, depth markers, tactical reinforcements. DDaT 6.51, 8.33: beaten units, destroyed
guns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Literal

from domain.ddat import facts as f
from domain.ddat.board import number, zone
from domain.ddat.charts import GRID, DepthCard, ForceCard
from domain.ddat.communication import connected, nearest_us
from domain.ddat.november_pieces import ELITE, OTHERS
from domain.ddat.state import NIGHT, UNREAD, Ddat
from domain.kernel.facts import Loss, Purpose
from domain.kernel.questions import Draw
from domain.kernel.table import Table

# ---- 9.1 turning up ----

UNREAD_UNITS = tuple(f"J{n:02}" for n in range(1, 44))
"""Names for the 28 coastal and 15 other units of a set whose counters nobody has listed (3.0)."""


def unread_depth(kind: str) -> tuple[str, ...]:
    """Names for the depth markers of a set that nobody has listed."""
    return tuple(f"{kind[0].upper()}D{n:02}" for n in range(1, 4 if kind == "armor" else 31))


def unlisted(state: Ddat, row: type[ForceCard] | type[DepthCard], names: Sequence[str]) -> tuple[str, ...]:
    """Names for counters that nobody has listed; none when the pack holds every counter."""
    if row.CHART in state.complete:
        return ()
    return tuple(name for name in names if name not in state.faces and name not in state.rows(row))


def unread_units(state: Ddat) -> tuple[str, ...]:
    """The listed units that may lie under a face nobody has read; in 21 November so many elite and others as it draws
    (20.1)."""
    cards = {name: card for name, card in state.rows(ForceCard).items() if not card.tank}
    left = {name: card.elite for name, card in cards.items() if name not in state.faces}
    if state.scenario == "21-november":
        read = Counter(cards[name].elite for name in state.faces if name in cards)
        left = {name: elite for name, elite in left.items() if read[elite] < (ELITE if elite else OTHERS)}
    return tuple(left)


def reveal_unit(table: Table[Ddat], where: str, rule: str) -> ForceCard:
    """DDaT 9.1: a Japanese unit is turned up; what is printed on it is read once. Returns its face."""
    force = table.state.force_at(where)
    name = force.unit
    if name == UNREAD:
        left = unread_units(table.state) + unlisted(table.state, ForceCard, UNREAD_UNITS)
        name = _turn_up(table, "unit", f"the Japanese unit in {where}", rule, left, where)
    if not force.revealed or name != force.unit:
        table.record(f.ForceRevealed(rule=rule, where=where, unit=name))
    return table.read(ForceCard, name)


def reveal_depth(
    table: Table[Ddat], where: str, rule: str, *, after_combat: bool = False, face_up: bool = False
) -> DepthCard | None:
    """DDaT 9.1: a depth marker is turned up. Returns its face.

    None when it was a Tactical Reinforcement: the marker leaves play (9.3(1)), and it is carried out.
    """
    state = table.state
    force = state.force_at(where)
    name = force.depth
    if name == UNREAD:
        kind = force.depth_type or "inland"
        late = state.scenario == "21-november" and kind == "coastal"  # 20.1: those with a reinforcement are not in it
        rows = state.rows(DepthCard).items()
        left = tuple(
            n for n, card in rows if card.type == kind and n not in state.faces and not (late and card.reinforcement)
        )
        left += unlisted(state, DepthCard, unread_depth(kind))
        name = _turn_up(table, "marker", f"the {kind} depth marker in {where}", rule, left, where)
    if not force.depth_shown:
        table.record(f.DepthRevealed(rule=rule, where=where, marker=name))
    card = table.read(DepthCard, name)
    if not card.reinforcement:
        return card
    table.record(f.DepthLost(rule="DDaT 9.3", where=where, cause="tactical-reinforcement"))
    if not after_combat:
        tactical_reinforcement(table, table.state.hex_of(where), face_up=face_up)
    return None


def _turn_up(
    table: Table[Ddat], name: Literal["unit", "marker"], words: str, rule: str, left: tuple[str, ...], where: str
) -> str:
    purpose = Purpose(kind=name, at=where)
    return table.ask(
        Draw(name=name, by="table", rule=rule, words=words, purpose=purpose, left=left, deck=f"unread {name}s")
    )


# ---- 9.2 depth markers ----


def pool_for(state: Ddat, position: str) -> f.Pool | None:
    """DDaT 9.21, 9.23: the box a depth marker for the position comes from, its own before the other; None when both are
    empty."""
    left: dict[f.Pool, int] = {"coastal": state.coastal_pool, "inland": state.inland_pool}
    order: tuple[f.Pool, ...] = ("coastal", "inland") if state.place(position).coastal else ("inland", "coastal")
    return next((pool for pool in order if left[pool]), None)


def place_depth(table: Table[Ddat], where: str, rule: str, *, of: str = "") -> bool:
    """A depth marker is laid under the unit in a position, or under a force in none that left the position `of`.

    False when both boxes are empty (9.23).
    """
    pool = pool_for(table.state, of or where)
    if not pool:
        table.record(
            f.NothingDone(rule="DDaT 9.23", what="depth", at=where, why="depth exhausted: both boxes are empty")
        )
        return False
    table.record(f.DepthPlaced(rule=rule, where=where, pool=pool))
    return True


def order_for_depth(state: Ddat, position: str) -> tuple[int, bool, int, str]:
    """DDaT 9.2: nearest to a US unit, coastal before inland, lowest number, lowest letter."""
    card = state.place(position)
    return (nearest_us(state, card.hex), not card.coastal, number(position), zone(position))


def depth_event(table: Table[Ddat], count: int, rule: str = "DDaT 9.2") -> None:
    """DDaT 9.2: depth markers for the Japanese units that are next in order; units need communication, tanks get none
    (9.22)."""
    state, linked = table.state, frozenset(connected(table.state))
    lone = [p for p in state.held() if not state.positions[p].depth and not state.positions[p].tank and p in linked]
    lone.sort(key=partial(order_for_depth, state))  # neither this order nor communication rests on depth markers
    for position in lone[:count]:
        if not place_depth(table, position, rule):
            return
    if len(lone) < count:
        table.record(f.NothingDone(rule=rule, what="depth", why="no unit in communication is without a depth marker"))


def lose_depth(
    table: Table[Ddat],
    where: str,
    rule: str,
    cause: Literal["attack", "barrage", "naval-fire", "close-combat", "unit-beaten"],
) -> bool:
    """The depth marker under a force is gone. False where it has none."""
    if not table.state.force_at(where).depth:
        return False
    table.record(f.DepthLost(rule=rule, where=where, cause=cause))
    return True


# ---- 9.3 tactical reinforcements ----


def tactical_reinforcement(table: Table[Ddat], hex: str, *, face_up: bool = False) -> None:
    """DDaT 9.3: a reserve unit takes the nearest unoccupied inland position in communication (reading AMB-12), as it is
    now (AMB-67).

    Of equals the one closest to a US unit, then the one of lower id (9.3(3)).
    """
    state = table.state
    if not state.reserve:
        table.record(f.NothingDone(rule="DDaT 9.31", what="tactical-reinforcement", why="the reserve is empty"))
        return
    linked = connected(state)
    free = [
        name
        for name, card in state.board.positions.items()
        if not card.coastal and name in linked and not state.positions[name].unit and not state.us_held(name)
    ]
    if not free:
        why = "no unoccupied inland position is in communication"
        table.record(f.NothingDone(rule="DDaT 9.3", what="tactical-reinforcement", why=why))
        return

    def order(name: str) -> tuple[int, int, int, str]:
        here = state.place(name).hex
        return (GRID.distance(hex, here), nearest_us(state, here), number(name), zone(name))

    position = min(free, key=order)
    table.record(f.ForcePlaced(rule="DDaT 9.3(2)", position=position))
    if face_up:
        reveal_unit(table, position, "DDaT EV")


# ---- 6.4, 6.51, 8.33, 8.61 what Japanese forces suffer ----


def disrupt_force(table: Table[Ddat], where: str, rule: str) -> None:
    """A Japanese unit is disrupted; once is enough (6.4)."""
    if not table.state.force_at(where).disrupted:
        table.record(f.ForceDisrupted(rule=rule, where=where))


def defeat(table: Table[Ddat], where: str, rule: str, *, combat: bool) -> None:
    """A Japanese unit is beaten by an attack (8.33, 13.3) or in close combat (8.61); its depth marker goes with it."""
    force = table.state.force_at(where)
    elite = not force.tank and table.read(ForceCard, force.unit).elite
    to = _where_to(table.state, where, elite=elite, combat=combat)
    lose_depth(table, where, rule, "unit-beaten")
    loss = Loss(side="jp", unit=force.unit, steps=1, cause="close-combat" if combat else "attack", eliminated=True)
    table.record(
        f.ForceDefeated(
            rule=rule, where=where, unit=force.unit, to=to, elite=elite, losses=() if to == "reserve" else (loss,)
        )
    )


def _where_to(state: Ddat, where: str, *, elite: bool, combat: bool) -> Literal["eliminated", "reserve", "out"]:
    """Where a beaten unit goes: a tank unit out of play (13.3), others as the manner and the turn have it (8.33,
    8.61)."""
    if state.force_at(where).tank:
        return "out"
    if combat:
        return "eliminated" if elite else "out"
    if state.turn > NIGHT:
        return "out"
    return "reserve" if elite and where in connected(state) else "eliminated"


def shell(table: Table[Ddat], position: str, rule: str) -> None:
    """DDaT 8.52, EV: naval fire on a position disrupts its unit, and takes its depth marker and its guns (6.51)."""
    disrupt_force(table, position, rule)
    lose_depth(table, position, rule, "naval-fire")
    destroy_guns(table, position)


def destroy_guns(table: Table[Ddat], position: str) -> None:
    """DDaT 6.51 (reading AMB-27): naval fire destroys the guns of a position."""
    if has_guns(table.state, position):
        table.record(f.GunsDestroyed(rule="DDaT 6.51", places=(position,)))


def has_guns(state: Ddat, position: str) -> bool:
    """Whether a position has artillery that is not destroyed (6.5)."""
    return state.place(position).artillery != "none" and not state.positions[position].guns_destroyed


def enter_hex(table: Table[Ddat], hex: str) -> None:
    """DDaT 6.51 (reading AMB-72): US units in a hex with Japanese guns destroy them, also while a Japanese unit is
    there."""
    state = table.state
    name, units = state.board.by_hex.get(hex, ""), state.at(hex)
    if name and units and has_guns(state, name):
        table.record(f.GunsDestroyed(rule="DDaT 6.51", places=(name,), by=units))
