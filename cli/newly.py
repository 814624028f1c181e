"""The new part of a copy taken in: its size, its recorders, the sides whose word it is, and its sentences.

A seal proves that nothing was changed since, never who said it. So the person who takes a copy in is told what is new.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from auditing.copies import recorders, said_by
from cli.output import cut, folded, talk
from domain.kernel.entries import Entry, seen
from domain.kernel.game import Game
from projections.log_lines import log_lines

FEW = 5
"""Maximum number of new sentences printed at once."""
NAMED = 4
"""Maximum number of recorders named."""


def whose(entries: Sequence[Entry], sides: Mapping[str, str]) -> str:
    """The recorders of entries, and the number of declarations, answers and notes by each side, in words."""
    by = [f"{cut(name, 40) or 'nobody named'} ({number})" for name, number in recorders(entries).items()]
    every = "both" if len(sides) < 3 else "all"
    said = in_words({sides.get(side, side) or every: number for side, number in said_by(entries).items()})
    told = "recorded by " + ", ".join(by[:NAMED]) + (f" and {len(by) - NAMED} others" if len(by) > NAMED else "")
    return f"{told}; {said}" if said else told


def in_words(said: Mapping[str, int]) -> str:
    """The number of declarations, answers and notes by each side, in words; "" if there are none."""
    each = [f"{number} of {side or 'both'}" for side, number in said.items()]
    return f"declarations, answers and remarks: {', '.join(each)}" if each else ""


def tell_new(game: Game[Any], called: str, new: Collection[int]) -> None:
    """Prints the new entries of a game, given their versions, as all may see them."""
    entries = [entry for entry in game.entries if entry.version in new]
    for text in folded(f"new here: {whose(entries, game.rules.sides)}", "  ", "    "):
        talk(text)
    lines = [line for line in log_lines(seen(game.entries, ""), game.entries, game.rules.sides) if line.version in new]
    for line in lines[:FEW]:
        for text in folded(cut(line.words, 240), f"{line.version:>6}  ", " " * 8):
            talk(text)
    if more := len(lines) - FEW if len(lines) > FEW else 0:
        talk(f"        and {more} more: `wardiary log {called} --last {len(lines)}` shows them")
