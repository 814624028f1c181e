"""The kernel's proof: procedures of three other games, interrupted in every way at every one of their questions."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from domain import games
from domain.kernel import beside
from domain.kernel.entries import standing
from domain.kernel.errors import BadInput, ByHand, Diverged, NotNow, RuleBroken
from domain.kernel.facts import Adjusted, ChartRead, Fact, GameBegan, Irregular
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import ReadOut, Some, YesNo
from domain.kernel.table import Answers
from domain.record.codec import decode, encode
from domain.record.diary import Diary
from replays.asides import changes_of
from tests.kernel import betio_hits, ddat_fire, pearl_battle

SYSTEMS = (ddat_fire, pearl_battle, betio_hits)
ROOT = Path(__file__).parents[2]
MOST = 60
BEGAN = 1
"""The entry before the declaration: a take-back to here asks from the start."""

# ---- playing a script ----


def began(module: ModuleType, charts: bool = True) -> GameBegan:
    rows: dict[str, dict[str, Any]] = {}
    if charts:
        for (chart, row), says in module.CHARTS.items():
            rows.setdefault(chart, {})[row] = says
    return GameBegan(system=module.RULES.code, title="proof", charts=rows)


def begin(module: ModuleType, charts: bool = True) -> Game[Any]:
    game: Game[Any] = Game(module.RULES)
    game.follow(game.begin(began(module, charts)).entries)
    return game


def declare(module: ModuleType, game: Game[Any], **given: list[Any]) -> None:
    verb, values = module.DECLARATION
    game.follow(game.declare(verb, values, answers=Answers.of(given)).entries)


def answers_in(game: Game[Any]) -> list[str]:
    """The names of the questions answered so far, taken-back ones left out."""
    return [entry.fact.name for entry in standing(game.entries) if hasattr(entry.fact, "name")]


def scripted(module: ModuleType, game: Game[Any]) -> Any:
    """The script's answer to the open question."""
    assert game.waits is not None
    return module.SCRIPT[game.waits.name][answers_in(game).count(game.waits.name)]


def answer(game: Game[Any], value: Any, as_played: str = "", **more: Any) -> Outcome:
    assert game.waits is not None
    return game.answer(Answers.of({game.waits.name: [value], **more}), as_played=as_played)


def read_out(module: ModuleType, game: Game[Any]) -> bool:
    """Reads the row out that the game waits for. A card the game does not have says what card 1 says."""
    if not game.waits or game.waits.name != "chart":
        return False
    question = game.pending()
    assert isinstance(question, ReadOut)
    says = module.CHARTS.get((question.chart, question.row)) or next(
        v for (chart, _), v in module.CHARTS.items() if chart == question.chart
    )
    game.follow(game.beside(*beside.chart(game, question.chart, question.row, says)).entries)
    return True


Between = Callable[[Game[Any]], Game[Any]]


def finish(module: ModuleType, game: Game[Any], between: Between = lambda game: game, upto: int = MOST) -> Game[Any]:
    """Answers every open question from the script, with something done before each answer, until so many are
    answered."""
    while game.waits:
        assert len(game.entries) < 10 * MOST, "the procedure does not end"
        game = between(game)
        if not read_out(module, game):
            if len(answers_in(game)) >= upto:
                return game
            game.follow(answer(game, scripted(module, game)).entries)
    return game


def whole(module: ModuleType, charts: bool = True) -> Game[Any]:
    game = begin(module, charts)
    declare(module, game)
    return finish(module, game)


def at_random(module: ModuleType, game: Game[Any], chance: random.Random) -> Game[Any]:
    """Plays on to the end with legal answers picked at random, written and read as text."""
    while game.waits:
        assert len(game.entries) < 10 * MOST, "the procedure does not end"
        if not read_out(module, game):
            question = game.pending()
            assert question is not None
            game.follow(answer(game, question.say(question.sample(chance))).entries)
    return game


def facts(game: Game[Any]) -> list[Fact]:
    return [entry.fact for entry in game.entries[1:] if not isinstance(entry.fact, ChartRead)]


def reopened(module: ModuleType, game: Game[Any]) -> Game[Any]:
    """The game as another process opens it: from its stored bytes."""
    stored = [(e.version, e.fact.TOPIC, encode(e)) for e in game.entries]
    again: Game[Any] = Game(module.RULES)
    again.follow(decode(version, topic, state, module.RULES.play.topics) for version, topic, state in stored)
    assert (again.state, again.waits, again.version, again.running) == (
        game.state,
        game.waits,
        game.version,
        game.running,
    )
    return again


