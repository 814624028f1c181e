"""Every number of a report, worked out again from the facts by loops of this file's own; and what a report must not
tell."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any

import pytest

from domain.ddat import facts as ddat
from domain.games import load, load_or_unknown
from domain.iwo import facts as iwo
from domain.kernel import aside_facts
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput
from domain.kernel.facts import (
    Adjourned,
    BranchedFrom,
    Declared,
    Drawn,
    Fact,
    Fire,
    Gain,
    GameBegan,
    GameEnded,
    Irregular,
    Rolled,
    TakenBack,
    UnknownFact,
    label,
)
from domain.kernel.game import Game
from projections.report import tables
from projections.report.build import Drawings, build, span_played
from projections.report.maps import map_situation
from projections.report.model import Figure, Report, ReportTable, StoryLine
from replays.notation import speak, split
from tests.projections.stepped import steps
from tests.shipped import played as game

WHOLE = (("iwo", "first-landing"), ("iwo", "guns-and-tanks"), ("iwo", "flag-on-the-crater"), ("ddat", "first-waves"))
AUDIENCES = ("umpire", "us", "jp")
EVERY = [*((system, name, side) for system, name in WHOLE for side in AUDIENCES), ("ddat", "two-days", "umpire")]
every_game = pytest.mark.parametrize(("system", "name", "side"), EVERY)


@lru_cache
def report(system: str, name: str, side: str) -> Report:
    return build(game(system, name).seen_by(side), drawn=Drawings.MAPS)


def stands(played_game: Game[Any], side: str) -> list[Entry]:
    """What stands of a game, as a side may see it."""
    kept: list[Entry] = []
    for entry in seen(played_game.entries, side):
        if isinstance(entry.fact, TakenBack):
            kept = [one for one in kept if one.version <= entry.fact.to]
        else:
            kept.append(entry)
    return kept


def facts(system: str, name: str, side: str) -> Iterator[tuple[int, Fact]]:
    return ((entry.version, entry.fact) for entry in stands(game(system, name), side))


def table(found: Report, title: str) -> ReportTable | None:
    return next((one for one in (*found.tables, *found.appendix) if one.title == title), None)


Cells = dict[str, tuple[str, tuple[int, ...]]]


def rows(found: Report, title: str, *keys: str) -> dict[tuple[str, ...], Cells]:
    """The rows of a table by what stands under the key columns; of the other columns, value and entries."""
    one = table(found, title)
    if one is None:
        return {}
    result: dict[tuple[str, ...], Cells] = {}
    for row in one.rows:
        cells = {
            c: (v.value, v.entries) if isinstance(v, Figure) else (v, ()) for c, v in zip(one.columns, row, strict=True)
        }
        key = tuple(cells.pop(column, ("", ()))[0] for column in keys)
        assert key not in result, f"{title} has {key} twice"
        result[key] = {column: cell for column, cell in cells.items() if cell[0] != ""}
    return result


Sums = dict[tuple[str, ...], dict[str, tuple[Fraction, list[int]]]]


def add(sums: Sums, key: tuple[str, ...], column: str, version: int, amount: int | Fraction = 1) -> None:
    value, entries = sums.setdefault(key, {}).get(column, (Fraction(0), []))
    sums[key][column] = (value + amount, entries if version in entries else [*entries, version])


def agree(found: dict[tuple[str, ...], Cells], sums: Sums, *, words: tuple[str, ...] = ()) -> None:
    """Every cell of one is a cell of the other, with the same number and the same entries."""
    assert set(found) == set(sums)
    for key, cells in found.items():
        assert set(cells) - set(words) == set(sums[key]), key
        for column, (value, entries) in cells.items():
            if column in words:
                continue
            expected, versions = sums[key][column]
            assert abs(Fraction(value) - expected) <= Fraction(1, 200), (key, column)
            assert list(entries) == versions, (key, column)


TITLES = {"us": "US", "jp": "Japanese"}


# ---- losses ----


@every_game
def test_losses_are_what_the_facts_say(system: str, name: str, side: str) -> None:
    by_side, by_unit, by_cause = Sums(), Sums(), Sums()
    hit: dict[str, dict[str, int]] = defaultdict(dict)
    causes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for version, fact in facts(system, name, side):
        for loss in fact.losses:
            whose = TITLES[loss.side]
            for sums, key in (
                (by_side, (whose,)),
                (by_unit, (whose, loss.unit)),
                (by_cause, (whose, label(loss.cause))),
            ):
                add(sums, key, "steps lost", version, steps(system, loss))
                if loss.eliminated:
                    add(sums, key, "eliminated", version)
            hit[whose].setdefault(loss.unit, version)
            causes[whose, loss.unit][label(loss.cause)] += steps(system, loss)
        for gain in fact.gains:
            add(by_side, (TITLES[gain.side],), "got back", version, gain.steps)
            add(by_unit, (TITLES[gain.side], gain.unit), "got back", version, gain.steps)
    for whose, units in hit.items():
        for version in units.values():
            add(by_side, (whose,), "units hit", version)
    found = report(system, name, side)
    agree(rows(found, "Losses", "side"), by_side)
    agree(rows(found, "Losses by cause", "side", "cause"), by_cause)
    units = rows(found, "Losses by unit", "side", "unit")
    agree(units, by_unit, words=("causes",))
    told = {
        key: Counter({w.rpartition(" ")[0]: int(w.rpartition(" ")[2]) for w in cells["causes"][0].split("; ")})
        for key, cells in units.items()
    }
    assert told == causes


# ---- victory points ----


def printed(view: Game[Any], words: str) -> str:
    """The same words with the printed names of areas."""
    for code, card in view.state.charts.get("areas", {}).items():
        if card.name not in words:
            words = re.sub(rf"\b{code}\b", re.sub("^The ", "the ", card.name), words)
    return words


@every_game
def test_points_are_what_the_facts_say(system: str, name: str, side: str) -> None:
    """Every award is told in its order, and the last row of each side says what it had in all."""
    view = game(system, name)
    awards = [(entry, award) for entry in stands(view, side) for award in entry.fact.points]
    one = table(report(system, name, side), "Victory points")
    left, so_far = list(awards), Counter[str]()
    for when, whose, why, points, in_all in one.rows if one else ():
        assert isinstance(points, Figure)
        mine = []
        first = left[0][1].why
        while left and (", ".join(left[0][0].moment.path), TITLES[left[0][1].side], left[0][1].why) == (
            when,
            whose,
            first,
        ):
            mine.append(left.pop(0))
        assert why == printed(view, first) + ("", ", twice", f", {len(mine)} times")[min(len(mine), 3) - 1]
        assert points.value == f"{sum(award.amount for _, award in mine):+}"
        assert points.entries == tuple(entry.version for entry, _ in mine)
        so_far[str(whose)] += int(points.value)
        assert in_all == str(so_far[str(whose)])
    assert left == []


# ---- fire ----


@every_game
def test_fire_is_what_the_facts_say(system: str, name: str, side: str) -> None:
    kinds, units, modifiers = Sums(), Sums(), Sums()
    known: Counter[tuple[str, ...]] = Counter()
    modified = any(fact.fire.hits != fact.fire.outcome for _, fact in facts(system, name, side) if fact.fire)
    for version, fact in facts(system, name, side):
        shot = fact.fire
        if shot is None:
            continue
        whose = TITLES[shot.side]
        kind = label(shot.kind)
        places = [(kinds, (whose, kind)), *((units, (whose, unit, kind)) for unit in sorted(set(shot.by)))]
        for sums, key in places:
            add(sums, key, "shots", version)
            add(sums, key, "hits", version, shot.hits)
            if modified:
                add(sums, key, "after modifiers", version, shot.outcome)
            if shot.chance:
                add(sums, key, "dice", version, len(shot.chance))
            if shot.expected:
                known[key] += 1
                add(sums, key, "expected hits", version, Fraction(shot.expected))
                add(sums, key, "deviation", version, shot.hits - Fraction(shot.expected))
        for modifier in shot.modifiers:
            key = (whose, kind, modifier.why, modifier.rule)
            if modifier.amount:
                add(modifiers, key, "times", version)
                add(modifiers, key, "in all", version, modifier.amount)
    assert all(
        known[key] in (0, cells["shots"][0]) for sums in (kinds, units) for key, cells in sums.items()
    )  # no column of its own, then
    found = report(system, name, side)
    agree(rows(found, "Fire by kind", "side", "kind"), kinds)
    agree(rows(found, "Fire by unit", "side", "unit", "kind"), units)
    agree(rows(found, "Modifiers of fire", "side", "kind", "reason", "rule"), modifiers)


@pytest.mark.parametrize("name", ["first-waves", "two-days"])
def test_attacks_at_tarawa_are_what_the_facts_say(name: str) -> None:
    """Every attack and combat by its kind, and what came of it: of each result, the last attack or unfinished combat
    before it."""
    sums: Sums = {}
    whole = stands(game("ddat", name), "umpire")
    kinds = {"attack": "attack", "barrage": "barrage", "naval": "naval fire"}
    for at, entry in enumerate(whole):
        before = [one for one in whole[: at + 1] if one.of == entry.of]
        open_combats = [one.fact for one in before if isinstance(one.fact, ddat.CombatBegan)]
        ended = sum(isinstance(one.fact, ddat.CombatEnded) for one in before)
        attacks = [one.fact for one in before if isinstance(one.fact, ddat.HexAttacked)]
        if len(open_combats) > ended:
            key = (f"close combat, {TITLES[open_combats[-1].attacker]} attacking",)
        elif attacks:
            key = (kinds[attacks[-1].kind],)
        else:
            continue
        match entry.fact:
            case ddat.HexAttacked() | ddat.CombatBegan():
                add(sums, key, "times", entry.version)
            case ddat.ForceDisrupted():
                add(sums, key, "Japanese disrupted", entry.version)
            case ddat.DepthLost():
                add(sums, key, "depth lost", entry.version)
            case ddat.ForceDefeated():
                add(sums, key, "Japanese defeated", entry.version)
        for loss in entry.fact.losses:
            if loss.eliminated:
                add(sums, key, f"{TITLES[loss.side]} eliminated", entry.version)
            if loss.side == "us" and loss.steps:
                add(sums, key, "US steps lost", entry.version, loss.steps)
    agree(rows(report("ddat", name, "umpire"), "Attacks and close combat", "kind"), sums)


# ---- service records ----


def deeds(fact: Fact) -> Iterator[tuple[str, str]]:
    """Units and columns, by the classes of the facts."""
    match fact:
        case iwo.UnitLanded():
            yield fact.unit, "landed"
        case iwo.UnitReturned():
            yield fact.unit, "returned"
        case iwo.UnitMoved():
            yield fact.unit, "moved"
        case iwo.ConcealedMoves():
            yield from ((unit, "moved") for unit in fact.moves)
        case iwo.UnitRetreated():
            yield fact.unit, "retreated"
        case iwo.StepLost() | iwo.LossIgnored():
            yield fact.unit, "times hit"
        case iwo.ConcealedLosses():
            yield from ((unit, "times hit") for unit in fact.left)
        case ddat.UnitsPlaced():
            yield from ((unit, "placed") for unit in fact.units)
        case ddat.Landed():
            yield from ((unit, "landed") for unit in fact.units)
        case ddat.UnitsMoved():
            yield from ((unit, "moved") for unit in fact.units)
        case ddat.AttackDeclared():
            yield from ((unit, "attacked") for unit in fact.units)
        case ddat.PositionFired():
            yield from ((unit, "hit by fire") for unit in (*fact.hits, *fact.leaders))
        case ddat.ArtilleryFired() if fact.unit:
            yield fact.unit, "hit by fire"
        case _:
            return


def markers(fact: Fact) -> Iterator[tuple[str, str]]:
    match fact:
        case iwo.LossIgnored():
            yield fact.unit, "loss ignored"
        case iwo.UnitRevealed():
            yield fact.unit, "revealed"
        case iwo.UnitHidden():
            yield fact.unit, "hidden again"
        case iwo.AirGrounded():
            yield from ((unit, "grounded") for unit in fact.units)
        case iwo.KirikamiDeclared():
            yield fact.unit, "Kirikami charge"
        case iwo.UnitOverstacked():
            yield fact.unit, "removed for want of room"
        case iwo.UnitRemoved():
            yield fact.unit, "left play"
        case ddat.UnitsRemoved():
            yield from ((unit, "left play") for unit in fact.units)
        case ddat.UnitsDisrupted():
            yield from ((unit, "disrupted") for unit in fact.units)
        case ddat.HeroPlaced():
            yield fact.unit, "a hero rises"
        case ddat.RyanPlaced() if fact.unit:
            yield fact.unit, "Major Ryan joins"
        case ddat.LeaderHit():
            yield fact.unit, "hit as a leader" if fact.leader == "hq" else f"{fact.name} {fact.now}"
        case ddat.CommandChanged():
            yield fact.unit, "command post"
        case ddat.ActionFreed():
            yield fact.unit, "support marker"
        case _:
            return


@lru_cache
def states(name: str) -> dict[int, Any]:
    """How a game of D-Day at Tarawa that takes nothing back stood after each entry."""
    whole = game("ddat", name)
    assert not any(isinstance(entry.fact, TakenBack) for entry in whole.entries)
    states = accumulate(
        (entry.fact for entry in whole.entries),
        lambda state, fact: whole.rules.fold(fact, state),
        initial=whole.rules.initial,
    )
    return dict(zip((entry.version for entry in whole.entries), islice(states, 1, None), strict=True))


def victors(system: str, name: str, side: str) -> Iterator[tuple[int, str]]:
    """Who took part in eliminating an enemy: looking back from each loss, and at the game as it was."""
    whole = stands(game(system, name), side)
    for at, entry in enumerate(whole):
        for loss in entry.fact.losses:
            if not loss.eliminated:
                continue
            before = [one for one in whole[:at] if one.of == entry.of][::-1]
            for one in before:
                if system == "iwo" and one.fact.fire:
                    yield from ((entry.version, unit) for unit in one.fact.fire.by if one.fact.fire.side != loss.side)
                    break
                if (
                    system == "ddat"
                    and loss.side == "jp"
                    and isinstance(one.fact, ddat.AttackDeclared | ddat.CombatBegan)
                ):
                    there = states(name)[one.version].at(one.fact.hex)
                    yield from (
                        (entry.version, unit)
                        for unit in (one.fact.units if isinstance(one.fact, ddat.AttackDeclared) else there)
                    )
                    break
            fired = next((one.fact for one in before if isinstance(one.fact, ddat.ArtilleryFired)), None)
            if fired is not None and loss.cause == "artillery":
                yield from ((entry.version, gun) for gun in fired.there)
            elif system == "ddat" and loss.side == "us" and isinstance(entry.fact, ddat.StepLost) and entry.fact.by:
                now = states(name)[entry.version]
                yield from ((entry.version, by if by in now.positions else now.invader.unit) for by in entry.fact.by)
            elif system == "ddat" and loss.side == "us" and loss.cause == "position-fire":
                yield (
                    entry.version,
                    next(one.fact.position for one in before if isinstance(one.fact, ddat.PositionFired)),
                )


@every_game
def test_service_records_are_what_the_facts_say(system: str, name: str, side: str) -> None:
    sums: Sums = {}
    marked: dict[str, Counter[str]] = defaultdict(Counter)
    for version, fact in facts(system, name, side):
        for unit, column in deeds(fact):
            add(sums, (unit,), column, version)
        for unit, marker in markers(fact):
            sums.setdefault((unit,), {})
            marked[unit][marker] += 1
        for unit in fact.fire.by if fact.fire else ():
            add(sums, (unit,), "fired", version)
        for loss in fact.losses:
            if lost := steps(system, loss):
                add(sums, (loss.unit,), "steps lost", version, lost)
            if loss.eliminated:
                add(sums, (loss.unit,), "eliminated", version)
        for gain in fact.gains:
            add(sums, (gain.unit,), "got back", version, gain.steps)
    for version, unit in victors(system, name, side):
        add(sums, (unit,), "enemies eliminated", version)
    found = rows(report(system, name, side), "Service records", "unit")
    agree(found, sums, words=("side", "other"))
    told = {unit: cells["other"][0] for (unit,), cells in found.items() if "other" in cells}
    assert told == {
        unit: "; ".join(f"{marker} {count}" for marker, count in counts.items()) for unit, counts in marked.items()
    }
    names = game(system, name).state.units
    for (unit,), cells in found.items():
        ours = names[unit].side if system == "iwo" else "us" if unit in names else "jp"
        assert cells["side"][0] == TITLES[ours]


# ---- turns ----


@every_game
def test_what_the_turns_cost_comes_to_what_the_game_cost(system: str, name: str, side: str) -> None:
    sums: Sums = {}
    for entry in stands(game(system, name), side):
        fact, turn = entry.fact, (entry.moment.path[0].capitalize(),)
        changes = [(f"{TITLES[loss.side]} steps lost", steps(system, loss)) for loss in fact.losses]
        changes += [(f"{TITLES[loss.side]} units eliminated", int(loss.eliminated)) for loss in fact.losses]
        changes += [(f"{TITLES[gain.side]} steps got back", gain.steps) for gain in fact.gains]
        changes += [(f"{TITLES[points.side]} victory points", points.amount) for points in fact.points]
        changes += [(f"{TITLES[fact.fire.side]} hits", fact.fire.hits)] if fact.fire else []
        sums.setdefault(turn, {})
        for words, amount in changes:
            if amount:
                add(sums, turn, words, entry.version, amount)
    chapters = report(system, name, side).chapters
    agree({(c.title,): {words: (figure.value, figure.entries) for words, figure in c.figures} for c in chapters}, sums)


def test_steps_got_back_are_all_counted() -> None:
    """Given a unit that gets two steps back at once, then the turn and the unit have two."""
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    one.follow(game("iwo", "guns-and-tanks").at(10).entries)
    rest = UnknownFact(stored_topic="rest", gains=(Gain(side="us", unit="5D-R28", steps=2, cause="rest"),))
    one.follow([Entry(11, 11, rest, moment=one.entries[-1].moment, ends=True)])
    found = build(one.seen_by("umpire"), drawn=Drawings.NOTHING)
    assert ("US steps got back", Figure("2", (11,))) in found.chapters[-1].figures
    assert rows(found, "Losses by unit", "side", "unit") == {("US", "5D-R28"): {"got back": ("2", (11,))}}


@pytest.mark.parametrize("side", ["umpire", "us"])
def test_each_turn_ends_with_the_map_as_it_was_then(side: str) -> None:
    played_game = game("iwo", "guns-and-tanks")
    last: dict[str, int] = {}
    for entry in stands(played_game, side):
        last[entry.moment.path[0].capitalize()] = entry.version
    drawn = {chapter.title: chapter.pictures for chapter in report("iwo", "guns-and-tanks", side).chapters}
    assert list(drawn) == list(last)
    for title, version in last.items():
        then = map_situation(played_game.at(version).seen_by(side)).pictures
        assert [(one.title, one.alt, one.words) for one in drawn[title]] == [(o.title, o.alt, o.words) for o in then]


# ---- the appendix ----


@every_game
def test_every_roll_and_draw_is_listed_in_order(system: str, name: str, side: str) -> None:
    kept = {entry.version for entry in stands(game(system, name), side)}
    shown = [(entry, entry.fact) for entry in seen(game(system, name).entries, side)]
    found = report(system, name, side)
    rolls = [
        (str(e.version), " ".join(map(str, f.dice)), str(sum(f.dice)), str(f.sides), f.words)
        for e, f in shown
        if isinstance(f, Rolled)
    ]
    draws = [(str(e.version), f.item, str(f.left), f.words) for e, f in shown if isinstance(f, Drawn)]
    struck = [str(e.version) for e, f in shown if isinstance(f, Rolled | Drawn) and e.version not in kept]
    told_rolls = rows(found, "Every roll", "entry", "dice", "sum", "faces of a die", "purpose")
    told_draws = rows(found, "Every draw", "entry", "drawn", "left", "purpose")
    assert list(told_rolls) == rolls
    assert list(told_draws) == draws
    assert [key[0] for key, cells in [*told_rolls.items(), *told_draws.items()] if "note" in cells] == struck


@every_game
def test_every_figure_and_line_rests_on_entries_that_are_told(system: str, name: str, side: str) -> None:
    found = report(system, name, side)
    versions = {entry.version for entry in game(system, name).entries}
    assert entries_of(found) <= versions
    told = {int(entry) for (entry,) in rows(found, "The record", "entry")}
    assert {e for line in (*found.disputes, found.result) for e in line.entries if line.kind != "taken-back"} <= told


# ---- disputes ----


def test_disputes_are_told_with_what_a_take_back_struck() -> None:
    """Given a game with a ruling, a value set by hand, an irregularity and a declaration as played; when some is taken
    back."""
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    one.follow(game("iwo", "guns-and-tanks").at(10).entries)
    start = one.version
    one.follow(one.beside(*aside_facts.ruling(one, "R-02", "per-unit", "we agreed")).entries)
    one.follow(one.beside(*aside_facts.adjusting(one, [(("vp_us",), 3)], "the marker stood on 3")).entries)
    one.follow(one.beside(Irregular(why="a die fell off the table")).entries)
    told = build(one.seen_by("umpire"), drawn=Drawings.NOTHING)
    assert [(line.kind, line.entries) for line in told.disputes] == [
        ("ruling", (start + 1,)),
        ("adjusted", (start + 2,)),
        ("irregular", (start + 3,)),
    ]
    assert [line.words.partition(": ")[2] for line in told.disputes] == [
        "R-02 is read as per-unit (we agreed) [IWO 22.2.1]",
        "vp_us 0 to 3 (the marker stood on 3)",
        "a die fell off the table",
    ]
    assert any(reading.startswith("R-02") and f"ruled at entry {start + 1}" in reading for reading in told.readings)

    one.follow(one.take_back(start + 1, "read again").entries)
    told = build(one.seen_by("umpire"), drawn=Drawings.NOTHING)
    assert [(line.kind, line.entries) for line in told.disputes] == [
        ("ruling", (start + 1,)),
        ("taken-back", (start + 4, start + 2, start + 3)),
    ]
    assert "set by hand" in told.disputes[1].words
    assert "a die fell off the table" in told.disputes[1].words
    record = rows(told, "The record", "entry")
    assert [entry for (entry,), cells in record.items() if "note" in cells] == [str(start + 2), str(start + 3)]


def test_take_backs_alone_are_no_disputes() -> None:
    """Given a game of which something was taken back for a reason, then the heading says so, until somebody rules."""
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    one.follow(game("iwo", "guns-and-tanks").at(10).entries)
    for said in ("here we are", "at the wrong table"):
        one.follow(one.beside(aside_facts.note(one, said)).entries)
    one.follow(one.take_back(one.version - 1, "it was the wrong table").entries)
    assert build(one.seen_by("umpire"), drawn=Drawings.NOTHING).disputes_title == "Take-backs"
    one.follow(one.beside(*aside_facts.ruling(one, "R-02", "per-unit", "we agreed")).entries)
    assert build(one.seen_by("umpire"), drawn=Drawings.NOTHING).disputes_title == "Disputes and rulings"


def test_a_slip_is_nowhere_but_in_the_record() -> None:
    """Given a game in which a move was taken back without a reason, then no dispute and no line of the story tells of
    it; the record does."""
    told = report("iwo", "guns-and-tanks", "us")
    assert told.disputes == ()
    assert [line for chapter in told.chapters for line in chapter.lines if line.kind == "taken-back"] == []
    record = rows(told, "The record", "entry")
    assert {entry for (entry,), cells in record.items() if "note" in cells} == {"583", "584", "585"}


def test_a_branch_and_a_declaration_as_played_are_told() -> None:
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    branched = Entry(0, 0, BranchedFrom(game="parent", at=10, head="ab"), ends=True)
    played_on = Declared(rule="IWO 5", verb="next", side="us", as_played="we were late")
    one.follow([branched, *game("iwo", "guns-and-tanks").at(10).entries, Entry(11, 11, played_on, ends=True)])
    branch, dispute = build(one.seen_by("umpire"), drawn=Drawings.NOTHING).disputes
    assert (branch.kind, branch.entries) == ("adjusted", (0,))
    assert (dispute.kind, dispute.entries, dispute.side) == ("dispute", (11,), "US")
    assert "we were late" in dispute.words


def test_what_is_insisted_on_is_told_once() -> None:
    """Given a landing that a rule forbids, insisted on, with an answer to a question of it, then it is one line, with
    the rule."""
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    one.follow(game("iwo", "guns-and-tanks").at(56).entries)
    for text in (
        'land 4D-TK Coral fire=none !"we forgot the Beachhead"',
        'note "so be it"',
        'land 5D-TK Green !"that too"',
        "  fire none",
    ):
        line = split(text, one.rules.sides)
        assert line is not None
        one.follow(speak(one, line).entries)
    first, second = build(one.seen_by("umpire"), drawn=Drawings.NOTHING).disputes
    where = "Turn 1, US Movement Phase: "
    assert (first.kind, first.side, first.entries[0], len(first.entries)) == ("irregular", "US", 57, 2)
    assert first.words == (
        f"{where}land 4D-TK Coral: 4D-TK can only land on a beach with a Beachhead [IWO 10.3]; as played: we "
        "forgot the Beachhead"
    )
    assert second.words.startswith(f"{where}land 5D-TK Green: 5D-TK can only land")
    assert second.words.endswith("; as played: that too")


# ---- what is held back ----


def entries_of(found: Any) -> set[int]:
    """Every entry anything in a report rests on."""
    if isinstance(found, Figure | StoryLine):
        return set(found.entries)
    if hasattr(found, "version") and hasattr(found, "value"):
        return {found.version}
    if isinstance(found, tuple):
        return set().union(*map(entries_of, found))
    if hasattr(found, "__dataclass_fields__"):
        return set().union(*(entries_of(getattr(found, one.name)) for one in fields(found)))
    return set()


@pytest.mark.parametrize(("system", "name"), WHOLE)
@pytest.mark.parametrize("side", ["us", "jp"])
def test_a_side_is_told_nothing_secret(system: str, name: str, side: str) -> None:
    """The same report comes of a game that never held the other side's secrets."""
    whole = game(system, name)
    bare = Game(whole.rules, whole.id)
    bare.follow(seen(whole.entries, side))
    found = report(system, name, side)
    assert build(bare.seen_by(side), drawn=Drawings.MAPS) == found
    secrets = [e.fact.sentence() for e in whole.entries if e.fact.secret not in ("", side)]
    text = repr(found)
    assert [words for words in secrets if words and words in text] == []


