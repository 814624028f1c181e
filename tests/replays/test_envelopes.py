"""What an entry says of itself beside its fact, from a stranger who sealed it: taken in, it must not fail any look at
any game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.errors import Damaged, Trouble
from domain.record.codec import decode
from domain.record.diary import Diary
from domain.record.seals import Sealed, head_of, leaf_of, verify
from replays.interchange import read_jsonl, write_jsonl
from tests.bad_input.readers import opening

GAME = "a" * 32
SALT = b"s" * 16


@pytest.fixture
def stored(tmp_path: Path) -> list[tuple[str, bytes]]:
    """A small game's entries as they are stored: topics and bytes."""
    with Diary(tmp_path / "a.db", "Ann") as diary:
        game = diary.store("g", opening())
        return [(entry.topic, entry.state or b"") for entry in diary.sealed(game.id)]


def sealed(stored: list[tuple[str, bytes]]) -> list[Sealed]:
    """The entries sealed one after the other, as anybody can."""
    before, made = b"", []
    for version, (topic, state) in enumerate(stored, 1):
        leaf = leaf_of(SALT, topic, state)
        before = head_of(before, GAME, version, leaf)
        made.append(Sealed(version, topic, state, SALT, leaf, before))
    return made


def lines(stored: list[tuple[str, bytes]]) -> list[bytes]:
    """An export of such a game, every seal of which fits."""
    entries = sealed(stored)
    data = {
        "format": 1,
        "game": GAME,
        "name": "g",
        "system": "iwo",
        "entries": len(entries),
        "head": entries[-1].head.hex(),
    }
    source = f"wardiary:{GAME}"
    first = {"specversion": "1.0", "id": GAME, "source": source, "type": "wardiary.game", "data": data}
    made = [json.dumps(first).encode()]
    for entry in entries:
        head = {
            "specversion": "1.0",
            "id": f"{GAME}/{entry.version}",
            "source": source,
            "type": entry.topic,
            "time": json.loads(entry.state or b"").get("at"),
            "version": entry.version,
            "leaf": entry.leaf.hex(),
            "head": entry.head.hex(),
            "salt": SALT.hex(),
        }
        made.append(json.dumps(head).encode()[:-1] + b',"data":' + (entry.state or b"") + b"}")
    return made


def saying(stored: list[tuple[str, bytes]], which: int, **said: Any) -> list[tuple[str, bytes]]:
    """The entries, one of which says something else of itself; ... leaves out what it says."""
    topic, state = stored[which]
    body = {**json.loads(state), **said}
    fact = body.pop("fact")
    kept = {key: value for key, value in body.items() if value is not ...}
    changed = (
        json.dumps(kept, separators=(",", ":")).encode()[:-1]
        + b',"fact":'
        + json.dumps(fact, separators=(",", ":")).encode()
        + b"}"
    )
    return [*stored[:which], (topic, changed), *stored[which + 1 :]]


BY_TYPE: dict[str, dict[str, Any]] = {
    "by, an object": {"by": {}},
    "by, a number": {"by": 3}, "at, a number": {"at": 3}, "at, left out": {"at": ...}, "of, a text": {"of": "x"},
    "of, true": {"of": True},
    "ends, a number": {"ends": 3}, "moment, numbers": {"moment": [1, 2, 3]}, "moment, a number": {"moment": 3},
    "waits, numbers": {"waits": [1, 2, 3]},
    "waits, too few": {"waits": ["a"]}, "waits, too many": {"waits": ["a"] * 6}, "v, a text": {"v": "x"},
    "v, newer": {"v": 99}, "box, a number": {"box": 3},
}  # fmt: skip
BY_RANGE: dict[str, dict[str, Any]] = {
    "at, no time": {"at": "soon"},
    "at, no day": {"at": "2026-02-30T10:00:00Z"}, "at, nowhere": {"at": "2026-02-03T10:00:00"},
    "of, later": {"of": 99_999},
    "of, before all": {"of": -1}, "by, very long": {"by": "x" * 5_000}, "moment, very long": {"moment": ["x"] * 50},
    "by, a command": {"by": "\x1b[2J"},
}  # fmt: skip


@pytest.mark.parametrize("name", BY_TYPE)
def test_a_wrong_type_is_damage_wherever_it_is_read(stored: list[tuple[str, bytes]], name: str) -> None:
    changed = saying(stored, 4, **BY_TYPE[name])
    with pytest.raises(Damaged, match=r"entry 5 .* cannot be read"):
        decode(5, *changed[4], opening().rules.play.topics)


@pytest.mark.parametrize("name", [*BY_TYPE, *BY_RANGE])
def test_it_is_not_taken_in_and_the_doctor_tells(stored: list[tuple[str, bytes]], name: str) -> None:
    changed = saying(stored, 4, **{**BY_TYPE, **BY_RANGE}[name])
    with pytest.raises(Trouble) as told:
        read_jsonl(lines(changed), "x.jsonl")
    assert re.search(r"x.jsonl:6: |entry 5: ", str(told.value))
    assert "\n" not in str(told.value)
    problems = verify(GAME, sealed(changed), opening().rules.play.topics)
    assert [problem.version for problem in problems] == [5]


def test_what_an_entry_never_says_is_not_taken_in(stored: list[tuple[str, bytes]]) -> None:
    with pytest.raises(Trouble, match="'whatever' is nothing an entry says"):
        read_jsonl(lines(saying(stored, 4, whatever=1)), "x.jsonl")


@pytest.mark.parametrize(
    ("topic", "fact"),
    [
        ("iwo.units-deployed", {"places": {"INF1": "Green"}, "steps": {}}),
        ("iwo.control-changed", {"area": "Green", "to": "nobody"}),
        ("game-began", {"system": "iwo", "title": "x" * 1_000}),
        ("game-began", {"system": "iwo", "title": "\u202eevil"}),
    ],
)
def test_a_fact_of_the_right_shape_that_makes_no_sense_is_not_taken_in(
    stored: list[tuple[str, bytes]], topic: str, fact: dict[str, Any]
) -> None:
    body = (
        b'{"at":"2026-11-22T02:10:21.123Z","ends":true,"fact":'
        + json.dumps(fact, ensure_ascii=False, separators=(",", ":")).encode()
        + b"}"
    )
    with pytest.raises(Trouble) as told:
        read_jsonl(lines([*stored, (topic, body)]), "x.jsonl")
    assert re.search(rf"x.jsonl:{len(stored) + 2}: |entry {len(stored) + 1}", str(told.value))


def test_as_it_was_recorded_it_is_taken_in(stored: list[tuple[str, bytes]], tmp_path: Path) -> None:
    """Else all of these would be refused for something else."""
    received = read_jsonl(lines(stored), "x.jsonl")
    with Diary(tmp_path / "b.db") as diary:
        diary.receive(received.game_id, "g", "iwo", received.sealed)
        assert diary.verify(received.game_id) == []
        assert diary.open(received.game_id).state == opening().state
        assert len(list(write_jsonl(diary, received.game_id))) == len(stored) + 1
