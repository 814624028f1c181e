"""Non-interference: what one side hides makes no difference to anything the other side may see (digest 4, IWO 9.3.3(5), 17.2).

Given a random game and another that differs only in hidden things (where two units are that never came to light, a cave
nobody found, who lost steps unseen) and shares every public act, then the US player's entries, export, views, log and
screen are the same, commitments apart.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from cli.live import Live
from cli.main import main
from cli.session import Session
from cli.situation import situation, status
from domain.kernel.entries import seen
from domain.kernel.errors import Trouble
from domain.kernel.facts import Decided, Declared, GameBegan, Rolled
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import value_of
from domain.kernel.table import Answers, Given
from domain.kernel.verbs import Groups, Parameter
from domain.record import Diary
from projections.view import Views
from replays.completion import candidates
from replays.hearing import hear
from replays.interchange import write_jsonl
from replays.notation import split
from replays.now import now
from tests.projections.contract import tables
from tests.properties.player import RandomPlayer

LENGTH = 160
STATED = (
    "fire", "retreat", "row", "order", "units", "sneak", "caves", "withdraw", "ground", "marker", "kirikami", "where", "steps", "found", "marines",
    "entered", "alive", "barred", "survivors",
)  # fmt: skip
"""Questions that may be answered on a line before they are put, or where they are not."""
SEEDS = range(300, 320, 4)
"""Even seeds are games whose record holds what is hidden."""


def played(seed: int) -> list[Outcome]:
    player = RandomPlayer("iwo", "sample", seed)
    first = Outcome(tuple(player.game.entries))
    outcomes = [first]
    for outcome in player.play():
        outcomes.append(outcome)
        if len(outcomes) > LENGTH:
            break
    return outcomes


def other_setup(facts: list[Any]) -> tuple[dict[str, str], dict[str, str]] | None:
    """Places and caves that differ in nothing that came to light; None when everything did."""
    setup = next((fact for fact in facts if fact.TOPIC == "iwo.hidden-setup"), None)
    if setup is None:
        return None
    public = " ".join(fact.model_dump_json() for fact in facts if not fact.secret and not isinstance(fact, GameBegan))
    moved = " ".join(fact.model_dump_json() for fact in facts if fact.TOPIC == "iwo.concealed-moves")
    unseen = [unit for unit in setup.places if f'"{unit}"' not in public + moved]
    pair = next(((a, b) for a, b in combinations(unseen, 2) if setup.places[a] != setup.places[b]), None)
    places, caves = dict(setup.places), {area: str(n) for area, n in setup.caves.items()}
    if pair:
        a, b = pair
        places[a], places[b] = places[b], places[a]
    found = {fact.area for fact in facts if fact.TOPIC == "iwo.caves-revealed"}
    entered = {fact.area for fact in facts if fact.TOPIC in ("iwo.unit-landed", "iwo.unit-moved", "iwo.control-changed", "iwo.cave-collapsed")}
    quiet = [area for area in setup.caves if area not in found | entered and f'"{area}"' not in public]
    give = next((area for area in quiet if caves[area] == "2"), None)
    take = next((area for area in quiet if caves[area] == "1" and area != give), None)
    if give and take:
        caves[give], caves[take] = "1", "2"
    return (places, caves) if pair or (give and take) else None


def again(outcomes: list[Outcome], places: dict[str, str], caves: dict[str, str], seed: int) -> Iterator[Outcome]:
    """The same public acts, said with other secrets."""
    chance = random.Random(seed)
    game: Game[Any] = Game(RandomPlayer("iwo", "sample", 2).game.rules)
    for outcome in outcomes:
        first = outcome.entries[0].fact
        if isinstance(first, GameBegan):
            said = game.begin(first)
        elif isinstance(first, Declared):
            said = game.declare(first.verb, first.values, side=first.side, as_played=first.as_played)
        elif isinstance(first, (Decided, Rolled)):
            value = {"units": places, "caves": caves}.get(first.name, value_of(first))
            if first.name == "order":
                question = game.pending()
                assert question is not None
                value = question.sample(chance)
            said = game.answer(Answers.of({first.name: [Given(value)]}))
        else:
            said = game.beside(first)
        game.follow(said.entries)
        yield said


def screen(diary: Diary, game: Game[Any], side: str) -> Iterator[Any]:
    """All that a recorder of `side` shows and completes at this point."""
    view = game.seen_by(side)
    yield list(situation(view, side))
    yield list(status(view, side))
    chance = random.Random(game.version)
    verbs = chance.sample(tuple(game.rules.verbs), 2)
    for before in ([], *([word] for word in (*verbs, game.waits.name if game.waits else "assaults")), ["jp:", chance.choice(verbs)]):
        yield [before, list(candidates(game, side, before, ""))]
    yield now(game, side).plain()
    yield tell(Live(Session(None, diary.find("game"), game, side), lambda *_: ""), "_whose_move")


def probes(game: Game[Any], chance: random.Random) -> Iterator[str]:
    """Lines a curious player may say, legal or not: each verb, the open question and what stands beside the rules, with names at random."""

    def some(kind: str, most: int = 1) -> str:
        names = game.rules.names(game.state, kind) or ("x",)
        return ",".join(chance.choice(names) for _ in range(chance.randint(1, most)))

    def value(parameter: Parameter) -> str:
        if isinstance(parameter.mark, Groups):
            return f"{some(parameter.mark.head)}:{some(parameter.mark.member, 2)}"
        return some(parameter.mark.kind, 2) if parameter.mark else str(chance.randint(0, 3))

    for verb in game.rules.verbs.values():
        words = [verb.name, *(value(parameter) for parameter in verb.parameters if parameter.required or chance.random() < 0.3)]
        if chance.random() < 0.3:
            words.append(f"{chance.choice(STATED)}={chance.choice((some('unit'), some('area'), 'none', '2', some('unit') + ':' + some('area')))}")
        yield chance.choice(("", "", "us: ", "jp: ")) + " ".join(words) + chance.choice(("", "", ' !"so it was played"'))
    if game.waits:
        yield f"  {game.waits.name} {some('unit')}"
        yield f"  {game.waits.name} {some('unit')}:{some('area')}"
    yield f"jp: pass {chance.choice(('fire', 'kirikami', 'sneak'))}{chance.choice(('', ' off'))}"
    yield f'adjust {some("unit")} area={some("area")} "so it lies"'
    yield f'adjust {some("unit")} steps=1 "so it lies"'  # what is set to be revealed comes to light, and stands in the record


def heard(game: Game[Any], text: str, side: str) -> list[str]:
    """What a recorder of `side` tells of a line: the refusal, or what of it that side may see. Nothing is recorded."""
    line = split(text, game.rules.sides)
    assert line is not None
    try:
        outcome = hear(game, line, side)
    except Trouble as refused:
        return [f"✗ {refused}"]
    asked = outcome.question
    return [*(entry.fact.model_dump_json() for entry in seen(outcome.entries, side)), asked.words if asked else ""]


def tell(live: Live, what: str) -> str:
    @click.command()
    def said() -> None:
        getattr(live, what)()

    return CliRunner().invoke(said).output


def stored(path: Path, outcomes: list[Outcome], sides: tuple[str, ...]) -> tuple[Diary, Game[Any], list[Any]]:
    """The game in a diary of its own, sealed under a passphrase, and on the way every screen, and what lines at random are answered."""
    chance = random.Random(7)
    diary = Diary(path)
    began = outcomes[0].entries[0].fact
    assert isinstance(began, GameBegan)
    game = diary.new("iwo", "game", began, {"jp": "suribachi"})
    screens = []
    for n, outcome in enumerate(outcomes[1:]):
        diary.append(game, outcome)
        if n % 7 == 0 or (game.waits and game.waits.by == "jp"):
            screens.append([list(screen(diary, game, side)) for side in sides])
        if n % 23 == 0:
            screens.append([[text, side, heard(game, text, side)] for text in probes(game, chance) for side in sides])
    return diary, game, screens


def public(lines: Iterator[str]) -> list[Any]:
    """An export without times, seals and the game's id."""
    found = []
    for text in lines:
        line = json.loads(text)
        for name in ("id", "source", "time", "salt", "leaf", "head"):
            line.pop(name, None)
        data = line.get("data", {})
        for name in ("game", "head", "at"):
            data.pop(name, None)
        if line.get("datacontenttype") or isinstance(data.get("fact"), dict):
            data.get("fact", {}).pop("locks", None)
        found.append(line)
    return found


