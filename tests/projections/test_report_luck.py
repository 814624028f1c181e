"""The luck of a game and its charts: numbers worked out again from the facts, and small games with known answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isclose
from typing import Any
from xml.etree import ElementTree

import pytest

from domain.ddat import facts as ddat
from domain.ddat.artillery import why_silent
from domain.ddat.charts import FireCard
from domain.ddat.fire import read_card
from domain.ddat.summary import checks, will_fire
from domain.kernel.entries import Entry, Moment
from domain.kernel.facts import Drawn, Fact, Fire, Gain, Loss, Points, Rolled, Track, label
from domain.kernel.game import Game
from projections import shown as parts
from projections.report import charts, counting, luck
from projections.report.cards import lucks
from projections.report.model import Cell, Figure, Point, ReportTable, Series
from projections.report.series import entries_by_turn, series
from projections.report.turning import swings
from replays import library
from tests.projections.stepped import steps
from tests.shipped import played

PLAYED = [(system, name) for system in ("iwo", "ddat") for name in library.played_games(system)]
SIDES = {"us": "US", "jp": "Japanese"}


class Happened(Fact, topic="test.happened"):
    """A fact that only carries what every fact may carry."""

    words: str = "something happened"

    def sentence(self) -> str:
        return self.words


def facts(game: Game[Any]) -> Iterator[tuple[int, Fact]]:
    """The played games take nothing back: every entry stands."""
    return ((entry.version, entry.fact) for entry in game.entries)


def record(*facts: Fact, of: int = 1) -> list[Entry]:
    return [
        Entry(at, of, fact, moment=Moment("01", ("turn 1", "Fire Phase")))
        for at, fact in enumerate(facts, start=of + 1)
    ]


def roll(*dice: int, side: str = "us", sides: int = 6) -> Rolled:
    return Rolled(name="dice", side=side, dice=dice, words="the dice", sides=sides)


def fired(*dice: int, hits: int, expected: str, side: str = "us") -> Happened:
    return Happened(
        words="fire", fire=Fire(kind="barrage", side=side, by=("A",), at="X", chance=dice, hits=hits, expected=expected)
    )


def text(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


def behind(cell: Cell) -> tuple[int, ...]:
    assert isinstance(cell, Figure)
    return cell.entries


def rows(table: ReportTable) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in table.rows]


# ---- the played games, counted again ----

Distribution = dict[int, float]


def tossed(*chances: Distribution) -> Distribution:
    """The sum of independent chances, one after the other."""
    so_far: Distribution = {0: 1.0}
    for chance in chances:
        following: Distribution = {}
        for value, p in so_far.items():
            for more, q in chance.items():
                following[value + more] = following.get(value + more, 0.0) + p * q
        so_far = following
    return so_far


PIP: Distribution = dict.fromkeys(range(1, 7), 1 / 6)
FIVE_OR_SIX: Distribution = {0: 2 / 3, 1: 1 / 3}


def mean(chance: Distribution) -> float:
    return sum(value * p for value, p in chance.items())


def as_far(chance: Distribution, shown: int) -> float:
    """How likely as much or more comes, or where less than the mean was shown, as little or less."""
    low = shown < mean(chance)
    return sum(p for value, p in chance.items() if (value <= shown if low else value >= shown))


def between(chance: Distribution) -> tuple[int, int]:
    """The narrowest values of which at most 25 of 1,000 lie below, and at most 25 above."""
    low = max(v for v in chance if sum(p for value, p in chance.items() if value < v) <= 0.025)
    high = min(v for v in chance if sum(p for value, p in chance.items() if value > v) <= 0.025)
    return low, high


def percent(words: str) -> float:
    if words.startswith("1 in "):
        return 1 / float(words.removeprefix("1 in ").replace(",", ""))
    return float(words.removesuffix("%")) / 100


def likely(words: str, chance: Distribution, shown: int) -> bool:
    if not words:
        return abs(shown - mean(chance)) < 1e-9
    return isclose(percent(words), as_far(chance, shown), abs_tol=0.00051)


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_dice_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then each side's dice, mean, interval and likelihood come out the same when every way to
    throw them is added up."""
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
    for side, _, count, average, expected, interval, how_likely in table.rows:
        dice = thrown[text(side)]
        fair = tossed(*[PIP] * len(dice))
        low, high = between(fair)
        assert text(count) == str(len(dice))
        assert list(behind(count)) == at[text(side)]
        assert text(average) == f"{sum(dice) / len(dice):.2f}"
        assert text(expected) == "3.50"
        assert text(interval) == f"{low / len(dice):.2f} to {high / len(dice):.2f}"
        assert likely(text(how_likely), fair, sum(dice))


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_hits_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then hits, expected hits and how they scatter are those of its dice: 5 and 6 hit, a rocket's
    die is its hits."""
    game = played(system, name)
    found: dict[tuple[str, str], list[tuple[int, list[Distribution]]]] = {}
    rockets = 0
    for _, fact in facts(game):
        if isinstance(fact, Rolled) and fact.name == "rocket":
            rockets = len(fact.dice)
        if fact.fire and fact.fire.expected:
            fire, chances = fact.fire, [FIVE_OR_SIX] * len(fact.fire.chance) + [PIP] * rockets
            title = game.rules.sides[fire.side]
            for kind in (label(fire.kind), "in all"):
                found.setdefault((title, kind), []).append((fire.hits, chances))
            rockets = 0
    table = luck.fire_luck(game.entries, game.rules.sides)
    shown = {(text(row[0]), text(row[1])): row for row in table.rows}
    kinds: dict[str, int] = {}
    for side, kind in found:
        kinds[side] = kinds.get(side, 0) + (kind != "in all")
    assert set(shown) == {(side, kind) for side, kind in found if kind != "in all" or kinds[side] > 1}
    for key, (_, _, shots, came, expected, interval, how_likely) in shown.items():
        hits = sum(one for one, _ in found[key])
        fair = tossed(*(chance for _, chances in found[key] for chance in chances))
        low, high = between(fair)
        assert text(shots) == str(len(found[key]))
        assert text(came) == str(hits)
        assert isclose(float(text(expected)), mean(fair), abs_tol=0.0051)
        assert text(interval) == f"{low} to {high}"
        assert likely(text(how_likely), fair, hits)
    known = sum(bool(fact.fire and fact.fire.expected) for _, fact in facts(game))
    assert sum(len(some) for (_, kind), some in found.items() if kind == "in all") == known


@pytest.mark.parametrize("name", [name for system, name in PLAYED if system == "iwo"])
def test_the_luckiest_moments_are_the_rarest(name: str) -> None:
    """Given a played game, then the five rarest fires and other rolls above and below their mean are told, and how rare
    they are."""
    game = played("iwo", name)
    found: list[tuple[float, int, int, str]] = []
    open_rolls: list[tuple[int, Rolled]] = []
    count = 0
    for entry in game.entries:
        fact, fire = entry.fact, entry.fact.fire
        if isinstance(fact, Rolled):
            open_rolls.append((entry.version, fact))
        behind_it: list[tuple[int, list[Distribution], int, str]] = []
        if fire and fire.expected:
            stars = [PIP for _, roll in open_rolls if roll.name == "rocket" for _ in roll.dice]
            behind_it.append((entry.version, [FIVE_OR_SIX] * len(fire.chance) + stars, fire.hits, "fire"))
            open_rolls = [
                (version, roll) for version, roll in open_rolls if roll.name != "rocket" and roll.dice != fire.chance
            ]
        if fire or entry is game.entries[-1]:
            behind_it += [(version, [PIP] * len(roll.dice), sum(roll.dice), "roll") for version, roll in open_rolls]
            open_rolls = []
        for version, chances, shown, what in behind_it:
            fair = tossed(*chances)
            if len(fair) > 1 and abs(shown - mean(fair)) > 1e-9:
                count += 1
                good = shown > mean(fair)
                words = {
                    ("fire", True): "lucky",
                    ("fire", False): "unlucky",
                    ("roll", True): "high",
                    ("roll", False): "low",
                }[what, good]
                found.append((as_far(fair, shown), version, shown, words))
    table = luck.moments(game.entries, game.rules.sides)
    told = [(percent(text(row[6])), behind(row[3])[-1], int(text(row[4])), text(row[0])) for row in table.rows]
    rare = sorted((round(one[0], 9), *one[1:]) for one in found if one[0] <= 0.25 + 1e-9)
    above = [one for one in rare if one[3] in ("lucky", "high")][:5]
    below = [one for one in rare if one[3] in ("unlucky", "low")][:5]
    assert [one[1:] for one in told] == [one[1:] for one in above + below]
    assert all(isclose(one[0], real[0], abs_tol=0.00051) for one, real in zip(told, above + below, strict=True))
    assert f"Of {count} above or below" in table.about


FOUGHT_AT_TARAWA = ["first-waves", "two-days"]


@cache
def worth_of_cards(name: str) -> dict[int, tuple[str, str, int, Distribution]]:
    """Of each card by its entry: whose luck it is, for what, what it was worth, and what the others that could have
    come were.

    Worked out from the raw charts in the first entry of the record, and the game as it stood before the card. What a
    fire card calls is left to a test of its own.
    """
    game = played("ddat", name)
    began = game.began
    assert began is not None
    state, colour, load = game.rules.initial, "", ""
    found: dict[int, tuple[str, str, int, Distribution]] = {}
    for entry in game.entries:
        fact = entry.fact
        if isinstance(fact, ddat.CombatBegan):
            colour = fact.colour
        if isinstance(fact, ddat.Drifted):
            load = fact.load
        if isinstance(fact, Drawn) and fact.name in ("landing", "us-card", "jp-card"):
            could_come = [item for item in state.deck.cards if item not in state.deck.seen]
            assert len(could_come) == fact.left
            if fact.name == "landing":
                aboard = sum(state.units[unit].steps for unit in state.loads[load].units)
                caps = {
                    item: began.charts["landing"][item]["units" if state.loads[load].lvts else "lvt"]
                    for item in could_come
                }
                worth = {item: max(0, aboard - (0 if cap == "X" else int(cap))) for item, cap in caps.items()}
                whose, what = "us", "steps lost in landing"
            else:
                faces = {
                    item: [word.removeprefix("2").split(":")[0] for word in began.charts["fire"][item]["colours"]]
                    for item in could_come
                }
                worth = {item: int(colour in colours) for item, colours in faces.items()}
                whose, what = fact.name[:2], "hits in close combat"
            fair: Distribution = {}
            for value in worth.values():
                fair[value] = fair.get(value, 0.0) + 1 / len(worth)
            found[entry.version] = (whose, what, worth[fact.item], fair)
        state = game.rules.fold(fact, state)
    return found


@pytest.mark.parametrize("name", FOUGHT_AT_TARAWA)
def test_cards_are_measured_against_those_that_could_have_come(name: str) -> None:
    """DDaT 5.12, 8.6: given a played game, then what its cards came to, the mean, the interval and the likelihood
    follow from the deck."""
    game = played("ddat", name)
    table = luck.worths(lucks(game), game.rules.sides)
    sums: dict[tuple[str, str], list[tuple[int, int, Distribution]]] = {}
    for version, (whose, what, worth, fair) in worth_of_cards(name).items():
        sums.setdefault((game.rules.sides[whose], what), []).append((version, worth, fair))
    shown = {(text(row[0]), text(row[1])): row for row in table.rows if "called" not in text(row[1])}
    assert set(shown) == set(sums)
    for key, (_, _, cards, came, expected, interval, how_likely, verdict) in shown.items():
        fair = tossed(*(chance for _, _, chance in sums[key]))
        total = sum(worth for _, worth, _ in sums[key])
        low, high = between(fair)
        assert (text(cards), behind(cards)) == (str(len(sums[key])), tuple(version for version, _, _ in sums[key]))
        assert text(came) == str(total)
        assert isclose(float(text(expected)), mean(fair), abs_tol=0.0051)
        assert text(interval) == f"{low} to {high}"
        assert likely(text(how_likely), fair, total)
        good = (total > mean(fair)) == (key[1] != "steps lost in landing")
        assert verdict == ("average" if as_far(fair, total) > 0.25 else "lucky" if good else "unlucky")


@pytest.mark.parametrize("name", FOUGHT_AT_TARAWA)
def test_what_landings_cost_is_what_their_cards_were_worth(name: str) -> None:
    """DDaT 5.12: given a played game, then the steps the cards took are those the facts say were lost in landing."""
    lost = sum(loss.steps for _, fact in facts(played("ddat", name)) for loss in fact.losses if loss.cause == "landing")
    assert sum(worth for _, what, worth, _ in worth_of_cards(name).values() if what == "steps lost in landing") == lost


@pytest.mark.parametrize("name", FOUGHT_AT_TARAWA)
def test_who_is_called_to_fire_fires(name: str) -> None:
    """DDaT 6.0: given a fire card on which nobody did anything but fire, then as many fired as it was worth when it was
    drawn."""
    game = played("ddat", name)
    called = {one.entry.version: one.tally.shown for one in lucks(game) if "called" in one.what}
    assert list(called) == [version for version, fact in facts(game) if isinstance(fact, Drawn) and fact.name == "fire"]
    plain, now, fired, did = 0, 0, 0, set[str]()
    for version, fact in facts(game):
        if version in called:
            now, fired, did = version, 0, set()
        fired += bool(now and fact.fire)
        if isinstance(fact, ddat.PositionChecked):
            did.add(fact.action)
        if isinstance(fact, ddat.FirePhaseEnded) and did <= {"fire", "tank-fire", "no-action"}:
            assert fired == called[now], version
            plain += 1
    assert plain >= 5


@pytest.mark.parametrize("letters", [(), ("R", "M", "P", "A", "I")])
def test_a_fire_card_is_worth_as_many_as_fire_when_every_position_is_asked(letters: tuple[str, ...]) -> None:
    """DDaT 6.0, 12.0: given a played game at each fire card, with no letter and with all of them, then any card that
    could have come is worth the positions that fire by it, asked one by one, and the artillery."""
    compared = 0
    for entry, before, _ in counting.played(played("ddat", "first-waves").seen_by("umpire")):
        if not (isinstance(entry.fact, Drawn) and entry.fact.name == "fire"):
            continue
        state = before.but(letters=letters)
        of = parts.shown("ddat").report.prospect(entry.fact, state, {})
        for card in of.left:
            face = state.read(FireCard, card)
            called = [(check, call) for call in read_card(state, card, face) for _, check in checks(state, call)]
            fire = sum(check.kind != "empty" and bool(will_fire(state, check, call)) for check, call in called)
            assert of.worth(card) == fire + (not any(why_silent(state, face))), (entry.version, card)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", FOUGHT_AT_TARAWA)
def test_moments_of_cards_are_as_rare_as_told(name: str) -> None:
    """Given a played game of cards, then every moment told is at most one in four and rightly rare, and none rarer is
    left out."""
    game = played("ddat", name)
    known = worth_of_cards(name)
    table = luck.moments(game.entries, game.rules.sides, tuple(lucks(game)))
    told = {behind(row[3])[0]: row for row in table.rows}
    for version, row in told.items():
        assert percent(text(row[6])) <= 0.25051
        if version in known:
            whose, what, worth, fair = known[version]
            assert (text(row[1]), text(row[4])) == (game.rules.sides[whose], str(worth))
            assert likely(text(row[6]), fair, worth)
            assert text(row[0]) == ("lucky" if (worth > mean(fair)) == (what != "steps lost in landing") else "unlucky")
    bad = [percent(text(row[6])) for row in table.rows if text(row[0]) == "unlucky"]
    assert bad == sorted(bad)
    for version, (_, what, worth, fair) in known.items():
        if what == "steps lost in landing" and worth > mean(fair) and version not in told and len(bad) == luck.MOMENTS:
            assert as_far(fair, worth) >= bad[-1] - 0.0006


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_draws_are_those_of_the_record(system: str, name: str) -> None:
    """Given a played game, then every draw is counted once by its purpose, and every draw of a deck is in the table of
    how the cards fell."""
    game = played(system, name)
    drawn = [(version, fact) for version, fact in facts(game) if isinstance(fact, Drawn)]
    table = luck.draws(game.entries, game.rules.sides)
    assert sorted(version for row in table.rows for version in behind(row[2])) == [version for version, _ in drawn]
    said = dict(drawn)
    for purpose, _, count, which in table.rows:
        assert int(text(count)) == len(behind(count))
        assert {label(said[version].purpose.kind) for version in behind(count)} == {text(purpose)}
        came: list[str] = []
        for word in text(which).split(", "):
            item, _, times = word.partition(" ×")
            came += [item] * int(times or 1)
        assert sorted(came) == sorted(said[version].item for version in behind(count))
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


def so_far(game: Game[Any], title: str, side: str) -> dict[int, int]:
    """What a side had lost or scored with each entry that changed it."""
    found: dict[int, int] = {}
    total = 0
    for version, fact in facts(game):
        if title == "Victory points":
            change = sum(award.amount for award in fact.points if award.side == side)
        else:
            change = sum(
                steps(game.rules.code, loss) if title == "Steps lost" else loss.eliminated
                for loss in fact.losses
                if loss.side == side
            )
        if change:
            total += change
            found[version] = total
    return found


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_series_end_at_what_was_lost_and_scored(system: str, name: str) -> None:
    """Given a played game, then each series ends at the sum of its losses or points, and grows entry by entry."""
    game = played(system, name)
    charted = {(title, line.side): line for title, lines in series(game) for line in lines}
    for side in game.rules.sides:
        sums = {
            "Steps lost": sum(
                steps(system, loss) for _, fact in facts(game) for loss in fact.losses if loss.side == side
            ),
            "Units eliminated": sum(
                loss.eliminated for _, fact in facts(game) for loss in fact.losses if loss.side == side
            ),
            "Victory points": sum(
                award.amount for _, fact in facts(game) for award in fact.points if award.side == side
            ),
        }
        for title, total in sums.items():
            line = charted.get((title, side))
            assert (line.points[-1].value if line else 0) == total
            first, *changes = line.points if line else (Point(1, "", 0),)
            assert (first.version, first.value) == (1, 0)
            assert {point.version: point.value for point in changes} == so_far(game, title, side)
            assert line is None or [p.version for p in line.points] == sorted({p.version for p in line.points})


@pytest.mark.parametrize(("system", "name"), PLAYED)
def test_tracks_move_as_the_facts_say(system: str, name: str) -> None:
    """Given a played game, then each track of numbers starts where it first was, and goes where each fact moves it."""
    game = played(system, name)
    moved: dict[str, list[tuple[int, int, int]]] = {}
    for version, fact in facts(game):
        for track in fact.tracks:
            if isinstance(track.was, int) and isinstance(track.now, int):
                moved.setdefault(track.name, []).append((version, track.was, track.now))
    charted = {
        line.name: line.points
        for title, lines in series(game)
        for line in lines
        if title == line.name and not line.side
    }
    assert {name: [(point.version, point.value) for point in points] for name, points in charted.items()} == {
        name: [(1, moves[0][1]), *((version, now) for version, _, now in moves)] for name, moves in moved.items()
    }


@pytest.mark.parametrize("name", ["first-waves", "two-days"])
def test_measures_at_turn_ends_are_those_of_the_position(name: str) -> None:
    """DDaT 14: given a played game, then secured positions and strong infantry are those of the game opened at each
    turn's end."""
    game = played("ddat", name)
    charted = {title: lines[0] for title, lines in series(game)}
    for title, summary, column in (
        ("Positions secured", "positions", "secured"),
        ("Infantry units at three steps or more", "infantry", "counts"),
    ):
        line = charted[title]
        assert [point.version for point in line.points] == [of[-1].version for _, of in entries_by_turn(game.entries)]
        for point in line.points[::3]:
            past = parts.shown(game.rules.code).summaries[summary].rows(game.at(point.version))
            assert point.value == [row[column] for row in past].count("yes")


