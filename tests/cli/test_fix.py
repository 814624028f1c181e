"""`wardiary fix` at a shell and in a terminal: begun, left, gone on with, given up, recorded whole."""

from __future__ import annotations

import json
import stat
import subprocess
from pathlib import Path

import pytest

from domain.kernel.facts import Noted, TakenBack
from domain.record.diary import Diary
from recording.fix import Fixing
from recording.mending import keep, kept
from recording.plans import restored
from tests import warm
from tests.cli.conftest import SETUP, Prepared, Run
from tests.cli.terminal import ROOT, Terminal

LINES = """\
setup
bombards Green:NAV1,AIR1 Amber:NAV2 caves=2 caves=1
bombard Green 6551123
note "the sea is calm"
bombard Amber 1234
land 4D-R23 Green fire=INF1 steps=2 dice=56214
land 4D-R24 Amber fire=none
land 5D-R26 Amber fire=none
"""
"""A turn with the hidden map on paper; entry 17 is the dice for Green, 32 who fired, 35 the dice of that fire."""


def play_turn(run: Run) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample")
    run("play", "evening", "-", input=LINES)


@pytest.fixture
def turn(prepared: Prepared, tmp_path: Path) -> Run:
    return prepared(tmp_path / "d.db", play_turn)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.db"


def plans(folder: Path) -> list[Path]:
    return sorted(folder.glob("d.fix-*.json"))


def entries(path: Path) -> int:
    with Diary(path) as diary:
        return diary.find("evening").entries


@pytest.mark.parametrize(
    ("words", "dice"),
    [
        (("17", "6661123"), "6 6 6 1 1 2 3"),
        (("17", "666", "1123"), "6 6 6 1 1 2 3"),
        (("17", "666 1123"), "6 6 6 1 1 2 3"),
        (("16", "dice=6661123"), "6 6 6 1 1 2 3"),
        (("16", "bombard Green 6661123"), "6 6 6 1 1 2 3"),
        (("16", "bombard", "Green", "6661123"), "6 6 6 1 1 2 3"),
        (("17", "666", "!we all saw three"), "6 6 6"),
    ],
)
def test_dice_are_corrected_by_their_entry_by_name_or_as_a_line(turn: Run, words: tuple[str, ...], dice: str) -> None:
    turn("fix", "evening", *words)
    assert f"7 dice for the bombardment of Green: {dice} " in " ".join(turn("log", "evening").stdout.split())


def test_both_histories_stay_readable_and_tables_follow_the_standing_one(turn: Run) -> None:
    """IWO 11.1, 23.2: given two steps lost to fire, when its dice were ones, then losses and points are gone, and the
    log has both."""
    assert "step lost by 4D-R23" in turn("table", "evening", "points").stdout
    told = turn("fix", "evening", "35", "11111", "--why", "the dice were Bob's").stdout
    assert told == (
        "2 lines said again as they were, 1 said otherwise\n"
        "entries 29 to 46 are struck; 48 to 63 stand for them\n"
        "steps lost: US 0, was 2\n"
        "points: Japanese 0, was 2\n"
        "otherwise now: units.4D-R23.steps 4, was 2; vp_jp 0, was 2\n"
    )
    assert "step lost by 4D-R23" not in turn("table", "evening", "points").stdout
    log = " ".join(turn("log", "evening").stdout.split())
    assert "5 dice for INF1's fire at 4D-R23: 5 6 2 1 4 [IWO 11.1.1] (taken back)" in log
    assert "5 dice for INF1's fire at 4D-R23: 1 1 1 1 1 [IWO 11.1.1]" in log
    assert "the dice were Bob's" in log
    assert "differs" not in turn("audit", "evening").stdout
    turn("doctor")


def test_a_dry_run_shows_what_would_change_and_records_nothing(turn: Run, path: Path) -> None:
    before = entries(path)
    told = turn("fix", "evening", "35", "11111", "--dry-run")
    assert "steps lost: US 0, was 2" in told.stdout
    assert "points: Japanese 0, was 2" in told.stdout
    assert "entries 29 to 46 would be struck, and 48 to 63 would stand for them" in told.stdout
    assert told.stderr == "nothing was recorded\n"
    stopped = turn("fix", "evening", "17", "1111111", "--dry-run", code=1)
    assert "entry 29 no longer does, 2 more follow: land 4D-R23 Green" in stopped.stderr
    assert "--say LINE says it otherwise" in stopped.stderr
    assert "--give-up" not in stopped.stderr
    assert (entries(path), plans(path.parent)) == (before, [])


