"""Where a phone finds this machine."""

from __future__ import annotations

import re
import socket
from xml.etree import ElementTree

import pytest

from web import addresses
from web.addresses import in_brackets, own_addresses, qr_lines, qr_svg, reachable

PLACE = "https://192.168.178.20:8000/#ABCDEF"


def test_each_address_is_one_of_this_machine() -> None:
    """A server can listen there."""
    for address in own_addresses():
        family = socket.AF_INET6 if address.startswith("[") else socket.AF_INET
        with socket.socket(family) as listening:
            listening.bind((address.strip("[]"), 0))


def test_addresses_stand_once_those_of_the_old_kind_first_and_none_that_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "_used", lambda: iter(("192.168.1.5", "2001:db8::5", "fe80::1%eth0", "192.168.1.5")))
    monkeypatch.setattr(addresses, "_named", lambda: ["127.0.1.1", "10.0.0.9", "::1", "2001:db8::5"])
    assert own_addresses() == ["192.168.1.5", "10.0.0.9", "[2001:db8::5]"]


def test_without_a_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("socket.socket.connect", nowhere)
    monkeypatch.setattr("socket.getaddrinfo", nowhere)
    assert own_addresses() == []


@pytest.mark.parametrize(
    ("address", "reached"),
    [
        ("192.168.1.5", True),
        ("10.0.0.9", True),
        ("fd00::5", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("169.254.7.7", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("::", False),
    ],
)
def test_an_address_of_this_machine_or_its_link_alone_leads_no_phone_here(address: str, reached: bool) -> None:
    assert reachable(address) is reached


@pytest.mark.parametrize(
    ("host", "said"), [("::1", "[::1]"), ("[::1]", "[::1]"), ("127.0.0.1", "127.0.0.1"), ("table.local", "table.local")]
)
def test_an_address_with_colons_stands_in_brackets(host: str, said: str) -> None:
    assert in_brackets(host) == said


def from_lines(lines: list[str]) -> list[str]:
    """The modules that a terminal's lines show, `#` for dark: two rows in each line, light where there is ink."""
    dark = {"█": "  ", "▀": " #", "▄": "# ", " ": "##"}
    return ["".join(dark[sign][half] for sign in line) for line in lines for half in (0, 1)]


def from_svg(svg: str) -> list[str]:
    """The same of an SVG, whose runs are drawn row by row: `M4 4.5h7m3 0h5m-29 1h1`."""
    root = ElementTree.fromstring(svg)
    side = int(root.attrib["viewBox"].split()[2])
    grid = [[" "] * side for _ in range(side)]
    drawn = next(path.attrib["d"] for path in root.iter() if path.attrib.get("stroke") == "#000")
    x, y = 0, 0
    for move, down, run in re.findall(r"[Mm](-?\d+) (-?[\d.]+)h(\d+)", drawn):
        x, y = x + int(move), y + int(float(down))
        grid[y][x : x + int(run)] = ["#"] * int(run)
        x += int(run)
    return ["".join(row) for row in grid]


def test_terminal_and_page_show_the_same_code() -> None:
    shown, drawn = from_lines(qr_lines(PLACE)), from_svg(qr_svg(PLACE))
    inner = [row[4:-4] for row in drawn[4:-4]]
    assert len(inner) == 29
    assert [row[2:-2] for row in shown[2 : 2 + len(inner)]] == inner
    assert from_lines(qr_lines(PLACE[:-1] + "G")) != shown


def test_a_code_on_a_page_has_nothing_that_our_policy_forbids() -> None:
    svg = qr_svg(PLACE)
    assert "style" not in svg
    assert "<script" not in svg
    assert 'fill="#fff"' in svg, "light also where the page is dark"
