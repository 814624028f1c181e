"""DDaT 5.12, 5.13, 5.4: landing checks. A drift card, a landing card, losses, and the hex a load comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Literal

from domain.ddat import facts as f
from domain.ddat.cards import draw_card
from domain.ddat.charts import GRID, ApproachCard, DriftCard, LandingCard, MapFeature
from domain.ddat.close_combat import close_combat
from domain.ddat.common import Objections, UnitName, choose, unbarred, verbs
from domain.ddat.forces import enter_hex
from domain.ddat.loading import ROW
from domain.ddat.losses import lose_step
from domain.ddat.state import MAP, Ddat, Load
from domain.kernel.questions import OneOf, YesNo
from domain.kernel.table import Table

Location = Literal["reef", "water", "beach", "inland1", "inland2"]
DIRECTION = {"south": "down-back", "south-west": "down-ahead"}
FACINGS = (*DIRECTION, "zigzag")
LAST_ROW = 40
"""No line runs farther south than this to reach the beach."""
BEAK, BEYOND = ("1138", "1237", "1238"), {1: "1338", 2: "1437"}
"""The bird's beak, and where units land inland of it (5.12)."""
DEPTH = {"inland1": 1, "inland2": 2}


def due_loads(state: Ddat) -> tuple[str, ...]:
    """Loads whose landing check is still to be made: those of the westernmost hex (5.12)."""
    if not state.loads:
        return ()
    west = max(GRID.spot(one.hex).half for one in state.loads.values())
    return tuple(name for name, one in state.loads.items() if GRID.spot(one.hex).half == west)


def owed_landings(state: Ddat) -> str:
    due = due_loads(state)
    return f"the landing check of {', '.join(state.loads[due[0]].units)}, `land`" if due else ""


def _landings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    due = due_loads(state)
    if due:
        yield {}
        yield from ({"unit": name} for name in due[1:])


@verbs("DDaT 5.12", side="us", phases=("land",), offers=_landings)
def land(table: Table[Ddat], unit: UnitName = "") -> None:
    """DDaT 5.12: one landing check: a drift card, a landing card, losses, the hex, and close combat if the enemy is
    there.

    Each load and each tank unit has its own (reading AMB-02).
    """
    state = table.state
    due = due_loads(state)
    if not due:
        table.require(False, "DDaT 5.12", "no landing check is left to make")
        return
    load = next((name for name, one in state.loads.items() if unit in one.units), "") if unit else due[0]
    if not load:
        table.require(False, "DDaT 5.12", f"{unit} is on no LVT and makes no landing check")
        return
    table.require(load in due, "DDaT 5.12", f"the westernmost load goes first: {', '.join(due)}")
    _drift(table, load)
    _run_in(table, load)


# ---- the drift card ----


def _drift(table: Table[Ddat], load: str) -> None:
    """DDaT 5.12: the drift card; an HQ on board may ignore it (5.13)."""
    one = table.state.loads[load]
    result = table.read(DriftCard, draw_card(table, "drift", f"the drift of {load}", "DDaT 5.12", of=one.units)).drift
    hex, facing = _carried_off(table, one, result)
    question = YesNo(
        name="ignore", by="us", rule="DDaT 5.13", words=f"the HQ on board ignores the drift {result}?", default=False
    )
    if (hex, facing) == (one.hex, one.facing):
        ignored = table.gives(question, False, "DDaT 5.12", f"{load} does not drift")
    elif not _has_hq(table.state, one.units):
        ignored = table.gives(
            question, False, "DDaT 5.12", f"no HQ is on board of {load}, which might ignore its drift (5.13)"
        )
    else:
        ignored = table.ask(question)
    if ignored:
        hex, facing = one.hex, one.facing
    table.record(f.Drifted(rule="DDaT 5.12", load=load, result=result, hex=hex, facing=facing, ignored=ignored))


def _carried_off(table: Table[Ddat], load: Load, result: str) -> tuple[str, str]:
    """Where a drift result carries a load, and which way it heads then: a hex along the row, or in Red 2 onto the
    second arrow."""
    if result in ("1L", "1R"):
        moved = GRID.toward(load.hex, "ahead" if result == "1R" else "back")
        return (moved if ROW[0] <= moved[2:] <= ROW[1] else load.hex), load.facing
    return load.hex, _pivoted(table, load, result)


