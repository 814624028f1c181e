"""The notation: taken apart, said, written back; and what is told when it cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games import load
from domain.kernel.errors import BadInput, NotNow, RuleBroken, Trouble
from domain.kernel.facts import Decided, Declared, Drawn, GameBegan, Rolled
from domain.kernel.game import Game
from replays.notation import Writer, appends, quote, quoted, speak, split
from tests import shipped
from tests.projections.test_views import SETUP

PASSING = (SETUP, "jp: pass fire", "land 4D-R23 Green", "land 4D-R24 Green")


def begin(*lines: str, system: str = "iwo") -> Game[Any]:
    pack = shipped.pack(system)
    game: Game[Any] = Game(load(system))
    game.follow(game.begin(GameBegan(system=system, title="t", charts=pack.charts, complete=pack.complete)).entries)
    for line in lines:
        say(game, line)
    return game


def say(game: Game[Any], text: str) -> Game[Any]:
    line = split(text, game.rules.sides)
    assert line is not None
    game.follow(speak(game, line).entries)
    return game


@pytest.mark.parametrize(
    ("text", "first", "words", "side", "as_played", "answer"),
    [
        ("assault IN2 66556123 row=INF1,MG1  # 8 dice", "assault", ("IN2", "66556123", "row=INF1,MG1"), "", "", False),
        ("  retreat INF1:MOT", "retreat", ("INF1:MOT",), "", "", True),
        ("jp: reveal INF2", "reveal", ("INF2",), "jp", "", False),
        ('move 4D-TK HI1 !"we forgot"', "move", ("4D-TK", "HI1"), "", "we forgot", False),
        ('move 4D-TK HI1 ! "we forgot"', "move", ("4D-TK", "HI1"), "", "we forgot", False),
        ("!cocked move 4D-TK HI1", "move", ("4D-TK", "HI1"), "", "cocked", False),
        ('note "it\'s over"', "note", ("it's over",), "", "", False),
    ],
)
def test_a_line_is_taken_apart(
    text: str, first: str, words: tuple[str, ...], side: str, as_played: str, answer: bool
) -> None:
    line = split(text, ("us", "jp"))
    assert line is not None
    assert (line.first, line.words, line.side, line.as_played, line.answer) == (first, words, side, as_played, answer)


@pytest.mark.parametrize("text", ["", "   ", "# nothing", "   # nothing"])
def test_an_empty_line_says_nothing(text: str) -> None:
    assert split(text) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('note "never closed', "column 6: no closing quotation"),
        ("us:", "us says nothing"),
        ("move \x1b[31m", "column 6: a control character"),
        ("x" * 70_000, "at most 64000 characters"),
        ('!"why"', "a declaration is expected"),
        ("move A !", "a reason is expected"),
        ("move A ! we forgot", "column 8: a reason is expected"),
        ('move A ! ""', "column 8: a reason is expected"),
    ],
)
def test_a_line_that_cannot_be_read_says_where(text: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        split(text, ("us", "jp"))
    assert says in str(error.value)


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs")), max_size=60))
def test_quoting_is_undone_by_reading(text: str) -> None:
    if not text.isprintable():
        return
    line = split(f"note {quoted(text)}")
    assert line is not None
    assert line.words == (text,)
    again = split(f"note {quote(text)}")
    assert again is not None
    assert again.words == (text,)


def test_one_line_or_step_by_step() -> None:
    """IWO 11.1: dice bare or named, now or later, lead to the same facts."""
    at_once = begin(SETUP, "land 4D-R23 Green fire=INF1 56214")
    later = begin(SETUP, "land 4D-R23 Green", "  fire INF1", "dice 56214")
    assert [e.fact for e in at_once.entries] == [e.fact for e in later.entries]
    mixed = begin(SETUP, "land 4D-R23 Green fire=INF1 dice=5+6+2+1+4")
    assert mixed.state == at_once.state


def test_a_value_that_may_be_left_out_may_stand_bare() -> None:
    """IWO 5, 10.3: `next us_move`, `land 4D-R23 Green Isthmus` say the same as with the value's name."""
    bare = begin(SETUP, "next us_move", "land 4D-R23 Green Isthmus fire=none fire=none")
    named = begin(SETUP, "next to=us_move", "land 4D-R23 Green on=Isthmus fire=none fire=none")
    assert [e.fact for e in bare.entries] == [e.fact for e in named.entries]


