"""Arguments and options that commands share, and their completion in a shell.

Modules for completion are imported inside its functions. Only the shell needs them, and everything else would wait:
0.15 s for the record, and as long again for the views' tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from cli.desk import default_diary
from domain.kernel.errors import Trouble

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.record.diary import Diary

# ---- completion ----


def complete_games(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The names of games that begin with the text."""
    return _found(ctx, text, lambda diary: (listing.name for listing in diary.games() if not listing.put_away))


def complete_copies(ctx: click.Context, param: click.Parameter, text: str) -> list[str] | list[CompletionItem]:
    """The names of games that begin with the text, or a file."""
    return complete_games(ctx, param, text) or [CompletionItem(text, type="file")]


def complete_put_away(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The names of hidden games that begin with the text."""
    return _found(ctx, text, lambda diary: (listing.name for listing in diary.games() if listing.put_away))


def complete_words(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The words that a line may go on with now."""
    from recording.completion import candidates

    return _found(
        ctx, text, lambda diary: candidates(diary.open(_game(ctx, diary)), "", list(ctx.params.get("line") or ()), text)
    )


def complete_sides(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The sides of the diary's systems. click does not tell the game while an option waits for its value."""
    from domain.games import load_or_unknown

    return _found(
        ctx,
        text,
        lambda diary: dict.fromkeys(s for listing in diary.games() for s in load_or_unknown(listing.system).sides),
    )


def complete_tables(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The ledgers, and the own tables of the game named on the line."""
    from projections.ledger_tables import TABLES
    from projections.shown import shown

    return _found(ctx, text, lambda diary: (*TABLES, *shown(diary.rules(_game(ctx, diary)).code).summaries))


def complete_causes(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The subjects of `why` in the game named on the line: totals of points, and names on the map."""
    from recording.completion import causes

    return _found(ctx, text, lambda diary: causes(diary.open(_game(ctx, diary)).seen_by("")))


def complete_systems(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The codes of the game systems."""
    from domain.games import SYSTEMS

    return _starting(SYSTEMS, text)


def complete_packs(ctx: click.Context, param: click.Parameter, text: str) -> list[str] | list[CompletionItem]:
    """The packs that come with the system named on the line, or a file."""
    from domain.games import SYSTEMS
    from replays import library

    system = ctx.params.get("system")
    return _starting(library.shipped_packs(system) if system in SYSTEMS else (), text) or [
        CompletionItem(text, type="file")
    ]


def complete_readings(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The readings of a system, as ID=CHOICE once the ID is typed; for the game named on the line, only its own."""
    rules = _rules(ctx)
    if rules is None:
        return _found(ctx, text, lambda diary: diary.rules(_game(ctx, diary)).readings)
    id, choosing, _ = text.partition("=")
    if choosing and id in rules.readings:
        return _starting((f"{id}={choice}" for choice in rules.readings[id].choices), text)
    return _starting((f"{reading}=" for reading in rules.readings), text)


def complete_choices(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The choices of the reading named on the line."""

    def choices(diary: Diary) -> Iterable[str]:
        reading = diary.rules(_game(ctx, diary)).readings.get(ctx.params.get("reading") or "")
        return reading.choices if reading else ()

    return _found(ctx, text, choices)


def complete_scenarios(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The scenarios of the system named on the line."""
    rules = _rules(ctx)
    return _starting(rules.scenarios, text) if rules else []


def complete_players(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The sides of the system named on the line, in the form for players' names: `us=`."""
    rules = _rules(ctx)
    return _starting((f"{side}=" for side in rules.sides), text) if rules else []


def complete_names(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The units and places of the game named on the line."""
    from recording.completion import names_in_view

    return _found(ctx, text, lambda diary: names_in_view(diary.open(_game(ctx, diary)).seen_by("")))


def complete_rules(ctx: click.Context, param: click.Parameter, text: str) -> list[str]:
    """The numbered rules of the system named on the line, or of the game's system."""
    from auditing.rule_index import indexed
    from domain.games import SYSTEMS

    of = ctx.params.get("of") or ""
    if of in SYSTEMS:
        return _starting(indexed(of), text)
    return _found(ctx, text, lambda diary: indexed(diary.rules(diary.find(of).id).code))


def _rules(ctx: click.Context) -> Rules[Any] | None:
    """The rules of the system named on the line, if one is."""
    from domain.games import SYSTEMS, load

    system = ctx.params.get("system")
    return load(system) if system in SYSTEMS else None


def _found(ctx: click.Context, text: str, look: Callable[[Diary], Iterable[str]]) -> list[str]:
    """The names found in the diary that begin with the text; empty if there is no diary, because completion makes
    none."""
    from domain.record.diary import Diary

    try:
        path = (ctx.find_root().params.get("diary") or default_diary()).expanduser()
        if not path.is_file() or not path.stat().st_size:
            return []
        with Diary(path) as diary:
            return _starting(look(diary), text)
    except (Trouble, OSError):
        return []


def _game(ctx: click.Context, diary: Diary) -> str:
    """The id of the game named on the line. Raises BadInput."""
    return diary.find(ctx.params.get("game") or "").id


def _starting(names: Iterable[str], text: str) -> list[str]:
    """The names that begin with the text, except a stranger's that begin with "-", which would be taken for an
    option."""
    return [name for name in names if name.casefold().startswith(text.casefold()) and not name.startswith("-")]


# ---- arguments and options ----

GAME = click.argument("game", shell_complete=complete_games)
SYSTEM = click.argument("system", shell_complete=complete_systems)
AT = click.option("--at", type=int, default=None, help="As it stood after this entry.")
TABLE_OR_JSON = click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
TEXT_OR_JSON = click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
PART = click.option(
    "--part", default="", metavar="PART", help='A part of the game alone: "21 AM", "turn 3", "21 AM, turn 3".'
)
SEEN_BY = click.option(
    "--as",
    "side",
    default="umpire",
    metavar="SIDE",
    shell_complete=complete_sides,
    help="As a side sees it: us, jp … [default: umpire, who sees all]",
)
TOLD_TO = click.option(
    "--as",
    "side",
    default="",
    metavar="SIDE",
    shell_complete=complete_sides,
    help="Tell this side's secrets too. [default: what all may see]",
)
AUTO = click.option("--auto", is_flag=True, help="Let the program roll and draw; recorded as generated.")
REASON = click.option("--why", default="", help="The reason, for the record.")
SETTLES = click.option("--settles", default="", metavar="D1", help="The dispute that this closes.")
BY = click.option("--by", default="", metavar="SIDE", shell_complete=complete_sides, help="Whose it is.")
OVERWRITE = click.option("--overwrite", is_flag=True, help="Write over a file that is not this game's.")
