"""Every limit is tried: as much passes, one more is refused in a line. docs/limits.md says the same numbers."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from click.testing import CliRunner
from PIL import Image

from cli.main import main
from cli.photographs import _moderate, is_picture
from cli.report_file import read_report_file
from cli.reporting import _title
from domain.free.cutting import die_in
from domain.games import load
from domain.kernel import aside_facts, limits
from domain.kernel.entries import SPECTATOR
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    Change,
    ChartRead,
    Conceded,
    Decided,
    Fact,
    GameBegan,
    Irregular,
    Noted,
    Photographed,
    Points,
    Rolled,
    RulingMade,
    Track,
)
from domain.kernel.game import Game
from domain.kernel.hexes import Grid
from domain.kernel.packs import examine, read_pack
from domain.kernel.questions import Number, Roll, Some
from domain.kernel.state import check_row
from domain.kernel.strict import strict_json, strict_toml, whole
from domain.record.diary import Diary
from projections.report.blurb import read_blurb
from projections.report.preview import page_address
from recording.photos import photo_digest
from replays import diary_file, interchange, library
from replays.dictated import read_dictated
from replays.interchange import read_jsonl
from replays.notation import speak, split
from tests.bad_input.readers import ROOT, find_pack, material, opening
from tests.record.stranger import untriggered
from tests.web.asking import HOST, ask, echo
from tests.web.seating import seats_of
from web.door import Door, Streams
from web.seats import Seats, WrongCode

HEADER = material("diary")[0].decode().partition("\n\n")[0]
PACK = 'system = "iwo"\nname = "x"\n'


def line(text: str) -> None:
    game = opening()
    said = split(text, game.rules.sides)
    assert said is not None
    speak(game, said)


def begun(**fields: Any) -> None:
    rules = load("iwo")
    Game(rules).begin(GameBegan(**{"system": "iwo", "title": "t", **fields}))


def exported(which: int, size: int) -> None:
    """An export one of whose lines is blown up with blanks."""
    lines = material("export")[0].split(b"\n")
    lines[which] = b" " * (size - len(lines[which])) + lines[which]
    read_jsonl(lines, "x.jsonl")


def sized(folder: Path, size: int, start: bytes = b"") -> Path:
    """A file of so many bytes, most of them a hole."""
    path = folder / "file"
    path.write_bytes(start)
    with path.open("r+b") as file:
        file.truncate(size)
    return path


def picture(shown: bool) -> None:
    if not shown:
        raise BadInput("not shown")


def pixels(how_many: int, kind: str, **how: Any) -> None:
    """A picture whose header says so many pixels; its data are those of a small one."""
    data = io.BytesIO()
    Image.new("RGB", (8, 8)).save(data, kind, **how)
    high = next(n for n in (10_000, 2_500, 1) if how_many % n == 0)
    wide = how_many // high
    changed = bytearray(data.getvalue())
    if kind == "JPEG":
        at = changed.index(b"\xff\xc2" if how else b"\xff\xc0")
        changed[at + 5 : at + 9] = struct.pack(">HH", high, wide)
    else:
        changed[16:24] = struct.pack(">II", wide, high)
        changed[29:33] = struct.pack(">I", crc32(changed[12:29]))
    Image.MAX_IMAGE_PIXELS, before = None, Image.MAX_IMAGE_PIXELS
    try:
        with Image.open(io.BytesIO(changed)) as opened:
            assert opened.width * opened.height == how_many
            picture(_moderate(opened))
    finally:
        Image.MAX_IMAGE_PIXELS = before


def row(**fields: Any) -> None:
    check_row(load("iwo").printed.charts["areas"], {"bdv": 1, **fields})


def chart(rows: int, name: int = 1) -> None:
    text = PACK + "".join(f'[areas."{n:0{name}}"]\nbdv = 1\n' for n in range(rows))
    for read in (read_pack, examine):
        read(text, load("iwo"), "x.toml")


def usual_die(text: str) -> None:
    if die_in(text) is None:
        raise BadInput(f"there is no die {text}")


def holding(fact: Fact) -> Game[Any]:
    """A game begun, with a fact that nobody typed."""
    game: Game[Any] = Game(load("iwo"))
    game.follow(game.begin(GameBegan(system="iwo", title="t")).entries)
    game.follow(game.beside(fact).entries)
    return game


def taken_in(folder: Path, fact: Fact) -> None:
    """The same as a stranger's `.jsonl` brings it in."""
    game = holding(fact)
    with Diary(folder / "d.db") as diary:
        diary.store("evening", game)
        text = list(interchange.write_jsonl(diary, "evening"))
    read_jsonl(text, "x.jsonl")


