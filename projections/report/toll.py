"""What a side is called in a sentence, and what it lost: the one place where steps are counted."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games import SYSTEMS
from domain.kernel.entries import Entry
from domain.kernel.facts import Loss
from projections.report.counting import View, side_title
from projections.shown import shown


def people(view: View, side: str) -> str:
    """A side as a sentence names it: `the Americans`; by its name alone where nobody has written the game's rules, and
    it may be a person's."""
    if view.rules.code in SYSTEMS and SYSTEMS[view.rules.code].any_title:
        return side_title(view, side)
    return shown(view.rules.code).report.stakes.people.get(side) or f"the {side_title(view, side)}"


def does_so(view: View, verb: str) -> str:
    """A verb behind a side as `people` names it: `win`, of a name alone `wins`."""
    alone = view.rules.code in SYSTEMS and SYSTEMS[view.rules.code].any_title
    return f"{verb}s" if alone else verb


def unplayed(view: View) -> dict[str, str]:
    """The names of sides that are in the game and that nobody plays, by their codes."""
    every = shown(view.rules.code).report.stakes.people
    return {side: words.removeprefix("the ") for side, words in every.items() if side not in view.rules.sides}


def steps_lost(view: View, loss: Loss) -> int:
    """The steps that a loss is: the one place where they are counted. A ship that goes has none."""
    return loss.steps if shown(view.rules.code).report.stakes.step(view.state, loss) else 0


def toll(view: View, entries: Iterable[Entry]) -> dict[str, int]:
    """The steps that each side lost in these entries, the sides in their order."""
    found = dict.fromkeys(view.rules.sides, 0)
    for entry in entries:
        for loss in entry.fact.losses:
            found[loss.side] = found.get(loss.side, 0) + steps_lost(view, loss)
    return found