def test_generated_dice_are_marked() -> None:
    game = begin(SETUP, "land 4D-R23 Green fire=INF1 ~56214")
    rolled = next(e.fact for e in game.entries if isinstance(e.fact, Rolled))
    assert rolled.source == "generated"
    assert written(game)[-1] == "land 4D-R23 Green ~56214 fire=INF1"


def written(game: Game[Any]) -> list[str]:
    writer = Writer(Game(game.rules))
    rest = list(appends(game.entries))
    writer.game.follow(rest[0])
    return [writer.write(append) for append in rest[1:]]


LINES = [
    SETUP,
    'note "the first wave"',
    "bombards Green:NAV1,AIR1 Amber:NAV2",
    "bombard Green 1111111",
    "bombard Amber 1111",
    "land 4D-R23 Green 56214 fire=INF1",
    'land 4D-TK Green fire=none !"we had the rule wrong"',
    'adjust units.INF1.steps=1 "the counter shows one dot"',
    "ruling R-02 per-unit",
    'takeback 40 "a cocked die"',
]


def test_what_was_said_is_written_back_as_it_was_said() -> None:
    game = begin(*LINES[:-1])
    end = [e.version for e in game.entries if e.ends][5]
    say(game, f'takeback {end} "a cocked die"')
    text = written(game)
    assert text[1:-1] == LINES[1:-1]
    again = begin(*text)
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]


