"""What reaches a terminal, and how the program ends: no escapes from names, no tracebacks, the exit codes that are
promised."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.games import load
from domain.kernel import aside_facts
from domain.kernel.entries import Entry
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.record.diary import Diary
from recording.situation import situation
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
ESC = "\x1b"
EVIL_PACK = """
system = "iwo"
name = "evil \\u001b[31m"
[areas."A\\u001b[2J\\u202e\\nFunami  US"]
bdv = 1
[units."U\\u001b]0;gone\\u0007"]
side = "us"
type = "infantry"
steps = 2
"""


def start(tmp_path: Path, *words: str, **streams: int) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "cli.main", "--diary", str(tmp_path / "d.db"), "--by", "Ann", *words]
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen(program, cwd=ROOT, text=True, **ends)  # type: ignore[call-overload, no-any-return]


def say_first(process: subprocess.Popen[str], text: str) -> None:
    """Notes the text, and waits until it is recorded; the program then reads on."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"note {text}\n" + "#\n" * 5000)  # more than a buffer, so that the first line is read
    process.stdin.flush()
    assert process.stdout.readline() == f"note: {text}\n"


def test_names_of_a_strangers_pack_command_nothing(run: Run, tmp_path: Path) -> None:
    """Given a pack whose names hold escapes, line ends and turned text, then it is refused, in words that command
    nothing."""
    path = str(tmp_path / "evil.toml")
    (tmp_path / "evil.toml").write_text(EVIL_PACK)
    for words in (
        ("new", "evil", "--system", "iwo", "--pack", path),
        ("pack", "check", "iwo", path),
        ("pack", "fill", "iwo", path),
    ):
        said = run(*words, code=2).output
        assert "control character" in said
        assert not set(said) & set(f"{ESC}\x07\u202e")


def test_names_in_an_old_record_command_nothing(run: Run, tmp_path: Path) -> None:
    """Given a record with such names, from before packs were read strictly, then every way to look shows them
    harmless."""
    pack = tomllib.loads(EVIL_PACK)
    charts = {chart: rows for chart, rows in pack.items() if isinstance(rows, dict)}
    with Diary(tmp_path / "d.db") as diary:
        diary.new("iwo", "evil", GameBegan(system="iwo", title="t", pack=pack["name"], charts=charts))
    shown = ""
    for words in (("show",), ("log",), ("position",), ("show", "--as", "us"), ("table", "timeline")):
        shown += run(words[0], "evil", *words[1:]).output
    assert "\ufffd" in shown
    assert not set(shown) & set(f"{ESC}\x07\u202e")
    assert not re.search("^Funami", shown, re.MULTILINE)  # no row of the screen is forged


