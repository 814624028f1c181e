"""The command `compare`: the part that copies of a game share, and what each holds after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from auditing.copies import Compared, Copy, Verdict, aloud, compare, of_game, of_lines, said_by
from cli.desk import Desk, check_audience
from cli.looking import print_log
from cli.newly import in_words
from cli.output import cut, dump, folded, paint, print_line, talk
from cli.unlocking import unlock_at_terminal
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput
from domain.record.diary import Diary
from domain.record.sqlite_files import application_id
from domain.record.storage import APPLICATION_ID
from projections.log_lines import LogLine, log_lines
from replays.interchange import look_into, rules_received

SHOWN = 8
"""Maximum number of lines shown of a copy after the last common entry."""
NAMED = 4
"""Maximum number of recorders named."""
DIARY, LINES, TEXT = ".db", ".jsonl", ".diary"


@dataclass(frozen=True)
class Source:
    """A source to compare: its games, with their names by id, and the function that reads one."""

    called: str
    games: Mapping[str, str]
    read: Callable[[str], Copy]
    is_diary: bool = False


def compare_(desk: Desk, one: str, two: str, every: bool, side: str, as_json: bool) -> None:
    """`wardiary compare`: compares two copies of a game, or all games of two diaries.

    Exit code 1 if they fork, or seals do not fit.
    """
    with ExitStack() as opened:
        sources = [_source(desk, text, side, opened) for text in (one, two)]
        found = []
        for game in _in_both(*sources):
            compared = compare(*(source.read(game) for source in sources))
            found.append(compared)
            if not as_json:
                _tell(
                    compared, side, every, sources[0].games[game] if all(source.is_diary for source in sources) else ""
                )
    if as_json:
        dump([_as_data(compared, side) for compared in found])
    if any(compared.verdict in (Verdict.FORK, Verdict.UNSEALED) for compared in found):
        raise SystemExit(1)


# ---- what is compared ----


def _source(desk: Desk, text: str, side: str, opened: ExitStack) -> Source:
    """The source with this name: a file by its ending, else a game of the current diary. Raises BadInput."""
    path = Path(text)
    ending = path.suffix.casefold()
    if ending == LINES and path.is_file():
        return _lines(path, side)
    if ending == DIARY and path.is_file():
        return _diary(path, side, opened)
    if ending == TEXT and path.is_file():
        raise BadInput(f"{text} holds no seals to compare by: `wardiary export --format jsonl` writes them")
    if ending in (LINES, DIARY) and not (desk.is_there and any(listing.name == text for listing in desk.diary.games())):
        raise BadInput(f"there is no file {text}")
    listing = desk.diary.find(text)
    return Source(listing.name, {listing.id: listing.name}, lambda game: _game(desk.diary, game, listing.name, side))


def _lines(path: Path, side: str) -> Source:
    received, problems = look_into(path)
    check_audience(side, rules_received(received).sides)
    return Source(str(path), {received.game_id: received.name}, lambda game: of_lines(received, problems, str(path)))


def _diary(path: Path, side: str, opened: ExitStack) -> Source:
    """A diary's file as a source. It is checked first, because opening an empty file would make it a diary.

    Raises BadInput.
    """
    if application_id(path) != APPLICATION_ID:
        raise BadInput(f"{path} is no diary")
    diary = opened.enter_context(closing(Diary(path)))
    games = {listing.id: listing.name for listing in diary.games()}
    return Source(str(path), games, lambda game: _game(diary, game, str(path), side), is_diary=True)


def _game(diary: Diary, game: str, called: str, side: str) -> Copy:
    unlock_at_terminal(diary, game, side, ask=side not in ("", "umpire"))
    check_audience(side, diary.rules(game).sides)
    return of_game(diary, game, called)


def _in_both(one: Source, two: Source) -> list[str]:
    """The ids of the games that both hold. Raises BadInput if there are none."""
    both = [game for game in one.games if game in two.games]
    if both:
        if one.is_diary and two.is_diary:
            for source, other in ((one, two), (two, one)):
                alone = [name for game, name in source.games.items() if game not in other.games]
                if alone:
                    talk(f"only in {source.called}: {', '.join(alone)}")
        return both
    if one.is_diary and two.is_diary:
        raise BadInput(f"{one.called} and {two.called} hold no game in common")
    if one.is_diary or two.is_diary:
        diary, other = (one, two) if one.is_diary else (two, one)
        raise BadInput(f"{diary.called} does not hold the game that {other.called} is")
    raise BadInput(
        f"{one.called} and {two.called} are two games, not two copies of one; a branch is a game of its own too"
    )


# ---- telling ----


def _tell(compared: Compared, side: str, every: bool, name: str) -> None:
    """Prints the relation of two copies.

    For two diaries, it stands under the game's `name`, and in one line if the copies are identical.
    """
    if name and compared.verdict is Verdict.IDENTICAL:
        _say(
            f"{name}: identical, {_counted(len(compared.one.sealed))}, every seal fits, seal "
            f"{aloud(compared.one.sealed[-1])}"
        )
        return
    if name:
        print_line(paint(name, bold=True))
    for copy in (compared.one, compared.two):
        _say(_state(copy))
    if compared.last:
        _say(f"the last common entry is {compared.last.version}, seal {aloud(compared.last)}; the log ends there:")
        print_log(_log(compared, compared.one, side)[0][-1:] or _log(compared, compared.two, side)[0][-1:])
    for copy in (compared.one, compared.two):
        if compared.after(copy) and not copy.problems:
            _say(_after(compared, copy))
            if said := in_words(said_by(_entries_after(compared, copy))):
                _say(said)
            lines = _log(compared, copy, side)[1]
            print_log(lines if every else lines[:SHOWN])
            if len(lines) > SHOWN and not every:
                print_line(f"        … {len(lines) - SHOWN} lines more; --all shows them")
    for text in folded(_conclusion(compared)):
        print_line(paint(text, bold=True))


def _say(text: str) -> None:
    for line in folded(text, rest="  "):
        print_line(line)


def _state(copy: Copy) -> str:
    """The number of a copy's entries, and whether its seals hold."""
    withheld = f", {copy.withheld} of them withheld" if copy.withheld else ""
    if copy.problems:
        first, others = copy.problems[0], len(copy.problems) - 1
        more = f" (and {others} more)" if others else ""
        return f"{copy.called}: {len(copy.sealed)} entries{withheld}; entry {first.version}: {first.what}{more}"
    return f"{copy.called}: {len(copy.sealed)} entries{withheld}, every seal fits, seal {aloud(copy.sealed[-1])}"


