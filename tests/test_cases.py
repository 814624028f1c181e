"""The acceptance cases, and that a wrong case is told apart from a wrong rule."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from domain.games import load
from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack, rows_digest
from replays import library
from tests.acceptance import expected
from tests.acceptance.cases import Case, Failed, find_cases, run
from tests.shipped import cases

pytest_plugins = ("pytester",)

FIXTURE = Path(__file__).parent / "cases" / "iwo" / "fixture.toml"


@pytest.fixture(scope="module", autouse=True)
def packs() -> Iterator[None]:
    """A pack is read once, however many cases are played with it, and none of them changes it."""
    read: list[Pack] = []

    @cache
    def once(system: str, name: str, beside: Path | None = None) -> Pack:
        read.append(library_pack(system, name, beside))
        return read[-1]

    library_pack = library.pack
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "pack", once)
        yield
    assert [pack.name for pack in read if rows_digest(pack.charts) != pack.digest] == []


def test_case(case: Case) -> None:
    """Given a position, when the lines are said, then what the case names follows."""
    run(case)


def test_all_visible_cases_of_iwo_jima_are_here() -> None:
    ids = {case.id for case in cases(FIXTURE.parent)}
    assert {f"IWO-V-{n:02}" for n in range(1, 43)} <= ids


def play_all(folder: Path) -> None:
    for case in find_cases(folder):
        run(case)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('id = "X"\n', "a case has 'when'"),
        ('id = "X"\nwhen = []\nwhat = 1\n', "there is no key 'what' of a case"),
        ('id = "X"\ngiven = "set turn=1"\nwhen = []\n', "given is a list of lines"),
        ('id = "X"\n[[when]]\nsays = "next"\n', "when 1: there is no key 'says'"),
        ('id = "X"\nsystem = "chess"\nwhen = []\n', "there is no game system 'chess'"),
        ('id = "X\n', "Illegal character"),
        (
            'id = "X"\ngiven = ["set nobody area=IN1"]\nwhen = []\n',
            "given 'set nobody area=IN1': there is no unit, area or field",
        ),
    ],
)
def test_a_bad_case_names_its_file_and_place(tmp_path: Path, text: str, says: str) -> None:
    folder = tmp_path / "iwo"
    folder.mkdir()
    (folder / "fixture.toml").write_text(FIXTURE.read_text())
    (folder / "bad.toml").write_text(text)
    with pytest.raises(BadInput, match=r"bad\.toml") as error:
        play_all(tmp_path)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ('say = "next"\nrefused = "IWO 5"', "it was accepted"),
        ('say = "next"\nthen = { turn = 2 }', "turn is 1, not 2"),
        ('say = "land 4D-TK BE1"\nrefused = "IWO 9"', "not by IWO 9"),
        ('say = "next"\nasks = { side = "jp", name = "fire" }', "was to be asked, nothing is"),
    ],
)
def test_a_case_that_does_not_hold_fails(tmp_path: Path, step: str, says: str) -> None:
    folder = tmp_path / "iwo"
    folder.mkdir()
    (folder / "fixture.toml").write_text(FIXTURE.read_text())
    (folder / "a.toml").write_text(f'id = "A"\ngiven = ["set phase us_recover set_up=yes"]\n[[when]]\n{step}\n')
    with pytest.raises(Failed, match="A, step 1") as error:
        run(next(find_cases(tmp_path)))
    assert says in str(error.value)


# ---- what a case may say, and what it may not ----

GIVEN = """
id = "A"
given = ["set phase=us_assault turn=2 set_up=yes", "set 4D-R1,4D-R2 area=IN2", "set INF1,MG1 area=IN2 status=revealed",
    "set INF2 status=concealed", "jp: set INF2 area=MOT"]
