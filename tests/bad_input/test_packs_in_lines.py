"""Packs in lines that are none, or do harm: a line each with file, line and what is allowed; nothing is written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cli.packing import pack_read
from domain.kernel.errors import BadInput

GOOD = "pack iph mine\nhexes\n1601..1640 sea\n"


def lines(text: str) -> bytes:
    return f"pack iph mine\n{text}\n".encode()


FILES = {
    "a run backwards": (lines("hexes\n1640..1601 sea"), ":3: 1640..1601: the run goes backwards; write 1601..1640"),
    "a run over rows": (
        lines("hexes\n1638..1702 sea"),
        ":3: 1638..1702: a run stays in its row or column, as 1638..16",
    ),
    "a run over the edge": (lines("hexes\n1690..16100 sea"), ":3: '16100' is no hex: four digits, as in 1226"),
    "a chain that jumps": (lines("hexes\nroad 1530-1732"), ":3: 1530-1732: 1732 is not next to 1530, which touches"),
    "an edge that jumps": (lines("hexes\nsea around 1530-1732-1530"), ":3: 1530-1732-1530: 1732 is not next to 1530"),
    "an edge that is open": (lines("hexes\nsea around 1530-1630-1631"), ":3: around 1530-1630-1631: the edge does not"),
    "an edge of words": (lines("hexes\nsea around sea-sea"), ":3: 'sea' is no hex"),
    "a hexside that is none": (lines("hexes\nstream 2724/2726"), ":3: 2724/2726: 2726 is not next to 2724, which"),
    "half a hexside": (lines("hexes\nstream 2724"), ":3: there is no word 'stream' of the hexes chart"),
    "a field of another game": (lines("hexes\ntem=1 1601"), ":3: there is no field 'tem' of the hexes chart"),
    "a chart of another game": (
        lines("hexes\nsea 1601\nmarkers\n"),
        ":4: there is no word 'markers' of the hexes chart",
    ),
    "a pack of another game": (b"pack iwo mine\nareas\n", ":1: the pack is for system 'iwo', this game is 'iph'"),
    "a million hexes": (
        lines("hexes\n" + ",\n".join(["0101..0199"] * 20_000) + " sea"),
        ": a line has at most 64000 characters",
    ),
    "a million hexes in lines": (
        lines("hexes\n" + "0101..0199 sea\n" * 20_000),
        ": the lines name more than 100000 rows",
    ),
    "a million rows": (lines("units\n1..999/1..999 us"), ":3: 1..999/1..999: more than 1000 rows"),
    "a million letters": (lines("hexes\n1640..1601: " + "999s" * 9_000), ":3: more than 1000 rows"),
    "a million links": (
        lines("hexes\nstream " + "/".join(["+".join(["1601"] * 900)] * 8)),
        ":3: more than 500 hexsides",
    ),
    "many edges": (lines("hexes\n" + "sea around 1530-1630-1531-1530\n" * 600), ": more than 500 edges"),
    "a huge edge": (
        lines("hexes\nsea around 0101..0199-0299..9999-9998..9901-9801..0101"),
        ": the edge reaches over more than 4000 hexes; 1000 is the most in it",
    ),
    "an escape": (lines('hexes\n1601 name="a\x1b[31mb"'), ":3: character 13 is a control character"),
    "an escape in a row": (lines("units\nA\x1b[0m us"), ":3: character 2 is a control character"),
    "a name that turns around": (lines('hexes\n1601 name="a\u202eb"'), ":3: character 13 is a control character"),
    "a nul": (lines("hexes\n1601\0 sea"), ":3: character 5 is a control character"),
    "tabs": (
        lines("hexes\n1601\tsea"),
        ":3: a tab; blanks part the words of a line, and a spreadsheet's tables are read",
    ),
    "a table as text": (b"hex,terrain\n1601,sea\n", "; a table of a spreadsheet is a .csv in a folder, TOML a .toml"),
    "a table with semicolons": (b"hex;terrain\n1601;sea\n", "; a table of a spreadsheet is a .csv in a folder"),
    "TOML as text": (
        b'system = "iph"\n',
        ":1: system=iph: first come pack, about, owner, edition, invented, complete, text,",
    ),
    "UTF-16": (GOOD.encode("utf-16"), ":1: byte 0 is not UTF-8 text; save it as UTF-8"),
    "UTF-16 without its mark": (GOOD.encode("utf-16-be"), ":1: character 1 is a control character"),
    "Latin-1": (GOOD.encode() + b'1631 "Hale\xefwa"\n', ":4: byte 45 is not UTF-8 text; save it as UTF-8"),
    "no text at all": (bytes(range(256)) * 9, ":2: byte 128 is not UTF-8 text"),
    "nothing": (b"", ":1: nothing is said here; the first line is pack iph and a name"),
    "remarks alone": (b"# one\n\n# two\n", ":1: nothing is said here"),
    "5 MB": (b"# remark\n" * 560_000, " is larger than 0.4 MB"),
    "a line without an end": (
        lines("hexes\n" + "1601," * 70_000 + "1602 sea"),
        ":3: a line has at most 64000 characters",
    ),
    "an open quote": (lines('hexes\n1601 "' + "\\" * 60_000), ": a quote is not closed"),
    "a bad line at the end": (GOOD.encode() + b"1631 swamp\n", ":4: there is no word 'swamp' of the hexes chart"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_pack_is_refused_in_a_line_at_once(name: str, tmp_path: Path) -> None:
    """Given a bad file, when it is read into another, then a line tells it within a second or two, and neither is
    touched."""
    content, says = FILES[name]
    file, out = tmp_path / "mine.txt", tmp_path / "mine.toml"
    file.write_bytes(content)
    out.write_text("before")
    began = time.process_time()
    with pytest.raises(BadInput) as told:
        pack_read("iph", str(file), "", False, out, True)
    assert time.process_time() - began < 5
    said = str(told.value)
    assert said.startswith(str(file))
    assert says in said
    assert "\n" not in said
    assert said.isprintable()
    assert len(said) < 700
    assert (file.read_bytes(), out.read_text()) == (content, "before")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "mine.txt"]


@pytest.mark.parametrize(
    "content",
    [GOOD.encode("utf-8-sig"), GOOD.replace("\n", "\r\n").encode(), GOOD.partition("\n")[2].encode()],
    ids=["with a mark before it", "with the line ends of Windows", "without its first line"],
)
def test_what_editors_do_to_a_text_is_no_harm(content: bytes, tmp_path: Path) -> None:
    """Given a good text as other machines save it, then it is read, and is the same pack."""
    file, out = tmp_path / "mine.txt", tmp_path / "mine.toml"
    file.write_bytes(content)
    pack_read("iph", str(file), "", False, out, False)
    assert out.read_text().count("terrain") == 40


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    """Given a folder in a file's place, then it is said what such a folder holds."""
    (tmp_path / "mine.txt").mkdir()
    with pytest.raises(BadInput, match=r"mine\.txt holds none of grid\.csv"):
        pack_read("iph", str(tmp_path / "mine.txt"), "", False, None, False)
