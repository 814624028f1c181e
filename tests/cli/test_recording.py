"""Recording from a shell: JSON for programs, lines said again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import SETUP, Run

LANDING = "land 4D-R23 Green fire=INF1 56214"


def test_what_followed_is_told_to_programs_too(evening: Run) -> None:
    """IWO 10.3, 11.1"""
    told = json.loads(evening("declare", "evening", "--json", "land 4D-R23 Green").stdout)
    assert told["waits"]["name"] == "fire"
    assert told["entries"][0]["topic"] == "declared"
    assert "4D-R23 lands at Green for 2 MP" in [entry["words"] for entry in told["entries"]]
    assert told["version"] == told["entries"][-1]["version"]


def test_a_program_hears_of_what_was_recorded_before_an_error(evening: Run) -> None:
    result = evening("play", "evening", "-", "--json", input="note one\nlnad\n", code=2)
    assert [entry["words"] for entry in json.loads(result.stdout)["entries"]] == ["note: one"]
    assert "<stdin>:2: there is no verb 'lnad'" in result.stderr


def test_programs_hear_no_secrets_either(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    assert "INF1" not in run("declare", "evening", "--json", SETUP).stdout
    assert "INF1" in run("show", "evening", "--json", "--as", "jp").stdout
    assert "there is no side 'de'" in run("declare", "evening", "--as", "de", "next", code=2).stderr


def test_a_side_is_shown_its_own_options(evening: Run) -> None:
    """IWO 11: who may fire is known to the Japanese player alone."""
    assert "for jp alone to answer" in evening("declare", "evening", "land 4D-R23 Green").stderr
    assert "INF1" in evening("declare", "evening", "--as", "jp", "note", "who may fire?").stderr


@pytest.mark.parametrize(
    "command", ["systems", "games", "show", "log", "position", "verbs", "head", "ruling", "doctor", "pack list"]
)
def test_json_is_json(evening: Run, command: str) -> None:
    game = {"verbs": ["iwo"], "pack list": ["iwo"], "systems": [], "games": [], "doctor": []}.get(command, ["evening"])
    assert json.loads(evening(*command.split(), *game, "--json").stdout)


def test_several_lines_are_taken_back_and_said_again(evening: Run) -> None:
    before = json.loads(evening("show", "evening", "--json").stdout)
    evening("declare", "evening", LANDING)
    evening("note", "evening", "later")
    after = json.loads(evening("show", "evening", "--json").stdout)
    evening("takeback", "evening", str(before["version"]))
    assert json.loads(evening("show", "evening", "--json").stdout)["state"] == before["state"]
    told = evening("redo", "evening").stdout
    assert "4D-R23 lands at Green" in told
    assert "note: later" in told
    assert json.loads(evening("show", "evening", "--json").stdout)["state"] == after["state"]


@pytest.fixture
def landed(evening: Run) -> Run:
    """Two bombardments and two landings, each a line, the first landing answered on a line of its own."""
    for line in ("bombards Green:NAV1 Amber:NAV2", *map(str.strip, WAITING)):
        evening("declare", "evening", line)
    return evening


WAITING = [
    "bombard Green 1111",
    "bombard Amber 2222",
    "land 4D-R23 Green",
    "  fire none",
    "land 4D-R24 Green fire=none",
]


def state(run: Run) -> object:
    return json.loads(run("show", "evening", "--json").stdout)["state"]


def taken_back(run: Run, *lines: str) -> None:
    for _ in lines:
        run("takeback", "evening")


def test_two_take_backs_strike_what_one_redo_says_again(landed: Run) -> None:
    before = state(landed)
    taken_back(landed, *WAITING[2:])
    taken_back(landed, *WAITING[:2])
    assert landed("redo", "evening", "--show").stdout.splitlines() == WAITING
    landed("redo", "evening")
    assert state(landed) == before
    assert "no struck line waits to be said again" in landed("redo", "evening", code=2).stderr
    assert "no struck line waits to be said again" in landed("redo", "evening", "--show", code=2).stderr


@pytest.mark.parametrize(
    "dice", [("56214",), ("56 214",), ("dice 56 214",), ("5", "6", "2", "1", "4"), ("  dice 562 14",)]
)
def test_a_line_is_declared_as_it_is_typed_live(evening: Run, dice: tuple[str, ...]) -> None:
    """Given an open question, when its answer is declared bare, or dice in groups, then it is what the live recorder
    takes."""
    evening("declare", "evening", "land 4D-R23 Green")
    assert "this recorder is the US side's" in evening("declare", "evening", "--as", "us", "INF1", code=2).stderr
    evening("declare", "evening", "INF1")
    assert "5 dice for INF1's fire at 4D-R23: 5 6 2 1 4" in evening("declare", "evening", *dice).stdout


def test_a_ruling_and_a_note_stand_between_a_take_back_and_redo(landed: Run) -> None:
    taken_back(landed, *WAITING)
    landed("ruling", "evening", "R-02", "per-unit")
    landed("note", "evening", "agreed")
    told = landed("redo", "evening").stdout
    assert "4D-R24 lands at Green" in told
    assert json.loads(landed("ruling", "evening", "R-02", "--json").stdout)[0]["holds"] == "per-unit"


def test_redo_stops_at_the_first_line_that_is_refused_and_the_others_wait(landed: Run) -> None:
    taken_back(landed, *WAITING[2:])
    landed("adjust", "evening", "4D-R23", "area=reserve", "--why", "it was never loaded")
    before = state(landed)
    said = landed("redo", "evening", code=2).stderr
    assert (
        "land 4D-R23 Green: 4D-R23 is not in the Landing Area Box [IWO 10.3]; 3 struck lines wait to be said again"
        in said.replace("\n", " ")
    )
    assert state(landed) == before
    assert "4D-R24 lands at Green" in landed("redo", "evening", "--skip", "2").stdout
    assert landed("redo", "evening", "--show").stdout.splitlines() == WAITING[2:4]


def test_lines_in_whose_place_something_else_was_declared_are_said_only_when_asked_for(landed: Run) -> None:
    taken_back(landed, *WAITING[2:])
    landed("declare", "evening", "land 4D-R25 Green fire=none")
    assert (
        "3 struck lines wait to be said again, but something else was declared since"
        in landed("redo", "evening", code=2).stderr
    )
    shown = landed("redo", "evening", "--show").stdout.splitlines()
    assert shown == ["# something else was declared since these were taken back", *WAITING[2:]]
    assert "--skip 9 leaves none of them" in landed("redo", "evening", "--skip", "9", code=2).stderr
    told = landed("redo", "evening", "--skip", "0").stdout
    assert "4D-R23 lands" in told
    assert "4D-R24 lands" in told


def test_what_is_shown_to_be_edited_can_be_played(landed: Run) -> None:
    taken_back(landed, *WAITING)
    landed("declare", "evening", "--as", "jp", "jp: reveal INF2")
    lines = landed("redo", "evening", "--show").stdout
    before = landed("play", "evening", "-", input=lines.replace("1111", "1234"))
    assert "4 dice for the bombardment of Green: 1 2 3 4" in before.stdout
    assert "no struck line waits" in landed("redo", "evening", code=2).stderr


def test_a_struck_secret_that_is_refused_is_not_told(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    run("declare", "evening", SETUP)
    run("takeback", "evening")
    run("adjust", "evening", "units.INF1.area=Green", "--why", "by hand")
    run("declare", "evening", "next", "!so it was played")
    result = run("redo", "evening", "--skip", "0", code=2)
    assert "(a secret line, Japanese): it cannot be said again as it was; 1 struck line waits" in result.stderr.replace(
        "\n", " "
    )
    assert "Ridge" not in result.output


def test_a_counter_that_does_not_exist_is_not_made(evening: Run) -> None:
    said = evening("adjust", "evening", "units.INF9.steps=1", "--why", "a typo", code=2).stderr
    assert "there is no entry 'INF9' of units; did you mean INF" in said


def test_a_word_the_shell_has_unquoted_is_quoted_again(evening: Run) -> None:
    assert (
        'note: a "quoted" word and a \\'
        in evening("declare", "evening", "note", 'a "quoted"', "word", "and a \\").stdout
    )
    assert "irregular" in evening("declare", "evening", "land", "4D-TK", "Green", "fire=none", "!we forgot").stdout


def test_the_demo_plays_twice(run: Run) -> None:
    for _ in range(2):
        told = run("demo").stdout
        for part in ("seal", "held by", "CASUALTIES", "POINTS", "FIRE"):
            assert part in told
    assert len(json.loads(run("games", "--json").stdout)) == 2


def test_the_views_of_every_audience_are_built_again(evening: Run, tmp_path: Path) -> None:
    evening("table", "evening", "points", "--as", "us")
    assert evening("rebuild").stderr.count("entries shown again") == 2
    assert (tmp_path / "d.views-us.db").exists()


def test_a_note_may_be_of_a_side_and_for_it_alone(evening: Run) -> None:
    """Given a record that keeps the Japanese secrets, then a note of theirs may be secret; others see that there is
    one."""
    assert "note: we land at nine" in evening("note", "evening", "--by", "us", "we", "land", "at", "nine").stdout
    told = evening("note", "evening", "--by", "jp", "--secret", "secret: the HQ is in the Quarry")
    assert "jp notes something in secret" in told.stdout
    assert "Quarry" not in told.stdout + told.stderr
    assert "Quarry" not in evening("log", "evening", "--as", "us").stdout
    assert "note: secret: the HQ is in the Quarry" in evening("log", "evening", "--as", "jp").stdout
    text = evening("export", "evening").stdout
    assert 'us: note "we land at nine"' in text
    assert 'jp: note secret "secret: the HQ is in the Quarry"' in text
    assert "--by SIDE says it" in evening("note", "evening", "--secret", "hush", code=2).stderr
    assert (
        "us keeps no secrets in this record"
        in evening("note", "evening", "--by", "us", "--secret", "hush", code=2).stderr
    )
    assert "there is no side 'usa'" in evening("note", "evening", "--by", "usa", "hush", code=2).stderr


def test_the_mark_of_the_programs_dice_is_not_typed(landed: Run, tmp_path: Path) -> None:
    """Given dice rolled with --auto, when they are struck, then `redo` and a played file say them as they were, and
    nobody types the mark."""
    taken_back(landed, *WAITING[2:])
    landed("declare", "evening", "land 4D-R23 Green fire=INF1", "--auto")
    shown = landed("table", "evening", "chance", "--json").stdout
    landed("takeback", "evening")
    landed("takeback", "evening")
    landed("takeback", "evening")
    lines = tmp_path / "lines.txt"
    lines.write_text(landed("redo", "evening", "--show").stdout.partition("#")[0])
    assert "~" in lines.read_text()
    landed("play", "evening", str(lines))
    dice = [
        (row["dice"], row["source"])
        for row in json.loads(landed("table", "evening", "chance", "--json").stdout)["rows"]
    ]
    assert dice[-1] == [(row["dice"], row["source"]) for row in json.loads(shown)["rows"]][-1]
    lines.write_text("land 5D-R26 Amber fire=none\nland 5D-R27 Amber fire=INF2 ~111111\n")
    for words in (("play", "evening", str(lines)), ("declare", "evening", "land 5D-R27 Amber fire=INF2 ~111111")):
        said = landed(*words, code=2).stderr.replace("\n", " ")
        assert (
            "~ marks dice that wardiary rolled: say them as they lie, or leave them to it with `auto` (--auto)" in said
        )


def test_the_log_says_what_was_scored_and_answered_to_who_may_know_it(evening: Run) -> None:
    """IWO 11, 23.2(1): given landings with and without fire, then "none" and the points are in the log, and secret
    answers for their side."""
    bombarded = ("bombards Green:NAV1,AIR1", "bombard Green 6551123", "order INF1,MAR1")
    for line in (*bombarded, "land 4D-R24 Green fire=none", "land 4D-R25 Green fire=INF1 56214"):
        evening("declare", "evening", "--as", "umpire", line)
    told = " ".join(evening("log", "evening").stdout.split())
    assert "the Japanese side decides fire: none [IWO 11]" in told
    assert "4D-R25 4→3; 1 point to the Japanese side: step lost by 4D-R25 (23.2(1)) [IWO 11.1.2(2)]" in told
    for side in ("umpire", "jp", "us"):
        words = " ".join(evening("log", "evening", "--as", side).stdout.split())
        assert ("the Japanese side decides order: INF1, MAR1" in words) is (side != "us")
        assert ("jp decides in secret: order" in words) is (side == "us")


def test_one_field_of_a_row_is_corrected_and_what_it_changes_is_told_as_far_as_it_may_be(landed: Run) -> None:
    landed("declare", "evening", "land 4D-R25 Green fire=INF1 56214")
    told = landed("declare", "evening", "chart units INF1 assault=2")
    assert "assault 2" in told.stdout
    assert "read otherwise in the pack sample: assault 3" in " ".join(told.stdout.split())
    assert re.search(
        r"nothing before it .*; \d+ declarations? holds? what is hidden here", " ".join(told.stderr.split())
    )
    assert all(len(line) <= 80 for line in (told.stdout + told.stderr).splitlines())
    assert "rests on a corrected row" in " ".join(landed("audit", "evening").stdout.split())
    assert "side: is missing" in landed("declare", "evening", "chart units INF99 assault=2", code=2).stderr
