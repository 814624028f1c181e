"""Every command as a player uses it, and what it says when something is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from inspect import signature
from pathlib import Path

import click
import pytest

from cli.commands import DeclaredCommand, brief
from cli.main import main
from cli.output import clean
from domain.record.diary import Diary
from projections.shown import shown
from tests.cli.conftest import SETUP, Run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("said", ["3-6", "3..6"])
def test_the_log_shows_the_entries_that_are_asked_for(evening: Run, said: str) -> None:
    told = [json.loads(evening("log", "evening", span, "--json").stdout) for span in (said, "5", "900")]
    assert [[one["version"] for one in lines] for lines in told] == [
        [one["version"] for one in json.loads(evening("log", "evening", "--json").stdout) if 3 <= one["version"] <= 6],
        [5],
        [],
    ]


@pytest.mark.parametrize("said", ["6-3", "x", "-3", "3-", "3-4-5", "9999999999"])
def test_what_names_no_entries_is_refused(evening: Run, said: str) -> None:
    assert (
        "say one, as 350, or the first and the last, as 350-360" in evening("log", "evening", "--", said, code=2).output
    )


def test_every_command_has_help_with_an_example(run: Run) -> None:
    for name in main.commands:
        text = run(name, "--help").output
        assert "Example:" in text or name == "pack", name
        assert all(len(line) <= 80 for line in text.splitlines() if "wardiary" not in line), name
    for name in main.commands["pack"].commands:  # type: ignore[attr-defined]
        assert "Example:" in run("pack", name, "--help").output


def test_help_has_every_command_under_a_heading_and_clips_nothing(run: Run) -> None:
    said = run("--help").output.partition("Begin and record:")[2]
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("  ") and line[2] != " "]
    assert sorted(listed) == sorted(main.commands)
    assert "..." not in said
    assert "\nLook:\n  show        Where a game stands\n" in said
    assert max(map(len, said.splitlines())) <= 80


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_help_splits_no_word_on_a_narrow_screen(columns: int) -> None:
    """Given a screen of so many columns, then no help is wider, but for one path, and each word stands whole."""
    for context in contexts(main, None, columns):
        command, said = context.command, context.get_help()
        words = {word for inner in getattr(command, "commands", {}).values() for word in brief(inner).split()}
        words |= set((command.help or "").replace("\b", "").split())
        words |= {
            word
            for option in command.params
            if isinstance(option, click.Option)
            for word in (option.help or "").split()
        }
        assert words <= set(said.split()), command.name
        assert [line for line in said.splitlines() if len(line) > columns and " " in line.strip()] == [], command.name


def contexts(command: click.Command, parent: click.Context | None, columns: int) -> Iterator[click.Context]:
    context = click.Context(command, info_name=command.name, parent=parent, terminal_width=columns)
    yield context
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        yield from contexts(inner, context, columns)


def test_help_has_the_width_of_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.commands.screen_columns", lambda: 40)
    assert max(map(len, run("show", "--help").output.splitlines())) <= 40


def declared(group: click.Group) -> Iterator[DeclaredCommand]:
    for command in group.commands.values():
        if isinstance(command, click.Group):
            yield from declared(command)
        else:
            assert isinstance(command, DeclaredCommand)
            yield command


@pytest.mark.parametrize("command", list(declared(main)), ids=lambda command: str(command.does))
def test_the_function_behind_a_command_takes_what_can_be_typed(command: DeclaredCommand) -> None:
    """It is found only when the command runs."""
    desk = ["desk"] if command.at_desk else []
    assert sorted(signature(command.doing()).parameters) == sorted(
        [*desk, *(parameter.name or "" for parameter in command.params)]
    )


def test_a_game_is_begun_declared_and_looked_at(evening: Run) -> None:
    """IWO 10.3, 11.1: landing under fire, told in a sentence; the question that is open goes to stderr."""
    result = evening("declare", "evening", "land 4D-R23 Green")
    assert "? jp: defensive fire at 4D-R23 entering Green" in result.stderr
    assert "INF1" not in result.stderr  # the hidden side's options are not for the shared screen
    result = evening("declare", "evening", "fire", "INF1", "dice=56214")
    assert "4D-R23 4→3; 4D-R23 3→2" in " ".join(result.stdout.split())
    shown = evening("show", "evening").stdout
    assert "4D-R23 ●●○○" in shown
    assert "VP US 0, Japanese 2" in shown
    assert all(len(line) <= 80 for line in shown.splitlines()), max(shown.splitlines(), key=len)
    as_us = evening("show", "evening", "--as", "us").stdout
    assert "INF1" in as_us
    assert "MAR1 ●● concealed" not in as_us
    state = json.loads(evening("show", "evening", "--json").stdout)
    assert state["state"]["units"]["4D-R23"]["steps"] == 2
    before = json.loads(evening("show", "evening", "--json", "--at", "3").stdout)
    assert before["state"]["phase"] == "setup"
    assert "4D-R23 lands at Green for 2 MP [IWO 10.3]" in evening("log", "evening").stdout


def test_dice_may_be_rolled_by_the_program_and_are_marked(evening: Run) -> None:
    result = evening("declare", "evening", "--auto", "bombards Green:NAV1,AIR1")
    result = evening("declare", "evening", "--auto", "bombard Green")
    assert re.search(r"7 dice for the bombardment of Green: [1-6 ]+, generated", " ".join(result.stdout.split()))
    rows = json.loads(evening("table", "evening", "chance", "--json").stdout)["rows"]
    assert rows[0]["source"] == "generated"


def test_tables_are_printed_and_dumped(evening: Run) -> None:
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    for name in ("casualties", "points", "fire", "chance", "timeline", "declarations", "tracks"):
        text = evening("table", "evening", name).output
        assert all(len(line) <= 80 for line in text.splitlines()), name
        assert {"rows", "totals"} == json.loads(evening("table", "evening", name, "--json").stdout).keys()
    assert "steps lost" in evening("table", "evening", "casualties").stdout
    assert "MAR1" not in evening("table", "evening", "timeline", "--as", "us").stdout


def test_without_a_name_every_table_is_listed(evening: Run) -> None:
    text = evening("table", "evening").stdout
    assert all(len(line) <= 80 for line in text.splitlines())
    rows = json.loads(evening("table", "evening", "--json").stdout)["rows"]
    assert {row["table"] for row in rows} >= {"casualties", "declarations"}
    assert all(row["table"] in text and evening("table", "evening", row["table"]) for row in rows)


def test_a_line_is_taken_back_and_said_again(evening: Run) -> None:
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    evening("takeback", "evening", "--why", "cocked die")
    assert "taken back" in evening("log", "evening").stdout
    assert evening("redo", "evening", "--show").stdout.strip() == "land 4D-R23 Green 56214 fire=INF1"
    assert "4D-R23 4→3" in " ".join(evening("redo", "evening").stdout.split())
    struck = json.loads(evening("table", "evening", "casualties", "--struck", "--json").stdout)["rows"]
    assert [row["struck"] for row in struck] == [1, 1, 0, 0]
    assert "no struck line waits to be said again" in evening("redo", "evening", code=2).stderr


def test_a_shared_screen_tells_no_secrets(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    assert "INF1" not in run("declare", "evening", "--dry-run", SETUP).output
    assert "INF1" in run("declare", "evening", "--as", "jp", SETUP).output


def test_values_are_set_and_remarks_made_by_hand(evening: Run) -> None:
    assert (
        "jp sets something by hand in secret"
        in evening("adjust", "evening", "INF1", "steps=1", "--why", "one dot").stdout
    )
    assert "set by hand: units.INF1.steps 2 to 1 (one dot)" in evening("log", "evening").stdout
    assert "set by hand: vp_us 0 to 7" in evening("adjust", "evening", "vp_us=7", "--why", "the flag").stdout
    beyond = ("adjust", "evening", "4D-R23", "steps=9", "--why", "nine dots")
    assert "4D-R23 cannot have 9 steps: its counters show 4 [IWO 3]" in " ".join(
        evening(*beyond, code=2).stderr.split()
    )
    assert "irregular: 4D-R23 cannot have 9 steps" in " ".join(
        evening(*beyond, "--as-played", "a counter of our own").stdout.split()
    )
    assert "note: it's raining" in evening("note", "evening", "it's", "raining").stdout
    assert (
        "R-02 is read as per-unit" in evening("ruling", "evening", "R-02", "per-unit", "--why", "the designer").stdout
    )
    assert "per-unit" in evening("ruling", "evening").stdout


def test_a_branch_goes_its_own_way(evening: Run) -> None:
    evening("branch", "evening", "what-if")
    evening("declare", "what-if", "next to=us_move")
    names = [game["name"] for game in json.loads(evening("games", "--json").stdout)]
    assert names == ["evening", "what-if"]
    evening("rename", "what-if", "other")
    assert "other" in evening("games").stdout


def test_a_game_goes_out_and_comes_back(evening: Run, tmp_path: Path) -> None:
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    text, lines = tmp_path / "e.diary", tmp_path / "e.jsonl"
    evening("export", "evening", "-o", str(text))
    evening("export", "evening", "--format", "jsonl", "-o", str(lines))
    evening("import", str(text), "--name", "copy")
    one, two = (json.loads(evening("show", name, "--json").stdout) for name in ("evening", "copy"))
    assert one["state"] == two["state"]
    assert "holds all of that already; nothing is changed" in evening("import", str(lines)).stderr
    other = ["--diary", str(tmp_path / "other.db")]
    evening(*other, "import", str(lines))
    assert evening(*other, "head", "evening").stdout == evening("head", "evening").stdout
    us = tmp_path / "us.jsonl"
    evening("export", "evening", "--format", "jsonl", "--as", "us", "-o", str(us))
    assert "withheld" in evening(*other, "import", str(us), "--name", "x", code=2).stderr
    assert "MAR1" not in us.read_text().partition("\n")[2].partition("\n")[2]


def test_a_position_is_a_list_of_lines_a_game_can_begin_from(evening: Run) -> None:
    evening("declare", "evening", "land 4D-R23 Green fire=INF1 56214")
    lines = evening("position", "evening").stdout
    evening("new", "later", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    evening("play", "later", "-", input=lines)
    one, two = (json.loads(evening("show", name, "--json").stdout)["state"] for name in ("evening", "later"))
    one["began"] = two["began"]
    assert one == two


def test_packs_are_listed_written_checked_and_learned(evening: Run, tmp_path: Path) -> None:
    assert "invented" in evening("pack", "list", "iwo").stdout
    form = tmp_path / "mine.toml"
    evening("pack", "new", "iwo", "-o", str(form))
    assert "units: 19 said so far" in evening("pack", "check", "iwo", str(form), code=1).stdout
    assert "is there already" in evening("pack", "export", "evening", "-o", str(form), code=2).stderr
    evening("pack", "export", "evening", "-o", str(form), "--overwrite")
    evening("pack", "check", "iwo", str(form))
    assert "areas.X: bdv:" in _bad(evening, tmp_path, 'system="iwo"\n[areas.X]\nbdv="deep"\n')
    assert "there is no chart 'arias'" in _bad(evening, tmp_path, 'system="iwo"\n[arias.X]\nbdv=1\n')


def _bad(run: Run, tmp_path: Path, text: str) -> str:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    return run("pack", "check", "iwo", str(path), code=2).stderr


def test_the_doctor_finds_what_is_wrong(evening: Run, tmp_path: Path) -> None:
    assert "the diary is whole" in evening("doctor").stdout
    assert all(row["fine"] for row in json.loads(evening("doctor", "--json").stdout))
    evening("rebuild")
    import sqlite3

    raw = sqlite3.connect(tmp_path / "d.db")
    (kept,) = raw.execute("SELECT sql FROM sqlite_master WHERE name='stored_events_update'").fetchone()
    raw.execute("DROP TRIGGER stored_events_update")
    raw.execute(
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'Green', 'Amber') AS BLOB) WHERE "
        "originator_version = 6"
    )
    raw.execute(kept)
    raw.commit()
    raw.close()
    assert "WRONG" in evening("doctor", code=1).stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "nobody"), "there is no game 'nobody'"),
        (("new", "x", "--system", "chess"), "there is no game system 'chess'"),
        (("new", "evening", "--system", "iwo"), "there is a game called 'evening' already"),
        (("new", "x", "--system", "iwo", "--player", "Ann"), "--player takes name=value"),
        (("new", "x", "--system", "iwo", "--reading", "R-02=often"), "R-02 can be read as"),
        (("declare", "evening", "lnad 4D-R23 Green"), "did you mean land"),
        (("declare", "evening", "land 4D-TK Green"), "[IWO 10.3]"),
        (("show", "evening", "--at", "9999"), "this game has entries 1 to"),
        (("show", "evening", "--as", "de"), "there is no side 'de'"),
        (("import", "/etc/hostname"), "a .diary begins with the line 'wardiary 1'"),
        (("takeback", "evening", "5"), "in the middle of a declaration"),
        (("demo", "--game", "none"), "there is no played game 'none'"),
    ],
)
def test_errors_are_one_clear_line_and_exit_code_2(evening: Run, words: tuple[str, ...], says: str) -> None:
    result = evening(*words, code=2)
    assert says in result.stderr
    assert result.stderr.startswith("wardiary: ")
    assert "Traceback" not in result.output


def test_a_file_of_lines_stops_at_the_first_that_is_wrong(evening: Run, tmp_path: Path) -> None:
    path = tmp_path / "turn.txt"
    path.write_text("# turn 1\nbombards Green:NAV1\nbombard Green 1111\nlnad\n")
    assert "turn.txt:4: there is no verb 'lnad'" in evening("play", "evening", str(path), code=2).stderr
    assert "US bombardment on Green" in evening("log", "evening").stdout


def test_nothing_in_a_name_or_note_commands_the_terminal(evening: Run) -> None:
    assert clean("a\x1b[31mb\u202ec\x07") == "a\ufffd[31mb\ufffdc\ufffd"
    assert "control character" in evening("note", "evening", "\x1b]0;gone\x07", code=2).stderr
    for option in ("--title", "--player"):
        said = evening("new", "x", "--system", "iwo", option, "us=\x1b[2J\u202eevil", code=2).output
        assert "control character" in said
        assert "\x1b" not in said


def command(tmp_path: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", "--diary", str(tmp_path / "d.db"), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


def test_as_a_process_it_keeps_to_its_exit_codes(tmp_path: Path) -> None:
    assert command(tmp_path, "systems").returncode == 0
    done = command(tmp_path, "show", "nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no diary at" in done.stderr
    assert not (tmp_path / "d.db").exists()  # a mistyped --diary makes no file
    (tmp_path / "d.db").write_text("not a diary")
    done = command(tmp_path, "games")
    assert done.returncode == 2
    assert "is not a diary" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "d.db").read_text() == "not a diary"


def test_a_reader_who_stops_listening_is_no_error(evening: Run, tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m cli.main --diary {tmp_path}/d.db log evening | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        cwd=ROOT,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


def test_two_recorders_the_slower_is_told_what_happened(evening: Run, tmp_path: Path) -> None:
    """Given two recorders with one game open, when both declare, then the slower sees what happened and can say its
    line again."""
    from domain.record.diary import Overtaken
    from replays.notation import speak, split

    with Diary(tmp_path / "d.db", "Ann") as one, Diary(tmp_path / "d.db", "Bob") as two:
        games = [diary.open(diary.find("evening").id) for diary in (one, two)]
        line = split("land 4D-R23 Green fire=none")
        assert line is not None
        outcomes = [speak(game, line) for game in games]
        one.append(games[0], outcomes[0])
        with pytest.raises(Overtaken, match="4D-R23 lands at Green"):
            two.append(games[1], outcomes[1])


def test_an_id_said_again_is_recorded_once(evening: Run) -> None:
    """Given a line whose answer was lost, when it is said again under its id, then it stands once."""
    evening("declare", "evening", "--id", "a1", "land 4D-R23 Green fire=none")
    before = json.loads(evening("show", "evening", "--json").stdout)["version"]
    evening("declare", "evening", "--id", "a1", "land 4D-R23 Green fire=none")
    assert json.loads(evening("show", "evening", "--json").stdout)["version"] == before


def test_a_game_on_hexes_is_drawn_and_has_tables_of_its_own(run: Run, tmp_path: Path) -> None:
    """Given D-Day at Tarawa set up, when its map and tables are asked for, then they are there; areas are drawn too,
    and have no fields of fire."""
    run("new", "d-day", "--system", "ddat", "--pack", "sample", "--scenario", "two-days")
    run("declare", "d-day", "setup 7 T1 T2")
    drawn = run("show", "d-day", "--map", "--around", "1226", "--fields", "red,E6").stdout
    assert "E6R" in drawn
    assert max(map(len, drawn.splitlines())) <= 80
    file = tmp_path / "map.svg"
    run("show", "d-day", "--map", str(file))
    assert file.read_text().startswith("<svg")
    for name in shown("ddat").summaries:
        rows = json.loads(run("table", "d-day", name, "--json").stdout)["rows"]
        assert rows or name in ("losses", "leaders", "gunfire")
        assert max(map(len, run("table", "d-day", name).stdout.splitlines()), default=0) <= 80
    run("new", "areas", "--system", "iwo", "--pack", "sample")
    assert "Green Beach (Green): Japanese control; next to Amber" in run("show", "areas", "--map").stdout
    assert "no fields of fire" in run("show", "areas", "--map", "--fields", "red", code=2).stderr
    assert (
        "there is no scenario 'tow-days'; did you mean two-days"
        in run("new", "x", "--system", "ddat", "--scenario", "tow-days", code=2).stderr
    )


def test_a_game_that_comes_in_under_another_kind_of_name_is_refused_with_a_word_on_how_to_name_it(
    evening: Run, tmp_path: Path
) -> None:
    """Given files of somebody else's whose names a shell would run, then nothing is taken in until the game is given a
    name."""
    text, lines = tmp_path / "x;touch PWNED;.diary", tmp_path / "game.jsonl"
    evening("export", "evening", "-o", str(text))
    evening("export", "evening", "--format", "jsonl", "-o", str(lines))
    lines.write_text(lines.read_text().replace('"name":"evening"', '"name":"-o/tmp/x"', 1))
    other = ("--diary", str(tmp_path / "other.db"))
    for file, sign in ((text, "';' cannot stand in"), (lines, "'/' cannot stand in")):
        said = evening(*other, "import", str(file), code=2).stderr
        assert sign in said
        assert "--name says what the game is to be called here" in said
    assert not (tmp_path / "other.db").exists()
    evening(*other, "import", str(text), "--name", "first evening")
    evening(*other, "import", str(lines), "--name", "second evening")
    assert [game["name"] for game in json.loads(evening(*other, "games", "--json").stdout)] == [
        "first evening",
        "second evening",
    ]


def test_a_photograph_is_kept_by_name_and_digest(evening: Run, tmp_path: Path) -> None:
    """Given a picture of the table, when it is referred to, then the record holds its name and digest; what is no file
    is refused."""
    picture = tmp_path / "beach at nine.jpg"
    picture.write_bytes(b"not really a picture")
    told = evening("photo", "evening", "--by", "us", str(picture), "the", "beach")
    assert "beach at nine.jpg is no picture that a report can show; it is recorded all the same" in told.stderr
    assert "photograph beach at nine.jpg: the beach" in evening("log", "evening", "--last", "1").stdout
    text = evening("export", "evening").stdout
    assert f'us: photo "beach at nine.jpg" {sha256(picture.read_bytes()).hexdigest()} "the beach"' in text
    assert "there is no such file" in evening("photo", "evening", str(tmp_path / "x.jpg"), code=2).stderr
    assert "64 hexadecimal digits" in evening("declare", "evening", "photo x.jpg 12", code=2).stderr
    assert "without its folder" in evening("declare", "evening", f"photo a/x.jpg {'0' * 64}", code=2).stderr
