"""Two copies of a game: compared by their seals, the longer taken in, and the other way a game went as a branch."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditing import verify as standalone
from domain.record.diary import Diary
from domain.record.seals import head_of, leaf_of
from tests.cli.conftest import SETUP, Run
from tests.record.stranger import untriggered

VERIFY = Path(standalone.__file__)
FIRED = "land 4D-R23 Green fire=INF1 56214"
ANNS, BOBS = "land 4D-R24 Amber fire=none", "land 5D-R26 Coral fire=none"


@pytest.fixture
def paper(run: Run) -> Run:
    """A game with what is hidden on paper, after the first landing under fire."""
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--player", "us=Ann", "--player", "jp=Bob")
    run("declare", "evening", "setup")
    run("declare", "evening", FIRED)
    return run


@pytest.fixture
def bob(tmp_path: Path) -> tuple[str, ...]:
    """The words by which Bob's diary is at hand, and he records."""
    return "--diary", str(tmp_path / "bob.db"), "--by", "Bob"


def exported(run: Run, file: Path, *words: str, game: str = "evening") -> Path:
    run(*words, "export", game, "--format", "jsonl", "-o", str(file), "--overwrite")
    return file


def handed_over(run: Run, bob: tuple[str, ...], tmp_path: Path) -> int:
    """Bob takes the game in as it stands; gives its last entry."""
    run(*bob, "import", str(exported(run, tmp_path / "handed.jsonl")))
    with Diary(tmp_path / "d.db") as diary:
        return diary.last(diary.find("evening").id)


def sealed_anew(file: Path, old: str, new: str) -> int:
    """Changes the first entry that says so, and seals it and all after it anew, as a cheat would; gives its number."""
    lines = file.read_bytes().splitlines()
    game = json.loads(lines[0])["data"]["game"]
    at, before = 0, b""
    for n, line in enumerate(lines[1:], 1):
        head = json.loads(line)
        stored = line[line.index(b',"data":') + len(b',"data":') : -1]
        if not at and old.encode() in stored:
            at = head["version"]
            stored = stored.replace(old.encode(), new.encode(), 1)
        leaf = leaf_of(bytes.fromhex(head["salt"]), head["type"], stored)
        before = head_of(before, game, head["version"], leaf)
        kept = {key: value for key, value in head.items() if key != "data"} | {"leaf": leaf.hex(), "head": before.hex()}
        lines[n] = json.dumps(kept, separators=(",", ":")).encode()[:-1] + b',"data":' + stored + b"}"
    assert at
    first = json.loads(lines[0])
    first["data"]["head"] = before.hex()
    lines[0] = json.dumps(first, separators=(",", ":")).encode()
    file.write_bytes(b"\n".join(lines) + b"\n")
    return at


def state_of(run: Run, game: str, *words: str) -> object:
    return json.loads(run(*words, "show", game, "--json").stdout)["state"]


# ---- compare ----


