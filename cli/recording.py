"""Commands that record: new, declare, play, takeback, redo, adjust, note, photo, ruling, branch, rename."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli.output import talk
from cli.photographs import digest_of, is_picture
from cli.redoing import counted, say_again, shown
from cli.session import Session, complete_games, complete_packs, complete_put_away, complete_sides, complete_systems, complete_words

GAME = click.argument("game", shell_complete=complete_games)
JSON = click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
AS = click.option(
    "--as", "side", default="", metavar="SIDE", shell_complete=complete_sides,
    help="Tell this side's secrets too. [default: what all may see]",
)
AUTO = click.option("--auto", is_flag=True, help="Let the program roll and draw; recorded as generated.")
WHY = click.option("--why", default="", help="The reason, for the record.")


@click.command()
@click.argument("name")
@click.option("--system", required=True, shell_complete=complete_systems, help="The game system's code; `wardiary systems` lists them.")
@click.option("--pack", default="", shell_complete=complete_packs, help="What the printed game says: a pack's name or file.")
@click.option("--scenario", default="", help="The scenario's code; a wrong one lists them. [default: the system's first]")
@click.option("--player", multiple=True, metavar="SIDE=NAME", help="Who plays a side; once for each.")
@click.option("--reading", multiple=True, metavar="ID=CHOICE", help="How an ambiguous rule is read.")
@click.option("--title", default="", help="What the game is called in reports.")
@click.option(
    "--hidden", type=click.Choice(("paper", "recorded")), default="paper",
    help="Where hidden things are: on the players' paper, or in the record, under a side's passphrase. [default: paper]",
)
@JSON
@click.pass_obj
def new(
    desk: Any, name: str, system: str, pack: str, scenario: str, player: tuple[str, ...], reading: tuple[str, ...], title: str, hidden: str,
    as_json: bool,
) -> None:
    """Begin a game.

    \b
    Example:
      wardiary new evening --system iwo --pack sample --player us=Ann --player jp=Bob
      wardiary new evening --system iwo --pack my-iwo.toml --reading R-02=once
      wardiary new sealed --system iwo --pack sample --hidden recorded
      wardiary new d-day --system ddat --pack sample --scenario two-days
    """
    from cli.unlocking import passphrase
    from domain.games import load
    from domain.kernel.errors import BadInput, unknown
    from domain.kernel.facts import GameBegan
    from replays import library

    rules = load(system)
    if scenario and scenario not in rules.scenarios:
        raise unknown("scenario", scenario, rules.scenarios)
    players, readings = _pairs(player, "--player"), _pairs(reading, "--reading")
    for side in players:
        if side not in rules.sides:
            raise unknown("side", side, rules.sides)
    for id, choice in readings.items():
        if id not in rules.readings:
            raise unknown("reading", id, rules.readings)
        if choice not in rules.readings[id].choices:
            raise BadInput(f"{id} can be read as {', '.join(rules.readings[id].choices)}, not {choice!r}")
    charts: dict[str, Any] = {}
    if pack:
        found, begun, _ = library.examined(system, pack)
        if lacking := sum(map(len, begun.values())):
            talk(f"{lacking} rows of the pack are not whole, and left out; `wardiary pack check {system} {pack}` says what they lack")
        charts = {"pack": found.name, "pack_digest": found.digest, "charts": found.charts, "complete": found.complete}
    began = GameBegan(
        system=system, title=title or name, scenario=scenario or next(iter(rules.scenarios), ""), players=players,
        rules_version=rules.version, readings=readings, hidden=hidden, **charts,
    )  # fmt: skip
    secret = {side: passphrase(side, rules.sides[side], new=True) for side in rules.hides} if hidden == "recorded" else {}
    game = desk.made_diary.new(system, name, began, {side: said for side, said in secret.items() if said})
    with Session(desk, desk.diary.find(game.id), game, as_json=as_json):
        if secret and not any(secret.values()):
            talk("what is hidden lies open in the diary file: no passphrase was said")
        talk(f"{name} is begun: {rules.title}" + (f", pack {pack}" if pack else "; charts are asked for when they are needed"))


def _pairs(words: tuple[str, ...], option: str) -> dict[str, str]:
    from domain.kernel.errors import BadInput

    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise BadInput(f"{option} is name=value, not {word!r}")
        pairs[key] = value
    return pairs


@click.command(context_settings={"ignore_unknown_options": True})
@GAME
@click.argument("line", nargs=-1, required=True, shell_complete=complete_words)
@AUTO
@click.option("--dry-run", is_flag=True, help="Show what would follow; record nothing.")
@click.option("--id", default="", help="An id of your own: said again, it is recorded once.")
@AS
@JSON
@click.pass_obj
def declare(desk: Any, game: str, line: tuple[str, ...], auto: bool, dry_run: bool, id: str, side: str, as_json: bool) -> None:
    """Say one LINE in the game: a declaration, an answer, or what stands beside the
    rules. With - the lines come from stdin.

    \b
    Example:
      wardiary declare evening "land 4D-R23 Green fire=none"
      wardiary declare evening "assault Isthmus 66512"
      wardiary declare evening "row INF1,MG1"
      wardiary declare evening 'move 4D-TK Crater !"we forgot the hill"'
    """
    with Session.open(desk, game, side, as_json) as session:
        if line == ("-",):
            session.say_all(click.open_file("-", encoding="utf-8"), "stdin", auto=auto, dry_run=dry_run)
        else:
            text = line[0] if len(line) == 1 else " ".join(_requoted(word) for word in line)
            session.say(text, auto=auto, dry_run=dry_run, id=id)


def _requoted(word: str) -> str:
    """A word the shell has already unquoted, quoted again where the notation needs it."""
    from replays.notation import quoted

    if word.startswith("!"):
        return "!" + quoted(word[1:])
    return quoted(word) if not word or any(c.isspace() or c in "\"'#\\" for c in word) else word


@click.command()
@GAME
@click.argument("file", type=click.Path(exists=True, allow_dash=True))
@AUTO
@AS
@JSON
@click.pass_obj
def play(desk: Any, game: str, file: str, auto: bool, side: str, as_json: bool) -> None:
    """Say the lines of a text FILE one after the other; - reads stdin. Stops at the
    first line that cannot be recorded; what came before it stays.

    \b
    Example:
      wardiary play evening turn-3.txt
    """
    from replays import library

    if file != "-":
        library.check_file(file)
    with Session.open(desk, game, side, as_json) as session, click.open_file(file, encoding="utf-8") as lines:
        session.say_all(lines, lines.name, auto=auto)


@click.command()
@GAME
@click.argument("to", type=int, required=False)
@WHY
@JSON
@click.pass_obj
def takeback(desk: Any, game: str, to: int | None, why: str, as_json: bool) -> None:
    """Take back to the end of entry TO; without it, the last line. Nothing is
    deleted: struck entries stay in the log, struck out.

    \b
    Example:
      wardiary takeback evening --why "the die was cocked"
    """
    from replays.notation import before_last

    with Session.open(desk, game, as_json=as_json) as session:
        session.record(session.game.take_back(before_last(session.game) if to is None else to, why))


@click.command()
@GAME
@click.option("--show", "only_show", is_flag=True, help="Print the lines that wait; record nothing.")
@click.option(
    "--skip", type=click.IntRange(0), default=None, metavar="N",
    help="Leave the first N lines out, and say the others although something else was declared since.",
)
@AS
@JSON
@click.pass_obj
def redo(desk: Any, game: str, only_show: bool, skip: int | None, side: str, as_json: bool) -> None:
    """Say the lines again that take-backs struck, with the same dice and answers; stops
    at the first that is refused. Lines in whose place something else was declared are
    shown, and said only with --skip.

    \b
    Example:
      wardiary redo evening
      wardiary redo evening --skip 1         (the first was said otherwise)
      wardiary redo evening --show > lines.txt    (edit, then: wardiary play evening lines.txt)
    """
    from cli.files import write_out
    from cli.unlocking import require_unlocked
    from domain.kernel.errors import BadInput, Trouble
    from replays.redo import Waiting

    if only_show:
        with_secrets = desk.diary.find(game)
        require_unlocked(desk.diary, with_secrets.id)
        opened = desk.diary.open(with_secrets.id)
        write_out("".join(f"{text}\n" for text in _to_be_edited(Waiting(opened.rules, opened.entries), side)), None)
        return
    with Session.open(desk, game, side, as_json) as session:
        waiting = Waiting(session.game.rules, session.game.entries)
        lines = waiting.fresh if skip is None else waiting.lines[skip:]
        if not lines:
            raise BadInput(_nothing_said(waiting, skip))
        for line in lines:
            if waiting.holds(line):  # else it answers a question that is asked no more
                try:
                    say_again(session, line)
                except Trouble as error:
                    raise BadInput(f"{shown(session, line)}: {error}; {counted(waiting.lines)}") from error
                waiting.follow(session.game.entries)


def _nothing_said(waiting: Any, skip: int | None) -> str:
    if not waiting.lines:
        return "no struck line waits to be said again"
    if skip is not None:
        return f"{counted(waiting.lines)}; without the first {skip} nothing is left"
    return f"{counted(waiting.lines)}, but something else was declared since: --show prints them, --skip N says them without the first N"


def _to_be_edited(waiting: Any, side: str) -> Iterator[str]:
    """The lines that wait, as a text that can be played; another side's secret ones are only counted. Raises BadInput when none does."""
    from domain.kernel.errors import BadInput

    if not waiting.lines:
        raise BadInput(_nothing_said(waiting, None))

    def said(line: Any) -> str:
        secret = line.secret and side not in (line.secret, "umpire")
        return f"# a secret line of {line.secret}: --as {line.secret} shows it" if secret else line.text

    yield from (said(line) for line in waiting.fresh)
    if passed := [said(line) for line in waiting.lines if line.passed]:
        yield "# something else was declared since these were taken back"
        yield from passed


