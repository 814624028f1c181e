"""The words that may come next on a line, for completion at the table, in a shell or on a page.

Nothing of a hiding side is listed to another: neither its questions' options nor the possible moves of its units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.game import Game, View
from domain.kernel.questions import NOTHING, Assign, Order, Some
from domain.kernel.verbs import Groups, Parameter, Verb
from recording.going_on import verbs_ahead
from recording.hearing import as_seen
from recording.now import OpenQuestion, now
from recording.paper_words import paper_words
from recording.unfinished import NextValue, unfinished
from recording.values import sort_of


def candidates(game: Game[Any], audience: str, before: Sequence[str], word: str) -> Iterator[str]:
    """The words that may stand in place of `word`, after the words `before` it on the line; best first.

    Verbs' offers are worked out from what the audience may see, so they tell nothing else.
    """
    here = now(game, audience)
    if here.question and not (
        before and before[0] != here.question.name and before[0] in (*here.asides, *game.rules.play.verbs)
    ):
        answered = before[1:] if before and before[0].rstrip(":") in here.sides else before
        yield from _starting(_answers(here.question, word), word)
        yield from _starting((here.question.name, *here.asides), word) if not answered else ()
        return
    side = before[0].rstrip(":") if before and before[0].endswith(":") else ""
    rest = before[1:] if side else before
    if rest and (paper := paper_words(as_seen(game, audience))):
        yield from _starting(paper.written(), word)
        return
    if rest:
        yield from _values(game, audience, side, rest, word)
        return
    if word and (paper := paper_words(as_seen(game, audience))):
        yield from _starting(paper.written(), word)
    first = (verb.name for verb in (*here.verbs, *here.anytime, *verbs_ahead(game, audience)))
    yield from _starting((*first, *game.rules.play.verbs, *here.asides), word)


NAMED = ("unit", "area", "hex", "place", "position")
"""The kinds of names that questions about a game use."""


def names_in_view(view: View[Any]) -> list[str]:
    """The units and places of a game that a view holds."""
    rules = view.rules
    return [*dict.fromkeys(name for kind in NAMED if kind in rules.kinds for name in rules.names(view.state, kind))]


def causes(view: View[Any]) -> list[str]:
    """The names that `why` may be asked about."""
    return [*(f"points:{side}" for side in view.rules.sides), *names_in_view(view)]


def _starting(words: Iterable[str], word: str) -> Iterator[str]:
    yield from dict.fromkeys(w for w in words if w.casefold().startswith(word.casefold()))


# ---- answers ----


def _answers(question: OpenQuestion, word: str) -> Iterator[str]:
    """The visible options of the open question. In a list joined by commas, the last name is completed."""
    if question.kind in (Some.KIND, Order.KIND):
        yield from _joined(question.options, word)
    elif question.kind == Assign.KIND:
        yield from _pairs(question.places or {}, word)
    else:
        yield from question.options


def _joined(options: Sequence[str], word: str) -> Iterator[str]:
    said, _, _ = word.rpartition(",")
    before = said.split(",") if said else []
    yield from (",".join([*before, option]) for option in options if option not in before)
    if not said:
        yield NOTHING


def _pairs(places: Mapping[str, Sequence[str]], word: str) -> Iterator[str]:
    said, comma, last = word.rpartition(",")
    item, colon, _ = last.partition(":")
    if colon:
        yield from (f"{said}{comma}{item}:{place}" for place in places.get(item, ()))
    else:
        yield from (f"{said}{comma}{name}:" for name, able in places.items() if able and f"{name}:" not in said)
    if not said:
        yield NOTHING


# ---- what stands behind a verb ----


def _values(game: Game[Any], audience: str, side: str, before: Sequence[str], word: str) -> Iterator[str]:
    """The words after a verb: what the rules offer behind what is said, then every name of the kind."""
    view = as_seen(game, audience)
    verb = view.rules.play.verbs.get(before[0])
    if verb is None:
        yield from _starting(_beside(view, before), word)
        return
    line = _Typed(view, verb)
    for each in before[1:]:
        line.take(each)
    parameter, prefix, last = line.begun(word)
    if parameter is None:
        return
    wanted = "" if parameter.required else parameter.name
    values = unfinished(game, audience, verb, line.said, side=side, wanted=wanted).values
    value = next((each for each in values if each.name == parameter.name), None)
    found = _written(value, prefix, last) if value else ()
    more = (f"{each.name}=" for each in verb.parameters if not each.required and each.name not in line.said)
    yield from _starting((*found, *(more if not prefix else ())), word)


def _written(value: NextValue, prefix: str, last: str) -> Iterator[str]:
    """The words by which a value goes on: behind `prefix`, the part of the word that is said already."""
    if value.head_kind and ":" not in prefix:
        yield from (f"{prefix}{whole}" for whole in value.wholes)
        yield from (f"{prefix}{head}:" for head in (*value.heads, *value.other_heads))
        return
    if not (value.goes_on or value.head):
        yield from (f"{prefix}{whole}" for whole in value.wholes)
    yield from (f"{prefix}{name}" for name in (*value.offered, *value.names))


class _Typed:
    """The words of a line after its verb, taken for values as far as they are names."""

    def __init__(self, view: View[Any], verb: Verb[Any]) -> None:
        self.view, self.verb = view, verb
        self.said: dict[str, Any] = {}
        self.bare = 0
        """The number of values said without their names."""

    def take(self, word: str) -> None:
        """Takes one more word of the line."""
        parameter, prefix, last = self.begun(word)
        if parameter is not None:
            if not (parameter.grouped or "=" in prefix):
                self.bare += 1
            self._put(parameter, last)

    def begun(self, word: str) -> tuple[Parameter | None, str, str]:
        """The value to which a word belongs, the part of the word before its last name, and that name.

        The names before the last one are said already.
        """
        name, equals, text = word.partition("=")
        named = next((each for each in self.verb.parameters if equals and each.name == name), None)
        places = [each for each in self.verb.parameters if not each.grouped]
        grouped = next((each for each in self.verb.parameters if each.grouped), None)
        parameter = named or (places[self.bare] if self.bare < len(places) else None)
        if grouped and not named and (":" in word or parameter is None or not parameter.required):
            parameter = grouped
        prefix = f"{name}=" if named else ""
        rest = text if named else word
        if parameter is None:
            return None, prefix, rest
        head, colon, members = rest.partition(":") if parameter.grouped else ("", "", rest)
        if colon:
            self._put(parameter, "", head)
            prefix += f"{head}:"
        if colon or sort_of(parameter).several:
            *before, last = members.split(",")
            for each in before:
                self._put(parameter, each, head)
            prefix += "".join(f"{each}," for each in before)
            return parameter, prefix, last
        return parameter, prefix, rest

    def _put(self, parameter: Parameter, text: str, head: str = "") -> bool:
        """Adds a name to what is said; returns whether it is known."""
        mark, sort = parameter.mark, sort_of(parameter)
        said = self.said.get(parameter.name)
        try:
            if isinstance(mark, Groups):
                groups = dict(said or {})
                head = self._name(mark.head, head) if head else next(reversed(groups), "")
                groups[head] = (*groups.get(head, ()), *([self._name(mark.member, text)] if text else ()))
                self.said[parameter.name] = groups
            elif mark is None:
                self.said[parameter.name] = parameter.read(text, lambda kind: ())
            else:
                name = self._name(mark.kind, text)
                self.said[parameter.name] = (*(said or ()), name) if sort.several else name
        except BadInput:
            return False
        return True

    def _name(self, kind: str, text: str) -> str:
        return self.view.rules.spelled(self.view.state, kind, text)


def _beside(game: Game[Any], before: Sequence[str]) -> Iterable[str]:
    """The words after a verb beside the rules."""
    if before[0] in ("adjust", "set"):
        return (name for kind in ("unit", "area") for name in game.rules.names(game.state, kind))
    if before[0] == "ruling" and len(before) == 1:
        return game.rules.readings
    if before[0] == "ruling" and before[1] in game.rules.readings:
        return game.rules.readings[before[1]].choices
    return ()
