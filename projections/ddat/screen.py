"""The situation of a game of D-Day at Tarawa, for a screen of 80 columns and for the lines that stay on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.ddat.state import UNSEEN
from domain.kernel.game import View
from projections.screen import steps
from projections.text import clean, folded, headed, paint

if TYPE_CHECKING:
    from domain.ddat.state import Ddat


HEADS = 9
"""Columns of the headings: a hex and its position."""
PILE_TITLES = {"us": "US pile", "jp": "Japanese pile", UNSEEN: "face down in the discards"}
"""Cards that lie face down beside the deck (8.6(2), 4.0)."""


def words(view: View[Ddat]) -> list[str]:
    """What a player glances at: letters, markers, cards, LVTs, the meter of catastrophic loss."""
    state = view.state
    found = [f"letters {' '.join(state.letters) or 'none'}"]
    if state.counterattack:
        found.append("counterattack" + (" next turn" if state.counterattack == "next" else ""))
    if state.wires_cut:
        found.append("wires cut")
    if state.phase in ("action", "combat"):
        found.append(f"{state.paid} of 3 actions")
    if state.naval:
        found.append(f"naval fire {state.naval}")
    if state.support:
        found.append(f"support {state.support}")
    found.append(f"LVTs {' '.join(map(str, state.lvts)) or 'none'}")
    found.append(f"infantry at 3+: {len(state.full_strength_infantry())}")
    found.append(f"deck {state.deck.undealt()}")
    found += [f"{PILE_TITLES.get(pile, pile)} {count}" for pile, count in state.deck.dealt.items() if count]
    return found


def meetings(view: View[Ddat]) -> Iterator[str]:
    """The hexes where both sides stand; nobody hides anything from the one player."""
    state = view.state
    for hex, units in state.us_hexes().items():
        if state.enemy_in(hex):
            yield (
                f"{hex}: {', '.join(units)} against "
                f"{_force(state, state.jp_at(hex)) if state.jp_at(hex) else 'Japanese'}"
            )


def overview(view: View[Ddat]) -> Iterator[str]:
    """Everybody, place by place: US units from west to east, the turn track, the Japanese zone by zone, the boxes."""
    state = view.state
    yield ""
    yield paint("US units, from the west", bold=True)
    from domain.ddat.charts import GRID, ZONES

    for hex, units in sorted(state.us_hexes().items(), key=lambda item: (-GRID.spot(item[0]).half, item[0])):
        here = state.board.by_hex.get(hex, "") or state.board.approach_at(hex)
        yield from headed(f"{hex}{' ' + here if here else ''}", [_unit(view, name) for name in units], HEADS)
    waiting: dict[int, list[str]] = {}
    for name, unit in state.units.items():
        if unit.box == "track":
            waiting.setdefault(unit.due, []).append(name)
    for due, names in sorted(waiting.items()):
        yield from headed(f"turn {due}", names, HEADS)
    lost = [name for name, unit in state.units.items() if unit.box == "out"]
    if lost:
        yield from headed("lost", lost, HEADS)
    yield ""
    yield paint("Japanese positions; ? face down, + with depth, ! disrupted", bold=True)
    for zone in ZONES:
        held = [p for p in state.positions if p.startswith(zone) and state.positions[p].unit]
        if held:
            yield from headed(zone, [_force(state, p) for p in sorted(held, key=lambda p: (len(p), p))], HEADS)
    garrisons = [p for p, now in state.positions.items() if now.garrison]
    if garrisons:
        yield from headed("garrisons", garrisons, HEADS)
    boxes = f"reserve {state.reserve}, depth {state.coastal_pool} coastal and {state.inland_pool} inland"
    yield from folded(
        f"{boxes}, eliminated {state.eliminated_elite} elite and {state.eliminated_other} others; Shibasaki: "
        f"{state.shibasaki}"
    )


def _unit(view: View[Ddat], name: str) -> str:
    state = view.state
    now, marks = state.units[name], [steps(view, name)]
    if now.post:
        marks.append("CP")
    if now.heroes or now.heroic:
        marks.append("hero")
    if now.inspired:
        marks.append("inspired")
    if state.ryan == name:
        marks.append("Ryan" if not state.ryan_inspired else "Ryan, inspired")
    if now.disrupted:
        marks.append("disrupted")
    if name in state.acted and state.phase in ("action", "combat"):
        marks.append("acted")
    return " ".join(filter(None, [clean(name), *marks]))


def _force(state: Ddat, position: str) -> str:
    now = state.positions[position]
    unit = now.unit if now.revealed else "?"
    return f"{position} {clean(unit)}{'+' if now.depth else ''}{'!' if now.disrupted else ''}"
