"""How a page opens and scrolls on a slow telephone: the frames it shows while a finger draws it from top to bottom, and
what the longest ones were spent on.

python -m tests.browser.scrolling evening.html betio/issue-in-doubt …    pages, or shipped games
  --slow 4    so many times slower than this machine     --dark    in the dark theme     --tasks 5    tasks told of
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from projections.report.build import build
from projections.report.page import page
from tests.browser.tables import HIGH, Browser, browser
from tests.shipped import played

CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,loading"
SPEED = 3000
"""Pixels a second: a finger in a hurry."""
FRAMES = """
    window.frames_shown = [];
    const next = now => { window.frames_shown.push(now); requestAnimationFrame(next); };
    requestAnimationFrame(next);
"""
LONG = 50
"""Milliseconds from which a task is felt."""
TASK, THREAD = "RunTask", "CrRendererMain"


class Task(NamedTuple):
    """Something the page's main thread did in one go: how long, and on what for how long, in milliseconds."""

    took: float
    on: Mapping[str, float]

    def words(self) -> str:
        spent = ", ".join(f"{name} {share:.0f}" for name, share in Counter(self.on).most_common(4) if share > 1)
        return f"{self.took:.0f} ms ({spent})"


class Scrolled(NamedTuple):
    """What came of a page."""

    opened: float
    """Milliseconds until it was there, and nothing was left to do."""
    opening: list[Task]
    frames: list[float]
    scrolling: list[Task]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("pages", nargs="+")
    asked.add_argument("--slow", type=float, default=4)
    asked.add_argument("--dark", action="store_true")
    asked.add_argument("--tasks", type=int, default=5)
    given = asked.parse_args()
    print(f"{given.slow:g} times slower than this machine, whose load is {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as folder, browser() as opened:
        for name in given.pages:
            told = scrolled(opened, _address(name, Path(folder)), given.slow, dark=given.dark)
            print("\n".join(_told(name, told, given.tasks)))


def _address(name: str, folder: Path) -> str:
    """The address of a page; that of a shipped game is made."""
    if name.endswith(".html"):
        return Path(name).resolve().as_uri()
    file = folder / "page.html"
    file.write_text(page(build(played(*name.split("/")).seen_by("umpire"), name=name)), "utf-8")
    return file.as_uri()


def scrolled(opened: Browser, address: str, slow: float, *, dark: bool = False) -> Scrolled:
    """Opens a page and draws it to its end."""
    phone = opened.phone("", dark=dark)
    ask = phone.besides()
    ask("Emulation.setCPUThrottlingRate", rate=slow)
    with_trace = _Trace(opened)
    began = time.monotonic()
    phone.driver.get(address)
    phone.driver.execute_async_script("requestIdleCallback(arguments[arguments.length - 1])")
    took = 1000 * (time.monotonic() - began)
    opening = with_trace.tasks()
    with_trace = _Trace(opened)
    phone.js(FRAMES)
    far = phone.js("return document.documentElement.scrollHeight - innerHeight")
    ask("Input.synthesizeScrollGesture", x=190, y=HIGH // 2, yDistance=-far, speed=SPEED, gestureSourceType="touch")
    shown = phone.js("return window.frames_shown")
    scrolling = with_trace.tasks()
    phone.close()
    return Scrolled(took, opening, [late - early for early, late in pairwise(shown)], scrolling)


class _Trace:
    """What Chromium writes down from here on."""

    def __init__(self, opened: Browser) -> None:
        self.socket = opened._socket
        self.opened = opened
        opened.ask("Tracing.start", categories=CATEGORIES, transferMode="ReportEvents")

    def tasks(self) -> list[Task]:
        """The tasks of pages' main threads since then that were felt, the longest first."""
        self.opened.ask("Tracing.end")
        events: list[dict[str, Any]] = []
        while (said := json.loads(self.socket.recv())).get("method") != "Tracing.tracingComplete":
            if said.get("method") == "Tracing.dataCollected":
                events += said["params"]["value"]
        mains = {
            (event["pid"], event["tid"])
            for event in events
            if event["name"] == "thread_name" and event["args"]["name"] == THREAD
        }
        spans = [event for event in events if event["ph"] == "X" and (event["pid"], event["tid"]) in mains]
        return sorted(_tasks(spans), key=lambda task: -task.took)


def _tasks(spans: Iterable[Mapping[str, Any]]) -> Iterator[Task]:
    """The tasks that were felt, each with the time of what it did less what that did in turn."""
    every = sorted(spans, key=lambda span: (span["pid"], span["tid"], span["ts"], -span.get("dur", 0)))
    for at, task in enumerate(every):
        if task["name"] != TASK or task.get("dur", 0) < 1000 * LONG:
            continue
        own, open_ = Counter[str](), [task]
        for span in every[at + 1 :]:
            if span["ts"] >= task["ts"] + task["dur"] or span["tid"] != task["tid"]:
                break
            while span["ts"] >= open_[-1]["ts"] + open_[-1].get("dur", 0):
                open_.pop()
            own[open_[-1]["name"]] -= span.get("dur", 0)
            own[span["name"]] += span.get("dur", 0)
            open_.append(span)
        own[TASK] += task["dur"]
        yield Task(task["dur"] / 1000, {name: share / 1000 for name, share in own.items()})


def _told(name: str, told: Scrolled, most: int) -> Iterator[str]:
    frames = sorted(told.frames) or [0.0]
    at = {share: frames[min(len(frames) - 1, int(share * len(frames)))] for share in (0.5, 0.95)}
    yield f"{name}: open and at rest after {told.opened:.0f} ms"
    yield from (f"    {task.words()}" for task in told.opening[:most])
    yield (
        f"  scrolled: {len(frames)} frames, median {at[0.5]:.0f}, 95 % {at[0.95]:.0f}, longest {frames[-1]:.0f} ms; "
        f"{len(told.scrolling)} tasks above {LONG} ms"
    )
    yield from (f"    {task.words()}" for task in told.scrolling[:most])


if __name__ == "__main__":
    main()
