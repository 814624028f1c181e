"""What differs from one player's machine to another's: code pages, marks before a text, files held open, names, a
system without Unix."""

from __future__ import annotations

import csv
import getpass
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.desk import default_diary
from cli.main import main
from cli.output import fit_streams, print_line, talk
from docs.make import reference
from domain.kernel.errors import BadInput, Damaged
from projections.ledger_file import LedgerFile
from tests.cli.conftest import Run, call
from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]
CODE_PAGES = ("cp1252", "cp437", "latin-1", "ascii")
IWO, DDAT = "guns-and-tanks", "first-waves"
LEDGERS = ("casualties", "points", "fire", "chance", "tracks", "timeline", "declarations")
LOOKS = (
    "systems",
    "games",
    "stats",
    "doctor",
    "rebuild",
    "--help",
    "record --help",
    "verbs iwo",
    "verbs ddat",
    "pack new iwo",
    "pack list ddat",
    *(
        f"{look} {game}"
        for game in (IWO, DDAT)
        for look in ("show", "show --at 40 --as us", "log", "position", "head", "audit", "redo --show")
    ),
    *(f"table {game} {name}" for game in (IWO, DDAT) for name in LEDGERS),
    *(
        f"table {DDAT} {name}"
        for name in ("losses", "infantry", "positions", "japanese", "gunfire", "leaders", "lvts", "deck")
    ),
    *(f"why {game} 60 --depth 3" for game in (IWO, DDAT)),
    f"why {IWO} points:jp",
    f"show {DDAT} --map",
    f"ruling {IWO}",
    f"branch {IWO} --at 30",
    "show nowhere",
    "table",
)


asked = cache(reference.asked)
"""What the rules may ask, read from their source: it is the same in every encoding."""


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A diary with a shipped game of each system, and one whose names and notes are in several scripts."""
    path = tmp_path_factory.mktemp("played") / "d.db"
    for words in (
        ["demo", "--game", IWO],
        ["demo", "--system", "ddat", "--game", DDAT],
        ["new", "żółw", "--system", "iwo", "--pack", "sample", "--player", "us=Zoë", "--player", "jp=東郷"],
        ["note", "żółw", "Tōkyō — 日本 → “café” ✓"],
    ):
        assert in_encoding("utf-8", path, *words).exit_code == 0
    return path


def in_encoding(encoding: str, diary: Path, *words: str) -> Result:
    """The program with stdout and stderr in an encoding."""
    return CliRunner(charset=encoding).invoke(main, ["--diary", str(diary), "--by", "Ann", *words])


# ---- code pages ----


@pytest.mark.parametrize("look", LOOKS)
def test_an_old_code_page_shows_all_that_it_can(diary: Path, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a pipe in an old code page, when anything is looked at, then it says what UTF-8 says, and every sign of
    ours has a stand-in."""
    monkeypatch.setattr(reference, "asked", asked)
    whole = in_encoding("utf-8", diary, *look.split())
    for encoding in ("cp1252", "ascii"):
        told = in_encoding(encoding, diary, *look.split())
        assert told.exit_code == whole.exit_code, told.output
        assert "a fault of its own" not in told.output
        if not re.search("[żł東]", whole.output):
            assert told.output.count("?") == whole.output.count("?"), encoding
            assert told.output.count("\n") == whole.output.count("\n")


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("utf-8", "4●○ 4→3 — ✗ … · é Tōkyō 日"),
        ("cp1252", "4*o 4->3 — x … · é Tokyo ?"),
        ("cp437", "4*o 4->3 - x ... · é Tokyo ?"),
        ("latin-1", "4*o 4->3 - x ... · é Tokyo ?"),
        ("ascii", "4*o 4->3 - x ... - e Tokyo ?"),
    ],
)
def test_stand_ins(monkeypatch: pytest.MonkeyPatch, encoding: str, written: str) -> None:
    for name, speak in (("stdout", print_line), ("stderr", talk)):
        bytes_ = io.BytesIO()
        monkeypatch.setattr(sys, name, io.TextIOWrapper(bytes_, encoding=encoding, newline="\n"))
        fit_streams()
        speak("4●○ 4→3 — ✗ … · é Tōkyō 日")
        getattr(sys, name).flush()
        assert bytes_.getvalue().decode(encoding) == written + "\n"


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["cp1252", "ascii", "C"],
)
def test_the_program_itself_in_such_a_place(diary: Path, variables: dict[str, str]) -> None:
    """Given what says which encoding the streams have, when a game is shown, then it ends well, in that encoding."""
    encoding = variables.get("PYTHONIOENCODING", "ascii")
    command = [sys.executable, "-m", "cli.main", "--diary", str(diary), "show", IWO]
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))
    } | variables
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert " **" in done.stdout.decode(encoding)


