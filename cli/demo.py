"""The command `demo`: a played game from the library, and its result."""

from __future__ import annotations

from typing import Any

from cli.desk import Desk
from cli.output import paint, print_line, print_table, talk
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import BadInput
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections.game_tables import open_ledgers
from projections.ledger_file import LedgerFile
from projections.ledger_tables import TABLES
from projections.report.stats import DEMO
from recording.situation import situation
from replays import diary_file, library


def demo(desk: Desk, system: str, played: str) -> None:
    """`wardiary demo`: stores a played game in the diary, and shows its result."""
    names = library.played_games(system)
    if not names:
        raise BadInput("no played game comes with this wardiary")
    name = played or names[0]
    file = diary_file.shipped(system, name)
    talk(f"playing {name}: {len(file.lines)} lines, every one under the rules …")
    stored, label = _stored(desk.made_diary, name, diary_file.play(file))
    print_line(f"{label}: {file.began.title}, {stored.version} entries, seal {desk.diary.head(stored.id)[:16]}")
    print_line()
    for text in situation(stored.seen_by(UMPIRE)):
        print_line(text)
    with open_ledgers(desk.diary, desk.diary.find(stored.id), UMPIRE, talk) as ledgers:
        _sums(ledgers, stored.id)
    talk(f"\nlook further: wardiary --diary {desk.diary.place} log {label}")
    talk(f"              … show {label} --at {stored.version // 2} --as us; … table {label} points; … --help")
    talk("play on phones: … serve --demo --host 0.0.0.0 (a game just begun; without --host on this machine alone)")


def _stored(diary: Diary, name: str, game: Game[Any]) -> tuple[Game[Any], str]:
    """The game stored in the diary, and its name there, numbered if the name is taken."""
    taken = {listing.name for listing in diary.games()}
    label = next(n for n in (name, *(f"{name}-{i}" for i in range(2, 1000))) if n not in taken)
    return diary.store(label, game, DEMO), label


def _sums(ledgers: LedgerFile, game: str) -> None:
    """Prints a game's casualties unit by unit, its points and its fire."""
    units = ledgers.rows(
        "SELECT side, unit, steps_lost, steps_gained, eliminated FROM casualties_by_unit WHERE game=:g ORDER BY "
        "side DESC, unit",
        {"g": game},
    )
    for title, rows in (
        ("casualties", units),
        ("points", TABLES["points"](ledgers, game).totals),
        ("fire", TABLES["fire"](ledgers, game).totals),
    ):
        print_line()
        print_line(paint(title.upper(), bold=True))
        print_table(list(rows[0]) if rows else (), rows)
