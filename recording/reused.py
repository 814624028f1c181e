"""Answers that are said again though their questions are asked otherwise than when they were answered.

A question is the same if its words, options and bounds are the same. It is about others if its words name other units
and places: no other part of a question says whom it is about. All that comes of it is whether the table is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.game import Game
from domain.kernel.questions import Answer, Assign, Number, OneOf, Order, Question, Some
from domain.kernel.run import attempt
from recording.completion import names_in_view
from replays.writer import appends

FEW = 6
"""Maximum number of names that are listed of an answer's options; the others are counted."""
ENDLESS = 99
"""From this number on, a question sets no bound to how many of its options may be named."""


class Reused(NamedTuple):
    """An answer said again as it was, to a question with other words, options or bounds."""

    was: int
    """Its entry before the correction."""
    now: int
    """Its entry in the corrected game."""
    text: str
    why: str
    """What is asked otherwise, in words."""
    secrets: frozenset[str]
    """The sides whose secrets the answer, or the options of the question, are."""


def questions_after(game: Game[Any], to: int) -> Mapping[int, Question[Any]]:
    """The questions that the standing answers after an entry were given to, by entry, as far as today's rules put
    them.
    """
    then, found = game.at(to), dict[int, Question[Any]]()
    after = [append for append in appends(game.stands) if append[0].version > to]
    for n, append in enumerate(after, 1):
        then.follow(append)
        settled = then.waits is None and any(isinstance(entry.fact, Answer) for entry in append)
        if then.running is not None and (settled or n == len(after)):
            found |= attempt(then.rules, then.running, then.running.log).questions
    return found


def is_of_another(game: Game[Any], then: Question[Any], now: Question[Any]) -> bool:
    """Whether a question is about others than one that was asked before: each names somebody the other does not."""
    if then.words == now.words:
        return False
    known = set(names_in_view(game.seen_by(UMPIRE)))
    was, are = ({word for word in re.findall(r"[\w'/.+-]*\w", one.words) if word in known} for one in (then, now))
    return not (was <= are or are <= was)


def asked_otherwise(then: Question[Any], now: Question[Any]) -> str:
    """What is otherwise in a question's options, bounds and words; "" if nothing is."""
    was, are = _options(then), _options(now)
    more, less = list(_beyond(are, was)), list(_beyond(was, are))
    told = [f"{_listed(more)} could be named too"] if more else []
    told += [f"{_listed(less)} can be named no more"] if less else []
    if (bounds := _bounds(now)) != (before := _bounds(then)):
        told.append(f"{bounds}, was {before}")
    if then.words != now.words:
        told.append(f'it was "{then.words}", now "{now.words}"')
    return "; ".join(told)


def secrets_of(entry: Entry, *questions: Question[Any]) -> frozenset[str]:
    """The sides that alone may see an answer, or the options of its questions."""
    sides = (entry.fact.secret, *(side for one in questions for side in (one.secret, one.shown_to)))
    return frozenset(filter(None, sides))


def _options(question: Question[Any]) -> Mapping[str, Sequence[str]]:
    """What may be named, each with where it may go."""
    match question:
        case OneOf(options=names) | Some(options=names) | Order(items=names):
            return dict.fromkeys(names, ())
        case Assign(items=items):
            return {item: options for item, options in items.items() if options}
    return {}


def _beyond(some: Mapping[str, Sequence[str]], others: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The names, and pairs of names, that others lack."""
    for name, options in some.items():
        if name not in others:
            yield name
        else:
            yield from (f"{name}:{option}" for option in options if option not in others[name])


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def _bounds(question: Question[Any]) -> str:
    """How much, or how many of the options, may be said."""
    match question:
        case Number(least=least, most=most):
            return f"{least} to {most}"
        case Some(least=least, most=most) | Assign(least=least, most=most):
            return f"at least {least}" + (f" and at most {most}" if most < ENDLESS else "")
    return ""
