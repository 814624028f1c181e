"""What a writer leaves out of a report, and the title above it. The record stays as it is; what is left out is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from domain.kernel.english import clauses, names
from domain.kernel.errors import BadInput
from projections.report.model import Block, Cell, Chapter, Figure, Report, ReportTable, StoryLine

TURNS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
"""A turn, or the first and the last of some."""
LEFT_OUT = "the entries of the record"
"""What every brief report lacks."""
UNSAID = "a note that the writer of this report left out"
MENDED = "[mended]"
"""What stands behind words that are not those of the record."""


@dataclass(frozen=True)
class Edits:
    """What a writer wants of a report."""

    title: str = ""
    blurb: tuple[Block, ...] = ()
    turns: str = ""
    turns_in: str = "--turns"
    """Where the turns are said."""
    brief: bool = False
    dropped: frozenset[int] = frozenset()
    """Entries whose notes are left out."""
    mended: Mapping[int, str] = field(default_factory=dict)
    """Entries whose notes are told in other words."""


def edited(report: Report, edits: Edits) -> Report:
    """The report as its writer wants it. Raises BadInput when the turns are not those of the story."""
    there = _notes(report)
    report = _dropped(report, edits.dropped & there)
    report = _mended(report, {entry: words for entry, words in edits.mended.items() if entry in there})
    if edits.turns:
        report = _only(report, edits.turns, edits.turns_in)
    if edits.brief:
        report = _brief(report)
    title = edits.title or report.title
    return replace(report, title=title, is_titled=report.is_titled or bool(edits.title), blurb=edits.blurb)


def _notes(report: Report) -> frozenset[int]:
    """The entries of the record that a report tells of: others' notes cannot be missed in it."""
    told = {line.entries[0] for chapter in report.chapters for line in chapter.lines if line.kind == "note"}
    records = (table for table in report.appendix if table.is_record)
    rows = {entry for table in records for row in table.rows for entry in getattr(row[0], "entries", ())}
    return frozenset(told | rows)


def _dropped(report: Report, entries: frozenset[int]) -> Report:
    """Without the notes of these entries: neither story nor record has their words, and the record says so."""
    if not entries:
        return report
    chapters = (
        replace(chapter, lines=tuple(line for line in chapter.lines if not _is_note_of(line, entries)))
        for chapter in report.chapters
    )
    appendix = (table._replace(rows=tuple(_unsaid(table, entries))) for table in report.appendix)
    said = f"the {'note' if len(entries) == 1 else 'notes'} of {_entries(entries)}"
    return replace(report, chapters=tuple(chapters), appendix=tuple(appendix), left_out=(*report.left_out, said))


def _unsaid(table: ReportTable, entries: frozenset[int]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a table; of the record those of these entries without their words."""
    numbers = {str(entry) for entry in entries}
    words = table.columns.index("what") if table.is_record else -1
    for row in table.rows:
        unsaid = table.is_record and isinstance(row[0], Figure) and row[0].value in numbers
        yield (*row[:words], UNSAID, *row[words + 1 :]) if unsaid else row


def _mended(report: Report, words: Mapping[int, str]) -> Report:
    """With other words for the notes of these entries. Each says so; the record keeps what was noted."""
    if not words:
        return report
    chapters = (
        replace(
            chapter,
            lines=tuple(
                line._replace(words=f"{words[line.entries[0]]} {MENDED}") if _is_note_of(line, words) else line
                for line in chapter.lines
            ),
        )
        for chapter in report.chapters
    )
    said = f"the {'note' if len(words) == 1 else 'notes'} of {_entries(words)}"
    return replace(report, chapters=tuple(chapters), mended=(*report.mended, said))


def _is_note_of(line: StoryLine, entries: Collection[int]) -> bool:
    return line.kind == "note" and line.entries[0] in entries


def _entries(entries: Collection[int]) -> str:
    return f"{'entry' if len(entries) == 1 else 'entries'} {names(map(str, sorted(entries)), len(entries))}"


def _only(report: Report, turns: str, where: str) -> Report:
    """The report with the story of some turns alone."""
    numbers = [_number(chapter) for chapter in report.chapters]
    wanted = turns_wanted(turns, where, [number for number in numbers if number])
    at = [place for place, number in enumerate(numbers) if number in wanted]
    before, after = at[0] > 0, at[-1] < len(numbers) - 1
    gone = [f"before {report.chapters[at[0]].title}"] * before + [f"after {report.chapters[at[-1]].title}"] * after
    said = (f"the story {' and '.join(gone)}",) if gone else ()
    return replace(report, chapters=report.chapters[at[0] : at[-1] + 1], left_out=(*report.left_out, *said))


def turns_wanted(turns: str, where: str, there: Collection[int]) -> range:
    """The turns that `turns` names, some of which are there. Raises BadInput."""
    if not there:
        raise BadInput("the story of this game has no numbered turns; --part tells of a part of it")
    named = TURNS.fullmatch(turns.strip())
    first = int(named[1]) if named else 0
    last = int(named[2] or first) if named else 0
    if not named or not min(there) <= first <= last <= max(there):
        raise BadInput(
            f"{where} {turns}: a turn or a run of turns, as in {min(there)}-{max(there)}; the story has turns "
            f"{min(there)} to {max(there)}"
        )
    wanted = range(first, last + 1)
    if not any(number in wanted for number in there):
        raise BadInput(f"{where} {turns}: the story has turns {', '.join(map(str, dict.fromkeys(there)))}")
    return wanted


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
        tables=tuple(_table_bare(table) for table in report.tables if table.in_story),
        disputes=(),
        readings=(),
        appendix=(),
        left_out=(*report.left_out, _lacks(report)),
    )


def _lacks(report: Report) -> str:
    """What there is in a report that a brief one lacks, in words."""
    there = {
        "tables": any(not table.in_story for table in report.tables),
        "parts of maps": any(chapter.details for chapter in report.chapters),
        report.disputes_title.lower(): bool(report.disputes),
        "readings": bool(report.readings),
        LEFT_OUT: True,
    }
    return clauses(words for words, has in there.items() if has)


def _bare(line: StoryLine) -> StoryLine:
    return line._replace(entries=())


def _table_bare(table: ReportTable) -> ReportTable:
    rows = (tuple(cell.value if isinstance(cell, Figure) else cell for cell in row) for row in table.rows)
    return table._replace(rows=tuple(rows))


def _all_bare(lines: Iterable[StoryLine]) -> tuple[StoryLine, ...]:
    return tuple(map(_bare, lines))
