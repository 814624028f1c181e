"""The kernel's proof: procedures of three other games, interrupted in every way at every one of their questions."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from domain import games
from domain.kernel.errors import BadInput, Diverged, RuleBroken, Trouble
from domain.kernel.facts import ChartRead, Declared, Fact, GameBegan, Irregular
from domain.kernel.game import Game
from domain.kernel.questions import ReadOut
from domain.kernel.table import Answers, Entry
from domain.record import Diary, decode, encode
from replays.notation import changes_of
from tests.kernel import betio_hits, ddat_fire, pearl_battle

SYSTEMS = (ddat_fire, pearl_battle, betio_hits)
ROOT = Path(__file__).parents[2]
MOST = 60


@pytest.fixture(params=SYSTEMS, ids=lambda module: module.RULES.code)
def proof(request: pytest.FixtureRequest) -> Any:
    return request.param


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


def declare(module: ModuleType, game: Game[Any], **given: Any) -> None:
    verb, values = module.DECLARATION
    game.follow(game.declare(verb, values, answers=Answers.of(given) if given else None).entries)


Between = Callable[[Game[Any]], Game[Any]]


def finish(module: ModuleType, game: Game[Any], between: Between = lambda game: game) -> Game[Any]:
    """Answers every open question from the script, with something done before each answer."""
    answered: dict[str, int] = {}
    for entry in game.entries:
        if name := getattr(entry.fact, "name", ""):
            answered[name] = answered.get(name, 0) + 1
    for _ in range(MOST):
        if not game.waits:
            return game
        game = between(game)
        assert game.waits is not None
        if game.waits.name == "chart":
            question = game.pending()
            assert isinstance(question, ReadOut)
            says = module.CHARTS[question.chart, question.row]
            game.follow(game.beside(*game.chart(question.chart, question.row, says)).entries)
            continue
        name = game.waits.name
        value = module.SCRIPT[name][answered.get(name, 0)]
        answered[name] = answered.get(name, 0) + 1
        game.follow(game.answer(Answers.of({name: [value]})).entries)
    raise AssertionError("the procedure does not end")


def whole(module: ModuleType) -> Game[Any]:
    game = begin(module)
    declare(module, game)
    return finish(module, game)


def facts(game: Game[Any]) -> list[Fact]:
    return [entry.fact for entry in game.entries[1:] if not isinstance(entry.fact, ChartRead)]


def reopened(module: ModuleType, game: Game[Any]) -> Game[Any]:
    """The game as another process opens it: from its stored bytes."""
    stored = [(e.version, e.fact.TOPIC, encode(e)) for e in game.entries]
    again: Game[Any] = Game(module.RULES)
    again.follow(decode(version, topic, state, module.RULES.topics) for version, topic, state in stored)
    assert (again.state, again.waits, again.version) == (game.state, game.waits, game.version)
    return again


def questions(module: ModuleType) -> int:
    return sum(1 for entry in whole(module).entries if entry.waits)


def test_the_script_meets_every_kind_of_interruption(proof: ModuleType) -> None:
    game = whole(proof)
    assert questions(proof) >= 4
    assert game.waits is None
    asked = {entry.waits.name for entry in game.entries if entry.waits}
    assert asked == set(proof.SCRIPT)


def test_answers_given_at_once_lead_to_the_same_facts(proof: ModuleType) -> None:
    """Given all answers on the declaration's line, then the same happens as question by question."""
    slowly = whole(proof)
    used: dict[str, list[Any]] = {}
    for entry in slowly.entries:
        if name := getattr(entry.fact, "name", ""):
            used[name] = proof.SCRIPT[name][: len(used.get(name, [])) + 1]
    game = begin(proof)
    verb, values = proof.DECLARATION
    game.follow(game.declare(verb, values, answers=Answers.of({n: list(v) for n, v in used.items()})).entries)
    assert game.waits is None
    assert game.state == slowly.state
    assert facts(game) == facts(slowly)


