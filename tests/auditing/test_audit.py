"""The audit: what agrees, what was played against a rule or set by hand, what differs and what rests on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest

from auditing.audit import ADJUSTED, AGREES, CORRECTED, DIFFERS, IRREGULAR, SEALED, UNDECIDABLE, Finding, audit
from auditing.what_if import matters, said_anew, supposed
from domain.games import load
from domain.iwo import facts as f
from domain.kernel.entries import Entry
from domain.kernel.errors import BadInput
from domain.kernel.facts import ChartRead, Fact, Fire, Gain, GameBegan, Loss, Points, Track
from domain.kernel.game import Game
from domain.kernel.table import Table
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


@pytest.mark.parametrize("seed", [0, 1, 102, 107])
def test_random_games_agree_with_their_own_rules(seed: int) -> None:
    """Given random games, some against the rules, on paper and in the record, then nothing differs, and every
    irregularity is named."""
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
    verbs = {**game.rules.play.verbs, name: replace(game.rules.play.verbs[name], procedure=procedure)}
    again: Game[Any] = Game(replace(game.rules, play=replace(game.rules.play, verbs=verbs)))
    again.follow(game.entries)
    return again


def landing_as(game: Game[Any], otherwise: Callable[[f.UnitLanded], Fact]) -> Game[Any]:
    """The same record under rules that record a landing otherwise."""
    old, record = game.rules.play.verbs["land"].procedure, Table.record

    def recorded(table: Table[Any], fact: Fact) -> None:
        record(table, otherwise(fact) if isinstance(fact, f.UnitLanded) else fact)

    def land(table: Table[Any], **values: Any) -> None:
        with patch.object(Table, "record", recorded):
            old(table, **values)

    return mended(game, "land", land)


def test_what_mended_rules_give_otherwise_differs_with_what_depends_on_it() -> None:
    """IWO 10.3: given rules under which landing costs 1 MP more, then each landing differs, once, and says what rests
    on it."""
    findings = notable(landing_as(game_of(*PLAYED), lambda landed: landed.but(cost=landed.cost + 1)))
    assert [(finding.said, finding.verdict, finding.rule) for finding in findings] == [
        ("us: land 4D-R23 Green", DIFFERS, "IWO 10.3"),
        ("us: land 4D-R24 Green", DIFFERS, "IWO 10.3"),
    ]
    assert findings[0].recorded[0] == "4D-R23 lands at Green for 2 MP [IWO 10.3]"
    assert findings[0].given[0] == "4D-R23 lands at Green for 3 MP [IWO 10.3]"
    assert not findings[1].depends


def test_a_declaration_the_rules_now_refuse_differs_and_names_what_rests_on_it() -> None:
    game = game_of(*PLAYED)
    old = game.rules.play.verbs["land"].procedure

    def land(table: Table[Any], **values: Any) -> None:
        table.require(values["unit"] != "4D-R23", "IWO 10.3", "it may not")
        old(table, **values)

    (finding,) = notable(mended(game, "land", land))
    assert (finding.verdict, finding.why, finding.rule) == (DIFFERS, "the rules refuse it: it may not", "IWO 10.3")
    assert finding.given == ()
    second = next(
        e.version for e in game.entries if getattr(e.fact, "verb", "") == "land" and e.fact.values["unit"] == "4D-R24"
    )
    assert second in finding.depends  # it lands in the same area


def test_a_question_the_rules_now_ask_differs() -> None:
    game = game_of(*PLAYED, "next us_assault kirikami=none")
    old = game.rules.play.verbs["bombards"].procedure

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
    entries = [
        e._replace(
            fact=e.fact.but(
                charts={**e.fact.charts, "units": {k: v for k, v in e.fact.charts["units"].items() if k != "NAV2"}}
            )
        )
        if isinstance(e.fact, GameBegan)
        else e
        for e in game.entries
    ]
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
    """Given a random game, when it is audited by what the US may see, then nothing differs, and what rests on secrets
    cannot be decided."""
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


@pytest.mark.parametrize(
    ("more", "recorded", "given"),
    [
        (
            {"points": (Points(side="jp", amount=10, why="the Navy's boats (22.2.1)"),)},
            "no points",
            "10 points to the Japanese side: the Navy's boats (22.2.1)",
        ),
        ({"tracks": (Track(name="weather", was=1, now=2),)}, "no tracks", "weather from 1 to 2"),
        (
            {"losses": (Loss(side="us", unit="4D-R23", steps=1, cause="reef"),)},
            "no losses",
            "4D-R23 (US) loses 1 by reef",
        ),
        (
            {"gains": (Gain(side="us", unit="4D-R23", steps=1, cause="rest", now=4),)},
            "no gains",
            "4D-R23 (US) gets 1 back by rest, has 4",
        ),
        (
            {"fire": Fire(kind="naval-fire", side="us", by=("NAV1",), at="Green")},
            "no fire",
            "naval fire by NAV1 at Green",
        ),
    ],
)
def test_what_is_carried_is_said_where_the_sentences_are_the_same(
    more: dict[str, Any], recorded: str, given: str
) -> None:
    """IWO 10.3: given rules by which a landing brings something more, then the difference says what, and nothing that
    is no difference."""
    finding = notable(landing_as(game_of(*PLAYED), lambda landed: landed.but(**more)))[0]
    sentence = "4D-R23 lands at Green for 2 MP"
    assert (finding.recorded, finding.given) == (
        (f"{sentence}, {recorded} [IWO 10.3]",),
        (f"{sentence}, {given} [IWO 10.3]",),
    )


def test_facts_in_another_order_are_no_two_lines_alike() -> None:
    """Given rules that roll the dice of two bombardments the other way round, then no line stands on both sides of the
    difference."""
    game = game_of(*PLAYED, "land 4D-R25 Green fire=none")
    old = game.rules.play.verbs["land"].procedure

    def land(table: Table[Any], **values: Any) -> None:
        table.record(f.UnitLanded(rule="IWO 10.3", unit=values["unit"], area="Amber", cost=2))
        old(table, **values)

    for finding in notable(mended(game, "land", land)):
        assert finding.verdict == DIFFERS
        assert set(finding.recorded).isdisjoint(finding.given)


def otherwise(game: Game[Any], said: Sequence[Entry]) -> list[int]:
    """The declarations that come out otherwise by what was just said."""
    return sorted({one.version for found in matters(game, said_anew(game, said)) for one in found.otherwise})


@pytest.mark.parametrize(("field", "comes"), [("assault=2", "otherwise"), ("mp=3", "the same")])
def test_what_rests_on_a_corrected_row_is_named_and_compared(field: str, comes: str) -> None:
    """IWO 11.1.1: given a unit's row corrected after it fired, then its fire rests on it, and whether that comes out
    otherwise is said."""
    game = game_of(*PLAYED, f"chart units INF1 {field}")
    found = {finding.said: finding for finding in notable(game) if finding.verdict == CORRECTED}
    finding = found["us: land 4D-R23 Green"]
    assert "us: land 4D-R24 Green" not in found, "nobody fired"
    why = f"the units chart's row INF1, corrected in #{game.version - 1}: it comes out {comes} with it"
    dice = ": the rules refuse it: dice: 4 dice are rolled here, not 5 [IWO 11.1.1]"
    assert finding.why == why + dice * (comes == "otherwise")
    assert bool(finding.recorded) is (comes == "otherwise")
    assert otherwise(game, game.entries[-2:]) == [one.version for one in found.values() if one.recorded]


def test_what_is_irregular_may_rest_on_a_corrected_row_too() -> None:
    """IWO 10.3: given a landing against a rule, when its unit's row is corrected, then it stays irregular, and that is
    said beside it."""
    game = game_of(*PLAYED, 'land 4D-TK Green fire=none !"we forgot"', "chart units 4D-TK mp=5")
    (finding,) = [finding for finding in notable(game) if finding.verdict == IRREGULAR]
    assert finding.why.startswith(
        "4D-TK can only land on a beach with a Beachhead (we forgot); the units chart's row 4D-TK, corrected in "
    )


def test_a_row_read_out_as_it_was_or_before_it_was_needed_corrects_nothing() -> None:
    for game in (game_of(*PLAYED, "chart units INF1 steps=2"), game_of("chart units INF1 assault=4", PLAYED[0])):
        said = [entry for entry in game.entries if isinstance(entry.fact, ChartRead)]
        assert otherwise(game, said) == []
        assert {finding.verdict for finding in audit(game)} == {AGREES}


def test_a_ruling_names_what_comes_out_otherwise_by_it() -> None:
    """IWO 12, reading 12: given an assault with a retreat, when its reading is ruled otherwise, then it is named; the
    same ruling again names nothing."""
    whole = shipped.played("iwo", "flag-on-the-crater")
    game = whole.at(next(entry.version for entry in whole.entries if entry.version >= 843 and entry.ends))
    now = game.state.reading("R-12")
    other = next(choice for choice in game.rules.readings["R-12"].choices if choice != now)
    for choice, is_named in ((now, False), (other, True), (other, False)):
        before = len(game.entries)
        say(game, f"ruling R-12 {choice}")
        assert (833 in otherwise(game, game.entries[before:])) is is_named


def test_who_rests_on_a_row_tells_nothing_that_is_hidden() -> None:
    """Given a unit that took damage in secret, when its row is corrected, then the other side is not told that anything
    had read it."""
    game = game_of(*PLAYED[:4], "chart units INF1 steps=3")
    assert otherwise(game, game.entries[-2:])
    assert otherwise(game.seen_by("us"), game.entries[-2:]) == []


# ---- does it matter? ----


@pytest.mark.parametrize(
    ("system", "name", "words", "versions"),
    [
        ("iwo", "guns-and-tanks", "R-02=per-unit", [355, 361]),
        ("iwo", "guns-and-tanks", "R-13=each", [80]),
        ("iwo", "guns-and-tanks", "R-39=all", []),
        ("iwo", "first-landing", "R-12=refused", [167, 260, 1141]),
    ],
)
def test_what_comes_out_otherwise_by_another_reading(system: str, name: str, words: str, versions: list[int]) -> None:
    """Given a played game, when a reading is supposed to be another, then the declarations that it changes are named,
    with the question or the points that make the difference."""
    game = shipped.played(system, name)
    (found,) = matters(game, supposed(game, [words]))
    assert [one.version for one in found.otherwise] == versions
    assert all(one.why or one.was != one.would for one in found.otherwise)


def test_what_is_supposed_has_to_be_a_reading_or_a_row() -> None:
    game = shipped.played("iwo", "guns-and-tanks")
    for words, told in (
        ("R-99=x", "reading"),
        ("R-02=never", "per-unit"),
        ("R-02", "can be read as once, per-unit"),
        ("units TK1", "expected"),
        ("units TK1 colour=3", "colour"),
        ("castles TK1 assault=3", "chart"),
    ):
        with pytest.raises(BadInput, match=told):
            supposed(game, [words])
