"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "4.5.7",
    "one": "`hit morale`, `raise none`",
    "some": "`areas Wharf,Cove`, `given-up 3138`",
    "order": "",
    "pairs": "",
    "draw": "`chit -2`, `victim 2/2-A`",
    "set": "\n`set 2/2-A,2/2-B box=map hex=2730`, `set Wharf secured=yes`, `set turn=6`, `set phase actions`",
}
"""For what is the same in all games, a line of this one."""

ANSWERS: Mapping[str, str] = {
    "area": "an area in the draw",
    "areas": "as many areas as there are chits",
    "chit": "a chit that has not been drawn: `-2`, `-1`, `blank`",
    "given-up": "as many uncleared hexes as the table says, none of them with a strongpoint",
    "head": "a Supply Head in the draw",
    "hex": "a hex in the draw",
    "hexes": "a die",
    "hit": "`step` or `morale`",
    "raise": "a unit that took part, for its regiment, or `none`",
    "raise repulsed": "yes or no",
    "retreat": "a cleared hex next to the unit, where it may stack",
    "vessel": "a vessel that is free, and carries such a unit",
    "victim": "a unit in the draw",
}
"""What may be answered to each question, where its kind does not say it; to one that several procedures ask, to each by
its name."""

NAMES: Mapping[str, str] = {
    "hex": "four digits, the row first, as on the map: `2731`",
    "battalion": "the regiment's number last, as on its counters: `3/8`",
}
"""Where the names of a kind stand."""
