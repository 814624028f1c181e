"""The tables of Blood Reef, worked out again from the facts by loops of this file's own: losses three ways, waves,
dice, the pool, what is secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Fact, GameEnded, RulingMade
from domain.kernel.game import Game
from domain.reef import facts as f
from domain.reef.charts import DATES, CampaignCard, HexCard, OrderOfBattleCard
from domain.reef.organization import BATTALIONS, CONTENTS, KINDS, formations_of
from domain.reef.readings import READINGS
from domain.reef.state import Reef
from projections.part import part_of, within
from projections.reef.summaries import SHOWN
from projections.reef.tables import TABLES
from projections.report.build import Drawings, build
from projections.report.model import Cell, Figure, ReportTable
from projections.shown import shown
from tests.reef.warlike import fought

GAMES = (("I", 0), ("II", 3))
"""A campaign with a night and its secrets in the record; one with them on paper."""
every_game = pytest.mark.parametrize(("cg", "seed"), GAMES)
SIDE = {"us": "Marines", "jp": "Japanese"}
TOLL = ("at first", "entered", "lost", "of these captured", "never entered", "reduced", "left")
ROLES = {
    "at-start": "At-Start",
    "follow-on": "Follow-On",
    "regimental": "Regimental Reserve",
    "divisional": "Divisional Reserve",
}
WHERE = {
    "Red1": "Red Beach One",
    "Red2": "Red Beach Two",
    "Red3": "Red Beach Three",
    "reserves": "out of the Reserve Pool",
}


def value(cell: Cell) -> str:
    return cell.value if isinstance(cell, Figure) else cell


@cache
def made(cg: str, seed: int, name: str) -> ReportTable:
    return TABLES[name](fought(seed, cg))


def rows(cg: str, seed: int, name: str) -> list[dict[str, str]]:
    return rows_of(made(cg, seed, name))


def rows_of(table: ReportTable) -> list[dict[str, str]]:
    """A table's rows by the names of its columns; columns in which no row says anything are "" too."""
    return [NoneSaid(zip(table.columns, map(value, row), strict=True)) for row in table.rows]


