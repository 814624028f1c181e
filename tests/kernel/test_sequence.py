"""The sequence of play, proved with two made-up games: a turn with phases drawn and put in between, and a calendar five
spans deep."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from types import ModuleType
from typing import Any

import pytest

from domain.kernel import aside_facts
from domain.kernel.chance import Cup
from domain.kernel.entries import Entry, standing
from domain.kernel.errors import BadInput, NotNow, RuleBroken, Trouble
from domain.kernel.facts import Decided, Declared, Drawn, GameBegan, GameEnded, Irregular, PhaseBegan
from domain.kernel.game import Game
from domain.kernel.questions import Draw, OneOf, Roll, value_of
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import State
from domain.kernel.table import Answers, Table
from domain.record.codec import decode, encode
from replays.notation import appends, speak, split
from tests.kernel import pearl_turn, reef_campaign
from tests.kernel.pearl_turn import ChitPulled, Pearl, ShipsDisposed
from tests.kernel.reef_campaign import DATES, NightSettled, ScenarioBegan

MOST = 4_000
"""Lines in which a game of either kind is over."""

# ---- saying lines ----


def begin(module: ModuleType, *lines: str, charts: bool = True) -> Game[Any]:
    rows: dict[str, dict[str, Any]] = {}
    for (chart, row), says in getattr(module, "CHARTS", {}).items():
        rows.setdefault(chart, {})[row] = says
    game: Game[Any] = Game(module.RULES)
    game.follow(game.begin(GameBegan(system=module.RULES.code, title="proof", charts=rows if charts else {})).entries)
    say(game, *lines)
    return game


def say(game: Game[Any], *lines: str) -> None:
    for text in lines:
        line = split(text, game.rules.sides)
        assert line is not None
        game.follow(speak(game, line).entries)


def refused(game: Game[Any], text: str, rule: str) -> str:
    """What a player is told who says a line against a rule; the game stays as it was."""
    before = (game.version, game.state)
    with pytest.raises(RuleBroken) as error:
        say(game, text)
    assert error.value.rule == rule, str(error.value)
    assert (game.version, game.state) == before
    return str(error.value)


def phases_of(game: Game[Any], within: str = "") -> list[str]:
    """What has begun, in order, the spans too; of one turn or date only, by its id in the moments."""
    return [
        e.fact.phase
        for e in standing(game.entries)
        if isinstance(e.fact, PhaseBegan) and (not within or within in e.moment.ids)
    ]


def answered(game: Game[Any]) -> list[str]:
    return [str(value_of(e.fact)) for e in standing(game.entries) if isinstance(e.fact, (Decided, Drawn))]


TURN_2 = ("land", "next jp_fight", "next", "next", "land")
"""Pearl Harbor up to the second turn, where the Japanese have landed."""


def turn(n: int) -> Game[Any]:
    """Pearl Harbor as a turn begins, at its first question or phase; until then chits come in their order, and the
    Japanese phases last."""
    game = begin(pearl_turn)
    while game.state.turn < n:
        here, question = game.rules.play.sequence.at(game.state), game.pending()
        if question is not None:
            value = (
                question.left[0]
                if isinstance(question, Draw)
                else (6,) * question.count
                if isinstance(question, Roll)
                else question.default
            )
            game.follow(game.answer(Answers.of({question.name: [value]})).entries)
        else:
            say(
                game,
                {"disposition": "dispose close_in=yes", "landing": "land"}[here.id]
                if here and here.owed(game.state)
                else "next",
            )
    return game


# ---- Pearl Harbor: the order of a turn ----


@pytest.mark.parametrize(
    ("n", "first", "pulls"),
    [
        (1, ["landing"], 0),
        (2, ["landing"], 7),
        (4, ["night"], 3),
        (5, ["carrier_warfare", "disposition", "carriers", "submarine", "landing"], 7),
        (6, ["submarine", "landing"], 7),
        (8, ["submarine", "night"], 3),
        (9, ["carrier_warfare", "disposition", "carriers", "submarine", "landing"], 7),
    ],
)
def test_a_turn_in_its_order(n: int, first: list[str], pulls: int) -> None:
    """IPH 5.2 to 5.5, 5.8 to 5.10: given nobody interrupts, then each turn has its phases, as many US ones as chits,
    and the Japanese ones last."""
    came = phases_of(turn(n + 1), f"turn-{n}")
    us = [phase for phase in came if phase in ("us", "us_move", "us_fight")]
    assert [phase for phase in came if phase not in us] == ["turn", *first, "action", "jp_move", "jp_fight", "end"]
    assert us[::2] == ["us"] * pulls
    assert came.index("jp_move") > max((n for n, phase in enumerate(came) if phase in us), default=0)


def test_no_ship_close_in_no_carrier_combat_and_no_submarine() -> None:
    """IPH 5.4, 7.3."""
    game = turn(5)
    say(game, "dispose close_in=no", "next")
    assert phases_of(game, "turn-5") == ["turn", "carrier_warfare", "disposition", "landing"]
    assert not game.waits


def test_what_a_phase_owes_is_owed() -> None:
    """IPH 5.5, 7.3: the ships before the landing, the landing before anything else."""
    game = turn(5)
    assert "first: the ships, `dispose`" in refused(game, "jp: land", "IPH 7.3")
    say(game, "dispose close_in=no")
    game.follow(game.beside(*aside_facts.adjusting(game, [(("afloat",), 5)], "as it lies")).entries)
    say(game, "next")
    assert "5 units are still afloat" in refused(game, "next", "IPH 5.5")
    assert "5 units are still afloat" in refused(game, "jp: move IJA", "IPH 5.5")
    say(game, "land")
    assert game.state.afloat == 0


def test_nobody_lands_at_night_and_ships_are_disposed_twice() -> None:
    """IPH 5.3, 8.1."""
    game = turn(4)
    say(game, "phase jp_move")
    assert "nobody lands at night" in refused(game, "jp: land", "IPH 8.1")
    assert "ships are disposed on turns 5 and 9" in refused(game, "jp: dispose close_in=yes", "IPH 5.3")


# ---- Pearl Harbor: the Japanese phases in between ----


def test_both_japanese_phases_before_the_first_chit_in_either_order() -> None:
    """IPH 5.7: given no chit is pulled, when the Japanese fight and then move, that is accepted; a second combat phase
    is not."""
    game = begin(pearl_turn, "land", "jp: move IJA", "jp: fight IJA", "next", "land", "jp: fight SNLF")
    assert game.state.phase == "jp_fight"
    say(game, "jp: move SNLF", "next chit=24-Move")
    assert phases_of(game, "turn-2") == ["turn", "landing", "action", "jp_fight", "jp_move", "us", "us_move"]
    assert "the Japanese Combat Phase has been played" in refused(game, "jp: fight IJA", "IPH 5.7")
    assert answered(game) == ["24-Move"], "a verb says by itself which phase comes next"


def test_a_japanese_phase_after_any_us_phase_but_never_inside_one() -> None:
    """IPH 5.7: given the 25th fights, when the Japanese declare a movement, it is refused; when that phase is over they
    are asked, and move."""
    game = begin(pearl_turn, *TURN_2, "next phase=us chit=25-Fight", "fight 25")
    why = refused(game, "jp: move IJA", "IPH 5.7")
    assert "this is the 25th Division Combat Phase, which is not the Japanese side's; `next` ends it" in why
    say(game, "us: next")
    assert game.waits is not None
    assert (game.waits.by, game.waits.name, game.waits.rule) == ("jp", "phase", "IPH 5.7")
    refused(game, "us: fight 25", "IPH 5.7")
    with pytest.raises(NotNow, match="the Japanese side answers first: which phase comes next: us "):
        say(game, "jp: move IJA")
    say(game, "  jp: phase jp_move", "jp: move IJA")
    assert phases_of(game, "turn-2")[-4:] == ["action", "us", "us_fight", "jp_move"]


def test_the_other_side_does_not_say_which_phase_comes_next() -> None:
    """IPH 5.7: neither by its verb, nor by `next`, nor in place of the Japanese."""
    game = begin(pearl_turn, *TURN_2, "next phase=us chit=24-Fight")
    why = refused(game, "us: next jp_move", "IPH 5.7")
    assert (
        "jp_move does not follow: the Japanese side says which phase comes next: us (US Sub-Command Chit-Pull "
        "Phase), jp_move" in why
    )
    refused(game, "us: move 24", "IPH 5.6")
    say(game, "next")
    refused(game, "  us: phase us", "IPH 5.7")
    say(game, "  jp: phase us chit=25-Fight")
    assert game.state.chit == "25-Fight"


def test_in_the_first_turn_the_us_have_no_phase() -> None:
    """IPH 5.10: combat, then movement; nobody is asked for the last one; then the second turn begins with its
    landing."""
    game = begin(pearl_turn, "land", "next")
    question = game.pending()
    assert isinstance(question, OneOf)
    assert question.options == ("jp_move", "jp_fight")
    say(game, "phase jp_fight")
    assert "there are no US phases in turn 1" in refused(game, "us: move 24", "IPH 5.10")
    say(game, "next")
    assert game.state.phase == "jp_move"
    say(game, "next")
    assert (game.state.turn, game.state.phase, game.state.played) == (2, "landing", ())


def test_a_turn_ends_when_each_japanese_phase_has_been_played() -> None:
    """IPH 5.8: given the cup is empty and the Japanese have only moved, when the last US phase ends, they fight
    unasked; then chits return."""
    game = turn(4)
    say(game, "phase jp_move", *(f"next phase=us chit={chit}" for chit in ("24-Move", "25-Move", "USMC-Move")))
    assert not game.state.cup.inside
    refused(game, "jp: next", "IPH 5.6")
    say(game, "next")
    assert (game.state.turn, game.state.phase) == (4, "jp_fight")
    say(game, "next")
    assert (game.state.turn, len(game.state.cup.inside), game.state.played) == (5, 7, ())


def test_what_is_left_when_the_cup_is_empty_comes_in_any_order() -> None:
    """IPH 5.8."""
    game = turn(4)
    say(game, "phase us chit=24-Move", "next phase=us chit=25-Move", "next phase=us chit=USMC-Move", "next")
    assert game.waits is not None
    question = game.pending()
    assert isinstance(question, OneOf)
    assert question.options == ("jp_move", "jp_fight")
    say(game, "phase jp_fight", "jp: move IJA")
    assert game.state.phase == "jp_move"


def test_a_standing_pass_lets_chits_come_one_after_the_other() -> None:
    """IPH 5.7, 5.8: given the Japanese pass on their interruptions, then nobody asks them, and their phases come
    last."""
    game = begin(pearl_turn, "jp: pass phase", "land", "next")
    say(game, "next", "next", "land", "next", *(line for chit in pearl_turn.CHITS for line in (f"chit {chit}", "next")))
    assert [phase for phase in phases_of(game, "turn-2") if not phase.startswith("us")] == [
        "turn",
        "landing",
        "action",
        "jp_move",
    ]


# ---- Pearl Harbor: chits ----


def test_what_is_in_the_cup_by_day_and_by_night() -> None:
    """IPH 3.3, 5.9, 12.3: seven chits on turn 3, on turn 4 those that say Move; all are back on turn 5."""
    left = []
    for n in (3, 4):
        game = turn(n)
        if n == 3:
            say(game, "land", "next")
        say(game, "phase us")
        question = game.pending()
        assert isinstance(question, Draw)
        left.append(question.left)
    assert left == [pearl_turn.CHITS, ("24-Move", "25-Move", "USMC-Move")]
    assert sorted(turn(5).state.cup.inside) == sorted(pearl_turn.CHITS)


def test_a_chit_says_whose_phase_it_is_and_comes_once() -> None:
    """IPH 5.6, 9.12: only the sub-command pulled moves; a chit set aside does not come up again; the phase is called
    after it."""
    game = begin(pearl_turn, *TURN_2, "next phase=us chit=24-Move")
    here = game.rules.play.sequence.at(game.state)
    assert here is not None
    assert (here.id, here.side, here.title) == ("us_move", "us", "24th Division Movement Phase")
    began = next(e.fact for e in reversed(game.entries) if isinstance(e.fact, PhaseBegan))
    assert began.title == "24th Division Movement Phase"
    say(game, "move 24")
    assert "only 24 may act" in refused(game, "move 25", "IPH 9.12")
    say(game, "next phase=us")
    assert "24-Move cannot come up from the cup: it lies in the chits set aside" in refused(
        game, "chit 24-Move", "IPH 5.6"
    )
    say(game, "chit BBRow-Fight")
    assert game.rules.play.sequence.at(game.state).title == "Battleship Row Combat Phase"  # type: ignore[union-attr]


def test_the_chits_of_a_sub_command_that_is_no_more_leave_the_game() -> None:
    """IPH 5.6, 5.8: given one chit of the USMC is aside and one in the cup, when the last unit is gone, five are there
    the next day."""
    game = turn(6)
    say(game, "submarine 66", "next phase=us chit=USMC-Fight", "next phase=jp_fight", "fight IJA lost=USMC")
    left = ["24-Fight", "24-Move", "25-Fight", "25-Move", "BBRow-Fight"]
    say(game, *(f"next phase=us chit={chit}" for chit in left))
    assert game.state.cup == Cup(inside=(), aside=tuple(left))
    say(game, "next", "next submarine=66")
    assert (game.state.turn, sorted(game.state.cup.inside)) == (7, left)


# ---- Pearl Harbor: what leads where ----


def test_a_verb_leads_past_ones_own_phases_and_chooses_where_one_may() -> None:
    """IPH 5.7: from the landing to the Japanese combat, from there to the movement; past the chits of the US to
    nothing, nor into another turn."""
    game = begin(pearl_turn, *TURN_2, "jp: fight IJA")
    assert (game.state.phase, answered(game)) == ("jp_fight", [])
    say(game, "jp: move IJA")
    assert game.state.phase == "jp_move"
    assert "this is the Japanese Movement Phase" in refused(game, "jp: land", "IPH 5.7")
    assert "this is the Japanese Movement Phase, which is not the US side's" in refused(game, "us: fight 24", "IPH 5.7")


def test_a_us_verb_does_not_pull_a_chit() -> None:
    """IPH 5.6: given the Japanese phases are over, when the US, whose phase it is, declare what belongs to the other
    kind of chit, it is refused."""
    game = begin(pearl_turn, *TURN_2, "jp: fight IJA", "jp: move IJA", "next chit=24-Move", "move 24")
    for wrong in ("fight 24", "fight 25"):
        assert "this is the 24th Division Movement Phase" in refused(game, f"us: {wrong}", "IPH 5.6")
    say(game, "next chit=24-Fight", "fight 24")


def test_next_with_a_phase_goes_there_and_says_what_comes_next() -> None:
    """IPH 5.7: the Japanese say by it which of their phases comes; a phase that the cup decides they cannot have."""
    game = begin(pearl_turn, *TURN_2)
    for phase in ("us_move", "landing", "end"):
        assert f"{phase} does not follow" in refused(game, f"next {phase}", "IPH 5.7")
    say(game, "next jp_move")
    refused(game, "us: next", "IPH 5.7")
    say(game, "next jp_fight")
    assert (game.state.phase, answered(game)) == ("jp_fight", [])
    say(game, "next chit=24-Move")
    assert game.state.phase == "us_move"


def test_the_question_can_be_answered_against_the_rule_by_a_phase_only() -> None:
    """IPH 5.7: given the Japanese have moved, when they insist on moving again, that is noted and played; no phase at
    all is no answer."""
    game = begin(pearl_turn, *TURN_2, "jp: move IJA", "next")
    refused(game, "phase jp_move", "IPH 5.7")
    for word in ("nonsense", "us_move", "turn"):
        with pytest.raises(BadInput, match=f"there is no phase '{word}'"):
            say(game, f'phase {word} !"so be it"')
    say(game, 'phase jp_move !"the marker stood wrong"')
    assert game.state.played == ("jp_move", "jp_move")
    assert [e.fact.rule for e in game.entries if isinstance(e.fact, Irregular)] == ["IPH 5.7"]
    say(game, "next phase=us chit=24-Move")
    assert sorted(e.moment.key for e in game.entries) == [e.moment.key for e in game.entries]


def test_a_verb_insisted_on_is_carried_out_where_the_game_stands() -> None:
    """IPH 5.7: an attack in a movement phase of the US does not move the game on."""
    game = begin(pearl_turn, *TURN_2, "jp: fight IJA", "jp: move IJA", "next chit=25-Move")
    say(game, 'jp: fight 25 !"we forgot"')
    assert game.state.phase == "us_move"
    assert "the Japanese Combat Phase has been played (we forgot)" in [
        e.fact.remark() for e in game.entries if isinstance(e.fact, Irregular)
    ]


def test_the_usual_verb_is_that_of_the_first_phase_that_owes_something() -> None:
    """IPH 5.5, 7.3: ships, then the landing; nothing beyond what is chosen first, nor in another turn."""
    game, rules = begin(pearl_turn), pearl_turn.RULES
    assert rules.play.sequence.usual(game.state) == "land"
    say(game, "land")
    assert rules.play.sequence.usual(game.state) == ""
    game = turn(5)
    assert rules.play.sequence.usual(game.state) == "dispose"
    game.follow(game.beside(*aside_facts.adjusting(game, [(("afloat",), 5)], "as it lies")).entries)
    say(game, "dispose close_in=yes")
    assert rules.play.sequence.usual(game.state) == "land"


def test_what_is_owed_as_a_phase_is_left_takes_no_usual_verb_from_it() -> None:
    """IPH 9.13: who owes something only in the end declares as often as he likes, with no verb said; what is owed at
    once has been declared.

    It is refused by its own rule, and on paper irregular where the table insists.
    """
    owed = {"owed": lambda state: "the rest goes" if state.afloat > 3 else "", "owes": "IPH 9.13", "usual": "land"}
    for last, before in ((True, ("land",)), (False, ())):
        game = playing(
            Phase("landing", "Landing", "jp", "IPH 5.5", owed_last=last, **owed),
            Phase("jp_fight", "Combat", "jp", "IPH 5.7"),
        )
        for afloat, usual in ((0, before), (4, ("land",))):
            game.follow(game.beside(*aside_facts.adjusting(game, [(("afloat",), afloat)], "as it lies")).entries)
            assert game.rules.play.sequence.usuals(game.state) == usual
        with pytest.raises(RuleBroken, match=r"first: the rest goes") as refused:
            say(game, "next")
        assert refused.value.rule == "IPH 9.13"
        say(game, 'next !"we forgot"')
        assert game.state.phase == "jp_fight"


def test_what_follows_is_seen_as_far_as_it_is_settled() -> None:
    """IPH 5.6 to 5.8: from the landing no further than the question; past a last Japanese phase into the next turn;
    never past a chit."""
    rules = pearl_turn.RULES

    def after(game: Game[Any]) -> str:
        here = rules.play.sequence.at(game.state)
        assert here is not None
        found = rules.play.sequence.following(game.state, here)
        return found.id if found else ""

    game = begin(pearl_turn)
    assert after(game) == ""
    say(game, "land", "next jp_fight")
    assert after(game) == "jp_move"
    say(game, "next")
    assert after(game) == "landing"
    say(game, "next", "land", "jp: fight IJA", "jp: move IJA")
    assert after(game) == ""
    assert after(turn(5)) == "landing"


# ---- Pearl Harbor: moments ----


def test_a_moment_names_the_turn_and_the_phase_in_it() -> None:
    """IPH 5.6: the sub-command is in the words, the phase's own id in the ids; before it is pulled, only that one
    is."""
    game = begin(pearl_turn, *TURN_2, "next phase=us")
    assert game.rules.play.sequence.moment(game.state).ids == ("turn-2", "action", "us")
    say(game, "chit USMC-Move")
    moment = game.rules.play.sequence.moment(game.state)
    assert moment.path == ("turn 2", "US Sub-Command Chit-Pull Phase", "USMC Movement Phase")
    assert (moment.ids, moment.phase) == (("turn-2", "action", "us", "us_move"), "us_move")


# ---- Blood Reef: dates ----

PLAY = ("set-up", "next", "set-up", "next", "next")
"""Up to the first Rally Phase."""


def through(module: ModuleType, **given: Sequence[str]) -> Game[Any]:
    """A whole game in which what is owed is declared and nothing else, with these answers in their order."""
    game = begin(module)
    answers = {name: list(values) for name, values in given.items()}
    for _ in range(MOST):
        if game.state.result:
            return game
        here = game.rules.play.sequence.at(game.state)
        if game.waits:
            say(game, f"{game.waits.name} {answers[game.waits.name].pop(0)}")
        elif here is not None and here.owed(game.state):
            say(game, f"{here.usual} tried={'yes' if given else 'no'}" if here.usual == "seal" else here.usual)
        else:
            say(game, "next")
    raise AssertionError("the game does not end")


def dates(game: Game[Any]) -> list[str]:
    """The dates whose scenarios were played."""
    return [
        DATES[int(e.moment.ids[0].removeprefix("date-")) - 1]
        for e in standing(game.entries)
        if isinstance(e.fact, ScenarioBegan)
    ]


@pytest.mark.parametrize(
    ("night", "played"),
    [
        ((), ["20 AM", "20 PM", "21 AM", "21 PM", "22 AM", "22 PM"]),
        (("1", "2"), ["20 AM", "20 PM", "20 NT", "21 AM", "21 PM", "22 AM", "22 PM"]),
        (("6", "1"), ["20 AM", "20 PM", "21 AM", "21 PM", "21 NT", "22 AM", "22 PM"]),
        (("1", "1"), list(DATES)),
    ],
)
def test_the_calendar(night: tuple[str, ...], played: list[str]) -> None:
    """BRT 15.2, CG10, 15.6032: a night is played when a Night Banzai succeeds, and after 22 PM it is over."""
    game = through(reef_campaign, night=night) if night else through(reef_campaign)
    assert dates(game) == played
    assert isinstance(game.entries[-1].fact, GameEnded)
    assert game.entries[-1].fact.rule == "BRT 15.6032"
    assert [e.fact.played for e in game.entries if isinstance(e.fact, NightSettled)] == [
        die == "1" for die in night or ("", "")
    ]


def test_refit_comes_between_scenarios_only() -> None:
    """BRT 15.5, 15.6: the Initial Scenario begins with the Japanese set-up; a Night Banzai is tried after an
    afternoon."""
    game = begin(reef_campaign)
    assert game.state.phase == "first_setup"
    assert "nothing comes before the Initial Scenario" in refused(game, "buy", "BRT 15.5")
    came = phases_of(through(reef_campaign))
    letters = {"refit": "r", "banzai": "b", "first_setup": "1", "night": "n", "second_setup": "2", "scenario": "s"}
    assert "".join(letters.get(phase, "") for phase in came) == "12s" + "r12s" + "rb1n2s" + "r12s" + "rb1n2s" + "r12s"


def test_who_sets_up_and_who_moves_first_is_worked_out_from_the_date() -> None:
    """BRT CG18.22, 15.6205: given both nights are played, then the first phases are those of the sides the table
    names."""
    game = through(reef_campaign, night=("1", "1"))
    setups, movers = [], []
    for entry in game.entries:
        if isinstance(entry.fact, PhaseBegan) and entry.fact.phase in ("first_setup", "prep_fire", "defensive_fire"):
            here = game.rules.play.sequence.at(game.at(entry.version).state)
            assert here is not None
            (setups if here.id == "first_setup" else movers).append(here.side)
    assert setups == ["jp", "jp", "us", "us", "jp", "us", "us", "jp"]
    by_date = [movers[8 * n : 8 * n + 8] for n in range(8)]
    assert by_date[0] == ["us", "jp", "jp", "us"] * 2
    assert [turns[0] for turns in by_date] == ["us", "us", "jp", "us", "us", "jp", "us", "us"]


def test_a_turn_of_both_sides_has_the_same_phases() -> None:
    """BRT 15.3: rally to close combat, twice in each of the turns that the Scenario Chart says."""
    game = through(reef_campaign)
    phases = ["rally", "prep_fire", "movement", "defensive_fire", "advancing_fire", "rout", "advance", "close_combat"]
    came = phases_of(game, "date-4")
    assert came[came.index("scenario") :] == ["scenario", *(["game_turn", *(["player_turn", *phases] * 2)] * 2)]


def test_a_row_of_the_scenario_chart_is_asked_for_when_the_scenario_begins() -> None:
    """BRT 15.6205: given nobody has read it out, when the bombardment ends, the game waits for it, and then goes on."""
    game = begin(reef_campaign, *PLAY, charts=False)
    assert game.waits is not None
    assert "20 AM" in game.waits.words
    say(game, 'chart scenarios "20 AM" turns=3 first=jp')
    assert (game.state.turns, game.state.first, game.state.phase) == (3, "us", "rally")


def test_the_choice_of_a_banzai_stays_secret_until_it_is_shown() -> None:
    """BRT CG18.21: the Marines' view has the same moments, and does not know what was sealed."""
    game = through(reef_campaign, night=("1", "1"))
    sealed = next(e.version for e in game.entries if isinstance(e.fact, NightSettled)) - 3
    view = game.at(sealed).seen_by("us")
    assert (game.at(sealed).state.banzai, view.state.banzai) == (True, None)
    assert game.rules.play.sequence.moment(view.state) == game.rules.play.sequence.moment(game.at(sealed).state)
    assert game.rules.play.sequence.moment(view.state).path[0] == "20 NT or 21 AM"


