"""Commands that read and write files of whole games: export, import."""

from __future__ import annotations

from pathlib import Path

from cli.desk import Desk, check_audience
from cli.fixing import keep
from cli.output import folded, talk
from cli.unlocking import require_unlocked
from cli.writing import mark, write, write_out
from domain.kernel.errors import BadInput
from domain.kernel.limits import BEGINNING, EXPORT, LINE
from domain.kernel.packs import Pack
from domain.record import Diary, GameLine, check_name
from replays import diary_file, library
from replays.diary_file import Unplayed
from replays.fix import Plan
from replays.interchange import read_jsonl, write_jsonl


def export(desk: Desk, game: str, form: str, side: str, output: Path | None, overwrite: bool) -> None:
    """`wardiary export`: a game as a file."""
    listing = desk.diary.find(game)
    if form == "jsonl":
        _export_lines(desk.diary, listing, side, output, overwrite)
    elif side:
        raise BadInput("a .diary holds everything both sides said; export it for a side with --format jsonl")
    else:
        _export_diary(desk.diary, listing, output, overwrite)


def _export_lines(diary: Diary, listing: GameLine, side: str, output: Path | None, overwrite: bool) -> None:
    if side:
        check_audience(side, diary.rules(listing.id).sides)
    lines = "".join(text + "\n" for text in write_jsonl(diary, listing.id, side))
    if output is None:
        write_out(lines, None)
    else:  # its first line says which game it is
        write({output: lines.encode()}, f'"source":"wardiary:{listing.id}"', overwrite=overwrite)


def _export_diary(diary: Diary, listing: GameLine, output: Path | None, overwrite: bool) -> None:
    require_unlocked(diary, listing.id)
    text = diary_file.write(diary.open(listing.id), lambda name: library.pack(listing.system, name))
    write_out(text, output, mark("diary", listing.id), overwrite=overwrite)


def import_(desk: Desk, file: Path, name: str) -> None:
    """`wardiary import`: a game out of a file."""
    if file.suffix.casefold() == ".jsonl":
        _import_lines(desk, file, name)
    else:
        _import_diary(desk, file, name)


def _import_lines(desk: Desk, file: Path, name: str) -> None:
    library.check_file(file, EXPORT)
    with file.open("rb") as lines:
        received = read_jsonl(iter(lambda: lines.readline(BEGINNING + 2), b""), str(file))
    if received.withheld:
        raise BadInput(f"{file} verifies, but {received.withheld} entries are withheld: it can be looked at, not played on")
    called = name or _named(file, received.name)
    desk.made_diary.receive(received.game_id, called, received.system, received.sealed)
    talk(f"{called}: {len(received.sealed)} entries, every seal fits")


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
    talk(f"{called}: {stored.version} entries" + (f"; open: {stored.waits.words}" if stored.waits else ""))


def _import_as_far_as_it_goes(desk: Desk, called: str, version: str, unplayed: Unplayed) -> None:
    """A game that was written under earlier rules, up to the first line that those of today do not play; the rest waits to be corrected.

    Raises the refusal as it is where no rule was mended since: then the file is wrong.
    """
    mends = unplayed.game.rules.mended_since(version)
    if not mends:
        raise unplayed
    told = [mend for mend in mends if unplayed.rule in mend.rules] or mends
    stored = desk.made_diary.store(called, unplayed.game)
    keep(desk.diary, Plan(game=stored.id, to=stored.version, left=unplayed.left))
    talk(f"{unplayed}")
    for mend in told:
        for text in folded(f"mended since it was written: rules {mend.version}, {', '.join(mend.rules)}: {mend.what}", "  ", "    "):
            talk(text)
    lines = f"{len(unplayed.left)} lines wait" if len(unplayed.left) != 1 else "1 line waits"
    talk(f"{called}: {stored.version} entries up to there; {lines}: `wardiary fix {called}` goes on with them")


def _named(file: Path, name: str) -> str:
    """The name a game comes in with. Raises BadInput for one it cannot have here, with what to do."""
    try:
        check_name(name)
    except BadInput as error:
        raise BadInput(f"{file}: {error}; --name says what the game is to be called here") from error
    return name


def _pack_beside(system: str, name: str, folder: Path) -> Pack:
    """The pack a `.diary` names: one that is shipped, or a file beside it and nowhere else. Raises BadInput."""
    if Path(name).name != name or "\\" in name:
        raise BadInput(f"the pack {name!r} is looked for beside the file: its name has no folder")
    return library.pack(system, name, folder)


def _system_of(text: str) -> str:
    """The system a .diary names in its header."""
    for line in text[:LINE].splitlines()[:50]:
        key, _, value = line.partition(":")
        if key.strip() == "system":
            return value.strip()
    return ""