def test_colour_is_for_those_who_want_it(evening: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ESC not in evening("show", "evening").output
    assert f"{ESC}[1m" in evening("--color", "always", "show", "evening").output
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESC not in evening("--color", "auto", "show", "evening").output


def test_long_sentences_are_folded_at_80_columns(evening: Run) -> None:
    evening("note", "evening", "word " * 60)
    for words in (
        ("log", "evening"),
        ("verbs", "iwo"),
        ("games",),
        ("ruling", "evening"),
        ("show", "evening"),
        ("pack", "list", "iwo"),
    ):
        assert max(map(len, evening(*words).stdout.splitlines())) <= 80, words


def test_counters_nobody_has_described_are_shown_all_the_same() -> None:
    """Given a record from another time, whose counters have no card any more, then the situation shows what is known of
    them."""
    from domain.iwo.facts import HiddenSetup

    game: Game[Any] = Game(load("iwo"))
    setup = HiddenSetup(places={"INF1": "Green"}, steps={"INF1": 2}, caves={"Green": 1})
    game.follow([Entry(1, 1, GameBegan(system="iwo", title="old"), ends=True), Entry(2, 2, setup, ends=True)])
    assert "INF1 ●● concealed" in "\n".join(situation(game.seen_by("umpire")))


@pytest.mark.parametrize(
    "words", [("show",), ("table",), ("play", "evening", "/no/such/file"), ("--color", "red", "games")]
)
def test_a_command_used_wrongly_is_told_in_one_line(evening: Run, words: tuple[str, ...]) -> None:
    said = evening(*words, code=2).stderr
    assert said.startswith("wardiary: ")
    assert said.count("\n") == 1
    assert "--help` says more" in said


def test_a_table_there_is_not_is_told_with_those_there_are(evening: Run) -> None:
    assert evening("table", "evening", "losess", code=2).stderr.startswith("wardiary: there is no table 'losess'; ")


def test_a_full_disk_under_the_output_is_told(evening: Run, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full, start(tmp_path, "log", "evening", stdout=full.fileno()) as done:
        _, said = done.communicate(timeout=60)
    assert (done.returncode, said) == (2, "wardiary: the output: No space left on device\n")


def test_a_fault_of_its_own_is_told_without_a_traceback(evening: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last resort: whatever was not foreseen."""
    import cli.looking

    def fail(*_: object) -> None:
        raise KeyError("unforeseen")

    monkeypatch.setattr(cli.looking, "situation", fail)
    assert (
        "wardiary: a fault of its own, KeyError: 'unforeseen'" in evening("show", "evening", "--at", "1", code=2).stderr
    )


def test_control_c_ends_it_quietly(evening: Run, tmp_path: Path) -> None:
    """Given lines that come from stdin, when the user interrupts between two, then the first stays and the exit code is
    130."""
    with start(tmp_path, "declare", "evening", "-") as process:
        say_first(process, "one")
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert (process.returncode, out, said) == (130, "", "")
    assert "note: one" in evening("log", "evening").stdout


def test_the_slower_of_two_recorders_sees_what_happened(evening: Run, tmp_path: Path) -> None:
    """Given a recorder who reads lines, when another records meanwhile, then its next line is refused and nothing is
    lost."""
    with start(tmp_path, "declare", "evening", "-") as slow:
        say_first(slow, "slow")
        with Diary(tmp_path / "d.db", "Bob") as diary:
            game = diary.open(diary.find("evening").id)
            diary.append(game, game.beside(aside_facts.note(game, "fast")))
        out, said = slow.communicate("note lost\n", timeout=60)
    assert (slow.returncode, out) == (2, "note: fast\n")
    assert (
        "somebody else had recorded what stands above, so your line was not recorded; if it still holds, say it again"
        in said
    )
    assert "lost" not in evening("log", "evening").stdout


def test_the_reader_of_a_long_list_may_leave(evening: Run, tmp_path: Path) -> None:
    evening("play", "evening", "-", input='note "a long evening at the table"\n' * 300)
    with start(tmp_path, "log", "evening") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


def test_help_loads_no_game_and_no_storage() -> None:
    loaded = (
        subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys; from cli.main import main; main(['--help'], standalone_mode=False); print(*sys.modules)",
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        .stdout.splitlines()[-1]
        .split()
    )
    assert not {
        "pydantic",
        "eventsourcing",
        "sqlite_utils",
        "sqlite3",
        "domain.record.diary",
        "domain.iwo",
        "replays.notation",
    } & set(loaded)


def test_the_diary_is_found_where_it_is_said(tmp_path: Path) -> None:
    """--diary, else $WARDIARY, else the platform's folder for a user's data."""
    home = {k: v for k, v in os.environ.items() if k != "WARDIARY"} | {"XDG_DATA_HOME": str(tmp_path / "data")}
    program = [sys.executable, "-m", "cli.main", "new", "one", "--system", "iwo", "--json"]
    made = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True, env=home)
    assert json.loads(made.stdout)["game"] == "one"
    if sys.platform.startswith("linux"):
        assert (tmp_path / "data" / "wardiary" / "wardiary.db").exists()
    subprocess.run(program, cwd=ROOT, capture_output=True, check=True, env={**home, "WARDIARY": str(tmp_path / "w.db")})
    assert (tmp_path / "w.db").exists()
