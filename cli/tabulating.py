"""The command `table`: the ledgers of a game, from its views, and a system's own tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.desk import Desk, check_audience
from cli.output import dump, print_line, print_table, talk
from cli.unlocking import unlock_at_terminal, variable
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import Trouble, unknown
from domain.kernel.game import View
from domain.kernel.repeats import again_words, made_again
from projections import witness
from projections.part import part_of, within
from projections.shown import Summary, shown

if TYPE_CHECKING:
    from projections.ledger_file import LedgerFile

COLUMNS = {
    "casualties": ("version", "moment", "side", "unit", "kind", "steps", "eliminated", "cause", "rule"),
    "points": ("version", "moment", "side", "amount", "why", "rule"),
    "fire": ("version", "kind", "by", "at", "dice", "hits", "outcome", "expected", "rule"),
    "chance": ("version", "side", "purpose", "dice", "drawn", "source", "rule"),
    "tracks": ("version", "moment", "name", "was", "now", "why", "rule"),
    "timeline": ("version", "moment", "words", "rule"),
    "declarations": ("version", "moment", "side", "said", "as_played"),
    "control": ("version", "moment", "place", "side", "was", "rule"),
}
"""The columns of each ledger that fit a screen; --json has all."""

COLUMNS_OF_TOTALS = {"chance": ("side", "source", "dice", "mean", "ones", "twos", "threes", "fours", "fives", "sixes")}
"""The columns of a ledger's sums, if not all fit a screen."""


def table(
    desk: Desk, game: str, name: str, struck: bool, only_totals: bool, side: str, part: str, as_json: bool
) -> None:
    """`wardiary table`: prints a ledger, or a table of the system's own; without a name, the list of tables."""
    listing = desk.diary.find(game)
    rules = desk.diary.rules(listing.id)
    check_audience(side, rules.sides)
    if name:
        unlock_at_terminal(desk.diary, listing.id, side, ask=side != UMPIRE)
        tell_sealed(desk, listing.id, side)
    if not name:
        every = {**COLUMNS, **{own: summary.columns for own, summary in shown(rules.code).summaries.items()}}
        if as_json:
            dump({"rows": [{"table": own, "columns": columns} for own, columns in every.items()]})
        else:
            print_tables(shown(rules.code).summaries)
        return
    if name in shown(rules.code).summaries:
        _, opened = desk.open(game, side)
        print_own(shown(rules.code).summaries[name], opened.seen_by(side), part, as_json=as_json)
        return
    print_ledger(desk, listing.id, name, side, part, struck=struck, only_totals=only_totals, as_json=as_json)


def print_tables(summaries: Mapping[str, Summary]) -> None:
    """Prints the list of tables with their columns: those of every game, then the system's own."""
    every = {**COLUMNS, **{own: summary.columns for own, summary in summaries.items()}}
    print_table(
        ("table", "columns"),
        [{"table": own, "columns": " · ".join(columns).replace("_", " ")} for own, columns in every.items()],
    )


def print_own(summary: Summary, view: View[Any], part: str = "", *, as_json: bool = False) -> None:
    """Prints a table of a system's own, as an audience sees the game. Raises BadInput for an unknown part."""
    rows = summary.rows(within(view, part_of(view, part)) if part else view)
    dump({"rows": rows}) if as_json else print_table(summary.columns, rows)


def print_ledger(
    desk: Desk,
    game_id: str,
    name: str,
    audience: str,
    part: str = "",
    *,
    struck: bool = False,
    only_totals: bool = False,
    as_json: bool = False,
) -> None:
    """Prints a ledger as a table, with its sums, for all of the game or a part.

    Raises BadInput for an unknown name or part.
    """
    # imported late, as it imports sqlite_utils: opening a recorder does not wait for it
    from projections.ledger_tables import TABLES

    if name not in TABLES:
        raise unknown("table", name, [*TABLES, *shown(desk.diary.rules(game_id).code).summaries])
    of = part_of(desk.open(game_id, audience)[1].seen_by(audience), part) if part else None
    with open_ledgers(desk, game_id, audience) as ledgers:
        report = TABLES[name](ledgers, game_id, of, struck=struck)
        taken_back = ledgers.rows("SELECT 1 FROM chance WHERE game=:game AND struck LIMIT 1", {"game": game_id})
    again = {}
    if name == "chance" and taken_back and not only_totals:
        entries = desk.open(game_id, audience)[1].seen_by(audience).entries
        before = made_again(entries)
        again = {e.version: again_words(e, before[e.version]) for e in entries if e.version in before}
        for row in report.rows if again else ():
            row["again"] = again.get(row["version"], "")
    if as_json:
        dump({"rows": [] if only_totals else report.rows, "totals": report.totals})
        return
    if not only_totals:
        print_table((*COLUMNS[name], *(("struck",) if struck else ()), *(("again",) if again else ())), report.rows)
    if report.totals:
        if not only_totals:
            print_line()
            print_line("in all")
        print_table(COLUMNS_OF_TOTALS.get(name) or list(report.totals[0]), report.totals)


def reads_sealed(desk: Desk, game_id: str, audience: str) -> bool:
    """Whether a game holds sealed entries that an audience may see, and whose passphrase is known."""
    by_passphrase = desk.diary.keys(game_id).keys() - desk.diary.keys(game_id, published=True).keys()
    return bool(by_passphrase & {audience} or (audience == UMPIRE and by_passphrase))


def tell_sealed(desk: Desk, game_id: str, side: str) -> None:
    """Tells a side that its own sealed entries are missing for lack of its passphrase."""
    if side in desk.diary.locked(game_id):
        title = desk.diary.rules(game_id).sides.get(side, side)
        talk(f"without what the {title} side keeps sealed: its passphrase may stand in {variable(side)}")


def open_ledgers(desk: Desk, game_id: str, side: str = "umpire") -> LedgerFile:
    """An audience's views file, caught up with the diary and checked for this game; in memory if no file can be kept.

    If the audience may read sealed entries of the game, the views hold this game alone, in memory: a file would tell
    them.
    """
    from projections.ledger_file import IN_MEMORY, LedgerFile, ledger_path

    listing = desk.diary.find(game_id)

    def progress(done: int, last: int) -> None:
        if last > 20_000:
            talk(f"views: {done} of {last} entries")

    def caught_up(ledgers: LedgerFile) -> LedgerFile:
        ledgers.follow(desk.diary, listing, progress)
        if not witness.missing(desk.diary, game_id):
            witness.remember(desk.diary, game_id)
        ledgers.sure(desk.diary, listing, progress)
        if ledgers.renewed:
            talk(f"{ledgers.path} {ledgers.renewed}: it was made again")
        elif why := ledgers.renewed_games.get(game_id):
            talk(f"what {ledgers.path} holds of {listing.name} {why}: it was made again")
        return ledgers

    if reads_sealed(desk, game_id, side):
        return caught_up(LedgerFile(IN_MEMORY, side, unlocked=game_id))
    try:
        return caught_up(LedgerFile(ledger_path(desk.diary.path, side), side))
    except Trouble as error:
        talk(f"without a views file: {error}")
        return caught_up(LedgerFile(IN_MEMORY, side))
