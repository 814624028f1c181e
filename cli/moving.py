"""A diary on a server: its tables are made, and whole diaries move there and back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from cli.desk import Desk, is_server, on_servers, served
from cli.output import folded, talk
from domain.kernel.errors import BadInput, Damaged, Trouble

if TYPE_CHECKING:
    from domain.record.diary import Diary
    from domain.record.glance import GameLine

SILENT = 2.0
"""Seconds of work without a word."""


def setup(desk: Desk, grant: tuple[str, ...]) -> None:
    """`wardiary setup`: makes the tables of a diary on a server, and lets roles record there."""
    if not is_server(desk.place):
        raise BadInput(f"{desk.place} is a file, which needs no setup: --diary postgresql://… names a server")
    address = str(desk.place)
    new = on_servers().set_up(address, grant)
    talk(f"the tables {'are made' if new else 'are there'}: a diary is kept on the server")
    for role in grant:
        talk(f"{role} may record: it reads and adds, and cannot change or delete")
    if not grant:
        words = (
            "whoever else records needs `setup --grant ROLE`; whoever may read the tables reads every secret that is "
            "not under a passphrase"
        )
        for line in folded(words):
            talk(line)


def move(desk: Desk, place: str) -> None:
    """`wardiary move`: copies every game of another diary into this one. The other stays as it is."""
    with closing(_source(desk, place)) as source:
        target = desk.made_diary
        if target.read_only:
            raise BadInput(f"{target.place} can be read, and not written")
        games, left, told = source.games(), 0, monotonic()
        for done, listing in enumerate(games):
            try:
                _move(source, target, listing)
            except (Trouble, OSError) as error:
                left += 1
                talk(f"left out: {listing.name}: {error}")
            if monotonic() - told > SILENT:
                talk(f"{done + 1} of {len(games)} games are here")
                told = monotonic()
        for game_id in source.unlisted():
            left += 1
            talk(f"left out: game {game_id[:40]}: its entries are there, and it is in no list of games")
        talk(f"{len(games) - left} of {len(games)} games of {source.place} are here, with the seals they had")
    if left:
        raise SystemExit(1)


def _source(desk: Desk, place: str) -> Diary:
    from domain.record.diary import Diary

    if is_server(place):
        return Diary(served(place), desk.by)
    path = Path(place)
    if not path.is_file():
        raise BadInput(f"there is no diary at {place}")
    if not is_server(desk.place) and path.resolve() == Path(desk.place).resolve():
        raise BadInput(f"{place} is the diary itself: --diary names the one that takes the games in")
    return Diary(path, desk.by)


def _move(source: Diary, target: Diary, listing: GameLine) -> None:
    """Copies one game, or what is still missing of it. Raises BadInput, Damaged."""
    head = source.head(listing.id)
    held = target.listed(listing.id)
    if held and target.head(listing.id) == head:
        return
    if problems := source.verify(listing.id):
        raise Damaged(f"it is not copied, because {problems[0].what}; `wardiary doctor` says more")
    sealed = source.sealed(listing.id)
    if held is None:
        target.receive(
            listing.id, listing.name, listing.system, sealed, created=listing.created, put_away=listing.put_away
        )
    else:
        last = target.last(listing.id)
        here = next((entry for entry in sealed if entry.version == last), None)
        if here is None or here.head.hex() != target.head(listing.id):
            raise BadInput(f"the game is here already as {held.name!r}, and has gone another way: `wardiary compare`")
        target.go_on(listing.id, here, [entry for entry in sealed if entry.version > last])
    if target.head(listing.id) != head:
        raise Damaged("its seal is another one here; the source has gone on meanwhile: say it again")
