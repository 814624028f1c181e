"""A club's rulings: `rulings export` writes them as a file, and `new --rulings` takes them in."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.desk import Desk
from cli.output import Paced, folded, talk
from cli.statistics import parents_of_branches
from cli.writing import write_out
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.limits import TOML
from domain.kernel.rules import Rules
from domain.record.diary import Diary, makes_sense
from domain.record.glance import GameLine
from projections.report.stats import begins_demo
from replays.library import read_text
from replays.rulings_file import Ruled, contradictions, once, read_rulings, rulings_of, write_rulings


def rulings_export(desk: Desk, game: str, output: Path | None, overwrite: bool) -> None:
    """`wardiary rulings export`: the rulings of a game, or of all games."""
    listings = [desk.diary.find(game)] if game else _played(desk.diary)
    made: list[Ruled] = []
    told = Paced("{done} of {of} games are read")
    for done, listing in enumerate(listings):
        told(done, len(listings))
        try:
            stands = (entry for entry, _, stands in desk.diary.read_through(listing.id) if stands)
            with makes_sense(listing.name):
                made += rulings_of(desk.diary.rules(listing.id), stands, listing.name, str(listing.created)[:10])
        except Trouble as error:
            if game:
                raise
            talk(f"{listing.name} is left out: {error}")
    found = once(made)
    write_out(write_rulings(found), output, overwrite=overwrite)
    for one, other in contradictions(found):
        words = (
            f"{one.about[0]} {one.about[1]} is {one.said} in {one.game} and {other.said} in {other.game}: both are "
            "written; leave one in the file"
        )
        for line in folded(words, rest="  "):
            talk(line)
    if not found:
        talk("nothing was ruled on, and every reading is the usual one: the file holds no ruling")


def _played(diary: Diary) -> list[GameLine]:
    """The games that a club has played: no branch, which may be played to see what if, no demo, nothing put away.

    What is left out is said.
    """
    branches = parents_of_branches(diary)
    every = diary.games()
    left = [one for one in every if one.put_away or one.id in branches or _is_demo(diary, one)]
    if left:
        names = ", ".join(one.name for one in left)
        for line in folded(
            f"branches, demos and what was put away are left out: {names}; `rulings export GAME` writes one's",
            rest="  ",
        ):
            talk(line)
    return [one for one in every if one not in left]


def _is_demo(diary: Diary, listing: GameLine) -> bool:
    with suppress(Trouble):  # reading the game reports it
        return any(map(begins_demo, diary.entries(listing.id, upto=1)))
    return False


def rulings_taken(rules: Rules[Any], files: tuple[Path, ...], readings: Mapping[str, str]) -> list[Ruled]:
    """The rulings of files that are of this system. Raises BadInput where two contradict each other, or `readings`."""
    found: list[Ruled] = []
    for file in files:
        found += read_rulings(read_text(file, TOML), str(file))
    of_system = [one for one in found if one.system == rules.code]
    said = [
        Ruled(rules.code, rules.readings[id].rule, id, choice, where=f"--reading {id}={choice}")
        for id, choice in readings.items()
    ]
    for one, other in contradictions([*said, *of_system]):
        raise BadInput(
            f"{one.where}: {one.about[1]} is {one.said}, and {other.said} in {other.where}; leave one of them out"
        )
    if files:
        others = len(found) - len(of_system)
        left = f"; {others} of other systems left out" if others else ""
        talk(f"{len(of_system)} rulings taken from {', '.join(map(str, files))}{left}")
    return of_system
