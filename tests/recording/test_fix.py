"""Corrections far back: what was written down wrong is said otherwise, and all that followed again with what it had."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from auditing.audit import ADJUSTED, AGREES, IRREGULAR, audit
from domain.kernel.entries import Entry, standing
from domain.kernel.errors import BadInput, RuleBroken, Trouble
from domain.kernel.facts import ChartRead, Noted, Rolled, TakenBack
from domain.kernel.game import Game
from domain.record.diary import Diary
from recording import fix, plans
from recording.again import Counts
from recording.fix import Fixing
from recording.plans import Plan
from recording.recorder import Recorder
from recording.waiting import Waiting
from replays import diary_file
from replays.writer import Writer, appends
from tests import shipped
from tests.recording.in_memory import SETUP, InMemory, begun, recorder

EVENING = (
    "setup",
    "bombards Green:NAV1,AIR1 Amber:NAV2", "  caves 2", "  caves 1", "bombard Green 6551123", 'note "the sea is calm"',
    "bombard Amber 1234",
    "land 4D-R23 Green", "  fire INF1", "  steps 2", "  dice 56214", "ruling R-02 once", "land 4D-R24 Amber fire=none",
    "land 5D-R26 Amber fire=none", "next to=us_assault", "  found none",
)  # fmt: skip
"""A turn of Iwo Jima with the hidden map on paper: a cave is found (IWO 9.2), a beach bombarded (9.3), a landing fired
at (11)."""


def evening(*lines: str, hidden: str = "paper") -> Game[Any]:
    return recorder(*(lines or EVENING), hidden=hidden).game


def number(game: Game[Any], topic: str, name: str = "", nth: int = 0) -> int:
    """The number of an entry: the nth that stands of a topic, and of a question's name or a verb's."""
    found = [
        e.version
        for e in game.stands
        if topic == e.fact.TOPIC and name in ("", getattr(e.fact, "name", ""), getattr(e.fact, "verb", ""))
    ]
    return found[nth]


def lines(game: Game[Any]) -> list[str]:
    """What stands, as lines."""
    writer = Writer(Game(game.rules))
    writer.game.follow(game.entries[:3])
    return [writer.write(append).strip() for append in appends(game.stands[3:])]


def recorded(fixing: Fixing) -> Game[Any]:
    """The game after a correction is recorded; what is not insisted on agrees."""
    assert fixing.stop is None
    game = fix.record(fixing, InMemory()).game
    assert {found.verdict for found in audit(game)} <= {AGREES, IRREGULAR, ADJUSTED}
    return game


def notes(game: Game[Any]) -> list[str]:
    return [e.fact.text for e in game.stands if isinstance(e.fact, Noted)]


def words(entries: Sequence[Entry]) -> str:
    return "; ".join(filter(None, (e.fact.sentence() for e in entries)))


# ---- what an entry is decides how the rest is read ----


@pytest.mark.parametrize(
    ("topic", "name", "said", "line"),
    [
        ("rolled", "dice", ["6661123"], "bombard Green 6661123"),
        ("rolled", "dice", ["666", "1123"], "bombard Green 6661123"),
        ("rolled", "dice", ["dice", "6661123"], "bombard Green 6661123"),
        ("rolled", "dice", ["dice=6661123"], "bombard Green 6661123"),
        ("decided", "caves", ["1"], "caves 1"),
        ("declared", "bombard", ["dice=6661123"], "bombard Green 6661123"),
        ("declared", "bombards", ["plan=Amber:NAV2 Green:NAV1,AIR1"], "bombards Amber:NAV2 Green:NAV1,AIR1"),
        ("declared", "bombard", ["bombard", "Green", "6661123"], "bombard Green 6661123"),
        ("noted", "", ["note", "the sea is rough"], 'note "the sea is rough"'),
        ("ruling-made", "", ["ruling", "R-02", "per-unit"], "ruling R-02 per-unit"),
    ],
)
def test_what_an_entry_is_decides_how_the_rest_is_read(topic: str, name: str, said: list[str], line: str) -> None:
    game = evening()
    at = number(game, topic, name)
    of = next(e.of for e in game.stands if e.version == at)
    fixing = fix.begin(game, at, said)
    while fixing.stop is not None:
        fixing.drop()
    after = [e for e in fixing.again.stands if e.version > len(fixing.before.entries) + 1]
    assert line in lines(fixing.again)
    assert after[0].version == len(fixing.before.entries) + 2
    assert of <= at
    recorded(fixing)


def test_a_declaration_said_otherwise_without_its_dice_has_those_it_had() -> None:
    """IWO 9.3: given `bombard Amber 1234` where Green was meant, when only the area is said, then the dice are those of
    the table."""
    game = evening(
        "setup", "bombards Green:NAV1 Amber:NAV2", "  caves 2", "  caves 1", "bombard Amber 1234", "bombard Green 5566"
    )
    at = number(game, "declared", "bombard")
    fixing = fix.begin(game, at, ["bombard", "Green"])
    assert "bombard Green 1234" in lines(fixing.again)
    fixing.say(["area=Amber"])
    assert lines(recorded(fixing))[-2:] == ["bombard Green 1234", "bombard Amber 5566"]


@pytest.mark.parametrize(
    ("topic", "name", "said", "why"),
    [
        ("rolled", "dice", ["1234"], "7 dice are rolled here, not 4"),
        ("rolled", "dice", [], r"its value is enough, as in `fix 17 6551123`"),
        ("decided", "caves", ["9"], "9 is not between 0 and 2"),
        (
            "declared",
            "bombard",
            ["Green"],
            r"name=value is expected, or the whole line.*it has area, dice \(entry 17\)",
        ),
        ("declared", "bombard", ["beach=Green"], r"there is no beach in .*; there is area, dice"),
        ("noted", "", ["hello"], "say the whole line instead of `note \"the sea is calm\"`, as in `fix 23 'note …'`"),
        (
            "iwo.step-lost",
            "",
            ["1"],
            r"follows by the rules from entry 29, `land 4D-R23 Green`: correct that, or what was answered: 32 "
            r"\(fire\), 33",
        ),
        ("game-began", "", ["hello"], "how a game began is not corrected"),
        ("iwo.units-deployed", "", ["x"], "how a game began is not corrected"),
    ],
)
def test_what_cannot_be_corrected_so_is_refused_and_told_how(topic: str, name: str, said: list[str], why: str) -> None:
    game = evening()
    with pytest.raises(Trouble, match=why):
        fix.begin(game, number(game, topic, name), said)
    with pytest.raises(BadInput, match="there is no entry 99; there are up to"):
        fix.begin(game, 99, ["1"])


def test_what_was_taken_back_stands_no_more_and_is_not_corrected() -> None:
    game = evening(*EVENING, "takeback")
    with pytest.raises(BadInput, match="was taken back, and stands no more"):
        fix.begin(game, len(game.entries) - 1, ["none"])


def test_of_what_was_said_again_the_entry_that_stands_is_named() -> None:
    """Given a correction that said later lines again, then who corrects one by its old number is told the new."""
    game = recorded(fix.begin(evening(), 17, ["6661123"]))
    old, again = number(evening(), "declared", nth=-1), number(game, "declared", nth=-1)
    assert old < again
    with pytest.raises(BadInput, match=rf"entry {old} was taken back; entry {again} stands for it now"):
        fix.begin(game, old, ["x"])


# ---- what is struck, the corrected line, and the later lines with what they had ----


def test_what_is_struck_is_said_again_with_what_it_had_and_both_histories_stay() -> None:
    """Given a turn, when dice far back are corrected, then one take-back strikes and the same lines follow; nothing of
    before is gone."""
    game = evening()
    before, said = list(game.entries), lines(game)
    fixing = fix.begin(game, 17, ["6661123"], why="the dice were read upside down")
    assert game.entries == before  # nothing is recorded before it is told to be
    game = recorded(fixing)
    assert game.entries[: len(before)] == before
    taken = game.entries[len(before)].fact
    assert isinstance(taken, TakenBack)
    assert (taken.to, taken.fixed, taken.why) == (15, True, "the dice were read upside down")
    assert lines(game) == [line.replace("6551123", "6661123") for line in said]
    assert fixing.counts == Counts(again=11, otherwise=1)
    assert Waiting(game.rules, game.entries).lines == []  # nothing of it waits to be said again
    assert 'takeback 12 lines corrected "the dice were read upside down"' in diary_file.write(
        game, partial(shipped.pack, "iwo")
    )


def test_the_difference_says_what_changes_in_steps_points_and_values() -> None:
    """IWO 11.1, 23.2: given two steps lost to fire, when its dice were all ones, then no step is lost and no point
    given."""
    game = evening()
    fixing = fix.begin(game, number(game, "rolled", nth=2), ["11111"])
    change = fix.difference(fixing, "umpire")
    assert change.steps == {"us": (2, 0)}
    assert change.points == {"jp": (2, 0)}
    assert ("units.4D-R23.steps", 2, 4) in change.values


# ---- the first line that no longer fits ----


def test_it_stops_at_the_first_line_that_no_longer_fits_and_shows_why() -> None:
    game = evening()
    fixing = fix.begin(game, 9, ["bombards", "Green:NAV1", "Amber:NAV2"])
    assert fixing.stop is not None
    assert (fixing.stop.at, fixing.stop.text) == (16, "bombard Green dice=6551123")
    assert "4 dice are rolled here, not 7" in str(fixing.told("umpire"))
    assert (fixing.fitting, fixing.left) == (3, 11)
    with pytest.raises(BadInput, match="what becomes of 16 is still to be decided"):
        _ = fixing.outcome


def test_a_line_is_mended_by_a_value_or_said_whole() -> None:
    for said in (["dice=1234"], ["bombard", "Green", "1234"]):
        fixing = fix.begin(evening(), 9, ["bombards", "Green:NAV1", "Amber:NAV2"])
        fixing.say(said)
        fixing.drop()  # no damage was passed, and INF1 has lost no step unseen
        assert "bombard Green 1234" in lines(recorded(fixing))


def test_what_does_not_fit_either_is_refused_and_the_plan_is_as_it_was() -> None:
    fixing = fix.begin(evening(), 9, ["bombards", "Green:NAV1", "Amber:NAV2"])
    before, stop = fixing.plan, fixing.stop
    assert stop is not None
    with pytest.raises(RuleBroken, match="4 dice are rolled here, not 3"):
        fixing.say(["dice=123"])
    with pytest.raises(BadInput, match="control character"):
        fixing.say(["dice=1\x072"])
    with pytest.raises(BadInput, match="a reason is expected"):
        fixing.insist("")
    assert fixing.plan == before
    assert fixing.stop is not None
    assert (fixing.stop.at, fixing.stop.text) == (stop.at, stop.text)


def test_a_line_is_dropped_with_its_answers() -> None:
    """IWO 10.3, 11: given a landing at a beach that was fired at, when the unit is elsewhere since, then its fire is
    left out with it."""
    game = evening(
        *EVENING[:7], "land 4D-R24 Green fire=none", "land 4D-R23 Green", "  fire INF1", "  steps 2", "  dice 56214"
    )
    fixing = fix.begin(game, number(game, "declared", "land"), ["unit=4D-R23"])
    assert fixing.stop is not None
    assert fixing.stop.text == "land 4D-R23 Green"
    fixing.drop()
    assert fixing.counts == Counts(otherwise=1, dropped=4)
    assert lines(recorded(fixing))[-1] == "land 4D-R23 Green fire=none"


def test_a_line_stands_as_it_was_played() -> None:
    game = evening()
    fixing = fix.begin(game, 9, ["bombards", "Green:NAV1", "Amber:NAV2"])
    fixing.insist("all seven lay there")
    game = recorded(fixing)
    assert 'bombard Green 6551123 !"all seven lay there"' in lines(game)
    assert [found.verdict for found in audit(game)].count(IRREGULAR) == 1


def test_insisted_lines_values_by_hand_and_passes_are_said_again() -> None:
    game = evening(
        *EVENING[:5],
        "bombard Amber 1234",
        "jp: pass fire",
        'land 4D-TK Green !"we forgot the Beachhead"',
        'adjust 4D-TK steps=1 "one dot"',
        "concede us",
    )
    after = lines(game)[-4:]
    assert lines(recorded(fix.begin(game, 17, ["6661123"])))[-4:] == after


# ---- what nobody asks for any more, and what is missing ----


def test_a_later_die_or_none_that_nobody_asks_for_is_kept_as_a_note_and_a_choice_is_asked_about() -> None:
    """IWO 11.1.1: given fire from hiding, when nobody fired, then how many steps the unit had is to be decided, and its
    dice are a note."""
    game = evening()
    fixing = fix.begin(game, number(game, "decided", "fire"), ["none"])
    assert fixing.stop is not None
    assert str(fixing.told("umpire")) == "steps 2 answers what is asked no more (how many steps INF1 has left)"
    fixing.drop()
    assert fixing.counts.noted == 1
    assert notes(recorded(fixing)) == [
        "the sea is calm",
        "asked for no more since a correction: 5 dice for INF1's fire at 4D-R23: 5 6 2 1 4",
    ]


def test_what_stood_on_the_corrected_line_itself_is_kept_as_a_note() -> None:
    game = evening(*EVENING[:7], "land 4D-R23 Green fire=INF1 steps=2 dice=56214", "land 4D-R24 Amber fire=none")
    fixing = fix.begin(game, number(game, "decided", "fire"), ["none"])
    assert fixing.counts == Counts(again=1, otherwise=1, noted=2)
    assert lines(recorded(fixing))[-2:] == ["land 4D-R23 Green fire=none", "land 4D-R24 Amber fire=none"]


def test_a_die_that_is_missing_is_asked_for() -> None:
    """IWO 11.1: given a landing nobody fired at, when somebody did, then the steps and the dice are asked for before
    anything later is said."""
    game = evening()
    fixing = fix.begin(game, number(game, "decided", "fire", 1), ["MG1"])
    for asked, said in (("how many steps MG1 has left", "2"), ("dice for MG1's fire at 4D-R24", "111111")):
        assert fixing.stop is not None
        assert fixing.stop.question is not None
        assert asked in fixing.stop.question.words
        assert fixing.stop.text == "land 5D-R26 Amber fire=none"
        with pytest.raises(Trouble):
            fixing.say(["many"])
        fixing.say([said])
    game = recorded(fixing)
    assert [line for line in lines(game) if line.startswith(("steps", "dice"))][-2:] == ["steps 2", "dice 111111"]
    assert lines(game)[-3:] == ["land 5D-R26 Amber fire=none", "next to=us_assault", "found none"]


def test_a_die_missing_at_the_end_leaves_the_question_open() -> None:
    game = evening(*EVENING[:13])
    game = recorded(fix.begin(game, number(game, "decided", "fire", 1), ["MG1"]))
    assert game.waits is not None
    assert game.waits.name == "steps"


@pytest.mark.parametrize(
    ("fire", "after"),
    [
        (["land 4D-R23 Green fire=INF1 dice=56214"], ["land 4D-R23 Green fire=INF1", "steps 1", "dice 56214"]),
        (
            ["land 4D-R23 Green", "  fire INF1", "  dice 56214"],
            ["land 4D-R23 Green", "fire INF1", "steps 1", "dice 56214"],
        ),
        (["land 4D-R23 Green", "  fire INF1 dice=56214"], ["land 4D-R23 Green", "fire INF1", "steps 1", "dice 56214"]),
    ],
)
def test_what_is_asked_between_a_lines_own_answers_is_asked_for_and_they_are_kept(
    fire: list[str], after: list[str]
) -> None:
    """IWO 9.3.3, 11.1.1: given fire from hiding, when damage was passed before, then the steps are asked for, and its
    dice stand."""
    game = evening(*EVENING[:4], "bombard Green 1111111", "bombard Amber 1234", *fire, "land 4D-R24 Amber fire=none")
    fixing = fix.begin(game, 17, ["6551123"])
    assert fixing.stop is not None
    assert fixing.stop.question is not None
    assert "how many steps INF1 has left" in fixing.stop.question.words
    with pytest.raises(Trouble, match="7 is not between 1 and 2"):
        fixing.say(["7"])
    fixing.say(["1"])
    assert fixing.counts.noted == 0
    assert Fixing(game, fixing.plan).again.stands == fixing.again.stands
    assert lines(recorded(fixing))[-len(after) - 1 :] == [*after, "land 4D-R24 Amber fire=none"]


def test_an_answer_goes_only_to_the_question_it_was_given_to() -> None:
    """IWO 10.1, 11: given fire at two places of one move, when nobody fires at the first, then the second has its own
    dice and not the first's."""
    game = evening(
        *EVENING[:4],
        "bombard Green 6551123",
        "bombard Amber 1234",
        "land 4D-R23 Green fire=INF1 steps=2 dice=11111",
        "land 4D-R24 Green fire=MAR1 steps=2 dice=556612",
    )
    first, second = (number(game, "rolled", "dice", nth) for nth in (2, 3))
    assert first < second
    fixing = fix.begin(game, number(game, "decided", "fire"), ["none"])
    while fixing.stop is not None:
        fixing.drop()
    purposes = [(e.fact.purpose.of, e.fact.dice) for e in fixing.again.stands if e.fact.TOPIC == "rolled"]
    assert purposes[2:] == [(("MAR1",), (5, 5, 6, 6, 1, 2))]


