"""What a writer leaves out of a report, and the title above it. The record stays as it is; what is left out is said."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from domain.kernel.errors import BadInput
from projections.report.model import Chapter, Figure, Report, StoryLine

TURNS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
"""A turn, or the first and the last of some."""
LEFT_OUT = "tables, parts of maps, disputes and rulings, readings, and the entries of the record"
"""What a brief report lacks."""


def edited(report: Report, *, title: str = "", turns: str = "", brief: bool = False) -> Report:
    """The report as its writer wants it. Raises BadInput when the turns are not those of the story."""
    if turns:
        report = _only(report, turns)
    if brief:
        report = _brief(report)
    return replace(report, title=" ".join(title.split()) or report.title)


def _only(report: Report, turns: str) -> Report:
    """The report with the story of some turns alone."""
    named = TURNS.fullmatch(turns.strip())
    numbers = [_number(chapter) for chapter in report.chapters]
    there = [number for number in numbers if number]
    if not there:
        raise BadInput("the story of this game has no numbered turns; --part tells of a part of it")
    first = int(named[1]) if named else 0
    last = int(named[2] or first) if named else 0
    if not named or not min(there) <= first <= last <= max(there):
        raise BadInput(
            f"--turns {turns}: a turn or a run of turns, as in {min(there)}-{max(there)}; the story has turns "
            f"{min(there)} to {max(there)}"
        )
    at = [place for place, number in enumerate(numbers) if first <= number <= last]
    if not at:
        raise BadInput(f"--turns {turns}: the story has turns {', '.join(map(str, dict.fromkeys(there)))}")
    before, after = at[0] > 0, at[-1] < len(numbers) - 1
    gone = [f"before {report.chapters[at[0]].title}"] * before + [f"after {report.chapters[at[-1]].title}"] * after
    said = (f"the story {' and '.join(gone)}",) if gone else ()
    return replace(report, chapters=report.chapters[at[0] : at[-1] + 1], left_out=(*report.left_out, *said))


def _number(chapter: Chapter) -> int:
    """The number of a turn, as its title tells it; 0 where it tells none."""
    found = re.search(r"\bturn (\d{1,4})\b", chapter.title, re.IGNORECASE)
    return int(found[1]) if found else 0


def _brief(report: Report) -> Report:
    """Story, maps and charts: without tables and record, and so without what leads there."""
    return replace(
        report,
        result=_bare(report.result),
        course=_all_bare(report.course),
        chapters=tuple(
            replace(
                chapter,
                lines=_all_bare(chapter.lines),
                details=(),
                figures=tuple((name, Figure(figure.value)) for name, figure in chapter.figures),
            )
            for chapter in report.chapters
        ),
        series=(),
        swings=tuple(swing._replace(head=Figure(swing.head.value), entries=()) for swing in report.swings),
        tables=(),
        disputes=(),
        readings=(),
        appendix=(),
        left_out=(*report.left_out, LEFT_OUT),
    )


def _bare(line: StoryLine) -> StoryLine:
    return line._replace(entries=())


def _all_bare(lines: Iterable[StoryLine]) -> tuple[StoryLine, ...]:
    return tuple(map(_bare, lines))
