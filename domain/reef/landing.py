"""BRT CG2: battalions, Formations, Assault Waves; who enters where, when and on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.table import Table
from domain.reef import facts as f
from domain.reef import leads
from domain.reef.charts import AREAS, PIER_END, TRANSPORT, WATER, EntryAreaCard, EntryTurnCard, TransportCard
from domain.reef.common import (
    BEFORE,
    PHASES,
    REFIT,
    SETTING_UP,
    Attachments,
    BeachName,
    BltName,
    FormationName,
    FormationNames,
    HexNames,
    Objections,
    Pieces,
    fine,
    heed,
    kinds_of,
    named_units,
    on_map,
    verbs,
)
from domain.reef.facts.codes import How
from domain.reef.losses import lose_pieces
from domain.reef.organization import ALL, CORE, PLATOON, SCOUTS, TRANSFERABLE, WORDS, counted, split
from domain.reef.slips import unseal
from domain.reef.state import INITIAL, Reef, Unit, Wave, WaveName, key, several, water

TURNS = (1, 3, 5)
"""BRT CG2.3: the Marine Player Turns on which Assault Waves enter."""
MOST = 2
"""BRT CG2.3: Formations of a wave."""
MOST_LVTS = 125
"""The division's LVTs: no campaign has more."""
ONTO_THE_PIER = ("37LL", "jeep")
Z33_PIER = ("U33", "V33", "W33", "X33", "Y33", "Z33")
"""BRT CG13: the pier Locations from Z33 to U33."""


# ---- CG2.1 Entry Areas ----


def entry_hexes(state: Reef, area: str) -> tuple[str, ...]:
    """BRT 15.2: the hexes of an Entry Area; that of Green Beach is read out."""
    return water(area) if area in WATER else state.read(EntryAreaCard, area).hexes


def _in_words(area: str, hexes: Sequence[str]) -> str:
    """The hexes of an Entry Area: in a run from the first to the last, where they lie in a row."""
    return f"{hexes[0]} to {hexes[-1]}" if area in WATER else ", ".join(hexes)


def why_not_area(state: Reef, blt: str, area: str) -> Objections:
    """BRT CG2.1: what stands against an Entry Area for a BLT."""
    now = state.blts[blt]
    if area not in AREAS:
        yield "BRT CG2.1", f"{area} is no Entry Area: they are {', '.join(AREAS)} (reading R-02)"
    if now.at_start:
        if state.phase in SETTING_UP or state.set_up or state.number > INITIAL:
            yield "BRT CG2.1", f"the Entry Area of BLT #{blt} is assigned before the initial set-up"
    elif not now.committed or state.phase not in (*REFIT, "leaders", "areas", "purchases", "banzai"):
        yield "BRT CG2.1", "the Entry Area of a Reinforcement BLT is assigned in a Refit Phase, once it is committed"
    if blt_begun(state, blt):
        yield "BRT CG2.1", f"BLT #{blt} has entered at {now.area}"
    for other, one in state.blts.items():
        if other != blt and one.area == area and one.date == state.date and now.at_start and one.at_start:
            yield (
                "BRT CG2.1",
                f"{area} is the Entry Area of BLT #{other} on {state.date}: it has one BLT a CG Date, but for "
                "Reinforcements",
            )


def owed_areas(state: Reef) -> str:
    """BRT CG2.1: the At-Start BLTs have their Entry Areas before anybody sets up (reading R-41), Reinforcements as they
    are committed."""
    waiting = [
        blt
        for blt, now in state.blts.items()
        if not now.area and (now.at_start if state.number <= INITIAL else now.committed)
    ]
    return f"the Entry Area of BLT #{', #'.join(waiting)}, `assign`" if waiting else ""


def _areas(state: Reef) -> Iterator[Mapping[str, Any]]:
    for blt in (name for name, now in state.blts.items() if not now.area):
        yield from ({"blt": blt, "area": area} for area in AREAS if fine(why_not_area(state, blt, area)))


@verbs("BRT CG2.1", side="us", phases=(*BEFORE[:-4], "areas"), offers=_areas)
def assign(table: Table[Reef], blt: BltName, area: BeachName) -> None:
    """BRT CG2.1: a BLT to the Entry Area in which all its units enter: `assign 1 Red1`."""
    heed(table, why_not_area(table.state, blt, area))
    if area not in AREAS:
        table.by_hand(f"nobody enters at {area}")
    entry: Any = area
    table.record(f.EntryAreaAssigned(rule="BRT CG2.1", blt=blt, area=entry, date=table.state.date))


# ---- CG2.2 Formations ----


def of_blt(state: Reef, blt: str) -> tuple[str, ...]:
    """The Formations that belong to a BLT now (CG2.2, reading R-15)."""
    return tuple(name for name, one in state.formations.items() if one.blt == blt)


def entered(state: Reef, formation: str) -> bool:
    """BRT CG2.4: a Formation has entered when none of it is left off the map; also where all of it was eliminated
    (reading R-17)."""
    off = {kind: unit.off for kind, unit in state.of(formation).items()}
    if returned := returning(state, formation):  # reading R-40: a SFCP that comes back holds up nobody
        off["SFCP"] = max(0, off.get("SFCP", 0) - len(returned))
    return not any(off.values())


