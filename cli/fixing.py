"""`wardiary fix`, and `fix` at the live recorder: a correction, and the decisions about later lines that no longer fit.

`recording.mending` keeps its plan, records it and words it; here it is asked about and printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from auditing.audit import mend_behind
from auditing.what_if import matters, supposed
from cli.desk import Desk
from cli.explaining import otherwise_counted
from cli.output import dump, folded, paint, print_line, print_table, talk
from cli.session import Session
from domain.kernel.disputes import known_open
from domain.kernel.errors import BadInput, Trouble
from recording.fix import WAYS, Fixing
from recording.hearing import hidden_from
from recording.mending import Mending
from replays.lines import split

Ask = Callable[[str, bool], str]
"""A function that reads a line, given the prompt and whether the line is typed unseen. Raises EOFError at the end."""

GIVE_UP = ["give", "up"]
"""The words that abandon a correction."""


def mending_of(session: Session) -> Mending:
    """Corrections in a session's game. Raises Shut if a side's secrets cannot be read."""
    return Mending(session.recorder, session.desk.diary, mend_behind)


def by_other_readings(mending: Mending, ifs: Sequence[str], why: str = "", *, tried: bool = False) -> Fixing | None:
    """Begins to play the game by other readings or rows from the first entry that comes out otherwise by them.

    None if none does, which it says. Raises Trouble.
    """
    mending.require_none_waits(tried=tried)
    found = matters(mending.game, supposed(mending.game, ifs))
    for one in found:
        print_line(f"if {one.supposed.words}: {otherwise_counted(one)}")
    lines = [one.supposed.line for one in found if one.otherwise]
    if not lines:
        return None
    first = min(one.otherwise[0].version for one in found if one.otherwise)
    return mending.before(first, lines, why or ", ".join(ifs))


def decide(mending: Mending, fixing: Fixing, ask: Ask) -> Fixing:
    """Asks what to do with each line that no longer fits, until every line fits or the player leaves."""
    told: list[str] = []
    while fixing.stop is not None:
        if told != (told := mending.stopped(fixing)):
            for text in told:
                talk(text)
        try:
            said = ask("correct> ", bool(mending.unseen(fixing))).strip()
        except (EOFError, KeyboardInterrupt):
            said = "leave"
        if said == "leave":
            break
        if said.split() == GIVE_UP:
            talk(mending.give_up())
            return fixing
        try:
            mending.decide(fixing, said)
        except Trouble as trouble:
            for text in folded(str(trouble), "✗ ", "  "):
                talk(paint(text, fg="red"))
        else:
            fixing = mending.finish(fixing)
    return fixing


def settle_by(session: Session, mending: Mending, fixing: Fixing, *, recorded: bool) -> None:
    """Closes the dispute of a recorded correction by it, if that is open still, or says that it stays open."""
    if not recorded:
        if words := mending.stays_open(fixing):
            talk(words)
    elif line := mending.closing(fixing):
        session.say(line)


def at_terminal(prompt: str, unseen: bool) -> str:
    """A line typed at a terminal. Raises EOFError if the input ends or is interrupted."""
    try:
        return str(
            click.prompt(
                prompt.rstrip(), default="", show_default=False, prompt_suffix=" ", hide_input=unseen, err=True
            )
        )
    except click.Abort:
        talk("")  # the cursor stands after the prompt
        raise EOFError from None


def command(
    desk: Desk,
    game: str,
    entry: int | None,
    words: tuple[str, ...],
    says: tuple[str, ...],
    drop: bool,
    drop_rest: bool,
    as_played: str,
    give_up: bool,
    dry_run: bool,
    ifs: tuple[str, ...],
    keep_as: str,
    why: str,
    settles: str,
    side: str,
    as_json: bool,
) -> None:
    """`wardiary fix`: begins, continues or gives up a correction; exit code 1 while a line is undecided."""
    session = Session.open(desk, game, side)
    mending = mending_of(session)
    ways = [entry is not None, bool(ifs), drop, bool(as_played), give_up]
    if sum(ways) > 1 or ((says or drop_rest) and (drop or as_played or give_up)):
        raise BadInput(
            "one thing at a time: ENTRY with what it should be, --if, --drop, --as-played, or --give-up; --say and "
            "--drop-rest go with the first two"
        )
    begins = entry is not None or bool(ifs)
    if (why or keep_as) and not begins:
        raise BadInput(f"{'--why' if why else '--keep'} goes with the ENTRY that is corrected, or with --if")
    if keep_as and dry_run:
        raise BadInput("--dry-run records nothing, --keep records a branch: one of them")
    if (dry_run or ifs or keep_as) and hidden_from(session.game, side):
        raise BadInput(
            "what comes out otherwise would tell what is hidden: say it again with --as umpire, who sees everything"
        )
    if settles:
        known_open(session.game.disputes, settles)
    if give_up:
        talk(mending.give_up())
        return
    tried = dry_run or bool(keep_as)
    if ifs:
        found = by_other_readings(mending, ifs, why, tried=tried)
        if found is None:
            return
        fixing = found
    else:
        fixing = mending.resumed() if entry is None else mending.begin(entry, _in_words(words), why, tried=tried)
    if keep_as:  # only now: a branch is made of a correction that can be begun
        made = desk.diary.branch(session.game.id, session.game.version, keep_as)
        session = Session.open(desk, made.id, side)
        mending = mending_of(session)
        fixing = Fixing(session.game, fixing.plan.but(game=made.id), session.side)
    mending.settling(fixing, settles)
    for said in says:
        fixing.decide(said, side)
    if fixing.stop is not None and (drop_rest or (keep_as and fixing.over)):
        fixing.drop(side or "", rest=True)
    elif drop:
        fixing.drop(side or "")
    elif as_played:
        fixing.insist(as_played, side)
    if not dry_run:
        fixing = mending.finish(fixing)
        if fixing.stop is not None and not as_json and sys.stdin.isatty() and sys.stderr.isatty():
            for text in folded(WAYS, rest="  "):
                talk(text)
            fixing = decide(mending, fixing, at_terminal)
            if not mending.waits and fixing.stop is not None:
                return  # the correction was given up
    _tell(session, mending, fixing, dry_run=dry_run, as_json=as_json)
    session.as_json = as_json  # then the document above is all that is printed
    settle_by(session, mending, fixing, recorded=fixing.stop is None and not dry_run)
    session.keep()
    if fixing.stop is not None and not fixing.over:
        raise SystemExit(1)


def _in_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The corrected entry, word by word. A whole line may stand in quotes."""
    line = split(words[0]) if len(words) == 1 else None
    return line.in_words if line else words


