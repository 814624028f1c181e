"""The words that may come next on a line, for completion at the table, in a shell or on a page.

Nothing of a hiding side is listed to another: neither its questions' options nor the possible moves of its units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.errors import Unread
from domain.kernel.game import Game, View
from domain.kernel.questions import NOTHING, Assign, Order, Some
from domain.kernel.verbs import Groups, Parameter, Verb
from recording.hearing import as_seen
from recording.now import OpenQuestion, may_list, now

Offers = Sequence[Mapping[str, Any]]


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
    rest = before[1:] if before and before[0].endswith(":") else before
    if rest:
        yield from _values(as_seen(game, audience), audience, rest, word)
        return
    first = (*(verb.name for verb in here.verbs), *(verb.name for verb in here.anytime))
    yield from _starting((*first, *game.rules.play.verbs, *here.asides), word)


NAMED = ("unit", "area", "hex", "place", "position")
"""The kinds of names that questions about a game use."""


def names(view: View[Any]) -> list[str]:
    """The units and places of a game that a view holds."""
    rules = view.rules
    return [*dict.fromkeys(name for kind in NAMED if kind in rules.kinds for name in rules.names(view.state, kind))]


def causes(view: View[Any]) -> list[str]:
    """The names that `why` may be asked about."""
    return [*(f"points:{side}" for side in view.rules.sides), *names(view)]


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


def _values(game: View[Any], audience: str, before: Sequence[str], word: str) -> Iterator[str]:
    """The words after a verb: its offers, if they may be listed, then every name of the kind."""
    verb = game.rules.play.verbs.get(before[0])
    if verb is None:
        yield from _starting(_beside(game, before), word)
        return
    offers = _offers(game, verb) if may_list(game, game.side_of(verb), audience) else []
    bare = [w for w in before[1:] if "=" not in w]
    for at, parameter in enumerate(verb.parameters):
        if isinstance(parameter.mark, Groups):
            yield from _starting(_groups(game, offers, parameter.name, parameter.mark, word), word)
        elif at == len(bare) and parameter.mark is not None:
            likely = _likely(verb, parameter, offers, bare)
            joined, comma, _ = word.rpartition(",")
            names = (f"{joined}{comma}{name}" for name in game.rules.names(game.state, parameter.mark.kind))
            yield from _starting((*likely, *names), word)


def _offers(game: Game[Any], verb: Verb[Any]) -> Offers:
    """A verb's offers; empty if a chart must be read out first."""
    try:
        return list(verb.offers(game.state)) if verb.offers else []
    except Unread:
        return []


def _beside(game: Game[Any], before: Sequence[str]) -> Iterable[str]:
    """The words after a verb beside the rules."""
    if before[0] in ("adjust", "set"):
        return (name for kind in ("unit", "area") for name in game.rules.names(game.state, kind))
    if before[0] == "ruling" and len(before) == 1:
        return game.rules.readings
    if before[0] == "ruling" and before[1] in game.rules.readings:
        return game.rules.readings[before[1]].choices
    return ()


def _likely(verb: Verb[Any], parameter: Parameter, offers: Offers, bare: Sequence[str]) -> Iterator[str]:
    """The values that a verb offers for one parameter, given the values already on the line."""
    for offer in offers:
        fits = all(_same(offer.get(other.name), said) for other, said in zip(verb.parameters, bare, strict=False))
        if fits and parameter.name in offer:
            yield parameter.say(offer[parameter.name])


def _same(value: Any, word: str) -> bool:
    return value is None or word == (",".join(value) if isinstance(value, tuple) else str(value))


def _groups(game: Game[Any], offers: Offers, name: str, mark: Groups, word: str) -> Iterator[str]:
    head, colon, tail = word.partition(":")
    offered = [(h, f"{h}:{','.join(members)}") for offer in offers for h, members in offer.get(name, {}).items()]
    if not colon:
        yield from (group for _, group in offered)
        yield from (f"{h}:" for h in game.rules.names(game.state, mark.head))
        return
    said, comma, _ = tail.rpartition(",")
    yield from (group for h, group in offered if h == head)
    yield from (
        f"{head}:{said}{comma}{member}"
        for member in game.rules.names(game.state, mark.member)
        if member not in said.split(",")
    )
