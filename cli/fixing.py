"""`wardiary fix`, and `fix` at the live recorder: a correction, and the decisions about later lines that no longer fit.

The plan lies beside the diary until it is done, so it can be left and taken up again. Nothing is recorded before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from auditing.audit import mend_behind
from auditing.what_if import matters, supposed
from cli.desk import Desk
from cli.explaining import otherwise_counted
from cli.output import dump, folded, paint, print_line, print_table, talk
from cli.session import Session
from domain.kernel.disputes import known_open
from domain.kernel.errors import BadInput, Shut, Trouble
from domain.kernel.facts import SealKept
from domain.kernel.limits import TEXT
from domain.kernel.state import say as in_words
from domain.record.diary import Diary
from projections.append_story import cited
from projections.whole_files import write_all
from recording import fix, plans
from recording.again import LeftOut
from recording.fix import WAYS, Fixing
from recording.hearing import UNTOLD, hidden_from
from recording.plans import Plan
from replays.library import check_file
from replays.lines import split

Ask = Callable[[str, bool], str]
"""A function that reads a line, given the prompt and whether the line is typed unseen. Raises EOFError at the end."""

GIVE_UP = ["give", "up"]
"""The words that abandon a correction."""
FEW = 12
"""Maximum number of changed values that are listed; the others are counted."""


def plan_path(diary: Diary, game_id: str) -> Path:
    """The place of the plan of a game's correction: beside its diary."""
    return diary.path.with_name(f"{diary.path.stem}.fix-{game_id[:12]}.json")


def waits(diary: Diary, game_id: str) -> bool:
    """Whether a correction was begun and not finished."""
    return plan_path(diary, game_id).exists()


def keep(diary: Diary, plan: Plan) -> None:
    """Stores a plan beside the diary, for readers of the diary only. Raises BadInput."""
    path = plan_path(diary, plan.game)
    try:
        write_all({path: plans.stored(plan, diary.keys(plan.game))}, overwrite=True, like=diary.path)
    except BadInput as error:
        raise BadInput(
            f"a line is left to be decided, and the plan cannot be kept beside the diary: {path} cannot be written"
        ) from error


def kept(diary: Diary, game_id: str) -> Plan:
    """The stored plan. Raises BadInput if there is none, or the file is not a plan of this game."""
    path = plan_path(diary, game_id)
    if not path.exists():
        raise BadInput(
            "no correction waits to be finished; as in `wardiary fix evening 24 1254`, entry 24 being dice that "
            "were 1254"
        )
    check_file(path, TEXT)
    plan = plans.restored(path.read_bytes(), diary.keys(game_id), str(path))
    if plan.game != game_id:
        raise BadInput(f"{path} is the plan of another game; `fix --give-up` removes it")
    return plan


