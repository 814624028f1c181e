"""The notation: one line, one append. The grammar is in `grammar.md` beside this file.

    assault IN2 66556123 row=INF1,MG1     a declaration: verb, its values, dice in the order they are called for, named answers
      retreat INF1:MOT                    indented: the answer to the open question, by its name
    66 512                                the same bare, as it is typed at the table; dice may lie in groups
    jp: reveal INF2                       said by the other side
    move 4D-TK HI1 !"we forgot"           declared as played, against a rule, with the reason
    takeback 3 lines "cocked"             beside the rules: what `replays.asides` lists

Here a line is said to a game. It is taken apart in `replays.lines`, and written again in `replays.writer`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from string import digits
from typing import Any

from domain.kernel.errors import BadInput, OutOfTurn, unknown
from domain.kernel.facts import BY_TABLE
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import NOTHING, Draw, OneOf, Question, ReadOut, Roll, Some
from domain.kernel.table import Answers, Given
from domain.kernel.verbs import Parameter, Verb
from replays import asides
from replays.asides import ASIDES, Chart, before_last
from replays.lines import GENERATED, UNASKED, Line, closed_up, column_of, is_name, pair, quote, quoted, split
from replays.writer import Writer, appends

DICE = {*digits, "+", GENERATED}
"""What dice are written with."""
Guard = Callable[[Question[Any], Given], None]
Names = Callable[[str], Sequence[str]]
"""The names of a kind."""


def speak(game: Game[Any], line: Line, guard: Guard | None = None) -> Outcome:
    """What follows when this line is said now; a guard looks at each answer on it. Changes nothing. Raises Trouble."""
    line = in_full(game, line)
    if line.answer or line.first not in ASIDES:
        line = replace(line, words=closed_up(line.words))
    if line.answer:
        return _answer(game, line, guard)
    if line.first in ASIDES:
        return asides.read(game, line)
    return _declare(game, line, guard)


def _first_words(game: Game[Any]) -> list[str]:
    return [*game.rules.verbs, *ASIDES]


# ---- what goes without saying ----


def in_full(game: Game[Any], line: Line) -> Line:
    """The line with what goes without saying where the game stands: the open question's name, or the verb that is due.

    Raises Diverged where that takes the open question, and it can be put no more.
    """
    waits, aside = game.waits, line.first in ASIDES and not line.answer
    if waits is None:
        known = aside or line.answer or line.first in game.rules.verbs
        usual = "" if known else _usual(game, line.first)
        return replace(line, first=usual, words=(line.first, *line.words)) if usual else line
    if waits.name == Chart.word and (line.first == waits.name or not (aside or _is_declared(game, line))):
        return _row_in_full(game, line)
    if aside or _is_declared(game, line):
        return line
    if line.first == waits.name or (line.answer and line.words and is_name(line.first)):
        return replace(line, answer=True)
    return replace(line, first=waits.name, words=(line.first, *line.words), answer=True)


def _usual(game: Game[Any], word: str) -> str:
    """The verb that a line without one means here: where a card is due, its number is enough. A mistyped verb means none."""
    return "" if word.isalpha() or game.state.result else game.rules.meant(game.state, word)


def _is_declared(game: Game[Any], line: Line) -> bool:
    """Whether a line declares something though a question is open: it begins with a verb, and that is no answer to it."""
    if line.answer or line.first not in game.rules.verbs:
        return False
    if game.waits and line.first == game.waits.name:
        return isinstance(game.pending(), Roll) and not _may_be_dice(line.words)
    match game.pending():
        case OneOf(options=words) | Some(options=words):
            return line.first not in words
        case Draw(left=left, instead=instead):
            return line.first not in (*left, *instead)
    return True


def _may_be_dice(words: Sequence[str]) -> bool:
    """Whether the words after a question's name may be dice, be they misread ones."""
    return not words or words[0] == NOTHING or set(words[0]) <= DICE


def _row_in_full(game: Game[Any], line: Line) -> Line:
    """The row of a chart that is asked for: its fields are enough. It is said beside the rules."""
    said = line.words if line.first == Chart.word else (line.first, *line.words)
    if line.first != Chart.word or not said or pair(said[0]):
        question = game.pending()
        said = (question.chart, question.row, *said) if isinstance(question, ReadOut) else said
    return replace(line, first=Chart.word, words=said, answer=False)


# ---- answers ----


