"""Commands for the health of the diary: rebuild, doctor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cli.desk import Desk
from cli.output import Paced, clean, dump, folded, paint, print_line, talk
from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.record.diary import LOW_SPACE, Diary
from domain.record.glance import GameLine
from domain.record.reveals import proofs_counted
from projections import derived, witness
from projections.ledger_file import LedgerFile, Unkept, ledger_path
from projections.snapshots import Snapshots, snapshots_path

UNPROVED = (
    "What no single file can prove: that nothing was cut off its end, and that it was not written anew from some "
    "entry on, seals and all. "
    "A seal that somebody else keeps proves it: `wardiary verify GAME SEAL`."
)

READ = "{done} of {of} entries"
MOST_WORDS = 300
"""Maximum length in characters of the description of one damage."""


def rebuild(desk: Desk) -> None:
    """`wardiary rebuild`: makes the views again."""
    diary = desk.diary
    games = diary.games()
    sides = {side for listing in games for side in diary.rules(listing.id).sides}
    for audience in ("umpire", *sorted(sides)):
        path = ledger_path(diary.path, audience)
        if audience == "umpire" or path.exists():
            with LedgerFile(path, audience) as ledgers:
                done = ledgers.rebuild(diary, Paced(READ))
                for listing in games:
                    if listing.id in ledgers.unread:
                        talk(f"left out: {listing.name}: {ledgers.unread[listing.id]}")
                    elif bad := ledgers.unreadable(listing.id):
                        talk(f"{listing.name}: {bad}")
            talk(f"{done} entries shown again in {path}")


OK, MIND, WRONG = "ok", "mind", "WRONG"
"""The results of a check: in order; worth knowing, but no fault of the record; a fault of the record."""
COLOURS = {OK: "green", MIND: "yellow", WRONG: "red"}


class Checked(NamedTuple):
    """A check: its subject, its result, and the reason in words."""

    what: str
    state: str
    words: str

    def data(self) -> dict[str, Any]:
        return {"what": self.what, "fine": self.state != WRONG, "state": self.state, "words": self.words}


def _tried(what: str, worst: str, look: Callable[[], Checked | None]) -> Iterator[Checked]:
    """Yields the result of a check. An unforeseen error becomes a result too, so that it hides no other check."""
    try:
        found = look()
    except Trouble as error:
        found = Checked(what, worst, str(error))
    except Exception as error:
        found = Checked(what, worst, f"it cannot be looked at ({type(error).__name__}: {error})"[:MOST_WORDS])
    if found:
        yield found


def _called(listing: GameLine) -> str:
    return f"game {listing.name or listing.id}{' (put away)' * listing.put_away}"


def _game(diary: Diary, listing: GameLine) -> Checked:
    """Checks a game's record: its seals and versions, what this machine has seen of it, and its clock."""
    problems = [str(problem) for problem in diary.verify(listing.id)]
    if gone := witness.missing(diary, listing.id):
        problems.append(gone)
    if problems:
        words = "; ".join(problems[:3]) + (f"; and {len(problems) - 3} more" if len(problems) > 3 else "")
        return Checked(_called(listing), WRONG, words)
    told = (
        f"{listing.entries} entries",
        "every seal fits",
        proofs_counted(diary.revealed(listing.id)),
        f"seal {diary.head(listing.id)[:16]}",
    )
    return Checked(_called(listing), OK, ", ".join(filter(None, told)) + _clock(diary, listing.id))


def _clock(diary: Diary, game_id: str) -> str:
    """The places where the clock went backwards, in words: a fault of the times, not of the record."""
    entries = diary.entries(game_id)
    back = next(
        (b for a, b in pairwise(entries) if b.time < a.time and "branched-from" not in (a.fact.TOPIC, b.fact.TOPIC)),
        None,
    )
    return f"; the clock went backwards before entry {back.version}, {back.time}" if back else ""


# ---- what is worked out from the record, and made again where it does not fit ----


def _views(diary: Diary, path: Path, audience: str, games: Sequence[GameLine], every: bool) -> Checked:
    """Checks the views of an audience, as far as they are of these games, or of `every` one."""
    behind, told = 0, Paced(f"{path.name}: {READ}")
    try:
        with LedgerFile(path, audience) as ledgers:
            for listing in games:
                try:
                    behind += ledgers.follow(diary, listing, told)
                    ledgers.sure(diary, listing, told)
                except Unkept:
                    raise
                except Trouble:
                    continue  # reported already for the game
            if every:
                ledgers.keep_only([listing.id for listing in games])
    except (BadInput, Damaged) as error:
        return Checked(path.name, MIND, f"not used: {error}")
    if ledgers.renewed:
        return Checked(path.name, MIND, f"it {ledgers.renewed}: it was made again")
    if ledgers.renewed_games:
        counted = "1 game in it" if len(ledgers.renewed_games) == 1 else f"{len(ledgers.renewed_games)} games in it"
        why = ", ".join(sorted(set(ledgers.renewed_games.values())))
        return Checked(path.name, MIND, f"{counted} {why}: made again")
    return Checked(
        path.name, OK, "up to date" if not behind else f"{behind} entries behind the record; it has caught up"
    )


