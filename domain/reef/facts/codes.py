"""The codes facts share: why pieces were lost, and what changes a die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from domain.kernel.facts import Modifier

Cause = Literal["combat", "captured", "reduced", "unentered", "bombardment", "air", "sniper", "close-combat", "isolated", "other"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
How = Literal["lvt", "wade", "pier", "jeep"]
TERMS = {
    "first-leader": "first LD DR of the HQ Company", "issr": "DRM of the campaign", "target": "target-based DRM (C6)", "hero": "stacked with a Hero",
    "breached": "breached seawall hexside", "leadership": "leadership", "night": "DRM of the Night dr",
    "ocean": "into the Ocean", "off-lvt": "off a LVT", "heat": "DRM of the Heat of Battle DR", "manhandling": "other DRM",
}  # fmt: skip
"""What the codes of modifiers mean."""


def term(code: str, amount: int, rule: str) -> Modifier:
    """A term of a sum, in words."""
    return Modifier(rule=rule, amount=amount, code=code, why=TERMS[code])


def terms_of(*terms: Modifier) -> tuple[Modifier, ...]:
    """The terms that change anything."""
    return tuple(one for one in terms if one.amount)


def total(dice: Iterable[int], terms: Iterable[Modifier]) -> int:
    return sum(dice) + sum(one.amount for one in terms)


def sum_of(dice: tuple[int, ...], terms: tuple[Modifier, ...]) -> str:
    """Dice with all that changes them, in words: `3+4 -2 = 5`."""
    faces = "+".join(map(str, dice))
    if not terms and len(dice) < 2:
        return faces
    return f"{faces}{''.join(f' {one.amount:+d}' for one in terms)} = {total(dice, terms)}"
