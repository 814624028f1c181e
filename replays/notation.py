"""The notation: one line, one append. The grammar is in `grammar.md` beside this file.

    assault IN2 66556123 row=INF1,MG1     a declaration: verb, its values, dice in the order they are called for, named
                                          answers
      retreat INF1:MOT                    indented: the answer to the open question, by its name
    66 512                                the same bare, as it is typed at the table; dice may lie in groups
    jp: reveal INF2                       said by the other side
    move 4D-TK HI1 !"we forgot"           declared as played, against a rule, with the reason
    takeback 3 lines "cocked"             beside the rules: what `replays.asides` lists

Here a line is said to a game. It is taken apart in `replays.lines`, and written again in `replays.writer`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from string import digits
from typing import Any

from domain.kernel.errors import BadInput, NotAsked, OutOfTurn, Unknown, Unread, short, unknown
from domain.kernel.facts import BY_TABLE
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import NOTHING, Assign, Draw, OneOf, Question, ReadOut, Roll, Some
from domain.kernel.runs import AND
from domain.kernel.table import Answers, Given
from domain.kernel.verbs import Parameter, Verb
from replays import asides
from replays.asides import ASIDES, Chart, before_last
from replays.lines import (
    GENERATED,
    UNASKED,
    Line,
    closed_up,
    column_of,
    is_name,
    known_spelling,
    pair,
    quote,
    quoted,
    split,
)
from replays.papers import taken_apart
from replays.writer import Writer, appends

DICE = {*digits, "+", GENERATED}
"""The characters of dice."""
FEW = 14
"""Maximum number of verbs listed for a line that begins with none."""
NEAR = 0.6
"""Minimum similarity of two words of which one may be the other, mistyped."""
Guard = Callable[[Question[Any], Given], None]
Names = Callable[[str], Sequence[str]]
"""The names of a kind."""


def speak(game: Game[Any], line: Line, guard: Guard | None = None) -> Outcome:
    """The outcome of a line if it is said now. Changes nothing. Raises Trouble.

    A guard checks each answer on it.
    """
    line = in_full(game, line)
    if (line.answer or line.first not in ASIDES) and line.first not in game.rules.play.as_it_stands:
        line = replace(line, words=closed_up(line.words))
    if line.answer:
        return _answer(game, line, guard)
    if line.first in ASIDES:
        return asides.read_aside(game, line)
    return _declare(game, line, guard)


def _first_words(game: Game[Any]) -> list[str]:
    return [*game.rules.play.verbs, *ASIDES]


# ---- what goes without saying ----


def in_full(game: Game[Any], line: Line) -> Line:
    """The line completed for the present situation: with the open question's name, or the verb that is due.

    Raises Diverged if that needs the open question, and it can be put no more.
    """
    if line.paper:
        return line
    first = known_spelling(line.first, _heard(game))
    if first != line.first and not _is_option(game, line.first):
        line = replace(line, first=first)
    waits, aside = game.waits, line.first in ASIDES and not line.answer
    if waits is None:
        known = aside or line.answer or line.first in game.rules.play.verbs
        usual = "" if known else _usual(game, line.first)
        return replace(line, first=usual, words=(line.first, *line.words)) if usual else line
    if waits.name == Chart.word and (line.first == waits.name or not (aside or _is_declared(game, line))):
        return _row_in_full(game, line)
    if aside or _is_declared(game, line):
        return line
    if line.first == waits.name or (line.answer and line.words and is_name(line.first)):
        return replace(line, answer=True)
    return replace(line, first=waits.name, words=(line.first, *line.words), answer=True)


def _is_option(game: Game[Any], word: str) -> bool:
    """Whether a word is spelled like an option of the open question."""
    match game.pending() if game.waits else None:
        case OneOf(options=words) | Some(options=words) | Draw(left=words):
            return word in words
    return False


def _heard(game: Game[Any]) -> list[str]:
    """The words that a line may begin with."""
    return [*([game.waits.name] if game.waits else ()), *_first_words(game)]


def _usual(game: Game[Any], word: str) -> str:
    """The verb of a line without one: where a card is due, its number is enough. A mistyped verb means none."""
    return "" if word.isalpha() or game.state.result else game.rules.meant(game.state, word)


def _is_declared(game: Game[Any], line: Line) -> bool:
    """Whether a line declares something while a question is open: it begins with a verb, and is no answer."""
    if line.answer or line.first not in game.rules.play.verbs:
        return False
    if game.waits and line.first == game.waits.name:
        return isinstance(game.pending(), Roll) and not _may_be_dice(line.words)
    question = game.pending()
    return not (_is_option(game, line.first) or (isinstance(question, Draw) and line.first in question.instead))


def _may_be_dice(words: Sequence[str]) -> bool:
    """Whether the words after a question's name may be dice, even misread ones."""
    return not words or words[0] == NOTHING or set(words[0]) <= DICE


