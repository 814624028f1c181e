"""Values set by hand, and rows read out: what nothing is called is refused, and what no counters can show is insisted
on."""

from __future__ import annotations

from typing import Any

import pytest

from auditing.audit import ADJUSTED, audit
from docs.make.reference import begun as begun_state
from docs.make.reference import fields
from domain.games import SYSTEMS, load
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.facts import Adjusted, Change, GameBegan, Irregular, PositionSet
from domain.kernel.game import Game
from domain.kernel.state import kind_at, look_or_none, put
from domain.record.codec import decode, encode
from recording.hearing import hear
from replays.lines import split
from replays.notation import speak
from replays.positions import position_lines
from replays.writer import Writer, appends
from tests import shipped

SETUP = "setup"


def begun(system: str, *lines: str, hidden: str = "paper") -> Game[Any]:
    pack = shipped.pack(system)
    game: Game[Any] = Game(load(system))
    began = GameBegan(
        system=system, title="t", hidden=hidden, pack=pack.name, charts=pack.charts, complete=pack.complete
    )
    game.follow(game.begin(began).entries)
    for line in lines:
        say(game, line)
    return game


def encode_again(game: Game[Any]) -> Game[Any]:
    again: Game[Any] = Game(game.rules)
    again.follow(
        decode(entry.version, entry.fact.TOPIC, encode(entry), game.rules.play.topics) for entry in game.entries
    )
    return again


def say(game: Game[Any], text: str) -> None:
    line = split(text, game.rules.sides)
    assert line is not None
    game.follow(speak(game, line).entries)


NAMELESS = [
    ("iwo", "INF1 area=BE9", "units.INF1.area: there is no area 'BE9'"),
    ("iwo", "INF1 area=reserves", "or landing, support, reserve, eliminated, milops-eliminated"),
    ("iwo", "phase=us_moving", "phase: there is no phase or span 'us_moving'; did you mean us_move"),
    ("iwo", "moving=4D-R99", "moving: there is no unit '4D-R99'"),
    ("iwo", "recovered=Green,Gren", "recovered: there is no area 'Gren'; did you mean Green"),
    ("iwo", "plan=Gren:4D-R23", "plan: there is no area 'Gren'"),
    ("iwo", "Green bombarded=us,them", "areas.Green.bombarded: there is no side 'them'"),
    ("ddat", "A/1/2 hex=9999", "units.A/1/2.hex: there is no hex '9999'"),
    ("ddat", "A/1/2 hex=12", "units.A/1/2.hex: there is no hex '12'"),
    (
        "ddat",
        "A/1/2 facing=nowhere",
        "units.A/1/2.facing: there is no direction 'nowhere'; one of south, south-west, zigzag",
    ),
    ("ddat", "E6 unit=J99", "positions.E6.unit: there is no Japanese unit 'J99'"),
    ("ddat", "E6 unit=? depth=CD99", "positions.E6.depth: there is no depth marker 'CD99'"),
    ("ddat", "deck.seen.22=foo", "deck.seen.22: there is no pile 'foo'"),
    ("ddat", "deck.seen.60=discards", "deck.seen.60: there is no card '60'"),
    ("ddat", "letters=R,X", "letters: there is no letter 'X'; one of R, M, P, A, I"),
    ("ddat", "ryan=Nobody", "ryan: there is no unit 'Nobody'"),
    ("ddat", "checked=E66", "checked: there is no position 'E66'"),
]


