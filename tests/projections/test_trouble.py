"""Views when something goes wrong: a ledger that fails, a kill, a locked file, another diary, entries nobody can
read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain import games
from domain.kernel.errors import Damaged
from domain.kernel.facts import (
    Decided,
    Declared,
    Drawn,
    Fire,
    Gain,
    Irregular,
    Loss,
    Modifier,
    Noted,
    Points,
    Rolled,
    Track,
)
from domain.kernel.game import Game
from domain.record.diary import Diary
from projections.ledger_file import LedgerFile
from projections.ledger_tables import TABLES
from projections.ledgers import LEDGERS, Ledger
from tests.projections.contract import tables
from tests.record.toy import BEGAN, PLAYED, R1_NORTH, SECRET, AmbushLaid, say

BATTLE = Noted(
    rule="TWO 2.3",
    text="a battle",
    losses=(
        Loss(side="blue", unit="B1", steps=2, cause="storm"),
        Loss(side="blue", unit="B2", steps=1, cause="storm", eliminated=True),
    ),
    gains=(Gain(side="blue", unit="B1", steps=1, cause="rally"),),
    points=(
        Points(side="red", amount=3, why="the north fort"),
        Points(side="red", amount=2, why="the flag", permanent=False),
    ),
    tracks=(Track(name="morale", was=5, now=4, why="losses"), Track(name="weather", was="clear", now="rain")),
    fire=Fire(
        kind="storm",
        side="red",
        by=("R1", "R2"),
        at="north",
        chance=(6, 2),
        hits=1,
        outcome=0,
        expected="2/3",
        modifiers=(Modifier(rule="TWO 2.5", amount=-1, why="walls"),),
    ),
)
DICE = Rolled(rule="TWO 2.2", name="dice", side="red", dice=(6, 2), words="storming north")
CARD = Drawn(rule="TWO 7", name="card", side="blue", item="Rain", words="the day's card", left=12)


@pytest.fixture(autouse=True)
def toy_is_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(games.SYSTEMS, "toy", games.System("Two Forts", "tests.record.toy"))
    games.load.cache_clear()
    yield
    games.load.cache_clear()


@pytest.fixture
def diary(tmp_path: Path) -> Iterator[Diary]:
    with Diary(tmp_path / "d.db", by="Ann") as diary:
        yield diary


@pytest.fixture
def game(diary: Diary) -> Game[Any]:
    return diary.new("toy", "forts", BEGAN)


@pytest.fixture
def views(tmp_path: Path) -> Iterator[LedgerFile]:
    with LedgerFile(tmp_path / "v.db") as views:
        yield views


def beside(diary: Diary, game: Game[Any], *facts: Any) -> None:
    diary.append(game, game.beside(*facts))


def is_as_if_built_at_once(views: LedgerFile, diary: Diary, tmp_path: Path) -> bool:
    with LedgerFile(tmp_path / "fresh.db", views.audience) as fresh:
        fresh.catch_up(diary)
        return tables(views) == tables(fresh)


def test_each_table_says_what_the_facts_say(diary: Diary, game: Game[Any], views: LedgerFile) -> None:
    """TWO 2: given a battle with all a fact may carry, then each of its items is a row, and the sums are right."""
    say(diary, game, "march", R1_NORTH)
    end = game.version
    beside(diary, game, BATTLE, DICE, CARD, Irregular(rule="TWO 2.1", why="no squad was there"))
    views.catch_up(diary)

    report = {name: table(views, game.id) for name, table in TABLES.items()}
    assert [(r["side"], r["unit"], r["kind"], r["steps"], r["eliminated"]) for r in report["casualties"].rows] == [
        ("blue", "B1", "loss", 2, 0),
        ("blue", "B2", "loss", 1, 1),
        ("blue", "B1", "gain", 1, 0),
    ]
    assert report["casualties"].totals == [
        {"side": "blue", "units": 2, "steps_lost": 3, "steps_gained": 1, "net_loss": 2, "eliminated": 1}
    ]
    units = views.rows("SELECT unit, net_loss, eliminated, causes FROM casualties_by_unit ORDER BY unit")
    assert [tuple(unit.values()) for unit in units] == [("B1", 1, 0, "storm 2"), ("B2", 1, 1, "storm 1")]
    assert [row["total"] for row in report["points"].rows] == [3, 5]
    assert report["points"].totals == [{"side": "red", "points": 5, "permanent": 3}]
    assert [r["total"] for r in views.rows("SELECT total FROM points_running")] == [3, 5]
    assert [(t["name"], t["now"]) for t in report["tracks"].totals] == [("morale", 4), ("weather", "rain")]
    (fire,) = report["fire"].rows
    assert (fire["by"], fire["at"], fire["dice"], fire["modifiers"]) == ("R1, R2", "north", "6 2", "-1 walls [TWO 2.5]")
    assert (fire["hits"], fire["modified"], fire["outcome"]) == (1, -1, 0)
    assert (fire["expected"], fire["deviation"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    roll, card = report["chance"].rows
    assert (roll["dice"], roll["sum"], roll["expected"], roll["deviation"], roll["source"]) == (
        "6 2",
        8,
        7.0,
        1.0,
        "table",
    )
    assert (card["kind"], card["drawn"], card["left"], card["purpose"]) == ("draw", "Rain", 12, "the day's card")
    (luck,) = report["chance"].totals
    assert (luck["dice"], luck["sum"], luck["expected"], luck["ones"], luck["twos"], luck["sixes"]) == (
        2,
        8,
        7.0,
        0,
        1,
        1,
    )
    assert report["declarations"].rows[0]["said"] == "march squads=R1 fort=north"
    assert [r["words"] for r in report["timeline"].rows if r["irregular"]] == ["irregular: no squad was there"]
    assert report["timeline"].rows[-1]["by"] == "Ann"

    diary.append(game, game.take_back(end))
    views.catch_up(diary)
    for name in ("casualties", "points", "tracks", "fire", "chance"):
        assert TABLES[name](views, game.id).rows == TABLES[name](views, game.id).totals == [], name
        struck = TABLES[name](views, game.id, struck=True)
        assert len(struck.rows) == len(report[name].rows), name
        assert all(row["struck"] for row in struck.rows), name
    assert [row["total"] for row in TABLES["points"](views, game.id, struck=True).rows] == [0, 0]


UNFILLED = {"control", "players", "endings"}
"""The ledgers to which the facts said beside this small game add no rows."""
FILLED = tuple(ledger for ledger in LEDGERS if ledger.name not in UNFILLED)


@pytest.mark.parametrize("ledger", FILLED, ids=lambda ledger: ledger.name)
def test_a_failure_in_any_ledger_leaves_all_of_them_and_the_position(
    ledger: Ledger, diary: Diary, game: Game[Any], views: LedgerFile, tmp_path: Path
) -> None:
    """Given a table that refuses its second row of a page, then nothing of that page is there; mended, all of it is,
    once."""
    views.catch_up(diary)
    before, reached = tables(views), views.reached(game.id)
    for _ in range(3):
        say(diary, game, "march", R1_NORTH)
        beside(diary, game, BATTLE, DICE, CARD)
    refuse = (
        f"CREATE TRIGGER refuse BEFORE INSERT ON {ledger.name} WHEN NEW.version > 6 BEGIN SELECT RAISE(ABORT, "
        "'refused'); END"
    )
    with closing(sqlite3.connect(views.path)) as raw:
        raw.execute(refuse)
    with pytest.raises(Damaged, match="refused"):
        views.catch_up(diary)
    assert (tables(views), views.reached(game.id)) == (before, reached)
    with closing(sqlite3.connect(views.path)) as raw:
        raw.execute("DROP TRIGGER refuse")
    views.catch_up(diary)
    assert is_as_if_built_at_once(views, diary, tmp_path)


def test_a_file_in_use_is_not_taken_for_a_damaged_one(diary: Diary, game: Game[Any], views: LedgerFile) -> None:
    views.catch_up(diary)
    before = tables(views)
    with closing(sqlite3.connect(views.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with views.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA busy_timeout=50")
        with pytest.raises(Damaged, match="locked"):
            views.rebuild(diary)
    assert tables(views) == before
    assert not list(views.path.parent.glob("*.damaged*"))


def test_another_diary_in_its_place_is_noticed(
    diary: Diary, game: Game[Any], views: LedgerFile, tmp_path: Path
) -> None:
    """Given views of one diary, when they follow another of as many entries, then they hold that one's games alone."""
    views.catch_up(diary)
    with Diary(tmp_path / "other.db") as other:
        newer = other.new("toy", "newer", BEGAN)
        beside(other, newer, BATTLE)
        views.catch_up(other)
        assert [g["name"] for g in views.rows("SELECT name FROM games")] == ["newer"]
        assert is_as_if_built_at_once(views, other, tmp_path)