def test_what_stands_between_is_kept() -> None:
    """Notes, photographs, rulings and rows of charts stand where they stood, in a game whose charts are read out at the
    table."""
    game = begun(pack="")
    keeper = recorder(
        "setup",
        'note "first"',
        f'photo table.jpg {"a" * 64} "the table"',
        "chart areas Green bdv=0 symbols=beach box=beachhead",
        "ruling R-02 once",
        "note later",
        game=game,
    )
    game = keeper.game
    after = [e.fact for e in game.stands if e.version > number(game, "noted")]
    game = recorded(fix.begin(game, number(game, "noted"), ["note", "the first"]))
    assert [e.fact for e in game.stands if e.version > number(game, "noted")] == after
    assert [e.fact.row for e in game.stands if isinstance(e.fact, ChartRead)] == ["Green"]


# ---- the plan ----


def test_a_plan_left_and_resumed_comes_out_the_same() -> None:
    game = evening()
    fixing = fix.begin(game, number(game, "decided", "fire", 1), ["MG1"])
    fixing.say(["2"])
    data = plans.stored(fixing.plan, {})
    resumed = Fixing(game, plans.restored(data, {}, "x"))
    assert resumed.again.stands == fixing.again.stands
    assert resumed.stop is not None
    assert resumed.stop.question is not None
    resumed.say(["111111"])
    assert resumed.stop is None


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"game":1}', b'{"game":"x","to":3,"decided":[{"at":3,"bogus":1}]}', b"\xff"]
)
def test_a_damaged_plan_is_told(data: bytes) -> None:
    with pytest.raises(BadInput, match="x is no plan of a correction that can be read; `fix --give-up` removes it"):
        plans.restored(data, {}, "x")


