"""BRT 15.2, CG2.3: what is eliminated, captured or reduced, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.kernel.facts import Gain, Loss, Points
from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import POOL, TRANSPORT, CasualtyCard
from domain.reef.common import (
    PHASES,
    REFIT,
    Objections,
    Pieces,
    gone,
    heed,
    named_units,
    on_map,
    side_of,
    there,
    verbs,
    why_not_there,
)
from domain.reef.facts.codes import Cause
from domain.reef.organization import ALL, HALF, counted, split
from domain.reef.state import OTHER, SIDES, Reef, Unit, key

HALF_SQUADS = {"4-4-8": "2-3-8", "4-4-7": "2-3-7", "3-4-7": "2-3-7"}
"""Half-squads that have a kind of their own."""


def owners(state: Reef, values: Mapping[str, Any]) -> list[str]:
    """Whose pieces a line names: Marines by their Formations and LVTs, all others are Japanese."""
    return ["us" if group in state.formations or group == TRANSPORT else "jp" for group in values["pieces"]]


def half_of(kind: str) -> str:
    """The half-squad of a squad (reading R-37)."""
    return HALF_SQUADS.get(kind, f"{HALF}{kind}")


def unseen(state: Reef, name: str) -> int:
    """How many of these are known to their own side alone: in Cloaking boxes that have entered (CG5), or bought
    (15.614), in closed slips."""
    found = 0
    group, _, kind = name.rpartition(":")
    for slip in state.slips.values():
        if slip.kind == "cloaking" and not slip.open:
            found += slip.entered.get(name, 0)
        elif slip.kind == "purchases" and not slip.open and slip.says[:1] == (group,):
            found += sum(number for item, number in map(split, slip.says[1:]) if item == kind)
    return found


def known_to(state: Reef, side: str) -> Callable[[Unit], int]:
    """How many of a unit on the map a side knows of: else who says that others are lost would be told by the answer
    what is hidden."""
    return lambda unit: (
        on_map(unit) if unit.side == side else max(0, on_map(unit) - unseen(state, key(unit.group, unit.kind)))
    )


def why_not_lose(state: Reef, units: Mapping[str, int], side: str) -> Objections:
    if not units:
        yield "BRT 15.2", "say what is lost: GROUP:KINDxNUMBER"
    if len({state.units[name].side for name in units if name in state.units}) > 1:
        yield "BRT 15.2", "these are pieces of both sides: say them one side after the other"
    owner = side_of(state, units)
    hidden = (
        f" that all know of; what is hidden its own side says, `{owner}: lose …`"
        if owner not in ("", side) and not state.on_paper
        else ""
    )
    for name, number in units.items():
        waiting = ""
        if (
            name in state.units
            and (off := state.units[name].off)
            and state.kind(state.units[name].kind).category not in ("SMC", "SW")
        ):  # CG5
            waiting = f" on the map, and {off} {'has' if off == 1 else 'have'} still to enter"
        for rule, why in why_not_there(state, {name: number}, every=known_to(state, side)):
            yield rule, f"{why.removesuffix(' left') + waiting if waiting else why}{hidden}"
    if any(name.startswith(f"{POOL}:") for name in units):
        yield "BRT CG7.1", "what is in the Reserve Pool is off the map"


def all_count(state: Reef, side: str) -> bool:
    """Whether all know how many pieces a side has left: not of the Japanese, who buy Guns and SW in secret (15.614)."""
    return side != "jp" or state.on_paper


def lose_pieces(table: Table[Reef], units: Mapping[str, int], cause: Cause, rule: str, wave: str = "") -> None:
    """Pieces leave the Order of Battle; their CVP go to the other side (A26, CG2.3)."""
    state = table.state
    losses, points = [], []
    for name, number in units.items():
        unit = state.units[name]
        left = max(0, unit.steps - number)
        told = all_count(state, unit.side)
        losses.append(
            Loss(
                side=unit.side,
                unit=name,
                steps=unit.steps - left,
                cause=cause,
                left=left if told else None,
                eliminated=told and left == 0,
            )
        )
        if value := table.read(CasualtyCard, unit.kind).cvp:
            points.append(Points(side=OTHER[unit.side], amount=value * number, code=cause, of=(name,)))
    if losses:
        table.record(f.PiecesLost(rule=rule, losses=tuple(losses), cause=cause, wave=wave, points=tuple(points)))


def _losses(state: Reef) -> Iterator[Mapping[str, Any]]:
    here = [unit for unit in state.units.values() if unit.steps > unit.off]
    yield from ({"pieces": {unit.group: (unit.kind,)}} for unit in here[:24] if unit.group != "pool")


@verbs(
    "BRT 15.2", phases=(*REFIT, "bombardment", *PHASES), either=True, of=owners, offers=_losses, further=leads.pieces
)
def lose(table: Table[Reef], pieces: Pieces, cause: Cause = "combat") -> None:
    """BRT 15.2: pieces are eliminated, by Formation or beach: `lose 1-F2:6-6-8x3,60mm 1-F3:all`, or cause=captured,
    sniper, air …

    What nobody else knows to be there, its own side says: `jp: lose Red2:HMG`.
    """
    units = named_units(table.state, pieces, known_to(table.state, table.side))
    heed(table, why_not_lose(table.state, units, table.side))
    units = there(table, {name: number for name, number in units.items() if known(table, name)})
    parties = [
        party
        for name, number in units.items()
        if name.endswith(":SFCP")
        for party in parties_on_map(table.state, name)[:number]
    ]
    lose_pieces(table, units, cause, "BRT 15.2")
    if parties:
        table.record(f.PartyLost(rule="BRT CG3.11", parties=tuple(parties)))


def known(table: Table[Reef], name: str) -> bool:
    """Whether who speaks knows of any such piece."""
    unit = table.state.units.get(name)
    return unit is None or unit.side == table.side or unit.steps > unseen(table.state, name)


def parties_on_map(state: Reef, unit: str) -> list[str]:
    """The SFCPs of a HQ Company that are on the map."""
    return [
        name for name, one in state.parties.items() if one.formation == unit.partition(":")[0] and one.status == "on"
    ]


def why_not_arise(state: Reef, pieces: Mapping[str, tuple[str, ...]], of: Mapping[str, int]) -> Objections:
    """15.2: pieces come up where some of their group are; squads in the place of two half-squads each."""
    for group, words in pieces.items():
        if group == POOL:
            yield "BRT CG7.1", "what is in the Reserve Pool is off the map"
        if any(split(word)[0] == ALL for word in words):
            yield "BRT 15.2", f"{group}:{ALL}: say which pieces come up"
        if group == TRANSPORT and any(split(word)[0] != TRANSPORT for word in words):
            yield "BRT 15.2", "LVTs are no Formation: say of which one its pieces are, `arise 1-F2:hero`"
        if group in state.formations and not any(on_map(unit) for unit in state.of(group).values()):
            yield "BRT 15.2", f"nobody of {group} is on the map"
        yield from why_not_there(state, {f"{group}:{kind}": number for kind, number in of.items()}, every=on_map)
    if of:
        now, then = (
            halves(state, counted(tuple(word for words in pieces.values() for word in words))),
            halves(state, of),
        )
        if now != then or len(pieces) > 1:
            yield "BRT 15.13", "a squad takes the place of two half-squads of its group"


def halves(state: Reef, kinds: Mapping[str, int]) -> int:
    """What pieces are worth in half-squads."""
    return sum(state.kind(kind).halves * number for kind, number in kinds.items())


@verbs("BRT 15.2", phases=PHASES, either=True, offers=lambda state: [])
def arise(table: Table[Reef], pieces: Pieces, of: tuple[str, ...] = ()) -> None:
    """BRT 15.2: pieces that come up on the map join a Formation or a beach: `arise 1-F2:hero`, `arise 1-F2:6-6-8
    of=half-6-6-8x2`.

    `of` are the half-squads in whose place a squad comes.
    """
    there = counted(of)
    heed(table, why_not_arise(table.state, pieces, there))
    for group, words in pieces.items():
        side = "us" if group in table.state.formations or group == TRANSPORT else "jp"
        table.record(f.PiecesArisen(rule="BRT 15.2", side=side, group=group, pieces=counted(words), of=there))


def why_not_restore(state: Reef, units: Mapping[str, int]) -> Objections:
    for name, number in units.items():
        unit = state.units.get(name)
        lost = gone(unit) if unit else 0
        if number > lost:
            yield "BRT 15.2", f"{number} of {name}: {lost} {'is' if lost == 1 else 'are'} lost"


def both(state: Reef, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Pieces that come back, and the other side's points for them that go."""
    return tuple(SIDES)