def returning(state: Reef, formation: str) -> tuple[str, ...]:
    """BRT CG3.11: the SFCPs of a HQ Company that come back with the first Assault Wave of the scenario."""
    off = (
        name
        for name, one in state.parties.items()
        if one.formation == formation and one.status == "off" and not one.radio
    )
    return tuple(name for name in off if state.parties[name].first_wave)


def radios(state: Reef) -> tuple[str, ...]:
    """BRT CG3.11: the SFCPs whose radio comes back with the first Assault Wave of the scenario (reading R-83)."""
    return tuple(name for name, one in state.parties.items() if one.radio and one.status == "off")


def begun(state: Reef, formation: str) -> bool:
    """Some of it has entered."""
    return any(unit.start - unit.off - unit.unentered - unit.left > 0 for unit in state.of(formation).values())


def blt_begun(state: Reef, blt: str) -> bool:
    """Some of a BLT has entered; not what entered of another one, and has come to it since (reading R-84)."""
    return any((one.entered_of or one.blt) == blt and begun(state, name) for name, one in state.formations.items())


def why_not_transfer(state: Reef, formation: str, to: str) -> Objections:
    """BRT CG2.2: what stands against a transfer to another BLT."""
    now = state.formations[formation]
    if now.role not in TRANSFERABLE:
        yield "BRT CG2.2", f"{formation} is a {WORDS[now.role]}, which stays with its BLT"
    if now.blt == to:
        yield "BRT CG2.2", f"{formation} is of BLT #{to}"
    if planned := [name for name, one in state.waves.items() if formation in one.formations and not one.open]:
        yield "BRT CG2.2", f"{formation} is in wave {planned[0]}"
    for blt in (now.blt, to):
        if blt in state.blts and not available(state, blt):
            yield "BRT CG2.4", f"BLT #{blt} is not committed (reading R-44)"


def _transfers(state: Reef) -> Iterator[Mapping[str, Any]]:
    for name in state.formations:
        yield from ({"formation": name, "to": to} for to in state.blts if fine(why_not_transfer(state, name, to)))


@verbs("BRT CG2.2", side="us", phases=("reserves", "leaders", "areas", "purchases", *SETTING_UP), offers=_transfers)
def transfer(table: Table[Reef], formation: FormationName, to: BltName) -> None:
    """BRT CG2.2: a platoon, section or battery to another BLT: `transfer 1-F6 2`; it enters where that one does
    (readings R-15, R-84)."""
    heed(table, why_not_transfer(table.state, formation, to))
    table.record(f.FormationTransferred(rule="BRT CG2.2", formation=formation, to=to))


# ---- CG2.4 reinforcements ----


def available(state: Reef, blt: str) -> bool:
    """Whether a BLT is an At-Start one, or has been committed."""
    return state.blts[blt].at_start or bool(state.blts[blt].committed)


def blts_of(state: Reef, role: str) -> tuple[str, ...]:
    return tuple(blt for blt, now in state.blts.items() if role in now.roles)


def missing(state: Reef, role: str, *, core: bool = False) -> tuple[str, ...]:
    """The Formations of the BLTs of a type that have not entered; of `core` ones, F1 to F5 alone."""
    found = (name for blt in blts_of(state, role) for name in of_blt(state, blt))
    return tuple(
        name for name in found if not entered(state, name) and (not core or 0 < state.formations[name].number <= CORE)
    )


def gate(state: Reef, role: str) -> str:
    """BRT CG2.4: why a type of Reinforcement may not be committed yet; "" where it may."""
    waiting = missing(state, "at-start", core=role == "follow-on")
    if not waiting and (role == "regimental" or (role == "divisional" and state.reading("R-82") == "waits")):
        waiting = missing(state, "follow-on")
    if not waiting and role == "divisional":
        waiting = missing(state, "regimental")
    return (
        f"{', '.join(waiting[:6])}{' …' if len(waiting) > 6 else ''} {'has' if len(waiting) == 1 else 'have'} not "
        "entered"
        if waiting
        else ""
    )


def why_not_commit(state: Reef, blt: str) -> Objections:
    """BRT CG2.4: what stands against committing a BLT to the Landing Schedule; of several types it may come as any."""
    now = state.blts[blt]
    if now.at_start:
        yield "BRT CG2.4", f"BLT #{blt} is an At-Start BLT"
        return
    if now.committed:
        yield "BRT CG2.4", f"BLT #{blt} is committed"
    shut = [why for role in now.roles if (why := gate(state, role))]
    if shut and len(shut) == len(now.roles):
        yield "BRT CG2.4", f"{shut[0]}: before that no {now.roles[0]} BLT is committed"


def _commitments(state: Reef) -> Iterator[Mapping[str, Any]]:
    yield from (
        {"blt": blt} for blt, now in state.blts.items() if not now.at_start and fine(why_not_commit(state, blt))
    )


