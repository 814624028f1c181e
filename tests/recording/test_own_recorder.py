"""On a recorder of its own a side speaks for itself: no answer on its line is another's, and nothing of another's is
taken back there."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import BadInput, OutOfTurn, RuleBroken
from domain.kernel.facts import Adjusted, Decided, Declared, Irregular, Noted, RulingMade, StandingPass, TakenBack
from domain.kernel.questions import OneOf, Roll
from domain.kernel.table import Answers, Given
from recording import fix
from recording.recorder import Recorder
from replays.notation import Writer, appends
from tests.projections.test_views import SETUP
from tests.recording.in_memory import InMemory, begun, recorder
from tests.recording.test_whose_word import AT_THE_ROW

LANDING = ("setup", 'adjust phase=us_move "as it lies"')
ASSAULT = ("setup", *AT_THE_ROW[1:-1])


def decided(at: Recorder, name: str) -> Decided:
    return next(e.fact for e in reversed(at.game.entries) if isinstance(e.fact, Decided) and e.fact.name == name)


# ---- answers ----


@pytest.mark.parametrize(
    ("before", "audience", "line", "rule", "name"),
    [
        (LANDING, "us", "land 4D-R23 Green fire=none", "IWO 11", "fire"),
        (LANDING, "us", "land 4D-R23 Green fire=INF1", "IWO 11", "fire"),
        (LANDING, "us", "land 4D-R23 Green fire=NOBODY", "IWO 11", "fire"),
        (ASSAULT, "us", "assault Green 6666 row=MAR1,INF1 retreat=none", "IWO 12.2.3(2)", "retreat"),
    ],
)
def test_no_answer_on_a_sides_own_line_is_the_others(
    before: tuple[str, ...], audience: str, line: str, rule: str, name: str
) -> None:
    """IWO 11, 12.2.3(2): given a recorder of one side, when its line answers what the other is asked, then that is
    refused by its rule."""
    at = recorder(*before, audience=audience)
    version = at.game.version
    for said in (line, f"{audience}: {line}"):
        with pytest.raises(
            RuleBroken, match=f"{name} is for the Japanese side to answer, not for the US side"
        ) as refused:
            at.say(said)
        assert refused.value.rule.startswith(rule)
    assert at.game.version == version
    shared = recorder(*before)
    if "NOBODY" not in line and "INF1" not in line.split()[-1]:
        shared.say(line)
        assert (decided(shared, name).side, decided(shared, name).said_by) == ("jp", "")


def test_insisted_on_the_record_says_who_answered() -> None:
    at = recorder(*ASSAULT, audience="us")
    at.say('assault Green 6666 row=MAR1,INF1 retreat=none !"Bob had left"')
    assert (decided(at, "retreat").side, decided(at, "retreat").said_by) == ("jp", "us")
    assert decided(at, "row").said_by == ""
    irregular = [e.fact for e in at.game.entries if isinstance(e.fact, Irregular)]
    assert "retreat is for the Japanese side to answer, not for the US side (Bob had left)" in irregular[-1].remark()


def test_dice_on_a_line_lie_there_for_everybody() -> None:
    """IWO 6: given the weather die is the US player's to roll, when the Japanese player types it with his `next`, then
    nobody spoke in his place."""
    die = Roll(name="die", by="us", rule="IWO 6", words="the weather die")
    choice = OneOf(name="withdraw", by="us", rule="IWO 6", words="which", options=("AIR1",))
    assert [Answers(by="jp").said(question, Given("3")).by for question in (die, choice)] == ["", "jp"]


@pytest.mark.parametrize("line", ["land 4D-R23 Green fire=none", "land 4D-R23 Green fire=INF1"])
def test_what_it_is_refused_by_does_not_tell_whether_anybody_is_asked(line: str) -> None:
    """IWO 11: given an area with concealed units, and one without, when the US recorder says that nobody fires, it is
    told the same."""
    elsewhere = SETUP.replace("Green:INF1,MAR1;", "").replace("Orchard:MOR2", "Orchard:MOR2,INF1,MAR1")
    told = []
    for setup in (SETUP, elsewhere):
        at = recorder(setup, 'adjust phase=us_move "as it lies"', audience="us", hidden="recorded")
        for said in (line, f'{line} !"he said so"'):
            with pytest.raises((RuleBroken, BadInput)) as refused:
                at.say(said)
            told.append(str(refused.value))
        assert not any(isinstance(e.fact, Declared) and e.fact.verb == "land" for e in at.game.entries)
    assert told[:2] == told[2:]


@pytest.mark.parametrize("audience", ["us", ""])
def test_what_leads_past_the_end_of_a_phase_holds_by_what_is_seen_before(audience: str) -> None:
    """IWO 10.5, 12: given an area with concealed units, and one without, when the US would assault there too early, it
    is told the same."""
    elsewhere = SETUP.replace("Green:INF1,MAR1;", "").replace("Orchard:MOR2", "Orchard:MOR2,INF1,MAR1")
    told = []
    for setup in (SETUP, elsewhere):
        lines = (setup, 'adjust phase=us_move "as it lies"', "land 4D-R23 Green fire=none")
        at = recorder(*lines, audience=audience, hidden="recorded")
        with pytest.raises(RuleBroken) as refused:
            at.say("assaults Green:4D-R23")
        told.append(str(refused.value))
        assert at.game.state.phase == "us_move"
    assert told == ["there is no Japanese unit in Green [IWO 12]"] * 2


def test_another_sides_line_is_not_said_here_in_an_open_game_either() -> None:
    at = recorder("setup", audience="us")
    for line in ("jp: reveal INF2", "jp: pass fire", "jp: takeback", "jp: concede", 'jp: adjust INF1 steps=1 "so"'):
        with pytest.raises(OutOfTurn, match="that is for the Japanese side to say, and this recorder is the US side's"):
            at.say(line)


def test_what_is_said_beside_the_rules_is_that_sides_word() -> None:
    at = recorder("setup", audience="jp")
    for line, kind in (("pass fire", StandingPass), ('note "so"', Noted), ('adjust INF1 steps=1 "so"', Adjusted)):
        at.say(line)
        fact = at.game.entries[-1].fact
        assert isinstance(fact, kind)
        assert fact.side == "jp"
    at.say("concede")
    assert at.game.state.result is not None
    assert at.game.state.result.winner == "us"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('adjust INF1 steps=1 "so"', "INF1 is for the Japanese side to set by hand"),
        ('adjust phase=us_move "so"', "the Setup is for the Japanese side to set by hand"),
        ("ruling R-02 per-unit", "how R-02 is read is for both sides to say"),
        ("concede jp", "jp concedes for itself"),
    ],
)
def test_what_is_anothers_is_not_set_by_hand_unless_it_is_insisted_on(line: str, why: str) -> None:
    at = recorder(audience="us")
    with pytest.raises((OutOfTurn, BadInput), match=why):
        at.say(line)
    if "concede" in line:
        return
    at.say(f'{line} !"Bob is away"')
    said = next(e.fact for e in at.game.entries if isinstance(e.fact, (Adjusted, RulingMade)))
    assert said.side == "us"
    assert any(isinstance(e.fact, Irregular) and e.fact.as_played == "Bob is away" for e in at.game.entries)
    again = Writer(begun())
    lines = [again.write(append) for append in list(appends(at.game.entries))[1:]]
    assert [e.fact for e in recorder(*lines).game.entries] == [e.fact for e in at.game.entries]
    recorder().say(line)  # where both look on


# ---- taking back ----


def two(*before: str, hidden: str = "paper") -> tuple[Any, Recorder, Recorder]:
    game = recorder(*before, hidden=hidden).game
    return game, Recorder(game, InMemory(), "us"), Recorder(game, InMemory(), "jp")


@pytest.mark.parametrize("hidden", ["paper", "recorded"])
def test_a_side_takes_back_its_own_words_alone(hidden: str) -> None:
    """Given Bob's line after Ann's, when she takes back on her recorder, then that is refused with what to type, until
    he has taken back his."""
    game, us, jp = two(SETUP if hidden == "recorded" else "setup", 'adjust phase=us_move "as it lies"', hidden=hidden)
    us.hear("land 4D-R23 Green")
    jp.hear("none")
    version = game.version
    for undo in (us.undo, lambda: us.say("takeback"), lambda: us.say("takeback 2 lines"), lambda: us.undo("2")):
        with pytest.raises(
            OutOfTurn,
            match=r"is the Japanese side's word, and only that side takes it back: .*`jp: undo` on a shared one",
        ):
            undo()
    assert game.version == version
    jp.undo("a slip")
    fact = game.entries[-1].fact
    assert isinstance(fact, TakenBack)
    assert (fact.by, fact.why) == ("jp", "a slip")
    assert fact.sentence() == f"taken back to entry {fact.to} by jp: a slip"
    us.undo()
    assert game.stands[-1].version == fact.to - (fact.to - game.entries[-1].fact.to)  # type: ignore[union-attr]
    assert game.entries[-1].fact.by == "us"  # type: ignore[union-attr]
    assert not any(isinstance(e.fact, Declared) and e.fact.verb == "land" for e in game.stands)


def test_what_a_standing_pass_answers_is_in_nobodys_way() -> None:
    """IWO 11: given the Japanese pass on fire, when Ann takes back her landing, then that is hers; once they pass no
    more, the answer is theirs."""
    game, us, jp = two(*LANDING)
    jp.hear("pass fire")
    before = game.version
    us.hear("land 4D-R23 Green")
    assert decided(us, "fire").side == "jp"
    with pytest.raises(OutOfTurn, match="is the US side's word"):
        jp.undo()
    us.undo()
    assert game.stands[-1].version == before
    jp.hear("pass fire off")
    us.hear("land 4D-R23 Green")
    jp.hear("none")
    with pytest.raises(OutOfTurn, match="is the Japanese side's word"):
        us.undo()


def test_a_secret_line_is_not_taken_back_by_whoever_cannot_see_it() -> None:
    """IWO 17.2(1): given a set-up sealed by the Japanese side, then the US recorder does not strike it."""
    game, us, jp = two(SETUP, hidden="recorded")
    with pytest.raises(OutOfTurn, match="is the Japanese side's word"):
        us.undo()
    jp.undo()
    assert not any(e.fact.secret for e in game.stands)


def test_on_the_shared_recorder_nothing_is_in_the_way_and_a_side_may_be_named() -> None:
    at = recorder(*LANDING, "land 4D-R23 Green", "  fire none")
    with pytest.raises(OutOfTurn):
        at.undo("", "us")
    at.undo("", "jp")
    assert at.game.entries[-1].fact.by == "jp"  # type: ignore[attr-defined]
    at.undo()
    assert at.game.entries[-1].fact.by == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "lines", "why"),
    [("", 1, ""), ("2", 2, ""), ("2 lines", 2, ""), ('2 "a slip"', 2, "a slip"), ("a cocked die", 1, "a cocked die")],
)
def test_undo_counts_lines_and_keeps_a_reason(text: str, lines: int, why: str) -> None:
    at = recorder("setup", "bombards Green:NAV1", 'note "a"', 'note "b"')
    stood = [e.version for e in at.game.stands if e.ends]
    at.undo(text)
    fact = at.game.entries[-1].fact
    assert isinstance(fact, TakenBack)
    assert (fact.to, fact.why) == (stood[-1 - lines], why)


def test_a_take_back_says_in_text_whose_it_is() -> None:
    game, us, _ = two("setup")
    us.say('note "a"')
    us.undo("a slip")
    writer = Writer(begun())
    lines = [writer.write(append) for append in list(appends(game.entries))[1:]]
    assert lines[-2:] == ['us: note "a"', 'us: takeback 1 line "a slip"']
    assert [e.fact for e in recorder(*lines).game.entries] == [e.fact for e in game.entries]


# ---- corrections ----


def test_a_side_corrects_its_own_words_and_dice() -> None:
    """Given a landing, who fired and the dice, when either corrects on a recorder of his own, then his own words, and
    the dice, alone."""
    game = recorder(*LANDING, "land 4D-R23 Green", "  fire INF1", "  dice 11111").game
    number = {getattr(e.fact, "verb", "") or getattr(e.fact, "name", ""): e.version for e in game.stands}
    for audience, name, words, other in (("us", "fire", ["none"], "jp"), ("jp", "land", ["area=Amber"], "us")):
        with pytest.raises(OutOfTurn, match=f"entry {number[name]} is for the .* side to correct"):
            fix.begin(game, number[name], words, audience=audience)
        fix.begin(game, number[name], words, audience=other)
        fix.begin(game, number[name], words, audience="")
    for audience in ("us", "jp"):
        fixing = fix.begin(game, number["dice"], ["66666"], audience=audience)
        assert next(e.fact.by for e in reversed(fixing.again.entries) if isinstance(e.fact, TakenBack)) == audience


def test_of_the_others_lines_that_no_longer_fit_a_side_decides_nothing() -> None:
    """IWO 12.2.3: given dice corrected after which no row is asked, the attacker's row is not left out, nor kept, on
    the defender's recorder."""
    game = recorder(*ASSAULT, "assault Green 6666", "  row MAR1,INF1", "  retreat MAR1:Amber").game
    number = next(e.version for e in game.stands if getattr(e.fact, "name", "") == "dice")
    fixing = fix.begin(game, number, ["1111"], audience="jp")
    assert fixing.stop is not None
    for decide in (lambda: fixing.drop("jp"), lambda: fixing.drop("jp", rest=True), lambda: fixing.insist("so", "jp")):
        with pytest.raises(OutOfTurn, match="is for the US side to correct, and this recorder is the Japanese side's"):
            decide()
    fixing.drop("us")
    assert fixing.stop is None


# ---- a line without its verb ----


def test_units_named_without_a_verb_are_told_what_may_be_declared() -> None:
    """IPH 10.1: given the Japanese Combat Phase, when a line begins with units, then no chit is pulled, and what may be
    declared is said."""
    lines = (
        "set turn=2 phase=jp_fight cup.inside=24-Fight,24-Move landed=2 played=jp_move",
        "set SNLF-1,SNLF-2 hex=2223 known=yes",
        "set 24-1 hex=2224",
    )
    for audience in ("jp", ""):
        at = recorder(*lines, game=begun(system="iph"), audience=audience)
        with pytest.raises(BadInput, match=r"there is no verb 'SNLF-1[.][.]2'; here it may be .*attack"):
            at.hear("SNLF-1..2")
        assert at.ending("SNLF-1..2") is None