class Stop(NamedTuple):
    """A question of a scripted run, with so many answered before it."""

    module: ModuleType
    answered: int
    name: str

    def reach(self, charts: bool = True) -> Game[Any]:
        game = begin(self.module, charts)
        declare(self.module, game)
        game = finish(self.module, game, upto=self.answered)
        assert game.waits is not None
        assert game.waits.name == self.name
        return game


STOPS = [Stop(module, n, name) for module in SYSTEMS for n, name in enumerate(answers_in(whole(module)))]
every_question = pytest.mark.parametrize("stop", STOPS, ids=lambda s: f"{s.module.RULES.code}-{s.answered}-{s.name}")


@pytest.fixture(params=SYSTEMS, ids=lambda module: module.RULES.code)
def proof(request: pytest.FixtureRequest) -> Any:
    return request.param


# ---- interrupted in every way ----


def test_the_script_meets_every_question(proof: ModuleType) -> None:
    game = whole(proof)
    names = answers_in(game)
    assert len(names) >= 6
    assert {name: names.count(name) for name in names} == {name: len(values) for name, values in proof.SCRIPT.items()}


@every_question
def test_what_is_said_at_once_and_what_is_said_later_lead_to_the_same_facts(stop: Stop) -> None:
    """Given some answers on the declaration's line, when the rest follow one by one, then the same happens as question
    by question."""
    said = [*answers_in(stop.reach()), stop.name]
    game = begin(stop.module)
    declare(stop.module, game, **{name: stop.module.SCRIPT[name][: said.count(name)] for name in said})
    game = finish(stop.module, game)
    assert game.state == whole(stop.module).state
    assert facts(game) == facts(whole(stop.module))


@every_question
def test_charts_read_when_they_are_asked_for_lead_to_the_same_question(stop: Stop) -> None:
    """Given no chart is known, when rows are read as they are asked for, then dice and cards stay, and the same is
    asked of the same side."""
    known, unread = stop.reach(), stop.reach(charts=False)
    assert facts(unread) == facts(known)
    assert unread.waits == known.waits
    question, same = unread.pending(), known.pending()
    assert question is not None
    assert same is not None
    assert question.hint() == same.hint()


def test_no_row_is_asked_for_twice(proof: ModuleType) -> None:
    game = whole(proof, charts=False)
    assert facts(game) == facts(whole(proof))
    read = [(entry.fact.chart, entry.fact.row) for entry in game.entries if isinstance(entry.fact, ChartRead)]
    assert len(set(read)) == len(read) > 0


@every_question
def test_a_restart_leaves_the_question_open_and_changes_nothing(stop: Stop) -> None:
    game = finish(stop.module, reopened(stop.module, stop.reach()))
    assert game.state == whole(stop.module).state
    assert [encode(entry) for entry in game.entries] == [encode(entry) for entry in whole(stop.module).entries]


HASHED = """
from hashlib import sha256
from domain.record.codec import encode
from tests.kernel.test_procedures import SYSTEMS, whole
for module in SYSTEMS:
    for charts in (True, False):
        print(sha256(b"".join(encode(entry) for entry in whole(module, charts).entries)).hexdigest())
"""


def test_another_hash_seed_gives_the_same_bytes() -> None:
    """Given the scripts, with charts and without, when other processes play them, then every stored byte is the
    same."""
    seen = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "99")
    }
    assert len(seen) == 1


@every_question
def test_a_take_back_to_a_question_asks_it_again(stop: Stop) -> None:
    """Given a finished run, when it is taken back to a question, then state and question are as they were, and the same
    answers end alike."""
    then, game = stop.reach(), whole(stop.module)
    game.follow(game.take_back(then.version, "again").entries)
    assert (game.state, game.waits) == (then.state, then.waits)
    game = finish(stop.module, reopened(stop.module, game))
    assert game.state == whole(stop.module).state
    assert [entry.fact for entry in standing(game.entries)] == [entry.fact for entry in whole(stop.module).entries]


@every_question
def test_a_value_set_by_hand_is_kept(stop: Stop) -> None:
    """Given an open question, when a value nothing asks about is set by hand, then all else goes on as it would
    have."""
    game = stop.reach()
    waits = game.waits
    game.follow(
        game.beside(*beside.adjusting(game, changes_of(game, [stop.module.ADJUST]), "as it lies on the table")).entries
    )
    assert game.waits == waits
    adjusted = game.entries[-1].fact
    assert isinstance(adjusted, Adjusted)
    game = finish(stop.module, reopened(stop.module, game))
    plain = whole(stop.module)
    assert [fact for fact in facts(game) if fact != adjusted] == facts(plain)
    assert game.state != plain.state
    plain.follow(plain.beside(adjusted).entries)
    assert game.state == plain.state


