"""Whole games of D-Day at Tarawa by the random player: pieces and cards are conserved, and Japanese fire keeps its
limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.ddat import facts as f
from domain.ddat.communication import connected, nearest_us, us_connected, us_control
from domain.ddat.events import afloat
from domain.ddat.fields import field, under_fire
from domain.ddat.state import EXTENDED, HEROES, LAST, LVTS, MAP, Ddat, Force
from domain.ddat.step_limit import Firer, most_hits
from domain.ddat.summary import may_fire
from domain.games import load
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Irregular
from domain.kernel.game import Game
from domain.kernel.packs import Pack
from domain.kernel.remembering import remembered
from domain.record.diary import Diary
from tests import shipped
from tests.properties.marines import Marines
from tests.properties.player import RandomPlayer

RANDOM = {f"{scenario}-{seed}": (scenario, seed) for seed, scenario in enumerate(load("ddat").scenarios, 20)}
LONG = "two-days"
"""A game of the library, by a careful player: through the overnight turn to turn 30."""
PLAYED = pytest.mark.parametrize("name", [*RANDOM, LONG])


def find_pack(name: str) -> Pack:
    return shipped.pack("ddat", name)


@cache
def played(name: str) -> Game[Any]:
    if name == LONG:
        return shipped.played("ddat", name)
    scenario, seed = RANDOM[name]
    player = RandomPlayer("ddat", "sample", seed, scenario=scenario)
    for _ in player.play():
        pass
    return player.game


@cache
def told(name: str) -> list[tuple[Ddat, Entry, Ddat]]:
    """A game fact by fact: the state before it, the fact, the state after it."""
    again: Game[Any] = Game(load("ddat"))
    found = []
    for entry in played(name).entries:
        before = again.state
        again.follow([entry])
        found.append((before, entry, again.state))
    return found


def forces(state: Ddat) -> Iterator[Force]:
    yield from (now for now in state.positions.values() if now.unit)
    if state.invader is not None:
        yield state.invader


# ---- conservation ----


@PLAYED
def test_the_identities_of_the_game_hold_at_every_fact(name: str) -> None:
    """DDaT 2, 3.0, 7.5, 9.0: given a random game, when each fact is told, then everything that must always hold
    does."""
    identities = load("ddat").play.identities
    for _, entry, now in told(name):
        assert not list(identities(now)), entry


@PLAYED
def test_what_a_state_remembers_is_what_it_would_work_out_now(name: str) -> None:
    """Given a random game, when its rules are asked for fields, communication and control at every fact, then nothing
    is out of date."""
    checked = 0
    for _, entry, now in told(name):
        if entry.ends and now.set_up:
            connected(now), us_connected(now), us_control(now), now.held(), now.us_hexes()
            may_fire(now), afloat(now), now.on_map()
            for position in now.held():
                field(now, position)
                nearest_us(now, now.place(position).hex)
            for hex in now.us_hexes():
                under_fire(now, hex)
        if entry.version % 3:
            continue  # a third of a thousand states and more: each function is asked in hundreds of them
        fresh = Ddat.model_construct(**dict(now))
        for work, asked, value in remembered(now):
            assert work(fresh, *asked) == value, (entry, work.__name__, asked)
            checked += 1
    assert checked > 1000


@PLAYED
def test_every_card_is_in_one_place_at_every_fact(name: str) -> None:
    """DDaT 2.3, 8.66: given a random game, when its cards are counted, then 54 lie in the deck, face up in a pile, or
    face down in one."""
    cards = {str(n) for n in range(1, 55)}
    for _, entry, now in told(name):
        deck = now.deck
        assert set(deck.seen) <= cards, entry
        assert deck.undealt() >= 0, entry
        assert all(count > 0 for count in deck.dealt.values()), entry
        assert deck.undealt() + len(deck.seen) + sum(deck.dealt.values()) == 54, entry
        assert set(deck.left()) == cards - set(deck.seen), entry


@PLAYED
def test_no_card_comes_up_twice_between_shuffles(name: str) -> None:
    """DDaT 2.3: given a random game, when a card is drawn, then it has not been seen since the last shuffle."""
    seen: set[str] = set()
    for before, entry, _ in told(name):
        if isinstance(entry.fact, f.DeckShuffled):
            seen = {card for card, pile in before.deck.seen.items() if not pile.startswith("discards")}
        elif entry.fact.TOPIC == "drawn" and entry.fact.item in before.deck.cards:
            assert entry.fact.item not in seen, entry
            seen.add(entry.fact.item)


@PLAYED
def test_lvts_and_heroes_are_never_more_or_fewer_than_the_game_has(name: str) -> None:
    """DDaT 2.22, 10.18: given a random game, when LVTs and heroes are counted, then there are nine and at most eight;
    no step is lost unseen."""
    whole: int | None = None
    for _, entry, now in told(name):
        if not now.set_up:
            continue
        afloat = [one.lvts for one in now.loads.values()] + [now.landed]
        assert len(now.lvts) + sum(map(len, afloat)) + now.lvts_lost == LVTS, entry
        steps = sum(now.lvts) + sum(map(sum, afloat)) + now.lvt_steps_lost
        assert whole in (None, steps), entry
        whole = steps
        heroes = sum(u.heroes + u.inspired for u in now.units.values())
        assert 0 <= now.heroes_left <= HEROES, entry
        assert heroes + now.heroes_left + bool(now.ryan) <= HEROES, entry
        assert all(0 <= u.steps <= now.card(n).steps for n, u in now.units.items()), entry
        assert all(u.steps > 0 or now.card(n).leader for n, u in now.units.items() if u.box == MAP) or not entry.ends, (
            entry
        )


@PLAYED
def test_losses_say_every_step_that_goes(name: str) -> None:
    """DDaT 2.21: given a random game, when a unit on the map has fewer steps than before, then the fact says how many
    it lost."""
    for before, entry, now in told(name):
        there = {name: unit for name, unit in before.units.items() if unit.box == MAP}
        fewer = {
            name: unit.steps - now.units[name].steps
            for name, unit in there.items()
            if now.units[name].steps != unit.steps
        }
        if not before.set_up or not fewer:
            continue
        said = Counter({loss.unit: 0 for loss in entry.fact.losses})
        for loss in entry.fact.losses:
            said[loss.unit] += loss.steps
        gained = isinstance(entry.fact, f.StepGained)
        assert gained or said == fewer, entry


@PLAYED
def test_japanese_units_and_depth_markers_are_conserved(name: str) -> None:
    """DDaT 3.0, 9.2, 9.3: given a random game, when Japanese pieces are counted, then only markers said to be lost are
    gone."""
    units: int | None = None
    markers = 0
    for _, entry, now in told(name):
        depth = sum(bool(force.depth) for force in forces(now)) + now.coastal_pool + now.inland_pool
        if not now.set_up:
            markers = depth
            continue
        count = (
            sum(1 for _ in forces(now)) + now.reserve + now.eliminated_elite + now.eliminated_other + now.out_of_play
        )
        assert units in (None, count), entry
        units = count
        assert min(now.coastal_pool, now.inland_pool, now.reserve) >= 0, entry
        markers -= isinstance(entry.fact, f.DepthLost)
        assert depth == markers, entry
        assert all(force.unit for force in now.positions.values() if force.depth), entry


# ---- Japanese fire ----


@PLAYED
def test_nobody_loses_two_steps_to_fire_in_one_phase_of_the_first_ten_turns(name: str) -> None:
    """DDaT 6.34, 13.2: given a random game, when fire strikes before turn 11, then only a tank's second fire takes a
    second step."""
    hit: set[str] = set()
    again: tuple[str, ...] = ()
    for before, entry, _ in told(name):
        fact = entry.fact
        if isinstance(fact, f.FirePhaseOpened):
            hit = set()
        elif isinstance(fact, f.PositionChecked):
            again = fact.positions if fact.again else ()
        elif isinstance(fact, f.StepLost) and fact.hit and before.phase == "fire" and before.turn < EXTENDED:
            guns = before.readings.get("AMB-07") == "positions" and fact.losses[0].cause in ("artillery", "mortar")
            assert fact.unit not in hit or guns or fact.by == again, entry
            if not guns:
                hit.add(fact.unit)


@PLAYED
def test_fire_hits_no_more_units_than_its_limit(name: str) -> None:
    """DDaT 6.31, 10.31, 12.4, 15.2: given a random game, when positions fire, then units and depth limit them, one more
    from turn 11."""
    fired = 0
    for before, entry, _ in told(name):
        fact = entry.fact
        if not isinstance(fact, f.PositionFired) or fact.fire is None:
            continue
        fired += 1
        guns = [before.positions[p] for p in fact.fire.by]
        assert all(gun.unit and not gun.disrupted for gun in guns), entry
        weight = sum(gun.weight for gun in guns)
        assert fact.limit == (min(weight, 2) if fact.fire.kind == "mortar" else weight + (before.turn >= EXTENDED)), (
            entry
        )
        assert len(fact.hits) + len(fact.leaders) <= fact.limit, entry
        assert len(set(fact.hits)) == len(fact.hits), entry
        assert set(fact.hits) <= set(fact.eligible), entry
        assert not fact.leaders or set(fact.hits) | set(fact.missed) >= set(fact.eligible), entry
    assert fired


def brute_force(firers: list[Firer]) -> int:
    """Every way to say who hits each unit, or that nobody does."""
    units = sorted(frozenset().union(*(able for _, able in firers)))
    most = 0
    for by in product(range(-1, len(firers)), repeat=len(units)):
        count = Counter(n for n in by if n >= 0)
        if all(units[k] in firers[n][1] for k, n in enumerate(by) if n >= 0) and all(
            count[n] <= firers[n][0] for n in count
        ):
            most = max(most, len(units) - by.count(-1))
    return most


TABLES = st.lists(
    st.tuples(st.integers(0, 3), st.frozensets(st.sampled_from(["A", "B", "C", "D", "E", "F"]), max_size=6)), max_size=4
)


def test_fire_insisted_on_out_of_its_phase_goes_on_from_every_question() -> None:
    """DDaT 6.0: given a second Fire Phase played by mistake among the US actions, when its questions are answered, then
    it is resolved each time."""
    player = RandomPlayer("ddat", "sample", 13, scenario="21-november")
    player.regular = False
    turns: set[int] = set()
    asked = 0
    for _ in player.play():
        game = player.game
        if game.state.phase == "action" and not game.waits and game.state.turn not in turns:
            turns.add(game.state.turn)
            game.follow(game.declare("fire", as_played="so it was played").entries)
            while game.waits:
                asked += 1
                game.follow(player.answer().entries)
        if len(turns) == 6:
            break
    assert asked > len(turns)


def competing(*firers: tuple[int, str]) -> list[Firer]:
    return [(limit, frozenset(able)) for limit, able in firers]


@settings(max_examples=80)
@given(TABLES)
@example(competing((1, "BD"), (2, "ACD"), (1, "BC")))  # here picking in any plain order leaves a unit out
@example(competing((2, "CDE"), (1, "AD"), (2, "ACF")))
@example(competing((3, "ABEF"), (1, "DF"), (2, "BCD")))
def test_as_many_units_are_hit_as_any_assignment_can_hit(firers: list[Firer]) -> None:
    """DDaT 6.34: given positions with limits and targets, when the hits are assigned, then no assignment hits more
    units."""
    assert most_hits(firers) == brute_force(firers)


# ---- storage ----


@PLAYED
def test_a_stored_game_opened_again_stands_where_it_stood(name: str, tmp_path: Path) -> None:
    """Given a random game in a diary, when the diary is closed and opened, then state and open question are the
    same."""
    game = played(name)
    with Diary(tmp_path / "games.db") as diary:
        stored = diary.store("game", game).id
    with Diary(tmp_path / "games.db") as diary:
        opened = diary.open(stored)
        assert not diary.verify(stored)
    assert opened.state == game.state
    assert opened.waits == game.waits
    assert [e.fact for e in standing(opened.entries)] == [e.fact for e in standing(game.entries)]
    assert find_pack("sample").digest == game.entries[0].fact.pack_digest


# ---- the careful player ----


def test_the_long_game_runs_through_the_night_to_the_last_turn() -> None:
    """DDaT 14.1, 18.2, 19: given the long game, when it is told, then every turn is played, and it ends with the check
    after turn 30."""
    turns = [now.turn for _, entry, now in told(LONG) if isinstance(entry.fact, f.TurnBegan)]
    night = [
        entry.moment.path[1] for _, entry, now in told(LONG) if now.night and isinstance(entry.fact, f.FirePhaseOpened)
    ]
    assert turns == list(range(2, 31))
    assert night
    assert played(LONG).state.turn == LAST
    assert played(LONG).state.result is not None
    assert not [entry for entry in played(LONG).entries if isinstance(entry.fact, Irregular)]


def test_a_careful_player_brings_more_marines_ashore_than_a_random_one() -> None:
    """DDaT 5: given the same landing, when it is played with care and without, then care has more steps on land after
    the first turn."""
    ashore = []
    for player in (Marines(1, "first-waves"), RandomPlayer("ddat", "sample", 1, scenario="first-waves")):
        for outcome in player.play():
            assert not [e for e in outcome.entries if isinstance(e.fact, Irregular)]
            if player.game.state.turn > 1:
                break
        state = player.game.state
        ashore.append(sum(u.steps for u in state.units.values() if u.box == MAP and state.board.is_land(u.hex)))
    assert ashore[0] > ashore[1]
