"""The story of Tarawa: Bloody Betio says what the facts say: who was hit and lost, the dice, where morale, casualties
and ground stand."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.betio import facts as f
from domain.betio.state import Betio
from domain.games import load
from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Fact, PositionSet
from domain.kernel.game import Game
from projections.betio.story.by_kind import CARRIED, DICE, JOINED, QUIET, WITH_DIE, WORDS
from projections.report.model import StoryLine
from projections.shown import shown
from projections.stories import LONGEST, SILENT
from projections.stories.words import NUMBERS, count_of, opening
from tests import shipped
from tests.acceptance.cases import Case, run
from tests.properties.landing_force import LandingForce
from tests.properties.player import RandomPlayer

CASES = shipped.cases(Path(__file__).parents[1] / "cases" / "betio")
GAMES = ("considered", "random")
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def game_of(name: str) -> Game[Any]:
    """A game by considered play, to its end; and the first declarations of a random one, with everything that can go
    wrong on the reef."""
    if name == "considered":
        player: RandomPlayer = LandingForce(5)
        for _ in player.play():
            pass
        return player.game
    player = RandomPlayer("betio", "sample", 0)
    for number, _ in enumerate(player.play()):
        if number == 450:
            break
    return player.game


@cache
def lines(name: str) -> tuple[StoryLine, ...]:
    return tuple(line for _, told in shown("betio").chapters(game_of(name).seen_by("umpire")) for line in told)


@cache
def stands(name: str) -> dict[int, Entry]:
    return {entry.version: entry for entry in standing(game_of(name).entries)}


@cache
def states(name: str) -> dict[int, Betio]:
    """How the game stood after each entry."""
    game = game_of(name)
    state, found = game.rules.initial, {}
    for entry in standing(game.entries):
        state = game.rules.fold(entry.fact, state)
        found[entry.version] = state
    return found


def facts_in(name: str, line: StoryLine) -> list[Fact]:
    return [stands(name)[version].fact for version in line.entries]


def sentences(line: StoryLine) -> list[str]:
    return re.split(r"(?<=[.!”]) (?=[A-Z0-9“])", line.words)


# ---- all of it, once ----


def check_all_told(game: Game[Any]) -> None:
    told = Counter(
        version
        for _, some in shown("betio").chapters(game.seen_by("umpire"))
        for line in some
        for version in line.entries
    )
    left = [e for e in standing(game.entries) if e.version not in told and not isinstance(e.fact, (*SILENT, *QUIET))]
    assert left == []
    lost = {entry.version: 1 for entry in standing(game.entries) if entry.fact.losses}
    assert {version: told[version] for version in lost} == lost


@every_game
def test_all_that_can_be_told_is_told(name: str) -> None:
    check_all_told(game_of(name))


@pytest.mark.parametrize("played", CASES, ids=lambda case: case.id)
def test_the_end_of_every_case_can_be_told_drawn_and_shown(played: Case) -> None:
    """Given each acceptance case, when it has been played, then there are map, screen and tables of it, and a story
    that leaves nothing out."""
    game = run(played)
    check_all_told(game)
    assert shown("betio").scene(game) is not None
    assert list(shown("betio").screen.overview(game))
    for summary in shown("betio").summaries.values():
        summary.rows(game)


def test_every_kind_of_fact_has_words_of_its_own() -> None:
    kinds = {kind for kind in load("betio").play.topics.values() if kind.TOPIC.startswith("betio.")}
    told = {*WORDS, *DICE, *WITH_DIE, *JOINED}
    assert told - {PositionSet} <= kinds
    mute = {kind for kind in kinds if kind.sentence is Fact.sentence}
    assert mute - {*QUIET, *CARRIED} == set()


@every_game
@pytest.mark.parametrize("side", ["us", "jp"])
def test_a_side_is_told_the_story_of_what_it_saw(name: str, side: str) -> None:
    game = game_of(name)
    saw: Game[Any] = Game(game.rules)
    saw.follow(seen(game.entries, side))
    assert shown("betio").chapters(game.seen_by(side)) == shown("betio").chapters(saw.seen_by(side))


@every_game
def test_it_reads_well(name: str) -> None:
    for _, told in shown("betio").chapters(game_of(name).seen_by("umpire")):
        for before, line in zip((None, *told), told, strict=False):
            if line.kind != "story":
                continue
            assert len(line.words) <= LONGEST
            assert before is None or opening(before.words) != opening(line.words)
            assert line.words[-1] in ".…!”"
            assert all(
                one[0].isupper() or one[0].isdigit() or one[0] in "“…" for one in re.split(r"(?<=[.!]) ", line.words)
            ), line.words
            assert not re.search(r"\bBB\b|\(\d+\.\d|\b(None|entry|verb|us|jp|hex_|state)\b", line.words), line.words
            assert not re.search(
                r"  | ,|(?<!\d)\.\.|\.\.(?!\d)|;\.|: ;|\band and\b|\bone (steps|points|hits|hexes|chits|shots)\b|\{|\}",
                line.words,
            ), line.words


# ---- what it says is so ----

SHOTS = re.compile(
    r"(?:Anti-Landing|Defensive|Offensive) Fire, (\S+) shots in all, (?:made (.+?))?(?:, troubled|, and|, only|\.| "
    r"hit nobody)"
)
SHOT = re.compile(
    r"(?:Fire|runway|wrecks)(?: out of [\w ]+)? at (\S+) in (\d{4}) was a (\d)(?: made (-?\d+))?: (.+)\.$"
)
MOVED = re.compile(r"(Japanese morale|Marine General Morale|\dnd Marines|\dth Marines) (rose|fell) from (\S+) to (\S+)")
COST = re.compile(r"^(?:It|This|That) (.+)\.$")


@every_game
def test_steps_told_to_be_lost_were_lost_and_the_lost_are_dead(name: str) -> None:
    units = game_of(name).state.units
    told = 0
    for line in lines(name):
        losses = [loss for fact in facts_in(name, line) for loss in fact.losses]
        for one in sentences(line):
            found = COST.match(one)
            if not found:
                continue
            hurt = re.match(r"cost (.+?)(?:$|, (?:was|finished|left|and (?:was|finished|left)))", found[1])
            for who, number in re.findall(r"(.+?) (\w+) steps?(?: each)?(?: and |, |$)", hurt[1]) if hurt else ():
                for unit in (word for word in re.split(r"[, ]+", who) if word in units):
                    each = [loss.steps for loss in losses if loss.unit == unit]
                    assert NUMBERS.index(number) in {sum(each), *each}, (
                        "several sentences of a line may tell of the same unit"
                    )
                    told += 1
            gone = re.search(r"(?:was the end of|finished off) (.+?)(?:, and left|$)", found[1])
            for unit in (word for word in re.split(r"[, ]+", gone[1]) if word in units) if gone else ():
                assert any(loss.unit == unit and loss.eliminated for loss in losses), one
                told += 1
    assert told > 40


@every_game
def test_shots_are_counted_and_the_units_named_were_hit(name: str) -> None:
    shots = 0
    for line in lines(name):
        fired = [fact for fact in facts_in(name, line) if isinstance(fact, f.FireResolved)]
        hit = {fact.target for fact in fired if fact.hits}
        for one in sentences(line):
            several = SHOTS.match(one)
            if several and several[2]:
                units = [word for word in re.split(r"[, ]+", several[2]) if word in game_of(name).state.units]
                assert units
                assert set(units) <= hit, one
                shots += 1
            if single := SHOT.search(one):
                fact = next(x for x in fired if (x.target, x.hex, str(x.die)) == single.group(1, 2, 3))
                change = sum(term.amount for term in fact.terms)
                assert (single[4] or str(fact.die)) == str(fact.die + change)
                assert (count_of(fact.hits, "hit") in single[5]) == bool(fact.hits)
                assert (f"Pin {fact.pin}" in single[5]) == bool(fact.pin)
                assert ("asterisk" in single[5]) == fact.casualties
                shots += 1
    assert shots > 10


@every_game
def test_casualties_and_morale_stand_where_they_are_told_to(name: str) -> None:
    game, told = game_of(name), 0
    tracks = {
        "Japanese morale": "JGM",
        "Marine General Morale": "MGM",
        "2nd Marines": "2",
        "6th Marines": "6",
        "8th Marines": "8",
    }
    for line in lines(name):
        totals = [fact.total for fact in facts_in(name, line) if isinstance(fact, f.CasualtiesAdvanced)]
        for number in re.findall(
            r"(?:Casualties came to|count of casualties rose to|Casualties stood at) ([\d,]*\d)", line.words
        ):
            assert int(number.replace(",", "")) in totals
            told += 1
        moved = [fact.track for fact in facts_in(name, line) if isinstance(fact, f.MoraleMoved)]
        for who, how, before, after in MOVED.findall(line.words):
            mine = [track for track in moved if track.name == tracks[who]]
            levels = {
                (game.state.but(tracks={tracks[who]: box}).morale(tracks[who]))
                for track in mine
                for box in (track.was, track.now)
            }
            assert {int(before), int(after)} <= levels
            assert (int(after) > int(before)) == (how == "rose")
            told += 1
    assert told > 10


@every_game
def test_who_is_told_to_be_ashore_has_landed_there(name: str) -> None:
    landed = 0
    for line in lines(name):
        facts = {(fact.unit, fact.hex) for fact in facts_in(name, line) if isinstance(fact, f.Landed)}
        for one in sentences(line):
            if found := re.match(r"(?:Ashore came|On the beach stood|Onto dry land came) ([^;]+)", one):
                for names, hex in re.findall(r"(.+?) in (\d{4})", found[1]):
                    for unit in (word for word in re.split(r"[, ]+", names) if word in game_of(name).state.units):
                        assert (unit, hex) in facts, one
                        landed += 1
    assert landed > 5 or name == "random"


def test_assaults_are_told_with_their_dice_and_clear_what_they_cleared() -> None:
    told = 0
    for line in lines("considered"):
        resolved = [fact for fact in facts_in("considered", line) if isinstance(fact, f.AssaultResolved)]
        for fact in resolved:
            total = fact.die + sum(term.amount for term in fact.terms)
            opened = f"The die was a {fact.die}" + (f", {total} with" if fact.terms else "")
            ended = f"{fact.target} was cleared" if fact.cleared else f"{fact.target} held out"
            assert any(one.startswith(opened) and ended in one for one in sentences(line)), line.words
            told += 1
    assert told == sum(isinstance(entry.fact, f.AssaultResolved) for entry in stands("considered").values()) > 30


def test_each_turn_ends_with_what_it_cost_and_how_the_invasion_stands() -> None:
    game = game_of("considered")
    chapters = [
        (title, told) for title, told in shown("betio").chapters(game.seen_by("umpire")) if title.startswith("Turn")
    ]
    assert len(chapters) == game.state.turn
    for number, (_, told) in enumerate(chapters, 1):
        [said] = [line.words for line in told if line.words.startswith("The turn of")]
        version = max(
            entry.version for entry in stands("considered").values() if entry.moment.key.startswith(f"{number:02}.")
        )
        after = states("considered")[version]
        lost = [
            loss
            for entry in stands("considered").values()
            if entry.moment.key.startswith(f"{number:02}.")
            for loss in entry.fact.losses
        ]
        steps = sum(loss.steps for loss in lost if not game.state.units[loss.unit].is_vessel)
        assert f"cost the Marines {count_of(steps, 'step') if steps else 'not a step'}" in said
        assert all(loss.unit in said for loss in lost if loss.eliminated)
        assert f"casualties were {after.casualties:,}," in said
        left = sum(len(after.to_clear(area)) for area in after.areas)
        assert f"{count_of(left, 'hex', 'hexes')} to clear" in said
        held = sum(area.secured for area in after.areas.values())
        assert f"{NUMBERS[held] if held else 'none'} of ten areas secured" in said
