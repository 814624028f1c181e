"""A rulebook as an index: each numbered rule, its subject, and the place in the game's code that carries it out.

The game's `rulebook.toml` holds it, written once from the rulebook's text, in its order:

    [[rule]]
    number = "6.34"
    about = "a unit loses one step a Fire Phase; hits are spread over as many units as can be"
    place = "assignment.best"

The place is the name of a function, class or constant below the game's folder: the one spot that carries the rule out.
A rule that needs no code says why instead: `nothing = "its parts say it"`.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from domain.kernel.strict import strict_toml


class Numbered(NamedTuple):
    """A rule of a rulebook, by the number it is cited by.

    `about` is in our own words. `place` names its code, or `nothing` says why no code is needed.
    """

    number: str
    about: str
    place: str = ""
    nothing: str = ""


@cache
def rulebook(code_folder: str) -> Mapping[str, Numbered]:
    """The numbered rules of a game by number, in the rulebook's order; empty if nobody has written them down.

    `code_folder` is the game's folder in `domain`, named by its code: `ddat`.
    """
    from importlib import resources  # imported late: only whoever asks for a rule's place reads the file

    file = resources.files("domain").joinpath(code_folder, "rulebook.toml")
    if not file.is_file():
        return {}
    return {row["number"]: Numbered(**row) for row in strict_toml(file.read_text("utf-8"))["rule"]}
