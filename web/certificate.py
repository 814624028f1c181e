"""A certificate that this machine gives itself, so that nobody on the network can read along (`--tls`).

No authority vouches for it. So a browser warns once, and shows the fingerprint that the laptop shows.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from projections.whole_files import write_all

DAYS = 398
"""Days that it holds: browsers take none that holds for longer."""
NEAR_ITS_END = timedelta(days=30)
EARLIER = timedelta(days=1)
"""It holds since then: a phone's clock may be slow."""


class Certificate(NamedTuple):
    """Where a certificate and its key lie, and the fingerprint as browsers show it."""

    path: Path
    key: Path
    fingerprint: str


def certificate(folder: Path, names: Collection[str], now: datetime | None = None) -> Certificate:
    """The certificate in a folder for these names and addresses, made if there is none that holds.

    Raises BadInput if it cannot be written.
    """
    now = now or datetime.now(UTC)
    path, key = folder / "wardiary-certificate.pem", folder / "wardiary-key.pem"
    found = _kept(path, key)
    if found is None or not _holds(found, names, now):
        found, secret = _made(names, now)
        in_pem = secret.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        write_all({key: in_pem, path: found.public_bytes(serialization.Encoding.PEM)}, overwrite=True, private=True)
    return Certificate(path, key, found.fingerprint(hashes.SHA256()).hex(":").upper())


def _kept(path: Path, key: Path) -> x509.Certificate | None:
    """The certificate that was kept; None if there is none that belongs to its key."""
    with suppress(OSError, ValueError, TypeError):
        found = x509.load_pem_x509_certificate(path.read_bytes())
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
        if found.public_key() == secret.public_key():
            return found
    return None


def _holds(found: x509.Certificate, names: Collection[str], now: datetime) -> bool:
    wanted = {_general(name) for name in names}
    with suppress(x509.ExtensionNotFound, ValueError):
        listed = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return (
            wanted <= {*listed} and found.not_valid_before_utc <= now and now + NEAR_ITS_END < found.not_valid_after_utc
        )
    return False


def _general(name: str) -> x509.GeneralName:
    address: IPv4Address | IPv6Address
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return x509.DNSName(name.lower())
    return x509.IPAddress(address)


def _made(names: Collection[str], now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    secret = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "wardiary at this table")])
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
    made = (
        x509.CertificateBuilder()
        .subject_name(named)
        .issuer_name(named)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now - EARLIER + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in sorted({*names})]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(secret.public_key()), critical=False)
        .sign(secret, hashes.SHA256())
    )
    return made, secret
