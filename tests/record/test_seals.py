"""Any edit, deletion, insertion or reordering is reported with its game and version."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest

from domain.kernel.game import Game
from domain.record.diary import Diary
from domain.record.seals import Problem, head_of, leaf_of, verify
from tests.record.stranger import untriggered
from tests.record.toy import R1_NORTH, RULES, SECRET, say

TAIL = tuple(
    f"DELETE FROM {table} WHERE originator_id=:g AND originator_version>10" for table in ("stored_events", "seals")
)

ENGINES = ("file", "server")


def where(game: Game[Any], problems: Sequence[Problem]) -> set[int]:
    assert all(problem.game == game.id for problem in problems)
    return {problem.version for problem in problems}


def tampered(diary: Diary, game: Game[Any], *tamper: str) -> set[int]:
    """The versions verify() names after these statements, in which `:g` is the game and `:n` its last version."""
    with untriggered(diary) as c:
        for statement in tamper:
            c.execute(statement, {"g": game.id, "n": game.version})
    return where(game, diary.verify(game.id))


def test_an_untouched_game_verifies(diary: Diary, played: Game[Any]) -> None:
    assert diary.verify(played.id) == []
    assert diary.whole() == []


def test_a_problem_is_said_with_its_game_and_entry() -> None:
    assert str(Problem("a1", 3, "it has no seal")) == "game a1, entry 3: it has no seal"


def test_the_seals_are_what_anybody_computes_from_the_stored_bytes(diary: Diary, played: Game[Any]) -> None:
    """The formula is part of the format: heads that players wrote down must hold for ever."""
    head = b""
    for version, topic, state, salt, *_ in diary.sealed(played.id):
        leaf = sha256(b"\0" + salt + struct.pack(">H", len(topic)) + topic.encode() + (state or b"")).digest()
        head = sha256(
            b"\1" + head + struct.pack(">H", 32) + played.id.encode() + struct.pack(">Q", version) + leaf
        ).digest()
        assert diary.head(played.id, version) == head.hex()


def test_every_byte_of_every_entry_is_sealed(diary: Diary, played: Game[Any]) -> None:
    sealed = diary.sealed(played.id)
    with untriggered(diary) as c:
        write = "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?"
        for entry in sealed:
            state = entry.state or b""
            flipped = [state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :] for at in range(len(state))]
            for edited in (*flipped, state + b" ", state[:-1], b""):
                c.execute(write, (edited, played.id, entry.version))
                assert where(played, diary.verify(played.id)) == {entry.version}, edited
            c.execute(write, (state, played.id, entry.version))
    assert diary.verify(played.id) == []


@pytest.mark.parametrize("column", ["salt", "leaf", "head"])
@pytest.mark.file_only
def test_every_seal_is_held_by_the_others(diary: Diary, played: Game[Any], column: str) -> None:
    with untriggered(diary) as c:
        write = f"UPDATE seals SET {column}=? WHERE originator_id=? AND originator_version=?"
        for entry in diary.sealed(played.id):
            seal: bytes = getattr(entry, column)
            for at in (0, len(seal) // 2, len(seal) - 1):
                c.execute(write, (seal[:at] + bytes([seal[at] ^ 128]) + seal[at + 1 :], played.id, entry.version))
                assert entry.version in where(played, diary.verify(played.id))
            for other in (None, b"", seal[:-1], seal + b"\0", seal.hex(), 7, 1.5):
                c.execute(write, (other, played.id, entry.version))
                assert entry.version in where(played, diary.verify(played.id))
            c.execute(write, (seal, played.id, entry.version))
    assert diary.verify(played.id) == []


@pytest.mark.file_only
def test_every_topic_is_sealed(diary: Diary, played: Game[Any]) -> None:
    with untriggered(diary) as c:
        write = "UPDATE stored_events SET topic=? WHERE originator_id=? AND originator_version=?"
        for entry in diary.sealed(played.id):
            for topic in ("noted", "toy.marched ", "", None, 7, b"\xff\xfe", "x" * 70_000, entry.topic.upper()):
                c.execute(write, (topic, played.id, entry.version))
                assert where(played, diary.verify(played.id)) == {entry.version}
            c.execute(write, (entry.topic, played.id, entry.version))
    assert diary.verify(played.id) == []


@pytest.mark.file_only
def test_text_in_place_of_bytes_is_reported(diary: Diary, played: Game[Any]) -> None:
    edit = "UPDATE stored_events SET state = CAST(state AS TEXT) WHERE originator_id=:g AND originator_version=4"
    assert tampered(diary, played, edit) == {4}


# ---- deletion ----


@pytest.mark.parametrize("version", range(1, 16))
def test_an_entry_or_a_seal_that_was_deleted_is_missed(diary: Diary, played: Game[Any], version: int) -> None:
    entry = f"DELETE FROM stored_events WHERE originator_id=:g AND originator_version={version}"
    seal = f"DELETE FROM seals WHERE originator_id=:g AND originator_version={version}"
    assert version in tampered(diary, played, entry)
    missed_with_its_seal = tampered(diary, played, seal)
    assert missed_with_its_seal == ({version + 1} if version < played.version else set())


def test_a_seal_alone_that_was_deleted_is_missed(diary: Diary, played: Game[Any]) -> None:
    seal = "DELETE FROM seals WHERE originator_id=:g AND originator_version=:n"
    assert tampered(diary, played, seal) == {played.version}


def test_a_tail_that_was_deleted_shows_against_a_head_that_was_kept(diary: Diary, played: Game[Any]) -> None:
    """Nothing in the file tells that more was recorded; the head the other player wrote down does."""
    kept, earlier = (played.version, diary.head(played.id)), (10, diary.head(played.id, 10))
    assert diary.head(played.id, played.version) == kept[1]
    assert tampered(diary, played, *TAIL) == set()
    assert diary.head(played.id, kept[0]) != kept[1]
    assert diary.head(played.id, earlier[0]) == earlier[1]


def test_a_tail_that_was_deleted_and_written_anew_shows_against_a_head_that_was_kept(
    diary: Diary, played: Game[Any]
) -> None:
    kept = diary.head(played.id, 12)
    tampered(diary, played, *TAIL)
    shorter = diary.open(played.id)
    say(diary, shorter, "march", R1_NORTH)
    assert shorter.version == 12
    assert diary.verify(played.id) == []
    assert diary.head(played.id, 12) != kept


def test_a_game_that_was_deleted_whole_is_no_clean_record(diary: Diary, played: Game[Any]) -> None:
    assert tampered(diary, played, "DELETE FROM stored_events", "DELETE FROM seals") == {0}
    assert [g.entries for g in diary.games()] == [0]


def test_a_head_that_later_entries_follow_stays_the_head_at_its_version(diary: Diary, played: Game[Any]) -> None:
    kept = diary.head(played.id)
    say(diary, played, "march", R1_NORTH)
    assert diary.head(played.id) != kept
    assert diary.head(played.id, 15) == kept


# ---- insertion and reordering ----


def up(table: str, first: int) -> list[str]:
    """Makes room for an entry: all from `first` on move up by one."""
    keys = f"WHERE originator_id=:g AND originator_version>={first}"
    return [
        f"UPDATE {table} SET originator_version = -originator_version - 1 {keys}",
        f"UPDATE {table} SET originator_version = -originator_version WHERE originator_version < 0",
    ]


def copied(table: str, columns: str, of: int, to: int) -> str:
    same = f"WHERE originator_id=:g AND originator_version={of}"
    return f"INSERT INTO {table} SELECT originator_id, {to}, {columns} FROM {table} {same}"


def test_an_entry_between_others_is_noticed(diary: Diary, played: Game[Any]) -> None:
    event, seal = copied("stored_events", "topic, state", 5, 9), copied("seals", "salt, leaf, head", 5, 9)
    assert min(tampered(diary, played, *up("stored_events", 9), *up("seals", 9), event, seal)) == 9


def test_an_entry_between_others_is_noticed_with_a_seal_that_follows_too(diary: Diary, played: Game[Any]) -> None:
    """The next seal does not follow from the one that was slipped in."""
    sealed = diary.sealed(played.id)
    tampered(diary, played, *up("stored_events", 9), *up("seals", 9), copied("stored_events", "topic, state", 5, 9))
    salt, state = b"s" * 16, sealed[4].state or b""
    leaf = leaf_of(salt, sealed[4].topic, state)
    with untriggered(diary) as c:
        c.execute(
            "INSERT INTO seals VALUES (?,9,?,?,?)", (played.id, salt, leaf, head_of(sealed[7].head, played.id, 9, leaf))
        )
    assert where(played, diary.verify(played.id)) == set(range(10, 17))


@pytest.mark.parametrize("version", [0, 16, -3, 16.5, 900])
def test_an_entry_before_or_after_the_others_is_noticed(diary: Diary, played: Game[Any], version: object) -> None:
    event = (
        f"INSERT INTO stored_events SELECT originator_id, {version}, topic, state FROM stored_events WHERE "
        "originator_version=4"
    )
    assert tampered(diary, played, event)


@pytest.mark.file_only
def test_an_entry_whose_version_is_no_number_is_noticed(diary: Diary, played: Game[Any]) -> None:
    event = (
        "INSERT INTO stored_events SELECT originator_id, 'x', topic, state FROM stored_events WHERE "
        "originator_version=4"
    )
    assert tampered(diary, played, event)


@pytest.mark.parametrize("first", range(1, 15))
@pytest.mark.parametrize("tables", [("stored_events",), ("seals",), ("stored_events", "seals")])
def test_two_entries_that_changed_places_are_noticed(
    diary: Diary, played: Game[Any], first: int, tables: tuple[str, ...]
) -> None:
    swap = [
        statement
        for table in tables
        for statement in (
            f"UPDATE {table} SET originator_version = -originator_version WHERE originator_version IN ({first}, "
            f"{first + 1})",
            f"UPDATE {table} SET originator_version = {2 * first + 1} + originator_version WHERE "
            "originator_version < 0",
        )
    ]
    assert first in tampered(diary, played, *swap)


def test_entries_moved_to_another_game_are_noticed_there(diary: Diary, played: Game[Any]) -> None:
    another = "f" * len(played.id)
    moved = [f"UPDATE {table} SET originator_id='{another}'" for table in ("stored_events", "seals")]
    tampered(diary, played, *moved)
    assert {p.version for p in diary.verify(another)} == set(range(16)), "0: it is not in the list of games"
    assert diary.unlisted() == [another]


def test_other_games_are_not_blamed(diary: Diary, played: Game[Any]) -> None:
    branch = diary.branch(played.id, 5, "branch")
    state = (diary.sealed(played.id)[3].state or b"").replace(b"R1", b"R2")
    with untriggered(diary) as c:
        c.execute("UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=4", (state, played.id))
    assert where(played, diary.verify(played.id)) == {4}
    assert diary.verify(branch.id) == []


# ---- withheld entries ----


def test_a_withheld_secret_leaves_the_rest_verifiable(diary: Diary, played: Game[Any]) -> None:
    """Red verifies the game without the bytes, and without the topic, of blue's ambush."""
    secrets = [e.version for e in played.entries if e.fact.secret]
    assert SECRET in secrets
    given = [s._replace(topic="", state=None) if s.version in secrets else s for s in diary.sealed(played.id)]
    assert verify(played.id, given, RULES.play.topics, withheld=True) == []
    assert where(played, verify(played.id, given, RULES.play.topics)) == set(secrets)

    for at, entry in enumerate(given):
        if entry.state is not None:
            edited = [*given[:at], entry._replace(state=entry.state.replace(b'"at"', b'"AT"')), *given[at + 1 :]]
            assert entry.version in where(played, verify(played.id, edited, RULES.play.topics, withheld=True))
        other_leaf = [*given[:at], entry._replace(leaf=b"\0" * 32), *given[at + 1 :]]
        assert entry.version in where(played, verify(played.id, other_leaf, RULES.play.topics, withheld=True))
    assert where(played, verify(played.id, [*given[:4], *given[5:]], RULES.play.topics, withheld=True)) == {6}


def test_a_withheld_secret_that_is_shown_later_must_be_the_sealed_one(diary: Diary, played: Game[Any]) -> None:
    sealed = diary.sealed(played.id)
    shown = sealed[SECRET - 1]
    assert leaf_of(shown.salt, shown.topic, shown.state or b"") == shown.leaf
    assert leaf_of(shown.salt, shown.topic, (shown.state or b"").replace(b"south", b"north")) != shown.leaf


def test_equal_entries_have_different_leaves(diary: Diary, game: Game[Any]) -> None:
    """Their salts differ, so nobody finds a withheld entry by sealing guesses."""
    for _ in range(2):
        say(diary, game, "march", R1_NORTH)
    sealed = diary.sealed(game.id)
    assert len({s.salt for s in sealed}) == len({s.leaf for s in sealed}) == len(sealed)
    assert all(len(s.salt) == 16 for s in sealed)


def test_bytes_that_were_removed_from_the_file_are_reported(diary: Diary, played: Game[Any]) -> None:
    assert tampered(diary, played, "UPDATE stored_events SET state = NULL WHERE originator_version = 12") == {12}