[[when]]
say = "assaults IN2:4D-R1,4D-R2"
[[when]]
say = "assault IN2 66556123 row=INF1,MG1"
"""
"""A position, and two steps; a test goes on with what is checked after the second. INF1 and MG1 must retreat then."""


def play(folder: Path, text: str, system: str = "iwo") -> None:
    """Plays the cases of one file."""
    (folder / system).mkdir()
    (folder / system / "fixture.toml").write_text((FIXTURE.parents[1] / system / "fixture.toml").read_text())
    (folder / system / "a.toml").write_text(text)
    play_all(folder)


@pytest.mark.parametrize(
    "checks",
    [
        'asks = { side = "jp", name = "retreat", options = { INF1 = [WAYS], MG1 = [WAYS] } }',
        'facts = { lacks = [{ topic = "iwo.unit-retreated" }], has = [{ topic = "iwo.fire-resolved", rule = "IWO '
        '12.2.2", surprise = false }] }',
        'due = { side = "jp", rule = "IWO 12.2", owed = "retreat" }',
        'then = { "at.IN2" = ["MG1", "INF1", "4D-R2", "4D-R1"], "at.reserve" = { has = ["3D-ART"], lacks = '
        '["4D-R1"] }, "at.MOT" = ["INF2"] }',
        'then = { plan = { has = ["IN2"], lacks = ["BE1"] }, "plan.IN2" = { has = ["4D-R1"] }, "readings.R-02" = { '
        'lacks = ["per-unit"] } }',
        "then = { result = false }",
        'view.same = ["units.4D-R1.area", "units.INF1.area"]\nview.differ = ["units.INF2.area"]',
        "irregular = 0",
    ],
)
def test_what_holds_is_passed_over(tmp_path: Path, checks: str) -> None:
    play(tmp_path, GIVEN + checks.replace("WAYS", '"MOT", "HI1", "CO1", "FUN", "IN1"'))


@pytest.mark.parametrize(
    ("checks", "says"),
    [
        ('asks = { options = { INF1 = ["MOT"], MG1 = ["HI1", "MOT"] } }', "the question's options is"),
        (
            'facts = { has = [{ topic = "iwo.unit-retreated" }] }',
            "no fact like {'topic': 'iwo.unit-retreated'} was recorded; it was declared",
        ),
        ('facts = { lacks = [{ rule = "IWO 12" }] }', "a fact like {'rule': 'IWO 12'} was recorded"),
        ('due = { side = "us" }', "it is jp's word, not us's"),
        ('due = { owed = "" }', "what is owed is"),
        ('due = { rule = "IWO 13" }', "it is due by IWO 12.2"),
        ('then = { "at.IN2" = ["4D-R1"] }', "at.IN2 is ['4D-R1', '4D-R2', 'INF1', 'MG1'], not ['4D-R1']"),
        ('then = { resolved = { has = ["BE1"] } }', "resolved lacks 'BE1': it is"),
        ('then = { plan = { lacks = ["IN2"] } }', "plan has 'IN2'"),
        ('then = { result = "us" }', "result is False, not 'us'"),
        ('then = { result = "" }', "result is False, not ''"),
        ('view.same = ["units.INF2.area"]', "units.INF2.area is not the same to all: to us ''; to jp 'MOT'"),
        ('view.differ = ["units.INF1.area"]', "units.INF1.area is the same to all"),
        ('then = { "units.INF1.steps" = 1 }', "units.INF1.steps is 2, not 1"),
        ('then = { "result.why" = "the flag" }', "result.why is False, not 'the flag'"),
        ('then = { "charts.units.INF1.assault" = 99 }', "charts.units.INF1.assault is 3, not 99"),
    ],
)
def test_what_does_not_hold_fails_and_says_what_differs(tmp_path: Path, checks: str, says: str) -> None:
    with pytest.raises(Failed, match=r"a\.toml: A, step 2, 'assault IN2") as error:
        play(tmp_path, GIVEN + checks)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("checks", "says"),
    [
        ('log.us = { contains = ["8 dice"] }', "there is no key 'contains' of log.us; there are has, lacks"),
        ('log.them = { has = ["8 dice"] }', "there is no key 'them' of log; there are us, jp, umpire"),
        ('log.us = { has = "8 dice" }', "log.us.has is a list of texts"),
        ('asks = { by = "jp" }', "there is no key 'by' of asks; there are side, name, rule, words, options"),
        ("asks = { side = 1 }", "asks.side is a text, not 1"),
        ("ledger.points = { US = 0 }", "there is no key 'US' of ledger.points"),
        ('ledger.points = { us = "0" }', "ledger.points.us is a number"),
        ("ledger.casualties = { Nobody = 0 }", "there is no side or unit 'Nobody'"),
        ("ledger.losses = { us = 0 }", "there is no key 'losses' of ledger"),
        ("ledger.fire = { hit = 5 }", "there is no key 'hit' of ledger.fire; did you mean hits?"),
        ("view.them = { turn = 2 }", "there is no key 'them' of view; there are us, jp, umpire, same, differ"),
        (
            'view.us = { "units.INF9.area" = "" }',
            "as us: units.INF9.area: there is no entry 'INF9' of units; did you mean",
        ),
        (
            'then = { "units.INF1.stesp" = 1 }',
            "units.INF1.stesp: there is no field 'stesp' of units.INF1; did you mean steps",
        ),
        ("then = { trun = 1 }", "trun: there is no unit, area or field 'trun'; did you mean turn"),
        (
            'then = { "units.INF1.status" = "reveald" }',
            "units.INF1.status: 'reveald' is not one of revealed, concealed",
        ),
        ('then = { "units.INF1.steps" = "two" }', "units.INF1.steps: 'two' is not a whole number"),
        ('then = { "units.INF1.area" = "BE9" }', "units.INF1.area: there is no area 'BE9'; did you mean BE"),
        ('then = { step = "us_moving" }', "step: there is no phase or span 'us_moving'; did you mean us_move"),
        ('then = { "at.BE9" = [] }', "at.BE9: there is no area 'BE9'"),
        ('then = { "at.IN2" = ["INF99"] }', "at.IN2: there is no unit 'INF99'"),
        ("then = { turn = { has = [2] } }", "turn is 2, which has no parts"),
        ('then = { result = "them" }', "result: 'them' is no result"),
        ("then = { result = true }", "result: True is no result"),
        ('facts = { has = [{ topic = "iwo.unit-flown" }] }', "there is no topic 'iwo.unit-flown'; did you mean"),
        (
            'facts = { has = [{ topic = "iwo.attack-resolved", hex = "IN2" }] }',
            "there is no key 'hex' of the fact 'iwo.attack-resolved'",
        ),
        ('due = { whose = "us" }', "there is no key 'whose' of due; there are side, owed, rule"),
        ('due = { side = "them" }', "due: there is no side 'them'"),
        ('irregular = "no"', "irregular is a number"),
        ("audit = { agrees = 1 }", "there is no key 'audit' of a step"),
    ],
)
def test_what_no_game_could_do_is_told_with_file_case_and_step(tmp_path: Path, checks: str, says: str) -> None:
    with pytest.raises(BadInput, match=r"a\.toml: A(: when 2|, step 2), 'assault IN2|a\.toml: A: when 2: ") as error:
        play(tmp_path, GIVEN + checks)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("checks", "says"),
    [
        ("audit = { agrees = 1 }", ""),
        ("kept = true", ""),
        ("audit = { agrees = 2 }", "what the audit calls 'agrees' is 1, not 2"),
        ("audit = { fine = 1 }", "there is no key 'fine' of audit"),
        ("kept = false", "kept is true, or left out"),
        ('same_view.us = "B"', "same_view: there is no case before it in the file 'B'"),
        ('drop = ["areas BE9"]', "drop 'areas BE9': there is no row 'BE9' of the areas chart; did you mean BE"),
        ('drop = ["hexes BE1"]', "drop 'hexes BE1': there is no chart 'hexes' of the pack"),
        (
            'variant = [{ without = ["set INF1 area=IN2"], when = [] }]',
            "A/1: without: there is no line among the givens 'set INF1 area=IN2'",
        ),
        ("variant = [{ what = 1, when = [] }]", "A/1: there is no key 'what' of a variant"),
    ],
)
def test_what_is_said_of_the_whole_record(tmp_path: Path, checks: str, says: str) -> None:
    text = (
        f'{checks}\nid = "A"\ngiven = ["set phase=us_bombard turn=2 set_up=yes"]\n[[when]]\nsay = "bombards BE1:NAV1"\n'
    )
    if not says:
        play(tmp_path, text)
        return
    with pytest.raises((BadInput, Failed), match=r"a\.toml: A") as error:
        play(tmp_path, text)
    assert says in str(error.value)


def test_a_variant_may_say_more_of_the_position_though_the_givens_were_played_on(tmp_path: Path) -> None:
    play(
        tmp_path,
        """
