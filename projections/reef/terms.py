"""The rulebook's abbreviations and counters, written out where a story first has them."""

from __future__ import annotations

import re
from collections.abc import Mapping

TERMS: Mapping[str, str] = {
    "LD DR": "Leader Determination dice roll",
    "BLT": "Battalion Landing Team",
    "SFCP": "Shore Fire Control Party",
    "LVT": "tracked landing vehicle",
    "NOBA": "Naval Offboard Artillery",
    "FFE": "Fire For Effect",
    "SAN": "Sniper Activation Number",
    "NVR": "Night Visibility Range",
    "ELR": "Experience Level Rating",
    "ROF": "Rate of Fire",
    "MMC": "squad, half-squad or crew",
    "FB": "fighter-bomber",
    "DC": "Demolition Charge",
    "FT": "flamethrower",
    "LMG": "light machine gun",
    "MMG": "medium machine gun",
    "HMG": "heavy machine gun",
    "6-6-8": "Marine squad",
    "2-4-8": "Marine half-squad",
    "7-6-8": "engineer squad",
    "4-4-7": "Japanese squad",
    "4-4-8": "Japanese squad",
    "2-3-8": "Japanese half-squad",
    "3-3-6": "Korean labor unit",
    "60mm": "mortar",
    "81mm": "mortar",
    "DR": "dice roll",
    "dr": "die roll",
}
"""What each is."""

_FOUND = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, TERMS))})(s?)(?![\w-])(?::\d)?(?! \()")
GLOSS = re.compile(rf" \((?:{'|'.join(TERMS.values())})s?\)")
"""What is added where a term is written out."""


class Glossary:
    """Which terms one story has written out."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def written_out(self, words: str) -> str:
        """These words, with what each term is, where the story has it for the first time."""
        return _FOUND.sub(self._explained, words)

    def _explained(self, found: re.Match[str]) -> str:
        term, several = found[1], found[2]
        if term in self._known:
            return found[0]
        self._known.add(term)
        return f"{found[0]} ({TERMS[term]}{several})"
