"""DDaT 20: the 21 November scenario and its set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, UnitCard
from domain.ddat.common import UnitNames, verbs
from domain.ddat.state import MAP, TRACK, Ddat
from domain.kernel.table import Table
from domain.kernel.verbs import Named

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
RYAN_WITH = tuple(INFANTRY["1437"])
"""Infantry one of which Major Ryan is with (20.2)."""
NEAR_1337 = {"3/A/1/18": 1, "3/D/1/18": 1, "3/A/2T": 1}
POSITIONS = [
    "A4",
    "A8",
    "A11",
    "B1",
    "B3/I",
    "B5/I",
    "B8",
    "B11",
    "B12/C",
    "C7",
    "C13",
    "D6/C",
    "D8",
    "D12",
    "D16/I",
    "E6/C",
    "E9/I",
    "E12/I",
    "E13",
    "E15",
    "F6/C",
    "F7/C",
    "F8/C",
    "F12",
]
"""The 24 Japanese positions, those with a coastal or inland depth marker marked so (20.1)."""
RESERVE, INLAND_POOL, COASTAL_POOL = 3, 6, 5
UNITS_LEFT = 27
LVTS = (2, 2, 1)
GARRISONS = 3
LEADERS = (4, 1)
"""Heroes and inspired markers on five units (20.2)."""
FIRST_TURN = 17


def begin(table: Table[Ddat]) -> None:
    """DDaT 20: what the set-up leaves no choice in."""
    state = table.state
    table.record(
        f.ScenarioSet(rule="DDaT 20", scenario="21-november", turn=FIRST_TURN, shibasaki="killed", letters=("R", "M", "P", "A", "I"), chits=())
    )
    places = {word.partition("/")[0]: {"C": "coastal", "I": "inland"}.get(word.partition("/")[2], "") for word in POSITIONS}
    table.record(
        f.JapaneseSetUp(
            rule="DDaT 20.1", positions=tuple(p for p in places if p in state.positions), depth={p: kind for p, kind in places.items() if kind},
            reserve=RESERVE, coastal_pool=COASTAL_POOL, inland_pool=INLAND_POOL, out_of_play=46 - UNITS_LEFT,
        )
    )  # fmt: skip
    there = steps_of()
    cards = state.rows(UnitCard)
    early = [n for n, card in cards.items() if card.by == "turn" and card.arrival < FIRST_TURN and n not in there]
    early += [n for n, card in cards.items() if card.by == "event" and n not in there]
    posts = {hq: 2 for hq in POSTS if hq in cards}
    table.record(
        f.UnitsDeployed(
            rule="DDaT 20.2", out=tuple(n for n in early if n not in posts), aside=tuple(n for n in there if n in cards),
            steps={n: steps for n, steps in there.items() if n in cards},
            hexes={hq: state.place(POSTS[hq][0]).hex for hq in posts if POSTS[hq][0] in state.positions}, posts=posts, lvts=LVTS,
            lost=tuple(n for n, steps in there.items() if n in cards and cards[n].type == "infantry" and steps <= 2) + tuple(
                n for n in early if cards[n].type == "infantry"
            ), heroes_left=8,
        )
    )  # fmt: skip


def steps_of() -> dict[str, int]:
    """Every unit of the set-up but the HQs, and its steps."""
    found = {name: steps for units in INFANTRY.values() for name, steps in units.items()}
    for _, units in POSTS.values():
        found |= units
    return found | NEAR_1337


def to_deploy(state: Ddat) -> tuple[str, ...]:
    """Units of the set-up that stand nowhere yet."""
    return tuple(n for n in steps_of() if n in state.units and state.units[n].box not in (MAP, TRACK) and state.units[n].box != "out")


def anchor(unit: str, state: Ddat) -> tuple[str, int, bool]:
    """The hex a unit is set up near, how near, and whether only enemy-adjacent hexes are barred (else enemy fields) (20.2)."""
    for hex, units in INFANTRY.items():
        if unit in units:
            return hex, 2, True
    for position, units in POSTS.values():
        if unit in units:
            return state.place(position).hex, 4, False
    return "1337", 2, False


def deploy(table: Table[Ddat], hex: str, unit: str) -> None:
    """DDaT 20.2: a unit of the set-up near its hex, clear of the Japanese."""
    state = table.state
    table.require(unit in steps_of(), "DDaT 20.2", f"{unit} is not set up on the map")
    why = misplaced(state, unit, hex)
    table.require(not why, "DDaT 20.2", why)
    table.record(f.UnitsPlaced(rule="DDaT 20.2", hex=hex, units=(unit,), steps={unit: steps_of().get(unit, state.units[unit].steps)}))


def misplaced(state: Ddat, unit: str, hex: str) -> str:
    """Why a unit may not be set up in a hex; "" when it may."""
    there, most, infantry = anchor(unit, state)
    if GRID.distance(there, hex) > most:
        return f"{unit} is set up within {most} hexes of {there}"
    if not state.board.is_land(hex) or state.enemy_in(hex):
        return f"{hex} is no land hex, or the enemy is there"
    if infantry and any(state.enemy_in(near) for near in GRID.neighbours(hex)):
        return f"{hex} is next to a Japanese unit"
    if not infantry and state.under_fire(hex):
        return f"{hex} is in the field of fire of {state.under_fire(hex)[0]}"
    if sum(not state.card(n).leader for n in state.at(hex)) >= 2:
        return f"{hex} holds two units"
    return ""


# ---- garrisons and heroes of the set-up ----

Positions = Annotated[tuple[str, ...], Named("position")]


def posted(state: Ddat) -> int:
    return sum(now.garrison for now in state.positions.values())


def posts_near(state: Ddat, position: str) -> frozenset[str]:
    """The command posts within four hexes of a position."""
    hex = state.place(position).hex
    return frozenset(hq for hq, (p, _) in POSTS.items() if p in state.positions and GRID.distance(hex, state.place(p).hex) <= 4)


def may_hold(state: Ddat, position: str) -> str:
    """Why no garrison can be set up in a position; "" when it can: near a command post that has fewer than three, outside Japanese fields."""
    now = state.positions[position]
    near = posts_near(state, position)
    if not near or now.unit or now.garrison or state.under_fire(state.place(position).hex):
        return f"{position} is not within four hexes of a command post and outside Japanese fields"
    only = [p for p, one in state.positions.items() if one.garrison and posts_near(state, p) == near]
    if len(near) == 1 and len(only) >= GARRISONS:
        return f"{', '.join(near)} has its {GARRISONS} garrisons"
    return ""


def _holdings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if state.scenario == "21-november" and posted(state) < 2 * GARRISONS:
        yield from ({"positions": (p,)} for p in state.positions if not may_hold(state, p))


@verbs("DDaT 20.2", side="us", steps=("setup",), offers=_holdings)
def hold(table: Table[Ddat], positions: Positions) -> None:
    """DDaT 20.2: the garrisons 21 November begins with, three near each command post."""
    table.require(table.state.scenario == "21-november", "DDaT 20.2", "only 21 November begins with garrisons")
    for position in positions:
        table.require(posted(table.state) < 2 * GARRISONS, "DDaT 20.2", f"there are {2 * GARRISONS} garrisons")
        why = may_hold(table.state, position)
        table.require(not why, "DDaT 20.2", why)
        table.record(f.GarrisonPlaced(rule="DDaT 20.2", position=position))


def _heroics(state: Ddat) -> Iterator[Mapping[str, Any]]:
    heroes = sum(u.heroes for u in state.units.values())
    inspired = sum(u.inspired for u in state.units.values())
    if state.scenario == "21-november":
        for name in state.on_map():
            now = state.units[name]
            if state.card(name).type in ("infantry", "engineer", "tank") and not now.heroes and not now.inspired:
                if heroes < LEADERS[0]:
                    yield {"units": (name,)}
                elif inspired < LEADERS[1]:
                    yield {"units": (name,), "inspired": True}


@verbs("DDaT 20.2", side="us", steps=("setup",), offers=_heroics)
def heroes(table: Table[Ddat], units: UnitNames, inspired: bool = False) -> None:
    """DDaT 20.2: the four heroes and the inspired marker 21 November begins with, on five units."""
    table.require(table.state.scenario == "21-november", "DDaT 20.2", "only 21 November begins with heroes")
    for name in units:
        state = table.state
        there = sum(u.inspired if inspired else u.heroes for u in state.units.values())
        table.require(there < LEADERS[inspired], "DDaT 20.2", f"there are {LEADERS[0]} heroes and {LEADERS[1]} inspired marker")
        fits = state.card(name).type in ("infantry", "engineer", "tank") and not (state.units[name].heroes or state.units[name].inspired)
        table.require(fits and state.units[name].box == MAP, "DDaT 20.2", f"{name} is no infantry, engineer or tank unit without a marker")
        table.record(f.HeroPlaced(rule="DDaT 20.2", unit=name, inspired=inspired))


def owed(state: Ddat) -> str:
    """What the set-up of 21 November still lacks."""
    left = [n for n in to_deploy(state) if any(not misplaced(state, n, h) for h in GRID.within(anchor(n, state)[0], anchor(n, state)[1]))]
    if left:
        return f"{', '.join(left[:5])} set up, as in `place {anchor(left[0], state)[0]}:{left[0]}`"
    if "HQ-8" in state.units and posted(state) < 2 * GARRISONS and any(not may_hold(state, p) for p in state.positions):
        return "six garrisons, `hold POSITION,…`"
    with_ryan = [n for n in RYAN_WITH if n in state.units and state.units[n].box == MAP]
    if with_ryan and not state.ryan:
        return f"Major Ryan, with {' or '.join(with_ryan)}, `ryan UNIT`"
    if any(_heroics(state)):
        return f"{LEADERS[0]} heroes and {LEADERS[1]} inspired marker, `heroes UNIT,…` and `heroes UNIT inspired=yes`"
    return ""