def test_a_plan_whose_entry_was_taken_back_meanwhile_is_told() -> None:
    game = evening()
    plan = fix.begin(game, 17, ["6661123"]).plan
    game.follow(game.take_back(15).entries)
    with pytest.raises(
        BadInput, match="entry 17 stands no more: it was taken back meanwhile; `fix --give-up` forgets its correction"
    ):
        Fixing(game, plan)
    with pytest.raises(BadInput, match="was begun in another game"):
        Fixing(evening(), plan.but(to=11))


def test_the_lines_of_a_file_are_gone_on_with_and_decided_about_alike() -> None:
    """Given a file that earlier rules played, when a line is refused, then it is left out with its answers, or said
    otherwise."""
    game = evening(*EVENING[:4])
    left = (
        "bombard Crater",
        "  dice 11",
        "note between",
        "bombard Green 123",
        "bombard Amber 1234",
        "  fire none",
        "land 4D-R23 Green",
        "note end",
    )
    fixing = Fixing(game, Plan(game="", to=game.version, left=tuple(enumerate(left, 40))))
    assert fixing.stop is not None
    assert (fixing.stop.at, fixing.stop.text) == (40, "bombard Crater")
    fixing.drop()
    assert fixing.stop.at == 43
    fixing.say(["bombard", "Green", "6551123"])
    assert fixing.stop is None
    assert fixing.counts == Counts(again=4, otherwise=1, dropped=2, noted=1)
    game = recorded(fixing)
    assert lines(game)[-6:] == [
        'note "between"',
        "bombard Green 6551123",
        "bombard Amber 1234",
        'note "asked for no more since a correction: fire none"',
        "land 4D-R23 Green",
        'note "end"',
    ]
    assert not [e for e in game.entries if isinstance(e.fact, TakenBack)]


