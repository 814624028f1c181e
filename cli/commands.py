"""All commands: their arguments, their help, and the functions that do them.

A function is imported when its command runs, never before: `--help` and a shell's Tab read this module alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from cli.options import (
    AT,
    AUTO,
    BY,
    GAME,
    OVERWRITE,
    PART,
    REASON,
    SEEN_BY,
    SETTLES,
    SYSTEM,
    TABLE_OR_JSON,
    TEXT_OR_JSON,
    TOLD_TO,
    complete_causes,
    complete_choices,
    complete_copies,
    complete_games,
    complete_names,
    complete_packs,
    complete_players,
    complete_put_away,
    complete_readings,
    complete_rules,
    complete_scenarios,
    complete_sides,
    complete_systems,
    complete_tables,
    complete_words,
)
from cli.output import WIDTH, screen_columns
from cli.unlocking import hush, unhush


class Formatter(click.HelpFormatter):
    """A help page whose first column leaves room for the second on a narrow screen too."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, min(col_max, self.width * 3 // 8), col_spacing)


class Folded(click.Command):
    """A command whose help fits a narrow screen. Its examples are folded between words too."""

    def get_help(self, ctx: click.Context) -> str:
        if ctx.terminal_width is None:
            ctx.terminal_width = min(screen_columns(), WIDTH)
        ctx.formatter_class = Formatter
        return super().get_help(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for part in cleandoc(self.help or "").split("\n\n"):
            formatter.write_paragraph()
            if part.startswith("\b\n"):
                lines = [text for line in part.splitlines()[1:] for text in _example(line, formatter.width)]
            else:
                lines = wrap(part, formatter.width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
            formatter.write("".join(f"{line}\n" for line in lines))


def _example(line: str, width: int) -> list[str]:
    """A line of an example in its indentation; its continuation is indented further."""
    indent = f"  {line[: len(line) - len(line.lstrip())]}"
    if len(f"  {line}") <= width:
        return [f"  {line}"]
    return wrap(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


class DeclaredCommand(Folded):
    """A command carried out by `does`, written `module:function`.

    The function gets the desk, unless it needs no diary, and the typed values.
    """

    def __init__(self, *given: Any, does: str, at_desk: bool = True, unseen: bool = False, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.does, self.at_desk, self.unseen = does, at_desk, unseen

    def doing(self) -> Callable[..., None]:
        """The function that carries it out, imported."""
        module, _, name = self.does.partition(":")
        found: Callable[..., None] = getattr(import_module(module), name)
        return found

    def invoke(self, ctx: click.Context) -> None:
        desk = [ctx.obj] if self.at_desk else []
        if self.unseen:  # before the slow import
            hush()
        try:
            ctx.invoke(self.doing(), *desk, **ctx.params)
        finally:
            unhush()


def command(does: str, name: str | None = None, **settings: Any) -> Callable[[Callable[[], None]], DeclaredCommand]:
    """Declares a command by an empty function whose docstring is its help."""
    return click.command(name, cls=DeclaredCommand, does=does, **settings)


def brief(command: click.Command) -> str:
    """A short description of a command: its first sentence, up to the details."""
    first = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=\?) |[:;.] |[.:;]$", first)[0]


class Listing(Folded, click.Group):
    """A group of commands, listed with descriptions that are never clipped."""

    def headed(self) -> dict[str, tuple[click.Command, ...]]:
        """The commands under their headings."""
        return {"Commands": tuple(self.commands.values())}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, self.commands))
        for title, commands in self.headed().items():
            with formatter.section(title):
                formatter.write_dl([(f"{command.name:<{longest}}", brief(command)) for command in commands])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


# ---- recording ----


@command("cli.going_live:record", unseen=True)
@GAME
@click.option(
    "--as",
    "side",
    default="",
    metavar="SIDE",
    shell_complete=complete_sides,
    help="A side's own recorder, which shows its secrets. [default: one that all see]",
)
@AUTO
def record() -> None:
    """Record a game live, line by line, beside the map. It says whose move it is and
    what may be declared, completes with Tab, counts the dice, and tells what
    follows with its rules. `?` lists what else can be typed.

    What was told is on the disk. Ctrl-C drops a line, Ctrl-D leaves. Two may record in
    one diary, and each sees what the other does.

    \b
    Example:
      wardiary record evening
      wardiary record evening --as jp        (in a terminal of his own)
    """


@command("cli.beginning:new", unseen=True)
@click.argument("name")
@click.option(
    "--system",
    default="",
    shell_complete=complete_systems,
    help="The game system's code; `wardiary systems` lists them.",
)
@click.option("--game", default="", metavar="TITLE", help="Any game, by its title, whose rules nobody has written.")
@click.option(
    "--sides", default="", metavar="NAME,…", help="The sides of that game; without them you are asked. At most 12."
)
@click.option("--hides", default="", metavar="NAME,…", help="The sides of that game that may say lines in secret.")
@click.option(
    "--like",
    default="",
    metavar="GAME",
    shell_complete=complete_games,
    help="It begins with what that game has learned.",
)
@click.option(
    "--pack", default="", shell_complete=complete_packs, help="What the printed game says: a pack's name or file."
)
@click.option(
    "--scenario",
    default="",
    shell_complete=complete_scenarios,
    help="The scenario's code; a wrong one lists them. [default: the system's first]",
)
@click.option(
    "--player",
    multiple=True,
    metavar="SIDE=NAME",
    shell_complete=complete_players,
    help="Who plays a side; once for each.",
)
@click.option(
    "--reading",
    multiple=True,
    metavar="ID=CHOICE",
    shell_complete=complete_readings,
    help="How an ambiguous rule is read.",
)
@click.option(
    "--rulings",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A club's rulings, as `rulings export` writes them; those on other systems are left out.",
)
@click.option("--title", default="", help="What the game is called in reports.")
@click.option(
    "--hidden",
    type=click.Choice(("paper", "recorded")),
    help="Where hidden things are: on the players' paper, or in the record, under a side's passphrase. [default: "
    "paper; recorded in a game without rules of its own, which hides only what its sides say in secret]",
)
@TEXT_OR_JSON
def new() -> None:
    """Begin a game.

    \b
    Example:
      wardiary new evening --system iwo --pack sample --player us=Ann
      wardiary new evening --system iwo --player us=Ann --player jp=Bob
      wardiary new evening --system iwo --pack my-iwo.toml --reading R-02=once
      wardiary new sealed --system iwo --pack sample --hidden recorded
      wardiary new evening --system iwo --pack sample --rulings club.toml
      wardiary new d-day --system ddat --pack sample --scenario two-days
    """


@command("cli.saying:declare", unseen=True, context_settings={"ignore_unknown_options": True})
@GAME
@click.argument("line", nargs=-1, required=True, shell_complete=complete_words)
@AUTO
@click.option("--dry-run", is_flag=True, help="Show what would follow; record nothing.")
@click.option("--id", default="", help="An id of your own: under one id a line is recorded only once.")
@SETTLES
@TOLD_TO
@TEXT_OR_JSON
def declare() -> None:
    """Say one LINE in the game: a declaration, an answer, or a line beside the rules,
    as a note. With - the lines come from stdin.

    \b
    Example:
      wardiary declare evening "land 4D-R23 Green fire=none"
      wardiary declare evening "assault Isthmus 66512"
      wardiary declare evening "row INF1,MG1"
      wardiary declare evening 'move 4D-TK Crater !"we forgot the hill"'
    """


@command("cli.saying:play")
@GAME
@click.argument("file", type=click.Path(exists=True, allow_dash=True))
@AUTO
@TOLD_TO
@TEXT_OR_JSON
def play() -> None:
    """Say the lines of a text FILE one after the other; - reads stdin. It stops at the
    first line that cannot be recorded; the lines before it stay recorded.

    \b
    Example:
      wardiary play evening turn-3.txt
    """


@command("cli.saying:takeback")
@GAME
@click.argument("to", type=int, required=False)
@REASON
@TEXT_OR_JSON
def takeback() -> None:
    """Take back the last line, or everything after entry TO. Nothing is deleted: struck
    entries stay in the log, struck out. Rulings said after another struck line stand
    at once again; a ruling that was said first is taken back.

    \b
    Example:
      wardiary takeback evening --why "the die was cocked"
    """


@command("cli.saying:redo", unseen=True)
@GAME
@click.option("--show", "only_show", is_flag=True, help="Print the lines that wait; record nothing.")
@click.option(
    "--skip",
    type=click.IntRange(0),
    default=None,
    metavar="N",
    help="Leave out the first N lines; say the others even if something else was declared since.",
)
@TOLD_TO
@TEXT_OR_JSON
def redo() -> None:
    """Say the lines again that take-backs struck, with the same dice and answers. It
    stops at the first that is refused. If something else was declared since, they are
    said only with --skip; --skip 0 says all of them.

    \b
    Example:
      wardiary redo evening
      wardiary redo evening --skip 1         (the first was said otherwise)
      wardiary redo evening --show > lines.txt    (edit it, then `play` it)
    """


@command("cli.fixing:command", unseen=True, name="fix")
@GAME
@click.argument("entry", type=int, required=False)
@click.argument("words", nargs=-1)
@click.option(
    "--say",
    "says",
    multiple=True,
    metavar="LINE",
    help="The line that no longer fits, as it should be; or the answer that is asked first. May stand several times.",
)
@click.option("--drop", is_flag=True, help="Leave that line out, with its answers.")
@click.option("--drop-rest", is_flag=True, help="Leave out every line that no longer fits.")
@click.option(
    "--as-played", default="", metavar="REASON", help="Let that line stand as it was played, against the rule."
)
@click.option("--give-up", is_flag=True, help="Forget the correction that waits.")
@click.option(
    "--if",
    "ifs",
    multiple=True,
    metavar="WHAT",
    help="By another reading or row, from the first entry where it matters: READING=CHOICE or 'CHART ROW FIELD=VALUE'.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show side by side what would change; record nothing. Where something is hidden: with --as umpire.",
)
@click.option(
    "--keep", "keep_as", default="", metavar="NAME", help="Record it in a new branch NAME, and leave this game."
)
@REASON
@SETTLES
@TOLD_TO
@TEXT_OR_JSON
def fix() -> None:
    """Correct what was written down wrong long ago: ENTRY is dice, a card, an answer, a
    declaration or a remark, WORDS what it should be. Every later line is said again with
    its dice and answers. At a line that no longer fits it stops and asks. Nothing is
    recorded before all lines fit, then everything at once. Exit code 1 while it waits.

    \b
    Example:
      wardiary fix evening 24 1254               entry 24 is dice: these were they
      wardiary fix evening 24 row=INF1,MG1       one value of a line
      wardiary fix evening 24 "land 4D-R23 Amber"    the whole line
      wardiary fix evening 24 before 'adjust tracks.JGM=7 "forgotten"'   a forgotten line
      wardiary fix evening 24 drop               leaves it out
      wardiary fix evening --if R-02=per-unit --dry-run --as umpire
        side by side; without --as umpire where nothing is hidden
      wardiary fix evening --if R-13=each --dry-run --say none
        and where it stops, the answer is none
      wardiary fix evening                       goes on with one that was left
      wardiary fix evening --say "fire none"     for a line that no longer fits
    """


@command("cli.noting:adjust")
@GAME
@click.argument("changes", nargs=-1, required=True, shell_complete=complete_names)
@click.option("--why", required=True, help="The reason, for the record.")
@click.option(
    "--as-played", default="", metavar="REASON", help="Insist on values that the game's counters cannot show."
)
@SETTLES
@TEXT_OR_JSON
def adjust() -> None:
    """Set values by hand: the counters on the table are right.

    \b
    Example:
      wardiary adjust evening INF1 steps=1 --why "the counter shows one dot"
      wardiary adjust evening vp_us=7 --why "we forgot the flag"
    """


@command("cli.noting:note")
@GAME
@click.argument("text", nargs=-1, required=True)
@BY
@click.option("--secret", is_flag=True, help="For that side alone, where the record keeps its secrets.")
@TEXT_OR_JSON
def note() -> None:
    """Write a remark into the record, for the report.

    \b
    Example:
      wardiary note evening "Ann bets everything on Green Beach"
      wardiary note sealed --by jp --secret "the HQ waits in the Quarry"
    """


@command("cli.noting:photo")
@GAME
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("caption", nargs=-1)
@BY
@TEXT_OR_JSON
def photo() -> None:
    """Refer to a photograph of the table, for the report: the record keeps the FILE's
    name and digest, not the picture.

    \b
    Example:
      wardiary photo evening beach.jpg "Green Beach after the first wave"
    """


@command("cli.disputing:dispute")
@GAME
@click.argument("about", required=False)
@click.argument("text", nargs=-1)
@click.option(
    "--photo",
    "file",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="A photograph that goes with it: its name and digest are recorded.",
)
@BY
@TABLE_OR_JSON
def dispute() -> None:
    """Leave open whether something is right: ABOUT is an entry's number or a rule's, TEXT
    what somebody says of it. That opens D1; ABOUT D1 says more to it. Without them,
    list the disputes; ABOUT D1 alone shows it. No take-back strikes a dispute, and wardiary
    never says who is right. Whether a reading matters here: `audit GAME --if all`.

    \b
    Example:
      wardiary dispute evening 350 "Bob: it was 51214"
      wardiary dispute evening 10.3 "may a tank land there?"
      wardiary dispute evening D1 "I saw a 4" --by us --photo dice.jpg
      wardiary dispute evening
      wardiary show evening D1
    """


@command("cli.disputing:settle")
@GAME
@click.argument("of", metavar="D1")
@click.argument("text", nargs=-1)
@click.option("--entry", type=click.IntRange(1), default=None, help="The entry that settles it.")
@BY
@TEXT_OR_JSON
def settle() -> None:
    """Close a dispute in words, or by an entry. With --settles D1, `fix`, `ruling`, `adjust`
    and `declare` (a row of a chart, say) close it by what they record.

    \b
    Example:
      wardiary settle evening D1 "we play it as it stands"
      wardiary settle evening D1 --entry 412
      wardiary fix evening 350 51214 --settles D1
    """


@command("cli.noting:ruling")
@GAME
@click.argument("reading", required=False, shell_complete=complete_readings)
@click.argument("choice", required=False, shell_complete=complete_choices)
@REASON
@SETTLES
@TEXT_OR_JSON
def ruling() -> None:
    """Rule how an ambiguous rule is read from here on, or on any numbered rule in
    words, a house rule: `! house` at the end of a line plays by it. Without a CHOICE or
    words, list the readings and house rules, and what holds. Does it matter here?
    `audit GAME --if all` tells which declarations come out otherwise by which choice.

    \b
    Example:
      wardiary ruling evening
      wardiary ruling evening R-02 per-unit --why "the designer's answer"
      wardiary ruling evening 10.3 "tanks may land without a Beachhead"
      wardiary declare evening 'land 4D-TK Green ! house'
    """


@click.group(cls=Listing)
def rulings() -> None:
    """A club's rulings, from game to game: `new --rulings` takes them in.

    \b
    Example:
      wardiary rulings export -o club.toml
    """


@rulings.command("export", cls=DeclaredCommand, does="cli.rulings:rulings_export")
@click.argument("game", default="", shell_complete=complete_games)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="The file to write. [default: to stdout]",
)
@OVERWRITE
def rulings_export() -> None:
    """Write the readings chosen and the house rules of a game, or of all games played,
    as a TOML file that a person edits. Of all games, branches, demos and what was put
    away are left out.

    \b
    Example:
      wardiary rulings export evening -o club.toml
      wardiary rulings export -o club.toml
    """


