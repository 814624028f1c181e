"""`pack show` and what `pack check` finds at its place on the map."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.games import load
from domain.kernel.packs import examine_data
from projections import packmap
from replays import library
from replays.dictated import read_dictated
from tests.cli.conftest import Run

SYSTEMS = ("iph", "betio", "reef", "ddat")


def drawn(code: str, text: str) -> list[str]:
    rules = load(code)
    return list(packmap.letters(rules, read_dictated(f"pack {code} mine\n{text}", rules, "mine.txt").data))


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_hex_of_the_sample_is_in_the_letters_and_in_the_drawing(code: str) -> None:
    """Given the sample, then each hex that it reads is a letter at its place, within 80 columns, and a cell."""
    rules, charts = load(code), library.pack_said(code, "sample").data
    known = packmap.hexes(rules, charts)
    assert known
    lines = list(packmap.letters(rules, charts, 80))
    assert max(map(len, lines)) <= 80
    key = len(lines) - lines[::-1].index("")
    rows = "".join(re.sub(r"^[A-Z]?\d+", "", line) for line in lines[:key] if line[:1].strip())
    marked = sum(c.isalpha() or c == packmap.UNSAID for c in rows if c != "X")
    assert marked >= 0.9 * len(known.words)
    cells = {cell.name: cell for cell in packmap.map_scene(rules, charts, code).cells}
    assert set(known.words) <= set(cells)
    assert all(cells[name].fill != "unknown" for name, words in known.words.items() if words)


def test_the_letters_lie_as_on_the_board() -> None:
    """IPH 2.2: given rows whose numbers grow to the left, then they do in the letters; roads join hexes, and what is
    not read stands out."""
    lines = drawn("iph", "grid\nrows even\nhexes\n1604..1601: mc.r\n1703,1701 sea\nroad 1604-1603-1703\n1602 coastal")
    assert lines[:3] == ["1604  m-c ? r", "        \\", "1703     s . s"]
    assert "? ground not said, . not read, - / \\ road" in " ".join(lines)


def test_roads_coasts_and_borders_are_edges() -> None:
    """Given a road, a coast and two areas, then the drawing has them."""
    iph, betio = load("iph"), load("betio")
    data = read_dictated(
        "pack iph m\ngrid\nrows even\nhexes\n1604..1602: ccs\n1603 coastal\nroad 1604-1603", iph, "m"
    ).data
    edges = packmap.map_scene(iph, data, "m").edges
    assert ("road", True) in {(edge.kind, edge.across) for edge in edges}
    assert (packmap.COAST, "1603", "1602") in {(edge.kind, edge.a, edge.b) for edge in edges}
    data = read_dictated("pack betio m\ngrid\nrows odd left\nhexes\narea Cove 2737\narea Neck 2738", betio, "m").data
    assert (packmap.BORDER, "2737", "2738") in {(e.kind, e.a, e.b) for e in packmap.map_scene(betio, data, "m").edges}


def test_a_map_of_76_half_hexes_is_one_part_of_80_columns_and_a_wider_one_equal_parts() -> None:
    """IPH 2.2: given the widths of Pearl Harbor's map and of a wider one, then the first gives up the blanks behind its
    hexes' names, the other is parted evenly; empty rows are one line."""
    lines = drawn("iph", f"grid\nrows even\nhexes\n1641..1604: {'c' * 38}\n")
    assert lines[0] == "1641 " + " ".join("c" * 38)
    assert len(lines[0]) == 80
    lines = drawn("iph", f"grid\nrows even\nhexes\n1645..1604: {'c' * 42}\n2645 clear\n")
    assert next(line.count("c") for line in lines[: lines.index("")]) == 21
    assert not any(one == two == "" for one, two in itertools.pairwise(lines))


def test_the_picture_has_names_and_what_is_not_read(run: Run, tmp_path: Path) -> None:
    """Given a name and an area's border, then the page shows them on a telephone's parts and on the whole; after the
    end of watching a browser loads it again no more."""
    file, page = tmp_path / "mine.txt", tmp_path / "map.html"
    file.write_text('pack betio m\ngrid\nrows odd left\nhexes\narea "Cove" 2737\narea "Neck" 2738\n')
    run("pack", "show", "betio", str(file), "-o", str(page))
    text = page.read_text()
    assert text.count(">Cove</text>") == text.count(">border of an area</text>") == text.count(">not read</text>") == 2
    assert "refresh" not in text
    assert 'name="viewport"' in text


