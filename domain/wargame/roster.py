"""Checks of a pack with a map of hexes: what it lacks, and what it says against the rulebook's text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.hexes import is_hex
from domain.kernel.packs import number_runs, unlike_roster
from domain.kernel.printed import ByTheText, Group, Known, PackFinding
from domain.wargame.hex_grid import GRIDS

Rows = Mapping[str, Mapping[str, Any]]
"""What a pack says of the rows of a chart."""


def hexes_of(says: Mapping[str, Any], field: str = "hexes") -> tuple[str, ...]:
    """The hexes of a field, runs along a row taken apart."""
    return GRIDS["even"].expand(says.get(field, ()))


def check_rows(
    text: ByTheText,
    charts: Mapping[str, Rows],
    roster: Sequence[Known],
    groups: Sequence[Group],
    rules: Mapping[str, str],
    numbered: str,
) -> Iterator[PackFinding]:
    """The rows the text knows are there, and where it knows all of them no other; hexes are called by their numbers, by
    the rule `numbered`."""
    yield from unlike_roster(charts, roster, groups, {chart: text.cited(rule) for chart, rule in rules.items()})
    if strange := [row for row in charts["hexes"] if not is_hex(row)]:
        yield text.missing("hexes", f"{number_runs(strange)}: no hexes; a hex is called by its four digits", numbered)
