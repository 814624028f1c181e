"""EV: the events of LVTs, of units in the water and in approach hexes, and of those that come early or late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from domain.ddat import facts as f
from domain.ddat.arrivals import beaches_of, is_shut, put_in_approach
from domain.ddat.charts import GRID, ApproachCard, Event
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.events import Section, afloat, listed, nothing
from domain.ddat.forces import enter_hex
from domain.ddat.loading import by_drift_alone, on_the_reef
from domain.ddat.losses import check_catastrophe
from domain.ddat.stacking import CAPACITY, room
from domain.ddat.state import NIGHT, TRACK, Ddat
from domain.kernel.limits import Count
from domain.kernel.questions import Assign, Some
from domain.kernel.state import parse
from domain.kernel.table import Table


@listed
def lvt_commandeered(table: Table[Ddat], section: Section) -> None:
    kinds = sorted({str(steps) for steps in table.state.lvts}, reverse=True)
    if not kinds:
        nothing(table, "lvt-commandeered", "no LVT is available")
        return
    steps = choose(table, "lvt", kinds, "DDaT EV", "an LVT of how many steps loses one", names="")
    table.record(f.LvtHit(rule="DDaT EV", steps=parse(Count, steps)))


@listed
def hitch_a_ride(table: Table[Ddat], section: Section) -> None:
    barred = partial(why_not_taken, table.state)
    unit = choose(
        table, "hitch", unbarred(table.state.on_map(), barred), "DDaT EV", "which unit in the water gets a ride", barred
    )
    if not unit:
        nothing(table, "hitch-a-ride", "no US unit is in the water")
        return
    not_there = partial(why_not_taken_to, table.state, unit)
    to = choose(table, "hitch-to", _rides(table.state, unit), "DDaT EV", f"where {unit} is taken", not_there, "hex")
    if not to:
        table.by_hand(f"hitch: no hex in the water or on the beach is within reach of {unit}")
        nothing(table, "hitch-a-ride", f"nothing is open to {unit}")
        return
    table.record(f.UnitsMoved(rule="DDaT EV", units=(unit,), path=(to,), how="ride"))
    enter_hex(table, to)


def why_not_taken(state: Ddat, unit: str) -> Objections:
    """EV: why a unit gets no ride: it is not in the water, or nothing is open to it."""
    if unit not in afloat(state):
        yield "DDaT EV", f"{unit} is not in the water"
    elif not _rides(state, unit):
        yield "DDaT EV", f"the enemy is in every hex that {unit} could be taken to"


def why_not_taken_to(state: Ddat, unit: str, hex: str) -> Objections:
    """EV: why a unit is not taken to a hex."""
    if state.enemy_in(hex):
        yield "DDaT EV", f"a Japanese unit is in {hex}"
    elif by_drift_alone(state, hex):
        yield "DDaT 5.31", f"{hex} is an approach hex without letters: units get there only by drift"
    elif hex not in _rides(state, unit):
        yield (
            "DDaT EV",
            f"{hex} is neither two hexes through the water from {state.units[unit].hex} nor a beach hex next to it",
        )


def _rides(state: Ddat, unit: str) -> tuple[str, ...]:
    """Two hexes through the water, or one when it is a beach hex; none where one comes by drift alone (5.31)."""
    beach, far, here = state.board.beach, state.board.to_beach, state.units[unit].hex

    def onward(hex: str) -> set[str]:
        return {
            near
            for near in GRID.neighbours(hex)
            if near in far and not by_drift_alone(state, near) and not state.enemy_in(near)
        }

    first = onward(here)
    return tuple(sorted((first & beach).union(*(onward(hex) - {here} for hex in first - beach))))


def approach_units(state: Ddat) -> tuple[str, ...]:
    """US units in beach approach hexes, Green's among them."""
    return tuple(n for n in state.on_map() if on_the_reef(state, state.units[n].hex))


@listed
def no_ship_to_shore(table: Table[Ddat], section: Section) -> None:
    turn = table.state.turn + 1
    table.record(f.LvtsSilent(rule="DDaT EV", turn=turn))
    there = approach_units(table.state)
    words = f"units in approach hexes that wait for turn {turn + 1}"
    barred = partial(why_not_wait, there)
    question = Some(
        name="delay", by="us", rule="DDaT EV", words=words, options=there, default=(), barred=barred, names="unit"
    )
    delayed = table.ask(question) if there else table.gives(question, ())
    if delayed:
        _send_back(table, delayed, turn + 1)


