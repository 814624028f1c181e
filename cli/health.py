"""Commands that look after the diary: rebuild, doctor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cli.desk import Desk
from cli.output import clean, dump, folded, paint, say, talk
from domain.kernel.errors import Trouble
from domain.record import LOW_SPACE, Diary, GameLine
from domain.reveals import counted
from projections import witness
from projections.snapshots import Snapshots, snapshots_path
from projections.view import Views, views_path

UNPROVED = (
    "What no single file can prove: that nothing was cut off its end, and that it was not written anew from some entry on, seals and all. "
    "A seal that somebody else keeps proves it: `wardiary verify GAME SEAL`."
)


def rebuild(desk: Desk) -> None:
    """`wardiary rebuild`: the views made again."""
    diary = desk.diary
    sides = {side for listing in diary.games() for side in diary.rules(listing.id).sides}
    for audience in ("umpire", *sorted(sides)):
        path = views_path(diary.path, audience)
        if audience == "umpire" or path.exists():
            with Views(path, audience) as views:
                done = views.rebuild(diary, lambda at, last: talk(f"{at} of {last} entries") if last > 20_000 else None)
            talk(f"{done} entries shown again in {path}")


class Checked(NamedTuple):
    """What was looked at, whether it is fine, and in words how it is."""

    what: str
    fine: bool
    words: str


def _game(diary: Diary, listing: GameLine) -> Checked:
    """A game's record: its seals and versions, what this machine has seen of it, and a clock that went backwards."""
    try:
        problems = [str(problem) for problem in diary.verify(listing.id)]
        if gone := witness.missing(diary, listing.id):
            problems.append(gone)
        words = "; ".join(problems[:3]) + (f"; and {len(problems) - 3} more" if len(problems) > 3 else "")
        if not problems:
            told = (f"{listing.entries} entries", "every seal fits", counted(diary.revealed(listing.id)), f"seal {diary.head(listing.id)[:16]}")
            words = ", ".join(filter(None, told)) + _clock(diary, listing.id)
    except Trouble as error:  # one bad game does not hide the others
        problems = [words := str(error)]
    return Checked(f"game {listing.name or listing.id}{' (put away)' * listing.put_away}", not problems, words)


def _clock(diary: Diary, game_id: str) -> str:
    """Where the clock went backwards: no fault of the record, but of its times."""
    entries = diary.entries(game_id)
    back = next((b for a, b in pairwise(entries) if b.at < a.at and "branched-from" not in (a.fact.TOPIC, b.fact.TOPIC)), None)
    return f"; the clock went backwards before entry {back.version}, {back.at}" if back else ""


def _derived(diary: Diary) -> Iterator[Checked]:
    """The files worked out from the record. Where they do not say what it says, they count for nothing and are made again."""
    games = {listing.id: listing.name for listing in diary.games()}
    sides = {side for game in games for side in diary.rules(game).sides}
    for audience in ("umpire", *sorted(sides)):
        path = views_path(diary.path, audience)
        if path.exists():
            yield _views(diary, path, audience, games)
    if snapshots_path(diary.path).exists():
        with Snapshots(snapshots_path(diary.path)) as kept:
            wrong = kept.wrong(diary)
        yield Checked(snapshots_path(diary.path).name, not wrong, "; ".join(wrong[:3]) or "each is of the record")


def _views(diary: Diary, path: Path, audience: str, games: Mapping[str, str]) -> Checked:
    """The views of an audience; `games` are the diary's, by their ids."""
    try:
        with Views(path, audience) as views:
            held = {row["id"] for row in views.rows("SELECT id FROM games")}
            wrong = [games.get(game, game) for game in held if not views.true_of(diary, game)]
            behind = (diary.recorder.max_notification_id() or 0) - views.position()
    except Trouble as error:
        return Checked(path.name, True, f"not used: {error}")
    if wrong:
        return Checked(path.name, False, f"not what the record says of {', '.join(map(clean, wrong))}; it is made again, never shown")
    return Checked(path.name, True, "up to date" if not behind else f"{behind} entries behind; the next look catches up")


def _whole(diary: Diary) -> Iterator[Checked]:
    """All that is looked at in a diary."""
    can_write = "" if not diary.read_only else "; it cannot be written, only read"
    yield Checked("settings", True, ", ".join(f"{name} {value}" for name, value in diary.settings().items()) + can_write)
    damage = diary.whole()
    yield Checked("file", not damage, "; ".join(damage) or f"{diary.path} is whole")
    yield from (_game(diary, listing) for listing in diary.games())
    for game_id in diary.unlisted():
        yield Checked(f"game {clean(game_id)[:40]}", False, "its entries are here, and it is in no list of games")
    yield from _derived(diary)
    space = diary.space_left()
    yield Checked("space", space > LOW_SPACE, f"{space // 1_000_000} MB free")


def doctor(desk: Desk, accept: bool, as_json: bool) -> None:
    """`wardiary doctor`: whether the diary is whole; exit code 1 when it is not."""
    diary = desk.diary
    if accept:
        for listing in diary.games():
            witness.remember(diary, listing.id)
    found = list(_whole(diary))
    if as_json:
        dump([one._asdict() for one in found])
    else:
        for what, fine, words in found:
            mark = paint("ok", fg="green") if fine else paint("WRONG", fg="red", bold=True)
            say(mark, f"  {what}: {words}")
    if not all(one.fine for one in found):
        talk("something is wrong: keep the file as it is, export what can be read, and go back to a copy")
        raise SystemExit(1)
    if not as_json:
        say("the diary is whole")
        for text in folded(UNPROVED):
            talk(text)
