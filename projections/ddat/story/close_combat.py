"""DDaT 8.6: a close combat as a small story. Who met whom, the cards and what they brought, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.ddat import facts as f
from domain.ddat.state import PILES
from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Found, Toll
from projections.stories import SILENT, Sentence, facts_of
from projections.stories.words import clauses, count_of, names, number, sentence, was


@dataclass
class Combat:
    """What happened in a close combat, as far as it went."""

    toll: Toll = field(default_factory=Toll)
    found: Found = field(default_factory=Found)
    cards: dict[str, list[tuple[str, bool]]] = field(default_factory=lambda: {"us": [], "jp": []})
    """The cards each side turned up, and whether they hit."""
    side: str = ""
    """Whose card is being resolved."""
    struck: bool = False
    """Whether it was an event of the card that hit, and not its side's fire."""
    events: dict[tuple[str, str], str] = field(default_factory=dict)
    """The events of the cards in words, each kind once: by its code, and whom it is about."""
    ended: str = ""
    """How it ended."""
    entries: list[Entry] = field(default_factory=list)
    rest: list[Entry] = field(default_factory=list)
    """What fell into it and is told after it."""

    def take(self, entry: Entry) -> None:
        """Counts what an entry brought."""
        fact = entry.fact
        if isinstance(fact, f.CombatEnded):
            self.ended, self.side = fact.how, ""
        elif isinstance(fact, Drawn):
            if fact.name in PILES:
                self.side, self.struck = PILES[fact.name], False
                self.cards[self.side].append((fact.item, False))
        elif isinstance(fact, f.CombatEvent):
            self.struck = bool(fact.hits)
            if not fact.void:
                self.events[fact.event, fact.hits or (fact.side if fact.event == "heroism" else "")] = fact.sentence()
            elif fact.event == "conscripts-surrender":
                self.events[fact.event, ""] = "no conscripts were there to surrender"
        elif isinstance(fact, f.MarkersRemoved):
            self.events["recovery", fact.side] = fact.sentence()
        elif isinstance(fact, f.UnitsMoved) and fact.how in ("return", "withdraw") and fact.path:
            self.toll.back |= dict.fromkeys(fact.units, fact.path[-1])
        elif isinstance(fact, f.ForceMoved):
            self.toll.home[fact.to] = False
        elif self.found.take(fact):
            pass
        elif self.toll.take(fact):
            if self.side and isinstance(
                fact, f.StepLost | f.UnitsRemoved | f.LeaderHit | f.DepthLost | f.ForceDefeated
            ):
                self._mark(fact)
        elif not isinstance(fact, f.CombatBegan | f.PileChanged | f.DepthPlaced):
            self.rest.append(entry)
            return
        if not isinstance(fact, SILENT):
            self.entries.append(entry)

    def _mark(self, fact: f.StepLost | f.UnitsRemoved | f.LeaderHit | f.DepthLost | f.ForceDefeated) -> None:
        """Marks the last card as a hit, unless its event did this, or it only follows from a hit."""
        if not self.struck and not (isinstance(fact, f.UnitsRemoved) and set(fact.units) <= set(self.toll.left)):
            card, _ = self.cards[self.side][-1]
            self.cards[self.side][-1] = (card, True)
        self.struck = self.struck and isinstance(fact, f.StepLost) and not fact.left


def close_combat(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """The story of a close combat, and of what fell into it."""
    combat = Combat()
    for entry in entries:
        combat.take(entry)
    began = next(e for e in entries if isinstance(e.fact, f.CombatBegan))
    fact = facts_of([began], f.CombatBegan)[0]
    met, where, unit = teller.met[began.version]
    combat.toll.called = {
        place: name for place in (where, fact.hex) if (name := unit or combat.found.units.get(where, ""))
    }
    parts = (
        _beginning(teller, fact, met, unit),
        sentence(_cards(combat)),
        sentence(_events(combat)),
        sentence(combat.found.words(units=False)),
        sentence(_ending(teller, combat.ended, combat.toll.words(teller))),
    )
    return [Sentence.of(" ".join(part for part in parts if part), combat.entries), *by_kind(teller, combat.rest)]


def _beginning(teller: Narrator, fact: f.CombatBegan, met: Sequence[str], unit: str) -> str:
    """Who met whom, and how many cards each had."""
    who, foe, place = names(met) or "the Marines", unit or "a Japanese force", teller.place(fact.hex)
    if fact.attacker == "jp":
        return teller.pick(
            "stormed",
            f"{foe} stormed {place} with {count_of(fact.jp, 'card')} against {number(fact.us)}; {who} stood there.",
            f"In {place} {who} {was(met)} set upon by {foe}, which had {count_of(fact.jp, 'card')} against "
            f"{number(fact.us)}.",
        )
    piles = f"{count_of(fact.us, 'card')} to {number(fact.jp)}"
    return teller.pick(
        "close",
        f"In {place} it came to close combat: {who} against {foe}, {piles}.",
        f"{who} fought {foe} hand to hand in {place}, {piles}.",
        f"Close combat for {place}: {who} against {foe}, {piles}.",
    )


def _cards(combat: Combat) -> str:
    """The cards of both sides."""
    jp, us = _turned_up(combat.cards["jp"]), _turned_up(combat.cards["us"])
    if jp:
        return f"the Japanese turned up {jp}" + (f", and the US {us}" if us else "")
    return f"the US turned up {us}" if us else ""


def _turned_up(cards: Sequence[tuple[str, bool]]) -> str:
    """The cards of a side, and how many of them hit."""
    if not cards:
        return ""
    hits = sum(hit for _, hit in cards)
    if len(cards) == 1:
        return f"card {cards[0][0]}, a {'hit' if hits else 'miss'}"
    every = "both" if len(cards) == 2 else "all"
    some = f"{number(hits)} of them {'a hit' if hits == 1 else 'hits'}"
    how = {0: f"{every} misses", len(cards): f"{every} hits"}.get(hits, some)
    return f"cards {names(card for card, _ in cards)}, {how}"


def _events(combat: Combat) -> str:
    """The events of the cards."""
    heroic = [side for event, side in combat.events if event == "heroism"]
    told = ["both sides turned up heroism"] if len(heroic) > 1 else []
    return clauses(told + [words for (event, _), words in combat.events.items() if not (told and event == "heroism")])


def _ending(teller: Narrator, how: str, cost: str) -> str:
    if not how:
        return "it is not over yet"
    if how == "exhaustion":
        return teller.pick("exhausted", "both sides ran out of cards", "it ended in exhaustion") + (
            f": {cost}" if cost else ""
        )
    if how == "withdrawal":
        return "the US withdrew" + (f": {cost}" if cost else "")
    return teller.pick("ended", "", "in the end ") + cost if cost else "it went on to the last"
