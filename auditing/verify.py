"""Checks the seals of a game exported by wardiary as JSON Lines. Needs nothing but Python and this one file.

    python verify.py GAME.jsonl [SEAL]

SEAL was written down earlier, whole or as it is read aloud: its first 16 digits or more, in groups or not. It must be
among the game's. With wardiary at hand, use `wardiary verify GAME.jsonl SEAL`.

docs/format.md says all that is asked of a file. An entry's leaf is SHA-256(0x00, salt, length of topic in two bytes,
topic, stored bytes); its head is SHA-256(0x01, the head before, length of game id in two bytes, game id, version in
eight bytes, leaf). A withheld entry has its leaf only.

The second text of a secret entry's "box" commits to its content: HMAC-SHA256 under a salt, over COMMITS, version in
eight bytes, topic, content. A later entry may open it to everybody: its "opens" is that version, the salt (hex), the
content. The opened entry must not have been taken back, and must be the last of its subject (see REVEALS). Only
wardiary can tell whether the fact beside it says the same.
"""

import hmac
import json
import re
import sys
from base64 import b64decode, b64encode
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

FEWEST = 16
DEEP, DIGITS = 40, 9
SALT, COMMITS = 32, b"wardiary: a secret entry"
AROUND, BLOCK = 12 + 16, 1024  # what stands around a box's content, nonce and tag; and what the content is padded to
HEADER, WITHHELD, DATA = "wardiary.game", "wardiary.withheld", b',"data":'
NO_LINE = "this is no line of an export"
FIRST = {"specversion", "id", "source", "type", "data"}
COUNTED = {"format", "game", "name", "system", "entries", "head"}
BARE = {"specversion", "id", "source", "type", "version", "leaf", "head"}
SHOWN = BARE | {"time", "salt"}
KINDS: dict[str, type] = {"at": str, "fact": dict, "of": int, "box": list, "opens": list}
REVEALS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "free.line-revealed": ("free.line-kept", "free.line-sealed", ("slip",)),
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
        last = self.last(topic, entry)
        return "" if opened == last or (withheld and opened > last) else "is not the last of what it reveals"

    def last(self, topic: str, entry: dict[str, Any]) -> int:
        """The last entry about what an entry of this type reveals; 0 for none."""
        held, _, names = REVEALS[topic]
        return int((self.of[subject(held, names, entry)] or [0])[-1])


def subject(held: str, names: tuple[str, ...], entry: dict[str, Any]) -> tuple[str, ...]:
    """The subject of an entry that announces or reveals a secret of type `held`."""
    return (held, *(entry["fact"][name] for name in names))


class Wrong(ValueError):
    """What is wrong with a line."""


@dataclass
class Judgement:
    """What the entries of a file come to."""

    seals: dict[str, int] = field(default_factory=dict)
    """Each seal with its entry's number."""
    withheld: int = 0
    opened: int = 0
    """Secrets that were opened, and are what was committed to."""
    wrong: str = ""
    """What is wrong, with its line; "" if nothing is."""

    @property
    def told_withheld(self) -> str:
        """How many entries are withheld, in words; "" if none is."""
        be = "is" if self.withheld == 1 else "are"
        return f"{self.withheld} of {len(self.seals)} entries {be} withheld" if self.withheld else ""

    def found(self, digits: str) -> int | None:
        """The entry whose seal begins so."""
        return next((version for seal, version in self.seals.items() if seal.startswith(digits)), None)


