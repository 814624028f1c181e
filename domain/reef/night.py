"""BRT CG9, CG10: the Night Banzai Attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from domain.kernel.questions import YesNo
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import ENTERED, POOL, HexCard
from domain.reef.common import (
    PHASES,
    HexName,
    HexNames,
    Objections,
    Pieces,
    fine,
    heed,
    kinds_of,
    named_units,
    roll,
    there,
    verbs,
    why_not_ground,
    why_not_there,
)
from domain.reef.reserves import DISTANCE, NIGHT_SHARE
from domain.reef.slips import seal, unseal
from domain.reef.state import Chain, Reef, share
from domain.wargame.dice import terms_of, total

ON_MAP = 25
"""BRT CG10: per cent of the retained MMC on the map, at the most (reading R-07)."""
SUCCEEDS = 1
CHAIN = 2
"""BRT CG10: stacks of a chain, each with a MMC, at the least."""


# ---- CG18.21 the choice ----


def slip_of(state: Reef) -> str:
    return f"night-banzai-{'-'.join(state.date.split())}"


def why_no_choice(state: Reef) -> Objections:
    """BRT CG10: after the afternoons of the 20th and 21st alone."""
    if not state.night_open:
        yield "BRT CG10", "a Night Banzai is attempted after a PM scenario before November 22"
    elif slip_of(state) in state.slips:
        yield "BRT CG10", "it has been written down"


def owed_choice(state: Reef) -> str:
    return "" if slip_of(state) in state.slips else "whether a Night Banzai is attempted, `night yes` or `night no`"


def _choices(state: Reef) -> Iterator[Mapping[str, Any]]:
    if fine(why_no_choice(state)):
        yield from [{}] if state.on_paper else [{"attempt": "yes"}, {"attempt": "no"}]


@verbs("BRT CG10", side="jp", phases=("banzai", "purchases", "leaders"), secret="jp", offers=_choices)
def night(table: Table[Reef], attempt: Annotated[str, Named("attempt")] = "") -> None:
    """BRT CG10, CG18.21: whether a Night Banzai is attempted, in secret: `night yes`; a "no" is sealed too."""
    heed(table, why_no_choice(table.state))
    seal(table, slip_of(table.state), "night-banzai", "jp", (attempt,) if attempt else (), "BRT CG10", table.state.date)
    table.leave("banzai")


def resolve(table: Table[Reef]) -> None:
    """BRT CG10, CG18.23: the slip is opened after the Marine set-up; with a Final dr of 1 or less the night is
    played."""
    state = table.state
    slip = slip_of(state)
    says: tuple[str, ...] = state.slips[slip].says if slip in state.slips else ("no",)
    if not says:
        words = "was a Night Banzai written down"
        says = (
            "yes" if table.ask(YesNo(name="attempted", by="jp", rule="BRT CG10", words=words, default=False)) else "no",
        )
    if slip in state.slips:
        says = unseal(table, slip, says, "BRT CG10")
    if says != ("yes",):
        table.record(f.NightSettled(rule="BRT CG10", attempted=False, date=state.date))
        return
    if not could_charge(state):
        table.record(f.NightSettled(rule="BRT CG10", attempted=True, barred="no-charge", date=state.date))
        return
    terms = terms_of(f.term("night", state.campaign.night_drm, "BRT CG10"))  # reading R-14
    dice = roll(table, "night", "BRT CG10", f"the Night dr, Final {SUCCEEDS} or less", terms=terms, by="jp")
    played = total(dice, terms) <= SUCCEEDS
    no_room = False
    if played and state.perimeter:
        words = f"can what comes out of the Reserve Pool be set up {DISTANCE} hexes or more from every Marine FLL"
        no_room = not table.ask(YesNo(name="room", by="jp", rule="BRT CG7.1", words=words, default=True))
    table.record(
        f.NightSettled(
            rule="BRT CG7.1" if no_room else "BRT CG10",
            attempted=True,
            die=dice[0],
            terms=terms,
            played=played and not no_room,
            barred="no-room" if no_room else "",
            date=state.date,
        )
    )


def could_charge(state: Reef) -> bool:
    """BRT CG10, reading R-27: a charge has a leader, and two MMC next to each other."""
    mmc = state.pool_mmc + (
        share(state.map_mmc, ON_MAP) if state.reading("R-07") == "up" else state.map_mmc * ON_MAP // 100
    )
    leaders = sum(unit.steps for unit in state.units.values() if unit.side == "jp" and unit.kind == "leader")
    return leaders > 0 and mmc >= CHAIN


# ---- the charge ----


def least_pool(state: Reef) -> int:
    """BRT CG7.1, CG10: 30 % of the MMC that were in the pool as the set-up began, rounded up."""
    return share(state.pool_mmc, NIGHT_SHARE)


def most_map(state: Reef) -> int:
    """BRT CG10: 25 % of those retained on the map then (reading R-07)."""
    there = state.map_mmc
    return share(there, ON_MAP) if state.reading("R-07") == "up" else there * ON_MAP // 100


def set_up_before(state: Reef) -> int:
    """MMC of the pool that have been set up already: they are of its 30 % too (CG7.1)."""
    return max(0, state.pool_mmc - still_there(state, koreans=False))


def still_there(state: Reef, *, koreans: bool) -> int:
    """MMC that were in the pool as the set-up began, and are; without what has gone into it since."""
    mmc = (
        kind for kind in state.pool if state.kind(kind).category == "MMC" and (koreans or not state.kind(kind).korean)
    )
    return sum(max(0, state.has(POOL, kind) - state.pooled.get(kind, 0)) for kind in mmc)


def of_reserves(state: Reef, units: Mapping[str, int]) -> dict[str, int]:
    """What of these has come out of the pool, by kind."""
    return kinds_of(state, {name: number for name, number in units.items() if name.startswith(f"{ENTERED}:")})


def why_not_charge(state: Reef, pool: int, on_map: int, leaders: int) -> Objections:
    """BRT CG10, CG7.1: what stands against these in the Night Banzai Charge."""
    if not state.night:
        yield "BRT CG9", "no multi-Location Banzai Charge is declared but at night, by CG10"
    if state.charge is not None:
        yield "BRT CG10", "the elements of the charge have been designated"
    if pool + on_map < CHAIN:
        yield "BRT CG10", f"{pool + on_map} MMC: a chain is of {CHAIN} stacks at the least"
    if pool < least_pool(state):
        yield "BRT CG10", f"{pool} MMC of the Reserve Pool: {least_pool(state)} at the least"
    if on_map > most_map(state):
        yield "BRT CG10", f"{on_map} MMC of those on the map: {most_map(state)} at the most"
    if leaders < 1:
        yield "BRT CG10", "a leader at the least is in the charge"


def why_not_member(state: Reef, units: Mapping[str, int]) -> Objections:
    """BRT CG10, CG12: MMC, SMC and SW of the Japanese; Koreans do not charge (reading R-26)."""
    for name in units:
        kind = state.kind(name.rpartition(":")[2])
        if name in state.units and state.units[name].side != "jp":
            yield "BRT CG10", f"{name} is no Japanese piece"
        elif kind.korean:
            yield "BRT CG12", f"{name}: Korean labor units do not charge (reading R-26)"
        elif kind.category not in ("MMC", "SMC", "SW") or name.endswith(":armor-leader"):
            yield "BRT CG10", f"{name}: MMC, SMC and SW are in the charge"


def _elements(state: Reef) -> Iterator[Mapping[str, Any]]:
    """A charge that may be designated: what the pool has to give, and two MMC and a leader at the least."""
    if not state.night or state.charge is not None:
        return
    pieces: dict[str, list[str]] = {}
    wanted, led = max(2, least_pool(state)), False
    from_map = most_map(state)
    for unit in sorted(state.units.values(), key=lambda unit: unit.group != POOL):
        kind = state.kind(unit.kind)
        if unit.side != "jp" or not unit.steps or kind.korean:
            continue
        if kind.category == "MMC" and wanted > 0:
            number = min(unit.steps, wanted, unit.steps if unit.group == POOL else from_map)
            from_map -= 0 if unit.group == POOL else number
            wanted -= number
            pieces.setdefault(unit.group, []).extend(
                [f"{unit.kind}x{number}" if number > 1 else unit.kind] if number else []
            )
        elif unit.kind == "leader" and not led:
            led = True
            pieces.setdefault(unit.group, []).append("leader")
    yield {"pieces": {group: tuple(words) for group, words in pieces.items() if words}}


@verbs("BRT CG10", side="jp", phases=("second_setup",), offers=_elements)
def charge(table: Table[Reef], pieces: Pieces) -> None:
    """BRT CG10: the elements of the Night Banzai Charge: `charge pool:4-4-7x4,leader Red2:4-4-8x3,LMG`.

    Of the pool's MMC 30 % at the least, of those on the map 25 % at the most, a leader; SMC and SW as one likes.
    """
    units = named_units(table.state, pieces)
    heed(table, why_not_there(table.state, units, "BRT CG10"))
    heed(table, why_not_member(table.state, units))
    units = there(table, units)
    out = {name: number for name, number in units.items() if name.startswith(f"{POOL}:")}
    rest = {name: number for name, number in units.items() if name not in out}
    pool, on_map = (table.state.category(kinds_of(table.state, some), "MMC") for some in (out, rest))
    before = min(set_up_before(table.state), table.state.category(of_reserves(table.state, rest), "MMC"))
    pool, on_map = pool + before, on_map - before
    pool, on_map = pool - (retained := from_the_map(table.state, out)), on_map + retained
    leaders = sum(number for name, number in units.items() if name.endswith(":leader"))
    heed(table, why_not_charge(table.state, pool, on_map, leaders))
    table.record(f.ChargeDesignated(rule="BRT CG10", pool=pool, map=on_map, leaders=leaders, pieces=units))
    if out:
        table.record(
            f.PiecesShifted(rule="BRT CG10", of=POOL, to=ENTERED, pieces=kinds_of(table.state, out), how="charge")
        )


def why_not_chain(state: Reef, hexes: Sequence[str], mmc: int, leaders: int) -> Objections:
    """BRT CG10: what stands against a chain of the charge."""
    now = state.charge
    if now is None:
        yield "BRT CG10", "the elements of the charge are designated first, `charge`"
        return
    left = now.leaders - sum(chain.leaders for chain in now.chains.values())
    if leaders < 1:
        yield "BRT CG10", "a chain has a leader at the least"
    elif leaders > left:
        yield "BRT CG10", f"{leaders} leaders: {left} of the charge are in no chain"
    if mmc < len(set(hexes)):
        yield "BRT CG10", f"{mmc} MMC in {len(set(hexes))} hexes: a chain has one in each at the least"
    elif mmc > now.waiting:
        yield "BRT CG10", f"{mmc} MMC: {now.waiting} of the charge are in no chain"
    elif (rest := now.waiting - mmc) and (rest < CHAIN or left - leaders < 1):
        yield (
            "BRT CG10",
            f"{rest} MMC and {left - leaders} leaders are left, who can form no chain: say mmc= and leaders=",
        )
    for hex in hexes:
        if not any(other != hex and state.distance(hex, other) == 1 for other in hexes):
            yield "BRT CG10", f"the stack in {hex} is next to no other of its chain"
        yield from why_not_ground(state, (hex,))
        if state.perimeter and state.from_front(hex) < DISTANCE:
            yield "BRT CG10", f"{hex} is less than {DISTANCE} hexes from a Marine FLL"
        for name, chain in now.chains.items():
            if any(state.distance(hex, other) <= 1 for other in chain.hexes):
                yield "BRT CG10", f"{hex} touches {name}: they are one chain"
                break
    if missed := [hex for hex in hexes if hex not in reached(state, hexes)]:
        yield "BRT CG10", f"{', '.join(missed)}: a chain is contiguous"


def reached(state: Reef, hexes: Sequence[str]) -> set[str]:
    """Which of the hexes hang together with the first."""
    found, edge = set(hexes[:1]), list(hexes[:1])
    while edge:
        here = edge.pop()
        more = [other for other in hexes if other not in found and state.distance(here, other) == 1]
        found |= set(more)
        edge += more
    return found


def _chains(state: Reef) -> Iterator[Mapping[str, Any]]:
    """All who wait in two hexes that have been read out, far enough from the Marines."""
    if state.charge is None or state.charge.waiting < 2:
        return
    leaders = max(1, state.charge.leaders - sum(one.leaders for one in state.charge.chains.values()))
    for hex, card in state.rows(HexCard).items():
        near = (
            next((other for other in state.near(hex, 1)[1:] if other in state.rows(HexCard)), "")
            if card.terrain == "hinterland"
            else ""
        )
        if near and fine(why_not_chain(state, (hex, near), state.charge.waiting, leaders)):
            yield {"hexes": (hex, near), "mmc": state.charge.waiting, "leaders": leaders}
            return


@verbs("BRT CG10", side="jp", phases=("second_setup",), offers=_chains, further=leads.hexes("hexes"))
def chain(table: Table[Reef], hexes: HexNames, leaders: int = 1, mmc: int = 0) -> None:
    """BRT CG10: a chain of adjacent hexes, a MMC in each or as many as are said: `chain K12,K13,L13`, `chain K12,K13
    mmc=5 leaders=2`."""
    mmc = mmc or len(hexes)
    heed(table, why_not_chain(table.state, hexes, mmc, leaders))
    number = 1 + (len(table.state.charge.chains) if table.state.charge else 0)
    table.record(f.ChainFormed(rule="BRT CG10", chain=f"chain-{number}", hexes=hexes, mmc=mmc, leaders=leaders))


def from_the_map(state: Reef, out: Mapping[str, int]) -> int:
    """MMC among these of the pool that went into it from the map in this set-up: they are of the 25 % of those retained
    on the map (CG10)."""
    found = 0
    for kind, number in kinds_of(state, out).items():
        if state.kind(kind).category == "MMC":
            found += max(0, number - max(0, state.has(POOL, kind) - state.pooled.get(kind, 0)))
    return found


def owed_pool(state: Reef) -> int:
    """BRT CG7.1: how many MMC of the Reserve Pool, Koreans among them, have still to be set up for the night."""
    began = state.pool_mmc + state.pool_koreans
    return share(began, NIGHT_SHARE) - max(0, began - still_there(state, koreans=True))


def owed_charge(state: Reef) -> str:
    """BRT CG10, CG7.1: what has to be designated, and set up, before the Japanese have set up for the night."""
    if not state.night:
        return ""
    if state.charge is None:
        return "the elements of the Night Banzai Charge, `charge`"
    if state.charge.waiting:
        return f"chains of the Night Banzai Charge for {state.charge.waiting} MMC, `chain`"
    more = owed_pool(state)
    return f"{NIGHT_SHARE} % of the MMC of the Reserve Pool, {more} more, `set-up-reserves`" if more > 0 else ""


def phase_of(state: Reef) -> str:
    return f"{state.turn} {state.phase}"


def due_to_charge(state: Reef) -> tuple[str, ...]:
    """BRT CG10: the chains that must charge in this phase: from the MPh of turn 1 on in each Japanese MPh and APh
    (reading R-59)."""
    if not (state.night and state.charge and state.mover == "jp" and state.phase in ("movement", "advance")):
        return ()
    return tuple(name for name, one in state.charge.chains.items() if not one.out and one.charged != phase_of(state))


def owed_target(state: Reef) -> str:
    if state.over:  # nobody charges any more
        return ""
    if due := due_to_charge(state):
        return f"the Night Banzai Charge of {', '.join(due)}, `banzai` and its target, or `charge-out` and why"
    return ""


def _charges(state: Reef) -> Iterator[Mapping[str, Any]]:
    if due_to_charge(state):
        yield {"target": "the nearest Marines"}


ChainName = Annotated[str, Named("chain")]


@verbs("BRT CG10", side="jp", phases=("movement", "advance"), offers=_charges)
def banzai(table: Table[Reef], target: str, chains: Annotated[tuple[str, ...], Named("chain")] = ()) -> None:
    """BRT CG10: all chains charge at once, at one Marine unit: `banzai "1-F2 in K12"`; then each for itself,
    chains=chain-1, or its stacks.

    Who charges is part of a Human Wave: FFNAM and FFMO, no RPh or PFPh activity, Area Fire alone, no multi-Location FG,
    no Interdiction.
    """
    state = table.state
    able = due_to_charge(state)
    first = not any(one.charged for one in state.charge.chains.values()) if state.charge else False
    charging = state.night and state.mover == "jp" and (bool(able) or (bool(chains) and not first))
    once = bool(state.charge and state.charge.began == phase_of(state))
    table.require(not once, "BRT CG10", "the initial charge is one of all chains, at one target, and has been made")
    table.require(charging, "BRT CG9" if not state.night else "BRT CG10", "nobody of a Night Banzai Charge charges now")
    table.require(
        not (first and chains and set(chains) != set(able)), "BRT CG10", "the first charge is one of all chains"
    )
    for name in chains:  # after the first time its units and stacks may charge apart
        out = bool(state.charge and state.charge.chains[name].out)
        table.require(
            not out and (name in able or not first),
            "BRT CG10",
            f"{name} charges no more" if out else f"{name} has charged in this phase",
        )
    going = tuple(chains) or able
    if not going:
        table.by_hand("nobody is in a Night Banzai Charge")
    table.record(f.Charged(rule="BRT CG10", chains=going, target=target, phase=phase_of(state)))


@verbs("BRT CG10", side="jp", phases=PHASES, name="charge-out", offers=lambda state: [])
def charge_out(table: Table[Reef], chain: ChainName, why: Literal["broken", "met", "eliminated"], mmc: int = 0) -> None:
    """BRT CG10: a chain, or some MMC of it, charges no more: broken half-squads, met the enemy, or gone: `charge-out
    chain-1 met`, mmc=2."""
    now = table.state.charge.chains[chain] if table.state.charge else Chain()
    table.require(not now.out, "BRT CG10", f"{chain} charges no more")
    table.require(mmc <= now.mmc - now.gone, "BRT CG10", f"{mmc} MMC of {chain}: {now.mmc - now.gone} charge still")
    table.record(f.ChainLeft(rule="BRT CG10", chain=chain, why=why, mmc=mmc or now.mmc - now.gone))


@verbs("BRT CG10", side="jp", phases=("movement",), name="terrain", offers=lambda state: [])
def terrain_dr(table: Table[Reef], hex: HexName) -> None:
    """BRT CG10: a DR for a charging MMC that enters Concealment Terrain in the MPh; a 12 is a failed Attack Break MC:
    `terrain K12 66`."""
    state = table.state
    charging = (
        state.night
        and state.mover == "jp"
        and state.charge is not None
        and any(not one.out for one in state.charge.chains.values())
    )
    table.require(charging, "BRT CG10", "nobody charges at night now")
    card = state.rows(HexCard).get(hex)
    table.require(card is None or card.concealment, "BRT CG10", f"{hex} is no Concealment Terrain")
    dice = roll(table, "terrain", "BRT CG10", f"a MMC charges into {hex}", count=2, by="jp", at=hex)
    table.record(f.TerrainEntered(rule="BRT CG10", hex=hex, dice=dice, broken=sum(dice) == 12))


__all__ = ["banzai", "chain", "charge", "charge_out", "night", "resolve", "terrain_dr"]
