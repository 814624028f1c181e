"""The live recorder in a real terminal: what players type, see and lose nothing of."""

from __future__ import annotations

import os
import signal
from itertools import pairwise
from pathlib import Path

import pytest

from domain.kernel.entries import standing
from domain.record.diary import Diary
from tests.cli.conftest import SETUP, Prepared, Run
from tests.cli.terminal import ROOT, UP, Terminal
from tests.transcript import BLOCK, TYPED

CAVES = SETUP.split(" ")[1].removeprefix("caves=")
UNITS = SETUP.split(" ")[2].removeprefix("units=")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


@pytest.fixture
def paper(run: Run) -> Run:
    """A game with the hidden map on paper, before its setup."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    return run


def set_up(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    run("declare", "evening", SETUP)


@pytest.fixture
def secret(prepared: Prepared, path: Path) -> Run:
    """A game whose record holds the hidden map, set up."""
    return prepared(path, set_up)


def said(path: Path, *topics: str) -> list[str]:
    with Diary(path) as diary:
        return [
            e.fact.sentence()
            for e in diary.open(diary.find("evening").id).entries
            if not topics or e.fact.TOPIC in topics
        ]


def test_a_whole_turn_is_recorded_by_two_sides(paper: Run, path: Path) -> None:
    """IWO 5: given a game on paper, when both sides record turn 1 live, then steps with nothing in them cost nothing,
    and dice are counted."""
    with Terminal(path, "record", "evening") as at:
        assert "Setup, Japanese: first the Japanese `setup`" in at.text()
        at.say("setup", "us>")
        told = at.say("bombards Green:NAV1,AIR1 Amber:NAV2", "jp caves>")
        assert "how many caves there are in Green [IWO 9.2]" in told
        at.say("2", "caves there are in Amber")
        at.say("1", "us>")
        assert "7 dice for the bombardment of Green" in at.say("bombard Green", "us dice>")
        told = at.say("655 1123", "us>")  # in groups, as one reads them
        assert "3 hits -2 caves, damage 1" in told
        at.say("bombard Amber 1234", "us>")
        told = at.say("land 4D-R23 Green", "jp fire>")
        assert "INF1" not in told  # nothing of the hidden side is listed
        told = at.say("INF1", "jp steps>")  # damage was passed to whoever is concealed: it may have lost steps (9.3.3)
        assert "5 dice for INF1's fire at 4D-R23" in at.say("", "jp dice>")
        told = at.say("56214", "us>")
        assert "2 hits, damage 2 (surprise, +2 dice)" in told
        assert "[IWO 11.1.1" in told
        assert any("turn 1 · US Movement Phase · VP US 0, Japanese 2" in line for line in at.bottom())
        assert any("4D-R23●●○○ against INF1" in line for line in at.bottom())
        at.say("land 5D-R26 Amber", "jp fire>")
        at.say("", "us>")
        assert "concealed units in Green, Amber" in at.say("n", "jp found>")
        at.say("Amber:INF2", "jp steps>")
        at.say("", "jp kirikami>")
        at.say("", "us>")
        at.say("assaults Green:4D-R23", "us>")
        told = at.say("assault Green 5511", "jp retreat>")
        assert "INF1: " in told
        at.say("", "us>")
        told = at.say("jp: allowance 1", "end it>")  # the US player is done, says the other side: Enter agrees
        assert "This ends the US Assault Phase, Construction Phase" in told
        at.say("", "jp>")
        assert "moved concealed into Green, Amber" in at.say("n", "jp entered>")
        assert "Japanese Assault Phase" in at.say("", "jp>")
        at.say("n", "jp marines>")
        at.say("Coral:MAR1,MAR2;Crater:MAR3", "jp steps>")
        at.say("", "how many steps MAR2")
        at.say("", "how many steps MAR3")
        at.say("", "us withdraw>")
        told = at.say("AIR5", "us>")
        assert "turn 1 is over; entry" in told
        assert "weather" in at.text().splitlines()[-1] or "weather" in told
    assert "turn 2" in said(path, "war.turn-began")
    assert len(said(path, "irregular")) == 0


def test_a_typo_is_corrected_before_it_is_recorded(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        told = at.say("bombrads Green:NAV1", "✗")
        assert "bombards" in told
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green", "us dice>")
        assert "4 dice are rolled here, not 3" in at.say("123", "✗")
        at.press(UP + "4\r", "us>")  # the refused line is on Up: what is missing is typed behind it
    assert said(path, "rolled") == ["4 dice for the bombardment of Green: 1 2 3 4"]


def test_what_is_hidden_is_typed_unseen_and_told_to_nobody(run: Run, path: Path) -> None:
    """Digest 4: given a shared screen, when the Japanese player sets up, then not a letter of it is on the screen, nor
    how long it was."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    with Terminal(path, "record", "evening") as at:
        at.say("setup", "jp caves>")
        at.say(CAVES, "jp units>")
        at.say(UNITS, "us>")
        written = at.raw.decode(errors="replace")
        assert "Ridge:HART" not in written
        assert "Green:2" not in written
        assert "****" not in written
        assert "none of" not in at.say("land 4D-R23 Green", "jp fire>")
        told = at.say("TK1", "that is no answer here")
        assert "INF1" not in told
        at.type("\t")
        assert "INF1" not in at.text()[-400:]
    with Terminal(path, "record", "evening", "--as", "jp") as at:
        assert "INF1 | MAR1" in at.text()
        assert "INF1 ●● concealed" in at.text()
        at.say("INF1", "jp dice>")
    with Terminal(path, "record", "evening", "--as", "us") as at:
        assert "waiting for Japanese" in at.text()
        assert "dice is for the Japanese side to answer, not for the US side" in at.say("11111", "✗")