class Mending:
    """A correction at a screen: it is shown, decided line by line, and recorded when every line fits."""

    def __init__(self, session: Session) -> None:
        self.session, self.diary, self.game = session, session.desk.diary, session.game
        for why in self.game.shut.values():  # everything after the entry is said again, their lines too
            raise Shut(why)

    @property
    def audience(self) -> str:
        return self.session.side

    def begin(self, entry: int, words: Sequence[str], why: str = "", *, tried: bool = False) -> Fixing:
        """Begins a correction, or only tries it. Raises Trouble, also if another one waits."""
        if waits(self.diary, self.game.id) and not tried:
            raise BadInput(
                "another correction of this game waits to be finished: `fix` alone goes on with it, `fix "
                "--give-up` forgets it"
            )
        return fix.begin(self.game, entry, words, why, self.audience)

    def by(self, ifs: Sequence[str], why: str = "", *, tried: bool = False) -> Fixing | None:
        """Begins to play the game by other readings or rows from the first entry that comes out otherwise by them.

        None if none does, which it says. Raises Trouble.
        """
        if waits(self.diary, self.game.id) and not tried:
            raise BadInput("another correction of this game waits to be finished: `fix` alone goes on with it")
        found = matters(self.game, supposed(self.game, ifs))
        for one in found:
            print_line(f"if {one.supposed.words}: {otherwise_counted(one)}")
        lines = [one.supposed.line for one in found if one.otherwise]
        if not lines:
            return None
        first = min(one.otherwise[0].version for one in found if one.otherwise)
        return fix.carried_out(
            self.game, plans.said_before(self.game, first, lines, why or ", ".join(ifs)), self.audience
        )

    def resumed(self) -> Fixing:
        """The correction that waits, in the present game. Raises BadInput."""
        return Fixing(self.game, kept(self.diary, self.game.id))

    def give_up(self) -> None:
        """Deletes the correction that waits, even an unreadable one. The game is not changed.

        Raises BadInput if none waits.
        """
        left = 0
        try:
            left = len(kept(self.diary, self.game.id).left)
        except Trouble:
            if not waits(self.diary, self.game.id):
                raise
        path = plan_path(self.diary, self.game.id)
        try:
            path.unlink()
        except OSError as error:
            raise BadInput(f"{path} cannot be removed: {error.strerror or error}") from error
        forgotten = f"; {left} lines of the file are forgotten" if left else ""
        talk(f"the correction is given up, and nothing was recorded{forgotten}")

    def finish(self, fixing: Fixing) -> Fixing:
        """Records the correction if every line fits; otherwise stores its plan beside the diary."""
        fixing = fix.record(fixing, self.session.kept)
        if fixing.stop is not None:
            keep(self.diary, fixing.plan)
        else:
            self.session.recorder.untold()  # the correction is told as a whole
            plan_path(self.diary, self.game.id).unlink(missing_ok=True)
        return fixing

    def settling(self, fixing: Fixing, dispute: str) -> None:
        """Lets the correction close a dispute once it is recorded; its plan keeps that. "" stands for none.

        Raises BadInput unless the dispute is open.
        """
        if dispute:
            fixing.plan = fixing.plan.but(settles=known_open(self.game.disputes, dispute).name)

    def settle(self, fixing: Fixing, *, recorded: bool) -> None:
        """Closes the dispute of a recorded correction by it, if that is open still, or says that it stays open."""
        name = fixing.plan.settles
        if not name:
            return
        self.session.recorder.read_on()
        dispute = self.game.disputes.get(name)
        if not recorded:
            later = "; the correction that waits settles it" if waits(self.diary, self.game.id) else ""
            talk(f"{name} stays open: nothing was recorded{later}")
        elif dispute is not None and dispute.open:
            self.session.say(f"settle {name} by {fixing.before.version + 1}")

    # ---- line by line ----

    def decide(self, fixing: Fixing, ask: Ask) -> Fixing:
        """Asks what to do with each line that no longer fits, until every line fits or the player leaves."""
        told: list[str] = []
        while fixing.stop is not None:
            if told != (told := self.stopped(fixing)):
                for text in told:
                    talk(text)
            whose = self._unseen(fixing)
            try:
                said = ask("correct> ", bool(whose)).strip()
            except (EOFError, KeyboardInterrupt):
                said = "leave"
            if said == "leave":
                break
            if said.split() == GIVE_UP:
                self.give_up()
                return fixing
            try:
                fixing.decide(said, whose or self.audience)
            except Trouble as trouble:
                for text in folded(UNTOLD if whose else str(trouble), "✗ ", "  "):
                    talk(paint(text, fg="red"))
            else:
                fixing = self.finish(fixing)
        return fixing

    def _unseen(self, fixing: Fixing) -> str:
        """The side that has to type the present decision unseen, on a screen that others see; "" if everybody may see
        it.
        """
        stop = fixing.stop
        if stop is None or self.audience:
            return ""
        secret = stop.question.secret if stop.question else stop.secret
        return secret if secret in hidden_from(self.game, self.audience) else ""

    # ---- telling ----

    def stopped(self, fixing: Fixing) -> list[str]:
        """The line at which it stops, and the reason, as this screen may show them."""
        return [*self._where(fixing), *self._goes_on(fixing)]

    def _goes_on(self, fixing: Fixing) -> list[str]:
        """The place where the other side goes on, if it has to decide."""
        side = fixing.awaited(self.audience)
        if not side:
            return []
        whose = f"that is for the {self.game.rules.sides[side]} side to say"
        return folded(
            f"{whose}: `leave` here keeps the correction, and `fix` alone on its recorder (--as {side}) goes on "
            "with it",
            "  ",
            "  ",
        )

    def _where(self, fixing: Fixing) -> list[str]:
        stop = fixing.stop
        assert stop is not None
        hidden = stop.secret in hidden_from(self.game, self.audience)
        name = self.game.rules.sides.get(stop.secret, stop.secret)
        number = f"entry {stop.at}" if not fixing.plan.left else f"line {stop.at}"
        text = f"(a secret line, {name})" if hidden else stop.text.strip()
        fit = "1 line fits" if fixing.fitting == 1 else f"{fixing.fitting} lines fit"
        more = {0: "the last", 1: "1 more follows"}.get(fixing.left, f"{fixing.left} more follow")
        if fixing.over:
            end = fixing.again.state.result
            return folded(f"{fit}; the game is over by then, {end.why}: {_lines(fixing.left + 1)} not played", "", "  ")
        lines = folded(f"{fit}; {number} no longer does, {more}: {text}", "", "  ")
        if stop.question is None or stop.typed:
            mend = "" if hidden or fixing.plan.left else mend_behind(fixing.before, fixing.declared)
            also = folded(f"so it would not fit as recorded either: {mend}", "  ", "  ") if mend else []
            return [*lines, *folded(f"{fixing.told(self.audience)}", "  ", "  "), *also]
        asked = stop.question
        shown = not (asked.secret or asked.shown_to) or {asked.secret, asked.shown_to}.isdisjoint(
            hidden_from(self.game, self.audience)
        )
        by = self.game.rules.sides.get(asked.by, asked.by)
        first = folded(f"first {by}: {cited(asked.words, asked.rule)}", "  ", "    ")
        return [*lines, *first, *(folded(asked.hint(), "    ", "    ") if shown else ())]

    def came_to(self, fixing: Fixing, *, tried: bool = False) -> list[str]:
        """The changes that a correction makes, or would make if it is only `tried`, as this screen may show them."""
        counts = fixing.counts
        parts = [
            f"{counts.again} lines said again as they were" if counts.again != 1 else "1 line said again as it was",
            f"{counts.otherwise} said otherwise",
            f"{counts.dropped} left out",
            f"{counts.noted} kept as notes" if counts.noted != 1 else "1 kept as a note",
        ]
        counted = ", ".join(words for words, count in zip(parts, counts, strict=True) if count)
        told = [counted] if counted else []
        hidden = hidden_from(self.game, self.audience)
        told += [f"left out: {self._shown(one)}" for one in fixing.left_out if not one.over]
        if unplayed := sum(one.over for one in fixing.left_out):
            told.append(f"{_lines(unplayed)} left out: the game is over by then")
        if fixing.struck and fixing.stop is None:
            first = next(entry.version for entry in fixing.before.stands if entry.version > fixing.plan.to)
            until, last = fixing.before.version, fixing.again.version
            anew = {0: "none", 1: str(last)}.get(last - until - 1, f"{until + 2} to {last}")
            told.append(
                f"entries {first} to {until} would be struck, and {anew} would stand for them"
                if tried
                else f"entries {first} to {until} are struck; {anew} {'stand' if ' ' in anew else 'stands'} for them"
            )
        if fixing.struck:
            told += [_behind(one, self.game.rules.sides) for one in fix.seals_behind(fixing)]
        if fixing.stop is not None and hidden:
            # the correction could be given up, and would have told what is hidden
            return [line for text in told for line in folded(text, rest="  ")]
        change = fix.difference(fixing, self.audience)
        otherwise = "otherwise now" if fixing.stop is None else "otherwise by then"
        for what, sides in (("steps lost", change.steps), ("points", change.points)):
            if any(was != now for was, now in sides.values()):
                told.append(
                    f"{what}: "
                    + "; ".join(
                        f"{self.game.rules.sides.get(side, side)} {now}" + (f", was {was}" if now != was else "")
                        for side, (was, now) in sides.items()
                    )
                )
        if change.values:
            values = [f"{path} {_value(now)}, was {_value(was)}" for path, was, now in change.values[:FEW]]
            more = f"; and {len(change.values) - FEW} more" if len(change.values) > FEW else ""
            told.append(f"{otherwise}: {'; '.join(values)}{more}")
        told += (reused := self._reused(fixing, tried=tried))
        if fixing.stop is None and change.is_all_said and not reused:
            told.append("nothing else comes out otherwise")
        return [line for text in told for line in folded(text, rest="  ")]

    def _reused(self, fixing: Fixing, *, tried: bool) -> list[str]:
        """The answers that stand though they are asked for otherwise, as this screen may show them.

        A correction that is recorded names them by their new entries, which `fix` can correct.
        """
        hidden = hidden_from(self.game, self.audience)
        return [
            f"kept, though it is asked otherwise: #{one.was if tried or fixing.stop else one.now} {one.text}: {one.why}"
            for one in fixing.reused
            if one.secrets.isdisjoint(hidden)
        ]

    def _shown(self, one: LeftOut) -> str:
        hidden = one.secret in hidden_from(self.game, self.audience)
        return f"{one.at} " + (f"(a secret line, {self.game.rules.sides[one.secret]})" if hidden else one.text)

    def side_by_side(self, fixing: Fixing) -> None:
        """Prints steps, points and the result in two columns: as played, and otherwise."""
        change = fix.difference(fixing, self.audience)
        then = " by then" if fixing.stop is not None else ""
        rows = [
            {"": f"{what}{then}, {self.game.rules.sides.get(side, side)}", "as played": was, "otherwise": now}
            for what, sides in (("steps lost", change.steps), ("points", change.points))
            for side, (was, now) in sides.items()
        ]
        ends = [game.state.result for game in (fixing.before, fixing.again)]
        if any(ends) and (fixing.stop is None or fixing.over):
            was, now = (end.why if end else "not over" for end in ends)
            rows.append({"": "result", "as played": was, "otherwise": now})
        if rows:
            print_table(("", "as played", "otherwise"), rows)

    def plain(self, fixing: Fixing, *, recorded: bool) -> dict[str, Any]:
        """The correction in its JSON form."""
        stop = fixing.stop
        untold = stop is not None and bool(hidden_from(self.game, self.audience))
        change = fix.Difference({}, {}, ()) if untold else fix.difference(fixing, self.audience)
        stopped = {"at": stop.at, "why": self.stopped(fixing)} if stop else None
        return {
            "game": self.session.listed.name,
            "id": self.game.id,
            "entry": fixing.plan.entry,
            "recorded": recorded,
            "stopped": stopped,
            "lines": fixing.counts._asdict(),
            "left_out": [self._shown(one) for one in fixing.left_out],
            "asked_otherwise": [] if untold else self._reused(fixing, tried=not recorded),
            "struck": fixing.struck,
            "steps": change.steps,
            "points": change.points,
            "values": [{"path": path, "was": was, "now": now} for path, was, now in change.values],
        }


