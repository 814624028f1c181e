"""Output to the terminal: tables, JSON, colour, and nothing that could command it."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

import click

from projections.text import GLUE as GLUE
from projections.text import WIDTH as WIDTH
from projections.text import Painted as Painted
from projections.text import clean as clean
from projections.text import cut as cut
from projections.text import dots as dots
from projections.text import folded as folded
from projections.text import folded_list as folded_list
from projections.text import measured_by
from projections.text import paint as paint
from projections.text import width as width

STAND_INS = {
    "●": "*", "○": "o", "→": "->", "…": "...", "✗": "x", "×": "x", "†": "+", "°": "'", "±": "+-", "·": "-", "—": "-",
    "–": "-", "−": "-", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‹": "<", "›": ">",
}  # fmt: skip
"""The replacements for signs that an encoding lacks."""
PLAIN = "wardiary-plain"
"""The name of the error handler that writes replacements instead of failing."""
PLAIN_ASCII = "wardiary_ascii"
"""ASCII by another name."""


class Enough(Exception):
    """The person reading by the screen has read enough."""


_read_by: list[Reader] = []
"""The reader of the present output, if it is shown by the screen."""


class Reader:
    """A reader at a terminal who gets one screen of text at a time."""

    MORE = "-- more: Enter goes on, q leaves it --"
    KEPT = 5
    """Lines of the screen left free: the status line, the prompt, and one line of the former text."""

    def __init__(self) -> None:
        self.left = self.screen()

    def screen(self) -> int:
        return max(5, os.get_terminal_size(sys.stdout.fileno()).lines - self.KEPT)

    def takes(self, line: str) -> None:
        """Makes room for a line. Raises Enough if no more is wanted."""
        takes = 1 + (len(line) - 1) // screen_columns() if line else 1
        if takes > self.left:
            self._wait_for_key()
            self.left = self.screen()
        self.left -= takes

    def _wait_for_key(self) -> None:
        click.echo(self.MORE, nl=False, err=True)
        try:
            key = click.getchar()
        except (KeyboardInterrupt, EOFError):
            key = "q"
        click.echo("\r" + " " * len(self.MORE) + "\r", nl=False, err=True)
        if key in ("q", "Q"):
            raise Enough


@contextmanager
def by_the_screen() -> Iterator[None]:
    """Shows the output within it by the screen, if there is a terminal."""
    if not (on_terminal() and sys.stdin.isatty()):
        yield
        return
    _read_by[:] = [Reader()]
    try:
        with suppress(Enough):
            yield
    finally:
        _read_by.clear()


def print_line(*parts: object) -> None:
    """Prints a line of data to stdout."""
    line = "".join(part if isinstance(part, Painted) else clean(part) for part in parts)
    for reader in _read_by:
        reader.takes(click.unstyle(line))
    click.echo(line)


def print_lines(lines: Iterable[str]) -> None:
    """Prints lines of data to stdout."""
    for text in lines:
        print_line(text)


def print_screen(name: str, version: int, lines: Iterable[str]) -> None:
    """Prints where a game stands, under its name."""
    print_line(f"{name}, entry {version}")
    print_lines(lines)


def talk(text: object) -> None:
    """Prints a message to the person, on stderr."""
    for line in [text] if isinstance(text, Painted) else map(clean, str(text).split("\n")):
        for reader in _read_by:
            reader.takes(click.unstyle(line))
        click.echo(line, err=True)


SILENT = 5.0
"""Seconds of silence after which it is said how far long work has come."""


class Paced:
    """Says how far long work has come, now and then; nothing of work that is soon done."""

    def __init__(self, words: str) -> None:
        """`words` say it, with `done` and `of` in braces."""
        self.words, self.told = words, monotonic()

    def __call__(self, done: int, of: int) -> None:
        if monotonic() - self.told > SILENT:
            talk(self.words.format(done=done, of=of))
            self.told = monotonic()


# ---- what a terminal, or whatever stands in its place, can show ----


def fit_streams() -> None:
    """Lets stdout and stderr write everything in their encodings, with replacements for missing signs.

    Windows gives a pipe or a file an old code page, which has no ● and no →.
    """
    measured_by(screen_columns)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=PLAIN_ASCII if is_ascii else stream.encoding, errors=PLAIN)


def as_on_screen(text: str) -> str:
    """A text as stdout will show it, for code that writes to the terminal directly."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, PLAIN).decode(encoding)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """The replacement for characters that an encoding lacks: a stand-in, the letter without its accent, else a question
    mark.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    there = error.object[error.start : error.end]
    return "".join(
        STAND_INS.get(c) or unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode() or "?" for c in there
    ), error.end


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under our own name. click takes its real name for a mistake, and writes UTF-8 instead."""
    ascii_ = codecs.lookup("ascii")
    if name != PLAIN_ASCII:
        return None
    return codecs.CodecInfo(
        ascii_.encode,
        ascii_.decode,
        ascii_.streamreader,
        ascii_.streamwriter,
        ascii_.incrementalencoder,
        ascii_.incrementaldecoder,
        PLAIN_ASCII,
    )


codecs.register_error(PLAIN, _stand_in)
codecs.register(_plain_ascii)


def on_terminal() -> bool:
    return sys.stdout.isatty()


def screen_columns() -> int:
    """The columns of the terminal; without one, those of a page."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH if on_terminal() else WIDTH
    except (OSError, ValueError):
        return WIDTH


