"""The report as Markdown, its pictures in files beside it: for a forum, a blog or a repository.

Names and notes come from other people: whatever the template writes is escaped, unless it was built here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from projections.report.charts import letter
from projections.report.columns import numeric
from projections.report.every_form import KINDS, SourceNote, Telling, entry_runs, image_kind, text_of, tiles, told_runs
from projections.report.model import Cell, Figure, Picture, Report, ReportTable, StoryLine
from projections.report.post_blurb import markdown_of

SPECIAL = re.compile(r"[\\`*\[\]{}|~$]|(?<![^\W_])_|_(?![^\W_])|(?<=\])\(")
"""What would be Markdown anywhere in a line. Between letters `_` is itself, which leaves addresses whole."""
LEADING = re.compile(r"[-+=#](?=[-=#\s]|$)|\d{1,9}(?=[.)](?:\s|$))")
"""What would begin a heading or a list."""
ENTITY = re.compile(r"&(?=#?\w+;)")
OURS = re.compile(
    r"((?:turn|point)-\d+-(part-)?\d+|chart-\d+)-([0-9a-f]{8})\.(svg|png)|preview-[0-9a-f]{8}\.png|photo-[0-9a-f]{12}\.\w+"
)
"""The names of the files beside a post, after what they begin with."""


def post(report: Report, photos: Mapping[str, bytes] | None = None, before: str = "") -> tuple[str, dict[str, str]]:
    """The text, and the pictures by the file names it gives them, which begin with `before`.

    Photographs at hand are shown under the names `photo_files` gives them.
    """
    view = Post(report, photo_files(report, photos or {}, before), before)
    text = _template().render(report=report, view=view, KINDS=KINDS)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", view.files


def photo_files(report: Report, photos: Mapping[str, bytes], before: str = "") -> dict[str, str]:
    """By its digest, the name of the file for each photograph of the report that is at hand and that browsers can
    show."""
    digests = dict.fromkeys(
        line.digest for chapter in report.chapters for line in chapter.lines if line.kind == "photo"
    )
    kinds = {digest: image_kind(photos.get(digest, b"")) for digest in digests}
    return {digest: f"{before}photo-{digest[:12]}.{kind}" for digest, kind in kinds.items() if kind}


@cache
def _template() -> Template:
    environment = Environment(  # Markdown, not HTML: `finalize` escapes every value in its place
        loader=PackageLoader("projections.report"),
        autoescape=False,
        finalize=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("post.md.j2")


def escaped(value: Any) -> str:
    """Text that Markdown shows as it stands, in one line; what was built here is left as it is."""
    if isinstance(value, Markup):
        return str(value)
    text = " ".join(str(value).split())
    leading = LEADING.match(text)
    text = SPECIAL.sub(r"\\\g<0>", ENTITY.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;"))
    if leading:
        text = leading[0] + "\\" + text[leading.end() :] if leading[0].isdigit() else "\\" + text
    return text


class Post(Telling):
    """What the template asks for."""

    def __init__(self, report: Report, photos: Mapping[str, str], before: str) -> None:
        super().__init__(report)
        self.photos, self.before = photos, before
        self.files: dict[str, str] = {}

    def refs(self, entries: Iterable[int]) -> Markup:
        """A link to entries, which leads to the first of them, in brackets; "" for none."""
        linked = self.entries(entries, told_runs)
        return Markup(f" ({linked})" if linked else "")

    def entries(self, entries: Iterable[int], runs: Callable[..., Iterable[tuple[int, int]]] = entry_runs) -> Markup:
        entries = sorted(set(entries))
        if not entries:
            return Markup("")
        self.cited.update(entries)
        words = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs(entries))
        return Markup(f"[{words}](#e{entries[0]})")

    def cell(self, cell: Cell) -> Markup:
        """A text, or a figure that leads to its entry, or to the note that lists its entries."""
        said = escaped(text_of(cell))
        source = self.source(cell) if said else ""
        return Markup(f"[{said}](#{source})" if source else said)

    def sources(self, note: SourceNote) -> Markup:
        """The place of a note that links lead to, what the figures are that rest on it, and their entries."""
        of = "; ".join(f"**{escaped(value)}** {escaped(called)}".rstrip() for value, called in self.figures_of(note))
        return Markup(f'<a id="s{note.number}"></a>s{note.number}: {of}, from {self.entries(note.entries)}')

    def table(self, table: ReportTable) -> Markup:
        return Markup("\n".join(self._table(table.columns, numeric(table), ((0, row) for row in table.rows))))

    def listing(self, at: int) -> Markup:
        """A table of the appendix, with the places that links lead to; of a row one cell is a link, and a moment is
        said once."""
        table, rows = self.appendix[at]
        moment = (
            [column.casefold() for column in table.columns].index("moment")
            if "moment" in map(str.casefold, table.columns)
            else -1
        )
        shown: list[tuple[int, tuple[Cell, ...]]] = []
        before: Cell = ""
        for entry, cells in rows:
            plain = [
                text_of(cell) if n and isinstance(cell, Figure) and len(set(cell.entries)) < 2 else cell
                for n, cell in enumerate(cells)
            ]
            if 0 < moment < len(plain):
                plain[moment], before = "" if plain[moment] == before else plain[moment], plain[moment]
            shown.append((entry, tuple(plain)))
        return Markup("\n".join(self._table(table.columns, numeric(table), shown)))

    def linked_to(self) -> Markup:
        """What is linked to and stands in no table of the appendix."""
        rows = self.also()
        return Markup("\n".join(self._table(("Entry", "What it tells"), [True, False], rows)) if rows else "")

    def _table(
        self, columns: Iterable[str], numbers: list[bool], rows: Iterable[tuple[int, tuple[Cell, ...]]]
    ) -> Iterator[str]:
        yield "| " + " | ".join(escaped(column) or " " for column in columns) + " |"
        yield "|" + "|".join(" ---: " if number else " --- " for number in numbers) + "|"
        for entry, cells in rows:
            place = Markup(f'<a id="e{entry}"></a>{escaped(text_of(cells[0]))}') if entry else self.cell(cells[0])
            said = [place, *map(self.cell, cells[1:])]
            yield "| " + " | ".join(said) + " |"

    def who(self, line: StoryLine) -> str:
        """Whose words these are."""
        return self.names.get(line.side, "") or line.side

    def picture(self, picture: Picture, name: str) -> Markup:
        """A drawing, which goes into a file of that name."""
        return Markup(f"![{escaped(picture.alt or picture.title)}]({self._kept(picture, name)})")

    def linked(self, picture: Picture, name: str) -> Markup:
        """The same without showing it: a link with the name of its part."""
        return Markup(f"[{escaped(picture.part)}]({self._kept(picture, name)})")

    def _kept(self, picture: Picture, name: str) -> str:
        """The address of the file a drawing goes into."""
        file = f"{self.before}{name}-{sha256(picture.svg.encode()).hexdigest()[:8]}.svg"
        self.files[file] = picture.svg
        return quote(file)

    def foreword(self) -> Markup:
        """What the writer says before the story."""
        return Markup(markdown_of(self.report.blurb, escaped))

    def tiles(self, figures: Iterable[tuple[str, Figure]]) -> list[tuple[str, list[tuple[str, Figure]]]]:
        """What a turn cost and gained each side, a row for each."""
        return tiles(self.report, figures)

    def letter(self, at: int) -> str:
        """The letter of a turning point, as on the charts."""
        return letter(at)

    def photo(self, line: StoryLine) -> Markup:
        name = self.photos.get(line.digest)
        return Markup(f"![{escaped(line.words or line.file)}]({quote(name)})") if name else Markup("")
