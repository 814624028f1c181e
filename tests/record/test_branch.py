"""A branch shares its parent's entries up to a version, under a new id, and goes its own way."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.facts import BranchedFrom
from domain.kernel.game import Game
from domain.record.diary import Diary
from tests.record.stranger import untriggered
from tests.record.toy import R1_SOUTH, say

ENGINES = ("file", "server")


def test_a_branch_begins_where_it_comes_from_and_holds_its_parents_bytes(diary: Diary, played: Game[Any]) -> None:
    branch = diary.branch(played.id, 5, "what if")
    first, *shared = branch.entries
    assert branch.id != played.id
    assert first.version == 0
    assert first.fact == BranchedFrom(game=played.id, at=5, head=diary.head(played.id, 5), title="forts")
    assert shared == played.entries[:5]
    assert [tuple(row) for row in diary.stored(branch.id)[1:]] == [
        tuple(row) for row in diary.stored(played.id, upto=5)
    ]
    assert branch.state == played.at(5).state
    assert diary.verify(branch.id) == []


def test_a_branch_goes_its_own_way_and_its_parent_is_untouched(diary: Diary, played: Game[Any]) -> None:
    entries, head = diary.entries(played.id), diary.head(played.id)
    branch = diary.branch(played.id, 5, "what if")
    say(diary, branch, "march", R1_SOUTH)

    assert branch.version == 7
    assert diary.open(branch.id).state.squads["R1"].fort == "south"
    assert diary.verify(branch.id) == []
    assert diary.verify(played.id) == []
    assert (diary.entries(played.id), diary.head(played.id)) == (entries, head)
    assert diary.open(played.id).state == played.state


def test_a_branch_begins_with_the_question_that_was_open_there(diary: Diary, played: Game[Any]) -> None:
    branch = diary.branch(played.id, 8, "stays")
    assert branch.waits is not None
    assert branch.waits.name == "fall-back"
    say(diary, branch, "", {}, **{"fall-back": "north"})
    assert branch.state.squads["B1"].fort == "north"


def test_a_branch_of_a_branch_begins_once(diary: Diary, played: Game[Any]) -> None:
    first = diary.branch(played.id, 10, "first")
    second = diary.branch(first.id, 5, "second")
    begun = [e.fact for e in second.entries if isinstance(e.fact, BranchedFrom)]
    assert begun == [BranchedFrom(game=first.id, at=5, head=diary.head(first.id, 5), title="first")]
    assert [e.version for e in second.entries] == [0, 1, 2, 3, 4, 5]
    assert diary.verify(second.id) == []


def test_a_branch_that_lost_its_first_entry_does_not_verify(diary: Diary, played: Game[Any]) -> None:
    branch = diary.branch(played.id, 5, "what if")
    with untriggered(diary) as c:
        for table in ("stored_events", "seals"):
            c.execute(f"DELETE FROM {table} WHERE originator_version = 0")
    assert [problem.version for problem in diary.verify(branch.id)] == [1]


@pytest.mark.parametrize(("at", "last"), [(1, 0), (3, 2), (4, 2), (7, 5), (9, 8), (11, 10), (14, 13)])
def test_no_branch_begins_in_the_middle_of_an_append(diary: Diary, played: Game[Any], at: int, last: int) -> None:
    with pytest.raises(BadInput, match=f"at entry {last}, not at {at}"):
        diary.branch(played.id, at, "what if")
    assert len(diary.games()) == 1


@pytest.mark.parametrize("at", [-1, 0, 16, 900])
def test_no_branch_begins_where_there_is_no_entry(diary: Diary, played: Game[Any], at: int) -> None:
    with pytest.raises(BadInput, match="a branch begins where a declaration ended"):
        diary.branch(played.id, at, "what if")
    assert len(diary.games()) == 1