def colour_wanted(choice: str) -> bool | None:
    """The meaning of --color for click: True, False, or None for terminals only."""
    if choice == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return choice == "always"


def dump(data: object) -> None:
    """Prints one JSON document to stdout, with its keys in their original order."""
    click.echo(json.dumps(data, ensure_ascii=True, indent=2, default=_plain))


def _plain(value: object) -> object:
    dump_model = getattr(value, "model_dump", None)
    return dump_model(mode="json") if dump_model else str(value)


def print_table(heads_of: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Prints rows under their columns, no wider than the terminal. Empty columns are left out.

    Long cells are folded between words. If not even the longest words fit beside each other, each row becomes a
    paragraph.
    """
    shown = [[_cell(row.get(column)) for column in heads_of] for row in rows]
    if not shown:
        talk("nothing yet")
        return
    kept = [n for n in range(len(heads_of)) if any(row[n] for row in shown)]
    heads = [clean(heads_of[n].replace("_", " ")) for n in kept]
    cells = [[row[n] for n in kept] for row in shown]
    widths = _widths([heads, *cells])
    if not widths:
        _print_paragraphs(heads, cells)
        return
    numbers = [all(_is_number(row[n]) for row in cells) for n in range(len(heads))]
    for row in [heads, *cells]:
        for line in _wrapped(row, widths):
            parts = [
                part.rjust(w) if number else part.ljust(w)
                for part, w, number in zip(line, widths, numbers, strict=True)
            ]
            print_line("  ".join(parts).rstrip())


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The widths of columns, as wide as their contents or as narrow as the terminal demands; empty if a word would be
    split.
    """
    columns_of = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns_of]
    least = [max(len(word) for cell in column for word in _words(cell)) for column in columns_of]
    while (over := sum(widths) + 2 * (len(widths) - 1) - screen_columns()) > 0:
        able = [n for n in range(len(widths)) if widths[n] > least[n]]
        if not able:
            return []
        widest = max(able, key=lambda n: widths[n])
        others = max((widths[n] for n in able if n != widest), default=0)
        widths[widest] = max(least[widest], others - 1, widths[widest] - over)
    return widths


def _print_paragraphs(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> None:
    """Prints rows as paragraphs, each value with the name of its column."""
    for row in cells:
        told = [f"{head} {cell}".replace(" ", GLUE, 1) for head, cell in zip(heads, row, strict=True) if cell]
        first, *others = _fold(" · ".join(told), screen_columns() - 2)
        for line in (first, *(f"  {other}" for other in others)):
            print_line(line.replace(GLUE, " "))


def _words(cell: str) -> list[str]:
    """The parts of a cell that are never split: words, and the parts between commas."""
    return [word.rstrip() for word in re.split(r"(?<=[ ,])", cell)]


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """A row as its lines on the screen: long cells are folded."""
    columns_of = [_fold(cell, width) for cell, width in zip(row, widths, strict=True)]
    height = max(len(column) for column in columns_of)
    return [[column[n] if n < len(column) else "" for column in columns_of] for n in range(height)]


def _fold(text: str, width: int) -> list[str]:
    """A cell folded to a width that holds its longest word."""
    lines = [""]
    for piece in re.split(r"(?<=[ ,])", text):
        if len(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return clean(value)


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdecimal() or not text
