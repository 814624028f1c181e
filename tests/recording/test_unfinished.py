"""What may come next on a declaration that is being tapped: values, names, whole lines, and whether it may end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games import SYSTEMS
from domain.kernel.errors import BadInput, OutOfTurn, Unknown
from domain.kernel.game import Game
from recording.completion import candidates
from recording.going_on import verbs_ahead
from recording.now import now
from recording.reading_out import fields_of
from recording.recorder import Recorder
from recording.unfinished import NextValue, Unfinished, unfinished
from tests import shipped
from tests.recording.in_memory import AUDIENCES, SETUP, InMemory, begun, recorder
from tests.recording.taps import declarations

MOVING = (SETUP, "bombards", "next us_move")
CREEPING = (SETUP, 'adjust phase=jp_move "as it lies"', 'adjust jp_moves_allowed=3 "the die"')


def played(*lines: str, hidden: str = "recorded") -> Game[Any]:
    return recorder(*lines, hidden=hidden).game


def tapped(game: Game[Any], verb: str, audience: str = "us", **said: Any) -> Unfinished:
    return unfinished(game, audience, game.rules.play.verbs[verb], said)


def value(line: Unfinished, name: str) -> NextValue:
    return next(each for each in line.values if each.name == name)


# ---- value by value ----


def test_a_line_is_built_value_by_value() -> None:
    """IWO 10.3: given US units that wait offshore, then a landing asks for the unit, then for the area, and may then
    end, or go on."""
    game = played(*MOVING)
    unit = tapped(game, "land")
    assert (unit.line, unit.may_end, unit.by) == ("land", False, "us")
    assert value(unit, "unit").needed
    assert "4D-R23" in value(unit, "unit").offered
    area = value(tapped(game, "land", unit="4D-R23"), "area")
    assert {"Green", "Amber"} <= set(area.offered)
    assert "Funami" in area.names
    whole = tapped(game, "land", unit="4D-R23", area="Green")
    assert (whole.line, whole.may_end) == ("land 4D-R23 Green", True)


def test_a_value_that_the_line_needs_as_far_as_it_is_said_is_needed() -> None:
    """IWO 8: given a Beachhead, then whoever comes back by it is said with its area; who is there needs none."""
    out, there = 'adjust 4D-R23 out=eliminated "as it lies"', 'adjust 4D-R24 area=Green steps=1 "as it lies"'
    game = played(SETUP, 'adjust phase=us_recover "x"', 'adjust Green beachhead=yes "as it lies"', out, there)
    assert not value(tapped(game, "recover"), "area").needed
    assert value(tapped(game, "recover", unit="4D-R23"), "area").needed
    back = tapped(game, "recover", unit="4D-R24")
    assert (back.may_end, value(back, "area").needed) == (True, False)


def test_a_line_that_names_nobody_yet_is_bare() -> None:
    """IWO 9.1: given a plan of bombardments, then it may be said that there is none, and that is told apart."""
    game = played(SETUP)
    assert (tapped(game, "bombards").may_end, tapped(game, "bombards").is_bare) == (True, True)
    assert tapped(game, "bombards", plan={"Green": ()}).is_bare
    assert not tapped(game, "bombards", plan={"Green": ("NAV1",)}).is_bare


def test_a_path_goes_on_from_where_it_has_come_to() -> None:
    """IWO 10.1, 10.3: given a beach with a Beachhead, where landing takes one MP of three, then the next area of the
    path is next to the last one, and none is offered once the MP are spent."""
    game = played(*MOVING, 'adjust Green beachhead=yes "as it lies"')
    first = value(tapped(game, "land", unit="4D-R23", area="Green"), "on")
    assert set(first.offered) <= set(game.state.adjacent("Green"))
    assert first.offered
    step = first.offered[0]
    second = value(tapped(game, "land", unit="4D-R23", area="Green", on=[step]), "on")
    assert second.goes_on
    assert set(second.offered) <= set(game.state.adjacent(step))
    assert "Funami" not in second.offered


def test_a_plan_goes_on_group_by_group() -> None:
    """IWO 9.1: given a bombardment being planned, then what is named already is offered no more, and further areas
    are."""
    game = played(SETUP, "next us_bombard")
    plan = value(tapped(game, "bombards"), "plan")
    assert {"Green", "Amber"} <= set(plan.heads)
    begun_ = value(tapped(game, "bombards", plan={"Green": []}), "plan")
    assert (begun_.head, begun_.kind, begun_.head_kind) == ("Green", "unit", "area")
    assert {"NAV1", "AIR1"} <= set(begun_.offered)
    more = tapped(game, "bombards", plan={"Green": ["NAV1"]})
    assert "NAV1" not in value(more, "plan").offered
    assert "AIR1" in value(more, "plan").offered
    assert "Amber" in value(more, "plan").heads
    assert (more.line, more.may_end) == ("bombards Green:NAV1", True)


def test_what_the_rules_refuse_is_no_end() -> None:
    """IWO 10.3: given a unit that cannot land where there is no Beachhead, then the area is among the names and not
    offered, and the line may not end."""
    game = played(*MOVING)
    line = tapped(game, "land", unit="4D-TK")
    assert "Green" in value(line, "area").names
    assert not tapped(game, "land", unit="4D-TK", area="Green").may_end


def test_whole_lines_are_offered_where_there_are_few() -> None:
    """IWO 9.3: given one declared bombardment, then the line that resolves it is one tap."""
    assert tapped(played(SETUP, "bombards Green:NAV1"), "bombard").lines == ("bombard Green",)


# ---- later phases ----


def test_a_verb_of_a_later_phase_is_named_with_what_it_would_end() -> None:
    """IWO 5.2: given the US Recovery Phase, then the bombardment may be declared, and ends it; what lies behind the
    other side's phases may not."""
    game = played(SETUP)
    later = {one.name: one for one in verbs_ahead(game, "us")}
    assert later["bombards"].ends == ("US Recovery Phase",)
    assert later["land"].ends == ("US Recovery Phase", "US Bombardment Phase")
    assert {"creep", "allowance"}.isdisjoint(later)
    assert tapped(game, "bombards").ends == ("US Recovery Phase",)
    assert "Green" in value(tapped(game, "bombards"), "plan").heads
    assert verbs_ahead(game, "jp") == ()


