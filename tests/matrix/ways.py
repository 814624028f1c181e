"""The ways in which a line is said to a game: through `declare`, on a recorder that both sides look at, on a recorder
of each side's own."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from cli.desk import Desk
from cli.live import Live
from cli.opening import open_
from cli.session import Session
from domain.kernel.errors import Trouble
from domain.kernel.game import Game
from recording.situation import status
from replays.lines import quoted

SHOWN = 40
"""After so many lines the whole situation is shown; the lines that stay on the screen are drawn after each."""


class Refused(Exception):
    """A line was not taken; what was told about it."""


class Way:
    """One way of saying a whole game. `typed` counts what was typed, `confirmed` the phases of the other side that
    Enter ended."""

    short = True
    """Whether `n` goes on."""
    shared = False
    """Whether both sides look at one screen."""
    apart = False
    """Whether each side has its own."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name
        self.typed = self.confirmed = 0

    @property
    def game(self) -> Game[Any]:
        """The game as it stands."""
        raise NotImplementedError

    @property
    def games(self) -> list[Game[Any]]:
        """The game as each recorder holds it."""
        return [self.game]

    def ends(self, by: str, text: str) -> bool:
        """Whether a line would first end a step of the other side's, which the players are asked about."""
        return False

    def line(self, by: str, text: str, *, unseen: bool = False, reason: str = "") -> None:
        """Says a declaration, or what stands beside the rules. Raises Refused."""
        raise NotImplementedError

    def answer(self, by: str, text: str, *, usual: bool = False, reason: str = "") -> None:
        """Says an answer; the `usual` one with Enter alone, where there is an Enter. Raises Refused."""
        raise NotImplementedError

    def undo(self, by: str) -> None:
        """Takes the last line back; `by` has said it."""
        raise NotImplementedError

    def audience(self, by: str) -> str:
        """Before whom a side says its lines."""
        return ""

    def together(self, text: str) -> None:
        """Says a line where both look on, beside whatever records."""
        self.typed += 1
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            Session.open(self.desk, self.name).say(text)
        self.read_on()

    def open(self, side: str) -> None:
        """A side opens what it kept secret: `wardiary open`, beside whatever records."""
        self.typed += 1
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            open_(self.desk, self.name, side)
        self.read_on()

    def read_on(self) -> None:
        """Reads on in what was recorded beside."""
        raise NotImplementedError


# ---- declare ----


class ByDeclare(Way):
    """`wardiary declare GAME LINE`; what a side hides it says with `--as`."""

    short = False

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__(desk, name)
        self.session = Session.open(desk, name)
        self.own: dict[str, Session] = {}

    @property
    def game(self) -> Game[Any]:
        return self.session.game

    def _as(self, side: str) -> Session:
        """The session of a side; what was recorded before is no news to it."""
        if side not in self.own:
            self.own[side] = Session(self.desk, self.session.listed, self.game, side)
        self.own[side].recorder.untold()
        return self.own[side]

    def line(self, by: str, text: str, *, unseen: bool = False, reason: str = "") -> None:
        self._say(self._as(by) if unseen else self.session, text + (f" !{quoted(reason)}" if reason else ""))

    def answer(self, by: str, text: str, *, usual: bool = False, reason: str = "") -> None:
        waits = self.game.waits
        session = self._as(by) if waits and waits.secret else self.session
        self._say(session, text + (f" !{quoted(reason)}" if reason else ""))

    def _say(self, session: Session, text: str) -> None:
        self.typed += 1
        told = io.StringIO()
        try:
            with redirect_stdout(told), redirect_stderr(told):
                session.say(text)
                session.whose_move()
        except Trouble as trouble:
            raise Refused(f"declare {text}: {trouble}") from trouble

    def undo(self, by: str) -> None:
        self._say(self.session, "takeback")

    def read_on(self) -> None:
        self.session.recorder.read_on()


# ---- recorders ----


