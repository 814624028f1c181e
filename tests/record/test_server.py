"""A diary on PostgreSQL: what is refused before anything is read, who may do what, and answers that are lost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from cli.main import main
from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.kernel.game import Game
from domain.record import server_store
from domain.record.diary import Diary, Overtaken
from domain.record.server_address import without_password
from domain.record.server_store import ServerStore, set_up
from domain.record.server_tables import SCHEMA
from domain.record.store import NotKnown, StoreAway
from tests.record.cutting import Moment, wire
from tests.record.stranger import ServerPlace
from tests.record.toy import BEGAN, R1_NORTH, R1_SOUTH, say
from tests.servers.postgres import MADE, Cluster, running

ENGINES = ("server",)
ENDED = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
    "AND datname = current_database()"
)
"""Ends all connections but one's own."""


def wardiary(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    assert not done.exception or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[str]:
    url = cluster.database()
    yield url
    cluster.drop(url)


def changed(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


# ---- what is not there, or is not ours ----


def test_an_empty_database_names_setup(empty: str, tmp_path: Path) -> None:
    with pytest.raises(Damaged, match=r"holds no diary yet: `wardiary --diary URL setup`"):
        ServerStore(empty, tmp_path)


def test_setup_makes_the_tables_once_and_lets_roles_record(empty: str) -> None:
    assert set_up(empty) is True
    assert set_up(empty) is False
    with pytest.raises(BadInput, match="there is no role 'nobody'"):
        set_up(empty, ["nobody"])


def test_of_eight_setups_at_once_one_makes_the_tables_and_eight_are_fine(empty: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(lambda _: set_up(empty), range(8))) == [False] * 7 + [True]


def test_a_database_of_another_program_is_refused_unchanged(empty: str, tmp_path: Path) -> None:
    changed(empty, "CREATE TABLE accounts (id integer)")
    for attempt in (lambda: set_up(empty), lambda: ServerStore(empty, tmp_path)):
        with pytest.raises(Damaged, match=r"another program's: it holds public\.accounts"):
            attempt()
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT to_regnamespace('wardiary')").fetchone() == (None,)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE wardiary.format SET format = 9", "are of format 9"),
        ("DELETE FROM wardiary.format", "are of format none"),
        ("DROP TABLE wardiary.format", "the format cannot be read"),
        ("DROP TABLE wardiary.seals", "missing: column seals"),
        ("DROP TRIGGER stored_events_append_only ON wardiary.stored_events", "missing: .*stored_events_append_only"),
        ("ALTER TABLE wardiary.seals DISABLE TRIGGER seals_append_only", "seals_append_only .*disabled"),
        ("ALTER TABLE wardiary.games ADD COLUMN told text", "column games.told text"),
        ("ALTER TABLE wardiary.games DROP CONSTRAINT games_name_key", "missing: .*UNIQUE"),
        ("CREATE TABLE wardiary.more (id integer)", "table more"),
        ("CREATE VIEW wardiary.more AS SELECT 1 AS one", "object more"),
        ("ALTER TABLE wardiary.games ENABLE ROW LEVEL SECURITY", "table games with policies"),
        (
            "CREATE OR REPLACE FUNCTION wardiary.append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN RETURN NEW; END'",
            "function append_only",
        ),
        (
            "CREATE RULE quiet AS ON INSERT TO wardiary.seals DO INSTEAD NOTHING",
            "rule quiet on seals",
        ),
        (
            "CREATE TRIGGER more BEFORE INSERT ON wardiary.games FOR EACH ROW EXECUTE FUNCTION wardiary.append_only()",
            "trigger more on games",
        ),
    ],
)
def test_tables_that_are_not_as_they_were_made_are_refused(
    cluster: Cluster, tmp_path: Path, statement: str, told: str
) -> None:
    url = cluster.database(MADE)
    changed(url, "SET session_replication_role = replica", statement)
    with pytest.raises(Damaged, match=told):
        ServerStore(url, tmp_path)
    cluster.drop(url)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_does_not_keep_what_it_acknowledges_is_refused(
    cluster: Cluster, tmp_path: Path, setting: str
) -> None:
    """Given a server with the setting off, when a diary is opened there, then nothing is recorded, and it is said
    why."""
    url = cluster.database(MADE)
    try:
        changed(url, f"ALTER SYSTEM SET {setting} = off", "SELECT pg_reload_conf()")
        for _ in range(50):
            with psycopg.connect(url) as connection:
                if connection.execute("SELECT current_setting(%s)", (setting,)).fetchone() == ("off",):
                    break
        with pytest.raises(Damaged, match=f"{setting} off, so it does not keep"):
            ServerStore(url, tmp_path)
    finally:
        changed(url, f"ALTER SYSTEM RESET {setting}", "SELECT pg_reload_conf()")
        cluster.drop(url)


