"""A dispute in lines and rows, with what its entry or its rule rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from auditing.reasons import reason_lines
from auditing.rule_index import look_up
from auditing.rule_words import rule_lines
from domain.kernel.disputes import Dispute, known, undoing
from domain.kernel.entries import Entry, unstruck
from domain.kernel.facts import BY_TABLE, SOURCES, Disputed, DisputeSettled, Stub, TakenBack, side_of
from domain.kernel.game import Game, View
from domain.kernel.questions import CHANCE_ANSWERS, Answer
from domain.kernel.standing_in import what_settled
from domain.kernel.telling import told
from projections.text import folded, paint

DEPTH = 2
"""How far the causes of a disputed entry are followed."""


def dispute_lines(game: Game[Any], name: str, side: str) -> Iterator[str]:
    """A dispute: what was said, and what is recorded of its entry or rule, as a side may see it. Raises
    BadInput."""
    one, view = known(game.disputes, name), game.seen_by(side)
    yield paint(f"{one.name}, {'open' if one.open else 'settled'}: {one.about()}", bold=True)
    for entry in one.said:
        yield from folded(_said(view, entry), "  ", "      ")
    if one.entry:
        for words in how_recorded(view, one.entry):
            yield from folded(words, "  ", "      ")
        yield from reason_lines(game, str(one.entry), side, depth=DEPTH)
    else:
        code, state = view.rules.code, view.state
        yield from rule_lines(code, look_up(code, one.rule), state.readings, state.house)


def _said(view: View[Any], entry: Entry) -> str:
    """What was said in a dispute, by whom and when."""
    fact = entry.fact
    assert isinstance(fact, (Disputed, DisputeSettled))
    if isinstance(fact, Disputed):
        words = fact.text + (f" (photograph {fact.file})" if fact.file else "")
    else:
        words = _how_settled(fact) + _decided(view, fact) + _since(view, fact)
    return f"#{entry.version} {_who(view, entry, fact.side)}: {words}"


def _since(view: View[Any], fact: DisputeSettled) -> str:
    """That what settled a dispute was taken back since, in brackets."""
    words = undoing(fact, view.entries)
    return f" ({words})" if words else ""


def _decided(view: View[Any], fact: DisputeSettled) -> str:
    """What the entry decided that settled a dispute."""
    words = what_settled(fact, view.disputes.get(fact.dispute), view.entries, view.rules.sides)
    return (f"; entry {fact.entry}: {words}" if fact.why else f": {words}") if words else ""


def _how_settled(fact: DisputeSettled) -> str:
    return fact.remark().removeprefix(f"{fact.dispute} is ")


def _who(view: View[Any], entry: Entry, side: str = "") -> str:
    """Whose word an entry is, and when it was typed."""
    player = view.began.players.get(side, "") if view.began else ""
    name = player or (side_of(view.rules.sides, side) if side else entry.recorder) or "somebody"
    return f"{name}, {_when(entry)}" if entry.time else name


def _when(entry: Entry) -> str:
    return f"{entry.time[:16].replace('T', ' ')} UTC"


def how_recorded(view: View[Any], version: int) -> Iterator[str]:
    """How an entry came into the record: who typed it and when, its dice typed or rolled, and whether it still
    stands."""
    entries = {entry.version: entry for entry in view.entries}
    entry = entries[version]
    declared = entries.get(entry.of, entry)
    who = " by ".join(filter(None, ("typed", entry.recorder)))
    if not isinstance(entry.fact, Answer) and declared is not entry:
        yield f"entry {version} follows by the rules from entry {declared.version}"
        who = " by ".join(filter(None, (f"entry {declared.version} was typed", declared.recorder)))
    yield who + (f", {_when(entry)}" if entry.time else "")
    for chance in view.entries:
        if chance.of != entry.of or not isinstance(chance.fact, CHANCE_ANSWERS):
            continue
        if chance is entry or not isinstance(entry.fact, Answer):
            source = "typed" if chance.fact.source == BY_TABLE else SOURCES.get(chance.fact.source, chance.fact.source)
            back = " (taken back)" if _is_struck(view, chance.version) else ""
            yield f"#{chance.version} {source}: {told(chance.fact, view.rules.sides)}{back}"
    if isinstance(entry.fact, Stub):
        yield f"what it holds is a secret of {side_of(view.rules.sides, entry.fact.secret)}"
    if _is_struck(view, version):
        yield f"entry {version} was taken back since"


def _is_struck(view: View[Any], version: int) -> bool:
    """Whether an entry was taken back."""
    fact = next(entry.fact for entry in view.entries if entry.version == version)
    return not isinstance(fact, TakenBack) and version not in unstruck(view.entries)


def dispute_plain(view: View[Any], one: Dispute) -> dict[str, Any]:
    """A dispute in its JSON form, as the view may tell it."""
    said = [
        {
            "version": entry.version,
            "at": entry.time,
            "by": entry.recorder,
            "side": entry.fact.side,
            "said": entry.fact.text
            if isinstance(entry.fact, Disputed)
            else _how_settled(entry.fact) + _decided(view, entry.fact) + _since(view, entry.fact),
            "photograph": entry.fact.file if isinstance(entry.fact, Disputed) else "",
        }
        for entry in one.said
        if isinstance(entry.fact, (Disputed, DisputeSettled))
    ]
    struck = bool(one.entry) and _is_struck(view, one.entry)
    return {"id": one.name, "about": one.about(), "open": one.open, "taken_back": struck, "said": said}


def dispute_rows(plain: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a dispute in the list: one for each thing that was said; the first says what it is about."""
    about = plain["about"] + (", taken back since" if plain["taken_back"] else "")
    first = {"id": plain["id"], "about": about, "state": "open" if plain["open"] else "settled"}
    for n, said in enumerate(plain["said"]):
        who = said["side"] or said["by"]
        yield {**(first if not n else {}), "entry": f"#{said['version']}", "who": who, "said": said["said"]}
