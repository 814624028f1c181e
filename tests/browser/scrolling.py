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

FRAME = "disabled-by-default-devtools.timeline.frame"
CATEGORIES = f"devtools.timeline,disabled-by-default-devtools.timeline,{FRAME}"
SPEED = 3000
"""Pixels a second: a finger in a hurry."""
REST = 2.0
"""Seconds in which a page that has loaded comes to rest."""
LONG = 50
"""Milliseconds from which a task is felt."""
TASK, DRAWN = "RunTask", "DrawFrame"
LAID_OUT = ("Layout", "ParseHTML", "Paint")
"""What tells a page's own thread, which answers taps, from those of other pages. Frames are drawn by another."""


class Task(NamedTuple):
    """Something a page's own thread did in one go: how long, and on what for how long, in milliseconds."""

    took: float
    on: Mapping[str, float]

    def words(self) -> str:
        spent = ", ".join(f"{name} {share:.0f}" for name, share in Counter(self.on).most_common(4) if share > 1)
        return f"{self.took:.0f} ms ({spent})"


class Traced(NamedTuple):
    """What Chromium wrote down for a while."""

    tasks: list[Task]
    """Those that were felt, the longest first."""
    frames: list[float]
    """Milliseconds from each frame that was shown to the next."""


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
            print("\n".join(_told(name, *told, given.tasks)), flush=True)


def _address(name: str, folder: Path) -> str:
    """The address of a page; that of a shipped game is made."""
    if name.endswith(".html"):
        return Path(name).resolve().as_uri()
    file = folder / "page.html"
    file.write_text(page(build(played(*name.split("/")).seen_by("umpire"), name=name)), "utf-8")
    return file.as_uri()


def scrolled(opened: Browser, address: str, slow: float, *, dark: bool = False) -> tuple[Traced, Traced]:
    """Opens a page and draws it to its end: what was written down of either. No script asks anything, whose rubbish the
    page would have to clear away."""
    phone = opened.phone("", dark=dark)
    ask = phone.besides()
    ask("Emulation.setCPUThrottlingRate", rate=slow)
    ask("Page.enable")
    ask("Page.bringToFront")
    _trace(opened)
    ask("Page.navigate", url=address)
    _until(opened, "Page.loadEventFired")
    time.sleep(REST)
    opening = _traced(opened)
    far = ask("Page.getLayoutMetrics")["cssContentSize"]["height"] - HIGH
    _trace(opened)
    ask("Input.synthesizeScrollGesture", x=190, y=HIGH // 2, yDistance=-far, speed=SPEED, gestureSourceType="mouse")
    scrolling = _traced(opened)
    assert ask("Page.getLayoutMetrics")["cssVisualViewport"]["pageY"] > far - HIGH, "the page was not drawn to its end"
    phone.close()
    return opening, scrolling


def _trace(opened: Browser) -> None:
    opened.ask("Tracing.start", categories=CATEGORIES, transferMode="ReportEvents")


def _until(opened: Browser, happens: str) -> list[dict[str, Any]]:
    """All that the browser says up to this."""
    said: list[dict[str, Any]] = []
    while not said or said[-1].get("method") != happens:
        said.append(json.loads(opened._socket.recv()))
    return said


def _traced(opened: Browser) -> Traced:
    """Ends what is written down."""
    opened.ask("Tracing.end")
    said = _until(opened, "Tracing.tracingComplete")
    events = [one for part in said if part.get("method") == "Tracing.dataCollected" for one in part["params"]["value"]]
    spans = [event for event in events if event["ph"] == "X"]
    work = Counter[tuple[int, int]]()
    for span in spans:
        work[span["pid"], span["tid"]] += span.get("dur", 0) * (span["name"] in LAID_OUT)
    [(page_s, _)] = work.most_common(1)
    spans = [span for span in spans if (span["pid"], span["tid"]) == page_s]
    drawn = sorted(one["ts"] / 1000 for one in events if one["name"] == DRAWN and one["pid"] == page_s[0])
    return Traced(
        sorted(_tasks(spans), key=lambda task: -task.took),
        [late - early for early, late in pairwise(drawn)],
    )


def _tasks(spans: Iterable[Mapping[str, Any]]) -> Iterator[Task]:
    """The tasks that were felt, each with the time of what it did less what that did in turn. Time is the thread's own,
    which other programs do not lengthen."""
    every = sorted(spans, key=lambda span: (span["ts"], -span.get("dur", 0)))
    for at, task in enumerate(every):
        if task["name"] != TASK or task.get("tdur", 0) < 1000 * LONG:
            continue
        own, around = Counter[str]({TASK: task["tdur"]}), [task]
        for span in every[at + 1 :]:
            if span["ts"] >= task["ts"] + task["dur"]:
                break
            while span["ts"] >= around[-1]["ts"] + around[-1].get("dur", 0):
                around.pop()
            own[around[-1]["name"]] -= span.get("tdur", 0)
            own[span["name"]] += span.get("tdur", 0)
            around.append(span)
        yield Task(task["tdur"] / 1000, {name: share / 1000 for name, share in own.items()})


def _told(name: str, opening: Traced, scrolling: Traced, most: int) -> Iterator[str]:
    yield f"{name}: opened in {len(opening.tasks)} tasks above {LONG} ms"
    yield from (f"    {task.words()}" for task in opening.tasks[:most])
    frames = sorted(scrolling.frames) or [0.0]
    at = {share: frames[min(len(frames) - 1, int(share * len(frames)))] for share in (0.5, 0.95, 0.99)}
    yield (
        f"  scrolled in {len(frames)} frames: median {at[0.5]:.0f}, 95 % {at[0.95]:.0f}, 99 % {at[0.99]:.0f}, longest "
        f"{frames[-1]:.0f} ms; {len(scrolling.tasks)} tasks above {LONG} ms beside"
    )
    yield from (f"    {task.words()}" for task in scrolling.tasks[:most])


if __name__ == "__main__":
    main()
