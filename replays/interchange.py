"""The interchange form: a game as JSON Lines, one CloudEvents 1.0 object a line, with bytes, times, ids and seals.

The first line names the game. Every other line is one entry. Its `data` stands last and is spliced in byte for byte as
stored, so that the seal covers exactly the text between `"data":` and the last `}`. `auditing/verify.py` checks such a
file with nothing but Python's standard library.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from domain.games import SYSTEMS, load, load_or_unknown
from domain.kernel.errors import BadInput, Damaged, Trouble
from domain.kernel.facts import BranchedFrom, Declared, Fact, GameBegan, Rolled, Stub
from domain.kernel.game import Game, check_names
from domain.kernel.limits import BEGINNING, ENTRIES, EXPORT, LINE
from domain.kernel.rules import Rules
from domain.kernel.strict import strict_json
from domain.record.codec import decode, recorded_at
from domain.record.diary import Diary
from domain.record.seals import Problem, Sealed, revealed, verify
from projections import ledgers
from replays import library
from replays.bounds import excess

HEADER = "wardiary.game"
DATA = b',"data":'
WITHHELD = "wardiary.withheld"
BARE = ("specversion", "id", "source", "type", "version", "leaf", "head")
"""The attributes of a withheld entry."""
ATTRIBUTES = (*BARE, "time", "salt")
ENVELOPE: dict[str, type] = {
    "at": str,
    "by": str,
    "id": str,
    "of": int,
    "made": list,
    "moment": list,
    "ends": bool,
    "waits": list,
    "v": int,
    "box": list,
    "opens": list,
    "fact": dict,
}
KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list of texts",
    dict: "an object",
}
HEADER_FIELDS = ("format", "game", "name", "system", "entries", "head", "withheld")


@dataclass(frozen=True)
class Received:
    """A game read from lines, each of which is valid by itself."""

    game_id: str
    name: str
    system: str
    sealed: list[Sealed] = field(default_factory=list)
    withheld: int = 0


def _bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def write_jsonl(diary: Diary, game_id: str, side: str = "") -> Iterator[str]:
    """A game's lines. If a side is given, the other side's secret entries are withheld: their leaves stand for them.

    A box that has been opened is not withheld, because the side checks with it what it was shown.
    """
    line = diary.find(game_id)
    sealed = diary.sealed(line.id)
    topics = diary.rules(line.id).play.topics
    hidden: set[int] = set()
    if side:
        for entry in sealed:
            if entry.state is not None:
                secret = decode(entry.version, entry.topic, entry.state, topics).fact.secret
                if secret and secret != side:
                    hidden.add(entry.version)
        hidden -= {one.opened for one in revealed(sealed, topics) if not one.wrong}
    head = sealed[-1].head.hex() if sealed else ""
    data = {
        "format": 1,
        "game": line.id,
        "name": line.name,
        "system": line.system,
        "entries": len(sealed),
        "head": head,
    }
    if hidden:
        data["withheld"] = len(hidden)
    first = {"specversion": "1.0", "id": line.id, "source": f"wardiary:{line.id}", "type": HEADER}
    yield (_bytes(first)[:-1] + DATA + _bytes(data) + b"}").decode()
    for entry in sealed:
        yield _line(line.id, entry, withheld=entry.version in hidden or entry.state is None).decode()


def _line(game_id: str, entry: Sealed, *, withheld: bool) -> bytes:
    head: dict[str, Any] = {"specversion": "1.0", "id": f"{game_id}/{entry.version}", "source": f"wardiary:{game_id}"}
    seal = {"version": entry.version, "leaf": entry.leaf.hex(), "head": entry.head.hex()}
    if withheld or entry.state is None:
        return _bytes(head | {"type": WITHHELD} | seal)
    at = recorded_at(entry.state)
    time = {} if at is None else {"time": at}
    return (
        _bytes(head | {"type": entry.topic} | time | seal | {"salt": entry.salt.hex()})[:-1] + DATA + entry.state + b"}"
    )


# ---- reading what a stranger wrote ----


def read_file(file: Path) -> Received:
    """The game in a `.jsonl` file, verified as by `read_jsonl`. Raises BadInput or Damaged."""
    return _whole(*look_into(file), str(file))


def look_into(file: Path) -> tuple[Received, list[Problem]]:
    """The game in a `.jsonl` file with its problems, as by `look_at`. Raises BadInput."""
    library.check_file(file, EXPORT)
    with file.open("rb") as lines:
        return look_at(iter(lambda: lines.readline(BEGINNING + 2), b""), str(file))


def read_jsonl(lines: Iterable[str | bytes], where: str) -> Received:
    """The game in these lines, verified: its seals fit, and its facts make sense one after the other.

    Raises BadInput or Damaged with file, line and what was expected.
    """
    return _whole(*look_at(lines, where), where)


def _whole(received: Received, problems: list[Problem], where: str) -> Received:
    if problems:
        raise Damaged(f"{where}: {problems[0]}" + (f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""))
    return received


def look_at(lines: Iterable[str | bytes], where: str) -> tuple[Received, list[Problem]]:
    """The game in these lines, and its problems: seals that do not fit, or facts that make no sense.

    Raises BadInput with file and line for anything but a game's entries.
    """
    received: Received | None = None
    sealed: list[Sealed] = []
    claimed: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        raw = (line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line).rstrip(b"\r\n")
        raw = raw.removeprefix(BOM_UTF8) if number == 1 else raw
        if not raw.strip() and number <= 2 * ENTRIES:
            continue
        try:
            most = BEGINNING if len(sealed) < 2 else LINE
            if len(raw) > most:
                raise ValueError(f"the line has {len(raw)} bytes; {most} is the most")
            if received is None:
                claimed = _header(raw)
                received = Received(
                    claimed["game"], claimed["name"], claimed["system"], sealed, claimed.get("withheld", 0)
                )
            else:
                if len(sealed) >= ENTRIES or not raw.strip():
                    raise ValueError(f"a game has at most {ENTRIES} entries")
                sealed.append(_entry(raw, received))
        except (ValueError, RecursionError, KeyError) as error:
            raise BadInput(f"{where}:{number}: {error}") from error
    if received is None:
        raise BadInput(f"{where}:1: the file is empty; a line of type {HEADER!r} is expected")
    return received, list(_announced(received, claimed)) or _verified(received) or nonsense(received)


def _announced(received: Received, claimed: Mapping[str, Any]) -> Iterator[Problem]:
    """The problems of a file that does not hold what its first line claims."""
    sealed = received.sealed
    after = sealed[-1].version + 1 if sealed else 1
    if claimed["entries"] != len(sealed):
        yield Problem(received.game_id, after, f"{claimed['entries']} entries are announced, {len(sealed)} are here")
    elif sealed and claimed["head"] != sealed[-1].head.hex():
        yield Problem(received.game_id, after, "the announced seal is not that of the last entry")
    withheld = sum(entry.state is None for entry in sealed)
    if withheld != received.withheld:
        yield Problem(received.game_id, after, f"{received.withheld} are announced as withheld, {withheld} are")
    if sealed and sealed[-1].version < 1:
        yield Problem(received.game_id, 1, "entry 1 is missing")
    for version, begins in enumerate((BranchedFrom.TOPIC, GameBegan.TOPIC)):
        if any(entry.version == version and entry.topic != begins for entry in sealed[:2]):
            yield Problem(received.game_id, version, f"entry {version} is of type {begins}")
    beginning = began(received)
    if beginning and beginning.system != received.system:
        yield Problem(received.game_id, 1, f"it began as a game of {beginning.system}, not of {received.system}")


def _verified(received: Received) -> list[Problem]:
    return verify(
        received.game_id, received.sealed, rules_received(received).play.topics, withheld=received.withheld > 0
    )


def began(received: Received) -> GameBegan | None:
    """The beginning of a game; None if no line holds it, or it cannot be read, which the reader of the entries
    reports."""
    for one in received.sealed:
        if one.topic == GameBegan.TOPIC:
            with suppress(Damaged):
                fact = decode(one.version, one.topic, one.state or b"", {GameBegan.TOPIC: GameBegan}).fact
                if isinstance(fact, GameBegan):
                    return fact
    return None


def rules_received(received: Received) -> Rules[Any]:
    """The rules of a game, by its beginning."""
    return load_or_unknown(received.system, lambda: began(received))


def nonsense(received: Received) -> list[Problem]:
    """The problems of facts that cannot be folded, told or put into tables.

    Facts of the right shape may still be nonsense, such as the loss of a unit that does not exist. Taken in, they would
    fail every look at the game. If some are withheld, the others are not folded, but checked one by one. Of an unknown
    system nothing can be said.
    """
    if received.system not in SYSTEMS:
        return []
    game: Game[Any] = Game(rules_received(received), received.game_id)
    withheld = any(entry.state is None for entry in received.sealed)
    version = 0
    try:
        for version, topic, stored, *_ in received.sealed:
            if stored is None:
                continue
            entry = decode(version, topic, stored, game.rules.play.topics)
            if isinstance(entry.fact, GameBegan):
                check_names(entry.fact)
            if not withheld:
                game.follow((entry,))
            for shown in (entry.fact, entry.fact.public()):
                shown.sentence()
            for ledger in ledgers.takers(entry.fact):
                ledger.rows(entry, game.rules)
        game.rules.play.sequence.moment(game.state)
    except Trouble as error:
        return [Problem(received.game_id, version, str(error))]
    except Exception as error:  # nonsense may lead to any error
        return [
            Problem(
                received.game_id, version, f"it makes no sense after those before it ({type(error).__name__}: {error})"
            )
        ]
    return []


def _header(raw: bytes) -> dict[str, Any]:
    line = strict_json(raw)
    if not isinstance(line, dict) or line.get("type") != HEADER:
        raise ValueError(f"the first line is of type {HEADER!r}")
    if set(line) != {*BARE[:4], "data"}:
        raise ValueError(f"the first line has {', '.join(BARE[:4])} and data")
    data = line.get("data")
    if not isinstance(data, dict) or set(data) - set(HEADER_FIELDS) or not set(HEADER_FIELDS[:-1]) <= set(data):
        raise ValueError(f"its data has {', '.join(HEADER_FIELDS)}")
    if data["format"] != 1:
        raise ValueError(f"format {data['format']!r}: this wardiary reads format 1")
    if not re.fullmatch(r"[0-9a-f]{32}", str(data["game"])):
        raise ValueError("a game's id is 32 hexadecimal digits")
    numbers = (data["entries"], data.get("withheld", 0))
    if not all(isinstance(data[key], str) for key in ("name", "system", "head")) or not all(
        type(n) is int for n in (data["format"], *numbers)
    ):
        raise ValueError("name, system and head are texts, entries and withheld numbers")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", data["system"]):
        raise ValueError("a system is a short word in small letters")
    _check_labels(line, data["game"], data["game"])
    return data


def _check_labels(line: Mapping[str, Any], game_id: str, called: str) -> None:
    """Raises ValueError unless what no seal covers says what is sealed."""
    if line.get("specversion") != "1.0" or line.get("id") != called:
        raise ValueError(f"id {called} of CloudEvents 1.0 is expected")
    if line.get("source") != f"wardiary:{game_id}":
        raise ValueError(f"source wardiary:{game_id} is expected")


def _digits(text: Any, size: int) -> bytes:
    """So many bytes in small hexadecimal digits. Raises ValueError."""
    if not isinstance(text, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise ValueError(f"{2 * size} digits, 0 to 9 and a to f, are expected, not {str(text)[:80]!r}")
    return bytes.fromhex(text)


def _entry(raw: bytes, received: Received) -> Sealed:
    cut = raw.find(DATA)
    head = strict_json(raw[:cut] + b"}" if cut >= 0 else raw)
    if not isinstance(head, dict):
        raise ValueError("an object is expected")
    unknown = [key for key in head if key not in ATTRIBUTES]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no attribute here; attributes are {', '.join(ATTRIBUTES)} and data, last")
    version = head.get("version")
    if not isinstance(version, int):
        raise ValueError("version is a whole number")
    _check_labels(head, received.game_id, f"{received.game_id}/{version}")
    if received.sealed and version != received.sealed[-1].version + 1:
        raise ValueError(f"entry {received.sealed[-1].version + 1} is expected here, not {version}")
    missing = [key for key in (BARE if cut < 0 else ATTRIBUTES) if key not in head]
    if missing:
        raise ValueError(f"{missing[0]} is missing")
    leaf, seal = _digits(head["leaf"], 32), _digits(head["head"], 32)
    topic = head["type"]
    if not isinstance(topic, str) or (topic == WITHHELD) is not (cut < 0):
        raise ValueError(f"an entry without data, and no other, is of type {WITHHELD}")
    if cut < 0:
        if len(head) > len(BARE):
            raise ValueError(f"a withheld entry has {', '.join(BARE)} alone")
        return Sealed(version, "", None, b"", leaf, seal)
    stored = raw[cut + len(DATA) : -1]
    if not raw.endswith(b"}"):
        raise ValueError("the line is cut off")
    body = strict_json(stored)
    _check_envelope(body)
    if head["time"] != body.get("at"):
        raise ValueError(f"it shows {str(head['time'])[:60]!r} as its time, and was recorded at {body.get('at')!r}")
    if received.system in SYSTEMS:
        kind = load(received.system).play.topics.get(topic)
        if kind is None:
            raise ValueError(f"{received.system} has no fact {topic!r}")
        fact = _fact(_shown_as(kind, body), topic, body)
        if words := excess(fact) if fact else "":
            raise ValueError(f"{topic}: {words}")
        if isinstance(fact, Rolled) and not all(1 <= die <= fact.sides for die in fact.dice):
            raise ValueError(
                f"{topic}: dice of {fact.sides} faces show 1 to {fact.sides}, not {max(fact.dice, key=abs)}"
            )
    return Sealed(version, topic, stored, _digits(head["salt"], 16), leaf, seal)


def _fact(kind: type[Fact], topic: str, body: Any) -> Fact | None:
    """The fact of an entry; None for an earlier form that cannot be read, which folding it reports.

    Raises ValueError.
    """
    text = json.dumps(body.get("fact"))
    try:
        return kind.model_validate_json(text, strict=True)
    except ValidationError as error:
        if body.get("v", 1) == kind.VERSION:
            first = error.errors()[0]
            raise ValueError(f"{topic}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    with suppress(ValueError, LookupError, TypeError):
        return kind.revive(text.encode(), body.get("v", 1))
    return None


def _check_envelope(body: Any) -> None:
    """Raises ValueError if an entry says something about itself, beside its fact, that no entry says."""
    if not isinstance(body, dict):
        raise ValueError("data is an object")
    for key, value in body.items():
        kind = ENVELOPE.get(key)
        if kind is None:
            raise ValueError(f"{key!r} is nothing an entry says; it says {', '.join(ENVELOPE)}")
        if type(value) is not kind or (isinstance(value, list) and not all(isinstance(part, str) for part in value)):
            raise ValueError(f"{key} is {KINDS[kind]}, not {str(value)[:60]!r}")
    if body.get("v", 1) < 1:
        raise ValueError("v, the version of a fact, is 1 at least")
    if len(body.get("opens", ("", "", ""))) != 3:
        raise ValueError("opens is a list of three texts: an entry, the salt of what it commits to, and its content")
    if "opens" in body:
        version, salt, _ = body["opens"]
        if not re.fullmatch("[0-9]{1,9}", version):
            raise ValueError(f"opens names an entry by 1 to 9 digits, not by {version[:20]!r}")
        if salt != salt.lower():
            raise ValueError("the salt that opens a secret is written in small letters")


def _shown_as(kind: type[Fact], body: Any) -> type[Fact]:
    """The class of fact an entry shows: its own, or that of its public form if it lies in a box."""
    box = body.get("box")
    if box is None:
        return kind
    if len(box) != 2:
        raise ValueError("box is a list of two texts: the content and what it commits to")
    return Declared if kind is Declared else Stub