# ---- Blood Reef: what leads where ----


def test_verbs_lead_through_the_phases_of_ones_own_player_turn() -> None:
    """BRT 15.3: past rally and prep fire to the movement; not past the defender's fire, for either side; not into
    another player turn."""
    game = begin(reef_campaign, *PLAY, "jp: rally", "us: move")
    assert game.state.phase == "movement"
    assert "this is the Movement Phase, which is not the Japanese side's; `next` ends it" in refused(
        game, "jp: fire", "BRT 15.3"
    )
    refused(game, "us: rally", "BRT 15.3")
    say(game, "us: next", "jp: fire")
    refused(game, "us: move", "BRT 15.3")
    assert "fire is for the Japanese side to declare, not for the Marine side" in refused(game, "us: fire", "BRT 15.3")
    say(game, "jp: next", "us: fire", "us: next", "jp: rally")
    assert game.state.phase == "rout"
    refused(game, "jp: move", "BRT 15.3")
    say(game, "us: move", "us: next", "jp: rally")
    assert game.state.phase == "close_combat"
    for line in ("us: fire", "jp: fire", "jp: move"):
        refused(game, line, "BRT 15.3")
    say(game, "next")
    assert game.rules.play.sequence.moment(game.state).path == (
        "20 AM",
        "turn 1",
        "Japanese player turn",
        "Rally Phase",
    )
    say(game, "jp: fire")
    assert game.state.phase == "prep_fire"


