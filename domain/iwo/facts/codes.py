"""Why something happened in Iwo Jima, as codes; the words for them are made when they are shown."""

from collections.abc import Mapping
from typing import Literal

from domain.iwo.charts import FUNAMI_DAI, MOTOYAMA
from domain.wargame.dice import Awards, Terms

FireKind = Literal["bombardment", "assault", "defensive-fire"]
LossCause = Literal[FireKind, "kirikami-charge", "banzai-charge", "rocket-artillery"]
"""What takes steps: fire (9, 11, 12), the charges (22.3), rocket artillery by its own use (22.5)."""

RevealCause = Literal[
    "by-choice", "moves", "move-ended", "us-area-entered", "opens-fire", "bombards", "us-units", "japanese-marines"
]
REVEALED: Mapping[RevealCause, str] = {
    "by-choice": "by choice",
    "moves": "it moves openly",
    "move-ended": "its move ends",
    "us-area-entered": "it entered a US area",
    "opens-fire": "it opens fire",
    "bombards": "it bombards",
    "us-units": "US units are in its area",
    "japanese-marines": "Japanese Marines",
}
"""Why a concealed unit comes to light (3, 17.2(2), 17.2(2), 17.2(3), 11.1.1, 16(2), 10.5, 22.1.2)."""

EndedBy = Literal["contact", "defensive-fire", "concealed-move"]
ENDED: Mapping[EndedBy, str] = {
    "contact": "contact with the enemy",
    "defensive-fire": "defensive fire",
    "concealed-move": "a concealed move",
}
"""What ends a move (10.2, 11.1.3, 17.2)."""

IgnoreCause = Literal["armor", "retreat"]
IGNORED: Mapping[IgnoreCause, str] = {"armor": "IWO 22.4.3", "retreat": "IWO 12.2.3(3)"}
"""The rules by which a step loss is ignored."""

RemovalCause = Literal["rocket-artillery", "banzai-charge", "naval-withdrawal", "air-withdrawal"]
REMOVED: Mapping[RemovalCause, str] = {
    "rocket-artillery": "was spent",
    "banzai-charge": "was lost with the Banzai charge",
    "naval-withdrawal": "was withdrawn to the Reserve Box",
    "air-withdrawal": "was withdrawn to the Reserve Box: four air units remain after turn 1",
}
"""How a unit leaves play otherwise than by losses (22.5, 22.3.1, 21, 22.1.3)."""

ModifierCode = Literal["basic-defense-value", "caves", "surprise", "charge"]
MODIFIERS: Mapping[ModifierCode, str] = {
    "basic-defense-value": "Basic Defense Value",
    "caves": "caves",
    "surprise": "dice for surprise",
    "charge": "dice for the charge",
}
"""What changes the hits (9.3.2, 12.2.2, 16(4)), and what adds dice (11.1.1, 22.3)."""
SHELTER = ("basic-defense-value", "caves")
"""Of these, what is taken off the hits."""


modifier = Terms(MODIFIERS)


PointsCode = Literal[
    "step-lost",
    "third-division",
    "safe-to-land",
    "both-airfields",
    "stars-and-stripes",
    "unit-alive",
    "hq-alive",
    "area-held",
    "units-unread",
    "hq-unread",
    "areas-unread",
]
POINTS: Mapping[PointsCode, str] = {
    "step-lost": "step lost by {} (23.2(1))",
    "third-division": "{} of the 3rd Division without a Beachhead (22.2.1)",
    "safe-to-land": "Safe to Land in {}",
    "both-airfields": f"{FUNAMI_DAI} and {MOTOYAMA}",
    "stars-and-stripes": "Stars and Stripes",
    "unit-alive": "{} is alive",
    "hq-alive": "the HQ {} is alive",
    "area-held": "{} is Japanese-controlled",
    "units-unread": "units alive that nobody read out",
    "hq-unread": "the HQ is alive",
    "areas-unread": "areas Japanese-controlled that nobody read out",
}
"""What victory points are for (23)."""


points = Awards(POINTS)


EndCode = Literal["no-survivors", "victory-points", "final-count"]
"""How a game ends (24(1), 24(2), 24(3))."""
