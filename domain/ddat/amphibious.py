"""DDaT 5: US amphibious operations. Loading, landing checks, wading, arrivals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from domain.ddat import facts as f
from domain.ddat.charts import GRID, ApproachCard, DriftCard, LandingCard, MapFeature
from domain.ddat.close_combat import close_combat
from domain.ddat.common import HexPath, UnitName, UnitNames, choose, draw_card, enter_hex, lose_step, verbs
from domain.ddat.november import anchor, deploy, misplaced, to_deploy
from domain.ddat.state import EXTENDED, MAP, NIGHT, TRACK, Ddat, Load
from domain.kernel.errors import BadInput
from domain.kernel.questions import YesNo
from domain.kernel.table import Table
from domain.kernel.verbs import Groups

DIRECTION = {"south": "down-back", "south-west": "down-ahead"}
ROW = ("20", "39")
"""The first and last column of the beach approach row, 0120 to 0139 (5.12, reading AMB-03)."""
BEAK, BEYOND = ("1138", "1237", "1238"), {1: "1338", 2: "1437"}
"""The bird's beak, and where units land inland of it (5.12)."""
CAPACITY = 2
"""Units a hex may hold (5.3, 7.5)."""

Placing = Annotated[Mapping[str, tuple[str, ...]], Groups("place", "unit")]


# ---- 5.11 loading ----


def waiting(state: Ddat) -> dict[str, tuple[str, ...]]:
    """Units in approach hexes that no LVT carries yet, by hex from west to east; tanks and Green's units are left out."""
    loaded = {name for load in state.loads.values() for name in load.units}
    found: dict[str, tuple[str, ...]] = {}
    for hex, units in sorted(state.us_hexes().items(), key=lambda item: -GRID.spot(item[0]).half):
        if not in_approach(state, hex):
            continue
        able = tuple(n for n in units if n not in loaded and state.card(n).type != "tank" and not state.units[n].carried)
        if able:
            found[hex] = able
    return found


def in_approach(state: Ddat, hex: str) -> bool:
    """Whether a hex is a beach approach hex from which LVTs run: lettered ones, and those of the row between them; not Green."""
    name = state.board.approach_at(hex)
    return (bool(name) and not name.startswith("G")) or (hex[:2] == "01" and ROW[0] <= hex[2:] <= ROW[1])


def fits(steps: Sequence[int], lvts: Sequence[int]) -> bool:
    """DDaT 5.11: a full LVT carries one or two units of up to four steps, a reduced one a unit of up to two, two reduced ones one of three or four.

    `steps` are those of the units, without HQs.
    """
    kinds = sorted(lvts, reverse=True)
    if kinds == [2]:
        return len(steps) <= 2 and sum(steps) <= 4
    if kinds == [1]:
        return len(steps) <= 1 and sum(steps) <= 2
    return kinds == [1, 1] and len(steps) == 1 and 3 <= sum(steps) <= 4


def available(state: Ddat) -> tuple[int, ...]:
    """LVTs that can be loaded now; none while there is no communication with the ships (EV)."""
    return () if state.no_lvt == state.turn else state.lvts


def lvts_for(state: Ddat, units: Sequence[str]) -> tuple[int, ...]:
    """The LVTs these units take: as few steps of LVT as carry them. () when none do."""
    steps = [state.units[n].steps for n in units if not state.card(n).leader]
    there = list(available(state))
    for lvts in ((1,), (1, 1), (2,)):
        if fits(steps, lvts) and all(there.count(n) >= lvts.count(n) for n in lvts):
            return lvts
    return ()


def _loads(state: Ddat) -> Iterator[Mapping[str, Any]]:
    if not waiting(state) or not available(state):
        return
    yield {}
    for units in waiting(state).values():
        for load in (units, *((n,) for n in units)):
            if lvts_for(state, load):
                yield {"units": load}