def test_each_connection_waits_for_its_commits_whatever_the_server_says(place: ServerPlace, tmp_path: Path) -> None:
    database = place.address.rpartition("/")[2]
    changed(
        place.address,
        f"ALTER DATABASE {database} SET synchronous_commit = off",
        f"ALTER DATABASE {database} SET statement_timeout = 10",
    )
    with place.opened() as diary:
        asked = "SELECT current_setting('synchronous_commit'), current_setting('statement_timeout')"
        assert diary.storage.select(asked) == [("on", "0")]
    changed(place.address, f"ALTER DATABASE {database} SET synchronous_commit = remote_apply")
    with place.opened() as diary:
        assert diary.storage.select(asked) == [("remote_apply", "0")]


# ---- who may do what ----


@pytest.fixture
def recorders(place: ServerPlace, cluster: Cluster) -> Iterator[str]:
    """The address for a role that records."""
    changed(place.address, "CREATE ROLE recorders LOGIN")
    set_up(place.address, ["recorders"])
    yield place.address.replace("postgres@", "recorders@")
    changed(place.address, "DROP OWNED BY recorders", "DROP ROLE recorders")


def test_a_recorders_role_plays_and_can_neither_change_nor_delete(
    recorders: str, place: ServerPlace, tmp_path: Path
) -> None:
    with Diary(ServerStore(recorders, tmp_path), by="Ann") as diary:
        game = diary.new("toy", "forts", BEGAN)
        say(diary, game, "march", R1_NORTH)
        diary.rename(game.id, "two forts")
        diary.put_away(game.id)
        assert diary.verify(game.id) == []
    refused = (
        "UPDATE wardiary.stored_events SET topic = 'noted'",
        "DELETE FROM wardiary.seals",
        "TRUNCATE wardiary.declarations",
        "DROP TRIGGER stored_events_append_only ON wardiary.stored_events",
        "DROP TABLE wardiary.games",
        "ALTER TABLE wardiary.seals DISABLE TRIGGER ALL",
        "UPDATE wardiary.games SET system = 'chess'",
        "DELETE FROM wardiary.games",
        "SET session_replication_role = replica",
        "INSERT INTO wardiary.format VALUES (2)",
        "CREATE TABLE wardiary.more (id integer)",
    )
    for statement in refused:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            changed(recorders, statement)


def test_the_owner_cannot_truncate_either(place: ServerPlace) -> None:
    for table in ("stored_events", "seals", "declarations", "format"):
        with pytest.raises(psycopg.IntegrityError, match="the record is append-only"):
            changed(place.address, f"TRUNCATE {SCHEMA}.{table}")


def test_a_role_without_rights_is_told_so(place: ServerPlace, tmp_path: Path) -> None:
    changed(place.address, "CREATE ROLE looker LOGIN")
    try:
        with pytest.raises(Damaged, match="the role may not use the schema wardiary: its owner says"):
            ServerStore(place.address.replace("postgres@", "looker@"), tmp_path)
    finally:
        changed(place.address, "DROP ROLE looker")


# ---- addresses ----


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://a:secret@127.0.0.1:1/d", "postgresql://127.0.0.1:1/d cannot be reached"),
        ("postgresql://a:secret@127.0.0.1:x/d", "cannot be r|no address"),
        ("postgresql://a:secret@[bad/d", "the address of the diary's server cannot be read"),
        ("postgresql://a:secret@127.0.0.1:1/d?nonsense=1", "the address of the diary's server cannot be read"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_line_without_its_password(
    address: str, told: str, tmp_path: Path
) -> None:
    for words in (("games",), ("setup",), ("new", "evening", "--system", "iwo")):
        code, output = wardiary("--diary", address, *words)
        assert code == 2
        assert "secret" not in output
        assert "Traceback" not in output
    with pytest.raises(Trouble, match=told):
        ServerStore(address, tmp_path)


def test_a_wrong_password_is_one_line(cluster: Cluster, place: ServerPlace) -> None:
    hba = cluster.folder / "data" / "pg_hba.conf"
    before = hba.read_text()
    changed(place.address, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    try:
        hba.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}")
        changed(place.address, "SELECT pg_reload_conf()")
        code, output = wardiary("--diary", place.address.replace("postgres@", "guarded:wrong-one@"), "games")
    finally:
        hba.write_text(before)
        changed(place.address, "SELECT pg_reload_conf()", "DROP ROLE guarded")
    assert code == 2
    assert "password authentication failed" in output
    assert "wrong-one" not in output


def test_several_hosts_are_said_with_their_ports() -> None:
    assert without_password("postgresql://u:p@one:1,two:2/d?connect_timeout=3") == "postgresql://one:1,two:2/d"
    assert without_password("postgresql://u@one,two:7/d") == "postgresql://one,two:7/d"


def test_the_extra_that_is_missing_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "domain.record.server_store")
    monkeypatch.delattr("domain.record.server_store")
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    code, output = wardiary("--diary", "postgresql://127.0.0.1:1/d", "games")
    assert (code, output.count("\n")) == (2, 1)
    assert "wardiary[postgres]" in output


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_no_server_can_hold_is_refused_in_words(diary: Diary, game: Game[Any], name: str) -> None:
    outcome = game.declare("march", R1_NORTH)
    with pytest.raises(Trouble):
        diary.append(game, outcome, name)
    with pytest.raises(BadInput):
        diary.rename(game.id, name)
    assert diary.last(game.id) == 2
    say(diary, game, "march", R1_NORTH)