@command("cli.beginning:branch")
@GAME
@click.argument("name")
@click.option("--at", type=int, default=None, help="The entry to branch at. [default: the last]")
@TEXT_OR_JSON
def branch() -> None:
    """Begin a game called NAME that branches off this one: it shares its entries up to
    a point, and goes its own way from there.

    \b
    Example:
      wardiary branch evening what-if --at 120
    """


@command("cli.listing:rename")
@GAME
@click.argument("name")
def rename() -> None:
    """Give a game another name. The record does not hold names; nothing in it changes.

    \b
    Example:
      wardiary rename evening first-evening
    """


@command("cli.listing:put_away", name="put-away")
@GAME
def put_away() -> None:
    """Put a game out of sight: it is not listed, counted or completed any more, and
    nothing of it is deleted. It can still be looked at by its name.

    \b
    Example:
      wardiary put-away what-if
      wardiary games --all
    """


@command("cli.listing:bring_back", name="bring-back")
@click.argument("game", shell_complete=complete_put_away)
def bring_back() -> None:
    """Bring a game back that was put away.

    \b
    Example:
      wardiary bring-back what-if
    """


@command("cli.moving:move")
@click.argument("place", metavar="DIARY")
def move() -> None:
    """Copy every game of another diary into this one: from a file to a server, back, or
    to another file. Bytes, seals, names and what was put away stay the same; the other
    diary stays as it is. Said again, it goes on where it was.

    \b
    Example:
      wardiary --diary postgresql://ann@club/wardiary move evening.db
      wardiary --diary copy.db move postgresql://ann@club/wardiary
    """


