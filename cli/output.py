"""What reaches the terminal: tables, JSON, colour, and nothing that could command it."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

WIDTH = 80
NARROWEST = 5
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: Any) -> str:
    """Text without what could move a cursor, change colours, or turn the direction of what follows.

    Names and notes come from other people's files; control characters in them are shown as U+FFFD.
    """
    return "".join(
        c if c in "\n" or (unicodedata.category(c) not in ("Cc", "Cf", "Cs") and c not in BIDI) else " " if c == "\t" else "\ufffd"
        for c in str(text)
    )


def on_terminal() -> bool:
    return sys.stdout.isatty()


def say(text: Any = "") -> None:
    """Data, to stdout."""
    click.echo(clean(text))


def talk(text: Any) -> None:
    """What is said to the person, to stderr."""
    click.echo(clean(text), err=True)


def paint(text: str, **style: Any) -> str:
    """Colour where it is wanted: on a terminal, and not when NO_COLOR is set."""
    wanted = not os.environ.get("NO_COLOR") and on_terminal()
    return click.style(clean(text), **style) if wanted else clean(text)


def dump(data: Any) -> None:
    """JSON, to stdout: one document, sorted as it was made."""
    click.echo(json.dumps(data, ensure_ascii=True, indent=2, default=_plain))


def _plain(value: Any) -> Any:
    dump_model = getattr(value, "model_dump", None)
    return dump_model(mode="json") if dump_model else str(value)


def table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], width: int = 0) -> None:
    """Rows under their columns, cut to the terminal's width; a column that says nothing anywhere is left out."""
    shown = [[_cell(row.get(column)) for column in columns] for row in rows]
    if not shown:
        talk("nothing yet")
        return
    kept = [n for n in range(len(columns)) if any(row[n] for row in shown)]
    heads = [columns[n].replace("_", " ") for n in kept]
    cells = [[row[n] for n in kept] for row in shown]
    widths = [max(len(heads[n]), *(len(row[n]) for row in cells)) for n in range(len(heads))]
    limit = width or (os.get_terminal_size().columns if on_terminal() else WIDTH)
    while sum(widths) + 2 * (len(widths) - 1) > limit:
        widest = max(range(len(widths)), key=lambda n: widths[n])
        if widths[widest] <= NARROWEST:
            break
        widths[widest] = max(NARROWEST, widths[widest] - max(1, sum(widths) + 2 * (len(widths) - 1) - limit))
    numbers = [all(_is_number(row[n]) for row in cells) for n in range(len(heads))]
    for row in [heads, *cells]:
        for line in _wrapped(row, widths):
            parts = [part.rjust(w) if number else part.ljust(w) for part, w, number in zip(line, widths, numbers, strict=True)]
            click.echo("  ".join(parts).rstrip())


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """A row as the lines it takes: long cells go on below themselves, broken between words where they can be."""
    columns = [_fold(cell, width) for cell, width in zip(row, widths, strict=True)]
    height = max(len(column) for column in columns)
    return [[column[n] if n < len(column) else "" for column in columns] for n in range(height)]


def _fold(text: str, width: int) -> list[str]:
    lines, rest = [], text
    while len(rest) > width:
        cut = rest.rfind(" ", 0, width + 1)
        cut = cut if cut > width // 3 else width
        lines.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*lines, rest]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return clean(value).replace("\n", " ")


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdecimal() or not text
