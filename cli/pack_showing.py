"""The command `pack show`: the map of a pack as far as it is written down, in letters and as a picture."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.output import print_line, talk
from cli.packing import data_of
from cli.writing import write_out
from domain.games import load
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.packs import examine_data
from domain.kernel.rules import Rules
from projections import areamap, hexmap, packmap

EVERY = 1.0
"""Seconds between two looks at a file."""
MARK = "wardiary: map of a pack"
ENDINGS = (".svg", ".html")


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
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(EVERY)
            if (now := _changed(Path(file))) != before:
                before = now
                try:
                    _draw(rules, file, picture, watch=watch, overwrite=overwrite)
                except Trouble as error:  # half a line, which goes on in a moment
                    talk(str(error))


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
    scene = packmap.map_scene(rules, charts, f"{rules.title}: {found.pack.name}")
    if picture:
        svg = areamap.area_svg(scene) if scene.kind == "areas" else hexmap.hex_svg(scene, across=0)
        write_out(
            _page(svg, scene.title, again=watch) if picture.suffix == ".html" else svg,
            picture,
            MARK,
            overwrite=overwrite,
        )
        talk(f"{picture}: {scene.about}")
    else:
        for line in areamap.area_text(scene) if scene.kind == "areas" else packmap.letters(rules, charts):
            print_line(line)


def _page(svg: str, title: str, *, again: bool) -> str:
    """The picture as a page that a browser loads again by itself while it is watched."""
    heading = title.replace("&", "&amp;").replace("<", "&lt;")
    refresh = f'<meta http-equiv="refresh" content="{2 * EVERY:g}">' if again else ""
    head = f'<meta charset="utf-8">{refresh}<title>{heading}</title>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{svg}</body></html>\n'