@command("cli.moving:setup")
@click.option("--grant", multiple=True, metavar="ROLE", help="A role that may record. May be repeated.")
def setup() -> None:
    """Make the tables of a diary on a PostgreSQL server; their owner says it once.
    docs/server.md tells the rest.

    \b
    Example:
      wardiary --diary postgresql://owner@club/wardiary setup --grant recorders
    """


# ---- looking ----


@command("cli.listing:systems", at_desk=False)
@TABLE_OR_JSON
def systems() -> None:
    """The game systems this wardiary knows.

    \b
    Example:
      wardiary systems
    """


@command("cli.listing:games")
@click.option("--all", "every", is_flag=True, help="Also those that are put away.")
@TABLE_OR_JSON
def games() -> None:
    """The games in the diary, oldest first: who plays, where each stands, how many
    entries it has, and on what day it was begun.

    \b
    Example:
      wardiary games
    """


@command("cli.showing:show")
@GAME
@click.argument("dispute", required=False)
@AT
@click.option(
    "--map",
    "map_file",
    is_flag=False,
    flag_value="-",
    default=None,
    metavar="FILE.svg",
    help="Draw the map: here, or into an SVG file.",
)
@click.option(
    "--fields",
    default="",
    metavar="NAMES",
    help="With --map: fields of fire of these positions or colours; all for all.",
)
@click.option("--around", default="", metavar="HEX", help="With --map: only what lies around a hex, position or unit.")
@OVERWRITE
@SEEN_BY
@TABLE_OR_JSON
def show() -> None:
    """Where a game stands: areas, units and their steps, whose move it is.

    \b
    Example:
      wardiary show evening
      wardiary show evening --at 120 --as us
      wardiary show d-day --map --around 1226 --fields red,E6
      wardiary show d-day --map situation.svg
    """


