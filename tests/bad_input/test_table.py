"""What a file or a line from a stranger may hold, reader by reader: one clear line, exit code 2, nothing
half-written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.record.diary import Diary
from tests.bad_input.readers import ROOT, material
from tests.cli.conftest import Run

DEEP = "[" * 100_000
PACK = material("pack")[0].decode()
DIARY = material("diary")[0].decode()
EXPORT = material("export")[0].decode()
HEADER = DIARY.partition("\n\n")[0]
ROW = "chart units X1 "


def jsonl(change: Callable[[list[str]], None]) -> bytes:
    lines = EXPORT.split("\n")
    change(lines)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def put(line: int, old: str, new: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        assert old in lines[line]
        lines[line] = lines[line].replace(old, new, 1)

    return change


LINES = {
    "deep": (ROW + '\'{"side": ' + "[" * 5_000 + "'", "deep; 40 is the most"),
    "duplicate key": (
        ROW + """'{"side": "us", "side": "jp", "type": "marines"}'""",
        "'side' stands twice in one object",
    ),
    "float": (ROW + """'{"side": "us", "type": "marines", "steps": 1.5}'""", "whole numbers only"),
    "infinite": (ROW + """'{"side": "us", "type": "marines", "steps": Infinity}'""", "whole numbers only"),
    "huge": (ROW + '\'{"steps": ' + "9" * 5_000 + "}'", "more than 9 digits"),
    "lax number": (ROW + "side=us type=marines steps=1_0", "'1_0' is not a whole number"),
    "true for a number": (ROW + """'{"side": "us", "type": "marines", "steps": true}'""", "steps: "),
    "control": ("note \x1b[2Jgone", "column 6: a control character"),
    "turned text": ("note \u202egone", "column 6: a control character"),
    "long": ("note " + "x" * 70_000, "a line has at most 64000 characters"),
    "unknown verb": ("bombrads Green:NAV1", "did you mean bombards"),
    "unknown unit": ("land 4D-R99 Green", "there is no unit '4D-R99'; did you mean"),
    "unclosed": ('note "half', "column 6: no closing quotation"),
    "side": ("de: note x", "there is no side 'de'"),
    "dice": ("bombard Green 9x", "no bombardment of Green was declared [IWO 9.1]"),
}

PACKS = {
    "deep": ("x = " + DEEP, "nested"),
    "twice": (PACK + "\n[areas.Green]\nbdv = 0\n", "twice"),
    "float": (PACK + "\n[areas.New]\nbdv = 1.5\n", "areas.New.bdv: 1.5 cannot stand here"),
    "infinite": (PACK + "\n[areas.New]\nbdv = inf\n", "areas.New.bdv: inf cannot stand here"),
    "true": (PACK + "\n[areas.New]\nbdv = true\n", "areas.New: bdv: "),
    "text": (PACK + '\n[areas.New]\nbdv = "1"\n', "areas.New: bdv: "),
    "unknown field": (
        PACK + "\n[areas.New]\nbdv = 1\ncolour = 3\n",
        "areas.New: colour: is no field of the areas chart",
    ),
    "unknown chart": (PACK + "\n[aeras.New]\nbdv = 1\n", "did you mean areas"),
    "cut off": (PACK + "\n[areas", "x.toml: "),
    "no row": (PACK.replace('name = "sample"', 'name = "sample"\nareas = 3'), "x.toml: "),
    "another system": (PACK.replace('"iwo"', '"ddat"', 1), "the pack is for system 'ddat', this game is 'iwo'"),
}

DIARIES = {
    "empty": ("", "x.diary:1: a .diary begins with the line"),
    "another program's": ("<html>\n", "x.diary:1: a .diary begins with the line"),
    "system": (DIARY.replace("system: iwo", "system: chess", 1), "there is no game system 'chess'"),
    "hidden": (DIARY.replace("hidden: recorded", "hidden: somewhere", 1), "x.diary:"),
    "header line": (DIARY.replace("system: iwo", "sytsem: iwo", 1), "did you mean system"),
    "a row of deep values": (
        HEADER.replace("pack:", "# pack:") + "\nrow areas: A " + "[" * 5_000 + "\n\n",
        "nested 5000 deep",
    ),
    "a line": (DIARY + "bombrads Green:NAV1\n", "did you mean bombards"),
    "too many lines": (HEADER + "\n\n" + "#\n" * 300_000, "lines"),
}

EXPORTS = {
    "empty": (b"", "x.jsonl:1: the file is empty"),
    "deep": (jsonl(put(0, '"data":', '"data":' + "[" * 100_000)), "x.jsonl:1: "),
    "duplicate": (
        jsonl(put(2, '"specversion":"1.0"', '"specversion":"1.0","specversion":"1.0"')),
        "x.jsonl:3: 'specversion' stands twice",
    ),
    "float": (jsonl(put(0, '"format":1', '"format":1.0')), "x.jsonl:1: a number 1.0 cannot stand here"),
    "surrogate": (jsonl(put(0, '"name":"', '"name":"\\ud800')), "x.jsonl:1: "),
    "foreign topic": (jsonl(put(2, '"type":"', '"type":"os:system')), "has no fact 'os:system"),
    "an import for a topic": (jsonl(put(2, '"type":"', '"type":"this#')), "has no fact 'this#"),
    "cut off": (EXPORT[:-40].encode(), "x.jsonl:"),
    "a line missing": (jsonl(lambda lines: lines.pop(4)), "x.jsonl:5: entry 4 is expected here"),
    "a changed byte": (jsonl(put(4, '"data":{"at":"2', '"data":{"at":"3')), "as its time, and was recorded at"),
    "utf-16": (EXPORT.encode("utf-16"), "x.jsonl:1: "),
    "nul": (b"\x00" * 4096, "x.jsonl:1: "),
    "a long line": (jsonl(lambda lines: lines.insert(3, '{"x":"' + "y" * 5_000_000 + '"}')), "bytes; "),
}


def rows(path: Path) -> list[tuple[str, int]]:
    if not path.exists():
        return []
    with Diary(path) as diary:
        return [(line.name, line.entries) for line in diary.games()]


def refused(run: Run, tmp_path: Path, *words: str, says: str, input: str | None = None, lines: int = 1) -> None:
    """The command is refused in one line (or three, with the line at fault) that says so; nothing in the diary has
    changed."""
    before = rows(tmp_path / "d.db")
    said = run(*words, code=2, input=input).stderr
    assert says in said, said[:2000]
    assert said.startswith("wardiary: ")
    assert said.count("\n") <= lines
    assert len(said) < 1_500, len(said)
    assert "Traceback" not in said
    assert "fault of its own" not in said
    assert rows(tmp_path / "d.db") == before


@pytest.mark.parametrize("name", LINES)
def test_a_bad_line_is_refused(evening: Run, tmp_path: Path, name: str) -> None:
    text, says = LINES[name]
    refused(evening, tmp_path, "declare", "evening", text, says=says)
    refused(evening, tmp_path, "declare", "evening", "-", says=says, input=text + "\n")


@pytest.mark.parametrize("name", PACKS)
def test_a_bad_pack_is_refused(evening: Run, tmp_path: Path, name: str) -> None:
    text, says = PACKS[name]
    (tmp_path / "x.toml").write_text(text)
    for words in (
        ("new", "other", "--system", "iwo", "--pack", str(tmp_path / "x.toml")),
        ("pack", "check", "iwo", str(tmp_path / "x.toml")),
    ):
        refused(evening, tmp_path, *words, says=says)


@pytest.mark.parametrize("name", DIARIES)
def test_a_bad_diary_file_is_refused_whole(evening: Run, tmp_path: Path, name: str) -> None:
    text, says = DIARIES[name]
    (tmp_path / "x.diary").write_text(text)
    refused(evening, tmp_path, "import", str(tmp_path / "x.diary"), says=says, lines=3)


@pytest.mark.parametrize("name", EXPORTS)
def test_a_bad_export_is_refused_whole(evening: Run, tmp_path: Path, name: str) -> None:
    data, says = EXPORTS[name]
    (tmp_path / "x.jsonl").write_bytes(data)
    refused(evening, tmp_path, "import", str(tmp_path / "x.jsonl"), says=says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id = 3\nwhen = 4\n", "id is a text"),
        ('id = "x"\nwhne = []\n', "did you mean when"),
        ('id = "x"\n[[when]]\nsya = "next"\n', "did you mean say"),
        ('id = "x"\ngiven = "set turn=2"\nwhen = []\n', "given is a list of lines"),
        ('id = "x"\nx = ' + "[" * 5_000, "x.toml"),
        ('id = "x"\nvariant = 3\nwhen = []\n', "variant"),
        ('id = "x"\nreadings = 3\nwhen = []\n', "readings"),
    ],
)
def test_a_bad_case_is_told_with_its_file(tmp_path: Path, text: str, says: str) -> None:
    from domain.kernel.errors import BadInput
    from tests.acceptance.cases import find_cases

    (tmp_path / "iwo").mkdir()
    (tmp_path / "iwo" / "x.toml").write_text(text)
    with pytest.raises(BadInput) as told:
        list(find_cases(tmp_path))
    assert "x.toml" in str(told.value)
    assert says in str(told.value)


@pytest.mark.parametrize("suffix", ["diary", "jsonl", "toml"])
def test_what_is_no_file_of_text_is_refused(evening: Run, tmp_path: Path, suffix: str) -> None:
    """A folder, another encoding, a pipe nobody writes to, an endless device."""

    def words(path: Path) -> tuple[str, ...]:
        return ("new", "other", "--system", "iwo", "--pack", str(path)) if suffix == "toml" else ("import", str(path))

    (tmp_path / f"latin.{suffix}").write_bytes("# Höhe\n".encode("latin-1"))
    (tmp_path / f"folder.{suffix}").mkdir()
    (tmp_path / f"zero.{suffix}").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / f"pipe.{suffix}")
    for name in ("latin", "folder", "zero", "pipe", "missing"):
        before = rows(tmp_path / "d.db")
        said = evening(*words(tmp_path / f"{name}.{suffix}"), code=2).stderr
        assert said.startswith("wardiary: ")
        assert f"{name}.{suffix}" in said
        assert rows(tmp_path / "d.db") == before


def test_a_pack_is_looked_for_where_it_is_named_and_nowhere_else(evening: Run, tmp_path: Path) -> None:
    for name in ("../../etc/passwd", "/etc/hostname", "packs/sample", "..", ""):
        if name:
            refused(evening, tmp_path, "new", "other", "--system", "iwo", "--pack", name, says="wardiary: ")
    assert ROOT.exists()
