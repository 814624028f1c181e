"""The screen of Blood Reef: it fits, and says in each phase of a campaign where it stands, what is due, and who has and
holds what."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from domain.kernel.entries import Entry, seen, standing
from domain.kernel.game import Game
from domain.reef.charts import DATES, HexCard
from domain.reef.common import PHASES
from domain.reef.state import Reef
from projections.shown import shown
from projections.text import WIDTH
from tests import shipped
from tests.acceptance.cases import run
from tests.reef.warlike import fought

GAMES = (("I", 0), ("II", 6))
"""A campaign with a night and its secrets in the record; one with them on paper."""
BEFORE = (
    "control",
    "perimeters",
    "retaining",
    "leaders",
    "areas",
    "purchases",
    "banzai",
    "first_setup",
    "second_setup",
    "support",
)
every_game = pytest.mark.parametrize(("cg", "seed"), GAMES)


@cache
def phases(cg: str, seed: int, side: str = "umpire") -> dict[tuple[str, str, str], Game[Any]]:
    """The campaign in the midst of its first, second and last phase of each name, as a side saw it."""
    game = fought(seed, cg)
    entries = list(seen(standing(game.entries), side))
    ends: dict[tuple[str, str], list[int]] = {}
    for entry in entries:
        if entry.ends and entry.moment.phase and entry.moment.path:
            ends.setdefault((entry.moment.phase, entry.moment.path[0]), []).append(entry.version)
    chosen: dict[int, tuple[str, str, str]] = {}
    for phase in dict.fromkeys(phase for phase, _ in ends):
        dates = [date for name, date in ends if name == phase]
        for which, date in {"first": dates[0], "second": dates[min(1, len(dates) - 1)], "last": dates[-1]}.items():
            some = ends[phase, date]
            chosen.setdefault(some[len(some) // 2], (phase, date, which))
    return {chosen[version]: view for version, view in stopped(game, entries, set(chosen))}


def stopped(game: Game[Any], entries: list[Entry], versions: set[int]) -> Iterator[tuple[int, Game[Any]]]:
    """The game as it stood after each of these entries."""
    run: list[Entry] = []
    view: Game[Any] = Game(game.rules)
    for entry in entries:
        run.append(entry)
        if entry.version in versions:
            view.follow(run)
            still: Game[Any] = Game(game.rules, game.id)
            still.state, still.began = view.state, view.began
            yield entry.version, still
            run = []


def lines(game: Game[Any]) -> list[str]:
    return [click.unstyle(line) for line in shown("reef").screen.overview(game)]


def said(game: Game[Any]) -> str:
    """The screen as one line, whatever was folded."""
    return re.sub(r"\s+", " ", "\n".join(lines(game)))


def bare(game: Game[Any]) -> Reef:
    state: Reef = game.state
    return state


# ---- it fits, always ----


@every_game
@pytest.mark.parametrize("side", ["umpire", "us", "jp"])
def test_it_fits_eighty_columns_in_each_phase(cg: str, seed: int, side: str) -> None:
    views = phases(cg, seed, side)
    assert {phase for phase, _, _ in views} >= {*PHASES, "control", "second_setup", "support"}
    for where, game in views.items():
        told = lines(game)
        assert max(map(len, told)) <= WIDTH, where
        assert not any(re.search(r"\bNone\b|\{|\}| ,|  $", line) for line in told), where
        glance = shown("reef").screen.words(game)
        assert len(glance) >= 3
        assert all(word and word == word.strip() for word in glance), where


def test_each_phase_of_the_sequence_of_play_has_been_looked_at() -> None:
    """Given the campaigns of these tests, then no phase in which something may be declared is missing but those that
    nobody stops in."""
    met = {phase for cg, seed in GAMES for phase, _, _ in phases(cg, seed)}
    assert met >= {*PHASES, *(phase for phase in BEFORE if phase != "areas")}


# ---- where it stands ----


@every_game
def test_it_says_which_date_scenario_and_turn_it_is_and_how_points_stand(cg: str, seed: int) -> None:
    for (phase, date, _), game in phases(cg, seed).items():
        state, told = bare(game), said(game)
        assert f"campaign CG {cg}, {state.date}, scenario {state.number} " in told
        assert state.date in DATES
        assert date.startswith(state.date) or state.date in date
        assert f"Marines {state.cvp.get('us', 0)}, Japanese {state.cvp.get('jp', 0)}" in told
        assert f"SAN Marine {state.san['us']}, Japanese {state.san['jp']}" in told
        assert (f"turn {state.turn} of {state.turns}" in told) == bool(state.half) == (phase in PHASES)
        if state.half:
            mover = state.first if state.half == 1 else {"us": "jp", "jp": "us"}[state.first]
            assert f"turn {state.turn} of {state.turns}, {'Marines' if mover == 'us' else 'Japanese'} move" in told
        assert ("'44 FB are on board" in told) == state.fighters


def test_a_glance_tells_the_turn_the_support_the_pool_and_the_points() -> None:
    """Given each phase of a campaign, then what is told at a glance is this and nothing else; of batteries as a
    scenario is played."""
    fighters = modules = 0
    for (phase, _, _), game in ((where, game) for cg, seed in GAMES for where, game in phases(cg, seed).items()):
        state = bare(game)
        expected = [f"CG {state.scenario}"]
        if phase in PHASES:
            expected.append(f"turn {state.turn} of {state.turns}")
        if state.fighters:
            expected.append("FB on board")
        for name, module in state.modules.items() if phase in PHASES else ():
            marks = [*(["access"] if module.access else []), *(["/".join(module.counters)] if module.counters else [])]
            expected.append(" ".join([name, f"{max(0, module.black)}/{max(0, module.red)}", *marks]))
            modules += 1
        counters = sum(unit.steps for unit in state.of("pool").values() if unit.kind != "armor-leader")
        expected += [f"pool {counters}", f"CVP {state.cvp.get('us', 0)}:{state.cvp.get('jp', 0)}"]
        told = shown("reef").screen.words(game)
        left = [
            one for one in told if one.endswith(" left")
        ]  # what the beaches still have to spend, while they buy (15.614)
        assert [one for one in told if one not in left] == expected
        assert not left or phase == "purchases"
        fighters += state.fighters
    assert modules > 40
    assert fighters


@every_game
def test_what_the_moment_says_already_is_not_said_at_a_glance(cg: str, seed: int) -> None:
    """Given each phase of a campaign, then date and scenario are in the moment, which is on each screen before what is
    told at a glance."""
    for (phase, _, _), game in phases(cg, seed).items():
        state = bare(game)
        path = game.rules.play.sequence.moment(state).path
        scenario = "Initial Scenario" if state.number == 1 else f"scenario {state.number}"
        assert state.date in path[0]
        assert (scenario in path) == (phase in PHASES)
        assert not {state.date, scenario} & set(shown("reef").screen.words(game))


@every_game
def test_it_says_how_many_strategic_locations_the_marines_hold(cg: str, seed: int) -> None:
    told = 0
    for game in phases(cg, seed).values():
        state = bare(game)
        cards = state.rows(HexCard)
        held = [
            hex
            for hex, ground in state.ground.items()
            if ground.control == "us"
            and (hex not in cards or ground.strategic or cards[hex].tem >= 2 or cards[hex].terrain in ("beach", "pier"))
        ]
        words = f"Marines Control {len(held)} Strategic Location{'' if len(held) == 1 else 's'}"
        assert (words in said(game)) == bool(held)
        told += bool(held)
    assert told > 5


# ---- who has what ----


def test_a_battalion_with_all_there_is_to_say_of_it_fits_too() -> None:
    """Given Divisional Reserves that were committed before their Entry Area is known, then their line is folded, and
    says all of it."""
    game = fought(0, "I")
    state = bare(game)
    view: Game[Any] = Game(game.rules)
    blts = {"6": state.blts["6"].but(roles=("divisional",), area="", committed=4)}
    view.state = state.but(blts=blts)
    assert "BLT #6, 2nd Battalion, 6th Marines (Divisional Reserve, no Entry Area yet, committed) " in said(view)
    assert max(map(len, lines(view))) <= WIDTH


@every_game
def test_it_says_of_each_group_what_is_left_and_what_has_still_to_enter(cg: str, seed: int) -> None:
    for game in phases(cg, seed).values():
        state, told = bare(game), said(game)
        for blt in state.blts:
            assert f"BLT #{blt}, " in told
        groups: dict[str, list[str]] = {}
        for unit in state.units.values():
            if unit.group != "pool" and (unit.steps or unit.start):
                waiting = f"+{unit.off}" if 0 < unit.off < unit.steps else ""
                groups.setdefault(unit.group, []).append(
                    f"{unit.kind} {unit.steps}{waiting}{f'/{unit.start}' if unit.steps != unit.start else ''}"
                )
        for group, pieces in groups.items():
            off = all(unit.off == unit.steps for unit in state.units.values() if unit.group == group and unit.steps)
            formation = state.formations.get(group)
            leaders = (*formation.leaders, *formation.armor_leaders) if formation else ()
            head = f"{group}{f' [{chr(32).join(leaders)}]' if leaders else ''}{' off' if off and formation else ''}"
            assert f" {head}: {', '.join(pieces)}" in told, (head, pieces)


@every_game
def test_it_says_what_is_in_the_reserve_pool(cg: str, seed: int) -> None:
    for game in phases(cg, seed).values():
        state = bare(game)
        pool = {unit.kind: unit.steps for unit in state.units.values() if unit.group == "pool" and unit.steps}
        counters = sum(number for kind, number in pool.items() if kind != "armor-leader")
        there = ", ".join(f"{kind} {number}" for kind, number in pool.items()) or "empty"
        assert f"Reserve Pool, {counters} counter{'' if counters == 1 else 's'}: {there}" in said(game)
        assert f"pool {counters}" in shown("reef").screen.words(game)


@every_game
def test_it_says_what_supports_the_marines(cg: str, seed: int) -> None:
    accesses = 0
    for game in phases(cg, seed).values():
        state, told = bare(game), said(game)
        for name, module in state.modules.items():
            pile = f"{max(0, module.black)} black {max(0, module.red)} red"
            access = ", Battery Access" if module.access else ""
            counters = "".join(f", {one}" for one in module.counters)
            assert f"{name}: {module.calibre}+mm, draw pile {pile}{access}{counters} " in told
            accesses += module.access
        for name, party in state.parties.items():
            assigned = f">{party.module}" if party.module else ""
            assert f"{name}{assigned}{' contact' * party.contact}{' lost' * (party.status == 'eliminated')}" in told
        for name, gun in state.guns.items():
            assert (
                " ".join(filter(None, (name, gun.type, gun.hex, "" if gun.status == "there" else gun.status))) in told
            )
    assert accesses


@every_game
def test_it_says_which_waves_there_are_and_of_what(cg: str, seed: int) -> None:
    waves = 0
    for game in phases(cg, seed).values():
        state, told = bare(game), said(game)
        for name, wave in state.waves.items():
            gone = " (entered)" if wave.open and not wave.due else ""
            assert f"{name}: {'+'.join(wave.formations)} scenario {wave.scenario} turn {wave.turn}{gone}" in told
            waves += 1
    assert waves > 20


# ---- what is due ----


@every_game
def test_waves_and_counters_that_may_enter_now_are_what_a_glance_tells(cg: str, seed: int) -> None:
    """Given the Movement Phases of a campaign, then what is due is told as it is due, with the pieces that have still
    to enter, and no other wave."""
    game = fought(seed, cg)
    every = list(standing(game.entries))
    versions = {
        before.version
        for before, after in itertools.pairwise(every)
        if after.fact.TOPIC in ("reef.pieces-entered", "reef.pieces-shifted")
    }
    due = came = 0
    for _, view in stopped(game, every, versions):
        state = bare(view)
        told = list(shown("reef").screen.meetings(view.seen_by("umpire")))
        now = {
            name: wave
            for name, wave in state.waves.items()
            if state.mover == "us" and (wave.scenario, wave.turn) == (state.number, state.turn)
        }
        spoken = {line.split()[1]: line.partition(" enters now: ")[2] for line in told if line.startswith("wave ")}
        assert set(spoken) <= set(now)
        for rest in spoken.values():
            for one in rest.split(", "):
                number, _, unit = one.rpartition(" ")
                assert int(number or 1) <= state.units[unit].off
        back = any(party.first_wave for party in state.parties.values())
        for name in () if back else now:  # a SFCP that comes back comes with any
            wave = now[name]
            mine = [unit for unit in state.units.values() if unit.group in wave.formations]
            waits = any(wave.due.values()) if wave.open else any(unit.off for unit in mine)
            assert (name in spoken) == waits
            if wave.open and waits:
                assert spoken[name] == ", ".join(
                    f"{number} {unit}" if number > 1 else unit for unit, number in wave.due.items()
                )
        one = f"{state.available} counter{'' if state.available == 1 else 's'} of the Reserve Pool may enter"
        assert [line for line in told if not line.startswith("wave ")] == [one] * bool(state.available)
        due += len(spoken)
        came += state.available > 0
    assert due > 2
    assert came > 2


def test_one_counter_that_may_enter_is_one() -> None:
    game = fought(0, "I")
    view: Game[Any] = Game(game.rules)
    view.state = bare(game).but(available=1)
    assert list(shown("reef").screen.meetings(view.seen_by("umpire")))[-1] == "1 counter of the Reserve Pool may enter"


# ---- who holds what, and what is secret ----


@every_game
def test_it_says_of_each_setup_area_whose_it_is_and_what_is_kept_there(cg: str, seed: int) -> None:
    areas = 0
    for game in phases(cg, seed).values():
        state, told = bare(game), said(game)
        for name, area in state.areas.items():
            whose = f"{'Marines' if area.side == 'us' else 'Japanese'}{', Isolated' * area.isolated}"
            kept = [f"{unit} {number}" for unit, number in area.pieces.items()]
            assert f"{name} ({whose}): {', '.join([' '.join(area.hexes), *kept])}" in told
            areas += 1
    assert areas > 5


@pytest.mark.parametrize("side", ["us", "jp"])
def test_a_side_s_screen_says_of_the_other_s_slips_that_they_are_sealed(side: str) -> None:
    sealed = 0
    for game in phases("I", 0, side).values():
        state, told = bare(game), said(game)
        whole = {name: slip for name, slip in state.slips.items() if not slip.open}
        for name, slip in whole.items():
            mine = slip.side == side
            assert bool(slip.says) == mine
            assert f"{name}: {', '.join(slip.says) if mine else 'sealed'}" in told
            sealed += not mine
        assert (any(unit for unit in state.waves.values() if not unit.open) and side == "jp") is False
    assert sealed


def test_slips_on_paper_are_said_to_be_there() -> None:
    papers = 0
    for game in phases("II", 3).values():
        state, told = bare(game), said(game)
        for name, slip in state.slips.items():
            if not slip.open and not slip.says:
                assert f"{name}: on paper" in told
                papers += 1
    assert papers


# ---- cases ----


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("BRT-S-06", "C (Marines): T25 T26 T27 T24 S24 T28 S28 A (Marines): O44"),
        ("BRT-S-08", "LVT: LVT 1/2"),
        ("BRT-S-27", "Guns: G1 120L eliminated, G2 120L,"),
        ("BRT-S-43", "hidden-2-4: P38, normal, pillbox, gun"),
    ],
)
def test_what_a_case_ends_with_is_on_its_screen(id: str, words: str) -> None:
    folder = Path(__file__).parents[1] / "cases" / "reef"
    game = run(next(case for case in shipped.cases(folder) if case.id == id))
    assert words in said(game)
    assert max(map(len, lines(game))) <= WIDTH
