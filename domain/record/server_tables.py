"""The tables of a diary on PostgreSQL: how they are made, and a check that they are ours and nothing else.

They stand in a schema of their own. Triggers make them append-only, as those of the SQLite file do. A recorder's role
may read, insert, rename a game and put it away; it owns nothing, so it can drop no trigger.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import psycopg
from psycopg.sql import SQL, Identifier

from domain.kernel.errors import BadInput, Damaged

SCHEMA = "wardiary"
SERVER_FORMAT = 1
"""The format of the tables here; the entries in them are those of any diary."""
OLDEST = 15
"""The oldest PostgreSQL that is known to work."""
TEXT = 'text COLLATE "C"'  # sorts as SQLite does, by its bytes

TABLES: dict[str, dict[str, str]] = {
    "stored_events": {
        "originator_id": f"{TEXT} NOT NULL",
        "originator_version": "bigint NOT NULL",
        "topic": f"{TEXT} NOT NULL",
        "state": "bytea",
    },
    "seals": {
        "originator_id": f"{TEXT} NOT NULL",
        "originator_version": "bigint NOT NULL",
        "salt": "bytea",
        "leaf": "bytea",
        "head": "bytea",
    },
    "declarations": {
        "originator_id": f"{TEXT} NOT NULL",
        "declaration": f"{TEXT} NOT NULL",
        "originator_version": "bigint NOT NULL",
    },
    "games": {
        "id": f"{TEXT} NOT NULL",
        "name": f"{TEXT} NOT NULL",
        "system": f"{TEXT} NOT NULL",
        "created": f"{TEXT} NOT NULL",
        "put_away": "integer DEFAULT 0 NOT NULL",
    },
    "format": {"format": "integer NOT NULL"},
}
"""Each table's columns, with their types."""
KEYS = {
    "stored_events": ("originator_id, originator_version",),
    "seals": ("originator_id, originator_version",),
    "declarations": ("originator_id, declaration",),
    "games": ("id", "name"),
    "format": ("format",),
}
"""Each table's primary key, and after it what else is unique."""
FOR_EVER = ("stored_events", "seals", "declarations", "format")
"""Tables in which nothing is changed or deleted."""
MAY_CHANGE = "name, put_away"
"""The columns of a game's line that are labels outside the record."""

FUNCTIONS = {
    "append_only": "BEGIN RAISE EXCEPTION 'the record is append-only' USING ERRCODE = '23000'; END",
    "gapless": "BEGIN IF NEW.originator_version > 1 AND NOT EXISTS (SELECT 1 FROM wardiary.stored_events WHERE "
    "originator_id = NEW.originator_id AND originator_version = NEW.originator_version - 1) THEN "
    "RAISE EXCEPTION 'a version is missing before this one' USING ERRCODE = '23000'; END IF; RETURN NEW; END",
}
"""What the triggers run. An error of class 23 is one of integrity, which the diary takes for a race that was lost."""
TRIGGERS = {
    **{(table, "append_only"): "BEFORE UPDATE OR DELETE OR TRUNCATE ON" for table in FOR_EVER},
    ("stored_events", "gapless"): "BEFORE INSERT ON",
}
STATEMENT_TRIGGER, ROW_TRIGGER = 2 + 8 + 16 + 32, 1 + 2 + 4
"""The bits of `pg_trigger.tgtype`: before DELETE, UPDATE, TRUNCATE of a statement; before INSERT of a row."""


SILENT = "10s"
"""The time after which a client that fell silent within a transaction no longer holds its game."""


class Server(NamedTuple):
    """What a server says of itself, as far as a diary rests on it."""

    version: int
    standby: bool
    cluster: str
    """The cluster's own number, which a standby shares."""
    database: int
    owner: bool
    """Whether the tables are this role's own, so that it could drop their triggers."""