@pytest.mark.parametrize("name", ["first-landing", "guns-and-tanks"])
def test_secrets_are_told_to_those_whose_they_are(name: str) -> None:
    def lost(side: str) -> int:
        return int(rows(report("iwo", name, side), "Losses", "side")["Japanese",]["steps lost"][0])

    assert lost("us") < lost("jp") == lost("umpire")


@pytest.mark.parametrize(("system", "name"), WHOLE)
@pytest.mark.parametrize("side", ["umpire", "us"])
def test_a_report_up_to_an_entry_tells_nothing_later(system: str, name: str, side: str) -> None:
    whole = game(system, name)
    for upto in (1, 585):
        found = build(whole.seen_by(side), upto=upto, drawn=Drawings.MAPS)
        assert found.last == upto
        assert max(entries_of(found)) <= upto
        assert build(whole.at(upto).seen_by(side), drawn=Drawings.MAPS) == found


def test_what_was_taken_back_later_still_stands_in_an_earlier_report() -> None:
    found = build(game("iwo", "guns-and-tanks").seen_by("umpire"), upto=585, drawn=Drawings.NOTHING)
    assert found.disputes == ()
    assert found.result.words.startswith("The game is not over: turn 5")


def test_there_is_no_report_for_nobody_or_of_entries_that_are_not_there() -> None:
    with pytest.raises(BadInput, match="no side 'usa'"):
        build(game("iwo", "guns-and-tanks").seen_by("usa"))
    with pytest.raises(BadInput, match="entries up to 711, not 9999"):
        build(game("iwo", "guns-and-tanks").seen_by("umpire"), upto=9999)


