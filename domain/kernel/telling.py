"""Facts in words, where the sentence alone would say too little: with the answer, the points, or the difference of
two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.facts import Decided, Fact, Fire, Gain, Loss, Points, Track, label, shown_fields, side_of, substance
from domain.kernel.questions import NOTHING, said
from domain.kernel.state import say

NOT_READ = "(not read: "
"""Begins what a line tells of the numbers that it did not read."""


def told(fact: Fact, sides: Mapping[str, str]) -> str:
    """A fact in words, with its answer and the points scored by it, sides by their names; "" if it says nothing."""
    return "; ".join(filter(None, (fact.named(sides) or answered(fact, sides), *scored(fact, sides))))


def scored(fact: Fact, sides: Mapping[str, str]) -> tuple[str, ...]:
    """The points a fact brings, in words; empty if its sentence already tells them."""
    return () if fact.TELLS_POINTS else tuple(_scored(points, sides) for points in fact.points)


def answered(fact: Fact, sides: Mapping[str, str]) -> str:
    """A side's decision in words, "none" included; "" for any other fact."""
    if not isinstance(fact, Decided):
        return ""
    answer = (said(fact) or NOTHING).replace(",", ", ")
    return f"{side_of(sides, fact.side)} decides {fact.name}: {answer}"


def _scored(points: Points, sides: Mapping[str, str]) -> str:
    number = abs(points.amount)
    given = f"{number} {'point' if number == 1 else 'points'} {'from' if points.amount < 0 else 'to'}"
    return f"{given} {side_of(sides, points.side)}" + (f": {points.why}" if points.why else "")


# ---- how two differ ----


def told_apart(one: Fact, other: Fact, sides: Mapping[str, str]) -> tuple[str, str]:
    """Two different facts, each in words that tell which it is.

    If their sentences are equal, the differing fields are added.
    """
    words = [fact.named(sides) or answered(fact, sides) or fact.TOPIC for fact in (one, other)]
    if len(set(words)) > 1:
        return told(one, sides) or one.TOPIC, told(other, sides) or other.TOPIC
    return ", ".join([words[0], *_carried(one, other, sides)]), ", ".join([words[1], *_carried(other, one, sides)])


def _carried(fact: Fact, other: Fact, sides: Mapping[str, str]) -> Iterator[str]:
    """The fields in which a fact differs from another, in words."""
    if type(fact) is not type(other):
        yield fact.TOPIC
        return
    for name in type(fact).model_fields:
        mine, theirs = getattr(fact, name), getattr(other, name)
        if name in shown_fields(type(fact)) or name == "rule" or substance(mine) == substance(theirs):
            continue
        if name in _LISTS:
            yield ", ".join(_item(one, sides) for one in mine) or f"no {name}"
        elif isinstance(mine, Fire) or isinstance(theirs, Fire):
            yield _fire(mine, theirs)
        else:
            yield f"{name} {say(mine)}"


_LISTS = ("losses", "gains", "points", "tracks")


def _item(item: Loss | Gain | Points | Track, sides: Mapping[str, str]) -> str:
    match item:
        case Points():
            return _scored(item, sides) + ("" if item.permanent else ", not for good")
        case Track():
            return f"{item.name} from {item.was} to {item.now}"
        case Loss():
            gone = ", eliminated" if item.eliminated else "" if item.left is None else f", {item.left} left"
            return f"{item.unit} ({sides.get(item.side, item.side)}) loses {item.steps} by {label(item.cause)}{gone}"
        case Gain():
            return (
                f"{item.unit} ({sides.get(item.side, item.side)}) gets {item.steps} back by "
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
