"""DDaT 6, 19 III: Japanese fire, a card at a time: what each position did, which forces moved, and the close combats
that came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn
from projections.ddat.story.by_kind import QUIET, by_kind
from projections.ddat.story.close_combat import close_combat
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Toll
from projections.stories import SILENT, Sentence, facts_of
from projections.stories.words import clauses, count_of, joined_clauses, names, number, sentence, was

ARTILLERY = "artillery"
"""What the artillery does at the end of a card, beside the deeds of positions."""
SHOOTERS = {
    "fire": "{}",
    "tank-fire": "the tank in {}",
    "fire-with-machine-guns": "the machine guns of {}",
    "mortar-fire": "the mortars of {}",
    "artillery-fire": "the guns of {}",
    "ambush": "an ambush from {}",
    "patrol": "a patrol from {}",
    ARTILLERY: "the artillery",
}
"""Actions that hurt, and by whom."""


@dataclass
class Deed:
    """What a position did when its colour came up."""

    positions: tuple[str, ...]
    action: str
    entries: list[Entry] = field(default_factory=list)
    toll: Toll = field(default_factory=Toll)
    again: bool = False

    @property
    def where(self) -> str:
        """The position by its hexes."""
        return "/".join(self.positions)

    def shooter(self) -> str:
        """By whom it fires."""
        return SHOOTERS.get(self.action, "{}").format(self.where)

    def who(self) -> str:
        """By whom it fires, and whether for the second time."""
        return self.shooter() + (", firing again," if self.again else "")


class Acts(NamedTuple):
    """What the positions did, in words, and what is to be told after it."""

    deeds: list[Sentence]
    moves: list[Sentence]
    fights: list[list[Entry]]
    rest: list[Entry]


def fire(teller: Narrator, entries: Sequence[Entry]) -> None:
    """Each fire card by itself: what it did, which forces moved, and the close combats that came of it."""
    cards = {n for n, e in enumerate(entries) if isinstance(e.fact, Drawn) and e.fact.name == "fire"}
    first = next(
        (n for n, e in enumerate(entries) if n in cards or isinstance(e.fact, f.PositionChecked)), len(entries)
    )
    cuts = sorted({first, *cards, len(entries)})
    said = by_kind(teller, entries[:first])
    for start, end in pairwise(cuts):
        drawn = entries[start : start + (start in cards)]
        back = [e for e in entries[start:end] if isinstance(e.fact, f.ForcesRecovered)]
        deeds, moves, fights, rest = acts(
            teller, [e for e in entries[start + len(drawn) : end] if e not in back], drawn
        )
        where = names(p for fact in facts_of(back, f.ForcesRecovered) for p in fact.places)
        if where:
            words = teller.pick("rally", f"The Japanese in {where} recovered.", f"{where} recovered from disruption.")
            (moves if not fights else deeds).append(Sentence.of(words, back))
        teller.both([*said, *deeds], moves)
        for fight in fights:
            teller.paragraph(*close_combat(teller, fight))
        said = by_kind(teller, rest)
    teller.paragraph(*said)


def acts(teller: Narrator, entries: Sequence[Entry], drawn: Sequence[Entry] = ()) -> Acts:
    """What the positions did: the shots, who moved or came up, the close combats, and what is left to tell. `drawn`:
    the fire card, if any."""
    deeds, rest = _deeds(entries)
    fights: list[list[Entry]] = []
    moves: dict[str, list[tuple[str, str, Entry]]] = {}
    idle: list[Deed] = []
    shots: list[Deed] = []
    for deed in deeds:
        fight = _split(deed)
        if fight:
            fights.append(fight)
        kept: list[Entry] = []
        for e in deed.entries:
            if isinstance(e.fact, f.ForceMoved):
                moves.setdefault(deed.action, []).append(
                    (teller.movers.get(e.version, ""), _way(e.fact, bool(fight)), e)
                )
            elif isinstance(e.fact, f.ForcePlaced):
                moves.setdefault("placed-with-depth" if e.fact.depth else "placed", []).append(("", e.fact.position, e))
            elif isinstance(e.fact, f.DepthPlaced):
                moves.setdefault("supplied", []).append(("", e.fact.where, e))
            elif isinstance(e.fact, f.PositionChecked | f.PositionFired | f.ArtilleryFired | Drawn) or deed.toll.take(
                e.fact
            ):
                kept.append(e)
                if isinstance(e.fact, f.PositionFired):
                    deed.positions = (e.fact.position,)
            else:
                rest.append(e)
        moved = len(kept) < len(deed.entries)
        deed.entries = kept
        if deed.action == "no-action":
            idle.append(deed)
        elif deed.toll.hurt() or deed.action in SHOOTERS or facts_of(kept, f.PositionFired):
            shots.append(deed)
        elif not moved and not fight:
            idle.append(deed)
    return Acts(_shots(teller, shots, idle, drawn), _moves(moves), fights, rest)


# ---- sorting ----


def _deeds(entries: Sequence[Entry]) -> tuple[list[Deed], list[Entry]]:
    """What each position did, in order, and what came before the first of them."""
    deeds: list[Deed] = []
    rest: list[Entry] = []
    for e in entries:
        if isinstance(e.fact, f.PositionChecked):
            deeds.append(Deed(e.fact.positions, e.fact.action, again=e.fact.again))
        elif isinstance(e.fact, f.ArtilleryFired):
            deeds.append(Deed((), ARTILLERY))
        elif isinstance(e.fact, (*SILENT, *QUIET)):
            continue
        (deeds[-1].entries if deeds else rest).append(e)
    return deeds, rest


def _split(deed: Deed) -> list[Entry]:
    """Takes the close combat from a deed, with what was turned up for it."""
    at = next((n for n, e in enumerate(deed.entries) if isinstance(e.fact, f.CombatBegan)), 0)
    if not at:
        return []
    while isinstance(deed.entries[at - 1].fact, f.ForceRevealed | f.DepthRevealed | f.DepthLost | Drawn):
        at -= 1
    fight, deed.entries = deed.entries[at:], deed.entries[:at]
    return fight


# ---- telling ----


def _shots(teller: Narrator, shots: Sequence[Deed], idle: Sequence[Deed], drawn: Sequence[Entry]) -> list[Sentence]:
    """Whom the positions hit, who missed, and how many did nothing; begun by the card."""
    said: list[Sentence] = []
    card = "".join(fact.item for fact in facts_of(drawn, Drawn))
    hit = [deed for deed in shots if deed.toll.hurt()]
    missed = [deed for deed in shots if not deed.toll.hurt()]
    for n in range(0, len(hit), 4):
        some = hit[n : n + 4]
        words = joined_clauses(f"{deed.who()} {_hit(teller, deed.toll)}" for deed in some)
        if not n and card:
            lead = teller.pick(
                "card",
                "fire card {} was turned: ",
                "under fire card {}, ",
                "the fire card was {}: ",
                "then came fire card {}: ",
            )
            words = lead.format(card) + words
        said.append(Sentence.of(sentence(words), [*(drawn if not n else ()), *_entries_of(some)]))
    none = f"fire card {card} hurt nobody" if card and not hit else ""
    shooters = [deed for deed in missed if deed.action not in ("patrol", ARTILLERY)]
    fired = names(deed.shooter() for deed in sorted(shooters, key=lambda deed: deed.action != "fire"))
    patrols = names(deed.where for deed in missed if deed.action == "patrol")
    words = clauses(
        [
            teller.pick("missed", "{} fired and hit nobody", "the fire of {} went wide").format(fired) if fired else "",
            f"patrols from {patrols} disrupted nobody" if patrols else "",
            *(_short_of_guns(deed) for deed in missed if deed.action == ARTILLERY),
        ]
    )
    words = f"{none}: {words}" if none and words else none or words
    count = sum(len(deed.positions) for deed in idle)
    if idle:
        others = "other position" if shots else "position"
        quiet = teller.pick(
            "idle", f"{count_of(count, others)} did nothing", f"{count_of(count, others)} stayed silent"
        )
        words = f"{words}; {quiet}" if words else quiet
    if words:
        said.append(Sentence.of(sentence(words), [*(drawn if not hit else ()), *_entries_of([*missed, *idle])]))
    return said


def _hit(teller: Narrator, toll: Toll) -> str:
    """Whom a position hit, as the predicate of a sentence."""
    hurt = [
        f"{unit} ({count_of(left, 'step')} left)" for unit, left in toll.left.items() if left and unit not in toll.gone
    ]
    dead = list(dict.fromkeys([*(unit for unit, left in toll.left.items() if not left), *toll.gone]))
    shaken = [unit for unit in toll.shaken if unit not in dead]
    alone = [unit for unit in shaken if unit not in toll.left]
    both = [unit for unit in shaken if unit in toll.left]
    told = [
        f"{teller.pick('hit', 'hit', 'struck')} {names(hurt)}" if hurt else "",
        f"{teller.pick('killed', 'wiped out', 'finished', 'destroyed')} {names(dead)}" if dead else "",
        f"disrupted {names(alone)}" if alone else "",
        *(f"hit {one.name} ({one.left})" for one in toll.leaders),
    ]
    words = " and ".join(part for part in told if part) + (f", leaving {names(both)} disrupted" if both else "")
    return words + (", and Major Ryan left play" if any(not one.unit for one in toll.ryan) else "")


def _way(fact: f.ForceMoved, fights: bool) -> str:
    """The way of a Japanese force."""
    swap = ", changing places with the force there" if fact.swap else ""
    return f"from {fact.position} {'against' if fights else 'to'} {fact.to}{swap}"


def _moves(moves: Mapping[str, Sequence[tuple[str, str, Entry]]]) -> list[Sentence]:
    """The forces that moved or came up, each with its unit where that is known; those that did the same in one
    sentence."""
    said = []
    for action, some in moves.items():
        verb = "advanced" if action not in ("placed", "placed-with-depth", "supplied", "assault", "redeploy") else ""
        told = [
            " ".join(filter(None, (unit or ("a tank" if verb else ""), verb if not n else "", way)))
            for n, (unit, way, _) in enumerate(some)
        ]
        every = (
            "; ".join(told) if any(e.fact.swap for *_, e in some if isinstance(e.fact, f.ForceMoved)) else names(told)
        )
        one = len(some) == 1
        match action:
            case "placed" | "placed-with-depth":
                words = (
                    f"{'A reserve unit' if one else 'Reserve units'}{'' if action == 'placed' else ' with depth'} "
                    f"came up in {every}."
                )
            case "supplied":
                words = f"{every} {was(some)} re-supplied with depth."
            case "assault":
                words = f"{'An assault' if one else 'Assaults'} went out: {every}."
            case "redeploy":
                words = f"{'A force' if one else 'Forces'} redeployed: {every}."
            case _:
                words = sentence(every)
        said.append(Sentence.of(words, [e for *_, e in some]))
    return said


def _short_of_guns(deed: Deed) -> str:
    """Why the artillery hit nobody."""
    fact = facts_of(deed.entries, f.ArtilleryFired)[0]
    kind = "" if fact.type == "any" else f"{fact.type} "
    if len(fact.there) < fact.needed:
        return (
            f"the artillery was silent, with {number(len(fact.there))} of the {number(fact.needed)} "
            f"{kind}positions it needed"
        )
    return "the artillery found no target"


def _entries_of(deeds: Iterable[Deed]) -> list[Entry]:
    return [e for deed in deeds for e in deed.entries]
