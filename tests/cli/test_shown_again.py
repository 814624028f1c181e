"""A game that has not changed is shown again at once, from the screen kept of it beside the diary; nothing else ever
is.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import cli.looking
import cli.output
from cli.desk import Desk
from cli.live import Live
from cli.looking import look_anew
from cli.session import Session
from domain.kernel.aside_facts import note
from domain.record.diary import Diary
from projections import derived, kept_screens
from projections.kept_screens import screens_folder
from tests.cli.conftest import SETUP, Run

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def evening(run: Run) -> Run:
    """A game with nothing under a passphrase, that both sides' counters lie open in."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    run("declare", "evening", SETUP)
    return run


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were opened to be shown, one after the other."""
    found: list[str] = []

    def counting(desk: object, game: str, *given: object, keep: bool) -> None:
        found.append(game)
        look_anew(desk, game, *given, keep=keep)  # type: ignore[arg-type]

    monkeypatch.setattr(cli.looking, "look_anew", counting)
    return found


def elsewhere(run: Run, tmp_path: Path) -> str:
    """What `show` says of a copy of the diary beside which nothing is kept."""
    there = tmp_path / "there"
    there.mkdir(exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "d.db")) as raw, closing(sqlite3.connect(there / "d.db")) as copy:
        raw.backup(copy)
    return run("--diary", str(there / "d.db"), "show", "evening").stdout


def test_an_unchanged_game_is_shown_again_without_its_rules(evening: Run, tmp_path: Path) -> None:
    """Given a game that was shown, when it is shown again in a process of its own, then the same stands there, and no
    rules, facts or pydantic are loaded."""
    first = evening("show", "evening").stdout
    script = "import sys; from cli.main import main; main(standalone_mode=False); print(*sys.modules, file=sys.stderr)"
    words = [sys.executable, "-X", "utf8", "-c", script, "--diary", str(tmp_path / "d.db"), "show", "evening"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert said.stdout == first
    loaded = set(said.stderr.split())
    assert {"pydantic", "pydantic_core", "eventsourcing", "domain.kernel.facts", "domain.iwo"} & loaded == set()


def test_a_line_leaves_the_screen_that_comes_next(evening: Run, looks: list[str], tmp_path: Path) -> None:
    """Given a declared line, then the next look shows what stands after it, as a look at a copy does, at once."""
    evening("declare", "evening", "next")
    assert evening("show", "evening").stdout == elsewhere(evening, tmp_path)
    assert looks == ["evening"]  # the copy


def screens(folder: Path) -> list[Path]:
    """The screens that are kept beside the diary in a folder."""
    return [*screens_folder(folder / "d.db").iterdir()]


def test_the_prompt_leaves_a_screen_before_each_line(evening: Run, looks: list[str], tmp_path: Path) -> None:
    """Given a recorder at a prompt that stays open, then what others show is the screen that stands, at once."""
    shown: list[str] = []
    keys = ["next", "note later"]

    def ask(prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
        if shown or len(keys) < 2:
            shown.append(evening("show", "evening").stdout)
        if not keys:
            raise EOFError
        return keys.pop(0)

    @click.command()
    def record() -> None:
        desk = Desk(tmp_path / "d.db", "Bob")
        Live(Session.open(desk, "evening"), ask).run()
        desk.close()

    assert CliRunner().invoke(record).exception is None
    assert looks == []
    assert len({*shown}) == 2
    assert shown[-1] == elsewhere(evening, tmp_path)


CHANGES: dict[str, Callable[[Run, Path], object]] = {
    "a take-back": lambda run, path: run("takeback", "evening"),
    "a note": lambda run, path: run("note", "evening", "later"),
    "a dispute": lambda run, path: run("dispute", "evening", "2", "we were not sure"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_changes_the_game_changes_its_screen(
    evening: Run, tmp_path: Path, change: Callable[[Run, Path], object]
) -> None:
    evening("show", "evening")
    change(evening, tmp_path)
    assert evening("show", "evening").stdout == elsewhere(evening, tmp_path)


def test_what_another_process_recorded_is_shown(evening: Run, looks: list[str], tmp_path: Path) -> None:
    first = evening("show", "evening").stdout
    with Diary(tmp_path / "d.db", "Bob") as diary:
        game = diary.open(diary.find("evening").id)
        diary.append(game, game.beside(note(game, "Bob was here")))
    then = evening("show", "evening").stdout
    assert (first.splitlines()[0], then.splitlines()[0]) != (then.splitlines()[0],) * 2
    assert looks == ["evening"]


def test_another_name_is_shown_at_once_and_a_name_of_two_is_refused(evening: Run, looks: list[str]) -> None:
    evening("show", "evening")
    evening("rename", "evening", "long evening")
    assert evening("show", "long").stdout.startswith("long evening, entry ")
    assert looks == []
    evening("new", "long night", "--system", "iwo", "--pack", "sample")
    assert "could be long evening, long night" in evening("show", "long", code=2).stderr


def text_changed(kept: bytes) -> bytes:
    return kept.replace(b"Motoyama", b"Motomaya")


def proof_gone(kept: bytes) -> bytes:
    return kept.partition(b"\n")[2]


@pytest.mark.parametrize("change", [text_changed, proof_gone, lambda kept: b"", lambda kept: b"\xff\n{" * 9])
def test_a_screen_that_was_changed_counts_for_nothing(
    evening: Run, looks: list[str], tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    first = evening("show", "evening").stdout
    [file] = screens(tmp_path)
    kept = file.read_bytes()
    assert change(kept) != kept
    file.write_bytes(change(kept))
    assert evening("show", "evening").stdout == first
    assert evening("show", "evening").stdout == first
    assert looks == ["evening"]


def test_a_screen_of_another_user_counts_for_nothing(
    evening: Run, looks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening("show", "evening")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    evening("show", "evening")
    assert looks == ["evening"]


def test_other_code_and_another_width_show_the_game_anew(
    evening: Run, looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening("show", "evening")
    monkeypatch.setattr(kept_screens, "code_of_screens", lambda: "mended")
    evening("show", "evening")
    assert looks == ["evening"]
    monkeypatch.setattr(cli.output, "screen_columns", lambda: 60)
    narrow = evening("show", "evening").stdout
    assert looks == ["evening"] * 2
    assert evening("show", "evening").stdout == narrow
    monkeypatch.setattr(cli.output, "screen_columns", lambda: 80)
    assert evening("show", "evening").stdout != narrow  # of each width one is kept
    assert looks == ["evening"] * 2


def test_code_is_other_code_once_a_file_of_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "projections" / "one.py"
    file.parent.mkdir()
    monkeypatch.setattr(derived, "__file__", str(file.parent / "derived.py"))

    def code(text: str, time: int) -> str:
        file.write_text(text)
        os.utime(file, ns=(time, time))
        for known in (derived.code_at_work, derived._files_of):
            known.cache_clear()  # as in the next process
        return derived.code_at_work("projections")

    first = code("a = 1", 5)
    assert code("a = 1", 5) == first
    assert len({first, code("a = 2", 6), code("a = 23", 6)}) == 3


def test_a_changed_diary_is_looked_at_as_a_whole(evening: Run, looks: list[str], tmp_path: Path) -> None:
    """Given a stranger's view in the file, in the place of a table or beside it, then no screen is shown from it."""
    evening("show", "evening")
    with closing(sqlite3.connect(tmp_path / "d.db")) as raw:
        raw.execute("CREATE VIEW mine AS SELECT 1")
    assert "is not as wardiary made it" in evening("show", "evening", code=2).stderr


