"""DDaT 20.1, 20.2: the pieces of 21 November as the text lists them, and how a unit or position of it begins."""

from __future__ import annotations

from typing import Literal

from domain.ddat.charts import UnitCard
from domain.ddat.state import ASIDE, MAP, OUT, TURNS, UNREAD, Ddat, Position, Unit

INFANTRY: dict[str, dict[str, int]] = {
    "1218": {"E/2/8": 3, "F/2/8": 4, "G/2/8": 2, "H/2/8": 2},
    "1419": {"K/3/8": 3, "L/3/8": 2, "M/3/8": 4},
    "1622": {"C/1/2": 3, "D/1/2": 2},
    "1424": {"F/2/2": 2, "G/2/2": 4, "H/2/2": 3},
    "1326": {"A/1/2": 4},
    "1437": {"B/1/2": 2, "I/3/2": 3, "L/3/2": 2, "M/3/2": 3},
}
"""Infantry with its steps, by the hex it stands within two hexes of (20.2)."""
POSTS: dict[str, tuple[str, dict[str, int]]] = {
    "HQ-8": ("D10", {"2/C/1/18": 2, "3/F/2/18": 2, "3/C/2T": 2}),
    "HQ-2": ("E5", {"2/A/1/18": 2, "1/D/2/18": 2, "1/A/2T": 2, "A/1/10": 2}),
}
"""Command posts, their positions, and the units within four hexes of each (20.2)."""
SPACE = 2
"""The space of the command track their range markers begin on (20.2)."""
RYAN_WITH = tuple(INFANTRY["1437"])
"""Infantry one of which Major Ryan is with (20.2)."""
NEAR_1337 = {"3/A/1/18": 1, "3/D/1/18": 1, "3/A/2T": 1}
"""Units within two hexes of 1337, with their steps, by the names of the list (20.2, reading AMB-34)."""
POSITIONS: dict[str, Literal["coastal", "inland"] | None] = {
    "A4": None,
    "A8": None,
    "A11": None, "B1": None, "B3": "inland", "B5": "inland", "B8": None, "B11": None, "B12": "coastal", "C7": None,
    "C13": None,
    "D6": "coastal",
    "D8": None, "D12": None, "D16": "inland", "E6": "coastal", "E9": "inland", "E12": "inland", "E13": None,
    "E15": None, "F6": "coastal", "F7": "coastal", "F8": "coastal", "F12": None,
}  # fmt: skip
"""The 24 Japanese positions, and the depth marker of those that have one (20.1)."""
RESERVE, INLAND_POOL, COASTAL_POOL = 3, 6, 5
JAPANESE = 46
"""Japanese units of the game (3.0)."""
ELITE, OTHERS = 19, 8
UNITS_LEFT = ELITE + OTHERS
"""Those 21 November begins with (20.1)."""
LVTS = (2, 2, 1)
GARRISONS = 3
LEADERS = (4, 1)
"""Heroes and inspired markers on five units (20.2)."""
FIRST_TURN = TURNS["21-november"][0]


def steps_of() -> dict[str, int]:
    """Every unit of the set-up but the HQs, and its steps."""
    found = {name: steps for units in INFANTRY.values() for name, steps in units.items()}
    for _, units in POSTS.values():
        found |= units
    return found | NEAR_1337


def is_lost(unit: str, card: UnitCard) -> bool:
    """DDaT 20.2: whether a unit is eliminated before the 21st: it came, or might have come, earlier, and the set-up
    does not name it."""
    early = card.by == "event" or (card.by == "turn" and card.arrival < FIRST_TURN)
    return early and unit not in steps_of() and unit not in POSTS


def leaves_a_counter(unit: str, card: UnitCard) -> bool:
    """DDaT 14.1: whether the full-strength counter of a unit lies in the Infantry Loss box from the start."""
    return card.type == "infantry" and (is_lost(unit, card) or steps_of().get(unit, card.steps) <= 2)


# ---- what is read out during the set-up ----


def admit_unit(state: Ddat, name: str, card: UnitCard, waits: Unit) -> Ddat:
    """DDaT 20.2: a unit read out during the set-up begins as the others have: named there, or lost, or as it `waits`
    for its turn."""
    if is_lost(name, card):
        unit = Unit(box=OUT)
    elif name in POSTS:
        place = state.board.positions.get(POSTS[name][0])
        unit = Unit(box=MAP if place else ASIDE, hex=place.hex if place else "", steps=card.steps, post=SPACE)
    else:
        steps = steps_of().get(name)
        unit = waits if steps is None else Unit(box=ASIDE, steps=steps)
    boxed = (name,) if leaves_a_counter(name, card) else ()
    return state.but(units={**state.units, name: unit}, loss_box=(*state.loss_box, *boxed))


def admit_position(state: Ddat, name: str) -> Ddat:
    """DDaT 20.1, 20.2: a position read out during the set-up holds the Japanese unit, the depth marker or the command
    post that it should."""
    kind = POSITIONS.get(name) or ""
    now = Position(unit=UNREAD if name in POSITIONS else "", depth=UNREAD if kind else "", depth_type=kind)
    state = state.but(positions={**state.positions, name: now})
    for hq, (position, _) in POSTS.items():
        if position == name and hq in state.units and state.units[hq].box != MAP:
            state = state.with_unit(hq, box=MAP, hex=state.place(name).hex)
    return state