class NoneSaid(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def amount(cell: str) -> int:
    return int(cell or 0)


def said(count: int) -> str:
    """A counted number as a cell has it."""
    return str(count) if count else ""


@cache
def entries(cg: str, seed: int) -> tuple[tuple[Entry, Reef, str], ...]:
    """Each entry that stands, the state before it, and the CG Date of its scenario: that on which it was played."""
    game = fought(seed, cg)
    state, found, dates = game.rules.initial, [], dict[int, str]()
    for entry in standing(game.entries):
        after = game.rules.fold(entry.fact, state)
        found.append((entry, state, after.number))
        state = after
        dates[state.number] = state.date
    return tuple((entry, before, dates[number]) for entry, before, number in found)


def facts(cg: str, seed: int) -> Iterator[tuple[Any, str]]:
    yield from ((entry.fact, date) for entry, _, date in entries(cg, seed))


def dated(cg: str, seed: int, kind: type[Fact], count: Callable[[Any], int] = lambda fact: 1) -> Counter[str]:
    """How many facts of a kind a date has, or what they say."""
    found: Counter[str] = Counter()
    for fact, date in facts(cg, seed):
        if isinstance(fact, kind):
            found[date] += count(fact)
    return found


def column(cg: str, seed: int, name: str, head: str) -> dict[str, int]:
    return {row["date"]: amount(row[head]) for row in rows(cg, seed, name) if row[head] not in ("", "0")}


def plus(some: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in some.items() if count}


# ---- the calendar, readings ----


@every_game
def test_the_calendar_has_each_date_with_its_scenario_or_why_none_was_played(cg: str, seed: int) -> None:
    found = {row["date"]: row for row in rows(cg, seed, "calendar")}
    began = {date: fact for fact, date in facts(cg, seed) if isinstance(fact, f.ScenarioBegan)}
    nights = {fact.date: fact for fact, _ in facts(cg, seed) if isinstance(fact, f.NightSettled)}
    assert list(found) == [date for date in DATES if date in began or date in nights]
    for date, fact in began.items():
        row = found[date]
        assert (row["scenario"], row["turns"]) == (str(fact.number), str(fact.turns))
        assert (row["moves first"], row["Attacker"]) == (SIDE[fact.first], SIDE[fact.attacker])
        assert row["came of it"] != "not played"
    for date, night in nights.items():
        assert found[date]["Night Banzai"] == ("attempted" if night.attempted else "not attempted")
        assert found[date]["Night dr"] == (str(night.die) if night.attempted and night.barred != "no-charge" else "")
        assert night.played == (date in began)
        assert night.played or found[date]["came of it"] == "not played"
    [end] = [fact for fact, _ in facts(cg, seed) if isinstance(fact, GameEnded)]
    assert end.why in found[list(found)[-1]]["came of it"]


def test_a_night_in_which_nobody_could_charge_has_no_dr() -> None:
    """BRT CG10: given a Night Banzai that was attempted with nobody to charge, then no die stands in the calendar, for
    none was rolled."""
    game = fought(0, "I")
    night = next(entry for entry in standing(game.entries) if isinstance(entry.fact, f.NightSettled))
    assert isinstance(night.fact, f.NightSettled)
    barred = night._replace(fact=f.NightSettled(attempted=True, barred="no-charge", date=night.fact.date), waits=None)
    saw: Game[Any] = Game(game.rules)
    saw.follow([*(entry for entry in game.entries if entry.version < night.version), barred])
    [row] = [row for row in rows_of(TABLES["calendar"](saw)) if row["date"] == night.fact.date]
    assert (row["Night Banzai"], row["Night dr"], row["came of it"]) == ("attempted", "", "not played")


@every_game
def test_readings_are_those_of_the_game(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    assert game.began
    chosen = dict(game.began.readings)
    chosen |= {fact.reading: fact.choice for fact, _ in facts(cg, seed) if isinstance(fact, RulingMade)}
    found = {row["reading"]: row for row in rows(cg, seed, "readings")}
    assert set(found) == set(READINGS)
    for id, reading in READINGS.items():
        choice = chosen.get(id, reading.default)
        assert found[id]["read as"] == choice
        assert found[id]["usually"] == ("" if choice == reading.default else reading.default)


# ---- losses ----


@cache
def pieces(cg: str, seed: int) -> Mapping[str, Counter[str]]:
    """Of each unit what became of it, counted fact by fact: start, entered …; Orders of Battle by the Formation Table
    and the pack."""
    game = fought(seed, cg)
    found: dict[str, Counter[str]] = {}

    def count(unit: str, **more: int) -> None:
        for key, number in more.items():
            found.setdefault(unit, Counter())[key] += number

    card = game.state.rows(CampaignCard)[cg]
    for blt in (*card.at_start, *card.follow_on, *card.regimental, *card.divisional):
        for formation, role in formations_of(blt):
            for kind, number in CONTENTS[role].items():
                count(f"{formation}:{kind}", start=number, off=number)
    for kind, number in (CONTENTS["Scouts"] if card.scouts else {}).items():
        count(f"Scouts:{kind}", start=number, off=number)
    for name, row in game.state.rows(OrderOfBattleCard).items():
        if name.startswith(f"{cg}/"):
            count(name.partition("/")[2].replace("/", ":"), start=row.number)
    for fact, _ in facts(cg, seed):
        for loss in fact.losses:
            count(loss.unit, lost=loss.steps)
        for gain in fact.gains:
            count(gain.unit, lost=-gain.steps)
        match fact:
            case f.LvtsReceived():
                count("LVT:LVT", start=fact.number, off=fact.number)
            case f.PoolReplenished():
                for kind, number in fact.pieces.items():
                    count(f"pool:{kind}", start=number)
            case f.PiecesShifted():
                for kind, number in fact.pieces.items():
                    count(f"{fact.of}:{kind}", moved=number)
                    count(f"{fact.to}:{kind}", start=number)
            case f.PiecesReduced():
                group, _, kind = fact.unit.partition(":")
                count(fact.unit, reduced=fact.number)
                half = {"4-4-8": "2-3-8", "4-4-7": "2-3-7", "3-4-7": "2-3-7"}.get(kind, f"half-{kind}")
                count(f"{group}:{half}", start=fact.number)
            case f.PiecesArisen():
                assert not fact.of
                for kind, number in fact.pieces.items():
                    count(f"{fact.group}:{kind}", start=number)
            case f.PointsSpent():
                for kind, number in fact.pieces.items():
                    count(f"{fact.beach}:{kind}", start=number)
            case f.LeaderDetermined() if fact.branch == "armor" and not fact.leader:
                if found[f"{fact.group}:armor-leader"]["start"] > found[f"{fact.group}:armor-leader"]["moved"]:
                    count(f"{fact.group}:armor-leader", moved=1)
            case f.PartyReturned():
                pass
    return found


def strength(cg: str, seed: int, units: Iterable[str]) -> Counter[str]:
    total: Counter[str] = Counter()
    for unit in units:
        total += Counter({key: number for key, number in pieces(cg, seed)[unit].items() if number > 0})
    return total


def returned(cg: str, seed: int, group: str = "") -> int:
    """SFCPs that came back repaired: no loss any more (CG3.11)."""
    game = fought(seed, cg)
    came, radio = 0, set[str]()
    for fact, _ in facts(cg, seed):
        if isinstance(fact, f.PartyLost):
            radio = radio - set(fact.parties) | (set(fact.parties) if fact.radio else set())
        elif isinstance(fact, f.PartyReturned) and fact.party not in radio:
            came += game.state.parties[fact.party].formation.startswith(group)
    return came


@every_game
def test_losses_by_formation_are_those_of_the_facts_and_start_with_the_formation_table(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    lost = 0
    found = {row["Formation"].partition(" ")[0]: row for row in rows(cg, seed, "formations")}
    assert "Scout" not in found or cg != "I"
    for formation, one in game.state.formations.items():
        row = found[formation if formation != "Scouts" else "Scout"]
        mine = strength(cg, seed, [unit for unit in pieces(cg, seed) if unit.startswith(f"{formation}:")])
        assert amount(row["at first"]) == mine["start"] >= sum(CONTENTS[one.role].values())
        assert amount(row["lost"]) == mine["lost"] - returned(cg, seed, f"{formation}")
        assert amount(row["reduced"]) == mine["reduced"]
        assert amount(row["left"]) == mine["start"] - mine["moved"] - mine["reduced"] - amount(row["lost"])
        share = f"{100 * amount(row['lost']) // amount(row['at first'])} %"
        assert row["lost of them"] == (share if row["lost"] else "")
        lost += amount(row["lost"])
    assert lost > 0
    assert len(found) == len(game.state.formations)


@every_game
def test_losses_by_battalion_formation_and_kind_add_up_to_one_another(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    battalions, by_formation, kinds = rows(cg, seed, "blts"), rows(cg, seed, "formations"), rows(cg, seed, "kinds")
    *each, whole = battalions
    assert whole["BLT"] == "all Marines"
    marine = [row for row in kinds if row["kind"].startswith("Marines: ")]
    vehicles = [row for row in each if row["BLT"] == "LVTs"]
    for head in TOLL:
        total = amount(whole[head])
        assert sum(amount(row[head]) for row in each) == total, head
        assert sum(amount(row[head]) for row in (*by_formation, *vehicles)) == total, head
        assert sum(amount(row[head]) for row in marine) == total, head
    for row in each:
        blt = row["BLT"].partition("#")[2].partition(",")[0]
        names = [name.replace("Scouts", "Scout") for name, one in game.state.formations.items() if one.blt == blt]
        if row["BLT"] != "LVTs":
            mine = [one for one in by_formation if one["Formation"].split(" ")[0] in names]
            assert all(sum(amount(one[head]) for one in mine) == amount(row[head]) for head in TOLL)


@every_game
def test_losses_by_kind_are_those_of_the_facts_and_count_nobody_twice(cg: str, seed: int) -> None:
    """Given pieces that went out of the Reserve Pool onto the map, then they are of their kind's number at first
    once."""
    game = fought(seed, cg)
    found = {row["kind"]: row for row in rows(cg, seed, "kinds")}
    moved: Counter[str] = Counter()
    for fact, _ in facts(cg, seed):
        if isinstance(fact, f.PiecesShifted):
            moved.update({f"Japanese: {kind}": number for kind, number in fact.pieces.items()})
    assert sum(moved.values()) > 5
    titles: dict[str, list[str]] = {}
    for unit in pieces(cg, seed):
        side = "Marines" if unit.partition(":")[0] in (*game.state.formations, "LVT") else "Japanese"
        titles.setdefault(f"{side}: {unit.partition(':')[2]}", []).append(unit)
    assert set(found) == set(titles)
    for title, units in titles.items():
        mine = strength(cg, seed, units)
        back = returned(cg, seed) if title == "Marines: SFCP" else 0
        assert amount(found[title]["at first"]) == mine["start"] - moved[title]
        assert amount(found[title]["lost"]) == mine["lost"] - back
        assert amount(found[title]["reduced"]) == mine["reduced"]
        left = sum(unit.steps for unit in game.state.units.values() if f"{SIDE[unit.side]}: {unit.kind}" == title)
        assert (
            amount(found[title]["left"])
            == left
            == mine["start"] - mine["moved"] - mine["reduced"] - mine["lost"] + back
        )


@every_game
def test_the_japanese_are_counted_by_beach_and_the_koreans_apart(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    titles: dict[str, list[str]] = {}
    for unit in pieces(cg, seed):
        group, _, kind = unit.partition(":")
        if group not in (*game.state.formations, "LVT", "pool"):
            korean = KINDS[kind.removeprefix("half-")].korean if kind.removeprefix("half-") in KINDS else False
            titles.setdefault("Korean labor units" if korean else WHERE[group], []).append(unit)
    found = {row["where"]: row for row in rows(cg, seed, "japanese")}
    assert set(found) == set(titles)
    assert "Korean labor units" in found
    for title, units in titles.items():
        mine = strength(cg, seed, units)
        assert amount(found[title]["at first"]) == mine["start"]
        assert amount(found[title]["lost"]) == mine["lost"]
        assert amount(found[title]["left"]) == mine["start"] - mine["moved"] - mine["reduced"] - mine["lost"]


@every_game
def test_captured_and_unentered_are_told_apart_as_far_as_they_are_lost(cg: str, seed: int) -> None:
    captured, unentered = Counter[str](), Counter[str]()
    for fact, _ in facts(cg, seed):
        if isinstance(fact, f.PiecesLost):
            for loss in fact.losses:
                captured[loss.unit] += loss.steps * (fact.cause == "captured")
                unentered[loss.unit] += loss.steps * (fact.cause == "unentered")
    for row in rows(cg, seed, "kinds"):
        side, _, kind = row["kind"].partition(": ")
        alike = [unit for unit in pieces(cg, seed) if unit.endswith(f":{kind}")]
        mine = [unit for unit in alike if ("-F" in unit or unit.startswith(("Scouts", "LVT"))) == (side == "Marines")]
        assert amount(row["of these captured"]) <= sum(captured[unit] for unit in mine)
        assert amount(row["never entered"]) <= sum(unentered[unit] for unit in mine)
        restored = any(gain.unit in mine for fact, _ in facts(cg, seed) for gain in fact.gains) or kind == "SFCP"
        if not restored:
            assert amount(row["of these captured"]) == sum(captured[unit] for unit in mine)
            assert amount(row["never entered"]) == sum(unentered[unit] for unit in mine)


@every_game
def test_points_by_date_are_those_of_the_facts_and_end_where_the_campaign_stands(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    counted: dict[str, Counter[str]] = {}
    for fact, date in facts(cg, seed):
        for one in fact.points:
            for where in (date, "in all"):
                counted.setdefault(where, Counter())[one.side] += one.amount
                if one.side == "jp":
                    counted[where]["unentered" if one.code == "unentered" else "combat"] += one.amount
    found = {row["date"]: row for row in rows(cg, seed, "cvp")}
    assert list(found) == [*(date for date in DATES if date in counted), "in all"]
    marine, japanese = game.rules.sides["us"], game.rules.sides["jp"]
    for date, mine in counted.items():
        assert amount(found[date][marine]) == mine["us"]
        assert amount(found[date][f"{japanese} in all"]) == mine["jp"]
        assert amount(found[date][f"{japanese}, combat"]) == mine["combat"]
        assert amount(found[date][f"{japanese}, failed to enter"]) == mine["unentered"]
    assert {side: counted["in all"][side] for side in ("us", "jp")} == {
        side: game.state.cvp.get(side, 0) for side in ("us", "jp")
    }


# ---- the landing ----


@every_game
def test_waves_are_counted_as_they_came_in(cg: str, seed: int) -> None:
    plans: dict[str, f.WaveAssigned] = {}
    entered, rode, stayed, hexes = Counter[str](), Counter[str](), Counter[str](), dict[str, dict[str, None]]()
    for fact, _ in facts(cg, seed):
        if isinstance(fact, f.WaveAssigned):
            plans[fact.wave] = fact
        elif isinstance(fact, f.PiecesEntered):
            entered[fact.wave] += sum(fact.pieces.values())
            rode[fact.wave] += len(fact.loads)
            hexes.setdefault(fact.wave, {}).update(dict.fromkeys(fact.hexes))
        elif isinstance(fact, f.PiecesLost) and fact.cause == "unentered":
            stayed[fact.wave] += sum(loss.steps for loss in fact.losses)
    found = {row["wave"]: row for row in rows(cg, seed, "landings")}
    assert set(found) == set(plans)
    for wave, plan in plans.items():
        row = found[wave]
        assert (row["BLT"], row["Formations"]) == (plan.blt, ", ".join(plan.formations))
        assert (row["scenario"], row["turn"]) == (str(plan.scenario), str(plan.turn))
        assert row["added"] == "; ".join(f"{', '.join(pieces)} of {group}" for group, pieces in plan.attached.items())
        assert (amount(row["pieces entered"]), row["LVTs"], row["did not enter"]) == (
            entered[wave],
            said(rode[wave]),
            said(stayed[wave]),
        )
        assert row["where"] == ", ".join(hexes.get(wave, {}))
    assert sum(entered.values()) > 50


@every_game
def test_battalions_have_their_area_and_what_of_them_has_entered(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    areas = {fact.blt: fact.area for fact, _ in facts(cg, seed) if isinstance(fact, f.EntryAreaAssigned)}
    committed = {fact.blt: date for fact, date in facts(cg, seed) if isinstance(fact, f.BltCommitted)}
    played = {fact.number: date for fact, date in facts(cg, seed) if isinstance(fact, f.ScenarioBegan)}
    scenarios = {fact.blt: fact.scenario for fact, _ in facts(cg, seed) if isinstance(fact, f.BltCommitted)}
    for row in rows(cg, seed, "battalions"):
        blt = row["battalion"].partition("#")[2].partition(",")[0]
        assert row["battalion"] == f"BLT #{blt}, {BATTALIONS[blt].name}"
        assert row["type"] == " or ".join(ROLES[role] for role in game.state.blts[blt].roles)
        assert row["Entry Area"] == areas.get(blt, "")
        assert row["committed for"] == committed.get(blt, "")
        assert not committed.get(blt) or played[scenarios[blt]] == committed[blt], (
            "the date of the scenario for which it was committed"
        )
        mine = [name for name, one in game.state.formations.items() if one.blt == blt]
        off = {name: sum(unit.off for unit in game.state.of(name).values()) for name in mine}
        back = {one.formation for one in game.state.parties.values() if one.first_wave and one.status == "off"}
        assert row["Formations"] == str(len(mine))
        assert (
            sum(not off[name] for name in mine)
            <= amount(row["entered"])
            <= sum(not off[name] or name in back for name in mine)
        )


@every_game
def test_leaders_are_counted_by_side_and_branch(cg: str, seed: int) -> None:
    found = {row["leaders"]: row for row in rows(cg, seed, "leaders")}
    counted: dict[str, Counter[str]] = {}
    for fact, _ in facts(cg, seed):
        if isinstance(fact, f.LeaderDetermined):
            side = "Marine" if "-F" in fact.group or fact.group == "Scouts" else "Japanese"
            mine = counted.setdefault(f"{side}, {fact.branch}", Counter())
            mine["DRs"] += 1
            mine["#" if fact.inexperienced else fact.leader or "none"] += 1
    assert {
        who: {head: amount(row[head]) for head in row if head != "leaders" and row[head]} for who, row in found.items()
    } == counted
    assert sum(row["DRs"] for row in counted.values()) > 30


# ---- the pool, the ground ----


@every_game
def test_the_pool_is_counted_from_date_to_date(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    found = rows(cg, seed, "reserves")

    def counters(fact: Any) -> int:
        return sum(number for kind, number in fact.pieces.items() if kind != "armor-leader")

    def shifted(how: str) -> dict[str, int]:
        return plus(
            dated(cg, seed, f.PiecesShifted, lambda fact: counters(fact) if (fact.of, fact.how) == ("pool", how) else 0)
        )

    assert column(cg, seed, "reserves", "added") == plus(dated(cg, seed, f.PoolReplenished, counters))
    assert column(cg, seed, "reserves", "Replenishment DRs") == plus(dated(cg, seed, f.PoolReplenished))
    assert column(cg, seed, "reserves", "Reinforcement drs") == plus(dated(cg, seed, f.ReinforcementsRolled))
    assert column(cg, seed, "reserves", "might enter") == plus(
        dated(cg, seed, f.ReinforcementsRolled, lambda fact: fact.number)
    )
    assert column(cg, seed, "reserves", "entered") == shifted("reinforcement")
    assert column(cg, seed, "reserves", "set up") == shifted("set-up")
    assert column(cg, seed, "reserves", "in the charge") == shifted("charge")
    assert column(cg, seed, "reserves", "did not enter") == plus(
        dated(cg, seed, f.ReservesReturned, lambda fact: fact.number)
    )
    into = plus(dated(cg, seed, f.PiecesShifted, lambda fact: counters(fact) if fact.to == "pool" else 0))
    assert column(cg, seed, "reserves", "assigned to it") == into
    order = {
        name.rpartition("/")[2]: row.number
        for name, row in game.state.rows(OrderOfBattleCard).items()
        if name.startswith(f"{cg}/pool/")
    }
    assert amount(found[0]["at first"]) == sum(number for kind, number in order.items() if kind != "armor-leader")
    for row in found:
        came = amount(row["assigned to it"]) + amount(row["added"])
        went = amount(row["entered"]) + amount(row["set up"]) + amount(row["in the charge"])
        assert amount(row["at last"]) == amount(row["at first"]) + came - went
    for before, after in pairwise(found):
        assert after["at first"] == before["at last"]
    assert found[-1]["at last"] == str(game.state.counters(game.state.pool))


@every_game
def test_ground_that_changed_hands_is_counted_once(cg: str, seed: int) -> None:
    game = fought(seed, cg)
    held: dict[str, str] = {}
    occupied: set[str] = set()
    taken: Counter[tuple[str, str]] = Counter()
    strategic: dict[str, tuple[int, int]] = {}
    cards = game.state.rows(HexCard)
    printed = {
        hex
        for hex, card in cards.items()
        if card.tem >= 2 or card.terrain in ("beach", "pier") or (card.terrain == "hinterland" and card.edges)
    }
    for fact, date in facts(cg, seed):
        if isinstance(fact, f.ControlRecorded):
            taken[date, fact.control] += sum(held.get(hex, "") != fact.control for hex in fact.places)
            held |= dict.fromkeys(fact.places, fact.control)
            occupied = occupied - set(fact.places) | (set(fact.places) if fact.strategic else set())
            worth = {hex for hex in {*cards, *held} if hex in occupied or hex in printed or hex not in cards}
            marine = {hex for hex, side in held.items() if side == "us"}
            strategic[date] = (len(marine & worth), len({hex for hex in worth - marine if hex in cards}))
    found = {row["date"]: row for row in rows(cg, seed, "ground")}
    assert list(found) == [date for date in DATES if date in strategic]
    for date, (marine_held, japanese_held) in strategic.items():
        row = found[date]
        assert (amount(row["taken by the Marines"]), amount(row["taken by the Japanese"])) == (
            taken[date, "us"],
            taken[date, "jp"],
        )
        assert (row["Strategic, Marine"], row["Strategic, Japanese"]) == (str(marine_held), str(japanese_held))
    assert sum(taken.values()) > 20


# ---- support ----


@every_game
def test_naval_gunfire_is_counted_by_scenario_and_module(cg: str, seed: int) -> None:
    counted: dict[tuple[str, str], Counter[str]] = {}
    calibres: dict[tuple[str, str], int] = {}
    guns: dict[tuple[str, str], list[str]] = {}
    piles: dict[tuple[str, str], tuple[int, int]] = {}
    for entry, before, date in entries(cg, seed):
        fact: Any = entry.fact
        if isinstance(fact, f.ModulesReceived):
            calibres |= {(date, module): calibre for module, calibre in fact.modules.items()}
            piles |= {(date, module): (5, 2) for module in fact.modules}
            continue
        if isinstance(fact, f.AccessLost) and before.fighters:
            for module in fact.modules:
                counted.setdefault((date, module), Counter())["cancelled by aircraft"] += 1
        if not hasattr(fact, "module"):
            continue
        mine = counted.setdefault((date, fact.module), Counter())
        match fact:
            case f.EffectEnded():
                guns.setdefault((date, fact.module), []).append(f"{fact.gun} until its end")
            case f.GunMatched():
                black, red = piles[date, fact.module]
                piles[date, fact.module] = (max(0, black + fact.black), red + fact.red)
                guns.setdefault((date, fact.module), []).append(fact.gun)
            case f.ContactAttempted():
                mine.update({"contacts tried": 1, "made": fact.contact})
            case f.AccessDrawn() if not fact.wp:
                mine.update({"chits": 1, "black ones": fact.chit == "black"})
            case f.AttackAnnounced():
                mine["NOBA announced"] += fact.mission == "noba"
            case f.DirectFired():
                mine.update({"shots": 1, "hits": fact.hit})
    found = {(row["date"], row["module"]): row for row in rows(cg, seed, "naval")}
    assert list(found) == list(calibres)
    for key, row in found.items():
        assert row["calibre"] == f"{calibres[key]}+mm"
        assert row["pile"] == "{}/{}".format(*piles[key])
        assert row["Guns against it"] == ", ".join(guns.get(key, []))
        heads = (
            "contacts tried",
            "made",
            "chits",
            "black ones",
            "NOBA announced",
            "shots",
            "hits",
            "cancelled by aircraft",
        )
        assert {head: amount(row[head]) for head in heads} == {
            head: counted.get(key, Counter())[head] for head in heads
        }


@every_game
def test_shots_have_their_dice_and_the_chance_of_36_throws(cg: str, seed: int) -> None:
    fired = [(fact, date) for fact, date in facts(cg, seed) if isinstance(fact, f.DirectFired)]
    found = rows(cg, seed, "shots")
    assert len(found) == len(fired) > 1
    for row, (fact, date) in zip(found, fired, strict=True):
        change = sum(term.amount for term in fact.terms)
        ways = sum(a + b + change <= fact.number for a in range(1, 7) for b in range(1, 7))
        assert (row["date"], row["module"], row["observer"], row["hex"]) == (
            date,
            fact.module,
            fact.by or "Shipboard Observer",
            fact.hex,
        )
        assert (row["DR"], row["TH#"], row["target type"]) == (
            "+".join(map(str, fact.dice)),
            str(fact.number),
            fact.target,
        )
        assert row["chance"] == f"{float(Fraction(ways, 36)):.2f}"
        assert row["came of it"].startswith("hit" if sum(fact.dice) + change <= fact.number else "miss")
        assert ("ROF kept" in row["came of it"]) == fact.again


@every_game
def test_bombardments_seawalls_and_aircraft_have_a_row_each(cg: str, seed: int) -> None:
    found = rows(cg, seed, "bombardments")
    told = []
    for entry, before, date in entries(cg, seed):
        match entry.fact:
            case f.BombardmentLanded() as fact:
                came = f"{fact.off} hexes off, in {fact.hex}" if fact.error else "accurate"
                told.append((date, "bombardment", fact.placed, str(fact.die), "".join(map(str, fact.error)), came))
            case f.SeawallChecked() as fact:
                came = f"breached towards {', '.join(fact.breached)}" if fact.breached else "holds"
                told.append((date, "seawall", fact.hex, str(sum(fact.dice)), "", came))
            case f.AirRolled() as fact:
                told.append(
                    (
                        date,
                        "Air Support",
                        f"turn {before.turn}",
                        str(fact.die),
                        "",
                        "FB arrive" if fact.came else "none",
                    )
                )
    assert [
        tuple(row[head] for head in ("date", "what", "where", "dice", "Error DR", "came of it")) for row in found
    ] == told
    assert len(told) > 5


# ---- secrets ----


@every_game
def test_slips_are_listed_as_they_were_sealed_and_say_nothing_before_they_are_opened(cg: str, seed: int) -> None:
    sealed: dict[str, str] = {}
    opened: dict[str, str] = {}
    for fact, _ in facts(cg, seed):
        match fact:
            case f.SlipSealed():
                sealed[fact.slip] = "on paper" if fact.on_paper else "in the record"
            case f.WaveSealed():
                sealed[f"wave {fact.wave}"] = "on paper" if fact.on_paper else "in the record"
            case f.SlipOpened():
                opened[fact.slip] = ", ".join(fact.says)
            case f.WaveOpened():
                opened[f"wave {fact.wave}"] = ", ".join(fact.formations)
    found = {row["slip"]: row for row in rows(cg, seed, "secrets")}
    assert {slip: row["kept"] for slip, row in found.items()} == sealed
    for slip, row in found.items():
        assert bool(row["opened"]) == (slip in opened)
        assert row["said"].startswith(opened.get(slip, ""))
        assert bool(row["said"]) == bool(row["opened"])
    assert opened


@pytest.mark.parametrize(("cg", "seed"), [("I", 0)])
def test_a_side_s_tables_hold_back_what_the_other_keeps_secret(cg: str, seed: int) -> None:
    """Given a campaign up to its first scenario, then waves, leaders and slips of a side are in no table of the other,
    and in its own."""
    game = fought(seed, cg)
    began = next(entry.version for entry in standing(game.entries) if isinstance(entry.fact, f.ScenarioBegan))
    early = game.at(began)
    views: dict[str, Game[Any]] = {}
    for side in ("us", "jp"):
        views[side] = Game(game.rules)
        views[side].follow(seen(early.entries, side))
    assert rows_of(TABLES["landings"](views["us"]))
    assert rows_of(TABLES["landings"](views["jp"])) == []
    assert {row["leaders"] for row in rows_of(TABLES["leaders"](views["jp"]))} > {
        row["leaders"] for row in rows_of(TABLES["leaders"](views["us"]))
    }
    assert not any(row["leaders"].startswith("Japanese") for row in rows_of(TABLES["leaders"](views["us"])))
    assert all(
        rows_of(TABLES["secrets"](view)) and not any(row["said"] for row in rows_of(TABLES["secrets"](view)))
        for view in views.values()
    )
    assert [row["slip"] for row in rows_of(TABLES["secrets"](views["us"]))] == [
        row["slip"] for row in rows_of(TABLES["secrets"](views["jp"]))
    ]
    bought = [entry.fact for entry in standing(early.entries) if isinstance(entry.fact, f.PointsSpent)]
    pieces = sum(sum(fact.pieces.values()) for fact in bought)
    at_first = {
        side: sum(amount(row["at first"]) for row in rows_of(TABLES["japanese"](views[side]))) for side in ("us", "jp")
    }
    assert at_first["jp"] - at_first["us"] == pieces > 0


@pytest.mark.parametrize("side", ["us", "jp"])
def test_figures_of_a_side_rest_on_entries_it_saw(side: str) -> None:
    game = fought(0, "I")
    view: Game[Any] = Game(game.rules)
    view.follow(seen(game.entries, side))
    versions = {entry.version for entry in seen(standing(game.entries), side)}
    for name in ("landings", "leaders", "japanese", "kinds", "secrets"):
        cited = {
            version
            for row in TABLES[name](view).rows
            for cell in row
            if isinstance(cell, Figure)
            for version in cell.entries
        }
        assert cited <= versions, name


# ---- parts ----


@every_game
def test_the_dates_of_a_campaign_add_up_to_all_of_it(cg: str, seed: int) -> None:
    """Given each part of a campaign, then its losses, waves, shots and points are those of its dates, and together
    those of the campaign."""
    game = fought(seed, cg)
    titles = list(dict.fromkeys(entry.moment.path[0] for entry in standing(game.entries) if entry.moment.path))
    parts = [within(game, part_of(game, title)) for title in titles]

    def together(name: str) -> list[dict[str, str]]:
        return [row for part in parts for row in rows_of(TABLES[name](part))]

    for name, key in (("formations", "Formation"), ("kinds", "kind")):
        of_parts = together(name)
        for head in ("lost", "reduced", "never entered"):
            total: Counter[str] = Counter()
            for row in of_parts:
                total[row[key]] += amount(row[head])
            assert plus(total) == {row[key]: amount(row[head]) for row in rows(cg, seed, name) if amount(row[head])}, (
                name,
                head,
            )
    numbers: Mapping[str, tuple[str, ...]] = {
        "naval": ("contacts tried", "chits", "shots", "hits"),
        "reserves": ("added", "entered", "did not enter"),
        "leaders": ("DRs",),
        "ground": ("taken by the Marines", "taken by the Japanese"),
        "landings": ("pieces entered", "LVTs", "did not enter"),
    }
    for name, heads in numbers.items():
        of_parts = together(name)
        for head in heads:
            assert (
                sum(amount(row[head]) for row in of_parts) == sum(amount(row[head]) for row in rows(cg, seed, name)) > 0
            ), (name, head)
    for name in ("shots", "bombardments"):
        heads = made(cg, seed, name).columns  # a part may be without a column in which nothing is said
        assert [[row[head] for head in heads] for row in together(name)] == [
            [row[head] for head in heads] for row in rows(cg, seed, name)
        ]
    points = [row for row in together("cvp") if row["date"] == "in all"]
    for side in ("us", "jp"):
        head = game.rules.sides[side] + (" in all" if side == "jp" else "")
        assert sum(amount(row[head]) for row in points) == game.state.cvp[side]


# ---- the report, the command line ----


@every_game
def test_every_table_cites_entries_that_stand(cg: str, seed: int) -> None:
    versions = {entry.version for entry in standing(fought(seed, cg).entries)}
    for name in TABLES:
        table = made(cg, seed, name)
        assert {len(row) for row in table.rows} == {len(table.columns)}
        assert {
            version for row in table.rows for cell in row if isinstance(cell, Figure) for version in cell.entries
        } <= versions
        assert not any("None" in value(cell) for row in table.rows for cell in row)


def test_every_table_is_a_summary_and_in_the_report() -> None:
    """Given a date of a campaign, then its report has the tables, but for those without a row; and the command line has
    each, by columns it has."""
    game = fought(0, "I")
    title = next(entry.moment.path[0] for entry in standing(game.entries) if isinstance(entry.fact, f.ScenarioBegan))
    part = within(game, part_of(game, title))
    found = [table.title for table in build(game.seen_by("umpire"), part=title, drawn=Drawings.NOTHING).tables]
    assert set(SHOWN) == set(TABLES) == set(shown("reef").summaries)
    for name, table in TABLES.items():
        whole = made("I", 0, name)
        assert {
            head for head in SHOWN[name] if head not in {column.replace(" ", "_") for column in whole.columns}
        } <= OFTEN_EMPTY
        assert not table(part).rows or whole.title in found
        assert len(shown("reef").summaries[name].rows(part)) == len(table(part).rows)


OFTEN_EMPTY = {
    "10-3", "10-2",
    "8+1", "10-1",
    "10-0", "never_entered", "reduced", "lost", "lost_of_them", "set_up", "in_the_charge", "Error_DR", "usually",
    "committed_for",
    "Night_dr", "LVTs", "did_not_enter", "hits", "Japanese,_failed_to_enter", "Entry_Area", "black_ones", "7-0", "9-2",
}  # fmt: skip
"""Columns that a table is without where no row says anything in them."""