@verbs("DDaT 5.11", side="us", steps=("load",), offers=_loads)
def load(table: Table[Ddat], units: UnitNames = (), lvts: str = "") -> None:
    """DDaT 5.11: units in an approach hex go on LVTs, `lvts` 2, 1 or 1+1; without names, all that can."""
    if not units:
        for there in waiting(table.state).values():
            for part in (there,) if lvts_for(table.state, there) else _one_by_one(table.state, there):
                if chosen := lvts_for(table.state, part):
                    _load(table, part, chosen)
        return
    state = table.state
    chosen = lvts_for(state, units)
    if lvts:
        if any(word not in ("1", "2") for word in lvts.split("+")):
            raise BadInput(f"lvts={lvts}: 2, 1 or 1+1")
        chosen = tuple(int(word) for word in lvts.split("+"))
    for name in units:
        card, now = state.card(name), state.units[name]
        table.require(card.type != "tank", "DDaT 5.11", f"{name} is a tank unit: it lands by itself (5.4)")
        table.require(now.box == MAP and in_approach(state, now.hex), "DDaT 5.11", f"{name} is in no beach approach hex from which LVTs run")
        table.require(not any(name in load.units for load in state.loads.values()), "DDaT 5.11", f"{name} is loaded already")
    table.require(len({state.units[name].hex for name in units}) == 1, "DDaT 5.11", "units of one load start in one hex")
    table.require(state.no_lvt != state.turn, "DDaT EV", "no LVT is available this turn: no ship to shore communication")
    steps = [state.units[n].steps for n in units if not state.card(n).leader]
    table.require(bool(chosen), "DDaT 5.11", f"no available LVT carries {', '.join(units)}: there are {_count(state.lvts)}")
    enough = all(state.lvts.count(n) >= chosen.count(n) for n in chosen)
    table.require(enough, "DDaT 5.11", f"there are {_count(state.lvts)} in the Available LVTs box")
    what = "+".join(map(str, chosen))
    table.require(fits(steps, chosen), "DDaT 5.11", f"{sum(steps)} steps of {len(steps)} units are too much for an LVT of {what}")
    _load(table, units, chosen)


