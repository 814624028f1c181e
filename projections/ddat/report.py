"""What D-Day at Tarawa tells a report of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from domain.ddat import facts
from domain.ddat.artillery import artillery_there
from domain.ddat.charts import FireCard, LandingCard
from domain.ddat.fire import shades
from domain.ddat.gunnery import Call
from domain.ddat.landing import allowed
from domain.ddat.state import PILES, Ddat, Load
from domain.ddat.summary import (
    EACH_ALONE,
    FIRST_FIRE,
    SUMMARY,
    Check,
    able,
    held_checks,
    may_fire,
    strong_enough,
    will_fire,
)
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Drawn, Fact
from projections.ddat.stakes import STAKES
from projections.report.counting import Tally, View, played, side_title, table_of
from projections.report.model import ReportTable
from projections.report.tells import OTHER, Deed, GameTells, Measure, Prospect, Win

# ---- service records ----

UNDER_FIRE = "hit by fire"


def _hit_with(fact: facts.LeaderHit) -> str:
    """A leader who is hit himself, or what became of a hero or of Major Ryan in the unit he is with."""
    return "hit as a leader" if fact.leader == "hq" else f"{fact.name} {fact.now}"


DEEDS: Mapping[type[Fact], tuple[Deed, ...]] = {
    facts.UnitsPlaced: (Deed("placed", "units"),),
    facts.Landed: (Deed("landed", "units"),),
    facts.UnitsMoved: (Deed("moved", "units"),),
    facts.AttackDeclared: (Deed("attacked", "units"),),
    facts.PositionFired: (Deed(UNDER_FIRE, "hits"), Deed(UNDER_FIRE, "leaders")),
    facts.ArtilleryFired: (Deed(UNDER_FIRE, "unit"),),
    facts.UnitsDisrupted: (Deed(OTHER, "units", "disrupted"),),
    facts.HeroPlaced: (Deed(OTHER, "unit", "a hero rises"),),
    facts.RyanPlaced: (Deed(OTHER, "unit", "Major Ryan joins"),),
    facts.LeaderHit: (Deed(OTHER, "unit", _hit_with),),
    facts.CommandChanged: (Deed(OTHER, "unit", "command post"),),
    facts.ActionFreed: (Deed(OTHER, "unit", "support marker"),),
    facts.UnitsRemoved: (Deed(OTHER, "units", "left play"),),
}


def won(view: View) -> Iterator[Win]:
    """Who eliminated whom: attackers and the units in a close combat against forces; against US units who a loss says
    it was by."""
    attackers: dict[int, tuple[str, ...]] = {}
    stands = standing(view.entries)
    for at, (entry, state, _) in enumerate(played(view)):
        fact, of = entry.fact, entry.of
        if isinstance(fact, facts.AttackDeclared):
            attackers[of] = fact.units
        elif isinstance(fact, facts.CombatBegan):
            attackers[of] = state.at(fact.hex)
        for loss in fact.losses:
            if loss.eliminated and loss.side == "jp":
                for unit in attackers.get(of, ()):
                    yield Win(entry.version, "us", unit)
            elif loss.eliminated:
                for unit in _guilty(state, stands, at):
                    yield Win(entry.version, "jp", unit)


def _guilty(state: Ddat, stands: Sequence[Entry], at: int) -> tuple[str, ...]:
    """Who took a US unit's last step: the positions a loss names, or the force in a hex that is none.

    A loss that names nobody, an HQ's to fire, is by the last position that fired under the same declaration.
    """
    fact, of = stands[at].fact, stands[at].of
    if isinstance(fact, facts.StepLost):
        invader = state.invader.unit if state.invader is not None and state.invader_hex in fact.by else ""
        return (*(by for by in fact.by if by in state.positions), *((invader,) if invader else ()))
    if any(loss.cause == "position-fire" for loss in fact.losses):
        before = (entry.fact for entry in reversed(stands[:at]) if entry.of == of)
        return next(((fired.position,) for fired in before if isinstance(fired, facts.PositionFired)), ())
    return ()


# ---- attacks ----

ATTACKS = {"attack": "attack", "barrage": "barrage", "naval": "naval fire"}
RESULTS: Mapping[type[Fact], str] = {
    facts.ForceDisrupted: "disrupted",
    facts.DepthLost: "depth lost",
    facts.ForceDefeated: "defeated",
}


def attacks(view: View) -> tuple[ReportTable, ...]:
    """DDaT 8: attacks, barrages and naval fire of the US side, and close combats, with what came of them."""
    tally = Tally()
    kind, around, of = "", "", 0
    for entry in standing(view.entries):
        fact, version = entry.fact, entry.version
        if entry.of != of:
            kind, around, of = "", "", entry.of
        if isinstance(fact, facts.HexAttacked):
            kind = ATTACKS.get(fact.kind, "attack")
            tally.add(kind, "times", version=version)
        elif isinstance(fact, facts.CombatBegan):
            kind, around = f"close combat, {side_title(view, fact.attacker)} attacking", kind
            tally.add(kind, "times", version=version)
        elif isinstance(fact, facts.CombatEnded):
            kind = around
        elif kind and type(fact) in RESULTS:
            tally.add(kind, RESULTS[type(fact)], version=version)
        for loss in fact.losses if kind else ():
            if loss.eliminated:
                tally.add(kind, f"{loss.side} eliminated", version=version)
            if loss.side == "us" and loss.steps:
                tally.add(kind, "us steps", version=version, amount=loss.steps)
    kinds = [name for name, column in tally.counts if column == "times"]
    columns = ("times", *RESULTS.values(), "jp eliminated", "us steps", "us eliminated")
    return (
        table_of(
            "Attacks and close combat",
            (
                "kind",
                "times",
                "Japanese disrupted",
                "depth lost",
                "Japanese defeated",
                "Japanese eliminated",
                "US steps lost",
                "US eliminated",
            ),
            tuple((name, *(tally.figure(name, column) for column in columns)) for name in kinds),
            "What came of the attacks, barrages and naval fire of the US side, and of the close combats of both. "
            "The defeated are eliminated or go back to the reserve.",
        ),
    )


# ---- the worth of a card ----

LANDING, COMBAT, FIRE = (
    "steps lost in landing",
    "hits in close combat",
    "Japanese positions called to fire, mortars apart",
)


def prospect(drawn: Drawn, state: Ddat, before: Mapping[type[Fact], Fact]) -> Prospect | None:
    """Steps lost on the way in (5.12), hits in close combat (8.6), Japanese who may fire (6.0)."""
    left = state.deck.left()
    if drawn.name == "landing":
        load = state.loads.get(getattr(before.get(facts.Drifted), "load", ""))
        return Prospect("us", LANDING, False, left, _run_in(state, load)) if load else None
    if drawn.name in PILES:
        colour = getattr(before.get(facts.CombatBegan), "colour", "")
        return Prospect(PILES[drawn.name], COMBAT, True, left, _shows(state, colour))
    if drawn.name == "fire":
        return Prospect("jp", FIRE, True, left, _called(state))
    return None


def _run_in(state: Ddat, load: Load) -> Callable[[str], int]:
    """DDaT 5.12: a load keeps at most the steps the card says."""
    aboard = sum(state.units[name].steps for name in load.units)

    def worth(item: str) -> int:
        face = state.read(LandingCard, item)
        return max(0, aboard - allowed(face.units if load.lvts else face.lvt))

    return worth


def _shows(state: Ddat, colour: str) -> Callable[[str], int]:
    """DDaT 8.6: a card with the colour of the combat hits."""
    return lambda item: int(state.read(FireCard, item).shows(colour) is not None)


def _fires_by(letter: str) -> tuple[str, ...]:
    """What the Summary has the held positions do by a letter, as far as their fire goes."""
    tasks = (task for row in ("coastal", "inland", "tank") for task in SUMMARY[row][letter])
    return tuple("fire" if task in FIRST_FIRE else task if task == "resupply" else "" for task in tasks)


LIKE: Mapping[str, str] = {
    letter: next(other for other in SUMMARY["coastal"] if _fires_by(other) == _fires_by(letter))
    for letter in SUMMARY["coastal"]
}
"""For each letter the first by which the same positions fire."""


def _called(state: Ddat) -> Callable[[str], int]:
    """DDaT 6.0, 6.5: who would fire by a card as things stood when it was drawn: strong enough, with somebody in the
    field.

    A tank and the artillery count as a position each.
    """

    @cache
    def checked(colour: str, letter: str) -> tuple[Check, ...]:
        call = Call("", colour, False, letter, False, False, "")
        groups = may_fire(state).get(colour, ())
        return tuple(check for group in groups for check in held_checks(state, group, call))

    @cache
    def fires(colour: str, letter: str) -> tuple[Check, ...]:
        call = Call("", colour, False, letter, False, False, "")
        # by a letter that checks no hex alone, the same ones are checked as without any, and no others fire
        asked = checked(colour, letter) if letter in EACH_ALONE or not letter else fires(colour, "")
        return tuple(check for check in asked if will_fire(state, check, call))

    @cache
    def ready(colour: str, double: bool, letter: str) -> int:
        able_to = fires(colour, letter)
        if not double:
            return len(able_to)
        call = Call("", colour, True, letter, False, False, "")  # a double symbol asks more, so no others fire (6.3)
        return sum(strong_enough(state, check, able(state, check), call) for check in able_to)

    @cache
    def guns() -> Mapping[str, int]:
        there = artillery_there(state, "any")
        return Counter({"any": len(there)}) + Counter(state.place(p).artillery for p in there)

    def worth(item: str) -> int:
        face = state.read(FireCard, item)
        needed, kind = face.guns
        artillery = bool(needed) and state.turn > 1 and not state.night and guns()[kind] >= needed
        return sum(ready(one.colour, one.double, LIKE[one.letter]) for one in shades(state, face)) + artillery

    return worth


# ---- all of it ----

TELLS = GameTells(
    stakes=STAKES,
    columns=("placed", "landed", "moved", "attacked"),
    suffered=(UNDER_FIRE,),
    deeds=DEEDS,
    side_of=lambda view, unit: "us" if unit in view.state.units else "jp",
    won=won,
    about="Japanese positions fire, and stand here by their numbers; the units in them by their names.",
    tables=attacks,
    measures=(
        Measure(
            "Infantry units at three steps or more",
            "us",
            "infantry",
            lambda rows: sum(row["counts"] == "yes" for row in rows),
        ),
        Measure("Positions secured", "us", "positions", lambda rows: sum(row["secured"] == "yes" for row in rows)),
    ),
    house_rules=(facts.OptionTaken,),
    prospect=prospect,
)
