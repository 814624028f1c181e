"""Chromium without a window, which `tests/machine.py` finds. Where there is none, these tests fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from tests.machine import program


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    chromium, driver = program("CHROMIUM"), program("CHROMEDRIVER")
    assert None not in (chromium, driver), (
        "these tests need a browser and its driver: `make test` gets them, CHROMIUM and CHROMEDRIVER name them"
    )
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as started:
        yield started


def show(browser: webdriver.Chrome, address: str, width: int, *, dark: bool = False, still: bool = False) -> None:
    """Opens a page on a screen so wide, light or dark; `still` is for whoever wants nothing to move."""
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 400}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    features = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
    ]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": features})
    browser.get(address)


def said_and_sent(browser: webdriver.Chrome, address: str) -> tuple[list[str], list[str]]:
    """What the console said since the logs were read last, and what was fetched beside the page itself."""
    sent = [entry["message"] for entry in browser.get_log("performance")]
    fetched = [
        message
        for message in sent
        if '"Network.requestWillBeSent"' in message and '"url":"data:' not in message and address not in message
    ]
    return [entry["message"] for entry in browser.get_log("browser")], fetched