def _row_in_full(game: Game[Any], line: Line) -> Line:
    """The line of a chart's row that is asked for: its fields are enough. It is an aside."""
    said = line.words if line.first == Chart.word else (line.first, *line.words)
    if line.first != Chart.word or not said or pair(said[0]):
        question = game.pending()
        said = (question.chart, question.row, *said) if isinstance(question, ReadOut) else said
    return replace(line, first=Chart.word, words=said, answer=False)


# ---- answers ----


def _answer(game: Game[Any], line: Line, guard: Guard | None) -> Outcome:
    game.require_word(line.side, None, line.as_played)
    if line.no_side and not isinstance(game.pending(), Assign):
        raise _no_verb(game, replace(line, first=line.words[0]))
    answers = _answers(line, game.pending())
    answers.guard, answers.patient, answers.by = guard, line.patient, line.side if line.alone else ""
    try:
        return game.answer(answers, side=line.side, as_played=line.as_played)
    except BadInput as error:
        word, known = line.words[0], _first_words(game)
        # the name of another question, and its answer
        if word in game.rules.play.question_names and len(line.words) > 1 and not error.secret:
            game.answer(
                Answers({word: deque(_given(line, value) for value in line.words[1:])}), as_played=line.as_played
            )
        if word in known or not get_close_matches(word, known):
            raise
        wrong = BadInput(f"{error}; {unknown('verb', word, known)}")  # mistyped while a question was open
        wrong.secret = error.secret
        raise wrong from error


def _given(line: Line, text: str, *, bare: bool = False) -> Given:
    generated = text.startswith(GENERATED)
    return Given(text.removeprefix(GENERATED), line.rolled_by if generated else BY_TABLE, bare)


def _put(answers: Answers, name: str, given: Given) -> None:
    """Adds an answer to those of its name, or to those insisted on where nothing asks for them."""
    unasked = given.value.startswith(UNASKED)
    queues = answers.unasked if unasked else answers.named
    queues.setdefault(name, deque()).append(given._replace(value=given.value.removeprefix(UNASKED)))


def _answers(line: Line, question: Question[Any] | None) -> Answers:
    """The answers on a line: values of its first word, then of other names. Raises BadInput."""
    answers = Answers()
    bare: list[str] = []
    for word in line.words:
        name, value = pair(word) or ("", word)
        if name:
            _put(answers, name, _given(line, value))
        else:
            bare.append(word)
    if not question or question.name != line.first:
        own, left = bare, list[str]()
    else:
        own, left = question.apart(bare) if bare else ([], [])
        answers.own = line.first
    for word in reversed(own):
        answers.named.setdefault(line.first, deque()).appendleft(_given(line, word, bare=True))
    answers.bare.extend(_given(line, word, bare=True) for word in left)
    if not answers.left():
        raise BadInput(f"{line.first} what? A value is expected after the name")
    return answers


# ---- declarations ----


