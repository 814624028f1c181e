"""A machine dies, again and again, while four recorders declare, two of them on one game.

    python -m tests.servers.failover [--rounds 10]

It prints what was invoked, acknowledged, unknown, resolved and lost as it goes. Exit code 1 if anything that was said
to be recorded is not, anything said not to be is, or anything is there twice or with a gap.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import psycopg

from domain import games
from domain.record.codec import declaration_of
from domain.record.diary import Diary
from domain.record.server_store import ServerStore, set_up
from tests.record.toy import BEGAN, R1_NORTH, say
from tests.servers.pair import Pair, running_pair, until

WHO = {"Ann": 0, "Bob": 0, "Cem": 1, "Dee": 2}
"""The recorders, and the game that each plays."""
BETWEEN = 5.0
"""Seconds of play between two deaths."""


def journals(folder: Path) -> dict[str, list[str]]:
    """What became of each declaration, in the words of who said it."""
    told: dict[str, list[str]] = {}
    for file in folder.glob("*.journal"):
        for line in file.read_text().splitlines():
            if len(words := line.split()) == 2:
                told.setdefault(words[1], []).append(words[0])
    return told


def counted(told: Mapping[str, list[str]]) -> Counter[str]:
    return Counter(word for words in told.values() for word in dict.fromkeys(words))


def figures(told: Mapping[str, list[str]]) -> str:
    n = counted(told)
    return (
        f"{n['invoked']} invoked, {n['acknowledged']} acknowledged, {n['refused']} said not to be recorded, "
        f"{n['unknown']} unknown, {n['in'] + n['out']} resolved ({n['in']} in), {n['overtaken']} overtaken"
    )


def judged(told: Mapping[str, list[str]], diary: Diary, ids: list[str]) -> list[str]:
    """Every false word, and whatever is wrong with the record."""
    wrong, there = [], Counter[str]()
    for game_id in ids:
        sealed = diary.sealed(game_id)
        said = (declaration_of(entry.state or b"") for entry in sealed)
        there.update(id.rpartition(".")[2] for id in said if id)  # a phone's id stands behind that of its seat
        wrong += [str(problem) for problem in diary.verify(game_id)]
        if [entry.version for entry in sealed] != list(range(1, len(sealed) + 1)):
            wrong.append(f"game {game_id} has a gap")
    for id, words in told.items():
        is_in = {"acknowledged": True, "in": True, "refused": False, "out": False}.get(words[-1])
        if is_in is not None and is_in != bool(there[id]):
            wrong.append(f"{id} was said to be {'' if is_in else 'not '}recorded ({' '.join(words)}): false")
        if there[id] > 1:
            wrong.append(f"{id} is there {there[id]} times")
        if words[-1] == "unknown":
            wrong.append(f"{id} was never resolved")
    return wrong


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
        return [*wrong, *alone(pair, diary, ids[0])]


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
