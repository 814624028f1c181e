"""A game at the table: it is heard, looked at and recorded in a thread of its own.

Whatever touches the game or a recorder runs there, one thing after the other, so that forty phones are heard in order.
Pictures and earlier moments are drawn elsewhere, from frozen states: nobody's looking delays a declaration.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from click import unstyle

from auditing.audit import mend_behind
from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.errors import Trouble, unknown
from domain.kernel.game import Game, View
from domain.record.diary import Diary
from projections.game_tables import every_table, ledger_seen, open_ledgers
from projections.kept_screens import code_of_screens
from projections.log_lines import LogLine, log_lines
from projections.shown import shown
from projections.tapmap import TapMap, tap_map
from projections.text import folded_to
from recording.hearing import SPECTATOR
from recording.keeping import Kept
from recording.mending import Mending, written
from recording.recorder import Recorder
from recording.situation import keep_situation, situation
from web.panel import Correction, Panel, panel
from web.pasts import Pasts
from web.tapping import Tapping

T = TypeVar("T")

EVERYBODY = "everybody"
"""The audience of what all may see, in views and reasons."""
NARROW, UNFOLDED = 46, 10_000
"""Columns of a phone's screen, for what stands in columns; and of what the page folds itself."""
LOOKED = 0.25
"""Seconds between two looks for entries that somebody recorded elsewhere."""
KEPT = 1.0
"""Least seconds between two screens that are kept of a game for the command line."""
LINES = 60
"""Number of last lines of the log that a page shows."""
AMONG = 400
"""Number of last entries among which they are looked for."""
REMEMBERED = 200
"""Number of last taps of a phone that are known again."""
PICTURES = 4
"""Number of moments whose pictures are kept for an audience."""


@dataclass(frozen=True)
class Sight:
    """What an audience sees of one moment, beside what may be tapped."""

    version: int
    words: tuple[str, ...]
    """The situation in lines, as on a terminal."""
    map: TapMap | None


class Stand(NamedTuple):
    """How far a table has come: what was drawn there holds as long as none of it is another."""

    version: int = 0
    opened: int = 0
    """How often more of the game could be read than before."""
    plan: int = 0
    """When the plan of the correction that waits was written; 0 if none waits."""

    def seen_by(self, audience: str) -> Stand:
        """As far as an audience hears of it: spectators are told nothing of corrections that wait."""
        return self._replace(plan=0) if audience == SPECTATOR else self


class Phone:
    """What is remembered of one seat while the table is served."""

    def __init__(self) -> None:
        self.tapping = Tapping()
        self.tapped: OrderedDict[str, None] = OrderedDict()
        """The ids of the last taps, oldest first."""

    def forget(self, id: str) -> None:
        """Forgets a tap that could not be carried out: sent again, it is new."""
        self.tapped.pop(id, None)

    def is_new(self, id: str) -> bool:
        """Whether a tap was not carried out yet; it counts as carried out from now on."""
        if not id:
            return True
        if id in self.tapped:
            return False
        self.tapped[id] = None
        if len(self.tapped) > REMEMBERED:
            self.tapped.popitem(last=False)
        return True


