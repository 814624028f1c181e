"""Checks the seals of a game exported by wardiary as JSON Lines. Needs nothing but Python.

    python verify.py GAME.jsonl [SEAL]      SEAL: a seal written down earlier, or its first 16 digits or more; it must be
                                    among the game's

An entry's leaf is SHA-256(0x00, salt, length of topic in two bytes, topic, stored bytes); its head is SHA-256(0x01, the head
before, length of game id in two bytes, game id, version in eight bytes, leaf). A withheld entry has its leaf only.
"""

import json
import sys
from hashlib import sha256


def check(path: str, kept: str = "") -> str:
    """ "" when all is well, else what is wrong and in which line."""
    before, heads, game = b"", [], ""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip(b"\r\n")
            cut = line.find(b',"data":')
            head = json.loads(line[:cut] + b"}" if cut >= 0 else line)
            stored = line[cut + 8 : -1] if cut >= 0 else None
            if number == 1:
                announced = json.loads(stored)
                game = announced["game"]
                continue
            leaf, seal, version = bytes.fromhex(head["leaf"]), bytes.fromhex(head["head"]), head["version"]
            if stored is not None:
                topic = head["type"].encode()
                made = sha256(b"\x00" + bytes.fromhex(head["salt"]) + len(topic).to_bytes(2, "big") + topic + stored).digest()
                if made != leaf:
                    return f"line {number}: entry {version} is not what was sealed"
            name = game.encode()
            chain = b"\x01" + before + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + leaf
            if sha256(chain).digest() != seal:
                return f"line {number}: the seal of entry {version} does not follow from the one before"
            before = seal
            heads.append(seal.hex())
    if len(heads) != announced["entries"] or (heads and heads[-1] != announced["head"]):
        return f"{announced['entries']} entries are announced, {len(heads)} are here"
    if kept and (len(kept) < 16 or not any(seal.startswith(kept.lower()) for seal in heads)):
        return f"the seal {kept} is not among this game's" if len(kept) >= 16 else f"{kept} is too short: 16 digits or more"
    return ""


if __name__ == "__main__":
    problem = check(*sys.argv[1:3])
    print(problem or "ok: every seal fits")
    sys.exit(1 if problem else 0)