class Export:
    """A file's entries, taken in one after the other."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header, self.game = header, header["game"]
        self.judgement, self.standing = Judgement(), Standing()
        self.boxes: dict[int, tuple[bytes, str] | None] = {}
        """The commitments of entries, and what else they are made over; None for a withheld entry."""
        self.before, self.due = b"", -1

    def take(self, line: bytes) -> None:
        """Takes in the next entry. Raises an error if it is wrong."""
        cut = line.find(DATA)
        head = parsed(line[:cut] + b"}" if cut >= 0 else line)
        require(isinstance(head, dict) and set(head) == (BARE if cut < 0 else SHOWN), "its attributes are others")
        topic, version = head["type"], head["version"]
        require(isinstance(topic, str) and type(version) is int, "type is a text, version a number")
        require((topic == WITHHELD) is (cut < 0), f"an entry without data, and no other, is of type {WITHHELD}")
        if self.due < 0:
            require(version in (0, 1), "the first entry is 1, or 0 in a branch")
        elif version != self.due:
            raise Wrong(f"entry {self.due} is expected here, not {version}")
        self.due = version + 1
        if version < 2:
            begins = ("branched-from", "game-began")[version]
            require(topic == begins, f"entry {version} is of type {begins}")
        check_labels(head, self.game, f"{self.game}/{version}")
        leaf, seal = bytes_of(head["leaf"], 32), bytes_of(head["head"], 32)
        if cut >= 0:
            require(line.endswith(b"}"), "the line is cut off")
            stored = line[cut + len(DATA) : -1]
            name = topic.encode()
            made = b"\x00" + bytes_of(head["salt"], 16) + len(name).to_bytes(2, "big") + name + stored
            require(sha256(made).digest() == leaf, f"entry {version} is not what was sealed")
            self._read(version, topic, head["time"], parsed(stored))
        else:
            self.judgement.withheld += 1
            self.boxes[version] = None
            self.standing.read(version, "", {})
        name = self.game.encode()
        chain = b"\x01" + self.before + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + leaf
        require(sha256(chain).digest() == seal, f"the seal of entry {version} does not follow from the one before")
        self.before = seal
        self.judgement.seals[seal.hex()] = version

    def end(self) -> None:
        """Holds the header against what was taken in. Raises Wrong."""
        header, seals = self.header, self.judgement.seals
        if header["entries"] != len(seals):
            raise Wrong(f"{header['entries']} entries are announced, {len(seals)} are here")
        if header.get("withheld", 0) != self.judgement.withheld:
            raise Wrong(f"{header.get('withheld', 0)} are announced as withheld, {self.judgement.withheld} are")
        require(self.due > 1, "entry 1 is missing")
        require(header["head"] == self.before.hex(), "the announced seal is not that of the last entry")

    def _read(self, version: int, topic: str, time: str, entry: Any) -> None:
        """Takes in what an entry says that fits its leaf."""
        require(isinstance(entry, dict) and {"at", "fact"} <= set(entry), "data says `at` and `fact`")
        for key, kind in KINDS.items():
            require(key not in entry or type(entry[key]) is kind, f"{key} is something else")
        texts = [*entry.get("box", ()), *entry.get("opens", ())]
        require(all(isinstance(text, str) for text in texts), "box and opens hold texts")
        require(len(entry.get("box", "12")) == 2 and len(entry.get("opens", "123")) == 3, "box holds two, opens three")
        require(time == entry["at"], f"entry {version} was not recorded at the time it shows, but at {entry['at']}")
        if topic == "game-began":
            require(entry["fact"].get("system") == self.header["system"], "the game is of another system")
        if "opens" in entry:
            self._opened(version, topic, entry)
        elif topic in REVEALS and self.boxes.get(last := self.standing.last(topic, entry)):
            raise Wrong(f"entry {version} reveals what entry {last} holds, and does not open it")
        if "box" in entry:
            check_box(version, *entry["box"])
            self.boxes[version] = (version.to_bytes(8, "big") + topic.encode(), entry["box"][1])
        self.standing.read(version, topic, entry)

    def _opened(self, version: int, topic: str, entry: dict[str, Any]) -> None:
        there, salt, content = entry["opens"]
        require(re.fullmatch("[0-9]{1,9}", there) is not None, "opens names an entry by its digits")
        key, opened = bytes_of(salt, SALT), int(there)
        require(isinstance(parsed(content.encode()), dict), "opens gives a fact, a JSON object")
        fits = opened in self.boxes and (
            (box := self.boxes[opened]) is None
            or hmac.new(key, COMMITS + box[0] + content.encode(), "sha256").hexdigest() == box[1]
        )
        require(fits, f"what entry {version} opens is not what was committed to")
        if wrong := self.standing.wrong(opened, self.boxes[opened] is None, topic, entry):
            raise Wrong(f"entry {version} opens entry {opened}, which {wrong}")
        self.judgement.opened += self.boxes[opened] is not None


def require(fits: bool, otherwise: str) -> None:
    if not fits:
        raise Wrong(otherwise)


def check_box(version: int, content: str, commitment: str) -> None:
    """Raises Wrong for a box that nobody could ever open, whatever the key (docs/format.md)."""
    try:
        shut = b64decode(content, validate=True)
    except ValueError:
        shut = b""
    whole = b64encode(shut).decode() == content and len(shut) > AROUND and (len(shut) - AROUND) % BLOCK == 0
    require(whole, f"the box of entry {version} is no box")
    bytes_of(commitment, SALT)


def bytes_of(text: Any, size: int) -> bytes:
    """The bytes of so many, written in small hexadecimal digits. Raises Wrong."""
    require(isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is not None, "digits are others")
    return bytes.fromhex(text)


def check_labels(line: dict[str, Any], game: str, name: str) -> None:
    """Raises Wrong unless what no seal covers says what is sealed."""
    require(line["specversion"] == "1.0", "CloudEvents 1.0 are expected")
    require(line["id"] == name, f"id {name} is expected")
    require(line["source"] == f"wardiary:{game}", f"source wardiary:{game} is expected")


def parsed(text: bytes) -> Any:
    """The value of a JSON text, read strictly. Raises ValueError."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), "a key stands twice in one object")
        require(all(key.isprintable() for key, _ in pairs), "a key holds a control character")
        return dict(pairs)

    def whole(number: str) -> int:
        require(len(number.lstrip("-")) <= DIGITS, f"a number of more than {DIGITS} digits")
        return int(number)

    def refused(number: str) -> Any:
        raise Wrong(f"{number[:20]} is no whole number")

    value = json.loads(
        text.decode(), object_pairs_hook=once, parse_int=whole, parse_float=refused, parse_constant=refused
    )
    check_texts(value, 0)
    return value


