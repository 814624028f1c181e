"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "CG3.4",
    "one": "`attack noba`, `match N1`",
    "some": "",
    "order": "",
    "pairs": "",
    "draw": "`chit black`",
    "set": "\n`set 1-F2:6-6-8 steps=7`, `set modules.N1.access=yes`, `set number=2 date_number=2`, `set phase "
    "reserves`",
}
"""For what is the same in all games, a line of this one."""

ANSWERS: Mapping[str, str] = {
    "attack": "`direct` or `noba`",
    "chit": "`black` or `red`, as long as such a one is in the draw pile",
    "control": "`us` or `jp`",
    "lands": "one of the six hexes so far away",
    "match": "a module of the scenario",
    "winner": "`us`, `jp` or `none`",
    "quality": "a leader of the table's",
}
"""What may be answered to each question, where its kind does not say it; to one that several procedures ask, to each by
its name."""

NAMES: Mapping[str, str] = {
    "hex": "as on the map, the letter first: `Z24`",
    "formation": "the BLT first: `1-F2`; `F2` is enough where one BLT alone is there",
    "group": "a Formation, a beach (`Red2`), `pool`, `reserves`, `LVT`",
    "piece": "a kind, and how many: `6-6-8x3`, `60mm`, `leaderx2`; `MG-Platoon` for what is in one",
    "kind": "as the text has it: `6-6-8`, `4-4-7`, `crew`",
    "blt": "its number: `1`",
    "wave": "its number on the Landing Schedule Record",
    "party": "the BLT first: `1-S1`",
    "slip": "as it was called when it was sealed: `observer-2-N1`",
    "date": 'day and part: `"21 AM"`',
    "beach": "`Green`, `Red1`, `Red2`, `Red3`, `Black1`, `Black2`",
    "attempt": "`yes` or `no`",
}
"""Where the names of a kind stand."""
