"""Takes the pictures that the README shows: two reports, the beginning of a game of Iwo Jima on a desk and a turn of
D-Day at Tarawa on a telephone in the dark; and two phones at a table, one asked what the other must not see.

python -m tests.picture
"""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from domain.kernel.game import Game
from domain.kernel.questions import OneOf
from domain.record.diary import Diary
from projections.report.build import build
from projections.report.page import page
from replays.writer import appends
from tests.browser import tables
from tests.browser.tables import PHONE, Table
from tests.machine import program
from tests.shipped import played

DOCS = Path(__file__).parents[1] / "docs"
HIGH, HIGH_PHONE, GAP = 1090, 844, 12
"""Pixels of a screen and of a phone from top to bottom, and those between two screens."""
LATER = 100
"""The entry behind which the first question is looked for whose answers one side alone may see."""


class Screen(NamedTuple):
    """What is shown on it: a played game, how wide it is, which element stands on top, and in which theme."""

    system: str
    name: str
    wide: int
    top: str
    theme: str


SCREENS = (
    Screen("iwo", "first-landing", 1060, ".title > h1", "light"),
    Screen("ddat", "first-waves", 420, ".chapter:nth-of-type(2) .overview", "dark"),
)


def browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = program("CHROMIUM") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=Service(program("CHROMEDRIVER")))


def shot(opened: webdriver.Chrome, screen: Screen, folder: Path) -> Image.Image:
    file = folder / f"{screen.name}.html"
    file.write_text(page(build(played(screen.system, screen.name).seen_by("umpire"), name=screen.name)), "utf-8")
    size = {"width": screen.wide, "height": HIGH, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    theme = [{"name": "prefers-color-scheme", "value": screen.theme}]
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": theme})
    opened.get(file.as_uri())
    opened.execute_script(f"document.querySelector({screen.top!r}).scrollIntoView({{behavior: 'instant'}})")
    return Image.open(io.BytesIO(opened.get_screenshot_as_png())).convert("RGB")


def phones(folder: Path) -> list[Image.Image]:
    """Both phones of a game of Iwo Jima, while the Japanese are asked for defensive fire."""
    whole, asked = played("iwo", "first-landing"), Game[Any](played("iwo", "first-landing").rules)
    for append in appends(whole.entries):
        asked.follow(append)
        question = asked.pending() if asked.version > LATER and asked.waits else None
        if isinstance(question, OneOf) and question.shown_to and len(question.options) > 2:
            break
    with Diary(folder / "d.db", "picture") as diary:
        diary.store("evening", asked)
    shots = []
    with Table(folder / "d.db", "evening") as table, tables.browser() as opened:
        for seat, dark in (("US", False), ("Japanese", True)):
            phone = opened.phone(table.address, PHONE, HIGH_PHONE, dark=dark)
            phone.sit(table.codes[f"evening {seat}"])
            phone.until("document.body.classList.contains('scripted')")
            time.sleep(2)  # the map has been scrolled to what is asked
            shots.append(Image.open(io.BytesIO(phone.driver.get_screenshot_as_png())).convert("RGB"))
    return shots


def main() -> None:
    with TemporaryDirectory() as folder:
        beside(phones(Path(folder)), DOCS / "phones.png")
        with browser() as opened:
            beside([shot(opened, screen, Path(folder)) for screen in SCREENS], DOCS / "report.png")


def beside(shots: Sequence[Image.Image], picture: Path) -> None:
    """Saves screens beside each other as one picture."""
    wide = sum(one.width for one in shots) + GAP * (len(shots) - 1)
    together = Image.new("RGB", (wide, max(one.height for one in shots)), "#ffffff")
    at = 0
    for one in shots:
        together.paste(one, (at, 0))
        at += one.width + GAP
    together.quantize(128).save(picture, optimize=True)


if __name__ == "__main__":
    main()
