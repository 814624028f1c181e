"""What a player looks at while he records, in places of played games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from projections import text
from tests.typed.at_table import Place, places


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    wanted = ("iwo-move", "iwo-dice", "iwo-fire", "iwo-assault", "iph-loss", "ddat-action")
    return {place.situation.id: place for place in places(tmp_path_factory.mktemp("looked"), wanted)}


@pytest.fixture
def narrow() -> Iterator[None]:
    text.measured_by(lambda: 60)
    yield
    text.measured_by(lambda: text.WIDTH)


def test_tables_of_a_systems_own_are_shown_while_one_records(at: dict[str, Place]) -> None:
    """Given Pearl Harbor, when `table battles` or `table` is typed, then the table is shown, or which there are."""
    assert "3209" in at["iph-loss"].type("table forces").told or "hex" in at["iph-loss"].type("table battles").told
    every = at["iph-loss"].type("table").told
    assert "battles" in every
    assert "casualties" in every
    assert "did you mean battles" in at["iph-loss"].type("table batles").told


def test_the_log_marks_what_was_taken_back(at: dict[str, Place]) -> None:
    """Given an attack that was taken back and declared again, when the log is looked at, then the struck one says so
    and the other does not."""
    lines = " ".join(at["iph-loss"].type("log 60").told.split())
    struck, stands = lines.split("taken back to entry")
    assert "attacks 3209 from 3110 [IPH 10.1] (taken back)" in struck
    assert "(taken back)" not in stands


def test_a_place_or_unit_alone_is_shown(at: dict[str, Place]) -> None:
    """Given a landing under fire, when `show Green` is typed, then its lines stand there alone, in any case; a name
    nobody has is refused."""
    shown = at["iwo-move"].type("show green").told.splitlines()
    assert shown[0].startswith("Green")
    assert all(line.startswith(("Green", " ")) for line in shown)
    assert "4D-R23" in shown[0]
    assert "4D-R24 ●●●●" in at["iwo-move"].type("show 4D-R24").told
    assert "there is no" in at["iwo-move"].type("show Grien").told


def test_the_map_is_drawn(at: dict[str, Place]) -> None:
    assert at["iwo-move"].type("show --map").told == at["iwo-move"].type("show map").told
    assert "Motoyama" in at["iwo-move"].type("show map").told


@pytest.mark.parametrize("line", ["? ruling", "?ruling", "help ruling"])
def test_help_knows_what_stands_beside_the_rules(at: dict[str, Place], line: str) -> None:
    assert "ruling READING CHOICE" in at["iwo-move"].type(line).told


def test_help_knows_the_recorders_own_words(at: dict[str, Place]) -> None:
    assert "rolls the dice of the open question" in at["iwo-move"].type("? auto").told
    assert "offers the struck lines again" in at["iwo-move"].type("? redo").told


def test_a_number_of_dice_is_explained_before_and_after_they_are_rolled(at: dict[str, Place]) -> None:
    """IWO 12.2.1: given dice that are called for, when `why` is typed, then each unit's share is told; and so
    afterwards."""
    told = at["iwo-dice"].type("why").told
    assert "5 dice for the bombardment of Green" in told
    assert "+3 ART1" in told or "+2 ART1" in told
    assert "MOR1" in told
    after = at["iwo-assault"].type("why").told
    assert "+4 5D-R27 [IWO 12.2.1]" in after


def test_lines_fit_a_narrow_screen_and_no_word_is_broken(at: dict[str, Place], narrow: None) -> None:
    """Given a terminal of 60 columns, when what happened is told, then no line is longer, and names keep their dots."""
    for line in ("log 30", "show", "why"):
        assert all(len(one) <= 60 for one in at["iwo-move"].type(line).told.splitlines())
    assert "4D-R25 ●●●●" in at["iwo-move"].type("show").told


def test_who_comes_back_is_told_what_was_told_last(at: dict[str, Place]) -> None:
    assert "4D-R23's move ends" in " ".join(at["iwo-move"].opened().split())
