"""Lines of the game, for the page on its verbs and questions."""

from __future__ import annotations

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "rule": "10.12",
    "one": "`us-loss 24-3`, `momentum none`",
    "some": "`advance SNLF-1,SNLF-2`, `dispose CV1,Hiei`",
    "order": "",
    "pairs": "`targets CV-A:3,CV-B:1`",
    "draw": "`chit 24-Move`, `ship Hiei`",
    "set": "\n`set 24-1,24-2 hex=2325`, `set turn=6`, `set phase us_fight`",
}
"""For what is the same in all games, a line of this one."""

ANSWERS: Mapping[str, str] = {
    "air": "0 to the aircraft that are left in the turn, no more than ground units in the battle",
    "aircraft": "1 to the US aircraft that are close-in",
    "advance": "units that attacked and live, one at least, as many as may stack there",
    "chit": "a chit in the cup",
    "choose": "a hex of an invasion area that is none of its ends",
    "dispose": "the ships that are close-in, or `none`",
    "way": "a way as it is offered, or its beginning: `2124`",
    "momentum": "a hex with US units next to those who advanced, or `none`",
    "reveal": "the hex that was written down",
    "ship": "a Japanese ship that is close-in",
    "ships": "battleships that are close-in and have given no support in this turn, or `none`",
    "targets": "how many aircraft attack each ship; all of them attack",
    "uncover": "the ships that are close-in, or `none`",
    "jp-loss": "a Japanese unit of the battle; a Beachhead marker last in its hex",
    "us-loss": "a US unit of the battle; a fort garrison last in its hex",
}
"""What may be answered to each question, where its kind does not say it; to one that several procedures ask, to each by
its name."""