def _declare(game: Game[Any], line: Line, guard: Guard | None) -> Outcome:
    if line.first not in game.rules.play.verbs:
        raise _no_verb(game, line)
    verb = game.rules.play.verbs[line.first]
    game.require_word(line.side, verb, line.as_played)
    values, answers = _declaration(game, verb, line)
    values |= _only_one(game, verb, values)
    if line.alone and verb.of and (others := [side for side in verb.of(game.state, values) if side != line.side]):
        raise OutOfTurn(verb.rule, _not_alone(game, verb, others))
    answers.guard, answers.patient, answers.by = guard, line.patient, line.side if line.alone else ""
    try:
        return game.carry_out(verb, verb.complete(values), side=line.side, as_played=line.as_played, answers=answers)
    except NotAsked as error:
        raise _unread(line, error) from error


def _only_one(game: Game[Any], verb: Verb[Any], values: dict[str, Any]) -> dict[str, Any]:
    """The omitted values, if the rules offer only one way to fill them and the side's possible moves are not hidden."""
    missing = [parameter for parameter in verb.parameters if parameter.required and parameter.name not in values]
    if not missing or verb.offers is None or any(each.mark is None or each.grouped for each in missing):
        return {}
    if (verb.side or game.side_of(verb)) in game.rules.secrecy.hides:
        return {}
    try:
        ways = list(
            islice(
                (
                    each
                    for each in verb.offers(game.state)
                    if all(each.get(name) == value for name, value in values.items())
                ),
                2,
            )
        )
    except Unread:
        return {}
    return {each.name: ways[0][each.name] for each in missing if each.name in ways[0]} if len(ways) == 1 else {}


def _unread(line: Line, error: NotAsked) -> BadInput:
    """The error for the unread part of a line, and what it may have been meant for."""
    words = closed_up(line.words)
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if (
            repr(word) in str(error)
            or not re.search(rf"asks for (.*, )?{re.escape(word)}(,|;|$)", str(error))
            or any(c in word for c in "=,")
        ):
            continue
        if "," in before:
            return NotAsked(f"{error}; if {word!r} belongs to the list before it, a comma joins them: {before},{word}")
        how = "put a name with blanks in quotes, join a list by commas, give an answer its name, NAME=VALUE"
        return NotAsked(f"{error}; {word!r} was not read: {how}")
    return error


def _no_verb(game: Game[Any], line: Line) -> BadInput:
    """The error for a line whose first word is no verb."""
    if line.no_side:
        return BadInput(f"column {line.no_side}: {unknown('side', line.first.rstrip(':'), game.rules.sides)}")
    if not any(c.isalpha() for c in line.first):
        return BadInput(
            f"nothing asks for {short(line.first)} here: no question is open, and no card or die is due; a line "
            "begins with its verb"
        )
    if (
        not game.waits
        and (state := game.state).phase
        and not get_close_matches(line.first, _first_words(game), cutoff=NEAR)
    ):
        open_to = {*game.rules.play.sequence.open_to(state)} or {state.phase}
        phase = game.rules.play.sequence.at(state)
        whose = line.side or (phase.side if phase else "")
        theirs = ("", whose) if whose else ("", *game.rules.sides)
        here = [
            verb.name
            for verb in game.rules.play.verbs.values()
            if not open_to.isdisjoint(verb.phases) and verb.side in theirs
        ]
        if 0 < len(here) <= FEW:
            return Unknown(
                f"there is no verb {short(line.first)!r}; here it may be {', '.join(here)}", "verb", line.first
            )
    return unknown("verb", line.first, _first_words(game))


def _not_alone(game: Game[Any], verb: Verb[Any], owners: Sequence[str]) -> str:
    """The reason why a side does not declare, on a recorder of its own, something that concerns another's."""
    whose = " and the ".join(game.rules.sides[side] for side in dict.fromkeys(owners))
    return f"that {verb.name} is for the {whose} side to say, or for both where both look on"


