"""Lines said before an audience: they are heard or refused, and told why, without telling what is hidden.

A refused line is judged first by the audience's view, which is folded from what the audience may see. So whatever is
said of it cannot depend on the rest. A side that hides something makes such declarations where nobody else is told (on
its own recorder). Elsewhere its declarations must hold by what everybody may see, because each refusal would otherwise
tell where it is not.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from domain.kernel.entries import SPECTATOR as SPECTATOR
from domain.kernel.entries import UMPIRE as UMPIRE
from domain.kernel.entries import seen
from domain.kernel.errors import BadInput, Diverged, OutOfTurn, RuleBroken, Shut, Trouble, Unknown
from domain.kernel.facts import Adjusted, PositionSet, TakenBack
from domain.kernel.game import Game, Outcome, View
from domain.kernel.questions import NOTHING, Question
from domain.kernel.sequence import DONE, NEXT
from domain.kernel.state import PAPER
from domain.kernel.table import Given
from domain.kernel.verbs import Verb
from replays import asides
from replays.notation import Guard, Line, in_full, speak, values_on

UNTOLD = "that cannot be said here, and the reason would tell what is hidden; nothing was recorded"
TELLING = "insisting on that here would tell what is hidden: say it unseen, on the hiding side's own recorder or phone"


PLACE = (("area",), ("hex",))
"""The fields of a piece's place. A piece is hidden if one of them is."""
THEIRS = (
    "another side still owes something in its own phase: only that side can give it up, or both, on a recorder where "
    "both look on"
)


def hidden_from(game: Game[Any], audience: str) -> list[str]:
    """The sides whose recorded secrets an audience may not see."""
    if audience == UMPIRE or game.state.hidden == PAPER:
        return []
    return [side for side in game.rules.secrecy.hides if side != audience]


def as_seen(game: Game[Any], audience: str) -> View[Any]:
    """The view by which an audience's lines are judged: what it may see of the game."""
    return game.seen_by(audience if hidden_from(game, audience) else UMPIRE)


def hear(game: Game[Any], line: Line, audience: str = UMPIRE, *, again: bool = False, shared: bool = False) -> Outcome:
    """The outcome of a line said before an audience. Changes nothing. Raises Trouble that tells the audience only what
    it may know.

    A corrected line, said `again`, keeps its speakers. A line said unseen on a `shared` screen may go on for both
    sides, because both look on.
    """
    require_speaker(audience)
    game = game.closed()
    line = line if again else in_own_word(game, line, audience)
    if not line.alone or shared:
        return _heard(game, line, audience)
    line = _done_where_each_is(game, line)
    outcome = _heard(game, line, audience)
    _require_others_done(game, line, outcome)
    return outcome


def require_speaker(audience: str) -> None:
    """Raises OutOfTurn for a spectator, who says nothing."""
    if audience == SPECTATOR:
        raise OutOfTurn("", "spectators look on, and say nothing")


def _done_where_each_is(game: Game[Any], line: Line) -> Line:
    """The line with `done` for `next`, if it is said on one's own recorder in a phase that each side works through."""
    here, full = game.rules.play.sequence.at(game.state), in_full(game, line)
    return (
        replace(line, first=DONE) if here is not None and here.each and full.first == NEXT and not full.words else line
    )


