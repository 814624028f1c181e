"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "9.3.2",
    "one": "`fire INF1`, `fire none`",
    "some": "`ground AIR1,AIR2`",
    "order": "`row INF1,MG1`",
    "pairs": "`retreat INF1:MOT,MG1:IN1`, `units BE1:INF1,MG1;BE2:INF2`",
    "draw": "",
    "set": "\n`set INF1,MG1 area=IN2 status=revealed`, `set turn=3`, `set phase us_move`",
}
"""For what is the same in all games, a line of this one."""