def test_games_begun_while_the_views_catch_up_are_caught_up_with_too(
    diary: Diary, game: Game[Any], views: LedgerFile, tmp_path: Path
) -> None:
    """Given a catch-up that reads a page at a time, when others begin two games after its first page, then both are
    shown."""

    def begin(position: int, last: int) -> None:
        if len(diary.games()) == 1:
            with Diary(diary.path) as other:
                other.new("toy", "second", BEGAN)
                other.new("toy", "third", BEGAN)

    views.catch_up(diary, begin, page=2)
    assert {g["name"] for g in views.rows("SELECT name FROM games")} == {"forts", "second", "third"}
    assert is_as_if_built_at_once(views, diary, tmp_path)


def test_nothing_of_a_secret_reaches_another_sides_file(diary: Diary, game: Game[Any], tmp_path: Path) -> None:
    """TWO 3: given blue's secrets in every kind of fact, then no byte of red's file holds any; blue's and the umpire's
    tables do."""
    marker = "Nightjar"
    seen_at = BATTLE.but(
        secret="blue",
        text=marker,
        losses=(Loss(side="blue", unit=marker, steps=1, cause=marker),),
        gains=(Gain(side="blue", unit=marker, steps=1, cause=marker),),
        points=(Points(side="red", amount=1, why=marker),),
        tracks=(Track(name=marker, was=1, now=2, why=marker),),
        fire=Fire(kind=marker, side="blue", by=(marker,), at=marker),
    )
    secrets = (
        AmbushLaid(rule="TWO 3", squad=marker, fort=marker, secret="blue"),
        Declared(rule="TWO 3", verb="ambush", side="blue", values={"squad": marker}, as_played=marker, secret="blue"),
        Decided(rule="TWO 3", name="where", side="blue", value=marker, as_played=marker, secret="blue"),
        DICE.but(words=marker, name=marker, secret="blue"),
        CARD.but(item=marker, words=marker, secret="blue"),
        Irregular(rule="TWO 3", why=marker, secret="blue"),
        Noted(**seen_at.model_dump()),
    )
    for secret in secrets:
        beside(diary, game, secret)
    found = {}
    for audience in ("red", "blue", "umpire"):
        with LedgerFile(tmp_path / f"{audience}.db", audience) as views:
            views.catch_up(diary)
            found[audience] = tables(views)
            found[audience].pop("games")
        if audience == "red":
            assert not any(marker.encode() in path.read_bytes() for path in tmp_path.glob("red.db*"))
    assert found["blue"] == found["umpire"]
    for ledger in FILLED:
        assert marker in repr(found["blue"][ledger.name]), ledger.name
    assert [row["words"] for row in found["red"]["timeline"][-2:]] == [
        "irregular, in secret",
        "blue notes something in secret",
    ]