def _pivoted(table: Table[Ddat], load: Load, result: str) -> str:
    """DDaT 5.12: which way a load heads: PR turns it onto the second arrow of its hex, in Red 2 alone."""
    question = OneOf(
        name="pivot", by="us", rule="DDaT 5.12", words=f"which way the load in {load.hex} pivots", options=FACINGS
    )
    if result != "PR":
        return table.gives(question, load.facing, "DDaT 5.12", f"the drift card says {result}, not PR")
    approach = table.state.board.approach_at(load.hex)
    card = table.read(ApproachCard, approach) if approach else None
    if card is None or not approach.startswith("R2") or card.second == "none":
        return table.gives(question, load.facing, "DDaT 5.12", "PR pivots a load only in Red 2")
    return table.gives(question, card.second, "DDaT 5.12", f"the second arrow of {approach} points {card.second}")


def _has_hq(state: Ddat, units: tuple[str, ...]) -> bool:
    return any(state.card(name).leader for name in units)


# ---- the landing card ----


def _run_in(table: Table[Ddat], load: str) -> None:
    """DDaT 5.12, 5.4: the landing card: step losses, then the hex."""
    one = table.state.loads[load]
    tank = not one.lvts
    rule = "DDaT 5.4" if tank else "DDaT 5.12"
    card = table.read(LandingCard, draw_card(table, "landing", f"the landing of {load}", "DDaT 5.12", of=one.units))
    _lose_on_the_way(table, one, allowed(card.lvt if tank else card.units), rule)
    lvts, lost = _lvts_left(one, allowed(card.lvt))
    left = tuple(n for n in one.units if table.state.units[n].box == MAP)
    if not left:
        table.record(f.Landed(rule=rule, load=load, units=(), hex=one.hex, location="", lvts=lvts, lvt_steps_lost=lost))
        return
    location = _location(table, card, left, tank=tank)
    hex = landing_hex(table, one, location)
    if all(table.state.card(name).leader for name in left) and table.state.enemy_in(hex):
        location, hex = "beach", _beside_the_enemy(table, one, left[0])
    table.record(f.Landed(rule=rule, load=load, units=left, hex=hex, location=location, lvts=lvts, lvt_steps_lost=lost))
    enter_hex(table, hex)
    if table.state.enemy_in(hex):
        close_combat(
            table, hex, left, attacker="us", back_to=landing_hex(table, one, "beach") if location in DEPTH else one.hex
        )


def allowed(result: str) -> int:
    """The steps a landing card leaves; X leaves none."""
    return 0 if result == "X" else int(result)


def _lose_on_the_way(table: Table[Ddat], load: Load, most: int, rule: str) -> None:
    """DDaT 5.12 (reading AMB-04): the units of a load keep so many steps; the player says whose go, while there is a
    choice."""

    def steps() -> dict[str, int]:
        return {name: table.state.units[name].steps for name in load.units if table.state.units[name].steps}

    while (excess := sum(steps().values()) - most) > 0:
        able = tuple(steps())
        words = f"who of the load loses a step ({excess} to lose)"
        barred = partial(why_not_drown, table.state, load, rule)
        lose_step(table, choose(table, "loss", able if most else able[:1], rule, words, barred), rule, "landing")


def why_not_drown(state: Ddat, load: Load, rule: str, unit: str) -> Objections:
    """DDaT 5.12, 5.4: why a unit does not take a loss of a landing."""
    if unit not in load.units:
        yield rule, f"{unit} is not of the load of {load.units[0]}"
    elif not state.units[unit].steps:
        yield rule, f"{unit} has no step"


def _lvts_left(load: Load, most: int) -> tuple[tuple[int, ...], int]:
    """DDaT 5.12: the steps the LVTs of a load still have, and how many they lost."""
    left = list(load.lvts)
    lost = 0
    while sum(left) > most:
        left[-1] -= 1
        lost += 1
        left = [steps for steps in left if steps]
    return tuple(left), lost


