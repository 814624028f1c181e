"""Blood Reef: Tarawa reckoned a second time, from its text (BRT 15, CG1 to CG19)."""

from __future__ import annotations

from tests.properties.reckoned.reef.japanese import Japanese


class Reef(Japanese):
    """All of it."""


__all__ = ["Reef"]
