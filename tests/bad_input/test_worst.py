"""The worst anybody could hand to a command: it is refused in a line, and costs little more than what is good.

Never more than 200 MB and 5 s beyond the same command on good input; nothing runs out of memory, and nothing waits for
ever.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable
from pathlib import Path
from zlib import compress, crc32

import pytest
from click.testing import CliRunner
from PIL import Image

from cli.main import main
from domain.kernel.limits import BEGINNING, LINES, TEXT, TOML
from tests.bad_input.measured import Cost, cost
from tests.bad_input.readers import material
from tests.cli.conftest import SETUP

MEMORY, SECONDS = 200_000_000, 5.0

PACK = 'system = "iwo"\nname = "x"\n'
DIARY = material("diary")[0].decode()
HEADER = DIARY.partition("\n\n")[0]
NO_PACK = HEADER.replace("pack:", "# pack:")
EXPORT = material("export")[0]
FIRST = EXPORT.partition(b"\n")[0]
SECOND = EXPORT.split(b"\n")[1]


Material = Callable[[], str | bytes | int]
"""What a file holds, made when it is wanted; a number is its size, and then it is a hole."""


def many(text: str, size: int) -> str:
    return text * (size // len(text))


PACKS: dict[str, Material] = {
    "a key of many parts": lambda: PACK + "a" + ".a" * 100_000 + " = 1\n",
    "many deep tables": lambda: PACK + "".join(f"[k{n}.a.a.a]\n" for n in range(TOML // 15)),
    "a number of many digits": lambda: PACK + "[areas.A]\nbdv = " + "9" * 100_000 + "\n",
    "many rows": lambda: PACK + "".join(f"[areas.a{n}]\nbdv = 1\n" for n in range(TOML // 24)),
    "a long list": lambda: PACK + "[areas.A]\nadjacent = [" + many("{},", 350_000) + "]\n",
    "deep lists": lambda: PACK + "x = [" + "[" * 150_000,
    "tables in a line": lambda: PACK + "x = [" + many("{a={a={a={a={}}}}},", 350_000) + "]\n",
    "too long": lambda: 300_000_000,
}

TABLES: dict[str, Material] = {
    "many rows": lambda: "area,bdv\n" + "".join(f"a{n},1\n" for n in range(30_000)),
    "a long cell": lambda: "area,name\na," + "x" * 390_000,
    "too long": lambda: 300_000_000,
}

DIARIES: dict[str, Material] = {
    "a long line": lambda: DIARY + "note " + "x" * (TEXT - len(DIARY) - 10),
    "too long": lambda: 300_000_000,
    "many lines": lambda: DIARY + "\n" * (TEXT - len(DIARY) - 10),
    "deep": lambda: NO_PACK + "\nrow areas: A " + "[" * 60_000 + "\n\n",
    "many rows": lambda: (
        NO_PACK + "\n" + "".join(f'row areas: A{n} {{"bdv": 1}}\n' for n in range(LINES - 1_000)) + "\n\n"
    ),
    "wide characters": lambda: (
        NO_PACK + "\n" + "".join(f'row areas: A{n} {{"name": "{"𝟙" * 15_000}"}}\n' for n in range(150)) + "\n\n"
    ),
    "many words": lambda: DIARY + "lnad " + " ".join(f"x{n}" for n in range(9_000)) + "\n",
    "many targets": lambda: DIARY + "adjust " + "INF1," * 6_000 + "INF1 " + "steps=1 " * 3_000 + '"so"\n',
    "a large number": lambda: DIARY + 'adjust INF1 steps=999999999 "so"\n',
    "a number of many digits": lambda: DIARY + "takeback " + "9" * 60_000 + "\n",
    "nothing": lambda: "\0" * 9_000_000,
}

EXPORTS: dict[str, Material] = {
    "deep": lambda: b'{"specversion":"1.0","data":' + b"[" * (BEGINNING - 100),
    "many lists": lambda: b'{"specversion":"1.0","data":[' + b"[]," * 330_000 + b"[]]}",
    "many charts": lambda: (
        FIRST
        + b"\n"
        + SECOND.partition(b',"data":')[0]
        + b',"data":{"at":"","fact":{"system":"iwo","title":"x","charts":{"a":{'
        + b",".join(b'"%d":{}' % n for n in range(90_000))
        + b"}}}}}"
    ),
    "an endless line": lambda: FIRST + b"\n" + b"x" * 60_000_000,
    "empty lines": lambda: FIRST + b"\n" * 60_000_000,
    "too long": lambda: 300_000_000,
}

LINES_SAID: dict[str, Material] = {
    "endless": lambda: b"note " + b"x" * 60_000_000,
    "wide": lambda: ("note " + "𝟙" * 10_000_000).encode(),
    "quotes": lambda: b"note " + b"\"a'" * 21_000,
    "dice": lambda: b"bombard Green " + b"1 " * 30_000,
    "names": lambda: b"land 4D-R23 Green fire=" + b"INF1," * 12_000 + b"INF1",
    "caves": lambda: b'adjust Green caves=999999999 "so"',
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a diary in which a game is under way. Nothing that is refused changes it."""
    folder = tmp_path_factory.mktemp("table")
    new = ("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    for words in (new, ("declare", "evening", SETUP)):
        done(folder, *words)
    return folder


def done(folder: Path, *words: str) -> None:
    """Says something of which nobody asks what it costs."""
    made = CliRunner().invoke(main, ["--diary", str(folder / "d.db"), *words])
    assert made.exit_code == 0, made.output


@pytest.fixture(scope="module")
def usual(table: Path) -> dict[str, Cost]:
    """What the commands cost on good input."""
    words = {
        "import": ("import", str(written(table / "good.diary", DIARY)), "--name", "good"),
        "pack": ("pack", "check", "iwo", "sample"),
        "play": ("play", "evening", str(written(table / "good.txt", "note fine\n"))),
        "photo": ("photo", "evening", str(written(table / "good.jpg", jpeg(800, 600)))),
    }
    found = {name: cost(table, *said) for name, said in words.items()}
    assert [one.stderr for one in found.values() if one.code] == []
    return found


def written(path: Path, data: str | bytes | int) -> Path:
    if isinstance(data, int):
        path.touch()
        os.truncate(path, data)
    else:
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def cheap(found: Cost, usual: Cost) -> None:
    assert found.memory - usual.memory < MEMORY, f"{found.memory:,} bytes; {found.stderr[:300]}"
    assert found.seconds - usual.seconds < SECONDS, found.stderr[:300]


def refused(found: Cost, usual: Cost) -> None:
    """In a line (or three, with the line at fault), and cheaply."""
    assert found.code == 2, found.stderr[:300]
    assert found.stderr.startswith("wardiary: "), found.stderr[:300]
    assert found.stderr.count("\n") <= 3
    assert len(found.stderr) < 1_600
    assert "fault of its own" not in found.stderr, found.stderr
    cheap(found, usual)


@pytest.mark.parametrize("name", PACKS)
def test_a_pack(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    path = str(written(tmp_path / "x.toml", PACKS[name]()))
    words = (
        ("pack", "check", "iwo", path),
        ("new", "other", "--system", "iwo", "--pack", path),
        ("pack", "fill", "iwo", path),
    )
    refused(cost(table, *words[list(PACKS).index(name) % 3]), usual["pack"])


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_pack(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    written(tmp_path / "areas.csv", TABLES[name]())
    refused(cost(table, "pack", "read", "iwo", str(tmp_path)), usual["pack"])


@pytest.mark.parametrize("name", DIARIES)
def test_a_diary_file(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "x.diary", DIARIES[name]())
    refused(cost(table, "import", str(path)), usual["import"])


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "x.jsonl", EXPORTS[name]())
    refused(cost(table, "import", str(path)), usual["import"])


@pytest.mark.parametrize("name", LINES_SAID)
def test_a_line(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "x.txt", LINES_SAID[name]())
    with path.open("rb") as said:
        refused(cost(table, "declare", "evening", "-", stdin=said), usual["play"])


def test_what_never_ends(table: Path, usual: dict[str, Cost], tmp_path: Path) -> None:
    """An endless device, by its name and by a pipe; a pipe nobody writes to."""
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path / "pipe")):
        refused(cost(table, "play", "evening", path), usual["play"])
        refused(cost(table, "photo", "evening", path), usual["photo"])
    for words in (("play", "evening", "-"), ("declare", "evening", "-")):
        with open("/dev/zero", "rb") as endless:
            refused(cost(table, *words, stdin=endless), usual["play"])


