"""What the commands share: the diary, and who records."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.unlocking import unlock
from domain.kernel.errors import BadInput, unknown

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.record.diary import Diary, GameLine

EVERY = 0.4
"""Seconds between two looks at what others have recorded."""


def default_diary() -> Path:
    """Where the diary lies when nobody says: the platform's place for a user's data. Raises BadInput where there is no such place."""
    try:
        if sys.platform == "darwin":
            base = Path.home() / "Library" / "Application Support"
        elif sys.platform == "win32":
            base = Path(os.environ.get("APPDATA") or Path.home())
        else:
            base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError as error:  # a user without a home
        raise BadInput("you have no home folder here to keep a diary in: --diary FILE, or the variable WARDIARY, says where it lies") from error
    return base / "wardiary" / "wardiary.db"


def check_audience(side: str, sides: Collection[str]) -> None:
    """Raises BadInput for an audience that is neither a side nor the umpire."""
    if side != "umpire" and side not in sides:
        raise unknown("side", side, [*sides, "umpire"])


class Desk:
    """What the commands share: the diary, opened when first needed, and who records."""

    def __init__(self, path: Path, by: str) -> None:
        self.path, self.by = path, by
        self._diary: Diary | None = None

    @property
    def diary(self) -> Diary:
        """The diary. Raises BadInput when there is none: who looks for a game does not want an empty diary made."""
        if self._diary is None and not self.path.exists():
            raise BadInput(f"there is no diary at {self.path}; `wardiary new` begins one, --diary names another")
        return self.made_diary

    @property
    def made_diary(self) -> Diary:
        """The diary, made if there is none."""
        if self._diary is None:
            from domain.record.diary import Diary  # late: 0.15 s, for which `--help` and whoever opens no diary would wait too

            self._diary = Diary(self.path, self.by)
        return self._diary

    def open(self, name: str, side: str = "umpire") -> tuple[GameLine, Game[Any]]:
        """A game and what the diary's list says of it, by a unique beginning of its name, to be looked at by a side or the umpire.

        With what is sealed, where a side's passphrase is to be had. Raises BadInput for a game, or a side of it, that there is not.
        """
        listing = self.diary.find(name)
        unlock(self.diary, listing.id, side, ask=side not in ("", "umpire"))
        game = self.diary.open(listing.id)
        check_audience(side, game.rules.sides)
        return listing, game

    def close(self) -> None:
        if self._diary is not None:
            self._diary.close()
