"""House rules: a ruling in words on a numbered rule, what is played by it, and a club's file of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

LAND = "land 4D-TK Green fire=none"
RULED = "tanks may land without a Beachhead"


@pytest.fixture
def evening(run: Run) -> str:
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("declare", "evening", "setup")
    return "evening"


def test_a_ruling_in_words_lets_a_table_play_on_and_no_audit_calls_it_irregular(
    run: Run, evening: str, tmp_path: Path
) -> None:
    """IWO 10.3: given tanks ashore without a Beachhead, against the rule, then `! house` plays on by the ruling, and
    the audit says so and is content."""
    assert "can only land" in run("declare", evening, LAND, code=2).stderr
    run("ruling", evening, "10.3", RULED, "--why", "we always did")
    refused = run("declare", evening, LAND, code=2).stderr
    assert f"your house rule on IWO 10.3: “{RULED}”; ! house plays by it" in " ".join(refused.split())
    said = " ".join(run("declare", evening, f"{LAND} ! house").stdout.split())
    assert f"by house rule: 4D-TK can only land on a beach with a Beachhead; house rule on IWO 10.3: {RULED}" in said
    assert "irregular" not in said
    audited = run("audit", evening)
    assert "2 agrees, 1 by house rule" in audited.stdout
    assert "by house rule" in run("log", evening).stdout
    story = tmp_path / "evening.md"
    run("report", evening, "--format", "md", "-o", str(story))
    assert RULED in story.read_text()
    assert "rregular" not in story.read_text()


def test_without_a_ruling_on_that_rule_it_is_refused(run: Run, evening: str) -> None:
    """Given a house rule on another rule, then `! house` is refused, nothing is recorded, and how to rule is told."""
    run("ruling", evening, "10.2", "we go on after a landing")
    before = run("log", evening).stdout
    assert "no ruling in words stands on it, as in `ruling 10.3" in " ".join(
        run("declare", evening, f"{LAND} ! house", code=2).stderr.split()
    )
    assert run("log", evening).stdout == before
    assert "say why" in run("declare", evening, "adjust turn=2 ! house", code=2).stderr
    assert 'after "!"' in run("declare", evening, f"{LAND} !", code=2).stderr
    assert 'after "!"' in run("declare", evening, f"{LAND} ! home", code=2).stderr


@pytest.mark.parametrize(
    ("number", "text", "told"),
    [("99.9", "x", "99.9"), ("10.3", " ", "what is agreed on IWO 10.3?"), ("10.3", "y" * 1_001, "1000")],
)
def test_only_a_rule_of_the_book_is_ruled_on_in_words(
    run: Run, evening: str, number: str, text: str, told: str
) -> None:
    """Given a number that is no rule, no words, or too many, then one line says what is allowed."""
    assert told in run("ruling", evening, number, text, code=2).stderr


def test_the_ruling_is_shown_with_the_number(run: Run, evening: str, tmp_path: Path) -> None:
    """Given a house rule on 11, which a question cites, then question, `rule`, list, log and report show it; a second
    one on the same rule replaces it."""
    run("ruling", evening, "11", "the owner decides within a minute")
    run("ruling", evening, "11", "the owner decides at once")
    asked = " ".join(run("declare", evening, "land 4D-R23 Green").stderr.split())
    assert "(house rule on IWO 11: the owner decides at once)" in asked
    assert "house rule    the owner decides at once" in run("rule", evening, "11").stdout
    assert "on IWO 11: the owner decides at once" in " ".join(run("rule", evening, "11.1").stdout.split())
    listed = json.loads(run("ruling", evening, "--json").stdout)
    assert [row["question"] for row in listed if row["id"] == "house"] == ["the owner decides at once"]
    assert "house rule on IWO 11: the owner decides at once" in " ".join(run("log", evening).stdout.split())
    page = tmp_path / "evening.html"
    run("report", evening, "--format", "html", "-o", str(page))
    assert "IWO 11, house rule: the owner decides at once; ruled at entry" in page.read_text()


def test_it_outlives_take_back_correction_branch_and_file(run: Run, evening: str, tmp_path: Path) -> None:
    """Given a landing by a house rule, when what was said before is corrected, the game branches, and goes out as a
    file, then each says the same by the ruling."""
    run("ruling", evening, "10.3", RULED)
    run("declare", evening, f"{LAND} ! house")
    for form in ("diary", "jsonl"):
        file = tmp_path / f"there.{form}"
        run("export", evening, "--format", form, "-o", str(file))
        there = ("--diary", str(tmp_path / f"{form}.db"))
        run(*there, "import", str(file), "--name", "back")
        assert "1 by house rule" in run(*there, "audit", "back").stdout
        assert RULED in run(*there, "rule", "back", "10.3").stdout
    run("fix", evening, "9", "before", 'note "we began late"')
    assert "1 by house rule" in run("audit", evening).stdout
    run("branch", evening, "other")
    run("takeback", "other")
    assert RULED in run("rule", "other", "10.3").stdout
    assert "by house rule" in run("declare", "other", f"{LAND} ! house").stdout


def test_a_clubs_file_in_three_games_of_two_systems(run: Run, evening: str, tmp_path: Path) -> None:
    """Given rulings of a game each of Iwo Jima and Blood Reef as one file, then three new games begin with theirs, and
    their own export says the same."""
    club = tmp_path / "club.toml"
    run("ruling", evening, "10.3", RULED, "--why", "we always did")
    run("ruling", evening, "R-02", "per-unit")
    run("new", "reef", "--system", "reef", "--pack", "sample")
    run("ruling", "reef", "CG3.21", "the loser rolls the dice")
    run("rulings", "export", "-o", str(club))
    for name, system in (("first", "iwo"), ("second", "iwo"), ("third", "reef")):
        taken = run("new", name, "--system", system, "--pack", "sample", "--rulings", str(club)).stderr
        assert "of other systems left out" in taken
    assert "R-02" in run("rulings", "export", "second").stdout
    assert f'text = "{RULED}"' in run("rulings", "export", "second").stdout
    assert 'text = "the loser rolls the dice"' in run("rulings", "export", "third").stdout
    run("declare", "first", "setup")
    assert "by house rule" in run("declare", "first", f"{LAND} ! house").stdout


def test_a_clubs_file_holds_what_was_played_and_nothing_that_was_only_tried(run: Run, evening: str) -> None:
    """Given a branch that reads R-02 otherwise, then all games' rulings are without it, and its own export has it."""
    run("branch", evening, "what-if")
    run("ruling", "what-if", "R-02", "per-unit")
    every = run("rulings", "export")
    assert "per-unit" not in every.stdout
    assert "left out: what-if" in " ".join(every.stderr.split())
    assert "per-unit" in run("rulings", "export", "what-if").stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[ruling]]\nsystem = "iwo"\nreading = "R-99"\nchoice = "x"\n', "club.toml, ruling 1: there is no reading"),
        ('[[ruling]]\nsystem = "iwo"\nreading = "R-02"\nchoice = "x"\n', "R-02 can be read as"),
        ('[[ruling]]\nsystem = "iwo"\nrule = "99"\ntext = "x"\n', "ruling 1: there is no rule"),
        ('[[ruling]]\nsystem = "chess"\nrule = "1"\ntext = "x"\n', "ruling 1: there is no system"),
        ('[[ruling]]\nsystem = "iwo"\nrule = "10.3"\n', "a reading and its choice, or a rule and a text"),
        ('[[ruling]]\nsystem = "iwo"\nhouse = "10.3"\n', "there is no field 'house' of a ruling"),
        ('[[ruling]]\nsystem = "iwo"\nrule = "10.3"\ntext = "a\\u202eb"\n', "control character"),
        ('[[ruling]]\nsystem = "iwo"\nrule = ["10.3"]\ntext = "x"\n', "rule is a text in quotes"),
        ('[ruling]\nsystem = "iwo"\n', "in double brackets"),
        ("[[ruling]\n", "club.toml: "),
        ('[[rulings]]\nsystem = "iwo"\n', "rulings is not expected here"),
        (
            '[[ruling]]\nsystem = "iwo"\nrule = "10.3"\ntext = "a"\n[[ruling]]\nsystem = "iwo"\nrule = "10.3"\n'
            'text = "b"\n',
            "IWO 10.3 is “a”, and “b” in",
        ),
    ],
)
def test_a_bad_file_is_named_with_its_place(run: Run, tmp_path: Path, text: str, told: str) -> None:
    """Given a file that no club can have, then its place and what is allowed are told, and no game begins."""
    club = tmp_path / "club.toml"
    club.write_text(text)
    refused = run("new", "first", "--system", "iwo", "--rulings", str(club), code=2).stderr
    assert told in refused
    assert "there is no diary" in run("games", code=2).stderr


def test_games_that_contradict_each_other_are_named(run: Run, evening: str, tmp_path: Path) -> None:
    """Given two games that read R-02 otherwise, then the export names both, and a new game asks for one of them."""
    run("ruling", evening, "R-02", "per-unit")
    run("new", "other", "--system", "iwo")
    run("ruling", "other", "R-02", "once")
    club = tmp_path / "club.toml"
    told = " ".join(run("rulings", "export", "-o", str(club)).stderr.split())
    assert "R-02 is per-unit in evening and once in other" in told or "R-02 is once in other and per-unit" in told
    assert "leave one of them out" in run("new", "third", "--system", "iwo", "--rulings", str(club), code=2).stderr
