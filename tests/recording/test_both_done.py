"""A phase that each side works through (BRT 15.6, CG18.11) is ended by both where they look on, and by each for itself
on recorders of their own."""

from __future__ import annotations

from typing import Any

import pytest

from auditing.audit import AGREES, IRREGULAR, audit
from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, OutOfTurn, RuleBroken
from domain.kernel.facts import Declared, Irregular, SideDone
from domain.kernel.game import Game
from domain.reef.common import REFIT
from recording.now import now
from recording.recorder import Recorder
from replays.notation import Writer, appends
from tests.recording.in_memory import InMemory, begun, recorder

OTHER = {"us": "jp", "jp": "us"}
LINES = {"us": "area A us T24,S24", "jp": "area J jp P26,Q26"}


def refit(phase: str, hidden: str = "recorded") -> Game[Any]:
    return recorder(f"set number=1 date_number=1 phase={phase}", game=begun(hidden, system="reef", scenario="II")).game


def at(game: Game[Any], audience: str) -> Recorder:
    return Recorder(game, InMemory(), audience)


def test_which_phases_each_side_works_through() -> None:
    """BRT 15.6, CG18.11: the Refit Phase and the Leader Determination; a window between phases (IPH 5.7) is whoever's
    who goes on from it."""
    found = {(code, phase.id) for code in SYSTEMS for phase in load(code).play.sequence.phases if phase.each}
    assert found == {("reef", phase) for phase in (*REFIT, "leaders")}
    phases = ((code, phase) for code in SYSTEMS for phase in load(code).play.sequence.phases)
    free = {(code, phase.id) for code, phase in phases if not (phase.side or phase.side_of or phase.auto or phase.each)}
    assert free == {("iph", "window"), ("reef", "rally"), ("reef", "rout"), ("reef", "close_combat"), ("free", "play")}


@pytest.mark.parametrize("hidden", ["paper", "recorded"])
@pytest.mark.parametrize("side", ["us", "jp"])
@pytest.mark.parametrize("phase", [phase for phase in REFIT if phase != "reserves"])
def test_a_side_ends_its_own_part_of_a_phase_and_both_end_it(phase: str, side: str, hidden: str) -> None:
    game = refit(phase, hidden)
    at(game, side).hear("n")
    assert (game.state.phase, game.state.sides_done) == (phase, (side,))
    assert [e.fact.side for e in game.entries if isinstance(e.fact, SideDone)] == [side]
    at(game, OTHER[side]).hear("n")
    assert game.state.phase != phase
    assert game.state.sides_done == ()
    assert not any(isinstance(e.fact, Irregular) for e in game.entries)


@pytest.mark.parametrize("audience", ["", "umpire"])
@pytest.mark.parametrize("line", ["next", "us: next", "jp: next"])
def test_where_both_look_on_it_is_ended_at_once(audience: str, line: str) -> None:
    game = refit("setup_areas")
    at(game, audience).say(line)
    assert game.state.phase == "isolation"
    assert not any(isinstance(e.fact, SideDone) for e in game.entries)


def test_each_side_may_say_on_a_shared_screen_that_it_is_done() -> None:
    game = refit("setup_areas")
    with pytest.raises(BadInput, match="done needs a side"):
        at(game, "").say("done")
    at(game, "").say("us: done")
    assert (game.state.phase, game.state.sides_done) == ("setup_areas", ("us",))
    at(game, "").say("jp: done")
    assert game.state.phase == "isolation"


@pytest.mark.parametrize("side", ["us", "jp"])
def test_who_declares_again_is_no_longer_done(side: str) -> None:
    game = refit("setup_areas")
    at(game, side).hear("n")
    at(game, side).hear(LINES[side])
    assert game.state.sides_done == ()
    at(game, OTHER[side]).hear("n")
    assert (game.state.phase, game.state.sides_done) == ("setup_areas", (OTHER[side],))


def test_what_the_other_declares_leaves_one_done_and_undo_takes_it_back() -> None:
    game = refit("setup_areas")
    at(game, "us").hear("n")
    at(game, "us").say("takeback 1 lines")
    assert game.state.sides_done == ()
    at(game, "us").hear("n")
    at(game, "jp").hear(LINES["jp"])
    assert game.state.sides_done == ("us",)
    at(game, "jp").hear("n")
    assert game.state.phase == "isolation"