def test_a_link_in_its_place_is_not_followed(evening: Run, tmp_path: Path) -> None:
    """Given a link in the screen's place, then what it leads to is neither read nor written, and the screen is for its
    owner's eyes."""
    theirs = tmp_path / "theirs"
    evening("show", "evening")
    [file] = screens(tmp_path)
    shutil.move(file, theirs)
    theirs.chmod(0o644)
    before = theirs.read_bytes()
    file.symlink_to(theirs)
    evening("declare", "evening", "next")
    evening("show", "evening")
    assert theirs.read_bytes() == before
    found = os.lstat(file)
    assert stat.S_ISREG(found.st_mode)
    assert stat.S_IMODE(found.st_mode) == 0o600
    assert screens(tmp_path) == [file]


def test_a_link_in_the_place_of_all_is_not_followed(evening: Run, looks: list[str], tmp_path: Path) -> None:
    """Given a link in the place of the folder, then nothing is read there, and nothing written."""
    shutil.move(screens_folder(tmp_path / "d.db"), tmp_path / "theirs")
    screens_folder(tmp_path / "d.db").symlink_to(tmp_path / "theirs")
    before = {file: file.read_bytes() for file in (tmp_path / "theirs").iterdir()}
    evening("show", "evening")
    evening("declare", "evening", "next")
    evening("show", "evening")
    assert looks == ["evening"] * 2
    assert {file: file.read_bytes() for file in (tmp_path / "theirs").iterdir()} == before


def test_nothing_is_kept_of_a_game_under_a_passphrase(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a side's passphrase, then neither lines nor looks leave a screen, with the passphrase at hand or without
    it."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "nobody knows the trouble")
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    run("declare", "evening", SETUP)
    assert re.search("INF[0-9]", run("show", "evening").stdout)
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    run("show", "evening")
    assert not [*tmp_path.glob("*.screen*")]


def test_each_game_has_its_own_screen(evening: Run, looks: list[str], tmp_path: Path) -> None:
    """Given two games in which people record by turns, and one that came from a file, then each is shown at once."""
    evening("new", "night", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    first = evening("show", "night").stdout
    evening("declare", "evening", "next")
    evening("export", "evening", "-o", str(tmp_path / "out.diary"))
    evening("import", str(tmp_path / "out.diary"), "--name", "again")
    shown = {name: evening("show", name).stdout for name in ("night", "evening", "again")}
    assert looks == []
    assert shown["night"] == first
    assert shown["evening"] == elsewhere(evening, tmp_path)
    assert shown["again"].splitlines()[1:] == shown["evening"].splitlines()[1:]


def test_no_more_screens_are_kept_than_are_looked_at(
    evening: Run, looks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given more games than screens are kept of, then the one shown longest ago is let go, and shown from its rules."""
    monkeypatch.setattr(kept_screens, "MOST", 2)
    for name in ("second", "third", "fourth"):
        evening("new", name, "--game", name, "--sides", "Ours,Theirs")
    assert len(screens(tmp_path)) == 2
    evening("show", "fourth")
    assert looks == []
    evening("show", "evening")
    assert looks == ["evening"]


def test_a_side_and_an_earlier_entry_are_never_shown_from_it(evening: Run, looks: list[str]) -> None:
    """Given the umpire's screen, which tells where each Japanese unit lies, then the US side is not shown it."""
    there = re.compile("^Green .*INF1", re.MULTILINE)
    assert there.search(evening("show", "evening").stdout)
    assert not there.search(evening("show", "evening", "--as", "us").stdout)
    assert not there.search(evening("show", "evening", "--at", "1").stdout)
    assert looks == ["evening"] * 2