@pytest.mark.parametrize(
    "insisting",
    [
        '! "we forgot the Beachhead"',
        '!"we forgot the Beachhead"',
        "! we forgot the Beachhead",
        "!we forgot the Beachhead",
        "! 'we forgot the Beachhead'",
        '! "we forgot the Beachhead',
        'land 4D-TK Green ! "we forgot the Beachhead"',
    ],
)
def test_what_was_refused_can_be_insisted_on(secret: Run, path: Path, insisting: str) -> None:
    """Given a refused line and the hint under it, when the reason is typed as the hint says, or nearly so, then the
    line stands."""
    with Terminal(path, "record", "evening") as at:
        assert "[IWO 10.3]" in at.say("land 4D-TK Green", '! "reason" plays on against the rule')
        assert at.line() == "us>"  # nothing of the refused line is left to mix with what is typed
        at.say(insisting, "jp fire>")
        at.say("", "us>")
    assert "irregular: 4D-TK can only land on a beach with a Beachhead (we forgot the Beachhead)" in said(
        path, "irregular"
    )


def test_an_answer_that_was_refused_can_be_insisted_on(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green", "us dice>")
        at.say("123", "✗")
        at.say('! one "fell" off\\ the table', "us>")
    assert 'irregular: dice: 4 dice are rolled here, not 3 (one "fell" off\\ the table)' in said(path, "irregular")


def test_a_reason_is_asked_for_where_it_is_missing(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        assert "no line was refused" in at.say('! "we forgot"', "✗")
        at.say("land 4D-TK Green", "plays on against the rule")
        for nothing in ("!", "! ", '!""', '! "'):
            assert 'a reason is expected after the !, as in ! "we forgot IWO 10.3"' in at.say(nothing, "✗")
        at.say("us: land 4D-TK Green # the tanks", "plays on against the rule")
        at.say('! it was in "the" \\ rules', "jp fire>")
    assert any('(it was in "the" \\ rules)' in words for words in said(path, "irregular"))


def test_what_was_refused_is_not_said_again_by_enter_nor_mixed_with_what_is_typed(secret: Run, path: Path) -> None:
    """Given refused lines, when Enter or another word is typed, then that alone is heard; the refused line is on Up."""
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green 5511", "us>")
        at.say("land 4D-TK Green", "✗")
        assert "✗" not in at.say("", "US Bombardment Phase, US: ")
        at.complete(UP, "us> land 4D-TK Green")
        at.say("\x15undo", "taken back to entry")
        at.say("takeback 5", "✗")
        assert "bombard Green 5511" in at.say("redo", "1 struck line waits")
        at.say("", "4 dice for the bombardment of Green: 5 5 1 1")
    assert [words for words in said(path, "taken-back") if "redo" in words] == []


def test_lines_are_taken_back_and_said_again_changed(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green 1111", "us>")
        assert "taken back to entry" in at.say("undo", "us>")
        at.say("redo", "bombard Green 1111")
        at.press("\x7f\x7f56\r", "us>")  # two dice are put right
        assert "the line is dropped" in at.press("note half a line\x03", "dropped")
    assert said(path, "rolled") == [
        "4 dice for the bombardment of Green: 1 1 1 1",
        "4 dice for the bombardment of Green: 1 1 5 6",
    ]
    assert not said(path, "noted")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (UP, "us> bombard Green 1234"),
        ("\x1b[D\x7f0", "us> bombard Green 1204"),
        ("\x01de", "us> debombard Green 1234"),
        ("note x", "us> note x"),
    ],
)
def test_a_key_that_moves_takes_the_offered_line_and_any_other_begins_a_new_one(
    secret: Run, path: Path, keys: str, line: str
) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green 1234", "us>")
        at.say("undo", "us>")
        at.say("redo", "bombard Green 1234")
        at.complete(keys, line)
        assert at.line() == line


EVENING = ("bombards Green:NAV1", "bombard Green 5511", "land 4D-R23 Green", "INF1", "56214", 'note "a wave ashore"')
"""Six lines, two of them answers: the US bombards and lands, the Japanese fire."""


def recorded(path: Path) -> list[str]:
    """What stands in the record, in words."""
    with Diary(path) as diary:
        return [e.fact.sentence() for e in standing(diary.open(diary.find("evening").id).entries)]


def record(at: Terminal) -> None:
    for line in EVENING:
        at.say(line, "> ")


def test_struck_lines_wait_through_looks_an_undo_and_an_interruption(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        before = recorded(path)
        for count in range(1, 6):
            at.say("undo", f"{count} struck line")
        assert "us> bombard Green 5511" in at.say("redo", "5 struck lines wait")
        for look in ("log 2", "show", "?", "why", "table", "redo list", "redo ?"):
            assert at.say(look, "us> bombard Green 5511")
        at.say("", "us> land 4D-R23 Green")
        at.say("", "jp fire> fire INF1")
        at.say("", "jp dice> dice 56214")
        at.say("undo", "jp fire> fire INF1")
        assert "redo goes on" in at.press("\x03", "redo goes on")
        at.wait("jp fire>")
        assert at.line() == "jp fire>"
        listed = at.say("redo list", "a wave ashore")
        assert [line.split()[1] for line in listed.splitlines() if line[:6].strip().isdecimal()] == [
            "fire",
            "dice",
            "note",
        ]
        assert "> fire INF1" in at.say("redo all", "us>")
        assert "no struck line waits" in at.say("redo", "✗")
    assert recorded(path) == before


def test_what_waits_is_offered_to_whoever_comes_back_and_to_other_terminals(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        before = recorded(path)
        at.say("takeback 25", "✗")  # the middle of a declaration: nothing is taken back
        for count in range(1, 5):
            at.say("undo", f"{count} struck line")
        at.say("redo", "us> land 4D-R23 Green")
        at.say("", "jp fire> fire INF1")
        at.type("\x03\x04")
        assert at.ended() == 0
    with Terminal(path, "record", "evening") as at, Terminal(path, "record", "evening") as other:
        assert "3 struck lines wait to be said again: redo" in at.text()
        other.say("redo", "jp fire> fire INF1")
        at.say("redo", "jp fire> fire INF1")
        at.say("", "jp dice> dice 56214")
        other.wait("jp dice> dice 56214")  # it follows, and offers the same
        other.press("\x1b\r", "a wave ashore")  # Alt-Enter says all the rest
        at.wait("no struck line is left")
    assert recorded(path) == before


def test_redo_all_stops_at_the_first_line_that_is_refused(secret: Run, path: Path) -> None:
    """Given struck lines of which one is not right any more, when all are said, then it is named, waits on, and can be
    left out or insisted on."""
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green 5511", "us>")
        at.say("land 4D-R23 Green fire=none", "us>")
        at.say("land 4D-R24 Green fire=none", "us>")
        at.say("undo", "1 struck line waits")
        at.say("undo", "2 struck lines wait")
        at.say('adjust 4D-R23 area=reserve "it was never loaded"', "us>")
        told = at.say("redo all", "redo offers the first once more")
        assert "> land 4D-R23 Green fire=none" in told
        assert "✗" in told
        assert "2 struck lines wait" in told
        at.say("", "us>")
        assert len([words for words in said(path) if "lands at" in words]) == 2
        at.say("! it swam", "us> land 4D-R24 Green fire=none")
        at.say("", "no struck line is left")
    assert [words for words in said(path, "irregular") if "(it swam)" in words]


def test_a_line_is_left_out_or_all_are(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        for count in range(1, 5):
            at.say("undo", f"{count} struck line")
        at.say("redo", "us> land 4D-R23 Green")
        told = at.say("redo skip", 'us> note "a wave ashore"')  # with its answers
        assert "left out: land 4D-R23 Green" in told
        assert "1 left out" in at.say("redo drop", "us>")
        assert "no struck line waits" in at.say("redo all", "✗")
        assert "there is no way to redo 'lal'; did you mean all" in at.say("redo lal", "✗")
    assert not said(path, "noted")[1:]


def test_a_line_said_instead_is_not_offered_and_one_said_between_takes_none_away(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        for count in range(1, 5):
            at.say("undo", f"{count} struck line")
        at.say("redo", "us> land 4D-R23 Green")
        at.say("third-division", "us> land 4D-R23 Green")  # another declaration
        at.complete(UP + "\x1b[D" * 6 + "\x7f4", "us> land 4D-R24 Green")
        at.press("\r", "jp fire> fire INF1")  # the same in other words
        at.say("redo all", "a wave ashore")
        assert "no struck line waits" in at.say("redo", "✗")
    assert [words for words in recorded(path) if "lands at" in words] == ["4D-R24 lands at Green for 2 MP"]


def test_a_ruling_is_made_between_taking_back_and_saying_again(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        for count in range(1, 5):
            at.say("undo", f"{count} struck line")
        at.say('ruling R-02 per-unit "the designer says so"', "ruling")
        at.say("redo all", "a wave ashore")
    assert [words.partition(":")[0] for words in recorded(path) if words.startswith(("ruling", "note"))] == [
        "ruling",
        "note",
    ]


def test_the_programs_dice_do_not_replace_those_that_wait(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        record(at)
        for count in range(1, 4):
            at.say("undo", f"{count} struck line")
        at.say("auto on", "rolls and draws")
        at.say("redo all", "a wave ashore")
    assert not [words for words in said(path, "rolled") if "generated" in words]


def test_a_struck_secret_is_said_again_unseen(run: Run, path: Path) -> None:
    """Digest 4: given a shared screen, when a secret line is struck, listed and said again, then not a letter of it is
    on the screen."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    start = len(recorded(path))
    run("declare", "evening", SETUP)
    run("declare", "evening", "bombards Green:NAV1")
    before = recorded(path)
    run("takeback", "evening", str(start))
    with Terminal(path, "record", "evening") as at:
        assert "2 struck lines wait" in at.text()
        assert "(a secret line, Japanese)" in at.say("redo list", "bombards Green:NAV1")
        at.say("redo", "jp> (a secret line, Japanese)")
        told = at.say("", "us> bombards Green:NAV1")
        assert "25 units and 21 caves" in told.replace("\n", " ")
        at.say("", "no struck line is left")
        assert "HART" not in at.raw.decode(errors="replace").split("Ctrl-D leaves")[1]
        assert "Ridge:" not in at.raw.decode(errors="replace")
    assert recorded(path) == before


@pytest.mark.parametrize("page", ["README.md", "docs/record.md"])
def test_the_transcripts_are_what_a_terminal_shows(run: Run, path: Path, page: str) -> None:
    """Given the transcript on a page, when its lines are typed key by key at a terminal, then its screen shows the
    transcript."""
    block = next(match[2] for match in BLOCK.finditer((ROOT / page).read_text()) if match[1] == "live").splitlines()[1:]
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    typed = [(match[0].removesuffix(match[1]).rstrip(), match[1]) for line in block if (match := TYPED.fullmatch(line))]
    with Terminal(path, "record", "evening") as at:
        for (_, line), (prompt, _) in pairwise([*typed, (block[-1][-20:], "")]):
            at.say(line, prompt)
        shown = at.text().partition("Tab completes, ? helps")[2].splitlines()
    told = "\n".join(block).partition("Tab completes, ? helps")[2].splitlines()
    assert [line.rstrip() for line in shown[: len(told)]] == [line.rstrip() for line in told]


def test_a_standing_pass_is_asked_no_more_until_it_is_revoked(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("land 4D-R23 Green", "jp fire>")
        at.say("pass", "us>")
        at.say("land 4D-R24 Green", "us>")
        at.say("jp: pass fire off", "us>")
        at.say("land 4D-R25 Green", "jp fire>")
    assert len(said(path, "standing-pass")) == 2


def test_two_recorders_see_each_other_and_the_slower_is_offered_its_line_again(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as one, Terminal(path, "record", "evening") as two:
        one.type("note half")
        one.wait("note half")
        two.say("bombards Green:NAV1", "us>")
        told = one.wait("will bombard Green with NAV1")
        one.press(" a line\r", "note: half a line")  # its own line was still there
        assert "note: half a line" in two.wait("note: half a line")
        assert "will bombard" in told
    assert said(path, "noted") == ["note: half a line"]


def test_dice_may_be_left_to_the_program(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Ridge:NAV1 Motoyama:NAV2", "us>")  # where four dice do no damage, whatever they show
        at.say("bombard Ridge", "us dice>")
        assert "generated" in at.say("auto", "us>").replace("\n", " ")
        at.say("auto on", "us>")
        assert "generated" in at.say("bombard Motoyama", "us>").replace("\n", " ")


def test_completion_offers_what_the_rules_offer(secret: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.complete("bombards Gre\t", "bombards Green:")
        at.complete("\x15lan\t", "land")
        at.press("\x15land 4D-R2\t", "4D-R24")


@pytest.mark.parametrize("end", ["leave", "hang up", "kill"])
def test_whatever_ends_the_terminal_what_was_told_is_recorded(secret: Run, path: Path, end: str) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("bombards Green:NAV1", "us>")
        at.say("bombard Green 5566", "us>") if end == "leave" else at.say("bombard Green", "us dice>")
        if end == "leave":
            at.type("\x04")
            assert at.ended() == 0
        else:
            os.kill(at.pid, signal.SIGHUP if end == "hang up" else signal.SIGKILL)
            at.ended()
        assert "Traceback" not in at.raw.decode(errors="replace")
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
        assert not diary.verify(game.id)
        assert game.state.planned
        assert (game.waits.name if game.waits else "") == ("order" if end == "leave" else "dice")


def test_a_chart_that_is_missing_is_read_out_row_by_row_and_never_twice(run: Run, path: Path, tmp_path: Path) -> None:
    """IWO 2.1.1: given a pack without a unit's counter, when it is needed, then its row is asked for, field by field,
    once."""
    pack = (Path(__file__).parents[2] / "domain/iwo/packs/sample.toml").read_text()
    short = "\n\n".join(block for block in pack.split("\n\n") if not block.startswith("[markers."))
    (tmp_path / "short.toml").write_text(short.replace('"markers"', "").replace(", ]", "]"))
    run("new", "evening", "--system", "iwo", "--pack", str(tmp_path / "short.toml"))
    run("declare", "evening", "setup")
    run("play", "evening", "-", input='adjust Motoyama,Funami control=us "as it lies"\nnext construct\n')
    with Terminal(path, "record", "evening") as at:
        at.say("construct safe Motoyama", "chart>")
        at.say("", "count (a whole number)>")
        assert "is not a whole number" in at.say("two", "✗")
        at.say("2", "us>")
        assert "count" not in at.say("construct safe Funami", "us>")


def test_a_counter_nobody_has_heard_of_is_read_out_when_it_is_named(run: Run, path: Path) -> None:
    """Given a game begun without a pack, when a unit is named, then it is said how its counter is read out; then it is
    known."""
    run("new", "evening", "--system", "iwo")
    with Terminal(path, "record", "evening") as at:
        assert "`chart units INF1` reads it out from the printed game" in at.say("reveal INF1", "reads it out")
        at.say("chart units INF1", "INF1: side")
        at.say("jp", "type")
        at.say("infantry", "INF1: name")
        for field in ("division", "bombard", "range", "assault"):
            at.say("", f"INF1: {field}")
        at.say("3", "INF1: at")
        for field in ("mp", "steps", "armor", "red"):
            at.say("2" if field in ("steps", "armor") else "", f"INF1: {field}")
        told = at.say("", "jp>")
        assert "units chart, INF1: side jp, type infantry, assault 3, mp 2, steps 2" in told.replace("\n", " ")
        assert "there is no unit" not in at.say("reveal INF1", "✗")


def test_a_row_that_is_known_is_corrected_where_it_was_misread(secret: Run, path: Path) -> None:
    """Given a unit's row, when it is read out again field by field, then Enter leaves what is right, and nothing but
    Enter changes nothing."""
    fields = ("type", "name", "division", "bombard", "range", "assault", "at", "mp", "steps", "armor", "red")
    with Terminal(path, "record", "evening") as at:
        at.say("chart units INF1", "INF1: side (one of us, jp, Enter for jp)")
        for field in fields:
            at.say("", f"INF1: {field}")
        assert "the units chart's row INF1 stays as it is" in at.say("", "✗")
        at.say("chart units INF1", "INF1: side")
        for field in fields[:6]:
            at.say("", f"INF1: {field}")
        at.say("2", "INF1: at")
        for field in fields[7:]:
            at.say("", f"INF1: {field}")
        told = at.say("", "us>")
    assert "units chart, INF1: side jp, type infantry, assault 2, mp 2, steps 2" in told.replace("\n", " ")


def test_a_pipe_is_told_what_to_type_instead(secret: Run) -> None:
    assert "`wardiary declare evening -` takes lines from a pipe" in secret("record", "evening", code=2).stderr
