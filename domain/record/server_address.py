"""The address of a server: how messages say it, and what is added to it before anybody connects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg import conninfo

from domain.kernel.errors import BadInput

NOTICING = {
    "connect_timeout": 5,
    "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 4, "tcp_user_timeout": 12_000,
}  # fmt: skip
"""After this a machine without power counts as gone: it does not hang up, and by default one waits for a quarter of an
hour. Whoever waits for a commit waits on: its machine answers."""


def noticing(url: str) -> str:
    """An address that notices a machine without power, unless it says itself how."""
    said = conninfo.conninfo_to_dict(url)
    return conninfo.make_conninfo(url, **{name: value for name, value in NOTICING.items() if name not in said})


def in_one_line(error: BaseException, url: str = "") -> str:
    """An engine's error in one line, without the password of the address."""
    text = " ".join(str(error).split()) or type(error).__name__
    try:
        password = conninfo.conninfo_to_dict(url).get("password") if url else None
    except psycopg.Error:
        password = None
    return text.replace(str(password), "***") if password else text


def without_password(url: str) -> str:
    """An address as messages say it. Raises BadInput if it is none."""
    try:
        said = conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        raise BadInput(
            "the address of the diary's server cannot be read: it is written postgresql://USER@HOST:PORT/DATABASE; a "
            "password is better kept in a file (PGPASSFILE)"
        ) from None
    at = ",".join(
        f"{host}:{port}" if port else host
        for host, port in zip(
            str(said.get("host", "localhost")).split(","), _spread(str(said.get("port", "")), said), strict=False
        )
    )
    return f"postgresql://{at}/{said.get('dbname', said.get('user', ''))}"


def _spread(ports: str, said: Mapping[str, Any]) -> list[str]:
    """The port of each host: one port may stand for all."""
    hosts, given = len(str(said.get("host", "")).split(",")), ports.split(",")
    return given * hosts if len(given) == 1 else given