def test_what_is_asked_before_a_line_of_a_file_is_answered_first() -> None:
    game = evening(*EVENING[:8])
    fixing = Fixing(game, Plan(game="", to=game.version, left=((40, "land 4D-R24 Amber fire=none"),)))
    assert fixing.stop is not None
    assert fixing.stop.question is not None
    fixing.say(["none"])
    assert lines(recorded(fixing))[-2:] == ["fire none", "land 4D-R24 Amber fire=none"]


# ---- recorded whole ----


def test_it_is_recorded_in_one_append_and_tried_again_where_somebody_recorded_meanwhile() -> None:
    game, keeper = evening(), InMemory()
    fixing = fix.begin(game, 17, ["6661123"])
    keeper.others = [game.beside(Noted(text="meanwhile"))]
    done = fix.record(fixing, keeper)
    assert done.stop is None
    assert notes(game) == ["the sea is calm", "meanwhile"]
    assert sum(isinstance(e.fact, TakenBack) for e in game.entries) == 1


def test_nothing_is_recorded_where_what_somebody_recorded_meanwhile_does_not_fit() -> None:
    """IWO 10.3: given a plan that lands a unit, when somebody else has landed it meanwhile, then it stops there, and
    only their line is recorded."""
    game, keeper = evening(*EVENING[:8], "  fire none"), InMemory()
    fixing = fix.begin(game, number(game, "declared", "land"), ["unit=4D-R24"])
    other = recorder("land 4D-R24 Amber fire=none", game=game.at(game.version))
    keeper.others = [type(fixing.outcome)(tuple(other.game.entries[len(game.entries) :]))]
    stopped = fix.record(fixing, keeper)
    assert stopped.stop is not None
    assert stopped.stop.text == "land 4D-R24 Amber fire=none"
    assert not [e for e in game.entries if isinstance(e.fact, TakenBack)]


