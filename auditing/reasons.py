"""Reasons in lines: what `why` was asked about, and its causes as an indented tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from auditing.why import DEPTH, Cause, why
from domain.kernel.game import Game
from projections.append_story import cited
from projections.text import clean, folded, paint

NO_SENTENCE = re.compile(r"[:\d.]$|^points|^casualties")
"""What several words must hold to be taken for something that is known, and not for a sentence."""

DEEPEST = 8
"""The depth from which causes are no longer set in further."""


def asked_about(game: Game[Any], words: Sequence[str]) -> str:
    """What `why` and these words ask about: an entry, a unit, `points:us`; "" for what happened last, which a sentence
    asks about too."""
    what = " ".join(words).rstrip("?!. ")
    sentence = len(words) > 1 and words[0] not in game.rules.kinds and not NO_SENTENCE.search(what)
    return "" if sentence else what


def names_dispute_only(game: Game[Any], name: str) -> bool:
    """Whether a name is a dispute's, and nothing else's in this game."""
    named = {one.casefold() for kind in game.rules.kinds for one in game.rules.names(game.state, kind)}
    return name.upper() in game.disputes and name.casefold() not in named


def reason_lines(
    game: Game[Any], what: str, side: str = "umpire", at: int | None = None, depth: int = DEPTH
) -> Iterator[str]:
    """The causes of something, as an audience may see them, as the lines of a tree. Raises BadInput."""
    for level, cause in why(game, what, at=at, depth=depth, side=side).once().rows():
        inset = "  " * min(level, DEEPEST)
        for line in folded(cause_words(cause), inset, f"{inset}    "):
            yield paint(line, bold=True) if level == 0 else line


def cause_words(cause: Cause) -> str:
    """A cause without those it rests on: its entry, its moment, what it is, its rule."""
    number = f"#{cause.version} " if cause.version else ""
    moment = f"{cause.moment}: " if cause.moment else ""
    struck = "struck by " if cause.kind == "struck-by" else ""
    return f"{struck}{number}{moment}{cited(clean(cause.words), cause.rule)}"
