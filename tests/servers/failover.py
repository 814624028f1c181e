"""A machine dies, again and again, while four recorders declare, two of them on one game; then while phones are served.

    python -m tests.servers.failover [--rounds 10]

It prints what was invoked, acknowledged, unknown, resolved and lost as it goes. Exit code 1 if anything that was said
to be recorded is not, anything said not to be is, or anything is there twice or with a gap.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg

from domain import games
from domain.record.diary import Diary
from domain.record.server_store import ServerStore, set_up
from tests.record.toy import BEGAN, R1_NORTH, say
from tests.servers.pair import Pair, running_pair, until
from tests.servers.playing import begun, play
from tests.servers.told import figures, journals, judged

WHO = {"Ann": 0, "Bob": 0, "Cem": 1, "Dee": 2}
"""The recorders, and the game that each plays."""
BETWEEN = 5.0
"""Seconds of play between two deaths."""
TABLES, SERVED = 4, 90.0
"""Games that are served while a machine dies, and for how many seconds."""


def rounds(pair: Pair, number: int) -> list[str]:
    with psycopg.connect(pair.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE diary")
    address = pair.url("diary")
    set_up(address)
    with tempfile.TemporaryDirectory() as name, Diary(ServerStore(address, Path(name))) as diary:
        folder = Path(name)
        ids = [diary.new("toy", f"game {n}", BEGAN).id for n in range(3)]
        recorders = [
            subprocess.Popen([sys.executable, "-m", "tests.servers.worker", address, name, ids[n], who])
            for who, n in WHO.items()
        ]
        try:
            for n in range(number):
                time.sleep(BETWEEN)
                print(f"round {n + 1}: {dies(pair)}; {figures(journals(folder))}", flush=True)
            time.sleep(BETWEEN)
        finally:
            (folder / "stop").touch()
            for recorder in recorders:
                recorder.wait(120)
        told = journals(folder)
        wrong = judged(told, diary, ids)
        print(f"{figures(told)}; {len(wrong)} lost, twice, with a gap, or a false word", flush=True)
        return [*wrong, *served(pair, diary, folder), *alone(pair, diary, ids[0])]


def served(pair: Pair, diary: Diary, folder: Path) -> list[str]:
    """Phones say lines to one `serve` while the leader dies. They are told what is waited for, and nothing false."""
    ids = begun(diary, TABLES)
    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(lambda: asyncio.run(play(pair.url("diary"), [*ids], folder, SERVED)))
        time.sleep(2 * BETWEEN)
        died = dies(pair)
        played = playing.result()
    wrong = judged(played.told, diary, [*ids.values()])
    if any("refused" in words for words in played.told.values()):
        wrong.append("a phone's tap was refused")
    if not played.told_waits:
        wrong.append("no phone was told what is waited for")
    longest = max(played.took)
    print(
        f"served: {died}; {figures(played.told)}; {len(wrong)} wrong; a tap waited {longest:.0f} s at most", flush=True
    )
    print("\n".join(f"  a phone read: {words}" for words in sorted(played.words)), flush=True)
    return wrong


def dies(pair: Pair) -> str:
    """The leader is killed whole, the other takes its place, and the killed one comes back."""
    leader = pair.leader()
    assert leader is not None
    began = time.monotonic()
    leader.kill()
    until(lambda: pair.leader() not in (None, leader), 120, "nobody leads")
    led = time.monotonic() - began
    leader.start()
    until(pair.is_synchronous, 180, "no standby is synchronous")
    return f"{leader.name} killed, led again after {led:.0f} s, on two machines after {time.monotonic() - began:.0f} s"


def alone(pair: Pair, diary: Diary, game_id: str) -> list[str]:
    """With the standby dead nothing is acknowledged, nobody sees what is not, and it is said that it waits."""
    standby = pair.standby()
    assert standby is not None
    standby.kill()
    said: list[str] = []
    storage = diary.storage
    assert isinstance(storage, ServerStore)
    storage._waits.tell = said.append
    done: list[float] = []
    began = time.monotonic()

    def declare() -> None:
        say(diary, diary.open(game_id), "march", R1_NORTH)
        done.append(time.monotonic() - began)

    before = diary.last(game_id)
    thread = threading.Thread(target=declare)
    thread.start()
    time.sleep(6)
    wrong = []
    if done:
        wrong.append("a line was acknowledged by one machine alone")
    if diary.last(game_id) != before:
        wrong.append("somebody sees what was not acknowledged")
    if not said:
        wrong.append("nobody was told that the line waits")
    standby.start()
    thread.join(120)
    if not done or diary.last(game_id) == before:
        wrong.append("the line was not recorded when the second machine was back")
    print(f"standby dead: told {said}; recorded {done[0] if done else -1:.0f} s later, when it was back", flush=True)
    return wrong


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=10)
    number = asked.parse_args().rounds
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    with running_pair() as pair:
        wrong = rounds(pair, number)
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