def _beside(verb: str, arguments: list[str], text: str) -> str:
    from replays.notation import quoted

    return " ".join([verb, *map(shlex.quote, arguments), *([quoted(text)] if text else [])])


@click.command()
@GAME
@click.argument("changes", nargs=-1, required=True)
@click.option("--why", required=True, help="The reason, for the record.")
@JSON
@click.pass_obj
def adjust(desk: Any, game: str, changes: tuple[str, ...], why: str, as_json: bool) -> None:
    """Set values by hand: the counters on the table are right.

    \b
    Example:
      wardiary adjust evening INF1 steps=1 --why "the counter shows one dot"
      wardiary adjust evening vp_us=7 --why "we forgot the flag"
    """
    with Session.open(desk, game, as_json=as_json) as session:
        session.say(_beside("adjust", list(changes), why))


BY = click.option("--by", default="", metavar="SIDE", shell_complete=complete_sides, help="Whose it is.")


def _say_by(session: Session, side: str, line: str) -> None:
    """Says what stands beside the rules, as a side's. Raises BadInput."""
    from domain.kernel.errors import unknown

    if side and side not in session.game.rules.sides:
        raise unknown("side", side, session.game.rules.sides)
    session.say(f"{side}: {line}" if side else line)


@click.command()
@GAME
@click.argument("text", nargs=-1, required=True)
@BY
@click.option("--secret", is_flag=True, help="For that side alone, where the record keeps its secrets.")
@JSON
@click.pass_obj
def note(desk: Any, game: str, text: tuple[str, ...], by: str, secret: bool, as_json: bool) -> None:
    """Write a remark into the record, for the report.

    \b
    Example:
      wardiary note evening "Ann bets everything on Green Beach"
      wardiary note sealed --by jp --secret "the HQ waits in the Quarry"
    """
    from domain.kernel.errors import BadInput

    if secret and not by:
        raise BadInput("whose secret? --by SIDE says it")
    with Session.open(desk, game, as_json=as_json) as session:
        _say_by(session, by, _beside("note", ["secret"] if secret else [], " ".join(text)))


