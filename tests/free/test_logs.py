"""Logs that other programs left, read by templates: what fits none stands as it is, and nothing is lost."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from domain.free.facts import LineSaid
from domain.kernel.errors import BadInput
from replays.log_templates import read_shapes
from replays.logs import play_log, play_sheet, shape_of
from replays.sheets import columns_said, read_sheet
from replays.vassal import chat_of
from tests.free.fuzzed import SHAPES, read


def a_log(lines: int, seed: int) -> list[str]:
    """An invented log in three shapes, and lines of none."""
    chance, score, held = Random(seed), {"German": 0, "Soviet": 0}, dict[tuple[str, str], int]()
    found: list[str] = []
    while len(found) < lines:
        side, place = chance.choice(("German", "Soviet")), chance.choice(("Bonn", "East Bonn", "St. Lo (north)"))
        match chance.randrange(4):
            case 0:
                n = chance.randint(1, 4)
                held[side, place] = held.get((side, place), 0) + n
                found.append(
                    f"{side} +{n} in {place} [{held.get(('German', place), 0)}][{held.get(('Soviet', place), 0)}]"
                )
            case 1:
                found.append(f"{side} moves {chance.randint(1, 9)}Pz to {chance.choice(('Mainz', 'West Mainz'))}.")
            case 2:
                score[side] += (n := chance.randint(1, 3))
                found.append(f"{side} gains {n} VP ({score[side]})")
            case _:
                found.append(f'Die roll: {chance.randint(1, 6)} -- "German -2" says ”Bob” > Mainz =4')
    return found


def test_a_log_in_three_shapes_is_read_whole_and_its_totals_hold() -> None:
    """Given an invented log, when it is played, then each line is there, every total agrees, and what fits no template
    changes nothing."""
    log = a_log(100, 1)
    played = play_log(log, read_shapes(SHAPES, "shapes"), "evening")
    assert (played.lines, played.refused, played.gaps) == (100, 0, [])
    assert played.fitted == sum(not line.startswith("Die roll") for line in log)
    assert list(played.shapes) == [shape_of('Die roll: 1 -- "German -2" says ”Bob” > Mainz =4')]
    score = {side: [line for line in log if line.startswith(f"{side} gains")] for side in ("German", "Soviet")}
    for side, lines in score.items():
        assert played.game.state.points[side.casefold()] == int(lines[-1].rpartition("(")[2].rstrip(")"))
    assert "East Bonn" in played.game.state.names
    assert played.game.state.names["West Mainz"].kind == "place"


def test_a_total_that_disagrees_is_named_with_its_entry() -> None:
    played = play_log(["German gains 2 VP (2)", "German gains 2 VP (5)"], read_shapes(SHAPES, "shapes"), "evening")
    (gap,) = played.gaps
    assert "5" in gap.words
    assert gap.entry <= played.game.version


def test_the_logs_undo_takes_the_last_line_back() -> None:
    played = play_log(["German gains 2 VP (2)", "UNDO last"], read_shapes(SHAPES, "shapes"), "evening")
    assert played.game.state.points == {}


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('like = "no hole"\nsays = "x"', "1 to 8 holes"),
        ('like = "{a}{b}"\nsays = "{a}"', "side by side"),
        (f'like = "{" ".join("{" + c + "}" for c in "abcdefghi")}"\nsays = "x"', "1 to 8 holes"),
        ('like = "{a} x"\nsays = "{b}"', "no hole {b}"),
        ('like = "{a.__class__} x"\nsays = "x"', "a hole is written"),
        ('like = "{a!r} x"\nsays = "x"', "a hole is written"),
        ('like = "{a} x"\nsays = "x"\ninclude = "y"', "has like, a text, and says"),
        ('like = "{a x"\nsays = "x"', "a hole is written"),
    ],
)
def test_a_template_that_is_none_is_refused_in_one_line_with_its_place(row: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        read_shapes(f'game = "G"\nsides = ["A", "B"]\n[[template]]\n{row}\n', "shapes.toml")
    assert str(error.value).startswith("shapes.toml: template 1")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_fuzzed_files_of_games_and_templates_are_read_or_refused_at_once() -> None:
    """Given files damaged at random, when they are read, then each is taken, or refused in a line, within a second."""
    assert 0 < sum(read(seed) for seed in range(300)) < 300


# ---- spreadsheets ----


def test_no_name_of_a_log_is_a_slip() -> None:
    """FREE 3: given names that differ by a letter, when a log has them, then each is a name of its own."""
    shapes = read_shapes(
        'game = "Drive"\nsides = ["German", "Soviet"]\n[[template]]\nlike = "{side}: {what} is now {n:number}"\n'
        'says = "{side} {what} ={n}"',
        "shapes",
    )
    log = ["German: Rommel is now 3", "German: Rommell is now 2", "Soviet: powder is now 4", "Soviet: powders is now 1"]
    state = play_log(log, shapes, "evening").game.state
    assert (state.units["Rommel"].steps, state.units["Rommell"].steps) == (3, 2)
    assert (state.tracks["soviet powder"], state.tracks["soviet powders"]) == (4, 1)


BARE = read_shapes('game = "Drive"\nsides = ["German", "Soviet"]\n', "bare")


def test_a_spreadsheet_is_read_by_its_columns() -> None:
    """Given the table of a spreadsheet, with titles, when it is played, then each row is a line in its turn, and the
    sides have the points that their columns say."""
    sheet = 'Turn;German;Soviet;What happened;by\n1;2;0;"3Pz > ""Bonn""; a draw";Ann\n1;2;3;16A dug in;\n3;;4;;x\n'
    columns = columns_said("turn,german,Soviet,words,-", BARE.sides)
    played = play_sheet(read_sheet(sheet, columns, "evening.csv"), BARE, "evening")
    assert (played.lines, played.refused, played.gaps) == (3, 0, [])
    assert (played.game.state.turn, played.game.state.points) == (3, {"german": 2, "soviet": 4})
    said = [entry.fact.text for entry in played.game.entries if isinstance(entry.fact, LineSaid)]
    assert said[:2] == ['“3Pz > "Bonn"; a draw”', "german =2"]


def test_where_templates_score_a_column_is_a_total_that_may_disagree() -> None:
    shapes = read_shapes(SHAPES, "shapes")
    rows = read_sheet("2,German gains 2 VP (2)\n5,they dig in\n", columns_said("german,words", shapes.sides), "x")
    (gap,) = play_sheet(rows, shapes, "evening").gaps
    assert "5" in gap.words


@pytest.mark.parametrize(
    ("columns", "sheet", "says"),
    [
        ("turn,who,words", "", "'who' is none of turn, words, german, soviet"),
        ("turn,german", "", "one of them is words"),
        ("words,words", "", "words stands twice"),
        ("turn,words", "1,a\nlate,b\n", "evening.csv, row 2: turn is a number, not 'late'"),
        ("turn,words", "1,a,b\n", "evening.csv, row 1: 'b' stands behind the 2 columns"),
        ("turn,words", '1,"a\n', "evening.csv is no table"),
    ],
)
def test_a_spreadsheet_that_is_none_is_refused_in_one_line(columns: str, sheet: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        [*read_sheet(sheet, columns_said(columns, BARE.sides), "evening.csv")]
    assert says in str(error.value)
    assert "\n" not in str(error.value)


# ---- Vassal ----


def vlog(folder: Path, saved: bytes | None) -> Path:
    file = folder / "evening.vlog"
    with ZipFile(file, "w") as archive:
        archive.writestr("moduledata", "x")
        if saved is not None:
            archive.writestr("savedGame", saved)
    return file


TEXT = "begin_save\x1bCHAT<Ann> - 3Pz > Bonn\x1b+/x\x1b\tCHAT* 2d6 = 8 *\x1bend_save"
PLAIN = TEXT.encode()


@pytest.mark.parametrize(
    "saved",
    [
        b"!VCSK5a" + bytes(byte ^ 0x5A for byte in PLAIN).hex().encode(),
        b"!VCSZ5a" + bytes(byte ^ 0x5A for byte in zlib.compress(PLAIN)).hex().encode(),
        b"VOBS" + bytes([0x5A]) + bytes(byte ^ 0x5A for byte in PLAIN),
    ],
)
def test_the_chat_of_a_vassal_log_is_read_in_each_of_its_forms(saved: bytes, tmp_path: Path) -> None:
    assert chat_of(vlog(tmp_path, saved)) == ["Ann> - 3Pz > Bonn", "* 2d6 = 8 *"]


@pytest.mark.parametrize("saved", [None, b"", b"!VCSK", b"!VCSKzz00", b"!VCSZ5a00", b"else"])
def test_a_file_that_is_no_log_is_refused(saved: bytes | None, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        chat_of(vlog(tmp_path, saved))
    assert "evening.vlog" in str(error.value)
    assert "\n" not in str(error.value)
