"""Commands that look: systems, games, show, log, table, position, verbs, head, demo."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.output import dump, folded, paint, say, talk
from cli.output import table as print_table
from cli.session import complete_games, complete_sides, complete_systems, complete_tables
from cli.writing import OVERWRITE, mark, marked, write
from projections.shown import shown

if TYPE_CHECKING:
    from projections.view import Views

GAME = click.argument("game", shell_complete=complete_games)
JSON = click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
AS = click.option(
    "--as", "side", default="umpire", metavar="SIDE", shell_complete=complete_sides,
    help="As a side sees it: us, jp … [default: umpire, who sees all]",
)


def check_audience(side: str, sides: Any) -> str:
    """A side's name, or the umpire. Raises BadInput."""
    from domain.kernel.errors import unknown

    if side != "umpire" and side not in sides:
        raise unknown("side", side, [*sides, "umpire"])
    return side


@click.command()
@JSON
def systems(as_json: bool) -> None:
    """The game systems this wardiary knows.

    \b
    Example:
      wardiary systems
    """
    from domain.games import SYSTEMS

    rows = [{"code": code, "title": system.title} for code, system in SYSTEMS.items()]
    dump(rows) if as_json else print_table(("code", "title"), rows)


@click.command()
@click.option("--all", "every", is_flag=True, help="Also those that are put away.")
@JSON
@click.pass_obj
def games(desk: Any, every: bool, as_json: bool) -> None:
    """The games in the diary, oldest first.

    \b
    Example:
      wardiary games
    """
    lines = desk.diary.games()
    rows = [line._asdict() for line in lines if every or not line.put_away]
    if (away := len(lines) - len(rows)) and not as_json:
        talk(f"{away} put away: `wardiary games --all` lists them too, `wardiary bring-back` brings one back")
    dump(rows) if as_json else print_table(("name", "system", "entries", "created", *(("put_away",) if every else ())), rows)


@click.command()
@GAME
@click.option("--at", type=int, default=None, help="As it stood after this entry.")
@click.option("--map", "map_file", is_flag=False, flag_value="-", default=None, metavar="FILE.svg", help="Draw the map: here, or into an SVG file.")
@click.option("--fields", default="", metavar="NAMES", help="With --map: fields of fire of these positions or colours; all for all.")
@click.option("--around", default="", metavar="HEX", help="With --map: only what lies around a hex, position or unit.")
@OVERWRITE
@AS
@JSON
@click.pass_obj
def show(
    desk: Any, game: str, at: int | None, map_file: str | None, fields: str, around: str, overwrite: bool, side: str, as_json: bool
) -> None:
    """Where a game stands: areas, units and their steps, whose move it is.

    \b
    Example:
      wardiary show evening
      wardiary show evening --at 120 --as us
      wardiary show d-day --map --around 1226 --fields red,E6
      wardiary show d-day --map situation.svg
    """
    from cli.situation import situation

    if side == "umpire":
        line, opened = desk.look(game, at)
    else:
        line, opened = desk.open(game, side)
        check_audience(side, opened.rules.sides)
        opened = (opened.at(at) if at is not None else opened).seen_by(side)
    if map_file is not None or fields or around:
        draw(opened, map_file or "-", tuple(filter(None, fields.split(","))), around, overwrite=overwrite, said=mark("map", line.id))
        return
    if as_json:
        state = opened.state.model_dump(mode="json", exclude={"charts"})
        waits = opened.waits._asdict() if opened.waits else None
        dump({"game": line.name, "id": line.id, "version": opened.version, "as": side, "waits": waits, "state": state})
        return
    say(f"{line.name}, entry {opened.version}")
    for text in situation(opened, "" if side == "umpire" else side):
        say(text)


def draw(opened: Any, file: str, fields: tuple[str, ...], around: str, *, overwrite: bool = False, said: str = "") -> None:
    """The map of a game: in letters on the screen, or as SVG in a file. Raises BadInput where the system has no map to draw."""
    from domain.kernel.errors import BadInput
    from projections import areamap
    from projections.hexmap import svg, text

    scene = shown(opened.rules.code).scene(opened, fields=fields, around=around)
    if scene is None:
        raise BadInput(f"{opened.rules.title} has no map to draw; `show` lists what there is")
    areas = scene.kind == "areas"
    if file == "-":
        for line in areamap.text(scene) if areas else text(scene).split("\n"):
            say(line)
        return
    path = Path(file)
    picture = areamap.svg(scene) if areas else svg(scene)
    write({path: marked(picture.encode(), path, said)}, said, overwrite=overwrite)
    talk(f"the map is drawn in {file}")


@click.command()
@GAME
@click.option("--last", type=click.IntRange(1), default=None, help="Only so many of the last entries.")
@AS
@JSON
@click.pass_obj
def log(desk: Any, game: str, last: int | None, side: str, as_json: bool) -> None:
    """What happened, a sentence a fact, with its rule. What was taken back is struck
    out.

    \b
    Example:
      wardiary log evening --last 20
    """
    from domain.kernel.entries import seen

    _, opened = desk.open(game, side)
    check_audience(side, opened.rules.sides)
    print_log(seen(opened.entries, side), opened, last=last, as_json=as_json)


