"""Facts that name a side say it with the names of the rules; a class that words such a fact anew words it so too."""

from __future__ import annotations

import pytest

from domain.games import SYSTEMS, load
from domain.kernel.facts import Conceded, Fact, GameBegan, GameEnded, Points, TakenBack
from domain.kernel.telling import told
from domain.wargame.war_facts import ControlChanged

SIDES = {"us": "US", "jp": "Japanese"}


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (GameEnded(winner="jp", why="18 points"), "the game ends: the Japanese side wins, 18 points"),
        (Conceded(side="us", why="late"), "the US side conceded: late"),
        (ControlChanged(place="Quarry", to="jp"), "the Japanese side takes Quarry"),
        (TakenBack(to=4, by="us", why="a slip"), "taken back to entry 4 by the US side: a slip"),
        (GameBegan(system="iwo", title="t", players={"us": "Ann"}), "this is “t”, played by Ann (US)"),
        (
            Conceded(side="us", points=(Points(side="jp", amount=2),)),
            "the US side conceded; 2 points to the Japanese side",
        ),
    ],
)
def test_sides_are_told_by_their_names(fact: Fact, words: str) -> None:
    assert told(fact, SIDES) == words


def test_a_winner_whom_nobody_plays_is_told_by_who_loses() -> None:
    assert GameEnded(winner="jp", why="so").named({"us": "Marine"}) == "the game ends: the Marine side loses, so"


@pytest.mark.parametrize("code", SYSTEMS)
def test_a_class_that_has_its_own_sentence_is_not_told_by_that_of_another(code: str) -> None:
    """Given the facts of a game, then none has a sentence of its own and another class's words for players: it defines
    `named` in place of `sentence` or beside it."""
    for kind in load(code).play.topics.values():
        [says, named] = [
            next(at for at, base in enumerate(kind.__mro__) if name in vars(base)) for name in ("sentence", "named")
        ]
        assert kind.named is Fact.named or named <= says, kind.__name__