REASONS = (
    (Adjourned(), "why"),
    (Conceded(side="us"), "why"),
    (Irregular(why="so", as_played="x"), "as_played"),
    (Photographed(file="a.jpg", digest="a" * 64, caption="x"), "caption"),
    (RulingMade(reading="R-02", choice="per-unit"), "why"),
    (Adjusted(changes=(Change(path=("vp_us",), now=1),), why="so"), "why"),
)


def let_in(door: Door, body: Iterable[bytes] = (b"",), said: int | None = None) -> None:
    answer = ask(door, "POST", body=body, said=said)
    if answer.status != 200:
        raise BadInput(answer.body.strip())


def requests(many: int) -> None:
    door = Door(echo, [HOST], "http", clock=lambda: 7.0)
    for _ in range(many):
        let_in(door)


def seated(folder: Path, audience: str, many: int) -> None:
    seats = Seats(seats_of(folder / "seats", "g", audience, many - 1))
    seats.join(seats.code("g", audience))


def wrong_codes(folder: Path, many: int) -> None:
    seats = Seats(folder / "seats")
    for _ in range(many):
        with suppress(WrongCode):
            seats.join("")


def streams(many: int, phone: Callable[[int], str]) -> None:
    open_ones = Streams()
    with ExitStack() as stack:
        for number in range(many):
            stack.enter_context(open_ones.one_more(phone(number)))


class Limit(NamedTuple):
    """A limit as the page has it, the number it is, and ways to try it: each takes how much, and a folder of its
    own."""

    what: str
    most: int
    unit: str
    tries: tuple[Callable[[int, Path], Any], ...]
    step: int = 1