def test_what_is_read_again_is_utf_8_wherever_it_goes(diary: Path, tmp_path: Path) -> None:
    """Given an old code page, when a game is exported to stdout or to a file, then it is taken in elsewhere, and
    nothing is lost."""
    for form, ending in (("diary", "diary"), ("jsonl", "jsonl")):
        sent = in_encoding("cp1252", diary, "export", "żółw", "--format", form).stdout_bytes
        kept = tmp_path / f"kept.{ending}"
        assert in_encoding("cp1252", diary, "export", "żółw", "--format", form, "-o", str(kept)).exit_code == 0
        assert kept.read_bytes().startswith(sent)  # in a file with a mark that says of which game it is
        (tmp_path / f"sent.{ending}").write_bytes(sent)
        elsewhere = tmp_path / f"{form}.db"
        assert in_encoding("utf-8", elsewhere, "import", str(tmp_path / f"sent.{ending}"), "--name", "x").exit_code == 0
        assert "Tōkyō — 日本 → “café” ✓" in in_encoding("utf-8", elsewhere, "log", "x").stdout


@pytest.mark.parametrize("encoding", CODE_PAGES)
def test_json_says_everything_in_every_encoding(diary: Path, encoding: str) -> None:
    said = json.loads(in_encoding(encoding, diary, "log", "żółw", "--json").stdout)
    assert said[-1]["words"].endswith("Tōkyō — 日本 → “café” ✓")


def test_the_live_recorder_in_an_old_code_page(evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its prompt and its status line too, which go to the terminal by another way."""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with Terminal(tmp_path / "d.db", "record", "evening", anew=True) as terminal:
        terminal.say("note one", "note: one")
        terminal.say("lnad", "x there is no verb")
        assert any(line.startswith("turn 1 - ") for line in terminal.bottom())
        assert terminal.raw.isascii()


# ---- a mark before a text, and line ends ----


def as_windows(data: bytes) -> bytes:
    """A text as an editor there saves it."""
    return b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")


@pytest.mark.parametrize("form", ["diary", "jsonl"])
def test_a_game_saved_by_another_editor_is_taken_in(diary: Path, tmp_path: Path, form: str) -> None:
    sent, file = tmp_path / f"g.{form}", tmp_path / f"G.{form.upper()}"
    in_encoding("utf-8", diary, "export", IWO, "--format", form, "-o", str(sent))
    file.write_bytes(as_windows(sent.read_bytes()))
    done = in_encoding("utf-8", tmp_path / "e.db", "import", str(file), "--name", "x")
    assert done.exit_code == 0, done.output
    assert in_encoding("utf-8", tmp_path / "e.db", "log", "x").stdout == in_encoding("utf-8", diary, "log", IWO).stdout
    if form == "jsonl":
        checked = subprocess.run(
            [sys.executable, str(ROOT / "auditing" / "verify.py"), str(file)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert checked.stdout == "ok: every seal fits\n"


def test_lines_saved_by_another_editor_are_said(evening: Run, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_bytes(as_windows("note one\nnote “two”\n".encode()))
    evening("play", "evening", str(lines))
    for words in (["play", "evening", "-"], ["declare", "evening", "-"]):
        evening(*words, input="\ufeffnote three\r\nnote four\r\n")
    told = re.findall(r"note: (\S+)", evening("log", "evening").stdout)
    assert told == ["one", "“two”", "three", "four", "three", "four"]


def test_a_pack_saved_by_another_editor_is_read(run: Run, tmp_path: Path) -> None:
    """As TOML, and as tables."""
    for words in (
        ["pack", "new", "iwo", "-o", str(tmp_path / "p.toml")],
        ["pack", "new", "iwo", "--table", "-o", str(tmp_path / "t")],
    ):
        run(*words)
    plain = [run("pack", "check", "iwo", str(file), code=1).stdout for file in (tmp_path / "p.toml", tmp_path / "t")]
    for file in (tmp_path / "p.toml", *(tmp_path / "t").iterdir()):
        file.write_bytes(as_windows(file.read_bytes()))
    assert [
        run("pack", "check", "iwo", str(file), code=1).stdout for file in (tmp_path / "p.toml", tmp_path / "t")
    ] == plain
    with (tmp_path / "t" / "units.csv").open(encoding="utf-8-sig", newline="") as table:
        assert next(csv.reader(table))[0] == "unit"


# ---- files that another program has open ----

"""It begins like a database and is none."""


def held(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Lets no file of these names be renamed, replaced or removed, as Windows does while another program has it
    open."""

    def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(path: Any, *others: Any, **how: Any) -> Any:
            for each in (path, *others):
                if Path(each).name in names and Path(each).exists():
                    raise PermissionError(
                        13, "The process cannot access the file because it is being used by another process", str(each)
                    )
            return real(path, *others, **how)

        return refuse

    for name in ("rename", "replace", "unlink"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))
        monkeypatch.setattr(Path, name, refusing(getattr(Path, name)))


