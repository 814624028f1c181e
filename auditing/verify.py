"""Checks the seals of a game exported by wardiary as JSON Lines. Needs nothing but Python and this one file.

    python verify.py GAME.jsonl [SEAL]

SEAL was written down earlier, whole or as it is read aloud: its first 16 digits or more, in groups or not. It must be
among the game's. With wardiary at hand, use `wardiary verify GAME.jsonl SEAL`.

An entry's leaf is SHA-256(0x00, salt, length of topic in two bytes, topic, stored bytes); its head is SHA-256(0x01, the
head before, length of game id in two bytes, game id, version in eight bytes, leaf). A withheld entry has its leaf only.

The second text of a secret entry's "box" commits to its content: HMAC-SHA256 under a salt, over COMMITS, version in
eight bytes, topic, content. A later entry may open it to everybody: its "opens" is that version, the salt (hex), the
content. The opened entry must not have been taken back, and must be the last of its subject (see REVEALS). Only
wardiary can tell whether the fact beside it says the same.
"""

import hmac
import json
import re
import sys
from collections import defaultdict
from hashlib import sha256
from typing import Any

FEWEST = 16
SALT, COMMITS = 32, b"wardiary: a secret entry"
REVEALS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "iph.beachhead-revealed": ("iph.beachhead-chosen", "iph.beachhead-committed", ()),
    "iph.cover-lifted": ("iph.disposition-chosen", "iph.disposition-committed", ()),
    "reef.slip-opened": ("reef.slip-written", "reef.slip-sealed", ("slip",)),
    "reef.wave-opened": ("reef.wave-assigned", "reef.wave-sealed", ("wave",)),
}
"""For each type of entry that reveals a secret: the type that held it, the public type before that, and the fields that
name the subject of both.
"""


class Standing:
    """The standing entries while a record is read in order: all of them, and by subject those that announce or hold it,
    in order.
    """

    def __init__(self) -> None:
        self.entries: dict[int, None] = {}
        self.of: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self.announced: defaultdict[tuple[str, int], list[tuple[str, ...]]] = defaultdict(list)
        self.added: list[tuple[int, list[Any]]] = []

    def read(self, version: int, topic: str, entry: dict[str, Any]) -> None:
        """Takes in the next entry. A withheld one has neither topic nor text."""
        if topic == "taken-back":
            while self.entries and next(reversed(self.entries)) > entry["fact"]["to"]:
                self.entries.popitem()
            while self.added and self.added[-1][0] > entry["fact"]["to"]:
                self.added.pop()[1].pop()
            return
        self.entries[version] = None
        for held, announces, names in REVEALS.values():
            if topic in (held, announces):
                announced = self.announced[held, entry.get("of", version)]  # announced by the same declaration
                if topic == announces:
                    self.add(version, announced, subject(held, names, entry))
                if announced:
                    self.add(version, self.of[announced[-1]], version)

    def add(self, version: int, where: list[Any], what: Any) -> None:
        where.append(what)
        self.added.append((version, where))

    def wrong(self, opened: int, withheld: bool, topic: str, entry: dict[str, Any]) -> str:
        """The reason why an entry does not open that one; "" if it does, as far as withheld entries allow to tell."""
        if opened not in self.entries:
            return "had been taken back"
        if topic not in REVEALS:
            return ""
        held, _, names = REVEALS[topic]
        last = (self.of[subject(held, names, entry)] or [0])[-1]
        return "" if opened == last or (withheld and opened > last) else "is not the last of what it reveals"


def subject(held: str, names: tuple[str, ...], entry: dict[str, Any]) -> tuple[str, ...]:
    """The subject of an entry that announces or reveals a secret of type `held`."""
    return (held, *(entry["fact"][name] for name in names))


def seals(path: str) -> tuple[dict[str, int], int, str]:
    """(seals, number of secrets opened, error) of a file: each seal with its entry's number, and "" if nothing is
    wrong.
    """
    found: dict[str, int] = {}
    boxes: dict[int, tuple[bytes, str] | None] = {}
    opened, standing = 0, Standing()
    before, game, announced = b"", "", {}
    number = 0
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip(b"\r\n")
                cut = line.find(b',"data":')
                head = json.loads(line[:cut] + b"}" if cut >= 0 else line)
                stored = line[cut + 8 : -1] if cut >= 0 else b""
                if number == 1:
                    announced = json.loads(stored)
                    game = announced["game"]
                    continue
                leaf, seal, version = bytes.fromhex(head["leaf"]), bytes.fromhex(head["head"]), int(head["version"])
                if cut >= 0:
                    topic = head["type"].encode()
                    made = sha256(
                        b"\x00" + bytes.fromhex(head["salt"]) + len(topic).to_bytes(2, "big") + topic + stored
                    ).digest()
                    if made != leaf:
                        return found, 0, f"line {number}: entry {version} is not what was sealed"
                    entry = json.loads(stored)
                    if "opens" in entry:
                        if not committed(boxes, *entry["opens"]):
                            return found, 0, f"line {number}: what entry {version} opens is not what was committed to"
                        there = int(entry["opens"][0])
                        if wrong := standing.wrong(there, boxes[there] is None, head["type"], entry):
                            return found, 0, f"line {number}: entry {version} opens entry {there}, which {wrong}"
                        opened += boxes[there] is not None
                    if "box" in entry:
                        boxes[version] = (version.to_bytes(8, "big") + topic, entry["box"][1])
                    standing.read(version, head["type"], entry)
                else:
                    boxes[version] = None
                    standing.read(version, "", {})
                name = game.encode()
                chain = b"\x01" + before + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + leaf
                if sha256(chain).digest() != seal:
                    return found, 0, f"line {number}: the seal of entry {version} does not follow from the one before"
                before = seal
                found[seal.hex()] = version
        if len(found) != announced["entries"] or (found and before.hex() != announced["head"]):
            return found, 0, f"{announced['entries']} entries are announced, {len(found)} are here"
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        return found, 0, f"line {number}: this is no line of an export"
    except OSError as error:
        return found, 0, f"{path}: {error.strerror}"
    return found, opened, ""


def committed(boxes: dict[int, tuple[bytes, str] | None], version: str, salt: str, content: str) -> bool:
    """Whether an earlier entry's box commits to a content. A withheld entry counts as committing to it."""
    if int(version) not in boxes:
        return False
    box, key = boxes[int(version)], bytes.fromhex(salt)
    return box is None or (
        len(key) == SALT and hmac.new(key, COMMITS + box[0] + content.encode(), "sha256").hexdigest() == box[1]
    )


def check_export(path: str, kept: str = "") -> tuple[bool, str]:
    """Whether a file's seals fit and include the kept seal; and the result in words."""
    found, opened, problem = seals(path)
    fine = "ok: every seal fits" + (f", {opened} opened secret{'s' * (opened > 1)} as committed to" if opened else "")
    if problem or not kept:
        return not problem, problem or fine
    digits = re.sub(r"[\s.…]", "", kept).lower()
    if not re.fullmatch(f"[0-9a-f]{{{FEWEST},64}}", digits):
        return False, f"{kept} is no seal: it has {FEWEST} to 64 digits, 0 to 9 and a to f"
    version = next((version for seal, version in found.items() if seal.startswith(digits)), None)
    if version is None:
        return False, f"the seal {kept} is not among this game's"
    return True, f"{fine}, and this is the seal of entry {version} of {len(found)}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("python verify.py GAME.jsonl [SEAL]")
    fine, words = check_export(sys.argv[1], " ".join(sys.argv[2:]))
    print(words)
    sys.exit(0 if fine else 1)
