"""Passphrases at a terminal: whose are asked for, what can be done without the other side's, and what stands on the
screen of them (digest 4)."""

from __future__ import annotations

import termios
import time
from pathlib import Path

import pytest

from cli.unlocking import variable
from tests.cli.conftest import SETUP, Run, new_evening
from tests.cli.resting import LOOK
from tests.cli.terminal import Terminal

BOBS = "suribachi"


@pytest.fixture
def sealed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game under way whose Japanese secrets lie under Bob's passphrase, which stands in no variable any more."""
    monkeypatch.setenv(variable("jp"), BOBS)
    new_evening(run)
    run("declare", "evening", SETUP, "--as", "jp")
    monkeypatch.delenv(variable("jp"))
    return run


@pytest.mark.parametrize(
    "line", ["note so it stands", "us: pass row", 'ruling R-11 go-on !"both said so"', "us: concede"]
)
def test_without_the_other_passphrase_a_side_says_what_nothing_sealed_bears_on(sealed: Run, line: str) -> None:
    assert sealed("declare", "evening", line, "--as", "us").exit_code == 0


@pytest.mark.parametrize(
    "line", ["bombards Green:NAV1", "next", "land 4D-R23 Green", 'adjust 4D-R23 steps=2 "so it lies"']
)
def test_the_rest_is_refused_in_a_line_that_names_the_passphrase(sealed: Run, line: str) -> None:
    """Given that Bob's passphrase was not said, then what would have the rules look at what he hides is not guessed."""
    before = sealed("log", "evening").stdout
    said = sealed("declare", "evening", line, "--as", "us", code=2).stderr
    assert "rest on what the Japanese side keeps sealed" in said
    assert variable("jp") in said
    assert "Traceback" not in said
    assert sealed("log", "evening").stdout == before


@pytest.mark.parametrize(
    "what", [("show", "evening"), ("log", "evening"), ("table", "evening", "points"), ("show", "evening", "--as", "us")]
)
def test_whoever_looks_on_needs_no_passphrase(sealed: Run, what: tuple[str, ...]) -> None:
    assert "passphrase" not in sealed(*what).stderr


def test_a_correction_says_all_that_followed_again_so_it_needs_them_all(sealed: Run) -> None:
    sealed("declare", "evening", "note a", "--as", "us")
    assert variable("jp") in sealed("fix", "evening", "3", "1", "--as", "us", code=2).stderr


def test_a_sides_recorder_opens_without_the_other_passphrase_and_takes_it_later(sealed: Run, tmp_path: Path) -> None:
    """Given a recorder that asked for nothing, when Bob types his passphrase there, then all can be said; nothing typed
    of it is on the screen."""
    with Terminal(tmp_path / "d.db", "record", "evening", "--as", "us") as table:
        assert "without the Japanese passphrase" in table.text()
        assert "typed unseen" not in table.text()
        assert "keeps sealed" in table.say("bombards Green:NAV1", "keeps sealed")
        table.say("note we begin", "note: we begin")
        table.say("unlock jp", "passphrase, unseen>")
        assert "is not jp's passphrase" in table.say("another one", "is not jp's passphrase")
        assert "once more" in table.say("still another", "once more")
        table.say(BOBS, "can be read here now")
        table.say("bombards Green:NAV1", "will bombard Green")
        assert BOBS not in table.text()
        assert BOBS not in table.written()
    assert "we begin" in sealed("log", "evening").stdout


def echoes(terminal: Terminal) -> bool:
    return bool(termios.tcgetattr(terminal.fd)[3] & termios.ECHO)


def test_what_is_typed_before_the_prompt_for_a_passphrase_is_not_echoed(sealed: Run, tmp_path: Path) -> None:
    """Given a recorder that starts, when Bob types at once, then none of it is shown, and he types it at the prompt;
    afterwards all is as it was."""
    terminal = Terminal(tmp_path / "d.db", "record", "evening", "--as", "jp", anew=True)
    try:
        while echoes(terminal):
            time.sleep(LOOK / 10)
        terminal.type("typed too soon")
        terminal.wait("typed unseen")
        terminal.press(f"{BOBS}\r", "Ctrl-D leaves")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert "too soon" not in terminal.written()
        assert BOBS not in terminal.written()
        assert echoes(terminal)
    finally:
        terminal.__exit__()


def test_a_wrong_passphrase_is_asked_for_again_and_what_is_typed_ahead_is_not_left_to_the_shell(
    sealed: Run, tmp_path: Path
) -> None:
    """Given a recorder that asks for a passphrase, when a wrong one is typed, then it asks again; three wrong ones end
    it."""
    terminal = Terminal(tmp_path / "d.db", "record", "evening", "--as", "jp")
    try:
        terminal.wait("typed unseen")
        terminal.press("suribachj\r", "once more")
        terminal.press(f"{BOBS}\r", "Ctrl-D leaves")
        terminal.type("\x04")
        assert terminal.ended() == 0
    finally:
        terminal.__exit__()
    terminal = Terminal(tmp_path / "d.db", "record", "evening", "--as", "jp")
    try:
        terminal.wait("typed unseen")
        for n in range(3):
            terminal.press("suribachj\r", "once more" if n < 2 else "passphrase for this game")
        assert terminal.ended() == 2
        assert "suribachj" not in terminal.written()
        assert echoes(terminal)
    finally:
        terminal.__exit__()


def test_a_short_passphrase_is_remarked_on_before_the_game_begins_and_may_be_typed_anew(tmp_path: Path) -> None:
    words = ("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    terminal = Terminal(tmp_path / "d.db", *words)
    try:
        terminal.wait("typed unseen")
        assert "is begun" not in terminal.press("iwo\r", "once more, or a longer one")
        assert "fewer than 8 characters are soon guessed" in terminal.written()
        terminal.press(f"{BOBS}\r", "once more:")
        terminal.press("suribachj\r", "that was not the same")
        terminal.press(f"{BOBS}\r", "once more:")
        terminal.press(f"{BOBS}\r", "is begun")
        assert terminal.ended() == 0
        assert "suribach" not in terminal.written()
    finally:
        terminal.__exit__()


def test_a_taken_name_is_told_before_a_passphrase_is_asked_for(sealed: Run, tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path / "d.db", "new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded"
    )
    try:
        assert terminal.ended() == 2
        assert "there is a game called 'evening' already" in terminal.written()
        assert "passphrase" not in terminal.written()
    finally:
        terminal.__exit__()
