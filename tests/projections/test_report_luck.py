"""The luck of a game and its charts: numbers worked out again from the facts, and small games with known answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isclose, sqrt
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.kernel.facts import Drawn, Fact, Fire, Gain, Loss, Points, Rolled, Track
from domain.kernel.game import Game
from domain.kernel.rules import Moment
from domain.kernel.table import Entry
from projections.report import charts, luck
from projections.report.model import Cell, Figure, Point, Series, Swing, Table
from projections.report.series import series, swings, turns
from replays import diary_file, library

PLAYED = [(system, name) for system in ("iwo", "ddat") for name in library.played_games(system)]
SIDES = {"us": "US", "jp": "Japanese"}


class Happened(Fact, topic="test.happened"):
    """A fact that only carries what every fact may carry."""

    words: str = "something happened"

    def sentence(self) -> str:
        return self.words


@cache
def played(system: str, name: str) -> Game[Any]:
    return diary_file.play(diary_file.read(library.played_game(system, name), name, lambda pack: library.pack(system, pack)))


def facts(game: Game[Any]) -> Iterator[tuple[int, Fact]]:
    """The played games take nothing back: every entry stands."""
    return ((entry.version, entry.fact) for entry in game.entries)


def record(*facts: Fact, of: int = 1) -> list[Entry]:
    return [Entry(at, of, fact, moment=Moment("01", ("turn 1", "Fire Phase"))) for at, fact in enumerate(facts, start=of + 1)]


def roll(*dice: int, side: str = "us", sides: int = 6) -> Rolled:
    return Rolled(name="dice", side=side, dice=dice, purpose="the dice", sides=sides)


def fired(*dice: int, hits: int, expected: str, side: str = "us") -> Happened:
    return Happened(words="fire", fire=Fire(kind="barrage", side=side, by=("A",), at="X", chance=dice, hits=hits, expected=expected))


def text(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


def behind(cell: Cell) -> tuple[int, ...]:
    assert isinstance(cell, Figure)
    return cell.entries


def rows(table: Table) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in table.rows]


# ---- the played games, counted again ----


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_dice_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then each side's dice, mean, deviation and interval come out the same when they are added up by hand."""
    game = played(system, name)
    table = luck.dice(game.entries, game.rules.sides)
    thrown: dict[str, list[int]] = {}
    at: dict[str, list[int]] = {}
    for version, fact in facts(game):
        if isinstance(fact, Rolled) and fact.dice:
            assert fact.sides == 6
            thrown.setdefault(game.rules.sides[fact.side], []).extend(fact.dice)
            at.setdefault(game.rules.sides[fact.side], []).append(version)
    assert {text(row[0]) for row in table.rows} == set(thrown)
    for side, _, count, mean, expected, off, interval in table.rows:
        dice = thrown[text(side)]
        wide = 1.959964 * sqrt(35 / 12 / len(dice))
        assert text(count) == str(len(dice))
        assert list(behind(count)) == at[text(side)]
        assert text(mean) == f"{sum(dice) / len(dice):.2f}"
        assert text(expected) == "3.50"
        assert isclose(float(text(off)), (sum(dice) - 3.5 * len(dice)) / sqrt(len(dice) * 35 / 12), abs_tol=0.0051)
        assert text(interval) == f"{3.5 - wide:.2f} to {3.5 + wide:.2f}"


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_hits_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then hits, expected hits and how they scatter are those of its dice: 5 and 6 hit, a rocket's die is its hits."""
    game = played(system, name)
    found: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
    rockets = 0
    for _, fact in facts(game):
        if isinstance(fact, Rolled) and fact.name == "rocket":
            rockets = len(fact.dice)
        if fact.fire and fact.fire.expected:
            fire, pool = fact.fire, len(fact.fire.chance)
            mean, variance = pool / 3 + 3.5 * rockets, pool * 2 / 9 + rockets * 35 / 12
            for kind in (fire.kind, "in all"):
                found.setdefault((game.rules.sides[fire.side], kind), []).append((fire.hits, mean, variance))
            rockets = 0
    table = luck.fire(game.entries, game.rules.sides)
    shown = {(text(row[0]), text(row[1])): row for row in table.rows}
    kinds: dict[str, int] = {}
    for side, kind in found:
        kinds[side] = kinds.get(side, 0) + (kind != "in all")
    assert set(shown) == {(side, kind) for side, kind in found if kind != "in all" or kinds[side] > 1}
    for key, row in shown.items():
        hits, mean, variance = (sum(column) for column in zip(*found[key], strict=True))
        assert text(row[2]) == str(len(found[key]))
        assert text(row[3]) == str(hits)
        assert isclose(float(text(row[4])), mean, abs_tol=0.0051)
        assert isclose(float(text(row[5])), sqrt(variance), abs_tol=0.0051)
        assert isclose(float(text(row[6])), (hits - mean) / sqrt(variance), abs_tol=0.0051)
        low, high = text(row[7]).split(" to ")
        assert isclose(float(low), max(0, mean - 1.959964 * sqrt(variance)), abs_tol=0.051)
        assert isclose(float(high), mean + 1.959964 * sqrt(variance), abs_tol=0.051)
    known = sum(bool(fact.fire and fact.fire.expected) for _, fact in facts(game))
    assert sum(len(some) for (_, kind), some in found.items() if kind == "in all") == known


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_the_luckiest_moments_are_the_furthest_off(system: str, name: str) -> None:
    """Given a played game, then no fire and no other roll is further off than the furthest moment told, and every row is rightly off."""
    game = played(system, name)
    table = luck.moments(game.entries, game.rules.sides)
    told = {behind(row[6]): float(text(row[6])) for row in table.rows}
    by_version = dict(facts(game))
    for entries, off in told.items():
        last = by_version[entries[-1]]
        if last.fire:
            pool = len(last.fire.chance)
            stars = sum(len(f.dice) for f in (by_version[v] for v in entries[:-1]) if isinstance(f, Rolled) and f.name == "rocket")
            real = (last.fire.hits - pool / 3 - 3.5 * stars) / sqrt(pool * 2 / 9 + stars * 35 / 12)
        else:
            assert isinstance(last, Rolled)
            real = (sum(last.dice) - 3.5 * len(last.dice)) / sqrt(len(last.dice) * 35 / 12)
        assert isclose(off, real, abs_tol=0.0051)
    plain = [
        (f.fire.hits - len(f.fire.chance) / 3) / sqrt(len(f.fire.chance) * 2 / 9)
        for _, f in facts(game)
        if f.fire and f.fire.expected and f.fire.expected == f"{len(f.fire.chance)}/3" and f.fire.chance
    ]
    if plain:
        assert len(table.rows) == 10
        assert max(told.values()) >= max(plain) - 0.0051
        assert min(told.values()) <= min(plain) + 0.0051


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_draws_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then its draws are counted by purpose, and every draw of a deck is in the table of how the cards fell."""
    game = played(system, name)
    drawn = [(version, fact) for version, fact in facts(game) if isinstance(fact, Drawn)]
    table = luck.draws(game.entries, game.rules.sides)
    names: dict[str, list[int]] = {}
    for version, fact in drawn:
        names.setdefault(fact.name, []).append(version)
    assert sorted(int(text(row[2])) for row in table.rows) == sorted(len(versions) for versions in names.values())
    assert sorted(behind(row[2]) for row in table.rows) == sorted(tuple(versions) for versions in names.values())
    times: dict[str, int] = {}
    for _, fact in drawn:
        if fact.side == "deck":
            times[fact.item] = times.get(fact.item, 0) + 1
    for pile, often, count, which in rows(luck.cards(game.entries, game.rules.sides)):
        n = {"once": 1, "twice": 2}.get(often) or int(often.split()[0])
        if pile == "deck":
            assert {card: times.pop(card) for card in which.split(", ")} == dict.fromkeys(which.split(", "), n)
            assert int(count) == len(which.split(", "))
    assert not any(n > 1 for n in times.values())


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_series_end_at_what_was_lost_and_scored(system: str, name: str) -> None:
    """Given a played game, then each series ends at the sum of its losses or points, grows entry by entry, and so do the swings."""
    game = played(system, name)
    charted = {(title, line.side): line for title, lines in series(game) for line in lines}
    for side in game.rules.sides:
        sums = {
            "Steps lost": sum(loss.steps for _, fact in facts(game) for loss in fact.losses if loss.side == side),
            "Units eliminated": sum(loss.eliminated for _, fact in facts(game) for loss in fact.losses if loss.side == side),
            "Victory points": sum(award.amount for _, fact in facts(game) for award in fact.points if award.side == side),
        }
        for title, total in sums.items():
            line = charted.get((title, side))
            assert (line.points[-1].value if line else 0) == total
            assert line is None or [p.version for p in line.points] == sorted({p.version for p in line.points})
    weights: dict[int, int] = {}
    for entry in game.entries:
        signs = {"us": 1, "jp": -1}
        change = sum(signs[award.side] * award.amount for award in entry.fact.points)
        change += sum(signs[gain.side] * gain.steps for gain in entry.fact.gains)
        change -= sum(signs[loss.side] * loss.steps for loss in entry.fact.losses)
        weights[entry.of] = weights.get(entry.of, 0) + change
    told = swings(game)
    of = {entry.version: entry.of for entry in game.entries}
    assert [int(swing.amount.value.split()[0]) for swing in told] == sorted((abs(n) for n in weights.values() if n), reverse=True)[:6]
    for swing in told:
        weight = weights[of[swing.entries[0]]]
        assert {of[version] for version in (*swing.entries, *swing.amount.entries)} == {of[swing.entries[0]]}
        assert swing.amount.value.startswith(f"{abs(weight)} for {'US' if weight > 0 else 'Japanese'}: ")
        assert swing.words


def test_measures_at_turn_ends_are_those_of_the_position() -> None:
    """DDaT 14: given a played game, then secured positions and strong infantry are those of the game opened at each turn's end."""
    game = played("ddat", "first-waves")
    charted = {title: lines[0] for title, lines in series(game)}
    for title, summary, column in (("Positions secured", "positions", "secured"), ("Infantry units at three steps or more", "infantry", "counts")):
        line = charted[title]
        assert [point.version for point in line.points] == [of[-1].version for _, of in turns(game.entries)]
        for point in line.points[::3]:
            past = game.rules.summaries[summary].rows(game.at(point.version))
            assert point.value == [row[column] for row in past].count("yes")