@command("cli.looking:log")
@GAME
@click.argument("entries", metavar="[A-B]", default="")
@click.option("--last", type=click.IntRange(1), default=None, metavar="N", help="Only the last N entries.")
@SEEN_BY
@TABLE_OR_JSON
def log() -> None:
    """What happened, one sentence for each fact, with its rule: all of it, or only entry
    A, or A to B. What was taken back is struck out.

    \b
    Example:
      wardiary log evening --last 20
      wardiary log evening 350-360
    """


@command("cli.watching:watch", unseen=True)
@GAME
@TOLD_TO
def watch() -> None:
    """Look on while others record a game: where it stands, then whatever is told, as
    it happens. Needs no passphrase for what all may see; Ctrl-C leaves.

    \b
    Example:
      wardiary watch evening
      wardiary watch evening --as us         (the secrets of that side too)
    """


@command("cli.phones:serve")
@click.argument("games", nargs=-1, shell_complete=complete_games)
@click.option("--all", "every", is_flag=True, help="All unfinished games.")
@click.option("--demo", is_flag=True, help="A sample game, begun for a look.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen: 0.0.0.0 for all phones on your network."
)
@click.option("--port", type=click.IntRange(1, 65_535), default=8_724, show_default=True)
@click.option("--tls", is_flag=True, help="Encrypted, by a certificate made here.")
@click.option("--yes", is_flag=True, help="Listen beyond this machine without asking.")
def serve() -> None:
    """Put games on the phones at the table: each player sees and answers what is his on
    his own screen, secrets included, and spectators look on. It prints an address and
    a code for each seat; here, `seats` lists them, `free` ends one. docs/phones.md
    tells the rest.

    \b
    Example:
      wardiary serve evening --host 0.0.0.0
      wardiary serve --demo
    """


