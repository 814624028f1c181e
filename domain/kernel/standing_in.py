"""What stands now in the place of a struck entry, and so what an entry decided that settled a dispute.

A correction says the lines behind it again, all at one time. An entry of it stands for the struck one that was said of
the same thing in the same phase; where that is not sure, none does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.disputes import Dispute, stands_for
from domain.kernel.entries import Entry, standing, unstruck
from domain.kernel.facts import Declared, DisputeSettled, TakenBack
from domain.kernel.questions import Answer
from domain.kernel.telling import told


def in_place_of(version: int, entries: Sequence[Entry]) -> Entry | None:
    """The entry that stands in the place of a struck one; None if none does, or nothing struck it."""
    by_version, kept = {entry.version: entry for entry in entries}, unstruck(entries)
    found = by_version.get(version)
    if found is None or version in kept or isinstance(found.fact, TakenBack):
        return None
    while found is not None and found.version not in kept:
        found = _said_behind(found, entries) or by_version.get(stands_for(found, standing(entries)))
    return found


def _said_behind(struck: Entry, entries: Sequence[Entry]) -> Entry | None:
    """The entry in the place of a struck one among those that its correction said again."""
    back = next(e for e in entries if _strikes(e, struck))
    assert isinstance(back.fact, TakenBack)
    if not (back.fact.fixed and back.time):
        return None
    stood = standing(entry for entry in entries if entry.version < back.version)
    before = [e for e in stood if e.version > back.fact.to and _what(e) == _what(struck)]
    after = [e for e in entries if e.version > back.version and e.time == back.time and _what(e) == _what(struck)]
    same = [[e for e in those if e.fact == struck.fact] for those in (before, after)]
    if len(same[1]) >= len(same[0]):
        return same[1][same[0].index(struck)]
    return after[before.index(struck)] if len(after) == len(before) else None


def _strikes(entry: Entry, struck: Entry) -> bool:
    return isinstance(entry.fact, TakenBack) and entry.version > struck.version > entry.fact.to


def _what(entry: Entry) -> tuple[object, ...]:
    """What an entry was said of, and when, whatever it says."""
    fact = entry.fact
    if isinstance(fact, Answer):
        said: tuple[object, ...] = (fact.name, fact.side, repr(getattr(fact, "purpose", "")))
    else:
        said = (fact.verb, fact.side) if isinstance(fact, Declared) else ()
    return (fact.TOPIC, fact.secret, *said, entry.moment.path)


def stand_in_words(version: int, entries: Sequence[Entry], sides: Mapping[str, str]) -> str:
    """That another entry stands for a struck one now, and what it says; "" if none does."""
    now = in_place_of(version, entries)
    if now is None:
        return ""
    says = told(now.fact, sides)
    return f"entry {now.version} stands for entry {version} now" + (f": {says}" if says else "")


def what_settled(fact: DisputeSettled, of: Dispute | None, entries: Sequence[Entry], sides: Mapping[str, str]) -> str:
    """What the entry decided by which a dispute was settled, in words; "" if words alone settled it."""
    settling = next((entry for entry in entries if entry.version == fact.entry), None)
    if settling is None:
        return ""
    back = settling.fact
    if not isinstance(back, TakenBack):
        return told(back, sides)
    now = stand_in_words(of.entry, entries, sides) if of and of.entry else ""
    return "; ".join(filter(None, (back.why or back.named(sides), now)))
