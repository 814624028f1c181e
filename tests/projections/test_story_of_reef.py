"""The story of Blood Reef says what the facts say: who landed and was lost, every die, what a date cost; and no side is
told the other's secrets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from domain.games import load
from domain.kernel.entries import Entry, seen, standing
from domain.kernel.facts import Fact, Loss, PositionSet
from domain.kernel.game import Game
from domain.reef import facts as f
from domain.reef.facts.codes import Cause
from domain.reef.facts.losses import HOW_LOST
from domain.reef.organization import BATTALIONS, ROLES, WORDS
from domain.reef.wording import SIDES
from domain.wargame.dice import sum_of
from projections.reef.story import CARRIED, QUIET
from projections.reef.terms import GLOSS, TERMS
from projections.reef.together import TOGETHER
from projections.report.model import StoryLine
from projections.shown import shown
from projections.stories import LONGEST, SILENT
from projections.stories.words import NUMBERS, count_of, number, opening
from tests import shipped
from tests.acceptance.cases import Case, run
from tests.reef.warlike import fought

TOLD_CASES = (
    "BRT-S-01",
    "BRT-S-04",
    "BRT-S-05",
    "BRT-S-06", "BRT-S-07", "BRT-S-08", "BRT-S-14", "BRT-S-15", "BRT-S-19", "BRT-S-26", "BRT-S-27", "BRT-S-28",
    "BRT-S-29",
    "BRT-S-36",
    "BRT-S-41",
    "BRT-S-42", "BRT-S-43", "BRT-S-46", "BRT-S-47", "BRT-S-48", "BRT-S-58", "BRT-S-60", "BRT-S-63", "BRT-S-65",
    "BRT-V-01", "BRT-V-04", "BRT-V-13", "BRT-V-29", "BRT-V-49", "BRT-V-50", "BRT-V-52", "BRT-V-54",
)  # fmt: skip
"""Those with what is rare in a campaign of chance: Guns, charges, boxes, Snipers, seawalls, jeeps on the pier, what was
not lost after all."""
CASES = [case for case in shipped.cases(Path(__file__).parents[1] / "cases" / "reef") if case.id in TOLD_CASES]
GAMES = (("I", 0), ("II", 2), ("II", 3))
"""Campaigns with their secrets in the record, and one with them on paper; each has a night that was played."""
every_game = pytest.mark.parametrize(("cg", "seed"), GAMES)
every_audience = pytest.mark.parametrize(
    ("cg", "seed", "side"), [(cg, seed, side) for cg, seed in GAMES for side in ("umpire", "us", "jp")]
)
GROUPS = {
    "pool": "the Reserve Pool",
    "reserves": "the reserves", "LVT": "the landing", "Green": "Green Beach", "Red1": "Red Beach One",
    "Red2": "Red Beach Two", "Red3": "Red Beach Three", "Black1": "Black Beach One", "Black2": "Black Beach Two",
}  # fmt: skip
SINGULAR = {
    "leaders": "leader",
    "crews": "crew",
    "Pathfinders": "Pathfinder", "heroes": "hero", "jeeps": "jeep", "bulldozers": "bulldozer", "tanks": "tank",
    "Guns": "gun", "Armor Leaders": "armor-leader", "Armor Leader": "armor-leader",
}  # fmt: skip


Told = tuple[tuple[str, tuple[StoryLine, ...]], ...]


@cache
def as_written(cg: str, seed: int, side: str = "umpire") -> Told:
    return shown("reef").chapters(fought(seed, cg).seen_by(side))


@cache
def chapters(cg: str, seed: int, side: str = "umpire") -> Told:
    return without_glosses(as_written(cg, seed, side))


def without_glosses(told: Told) -> Told:
    """A story without what it says of its terms."""
    return tuple(
        (title, tuple(line._replace(words=GLOSS.sub("", line.words)) for line in some)) for title, some in told
    )


def lines(cg: str, seed: int, side: str = "umpire") -> list[StoryLine]:
    return [line for _, told in chapters(cg, seed, side) for line in told]


@cache
def stands(cg: str, seed: int, side: str = "umpire") -> dict[int, Entry]:
    return {entry.version: entry for entry in seen(standing(fought(seed, cg).entries), side)}


def facts_in(cg: str, seed: int, told: Iterable[StoryLine]) -> list[Fact]:
    """The facts that lines tell, each once, in their order; not those that only count in what a date cost."""
    versions = {
        version for line in told if line.kind == "story" and " cost " not in line.words for version in line.entries
    }
    return [stands(cg, seed)[version].fact for version in sorted(versions)]


def text(told: Iterable[StoryLine]) -> str:
    """A chapter's story; what was cut between two clauses put together again."""
    return " ".join(line.words for line in told if line.kind == "story").replace(" … … ", "; ")