# ---- pictures ----


def jpeg(wide: int, high: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (wide, high), (90, 120, 60)).save(data, "JPEG")
    return data.getvalue()


def png(wide: int, high: int, *between: tuple[bytes, bytes]) -> bytes:
    """A PNG of one colour, with further pieces before its data."""
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    data = compress(b"\0" * min(high * (wide * 3 + 1), 2_000_000))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(piece)) + kind + piece + struct.pack(">I", crc32(kind + piece))
        for kind, piece in ((b"IHDR", header), *between, (b"IDAT", data), (b"IEND", b""))
    )


def much_exif() -> bytes:
    plain, piece = jpeg(8, 8), b"\xff\xe1" + struct.pack(">H", 65_535) + b"Exif\0\0" + b"x" * 65_527
    return plain[:2] + piece * 900 + plain[2:]


def bomb() -> bytes:
    return compress(b"a" * 60_000_000)


PICTURES: dict[str, Callable[[], bytes]] = {
    "pixels.png": lambda: png(13_300, 13_300),
    "text.png": lambda: png(4, 4, *[(b"zTXt", b"k\0\0" + bomb())] * 5),
    "colours.png": lambda: png(4, 4, (b"iCCP", b"k\0\0" + bomb())),
    "exif.jpg": much_exif,
    "beach.jpg": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\nshowpage\n",
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_photograph(table: Path, usual: dict[str, Cost], tmp_path: Path, name: str) -> None:
    """It is recorded by its name and digest, and not shown, neither when it is said nor in a report."""
    path = written(tmp_path / name, PICTURES[name]())
    found = cost(table, "photo", "evening", str(path))
    assert found.code == 0, found.stderr
    assert f"{name} is no picture that a report can show" in found.stderr
    cheap(found, usual["photo"])


def test_no_other_program_is_run_for_a_photograph(
    table: Path, usual: dict[str, Cost], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostScript under a picture's name: Pillow would hand it to Ghostscript, here one that tells."""
    told = tmp_path / "ran"
    (tmp_path / "bin").mkdir()
    for name in ("gs", "gswin32c"):
        written(tmp_path / "bin" / name, f"#!/bin/sh\necho ran > {told}\n").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    path = written(tmp_path / "beach.jpg", PICTURES["beach.jpg"]())
    assert cost(table, "photo", "evening", str(path)).code == 0
    said = cost(table, "report", "evening", "-o", str(tmp_path / "report.html"), "--photos", str(tmp_path))
    assert "no picture that can be shown" in said.stderr, said.stderr
    assert not told.exists()


def test_a_report_with_such_pictures(table: Path, tmp_path: Path) -> None:
    run = ("report", "evening", "-o", str(tmp_path / "report.html"), "--photos")
    for name, data in PICTURES.items():
        done(table, "photo", "evening", str(written(tmp_path / name, data())))
    (tmp_path / "nothing").mkdir()
    without, found = cost(table, *run, str(tmp_path / "nothing")), cost(table, *run, str(tmp_path))
    assert (without.code, found.code) == (0, 0), found.stderr
    cheap(found, without)