@command("cli.tabulating:table")
@GAME
@click.argument("name", metavar="[NAME]", default="", shell_complete=complete_tables)
@click.option("--struck", is_flag=True, help="Also what was taken back.")
@click.option("--totals", "only_totals", is_flag=True, help="Only the sums.")
@SEEN_BY
@PART
@TABLE_OR_JSON
def table() -> None:
    """A ledger of the game with its sums: casualties, points, fire, chance, tracks,
    timeline or declarations. Some systems have tables of their own. Without a NAME,
    the tables are listed.

    \b
    Example:
      wardiary table evening
      wardiary table evening casualties
      wardiary table evening fire --totals --json
      wardiary table d-day positions
      wardiary table campaign landings --part "21 AM"
    """


@command("cli.looking:position")
@GAME
@AT
@TABLE_OR_JSON
def position() -> None:
    """The situation as `set` lines, from which another game can begin.

    \b
    Example:
      wardiary position evening > position.txt
      wardiary new later --system iwo --pack sample
      wardiary play later position.txt
    """


@command("cli.verb_list:verbs", at_desk=False)
@SYSTEM
@TABLE_OR_JSON
def verbs() -> None:
    """What may be declared in a system; what its rules may ask, and by which rule.

    \b
    Example:
      wardiary verbs iwo
    """


@command("cli.looking_up:rule")
@click.argument("of", metavar="SYSTEM|GAME", shell_complete=complete_systems)
@click.argument("number", required=False, shell_complete=complete_rules)
@TABLE_OR_JSON
def rule() -> None:
    """A numbered rule of a rulebook: what it is about, where it is carried out, how it
    is read (in a GAME: as that game reads it), and the cases that show it. Without a
    NUMBER, all are listed.

    \b
    Example:
      wardiary rule ddat 6.34
      wardiary rule evening "IWO 11.1.2(1)"
    """


@command("cli.proving:head")
@GAME
@click.option("--at", type=int, default=None, help="The seal as it was at this entry.")
@TABLE_OR_JSON
def head() -> None:
    """The seal of a game: it covers all that was recorded before. If the other player
    keeps it written down, nobody can change that without being noticed.

    \b
    Example:
      wardiary head evening
    """


@command("cli.proving:kept")
@GAME
@click.argument("seal", nargs=-1, required=True)
@click.option(
    "--as", "side", required=True, metavar="SIDE", shell_complete=complete_sides, help="The side that wrote it down."
)
@TEXT_OR_JSON
def kept() -> None:
    """Record that a side wrote a SEAL down, whole or its first 16 digits. What is
    corrected behind it later is told so.

    \b
    Example:
      wardiary kept evening 1f9b07c2a4d05e68 --as us
    """


@command("cli.demo:demo")
@click.option("--system", default="iwo", shell_complete=complete_systems, help="Of which game system. [default: iwo]")
@click.option("--game", "played", default="", help="Which of the played games. [default: the first]")
def demo() -> None:
    """Play a whole recorded game from the library into the diary: what became of it is
    shown.

    \b
    Example:
      wardiary --diary demo.db demo
      wardiary --diary demo.db demo --system ddat --game first-waves
    """


# ---- reporting ----


@command("cli.reporting:report")
@GAME
@SEEN_BY
@click.option("--upto", type=click.IntRange(1), default=None, metavar="N", help="Only up to this entry.")
@PART
@click.option("--title", default="", metavar="WORDS", help="The title. [default: that of the game]")
@click.option(
    "--blurb",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    default=None,
    metavar="FILE",
    help="Markdown to stand before the story.",
)
@click.option("--turns", default="", metavar="N-M", help="The story of these turns alone: 3, 3-5.")
@click.option(
    "--brief/--full",
    default=None,
    help="Story, maps and charts, or tables and the record too. [default: full; for md and bbcode brief]",
)
@click.option(
    "--replay",
    is_flag=True,
    help="Not a report: one HTML page with a slider that shows every moment.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("html", "md", "bbcode", "pdf")),
    default=None,
    help="[default: by the ending of -o, else html]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="A file, for md and bbcode also a folder. [default: named after the game]",
)
@click.option(
    "--url",
    default="",
    metavar="ADDRESS",
    help="Where the page will lie: for its preview where it is shared, and for pictures of bbcode.",
)
@click.option(
    "--photos",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path("."),
    metavar="FOLDER",
    help="Where the photographs lie. [default: here]",
)
@OVERWRITE
def report() -> None:
    """Write the after-action report of a game: the story turn by turn with maps, how it
    went, losses, fire, luck, and the entries behind every figure.

    One HTML page to read, send or print; Markdown, or BBCode for a forum, with its
    pictures in a folder; or a PDF. --as leaves out what that side did not know, --upto
    what came later; --part tells of a date, a scenario or a turn alone. report.toml
    beside the diary may say the like for each game, and drop or mend notes. The path of
    what was written goes to stdout.

    --replay writes a page on which a slider, buttons and the arrow keys show every
    moment of the game: map, points and tracks, and the words of the log. It runs from a
    file, without network; --as spectator shows what all may see.

    \b
    Example:
      wardiary report evening
      wardiary report evening --replay --as us
      wardiary report evening --as us --upto 240 -o before-the-end.html
      wardiary report evening --format md -o evening-report
      wardiary report evening --format bbcode --blurb why-we-played.md
      wardiary report campaign --part "21 AM"
    """


