"""What now, as an audience may see it: whose move, what is owed, the open question, what may be said, what a line may
go on with."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.iwo.facts import HiddenSetup
from domain.kernel import aside_facts
from domain.kernel import game as kernel_game
from domain.kernel.errors import OutOfTurn, Trouble, Unread
from domain.kernel.facts import Noted
from domain.kernel.game import Game
from domain.kernel.table import Table
from recording.completion import candidates
from recording.hearing import UNTOLD
from recording.now import OpenQuestion, has_offers, now, passes
from recording.recorder import Recorder
from replays.notation import ASIDES
from tests import shipped
from tests.cli.test_live_tarawa import POSITION
from tests.recording.in_memory import AUDIENCES, SETUP, InMemory, begun, recorder

ROOT = Path(__file__).parents[2]
LANDED = (SETUP, "land 4D-R23 Green")
BOMBARDED = (SETUP, "bombards Green:NAV1", "bombard Green")


def played(*lines: str, hidden: str = "recorded") -> Game[Any]:
    return recorder(*lines, hidden=hidden).game


def tarawa(*lines: str) -> Recorder:
    """Turn 4 on the sample island of D-Day at Tarawa, where nobody hides anything."""
    return recorder(*POSITION, *lines, game=begun(system="ddat", scenario="first-waves"))


def asked(game: Game[Any], audience: str) -> OpenQuestion:
    question = now(game, audience).question
    assert question is not None
    return question


# ---- whose move ----


def test_whose_step_it_is_and_what_is_owed() -> None:
    """IWO 4: given a game begun, then it is the Japanese side's setup, and nothing goes on before it."""
    here = now(begun())
    assert (here.phase, here.side, here.moment, here.over) == ("Setup", "jp", ("turn 1", "Setup"), False)
    assert "setup" in here.owed
    assert here.question is None
    assert [(verb.name, verb.usage, verb.rule, verb.by) for verb in here.verbs] == [("setup", "setup", "IWO 4", "jp")]


def test_what_may_be_declared_in_this_step_and_in_any() -> None:
    """IWO 5.2.4: given the US Movement Phase, then what belongs to it is the US player's, and what may be declared at
    any time stands apart."""
    here = now(played(SETUP, "bombards", "next us_move"))
    assert here.phase == "US Movement Phase"
    assert {verb.name: verb.by for verb in here.verbs} == {"land": "us", "move": "us"}
    assert {verb.name: verb.by for verb in here.anytime} == {"third-division": "us", "reveal": "jp", "next": "us"}
    assert (here.owed, here.usual) == ("", "")
    assert "note" in here.asides


def test_while_a_question_is_open_nothing_else_may_be_declared() -> None:
    here = now(played(*BOMBARDED))
    assert here.question is not None
    assert (here.verbs, here.anytime, here.owed, here.usual) == ((), (), "", "")


def test_a_verb_that_offers_nothing_is_known_where_nobody_hides_anything() -> None:
    """DDaT 4.1: given no unit to load, then that is known to all; where a side hides something, others are not told
    whether a verb of its offers anything."""
    loaded = now(tarawa("load").game)
    assert {verb.name: verb.offered for verb in loaded.verbs} == {
        "load": False,
        "ryan": False,
        "shibasaki-survives": False,
    }
    recorded = played(SETUP, "bombards", "next us_assault")
    assert not any(recorded.rules.play.verbs["assaults"].offers(recorded.state))  # type: ignore[misc]
    assert not any(recorded.rules.play.verbs["kirikami"].offers(recorded.state))  # type: ignore[misc]
    for audience in AUDIENCES:
        offered = {verb.name: verb.offered for verb in now(recorded, audience).verbs}
        assert offered["assaults"] is False
        assert offered["kirikami"] is (audience in ("", "us"))


def test_a_line_without_a_verb_means_what_is_due() -> None:
    """DDaT 4.1, 5.0: given the landing check, or the event that is due, then a card's number is enough."""
    at = tarawa("load")
    assert at.now().usual == "land"
    at.hear("54 45")
    assert at.now().usual == "place"
    at.hear("place R2A:HQ-2,D/1/2 R3A:L/3/8")
    assert at.now().usual == "event"


def test_when_the_game_is_over_it_is_said_who_won_and_why() -> None:
    here = now(played(SETUP, 'concede jp "it is late"'))
    assert (here.over, here.winner, here.why) == (True, "us", "the Japanese side concedes")
    assert (here.verbs, here.anytime, here.owed, here.question) == ((), (), "", None)


