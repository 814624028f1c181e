"""The story of a declaration in one line, or event by event if the line would be long."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.kernel.entries import Entry
from domain.kernel.facts import SETTLED, Rolled, Stub
from domain.kernel.telling import scored
from projections.text import folded

LONG = 4
"""Maximum number of lines of a story told as one paragraph."""
HIT, OTHER = "* ", "  "
"""The marks before an event with lost steps, and before any other."""


class Event(NamedTuple):
    """Something that happened, and what followed from it."""

    words: str
    hits: bool = False
    """Whether it took steps."""


class AppendStory(NamedTuple):
    """The story of one append."""

    events: tuple[Event, ...]
    rules: tuple[str, ...]
    """The rules it rests on."""


def events_and_rules(
    entries: Iterable[Entry], sides: Mapping[str, str], again: Mapping[int, str] | None = None
) -> AppendStory:
    """The events of one append, sides by their names. Looks without effect come last, grouped by reason.

    `again` says of throws and draws that they were made again, by version.
    Secret settlements are told once. A secret answer is told by what came of it, if everybody may know its subject.
    Points for a lost step are not repeated.
    """
    entries = [*entries]
    known = any(isinstance(entry.fact, Stub) and entry.fact.what for entry in entries)
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
        words = fact.named(sides)
        untold = isinstance(fact, Stub) and not fact.what and known
        if not words or untold or (secret and words == SETTLED):
            continue
        secret = secret or words == SETTLED
        words = "; ".join((words, *(() if fact.losses else scored(fact, sides))))
        if again and entry.version in again:
            words += f" ({again[entry.version]})"
        if events and (rolled or fact.follows):
            events[-1] = Event(f"{events[-1].words}; {words}", events[-1].hits or bool(fact.losses))
        else:
            events.append(Event(words, bool(fact.losses)))
        rules[fact.rule] = None
        rolled = isinstance(fact, Rolled)
    events += [Event(f"nothing from {', '.join(names)} ({why})") for why, names in idle.items()]
    rules.pop("", None)
    return AppendStory(tuple(events), tuple(rules))


def story(entries: Iterable[Entry], sides: Mapping[str, str]) -> str:
    """The sentences of one append, joined, with the rules they rest on; "" if none of its facts says anything."""
    return _joined(events_and_rules(entries, sides))


def _joined(found: AppendStory) -> str:
    return cited("; ".join(event.words for event in found.events), *found.rules)


def lines(entries: Iterable[Entry], sides: Mapping[str, str], again: Mapping[int, str] | None = None) -> list[str]:
    """The story of one append for a screen: a paragraph, or a line an event if it is long; events with lost steps are
    marked. `again` says what was thrown or drawn again.
    """
    found = events_and_rules(entries, sides, again)
    paragraph = folded(_joined(found))
    if len(paragraph) <= LONG or len(found.events) < 3:
        return paragraph
    by_event = [line for event in found.events for line in folded(event.words, HIT if event.hits else OTHER, "    ")]
    return by_event + (folded(f"[{', '.join(found.rules)}]", OTHER, "    ") if found.rules else [])


def cited(words: str, *rules: str) -> str:
    """Words with the rules they rest on, except one that they already end with."""
    more = [rule for rule in rules if rule and not words.endswith(f"[{rule}]")]
    return words + (f" [{', '.join(more)}]" if more else "")
