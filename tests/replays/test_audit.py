"""The audit: what agrees, what was played against a rule or set by hand, what differs and what rests on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from domain.games import load
from domain.iwo import facts as f
from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact, GameBegan
from domain.kernel.game import Game
from domain.kernel.table import Table
from replays.audit import ADJUSTED, AGREES, DIFFERS, IRREGULAR, SEALED, UNDECIDABLE, Finding, audit
from replays.notation import speak, split
from tests import shipped
from tests.cli.conftest import SETUP
from tests.properties.player import RandomPlayer

PLAYED = (
    SETUP,
    "bombards Green:NAV1,AIR1 Amber:NAV2",
    "bombard Green 6551123",
    "  order INF1,MAR1",
    "bombard Amber 1234",
    "land 4D-R23 Green",
    "  fire INF1 dice=56214",
    "land 4D-R24 Green fire=none",
)


def first_landing() -> Game[Any]:
    return shipped.played("iwo", "first-landing")


def game_of(*lines: str, **began: Any) -> Game[Any]:
    pack = shipped.pack("iwo")
    game: Game[Any] = Game(load("iwo"))
    began = {"pack": pack.name, "charts": pack.charts, "complete": pack.complete, **began}
    game.follow(game.begin(GameBegan(system="iwo", title="t", **began)).entries)
    for text in lines:
        say(game, text)
    return game


def say(game: Game[Any], text: str) -> None:
    line = split(text, game.rules.sides)
    assert line is not None
    game.follow(speak(game, line).entries)


def notable(game: Game[Any]) -> list[Finding]:
    return [finding for finding in audit(game) if finding.verdict != AGREES]


def test_every_declaration_of_the_played_game_agrees() -> None:
    counts = Counter(finding.verdict for finding in audit(first_landing()))
    assert counts == {AGREES: 247}


@pytest.mark.parametrize("seed", [0, 1, 100, 107])
def test_random_games_agree_with_their_own_rules(seed: int) -> None:
    """Given random games, some against the rules, on paper and in the record, then nothing differs, and every irregularity is named."""
    player = RandomPlayer("iwo", "sample", seed, irregular=0.0 if seed < 100 else 0.03)
    for _ in player.play():
        pass
    findings = list(audit(player.game))
    assert not [finding for finding in findings if finding.verdict in (DIFFERS, UNDECIDABLE)]
    verdicts = {finding.verdict for finding in findings}
    assert verdicts == {AGREES} if seed < 100 else {IRREGULAR, ADJUSTED} <= verdicts


def test_a_game_under_way_is_audited_as_far_as_it_got() -> None:
    game = game_of(*PLAYED, "land 4D-R25 Green")
    assert game.waits is not None
    assert not notable(game)


def test_irregularities_and_values_set_by_hand_are_verdicts_of_their_own() -> None:
    game = game_of(*PLAYED, 'land 4D-TK Green fire=none !"we forgot"', 'adjust INF1 steps=2 "the counter shows two"')
    irregular, adjusted = notable(game)
    assert (irregular.verdict, irregular.rule) == (IRREGULAR, "IWO 10.3")
    assert irregular.why == "4D-TK can only land on a beach with a Beachhead (we forgot)"
    assert (adjusted.verdict, adjusted.why) == (ADJUSTED, "the counter shows two")
    assert "units.INF1.steps was 1, is 2" in adjusted.said


def mended(game: Game[Any], name: str, procedure: Any) -> Game[Any]:
    """The same record under rules in which one verb has been mended."""
    verbs = {**game.rules.verbs, name: replace(game.rules.verbs[name], procedure=procedure)}
    again: Game[Any] = Game(replace(game.rules, verbs=verbs))
    again.follow(game.entries)
    return again


def test_what_mended_rules_give_otherwise_differs_with_what_depends_on_it() -> None:
    """IWO 10.3: given rules under which landing costs 1 MP more, then each landing differs, once, and says what rests on it."""
    game = game_of(*PLAYED)
    old = game.rules.verbs["land"].procedure

    def land(table: Table[Any], **values: Any) -> None:
        record = table.record

        def dearer(fact: Fact) -> None:
            record(fact.but(cost=fact.cost + 1) if isinstance(fact, f.UnitLanded) else fact)

        table.record = dearer  # type: ignore[method-assign]
        old(table, **values)

    findings = notable(mended(game, "land", land))
    assert [(finding.said, finding.verdict, finding.rule) for finding in findings] == [
        ("us: land 4D-R23 Green", DIFFERS, "IWO 10.3"),
        ("us: land 4D-R24 Green", DIFFERS, "IWO 10.3"),
    ]
    assert findings[0].recorded[0] == "4D-R23 lands at Green for 2 MP [IWO 10.3]"
    assert findings[0].given[0] == "4D-R23 lands at Green for 3 MP [IWO 10.3]"
    assert not findings[1].depends


def test_a_declaration_the_rules_now_refuse_differs_and_names_what_rests_on_it() -> None:
    game = game_of(*PLAYED)
    old = game.rules.verbs["land"].procedure

    def land(table: Table[Any], **values: Any) -> None:
        table.require(values["unit"] != "4D-R23", "IWO 10.3", "it may not")
        old(table, **values)

    (finding,) = notable(mended(game, "land", land))
    assert (finding.verdict, finding.why, finding.rule) == (DIFFERS, "the rules refuse it: it may not", "IWO 10.3")
    assert finding.given == ()
    second = next(e.version for e in game.entries if getattr(e.fact, "verb", "") == "land" and e.fact.values["unit"] == "4D-R24")
    assert second in finding.depends  # it lands in the same area


def test_a_question_the_rules_now_ask_differs() -> None:
    game = game_of(*PLAYED, "next us_assault kirikami=none")
    old = game.rules.verbs["bombards"].procedure

    def bombards(table: Table[Any], **values: Any) -> None:
        from domain.kernel.questions import YesNo

        table.ask(YesNo(name="sure", by="us", rule="IWO 9", words="are you sure"))
        old(table, **values)

    (finding,) = notable(mended(game, "bombards", bombards))
    assert finding.verdict == DIFFERS
    assert "are you sure" in finding.why or "is not what the rules give" in finding.why


def test_a_row_nobody_has_read_out_leaves_it_undecidable() -> None:
    game = game_of(*PLAYED)
    rules = game.rules
    entries = [e._replace(fact=e.fact.but(charts={**e.fact.charts, "units": {k: v for k, v in e.fact.charts["units"].items() if k != "NAV2"}}))
               if isinstance(e.fact, GameBegan) else e for e in game.entries]  # fmt: skip
    again: Game[Any] = Game(rules)
    again.follow(entries)
    undecided = [finding for finding in notable(again) if finding.verdict == UNDECIDABLE]
    assert {finding.why for finding in undecided} == {"nobody has read out the units chart's row NAV2"}


def test_what_a_side_may_not_see_is_undecidable_to_it() -> None:
    game = game_of(*PLAYED)
    seen = notable(game.seen_by("us"))
    assert {finding.why for finding in seen} >= {"a secret in it is not open"}
    assert {finding.verdict for finding in seen} == {SEALED}
    assert not notable(game.seen_by("umpire"))


@pytest.mark.parametrize("seed", [100, 102, 106])
def test_an_honest_game_is_not_accused_by_what_is_sealed(seed: int) -> None:
    """Given a random game, when it is audited by what the US may see, then nothing differs, and what rests on secrets cannot be decided."""
    player = RandomPlayer("iwo", "sample", seed)
    for _ in islice(player.play(), 160):
        pass
    verdicts = Counter(finding.verdict for finding in audit(player.game.seen_by("us")))
    assert verdicts[SEALED] > 0
    assert not verdicts[DIFFERS] + verdicts[UNDECIDABLE]


def test_the_audit_writes_nothing_and_begins_where_it_is_told() -> None:
    game = game_of(*PLAYED)
    before = (list(game.entries), game.state, game.waits)
    last = max(e.of for e in game.entries if e.of != e.version)
    assert [finding.version for finding in audit(game, after=last - 1)] == [last]
    assert (list(game.entries), game.state, game.waits) == before
    with pytest.raises(BadInput):
        game.at(10_000)
