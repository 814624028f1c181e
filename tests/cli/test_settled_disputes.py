"""What was decided of a dispute is told, and the recorder takes the options that the shell takes, or refuses them."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli.desk import Desk
from cli.live import Live
from cli.session import Session
from tests.cli.conftest import SETUP, Run, words

At = Callable[..., str]


@pytest.fixture
def at_recorder(left_open: Run, tmp_path: Path) -> At:
    """Types lines at the recorder, and gives what it says to them in one line."""

    def type_all(*lines: str) -> str:
        keys = deque(lines)

        def ask(prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
            if not keys:
                raise EOFError
            return keys.popleft()

        @click.command()
        def record() -> None:
            desk = Desk(tmp_path / "d.db", "Ann")
            Live(Session.open(desk, "open"), ask).run()
            desk.close()

        result = CliRunner().invoke(record)
        assert result.exception is None, result.output
        return " ".join(result.output.split())

    return type_all


def log(run: Run) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(run("log", "open", "--json").stdout)
    return found


def number(run: Run, beginning: str) -> str:
    """The last entry whose words begin so."""
    return next(str(line["version"]) for line in reversed(log(run)) if line["words"].startswith(beginning))


# ---- the recorder takes what the shell takes ----


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("settle D1 --entry 15", "dispute D1 is settled by entry 15"),
        ('settle D1 --entry 15 "we looked"', "dispute D1 is settled by entry 15: we looked"),
        ("settle D1 --by us it stands", "dispute D1 is settled: it stands – the US side"),
        ("ruling R-02 per-unit --settles D1 --why as agreed", "dispute D1 is settled by entry 22"),
        ('adjust vp_us=1 --why "forgotten" --settles D1', "dispute D1 is settled by entry 22"),
    ],
)
def test_the_recorder_takes_an_option_as_the_shell_does(
    left_open: Run, at_recorder: At, typed: str, recorded: str
) -> None:
    at_recorder(typed)
    assert log(left_open)[-1]["words"] == recorded
    assert not any("--" in line["words"] for line in log(left_open))


def test_a_reason_without_quotes_is_all_up_to_the_next_option(left_open: Run, at_recorder: At) -> None:
    at_recorder("ruling R-02 per-unit --why as agreed --settles D1")
    assert "(as agreed)" in log(left_open)[-2]["words"]


def test_a_photograph_goes_with_a_dispute(left_open: Run, at_recorder: At, tmp_path: Path) -> None:
    """Given a file, when `--photo` stands at the end, then its name and digest are recorded, and no word of it."""
    file = tmp_path / "dice.jpg"
    file.write_bytes(b"no picture")
    at_recorder(f'dispute D1 "I saw a 6" --photo {file}')
    assert log(left_open)[-1]["words"] == "dispute D1: I saw a 6 (photograph dice.jpg)"


def test_a_correction_takes_a_dispute_and_a_reason(left_open: Run, at_recorder: At) -> None:
    at_recorder('fix 15 51214 --settles D1 --why "Ann agrees"')
    assert "Ann agrees" in words(left_open, "show", "open", "D1")
    assert "D1, settled" in words(left_open, "show", "open", "D1")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("fix 15 51214 --dry-run", "--dry-run is not taken here: that is typed at the shell"),
        ("fix 15 --say none", "`fix` alone goes on"),
        ('note "the dice" --photo dice.jpg', "`photo FILE` on a line of its own"),
        ("note it was --odd", "in quotes it is a word"),
        ("settle D1 --entry", "--entry lacks what belongs to it"),
        ("us: dispute D1 x --entry 4", "--entry is not taken here"),
    ],
)
def test_any_other_option_is_refused_and_nothing_is_recorded(
    left_open: Run, at_recorder: At, typed: str, says: str
) -> None:
    before = log(left_open)
    told = at_recorder(typed)
    assert says in told
    assert "nothing was recorded" in told
    assert log(left_open) == before


def test_a_dash_in_quotes_is_a_word(left_open: Run, at_recorder: At) -> None:
    at_recorder('note "the --entry option"', "note he waited -- and waited")
    assert [line["words"] for line in log(left_open)[-2:]] == [
        "note: the --entry option",
        "note: he waited -- and waited",
    ]


# ---- what was decided ----


def test_what_settled_a_dispute_is_told_where_one_looks(left_open: Run, tmp_path: Path) -> None:
    """Given a correction that settled a dispute, when one looks at the dispute, the struck entry, the settling one or
    the report, then each tells the dice that hold now, and the entry that stands for the struck one."""
    assert "entry 15 was written down wrong" in words(left_open, "fix", "open", "15", "51214", "--settles", "D1")
    now = number(left_open, "5 dice for INF1's fire")
    says = f"entry {now} stands for entry 15 now: 5 dice for INF1's fire at 4D-R23: 5 1 2 1 4"
    assert says in words(left_open, "show", "open", "D1")
    assert says in words(left_open, "why", "open", "15")
    back = words(left_open, "why", "open", number(left_open, "corrected after"))
    assert "D1, about entry 15, is settled by it" in back
    assert says in back
    page = tmp_path / "report.md"
    left_open("report", "open", "-o", str(page))
    story = " ".join(page.read_text("utf-8").split())
    assert "D1, about entry 15, is settled: entry 15 was written down wrong" in story
    assert "5 1 2 1 4" in story


def test_an_entry_corrected_twice_is_followed_to_the_one_that_stands(left_open: Run) -> None:
    """Given two corrections of the same dice, then the first entry is told by the last, and `fix` of it names that."""
    left_open("fix", "open", "15", "51214")
    left_open("fix", "open", number(left_open, "5 dice for INF1's fire"), "51215")
    now = number(left_open, "5 dice for INF1's fire")
    assert f"entry {now} stands for entry 15 now" in words(left_open, "why", "open", "15")
    assert f"entry {now} stands for it now: `fix {now} …`" in words(left_open, "fix", "open", "15", "11111", code=2)


def test_what_was_left_out_has_nothing_in_its_place(left_open: Run) -> None:
    """Given a landing that a correction left out, and another later, then nothing stands for the first one's dice."""
    left_open("fix", "open", "9", "drop")
    left_open("declare", "open", "land 4D-R23 Green fire=INF1 11111")
    assert "stands for" not in words(left_open, "why", "open", "15")


