"""A PostgreSQL server of the tests' own: the real one, on loopback, in a folder that goes with it."""

from __future__ import annotations

import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from domain.record.server_store import set_up
from tests.machine import postgres

MADE = "made"
"""The database that has the tables, of which every test gets a copy."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Cluster:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.numbers = folder, free_port(), itertools.count(1)
        self.bin = Path(postgres() or "postgresql-is-missing")

    def run(self, program: str, *words: str) -> None:
        """Runs one of the server's programs. They refuse to run as root, so root runs them as postgres."""
        become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        subprocess.run(
            [*become, self.bin / program, *words], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )

    def own(self, path: Path) -> None:
        """Gives a file to who runs the server."""
        if os.geteuid() == 0:
            shutil.chown(path, "postgres")

    def make(self, **settings: str) -> None:
        data = self.folder / "data"
        self.own(self.folder)
        self.run(
            "initdb", "-k", "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--no-locale"
        )
        lines = {
            "listen_addresses": "'127.0.0.1'",
            "port": str(self.port),
            "max_connections": "60",
            "unix_socket_directories": f"'{self.folder}'",
            "shared_buffers": "32MB",
            "dynamic_shared_memory_type": "mmap",  # in its folder: what is killed leaves nothing elsewhere
            **settings,
        }
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in lines.items())

    def start(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "start")

    def stop(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", how, "stop")

    def url(self, database: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def database(self, like: str = "template1") -> str:
        """A new database, and its address."""
        name = f"t{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def drop(self, url: str) -> None:
        self.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")


@contextmanager
def running(**settings: str) -> Iterator[Cluster]:
    """A server with a database to copy. It syncs what it acknowledges, as a diary demands; in memory that is quick."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="wd", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        cluster = Cluster(Path(folder))
        cluster.make(**settings)
        cluster.start()
        try:
            cluster.execute(f"CREATE DATABASE {MADE}")
            set_up(cluster.url(MADE))
            yield cluster
        finally:
            cluster.stop()
