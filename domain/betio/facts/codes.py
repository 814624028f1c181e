"""Why something happened on Betio, as codes; the words for it are made when they are shown."""

from collections.abc import Iterable, Mapping
from typing import Literal

from domain.kernel.english import names
from domain.wargame.dice import Terms

FireKind = Literal["anti-landing", "defensive", "offensive", "wrecks", "runway"]
FIRES: Mapping[FireKind, str] = {
    "anti-landing": "Anti-Landing Fire",
    "defensive": "Defensive Fire",
    "offensive": "Offensive Fire",
    "wrecks": "fire from the wrecks",
    "runway": "Offensive Fire on the runway",
}
"""The Japanese fires (3.7, 4.5.6, 6, 10.4, 1.5.3)."""

LossCause = Literal[
    "anti-landing",
    "defensive",
    "offensive",
    "wrecks",
    "runway",
    "booby-trap",
    "air-raid",
    "banzai",
    "assault",
    "vessel",
]
GainCause = Literal["recovery", "returned"]

MoraleCause = Literal[
    "hit", "strongpoint",
    "banzai-repulsed",
    "banzai-won", "infantry-lost", "regiment-broken", "casualties", "area-secured", "recovery", "murray",
    "collapse",
]  # fmt: skip
MORALE_CAUSES: Mapping[MoraleCause, str] = {
    "hit": "a hit taken as morale",
    "strongpoint": "a strongpoint hex is cleared",
    "banzai-repulsed": "a Banzai attack is repulsed",
    "banzai-won": "a Banzai attack retakes ground",
    "infantry-lost": "a Marine infantry unit is eliminated",
    "regiment-broken": "a regiment's morale reaches -3",
    "casualties": "a thousand casualties",
    "area-secured": "an area is secured",
    "recovery": "a battalion recovers",
    "murray": "2/6 is committed",
    "collapse": "the collapse table",
}
"""Why morale moves."""
MORALE_WHY: Mapping[str, str] = {
    "hit": "a hit that {of} took as morale",
    "strongpoint": "a strongpoint hex cleared",
    "banzai-repulsed": "a Banzai attack beaten off",
    "banzai-won": "{of} taken back in a Banzai attack",
    "infantry-lost": "the loss of {of}",
    "regiment-broken": "a regiment at the bottom of its track",
    "casualties": "another thousand casualties",
    "area-secured": "{of} secured",
    "recovery": "the recovery of {of}",
    "murray": "the last battalion committed",
    "collapse": "the collapse table",
}
"""The same, with those that had a part in it."""
MANY_HITS = "hits that {of} took as morale"


def why_moved(cause: str, of: Iterable[str]) -> str:
    """What moved morale, and who had a part in it."""
    who = list(filter(None, of))
    words = MANY_HITS if cause == "hit" and len(who) > 1 else MORALE_WHY.get(cause, cause)
    return words.format(of=names(who, 8))


StayCode = Literal["pinned", "points"]
STAYS: Mapping[StayCode, str] = {"pinned": "it was pinned", "points": "it had too few AP left"}
"""Why a unit goes no further."""

TermCode = Literal[
    "japanese-morale",
    "marine-morale",
    "regiment", "terrain", "area-suppression", "strongpoints", "chit", "next-to-pier", "printed", "position",
    "suppression",
    "support",
    "offshore",
    "integrity", "unsupplied", "isolated", "delay", "pier-head", "submarine", "fleet-raid", "carrier", "night",
    "suppressed-banzai", "coordination",
]  # fmt: skip
TERMS: Mapping[TermCode, str] = {
    "japanese-morale": "Japanese General Morale",
    "marine-morale": "Marine General Morale",
    "regiment": "morale of the regiment",
    "terrain": "target in {}",
    "area-suppression": "Area Suppression",
    "strongpoints": "strongpoints destroyed in {}",
    "chit": "modifier chit in {}",
    "next-to-pier": "next to the Long Pier",
    "printed": "{}",
    "position": "an improved position",
    "suppression": "suppression markers on {}",
    "support": "support of {}",
    "coordination": "more than one unit in support",
    "offshore": "offshore support",
    "integrity": "Battalion Integrity",
    "unsupplied": "unsupplied",
    "isolated": "isolated",
    "delay": "impulses given up",
    "pier-head": "a Supply Head at 2731",
    "submarine": "a supply ship sunk by a submarine",
    "fleet-raid": "the air raid on the fleet",
    "carrier": "a carrier sunk",
    "night": "night",
    "suppressed-banzai": "suppressed by fire",
}
"""The terms of a modified die."""


term = Terms(TERMS)
