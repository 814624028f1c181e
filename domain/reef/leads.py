"""What may be offered of lines that the text leaves to the table: hexes near those in play, pieces and batteries that
are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.reef.charts import POOL
from domain.reef.state import Reef

Further = Callable[[Reef, Mapping[str, Any]], Iterator[Mapping[str, Any]]]

LATEST = 12
"""Number of hexes, the last ones of which something was said, around which others are offered."""


def in_play(state: Reef) -> list[str]:
    """The hexes of which something was said last, and those around them."""
    drawn = [hex for area in state.areas.values() for hex in area.hexes]
    guns = [gun.hex for gun in state.guns.values() if gun.hex]
    known = [*reversed(list(state.ground)), *guns, *drawn]
    around = (near for hex in known[:LATEST] for near in state.near(hex, 1))
    return list(dict.fromkeys([*around, *known]))


def hexes(*names: str) -> Further:
    """Hexes for the first of these values that lacks one: next to those said already, else near those in play."""

    def further(state: Reef, said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for name in names:
            path = said.get(name, ())
            if isinstance(path, str):  # it takes one hex, and has it
                continue
            near = [hex for last in reversed(path) for hex in state.near(last, 1)] or in_play(state)
            one = name in ("hex", "line")
            yield from ({**said, name: hex if one else (*path, hex)} for hex in near if hex not in path)

    return further


def pieces(state: Reef, said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The pieces that there are, group by group."""
    groups: Mapping[str, Iterable[str]] = said.get("pieces", {})
    for unit in state.units.values():
        if unit.steps and unit.group != POOL:
            yield {**said, "pieces": {**groups, unit.group: (*groups.get(unit.group, ()), unit.kind)}}


def modules(state: Reef, said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The batteries, and the SFCPs in Radio Contact with one."""
    if "module" not in said:
        yield from ({**said, "module": module} for module in state.modules)
    if "by" not in said:
        yield from ({**said, "by": name} for name, party in state.parties.items() if party.contact)


def all_of(*some: Further) -> Further:
    """What several of them offer."""

    def further(state: Reef, said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for one in some:
            yield from one(state, said)

    return further


def named(name: str, among: Callable[[Reef], Iterable[str]]) -> Further:
    """Names for one value, while it is not said."""

    def further(state: Reef, said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        if name not in said:
            yield from ({**said, name: one} for one in among(state))

    return further
