"""One dialect: what is typed at the table is read by files, `declare` and cases too, and written in one way."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from domain.games import load
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput, NotNow, OutOfTurn, RuleBroken
from domain.kernel.facts import ChartRead, Decided, Declared, Fact, GameBegan, Irregular, Rolled
from domain.kernel.game import Game
from domain.kernel.questions import Roll
from domain.kernel.table import Answers, Given
from recording import hearing
from replays import diary_file, library
from replays.lines import split
from replays.notation import in_full
from replays.writer import Writer
from tests.projections.test_views import SETUP
from tests.replays.test_notation import begin, say, written

HEADER = "wardiary 1\nsystem: iwo\ntitle: t\npack: sample\n\n"


def facts(*lines: str) -> list[Fact]:
    return [entry.fact for entry in begin(SETUP, *lines).entries]


@pytest.mark.parametrize(
    ("typed", "in_files"),
    [
        (("land 4D-R23 Green", "INF1", "56214"), ("land 4D-R23 Green", "  fire INF1", "  dice 56214")),
        (("land 4D-R23 Green", "inf1", "56 214"), ("land 4D-R23 Green", "  fire INF1", "  dice 56214")),
        (("land 4D-R23 Green", "fire INF1 dice=56214"), ("land 4D-R23 Green", "  fire INF1 dice=56214")),
        (("land 4D-R23 Green", "INF1 dice=56214"), ("land 4D-R23 Green", "  fire INF1 dice=56214")),
        (("land 4D-R23 Green", "fire=INF1 dice=56214"), ("land 4D-R23 Green", "  fire INF1 dice=56214")),
        (("land 4D-R23 Green", "jp: INF1", "jp: 5 6 2 1 4"), ("land 4D-R23 Green", "  fire INF1", "  dice 56214")),
        (("land 4D-R23 Green", "  INF1", "  56 214"), ("land 4D-R23 Green", "  fire INF1", "  dice 56214")),
        (("land 4D-R23 Green", "  fire INF1", "dice 56 2 14"), ("land 4D-R23 Green", "  fire INF1", "  dice 56214")),
        (("land 4D-R23 Green fire=INF1 562 14",), ("land 4D-R23 Green 56214 fire=INF1",)),
        (("land 4D-R23 Green ~56 ~214 fire=INF1",), ("land 4D-R23 Green ~56214 fire=INF1",)),
        (
            ("bombards Green:NAV1,AIR1", "bombard Green", "655 1123", "INF1,MAR1"),
            ("bombards Green:NAV1,AIR1", "bombard Green", "  dice 6551123", "  order INF1,MAR1"),
        ),
        (
            ("land 4D-R23 Green", 'MG2 !"from the Saddle"', "666666"),
            ("land 4D-R23 Green", '  fire MG2 !"from the Saddle"', "  dice 666666"),
        ),
    ],
)
def test_what_is_typed_says_the_same_as_what_is_written(typed: tuple[str, ...], in_files: tuple[str, ...]) -> None:
    game = begin(SETUP, *typed)
    assert [entry.fact for entry in game.entries] == facts(*in_files)
    assert written(game)[1:] == list(in_files)


def test_a_diary_file_takes_lines_as_they_are_typed() -> None:
    """Given a text as somebody typed it live, when it is played as a `.diary`, then it is the same game, and is written
    as always."""
    text = (
        f"{HEADER}{SETUP}\nbombards Green:NAV1,AIR1\nbombard Green 655 1123\nINF1,MAR1\nland 4D-R23 Green\njp: "
        "MAR1\ndice 66 6666\n"
    )
    game = diary_file.play(diary_file.read(text, "x.diary", lambda name: library.pack("iwo", name)))
    assert written(game)[2:] == [
        "bombard Green 6551123",
        "  order INF1,MAR1",
        "land 4D-R23 Green",
        "  fire MAR1",
        "  dice 666666",
    ]


# ---- dice in groups ----


def test_groups_are_one_roll_until_there_are_as_many_dice_as_are_rolled() -> None:
    """Given a declaration with two rolls, when all dice stand bare in groups, then each roll takes its own."""
    game = begin(
        SETUP, "bombards Green:NAV1,AIR1 Amber:NAV2", "bombard Green 655 1123 order=INF1,MAR1", "bombard Amber 1 2 3 4"
    )
    assert [e.fact.dice for e in game.entries if isinstance(e.fact, Rolled)] == [(6, 5, 5, 1, 1, 2, 3), (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bombard Green 655 112", "7 dice are rolled here, not 6"),
        ("bombard Green 655 11234", "7 dice are rolled here, not 8"),
        ("bombard Green 655 1123 4", "nothing asks for 4"),
        ("bombard Green dice=655 dice=1123", "7 dice are rolled here, not 3"),
        ("bombard Green ~655 1123", "7 dice are rolled here, not 3"),
        ("bombard Green 655 x", "7 dice are rolled here, not 3"),
    ],
)
def test_dice_that_are_no_whole_roll_are_refused(line: str, says: str) -> None:
    game = begin(SETUP, "bombards Green:NAV1,AIR1")
    with pytest.raises((RuleBroken, BadInput), match=says):
        say(game, line)


def test_named_rolls_are_whole_and_bare_ones_run_together() -> None:
    roll = Roll(name="dice", by="us", rule="X 1", words="three dice", count=3)
    for bare, taken in ((True, ["66 5", None]), (False, ["66", "5"])):
        answers = Answers({"dice": deque([Given("66", bare=bare), Given("5", bare=bare)])})
        assert [given and given.value for given in (answers.take(roll), answers.take(roll))] == taken


def test_rolls_that_are_insisted_on_are_named_where_one_could_be_taken_for_the_rest_of_another() -> None:
    """Given several rolls on one line, when they are insisted on, so that one may be a die short, then each is written
    whole."""
    game = begin(SETUP)

    def line(*facts: Fact) -> str:
        return Writer(game).line([Entry(game.version + n, game.version + 1, fact) for n, fact in enumerate(facts, 1)])

    def rolled(dice: tuple[int, ...], why: str) -> Fact:
        return Rolled(name="dice", side="jp", dice=dice, words="dice", as_played=why)

    for why, bare, named in (("", "66 5", "66 5"), ("lost", "dice=66 dice=5", "66 dice=5")):
        insisting = f' !"{why}"' if why else ""
        declared = Declared(verb="bombard", side="us", values={"area": "Green"}, as_played=why)
        assert line(declared, rolled((6, 6), why), rolled((5,), why)) == f"bombard Green {bare}{insisting}"
        assert line(rolled((6, 6), why), rolled((5,), why)) == f"  dice {named}{insisting}"
    assert line(rolled((6, 6), "lost")) == '  dice 66 !"lost"'


# ---- a verb, an aside, an answer ----


def test_a_verb_is_no_answer_while_a_question_is_open() -> None:
    game = begin(SETUP, "land 4D-R23 Green")
    with pytest.raises(NotNow, match="the Japanese side answers first"):
        say(game, "land 4D-R24 Green")


def test_an_aside_is_no_answer_while_a_question_is_open() -> None:
    game = begin(SETUP, "land 4D-R23 Green", 'note "who may fire?"', "pass")
    assert [e.fact.TOPIC for e in game.entries if e.fact.TOPIC in ("noted", "standing-pass")] == [
        "noted",
        "standing-pass",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("  retreat INF1:MOT", "nothing asks for retreat=INF1:MOT; the open question is fire"),
        ("retreat INF1:MOT", "fire: retreat cannot be chosen here"),
        ("fire", "fire what"),
        ("order=INF1,MAR1", "nothing asks for order=INF1,MAR1; the open question is fire: .* \\[IWO 11\\]"),
        ("us: INF1", "fire is for the Japanese side to answer"),
    ],
)
def test_what_does_not_answer_the_open_question_is_refused(line: str, says: str) -> None:
    game = begin(SETUP, "land 4D-R23 Green")
    version = game.version
    with pytest.raises((RuleBroken, BadInput), match=says):
        say(game, line)
    assert game.version == version


def test_a_verb_mistyped_while_a_question_is_open_is_guessed() -> None:
    game = begin(SETUP, "bombards Green:NAV1", "bombard Green")
    guessed = "dice: 4 dice of 6 sides, like 1234, not 'bombrad'; there is no verb 'bombrad'; did you mean bombard"
    with pytest.raises(BadInput, match=guessed):
        say(game, "bombrad Green")
    with pytest.raises(BadInput, match=guessed):
        hear(game, "bombrad Green", "")
    with pytest.raises(BadInput, match=r"not 'x'$"):
        say(game, "x")


@pytest.mark.parametrize("line", ["12 34", "INF1", "n", "fire=INF1"])
def test_a_bare_answer_needs_an_open_question(line: str) -> None:
    """`n` is the recorder's own word for going on; in a text it is nothing, and cannot be taken for anything."""
    with pytest.raises(BadInput, match=r"there is no verb|nothing asks for 12 here"):
        say(begin(SETUP), line)