def test_a_span_that_reads_a_chart_as_it_begins_is_not_entered_by_a_verb() -> None:
    """BRT 15.3, CG18.3: how the scenario goes is settled as it begins, so the bombardment is ended first."""
    game = begin(reef_campaign, "set-up", "next", "set-up")
    assert game.state.phase == "second_setup"
    refused(game, "us: fire", "BRT CG18.24")
    say(game, "next")
    refused(game, "us: fire", "BRT CG18.3")
    say(game, "next", "us: fire")
    assert game.state.phase == "prep_fire"


def test_next_with_a_phase_ends_all_up_to_it() -> None:
    """BRT 15.3: as far as one's own phases go, and those of both sides."""
    game = begin(reef_campaign, *PLAY, "us: next movement")
    assert "the Advance Phase does not follow without the other side's phases" in refused(
        game, "us: next advance", "BRT 15.3"
    )
    say(game, "us: next", "jp: next")
    refused(game, "jp: next rout", "BRT 15.3")
    say(game, "us: next advance", "us: next", "jp: next rally")
    assert game.rules.play.sequence.moment(game.state).ids == (
        "date-1",
        "scenario",
        "game_turn-1",
        "player_turn-2",
        "rally",
    )
    say(game, "jp: next movement")


def test_the_set_up_leads_on_to_the_other_sides() -> None:
    """BRT CG18.22, CG18.24: `set-up` is for the side whose set-up it is; what is owed is usual."""
    game = begin(reef_campaign)
    assert game.rules.play.sequence.usual(game.state) == "set-up"
    refused(game, "us: set-up", "BRT CG18.22")
    say(game, "jp: set-up")
    assert game.rules.play.sequence.usual(game.state) == "set-up"
    assert "the First Set-Up is not for the Marine side to end" in refused(game, "us: next", "BRT CG18.22")
    say(game, "jp: next", "us: set-up")
    assert game.state.set_up == ("jp", "us")


