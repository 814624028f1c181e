"""A second opinion on exports, written from docs/format.md alone: it shares nothing with wardiary or verify.py."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import unicodedata
from typing import Any

TABLE = {
    "free.line-revealed": ("free.line-kept", "free.line-sealed", "slip"),
    "iph.beachhead-revealed": ("iph.beachhead-chosen", "iph.beachhead-committed", ""),
    "iph.cover-lifted": ("iph.disposition-chosen", "iph.disposition-committed", ""),
    "reef.slip-opened": ("reef.slip-written", "reef.slip-sealed", "slip"),
    "reef.wave-opened": ("reef.wave-assigned", "reef.wave-sealed", "wave"),
}
WITHHELD_KEYS = ["head", "id", "leaf", "source", "specversion", "type", "version"]
ENTRY_KEYS = sorted([*WITHHELD_KEYS, "salt", "time"])
Json = Any
Seen = dict[int, tuple[str, Json]]
"""The type and data of each entry; no data of a withheld one."""


def second_opinion(content: bytes) -> tuple[bool, int]:
    """Whether a file is right, and how many of its entries are withheld."""
    try:
        return True, _read(content)
    except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
        return False, 0


def _must(true: object) -> None:
    if not true:
        raise ValueError("wrong")


def _hex(text: Json, size: int) -> bytes:
    _must(isinstance(text, str) and len(text) == 2 * size and not set(text) - set("0123456789abcdef"))
    return bytes.fromhex(text)


def _json(raw: bytes) -> Json:
    def pairs(found: list[tuple[str, Json]]) -> dict[str, Json]:
        _must(len(dict(found)) == len(found) and not any("\t" in key for key, _ in found))
        return dict(found)

    def number(text: str) -> int:
        _must(re.fullmatch("-?[0-9]{1,9}", text))
        return int(text)

    text = str(raw, "utf-8")
    value = json.loads(text, object_pairs_hook=pairs, parse_int=number, parse_float=number, parse_constant=number)
    _inside(value, 40)
    return value


def _inside(value: Json, left: int) -> None:
    if isinstance(value, str):
        _must(all(one in " \t" or unicodedata.category(one)[0] not in "CZ" for one in value))
    elif isinstance(value, (dict, list)):
        _must(left > 0)
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            _inside(part, left - 1)


def _read(content: bytes) -> int:
    lines = [raw.rstrip(b"\r") for raw in content.removeprefix(b"\xef\xbb\xbf").split(b"\n") if raw.strip(b" \t\v\f\r")]
    first = _json(lines[0])
    _must(sorted(first) == ["data", "id", "source", "specversion", "type"])
    data = first["data"]
    _must(sorted({*data, "withheld"}) == ["entries", "format", "game", "head", "name", "system", "withheld"])
    game, counts = data["game"], [data["format"], data["entries"], data.get("withheld", 0)]
    _must(all(type(count) is int for count in counts) and counts[0] == 1 and isinstance(data["name"], str))
    _must(_hex(game, 16) and re.fullmatch("[a-z][a-z0-9-]{0,31}", data["system"]))
    labels = {"specversion": "1.0", "id": game, "source": f"wardiary:{game}", "type": "wardiary.game"}
    _must(labels.items() <= first.items())
    head, version, withheld, seen, stands = b"", -1, 0, Seen(), list[int]()
    for line in lines[1:]:
        before, comma, after = line.partition(b',"data":')
        entry = _json(before + b"}" if comma else before)
        _must(isinstance(entry, dict) and sorted(entry) == (ENTRY_KEYS if comma else WITHHELD_KEYS))
        kind = entry["type"]
        _must(type(entry["version"]) is int and isinstance(kind, str))
        _must(entry["version"] == version + 1 or (version, entry["version"]) == (-1, 1))
        version = entry["version"]
        _must(version > 1 or kind == ["branched-from", "game-began"][version])
        _must((labels | {"id": f"{game}/{version}", "type": kind}).items() <= entry.items())
        _must((kind == "wardiary.withheld") == (not comma))
        leaf, said = _hex(entry["leaf"], 32), None
        if comma:
            _must(after.endswith(b"}"))
            name, said = kind.encode(), _json(after[:-1])
            sealed = b"\0" + _hex(entry["salt"], 16) + len(name).to_bytes(2, "big") + name + after[:-1]
            _must(hashlib.sha256(sealed).digest() == leaf)
            _must(isinstance(said, dict) and isinstance(said["fact"], dict) and isinstance(said["at"], str))
            _must(entry["time"] == said["at"] and type(said.get("of", 0)) is int)
            for texts in (said.get("box", []), said.get("opens", [])):
                _must(isinstance(texts, list) and all(isinstance(one, str) for one in texts))
            _must(len(said.get("box", "12")) == 2 and len(said.get("opens", "123")) == 3)
            if "box" in said:
                shut, _ = base64.b64decode(said["box"][0], validate=True), _hex(said["box"][1], 32)
                _must(len(shut) > 28 and len(shut) % 1024 == 28 and base64.b64encode(shut).decode() == said["box"][0])
            _must(version != 1 or said["fact"].get("system") == data["system"])
            _opens(kind, said, seen, stands)
        withheld += not comma
        chain = b"\1" + head + len(game).to_bytes(2, "big") + game.encode() + version.to_bytes(8, "big") + leaf
        head = hashlib.sha256(chain).digest()
        _must(head == _hex(entry["head"], 32))
        seen[version] = kind, said
        if kind == "taken-back" and said:
            _must(type(said["fact"]["to"]) is int)
            stands = [one for one in stands if one <= said["fact"]["to"]]
        else:
            stands.append(version)
    _must(version >= 1 and data["head"] == head.hex() and counts[1:] == [len(lines) - 1, withheld])
    return withheld


def _opens(kind: str, said: dict[str, Json], seen: Seen, stands: list[int]) -> None:
    last = _last(kind, said["fact"], seen, stands) if kind in TABLE else 0
    if "opens" not in said:
        _must(not last or "box" not in (seen[last][1] or {}))
        return
    number, salt, fact = said["opens"]
    _must(re.fullmatch("[0-9]{1,9}", number))
    opened, key = int(number), _hex(salt, 32)
    _must(isinstance(_json(fact.encode()), dict))
    its_type, its = seen[opened]
    if its is not None:
        place = opened.to_bytes(8, "big") + its_type.encode()
        made = hmac.new(key, b"wardiary: a secret entry" + place + fact.encode(), hashlib.sha256)
        _must(made.hexdigest() == its["box"][1])
    _must(opened in stands and (kind not in TABLE or (last < opened if its is None else last == opened)))


def _last(kind: str, fact: dict[str, Json], seen: Seen, stands: list[int]) -> int:
    """The last of a subject; 0 for none."""
    held, announces, key = TABLE[kind]
    announced, last = dict[int, Json](), 0
    for version in stands:
        its_type, its = seen[version]
        of = (its or {}).get("of", version)
        if its_type == announces:
            announced[of] = its["fact"][key] if key else ""
        if its_type in (announces, held) and of in announced and announced[of] == (fact[key] if key else ""):
            last = version
    return last
