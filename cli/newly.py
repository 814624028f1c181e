"""What a copy of a game brings that was not here: how much, by whom it was recorded, whose word it is, and what it says.

A seal proves that nothing was changed since, and never who said it. So whoever takes a copy in is told what is new.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from auditing.copies import recorders, said_by
from cli.looking import log_lines
from cli.output import cut, folded, talk
from domain.kernel.entries import Entry, seen
from domain.kernel.game import Game

FEW = 5
"""Sentences of what is new that are told at once."""
NAMED = 4
"""Of those who recorded it, how many are named."""


def whose(entries: Sequence[Entry], sides: Mapping[str, str]) -> str:
    """Who recorded entries, and how many declarations, answers and remarks in them are whose, in words."""
    by = [f"{cut(name, 40) or 'nobody named'} ({number})" for name, number in recorders(entries).items()]
    said = in_words({sides.get(side, side): number for side, number in said_by(entries).items()})
    told = "recorded by " + ", ".join(by[:NAMED]) + (f" and {len(by) - NAMED} others" if len(by) > NAMED else "")
    return f"{told}; {said}" if said else told


def in_words(said: Mapping[str, int]) -> str:
    """How many declarations, answers and remarks are whose; "" where there are none."""
    each = [f"{number} of {side or 'both'}" for side, number in said.items()]
    return f"declarations, answers and remarks: {', '.join(each)}" if each else ""


def tell_new(game: Game[Any], called: str, new: Collection[int]) -> None:
    """Tells what of a game was not here before, by its versions, as all may see it."""
    entries = [entry for entry in game.entries if entry.version in new]
    for text in folded(f"new here: {whose(entries, game.rules.sides)}", "  ", "    "):
        talk(text)
    lines = [line for line in log_lines(seen(game.entries, ""), game.entries) if line.version in new]
    for line in lines[:FEW]:
        for text in folded(cut(line.words, 240), f"{line.version:>6}  ", " " * 8):
            talk(text)
    if more := len(lines) - FEW if len(lines) > FEW else 0:
        talk(f"        and {more} more: `wardiary log {called} --last {len(lines)}` shows them")
