"""A page of every moment in a real browser, from a file: what it shows is what the game, folded up to there, says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from projections.report.replay import replay_page
from tests.browser.conftest import said_and_sent, show
from tests.shipped import played

GAMES = (("iwo", "guns-and-tanks", "us"), ("ddat", "first-waves", "umpire"))
"""A game of areas as one side may read it, and a game of hexes."""
SMALL_GAME = ("free", "the-ford", "umpire")
"""A game of few hexes, which is audited in seconds."""
PHONE, DESK = 390, 1200
WIDTHS = (320, 390, 620, 768, 960, 1200, 2560)
MOVE = "slider.value = arguments[0]; slider.dispatchEvent(new Event('input', {bubbles: true}))"
SHOWN = """
    return [...document.querySelectorAll('.place')].map(place => [
        place.dataset.place, [...place.querySelectorAll('[data-unit]')].map(unit => unit.dataset.unit),
        place.getAttribute('aria-label')])
"""
NOW = "return document.querySelector('[aria-current]').value"
AT = "return [Number(slider.value), Number(slider.max)]"
SMALL = """
    return [...document.querySelectorAll('button, select, input[type=range], label, summary, #log li, .place')]
        .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([_, box]) => box.width < 44 || box.height < 44).map(([words]) => words)
"""


def page_of(system: str, name: str, side: str, folder: Path, upto: int | None = None) -> str:
    """The address of a page of every moment, in a file."""
    file = folder / "replay.html"
    file.write_text(replay_page(played(system, name).seen_by(side), upto=upto), "utf-8")
    return file.as_uri()


@pytest.fixture(scope="module", params=GAMES, ids=["-".join(game) for game in GAMES])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, str]:
    """A game as its audience knows it, and the address of its page."""
    system, name, side = request.param
    return played(system, name).seen_by(side), page_of(system, name, side, tmp_path_factory.mktemp("page"))


def test_a_moment_has_each_unit_where_the_game_has_it(browser: webdriver.Chrome, game: tuple[Any, str]) -> None:
    """Given the slider at an early moment, a later one, and back in between, then each place names the units that the
    game, folded up to that entry, has there, and draws no other; the console says nothing, and nothing is fetched."""
    view, address = game
    browser.get("about:blank")
    said_and_sent(browser, address)
    show(browser, address, PHONE)
    last = browser.execute_script(AT)[1]
    seen = []
    for share in (0.2, 0.9, 0.5):
        browser.execute_script(MOVE, int(last * share))
        state = view.at(browser.execute_script(NOW)).state
        shown = {place: (drawn, words) for place, drawn, words in browser.execute_script(SHOWN)}
        there = {name: unit.place for name, unit in state.units.items() if unit.stands and unit.place in shown}
        for name, place in there.items():
            assert name in shown[place][1]
        drawn = {unit: place for place, (units, _) in shown.items() for unit in units}
        assert {unit: place for unit, place in drawn.items() if unit in state.units}.items() <= there.items()
        assert drawn
        seen.append(there)
    assert seen[0] != seen[1] != seen[2] != seen[0]
    assert said_and_sent(browser, address) == ([], [])


def test_buttons_keys_turns_and_lines_lead_to_their_moments(browser: webdriver.Chrome, game: tuple[Any, str]) -> None:
    """When a button is pressed, a key, a turn chosen or a line of the log touched, then that moment is shown with its
    words; a place tells who is there."""
    show(browser, game[1], DESK)

    def at() -> int:
        place: int = browser.execute_script(AT)[0]
        return place

    last = browser.execute_script(AT)[1]
    buttons = {
        name: browser.find_element("css selector", f"[data-by='{name}']") for name in ("first", "-1", "1", "last")
    }
    body = browser.find_element("css selector", "body")
    steps: list[tuple[Any, int]] = [
        (buttons["1"].click, 2),
        (buttons["last"].click, last),
        (buttons["-1"].click, last - 1),
        (lambda: body.send_keys(Keys.ARROW_RIGHT), last),
        (lambda: body.send_keys(Keys.ARROW_RIGHT), last),
        (lambda: body.send_keys(Keys.HOME), 1),
        (lambda: browser.find_element("id", "slider").send_keys(Keys.ARROW_RIGHT), 2),
        (lambda: body.send_keys(Keys.END), last),
        (buttons["first"].click, 1),
    ]
    for act, where in steps:
        act()
        assert at() == where
    first, second = browser.execute_script("return [...turns.options].slice(0, 2).map(turn => Number(turn.value))")
    browser.execute_script("turns.value = arguments[0]; turns.dispatchEvent(new Event('change'))", str(second))
    assert at() == second > first
    line = browser.find_elements("css selector", "#log li")[second]
    line.click()
    assert at() == second + 1
    assert line.text.split("\n")[0] in browser.find_element("id", "now").text
    place = browser.find_element("css selector", ".place:has([data-unit])")
    browser.execute_script("arguments[0].focus()", place)
    place.send_keys(Keys.ENTER)
    assert browser.find_element("id", "here").text == place.get_attribute("aria-label")


def test_it_fits_every_screen_and_every_finger(browser: webdriver.Chrome, game: tuple[Any, str]) -> None:
    """Given screens from the narrowest telephone to the widest desk, then the page is no wider, and whatever is touched
    has 44 pixels; nothing glides for whoever wants nothing to move."""
    show(browser, game[1], WIDTHS[0], still=True)
    for width in WIDTHS:
        screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.execute_script(SMALL) == []
    glides = "return getComputedStyle(document.getElementById('map')).scrollBehavior"
    assert browser.execute_script(glides) == "auto"
    show(browser, game[1], PHONE)
    assert browser.execute_script(glides) == "smooth"


@pytest.mark.parametrize(
    ("played_game", "width", "dark"), [(GAMES[0], PHONE, True), (SMALL_GAME, DESK, False)], ids=["areas", "hexes"]
)
def test_an_audit_finds_no_barrier(
    browser: webdriver.Chrome, played_game: tuple[str, str, str], width: int, dark: bool, tmp_path: Path
) -> None:
    """Names, order, roles and contrast, light and dark, by axe: every rule it has, the best practices too."""
    show(browser, page_of(*played_game, tmp_path, upto=70), width, dark=dark)
    browser.execute_script("document.querySelector('details').open = true")
    browser.find_element("css selector", "[data-by='last']").click()
    browser.set_script_timeout(120)
    found: dict[str, Any] = Axe().run(browser)
    assert [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found["violations"]
    ] == []
    assert "color-contrast" in {one["id"] for one in found["passes"]}