def test_nothing_later_is_named_while_something_is_owed() -> None:
    """IWO 9.4: given a declared bombardment, then no later phase is reached before it is resolved."""
    assert verbs_ahead(played(SETUP, "bombards Green:NAV1"), "us") == ()


def test_the_end_of_a_phase_may_be_that_of_several() -> None:
    """IWO 5: given the US Recovery Phase, then `next` may go on to any US phase of the turn, or to the Japanese one
    behind them."""
    offered = value(tapped(played(SETUP), "next"), "to").offered
    assert offered == ("us_bombard", "us_move", "us_assault", "construct", "jp_bombard")


# ---- who may know ----


@pytest.mark.parametrize("audience", AUDIENCES)
def test_the_moves_of_hidden_units_are_offered_to_their_own_side_alone(audience: str) -> None:
    """IWO 17.2: given concealed units, then what they could do is offered to their side; to others every name is
    known."""
    game = played(*CREEPING)
    units, areas = tapped(game, "creep", audience), tapped(game, "creep", audience, unit="INF4")
    seen = audience in ("jp", "umpire")
    assert bool(value(units, "unit").offered) is seen
    assert bool(value(areas, "path").offered) is seen
    assert bool(areas.lines) is seen


def test_a_spectator_sees_what_all_may_see_and_says_nothing() -> None:
    game = played(SETUP, "bombards", "next us_move", "land 4D-R23 Green")
    here, all_see = now(game, "spectator"), now(game, "")
    assert here.question is not None
    assert all_see.question is not None
    assert (here.question.yours, all_see.question.yours) == (False, True)
    assert (here.question.options, here.verbs, here.hiding) == (all_see.question.options, all_see.verbs, all_see.hiding)
    looking = Recorder(game, InMemory(), "spectator")
    for said in (lambda: looking.hear("none"), lambda: looking.say('note "hello"'), looking.roll, looking.undo):
        with pytest.raises(OutOfTurn, match="spectators look on"):
            said()


