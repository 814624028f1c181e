"""The tables of Blood Reef, for its report and the command line: each is made from a campaign as its audience may see
it.

course      the calendar, ground, the reserves, secrets
landing     waves planned and made, leaders
toll        losses by BLT, Formation and kind
naval       fire support by scenario and module
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projections.reef.tables.course import calendar, ground, reserves, secrets
from projections.reef.tables.landing import battalions, landings, leaders
from projections.reef.tables.naval import bombardments, naval, shots
from projections.reef.tables.toll import blts, formations, japanese, kinds, points
from projections.report.counting import View
from projections.report.model import ReportTable
from projections.report.readings import in_codes

TABLES: Mapping[str, Callable[[View], ReportTable]] = {
    "calendar": calendar,
    "battalions": battalions,
    "landings": landings,
    "leaders": leaders,
    "blts": blts,
    "formations": formations,
    "kinds": kinds,
    "japanese": japanese,
    "cvp": points,
    "reserves": reserves,
    "naval": naval,
    "shots": shots,
    "bombardments": bombardments,
    "ground": ground,
    "secrets": secrets,
    "readings": in_codes,
}
"""The tables by what they are called on the command line, in the order of the report."""
