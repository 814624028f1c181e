"""`pack compare` and `pack merge`: two people's packs of one game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import pack_comparing
from domain.games import SYSTEMS, load
from domain.kernel.pack_differences import compare_packs, merged
from domain.kernel.packs import examine_data, rows_digest
from replays import library
from tests.cli.conftest import Run

ANN = """pack iph mine
owner "Ann's copy"
edition "first printing"
grid
rows even
hexes
1604..1601: mcrs
1704..1702: ccc
1603 "Ewa"
road 1604-1603-1602
units
24-1..12 us 24 2-2
"""
BOB = """pack iph bob
owner "Bob's copy"
edition "second printing"
grid
rows even
hexes
1604..1601: mrrs
1603 "Ewa Mill"
1610..1614 sea
road 1604-1603
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Two packs in the folder at hand, said by their bare names: a line that names both is not folded inside a name."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("ann.txt", ANN), ("bob.txt", BOB)):
        (tmp_path / name).write_text(text)
    return "ann.txt", "bob.txt"


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_comparing, "_at_terminal", lambda: True)


def test_compare_names_rows_fields_lines_and_what_one_alone_has(run: Run, files: tuple[str, str]) -> None:
    """Given two packs, then each difference is a line with both places, a road one for both its ends, in the order of
    the board; what one alone has is counted and in runs; exit code 1."""
    shown = run("pack", "compare", "iph", *files, code=1)
    lines = " ".join(shown.stdout.split())
    for said in (
        "Ann's copy, first printing, 20 rows, digest ",
        "edition first printing / second printing",
        f"hexes 1603: terrain clear / rough ({files[0]}:7 / {files[1]}:7)",
        f"hexes 1603: name Ewa / Ewa Mill ({files[0]}:9 / {files[1]}:8)",
        "hexes 1603-1602: road / none",
        "only A has hexes (3): 1704..1702",
        "only A has units (12): 24-1..24-12",
        "only B has hexes (5): 1614..1610",
    ):
        assert said in lines
    assert "4 differences" in shown.stderr
    found = json.loads(run("pack", "compare", "iph", *files, "--json", code=1).stdout)
    assert [copy["edition"] for copy in found["copies"]] == ["first printing", "second printing"]
    second = found["differences"][1]
    assert [second[key] for key in ("chart", "row", "field", "values")] == [
        "hexes",
        "1603",
        "terrain",
        ["clear", "rough"],
    ]