def check_texts(value: Any, depth: int) -> None:
    """Raises Wrong for what is nested too deep, or commands a terminal."""
    if isinstance(value, dict | list):
        require(depth < DEEP, f"nested more than {DEEP} deep")
        for inner in value.values() if isinstance(value, dict) else value:
            check_texts(inner, depth + 1)
    elif isinstance(value, str):
        require(value.replace("\t", "").isprintable(), "a text holds a control character")


def header_of(line: bytes) -> dict[str, Any]:
    """The data of a file's first line. Raises Wrong."""
    head = parsed(line)
    require(isinstance(head, dict) and head.get("type") == HEADER, f"the first line is of type {HEADER}")
    require(set(head) == FIRST and isinstance(head["data"], dict), "its attributes are others")
    data: dict[str, Any] = head["data"]
    require(set(data) - {"withheld"} == COUNTED, "its data is another")
    require(all(type(data.get(key, 0)) is int for key in ("format", "entries", "withheld")), "a number is expected")
    require(data["format"] == 1, "format 1 is expected")
    require(isinstance(data["name"], str), "name is a text")
    require(re.fullmatch("[a-z][a-z0-9-]{0,31}", data["system"]) is not None, "a system is a short word")
    bytes_of(data["game"], 16)
    check_labels(head, data["game"], data["game"])
    return data


def counted(file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that count, with their numbers."""
    for number, line in enumerate(file, 1):
        line = line.rstrip(b"\r\n")
        line = line.removeprefix(BOM_UTF8) if number == 1 else line
        if line.strip():
            yield number, line


def judge_export(path: str) -> Judgement:
    """What the seals of a file come to."""
    found, number, export = Judgement(), 1, None
    try:
        with open(path, "rb") as file:
            for at, line in counted(file):
                number = at
                if export:
                    export.take(line)
                else:
                    export = Export(header_of(line))
                    found = export.judgement
            if export is None:
                raise ValueError
            export.end()
    except Wrong as error:
        found.wrong = f"line {number}: {error}" if export else f"line {number}: {NO_LINE}: {error}"
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        found.wrong = f"line {number}: {NO_LINE}"
    except OSError as error:
        found.wrong = f"{path}: {error.strerror}"
    return found


def check_export(path: str, kept: str = "") -> tuple[bool, str]:
    """Whether a file's seals fit and include the kept seal; and the result in words."""
    found = judge_export(path)
    if found.wrong:
        return False, found.wrong
    fine = "ok: every seal fits" + (f", {found.told_withheld}" if found.withheld else "")
    fine += f", {found.opened} opened secret{'s' * (found.opened > 1)} as committed to" if found.opened else ""
    if not kept:
        return True, fine
    said = re.sub(r"[\s.…]", "", kept).lower()
    if not re.fullmatch(f"[0-9a-f]{{{FEWEST},64}}", said):
        return False, f"{kept} is no seal: it has {FEWEST} to 64 digits, 0 to 9 and a to f"
    version = found.found(said)
    if version is None:
        return False, f"the seal {kept} is not among this game's"
    return True, f"{fine}, and this is the seal of entry {version} of {len(found.seals)}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("python verify.py GAME.jsonl [SEAL]")
    fine, words = check_export(sys.argv[1], " ".join(sys.argv[2:]))
    print(words)
    sys.exit(0 if fine else 1)