def test_it_is_plain_data() -> None:
    for game in (begun(), played(SETUP), played(*LANDED), played(*BOMBARDED)):
        for audience in AUDIENCES:
            here = now(game, audience)
            assert json.loads(json.dumps(here.plain()))["moment"] == list(here.moment)


# ---- the open question ----


@pytest.mark.parametrize("audience", ["", "us"])
def test_a_secret_answer_is_typed_unseen_and_nothing_of_it_is_listed(audience: str) -> None:
    """IWO 4.1: where the record holds what is hidden, the Japanese caves are asked for in words all may read; no
    more."""
    question = asked(played("setup"), audience)
    assert (question.name, question.by, question.rule, question.only) == ("caves", "jp", "IWO 4.1", "jp")
    assert "at most two in an area" in question.words
    assert question.unseen
    assert not question.seen
    assert (question.kind, question.hint, question.options, question.places) == ("", "", (), None)
    assert question.yours is (audience == "")


@pytest.mark.parametrize("audience", ["jp", "umpire"])
def test_who_may_know_a_secret_answer_is_shown_how_it_is_given(audience: str) -> None:
    question = asked(played("setup"), audience)
    assert question.seen
    assert question.yours
    assert not question.unseen
    assert question.kind == "pairs"
    assert "Green" in question.options
    assert question.places is not None
    assert question.places["Green"] == ("0", "1", "2")
    assert "like Green:0" in question.hint


LANDING = {"recorded": LANDED, "paper": ("setup", "land 4D-R23 Green")}


@pytest.mark.parametrize("hidden", LANDING)
@pytest.mark.parametrize("audience", ["jp", "umpire"])
def test_the_options_of_a_public_answer_are_shown_to_the_side_that_knows_them(audience: str, hidden: str) -> None:
    """IWO 11: who may fire is known to the Japanese player alone, and then seen by all."""
    question = asked(played(*LANDING[hidden], hidden=hidden), audience)
    assert (question.name, question.only, question.unseen) == ("fire", "jp", False)
    assert "INF1" in question.options
    assert (question.seen, question.kind, question.usual) == (True, "one of", "none")


@pytest.mark.parametrize("hidden", LANDING)
@pytest.mark.parametrize("audience", ["", "us"])
def test_to_the_others_not_one_option_is_shown(audience: str, hidden: str) -> None:
    """IWO 11: that an answer goes without saying is told, and not which."""
    game = played(*LANDING[hidden], hidden=hidden)
    question = asked(game, audience)
    assert (question.name, question.only, question.unseen) == ("fire", "jp", False)
    assert (question.seen, question.kind, question.options, question.hint, question.usual) == (False, "", (), "", "")
    assert "INF1" not in json.dumps(now(game, audience).plain())


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_public_question_is_shown_to_everybody_and_answered_by_its_side(audience: str) -> None:
    """IWO 9.3.1: how many dice are rolled everybody may see."""
    question = asked(played(*BOMBARDED), audience)
    assert (question.by, question.name, question.kind, question.seen) == ("us", "dice", "dice", True)
    assert question.hint == "4 dice of 6 sides, like 1234"
    assert question.usual is None
    assert question.yours is (audience != "jp")


def test_a_row_that_is_to_be_read_out_is_named() -> None:
    """IWO 2.1.1: given a game without a pack, when a counter is needed, then everybody is told which, and nobody's side
    must answer."""
    game = begun("paper", pack="")
    game.follow(
        game.beside(
            *aside_facts.chart(
                game, "units", "4D-R23", {"side": "us", "type": "marines", "assault": 4, "mp": 3, "steps": 4}
            )
        ).entries
    )
    game.follow(game.declare("land", {"unit": "4D-R23", "area": "Green"}, as_played="by hand").entries)
    question = asked(game, "us")
    assert (question.kind, question.by, question.yours) == ("chart row", "table", True)
    assert (question.chart, question.row) == ("areas", "Green")


def noting(table: Table[Any], unit: str, area: str) -> None:
    table.record(Noted(text="nobody lands under the rules of tomorrow"))


def refusing(table: Table[Any], unit: str, area: str) -> None:
    table.require(False, "IWO 10.3", "nobody lands under the rules of tomorrow")


