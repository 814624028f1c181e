"""A record from before there were limits, or made by hand, may hold anything. It opens, and looking at it costs nothing
unusual."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.iwo import facts as f
from domain.iwo.state import Area
from domain.kernel.entries import Entry
from domain.kernel.facts import Adjusted, Change, Fact, GameBegan
from domain.kernel.game import Game, Outcome
from domain.kernel.limits import COUNT
from domain.record.diary import Diary
from projections.iwo.scene import grounds
from tests import shipped
from tests.cli.conftest import Run

HUGE = 999_999_999


def recorded(path: Path, system: str, *facts: Fact) -> None:
    """A game whose record holds these facts, past every check."""
    pack = shipped.pack(system)
    began = GameBegan(system=system, title="t", pack=pack.name, charts=pack.charts, complete=pack.complete)
    with Diary(path) as diary:
        game: Game[object] = diary.new(system, f"old {system}", began)
        diary.append(
            game,
            Outcome(
                tuple(Entry(game.version + n, game.version + n, fact, ends=True) for n, fact in enumerate(facts, 1))
            ),
        )


def test_a_value_out_of_bounds_is_passed_over(run: Run, tmp_path: Path) -> None:
    change = Change(path=("units", "4D-R23", "steps"), was=2, now=HUGE)
    recorded(tmp_path / "d.db", "iwo", Adjusted(changes=(change, Change(path=("turn",), was=1, now=2)), why="so"))
    assert '"steps": 999' not in run("show", "old iwo", "--json").stdout
    assert '"turn": 2' in run("show", "old iwo", "--json").stdout


def test_a_fact_that_makes_it_huge_is_shown_as_a_number(run: Run, tmp_path: Path) -> None:
    """Given a fact no rule would record, of a million million steps and caves, then nothing draws a sign for each of
    them."""
    recorded(
        tmp_path / "d.db",
        "iwo",
        f.CavesRevealed(area="Green", caves=HUGE),
        f.HiddenSetup(secret="jp", places={"INF1": "Green"}, steps={"INF1": HUGE}, caves={"Amber": HUGE}),
        f.UnitRevealed(unit="INF1", area="Green", steps=HUGE, cause="by-choice"),
    )
    for words in (("show",), ("log",), ("table", "casualties"), ("report", "-o", str(tmp_path / "report.html"))):
        first, *rest = words
        said = run(first, "old iwo", *rest)
        assert len(said.output) < 50_000, words
    assert (tmp_path / "report.html").stat().st_size < 3_000_000
    assert f"{HUGE} of " in run("show", "old iwo", "--as", "umpire").output


@pytest.mark.parametrize("caves", [3, HUGE])
def test_as_many_signs_are_drawn_as_can_be_counted(caves: int) -> None:
    assert len(list(grounds(Area().but(hidden_caves=caves)))) == min(caves, COUNT)
