"""IPH 3: the beachhead that is written down, the US set-up, and the beachhead shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.iph import facts as f
from domain.iph.state import COMMANDS, STATIC
from domain.kernel.entries import Entry
from domain.wargame.war_facts import UnitsPlaced
from projections.iph.forces import ORDER, TITLES
from projections.iph.story.by_kind import by_kind
from projections.iph.story.narrator import Narrator
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, grouped, number, sentence

STACKS = {1: "singly", 2: "in twos", 3: "in threes", 4: "in fours"}


def opening(teller: Narrator, entries: Sequence[Entry]) -> None:
    """What stands before the first turn: its rarer facts first, then the three parts of the set-up."""
    told = (f.BeachheadCommitted, f.BeachheadChosen, UnitsPlaced, f.SetupCompleted, f.BeachheadRevealed, f.PointsScored)
    teller.paragraph(*by_kind(teller, [entry for entry in entries if not isinstance(entry.fact, told)]))
    chosen = [entry for entry in entries if isinstance(entry.fact, f.BeachheadCommitted | f.BeachheadChosen)]
    ready = [entry for entry in entries if isinstance(entry.fact, f.SetupCompleted)]
    teller.paragraph(*by_kind(teller, chosen), *_set_up(teller, entries), *by_kind(teller, ready))
    teller.paragraph(*_revealed(teller, entries))


def _set_up(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """Each force with its hexes, and how many units are in each where these are several."""
    placed = [entry for entry in entries if isinstance(entry.fact, UnitsPlaced)]
    where = {unit: fact.at for fact in facts_of(placed, UnitsPlaced) for unit in fact.units}
    units = teller.game.state.units
    of = grouped((units[unit].command, hex) for unit, hex in where.items() if unit in units)
    said: list[Sentence] = []
    for command in ORDER:
        if command in of:
            there = grouped((count, hex) for hex, count in sorted(Counter(of[command]).items()))
            mixed = len(there) > 1
            where_to = clauses(
                f"{STACKS.get(n, 'together') + ' ' if mixed else ''}in {teller.places(hexes)}"
                for n, hexes in sorted(there.items())
            )
            mine = [
                e
                for e in placed
                if isinstance(e.fact, UnitsPlaced)
                and any(units[u].command == command for u in e.fact.units if u in units)
            ]
            told = {version for one in said for version in one.entries}
            who = (
                TITLES[command]
                if command in STATIC
                else f"the {COMMANDS[command]}, {count_of(len(of[command]), 'unit')},"
            )
            stood = "stood ready" if len(of[command]) > 1 else "lay"
            said.append(
                Sentence.of(
                    sentence(f"{who} {stood} {where_to}"), [entry for entry in mine if entry.version not in told]
                )
            )
    return said


def _revealed(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """Where the markers came to stand, and what they brought (4.6)."""
    said: list[Sentence] = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.BeachheadRevealed):
            said += by_kind(teller, [entry])
        elif isinstance(fact, f.PointsScored):
            markers = sum(point.amount for point in fact.points if point.code == "beachhead")
            hexes = [
                f"{number(point.amount)} more for {teller.place(point.of[0])}"
                for point in fact.points
                if point.code == "hex"
            ]
            words = clauses([f"it brought the Japanese {count_of(markers, 'victory point')}", *hexes])
            said.append(Sentence.of(sentence(words), [entry]))
    return said