def test_two_that_are_the_same_are_identical(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given a game, its export and a diary that took that in, when any two are compared, then they are identical."""
    last = handed_over(paper, bob, tmp_path)
    here = str(tmp_path / "d.db")
    for one, two in (
        ("evening", "handed.jsonl"),
        ("handed.jsonl", "handed.jsonl"),
        ("evening", "bob.db"),
        ("bob.db", "handed.jsonl"),
    ):
        said = " ".join(
            paper("compare", *(str(tmp_path / name) if "." in name else name for name in (one, two))).stdout.split()
        )
        assert f"identical: {last} entries" in said
        assert said.count(f"{last} entries, every seal fits") == 2
    assert f"evening: identical, {last} entries, every seal fits" in " ".join(
        paper("compare", here, str(tmp_path / "bob.db")).stdout.split()
    )


@pytest.mark.parametrize("turned", [False, True])
def test_one_that_goes_on_is_no_fork_either_way(paper: Run, tmp_path: Path, bob: tuple[str, ...], turned: bool) -> None:
    """Given Bob's copy, which goes on, when it is compared either way, then what he holds more is told, with who
    recorded it: exit code 0."""
    last = handed_over(paper, bob, tmp_path)
    paper(*bob, "declare", "evening", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    words = ["evening", str(theirs)]
    said = " ".join(paper("compare", *(reversed(words) if turned else words)).stdout.split())
    seal = paper("head", "evening").stdout[:16]
    assert f"the last common entry is {last}, seal {seal}" in said
    assert "4D-R23's move ends (defensive fire)" in said, "the moment and the sentence of the last common entry"
    assert ", by Bob, 20" in said
    assert "5D-R26 lands at Coral for 2 MP" in said
    assert "goes on where evening ends" in said
    assert all(len(line) <= 80 for line in paper("compare", *words).stdout.splitlines() if str(tmp_path) not in line)


def fork(run: Run, tmp_path: Path, bob: tuple[str, ...]) -> tuple[int, Path]:
    """Ann and Bob each record on from one entry: that entry, and Bob's export."""
    last = handed_over(run, bob, tmp_path)
    run("declare", "evening", ANNS)
    run(*bob, "declare", "evening", BOBS)
    return last, exported(run, tmp_path / "bobs.jsonl", *bob)


def test_a_fork_names_the_last_common_entry_and_what_each_says_after_it(
    paper: Run, tmp_path: Path, bob: tuple[str, ...]
) -> None:
    last, theirs = fork(paper, tmp_path, bob)
    said = paper("compare", "evening", str(theirs), code=1).stdout
    assert f"they fork after entry {last}" in said
    ours, bobs = said.index("4D-R24 lands at Amber"), said.index("5D-R26 lands at Coral")
    assert ours < bobs
    assert ", by Ann, " in said
    assert ", by Bob, " in said
    (data,) = json.loads(paper("compare", "evening", str(theirs), "--json", code=1).stdout)
    seal = paper("head", "evening", "--at", str(last)).stdout.strip()
    assert (data["verdict"], data["common"]["version"], data["common"]["head"]) == ("fork", last, seal)
    told = [[line["words"] for line in copy["after"]["log"][-2:]] for copy in data["copies"]]
    answered = "the Japanese side decides fire: none"
    assert told == [["4D-R24 lands at Amber for 2 MP", answered], ["5D-R26 lands at Coral for 2 MP", answered]]
    assert [copy["problems"] for copy in data["copies"]] == [[], []]


def test_the_same_line_said_twice_is_a_fork_for_words_prove_nothing(
    paper: Run, tmp_path: Path, bob: tuple[str, ...]
) -> None:
    last = handed_over(paper, bob, tmp_path)
    paper("declare", "evening", ANNS)
    paper(*bob, "declare", "evening", ANNS)
    assert f"they fork after entry {last}" in paper("compare", "evening", str(tmp_path / "bob.db"), code=1).stdout


def test_a_roll_that_was_changed_and_sealed_anew_parts_the_copies_there(paper: Run, tmp_path: Path) -> None:
    """Given a copy in which one roll was changed, its seals made anew, when it is compared, then its seals fit, and it
    forks before the roll."""
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    seal = paper("head", "evening").stdout.strip()
    at = sealed_anew(theirs, '"dice":[5,6,2,1,4]', '"dice":[5,6,2,1,3]')
    said = " ".join(paper("compare", "evening", str(theirs), code=1).stdout.split())
    assert said.count("every seal fits") == 2
    assert f"they fork after entry {at - 1}" in said
    assert (
        said.count("5 dice for INF1's fire at 4D-R23: 5 6 2 1 4")
        == said.count("5 dice for INF1's fire at 4D-R23: 5 6 2 1 3")
        == 1
    )
    assert "is no seal of" in paper("verify", str(theirs), seal[:16], code=1).stdout


def test_a_long_list_is_shortened_with_a_count(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    handed_over(paper, bob, tmp_path)
    for n in range(11):
        paper(*bob, "note", "evening", f"remark {n}")
    words = ("compare", "evening", str(tmp_path / "bob.db"))
    said = paper(*words).stdout
    assert "remark 7" in said
    assert "remark 8" not in said
    assert "… 3 lines more; --all shows them" in said
    assert "remark 10" in paper(*words, "--all").stdout
    assert len(json.loads(paper(*words, "--json").stdout)[0]["copies"][1]["after"]["log"]) == 11


def test_a_copy_whose_seals_do_not_fit_is_named_with_its_entry(
    paper: Run, tmp_path: Path, bob: tuple[str, ...]
) -> None:
    """Given a diary and an export with an entry that was changed and not sealed anew, when they are compared, then both
    are named with it."""
    handed_over(paper, bob, tmp_path)
    with Diary(tmp_path / "d.db") as diary:
        at = next(version for version, topic, _ in diary.stored(diary.find("evening").id) if topic == "rolled")
    with untriggered(tmp_path / "bob.db") as c:
        c.execute(
            "UPDATE stored_events SET state=CAST(REPLACE(CAST(state AS TEXT), '[5,6,2,1,4]', '[5,6,2,1,3]') AS "
            "BLOB) WHERE topic='rolled'"
        )
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_bytes((tmp_path / "handed.jsonl").read_bytes().replace(b"[5,6,2,1,4]", b"[5,6,2,1,3]"))
    for other in (tmp_path / "bob.db", theirs):
        said = " ".join(paper("compare", "evening", str(other), code=1).stdout.split())
        assert f"entry {at}: its bytes are not those that were sealed" in said
        assert f"the last common entry is {at - 1}," in said
        assert f"do not fit: from entry {at} on it proves nothing" in said
        assert "5 dice for INF1's fire at 4D-R23: 5 6 2 1 4" in said, "what the sound copy says there"
        assert "5 6 2 1 3" not in said
        (data,) = json.loads(paper("compare", str(other), "evening", "--json", code=1).stdout)
        assert [bool(copy["problems"]) for copy in data["copies"]] == [True, False]


def test_a_file_that_was_cut_off_says_so(paper: Run, tmp_path: Path) -> None:
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    lines = theirs.read_text("utf-8").splitlines(keepends=True)
    theirs.write_text("".join(lines[:-2]), "utf-8")
    said = " ".join(paper("compare", "evening", str(theirs), code=1).stdout.split())
    assert f"{len(lines) - 1} entries are announced, {len(lines) - 3} are here" in said
    theirs.write_text("".join(lines)[:-40], "utf-8")
    assert "theirs.jsonl" in paper("compare", "evening", str(theirs), code=2).stderr
    assert "cut off" in paper("compare", "evening", str(theirs), code=2).stderr


def test_two_diaries_are_compared_game_by_game(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given two diaries with two games in common, one of which forks, then each is told, and so are those that one
    alone holds."""
    fork(paper, tmp_path, bob)
    paper("new", "later", "--system", "iwo", "--pack", "sample")
    paper(*bob, "import", str(exported(paper, tmp_path / "later.jsonl", game="later")))
    paper("new", "mine", "--system", "iwo")
    result = paper("compare", str(tmp_path / "d.db"), str(tmp_path / "bob.db"), code=1)
    assert "they fork after entry" in result.stdout
    assert "later: identical, 3 entries" in result.stdout
    assert "d.db: mine" in result.stderr
    data = json.loads(paper("compare", str(tmp_path / "d.db"), str(tmp_path / "bob.db"), "--json", code=1).stdout)
    assert [game["verdict"] for game in data] == ["fork", "identical"]


def test_what_cannot_be_compared_is_bad_input(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    paper("new", "other", "--system", "iwo")
    paper(*bob, "new", "bobs", "--system", "iwo")
    paper("branch", "evening", "what-if")
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("no diary", "ascii")
    text = tmp_path / "e.diary"
    paper("export", "evening", "-o", str(text))
    for two, says in (
        ("other", "are two games"),
        ("what-if", "a branch is a game of its own too"),
        ("nobody", "there is no game 'nobody'"),
        (str(tmp_path / "no.jsonl"), "there is no file"),
        (str(tmp_path / "no.db"), "there is no file"),
        (str(tmp_path / "empty.db"), "is no diary"),
        (str(tmp_path / "text.db"), "is no diary"),
        (str(tmp_path / "bob.db"), "does not hold the game that evening is"),
        (str(text), "holds no seals"),
    ):
        assert says in paper("compare", "evening", two, code=2).stderr
    assert "hold no game in common" in paper("compare", str(tmp_path / "d.db"), str(tmp_path / "bob.db"), code=2).stderr
    assert (tmp_path / "empty.db").stat().st_size == 0
    assert "there is no side 'xx'" in paper("compare", "evening", "evening", "--as", "xx", code=2).stderr


def test_a_game_whose_name_ends_like_a_file_is_found(paper: Run, tmp_path: Path) -> None:
    paper("rename", "evening", "evening.db")
    assert "identical" in paper("compare", "evening.db", "evening.db").stdout


def test_what_one_side_withholds_is_known_by_its_leaves(evening: Run, tmp_path: Path) -> None:
    """Given the export for the US, when it is compared with the game, then it is identical, and goes on, by leaves
    alone."""
    evening("declare", "evening", FIRED)
    public = exported(evening, tmp_path / "us.jsonl", game="evening")
    evening("export", "evening", "--format", "jsonl", "--as", "us", "-o", str(public), "--overwrite")
    assert "MAR1" not in public.read_text("utf-8").partition("\n")[2].partition("\n")[2]
    said = evening("compare", "evening", str(public), "--as", "us").stdout
    assert "of them withheld, every seal fits" in " ".join(said.split())
    assert "identical" in said
    evening("note", "evening", "and on")
    assert "evening goes on where" in " ".join(evening("compare", str(public), "evening").stdout.split())


def test_no_secret_is_told_to_whom_the_log_does_not_tell_it(
    run: Run, tmp_path: Path, bob: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given copies with sealed and with open secrets after the last common entry, then each is told as the log tells it
    to that audience."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    run("new", "sealed", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    run(*bob, "import", str(exported(run, tmp_path / "begun.jsonl", game="sealed")))
    run("declare", "sealed", SETUP)
    run("note", "sealed", "--by", "jp", "--secret", "the HQ waits in the Saddle")
    theirs = exported(run, tmp_path / "theirs.jsonl", game="sealed")
    words = ("compare", str(theirs), str(tmp_path / "bob.db"), "--all")
    own = ("compare", "sealed", str(tmp_path / "begun.jsonl"), "--all")
    assert "the HQ waits" in run(*own).stdout
    assert "the HQ waits" in run(*own, "--as", "jp").stdout
    for told in ((*own, "--as", "us"), (*own, "--as", "us", "--json"), words, (*words, "--json")):
        said = run(*told).output
        assert "the HQ waits" not in said
        assert "MAR1" not in said
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    for told in (own, (*own, "--json"), (*own, "--as", "jp")):
        said = run(*told).output
        assert "the HQ waits" not in said
        assert "sealed" in said
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    run("open", "sealed")
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP")
    assert (
        "the HQ waits"
        in run("compare", str(exported(run, theirs, game="sealed")), str(tmp_path / "begun.jsonl"), "--all").stdout
    )


# ---- import of a copy that goes on ----


def test_a_copy_that_goes_on_continues_the_game(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given Bob's longer copy, when it is imported, then bytes, times, ids and seals are his, views follow, and it is
    played on."""
    handed_over(paper, bob, tmp_path)
    paper("table", "evening", "points")
    paper(*bob, "declare", "evening", "--id", "bobs-first", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    said = paper("import", str(theirs)).stderr
    assert "evening: 3 entries more, up to " in said
    assert exported(paper, tmp_path / "again.jsonl").read_bytes() == theirs.read_bytes()
    assert state_of(paper, "evening") == state_of(paper, "evening", *bob)
    assert "the diary is whole" in paper("doctor").stdout
    assert "recorded already" in paper("declare", "evening", "--id", "bobs-first", BOBS).stderr
    paper("declare", "evening", ANNS)
    assert "4D-R24" in paper("table", "evening", "timeline").stdout
    assert "the diary is whole" in paper("doctor").stdout


def test_a_shorter_copy_changes_nothing(paper: Run, tmp_path: Path) -> None:
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    paper("note", "evening", "and on")
    before = paper("head", "evening").stdout
    assert (
        "evening holds all of that already, and 1 entry more; nothing is changed" in paper("import", str(theirs)).stderr
    )
    assert "nothing is changed" in paper("import", str(theirs), "--branch", "other").stderr
    assert "nothing is changed" in paper("import", str(theirs), "--name", "evening").stderr
    assert paper("head", "evening").stdout == before
    assert len(json.loads(paper("games", "--json").stdout)) == 1


def test_a_game_that_is_held_gets_no_second_name(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    _, theirs = fork(paper, tmp_path, bob)
    assert (
        "this diary holds that game already, as 'evening'"
        in paper("import", str(theirs), "--name", "other", code=2).stderr
    )
    assert "say one of them" in paper("import", str(theirs), "--name", "other", "--branch", "other", code=2).stderr
    text = tmp_path / "e.diary"
    paper("export", "evening", "-o", str(text))
    assert "--branch is for a .jsonl" in paper("import", str(text), "--branch", "other", code=2).stderr
    third = ("--diary", str(tmp_path / "third.db"))
    assert "does not hold the game" in paper(*third, "import", str(theirs), "--branch", "other", code=2).stderr
    assert not (tmp_path / "third.db").exists()


def test_a_copy_that_says_another_system_is_refused(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given a longer copy whose first line names a system nobody knows, so that nothing of it would be checked, then it
    is not taken in."""
    handed_over(paper, bob, tmp_path)
    paper(*bob, "declare", "evening", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    theirs.write_bytes(theirs.read_bytes().replace(b'"system":"iwo","entries"', b'"system":"chess","entries"', 1))
    assert "not of chess" in paper("import", str(theirs), code=2).stderr


def test_half_of_what_a_declaration_led_to_is_not_taken_in(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    handed_over(paper, bob, tmp_path)
    paper(*bob, "declare", "evening", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    lines = theirs.read_bytes().splitlines(keepends=True)[:-2]
    first = json.loads(lines[0])
    first["data"] |= {"entries": len(lines) - 1, "head": json.loads(lines[-1])["head"]}
    theirs.write_bytes(json.dumps(first, separators=(",", ":")).encode() + b"\n" + b"".join(lines[1:]))
    before = paper("head", "evening").stdout
    assert "cut off in the middle" in paper("import", str(theirs), code=2).stderr
    assert paper("head", "evening").stdout == before


def test_a_damaged_game_is_not_gone_on_with(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    handed_over(paper, bob, tmp_path)
    paper(*bob, "declare", "evening", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    with untriggered(tmp_path / "d.db") as c:
        c.execute(
            "UPDATE stored_events SET state=CAST(REPLACE(CAST(state AS TEXT), '[5,6,2,1,4]', '[5,6,2,1,3]') AS "
            "BLOB) WHERE topic='rolled'"
        )
    assert "nothing is taken in after it" in paper("import", str(theirs), code=2).stderr


def test_a_copy_that_is_not_how_this_machine_saw_the_game_go_on_is_refused(
    paper: Run, tmp_path: Path, bob: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an older copy of the diary put back, when the game is brought in as it never went on here, then it is
    refused; as it did, it goes on."""
    shutil.copy(tmp_path / "d.db", tmp_path / "older.db")
    handed_over(paper, bob, tmp_path)
    paper("declare", "evening", ANNS)
    ours = exported(paper, tmp_path / "ours.jsonl")
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_STATE_HOME", str(tmp_path / "bobs-machine"))
        paper(*bob, "declare", "evening", BOBS)
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    shutil.copy(tmp_path / "older.db", tmp_path / "d.db")
    assert "this machine has seen another entry" in paper("import", str(theirs), code=2).stderr
    assert "3 entries more" in paper("import", str(ours)).stderr


def test_a_side_s_export_goes_on_only_with_what_it_holds(evening: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given an export for the US, then it is no game to begin with; what it holds more goes on a game whose secrets are
    there already, unless something is withheld in that."""
    whole = exported(evening, tmp_path / "whole.jsonl")
    evening("declare", "evening", "land 4D-R23 Green fire=none")
    public = tmp_path / "us.jsonl"
    evening("export", "evening", "--format", "jsonl", "--as", "us", "-o", str(public))
    assert "it holds less than the game, and cannot be played on" in evening(*bob, "import", str(public), code=2).stderr
    assert not (tmp_path / "bob.db").exists()
    evening(*bob, "import", str(whole))
    assert "every seal fits" in evening(*bob, "import", str(public)).stderr
    assert state_of(evening, "evening", *bob) == state_of(evening, "evening")
    evening("note", "evening", "--by", "jp", "--secret", "the HQ waits in the Saddle")
    evening("export", "evening", "--format", "jsonl", "--as", "us", "-o", str(public))
    before = evening(*bob, "head", "evening").stdout
    assert "1 of its 1 entries after entry" in evening(*bob, "import", str(public), code=2).stderr
    assert evening(*bob, "head", "evening").stdout == before


# ---- import of a fork ----


def test_a_fork_is_refused_with_what_to_type_next(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    last, theirs = fork(paper, tmp_path, bob)
    theirs = theirs.rename(tmp_path / "bob's copy.jsonl")
    before = paper("head", "evening").stdout
    said = paper("import", str(theirs), code=2).stderr
    assert f"fork after entry {last}, seal {paper('head', 'evening', '--at', str(last)).stdout[:16]}" in said
    assert "`wardiary compare evening '" in said
    assert "--branch NAME` takes it in as a branch" in said
    assert paper("head", "evening").stdout == before


def test_a_fork_is_taken_in_as_a_branch(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    """Given a fork, when it is taken in as a branch, then it is Bob's game with his bytes, the parent stands, and Bob's
    seals verify in it."""
    last, theirs = fork(paper, tmp_path, bob)
    before = paper("head", "evening").stdout
    said = " ".join(paper("import", str(theirs), "--branch", "bobs way").stderr.split())
    assert f"bobs way is begun as a branch of evening at entry {last}; after it come 3 entries" in said
    assert state_of(paper, "bobs way") == state_of(paper, "evening", *bob)
    assert paper("head", "evening").stdout == before
    with Diary(tmp_path / "d.db") as one, Diary(tmp_path / "bob.db") as two:
        made, ours, his = one.find("bobs way"), one.find("evening"), two.find("evening")
        branched, *rest = one.entries(made.id)
        assert (branched.fact.game, branched.fact.at, branched.fact.head) == (ours.id, last, one.head(ours.id, last))  # type: ignore[attr-defined]
        assert [tuple(row) for row in one.stored(made.id)[1:]] == [tuple(row) for row in two.stored(his.id)]
        assert [entry.leaf for entry in one.sealed(made.id)[1:]] == [entry.leaf for entry in two.sealed(his.id)]
        assert {entry.recorder for entry in rest[last:]} == {"Bob"}
        seal = two.head(his.id)
    assert "the diary is whole" in paper("doctor").stdout
    assert (
        "in the game that bobs way was branched from: nothing up to it has been changed"
        in paper("verify", "bobs way", seal[:16]).stdout
    )
    assert "is no seal of evening" in paper("verify", "evening", seal[:16], code=1).stdout
    paper("declare", "bobs way", 'land 5D-TK Coral fire=none !"x"')
    assert (
        "there is a game called 'bobs way' already"
        in paper("import", str(theirs), "--branch", "bobs way", code=2).stderr
    )


def test_a_fork_in_the_middle_of_what_a_declaration_led_to_branches_before_it(paper: Run, tmp_path: Path) -> None:
    """Given a copy with a changed roll, sealed anew, then its branch begins where the declaration before ended, and the
    audit names the roll."""
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    at = sealed_anew(theirs, '"dice":[5,6,2,1,4]', '"dice":[1,6,2,1,4]')
    said = " ".join(paper("import", str(theirs), "--branch", "theirs").stderr.split())
    branched = int(said.partition("at entry ")[2].partition(";")[0])
    assert branched < at
    assert "1 differs" in paper("audit", "theirs", code=1).stdout
    assert "1 6 2 1 4" in paper("log", "theirs").stdout
    assert "1 6 2 1 4" not in paper("log", "evening").stdout


def test_copies_that_share_no_entry_make_no_branch(paper: Run, tmp_path: Path) -> None:
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    assert sealed_anew(theirs, '"title":"evening"', '"title":"morning"') == 1
    assert "they fork at once: no entry is the same" in paper("compare", "evening", str(theirs), code=1).stdout
    assert "have no entry in common" in paper("import", str(theirs), code=2).stderr
    assert (
        "no entry in common at which a branch could begin"
        in paper("import", str(theirs), "--branch", "x", code=2).stderr
    )


def test_a_sealed_game_that_forked_opens_in_its_branch(
    run: Run, tmp_path: Path, bob: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a fork of a game with secrets under a passphrase, then its branch keeps the boxes, and the same passphrase
    opens them."""
    monkeypatch.setenv("WARDIARY_PASSPHRASE_JP", "suribachi")
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    handed_over(run, bob, tmp_path)
    run("note", "evening", "ours")
    run(*bob, "declare", "evening", SETUP)
    run("import", str(exported(run, tmp_path / "bobs.jsonl", *bob)), "--branch", "bobs")
    assert state_of(run, "bobs") == state_of(run, "evening", *bob)
    run("declare", "bobs", "land 4D-R23 Green fire=none")
    assert "every seal and commitment fits" in run("open", "bobs").stderr


# ---- verify ----


def test_a_seal_is_checked_as_it_is_read_aloud(paper: Run, tmp_path: Path) -> None:
    """Given a seal in groups of four, in capitals, cut short, whole, then it is found in the game, its export, and by
    the single file."""
    theirs = exported(paper, tmp_path / "theirs.jsonl")
    seal = paper("head", "evening").stdout.strip()
    paper("note", "evening", "later")
    groups = [seal[n : n + 4] for n in range(0, 16, 4)]
    for said in (groups, [" ".join(groups).upper()], [seal[:16] + "…"], [seal[:20], "..."], [seal]):
        assert "nothing up to it has been changed" in paper("verify", "evening", *said).stdout
        assert "nothing up to it has been changed" in paper("verify", str(theirs), *said).stdout
        done = subprocess.run(
            [sys.executable, "-I", str(VERIFY), str(theirs), *said],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )
        assert (done.returncode, done.stdout[:20]) == (0, "ok: every seal fits,"), done.stdout + done.stderr
    for said in (["0" * 16], ["0" * 64]):
        assert "is no seal of" in paper("verify", str(theirs), *said, code=1).stdout
        assert standalone.check_export(str(theirs), said[0]) == (False, f"the seal {said[0]} is not among this game's")
    assert "is no seal: 16 to 64" in paper("verify", str(theirs), seal[:15], code=2).stderr
    assert standalone.check_export(str(theirs), seal[:15])[0] is False
    theirs.write_bytes(theirs.read_bytes().replace(b"[5,6,2,1,4]", b"[5,6,2,1,3]"))
    assert "is not what was sealed" in paper("verify", str(theirs), seal, code=1).stderr
    assert "is not what was sealed" in standalone.check_export(str(theirs), seal)[1]


@pytest.mark.parametrize(
    "text", [b"", b"x", b"[1]", b'{"type":"x"}', b'{"data":', b"\xff\xfe", b'{"specversion":"1.0","data":{}}\n{}']
)
def test_the_single_file_says_of_anything_else_that_it_is_no_export(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(text)
    assert "this is no line of an export" in standalone.check_export(str(path))[1]
    assert standalone.check_export(str(tmp_path / "none.jsonl"))[0] is False


def test_the_seal_of_a_game_is_found_in_a_branch_of_it(paper: Run) -> None:
    seal = paper("head", "evening").stdout
    paper("branch", "evening", "what-if")
    paper("note", "what-if", "on")
    assert "in the game that what-if was branched from" in paper("verify", "what-if", seal).stdout
    paper("branch", "what-if", "further")
    assert "is no seal of further" in paper("verify", "further", seal, code=1).stdout, "entry 0 of what-if is not in it"


# ---- what is new, and whose word it is ----


def test_what_a_copy_brings_is_told_with_who_recorded_it_and_whose_word_it_is(
    paper: Run, tmp_path: Path, bob: tuple[str, ...]
) -> None:
    """Given a concession of the US behind the last entry of Bob's copy, when that is taken in, then it is told to be
    new, and whose word it is."""
    last = handed_over(paper, bob, tmp_path)
    paper(*bob, "declare", "evening", "concede us I give up")
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    said = " ".join(paper("import", str(theirs)).stderr.split())
    assert "every seal fits" in said
    assert "new here: recorded by Bob (" in said
    assert "declarations, answers and remarks: 1 of US" in said
    assert f"{last + 1} the US side conceded: I give up" in said


def test_much_that_is_new_is_told_by_its_first_sentences(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    handed_over(paper, bob, tmp_path)
    for n in range(9):
        paper(*bob, "note", "evening", "--by", "jp", f"remark {n}")
    theirs = exported(paper, tmp_path / "bobs.jsonl", *bob)
    told = paper("import", str(theirs)).stderr
    said = " ".join(told.split())
    assert "recorded by Bob (9); declarations, answers and remarks: 9 of Japanese" in said
    assert "remark 4" in said
    assert "remark 5" not in said
    assert "and 4 more: `wardiary log evening --last 9` shows them" in said
    assert "remark 0" in paper("log", "evening", "--last", "9").stdout
    assert "declarations, answers and remarks: 9 of jp" in " ".join(
        paper("compare", str(tmp_path / "handed.jsonl"), str(theirs)).stdout.split()
    )


def test_a_branch_and_a_whole_game_are_told_likewise(paper: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    _, theirs = fork(paper, tmp_path, bob)
    said = " ".join(paper("import", str(theirs), "--branch", "bobs way").stderr.split())
    assert "new here: recorded by Bob (3); declarations, answers and remarks: 1 of US, 1 of Japanese" in said
    assert "5D-R26 lands at Coral" in said
    whole = " ".join(paper("--diary", str(tmp_path / "third.db"), "import", str(theirs)).stderr.split())
    assert "all of it is new here: recorded by Ann (" in whole
    assert "Bob (3)" in whole


def test_what_is_new_and_secret_is_not_told(run: Run, tmp_path: Path, bob: tuple[str, ...]) -> None:
    run("new", "evening", "--system", "iwo", "--pack", "sample", "--hidden", "recorded")
    handed_over(run, bob, tmp_path)
    run(*bob, "declare", "evening", SETUP)
    run(*bob, "note", "evening", "--by", "jp", "--secret", "the HQ waits in the Saddle")
    said = " ".join(run("import", str(exported(run, tmp_path / "bobs.jsonl", *bob))).stderr.split())
    assert "of Japanese" in said
    assert "HQ" not in said
