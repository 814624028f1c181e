"""Takes the picture of two reports that the README shows: the beginning of a game of Iwo Jima on a desk, and a turn of
D-Day at Tarawa on a telephone in the dark.

python -m tests.picture
"""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from projections.report.build import build
from projections.report.page import page
from tests.machine import program
from tests.shipped import played

PICTURE = Path(__file__).parents[1] / "docs" / "report.png"
HIGH, GAP = 1090, 12
"""Pixels of a screen from top to bottom, and those between two screens."""


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


def main() -> None:
    with TemporaryDirectory() as folder, browser() as opened:
        shots = [shot(opened, screen, Path(folder)) for screen in SCREENS]
    wide = sum(one.width for one in shots) + GAP * (len(shots) - 1)
    together = Image.new("RGB", (wide, max(one.height for one in shots)), "#ffffff")
    at = 0
    for one in shots:
        together.paste(one, (at, 0))
        at += one.width + GAP
    together.quantize(128).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
