"""What the players leave open: the commands dispute and settle, and a dispute with what its entry rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from auditing.dispute_words import dispute_lines, dispute_plain, dispute_rows, how_recorded
from cli.desk import Desk
from cli.noting import say_by
from cli.output import dump, print_lines, print_table, talk
from cli.photographs import is_picture
from cli.session import Session
from domain.kernel.disputes import is_dispute, known, next_name
from domain.kernel.entries import UMPIRE
from domain.kernel.facts import Disputed, DisputeSettled, RulingMade
from domain.kernel.game import Game
from recording.photos import photo_digest
from replays.asides import BY, PHOTO, line_of
from replays.lines import quote, quoted


def dispute(
    desk: Desk, game: str, about: str | None, text: tuple[str, ...], file: Path | None, by: str, as_json: bool
) -> None:
    """`wardiary dispute`: opens a dispute, says more to one, or lists them."""
    if about is None:
        _, opened = desk.open(game)
        shared = opened.seen_by("")  # whoever looks at the list
        rows = [dispute_plain(shared, one) for one in opened.disputes.values()]
        lines = [line for row in rows for line in dispute_rows(row)]
        dump(rows) if as_json else print_table(("id", "about", "state", "entry", "who", "said"), lines)
        return
    if is_dispute(about) and not text and file is None:
        show_dispute(desk, game, about, UMPIRE, as_json)
        return
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, f"dispute {quote(about.removeprefix('#'))} {quoted(' '.join(text))}{_shown(file)}")


def _shown(file: Path | None) -> str:
    """The photograph at the end of the line."""
    if file is None:
        return ""
    digest = photo_digest(file)
    if not is_picture(file):
        talk(f"{file.name} is no picture that a report can show; it is recorded all the same")
    return f" {PHOTO} {quote(file.name)} {digest}"


def with_digest(text: str, words: Iterable[str]) -> str:
    """A typed line of a dispute, with the digest of the photograph whose file stands at its end."""
    *_, before, file = ["", "", *words]
    return text.rpartition(f" {PHOTO} ")[0] + _shown(Path(file)) if before == PHOTO else text


def settle(desk: Desk, game: str, of: str, text: tuple[str, ...], entry: int | None, by: str, as_json: bool) -> None:
    """`wardiary settle`: closes a dispute."""
    said = f" {quoted(' '.join(text))}" if text else ""
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, by, f"settle {quote(of)}{f' {BY} {entry}' if entry is not None else ''}{said}")


def carried_over(old: Game[Any], branch: Game[Any]) -> Iterator[str]:
    """The lines of rulings and open disputes that a game has and an earlier branch of it lacks, one by one, as the
    branch has to say them.

    A dispute about an entry after the branching is not the branch's.
    """
    at, shared = branch.version, branch.disputes
    rulings = {e.fact.about: e.fact for e in old.stands if e.version > at and isinstance(e.fact, RulingMade)}
    for ruling in rulings.values():
        yield line_of(branch, [ruling])
    for one in old.disputes.values():
        if not one.open or one.name in shared or one.entry > at:
            continue
        name = next_name(branch.disputes)
        for said in one.said:
            fact = said.fact
            if isinstance(fact, DisputeSettled) and one.undone and said is one.said[-1]:
                continue  # it was settled by what was taken back since
            if isinstance(fact, DisputeSettled):
                why = fact.why or f"by entry {fact.entry} of the game it branched off"
                yield line_of(branch, [fact.but(dispute=name, entry=0, why=why)])
            elif isinstance(fact, Disputed):
                yield line_of(branch, [fact.but(dispute=name)])


def show_dispute(desk: Desk, game: str, name: str, side: str, as_json: bool) -> None:
    """`wardiary show GAME D1`. Raises BadInput."""
    _, opened = desk.open(game, side)
    if as_json:
        view = opened.seen_by(side)
        one = known(opened.disputes, name)
        how = list(how_recorded(view, one.entry)) if one.entry else []
        dump({**dispute_plain(view, one), "recorded": how})
    else:
        print_lines(dispute_lines(opened, name, side))
