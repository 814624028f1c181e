"""Dice and draws made again: what stood at their place before a take-back struck it.

The same value said again, as `redo` and `fix` say it, is no new throw, and a value that `fix` corrects is none either:
its correction stands in the record as one. Another value for the same purpose at the same moment is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from domain.kernel.entries import Entry
from domain.kernel.facts import Drawn, Rolled, TakenBack

Key = tuple[object, ...]


def made_again(entries: Iterable[Entry]) -> Mapping[int, Sequence[Entry]]:
    """The struck throws or draws that an entry stands in for, by its version, the oldest first.

    Each is set against those that the last take-back struck. One that only says again what was struck stands in for
    what that one stood in for.
    """
    entries = list(entries)
    if not any(isinstance(entry.fact, TakenBack) for entry in entries):
        return {}
    stands: list[Entry] = []
    struck: dict[Key, list[list[Entry]]] = defaultdict(list)
    found: dict[int, tuple[Entry, ...]] = {}
    corrected: set[int] = set()
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, TakenBack):
            taken: dict[Key, list[Entry]] = defaultdict(list)
            while stands and stands[-1].version > fact.to:
                back = stands.pop()
                taken[_key(back)].insert(0, back)
                if fact.fixed:
                    corrected.add(back.version)
            for key, those in taken.items():
                struck[key].append(those)
        elif isinstance(fact, (Rolled, Drawn)):
            stands.append(entry)
            rounds = struck.get(_key(entry)) if struck else None
            if not rounds:
                continue
            same = next((one for one in rounds[-1] if came_to(one) == came_to(entry)), None)
            former = same or rounds[-1][0]
            rounds[-1].remove(former)
            if not rounds[-1]:
                rounds.pop()
            before = found.get(former.version, ())
            thrown = not same and former.version not in corrected
            if before or thrown:
                found[entry.version] = (*before, former) if thrown else before
    return found


def again_in(some: Sequence[Entry], entries: Sequence[Entry]) -> Mapping[int, str]:
    """That throws and draws among some entries of a record were made again, in words, by version."""
    if not any(isinstance(entry.fact, (Rolled, Drawn)) for entry in some):
        return {}
    if not any(isinstance(entry.fact, TakenBack) for entry in entries):
        return {}
    again = made_again(entries)
    return {entry.version: again_words(entry, again[entry.version]) for entry in some if again.get(entry.version)}


def came_to(entry: Entry) -> str:
    """What a throw or draw came to, in words."""
    fact = entry.fact
    return " ".join(map(str, fact.dice)) or "no dice" if isinstance(fact, Rolled) else getattr(fact, "item", "")


def again_words(entry: Entry, before: Sequence[Entry]) -> str:
    """That a throw or draw was made again, with what it came to before; "" if it was not."""
    if not before:
        return ""
    done = "rolled" if isinstance(entry.fact, Rolled) else "drawn"
    were = ", ".join(f"#{one.version} was {came_to(one)}" for one in before)
    return f"{done} again after a take-back: {were}"


def _key(entry: Entry) -> Key:
    """What makes two throws the same: who makes them, for what, and when. Secrets are set against their own side's."""
    fact = entry.fact
    assert isinstance(fact, (Rolled, Drawn))
    return (fact.TOPIC, fact.name, fact.side, fact.secret, repr(fact.purpose), entry.moment.path)
