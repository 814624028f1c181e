"""The command `report`: its options, and what `report.toml` says instead of them. A report, or a page of every
moment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cli.desk import Desk, check_audience
from cli.output import print_line, talk
from cli.photographs import photographs
from cli.report_file import ReportFile, read_report_file
from cli.report_places import ENDINGS, IN_FOLDERS, destination, game_file_name, main_file, name_ending, write_report
from cli.unlocking import variable
from domain.kernel.entries import SPECTATOR, UMPIRE
from domain.kernel.errors import BadInput
from domain.kernel.limits import TITLE, TOML
from domain.kernel.strict import unprintable
from domain.record.glance import GameLine
from projections.report.blurb import read_blurb
from projections.report.build import build
from projections.report.counting import View
from projections.report.editing import Edits, edited
from projections.report.model import Block
from projections.report.preview import page_address
from projections.report.replay import replay_page
from projections.whole_files import check_writable, mark, marked, write_all
from replays.library import read_text

OTHER_ENDINGS = tuple(ending for form, endings in ENDINGS.items() if form != "html" for ending in endings)
LONG = 1_000
"""Number of entries from which progress is printed."""


def report(
    desk: Desk,
    game: str,
    side: str,
    upto: int | None,
    part: str,
    title: str,
    blurb: Path | None,
    turns: str,
    brief: bool | None,
    replay: bool,
    form: str | None,
    output: Path | None,
    url: str,
    photos: Path,
    overwrite: bool,
) -> None:
    """`wardiary report`: writes the after-action report, or a page of every moment; the path of the file goes to
    stdout."""
    if replay:
        _refuse_beside_replay(blurb, brief, url, photos, form, output)
    games = desk.diary.games()
    listing = desk.diary.find(game)
    check_audience(side, [*desk.diary.rules(listing.id).sides, *[SPECTATOR] * replay])
    said = mark("replay" if replay else "report", listing.id)
    told = read_report_file(desk.diary.path, listing.name, [line.name for line in games])
    turns = turns or told.turns
    name = (
        game_file_name(listing, games)
        + "-replay" * replay
        + name_ending(part)
        + name_ending(turns and f"turns {turns}")
        + ("" if side == "umpire" else f"-{side}")
    )
    form, place = destination(name, form, output)
    if output is None and place.is_symlink():
        raise BadInput(f"{place} is a link; name the place it leads to, or another, with -o")
    check_writable(main_file(form, place), said, overwrite)
    edits = Edits(
        title=_title(title, "--title") if title else _title(told.title, f"{told.where} title"),
        blurb=_blurb(blurb, told),
        turns=turns,
        turns_in=f"{told.where} turns" if turns == told.turns else "--turns",
        brief=next((one for one in (brief, told.brief) if one is not None), form in IN_FOLDERS),
    )
    if url and form not in ("html", "bbcode"):
        raise BadInput(f"--url is for html and bbcode: what --format {form} writes needs no address")
    address = page_address(url) if url else ""
    view, head = _view(desk, listing, side, upto)
    told = told.seen_by(view)
    edits = replace(edits, dropped=frozenset(told.drop), mended=told.notes)
    if replay:
        page = replay_page(view, edits, upto=upto, part=part).encode()
        _mention(told)
        print_line(write_all({place: marked(page, place, said)}, said, overwrite=overwrite))
        return
    made = edited(build(view, upto=upto, head=head, name=listing.name, part=part), edits)
    _mention(told)
    found = photographs(made, photos)
    print_line(write_report(made, form, place, found, said, overwrite=overwrite, address=address))


def _mention(told: ReportFile) -> None:
    """Says where else than on the command line something was said of what is written."""
    if told.where:
        talk(f"with what {told.where} says")


def _refuse_beside_replay(
    blurb: Path | None, brief: bool | None, url: str, photos: Path, form: str | None, output: Path | None
) -> None:
    """Refuses what a page of every moment has no place for. Raises BadInput."""
    asked = {
        "--blurb": blurb,
        "--full" if brief is False else "--brief": brief is not None,
        "--url": url,
        "--photos": photos != Path("."),
        f"--format {form}": form not in (None, "html"),
        f"-o {output}": output and output.suffix.casefold() in OTHER_ENDINGS,
    }
    if option := next((option for option, said in asked.items() if said), ""):
        raise BadInput(f"--replay writes one HTML page of moments; {option} is for the report, without --replay")


def _title(words: str, where: str) -> str:
    """The title as given, in one line. Raises BadInput when it is too long or cannot be shown."""
    if len(words) > TITLE:
        raise BadInput(f"{where} has {len(words)} characters; {TITLE} is the most")
    if wrong := unprintable(words):
        raise BadInput(f"{where}: character {wrong} is a control character, or one that cannot be shown")
    return " ".join(words.split())


def _blurb(file: Path | None, told: ReportFile) -> tuple[Block, ...]:
    """What stands before the story: the Markdown of a file, else that of `report.toml`. Raises BadInput."""
    if file:
        return read_blurb(read_text(file, TOML), str(file))
    return read_blurb(told.blurb, f"{told.where} blurb")


def _view(desk: Desk, listing: GameLine, side: str, upto: int | None) -> tuple[View, str]:
    """The game as it may be shown to a side, and the seal of the last entry told. Sealed entries that cannot be opened
    are mentioned."""
    if listing.entries >= LONG:
        talk(f"reading {listing.entries} entries …")
    _, opened = desk.open(listing.id, UMPIRE if side == SPECTATOR else side)
    for locked in desk.diary.locked(listing.id):
        if side in ("umpire", locked):
            talk(
                f"what {locked} keeps sealed is not in this report: its passphrase is typed at a terminal, or "
                f"stands in {variable(locked)}"
            )
    if listing.entries >= LONG:
        talk("putting the report together …")
    return opened.seen_by(side), desk.diary.head(listing.id, opened.version if upto is None else upto)
