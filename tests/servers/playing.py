"""One `wardiary serve` of many games, and a phone at each that says a line a second, typed, under an id.

A phone says a tap again until it is answered, as the page does. What became of each is kept in the words of
`tests.servers.told`: invoked, acknowledged, refused, unknown, and later in.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from benchmarks.phones import Server, Waiting, serving
from domain.kernel.facts import GameBegan
from domain.kernel.state import RECORDED
from domain.record.diary import Diary
from tests.servers.told import figures

SIDES = ("Ann", "Bob")
ANSWERED_WITHIN = 10.0
"""Seconds after which a phone says its tap again, as its page does."""
AGAIN = 0.7
"""Seconds before it does."""
REFUSED = 'class="refused"'
OFTEN = 30.0
"""Seconds between two lines of figures."""
MEANWHILE = "What is tapped meanwhile"
"""What a page reads while the diary waits."""
STREAMS = 4
"""Every so manieth phone has a page open that is told what happens."""


@dataclass
class Played:
    """What the phones were told, and how long each waited to hear that its tap was recorded."""

    told: dict[str, list[str]] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """What phones read while they waited, or were refused with."""
    heard: int = 0
    """Number of pages that were told of their game's last line."""
    told_waits: bool = False
    """Whether a page was told what the diary waits for."""


def begun(diary: Diary, number: int) -> dict[str, str]:
    """Games of two people who write down lines: name -> id."""
    charts = {"game": {"Drive": {"sides": [*SIDES]}}}
    names = [f"table-{n:02}" for n in range(number)]
    return {
        name: diary.new("free", name, GameBegan(system="free", title=name, charts=charts, hidden=RECORDED)).id
        for name in names
    }


async def play(place: str, names: Sequence[str], folder: Path, seconds: float) -> Played:
    """Lets a phone at each game say a line a second, for some time. What the server keeps for its user lies in a
    folder."""
    played = Played()
    env = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    async with serving(place, *names, env=env) as server:
        looking_on = await server.stream(await server.join(server.codes[names[0]]["spectators"]))
        looking_on.wait_for(MEANWHILE)
        telling = asyncio.ensure_future(_tell(played))
        end = time.monotonic() + seconds
        await asyncio.gather(*(_phone(server, played, n / len(names), name, end) for n, name in enumerate(names)))
        telling.cancel()
        played.told_waits = looking_on.seen.is_set()
        looking_on.writer.close()
    return played


async def _tell(played: Played) -> None:
    while True:
        await asyncio.sleep(OFTEN)
        print(f"    {figures(played.told)}", flush=True)


async def _phone(server: Server, played: Played, first: float, name: str, end: float) -> None:
    """A phone at one game; its first line comes after a part of a second."""
    codes = server.codes[name]
    cookie = await server.join(codes[next(iter(codes))])
    key, at = await server.key(cookie), "99999999"
    page = await server.stream(cookie) if int(name[-2:]) % STREAMS == 0 else None
    due, said = time.monotonic() + first, 0
    while due < end:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        said += 1
        id = f"{name}-{said}"
        if page:
            page.wait_for(id)
        began = time.monotonic()
        at = await _tap(server, played, cookie, {"key": key, "at": at, "tap": "typed", "line": f"{id} goes", "id": id})
        played.took.append(time.monotonic() - began)
        due = max(due + 1, time.monotonic())
    if page:
        await _hears(page, played)


async def _hears(page: Waiting, played: Played) -> None:
    await asyncio.wait_for(page.seen.wait(), ANSWERED_WITHIN)
    played.heard += 1
    page.writer.close()


async def _tap(server: Server, played: Played, cookie: str, fields: Mapping[str, str]) -> str:
    """Says a tap until it is answered. Returns the version of the page that came back."""
    words = played.told.setdefault(fields["id"], ["invoked"])
    while True:
        try:
            status, headers, body = await asyncio.wait_for(
                server.ask("POST", "/tap", cookie, **fields), ANSWERED_WITHIN
            )
        except (OSError, TimeoutError):
            words.append("unknown")
        else:
            if status == HTTPStatus.OK:
                refused = REFUSED in body
                words.append("refused" if refused else "in" if "unknown" in words else "acknowledged")
                if refused:
                    played.words.add(body.partition(REFUSED)[2][:300])
                return headers["x-at"]
            played.words.add(f"{status} {body[:300]}")
            if status != HTTPStatus.SERVICE_UNAVAILABLE:
                words.append("refused")
                return fields["at"]
            words.append("unknown")
        await asyncio.sleep(AGAIN)
