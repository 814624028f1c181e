"""The objects that commands share: the diary, and the recorder's name."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.unlocking import unlock_at_terminal
from domain.kernel.errors import BadInput, unknown

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.record.diary import Diary
    from domain.record.glance import GameLine

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


def check_audience(side: str, sides: Collection[str]) -> None:
    """Raises BadInput for an audience that is neither a side nor the umpire."""
    if side != "umpire" and side not in sides:
        raise unknown("side", side, [*sides, "umpire"])


class Desk:
    """The objects that commands share: the diary, opened on first use, and the recorder's name."""

    def __init__(self, path: Path, by: str) -> None:
        self.path, self.by = path, by
        self._diary: Diary | None = None

    @property
    def diary(self) -> Diary:
        """The diary. Raises BadInput if there is none: looking for a game must not make an empty diary."""
        if self._diary is None and not self.path.exists():
            raise BadInput(f"there is no diary at {self.path}; `wardiary new` begins one, --diary names another")
        return self.made_diary

    @property
    def made_diary(self) -> Diary:
        """The diary, made if it is missing."""
        if self._diary is None:
            # imported late: it takes 0.15 s, which `--help` and other commands without a diary would pay too
            from domain.record.diary import Diary

            self._diary = Diary(self.path, self.by)
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