LIMITS = (
    Limit(
        "a line of a game, of a text that is played, of a `.diary`",
        limits.LINE,
        "characters",
        (
            lambda n, _: split("#" + "x" * (n - 1)),
            lambda n, _: list(library.bounded_lines(io.StringIO("x" * n + "\n#\n"), "x")),
            lambda n, _: diary_file.read(f"{HEADER}\n\n{'x' * n}\n", "x.diary", find_pack),
        ),
    ),
    Limit(
        "lines of a text that is played, or of a `.diary`",
        limits.LINES,
        "",
        (
            lambda n, _: list(library.bounded_lines(io.StringIO("#\n" * n), "x")),
            lambda n, _: diary_file.read(HEADER + "\n\n" + "#\n" * (n - HEADER.count("\n") - 2), "x.diary", find_pack),
        ),
    ),
    Limit("a `.diary`", limits.TEXT, "bytes", (lambda n, folder: library.read_text(sized(folder, n)),)),
    Limit(
        "a `.jsonl`", limits.EXPORT, "bytes", (lambda n, folder: library.check_file(sized(folder, n), limits.EXPORT),)
    ),
    Limit("a line of a `.jsonl`", limits.LINE, "bytes", (lambda n, _: exported(5, n),)),
    Limit(
        "a line of a `.jsonl` that holds a game's beginning, with its pack",
        limits.BEGINNING,
        "bytes",
        (lambda n, _: exported(1, n),),
    ),
    Limit(
        "entries of a game",
        limits.ENTRIES,
        "",
        (lambda n, _: at_version(n - 1).beside(aside_facts.note(opening(), "the last")),),
    ),
    Limit("how deep JSON is nested", limits.DEEP, "", (lambda n, _: strict_json(b"[" * n + b"]" * n),)),
    Limit(
        "digits of a number",
        limits.DIGITS,
        "",
        (
            lambda n, _: whole("9" * n),
            lambda n, _: strict_json(b"9" * n),
            lambda n, _: strict_toml("x = " + "9" * n),
        ),
    ),
    Limit(
        "what is counted on counters, maps and tracks; a rating",
        limits.COUNT,
        "",
        (
            lambda n, _: line(f'adjust INF1 steps={n} "so" !"so"'),
            lambda n, _: line(f'adjust Green caves={n} "so" !"so"'),
            lambda n, _: row(bdv=n),
            lambda n, _: Number(name="n", by="jp", rule="", words="").read(str(n)),
        ),
    ),
    Limit(
        "victory points, above nothing or below",
        limits.SCORE,
        "",
        (
            lambda n, folder: taken_in(folder, Noted(text="x", points=(Points(side="us", amount=n),))),
            lambda n, folder: taken_in(folder, Noted(text="x", points=(Points(side="us", amount=-n),))),
            lambda n, _: line(f'adjust vp_us={n} "so"'),
            lambda n, _: line(f'adjust vp_us=-{n} "so"'),
        ),
    ),
    Limit(
        "dice of one roll",
        limits.DICE,
        "",
        (
            lambda n, folder: taken_in(folder, Rolled(name="dice", side="us", dice=(1,) * n)),
            lambda n, _: Roll(name="dice", by="us", rule="", words="the dice", count=n),
        ),
    ),
    Limit(
        "faces of a die",
        limits.FACES,
        "",
        (
            lambda n, folder: taken_in(folder, Rolled(name="dice", side="us", dice=(1,), sides=n)),
            lambda n, _: usual_die(f"d{n}"),
        ),
    ),
    Limit(
        "values of one answer, or set by one line",
        limits.LIST,
        "",
        (
            lambda n, _: Some(name="row", by="us", rule="", words="", options=("A",)).read(",".join("A" * n)),
            lambda n, _: line("adjust " + ",".join(["INF1"] * n) + ' steps=1 "so"'),
            lambda n, folder: taken_in(folder, Decided(name="row", side="us", value=["INF1"] * n)),
            lambda n, folder: taken_in(folder, Adjusted(changes=(Change(path=("vp_us",), now=1),) * n, why="so")),
        ),
    ),
    Limit(
        "the name of a game or player, a title",
        limits.NAME,
        "characters",
        (
            lambda n, _: begun(title="x" * n),
            lambda n, _: begun(players={"us": "x" * n}),
            lambda n, folder: named(folder, "x" * n),
            lambda n, _: diary_file.read(
                re.sub("title: .*", "title: " + "x" * n, HEADER) + "\n\n", "x.diary", find_pack
            ),
        ),
    ),
    Limit(
        "a note",
        limits.NOTE,
        "characters",
        (
            lambda n, _: line(f"note {'x' * n}"),
            lambda n, folder: taken_in(folder, Noted(text="x" * n)),
            lambda n, folder: taken_in(
                folder, Noted(text="x", tracks=(Track(name="x" * n, was=1, now=2),))
            ),  # and any text that is not typed
        ),
    ),
    Limit(
        "a reason, a caption",
        limits.REASON,
        "characters",
        (
            lambda n, _: line(f'adjust INF1 steps=1 "{"x" * n}"'),
            lambda n, _: line(f"photo a.jpg {'a' * 64} {'x' * n}"),
            lambda n, _: line(f'takeback "{"x" * n}"'),
            lambda n, _: line(f"adjourn {'x' * n}"),
            lambda n, _: line(f"concede us {'x' * n}"),
            lambda n, _: line(f"ruling R-02 per-unit {'x' * n}"),
            *(
                lambda n, folder, fact=fact, field=field: taken_in(folder, fact.but(**{field: "x" * n}))
                for fact, field in REASONS
            ),
        ),
    ),
    Limit(
        "the file name of a photograph",
        limits.FILE_NAME,
        "characters",
        (
            lambda n, _: line(f"photo {'x' * n} {'a' * 64}"),
            lambda n, folder: taken_in(folder, Photographed(file="x" * n, digest="a" * 64)),
        ),
    ),
    Limit(
        "a photograph that is recorded", limits.PHOTOGRAPH, "bytes", (lambda n, folder: photo_digest(sized(folder, n)),)
    ),
    Limit(
        "a photograph that a report shows",
        limits.PICTURE,
        "bytes",
        (lambda n, folder: picture(is_picture(sized(folder, n, small()))),),
    ),
    Limit("its pixels, as a JPEG out of a camera", limits.PIXELS, "", (lambda n, _: pixels(n, "JPEG"),), 10_000),
    Limit(
        "its pixels, as a progressive JPEG",
        limits.PIXELS_PROGRESSIVE,
        "",
        (lambda n, _: pixels(n, "JPEG", progressive=True),),
        10_000,
    ),
    Limit("its pixels, as a PNG, WebP, GIF, TIFF or BMP", limits.PIXELS_AT_ONCE, "", (lambda n, _: pixels(n, "PNG"),)),
    Limit(
        "the title of a report",
        limits.TITLE,
        "characters",
        (
            lambda n, _: _title("x" * n, "--title"),
            lambda n, folder: wanted(folder, f"title = '{'x' * n}'"),
        ),
    ),
    Limit(
        "the Markdown before a report",
        limits.BLURB,
        "characters",
        (lambda n, _: read_blurb("x" * n, "x.md"), lambda n, folder: wanted(folder, f"blurb = '{'x' * n}'")),
    ),
    Limit(
        "lists, their items, quotes, links and emphasis in it, in each other",
        limits.BLURB_DEEP,
        "",
        (
            lambda n, _: read_blurb(">" * (n - 1) + " x", "x.md"),  # the words are a paragraph in it
            lambda n, _: read_blurb(">" * (n - 2) + " *x*", "x.md"),
        ),
    ),
    Limit(
        "the address of a report's page",
        limits.ADDRESS,
        "characters",
        (lambda n, _: page_address("https://example.org/".ljust(n, "x")),),
    ),
    Limit(
        "what a phone sends at once, photographs aside",
        limits.TAP,
        "bytes",
        (
            lambda n, _: let_in(Door(echo, [HOST], "http"), [b"x" * n], said=n),
            lambda n, _: let_in(Door(echo, [HOST], "http"), [b"x"] * 2 + [b"x" * (n - 2)]),
        ),
    ),
    Limit(
        "phones of the sides at one table",
        limits.PHONES,
        "",
        (lambda n, folder: seated(folder, "us", n), lambda n, folder: seated(folder, "", n)),
    ),
    Limit(
        "phones of spectators at one table",
        limits.SPECTATORS,
        "",
        (lambda n, folder: seated(folder, SPECTATOR, n),),
    ),
    Limit("pages that one laptop tells at once what happens", limits.STREAMS, "", (lambda n, _: streams(n, str),)),
    Limit("pages of one phone among them", limits.PAGES, "", (lambda n, _: streams(n, lambda _: "us-1"),)),
    Limit(
        "wrong codes in a minute, after which nobody joins for a minute",
        limits.TRIES,
        "",
        (lambda n, folder: wrong_codes(folder, n),),
    ),
    Limit(
        "requests of one phone at once, of which half come back each second",
        limits.BURST,
        "",
        (lambda n, _: requests(n),),
    ),
    Limit(
        "a pack, a case, a table of a pack, `report.toml`",
        limits.TOML,
        "bytes",
        (
            lambda n, folder: wanted(folder, "#".ljust(n - len("[x]\n"), "x")),
            lambda n, folder: library.pack("iwo", str(filled(folder / "x.toml", PACK, n))),
            lambda n, folder: list(cases_in(filled(folder / "x.toml", "", n))),
            lambda n, folder: tables_in(filled(folder / "areas.csv", "area,bdv\nGreen,1\n", n)),
            lambda n, _: strict_toml("#" * n),
        ),
    ),
    Limit(
        "parts of a key in TOML",
        limits.KEYS,
        "",
        (
            lambda n, _: strict_toml(".".join("a" * n) + " = 1"),
            lambda n, _: strict_toml("[" + " . ".join(['"a b"'] * n) + "]"),
            lambda n, _: strict_toml("x = [{" + ".".join("a" * n) + " = 1}]"),
        ),
    ),
    Limit(
        "rows of a chart",
        limits.ROWS,
        "",
        (
            lambda n, _: chart(n),
            lambda n, folder: tables_in(
                written(folder / "areas.csv", "area,bdv\n" + "".join(f"a{each},1\n" for each in range(n)))
            ),
            lambda n, _: diary_file.read(
                re.sub("pack: .*", "\n".join(f'row areas: {each} {{"bdv": 1}}' for each in range(n)), HEADER) + "\n\n",
                "x.diary",
                find_pack,
            ),
        ),
    ),
    Limit(
        "the name of a row, a text in it",
        limits.NAME,
        "characters",
        (
            lambda n, _: chart(1, n),
            lambda n, _: row(name="x" * n),
            lambda n, folder: taken_in(folder, ChartRead(chart="areas", row="x" * n, says={"bdv": 1})),
        ),
    ),
    Limit(
        "rows that the lines of a pack name, counted each time",
        limits.NAMED,
        "",
        (lambda n, _: in_lines("A1..1000 us\n" * (n // 1_000) + f"A1..{n % 1_000} us\n" * (n % 1_000 > 0)),),
    ),
    Limit("mistakes in the lines of a pack, named at once", limits.MISTAKES, "", (lambda n, _: mistaken(n),)),
    Limit(
        "values of a list in a row, hexes its runs come to",
        limits.LIST,
        "",
        (
            lambda n, _: row(adjacent=["x"] * n),
            lambda n, _: Grid(shifted="even").expand(["0101-0110"] * (n // 10) + ["0101"] * (n % 10)),
        ),
    ),
)


def in_lines(text: str) -> None:
    read_dictated(f"pack iwo x\nunits\n{text}", load("iwo"), "x.txt")


def mistaken(count: int) -> None:
    """Raises BadInput unless each of so many mistakes is named."""
    with pytest.raises(BadInput) as told:
        in_lines("".join(f"A{each} nonsense{each}\n" for each in range(count)))
    if len(set(re.findall(r"nonsense\d+", str(told.value)))) < count:
        raise BadInput(f"{count} mistakes are more than are named")


def at_version(version: int) -> Game[Any]:
    game = opening().trial()
    game.version = version
    return game


def named(folder: Path, name: str) -> None:
    with Diary(folder / "d.db") as diary:
        diary.new("iwo", name, GameBegan(system="iwo", title="t"))


def wanted(folder: Path, words: str) -> None:
    """What `report.toml` says of a game is read as the command reads it."""
    written(folder / "report.toml", f"[x]\n{words}")
    told = read_report_file(folder / "d.db", "x", ["x"])
    _title(told.title, told.where)
    read_blurb(told.blurb, told.where)


def small() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (8, 8)).save(data, "JPEG")
    return data.getvalue()


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def filled(path: Path, text: str, size: int) -> Path:
    """A file that begins so, and is filled up with lines that say nothing."""
    lines, rest = divmod(size - len(text), 1_000)
    return written(path, text + ("#" * 999 + "\n") * lines + "#" * rest)


def cases_in(path: Path) -> Any:
    from tests.acceptance.cases import find_cases

    return find_cases(path.parent)


def tables_in(path: Path) -> None:
    from replays.pack_tables import read_tables

    read_tables(load("iwo"), path.parent)


@pytest.mark.parametrize("limit", LIMITS, ids=[limit.what for limit in LIMITS])
def test_as_much_passes_and_more_is_refused(limit: Limit, tmp_path: Path) -> None:
    for at, attempt in enumerate(limit.tries):
        within, beyond = tmp_path / f"{at}-within", tmp_path / f"{at}-beyond"
        within.mkdir()
        beyond.mkdir()
        attempt(limit.most, within)
        with pytest.raises((Trouble, ValueError)) as told:
            attempt(limit.most + limit.step, beyond)
        said = str(told.value)
        assert said
        assert "\n" not in said.partition("\n  ")[0], "one line, below which the line at fault may stand"
        assert len(said) < 1_500


def test_the_page_says_the_numbers_that_hold() -> None:
    page = (ROOT / "docs/limits.md").read_text()
    rows = re.findall(r"^\| (.+?) \| (\d+)(?: (\w+))? \|$", page, re.MULTILINE)
    assert rows == [(limit.what, str(limit.most), limit.unit) for limit in LIMITS]


def test_every_limit_is_on_the_page() -> None:
    numbers = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
    assert len(numbers) > 20
    assert set(numbers.values()) == {limit.most for limit in LIMITS}


def test_an_export_of_more_entries_than_a_game_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = material("export")[0].split(b"\n")
    monkeypatch.setattr(interchange, "ENTRIES", len(lines) - 1)
    read_jsonl(lines, "x.jsonl")
    monkeypatch.setattr(interchange, "ENTRIES", len(lines) - 2)
    with pytest.raises(BadInput, match="a game has at most"):
        read_jsonl(lines, "x.jsonl")
    with pytest.raises(BadInput, match="a game has at most"):
        read_jsonl([*lines[:2], *[b""] * 1_000], "x.jsonl")


def test_an_entry_beyond_a_limit_is_refused_with_its_line_and_opens_all_the_same(tmp_path: Path) -> None:
    """Given a diary of old with a note of 60,000 signs, then it opens, and its export is refused by line and limit."""
    game = holding(Noted(text="x" * 60_000))
    with Diary(tmp_path / "d.db") as diary:
        stored = diary.store("evening", game)
        assert diary.open(stored.id).state == game.state
        text = list(interchange.write_jsonl(diary, "evening"))
    with pytest.raises(
        BadInput, match=rf"x.jsonl:{len(text)}: noted: text: a note has at most 4000 characters, this one 60000"
    ):
        read_jsonl(text, "x.jsonl")


@pytest.mark.parametrize(
    ("dice", "sides"), [((999_999_999,), 6), ((0,), 6), ((1, 7), 6), ((1,), 0), ((1,), 999_999_999)]
)
def test_dice_that_no_die_shows_are_not_taken_in(tmp_path: Path, dice: tuple[int, ...], sides: int) -> None:
    with pytest.raises(BadInput, match=r"x.jsonl:\d+: rolled: (dice of \d+ faces show|sides is 1 to)"):
        taken_in(tmp_path, Rolled(name="dice", side="us", dice=dice, sides=sides))


@pytest.mark.parametrize("system", ["iwo", "iph", "ddat", "reef", "betio", "os:system"])
def test_a_game_never_begun_or_of_no_system_is_shown_without_a_fault(tmp_path: Path, system: str) -> None:
    """Given a stranger's diary with a game that has one note and no beginning, then whatever looks at it says
    something, and no fault."""
    game: Game[Any] = Game(load(system if system.isalpha() else "iwo"))
    game.follow(game.beside(Noted(text="x")).entries)
    with Diary(tmp_path / "d.db") as diary:
        diary.store("never", game)
    with untriggered(tmp_path / "d.db") as raw:
        raw.execute("UPDATE games SET system=?", (system,))
    looks = ("show", "show --map", "show --as us", "log", "position", "table timeline", f"report -o {tmp_path}/r.html")
    for words in map(str.split, looks):
        said = CliRunner().invoke(main, ["--diary", str(tmp_path / "d.db"), words[0], "never", *words[1:]])
        assert said.exit_code in (0, 2), words
        assert "fault of its own" not in said.output, words
