"""The codes facts share: why pieces were lost, and what changes a die."""

from typing import Literal, get_args

from domain.wargame.dice import Terms

Cause = Literal[
    "combat", "captured", "reduced", "unentered", "bombardment", "air", "sniper", "close-combat", "isolated", "other"
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
How = Literal["lvt", "wade", "pier", "jeep"]
TERMS = {
    "first-leader": "first LD DR of the HQ Company",
    "issr": "DRM of the campaign", "target": "target-based DRM (C6)", "hero": "stacked with a Hero",
    "breached": "breached seawall hexside", "leadership": "leadership", "night": "DRM of the Night dr",
    "ocean": "into the Ocean",
    "off-lvt": "off a LVT", "heat": "DRM of the Heat of Battle DR", "manhandling": "other DRM",
}  # fmt: skip
"""What the codes of modifiers mean."""

term = Terms(TERMS)
