"""The own tables and charts of Invasion Pearl Harbor, worked out again from the facts by loops of this file's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from domain.iph import facts as f
from domain.iph.charts import VP_OF, HexCard, ResultCard, UnitCard
from domain.iph.state import Iph
from domain.kernel import aside_facts
from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Loss, PhaseBegan, Rolled
from domain.kernel.game import Game
from projections.iph.report import TELLS
from projections.iph.tables import TABLES, course, dice, fleets, forces
from projections.iph.tables import fights as fights_of_tables
from projections.iph.tables.dice import thrown
from projections.report.build import Drawings, build
from projections.report.charts import pictures
from projections.report.luck import faces_of, resolved
from projections.report.model import Figure, Report, ReportTable
from projections.shown import shown
from tests.iph.warlike import fought
from tests.recording.in_memory import begun, recorder
from tests.recording.test_looks import AT_THE_PASS

SEEDS = (2, 3, 5)
SIDES = ("umpire", "us", "jp")
every_game = pytest.mark.parametrize("seed", SEEDS)
every_audience = pytest.mark.parametrize(("seed", "side"), [(seed, side) for seed in SEEDS for side in SIDES])
OTHER = {"us": "jp", "jp": "us"}
TITLES = {"us": "US", "jp": "Japanese"}


@cache
def report(seed: int, side: str) -> Report:
    return build(fought(seed).seen_by(side), drawn=Drawings.NOTHING)


def stands(seed: int, side: str = "umpire") -> list[Entry]:
    return list(seen(standing(fought(seed).entries), side))


def table(found: Report, title: str) -> ReportTable:
    return next(one for one in found.tables if one.title == title)


def rows(found: Report, title: str) -> list[dict[str, str]]:
    one = table(found, title)
    return [
        dict(zip(one.columns, (cell.value if isinstance(cell, Figure) else cell for cell in row), strict=True))
        for row in one.rows
    ]


@cache
def states(seed: int) -> Mapping[int, Iph]:
    """How the game stood before each entry."""
    game = fought(seed)
    state, found = game.rules.initial, {}
    for entry in standing(game.entries):
        found[entry.version] = state
        state = game.rules.fold(entry.fact, state)
    return found


# ---- battles ----


def fights(seed: int) -> Iterator[tuple[f.AttackDeclared, list[Entry]]]:
    """Each battle with its entries: those of its declaration up to the next battle."""
    every = stands(seed)
    for n, entry in enumerate(every):
        if isinstance(entry.fact, f.AttackDeclared):
            later = [one for one in every[n + 1 :] if one.of == entry.of]
            end = next((k for k, one in enumerate(later) if isinstance(one.fact, f.AttackDeclared)), len(later))
            yield entry.fact, later[:end]


def lost(entries: list[Entry], side: str) -> int:
    aircraft = (
        sum(entry.fact.aircraft for entry in entries if isinstance(entry.fact, f.AircraftLost)) if side == "jp" else 0
    )
    return sum(loss.steps for entry in entries for loss in entry.fact.losses if loss.side == side) + aircraft


@every_audience
def test_every_battle_is_there_with_its_odds_its_die_and_what_it_cost(seed: int, side: str) -> None:
    told = rows(report(seed, side), "Battles")
    battles = list(fights(seed))
    assert len(told) == len(battles) > 30
    for row, (declared, entries) in zip(told, battles, strict=True):
        [odds] = [entry.fact for entry in entries if isinstance(entry.fact, f.OddsComputed)]
        [result] = [entry.fact for entry in entries if isinstance(entry.fact, f.CombatResolved)]
        assert row["hex"] == declared.target
        assert row["ratio"] == f"{sum(term.amount for term in odds.attack)}:{sum(term.amount for term in odds.defence)}"
        assert (row["column"], row["odds"]) == (odds.begins, odds.odds)
        for column, terms in (("attack", odds.attack), ("defence", odds.defence)):
            assert row[column] == "; ".join(f"{term.amount:+d} {term.why}" for term in terms)
        assert row["shifts"].count("[IPH") == len(odds.shifts)
        assert (row["die"], row["due"]) == (str(result.die), f"{result.attacker}/{result.defender}")
        assert row["lost"] == f"{lost(entries, declared.side)}/{lost(entries, OTHER[declared.side])}"
        assert ("banzai" in row["besides"]) == any(isinstance(entry.fact, f.BanzaiDeclared) for entry in entries)
        assert ("momentum" in row["besides"]) == declared.momentum


@every_game
def test_what_was_to_be_expected_is_the_mean_of_the_six_cells(seed: int) -> None:
    """Given the column of each battle, then the expected losses are its mean; of a banzai, twice the Japanese ones and
    one at the least."""
    cards = fought(seed).state.rows(ResultCard)
    for row, (declared, entries) in zip(rows(report(seed, "umpire"), "Battles"), fights(seed), strict=True):
        cells = [cards[f"{row['odds']}/{die}"] for die in range(1, 7)]
        banzai = any(isinstance(entry.fact, f.BanzaiDeclared) for entry in entries)
        means = []
        fires = declared.kind == "battleship-row"  # which loses nothing (11.3)
        for side, steps in (
            (declared.side, [0 if fires else c.attacker for c in cells]),
            (OTHER[declared.side], [c.defender for c in cells]),
        ):
            doubled = [max(1, 2 * n) for n in steps] if banzai and side == "jp" else steps
            means.append(Fraction(sum(doubled), 6))
        assert row["expected"] == "/".join(f"{float(mean):.2f}" for mean in means)


def test_nothing_is_expected_where_a_cell_of_the_column_is_not_known() -> None:
    whole = fought(2)
    cut: Game[Any] = Game(whole.rules)
    began = whole.entries[0].fact
    charts = {name: dict(rows) for name, rows in began.charts.items()}  # type: ignore[attr-defined]
    for column in ("1:3", "4:1"):
        del charts["crt"][f"{column}/6"]
    cut.follow([whole.entries[0]._replace(fact=began.but(charts=charts, complete=())), *whole.entries[1:]])
    for fact in (entry.fact for entry in whole.entries if isinstance(entry.fact, f.CombatResolved)):
        assert len(TELLS.faces(cut, fact)) == (0 if fact.odds in ("1:3", "4:1") else 6)
        assert len(TELLS.faces(whole, fact)) == 6


@every_game
def test_battles_by_odds_add_up(seed: int) -> None:
    sums: dict[tuple[str, str], Counter[str]] = {}
    for declared, entries in fights(seed):
        result = next(entry.fact for entry in entries if isinstance(entry.fact, f.CombatResolved))
        if declared.kind == "ground" and result.fire:
            for odds in (result.odds, "in all"):
                row = sums.setdefault((TITLES[declared.side], odds), Counter())
                row["battles"] += 1
                row["attacker lost"] += lost(entries, declared.side)
                row["defender lost"] += lost(entries, OTHER[declared.side])
                row["attacker expected"] += Fraction(result.attacker_expected)  # type: ignore[assignment]
                row["defender expected"] += Fraction(result.defender_mean)  # type: ignore[assignment]
    told = {(row["attacker"], row["odds"]): row for row in rows(report(seed, "umpire"), "Battles by odds")}
    assert set(told) == set(sums)
    for key, row in sums.items():
        for column, amount in row.items():
            assert abs(Fraction(told[key][column] or 0) - amount) <= Fraction(1, 200), (key, column)


@every_game
def test_the_luck_of_battles_is_that_of_their_columns(seed: int) -> None:
    """Given the faces a game says, then every battle has its place among hits against expected hits."""
    game = fought(seed)
    shots, _ = resolved(standing(game.entries), faces_of(game))
    cards = game.state.rows(ResultCard)
    assert len(shots) == len(list(fights(seed)))
    for shot in shots:
        fact = shot.entry.fact
        assert isinstance(fact, f.CombatResolved)
        assert shot.tally is not None
        assert shot.tally.shown == cards[f"{fact.odds}/{fact.die}"].defender
        assert shot.tally.expected == Fraction(sum(cards[f"{fact.odds}/{die}"].defender for die in range(1, 7)), 6)


# ---- dice ----


@every_game
def test_support_dice_are_held_against_what_their_rules_give(seed: int) -> None:
    """Each kind of dice counted again by its rule: a sixth of US aircraft, a ninth of torpedoes, seven for two dice,
    movement factors by date."""
    game = fought(seed)
    expected: dict[str, tuple[int, Fraction, int]] = {}

    def add(what: str, count: int, mean: Fraction, shown: int) -> None:
        n, total, came = expected.get(what, (0, Fraction(0), 0))
        expected[what] = (n + count, total + mean, came + shown)

    for entry in standing(game.entries):
        rolled = entry.fact
        if not isinstance(rolled, Rolled):
            continue
        faces, state = rolled.dice, states(seed)[entry.version]
        match rolled.name:
            case "us-air":
                add("carrier aircraft that fly", len(faces), Fraction(len(faces), 6), faces.count(6))
            case "issei":
                add("rebellions of the Issei", 1, Fraction(1, 6), int(faces[0] == 6))
            case "banzai-die":
                add("columns for a banzai", 1, Fraction(3, 2), faces[0] // 2)
            case "night-columns":
                add("columns of night shifts", 1, Fraction(3, 2), faces[0] // 2)
            case "submarine":
                add("torpedo hits", 1, Fraction(1, 9), int(sum(faces) in (3, 11)))
            case "row":
                what = {1: "Battleship Row, 1 die", 2: "Battleship Row, 2 dice"}[len(faces)]
                add(what, 1, Fraction(7 * len(faces), 2), sum(faces))
            case "mf":
                by_date = {7: -1, 8: 0, 9: 1}[state.date] - state.fallen
                mean = Fraction(sum(max(0, face + by_date) for face in range(1, 7)), 6)
                add(f"movement factors on {state.date} December", 1, mean, max(0, faces[0] + by_date))
    told = {row["for"]: row for row in rows(report(seed, "umpire"), "Support dice")}
    assert {"columns for a banzai", "movement factors on 7 December"} <= set(expected)
    for what, (count, mean, came) in expected.items():
        row = told[what]
        assert (row["throws"], row["came to"]) == (str(count), str(came)), what
        assert abs(Fraction(row["expected"]) - mean) <= Fraction(1, 100), what


def test_landings_are_held_against_the_landing_table() -> None:
    """Given the sample's table, of which 4 and 5 stall, then a third of all who land on 7 December are expected to
    stall; the US sees no die."""
    game = fought(2)
    rolls = [
        entry.fact
        for entry in standing(game.entries)
        if isinstance(entry.fact, Rolled) and entry.fact.name == "landing"
    ]
    mine = [tally for (_, what), tally in thrown(game) if what == "units stalled in landing"]
    assert len(mine) == sum(len(rolled.dice) for rolled in rolls)
    assert {tally.expected for tally in mine[: len(rolls[0].dice)]} == {Fraction(1, 3)}
    stalled = [
        unit for entry in standing(game.entries) if isinstance(entry.fact, f.UnitsStalled) for unit in entry.fact.units
    ]
    assert sum(tally.shown for tally in mine) == len(stalled)
    assert "units stalled in landing" in {row["for"] for row in rows(report(2, "jp"), "Support dice")}
    assert "units stalled in landing" not in {row["for"] for row in rows(report(2, "us"), "Support dice")}


# ---- forces, ships, aircraft ----


@every_audience
def test_what_each_force_lost_and_has_left_comes_to_what_it_began_with(seed: int, side: str) -> None:
    view = fought(seed).seen_by(side)
    told = {row["force"]: row for row in rows(report(seed, side), "Casualties by sub-command")}
    text = {
        "24th Infantry Division": (37, 37),
        "25th Infantry Division": (37, 37),
        "USMC": (4, 8),
        "fort garrisons": (7, 7),
    }
    text |= {"Battleship Row": (1, 1), "Beachhead markers": (3, 3)}
    cards = Counter(card.command for card in view.state.rows(UnitCard).values())
    text |= {"SNLF": (cards["SNLF"], 2 * cards["SNLF"]), "IJA": (cards["IJA"], 2 * cards["IJA"])}
    assert {name: (int(row["units"]), int(row["steps"])) for name, row in told.items()} == text
    for row in told.values():
        assert int(row["steps"]) - int(row["lost"] or 0) == int(row["steps left"])
    steps = sum(
        loss.steps for entry in stands(seed, side) for loss in entry.fact.losses if loss.unit in view.state.units
    )
    assert sum(int(row["lost"] or 0) for row in told.values()) == steps


@every_game
def test_aircraft_missions_are_counted_turn_by_turn(seed: int) -> None:
    counted: dict[int, Counter[str]] = {}
    for entry in stands(seed):
        fact, turn = entry.fact, states(seed)[entry.version].turn
        row = counted.setdefault(turn, Counter())
        if isinstance(fact, f.AircraftFlown):
            row["IJN in battles"] += fact.carrier if fact.side == "jp" else 0
            row["USN flew"] += fact.carrier if fact.side == "us" else 0
            row["Army flew"] += fact.army
        elif isinstance(fact, f.InterdictionPlaced):
            row["IJN interdicting"] += len(fact.hexes)
        elif isinstance(fact, f.CoverLifted):
            row["IJN close-in"] += fact.aircraft
        elif isinstance(fact, Rolled) and fact.name in ("us-air", "army-air"):
            row["USN rolled for" if fact.name == "us-air" else "Army rolled for"] += len(fact.dice)
    told = {int(row["turn"]): row for row in rows(report(seed, "us"), "Aircraft by turn")}
    for turn, row in counted.items():
        for column, amount in row.items():
            assert int(told.get(turn, {}).get(column, "") or 0) == amount, (turn, column)


@every_game
def test_everything_at_sea_is_told_by_date(seed: int) -> None:
    told = rows(report(seed, "us"), "At sea")
    every = [entry.fact for entry in stands(seed)]
    assert sum(row["what"] == "submarine" for row in told) == sum(
        isinstance(fact, f.SubmarineAttacked) for fact in every
    )
    assert sum(row["what"].endswith("disposition") for row in told) == sum(
        isinstance(fact, f.ShipsDisposed | f.CoverLifted) for fact in every
    )
    for fact in every:
        if isinstance(fact, f.ShipLost):
            [row] = [row for row in told if row["what"] == fact.ship]
            assert row["came of it"].startswith(f"{fact.fate} by {fact.by}")
            assert row["points"] == f"{sum(points.amount for points in fact.points):+d}"


# ---- the course of the game ----


@every_audience
def test_chits_and_japanese_phases_stand_in_the_order_in_which_they_came(seed: int, side: str) -> None:
    came: dict[int, list[str]] = {}
    for entry in stands(seed):
        turn = states(seed)[entry.version].turn
        if isinstance(entry.fact, f.ChitPulled):
            came.setdefault(turn, []).append(entry.fact.chit)
        elif isinstance(entry.fact, PhaseBegan) and entry.fact.phase in ("jp_move", "jp_fight"):
            came.setdefault(turn, []).append(f"JAPANESE {'MOVEMENT' if entry.fact.phase == 'jp_move' else 'COMBAT'}")
    told = {int(row["turn"]): row for row in rows(report(seed, side), "Chits and phases, turn by turn")}
    assert {turn: row["order"].split(", ") for turn, row in told.items()} == came
    for turn, row in told.items():
        last = [version for version, state in states(seed).items() if state.turn == turn][-1]
        after = next((state for version, state in states(seed).items() if version > last), fought(seed).state)
        assert int(row["points"]) == after.vp


@every_audience
def test_points_by_what_they_were_for_come_to_those_of_the_game_and_agree_with_the_map(seed: int, side: str) -> None:
    state = fought(seed).state
    told = {row["for"]: row for row in rows(report(seed, side), "Points by what they were for")}
    assert (
        int(told["in all"]["now"]) == state.vp == sum(int(row["now"]) for name, row in told.items() if name != "in all")
    )
    worth = {name: VP_OF.get(card.terrain, 0) for name, card in state.rows(HexCard).items()}
    held = sum(worth[name] for name in state.hexes if state.control(name) == "jp")
    assert int(told["hexes"]["now"]) == int(told["hexes"]["on the map"]) == held
    ashore = [name for name, hex in state.hexes.items() if hex.beachhead and hex.control == "jp"]  # 4.8, reading R-12
    assert int(told["Beachheads"]["now"]) == int(told["Beachheads"]["on the map"]) == len(ashore)


def test_points_that_do_not_agree_with_the_record_are_flagged() -> None:
    """Given points set by hand without saying for what, then the table says what the record has."""
    game = fought(2).at(max(e.version for e in fought(2).entries if e.moment.path[0] == "game turn 3" and e.ends))
    changed = game.at(game.version)
    fact = aside_facts.adjusting(changed, [(("vp",), 9)], "we counted again")[0]
    changed.follow(changed.beside(fact.but(points=())).entries)
    [row] = [row for row in shown("iph").summaries["sources"].rows(changed) if row["for"] == "in all"]
    assert row["on_the_map"] == "the record says 9"


@every_audience
def test_what_happens_once_has_its_day_or_how_far_it_came(seed: int, side: str) -> None:
    told = rows(report(seed, side), "What happened when")
    happened = {row["what"]: row["turn"] for row in told}
    every = [(entry, states(seed)[entry.version].turn) for entry in stands(seed)]
    for what, kind in (("Honolulu", f.HonoluluFell), ("Issei rebellion", f.RebellionBrokeOut)):
        turns = [str(turn) for entry, turn in every if isinstance(entry.fact, kind)]
        assert happened[what] == (turns[-1] if turns else "")
    row = [str(turn) for entry, turn in every for loss in entry.fact.losses if loss.unit == "BBRow"]
    assert happened["Battleship Row"] == (row[0] if row else "")
    markers = [loss for entry, _ in every for loss in entry.fact.losses if loss.unit.startswith("Beachhead")]
    assert sum(row["what"] == "Beachhead marker" for row in told) == len(markers)
    assert told[0]["what"] == "Beachhead"
    assert [row for row in told if row["what"] == "End"]


def test_secrets_are_held_against_what_was_shown() -> None:
    for seed, side, agrees in (
        (2, "umpire", "as committed"),
        (2, "jp", "as committed"),
        (2, "us", "sealed"),
        (3, "us", "on paper"),
    ):
        told = rows(report(seed, side), "Secrets")
        assert [row["what"] for row in told][:1] == ["beachhead"]
        assert {row["what was shown"] for row in told} == {agrees}
        lifted = sum(isinstance(entry.fact, f.CoverLifted) for entry in stands(seed))
        assert len(told) == 1 + lifted


def test_the_points_have_lines_where_they_decide_the_game() -> None:
    [chart] = [picture for picture in pictures(fought(2)) if picture.title.startswith("Victory points")]
    assert "At 22: Japanese victory." in chart.alt
    assert "At 0: US victory." in chart.alt
    others = [
        picture
        for picture in pictures(fought(2))
        if picture is not chart and not picture.title.startswith("Victory points")
    ]
    assert not any("victory." in picture.alt for picture in others)


# ---- all of them ----


@every_audience
def test_every_table_is_there_and_every_figure_leads_to_entries(seed: int, side: str) -> None:
    found = report(seed, side)
    titles = [one.title for one in found.tables]
    assert len(titles) == len(set(titles))
    for name, make in TABLES.items():
        view = fought(seed).seen_by(side)
        made = make(view)
        assert made.title in titles, name
        kept = {entry.version for entry in view.entries}
        assert all(set(cell.entries) <= kept for row in made.rows for cell in row if isinstance(cell, Figure))


def test_hexes_that_fire_are_no_units() -> None:
    found = report(2, "umpire")
    assert "Fire by unit" not in [one.title for one in found.tables]
    assert {row["unit"] for row in rows(found, "Service records")} <= {*fought(2).state.units, *fought(2).state.ships}


def test_enemies_eliminated_are_counted_for_all_who_took_part() -> None:
    """Given a battle in which 24-1 and 24-2 kill SNLF-1, and one of theirs falls, then both have an enemy, and so has
    the other unit of the stack."""
    game = fought(2)
    at = next(entry for entry in game.entries if entry.moment.phase == "us_fight" and entry.ends)
    kept = [entry for entry in game.entries if entry.version <= at.version]

    def dies(unit: str, side: str) -> f.LossesTaken:
        return f.LossesTaken(losses=(Loss(side=side, unit=unit, steps=1, cause="battle", left=0, eliminated=True),))

    battle = (
        f.AttackDeclared(side="us", target="1631", hexes=("1730",), command="24"),
        f.UnitsCommitted(units=("24-1", "24-2")),
        f.StackExamined(hex="1631", units={"SNLF-1": 1, "SNLF-2": 2}),
        dies("SNLF-1", "jp"),
        dies("24-2", "us"),
    )
    made = [
        at._replace(version=at.version + n, of=at.version + 1, fact=fact, waits=None)
        for n, fact in enumerate(battle, start=1)
    ]
    view: Game[Any] = Game(game.rules)
    view.follow([*kept, *made])
    won = Counter((win.side, win.unit) for win in TELLS.won(view) if win.entry > at.version)
    assert won == {("us", "24-1"): 1, ("us", "24-2"): 1, ("jp", "SNLF-1"): 1, ("jp", "SNLF-2"): 1}


@pytest.mark.parametrize("side", SIDES)
def test_the_command_line_shows_the_rows_of_the_report(side: str) -> None:
    view = fought(2).seen_by(side)
    for name, summary in shown("iph").summaries.items():
        found = summary.rows(view)
        made = TABLES[name](view)
        assert len(found) == len(made.rows)
        assert all(list(row) == [column.replace(" ", "_") for column in made.columns] for row in found)


def test_the_columns_that_fit_a_screen_are_columns_of_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given tables with all their columns, those too in which no row says anything."""
    for module in (course, dice, fights_of_tables, fleets, forces):
        monkeypatch.setattr(
            module,
            "table_of",
            lambda title, columns, rows, about="": ReportTable(title, tuple(columns), tuple(rows), about),
        )
    for name, summary in shown("iph").summaries.items():
        assert set(summary.columns) <= {column.replace(" ", "_") for column in TABLES[name](fought(2)).columns}, name


