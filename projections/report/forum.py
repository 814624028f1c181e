"""The report as BBCode for a forum, as BoardGameGeek takes it: bold, slanted, sizes, quotes, type of one width, hidden
parts, links. There are no headings, tables or lists: sizes, lines and bullets stand for them. Pictures are PNG files
beside the text.

Names and notes come from other people. A forum has no sign that makes a bracket harmless everywhere, so the square
brackets in their words become round ones: no word of theirs is a tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from projections.report.charts import letter
from projections.report.columns import numeric
from projections.report.every_form import (
    KINDS,
    LABELS,
    appendix_rows,
    entry_runs,
    figures_called,
    record_lines,
    text_of,
    tiles,
    told_runs,
)
from projections.report.model import Block, Figure, Inline, Picture, Report, ReportTable, StoryLine
from projections.report.post import photo_files
from projections.report.preview import file_beside
from projections.text import clean

ROUND = str.maketrans({"[": "(", "]": ")", "<": "‹"})
"""What is or may become a tag; behind "<" the forum throws the rest of a post away."""
ENTITY = re.compile(r"&(?=#?\w+;)")
WIDE = 76
"""Letters of a table's row up to which it is set in type of one width."""
PARTS = "parts of maps with every counter"
HEADINGS = (24, 18, 14)
TAGS = {"strong": ("[b]", "[/b]"), "em": ("[i]", "[/i]")}


def forum_post(
    report: Report, photos: Mapping[str, bytes] | None = None, before: str = "", address: str = ""
) -> tuple[str, dict[str, str]]:
    """The text, and its drawings by the names of the PNG files it gives them, which begin with `before`.

    With the address of the folder that they will lie in, the text shows them; else it names each where it belongs.
    """
    if any(chapter.details for chapter in report.chapters):
        report = replace(report, left_out=(*report.left_out, PARTS))
    view = Forum(report, photo_files(report, photos or {}, before), before, address)
    text = _template().render(report=report, view=view, KINDS=KINDS)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", view.files


