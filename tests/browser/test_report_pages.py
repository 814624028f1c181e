"""The pages of played games in a real browser."""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.selenium import Axe
from PIL import Image
from selenium import webdriver

from projections.report.blurb import read_blurb
from projections.report.build import build
from projections.report.page import page
from projections.report.preview import Share
from tests.browser.conftest import said_and_sent, show
from tests.shipped import played

GAMES = (("iwo", "guns-and-tanks", "us"), ("ddat", "first-waves", "umpire"))
"""A game of areas as one side may read it, and a game of hexes."""
OTHERS = (("iph", "over-the-pali", "us"), ("betio", "five-over-three", "umpire"), ("reef", "red-two", "umpire"))
"""One of each other system, the last a scenario of a campaign."""
PHONE, DESK = 360, 1200
WIDTHS = (320, 390, 620, 768, 900, 1150, 1200, 2560)
BLURB = f"""Two **friends**, one *evening*, and the [map](https://example.org/{"x" * 90}) of `{"y" * 90}`.

# {"A heading that goes on " * 4}

- one
  - two
    1. three {"z" * 90}

> It was close.

```
a line of code that is longer than a telephone is wide {"-" * 90}
```
"""
OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"
TOO_WIDE = """
    return [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.box'))
        .slice(0, 5).map(e => e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 60))
"""


@cache
def written(system: str, name: str, side: str, upto: int | None = None) -> str:
    """The page of a played game with a foreword."""
    made = build(played(system, name).seen_by(side), upto=upto, name=name, head="ab" * 32)
    share = Share("https://example.org/page.html", "https://example.org/preview.png")
    return page(replace(made, blurb=read_blurb(BLURB, "blurb.md")), share=share)


def page_of(system: str, name: str, side: str, folder: Path, upto: int | None = None) -> str:
    """The address of such a page in a file."""
    file = folder / "page.html"
    file.write_text(written(system, name, side, upto), "utf-8")
    return file.as_uri()


@pytest.fixture(scope="module", params=GAMES, ids=["-".join(game) for game in GAMES])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A whole game."""
    return page_of(*request.param, tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module", params=GAMES, ids=["-".join(game) for game in GAMES])
def opening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game's first entries: every kind of element there is on the page of the whole, in a size that is audited in
    seconds."""
    return page_of(*request.param, tmp_path_factory.mktemp("page"), upto=70)


def test_the_page_opens_without_a_word_from_the_console_and_fetches_nothing(
    browser: webdriver.Chrome, address: str
) -> None:
    browser.get("about:blank")
    for log in ("browser", "performance"):
        browser.get_log(log)
    show(browser, address, PHONE)
    assert said_and_sent(browser, address) == ([], [])


@pytest.fixture(scope="module", params=[*GAMES, *OTHERS], ids=lambda game: "-".join(game))
def any_address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A whole game of each system."""
    return page_of(*request.param, tmp_path_factory.mktemp("page"))


SCROLLED = """
    return [...document.querySelectorAll('.box')].filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => box.querySelector('caption').textContent)