def answers_on(game: Game[Any], line: Line) -> bool:
    """Whether a declaration's line holds answers. Raises BadInput for a line that declares nothing."""
    return bool(_declaration(game, game.rules.verb(line.first), line)[1].left())


def values_on(game: Game[Any], line: Line) -> Mapping[str, Any]:
    """The values on a declaration's line. Raises BadInput."""
    return _declaration(game, game.rules.verb(line.first), line)[0]


def _declaration(game: Game[Any], verb: Verb[Any], line: Line) -> tuple[dict[str, Any], Answers]:
    """A verb's own values, and the answers on the same line. Raises BadInput."""

    def names(kind: str) -> Sequence[str]:
        return game.rules.names(game.state, kind)

    known = {parameter.name: parameter for parameter in verb.parameters}
    values: dict[str, Any] = {}
    words: Sequence[str] = line.words
    if verb.name in game.rules.play.as_it_stands and words:
        values, words = {verb.parameters[0].name: words[0]}, words[1:]
    answers = Answers(own=verb.name)
    bare: list[str] = []
    for word in words:
        name, value = pair(word) or ("", word)
        name = known_spelling(name, known)
        if not name:
            bare.append(word)
        elif name in values:
            raise BadInput(f"{name} stands twice")
        elif name in known:
            values[name] = _read(known[name], value, names)
        elif any(each.fits(f"{name}:", names) for each in verb.parameters if each.grouped):
            bare.append(f"{name}:{value}")
        else:
            _put(answers, name, _given(line, value))
    left = [parameter for parameter in verb.parameters if parameter.name not in values]
    while left:
        parameter = left.pop(0)
        if words := _bare(parameter, left, bare, names):
            values[parameter.name] = (
                parameter.group(words, names) if parameter.grouped else _read(parameter, ",".join(words), names)
            )
        elif parameter.required and parameter.grouped:
            bare[:] = [word for word in bare if word != NOTHING]
            values[parameter.name] = {}
    answers.bare.extend(_given(line, word, bare=True) for word in bare)
    return values, answers


def _bare(parameter: Parameter, others: Sequence[Parameter], words: list[str], names: Names) -> list[str]:
    """Takes the bare words for a parameter off the line, if there are any.

    A list goes on while its words can mean nothing else.
    """

    def goes_on(word: str) -> bool:
        return parameter.fits(word, names) and not any(other.fits(word, names) for other in others)

    if parameter.grouped:
        return _groups(parameter, words, names) if parameter.required or (words and goes_on(words[0])) else []
    if not words or not (parameter.required or parameter.fits(words[0], names)):
        return []
    taken = [words.pop(0)]
    if parameter.several:
        while words and (goes_on(words[0]) or (words[0].casefold() in AND and len(words) > 1 and goes_on(words[1]))):
            taken.append(words.pop(0))
        return [word for word in taken if word.casefold() not in AND]
    while words and not parameter.fits(taken[0], names) and parameter.begins(f"{taken[0]} {words[0]}", names):
        taken[0] += f" {words.pop(0)}"  # a name of several words
    return taken


def _groups(parameter: Parameter, words: list[str], names: Names) -> list[str]:
    """Takes the words that form groups off the line: those with a colon and the members after them, and a head with its
    members.
    """
    taken, left = list[str](), list[str]()
    while words:
        n = 1 if ":" in words[0] else parameter.grouping(words, names)
        while n and n < len(words) and ":" not in words[n] and parameter.is_member(words[n], names):
            n += 1
        (taken if n else left).extend(words[: n or 1])
        del words[: n or 1]
    words[:] = left
    return taken


def _read(parameter: Parameter, text: str, names: Names) -> Any:
    try:
        return parameter.read(text, names)
    except BadInput as error:
        raise error.about(parameter.name) from error


__all__ = [
    "ASIDES",
    "Guard",
    "Line",
    "Writer",
    "appends",
    "before_last",
    "column_of",
    "in_full",
    "quote",
    "quoted",
    "speak",
    "split",
    "taken_apart",
]
