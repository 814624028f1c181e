"""Who may say what: every verb without an owner, in all games, and everything beside the rules, is listed with whose
word it is and when.

A verb that is not listed fails. What is another's is neither ended, skipped nor lost by it without his word: it is
refused with its rule where a side says it for itself; insisted on it is irregular, or it is said where both look on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, OutOfTurn, RuleBroken
from domain.kernel.facts import Irregular
from domain.kernel.game import Game
from domain.kernel.verbs import Verb
from recording.recorder import Recorder
from replays import asides
from tests.recording.in_memory import InMemory, begun, recorder

PHASE = "whose phase is at hand"
SPAN = "whose phase is at hand, and whose span ends with it (IPH 5.7: whose phases may come)"
RUNNING = "whose phase is under way; between phases either, since all were taken"
TURN = "whose Player Turn it is"
OWN = "each side of its own; of the other's where both look on"
SELF = "each side of itself: who says it is told by its side"
LOSER = "who has not won; where nobody has, both where they look on"
MAP = "either: what both see on the map, which is played outside the record"
REMARK = "either: nothing comes of it"
BOTH = "both where they look on; a side alone insists"

WORDS: dict[str, dict[str, str]] = {
    "iwo": dict.fromkeys(("bombards", "bombard", "move", "assaults", "assault"), PHASE) | {"next": SPAN},
    "ddat": {"next": SPAN},
    "iph": dict.fromkeys(("dispose", "move", "attack"), PHASE) | {"end-turn": RUNNING, "next": SPAN},
    "betio": {"next": SPAN},
    "reef": {
        "over": TURN, "next": SPAN, "end-scenario": LOSER, "victory": LOSER,
        **dict.fromkeys(("lose", "reduce", "restore", "retain", "area", "perimeter", "balance"), OWN),
        **dict.fromkeys(("snipers", "sniper", "sniper-is", "san", "rally", "unseal", "done"), SELF),
        **dict.fromkeys(("control", "take", "pillbox", "gun-is", "arise", "leaders"), MAP),
        **dict.fromkeys(("refit", "commands", "elr"), REMARK),
    },
    "free": {"line": MAP, "next": SPAN},
}  # fmt: skip

ASIDES = {
    "note": REMARK,
    "photo": REMARK,
    "chart": "either: what the printed game says", "adjourn": REMARK, "adjust": OWN, "set": OWN, "takeback": OWN,
    "pass": SELF, "concede": SELF, "open": SELF, "ruling": BOTH,
    "dispute": REMARK,
    "settle": REMARK,
    "kept": REMARK,
}  # fmt: skip


def unowned(code: str) -> Iterator[Verb[Any]]:
    return (verb for verb in load(code).play.verbs.values() if not verb.side)


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_verb_without_an_owner_is_listed(code: str) -> None:
    assert {verb.name for verb in unowned(code)} == set(WORDS[code])


def test_everything_beside_the_rules_is_listed() -> None:
    assert set(asides.TABLE) == set(ASIDES)


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, words in WORDS.items() for name in words])
def test_what_the_list_says_is_how_it_is_registered(code: str, name: str) -> None:
    verb, whose = load(code).play.verbs[name], WORDS[code][name]
    assert bool(verb.whose) == (whose in (RUNNING, TURN))
    assert bool(verb.of) == (whose in (OWN, LOSER))
    if whose == PHASE:  # it is said in phases of one side each, which is whose it is
        assert verb.phases
        assert not verb.either


# ---- ended, skipped or lost by another's word ----

CAMPAIGN = (
    "set number=1 date_number=1 phase=second_setup set_up=jp", "set blts.2.area=Red2", "wave 1 2-F2", "wave 2 2-F3",
    'adjust phase=rally turn=3 half=1 first=us turns=6 set_up=jp,us "the third turn"', "air 6",
)  # fmt: skip
CUP = "set cup.aside=24-Fight,24-Move,25-Fight,25-Move,USMC-Fight,USMC-Move,BBRow-Fight"
HAWAII = (
    "set turn=11 phase=window cup.inside=none landed=11 played=jp_move vp=20 submarine=11 "
    "revealed=yes", CUP, "set Beachhead-2 hex=1631",
    "set SNLF-1,SNLF-2 hex=2223 known=yes", "set 24-1 hex=2224", "set 24-2 hex=2225", "jp: next jp_fight",
)  # fmt: skip
EMPTY_CUP = (
    "set turn=2 phase=window cup.inside=none landed=2",
    CUP,
    "set SNLF-1 hex=2023 known=yes",
    "set 24-1 hex=2024",
)


def table(code: str, *lines: str) -> Game[Any]:
    return recorder(*lines, game=begun(system=code, scenario="II" if code == "reef" else "")).game


ENDING = [
    ("iwo", ("setup",), "jp", "next", "IWO"),
    ("iph", HAWAII, "us", "end-turn", "IPH 5.8"),
    ("iph", HAWAII, "us", "next", "IPH 5.7"),
    ("iph", EMPTY_CUP, "us", "next", "IPH 5.7"),
    ("reef", CAMPAIGN, "jp", "over", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=rout "on"'), "jp", "over", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=defensive_fire "on"'), "jp", "over", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=close_combat "on"'), "jp", "next", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=movement "on"'), "jp", "next", "BRT 15.3"),
    ("reef", CAMPAIGN, "jp", "next", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=rout "on"'), "jp", "next", "BRT 15.3"),
    ("reef", (*CAMPAIGN, 'adjust phase=rally half=2 "on"'), "us", "next", "BRT 15.3"),
]


@pytest.mark.parametrize(("code", "before", "side", "line", "rule"), ENDING)
def test_nobody_ends_what_is_anothers_and_insisted_on_it_is_irregular(
    code: str, before: tuple[str, ...], side: str, line: str, rule: str
) -> None:
    game = table(code, *before)
    stood = game.state
    for audience in (side, ""):
        at = Recorder(game, InMemory(), audience)
        with pytest.raises(RuleBroken) as refused:
            at.say(line if audience else f"{side}: {line}")
        assert refused.value.rule.startswith(rule)
    assert game.state == stood
    Recorder(game, InMemory(), side).say(f'{line}{" missed=yes" if line == "over" else ""} !"he had gone home"')
    assert any(isinstance(e.fact, Irregular) and e.fact.as_played for e in game.entries)


@pytest.mark.parametrize(
    ("side", "line", "rule"),
    [
        ("jp", "lose 2-F2:6-6-8", "BRT 15.2"),
        ("us", "lose Red2:4-4-7", "BRT 15.2"),
        ("jp", "reduce 2-F2:6-6-8", "BRT 15.13"),
        ("us", "restore Red2:4-4-7", "BRT 15.2"),
        ("us", 'end-scenario "the pier is taken" winner=us', "BRT 15.3"),
        ("us", 'end-scenario "it is late"', "BRT 15.3"),
        ("jp", 'victory jp "they are thrown back"', "BRT 15.3"),
    ],
)
def test_what_is_anothers_is_not_lost_by_a_word_on_a_recorder_of_ones_own(side: str, line: str, rule: str) -> None:
    game = table("reef", *CAMPAIGN)
    version = game.version
    with pytest.raises(OutOfTurn, match="side to say, or for both where both look on") as refused:
        Recorder(game, InMemory(), side).say(line)
    assert game.version == version
    assert refused.value.rule == rule


def test_the_loser_says_that_it_is_lost_and_both_may_where_they_look_on() -> None:
    for audience, line in (("jp", 'end-scenario "the pier is taken" winner=us'), ("", 'end-scenario "it is late"')):
        game = table("reef", *CAMPAIGN)
        Recorder(game, InMemory(), audience).say(line)
        assert game.state.number != 1 or game.state.phase == "control"


@pytest.mark.parametrize("due", [True, False])
def test_whether_the_other_may_end_a_player_turn_does_not_tell_what_is_due(due: bool) -> None:
    """BRT CG2.3, 15.13: given a sealed wave that is due, or none, when the Japanese recorder says that the turn is
    over, then it is told the same."""
    lines = [line for line in CAMPAIGN if due or not line.startswith("wave 2")]
    game = recorder(*lines, game=begun("recorded", system="reef", scenario="II")).game
    for phase in ("rally", "close_combat"):
        at = Recorder(game, InMemory(), "jp")
        recorder(f'adjust phase={phase} "on"', game=game)
        for line in ("over", "next") if phase == "close_combat" else ("over",):
            with pytest.raises(
                RuleBroken,
                match=r"over is for the Marine side to declare|Marine Player Turn is not for the Japanese side to",
            ):
                at.say(line)


@pytest.mark.parametrize("due", [True, False])
def test_a_player_turn_that_may_have_a_sealed_wave_is_over_unseen(due: bool) -> None:
    """BRT CG2.3: given a sealed wave that is due, or one that is not, when a screen both look at is told that the turn
    is over, then it is told the same; unseen, or on the Marine recorder, it is over where nothing is due; and what is
    given up is given up before all.
    """
    lines = [line for line in CAMPAIGN if due or not line.startswith("wave 2")]
    for said in ("over", "us: over", "over missed=no"):
        at = Recorder(recorder(*lines, game=begun("recorded", system="reef", scenario="II")).game, InMemory())
        with pytest.raises(BadInput, match=r"what enters now may be sealed \[BRT CG2.3\].*`us:` alone, then Enter"):
            at.hear(said)
        with pytest.raises(BadInput, match="insisting on that here would tell"):
            at.hear(f'{said} !"so it was played"')
    half = at.game.state.half
    if due:
        with pytest.raises(BadInput, match="cannot be said here"):
            at.say_unseen("us", "over")
        at.hear("over missed=yes")
    else:
        at.say_unseen("us", "over")
    assert at.game.state.half != half


@pytest.mark.parametrize("due", [True, False])
def test_the_last_phase_of_a_player_turn_that_may_have_a_sealed_wave_is_ended_unseen(due: bool) -> None:
    """BRT CG2.3: given a sealed wave that is due, or one that is not, when a screen both look at is told to go on out
    of the last phase, then it is told the same, whoever says it; unseen it goes on where nothing is due, and on the
    Marine recorder, which else is told what to say.
    """
    lines = [line for line in CAMPAIGN if due or not line.startswith("wave 2")]
    game = recorder(*lines, 'adjust phase=close_combat "on"', game=begun("recorded", system="reef", scenario="II")).game
    at = Recorder(game, InMemory())
    for said in ("next", "us: next"):
        with pytest.raises(
            BadInput,
            match=r"only the Marine player knows what is still owed in the Close Combat Phase.* type `us:` alone",
        ):
            at.hear(said)
        with pytest.raises(BadInput, match="insisting on that here would tell"):
            at.hear(f'{said} !"so it was played"')
    if due:
        with pytest.raises(BadInput, match="cannot be said here"):
            at.say_unseen("us", "next")
        with pytest.raises(
            RuleBroken, match="first: `over missed=yes`, which gives up what has not entered: 9 2-F3:6-6-8"
        ):
            Recorder(game, InMemory(), "us").say("next")
        Recorder(game, InMemory(), "us").say("over missed=yes")
    else:
        at.say_unseen("us", "next")
    assert game.state.mover == "jp"


def test_once_all_waves_are_open_the_end_of_a_player_turn_is_said_before_all() -> None:
    """BRT CG2.3: given waves of which all know, then `over` is said where both look on."""
    game = recorder(
        *CAMPAIGN,
        'adjust waves.2-W1,waves.2-W2 open=yes "they came"',
        game=begun("recorded", system="reef", scenario="II"),
    ).game
    Recorder(game, InMemory()).hear("over")
    assert game.state.mover == "jp"


def test_what_a_side_hides_and_owes_is_not_given_up_by_the_others_word() -> None:
    """IWO 4.2: given the hidden setup that is due, when the US recorder goes on, that is refused; where both look on it
    is said."""
    game = begun("recorded", system="iwo")
    version, at = game.version, Recorder(game, InMemory(), "us")
    for said in ("next", '! "in a hurry"', 'next !"in a hurry"', 'us: next !"in a hurry"'):
        with pytest.raises(OutOfTurn, match="only that side can give it up") as refused:
            at.hear(said)
        assert not refused.value.rule  # nobody is told to insist
    assert (game.version, game.state.phase) == (version, "setup")
    at.hear('bombards Green:NAV1 !"we said so before"')
    assert game.state.phase == "setup"
    Recorder(game, InMemory(), "").say('next !"we play on without"')
    assert game.state.phase != "setup"


def test_what_nobody_hides_and_who_owes_it_are_insisted_on_as_before() -> None:
    """IWO 4: given a setup in the open, or one's own, then a side's recorder goes on from it by its word."""
    for hidden, side in (("paper", "us"), ("recorded", "jp")):
        game = begun(hidden, system="iwo")
        Recorder(game, InMemory(), side).say('next !"in a hurry"')
        assert game.state.phase != "setup"
