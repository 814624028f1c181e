"""Lines from entries: exactly what was said, in its one written form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput
from domain.kernel.facts import BY_FILE, BY_PROGRAM, Decided, Declared, Rolled
from domain.kernel.game import Game
from domain.kernel.questions import NOTHING, Answer, said
from replays import asides
from replays.lines import GENERATED, UNASKED, quote, quoted
from replays.papers import taken_apart


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


def rolled_by(append: Iterable[Entry]) -> str:
    """The source of an append's dice that no player rolled: a program, or what its file says."""
    return BY_FILE if any(getattr(entry.fact, "source", "") == BY_FILE for entry in append) else BY_PROGRAM


Instead = Mapping[int | str, str]
"""Replacement texts: for answers by their entries, for declared values by their names."""


@dataclass(eq=False, repr=False)
class Writer:
    """Writes appends as lines.

    It follows the game, because the parts of a line that can be left out depend on the situation.
    """

    game: Game[Any]

    def write(self, append: Sequence[Entry]) -> str:
        """The line of one append, which the game then follows."""
        text = self.line(append)
        self.game.follow(append)
        return text

    def line(self, append: Sequence[Entry], *, named: bool = False, instead: Instead = MappingProxyType({})) -> str:
        """The line of one append, in the game as it stands before it. Raises BadInput if no line gives the append.

        If `named`, each answer has the name of its question, even dice and cards. The line can then be said where other
        dice are called for, and no answer is taken for another.
        """
        facts = [entry.fact for entry in append]
        answers = [
            _Written(entry.fact, instead.get(entry.version), named)
            for entry in append
            if isinstance(entry.fact, Answer) and (entry.version in instead or not getattr(entry.fact, "stated", False))
        ]
        if isinstance(facts[0], Declared):
            return self._declared(facts[0], answers, instead)
        if isinstance(facts[0], Answer):
            return _answered(answers)
        return asides.line_of(self.game, facts)

    def with_answers(self, text: str, append: Sequence[Entry]) -> str:
        """A declaration as typed, with the answers that were given to another one, by their names."""
        words = [f"{one.fact.name}={_text(_Written(one.fact))}" for one in append if isinstance(one.fact, Answer)]
        return " ".join([text, *words])

    def _declared(self, fact: Declared, answers: Sequence[_Written], instead: Instead) -> str:
        if paper := self._paper(fact, instead) if not answers and not fact.as_played else "":
            return paper
        verb = self.game.rules.play.verbs.get(fact.verb)
        words = [fact.verb]
        if verb is None or self.game.side_of(verb) != fact.side:
            words.insert(0, f"{fact.side}:")
        groups = []
        for parameter in verb.parameters if verb else ():
            if parameter.name not in fact.values and parameter.name not in instead:
                continue
            value = instead[parameter.name] if parameter.name in instead else parameter.say(fact.values[parameter.name])
            if parameter.grouped:
                groups.append(value or NOTHING)
            else:
                stands = fact.verb in self.game.rules.play.as_it_stands
                said = quoted(value) if stands else quote(value)
                words.append(said if parameter.required else f"{parameter.name}={said}")
        named = [answer for answer in answers if _is_named(answer, answers)]
        words += groups
        words += [_text(answer) for answer in answers if answer not in named]
        words += [f"{answer.fact.name}={_text(answer)}" for answer in named]
        return " ".join(words) + _insisting(fact.as_played)

    def _paper(self, fact: Declared, instead: Instead) -> str:
        """The line as it stands, where it is read as that again; "" for any other."""
        if fact.verb not in self.game.rules.play.as_it_stands:
            return ""
        name = self.game.rules.play.verbs[fact.verb].parameters[0].name
        said = str(instead.get(name, fact.values.get(name, "")))
        if not said:
            return ""
        theirs = self.game.side_of(self.game.rules.play.verbs[fact.verb]) == fact.side
        text = said if fact.verb == self.game.rules.play.as_it_stands[0] else f"{fact.verb} {said}"
        text = text if theirs else f"{fact.side}: {text}"
        try:
            line = taken_apart(self.game, text)
        except BadInput:  # a lone quote
            return ""
        same = line is not None and line.paper and (line.first, *line.words) == (fact.verb, said)
        return text if line and same and line.side in ("", fact.side) else ""


class _Written(NamedTuple):
    """An answer to be written."""

    fact: Answer
    instead: str | None = None
    """A replacement text."""
    named: bool = False
    """Whether it is written with its name wherever possible."""


def _answered(answers: Sequence[_Written]) -> str:
    first = answers[0]
    name, alike = first.fact.name, True
    words = [f"  {first.fact.said_by}: {name}" if first.fact.said_by else f"  {name}", _text(first)]
    for answer in answers[1:]:
        by_name = answer.fact.unasked or (isinstance(answer.fact, Rolled) and _is_named(answer, answers))
        alike = alike and answer.fact.name == name and not by_name
        words.append(_text(answer) if alike else f"{answer.fact.name}={_text(answer)}")
    return " ".join(words) + _insisting(first.fact.as_played)


def _is_named(answer: _Written, answers: Sequence[_Written]) -> bool:
    """Whether an answer is named on its declaration's line: decisions are; dice and draws stand bare in the order of
    their calls.

    An insisted roll is named, because it may have too few dice, and the next ones would be taken for the rest. So is a
    draw of a question that was answered by a decision another time, such as to withdraw: it would be taken for the
    answer to the first.
    """
    if isinstance(answer.fact, Decided) or answer.fact.unasked or answer.named:
        return True
    if any(isinstance(other.fact, Decided) and other.fact.name == answer.fact.name for other in answers):
        return True
    insisted = [other for other in answers if isinstance(other.fact, Rolled) and other.fact.as_played]
    return isinstance(answer.fact, Rolled) and len(insisted) > 1


def _text(answer: _Written) -> str:
    if answer.instead is not None:
        return quote(answer.instead)
    return _mark(answer.fact) + quote(said(answer.fact))


def _mark(fact: Answer) -> str:
    rolled = "" if isinstance(fact, Decided) or fact.source == "table" else GENERATED
    return rolled + (UNASKED if fact.unasked else "")


def _insisting(reason: str) -> str:
    return f" !{quoted(reason)}" if reason else ""