def _location(table: Table[Ddat], card: LandingCard, units: tuple[str, ...], *, tank: bool) -> Location:
    """Where the run ends: tanks on the beach at least (5.4), an HQ on the beach instead of inland if the player likes
    (5.13; reading AMB-04)."""
    location: Location = (
        "beach" if card.location == "none" or (tank and card.location in ("reef", "water")) else card.location
    )
    question = YesNo(
        name="beach",
        by="us",
        rule="DDaT 5.13",
        words=f"the HQ lands on the beach instead of {location}?",
        default=False,
    )
    if location not in DEPTH:
        beach = table.gives(question, False, "DDaT 5.12", f"the card lands the load on {location}")
    elif not _has_hq(table.state, units):
        beach = table.gives(
            question, False, "DDaT 5.12", "no HQ is on board, which might take the beach instead (5.13)"
        )
    else:
        beach = table.ask(question)
    return "beach" if beach else location


# ---- the hex ----


def _beside_the_enemy(table: Table[Ddat], load: Load, hq: str) -> str:
    """DDaT 5.13, 10.22 (reading AMB-55): the beach hex of an HQ that would land among the enemy by itself, which it may
    not."""
    shore = landing_hex(table, load, "beach")
    barred = partial(why_not_set_down, table.state, shore)
    nearest = sorted(unbarred(table.state.board.beach, barred))
    return (
        choose(table, "beach-hex", nearest, "DDaT 5.13", f"the beach hex {hq} is set down in", barred, "hex")
        or load.hex
    )


def why_not_set_down(state: Ddat, shore: str, hex: str) -> Objections:
    """DDaT 5.13, 10.22 (reading AMB-55): why an HQ by itself is not set down in a hex: it is the nearest beach hex
    without a Japanese unit."""
    free = [beach for beach in state.board.beach if not state.enemy_in(beach)]
    if hex not in free:
        yield "DDaT 10.22", f"a Japanese unit is in {hex}" if hex in state.board.beach else f"{hex} is no beach hex"
    elif GRID.distance(shore, hex) > min(GRID.distance(shore, beach) for beach in free):
        yield "DDaT 5.13", f"{hex} is not the nearest beach hex to {shore} without a Japanese unit"


def line(load: Load) -> Iterator[str]:
    """The hexes a load runs through; Red 1's go along the hex spine, first left, then right (5.12)."""
    if load.facing != "zigzag":
        yield from GRID.line(load.hex, DIRECTION.get(load.facing, "down-back"))
        return
    here, turn = load.hex, 0
    while here := GRID.toward(here, ("down-back", "down-ahead")[turn % 2]):
        turn += 1
        yield here


def landing_hex(table: Table[Ddat], load: Load, location: Location) -> str:
    """DDaT 5.12: the hex a location result means for this load; without a wreck on its way to the water it is the beach
    (reading AMB-74)."""
    if location == "reef":
        return load.hex
    board = table.state.board
    wrecks = frozenset(table.read(MapFeature, "wreck").hexes) if location == "water" else frozenset()
    beach = frozenset(table.read(MapFeature, "beach").hexes)
    last = load.hex
    for hex in line(load):
        if hex in wrecks:
            return hex
        if hex in beach or hex in board.land:
            last = hex
            break
        if GRID.spot(hex).row > LAST_ROW:
            return last
        last = hex
    return _inland(table, load, last, DEPTH[location]) if location in DEPTH else last


def _inland(table: Table[Ddat], load: Load, shore: str, depth: int) -> str:
    """DDaT 5.12: so many land hexes beyond the beach, Red 1's to the south-west; behind the bird's beak hexes of their
    own."""
    if shore in BEAK:
        return BEYOND[depth]
    direction = DIRECTION["south-west"] if load.facing == "zigzag" else DIRECTION.get(load.facing, "down-back")
    board, beyond = table.state.board, list(GRID.line(shore, direction))[: depth + 4]
    inland = [hex for hex in beyond if hex in board.land and hex not in board.beach]
    return inland[min(depth, len(inland)) - 1] if inland else shore