def is_open_here(path: Path) -> bool:
    """Whether this process has a file open."""
    for handle in range(3, 256):
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return True
    return False


@pytest.mark.parametrize(
    ("words", "name", "at"),
    [
        ("table evening points", "d.views.db", 0),
        ("table evening points", "d.views.db", 3 * 4096),
        ("show evening --json", "d.snapshots.db", 0),
    ],
    ids=["views", "views from their fourth page on", "snapshots"],
)
def test_what_is_damaged_is_not_open_here_when_it_goes(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, name: str, at: int
) -> None:
    """Given damaged views or snapshots, when they are made anew, then this program does not itself keep the old ones
    from being moved."""
    monkeypatch.setattr("projections.snapshots.EVERY", 10)  # the evening is short
    whole = evening(*words.split()).stdout
    file, aside = tmp_path / name, []
    kept = file.read_bytes()
    file.write_bytes(kept[: at or 100] + b"\x55" * max(len(kept) - at, 4096))

    def watching(real: Callable[..., Any]) -> Callable[..., Any]:
        def watch(path: Any, *others: Any, **how: Any) -> Any:
            if Path(path) == file:
                aside.append(is_open_here(file))
            return real(path, *others, **how)

        return watch

    monkeypatch.setattr(os, "replace", watching(os.replace))
    monkeypatch.setattr(Path, "unlink", watching(Path.unlink))
    assert evening(*words.split()).stdout == whole
    assert aside == [False]


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_report_that_is_open_elsewhere_stays_as_it_is(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """Given yesterday's report, one file of which is open, when today's is written, then one line says so, and no file
    is half of today."""
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    folder = tmp_path / "out"
    folder.mkdir()
    evening("report", "evening", "-o", str(folder / f"e.{form}"))
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    evening("note", "evening", "Later.")
    held(monkeypatch, sorted(before)[-1])
    told = evening("report", "evening", "-o", str(folder / f"e.{form}"), code=2).stderr
    assert f"{sorted(before)[-1]} is open in another program" in told
    assert len(told.splitlines()) == 1
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_a_picture_to_be_withheld_that_is_open_elsewhere_is_told_before_anything_is_written(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given the umpire's Markdown, a picture of which is open, when a side's is to replace it, then it is not left
    beside that unseen."""
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    evening("report", "evening", "--format", "md", "-o", str(tmp_path / "post"))
    before = {file.name: file.read_bytes() for file in (tmp_path / "post").iterdir()}
    held(monkeypatch, name := next(name for name in before if name.endswith(".svg")))
    evening("declare", "evening", "land 4D-R24 Green fire=none")
    told = evening("report", "evening", "--format", "md", "--as", "us", "-o", str(tmp_path / "post"), code=2).stderr
    assert f"{name} is open in another program" in told
    assert all((tmp_path / "post" / name).read_bytes() == data for name, data in before.items())


def test_damaged_views_that_are_open_elsewhere_are_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.views.db"
    LedgerFile(path).close()
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 5000)
    held(monkeypatch, path.name)
    with pytest.raises(Damaged, match="open in another program"):
        LedgerFile(path)
    monkeypatch.undo()
    with LedgerFile(path) as views:
        assert views.reached("any") == -1


# ---- names ----


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("CON", "game-CON"),
        ("nul", "game-nul"),
        ("Aux.2", "game-Aux.2"),
        ("com1", "game-com1"),
        ("LPT9 .x", "game-LPT9 .x"),
        ("COM¹", "game-COM¹"),
        ("console", "console"),
        ("com", "com"),
        ("the end. ", "the end"),
        (" a:b?", "a-b"),
        ("a" * 79 + ".", "a" * 79),
        ("...", "game-[0-9a-f]{8}"),
    ],
)
def test_no_file_is_called_what_windows_does_not_take(
    evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    call(tmp_path / "d.db", "evening", name)
    assert re.fullmatch(rf"{file}\.html", evening("report", name).stdout.strip())


def test_two_games_never_share_a_file(evening: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given names that are one to some file system, or once they are cleaned, when each game is reported, then there is
    a file for each."""
    monkeypatch.chdir(tmp_path)
    names = ["Evening", "EVENING", "a/b", "a:b", "caf\u00e9", "cafe\u0301", "alone"]
    for n, name in enumerate(names):
        evening("branch", "evening", f"branch {n}")
        call(tmp_path / "d.db", f"branch {n}", name)
    written = [evening("report", name).stdout.strip() for name in ("evening", *names)]
    assert len({name.casefold() for name in written}) == len(written)
    assert written[-1] == "alone.html"


# ---- where there is no home, and no Unix ----


def test_the_diary_lies_where_the_platform_keeps_such_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for platform, variables, place in (
        ("win32", {"APPDATA": str(tmp_path / "Roaming")}, "Roaming"),
        ("win32", {}, "."),
        ("win32", {"APPDATA": ""}, "."),
        ("darwin", {}, "Library/Application Support"),
        ("linux", {}, ".local/share"),
        ("linux", {"XDG_DATA_HOME": str(tmp_path / "x")}, "x"),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(os, "environ", variables)
        assert default_diary() == tmp_path / place / "wardiary" / "wardiary.db"


def test_without_a_home_the_diary_has_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    for name in ("APPDATA", "XDG_DATA_HOME", "WARDIARY"):
        monkeypatch.delenv(name, raising=False)
    for platform in ("win32", "darwin", "linux"):
        monkeypatch.setattr(sys, "platform", platform)
        with pytest.raises(BadInput, match="no home folder here to keep a diary in: --diary FILE"):
            default_diary()
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32")
    assert default_diary().parent == tmp_path / "wardiary"


def test_who_records_may_be_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given no variable with a login name, and no `pwd` as on Windows, when a game is begun, then nobody is named as
    its recorder."""
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setitem(sys.modules, "pwd", None)
    with pytest.raises((ImportError, OSError)):
        getpass.getuser()
    words = ["--diary", str(tmp_path / "d.db"), "new", "evening", "--system", "iwo", "--pack", "sample"]
    assert CliRunner().invoke(main, words).exit_code == 0
    rows = json.loads(CliRunner().invoke(main, ["--diary", str(tmp_path / "d.db"), "log", "evening", "--json"]).stdout)
    assert {row["by"] for row in rows} == {""}


WITHOUT_UNIX = """
import os, shutil, signal, sys
# These ask the system what it is when they are imported.
import matplotlib.figure, multiprocessing, sqlite_utils, subprocess, tempfile
space = shutil.disk_usage(".")
shutil.disk_usage = lambda path: space  # its own way of asking is another there
for module, names in (
    (os, "statvfs fstatvfs fork forkpty getuid geteuid getgid getpgid chown lchown fchmod fchown setsid mkfifo killpg "
         "nice sysconf uname O_NOFOLLOW O_CLOEXEC O_DIRECTORY O_NONBLOCK posix_fallocate sync getloadavg wait3 wait4 "
         "mknod openpty ttyname"),
    (signal, "SIGKILL SIGALRM SIGHUP SIGUSR1 SIGUSR2 SIGQUIT SIGCHLD SIGPIPE SIGWINCH alarm setitimer pause"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
for name in "fcntl termios pwd grp resource tty pty syslog".split():
    sys.modules[name] = None
from cli.main import main
for words in sys.argv[2:]:
    try:
        main(["--diary", sys.argv[1], "--by", "Ann", *words.split()])
    except SystemExit as end:
        assert not end.code, (words, end.code)
"""


def test_nothing_is_missed_on_a_system_that_is_no_unix(tmp_path: Path) -> None:
    """Given a Python without what only Unix has, when a game is played, looked at, reported and checked, then all of it
    works."""
    commands = [
        f"demo --game {IWO}",
        f"show {IWO}",
        f"log {IWO} --last 3",
        f"table {IWO} points",
        f"note {IWO} x",
        f"takeback {IWO}",
        f"why {IWO} 60",
        f"report {IWO} --upto 60 -o {tmp_path / 'r.html'}",
        f"report {IWO} --upto 30 --format md -o {tmp_path / 'post'}",
        "stats",
        "doctor",
        f"export {IWO} --format jsonl -o {tmp_path / 'g.jsonl'}",
        "rebuild",
        f"demo --system ddat --game {DDAT}",
        f"show {DDAT} --map",
    ]
    command = [sys.executable, "-c", WITHOUT_UNIX, str(tmp_path / "d.db"), *commands]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "the diary is whole" in done.stdout
    assert "MB free" in done.stdout
