"""One change at a time to an exported game, which `auditing/verify.py`, `wardiary verify` and a verifier written
from docs/format.md judge alike."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from auditing.verify import judge_export
from cli.main import main
from domain.record.diary import Diary
from replays.interchange import write_jsonl
from tests.record.attacks.edits import flipped, play
from tests.record.second_verifier import second_opinion

OLD = Path(__file__).parents[1] / "old"
DATA = b',"data":'
WITHHELD = "wardiary.withheld"
LABELS = ("specversion", "id", "source", "type", "time", "version", "leaf", "head", "salt")


class Judged(NamedTuple):
    """What was changed, and whether each verifier says the file is right."""

    what: str
    verdicts: tuple[bool, bool, bool]
    withheld: tuple[int, int]

    @property
    def alike(self) -> bool:
        return len(set(self.verdicts)) == 1 == len(set(self.withheld))


class Line:
    """A line of an export: its attributes, and its data as stored."""

    def __init__(self, raw: bytes) -> None:
        cut = raw.find(DATA)
        self.said: dict[str, Any] = json.loads(raw if cut < 0 else raw[:cut] + b"}")
        self.data = raw[cut + len(DATA) : -1] if cut >= 0 else None

    def __bytes__(self) -> bytes:
        said = json.dumps(self.said, ensure_ascii=False, separators=(",", ":")).encode()
        return said if self.data is None else said[:-1] + DATA + self.data + b"}"

    def says(self, **changed: Any) -> None:
        """Says something else in its data."""
        body = json.loads(self.data or b"{}") | changed
        body["fact"] = body.pop("fact", {})
        self.data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


Lines = list[Line]
Edit = Callable[[Lines, random.Random], bytes | None]
"""Changes the lines; or gives the file itself."""
EDITS: dict[str, Edit] = {}


def edit(name: str) -> Callable[[Edit], Edit]:
    def keep(change: Edit) -> Edit:
        EDITS[name] = change
        return change

    return keep


def exports(folder: Path) -> list[bytes]:
    """Exports: a whole game, one with boxes, a branch, copies for one side, games with opened boxes."""
    play(folder / "diary.db")
    with Diary(folder / "diary.db") as diary:
        asked = (("forts", ""), ("sealed forts", ""), ("what if", ""), ("forts", "red"), ("sealed forts", "red"))
        made = ["".join(f"{line}\n" for line in write_jsonl(diary, *one)).encode() for one in asked]
    return [*made, *((OLD / name).read_bytes() for name in ("landing.jsonl", "pali.jsonl"))]


def judged(folder: Path, number: int, chance: random.Random) -> Iterator[Judged]:
    """So many edited files, of each kind in turn, as the three judge them."""
    whole = exports(folder)
    for n in range(number):
        name = list(EDITS)[n % len(EDITS)]
        before = chance.choice(whole)
        lines = [Line(raw) for raw in before.splitlines()]
        after = EDITS[name](lines, chance) or written(lines)
        yield judge(folder / "edited.jsonl", name, after)


def judge(file: Path, name: str, content: bytes) -> Judged:
    file.write_bytes(content)
    found = judge_export(str(file))
    said = CliRunner().invoke(main, ["--diary", str(file.with_suffix(".db")), "verify", str(file)])
    assert said.exit_code in (0, 1, 2), repr(said.exception)
    right, withheld = second_opinion(content)
    told = 0 if found.wrong else found.withheld
    assert said.exit_code or (found.told_withheld in said.output), "what is withheld is counted aloud"
    return Judged(name, (not found.wrong, said.exit_code == 0, right), (told, withheld))


def written(lines: Lines, end: bytes = b"\n") -> bytes:
    return b"".join(bytes(line) + end for line in lines)


def some(lines: Lines, chance: random.Random) -> Line:
    """One of the entries that are not withheld."""
    return chance.choice([line for line in lines[1:] if line.data is not None])


def anew(lines: Lines, *, announced: bool = True) -> None:
    """Makes every seal again, and the header to fit, as anybody can."""
    game, before = json.loads(lines[0].data or b"")["game"], b""
    for line in lines[1:]:
        leaf = bytes.fromhex(line.said["leaf"])
        if line.data is not None:
            topic = line.said["type"].encode()
            salted = b"\0" + bytes.fromhex(line.said["salt"]) + len(topic).to_bytes(2, "big") + topic + line.data
            leaf = sha256(salted).digest()
        place = len(game).to_bytes(2, "big") + game.encode() + line.said["version"].to_bytes(8, "big")
        before = sha256(b"\1" + before + place + leaf).digest()
        line.said |= {"leaf": leaf.hex(), "head": before.hex()}
    if announced:
        header(lines, entries=len(lines) - 1, head=before.hex(), withheld=sum(line.data is None for line in lines[1:]))


def header(lines: Lines, **changed: Any) -> None:
    data = json.loads(lines[0].data or b"") | changed
    lines[0].data = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def withhold(line: Line) -> None:
    for key in ("time", "salt"):
        line.said.pop(key, None)
    line.said["type"], line.data = WITHHELD, None


@edit("a byte")
def _byte(lines: Lines, chance: random.Random) -> bytes:
    return flipped(written(lines), chance)


@edit("a byte outside data")
def _byte_outside(lines: Lines, chance: random.Random) -> bytes:
    raws = [bytes(line) for line in lines]
    at = chance.randrange(len(raws))
    head, comma, data = raws[at].partition(DATA)
    if at == 0 and chance.random() < 0.8:
        raws[0] = flipped(raws[0], chance)
    else:
        raws[at] = flipped(head, chance) + comma + data
    return b"".join(raw + b"\n" for raw in raws)


@edit("bytes cut, doubled or put in")
def _spliced(lines: Lines, chance: random.Random) -> bytes:
    raw = written(lines)
    at, size = chance.randrange(len(raw)), chance.randint(1, 30)
    return raw[:at] + chance.choice((b"", raw[at : at + size] * 2, b" ", b"\t", b"\r", b"\0", b"\\")) + raw[at + size :]


@edit("a label")
def _label(lines: Lines, chance: random.Random) -> None:
    said = chance.choice(lines).said
    key = chance.choice(LABELS)
    said[key] = chance.choice((1, True, "x", "", None, "1944-02-20T09:00:00Z", -1, [], f"{said.get(key, '')} "))


@edit("an attribute too many or too few")
def _attribute(lines: Lines, chance: random.Random) -> None:
    said = chance.choice(lines).said
    if chance.random() < 0.5:
        said[chance.choice(("extra", "datacontenttype", "withheld", "x\u202e"))] = chance.choice((1, "x"))
    else:
        said.pop(chance.choice(list(said)))


@edit("the order of attributes")
def _order(lines: Lines, chance: random.Random) -> None:
    line = chance.choice(lines)
    line.said = dict(chance.sample(list(line.said.items()), len(line.said)))


@edit("an attribute twice")
def _twice(lines: Lines, chance: random.Random) -> bytes:
    raws = [bytes(line) for line in lines]
    at = chance.randrange(len(raws))
    raws[at] = raws[at].replace(b"{", b'{"version":3,', 1)
    return b"\n".join(raws)


@edit("letters of hex")
def _letters(lines: Lines, chance: random.Random) -> None:
    line, key = some(lines, chance), chance.choice(("leaf", "head", "salt", "announced"))
    if key == "announced":
        header(lines, head=json.loads(lines[0].data or b"")["head"].upper())
    else:
        digits = line.said[key]
        line.said[key] = chance.choice((digits.upper(), f" {digits}", f"{digits[:2]} {digits[2:]}", digits[:-2]))


@edit("line ends and blank lines")
def _blank(lines: Lines, chance: random.Random) -> bytes:
    at = chance.randint(0, len(lines))
    blank = chance.choice((b"\n", b" \t\n", b"\v\f\n", b"\r\n", b"\0\n", b"{}\n", "\u00a0\n".encode()))
    end = chance.choice((b"\n", b"\r\n", b"\r\r\n", b" \n", b"\r"))
    mark = chance.choice((b"", b"\xef\xbb\xbf"))
    return (
        mark + written(lines[:at], end) + blank + written(lines[at:]).removesuffix(chance.choice((b"", b"\n", b"}\n")))
    )


@edit("space about data")
def _space(lines: Lines, chance: random.Random) -> bytes:
    raws = [bytes(line) for line in lines]
    at = chance.randrange(len(raws))
    other = chance.choice((b', "data":', b',"data": ', b' ,"data":', b',"DATA":', b',"data":{},"data":'))
    raws[at] = raws[at].replace(DATA, other, 1)
    return b"\n".join(raws)


@edit("the header")
def _header(lines: Lines, chance: random.Random) -> None:
    key = chance.choice(("format", "game", "name", "name", "name", "system", "entries", "head", "withheld", "more"))
    values = (0, 1, 2, True, "x", "iwo", "reef", "", None, "a\u202eb", "a\tb", "é", 10**9, {}, [1], "0" * 32, "0" * 64)
    header(lines, **{key: chance.choice(values)})


@edit("a version missing")
def _missing(lines: Lines, chance: random.Random) -> None:
    del lines[chance.randrange(1, len(lines) - 1)]
    if chance.random() < 0.8:
        anew(lines)


@edit("the first entries missing")
def _beheaded(lines: Lines, chance: random.Random) -> None:
    del lines[1 : chance.randint(2, 4)]
    if chance.random() < 0.5:
        for version, line in enumerate(lines[1:], chance.choice((0, 1))):
            game = line.said["source"].removeprefix("wardiary:")
            line.said |= {"version": version, "id": f"{game}/{version}"}
    anew(lines)


@edit("the tail cut")
def _tail(lines: Lines, chance: random.Random) -> None:
    del lines[chance.randrange(1, len(lines)) :]
    if chance.random() < 0.7:
        anew(lines)


@edit("two entries in each other's place")
def _swapped(lines: Lines, chance: random.Random) -> None:
    one, other = chance.sample(range(1, len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    if chance.random() < 0.5:
        anew(lines)


@edit("an entry twice")
def _doubled(lines: Lines, chance: random.Random) -> None:
    lines.insert(chance.randrange(1, len(lines)), chance.choice(lines[1:]))
    anew(lines)


@edit("an entry blanked")
def _blanked(lines: Lines, chance: random.Random) -> None:
    """With or without its count in the header, and more or less of it gone."""
    for _ in range(chance.randint(1, 3)):
        line = chance.choice(lines[1:])
        withhold(line)
        if chance.random() < 0.2:
            line.said["time"] = "1944-02-20T09:00:00Z"
    if chance.random() < 0.6:
        header(lines, withheld=sum(line.data is None for line in lines[1:]) + chance.choice((0, 0, 0, 1)))


@edit("data without its entry's type")
def _half(lines: Lines, chance: random.Random) -> None:
    line = some(lines, chance)
    if chance.random() < 0.5:
        line.said["type"] = WITHHELD
        anew(lines)
    else:
        line.data = None


@edit("another author, sealed anew")
def _author(lines: Lines, chance: random.Random) -> None:
    some(lines, chance).says(by=chance.choice(("Bob", "Ann and Bob")))
    if chance.random() < 0.8:
        anew(lines, announced=chance.random() < 0.8)


@edit("another time, sealed anew")
def _time(lines: Lines, chance: random.Random) -> None:
    line, time = some(lines, chance), "2026-11-20T09:00:00.000Z"
    which = chance.choice(("both", "shown", "sealed"))
    if which != "shown":
        line.says(at=time)
    if which != "sealed":
        line.said["time"] = time
    anew(lines)


@edit("another game's id, sealed anew")
def _game(lines: Lines, chance: random.Random) -> None:
    other = f"{chance.getrandbits(128):032x}"
    for line in lines[1:] if chance.random() < 0.2 else lines:
        version = f"/{line.said['version']}" if "version" in line.said else ""
        line.said |= {"id": f"{other}{version}", "source": f"wardiary:{other}"}
    header(lines, game=other)
    anew(lines)


@edit("a box or what opens it, sealed anew")
def _box(lines: Lines, chance: random.Random) -> None:
    held = [line for line in lines[1:] if line.data and (b'"box":' in line.data or b'"opens":' in line.data)]
    opened = [line for line in held if b'"opens":' in (line.data or b"")]
    for line in opened[:]:
        opened += [one for one in held if str(one.said["version"]) == json.loads(line.data or b"")["opens"][0]]
    line = chance.choice(opened or held or [some(lines, chance)])
    body = json.loads(line.data or b"")
    which = "opens" if "opens" in body else "box"
    texts: list[str] = body.get(which, ["", ""])
    at = chance.randrange(len(texts))
    digit = texts[at][-1:]
    texts[at] = chance.choice((texts[at][:-1] + ("0" if digit != "0" else "1"), texts[at].upper(), ""))
    if held:
        line.says(**{which: texts})
    anew(lines)


def tally(found: list[Judged]) -> list[str]:
    """The figures in lines: of each kind how many were right and wrong, and all that were not judged alike."""
    lines = []
    for name in dict.fromkeys(one.what for one in found):
        counted = Counter(one.verdicts[0] for one in found if one.what == name and one.alike)
        apart = [one for one in found if one.what == name and not one.alike]
        lines.append(f"files: {name}: {counted[True]} right, {counted[False]} wrong, {len(apart)} judged apart")
        lines += [f"  apart: {one.verdicts}, withheld {one.withheld}" for one in apart]
    return [*lines, f"files: {sum(one.alike for one in found)} of {len(found)} judged alike"]
