"""A table, served as people serve one, and the phones at it: one Chromium, each phone with cookies of its own."""

from __future__ import annotations

import base64
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import websocket
from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from domain.kernel.game import Game
from domain.record.diary import Diary
from replays import diary_file
from tests.machine import program

CODE = re.compile(r"^  (?P<seat>[^:]+): (?P<code>[A-Z0-9]{6})   \S+$")
ALL, LOOKING_ON = "one phone for all sides", "spectators"
"""The seats that are no side's, as the laptop calls them."""
PHONE, HIGH = 390, 844
ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
)  # fmt: skip
UNFOLDED = "!one.closest('details:not([open])')"
FACE = """
    return [...document.querySelectorAll('#panel .pad button')].findIndex(one => one.textContent === arguments[0]) + 1
"""
EVERY_RULE = "{rules: Object.fromEntries(axe.getRules().map(one => [one.ruleId, {enabled: true}]))}"
TOO_SMALL = """
    return [...document.querySelectorAll('button, summary, input:not([type=hidden]), select, a, #map .place')]
        .filter(one => one.checkVisibility() && !one.closest('p, label.tick'))
        .map(one => [one, (one.querySelector(':scope > path, :scope > rect') ?? one).getBoundingClientRect()])
        .filter(([one, box]) => Math.round(Math.min(box.width, box.height)) < 44)
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
"""
TOO_WIDE = """
    return [...document.querySelectorAll('body *')]
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('#map, pre'))
        .slice(0, 5).map(one => one.outerHTML.slice(0, 90))
"""


def begun(system: str, name: str, lines: int, more: int = 0) -> tuple[Game[Any], int]:
    """A shipped game's first lines and some more, played; and its version before those."""
    file = diary_file.shipped(system, name)
    told = [line for line in file.lines if line[1].strip() and not line[1].startswith("#")]
    version = diary_file.play(replace(file, lines=told[:lines])).version
    return diary_file.play(replace(file, lines=told[: lines + more])), version


def stored(diary: Diary, name: str, game: Game[Any], upto: int) -> str:
    """Stores a game's beginning under a name; gives its id."""
    kept = Game[Any](game.rules)
    kept.entries = [entry for entry in game.entries if entry.version <= upto]
    return diary.store(name, kept).id


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Table:
    """Games of a diary, served by a process of its own; killed and begun again, on the same port."""

    def __init__(self, diary: Path, *names: str, host: str = "127.0.0.1", port: int = 0) -> None:
        self.diary, self.names, self.host, self.port = diary, names, host, port or free_port()
        self.address = f"http://{host}:{self.port}"
        self.codes: dict[str, str] = {}
        self.wire: Any = None
        self.process: subprocess.Popen[str]

    def begin(self) -> None:
        """Begins to serve, and reads the codes that it prints."""
        command = [sys.executable, "-m", "cli.main", "--diary", str(self.diary), "serve", *self.names]
        command += ["--host", self.host, "--port", str(self.port), "--yes"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        game, left = "", len(self.names)
        for line in self.process.stdout:
            if found := CODE.match(line):
                self.codes[f"{game} {found['seat']}"] = found["code"]
                left -= found["seat"] == LOOKING_ON
            game = line.strip() if line.strip() in self.names else game
            if not left:
                return
        raise AssertionError(f"the table is not served: {self.process.wait()}")

    def kill(self) -> None:
        """Kills it as a cut of the current does."""
        self.process.kill()
        self.process.communicate()

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def __enter__(self) -> Table:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Browser:
    """One Chromium for all phones."""

    def __init__(self) -> None:
        chromium, driver = program("CHROMIUM"), program("CHROMEDRIVER")
        assert None not in (chromium, driver), "these tests need a browser and its driver: `make test` gets them"
        options = webdriver.ChromeOptions()
        options.binary_location = chromium or ""
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.driver.set_script_timeout(120)
        where = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{where}/json/version") as answer:
            self._socket = websocket.create_connection(json.load(answer)["webSocketDebuggerUrl"], suppress_origin=True)
        self._asked = 0

    def ask(self, method: str, session: str = "", **parameters: object) -> Any:
        """Asks the browser itself, or one page of it, beside the driver, which waits until a page has loaded."""
        self._asked += 1
        within = {"sessionId": session} if session else {}
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters, **within}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
            pass
        return answer["result"]

    def phone(self, address: str, width: int = PHONE, high: int = HIGH, *, dark: bool = False) -> Phone:
        """A phone that has been nowhere yet."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        made = self.ask("Target.createTarget", url="about:blank", browserContextId=context, newWindow=True)
        return Phone(self, made["targetId"], address, width, high, dark)

    def console(self) -> list[str]:
        """What the pages have complained of since this was asked last."""
        return [line["message"] for line in self.driver.get_log("browser")]

    def quit(self) -> None:
        self._socket.close()
        self.driver.quit()


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, for a while."""
    started = Browser()
    try:
        yield started
    finally:
        started.quit()