@click.command()
@GAME
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("caption", nargs=-1)
@BY
@JSON
@click.pass_obj
def photo(desk: Any, game: str, file: Path, caption: tuple[str, ...], by: str, as_json: bool) -> None:
    """Refer to a photograph of the table, for the report: the record keeps the FILE's
    name and digest, not the picture.

    \b
    Example:
      wardiary photo evening beach.jpg "Green Beach after the first wave"
    """
    digest = digest_of(file)
    if not is_picture(file):
        talk(f"{file.name} is no picture that a report can show; it is recorded all the same")
    with Session.open(desk, game, as_json=as_json) as session:
        _say_by(session, by, _beside("photo", [file.name, digest], " ".join(caption)))


@click.command()
@GAME
@click.argument("reading", required=False)
@click.argument("choice", required=False)
@WHY
@JSON
@click.pass_obj
def ruling(desk: Any, game: str, reading: str | None, choice: str | None, why: str, as_json: bool) -> None:
    """Rule how an ambiguous rule is read from here on; without a CHOICE, list the
    readings and what holds.

    \b
    Example:
      wardiary ruling evening
      wardiary ruling evening R-02 per-unit --why "the designer's answer"
    """
    from cli.output import dump, table

    if reading and choice:
        with Session.open(desk, game, as_json=as_json) as session:
            session.say(_beside("ruling", [reading, choice], why))
        return
    _, opened = desk.open(game)
    rows = [
        {"id": r.id, "rule": r.rule, "question": r.question, "holds": opened.state.readings.get(r.id, r.default), "choices": ", ".join(r.choices)}
        for r in opened.rules.readings.values()
        if not reading or r.id == reading
    ]
    dump(rows) if as_json else table(("id", "rule", "question", "holds", "choices"), rows)