@command("cli.statistics:stats")
@click.argument("diaries", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[DIARY|FOLDER]…")
@click.option("--branches", is_flag=True, help="Count branches as games of their own.")
@click.option("--demos", is_flag=True, help="Count what `wardiary demo` played too.")
@TABLE_OR_JSON
def stats() -> None:
    """What all games of a diary came to for each player in each system: results, steps
    lost and inflicted, luck, and time at the table.

    Without an argument your own diary is read; of a FOLDER, every diary in it and in
    its folders. A game that lies in several diaries counts once, from the copy that
    goes furthest. Its branches are left out; with --branches they count, and what they
    share with it counts once. The games of `wardiary demo` are left out too. What is
    sealed does not count without its side's passphrase; a last table says what is
    missing. Hits are those of shots whose mean is known. The luck of cards says how
    much better (+) or worse (-) they were for the player than the cards that could
    have come, in steps, hits and the like.

    \b
    Example:
      wardiary stats
      wardiary stats club/ --json
    """


# ---- settling ----


@command("cli.explaining:why")
@GAME
@click.argument("what", nargs=-1, shell_complete=complete_causes)
@AT
@click.option("--depth", type=click.IntRange(1, 20), default=2, help="How far causes are followed. [default: 2]")
@SEEN_BY
@TABLE_OR_JSON
def why() -> None:
    """Why something is so: back through facts, rules, readings and charts to the dice,
    cards and decisions. WHAT is an entry's number, a unit, area, hex or value, a
    ledger's row by its entry, or a total. Without WHAT: why the open roll has so many
    dice, or, if none is open, the reasons of what happened last.

    \b
    Example:
      wardiary why evening
      wardiary why evening 412
      wardiary why pearl hex 2226
      wardiary why evening INF1.steps --at 380
      wardiary why evening points:jp
      wardiary why evening casualties:412 --depth 4 --json
    """


@command("cli.explaining:audit")
@GAME
@click.option("--from", "after", type=click.IntRange(1), default=1, help="Only declarations from this entry on.")
@click.option("--all", "every", is_flag=True, help="Also what agrees.")
@click.option(
    "--if",
    "ifs",
    multiple=True,
    metavar="WHAT",
    help="Does it matter? What would come out otherwise: READING=CHOICE, 'CHART ROW FIELD=VALUE', or all.",
)
@SEEN_BY
@TABLE_OR_JSON
def audit() -> None:
    """Run every declaration again under today's rules. Of each it says whether the record
    agrees by the recorded readings, was played against a rule, was set by hand, differs,
    or cannot be decided because a chart is unread. What rests on a side's sealed entries
    cannot be decided without its passphrase, and accuses nobody. It writes nothing. Exit
    code 1 when something differs or cannot be decided.

    \b
    Example:
      wardiary audit evening
      wardiary audit evening --from 300 --all
    """


@command("cli.opening:open_", unseen=True, name="open")
@GAME
@click.option(
    "--side",
    default="",
    metavar="SIDE",
    shell_complete=complete_sides,
    help="Whose secrets. [default: of all who sealed some]",
)
def open_() -> None:
    """Open after the game what a side kept secret: its key goes into the record, every
    seal and commitment is checked, all is shown, and the game is audited. Exit code 1
    when something does not fit.

    \b
    Example:
      wardiary open evening
    """


# ---- files ----


@command("cli.files:export", name="export")
@click.argument("game", required=False, default="", shell_complete=complete_games)
@click.option(
    "--format",
    "form",
    type=click.Choice(("diary", "jsonl", "bgstats", "parquet", "csv")),
    metavar="FORM",
    default=None,
    help="diary, text to read; jsonl, lines with seals; bgstats, a play for Board Game Stats; of ledgers parquet or "
    "csv. [default: by the ending of -o; parquet]",
)
@click.option(
    "--as",
    "side",
    default="",
    metavar="SIDE",
    shell_complete=complete_sides,
    help="Withhold the other side's secrets (jsonl, ledgers). [default for ledgers: public]",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=None, help="A file. [default: stdout]")
@click.option(
    "--ledgers",
    type=click.Path(path_type=Path),
    default=None,
    metavar="DIR",
    help="Without GAME: the ledgers of all games, into a folder of their own.",
)
@OVERWRITE
def export() -> None:
    """Write a game to a file: as a .diary, to be read and played anywhere, or as JSON
    Lines that keep bytes, times and seals.

    \b
    Example:
      wardiary export evening -o evening.diary
      wardiary export evening --format jsonl --as us -o evening.jsonl
      wardiary export --ledgers archive
    """


@command("cli.files:import_", name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="", help="What the game is to be called here. [default: the file's name]")
@click.option(
    "--branch",
    default="",
    metavar="NAME",
    help="Take in a copy that went another way: it becomes a branch of this name.",
)
@click.option(
    "--log",
    "templates",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    metavar="TEMPLATES",
    help="FILE is a log that another program left, or a .vlog; this TOML says what its lines mean.",
)
@click.option(
    "--columns",
    default="",
    metavar="NAMES",
    help="With --log: FILE is a spreadsheet's table (CSV) with these columns: turn, words (the line), a side for its "
    "points, - for one that is not read.",
)
@click.option("--yes", is_flag=True, help="With --log: record it without asking.")
def import_() -> None:
    """Take a game in from a FILE: a .diary is played under today's rules, a .jsonl is
    verified and kept byte for byte. All of it is taken in, or nothing.

    A .jsonl may be a later copy of a game that the diary holds already: then the game
    here goes on with its entries. A copy that went another way is refused, and nothing
    is changed; with --branch it is taken in as a branch of the last common entry.

    \b
    Example:
      wardiary import evening.diary --name evening
      wardiary import evening.jsonl
      wardiary import evening.jsonl --branch evening-bob
      wardiary import evening.vlog --log drive.toml
      wardiary import evening.csv --log drive.toml --columns turn,german,soviet,words
    """


# ---- packs ----


@click.group(cls=Listing)
def pack() -> None:
    """What the printed game says, written down once: new, fill, read, check, list,
    export."""


@pack.command("new", cls=DeclaredCommand, does="cli.packing:pack_new", at_desk=False)
@SYSTEM
@click.option("--name", default="mine", help="What the pack is called.")
@click.option(
    "--table",
    "as_table",
    is_flag=True,
    help="A folder of CSV tables instead, for a spreadsheet; `pack read` takes them in.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="A file, or a folder with --table. [default: stdout]",
)
def pack_new() -> None:
    """Write a form to be filled in from your own copy of the game: what the rulebook's
    text says stands there, the rest is asked for.

    \b
    Example:
      wardiary pack new iwo -o my-iwo.toml
      wardiary pack new iwo --table -o my-iwo
    """


@pack.command("read", cls=DeclaredCommand, does="cli.packing:pack_read", at_desk=False)
@SYSTEM
@click.argument("file")
@click.option("--name", default="", help="What the pack is called. [default: as it says, or as the file]")
@click.option("--complete", is_flag=True, help="It holds every row of the game.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, help="A .toml or a .txt. [default: TOML on stdout]"
)
@OVERWRITE
def pack_read() -> None:
    """Read a pack in lines, as one would dictate it, and write it as TOML, or the other
    way round. FILE may be a folder of CSV tables, as `pack new --table` writes them.

    \b
    Example:
      wardiary pack read iph mine.txt -o mine.toml
      wardiary pack read iph sample -o sample.txt
      wardiary pack read iwo my-iwo --complete -o my-iwo.toml
    """


@pack.command("fill", cls=DeclaredCommand, does="cli.packing:pack_fill", at_desk=False)
@SYSTEM
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def pack_fill() -> None:
    """Fill in a pack beside the board. What is still open is asked for, chart by chart,
    a map row by row; any line of a pack is taken at any prompt, as in `coastal
    1125,1130..1132`. ? explains, undo takes the last line back, skip leaves it
    open, go HEX, ROW or CHART, quit. Each line is kept at once (a .txt grows at its
    end), and the next time it goes on from there.

    \b
    Example:
      wardiary pack fill iph mine.txt
      wardiary pack fill iwo my-iwo.toml
    """


@pack.command("words", cls=DeclaredCommand, does="cli.pack_words:pack_words", at_desk=False)
@SYSTEM
@click.argument("chart", default="")
def pack_words() -> None:
    """Say what may be said in a pack in lines: of one chart, or of all, its figures in
    their order, its words, the letters of the map, and what `text` fills in.

    \b
    Example:
      wardiary pack words iwo units
    """


@pack.command("status", cls=DeclaredCommand, does="cli.packing:pack_status", at_desk=False)
@SYSTEM
@click.argument("file")
def pack_status() -> None:
    """Say how far a pack is: what a game needs at once as it is set up, what will be
    asked when play comes to it, and what is whole.

    \b
    Example:
      wardiary pack status iph mine.txt
    """


@pack.command("check", cls=DeclaredCommand, does="cli.packing:pack_check", at_desk=False)
@SYSTEM
@click.argument("file")
@TABLE_OR_JSON
def pack_check() -> None:
    """Say what a pack does not say yet, and what it says against the rulebook's text, in
    the game's terms. FILE may be a folder of CSV tables. Exit code 1 when something is
    missing.

    \b
    Example:
      wardiary pack check iwo my-iwo.toml
    """


@pack.command("show", cls=DeclaredCommand, does="cli.pack_showing:pack_show", at_desk=False)
@SYSTEM
@click.argument("file")
@click.option(
    "-o",
    "--output",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="A picture, FILE.svg or FILE.html. [default: letters on the screen]",
)
@click.option("--watch", is_flag=True, help="Draw it again whenever the file changes, until Ctrl-C.")
@OVERWRITE
def pack_show() -> None:
    """Draw the map of a pack as far as it is written down, to hold beside the board: its
    rows as they lie there, roads, hexsides, coasts, names and areas. What is not read
    stands out.

    \b
    Example:
      wardiary pack show iph mine.txt
      wardiary pack show iph mine.txt --watch -o map.html
    """


@pack.command("compare", cls=DeclaredCommand, does="cli.pack_comparing:pack_compare", at_desk=False)
@SYSTEM
@click.argument("a")
@click.argument("b")
@TEXT_OR_JSON
def pack_compare() -> None:
    """Where two packs of a game differ, row by row in the order of the board, and what
    only one of them has. A and B are files, names of packs, or folders of CSV tables.
    Exit code 1 when they say different things of the same.

    \b
    Example:
      wardiary pack compare iph mine.txt bob.toml
      wardiary pack compare iph mine.txt sample --json
    """


@pack.command("merge", cls=DeclaredCommand, does="cli.pack_comparing:pack_merge", at_desk=False)
@SYSTEM
@click.argument("a")
@click.argument("b")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="A .toml or a .txt."
)
@click.option("--prefer", type=click.Choice(("A", "B")), default=None, help="Follow one of them, and ask nothing.")
@OVERWRITE
def pack_merge() -> None:
    """Make one pack of two. What only one has is taken; each difference is asked once:
    `A`, `B`, or `neither`, which leaves it open. `back` goes back, `stop` leaves; the
    same words go on from there.

    \b
    Example:
      wardiary pack merge iph mine.txt bob.txt -o ours.txt
      wardiary pack merge iph mine.txt bob.txt -o ours.toml --prefer A
    """


