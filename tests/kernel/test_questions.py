"""Every kind of question: written and read back, refused, sampled, restored from JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import BadInput
from domain.kernel.facts import Decided
from domain.kernel.questions import (
    Answer,
    Assign,
    Draw,
    Number,
    OneOf,
    Order,
    Question,
    ReadOut,
    Roll,
    Some,
    YesNo,
    said,
    value_of,
)

COMMON: dict[str, Any] = {"name": "q", "by": "us", "rule": "X 1", "words": "which?"}
NAMES = ("4D-R1", "9/3", "INF1", "A/1/2", "Funami")
AREAS = ("BE1", "MOT", "HI2")
QUESTIONS: tuple[Question[Any], ...] = (
    OneOf(**COMMON, options=("none", *NAMES)),
    YesNo(**COMMON),
    Number(**COMMON, least=-3, most=12),
    Some(**COMMON, options=NAMES, least=1, most=3),
    Order(**COMMON, items=NAMES),
    Assign(**COMMON, items=dict.fromkeys(NAMES, AREAS)),
    Assign(**COMMON, items=dict.fromkeys(NAMES, AREAS), grouped=True, least=5),
    Assign(**COMMON, items=dict.fromkeys(AREAS, ("0", "1", "2"))),
    Roll(**COMMON, count=7),
    Roll(**COMMON, count=2, sides=20),
    Draw(**COMMON, left=NAMES),
    Assign(**COMMON, items=dict.fromkeys(AREAS, AREAS)),
    Assign(**COMMON, items=dict.fromkeys(AREAS, AREAS), grouped=True),
    Draw(**COMMON, left=("24-Move", "24-Move", "25-Move"), deck="cup"),
)
WORDS = ("none", "yes", "-", "--4", "6", "²", "٣", *NAMES, *AREAS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"{q.KIND}-{QUESTIONS.index(q)}")
@given(seed=st.integers(0, 2**32))
def test_an_answer_is_read_back_from_its_text_and_its_json(question: Question[Any], seed: int) -> None:
    value = question.sample(random.Random(seed))
    assert question.refuse(value) == ""
    read = question.read(question.say(value))
    assert read == value
    fact = question.answered(value, "table", "")
    assert isinstance(fact, Answer)
    assert said(fact) == question.say(value)
    stored = json.loads(json.dumps(value_of(fact)))
    assert question.restore(stored) == value
    assert question.hint()


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        (QUESTIONS[0], "INF9", "INF9 cannot be chosen here"),
        (QUESTIONS[2], "13", "13 is not between -3 and 12"),
        (QUESTIONS[3], "none", "1 to 3 of"),
        (QUESTIONS[3], "INF1,INF1", "each may be named once"),
        (QUESTIONS[4], "INF1", "once"),
        (QUESTIONS[5], "INF1:XXX", "INF1 cannot go to XXX"),
        (QUESTIONS[8], "666", "7 dice are rolled here, not 3"),
        (QUESTIONS[8], "1234567", "a die shows 1 to 6, not 7"),
        (QUESTIONS[10], "INF9", "cannot come up"),
    ],
)
def test_a_wrong_answer_is_refused_in_words(question: Question[Any], text: str, says: str) -> None:
    assert says in question.refuse(question.read(text))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (QUESTIONS[1], "maybe"),
        (QUESTIONS[2], "1_0"),
        (QUESTIONS[2], " 7 "),
        (QUESTIONS[2], "--4"),
        (QUESTIONS[2], "-"),
        (QUESTIONS[5], "INF1"),
        (QUESTIONS[8], "66a"),
        (QUESTIONS[12], "0:1,0:1,BE1"),  # whatever it means, no line would say it again
    ],
)
def test_what_cannot_be_understood_is_bad_input(question: Question[Any], text: str) -> None:
    with pytest.raises(BadInput):
        question.read(text)


def test_groups_and_pairs_mean_the_same() -> None:
    question = QUESTIONS[5]
    assert question.read("BE1:INF1,9/3;MOT:4D-R1") == question.read("INF1:BE1,9/3:BE1,4D-R1:MOT")


def test_pairs_are_written_as_their_question_has_them_and_the_answer_remembers_how() -> None:
    """Given the same pairs for two questions, when they are recorded, then each is written its own way, in the order
    they were said."""
    value = {"INF1": "MOT", "9/3": "BE1", "A/1/2": "BE1", "4D-R1": "MOT"}
    written = {
        False: "INF1:MOT,9/3:BE1,A/1/2:BE1,4D-R1:MOT",
        True: "MOT:INF1;BE1:9/3,A/1/2;MOT:4D-R1",
    }
    for question in QUESTIONS[5:7]:
        assert isinstance(question, Assign)
        fact = question.answered(value, "table", "")
        assert isinstance(fact, Decided)
        assert fact.grouped is question.grouped
        assert said(fact) == written[question.grouped]
        assert list(question.read(said(fact)).items()) == list(value.items())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("123 4567", (1, 2, 3, 4, 5, 6, 7)),
        ("1 2 3 4 5 6 7", (1, 2, 3, 4, 5, 6, 7)),
        ("1+2 34", (1, 2, 3, 4)),
        ("none", ()),
    ],
)
def test_dice_may_lie_in_groups(text: str, value: tuple[int, ...]) -> None:
    assert QUESTIONS[8].read(text) == value


@pytest.mark.parametrize(
    ("text", "word", "goes_on"),
    [
        ("12", "3", True),
        ("12 345", "67", True),
        ("1234567", "1", False),
        ("12 34567", "1", False),
        ("12", "x", False),
        ("1+2", "3", False),
        ("none", "3", False),
    ],
)
def test_a_roll_takes_groups_until_there_are_as_many_dice_as_are_rolled(text: str, word: str, goes_on: bool) -> None:
    assert QUESTIONS[8].goes_on(text, word) is goes_on
    assert not QUESTIONS[10].goes_on(text, word)


def test_dice_of_two_digits_are_a_word_each() -> None:
    assert QUESTIONS[9].goes_on("5", "12")
    assert QUESTIONS[9].read("5 12") == QUESTIONS[9].read("5+12") == (5, 12)
    assert not QUESTIONS[9].goes_on("5 12", "3")


def test_case_does_not_matter_where_it_names_one() -> None:
    assert QUESTIONS[0].read("inf1") == "INF1"
    assert QUESTIONS[5].read("funami:be1") == {"Funami": "BE1"}
    assert QUESTIONS[13].read("24-move") == "24-Move"  # two chits alike are one name


def test_a_group_is_a_group_where_places_go_to_places() -> None:
    assert QUESTIONS[12].read("MOT:BE1") == {"BE1": "MOT"}
    assert QUESTIONS[11].read("MOT:BE1") == {"MOT": "BE1"}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"{q.KIND}-{QUESTIONS.index(q)}")
@given(
    words=st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=6),
    joins=st.sampled_from((",", ":", ";", "+", "")),
)
def test_whatever_is_typed_is_understood_refused_or_bad_input(
    question: Question[Any], words: list[str], joins: str
) -> None:
    """Given any text, then it is read as an answer of the question's shape, and what is understood is written and read
    back.

    Also what is refused, for a table may insist on it; and pairs in their order, in which the rules go through them.
    """
    try:
        value = question.read(joins.join(words))
    except BadInput:
        return
    again = question.read(question.say(value))
    assert again == value
    if isinstance(value, dict):
        assert list(again) == list(value)


def test_a_check_of_the_rule_holds_for_samples_too() -> None:
    """Given a rule beside the options, then what it forbids is refused in its words, and never picked at random."""
    question = Some(
        **COMMON, options=NAMES, most=2, check=lambda chosen: "" if "INF1" in chosen else "INF1 must be one of them"
    )
    assert question.refuse(("9/3",)) == "INF1 must be one of them"
    assert all("INF1" in question.sample(random.Random(seed)) for seed in range(50))
    never = OneOf(**COMMON, options=NAMES, check=lambda chosen: "nobody may")
    with pytest.raises(BadInput, match="no legal answer"):
        never.sample(random.Random(1))


def test_a_row_is_read_out_with_the_chart_verb() -> None:
    question = ReadOut(**COMMON, chart="fire", row="card 7", fields=("hits", "symbol"))
    assert question.hint() == "chart fire card 7 hits=… symbol=…"
    assert question.say({"hits": 2, "symbol": "circle"}) == "hits=2 symbol=circle"
    with pytest.raises(BadInput, match="chart fire card 7"):
        question.read("2")


def test_where_only_one_can_be_meant_its_place_is_enough() -> None:
    """Given one item that may go somewhere, then the place alone is its answer; it is written as a pair."""
    question = Assign(**COMMON, items={"INF1": ("MOT", "IN1"), "MG1": ()})
    assert question.read("mot") == {"INF1": "MOT"}
    assert question.say(question.read("MOT")) == "INF1:MOT"
    with pytest.raises(BadInput):
        Assign(**COMMON, items={"INF1": ("MOT",), "MG1": ("MOT",)}).read("MOT")


def test_many_with_the_same_choice_are_hinted_at_in_one_line() -> None:
    question = Assign(**COMMON, items=dict.fromkeys(("INF1", "INF2", "MG1"), ("MOT", "IN1")))
    assert question.hint() == "INF1, INF2, MG1 to MOT, IN1; like INF1:MOT, or none"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (OneOf(**COMMON, options=("none", "INF1")), "none"),
        (OneOf(**COMMON, options=("INF1",)), None),
        (YesNo(**COMMON), False),
        (Order(**COMMON, items=("A", "B"), default=("A", "B")), ("A", "B")),
        (Roll(**COMMON, count=2), None),
    ],
)
def test_a_standing_pass_does_nothing_or_takes_the_usual_answer(question: Question[Any], answer: Any) -> None:
    assert question.passing() == answer


@pytest.mark.parametrize(
    ("text", "meant"),
    [("3/A", "3/A/1/18"), ("3/d", "3/D/1/18"), ("2", "2"), ("3", "3"), ("3/", "3/"), ("4", "4"), ("0", "0"), ("", "")],
)
def test_an_option_may_be_said_by_its_beginning_and_never_by_a_digit(text: str, meant: str) -> None:
    """Given three units of which two begin alike, when few letters are said, then only what can be meant is taken; a
    digit may be a die."""
    question = OneOf(**COMMON, options=("3/A/1/18", "3/D/1/18", "C/1/2"))
    assert question.read(text) == meant
    assert OneOf(**COMMON, options=("1", "2")).read("2") == "2"


def test_a_draw_names_where_the_others_lie_and_what_may_be_said_instead() -> None:
    """Given a deck with a card elsewhere and a way out, when either is said, then the one is refused with its place,
    the other a decision."""
    question = Draw(**COMMON, left=("1", "2"), elsewhere={"3": "discards"}, instead=("withdraw",))
    assert question.refuse("3") == "3 cannot come up from the deck: it lies in the discards"
    assert question.refuse("withdraw") == ""
    assert value_of(question.answered("withdraw", "table", "")) == "withdraw"
    assert question.hint().endswith("or withdraw")
