"""The command `table`: the ledgers of a game, from its views, and a system's own tables."""

from __future__ import annotations

from typing import Any

from cli.desk import Desk, check_audience
from cli.output import dump, print_line, print_table, talk
from cli.unlocking import unlock_at_terminal, variable
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import unknown
from domain.kernel.game import View
from projections.game_tables import COLUMNS_OF_TOTALS, every_table, ledger_seen, open_ledgers
from projections.part import part_of, within
from projections.shown import Summary, shown


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
        every = every_table(rules.code)
        if as_json:
            dump({"rows": [{"table": own, "columns": columns} for own, columns in every.items()]})
        else:
            print_tables(rules.code)
        return
    if name in shown(rules.code).summaries:
        _, opened = desk.open(game, side)
        print_own(shown(rules.code).summaries[name], opened.seen_by(side), part, as_json=as_json)
        return
    print_ledger(desk, listing.id, name, side, part, struck=struck, only_totals=only_totals, as_json=as_json)


def print_tables(code: str) -> None:
    """Prints the list of a system's tables with their columns."""
    print_table(
        ("table", "columns"),
        [
            {"table": own, "columns": " · ".join(columns).replace("_", " ")}
            for own, columns in every_table(code).items()
        ],
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

    def seen_now() -> View[Any]:
        return desk.open(game_id, audience)[1].seen_by(audience)

    of = part_of(seen_now(), part) if part else None
    with open_ledgers(desk.diary, desk.diary.find(game_id), audience, talk) as ledgers:
        report = ledger_seen(ledgers, game_id, name, None if only_totals else seen_now, of, struck=struck)
    if as_json:
        dump({"rows": [] if only_totals else report.rows, "totals": report.totals})
        return
    if not only_totals:
        print_table(report.columns, report.rows)
    if report.totals:
        if not only_totals:
            print_line()
            print_line("in all")
        print_table(COLUMNS_OF_TOTALS.get(name) or list(report.totals[0]), report.totals)


def tell_sealed(desk: Desk, game_id: str, side: str) -> None:
    """Tells a side that its own sealed entries are missing for lack of its passphrase."""
    if side in desk.diary.locked(game_id):
        title = desk.diary.rules(game_id).sides.get(side, side)
        talk(f"without what the {title} side keeps sealed: its passphrase may stand in {variable(side)}")