class ServedGame:
    """One game of a diary, served. Its methods without `async` are carried out in the game's thread alone."""

    def __init__(self, diary: Diary, game_id: str, name: str, drawing: Executor) -> None:
        self.diary, self.id, self.name = diary, game_id, name
        self.by = diary.by
        self.game: Game[Any]
        self.recorders: dict[str, Recorder] = {}
        self.phones: dict[str, Phone] = {}
        self.told = Stand()
        """What the streams were told of last."""
        self.now = Stand()
        """What the game's thread has come to."""
        self.kept_at = 0
        """The version whose screen was kept last, or that was found."""
        self._keeps_from = 0.0
        """When a screen may be kept again."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"game {name}")
        self._drawing = drawing
        self._streams: set[asyncio.Event] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop in which its streams are told; None before it is followed."""
        self._panels: dict[str, tuple[Stand, Panel]] = {}
        self._drawings: dict[str, tuple[Stand, str]] = {}
        self._logs: dict[str, tuple[Stand, list[LogLine]]] = {}
        self._pasts: dict[str, Pasts] = {}
        self._moments: dict[str, OrderedDict[Stand, asyncio.Future[Sight]]] = {}

    # ---- the game's thread ----

    async def run(self, does: Callable[[], T]) -> T:
        """Does something in the game's thread; then all streams are told if the game went on."""

        def done() -> T:
            self.look()
            return does()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, done)
        finally:
            if self.now != self.told:
                self.told = self.now
                self.tell()

    def begin(self) -> None:
        """Opens the game, before anybody is served. Raises Trouble."""
        self._thread.submit(self.open).result()
        self.told = self.now

    def open(self) -> None:
        """Opens the game, with all that can be read of it."""
        self.keeper = Kept(self.diary, lambda side: "its passphrase is said on its phone")
        self.game = self.keeper.open(self.id)
        self.kept_at = self.game.version
        code_of_screens()  # as it is now, and at work from here on
        self.look(more=1)

    def look(self, *, more: int = 0) -> None:
        """Notes how far the table has come. A correction may also have been begun or ended elsewhere."""
        self.now = Stand(self.game.version, self.now.opened + more, written(self.diary, self.id))

    def recorder(self, audience: str) -> Recorder:
        """The recorder that all phones of an audience share."""
        if audience not in self.recorders:
            self.recorders[audience] = Recorder(self.game, self.keeper, audience)
        return self.recorders[audience]

    def unlock(self, side: str, passphrase: str) -> None:
        """Unlocks what a side keeps sealed. Raises BadInput for a wrong passphrase."""
        self.keeper.unlock(self.game, side, passphrase)
        for recorder in self.recorders.values():
            recorder.begin_anew()
        self.look(more=1)

    def follow(self) -> None:
        """Reads what was recorded elsewhere."""
        if self.diary.last(self.id) > self.game.version:
            self.keeper.refresh(self.game)
        self.look()

    @contextmanager
    def speaking(self, audience: str) -> Iterator[Recorder]:
        """The recorder of an audience, recording under its name."""
        players = self.game.began.players if self.game.began else {}
        self.diary.by = players.get(audience) or self.game.rules.sides.get(audience, self.by)
        try:
            yield self.recorder(audience)
        finally:
            self.diary.by = self.by
            self.look()

    # ---- what is seen, worked out once for a version ----

    def phone(self, seat: str) -> Phone:
        """What is remembered of a seat."""
        return self.phones.setdefault(seat, Phone())

    def forget(self, seat: str) -> None:
        """Forgets a seat in which nobody sits any more."""
        self.phones.pop(seat, None)

    def panel(self, audience: str, phone: Phone) -> Panel:
        """What a phone shows to be tapped. Phones of an audience that have tapped nothing yet show the same.

        What was half tapped and makes no sense any more is dropped, and the reason told.
        """
        try:
            return self._panel(audience, phone.tapping)
        except Trouble as trouble:
            if phone.tapping == (told := Tapping(refused=self.in_words(trouble))):
                raise
            phone.tapping = told
            return self.panel(audience, phone)

    def _panel(self, audience: str, tapping: Tapping) -> Panel:
        correction = self.correction(audience)
        if not tapping.is_empty or correction:
            return panel(self.recorder(audience), tapping, correction)
        kept = self._panels.get(audience)
        if kept is None or kept[0] != self.now:
            kept = self._panels[audience] = (self.now, panel(self.recorder(audience), tapping))
        return kept[1]

    def once(self, what: str, makes: Callable[[], str]) -> str:
        """What is drawn of the present once for all phones that show the same."""
        kept = self._drawings.get(what)
        if kept is None or kept[0] != self.now:
            kept = self._drawings[what] = (self.now, makes())
        return kept[1]

    def mending(self, audience: str) -> Mending:
        """The correction of an audience. Raises Shut if a side's secrets cannot be read."""
        return Mending(self.recorder(audience), self.diary, mend_behind)

    def correction(self, audience: str) -> Correction | None:
        """Where the correction that waits stops, as an audience may see it; None if none waits."""
        if audience == SPECTATOR or self.game.shut or not self.now.plan:
            return None
        mending = self.mending(audience)
        try:
            fixing = mending.resumed()
        except Trouble as trouble:
            return Correction("", (self.in_words(trouble),))
        stop = str(fixing.plan.decisions)
        if not fixing.stop:
            return Correction(stop, ())
        with folded_to(UNFOLDED):
            lines = [unstyle(line).strip() for line in mending.where(fixing)]
        if side := fixing.awaited(audience):
            lines.append(f"The {self.game.rules.sides[side]} side decides that, on its phone.")
        return Correction(stop, tuple(lines), bool(mending.unseen(fixing)), theirs=bool(side))

    def log(self, audience: str) -> list[LogLine]:
        """The last lines of the record, as an audience may see them."""
        kept = self._logs.get(audience)
        if kept is None or kept[0] != self.now:
            view = self.game.seen_by(audience)
            lines = log_lines(view.entries[-AMONG:], view.entries, view.rules.sides)[-LINES:]
            kept = self._logs[audience] = (self.now, lines)
        return kept[1]

    def in_words(self, trouble: Trouble) -> str:
        """A refusal as phones are told it: without what is typed at a prompt, or the places of the laptop's files."""
        name = self.game.rules.sides.get(trouble.unseen, "")
        way = f"; the {name} side says it unseen, in the field below" if name else ""
        words = f"{trouble.reason}{way}".replace(self.diary.place, "the diary")
        return words.replace(f"{self.diary.path.parent}{os.sep}", "")

    def closed(self) -> Mapping[str, str]:
        """The sides whose passphrases are still to be said, each with the message for whoever needs them."""
        return self.game.shut

    def _still(self, audience: str) -> View[Any]:
        """The game as an audience sees it now, which nothing changes any more."""
        return self.game.seen_by(audience).trial()

    @property
    def tables(self) -> list[str]:
        """The names of the game's tables."""
        return [*every_table(self.game.rules.code)]

    # ---- drawn elsewhere ----

    async def moment(self, audience: str) -> Sight:
        """What an audience sees of the present: the situation and the map, drawn once for a version."""
        kept = self._moments.setdefault(audience, OrderedDict())
        now = self.now
        if now not in kept:
            still = await self.run(lambda: self._still(audience))
            now = now._replace(version=still.version)
            if now not in kept:
                kept[now] = asyncio.ensure_future(self._drawn(still))
                while len(kept) > PICTURES:
                    kept.popitem(last=False)
        return await asyncio.shield(kept[now])

    def drawn_at(self, audience: str, version: int) -> Sight | None:
        """What an audience saw of a version, if it is kept."""
        found = self._moments.get(audience, OrderedDict()).get(self.now._replace(version=version))
        return found.result() if found is not None and found.done() and not found.exception() else None

    async def earlier(self, audience: str, version: int) -> tuple[Sight, list[LogLine]]:
        """What an audience sees of an earlier moment."""

        def still() -> tuple[Pasts, list[Entry]]:
            view, opened = self.game.seen_by(audience), self.now.opened
            if audience not in self._pasts or self._pasts[audience].opened != opened:
                self._pasts[audience] = Pasts(view.empty(), opened)
            return self._pasts[audience], [*view.entries]

        pasts, every = await self.run(still)

        def fold() -> tuple[View[Any], list[LogLine]]:
            entries = [entry for entry in every if entry.version <= version]
            past = pasts.at(entries)
            return past, log_lines(entries[-AMONG:], entries, past.rules.sides)[-LINES:]

        then, lines = await asyncio.get_running_loop().run_in_executor(self._drawing, fold)
        return await self._drawn(then), lines

    async def rows(self, audience: str, name: str) -> tuple[str, Sequence[str], Sequence[Mapping[str, Any]]]:
        """A table's name, columns and rows, as an audience may see them. Raises BadInput for an unknown one."""
        still = await self.run(lambda: self._still(audience))
        return await asyncio.get_running_loop().run_in_executor(self._drawing, self._rows, audience, name, still)

    def _rows(
        self, audience: str, name: str, still: View[Any]
    ) -> tuple[str, Sequence[str], Sequence[Mapping[str, Any]]]:
        every = every_table(still.rules.code)
        if name not in every:
            raise unknown("table", name, every)
        own = shown(still.rules.code).summaries.get(name)
        if own:
            return name, own.columns, own.rows(still)
        reader = audience if audience in still.rules.sides else EVERYBODY
        with open_ledgers(self.diary, self.diary.find(self.id), reader, lambda words: None) as ledgers:
            found = ledger_seen(ledgers, self.id, name, None)
        return name, found.columns, found.rows

    async def _drawn(self, still: View[Any]) -> Sight:
        return await asyncio.get_running_loop().run_in_executor(self._drawing, _draw, still)

    # ---- what the command line shows ----

    def is_unkept(self) -> bool:
        """Whether the screen that `show` prints is to be kept: the game has gone on, and not just now."""
        return self.now.version > self.kept_at and monotonic() >= self._keeps_from

    async def keep(self) -> None:
        """Keeps the screen that `show` prints of the present."""
        self._keeps_from = monotonic() + KEPT
        still = await self.run(lambda: self._still(UMPIRE))
        await asyncio.get_running_loop().run_in_executor(self._drawing, keep_situation, self.diary, still)
        self.kept_at = still.version

    # ---- streams ----

    @contextmanager
    def telling(self) -> Iterator[asyncio.Event]:
        """An event for one stream, set whenever the game goes on."""
        event = asyncio.Event()
        self._streams.add(event)
        try:
            yield event
        finally:
            self._streams.discard(event)

    def tell(self) -> None:
        """Tells all streams that there is something new."""
        for event in self._streams:
            event.set()

    def tell_from_outside(self) -> None:
        """The same, from a thread that is not the streams'."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.tell)

    def close(self) -> None:
        """Ends the game's thread once it has done what it is at; nobody waits for the rest any more."""
        self._thread.shutdown(cancel_futures=True)