# ---- small cases ----


def test_known_dice() -> None:
    """Given four dice that show 6, then the mean is 6 against 3.5, nearly three standard deviations off."""
    (row,) = rows(luck.dice(record(roll(6, 6), roll(6, 6), roll()), SIDES))
    assert row == ["US", "6", "4", "6.00", "3.50", "+2.93", "1.83 to 5.17"]


def test_dice_of_other_kinds_are_told_apart() -> None:
    """Given dice of ten sides beside those of six, then each kind has its own row; the interval stays on the die."""
    table = luck.dice(record(roll(1), roll(10, sides=10)), SIDES)
    assert [row[1:5] for row in rows(table)] == [["6", "1", "1.00", "3.50"], ["10", "1", "10.00", "5.50"]]
    assert [row[6] for row in rows(table)] == ["1.00 to 6.00", "1.00 to 10.00"]


def test_known_hits() -> None:
    """Given nine dice that hit on 5 and 6, all of which hit, then three are expected, with a standard deviation of the root of two."""
    nine = (5, 6) * 4 + (5,)
    (row,) = rows(luck.fire(record(roll(*nine), fired(*nine, hits=9, expected="9/3")), SIDES))
    assert row == ["US", "barrage", "1", "9", "3", "1.41", "+4.24", "0.2 to 5.8"]


