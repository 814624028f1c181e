"""Who sits at the table: codes that let a phone join, and the seats of those that did.

A code has six letters, stands in memory alone, and is worth little: it is soon spent, and few can be tried. A seat's
token has 256 random bits, which the phone alone has. The file beside the diary holds its hash, so whoever reads the
file sits nowhere, and every phone goes on in its seat after a restart.

Several servers may share the file: each change is made to what stands there now, and what another has changed is read
again before a seat is looked up.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from domain.kernel.entries import SPECTATOR
from domain.kernel.errors import BadInput
from domain.kernel.limits import PHONES, SPECTATORS, TRIES
from domain.kernel.strict import strict_json
from projections.whole_files import write_all
from replays.library import read_text

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those of a code. I, L and O are taken for others."""
LONG = 6
MINUTE = 60.0
INVITED = 600.0
"""Seconds for which a further phone may be let in by a code."""
OTHER_WRITER = 2.0
"""Seconds that another server needs at most for a change; whoever needs more has been killed meanwhile."""


class Seat(BaseModel):
    """A phone's place at a table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Its public name, as in `us-2`; no two have one."""
    game: str
    audience: str
    """A side, "" for all sides on one phone, or SPECTATOR."""
    digest: str
    """The hash of its token."""
    since: str
    """UTC, ISO 8601."""


class WrongCode(BadInput):
    """No such code stands now."""


class JoiningPaused(BadInput):
    """Too many wrong codes were tried."""


class Full(BadInput):
    """A table has no further place."""


@dataclass(frozen=True)
class Code:
    """What a code stands for."""

    game: str
    audience: str
    by: str = ""
    """The seat whose phone lets in the next, by its id; "" for the laptop."""
    until: float | None = None
    """When it ends."""


SEATS = TypeAdapter(dict[str, list[Seat]])


