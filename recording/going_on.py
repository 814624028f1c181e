"""Going on in the sequence of play: past one's own phases in which there is nothing to do, and past the other side's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.kernel.errors import Trouble
from domain.kernel.game import View
from domain.kernel.sequence import Phase
from domain.kernel.verbs import Verb
from recording.now import NEXT, has_offers
from replays.notation import Line, speak, split


@dataclass(frozen=True)
class Ending:
    """The other side's phases that a line would end, since its verb belongs to a later one: that is for the table to confirm."""

    phases: tuple[str, ...]
    """Their titles."""
    line: str
    """What ends them: to be said before the line."""


def onward(view: View[Any]) -> str:
    """`next`, past one's own phases in which there is nothing to declare. What a hiding side could do is not looked at."""
    here = view.rules.phase(view.state)
    if here is None or not here.side or here.side in view.rules.hides or here.owed(view.state) or NEXT not in view.rules.verbs:
        return NEXT
    left = _leave(view, here, empty_only=True)
    return left.line if left else NEXT


def ending(view: View[Any], line: Line) -> Ending | None:
    """What a declaration would end of the other side's, that owes nothing; None where it is in its place, or the rules refuse it."""
    verb, here = view.rules.verbs.get(line.first), view.rules.phase(view.state)
    if verb is None or here is None or not verb.phases or here.id in verb.phases or verb.of:
        return None  # whose a line is by what it names, is said in passing: it ends nothing
    by = line.side or verb.side or _whose_next(view, verb, here)
    if here.side in ("", by) or here.owed(view.state) or here.ends_unseen(view.state):
        return None
    left = _leave(view, here, empty_only=False)
    return Ending(tuple(left.titles), f"{here.side}: {left.line}") if left and _leads_to(left.after, verb, by) else None


@dataclass
class _Leaving:
    """The `next` that leaves some phases, their titles, and the game after it."""

    line: str
    titles: list[str]
    after: View[Any]


def _leave(view: View[Any], here: Phase[Any], empty_only: bool) -> _Leaving | None:
    """Leaves the phase at hand, and its side's following ones that owe nothing (or hold nothing to declare). None where the rules refuse it."""
    after = _next(view, here.side)
    left = _Leaving(NEXT, [here.title], after) if after else None
    while left:
        phase = view.rules.phase(left.after.state)
        if left.after.waits or left.after.state.result or phase is None or phase.side != here.side or phase.owed(left.after.state):
            return left
        if empty_only and _has_something(left.after, phase):
            return left
        further = _next(left.after, here.side)
        if further is None or further.waits:  # a question on the way: it is asked when the players get there
            return left
        left = _Leaving(f"{NEXT} {further.state.phase}", [*left.titles, phase.title], further)
    return None


def _next(view: View[Any], side: str) -> View[Any] | None:
    """The game as it would stand after a side's `next`; None where that is refused."""
    line = split(f"{side}: {NEXT}")
    assert line is not None
    try:
        return view.trial(speak(view, line).entries)
    except Trouble:  # whoever says it is told, as far as may be
        return None


def _has_something(view: View[Any], phase: Phase[Any]) -> bool:
    """Whether a phase holds anything to declare, besides ending it."""
    return any(has_offers(view, verb) for verb in view.rules.verbs.values() if phase.id in verb.phases and verb.name != NEXT)


def _leads_to(view: View[Any], verb: Verb[Any], by: str) -> bool:
    """Whether only a side's own phases, or automatic ones, lie before a verb's; or a question, that is asked first."""
    ahead = view.rules.phase(view.state)
    for _ in view.rules.sequence.phases:
        if view.waits or ahead is None or ahead.id in verb.phases:
            return ahead is not None
        ahead = view.rules.following(view.state, ahead) if ahead.side in (by, "") or ahead.auto else None
    return False


def _whose_next(view: View[Any], verb: Verb[Any], here: Phase[Any]) -> str:
    """Whose declaration a verb of both sides is: that of the side whose phase for it comes next."""
    phase: Phase[Any] | None = here
    for _ in view.rules.sequence.phases:
        phase = view.rules.following(view.state, phase) if phase else None
        if phase and phase.id in verb.phases:
            return phase.side
    return ""