# ---- small cases ----


def test_known_dice() -> None:
    """Given four dice that show 6, then the mean is 6 against 3.5: one of 1,296 ways leads there, and 35, more than 25
    in 1,000, to 7 or less."""
    (row,) = rows(luck.dice(record(roll(6, 6), roll(6, 6), roll()), SIDES))
    assert row == ["US", "6", "4", "6.00", "3.50", "1.75 to 5.25", "1 in 1,300"]


def test_dice_of_other_kinds_are_told_apart() -> None:
    """Given dice of ten sides beside those of six, then each kind has its own row; the interval stays on the die."""
    table = luck.dice(record(roll(1), roll(10, sides=10)), SIDES)
    assert [row[1:5] for row in rows(table)] == [["6", "1", "1.00", "3.50"], ["10", "1", "10.00", "5.50"]]
    assert [row[5:] for row in rows(table)] == [["1.00 to 6.00", "16.7%"], ["1.00 to 10.00", "10.0%"]]


def test_known_hits() -> None:
    """Given nine dice that hit on 5 and 6, all of which hit, then three are expected, and one in 3 to the ninth does
    that."""
    nine = (5, 6) * 4 + (5,)
    (row,) = rows(luck.fire_luck(record(roll(*nine), fired(*nine, hits=9, expected="9/3")), SIDES))
    assert row == ["US", "barrage", "1", "9", "3", "0 to 6", "1 in 20,000"]


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