def test_a_program_reads_what_changes(turn: Run) -> None:
    found = json.loads(turn("fix", "evening", "35", "11111", "--dry-run", "--json").stdout)
    assert (found["recorded"], found["stopped"], found["struck"]) == (False, None, 18)
    assert (found["steps"], found["points"]) == ({"us": [2, 0]}, {"jp": [2, 0]})
    assert {"path": "units.4D-R23.steps", "was": 2, "now": 4} in found["values"]
    stopped = json.loads(turn("fix", "evening", "17", "1111111", "--json", code=1).stdout)
    assert stopped["stopped"]["at"] == 29
    assert json.loads(turn("fix", "evening", "--json", "--say", "fire=none").stdout)["recorded"] is True


def test_a_correction_is_left_and_gone_on_with_at_another_time(turn: Run, path: Path) -> None:
    """Given dice that passed no damage on, when a later line no longer fits, then nothing is recorded before it is
    decided."""
    before = entries(path)
    told = turn("fix", "evening", "17", "1111111", code=1)
    assert "3 lines fit; entry 29 no longer does, 2 more follow" in told.stderr
    assert "steps 2 answers what is asked no more; `land 4D-R23 Green` keeps" in told.stderr
    assert max(map(len, told.stderr.splitlines())) <= 80
    assert entries(path) == before
    assert turn("fix", "evening", code=1).stderr == told.stderr
    assert (
        "another correction of this game waits to be finished" in turn("fix", "evening", "35", "11111", code=2).stderr
    )
    assert (
        "name=value is expected, or the whole line, not 'nonsense'"
        in turn("fix", "evening", "--say", "nonsense", code=2).stderr
    )
    assert entries(path) == before
    turn("fix", "evening", "--say", "land 4D-R23 Green")
    assert plans(path.parent) == []
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert [e.fact.text for e in game.stands if isinstance(e.fact, Noted)] == [
        "the sea is calm",
        "asked for no more since a correction: steps 2",
    ]
    assert sum(isinstance(e.fact, TakenBack) for e in game.entries) == 1


@pytest.mark.parametrize("how", [("--drop",), ("--drop-rest",), ("--as-played", "so it was")])
def test_a_line_is_dropped_or_stands_as_it_was_played(turn: Run, how: tuple[str, ...]) -> None:
    turn("fix", "evening", "9", "bombards Green:NAV1 Amber:NAV2", code=1)
    turn("fix", "evening", *how, code=None)
    turn("fix", "evening", "--drop-rest", code=None)
    assert "differs" not in turn("audit", "evening").stdout


def test_a_missing_die_is_asked_for_with_its_rule(turn: Run) -> None:
    """IWO 11.1.1: given a landing nobody fired at, when MG1 did, then its steps and dice are asked for, one after the
    other."""
    told = turn("fix", "evening", "43", "MG1", code=1).stderr
    assert "first Japanese: how many steps MG1 has left [IWO 11.1.1]" in told
    assert "--say ANSWER" in told
    assert "6 dice for MG1's fire at 4D-R24" in turn("fix", "evening", "--say", "2", code=1).stderr
    assert "6 dice are rolled here, not 1" in turn("fix", "evening", "--say", "5", code=2).stderr
    turn("fix", "evening", "--say", "111111")


def test_it_is_given_up_and_everything_is_as_it_was(turn: Run, path: Path) -> None:
    before = entries(path)
    turn("fix", "evening", "17", "1111111", code=1)
    assert turn("fix", "evening", "--give-up").stderr == "the correction is given up, and nothing was recorded\n"
    assert (entries(path), plans(path.parent)) == (before, [])
    for how in ((), ("--drop",), ("--give-up",)):
        assert "no correction waits to be finished; as in `wardiary fix" in turn("fix", "evening", *how, code=2).stderr
    assert "one thing at a time" in turn("fix", "evening", "17", "1111111", "--drop", code=2).stderr
    assert "--why goes with the ENTRY" in turn("fix", "evening", "--why", "so", code=2).stderr


def test_a_plan_is_read_by_whoever_reads_the_diary_and_by_nobody_else(turn: Run, path: Path) -> None:
    path.chmod(0o600)
    turn("fix", "evening", "17", "1111111", code=1)
    assert stat.S_IMODE(plans(path.parent)[0].stat().st_mode) == 0o600