def test_the_report_of_the_us_player_names_nobody_he_has_not_seen() -> None:
    """Given the tables of the US side, then a Japanese unit stands in them only where it was lost or examined."""
    units = {name for name, unit in fought(2).state.units.items() if unit.command in ("SNLF", "IJA")}
    seen_units = {
        unit for entry in stands(2, "us") if isinstance(entry.fact, f.StackExamined) for unit in entry.fact.units
    }
    seen_units |= {loss.unit for entry in stands(2, "us") for loss in entry.fact.losses}
    named = {
        (cell.value if isinstance(cell, Figure) else cell)
        for one in report(2, "us").tables
        for row in one.rows
        for cell in row
    } & units
    assert named
    assert named <= seen_units


def test_what_is_said_while_a_battle_is_fought_does_not_end_it() -> None:
    """IPH 10.9: given a `pass` between an attack and its die, then the row of the battle has its odds, its die and its
    losses."""
    lines = (
        "us: attack 2023",
        "jp: pass ships",
        'note "a long think"',
        "  banzai no",
        "  die 1",
        "  jp-loss SNLF-1",
        "  jp-loss SNLF-1",
    )
    game = recorder(*AT_THE_PASS, *lines, "  us-loss 24-1", game=begun("recorded", "iph")).game.seen_by("umpire")
    (battle,) = fights_of_tables.fought(game)
    assert battle.first(f.OddsComputed)
    assert battle.first(f.CombatResolved)
    lost = battle.lost("us", "jp")
    assert isinstance(lost, Figure)
    assert lost.value == "1/2"
    assert len(fights_of_tables.by_odds(game).rows) == 2