# ---- what is hidden ----


def secret_evening() -> Game[Any]:
    """A game whose record holds the hidden map: the Japanese set up, one moves unseen, and note something."""
    said = (
        SETUP,
        'jp: note secret "they sleep"',
        EVENING[1],
        "bombard Green 6551123",
        "  order INF1,MAR1",
        "bombard Amber 1234",
    )
    return evening(*said, hidden="recorded")


def test_a_secret_line_is_corrected_by_its_side_or_the_umpire() -> None:
    """Digest 4: given a hidden setup, when the others would correct it, then they are refused, and told whose it is and
    nothing of it."""
    game = secret_evening()
    for audience in ("", "us"):
        for at in (
            number(game, "decided", "units"),
            number(game, "noted"),
            number(game, "decided", "order"),
            number(game, "declared", "setup"),
        ):
            with pytest.raises(BadInput) as refused:
                fix.begin(game, at, ["none"], audience=audience)
            assert "is part of jp's secret line: jp corrects it (--as jp), or the umpire" in str(refused.value)
    for audience in ("jp", "umpire"):
        fixing = fix.begin(game, number(game, "noted"), ["jp:", "note", "secret", "they wake"], audience=audience)
        assert notes(recorded(fixing).seen_by("jp"))[-1] == "they wake"
        game = secret_evening()


