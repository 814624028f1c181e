"""The tables of Invasion Pearl Harbor, for its report and the command line: each is made from a game as its audience
may see it.

course      chits and phases, dates, points, secrets
fights      battles with their odds, dice and losses
dice        all other dice against what was to be expected
forces      casualties by sub-command
fleets      ships, and aircraft by turn
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projections.iph.tables.course import dates, order, secrets, sources
from projections.iph.tables.dice import support_dice
from projections.iph.tables.fights import battles, by_odds
from projections.iph.tables.fleets import missions, naval
from projections.iph.tables.forces import casualties
from projections.report.counting import View
from projections.report.model import ReportTable
from projections.report.readings import readings

TABLES: Mapping[str, Callable[[View], ReportTable]] = {
    "dates": dates,
    "order": order,
    "sources": sources,
    "forces": casualties,
    "battles": battles,
    "odds": by_odds,
    "support": support_dice,
    "naval": naval,
    "aircraft": missions,
    "secrets": secrets,
    "readings": readings,
}
"""The tables by what they are called on the command line, in the order of the report."""