@pytest.mark.parametrize(
    ("hits", "expected"), [(1, ""), (1, "who knows"), (1, "1/0"), (2, "2/3"), (1, "4/7"), (1, "5")]
)
def test_nothing_is_said_where_the_dice_do_not_account_for_the_hits(hits: int, expected: str) -> None:
    """Given hits or a mean that no such dice have, then the fire is left out and counted as left out."""
    table = luck.fire_luck(record(roll(5, 1), fired(5, 1, hits=hits, expected=expected)), SIDES)
    assert table.rows == ()
    assert "1 shot is left out" in table.about
    assert luck.moments(record(roll(5, 1), fired(5, 1, hits=hits, expected=expected)), SIDES).rows == ()


def test_a_roll_of_another_declaration_is_no_part_of_a_fire() -> None:
    """Given a die rolled under the declaration before, then it stands for itself among the moments."""
    entries = [*record(roll(6, side="jp")), *record(roll(5, 5), fired(5, 5, hits=2, expected="2/3"), of=10)]
    table = luck.moments(entries, SIDES)
    assert [(row[0], row[1], row[4], row[6]) for row in rows(table)] == [
        ("lucky", "US", "2", "11.1%"),
        ("high", "Japanese", "6", "16.7%"),
    ]
    assert [behind(row[3]) for row in table.rows] == [(11, 12), (2,)]