@pytest.mark.parametrize("insisted", ["", ' !"it is so"'])
@pytest.mark.parametrize("word", ["set", "adjust"])
@pytest.mark.parametrize(
    ("system", "values", "says"), NAMELESS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_nothing_is_called_is_refused_however_it_is_insisted_on(
    system: str, values: str, says: str, word: str, insisted: str
) -> None:
    game = begun(system)
    with pytest.raises(BadInput) as error:
        say(game, f"{word} {values}{' why' if word == 'adjust' else ''}{insisted}")
    assert says in str(error.value)


IMPOSSIBLE = [
    ("iwo", "INF1 steps=9", "IWO 3", "INF1 cannot have 9 steps: its counters show 2"),
    ("iwo", "Green caves=9", "IWO 4.1", "Green cannot have 9 caves: 2 are the most"),
    ("iwo", "Green caves=1 hidden_caves=2", "IWO 4.1", "Green cannot have 3 caves: 2 are the most"),
    ("iwo", "4D-R23 status=concealed", "IWO 3", "4D-R23 cannot be concealed: only Japanese units are"),
    ("iwo", "NAV1 area=Green", "IWO 4.2", "NAV1 cannot be in Green: air and naval units are in boxes"),
    ("iwo", "Green,Amber stars=yes", "IWO 14", "there cannot be 2 Stars and Stripes markers: the game has 1"),
    ("iwo", "turn=10", "IWO 24(3)", "there is no turn 10: the game has 9"),
    ("ddat", "A/1/2 steps=5", "DDaT 2.21", "A/1/2 cannot have 5 steps: its counter shows 4"),
    ("ddat", "A/1/2 box=map", "DDaT 2.1", "A/1/2 cannot be on the map in no hex: say hex=… too"),
    ("ddat", "heroes_left=9", "DDaT 10.1", "there cannot be 9 heroes left: the game has 8"),
    ("ddat", "lvts=2,2,2,2,2,2,2,2,2,2", "DDaT 5.11", "the game has 9, of 2"),
    ("ddat", "E6 depth_shown=yes", "DDaT 2.25", "E6 cannot show a depth marker: there is none"),
    ("ddat", "turn=31", "DDaT 4.0", "there is no turn 31: the track has 30"),
]


@pytest.mark.parametrize("word", ["set", "adjust"])
@pytest.mark.parametrize(
    ("system", "values", "rule", "says"), IMPOSSIBLE, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_no_counters_can_show_is_refused_and_may_be_insisted_on(
    system: str, values: str, rule: str, says: str, word: str
) -> None:
    """IWO 3, 4.1, 14; DDaT 2: given such a value, then it is refused with the rule; insisted on, it stands, and is
    irregular."""
    game, line = begun(system), f"{word} {values}{' why' if word == 'adjust' else ''}"
    before = game.state
    with pytest.raises(RuleBroken) as error:
        say(game, line)
    assert (error.value.rule, game.state) == (rule, before)
    assert says in error.value.why
    say(game, f'{line} !"it lies there so"')
    assert isinstance(game.entries[-1].fact, Irregular)
    assert game.entries[-1].fact.as_played == "it lies there so"
    assert game.state != before
    say(
        game, f'adjust {"vp_us" if system == "iwo" else "fires"}=1 "another thing"'
    )  # what is so already is not refused again


@pytest.mark.parametrize("word", ["set", "adjust"])
def test_an_insisted_value_is_written_as_it_was_said(word: str) -> None:
    game = begun("iwo")
    say(game, f'{word} Green caves=3{" why" if word == "adjust" else ""} !"it lies there so"')
    text = Writer(begun("iwo")).line(list(appends(game.entries))[-1])
    again = begun("iwo", text)
    assert text.endswith(' !"it lies there so"')
    assert [entry.fact for entry in again.entries] == [entry.fact for entry in game.entries]


def test_a_position_that_no_counters_can_show_is_written_to_be_said_again() -> None:
    game = begun("iwo", 'set Green caves=3 !"it lies there so"', "set INF1 area=Green steps=1")
    lines = list(position_lines(game))
    assert 'set areas.Green.caves=3 !"so it stood"' in lines
    assert "set units.INF1.steps=1 units.INF1.area=Green" in lines
    assert begun("iwo", *lines).state == game.state


def test_a_refusal_tells_nothing_of_what_is_hidden() -> None:
    """IWO 4.1: given two caves nobody has found, when another is set where all may look, then it is not refused for
    them; to their owner it is."""
    game = begun("iwo", "set set_up=yes", "jp: set Green hidden_caves=2", hidden="recorded")
    line = split('adjust Green caves=1 "one"', game.rules.sides)
    assert line is not None
    hear(game, line, "us")
    line = split('jp: adjust Green caves=1 "one"', game.rules.sides)
    assert line is not None
    with pytest.raises(RuleBroken, match="cannot have 3 caves"):
        hear(game, line, "jp")


def test_names_are_checked_where_a_line_is_said_and_never_in_the_fold() -> None:
    """Given a record from before names were checked, then it opens, folds and is audited as it was."""
    game = begun("ddat", "set turn=3 phase=fire set_up=yes")
    old = Adjusted(
        changes=(
            Change(path=("units", "A/1/2", "facing"), now="nowhere"),
            Change(path=("units", "A/1/2", "steps"), now=9),
        ),
        why="w",
    )
    game.follow(game.beside(PositionSet(changes=(Change(path=("units", "A/1/2", "hex"), now="9999"),)), old).entries)
    again: Game[Any] = Game(game.rules)
    again.follow(decode(e.version, e.fact.TOPIC, encode(e), game.rules.play.topics) for e in game.entries)
    unit = again.state.units["A/1/2"]
    assert (unit.hex, unit.facing, unit.steps) == ("9999", "nowhere", 9)
    assert [finding.verdict for finding in audit(again)][-1:] == [ADJUSTED]


# ---- another turn or phase ----


def test_who_goes_to_another_phase_by_hand_goes_to_its_beginning() -> None:
    """IWO 5: given a movement phase with a move, when the assault phase is gone to by hand, then what lasted for the
    phase is over."""
    game = begun("iwo", SETUP, 'adjust phase=us_move "as it lies"', "land 4D-R23 Green fire=none")
    assert game.state.units["4D-R23"].moved
    say(game, 'adjust phase=us_assault "as it lies"')
    assert (game.state.units["4D-R23"].moved, game.state.moving, game.state.areas["Green"].landings) == (0, "", 1)
    say(game, 'adjust turn=2 "as it lies"')
    assert game.state.areas["Green"].landings == 0
    assert game.state.phase == "us_assault"


def test_a_phase_is_found_by_its_older_name_too() -> None:
    """Given positions and lines that say `step`, then they set the phase, and are written with its name."""
    older, newer = (
        begun("iwo", f"set {word}=us_move", f'adjust {word}=us_assault "as it lies"') for word in ("step", "phase")
    )
    assert older.state == newer.state
    assert [e.fact for e in older.entries] == [e.fact for e in newer.entries]
    assert (
        older.rules.vocabulary.find(older.state, "step")
        == older.rules.vocabulary.find(older.state, "Step")
        == ("phase",)
    )


def test_what_the_line_says_itself_stands() -> None:
    game = begun("iwo", SETUP, 'adjust phase=us_move "as it lies"', "land 4D-R23 Green fire=none")
    say(game, 'adjust turn=2 Green.landings=1 4D-R23.moved=1 "so"')
    assert (game.state.areas["Green"].landings, game.state.units["4D-R23"].moved) == (1, 1)


def test_a_turn_gone_to_by_hand_begins_afresh() -> None:
    """DDaT 4: given a Fire Phase with a card resolved, when another turn is gone to by hand, then no card is; its cards
    are discards."""
    game = begun("ddat", "set turn=3 phase=fire set_up=yes fires=1 fire_card=22 deck.seen.22=fire", 'ryan A/1/2 !"so"')
    say(game, 'adjust turn=4 phase=fire "the evening goes on"')
    assert (game.state.fires, game.state.fire_card, game.state.deck.seen) == (0, "", {"22": "discards"})


def test_what_is_hidden_ends_with_its_phase_too_and_nothing_tells_it() -> None:
    """IPH 10.1: given hidden units that have fought, when another turn is gone to by hand, then they may fight again,
    and no view shows that."""
    game = begun("iph", "set turn=3 phase=jp_fight", "jp: set SNLF-1,SNLF-2 hex=2023 fought=1", hidden="recorded")
    game.follow(game.declare("next", as_played="so").entries)
    say(game, 'jp: adjust SNLF-1,SNLF-2 fought=1 "they fought"')
    say(game, 'adjust turn=5 phase=window "two turns later"')
    assert [game.state.units[name].fought for name in ("SNLF-1", "SNLF-2")] == [0, 0]
    assert game.state.played == ("window",)
    told = [entry.fact.sentence() for entry in game.seen_by("us").entries]
    assert not any("SNLF" in sentence for sentence in told[-1:])


def test_a_position_is_laid_out_as_it_is_said() -> None:
    """What lasts for a phase is set like anything else, before the phase or after it."""
    game = begun("ddat", "set paid=2 acted=A/1/2", "set turn=4 phase=action")
    assert (game.state.paid, game.state.acted) == (2, ("A/1/2",))


# ---- what can be named ----


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_path_of_the_reference_can_be_set(code: str) -> None:
    """Below what is not there yet too: as the charge of Blood Reef, before it has begun."""
    rules = load(code)
    state = begun_state(rules)
    for path, *_ in fields(type(state), ""):
        parts = tuple("new" if part == "‹name›" else part for part in path.split("."))
        kind_at(state, parts)
        if path.startswith(("charge.", "invader.", "result.")):
            held = look_or_none(put(state, parts, "it"), parts)
            assert held == "it"
            assert not isinstance(look_or_none(state, parts), str)


def test_what_is_not_there_yet_is_made_by_what_is_set_below_it() -> None:
    game = begun("reef", "set charge.pool=5", "set charge.chains.a.mmc=3")
    assert (game.state.charge.pool, game.state.charge.chains["a"].mmc) == (5, 3)
    assert encode_again(game).state == game.state


def test_names_are_set_by_hand_in_any_case() -> None:
    game = begun(
        "iwo",
        "set inf1,MG1 AREA=green STATUS=Revealed",
        "set units.inf1.steps=1",
        "set green.CONTROL=us",
        "set Phase=US_MOVE",
    )
    inf1 = game.state.units["INF1"]
    assert (inf1.area, inf1.status, inf1.steps, game.state.areas["Green"].control, game.state.phase) == (
        "Green",
        "revealed",
        1,
        "us",
        "us_move",
    )


# ---- rows read out ----


@pytest.mark.parametrize(
    ("system", "line", "says"),
    [
        ("ddat", "chart events 60:2-10 event=hero", "there is no row '60:2-10' of the events chart"),
        (
            "ddat",
            "chart events 17:2-11 event=hero",
            "there is no row '17:2-11' of the events chart; did you mean 17:2-10",
        ),
        ("ddat", "chart fire 55 colours=red,blue,green symbol=circle", "there is no row '55' of the fire chart"),
        ("iwo", "chart markers flag count=1", "there is no row 'flag' of the markers chart; one of cave"),
    ],
)
def test_a_row_that_no_game_has_is_not_read_out(system: str, line: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        say(begun(system), line)
    assert says in str(error.value)
