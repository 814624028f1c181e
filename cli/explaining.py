"""Commands that explain and check a record: why, audit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from shlex import quote
from typing import Any

from auditing.audit import AGREES, DIFFERS, UNDECIDABLE, VERDICTS, Finding
from auditing.audit import audit as findings_of
from auditing.reasons import names_dispute_only, reason_lines
from auditing.what_if import Matters, matters, supposed
from auditing.why import why as cause_of
from cli.desk import Desk
from cli.output import dump, folded, print_line, print_lines, talk
from domain.kernel.errors import BadInput
from domain.kernel.game import Game
from projections.append_story import cited
from recording.hearing import hidden_from

MANY = 2_000
"""Number of entries from which the audit shows its progress."""


def why(desk: Desk, game: str, what: tuple[str, ...], at: int | None, depth: int, side: str, as_json: bool) -> None:
    """`wardiary why`: why something is so."""
    listed, opened = desk.open(game, side)
    if len(what) == 1 and names_dispute_only(opened, what[0]):
        raise BadInput(f"{what[0]} is a dispute: `wardiary show {quote(listed.name)} {what[0]}` tells it")
    if as_json:
        dump(cause_of(opened, " ".join(what), at=at, depth=depth, side=side).plain())
    else:
        print_lines(reason_lines(opened, " ".join(what), side, at, depth))


def tell_audit(game: Game[Any], *, after: int = 0, every: bool = False, as_json: bool = False) -> bool:
    """Audits a game and prints the findings.

    Returns False if something differs or is undecidable, and nothing in the game is sealed.
    """
    counts = dict.fromkeys(VERDICTS, 0)
    told, same = [], 0
    for finding in findings_of(game, after):
        counts[finding.verdict] += 1
        same += finding.comes_out_the_same
        if game.version > MANY and sys.stderr.isatty() and sum(counts.values()) % 100 == 0:
            talk(f"audited up to entry {finding.version} of {game.version}")
        if as_json:
            told.append(finding.plain())
        elif every or finding.again or not (finding.verdict == AGREES or finding.comes_out_the_same):
            for line in _finding(finding):
                print_line(line)
    if as_json:
        dump({"counts": counts, "findings": [row for row in told if every or row["again"] or row["verdict"] != AGREES]})
    else:
        if same and not every:
            counted = (
                f"{same} more rest on a corrected row, and come" if same != 1 else "1 more rests on one, and comes"
            )
            print_line(f"{counted} out the same with it (--all names them)")
        print_line(
            ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
            or (f"nothing was declared from entry {after + 1} on" if after else "nothing was declared yet")
        )
    return not (counts[DIFFERS] or counts[UNDECIDABLE])


def _finding(finding: Finding) -> Iterator[str]:
    because = f": {cited(finding.why, finding.rule)}" if finding.why else ""
    yield from folded(f"#{finding.version} {finding.moment}: {finding.said} — {finding.verdict}{because}", rest="    ")
    for title, facts in (("recorded", finding.recorded), ("the rules give", finding.given)):
        for fact in facts:
            yield from folded(f"{title}: {fact}", "    ", "      ")
    for words in finding.again:
        yield from folded(words, "    ", "      ")
    if finding.depends:
        shown = ", ".join(f"#{version}" for version in finding.depends[:12])
        more = f" and {len(finding.depends) - 12} more" if len(finding.depends) > 12 else ""
        yield from folded(f"what depends on it: {shown}{more}", "    ", "      ")


def otherwise_counted(found: Matters) -> str:
    """How many declarations come out otherwise, and the first of them, in words."""
    if not found.otherwise:
        return "none comes out otherwise"
    first, count = found.otherwise[0].version, len(found.otherwise)
    return f"#{first} comes out otherwise" if count == 1 else f"{count} declarations come out otherwise, first #{first}"


def tell_matters(game: Game[Any], words: tuple[str, ...], name: str, *, as_json: bool) -> None:
    """Which declarations of the game of that name come out otherwise by other readings or rows. Raises BadInput."""
    found = matters(game, supposed(game, words))
    if as_json:
        dump(
            [
                {"if": one.supposed.words, "otherwise": [way._asdict() for way in one.otherwise], "sealed": one.sealed}
                for one in found
            ]
        )
        return
    for one in found:
        print_line(f"if {one.supposed.words}: {otherwise_counted(one)}")
        for way in one.otherwise:
            because = f": {way.why}" if way.why else ""
            for line in folded(f"#{way.version} {way.moment}: {way.said}{because}", "  ", "      "):
                print_line(line)
            for title, facts in (("was", way.was), ("would be", way.would)):
                for fact in facts:
                    for line in folded(f"{title}: {fact}", "      ", "        "):
                        print_line(line)
    if matter := next((one.supposed.words for one in found if one.otherwise), ""):
        all_told = " --as umpire" if hidden_from(game, "") else ""
        talk(f"side by side: wardiary fix {quote(name)} --if {quote(matter)} --dry-run{all_told}")
    if found and found[0].sealed:
        talk(f"{found[0].sealed} declarations hold secrets that are not open here, and were not judged")


def audit(desk: Desk, game: str, after: int, every: bool, ifs: tuple[str, ...], side: str, as_json: bool) -> None:
    """`wardiary audit`: runs every declaration again; exit code 1 if something differs or is undecidable."""
    listed, opened = desk.open(game, side)
    if ifs:
        if after > 1 or every:
            raise BadInput("--if looks at the whole game: without --from and --all")
        tell_matters(opened.seen_by(side), ifs, listed.name, as_json=as_json)
        return
    if not tell_audit(opened.seen_by(side), after=after - 1, every=every, as_json=as_json):
        raise SystemExit(1)