def test_nothing_drawn_nothing_rolled_no_tables() -> None:
    """Given a game in which nothing was left to chance, then there is no table of luck and no chart."""
    game = played("ddat", PLAYED[-1][1])
    empty = Game(game.rules, "empty")
    empty.follow(record(Happened()))
    assert luck.luck(empty) == ()
    assert charts.pictures(empty) == ()
    assert (
        swings(Game(game.rules, "none"))
        == series(Game(game.rules, "none"))
        == charts.pictures(Game(game.rules, "none"))
        == ()
    )


def test_losses_alone_turn_nothing() -> None:
    """Given losses and gains, and points that bring the lead, then the lead alone turned; tracks have a series each."""
    rules = played("iwo", "first-landing").rules
    both = tuple(Loss(side=side, unit="A", steps=3, cause="fire") for side in SIDES)
    game = Game(rules, "small")
    game.follow(
        [
            *record(Happened(losses=both)),
            *record(Happened(words="", points=(Points(side="us", amount=6, why="the hill"),)), of=10),
            *record(
                Happened(
                    gains=(Gain(side="jp", unit="A", steps=1, cause="rest"),),
                    tracks=(Track(name="supply", was=9, now=4),),
                ),
                of=20,
            ),
        ]
    )
    assert [swing.head.value for swing in swings(game)] == ["The Americans take the lead"]
    charted = dict(series(game))
    assert list(charted) == ["Steps lost", "Victory points", "supply"]
    assert [point.value for point in charted["supply"][0].points] == [9, 4]