def test_an_unread_chart_in_the_middle_keeps_dice_and_cards(proof: ModuleType) -> None:
    """Given no chart is known, when rows are read as they are asked for, then nothing is asked twice and the end is the same."""
    game = begin(proof, charts=False)
    declare(proof, game)
    assert game.waits is not None
    game = finish(proof, game)
    assert facts(game) == facts(whole(proof))
    read = [entry.fact for entry in game.entries if isinstance(entry.fact, ChartRead)]
    assert len({(r.chart, r.row) for r in read}) == len(read) > 0


def test_a_restart_at_every_question(proof: ModuleType) -> None:
    game = begin(proof)
    declare(proof, game)
    game = finish(proof, game, lambda game: reopened(proof, game))
    assert game.state == whole(proof).state
    assert facts(game) == facts(whole(proof))


SCRIPT = """
import importlib, sys, hashlib
from tests.kernel.test_procedures import whole
from domain.record import encode
game = whole(importlib.import_module(sys.argv[1]))
print(hashlib.sha256(b"".join(encode(e) for e in game.entries)).hexdigest())
"""


def test_another_hash_seed_gives_the_same_bytes(proof: ModuleType) -> None:
    seen = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, proof.__name__], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("0", "99")
    }  # fmt: skip
    assert len(seen) == 1


def test_a_take_back_to_every_append_asks_again(proof: ModuleType) -> None:
    """Given a finished run, when it is taken back to any earlier append, then state and question are as they were, and the same answers end alike."""
    done = whole(proof)
    ends = [entry.version for entry in done.entries if entry.ends][:-1]
    for to in ends:
        game = reopened(proof, done)
        game.follow(game.take_back(to, "again").entries)
        then = done.at(to)
        assert (game.state, game.waits) == (then.state, then.waits)
        if not game.waits:
            declare(proof, game)
        left = [e for e in then.entries if getattr(e.fact, "name", "")]
        finish_from(proof, game, left)
        assert game.state == done.state


def finish_from(module: ModuleType, game: Game[Any], before: list[Entry]) -> None:
    """Answers on, counting only the answers that stood when the run was taken back."""
    answered: dict[str, int] = {}
    for entry in before:
        name = str(getattr(entry.fact, "name", ""))
        answered[name] = answered.get(name, 0) + 1
    for _ in range(MOST):
        if not game.waits:
            return
        name = game.waits.name
        game.follow(game.answer(Answers.of({name: [module.SCRIPT[name][answered.get(name, 0)]]})).entries)
        answered[name] = answered.get(name, 0) + 1


def test_a_value_set_by_hand_at_every_question_is_kept(proof: ModuleType) -> None:
    """Given an open question, when a value is set by hand, then the question stays open, the value holds, and the record replays equal."""
    for at in range(questions(proof)):
        game = begin(proof)
        declare(proof, game)
        seen = [0]

        def adjust(game: Game[Any], at: int = at, seen: list[int] = seen) -> Game[Any]:
            if seen[0] == at:
                waits = game.waits
                game.follow(game.beside(game.adjusting(changes_of(game, [proof.ADJUST]), "as it lies on the table")).entries)
                assert game.waits == waits
            seen[0] += 1
            return game

        try:
            game = finish(proof, game, adjust)
        except (RuleBroken, IndexError):
            pass  # the script's answer may no longer be open after the change: the question still is
        assert any(entry.fact.TOPIC == "adjusted" for entry in game.entries)
        reopened(proof, game)


