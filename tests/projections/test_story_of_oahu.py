"""The story of Invasion Pearl Harbor says what the facts say: who went where, the odds and what made them, the die,
losses, chits in their order."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from domain.iph import facts as f
from domain.iph.state import Iph
from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Drawn, Fact, Loss, Noted, PhaseBegan, Rolled
from domain.kernel.game import Game
from projections.iph.story.by_kind import QUIET
from projections.report.model import StoryLine
from projections.shown import shown
from projections.stories import LONGEST, SILENT
from projections.stories.words import NUMBERS, count_of, opening
from tests.iph.warlike import fought
from tests.projections.spelt import spelt_out

SEEDS = (2, 3)
"""A game with its secrets in the record, and one with them on paper."""
IDLE = 17
"""One with a Japanese Combat Phase in which nobody is attacked."""
AUDIENCES = [(seed, side) for seed in SEEDS for side in ("umpire", "us", "jp")]
every_audience = pytest.mark.parametrize(("seed", "side"), AUDIENCES)
every_game = pytest.mark.parametrize("seed", SEEDS)


@cache
def chapters(seed: int, side: str = "umpire") -> tuple[tuple[str, tuple[StoryLine, ...]], ...]:
    return shown("iph").chapters(fought(seed).seen_by(side))


def lines(seed: int, side: str = "umpire") -> list[StoryLine]:
    return [line._replace(words=spelt_out(line.words)) for _, told in chapters(seed, side) for line in told]


@cache
def stands(seed: int, side: str = "umpire") -> dict[int, Entry]:
    return {entry.version: entry for entry in seen(standing(fought(seed).entries), side)}


@cache
def states(seed: int) -> dict[int, Iph]:
    """How the game stood after each entry."""
    game = fought(seed)
    state, found = game.rules.initial, {}
    for entry in standing(game.entries):
        state = game.rules.fold(entry.fact, state)
        found[entry.version] = state
    return found


def facts_in(seed: int, line: StoryLine, side: str = "umpire") -> list[Fact]:
    return [stands(seed, side)[version].fact for version in line.entries]


def sentences(line: StoryLine) -> list[str]:
    return re.split(r"(?<=[.!”]) (?=[A-Z0-9“])", line.words)


# ---- all of it, once, and to nobody more than he saw ----


@every_audience
def test_all_that_can_be_told_is_told(seed: int, side: str) -> None:
    told = {version for line in lines(seed, side) for version in line.entries}
    assert told <= set(stands(seed, side))
    silent = (*SILENT, *QUIET)
    left = [e for e in stands(seed, side).values() if e.version not in told and not isinstance(e.fact, silent)]
    assert [entry for entry in left if not (isinstance(entry.fact, f.HexTaken) and not entry.fact.points)] == []


@every_audience
def test_every_loss_that_a_side_saw_is_told_once_and_names_who_is_lost(seed: int, side: str) -> None:
    lost = {entry.version: entry.fact for entry in stands(seed, side).values() if entry.fact.losses}
    told = Counter(version for line in lines(seed, side) for version in line.entries)
    assert {version: told[version] for version in lost} == dict.fromkeys(lost, 1)
    for line in lines(seed, side):
        for version in line.entries:
            for loss in lost[version].losses if version in lost else ():
                assert loss.unit in line.words, (loss, line)


@every_audience
def test_a_side_is_told_what_it_saw_and_nothing_else(seed: int, side: str) -> None:
    saw: Game[Iph] = Game(fought(seed).rules)
    saw.follow(seen(fought(seed).entries, side))
    assert chapters(seed, side) == shown("iph").chapters(saw.seen_by(side))


def test_the_us_player_is_told_no_japanese_unit_that_he_has_not_seen() -> None:
    """Given the story for the US side, then a Japanese unit is named only where a fact that side may read names it."""
    units = [name for name, unit in fought(2).state.units.items() if unit.command in ("SNLF", "IJA")]
    named = 0
    for line in lines(2, "us"):
        known = " ".join(fact.sentence() for fact in facts_in(2, line, "us"))
        for unit in units:
            if re.search(rf"\b{unit}\b", line.words):
                assert re.search(rf"\b{unit}\b", known), (unit, line.words)
                named += 1
    assert named > 20
    assert any("a force went from" in line.words for line in lines(2, "us"))


@every_audience
def test_it_reads_well(seed: int, side: str) -> None:
    for _, told in chapters(seed, side):
        for before, line in zip((None, *told), told, strict=False):
            if line.kind != "story":
                continue
            assert len(line.words) <= LONGEST
            assert before is None or opening(before.words) != opening(line.words)
            assert line.words[-1] in ".…!”"
            assert all(one[0].isupper() or one[0].isdigit() or one[0] in "“…" for one in sentences(line)), line.words
            assert not re.search(r"IPH|\(\d+\.\d|\b(None|entry|verb|jp|us|hex_|state)\b", line.words), line.words
            assert not re.search(
                r"  | ,|(?<!\d)\.\.|\.\.(?!\d)|;\.|: ;|\band and\b|\bone (steps|columns|units|hits|points)\b|\{|\}",
                line.words,
            ), line.words


# ---- battles ----


@every_game
def test_a_battle_is_told_with_its_odds_its_die_and_what_they_called_for(seed: int) -> None:
    battles = 0
    for line in lines(seed):
        facts = facts_in(seed, line)
        for computed in (fact for fact in facts if isinstance(fact, f.OddsComputed)):
            ours, theirs = computed.attack_strength, computed.defence_strength
            [said] = [one for one in sentences(line) if re.match(rf"{ours}\b.* against {theirs}\b", one)]
            assert f"made {computed.start}" in said
            if computed.shifts:
                told = [
                    (n if n.isdigit() else NUMBERS.index(n), way)
                    for n, way in re.findall(r"(\w+)(?: columns?)? (left|right) \(", said)
                ]
                assert told == [
                    (abs(shift.amount), "right" if shift.amount > 0 else "left") for shift in computed.shifts
                ]
                assert said.endswith(f"{'kept' if computed.odds == computed.start else 'made'} it {computed.odds}.")
                assert all(shift.why in said for shift in computed.shifts)
            for terms in (computed.attack, computed.defence):
                if len(terms) > 1:
                    assert all(
                        f"{term.amount} in" in said if term.code == "strength" else term.why in said for term in terms
                    ), said
        attacks = [fact for fact in facts if isinstance(fact, f.AttackDeclared)]
        for declared, resolved in zip(
            attacks, (fact for fact in facts if isinstance(fact, f.CombatResolved)), strict=True
        ):
            battles += 1
            assert (
                f"The die, a {resolved.die}, called for {count_of(resolved.defender, 'step')} of the defenders"
                in line.words
            )
            if declared.kind == "ground":
                assert f" and {count_of(resolved.attacker, 'step')} of the attackers" in line.words
                assert all(hex in line.words for hex in (declared.target, *declared.hexes))
            assert ("with the momentum" in line.words.lower()) == declared.momentum
    assert battles > 30


@every_game
def test_who_attacks_and_who_defends_is_who_did(seed: int) -> None:
    for line in lines(seed):
        facts = facts_in(seed, line)
        for number, fact in enumerate(facts):
            if isinstance(fact, f.UnitsCommitted) and len(fact.units) <= 14:
                declared = next(one for one in reversed(facts[:number]) if isinstance(one, f.AttackDeclared))
                start = states(seed)[line.entries[number] - 1]
                defenders = start.standing(declared.target, "us" if declared.side == "jp" else "jp")
                found = [
                    one
                    for one in sentences(line)
                    if f"in {declared.target}" in one and any(unit in one for unit in fact.units)
                ]
                said = found[0] if found else line.words
                attacking = fact.units if declared.kind == "ground" else ("Battleship Row",)
                assert all(unit in said for unit in attacking), (attacking, said)
                assert all(("Battleship Row" if unit == "BBRow" else unit) in said for unit in defenders), (
                    defenders,
                    said,
                )


@every_game
def test_steps_told_to_be_lost_were_lost_and_the_lost_are_dead(seed: int) -> None:
    told = 0
    for line in lines(seed):
        losses = [loss for fact in facts_in(seed, line) for loss in fact.losses]
        for one in sentences(line):
            for clause in re.split(r", and |, (?=[A-Z\d])", one):
                if found := re.match(r"(.+?) lost (\w+) steps?( each)?[.,]?$", clause):
                    units = re.findall(r"[\w]+-\d+", found[1])
                    for unit in units:
                        mine = [loss for loss in losses if loss.unit == unit]
                        assert sum(loss.steps for loss in mine) == NUMBERS.index(found[2])
                        assert mine[-1].left
                        told += 1
                elif re.search(r"\b(was|were) (lost|wiped out)", clause):
                    for unit in re.findall(r"\b[A-Z0-9]+-\d+\b", clause):
                        assert [loss for loss in losses if loss.unit == unit][-1].left == 0, clause
                        told += 1
    assert told > 30


# ---- moves, chits, points ----

WAY = re.compile(r"((?:[\w-]+(?:, | and ))*[\w-]+) from (\d{4}) to (\d{4})")


@every_game
def test_who_is_told_to_have_gone_somewhere_went_there(seed: int) -> None:
    ways = 0
    for line in lines(seed):
        moved = [
            v for v in line.entries if isinstance(fact := stands(seed)[v].fact, f.UnitsMoved) and fact.how == "move"
        ]
        if not moved:
            continue
        before, after = states(seed)[stands(seed)[moved[0]].of - 1], states(seed)[moved[-1]]
        for units, start, end in WAY.findall(line.words):
            for unit in re.split(r", | and ", units):
                if unit in after.units:
                    assert (before.units[unit].hex, after.units[unit].hex) == (start, end), (unit, line.words)
                    ways += 1
    assert ways > 200


@every_game
def test_chits_are_told_in_the_order_in_which_they_came(seed: int) -> None:
    for title, told in chapters(seed):
        pulled = [
            e.fact.chit
            for e in stands(seed).values()
            if isinstance(e.fact, f.ChitPulled) and e.moment.path[0].casefold() == title.casefold()
        ]
        stood = " ".join(line.words for line in told)
        verb = r"(?:was pulled|were pulled|came out of the cup|was the next chit)"
        said = [
            chit
            for group in re.findall(rf"((?:[\w]+-(?:Move|Fight)(?:, | and )?)+) {verb}", stood)
            for chit in re.split(r", | and ", group)
        ]
        assert said == pulled, title


def test_a_phase_in_which_nothing_happened_is_told_as_that() -> None:
    """Given the battles of each Japanese Combat Phase, then the story says that nobody was attacked in those that had
    none."""
    found: Counter[bool] = Counter()
    for seed in (*SEEDS, IDLE):
        for title, told in chapters(seed):
            fights = [
                e
                for e in stands(seed).values()
                if e.moment.path[0].casefold() == title.casefold() and e.moment.phase == "jp_fight"
            ]
            if fights:
                attacked = any(isinstance(entry.fact, f.AttackDeclared) for entry in fights)
                words = " ".join(line.words for line in told)
                assert ("The Japanese attacked nobody." in words) == (not attacked)
                assert ("The Japanese went over to the attack." in words) == attacked
                found[attacked] += 1
    assert set(found) == {True, False}


@every_game
def test_of_a_phase_that_has_just_begun_nothing_is_told_that_has_not_happened(seed: int) -> None:
    """Given a game up to the first entry of a Japanese Combat Phase, and up to a chit, then the one says nothing of an
    attack, the other the chit."""
    game = fought(seed)
    fight = next(
        entry for entry in game.entries if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "jp_fight"
    )
    words = [line.words for _, told in shown("iph").chapters(game.at(fight.version).seen_by("umpire")) for line in told]
    assert not any("attack" in one for one in words)
    pull = next(entry for entry in game.entries if isinstance(entry.fact, f.ChitPulled))
    assert isinstance(pull.fact, f.ChitPulled)
    words = [line.words for _, told in shown("iph").chapters(game.at(pull.version).seen_by("umpire")) for line in told]
    assert pull.fact.chit in words[-1]


@every_game
def test_a_note_in_the_middle_of_phases_changes_nothing_else_that_is_told(seed: int) -> None:
    game = fought(seed)
    noted: list[Entry] = []
    now: dict[int, int] = {}
    for entry in game.entries:
        version = len(noted) + 1
        now[entry.version] = version
        noted.append(entry._replace(version=version, of=now[entry.of]))
        if (
            entry.ends
            and entry.moment.phase in ("us_move", "us_fight", "jp_move", "jp_fight")
            and not entry.version % 5
        ):
            noted.append(noted[-1]._replace(version=version + 1, of=version + 1, fact=Noted(text="well"), waits=None))
    saw: Game[Any] = Game(game.rules)
    saw.follow(noted)
    told = [line for _, some in shown("iph").chapters(saw.seen_by("umpire")) for line in some]
    assert sum(line.kind == "note" for line in told) > 20
    both = [" ".join(line.words for line in some if line.kind == "story") for some in (told, lines(seed))]
    for pattern in (
        r"[\w]+-(?:Move|Fight)",
        r"attacked nobody|stayed where they were|nothing came of",
        r"The die, a \d",
        r"was (?:lost|wiped out)",
    ):
        assert Counter(re.findall(pattern, both[0])) == Counter(re.findall(pattern, both[1])), pattern


@every_game
def test_the_turn_ends_with_what_it_cost_and_where_the_points_stand(seed: int) -> None:
    game = fought(seed)
    checked = 0
    for title, told in chapters(seed):
        mine = [entry for entry in stands(seed).values() if entry.moment.path[0].casefold() == title.casefold()]
        found = [re.search(r"the Japanese stood at (\w+) victory points?", line.words) for line in told]
        if not any(found):
            continue
        losses = [loss for entry in mine for loss in entry.fact.losses if loss.unit in game.state.units]
        us, jp = (sum(loss.steps for loss in losses if loss.side == side) for side in ("us", "jp"))
        words = next(line.words for line, one in zip(told, found, strict=True) if one)
        cost = (
            f"had cost the Americans {count_of(us, 'step')} and the Japanese {count_of(jp, 'step')}"
            if us or jp
            else "had cost nobody a step"
        )
        assert cost in words
        last = states(seed)[mine[-1].version].vp
        assert f"stood at {count_of(last, 'victory point')}" in words
        checked += 1
    assert checked > 5


@every_game
def test_points_told_for_hexes_are_the_points_of_those_hexes(seed: int) -> None:
    told = 0
    for line in lines(seed):
        taken = [fact for fact in facts_in(seed, line) if isinstance(fact, f.HexTaken) and fact.points]
        for side, verb in (("jp", "brought them"), ("us", "cost the Japanese")):
            amount = abs(sum(points.amount for fact in taken if fact.to == side for points in fact.points))
            if amount:
                assert f"which {verb} {count_of(amount, 'victory point')}" in line.words, line.words
                assert all(fact.place in line.words for fact in taken)
                told += 1
    assert told > 3


# ---- what is rare ----


def retold(*last: Fact, seed: int = 2, phase: str = "us_fight", side: str = "umpire") -> str:
    """What the story says of these facts, as a declaration of their own in the first phase of a kind."""
    game = fought(seed)
    at = next(entry for entry in game.entries if entry.moment.phase == phase and entry.ends)
    kept = [entry for entry in game.entries if entry.version <= at.version]
    made = [
        at._replace(version=at.version + n, of=at.version + 1, fact=fact, waits=None)
        for n, fact in enumerate(last, start=1)
    ]
    saw: Game[Any] = Game(game.rules)
    saw.follow([*kept, *made])
    versions = {entry.version for entry in made}
    return " ".join(
        line.words
        for _, told in shown("iph").chapters(saw.seen_by(side))
        for line in told
        if versions & set(line.entries)
    )


def test_a_mutual_discovery_is_told_strike_by_strike_before_the_ships_go() -> None:
    words = retold(
        Rolled(name="carrier-warfare", side="jp", dice=(3,)),
        f.CarrierWarfareRolled(finds="mutual"),
        f.StrikeAllocated(side="jp", aircraft=3, targets={"CV-A": 2, "CV-B": 1}),
        f.StrikeRolled(side="jp", die=5, hit=False, target="CV-A"),
        f.StrikeRolled(side="jp", die=2, hit=True, target="CV-A"),
        f.StrikeRolled(side="jp", die=6, hit=False, target="CV-B"),
        f.StrikeAllocated(side="us", aircraft=2),
        f.StrikeRolled(side="us", die=4, hit=True),
        f.StrikeRolled(side="us", die=6, hit=False),
        Drawn(name="ship", side="us", item="Hiei"),
        f.ShipLost(
            ship="CV-A",
            fate="sunk",
            by="aircraft",
            points=(f.points("jp", 3, "us-carrier", "CV-A"),),
            losses=(_ship("us", "CV-A"),),
        ),
        f.ShipLost(
            ship="Hiei",
            fate="damaged",
            by="aircraft",
            points=(f.points("jp", -1, "battleship", "Hiei"),),
            losses=(_ship("jp", "Hiei"),),
        ),
        phase="jp_ships",
    )
    assert words.endswith(
        "With a 3 on the die each fleet found the other. Three Japanese aircraft attacked, two against CV-A and "
        "one against CV-B: "
        "dice of 5 and 2 at CV-A, one hit; a die of 6 at CV-B, no hits. "
        "Two US aircraft attacked without choosing their targets: dice of 4 and 6, one hit; Hiei was drawn. "
        "CV-A was sunk (+3 victory points), and Hiei was damaged and gone for good (-1 victory point)."
    )


def _ship(side: str, name: str) -> Loss:
    return Loss(side=side, unit=name, steps=1, cause="aircraft", left=0, eliminated=True)


def test_rare_facts_have_words_of_their_own() -> None:
    assert retold(f.ConsentDenied(hex="2125")) == (
        "The force in 2125 (Schofield Barracks) was not allowed to move again."
    )
    assert retold(f.InterdictionPlaced(hexes=("2125", "2821"))) == (
        "Japanese aircraft flew interdiction over 2125 (Schofield Barracks) and 2821 (Pearl City)."
    )
    assert "their defenders" not in retold(f.RebellionBrokeOut())


def test_a_rebellion_a_raid_and_a_lost_battleship_row_are_told_in_their_battles() -> None:
    city = f.AttackDeclared(side="jp", target="2821", hexes=("2721",))
    assert "A rebellion broke out among the Issei" in retold(
        city, Rolled(name="issei", side="jp", dice=(6,)), f.RebellionBrokeOut()
    )
    gone = f.LossesTaken(losses=(Loss(side="us", unit="BBRow", steps=1, cause="battle", left=0, eliminated=True),))
    raid = retold(
        f.AttackDeclared(side="jp", target="3020", kind="aircraft"),
        f.AircraftFlown(side="jp", carrier=2, at="3020"),
        f.CombatResolved(target="3020", odds="1:3", die=1, attacker=1, defender=1),
        gone,
        f.AircraftLost(aircraft=1),
        Rolled(name="row-points", side="jp", dice=(5,)),
        f.PointsScored(points=(f.points("jp", 3, "battleship-row", "BBRow"),)),
        f.ChitsRetired(chits=("BBRow-Fight",)),
    )
    assert "Two Japanese aircraft attacked Battleship Row alone." in raid
    assert "called for one step of the defenders and one step of the attackers: one aircraft did not come back." in raid
    assert "Battleship Row (BBRow) was" in raid
    assert "The die for Battleship Row, a 5, brought the Japanese three victory points." in raid
    assert "BBRow-Fight left the game with the last unit." in raid


def test_what_falls_for_good_is_told_with_the_hex_that_was_the_last() -> None:
    taken = (
        f.HexTaken(place="3414", to="jp", points=(f.points("jp", 1, "hex", "3414"),)),
        f.HonoluluFell(),
        f.ArmyAircraftRemoved(),
    )
    words = retold(f.UnitsMoved(units=("24-1",), path=("3414",)), *taken, phase="us_move")
    assert "the city 3414 (Honolulu), which brought them one victory point." in words
    assert "Every hex of Honolulu had been Japanese now: from here on US movement factors were one less." in words
    assert "With the last airfield the US Army lost its aircraft." in words


def test_on_paper_the_story_says_so() -> None:
    words = " ".join(line.words for line in lines(3))
    assert "the Japanese wrote down on paper where they would land." in words
    assert "disposed their ships on paper." in words
