"""Stats over games: every number worked out again from the facts, by loops of this file's own."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.statistics import counting_of
from domain.kernel.entries import UMPIRE, Entry
from domain.kernel.facts import BranchedFrom, GameEnded, Rolled, TakenBack
from domain.kernel.game import Game
from domain.record.codec import PASSED_OVER
from domain.record.diary import Diary
from projections.report.cards import lucks
from projections.report.stats import GameSums, counting, game_in_numbers, stats
from replays.interchange import read_file
from tests.projections.stepped import steps
from tests.shipped import played

ROOT = Path(__file__).parents[2]
WHOLE = (
    ("iwo", "first-landing"),
    ("iwo", "guns-and-tanks"),
    ("iwo", "flag-on-the-crater"),
    ("ddat", "first-waves"),
    ("ddat", "two-days"),
)
OTHER = {"us": "jp", "jp": "us"}


def stands(game: Game[Any]) -> list[Entry]:
    kept: list[Entry] = []
    for entry in game.entries:
        if isinstance(entry.fact, TakenBack):
            kept = [one for one in kept if one.version <= entry.fact.to]
        else:
            kept.append(entry)
    return kept


def player(game: Game[Any], side: str) -> str:
    """Who played a side; "" for nobody, where the other side was somebody's."""
    assert game.began is not None
    named = game.began.players
    return named.get(side, "") or ("" if any(named.values()) else f"nobody named ({game.rules.sides[side]})")


def counted(game: Game[Any], side: str) -> dict[str, Any]:
    """What one game adds to the row of the player of one side."""
    facts = [entry.fact for entry in stands(game)]
    ends = [fact for fact in facts if isinstance(fact, GameEnded)]
    rolls = [fact for fact in facts if isinstance(fact, Rolled) and fact.side == side]
    shots = [fact.fire for fact in facts if fact.fire and fact.fire.side == side and fact.fire.expected]
    losses = [loss for fact in facts for loss in fact.losses]
    return {
        "games": 1,
        "won": sum(end.winner == side for end in ends),
        "lost": sum(end.winner == OTHER[side] for end in ends),
        "drawn": sum(end.winner == "" and not end.disputed for end in ends),
        "disputed": sum(end.disputed for end in ends),
        "unfinished": int(not ends),
        "steps_lost": sum(steps(game.rules.code, loss) for loss in losses if loss.side == side),
        "steps_inflicted": sum(steps(game.rules.code, loss) for loss in losses if loss.side == OTHER[side]),
        "points": sum(award.amount for fact in facts for award in fact.points if award.side == side),
        "dice": sum(len(roll.dice) for roll in rolls),
        "pips": sum(sum(roll.dice) for roll in rolls),
        "shots": len(shots),
        "hits": sum(shot.hits for shot in shots),
        "hits_expected": sum((Fraction(shot.expected) for shot in shots), Fraction(0)),
    }


@pytest.mark.parametrize(("system", "name"), [("iwo", "two-telephones"), ("ddat", "first-waves"), ("reef", "red-two")])
def test_facts_that_are_passed_over_count_for_nothing(system: str, name: str, tmp_path: Path) -> None:
    """Given a whole game in a diary, then its numbers are those that are summed up from all of its facts."""
    received = read_file(ROOT / "replays" / system / f"{name}.jsonl")
    with Diary(tmp_path / "d.db") as diary:
        diary.receive(received.game_id, name, system, received.sealed)
        (line,) = diary.games()
        game = diary.open(line.id).seen_by(UMPIRE)
        wanted = GameSums(game).wanted
        passed = sum(entry.fact is PASSED_OVER for entry, *_ in diary.read_through(line.id, wanted))
        assert passed > line.entries / 3
        assert counting_of(diary, line, None).came_to == game_in_numbers(game)


