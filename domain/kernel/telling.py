"""Facts in words, where the sentence alone would say too little: with the answer, the points, or the difference of
two."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Decided, Fact, Fire, Gain, Loss, Points, Track, label, shown_fields, substance
from domain.kernel.questions import NOTHING, said
from domain.kernel.state import say


def told(fact: Fact) -> str:
    """A fact in words, with its answer and the points scored by it; "" if it says nothing."""
    return "; ".join(filter(None, (fact.sentence() or answered(fact), *scored(fact))))


def scored(fact: Fact) -> tuple[str, ...]:
    """The points a fact brings, in words; empty if its sentence already tells them."""
    return () if fact.TELLS_POINTS else tuple(map(_scored, fact.points))


def answered(fact: Fact) -> str:
    """A side's decision in words, "none" included; "" for any other fact."""
    if not isinstance(fact, Decided):
        return ""
    return f"{fact.side} decides {fact.name}: {said(fact) or NOTHING}".replace(",", ", ")


def _scored(points: Points) -> str:
    number = abs(points.amount)
    awarded = f"{number} {'point' if number == 1 else 'points'} {'from' if points.amount < 0 else 'to'} {points.side}"
    return awarded + (f": {points.why}" if points.why else "")


# ---- how two differ ----


def told_apart(one: Fact, other: Fact) -> tuple[str, str]:
    """Two different facts, each in words that tell which it is.

    If their sentences are equal, the differing fields are added.
    """
    words = [fact.sentence() or answered(fact) or fact.TOPIC for fact in (one, other)]
    if len(set(words)) > 1:
        return told(one) or one.TOPIC, told(other) or other.TOPIC
    return ", ".join([words[0], *_carried(one, other)]), ", ".join([words[1], *_carried(other, one)])


def _carried(fact: Fact, other: Fact) -> Iterator[str]:
    """The fields in which a fact differs from another, in words."""
    if type(fact) is not type(other):
        yield fact.TOPIC
        return
    for name in type(fact).model_fields:
        mine, theirs = getattr(fact, name), getattr(other, name)
        if name in shown_fields(type(fact)) or name == "rule" or substance(mine) == substance(theirs):
            continue
        if name in _LISTS:
            yield ", ".join(map(_item, mine)) or f"no {name}"
        elif isinstance(mine, Fire) or isinstance(theirs, Fire):
            yield _fire(mine, theirs)
        else:
            yield f"{name} {say(mine)}"


_LISTS = ("losses", "gains", "points", "tracks")


def _item(item: Loss | Gain | Points | Track) -> str:
    match item:
        case Points():
            return _scored(item) + ("" if item.permanent else ", not for good")
        case Track():
            return f"{item.name} from {item.was} to {item.now}"
        case Loss():
            gone = ", eliminated" if item.eliminated else "" if item.left is None else f", {item.left} left"
            return f"{item.unit} ({item.side}) loses {item.steps} by {label(item.cause)}{gone}"
        case Gain():
            return (
                f"{item.unit} ({item.side}) gets {item.steps} back by "
                f"{label(item.cause)}{'' if item.now is None else f', has {item.now}'}"
            )


def _fire(fire: Fire | None, other: Fire | None) -> str:
    """The fields in which a resolution of fire differs from another, in words."""
    if fire is None:
        return "no fire"
    if other is None:
        return f"{label(fire.kind)} by {say(fire.by)} at {fire.at}"
    differing = (
        name for name in type(fire).model_fields if substance(getattr(fire, name)) != substance(getattr(other, name))
    )
    return ", ".join(f"{label(fire.kind)} {_term(name, fire)}" for name in differing)


def _term(name: str, fire: Fire) -> str:
    if name != "modifiers":
        return f"{name} {say(getattr(fire, name))}"
    return (
        ", ".join(f"{modifier.amount:+d} {modifier.why or label(modifier.code)}" for modifier in fire.modifiers)
        or "without modifiers"
    )
