"""Commands that say lines, take them back and say them again: declare, play, takeback, redo."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cli.desk import Desk
from cli.redoing import say_again, text_shown, waiting_lines
from cli.session import Session
from cli.unlocking import require_unlocked
from cli.writing import write_out
from domain.kernel.errors import BadInput, Trouble
from recording import shorthand
from recording.waiting import Waiting, WaitingLine
from replays.library import check_file
from replays.lines import joined
from replays.notation import before_last


def declare(
    desk: Desk,
    game: str,
    line: tuple[str, ...],
    auto: bool,
    dry_run: bool,
    id: str,
    settles: str,
    side: str,
    as_json: bool,
) -> None:
    """`wardiary declare`: says a line, or the lines of stdin."""
    with Session.open(desk, game, side, as_json) as session, session.settling(settles):
        if line == ("-",):
            session.say_all(click.open_file("-", encoding="utf-8"), "stdin", auto=auto, dry_run=dry_run)
        else:
            text = line[0] if len(line) == 1 else joined(line)
            session.say(shorthand.in_one_key(session.game, side, text), auto=auto, dry_run=dry_run, id=id)


def play(desk: Desk, game: str, file: str, auto: bool, side: str, as_json: bool) -> None:
    """`wardiary play`: says the lines of a file."""
    if file != "-":
        check_file(file)
    with Session.open(desk, game, side, as_json) as session, click.open_file(file, encoding="utf-8") as lines:
        session.say_all(lines, lines.name, auto=auto)


def takeback(desk: Desk, game: str, to: int | None, why: str, as_json: bool) -> None:
    """`wardiary takeback`: takes back to the end of an entry, or the last line."""
    with Session.open(desk, game, as_json=as_json) as session:
        session.record(session.game.take_back(before_last(session.game) if to is None else to, why))


def redo(desk: Desk, game: str, only_show: bool, skip: int | None, side: str, as_json: bool) -> None:
    """`wardiary redo`: says the struck lines again, or shows them."""
    if only_show:
        listing = desk.diary.find(game)
        require_unlocked(desk.diary, listing.id)
        opened = desk.diary.open(listing.id)
        write_out("".join(f"{text}\n" for text in _to_be_edited(Waiting(opened.rules, opened.entries), side)), None)
        return
    with Session.open(desk, game, side, as_json) as session:
        _say_again(session, skip)


def _say_again(session: Session, skip: int | None) -> None:
    """Says the waiting lines again, without the first `skip`. Raises BadInput if none waits, and for a refused one."""
    waiting = Waiting(session.game.rules, session.game.entries)
    lines = waiting.fresh if skip is None else waiting.lines[skip:]
    if not lines:
        raise BadInput(_nothing_said(waiting, skip))
    for line in lines:
        if waiting.holds(line):  # otherwise it answers a question that is not asked any more
            try:
                say_again(session, line)
            except Trouble as error:
                raise BadInput(f"{text_shown(session, line)}: {error}; {waiting_lines(waiting.lines)}") from error
            waiting.follow(session.game.entries)


def _nothing_said(waiting: Waiting, skip: int | None) -> str:
    if not waiting.lines:
        return "no struck line waits to be said again"
    if skip is not None:
        return f"{waiting_lines(waiting.lines)}; --skip {skip} leaves none of them"
    return (
        f"{waiting_lines(waiting.lines)}, but something else was declared since: "
        "--show prints them, --skip N says all but the first N"
    )


def _to_be_edited(waiting: Waiting, side: str) -> Iterator[str]:
    """The waiting lines as a text that can be edited and played. Another side's secret ones are only counted.

    Raises BadInput if there are none.
    """
    if not waiting.lines:
        raise BadInput(_nothing_said(waiting, None))

    def said(line: WaitingLine) -> str:
        secret = line.secret and side not in (line.secret, "umpire")
        return f"# a secret line of {line.secret}: --as {line.secret} shows it" if secret else line.text

    yield from (said(line) for line in waiting.fresh)
    if passed := [said(line) for line in waiting.lines if line.passed]:
        yield "# something else was declared since these were taken back"
        yield from passed