"""


@pytest.mark.parametrize("opened", [False, True], ids=["as it comes", "opened"])
def test_nothing_is_wider_than_the_screen(browser: webdriver.Chrome, any_address: str, opened: bool) -> None:
    """Given screens from the narrowest telephone to the widest desk, then the page fits, and so does every table: what
    has no room as a table is told as cards, and no column is hidden behind a scrollbar."""
    show(browser, any_address, WIDTHS[0])
    if opened:
        browser.execute_script(OPEN)
    for width in WIDTHS:
        screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width, browser.execute_script(TOO_WIDE)
        assert browser.execute_script(SCROLLED) == [], width


def test_a_card_has_the_heads_of_its_columns(browser: webdriver.Chrome, address: str) -> None:
    """Given a table that a telephone has no room for, then each cell is shown behind the head of its column, as wide as
    there is room; on a desk it is a table."""
    said = "return getComputedStyle(document.querySelector('.cards td:nth-child(2)'), '::before').content"
    head = "return document.querySelector('.cards th:nth-child(2)').textContent"
    show(browser, address, 390)
    assert browser.execute_script(said).strip('"') == browser.execute_script(head)
    show(browser, address, DESK)
    assert browser.execute_script(said) == "none"


@pytest.mark.parametrize("opening", [GAMES[1]], indirect=True, ids=str)
def test_a_stack_opens_under_the_finger_or_the_keyboard(browser: webdriver.Chrome, opening: str) -> None:
    """Given a map on which several units stand in one place, when that has the focus, then they are listed over it, and
    else they are not."""
    show(browser, opening, 390)
    shade = "return getComputedStyle(arguments[0].querySelector('text')).opacity"
    stack = browser.find_element("css selector", ".stack")
    assert browser.execute_script(shade, stack) == "0"
    browser.execute_script("arguments[0].focus()", stack)
    assert browser.execute_script(shade, stack) == "1"
    assert stack.aria_role == "button"
    assert len(stack.find_elements("css selector", "tspan")) > 2


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_maps_and_charts_are_as_dark_as_the_page(browser: webdriver.Chrome, opening: str, dark: bool) -> None:
    """Given the dark theme, then the ground behind a map or chart is dark, and in the light one it is light."""
    show(browser, opening, DESK, dark=dark)
    plate = browser.find_element("css selector", ".paper > svg")
    with Image.open(io.BytesIO(plate.screenshot_as_png)) as picture:
        shown = picture.convert("L")
        usual = shown.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(usual, (int, float))
    assert usual < 90 if dark else usual > 170


@pytest.mark.parametrize("opening", [GAMES[0]], indirect=True, ids=str)
def test_no_unit_is_broken_at_its_hyphen_on_a_telephone(browser: webdriver.Chrome, opening: str) -> None:
    """Given a story and the list of every unit beside a map, at 390 pixels, then each name stands on one line."""
    show(browser, opening, 390)
    browser.execute_script(OPEN)
    names = browser.execute_script(
        "return [...document.querySelectorAll('.who bdi, .line bdi')]"
        ".map(e => [e.textContent, e.getClientRects().length])"
    )
    assert "4D-R23" in {name for name, _ in names}
    assert {lines for _, lines in names} == {1}


@pytest.mark.parametrize(
    ("opening", "width", "dark"), [(GAMES[0], PHONE, True), (GAMES[1], DESK, False)], indirect=["opening"], ids=str
)
def test_an_audit_finds_no_barrier(browser: webdriver.Chrome, opening: str, width: int, dark: bool) -> None:
    """Names, order, roles and contrast, light and dark, by axe: every rule it has, the best practices too."""
    show(browser, opening, width, dark=dark)
    browser.execute_script(OPEN)
    browser.set_script_timeout(120)
    found: dict[str, Any] = Axe().run(browser)
    assert [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found["violations"]
    ] == []
    assert "color-contrast" in {one["id"] for one in found["passes"]}


def test_the_skip_link_and_the_figures_lead_to_their_places(browser: webdriver.Chrome, address: str) -> None:
    show(browser, address, DESK)
    targets = browser.execute_script(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.querySelector(a.hash)).length"
    )
    assert targets == 0
    assert browser.execute_script("return document.querySelector('a').hash") == "#story"


@pytest.mark.parametrize(("wide", "high"), [(8.27, 11.69), (8.5, 11.0)], ids=["A4", "Letter"])
def test_it_prints(browser: webdriver.Chrome, opening: str, wide: float, high: float, tmp_path: Path) -> None:
    show(browser, opening, DESK)
    sheet = browser.execute_cdp_cmd(
        "Page.printToPDF", {"paperWidth": wide, "paperHeight": high, "preferCSSPageSize": False}
    )
    printed = base64.b64decode(sheet["data"])
    assert printed.startswith(b"%PDF-")
    assert printed.count(b"/Type /Page\n") > 2
