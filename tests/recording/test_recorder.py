"""The recorder without a terminal: a turn recorded by two sides, what is refused, insisted on, taken back, and told to
whom."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.iwo.facts import UnitRevealed
from domain.kernel import aside_facts
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput, NotNow, OutOfTurn, RuleBroken
from domain.kernel.facts import Decided, Irregular, Noted, Rolled
from domain.kernel.game import Game
from domain.record.diary import Diary
from recording.going_on import Ending
from recording.recorder import Recorder, TooLate, Unsaid
from replays import library
from replays.diary_file import play, read, write
from replays.notation import Writer, appends
from tests import shipped
from tests.cli.test_live_tarawa import POSITION
from tests.properties.player import RandomPlayer
from tests.recording.in_memory import SETUP, InMemory, begun, recorder, words

TURN = (
    ("jp", "setup"),
    ("us", "bombards Green:NAV1,AIR1 Amber:NAV2"),
    ("jp", "2"), ("jp", "1"), ("us", "bombard Green"), ("us", "655 1123"),
    ("us", "bombard Amber 1234"),
    ("us", "land 4D-R23 Green"), ("jp", "INF1"), ("jp", ""), ("jp", "56214"), ("us", "land 5D-R26 Amber"),
    ("jp", ""),
    ("us", "n"),
    ("jp", "Amber:INF2"), ("jp", ""), ("jp", ""), ("us", "assaults Green:4D-R23"), ("us", "assault Green 5511"),
    ("jp", ""), ("us", "next construct"), ("us", "n"), ("jp", "allowance 1"), ("jp", "n"), ("jp", ""), ("jp", "n"),
    ("jp", "Coral:MAR1,MAR2;Crater:MAR3"), ("jp", ""), ("jp", ""), ("jp", ""), ("us", "AIR5"),
)  # fmt: skip
"""The first turn as two players type it, each on a recorder of his own (IWO 5)."""


def lines(at: Recorder) -> list[str]:
    """What stands in the record, as lines of the notation."""
    writer = Writer(begun())
    entries = standing(at.game.entries)
    writer.game = at.game.at(entries[0].version)
    return [writer.write(append) for append in list(appends(entries))[1:]]


# ---- recording ----


def test_two_sides_record_a_whole_turn_each_on_a_recorder_of_its_own() -> None:
    """IWO 5: given a game on paper, when each side types what is its own, then turn 1 is recorded, without a terminal
    and a line against a rule."""
    game = begun()
    sides = {side: Recorder(game, InMemory(), side) for side in ("us", "jp")}
    for side, text in TURN:
        asked = sides[side].now().question
        assert asked is None or asked.yours, text
        sides[side].hear(text)
    assert sides["us"].now().moment == ("turn 2", "Weather Phase")
    assert not [entry for entry in game.entries if isinstance(entry.fact, Irregular)]
    assert "turn 2" in words(sides["jp"].untold())  # what the other side said last


def test_one_recorder_that_both_look_at_records_the_same() -> None:
    both = recorder()
    for _, text in TURN:
        if ending := both.ending(text):
            both.say(ending.line)
        both.hear(text)
    game = begun()
    sides = {side: Recorder(game, InMemory(), side) for side in ("us", "jp")}
    for side, text in TURN:
        sides[side].hear(text)
    assert both.game.state == game.state


def test_what_followed_is_told_line_by_line_and_once() -> None:
    at = recorder("setup")
    told = at.hear("bombards Green:NAV1")
    assert words(told) == "US Bombardment Phase; the Americans will bombard Green with NAV1"
    assert words(at.hear("2")) == "2 caves found in Green"
    assert at.untold() == []


@pytest.mark.parametrize(("audience", "told"), [("jp", True), ("umpire", True), ("us", False), ("", False)])
def test_what_is_told_is_what_the_audience_may_know(audience: str, told: bool) -> None:
    """Digest 4: given a record that holds what is hidden, then a side's setup is told to it, and to others that it
    was."""
    game = begun("recorded")
    listener = Recorder(game, InMemory(), audience)
    Recorder(game, InMemory(), "jp").say(SETUP)
    followed = listener.untold()
    assert len(followed) == 1
    assert ("Ridge" in str(followed)) is told


def test_an_answer_needs_no_name_and_dice_may_stand_in_groups() -> None:
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", "bombard Green")
    assert "5 5 1 1" in words(at.answer("55 11"))
    assert at.now().question is None
    with pytest.raises(BadInput, match="no question is open"):
        at.answer("2")


def test_enter_is_the_usual_answer_where_there_is_one() -> None:
    at = recorder(SETUP, "land 4D-R23 Green", hidden="recorded")
    at.enter()
    assert [
        entry.fact.value for entry in at.game.entries if isinstance(entry.fact, Decided) and entry.fact.name == "fire"
    ] == ["none"]
    at.hear("land 4D-R24 Green")
    at.hear("")
    assert at.now().question is None
    for nothing in (at.enter, lambda: at.hear(" ")):
        with pytest.raises(BadInput, match="there is no usual answer here"):
            nothing()


def test_next_goes_on_past_ones_own_empty_steps() -> None:
    """DDaT 4.0: given a phase in which there is nothing to do, then going on leaves it too."""
    at = recorder(*POSITION, game=begun(system="ddat", scenario="first-waves"))
    for text in ("load", "54 45", "place R2A:HQ-2,D/1/2 R3A:L/3/8", "22", "E1", "J07", "19"):
        at.hear(text)
    assert at.now().phase == "Japanese Fire Phase"
    at.next()
    assert at.now().phase == "US Action Phase"


def test_a_question_that_is_open_comes_first() -> None:
    at = recorder("setup", "bombards Green:NAV1")
    with pytest.raises(NotNow, match="the Japanese side answers first: how many caves"):
        at.hear("land 4D-R23 Green")
    at.hear('note "the sea is calm"')
    assert at.now().question is not None


def test_what_is_only_foreseen_is_not_recorded() -> None:
    at = recorder(SETUP, hidden="recorded")
    before = at.game.version
    assert "US Movement Phase; 4D-R23 lands at Green" in words(at.foresee("land 4D-R23 Green"))
    assert at.foresee("# nothing") == []
    assert (at.game.version, at.untold()) == (before, [])


# ---- what would end the other side's phase ----

US_ASSAULT = ("setup", "bombards", "next us_assault")


def test_what_would_end_the_other_sides_step_is_a_value_to_be_confirmed() -> None:
    """IWO 5: given the US Assault Phase, when the Japanese go on, then what that ends is said beforehand, and refused
    unless it is ended."""
    at = recorder(*US_ASSAULT)
    ending = at.ending("jp: allowance 1")
    assert ending == Ending(("US Assault Phase", "Construction Phase"), "us: next jp_bombard")
    with pytest.raises(OutOfTurn):
        at.hear("jp: allowance 1")
    assert ending is not None
    at.say(ending.line)
    at.hear("jp: allowance 1")
    assert at.now().phase == "Japanese Movement Phase"


@pytest.mark.parametrize(
    "text",
    [
        "assaults Green:4D-R23",
        "n",
        "next",
        "note x",
        "jp: reveal INF1",
        "bombrads",
        "jp:",
        '"',
        "! so",
        "",
        "# nothing",
        "weather 3 3 3 3",
    ],
)
def test_what_is_in_its_place_or_makes_no_sense_ends_nothing(text: str) -> None:
    assert recorder(*US_ASSAULT).ending(text) is None


def test_a_line_typed_unseen_ends_what_it_would_end_typed_in_the_open() -> None:
    """Given a screen both look at, when the Japanese type a line unseen, then it ends the same phases of the US, and
    `n` goes on there too."""
    at = recorder(*US_ASSAULT)
    assert at.ending(at.unseen("jp", "allowance 1")) == at.ending("jp: allowance 1") is not None
    assert at.unseen("jp", "jp: allowance 1") == "jp: allowance 1"
    assert at.unseen("us", "n") == "us: next jp_bombard"


def test_on_a_sides_own_recorder_the_other_side_ends_its_steps_itself() -> None:
    at = recorder(*US_ASSAULT, audience="jp")
    assert at.ending("allowance 1") is None


# ---- what is refused ----


def test_what_was_refused_stands_with_a_reason() -> None:
    """IWO 10.3: given a refused landing, when the table insists, then it stands, and the record says why."""
    at = recorder(SETUP, hidden="recorded")
    with pytest.raises(RuleBroken, match="Beachhead"):
        at.hear("land 4D-TK Green")
    assert (at.refused.text, at.refused.rule) == ("land 4D-TK Green", "IWO 10.3")
    with pytest.raises(BadInput, match=r'as in ! "we forgot IWO 10\.3"'):
        at.hear("!")
    at.insist('it was in "the" rules')
    assert [entry.fact.remark() for entry in at.game.entries if isinstance(entry.fact, Irregular)] == [
        '4D-TK can only land on a beach with a Beachhead (it was in "the" rules)'
    ]
    with pytest.raises(Unsaid):  # a question of the hidden side's is open
        at.insist("again")


def test_an_answer_that_was_refused_stands_with_a_reason() -> None:
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", "bombard Green")
    with pytest.raises(RuleBroken, match="4 dice are rolled here, not 3"):
        at.hear("123")
    at.hear('! "one fell off the table"')
    assert [entry.fact.dice for entry in at.game.entries if isinstance(entry.fact, Rolled)] == [(1, 2, 3)]


def test_where_nothing_was_refused_nothing_is_insisted_on() -> None:
    at = recorder("setup")
    with pytest.raises(BadInput, match="no line was refused"):
        at.insist("so it was")
    with pytest.raises(RuleBroken):
        at.hear("land 4D-TK Green")
    at.hear("bombards Green:NAV1")
    with pytest.raises(BadInput, match="no line was refused"):
        at.insist("so it was")


@pytest.mark.parametrize("text", ["land 4D-TK Green ! we try it", 'land 4D-TK Green "'])
def test_a_line_that_cannot_be_read_is_none_that_could_stand(text: str) -> None:
    """Given a line that broke a rule, and after it the same one so written that nobody can read it, when somebody
    insists, then neither stands, and it is said how a line is insisted on from the start."""
    at = recorder("setup")
    with pytest.raises(RuleBroken):
        at.hear("land 4D-TK Green")
    before = at.game.version
    with pytest.raises(BadInput, match="column"):
        at.hear(text)
    with pytest.raises(BadInput, match=r'no line was refused just now; .*LINE !"reason"'):
        at.hear("! we try it")
    assert at.game.version == before
    at.hear('land 4D-TK Green ! "we try it"')
    assert [entry.fact.as_played for entry in at.game.entries if isinstance(entry.fact, Irregular)] == ["we try it"]


@pytest.mark.parametrize("audience", ["", "jp"])
def test_why_an_answer_is_refused_is_told_to_who_may_know_it(audience: str) -> None:
    """IWO 11: given defensive fire, when a unit is named that cannot fire, then only its own side is told who can."""
    at = recorder(SETUP, "land 4D-R23 Green", audience=audience, hidden="recorded")
    with pytest.raises(BadInput if audience == "" else RuleBroken) as refused:
        at.hear("TK1")
    assert ("TK1 is not in Green" in str(refused.value)) is (audience == "jp")
    assert isinstance(refused.value, Unsaid) is (audience == "")
    assert bool(at.refused.text) is (audience == "jp")


@pytest.mark.parametrize(("line", "told"), [("creep", "creep"), ("jp: creep INF1", "creep")])
def test_how_a_line_is_written_that_is_typed_unseen_is_no_secret(line: str, told: str) -> None:
    """IWO 17.2: given a shared screen, when what is typed unseen is no such line at all, then it is told how one is
    written, and nothing typed."""
    at = recorder(SETUP, 'adjust phase=jp_move "as it lies"', 'adjust jp_moves_allowed=3 "the die"', hidden="recorded")
    with pytest.raises(BadInput) as refused:
        at.say_unseen("jp", line)
    usage = at.game.rules.play.verbs[told].usage()
    assert str(refused.value) == f"that cannot be said here; it is written `{usage}`; nothing was recorded"


def test_a_secret_line_typed_where_both_look_is_refused_with_what_to_type() -> None:
    """IWO 17.2(2): given a shared screen, when the Japanese side types a secret line where it stands to be read, then
    it is not recorded."""
    at = recorder(SETUP, 'adjust phase=jp_move "as it lies"', 'adjust jp_moves_allowed=3 "the die"', hidden="recorded")
    offers = at.game.rules.play.verbs["creep"].offers
    assert offers is not None
    unit, to = next((values["unit"], values["path"][0]) for values in offers(at.game.state))
    for text in (f"jp: creep {unit} {to}", f"creep {unit} {to}"):
        with pytest.raises(BadInput, match=r"that stood on the screen.*`jp:` alone"):
            at.hear(text)
    assert at.say_unseen("jp", f"creep {unit} {to}")


@pytest.mark.parametrize("text", ["jp: choose 1631", "choose 1631"])
def test_a_secret_answer_on_a_line_is_not_typed_where_both_look_either(text: str) -> None:
    """IPH 3.2: given a shared screen, when the Japanese player types his beachhead there, then he is told how to say
    it, and nothing is recorded."""
    at = recorder(game=begun("recorded", "iph"))
    with pytest.raises(BadInput, match=r"that stood on the screen.*`jp:` alone"):
        at.hear(text)
    assert at.say_unseen("jp", "choose 1631")


def test_a_line_that_is_typed_unseen_tells_nothing_when_it_is_refused() -> None:
    """IWO 17.2(2): given a shared screen, when the Japanese side says a secret line unseen, then it may rest on what is
    hidden."""
    at = recorder(SETUP, 'adjust phase=jp_move "as it lies"', 'adjust jp_moves_allowed=3 "the die"', hidden="recorded")
    offers = at.game.rules.play.verbs["creep"].offers
    assert offers is not None
    unit, to = next((values["unit"], values["path"][0]) for values in offers(at.game.state))
    with pytest.raises(BadInput) as refused:
        at.say_unseen("jp", f"jp: creep {unit} {unit}")
    assert str(refused.value) == "that cannot be said here; nothing was recorded"
    assert at.refused.text == ""
    at.say_unseen("jp", f"creep {unit} {to}")
    assert at.game.state.units[unit].area == to


@pytest.mark.parametrize(
    ("before", "text", "refused"),
    [
        (
            ("setup", "bombards Green:NAV1", "  caves 2", "bombard Green"),
            "1234",
            "dice is for the US side to answer, not for the Japanese side",
        ),
        (
            ("setup", "bombards Green:NAV1", "  caves 2", "bombard Green"),
            "us: 1234",
            "for the US side to say, and this recorder is the Japanese",
        ),
        (
            ("setup", "bombards"),
            "land 4D-R23 Green",
            "no Japanese unit lands",
        ),  # by 17.1(2), whatever is named and whosever the phase is
        (("setup", "bombards"), "bombard Green", "bombard is for the US side to declare, not for the Japanese side"),
        (("setup", "bombards"), "n", "the US Bombardment Phase is not for the Japanese side to end"),
    ],
)
def test_a_sides_own_recorder_says_nothing_for_the_other_side(before: tuple[str, ...], text: str, refused: str) -> None:
    """Where nothing is hidden either: the other side has a recorder, or says it at the shared one."""
    at = recorder(*before, audience="jp")
    version = at.game.version
    with pytest.raises(RuleBroken, match=refused):
        at.hear(text)
    assert at.game.version == version


def test_a_name_nobody_has_heard_of_can_be_read_out_where_its_chart_is_not_whole() -> None:
    """IWO 2.1.1"""
    at = recorder(game=begun(pack=""))
    with pytest.raises(BadInput) as refused:
        at.hear("reveal INF1")
    assert at.unread(refused.value) == ("units", "INF1")
    whole = recorder("setup")
    with pytest.raises(BadInput) as unknown:
        whole.hear("reveal INF99")
    assert whole.unread(unknown.value) is None
    with pytest.raises(BadInput) as other:
        at.hear("ruling R-99 so")
    assert at.unread(other.value) is None


# ---- dice left to the program ----


def test_dice_are_rolled_by_the_program_when_it_is_asked_to() -> None:
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", "bombard Green", chance=random.Random(1))
    assert at.roll()
    assert [
        (len(entry.fact.dice), entry.fact.source) for entry in at.game.entries if isinstance(entry.fact, Rolled)
    ] == [(4, "generated")]
    assert at.roll() == []


def test_dice_that_are_left_to_the_program_are_rolled_whenever_they_are_called_for() -> None:
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", chance=random.Random(1))
    at.auto = True
    assert len(at.hear("bombard Green")) == 2
    assert at.now().question is None


# ---- take-backs, and what waits ----


def test_what_is_taken_back_waits_and_is_said_again() -> None:
    at = recorder("setup")
    for text in ("bombards Green:NAV1", "2", "bombard Green 5511"):
        at.hear(text)
    before = lines(at)
    for _ in range(3):
        at.undo("a cocked die")
    assert [line.text.strip() for line in at.redoing.some()] == ["bombards Green:NAV1", "caves 2", "bombard Green 5511"]
    at.redoing.begin()
    while line := at.redoing.next():
        at.say_again(line)
    assert lines(at) == before
    assert not at.redoing.on
    with pytest.raises(BadInput, match="no struck line waits"):
        at.redoing.begin()


def test_a_choice_that_is_asked_no_more_is_said_to_be_so_and_dice_and_refusals_become_notes() -> None:
    """IWO 11.1.2, 12.2.3: given an assault taken back after a retreat by reading R-12, when the table reads it the
    other way and says the lines again, then the retreat stops there until it is left out, as in a correction."""
    whole = shipped.played("iwo", "flag-on-the-crater")
    game = whole.at(next(entry.version for entry in whole.entries if entry.version > 843 and entry.ends))
    at = recorder('takeback 832 "R-12"', 'ruling R-12 refused "so we read it"', game=game)
    at.redoing.begin()
    assert [line.text.strip() for line in at.redoing.some()][:3] == [
        "assault Motoyama",
        "dice ~325622112",
        "retreat MG2:Orchard,AT2:Ridge",
    ]
    while (line := at.redoing.next()) and not line.unasked:
        at.say_again(line)
    assert line is not None
    with pytest.raises(BadInput, match=r"retreat MG2:Orchard,AT2:Ridge answers what is asked no more"):
        at.say_again(line)
    at.redoing.waiting.leave_out(line)
    at.redoing.begin()
    while line := at.redoing.next():
        at.say_again(line)
    noted = [entry.fact.text for entry in game.stands[-12:] if isinstance(entry.fact, Noted)]
    assert noted == ["asked for no more since a take-back: retreat none"]


def test_answers_on_the_line_itself_wait_on_if_the_line_said_again_asks_for_them_no_more() -> None:
    """IWO 11.1.2, 12.2.3: given an assault said in one line with its dice and its retreat, when the table reads R-12
    the other way, then `redo` records the assault, and stops at the retreat as if it stood on its own line."""
    whole = shipped.played("iwo", "flag-on-the-crater")
    game = whole.at(next(entry.version for entry in whole.entries if entry.version >= 832 and entry.ends))
    retreats = "assault Motoyama dice=325622112 retreat=MG2:Orchard,AT2:Ridge"
    at = recorder(retreats, 'takeback 832 "R-12"', 'ruling R-12 refused "so we read it"', game=game)
    at.redoing.begin()
    line = at.redoing.next()
    assert line is not None
    assert "retreat=MG2:Orchard,AT2:Ridge" in line.text
    at.say_again(line)
    assert game.waits is None
    assert "retreat" not in [getattr(entry.fact, "name", "") for entry in game.stands[-12:]]
    left = at.redoing.next()
    assert left is not None
    assert left.unasked
    assert left.text.strip() == "retreat MG2:Orchard,AT2:Ridge"
    with pytest.raises(BadInput, match=r"retreat MG2:Orchard,AT2:Ridge answers what is asked no more"):
        at.say_again(left)


def test_another_line_of_its_kind_is_said_instead_and_a_refused_one_pauses() -> None:
    at = recorder("setup")
    for text in ("bombards Green:NAV1", "2", "bombard Green 5511"):
        at.hear(text)
    at.undo()
    at.redoing.begin()
    offered = at.redoing.next()
    assert offered is not None
    with pytest.raises(RuleBroken):
        at.hear("bombard Green 551")
    assert not at.redoing.on
    at.hear("bombard Green 1234")
    assert at.redoing.lines == []
    with pytest.raises(BadInput, match="that line waits no longer"):
        at.say_again(offered._replace(text=""))


@pytest.mark.parametrize("audience", ["", "us"])
def test_a_struck_secret_is_said_again_and_not_shown(audience: str) -> None:
    """Digest 4: given a secret line that was struck, then others see that one waits; it is said again where its side
    looks on too."""
    at = recorder(SETUP, "bombards Green:NAV1", hidden="recorded")
    before = at.game.state
    at.say("takeback 2 lines")
    if audience:
        at = Recorder(at.game, at.keeper, audience)
    secret, shown = at.redoing.some()
    assert (secret.text, secret.secret, shown.text) == ("", "jp", "bombards Green:NAV1")
    if audience:
        with pytest.raises(
            OutOfTurn, match="that line is for the Japanese side to say again, and this recorder is the US side's"
        ):
            at.say_again(secret)
        assert not any(entry.fact.TOPIC == "iwo.set-up" for entry in at.game.stands)
        return
    assert "Ridge" not in str(at.say_again(secret))
    at.say_again(shown)
    assert at.game.state == before


def test_a_struck_secret_that_is_refused_tells_nothing() -> None:
    at = recorder(SETUP, hidden="recorded")
    at.undo()
    secret = at.redoing.some()[0]
    at.say('adjust units.INF1.area=Green "by hand"')
    at.say('jp: next !"so it was played"')
    with pytest.raises(BadInput) as refused:
        at.say_again(secret)
    assert str(refused.value) == "it cannot be said again as it was"
    assert at.refused.text == ""


# ---- others, and the diary ----


def test_who_is_too_late_is_told_what_came_first_and_loses_nothing() -> None:
    """Digest 4: given another who recorded first, a secret among it, then nothing of one's own is recorded, and that is
    told without the secret."""
    game, keeper = begun("recorded"), InMemory()
    at = Recorder(game, keeper)
    at.say(SETUP)
    keeper.others = [game.beside(aside_facts.note(game, "the HQ waits in the Quarry", "jp", secret=True))]
    version = game.version
    with pytest.raises(TooLate) as late:
        at.hear("bombards Green:NAV1")
    assert "Quarry" not in str(late.value)
    assert words(at.untold()) == "jp notes something in secret"
    assert game.version == version + 1
    at.hear("bombards Green:NAV1")


def test_what_others_record_is_read_on() -> None:
    game, keeper = begun(), InMemory()
    at = Recorder(game, keeper)
    assert at.read_on() == []
    assert at.now().version == game.version
    keeper.others = [game.beside(aside_facts.note(game, "half past eight"))]
    assert words(at.read_on()) == "note: half past eight"
    assert at.now().version == game.version


def test_a_diary_keeps_what_a_recorder_says(tmp_path: Path) -> None:
    """Given two recorders on one diary, then each reads on, the slower is told, and a line under an id of its own is
    recorded once."""
    with Diary(tmp_path / "d.db") as diary, Diary(tmp_path / "d.db") as other:
        began = begun().began
        assert began is not None
        diary.new("iwo", "evening", began)
        game = diary.find("evening").id
        one, two = Recorder(diary.open(game), diary), Recorder(other.open(game), other)
        one.say("setup", id="first")
        with pytest.raises(TooLate):
            two.hear("setup")
        assert "25 units" in words(two.untold())
        two.hear("bombards Green:NAV1")
        assert "will bombard Green" in words(one.read_on())
        asked: Any = one.now().question
        assert asked.name == "caves"
        assert diary.recorded(game, "first")
    with Diary(tmp_path / "d.db") as diary:
        assert diary.open(game).state == one.game.state


# ---- dice that a person says were rolled by the program ----


@pytest.mark.parametrize("say", [Recorder.hear, Recorder.say, Recorder.foresee])
@pytest.mark.parametrize("text", ["bombard Green ~5511", "bombard Green dice=~5511"])
def test_nobody_says_that_the_program_rolled(say: Callable[[Recorder, str], object], text: str) -> None:
    at = recorder("setup", "bombards Green:NAV1", "  caves 2")
    version = at.game.version
    with pytest.raises(
        BadInput, match="~ marks dice that wardiary rolled: say them as they lie, or leave them to it with `auto`"
    ):
        say(at, text)
    assert at.game.version == version


def test_a_remark_may_hold_the_mark() -> None:
    at = recorder("setup")
    at.hear('note "~40 men came ashore"')
    assert at.game.entries[-1].fact.sentence() == "note: ~40 men came ashore"


def rolls(at: Recorder) -> list[tuple[tuple[int, ...], str]]:
    return [(entry.fact.dice, entry.fact.source) for entry in at.game.stands if isinstance(entry.fact, Rolled)]


def test_struck_dice_of_the_program_stay_its_own_and_one_changed_by_hand_is_the_tables() -> None:
    """Given generated dice that were taken back, when they are said again, typed again or changed, then only as they
    were they are the program's."""
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", chance=random.Random(1))
    at.auto = True
    at.hear("bombard Green")
    at.auto = False
    (made,) = rolls(at)
    assert made[1] == "generated"
    for way in ("again", "typed", "changed"):
        at.undo()
        at.redoing.begin()
        line = at.redoing.next()
        assert line is not None
        if way == "again":
            at.say_again(line)
        elif way == "typed":
            at.hear(line.text)
        else:
            at.hear(line.text.replace("~", "~1")[:-1])
        assert len(rolls(at)) == 1
        assert (rolls(at)[0] == made) is (way != "changed")
    assert rolls(at)[0][1] == "table"
    at.undo()
    at.redoing.drop()
    with pytest.raises(BadInput, match="~ marks"):
        at.hear(line.text)


