"""Where a force goes is recorded by the rule that sends it: assaults, overruns and the ways back are not one
another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.ddat import facts as f
from tests import shipped
from tests.acceptance import cases

CASES = Path(__file__).parents[1] / "cases" / "ddat"


@pytest.mark.parametrize(
    ("which", "goes", "returns"),
    [
        ("DDAT-A-34", "DDaT 12.8", "DDaT 8.62"),
        ("DDAT-A-34/an HQ alone", "DDaT 12.8", "DDaT 8.61"),
        ("DDAT-F-13", "DDaT 13.2", "DDaT 8.64"),
    ],
)
def test_a_force_goes_and_comes_back_by_its_own_rules(which: str, goes: str, returns: str) -> None:
    game = cases.run(next(one for one in shipped.cases(CASES) if one.id == which))
    assert [entry.fact.rule for entry in game.entries if isinstance(entry.fact, f.ForceMoved)] == [goes]
    assert [entry.fact.rule for entry in game.entries if isinstance(entry.fact, f.ForceReturned)] == [returns]


def test_an_inspired_marker_is_no_hero() -> None:
    """DDaT 20.2: given the markers 21 November begins with, then the inspired one is told as what it is."""
    assert f.HeroPlaced(unit="A/1/2").sentence() == "a hero rose in A/1/2"
    assert f.HeroPlaced(unit="A/1/2", inspired=True).sentence() == "an inspired marker lay in A/1/2"


@pytest.mark.parametrize(
    ("connected", "words"),
    [((), "no position hex is"), (("E9",), "1 position hex is"), (("E9", "E12"), "2 position hexes are")],
)
def test_positions_in_communication_are_counted_in_words(connected: tuple[str, ...], words: str) -> None:
    assert f.FirePhaseOpened(connected=connected).sentence() == f"{words} in Japanese communication"
