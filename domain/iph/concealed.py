"""IPH 6.8, 3.2, 7.3: which values of the state the Japanese player alone may know."""

from __future__ import annotations

from collections.abc import Mapping

from domain.iph.state import JAPANESE, Iph

HIDDEN_OF_UNITS = ("hex", "stalled", "allowance", "spent", "fought", "again")
"""What the US player does not see of a unit that he has not examined where it is."""


def secrets(state: Iph) -> Mapping[tuple[str, ...], str]:
    """The hidden values by their paths: where units are that have not been examined, and what they did; the beachhead and disposition to come."""
    found: dict[tuple[str, ...], str] = {}
    for name, unit in state.units.items():
        if unit.command in JAPANESE and unit.steps and not unit.known:
            found |= {("units", name, field): "jp" for field in HIDDEN_OF_UNITS}
    if not state.revealed:
        found["centre",] = "jp"
    found["dispositions",] = "jp"
    if any(state.units[name].side == "jp" for name in state.force if name in state.units):
        found["force",] = "jp"
    return found
