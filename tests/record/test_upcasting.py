"""Facts stored in an older form are read; those of a newer one are refused, not misread."""

from __future__ import annotations

import json
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain.kernel.errors import Damaged
from domain.kernel.facts import Change
from domain.kernel.game import Game
from domain.record.codec import encode
from domain.record.diary import Diary
from tests.record.toy import Reinforced

VERSION_1 = (
    b'{"at":"2026-01-31T20:15:00.000Z","by":"Ann","ends":true,"fact":{"rule":"TWO 4","side":"red","squad":"R9"}}'
)
"""As version 1 of the toy system stored it."""
VERSION_2 = (
    b'{"at":"2026-01-31T20:15:00.000Z","by":"Ann","ends":true,"v":2,"fact":{"rule":"TWO '
    b'4","side":"red","squads":["R8","R9"]}}'
)
VERSION_3 = VERSION_2.replace(b'"v":2', b'"v":3')


def stored(diary: Diary, game: Game[Any], line: bytes) -> None:
    diary.storage.insert([StoredEvent(game.id, game.version + 1, Reinforced.TOPIC, line)], "")


def test_a_line_of_version_1_is_read_as_the_fact_of_today(diary: Diary, game: Game[Any]) -> None:
    stored(diary, game, VERSION_1)
    (entry,) = diary.refresh(game)
    assert entry.fact == Reinforced(rule="TWO 4", side="red", squads=("R9",))
    assert entry.time == "2026-01-31T20:15:00.000Z"
    assert game.state.squads["R9"].side == "red"
    assert diary.open(game.id).state == game.state
    assert diary.verify(game.id) == []


def test_a_line_of_version_2_needs_no_upcaster(diary: Diary, game: Game[Any]) -> None:
    stored(diary, game, VERSION_2)
    assert diary.entries(game.id)[-1].fact == Reinforced(rule="TWO 4", side="red", squads=("R8", "R9"))


def test_a_branch_keeps_the_old_bytes(diary: Diary, game: Game[Any]) -> None:
    stored(diary, game, VERSION_1)
    branch = diary.branch(game.id, 3, "branch")
    assert diary.stored(branch.id)[-1]["state"] == VERSION_1
    assert branch.state.squads["R9"].side == "red"


def test_a_line_of_a_newer_version_is_refused_by_its_entry(diary: Diary, game: Game[Any]) -> None:
    stored(diary, game, VERSION_3)
    with pytest.raises(
        Damaged, match=r"entry 3 \(toy.reinforced\) cannot be read: it was stored in version 3, by a newer wardiary"
    ):
        diary.open(game.id)
    assert [problem.version for problem in diary.verify(game.id)] == [3]


def test_a_phase_is_stored_as_a_step_and_read_as_a_phase(diary: Diary, game: Game[Any]) -> None:
    """Given entries of before phases had one name, then they fold as they did, and are written anew with the same
    bytes."""
    began = b'{"at":"2026-01-31T20:15:00.000Z","ends":true,"fact":{"rule":"TWO 4","step":"game","title":"A turn"}}'
    done = b'{"at":"2026-01-31T20:15:00.000Z","ends":true,"fact":{"side":"red","step":"game"}}'
    by_hand = (
        b'{"at":"2026-01-31T20:15:00.000Z","ends":true,'
        b'"fact":{"changes":[{"path":["step"],"was":"game","now":"later"}],"why":"so"}}'
    )
    for topic, line, phase in (
        ("step-began", began, "game"),
        ("side-done", done, "game"),
        ("adjusted", by_hand, "later"),
    ):
        diary.storage.insert([StoredEvent(game.id, game.version + 1, topic, line)], "")
        (entry,) = diary.refresh(game)
        assert game.state.phase == phase
        if topic != "adjusted":
            assert json.loads(encode(entry))["fact"] == json.loads(line)["fact"]
    assert diary.open(game.id).state == game.state
    assert diary.verify(game.id) == []
    assert Change(path=("step",), now="game") == Change(path=("phase",), now="game")
