"""Files that are written: whole or not there at all, marked, and nobody's written over unasked."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from domain.kernel.errors import BadInput
from projections import whole_files as writing
from tests import warm
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
WRITERS = {
    "export": ("export", "evening", "-o"),
    "jsonl": ("export", "evening", "--format", "jsonl", "-o"),
    "pack": ("pack", "export", "evening", "-o"),
    "report": ("report", "evening", "--format", "html", "-o"),
}
ENDING = {"export": ".diary", "jsonl": ".jsonl", "pack": ".toml", "report": ".html"}


@pytest.mark.parametrize("name", WRITERS)
def test_a_diary_is_never_written_over(evening: Run, tmp_path: Path, name: str) -> None:
    """Given a diary, its views and what lies beside it, when -o names one of them, then it stays, even when --overwrite
    is said."""
    evening("table", "evening", "points")
    for target in ("d.db", "d.views.db"):
        place = tmp_path / f"x{ENDING[name]}"
        place.unlink(missing_ok=True)
        os.link(tmp_path / target, place)  # by a name this format may have
        before = place.read_bytes()
        for more in ((), ("--overwrite",)):
            assert "is never written over" in evening(*WRITERS[name], str(place), *more, code=2).stderr
        assert place.read_bytes() == before
        place.unlink()
    with pytest.raises(BadInput, match="where SQLite keeps"):
        writing.check_writable(tmp_path / "d.db-journal", overwrite=True)
    assert evening("games").stdout


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_somebody_is_written_over_only_when_that_is_said(evening: Run, tmp_path: Path, name: str) -> None:
    """Given a file, then it stays; given our own of the same game, it is made anew; of another game, it stays."""
    place = tmp_path / f"x{ENDING[name]}"
    place.write_text("the recipe for soup")
    assert "is there already" in evening(*WRITERS[name], str(place), code=2).stderr
    assert place.read_text() == "the recipe for soup"
    evening(*WRITERS[name], str(place), "--overwrite")
    evening(*WRITERS[name], str(place))
    evening("branch", "evening", "other")
    words = [word if word != "evening" else "other" for word in WRITERS[name]]
    kept = place.read_bytes()
    assert "is there already" in evening(*words, str(place), code=2).stderr
    assert place.read_bytes() == kept


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_written_through_a_link(evening: Run, tmp_path: Path, name: str) -> None:
    """Given a link in the place of the output, or of a file in the making, then what it leads to stays."""
    (tmp_path / "victim").write_text("keep me")
    place = tmp_path / f"x{ENDING[name]}"
    place.symlink_to(tmp_path / "victim")
    assert "is a link" in evening(*WRITERS[name], str(place), "--overwrite", code=2).stderr
    place.unlink()
    for trap in (f"{place.name}.part", f".{place.name}.part"):
        (tmp_path / trap).symlink_to(tmp_path / "victim")
    evening(*WRITERS[name], str(place))
    assert (tmp_path / "victim").read_text() == "keep me"


def test_a_map_is_written_as_any_other_file(run: Run, tmp_path: Path) -> None:
    run("new", "day", "--system", "ddat", "--pack", "sample")
    (tmp_path / "map.svg").write_text("a drawing")
    assert "is there already" in run("show", "day", "--map", str(tmp_path / "map.svg"), code=2).stderr
    run("show", "day", "--map", str(tmp_path / "map.svg"), "--overwrite")
    run("show", "day", "--map", str(tmp_path / "map.svg"))


def test_a_report_of_several_files_is_whole_after_a_kill_at_any_moment(evening: Run, tmp_path: Path) -> None:
    """Given Markdown with pictures, when it is made anew and killed, again and again, then each picture its text names
    is there, whole."""
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    post = tmp_path / "post"
    evening("report", "evening", "--format", "md", "-o", str(post))
    words = ("cli.main", "--diary", str(tmp_path / "d.db"), "report", "evening", "--format", "md", "-o", str(post))
    chance, kills = random.Random(1), 0
    for n in range(4):
        evening("declare", "evening", f'note "entry {n}"')
        writer, began = warm.start(*words), time.monotonic()
        if n == 0:
            assert writer.wait() == 0
            whole = time.monotonic() - began
        else:
            time.sleep(whole * chance.uniform(0.7, 1.0))
            writer.kill()
            kills += writer.wait() != 0
        text = (post / "report.md").read_text("utf-8")
        assert "wardiary: report of game" in text[-200:]
        named = set(re.findall(r"\]\(([\w.-]+\.svg)\)", text))
        for name in named:
            assert (post / name).read_text("utf-8").rstrip().endswith("</svg>"), name
        orphans = {
            file.name for file in post.glob("*.svg")
        } - named  # a killed one's pictures, which no text names as ours: they stay
    evening("report", "evening", "--format", "md", "-o", str(post))
    text = (post / "report.md").read_text("utf-8")
    named = set(re.findall(r"\]\(([\w.-]+\.svg)\)", text))
    assert named <= {file.name for file in post.glob("*.svg")} <= named | orphans


def test_what_was_being_made_when_somebody_was_killed_is_swept_up(tmp_path: Path) -> None:
    old, fresh, other = (tmp_path / f".wardiary-{word}.part" for word in ("0" * 16, "1" * 16, "mine"))
    for file in (old, fresh, other):
        file.write_text("x")
    os.utime(old, (time.time() - 3600,) * 2)
    writing.write_all({tmp_path / "x.txt": b"whole"})
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([fresh.name, other.name, "x.txt"])


WRITE = """
import os, sys
from pathlib import Path
from projections import whole_files as writing
def wait(*_):
    print("made", flush=True)
    sys.stdin.readline()
os.replace = wait
writing.write_all({Path(sys.argv[1], f"{n}.txt"): b"new" for n in range(3)}, overwrite=True)
"""
"""Makes three files, and waits before the first gets its name."""


def test_several_files_are_all_made_before_the_first_gets_its_name_and_a_killed_one_leaves_nothing(
    tmp_path: Path,
) -> None:
    """Given three files of before, when the writer of new ones is killed, then all are the old ones; who writes there a
    minute later removes what is left."""
    for n in range(3):
        (tmp_path / f"{n}.txt").write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", WRITE, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"made\n"
        parts = list(tmp_path.glob(".wardiary-*.part"))
        assert [part.read_bytes() for part in parts] == [b"new"] * 3
        writer.kill()
    assert [(tmp_path / f"{n}.txt").read_bytes() for n in range(3)] == [b"old"] * 3
    for part in parts:
        os.utime(part, (time.time() - writing.LEFT_OVER - 1,) * 2)
    writing.write_all({tmp_path / "another.txt": b"whole"})
    assert not list(tmp_path.glob(".wardiary-*.part"))