# ---- answers that are lost ----


@pytest.mark.parametrize("declaration", ["", "line 7"])
@pytest.mark.parametrize("moment", ["before", "during", "after"])
def test_a_line_is_there_or_not_as_is_said(
    cluster: Cluster, place: ServerPlace, tmp_path: Path, moment: Moment, declaration: str
) -> None:
    """Given a wire that is cut at a COMMIT, when a line is said, then it is recorded and taken for recorded, or it is
    not recorded and that is said."""
    with wire(cluster.port) as cut:
        url = place.address.replace(str(cluster.port), str(cut.port))
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            game = diary.new("toy", "forts", BEGAN)
            cut.cut = moment
            try:
                entries = diary.append(game, game.declare("march", R1_NORTH), declaration)
                was_recorded = bool(entries)
            except Damaged as damaged:
                assert "nothing was recorded" in str(damaged)
                was_recorded = False
            assert cut.cuts == 1
            with place.opened() as other:
                assert bool(other.last(game.id) > 2) is was_recorded
            if moment != "during":
                assert was_recorded is (moment == "after")
            if not was_recorded:
                diary.append(game, game.declare("march", R1_NORTH), declaration)
            say(diary, game, "march", R1_SOUTH)
            assert [entry.version for entry in diary.entries(game.id)] == list(range(1, 7))
            assert diary.verify(game.id) == []


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_game_is_begun_or_not_as_is_said(
    cluster: Cluster, place: ServerPlace, tmp_path: Path, moment: Moment
) -> None:
    with wire(cluster.port) as cut:
        url = place.address.replace(str(cluster.port), str(cut.port))
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            cut.cut = moment
            if moment == "before":
                with pytest.raises(Damaged, match="nothing was recorded: the connection to the server was lost"):
                    diary.new("toy", "forts", BEGAN)
                assert diary.games() == []
            else:
                game = diary.new("toy", "forts", BEGAN)
                assert [line.id for line in diary.games()] == [game.id]