def test_a_line_in_full_is_in_full_already() -> None:
    game = begin(SETUP, "land 4D-R23 Green")
    line = split("INF1", game.rules.sides)
    assert line is not None
    full = in_full(game, line)
    assert (full.first, full.words, full.answer) == ("fire", ("INF1",), True)
    assert in_full(game, full) == full


# ---- rows of charts, cards ----


def at_a_chart() -> Game[Any]:
    """D-Day at Tarawa with what the rulebook alone says, where the set-up asks for a row of the printed game
    (tests/cases/ddat/DDAT-S-43)."""
    pack = library.pack("ddat", "from-the-rulebook")
    game: Game[Any] = Game(load("ddat"))
    game.follow(
        game.begin(
            GameBegan(system="ddat", title="t", scenario="first-waves", charts=pack.charts, complete=pack.complete)
        ).entries
    )
    for line in (
        "chart japanese T2 formation=7SSNL strength=3 tank=green",
        "chart counts coastal count=16",
        "chart counts inland count=11",
        "chart fire 7 colours=orange,red,blue symbol=circle",
        "chart positions E15 hex=1830 colour=orange coastal=no armor=yes setup=I",
        "chart positions F3 hex=1332 colour=red coastal=yes armor=yes",
        "chart positions E11 hex=1529 colour=blue coastal=no armor=yes setup=I",
        "setup 7",
        "T2",
        "T1",
    ):
        say(game, line)
    assert game.waits is not None
    assert game.waits.words.endswith("say of T1?")
    return game