def test_a_moment_names_every_span() -> None:
    """BRT 15.2: date, scenario, turn, player turn, phase; the key has a place for each."""
    game = begin(reef_campaign, *PLAY)
    moment = game.rules.play.sequence.moment(game.state)
    assert moment.path == ("20 AM", "turn 1", "Marine player turn", "Rally Phase")
    assert moment.ids == ("date-1", "scenario", "game_turn-1", "player_turn-1", "rally")
    assert moment.key == "00.01.05.00.01.00.01.00"


# ---- both: whatever is said, and wherever it stops ----

BOTH = pytest.mark.parametrize("module", [pearl_turn, reef_campaign], ids=lambda module: module.RULES.code)


def declare(game: Game[Any], chance: random.Random) -> None:
    """What the verbs of the phase at hand offer, more often what is owed, or the end of the phase."""
    here = game.rules.play.sequence.at(game.state)
    assert here is not None
    owed = here.owed(game.state)
    offers = [
        (verb.name, one)
        for verb in game.rules.play.verbs.values()
        if here.id in verb.phases and verb.offers
        for one in verb.offers(game.state)
    ]
    if not offers or (not owed and chance.random() < 0.6):
        game.follow(game.declare("next").entries)
        return
    verb, values = chance.choice(offers)
    if here.id == "jp_fight" and chance.random() < 0.1:
        values = {**values, "lost": chance.choice(list(pearl_turn.US))}
    game.follow(game.declare(verb, values).entries)