def test_dice_of_a_file_are_generated_by_its_word_also_when_they_are_said_again() -> None:
    """Given a game from a text file whose dice are marked, then the record says whose word that is, and a take-back
    changes nothing of it."""
    at = recorder("setup", "bombards Green:NAV1", "  caves 2", chance=random.Random(1))
    at.auto = True
    at.hear("bombard Green")
    text = write(at.game, lambda name: library.pack("iwo", name))
    again = recorder(game=play(read(text, "evening.diary", lambda name: library.pack("iwo", name))))
    assert rolls(again) == [(rolls(at)[0][0], "file")]
    told = [entry.fact.sentence() for entry in again.game.stands if isinstance(entry.fact, Rolled)]
    assert told[0].endswith(", generated, says the file")
    assert write(again.game, lambda name: library.pack("iwo", name)).splitlines()[-1] == text.splitlines()[-1]
    again.undo()
    again.redoing.begin()
    line = again.redoing.next()
    assert line is not None
    again.say_again(line)
    assert rolls(again) == [(rolls(at)[0][0], "file")]


def test_n_goes_on_past_no_step_in_which_something_has_just_come_to_light() -> None:
    """IWO 10.5, 12: given US units in areas that look empty, when `n` ends their moves and reveals who is there, then
    their assault is not passed."""
    player = RandomPlayer("iwo", "sample", 2)
    deque(islice(player.play(), 40), maxlen=0)
    revealing = next(
        e.of for e in player.game.entries if isinstance(e.fact, UnitRevealed) and e.fact.cause == "us-units"
    )
    game: Game[Any] = Game(player.game.rules)
    game.follow(e for e in player.game.entries if e.version < revealing)
    assert game.state.phase == "us_move"
    recorder = Recorder(game, InMemory())
    recorder.hear("n")
    while game.waits:
        recorder.enter()
    assert game.state.phase == "us_assault"
    assert recorder.hear("assaults EastCove:4D-R24 Orchard:5D-R27")
