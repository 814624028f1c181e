"""Commands for lines beside the rules: adjust, note, photo, ruling."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

from cli.desk import Desk
from cli.output import dump, print_table, talk
from cli.photographs import is_picture
from cli.session import Session
from domain.kernel.errors import BadInput, unknown
from recording.photos import photo_digest
from recording.ruled import RULING_COLUMNS, ruling_rows
from replays.notation import quoted


def _line(verb: str, arguments: Iterable[str], text: str) -> str:
    """The line of the notation: each argument as a word, the text as one word."""
    return " ".join([verb, *map(shlex.quote, arguments), *([quoted(text)] if text else [])])


def say_by(session: Session, side: str, line: str) -> None:
    """Says a line as a side's word. Raises BadInput."""
    players = (
        {}
        if session.game.began is None
        else {name.casefold(): code for code, name in session.game.began.players.items()}
    )
    side = side if side in session.game.rules.sides else players.get(side.casefold(), side)
    if side and side not in session.game.rules.sides:
        raise unknown("side", side, session.game.rules.sides)
    session.say(f"{side}: {line}" if side else line)


def adjust(
    desk: Desk, game: str, changes: tuple[str, ...], why: str, as_played: str, settles: str, as_json: bool
) -> None:
    """`wardiary adjust`: values set by hand."""
    insisted = f" !{quoted(as_played)}" if as_played else ""
    with Session.open(desk, game, as_json=as_json) as session, session.settling(settles):
        session.say(f"{_line('adjust', changes, why)}{insisted}")


def note(desk: Desk, game: str, text: tuple[str, ...], by: str, secret: bool, as_json: bool) -> None:
    """`wardiary note`: a remark."""
    if secret and not by:
        raise BadInput("whose secret? --by SIDE says it")
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, _line("note", ["secret"] if secret else [], " ".join(text)))


def photo(desk: Desk, game: str, file: Path, caption: tuple[str, ...], by: str, as_json: bool) -> None:
    """`wardiary photo`: a photograph, by its name and digest."""
    digest = photo_digest(file)
    if not is_picture(file):
        talk(f"{file.name} is no picture that a report can show; it is recorded all the same")
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, _line("photo", [file.name, digest], " ".join(caption)))


def ruling(
    desk: Desk, game: str, reading: str | None, choice: str | None, why: str, settles: str, as_json: bool
) -> None:
    """`wardiary ruling`: how a rule is read from here on, or a house rule; or how each is read, and the house rules."""
    if reading and choice:
        with Session.open(desk, game, as_json=as_json) as session, session.settling(settles):
            session.say(_line("ruling", [reading, choice], why))
        return
    _, opened = desk.open(game)
    rows = ruling_rows(opened, reading or "")
    dump(rows) if as_json else print_table(RULING_COLUMNS, rows)
