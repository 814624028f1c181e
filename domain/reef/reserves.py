"""BRT CG7: the Reserve Pool, Replenishment, reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import ENTERED, POOL, HexCard
from domain.reef.common import (
    PHASES,
    REFIT,
    SETTING_UP,
    HexNames,
    Objections,
    Pieces,
    heed,
    kinds_of,
    named_units,
    on_map,
    roll,
    there,
    verbs,
    why_not_ground,
    why_not_setting_up,
    why_not_there,
)
from domain.reef.leaders import determine, due
from domain.reef.state import INITIAL, Reef, share

SHARE, NIGHT_SHARE = 20, 30
"""BRT CG7.1: per cent of the Reserve Pool that may be set up; of its MMC that must be at night."""
DISTANCE = 3
"""BRT CG7.1: hexes from every Marine FLL."""
REPLENISHING = (1, 5)
REPLENISHMENT: Mapping[int, Mapping[str, int]] = {
    2: {"4-4-8": 3,
        "leader": 2},
        3: {"4-4-8": 2, "leader": 2}, 4: {"4-4-7": 3, "leader": 2}, 5: {"4-4-7": 3, "leader": 1}, 6: {"3-4-7": 3},
    7: {"3-4-7": 3,
        "leader": 1},
        8: {"3-4-7": 3}, 9: {"4-4-7": 2, "leader": 1}, 10: {"4-4-8": 3, "leader": 1}, 11: {"4-4-8": 2, "leader": 1},
    12: {"4-4-8": 2, "leader": 1},
}  # fmt: skip
"""BRT CG7.1: the Reserve Pool Replenishment Chart."""


# ---- CG7.1 set-up out of the pool ----


def remaining(state: Reef) -> int:
    """The counters that remained in the pool as the set-up came: those there, and those set up since."""
    return state.counters(state.pool) + state.pool_set_up


def set_up_limit(state: Reef) -> int:
    """BRT CG7.1: how many counters may be set up: on each CG Date after 20 AM 20 % of the pool, in the last scenario
    all of it."""
    there = remaining(state)
    if state.last:
        return there
    return share(there, SHARE) if after_20_am(state) else 0


def after_20_am(state: Reef) -> bool:
    """BRT CG7.1: whether something of the pool may be set up; also in the Initial Scenario of CG I, which is on 21
    AM."""
    return state.date_number > 1


def why_not_reserve(state: Reef, units: Mapping[str, int], rule: str) -> Objections:
    """BRT CG7.1: what comes out of the pool: it has to be there, and SW come with Infantry."""
    for name in units:
        if not name.startswith(f"{POOL}:"):
            yield rule, f"{name} is not in the Reserve Pool"
    yield from why_not_there(state, units, rule)
    kinds = kinds_of(state, units)
    if state.category(kinds, "SW") and not (
        state.category(kinds, "MMC") or state.category(kinds, "SMC") - kinds.get("armor-leader", 0)
    ):
        yield rule, "SW enter with an Infantry unit"


def why_not_so_near(state: Reef, hexes: Sequence[str], rule: str) -> Objections:
    """BRT CG7.1, CG10: three hexes from every Marine FLL; where no Perimeter has been drawn there is none (reading
    R-86)."""
    yield from why_not_ground(state, hexes, reserves=True)
    for hex in hexes:
        if state.perimeter and state.from_front(hex) < DISTANCE:
            yield (
                rule,
                f"{hex} is less than {DISTANCE} hexes from a Marine FLL: who cannot set up further off stays in "
                "the pool",
            )


def why_not_set_up(state: Reef, units: Mapping[str, int], hexes: Sequence[str]) -> Objections:
    """BRT CG7.1: what stands against setting pieces of the pool up."""
    yield from why_not_setting_up(state, "jp", "BRT CG7.1")
    yield from why_not_reserve(state, units, "BRT CG7.1")
    if not state.night:
        limit, now = set_up_limit(state), state.counters(kinds_of(state, units))
        if not after_20_am(state):
            yield "BRT CG7.1", "nothing of the Reserve Pool is set up on 20 AM, but on each AM and PM CG Date after it"
        elif state.pool_set_up + now > limit:
            yield "BRT CG7.1", f"{state.pool_set_up + now} counters: {limit} of {remaining(state)} may be set up"
    yield from why_not_so_near(state, hexes, "BRT CG7.1")


def _set_ups(state: Reef) -> Iterator[Mapping[str, Any]]:
    if not state.night and state.pool_set_up < set_up_limit(state):
        for kind in state.pool:
            if state.kind(kind).category == "MMC":
                yield {"pieces": {POOL: (kind,)}}


@verbs("BRT CG7.1", side="jp", phases=SETTING_UP, name="set-up-reserves", offers=_set_ups)
def set_up_reserves(table: Table[Reef], pieces: Pieces, hexes: HexNames = ()) -> None:
    """BRT CG7.1: pieces of the Reserve Pool are set up on the map, before all (reading R-53): `set-up-reserves
    pool:4-4-7x3,leader hexes=K12,K13`."""
    units = named_units(table.state, pieces)
    heed(table, why_not_set_up(table.state, units, hexes))
    move(table, units, POOL, ENTERED, "set-up", "BRT CG7.1", hexes)


def move(
    table: Table[Reef], units: Mapping[str, int], of: str, to: str, how: str, rule: str, hexes: Sequence[str] = ()
) -> None:
    """Pieces go from a group to another, as many as are there."""
    for name in units:
        if not name.startswith(f"{of}:"):
            table.by_hand(f"{name} is no piece of {of}")
    here = {name: number for name, number in units.items() if name.startswith(f"{of}:")}
    table.record(
        f.PiecesShifted(
            rule=rule, of=of, to=to, pieces=kinds_of(table.state, there(table, here)), hexes=tuple(hexes), how=how
        )
    )


# ---- CG7.1 in the Refit Phase ----


def why_not_pool(state: Reef, units: Mapping[str, int]) -> Objections:
    yield from why_not_there(state, units, "BRT CG7.1")
    if any(name in state.units and state.units[name].side != "jp" for name in units):
        yield "BRT CG7.1", "the Reserve Pool is the Japanese player's"
    if len({name.rpartition(":")[0] for name in units}) > 1:
        yield "BRT CG7.1", "say them group by group"
    if any(name.startswith(f"{POOL}:") for name in units):
        yield "BRT CG7.1", "these are in the Reserve Pool"
    if state.phase in SETTING_UP:
        yield from why_not_setting_up(state, "jp", "BRT CG7.1")


@verbs(
    "BRT CG7.1",
    side="jp",
    name="to-pool",
    phases=(*REFIT, "purchases", *SETTING_UP),
    offers=lambda state: [],
    further=leads.pieces,
)
def to_pool(table: Table[Reef], pieces: Pieces) -> None:
    """BRT CG7.1: pieces of a beach, or Retained ones, are assigned to the Reserve Pool: `to-pool Red2:4-4-7x2`."""
    units = named_units(table.state, pieces, on_map)
    heed(table, why_not_pool(table.state, units))
    move(table, units, next(iter(pieces), ""), POOL, "refit", "BRT CG7.1")


@verbs("BRT CG7.1", side="jp", name="from-pool", phases=REFIT, offers=lambda state: [])
def from_pool(table: Table[Reef], pieces: Pieces) -> None:
    """BRT CG7.1: pieces of the Reserve Pool are added to the Retained ones in the Refit Phase: `from-pool
    pool:4-4-7x2,leader`."""
    units = named_units(table.state, pieces)
    heed(table, why_not_set_up(table.state, units, ()))  # reading R-28
    move(table, units, POOL, ENTERED, "refit", "BRT CG7.1")


# ---- CG7.1 Replenishment ----


def why_not_replenish(state: Reef) -> Objections:
    """BRT CG7.1, CG10: when a Replenishment DR may be made."""
    if state.number <= INITIAL:
        yield "BRT CG7.1", "the Replenishment DR is made after the Initial Scenario"
    if state.night:
        yield "BRT CG10", "CG7 is suspended in a Night scenario (reading R-08)"
    if state.mover != "jp" and state.phase == "rally":  # elsewhere it is the phase that is wrong
        yield "BRT CG7.1", "it is made in the Japanese Player Turn"
    if not state.mover:
        return
    if state.turn not in REPLENISHING:
        yield "BRT CG7.1", f"it is made on turns {' and '.join(map(str, REPLENISHING))}, not on turn {state.turn}"
    elif state.turn in state.replenished:
        yield "BRT CG7.1", "the DR of this turn has been made"


@verbs("BRT CG7.1", side="jp", phases=("rally",), offers=lambda state: [] if any(why_not_replenish(state)) else [{}])
def replenish(table: Table[Reef]) -> None:
    """BRT CG7.1: the Replenishment DR, and LD DRs of the leaders it brings (reading R-09): `replenish 34 55`."""
    heed(table, why_not_replenish(table.state))
    dice = roll(table, "replenish", "BRT CG7.1", "the Replenishment DR", count=2, by="jp")
    pieces = REPLENISHMENT[sum(dice)]
    table.record(f.PoolReplenished(rule="BRT CG7.1", turn=table.state.turn, dice=dice, pieces=pieces))
    for _ in range(pieces.get("leader", 0)):  # on paper there are none due
        if (POOL, "infantry") in due(table.state):
            determine(table, POOL, "infantry")


# ---- CG7.2 reinforcements ----


def why_not_reinforce(state: Reef) -> Objections:
    """BRT CG7.2, CG10: when a Reinforcement dr may be made."""
    if state.night:
        yield "BRT CG10", "CG7 is suspended in a Night scenario (reading R-08)"
    if state.mover != "jp" and state.phase == "rally":  # elsewhere it is the phase that is wrong
        yield "BRT CG7.2", "it is made in the Japanese Player Turn"
    if not state.mover:
        return
    if state.turn < 2:
        yield "BRT CG7.2", "it is made after turn 1"
    elif state.reinforced == state.turn:
        yield "BRT CG7.2", "the dr of this turn has been made"


@verbs(
    "BRT CG7.2",
    side="jp",
    phases=("rally",),
    offers=lambda state: [] if any(why_not_reinforce(state)) or not state.pool else [{}],
)
def reinforce(table: Table[Reef]) -> None:
    """BRT CG7.2: the Reinforcement dr, at most the turn; then a dr, in CG II and III a DR, says how many counters:
    `reinforce 2 45`."""
    heed(table, why_not_reinforce(table.state))
    turn = table.state.turn
    die = roll(table, "reinforce", "BRT CG7.2", f"the Reinforcement dr, {turn} or less", by="jp")[0]
    count: tuple[int, ...] = ()
    if die <= turn:
        count = roll(
            table, "count", "BRT CG7.2", "how many counters may enter", count=1 if table.state.cg == "I" else 2, by="jp"
        )
    table.record(
        f.ReinforcementsRolled(
            rule="BRT CG7.2", turn=turn, die=die, available=die <= turn, count=count, number=sum(count)
        )
    )


def why_not_come(state: Reef, units: Mapping[str, int], hexes: Sequence[str]) -> Objections:
    """BRT CG7.2: what stands against reinforcements' entering there, before or after a Replenishment (reading R-58)."""
    yield from why_not_reserve(state, units, "BRT CG7.2")
    number = state.counters(kinds_of(state, units))
    if number > state.available:
        yield "BRT CG7.2", f"{number} counters: {state.available} may enter"
    kinds = kinds_of(state, units)
    if kinds.get("armor-leader") and not state.category(kinds, "vehicle"):
        yield "BRT CG7.2", "an Armor Leader enters with a vehicle"
    edges = ("south", "east") if state.cg == "III" else ("east",)
    for hex in hexes:
        card = state.read(HexCard, hex)
        if card.terrain == "ocean":
            yield "BRT CG7.2", f"{hex} is no land hex"
        elif not set(edges) & set(card.edges):
            yield "BRT CG7.2", f"{hex} is not on the {' or '.join(edges)} edge of the map"
        if hex in state.ground and state.ground[hex].control == "us":
            yield "BRT CG7.2", f"{hex} is Controlled by the Marines"


def _comings(state: Reef) -> Iterator[Mapping[str, Any]]:
    if state.available:
        for kind in state.pool:
            if state.kind(kind).category == "MMC":
                yield {"pieces": {POOL: (kind,)}}


@verbs("BRT CG7.2", side="jp", phases=PHASES, offers=_comings)
def come(table: Table[Reef], pieces: Pieces, hexes: HexNames = ()) -> None:
    """BRT CG7.2: reinforcements enter: `come pool:4-4-7x2,leader,LMG hexes=K63`; what does not is in the pool again."""
    units = named_units(table.state, pieces)
    heed(table, why_not_come(table.state, units, hexes))
    move(table, units, POOL, ENTERED, "reinforcement", "BRT CG7.2", hexes)


def return_reserves(table: Table[Reef]) -> None:
    """BRT CG7.2: at the end of the Player Turn."""
    if table.state.available:
        number = min(table.state.available, table.state.counters(table.state.pool))
        table.record(f.ReservesReturned(rule="BRT CG7.2", number=number))
