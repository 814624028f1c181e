"""A line of paper is heard in one way: nothing is left to a reading."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.state import Reading, Settled

READINGS: Mapping[str, Reading] = {}
SETTLED: Mapping[str, Settled] = {}
