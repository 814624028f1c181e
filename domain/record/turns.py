"""Turns: a lock that is served in the order of asking, so that nobody who waits is passed over."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Turns:
    """One thread at a time has the turn; the others wait in the order in which they asked."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._asking: deque[Lock] = deque()
        """A locked lock for each thread that asks. The first of them has the turn."""

    def take(self, timeout: float = -1) -> bool:
        """Waits for the turn, for so many seconds at most. False if it did not come."""
        mine = Lock()
        mine.acquire()
        with self._guard:
            self._asking.append(mine)
            if len(self._asking) == 1:
                return True
        if mine.acquire(timeout=timeout):
            return True
        with self._guard:
            if mine.acquire(blocking=False):  # it came just now
                return True
            self._asking.remove(mine)
        return False

    def pass_on(self) -> None:
        """Gives the turn to who asked next."""
        with self._guard:
            self._asking.popleft()
            if self._asking:
                self._asking[0].release()

    @contextmanager
    def mine(self) -> Iterator[None]:
        """The turn, however long it takes to come."""
        self.take()
        try:
            yield
        finally:
            self.pass_on()
