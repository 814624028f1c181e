"""All that the rules of the game may ask, and by which of them: so an answer that nothing asks for is refused by
rule."""

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "advance": "IPH 10.10",
    "air": "IPH 7.12",
    "aircraft": "IPH 7.7",
    "army-air": "IPH 7.15",
    "banzai": "IPH 12.1",
    "banzai-die": "IPH 12.1",
    "carrier-warfare": "IPH 7.3",
    "chit": "IPH 5.6",
    "choose": "IPH 3.2",
    "consent": "IPH 9.5",
    "die": "IPH 10.2",
    "dispose": "IPH 7.3",
    "fate": "IPH 7.4, 7.5(2), 7.11",
    "issei": "IPH 10.13",
    "jp-loss": "IPH 10.9",
    "landing": "IPH 8.5",
    "mf": "IPH 2.10",
    "momentum": "IPH 10.4",
    "night": "IPH 12.4",
    "night-columns": "IPH 12.4",
    "reveal": "IPH 3.5",
    "row": "IPH 11.3, 11.4",
    "row-points": "IPH 4.5",
    "ship": "IPH 7.5(4), 7.11",
    "ships": "IPH 7.1",
    "strike": "IPH 7.4, 7.5, 7.7, 7.9",
    "submarine": "IPH 7.11",
    "targets": "IPH 7.4, 7.5",
    "uncover": "IPH 7.3",
    "us-air": "IPH 7.14",
    "us-loss": "IPH 10.9",
    "way": "IPH 9.2",
}