def digest_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Seats:
    """The seats of all games of a diary, and the codes of this server."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises BadInput if the file is none of ours, or damaged."""
        self.path, self._clock, self._now = path, clock, now
        self._stamp = _stamp(path)
        self._seats = _read(path)
        self._codes: dict[str, Code] = {}
        self._spent: dict[str, str] = {}
        """By which code a seat was taken: code -> id."""
        self._heard: dict[str, float] = {}
        self._given: set[str] = set()
        """The ids that this server has seen. None is given twice, so nothing of one phone is taken for another's."""
        self._wrong: deque[float] = deque(maxlen=TRIES)
        self._paused_until = float("-inf")

    # ---- codes ----

    def code(self, game: str, audience: str) -> str:
        """The code that stands for an audience now; made if there is none."""
        for code, meant in self._codes.items():
            if (meant.game, meant.audience, meant.by) == (game, audience, ""):
                return code
        return self._new(Code(game, audience))

    def invite(self, seat: Seat) -> str:
        """A code for one further phone of a seat's audience, which that phone shows; one at a time."""
        for code in [code for code, meant in self._codes.items() if meant.by == seat.id]:
            del self._codes[code]
        return self._new(Code(seat.game, seat.audience, seat.id, self._clock() + INVITED))

    def _new(self, meant: Code) -> str:
        code = ""
        while not code or code in self._codes or code in self._spent:
            code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
        self._codes[code] = meant
        return code

    # ---- seats ----

    def join(self, typed: str, old: Seat | None = None) -> tuple[str, Seat]:
        """A token and its seat by a code, in place of the seat that this phone has had: the old token ends. A phone
        that sits there already keeps its id, and spends no code.

        Raises WrongCode, JoiningPaused or Full; BadInput if it cannot be kept. Then the code still stands.
        """
        code, meant = self._meant(typed, old)
        same = old if old and (old.game, old.audience) == (meant.game, meant.audience) else None
        token = secrets.token_urlsafe(32)
        with self._changing() as seats:
            if old:
                seats.pop(old.digest, None)
            if not same:
                _require_room(meant, seats.values())
            seat = Seat(
                id=same.id if same else self._free_id(meant.audience),
                game=meant.game,
                audience=meant.audience,
                digest=digest_of(token),
                since=self._now().isoformat(timespec="seconds"),
            )
            seats[seat.digest] = seat
        if same:
            return token, seat
        if meant.audience != SPECTATOR or meant.by:
            del self._codes[code]
            self._spent[code] = seat.id
        if old:
            self._left(old)
        return token, seat

    def of(self, token: str) -> Seat | None:
        """The seat of a token. Only hashes are compared, so how long it takes tells nothing of a token."""
        return self._current().get(digest_of(token))

    def heard(self, seat: Seat) -> None:
        self._heard[seat.id] = self._clock()

    def free(self, id: str) -> None:
        """Ends a seat: its token is worth nothing any more. If nobody sits there then, its audience has a fresh code.

        Raises BadInput if there is none of that id, or the file cannot be written.
        """
        seat = next((seat for seat in self._current().values() if seat.id == id), None)
        if seat is None:
            raise BadInput(f"there is no seat {id}: {', '.join(s.id for s in self._seats.values()) or 'nobody sits'}")
        with self._changing() as seats:
            seats.pop(seat.digest, None)
        self._left(seat)

    def listed(self, game: str) -> list[tuple[Seat, float | None]]:
        """The seats of a game, each with the seconds since it was last heard; None if not since the start."""
        now = self._clock()
        return [
            (seat, now - self._heard[seat.id] if seat.id in self._heard else None)
            for seat in self._current().values()
            if seat.game == game
        ]

    def _meant(self, typed: str, old: Seat | None) -> tuple[str, Code]:
        """A typed code as it stands, and what it means. One that this phone was let in by means its own seat."""
        now = self._clock()
        if now < self._paused_until:
            raise JoiningPaused("too many wrong codes were tried: nobody joins for a minute; wait, then try again")
        for over in [code for code, meant in self._codes.items() if meant.until is not None and meant.until <= now]:
            del self._codes[over]
        code = "".join(letter for letter in typed[: 4 * LONG].upper() if letter.isalnum())
        if meant := self._codes.get(code):
            return code, meant
        if old and self._spent.get(code) == old.id:
            return code, Code(old.game, old.audience, old.id)
        self._wrong.append(now)
        if len(self._wrong) == TRIES and now - self._wrong[0] < MINUTE:
            self._wrong.clear()
            self._paused_until = now + MINUTE
        raise WrongCode("no such code stands now: look at the laptop, or at the phone that lets you in, and type again")

    def _free_id(self, audience: str) -> str:
        taken = self._given | {seat.id for seat in self._seats.values()}
        number = 1
        while (id := f"{audience or 'all'}-{number}") in taken:
            number += 1
        return id

    def _left(self, seat: Seat) -> None:
        """Takes back what a phone that sits there no more knows: the codes it showed, and that of an empty seat."""
        self._heard.pop(seat.id, None)
        empty = not any((s.game, s.audience) == (seat.game, seat.audience) for s in self._seats.values())
        for code, meant in [*self._codes.items()]:
            if meant.by == seat.id or (empty and (meant.game, meant.audience) == (seat.game, seat.audience)):
                del self._codes[code]
        if empty:
            self.code(seat.game, seat.audience)

    # ---- the file ----

    def _current(self) -> Mapping[str, Seat]:
        """The seats by their hashes, as the file has them now. What cannot be read meanwhile changes nothing."""
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            with suppress(BadInput):
                self._seats, self._stamp = _read(self.path), stamp
        self._given.update(seat.id for seat in self._seats.values())
        return self._seats

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Seat]]:
        """The seats as they stand now, to be changed; they are written at the end.

        Raises BadInput without the file's path, because phones are told, too.
        """
        try:
            with _alone(self.path):
                seats = {**self._current()}
                yield seats
                said = {"seats": [seat.model_dump() for seat in seats.values()]}
                try:
                    write_all({self.path: json.dumps(said, indent=1).encode()}, overwrite=True, private=True)
                except BadInput as error:
                    raise (error.__cause__ if isinstance(error.__cause__, OSError) else OSError()) from error
                self._seats, self._stamp = seats, _stamp(self.path)
        except OSError as error:
            why = error.strerror or "something else lies where its file should"
            raise BadInput(f"the laptop cannot write down who sits where ({why}); nothing was changed") from error


def _require_room(meant: Code, others: Iterable[Seat]) -> None:
    here = [seat for seat in others if seat.game == meant.game]
    looking_on = sum(seat.audience == SPECTATOR for seat in here)
    if meant.audience == SPECTATOR and looking_on >= SPECTATORS:
        raise Full(f"{SPECTATORS} phones look on at this table, and no more can; the laptop frees one")
    if meant.audience != SPECTATOR and len(here) - looking_on >= PHONES:
        raise Full(f"{PHONES} phones sit at this table, and no more can; the laptop frees one")


def _read(path: Path) -> dict[str, Seat]:
    """The seats in a file by their hashes; none if it is not there. Raises BadInput."""
    if not path.exists():
        return {}
    wrong = f"{path} is no list of seats, or damaged; take it away, and every phone joins again by a new code"
    try:
        said: Any = strict_json(read_text(path).encode())
        seats = SEATS.validate_python(said)["seats"]
    except (ValueError, KeyError, RecursionError, ValidationError) as error:
        raise BadInput(wrong) from error
    if [*said] != ["seats"] or len({seat.id for seat in seats}) < len(seats):
        raise BadInput(wrong)
    return {seat.digest: seat for seat in seats}


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """By what a file that was written anew is known."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_ino, found.st_mtime_ns, found.st_size
    return None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While no other server changes the file. A lock that a killed one has left is taken over."""
    lock, began = path.with_name(f"{path.name}.lock"), time.monotonic()
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            break
        except FileExistsError:
            if time.monotonic() - began > OTHER_WRITER or _age(lock) > OTHER_WRITER:
                lock.unlink(missing_ok=True)
            else:
                time.sleep(0.01)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _age(path: Path) -> float:
    with suppress(OSError):
        return time.time() - path.stat().st_mtime
    return 0