def test_stats_are_what_the_facts_of_all_games_say() -> None:
    """Given all whole games, then each player's row in each system is the sum of what was his in them."""
    games = [played(system, name) for system, name in WHOLE]
    expected: dict[tuple[str, str], dict[str, Any]] = {}
    for game in games:
        for side in filter(lambda side: player(game, side), game.rules.sides):
            row = expected.setdefault((player(game, side), game.rules.code), {})
            for what, amount in counted(game, side).items():
                row[what] = row.get(what, 0) + amount
    found = {(tally.player, tally.system): tally for tally in stats(map(counting, games))}
    assert list(found) == sorted(expected, key=lambda key: (key[0].casefold(), key[1]))
    for key, row in expected.items():
        assert {what: getattr(found[key], what) for what in row} == row, key
        assert found[key].pips_expected == Fraction(7, 2) * row["dice"]
        shown = found[key].row()
        assert shown["dice_mean"] == (round(row["pips"] / row["dice"], 3) if row["dice"] else None)
        assert shown["hits_expected"] == round(float(row["hits_expected"]), 3)
        assert row["won"] + row["lost"] + row["drawn"] + row["disputed"] + row["unfinished"] == row["games"]


@pytest.mark.parametrize(
    ("players", "hours"), [({"us": "Ann", "jp": "Bob"}, [2, 2]), ({"us": "Ann", "jp": "Ann"}, [2])]
)
def test_time_is_that_at_the_table(players: dict[str, str], hours: list[int]) -> None:
    """Given a game of two hours, then each player sat there for two hours, and so did one who played both sides."""
    whole = played("iwo", "guns-and-tanks")
    assert whole.began is not None
    game = Game(whole.rules, "copy")
    began = whole.began.model_copy(update={"players": players})
    game.entries = [
        entry._replace(time=f"2026-05-01T{18 + entry.version // 30}:{entry.version % 30 * 2:02}:00Z")
        for entry in whole.entries[:61]
    ]
    game.entries[0] = game.entries[0]._replace(fact=began)
    game.began = began
    assert [tally.time for tally in stats([counting(game)])] == [timedelta(hours=hour) for hour in hours]


@pytest.mark.parametrize("branch_first", [False, True])
def test_what_a_branch_shares_counts_once(branch_first: bool) -> None:
    """Given a game and two branches of it, in any order, then the entries they share count in one of them only."""
    whole = played("iwo", "guns-and-tanks")
    cut = next(entry.version for entry in whole.entries if entry.version >= 300 and entry.ends)

    def branch(id: str, at: int) -> Game[Any]:
        made = Game(whole.rules, id)
        branched = Entry(0, 0, BranchedFrom(game=whole.id, at=at, head="ab"), ends=True)
        made.entries, made.began = [branched, *(entry for entry in whole.entries if entry.version <= at)], whole.began
        return made

    games = [whole, branch("one", cut), branch("two", 100)]
    alone, together = stats([counting(whole)]), stats(map(counting, games[::-1] if branch_first else games))
    assert [tally.games for tally in together] == [3, 3]
    for what in ("dice", "pips", "shots", "hits", "steps_lost", "steps_inflicted", "points"):
        assert [getattr(tally, what) for tally in together] == [getattr(tally, what) for tally in alone], what


def test_the_luck_of_cards_is_that_of_the_report() -> None:
    """Given a game of cards, then each player's are as many as were measured, and so much better or worse for him."""
    whole = played("ddat", "first-waves")
    (tally,) = stats([counting(whole)])
    mine = [one for one in lucks(whole) if one.side == "us"]
    better = sum(((1 if one.more else -1) * (one.tally.shown - one.tally.expected) for one in mine), Fraction(0))
    assert (tally.cards, tally.cards_luck) == (len(mine), better)
    assert tally.row()["cards_luck"] == round(float(better), 2)
    assert {one.row()["cards_luck"] for one in stats([counting(played("iwo", "guns-and-tanks"))])} == {None}


def test_a_draw_is_neither_won_nor_lost() -> None:
    whole = played("iwo", "guns-and-tanks")
    game = Game(whole.rules, "copy")
    game.began = whole.began
    game.entries = [*whole.entries[:1], Entry(2, 2, GameEnded(winner="", why="nobody holds the crater"))]
    assert {(tally.won, tally.lost, tally.drawn, tally.unfinished) for tally in stats([counting(game)])} == {
        (0, 0, 1, 0)
    }
