"""What the record says about itself: disputes and how they were settled, every roll and draw, and every entry.

Each takes a game as its audience may see it; here also stands what was taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.disputes import Disputes, disputes_in, undoing
from domain.kernel.entries import Entry, standing, unstruck
from domain.kernel.facts import (
    SOURCES,
    Adjusted,
    BranchedFrom,
    ByHouseRule,
    Declared,
    Disputed,
    DisputeSettled,
    Drawn,
    Fact,
    Irregular,
    PhaseBegan,
    Rolled,
    RulingMade,
    SealKept,
    TakenBack,
)
from domain.kernel.house import HOUSE
from domain.kernel.repeats import again_in
from domain.kernel.standing_in import what_settled
from domain.kernel.state import say
from projections.report.counting import View, moment, side_title
from projections.report.model import Cell, Figure, ReportTable, StoryLine
from projections.report.places import named

# ---- disputes ----


def disputes(view: View) -> tuple[StoryLine, ...]:
    """What the record says about itself: disputes, rulings, irregularities, values set by hand, take-backs for
    a reason and what they struck, branches."""
    found: list[StoryLine] = []
    kept: list[Entry] = []
    named = disputes_in(view.entries)
    for entry in view.entries:
        if not entry.fact.STRUCK:
            words = (
                entry.fact.named(view.rules.sides)
                if isinstance(entry.fact, SealKept)
                else _of_dispute(view, named, entry)
            )
            found.append(StoryLine(_at(words, entry), (entry.version,), "dispute"))
            continue
        if not isinstance(entry.fact, TakenBack):
            kept.append(entry)
            continue
        struck: list[Entry] = []
        while kept and kept[-1].version > entry.fact.to:
            struck.insert(0, kept.pop())
        if not entry.fact.why:  # a slip, of which the record tells
            continue
        words = f"{_struck(view, struck)}, back to entry {entry.fact.to}: {entry.fact.why}"
        found.append(StoryLine(_at(words, entry), (entry.version, *(e.version for e in struck)), "taken-back"))
    return tuple(sorted([*found, *_remarks(kept)], key=lambda line: line.entries[0]))


def _of_dispute(view: View, disputes: Disputes, entry: Entry) -> str:
    """What was said in a dispute, whether it is open still, and whether its entry was taken back."""
    fact = entry.fact
    assert isinstance(fact, (Disputed, DisputeSettled))
    dispute, words = disputes.get(fact.dispute), fact.remark() + _rule(fact)
    if isinstance(fact, DisputeSettled) and (says := what_settled(fact, dispute, view.entries, view.rules.sides)):
        words += f"; {says}"
    if isinstance(fact, DisputeSettled) and (since := undoing(fact, view.entries)):
        return f"{words} ({since})"
    if dispute is None or dispute.said[0].version != entry.version:
        return words
    back = dispute.entry and dispute.entry not in unstruck(view.entries)
    struck = f" Entry {dispute.entry} was taken back since." if back else ""
    return f"{words}.{' Still open.' if dispute.open else ''}{struck}"


_KINDS: Mapping[type[Fact], str] = {
    RulingMade: "ruling",
    Irregular: "irregular",
    ByHouseRule: "ruling",
    Adjusted: "adjusted",
    BranchedFrom: "adjusted",
}


def _remarks(kept: Sequence[Entry]) -> Iterator[StoryLine]:
    """A line for each thing that was settled at the table, and one for each that was insisted on, with the rules it
    broke."""
    insisted: dict[tuple[int, str], list[Entry]] = {}
    for entry in kept:
        fact, reason = entry.fact, getattr(entry.fact, "as_played", "")
        if isinstance(fact, Irregular) and (entry.of, reason) in insisted:
            insisted[entry.of, reason].append(entry)
        elif type(fact) in _KINDS:
            yield StoryLine(_at(fact.remark() + _rule(fact), entry), (entry.version,), _KINDS[type(fact)])
        elif reason and reason != HOUSE:  # the answers of a line have its reason too
            insisted.setdefault((entry.of, reason), [entry])
    for (_, reason), (first, *broken) in insisted.items():
        why = "".join(f": {getattr(one.fact, 'why', '')}{_rule(one.fact)}" for one in broken) or _rule(first.fact)
        words = f"{_spoken(first.fact)}{why}; as played: {reason}"
        kind = "irregular" if broken else "dispute"
        yield StoryLine(
            _at(words, first), tuple(entry.version for entry in (first, *broken)), kind, getattr(first.fact, "side", "")
        )


def _at(words: str, entry: Entry) -> str:
    where = moment(entry)
    words = f"{where}: {words}" if where else words
    return words[:1].upper() + words[1:]


def _rule(fact: Fact) -> str:
    return f" [{fact.rule}]" if fact.rule else ""


def _spoken(fact: Fact) -> str:
    """A declaration or answer as a player would say it."""
    if isinstance(fact, Declared):
        return " ".join([fact.verb, *map(say, fact.values.values())])
    name, value = getattr(fact, "name", ""), getattr(fact, "value", None)
    return f"{name} {say(value)}" if name and value is not None else fact.sentence()


STRUCK = 2
"""Sentences told of what was taken back."""


def _struck(view: View, entries: Sequence[Entry]) -> str:
    """What was taken back: what was told of it, where there is no such thing, what was said."""
    place = named(view)
    told = [
        words
        for words in (entry.fact.named(view.rules.sides) for entry in entries if not isinstance(entry.fact, PhaseBegan))
        if words
    ]
    told = [place(words) for words in told] or [_spoken(entry.fact) for entry in entries]
    more = f" and {len(told) - STRUCK} more" if len(told) > STRUCK else ""
    count = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
    return f"{'; '.join(told[:STRUCK])}{more} ({count})" if told else count


# ---- the appendix ----


def chance(view: View) -> tuple[ReportTable, ...]:
    """Every roll and every draw, those that were taken back among them."""
    stands, again = {entry.version for entry in standing(view.entries)}, again_in(view.entries, view.entries)
    rolls: list[tuple[Cell, ...]] = []
    draws: list[tuple[Cell, ...]] = []
    for entry in view.entries:
        fact = entry.fact
        if isinstance(fact, Rolled | Drawn):
            mine = (entry.version,)
            place = (Figure(str(entry.version), mine), moment(entry), side_title(view, fact.side), fact.words)
            notes = (again.get(entry.version, ""), "" if entry.version in stands else "taken back")
            proof = (SOURCES.get(fact.source, fact.source), fact.rule, "; ".join(filter(None, notes)))
            if isinstance(fact, Rolled):
                faces = Figure(" ".join(map(str, fact.dice)), mine)
                rolls.append((*place, faces, str(fact.sides), Figure(str(sum(fact.dice)), mine), *proof))
            else:
                draws.append((*place, Figure(fact.item, mine), str(fact.left), *proof))
    after = ("source", "rule", "note")
    tables = (
        ReportTable(
            "Every roll",
            ("entry", "moment", "side", "purpose", "dice", "faces of a die", "sum", *after),
            tuple(rolls),
            "In the order of the record.",
        ),
        ReportTable(
            "Every draw",
            ("entry", "moment", "from", "purpose", "drawn", "left", *after),
            tuple(draws),
            "In the order of the record. Left: how many could have come, the one drawn among them.",
        ),
    )
    return tuple(table for table in tables if table.rows)


def named_values(fact: Fact) -> str:
    """A declaration or answer as it was said; "" for anything else."""
    if isinstance(fact, Declared):
        return " ".join([fact.verb, *(f"{name}={say(value)}" for name, value in fact.values.items())])
    name, value = getattr(fact, "name", ""), getattr(fact, "value", None)
    return f"{name}={say(value)}" if name and value is not None else ""


def entry_table(view: View) -> ReportTable:
    """Every entry, for figures to lead to; those that were taken back are marked. What has no words of its own is
    called by its topic."""
    stands = unstruck(view.entries)
    rows: list[tuple[Cell, ...]] = []
    for entry in view.entries:
        fact = entry.fact
        side = side_title(view, getattr(fact, "side", ""))
        words = named_values(fact) or fact.named(view.rules.sides) or fact.TOPIC.rpartition(".")[2].replace("-", " ")
        struck = "" if entry.version in stands or isinstance(fact, TakenBack) else "taken back"
        rows.append((Figure(str(entry.version), (entry.version,)), moment(entry), side, words, fact.rule, struck))
    return ReportTable(
        "The record",
        ("entry", "moment", "side", "what", "rule", "note"),
        tuple(rows),
        "What this report rests on.",
        is_record=True,
    )