def print_log(entries: Iterable[Any], opened: Any, *, last: int | None = None, as_json: bool = False) -> None:
    """Entries that say something, each a sentence with its rule, under their moments; what was taken back struck out."""
    from domain.kernel.entries import standing

    stands = {entry.version for entry in standing(opened.entries)}
    rows = []
    for entry in entries:
        words = entry.fact.sentence()
        if words:
            struck = entry.version not in stands and entry.fact.TOPIC != "taken-back"
            rows.append(
                {"version": entry.version, "moment": ", ".join(entry.moment.path), "words": words, "rule": entry.fact.rule,
                 "struck": struck, "at": entry.at, "by": entry.by}
            )  # fmt: skip
    rows = rows[-last:] if last else rows
    if as_json:
        dump(rows)
        return
    moment = ""
    for row in rows:
        if row["moment"] != moment:
            moment = str(row["moment"])
            say(paint(f"— {moment}", bold=True))
        rule = f" [{row['rule']}]" if row["rule"] else ""
        back = "  (taken back)" if row["struck"] else ""
        for text in folded(f"{row['words']}{rule}{back}", f"{row['version']:>6}  ", " " * 8):
            say(paint(text, strikethrough=True, dim=True) if back else text)


def open_views(desk: Any, game_id: str, side: str = "umpire") -> Views:
    """The views file of an audience, caught up with the diary, and true of this game; views that are not kept, where none can be."""
    from domain.kernel.errors import Trouble
    from projections import witness
    from projections.view import IN_MEMORY, Views, views_path

    def progress(done: int, last: int) -> None:
        if last > 20_000:
            talk(f"views: {done} of {last} entries")

    def caught_up(views: Views) -> Views:
        views.catch_up(desk.diary, progress)
        if not witness.missing(desk.diary, game_id):
            witness.remember(desk.diary, game_id)
        if not views.sure(desk.diary, game_id, progress):
            talk(f"{views.path} did not hold what the record says: it was made again")
        return views

    try:
        return caught_up(Views(views_path(desk.diary.path, side), side))
    except Trouble as error:
        talk(f"without a views file: {error}")
        return caught_up(Views(IN_MEMORY, side))


TABLES = {
    "casualties": ("version", "moment", "side", "unit", "kind", "steps", "eliminated", "cause", "rule"),
    "points": ("version", "moment", "side", "amount", "why", "rule"),
    "fire": ("version", "kind", "by", "at", "dice", "hits", "outcome", "expected", "rule"),
    "chance": ("version", "side", "purpose", "dice", "drawn", "source", "rule"),
    "tracks": ("version", "moment", "name", "was", "now", "why", "rule"),
    "timeline": ("version", "moment", "words", "rule"),
    "declarations": ("version", "moment", "side", "said", "as_played"),
}
"""The ledgers, and what of each fits a screen; --json has all of it."""

TOTALS = {"chance": ("side", "source", "dice", "mean", "ones", "twos", "threes", "fours", "fives", "sixes")}
"""The same for what a ledger comes to, where it would not fit."""


@click.command()
@GAME
@click.argument("name", metavar="NAME", shell_complete=complete_tables)
@click.option("--struck", is_flag=True, help="Also what was taken back.")
@click.option("--totals", "only_totals", is_flag=True, help="Only what it comes to.")
@AS
@JSON
@click.pass_obj
def table(desk: Any, game: str, name: str, struck: bool, only_totals: bool, side: str, as_json: bool) -> None:
    """A ledger of the game: casualties, points, fire, chance, tracks, timeline or
    declarations, and what it comes to. Some systems have tables of their own.

    \b
    Example:
      wardiary table evening casualties
      wardiary table evening fire --totals --json
      wardiary table d-day positions
    """
    line = desk.diary.find(game)
    rules = desk.diary.rules(line.id)
    check_audience(side, rules.sides)
    if name in shown(rules.code).summaries:
        _, opened = desk.open(game, side)
        summary = shown(rules.code).summaries[name]
        rows = summary.rows(opened.seen_by(side) if side != "umpire" else opened)
        dump({"rows": rows}) if as_json else print_table(summary.columns, rows)
        return
    print_ledger(desk, line.id, name, side, struck=struck, only_totals=only_totals, as_json=as_json)


def print_ledger(
    desk: Any, game_id: str, name: str, audience: str, *, struck: bool = False, only_totals: bool = False, as_json: bool = False
) -> None:
    """A ledger as a table, and what it comes to. Raises BadInput for a name there is no ledger of."""
    from domain.kernel.errors import unknown
    from projections.tables import TABLES as REPORTS

    if name not in REPORTS:
        raise unknown("table", name, [*REPORTS, *shown(desk.diary.rules(game_id).code).summaries])
    with open_views(desk, game_id, audience) as views:
        report = REPORTS[name](views, game_id, struck=struck)
    if as_json:
        dump({"rows": [] if only_totals else report.rows, "totals": report.totals})
        return
    if not only_totals:
        print_table((*TABLES[name], *(("struck",) if struck else ())), report.rows)
    if report.totals:
        if not only_totals:
            say()
            say("in all")
        print_table(TOTALS.get(name) or list(report.totals[0]), report.totals)


