"""Tables of a report on a narrow screen, and what a source says of its figure."""

from __future__ import annotations

import re

import pytest

from projections.report.build import Drawings, build
from projections.report.columns import card_class, table_rules
from projections.report.model import Figure, Picture, ReportTable
from projections.report.page import page
from projections.report.stacks import with_stacks
from projections.signs import Stack
from tests.shipped import played

NARROW = ReportTable("Losses", ("side", "steps lost"), (("Japanese", Figure("12", (1, 2))), ("US", "")))
WIDE = ReportTable(
    "Battles",
    ("turn", "attacker", "attack", "defence", "odds", "die"),
    (("1", "Japanese", "+6 strength in 3110; +9 strength in 3109", "+3 strength in 3209, of one unit", "2:1", "3"),),
)


def test_a_table_is_told_as_cards_where_it_has_no_room() -> None:
    assert card_class(NARROW) == ""
    assert card_class(WIDE).startswith("cards")
    twice = ReportTable("All", WIDE.columns * 3, tuple(row * 3 for row in WIDE.rows))
    assert card_class(twice) == "cards always"


def test_a_card_has_every_head_and_a_table_that_fits_has_none() -> None:
    rules = "\n".join(table_rules((NARROW, WIDE)))
    assert re.findall(r'#t2 [^{]*\{ content: "([^"]*)"', rules) == list(WIDE.columns)
    assert "#t1 tbody" not in rules
    assert ":where(#t1 tr) > :nth-child(2) { text-align: right; }" in rules


@pytest.mark.parametrize("name", ['"}</style><script>', "a\\", "*/ @import 'x'", "\n}"])
def test_a_hostile_head_commands_nothing(name: str) -> None:
    rules = "\n".join(table_rules((WIDE._replace(columns=(name,) * 6),)))
    said = re.findall(r'content: "([^"]*)"', rules)
    assert len(said) == 6
    assert not set("<>'\n@*}") & set("".join(said))


def test_every_source_says_what_its_figure_is() -> None:
    """Given a played game, then each note of its sources has for each value in words what it counts, and where it
    stands."""
    text = page(build(played("iwo", "guns-and-tanks").seen_by("umpire"), drawn=Drawings.NOTHING))
    notes = re.findall(r'<li id="s\d+">(.*?), from <span', text)
    assert len(notes) > 10
    assert [note for note in notes if re.search(r"</b> (;|$)", note)] == []
    assert any("steps lost" in note for note in notes)


def test_a_side_that_nobody_plays_has_its_name() -> None:
    text = page(build(played("betio", "issue-in-doubt").seen_by("umpire"), upto=200, drawn=Drawings.NOTHING))
    assert "Japanese hits" in text
    assert re.search(r"\bjp\b", re.sub(r"<style>.*?</style>", "", text, flags=re.S)) is None


STACK = Stack(95, 95, 10, 10, "Cove (2636)", ("2/2-E 2", "<b>"))


def test_what_a_stack_opens_lies_within_its_drawing_and_is_words() -> None:
    """Given a stack in the corner of a drawing, then its card lies within, and names are no markup."""
    picture = Picture("", "", "", stacks=(STACK,))
    made = str(with_stacks('<svg viewBox="0 0 300 200"></svg>', picture))
    card = re.search(r'<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"', made)
    assert card
    x, y, wide, high = map(float, card.groups())
    assert 0 <= STACK.x + x <= STACK.x + x + wide <= 300
    assert 0 <= STACK.y + y <= STACK.y + y + high <= 200
    assert "&lt;b&gt;" in made
    assert made.endswith("</svg>")