def where(group: str) -> str:
    return GROUPS.get(group, group)


def parsed(words: str) -> Counter[str]:
    """Pieces as a sentence has them, by kind: `18 × 6-6-8, an FT and two Armor Leaders`."""
    found: Counter[str] = Counter()
    for clause in filter(None, re.split(r", | and ", words.replace(" ×", ""))):
        how_many, _, kind = clause.partition(" ")
        each = 1 if how_many in ("a", "an") else NUMBERS.index(how_many) if how_many in NUMBERS else int(how_many)
        found[SINGULAR.get(kind, kind)] += each
    return found


def by_group(words: str) -> Counter[tuple[str, str]]:
    """`two 6-6-8 and a leader of 2-F2; an LMG of Red Beach Two`."""
    found: Counter[tuple[str, str]] = Counter()
    for clause in words.split("; "):
        kinds, _, group = clause.rpartition(" of ")
        found += Counter({(group, kind): count for kind, count in parsed(kinds).items()})
    return found


def of_units(units: Iterable[tuple[str, int]]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for unit, count in units:
        group, _, kind = unit.rpartition(":")
        found[where(group), kind] += count
    return found


# ---- all of it, and well said ----


def left_out(game: Game[Any], side: str = "umpire") -> list[Entry]:
    told = {
        version for _, some in shown("reef").chapters(game.seen_by(side)) for line in some for version in line.entries
    }
    silent = (*SILENT, *QUIET, *CARRIED)
    left = [e for e in seen(standing(game.entries), side) if e.version not in told and not isinstance(e.fact, silent)]
    return [entry for entry in left if not (isinstance(entry.fact, f.ReservesReturned) and not entry.fact.number)]


def check_reads_well(told: Iterable[StoryLine]) -> None:
    """A chapter."""
    before = ""
    for line in told:
        if line.kind == "story":
            assert 0 < len(line.words) <= LONGEST
            assert opening(line.words) != opening(before), line.words
            assert line.words[-1] in ".…", line.words
            assert all(
                one[0].isupper() or one[0].isdigit() or one[0] == "…" for one in re.split(r"(?<=[.]) ", line.words)
            ), line.words
            assert not re.search(
                r"\b(None|us|jp|pool|armor-leader|entry|hex_|state)\b|\w(?<!FFE):\w|\b(Red|Black)\d", line.words
            ), line.words
            assert not re.search(r"  | ,|(?<!\d)\.\.|\.\.(?!\d)|;\.|: ;|: \.|\band and\b|\{|\}|\(\)", line.words), (
                line.words
            )
            assert not re.search(
                r"\b(1|one) (counters|LVTs|leaders|hexes|pieces|slips|LD DRs|pieces)\b", line.words.casefold()
            ), line.words
        before = line.words


@every_audience
def test_all_that_can_be_told_is_told_and_nothing_else(cg: str, seed: int, side: str) -> None:
    assert left_out(fought(seed, cg), side) == []
    cited = {version for line in lines(cg, seed, side) if line.kind != "taken-back" for version in line.entries}
    assert cited <= set(stands(cg, seed, side))


@every_audience
def test_it_reads_well(cg: str, seed: int, side: str) -> None:
    for _, told in as_written(cg, seed, side):
        check_reads_well(told)


@pytest.mark.parametrize("played", CASES, ids=lambda case: case.id)
def test_the_end_of_every_case_can_be_told_and_shown(played: Case) -> None:
    """Given each acceptance case, when it has been played, then its story leaves nothing out, and there are a screen
    and tables of it."""
    game = run(played)
    assert left_out(game) == []
    given = {entry.version for entry in game.entries if isinstance(entry.fact, PositionSet)}
    for _, told in shown("reef").chapters(game.seen_by("umpire")):
        check_reads_well(line for line in told if not given & set(line.entries))
    assert all(len(click.unstyle(line)) <= 80 for line in shown("reef").screen.overview(game))
    for summary in shown("reef").summaries.values():
        summary.rows(game)


def test_every_kind_of_fact_is_told_or_quiet_by_intent() -> None:
    """Given the facts of the game, then each has a sentence of its own or is quiet, and what is told together is no
    fact that is quiet."""
    kinds = {kind for kind in load("reef").play.topics.values() if kind.TOPIC.startswith("reef.")}
    assert set(TOGETHER) <= kinds
    assert not [kind for kind in TOGETHER if issubclass(kind, QUIET)]
    mute = {kind for kind in kinds if kind.sentence is Fact.sentence}
    assert {kind for kind in mute if not issubclass(kind, QUIET)} == set()


# ---- secrets ----


@every_game
@pytest.mark.parametrize("side", ["us", "jp"])
def test_a_side_is_told_the_story_of_what_it_saw(cg: str, seed: int, side: str) -> None:
    game = fought(seed, cg)
    saw: Game[Any] = Game(game.rules)
    saw.follow(seen(game.entries, side))
    assert as_written(cg, seed, side) == shown("reef").chapters(saw.seen_by(side))


@pytest.mark.parametrize(("cg", "seed"), [("I", 0), ("II", 2)])
def test_before_the_first_battle_no_side_reads_what_the_other_has_written_down(cg: str, seed: int) -> None:
    """Given a campaign with its secrets in the record, up to its first modules, then waves, slips, Guns, Japanese
    leaders are in one story alone."""
    game = fought(seed, cg)
    came = next(entry.version for entry in standing(game.entries) if isinstance(entry.fact, f.ModulesReceived))
    early = game.at(came)
    told = {
        side: text(line for _, some in shown("reef").chapters(early.seen_by(side)) for line in some)
        for side in ("us", "jp")
    }
    facts = [entry.fact for entry in standing(early.entries)]
    waves = [fact.wave for fact in facts if isinstance(fact, f.WaveAssigned)]
    assert waves
    assert all(f"{wave} of " in told["us"] and wave not in told["jp"] for wave in waves)
    guns = [fact.gun for fact in facts if isinstance(fact, f.GunRecorded)]
    assert guns
    assert all(f"{gun} is a" in told["jp"] and not re.search(rf"\b{gun}\b", told["us"]) for gun in guns)
    hidden = {fact.says[0] for fact in facts if isinstance(fact, f.SlipWritten) and fact.slip.startswith("hidden")}
    hidden -= {hex for fact in facts if isinstance(fact, f.SnipersPlaced) for hex in fact.places.values()}
    assert hidden
    assert not [hex for hex in hidden if re.search(rf"\b{hex}\b", told["us"])]
    assert "is concealed" not in told["us"]
    assert any(isinstance(fact, f.LeaderDetermined) and "-F" not in fact.group for fact in facts)
    assert re.search(r"LD DRs? gives? the Japanese", GLOSS.sub("", told["jp"]))
    assert "the Japanese" not in " ".join(re.findall(r"LD DRs? gives?[^.]*", GLOSS.sub("", told["us"])))
    for other in ("us", "jp"):
        assert "open a slip" not in told[other]


def told_as(word: str) -> str:
    """`wirex6` as `six wire`."""
    many = re.fullmatch(r"(.+)x(\d+)", word)
    return f"{number(int(many[2]))} {many[1]}" if many and int(many[2]) > 1 else where(word)


@every_game
@pytest.mark.parametrize("side", ["us", "jp"])
def test_what_a_slip_says_is_told_when_it_is_opened(cg: str, seed: int, side: str) -> None:
    opened = [entry for entry in stands(cg, seed, side).values() if isinstance(entry.fact, f.SlipOpened)]
    for entry in opened:
        assert isinstance(entry.fact, f.SlipOpened)
        [said] = [
            text(told) for _, told in chapters(cg, seed, side) if any(entry.version in line.entries for line in told)
        ]
        assert re.search(rf"{SIDES[entry.fact.side][4:]} open (a slip|[a-z]+ slips), ", said)
        for word in entry.fact.says:
            group, _, kind = word.rpartition(":")
            assert (f"{kind.partition('x')[0]} of {where(group)}" if group else told_as(word)) in said
    assert opened or seed == 3


# ---- what it says is so ----


@every_game
def test_losses_told_are_the_losses_by_group_kind_and_cause(cg: str, seed: int) -> None:
    said = 0
    pieces = rf"((?:an? |{'|'.join(NUMBERS)} |\d+ ).+?)\.(?= |$)"
    sentences = re.compile(rf"(?:[Tt]he (Marines|Japanese) lose({'|'.join(HOW_LOST.values())}|) |eliminated: ){pieces}")
    for _, told in chapters(cg, seed):
        whole = text(told)
        lost: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
        for fact in facts_in(cg, seed, told):
            if isinstance(fact, f.PiecesLost):
                how = (
                    ("", "unentered")
                    if fact.cause == "unentered"
                    else (fact.losses[0].side, HOW_LOST.get(fact.cause, ""))
                )
                lost.setdefault(how, Counter()).update(of_units((loss.unit, loss.steps) for loss in fact.losses))
        spoken: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
        for found in sentences.finditer(whole):
            who = {"Marines": "us", "Japanese": "jp"}.get(found[1], "")
            spoken.setdefault((who, found[2] if who else "unentered"), Counter()).update(by_group(found[3]))
        assert spoken == lost
        said += len(lost)
    assert said > 8


COMES_IN = re.compile(
    r"[Ww]ave (\S+) comes in(?: on ([\w ]+?))? at ((?:[^:.]|\.\.)+?), "
    r"((?:on \w+ LVTs?|wading|on the pier)[^:.]*)(?:: ([^.]+))?\."
)


def each_hex(words: str) -> set[str]:
    """`Z22..24 and Z30`."""
    found = set()
    for one in re.split(r", | and ", words):
        first, _, last = one.partition("..")
        letters = first.rstrip("0123456789")
        found |= {f"{letters}{n}" for n in range(int(first[len(letters) :]), int(last or first[len(letters) :]) + 1)}
    return found


@every_game
def test_waves_come_in_where_how_and_with_what_the_facts_say(cg: str, seed: int) -> None:
    waves = 0
    for _, told in chapters(cg, seed):
        whole = text(told)
        brought: dict[str, Counter[str]] = {}
        entered = [fact for fact in facts_in(cg, seed, told) if type(fact) is f.PiecesEntered]
        for fact in entered:
            brought.setdefault(fact.wave, Counter()).update(f.by_kind(fact.pieces))
        spoken: dict[str, Counter[str]] = {}
        for wave, beach, hexes, how, pieces in COMES_IN.findall(whole):
            spoken.setdefault(wave, Counter()).update(parsed(pieces))
            mine = [fact for fact in entered if fact.wave == wave]
            assert each_hex(hexes) <= {hex for fact in mine for hex in fact.hexes}
            assert not beach or beach in GROUPS.values()
            if rode := re.search(r"on (\w+) LVTs?", how):
                assert rode[1] in {number(len(fact.loads)) for fact in mine} | {
                    number(sum(len(fact.loads) for fact in mine))
                }
            waves += 1
        assert spoken == {wave: Counter({kind: n for kind, n in kinds.items() if n}) for wave, kinds in brought.items()}
    assert waves > 3


@every_game
def test_waves_are_planned_with_their_formations_and_their_turn(cg: str, seed: int) -> None:
    """Given the plans of a campaign in their order, those that others have taken the place of too, then each is told
    once, as it was made, those of a scenario together."""
    planned = [entry.fact for entry in stands(cg, seed).values() if type(entry.fact) is f.WaveAssigned]
    told = [
        (scenario, *wave)
        for scenario, waves in re.findall(
            r"[Ff]or (the Initial Scenario|scenario \d+) the Marines plan [\w ]+: (.+?)\.(?= |$)",
            text(lines(cg, seed)),
        )
        for wave in re.findall(r"(\d-W\d+) of (.+?) on turn (\d+)(, in place of [^;]+)?", waves)
    ]
    for fact, (scenario, wave, said, turn, anew) in zip(planned, told, strict=True):
        assert isinstance(fact, f.WaveAssigned)
        assert (wave, turn, bool(anew)) == (fact.wave, str(fact.turn), bool(fact.instead))
        assert scenario == ("the Initial Scenario" if fact.scenario == 1 else f"scenario {fact.scenario}")
        assert parsed(re.sub(r"ies\b", "y", said)) == Counter(
            WORDS[ROLES[name]].removesuffix("s") if name in ROLES else name for name in fact.formations
        )
    assert len(planned) > 5


@every_game
def test_leaders_are_told_by_side_with_their_number_and_the_best(cg: str, seed: int) -> None:
    """Given the LD DRs of a campaign, then so many dice and leaders of each side are told, and nobody better than the
    best there is."""
    rolled = 0
    for _, told in chapters(cg, seed):
        drs, leaders = Counter[str](), Counter[str]()
        everybody = set()
        for fact in facts_in(cg, seed, told):
            if isinstance(fact, f.LeaderDetermined):
                side = "Marines" if "-F" in fact.group or fact.group == "Scouts" else "Japanese"
                drs[side] += 1
                leaders[side] += bool(fact.leader)
                everybody.add((fact.leader, where(fact.group)))
        said_drs, said_leaders = Counter[str](), Counter[str]()
        for many, side, given, who in re.findall(
            r"(\S+) LD DRs? gives? the (Marines|Japanese) (no|\S+) leaders?(?:: (.+?))?\.(?= |$)", text(told)
        ):
            said_drs[side] += how_many(many)
            said_leaders[side] += 0 if given == "no" else how_many(given)
            for leader, group in re.findall(r"(\d+[-+]\d) for (\S+F\d+|[A-Z]\w+ Beach \w+|the Reserve Pool)", who):
                assert (leader, group) in everybody
        assert (said_drs, said_leaders) == (drs, leaders)
        rolled += drs.total()
    assert rolled > 30


def how_many(word: str) -> int:
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


@every_game
def test_every_die_of_fire_support_and_reserves_is_told_as_it_fell(cg: str, seed: int) -> None:
    told: Counter[str] = Counter()
    cited: dict[int, str] = {}
    for line in lines(cg, seed):
        for version in line.entries if " cost " not in line.words else ():
            cited[version] = f"{cited.get(version, '')} {line.words}"
    for version, said in cited.items():
        if version in stands(cg, seed):
            match fact := stands(cg, seed)[version].fact:
                case f.DirectFired():
                    by = fact.by or "the Shipboard Observer"
                    shots = re.search(rf"{fact.module} fires at {fact.hex} for {by} and [^.]*", said)
                    assert shots
                    words = f"{'hits' if fact.hit else 'misses'} ({sum_of(fact.dice, fact.terms)} for {fact.number})"
                    assert words in said[shots.start() :]
                    assert fact.hit == (sum(fact.dice) + sum(term.amount for term in fact.terms) <= fact.number)
                case f.AccessDrawn():
                    gives = {"black": ("Battery Access", "WP"), "red": ("no Battery Access", "HE alone")}[fact.chit][
                        fact.wp
                    ]
                    words = f" {fact.chit} chit gives {fact.module} {gives}."
                case f.AirRolled():
                    words = f"Air Support dr is {fact.die}: '44 FB with bombs arrive" if fact.came else f"({fact.die})"
                    assert fact.came or "o Air Support came with the dr of turn " in said
                case f.PoolReplenished():
                    words = f"Replenishment DR, {fact.dice[0]}+{fact.dice[1]}, adds "
                    assert Counter(fact.pieces) in [
                        parsed(some) for some in re.findall(r", adds (.+?) to the Reserve Pool", said)
                    ]
                case f.ReinforcementsRolled():
                    came = f"up to {count_of(fact.number, 'counter')}" if fact.available else "nobody"
                    words = f"Reinforcement dr of {fact.die} lets {came} enter"
                    assert not fact.available or fact.number == sum(fact.count)
                case f.ReservesReturned() if fact.number:
                    words = f"{'stays' if fact.number == 1 else 'stay'} in the Reserve Pool."  # with the dr or alone
                    assert count_of(fact.number, "counter").casefold() in said.casefold()
                case f.SeawallChecked():
                    words = f"{fact.hex} ({sum(fact.dice)})"
                    if fact.breached:
                        words = f"seawall of {fact.hex} is breached towards"
                        assert f", with a {sum(fact.dice)}" in said
                case f.BombardmentLanded():
                    off = f", {count_of(fact.off, 'hex', 'hexes')} off" if fact.off else ""
                    words = f"bombardment of {fact.placed} lands in {fact.hex}{off}, an FFE:2 of radius {fact.radius}."
                case f.NightSettled():
                    barred = {
                        "no-charge": "No Night Banzai Charge could be formed",
                        "no-room": "far enough from the Marines",
                    }
                    words = barred.get(
                        fact.barred, f"Night dr is {fact.die}" if fact.attempted else "o Night Banzai is attempted"
                    )
                    assert (
                        f": {'a Night scenario is played' if fact.played else 'the morning follows'}."
                        in said.partition(words)[2]
                    )
                case f.KoreanHeat():
                    words = f"= {sum(fact.dice)}: {fact.result}" if not fact.terms else fact.result
                case _:
                    continue
            assert words in said
            told[type(fact).__name__] += 1
    assert {"AccessDrawn", "AirRolled", "ReinforcementsRolled", "DirectFired", "PoolReplenished"} <= set(told)


@every_game
def test_what_goes_from_group_to_group_is_told_piece_by_piece(cg: str, seed: int) -> None:
    moves = 0
    for _, told in chapters(cg, seed):
        shifts = [fact for fact in facts_in(cg, seed, told) if isinstance(fact, f.PiecesShifted)]
        given: Counter[tuple[str, str]] = Counter()
        for fact in shifts:
            given.update({(where(fact.of), kind): count for kind, count in fact.pieces.items()})
        spoken: Counter[tuple[str, str]] = Counter()
        for group, kinds in re.findall(
            r"([Tt]he [\w ]+?|Red Beach \w+) gives ((?:an? |one |two |three |\w+ ).+?) (?:as|to|for) ", text(told)
        ):
            name = group[0].lower() + group[1:] if group.lower().startswith("the ") else group
            spoken.update({(name, kind): count for kind, count in parsed(kinds).items()})
        assert spoken == given
        moves += len(shifts)
    assert moves > 5


@every_game
def test_a_date_ends_with_what_it_cost_each_side(cg: str, seed: int) -> None:
    """Given the losses of each scenario, and what came back, then the last line of its chapter says so."""
    dates = 0
    lost, back = Counter[str](), Counter[str]()
    for title, told in chapters(cg, seed):
        mine = [
            e.fact
            for e in stands(cg, seed).values()
            if e.moment.path and e.moment.path[0].casefold() == title.casefold()
        ]
        for fact in mine:
            for loss in fact.losses:
                lost[loss.side] += loss.steps
            for gain in fact.gains:
                back[gain.side] += gain.steps
        began = [fact for fact in mine if isinstance(fact, f.ScenarioBegan)]
        costs = [line.words for line in told if " cost " in line.words]
        assert len(costs) == len(began)
        if not began:
            continue
        [words] = costs
        assert words.startswith("The Initial Scenario" if began[0].number == 1 else "The scenario")
        spoken = dict(re.findall(r"the (Marines|Japanese) (\w+) pieces?\b", words))
        real = {"Marines" if side == "us" else "Japanese": number(count) for side, count in lost.items() if count > 0}
        assert spoken == real
        got = dict(re.findall(r"the (Marines|Japanese) got (\w+) pieces? back", words))
        assert got == {"Marines" if side == "us" else "Japanese": number(count) for side, count in back.items()}
        assert ("neither side a piece" in words) == (not real)
        lost.clear()
        back.clear()
        dates += 1
    assert dates == fought(seed, cg).state.number


@every_game
def test_each_date_is_a_chapter_and_each_player_turn_is_told_in_its_order(cg: str, seed: int) -> None:
    for title, told in chapters(cg, seed)[1:]:
        turns = re.findall(
            r"Turn (\d+), (Marine|Japanese) Player Turn", " ".join(line.words for line in told if line.kind == "story")
        )
        began = next(
            (
                e.fact
                for e in stands(cg, seed).values()
                if isinstance(e.fact, f.ScenarioBegan) and e.moment.path[0] == title
            ),
            None,
        )
        assert bool(turns) == (began is not None)
        if isinstance(began, f.ScenarioBegan):
            first = "Marine" if began.first == "us" else "Japanese"
            order = [(int(turn), who != first) for turn, who in turns]
            assert order == sorted(order)
            assert order[-1][0] <= began.turns


# ---- what is rare ----


def retold(*last: Fact, cg: str = "II", seed: int = 2, phase: str = "movement") -> str:
    """What the story says of these facts, as a declaration of their own in the first phase of a kind."""
    game = fought(seed, cg)
    at = next(entry for entry in standing(game.entries) if entry.moment.phase == phase and entry.ends)
    kept = [entry for entry in game.entries if entry.version <= at.version]
    made = [
        at._replace(version=at.version + n, of=at.version + 1, fact=fact, waits=None)
        for n, fact in enumerate(last, start=1)
    ]
    saw: Game[Any] = Game(game.rules)
    saw.follow([*kept, *made])
    versions = {entry.version for entry in made}
    told = [
        line
        for _, some in shown("reef").chapters(saw.seen_by("umpire"))
        for line in some
        if versions & set(line.entries)
    ]
    told = [line for line in told if " cost " not in line.words]
    before = {line.words for _, some in shown("reef").chapters(game.at(at.version).seen_by("umpire")) for line in some}
    said = " ".join(line.words for line in told)
    old = next((words for words in before if said.startswith(words)), "")
    return GLOSS.sub("", said.removeprefix(old)).strip()


def lost(side: str, unit: str, steps: int = 1, cause: Cause = "combat") -> f.PiecesLost:
    return f.PiecesLost(losses=(Loss(side=side, unit=unit, steps=steps, cause=cause, left=1),), cause=cause)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (f.ReservesReturned(number=1), "One counter that might have entered stays in the Reserve Pool."),
        (f.TransportsRetained(number=1), "One LVT is kept off the map."),
        (
            f.ReinforcementsRolled(turn=3, die=2, available=True, count=(1,), number=1),
            "The Reinforcement dr of 2 lets up to one counter enter.",
        ),
        (
            f.ReinforcementsRolled(turn=2, die=5, available=False),
            "The Reinforcement dr of 5 lets nobody enter.",
        ),
        (
            f.BombardmentLanded(placed="Q25", die=3, error=(4, 1), off=1, hex="Q26", radius=2),
            "The bombardment of Q25 lands in Q26, one hex off, an FFE:2 of radius 2.",
        ),
        (f.NightSettled(attempted=False), "No Night Banzai is attempted: the morning follows."),
        (
            f.NightSettled(attempted=True, barred="no-charge"),
            "No Night Banzai Charge could be formed: the morning follows.",
        ),
        (
            f.NightSettled(attempted=True, die=1, barred="no-room"),
            "The Reserve Pool cannot be set up far enough from the Marines: the morning follows.",
        ),
        (f.NightSettled(attempted=True, die=3), "The Night dr is 3: the morning follows."),
        (f.PartyLost(parties=("2-S1",), radio=True), "The radio of 2-S1 is lost."),
        (f.PartyRestored(parties=("2-S1", "2-S2")), "2-S1 and 2-S2 are not eliminated after all."),
        (f.PiecesReduced(unit="2-F2:6-6-8", number=2), "Two 6-6-8 of 2-F2 are half-squads from now on."),
        (
            f.PiecesArisen(side="us", group="2-F2", pieces={"6-6-8": 1}, of={"half-6-6-8": 2}),
            "2-F2 has a 6-6-8 more, in the place of two half-6-6-8.",
        ),
        (
            f.GunRecorded(gun="G9", type="81mm", hex="R30", manned=False, works=False),
            "G9 is an 81mm in R30, not fully manned and malfunctioning.",
        ),
        (
            f.ChargeDesignated(pool=3, map=1, leaders=1, pieces={"pool:4-4-7": 3, "pool:leader": 1, "Red2:4-4-8": 1}),
            "The Night Banzai Charge is one of 3 MMC of the Reserve Pool, 1 of those on the map and one leader: "
            "three 4-4-7 and a leader of the Reserve Pool; a 4-4-8 of Red Beach Two.",
        ),
        (f.SnipersPlaced(side="jp", places={"jp-1": "P13"}), "The Japanese Sniper 1 in P13 is set up."),
        (f.SniperPicked(sniper="us-2", die=5), "The Marine Sniper 2 attacks, with a dr of 5."),
        (
            f.ElrChecked(kind="Red2:4-4-7", elr=4, failed_by=5, beyond=True),
            "The ELR of a 4-4-7 of Red Beach Two is 4: a MC failed by 5 exceeds it.",
        ),
        (lost("jp", "Red2:gun", 2, "captured"), "The Japanese lose as captured two Guns of Red Beach Two."),
        (lost("us", "2-F10:armor-leader", 1, "sniper"), "The Marines lose to a Sniper an Armor Leader of 2-F10."),
        (
            f.SlipStated(slip="cloaking-9", side="us", says=("2-F2:6-6-8", "2-F2:MMGx2")),
            "The Marines open slip cloaking-9: a 6-6-8 of 2-F2, two MMG of 2-F2.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else "",
)
def test_rare_facts_have_words_of_their_own(fact: Fact, words: str) -> None:
    assert words in retold(fact)


def test_what_several_facts_in_a_row_say_is_told_once() -> None:
    words = retold(
        lost("jp", "Red2:4-4-8", 2), lost("jp", "Red2:4-4-8"), lost("jp", "Red3:leader"), lost("us", "2-F2:6-6-8")
    )
    assert words.endswith(
        "The Japanese lose three 4-4-8 of Red Beach Two; a leader of Red Beach Three. The Marines lose a 6-6-8 of 2-F2."
    )
    taken = retold(*(f.ControlRecorded(places=(hex,), control="us") for hex in ("T26", "T25", "T24")))
    assert "The Marines Control T24..26." in taken


def test_terms_are_written_out_where_the_story_has_them_first() -> None:
    """Given a campaign, then what a term is stands behind its first use, and never again."""
    whole = " ".join(line.words for _, told in as_written("II", 2) for line in told if line.kind == "story")
    for term, what in TERMS.items():
        uses = list(re.finditer(rf"(?<![\w-])(?<!LD ){re.escape(term)}s?(?![\w-])(?::\d)?", whole))
        glosses = [use for use in uses if re.match(rf" \({re.escape(what)}s?\)", whole[use.end() :])]
        assert glosses[1:] == []
        assert not glosses or not any(use.start() < glosses[0].start() for use in uses if not in_title(whole, use))
    assert {"LD DR", "LVT", "SFCP", "6-6-8"} <= {
        term for term, what in TERMS.items() if re.search(rf"{term}s? \({what}", whole)
    }


def in_title(whole: str, use: re.Match[str]) -> bool:
    """Whether it is in the title of a paragraph, which comes with the phase."""
    return bool(re.match(r"[^.:]*: [A-Z0-9]", whole[use.end() :]))


def test_a_battery_that_is_called_is_told_with_its_chit_and_its_shots() -> None:
    shot: dict[str, Any] = {"module": "N1", "by": "2-S1", "hex": "S26", "target": "infantry", "number": 6}
    words = retold(
        f.ContactAttempted(party="2-S1", module="N1", contact=True),
        f.AttackAnnounced(module="N1", mission="direct"),
        f.AccessDrawn(module="N1", chit="black"),
        f.DirectFired(dice=(1, 6), hit=False, again=True, **shot),
        f.DirectFired(dice=(2, 1), hit=True, again=False, **shot),
    )
    assert "2-S1 has Radio Contact with N1 for Direct Fire, and a black chit gives N1 Battery Access." in words
    assert "N1 fires at S26 for 2-S1 and misses (1+6 = 7 for 6) and hits (2+1 = 3 for 6)." in words


def test_reserves_that_stay_are_told_with_the_die_that_let_them_enter() -> None:
    die = f.ReinforcementsRolled(turn=3, die=2, available=True, count=(3,), number=3)
    assert "The Reinforcement dr of 2 lets up to three counters enter, but all stay in the Reserve Pool." in retold(
        die, f.ReservesReturned(number=3)
    )


def test_what_matters_is_told_before_what_keeps_order() -> None:
    words = retold(f.SanChanged(side="us", san=4), f.ControlRecorded(places=("T24",), control="us"))
    assert words.index("Control T24") < words.index("Marine SAN")


@every_game
def test_battalions_are_told_with_their_names_and_beaches(cg: str, seed: int) -> None:
    assigned = [entry.fact for entry in stands(cg, seed).values() if isinstance(entry.fact, f.EntryAreaAssigned)]
    whole = text(lines(cg, seed))
    assert assigned
    for fact in assigned:
        assert f"BLT #{fact.blt}, the {BATTALIONS[fact.blt].name}, is to land on {where(fact.area)}." in whole