def _heard(game: Game[Any], line: Line, audience: str) -> Outcome:
    """The outcome of a line whose speaker is already known."""
    hidden = hidden_from(game, audience)
    if not hidden:
        return speak(game, line)
    line = in_full(game, line)
    by, judged = _declared_by(game, line), _Judged(game, line, audience)
    _require_ended_unseen(game, line, audience, by, hidden)
    if by:
        _require_nothing_rests_on_it(game, line, audience, by, hidden)
    if by in hidden:
        _require_nothing_hidden(game, line, audience, by)
    if by in hidden and not line.as_played:
        _require_open(judged, by)
    elif line.as_played and by and _may_be_secret(game, line, by, hidden):
        raise BadInput(TELLING)
    if by not in hidden and not (line.side in hidden and line.first in asides.TABLE):
        _require_known_names(judged)
    if by and by not in hidden and not line.as_played:
        _require_seen_to_hold(game, line, audience)
    try:
        outcome = speak(game, line, None if by in hidden else _guard(game, line, audience, hidden))
    except RuleBroken as error:
        # whatever it owes in secret
        if line.alone and line.first == NEXT and _owing(game, as_seen(game, audience).state, hidden):
            raise OutOfTurn("", f"{error}: {THEIRS}") from None  # without a rule: nobody insists on it
        if isinstance(error, OutOfTurn):
            raise
        raise _refused(judged, error, hidden) from None
    except Shut:
        raise
    except Diverged as error:
        raise _stuck(error) from None
    except Trouble as error:
        raise _refused(judged, error, hidden) from None
    if line.alone:
        _require_no_look_called_off(outcome)
    if line.alone and line.as_played:
        _require_theirs_left(game, outcome, audience, hidden)
    if line.as_played and by:
        _require_nothing_told(judged, outcome)
    if any(isinstance(fact, (Adjusted, PositionSet)) for fact in outcome.facts):
        _require_owner(game, line, outcome, hidden)
    return outcome


@dataclass(eq=False, repr=False)
class _Judged:
    """A line judged by what an audience may see, so that nothing told of it rests on more.

    It is judged once, on first use.
    """

    game: Game[Any]
    line: Line
    audience: str

    @cached_property
    def by_view(self) -> Outcome | Trouble:
        """The line's outcome in the view, or its refusal there."""
        try:
            return speak(self.game.seen_by(self.audience), self.line)
        except Trouble as error:
            return error

    @property
    def refusal(self) -> Trouble | None:
        """The refusal in the view; None if the line holds there."""
        return self.by_view if isinstance(self.by_view, Trouble) else None


def _stands_alone(game: Game[Any], line: Line) -> bool:
    """Whether a view can judge a line: it declares something or stands beside the rules, and no answer is due first."""
    verb = game.rules.play.verbs.get(line.first)
    return not line.answer and (line.first in asides.TABLE or (verb is not None and (not game.waits or verb.meanwhile)))


def _require_known_names(judged: _Judged) -> None:
    """Raises Unknown for names on a line that the audience has not heard of: accepting one would tell that it
    exists."""
    if _stands_alone(judged.game, judged.line) and isinstance(judged.refusal, Unknown):
        raise judged.refusal


def _require_nothing_hidden(game: Game[Any], line: Line, audience: str, by: str) -> None:
    """Refuses a hiding side's line about a piece that even the others know to be hidden. Raises BadInput.

    Whether it holds depends on what nobody else knows, so any refusal would tell. It is said unseen instead. This check
    itself rests only on what all see.
    """
    view = game.seen_by(audience)
    names = _named(line)
    hidden = (path[1] for path, owner in view.secrets(view.state).items() if owner == by and path[2:] in PLACE)
    found = next((name for name in hidden if name.casefold() in names), "")
    if found:
        raise to_be_unseen(f"{found} is hidden, and a verdict on that line would tell something of it", by)


def _require_nothing_rests_on_it(game: Game[Any], line: Line, audience: str, by: str, hidden: list[str]) -> None:
    """Refuses a line that may rest on what its side hides, judged by what the others see. Raises BadInput.

    It is said unseen, whatever that side hides.
    """
    view, verb = game.seen_by(audience), game.rules.play.verbs[line.first]
    whose = view.side_of(verb)
    if whose not in hidden or (by != whose and not line.as_played):  # refused for its speaker anyway
        return
    why = verb.unseen(view.state, {} if line.as_played else values_on(view, line)) if verb.unseen else ""
    if why:
        if line.as_played:
            raise BadInput(TELLING)
        raise to_be_unseen(f"{why}, and a verdict on this line would tell more", by)


def _require_ended_unseen(game: Game[Any], line: Line, audience: str, by: str, hidden: list[str]) -> None:
    """Refuses to end a phase in the open, if by what all see a hiding side may owe something that only it knows. Raises
    BadInput.

    Another side's line passes this check, because a refusal would tell it of the debt.
    """
    verb = game.rules.play.verbs.get(line.first)
    if line.answer or game.waits or verb is None:
        return
    view = game.seen_by(audience)
    phase = view.rules.play.sequence.at(view.state)
    if phase is None or not phase.ends_unseen(view.state) or not (verb.name == NEXT or _leads_on(view, verb)):
        return
    whose = view.rules.play.sequence.ended_by(view.state, view.rules.sides)
    if whose in hidden and by in ("", whose) and view.side_of(verb) in ("", whose):
        if line.as_played:
            raise BadInput(TELLING)
        name = game.rules.sides[whose]
        why = f"only the {name} player knows what is still owed in the {phase.title}, so it is ended unseen"
        raise to_be_unseen(why, whose, f"`{NEXT}`")


