"""Each reader as one function from bytes: it raises Trouble, or what it read is used as the program would use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from domain.games import load
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game
from domain.kernel.packs import load_toml, read_pack, write_pack
from domain.record.diary import Diary
from replays import diary_file
from replays.interchange import read_jsonl, write_jsonl
from replays.notation import Writer, appends, speak, split
from tests import shipped
from tests.acceptance import cases
from tests.cli.conftest import SETUP

ROOT = Path(__file__).parents[2]
LINES = (
    SETUP, "bombards Green:NAV1,AIR1 Amber:NAV2",
    "bombard Green 6551123", "  order INF1,MAR1", "bombard Amber 1234", "land 4D-R23 Green",
    "  fire INF1 dice=56214", 'land 4D-TK Green fire=none !"we forgot"', 'adjust INF1 steps=2 "two dots"',
    'note "a long evening"',
    "ruling R-02 per-unit",
    "chart units X1 side=us type=marines steps=4", "jp: pass fire", 'takeback "cocked"', "jp: reveal INF3",
    "next us_assault kirikami=none",
    "assaults Green:4D-R23", "assault Green 5511 row=INF1,MAR1", "  retreat INF1:Crater",
)  # fmt: skip


def find_pack(name: str) -> Any:
    return shipped.pack("iwo", name)


@cache
def opening() -> Game[Any]:
    """A game set up, as far as its first question by defensive fire."""
    pack = find_pack("sample")
    game: Game[Any] = Game(load("iwo"))
    began = GameBegan(
        system="iwo", title="t", pack=pack.name, pack_digest=pack.digest, charts=pack.charts, complete=pack.complete
    )
    game.follow(game.begin(began).entries)
    for text in LINES[:6]:
        line = split(text, game.rules.sides)
        assert line is not None
        game.follow(speak(game, line).entries)
    return game


def as_text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput("not UTF-8 text") from error


TARAWA = (
    "setup 7 T1 T2",
    "place R1A:I/3/2 R1B:K/3/2 R2A:C/1/2 R2B:2/A/1/18,1/D/2/18 R3A:E/2/8", "ryan K/3/2", "raid 1 2 3", "landing-1-8 R1",
    "load C/1/2 lvts=2",
    "land 54 45 loss=C/1/2", "wade E/2/8 0224,0325", "event 22 reveal=E1 unit=J07", "fire 19 hit=C/1/2 sacrifice=no",
    "move C/1/2,B/1/2 1326,1425",
    "enter C/1/2 1427", "attack 1427 C/1/2,3/C/2T naval=yes wild=FT", "barrage 3/C/2T 1427", "naval 1427",
    "combat 1427 J07 8 9 withdraw",
    "recover C/1/2", "support C/1/2", "garrison E9", "relieve C/1/2", "post HQ-2", "extend HQ-2", "abandon HQ-2",
    "hold E9,E12", "heroes C/1/2 inspired=yes", "shibasaki-survives", "next action", "ruling AMB-11 works",
    "chart fire 19 colours=2orange,green:star,2brown symbol=diamond artillery=8any",
    "chart map land hexes=1226-1229 sides=1226/1326",
    'adjust C/1/2 hex=1326 steps=2 "so it stands"', "adjust E9 unit=? depth=? garrison=no \"a piece\"",
)  # fmt: skip


@cache
def tarawa() -> tuple[Game[Any], ...]:
    """D-Day at Tarawa before its set-up, before a landing, before a fire phase and in an action phase."""
    pack = shipped.pack("ddat")
    games = []
    for phase in ("setup", "load", "fire", "action", "engineer"):
        game: Game[Any] = Game(load("ddat"))
        began = GameBegan(
            system="ddat", title="t", scenario="two-days", pack=pack.name, charts=pack.charts, complete=pack.complete
        )
        game.follow(game.begin(began).entries)
        if phase != "setup":
            for text in (
                f"set turn=12 phase={phase} set_up=yes naval=1 support=2 reserve=3 coastal_pool=3 inland_pool=3",
                "set E7,E9,E2 unit=?",
                "set C/1/2 box=map hex=1326 steps=4",
                "set 3/C/2T,HQ-2 box=map hex=1226",
                "set E/2/8 box=map hex=0132 facing=south",
            ):
                line = split(text, game.rules.sides)
                assert line is not None
                game.follow(speak(game, line).entries)
        games.append(game)
    return tuple(games)


def read_tarawa_line(data: bytes) -> None:
    """The same for the other system: verbs with hexes, cards, pieces."""
    for game in tarawa():
        _say(game, data)


def read_line(data: bytes) -> None:
    """A line said at two places of a game, one with a question open; what is accepted is written and read back the
    same."""
    for game in (opening(), opening().at(opening().version - 1).at(3)):
        _say(game, data)


def _say(game: Game[Any], data: bytes) -> None:
    line = split(as_text(data), game.rules.sides)
    if line is None:
        return
    try:
        outcome = speak(game, line)
    except Trouble:
        return
    if not outcome.entries:
        return
    before: Game[Any] = Game(game.rules, game.id)
    before.follow(game.entries)
    again = split(Writer(before).line(outcome.entries), game.rules.sides)
    assert again is not None
    assert speak(game, again).facts == outcome.facts


def read_diary_file(data: bytes) -> None:
    """A `.diary`, played; what is accepted is written and read back the same."""
    game = diary_file.play(diary_file.read(as_text(data), "x.diary", find_pack))
    text = diary_file.write(game, find_pack)
    again = diary_file.play(diary_file.read(text, "y.diary", find_pack))
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    for append in appends(game.entries):
        assert append[-1].ends


def read_export(data: bytes) -> None:
    """A JSONL export, verified; whatever verifies can be folded, and looked at."""
    received = read_jsonl(iter(data.split(b"\n")), "x.jsonl")
    assert received.sealed


def read_a_pack(data: bytes) -> None:
    """A pack; what is accepted is written and read back the same, and a game can begin with it."""
    rules = load("iwo")
    pack = read_pack(as_text(data), rules, "x.toml")
    assert read_pack(write_pack(pack), rules, "y.toml").digest == pack.digest
    game: Game[Any] = Game(rules)
    game.follow(
        game.begin(
            GameBegan(system="iwo", title="t", pack=pack.name, charts=pack.charts, complete=pack.complete)
        ).entries
    )
    assert game.state.began or game.state.units is not None


def read_case(data: bytes) -> None:
    """A case file, run."""
    found = load_toml(as_text(data), "x.toml")
    for case in cases.read_case(found, ROOT / "tests/cases/iwo/x.toml"):
        try:
            cases.run(case)
        except cases.Failed:
            continue


READERS: dict[str, Callable[[bytes], None]] = {
    "line": read_line,
    "tarawa line": read_tarawa_line,
    "diary": read_diary_file, "export": read_export, "pack": read_a_pack, "case": read_case,
}  # fmt: skip


@cache
def material(reader: str) -> tuple[bytes, ...]:
    """Real things each reader reads, to be damaged."""
    return tuple(_material(reader))


def _material(reader: str) -> Iterator[bytes]:
    if reader == "line":
        yield from (line.encode() for line in LINES)
    elif reader == "tarawa line":
        yield from (line.encode() for line in TARAWA)
    elif reader == "diary":
        lines = (ROOT / "replays/iwo/first-landing.diary").read_text().splitlines()
        yield ("\n".join(lines[:60]) + "\n").encode()
    elif reader == "pack":
        for path in ("domain/iwo/packs/sample.toml", "tests/cases/iwo/fixture.toml"):
            yield (ROOT / path).read_bytes()[:2500].rpartition(b"\n[")[0]
    elif reader == "case":
        for path in sorted((ROOT / "tests/cases/iwo").glob("IWO-V-*.toml"))[:12]:
            yield path.read_bytes()
    else:
        import tempfile

        with tempfile.TemporaryDirectory() as folder, Diary(Path(folder) / "d.db", "Ann") as diary:
            game = diary.store("g", opening())
            yield "\n".join(write_jsonl(diary, game.id)).encode()
            yield "\n".join(write_jsonl(diary, game.id, "us")).encode()