def answer(game: Game[Any], chance: random.Random) -> None:
    question = game.pending()
    assert question is not None
    game.follow(game.answer(Answers.of({question.name: [question.say(question.sample(chance))]})).entries)


def at_random(module: ModuleType, seed: int, game: Game[Any] | None = None) -> Game[Any]:
    chance, game = random.Random(seed), game or begin(module)
    for _ in range(MOST):
        if game.waits:
            answer(game, chance)
        elif game.state.result:
            return game
        else:
            declare(game, chance)
    raise AssertionError("the game does not end")


def reopened(module: ModuleType, entries: Sequence[Entry]) -> Game[Any]:
    """The game as another process opens it: from its stored bytes."""
    game: Game[Any] = Game(module.RULES)
    game.follow(decode(e.version, e.fact.TOPIC, encode(e), module.RULES.play.topics) for e in entries)
    return game


def check(module: ModuleType, game: Game[Any]) -> None:
    """What holds of every game that was played by the rules."""
    stands = standing(game.entries)
    keys = [entry.moment.key for entry in stands]
    assert keys == sorted(keys)
    began = [entry for entry in stands if isinstance(entry.fact, PhaseBegan)]
    assert len({e.moment.key for e in began}) == len(began), "no two phases stand at the same place"
    for entry in began:
        assert isinstance(entry.fact, PhaseBegan)
        assert entry.fact.phase in (entry.moment.phase, entry.moment.phase.rpartition("-")[0])
        assert entry.fact.title in ("", entry.moment.path[-1])
    if module is pearl_turn:
        check_pearl(game, stands)
    else:
        check_reef(game, stands)