def test_a_dispute_that_waits_for_a_correction_is_settled_by_it(left_open: Run) -> None:
    """Given a correction that stops, when it goes on later without the dispute's name, then it settles it still."""
    row = ("fix", "open", "9", "before", "chart units INF1 assault=2")
    assert "D1 stays open" in words(left_open, *row, "--settles", "D1", code=1)
    assert "dispute D1 is settled by entry 22" in words(left_open, "fix", "open", "--say", "dice=5621")
    assert "D1, settled" in words(left_open, "show", "open", "D1")


def test_the_recorder_goes_on_with_a_correction_that_settles(left_open: Run, at_recorder: At) -> None:
    at_recorder('fix 9 before "chart units INF1 assault=2" --settles D1', "leave")
    assert "D1, open" in words(left_open, "show", "open", "D1")
    assert "dispute D1 is settled by entry 22" in at_recorder("fix", "dice=5621")


def test_a_correction_that_only_shows_settles_nothing(left_open: Run) -> None:
    assert "D1 stays open" in words(left_open, "fix", "open", "15", "51214", "--settles", "D1", "--dry-run")
    assert "there is no dispute D7" in words(left_open, "fix", "open", "15", "51214", "--settles", "D7", code=2)
    assert log(left_open)[-1]["words"].startswith("dispute D1, opened")


def test_what_settled_a_dispute_tells_no_secret(evening: Run) -> None:
    """Given a secret setup (IWO 4.2) whose correction settled a dispute, then the list and the other side learn only
    the entry that stands for it, and its own side what it says."""
    told = json.loads(evening("log", "evening", "--json").stdout)
    secret = next(str(line["version"]) for line in told if "decides units" in line["words"])
    evening("dispute", "evening", secret, "are there 25?", "--by", "us")
    units = SETUP.split(" units=")[1].replace("Green:INF1", "Green:INF2").replace("Amber:INF2", "Amber:INF1")
    assert "Green:INF2" in words(evening, "fix", "evening", secret, units, "--settles", "D1", "--as", "jp")
    for public in (("dispute", "evening"), ("dispute", "evening", "--json"), ("show", "evening", "D1", "--as", "us")):
        shown = words(evening, *public)
        assert "stands for entry" in shown
        assert "INF" not in shown
    assert "INF" not in words(evening, "why", "evening", secret, "--as", "us")
    assert "Green:INF2" in words(evening, "show", "evening", "D1", "--as", "jp")


# ---- saying more ----


def test_what_else_was_said_of_an_entry_is_named(left_open: Run) -> None:
    """Given a dispute, when another is opened on its entry, then the first is named; when more is said to a settled
    one, then it is said to be open again."""
    assert "D1, about entry 15 too, is open already" in words(left_open, "dispute", "open", "15", "a 6")
    left_open("settle", "open", "D1", "it stands")
    assert "D1, about entry 15 too, is settled already" in words(left_open, "dispute", "open", "15", "a 5")
    assert "D1 is open again" in words(left_open, "dispute", "open", "D1", "no")
    assert "open again" not in words(left_open, "dispute", "open", "D1", "really")


def test_an_entry_that_settles_is_told_at_once(left_open: Run) -> None:
    """Given a settlement by an entry, then its words are told, so that a wrong number is seen."""
    assert "entry 1: this is “open”" in words(left_open, "settle", "open", "D1", "--entry", "1")


# ---- looking ----


def test_a_word_at_the_wrong_command_is_shown_the_right_one(left_open: Run, at_recorder: At) -> None:
    assert "`wardiary why open ART2`" in words(left_open, "show", "open", "ART2", code=2)
    assert "`wardiary show open D1`" in words(left_open, "why", "open", "D1", code=2)
    assert "D1, open: entry 15" in words(left_open, "dispute", "open", "D1")
    assert "D1, open: entry 15" in at_recorder("why D1")
    assert "D1, open: entry 15" in at_recorder("dispute D1")


def test_rulings_are_listed_at_the_recorder_as_at_the_shell(left_open: Run, at_recorder: At) -> None:
    one = words(left_open, "ruling", "open", "R-12")
    assert one in at_recorder("ruling R-12")
    assert words(left_open, "ruling", "open")[:60] in at_recorder("ruling")
    assert "no reading and no house rule is about IWO 10.3" in at_recorder("ruling 10.3")


@pytest.mark.parametrize("command", ["dispute", "ruling"])
def test_the_help_says_how_to_ask_whether_it_matters(run: Run, command: str) -> None:
    assert "audit GAME --if all" in words(run, command, "--help")
