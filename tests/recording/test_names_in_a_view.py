"""What a line may name, and what a refusal lists, are names that its audience has heard of; what one side hides, that
side alone sets by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.errors import Trouble
from projections.reef.tables.toll import formations
from projections.shown import shown
from recording.recorder import Recorder
from tests.recording.in_memory import InMemory, begun, recorder

CAMPAIGN = (
    "set number=1 date_number=1 phase=purchases blts.2.area=Red2",
    "jp: gun G2 120L P30", "jp: gun G3 37mm P31", "jp: buy Red2 MMG",
    'adjust phase=second_setup set_up=jp "set up"',
    "us: wave 1 2-F2", "us: wave 5 2-F3", "us: cloak 2-F2:6-6-8 2-F2:leader",
)  # fmt: skip
"""Two Guns, and what a beach bought, the Japanese player alone knows; two waves, and what is in a box, the Marine
player."""
SECRET = ("G2", "G3", "one of Red2", "2-W1", "2-W5")


def campaign(audience: str) -> Recorder:
    return Recorder(recorder(*CAMPAIGN, game=begun("recorded", "reef", scenario="II")).game, InMemory(), audience)


@pytest.mark.parametrize(
    ("audience", "line"),
    [
        ("", 'adjust accounts.Green gpp=1 "x"'),
        ("", 'adjust accounts.Red2 gpp=1 "x"'),
        ("", "gun-is H captured"),
        ("", "gun-is G2 captured"),
        ("", 'adjust Gx status=captured "x"'),
        ("", 'adjust G2 status=captured "x"'),
        ("us", 'adjust G7 status=captured "x"'),
        ("us", 'adjust G2 status=captured "x"'),
        ("us", "gun-is G7 captured"),
        ("us", "gun-is G2 captured"),
        ("us", 'adjust accounts.Red2 gpp=1 "x"'),
        ("jp", 'adjust 2-W5 turn=3 "x"'),
        ("jp", 'adjust 2-W6 turn=3 "x"'),
        ("jp", 'adjust waves.2-W5.turn=3 "x" !"so it lies"'),
    ],
)
def test_what_an_audience_has_not_heard_of_is_no_name_before_it(audience: str, line: str) -> None:
    """BRT CG2.3, CG13, 15.614: given what each side keeps secret, then no other audience names it, nor is told what
    there is."""
    at = campaign(audience)
    version = at.game.version
    with pytest.raises(Trouble) as refused:
        at.say(line)
    assert at.game.version == version
    assert "there is no" in str(refused.value)
    assert not [name for name in SECRET if name in str(refused.value) and name not in line]


@pytest.mark.parametrize(
    ("audience", "line"),
    [
        ("jp", 'adjust slips.cloaking-1.says=2-F2:6-6-8 "x" !"so it lies"'),
        ("us", 'adjust slips.purchases-1-Red2.says=wire "x" !"he said so"'),
    ],
)
def test_what_one_side_hides_the_other_does_not_set_by_hand_not_even_insisted_on(audience: str, line: str) -> None:
    """BRT CG5, 15.614: given a slip that all know of, then what it says is its side's alone to set."""
    at = campaign(audience)
    slips = dict(at.game.state.slips)
    line = line.replace("purchases-1-Red2", next(name for name in slips if name.startswith("purchases")))
    with pytest.raises(Trouble, match="may set it by hand"):
        at.say(line)
    assert at.game.state.slips == slips