class Seat:
    """A live recorder, and whoever sits at it: types lines, and what the recorder asks for beside them."""

    def __init__(self, desk: Desk, name: str, side: str) -> None:
        self.side, self.desk = side, desk
        self.asked: deque[str] = deque()
        self.live = Live(Session.open(desk, name, side), self.ask)
        self.told = ""
        """What the screen has shown since the last line."""
        self.lines = self.confirmed = 0

    @property
    def game(self) -> Game[Any]:
        return self.live.game

    def ask(self, prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
        if prompt.startswith("end it"):
            self.confirmed += 1
            return ""
        if not self.asked:
            raise Refused(f"asked for {prompt!r}, and nobody knows what to say")
        return self.asked.popleft()

    def hear(self, text: str, *asked: str) -> None:
        """Types a line, and what is asked for then. Raises Refused where nothing came of it."""
        before = self.game.version
        self.asked = deque(asked)
        self._told(lambda: self.live.hear(text))
        self.lines += 1
        if self.game.version == before or self.asked:
            raise Refused(f"{self.side or 'shared'}> {text} {' '.join(asked)}\n{self.told}")

    def look(self) -> None:
        """Reads on in what others have recorded, and draws the screen."""
        self._told(self._look)

    def _look(self) -> None:
        self.live.recorder.read_on()
        self.live.prompt()
        list(status(self.game.seen_by(self.side)))
        if self.lines % SHOWN == 0:
            self.live.hear("show")

    def _told(self, does: Callable[[], None]) -> None:
        told = io.StringIO()
        with redirect_stdout(told), redirect_stderr(told):
            does()
        self.told = told.getvalue()


class ByRecorders(Way):
    """Live recorders on one diary, each with its game: one that both sides look at, or one of each side's own."""

    def __init__(self, desk: Desk, name: str, sides: tuple[str, ...]) -> None:
        super().__init__(desk, name)
        self.seats = {side: Seat(desk, name, side) for side in sides}
        self.last = next(iter(sides))
        self.shared = "" in sides
        self.apart = not self.shared

    @property
    def game(self) -> Game[Any]:
        return self.seats[self.last].game

    @property
    def games(self) -> list[Game[Any]]:
        return [seat.game for seat in self.seats.values()]

    def ends(self, by: str, text: str) -> bool:
        return self.seats[self._at(by)].live.recorder.ending(text) is not None

    def _at(self, by: str) -> str:
        """At whose screen a word is said: on a shared one all are, else each at its side's; nobody's where the last
        was."""
        return by if by in self.seats else self.last

    def line(self, by: str, text: str, *, unseen: bool = False, reason: str = "") -> None:
        if unseen and self.shared:
            self._hear(by, f"{by}:", text.removeprefix(f"{by}: ") + (f" !{quoted(reason)}" if reason else ""))
        else:
            self._anywhere(by, text, reason)

    def _anywhere(self, by: str, text: str, reason: str) -> None:
        """Says a line at its side's recorder; one that is nobody's in particular at the last one, or at that which
        takes it."""
        *others, first = sorted(self.seats, key=lambda side: side == self._at(by))
        try:
            self._insisting(first, text, reason)
        except Refused:
            if by in self.seats or not others:
                raise
            self._insisting(others[0], text, reason)

    def answer(self, by: str, text: str, *, usual: bool = False, reason: str = "") -> None:
        if reason and self.shared and self.game.waits and self.game.waits.secret:
            self._hear(by, f"{text} !{quoted(reason)}")
        elif usual and not reason:
            self._hear(by, "")
        else:
            self._insisting(by, text, reason)

    def _insisting(self, by: str, text: str, reason: str) -> None:
        """Says a line; where the table insists, it is refused first."""
        if not reason:
            self._hear(by, text)
            return
        seat = self.seats[self._at(by)]
        try:
            self._hear(by, text)
        except Refused:
            if not seat.live.recorder.refused.text:  # what is insisted on is not said where others are told
                raise
            self._hear(by, f"! {reason}")
        else:
            raise Refused(f"{text}: taken at once, though the table insisted ({reason})")

    def _hear(self, by: str, text: str, *asked: str) -> None:
        self.last = self._at(by)
        seat = self.seats[self.last]
        self.typed += 1
        try:
            seat.hear(text, *asked)
        finally:
            self.confirmed = sum(each.confirmed for each in self.seats.values())
        self.read_on()

    def read_on(self) -> None:
        for seat in self.seats.values():
            seat.look()

    def audience(self, by: str) -> str:
        return self._at(by)

    def undo(self, by: str) -> None:
        self._hear(by, "undo")
