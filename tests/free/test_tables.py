"""What a report tells of a game by lines: how it was set up, and the luck of its dice."""

from __future__ import annotations

import pytest

from projections.free.story import Teller
from projections.free.tables import tables
from projections.report.model import Cell, Figure
from projections.stories import chapters
from tests.free.table import begun, recorder


def told(dice: str, *lines: str) -> dict[str, list[list[str]]]:
    game = begun(dice=dice)
    at = recorder(game)
    for line in lines:
        at.hear(line)
    return {table.title: [[plain(cell) for cell in row] for row in table.rows] for table in tables(game.seen_by(""))}


def plain(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


def test_the_set_up_says_where_each_piece_stood_first() -> None:
    """Given pieces that were placed and counted, when they move and lose steps, then the table says how they began."""
    found = told("6", "German: 3Pz at Bonn", "3Pz =4", "soviet: 16A at Fulda", "3Pz -1", "3Pz > Fulda")
    assert found["Set-up"] == [["German", "3Pz", "Bonn", "4"], ["Soviet", "16A", "Fulda", ""]]


def test_the_story_leaves_to_the_set_up_what_its_table_shows() -> None:
    """Given lines of where pieces stand before play, when the story is told, then none of them is in it; what says
    more, and who comes later, is."""
    game = begun()
    at = recorder(game)
    for line in (
        "German: 3Pz, 9A at Bonn",
        "3Pz =4, 9A =3 (3)",
        "soviet: 16A at Fulda",
        "soviet: 1Gd at Fulda, dug in",
        "3Pz =4",
        "3Pz > Fulda",
        "German: 5Pz at Bonn",
    ):
        at.hear(line)
    ((_, told),) = chapters(Teller, game.seen_by(""))
    (said,) = (line.words for line in told)
    assert said == "Soviet: 1Gd at Fulda, dug in. 3Pz has four steps. 3Pz goes to Fulda. German: 5Pz at Bonn."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3Pz > Fulda > Hof", "3Pz goes to Fulda and on to Hof."),
        ("3Pz Bonn > Fulda", "3Pz goes from Bonn to Fulda."),
        ("3Pz,9A > Fulda", "3Pz and 9A go to Fulda."),
        ("3Pz (4), and it holds", "3Pz has four steps left, and it holds."),
        ("9A waits for german's word, a german word", "9A waits for German's word, a german word."),
        ("9A falls back > Fulda", "9A falls back to Fulda."),
        ("9A fires, roll 65: 16A -1", "9A fires, roll 65: 16A loses one step."),
        ("9A shells 16A -1", "9A shells 16A -1."),
        ("9A fires, 2d6 44: 16A -1", "9A fires, 2d6 show 4 and 4: 16A loses one step."),
        ("3d6 651", "3d6 show 6, 5 and 1."),
        ("d6 5, no luck", "D6 shows 5, no luck."),
        ("d100 47", "D100 shows 47."),
        ("he throws 2d6 44", "He throws 2d6 44."),
        ("2d6 = 8, and it rains", "2d6 come to 8, and it rains."),
        ("events = 1..25", "Events holds 1 to 25."),
        ("16A gone, and no more of it", "16A is gone, and no more of it."),
        ("Fulda =Soviet", "Fulda falls to Soviet."),
        ("German +2", "German scores two points."),
        ('"3Pz > Fulda" is what he said', '"3Pz > Fulda" is what he said.'),
    ],
)
def test_a_story_reads_marks_aloud(line: str, said: str) -> None:
    """Given a line with marks, when the story is told, then they are words where a clause is theirs, and else stand as
    they were written."""
    game = begun()
    at = recorder(game)
    for before in ("German: 3Pz, 9A at Bonn", "3Pz =4, 9A =3", "soviet: 16A at Fulda", "16A =4", line):
        at.hear(before)
    ((_, told),) = chapters(Teller, game.seen_by(""))
    assert told[-1].words.endswith(said)


def test_faces_that_are_words_are_counted_against_fair_dice() -> None:
    found = told("hit hit miss crit", "german: roll hit crit hit hit")
    assert found["Faces"] == [
        ["German", "hit", "3", "2.0"],
        ["German", "miss", "0", "1.0"],
        ["German", "crit", "1", "1.0"],
    ]


def test_faces_from_0_are_counted_too() -> None:
    found = told("0..3", "soviet: roll 0310")
    assert [row[1:3] for row in found["Faces"]] == [["0", "2"], ["1", "1"], ["2", "0"], ["3", "1"]]


def test_sums_are_held_against_fair_sums() -> None:
    found = told("6", "german: 2d6 = 8", "german: 2d6 = 5, no luck")
    assert found["Sums of dice"] == [["German", "2d6", "2", "6.50", "7.00"]]