def check_pearl(game: Game[Any], stands: Sequence[Entry]) -> None:
    """IPH 5.6 to 5.10: each Japanese phase once a turn, every chit once, no US phase interrupted."""
    assert game.state.turn == pearl_turn.LAST
    gone: set[str] = set()
    for n in range(1, pearl_turn.LAST + 1):
        facts = [e.fact for e in stands if f"turn-{n}" in e.moment.ids]
        came = [fact.phase for fact in facts if isinstance(fact, PhaseBegan)]
        assert Counter(came)["jp_move"] == Counter(came)["jp_fight"] == 1
        assert all(after in ("us_move", "us_fight") for phase, after in pairwise(came) if phase == "us")
        pulled = [fact.chit for fact in facts if isinstance(fact, ChitPulled)]
        assert len(pulled) == len(set(pulled)) == came.count("us")
        left = {fact.lost for fact in facts if isinstance(fact, pearl_turn.Fought)}
        by_day = n not in pearl_turn.NIGHT
        due = {
            chit
            for chit in pearl_turn.CHITS
            if n > 1 and chit.partition("-")[0] not in gone and (by_day or chit.endswith("-Move"))
        }
        assert {chit for chit in due if chit.partition("-")[0] not in left} <= set(pulled) <= due
        gone |= left
        assert came[-1] == "end"