def to_be_unseen(why: str, by: str, what: str = "the line unseen") -> BadInput:
    """The refusal of what a side says where nobody else reads it."""
    return BadInput(why).at_prompt(f": type `{by}:` alone, then Enter, and {what} (--as {by})", unseen=by)


def _leads_on(game: Game[Any] | View[Any], verb: Verb[Any]) -> bool:
    """Whether a verb belongs to other phases than the one at hand, and so leads past its end."""
    return bool(verb.phases) and game.state.phase not in verb.phases


def _named(line: Line) -> set[str]:
    """The names on a line, casefolded."""
    return {name.casefold() for word in line.words for name in re.split("[,:;=]", word)}


def _require_seen_to_hold(game: Game[Any], line: Line, audience: str) -> None:
    """Checks that a line that leads past the end of a phase holds by what is seen before that. Raises RuleBroken.

    Otherwise whatever comes to light at the phase's end would decide whether it holds, and a refused line would leave
    no trace of it. The line's answers are checked in their own time.
    """
    verb = game.rules.play.verbs[line.first]
    if not _leads_on(game, verb):
        return
    view = game.seen_by(audience)
    try:
        view.carry_out(verb, verb.complete(values_on(view, line)), side=line.side)
    except RuleBroken:
        raise
    except Trouble:
        return


def _refused(judged: _Judged, error: Trouble, hidden: list[str]) -> Trouble:
    """The refusal that an audience is told: the one of its own view, or one that tells nothing."""
    if error.secret in hidden:
        return _untold(error)
    if _stands_alone(judged.game, judged.line):
        return judged.refusal or _untold(error)
    return error


def _owing(game: Game[Any], state: Any, hidden: list[str]) -> bool:
    """Whether a hiding side still owes something in the phase at hand, which is its own."""
    phase = game.rules.play.sequence.at(state)
    return phase is not None and phase.side in hidden and bool(phase.owed(state))


def _require_theirs_left(game: Game[Any], outcome: Outcome, audience: str, hidden: list[str]) -> None:
    """Refuses a line, on one's own recorder, that ends a hiding side's phase in which it still owes something, such as
    its setup.

    That side could not take the line back, because it is another's word. Secret debts are left alone: a refusal would
    tell them. Raises OutOfTurn, on which nobody insists.
    """
    state, owes = game.state, _owing(game, as_seen(game, audience).state, hidden)
    for after in outcome.states:
        if after.phase != state.phase and (owes if state.phase == game.state.phase else _owing(game, state, hidden)):
            raise OutOfTurn("", THEIRS)
        state = after


def _require_others_done(game: Game[Any], line: Line, outcome: Outcome) -> None:
    """Refuses a line, on one's own recorder, that leads past a phase which another side is still working through.

    `next` there only says that one's own side is done. A line said in the phase itself may end it. Raises OutOfTurn
    without a rule: a side insists on `next` instead.
    """
    rules, state = game.rules, game.state
    here, verb = rules.play.sequence.at(state), rules.play.verbs.get(in_full(game, line).first)
    others = rules.play.sequence.awaited(state, rules.sides, line.side)
    if here is None or not others or line.answer or verb is None or verb.name == DONE or state.phase in verb.phases:
        return
    if any(after.phase != state.phase for after in outcome.states):
        whose = " and ".join(rules.sides[other] for other in others)
        goes_on = f'`{NEXT}` says that you are done, `{NEXT} !"reason"` goes on all the same'
        raise OutOfTurn("", f"the {whose} side is not done with the {here.title}: {goes_on} [{here.rule}]")