def test_an_unknown_systems_secrets_stay_secret(
    diary: Diary, game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TWO 3: given a game whose system is not installed, then red's views still do not say where blue's ambush is."""
    for verb, values, answers in PLAYED:
        say(diary, game, verb, values, **answers)
    monkeypatch.delitem(games.SYSTEMS, "toy")
    games.load.cache_clear()
    told = {}
    for audience in ("red", "blue"):
        with LedgerFile(tmp_path / f"{audience}.db", audience) as views:
            views.catch_up(diary)
            told[audience] = views.rows("SELECT words FROM timeline WHERE version=:v", {"v": SECRET})[0]["words"]
    assert told["red"] == "something was settled in secret"
    assert "'squad': 'B1'" in told["blue"]


def test_an_entry_nobody_can_read_hides_neither_the_game_nor_shows_itself(
    diary: Diary, game: Game[Any], views: LedgerFile
) -> None:
    """Given a damaged entry, then the timeline says so without quoting it, and goes on."""
    version = game.version + 1
    with closing(sqlite3.connect(diary.path)) as raw, raw:
        insert = "INSERT INTO stored_events VALUES (?,?,?,?)"
        raw.execute(insert, (game.id, version, "toy.ambush-laid", b'{"at":"","fact":{"secret":"blue","squad":["B1"]}}'))
        raw.execute(insert, (game.id, version + 1, "noted", b'{"at":"","fact":{"text":"still here"}}'))
    views.catch_up(diary)
    words = [row["words"] for row in views.rows("SELECT words FROM timeline WHERE version>=:v", {"v": version})]
    assert words == [f"irregular: entry {version} cannot be read; `wardiary doctor` says more", "note: still here"]
