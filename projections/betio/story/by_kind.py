"""Facts by their kinds: those of a kind that belong together in one sentence, each kind in its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.betio import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, PositionSet, Rolled
from projections.betio.story import fire, ground, toll
from projections.betio.story.narrator import Narrator
from projections.betio.words import box_of
from projections.stories import SILENT, Sentence, opened
from projections.stories.words import clauses, count_of, grouped, names, sentence

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
    if kind in JOINED:
        return Sentence.of(sentence("; ".join(fact.sentence() for fact in merged(facts))), entries)
    return Sentence.of(" ".join(sentence(_own(fact)) for fact in facts), entries)


def _own(fact: Any) -> str:
    """A fact's own sentence; after its dice, where dice made it so."""
    if head := DICE.get(type(fact)):
        return f"{head} {fire.modified(fact.die, fact.terms)}: {fact.came}"
    if isinstance(fact, WITH_DIE):
        return f"with a {fact.die} {fact.sentence()}"
    return str(fact.sentence())


def merged(facts: Sequence[Any]) -> Iterator[Any]:
    """Facts of a kind, those as one that differ in nothing that is told but whom they name; of each name the last."""
    lists = [name for name in LISTS if hasattr(facts[0], name)]
    last = {one: at for at, fact in enumerate(facts) for name in lists for one in getattr(fact, name)}
    apart = JOINED[type(facts[0])]
    alike = grouped((tuple(getattr(fact, name) for name in apart), at) for at, fact in enumerate(facts))
    for some in alike.values():
        named = {
            name: tuple(one for at in some for one in getattr(facts[at], name) if last[one] == at) for name in lists
        }
        if not lists or any(named.values()):
            yield facts[some[-1]].but(**named)


# ---- 12, 2, 4.8 ----


def _turn(teller: Narrator, facts: Sequence[f.TurnBegan]) -> str:
    box = box_of(teller.state, facts[-1].turn)
    if not box.night:
        return f"It was {box.time} on {box.day} November."
    fell = not box_of(teller.state, facts[-1].turn - 1).night
    return f"{'Night fell on' if fell else 'The night went on, that of'} {box.day} November."


def _chits(teller: Narrator, facts: Sequence[f.ChitRevealed]) -> str:
    kinds = grouped((fact.face, fact.area) for fact in facts)
    return "Face up, " + clauses(f"{names(areas)} had {face}" for face, areas in kinds.items()) + "."


def _spent(teller: Narrator, facts: Sequence[f.OffshoreSpent]) -> str:
    wrecks = sum(fact.spent for fact in facts if fact.wrecks)
    other = sum(fact.spent for fact in facts if not fact.wrecks)
    told = [f"the ships gave {count_of(other, 'point')} of support"] if other else []
    told += [f"the ships shelled the wrecks with {count_of(wrecks, 'point')}"] if wrecks or not other else []
    return sentence(clauses(told))


def _heads(hexes: Sequence[str]) -> str:
    return f"{'A Supply Head' if len(hexes) == 1 else 'Supply Heads'} opened in {names(hexes)}."


DICE: Mapping[type[Any], str] = {
    f.BombardmentRolled: "the bombardment was",
    f.AssaultResolved: "the die was",
    f.DemolitionResolved: "the charges brought",
    f.SupplyRolled: "the supply die was",
    f.BanzaiRolled: "the attack rolled",
}
"""What is said before a die with its modifiers, and what came of it."""
WITH_DIE = (
    f.OffshoreRolled,
    f.CoordinationRolled,
    f.NightEventRolled,
    f.AirRaidRolled,
    f.FleetRaided,
    f.CollapseRolled,
)
"""What is told with its die, which nothing modifies."""
JOINED: Mapping[type[Any], tuple[str, ...]] = {
    f.PlacedOnBairiki: (),
    f.ShiftPlaced: ("shift",),
    f.VesselGone: (),
    f.AreasSuppressed: ("by",),
    f.Pinned: ("pin",),
    f.RecoverySpoiled: (),
    f.RunwayOccupied: (),
    f.HexesUncleared: (),
    f.AreasSecured: ("area", "secured"),
    f.DiggingBegun: ("hex",),
    f.PositionsLost: (),
    f.PositionsCompleted: (),
    f.RecoveryBegun: (),
    f.SuppressionRemoved: (),
    f.ActiveSupplyGiven: ("free",),
    f.ActiveSupplyUsed: (),
}
"""Kinds of facts that are told in one sentence, and the fields in which those differ that are not told as one."""
LISTS = ("units", "places", "areas", "chits")
"""Fields that name those to whom the same happened."""
WORDS: Mapping[type[Any], Callable[[Narrator, Sequence[Any]], str]] = {
    f.TurnBegan: _turn,
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
    f.ChitRevealed: _chits,
    f.OffshoreSpent: _spent,
    # the way ashore
    f.UnitEntered: ground.entered,
    f.ReefMoved: ground.reef,
    f.Unloaded: ground.unloaded,
    f.Landed: ground.landed,
    f.Stranded: ground.stranded,
    f.VesselReturned: ground.returned,
    f.SuppressionFired: fire.suppression,
    # fire and what it does
    f.FireResolved: fire.japanese,
    f.StepsLost: toll.losses,
    f.CasualtiesAdvanced: toll.casualties,
    f.MoraleMoved: toll.morale,
    f.TrapsRolled: fire.traps,
    # on Betio
    f.UnitsMoved: ground.moved,
    f.FireActionResolved: fire.fired,
    f.SuppressionPlaced: lambda teller, some: "Suppression now: " + names(x.laid for x in some) + ".",
    f.AssaultDeclared: fire.declared,
    f.HexesCleared: toll.cleared,
    f.RecoveryRolled: ground.recovered,
    f.StepsRecovered: ground.steps_back,
    # supply
    f.HeadsPlaced: lambda teller, some: _heads([hex for fact in some for hex in fact.places]),
    f.DirectSupplySent: lambda teller, some: "Direct Supply was loaded: " + names(x.load for x in some) + ".",
}
"""How the facts of a kind are told that read better together; all others by their own sentences."""
