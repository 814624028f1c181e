"""What D-Day at Tarawa tells a report of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from domain.ddat import facts
from domain.ddat.artillery import artillery_there
from domain.ddat.charts import FireCard, LandingCard
from domain.ddat.fire import Shade, shades
from domain.ddat.gunnery import Call
from domain.ddat.landing import allowed
from domain.ddat.state import PILES, Ddat, Load
from domain.ddat.summary import (
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
from domain.kernel.errors import Unread
from domain.kernel.facts import Decided, Declared, Drawn, Fact
from domain.kernel.remembering import rests_on
from domain.kernel.state import Row
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
    deck = state.deck
    if drawn.name == "landing":
        load = state.loads.get(getattr(before.get(facts.Drifted), "load", ""))
        return Prospect("us", LANDING, False, deck.left(), _run_in(state, load)) if load else None
    if drawn.name in PILES:
        colour = getattr(before.get(facts.CombatBegan), "colour", "")
        return Prospect(PILES[drawn.name], COMBAT, True, deck.left(), _shows(state, colour))
    if drawn.name == "fire":
        return Prospect("jp", FIRE, True, deck.left(), _Called(state).worth)
    return None


def _run_in(state: Ddat, load: Load) -> Callable[[str], int]:
    """DDaT 5.12: a load keeps at most the steps the card says."""
    aboard, kept = sum(state.units[name].steps for name in load.units), _kept(state, bool(load.lvts))
    return lambda item: max(0, aboard - _of(kept, LandingCard, item))


@rests_on("charts")
def _kept(state: Ddat, in_lvts: bool) -> Mapping[str, int]:
    """How many steps each card leaves a load of units, or a tank unit that runs in by itself."""
    return {card: allowed(face.units if in_lvts else face.lvt) for card, face in state.rows(LandingCard).items()}


def _shows(state: Ddat, colour: str) -> Callable[[str], int]:
    """DDaT 8.6: a card with the colour of the combat hits."""
    hits = _hits(state, colour)
    return lambda item: _of(hits, FireCard, item)


@rests_on("charts")
def _hits(state: Ddat, colour: str) -> Mapping[str, int]:
    return {card: int(face.shows(colour) is not None) for card, face in state.rows(FireCard).items()}


def _of(cards: Mapping[str, int], row: type[Row], item: str) -> int:
    """What is known of a card. Raises Unread if nobody has read it out yet."""
    if item not in cards:
        raise Unread(row.CHART, item)
    return cards[item]


def _fires_by(letter: str) -> tuple[str, ...]:
    """What the Summary has the held positions do by a letter, as far as their fire goes."""
    tasks = (task for row in ("coastal", "inland", "tank") for task in SUMMARY[row][letter])
    return tuple("fire" if task in FIRST_FIRE else task if task == "resupply" else "" for task in tasks)


LIKE: Mapping[str, str] = {
    letter: next(other for other in SUMMARY["coastal"] if _fires_by(other) == _fires_by(letter))
    for letter in SUMMARY["coastal"]
}
"""For each letter the first by which the same positions fire."""

Asked = tuple[str, bool, str]
"""What one colour of a card asks: the colour, whether its symbol is double, and its letter as `LIKE` has it."""


@lru_cache(maxsize=1024)
def _asks(shades: tuple[Shade, ...]) -> tuple[Asked, ...]:
    """What the colours of a card ask of positions, as far as their fire goes."""
    return tuple((one.colour, one.double, LIKE[one.letter]) for one in shades)


class _Called:
    """DDaT 6.0, 6.5: who would fire by a card as things stood when it was drawn: strong enough, with somebody in the
    field.

    A tank and the artillery count as a position each. What a colour asks is worked out once for all cards.
    """

    def __init__(self, state: Ddat) -> None:
        self.state = state
        self.able = dict[tuple[str, str], tuple[Check, ...]]()
        self.ready = dict[Asked, int]()

    def worth(self, item: str) -> int:
        state = self.state
        face = state.read(FireCard, item)
        count = 0
        for asked in _asks(shades(state, face)):
            found = self.ready.get(asked)
            if found is None:
                found = self.ready[asked] = self._ready(*asked)
            count += found
        needed, kind = face.guns
        return count + bool(needed and state.turn > 1 and not state.night and self.guns[kind] >= needed)

    def _ready(self, colour: str, double: bool, letter: str) -> int:
        firing = self._firing(colour, letter)
        if not double:
            return len(firing)
        call = Call("", colour, True, letter, False, False, "")  # a double symbol asks more, so no others fire (6.3)
        return sum(strong_enough(self.state, check, able(self.state, check), call) for check in firing)

    def _firing(self, colour: str, letter: str) -> tuple[Check, ...]:
        """By a letter, the same ones are asked as without any, and no others fire: whose hexes it has asked one by one
        does not fire by it (12.21, 12.81)."""
        found = self.able.get((colour, letter))
        if found is None:
            call = Call("", colour, False, letter, False, False, "")
            asked = self._firing(colour, "") if letter else self._held(call)
            found = tuple(check for check in asked if will_fire(self.state, check, call))
            self.able[colour, letter] = found
        return found

    def _held(self, call: Call) -> Sequence[Check]:
        groups = may_fire(self.state).get(call.colour, ())
        return [check for group in groups for check in held_checks(self.state, group, call)]

    @cached_property
    def guns(self) -> Mapping[str, int]:
        """How many positions of each type could fire by an artillery value."""
        there = artillery_there(self.state, "any")
        return Counter({"any": len(there)}) + Counter(self.state.place(p).artillery for p in there)


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
    unasked=(
        Declared,
        Decided,
        facts.PositionChecked,
        facts.ActionTaken,
        facts.HexAttacked,
        facts.AttackDeclared,
        facts.AttackCompared,
        facts.CombatEvent,
    ),
)
