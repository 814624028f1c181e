"""Two PostgreSQL servers under Patroni, with etcd: the second takes the place of the first when that dies.

They are the programs that Debian has, configured as docs/server.md says, all on loopback.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.machine import postgres
from tests.servers.postgres import free_port

CONFIGURED = """
scope: wardiary
name: {name}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest}"}}
etcd3: {{hosts: "127.0.0.1:{etcd}"}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 3
    retry_timeout: 6
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: {{wal_log_hints: "on", max_connections: 60, shared_buffers: 32MB}}
  initdb: [encoding: UTF8, locale: C, data-checksums]
postgresql:
  listen: "127.0.0.1:{port}"
  connect_address: "127.0.0.1:{port}"
  data_dir: {data}
  bin_dir: {bin}
  pgpass: {folder}/pgpass-{name}
  authentication:
    superuser: {{username: postgres}}
    replication: {{username: postgres}}
    rewind: {{username: postgres}}
  parameters: {{unix_socket_directories: "{folder}", dynamic_shared_memory_type: mmap}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"]
"""


class Machine:
    """One of the pair: Patroni and the server it looks after."""

    def __init__(self, name: str, folder: Path, etcd: int) -> None:
        self.name, self.folder, self.port, self.rest = name, folder, free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.config = folder / f"{name}.yml"
        self.config.write_text(
            CONFIGURED.format(
                name=name, rest=self.rest, etcd=etcd, port=self.port, data=folder / name, bin=postgres(), folder=folder
            )
        )
        shutil.chown(self.config, "postgres")

    def start(self) -> None:
        log = (self.folder / f"{self.name}.log").open("ab")
        self.process = as_postgres(["patroni", str(self.config)], log)

    def kill(self) -> None:
        """Kills everything of this machine at once, as a pulled plug does."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        for pid in postmasters(self.folder / self.name):
            for each in [*children(pid), pid]:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
        if self.process:
            self.process.wait()

    def role(self) -> str:
        """What Patroni says of it; "" if nothing answers."""
        address = f"http://127.0.0.1:{self.rest}/patroni"
        with suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=2) as answer:
            said = json.load(answer)
            return str(said["role"]) if said.get("state") == "running" else ""
        return ""


def as_postgres(words: list[str], log: object) -> subprocess.Popen[bytes]:
    become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return subprocess.Popen([*become, *words], stdout=log, stderr=log, start_new_session=True, cwd="/")  # type: ignore[call-overload, no-any-return]


def postmasters(data: Path) -> list[int]:
    with suppress(OSError, ValueError, IndexError):
        return [int((data / "postmaster.pid").read_text().split()[0])]
    return []


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


class Pair:
    """The two machines, and the address that leads to whichever leads."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.etcd_port = folder, free_port()
        self.machines = [Machine(name, folder, self.etcd_port) for name in ("one", "two")]
        hosts = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines)
        self.hosts = hosts
        self.etcd: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        return f"postgresql://postgres@{self.hosts}/{database}?target_session_attrs=read-write&connect_timeout=3"

    def start(self) -> None:
        peer = free_port()
        client = f"http://127.0.0.1:{self.etcd_port}"
        log = (self.folder / "etcd.log").open("ab")
        words = [
            "etcd",
            "--data-dir",
            str(self.folder / "etcd"),
            "--listen-client-urls",
            client,
            "--advertise-client-urls",
            client,
            "--listen-peer-urls",
            f"http://127.0.0.1:{peer}",
            "--initial-advertise-peer-urls",
            f"http://127.0.0.1:{peer}",
            "--initial-cluster",
            f"default=http://127.0.0.1:{peer}",
        ]
        self.etcd = as_postgres(words, log)
        for machine in self.machines:
            machine.start()
            until(lambda: self.leader() is not None, 60, "nobody leads")
        until(self.is_synchronous, 90, "no standby is synchronous")

    def leader(self) -> Machine | None:
        return next((machine for machine in self.machines if machine.role() in ("master", "primary", "leader")), None)

    def standby(self) -> Machine | None:
        return next((machine for machine in self.machines if machine.role() in ("replica", "standby")), None)

    def is_synchronous(self) -> bool:
        """Whether whatever is acknowledged now is on both machines."""
        second = self.standby()
        with suppress(psycopg.Error), psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            row = connection.execute(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND application_name = %s",
                (second.name if second else "",),
            ).fetchone()
            return bool(row and row[0])
        return False

    def stop(self) -> None:
        for machine in self.machines:
            machine.kill()
        if self.etcd:
            self.etcd.kill()
            self.etcd.wait()


def until(holds: object, seconds: float, otherwise: str) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError(otherwise)
        time.sleep(0.3)


@contextmanager
def running_pair() -> Iterator[Pair]:
    with TemporaryDirectory(prefix="wd", ignore_cleanup_errors=True) as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        pair = Pair(Path(folder))
        try:
            pair.start()
            yield pair
        finally:
            pair.stop()