# ---- the header ----


def test_the_header_says_who_played_what_and_how_it_ended() -> None:
    found = build(game("iwo", "guns-and-tanks").seen_by("umpire"), name="guns", head="ab12", drawn=Drawings.NOTHING)
    assert (found.title, found.game, found.system) == ("Guns and tanks", "guns", "Iwo Jima: Rage Against the Marines")
    assert found.players == (("US", "Ellis"), ("Japanese", "Mori"))
    assert found.rules.startswith(
        f"Iwo Jima: Rage Against the Marines, rules version {load('iwo').version}; pack sample ("
    )
    assert found.head == "ab12"
    assert found.result == StoryLine("The Japanese win with 40 victory points to 0.", (710,), "result", "Japanese")
    ended = [e.version for e in game("iwo", "guns-and-tanks").entries if isinstance(e.fact, GameEnded)]
    assert list(found.result.entries) == ended
    assert report("ddat", "first-waves", "us").scenario == "The First Waves: turns 1 to 10"


def test_hours_played_leave_out_long_silences_and_adjournments() -> None:
    def entry(version: int, at: str, fact: Fact | None = None) -> Entry:
        return Entry(version, version, fact or Irregular(why="x"), time=at)

    one = [
        entry(1, "2026-05-01T18:00:00+00:00"),
        entry(2, "2026-05-01T18:40:00+00:00"),
        entry(3, "2026-05-01T19:10:00+00:00"),
    ]
    assert span_played(one) == "1 May 2026, 1 h 10 min"
    assert (
        span_played([*one, entry(4, "2026-05-01T21:00:00+00:00"), entry(5, "2026-05-01T21:20:00+00:00")])
        == "1 May 2026, 1 h 30 min in 2 sittings"
    )
    adjourned = [*one, entry(4, "2026-05-01T19:20:00+00:00", Adjourned()), entry(5, "2026-05-01T19:40:00+00:00")]
    assert span_played(adjourned) == "1 May 2026, 1 h 20 min in 2 sittings"
    assert (
        span_played([*one, entry(4, "2026-05-03T09:00:00+00:00")])
        == "1 May 2026 to 3 May 2026, 1 h 10 min in 2 sittings"
    )
    assert span_played([entry(1, "")]) == ""
    assert span_played([]) == ""