def _snapshots(diary: Diary, path: Path) -> Checked:
    with Snapshots(path) as kept:
        if kept.unused:
            return Checked(path.name, MIND, f"not used: {kept.unused}")
        wrong = kept.throw_away_what_is_wrong(diary)
    if wrong:
        counted = f"{wrong} {'snapshots' if wrong > 1 else 'snapshot'} in it"
        return Checked(path.name, MIND, f"it {kept.renewed}: {counted} counted for nothing, and will be made again")
    return Checked(
        path.name,
        MIND if kept.renewed else OK,
        f"it {kept.renewed}: it was made again" if kept.renewed else "every snapshot fits the record",
    )


def _seen(diary: Diary, listing: GameLine) -> Checked | None:
    """Reports a damaged memory of a game on this machine, and begins it anew; None if it is readable."""
    if not witness.is_damaged(listing.id):
        return None
    witness.remember(diary, listing.id)
    return Checked(
        f"what was seen of {listing.name or listing.id}",
        MIND,
        f"it {derived.DAMAGED}: from here on it is remembered anew",
    )


def _derived(diary: Diary, games: Sequence[GameLine], every: bool) -> Iterator[Checked]:
    """Checks the derived files. Those that disagree with the record are not used, and are made again."""
    sides: set[str] = set()
    for listing in games:
        with suppress(Exception):  # reported already for the game
            sides |= {*diary.rules(listing.id).sides}
    for audience in ("umpire", *sorted(sides)):
        path = ledger_path(diary.path, audience)
        if path.exists():
            yield from _tried(path.name, MIND, partial(_views, diary, path, audience, games, every))
    path = snapshots_path(diary.path)
    if path.exists():
        yield from _tried(path.name, MIND, partial(_snapshots, diary, path))
    for listing in games:
        yield from _tried(f"what was seen of {listing.name or listing.id}", MIND, partial(_seen, diary, listing))


# ---- all of it ----


def _settings(diary: Diary) -> Checked:
    can_write = "" if not diary.read_only else "; it cannot be written, only read"
    return Checked("settings", OK, ", ".join(f"{name} {value}" for name, value in diary.settings().items()) + can_write)


def _file(diary: Diary) -> Checked:
    damage = diary.whole()
    return Checked("file", WRONG if damage else OK, "; ".join(damage)[:MOST_WORDS] or f"{diary.place} is whole")


def _space(diary: Diary) -> Checked:
    space = diary.space_left()
    if space is None:
        return Checked("space", OK, "the server's own; it says so when it is full")
    return Checked("space", OK if space > LOW_SPACE else MIND, f"{space // 1_000_000} MB free")


def _whole(diary: Diary, wanted: Sequence[GameLine] = ()) -> Iterator[Checked]:
    """All checks of a diary, one after the other; of its games only those that are wanted, if any are named."""
    games: list[GameLine] = [*wanted]
    unlisted: list[str] = []
    yield from _tried("settings", MIND, partial(_settings, diary))
    yield from _tried("file", WRONG, partial(_file, diary))
    if not wanted:
        yield from _tried("the list of games", WRONG, lambda: games.extend(diary.games()))
    for listing in games:
        yield from _tried(_called(listing), WRONG, partial(_game, diary, listing))
    if not wanted:
        yield from _tried("the entries", WRONG, lambda: unlisted.extend(diary.unlisted()))
    for game_id in unlisted:
        yield Checked(f"game {clean(game_id)[:40]}", WRONG, "its entries are here, and it is in no list of games")
    yield from _derived(diary, games, not wanted)
    yield from _tried("space", MIND, partial(_space, diary))


def doctor(desk: Desk, games: tuple[str, ...], accept: bool, as_json: bool) -> None:
    """`wardiary doctor`: checks whether the diary is whole, or the games that are named, and prints each check at once;
    exit code 1 if something is wrong."""
    diary = desk.diary
    wanted = list({line.id: line for line in map(diary.find, games)}.values())
    if accept:
        for listing in wanted or diary.games():
            witness.remember(diary, listing.id)
    found = []
    for one in _whole(diary, wanted):
        found.append(one)
        if not as_json:
            print_line(paint(one.state, fg=COLOURS[one.state], bold=one.state == WRONG), f"  {one.what}: {one.words}")
    if as_json:
        dump([one.data() for one in found])
    if any(one.state == WRONG for one in found):
        talk("something is wrong: keep the file as it is, export what can be read, and go back to a copy")
        raise SystemExit(1)
    if not as_json:
        print_line("the diary is whole" if not wanted else "what was looked at is whole")
        for text in folded(UNPROVED):
            talk(text)
