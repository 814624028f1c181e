"""DDaT 20: the set-up of the 21 November scenario; who is in it is in `november_pieces`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, UnitCard
from domain.ddat.common import Objections, PositionNames, UnitNames, heed, verbs
from domain.ddat.fields import under_fire
from domain.ddat.forces import enter_hex
from domain.ddat.november_pieces import (
    COASTAL_POOL,
    FIRST_TURN,
    GARRISONS,
    INFANTRY,
    INLAND_POOL,
    JAPANESE,
    LEADERS,
    LVTS,
    POSITIONS,
    POSTS,
    RESERVE,
    RYAN_WITH,
    SPACE,
    UNITS_LEFT,
    is_lost,
    leaves_a_counter,
    steps_of,
)
from domain.ddat.stacking import room
from domain.ddat.state import ASIDE, HEROES, MAP, Ddat
from domain.kernel.table import Table


def begin(table: Table[Ddat]) -> None:
    """DDaT 20: what the set-up leaves no choice in."""
    state = table.state
    table.record(
        f.ScenarioSet(
            rule="DDaT 20",
            scenario="21-november",
            turn=FIRST_TURN,
            shibasaki="killed",
            letters=("R", "M", "P", "A", "I"),
            chits=(),
        )
    )
    table.record(
        f.JapaneseSetUp(
            rule="DDaT 20.1",
            positions=tuple(p for p in POSITIONS if p in state.positions),
            depth={p: d for p, d in POSITIONS.items() if d},
            reserve=RESERVE,
            coastal_pool=COASTAL_POOL,
            inland_pool=INLAND_POOL,
            out_of_play=JAPANESE - UNITS_LEFT,
        )
    )
    there, cards = steps_of(), state.rows(UnitCard)
    posts = [hq for hq in POSTS if hq in cards]
    table.record(
        f.UnitsDeployed(
            rule="DDaT 20.2",
            out=tuple(n for n, card in cards.items() if is_lost(n, card)),
            aside=tuple(n for n in there if n in cards),
            steps={n: steps for n, steps in there.items() if n in cards},
            hexes={hq: state.place(POSTS[hq][0]).hex for hq in posts if POSTS[hq][0] in state.positions},
            posts=dict.fromkeys(posts, SPACE),
            lvts=LVTS,
            lost=tuple(n for n in {**there, **cards} if n in cards and leaves_a_counter(n, cards[n])),
            heroes_left=HEROES,
        )
    )
    for position, _ in POSTS.values():
        enter_hex(table, state.place(position).hex if position in state.positions else "")


def to_deploy(state: Ddat) -> tuple[str, ...]:
    """Units of the set-up that stand nowhere yet."""
    return tuple(n for n in steps_of() if n in state.units and state.units[n].box == ASIDE)


def anchor(unit: str, state: Ddat) -> tuple[str, int, bool]:
    """The hex a unit is set up near, how near, and whether only enemy-adjacent hexes are barred (else enemy fields)
    (20.2)."""
    for hex, units in INFANTRY.items():
        if unit in units:
            return hex, 2, True
    for position, units in POSTS.values():
        if unit in units:
            return state.place(position).hex, 4, False
    return "1337", 2, False


def deploy(table: Table[Ddat], hex: str, unit: str) -> None:
    """DDaT 20.2: a unit of the set-up near its hex, clear of the Japanese."""
    table.require(unit in steps_of(), "DDaT 20.2", f"{unit} is not set up on the map")
    why = misplaced(table.state, unit, hex)
    table.require(not why, "DDaT 20.2", why)
    table.record(
        f.UnitsPlaced(
            rule="DDaT 20.2", at=hex, units=(unit,), steps={unit: steps_of().get(unit, table.state.units[unit].steps)}
        )
    )
    enter_hex(table, hex)


def misplaced(state: Ddat, unit: str, hex: str) -> str:
    """Why a unit may not be set up in a hex; "" when it may."""
    there, most, infantry = anchor(unit, state)
    if GRID.distance(there, hex) > most:
        return f"{unit} is set up within {most} hexes of {there}"
    if not state.board.is_land(hex) or state.enemy_in(hex):
        return f"{hex} is no land hex, or the enemy is there"
    if infantry and state.near_enemy(hex):
        return f"{hex} is next to a Japanese unit"
    if not infantry and under_fire(state, hex):
        return f"{hex} is in the field of fire of {under_fire(state, hex)[0]}"
    return "" if room(state, hex) > 0 else f"{hex} holds two units"


# ---- garrisons and heroes of the set-up ----


def posts_near(state: Ddat, position: str) -> frozenset[str]:
    """The command posts within four hexes of a position."""
    hex = state.place(position).hex
    return frozenset(
        hq for hq, (p, _) in POSTS.items() if p in state.positions and GRID.distance(hex, state.place(p).hex) <= 4
    )


def why_not_hold(state: Ddat, position: str) -> Objections:
    """DDaT 20.2: why no garrison is set up in a position: three stand near each command post, outside Japanese
    fields."""
    if state.scenario != "21-november":
        yield "DDaT 20.2", "only 21 November begins with garrisons"
    garrisons = [p for p, now in state.positions.items() if now.garrison]
    if len(garrisons) >= 2 * GARRISONS:
        yield "DDaT 20.2", f"there are {2 * GARRISONS} garrisons"
    now, near = state.positions[position], posts_near(state, position)
    if not near or now.unit or now.garrison or under_fire(state, state.place(position).hex):
        yield "DDaT 20.2", f"{position} is not within four hexes of a command post and outside Japanese fields"
    elif len(near) == 1 and sum(posts_near(state, p) == near for p in garrisons) >= GARRISONS:
        yield "DDaT 20.2", f"{', '.join(near)} has its {GARRISONS} garrisons"


def _holdings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    yield from ({"positions": (p,)} for p in state.positions if not any(why_not_hold(state, p)))


@verbs("DDaT 20.2", side="us", phases=("setup",), offers=_holdings)
def hold(table: Table[Ddat], positions: PositionNames) -> None:
    """DDaT 20.2: the garrisons 21 November begins with, three near each command post."""
    for position in positions:
        heed(table, why_not_hold(table.state, position))
        table.record(f.GarrisonPlaced(rule="DDaT 20.2", places=(position,)))


def why_not_marker(state: Ddat, unit: str, inspired: bool) -> Objections:
    """DDaT 20.2: why a unit does not begin with a hero, or an inspired marker."""
    if state.scenario != "21-november":
        yield "DDaT 20.2", "only 21 November begins with heroes"
    if sum(u.inspired if inspired else u.heroes for u in state.units.values()) >= LEADERS[inspired]:
        yield "DDaT 20.2", f"there are {LEADERS[0]} heroes and {LEADERS[1]} inspired marker"
    now, fits = state.units[unit], state.card(unit).type in ("infantry", "engineer", "tank")
    if not fits or now.heroes or now.inspired or now.box != MAP:
        yield "DDaT 20.2", f"{unit} is no infantry, engineer or tank unit without a marker"


def _heroics(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in state.on_map():
        if not any(why_not_marker(state, name, inspired=False)):
            yield {"units": (name,)}
        elif sum(u.heroes for u in state.units.values()) >= LEADERS[0] and not any(
            why_not_marker(state, name, inspired=True)
        ):
            yield {"units": (name,), "inspired": True}


@verbs("DDaT 20.2", side="us", phases=("setup",), offers=_heroics)
def heroes(table: Table[Ddat], units: UnitNames, inspired: bool = False) -> None:
    """DDaT 20.2: the four heroes and the inspired marker 21 November begins with, on five units."""
    for name in units:
        heed(table, why_not_marker(table.state, name, inspired))
        table.record(f.HeroPlaced(rule="DDaT 20.2", unit=name, inspired=inspired))


def owed(state: Ddat) -> str:
    """What the set-up of 21 November still lacks."""
    left = [
        n
        for n in to_deploy(state)
        if any(not misplaced(state, n, h) for h in GRID.within(anchor(n, state)[0], anchor(n, state)[1]))
    ]
    if left:
        return f"{', '.join(left[:5])} set up, as in `place {anchor(left[0], state)[0]}:{left[0]}`"
    if "HQ-8" in state.units and any(_holdings(state)):
        return "six garrisons, `hold POSITION,…`"
    with_ryan = [n for n in RYAN_WITH if n in state.on_map()]
    if with_ryan and not state.ryan:
        return f"Major Ryan, with {' or '.join(with_ryan)}, `ryan UNIT`"
    if any(_heroics(state)):
        return f"{LEADERS[0]} heroes and {LEADERS[1]} inspired marker, `heroes UNIT,…` and `heroes UNIT inspired=yes`"
    return ""