@pytest.mark.parametrize("typed", ["{}", "chart {}", "  {}", "chart japanese T1 {}", "  chart japanese T1 {}"])
def test_the_row_that_is_asked_for_is_read_out_by_its_fields(typed: str) -> None:
    game = at_a_chart()
    read = next(
        e.fact
        for e in say(game, typed.format("formation=7SSNL strength=3 tank=brown")).entries[::-1]
        if isinstance(e.fact, ChartRead)
    )
    assert (read.chart, read.row, read.says) == (
        "japanese",
        "T1",
        {"formation": "7SSNL", "strength": 3, "tank": "brown"},
    )
    assert game.waits is not None
    assert game.waits.words.endswith("say of T3?")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("T3", "field=value is expected, not 'T3'; fields are"),
        ("chart", "chart CHART ROW FIELD=VALUE …"),
        ("depth=3", "there is no field 'depth' of the japanese chart"),
        ("fire 19", "the table answers first"),
    ],
)
def test_what_is_no_row_is_refused_while_one_is_asked_for(line: str, says: str) -> None:
    with pytest.raises((BadInput, NotNow), match=says):
        say(at_a_chart(), line)


def tarawa() -> Game[Any]:
    """The Japanese Fire Phase of turn 12."""
    pack = library.pack("ddat", "sample")
    game: Game[Any] = Game(load("ddat"))
    game.follow(
        game.begin(
            GameBegan(system="ddat", title="t", scenario="two-days", charts=pack.charts, complete=pack.complete)
        ).entries
    )
    for line in ("set turn=12 phase=fire set_up=yes", "set C/1/2 box=map hex=1326 steps=4"):
        say(game, line)
    return game


def test_where_a_card_is_due_its_number_is_enough() -> None:
    """DDaT 6.0: given the fire phase, when a card's number is said alone, then it is the fire card."""
    short, full = say(tarawa(), "19"), say(tarawa(), "fire 19")
    assert [e.fact for e in short.entries] == [e.fact for e in full.entries]
    assert next(e.fact.verb for e in short.entries if isinstance(e.fact, Declared)) == "fire"
    with pytest.raises(BadInput, match="there is no verb 'fier'; did you mean fire"):
        say(tarawa(), "fier 19")


# ---- where somebody may be looking ----


def hear(game: Game[Any], text: str, audience: str) -> list[Fact]:
    line = split(text, game.rules.sides)
    assert line is not None
    return hearing.hear(game, line, audience).facts


@pytest.mark.parametrize("text", ["INF1", "fire INF1", "  fire INF1", "fire=INF1"])
def test_a_bare_answer_is_heard_as_its_named_form_is(text: str) -> None:
    """Given a question to the hiding side, when it is answered in any form, then its own recorder takes it and the
    other side's does not."""
    game = begin(SETUP, "land 4D-R23 Green")
    assert isinstance(hear(game, text, "jp")[0], Decided)
    assert isinstance(hear(game, text, "")[0], Decided)
    with pytest.raises(OutOfTurn, match="this recorder is the US side's"):
        hear(game, text, "us")


def test_insisted_on_a_bare_answer_is_recorded_with_its_reason() -> None:
    game = begin(SETUP, "land 4D-R23 Green", 'us: none !"Bob nodded"')
    assert next(e.fact for e in game.entries if isinstance(e.fact, Decided) and e.fact.name == "fire").said_by == "us"
    assert any(isinstance(e.fact, Irregular) for e in game.entries)
    assert written(game)[-1] == '  us: fire none !"Bob nodded"'
