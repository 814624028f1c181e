"""The tables of a game for an audience: its ledgers, whose views are caught up first, and the system's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from domain.kernel.entries import UMPIRE
from domain.kernel.errors import Trouble
from domain.kernel.game import View
from domain.kernel.repeats import again_words, made_again
from domain.record.diary import Diary
from domain.record.glance import GameLine
from projections import witness
from projections.part import Part
from projections.shown import shown

if TYPE_CHECKING:  # they import sqlite_utils: opening a recorder does not wait for it
    from projections.ledger_file import LedgerFile
    from projections.ledger_tables import LedgerRows

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "casualties": ("version", "moment", "side", "unit", "kind", "steps", "eliminated", "cause", "rule"),
    "points": ("version", "moment", "side", "amount", "why", "rule"),
    "fire": ("version", "kind", "by", "at", "dice", "hits", "outcome", "expected", "rule"),
    "chance": ("version", "side", "purpose", "dice", "drawn", "source", "rule"),
    "tracks": ("version", "moment", "name", "was", "now", "why", "rule"),
    "timeline": ("version", "moment", "words", "rule"),
    "declarations": ("version", "moment", "side", "said", "as_played"),
    "control": ("version", "moment", "place", "side", "was", "rule"),
}
"""The columns of each ledger that fit a screen; a ledger has more."""

COLUMNS_OF_TOTALS = {"chance": ("side", "source", "dice", "mean", "ones", "twos", "threes", "fours", "fives", "sixes")}
"""The columns of a ledger's sums, if not all fit a screen."""

MANY = 20_000
"""Number of entries from which it is said how far the views have come."""


def every_table(code: str) -> dict[str, tuple[str, ...]]:
    """The tables of a system's games with their columns: the ledgers, then the system's own."""
    return {**COLUMNS, **{own: summary.columns for own, summary in shown(code).summaries.items()}}


def ledger_seen(
    ledgers: LedgerFile,
    game_id: str,
    name: str,
    seen_now: Callable[[], View[Any]] | None,
    part: Part | None = None,
    *,
    struck: bool = False,
) -> LedgerRows:
    """A ledger of a game with its sums, in the columns that fit a screen.

    `seen_now` gives the game as the audience sees it: it is asked for only where dice were thrown again, and None
    leaves that out.
    """
    from projections.ledger_tables import TABLES

    report = TABLES[name](ledgers, game_id, part, struck=struck)
    columns = (*COLUMNS[name], *(("struck",) if struck else ()))
    if seen_now is None or name != "chance" or not _has_struck_dice(ledgers, game_id):
        return replace(report, columns=columns)
    entries = seen_now().entries
    before = made_again(entries)
    again = {e.version: again_words(e, before[e.version]) for e in entries if e.version in before}
    for row in report.rows if again else ():
        row["again"] = again.get(row["version"], "")
    return replace(report, columns=(*columns, "again") if again else columns)


def _has_struck_dice(ledgers: LedgerFile, game_id: str) -> bool:
    return bool(ledgers.rows("SELECT 1 FROM chance WHERE game=:game AND struck LIMIT 1", {"game": game_id}))


def reads_sealed(diary: Diary, game_id: str, audience: str) -> bool:
    """Whether a game holds sealed entries that an audience may see, and whose passphrase is known."""
    by_passphrase = diary.keys(game_id).keys() - diary.keys(game_id, published=True).keys()
    return bool(by_passphrase & {audience} or (audience == UMPIRE and by_passphrase))


def open_ledgers(diary: Diary, listing: GameLine, audience: str, tell: Callable[[str], object]) -> LedgerFile:
    """An audience's views file, caught up with the diary and checked for this game; in memory if no file can be kept.

    If the audience may read sealed entries of the game, the views hold this game alone, in memory: a file would tell
    them. `tell` hears what becomes of them.
    """
    from projections.ledger_file import IN_MEMORY, LedgerFile, ledger_path

    def progress(done: int, last: int) -> None:
        if last > MANY:
            tell(f"views: {done} of {last} entries")

    def caught_up(ledgers: LedgerFile) -> LedgerFile:
        ledgers.follow(diary, listing, progress)
        if not witness.missing(diary, listing.id):
            witness.remember(diary, listing.id)
        ledgers.sure(diary, listing, progress)
        if ledgers.renewed:
            tell(f"{ledgers.path} {ledgers.renewed}: it was made again")
        elif why := ledgers.renewed_games.get(listing.id):
            tell(f"what {ledgers.path} holds of {listing.name} {why}: it was made again")
        return ledgers

    if reads_sealed(diary, listing.id, audience):
        return caught_up(LedgerFile(IN_MEMORY, audience, unlocked=listing.id))
    try:
        return caught_up(LedgerFile(ledger_path(diary.path, audience), audience))
    except Trouble as error:
        tell(f"without a views file: {error}")
        return caught_up(LedgerFile(IN_MEMORY, audience))