@cache
def _template() -> Template:
    environment = Environment(  # BBCode, not HTML: `finalize` makes every value harmless in its place
        loader=PackageLoader("projections.report"),
        autoescape=False,
        finalize=harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("forum.bb.j2")


def harmless(value: Any) -> str:
    """Text in one line that holds no tag; what was built here is left as it is."""
    return str(value) if isinstance(value, Markup) else _untagged(" ".join(str(value).split()))


def _untagged(text: str) -> str:
    return ENTITY.sub("& ", clean(text).translate(ROUND))


class Forum:
    """What the template asks for."""

    def __init__(self, report: Report, photos: Mapping[str, str], before: str, address: str) -> None:
        self.report, self.photos, self.before, self.address = report, photos, before, address
        self.names = dict(report.players)
        self.files: dict[str, str] = {}
        self.appendix = appendix_rows(report)

    def heading(self, words: str, level: int = 0) -> Markup:
        return Markup(f"[size={HEADINGS[level]}][b]{harmless(words)}[/b][/size]")

    def foreword(self) -> Markup:
        """What the writer says before the story."""
        return Markup("\n\n".join(map(bbcode_of, self.report.blurb)))

    def who(self, line: StoryLine) -> str:
        """Whose words these are."""
        return self.names.get(line.side, "") or line.side

    def letter(self, at: int) -> str:
        """The letter of a turning point, as on the charts."""
        return letter(at)

    def picture(self, picture: Picture, name: str) -> Markup:
        """A drawing, which goes into a file of that name, and what it shows in a line."""
        file = f"{self.before}{name}-{sha256(picture.svg.encode()).hexdigest()[:8]}.png"
        self.files[file] = picture.svg
        return Markup(f"{self._shown(file)}\n[i]{harmless(picture.title)}[/i]")

    def photo(self, line: StoryLine) -> Markup:
        """A photograph at hand; "" for any other."""
        name = self.photos.get(line.digest)
        return self._shown(name) if name else Markup("")

    def _shown(self, file: str) -> Markup:
        """A picture by its address; where it has none, its name, to be put in its place by hand."""
        if self.address:
            return Markup(f"[img]{file_beside(self.address, file)}[/img]")
        return Markup(f"[b]Picture: {harmless(file)}[/b]")

    def tiles(self, figures: Iterable[tuple[str, Figure]]) -> list[tuple[str, list[tuple[str, Figure]]]]:
        """What a turn cost and gained each side, a row for each."""
        return tiles(self.report, figures)

    def table(self, table: ReportTable) -> Markup:
        """Rows under columns in type of one width; where they are too wide for that, a line for each row."""
        rows = [[_untagged(text_of(cell)) for cell in row] for row in table.rows]
        heads = [_untagged(column) for column in table.columns]
        wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        if sum(wide) + 2 * (len(wide) - 1) > WIDE:
            return Markup("\n".join(_as_line(heads, row) for row in rows))
        numbers = numeric(table)
        lines = (
            "  ".join(
                cell.rjust(room) if number else cell.ljust(room)
                for cell, room, number in zip(row, wide, numbers, strict=True)
            ).rstrip()
            for row in (heads, *rows)
        )
        return Markup("[c]" + "\n".join(lines) + "[/c]")

    def records(self) -> Iterator[tuple[ReportTable, list[str]]]:
        """The tables of the record, a line for each row."""
        for table, rows in self.appendix:
            said = record_lines(table, rows)
            yield (
                table,
                [" ".join(filter(None, (one.number, one.moment and f"{one.moment}:", one.words))) for one in said],
            )

    def sources(self) -> Iterator[str]:
        """A line for each figure: what it is called where it stands, and the entries it rests on. Nothing where the
        record is left out."""
        for (entries, value), called in figures_called(self.report, least=1).items() if self.appendix else ():
            told = "; ".join(list(called)[:LABELS])
            yield f"{told}: {value}, from {_runs(entries)}"

    def refs(self, entries: Iterable[int]) -> Markup:
        """Entries of the record that something rests on, in brackets; "" for none, or where the record is left out."""
        runs = _runs(entries, told_runs) if self.appendix else ""
        return Markup(f" ({runs})" if runs else "")


def _runs(entries: Iterable[int], runs: Callable[..., Iterable[tuple[int, int]]] = entry_runs) -> str:
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs(entries))


def _as_line(heads: Sequence[str], row: Sequence[str]) -> str:
    first, *others = row
    told = [f"{head} {cell}" for head, cell in zip(heads[1:], others, strict=True) if cell]
    return " · ".join([f"• [b]{first}[/b]", *told])


# ---- what the writer says before the story ----


def bbcode_of(block: Block, inset: str = "") -> str:
    """A block as BBCode. Each line of a list stands as far in as the list does."""
    inside = [bbcode_of(each, inset + "   " * (block.kind == "item")) for each in block.blocks]
    match block.kind:
        case "heading":
            return f"[size={HEADINGS[1 if block.number < 2 else 2]}][b]{_pieces(block.inline)}[/b][/size]"
        case "code":
            return "[c]" + "\n".join(map(_untagged, block.code.split("\n"))) + "[/c]"
        case "rule":
            return "———"
        case "quote":
            return "[q]" + "\n\n".join(inside) + "[/q]"
        case "bullets":
            return "\n".join(f"{inset}• {item}" for item in inside)
        case "numbers":
            return "\n".join(f"{inset}{number}. {item}" for number, item in enumerate(inside, block.number))
        case "item":
            return "\n".join(inside)
    return _pieces(block.inline)


def _pieces(inline: Sequence[Inline]) -> str:
    return "".join(map(_piece, inline))


def _piece(piece: Inline) -> str:
    match piece.kind:
        case "strong" | "em":
            before, after = TAGS[piece.kind]
            return f"{before}{_pieces(piece.inside)}{after}"
        case "link":
            to = piece.to.replace("[", "%5B").replace("]", "%5D")
            return f"[url={to}]{_pieces(piece.inside)}[/url]"
        case "code":
            return f"[c]{_untagged(piece.words)}[/c]"
        case "break":
            return "\n"
    return _untagged(piece.words)
