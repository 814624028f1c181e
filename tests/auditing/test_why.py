"""Why: back to the dice and decisions, and no further than the record goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from auditing.why import Cause, why
from domain.games import SYSTEMS
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import Roll
from replays import diary_file, library
from tests import shipped
from tests.auditing.test_audit import PLAYED, first_landing, game_of, say
from tests.properties.player import RandomPlayer

KINDS = {"fact", "declaration", "answer", "value", "total", "chart", "reading", "modifier", "struck by"}


def words(cause: Cause) -> list[str]:
    return [cause.words, *(w for inner in cause.on for w in words(inner))]


def loss(game: Game[Any]) -> int:
    return next(e.version for e in game.entries if e.fact.TOPIC == "iwo.step-lost")


def test_a_step_loss_rests_on_fire_dice_decision_bonus_counter_and_landing() -> None:
    """IWO 11.1: given defensive fire from concealment, then its loss names each thing that made it."""
    game = game_of(*PLAYED)
    told = words(why(game, str(loss(game)), depth=1))
    assert told[0] == "4D-R23 4→3; 1 point to the Japanese side: step lost by 4D-R23 (23.2(1))"
    for expected in (
        "Japanese defensive fire on 4D-R23 in Green by INF1: 2 hits, damage 2 (surprise, +2 dice)",
        "+2 dice for surprise",
        "the Japanese side decides fire: INF1",
        "5 dice for INF1's fire at 4D-R23: 5 6 2 1 4",
        "units chart, INF1: side jp, type infantry, assault 3, mp 2, steps 2 (pack sample)",
        "us: land 4D-R23 Green",
    ):
        assert expected in told, expected


def test_a_cave_and_the_ground_are_terms_of_a_bombardment() -> None:
    game = game_of(*PLAYED)
    fired = next(e.version for e in game.entries if e.fact.fire is not None)
    told = words(why(game, f"fire:{fired}"))
    assert "-2 caves" in told
    assert any(w.startswith("areas chart, Green: ") for w in told)
    assert "7 dice for the bombardment of Green: 6 5 5 1 1 2 3" in told
    assert "2 caves found in Green" in told


def test_a_value_is_the_facts_that_set_it_the_last_first() -> None:
    game = game_of(*PLAYED)
    cause = why(game, "4D-R23.steps", depth=1)
    assert cause.words == "units.4D-R23.steps is 2"
    point = "1 point to the Japanese side: step lost by 4D-R23 (23.2(1))"
    assert [c.words for c in cause.on][:3] == [
        f"steps 3→2: 4D-R23 3→2; {point}",
        f"steps 4→3: 4D-R23 4→3; {point}",
        "steps 4: this is “t” with the pack “sample”",
    ]
    assert why(game, "vp_jp", at=loss(game) - 1).words == "vp_jp is 0"
    assert why(game, "kirikami_times").words == "kirikami_times is 0"


def test_a_total_is_the_sum_of_its_facts() -> None:
    game = first_landing()
    cause = why(game, "points:jp", depth=1)
    assert cause.words == "jp has 34 victory points"
    assert sum(int(c.words.split(":")[0]) for c in cause.on) == 34
    lost = why(game, "casualties:us", depth=1)
    assert sum(int(c.words.split(":")[0]) for c in lost.on) == int(lost.words.split()[2])


def test_a_reading_that_mattered_is_named_and_a_ruling_is_its_cause() -> None:
    """IWO 11.1.2, reading 12: given a retreat from no damage, then the reading under which it was allowed is a
    cause."""
    lines = (
        *PLAYED,
        "next us_assault kirikami=none",
        "assaults Green:4D-R23,4D-R24",
        "assault Green 11112222 retreat=none",
    )
    game = game_of(*lines)
    fired = max(e.version for e in game.entries if e.fact.TOPIC == "iwo.attack-resolved")
    assert any(cause.kind == "reading" and "R-12" in cause.words for cause in why(game, str(fired)).on)
    ruled = game_of('ruling R-12 allowed "agreed"', *lines)
    fired = max(e.version for e in ruled.entries if e.fact.TOPIC == "iwo.attack-resolved")
    assert any(w.startswith("ruling: R-12 is read as allowed") for w in words(why(ruled, str(fired))))


def test_a_row_is_the_one_that_was_read_and_not_what_it_was_corrected_to() -> None:
    """Given a row that was corrected later, then a fact rests on the row as it was when it happened, and a later one on
    the new row."""
    game = game_of(*PLAYED, "chart units INF1 assault=4", "chart units 4D-R25 mp=2")
    corrected = game.version - 1
    rows = [one for one in words(why(game, str(loss(game)))) if one.startswith("units chart, INF1")]
    assert rows == ["units chart, INF1: side jp, type infantry, assault 3, mp 2, steps 2 (pack sample)"]
    say(game, "land 4D-R25 Green fire=none")
    landed = next(e.version for e in reversed(game.entries) if e.fact.TOPIC == "iwo.unit-landed")
    assert {one.version for one in every(why(game, str(landed))) if one.words.startswith("units chart, 4D-R25")} == {
        corrected
    }


def every(cause: Cause) -> Iterator[Cause]:
    yield cause
    for inner in cause.on:
        yield from every(inner)


def longest(system: str) -> str:
    """The played game of a system with the most lines."""
    return max(library.played_games(system), key=lambda name: len(diary_file.shipped(system, name).lines))


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_rests_on_what_came_later(system: str) -> None:
    """Given a played game with rows read otherwise and a ruling at its end, then every cause of an entry stands before
    it."""
    game = first_landing() if system == "iwo" else shipped.played(system, longest(system))
    if system == "iwo":
        for line in ("chart units INF1 assault=9", "chart areas Green bdv=7", "ruling R-02 per-unit"):
            say(game, line)
    entries = standing(game.entries)
    for entry in entries[:: len(entries) // (46 if system == "iwo" else 20)]:
        later = [one for one in every(why(game, str(entry.version), depth=2)) if one.version > entry.version]
        assert not later, (entry.version, later)


@pytest.mark.parametrize("side", ["umpire", "us"])
def test_what_is_kept_for_the_next_question_is_brought_up_to_date(side: str) -> None:
    """Given a game that was asked about, when it goes on, is taken back and goes on otherwise, then each time it
    answers as one that is read anew."""
    game = game_of(*PLAYED[:5])

    def is_told_as_anew() -> None:
        anew: Game[Any] = Game(game.rules, game.id)
        anew.follow(game.entries)
        for what in ("4D-R23", "Green", *(str(entry.version) for entry in game.stands[-12:])):
            assert why(game, what, side=side) == why(anew, what, side=side), what

    is_told_as_anew()
    say(game, "land 4D-R23 Green")  # a question waits
    is_told_as_anew()
    say(game, "fire INF1 dice=56214")
    assert any(one.startswith("units chart, INF1") for one in words(why(game, str(loss(game)), side=side)))
    is_told_as_anew()
    asked = len(game.stands)
    game.follow(game.take_back(16, "cocked dice").entries)
    for line in (
        "bombard Green 1111111",
        "bombard Amber 4444",
        "land 4D-R24 Green",
        "fire INF1 dice=66666",
        "land 4D-R23 Green",
        "fire none",
    ):
        say(game, line)
    assert len(game.stands) > asked
    is_told_as_anew()


def test_what_was_taken_back_says_by_what() -> None:
    game = game_of(*PLAYED)
    struck = loss(game)
    game.follow(
        game.take_back(max(e.version for e in game.entries if e.ends and e.version < struck - 5), "cocked dice").entries
    )
    cause = why(game, str(struck))
    assert [c.kind for c in cause.on] == ["struck-by"]
    assert "cocked dice" in cause.on[0].words


@pytest.mark.parametrize(
    "what", ["9999", "0", "nobody", "INF1.colour", "points:4000", "points:9", "ledger:1", "tracks:jp", "points:nobody"]
)
def test_what_is_not_there_is_told(what: str) -> None:
    with pytest.raises(BadInput):
        why(game_of(*PLAYED), what)


@pytest.mark.parametrize("seed", [-1, 1, 102])
def test_every_standing_fact_has_a_why_that_ends_in_the_record(seed: int) -> None:
    """Given the played game and random ones, on paper and against the rules, then every tree ends in what is no fact's
    consequence."""
    if seed < 0:
        game = first_landing()
    else:
        player = RandomPlayer("iwo", "sample", seed, irregular=0.03 if seed > 99 else 0.0)
        for _ in player.play():
            pass
        game = player.game
    for entry in standing(game.entries)[::19]:
        cause = why(game, str(entry.version), depth=1)
        assert all(leaf.kind in KINDS for leaf in cause.leaves())
        if entry.of != entry.version:
            assert any(
                inner.kind == "declaration" or inner.words.startswith("the game begins") for inner in cause.on
            ), cause


@pytest.mark.parametrize("system", ["iwo", "iph", "betio", "reef"])
def test_dice_that_are_called_for_say_what_makes_them_up(system: str) -> None:
    """Given games at random, when dice are called for that are reckoned, then `why` lists the terms, or the sum they
    are rolled on."""
    player = RandomPlayer(system, "sample", 1)
    seen = set[str]()
    for _ in player.play():
        question = player.game.pending() if player.game.waits else None
        if isinstance(question, Roll) and (question.terms or question.name == "die"):
            asked = why(player.game, "")
            terms = [cause.words for cause in every(asked) if cause.kind == "modifier"]
            assert asked.words == question.words
            assert [f"{term.amount:+d} {term.why}" for term in question.terms] == terms[: len(question.terms)]
            seen |= {question.name} if terms else set()
        if len(seen) >= REASONED[system]:
            return
    raise AssertionError(f"only {sorted(seen)} had terms")


REASONED = {"iwo": 1, "iph": 3, "betio": 2, "reef": 1}
"""Kinds of dice that have terms, of which so many come in a game at random."""


def test_dice_of_several_units_are_their_sum() -> None:
    """IWO 9.3.1: 7 dice are the 4 and the 3 of those that bombard."""
    game = game_of(PLAYED[0], "bombards Green:NAV1,AIR1", "bombard Green")
    assert [cause.words for cause in why(game, "").on][:2] == ["+4 NAV1", "+3 AIR1"]


def test_each_branch_stands_once_and_no_inner_name_is_shown() -> None:
    """Given a unit with a long history, then of what it rests on each entry is told once with its causes, and named
    where it comes again."""
    game = first_landing()
    once = why(game, "4D-R23").once()
    branches = [(c.version, c.words) for c in every(once) if c.on and c.version]
    assert len(branches) == len(set(branches))
    rows = [c.words for c in every(once) if c.kind == "chart"]
    assert len(rows) == len(set(rows))
    named = {int(n) for c in every(once) for n in re.findall(r"#(\d+)", c.words) if c.kind == "above"}
    assert named <= {c.version for c in every(once)}
    whole = {c.version for c in every(why(game, "4D-R23"))}
    assert {c.version for c in every(once)} == whole
    assert not [c.words for c in every(once) if "iwo." in c.words]
    assert any(c.words == "fired no→yes" for c in once.on)


@pytest.mark.parametrize("what", ["VP", "vp", "Points"])
def test_points_of_all_sides_are_asked_for_in_any_case(what: str) -> None:
    game = first_landing()
    assert [total.words for total in why(game, what, depth=1).on] == [
        "us has 12 victory points",
        "jp has 34 victory points",
    ]


def test_a_hex_is_told_of_by_its_number() -> None:
    """Given a hex that is no entry's number, then its row and what named it are told; where it is one too, `hex` says
    which is meant."""
    game = shipped.played("iph", "halei-wa")
    told = words(why(game, "1631"))
    assert told[0].startswith("hexes.1631 is control jp")
    assert "hexes chart, 1631: terrain clear, coastal yes" in told
    assert words(why(game, "hex 1631")) == told
    assert why(game_of(*PLAYED), "Green").words.endswith("; 4D-R23, 4D-R24, INF1, MAR1 there")
    assert "MAR1" not in why(game_of(*PLAYED), "Green", side="us").words
    assert (
        why(game, "2226").words == "2226: no unit is known there; nothing recorded names it, and no chart here has it"
    )
    assert why(game, "#7").version == why(game, "7").version == 7
    with pytest.raises(BadInput, match="entries 1 to"):
        why(game, "#1631")


def test_a_side_is_told_no_more_than_it_may_see() -> None:
    """Digest 4: given losses in secret, then the US player's why holds nothing of them, nor of the setup."""
    game = game_of(*PLAYED)
    for entry in game.entries:
        for text in words(why(game, str(entry.version), side="us", depth=3)):
            assert "MAR1" not in text, (entry, text)
            assert "concealed in Green: INF1" not in text
    assert any(
        "concealed in Green: INF1 now 1" in text
        for e in game.entries
        for text in words(why(game, str(e.version), side="jp"))
    )
    assert not isinstance(game.entries[-1].fact, TakenBack)