def test_low_faces_may_hit() -> None:
    """Given a game in which ones and twos hit, then its hits scatter as those of fives and sixes do."""
    (shot,), _ = luck.resolved(record(roll(1, 2, 6), fired(1, 2, 6, hits=2, expected="1")))
    assert shot.tally is not None
    assert shot.tally.variance == 3 * luck.Fraction(2, 9)


def test_dice_beside_the_pool_count_as_they_show() -> None:
    """Given a die of 4 that is four hits, and two dice of which one hits, then the means and variances add up."""
    entries = record(roll(4), roll(5, 1), fired(5, 1, hits=5, expected="25/6"))
    (shot,), others = luck.resolved(entries)
    assert shot.tally is not None
    assert shot.tally.variance == luck.Fraction(35, 12) + luck.Fraction(4, 9)
    assert shot.tally.entries == (2, 3, 4)
    assert not others


@pytest.mark.parametrize(("hits", "expected"), [(1, ""), (1, "who knows"), (1, "1/0"), (2, "2/3"), (1, "4/7"), (1, "5")])
def test_nothing_is_said_where_the_dice_do_not_account_for_the_hits(hits: int, expected: str) -> None:
    """Given hits or a mean that no such dice have, then the fire is left out and counted as left out."""
    table = luck.fire(record(roll(5, 1), fired(5, 1, hits=hits, expected=expected)), SIDES)
    assert table.rows == ()
    assert "1 shot is left out" in table.about
    assert luck.moments(record(roll(5, 1), fired(5, 1, hits=hits, expected=expected)), SIDES).rows == ()


