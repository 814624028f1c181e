"""The tables of Tarawa: Bloody Betio, for its report and the command line: each is made from a game as its audience may
see it.

course      casualties, morale and ground turn by turn, the areas, supply, nights
fights      Japanese fire by table, assaults and demolitions
units       landings by beach, recoveries
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projections.betio.tables.course import areas, casualties, ground, morale, nights, reasons, supply, tracks
from projections.betio.tables.fights import assaults, fire
from projections.betio.tables.units import landings, recoveries
from projections.report.counting import View
from projections.report.model import ReportTable
from projections.report.readings import readings

TABLES: Mapping[str, Callable[[View], ReportTable]] = {
    "casualties": casualties,
    "morale": morale,
    "reasons": reasons,
    "ground": ground,
    "areas": areas,
    "fire": fire,
    "assaults": assaults,
    "landings": landings,
    "recoveries": recoveries,
    "supply": supply,
    "nights": nights,
    "tracks": tracks,
    "readings": readings,
}
"""The tables by what they are called on the command line, in the order of the report."""
