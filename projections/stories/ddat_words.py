"""Words of the story of D-Day at Tarawa that need no turn around them: what something cost, what was found, cards, odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.ddat import facts as f
from domain.kernel.facts import Fact
from domain.kernel.table import Entry
from projections.stories import clauses, names, number

SHOOTERS = {
    "fire": "{}",
    "tank fire": "the tank in {}",
    "fire with machine guns": "the machine guns of {}",
    "mortar fire": "the mortars of {}",
    "artillery fire": "the guns of {}",
    "ambush": "an ambush from {}",
    "patrol": "a patrol from {}",
}
"""Actions that hurt, and by whom."""
WEAPONS = {
    "FL": "flanking",
    "FT": "flamethrowers",
    "MG": "machine guns",
    "BZ": "bazookas",
    "BR": "BARs",
    "MR": "mortars",
    "AR": "artillery",
    "DE": "demolitions",
    "NF": "naval fire",
    "RD": "a radio",
}
"""Codes of the US Weapons Chart in words."""
EVENTS = {
    "expedited": "Expedited arrival",
    "engineers-cover": "Engineers take cover",
    "no-ship-to-shore": "No ship-to-shore",
    "naval-hits-position": "Unexpected naval fire",
    "tank": "Japanese tank",
    "lvt-commandeered": "LVT commandeered",
}
"""Events whose name is not their code in words."""
FLAGS = {
    ("counterattack", "now"): "all colours showed A in this Fire Phase",
    ("counterattack", "next"): "it would come in the next turn, in place of the first event",
    ("wires", "cut"): "no Japanese unit could redeploy or assault in this Fire Phase",
    ("engineers", ""): "there were no support markers this turn",
    ("shibasaki", "killed"): "the Japanese lost their commander",
}
"""What holds for a turn, told in the past."""
GONE = {
    "stacking": "WAS eliminated for lack of room in the hex",
    "close combat": "WAS lost",
    "artillery not on the map by the night": "had not landed by night and left play",
}
"""Why units left play, in words; WAS stands for was or were."""
BEATEN = {"eliminated": "eliminated", "out": "eliminated for good", "reserve": "driven back into reserve"}


@dataclass
class Toll:
    """What something cost: steps of US units, Japanese forces, guns and depth, and who was disrupted or went where."""

    lost: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    beaten: list[f.ForceDefeated] = field(default_factory=list)
    shaken: list[str] = field(default_factory=list)
    forces: list[str] = field(default_factory=list)
    depth: list[str] = field(default_factory=list)
    deeper: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    leaders: list[f.LeaderHit] = field(default_factory=list)
    ryan: list[str] = field(default_factory=list)
    back: dict[str, str] = field(default_factory=dict)
    home: list[f.ForceReturned] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    """The Japanese unit of a position or hex, where it is known."""

    def take(self, fact: Fact) -> bool:
        """Whether this is a cost; if so, it is counted."""
        if isinstance(fact, f.StepLost):
            self.lost[fact.unit] = self.lost.get(fact.unit, 0) + 1
            self.left[fact.unit] = fact.left
        elif isinstance(fact, f.UnitRemoved):
            self.gone[fact.unit] = fact.why
        elif isinstance(fact, f.ForceDefeated):
            self.beaten.append(fact)
        elif isinstance(fact, f.UnitDisrupted):
            self.shaken.append(fact.unit)
        elif isinstance(fact, f.ForceDisrupted):
            self.forces.append(fact.where)
        elif isinstance(fact, f.DepthLost):
            self.depth.append(fact.where)
        elif isinstance(fact, f.GunsDestroyed):
            self.guns.append(fact.position)
        elif isinstance(fact, f.LeaderHit):
            self.leaders.append(fact)
        elif isinstance(fact, f.RyanPlaced):
            self.ryan.append(fact.unit)
        elif isinstance(fact, f.ForceReturned):
            self.home.append(fact)
        else:
            return False
        return True

    def hurt(self) -> bool:
        """Whether anybody was hit."""
        return bool(self.lost or self.gone or self.shaken or self.leaders or self.beaten)

    def foe(self, where: str) -> str:
        """The Japanese of a position or hex."""
        return self.called.get(where) or where


@dataclass
class Found:
    """Japanese pieces turned up: units, depth markers, and what a tactical reinforcement brought (9.3)."""

    units: dict[str, str] = field(default_factory=dict)
    depth: dict[str, str] = field(default_factory=dict)
    reinforced: list[str] = field(default_factory=list)
    brought: list[str] = field(default_factory=list)
    nothing: list[str] = field(default_factory=list)

    def take(self, fact: Fact) -> bool:
        """Whether this turns something up; if so, it is kept."""
        if isinstance(fact, f.ForceRevealed):
            self.units[fact.where] = fact.unit
        elif isinstance(fact, f.DepthRevealed):
            self.depth[fact.where] = fact.marker
        elif isinstance(fact, f.DepthLost) and fact.why == "a tactical reinforcement":
            self.reinforced.append(fact.where)
        elif isinstance(fact, f.ForcePlaced):
            self.brought.append(fact.position)
        elif isinstance(fact, f.NothingDone) and fact.what == "tactical reinforcement":
            self.nothing.append(fact.why)
        else:
            return False
        return True

    def words(self, *, units: bool = True) -> str:
        """What was found, in a sentence without its full stop; the units too, or only what lay under them."""
        told = []
        for where in dict.fromkeys([*self.units, *self.depth]):
            marker = self.depth.get(where, "")
            if marker and where in self.reinforced:
                marker += ", a tactical reinforcement" + (f" that brought a reserve unit up in {names(self.brought)}" if self.brought else "")
            if units and where in self.units:
                told.append(f"{where} turned out to hold {self.units[where]}" + (f" with depth marker {marker}" if marker else ""))
            elif marker:
                told.append(f"the depth marker was {marker}")
        told += [f"nobody came up, since {why}" for why in self.nothing]
        return clauses(told)


@dataclass
class Deed:
    """What a position did when its colour came up."""

    where: str
    action: str
    entries: list[Entry] = field(default_factory=list)
    toll: Toll = field(default_factory=Toll)
    again: bool = False

    def shooter(self) -> str:
        """By whom it fires."""
        return SHOOTERS.get(self.action, "{}").format(self.where) if self.where else "the artillery"

    def who(self) -> str:
        """By whom it fires, and whether for the second time."""
        return self.shooter() + (", firing again," if self.again else "")


def side_name(side: str) -> str:
    return "the US" if side == "us" else "the Japanese"


def turned_up(cards: Sequence[tuple[str, bool]]) -> str:
    """Cards turned up in close combat, and how many of them hit."""
    if not cards:
        return ""
    hits = sum(hit for _, hit in cards)
    if len(cards) == 1:
        return f"card {cards[0][0]}, a {'hit' if hits else 'miss'}"
    every = "both" if len(cards) == 2 else "all"
    some = f"{number(hits)} of them {'a hit' if hits == 1 else 'hits'}"
    how = {0: f"{every} misses", len(cards): f"{every} hits"}.get(hits, some)
    return f"cards {names(card for card, _ in cards)}, {how}"


def odds_of(compared: f.AttackCompared) -> str:
    """Strengths and weapons of an attack."""
    if not (compared.us or compared.jp):
        return ""
    lack = names(WEAPONS.get(code, code) for code in compared.missing).replace(" and ", " or ")
    helpers = {"hero": "a hero", "support": "a support marker"}
    wild = " and ".join(
        f"{helpers.get(source, source)} {'lending strength' if code == 'strength' else f'standing in for {WEAPONS.get(code, code)}'}"
        for source, code in compared.wild.items()
    )
    weapons = " but ".join(part for part in (wild and f"with {wild}", lack and f"without {lack}") if part)
    weapons = weapons or ("with every weapon needed" if compared.required else "")
    return f"{compared.us} against {compared.jp}" + (f", {weapons}" if weapons else "")


def short_of_guns(deed: Deed) -> str:
    """Why the artillery hit nobody."""
    fact = next(e.fact for e in deed.entries if isinstance(e.fact, f.ArtilleryFired))
    kind = "" if fact.kind == "any" else f"{fact.kind} "
    if len(fact.there) < fact.needed:
        return f"the artillery was silent, with {number(len(fact.there))} of the {number(fact.needed)} {kind}positions it needed"
    return "the artillery found no target"


def leader_of(hit: f.LeaderHit) -> str:
    return hit.what if hit.what == hit.who else f"{'the hero' if hit.what == 'hero' else hit.what} with {hit.who}"


def now_of(hit: f.LeaderHit) -> str:
    return {"plain": "on the plain side now", "inspired": "inspired now"}.get(hit.now, hit.now)


def versions_of(deeds: Iterable[Deed]) -> tuple[int, ...]:
    return tuple(e.version for deed in deeds for e in deed.entries)


def one_or_more(one: str, where: Sequence[Any]) -> str:
    """A thing, or several."""
    return f"A {one}" if len(where) == 1 and one[:1] not in "aeiou" else f"An {one}" if len(where) == 1 else f"{one[:1].upper()}{one[1:]}s"


def became(what: str, who: Sequence[str]) -> str:
    """What became of one or several, in the number that fits."""
    if len(who) > 1:
        what = what.replace(" step (", " step each (").replace(" steps (", " steps each (")
    return what.replace("WAS", was(who))


def was(some: Iterable[Any]) -> str:
    return "was" if len(list(some)) == 1 else "were"
