"""IPH 6.8, 3.2, 7.3: which values of the state the Japanese player alone may know, and what all see of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.iph import facts as f
from domain.iph.state import JAPANESE, Iph

DONE = ("stalled", "start", "allowance", "spent", "fought")
"""What units did: the US player never sees of which Japanese one that is."""


def secrets(state: Iph) -> Mapping[tuple[str, ...], str]:
    """The hidden values by their paths: what units did, and where those are that have not been examined; the beachhead
    and disposition to come."""
    found: dict[tuple[str, ...], str] = {}
    for name, unit in state.units.items():
        if unit.command in JAPANESE and unit.steps:
            found |= {("units", name, field): "jp" for field in (DONE if unit.known else ("hex", *DONE))}
    if not state.revealed:
        found["centre",] = "jp"
    found["dispositions",] = "jp"
    if any(state.units[name].side == "jp" for name in state.force if name in state.units):
        found["force",] = "jp"
    return found


def sighted(before: Iph, after: Iph) -> Iterator[f.ForcesSighted]:
    """IPH 6.8: where hexes of hidden units are set by hand, all see where somebody is that they cannot tell, and where
    nobody is any more."""
    there = tuple(hex for hex in _unknown(after) if hex not in _unknown(before))
    gone = tuple(hex for hex in _unknown(before) if not after.mobile(hex, "jp"))
    if there or gone:
        yield f.ForcesSighted(rule="IPH 6.8", there=there, gone=gone)


def _unknown(state: Iph) -> tuple[str, ...]:
    """The hexes with Japanese units that the US player cannot tell."""
    return tuple(
        hex for hex in state.occupied("jp") if not all(state.units[name].known for name in state.mobile(hex, "jp"))
    )
