"""The most of everything that comes from outside: what is more is refused in one line, before it costs time or memory.

docs/limits.md is their table, and tests/bad_input/test_limits.py tries each: as much passes, one more does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

# ---- files and their lines ----

TEXT = 10_000_000
"""Bytes of a `.diary`, or of any other text that is read whole."""
EXPORT = 64_000_000
"""Bytes of a `.jsonl`."""
LINE = 64_000
"""Characters of a line, bytes of a line of a `.jsonl`."""
BEGINNING = 1_000_000
"""Bytes of the lines of a `.jsonl` that hold a game's beginning, and with it the pack."""
LINES = 100_000
"""Lines of a `.diary`, or of a text that is played."""
ENTRIES = 100_000
"""Entries of a game."""

# ---- values ----

DEEP = 40
"""How deep JSON may be nested."""
DIGITS = 9
"""Digits of a number."""
COUNT = 99
"""What may be counted on counters, maps and tracks, and the ratings printed there."""
SCORE = 9_999
"""Victory points, on either side of nothing."""
DICE = 200
"""Dice of one roll."""

# ---- words ----

NAME = 80
"""Characters of the name of a game, player or row of a chart, of a title, of a text in a chart."""
NOTE = 4_000
"""Characters of a note."""
REASON = 1_000
"""Characters of a reason, or of a photograph's caption."""
FILE_NAME = 255
"""Characters of a photograph's file name."""

# ---- photographs ----

PHOTOGRAPH = 200_000_000
"""Bytes of a photograph's file."""
PICTURE = 64_000_000
"""Bytes of one that a report shows."""
PIXELS = 128_000_000
"""Pixels of a JPEG as cameras write it, which is read at a fraction of its size."""
PIXELS_PROGRESSIVE = 25_000_000
"""Pixels of a progressive JPEG, whose coefficients are held whole."""
PIXELS_AT_ONCE = 12_500_000
"""Pixels of a PNG, WebP, GIF, TIFF or BMP, which is held whole, and more than once."""

# ---- packs and cases ----

TOML = 400_000
"""Bytes of a pack, a case or a table of a pack."""
KEYS = 4
"""Parts of a key, as in `[units.INF1]`: the time to read one grows with their square."""
ROWS = 1_000
"""Rows of a chart."""
LIST = 500
"""Values of a list in a row, and hexes its runs come to."""


@dataclass(frozen=True)
class Bounds:
    """From what to what a number may be, where it comes in from outside (`domain.kernel.state.beyond`).

    Pydantic does not look at it: whatever a record holds is folded, or a game from before there were bounds would not open.
    """

    least: int
    most: int


@dataclass(frozen=True)
class Longest:
    """How many characters the texts of a field have at most, at any depth, and what one is called, where they come in from outside."""

    what: str
    most: int


@dataclass(frozen=True)
class Most:
    """How many values a field holds at most, and what they are called, where they come in from outside."""

    what: str
    most: int


Reason = Annotated[str, Longest("a reason", REASON)]
"""Why the table did something."""
Count = Annotated[int, Bounds(0, COUNT)]
"""How many of something there are, or a rating: what is shown as dots, rolled as dice or gone through one by one."""
Score = Annotated[int, Bounds(-SCORE, SCORE)]
"""Victory points."""
