"""Typst at work: data and a template become a PDF or pictures. Nothing of the data is ever markup, and no file outside
the folder, no package and no network is read."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from projections.report.inline import ratio_of

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""What the letters of drawings are set in, and signs that the fonts of Typst lack."""
BREAK, WHOLE = "\u200b", "\u2060"
"""A place at which a line may end, and one at which none does."""
UNSEEN = frozenset(f"{BREAK}{WHOLE}\n")
SIZE = re.compile(r'font-size="([\d.]+)"')
NARROWER = 0.88
"""Drawings are measured for Arial, than which these fonts are wider."""
DOTS = 72
"""Dots an inch: a point of a template is a dot of a picture."""

Data = dict[str, Any]


def typeset(template: str, data: Data, folder: Path) -> bytes:
    """The PDF that a template makes of data and of the files in a folder, which is used up."""
    made = _compiler(template, data, folder).compile(format="pdf", timestamp=0, pdf_tags=False)
    assert isinstance(made, bytes)  # with tags a file is three times as long
    return made


def painted(template: str, data: Data) -> list[bytes]:
    """The pages that a template makes of data, each as a PNG."""
    with TemporaryDirectory() as folder:
        made = _compiler(template, data, Path(folder)).compile(format="png", ppi=DOTS)
    return [made] if isinstance(made, bytes) else [page for page in made or () if page]


def pngs(svgs: Sequence[str]) -> list[bytes]:
    """Drawings as pictures that a forum shows."""
    return painted("picture.typ", {"pictures": [drawing(svg) for svg in svgs]}) if svgs else []


def drawing(svg: str) -> Data:
    """A drawing as a template sets it, and how high it is for its width."""
    drawn = SIZE.sub(lambda size: f'font-size="{float(size[1]) * NARROWER:.2f}"', svg)
    return {"svg": drawn, "ratio": ratio_of(svg)}


def foreign(text: str, font: Path) -> set[str]:
    """The signs of a text that a font lacks. Only for them the fonts of this machine are asked: else a report looks the
    same on all."""
    from matplotlib.ft2font import FT2Font

    known = FT2Font(font).get_charmap()
    return {sign for sign in set(text) if ord(sign) not in known and sign not in UNSEEN}


def _compiler(template: str, data: Mapping[str, Any], folder: Path) -> Any:
    import matplotlib  # both are slow to import, and a page needs neither
    import typst

    text = json.dumps(data, ensure_ascii=False)
    (folder / "fonts").mkdir()
    for name in FONTS:
        shutil.copyfile(Path(matplotlib.get_data_path(), "fonts", "ttf", name), folder / "fonts" / name)
    strange = foreign(text, folder / "fonts" / FONTS[0])
    return typst.Compiler(
        resources.files("projections.report").joinpath("templates", template).read_bytes(),
        root=folder,
        sys_inputs={"report": text},
        font_paths=typst.Fonts(include_system_fonts=bool(strange), font_paths=[folder / "fonts"]),
        package_path=folder,
        package_cache_path=folder,
    )