def test_where_a_secret_line_no_longer_fits_others_are_not_told_why() -> None:
    """IWO 9.3.3(3): given damage to whoever is concealed, when the dice show more, then the order of losses stands, and
    a refusal tells nothing."""
    game = secret_evening()
    fixing = fix.begin(game, number(game, "rolled"), ["1111111"], audience="")
    assert fixing.stop is not None  # no damage is passed, and the order is asked no more
    assert fixing.stop.secret == "jp"
    for audience in ("", "us"):
        assert "INF1" not in str(fixing.told(audience))
        with pytest.raises(BadInput, match="jp's secret line: jp says it"):
            fixing.say(["order=INF1"], audience)
        with pytest.raises(BadInput, match="jp's secret line: jp says it"):
            fixing.insist("so it was", audience)
    assert "order INF1,MAR1 answers what is asked no more" in str(fixing.told("jp"))
    fixing.drop()
    recorded(fixing)


def test_whose_word_is_wanted_where_a_correction_stops() -> None:
    """IWO 9.3.3(3): given more damage than before, when the order of losses is asked in secret, then that is the
    Japanese word alone."""
    game = evening(
        SETUP,
        EVENING[1],
        "bombard Green 1111111",
        "bombard Amber 1234",
        "land 4D-R23 Green fire=none",
        hidden="recorded",
    )
    fixing = fix.begin(game, number(game, "rolled"), ["6666666"], audience="us")
    assert fixing.stop is not None
    assert fixing.stop.question is not None
    assert [fixing.awaited(audience) for audience in ("us", "jp", "", "umpire")] == ["jp", "", "", ""]


