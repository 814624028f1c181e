"""Commands that look at a game: show (of a game that is not shown again: `cli.showing`), log, position."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from shlex import quote
from typing import Any

from cli.desk import Desk
from cli.output import dump, print_line, print_lines, print_screen, talk
from cli.unlocking import unlock_at_terminal
from cli.writing import write_out
from domain.kernel.disputes import is_dispute
from domain.kernel.entries import seen
from domain.kernel.errors import BadInput
from domain.kernel.game import Game, View
from domain.kernel.state import say as text_of
from domain.record.glance import GameLine
from projections import snapshots
from projections.log_lines import LogLine, entry_span, log_lines, log_text
from projections.whole_files import mark, marked, write_all
from recording.situation import keep_situation, situation
from replays.positions import position_lines, values_of


def _for_looking(desk: Desk, name: str, at: int | None) -> tuple[GameLine, Game[Any]]:
    """A game for looking only, as it stood after an entry. A long one is read from its snapshots."""
    listing = desk.diary.find(name)
    unlock_at_terminal(desk.diary, listing.id, ask=False)
    return listing, snapshots.look_back(desk.diary, listing.id, at, talk)


def look_anew(
    desk: Desk,
    game: str,
    dispute: str | None,
    at: int | None,
    map_file: str | None,
    fields: str,
    around: str,
    overwrite: bool,
    side: str,
    as_json: bool,
    *,
    keep: bool,
) -> None:
    """Prints where a game stands, in words, as a map, or as JSON; or one dispute.

    `keep`: the screen is kept beside the diary, to be shown again.
    """
    if dispute is not None:
        if at is not None or map_file is not None:
            raise BadInput(f"{dispute} is shown alone, as it stands")
        if not is_dispute(dispute):
            raise BadInput(
                f"{dispute} is no dispute, such as D1: `wardiary why {quote(game)} {quote(dispute)}` says what is "
                f"known of a unit or place, `show {quote(game)}` where the game stands"
            )
        from cli.disputing import show_dispute

        show_dispute(desk, game, dispute, side, as_json)
        return
    if side == "umpire":
        listing, whole = _for_looking(desk, game, at)
    else:
        listing, whole = desk.open(game, side)
        whole = whole.at(at) if at is not None else whole
    opened = whole.seen_by(side)
    if map_file is not None or fields or around:
        draw(
            opened,
            map_file or "-",
            tuple(filter(None, fields.split(","))),
            around,
            overwrite=overwrite,
            said=mark("map", listing.id),
        )
        return
    if as_json:
        state = opened.state.model_dump(mode="json", exclude={"charts"})
        waits = opened.waits._asdict() if opened.waits else None
        dump(
            {
                "game": listing.name,
                "id": listing.id,
                "version": opened.version,
                "as": side,
                "waits": waits,
                "state": state,
            }
        )
        return
    lines = list(situation(opened))
    print_screen(listing.name, opened.version, lines)
    if keep:
        keep_situation(desk.diary, opened, lines)


def draw(
    opened: View[Any], file: str, fields: tuple[str, ...], around: str, *, overwrite: bool = False, said: str = ""
) -> None:
    """Draws the map of a game: in letters on the screen, or as SVG in a file.

    Raises BadInput if the system has no map.
    """
    # imported late: they take a twentieth of the time of `show`, and a map is its rarest part
    from projections import areamap, hexmap
    from projections.shown import shown

    scene = shown(opened.rules.code).scene(opened, fields=fields, around=around)
    if scene is None:
        raise BadInput(f"{opened.rules.title} has no map to draw; `show` lists what there is")
    areas = scene.kind == "areas"
    if file == "-":
        for line in areamap.area_text(scene) if areas else hexmap.hex_text(scene).split("\n"):
            print_line(line)
        return
    path = Path(file)
    picture = areamap.area_svg(scene) if areas else hexmap.hex_svg(scene)
    write_all({path: marked(picture.encode(), path, said)}, said, overwrite=overwrite)
    talk(f"the map is drawn in {file}")


def log(desk: Desk, game: str, last: int | None, entries: str, side: str, as_json: bool) -> None:
    """`wardiary log`: what happened. Raises BadInput for entries that are no numbers."""
    among = entry_span(entries) if entries else None
    _, opened = desk.open(game, side)
    told = seen(opened.entries, side)
    if among:
        told = [entry for entry in told if among.start <= entry.version < among.stop]
    lines = log_lines(told, opened.entries, opened.rules.sides)
    lines = lines[-last:] if last else lines
    if as_json:
        dump([line._asdict() for line in lines])
    else:
        print_log(lines)


def print_log(lines: Iterable[LogLine]) -> None:
    """Prints each line with its rule, under its moment; lines taken back are struck out."""
    print_lines(log_text(lines))


def position(desk: Desk, game: str, at: int | None, as_json: bool) -> None:
    """`wardiary position`: prints the situation as lines from which another game can begin."""
    _, opened = _for_looking(desk, game, at)
    if as_json:
        dump({".".join(path): text_of(value) for path, value in values_of(opened)})
        return
    write_out("".join(f"{line}\n" for line in position_lines(opened)), None)