def test_a_lucky_moment_is_one_that_mattered() -> None:
    """Given two rolls as rare, of which one cost a step, then that one alone is told."""
    rare = [*record(roll(6, 6, 6, 6)), *record(roll(6, 6, 6, 6), of=10)]
    cost = {10: 1.0}
    [row] = luck.moments(rare, SIDES, hung=lambda entry: cost.get(entry.of, 0)).rows
    assert isinstance(row[3], Figure)
    assert row[3].entries == (rare[1].version,)
    assert len(luck.moments(rare, SIDES).rows) == 2


# ---- the charts ----


@pytest.mark.parametrize(("system", "name"), [("iwo", "first-landing"), ("ddat", "first-waves")])
def test_charts_are_sound_and_the_same_every_time(system: str, name: str) -> None:
    """Given a played game, then its charts are well-formed, named, free of fonts and dates, with ids of their own, and
    never differ."""
    drawn = charts.pictures(played(system, name))
    assert drawn == charts.pictures(played(system, name))
    assert drawn[0].title.startswith("Steps lost")
    ids: list[str] = []
    for picture in drawn:
        root = ElementTree.fromstring(picture.svg)
        assert root.get("role") == "img"
        assert root.get("aria-label") == picture.alt
        assert picture.title.startswith(root.findtext("{http://www.w3.org/2000/svg}title") or "?")
        assert not any(
            words in picture.svg for words in ("<style", "<metadata", "<text", "<script", "<!--", "font-family")
        )
        mine = [element.get("id", "") for element in root.iter() if element.get("id")]
        ids += mine
        for element in root.iter():
            link = element.get("{http://www.w3.org/1999/xlink}href")
            assert link is None or link.removeprefix("#") in mine
    assert len(ids) == len(set(ids))
    assert any("A turn" in picture.alt for picture in drawn)


