"""`wardiary show`: the screen that was kept of the game, if nothing has changed since; else the game is opened."""

from __future__ import annotations

from pathlib import Path

from cli.desk import Desk
from cli.output import print_screen
from projections.kept_screens import shown_last


def show(
    desk: Desk,
    game: str,
    dispute: str | None,
    at: int | None,
    map_file: str | None,
    fields: str,
    around: str,
    overwrite: bool,
    side: str,
    as_json: bool,
) -> None:
    """`wardiary show`: prints where a game stands, in words, as a map, or as JSON; or one dispute."""
    plain = side == "umpire" and (dispute, at, map_file) == (None,) * 3 and not (fields or around or as_json)
    if plain and isinstance(desk.place, Path) and (found := shown_last(desk.place, game)):
        line, lines = found
        print_screen(line.name, line.entries, lines)
        return
    # imported late: a screen shown again needs none of the rules
    from cli.looking import look_anew

    look_anew(desk, game, dispute, at, map_file, fields, around, overwrite, side, as_json, keep=plain)