def test_a_roll_of_another_declaration_is_no_part_of_a_fire() -> None:
    """Given a die rolled under the declaration before, then it stands for itself among the moments."""
    entries = [*record(roll(6, side="jp")), *record(roll(5, 5), fired(5, 5, hits=2, expected="2/3"), of=10)]
    table = luck.moments(entries, SIDES)
    assert [(row[0], row[1], row[4], row[6]) for row in rows(table)] == [("lucky", "US", "2", "+2.00"), ("high", "Japanese", "6", "+1.46")]
    assert [behind(row[3]) for row in table.rows] == [(11, 12), (2,)]


def test_nothing_drawn_nothing_rolled_no_tables() -> None:
    """Given a game in which nothing was left to chance, then there is no table of luck and no chart."""
    game = played("ddat", PLAYED[-1][1])
    empty = Game(game.rules, "empty")
    empty.follow(record(Happened()))
    assert luck.luck(empty) == ()
    assert charts.pictures(empty) == ()
    assert swings(Game(game.rules, "none")) == series(Game(game.rules, "none")) == charts.pictures(Game(game.rules, "none")) == ()


def test_swings_weigh_both_sides() -> None:
    """Given losses alike on both sides, then nothing turned; tracks have a series each, and what has no words tells its reason."""
    rules = played("iwo", "first-landing").rules
    both = tuple(Loss(side=side, unit="A", steps=3, cause="fire") for side in SIDES)
    game = Game(rules, "small")
    game.follow(
        [
            *record(Happened(losses=both)),
            *record(Happened(words="", points=(Points(side="us", amount=2, why="the hill"),)), of=10),
            *record(Happened(gains=(Gain(side="jp", unit="A", steps=1, cause="rest"),), tracks=(Track(name="supply", was=9, now=4),)), of=20),
        ]
    )
    assert swings(game) == (
        Swing("US +2: the hill", "turn 1, Fire Phase", Figure("2 for US: US gained 2 points", (11,)), (11,)),
        Swing("something happened", "turn 1, Fire Phase", Figure("1 for Japanese: Japanese got back 1 step", (21,)), (21,)),
    )
    charted = dict(series(game))
    assert list(charted) == ["Steps lost", "Victory points", "supply"]
    assert [point.value for point in charted["supply"][0].points] == [9, 4]


# ---- the charts ----


@pytest.mark.parametrize(("system", "name"), [("iwo", "first-landing"), ("ddat", "first-waves")])
def test_charts_are_sound_and_the_same_every_time(system: str, name: str) -> None:
    """Given a played game, then its charts are well-formed, named, free of fonts and dates, with ids of their own, and never differ."""
    drawn = charts.pictures(played(system, name))
    assert drawn == charts.pictures(played(system, name))
    assert drawn[0].title == "Steps lost"
    ids: list[str] = []
    for picture in drawn:
        root = ElementTree.fromstring(picture.svg)
        assert root.get("role") == "img"
        assert root.get("aria-label") == picture.alt
        assert root.findtext("{http://www.w3.org/2000/svg}title") == picture.title
        assert not any(words in picture.svg for words in ("<style", "<metadata", "<text", "<script", "<!--", "font-family"))
        mine = [element.get("id", "") for element in root.iter() if element.get("id")]
        ids += mine
        for element in root.iter():
            link = element.get("{http://www.w3.org/1999/xlink}href")
            assert link is None or link.removeprefix("#") in mine
    assert len(ids) == len(set(ids))
    assert "A turn" in drawn[0].alt


def test_names_from_outside_stay_words() -> None:
    """Given a track whose name is markup, mathematics or a control sign, then the chart draws and says it as words."""
    name = "<b>$x_{$ & \x1b--> \"supply\""
    line = Series(name, "", (Point(1, "", 0), Point(3, "", -2.5)))
    picture = charts.steps(name, (line,), ("us", "jp"), (), (("turn 1", 1),), 3)
    root = ElementTree.fromstring(picture.svg)
    assert "<b>$x_{$ & " in (root.get("aria-label") or "")
    assert "\x1b" not in picture.svg
    assert "-2.5 at the end" in picture.alt
