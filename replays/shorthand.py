"""What is typed at the table, as lines of the notation: an answer without its question's name, `n`, a card's number alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.errors import BadInput, NotNow
from domain.kernel.game import Game
from domain.kernel.questions import Question, ReadOut, Roll
from domain.kernel.table import Waits
from replays.going_on import onward
from replays.notation import ASIDES, Line, quote, quoted, split
from replays.now import NEXT

SHORT_NEXT = "n"
"""Goes on, in one key."""


def usual_answer(game: Game[Any]) -> str:
    """What Enter alone says. Raises BadInput where nothing goes without saying, Diverged where the question cannot be put any more."""
    question = game.pending()
    if question is None or question.default is None:
        raise BadInput("there is no usual answer here")
    return f"  {question.name} {quote(question.say(question.default))}"


def answered(game: Game[Any], waits: Waits, text: str) -> str:
    """The line that a text says while a question is open. Raises BadInput, NotNow for a declaration, Diverged."""
    line = split(text, game.rules.sides)
    if line is None or line.first in ASIDES:
        return text
    question = game.pending()
    if isinstance(question, ReadOut):
        return f"chart {question.chart} {quote(question.row)} {text}"
    game.require_word(line.side, None, line.as_played)
    if line.first in game.rules.verbs and line.first not in (waits.name, *getattr(question, "options", ())):
        raise NotNow(f"first {game.rules.sides.get(waits.by, waits.by)}: {waits.words}")
    return _as_typed(line, [waits.name, *_values(question, waits.name, line)], indent="  ")


def _values(question: Question[Any] | None, name: str, line: Line) -> list[str]:
    """The words of an answer without its question's name; dice in groups, as one reads them, run together."""
    words = [line.first, *line.words]
    if words[0] == name and len(words) > 1:
        words = words[1:]
    if isinstance(question, Roll) and all(word.isdecimal() for word in words):
        words = ["".join(words)]
    return words


def declared(game: Game[Any], text: str) -> str:
    """The line that a text says while no question is open."""
    side, said = _apart(text, game.rules.sides)
    first, *rest = said.split(maxsplit=1) or [""]
    if first in (SHORT_NEXT, NEXT):
        said = " ".join([NEXT, *rest]) if rest else onward(game)
    elif usual := _usual(game, first):
        said = f"{usual} {said}"
    return f"{side} {said}" if side else said


def _apart(text: str, sides: Iterable[str]) -> tuple[str, str]:
    """The side that says it, as it stands before the line, and the line."""
    first, *rest = text.split(maxsplit=1) or [""]
    return (first, rest[0] if rest else "") if first.endswith(":") and first[:-1] in sides else ("", text)


def _usual(game: Game[Any], word: str) -> str:
    """The verb that a line without one means here: where a card is due, its number is enough."""
    known = not word or word in ASIDES or word in game.rules.verbs or word.isalpha() or game.state.result
    return "" if known else game.rules.usual(game.state)


def insisted(line: Line, reason: str) -> str:
    """A line that was refused, with the reason why it stands."""
    return _as_typed(line, [line.first, *line.words], reason=reason)


def _as_typed(line: Line, words: Iterable[str], indent: str = "", reason: str = "") -> str:
    side = f"{line.side}: " if line.side else ""
    why = reason or line.as_played
    return f"{indent}{side}{' '.join(map(quote, words))}" + (f" !{quoted(why)}" if why else "")
