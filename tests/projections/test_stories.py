"""The story of a game: what it tells is what stands, all of it once, and nothing that a side may not know."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import pytest

from domain.games import SYSTEMS
from domain.iwo import facts as f
from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Conceded, Declared, Fact, GameEnded, Noted, TakenBack
from domain.kernel.game import Game
from projections.iwo.story.sorting import QUIET
from projections.report.model import StoryLine
from projections.shown import shown
from projections.stories import LONGEST, SILENT, Told
from projections.stories.words import count_of, names, opening, sentence
from replays import library
from tests.projections.spelt import spelt_out
from tests.shipped import played

GAMES = [(system, name) for system in SYSTEMS for name in library.played_games(system)]
SIDES = [(system, name, side) for system, name in GAMES for side in ("umpire", "us", "jp")]


@cache
def chapters(system: str, name: str, side: str) -> Told:
    return shown(system).chapters(played(system, name).seen_by(side))


@cache
def lines(system: str, name: str, side: str = "umpire") -> tuple[StoryLine, ...]:
    return tuple(line for _, told in chapters(system, name, side) for line in told)


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_every_entry_told_exists_and_stands(system: str, name: str) -> None:
    game = played(system, name)
    stands = {entry.version for entry in standing(game.entries)} | {
        e.version for e in game.entries if isinstance(e.fact, TakenBack)
    }
    assert all(set(line.entries) <= stands for line in lines(system, name))
    assert any(line.entries for line in lines(system, name))


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_every_loss_that_a_side_saw_is_told_once(system: str, name: str, side: str) -> None:
    lost = {entry.version for entry in seen(standing(played(system, name).entries), side) if entry.fact.losses}
    told = Counter(version for line in lines(system, name, side) for version in line.entries)
    assert {version: told[version] for version in lost} == dict.fromkeys(lost, 1)


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_a_unit_that_is_lost_is_named_by_the_line_that_tells_it(system: str, name: str) -> None:
    facts = {entry.version: entry.fact for entry in standing(played(system, name).entries)}
    for line in lines(system, name):
        for version in line.entries:
            for loss in facts[version].losses if version in facts else ():
                assert called(system, loss.unit) in spelt_out(line.words).lower() or " more" in line.words, (loss, line)


def called(system: str, unit: str) -> str:
    """A unit as a story names it: in Blood Reef its pieces have no names, and are told by their kind."""
    return unit.rpartition(":")[2].replace("armor-", "armor ").lower() if system == "reef" else unit.lower()


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_it_reads_well(system: str, name: str, side: str) -> None:
    for _, told in chapters(system, name, side):
        for before, line in zip((None, *told), told, strict=False):
            if line.kind != "story":
                continue
            assert len(line.words) <= LONGEST
            assert before is None or opening(before.words) != opening(line.words)
            assert line.words[-1] in ".…!”"
            assert not re.search(r"\b(IWO|DDaT|IPH|EV) \d|\(\d+\.\d", re.sub("“[^”]*”", "", line.words)), line.words
            assert not re.search(
                r"  | ,|(?<!\d)\.\.|\.\.(?!\d)|;\.|: ;|\band and\b|\bone (steps|cards|dice|hits)\b|\{|\}", line.words
            ), line.words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("it is dark", "It is dark."),
        ("who fires?", "Who fires?"),
        ("“they will run.”", "“they will run.”"),
        ('"they will run."', '"they will run."'),
        ('he says "run"', 'He says "run".'),
    ],
)
def test_a_sentence_has_one_end(words: str, said: str) -> None:
    assert sentence(words) == said


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_notes_stand_verbatim_in_their_order(system: str, name: str) -> None:
    noted = [entry.fact.text for entry in standing(played(system, name).entries) if isinstance(entry.fact, Noted)]
    assert [line.words for line in lines(system, name) if line.kind == "note"] == noted


@pytest.mark.parametrize(("system", "name", "side"), SIDES)
def test_a_side_is_told_what_it_saw_and_nothing_else(system: str, name: str, side: str) -> None:
    """The story of the whole record for a side is the story of the record that only holds what that side saw."""
    game = played(system, name)
    saw: Game[Any] = Game(game.rules)
    saw.follow(seen(game.entries, side))
    assert chapters(system, name, side) == shown(system).chapters(saw.seen_by(side))


def test_secret_losses_are_the_japanese_players_alone() -> None:
    game = played("iwo", "guns-and-tanks")
    secret = [entry for entry in standing(game.entries) if entry.fact.secret == "jp" and entry.fact.losses]
    assert secret
    first = secret[0]
    units = [loss.unit for loss in first.fact.losses]
    mine, theirs = (
        next(line for line in lines("iwo", "guns-and-tanks", side) if first.version in line.entries)
        for side in ("jp", "us")
    )
    assert all(unit in mine.words for unit in units)
    assert not any(unit in theirs.words for unit in units)


@pytest.mark.parametrize(("system", "name"), GAMES)
def test_no_story_tells_of_a_slip(system: str, name: str) -> None:
    """Given a played game, then a take-back is told where somebody said why, and in those words alone."""
    reasons = [entry.fact.why for entry in played(system, name).entries if isinstance(entry.fact, TakenBack)]
    told = [line.words for line in lines(system, name) if line.kind == "taken-back"]
    assert told == [sentence(why) for why in reasons if why]


def test_a_take_back_with_a_reason_is_a_note_in_the_margin() -> None:
    """Given a slip and a take-back with a reason after the last entry, then the reason alone is told."""
    game = copy(played("iwo", "first-landing"))
    game.entries = game.entries[:400]
    at = game.entries[-1]
    later = [
        at._replace(version=401, of=401, fact=Noted(text="typed wrong")),
        at._replace(version=402, of=402, fact=TakenBack(to=400)),
        at._replace(version=403, of=403, fact=Noted(text="a unit forgotten")),
        at._replace(version=404, of=404, fact=TakenBack(to=400, why="the tide was forgotten")),
    ]
    saw: Game[Any] = Game(game.rules)
    saw.follow([*game.entries, *later])
    told = [line for _, some in shown("iwo").chapters(saw.seen_by("umpire")) for line in some]
    assert [(line.kind, line.words) for line in told if set(line.entries) & {401, 402, 403, 404}] == [
        ("taken-back", "The tide was forgotten.")
    ]


@pytest.mark.parametrize("name", library.played_games("iwo"))
def test_the_points_told_are_the_points_of_the_game(name: str) -> None:
    game = played("iwo", name)
    scored = Counter(dict.fromkeys(("us", "jp"), 0))
    for entry in standing(game.entries):
        for point in entry.fact.points:
            scored[point.side] += point.amount
    assert scored == {"us": game.state.vp_us, "jp": game.state.vp_jp}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_plain_story_serves_every_game(system: str) -> None:
    name = library.played_games(system)[0]
    game = played(system, name)
    told = [line for _, some in shown("unknown").chapters(game.seen_by("umpire")) for line in some]
    assert {version for line in told for version in line.entries} >= {
        e.version for e in standing(game.entries) if e.fact.losses
    }
    assert json.dumps([line.words for line in told])


IWO = library.played_games("iwo")


def retold(name: str, upto: int, *last: Fact, change: Callable[[Entry], Entry | None] = lambda entry: entry) -> str:
    """The last line of the story of a game of Iwo Jima up to an entry, some entries changed or left out, and with these
    facts at its end."""
    game = played("iwo", name)
    kept = [new for entry in game.entries[:upto] if (new := change(entry))]
    kept += [kept[-1]._replace(version=upto + n, of=upto + n, fact=fact) for n, fact in enumerate(last, start=1)]
    saw: Game[Any] = Game(game.rules)
    saw.follow(kept)
    return shown("iwo").chapters(saw.seen_by("umpire"))[-1][1][-1].words


@pytest.mark.parametrize("name", IWO)
def test_all_that_can_be_told_of_iwo_jima_is_told(name: str) -> None:
    told = {version for line in lines("iwo", name) for version in line.entries}
    silent = (*SILENT, *QUIET, f.BombardmentsDeclared, f.AssaultsDeclared)
    assert [
        e for e in standing(played("iwo", name).entries) if e.version not in told and not isinstance(e.fact, silent)
    ] == []


@pytest.mark.parametrize("name", IWO)
def test_every_shot_is_told_with_who_fired_at_what_and_how_many_hits(name: str) -> None:
    game = played("iwo", name)
    areas = {code: card.name.removeprefix("The ") for code, card in game.state.charts["areas"].items()}
    facts = {entry.version: entry.fact for entry in game.entries}
    shots = [
        (line.words, fact)
        for line in lines("iwo", name)
        for version in line.entries
        if isinstance(fact := facts[version], f.FireResolved)
    ]
    assert len(shots) > 30
    for words, fact in shots:
        fire = fact.fire
        assert fire
        dice = count_of(len(fire.chance), "die", "dice") if fire.chance else "rockets"
        hits = "missed" if not fire.hits and fact.target else count_of(fire.hits, "hit")
        told = [
            one
            for one in re.split(r"(?<=[.!]) ", words)
            if names(fire.by) in one and dice in one.lower() and hits in one
        ]
        assert any((fact.target or areas[fact.area]) in one for one in told), (fact, words)


@pytest.mark.parametrize("name", IWO)
@pytest.mark.parametrize("side", ["umpire", "us", "jp"])
def test_iwo_jima_is_told_in_whole_sentences_and_the_games_own_terms(name: str, side: str) -> None:
    game = played("iwo", name)
    codes = {code for code, card in game.state.charts["areas"].items() if card.name != code and code not in card.name}
    for line in lines("iwo", name, side):
        if line.kind not in ("story", "result"):
            continue
        sentences = re.split(r"(?<=[.!]) ", line.words)
        assert all(one[0].isupper() or one[0].isdigit() for one in sentences), line.words
        assert not re.search(r"\w,? The |\((us|jp)\)|\bno dice\b|\bno for\b|\b(day|night)\b", line.words), line.words
        assert not codes & set(re.findall(r"\w+", line.words)), line.words
        assert len({tuple(one.split()[:3]) for one in sentences}) > len(sentences) / 2, line.words


def test_the_end_tells_what_the_last_turn_cost_and_both_scores() -> None:
    told = lines("iwo", "flag-on-the-crater")
    assert told[-1].words == "The Japanese win with 40 victory points to 9."
    assert "had lost two steps, the Japanese three steps that were seen" in told[-2].words


def test_what_comes_to_light_after_a_landing_is_told_after_it() -> None:
    words = [line.words for line in lines("iwo", "flag-on-the-crater")]
    landed, found = (
        next(n for n, one in enumerate(words) if what in one)
        for what in ("pushed on to Funami Dai", "TK2 at Funami Dai")
    )
    assert landed < found


def test_what_nobody_answered_as_the_phase_ends_was_not_announced() -> None:
    """IWO 17.2(1): given an announced move that nobody made, and an allowance that was left as the phase ended, then
    each is told as what it was."""
    words = [line.words for line in lines("iwo", "first-landing")]
    announced = sum(one.count("A concealed move was announced, but nobody made it.") for one in words)
    left = sum(one.count("Nobody used what was left of the movement allowance.") for one in words)
    game = played("iwo", "first-landing")
    said = {e.version for e in standing(game.entries) if isinstance(e.fact, Declared) and e.fact.verb == "sneak"}
    idle = [e.of in said for e in standing(game.entries) if isinstance(e.fact, f.ConcealedMoves) and not e.fact.moves]
    assert (announced, left) == (sum(idle), len(idle) - sum(idle))
    assert announced
    assert left


def test_a_unit_that_leaves_its_hiding_place_is_told_with_where_it_hid() -> None:
    words = " ".join(line.words for line in lines("iwo", "guns-and-tanks", "us"))
    assert "TK1 and MG1 came out of hiding at the Isthmus and moved to Green Beach." in words
    assert "hiding at Funami Dai" in next(one for one in words.split(". ") if "MG2" in one)


def test_a_unit_may_survive_the_kirikami_charge_it_begins() -> None:
    def survives(entry: Entry) -> Entry | None:
        if isinstance(entry.fact, f.StepLost) and entry.version == 83:
            [loss] = entry.fact.losses
            return entry._replace(fact=entry.fact.but(losses=(loss.but(left=1, eliminated=False),)))
        return None if entry.version == 84 else entry

    assert "gave its last step for a Kirikami charge" in retold("guns-and-tanks", 86)
    alive = retold("guns-and-tanks", 86, change=survives)
    assert alive.startswith("GUN1 gave a step for a Kirikami charge")


def test_rare_facts_have_words_of_their_own() -> None:
    barred = f.RetreatBarred(unit="4D-R23", area="Isthmus")
    kept_out = f.RecoveryBarred(unit="4D-R26", area="Green")
    crowded = f.UnitOverstacked(unit="4D-R25", area="Green")
    shown = f.UnitRevealed(unit="INF6", area="Saddle", steps=2, cause="by-choice")
    assert retold("guns-and-tanks", 55, barred, crowded) == (
        "4D-R23 could not fall back to the Isthmus: something was hiding there. 4D-R25 found no room at Green "
        "Beach and was removed from play."
    )
    assert (
        retold("guns-and-tanks", 55, kept_out)
        == "4D-R26 could not come back at Green Beach: something was hiding there."
    )
    assert retold("guns-and-tanks", 55, shown) == "The Japanese chose to show INF6 at Saddle Hill."


def test_a_side_that_concedes_is_named() -> None:
    lost = (Conceded(side="jp", why="the last train"), GameEnded(winner="us", by="concession", why="jp concedes"))
    assert retold("guns-and-tanks", 55, *lost) == "The Americans win: the Japanese side concedes."
    assert retold("guns-and-tanks", 55, lost[0]) == "The Japanese side conceded: the last train."


def test_who_crept_and_came_to_light_is_told_once_after_who_hid_before() -> None:
    """IWO 17.2: given a phase in which ART1 hides, then INF2 creeps and comes to light, when it is told, then in that
    order, each once."""
    told = next(
        line.words for line in lines("iwo", "guns-and-tanks") if "INF2 suddenly stood in the open" in line.words
    )
    assert told.index("ART1 went back into hiding") < told.index("INF2 suddenly stood in the open")
    assert "shifted INF2" not in told