@click.command()
@GAME
@click.argument("name")
@click.option("--at", type=int, default=None, help="The entry to branch at. [default: the last]")
@JSON
@click.pass_obj
def branch(desk: Any, game: str, name: str, at: int | None, as_json: bool) -> None:
    """Begin a game called NAME that shares this one's entries up to a point and goes
    its own way from there.

    \b
    Example:
      wardiary branch evening what-if --at 120
    """
    line, opened = desk.open(game)
    made = desk.diary.branch(line.id, opened.version if at is None else at, name)
    with Session(desk, desk.diary.find(made.id), made, as_json=as_json):
        talk(f"{name} is begun as a branch of {line.name} at entry {made.version}")


@click.command()
@GAME
@click.argument("name")
@click.pass_obj
def rename(desk: Any, game: str, name: str) -> None:
    """Give a game another name. The record does not hold names; nothing in it changes.

    \b
    Example:
      wardiary rename evening first-evening
    """
    line = desk.diary.find(game)
    desk.diary.rename(line.id, name)
    talk(f"{line.name} is now called {name}")


@click.command("put-away")
@GAME
@click.pass_obj
def put_away(desk: Any, game: str) -> None:
    """Put a game out of sight: it is not listed, counted or completed any more, and
    nothing of it is deleted. It can still be looked at by its name.

    \b
    Example:
      wardiary put-away what-if
      wardiary games --all
    """
    line = desk.diary.find(game)
    desk.diary.put_away(line.id)
    talk(f"{line.name} is put away; `wardiary bring-back {line.name}` brings it back")


@click.command("bring-back")
@click.argument("game", shell_complete=complete_put_away)
@click.pass_obj
def bring_back(desk: Any, game: str) -> None:
    """Bring a game back that was put away.

    \b
    Example:
      wardiary bring-back what-if
    """
    line = desk.diary.find(game)
    desk.diary.put_away(line.id, away=False)
    talk(f"{line.name} is back")


COMMANDS = (new, declare, play, takeback, redo, adjust, note, photo, ruling, branch, rename, put_away, bring_back)
