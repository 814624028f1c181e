"""The acceptance cases, and that a wrong case is told apart from a wrong rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack, digest_of
from replays import library
from replays.cases import Case, Failed, find_cases, run

FIXTURE = Path(__file__).parent / "cases" / "iwo" / "fixture.toml"


@pytest.fixture(scope="module", autouse=True)
def packs() -> Iterator[None]:
    """A pack is read once, however many cases are played with it, and none of them changes it."""
    read: list[Pack] = []

    @cache
    def once(system: str, name: str, beside: Path | None = None) -> Pack:
        read.append(library_pack(system, name, beside))
        return read[-1]

    library_pack = library.pack
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "pack", once)
        yield
    assert [pack.name for pack in read if digest_of(pack.charts) != pack.digest] == []


def test_case(case: Case) -> None:
    """Given a position, when the lines are said, then what the case names follows."""
    run(case)


def test_all_visible_cases_of_iwo_jima_are_here() -> None:
    ids = {case.id for case in find_cases(FIXTURE.parent)}
    assert {f"IWO-V-{n:02}" for n in range(1, 43)} <= ids


def play_all(folder: Path) -> None:
    for case in find_cases(folder):
        run(case)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('id = "X"\n', "a case has 'when'"),
        ('id = "X"\nwhen = []\nwhat = 1\n', "there is no key 'what' of a case"),
        ('id = "X"\ngiven = "set turn=1"\nwhen = []\n', "given is a list of lines"),
        ('id = "X"\n[[when]]\nsays = "next"\n', "when 1: there is no key 'says'"),
        ('id = "X"\nsystem = "chess"\nwhen = []\n', "there is no game system 'chess'"),
        ('id = "X\n', "Illegal character"),
        ('id = "X"\ngiven = ["set nobody area=IN1"]\nwhen = []\n', "given 'set nobody area=IN1': there is no unit, area or field"),
    ],
)
def test_a_bad_case_names_its_file_and_place(tmp_path: Path, text: str, says: str) -> None:
    folder = tmp_path / "iwo"
    folder.mkdir()
    (folder / "fixture.toml").write_text(FIXTURE.read_text())
    (folder / "bad.toml").write_text(text)
    with pytest.raises(BadInput, match=r"bad\.toml") as error:
        play_all(tmp_path)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ('say = "next"\nrefused = "IWO 5"', "it was accepted"),
        ('say = "next"\nthen = { turn = 2 }', "turn is 1, not 2"),
        ('say = "land 4D-TK BE1"\nrefused = "IWO 9"', "not by IWO 9"),
        ('say = "next"\nasks = { side = "jp", name = "fire" }', "was to be asked, nothing is"),
    ],
)
def test_a_case_that_does_not_hold_fails(tmp_path: Path, step: str, says: str) -> None:
    folder = tmp_path / "iwo"
    folder.mkdir()
    (folder / "fixture.toml").write_text(FIXTURE.read_text())
    (folder / "a.toml").write_text(f'id = "A"\ngiven = ["set phase us_recover set_up=yes"]\n[[when]]\n{step}\n')
    with pytest.raises(Failed, match="A, step 1") as error:
        run(next(find_cases(tmp_path)))
    assert says in str(error.value)
