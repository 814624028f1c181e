"""Upper limits for everything that comes from outside. Anything larger is refused in one line, before it costs time or
memory.

docs/limits.md lists them. tests/bad_input/test_limits.py tries each: the limit passes, one more does not.
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
"""Characters of a line; bytes of a line of a `.jsonl`."""
BEGINNING = 1_000_000
"""Bytes of the lines of a `.jsonl` that hold a game's beginning, with the pack."""
LINES = 100_000
"""Lines of a `.diary`, or of a text that is played."""
ENTRIES = 100_000
"""Entries of a game."""

# ---- values ----

DEEP = 40
"""Maximum depth of nested JSON."""
DIGITS = 9
"""Digits of a number."""
COUNT = 99
"""Largest count on counters, maps and tracks, and largest printed rating."""
SCORE = 9_999
"""Largest victory point total, positive or negative."""
DICE = 200
"""Dice of one roll."""
FACES = 100
"""Faces of a die."""

# ---- words ----

NAME = 80
"""Characters of the name of a game, player or row of a chart, of a title, of a text in a chart."""
NOTE = 4_000
"""Characters of a note."""
REASON = 1_000
"""Characters of a reason, or of a photograph's caption."""
FILE_NAME = 255
"""Characters of a photograph's file name."""

# ---- what a report's writer adds ----

TITLE = 200
"""Characters of a report's title."""
BLURB = 10_000
"""Characters of the Markdown a report begins with."""
BLURB_DEEP = 12
"""Its lists, their items, quotes, links and emphasis in each other."""
ADDRESS = 2_000
"""Characters of the address of a report's page."""

# ---- photographs ----

PHOTOGRAPH = 200_000_000
"""Bytes of a photograph's file."""
PICTURE = 64_000_000
"""Bytes of a photograph that a report shows."""
PIXELS = 128_000_000
"""Pixels of a JPEG as cameras write it, which is read at a fraction of its size."""
PIXELS_PROGRESSIVE = 25_000_000
"""Pixels of a progressive JPEG, whose coefficients are held whole."""
PIXELS_AT_ONCE = 12_500_000
"""Pixels of a PNG, WebP, GIF, TIFF or BMP, which is held whole, and several times over."""

# ---- phones at a table ----

TAP = 64_000
"""Bytes of what a phone sends at once, photographs aside."""
PHONES = 24
"""Phones of the sides at one table, those that play all of them included."""
SPECTATORS = 200
"""Phones of spectators at one table."""
STREAMS = 240
"""Pages that are told at once what happens, at all tables together."""
PAGES = 8
"""Pages of one phone that are told so."""
TRIES = 10
"""Wrong codes in a minute, after which nobody joins for a minute."""
BURST = 80
"""Requests of one phone at once. It may send half as many again a second later."""

# ---- packs and cases ----

TOML = 400_000
"""Bytes of a pack, a case or a table of a pack."""
KEYS = 4
"""Parts of a key, as in `[units.INF1]`. The time to read one grows with the square of their number."""
ROWS = 1_000
"""Rows of a chart."""
NAMED = 100_000
"""Rows that the lines of a pack name, counted each time."""
MISTAKES = 20
"""Mistakes that are named in the lines of a pack at once."""
LIST = 500
"""Values of a list in a row; hexes that its runs expand to."""


@dataclass(frozen=True, repr=False)
class Bounds:
    """Bounds of a number that comes from outside, both inclusive (`domain.kernel.state.beyond`).

    Pydantic does not check them: a recorded value is always folded, or games older than the bounds would not open.
    """

    least: int
    most: int


@dataclass(frozen=True, repr=False)
class Longest:
    """Maximum length of the texts in a field, at any depth, when they come from outside. `what` names one in
    messages."""

    what: str
    most: int


@dataclass(frozen=True, repr=False)
class Most:
    """Maximum number of values in a field, when they come from outside. `what` names them in messages."""

    what: str
    most: int


Reason = Annotated[str, Longest("a reason", REASON)]
"""The table's reason for something."""
Count = Annotated[int, Bounds(0, COUNT)]
"""A count or a rating: it is shown as dots, rolled as dice, or gone through one by one."""
Score = Annotated[int, Bounds(-SCORE, SCORE)]
"""Victory points."""