@every_question
def test_a_value_set_by_hand_that_changes_what_follows(stop: Stop) -> None:
    """Given an open question, when a value the rules ask about is set, then the run still ends, and the record replays
    equal."""
    for seed in range(3):
        game = stop.reach()
        game.follow(
            game.beside(
                *beside.adjusting(game, changes_of(game, [stop.module.TURN]), "as it lies on the table")
            ).entries
        )
        game = at_random(stop.module, reopened(stop.module, game), random.Random(seed))
        reopened(stop.module, game)


@every_question
def test_a_rule_mended_while_the_question_is_open(stop: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a procedure that waits, when its rule is mended, then opening folds the same, answering says what differs,
    a new start asks again."""
    game = stop.reach()
    value = scripted(stop.module, game)
    first = begin(stop.module)
    declare(stop.module, first)
    monkeypatch.setattr(stop.module, *stop.module.MENDED)
    opened = reopened(stop.module, game)
    with pytest.raises(Diverged, match=r"entry 3 holds .*; today's rules give .*before entry 2") as error:
        answer(opened, value)
    assert (error.value.at, error.value.entry) == (2, 3)
    with pytest.raises(Diverged):
        opened.pending()
    opened.follow(opened.take_back(BEGAN, "rules mended").entries)
    declare(stop.module, opened)
    assert opened.waits is not None
    assert first.waits is not None
    assert opened.waits.name == first.waits.name
    reopened(stop.module, at_random(stop.module, opened, random.Random(1)))


WRONG = ("stranger", "77777777777", "stranger:none", "--4", "stranger,stranger")


@every_question
def test_wrong_answers_leave_the_question_open(stop: Stop) -> None:
    game = stop.reach()
    before = (game.state, game.version, game.waits, list(game.entries))
    for text in (*WRONG, *filter(None, [stop.module.INSISTED.get(stop.name)])):
        with pytest.raises((RuleBroken, BadInput)):
            answer(game, text)
    with pytest.raises(BadInput, match="nothing asks for colour=red"):
        game.answer(Answers.of({"colour": ["red"]}))
    with pytest.raises(BadInput, match="nothing asks for colour=red"):
        answer(game, scripted(stop.module, game), colour=["red"])
    with pytest.raises((RuleBroken, BadInput)):  # dice that nothing rolls, or cards that have come up
        game.answer(Answers.of({stop.name: [scripted(stop.module, game)]}, *["6"] * 4 * MOST))
    with pytest.raises(NotNow, match="first"):
        game.declare(*stop.module.DECLARATION)
    assert (game.state, game.version, game.waits, game.entries) == before
    assert finish(stop.module, game).state == whole(stop.module).state


@every_question
def test_an_answer_against_the_rule_is_insisted_on_and_noted(stop: Stop) -> None:
    """Given an open question, when an answer against it is insisted on, then it is irregular, the run goes on, and the
    record replays equal."""
    game = stop.reach()
    question = game.pending()
    if isinstance(question, YesNo):
        with pytest.raises(BadInput, match="yes or no"):
            answer(game, "perhaps", as_played="so we said")
        return
    assert question is not None
    if stop.name in getattr(stop.module, "CLOSED", ()):
        with pytest.raises(ByHand, match="set what it led to by hand"):
            answer(game, stop.module.INSISTED[stop.name], as_played="so we said")
        return
    game.follow(answer(game, stop.module.INSISTED[stop.name], as_played="so we played it").entries)
    noted = [entry.fact for entry in game.entries if isinstance(entry.fact, Irregular)]
    assert [fact.rule for fact in noted] == [question.rule]
    assert noted[0].as_played == "so we played it"
    assert noted[0].why.startswith(stop.name)
    game = at_random(stop.module, reopened(stop.module, game), random.Random(2))
    reopened(stop.module, game)
    assert sum(isinstance(entry.fact, Irregular) for entry in game.entries) == 1


@pytest.mark.parametrize("seed", range(60))
def test_random_answers_end_and_replay_equal(proof: ModuleType, seed: int) -> None:
    """Given legal answers at random and take-backs between them, when the run ends, then the record folds to the same
    state."""
    chance = random.Random(seed)
    game = begin(proof, charts=seed % 2 == 0)
    declare(proof, game)
    for _ in range(seed % 4):
        game.follow(game.take_back(BEGAN).entries)
        declare(proof, game)
        at_random(proof, game, chance)
        to = chance.choice([entry.version for entry in standing(game.entries) if entry.ends][:-1])
        game.follow(game.take_back(to, "again").entries)
        if to == BEGAN:
            declare(proof, game)
    game = at_random(proof, reopened(proof, game), chance)
    assert game.waits is None
    reopened(proof, game)


# ---- the rules of the three ----


def test_cards_left_in_a_pile_go_back_on_top() -> None:
    """DDaT 8.63, 8.66: the Japanese pile is empty, so a card of the deck is drawn; what is left of the US pile goes
    back."""
    game = whole(ddat_fire)
    deck = game.state.deck
    assert list(deck.seen) == ["19", "8", "10", "31", "13"]
    assert deck.dealt == {ddat_fire.UNSEEN: 2}
    assert deck.undealt() == 54 - 5 - 2
    ended = next(fact for fact in facts(game) if isinstance(fact, ddat_fire.CombatEnded))
    assert (ended.how, ended.undrawn) == ("withdrawal", 2)
    assert game.state.force("1629") == ("A/1/18",)


def test_a_card_that_was_seen_cannot_come_up() -> None:
    """DDaT 2.3: within one procedure, too: answers are folded in as they are given."""
    game = begin(ddat_fire)
    with pytest.raises(RuleBroken, match="19 cannot come up from the deck: it lies in the discard"):
        declare(ddat_fire, game, **{"card": ["19"], "hit": ["A/1/2"], "assault": ["1728"], "jp-card": ["19"]})


def test_momentum_flies_no_aircraft_and_ends_with_the_second_attack() -> None:
    """IPH 10.4, 12.1."""
    battles = [fact for fact in facts(whole(pearl_battle)) if isinstance(fact, pearl_battle.BattleResolved)]
    assert [[term.rule for term in battle.terms] for battle in battles] == [
        ["IPH 10.8", "IPH 7.12", "IPH 7.14", "IPH 12.1"],
        ["IPH 10.8"],
    ]
    assert [(battle.odds, battle.attacker) for battle in battles] == [("3:1", 1), ("4:1", 1)]


def test_who_advances_is_chosen_among_those_left() -> None:
    """IPH 10.10."""
    stop = next(stop for stop in STOPS if stop.name == "advance")
    question = stop.reach().pending()
    assert isinstance(question, Some)
    assert (question.options, question.least) == (("J1", "J2", "J3"), 1)


def test_a_hit_as_morale_moves_the_regiment_and_a_step_loses_a_step() -> None:
    """BB 3.8, 8.2.4."""
    tracks = [(track.name, track.was, track.now) for fact in facts(whole(betio_hits)) for track in fact.tracks]
    assert tracks == [("casualties", 0, 100), ("morale 8th", 2, 1), ("morale 8th", 1, 1), ("morale japanese", 1, 1)]
    losses = [(loss.unit, loss.eliminated) for fact in facts(whole(betio_hits)) for loss in fact.losses]
    assert losses == [("3/8", False), ("3/8", False), ("3/8", True)]


def test_a_tank_has_no_choice_and_is_not_counted() -> None:
    """BB 3.8.2, 5.1.2."""
    game = begin(betio_hits)
    declare(betio_hits, game, victim=["C Tank"], die=[[7]])
    assert game.waits is None
    assert game.state.units["C Tank"].steps == 0
    assert game.state.casualties == 0


def test_a_regiment_that_reaches_its_lowest_moves_both_generals() -> None:
    """BB 8.2.3, 8.3.2; at the left end a hit is a step."""
    game = begin(betio_hits)
    declare(betio_hits, game, victim=["2/2"], die=[[4]], hit=["morale"])
    assert game.waits is None
    assert game.state.morale == {"2nd": 0, "8th": 6, "general": 5, "japanese": 5}
    assert game.state.units["2/2"].steps == 2


# ---- in a diary ----


def test_one_of_them_in_a_real_diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the diary closed after every answer, when the run ends, then it is the same run, and its seals hold."""
    module = pearl_battle
    monkeypatch.setitem(games.SYSTEMS, module.RULES.code, games.System(module.RULES.title, module.__name__))
    games.load.cache_clear()
    path = tmp_path / "proof.db"
    with Diary(path) as diary:
        game = diary.new(module.RULES.code, "proof", began(module))
        diary.append(game, game.declare(*module.DECLARATION))
        game_id = game.id
    for _ in range(MOST):
        with Diary(path) as diary:
            game = diary.open(game_id)
            if not game.waits:
                break
            diary.append(game, answer(game, scripted(module, game)))
            assert not diary.verify(game_id)
    assert game.state == whole(module).state
    games.load.cache_clear()