@pytest.mark.parametrize("harm", ["{", "", '{"game":"x"}', "\x00" * 10])
def test_a_damaged_plan_is_told_and_given_up(turn: Run, path: Path, harm: str) -> None:
    turn("fix", "evening", "17", "1111111", code=1)
    plan = plans(path.parent)[0]
    plan.write_text(harm)
    told = " ".join(turn("fix", "evening", code=2).stderr.split())
    assert "is no plan of a correction that can be read; `fix --give-up` removes it" in told
    turn("fix", "evening", "--give-up")
    assert not plan.exists()


def test_a_plan_of_another_game_is_told(turn: Run, path: Path) -> None:
    turn("fix", "evening", "17", "1111111", code=1)
    turn("branch", "evening", "other", "--at", "46")
    plan = plans(path.parent)[0]
    with Diary(path) as diary:
        plan.rename(plan.with_name(f"d.fix-{diary.find('other').id[:12]}.json"))
    assert "is the plan of another game; `fix --give-up` removes it" in " ".join(
        turn("fix", "other", code=2).stderr.split()
    )
    turn("fix", "other", "--give-up")


def test_the_other_history_goes_on_as_a_branch(turn: Run) -> None:
    """Given a correction, when its players want the history of before, then a branch at the entry before it is that."""
    turn("fix", "evening", "35", "11111")
    turn("branch", "evening", "as-it-was", "--at", "46")
    assert "step lost by 4D-R23" in turn("table", "as-it-was", "points").stdout
    turn("fix", "as-it-was", "35", "11112")


def test_a_finished_game_is_corrected_too(turn: Run) -> None:
    turn("declare", "evening", "concede us")
    turn("fix", "evening", "35", "11111")
    assert "the game is over" in turn("declare", "evening", "note late").stderr


def test_what_is_recorded_meanwhile_is_kept(turn: Run, path: Path) -> None:
    """Given a correction that was left, when somebody goes on with the game, then their lines are said again too."""
    turn("fix", "evening", "17", "1111111", code=1)
    turn("declare", "evening", "note later")
    turn("fix", "evening", "--say", "fire=none")
    assert "note: later" in turn("log", "evening", "--last", "2").stdout
    turn("fix", "evening", "23", "note rough", code=2)  # struck: another entry stands for it


def test_an_entry_taken_back_meanwhile_is_told(turn: Run) -> None:
    turn("fix", "evening", "17", "1111111", code=1)
    turn("takeback", "evening", "15", "--why", "again")
    told = turn("fix", "evening", "--drop", code=2).stderr
    assert "entry 17 stands no more: it was taken back meanwhile; `fix --give-up` forgets" in told
    turn("fix", "evening", "--give-up")


def test_two_processes_at_once_record_one_after_the_other(turn: Run, path: Path) -> None:
    """Given several who note something while another corrects, when all are done, then every note stands, and the
    correction is whole."""
    words = [["fix", "evening", "35", "11111"], *(["note", "evening", f"note {n}"] for n in range(4))]
    running = [
        subprocess.Popen([*warm.command("cli.main"), "--diary", str(path), *each], cwd=ROOT, stdout=-1, stderr=-1)
        for each in words
    ]
    for each in running:
        each.communicate(timeout=60)
    assert running[0].returncode == 0
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
        assert diary.verify(game.id) == []
    recorded = sum(each.returncode == 0 for each in running[1:])
    assert sum(isinstance(e.fact, Noted) and e.fact.text.startswith("note ") for e in game.stands) == recorded
    assert sum(isinstance(e.fact, TakenBack) for e in game.entries) == 1


def test_where_no_plan_can_be_kept_it_is_told_and_nothing_is_recorded(turn: Run, path: Path) -> None:
    """Given a place where no plan can be written, when a later line no longer fits, then that is told; what needs no
    plan is recorded."""
    before = entries(path)
    with Diary(path) as diary:
        place = path.with_name(f"d.fix-{diary.find('evening').id[:12]}.json")
    place.symlink_to(path.parent / "nowhere")
    told = " ".join(turn("fix", "evening", "17", "1111111", code=2).stderr.split())
    assert "a line is left to be decided, and the plan cannot be kept beside the diary" in told
    assert entries(path) == before
    turn("fix", "evening", "35", "11111")


