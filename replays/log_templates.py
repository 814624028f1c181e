"""Templates: the shapes of lines in logs that other programs left, and what each says as a line of paper.

    like = "{side} {n} in {name:count} [{us}][{su}]"
    says = ["{side} {name} {n}", "us {name} ({us}), ussr {name} ({su})"]

A template holds text and holes. It is read from left to right, never back: a hole ends where the text behind it first
comes. Nothing in it is a pattern, an expression or a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from domain.kernel.errors import BadInput
from domain.kernel.limits import LIST, NAME
from domain.kernel.packs import load_toml

HOLES = 8
"""Holes of a template."""
TAKEBACK = "takeback"
"""What a template says of a line by which the log undid the one before."""
KINDS = ("count", "place", "piece", "number", "")
"""What a hole may be said to hold: what is counted, a place, a piece, a number; anything else."""
SIDE_HOLE = "side"
"""The hole that holds a side's name, and nothing else fits."""


class TemplatePart(NamedTuple):
    """A piece of a template: text, or a hole with its kind."""

    raw: str = ""
    hole: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Template:
    """The shape of a line, and what it says."""

    like: tuple[TemplatePart, ...]
    says: tuple[tuple[TemplatePart, ...], ...]
    takes_back: bool = False

    def fit(self, line: str, sides: Sequence[str]) -> Mapping[str, str] | None:
        """What its holes hold in a line; None if the line is of another shape."""
        at, held = 0, dict[str, str]()
        for n, part in enumerate(self.like):
            if not part.hole:
                if not line.startswith(part.raw, at):
                    return None
                at += len(part.raw)
                continue
            after = self.like[n + 1].raw if n + 1 < len(self.like) else ""
            stop = line.find(after, at) if after else len(line)
            said = line[at:stop]
            if stop <= at or not _holds(part, said, sides) or held.get(part.hole, said) != said:
                return None
            held[part.hole], at = said, stop
        return held if at == len(line) else None

    def lines(self, held: Mapping[str, str]) -> Iterator[str]:
        """The lines of paper that it says, its holes filled."""
        for parts in self.says:
            quoted, said = False, ""
            for part in parts:
                said += (held[part.hole] if quoted else one_word(held[part.hole])) if part.hole else part.raw
                quoted ^= part.raw.count('"') % 2 == 1
            yield said

    def names(self, held: Mapping[str, str]) -> Mapping[str, str]:
        """The names in its holes whose kind it says: name -> kind."""
        return {
            one_word(held[part.hole]).replace("_", " "): part.kind
            for part in self.like
            if part.hole and part.kind and part.kind != "number"
        }


@dataclass(frozen=True)
class LogShapes:
    """A file of templates: the game, its sides, and the shapes of its lines."""

    game: str
    sides: tuple[str, ...]
    templates: tuple[Template, ...]


def read_shapes(text: str, where: str) -> LogShapes:
    """The templates in a TOML text. Raises BadInput with the place of what is wrong."""
    data = load_toml(text, where)
    if strange := set(data) - {"game", "sides", "template"}:
        raise BadInput(f"{where}: {sorted(strange)[0]}: a file of templates has game, sides and [[template]]")
    game, sides, rows = data.get("game"), data.get("sides"), data.get("template", [])
    if not isinstance(game, str) or not 0 < len(game) <= NAME:
        raise BadInput(f'{where}: game is the title of the game, as in game = "Drive on the Capital"')
    if not isinstance(sides, list) or not all(isinstance(side, str) for side in sides):
        raise BadInput(f'{where}: sides is a list of names, as in sides = ["German", "Soviet"]')
    if not isinstance(rows, list) or len(rows) > LIST:
        raise BadInput(f"{where}: template is a list of at most {LIST} tables, [[template]]")
    return LogShapes(
        game, tuple(sides), tuple(_template(row, f"{where}: template {n}") for n, row in enumerate(rows, 1))
    )


def _template(row: Any, where: str) -> Template:
    if not isinstance(row, Mapping) or set(row) != {"like", "says"} or not isinstance(row["like"], str):
        raise BadInput(f"{where}: a template has like, a text, and says")
    like = _parts(row["like"], f"{where}, like")
    holes = {part.hole for part in like if part.hole}
    if not like or (not holes and row["says"] != TAKEBACK) or len([part for part in like if part.hole]) > HOLES:
        raise BadInput(f"{where}, like: a template has 1 to {HOLES} holes, as in {{side}} {{n}} in {{place}}")
    if any(one.hole and other.hole for one, other in pairwise(like)):
        raise BadInput(f"{where}, like: two holes side by side: nothing says where the first one ends")
    if row["says"] == TAKEBACK:
        return Template(like, (), takes_back=True)
    says = [row["says"]] if isinstance(row["says"], str) else row["says"]
    if not isinstance(says, list) or not says or len(says) > HOLES or not all(isinstance(one, str) for one in says):
        raise BadInput(f"{where}: says is a line, or a list of 1 to {HOLES} lines")
    said = tuple(_parts(one, f"{where}, says") for one in says)
    if unknown := {part.hole for parts in said for part in parts if part.hole} - holes:
        raise BadInput(f"{where}, says: there is no hole {{{sorted(unknown)[0]}}} in like")
    return Template(like, said)


def _parts(text: str, where: str) -> tuple[TemplatePart, ...]:
    """A text cut into its literal pieces and its holes. Raises BadInput."""
    found: list[TemplatePart] = []
    at = 0
    while at < len(text):
        opens = text.find("{", at)
        if opens < 0:
            found.append(TemplatePart(text[at:]))
            break
        if opens > at:
            found.append(TemplatePart(text[at:opens]))
        closes = text.find("}", opens)
        name, _, kind = text[opens + 1 : closes].partition(":")
        if closes < 0 or not name.isidentifier() or len(name) > NAME or kind not in KINDS:
            raise BadInput(f"{where}: a hole is written {{name}} or {{name:kind}}, of {', '.join(KINDS[:-1])}")
        found.append(TemplatePart(hole=name, kind=kind))
        at = closes + 1
    return tuple(found)


def _holds(part: TemplatePart, said: str, sides: Sequence[str]) -> bool:
    """Whether a hole may hold this."""
    if part.hole == SIDE_HOLE:
        return said.casefold() in sides
    if part.kind == "number":
        return said.removeprefix("-").isdecimal()
    return len(said) <= NAME or not part.kind


def one_word(said: str) -> str:
    """What a hole holds as one word of a line: blanks, and signs that would be marks, are joined."""
    if said.lstrip("+-=").isdecimal():
        return said
    return "".join(c if c.isalnum() or c in "-.'’/" else "_" for c in said.strip()).strip("_") or "_"
