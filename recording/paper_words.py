"""What a line as it stands may be written with, for taps on a page and for Tab: names, dice and marks.

Only what the audience may see is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from domain.kernel.facts import Declared
from domain.kernel.game import View

LATELY, MOST = 12, 24
"""Last lines whose names come first, and names of theirs that are told."""


class PaperWords(NamedTuple):
    """The words of a game's lines."""

    last: tuple[str, ...]
    """Names on the last lines, the latest first."""
    names: dict[str, tuple[str, ...]]
    """All known names by their kind: side, piece, several, place, count, pile."""
    dice: tuple[str, ...]
    """The faces of the usual die."""
    marks: tuple[str, ...]

    def written(self) -> tuple[str, ...]:
        """All names as a line writes them, those of the last lines first."""
        every = (*self.last, *(name for some in self.names.values() for name in some))
        return tuple(dict.fromkeys(name.replace(" ", "_") for name in every))

    def plain(self) -> dict[str, Any]:
        """It as plain JSON."""
        names = {kind: list(some) for kind, some in self.names.items()}
        return {"last": list(self.last), "names": names, "dice": list(self.dice), "marks": list(self.marks)}


def paper_words(view: View[Any]) -> PaperWords | None:
    """What a line of this game may be written with; None in a game whose lines are no paper."""
    if not view.rules.play.as_it_stands or view.rules.vocabulary.paper is None:
        return None
    said = view.rules.vocabulary.paper(view.state)
    every = [name for some in said.names.values() for name in some]
    last = tuple(islice(dict.fromkeys(_on_last_lines(view, every)), MOST))
    return PaperWords(
        last, {kind: tuple(some) for kind, some in said.names.items()}, tuple(said.dice), tuple(said.marks)
    )


def _on_last_lines(view: View[Any], names: list[str]) -> Iterator[str]:
    verb = view.rules.play.as_it_stands[0]
    facts = (entry.fact for entry in reversed(view.stands))
    lines = (fact.values for fact in facts if isinstance(fact, Declared) and fact.verb == verb)
    for values in islice(lines, LATELY):
        text = f" {next(iter(values.values()), '')} ".replace("_", " ").casefold()
        found = ((text.find(name.casefold()), name) for name in names)
        yield from (name for at, name in sorted(found) if at > 0)
