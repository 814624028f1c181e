"""Typed shorthand that is no line of the notation: `n`, Enter alone, and the reason why a refused line stands."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from domain.kernel.errors import BadInput, Trouble
from domain.kernel.game import Game
from domain.kernel.questions import OneOf
from recording.going_on import onward
from recording.now import NEXT
from replays.notation import Line, quote, quoted

SHORT_NEXT = "n"
"""The one key that goes on."""


def usual_answer(game: Game[Any]) -> str:
    """The line that Enter alone says.

    Raises BadInput if there is no default, Diverged if the question cannot be put any more.
    """
    question = game.pending()
    if question is None or question.default is None:
        raise BadInput("there is no usual answer here")
    return f"  {question.name} {quote(question.say(question.default))}"


def line_meant(game: Game[Any], audience: str, text: str) -> str:
    """The line that a text means while no question is open. `n` and `next` go on past one's own empty phases."""
    side, said = _apart(text, game.rules.sides)
    first, *rest = said.split(maxsplit=1) or [""]
    if first.casefold() in (SHORT_NEXT, NEXT):
        if rest and rest[0].split()[0].casefold() in (SHORT_NEXT, NEXT):
            raise BadInput(
                f"`{SHORT_NEXT}` stands alone: it goes on once, to where there is something to do; said again, it "
                "goes on again"
            )
        said = " ".join([NEXT, *rest]) if rest else onward(game, audience)
    return f"{side} {said}" if side else said


def in_one_key(game: Game[Any], audience: str, text: str) -> str:
    """The line that `n` means, alone or after a side; any other text unchanged."""
    if types_on(game, text):
        return NEXT
    key = _apart(text, game.rules.sides)[1].strip().casefold() == SHORT_NEXT
    return line_meant(game, audience, text) if key and not game.waits else text


def types_on(game: Game[Any], text: str) -> bool:
    """Whether a text is the key that goes on, typed where a question may be left without an answer: it is no first
    letter of one."""
    key = _apart(text, game.rules.sides)[1].strip().casefold()
    if not game.waits or not game.rules.play.as_it_stands or key not in (SHORT_NEXT, NEXT):
        return False
    with suppress(Trouble):
        question = game.pending()
        called = isinstance(question, OneOf) and key in map(str.casefold, question.options)
        return question is not None and question.typed_on is not None and not called
    return False


def _apart(text: str, sides: Iterable[str]) -> tuple[str, str]:
    """The side before a line, and the line itself."""
    first, *rest = text.split(maxsplit=1) or [""]
    return (first, rest[0] if rest else "") if first.endswith(":") and first[:-1] in sides else ("", text)


LINES = ("line", "lines")


def undone(text: str, side: str = "") -> str:
    """The take-back that `undo` means with the text after it: `2`, `2 lines`, a reason, both."""
    number, *words = text.split() or [""]
    if not number.isdecimal():
        number, words = "1", text.split()
    elif words[:1] and words[0] in LINES:
        words = words[1:]
    why = " ".join(words).strip("\"'")
    return f"{side}: takeback {number} lines{f' {quoted(why)}' if why else ''}".removeprefix(": ")


def insisting_line(line: Line, reason: str) -> str:
    """A refused line with the reason why it stands."""
    side, indent = f"{line.side}: " if line.side else "", "  " if line.answer else ""
    words = map(quoted if line.paper else quote, line.words)
    return f"{indent}{side}{' '.join((quote(line.first), *words))} !{quoted(reason)}"