id = "A"
given = ["set phase=us_recover turn=2 set_up=yes", "next"]
[[when]]
say = "next"
then = { vp_us = 0 }
[[variant]]
id = "with points"
given = ["set vp_us=3"]
[[variant.when]]
say = "next"
then = { vp_us = 3, step = "us_move" }
[[variant]]
id = "earlier"
without = ["next"]
[[variant.when]]
say = "next"
then = { vp_us = 0, step = "us_bombard" }
""",
    )


def test_a_variant_may_be_without_a_row_of_the_pack(tmp_path: Path) -> None:
    play(
        tmp_path,
        """
id = "A"
given = ["set phase=us_move turn=2 set_up=yes"]
[[when]]
say = "land 4D-R1 BE1 fire=none"
asks = {}
[[variant]]
id = "BE1 unread"
drop = ["areas BE1"]
[[variant.when]]
say = "land 4D-R1 BE1"
error = "there is no area 'BE1'"
""",
    )


@pytest.mark.parametrize(("area", "says"), [("HI1", ""), ("MOT", ""), ("IN2", "the same")])
def test_a_side_sees_the_same_whatever_the_other_hides(tmp_path: Path, area: str, says: str) -> None:
    """Given two variants that differ in what the Japanese hide, then the US see the same after both; and not where it
    is open."""
    open_too = " status=revealed" if says else " status=concealed"
    text = f"""
