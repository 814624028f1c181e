"""Facts by their kinds: those of a kind that belong together in one sentence, each kind in its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.betio import facts as f
from domain.betio.lines import isolated_from
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, PositionSet, Rolled
from projections.betio.story import fire, ground, toll
from projections.betio.story.narrator import Narrator
from projections.betio.words import box_of
from projections.stories import SILENT, Sentence, opened
from projections.stories.words import clauses, count_of, grouped, names, number, sentence, was

QUIET = (f.RecoveriesOver, f.AirRaidWaned)
"""What says nothing by itself."""
CARRIED = (Rolled, Drawn, f.Targeted, f.AreasDone, f.PointsSpent)
"""What belongs to the fact that follows it: dice, draws, Action Points."""
ALIKE: Mapping[type[Any], type[Any]] = {f.UnitLost: f.StepsLost}
"""Kinds that are told with another."""
AFTER = (
    f.StepsLost, f.Stranded, f.Pinned, f.ShiftPlaced, f.WayCutShort, f.RecoverySpoiled, f.PositionsLost, f.Retreated,
    f.HexesCleared,
    f.HexesUncleared, f.AreasSecured, f.HeadsLost, f.CasualtiesAdvanced, f.MoraleMoved, f.OffshoreSpent,
    f.CoordinationRolled, f.AreasSuppressed,
)  # fmt: skip
"""What comes of something, in the order in which it is told."""


def by_kind(teller: Narrator, entries: Iterable[Entry]) -> list[Sentence]:
    """Each kind in the order in which it first came, what came of it after that; facts of a kind together with their
    dice and draws."""
    kinds: dict[type[Any], list[Entry]] = {}
    waiting: list[Entry] = []
    last: type[Any] | None = None
    for entry in entries:
        if isinstance(entry.fact, (*SILENT, *QUIET)):
            continue
        if isinstance(entry.fact, CARRIED):
            waiting.append(entry)
            continue
        last = ALIKE.get(type(entry.fact), type(entry.fact))
        if last is f.HexesCleared and f.AssaultResolved in kinds:  # its own words say that the hex was cleared
            last = f.AssaultResolved
        kinds.setdefault(last, []).extend([*waiting, entry])
        waiting = []
    if last is not None:
        kinds[last] += waiting
    elif waiting:
        kinds[type(waiting[-1].fact)] = waiting
    order = sorted(kinds, key=lambda kind: AFTER.index(kind) if kind in AFTER else -1)
    return [
        said
        for kind, some in ((kind, kinds[kind]) for kind in order)
        if (said := _sentence(teller, kind, some)) and said.words
    ]


def _sentence(teller: Narrator, kind: type[Any], entries: Sequence[Entry]) -> Sentence | None:
    facts = [entry.fact for entry in entries if ALIKE.get(type(entry.fact), type(entry.fact)) is kind]
    if kind in WORDS:
        return Sentence.of(WORDS[kind](teller, facts), entries)
    told = [one for entry in entries if (one := opened(entry, teller.game.rules.sides))]
    if told:
        return Sentence.of(" ".join(one.words for one in told), entries)
    return Sentence.of(" ".join(sentence(said) for fact in facts if (said := fact.sentence())), entries)


# ---- 12, 2, 4.8 ----


def _turn(teller: Narrator, facts: Sequence[f.TurnBegan]) -> str:
    box = box_of(teller.state, facts[-1].turn)
    if not box.night:
        return f"It was {box.time} on {box.day} November."
    fell = not box_of(teller.state, facts[-1].turn - 1).night
    return f"{'Night fell on' if fell else 'The night went on, that of'} {box.day} November."


def _bombardment(teller: Narrator, facts: Sequence[f.BombardmentRolled]) -> str:
    fact = facts[-1]
    longer = f", kept up at the price of {count_of(fact.given_up, 'impulse')}," if fact.given_up else ""
    return (
        f"The bombardment{longer} was {fire.modified(fact.die, fact.terms)}, and {count_of(fact.chits, 'chit')} "
        f"{was(range(fact.chits))} drawn."
    )


def _chits(teller: Narrator, facts: Sequence[f.ChitRevealed]) -> str:
    kinds = grouped((fact.chit, fact.area) for fact in facts)
    return (
        "Face up, "
        + clauses(f"{names(areas)} had {'a blank' if chit == 'blank' else chit}" for chit, areas in kinds.items())
        + "."
    )


def _decayed(teller: Narrator, facts: Sequence[f.ChitsDecayed]) -> str:
    left = [area for fact in facts for area, chit in fact.areas.items() if chit]
    gone = [area for fact in facts for area, chit in fact.areas.items() if not chit]
    told = [f"the bombardment was worth no more than -1 in {names(left)}"] if left else []
    told += [f"nothing was left of {'it' if left else 'the bombardment'} in {names(gone)}"] if gone else []
    return sentence(clauses(told))


def _offshore(teller: Narrator, facts: Sequence[f.OffshoreRolled]) -> str:
    fact = facts[-1]
    less = f", less {-sum(term.amount for term in fact.terms)} for what was lost," if fact.terms else ""
    return f"With a {fact.die} the ships{less} had {count_of(fact.offshore, 'point')} of support to give."


def _spent(teller: Narrator, facts: Sequence[f.OffshoreSpent]) -> str:
    wrecks = sum(fact.spent for fact in facts if fact.wrecks)
    other = sum(fact.spent for fact in facts if not fact.wrecks)
    told = [f"the ships gave {count_of(other, 'point')} of support"] if other else []
    told += [f"the ships shelled the wrecks with {count_of(wrecks, 'point')}"] if wrecks or not other else []
    return sentence(clauses(told))


# ---- 7 ----


def _supply(teller: Narrator, facts: Sequence[f.SupplyRolled]) -> str:
    fact = facts[-1]
    return f"The supply die was {fire.modified(fact.die, fact.terms)}: {count_of(fact.rolled, 'point')}."


def _pooled(teller: Narrator, facts: Sequence[f.SupplyAccumulated]) -> str:
    fact = facts[-1]
    if fact.lost:
        return f"Without a working Supply Head {count_of(fact.lost, 'supply point')} {was(range(fact.lost))} lost."
    return f"What was not sent went to the pool, which held {count_of(fact.pool, 'point')}."


def _active(teller: Narrator, facts: Sequence[f.ActiveSupplyGiven]) -> str:
    paid = [unit for fact in facts for unit in fact.units if not fact.free]
    free = [unit for fact in facts for unit in fact.units if fact.free]
    told = (
        [
            f"Active Supply went to {names(paid)}, which left "
            f"{number(facts[-1].pool) if facts[-1].pool else 'none'} in the pool"
        ]
        if paid
        else []
    )
    told += [f"having held back so far, {names(free)} had Active Supply for nothing"] if free else []
    return sentence("; ".join(told))


def _direct_landed(teller: Narrator, facts: Sequence[f.DirectSupplyLanded]) -> str:
    told = []
    for fact in facts:
        found = f" and supplied {names(fact.relieved)}" if fact.relieved else ", and nobody was near"
        told.append(f"The point for {fact.battalion} reached {fact.hex}{found}.")
    return " ".join(told)


def _heads_lost(teller: Narrator, facts: Sequence[f.HeadsLost]) -> str:
    told = []
    for fact in facts:
        left = number(fact.pool) if fact.pool else "none"
        told.append(
            f"The Supply Head in {names(fact.places)} was overrun with {count_of(fact.lost, 'point')}; {left} left "
            "in the pool."
        )
    return " ".join(told)


def _found(teller: Narrator, facts: Sequence[f.SupplyFound]) -> str:
    by = {unit: phases for fact in facts for unit, phases in zip(fact.units, fact.phases, strict=True)}
    isolated = isolated_from(teller.state)
    ways = (
        ("supplied once more", [unit for unit, phases in by.items() if not phases]),
        ("without supply", [unit for unit, phases in by.items() if 0 < phases < isolated]),
        ("isolated", [unit for unit, phases in by.items() if phases >= isolated]),
    )
    return sentence("; ".join(f"{what} {was(units)} {names(units)}" for what, units in ways if units))


# ---- 10 ----

EVENTS = {
    "none": "a quiet night",
    "air-raid": "an air raid on Betio",
    "submarine": "a submarine among the ships",
    "fleet-raid": "an air raid on the fleet",
    "wrecks": "Japanese in the wrecks",
    "carrier": "an attack on the carriers",
    "local-banzai": "a Banzai attack",
    "two-local-banzais": "two Banzai attacks",
    "general-banzai": "a General Banzai",
}
FLEET = {
    "supply": "less supply would come from now on",
    "offshore": "there would be a point less of support each turn",
    "failed": "it failed",
}


def _event(teller: Narrator, facts: Sequence[f.NightEventRolled]) -> str:
    return " ".join(
        f"The die of the night, a {fact.die}, brought "
        f"{EVENTS[fact.event]}{', which had come before: nothing happened' if fact.again else ''}."
        for fact in facts
    )


def _pins_turned(teller: Narrator, facts: Sequence[f.PinsTurned]) -> str:
    pins = {unit: pin for fact in facts for unit, pin in fact.pins.items()}
    free, less = [unit for unit, pin in pins.items() if not pin], [unit for unit, pin in pins.items() if pin]
    told = [f"free to act again {was(free)} {names(free)}"] if free else []
    told += [f"down to Pin 1 {was(less)} {names(less)}"] if less else []
    return sentence("; ".join(told))


def _collapse(teller: Narrator, facts: Sequence[f.CollapseRolled]) -> str:
    who = {"japanese": "The Japanese were near collapse", "invasion": "The invasion was near collapse"}
    return " ".join(
        f"{who[fact.table]}: the die was a {fact.die}" + (f", {fact.words}." if fact.words else ".") for fact in facts
    )


def _places(facts: Iterable[Any]) -> list[str]:
    return [place for fact in facts for place in fact.places]


def _units(facts: Iterable[Any]) -> list[str]:
    return [unit for fact in facts for unit in fact.units]


WORDS: Mapping[type[Any], Callable[[Narrator, Sequence[Any]], str]] = {
    f.TurnBegan: _turn,
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
    f.MarkersPlaced: lambda teller, some: (
        "Morale stood at its first +2 on both sides, and nobody was counted among the casualties yet."
    ),
    f.BombardmentRolled: _bombardment,
    f.ChitRevealed: _chits,
    f.ChitsDecayed: _decayed,
    f.OffshoreRolled: _offshore,
    f.OffshoreSpent: _spent,
    # the way ashore
    f.UnitEntered: ground.entered,
    f.PlacedOnBairiki: lambda teller, some: f"To Bairiki went {names(_units(some))}.",
    f.ReefMoved: ground.reef,
    f.Unloaded: ground.unloaded,
    f.Landed: ground.landed,
    f.Stranded: ground.stranded,
    f.ShiftPlaced: ground.shifted,
    f.VesselGone: lambda teller, some: f"Back to the transports went {names(_units(some), 20)}.",
    f.VesselReturned: ground.returned,
    f.SuppressionFired: fire.suppression,
    f.AreasSuppressed: ground.suppressed,
    f.PierCleared: lambda teller, some: (
        f"The Long Pier was open: {names(fact.unit for fact in some)} had reached its base."
    ),
    f.MurrayCommitted: lambda teller, some: "The last reserve, 2/6, was called in.",
    # fire and what it does
    f.FireResolved: fire.japanese,
    f.StepsLost: toll.losses,
    f.Pinned: toll.pins,
    f.CasualtiesAdvanced: toll.casualties,
    f.MoraleMoved: toll.morale,
    f.TrapsRolled: fire.traps,
    f.RecoverySpoiled: lambda teller, some: f"No recovery any more for {names(_units(some))}.",
    # on Betio
    f.UnitsMoved: ground.moved,
    f.RunwayOccupied: lambda teller, some: f"Runway occupied: {names(_places(some), 20)}.",
    f.WayCutShort: lambda teller, some: (
        "Short of where it was bound: " + names(f"{x.unit} in {x.hex}, as {f.STAYS[x.why]}" for x in some) + "."
    ),
    f.FireActionResolved: fire.fired,
    f.SuppressionPlaced: lambda teller, some: (
        "Suppression now: " + names(f"{count_of(x.markers, 'marker')} on {x.hex}" for x in some) + "."
    ),
    f.AssaultDeclared: fire.declared,
    f.AssaultStopped: fire.stopped,
    f.AssaultResolved: fire.assaulted,
    f.DemolitionResolved: fire.demolished,
    f.CoordinationRolled: fire.coordinated,
    f.HexesCleared: toll.cleared,
    f.HexesUncleared: toll.uncleared,
    f.AreasSecured: toll.secured,
    f.DiggingBegun: lambda teller, some: (
        "Digging in: " + "; ".join(f"{names(fact.units)} in {fact.hex}" for fact in some) + "."
    ),
    f.PositionsLost: lambda teller, some: f"Nothing was left of the positions in {names(_places(some))}.",
    f.PositionsCompleted: lambda teller, some: f"Positions stood finished in {names(_places(some))}.",
    f.RecoveryBegun: lambda teller, some: f"Pulled out to recover {was(_units(some))} {names(_units(some))}.",
    f.RecoveryRolled: ground.recovered,
    f.StepsRecovered: ground.steps_back,
    f.SuppressionRemoved: lambda teller, some: f"The effect of fire wore off on {names(_places(some))}.",
    f.PinsTurned: _pins_turned,
    # supply
    f.SupplyRolled: _supply,
    f.SupplyAccumulated: _pooled,
    f.ActiveSupplyGiven: _active,
    f.ActiveSupplyUsed: lambda teller, some: f"Active Supply ran out for {names(_units(some))}.",
    f.DirectSupplySent: lambda teller, some: (
        "Direct Supply was loaded: " + names(f"a point for {x.battalion} in {x.vessel}" for x in some) + "."
    ),
    f.DirectSupplyLanded: _direct_landed,
    f.HeadsPlaced: lambda teller, some: f"Supply Heads opened in {names(_places(some))}.",
    f.HeadsLost: _heads_lost,
    f.SupplyFound: _found,
    # nights and collapses
    f.NightEventRolled: _event,
    f.AirRaidRolled: fire.raid,
    f.SubmarineStruck: lambda teller, some: "A supply ship went down, and every supply die would be one less.",
    f.FleetRaided: lambda teller, some: f"The raid rolled a {some[-1].die}: {FLEET[some[-1].fleet_raid]}.",
    f.WrecksOccupied: lambda teller, some: "In the dark Japanese had swum out to the wrecks on the reef.",
    f.WrecksShelled: lambda teller, some: (
        f"All guns of the fleet had been on the wrecks for {count_of(some[-1].wrecks_shelled, 'turn')}."
    ),
    f.WrecksCleared: lambda teller, some: (
        f"The wrecks were silent: {names(fact.unit for fact in some)} had taken them."
    ),
    f.CarrierSunk: lambda teller, some: "A carrier was sunk, and each turn would bring a point of support less.",
    f.BanzaiBegan: fire.banzai_began,
    f.BanzaiRolled: fire.banzai,
    f.Retreated: ground.retreated,
    f.CollapseRolled: _collapse,
}
"""How the facts of a kind that belong together are told."""
