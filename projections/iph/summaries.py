"""The tables of a game's own on the command line: the rows are those of its report."""

from __future__ import annotations

from collections.abc import Mapping

from projections.iph.tables import TABLES
from projections.report.rows import summaries_of
from projections.shown import Summary

SHOWN: Mapping[str, tuple[str, ...]] = {
    "dates": ("what", "turn", "when", "how"),
    "order": ("turn", "when", "order", "US_lost", "Japanese_lost", "points"),
    "sources": ("for", "brought", "cost", "now", "lasts", "on_the_map"),
    "forces": ("force", "units", "steps", "lost_in_battle", "lost_in_landing", "lost", "steps_left"),
    "battles": ("turn", "attacker", "hex", "ratio", "column", "odds", "die", "due", "expected", "lost", "besides"),
    "odds": ("attacker", "odds", "battles", "attacker_expected", "attacker_lost", "defender_expected", "defender_lost"),
    "support": ("side", "for", "throws", "came_to", "expected", "95%_of_the_time"),
    "naval": ("turn", "what", "dice", "came_of_it", "points"),
    "aircraft": ("turn", "IJN_close-in", "IJN_in_battles", "IJN_interdicting", "IJN_lost", "USN_flew", "Army_flew"),
    "secrets": ("what", "turn", "committed", "shown", "what_was_shown"),
    "readings": ("reading", "rule", "read_as", "usually"),
}
"""What of each fits a screen; --json has all of it."""

SUMMARIES: Mapping[str, Summary] = summaries_of(TABLES, SHOWN)
