"""The story of D-Day at Tarawa says what the facts say: who landed where, which cards hit, what was left, and in which
order."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from domain.ddat import facts as ddat
from domain.ddat.charts import FireCard
from domain.ddat.victory import positions
from domain.kernel.entries import standing
from domain.kernel.facts import Drawn
from domain.kernel.game import Game
from projections.report.model import StoryLine
from projections.report.turning import all_marks, headline_of
from projections.shown import shown
from projections.stories.words import NUMBERS
from tests import shipped

TARAWA = ["first-waves", "two-days"]


def played(name: str) -> Game[Any]:
    return shipped.played("ddat", name)


@cache
def lines(name: str) -> tuple[StoryLine, ...]:
    return tuple(line for _, told in shown("ddat").chapters(played(name).seen_by("umpire")) for line in told)


def facts_of(name: str) -> dict[int, Any]:
    return {entry.version: entry.fact for entry in standing(played(name).entries)}


@pytest.mark.parametrize("name", TARAWA)
def test_the_steps_told_to_be_left_are_left(name: str) -> None:
    facts = facts_of(name)
    told = 0
    for line in lines(name):
        left = [
            (fact.unit, fact.left) for version in line.entries if isinstance(fact := facts.get(version), ddat.StepLost)
        ]
        for unit, words in re.findall(r"([A-Z0-9/]+) \((\w+) steps? left\)", line.words):
            assert (unit, NUMBERS.index(words)) in left, line.words
            told += 1
    assert told > 20


@pytest.mark.parametrize("name", TARAWA)
def test_a_card_of_close_combat_hits_when_it_shows_the_colour(name: str) -> None:
    facts, cards = facts_of(name), played(name).state.rows(FireCard)
    checked = 0
    for line in lines(name):
        began = next((facts[v] for v in line.entries if isinstance(facts.get(v), ddat.CombatBegan)), None)
        if began is None or "onscripts" in line.words or "naval blast" in line.words:
            continue
        for side in ("us", "jp"):
            drawn = [
                facts[v].item
                for v in line.entries
                if isinstance(facts.get(v), Drawn) and facts[v].name == f"{side}-card"
            ]
            hits = sum(cards[card].shows(began.colour) is not None for card in drawn)
            if len(drawn) == 1:
                assert f"card {drawn[0]}, a {'hit' if hits else 'miss'}" in line.words
                checked += 1
            elif drawn:
                told = re.search(
                    rf"cards {drawn[0]}, .*?{drawn[-1]}, (.*?)[,.]|cards {drawn[0]} and {drawn[-1]}, (.*?)[,.]",
                    line.words,
                )
                assert told
                how = next(group for group in told.groups() if group)
                assert {"all": len(drawn), "both": 2}.get(how.split()[0], hits) * ("miss" not in how) == hits, (
                    line.words
                )
                checked += 1
    assert checked > 4


@pytest.mark.parametrize("name", TARAWA)
def test_only_what_reached_the_beach_is_told_to_have_landed(name: str) -> None:
    for version, fact in facts_of(name).items():
        if isinstance(fact, ddat.Landed) and fact.units:
            line = next(line for line in lines(name) if version in line.entries and fact.hex in line.words)
            said = next(words for words in re.split(r"(?<=\.) ", line.words) if fact.hex in words)
            assert ("landed" in said) == (fact.location not in ("water", "reef")), said


def test_a_drift_that_carries_nobody_off_is_not_told() -> None:
    """PR turns a load only in Red 2 (5.12): a tank that draws it off Red 1 runs straight in."""
    facts = facts_of("first-waves")
    pivots = [version for version, fact in facts.items() if isinstance(fact, ddat.Drifted) and fact.result == "PR"]
    assert pivots
    assert not any(version in line.entries for version in pivots for line in lines("first-waves"))
    assert any("onto the second arrow" in line.words for line in lines("two-days"))


def test_what_no_hex_can_hold_goes_after_the_close_combat_it_fought() -> None:
    facts = facts_of("two-days")
    removed = next(
        version for version, fact in facts.items() if isinstance(fact, ddat.UnitsRemoved) and fact.cause == "stacking"
    )
    told = [
        n
        for n, line in enumerate(lines("two-days"))
        if facts[removed].units[0] in line.words and "close combat" in line.words.lower()
    ]
    at = next(n for n, line in enumerate(lines("two-days")) if removed in line.entries)
    assert told
    assert told[0] < at


def test_each_fire_card_is_told_by_itself_at_night() -> None:
    night = next(
        told for title, told in shown("ddat").chapters(played("two-days").seen_by("umpire")) if title == "Turn 16"
    )
    assert sum("fire card" in line.words.lower() for line in night) == 2
    assert any(line.words.startswith("Night fell.") for line in night)


@pytest.mark.parametrize("name", TARAWA)
def test_it_is_told_in_the_past_and_in_no_code(name: str) -> None:
    for line in lines(name):
        if line.kind == "story":
            assert not re.search(
                r"\b(recover|inland1|inland2|MR|FL|1R|1L|PR|WAS)\b|-with-|\bnone are\b|zone ”", line.words
            ), line.words
            assert line.words[0].isupper() or line.words[0].isdigit() or line.words[0] in "“…", line.words


def test_the_result_agrees_in_number() -> None:
    assert [positions(count) for count in (0, 1, 9)] == ["no position is", "1 position is", "9 positions are"]
    assert [lines(name)[-1].words.partition(":")[0] for name in TARAWA] == ["The Japanese win"] * 2
    assert lines("two-days")[-1].words.startswith("The Japanese win: no zone is wholly secured, 17 positions in all")


def test_a_turn_that_cost_no_step_is_headed_by_those_who_were_beaten() -> None:
    """DDaT 8.33: given turn 16 of Two Days in Hell, in which no Marine fell and D14 was beaten, then that is its
    headline."""
    view = played("two-days").seen_by("umpire")
    entries = [entry for entry in standing(view.entries) if "turn 16" in entry.moment.path]
    assert headline_of(view, all_marks(view), entries) == "The Japanese in D14 are beaten"
