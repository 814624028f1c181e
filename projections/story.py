"""What followed a declaration, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.entries import Entry


def story(entries: Iterable[Entry]) -> str:
    """The sentences of one append, joined, with the rules they rest on; "" when none of its facts says anything.

    What was looked at without any consequence comes last, by its reasons.
    """
    told: list[str] = []
    rules: dict[str, None] = {}
    idle: dict[str, list[str]] = {}
    for entry in entries:
        who, why = entry.fact.idle()
        if who:
            idle.setdefault(why, []).append(who)
        elif words := entry.fact.sentence():
            told.append(words)
            rules[entry.fact.rule] = None
    told += [f"nothing from {', '.join(names)} ({why})" for why, names in idle.items()]
    rules.pop("", None)
    return cited("; ".join(told), *rules)


def cited(words: str, *rules: str) -> str:
    """Words with the rules they rest on, but for one that they end with themselves."""
    more = [rule for rule in rules if rule and not words.endswith(f"[{rule}]")]
    return words + (f" [{', '.join(more)}]" if more else "")
