"""Hexes: neighbours, distance, lines and rings, in any numbering."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import BadInput
from domain.kernel.hexes import DIRECTIONS, Grid

GRIDS = (
    Grid(shifted="even"),
    Grid(shifted="odd"),
    Grid(shifted="even", row_first=False),
    Grid(shifted="odd", row_first=False),
)
OPPOSITE = {"ahead": "back", "down-ahead": "up-back", "down-back": "up-ahead"}
grids = st.sampled_from(GRIDS)
places = st.tuples(st.integers(20, 80), st.integers(20, 80))


def at(grid: Grid, place: tuple[int, int]) -> str:
    row, column = place
    return f"{row:02}{column:02}" if grid.row_first else f"{column:02}{row:02}"


@given(grids, places)
def test_neighbours_are_six_mutual_and_one_hex_away(grid: Grid, place: tuple[int, int]) -> None:
    """Given a hex inside a grid, then six others are next to it, each has it as a neighbour, and opposite steps come
    back."""
    here = at(grid, place)
    near = grid.neighbours(here)
    assert len(set(near)) == 6
    assert all(here in grid.neighbours(other) and grid.distance(here, other) == 1 for other in near)
    for direction, back in OPPOSITE.items():
        assert grid.toward(grid.toward(here, direction), back) == here


@given(grids, places, places)
def test_distance_is_the_length_of_the_shortest_path(grid: Grid, a: tuple[int, int], b: tuple[int, int]) -> None:
    """Given two hexes, then their distance is the same both ways, and a step towards the other makes it one less."""
    here, there = at(grid, a), at(grid, b)
    far = grid.distance(here, there)
    assert far == grid.distance(there, here)
    assert (far == 0) == (here == there)
    if far:
        assert min(grid.distance(near, there) for near in grid.neighbours(here)) == far - 1


@given(grids, places, st.integers(0, 5))
def test_within_holds_every_hex_that_near_and_no_other(grid: Grid, place: tuple[int, int], most: int) -> None:
    """Given a hex and a range, then the hexes within are 1 + 3n(n+1), nearest first, and the ring around them is next
    to them."""
    here = at(grid, place)
    found = grid.within(here, most)
    assert len(found) == len(set(found)) == 1 + 3 * most * (most + 1)
    assert [grid.distance(here, hex) for hex in found] == sorted(grid.distance(here, hex) for hex in found)
    assert {grid.distance(here, hex) for hex in grid.ring(found)} == {most + 1}


def test_the_numbering_of_d_day_at_tarawa_is_the_one_its_examples_use() -> None:
    """DDaT 5.12, 6.22, 8.22, 11.2: given rows first and even rows further west, then the hexes of the printed examples
    lie as they say."""
    grid = GRIDS[0]
    assert "1219" in grid.neighbours("1120")
    assert "1828" in grid.neighbours("1728")
    assert "1828" in grid.neighbours("1729")
    assert "1829" not in grid.neighbours("1728")
    assert grid.distance("1429", "1229") == 2
    assert [hex for hex in grid.line("0131", "down-back") if hex < "1300"][-2:] == ["1126", "1225"]
    assert "1233" in list(grid.line("0128", "down-ahead"))


@pytest.mark.parametrize("word", ["", "12", "12a4", "12345", "١٢٢٦", "1229-1226", "1226-1327"])
def test_what_is_no_hex_or_run_is_refused(word: str) -> None:
    """Given a word that names no hex, nor a run along a row, then it is refused with what is wrong."""
    with pytest.raises(BadInput, match=r"hex|run"):
        GRIDS[0].expand([word])


def test_a_run_along_a_row_is_written_short() -> None:
    """Given a run, then it means the hexes of its row from one end to the other."""
    assert GRIDS[0].expand(["1226-1229", "1331"]) == ("1226", "1227", "1228", "1229", "1331")


def test_a_grid_ends() -> None:
    """Given hexes at the edge, then there is nothing beyond the first row, and lines stop."""
    assert GRIDS[0].toward("0110", "up-ahead") == ""
    assert list(GRIDS[0].line("0310", "up-back")) != []
    assert set(DIRECTIONS) == {"ahead", "back", "down-ahead", "down-back", "up-ahead", "up-back"}
