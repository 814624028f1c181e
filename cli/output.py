"""What reaches the terminal: tables, JSON, colour, and nothing that could command it."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

WIDTH = 80
NARROWEST = 5
FULL, EMPTY = "●", "○"
GLUE = "\N{NO-BREAK SPACE}"
"""Keeps a unit and its dots on one line."""
COMMANDING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that move a cursor, change colours, break a line, or turn the direction of what follows."""

STAND_INS = {
    "●": "*", "○": "o", "→": "->", "…": "...", "✗": "x", "×": "x", "†": "+", "°": "'", "±": "+-", "·": "-",
    "—": "-", "–": "-", "−": "-", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‹": "<", "›": ">",
}  # fmt: skip
"""What is written where an encoding lacks a sign."""
PLAIN = "wardiary-plain"
"""The way of encoding that writes stand-ins instead of failing."""
PLAIN_ASCII = "wardiary_ascii"
"""ASCII by another name."""


class Painted(str):
    """Text that is clean already and may hold colours of our own."""


def clean(text: object) -> str:
    """One line of text that commands nothing.

    Names and notes come from other people's files; control characters in them are shown as U+FFFD, line ends as spaces.
    """
    return "".join(" " if c in "\t\n" else "\ufffd" if unicodedata.category(c) in COMMANDING else c for c in str(text))


def paint(text: object, **style: Any) -> Painted:
    """Text with a colour or weight; it is taken off again where none is wanted."""
    return Painted(click.style(clean(text), **style))


def say(*parts: object) -> None:
    """A line of data, to stdout."""
    click.echo("".join(part if isinstance(part, Painted) else clean(part) for part in parts))


def talk(text: object) -> None:
    """What is said to the person, to stderr."""
    for line in [text] if isinstance(text, Painted) else map(clean, str(text).split("\n")):
        click.echo(line, err=True)


def folded(text: object, first: str = "", rest: str = "") -> list[str]:
    """A sentence as lines that fit a screen."""
    return textwrap.wrap(clean(text), WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def listed(head: str, items: Iterable[str], rest: str) -> list[str]:
    """Names after a heading, as lines that fit a screen; none is broken in the middle."""
    words = ", ".join(item.replace(" ", GLUE) for item in items)
    return [line.replace(GLUE, " ") for line in folded(f"{head}{words}", rest=rest)]


DOTS = 20


def dots(have: int, full: int) -> str:
    """A step a dot; the lost ones hollow. More than a row of dots can show are a number."""
    if max(have, full) > DOTS:
        return f"{have} of {full}"
    return FULL * have + EMPTY * max(0, full - have)


# ---- what a terminal, or whatever stands in its place, can show ----


def fit_streams() -> None:
    """Lets stdout and stderr write everything in the encoding they have, with stand-ins for what it lacks.

    Windows gives a pipe or a file an old code page, which has no ● and no →.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=PLAIN_ASCII if is_ascii else stream.encoding, errors=PLAIN)


def shown(text: str) -> str:
    """Text as stdout will show it, for those who write to the terminal past it."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, PLAIN).decode(encoding)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of characters that an encoding lacks: the stand-in, the letter without its accent, else a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    there = error.object[error.start : error.end]
    return "".join(STAND_INS.get(c) or unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode() or "?" for c in there), error.end


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under a name of our own: by its name click takes it for a mistake, and writes UTF-8 instead."""
    ascii_ = codecs.lookup("ascii")
    if name != PLAIN_ASCII:
        return None
    return codecs.CodecInfo(
        ascii_.encode, ascii_.decode, ascii_.streamreader, ascii_.streamwriter, ascii_.incrementalencoder, ascii_.incrementaldecoder, PLAIN_ASCII
    )


codecs.register_error(PLAIN, _stand_in)
codecs.register(_plain_ascii)


def on_terminal() -> bool:
    return sys.stdout.isatty()


def colour_wanted(choice: str) -> bool | None:
    """What --color means for click: yes, no, or on a terminal only."""
    if choice == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return choice == "always"


def dump(data: object) -> None:
    """JSON, to stdout: one document, sorted as it was made."""
    click.echo(json.dumps(data, ensure_ascii=True, indent=2, default=_plain))


def _plain(value: object) -> object:
    dump_model = getattr(value, "model_dump", None)
    return dump_model(mode="json") if dump_model else str(value)


def print_table(columns: Sequence[str], rows: Iterable[Mapping[str, object]], width: int = 0) -> None:
    """Rows under their columns, cut to the terminal's width; a column that says nothing anywhere is left out."""
    shown = [[_cell(row.get(column)) for column in columns] for row in rows]
    if not shown:
        talk("nothing yet")
        return
    kept = [n for n in range(len(columns)) if any(row[n] for row in shown)]
    heads = [clean(columns[n].replace("_", " ")) for n in kept]
    cells = [[row[n] for n in kept] for row in shown]
    widths = [max(len(heads[n]), *(len(row[n]) for row in cells)) for n in range(len(heads))]
    limit = width or (os.get_terminal_size(sys.stdout.fileno()).columns if on_terminal() else WIDTH)
    while sum(widths) + 2 * (len(widths) - 1) > limit:
        widest = max(range(len(widths)), key=lambda n: widths[n])
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    numbers = [all(_is_number(row[n]) for row in cells) for n in range(len(heads))]
    for row in [heads, *cells]:
        for line in _wrapped(row, widths):
            parts = [part.rjust(w) if number else part.ljust(w) for part, w, number in zip(line, widths, numbers, strict=True)]
            say("  ".join(parts).rstrip())


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


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return clean(value)


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdecimal() or not text


def cut(text: str, width: int) -> str:
    """Text that is no longer than a width."""
    text = clean(text)
    return text if len(text) <= width else text[: width - 1] + "…"