@click.command()
@GAME
@click.option("--at", type=int, default=None, help="As it stood after this entry.")
@JSON
@click.pass_obj
def position(desk: Any, game: str, at: int | None, as_json: bool) -> None:
    """The situation as `set` lines, from which another game can begin.

    \b
    Example:
      wardiary position evening > position.txt
      wardiary new later --system iwo --pack sample; wardiary play later position.txt
    """
    from cli.files import write_out
    from domain.kernel.state import say as text_of
    from replays.positions import lines_of, values_of

    _, opened = desk.look(game, at)
    if as_json:
        dump({".".join(path): text_of(value) for path, value in values_of(opened)})
        return
    write_out("".join(f"{line}\n" for line in lines_of(opened)), None)


@click.command()
@click.argument("system", shell_complete=complete_systems)
@JSON
def verbs(system: str, as_json: bool) -> None:
    """What may be declared in a system, what its rules may ask, and by which rule.

    \b
    Example:
      wardiary verbs iwo
    """
    from domain.games import load
    from replays.reference import asked

    rules = load(system)
    said = [{"line": v.usage(), "rule": v.rule, "what": v.summary} for v in rules.verbs.values()]
    questions = [{"answer": q.name, "kind": q.kind, "of": rules.sides.get(q.by, q.by), "rule": q.rule, "words": q.words} for q in asked(system)]
    if as_json:
        dump({"verbs": said, "questions": questions})
        return
    print_table(("line", "rule", "what"), said)
    say()
    say(paint("Questions", bold=True))
    print_table(("answer", "of", "rule", "words"), questions)


@click.command()
@GAME
@click.option("--at", type=int, default=None, help="The seal as it was at this entry.")
@JSON
@click.pass_obj
def head(desk: Any, game: str, at: int | None, as_json: bool) -> None:
    """The seal of a game: write it down where the other player keeps it, and nobody
    can change what came before.

    \b
    Example:
      wardiary head evening
    """
    from domain.kernel.errors import BadInput

    line = desk.diary.find(game)
    seal = desk.diary.head(line.id, at)
    if not seal:
        raise BadInput(f"{line.name} has entries up to {line.entries}, not {at}")
    dump({"game": line.name, "id": line.id, "version": line.entries if at is None else at, "head": seal}) if as_json else say(seal)


@click.command()
@click.option("--system", default="iwo", shell_complete=complete_systems, help="Of which game system. [default: iwo]")
@click.option("--game", "played", default="", help="Which of the played games. [default: the first]")
@click.pass_obj
def demo(desk: Any, system: str, played: str) -> None:
    """Play a whole recorded game from the library into the diary, and show what
    became of it.

    \b
    Example:
      wardiary --diary demo.db demo
      wardiary --diary demo.db demo --system ddat --game first-waves
    """
    from cli.situation import situation
    from domain.kernel.errors import BadInput
    from replays import diary_file, library

    names = library.played_games(system)
    if not names:
        raise BadInput("no played game comes with this wardiary")
    name = played or names[0]
    file = diary_file.shipped(system, name)
    talk(f"playing {name}: {len(file.lines)} lines, every one under the rules …")
    game = diary_file.play(file)
    taken = {line.name for line in desk.made_diary.games()}
    label = next(n for n in (name, *(f"{name}-{i}" for i in range(2, 1000))) if n not in taken)
    stored = desk.diary.store(label, game)
    say(f"{label}: {file.began.title}, {stored.version} entries, seal {desk.diary.head(stored.id)[:16]}")
    say()
    for text in situation(stored):
        say(text)
    with open_views(desk, stored.id) as views:
        _sums(views, stored.id)
    talk(f"\nlook further: wardiary --diary {desk.path} log {label}")
    talk(f"              … show {label} --at {stored.version // 2} --as us; … table {label} points; … --help")


def _sums(views: Views, game: str) -> None:
    """Casualties unit by unit, points and fire: what a game came to."""
    from projections.tables import TABLES as REPORTS

    units = views.rows(
        "SELECT side, unit, steps_lost, steps_gained, eliminated FROM casualties_by_unit WHERE game=:g ORDER BY side DESC, unit", {"g": game}
    )
    for title, rows in (("casualties", units), ("points", REPORTS["points"](views, game).totals), ("fire", REPORTS["fire"](views, game).totals)):
        say()
        say(paint(title.upper(), bold=True))
        print_table(list(rows[0]) if rows else (), rows)


COMMANDS = (systems, games, show, log, table, position, verbs, head, demo)
