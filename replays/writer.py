"""Lines from entries: exactly what was said, in the one form in which it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Decided, Declared, Rolled
from domain.kernel.game import Game
from domain.kernel.questions import NOTHING, Answer, said
from replays import asides
from replays.lines import GENERATED, quote, quoted


def appends(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries, append by append."""
    one: list[Entry] = []
    for entry in entries:
        one.append(entry)
        if entry.ends:
            yield one
            one = []
    if one:
        yield one


@dataclass
class Writer:
    """Writes appends as lines; it follows the game, since what goes without saying depends on where the game stands."""

    game: Game[Any]

    def write(self, append: Sequence[Entry]) -> str:
        """The line of one append, and the game follows it."""
        text = self.line(append)
        self.game.follow(append)
        return text

    def line(self, append: Sequence[Entry]) -> str:
        """The line of one append, where the game stands before it. Raises BadInput for one that no line gives."""
        facts = [entry.fact for entry in append]
        answers = [fact for fact in facts if isinstance(fact, Answer)]
        if isinstance(facts[0], Declared):
            return self._declared(facts[0], answers)
        if isinstance(facts[0], Answer):
            return _answered(answers)
        return asides.line_of(self.game, facts)

    def _declared(self, fact: Declared, answers: Sequence[Answer]) -> str:
        verb = self.game.rules.verbs.get(fact.verb)
        words = [fact.verb]
        if verb is None or self.game.side_of(verb) != fact.side:
            words.insert(0, f"{fact.side}:")
        groups = []
        for parameter in verb.parameters if verb else ():
            if parameter.name not in fact.values:
                continue
            value = parameter.say(fact.values[parameter.name])
            if parameter.grouped:
                groups.append(value or NOTHING)
            else:
                words.append(quote(value) if parameter.required else f"{parameter.name}={quote(value)}")
        named = [answer for answer in answers if _is_named(answer, answers)]
        words += groups
        words += [_text(answer) for answer in answers if answer not in named]
        words += [f"{answer.name}={_text(answer)}" for answer in named]
        return " ".join(words) + _insisting(fact.as_played)


def _answered(answers: Sequence[Answer]) -> str:
    first = answers[0]
    name, alike = first.name, True
    words = [f"  {first.said_by}: {name}" if first.said_by else f"  {name}", _text(first)]
    for answer in answers[1:]:
        alike = alike and answer.name == name and not (isinstance(answer, Rolled) and _is_named(answer, answers))
        words.append(_text(answer) if alike else f"{answer.name}={_text(answer)}")
    return " ".join(words) + _insisting(first.as_played)


def _is_named(answer: Answer, answers: Sequence[Answer]) -> bool:
    """Whether an answer is named on its declaration's line: decisions are; dice and draws stand bare in the order they are called for.

    What is insisted on may be fewer dice than are rolled, and the next would be taken for the rest of them: those are named.
    """
    if isinstance(answer, Decided):
        return True
    insisted = [other for other in answers if isinstance(other, Rolled) and other.as_played]
    return isinstance(answer, Rolled) and len(insisted) > 1


def _text(answer: Answer) -> str:
    mark = "" if isinstance(answer, Decided) or answer.source == "table" else GENERATED
    return mark + quote(said(answer))


def _insisting(reason: str) -> str:
    return f" !{quoted(reason)}" if reason else ""
