"""What each system tells; only the module of the system that is reported is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projections.report.games import GameTells


def _iwo() -> GameTells:
    from projections.report.games import iwo

    return iwo.TELLS


def _ddat() -> GameTells:
    from projections.report.games import ddat

    return ddat.TELLS


TELLS: Mapping[str, Callable[[], GameTells]] = {"iwo": _iwo, "ddat": _ddat}
"""Code of each system that tells something."""


def tells(code: str) -> GameTells:
    """What a system tells, by its code."""
    return TELLS[code]() if code in TELLS else GameTells()