@pytest.mark.parametrize(
    ("hidden", "audience", "mended", "told"),
    [
        (
            "paper",
            "",
            noting,
            "entry 12 holds «4D-R23 lands at Green for 2 MP» [IWO 10.3]; today's rules give «note: nobody lands under",
        ),
        (
            "recorded",
            "jp",
            noting,
            "entry 15 holds «4D-R23 lands at Green for 2 MP» [IWO 10.3]; today's rules give «note: nobody lands under",
        ),
        (
            "recorded",
            "",
            noting,
            "today's rules would not have recorded entry 15: take back to before entry 12 and declare it again",
        ),
        ("recorded", "jp", refusing, "nobody lands under the rules of tomorrow [IWO 10.3]"),
        ("recorded", "us", refusing, UNTOLD),
    ],
)
def test_a_question_that_is_not_asked_any_more_is_named_and_the_way_out_is_told(
    hidden: str, audience: str, mended: Any, told: str
) -> None:
    """Given rules mended under an open question, then it is still there, and whoever looks is told how to go on, and
    nothing hidden."""
    game = played(*LANDING[hidden], hidden=hidden)
    land = replace(game.rules.play.verbs["land"], procedure=mended)
    opened: Game[Any] = Game(
        replace(game.rules, play=replace(game.rules.play, verbs={**game.rules.play.verbs, "land": land}))
    )
    opened.follow(game.entries)
    question = asked(opened, audience)
    assert (question.name, question.options, question.usual) == ("fire", (), None)
    assert question.stuck.startswith(told)
    at = Recorder(opened, InMemory(), audience)
    if question.yours:
        with pytest.raises(Trouble) as refused:
            at.enter()
        assert str(refused.value) == question.stuck
    assert at.roll() == []
    if audience == "jp":  # the landing is the US side's word
        with pytest.raises(OutOfTurn):
            at.undo()
        at = Recorder(opened, InMemory(), "us")
    at.undo()
    assert at.now().question is None


def test_in_a_view_the_open_question_is_named_all_the_same() -> None:
    """Whoever has nothing but what a side may see asks with that, and is told no more."""
    game = played(*LANDED)
    question = asked(game.seen_by("us"), "us")
    assert (question.name, question.words, question.options) == ("fire", asked(game, "us").words, ())


def test_the_question_of_an_outcome_is_kept_and_one_of_an_opened_game_is_put_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = []
    run = kernel_game.run
    monkeypatch.setattr(kernel_game, "run", lambda *given, **more: runs.append(1) or run(*given, **more))
    game = played(*BOMBARDED)
    before = len(runs)
    for audience in AUDIENCES:
        assert asked(game, audience).name == "dice"
    assert len(runs) == before
    opened: Game[Any] = Game(game.rules)
    opened.follow(game.entries)
    for audience in AUDIENCES:
        assert asked(opened, audience).hint == asked(game, audience).hint
    assert len(runs) == before + 1


def test_a_take_back_opens_the_question_of_before_again() -> None:
    """Given a question that was kept, when the answer before it is taken back, then that one is open, with its own
    options."""
    at = recorder(*LANDED, audience="jp", hidden="recorded")
    at.answer("INF1")
    assert asked(at.game, "jp").name == "dice"
    at.undo()
    assert asked(at.game, "jp").options == ("none", "INF1", "MAR1")


# ---- who hides what ----


def test_who_hides_something_from_whom() -> None:
    recorded, paper = played(SETUP), played("setup", hidden="paper")
    assert {audience: now(recorded, audience).hiding for audience in AUDIENCES} == {
        "": ("jp",),
        "us": ("jp",),
        "jp": (),
        "umpire": (),
    }
    assert {now(paper, audience).hiding for audience in AUDIENCES} == {()}


def test_a_standing_pass_is_known_to_whom_it_is_no_secret_of_anothers() -> None:
    game = played(SETUP, "jp: pass fire", "us: pass withdraw")
    both = [("jp", "fire"), ("us", "withdraw")]
    assert {audience: passes(game.seen_by(audience)) for audience in AUDIENCES} == {
        "": both[1:],
        "us": both[1:],
        "jp": both,
        "umpire": both,
    }
    assert passes(played("setup", "jp: pass fire", hidden="paper").seen_by("us")) == [("jp", "fire")]


# ---- completion ----


def completed(game: Game[Any], audience: str, line: str) -> list[str]:
    """What may stand for the last word of a line."""
    *before, word = line.split(" ")
    return list(candidates(game, audience, before, word))


def test_verbs_of_the_step_come_first_and_those_of_other_steps_last() -> None:
    found = completed(played(SETUP, "bombards", "next us_move"), "", "")
    assert found[:5] == ["land", "move", "third-division", "reveal", "next"]
    assert found.index("assault") > found.index("next")
    assert found[-1] == "open"


