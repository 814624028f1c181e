"""The tables of Tarawa: Bloody Betio on the command line: rows of plain values, and the columns that fit a screen."""

from __future__ import annotations

from collections.abc import Mapping

from projections.betio.tables import TABLES
from projections.report.rows import summaries_of
from projections.shown import Summary

SHOWN: Mapping[str, tuple[str, ...]] = {
    "casualties": (
        "turn",
        "when",
        "casualties",
        "to_5,000",
        "asterisks",
        "steps_lost",
        "units_eliminated",
        "steps_got_back",
    ),
    "morale": ("turn", "when", "Japanese", "Marine", "2nd_Marines", "6th_Marines", "8th_Marines"),
    "reasons": ("cause", "Japanese", "Marine", "2nd_Marines", "6th_Marines", "8th_Marines"),
    "ground": (
        "turn",
        "when",
        "hexes_cleared",
        "hexes_lost_again",
        "areas_secured",
        "secured_in_all",
        "hexes_to_clear",
    ),
    "areas": ("area", "hexes", "cleared", "to_clear", "strongpoints_destroyed", "secured", "markers"),
    "fire": ("fire", "rolls", "with_effect", "hits", "expected_hits", "pins", "course_changes", "asterisks"),
    "assaults": ("turn", "what", "units", "hex", "die", "sum", "expected", "came_of_it"),
    "landings": ("beach", "vessels_that_came", "units_ashore", "vessels_lost", "units_lost_on_the_way"),
    "recoveries": ("turn", "unit", "die", "steps_by_the_table", "steps_got_back"),
    "supply": ("turn", "die", "rolled", "sent_as_Direct_Supply", "chits_given", "to_the_pool", "lost", "pool"),
    "nights": ("turn", "when", "die", "event", "came_of_it"),
    "tracks": ("track", "box", "number"),
    "readings": ("reading", "rule", "read_as", "usually"),
}
"""What of each fits a screen; --json has all of it."""

SUMMARIES: Mapping[str, Summary] = summaries_of(TABLES, SHOWN, signs="+-")