def test_a_client_that_fell_silent_holds_nobody_up(
    cluster: Cluster, place: ServerPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a client whose network went away within a transaction, so that the server hears no end of it, then it is
    over after a while, nothing of it is recorded, and the game goes on."""
    monkeypatch.setattr("domain.record.server_tables.SILENT", "1s")
    with wire(cluster.port) as cut, place.opened("Bob") as bob:
        url = place.address.replace(str(cluster.port), str(cut.port))
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            game = diary.new("toy", "forts", BEGAN)
            cut.cut = "silently"
            with pytest.raises(Damaged, match="nothing was recorded: the connection to the server was lost"):
                say(diary, game, "march", R1_NORTH)
        say(bob, bob.open(game.id), "march", R1_SOUTH)


def test_when_nobody_can_be_asked_it_is_said_that_it_is_not_known(
    cluster: Cluster, place: ServerPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_store, "PATIENCE", 1.0)
    with wire(cluster.port) as cut:
        url = place.address.replace(str(cluster.port), str(cut.port))
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            game = diary.new("toy", "forts", BEGAN)
            outcome = game.declare("march", R1_NORTH)
            cut.cut, cut.is_down = "after", True
            with pytest.raises(NotKnown, match="not known yet whether this was recorded"):
                diary.append(game, outcome)
            cut.is_down = False
            assert [entry.version for entry in diary.refresh(game)] == [3, 4]


def test_a_reader_waits_for_a_server_that_comes_back(cluster: Cluster, place: ServerPlace, tmp_path: Path) -> None:
    with place.opened() as diary:
        game = diary.new("toy", "forts", BEGAN)
        changed(place.address, ENDED)
        assert diary.last(game.id) == 2


def test_a_first_machine_that_may_not_be_written_any_more_is_looked_for_anew(
    place: ServerPlace, tmp_path: Path
) -> None:
    """Given a server that has become one to be read, when a line is said, then it is not recorded, which is said; and
    once there is one to be written, it is."""
    database = place.address.rpartition("/")[2]
    with place.opened() as diary:
        game = diary.new("toy", "forts", BEGAN)
        changed(place.address, f"ALTER DATABASE {database} SET default_transaction_read_only = on")
        changed(place.address, "SET default_transaction_read_only = off", ENDED)
        with pytest.raises(StoreAway, match="nothing was recorded"):
            say(diary, game, "march", R1_NORTH)
        changed(
            place.address,
            "SET default_transaction_read_only = off",
            f"ALTER DATABASE {database} RESET default_transaction_read_only",
        )
        say(diary, game, "march", R1_NORTH)
        assert diary.last(game.id) == 4


def test_who_is_overtaken_is_told_by_whom(place: ServerPlace) -> None:
    with place.opened("Ann") as ann, place.opened("Bob") as bob:
        game = ann.new("toy", "forts", BEGAN)
        slower = bob.open(game.id)
        outcome = slower.declare("march", R1_SOUTH)
        say(ann, game, "march", R1_NORTH)
        with pytest.raises(Overtaken, match="R1 marches to north"):
            bob.append(slower, outcome)


# ---- playing there ----


def test_who_begins_a_game_with_open_secrets_is_told_who_reads_them(place: ServerPlace, tmp_path: Path) -> None:
    """Given a side without a passphrase, when a game is begun on a server, then it is said that the tables tell."""
    begin = ("--diary", place.address, "new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    done = CliRunner().invoke(main, begin, env={"WARDIARY_PASSPHRASE_JP": ""})
    assert "whoever may read the server's tables reads what is hidden" in done.output
    shut = CliRunner().invoke(
        main, (*begin[:3], "locked", *begin[4:]), env={"WARDIARY_PASSPHRASE_JP": "suribachi for jp"}
    )
    assert "server's tables" not in shut.output


# ---- a standby ----


def test_a_standby_is_read_and_not_recorded_on(tmp_path: Path) -> None:
    """Given a standby alone, whatever the address asks for, when a line is said, then it is refused in words."""
    with running() as cluster:
        url = cluster.database(MADE)
        with Diary(ServerStore(url, tmp_path), by="Ann") as diary:
            game = diary.new("toy", "forts", BEGAN)
        cluster.stop("fast")
        data = cluster.folder / "data"
        (data / "standby.signal").touch()
        cluster.own(data / "standby.signal")
        cluster.start()
        for address in (url, f"{url}?target_session_attrs=read-write", f"{url}?target_session_attrs=primary"):
            with Diary(ServerStore(address, tmp_path), by="Ann") as diary:
                assert diary.read_only
                assert diary.open(game.id).version == 2
                with pytest.raises(Damaged, match="this server is a standby"):
                    say(diary, diary.open(game.id), "march", R1_NORTH)


# ---- moving ----


def test_a_diary_moves_there_and_back_and_goes_on_where_it_was(
    place: ServerPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a diary of games, one put away, when it is moved to the server and back, twice, then names, marks, bytes
    and seals are the same."""
    file, back = tmp_path / "d.db", tmp_path / "back.db"
    with Diary(file, by="Ann") as diary:
        first, second = diary.new("toy", "forts", BEGAN), diary.new("toy", "more", BEGAN)
        say(diary, first, "march", R1_NORTH)
        diary.put_away(second.id)
        lines, sealed = diary.games(), [diary.sealed(game.id) for game in (first, second)]
    for words in (("--diary", place.address, "move", str(file)), ("--diary", str(back), "move", place.address)):
        for _ in range(2):
            code, output = wardiary(*words)
            assert code == 0
            assert "2 of 2 games" in output
    with place.opened() as served, Diary(back) as returned:
        for diary in (served, returned):
            assert diary.games() == lines
            assert [diary.sealed(game.id) for game in (first, second)] == sealed
            assert diary.whole() == []
    with Diary(file, by="Ann") as diary:
        say(diary, diary.open(first.id), "march", R1_SOUTH)
    assert wardiary("--diary", place.address, "move", str(file))[0] == 0
    with place.opened() as served, Diary(file) as diary:
        assert served.head(first.id) == diary.head(first.id)


def test_a_game_that_went_another_way_is_left_out_by_name(place: ServerPlace, tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    with Diary(file, by="Ann") as diary:
        game = diary.new("toy", "forts", BEGAN)
    assert wardiary("--diary", place.address, "move", str(file))[0] == 0
    with Diary(file, by="Ann") as ann, place.opened("Bob") as bob:
        say(ann, ann.open(game.id), "march", R1_NORTH)
        say(bob, bob.open(game.id), "march", R1_SOUTH)
    code, output = wardiary("--diary", place.address, "move", str(file))
    assert code == 1
    assert "left out: forts: the game is here already as 'forts', and has gone another way" in output