def _answer(game: Game[Any], line: Line, guard: Guard | None) -> Outcome:
    game.require_word(line.side, None, line.as_played)
    answers = _answers(line)
    answers.guard, answers.patient, answers.by = guard, line.patient, line.side if line.alone else ""
    try:
        return game.answer(answers, side=line.side, as_played=line.as_played)
    except BadInput as error:
        word, known = line.words[0], _first_words(game)
        if word in game.rules.question_names and len(line.words) > 1 and not error.secret:  # the name of another question, and its answer
            game.answer(Answers({word: deque(_given(line, value) for value in line.words[1:])}), as_played=line.as_played)
        if word in known or not get_close_matches(word, known):
            raise
        wrong = BadInput(f"{error}; {unknown('verb', word, known)}")  # mistyped while a question was open
        wrong.secret = error.secret
        raise wrong from error


def _given(line: Line, text: str, *, bare: bool = False) -> Given:
    generated = text.startswith(GENERATED)
    return Given(text.removeprefix(GENERATED), line.rolled_by if generated else BY_TABLE, bare)


def _put(answers: Answers, name: str, given: Given) -> None:
    """An answer among the others of its name, or among those that are insisted on where nothing asks for them."""
    unasked = given.value.startswith(UNASKED)
    queues = answers.unasked if unasked else answers.named
    queues.setdefault(name, deque()).append(given._replace(value=given.value.removeprefix(UNASKED)))


def _answers(line: Line) -> Answers:
    """The answers of a line: values of its first word, then of other names. Raises BadInput."""
    answers = Answers()
    for word in line.words:
        name, value = pair(word) or ("", word)
        _put(answers, name or line.first, _given(line, value, bare=not name))
    if not answers.left():
        raise BadInput(f"{line.first} what? A value is expected after the name")
    return answers


# ---- declarations ----


def _declare(game: Game[Any], line: Line, guard: Guard | None) -> Outcome:
    if line.first not in game.rules.verbs:
        raise unknown("verb", line.first, _first_words(game))
    verb = game.rules.verbs[line.first]
    game.require_word(line.side, verb, line.as_played)
    values, answers = _declaration(game, verb, line)
    if line.alone and verb.of and (others := [side for side in verb.of(game.state, values) if side != line.side]):
        raise OutOfTurn(verb.rule, _not_alone(game, verb, others))
    answers.guard, answers.patient, answers.by = guard, line.patient, line.side if line.alone else ""
    return game.carry_out(verb, verb.complete(values), side=line.side, as_played=line.as_played, answers=answers)


def _not_alone(game: Game[Any], verb: Verb[Any], owners: Sequence[str]) -> str:
    """Why a side does not declare something of another's on a recorder of its own."""
    whose = " and the ".join(game.rules.sides[side] for side in dict.fromkeys(owners))
    return f"{verb.name} of that is for the {whose} side to say, or for both where both look on"


def answers_on(game: Game[Any], line: Line) -> bool:
    """Whether answers stand on the line of a declaration. Raises BadInput for a line that declares nothing."""
    return bool(_declaration(game, game.rules.verb(line.first), line)[1].left())


def _declaration(game: Game[Any], verb: Verb[Any], line: Line) -> tuple[dict[str, Any], Answers]:
    """A verb's own values, and the answers that stand on the same line. Raises BadInput."""

    def names(kind: str) -> Sequence[str]:
        return game.rules.names(game.state, kind)

    known = {parameter.name: parameter for parameter in verb.parameters}
    values: dict[str, Any] = {}
    answers = Answers(own=verb.name)
    bare: list[str] = []
    for word in line.words:
        name, value = pair(word) or ("", word)
        if not name:
            bare.append(word)
        elif name in values:
            raise BadInput(f"{name} stands twice")
        elif name in known:
            values[name] = _read(known[name], value, names)
        else:
            _put(answers, name, _given(line, value))
    for parameter in verb.parameters:
        if parameter.name not in values:
            values |= _bare(parameter, bare, names)
    answers.bare.extend(_given(line, word, bare=True) for word in bare)
    return values, answers


def _bare(parameter: Parameter, words: list[str], names: Names) -> dict[str, Any]:
    """The value that stands bare for a parameter, if one does; its words are taken away. Raises BadInput."""
    if parameter.required and parameter.grouped:
        groups = [word for word in words if ":" in word]
        words[:] = [word for word in words if ":" not in word and word != NOTHING]
        return {parameter.name: parameter.group(groups, names)}
    if words and (parameter.required or parameter.fits(words[0], names)):
        return {parameter.name: _read(parameter, words.pop(0), names)}
    return {}


def _read(parameter: Parameter, text: str, names: Names) -> Any:
    try:
        return parameter.read(text, names)
    except BadInput as error:
        raise error.about(parameter.name) from error


__all__ = [
    "ASIDES", "Guard", "Line", "Writer", "appends", "before_last", "column_of", "in_full", "quote", "quoted", "speak", "split",
]  # fmt: skip
