"""A line said where somebody may be looking: it is refused, or not, and told why, without telling what is hidden.

What is refused is judged first by what the audience may see, as the fold of just that: whatever is said of it there cannot
depend on the rest. A side that hides something declares it where nobody else is told (its own recorder); elsewhere its
declarations must hold by what everybody may see, since each refusal would otherwise tell where it is not.
"""

from __future__ import annotations

from typing import Any

from domain.kernel.errors import BadInput, OutOfTurn, RuleBroken, Trouble
from domain.kernel.game import Game, Outcome
from domain.kernel.state import PAPER
from replays.notation import ASIDES, Line, speak

EVERYBODY = ""
"""The audience of a screen that both sides may look at."""
UMPIRE = "umpire"
"""The audience that may see all there is."""

UNTOLD = "that cannot be said here, and why would tell what is hidden; nothing was recorded"


def hidden_from(game: Game[Any], audience: str) -> list[str]:
    """The sides whose secrets the record holds and an audience may not see."""
    if audience == UMPIRE or game.state.hidden == PAPER:
        return []
    return [side for side in game.rules.hides if side != audience]


def hear(game: Game[Any], line: Line, audience: str = UMPIRE) -> Outcome:
    """What follows when a line is said before an audience. Changes nothing. Raises Trouble that tells the audience only what it may know."""
    hidden = hidden_from(game, audience)
    if not hidden:
        return speak(game, line)
    if (by := _declared_by(game, line)) in hidden and not line.as_played:
        _require_open(game, line, audience, by)
    try:
        return speak(game, line)
    except OutOfTurn:
        raise
    except Trouble as error:
        if error.secret in hidden:
            raise _untold(error) from None
        if _declared_by(game, line):
            _judge(game, line, audience)
            raise _untold(error) from None
        raise


def foresee(game: Game[Any], line: Line, audience: str = UMPIRE) -> Outcome:
    """What would follow if this line were said, as far as the audience may see: else one could try all there is, and leave no trace."""
    if not hidden_from(game, audience):
        return speak(game, line)
    if game.waits:
        raise BadInput("while a question is open, what an answer would lead to is shown to the umpire, or where nothing is hidden")
    return speak(game.seen_by(audience), line)


def _declared_by(game: Game[Any], line: Line) -> str:
    """Whose declaration a line is; "" for an answer, for what stands beside the rules, and where a question is open."""
    verb = game.rules.verbs.get(line.first)
    if game.waits or line.answer or line.first in ASIDES or verb is None:
        return ""
    return verb.side or line.side or game.side_of(verb)


def _judge(game: Game[Any], line: Line, audience: str) -> None:
    """Raises what the audience is told by what it may see; nothing, where by that alone the line would hold."""
    try:
        speak(game.seen_by(audience), line)
    except Trouble as error:
        raise error from None


def _require_open(game: Game[Any], line: Line, audience: str, by: str) -> None:
    try:
        _judge(game, line, audience)
    except OutOfTurn:
        raise
    except RuleBroken as error:
        where = f"by what all may see; what rests on hidden things is said unseen, after `{by}:`, or on a recorder of its own, --as {by}"
        raise RuleBroken(error.rule, f"{error.why}, {where}") from None


def _untold(error: Trouble) -> Trouble:
    """The refusal that tells nothing; the table can insist on it where it could on the one it stands for."""
    return RuleBroken("", UNTOLD) if isinstance(error, RuleBroken) else BadInput(UNTOLD)