def test_a_note_of_a_secret_answer_is_as_secret() -> None:
    """IWO 9.3.3(3): given losses ordered in secret, when no damage was passed, then that they were is a secret note of
    that side."""
    game = evening(SETUP, EVENING[1], "bombard Green 6551123 order=INF1,MAR1", "bombard Amber 1234", hidden="recorded")
    game = recorded(fix.begin(game, number(game, "rolled"), ["1111111"], audience="jp"))
    assert notes(game) == ["asked for no more since a correction: order INF1,MAR1"]
    assert "INF1" not in words([e for e in game.seen_by("us").entries if e.version > 1])


def test_what_is_refused_on_another_sides_recorder_is_refused_here() -> None:
    """Given a unit that fired from hiding, when the US recorder says that another did, then that is not for it to
    say."""
    game = evening(
        SETUP,
        *EVENING[1:2],
        "bombard Green 1111111",
        "bombard Amber 1234",
        "land 4D-R23 Green",
        "  fire none",
        hidden="recorded",
    )
    at = number(game, "decided", "fire")
    with pytest.raises(Trouble, match="this recorder is the US side's"):
        fix.begin(game, at, ["INF1"], audience="us")
    fixing = fix.begin(game, at, ["INF1"], audience="jp")
    assert fixing.stop is None
    with pytest.raises(Trouble) as refused:
        fix.begin(game, at, ["TK1"], audience="")
    assert "INF1" not in str(refused.value)