def check_reef(game: Game[Any], stands: Sequence[Entry]) -> None:
    """BRT 15.2, CG10: dates in their order, the days all of them; a night only after a banzai that succeeded."""
    played = dates(game)
    nights = [fact.played for fact in (e.fact for e in stands) if isinstance(fact, NightSettled)]
    assert played == [date for date in DATES if not date.endswith("NT") or nights[int(date.startswith("21"))]]
    turns = [e.moment.ids[:4] for e in stands if isinstance(e.fact, PhaseBegan) and e.fact.phase == "player_turn"]
    assert len(turns) == len(set(turns)) == 4 * len(played)


@BOTH
@pytest.mark.parametrize("seed", range(12))
def test_random_games_come_to_their_end(module: ModuleType, seed: int) -> None:
    game = at_random(module, seed)
    check(module, game)
    again = reopened(module, game.entries)
    assert (again.state, again.entries) == (game.state, game.entries)


@pytest.mark.parametrize(("module", "seed", "stops"), [(pearl_turn, 3, 100), (reef_campaign, 2, 2)])
def test_stopped_at_every_question_the_game_goes_on_as_it_did(module: ModuleType, seed: int, stops: int) -> None:
    """Given a game, when it is opened anew at each of its questions, then the same is asked, and the same answer leads
    to the same entries."""
    game = at_random(module, seed)
    before: list[Entry] = []
    stopped = 0
    for append, after in pairwise(appends(game.entries)):
        before += append
        waits = append[-1].waits
        if waits is None:
            continue
        stopped += 1
        opened = reopened(module, before)
        question = opened.pending()
        assert question is not None
        assert (question.name, question.by, question.words) == (waits.name, waits.by, waits.words)
        assert opened.answer(Answers.of({question.name: [value_of(after[0].fact)]})).entries == tuple(after)
    assert stopped == stops


@BOTH
def test_said_at_once_it_comes_to_the_same(module: ModuleType) -> None:
    """Given a game, when each line carries the answers to all it leads to, then the facts are the same, and no question
    is open between lines."""
    game = at_random(module, 5)
    again = begin(module)
    for entry in game.entries:
        if not isinstance(entry.fact, Declared):
            continue
        own = [e.fact for e in game.entries if e.of == entry.version]
        given: dict[str, list[Any]] = {}
        for fact in own:
            if hasattr(fact, "name"):
                given.setdefault(fact.name, []).append(value_of(fact))
        again.follow(
            again.declare(entry.fact.verb, entry.fact.values, side=entry.fact.side, answers=Answers.of(given)).entries
        )
        assert not again.waits
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]


@BOTH
@pytest.mark.parametrize("seed", range(6))
def test_taken_back_anywhere_the_game_goes_on(module: ModuleType, seed: int) -> None:
    """Given a game is taken back to the end of any line, when it is played on, then what stands is a game by the rules,
    and folds alike."""
    chance, game = random.Random(seed), at_random(module, seed)
    for _ in range(4):
        to = chance.choice([e.version for e in standing(game.entries) if e.ends][:-1])
        past = game.at(to)
        game.follow(game.take_back(to, "again").entries)
        assert (game.state, game.waits) == (past.state, past.waits)
        game = at_random(module, chance.randrange(99), game)
    check(module, game)
    assert reopened(module, game.entries).state == game.state


@BOTH
@pytest.mark.parametrize("seed", range(10))
def test_nothing_that_is_said_breaks_it(module: ModuleType, seed: int) -> None:
    """Given lines at random, many of them insisted on against a rule, then each is recorded or refused, and moments
    still sort."""
    chance, game = random.Random(seed), begin(module)
    rules = game.rules
    for _ in range(400):
        insisted = "so it was played" if chance.random() < 0.3 else ""
        side = chance.choice(["", *rules.sides])
        verb = chance.choice([*rules.play.verbs.values(), rules.verb("next"), rules.verb("next")])
        try:
            if game.waits:
                question = game.pending()
                assert question is not None
                value = chance.choice([question.say(question.sample(chance)), *rules.play.sequence.by_id, "24-Move"])
                game.follow(game.answer(Answers.of({question.name: [value]}), side=side, as_played=insisted).entries)
            else:
                offers = [
                    *(verb.offers(game.state) if verb.offers else ()),
                    *({"to": id} for id in rules.play.sequence.ids if verb.name == "next"),
                ]
                game.follow(
                    game.declare(verb.name, chance.choice(offers or [{}]), side=side, as_played=insisted).entries
                )
        except Trouble:
            continue
    keys = [entry.moment.key for entry in game.entries]
    assert keys == sorted(keys)
    again = reopened(module, game.entries)
    assert (again.state, again.waits) == (game.state, game.waits)
    if again.waits:
        assert again.pending() is not None


@BOTH
def test_set_by_hand_to_any_phase_the_game_goes_on(module: ModuleType) -> None:
    """Given the table says that it is at some phase, a span or an automatic one among them, when they play on, then
    they come to the end."""
    whole = at_random(module, 1)
    late = next(
        e.version for e in reversed(whole.entries) if e.ends and not e.waits and e.version < 0.75 * len(whole.entries)
    )
    for id in module.RULES.play.sequence.by_id:
        game = whole.at(late)
        game.follow(game.beside(*aside_facts.adjusting(game, [(("phase",), id)], "as it lies")).entries)
        assert at_random(module, 2, game).state.result is not None


def test_a_span_set_by_hand_is_begun_not_ended() -> None:
    """BRT 15.3: given the table says that it stands at the campaign's beginning, when it goes on, then the next date
    begins."""
    game = begin(reef_campaign, 'adjust phase=campaign "as it lies"', "next")
    assert (game.state.result, game.rules.play.sequence.moment(game.state).ids) == (
        None,
        ("date-2", "refit", "purchases"),
    )