def _after(compared: Compared, copy: Copy) -> str:
    """The number, recorders and times of a copy's entries after the last common one."""
    rest = compared.after(copy)
    entries = _entries_after(compared, copy)
    withheld = sum(entry.state is None for entry in rest)
    parts = [
        f"{copy.called} holds {_counted(len(rest))} after that" + (f", {withheld} of them withheld" if withheld else "")
    ]
    if by := list(dict.fromkeys(cut(entry.recorder, 40) for entry in entries if entry.recorder)):
        parts.append("by " + ", ".join(by[:NAMED]) + (f" and {len(by) - NAMED} others" if len(by) > NAMED else ""))
    if when := sorted(entry.time for entry in entries if entry.time):
        parts.append(_between(when[0], when[-1]))
    return ", ".join(parts)


def _entries_after(compared: Compared, copy: Copy) -> list[Entry]:
    versions = {entry.version for entry in compared.after(copy)}
    return [entry for entry in copy.entries if entry.version in versions]


def _between(first: str, last: str) -> str:
    """The span between two times, in UTC."""
    one, two = (datetime.fromisoformat(at).astimezone(UTC) for at in (first, last))
    begun, ended = f"{one:%Y-%m-%d %H:%M}", f"{two:%H:%M}" if one.date() == two.date() else f"{two:%Y-%m-%d %H:%M}"
    return f"{begun} UTC" if f"{two:%Y-%m-%d %H:%M}" == begun else f"{begun} to {ended} UTC"


def _log(compared: Compared, copy: Copy, side: str) -> tuple[list[LogLine], list[LogLine]]:
    """A copy's log lines up to the last common entry, and those after it, as a side sees them."""
    entries = copy.entries
    after = {entry.version for entry in compared.after(copy)}
    shared = [entry for entry in entries if entry.version not in after]
    later = [line for line in log_lines(seen(entries, side), entries, copy.sides) if line.version in after]
    return log_lines(seen(shared, side), shared, copy.sides), later


def _conclusion(compared: Compared) -> str:
    one, two, last = compared.one, compared.two, compared.last
    match compared.verdict:
        case Verdict.UNSEALED:
            bad = [copy for copy in (one, two) if copy.problems]
            return "; ".join(
                f"the seals of {copy.called} do not fit: from entry {copy.problems[0].version} on it proves nothing"
                for copy in bad
            )
        case Verdict.IDENTICAL:
            return f"identical: {_counted(len(one.sealed))}"
        case Verdict.GOES_ON:
            longer, shorter = (one, two) if compared.after(one) else (two, one)
            return f"{longer.called} goes on where {shorter.called} ends: {_counted(len(compared.after(longer)))} more"
    return f"they fork after entry {last.version}" if last else "they fork at once: no entry is the same"


def _counted(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _as_data(compared: Compared, side: str) -> dict[str, Any]:
    """The whole comparison as data, for programs."""
    last = compared.last
    return {
        "game": compared.one.game,
        "verdict": compared.verdict.value,
        "common": _common(compared, side) if last else None,
        "copies": [_copy_data(compared, copy, side) for copy in (compared.one, compared.two)],
    }


def _common(compared: Compared, side: str) -> dict[str, Any]:
    last = compared.last
    assert last is not None
    entries = (
        entry
        for copy in (compared.one, compared.two)
        for entry in seen(copy.entries, side)
        if entry.version == last.version
    )
    entry = next(entries, None)
    return {
        "version": last.version,
        "head": last.head.hex(),
        "moment": ", ".join(entry.moment.path) if entry else "",
        "words": entry.fact.named(compared.one.sides) if entry else "",
        "at": entry.time if entry else "",
        "by": entry.recorder if entry else "",
    }


def _copy_data(compared: Compared, copy: Copy, side: str) -> dict[str, Any]:
    rest = compared.after(copy)
    return {
        "called": copy.called,
        "entries": len(copy.sealed),
        "withheld": copy.withheld,
        "head": "" if copy.problems else copy.sealed[-1].head.hex(),
        "problems": [{"version": problem.version, "what": problem.what} for problem in copy.problems],
        "after": {
            "entries": len(rest),
            "withheld": sum(entry.state is None for entry in rest),
            "log": [line._asdict() for line in _log(compared, copy, side)[1]],
        },
    }
