"""Commands that use a game's seals to prove that nothing was changed: head, kept, verify."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from auditing import verify as alone
from cli.desk import Desk
from cli.noting import say_by
from cli.output import dump, print_line, talk
from cli.session import Session
from domain.kernel.errors import BadInput
from domain.kernel.limits import EXPORT
from domain.record.reveals import proofs_counted
from domain.record.seals import ALOUD, Problem, Sealed, as_said, revealed
from replays.interchange import look_into, rules_received
from replays.library import check_file


def head(desk: Desk, game: str, at: int | None, as_json: bool) -> None:
    """`wardiary head`: prints the seal of a game."""
    listing = desk.diary.find(game)
    seal = desk.diary.head(listing.id, at)
    if not seal:
        raise BadInput(f"{listing.name} has entries up to {listing.entries}, not {at}")
    if as_json:
        dump({"game": listing.name, "id": listing.id, "version": listing.entries if at is None else at, "head": seal})
    else:
        print_line(seal)


def kept(desk: Desk, game: str, seal: tuple[str, ...], side: str, as_json: bool) -> None:
    """`wardiary kept`: a side wrote a seal down. Raises BadInput if it is none of this game's."""
    said, listing = as_said(" ".join(seal)), desk.diary.find(game)
    of = _sealed_with(said, desk.diary.sealed(listing.id))
    if of is None:
        raise BadInput(
            f"{said[:ALOUD]} is no seal of {listing.name}: it belongs to another game or copy, or this one was written "
            f"anew before that seal; `wardiary head {listing.name} --at ENTRY` prints each entry's"
        )
    with Session.open(desk, game, as_json=as_json) as session:
        say_by(session, side, f"kept {of} {said}")


class Verified(NamedTuple):
    """A game, or a file of one, whose seals have been checked."""

    called: str
    sealed: Sequence[Sealed]
    problems: Sequence[Problem | str]
    told: Sequence[str]
    """What else was found, in words: entries that are withheld, secrets that were revealed and checked."""
    before: Sequence[Sealed] = ()
    """The entries of a branch, sealed as in the game they come from."""


def verify(desk: Desk, game: str, seal: tuple[str, ...]) -> None:
    """`wardiary verify`: tells whether a game's seals fit, and whether one that was kept is among them; exit code 1 if
    not."""
    said = as_said(" ".join(seal)) if seal else ""
    found = _verified(desk, game)
    if found.problems:
        talk(f"{found.problems[0]}")
        raise SystemExit(1)
    entries = found.sealed[-1].version
    if not said:
        print_line(
            f"every seal fits, to entry {entries}; that nothing was written anew, a seal that was written down tells"
        )
    elif of := _sealed_with(said, found.sealed):
        print_line(f"the seal of entry {of} of {entries}: nothing up to it has been changed")
    elif of := _sealed_with(said, found.before):
        print_line(
            f"the seal of entry {of} in the game that {found.called} was branched from: nothing up to it has been "
            "changed"
        )
    else:
        print_line(
            f"{said[:ALOUD]} is no seal of {found.called}: it belongs to another game or copy, or this one was written "
            "anew before that seal"
        )
        raise SystemExit(1)
    for told in filter(None, found.told):
        print_line(told)


def _verified(desk: Desk, game: str) -> Verified:
    """A game of the diary, or one in a `.jsonl` file, with its problems. Raises BadInput."""
    path = Path(game)
    if path.suffix.casefold() == ".jsonl" and path.is_file():
        return _file_verified(path)
    diary, listing = desk.diary, desk.diary.find(game)
    told = proofs_counted(diary.revealed(listing.id))
    return Verified(
        listing.name, diary.sealed(listing.id), diary.verify(listing.id), [told], diary.seals_before(listing.id)
    )


def _file_verified(path: Path) -> Verified:
    """A file as `auditing/verify.py` judges it; one that is right is then read, so that its facts must make sense."""
    check_file(path, EXPORT)
    checked = alone.judge_export(str(path))
    if checked.wrong:
        return Verified(str(path), (), [f"{path}: {checked.wrong}"], ())
    received, problems = look_into(path)
    told = proofs_counted(revealed(received.sealed, rules_received(received).play.topics))
    return Verified(str(path), received.sealed, problems, [checked.told_withheld, told])


def _sealed_with(said: str, sealed: Sequence[Sealed]) -> int | None:
    """The entry whose seal begins so; None if there is none.

    Entry 0 of a branch names its origin, and nobody has its seal.
    """
    return next((entry.version for entry in sealed if entry.version and entry.head.hex().startswith(said)), None)