@pytest.mark.parametrize("line", ["", "IN", "fire ", "jp: fire "])
def test_the_options_of_a_question_are_completed_for_who_may_see_them(line: str) -> None:
    game = played(*LANDED)
    listed = {audience: "INF1" in completed(game, audience, line) for audience in AUDIENCES}
    assert listed == {"": False, "us": False, "jp": True, "umpire": True}


def test_who_sees_no_options_is_given_the_question_and_what_stands_beside_the_rules() -> None:
    game = played(*LANDED)
    assert completed(game, "us", "") == ["fire", *ASIDES]
    assert completed(game, "us", "fire ") == []
    assert "INF1" in completed(game, "us", "adjust ")  # every counter of the game has a name


def test_what_is_joined_and_paired_is_completed_piece_by_piece() -> None:
    """IWO 12.2.3: a row is some of the units; IWO 4.1: caves are areas with a number."""
    setup = played("setup")
    assert completed(setup, "jp", "Gre") == ["Green:"]
    assert completed(setup, "jp", "Green:") == ["Green:0", "Green:1", "Green:2"]
    assert "Green:2,Amber:" in completed(setup, "jp", "Green:2,A")
    assert completed(setup, "us", "Green:") == []
    row = played(
        SETUP,
        'adjust phase=us_assault "as it lies"',
        'adjust 4D-R23 area=Green "as it lies"',
        'jp: adjust INF1,MAR1 area=Green status=revealed "as it lies"',
        "assaults Green:4D-R23",
        "assault Green 6666",
    )
    assert asked(row, "us").kind == "order"
    assert completed(row, "us", "INF1,") == ["INF1,MAR1"]


def test_what_a_hidden_unit_could_do_is_completed_for_its_side() -> None:
    """IWO 17.2: given concealed units, then what they could do comes first for their own side; every name of the kind
    is there for all."""
    game = played(SETUP, 'adjust phase=jp_move "as it lies"', 'adjust jp_moves_allowed=3 "the die"')
    offers = game.rules.play.verbs["creep"].offers
    assert offers is not None
    likely = [",".join(values["path"]) for values in offers(game.state) if values["unit"] == "INF4"]
    assert likely
    for audience in AUDIENCES:
        found = completed(game, audience, "creep INF4 ")
        assert set(game.state.areas) <= set(found)
        assert (found[: len(likely)] == likely) is (audience in ("jp", "umpire"))


def test_nothing_is_completed_behind_what_nobody_has_heard_of() -> None:
    game = played(SETUP)
    assert completed(game, "", "ruling ") == list(game.rules.readings)
    assert completed(game, "", "ruling R-02 ") == list(game.rules.readings["R-02"].choices)
    assert completed(game, "", "ruling R-99 ") == []
    assert completed(game, "", "bombrads ") == []


def test_what_rests_on_a_chart_nobody_has_read_out_may_be_possible_and_is_not_listed() -> None:
    """Given a unit on the map whose counter nobody has described, then it is not known what it could do, and nothing
    breaks."""
    game = begun("recorded", pack="")
    hidden = HiddenSetup(places={"INF1": "Green"}, steps={"INF1": 2}, caves={"Green": 1}, secret="jp")
    moving = aside_facts.adjusting(game, [(("jp_moves_allowed",), 3)], "the die", "jp")
    game.follow(game.beside(hidden, *moving).entries)
    creep = game.rules.play.verbs["creep"]
    assert creep.offers is not None
    with pytest.raises(Unread):
        list(creep.offers(game.state))
    assert has_offers(game, creep)
    assert completed(game, "jp", "creep ") == ["INF1"]


@pytest.mark.parametrize("module", ["now", "completion", "recorder"])
def test_neither_a_terminal_nor_the_command_line_is_needed(module: str) -> None:
    script = f"import sys, recording.{module}\nprint(*sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    loaded = {name.partition(".")[0] for name in said.stdout.split()}
    assert "recording" in loaded
    assert not loaded & {"click", "prompt_toolkit", "cli"}


def test_what_is_owed_may_rest_on_a_chart_nobody_has_read_out() -> None:
    """DDaT 5.2: given a position on a map that is known in part, when who must wade cannot be told yet, then nothing is
    said of it, and nothing breaks."""
    whole = shipped.played("ddat", "landing-on-red-2")
    game: Game[Any] = Game(whole.rules)
    owed = []
    for entry in whole.entries:
        game.follow([entry])
        owed.append(now(game, "umpire").owed)
    assert any(owed)
