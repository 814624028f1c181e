"""Commands that look after the diary: rebuild, verify, doctor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import click

from cli.looking import GAME
from cli.output import clean, dump, folded, paint, say, talk


@click.command()
@click.pass_obj
def rebuild(desk: Any) -> None:
    """Throw the views away and make them again from the record.

    \b
    Example:
      wardiary rebuild
    """
    from projections.view import Views, views_path

    diary = desk.diary
    sides = {side for line in diary.games() for side in diary.rules(line.id).sides}
    for audience in ("umpire", *sorted(sides)):
        path = views_path(diary.path, audience)
        if audience == "umpire" or path.exists():
            with Views(path, audience) as views:
                done = views.rebuild(diary, lambda at, last: talk(f"{at} of {last} entries") if last > 20_000 else None)
            talk(f"{done} entries shown again in {path}")


UNPROVED = (
    "What no single file can prove: that nothing was cut off its end, and that it was not written anew from some entry on, seals and all. "
    "A seal that somebody else keeps proves it: `wardiary verify GAME SEAL`."
)


class Finding(NamedTuple):
    """What was looked at, whether it is fine, and in words how it is."""

    what: str
    fine: bool
    words: str


def _game(diary: Any, line: Any) -> Finding:
    """A game's record: its seals and versions, what this machine has seen of it, and a clock that went backwards."""
    from domain.kernel.errors import Trouble
    from projections import witness

    try:
        problems = [str(problem) for problem in diary.verify(line.id)]
        if gone := witness.missing(diary, line.id):
            problems.append(gone)
        words = "; ".join(problems[:3]) + (f"; and {len(problems) - 3} more" if len(problems) > 3 else "")
        if not problems:
            words = f"{line.entries} entries, every seal fits, seal {diary.head(line.id)[:16]}{_clock(diary, line.id)}"
    except Trouble as error:  # one bad game does not hide the others
        problems = [words := str(error)]
    return Finding(f"game {line.name or line.id}{' (put away)' * line.put_away}", not problems, words)


def _clock(diary: Any, game_id: str) -> str:
    """Where the clock went backwards: no fault of the record, but of its times."""
    entries = diary.entries(game_id)
    back = next((b for a, b in pairwise(entries) if b.at < a.at and "branched-from" not in (a.fact.TOPIC, b.fact.TOPIC)), None)
    return f"; the clock went backwards before entry {back.version}, {back.at}" if back else ""


def _derived(diary: Any) -> Iterator[Finding]:
    """The files worked out from the record. Where they do not say what it says, they count for nothing and are made again."""
    from domain.kernel.errors import Trouble
    from projections.snapshots import Snapshots, snapshots_path
    from projections.view import Views, views_path

    games = {line.id: line.name for line in diary.games()}
    sides = {side for game in games for side in diary.rules(game).sides}
    for audience in ("umpire", *sorted(sides)):
        path = views_path(diary.path, audience)
        if not path.exists():
            continue
        try:
            with Views(path, audience) as views:
                held = {row["id"] for row in views.rows("SELECT id FROM games")}
                wrong = [games.get(game, game) for game in held if not views.true_of(diary, game)]
                behind = (diary.recorder.max_notification_id() or 0) - views.position()
        except Trouble as error:
            yield Finding(path.name, True, f"not used: {error}")
            continue
        if wrong:
            yield Finding(path.name, False, f"not what the record says of {', '.join(map(clean, wrong))}; it is made again, never shown")
        else:
            yield Finding(path.name, True, "up to date" if not behind else f"{behind} entries behind; the next look catches up")
    if snapshots_path(diary.path).exists():
        with Snapshots(snapshots_path(diary.path)) as kept:
            wrong = kept.wrong(diary)
        yield Finding(snapshots_path(diary.path).name, not wrong, "; ".join(wrong[:3]) or "each is of the record")


@click.command()
@GAME
@click.argument("seal")
@click.pass_obj
def verify(desk: Any, game: str, seal: str) -> None:
    """Was a game changed since a SEAL was written down? The seal as it was printed, whole
    or as it is read aloud, its first 16 digits. Exit code 1 when it is not the game's.

    \b
    Example:
      wardiary verify evening 3f2a9c41b07d55e8
    """
    from domain.kernel.errors import BadInput

    said = "".join(seal.split()).casefold().rstrip("…")
    if not re.fullmatch("[0-9a-f]{16,64}", said):
        raise BadInput(f"{seal!r} is no seal: 16 to 64 hexadecimal digits, as `wardiary head` and the recorder print them")
    line = desk.diary.find(game)
    for problem in desk.diary.verify(line.id)[:3]:
        talk(f"{problem}")
        raise SystemExit(1)
    found = [entry.version for entry in desk.diary.sealed(line.id) if entry.head.hex().startswith(said)]
    if not found:
        say(f"{said[:16]} is no seal of {line.name}: it is another game, another copy, or was written anew before that seal")
        raise SystemExit(1)
    say(f"the seal of entry {found[0]} of {line.entries}: nothing up to it has been changed")


@click.command()
@click.option("--accept", is_flag=True, help="Take the games as they are, whatever this machine has seen of them.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
@click.pass_obj
def doctor(desk: Any, accept: bool, as_json: bool) -> None:
    """Is the diary whole? Settings, file, seals, versions, what is worked out from them,
    and what this machine has seen. Says what one file can prove and what it cannot.
    Exit code 1 when something is wrong.

    \b
    Example:
      wardiary doctor
    """
    from domain.record import LOW_SPACE
    from projections import witness

    diary = desk.diary
    for line in diary.games() if accept else ():
        witness.remember(diary, line.id)
    found: list[Finding] = []
    settings = diary.settings()
    can_write = "" if not diary.read_only else "; it cannot be written, only read"
    found.append(Finding("settings", True, ", ".join(f"{name} {value}" for name, value in settings.items()) + can_write))
    damage = diary.whole()
    found.append(Finding("file", not damage, "; ".join(damage) or f"{diary.path} is whole"))
    found += [_game(diary, line) for line in diary.games()]
    found += [Finding(f"game {clean(game)[:40]}", False, "its entries are here, and it is in no list of games") for game in diary.unlisted()]
    found += _derived(diary)
    space = diary.space_left()
    found.append(Finding("space", space > LOW_SPACE, f"{space // 1_000_000} MB free"))
    if as_json:
        dump([finding._asdict() for finding in found])
    else:
        for what, fine, words in found:
            mark = paint("ok", fg="green") if fine else paint("WRONG", fg="red", bold=True)
            say(mark, f"  {what}: {words}")
    if not all(fine for _, fine, _ in found):
        talk("something is wrong: keep the file as it is, export what can be read, and go back to a copy")
        raise SystemExit(1)
    if not as_json:
        say("the diary is whole")
        for text in folded(UNPROVED):
            talk(text)


COMMANDS = (rebuild, verify, doctor)