def _tell(session: Session, mending: Mending, fixing: Fixing, *, dry_run: bool, as_json: bool) -> None:
    name = session.listed.name
    if as_json:
        dump(mending.plain(fixing, name, recorded=not dry_run and fixing.stop is None))
        return
    for line in mending.came_to(fixing, tried=dry_run):
        print_line(line)
    if dry_run and (rows := mending.beside(fixing)):
        print_table(("", "as played", "otherwise"), rows)
    if fixing.stop is not None:
        for line in mending.stopped(fixing):
            talk(line)
    if fixing.stop is not None and not dry_run:
        what, says = (
            ("ANSWER", "answers it")
            if fixing.stop.question or fixing.stop.answer
            else ("LINE", "says it otherwise: name=value of it, or the whole line")
        )
        talk(f"decide with `wardiary fix {name}` and one of")
        talk(f"  --say {what:<13}{says}")
        talk("  --drop             leaves it out; --drop-rest: whatever else no longer fits")
        talk("  --as-played REASON lets it stand, against the rule")
        talk("  --give-up          forgets the correction")
    if fixing.stop is not None and dry_run and not fixing.over and fixing.left:
        what = "ANSWER answers it" if fixing.stop.question or fixing.stop.answer else "LINE says it otherwise"
        behind = "line" if fixing.left == 1 else f"{fixing.left} lines"
        more = f"what becomes of the {behind} behind it is open: --say {what}"
        ways = "--drop-rest leaves out what no longer fits, --keep NAME decides of each line in a branch"
        for line in folded(f"{more}, {ways}", rest="  "):
            talk(line)
    if fixing.stop is not None or dry_run:
        talk("nothing was recorded")
    else:
        session.whose_move()
