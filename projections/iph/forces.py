"""The sub-commands as forces: how strong each was at the start, and what is left of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.iph.charts import Command, UnitCard
from domain.iph.state import BEACHHEAD, COMMANDS, FORT, NUMBER, Iph

ORDER: tuple[Command, ...] = ("24", "25", "USMC", "fort", "BBRow", "SNLF", "IJA", "beachhead")
TITLES: Mapping[str, str] = {**COMMANDS, FORT: "fort garrisons", BEACHHEAD: "Beachhead markers"}
MARKERS = 3
"""Beachhead markers (IPH 3.4)."""


class Strength(NamedTuple):
    """A force: its units and steps, those it has left and those it had at the start."""

    command: str
    title: str
    units: int
    units_at_start: int
    left: int
    start: int


def steps_of(command: Command) -> int:
    """The steps of each of its units (IPH 2.11)."""
    return UnitCard(side="us", command=command).steps


def strengths(state: Iph) -> Iterator[Strength]:
    """The forces that there are; of the Japanese those whose counters are known."""
    for command in ORDER:
        known = [unit for unit in state.units.values() if unit.command == command]
        count = max(len(known), NUMBER.get(command, 0)) if command != BEACHHEAD else MARKERS * state.revealed
        if count:
            living, left = sum(unit.steps > 0 for unit in known), sum(unit.steps for unit in known)
            yield Strength(command, TITLES[command], living, count, left, count * steps_of(command))