def _behind(kept: SealKept, sides: Mapping[str, str]) -> str:
    """What a seal that was written down is to a correction before it."""
    return f"{kept.named(sides)}: it goes on showing what was recorded up to there, the entries corrected now included"


def _lines(count: int) -> str:
    return f"{count} later lines are" if count != 1 else "1 later line is"


def _value(value: Any) -> str:
    return "none" if value in (None, "") else in_words(value)


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
    mending = Mending(session)
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
        mending.give_up()
        return
    tried = dry_run or bool(keep_as)
    if ifs:
        found = mending.by(ifs, why, tried=tried)
        if found is None:
            return
        fixing = found
    else:
        fixing = mending.resumed() if entry is None else mending.begin(entry, _in_words(words), why, tried=tried)
    if keep_as:  # only now: a branch is made of a correction that can be begun
        made = desk.diary.branch(session.game.id, session.game.version, keep_as)
        session = Session.open(desk, made.id, side)
        mending = Mending(session)
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
            fixing = mending.decide(fixing, at_terminal)
            if not waits(desk.diary, session.game.id) and fixing.stop is not None:
                return  # the correction was given up
    _tell(mending, fixing, dry_run=dry_run, as_json=as_json)
    session.as_json = as_json  # then the document above is all that is printed
    mending.settle(fixing, recorded=fixing.stop is None and not dry_run)
    if fixing.stop is not None and not fixing.over:
        raise SystemExit(1)


def _in_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The corrected entry, word by word. A whole line may stand in quotes."""
    line = split(words[0]) if len(words) == 1 else None
    return line.in_words if line else words


def _tell(mending: Mending, fixing: Fixing, *, dry_run: bool, as_json: bool) -> None:
    name = mending.session.listed.name
    if as_json:
        dump(mending.plain(fixing, recorded=not dry_run and fixing.stop is None))
        return
    for line in mending.came_to(fixing, tried=dry_run):
        print_line(line)
    if dry_run:
        mending.side_by_side(fixing)
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
        mending.session.whose_move()
