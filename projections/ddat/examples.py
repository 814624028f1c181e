"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "6.31",
    "one": "`hit C/1/2`, `wade 1025-1126`",
    "some": "`delay C/1/2,D/1/2`",
    "order": "",
    "pairs": "`places R2A:A/1/8,B/1/8;R2B:C/1/8`",
    "draw": ": `fire 19`, `unit J07`; for a card in the order of the draws, `land 54 45`",
    "set": "\n`set A/1/2,B/1/2 box=map hex=1226`, `set D5 unit=? depth=? depth_type=coastal`, `set turn=3`, `set phase fire`",
}
"""For what is the same in all games, a line of this one."""
