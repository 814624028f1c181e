"""Commands that record: new, declare, play, takeback, redo, adjust, note, ruling, branch, rename."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from cli.output import WIDTH, say, talk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.game import Game

GAME = click.argument("game", shell_complete=lambda ctx, param, text: complete_games(ctx, text))


def complete_games(ctx: click.Context, text: str) -> list[str]:
    """The names of games that begin so."""
    from cli.main import default_diary
    from domain.record import Diary

    path = ctx.find_root().params.get("diary") or default_diary()
    if not path.exists():
        return []
    with Diary(path) as diary:
        return [line.name for line in diary.games() if line.name.startswith(text)]


@click.command()
@click.argument("name")
@click.option("--system", required=True, help="The game system's code; `wardiary systems` lists them.")
@click.option("--pack", default="", help="What the printed game says: a pack's name or file.")
@click.option("--player", multiple=True, metavar="SIDE=NAME", help="Who plays a side; once for each.")
@click.option("--reading", multiple=True, metavar="ID=CHOICE", help="How an ambiguous rule is read.")
@click.option("--title", default="", help="What the game is called in reports.")
@click.pass_obj
def new(desk: Any, name: str, system: str, pack: str, player: tuple[str, ...], reading: tuple[str, ...], title: str) -> None:
    """Begin a game.

    \b
    Example:
      wardiary new evening --system iwo --pack sample --player us=Ann --player jp=Bob
    """
    from domain.games import load
    from domain.kernel.errors import BadInput, unknown
    from domain.kernel.facts import GameBegan
    from replays import library

    rules = load(system)
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
        found = library.pack(system, pack)
        charts = {"pack": found.name, "pack_digest": found.digest, "charts": found.charts, "complete": found.complete}
    began = GameBegan(system=system, title=title or name, players=players, rules_version=rules.version, readings=readings, **charts)
    game = desk.diary.new(system, name, began)
    talk(f"{name} is begun: {rules.title}" + (f", pack {pack}" if pack else "; charts are asked for when they are needed"))
    _whose_move(game)


def _pairs(words: tuple[str, ...], option: str) -> dict[str, str]:
    from domain.kernel.errors import BadInput

    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise BadInput(f"{option} is name=value, not {word!r}")
        pairs[key] = value
    return pairs


def record_line(
    desk: Any, game: Game[Any], text: str, *, auto: bool = False, dry_run: bool = False, id: str = "", side: str = ""
) -> None:
    """Says one line, records what follows, and tells it; with `auto` the program rolls what is rolled.

    What is told is what everybody may see: the screen may be shared. A `side` sees its own secrets too.
    """
    from collections import deque
    from secrets import SystemRandom

    from domain.kernel.game import seen
    from domain.kernel.questions import CHANCE
    from domain.kernel.table import Answers, Entry, Given
    from projections.story import story
    from replays.notation import speak, split

    def tell(entries: Sequence[Entry]) -> None:
        if told := story(seen(entries, side)):
            say(click.wrap_text(told, WIDTH))

    line = split(text, game.rules.sides)
    if line is None:
        return
    if id and desk.diary.recorded(game.id, id):
        talk(f"{id} is recorded already; nothing was recorded again")
        return
    outcome = speak(game, line)
    if dry_run:
        tell(outcome.entries)
        talk("nothing was recorded")
        return
    tell(desk.diary.append(game, outcome, id))
    while auto and game.waits:
        question = game.pending()
        if not isinstance(question, CHANCE):
            break
        given = Given(question.say(question.pick(SystemRandom())), "generated")
        tell(desk.diary.append(game, game.answer(Answers({question.name: deque([given])}))))


def _whose_move(game: Game[Any]) -> None:
    """The open question, or whose move it is, to stderr."""
    if game.waits:
        question = game.pending()
        rule = f" [{game.waits.rule}]" if game.waits.rule else ""
        talk(click.wrap_text(f"? {game.waits.by}: {game.waits.words}{rule}", WIDTH, subsequent_indent="  "))
        if question and not (question.secret or question.shown_to):
            talk(click.wrap_text(f"{game.waits.name}: {question.hint()}", WIDTH, initial_indent="  ", subsequent_indent="    "))
        elif question:
            talk(f"  {game.waits.name}: for {question.secret or question.shown_to} alone to answer")
    elif game.state.result:
        talk(f"the game is over: {game.state.result.why}")
    else:
        step = game.rules.step(game.state)
        if step:
            side = game.rules.sides.get(step.side, "")
            talk(f"{', '.join(game.rules.moment(game.state).path)}" + (f": {side} to declare" if side else ""))


@click.command(context_settings={"ignore_unknown_options": True})
@GAME
@click.argument("line", nargs=-1, required=True)
@click.option("--auto", is_flag=True, help="Let the program roll and draw; recorded as generated.")
@click.option("--dry-run", is_flag=True, help="Show what would follow; record nothing.")
@click.option("--id", default="", help="An id of your own: said again, it is recorded once.")
@click.option("--as", "side", default="", metavar="SIDE", help="Tell this side's secrets too. [default: what all may see]")
@click.pass_obj
def declare(desk: Any, game: str, line: tuple[str, ...], auto: bool, dry_run: bool, id: str, side: str) -> None:
    """Say one LINE in the game: a declaration, an answer, or what stands beside the
    rules. With - the lines come from stdin.

    \b
    Example:
      wardiary declare evening "land 4D-R23 Green fire=none"
      wardiary declare evening "assault Isthmus 66512"
      wardiary declare evening "row INF1,MG1"
      wardiary declare evening 'move 4D-TK Crater !"we forgot the hill"'
    """
    import sys

    _, opened = desk.open(game)
    if line == ("-",):
        for text in sys.stdin:
            record_line(desk, opened, text.rstrip("\n"), auto=auto, dry_run=dry_run, side=side)
    else:
        text = line[0] if len(line) == 1 else " ".join(_requoted(word) for word in line)
        record_line(desk, opened, text, auto=auto, dry_run=dry_run, id=id, side=side)
    _whose_move(opened)


def _requoted(word: str) -> str:
    """A word the shell has already unquoted, quoted again where the notation needs it."""
    from replays.notation import quoted

    if word.startswith("!"):
        return "!" + quoted(word[1:])
    return quoted(word) if not word or any(c.isspace() or c in "\"'#" for c in word) else word


@click.command()
@GAME
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--auto", is_flag=True, help="Let the program roll and draw; recorded as generated.")
@click.pass_obj
def play(desk: Any, game: str, file: Any, auto: bool) -> None:
    """Say the lines of a text FILE one after the other; - reads stdin. Stops at the
    first line that cannot be recorded; what came before it stays.

    \b
    Example:
      wardiary play evening turn-3.txt
    """
    from domain.kernel.errors import BadInput, Trouble

    _, opened = desk.open(game)
    try:
        lines = file.read().splitlines()
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} is not UTF-8 text: {error.reason}") from error
    for number, text in enumerate(lines, 1):
        try:
            record_line(desk, opened, text, auto=auto)
        except Trouble as error:
            raise BadInput(f"{file.name}:{number}: {error}") from error
    _whose_move(opened)


@click.command()
@GAME
@click.argument("to", type=int, required=False)
@click.option("--why", default="", help="The reason, for the record.")
@click.pass_obj
def takeback(desk: Any, game: str, to: int | None, why: str) -> None:
    """Take back to the end of entry TO; without it, the last line. Nothing is
    deleted: struck entries stay in the log, struck out.

    \b
    Example:
      wardiary takeback evening --why "the die was cocked"
    """
    from replays.notation import before_last

    _, opened = desk.open(game)
    outcome = opened.take_back(before_last(opened) if to is None else to, why)
    desk.diary.append(opened, outcome)
    say(outcome.entries[0].fact.sentence())
    _whose_move(opened)


@click.command()
@GAME
@click.option("--show", "only_show", is_flag=True, help="Print the struck lines; record nothing.")
@click.pass_obj
def redo(desk: Any, game: str, only_show: bool) -> None:
    """Say the lines again that the last take-back struck, with the same dice and
    answers.

    \b
    Example:
      wardiary redo evening --show > lines.txt    (edit, then: wardiary play evening lines.txt)
      wardiary redo evening
    """
    from replays.notation import struck_lines

    _, opened = desk.open(game)
    lines = struck_lines(opened)
    for text in lines:
        if only_show:
            say(text)
        else:
            record_line(desk, opened, text)
    if not only_show:
        _whose_move(opened)


def _beside(verb: str, arguments: list[str]) -> str:
    from replays.notation import quoted

    return " ".join([verb, *arguments[:-1], quoted(arguments[-1])])


@click.command()
@GAME
@click.argument("changes", nargs=-1, required=True)
@click.option("--why", required=True, help="The reason, for the record.")
@click.pass_obj
def adjust(desk: Any, game: str, changes: tuple[str, ...], why: str) -> None:
    """Set values by hand: the counters on the table are right.

    \b
    Example:
      wardiary adjust evening INF1 steps=1 --why "the counter shows one dot"
      wardiary adjust evening vp_us=7 --why "we forgot the flag"
    """
    _, opened = desk.open(game)
    record_line(desk, opened, _beside("adjust", [*(shlex.quote(c) for c in changes), why]))
    _whose_move(opened)


@click.command()
@GAME
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def note(desk: Any, game: str, text: tuple[str, ...]) -> None:
    """Write a remark into the record, for the report.

    \b
    Example:
      wardiary note evening "Ann bets everything on Green Beach"
    """
    _, opened = desk.open(game)
    record_line(desk, opened, _beside("note", [" ".join(text)]))


@click.command()
@GAME
@click.argument("reading", required=False)
@click.argument("choice", required=False)
@click.option("--why", default="", help="The reason, for the record.")
@click.pass_obj
def ruling(desk: Any, game: str, reading: str | None, choice: str | None, why: str) -> None:
    """Rule how an ambiguous rule is read from here on; without a CHOICE, list the
    readings and what holds.

    \b
    Example:
      wardiary ruling evening
      wardiary ruling evening R-02 per-unit --why "the designer's answer"
    """
    from cli.output import table

    _, opened = desk.open(game)
    if reading and choice:
        record_line(desk, opened, f"ruling {shlex.quote(reading)} {shlex.quote(choice)}" + (f" {shlex.quote(why)}" if why else ""))
        return
    rows = [
        {"id": r.id, "rule": r.rule, "question": r.question, "holds": opened.state.readings.get(r.id, r.default), "choices": ", ".join(r.choices)}
        for r in opened.rules.readings.values()
        if not reading or r.id == reading
    ]
    table(("id", "rule", "question", "holds", "choices"), rows)


@click.command()
@GAME
@click.argument("name")
@click.option("--at", type=int, default=None, help="The entry to branch at. [default: the last]")
@click.pass_obj
def branch(desk: Any, game: str, name: str, at: int | None) -> None:
    """Begin a game called NAME that shares this one's entries up to a point and goes
    its own way from there.

    \b
    Example:
      wardiary branch evening what-if --at 120
    """
    line, opened = desk.open(game)
    made = desk.diary.branch(line.id, opened.version if at is None else at, name)
    talk(f"{name} is begun as a branch of {line.name} at entry {made.version}")
    _whose_move(made)


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
    line = desk.find(game)
    desk.diary.rename(line.id, name)
    talk(f"{line.name} is now called {name}")


COMMANDS = (new, declare, play, takeback, redo, adjust, note, ruling, branch, rename)
