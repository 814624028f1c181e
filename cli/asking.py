"""Commands that settle: why, audit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from cli.looking import AS, GAME, JSON, check_audience
from cli.output import clean, dump, folded, paint, say, talk

MANY = 2_000
"""Entries from which on the audit shows how far it has come."""


def tell_why(game: Any, what: str, side: str = "umpire", at: int | None = None, depth: int = 2) -> None:
    """The causes of something, as an indented tree. Raises BadInput."""
    from replays.why import why

    for line in _tree(why(game, what, at=at, depth=depth, side=side), 0):
        say(line)


def _tree(cause: Any, level: int) -> Iterator[str]:
    number = f"#{cause.version} " if cause.version else ""
    moment = f"{cause.moment}: " if cause.moment else ""
    rule = f" [{cause.rule}]" if cause.rule else ""
    struck = "struck by " if cause.kind == "struck-by" else ""
    lines = folded(f"{struck}{number}{moment}{clean(cause.words)}{rule}", "  " * min(level, 8), "  " * min(level, 8) + "    ")
    yield from (paint(line, bold=True) if level == 0 else line for line in lines)
    for inner in cause.on:
        yield from _tree(inner, level + 1)


@click.command()
@GAME
@click.argument("what")
@click.option("--at", type=int, default=None, help="As it stood after this entry.")
@click.option("--depth", type=click.IntRange(1, 20), default=2, help="How far causes are followed. [default: 2]")
@AS
@JSON
@click.pass_obj
def why(desk: Any, game: str, what: str, at: int | None, depth: int, side: str, as_json: bool) -> None:
    """Why something is so: back through facts, rules, readings and charts to the dice,
    cards and decisions. WHAT is an entry's number, a unit, area or value, a ledger's
    row by its entry, or a total.

    \b
    Example:
      wardiary why evening 412
      wardiary why evening INF1.steps --at 380
      wardiary why evening points:jp
      wardiary why evening casualties:412 --depth 4 --json
    """
    from replays.why import why as causes

    _, opened = desk.open(game, side)
    check_audience(side, opened.rules.sides)
    if as_json:
        dump(causes(opened, what, at=at, depth=depth, side=side).plain())
    else:
        tell_why(opened, what, side, at, depth)


def tell_audit(game: Any, *, after: int = 0, every: bool = False, as_json: bool = False) -> bool:
    """Audits a game and tells what it found; False when something differs or is undecidable, though nothing in it is sealed."""
    from replays.audit import AGREES, DIFFERS, UNDECIDABLE, VERDICTS, audit

    counts = dict.fromkeys(VERDICTS, 0)
    told = []
    for finding in audit(game, after):
        counts[finding.verdict] += 1
        if game.version > MANY and sys.stderr.isatty() and sum(counts.values()) % 100 == 0:
            talk(f"audited up to entry {finding.version} of {game.version}")
        if as_json:
            told.append(vars(finding))
        elif every or finding.verdict != AGREES:
            for line in _finding(finding):
                say(line)
    if as_json:
        dump({"counts": counts, "findings": [row for row in told if every or row["verdict"] != AGREES]})
    else:
        say(", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count) or "nothing was declared yet")
    return not (counts[DIFFERS] or counts[UNDECIDABLE])


def _finding(finding: Any) -> Iterator[str]:
    rule = f" [{finding.rule}]" if finding.rule else ""
    because = f": {finding.why}{rule}" if finding.why else ""
    yield from folded(f"#{finding.version} {finding.moment}: {finding.said} — {finding.verdict}{because}", rest="    ")
    for title, facts in (("recorded", finding.recorded), ("the rules give", finding.given)):
        for fact in facts:
            yield from folded(f"{title}: {fact}", "    ", "      ")
    if finding.depends:
        shown = ", ".join(f"#{version}" for version in finding.depends[:12])
        more = f" and {len(finding.depends) - 12} more" if len(finding.depends) > 12 else ""
        yield from folded(f"what depends on it: {shown}{more}", "    ", "      ")


@click.command()
@GAME
@click.option("--from", "after", type=click.IntRange(1), default=1, help="Only declarations from this entry on.")
@click.option("--all", "every", is_flag=True, help="Also what agrees.")
@AS
@JSON
@click.pass_obj
def audit(desk: Any, game: str, after: int, every: bool, side: str, as_json: bool) -> None:
    """Run every declaration again under today's rules and the recorded readings, and say
    where the record agrees, was played against a rule, was set by hand, differs, or is
    undecidable, a chart being unread. What rests on a side's sealed entries cannot be
    decided without its passphrase, and accuses nobody. Writes nothing. Exit code 1 when
    something differs or is undecidable.

    \b
    Example:
      wardiary audit evening
      wardiary audit evening --from 300 --all
    """
    _, opened = desk.open(game, side)
    check_audience(side, opened.rules.sides)
    if side != "umpire":
        opened = opened.seen_by(side)
    if not tell_audit(opened, after=after - 1, every=every, as_json=as_json):
        raise SystemExit(1)


COMMANDS = (why, audit)
