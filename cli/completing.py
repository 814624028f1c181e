"""What a line may go on with: for the live recorder's Tab, and for the shell's.

Nothing of a side that hides something is listed to another: neither the options of its questions nor what its units could do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def listed(game: Any, by: str, side: str) -> bool:
    """Whether what a side may do now can be listed to a recorder of `side` ("" for one that everybody sees)."""
    return side in (by, "umpire") or by not in game.rules.hides


def candidates(game: Any, side: str, before: list[str], word: str) -> Iterator[str]:
    """The words that may stand where `word` stands, after the words `before` it on the line; best first.

    What verbs offer is worked out from what the recorder's audience may see, so that it cannot tell anything else.
    """
    from replays.hearing import hidden_from

    waits = game.waits
    if waits and not (before and before[0] != waits.name and before[0] in (*_asides(), *game.rules.verbs)):
        if before and before[0].rstrip(":") in game.rules.sides:
            before = before[1:]
        if waits.name == "chart" or (not listed(game, waits.by, side) and (waits.secret or _is_for_one(game))):
            yield from _starting((waits.name, *_asides()), word) if not before else ()
            return
        question = game.pending()
        named = {waits.name, *before[:1]}
        yield from _starting(_answers(question, word), word)
        if not before and word not in named:
            yield from _starting((waits.name, *_asides()), word)
        return
    if before and before[0].endswith(":"):
        before = before[1:]
    if not before:
        state = game.state
        verbs = sorted(game.rules.verbs.values(), key=lambda verb: (state.step not in verb.steps, bool(verb.steps)))
        yield from _starting((*(verb.name for verb in verbs), *_asides()), word)
        return
    yield from _values(game.seen_by(side) if hidden_from(game, side) else game, side, before, word)


def _asides() -> tuple[str, ...]:
    from replays.notation import ASIDES

    return ASIDES


def _is_for_one(game: Any) -> bool:
    """Whether the open question's options are one side's alone; when it cannot be put any more, they are taken to be."""
    from domain.kernel.errors import Trouble

    try:
        question = game.pending()
    except Trouble:
        return True
    return question is None or bool(question.secret or question.shown_to)


def _starting(words: Iterable[str], word: str) -> Iterator[str]:
    yield from dict.fromkeys(w for w in words if w.casefold().startswith(word.casefold()))


def _answers(question: Any, word: str) -> Iterator[str]:
    """Options of the open question; what is joined by commas is completed after the last one."""
    from domain.kernel.questions import Assign, Draw, OneOf, Order, Some, YesNo

    if isinstance(question, YesNo):
        yield from ("yes", "no")
    elif isinstance(question, (OneOf, Draw)):
        yield from getattr(question, "options", getattr(question, "left", ()))
    elif isinstance(question, (Some, Order)):
        said, _, _ = word.rpartition(",")
        before = said.split(",") if said else []
        options = getattr(question, "options", getattr(question, "items", ()))
        yield from (",".join([*before, option]) for option in options if option not in before)
        if not said:
            yield "none"
    elif isinstance(question, Assign):
        said, comma, last = word.rpartition(",")
        item, colon, _ = last.partition(":")
        if colon:
            yield from (f"{said}{comma}{item}:{option}" for option in question.items.get(item, ()))
        else:
            yield from (f"{said}{comma}{name}:" for name, options in question.items.items() if options and f"{name}:" not in said)
        if not said:
            yield "none"


def _values(game: Any, side: str, before: list[str], word: str) -> Iterator[str]:
    """Values of a verb: those it offers first, where they may be listed; then every name of the kind."""
    from domain.kernel.verbs import Groups

    verb = game.rules.verbs.get(before[0])
    if verb is None:
        if before[0] in ("adjust", "set"):
            yield from _starting((n for kind in ("unit", "area") for n in game.rules.names(game.state, kind)), word)
        elif before[0] == "ruling":
            yield from _starting(game.rules.readings if len(before) == 1 else game.rules.readings[before[1]].choices, word)
        return
    offers = list(verb.offers(game.state)) if verb.offers and listed(game, game.side_of(verb), side) else []
    bare = [w for w in before[1:] if "=" not in w]
    for at, parameter in enumerate(verb.parameters):
        mark = parameter.mark
        if isinstance(mark, Groups):
            yield from _starting(_groups(game, offers, parameter.name, mark, word), word)
        elif at == len(bare) and mark is not None:
            fits = (o for o in offers if all(_same(o.get(p.name), w) for p, w in zip(verb.parameters, bare, strict=False)))
            likely = (parameter.say(o[parameter.name]) for o in fits if parameter.name in o)
            joined, comma, _ = word.rpartition(",")
            names = (f"{joined}{comma}{name}" for name in game.rules.names(game.state, mark.kind))
            yield from _starting((*likely, *names), word)


def _same(value: Any, word: str) -> bool:
    return value is None or word == (",".join(value) if isinstance(value, tuple) else str(value))


def _groups(game: Any, offers: list[Mapping[str, Any]], name: str, mark: Any, word: str) -> Iterator[str]:
    head, colon, tail = word.partition(":")
    if not colon:
        yield from (f"{h}:{','.join(members)}" for o in offers for h, members in o.get(name, {}).items())
        yield from (f"{h}:" for h in game.rules.names(game.state, mark.head))
        return
    said, comma, _ = tail.rpartition(",")
    yield from (f"{head}:{','.join(members)}" for o in offers for h, members in o.get(name, {}).items() if h == head)
    yield from (f"{head}:{said}{comma}{member}" for member in game.rules.names(game.state, mark.member) if member not in said.split(","))
