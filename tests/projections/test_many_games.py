"""A diary of many games: what happens to one costs that game alone, counted in entries decoded and games listed."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.record.diary import Diary
from domain.record.glance import GameLine
from projections import ledger_file, ledger_rows
from projections.derived import key_file
from projections.ledger_file import IN_MEMORY, LedgerFile, ledger_path
from projections.ledgers import AGGREGATES, LEDGERS
from tests.cli.conftest import running
from tests.projections.contract import begin, play, tables

MANY = int(os.environ.get("WARDIARY_MANY", "30"))
"""Games in the diary; 300 by `make many`."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A diary of many games, of a few entries each, and one long one among them."""
    path = tmp_path_factory.mktemp("many") / "d.db"
    with Diary(path) as diary:
        for number in range(MANY):
            game = begin(diary, f"game {number}")
            play(diary, game, 60 if number == MANY // 2 else 6, seed=number)
    return path


@pytest.fixture
def diary(original: Path, tmp_path: Path) -> Iterator[Diary]:
    path = tmp_path / "d.db"
    path.write_bytes(original.read_bytes())
    shutil.rmtree(key_file().parent / "seen", ignore_errors=True)  # what this machine saw of another test's copy
    with Diary(path) as diary:
        yield diary


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the entries that views decode."""
    seen: list[int] = []
    entry_of = ledger_rows.entry_of

    def counting(version: int, *rest: Any) -> Any:
        seen.append(version)
        return entry_of(version, *rest)

    monkeypatch.setattr(ledger_file, "entry_of", counting)
    return seen


def long_one(diary: Diary) -> GameLine:
    return diary.find(f"game {MANY // 2}")


def test_a_table_reads_its_game_alone_and_once(diary: Diary, decoded: list[int]) -> None:
    """Given many games, then the first table of one decodes exactly its entries, the second none, another game its
    own, and an entry more is one."""
    run, line, other = running(diary.path), long_one(diary), diary.find("game 1")
    for expected in (line.entries, 0):
        decoded.clear()
        run("table", line.name, "points")
        assert len(decoded) == expected
    decoded.clear()
    run("table", other.name, "chance")
    assert len(decoded) == other.entries
    decoded.clear()
    run("declare", line.name, 'note "one more"')
    run("table", line.name, "timeline")
    assert decoded == [line.entries + 1]


def test_what_happens_to_one_game_costs_that_game(diary: Diary, decoded: list[int], tmp_path: Path) -> None:
    """Given views of all games, when a game is renamed, branched, or its proof is false, then that game is read again,
    or none, and the tables are those made anew."""
    line, other = long_one(diary), diary.find("game 1")
    with LedgerFile(ledger_path(diary.path)) as views:
        assert views.catch_up(diary) == sum(game.entries for game in diary.games())
        for change, read in (
            (lambda: diary.rename(line.id, "renamed"), 0),
            (lambda: spoil(views, line), line.entries),
            (lambda: diary.branch(other.id, other.entries, "branch"), other.entries + 1),
        ):
            change()
            decoded.clear()
            views.catch_up(diary)
            for game in diary.games():
                views.sure(diary, game)
            assert len(decoded) == read
            with LedgerFile(IN_MEMORY) as anew:
                anew.catch_up(diary)
                assert tables(views) == tables(anew)
        assert views.renewed == ""


def spoil(views: LedgerFile, line: GameLine) -> None:
    with views._transaction(commit=True) as (c, _):
        c.execute("UPDATE timeline SET words='never' WHERE game=?", (line.id,))


def test_after_a_release_a_game_is_made_again_when_it_is_looked_at(
    diary: Diary, decoded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = diary.find("game 2")
    with LedgerFile(ledger_path(diary.path)) as views:
        views.catch_up(diary)
    monkeypatch.setattr(ledger_file, "rows_source_digest", lambda: "the next release")
    decoded.clear()
    told = running(diary.path)("table", line.name, "points").stderr
    assert len(decoded) == line.entries
    assert f"holds of {line.name} was made by another version of wardiary: it was made again" in told


def test_a_rebuild_that_was_killed_goes_on_where_it_was(diary: Diary, decoded: list[int]) -> None:
    class Killed(Exception):
        pass

    def kill(at: int, last: int) -> None:
        if at > last // 2:
            raise Killed

    with LedgerFile(ledger_path(diary.path)) as views:
        views.catch_up(diary)
        decoded.clear()
        with pytest.raises(Killed):
            views.rebuild(diary, kill)
        first = len(decoded)
        decoded.clear()
        views.rebuild(diary)
        assert first > 0
        assert len(decoded) == sum(game.entries for game in diary.games()) - first
        decoded.clear()
        views.rebuild(diary)  # the next one begins anew
        assert len(decoded) == sum(game.entries for game in diary.games())


@pytest.mark.parametrize("view", AGGREGATES)
def test_no_sum_over_one_game_scans_the_others(view: str) -> None:
    """Given a query for one game, then no ledger is scanned whole."""
    with LedgerFile(IN_MEMORY) as views:
        plan = views.rows(f"EXPLAIN QUERY PLAN SELECT * FROM {view} WHERE game = 'g'")
        # SCAN of what a sum has made of one game is no scan of a ledger
        scanned = {step["detail"].split()[1] for step in plan if step["detail"].startswith("SCAN")}
        assert scanned.isdisjoint(ledger.name for ledger in LEDGERS)
        assert any("(game=?" in step["detail"] for step in plan)


def test_losses_by_side_are_those_by_unit_added_up(diary: Diary) -> None:
    by_unit = """
        SELECT game, side, COUNT(*) AS units, SUM(steps_lost) AS steps_lost, SUM(steps_gained) AS steps_gained,
            SUM(net_loss) AS net_loss, SUM(eliminated) AS eliminated
        FROM casualties_by_unit GROUP BY game, side ORDER BY game, side"""
    with LedgerFile(IN_MEMORY) as views:
        views.catch_up(diary)
        rows = views.rows("SELECT * FROM casualties_by_side ORDER BY game, side")
        assert rows == views.rows(by_unit)
        assert rows


@pytest.mark.parametrize(
    "words",
    ["games", "show", "log", "table points", "head", "declare note", "rename other", "put-away", "doctor"],
)
def test_what_asks_of_one_game_or_lists_all_scans_no_entries(
    words: str, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given many games, then no question that a command puts to the diary looks through all its entries or seals."""
    run, game, asked = running(diary.path), "game 1", set[str]()
    select = Diary._select

    def planned(self: Diary, statement: str, parameters: Any = ()) -> Any:
        if not statement.startswith("PRAGMA"):
            plan = select(self, f"EXPLAIN QUERY PLAN {statement}", parameters)
            asked.update(row["detail"] for row in plan if row["detail"].startswith("SCAN"))
        return select(self, statement, parameters)

    monkeypatch.setattr(Diary, "_select", planned)
    command, _, rest = words.partition(" ")
    run(command, *([] if command == "games" else [game]), *filter(None, ['note "x"' if rest == "note" else rest]))
    assert not {scan for scan in asked if scan.split()[1] in ("stored_events", "seals", "e", "s", "l")}


def test_doctor_lists_the_games_as_often_for_many_as_for_one(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given many games, then doctor asks for the list a few times, however many there are; named, a game alone is
    looked at."""
    asked: Counter[str] = Counter()
    games = Diary.games

    def counting(self: Diary) -> list[GameLine]:
        asked["games"] += 1
        return games(self)

    monkeypatch.setattr(Diary, "games", counting)
    run = running(diary.path)
    run("table", "game 1", "points")
    asked.clear()
    whole = run("doctor").stdout
    assert asked["games"] <= 5
    assert whole.count("every seal fits") == MANY
    named = run("doctor", "game 1", "game 2").stdout
    assert named.count("every seal fits") == 2
    assert "what was looked at is whole" in named


@pytest.fixture
def summed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose entries are read through, once for each entry."""
    seen: list[str] = []
    read_through = Diary.read_through

    def counting(self: Diary, game: str, *wanted: Any) -> Iterator[Any]:
        for found in read_through(self, game, *wanted):
            seen.append(game)
            yield found

    monkeypatch.setattr(Diary, "read_through", counting)
    return seen


def entries_of(diary: Diary, *names: str) -> Counter[str]:
    """The number of entries of games, of all if none are named."""
    return Counter({line.id: line.entries for line in diary.games() if not names or line.name in names})


def test_stats_remember_what_games_came_to(diary: Diary, summed: list[str]) -> None:
    """Given many games, then the second `stats` decodes no entry, one new entry decodes its game alone, and what was
    remembered and changed since counts for nothing."""
    run, line = running(diary.path), long_one(diary)
    first = run("stats", "--json").stdout
    assert Counter(summed) == entries_of(diary)
    summed.clear()
    assert run("stats", "--json").stdout == first
    assert summed == []
    run("declare", line.name, 'note "one more"')
    after = run("stats", "--json").stdout  # the note came later, and has added to the time
    assert Counter(summed) == entries_of(diary, line.name)
    with LedgerFile(ledger_path(diary.path)) as views, views._transaction(commit=True) as (c, _):
        c.execute("UPDATE remembered SET said=replace(said, '\"dice\":', '\"dice\":9')")
    assert run("stats", "--json").stdout == after


def test_stats_that_were_killed_go_on_where_they_were(
    diary: Diary, summed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given `stats` killed in the tenth game, then the next one reads the tenth and those after it, and says what one
    that was never killed says."""

    class Killed(BaseException):
        pass

    read_through = Diary.read_through

    def killing(self: Diary, game: str, *wanted: Any) -> Iterator[Any]:
        for found in read_through(self, game, *wanted):
            if len({*summed}) == 10 and found[0].version > 3:
                raise Killed
            yield found

    monkeypatch.setattr(Diary, "read_through", killing)
    with pytest.raises(Killed):
        running(diary.path)("stats", "--json")
    monkeypatch.setattr(Diary, "read_through", read_through)
    done = {*summed} - {summed[-1]}
    assert len(done) == 9
    summed.clear()
    after = running(diary.path)("stats", "--json").stdout
    assert Counter(summed) == Counter({id: n for id, n in entries_of(diary).items() if id not in done})
    ledger_path(diary.path).unlink()
    assert running(diary.path)("stats", "--json").stdout == after
