"""Writers wait in their order, and nobody who reads waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from time import sleep
from typing import Any

import pytest

from domain.kernel.errors import Damaged
from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.turns import Turns
from tests.record.stranger import FilePlace, Place
from tests.record.toy import BEGAN, R1_NORTH, say

ENGINES = ("file", "server")


def test_turns_are_given_in_the_order_of_asking() -> None:
    turns, order = Turns(), list[int]()
    turns.take()

    def ask(n: int) -> None:
        with turns.mine():
            order.append(n)

    threads = [Thread(target=ask, args=(n,)) for n in range(20)]
    for n, thread in enumerate(threads):
        thread.start()
        while len(turns._asking) < n + 2:
            sleep(0.001)
    turns.pass_on()
    for thread in threads:
        thread.join()
    assert order == list(range(20))


def test_who_gave_up_waiting_is_passed_over() -> None:
    turns = Turns()
    turns.take()
    assert not turns.take(0.01)
    turns.pass_on()
    assert turns.take(0)


@pytest.mark.file_only
class TestWithAForeignLock:
    """Somebody else's program holds the file's write lock, as a copy tool may."""

    @pytest.fixture(autouse=True)
    def held(self, diary: Diary, place: FilePlace) -> Iterator[Any]:
        self.games = [diary.new("toy", f"game {n}", BEGAN) for n in range(4)]
        with place.raw() as c:
            c.execute("BEGIN IMMEDIATE")
            yield c

    def test_readers_do_not_wait_and_writers_do(self, diary: Diary, held: Any) -> None:
        """Given four writers that wait, then reads come back while they wait; when the lock is gone, all four have
        recorded. The pool's own patience plays no part."""
        diary.storage.datastore.pool.pool_timeout = 0.2  # type: ignore[attr-defined]
        with ThreadPoolExecutor(4) as threads:
            written = [threads.submit(say, diary, game, "march", R1_NORTH) for game in self.games]
            sleep(0.5)
            for game in self.games * 5:
                assert diary.last(game.id) == 2
            assert not any(done.done() for done in written)
            held.execute("COMMIT")
            for done in written:
                assert done.result(30)
        assert [diary.last(game.id) for game in self.games] == [4] * 4

    def test_a_writer_that_waited_in_vain_has_recorded_nothing(self, diary: Diary, place: FilePlace, held: Any) -> None:
        with place.opened() as other:
            other.storage.datastore.lock_timeout = 0  # type: ignore[attr-defined]
            other.storage.datastore.writers.take()  # type: ignore[attr-defined]
            with pytest.raises(Damaged, match="nothing was recorded: another writer has not ended"):
                say(other, other.open(self.games[0].id), "march", R1_NORTH)


def test_whoever_has_the_turn_is_not_overtaken(diary: Diary, game: Game[Any], place: Place) -> None:
    """Given eight threads on one game, each of which looks and appends in its turn, then nobody is overtaken."""
    own = [diary.open(game.id) for _ in range(8)]

    def record(mine: Game[Any]) -> None:
        for _ in range(10):
            with diary.turn(game.id):
                diary.refresh(mine)
                say(diary, mine, "march", R1_NORTH)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(record, own))
    assert diary.last(game.id) == 2 + 8 * 10 * 2
    assert diary.verify(game.id) == []
