"""A numbered rule of a rulebook in lines, with its reading in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from auditing.rule_index import Indexed
from domain.kernel.house import house_rule
from domain.kernel.state import Reading
from projections.text import folded, paint

CASES_SHOWN = 8
"""Maximum number of cases listed; the rulebook's page has them all."""


def rule_lines(code: str, found: Indexed, holds: Mapping[str, str], house: Mapping[str, str]) -> Iterator[str]:
    """The lines on a rule. `holds` gives the choices of its readings that hold, `house` the game's house rules."""
    yield from (paint(line, bold=True) for line in folded(f"{found.citation}: {found.rule.about}", "", "  "))
    if found.module:
        yield from _item(
            "holds", "it is held to while one records: what is against it is refused, and can be insisted on"
        )
    else:
        yield from _item("nothing to do", found.rule.nothing)
    on, text = house_rule(house, found.citation)
    if on:
        yield from _item("house rule", text if on == found.citation else f"on {on}: {text}")
    for reading in found.readings:
        if isinstance(reading, Reading):
            yield from _read(reading, holds.get(reading.id, reading.default))
        else:
            yield from _item(reading.id, f"{_as_question(reading.question)} {reading.read}")
    for mend in found.mends:
        yield from _item("mended", f"in rules {mend.version}: {mend.what}")
    for case in found.cases[:CASES_SHOWN]:
        yield from _item("case", f"{case.id}: {case.title}")
    if len(found.cases) > CASES_SHOWN:
        yield from _item("", f"and {len(found.cases) - CASES_SHOWN} cases more")
    if found.parts:
        yield from _item("parts", ", ".join(found.parts))


def _read(reading: Reading, held: str) -> Iterator[str]:
    """The lines on a reading: the text and what it leaves open, the question, and the choices, beginning with the one
    that holds.
    """
    yield from _item(reading.id, reading.text)
    others = "; or ".join(f"{choice}, {what}" for choice, what in reading.choices.items() if choice != held)
    asked = _as_question(reading.question)
    yield from _item("", f"{asked[:1].upper()}{asked[1:]} {held}, {reading.choices[held]}; or {others}")


def _as_question(question: str) -> str:
    return question if question.endswith("?") else f"{question}:"


def _item(what: str, text: str) -> Iterator[str]:
    yield from folded(text, f"  {what:<14}", " " * 16)
