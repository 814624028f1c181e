"""Facts that need no order of their own: those of a kind together, each kind in its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.iph import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import PositionSet
from projections.iph.story.narrator import Narrator
from projections.iph.words import day_of
from projections.stories import SILENT, Sentence, opened
from projections.stories.words import count_of, sentence
from projections.wargame.alike import told_alike

QUIET = (f.ChitsReturned, f.ForceFormed)
"""What is told with something else, or says nothing by itself."""


def by_kind(teller: Narrator, entries: Sequence[Entry]) -> list[Sentence]:
    """Each kind in the order in which it came; hexes that are worth nothing change hands unsaid."""
    said: list[Sentence] = []
    rest = (entry for entry in entries if not isinstance(entry.fact, (*SILENT, *QUIET)) and not _is_nothing(entry))
    for kind, group in groupby(rest, key=lambda entry: type(entry.fact)):
        some = list(group)
        if kind in WORDS:
            said.append(Sentence.of(WORDS[kind](teller, [entry.fact for entry in some]), some))
        elif kind in JOINED:
            said.append(Sentence.of(told_alike((teller.named(entry.fact) for entry in some), JOINED[kind]), some))
        else:
            told = (
                opened(entry, teller.game.rules.sides)
                or Sentence.of(sentence(teller.named(entry.fact).sentence()), [entry])
                for entry in some
            )
            said += [one for one in told if one.words]
    return said


def _is_nothing(entry: Entry) -> bool:
    """A hex that changes hands and is worth nothing."""
    return isinstance(entry.fact, f.HexTaken) and not entry.fact.points


def _turn(teller: Narrator, facts: Sequence[f.TurnBegan]) -> str:
    date, part = day_of(teller.state, facts[-1].turn)
    return f"Night fell on {date} December." if part == "night" else f"It was the {part} of {date} December."


WORDS: Mapping[type[Any], Callable[[Narrator, Sequence[Any]], str]] = {
    f.TurnBegan: _turn,
    PositionSet: lambda teller, some: f"The game begins from a position given in {count_of(len(some), 'line')}.",
}
"""How facts of a kind that follow each other are told."""
JOINED: Mapping[type[Any], str] = {
    f.ChitsSetAside: "chits",
    f.BattleshipsClosedIn: "ships",
    f.InterdictionPlaced: "hexes",
}
"""Facts that are told in their own words, and the field whose names are joined where they follow each other."""
