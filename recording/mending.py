"""A correction at a table: begun, decided line by line, and recorded when every line fits.

The plan lies beside the diary until it is done, so it can be left and taken up again. Nothing is recorded before.
`recording.fix` carries it out; what is told of it comes back as lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.kernel.disputes import known_open
from domain.kernel.errors import BadInput, Shut, Trouble
from domain.kernel.facts import SealKept
from domain.kernel.game import Game
from domain.kernel.limits import TEXT
from domain.kernel.state import say as in_words
from domain.record.diary import Diary
from projections.append_story import cited
from projections.text import folded
from projections.whole_files import write_all
from recording import fix, plans
from recording.again import LeftOut
from recording.fix import Fixing
from recording.hearing import UNTOLD, hidden_from, require_speaker
from recording.plans import Plan
from recording.recorder import Recorder
from replays.library import check_file

MendedSince = Callable[[Game[Any], int], str]
"""What was mended in the rules since a declaration was recorded, if it comes out otherwise by that; else "". The audit
says it (`auditing.audit.mend_behind`), which is above this room."""

FEW = 12
"""Maximum number of changed values that are listed; the others are counted."""


def plan_path(diary: Diary, game_id: str) -> Path:
    """The place of the plan of a game's correction: beside its diary."""
    return diary.path.with_name(f"{diary.path.stem}.fix-{game_id[:12]}.json")


def written(diary: Diary, game_id: str) -> int:
    """When the plan of the correction that waits was written, in nanoseconds; 0 if none waits."""
    try:
        return plan_path(diary, game_id).stat().st_mtime_ns
    except OSError:
        return 0


def waits(diary: Diary, game_id: str) -> bool:
    """Whether a correction was begun and not finished."""
    return bool(written(diary, game_id))


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
    """A correction at a table. What is told of it is what the recorder's audience may see.

    Raises Shut if a side's secrets cannot be read: everything after the entry is said again, their lines too. Raises
    OutOfTurn for spectators.
    """

    def __init__(self, recorder: Recorder, diary: Diary, mended_since: MendedSince) -> None:
        self.recorder, self.diary, self.mended_since = recorder, diary, mended_since
        require_speaker(self.audience)
        for why in self.game.shut.values():
            raise Shut(why)

    @property
    def game(self) -> Game[Any]:
        return self.recorder.game

    @property
    def audience(self) -> str:
        return self.recorder.audience

    @property
    def waits(self) -> bool:
        """Whether a correction was begun and not finished."""
        return waits(self.diary, self.game.id)

    def begin(self, entry: int, words: Sequence[str], why: str = "", *, tried: bool = False) -> Fixing:
        """Begins a correction, or only tries it. Raises Trouble, also if another one waits."""
        self.require_none_waits(tried=tried)
        return fix.begin(self.game, entry, words, why, self.audience)

    def before(self, first: int, lines: Sequence[str], why: str) -> Fixing:
        """Begins to say lines beside the rules before an entry, and all from there on again. Raises Trouble."""
        return fix.carried_out(self.game, plans.said_before(self.game, first, lines, why), self.audience)

    def require_none_waits(self, *, tried: bool = False) -> None:
        """Raises BadInput if another correction waits; one that is only `tried` stands in nobody's way."""
        if self.waits and not tried:
            raise BadInput("another correction of this game waits to be finished").at_prompt(
                ": `fix` alone goes on with it, `fix --give-up` forgets it"
            )

    def resumed(self) -> Fixing:
        """The correction that waits, in the present game. Raises BadInput."""
        return Fixing(self.game, kept(self.diary, self.game.id))

    def give_up(self) -> str:
        """Deletes the correction that waits, even an unreadable one; returns that in words. The game is not changed.

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
        return f"the correction is given up, and nothing was recorded{forgotten}"

    def finish(self, fixing: Fixing, *, id: str = "") -> Fixing:
        """Records the correction if every line fits; otherwise stores its plan beside the diary. `id` is the caller's
        own, as a recorder takes it."""
        fixing = fix.record(fixing, self.recorder.keeper, id)
        if fixing.stop is not None:
            keep(self.diary, fixing.plan)
        else:
            self.recorder.untold()  # the correction is told as a whole
            plan_path(self.diary, self.game.id).unlink(missing_ok=True)
        return fixing

    def settling(self, fixing: Fixing, dispute: str) -> None:
        """Lets the correction close a dispute once it is recorded; its plan keeps that. "" stands for none.

        Raises BadInput unless the dispute is open.
        """
        if dispute:
            fixing.plan = fixing.plan.but(settles=known_open(self.game.disputes, dispute).name)

    def closing(self, fixing: Fixing) -> str:
        """The line that closes the dispute of a recorded correction by it; "" if none is open still."""
        name = fixing.plan.settles
        if not name:
            return ""
        self.recorder.keeper.refresh(self.game)
        dispute = self.game.disputes.get(name)
        return f"settle {name} by {fixing.before.version + 1}" if dispute is not None and dispute.open else ""

    def stays_open(self, fixing: Fixing) -> str:
        """That the dispute of a correction stays open because nothing was recorded; "" if it has none."""
        if not fixing.plan.settles:
            return ""
        later = "; the correction that waits settles it" if self.waits else ""
        return f"{fixing.plan.settles} stays open: nothing was recorded{later}"

    def decide(self, fixing: Fixing, said: str) -> None:
        """Takes a typed decision about the line that no longer fits. Raises Trouble, as this screen may be told it."""
        whose = self.unseen(fixing)
        try:
            fixing.decide(said, whose or self.audience)
        except Trouble as trouble:
            if whose:
                raise BadInput(UNTOLD) from trouble
            raise

    def unseen(self, fixing: Fixing) -> str:
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
        return [*self.where(fixing), *self._goes_on(fixing)]

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

    def where(self, fixing: Fixing) -> list[str]:
        """The same, without the words of a prompt for what the other side has to decide."""
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
            mend = "" if hidden or fixing.plan.left else self.mended_since(fixing.before, fixing.declared)
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

    def beside(self, fixing: Fixing) -> list[dict[str, Any]]:
        """Steps, points and the result in rows of two columns: as played, and otherwise."""
        change = fix.difference(fixing, self.audience)
        then = " by then" if fixing.stop is not None else ""
        rows: list[dict[str, Any]] = [
            {"": f"{what}{then}, {self.game.rules.sides.get(side, side)}", "as played": was, "otherwise": now}
            for what, sides in (("steps lost", change.steps), ("points", change.points))
            for side, (was, now) in sides.items()
        ]
        ends = [game.state.result for game in (fixing.before, fixing.again)]
        if any(ends) and (fixing.stop is None or fixing.over):
            was, now = (end.why if end else "not over" for end in ends)
            rows.append({"": "result", "as played": was, "otherwise": now})
        return rows

    def plain(self, fixing: Fixing, name: str, *, recorded: bool) -> dict[str, Any]:
        """The correction of a game of that name in its JSON form."""
        stop = fixing.stop
        untold = stop is not None and bool(hidden_from(self.game, self.audience))
        change = fix.Difference({}, {}, ()) if untold else fix.difference(fixing, self.audience)
        stopped = {"at": stop.at, "why": self.stopped(fixing)} if stop else None
        return {
            "game": name,
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
