"""BRT CG9, CG10: the Night Banzai Attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from domain.kernel.questions import YesNo
from domain.kernel.table import Table
from domain.kernel.verbs import Named
from domain.reef import facts as f
from domain.reef.charts import POOL
from domain.reef.common import HexName, HexNames, Objections, Pieces, fine, heed, kinds_of, leave, named_units, roll, verbs, why_not_there
from domain.reef.reserves import DISTANCE, NIGHT_SHARE
from domain.reef.slips import seal, unseal
from domain.reef.state import Reef, share

ON_MAP = 25
"""BRT CG10: per cent of the retained MMC on the map, at the most (reading R-07)."""
SUCCEEDS = 1


# ---- CG18.21 the choice ----


def slip_of(state: Reef) -> str:
    return f"night-banzai-{state.date}"


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


@verbs("BRT CG10", side="jp", steps=("banzai", "purchases", "leaders"), secret="jp", offers=_choices)
def night(table: Table[Reef], attempt: Annotated[str, Named("attempt")] = "") -> None:
    """BRT CG10, CG18.21: whether a Night Banzai is attempted, in secret: `night yes`; a "no" is sealed too."""
    heed(table, why_no_choice(table.state))
    seal(table, slip_of(table.state), "night-banzai", "jp", (attempt,) if attempt else (), "BRT CG10", table.state.date)
    leave(table, "banzai")


def resolve(table: Table[Reef]) -> None:
    """BRT CG10, CG18.23: the slip is opened after the Marine set-up; with a Final dr of 1 or less the night is played."""
    state = table.state
    slip = slip_of(state)
    says: tuple[str, ...] = state.slips[slip].says if slip in state.slips else ("no",)
    if not says:
        words = "was a Night Banzai written down"
        says = ("yes" if table.ask(YesNo(name="attempted", by="jp", rule="BRT CG10", words=words, default=False)) else "no",)
    if slip in state.slips:
        says = unseal(table, slip, says, "BRT CG10")
    if says != ("yes",):
        table.record(f.NightSettled(rule="BRT CG10", attempted=False, date=state.date))
        return
    terms = f.terms_of(f.term("night", state.campaign.night_drm, "BRT CG10"))  # reading R-14
    dice = roll(table, "night", "BRT CG10", f"the Night dr, Final {SUCCEEDS} or less", terms=terms, by="jp")
    played = f.total(dice, terms) <= SUCCEEDS
    table.record(f.NightSettled(rule="BRT CG10", attempted=True, die=dice[0], terms=terms, played=played, date=state.date))


# ---- the charge ----


def retained_mmc(state: Reef) -> int:
    """The MMC of the Japanese on the map."""
    return sum(
        unit.steps for unit in state.units.values() if unit.side == "jp" and unit.group != POOL and state.kind(unit.kind).category == "MMC"
    )  # fmt: skip


def least_pool(state: Reef) -> int:
    """BRT CG7.1, CG10: 30 % of the MMC in the pool, rounded up."""
    return share(state.category(state.pool, "MMC"), NIGHT_SHARE)


def most_map(state: Reef) -> int:
    """BRT CG10: 25 % of those on the map (reading R-07)."""
    there = retained_mmc(state)
    return share(there, ON_MAP) if state.reading("R-07") == "up" else there * ON_MAP // 100


def why_not_charge(state: Reef, pool: int, on_map: int, leaders: int) -> Objections:
    """BRT CG10, CG7.1: what stands against these in the Night Banzai Charge."""
    if not state.night:
        yield "BRT CG9", "no multi-Location Banzai Charge is declared but at night, by CG10"
    if pool < least_pool(state):
        yield "BRT CG10", f"{pool} MMC of the Reserve Pool: {least_pool(state)} at the least"
    elif pool > state.category(state.pool, "MMC"):
        yield "BRT CG10", f"{pool} MMC of the Reserve Pool: it has {state.category(state.pool, 'MMC')}"
    if on_map > most_map(state):
        yield "BRT CG10", f"{on_map} MMC of those on the map: {most_map(state)} at the most"
    if leaders < 1:
        yield "BRT CG10", "a leader at the least is in the charge"


@verbs("BRT CG10", side="jp", steps=("second_setup",), offers=lambda state: [])
def charge(table: Table[Reef], pieces: Pieces) -> None:
    """BRT CG10: the elements of the Night Banzai Charge: `charge pool:4-4-7x4,leader Red2:4-4-8x3,LMG`.

    Of the pool's MMC 30 % at the least, of those on the map 25 % at the most, a leader; SMC and SW as one likes.
    """
    units = named_units(pieces)
    heed(table, why_not_there(table.state, units, "BRT CG10"))
    out = {name: number for name, number in units.items() if name.startswith(f"{POOL}:")}
    rest = {name: number for name, number in units.items() if name not in out}
    pool, on_map = (table.state.category(kinds_of(table.state, some), "MMC") for some in (out, rest))
    leaders = sum(number for name, number in units.items() if name.endswith(":leader"))
    heed(table, why_not_charge(table.state, pool, on_map, leaders))
    table.record(f.ChargeDesignated(rule="BRT CG10", pool=pool, map=on_map, leaders=leaders))
    if able := {name.rpartition(":")[2]: min(number, table.state.units[name].steps) for name, number in out.items() if name in table.state.units}:
        table.record(f.PiecesShifted(rule="BRT CG10", of=POOL, to="reserves", pieces=able, how="charge"))


def why_not_chain(state: Reef, hexes: Sequence[str], leaders: int) -> Objections:
    """BRT CG10: what stands against a chain of the charge."""
    if state.charge is None:
        yield "BRT CG10", "the elements of the charge are designated first, `charge`"
    if leaders < 1:
        yield "BRT CG10", "a chain has a leader at the least"
    for hex in hexes:
        if not any(other != hex and state.distance(hex, other) == 1 for other in hexes):
            yield "BRT CG10", f"the stack in {hex} is next to no other of its chain"
        if state.perimeter and state.from_front(hex) < DISTANCE:
            yield "BRT CG10", f"{hex} is less than {DISTANCE} hexes from a Marine FLL"
    if hexes:
        found, edge = {hexes[0]}, [hexes[0]]
        while edge:
            here = edge.pop()
            more = [other for other in hexes if other not in found and state.distance(here, other) == 1]
            found |= set(more)
            edge += more
        if len(found) < len(set(hexes)):
            yield "BRT CG10", f"{', '.join(hex for hex in hexes if hex not in found)}: a chain is contiguous"


@verbs("BRT CG10", side="jp", steps=("second_setup",), offers=lambda state: [])
def chain(table: Table[Reef], hexes: HexNames, leaders: int = 1) -> None:
    """BRT CG10: a chain of adjacent hexes, a MMC in each, with so many leaders: `chain K12,K13,L13`, `chain K12,K13 leaders=2`."""
    heed(table, why_not_chain(table.state, hexes, leaders))
    table.record(f.ChainFormed(rule="BRT CG10", hexes=hexes, leaders=leaders))


def owed_charge(state: Reef) -> str:
    """BRT CG10: what has to be designated before the Japanese have set up for the night."""
    if not state.night:
        return ""
    if state.charge is None:
        return "the elements of the Night Banzai Charge, `charge`"
    return "" if state.charge.chains else "the chains of the Night Banzai Charge, `chain`"


def owed_target(state: Reef) -> str:
    """BRT CG10: the whole charge moves at the start of the Japanese MPh of turn 1."""
    if state.night and state.charge and not state.charge.moved and state.mover == "jp":
        return "the Night Banzai Charge, `banzai` and its target"
    return ""


@verbs("BRT CG10", side="jp", steps=("movement",), offers=lambda state: [{"target": "the nearest"}] if owed_target(state) else [])
def banzai(table: Table[Reef], target: str) -> None:
    """BRT CG10: all chains charge at once, at one Marine unit, wherever it is: `banzai "1-F2 in K12"`."""
    state = table.state
    table.require(state.night and state.charge is not None, "BRT CG9", "a multi-Location Banzai Charge is declared at night alone, by CG10")
    table.require(state.charge is None or not state.charge.moved, "BRT CG10", "the Night Banzai Charge has moved; who is in it charges alone")
    if state.charge is None:
        table.by_hand("nobody is in a Night Banzai Charge")
    table.record(f.ChargeBegan(rule="BRT CG10", target=target))


@verbs("BRT CG10", side="jp", steps=("movement", "advance"), name="terrain", offers=lambda state: [])
def terrain_dr(table: Table[Reef], hex: HexName) -> None:
    """BRT CG10: a DR for a charging MMC that enters Concealment Terrain; an Original 12 is a failed Attack Break MC: `terrain K12 66`."""
    table.require(table.state.night and table.state.charge is not None, "BRT CG10", "nobody is in a Night Banzai Charge")
    dice = roll(table, "terrain", "BRT CG10", f"a MMC charges into {hex}", count=2, by="jp", at=hex)
    table.record(f.TerrainEntered(rule="BRT CG10", hex=hex, dice=dice, broken=sum(dice) == 12))


__all__ = ["banzai", "chain", "charge", "night", "resolve", "terrain_dr"]