# ---- what is tapped by mistake ----


def test_names_nobody_knows_and_values_of_other_verbs_are_refused_in_words() -> None:
    game = played(*MOVING)
    with pytest.raises(Unknown, match="there is no unit 'X'"):
        tapped(game, "land", unit="X")
    with pytest.raises(BadInput, match="no value 'plan' of land"):
        tapped(game, "land", plan={})
    with pytest.raises(BadInput, match="unit: UNIT is expected"):
        tapped(game, "land", unit=["4D-R23"])


def test_a_word_that_is_tapped_becomes_the_value() -> None:
    """BB 4.5: given yes tapped where offshore support is asked for, then the line says so; another word is refused."""
    game = shipped.played("betio", "toward-red-3")
    assert unfinished(game, "umpire", game.rules.play.verbs["assault"], {"offshore": "yes"}).said["offshore"] is True
    with pytest.raises(BadInput, match="yes or no"):
        unfinished(game, "umpire", game.rules.play.verbs["assault"], {"offshore": "perhaps"})


def test_it_is_plain_data_and_completion_says_the_same() -> None:
    game = played(*MOVING)
    line = tapped(game, "land", unit="4D-R23")
    assert json.loads(json.dumps(line.plain()))["values"][0]["name"] == "area"
    area = value(line, "area")
    assert list(candidates(game, "us", ["land", "4D-R23"], ""))[: len(area.offered)] == list(area.offered)


# ---- a line repeated after a lost answer ----


def test_a_line_repeated_under_its_id_is_recorded_once_and_acknowledged() -> None:
    """IWO 9.3: given a tap whose answer was lost, when it is said again under its id, then nothing is recorded again,
    dice on the line included."""
    at = recorder(SETUP, "bombards Green:NAV1", audience="us", hidden="recorded")
    assert at.hear("bombard Green 1234", id="tap-1")
    version = at.game.version
    assert at.hear("bombard Green 1234", id="tap-1") == []
    assert at.game.version == version
    with pytest.raises(Exception, match="Green has been bombarded"):
        at.hear("bombard Green 1234", id="tap-2")


def test_an_answer_repeated_under_its_id_answers_no_later_question() -> None:
    at = recorder(SETUP, "bombards Green:NAV1", "bombard Green", audience="us", hidden="recorded")
    at.answer("1234", id="dice")
    assert at.answer("1234", id="dice") == []


# ---- the open question ----


def test_a_question_says_how_much_of_an_answer_there_may_be() -> None:
    """IWO 9.3.1, 11.1.1: dice have a count and sides, a number its bounds."""
    dice = now(played(SETUP, "bombards Green:NAV1", "bombard Green"), "us").question
    assert dice is not None
    assert (dice.kind, dice.count, dice.sides) == ("dice", 4, 6)
    caves = now(played(SETUP, "bombards Green:NAV1"), "jp").question
    assert caves is None
    asked = recorder("setup", "bombards Green:NAV1", hidden="paper").game
    number = now(asked, "jp").question
    assert number is not None
    assert (number.kind, number.least, number.most) == ("number", 0, 2)


def test_a_row_to_be_read_out_has_fields_with_types() -> None:
    """IWO 9: the fields of a unit's row have types a form can be made of."""
    fields = {field.name: field for field in fields_of(begun().rules, "units")}
    assert (fields["side"].options, fields["side"].needed) == (("us", "jp"), True)
    assert (fields["steps"].kind, fields["steps"].needed) == ("a whole number", False)


# ---- shipped games by taps alone ----


def test_shipped_games_are_played_again_by_taps() -> None:
    """Given every eleventh declaration of the shipped games, then at least 95 % need no typing, and 90 % only what is
    offered; `python -m tests.recording.taps` tells the others of all."""
    ruled = [code for code, system in SYSTEMS.items() if not system.any_title]  # a line of paper is typed
    found = [one for system in ruled for one in declarations(system, every=11)]
    assert len(found) > 250
    typed = [one for one in found if one.how == "typed"]
    missed = [one for one in found if one.how != "offered"]
    assert len(typed) <= 0.05 * len(found), typed
    assert len(missed) <= 0.10 * len(found), missed
