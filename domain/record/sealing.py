"""A side's secrets under its passphrase: what of an entry is stored so that nobody else can read it before it is opened.

The key is scrypt(passphrase, the game's lock). A secret fact is stored as its public form, an encrypted box
(ChaCha20-Poly1305, bound to the lock and the entry's version) and a commitment: HMAC-SHA256 under a random salt that lies
in the box. The cipher alone would not bind to one content (it is not key-committing); the commitment does.
Boxes are padded, so that their length tells little.

One box is opened to everybody by telling its content and its salt: the commitment is checked with these alone. The key
stays secret, and so does every other box, which has a salt of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.errors import BadInput

NONCE, SALT, LENGTH, BLOCK = 12, 32, 4, 1024
"""Bytes of the nonce, the commitment's salt, the content's length, and what a box is padded to a multiple of."""
COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20, "dklen": 32}
"""scrypt's, as RFC 7914 and OWASP advise for what is typed: about a tenth of a second and 32 MB."""
_CHECK = b"wardiary: this key fits"
_COMMITS = b"wardiary: a secret entry"


class Box(NamedTuple):
    """A secret fact as it is stored."""

    content: str
    commitment: str


class Opening(NamedTuple):
    """What lies in the box of one entry, as it is told to everybody: enough to check what was committed to, and no key."""

    version: int
    salt: bytes
    fact: bytes


def lock(passphrase: str) -> tuple[dict[str, str], bytes]:
    """A new lock for a side of a game, as the game's first entry holds it, and its key."""
    salt = secrets.token_bytes(16)
    key = _key(passphrase, salt)
    return {"salt": salt.hex(), "check": _fits(key)}, key


def unlock(passphrase: str, lock: Mapping[str, str], side: str) -> bytes:
    """The key of a lock. Raises BadInput when the passphrase is another."""
    key = _key(passphrase, bytes.fromhex(lock["salt"]))
    if not opens(key, lock):
        raise BadInput(f"that is not {side}'s passphrase for this game")
    return key


def opens(key: bytes, lock: Mapping[str, str]) -> bool:
    """Whether a key is the lock's."""
    return hmac.compare_digest(_fits(key), lock.get("check", ""))


def _key(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, **COST)


def _fits(key: bytes) -> str:
    return hmac.new(key, _CHECK, "sha256").hexdigest()


def close(key: bytes, version: int, topic: str, fact: bytes) -> Box:
    """A fact's bytes, shut away."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, nonce = secrets.token_bytes(SALT), secrets.token_bytes(NONCE)
    content = salt + len(fact).to_bytes(LENGTH, "big") + fact
    content += bytes(-len(content) % BLOCK)
    shut = nonce + ChaCha20Poly1305(key).encrypt(nonce, content, _place(version, topic))
    return Box(b64encode(shut).decode(), _commit(salt, version, topic, fact))


def open_box(key: bytes, version: int, topic: str, box: Box) -> bytes:
    """A fact's bytes again. Raises ValueError when the box was not closed with this key at this place, or commits to something else."""
    return opening(key, version, topic, box).fact


def opening(key: bytes, version: int, topic: str, box: Box) -> Opening:
    """The same with the salt of its commitment: what opens this one box to everybody. Raises ValueError as `open_box` does."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    shut = b64decode(box.content, validate=True)
    try:
        content = ChaCha20Poly1305(key).decrypt(shut[:NONCE], shut[NONCE:], _place(version, topic))
    except InvalidTag as error:
        raise ValueError("the box does not open with the side's key") from error
    length = int.from_bytes(content[SALT : SALT + LENGTH], "big")
    found = Opening(version, content[:SALT], content[SALT + LENGTH : SALT + LENGTH + length])
    if not is_committed(found, topic, box):
        raise ValueError("the box does not hold what was committed to")
    return found


def is_committed(opening: Opening, topic: str, box: Box) -> bool:
    """Whether a box, under its topic, commits to what is said to lie in it. Who asks needs no key."""
    made = _commit(opening.salt, opening.version, topic, opening.fact)
    return len(opening.salt) == SALT and hmac.compare_digest(made.encode(), box.commitment.encode())


def _place(version: int, topic: str) -> bytes:
    return version.to_bytes(8, "big") + topic.encode()


def _commit(salt: bytes, version: int, topic: str, fact: bytes) -> str:
    return hmac.new(salt, _COMMITS + _place(version, topic) + fact, "sha256").hexdigest()