def test_the_time_of_an_import_is_not_told() -> None:
    """Given entries that came faster than anybody plays, then nothing is said of their time."""
    fast = [Entry(n, n, Irregular(why="x"), time=f"2026-05-01T18:00:00.{n:03}000+00:00") for n in range(1, 41)]
    assert span_played(fast) == ""
    assert span_played(fast[:10]) == "1 May 2026, less than a minute"
    assert (
        span_played([*fast, Entry(41, 41, Irregular(why="x"), time="2026-05-01T18:20:00+00:00")])
        == "1 May 2026, 20 min"
    )


def test_times_may_come_from_beside_the_entries() -> None:
    times = {1: "2026-05-01T18:00:00Z", 711: "2026-05-01T18:45:00Z"}
    whole = game("iwo", "guns-and-tanks")
    assert build(whole.seen_by("umpire"), at_times=times, drawn=Drawings.NOTHING).played == "1 May 2026, 45 min"
    assert (
        build(whole.seen_by("umpire"), at_times=times, upto=700, drawn=Drawings.NOTHING).played
        == "1 May 2026, less than a minute"
    )


def test_shots_without_a_mean_are_told_apart() -> None:
    """Given two shots of one kind, of which one's mean is known."""
    one = Game(game("iwo", "guns-and-tanks").rules, "copy")
    one.follow(game("iwo", "guns-and-tanks").at(10).entries)
    shots = (
        Fire(kind="assault", side="us", by=("5D-R28",), at="Green", hits=2, outcome=1, expected=mean)
        for mean in ("4/3", "")
    )
    one.follow(Entry(v, 11, iwo.FireResolved(fire=shot), ends=True) for v, shot in enumerate(shots, 11))
    [cells] = rows(build(one.seen_by("umpire"), drawn=Drawings.NOTHING), "Fire by kind", "side", "kind").values()
    assert cells == {
        "shots": ("2", (11, 12)),
        "hits": ("4", (11, 12)),
        "after modifiers": ("2", (11, 12)),
        "of these expected": ("1", (11,)),
        "expected hits": ("1.33", (11,)),
        "deviation": ("+0.67", (11,)),
    }


def test_a_game_of_a_system_nobody_knows_is_told_as_far_as_it_can_be() -> None:
    unknown: Game[Any] = Game(load_or_unknown("chess"), "copy")
    began = GameBegan(system="chess", title="A game", players={"white": "Ann", "black": "Ben"})
    unknown.follow(
        [Entry(1, 1, began, ends=True), Entry(2, 2, UnknownFact(stored_topic="chess.moved", data="e4"), ends=True)]
    )
    found = build(unknown.seen_by("umpire"), drawn=Drawings.NOTHING)
    assert found.players == (("white", "Ann"), ("black", "Ben"))
    assert found.tables == ()
    assert list(rows(found, "The record", "entry", "what")) == [
        ("1", "this is “A game”, played by Ann (white) and Ben (black)"),
        ("2", "chess.moved: e4"),
    ]


def test_a_table_without_figures_is_left_out() -> None:
    found = build(game("iwo", "guns-and-tanks").seen_by("umpire"), upto=1, drawn=Drawings.NOTHING)
    assert found.tables == ()
    assert [one.title for one in found.appendix] == ["The record"]
    assert tables.losses(game("iwo", "guns-and-tanks").at(1))[0].rows == ()