# ---- what is hidden ----


@pytest.fixture
def sealed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    setup = (
        SETUP,
        "bombards Green:NAV1,AIR1 Amber:NAV2",
        "bombard Green 6551123",
        "order INF1,MAR1",
        "bombard Amber 1234",
    )
    for line in (*setup, "note calm", "land 4D-R23 Green fire=none"):
        run("declare", "evening", "--as", "umpire", line)
    return run


def test_sealed_entries_are_corrected_over_only_with_the_passphrase(
    sealed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Digest 4: given a side's sealed entries, when its passphrase is not said, then the correction is refused and
    names the side."""
    dice = dice_of(sealed, "7 dice")
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    assert (
        "jp's secrets are sealed: its passphrase is typed at a terminal, or stands"
        in sealed("fix", "evening", dice, "6661123", code=2).stderr
    )
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    sealed("fix", "evening", dice, "6661123", "--as", "umpire")
    assert "differs" not in sealed("audit", "evening").stdout
    sealed("doctor")


def dice_of(run: Run, words: str) -> str:
    """The number of an entry in the log."""
    return next(line.split()[0] for line in run("log", "evening").stdout.splitlines() if words in line)


def test_a_shared_screen_learns_nothing_by_a_correction_it_may_give_up(sealed: Run) -> None:
    """Digest 4: given damage passed in secret, when a shared screen tries other dice, then it sees neither who suffered
    nor what would change."""
    dice = dice_of(sealed, "7 dice")
    assert (
        "would tell what is hidden: say it again with --as umpire"
        in sealed("fix", "evening", dice, "6666666", "--dry-run", code=2).stderr
    )
    told = sealed("fix", "evening", dice, "1111111", code=1)
    assert "no longer does, 3 more follow: (a secret line, Japanese)" in told.stderr
    assert "why would tell what is hidden" in told.stderr
    for name in ("INF1", "MAR1", "steps", "otherwise by then"):
        assert name not in told.output
    assert json.loads(sealed("fix", "evening", "--json", code=1).stdout)["values"] == []


def test_what_a_side_types_for_a_plan_is_sealed_in_it(sealed: Run, path: Path) -> None:
    """Given damage to concealed units at Amber, when their order is typed for a plan that stops again, then it is read
    with the key alone."""
    sealed("declare", "evening", "land 4D-R24 Amber fire=none")
    sealed("fix", "evening", dice_of(sealed, "4 dice"), "6666", code=1)
    plan = plans(path.parent)[0]
    assert "the order of concealed units in Amber" in sealed("fix", "evening", code=1).stderr
    sealed("fix", "evening", "--say", "note so", "--as", "us", code=2)
    with Diary(path) as diary:
        game_id = diary.find("evening").id
        diary.unlock(game_id, "jp", "suribachi")
        fixing = Fixing(diary.open(game_id), restored(plan.read_bytes(), diary.keys(game_id), "x"))
        fixing.say(["INF2,MG1"], "jp")
        keep(diary, fixing.plan)
        assert kept(diary, game_id) == fixing.plan
    assert b"INF2" not in plan.read_bytes()
    sealed("fix", "evening")
    assert "INF2" not in sealed("log", "evening", "--as", "us").stdout


# ---- in a terminal ----


def typed(path: Path, *words: str, then: tuple[tuple[str, str], ...]) -> tuple[str, int]:
    at = Terminal(path, *words)
    at.wait("correct>")
    for keys, expected in then:
        at.press(keys, expected)
    code = at.ended()
    return at.text(), code


def test_a_terminal_asks_of_each_line_in_turn(turn: Run, path: Path) -> None:
    told, code = typed(
        path,
        "fix",
        "evening",
        "43",
        "MG1",
        then=(("3\r", "✗"), ("2\r", "6 dice for MG1's fire"), ("111111\r", "otherwise now")),
    )
    assert code == 0
    assert "how many steps MG1 has left" in told
    assert plans(path.parent) == []


@pytest.mark.parametrize("keys", ["\x03", "\x04", "leave\r"])
def test_a_correction_left_at_the_terminal_waits(turn: Run, path: Path, keys: str) -> None:
    before = entries(path)
    told, code = typed(path, "fix", "evening", "17", "1111111", then=((keys, "nothing was recorded"),))
    assert code == 1
    assert "Traceback" not in told
    assert len(plans(path.parent)) == 1
    assert entries(path) == before
    told, code = typed(path, "fix", "evening", then=(("give up\r", "is given up"),))
    assert (code, plans(path.parent)) == (0, [])


def test_the_recorder_corrects_too(turn: Run, path: Path) -> None:
    """Given the live recorder, when a die far back is corrected, then it asks of the line that no longer fits, and goes
    on where the game stands."""
    with Terminal(path, "record", "evening") as at:
        assert "fix which entry? As in `fix 24 1254`" in at.say("fix dice", "✗")
        assert "follows by the rules from entry 29" in at.say("fix 36 1", "✗")
        told = at.say("fix 17 1111111", "correct>")
        assert "steps 2 answers what is asked no more" in told
        assert "nothing was recorded; fix goes on with it" in at.press("\x04", "us>")
        assert "another correction of this game waits" in at.say("fix 35 11111", "✗")
        at.say("fix", "correct>")
        at.say("nonsense", "✗")
        assert "struck; 48 to" in at.say("fire=none", "us>")
        assert "waits to be finished" not in at.say("fix give up", "✗").replace(
            "no correction waits to be finished", ""
        )
        at.say("note after", "us>")


def test_what_others_record_while_a_line_is_decided_is_kept(turn: Run, path: Path) -> None:
    with Terminal(path, "record", "evening") as at:
        at.say("fix 17 1111111", "correct>")
        at.type("fire=")
        turn("note", "evening", "meanwhile")
        at.wait("note: meanwhile")
        at.press("none\r", "us>")
    with Diary(path) as diary:
        game = diary.open(diary.find("evening").id)
    assert [e.fact.text for e in game.stands if isinstance(e.fact, Noted)][-1] == "meanwhile"
    assert sum(isinstance(e.fact, TakenBack) for e in game.entries) == 1


def test_what_a_hiding_side_answers_is_typed_unseen_on_a_shared_screen(run: Run, path: Path) -> None:
    """Digest 4: given a shared recorder, when a corrected die asks in secret who suffers first, then what is typed is
    on no screen."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    for line in (
        SETUP,
        "bombards Green:NAV1,AIR1 Amber:NAV2",
        "bombard Green 1111111",
        "bombard Amber 1234",
        "land 4D-R23 Green fire=none",
    ):
        run("declare", "evening", line)
    with Terminal(path, "record", "evening") as at:
        told = at.say(f"fix {dice_of(run, '7 dice')} 6666666", "correct>")
        assert "the order of concealed units in Green" in told
        assert "that cannot be said here, and the reason would tell what is hidden" in at.say("TK1,TK2", "✗")
        at.say("MAR1,INF1", "us>")
        assert "MAR1,INF1" not in at.raw.decode(errors="replace")
        assert "TK1,TK2" not in at.raw.decode(errors="replace")
    assert "INF1 now 0" in run("log", "evening", "--as", "jp").stdout


