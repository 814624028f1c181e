"""The command `watch`: looking on while others record a game."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from cli.desk import EVERY, Desk, check_audience
from cli.output import folded, paint, print_line, talk
from cli.unlocking import require_unlocked, unhush
from domain.kernel.entries import Entry, seen
from domain.kernel.game import View
from domain.kernel.repeats import again_in
from domain.record.diary import Diary
from projections.append_story import cited, lines, story
from recording.now import now
from recording.situation import situation
from replays.writer import appends

TOLD = 3
"""Number of last lines repeated at the beginning."""


def watch(desk: Desk, game: str, side: str) -> None:
    """`wardiary watch`: prints what an audience may see of a game, and then each new line, until Ctrl-C.

    What all may see needs no passphrase.
    """
    listed = desk.diary.find(game)
    if side:
        check_audience(side, desk.diary.rules(listed.id).sides)
        require_unlocked(desk.diary, listed.id, side)
    unhush()
    watched = Watched(desk.diary, desk.diary.open(listed.id).seen_by(side))
    with suppress(KeyboardInterrupt):
        watched.begin()
        talk("what others record is told here; Ctrl-C leaves")
        while True:
            time.sleep(EVERY)
            watched.look()


class Watched:
    """A game before one audience: its view, which follows the record."""

    def __init__(self, diary: Diary, view: View[Any]) -> None:
        self.diary, self.view = diary, view
        self.awaited: list[str] = []
        """The last printed lines on whose word is awaited."""

    def begin(self) -> None:
        """Prints where the game stands, the last lines, and whose word is awaited."""
        for text in situation(self.view, whose=False):
            print_line(text)
        last = [append for append in appends(self.view.entries) if story(append, self.view.rules.sides)][-TOLD:]
        if last:
            print_line()
        self._tell(last)

    def look(self) -> None:
        """Prints what was recorded since, if anything."""
        if self.diary.last(self.view.id) <= self.view.version:
            return
        new = list(seen(self.diary.entries(self.view.id, after=self.view.version), self.view.audience))
        self.view.follow(new)
        self._tell(appends(new))

    def _tell(self, told: Iterable[Sequence[Entry]]) -> None:
        """Prints appends as sentences; then whose word is awaited, if that is new or something was printed."""
        sides, entries = self.view.rules.sides, self.view.entries
        words = [text for append in told for text in lines(append, sides, again_in(append, entries))]
        for text in words:
            print_line(text)
        before, self.awaited = self.awaited, list(awaited(self.view))
        if words or self.awaited != before:
            for text in self.awaited:
                print_line(paint(text, fg="cyan"))


def awaited(view: View[Any]) -> Iterator[str]:
    """The open question, whose move it is, or that the game is over."""
    here = now(view, view.audience)
    if asked := here.question:
        yield from folded(f"? {here.called(asked.by)}: {cited(asked.words, asked.rule)}", rest="  ")
    elif here.over:
        yield from folded(f"the game is over: {here.why}", rest="  ")
    elif here.phase:
        yield from folded(f"{here.phase}, {here.whose()} to declare", rest="  ")