def _require_owner(game: Game[Any], line: Line, outcome: Outcome, hidden: list[str]) -> None:
    """Refuses values set by hand that another side hides, or that would bring its hidden things to light. Raises
    BadInput.

    The hiding side alone says such a line, if another side speaks, or if everybody sees something of the change.
    """
    seals = ({fact.secret for fact in outcome.facts if isinstance(fact, (Adjusted, PositionSet))} & set(hidden)) - {
        line.side
    }
    if seals and line.side:
        owner = seals.pop()
        raise BadInput(f"{owner} hides that, and only {owner} may set it by hand, as in `{owner}: adjust …`")
    if game.rules.secrecy.seen and seals:
        owner = seals.pop()
        raise BadInput(
            f"{owner} hides that, and to set it would show all more than they may know: {owner} says it, as in "
            f"`{owner}: adjust …`"
        )
    after = game.secrets(game.trial(outcome.entries).state)
    opened = {owner for path, owner in game.secrets(game.state).items() if path not in after} & set(hidden)
    if opened - {line.side}:
        owner = opened.pop()
        raise BadInput(f"that would bring to light what {owner} hides: {owner} says it, as in `{owner}: adjust …`")


def in_own_word(game: Game[Any], line: Line, audience: str) -> Line:
    """The line as its own side's word: a player on his own recorder speaks for his side with every word and answer.

    The rules refuse what is another's to say, or the table insists on it. Another side's secrets cannot even be
    insisted on there. Raises OutOfTurn.
    """
    sides = game.rules.sides
    if audience not in sides:
        return line
    own = in_full(game if game.waits else as_seen(game, audience), line)
    waits, verb = (game.waits if own.answer else None), game.rules.play.verbs.get(own.first)
    whose = line.side or (
        waits.by if waits else verb.side if verb and not game.waits and own.first not in asides.TABLE else ""
    )
    secret = whose in hidden_from(game, audience) and (not waits or _is_hidden(game, whose))
    if whose in sides and whose != audience and (line.side or secret):
        rule = f" [{waits.rule}]" if waits else ""  # without a rule: nobody insists on it
        raise OutOfTurn("", f"that is for the {sides[whose]} side to say").at_prompt(
            f", and this recorder is the {sides[audience]} side's{rule}"
        )
    return replace(line, side=audience, alone=True)


def _is_hidden(game: Game[Any], by: str) -> bool:
    """Whether only one side knows the open question's answer or options.

    A question that can be put no more counts as hidden.
    """
    with suppress(Trouble):
        question = game.pending()
        return question is not None and by in (question.secret, question.shown_to)
    return True


def _guard(game: Game[Any], line: Line, audience: str, hidden: list[str]) -> Guard:
    """A guard against answers in passing to a hiding side's secret questions, and on another's recorder to those shown
    to it alone.

    Each would be refused or not by what is hidden, and the refusal leaves no trace.
    """
    waits = game.waits.name if game.waits and line.answer and not line.waited else ""
    opening: list[Given] = []

    def guard(question: Question[Any], given: Given) -> None:
        opening.append(given)  # the first one counts, also when the procedure runs anew
        asked = question.name == waits and given is opening[0]
        if asked and not line.as_played:
            return
        in_secret = question.secret in hidden
        names = question.shown_to in hidden and (line.alone or (bool(line.as_played) and given.value != NOTHING))
        if in_secret or names:
            raise BadInput(
                f"{question.name} is answered when it is asked, by {question.by}, unseen or on a recorder of its own"
            )

    return guard


def _require_nothing_told(judged: _Judged, outcome: Outcome) -> None:
    """Refuses an insisted line whose outcome tells more than the view does: it has to be said where nobody else is
    told.

    Such a line is carried out with everything hidden. Raises BadInput.
    """
    seen_there = judged.by_view
    if isinstance(seen_there, Trouble) or _seen(outcome, judged.audience) != _seen(seen_there, judged.audience):
        raise BadInput(TELLING)


def _may_be_secret(game: Game[Any], line: Line, by: str, hidden: list[str]) -> bool:
    """Whether an insisted line declares something that a side may declare in secret, and is that side's or names what
    it hides.

    Whether it is carried out would tell something, even if its outcome does not.
    """
    whose = game.rules.play.verbs[line.first].secret
    if whose not in hidden:
        return False
    names = _named(line)
    return by == whose or any(
        name.casefold() in names
        for path, owner in game.secrets(game.state).items()
        if owner == whose
        for name in path[1:2]
    )


