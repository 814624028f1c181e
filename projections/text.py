"""Text for a screen: clean, in one line or folded, with removable colours of our own."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import click

WIDTH = 80
"""The default width of a screen in columns."""
WIDEST, NARROWEST = 100, 40
"""The limits of the width to which sentences are folded."""
FULL, EMPTY = "●", "○"
GLUE = "\N{NO-BREAK SPACE}"
"""A blank that keeps a unit and its dots on one line."""
COMMANDING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that move a cursor, change colours, break a line, or turn the direction of text."""


class Painted(str):
    """Clean text that may hold colours of our own."""


def clean(text: object) -> str:
    """One line of text without commanding characters.

    Names and notes come from other people's files. Their control characters are shown as U+FFFD, their line ends as
    spaces.
    """
    return "".join(" " if c in "\t\n" else "\ufffd" if unicodedata.category(c) in COMMANDING else c for c in str(text))


def paint(text: object, **style: Any) -> Painted:
    """Text with a colour or weight, which is removed again if colours are not wanted."""
    return Painted(click.style(clean(text), **style))


def greyed(line: str, begins: str) -> tuple[str, ...]:
    """A line in parts, what begins so and ends with the next parenthesis in grey."""
    before, sign, rest = line.partition(begins)
    aside, close, after = rest.partition(")")
    return (before, paint(f"{sign}{aside}{close}", dim=True), after) if sign else (line,)


_measured: list[Callable[[], int]] = []


def measured_by(columns: Callable[[], int]) -> None:
    """Sets the function that measures the screen's columns each time something is folded."""
    _measured[:] = [columns]


_elsewhere = ContextVar("elsewhere", default=0)


@contextmanager
def folded_to(columns: int) -> Iterator[None]:
    """While something is put into lines that are shown elsewhere than on this program's screen."""
    before = _elsewhere.set(columns)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def width() -> int:
    """The width to which text is folded for the screen."""
    measured = min(WIDEST, max(NARROWEST, _measured[0]())) if _measured else WIDTH
    return _elsewhere.get() or measured


def folded(text: object, first: str = "", rest: str = "") -> list[str]:
    """A sentence as lines that fit a screen."""
    return textwrap.wrap(clean(text), width(), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def folded_list(head: str, items: Iterable[str], rest: str) -> list[str]:
    """Names after a heading, as lines that fit a screen. No name is broken in the middle."""
    words = ", ".join(item.replace(" ", GLUE) for item in items)
    return [line.replace(GLUE, " ") for line in folded(f"{head}{words}", rest=rest)]


def headed(head: str, items: Iterable[str], wide: int = 12) -> list[str]:
    """Names beside a heading in a column of its own."""
    return folded_list(f"{head:<{wide}} ", items, " " * (wide + 1))


DOTS = 20


def dots(have: int, full: int) -> str:
    """Steps as dots, the lost ones hollow. More than fit in a row are told as a number."""
    if max(have, full) > DOTS:
        return f"{have} of {full}"
    return FULL * have + EMPTY * max(0, full - have)


def cut(text: str, width: int) -> str:
    """A text cut to a width."""
    text = clean(text)
    return text if len(text) <= width else text[: width - 1] + "…"