def make_tables(connection: psycopg.Connection[Any], grant: Iterable[str] = ()) -> bool:
    """Makes the tables, and lets other roles record. True if they were not there. Raises BadInput, Damaged.

    Several may do it at once: one of them makes the tables, and the others find them.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('wardiary setup', 0))")
        new = not _exists(connection)
        if new:
            if foreign := _foreign(connection):
                raise Damaged(
                    f"the database is another program's: it holds {', '.join(foreign[:3])}; make one for the "
                    "diary alone"
                )
            for statement in _statements():
                connection.execute(statement.encode())
        else:
            look_at_tables(connection)
        for role in grant:
            _let_record(connection, role)
    return new


def _statements() -> Iterable[str]:
    yield f"CREATE SCHEMA {SCHEMA}"
    for table, columns in TABLES.items():
        primary, *unique = KEYS[table]
        keys = [f"PRIMARY KEY ({primary})", *(f"UNIQUE ({key})" for key in unique)]
        inner = ", ".join([*(f"{name} {kind}" for name, kind in columns.items()), *keys])
        yield f"CREATE TABLE {SCHEMA}.{table} ({inner})"
    for name, body in FUNCTIONS.items():
        yield f"CREATE FUNCTION {SCHEMA}.{name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
    for (table, function), when in TRIGGERS.items():
        each = "ROW" if function == "gapless" else "STATEMENT"
        yield (
            f"CREATE TRIGGER {table}_{function} {when} {SCHEMA}.{table} FOR EACH {each} "
            f"EXECUTE FUNCTION {SCHEMA}.{function}()"
        )
    yield f"INSERT INTO {SCHEMA}.format VALUES ({SERVER_FORMAT})"


def _let_record(connection: psycopg.Connection[Any], role: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname=%s", (role,)).fetchone() is None:
        raise BadInput(f"there is no role {role!r} on the server: CREATE ROLE makes one")
    schema, to = Identifier(SCHEMA), Identifier(role)
    connection.execute(SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, to))
    connection.execute(SQL("GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}").format(schema, to))
    for table in ("stored_events", "seals", "declarations", "games"):
        connection.execute(SQL("GRANT INSERT ON {}.{} TO {}").format(schema, Identifier(table), to))
    connection.execute(SQL("GRANT UPDATE (" + MAY_CHANGE + ") ON {}.games TO {}").format(schema, to))


def _exists(connection: psycopg.Connection[Any]) -> bool:
    return connection.execute("SELECT 1 FROM pg_namespace WHERE nspname=%s", (SCHEMA,)).fetchone() is not None


def _foreign(connection: psycopg.Connection[Any]) -> list[str]:
    """The tables and views of others in the database, by name; those of an extension are nobody's."""
    rows = connection.execute(
        "SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', %s) AND n.nspname NOT LIKE 'pg\\_t%%' "
        "AND c.relkind IN ('r', 'p', 'v', 'm', 'f') "
        "AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1",
        (SCHEMA,),
    )
    return [row[0] for row in rows]


def look_at_server(connection: psycopg.Connection[Any]) -> Server:
    """What the server says of itself. Raises Damaged if a diary cannot be kept there."""
    version = connection.info.server_version // 10_000
    if version < OLDEST:
        raise Damaged(f"the server is PostgreSQL {version}; a diary needs {OLDEST} or later")
    for name in ("fsync", "full_page_writes"):
        if _shown(connection, name) != "on":
            raise Damaged(f"the server has {name} off, so it does not keep what it acknowledges; nothing is recorded")
    standby, cluster, database, owner = connection.execute(
        "SELECT pg_is_in_recovery(), (SELECT system_identifier::text FROM pg_control_system()), "
        "(SELECT oid FROM pg_database WHERE datname = current_database()), "
        "COALESCE((SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = %s), false)",
        (SCHEMA,),
    ).fetchone() or (False, "", 0, False)
    return Server(version, standby, cluster, database, owner)


def settle(connection: psycopg.Connection[Any]) -> None:
    """Sets what a recorder's connection rests on, and reads it back. Raises Damaged.

    Nothing may cancel a commit that waits for a second machine: it would then be acknowledged by one alone.
    """
    waits = "remote_apply" if _shown(connection, "synchronous_commit") == "remote_apply" else "on"
    wanted = {
        "statement_timeout": "0",
        "synchronous_commit": waits,
        "idle_in_transaction_session_timeout": SILENT,
        "search_path": f"{SCHEMA}, pg_temp",
        "session_replication_role": "origin",
    }
    for name, value in wanted.items():
        if name != "session_replication_role":  # a superuser's alone to set; triggers rest on it
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        if (found := _shown(connection, name)) != value:
            raise Damaged(f"the server keeps {name} at {found!r}, and a diary needs {value!r}; nothing is recorded")