def test_from_an_automatic_phase_any_side_goes_on() -> None:
    """IPH 5.4: given the table has set the game to the submarines, when the Japanese land, then the dice are rolled
    first."""
    game = begin(pearl_turn, 'adjust turn=5 phase=submarine "as it lies"', "jp: land submarine=66")
    assert (game.state.phase, game.state.landed) == ("landing", 5)


# ---- what neither game has ----


def playing(*phases: Phase[Pearl]) -> Game[Any]:
    """A game of other phases, with the verbs of Pearl Harbor."""
    sequence = SequenceOfPlay(Phase("game", rule="IPH 5.2", phases=phases))
    kept = {
        verb: tuple(phase for phase in verb.phases if phase in sequence.ids) for verb in pearl_turn.verbs.table.values()
    }
    here = {verb.name: replace(verb, phases=left) for verb, left in kept.items() if left or not verb.phases}
    game: Game[Any] = Game(
        replace(pearl_turn.RULES, play=replace(pearl_turn.RULES.play, sequence=sequence, verbs=here))
    )
    game.follow(game.begin(GameBegan(system="pearl-turn", title="proof")).entries)
    return game


def distant(table: Table[Pearl]) -> None:
    table.record(ShipsDisposed(rule="IPH 7.3", close_in=False))


def test_a_phase_that_turns_out_to_be_the_other_sides_is_not_acted_in() -> None:
    """Given what a phase does as it ends gives the next one to the US, when the Japanese declare what belongs there,
    then it is refused."""
    game = playing(
        Phase("landing", "Landing", "jp", "IPH 5.5", leave=distant),
        Phase("jp_fight", "Combat", rule="IPH 5.7", side_of=lambda s: "jp" if s.close_in else "us"),
    )
    assert "fight is for the US side to declare, not for the Japanese side" in refused(game, "jp: fight IJA", "IPH 5.7")
    say(game, "jp: next")
    assert game.state.phase == "jp_fight"


def test_a_verb_goes_no_further_than_it_sees_at_each_step() -> None:
    """Given what a phase does as it ends lets one of the US come next, when the Japanese declare what lies behind it,
    then it is refused there."""
    game = playing(
        Phase("landing", "Landing", "jp", "IPH 5.5", leave=distant),
        Phase("us_move", "US Movement", "us", "IPH 5.6", when=lambda s: not s.close_in),
        Phase("jp_fight", "Combat", "jp", "IPH 5.7"),
    )
    assert "this is the US Movement, which is not the Japanese side's" in refused(game, "jp: fight IJA", "IPH 5.6")


def test_impulses_lie_between_other_phases_of_a_turn() -> None:
    """BB 13: given three impulses of two phases after a phase and before another, then moments sort, and a verb leads
    into no other impulse."""
    impulse = (Phase("us_move", "Movement", "us", "BB 3"), Phase("us_fight", "Suppression Fire", "us", "BB 3.9"))
    game = playing(
        Phase("landing", "Offshore Support", "us", "BB 4.8"),
        Phase(
            "turn",
            title_of=lambda s: f"impulse {s.turn}",
            number=lambda s: s.turn,
            again=lambda s: s.turn < 3,
            phases=impulse,
        ),
        Phase("jp_fight", "Ground Phase", "us", "BB 4"),
    )
    say(game, "next us_fight")
    refused(game, "move 24", "BB 3.9")
    while game.state.phase != "jp_fight":
        say(game, "next")
    began = [(e.moment.key, e.moment.phase) for e in game.entries if isinstance(e.fact, PhaseBegan)]
    inner = [
        ((f"01.{n:02}", f"turn-{n}"), (f"01.{n:02}.00", "us_move"), (f"01.{n:02}.01", "us_fight")) for n in (1, 2, 3)
    ]
    assert began == [("00", "landing"), *chain(*inner), ("02", "jp_fight")]


def test_automatic_phases_that_come_again_and_again_are_not_followed() -> None:
    """Given a span of nothing but automatic phases is played until a fact ends it, then it is not known how often, and
    nobody looks for ever."""
    game = playing(
        Phase("landing", "Landing", "jp", "IPH 5.5"),
        Phase(
            "searches",
            again=lambda s: s.close_in,
            phases=(Phase("submarine", "Search", "", "IPH 5.4", auto=True, leave=distant),),
        ),
        Phase("jp_fight", "Combat", "jp", "IPH 5.7"),
    )
    here = game.rules.play.sequence.at(game.state)
    assert here is not None
    assert game.rules.play.sequence.following(game.state, here) is None
    assert game.rules.play.sequence.usual(game.state) == ""
    say(game, "next")
    assert game.state.phase == "jp_fight"


def test_a_sequence_that_makes_no_sense_is_refused_at_once() -> None:
    """Two phases of one id; an order of the outermost span, whose phases would never count as not played again."""
    with pytest.raises(TypeError, match="two phases have the same id"):
        SequenceOfPlay[State](Phase("turn", phases=(Phase("a"), Phase("b", phases=(Phase("a"),)))))
    with pytest.raises(TypeError, match="the outermost span"):
        SequenceOfPlay[State](Phase("turn", order=lambda state, left: left, phases=(Phase("a"), Phase("b"))))


def test_a_verb_of_a_phase_that_is_none_is_no_verb() -> None:
    """Given a slip in a game's own rules, when they are made, then it is named, before anybody plays."""
    with pytest.raises(TypeError, match="dispose is said in disposition, which is no phase of landing"):
        replace(pearl_turn.RULES.play, sequence=SequenceOfPlay(Phase("turn", phases=(Phase("landing"),))))
