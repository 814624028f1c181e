"""Commands that read and write files of whole games: export, import."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

from auditing.copies import Compared, Verdict, aloud, branching_at, of_lines, to_go_on_with
from cli.archiving import export_ledgers
from cli.desk import Desk, check_audience
from cli.log_taking import import_log
from cli.newly import tell_new, whose
from cli.output import folded, talk
from cli.unlocking import require_unlocked
from cli.writing import write_out
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import BadInput
from domain.kernel.limits import LINE
from domain.kernel.packs import Pack
from domain.record.diary import Diary, check_name
from domain.record.glance import GameLine
from domain.record.reveals import proofs_counted
from domain.record.seals import revealed
from projections import witness
from projections.plays import bgstats
from projections.whole_files import check_folder, mark, write_all
from recording.mending import keep
from recording.plans import Plan
from recording.situation import keep_situation
from replays import diary_file, library
from replays.diary_file import Unplayed
from replays.interchange import Received, read_file, rules_received, write_jsonl


def export(
    desk: Desk, game: str, form: str | None, side: str, output: Path | None, ledgers: Path | None, overwrite: bool
) -> None:
    """`wardiary export`: a game as a file, or the ledgers of all games."""
    if ledgers:
        if game or output:
            raise BadInput("--ledgers DIR takes all games, and writes into DIR: leave out GAME and -o")
        export_ledgers(desk, ledgers, form or "", side)
        return
    if not game:
        raise BadInput("which game? `wardiary games` lists them; --ledgers DIR takes all")
    if form in ("parquet", "csv"):
        raise BadInput(f"a game is written as diary, jsonl or bgstats; {form} is for --ledgers DIR")
    if form == "bgstats":
        _export_play(desk, game, side or "umpire", output, overwrite)
        return
    form = form or ("jsonl" if output and output.suffix == ".jsonl" else "diary")
    listing = desk.diary.find(game)
    if form == "jsonl":
        _export_lines(desk.diary, listing, side, output, overwrite)
    elif side:
        raise BadInput("a .diary holds everything both sides said; export it for a side with --format jsonl")
    else:
        _export_diary(desk.diary, listing, output, overwrite)


def _export_play(desk: Desk, game: str, side: str, output: Path | None, overwrite: bool) -> None:
    _, opened = desk.open(game, side)
    play = bgstats(opened.seen_by(side))
    text = json.dumps(play, ensure_ascii=False, indent=2) + "\n"
    if output is None:
        write_out(text, None)
    else:  # the play's own id says of which game it is
        write_all({output: text.encode()}, play["plays"][0]["uuid"], overwrite=overwrite)


def _export_lines(diary: Diary, listing: GameLine, side: str, output: Path | None, overwrite: bool) -> None:
    if side:
        check_audience(side, diary.rules(listing.id).sides)
    lines = "".join(text + "\n" for text in write_jsonl(diary, listing.id, side))
    if output is None:
        write_out(lines, None)
    else:  # its first line names the game
        check_folder(output)
        write_all({output: lines.encode()}, f'"source":"wardiary:{listing.id}"', overwrite=overwrite)


def _export_diary(diary: Diary, listing: GameLine, output: Path | None, overwrite: bool) -> None:
    require_unlocked(diary, listing.id)
    text = diary_file.write(diary.open(listing.id), lambda name: library.pack(listing.system, name))
    write_out(text, output, mark("diary", listing.id), overwrite=overwrite)


def import_(
    desk: Desk,
    file: Path,
    name: str,
    branch: str,
    templates: Path | None = None,
    yes: bool = False,
    columns: str = "",
) -> None:
    """`wardiary import`: takes in a game from a file, or the entries of a game that the diary lacks."""
    if templates:
        if branch:
            raise BadInput("--branch is for a copy of a game the diary holds, --log for a log of another program")
        import_log(desk, file, templates, name, yes, columns)
        return
    if yes or columns:
        raise BadInput(f"{'--yes' if yes else '--columns'} is said with --log TEMPLATES")
    if name and branch:
        raise BadInput(
            "--name is for a game the diary does not hold, --branch for a copy of one it holds: say one of them"
        )
    if file.suffix.casefold() == ".jsonl":
        _import_lines(desk, file, name, branch)
    elif branch:
        raise BadInput(f"{file} holds no seals by which it could be a copy of a game: --branch is for a .jsonl")
    else:
        _import_diary(desk, file, name)


def _import_lines(desk: Desk, file: Path, name: str, branch: str) -> None:
    received = read_file(file)
    games = desk.diary.games() if desk.is_there else []
    held = next((listing for listing in games if listing.id == received.game_id), None)
    if held and name in ("", held.name):
        _go_on(desk.diary, held, received, file, branch)
        return
    if branch:
        raise BadInput(f"this diary does not hold the game that {file} is a copy of; without --branch it is taken in")
    if received.withheld:
        raise BadInput(
            f"{file} verifies, but {received.withheld} entries are withheld: it holds less than the game, and "
            "cannot be played on. "
            "`wardiary compare` and `wardiary verify` take it as it is"
        )
    if held:
        raise BadInput(
            f"this diary holds that game already, as {held.name!r}; without --name, what {file} "
            "has beyond it is added there"
        )
    called = name or _named(file, received.name)
    desk.made_diary.receive(received.game_id, called, received.system, received.sealed)
    told = proofs_counted(revealed(received.sealed, rules_received(received).play.topics))
    talk(f"{called}: {len(received.sealed)} entries, every seal fits" + f", {told}" * bool(told))
    copy = of_lines(received, (), str(file))
    for text in folded(f"all of it is new here: {whose(copy.entries, rules_received(received).sides)}", "  ", "    "):
        talk(text)


def _go_on(diary: Diary, held: GameLine, received: Received, file: Path, branch: str) -> None:
    """Takes in the further entries of another copy of a game.

    If the copy only goes on, they join the game itself; otherwise they become a branch, if one is wanted.
    """
    compared = to_go_on_with(diary, held, received, str(file))
    rest = compared.after(compared.two)
    if not rest:
        more = len(compared.after(compared.one))
        talk(
            f"{held.name} holds all of that already"
            + (f", and {_counted(more)} more" if more else "")
            + "; nothing is changed"
        )
        return
    if branch:
        _branch(diary, held, compared, branch)
        return
    _check_goes_on(held, compared, file)
    diary.go_on(held.id, compared.one.sealed[-1], rest)
    game = diary.open(held.id)
    talk(
        f"{held.name}: {_counted(len(rest))} more, up to {game.version}, every seal fits"
        + (f"; open: {game.waits.words}" if game.waits else "")
    )
    tell_new(game, _typed(held.name), {entry.version for entry in rest})


def _branch(diary: Diary, held: GameLine, compared: Compared, name: str) -> None:
    """Stores the other copy of a game as a branch of it: the game's entries up to the last common one, then the
    copy's."""
    at = branching_at(compared)
    theirs = [
        entry
        for entry in (*compared.one.sealed[: compared.shared], *compared.after(compared.two))
        if entry.version > at
    ]
    made = diary.branch(held.id, at, name, theirs)
    copied = f"{_counted(len(theirs))} of {compared.two.called}"
    talk(f"{name} is begun as a branch of {held.name} at entry {at}; after it come {copied}, up to {made.version}")
    tell_new(made, _typed(name), {entry.version for entry in theirs})


