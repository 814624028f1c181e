"""The command `pack show`: the map of a pack as far as it is written down, in letters and as a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.output import print_line, talk
from cli.packing import data_of, whose_copy
from cli.writing import write_out
from domain.games import load
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.packs import examine_data
from domain.kernel.rules import Rules
from projections import areamap, hexmap, packmap
from projections.scene import Scene
from projections.text import folded

EVERY = 1.0
"""Seconds between two looks at a file."""
REFRESH = f'<meta http-equiv="refresh" content="{2 * EVERY:g}">'
MARK = "wardiary: map of a pack"
ENDINGS = (".svg", ".html")
NIGHT = """@media (prefers-color-scheme: dark) {
:root { background: #191919 }
svg { filter: invert(0.9) hue-rotate(180deg) }
}"""
"""Where a screen is dark, light and dark change places; colours stay what they are."""
STYLE = (
    """
:root { color-scheme: light dark }
body { margin: 0 }
svg { display: block; width: 100% }
.all { max-width: 45rem; margin: 0 auto }
.narrow { display: none }
@media (max-width: 700px) { .wide { display: none } .narrow { display: block } }
"""
    + f"{NIGHT}\n"
)


def pack_show(system: str, file: str, picture: Path | None, watch: bool, overwrite: bool) -> None:
    """`wardiary pack show`: draws the map of a pack; with `watch` again whenever its file changes."""
    rules = load(system)
    if picture and picture.suffix not in ENDINGS:
        raise BadInput(f"{picture}: a picture is written to {' or '.join(ENDINGS)}")
    _draw(rules, file, picture, watch=watch, overwrite=overwrite)
    if not watch:
        return
    if not Path(file).exists():
        raise BadInput(f"{file} is no file that can change; --watch looks at one")
    talk("it is drawn again when the file changes; Ctrl-C leaves")
    before = _changed(Path(file))
    try:
        while True:
            time.sleep(EVERY)
            if (now := _changed(Path(file))) != before:
                before = now
                try:
                    _draw(rules, file, picture, watch=watch, overwrite=overwrite)
                except Trouble as error:  # half a line, which goes on in a moment
                    talk(str(error))
    except KeyboardInterrupt:
        if picture and picture.suffix == ".html":  # a browser loads it again no more
            with suppress(OSError):
                write_out(picture.read_text("utf-8").replace(REFRESH, ""), picture, overwrite=True)


def _changed(path: Path) -> tuple[int, int]:
    """What tells that a file is another one than before."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    with suppress(OSError):
        found = [file.stat() for file in files]
        return max((one.st_mtime_ns for one in found), default=0), sum(one.st_size for one in found)
    return 0, 0


def _draw(rules: Rules[Any], file: str, picture: Path | None, *, watch: bool, overwrite: bool) -> None:
    data = data_of(rules, file)
    found = examine_data(data, rules, file)
    charts: Mapping[str, Any] = {
        chart: {**found.pack.charts.get(chart, {}), **found.begun.get(chart, {})} for chart in rules.printed.charts
    }
    scene = packmap.map_scene(rules, charts, f"{rules.title}: {found.pack.name}{whose_copy(found.pack)}")
    if picture:
        areas, page = scene.kind == "areas", picture.suffix == ".html"
        svg = areamap.area_svg(scene) if areas else hexmap.hex_svg(scene, across=0, bare=True)
        narrow = hexmap.hex_svg(scene, bare=True) if page and not areas else ""
        write_out(
            _page(svg, narrow, scene.title, again=watch) if page else svg.replace(">", f"><style>{NIGHT}</style>", 1),
            picture,
            MARK,
            overwrite=overwrite,
        )
        talk(f"{picture}: {scene.about}")
    else:
        for line in areamap.area_text(scene) if scene.kind == "areas" else _in_letters(scene, rules, charts):
            print_line(line)


def _in_letters(scene: Scene, rules: Rules[Any], charts: packmap.Charts) -> Iterator[str]:
    yield from folded(f"{scene.title}. {scene.about}")
    yield ""
    yield from packmap.letters(rules, charts)


def _page(svg: str, narrow: str, title: str, *, again: bool) -> str:
    """The picture as a page that a browser loads again by itself while it is watched.

    `narrow` is the same in parts that a telephone can show; of a map of areas there is one picture for all.
    """
    heading = title.replace("&", "&amp;").replace("<", "&lt;")
    refresh = REFRESH if again else ""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{refresh}<title>{heading}</title>'
    drawn = f'<div class="{"wide" if narrow else "all"}">\n{svg}</div>\n'
    if narrow:  # what a picture defines is nowhere while it is not shown, so each has its own
        own = narrow.replace('id="ground-', 'id="narrow-ground-').replace("url(#ground-", "url(#narrow-ground-")
        drawn += f'<div class="narrow">\n{own}</div>\n'
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}\n<style>{STYLE}</style></head>\n<body>\n'
        f"<main>\n{drawn}</main></body></html>\n"
    )