def test_what_the_other_side_decides_is_left_here_and_gone_on_with_on_its_recorder(turn: Run, path: Path) -> None:
    """IWO 11: given dice by which a unit need not have fired, when the US correct them, then they are told where that
    goes on, and there it does."""
    with (
        Terminal(path, "record", "evening", "--as", "us") as us,
        Terminal(path, "record", "evening", "--as", "jp") as jp,
    ):
        told = us.say("fix 17 1111111", "correct>")
        assert "`fix` alone on its recorder (--as jp) goes on with it" in " ".join(told.split())
        assert "nothing was recorded" in us.press("leave\r", "us>")
        told = jp.say("fix", "correct>")
        assert "goes on with it" not in " ".join(told.split())
        assert "struck; 48 to" in jp.say("fire=none", "us>")
    assert plans(path.parent) == []


@pytest.mark.parametrize(("side", "told"), [("us", True), ("jp", False), ("", False)])
def test_an_answer_of_the_other_side_that_no_longer_fits_says_where_the_correction_goes_on(
    turn: Run, side: str, told: bool
) -> None:
    """IWO 11.1.1: given an answer that is asked for no more, then who gave it decides, and the other is told where;
    where both look on, anybody."""
    at = ("--as", side) if side else ()
    said = turn("fix", "evening", "17", "1111111", *at, code=1).stderr
    assert "steps 2 answers what is asked no more" in said
    assert ("goes on with it" in " ".join(said.split())) == told