def test_whoever_concedes_is_asked_nothing_more() -> None:
    """IWO 24: given an open question, when a side concedes, then the game is over and nothing is open."""
    game = begin(SETUP, "land 4D-R23 Green", 'concede us "it is late"')
    assert game.state.result is not None
    assert game.state.result.winner == "jp"
    assert game.waits is None
    for line in ("  fire none", "land 4D-R24 Green"):
        with pytest.raises(RuleBroken, match="the game is over"):
            say(game, line)


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("lnad 4D-R23 Green", BadInput, "there is no verb 'lnad'; did you mean land"),
        ("land 4D-R32 Green", BadInput, "did you mean 4D-R25 or 4D-R24 or 4D-R23"),
        ("land 4D-R23", BadInput, "land needs area: land UNIT AREA"),
        ("land 4D-R23 Green Ambre", BadInput, "nothing asks for Ambre"),
        ("land 4D-R23 Green fire=none row=INF1", BadInput, "nothing asks for row=INF1"),
        ("land 4D-R23 Saddle", RuleBroken, "[IWO 10.3]"),
        ("weather 4", RuleBroken, "[IWO 22.1.1]"),
        ("  dice 5", NotNow, "no question is open"),
        ('adjust INF1 steps=two "why"', BadInput, "'two' is not a whole number"),
        ('adjust INF1 stesp=1 "why"', BadInput, "did you mean steps"),
        ("adjust INF1 steps=1", BadInput, "a reason is expected"),
        ("set INF1 steps=1", BadInput, "the game is under way"),
        ("ruling R-02 twice", BadInput, "can be read as once, per-unit"),
        ("chart areas Green bdv=x", BadInput, "bdv: 'x' is not a whole number"),
        ("chart areas Green depth=3", BadInput, "there is no field 'depth' of the areas chart"),
        ("takeback 5", BadInput, "in the middle"),
        ("concede de", BadInput, "who concedes? As in `concede us`"),
        ("de: move A B", BadInput, "column 1: there is no side 'de'"),
        ("bombards Green", BadInput, "nothing asks for Green"),
        ("bombards Green:NAV1 Green:NAV2", BadInput, "Green stands twice"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_recorded(text: str, kind: type[Trouble], says: str) -> None:
    game = begin(SETUP)
    before = (game.state, game.version)
    with pytest.raises(kind) as error:
        say(game, text)
    assert says in str(error.value)
    assert (game.state, game.version) == before


def test_a_standing_pass_answers_until_it_is_revoked() -> None:
    """IWO 11: given a side that passes on defensive fire, then it is not asked; revoked, it is asked again."""
    game = begin()
    for text in PASSING:
        say(game, text)
    assert game.waits is None
    assert len([e for e in game.entries if getattr(e.fact, "name", "") == "fire"]) == 2
    say(game, "jp: pass fire")  # said again it is no refusal: that would tell what was said in secret
    say(game, "jp: pass fire off")
    say(game, "land 4D-R25 Green")
    assert game.waits is not None
    say(game, "pass")  # the open question's, which it answers
    assert game.waits is None
    with pytest.raises(BadInput, match="who passes"):
        say(game, "pass kirikami")


def test_a_secret_note_is_for_its_own_side() -> None:
    game = begin(SETUP, 'jp: note secret "the guns are in the Quarry"', 'jp: note "we wait"')
    notes = [e.fact for e in game.entries if e.fact.TOPIC == "noted"]
    assert [note.secret for note in notes] == ["jp", ""]
    assert [e.fact.sentence() for e in game.seen_by("us").entries[-2:]] == [
        "jp notes something in secret",
        "note: we wait",
    ]
    assert Writer(game).line([game.entries[-2]]) == 'jp: note secret "the guns are in the Quarry"'
    with pytest.raises(BadInput, match="us keeps no secrets in this record"):
        say(game, 'us: note secret "x"')


@pytest.mark.parametrize(
    ("says", "box"),
    [("type=marines division=4 steps=4", "landing"), ("type=tank division=3", "reserve"), ("type=air", "support")],
)
def test_a_us_unit_read_out_in_play_stands_where_it_was_set_up(says: str, box: str) -> None:
    """IWO 4.2: given a game whose pack lacks a counter, when it is read out, then the unit is where the setup put
    it."""
    game = begin(SETUP, f"chart units X1 side=us {says}")
    assert game.state.units["X1"].area == box


def test_a_verb_called_like_the_dice_that_are_open_is_no_answer() -> None:
    """Given the die of an assault, when another assault is declared, then it is said what comes first; what may be dice
    answers, be it misread."""
    game = begin(
        'adjust phase=actions "ashore"',
        'adjust 2/8-A,2/8-B box=map hex=2627 landed=1 "ashore"',
        "assault 2/8-A 2727 2",
        system="betio",
    )
    assert game.waits is not None
    assert game.waits.name == "assault"
    with pytest.raises(NotNow):
        say(game, "assault 2/8-B 2727")
    with pytest.raises(BadInput):
        say(game, "assault 7")
    assert say(game, "assault 3").waits is None


def test_a_name_that_is_said_twice_in_a_list_counts_once() -> None:
    """Given a list of units, then each is one; a path may cross a hex again, and two of an item may be bought."""
    rules = load("betio")
    units = next(one for one in rules.play.verbs["activate"].parameters if one.name == "units")
    assert units.read("2/8-A,2/8-B,2/8-A", lambda kind: ("2/8-A", "2/8-B")) == ("2/8-A", "2/8-B")
    items = next(one for one in load("reef").play.verbs["buy"].parameters if one.name == "items")
    assert items.read("MG,MG", lambda kind: ("MG",)) == ("MG", "MG")
    path = next(one for one in load("iph").play.verbs["move"].parameters if one.name == "path")
    assert path.read("2021,2022,2021", lambda kind: ("2021", "2022")) == ("2021", "2022", "2021")


def test_draws_of_a_question_that_a_decision_answered_too_are_named() -> None:
    """DDaT 8.63: given a close combat in which the US drew a card, and then withdrew instead, when its line is written,
    then both are named."""
    game = shipped.played("ddat", "two-days")
    append = next(
        one for one in appends(game.entries) if isinstance(one[0].fact, Declared) and one[0].fact.verb == "attack"
    )
    drew = Drawn(rule="DDaT 8.6", name="us-card", side="deck", item="18", left=22)
    left = Decided(rule="DDaT 8.6", name="us-card", side="deck", value="withdraw")
    said = [append[0], *(append[0]._replace(fact=fact) for fact in (drew, left))]
    text = Writer(game.at(append[0].version - 1)).line(said)
    assert text.endswith(" us-card=18 us-card=withdraw"), text
    assert Writer(game.at(append[0].version - 1)).line(said[:2]).endswith(" 18")
