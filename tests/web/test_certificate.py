"""A certificate of one's own serves TLS, is kept, and shows the fingerprint that browsers show."""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
import stat
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from domain.kernel.errors import BadInput
from tests.web.serving import served
from web.certificate import Certificate, certificate

NAMES = ("127.0.0.1", "localhost", "[::1]", "192.168.1.20")
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


def read(made: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.path.read_bytes())


def test_it_is_for_the_names_given_and_for_398_days(tmp_path: Path) -> None:
    made = certificate(tmp_path / "tls", NAMES, NOW)
    found = read(made)
    listed = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in listed} == {"127.0.0.1", "localhost", "::1", "192.168.1.20"}
    assert found.not_valid_after_utc - found.not_valid_before_utc == timedelta(days=398)
    assert found.not_valid_before_utc < NOW
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("names", "later", "same"),
    [
        (NAMES, 0, True),
        (NAMES, 366, True),
        (("localhost",), 0, True),
        (NAMES, 368, False),
        (NAMES, 500, False),
        ((*NAMES, "10.0.0.7"), 0, False),
        (("Table.Local",), 0, False),
    ],
)
def test_it_is_used_again_while_it_holds(tmp_path: Path, names: tuple[str, ...], later: int, same: bool) -> None:
    before = certificate(tmp_path, NAMES, NOW)
    after = certificate(tmp_path, names, NOW + timedelta(days=later))
    assert (after == before) is same
    assert certificate(tmp_path, names, NOW + timedelta(days=later)) == after


@pytest.mark.parametrize("damaged", ["path", "key"])
@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN CERTIFICATE-----\n", "of another"])
def test_what_is_missing_damaged_or_of_another_is_made_anew(
    tmp_path: Path, damaged: str, content: bytes | str | None
) -> None:
    before, another = certificate(tmp_path, NAMES, NOW), certificate(tmp_path / "another", NAMES, NOW)
    path: Path = getattr(before, damaged)
    path.unlink()
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else getattr(another, damaged).read_bytes())
    after = certificate(tmp_path, NAMES, NOW)
    assert after.fingerprint not in (before.fingerprint, another.fingerprint)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(after.path, after.key)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "tls").write_bytes(b"")
    with pytest.raises(BadInput, match="cannot be written"):
        certificate(tmp_path / "tls", NAMES, NOW)


def test_a_browser_that_trusts_it_gets_its_page_and_shows_its_fingerprint(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["127.0.0.1"])
    with served(ssl_certfile=os.fspath(made.path), ssl_keyfile=os.fspath(made.key)) as port:
        trusting = ssl.create_default_context(cafile=os.fspath(made.path))
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/", context=trusting, timeout=10) as answer:
            assert answer.read() == b"the page"
        with (
            socket.create_connection(("127.0.0.1", port), 10) as plain,
            trusting.wrap_socket(plain, server_hostname="127.0.0.1") as secure,
        ):
            shown = hashlib.sha256(secure.getpeercert(binary_form=True) or b"").hexdigest().upper()
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(f"https://127.0.0.1:{port}/", timeout=10)
    assert made.fingerprint.replace(":", "") == shown
    assert len(made.fingerprint) == 95