@pack.command("list", cls=DeclaredCommand, does="cli.packing:pack_list", at_desk=False)
@SYSTEM
@TABLE_OR_JSON
def pack_list() -> None:
    """The packs that come with wardiary for a system.

    \b
    Example:
      wardiary pack list iwo
    """


@pack.command("export", cls=DeclaredCommand, does="cli.packing:pack_export")
@GAME
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, help="A .toml or a .txt. [default: TOML on stdout]"
)
@OVERWRITE
def pack_export() -> None:
    """Write what a game has learned of the printed game as a pack for the next one.

    \b
    Example:
      wardiary pack export evening -o my-iwo.toml
    """


@pack.command("take", cls=DeclaredCommand, does="cli.packing:pack_take")
@GAME
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def pack_take() -> None:
    """Put what a game has read out back into the pack it began with: a half-made pack is
    played, and grows. FILE is a .txt or a .toml, grows at its end, and is made if it
    is not there; where they differ, it is said and nothing is written.

    \b
    Example:
      wardiary pack take evening my-iwo.txt
    """


# ---- the program itself, and its diary ----


@command("cli.health:rebuild")
def rebuild() -> None:
    """Throw the views away, the tables worked out from the record, and make them again.

    \b
    Example:
      wardiary rebuild
    """


@command("cli.comparing:compare_")
@click.argument("one", metavar="A", shell_complete=complete_copies)
@click.argument("two", metavar="B", shell_complete=complete_copies)
@click.option("--all", "every", is_flag=True, help="Every line that each holds after the last common entry.")
@SEEN_BY
@TEXT_OR_JSON
def compare() -> None:
    """Where two copies of a game part, and what each holds after that. A and B are each a
    game of the diary, a .jsonl file, or another diary's .db file. Two diaries are
    compared in all games that both hold.

    Entries are compared by their seals, never by words, and each copy's seals are
    checked. Exit code 0 when the copies are identical or one only continues the other,
    1 when they fork or seals do not fit.

    \b
    Example:
      wardiary compare evening evening.jsonl
      wardiary compare evening bob.db
      wardiary compare ann.db bob.db --json
    """