def _one_by_one(state: Ddat, units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every unit on LVTs of its own; HQs, which take no room, ride with the first."""
    leaders = tuple(n for n in units if state.card(n).leader)
    for n in units:
        if n not in leaders:
            yield (n, *leaders)
            leaders = ()


def _load(table: Table[Ddat], units: tuple[str, ...], lvts: tuple[int, ...]) -> None:
    table.record(f.LoadMade(rule="DDaT 5.11", units=units, lvts=lvts, hex=table.state.units[units[0]].hex, facing=_facing(table.state, units[0])))


def _facing(state: Ddat, unit: str) -> str:
    """Where a unit in an approach hex heads for: the way it was turned there, or that of the hex's arrow (2.1)."""
    now = state.units[unit]
    approach = state.board.approach_at(now.hex)
    return now.facing or (state.rows(ApproachCard)[approach].facing if approach else "")


def _count(lvts: Sequence[int]) -> str:
    return f"{list(lvts).count(2)} LVTs of two steps and {list(lvts).count(1)} of one"


def end_loading(table: Table[Ddat]) -> None:
    """DDaT 5.4: tank units in approach hexes run to the beach by themselves."""
    state = table.state
    tanks = {
        name: _facing(state, name)
        for name, now in state.units.items()
        if now.box == MAP and in_approach(state, now.hex) and state.card(name).type == "tank" and not now.carried
    }
    table.record(f.LoadingEnded(rule="DDaT 5.4", tanks=tanks))


# ---- 5.12 landing checks ----


def due_loads(state: Ddat) -> tuple[str, ...]:
    """Loads whose landing check is still to be made: those of the westernmost hex (5.12)."""
    running = {name: one for name, one in state.loads.items() if one.units}
    if not running:
        return ()
    west = max(GRID.spot(one.hex).half for one in running.values())
    return tuple(name for name, one in running.items() if GRID.spot(one.hex).half == west)


def owed_landings(state: Ddat) -> str:
    due = due_loads(state)
    return f"the landing check of {', '.join(state.loads[due[0]].units)}, `land`" if due else ""


def _landings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    due = due_loads(state)
    if due:
        yield {}
        yield from ({"unit": name} for name in due[1:])


@verbs("DDaT 5.12", side="us", steps=("land",), offers=_landings)
def land(table: Table[Ddat], unit: UnitName = "") -> None:
    """DDaT 5.12: one landing check: a drift card, a landing card, losses, the hex, and close combat if the enemy is there."""
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


def _drift(table: Table[Ddat], load: str) -> None:
    """DDaT 5.12: the drift card; an HQ on board may ignore it (5.13)."""
    one = table.state.loads[load]
    result = table.read(DriftCard, draw_card(table, "drift", f"the drift of {load}", "DDaT 5.12")).drift
    hq = any(table.state.card(name).leader for name in one.units)
    hex, facing = one.hex, one.facing
    if result in ("1L", "1R"):
        moved = GRID.step(one.hex, "ahead" if result == "1R" else "back")
        hex = moved if ROW[0] <= moved[2:] <= ROW[1] else one.hex
    elif result == "PR":
        approach = table.state.board.approach_at(one.hex)
        card = table.read(ApproachCard, approach) if approach else None
        if card is not None and approach.startswith("R2") and card.second != "none":
            facing = card.second
        else:
            table.no_choice("pivot", "DDaT 5.12", "PR pivots a load only in Red 2")
    ignored = False
    if (hex, facing) != (one.hex, one.facing) and hq:
        words = f"the HQ on board ignores the drift {result}?"
        ignored = table.ask(YesNo(name="ignore", by="us", rule="DDaT 5.13", words=words, default=False))
    else:
        table.no_choice("ignore", "DDaT 5.12", "only a load with an HQ may ignore its drift (5.13)")
    if ignored:
        hex, facing = one.hex, one.facing
    table.record(f.Drifted(rule="DDaT 5.12", load=load, result=result, hex=hex, facing=facing, ignored=ignored))


def _run_in(table: Table[Ddat], load: str) -> None:
    """DDaT 5.12, 5.4: the landing card: step losses, then the hex."""
    one = table.state.loads[load]
    tank = not one.lvts
    card = table.read(LandingCard, draw_card(table, "landing", f"the landing of {load}", "DDaT 5.12"))
    cap = card.lvt if tank else card.units
    most = 0 if cap == "X" else int(cap)
    rule = "DDaT 5.4" if tank else "DDaT 5.12"
    while (excess := sum(table.state.units[n].steps for n in one.units) - most) > 0:
        able = tuple(n for n in one.units if table.state.units[n].steps)
        whom = able[0] if excess >= sum(table.state.units[n].steps for n in able) else choose(
            table, "loss", able, rule, f"who of the load loses a step ({excess} to lose)"
        )  # fmt: skip
        lose_step(table, whom, rule, "landing")
    lvts, lost = _lvts_left(one, card)
    left = tuple(n for n in one.units if table.state.units[n].box == MAP)
    if not left:
        table.record(f.Landed(rule=rule, load=load, units=(), hex=one.hex, location="", lvts=lvts, lvt_steps_lost=lost))
        return
    location = card.location
    if location == "none" or (tank and location in ("reef", "water")):
        location = "beach"
    inland = location in ("inland1", "inland2")
    if inland and any(table.state.card(n).leader for n in left):
        if table.ask(YesNo(name="beach", by="us", rule="DDaT 5.13", words=f"the HQ lands on the beach instead of {location}?", default=False)):
            location = "beach"
    else:
        table.no_choice("beach", "DDaT 5.12", "only a load with an HQ may take the beach for an inland result (5.13)")
    hex = landing_hex(table, one, location)
    table.record(f.Landed(rule=rule, load=load, units=left, hex=hex, location=location, lvts=lvts, lvt_steps_lost=lost))
    if table.state.enemy_in(hex):
        close_combat(table, hex, left, attacker="us", back_to=landing_hex(table, one, "beach") if inland else one.hex)
    else:
        enter_hex(table, hex)


def _lvts_left(load: Load, card: LandingCard) -> tuple[tuple[int, ...], int]:
    """DDaT 5.12: the steps the LVTs of a load still have, and how many they lost."""
    most = 0 if card.lvt == "X" else int(card.lvt)
    left = list(load.lvts)
    lost = 0
    while sum(left) > most:
        left[-1] -= 1
        lost += 1
        left = [steps for steps in left if steps]
    return tuple(left), lost


def line(load: Load) -> Iterator[str]:
    """The hexes a load runs through; Red 1's go along the hex spine, first left, then right (5.12)."""
    if load.facing != "zigzag":
        yield from GRID.line(load.hex, DIRECTION.get(load.facing, "down-back"))
        return
    here, turn = load.hex, 0
    while here := GRID.step(here, ("down-back", "down-ahead")[turn % 2]):
        turn += 1
        yield here


def landing_hex(table: Table[Ddat], load: Load, location: str) -> str:
    """DDaT 5.12: the hex a location result means for this load."""
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
        if GRID.spot(hex).row > 40:
            return last
        last = hex
    if location in ("water", "beach"):
        return last
    depth = 1 if location == "inland1" else 2
    if last in BEAK:
        return BEYOND[depth]
    direction = DIRECTION["south-west"] if load.facing == "zigzag" else DIRECTION.get(load.facing, "down-back")
    beyond = list(GRID.line(last, direction))[: depth + 4]
    inland = [hex for hex in beyond if hex in board.land and hex not in beach]
    return inland[min(depth, len(inland)) - 1] if inland else last


# ---- 5.2 wading ----


def waders(state: Ddat) -> tuple[str, ...]:
    """Units that must wade: in water, not set down by an LVT in this phase (5.2); those that have waded are marked too."""
    board = state.board
    found = []
    for name, now in state.units.items():
        if now.box == MAP and not now.carried and board.is_water(now.hex) and now.hex not in board.beach and wading_paths(state, name):
            found.append(name)
    return tuple(found)


def wading_hexes(state: Ddat) -> int:
    return 3 if state.turn >= EXTENDED else 2


def wading_paths(state: Ddat, unit: str) -> tuple[tuple[str, ...], ...]:
    """DDaT 5.2: the paths open to a wading unit: every hex nearer a beach, into one if possible, as far as it must, never across a pier."""
    board = state.board
    far = board.to_beach

    def onward(hex: str, left: int) -> Iterator[tuple[str, ...]]:
        nearer = [
            near
            for near in GRID.neighbours(hex)
            if near in far and far[near] < far.get(hex, 99) and not board.across("pier", hex, near) and not state.enemy_in(near)
        ]
        if not left or not nearer or hex in board.beach:
            yield ()
            return
        for near in nearer:
            for rest in onward(near, left - 1):
                yield (near, *rest)

    paths = {path for path in onward(state.units[unit].hex, wading_hexes(state)) if path}
    ashore = {path for path in paths if path[-1] in board.beach}
    longest = max(map(len, paths), default=0)
    return tuple(sorted(ashore or {path for path in paths if len(path) == longest}))


def owed_wading(state: Ddat) -> str:
    if state.night or "beach" not in state.board.features:
        return ""
    left = waders(state)
    return f"{', '.join(left)} must wade, `wade`" if left else ""


def _wades(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in waders(state):
        yield {"unit": name}


@verbs("DDaT 5.2", side="us", steps=("wade",), offers=_wades)
def wade(table: Table[Ddat], unit: UnitName = "", path: HexPath = ()) -> None:
    """DDaT 5.2: a unit in the water wades two hexes towards the beach, three from turn 11; without a name, all that must."""
    for name in (unit,) if unit else waders(table.state):
        state = table.state
        now = state.units[name]
        here = now.box == MAP and state.board.is_water(now.hex) and now.hex not in state.board.beach
        table.require(here, "DDaT 5.2", f"{name} is not in the water")
        table.require(not now.carried, "DDaT 5.2", f"{name} was set down or has waded in this phase")
        paths = wading_paths(state, name)
        if path:
            table.require(path in paths, "DDaT 5.21", f"{'-'.join(path)}: {name} may wade {_say(paths)}")
            way = path
        else:
            said = choose(table, "wade", ("-".join(p) for p in paths), "DDaT 5.2", f"how {name} wades")
            way = tuple(said.split("-")) if said else ()
        if way:
            table.record(f.UnitsMoved(rule="DDaT 5.2", units=(name,), path=way, how="wade"))
            enter_hex(table, way[-1])


def _say(paths: Sequence[Sequence[str]]) -> str:
    return " or ".join("-".join(path) for path in paths[:6]) or "nowhere"


def night_wading(table: Table[Ddat]) -> None:
    """DDaT 19 I(1): every unit in the water goes to the nearest beach hex."""
    for name in tuple(table.state.units):
        state = table.state
        now, board = state.units[name], state.board
        if now.box != MAP or not board.is_water(now.hex) or now.hex in board.beach:
            continue
        far = {hex: GRID.distance(now.hex, hex) for hex in board.beach if not state.enemy_in(hex)}
        nearest = tuple(sorted(hex for hex, n in far.items() if n == min(far.values())))
        hex = choose(table, "beach-hex", nearest, "DDaT 19", f"the beach hex {name} goes to")
        if hex:
            table.record(f.UnitsMoved(rule="DDaT 19", units=(name,), path=(hex,), how="wade"))
            enter_hex(table, hex)
    late = tuple(
        name for name, now in table.state.units.items() if now.box != MAP and now.box != "out" and table.state.card(name).type == "artillery"
    )
    for name in late:
        table.record(f.UnitRemoved(rule="DDaT 19", unit=name, why="artillery not on the map by the night"))


def recover_lvts(table: Table[Ddat]) -> None:
    """DDaT 5.14: surviving LVTs are available again."""
    carried = [steps for one in table.state.loads.values() for steps in one.lvts]
    if table.state.loads:
        table.record(f.LvtsRecovered(rule="DDaT 5.14", lvts=tuple(sorted([*table.state.lvts, *carried], reverse=True))))


# ---- 5.3 arrivals ----


def arriving(state: Ddat) -> tuple[str, ...]:
    """Units that are due next turn (5.3); those of the first turn during setup."""
    turn = state.turn if state.step == "setup" else state.turn + 1
    return tuple(name for name, now in state.units.items() if now.box == TRACK and now.due == turn)


def beach_of(state: Ddat, unit: str) -> tuple[str, ...]:
    """The beaches a unit may arrive at: the one printed on it, or what an option says (21.2, 21.3)."""
    card = state.card(unit)
    if card.by == "D+2":
        return ("R2", "R3")
    if card.arrival == NIGHT + 1 and state.landing_1_8 and card.beach == "R2":
        return (state.landing_1_8,)
    return (card.beach,)


def open_approaches(state: Ddat, unit: str) -> tuple[str, ...]:
    """DDaT 5.3: the approach hexes with room for a unit, of its own beach; D from turn 5 on."""
    found = []
    for name, card in state.rows(ApproachCard).items():
        beach = next((b for b in ("R1", "R2", "R3", "G") if name.startswith(b)), "")
        if beach not in beach_of(state, unit) or (name.endswith("D") and state.turn < 5):
            continue
        if state.card(unit).leader or room(state, card.hex) > 0:
            found.append(name)
    return tuple(found)


def room(state: Ddat, hex: str) -> int:
    """How many more units a hex may hold; leaders do not count (7.51)."""
    return CAPACITY - sum(not state.card(name).leader for name in state.at(hex))


def owed_arrivals(state: Ddat) -> str:
    due = [name for name in arriving(state) if open_approaches(state, name)]
    return (
        f"{', '.join(due)} arrive{'s' if len(due) == 1 else ''}: place them, as in `place {open_approaches(state, due[0])[0]}:{due[0]}`"
        if due
        else ""
    )


def wait_for_room(table: Table[Ddat]) -> None:
    """DDaT 5.3: units that find no room in the approach hexes of their beach try again next turn; the text is silent on them."""
    late = arriving(table.state)
    if late:
        table.record(f.UnitsDelayed(rule="DDaT 5.3", units=late, due=table.state.turn + 2))


def _placings(state: Ddat) -> Iterator[Mapping[str, Any]]:
    for name in arriving(state):
        for approach in open_approaches(state, name):
            yield {"places": {approach: (name,)}}
    if state.step == "setup" and state.scenario == "21-november":
        for name in to_deploy(state)[:3]:
            there, most, _ = anchor(name, state)
            yield from ({"places": {hex: (name,)}} for hex in GRID.within(there, most) if not misplaced(state, name, hex))


@verbs("DDaT 5.3", side="us", steps=("setup", "arrive"), offers=_placings)
def place(table: Table[Ddat], places: Placing) -> None:
    """DDaT 5.3, 3.0: units of the next turn go into approach hexes A, B or C of their beach, D from turn 5; at most two in a hex."""
    for head, units in places.items():
        for unit in units:
            _place(table, head, unit)


def _place(table: Table[Ddat], head: str, unit: str) -> None:
    state = table.state
    if state.step == "setup" and state.scenario == "21-november" and unit not in arriving(state):
        deploy(table, head, unit)
        return
    approach = head if head in state.rows(ApproachCard) else state.board.approach_at(head)
    if not approach:
        table.require(False, "DDaT 5.31", f"{head} is a hex without letters: units get there only by drift")
        return
    card = table.read(ApproachCard, approach)
    table.require(unit in arriving(state), "DDaT 5.3", f"{unit} does not arrive next turn")
    beaches = beach_of(state, unit)
    table.require(any(b and approach.startswith(b) for b in beaches), "DDaT 5.3", f"{unit} arrives at {' or '.join(beaches)}, not {approach}")
    late = not approach.endswith("D") or state.turn >= 5
    table.require(late, "DDaT 5.3", f"{approach} may be used from turn 5 on (reading AMB-25)")
    free = state.card(unit).leader or room(state, card.hex) > 0
    table.require(free, "DDaT 5.3", f"{approach} holds two units; HQs and heroes do not count (7.51)")
    table.record(f.UnitsPlaced(rule="DDaT 5.3", hex=card.hex, units=(unit,), facing=card.facing if card.facing != "none" else ""))
