"""Non-interference: what one side hides makes no difference to anything the other side may see (digest 4, IWO 9.3.3(5),
17.2).

Given a random game and another that differs only in hidden things (where two units are that never came to light, a cave
nobody found, who lost steps unseen) and shares every public act, then the US player's entries, export, views, log and
screen are the same, commitments apart; and so is, byte by byte, the page of every moment for them and for spectators.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import SPECTATOR, UMPIRE, seen
from domain.kernel.facts import Decided, GameBegan
from domain.kernel.game import Game, Outcome
from projections.report.replay import replay_page
from tests.properties.player import RandomPlayer
from tests.properties.worlds import Curious, Watching, said_again

LENGTH = 160
SEEDS = range(300, 320, 8)
"""Even seeds are games whose record holds what is hidden."""


class CuriousOnIwo(Curious):
    stated = (
        "fire",
        "retreat",
        "row",
        "order",
        "units",
        "sneak",
        "caves",
        "withdraw",
        "ground",
        "marker",
        "kirikami",
        "where",
        "steps",
        "found",
        "marines",
        "entered",
        "alive",
        "barred",
        "survivors",
    )
    passed = ("fire", "kirikami", "sneak")
    place = "area"


class WatchingIwo(Watching):
    curious = CuriousOnIwo


def played(seed: int) -> list[Outcome]:
    player = RandomPlayer("iwo", "sample", seed)
    first = Outcome(tuple(player.game.entries))
    outcomes = [first]
    for outcome in player.play():
        outcomes.append(outcome)
        if len(outcomes) > LENGTH:
            break
    return outcomes


def other_setup(facts: list[Any]) -> tuple[dict[str, str], dict[str, str]] | None:
    """Places and caves that differ in nothing that came to light; None when everything did."""
    setup = next((fact for fact in facts if fact.TOPIC == "iwo.hidden-setup"), None)
    if setup is None:
        return None
    public = " ".join(fact.model_dump_json() for fact in facts if not fact.secret and not isinstance(fact, GameBegan))
    moved = " ".join(fact.model_dump_json() for fact in facts if fact.TOPIC == "iwo.concealed-moves")
    unseen = [unit for unit in setup.places if f'"{unit}"' not in public + moved]
    pair = next(((a, b) for a, b in combinations(unseen, 2) if setup.places[a] != setup.places[b]), None)
    places, caves = dict(setup.places), {area: str(n) for area, n in setup.caves.items()}
    if pair:
        a, b = pair
        places[a], places[b] = places[b], places[a]
    found = {fact.area for fact in facts if fact.TOPIC == "iwo.caves-revealed"}
    entered = {
        fact.area
        for fact in facts
        if fact.TOPIC in ("iwo.unit-landed", "iwo.unit-moved", "iwo.control-changed", "iwo.cave-collapsed")
    }
    quiet = [area for area in setup.caves if area not in found | entered and f'"{area}"' not in public]
    give = next((area for area in quiet if caves[area] == "2"), None)
    take = next((area for area in quiet if caves[area] == "1" and area != give), None)
    if give and take:
        caves[give], caves[take] = "1", "2"
    return (places, caves) if pair or (give and take) else None


def again(outcomes: list[Outcome], places: dict[str, str], caves: dict[str, str], seed: int) -> Iterator[Outcome]:
    """The same public acts, said with other secrets."""
    chance = random.Random(seed)
    game: Game[Any] = Game(RandomPlayer("iwo", "sample", 2).game.rules)
    for outcome in outcomes:
        first = outcome.entries[0].fact
        instead: Any = None
        if isinstance(first, Decided):
            instead = {"units": places, "caves": caves}.get(first.name)
            if first.name == "order":
                question = game.pending()
                assert question is not None
                instead = question.sample(chance)
        said = said_again(game, first, instead)
        game.follow(said.entries)
        yield said


def replayed(outcomes: list[Outcome], audience: str) -> str:
    """The page of every moment of a game, for an audience."""
    game: Game[Any] = Game(RandomPlayer("iwo", "sample", 2).game.rules)
    for outcome in outcomes:
        game.follow(outcome.entries)
    return replay_page(game.seen_by(audience))


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_things_make_no_difference_to_the_other_side(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played(seed)
    facts = [entry.fact for outcome in first for entry in outcome.entries]
    other = other_setup(facts)
    assert other is not None, "nothing stayed hidden in this game: choose another seed"
    second = list(again(first, *other, seed))
    assert [e.fact for o in second for e in o.entries] != facts
    shown = [
        [e._replace(time="") for e in seen([e for o in game for e in o.entries], "us")] for game in (first, second)
    ]
    assert shown[0] == shown[1]
    for audience, same in (("us", True), (SPECTATOR, True), (UMPIRE, False)):
        assert (replayed(first, audience) == replayed(second, audience)) is same
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP", raising=False)
    one = WatchingIwo().world(tmp_path / "one.db", first)
    two = WatchingIwo().world(tmp_path / "two.db", second, one.lines)
    assert not one.differs(two)
    assert one.log
