"""What followed a declaration, in a line; or event by event, where a line would be long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.facts import SETTLED, Rolled, Sealed
from domain.kernel.telling import scored
from projections.text import folded

LONG = 4
"""A story of more lines than these is told event by event."""
HIT, OTHER = "* ", "  "
"""Before an event in which steps were lost, and before any other."""


class Event(NamedTuple):
    """Something that happened, with what followed from it."""

    words: str
    hits: bool = False
    """Whether steps were lost by it."""


class Told(NamedTuple):
    """What an append tells."""

    events: tuple[Event, ...]
    rules: tuple[str, ...]
    """The rules it rests on."""


def told(entries: Iterable[Entry]) -> Told:
    """The events of one append. What was looked at without any consequence comes last, by its reasons.

    That something was settled in secret is told once: of an answer in secret by what came of it, where everybody may know what that is about. What a
    lost step scores goes without saying.
    """
    entries = [*entries]
    known = any(isinstance(entry.fact, Sealed) and entry.fact.what for entry in entries)
    events: list[Event] = []
    rules: dict[str, None] = {}
    idle: dict[str, list[str]] = {}
    rolled, secret = False, False
    for entry in entries:
        fact = entry.fact
        who, why = fact.idle()
        if who:
            idle.setdefault(why, []).append(who)
            continue
        words = fact.sentence()
        untold = isinstance(fact, Sealed) and not fact.what and known
        if not words or untold or (secret and words == SETTLED):
            continue
        secret = secret or words == SETTLED
        words = "; ".join((words, *(() if fact.losses else scored(fact))))
        if events and (rolled or fact.follows):
            events[-1] = Event(f"{events[-1].words}; {words}", events[-1].hits or bool(fact.losses))
        else:
            events.append(Event(words, bool(fact.losses)))
        rules[fact.rule] = None
        rolled = isinstance(fact, Rolled)
    events += [Event(f"nothing from {', '.join(names)} ({why})") for why, names in idle.items()]
    rules.pop("", None)
    return Told(tuple(events), tuple(rules))


def story(entries: Iterable[Entry]) -> str:
    """The sentences of one append, joined, with the rules they rest on; "" when none of its facts says anything."""
    return _joined(told(entries))


def _joined(found: Told) -> str:
    return cited("; ".join(event.words for event in found.events), *found.rules)


def lines(entries: Iterable[Entry]) -> list[str]:
    """The story of one append as a screen shows it: a paragraph, or a line an event where it is long, those marked in which steps were lost."""
    found = told(entries)
    paragraph = folded(_joined(found))
    if len(paragraph) <= LONG or len(found.events) < 3:
        return paragraph
    by_event = [line for event in found.events for line in folded(event.words, HIT if event.hits else OTHER, "    ")]
    return by_event + (folded(f"[{', '.join(found.rules)}]", OTHER, "    ") if found.rules else [])


def cited(words: str, *rules: str) -> str:
    """Words with the rules they rest on, but for one that they end with themselves."""
    more = [rule for rule in rules if rule and not words.endswith(f"[{rule}]")]
    return words + (f" [{', '.join(more)}]" if more else "")
