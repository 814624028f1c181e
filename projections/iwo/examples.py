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

ANSWERS: Mapping[str, str] = {
    "alive": "concealed units, as far as the record does not know them dead",
    "caves": "0, 1 or 2",
    "caves lay_caves": "areas, each with 1 or 2; those with none may be left out",
    "entered": "concealed units, each to an area that was entered; or `none`",
    "fire": "a unit that may fire there, or `none`",
    "found": "concealed units, each to an area that is looked into; or `none`",
    "ground": "as many air units of the Support Box as the weather grounds",
    "kirikami": "a Japanese unit with a US unit in its area, or `none`",
    "marines": "every Japanese Marines unit, each to an area; those that are dead are left out",
    "marker": "one of the markers of the area: `beachhead`, `safe`",
    "order": "the concealed units of the area, all of them",
    "retreat": "an area next to its own, or `none`",
    "retreat retreats": "units, each to an area next to its own; or `none`",
    "row": "the units of the side in the area, all of them",
    "sneak": "concealed units, each to an area next to its own; or `none`",
    "steps": "1 to the steps on the unit's counters",
    "survivors": "no, where the last Japanese unit is dead",
    "units": "every Japanese unit, each to an area",
    "unread-areas": "the areas of the map that no pack and no line has told of",
    "unread-hq": "yes, where the HQ is among those units",
    "unread-units": "the living Japanese units that no pack and no line has told of",
    "where": "an area",
    "withdraw": "an air or naval unit in the Support Box",
}
"""What may be answered to each question, where its kind does not say it; to one that several procedures ask, to each by
its name."""
