"""The addresses at which a phone finds this machine, and QR codes that lead there."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread

import segno

TOWARDS = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "192.168.255.254"),
    (socket.AF_INET, "10.255.255.254"),
    (socket.AF_INET, "172.31.255.254"),
    (socket.AF_INET6, "2001:db8::1"),
    (socket.AF_INET6, "fd00::1"),
)
"""Addresses that nobody has, or that private networks have: which of its own the machine would use towards each."""
PATIENCE = 2
"""Seconds within which the machine's own name is looked up. A network without a name server may take far longer."""


def own_addresses() -> list[str]:
    """The addresses of this machine that others on its networks can reach, as they stand in a page's address.

    The one towards everywhere comes first, IPv6 in brackets. Empty without a network.
    """
    found = dict.fromkeys(address for address in (*_used(), *_named()) if reachable(address))
    return sorted((in_brackets(address) for address in found), key=lambda address: address.startswith("["))


def reachable(address: str) -> bool:
    """Whether another machine could reach this address. One of the link alone needs a zone, which no page has."""
    known = ip_address(address.partition("%")[0])
    return not (known.is_loopback or known.is_link_local or known.is_unspecified or known.is_multicast)


def in_brackets(host: str) -> str:
    """A name or address as it stands before a port."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _used() -> Iterator[str]:
    """The addresses that packets would be sent from. None is sent: a datagram's socket is only told where to."""
    for family, towards in TOWARDS:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as made:
            made.connect((towards, 9))
            yield str(made.getsockname()[0])


def _named() -> list[str]:
    """The addresses that the machine's own name stands for."""
    found: list[str] = []

    def look() -> None:
        with suppress(OSError):
            found.extend(str(at[0]) for *_, at in socket.getaddrinfo(socket.gethostname(), None))

    looking = Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    return [*found]


def qr_lines(text: str) -> list[str]:
    """A QR code as lines of a terminal, light on dark: two rows of it in each."""
    drawn = io.StringIO()
    segno.make(text, micro=False, error="m").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()


def qr_svg(text: str) -> str:
    """A QR code as an SVG element of a page, black on white in any theme, as large as its place."""
    return segno.make(text, micro=False, error="m").svg_inline(dark="#000", light="#fff", omitsize=True)
