"""How a game without rules begins: what is said of it, what is refused, and what it hands on to the next one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from domain.free.charts import GameRow
from domain.free.learned import charts_learned
from domain.free.setting import rules_for
from domain.kernel.errors import BadInput
from domain.kernel.facts import Conceded, GameEnded
from projections.areamap import area_svg
from projections.shown import shown
from recording.completion import candidates
from recording.paper_words import paper_words
from replays.positions import position_lines
from tests.free.table import begun, recorder


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--diary", str(folder / "diary.db"), *words])
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (GameRow(sides=tuple(f"S{n}" for n in range(13))), "1 to 12 sides"),
        (GameRow(sides=()), "1 to 12 sides"),
        (GameRow(sides=("German", "german")), "two sides are called"),
        (GameRow(sides=("Next", "Soviet")), "cannot be called Next"),
        (GameRow(sides=("A", "B"), phases=("Move", "move")), "two phases are called"),
        (GameRow(sides=("A", "B"), phases=("next",)), "cannot be called next"),
    ],
)
def test_what_no_line_could_say_is_refused(row: GameRow, says: str) -> None:
    """FREE 1: sides and phases have names of their own, which are no verbs."""
    with pytest.raises(BadInput) as error:
        rules_for("Drive", row)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--game", "Drive"), "--sides says which sides there are"),
        (("--game", "Drive", "--sides", "German,Note"), "cannot be called Note"),
        (("--system", "iwo", "--game", "Drive"), "the rules of iwo are known"),
        (("--sides", "A,B"), "--system names a game"),
        (("--game", "Drive", "--sides", "A,B", "--hides", "C"), "C hides something and is no side"),
        (("--system", "iwo", "--hides", "us"), "--hides is said with --game"),
        ((), "--system names a game"),
    ],
)
def test_a_beginning_that_cannot_be_is_refused_in_one_line(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    code, told = run(tmp_path, "new", "tonight", *words)
    assert (code, says in told) == (2, True), told
    assert "Traceback" not in told


def test_an_evening_at_the_command_line(tmp_path: Path) -> None:
    """Given a title and its sides, when lines are said, then it is shown, told and audited, and the next one begins
    with what it has learned."""
    assert run(tmp_path, "new", "tonight", "--game", "Drive", "--sides", "German,Soviet")[0] == 0
    for line in ("German: 3Pz at Bonn", "soviet: 16A at Bonn", "it's raining; open fire!", "3Pz roll 65: 16A -1", "n"):
        code, told = run(tmp_path, "declare", "tonight", line)
        assert code == 0, told
    assert "turn 2" in run(tmp_path, "show", "tonight")[1]
    assert "it's raining; open fire!" in run(tmp_path, "log", "tonight")[1]
    assert "16A" in run(tmp_path, "why", "tonight", "16A")[1]
    assert "differs" not in run(tmp_path, "audit", "tonight")[1]
    code, pack = run(tmp_path, "pack", "export", "tonight")
    assert code == 0
    assert "[pieces." in pack
    assert "[places." in pack
    (tmp_path / "drive.toml").write_text(pack.partition("\nwardiary")[0], encoding="utf-8")
    assert run(tmp_path, "new", "again", "--like", "tonight")[0] == 0
    assert run(tmp_path, "new", "third", "--system", "free", "--pack", str(tmp_path / "drive.toml"))[0] == 0
    assert run(tmp_path, "declare", "third", "3Pz > Bonn")[1].count("what is") == 0


def test_undo_at_the_command_line_is_no_line_of_paper(tmp_path: Path) -> None:
    """Given `undo` alone, when it is declared, then it is refused with what to type, and a sentence of it is kept."""
    run(tmp_path, "new", "tonight", "--game", "Drive", "--sides", "German,Soviet")
    code, told = run(tmp_path, "declare", "tonight", "undo")
    assert (code, "`takeback` takes the last line back" in told) == (2, True)
    (tmp_path / "lines.txt").write_text("they dig in\nundo\n", encoding="utf-8")
    code, told = run(tmp_path, "play", "tonight", str(tmp_path / "lines.txt"))
    assert (code, "lines.txt:2: `undo`" in told.replace("\n", "")) == (2, True), told
    assert run(tmp_path, "declare", "tonight", "undo the knots, they march")[0] == 0
    assert run(tmp_path, "declare", "tonight", "takeback")[0] == 0
    assert "knots, they march  (taken back)" in run(tmp_path, "log", "tonight")[1]


def test_lines_of_a_file_are_typed_on_as_at_the_prompt(tmp_path: Path) -> None:
    """FREE 3: given a name nobody knows in a file of lines, when `n` follows, then the turn ends and the name stays a
    word."""
    run(tmp_path, "new", "tonight", "--game", "Drive", "--sides", "German,Soviet")
    (tmp_path / "lines.txt").write_text("robber > Bonn\nn\nthey dig in\ntakeback\n", encoding="utf-8")
    code, told = run(tmp_path, "play", "tonight", str(tmp_path / "lines.txt"))
    assert (code, "robber is a word" in told, "turn 2" in told) == (0, True, True), told


def test_what_was_learned_is_a_pack_of_four_charts() -> None:
    game = begun()
    at = recorder(game)
    for line in ("German: 3Pz at Bonn", "german wood =2", "4 inf at Bonn", "soviet"):
        at.hear(line)
    charts = charts_learned(game.state)
    assert list(charts) == ["game", "pieces", "places", "counts"]
    assert charts["pieces"] == {"3Pz": {"side": "German"}, "inf": {"side": "Soviet", "several": True}}
    assert charts["counts"] == {"wood": {}}


def test_a_game_begins_from_the_position_of_another() -> None:
    """Given an evening, when another begins from its position, then what stands there is known, by its name."""
    game, other = begun(), begun()
    at, begins = recorder(game), recorder(other)
    for line in (
        "German: 3Pz at Bonn =4",
        "soviet: Old_Guard =2 at Hill_5.1",
        "german oil +2",
        "German +1",
        "Bonn =Soviet",
    ):
        at.hear(line)
    for line in position_lines(game):
        begins.say(line)
    assert list(position_lines(other)) == list(position_lines(game))
    begins.hear("Old Guard -1, german oil +1, 3Pz > Hill 5.1")
    assert (other.waits, other.state.units["Old Guard"].steps, other.state.tracks["german oil"]) == (None, 1, 3)


def test_of_three_sides_the_last_one_left_has_won() -> None:
    """FREE 8: given three sides, when two concede, then the third has won, and not before."""
    game = begun(("Ann", "Bob", "Carol"))
    at = recorder(game)
    at.hear("concede bob")
    assert game.state.result is None
    with pytest.raises(BadInput):
        at.hear("concede bob")
    at.hear("concede ann")
    assert [type(entry.fact) for entry in game.entries[-2:]] == [Conceded, GameEnded]
    assert game.state.result is not None
    assert game.state.result.winner == "carol"


def test_each_of_five_sides_has_a_shape_of_its_own() -> None:
    """Given a piece of each of five sides in one place, when the map is drawn, then no two edges are alike."""
    game = begun(("Ann", "Bob", "Carol", "Dan", "Eve"))
    at = recorder(game)
    for side in game.rules.sides:
        at.hear(f"{side}: {side[0]}1 at Bonn")
    scene = shown("free").scene(game.seen_by("umpire"))
    assert scene is not None
    drawn = area_svg(scene)
    for side in ("Ann", "Bob", "Carol", "Dan", "Eve"):
        assert f"{side} unit" in drawn
    assert "<script" not in drawn


def test_no_name_of_a_table_commands_a_page() -> None:
    """Given names with what pages read as tags, when they are drawn, then they stand there as letters."""
    game = begun(("German", "Soviet"))
    recorder(game).hear("German: <b>3Pz</b> at <script>1")
    scene = shown("free").scene(game.seen_by("umpire"))
    assert scene is None or "<script" not in area_svg(scene)


def test_a_line_is_offered_the_names_of_the_last_lines_first() -> None:
    """Given lines with names, when a page or Tab asks what the next may be written with, then it hears of those, latest
    first, and of the dice and marks."""
    game = begun(dice="d10")
    at = recorder(game)
    for line in ("German: 3Pz at Bonn", "soviet: 16A at Hill_55", "3Pz > Fulda"):
        at.hear(line)
    words = paper_words(game.seen_by(""))
    assert words is not None
    assert words.last == ("3Pz", "Fulda", "16A", "Hill 55", "Bonn")
    assert words.plain()["names"]["place"] == ["Bonn", "Hill 55", "Fulda"]
    assert words.dice == (*"123456789", "10")
    assert list(candidates(game, "", ["3Pz", ">"], "h")) == ["Hill_55"]