def why_not_wait(there: tuple[str, ...], unit: str) -> Objections:
    """EV: why a unit does not wait for another turn."""
    if unit not in there:
        yield "DDaT EV", f"{unit} is in no beach approach hex"


@listed
def transport_delayed(table: Table[Ddat], section: Section) -> None:
    there = approach_units(table.state)
    if there:
        _send_back(table, there, table.state.turn + 2)
    else:
        nothing(table, "transport-delayed", "no unit is in a beach approach hex")


def _send_back(table: Table[Ddat], units: tuple[str, ...], due: int) -> None:
    """Units leave the approach hexes for the turn track, where they are not on the map (14.1, reading AMB-22)."""
    table.record(f.UnitsDelayed(rule="DDaT EV", units=units, due=due))
    check_catastrophe(table)


@listed
def orders_received(table: Table[Ddat], section: Section) -> None:
    _come_early(table, "orders-received", NIGHT + 1, "R2")


@listed
def expedited(table: Table[Ddat], section: Section) -> None:
    _come_early(table, "expedited", 28, "G")


def _come_early(table: Table[Ddat], what: Event, arrival: int, beach: str) -> None:
    """Units of a later turn go into the approach hexes of a beach now, two to a hex (5.3); those of 21.2 into those of
    theirs."""
    state = table.state
    coming = [n for n, now in state.units.items() if now.box == TRACK and state.card(n).arrival == arrival]
    if not coming or not _approaches(state, (beach,)):
        nothing(table, what, f"no units of turn {arrival} are waiting")
        return
    option = arrival == NIGHT + 1 and any(beaches_of(state, n) != (beach,) for n in coming)
    approaches = _approaches(state, beaches_of(state, coming[0]) if option else (beach,))
    counted = sum(not state.card(n).leader for n in coming)
    free = sum(max(0, room(state, hex)) for hex in approaches.values())
    places = table.ask(
        Assign(
            name="places",
            by="us",
            rule="DDaT 5.3",
            words=f"the approach hex of every unit of turn {arrival}",
            grouped=True,
            items={n: tuple(approaches) for n in coming},
            least=len(coming) - max(0, counted - free),
            check=lambda places: _overfull(state, approaches, places),
            sampler=lambda chance: _fill(state, coming, approaches),
            barred=partial(why_not_early, state, coming, approaches, arrival),
        )
    )
    for name, where in places.items():
        put_in_approach(table, name, where, "DDaT EV")


def why_not_early(
    state: Ddat, coming: Sequence[str], approaches: Mapping[str, str], arrival: int, unit: str, approach: str
) -> Objections:
    """EV: why a unit does not come to an approach hex ahead of its turn."""
    if unit not in coming:
        yield "DDaT EV", f"{unit} is no unit of turn {arrival} that waits on the turn track"
    elif approach not in approaches:
        yield "DDaT 5.3", f"{approach} is not open to the units of turn {arrival}"


def _approaches(state: Ddat, beaches: tuple[str, ...]) -> dict[str, str]:
    """The approach hexes of some beaches that may be used, and where they lie."""
    return {
        name: card.hex
        for name, card in state.rows(ApproachCard).items()
        if name.startswith(beaches) and not is_shut(state, name)
    }


def _overfull(state: Ddat, approaches: Mapping[str, str], places: Mapping[str, str]) -> str:
    """Why units cannot be placed so (7.5); "" when they can."""
    for name, hex in approaches.items():
        if sum(where == name and not state.card(n).leader for n, where in places.items()) > room(state, hex):
            return f"{name} holds {CAPACITY} units, leaders apart"
    return ""


def _fill(state: Ddat, coming: Iterable[str], approaches: Mapping[str, str]) -> dict[str, str]:
    """One way to place units: hex by hex, two in each."""
    left = {name: max(0, room(state, hex)) for name, hex in approaches.items()}
    found: dict[str, str] = {}
    for unit in coming:
        leader = state.card(unit).leader
        where = next((name for name, n in left.items() if n > 0 or leader), "")
        if where:
            found[unit] = where
            left[where] -= not leader
    return found