def test_what_was_typed_in_secret_is_sealed_in_the_plan(tmp_path: Path) -> None:
    """Given a game under a passphrase, when a plan asks a side in secret, then the plan holds nothing of the answer
    without its key."""
    with Diary(tmp_path / "d.db") as diary:
        source = secret_evening()
        assert source.began is not None
        game = diary.new("iwo", "evening", source.began.but(system="iwo"), {"jp": "suribachi"})
        umpire = Recorder(game, diary, "umpire")
        for line in (
            SETUP,
            *EVENING[1:2],
            "bombard Green 1111111",
            "bombard Amber 1234",
            "land 4D-R23 Green fire=none",
        ):
            umpire.say(line)
        fixing = fix.begin(game, number(game, "rolled"), ["6666666"], audience="")
        assert fixing.stop is not None
        assert fixing.stop.question is not None
        assert fixing.stop.question.secret == "jp"
        fixing.say(["INF1,MAR1"], "jp")
        data = plans.stored(fixing.plan, diary.keys(game.id))
        assert b"INF1" not in data
        assert plans.restored(data, diary.keys(game.id), "x") == fixing.plan
        with pytest.raises(BadInput, match="what jp typed for it is sealed"):
            plans.restored(data, {}, "x")


def test_the_standing_entries_are_those_of_the_corrected_history() -> None:
    game = recorded(fix.begin(evening(), 17, ["6661123"]))
    assert "6 5 5 1 1 2 3" not in words(standing(game.entries))
    assert "6 5 5 1 1 2 3" in words(game.entries)


def test_nobody_says_of_dice_that_wardiary_rolled_them_and_what_a_file_said_stays_so() -> None:
    """Given dice of a file, when others are corrected, then those stay the file's; and no player marks his own so."""
    game = shipped.played("iwo", "guns-and-tanks")
    dice = [entry for entry in game.stands if isinstance(entry.fact, Rolled)]
    assert {entry.fact.source for entry in dice} == {"file"}
    with pytest.raises(BadInput, match="marks dice that wardiary rolled"):
        fix.begin(game, dice[-2].version, ["~" + "1" * len(dice[-2].fact.dice)])
    fixing = fix.begin(game, dice[-2].version, ["1" * len(dice[-2].fact.dice)])
    again = [entry.fact.source for entry in fixing.again.stands if isinstance(entry.fact, Rolled)]
    assert again == [*["file"] * (len(dice) - 2), "table", "file"]


# ---- what was forgotten, and what was not so ----


def test_a_forgotten_line_is_said_before_an_entry_and_the_rest_again() -> None:
    """IWO 11.1.1: given fire from hiding, when a note was forgotten before it, then it stands there, and the later
    lines follow as they were."""
    game = evening()
    at = number(game, "decided", "fire")
    said = lines(game)
    fixing = fix.begin(game, at, ["before", 'note "the tide was low"'])
    assert fixing.stop is None
    assert fixing.counts.otherwise == 0
    assert notes(recorded(fixing)) == ["the sea is calm", "the tide was low"]
    assert sorted(set(lines(game)) - set(said)) == ['note "the tide was low"']
    assert fix.difference(fixing, "umpire").is_all_said


def test_a_forgotten_line_that_cannot_stand_there_is_refused_and_nothing_changes() -> None:
    game = evening()
    with pytest.raises(Trouble):
        fix.begin(game, number(game, "decided", "fire"), ["before", "next"])
    with pytest.raises(Trouble):
        fix.begin(game, number(game, "decided", "fire"), ["before", "nonsense 3"])


def test_a_declaration_that_was_not_so_is_left_out_with_its_answers_and_named() -> None:
    """IWO 11.1.1: given a landing that never happened, when it is left out, then its answers are too, each by name."""
    game = evening()
    at = number(game, "declared", "land")
    fixing = fix.begin(game, at, ["drop"])
    assert fixing.left_out[0].text.startswith("land ")
    assert fixing.counts.dropped == len(fixing.left_out) > 1
    whole = evening(*EVENING[:7], "land 4D-R23 Green fire=INF1 steps=2 dice=56214")
    with pytest.raises(BadInput, match=r"leaves all of it out"):
        fix.begin(whole, number(whole, "decided", "fire"), ["drop"])