id = "A"
given = ["set phase=us_move turn=2 set_up=yes", "set INF1 status=concealed", "jp: set INF1 area=FUN"]
[[when]]
say = "land 4D-R1 BE1 fire=none"
[[variant]]
id = "elsewhere"
without = ["set INF1 status=concealed", "jp: set INF1 area=FUN"]
given = ["set INF1{open_too}", "jp: set INF1 area={area}"]
when = [{{ say = "land 4D-R1 BE1 fire=none" }}]
same_view.us = "A"
"""
    if not says:
        play(tmp_path, text)
        return
    with pytest.raises(Failed, match="A/elsewhere, at the end: as us, compared with A: entry"):
        play(tmp_path, text)


def test_a_case_is_told_in_a_line(pytester: pytest.Pytester) -> None:
    """Given a case that does not hold, and one at fault, when the suite runs, then each is told in a line, without a
    traceback."""
    root = Path(__file__).parents[1]
    pytester.makeconftest((root / "tests" / "conftest.py").read_text())
    pytester.makepyfile(
        "from tests.acceptance.cases import Case, run\ndef test_case(case: Case) -> None:\n    run(case)\n"
    )
    folder = pytester.mkdir("cases") / "iwo"
    folder.mkdir()
    (folder / "fixture.toml").write_text(FIXTURE.read_text())
    (folder / "a.toml").write_text(GIVEN + "then = { turn = 3 }")
    (folder / "b.toml").write_text(GIVEN.replace('"A"', '"B"') + "then = { trun = 3 }")
    told = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-o", f"pythonpath={root}").stdout.str()
    assert "a.toml: A, step 2, 'assault IN2 66556123 row=INF1,MG1': turn is 2, not 3" in told
    assert (
        "b.toml: B, step 2, 'assault IN2 66556123 row=INF1,MG1': trun: there is no unit, area or field 'trun'; did "
        "you mean turn" in told
    )
    assert "Traceback" not in told
    assert "expected.py" not in told
    (folder / "c.toml").write_text("id = 3\n")
    told = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-o", f"pythonpath={root}").stdout.str()
    assert "c.toml: a case has 'when'" in told
    assert "cases.py" not in told.replace("test_a_case_is_told_in_a_line.py", "")


def test_cases_stand_the_same_in_a_diary() -> None:
    """Every fortieth case is kept in a diary, and opened again."""
    for case in cases(FIXTURE.parents[1])[::40]:
        run(replace(case, then={**case.then, "kept": True}))


def test_the_examples_of_the_format_are_of_it() -> None:
    """What cases.md shows of checks has keys, sides, topics and fields that there are."""
    text = Path(expected.__file__).with_name("cases.md").read_text()
    shown = [line.strip() for line in text.splitlines() if re.match(r" {4}(then|asks|due|facts|view)\b", line)]
    assert len(shown) > 8
    for line in shown:
        expected.check_shape(tomllib.loads(line), load("ddat" if "ddat." in line else "iwo"), line)
