"""`wardiary pack words`: what may be said in a pack in lines, chart by chart, as `pack read` hears it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.output import folded, print_line
from domain.games import load
from domain.kernel.errors import unknown
from domain.kernel.rules import Rules
from domain.kernel.verbs import first_paragraph
from replays.dictated.lexicon import Lexicon

SHOWN = 8
"""How many rows are named of those that the text tells something of."""


def pack_words(system: str, chart: str) -> None:
    """`wardiary pack words`: the letters, words and figures of one chart of a system, or of all."""
    rules = load(system)
    if chart and chart not in rules.printed.charts:
        raise unknown("chart", chart, rules.printed.charts)
    for name in [chart] if chart else rules.printed.charts:
        for line in folded(f"{name}: {first_paragraph(rules.printed.charts[name].__doc__)}", "", "  "):
            print_line(line)
        for said in _said(rules, name):
            for line in folded(said, "  ", "    "):
                print_line(line)


def _said(rules: Rules[Any], chart: str) -> Iterator[str]:
    boards = rules.printed.boards
    words = Lexicon(rules, chart, boards({}) if boards else ())
    figures = [field for field in words.bare if field.kind is int and not (field.several or field.choices)]
    if figures:
        order = ", ".join(field.name for field in figures)
        yield f"bare figures go to {order}, in this order" if figures[1:] else f"a bare figure is {order}"
    if letters := words.schema.LETTERS:
        yield "letters: " + ", ".join(f"{letter} {word}" for letter, word in letters.items()) + ", . says nothing"
    for field in words.bare:
        if field.choices and not field.name.isupper():
            yield f"{field.name}: " + ", ".join(str(choice) for choice in field.choices if choice != "")
    if marks := [field.terms[0] for field in words.bare if field.kind is bool]:
        yield f"yes or no: {', '.join(marks)}"
    if texts := [field.name for field in words.bare if field.kind is str and not (field.choices or field.of_hexes)]:
        yield "in quotes, or behind its field: " + ", ".join(f'{name}="…"' for name in texts)
    if several := [field.name for field in words.bare if field.kind is int and field.several]:
        yield "several figures: " + ", ".join(f"{name}=6,5,3" for name in several)
    if hexes := [field.name for field in words.bare if field.of_hexes]:
        yield f"hexes: {', '.join(hexes)}"
    for word, field in words.linked.items():
        how = field.links
        example = "1530-1631" if how and how.through else "1530/1531" if words.of_hexes else "a/b+c"
        both = "; one line says it of both" if how and how.both else ""
        named = f"links: {word}" if how and how.word else f"{field.name}: what it is, then"
        yield f"{named} {example}{both}"
    yield from _told(rules, chart)


def _told(rules: Rules[Any], chart: str) -> Iterator[str]:
    """What `text` fills in: rows that it adds, with the fields that the rulebook's text tells of them."""
    by_fields: dict[tuple[str, ...], list[str]] = {}
    for known in rules.printed.roster:
        if known.chart == chart and known.says:
            by_fields.setdefault(tuple(known.says), []).append(known.row)
    for fields, rows in by_fields.items():
        more = f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else ""
        yield f"`text` adds {', '.join(rows[:SHOWN])}{more}, with {', '.join(fields)}"
    for group in rules.printed.groups:
        if group.chart == chart and group.prefix and group.says:
            yield f"`text` tells of {group.prefix}…: {', '.join(group.says)}"