@command("cli.proving:verify")
@click.argument("game", shell_complete=complete_copies)
@click.argument("seal", nargs=-1)
def verify() -> None:
    """Was a game changed since a SEAL was written down? Type the whole seal as it was
    printed, or its first 16 digits, in groups or not. Without one: does every seal fit?
    GAME may be a .jsonl file (docs/format.md). Exit code 1 when no entry of the game has
    this seal, or a seal does not fit.

    \b
    Example:
      wardiary verify evening 3f2a9c41b07d55e8
      wardiary verify evening.jsonl 3f2a 9c41 b07d 55e8
      wardiary verify evening.jsonl
    """


@command("cli.health:doctor")
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=complete_games)
@click.option(
    "--accept", is_flag=True, help="Take the games as they are, and forget what this machine had seen of them."
)
@TEXT_OR_JSON
def doctor() -> None:
    """Is the diary whole? Checks settings, file, seals, versions, what is worked out from
    them, and what this machine has seen; of all games, or of those that are named. It says
    what one file can prove and what not. Exit code 1 when something is wrong.

    \b
    Example:
      wardiary doctor
      wardiary doctor evening
    """


@command("cli.shells:completion", at_desk=False)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion() -> None:
    """Print the script that lets a shell complete: commands, games, verbs, names.

    \b
    Example:
      eval "$(wardiary completion bash)"     # in ~/.bashrc; zsh in ~/.zshrc
      wardiary completion fish > ~/.config/fish/completions/wardiary.fish
    """


# ---- all of them ----

GROUPS: dict[str, tuple[click.Command, ...]] = {
    "Begin and record": (new, record, serve, declare, play, demo),
    "Put right": (takeback, redo, fix, adjust, ruling, rulings, dispute, settle),
    "Remark": (note, photo),
    "Look": (show, watch, log, table, why, position),
    "Look up": (rule, verbs, systems),
    "Games of the diary": (games, branch, rename, put_away, bring_back, export, import_),
    "Tell and add up": (report, stats),
    "Settle": (audit, head, kept, verify, compare, open_),
    "Your copy of the printed game": (pack,),
    "The program and its diary": (doctor, rebuild, move, setup, completion),
}
"""The commands under the headings of `--help`, in its order."""

COMMANDS = tuple(command for group in GROUPS.values() for command in group)
