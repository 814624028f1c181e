"""The objects that commands share: the diary, and the recorder's name."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cli.output import talk
from cli.unlocking import unlock_at_terminal
from domain.kernel.errors import BadInput, unknown

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.record.diary import Diary
    from domain.record.glance import GameLine
    from domain.record.server_store import ServerStore

EVERY = 0.4
"""Seconds between two looks for entries by others."""


def default_diary() -> Path:
    """The default place of the diary: the platform's folder for a user's data. Raises BadInput if there is none."""
    try:
        if sys.platform == "darwin":
            base = Path.home() / "Library" / "Application Support"
        elif sys.platform == "win32":
            base = Path(os.environ.get("APPDATA") or Path.home())
        else:
            base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError as error:  # the user has no home folder
        raise BadInput(
            "you have no home folder here to keep a diary in: --diary FILE, or the variable WARDIARY, says where "
            "it lies"
        ) from error
    return base / "wardiary" / "wardiary.db"


def is_server(place: object) -> bool:
    """Whether a diary's place is a server's address, and not a file's path."""
    return str(place).startswith(("postgresql://", "postgres://"))


def on_servers() -> ModuleType:
    """What keeps diaries on servers. Raises BadInput if the extra is missing."""
    try:
        from domain.record import server_store
    except ModuleNotFoundError as error:
        raise BadInput(
            "a diary on a server needs the extra `postgres`: pip install 'wardiary[postgres]', or "
            "pipx inject wardiary 'psycopg[binary,pool]'"
        ) from error
    return server_store


def served(address: str) -> ServerStore:
    """The rows of a diary on a server. Raises BadInput for a missing extra, Damaged if no diary can be opened there."""
    made: ServerStore = on_servers().ServerStore(address, default_diary().parent / "servers", talk)
    return made


def check_audience(side: str, sides: Collection[str]) -> None:
    """Raises BadInput for an audience that is neither a side nor the umpire."""
    if side != "umpire" and side not in sides:
        raise unknown("side", side, [*sides, "umpire"])


class Desk:
    """The objects that commands share: the diary, opened on first use, and the recorder's name.

    The diary's place is a file's path, or the address of a server.
    """

    def __init__(self, place: Path | str, by: str) -> None:
        self.place, self.by = place, by
        self._diary: Diary | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a diary to look at: looking for a game must not make an empty one."""
        return not isinstance(self.place, Path) or self.place.exists()

    @property
    def diary(self) -> Diary:
        """The diary. Raises BadInput if there is none."""
        if self._diary is None and not self.is_there:
            raise BadInput(f"there is no diary at {self.place}; `wardiary new` begins one, --diary names another")
        return self.made_diary

    @property
    def made_diary(self) -> Diary:
        """The diary, made if it is missing."""
        if self._diary is None:
            # imported late: it takes 0.15 s, which `--help` and other commands without a diary would pay too
            from domain.record.diary import Diary

            self._diary = Diary(self.place if isinstance(self.place, Path) else served(self.place), self.by)
        return self._diary

    def open(self, name: str, side: str = "umpire") -> tuple[GameLine, Game[Any]]:
        """A game, by a unique beginning of its name, and its line in the diary's list, for a side or the umpire to look
        at.

        It includes sealed entries if the side's passphrase can be had. Raises BadInput for an unknown game or side.
        """
        listing = self.diary.find(name)
        unlock_at_terminal(self.diary, listing.id, side, ask=side not in ("", "umpire"))
        game = self.diary.open(listing.id)
        check_audience(side, game.rules.sides)
        return listing, game

    def close(self) -> None:
        if self._diary is not None:
            self._diary.close()