def test_who_is_done_already_is_told_for_whom_it_waits_and_may_insist() -> None:
    game = refit("setup_areas")
    us = at(game, "us")
    us.hear("n")
    version = game.version
    with pytest.raises(
        RuleBroken, match="the Marine side is, and the Japanese side is not done with the Setup Areas"
    ) as refused:
        us.hear("n")
    assert refused.value.rule == "BRT 15.6071"
    assert game.version == version
    us.hear('! "he has gone home"')
    assert game.state.phase == "isolation"
    assert [(e.fact.rule, e.fact.as_played) for e in game.entries if isinstance(e.fact, Irregular)] == [
        ("BRT 15.6071", "he has gone home")
    ]


@pytest.mark.parametrize(
    ("side", "line"),
    [
        ("us", "next reserves"),
        ("jp", "retain J none"),
        ("us", "san 3"),
        ("jp", "snipers P26"),
        ("us", 'next isolation !"so it was"'),
    ],
)
def test_nothing_leads_past_it_while_the_other_is_not_done(side: str, line: str) -> None:
    """BRT 15.6: given Setup Areas that both declare, when one side's own recorder goes to a later phase, then it is
    told for whom it waits."""
    game = refit("setup_areas")
    at(game, side).hear(LINES[side])
    version = game.version
    with pytest.raises(
        OutOfTurn, match=r"is not done with the Setup Areas: `next` says that you are.*\[BRT 15.6071\]"
    ) as refused:
        at(game, side).hear(line)
    assert (game.version, refused.value.rule) == (version, "")
    at(game, OTHER[side]).hear("n")
    at(game, side).hear(line)
    assert game.state.phase != "setup_areas"


@pytest.mark.parametrize("line", ["next", "area J jp P26,Q26"])
def test_what_is_said_unseen_where_both_look_on_goes_on_for_both(line: str) -> None:
    """BRT 15.6: given a screen that both look at, when a side says something unseen, then that may lead past what each
    works through."""
    game = refit("perimeters")
    at(game, "").say_unseen("jp", line)
    assert game.state.phase != "perimeters"
    assert not any(isinstance(e.fact, SideDone) for e in game.entries)
    with pytest.raises(OutOfTurn, match="the Marine side is not done"):
        at(refit("perimeters"), "jp").say("area J jp P26,Q26")


def test_what_is_owed_comes_before_either_is_done() -> None:
    """BRT CG18.11: given LD DRs that are due, then no side is done with them; said whole, they end their phase on
    either recorder."""
    game = begun("recorded", system="reef", scenario="II")
    assert game.state.phase == "leaders"
    with pytest.raises(RuleBroken, match="first: LD DRs"):
        at(game, "us").hear("n")


def test_a_view_and_the_bottom_line_say_who_is_done() -> None:
    game = refit("setup_areas")
    at(game, "us").hear("n")
    for audience in ("us", "jp", "", "umpire"):
        here = now(game, audience)
        assert here.done == ("us",)
        assert here.whose() == "both sides (Marine done)"


def test_it_is_written_audited_and_played_again() -> None:
    game = refit("setup_areas")
    for side, line in (("us", LINES["us"]), ("us", "n"), ("jp", "n"), ("us", "n"), ("us", 'n !"he slept"')):
        at(game, side).hear(line)
    writer = Writer(begun("recorded", system="reef", scenario="II"))
    lines = [writer.write(append) for append in list(appends(game.entries))[1:]]
    assert lines[2:] == ["us: done", "jp: done", "us: done", 'us: done !"he slept"']
    again = recorder(*lines, game=begun("recorded", system="reef", scenario="II")).game
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    verdicts = [finding.verdict for finding in audit(game) if "done" in finding.said]
    assert verdicts == [AGREES, AGREES, AGREES, IRREGULAR]


def test_old_games_that_said_next_for_both_are_what_they_were() -> None:
    """Given the `next` of one side that an older version recorded where both work, then it still ended the phase, and
    the audit agrees."""
    game = refit("setup_areas")
    at(game, "").say("us: next")
    assert next(e.fact.side for e in reversed(game.entries) if isinstance(e.fact, Declared)) == "us"
    assert game.state.phase == "isolation"
    assert {finding.verdict for finding in audit(game)} <= {AGREES, IRREGULAR}
    assert not any(isinstance(e.fact, Irregular) for e in game.entries)