def differences(one: list[Any], other: list[Any]) -> Iterator[Any]:
    """The screens and answers in which two worlds differ."""
    for a, b in zip(one, other, strict=True):
        for inner, outer in zip(a, b, strict=True):
            if inner != outer:
                yield inner, outer


class Sight(NamedTuple):
    """What a side saw of a game at a version, and how far that went."""

    game: Game[Any]
    version: int
    view: Game[Any]
    upto: int


@pytest.fixture
def sights(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a side sees is folded once a moment, however much of it is looked at then."""
    fold, last = Game.seen_by, dict[str, Sight]()

    def seen_by(game: Game[Any], side: str) -> Game[Any]:
        sight = last.get(side)
        if sight is None or sight.game is not game or (sight.version, sight.upto) != (game.version, sight.view.version):
            view = fold(game, side)
            sight = last[side] = Sight(game, game.version, view, view.version)
        return sight.view

    monkeypatch.setattr(Game, "seen_by", seen_by)


@pytest.mark.usefixtures("sights")
@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_things_make_no_difference_to_the_other_side(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(seed)
    facts = [entry.fact for outcome in first for entry in outcome.entries]
    other = other_setup(facts)
    assert other is not None, "nothing stayed hidden in this game: choose another seed"
    second = list(again(first, *other, seed))
    assert [e.fact for o in second for e in o.entries] != facts
    shown = [[e._replace(at="") for e in seen([e for o in game for e in o.entries], "us")] for game in (first, second)]
    assert shown[0] == shown[1]
    monkeypatch.delenv("WARDIARY_PASSPHRASE_JP", raising=False)
    found = []
    for name, outcomes in (("one", first), ("two", second)):
        diary, game, screens = stored(tmp_path / f"{name}.db", outcomes, ("us", ""))
        with diary, Views(tmp_path / f"{name}.us.db", "us") as views:
            views.catch_up(diary)
            ledgers = tables(views)
            del ledgers["games"]
            rows = {table: [{k: v for k, v in row.items() if k not in ("game", "recorded_at")} for row in each] for table, each in ledgers.items()}
            export = public(write_jsonl(diary, game.id, "us"))
        log = CliRunner().invoke(main, ["--diary", str(tmp_path / f"{name}.db"), "log", "game", "--as", "us"]).output
        found.append((screens, rows, export, log))
    assert not list(differences(found[0][0], found[1][0]))
    assert found[0][1] == found[1][1]
    assert found[0][2] == found[1][2]
    assert found[0][3] == found[1][3] != ""
