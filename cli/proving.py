"""Commands that prove by its seals that nothing was changed in a game: head, verify."""

from __future__ import annotations

import re

from cli.desk import Desk
from cli.output import dump, say, talk
from domain.kernel.errors import BadInput


def head(desk: Desk, game: str, at: int | None, as_json: bool) -> None:
    """`wardiary head`: the seal of a game."""
    listing = desk.diary.find(game)
    seal = desk.diary.head(listing.id, at)
    if not seal:
        raise BadInput(f"{listing.name} has entries up to {listing.entries}, not {at}")
    if as_json:
        dump({"game": listing.name, "id": listing.id, "version": listing.entries if at is None else at, "head": seal})
    else:
        say(seal)


def verify(desk: Desk, game: str, seal: str) -> None:
    """`wardiary verify`: whether a seal is one of the game's; exit code 1 when it is not."""
    said = "".join(seal.split()).casefold().rstrip("…")
    if not re.fullmatch("[0-9a-f]{16,64}", said):
        raise BadInput(f"{seal!r} is no seal: 16 to 64 hexadecimal digits, as `wardiary head` and the recorder print them")
    listing = desk.diary.find(game)
    if problems := desk.diary.verify(listing.id):
        talk(f"{problems[0]}")
        raise SystemExit(1)
    found = [entry.version for entry in desk.diary.sealed(listing.id) if entry.head.hex().startswith(said)]
    if not found:
        say(f"{said[:16]} is no seal of {listing.name}: it is another game, another copy, or was written anew before that seal")
        raise SystemExit(1)
    say(f"the seal of entry {found[0]} of {listing.entries}: nothing up to it has been changed")
