"""Logs that other programs left: `import FILE --log TEMPLATES`, read first, recorded after a yes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cli.desk import Desk
from cli.output import folded, print_line, talk
from domain.kernel.errors import BadInput
from domain.kernel.limits import TOML
from domain.record.diary import check_name
from replays.library import read_text
from replays.log_templates import LogShapes, read_shapes
from replays.logs import LogPlayed, play_log, play_sheet
from replays.sheets import columns_said, read_sheet
from replays.vassal import chat_of

MOST_SHAPES, MOST_GAPS = 12, 20
"""Shapes that no template fits, and totals that disagree, that are named."""


def import_log(desk: Desk, file: Path, templates: Path, name: str, yes: bool, columns: str = "") -> None:
    """Plays a log in memory, tells what was made of it, and records it once somebody says yes. Raises BadInput."""
    shapes = read_shapes(read_text(templates, TOML), str(templates))
    called = name or file.stem
    check_name(called)
    played = _played(file, shapes, called, columns)
    if not played.lines:
        raise BadInput(f"{file} holds no line")
    for text in _told(played):
        for line in folded(text, rest="    "):
            print_line(line)
    if not yes and not sys.stdin.isatty():
        talk("nothing was recorded; --yes records it")
        return
    if not yes and not click.confirm("record it", err=True):
        talk("nothing was recorded")
        return
    stored = desk.made_diary.store(called, played.game)
    talk(f"{called}: {stored.version} entries")


def _played(file: Path, shapes: LogShapes, called: str, columns: str) -> LogPlayed:
    if columns:
        rows = read_sheet(read_text(file), columns_said(columns, shapes.sides), str(file))
        return play_sheet(rows, shapes, called)
    lines = chat_of(file) if file.suffix.casefold() == ".vlog" else read_text(file).splitlines()
    return play_log(lines, shapes, called)


def _told(played: LogPlayed) -> list[str]:
    told = [
        f"{played.lines} lines read; {played.fitted} fit a template, {played.lines - played.fitted} are kept as they "
        f"stand, {played.refused} refused"
    ]
    if shapes := played.shapes.most_common(MOST_SHAPES):
        told.append("shapes that no template fits, most first:")
        told += [f"  {count:>6}  {shape}" for shape, count in shapes]
    told.append(f"totals that disagree: {len(played.gaps) or 'none'}")
    told += [f"  entry {gap.entry}: {gap.words}" for gap in played.gaps[:MOST_GAPS]]
    if more := len(played.gaps) - MOST_GAPS if len(played.gaps) > MOST_GAPS else 0:
        told.append(f"  and {more} more")
    return told