def _shown(connection: psycopg.Connection[Any], name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(row[0]) if row else ""


def look_at_tables(connection: psycopg.Connection[Any]) -> None:
    """Refuses a database whose tables are not as wardiary made them, before anything is read or written. Raises
    Damaged.
    """
    if not _exists(connection):
        foreign = _foreign(connection)
        raise Damaged(
            f"the database is another program's: it holds {', '.join(foreign[:3])}"
            if foreign
            else "the database holds no diary yet: `wardiary --diary URL setup`, said by its owner, makes the tables"
        )
    if not _may_look(connection):
        raise Damaged(
            "the role may not use the schema wardiary: its owner says `wardiary --diary URL setup --grant ROLE`"
        )
    _look_at_format(connection)
    ours, found = set(_expected()), set(_described(connection))
    if wrong := sorted((found - ours) | (ours - found)):
        foreign = sorted(found - ours)
        raise Damaged(
            "the tables are not as wardiary made them: "
            + ("; ".join(foreign) if foreign else "missing: " + "; ".join(wrong))[:300]
        )


def _may_look(connection: psycopg.Connection[Any]) -> bool:
    row = connection.execute("SELECT has_schema_privilege(%s, 'USAGE')", (SCHEMA,)).fetchone()
    return bool(row and row[0])


def _look_at_format(connection: psycopg.Connection[Any]) -> None:
    try:
        with connection.transaction():
            rows = connection.execute(f"SELECT format FROM {SCHEMA}.format").fetchall()
    except psycopg.Error as error:
        raise Damaged("the tables are not as wardiary made them: the table of the format cannot be read") from error
    if [row[0] for row in rows] != [SERVER_FORMAT]:
        said = ", ".join(str(row[0]) for row in rows) or "none"
        raise Damaged(f"the tables are of format {said}; this wardiary reads format {SERVER_FORMAT}")


def _expected() -> Iterable[str]:
    for table, columns in TABLES.items():
        yield f"table {table}"
        yield from (f"column {table}.{name} {kind}" for name, kind in columns.items())
        primary, *unique = KEYS[table]
        yield f"key {table} PRIMARY KEY ({primary})"
        yield from (f"key {table} UNIQUE ({key})" for key in unique)
        yield from (f"index on {table} ({key})" for key in KEYS[table])
    for name, body in FUNCTIONS.items():
        yield f"function {name} plpgsql {body}"
    for table, function in TRIGGERS:
        bits = ROW_TRIGGER if function == "gapless" else STATEMENT_TRIGGER
        yield f"trigger {table}_{function} on {table} runs {function} at {bits}"


DESCRIBED = """
SELECT CASE c.relkind WHEN 'r' THEN 'table ' ELSE 'object ' END || c.relname
  || CASE WHEN c.relrowsecurity THEN ' with policies' ELSE '' END
FROM pg_class c WHERE c.relnamespace = %(schema)s::regnamespace AND c.relkind <> 'i'
UNION ALL
SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
  || CASE WHEN a.attcollation NOT IN (0, 100) THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END
  || COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
  || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE c.relnamespace = %(schema)s::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'key ' || c.relname || ' ' || pg_get_constraintdef(k.oid)
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.connamespace = %(schema)s::regnamespace AND k.contype <> 'n'
UNION ALL
SELECT 'index on ' || t.relname || substring(pg_get_indexdef(i.indexrelid) from ' \\(.*$')
FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
WHERE t.relnamespace = %(schema)s::regnamespace AND t.relkind = 'r'
UNION ALL
SELECT 'function ' || p.proname || ' ' || l.lanname || ' ' || p.prosrc
  || CASE WHEN p.prosecdef THEN ' as its owner' ELSE '' END
  || COALESCE(' with ' || array_to_string(p.proconfig, ', '), '')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = %(schema)s::regnamespace
UNION ALL
SELECT 'trigger ' || g.tgname || ' on ' || c.relname || ' runs ' || p.proname || ' at ' || g.tgtype
  || CASE WHEN g.tgenabled = 'O' THEN '' ELSE ' (disabled)' END
  || CASE WHEN g.tgqual IS NULL THEN '' ELSE ' sometimes' END
FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid
WHERE c.relnamespace = %(schema)s::regnamespace AND NOT g.tgisinternal
UNION ALL
SELECT 'rule ' || r.rulename || ' on ' || c.relname
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE c.relnamespace = %(schema)s::regnamespace
"""
"""All that the schema holds, a line each, in the words of `_expected`."""


def _described(connection: psycopg.Connection[Any]) -> Iterable[str]:
    return [row[0] for row in connection.execute(DESCRIBED.encode(), {"schema": SCHEMA})]
