"""How sides, groups and pieces are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.kernel.english import names, number
from domain.reef.charts import BEACH_WORDS

SIDES: Mapping[str, str] = {"us": "the Marines", "jp": "the Japanese"}
PLURALS: Mapping[str, str] = {
    "leader": "leaders",
    "crew": "crews",
    "Pathfinder": "Pathfinders", "hero": "heroes", "jeep": "jeeps", "bulldozer": "bulldozers", "tank": "tanks",
    "gun": "Guns", "Armor Leader": "Armor Leaders",
}  # fmt: skip
WITH_AN = ("8", "F", "H", "L", "M", "S", "A")
"""How names begin that are read with a vowel first: an 81mm, an FT, an HMG, an LVT, an MMG, an SFCP."""
GROUPS: Mapping[str, str] = {
    "pool": "the Reserve Pool",
    "reserves": "the reserves",
    "LVT": "the landing",
    **BEACH_WORDS,
}


def pieces(kinds: Mapping[str, int]) -> str:
    """Pieces as a sentence has them: `three 6-6-8, a leader`."""
    return names([piece(kind, count) for kind, count in kinds.items() if count]) or "nothing"


def piece(kind: str, count: int = 1) -> str:
    """Pieces of a kind: `three 6-6-8`."""
    name = kind.replace("armor-leader", "Armor Leader")
    if count == 1:
        return f"{'an' if name.startswith(WITH_AN) else 'a'} {name}"
    return f"{number(count)} {PLURALS.get(name, name)}"


def group_and_kind(unit: str) -> tuple[str, str]:
    """What a unit is of, and what it is: `2-F2:6-6-8`."""
    group, _, kind = unit.rpartition(":")
    return group, kind


def where(group: str) -> str:
    """A Formation, a beach or the Reserve Pool."""
    return GROUPS.get(group, group)


def unit(name: str, count: int = 1) -> str:
    """Pieces of a unit: `two 6-6-8 of 2-F2`; any other name as it is."""
    group, kind = group_and_kind(name)
    return f"{piece(kind, count)} of {where(group)}" if group else name


def units(some: Iterable[tuple[str, int]]) -> str:
    """Pieces of several units, group by group: `two 6-6-8 and a leader of 2-F2; an LMG of Red Beach Two`."""
    by_group: dict[str, dict[str, int]] = {}
    for name, count in some:
        group, kind = group_and_kind(name)
        kinds = by_group.setdefault(group, {})
        kinds[kind] = kinds.get(kind, 0) + count
    return "; ".join(f"{pieces(kinds)} of {where(group)}" for group, kinds in by_group.items())
