"""What another copy of a game holds more goes in whole or not at all; nothing but a game that stands where it ended is
gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from auditing.copies import Verdict, compare, of_game
from domain.kernel.errors import BadInput, Damaged
from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.seals import Sealed
from tests.record.stranger import untriggered
from tests.record.test_full_disk import room
from tests.record.toy import R1_SOUTH, say

ENGINES = ("file", "server")

NAMES = ("CON", "aux.2", "the end.", "日誌")
"""Names that some system takes for something else, or not at all, in a file's name."""


@pytest.fixture
def other(diary: Diary, played: Game[Any], tmp_path: Path) -> Iterator[Diary]:
    """A copy of the diary, in somebody else's hands."""
    with Diary(tmp_path / "other.db", by="Bob") as other:
        other.receive(played.id, "forts", played.rules.code, diary.sealed(played.id))
        yield other


def longer(other: Diary, game_id: str, lines: int = 1) -> list[Sealed]:
    """The game as it stands in the other copy after more was recorded there."""
    game = other.open(game_id)
    for n in range(lines):
        say(other, game, "march", R1_SOUTH, f"bob {n}")
    return other.sealed(game_id)


def test_what_a_copy_holds_more_is_taken_in_as_it_is(diary: Diary, played: Game[Any], other: Diary) -> None:
    ours, theirs = diary.sealed(played.id), longer(other, played.id)
    diary.go_on(played.id, ours[-1], theirs[len(ours) :])
    assert diary.sealed(played.id) == theirs
    assert diary.verify(played.id) == []
    assert diary.recorded(played.id, "bob 0")
    assert [entry.recorder for entry in diary.refresh(played)] == ["Bob"] * (len(theirs) - len(ours))
    assert played.state == other.open(played.id).state


def test_a_recorder_between_the_look_and_the_append_is_not_overtaken(
    diary: Diary, played: Game[Any], other: Diary
) -> None:
    """Given a copy that went on, when somebody records here after both were compared, then nothing is taken in, and the
    game goes on as it did."""
    ours, theirs = diary.sealed(played.id), longer(other, played.id)
    say(diary, played, "march", R1_SOUTH)
    before = diary.sealed(played.id)
    with pytest.raises(BadInput, match="forts has gone on meanwhile; nothing was taken in"):
        diary.go_on(played.id, ours[-1], theirs[len(ours) :])
    assert diary.sealed(played.id) == before
    assert diary.verify(played.id) == []
    assert not diary.recorded(played.id, "bob 0")


def test_a_game_that_is_not_there_is_not_gone_on_with(diary: Diary, played: Game[Any], other: Diary) -> None:
    theirs = longer(other, played.id)
    with pytest.raises(BadInput):
        diary.go_on("0" * 32, theirs[-2], theirs[-1:])
    assert diary.unlisted() == []


@pytest.mark.file_only
def test_on_a_full_disk_nothing_is_taken_in_by_half(diary: Diary, played: Game[Any], other: Diary) -> None:
    ours, theirs = diary.sealed(played.id), longer(other, played.id, 100)
    room(diary, 2)
    with pytest.raises(Damaged, match="nothing was recorded: database or disk is full"):
        diary.go_on(played.id, ours[-1], theirs[len(ours) :])
    with pytest.raises(Damaged, match="nothing was recorded: database or disk is full"):
        diary.branch(played.id, 13, "theirs", [entry for entry in theirs if entry.version > 13])
    assert diary.sealed(played.id) == ours
    assert [line.name for line in diary.games()] == ["forts"]
    assert diary.whole() == []
    room(diary, 1000)
    diary.go_on(played.id, ours[-1], theirs[len(ours) :])
    assert diary.sealed(played.id) == theirs


@pytest.mark.parametrize("name", NAMES)
def test_a_branch_of_another_copy_may_have_any_name_a_game_may_have(
    diary: Diary, played: Game[Any], other: Diary, name: str
) -> None:
    at = played.version
    theirs = longer(other, played.id)
    say(diary, played, "march", R1_SOUTH)
    branch = diary.branch(played.id, at, name, [entry for entry in theirs if entry.version > at])
    assert diary.verify(branch.id) == []
    assert branch.state == other.open(played.id).state
    assert [entry.leaf for entry in diary.sealed(branch.id)[1:]] == [entry.leaf for entry in theirs]
    assert diary.seals_before(branch.id) == theirs
    assert diary.seals_before(played.id) == []


def test_a_branch_of_a_game_with_an_entry_that_lost_its_seal_is_refused(diary: Diary, played: Game[Any]) -> None:
    with untriggered(diary) as c:
        c.execute("DELETE FROM seals WHERE originator_version=2")
    with pytest.raises(Damaged, match="its entry 2 has no seal"):
        diary.branch(played.id, 5, "what if")
    assert len(diary.games()) == 1


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ("UPDATE seals SET leaf=zeroblob(32) WHERE originator_version=5", 5),
        ("UPDATE seals SET head=NULL WHERE originator_version=5", 5),
        ("DELETE FROM seals WHERE originator_version=5", 5),
        ("DELETE FROM stored_events WHERE originator_version=5", 5),
        ("UPDATE stored_events SET state='text' WHERE originator_version=5", 5),
        ("DELETE FROM stored_events", 1),
    ],
)
def test_a_copy_is_trusted_up_to_the_first_entry_that_does_not_fit(
    diary: Diary, played: Game[Any], other: Diary, change: str, at: int
) -> None:
    with untriggered(other) as c:
        c.execute(change)
    compared = compare(of_game(diary, played.id, "ours"), of_game(other, played.id, "theirs"))
    assert compared.verdict is Verdict.UNSEALED
    assert compared.shared == at - 1
    assert compared.two.problems[0].version == at
    assert [entry.version for entry in compared.two.entries] == list(range(1, at))


def test_an_edit_that_changes_no_seal_is_found_though_every_seal_is_the_same(
    diary: Diary, played: Game[Any], other: Diary
) -> None:
    with untriggered(other) as c:
        c.execute("UPDATE stored_events SET topic='decided' WHERE originator_version=3")
    compared = compare(of_game(diary, played.id, "ours"), of_game(other, played.id, "theirs"))
    assert [entry.head for entry in compared.one.sealed] == [entry.head for entry in compared.two.sealed]
    assert (compared.verdict, compared.shared) == (Verdict.UNSEALED, 2)


def test_copies_of_two_games_are_not_compared(diary: Diary, played: Game[Any]) -> None:
    branch = diary.branch(played.id, 5, "what if")
    with pytest.raises(BadInput, match="are two games"):
        compare(of_game(diary, played.id, "one"), of_game(diary, branch.id, "two"))
