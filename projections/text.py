"""Text for a screen: clean, of one line or folded into several, with colours of our own that can be taken off again."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

import click

WIDTH = 80
"""Columns of a screen that nobody measures."""
WIDEST, NARROWEST = 100, 40
"""Between so many columns a sentence is folded, however wide the screen is."""
FULL, EMPTY = "●", "○"
GLUE = "\N{NO-BREAK SPACE}"
"""Keeps a unit and its dots on one line."""
COMMANDING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that move a cursor, change colours, break a line, or turn the direction of what follows."""


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


_measured: list[Callable[[], int]] = []


def measured_by(columns: Callable[[], int]) -> None:
    """From now on a screen has so many columns, measured each time something is folded for it."""
    _measured[:] = [columns]


def width() -> int:
    """The columns that what is folded for the screen has."""
    return min(WIDEST, max(NARROWEST, _measured[0]())) if _measured else WIDTH


def folded(text: object, first: str = "", rest: str = "") -> list[str]:
    """A sentence as lines that fit a screen."""
    return textwrap.wrap(clean(text), width(), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def listed(head: str, items: Iterable[str], rest: str) -> list[str]:
    """Names after a heading, as lines that fit a screen; none is broken in the middle."""
    words = ", ".join(item.replace(" ", GLUE) for item in items)
    return [line.replace(GLUE, " ") for line in folded(f"{head}{words}", rest=rest)]


def headed(head: str, items: Iterable[str], wide: int = 12) -> list[str]:
    """Names beside a heading in a column of its own."""
    return listed(f"{head:<{wide}} ", items, " " * (wide + 1))


DOTS = 20


def dots(have: int, full: int) -> str:
    """A step a dot; the lost ones hollow. More than a row of dots can show are a number."""
    if max(have, full) > DOTS:
        return f"{have} of {full}"
    return FULL * have + EMPTY * max(0, full - have)


def cut(text: str, width: int) -> str:
    """Text that is no longer than a width."""
    text = clean(text)
    return text if len(text) <= width else text[: width - 1] + "…"