def _seen(outcome: Outcome, audience: str) -> list[Any]:
    """The part of an outcome that an audience sees: the facts, and the next question."""
    asked = outcome.question
    shown = (asked.name, asked.by, "" if asked.secret or asked.shown_to else asked.hint()) if asked else ()
    return [*(entry.fact for entry in seen(outcome.entries, audience)), shown]


def foresee(game: Game[Any], line: Line, audience: str = UMPIRE) -> Outcome:
    """The outcome of a line if it were said, as far as the audience may see it.

    Otherwise a player could try everything, and leave no trace.
    """
    if not hidden_from(game, audience):
        return speak(game.closed(), line)
    line = in_own_word(game, line, audience)
    line = _done_where_each_is(game, line) if line.alone else line
    if game.waits:
        raise BadInput(
            "while a question is open, only the umpire may see what an answer would lead to, for something is hidden "
            "in this game"
        )
    if game.shut:
        speak(game.closed(), line)  # raises Shut where saying it would
    outcome = speak(game.seen_by(audience), line)
    if any(fact.LOOKS_AT for fact in outcome.facts):
        raise BadInput("what that would lead to rests on what is hidden: it is told only once the line is said")
    return outcome


def _require_no_look_called_off(outcome: Outcome) -> None:
    """Refuses to take back, on a side's own recorder, a look at something hidden together with its aim. Raises
    OutOfTurn.

    Raises BadInput for a correction, which is `fix`'s to make.
    """
    for fact in outcome.facts:
        if isinstance(fact, TakenBack) and fact.looked:
            why = (
                f"{fact.looked}: whoever has looked cannot call it off; a slip is taken back on a recorder where both "
                "look on"
            )
            raise OutOfTurn("", f"{why} [{fact.rule}]")
        if isinstance(fact, TakenBack) and fact.fixed:
            raise BadInput("lines are corrected with `fix`; `undo` and `takeback` take them back")


def _declared_by(game: Game[Any], line: Line) -> str:
    """The side that a line declares for; "" if it declares nothing: an answer, a line beside the rules, or one barred
    by an open question.
    """
    verb = game.rules.play.verbs.get(line.first)
    if line.answer or line.first in asides.TABLE or verb is None or (game.waits and not verb.meanwhile):
        return ""
    return verb.side or line.side or game.side_of(verb)


def _require_open(judged: _Judged, by: str) -> None:
    """Checks that a hiding side's declaration holds by what all may see, because all are told.

    Raises the view's refusal.
    """
    error = judged.refusal
    if isinstance(error, RuleBroken) and not isinstance(error, OutOfTurn):
        way = f": if it rests on hidden things, say it unseen, after `{by}:`, or on {by}'s own recorder, --as {by}"
        raise RuleBroken(error.rule, f"{error.why}, by what all may see").at_prompt(way, unseen=by)
    if error:
        raise error


def why_stuck(game: Game[Any], trouble: Trouble, audience: str) -> Trouble:
    """The reason why the open question cannot be put any more, as an audience may be told it: record and rules may be
    secret.
    """
    if not hidden_from(game, audience) or isinstance(trouble, Shut):
        return trouble
    return _stuck(trouble) if isinstance(trouble, Diverged) else _untold(trouble)


def refusal_told(game: Game[Any], line: Line, trouble: Trouble, audience: str) -> Trouble:
    """The reason why a line is refused, as an audience may be told it: by its own view, or not at all."""
    hidden = hidden_from(game, audience)
    if not hidden or isinstance(trouble, Shut):
        return trouble
    if isinstance(trouble, Diverged):
        return _stuck(trouble)
    return _refused(_Judged(game, line, audience), trouble, hidden)


def _stuck(error: Diverged) -> Trouble:
    return BadInput(
        f"today's rules would not have recorded entry {error.entry}: take back to before entry {error.at} and "
        "declare it again"
    )


def _untold(error: Trouble) -> Trouble:
    """A refusal that tells nothing. The table can insist on it if it could on the original one."""
    return RuleBroken("", UNTOLD) if isinstance(error, RuleBroken) else BadInput(UNTOLD)
