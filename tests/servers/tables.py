"""Many tables at once: one `wardiary serve` of 40 games, with a phone at each that says a line a second; then eight
recorders on one game in one process.

    python -m tests.servers.tables [--minutes 10] [--games 40] [--on "a file"]

It is done on a file, on a PostgreSQL server and on a synchronous pair. What was invoked, acknowledged, unknown,
resolved and lost is printed as it goes, with the times from a tap to its answer. Exit code 1 if anything was lost,
refused, or acknowledged and is not in the record.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg

from domain import games
from domain.record.diary import Diary
from domain.record.server_store import ServerStore, set_up
from tests.record.toy import BEGAN, R1_NORTH, say
from tests.servers.pair import running_pair
from tests.servers.playing import begun, play
from tests.servers.postgres import MADE, running
from tests.servers.told import counted, figures, judged

RECORDERS = 8
LINES = 60
"""Lines of each of the recorders on one game."""


@contextmanager
def on_a_file() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "d.db")


@contextmanager
def on_a_server() -> Iterator[str]:
    with running() as cluster:
        yield cluster.database(MADE)


@contextmanager
def on_a_pair() -> Iterator[str]:
    with running_pair() as pair:
        with psycopg.connect(pair.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE diary")
        set_up(pair.url("diary"))
        yield pair.url("diary")


PLACES: dict[str, Callable[[], AbstractContextManager[str]]] = {
    "a file": on_a_file, "a server": on_a_server, "a synchronous pair": on_a_pair,
}  # fmt: skip


def told(took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, longest {max(took) * 1000:.0f} ms"


def many_tables(place: str, diary: Diary, folder: Path, number: int, minutes: float) -> int:
    """A phone at each of many games that one process serves. Returns how many lines are lost, or wrongly told."""
    ids = begun(diary, number)
    played = asyncio.run(play(place, [*ids], folder, 60 * minutes))
    wrong = judged(played.told, diary, [*ids.values()])
    wrong += [f"a phone read: {words}" for words in played.words]
    for line in wrong:
        print(f"    {line}")
    within = sum(one <= 1 for one in played.took) / len(played.took)
    print(
        f"  {number} tables of one serve: {figures(played.told)}, {len(wrong)} lost or wrongly told, "
        f"{within:.2%} within a second, {told(played.took)}; {played.heard} open pages were told the last line",
        flush=True,
    )
    return len(wrong) + counted(played.told)["refused"]


def one_game(diary: Diary) -> int:
    """Recorders on one game in one process, each in its turn. Returns how many lines are lost."""
    game_id = diary.new("toy", "one", BEGAN).id

    def record(_: int) -> list[float]:
        game, took = diary.open(game_id), []
        for _ in range(LINES):
            began = time.perf_counter()
            with diary.turn(game_id):
                diary.refresh(game)
                say(diary, game, "march", R1_NORTH)
            took.append(time.perf_counter() - began)
        return took

    with ThreadPoolExecutor(RECORDERS) as threads:
        took = [one for some in threads.map(record, range(RECORDERS)) for one in some]
    lost = (2 + 2 * RECORDERS * LINES - diary.last(game_id)) // 2 + bool(diary.verify(game_id))
    cuts = statistics.quantiles(took, n=100)
    print(
        f"  {RECORDERS} recorders on one game: {len(took)} acknowledged, {lost} lost, {told(took)}, p99 is "
        f"{cuts[98] / cuts[49]:.1f} x p50",
        flush=True,
    )
    return lost


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--on", choices=PLACES, action="append")
    said = asked.parse_args()
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    lost = 0
    for name in said.on or PLACES:
        print(f"on {name}", flush=True)
        with (
            PLACES[name]() as place,
            tempfile.TemporaryDirectory() as folder,
            opened(place, Path(folder)) as diary,
        ):
            lost += many_tables(place, diary, Path(folder), said.games, said.minutes) + one_game(diary)
    sys.exit(1 if lost else 0)


def opened(place: str, folder: Path) -> Diary:
    return Diary(ServerStore(place, folder)) if place.startswith("postgresql:") else Diary(place)


if __name__ == "__main__":
    main()
