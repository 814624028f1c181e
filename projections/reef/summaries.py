"""The tables of Blood Reef on the command line: rows of plain values, and the columns that fit a screen."""

from __future__ import annotations

from collections.abc import Mapping

from projections.reef.tables import TABLES
from projections.report.rows import summaries_of
from projections.shown import Summary

TOLL = ("at_first", "entered", "lost", "never_entered", "reduced", "left", "lost_of_them")
SHOWN: Mapping[str, tuple[str, ...]] = {
    "calendar": ("date", "scenario", "turns", "moves_first", "Night_Banzai", "Night_dr", "came_of_it"),
    "battalions": ("battalion", "type", "Entry_Area", "committed_for", "Formations", "entered"),
    "landings": ("wave", "BLT", "Formations", "scenario", "turn", "pieces_entered", "LVTs", "did_not_enter"),
    "leaders": ("leaders", "DRs", "10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "8+1", "none"),
    "blts": ("BLT", *TOLL),
    "formations": ("Formation", *TOLL),
    "kinds": ("kind", *TOLL),
    "japanese": ("where", *TOLL),
    "cvp": ("date", "Marine", "Japanese,_combat", "Japanese,_failed_to_enter", "Japanese_in_all"),
    "reserves": (
        "date",
        "at_first",
        "added",
        "set_up",
        "in_the_charge",
        "might_enter",
        "entered",
        "did_not_enter",
        "at_last",
    ),
    "naval": ("date", "module", "calibre", "pile", "Guns_against_it", "made", "black_ones", "shots", "hits"),
    "shots": ("date", "module", "observer", "hex", "DR", "TH#", "chance", "came_of_it"),
    "bombardments": ("date", "what", "where", "dice", "Error_DR", "came_of_it"),
    "ground": ("date", "taken_by_the_Marines", "taken_by_the_Japanese", "Strategic,_Marine", "Strategic,_Japanese"),
    "secrets": ("slip", "whose", "about", "opened", "said"),
    "readings": ("reading", "rule", "read_as", "usually"),
}
"""What of each fits a screen; --json has all of it."""

SUMMARIES: Mapping[str, Summary] = summaries_of(TABLES, SHOWN)
