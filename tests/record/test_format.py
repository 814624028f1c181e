"""docs/format.md, and what the verifiers say of a file that it calls wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from auditing.verify import REVEALS, check_export
from cli.main import main
from tests.record.attacks.files import Line, Lines, anew, exports, header, judge, withhold, written

PAGE = Path(__file__).parents[2] / "docs" / "format.md"


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    return [Line(raw) for raw in exports(tmp_path)[0].splitlines()]


def blanked(lines: Lines, *, counted: bool) -> None:
    withhold(lines[4])
    if counted:
        header(lines, withheld=1)


def without(lines: Lines, version: int) -> None:
    del lines[version]
    anew(lines)


def shown_at(lines: Lines, time: str) -> None:
    lines[4].said["time"] = time


WRONG: dict[str, tuple[Callable[[Lines], None], str]] = {
    "a version missing, sealed anew": (lambda lines: without(lines, 4), "entry 4 is expected here, not 5"),
    "the first one missing, sealed anew": (lambda lines: without(lines, 1), "the first entry is 1, or 0 in a branch"),
    "blanked": (lambda lines: blanked(lines, counted=False), "0 are announced as withheld, 1 are"),
    "another time": (lambda lines: shown_at(lines, "1945-02-19T09:00:00Z"), "was not recorded at the time it shows"),
    "another system": (lambda lines: header(lines, system="iwo"), "the game is of another system"),
}


@pytest.mark.parametrize("name", WRONG)
def test_it_is_wrong_by_each_verifier(tmp_path: Path, lines: Lines, name: str) -> None:
    """Given a file of which one thing is wrong, then verify.py, the command and the second verifier say so, and import
    refuses it."""
    change, words = WRONG[name]
    change(lines)
    found = judge(tmp_path / "x.jsonl", name, written(lines))
    assert found.verdicts == (False, False, False)
    for told in ("verify", "import"):
        done = CliRunner().invoke(main, ["--diary", str(tmp_path / "x.db"), told, str(tmp_path / "x.jsonl")])
        assert done.exit_code
        assert (words in done.output) or told == "import"


def test_what_is_withheld_and_counted_is_said_aloud(tmp_path: Path, lines: Lines) -> None:
    blanked(lines, counted=True)
    found = judge(tmp_path / "x.jsonl", "blanked", written(lines))
    assert (found.verdicts, found.withheld) == ((True, True, True), (1, 1))
    told = f"1 of {len(lines) - 1} entries is withheld"
    assert check_export(str(tmp_path / "x.jsonl")) == (True, f"ok: every seal fits, {told}")
    done = CliRunner().invoke(main, ["--diary", str(tmp_path / "x.db"), "verify", str(tmp_path / "x.jsonl")])
    assert told in done.output


def test_no_seal_is_needed(tmp_path: Path, lines: Lines) -> None:
    """Neither for a file nor for a game of the diary."""
    (tmp_path / "x.jsonl").write_bytes(written(lines))
    for game in (str(tmp_path / "x.jsonl"), "forts"):
        done = CliRunner().invoke(main, ["--diary", str(tmp_path / "diary.db"), "verify", game])
        assert done.exit_code == 0
        assert done.output.startswith(f"every seal fits, to entry {len(lines) - 1}; ")


def test_the_page_names_what_each_game_reveals() -> None:
    rows = re.findall(
        r"^\| `(\w+\.[\w-]+)` \| `([\w.-]+)` \| `([\w.-]+)` \| (?:`(\w+)`|–) \|$", PAGE.read_text("utf-8"), re.M
    )
    table = {one: (held, announces, (name,) if name else ()) for one, held, announces, name in rows}
    assert table == REVEALS