@verbs("BRT 15.2", of=both, offers=lambda state: [])
def restore(table: Table[Reef], pieces: Pieces) -> None:
    """BRT 15.2: pieces that were said to be lost are not, one by one: `restore 1-F2:6-6-8`."""
    units = named_units(table.state, pieces, gone)
    heed(table, why_not_restore(table.state, units))
    gains, points = [], []
    for name, number in units.items():
        if name not in table.state.units:
            table.by_hand("there are no such pieces")
        unit = table.state.units[name]
        now = unit.steps + number if all_count(table.state, unit.side) else None
        gains.append(Gain(side=unit.side, unit=name, steps=number, cause="restored", now=now))
        if value := table.read(CasualtyCard, unit.kind).cvp:
            points.append(Points(side=OTHER[unit.side], amount=-value * number, code="restored", of=(name,)))
    if gains:
        table.record(f.PiecesRestored(rule="BRT 15.2", gains=tuple(gains), points=tuple(points)))
    for name, number in units.items():
        if lost := [
            party
            for party, one in table.state.parties.items()
            if f"{one.formation}:SFCP" == name and one.status == "eliminated"
        ]:
            table.record(f.PartyRestored(rule="BRT CG3.11", parties=tuple(lost[:number])))


def why_not_reduce(state: Reef, units: Mapping[str, int]) -> Objections:
    yield from why_not_there(state, units, "BRT 15.13", on_map)
    for name in units:
        group, _, kind = name.rpartition(":")
        if group == POOL:
            yield "BRT CG7.1", "what is in the Reserve Pool is off the map"
        if state.kind(kind).halves != 2:
            yield "BRT 15.13", f"a {kind} is no squad"


@verbs(
    "BRT 15.13",
    phases=(*REFIT, "bombardment", *PHASES),
    either=True,
    of=owners,
    offers=lambda state: [],
    further=leads.pieces,
)
def reduce(table: Table[Reef], pieces: Pieces) -> None:
    """BRT 15.13: squads are half-squads from now on, and the other side has what they are worth less: `reduce
    1-F2:6-6-8x2 Red2:4-4-8`."""
    units = named_units(table.state, pieces, on_map)
    heed(table, why_not_reduce(table.state, units))
    for name, number in there(table, units).items():
        unit = table.state.units[name]
        less = table.read(CasualtyCard, unit.kind).cvp - table.read(CasualtyCard, half_of(unit.kind)).cvp
        points = (Points(side=OTHER[unit.side], amount=less * number, code="reduced", of=(name,)),) if less else ()
        table.record(f.PiecesReduced(rule="BRT 15.13", unit=name, number=number, points=points))
