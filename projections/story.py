"""What followed a declaration, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.table import Entry


def story(entries: Iterable[Entry]) -> str:
    """The sentences of one append, joined, with the rules they rest on; "" when none of its facts says anything."""
    told = [(words, entry.fact.rule) for entry in entries if (words := entry.fact.sentence())]
    rules = dict.fromkeys(rule for _, rule in told if rule)
    cited = f" [{', '.join(rules)}]" if rules else ""
    return "; ".join(words for words, _ in told) + cited
