"""Lines of such a game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "4.2",
    "one": "`new red`, or its first letter where no other answer begins with it",
    "some": "",
    "order": "",
    "pairs": "",
    "draw": "",
    "set": "\n`set 1R at=Town steps=2`, `set turn=3`, `set 1B out=yes`",
}
"""For what is the same in all games, a line of this one."""

ANSWERS: Mapping[str, str] = {
    "new": "a side, whose piece it is; `place`, `count`, or `word`",
    "total": "one of the two totals",
    "left": "one of the two places",
    "draw": "the card or chit, as the line says it",
}
"""What may be answered to each question, where its kind does not say it."""