def _check_goes_on(held: GameLine, compared: Compared, file: Path) -> None:
    """Refuses a copy that went another way than the game here, as far as the diary or this machine knows.

    Raises BadInput.
    """
    last = compared.last
    if last is None:
        raise BadInput(
            f"{file} and {held.name} have no entry in common, though they have one id; another diary takes it in"
        )
    apart = f"`wardiary import {_typed(str(file))} --branch NAME` takes it in as a branch"
    if compared.verdict is Verdict.FORK:
        here, there = len(compared.after(compared.one)), len(compared.after(compared.two))
        raise BadInput(
            f"{file} and {held.name} fork after entry {last.version}, seal {aloud(last)}: {held.name} holds "
            f"{_counted(here)} after that, "
            f"the file {there}; nothing is taken in. `wardiary compare {_typed(held.name)} {_typed(str(file))}` "
            f"shows them; {apart}"
        )
    known = witness.last_seen(held.id)
    if known and any(
        entry.version == known.version and entry.head.hex() != known.head for entry in compared.after(compared.two)
    ):
        raise BadInput(
            f"{file} is not how the game went on here: this machine has seen another entry {known.version}, seal "
            f"{known.head[:16]}; "
            f"nothing is taken in. {apart}; `wardiary doctor --accept` forgets what was seen"
        )