def test_packs_that_only_go_further_differ_in_nothing(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    """Given the beginning of a pack, then nothing differs, and the exit code is 0."""
    file = tmp_path / "less.txt"
    file.write_text("pack iph mine\ngrid\nrows even\nhexes\n1604..1602: mcr\n")
    assert "nothing differs" in run("pack", "compare", "iph", files[0], str(file)).stderr
    assert "they say the same" in run("pack", "compare", "iph", files[0], files[0]).stderr


def test_a_hexside_is_the_same_from_either_of_its_hexes(run: Run, tmp_path: Path) -> None:
    """Given the hexsides of D-Day at Tarawa's pier in another order, and from the other hex, then nothing differs."""
    for name, pier in (("one.txt", "0126/0125,0125/0225"), ("two.txt", "0225/0125/0126")):
        (tmp_path / name).write_text(f"pack ddat mine\nmap\npier {pier}\n")
    files = (str(tmp_path / "one.txt"), str(tmp_path / "two.txt"))
    assert "they say the same" in run("pack", "compare", "ddat", *files).stderr


@pytest.mark.parametrize(("prefer", "terrain", "roads"), [("A", "clear", ["1604", "1602"]), ("B", "rough", ["1604"])])
def test_merge_follows_one_where_it_is_told_to(
    run: Run, files: tuple[str, str], tmp_path: Path, prefer: str, terrain: str, roads: list[str]
) -> None:
    """Given --prefer, then nothing is asked; what only one has is there, in both forms of a file alike."""
    for name in ("out.txt", "out.toml"):
        out = tmp_path / name
        run("pack", "merge", "iph", *files, "-o", str(out), "--prefer", prefer)
        data = library.pack_said("iph", str(out)).data
        assert data["hexes"]["1603"]["terrain"] == terrain
        assert sorted(data["hexes"]["1603"]["roads"]) == sorted(roads)
        assert {"1610", "1702"} <= set(data["hexes"])
        assert len(data["units"]) == 12
        assert data["owner"] == "Ann's copy and Bob's copy"


@pytest.mark.usefixtures("at_terminal")
def test_merge_asks_each_once_and_goes_on_where_it_was_left(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    """Given answers, one taken back, and `stop`, then the file is whole; the same words ask the rest, then nothing."""
    out = tmp_path / "out.txt"
    words = ("pack", "merge", "iph", *files, "-o", str(out))
    assert "go on from there" in run(*words, input="a\na\nback\nb\nx\nstop\n").stderr
    begun = library.pack_said("iph", str(out)).data
    assert begun["edition"] == "first printing"
    assert begun["hexes"]["1603"]["terrain"] == "rough"
    assert "name" not in begun["hexes"]["1603"]
    shown = run(*words, input="neither\nb\n").stderr
    assert "Ewa Mill" in shown
    assert "terrain" not in shown
    assert "1 of them left open" in shown
    assert "4 decided" in run(*words).stderr
    data = library.pack_said("iph", str(out)).data
    assert "name" not in data["hexes"]["1603"]
    assert data["hexes"]["1603"]["roads"] == ["1604"]
    out.write_text(out.read_text().replace("rough", "clear").replace("mrrs", "mcrs"))
    assert "has been changed since" in " ".join(run(*words, code=2).stderr.split())


def test_merge_writes_nothing_where_it_cannot_ask(run: Run, files: tuple[str, str], tmp_path: Path) -> None:
    """Given no terminal, a file that is there, or one of the two as the file, then one line, and nothing is written."""
    out, other = tmp_path / "out.txt", tmp_path / "other.txt"
    other.write_text("mine\n")
    for path, said in (
        (out, "--prefer A or --prefer B"),
        (other, "is there already"),
        (Path(files[0]), "one of the two"),
    ):
        shown = run("pack", "merge", "iph", *files, "-o", str(path), code=2).stderr
        assert said in " ".join(shown.split())
    assert not out.exists()
    assert other.read_text() == "mine\n"
    assert Path(files[0]).read_text() == ANN


@pytest.mark.parametrize("code", SYSTEMS)
def test_halves_of_a_sample_make_it_whole(code: str) -> None:
    """Given a sample in two halves, every other row in each, then they differ in nothing, and merged are the sample."""
    rules = load(code)
    data = library.pack_said(code, "sample").data
    halves = [
        {
            key: {row: says for row, says in value.items() if hash_of(row) == half}
            if isinstance(value, dict)
            else value
            for key, value in data.items()
            if key != "complete"
        }
        for half in (0, 1)
    ]
    assert compare_packs(rules, *halves).differences == ()
    whole = merged(rules, *halves, {})
    assert rows_digest(examine_data(whole, rules, "m").pack.charts) == examine_data(data, rules, "s").pack.digest


def hash_of(row: str) -> int:
    return sum(map(ord, row)) % 2


def test_a_pack_says_whose_it_is(run: Run, files: tuple[str, str]) -> None:
    """Given an owner and an edition, then `check` names both, and a new form asks for them."""
    shown = " ".join(run("pack", "check", "iph", files[0], code=1).stderr.split())
    assert "mine, Ann's copy, first printing: 20 rows" in shown
    found = json.loads(run("pack", "check", "iph", files[0], "--json", code=1).stdout)
    assert (found["owner"], found["edition"]) == ("Ann's copy", "first printing")
    form = run("pack", "new", "iph").stdout
    assert '# owner = ""' in form
    assert '# edition = ""' in form
