"""JSON Lines: byte for byte there and back; verified without wardiary; hostile files refused with their line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.record.diary import Diary
from replays.interchange import Received, read_jsonl, write_jsonl
from tests.projections.contract import begin, play

VERIFY = Path(__file__).parents[2] / "auditing" / "verify.py"


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    with Diary(tmp_path / "a.db", by="Ann") as diary:
        game = begin(diary, "evening")
        play(diary, game, 60, seed=4)
        return list(write_jsonl(diary, "evening"))


def receive(tmp_path: Path, received: Received) -> list[str]:
    with Diary(tmp_path / "b.db") as diary:
        diary.receive(received.game_id, received.name, received.system, received.sealed)
        assert diary.verify(received.game_id) == []
        return list(write_jsonl(diary, received.name))


def test_export_import_export_is_identical(tmp_path: Path, lines: list[str]) -> None:
    received = read_jsonl(lines, "x.jsonl")
    assert receive(tmp_path, received) == lines
    with Diary(tmp_path / "a.db") as one, Diary(tmp_path / "b.db") as two:
        assert one.open(received.game_id).state == two.open(received.game_id).state


def test_every_line_is_a_cloud_event(lines: list[str]) -> None:
    for line in lines:
        event = json.loads(line)
        assert event["specversion"] == "1.0"
        assert {"id", "source", "type"} <= event.keys()


def test_a_side_gets_the_others_secrets_as_leaves_only(tmp_path: Path, lines: list[str]) -> None:
    """Given the US export, then no Japanese place is in it, its chain still verifies, and it is not taken for a game to
    play on."""
    with Diary(tmp_path / "a.db") as diary:
        public = list(write_jsonl(diary, "evening", "us"))
    text = "\n".join(public)
    assert 'iwo.hidden-setup"' not in text
    assert sum('"wardiary.withheld"' in line for line in public) == read_jsonl(public, "x").withheld > 0
    assert public[0] != lines[0]


def verify(tmp_path: Path, lines: list[str], *more: str) -> tuple[int, str]:
    path = tmp_path / "x.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    done = subprocess.run([sys.executable, str(VERIFY), str(path), *more], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


def test_a_stranger_verifies_with_python_alone(tmp_path: Path, lines: list[str]) -> None:
    assert verify(tmp_path, lines) == (0, "ok: every seal fits")
    kept = json.loads(lines[20])["head"]
    assert verify(tmp_path, lines, kept)[0] == 0
    assert verify(tmp_path, lines, "00" * 32)[0] == 1
    changed = [line.replace('"evening"', '"morning"') if n == 1 else line for n, line in enumerate(lines)]
    assert verify(tmp_path, changed) == (1, "line 2: entry 1 is not what was sealed")
    assert verify(tmp_path, lines[:-1])[0] == 1
    with Diary(tmp_path / "a.db") as diary:
        assert verify(tmp_path, list(write_jsonl(diary, "evening", "us")))[0] == 0


def swap(lines: list[str]) -> list[str]:
    return [*lines[:5], lines[6], lines[5], *lines[7:]]


def edit(at: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        assert old in lines[at]
        return [line.replace(old, new, 1) if n == at else line for n, line in enumerate(lines)]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: [], "x:1: the file is empty"),
        (lambda lines: lines[1:], "x:1: the first line is of type"),
        (lambda lines: lines[:-1], "are announced"),
        (swap, "x:6: entry 5 is expected here, not 6"),
        (edit(0, '"format":1', '"format":2'), "reads format 1"),
        (edit(0, '"name":', '"name":"a","name":'), "'name' stands twice"),
        (edit(3, '"version":3', '"version":3.0'), "whole numbers only"),
        (edit(3, '"version":3', '"version":1e999'), "whole numbers only"),
        (edit(3, '"version":3', '"version":NaN'), "whole numbers only"),
        (edit(3, '"version":3', '"version":' + "9" * 5000), "more than 9 digits"),
        (edit(3, '"version":3', '"version":true'), "x:4:"),
        (edit(3, '"specversion":"1.0"', '"specversion":"1.0","extra":1'), "'extra' is no attribute here"),
        (edit(3, '"data":{', '"data":' + "[" * 100_000 + "{"), "x:4:"),
        (edit(3, '"data":{', '"data":{"x":"\\ud800",'), "x:4:"),
        (edit(3, '"leaf":"', '"leaf":"zz'), "x:4:"),
        (edit(3, '"type":"', '"type":"os:system'), "has no fact"),
        (edit(4, '"fact":{', '"fact":{"whatever":1,'), "x:5:"),
        (lambda lines: [*lines[:3], "x" * 70_000, *lines[4:]], "64000 is the most"),
        (lambda lines: [*lines[:3], "{", *lines[4:]], "x:4:"),
    ],
)
def test_hostile_lines_are_refused_with_their_place(
    lines: list[str], change: Callable[[list[str]], list[str]], says: str
) -> None:
    with pytest.raises((BadInput, Damaged)) as error:
        read_jsonl(change(lines), "x")
    assert says in str(error.value)


def test_a_changed_byte_anywhere_is_noticed(lines: list[str]) -> None:
    for at in range(2, len(lines), 7):
        line = lines[at]
        spot = line.rindex('"fact"') + 12
        flipped = "a" if line[spot] != "a" else "b"
        changed = [*lines[:at], line[:spot] + flipped + line[spot + 1 :], *lines[at + 1 :]]
        with pytest.raises(Trouble):
            read_jsonl(changed, "x")