def test_names_from_outside_stay_words() -> None:
    """Given a track whose name is markup, mathematics or a control sign, then the chart draws and says it as words."""
    name = '<b>$x_{$ & \x1b--> "supply"'
    line = Series(name, "", (Point(1, "", 0), Point(3, "", -2.5)))
    picture = charts.staircase(name, (line,), ("us", "jp"), (), (("turn 1", 1),), 3)
    root = ElementTree.fromstring(picture.svg)
    assert "<b>$x_{$ & " in (root.get("aria-label") or "")
    assert "\x1b" not in picture.svg
    assert "-2.5 at the end" in picture.alt


@pytest.mark.parametrize("odd", [roll(999_999_999), roll(1, sides=999_999_999), roll(3, sides=0), roll(0), roll(7)])
def test_dice_that_no_die_shows_are_no_luck(odd: Rolled) -> None:
    """Given a stranger's record with a face or a die there is not, then the tables of luck are those of the other dice,
    and the report is made."""
    fair = roll(6, 6, 6, 6)
    assert luck.dice(record(odd, fair), SIDES).rows == luck.dice(record(roll(), fair), SIDES).rows
    shots, rolls = luck.resolved(record(odd, fired(6, hits=1, expected="1/6"), fair))
    assert [entry.fact for entry in rolls] == [fair]
    assert len(shots) == 1