def test_a_rule_changed_while_a_question_is_open(proof: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a procedure that waits, when its rule is mended, then opening folds the same state, and answering says what differs."""
    diverged = 0
    for at in range(1, questions(proof)):
        game = begin(proof)
        declare(proof, game)
        count = [0]

        class Closed(Exception):
            pass

        def close(game: Game[Any], at: int = at, count: list[int] = count, closed: type[Exception] = Closed) -> Game[Any]:
            if count[0] == at:
                raise closed
            count[0] += 1
            return game

        with pytest.raises(Closed):
            finish(proof, game, close)
        with monkeypatch.context() as patch:
            patch.setattr(proof, *proof.MENDED)
            opened = reopened(proof, game)
            assert opened.state == game.state
            name = opened.waits.name if opened.waits else ""
            answered = sum(getattr(e.fact, "name", "") == name for e in opened.entries)
            try:
                opened.answer(Answers.of({name: [proof.SCRIPT[name][answered]]}))
            except Diverged as error:
                diverged += 1
                start = next(e.version for e in opened.entries if isinstance(e.fact, Declared))
                assert error.at == start
                opened.follow(opened.take_back(start - 1, "rules mended").entries)
                declare(proof, opened)
                assert opened.waits is not None
            except RuleBroken:
                pass
    assert diverged


def test_wrong_answers_leave_the_question_open(proof: ModuleType) -> None:
    wrong = ("nobody", "77777777777", "none:none", "-4")

    def try_wrong(game: Game[Any]) -> Game[Any]:
        before = (game.state, game.version, game.waits)
        assert game.waits is not None
        for text in wrong:
            with pytest.raises(Trouble):
                game.answer(Answers.of({game.waits.name: [text]}))
        with pytest.raises(BadInput, match="nothing asks for colour=red"):
            game.answer(Answers.of({"colour": ["red"]}))
        with pytest.raises(Trouble, match="first"):
            game.declare(*proof.DECLARATION)
        assert (game.state, game.version, game.waits) == before
        return game

    game = begin(proof)
    declare(proof, game)
    assert finish(proof, game, try_wrong).state == whole(proof).state


def test_an_answer_against_the_rule_is_insisted_on_and_noted(proof: ModuleType) -> None:
    """Given a choice among some, when another is insisted on, then it is irregular, the run goes on, and it replays equal."""
    insisted = {"ddat-proof": ("hit", "C/1/2"), "pearl-proof": ("loss", "U3"), "betio-proof": ("victim", "C Tank")}
    name, value = insisted[proof.RULES.code]
    done = [False]

    def insist(game: Game[Any]) -> Game[Any]:
        if not done[0] and game.waits and game.waits.name == name:
            done[0] = True
            wrong = value if proof.RULES.code != "betio-proof" else "nobody is it"
            if proof.RULES.code == "betio-proof":
                with pytest.raises(RuleBroken):
                    game.answer(Answers.of({name: [wrong]}))
            game.follow(game.answer(Answers.of({name: [value]}), as_played="the table says so").entries)
        return game

    game = begin(proof)
    declare(proof, game)
    for _ in range(MOST):
        if not game.waits:
            break
        game = insist(game)
        if game.waits:
            question = game.pending()
            assert question is not None
            game.follow(game.answer(Answers.of({question.name: [question.sample(random.Random(3))]})).entries)
    assert done[0]
    if proof.RULES.code != "betio-proof":
        assert any(isinstance(entry.fact, Irregular) for entry in game.entries)
    reopened(proof, game)


@pytest.mark.parametrize("seed", range(30))
def test_random_answers_end_and_replay_equal(proof: ModuleType, seed: int) -> None:
    chance = random.Random(seed)
    game = begin(proof)
    declare(proof, game)
    for _ in range(MOST * 2):
        if not game.waits:
            break
        question = game.pending()
        assert question is not None
        game.follow(game.answer(Answers.of({question.name: [question.sample(chance)]})).entries)
        if chance.random() < 0.2:
            to = chance.choice([e.version for e in game.entries if e.ends and e.version > 1][-6:-1] or [game.version])
            try:
                game.follow(game.take_back(to).entries)
            except BadInput:
                continue
        game = reopened(proof, game)
    assert game.waits is None


def test_one_of_them_in_a_real_diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the diary in another process's hands between answers, when the run ends, then it is the same run."""
    module = pearl_battle
    monkeypatch.setitem(games.SYSTEMS, module.RULES.code, module.__name__)
    games.load.cache_clear()
    path = tmp_path / "proof.db"
    with Diary(path) as diary:
        game = diary.new(module.RULES.code, "proof", began(module))
        diary.append(game, game.declare(*module.DECLARATION))
        game_id = game.id
    used: dict[str, int] = {}
    for _ in range(MOST):
        with Diary(path) as diary:
            game = diary.open(game_id)
            if not game.waits:
                break
            name = game.waits.name
            diary.append(game, game.answer(Answers.of({name: [module.SCRIPT[name][used.get(name, 0)]]})))
            used[name] = used.get(name, 0) + 1
            assert not diary.verify(game_id)
    assert game.state == whole(module).state
    games.load.cache_clear()
