"""How it is said what a pack lacks, or says against the rulebook's text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.printed import Finding

Rows = Mapping[str, Mapping[str, Any]]
Charts = Mapping[str, Rows]


def missing(chart: str, words: str, rule: str) -> Finding:
    """What a pack does not say yet."""
    return Finding(chart, words, f"DDaT {rule}")


def against(chart: str, words: str, rule: str) -> Finding:
    """What a pack says against the text."""
    return Finding(chart, words, f"DDaT {rule}", against=True)


def counted(chart: str, found: int, wanted: int, what: str, rule: str) -> Iterator[Finding]:
    """A number of counters or hexes that the text gives."""
    if found != wanted:
        yield Finding(chart, f"{found} of {wanted} {what}", f"DDaT {rule}", against=found > wanted)