class Phone:
    """One phone: a window with cookies of its own."""

    def __init__(self, browser: Browser, window: str, address: str, width: int, high: int, dark: bool) -> None:
        self.browser, self.window, self.address = browser, window, address
        self.screen(width, high, dark=dark)

    @property
    def driver(self) -> webdriver.Chrome:
        """The driver, with this phone's window in front of it."""
        if self.browser.driver.current_window_handle != self.window:
            self.browser.driver.switch_to.window(self.window)
        return self.browser.driver

    def screen(self, width: int, high: int = HIGH, *, dark: bool = False) -> None:
        """Makes the screen so wide, light or dark."""
        size = {"width": width, "height": high, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        theme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": theme})

    def close(self) -> None:
        self.driver.close()
        self.browser.driver.switch_to.window(self.browser.driver.window_handles[0])

    def sit(self, code: str) -> None:
        """Opens the address in the QR code."""
        self.driver.get(f"{self.address}/#{code}")
        self.until("location.pathname === '/table' && !!document.querySelector('#panel')")

    def js(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    def besides(self) -> Callable[..., Any]:
        """What asks this page beside the driver."""
        session = self.browser.ask("Target.attachToTarget", targetId=self.window, flatten=True)["sessionId"]
        return partial(self.browser.ask, session=session)

    def until(self, condition: str, *given: object, seconds: float = 10) -> float:
        """Waits until a script's condition holds; gives the seconds it took."""
        began = time.monotonic()
        while True:
            try:
                if self.js(f"return {condition}", *given):
                    return time.monotonic() - began
            except Exception:  # the page is just being left
                if time.monotonic() - began > seconds:
                    raise
            if time.monotonic() - began > seconds:
                raise AssertionError(
                    f"{condition}: not within {seconds} s\n{self.text('#lost')}\n{self.text('#panel')}"
                )
            time.sleep(0.02)

    def text(self, selector: str = "body") -> str:
        return str(self.js("return document.querySelector(arguments[0])?.innerText ?? ''", selector))

    @property
    def version(self) -> int:
        """The version of the game that the panel shows."""
        return int(self.js("return document.querySelector('#panel').dataset.at"))

    def settled(self) -> None:
        """Waits until every tap was answered."""
        self.until("!sending && !waiting.length")

    # ---- what fingers do ----

    def taps(self, *, folded: bool = True) -> list[str]:
        """What may be tapped in the panel."""
        wanted = "" if folded else f".filter(one => {UNFOLDED})"
        found: list[str] = self.js(
            f"return [...document.querySelectorAll('#panel button[name=tap]')]{wanted}.map(one => one.value)"
        )
        return found

    def touch(self, selector: str) -> None:
        """Taps on an element, once whatever is folded over it was unfolded."""
        self.js(
            "const found = document.querySelector(arguments[0]);"
            "if (!found) throw new Error('not there: ' + arguments[0]);"
            "for (let box = found.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;"
            "found.scrollIntoView({block: 'center', behavior: 'instant'})",
            selector,
        )
        self.driver.find_element("css selector", selector).click()

    def tap(self, sent: str) -> None:
        """Taps on the button that says this."""
        self.touch(f'#panel button[value="{sent}"]')

    def type(self, selector: str, words: str) -> None:
        self.js("document.querySelector(arguments[0]).closest('details')?.setAttribute('open', '')", selector)
        field = self.driver.find_element("css selector", selector)
        field.clear()
        field.send_keys(words)

    def throw(self, dice: str) -> None:
        """Taps dice on the pad, which sends them with the last one."""
        for die in dice:
            self.touch(f"#panel .pad button:nth-child({self.js(FACE, die)})")

    def plain(self, field: str, words: str, button: str) -> None:
        """Fills a field, unless it stays empty, and taps on a button."""
        if words:
            self.type(field, words)
        self.touch(button)

    def say(self, line: str) -> None:
        """Types a line, and says it."""
        self.type("#line", line)
        self.touch("#say button[value=typed]")

    # ---- what is looked at ----

    def barriers(self, but: str = "") -> list[str]:
        """What axe finds outside of what a selector names, by every rule it has, the experimental ones too."""
        self.js(Axe().axe_script)
        where = f"{{exclude: [{json.dumps(but)}].filter(Boolean)}}"
        run = f"axe.run({where}, {EVERY_RULE}).then(arguments[arguments.length - 1])"
        found = self.driver.execute_async_script(run)
        return [
            f"{one['id']}: {one['help']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]
        ]

    def misfits(self) -> list[str]:
        """Targets below 44 pixels, and what is wider than the screen."""
        small: list[str] = self.js(TOO_SMALL)
        wide: list[str] = self.js(TOO_WIDE)
        return [*(f"small: {one}" for one in small), *(f"wide: {one}" for one in wide)]

    def picture(self, file: Path, *, whole: bool = False) -> None:
        """What the screen shows, or the whole page."""
        if not whole:
            self.driver.save_screenshot(str(file))
            return
        made = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
        file.write_bytes(base64.b64decode(made["data"]))
