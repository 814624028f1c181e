"""A side's secrets under its passphrase: nobody else can read their stored form before it is opened.

The key is scrypt(passphrase, the game's lock). A secret fact is stored as its public form, an encrypted box
(ChaCha20-Poly1305, bound to the lock and the entry's version) and a commitment: HMAC-SHA256 under a random salt that
lies in the box. The cipher alone would not bind to one content (it is not key-committing); the commitment does. Boxes
are padded, so that their length tells little.

Telling a box's content and salt opens it to everybody: they are enough to check the commitment. The key stays secret,
and so does every other box, because each has its own salt.
"""

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.errors import BadInput

NONCE, SALT, LENGTH, BLOCK = 12, 32, 4, 1024
"""Lengths in bytes of the nonce, the commitment's salt and the content's length field; BLOCK is the multiple that boxes
are padded to.
"""
COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20, "dklen": 32}
"""scrypt's parameters, as RFC 7914 and OWASP advise for typed passphrases: about a tenth of a second and 32 MB."""
_CHECK = b"wardiary: this key fits"
_COMMITS = b"wardiary: a secret entry"


class Box(NamedTuple):
    """A secret fact in its stored form."""

    content: str
    commitment: str


class Opening(NamedTuple):
    """The content of one entry's box, told to everybody: enough to check the commitment, without a key."""

    version: int
    salt: bytes
    fact: bytes


def lock(passphrase: str) -> tuple[dict[str, str], bytes]:
    """A new lock for a side of a game, in the form that the first entry holds, and its key."""
    salt = secrets.token_bytes(16)
    key = _key(passphrase, salt)
    return {"salt": salt.hex(), "check": _fits(key)}, key


def unlock(passphrase: str, lock: Mapping[str, str], side: str) -> bytes:
    """The key of a lock. Raises BadInput for a wrong passphrase."""
    key = _key(passphrase, bytes.fromhex(lock["salt"]))
    if not opens(key, lock):
        raise BadInput(f"that is not {side}'s passphrase for this game")
    return key


def opens(key: bytes, lock: Mapping[str, str]) -> bool:
    """Whether a key fits the lock."""
    return hmac.compare_digest(_fits(key), lock.get("check", ""))


def _key(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, **COST)


def _fits(key: bytes) -> str:
    return hmac.new(key, _CHECK, "sha256").hexdigest()


def close(key: bytes, version: int, topic: str, fact: bytes) -> Box:
    """A fact's bytes, encrypted."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, nonce = secrets.token_bytes(SALT), secrets.token_bytes(NONCE)
    content = salt + len(fact).to_bytes(LENGTH, "big") + fact
    content += bytes(-len(content) % BLOCK)
    shut = nonce + ChaCha20Poly1305(key).encrypt(nonce, content, _place(version, topic))
    return Box(b64encode(shut).decode(), _commit(salt, version, topic, fact))


def open_box(key: bytes, version: int, topic: str, box: Box) -> bytes:
    """A fact's bytes, decrypted.

    Raises ValueError if the box was not closed with this key at this place, or commits to something else.
    """
    return opened_box(key, version, topic, box).fact


def opened_box(key: bytes, version: int, topic: str, box: Box) -> Opening:
    """The fact's bytes and the salt of their commitment, which open this one box to everybody.

    Raises ValueError as `open_box` does.
    """
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
    """Whether a box, under its topic, commits to the content told. No key is needed."""
    made = _commit(opening.salt, opening.version, topic, opening.fact)
    return len(opening.salt) == SALT and hmac.compare_digest(made.encode(), box.commitment.encode())


def _place(version: int, topic: str) -> bytes:
    return version.to_bytes(8, "big") + topic.encode()


def _commit(salt: bytes, version: int, topic: str, fact: bytes) -> str:
    return hmac.new(salt, _COMMITS + _place(version, topic) + fact, "sha256").hexdigest()
