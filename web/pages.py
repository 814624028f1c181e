"""Pages and their parts, as they are sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from click import unstyle
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from projections.log_lines import LogLine
from web.panel import Panel
from web.served_game import Sight

KINDS = {".js": "text/javascript", ".css": "text/css"}


@dataclass(frozen=True)
class SeatShown:
    """What a page says of the seat it is for."""

    key: str
    """The word by which a page of this seat is known beside its cookie."""
    called: str
    side: str
    """The side it plays; "" for all or none."""
    secure: bool
    """Whether what is typed is encrypted on its way."""
    hides: bool = False
    """Whether its side hides something."""
    shut: tuple[tuple[str, str], ...] = ()
    """The sides whose passphrases are said on this phone, by code and name."""
    waits_for: str = ""
    """The sides whose passphrases others are to say."""


@cache
def environment() -> Environment:
    """The templates; every value is escaped in its place."""
    made = Environment(
        loader=PackageLoader("web", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals.update({name: static_name(file) for name, file in FILES.items()})
    return made


FILES = {"css": "table.css", "script": "table.js", "htmx": "htmx.js"}
"""The static files by what a page calls them. htmx and its extension are one file, so that neither comes before the
other.
"""
JOINED = ("vendored/htmx-4.0.1.min.js", "vendored/hx-sse-4.0.1.min.js")


@cache
def static() -> Mapping[str, tuple[bytes, str]]:
    """Every static file by its name with a digest of its content: the content, and its media type."""
    found = {}
    for name in FILES.values():
        content = _content(name)
        stem, dot, ending = name.rpartition(".")
        found[f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}{dot}{ending}"] = (content, KINDS[dot + ending])
    return found


def static_name(file: str) -> str:
    """The name under which a static file is served."""
    stem, _, ending = file.rpartition(".")
    return next(name for name in static() if name.startswith(f"{stem}.") and name.endswith(ending))


def _content(name: str) -> bytes:
    folder = Path(__file__).with_name("static")
    if name == "htmx.js":
        return b"\n".join((folder / part).read_bytes() for part in JOINED)
    return (folder / name).read_bytes()


def table_page(
    name: str,
    panel: Panel,
    seat: SeatShown,
    log: Sequence[LogLine],
    moment: Sight,
    tables: Iterable[str],
    *,
    invites: bool,
    since: int,
) -> str:
    """The whole page of a seat, which makes sense without a script, too. Its stream tells what happened `since`."""
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            title=f"{name} · {seat.called}",
            name=name,
            panel=panel,
            seat=seat,
            log=log,
            words=in_plain_words(moment.words),
            tables=tables,
            map=Markup(moment.map.svg()) if moment.map else "",
            invites=invites,
            since=since,
        )
    )


def door(why: str = "", *, secure: bool, invited: tuple[str, str] | None = None) -> str:
    """The page on which a code is typed, or which shows one for another phone, with its picture."""
    shown = {"code": invited[0], "picture": Markup(invited[1])} if invited else None
    return environment().get_template("door.html.j2").render(why=why, secure=secure, invited=shown)


def rows_part(name: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """A table of the game."""
    return part("rows", name, columns, [[_shown(row.get(column)) for column in columns] for row in rows])


def _shown(value: object) -> str:
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def alone(name: str, drawn: str) -> str:
    """A part of the page by itself, where no script puts it into place."""
    return environment().get_template("alone.html.j2").render(name=name, drawn=Markup(drawn))


def options(words: Sequence[str]) -> str:
    """Words to be completed, as a list of a form."""
    return str(Markup("").join(Markup('<option value="{}">').format(word) for word in words))


def situation_part(words: Sequence[str]) -> str:
    """The situation in lines."""
    return part("figures", in_plain_words(words))


def in_plain_words(words: Sequence[str]) -> list[str]:
    """Lines of a terminal without their colours."""
    return [unstyle(line) for line in words]


def part(name: str, *values: object) -> str:
    """One part of a page."""
    module: Any = environment().get_template("parts.html.j2").module
    return str(getattr(module, name)(*values))


def instead(id: str, html: str, *, how: str = "outerMorph") -> str:
    """A part to be put in place of another, as htmx takes it."""
    return f'<hx-partial hx-target="#{id}" hx-swap="{how}">{html}</hx-partial>'


def map_parts(changed: Mapping[str, str]) -> str:
    """Places of a map, each to be put in place of the one with its id."""
    drawn = "".join(text.replace("<g ", '<g hx-swap-oob="outerHTML" ', 1) for text in changed.values())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>' if drawn else ""
