"""Going on in the sequence of play: past one's own phases that hold nothing to do, and past the other side's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.kernel.entries import seen
from domain.kernel.errors import Trouble
from domain.kernel.game import Game, View
from domain.kernel.sequence import Phase
from domain.kernel.verbs import Verb
from recording.hearing import as_seen, hear, hidden_from
from recording.now import NEXT, Sayable, has_offers, may_say, now, owed, sayable
from replays.notation import Line, speak, split


@dataclass(frozen=True)
class Ending:
    """The other side's phases that a line would end because its verb belongs to a later one.

    The table must confirm that.
    """

    phases: tuple[str, ...]
    """Their titles."""
    line: str
    """The line that ends them, to be said before this one."""


@dataclass(frozen=True)
class Ahead:
    """A later phase of a side, on to which a line of its own may lead."""

    phase: str
    side: str
    ends: tuple[str, ...]
    """The titles of the phases that such a line would end."""

    def reached(self, view: View[Any]) -> View[Any] | None:
        """The game in that phase; None if something else comes first, such as a question."""
        verb = view.rules.play.verbs.get(NEXT)
        try:
            after = view.trial(view.carry_out(verb, {"to": self.phase}, side=self.side).entries) if verb else None
        except Trouble:
            return None
        return after if after is not None and not after.waits and after.state.phase == self.phase else None


def leading_to(view: View[Any], verb: Verb[Any], side: str) -> Ahead | None:
    """The later phase on to which a side's line leads, by what is seen; None if its verb belongs here, or leads
    nowhere.
    """
    play, state = view.rules.play.sequence, view.state
    here = play.at(state)
    if here is None or not verb.phases or here.id in verb.phases:
        return None
    if view.waits or state.result or owed(view, here):
        return None
    if here.ends_unseen(state) and here.side in hidden_from(view, view.audience):
        return None
    for by in [side] if side else view.rules.sides:
        *before, there = play.way_to(state, verb, by) or (here,)
        if before and not any(owed(view, phase) for phase in before[1:] if not phase.auto):
            return Ahead(there.id, by, tuple(phase.title for phase in before if not phase.auto))
    return None


def verbs_ahead(game: Game[Any], audience: str) -> tuple[Sayable, ...]:
    """The verbs of later phases that may be said now before an audience, each with the phases that it would end."""
    view = as_seen(game, audience)
    here, later = now(game, audience), dict[Ahead, View[Any] | None]()
    named = {verb.name for verb in (*here.verbs, *here.anytime)}
    found = []
    for verb in view.rules.play.verbs.values() if not (here.question or here.over) else ():
        by = verb.side or (audience if audience in view.rules.sides else "")
        to = leading_to(view, verb, by) if verb.name not in named and may_say(game, by, audience) else None
        if to is not None:
            if to not in later:
                later[to] = to.reached(view)
            found.append(sayable(later[to] or view, verb, audience, to.side, to.ends))
    return tuple(found)


def onward(game: Game[Any], audience: str) -> str:
    """`next`, past one's own phases in which there is nothing to declare. What a hiding side could do is not looked at.

    Where something comes to light as the phase ends, the players look themselves what there is to do now.
    """
    view = as_seen(game, audience)
    here = view.rules.play.sequence.at(view.state)
    if (
        here is None
        or not here.side
        or here.side in view.rules.secrecy.hides
        or here.owed(view.state)
        or NEXT not in view.rules.play.verbs
    ):
        return NEXT
    expected = _next(view, here.side)
    if expected is None:
        return NEXT
    line = _leave(expected, here, empty_only=True).line
    return NEXT if line != NEXT and _comes_to_light(game, audience, expected) else line


def _comes_to_light(game: Game[Any], audience: str, expected: View[Any]) -> bool:
    """Whether more follows from `next` than what an audience has seen leads to, which is expected."""
    line = split(NEXT)
    assert line is not None
    try:
        follows = hear(game, line, audience)
    except Trouble:  # it is told when the line is said
        return True
    return [entry.fact for entry in seen(follows.entries, audience)] != [entry.fact for entry in expected.entries]


def ending(view: View[Any], line: Line) -> Ending | None:
    """The other side's phases that a declaration would end, if they owe nothing.

    None if its verb belongs here, or the rules refuse it.
    """
    verb, here = view.rules.play.verbs.get(line.first), view.rules.play.sequence.at(view.state)
    if verb is None or here is None or not verb.phases or here.id in verb.phases or verb.of:
        return None  # whose a line is by what it names, is said in passing: it ends nothing
    by = line.side or verb.side or _whose_next(view, verb, here)
    if here.side in ("", by) or here.owed(view.state) or here.ends_unseen(view.state):
        return None
    after = _next(view, here.side)
    left = _leave(after, here, empty_only=False) if after else None
    return Ending(tuple(left.titles), f"{here.side}: {left.line}") if left and _leads_to(left.after, verb, by) else None


@dataclass
class _Leaving:
    """The `next` that leaves some phases, their titles, and the game after it."""

    line: str
    titles: list[str]
    after: View[Any]


def _leave(after: View[Any], here: Phase[Any], empty_only: bool) -> _Leaving:
    """Leaves the phase at hand, after which this game is, and the same side's next ones that owe nothing (or hold
    nothing to declare)."""
    left = _Leaving(NEXT, [here.title], after)
    while True:
        phase = after.rules.play.sequence.at(left.after.state)
        if (
            left.after.waits
            or left.after.state.result
            or phase is None
            or phase.side != here.side
            or phase.owed(left.after.state)
        ):
            return left
        if empty_only and _has_something(left.after, phase):
            return left
        further = _next(left.after, here.side)
        if further is None or further.waits:  # a question on the way is asked when the players get there
            return left
        left = _Leaving(f"{NEXT} {further.state.phase}", [*left.titles, phase.title], further)


def _next(view: View[Any], side: str) -> View[Any] | None:
    """The game after a side's `next`; None if that is refused."""
    line = split(f"{side}: {NEXT}")
    assert line is not None
    try:
        return view.trial(speak(view, line).entries)
    except Trouble:  # saying it tells why, as far as it may be told
        return None


def _has_something(view: View[Any], phase: Phase[Any]) -> bool:
    """Whether a phase holds anything to declare, besides ending it."""
    return any(
        has_offers(view, verb)
        for verb in view.rules.play.verbs.values()
        if phase.id in verb.phases and verb.name != NEXT
    )


def _leads_to(view: View[Any], verb: Verb[Any], by: str) -> bool:
    """Whether only a side's own phases, or automatic ones, lie before a verb's phase.

    A question on the way counts too, as it is asked first.
    """
    ahead = view.rules.play.sequence.at(view.state)
    for _ in view.rules.play.sequence.phases:
        if view.waits or ahead is None or ahead.id in verb.phases:
            return ahead is not None
        ahead = view.rules.play.sequence.following(view.state, ahead) if ahead.side in (by, "") or ahead.auto else None
    return False


def _whose_next(view: View[Any], verb: Verb[Any], here: Phase[Any]) -> str:
    """The side that declares a verb of both sides: the one whose phase for it comes next."""
    phase: Phase[Any] | None = here
    for _ in view.rules.play.sequence.phases:
        phase = view.rules.play.sequence.following(view.state, phase) if phase else None
        if phase and phase.id in verb.phases:
            return phase.side
    return ""
