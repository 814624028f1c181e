"""What an after-action report holds, before anybody decides how it looks. Every figure knows the entries behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from projections.signs import Stack


class Figure(NamedTuple):
    """A number or short text of the report, and the versions of the entries it is worked out from."""

    value: str
    entries: tuple[int, ...] = ()


Cell = str | Figure


class StoryLine(NamedTuple):
    """A sentence or short paragraph of the story, and the entries it tells.

    `kind`: story, note, photo, ruling, irregular, adjusted, taken-back, dispute, result.
    """

    words: str
    entries: tuple[int, ...] = ()
    kind: str = "story"
    side: str = ""
    file: str = ""
    digest: str = ""
    """Of a photograph: its file's name, and the SHA-256 of its bytes."""


class Inline(NamedTuple):
    """A piece of a paragraph that its writer wrote."""

    kind: str
    """text, code, or the end of a line: break; around others: strong, em, link."""
    words: str = ""
    inside: tuple[Inline, ...] = ()
    to: str = ""
    """Where a link leads."""


class Block(NamedTuple):
    """A paragraph or the like that the report's writer wrote."""

    kind: str
    """paragraph, heading, code, rule; around other blocks: quote, bullets, numbers, item."""
    inline: tuple[Inline, ...] = ()
    code: str = ""
    """Lines of it, where it is code."""
    number: int = 0
    """The level of a heading; the first number of a list."""
    blocks: tuple[Block, ...] = ()


class Picture(NamedTuple):
    """A drawing as SVG, with what it shows in words."""

    title: str
    svg: str
    alt: str
    part: str = ""
    """Which part of a larger drawing it is."""
    words: tuple[tuple[str, str], ...] = ()
    """What stands below it as text: headings, and all there is to say of each."""
    stacks: tuple[Stack, ...] = ()
    """Of a map: where several units stand, for a page on which they can be looked at."""
    series: str = ""
    """Of a chart over time: the title of what it shows."""


class ReportTable(NamedTuple):
    """Rows under columns; `about` says in a sentence what they are."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    about: str = ""
    is_record: bool = False
    """The table of all entries, to which the others lead."""
    in_story: bool = False
    """Whether the story leaves to it what it shows: a brief report has it, too."""


class Point(NamedTuple):
    """A value a series had from an entry on."""

    version: int
    moment: str
    value: float


class Series(NamedTuple):
    """How something went over the game: victory points or steps lost of a side."""

    name: str
    side: str
    points: tuple[Point, ...]


class Swing(NamedTuple):
    """A turning point: what one declaration changed of what the game is about."""

    words: str
    moment: str
    head: Figure
    """As a headline, and the entries behind it."""
    entries: tuple[int, ...]
    pictures: tuple[Picture, ...] = ()
    """Where it turned."""


@dataclass(frozen=True)
class Chapter:
    """A turn: what happened, the situation at its end, and what it cost."""

    title: str
    lines: tuple[StoryLine, ...]
    pictures: tuple[Picture, ...] = ()
    """The situation at its end."""
    details: tuple[Picture, ...] = ()
    """Parts of it with every counter, for those who want to follow the moves."""
    figures: tuple[tuple[str, Figure], ...] = ()
    headline: str = ""
    """What it brought, in a few words."""


@dataclass(frozen=True)
class Report:
    """The whole report, as one audience may read it."""

    title: str
    game: str
    system: str
    scenario: str
    audience: str
    players: tuple[tuple[str, str], ...]
    played: str
    """When and how long it was played, in words."""
    rules: str
    readings: tuple[str, ...]
    result: StoryLine
    head: str
    """The seal of the last entry told."""
    last: int
    headline: str = ""
    """What it came to, in a few words."""
    course: tuple[StoryLine, ...] = ()
    """How it came, in three sentences."""
    curve: Picture | None = None
    """The chart that decided it."""
    situation: tuple[Picture, ...] = ()
    """The last map, which its turn has too."""
    chapters: tuple[Chapter, ...] = ()
    series: tuple[tuple[str, tuple[Series, ...]], ...] = ()
    """Charts over time: a title, and a series for each side."""
    pictures: tuple[Picture, ...] = ()
    """Charts, drawn."""
    swings: tuple[Swing, ...] = ()
    tables: tuple[ReportTable, ...] = ()
    """Losses, fire, luck, services, in the order of the report."""
    disputes: tuple[StoryLine, ...] = ()
    appendix: tuple[ReportTable, ...] = field(default=())
    """Every roll and draw."""
    blurb: tuple[Block, ...] = ()
    """What its writer says before the story."""
    left_out: tuple[str, ...] = ()
    """What its writer left out, in words."""
    mended: tuple[str, ...] = ()
    """What its writer says otherwise than the record, in words."""
    unplayed: tuple[str, ...] = ()
    """Sides of the game that nobody plays."""
    is_titled: bool = True
    """Whether it has a title of its own, and is not called by what is played."""

    @property
    def disputes_title(self) -> str:
        """The heading over what was disputed, ruled and taken back; what was taken back alone has one of its own."""
        return "Disputes and rulings" if {line.kind for line in self.disputes} - {"taken-back"} else "Take-backs"

    @property
    def kicker(self) -> str:
        """What is played, as far as that is not the title."""
        return " · ".join(filter(None, ((self.system or self.game) if self.is_titled else "", self.scenario)))