def test_the_map_says_whose_copy_it_is_and_can_be_read_on_a_dark_screen(run: Run, tmp_path: Path) -> None:
    """Given an owner and an edition, then the letters, the picture and the page say them; both change light and dark
    places on a dark screen. BRT 15.2: a map that lies on its side says so."""
    file, svg, page = tmp_path / "mine.txt", tmp_path / "map.svg", tmp_path / "map.html"
    file.write_text(
        'pack reef mine\nowner "Ann\'s copy"\nedition "first printing"\ngrid\ncolumns odd\nhexes\nO49..O51 ocean\n'
    )
    whose = "mine, Ann's copy, first printing"
    letters = run("pack", "show", "reef", str(file)).stdout
    assert whose in " ".join(letters.split())
    assert "lies on its side" in " ".join(letters.split())
    for picture in (svg, page):
        run("pack", "show", "reef", str(file), "-o", str(picture))
        assert f"Blood Reef: Tarawa, the campaign games: {whose}</title>" in picture.read_text()
        assert "prefers-color-scheme: dark" in picture.read_text()


def test_show_writes_letters_a_picture_and_a_page(run: Run, tmp_path: Path) -> None:
    """Given a pack in lines, then `pack show` draws it, and one slip is one line and no picture."""
    file, picture = tmp_path / "mine.txt", tmp_path / "map.svg"
    file.write_text("pack iph mine\nhexes\n1604..1601: mcrs\n")
    assert "m c r s" in run("pack", "show", "iph", str(file)).stdout
    run("pack", "show", "iph", str(file), "-o", str(picture))
    assert ElementTree.fromstring(picture.read_text().partition("<!--")[0]).tag.endswith("svg")
    page = tmp_path / "map.html"
    run("pack", "show", "iwo", "sample", "-o", str(page))
    assert "<svg" in page.read_text()
    file.write_text("pack iph mine\nhexes\n1604..1601: mcr\n")
    other = tmp_path / "other.svg"
    said = run("pack", "show", "iph", str(file), "-o", str(other), code=2).stderr
    assert "mine.txt:3: 4 rows, 1604 to 1601, and 3 values; each has one" in " ".join(said.split())
    assert not other.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1604 roads=1605", "1604: the road leads to 1605, which has no row"),
        ("1604 roads=1609", "1604: the road leads to 1609, which is not next to it"),
        ("1604 roads=1603\n1603 roads=none", "1604: the road leads to 1603, where none comes from 1604"),
        ('name "Ewa" 1604,1601', "Ewa is the name of 1601 and of 1604, which lie apart"),
        ("coastal 1501", "1602 is not coastal: the coast ends there"),
    ],
)
def test_what_is_odd_on_the_map_is_named_at_its_place(text: str, words: str) -> None:
    """Given roads to nowhere, coasts that end and names given twice, then the check names the hex."""
    rules: Any = load("iph")
    lines = f"pack iph m\ngrid\nrows even\nhexes\n1604..1601: cccc\n1501 clear\ncomplete\n{text}"
    data = read_dictated(lines, rules, "m.txt").data
    found = [str(finding) for finding in examine_data(data, rules, "m.txt").against]
    assert any(words in finding for finding in found)


def test_a_game_on_three_rows_gives_back_what_was_read_out(run: Run, tmp_path: Path) -> None:
    """IWO 2.1.1: given a pack of three rows and a counter read out in play, then the pack has both; a contradiction is
    named, and the file stays as it was."""
    file = tmp_path / "mine.txt"
    file.write_text("pack iwo mine\nunits\nINF1..3 jp infantry 3-2-2\n")
    run("new", "evening", "--system", "iwo", "--pack", str(file))
    run("declare", "evening", "chart units INF7 side=jp type=infantry assault=3 mp=2 steps=2")
    assert "1 row taken from evening" in run("pack", "take", "evening", str(file)).stderr
    assert file.read_text().endswith(
        "INF1..3 jp infantry 3-2-2\n\n# read out in evening\nunits\nINF7 jp infantry 3-2-2\n"
    )
    assert "no rows taken" in run("pack", "take", "evening", str(file)).stderr
    file.write_text("pack iwo mine\nunits\nINF7 jp infantry 4-2-2\n")
    said = " ".join(run("pack", "take", "evening", str(file), code=2).stderr.split())
    assert "units INF7: assault is 4 there, and 3 in evening" in said
    assert file.read_text() == "pack iwo mine\nunits\nINF7 jp infantry 4-2-2\n"
