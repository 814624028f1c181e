"""What steps a loss is, by the rules of its game: counted in every story, tile, chart and table alike."""

from __future__ import annotations

import re

from domain.kernel.facts import Loss

SHIP = re.compile(r"CV.*|Hiei|Kirishima")


def steps(system: str, loss: Loss) -> int:
    """DDaT 2.2: Japanese units are lost whole. IPH 2.11: ships have no steps."""
    whole = {"ddat": loss.side == "jp", "iph": bool(SHIP.fullmatch(loss.unit))}
    return 0 if whole.get(system) else loss.steps