@verbs("BRT CG2.4", side="us", phases=REFIT, offers=_commitments)
def commit(table: Table[Reef], blt: BltName) -> None:
    """BRT CG2.4: a Follow-On, Regimental or Divisional BLT to the Landing Schedule, for the scenario to come (reading
    R-47): `commit 3`."""
    heed(table, why_not_commit(table.state, blt))
    table.record(f.BltCommitted(rule="BRT CG2.4", blt=blt, scenario=table.state.number))


def locked(state: Reef, formation: str) -> str:
    """BRT CG2.4: a Follow-On Battalion that has begun to enter comes whole, before what is left of the At-Start BLTs
    (readings R-17, R-64)."""
    blt = state.formations[formation].blt
    if blt not in state.blts or not state.blts[blt].at_start:
        return ""
    for other in blts_of(state, "follow-on"):
        if blt_begun(state, other) and (rest := [name for name in of_blt(state, other) if not entered(state, name)]):
            return f"BLT #{other} has begun to enter, and comes whole before it: {', '.join(rest)}"
    return ""


# ---- CG2.3 Assault Waves ----


def content(state: Reef, wave: str, formations: Sequence[str], attached: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """What a wave brings: all of its Formations that is not attached elsewhere, and what is attached to it."""
    found: dict[str, int] = {}
    for name in formations:
        for kind in state.of(name):
            found[key(name, kind)] = free(state, wave, name, kind)
    for name, words in attached.items():
        for kind, number in counted(tuple(words)).items():
            found[key(name, kind)] = min(found.get(key(name, kind), 0) + number, free(state, wave, name, kind))
    return {name: number for name, number in found.items() if number}


def free(state: Reef, wave: str, formation: str, kind: str) -> int:
    """How many pieces of a kind are off the map, and in no other wave by being attached to it; SFCPs that come back are
    apart (CG3.11)."""
    unit = state.of(formation).get(kind)
    off = unit.off - (len(returning(state, formation)) if kind == "SFCP" else 0) if unit else 0
    return max(0, off - elsewhere(state, wave, formation).get(kind, 0))


def elsewhere(state: Reef, wave: str, formation: str) -> dict[str, int]:
    """What of a Formation is attached to other waves than this, and has not entered."""
    found: dict[str, int] = {}
    for name, one in state.waves.items():
        if name == wave or formation not in one.attached:
            continue
        due = {
            unit.rpartition(":")[2]: number for unit, number in one.due.items() if unit.partition(":")[0] == formation
        }
        for kind, number in (due if one.open else counted(one.attached[formation])).items():
            found[kind] = found.get(kind, 0) + number
    return found


def why_not_wave(
    state: Reef, wave: str, formations: Sequence[str], attached: Mapping[str, Sequence[str]]
) -> Objections:
    """BRT CG2.3, 15.2: what stands against an Assault Wave."""
    if state.number <= INITIAL and "jp" not in state.set_up:
        yield "BRT CG2.3", "waves are assigned after the Japanese set-up has been viewed (CG18.13 is void)"
    if state.phase == "movement" and not state.on_paper:
        yield "BRT CG2.3", "waves are assigned before play"
    if wave in state.waves and state.waves[wave].open:
        yield "BRT CG2.3", f"wave {wave} has begun to enter"
    if not 1 <= len(formations) <= MOST:
        yield "BRT CG2.3", f"{len(formations)} Formations: a wave has one or two"
    if len(blts := blts_in(state, formations)) > 1:
        yield "BRT 15.2", f"a wave is of one BLT, not of {' and '.join('#' + blt for blt in blts)}"
    for name in formations:
        if other := brought_by(state, wave, name):
            yield "BRT CG2.3", f"{name} is in wave {other}"
        elif entered(state, name):
            yield "BRT CG2.3", f"{name} has entered"
        elif begun(state, name) and not content(state, wave, (name,), {}):
            yield "BRT CG2.3", f"what is left of {name} is attached to other waves"
        elif name == SCOUTS and (other := elsewhere_with(state, wave, name)):
            yield "BRT CG2.3", f"the {WORDS['Scouts']} is in wave {other}"
        blt = state.formations[name].blt
        if blt in state.blts and not available(state, blt):
            yield "BRT CG2.4", f"BLT #{blt} is not committed"
    blt = next(iter(blts), "")
    if blt and blt in state.blts and not state.blts[blt].area:
        yield "BRT CG2.1", f"BLT #{blt} has no Entry Area yet: `assign {blt} Red1`"
    yield from why_not_attach(state, wave, formations, attached)


def brought_by(state: Reef, wave: str, formation: str) -> str:
    """Another wave that has still to bring a Formation, or what is left of it; "" where none has (reading R-39)."""
    for name, one in state.waves.items():
        due = not one.open or any(unit.partition(":")[0] == formation for unit, number in one.due.items() if number)
        if name != wave and formation in one.formations and due and not entered(state, formation):
            return name
    return ""


def elsewhere_with(state: Reef, wave: str, formation: str) -> str:
    """Another wave that has this Formation, by itself or attached; "" where none has."""
    return next(
        (name for name, one in state.waves.items() if name != wave and formation in (*one.formations, *one.attached)),
        "",
    )


def why_not_called(state: Reef, wave: str, blts: Sequence[str]) -> Objections:
    """BRT CG2.2: a wave is on the Landing Schedule Table of its BLT, by a number."""
    blt, dash, number = wave.rpartition("-W")
    if not dash or not number.isdecimal():
        yield "BRT CG2.3", f"{wave}: a wave is called by its number, 1, or with its BLT, 2-W1"
    elif blt not in (blts or (SCOUTS,)):
        yield (
            "BRT CG2.2",
            f"{wave} is a wave of {'BLT #' if blt in state.blts else ''}{blt}, and these are of BLT "
            f"#{', #'.join(blts) or SCOUTS}",
        )


def why_not_then(state: Reef, wave: str, blt: str, scenario: int, turn: int) -> Objections:
    """BRT 15.2: what enters of a BLT on a game turn is one wave."""
    for name, one in state.waves.items():
        if blt and name != wave and (one.blt, one.scenario, one.turn) == (blt, scenario, turn):
            yield "BRT CG2.3", f"wave {name} of BLT #{blt} enters on Marine turn {turn} of that scenario"


def why_not_attach(
    state: Reef, wave: str, formations: Sequence[str], attached: Mapping[str, Sequence[str]]
) -> Objections:
    """BRT CG2.3, Formation Table notes * to ***: what may be added freely."""
    blts = {state.formations[name].blt for name in formations}
    for name, words in attached.items():
        if name not in state.formations:
            yield "BRT CG2.3", f"{name} is no Formation"
            continue
        now, pieces = state.formations[name], counted(tuple(words))
        if now.role == "Scouts":
            if other := elsewhere_with(state, wave, name):
                yield "BRT CG2.3", f"the {WORDS['Scouts']} is in wave {other}"
            if pieces != {kind: unit.off for kind, unit in state.of(name).items()}:
                yield "BRT CG2.3", f"the {WORDS['Scouts']} is attached whole, `{name}:{ALL}`"
            continue
        if now.role not in ("HQ", "HW"):
            yield (
                "BRT CG2.3",
                f"{name} is a {WORDS[now.role]}: MG Platoons, units of the HQ Company and the Scout Snipers alone "
                "are added",
            )
        elif now.blt not in blts:
            yield "BRT CG2.3", f"{name} is of BLT #{now.blt}, which is not this wave's"
        elif now.role == "HW":
            yield from _why_not_platoons(state, formations, name, pieces)
        elif wave.endswith("-W1") and not lvts(state).off:
            yield (
                "BRT CG2.3",
                f"units of {name} are added in the First Assault Wave only if there is transport: no LVT is off "
                "the map (reading R-46)",
            )
        for kind, number in pieces.items():
            there, back = free(state, wave, name, kind), len(returning(state, name)) if kind == "SFCP" else 0
            if there < number <= there + back:
                yield (
                    "BRT CG3.11",
                    f"{number} {kind} of {name}: {back} come back with the first Assault Wave of the scenario, "
                    "added or not",
                )
            elif number > there:
                yield (
                    "BRT CG2.3",
                    f"{number} {kind} of {name}: {there} {'is' if there == 1 else 'are'} there, and in no other wave",
                )


def _why_not_platoons(state: Reef, formations: Sequence[str], name: str, pieces: Mapping[str, int]) -> Objections:
    platoons = pieces.get("HMG", 0)
    leaders = pieces.get("leader", 0)
    if (
        any(pieces.get(kind, 0) != each * platoons for kind, each in PLATOON.items())
        or set(pieces) - {*PLATOON, "leader"}
        or not platoons
    ):
        yield "BRT CG2.3", f"of {name} whole MG Platoons are added, `{name}:MG-Platoon,leader`"
    elif leaders > platoons:
        yield (
            "BRT CG2.3",
            f"{leaders} leaders with {platoons} MG Platoon{'s' if platoons > 1 else ''}: each has at the most one",
        )
    if not any(state.formations[other].role == "Rifle" for other in formations):
        yield "BRT CG2.3", "a MG Platoon is added to a Rifle Company"


def _waves(state: Reef) -> Iterator[Mapping[str, Any]]:
    for blt in state.blts:
        number = 1 + sum(name.startswith(f"{blt}-W") for name in state.waves)
        waiting = [name for name in to_enter(state, blt) if not brought_by(state, "", name)]
        formations = tuple(waiting[:MOST])
        if formations and fine(why_not_wave(state, f"{blt}-W{number}", formations, {})):
            yield {"wave": str(number), "formations": formations, "attached": {}}


def blts_in(state: Reef, formations: Sequence[str]) -> tuple[str, ...]:
    """The BLTs of Formations; the Scout Snipers are of none."""
    return tuple(dict.fromkeys(state.formations[name].blt for name in formations if name != SCOUTS))


def in_full(state: Reef, formations: Sequence[str], wave: str) -> str:
    """A wave by its BLT and its number there: the Landing Schedule has a table for each BLT (CG2.2)."""
    blt = next(iter(blts_in(state, formations)), "")
    return f"{blt or SCOUTS}-W{wave}" if wave.isdecimal() else wave


def all_of(state: Reef, wave: str, attached: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """What is attached, where `all` is said of a Formation in full."""
    found = dict(attached)
    for name, words in attached.items():
        if words == (ALL,):
            kinds = {kind: free(state, wave, name, kind) for kind in state.of(name)}
            found[name] = tuple(f"{kind}x{number}" if number > 1 else kind for kind, number in kinds.items() if number)
    return found


@verbs(
    "BRT CG2.3",
    side="us",
    phases=("reserves", "second_setup", "first_setup", "support", "movement"),
    secret="us",
    offers=_waves,
)
def wave(table: Table[Reef], wave: str, formations: FormationNames, attached: Attachments, turn: int = 0) -> None:
    """BRT CG2.3: one or two Formations of a BLT as an Assault Wave, with what is added to them: `wave 1 1-F2,1-F3
    1-F5:MG-Platoon,leader Scouts:all`.

    It is called by its BLT and number, `1-W1`. On which Marine turn it enters the Landing Schedule Record says, where
    it is known.
    """
    number = wave if wave.isdecimal() else wave.rpartition("-W")[2]
    wave = in_full(table.state, formations, wave)
    attached = all_of(table.state, wave, attached)
    heed(table, why_not_called(table.state, wave, blts_in(table.state, formations)))
    heed(table, why_not_wave(table.state, wave, formations, attached))
    card = table.read(EntryTurnCard, number) if not turn or number in table.state.rows(EntryTurnCard) else None
    on, later = (card.turn, card.later) if card else (turn, 0)
    table.require(
        not turn or turn == on, "BRT CG2.3", f"the Landing Schedule Record has wave {number} enter on Marine turn {on}"
    )
    on = turn or on
    table.require(
        on in TURNS, "BRT CG2.3", f"waves enter on Marine turns {', '.join(map(str, TURNS))}, not on turn {on}"
    )
    blt = next(iter(blts_in(table.state, formations)), "")
    scenario = scheduled(table.state, blt, later)
    heed(table, why_not_then(table.state, wave, blt, scenario, on))
    replaced = (
        table.state.waves[wave].formations if wave in table.state.waves and not table.state.waves[wave].open else ()
    )
    table.record(f.WaveSealed(rule="BRT CG2.3", wave=wave))
    table.record(
        f.WaveAssigned(
            rule="BRT CG2.3",
            wave=wave,
            blt=blt,
            formations=formations,
            attached=attached,
            scenario=scenario,
            turn=on,
            instead=() if replaced == formations else replaced,
            secret=table.state.hidden_by("us"),
        )
    )


def scheduled(state: Reef, blt: str, later: int) -> int:
    """BRT CG2.3, 15.2: the scenario of a line of the Landing Schedule Record, whenever it is filled in: so many after
    the first in which the BLT may enter; this one, where that is over.
    """
    now = state.blts.get(blt)
    first = now.committed if now and now.committed and not now.at_start else INITIAL
    return max(state.number, first + later)


def unassigned(state: Reef) -> tuple[str, ...]:
    """BRT CG2.3: Formations of At-Start BLTs that no wave has, and that have not entered; the Scout Snipers are of none
    (reading R-45)."""
    planned = {name for one in state.waves.values() for name in one.formations}
    return tuple(name for blt in blts_of(state, "at-start") for name in to_enter(state, blt) if name not in planned)


def to_enter(state: Reef, blt: str) -> tuple[str, ...]:
    """The Formations of a BLT that have not entered, and of which something is left to enter."""
    return tuple(name for name in of_blt(state, blt) if not entered(state, name) and content(state, "", (name,), {}))


def owed_waves(state: Reef) -> str:
    """BRT CG2.3: every At-Start Formation has to be in a wave before play. Who does not know the waves knows how many
    were sealed."""
    if state.number > INITIAL or state.on_paper:
        return ""
    if len(state.waves) < len(state.sealed_waves):
        least = sum((len(to_enter(state, blt)) + MOST - 1) // MOST for blt in blts_of(state, "at-start"))
        return "Assault Waves, `wave`" if len(state.sealed_waves) < least else ""
    waiting = unassigned(state)
    return f"Assault Waves for {', '.join(waiting[:6])}{' …' if len(waiting) > 6 else ''}, `wave`" if waiting else ""


# ---- CG2.3 they enter ----


def due_now(state: Reef) -> tuple[str, ...]:
    """The waves that enter on this Marine Player Turn."""
    if state.mover != "us":
        return ()
    return tuple(
        name
        for name, one in state.waves.items()
        if one.scenario == state.number and one.turn == state.turn and rest_of(state, name)
    )


def first_wave(state: Reef) -> str:
    """The first Assault Wave of the scenario (reading R-65); "" where none comes. It is of a BLT (15.2): the Scout
    Snipers by themselves are none."""
    waves = [(name, one) for name, one in state.waves.items() if one.scenario == state.number and one.blt in state.blts]
    here = [(one.turn, one.blt, int(name.rpartition("-W")[2]), name) for name, one in waves]
    return min(here)[-1] if here else ""


def rest_of(state: Reef, name: str) -> dict[str, int]:
    """What of a wave has still to enter; with the first of a scenario SFCPs that come back (CG3.11, reading R-40)."""
    wave = state.waves[name]
    found = (
        {unit: number for unit, number in wave.due.items() if number}
        if wave.open
        else content(state, name, wave.formations, wave.attached)
    )
    if name == first_wave(state):
        for formation in state.formations:
            if back := len(returning(state, formation)):
                found[key(formation, "SFCP")] = found.get(key(formation, "SFCP"), 0) + back
    return found


def why_not_enter(
    state: Reef,
    wave: Wave,
    name: str,
    hexes: Sequence[str],
    units: Mapping[str, int],
    how: How,
    loads: Sequence[int],
    transport: str,
) -> Objections:
    """BRT CG2.1, CG2.3: what stands against units' entering there, so, now."""
    if state.mover != "us":
        yield "BRT CG2.3", "Assault Waves enter in a Marine Player Turn"
    if name not in state.waves:
        return
    if wave.scenario > state.number or (wave.scenario == state.number and state.turn < wave.turn):
        yield "BRT CG2.3", f"wave {name} enters on Marine turn {wave.turn}, not on turn {state.turn}"
    elif state.turn > wave.turn or wave.scenario < state.number:
        yield "BRT CG2.3", f"wave {name} was to enter on Marine turn {wave.turn}"
    rest = rest_of(state, name)
    for unit, number in units.items():
        if number > rest.get(unit, 0):
            yield (
                "BRT CG2.3",
                f"{number} of {unit}: {rest.get(unit, 0)} of wave {name} "
                f"{'has' if rest.get(unit, 0) == 1 else 'have'} still to enter",
            )
    for formation in wave.formations:
        if why := locked(state, formation):
            yield "BRT CG2.4", why
    scouts = all(unit.partition(":")[0] == SCOUTS for unit in units)
    if scouts and wave.formations == (SCOUTS,) and how != "pier":
        yield "BRT CG2.3", f"the {WORDS['Scouts']} by itself enters on a pier Location, how=pier"
    yield from _why_not_hexes(state, wave, hexes, units, how, scouts=scouts)
    if how == "lvt":
        for unit in units:
            if state.kind(unit.rpartition(":")[2]).category == "vehicle":
                yield "BRT CG2.3", f"{unit}: vehicles are no Passengers of a {transport}"
        yield from _why_not_ride(state, loads, transport)
    elif loads:
        yield "BRT CG2.3", f"loads are those of LVTs, how=lvt, not how={how}"
    elif name.endswith("-W1") and not scouts and any(personnel(state, unit) for unit in units):
        yield "BRT CG2.3", "all Personnel of Assault Wave 1 enter as Passengers of LVTs, but for the Scout Snipers"


def personnel(state: Reef, unit: str) -> bool:
    """MMC and SMC; an Armor Leader comes in his vehicle."""
    kind = unit.rpartition(":")[2]
    return kind != "armor-leader" and state.kind(kind).category in ("MMC", "SMC")


def _why_not_hexes(
    state: Reef, wave: Wave, hexes: Sequence[str], units: Mapping[str, int], how: How, *, scouts: bool
) -> Objections:
    area = state.blts[wave.blt].area if wave.blt in state.blts else ""
    kinds = kinds_of(state, units)
    for hex in hexes:
        if how == "pier" and not scouts:
            yield "BRT CG2.3", "the Scout Snipers, and Jeeps that tow M3A1 37LL, alone enter on the pier"
        elif how == "jeep":
            yield from _why_not_jeep(state, hex, kinds)
        elif how == "pier":
            if state.terrain(hex) != "pier":
                yield "BRT CG2.3", f"{hex} is no pier Location"
        elif (
            hex != PIER_END and state.terrain(hex) != "ocean"
        ):  # 15.2: who wades enters Z33 in the water beside the pier
            yield "BRT CG2.3", f"{hex} is no Ocean hex"
        if how not in ("pier",) and area and hex not in entry_hexes(state, area):
            yield (
                "BRT CG2.1",
                f"{hex} is not in {area}, the Entry Area of BLT #{wave.blt}, which has "
                f"{_in_words(area, entry_hexes(state, area))}",
            )
    if not hexes:
        yield "BRT CG2.1", "say where they enter"


def _why_not_jeep(state: Reef, hex: str, kinds: Mapping[str, int]) -> Objections:
    """BRT CG13: M3A1 37LL towed by jeeps (reading R-55), at Z33 alone, where the pier is Marine-Controlled; not in CG
    I."""
    if state.cg == "I":
        yield "BRT CG13", "in CG I no jeep enters at Z33"
    if hex != PIER_END:
        yield "BRT CG13", f"jeeps enter at {PIER_END}, not at {hex}"
    if any(kind not in (*ONTO_THE_PIER, "crew") for kind in kinds):
        yield "BRT CG13", "jeeps bring M3A1 37LL with their crews, and nothing else"
    elif kinds.get("crew", 0) > kinds.get("37LL", 0):
        yield (
            "BRT CG13",
            f"{kinds['crew']} crews with {kinds.get('37LL', 0)} M3A1 37LL: each jeep tows one, and brings its crew",
        )
    lost = [one for one in Z33_PIER if one not in state.ground or state.ground[one].control != "us"]
    if lost:
        yield "BRT CG13", f"pier Locations that the Marines do not Control: {', '.join(lost)}"


def _why_not_ride(state: Reef, loads: Sequence[int], transport: str) -> Objections:
    """BRT CG2.3: each LVT is at least half full (readings R-46, R-62); there have to be so many off the map."""
    if not loads:
        yield "BRT CG2.3", f"say what each {transport} carries, `loads=10,8`"
        return
    capacity = state.read(TransportCard, transport).capacity
    for load in loads:
        if 2 * load < capacity:
            yield "BRT CG2.3", f"a load of {load}: each {transport} is at least half full, and holds {capacity}"
        elif load > capacity:
            yield "BRT CG2.3", f"a load of {load}: a {transport} holds {capacity}"
    kept = lvts(state).off
    if len(loads) > kept:
        yield "BRT CG2.3", f"{len(loads)} {transport}: {kept} {'is' if kept == 1 else 'are'} off the map"


def _entries(state: Reef) -> Iterator[Mapping[str, Any]]:
    for name in due_now(state):
        one = state.waves[name]
        area = state.blts[one.blt].area if one.blt in state.blts else ""
        if area in WATER:
            capacity = state.rows(TransportCard).get(TRANSPORT)
            ride = {"how": "lvt", "loads": (str(capacity.capacity),)} if name.endswith("-W1") and capacity else {}
            yield {"wave": name, "hexes": water(area)[:1], "pieces": {}, **ride}


@verbs("BRT CG2.3", side="us", phases=("movement",), offers=_entries, further=leads.hexes("hexes"))
def enter(
    table: Table[Reef],
    wave: WaveName,
    hexes: HexNames,
    pieces: Pieces,
    how: How = "wade",
    loads: tuple[str, ...] = (),
    transport: str = TRANSPORT,
) -> None:
    """BRT CG2.3: a wave, or some of it, enters in its Entry Area: `enter 2 Z24,Z25`; Passengers with how=lvt
    loads=10x6,8; how=pier, how=jeep.

    Its first line opens it. Who is next to a pier Location, and what is dm, the table sees to (reading R-70).
    """
    state = table.state
    now = state.waves.get(wave) or Wave()  # who does not know the wave sees it when it has come
    carried = carried_by(loads)
    units = named_units(state, pieces) or (rest_of(state, wave) if wave in state.waves else {})
    if how == "jeep":  # note g: they come with the Guns they tow
        units = {name: number for name, number in units.items() if not name.endswith(":jeep")}
    heed(table, why_not_enter(state, now, wave, hexes, units, how, carried, transport))
    able = {
        name: min(number, state.units[name].off)
        for name, number in units.items()
        if name in state.units and state.units[name].off
    }
    if missing := [name for name in units if name not in able]:
        table.by_hand(f"{', '.join(missing)}: none of these is off the map")
    if not able:
        table.by_hand("nothing of it is off the map")
    opens(table, wave)
    if wave == first_wave(table.state) and (parties := radios(table.state)):
        table.record(f.RadiosEntered(rule="BRT CG3.11", parties=parties))
    hidden = cloaked(state, able)
    if how in ("pier", "jeep"):  # CG5: Cloaked are who enter in the Ocean
        for slip in hidden:
            unseal(table, slip, rule="BRT CG5")
        hidden = {}
    seen = {name: number - sum(box.get(name, 0) for box in hidden.values()) for name, number in able.items()}
    for slip, box in hidden.items():
        table.record(
            f.CloakedEntered(
                rule="BRT CG5", slip=slip, wave=wave, pieces=box, hexes=hexes, how=how, secret=state.hidden_by("us")
            )
        )
    seen = {name: number for name, number in seen.items() if number}
    if seen or carried:
        table.record(f.PiecesEntered(rule="BRT CG2.3", wave=wave, pieces=seen, hexes=hexes, how=how, loads=carried))


def carried_by(loads: Sequence[str]) -> tuple[int, ...]:
    """What each LVT carries, `10x6,8` for six of 10 and one of 8. Raises BadInput."""
    found: list[int] = []
    for word in loads:
        load, number = split(word)
        if not load.isdecimal() or not 0 < number <= MOST_LVTS:
            raise BadInput(f"loads: {word!r} is no load: say what each carries, 10,8, or 10x6 for six of 10")
        found += [int(load)] * number
    return tuple(found)


def cloaked(state: Reef, units: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """BRT CG5: what of these pieces is in closed Cloaking boxes, and has not entered, by slip."""
    left, found = dict(units), dict[str, dict[str, int]]()
    for name, slip in state.slips.items():
        if slip.kind != "cloaking" or slip.open:
            continue
        for unit, number in boxed(slip.says).items():
            if taken := min(left.get(unit, 0), number - slip.entered.get(unit, 0)):
                found.setdefault(name, {})[unit] = taken
                left[unit] -= taken
    return found


def boxed(says: Sequence[str]) -> dict[str, int]:
    """What a Cloaking slip says is in the box: all but its first word, the MMC."""
    return several(split(word) for word in says[1:])


def opens(table: Table[Reef], name: str) -> None:
    """BRT CG2.3: as it comes, a wave is no secret any more."""
    now = table.state.waves.get(name)
    if now and not now.open:
        told = f.WaveStated if table.state.on_paper else f.WaveOpened
        table.record(
            told(
                rule="BRT CG2.3",
                wave=name,
                blt=now.blt,
                formations=now.formations,
                attached=now.attached,
                scenario=now.scenario,
                turn=now.turn,
            )
        )


def late(state: Reef) -> dict[str, dict[str, int]]:
    """BRT CG2.3: what of the waves that enter now has not entered, by wave: at the end of the Player Turn it is
    eliminated."""
    found: dict[str, dict[str, int]] = {}
    for name in due_now(state):
        rest = {
            unit: min(number, state.units[unit].off)
            for unit, number in rest_of(state, name).items()
            if unit in state.units
        }
        rest = {unit: number for unit, number in rest.items() if not may_be_cloaked(state, unit)}  # reading R-61
        found[name] = {unit: number for unit, number in rest.items() if number}
    return found


def may_be_late(state: Reef) -> bool:
    """BRT CG2.3, CG5: whether something may have to enter now that not all know of, for what they see: a wave that has
    not been opened, or pieces of one that has, which may lie in a Cloaking box (reading R-61).
    """
    closed = any(name not in state.waves for name in state.sealed_waves)
    rest = (
        unit
        for name in due_now(state)
        for unit in rest_of(state, name)
        if unit in state.units and state.units[unit].off
    )
    return state.mover == "us" and (closed or any(may_be_cloaked(state, unit) for unit in rest))


def eliminate_unentered(table: Table[Reef]) -> None:
    """BRT CG2.3: what has not entered on its turn is eliminated, and its full CVP are the Japanese player's.

    Where the scenario ended before the Movement Phase its turn did not come (reading R-39).
    """
    if table.state.cut_short:
        return
    for name, rest in late(table.state).items():
        if name == first_wave(table.state) and (lost := radios(table.state)):
            table.record(f.PartyLost(rule="BRT CG3.11", parties=lost, radio=True))
        opens(table, name)
        lose_pieces(table, rest, "unentered", "BRT CG2.3", wave=name)
        if parties := tuple(
            party
            for unit, number in rest.items()
            if unit.endswith(":SFCP")
            for party in off_map(table.state, unit)[:number]
        ):
            table.record(f.PartyLost(rule="BRT CG3.11", parties=parties))


def off_map(state: Reef, unit: str) -> list[str]:
    """The SFCPs of a HQ Company that have still to enter, those that come back first."""
    names = [
        name
        for name, one in state.parties.items()
        if one.formation == unit.partition(":")[0] and one.status == "off" and not one.radio
    ]
    return sorted(names, key=lambda name: not state.parties[name].first_wave)


def boxes_unread(state: Reef) -> bool:
    """Whether pieces may be in Cloaking boxes that nobody has opened, and that this record, or who looks at it, does
    not know."""
    return any(slip.kind == "cloaking" and not slip.open and not slip.says for slip in state.slips.values())


def may_be_cloaked(state: Reef, unit: str) -> bool:
    """BRT CG5: whether a piece may be in a Cloaking box, by what is known: one that a box may hold, while there is a
    closed one that nobody read."""
    return boxes_unread(state) and may_lie_in_a_box(state, unit.rpartition(":")[2])


def may_lie_in_a_box(state: Reef, kind: str) -> bool:
    """BRT CG5: SMC and SW are Cloaked with a MMC; not Pathfinders, nor an Armor Leader, who comes in his vehicle."""
    return kind not in ("Pathfinder", "armor-leader") and state.kind(kind).category in ("SMC", "SW")


# ---- 15.2 LVTs kept off the map ----


def lvts(state: Reef) -> Unit:
    """The LVTs; a hero who came up on one is none."""
    return state.units.get(key(TRANSPORT, TRANSPORT)) or Unit()


def why_not_keep(state: Reef, number: int) -> Objections:
    there = on_map(lvts(state))
    if state.phase in PHASES:
        yield (
            "BRT 15.2",
            "LVTs are Retained off the map for the next scenario, in the Refit Phase: none lands twice in one "
            "(reading R-18)",
        )
    if number > there:
        yield "BRT 15.2", f"{number} LVT: {there} {'is' if there == 1 else 'are'} on the map"


@verbs("BRT 15.2", side="us", name="keep-lvts", phases=(*REFIT, *PHASES), offers=lambda state: [])
def keep_lvts(table: Table[Reef], number: int) -> None:
    """BRT 15.2: so many LVTs are Retained off the map, for entry in the scenario to come (reading R-18): `keep-lvts
    6`."""
    heed(table, why_not_keep(table.state, number))
    table.record(f.TransportsRetained(rule="BRT 15.2", number=number))


__all__ = ["assign", "commit", "eliminate_unentered", "enter", "keep_lvts", "owed_waves", "transfer", "wave"]
