"""What is offered stands against no rule; and no game of Iwo Jima hangs on the words in which it is told."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from auditing.audit import AGREES, IRREGULAR, audit
from domain.iwo import facts
from domain.kernel.facts import same
from domain.kernel.sequence import NEXT
from projections.shown import shown
from replays import diary_file, library
from tests.properties.player import RandomPlayer

OFFERS = 6
"""How many of a verb's offers are declared each time."""


@pytest.mark.parametrize("seed", [400, 401, 402, 403])
def test_what_is_offered_is_not_refused(seed: int) -> None:
    """Given a random game, in the record and on paper, when what is offered is declared, then no rule stands against
    it."""
    player, chance = RandomPlayer("iwo", "sample", seed), random.Random(seed)
    game, tried = player.game, set()
    for _ in player.play():
        if game.waits or game.state.result:
            continue
        for verb in game.rules.play.verbs.values():
            if verb.offers and verb.name != NEXT and (game.state.phase in verb.phases or not verb.phases):
                offers = list(verb.offers(game.state))
                for values in chance.sample(offers, min(OFFERS, len(offers))):
                    game.declare(verb.name, values)  # raises RuleBroken for what is against a rule
                    tried.add(verb.name)
    assert tried >= {
        "bombards",
        "bombard",
        "land",
        "move",
        "allowance",
        "sneak",
        "hide",
        "assaults",
        "assault",
        "weather",
        "third-division",
    }


WORDS = ("REVEALED", "ENDED", "REMOVED", "MODIFIERS", "POINTS")


@pytest.mark.parametrize("name", library.played_games("iwo"))
def test_other_words_change_no_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a played game, when all that is said of causes and points is said otherwise, then it is the same game, and
    told of the same entries."""
    diary = diary_file.shipped("iwo", name)
    before = diary_file.play(diary)
    told = [[line.entries for line in lines] for _, lines in shown("iwo").chapters(before.seen_by("umpire"))]
    for words in WORDS:
        said: Mapping[str, str] = getattr(facts, words)
        monkeypatch.setattr(facts, words, dict.fromkeys(said, "so to speak"))
    after = diary_file.play(diary)
    assert after.state.but(result=None) == before.state.but(result=None)
    assert all(same(one.fact, other.fact) for one, other in zip(before.entries, after.entries, strict=True))
    assert [[line.entries for line in lines] for _, lines in shown("iwo").chapters(after.seen_by("umpire"))] == told
    assert {finding.verdict for finding in audit(before)} <= {AGREES, IRREGULAR}
