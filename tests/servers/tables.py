"""Many tables at once: 40 games in one process, each of which declares once a second; then eight recorders on one game.

    python -m tests.servers.tables [--minutes 10] [--games 40]

It is done on a file, on a PostgreSQL server and on a synchronous pair. What was invoked, acknowledged and lost is
printed with the times an append took. Exit code 1 if anything was lost or refused.
"""

from __future__ import annotations

import argparse
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
from tests.servers.postgres import MADE, running

RECORDERS = 8
LINES = 60
"""Lines of each of the recorders on one game."""


@contextmanager
def on_a_file() -> Iterator[Diary]:
    with tempfile.TemporaryDirectory() as folder, Diary(Path(folder) / "d.db") as diary:
        yield diary


@contextmanager
def on_a_server() -> Iterator[Diary]:
    with (
        running() as cluster,
        tempfile.TemporaryDirectory() as folder,
        Diary(ServerStore(cluster.database(MADE), Path(folder))) as diary,
    ):
        yield diary


@contextmanager
def on_a_pair() -> Iterator[Diary]:
    with running_pair() as pair, tempfile.TemporaryDirectory() as folder:
        with psycopg.connect(pair.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE diary")
        set_up(pair.url("diary"))
        with Diary(ServerStore(pair.url("diary"), Path(folder))) as diary:
            yield diary


PLACES: dict[str, Callable[[], AbstractContextManager[Diary]]] = {
    "a file": on_a_file, "a server": on_a_server, "a synchronous pair": on_a_pair,
}  # fmt: skip


def told(took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, longest {max(took) * 1000:.0f} ms"


def many_tables(diary: Diary, number: int, minutes: float) -> int:
    """Each game in its own thread, a line a second. Returns how many lines are lost."""
    ids = [diary.new("toy", f"table {n}", BEGAN).id for n in range(number)]
    end = time.monotonic() + 60 * minutes

    def play(at: int) -> list[float]:
        game, took, due = diary.open(ids[at]), [], time.monotonic() + at / number
        while due < end:
            time.sleep(max(0.0, due - time.monotonic()))
            began = time.perf_counter()
            say(diary, game, "march", R1_NORTH)
            took.append(time.perf_counter() - began)
            due += 1
        return took

    with ThreadPoolExecutor(number) as threads:
        each = list(threads.map(play, range(number)))
    lost = sum(2 + 2 * len(took) - diary.last(id) for took, id in zip(each, ids, strict=True)) // 2
    lost += sum(bool(diary.verify(id)) for id in ids)
    took = [one for some in each for one in some]
    within = sum(one <= 1 for one in took) / len(took)
    print(
        f"  {number} tables: {len(took)} acknowledged, {lost} lost, {within:.1%} within a second, {told(took)}",
        flush=True,
    )
    return lost


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
    said = asked.parse_args()
    games.SYSTEMS["toy"] = games.System("Two Forts", "tests.record.toy")
    lost = 0
    for name, opened in PLACES.items():
        print(f"on {name}", flush=True)
        with opened() as diary:
            lost += many_tables(diary, said.games, said.minutes) + one_game(diary)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