def _draw(still: View[Any]) -> Sight:
    scene = shown(still.rules.code).scene(still)
    with folded_to(NARROW):
        words = tuple(situation(still, whose=False))
    return Sight(still.version, words, tap_map(scene) if scene else None)


async def watch(tables: Sequence[ServedGame], tell: Callable[[Exception], None]) -> None:
    """Follows for ever what is recorded elsewhere: one question for all games, which no game's thread waits for.

    What hinders it is told once, and it is tried again.
    """
    diary, failed = tables[0].diary, {"": ""}
    following: dict[str, asyncio.Future[None]] = {}
    for table in tables:
        table.loop = asyncio.get_running_loop()

    async def tried(name: str, does: Awaitable[T]) -> T | None:
        try:
            done = await does
        except Exception as error:  # whatever it is, the table goes on
            if failed.get(name) != repr(error):
                tell(error)
            failed[name] = repr(error)
            return None
        failed[name] = ""
        return done

    while True:
        await asyncio.sleep(LOOKED)
        lasts = await tried("", asyncio.to_thread(diary.lasts, [table.id for table in tables]))
        for table in tables:
            busy = table.id in following and not following[table.id].done()
            if busy:
                continue
            if lasts and lasts.get(table.id, 0) > table.told.version:
                following[table.id] = asyncio.ensure_future(tried(table.id, table.run(table.follow)))
            elif table.is_unkept():
                following[table.id] = asyncio.ensure_future(tried(table.id, table.keep()))


def audiences(game: Game[Any]) -> list[str]:
    """The audiences a table has codes for: each side, one phone for all of them, and spectators."""
    return [*game.rules.sides, "", SPECTATOR]