def _typed(text: str) -> str:
    """A name in the form in which a shell takes it."""
    if re.fullmatch(r"[\w./\\:+-]+", text):
        return text
    return f'"{text}"' if sys.platform == "win32" else shlex.quote(text)


def _counted(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _import_diary(desk: Desk, file: Path, name: str) -> None:
    called = name or _named(file, file.stem)
    text = library.read_text(file)
    read = diary_file.read(text, str(file), lambda pack: _pack_beside(_system_of(text), pack, file.parent))
    try:
        played = diary_file.play(read)
    except Unplayed as unplayed:
        _import_as_far_as_it_goes(desk, called, read.rules, unplayed)
        return
    stored = desk.made_diary.store(called, played)
    keep_situation(desk.diary, stored.seen_by(UMPIRE))
    talk(f"{called}: {stored.version} entries" + (f"; open: {stored.waits.words}" if stored.waits else ""))


def _import_as_far_as_it_goes(desk: Desk, called: str, version: str, unplayed: Unplayed) -> None:
    """Takes in a game written under earlier rules, up to the first line that today's rules do not play. The rest waits
    for `fix`.

    Raises the original refusal if no rule was mended since, or none of the mended ones refuses it: then the file is
    wrong.
    """
    mends = unplayed.game.rules.mended_since(version)
    if not mends or not unplayed.rule:
        raise unplayed
    told = [mend for mend in mends if mend.touches((unplayed.rule,))] or mends
    stored = desk.made_diary.store(called, unplayed.game)
    keep(desk.diary, Plan(game=stored.id, to=stored.version, left=unplayed.left))
    talk(f"{unplayed}")
    for mend in told:
        for text in folded(
            f"mended since it was written: rules {mend.version}, {', '.join(mend.rules)}: {mend.what}", "  ", "    "
        ):
            talk(text)
    lines = f"{len(unplayed.left)} lines wait" if len(unplayed.left) != 1 else "1 line waits"
    talk(f"{called}: {stored.version} entries up to there; {lines}: `wardiary fix {called}` goes on with them")


def _named(file: Path, name: str) -> str:
    """The name under which a game is taken in. Raises BadInput, with what to do, if it cannot have that name here."""
    try:
        check_name(name)
    except BadInput as error:
        raise BadInput(f"{file}: {error}; --name says what the game is to be called here") from error
    return name


def _pack_beside(system: str, name: str, folder: Path) -> Pack:
    """The pack that a `.diary` names: a shipped one, or a file beside it and nowhere else. Raises BadInput."""
    if Path(name).name != name or "\\" in name:
        raise BadInput(f"the pack {name!r} must be named without a folder: it is looked for beside the file")
    return library.pack(system, name, folder)


def _system_of(text: str) -> str:
    """The system in a `.diary`'s header."""
    for line in text[:LINE].splitlines()[:50]:
        key, _, value = line.partition(":")
        if key.strip() == "system":
            return value.strip()
    return ""