def test_what_may_be_in_a_box_is_told_by_number_alone_where_the_box_is_not_known() -> None:
    """BRT CG5: given a wave whose leader and MMG entered Cloaked, then nobody else is told by name what has not been
    seen to enter."""
    lines = ("us: cloak 2-F2:6-6-8 2-F2:MMG", 'adjust phase=movement turn=1 half=1 first=us turns=6 set_up=jp,us "on"')
    game = recorder(
        *CAMPAIGN, *lines, "us: enter 2-W1 Z22..26 how=lvt loads=10x10", game=begun("recorded", "reef", scenario="II")
    ).game
    screen = shown("reef").screen
    for audience in ("jp", ""):
        view = game.seen_by(audience)
        assert [*screen.meetings(view)] == ["wave 2-W1 enters now: 2 still to enter or Cloaked"]
        (formation,) = (line for line in screen.overview(view) if "2-F2:" in line and "entered" not in line)
        assert "+2 still to enter or Cloaked" in " ".join(screen.overview(view))
        assert "+1" not in formation
        assert "Cloaking box is not counted" in formations(view).about
    assert [*screen.meetings(game.seen_by("us"))] == []
    Recorder(game, InMemory(), "us").say("cloak-lost 1 choice")
    Recorder(game, InMemory(), "us").say("cloak-lost 2 choice")
    for audience in ("jp", "", "us"):
        assert [*screen.meetings(game.seen_by(audience))] == []


def test_each_side_sets_by_hand_what_it_hides_itself() -> None:
    """BRT CG13, CG2.3."""
    for audience, line in (
        ("us", 'adjust 2-W5 turn=3 "x"'),
        ("jp", 'adjust G2 hex=P32 "x"'),
        ("", 'jp: adjust G2 hex=P33 "x"'),
    ):
        assert campaign(audience).say(line)


def secret_verbs() -> Iterator[tuple[str, str]]:
    return ((code, verb.name) for code in SYSTEMS for verb in load(code).play.verbs.values() if verb.secret)


@pytest.mark.parametrize(("code", "verb"), [*secret_verbs()])
def test_no_secret_declaration_is_typed_where_both_look(code: str, verb: str) -> None:
    """Given a shared recorder, when a secret declaration is typed there, then it is refused with what to type, whatever
    it says."""
    game = begun("recorded", code, scenario="II" if code == "reef" else "")
    side = game.rules.play.verbs[verb].secret
    with pytest.raises(Trouble, match=rf"that stood on the screen.*`{side}:` alone"):
        Recorder(game, InMemory()).hear(f"{side}: {verb} x y")


def test_a_secret_note_needs_a_side_and_is_not_typed_where_both_look() -> None:
    at = campaign("")
    for line, words in (
        ('note secret "plan"', "whose secret is it"),
        ('us: note secret "plan"', "that stood on the screen"),
    ):
        with pytest.raises(Trouble, match=words):
            at.hear(line)
    assert at.say('note "secret plan"')
    assert campaign("us").say('note secret "plan"')


def test_what_has_not_landed_is_said_to_have_still_to_enter() -> None:
    """BRT 15.2: given a Formation off the map, when one of it is lost, then the refusal says why there is none."""
    at = campaign("us")
    recorder('adjust phase=movement turn=1 half=1 first=us turns=6 set_up=jp,us "on"', game=at.game)
    with pytest.raises(Trouble, match="0 are on the map, and 9 have still to enter"):
        at.say("lose 2-F4:6-6-8")


def test_a_number_written_behind_what_is_bought_is_understood() -> None:
    """BRT 15.614."""
    game = recorder("set number=1 date_number=1 phase=purchases", game=begun("recorded", "reef", scenario="II")).game
    with pytest.raises(Trouble, match=r"did you mean minesx2\?"):
        Recorder(game, InMemory(), "jp").say("buy Red2 mines2")


@pytest.mark.parametrize("side", ["us", "jp"])
def test_each_side_says_where_its_snipers_are_whosever_phase_it_is(side: str) -> None:
    """BRT CG8: a Sniper attacks, or is repositioned, in any phase, as its own side says."""
    for phase in ("defensive_fire", "movement"):
        game = campaign(side).game
        recorder(f'adjust phase={phase} turn=1 half=1 first=us turns=6 set_up=jp,us "on"', game=game)
        Recorder(game, InMemory(), side).say("snipers P20")
        assert game.state.snipers[f"{side}-1"]


def test_losses_said_in_the_others_set_up_end_nothing() -> None:
    """BRT 15.2: given the Japanese set-up on a shared recorder, when a loss is typed, then it is not asked whether the
    set-up ends."""
    game = recorder("set number=1 date_number=1 phase=first_setup", game=begun("recorded", "reef", scenario="II")).game
    assert Recorder(game, InMemory()).ending("lose 2-F2:6-6-8") is None
