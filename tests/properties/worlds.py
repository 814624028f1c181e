"""Two worlds that differ only in what one side hides: all that the others are shown and told of them, to be held
against each other."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import click
from click.testing import CliRunner

from auditing.audit import audit
from auditing.why import why
from cli import prompting
from cli.desk import Desk
from cli.live import Live
from cli.main import main
from cli.session import Session
from cli.watching import awaited
from domain.games import rules_of
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import Trouble
from domain.kernel.facts import Declared, Fact, GameBegan, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import Answer, value_of
from domain.kernel.rules import Rules
from domain.kernel.table import Answers, Given
from domain.kernel.verbs import Groups, Parameter, Verb
from projections.ledger_file import LedgerFile
from projections.report.build import Drawings, build
from projections.report.page import page
from projections.report.stats import counting, stats
from projections.shown import shown
from recording.completion import candidates, names_in_view
from recording.going_on import verbs_ahead
from recording.now import now
from recording.recorder import Recorder
from recording.situation import situation
from recording.unfinished import unfinished
from replays.interchange import write_jsonl
from replays.notation import Line
from tests.projections.contract import tables

# ---- the same acts in another world ----


def said_again(game: Game[Any], fact: Fact, instead: Any = None) -> Outcome:
    """The act that an append begins with, said once more; `instead` are other values of a declaration, or another
    answer."""
    if isinstance(fact, GameBegan):
        return game.begin(fact)
    if isinstance(fact, Declared):
        return game.declare(
            fact.verb, fact.values if instead is None else instead, side=fact.side, as_played=fact.as_played
        )
    if isinstance(fact, Answer):
        return game.answer(Answers.of({fact.name: [Given(value_of(fact) if instead is None else instead)]}))
    if isinstance(fact, TakenBack):
        return game.take_back(fact.to)
    return game.beside(fact)


# ---- what is shown ----


def screen(desk: Desk, game: Game[Any], side: str) -> Iterator[Any]:
    """All that a recorder of `side` shows and completes at this point."""
    view = game.seen_by(side)
    yield list(situation(view))
    yield prompting.bottom(game, side)
    yield repr(shown(game.rules.code).scene(view))
    chance = random.Random(game.version)
    verbs = chance.sample(tuple(game.rules.play.verbs), 3)
    for before in (
        [],
        *([word] for word in (*verbs, game.waits.name if game.waits else "assaults")),
        ["jp:", chance.choice(verbs)],
    ):
        yield [before, list(candidates(game, side, before, ""))]
    yield now(game, side).plain()
    yield verbs_ahead(game, side)
    for verb in verbs:
        yield list(tapped(game, side, game.rules.play.verbs[verb], chance))
    yield list(awaited(view))
    yield tell(Live(Session(desk, desk.diary.find("game"), game, side), lambda *_: ""), "_whose_move")


def tapped(game: Game[Any], side: str, verb: Verb[Any], chance: random.Random) -> Iterator[Any]:
    """What a page shows of a verb while its first values are tapped."""
    said: dict[str, Any] = {}
    for _ in range(4):
        here = unfinished(game, side, verb, said)
        yield here.plain()
        value = next((each for each in here.values if each.kind in game.rules.kinds), None)
        if value is None:
            return
        begins = bool(value.head_kind) and not value.head
        names = (value.heads or value.other_heads) if begins else (value.offered or value.names)
        if not names:
            return
        name, before = chance.choice(names), said.get(value.name, ())
        if value.head_kind:
            said[value.name] = {name: ()} if begins else {**before, value.head: (*before[value.head], name)}
        else:
            said[value.name] = (*before, name) if value.several else name


def tell(live: Live, what: str) -> str:
    @click.command()
    def said() -> None:
        getattr(live, what)()

    return CliRunner().invoke(said).output


def settled(game: Game[Any], chance: random.Random, side: str = "us") -> Iterator[Any]:
    """What a side is told that asks why something is so, has the rules run again, or looks at the game's own tables and
    at what games came to."""
    view = game.seen_by(side)
    yield {name: summary.rows(view) for name, summary in shown(game.rules.code).summaries.items()}
    yield [tally.row() for tally in stats([counting(view)])]
    told = [entry.version for entry in view.stands if entry.fact.sentence()]
    places = names_in_view(view)
    for what in (
        "",
        "vp",
        *chance.sample(told, min(3, len(told))),
        *chance.sample(tuple(view.state.units), 2),
        *chance.sample(places, min(2, len(places))),
    ):
        yield [what, why(game, str(what), side=side).plain()]
    yield [finding.verdict for finding in audit(view, max(0, game.version - 200))]


# ---- what is told of a line ----


class Curious:
    """Lines a curious player may say, legal or not: each verb, the open question and what stands beside the rules, with
    names at random."""

    stated: ClassVar[tuple[str, ...]] = ()
    """Questions that may be answered on a line before they are put, or where they are not."""
    passed: ClassVar[tuple[str, ...]] = ()
    """Questions one may pass on."""
    place: ClassVar[str] = ""
    """The kind of names that places have, and the field of a unit that says in which it is."""

    def __init__(self, game: Game[Any], chance: random.Random) -> None:
        self.game, self.chance = game, chance

    def names(self, kind: str) -> Sequence[str]:
        return self.game.rules.names(self.game.state, kind) or ("x",)

    def some(self, kind: str, most: int = 1) -> str:
        return ",".join(self.chance.choice(self.names(kind)) for _ in range(self.chance.randint(1, most)))

    def value(self, parameter: Parameter) -> str:
        if isinstance(parameter.mark, Groups):
            return f"{self.some(parameter.mark.head)}:{self.some(parameter.mark.member, 2)}"
        return self.some(parameter.mark.kind, 2) if parameter.mark else str(self.chance.randint(0, 3))

    def answer(self) -> str:
        unit, place = self.some("unit"), self.some(self.place)
        return f"{self.chance.choice(self.stated)}={self.chance.choice((unit, place, 'none', '2', f'{unit}:{place}'))}"

    def lines(self) -> Iterator[str]:
        game, chance = self.game, self.chance
        for verb in game.rules.play.verbs.values():
            words = [
                verb.name,
                *(
                    self.value(parameter)
                    for parameter in verb.parameters
                    if parameter.required or chance.random() < 0.3
                ),
            ]
            if chance.random() < 0.3:
                words.append(self.answer())
            yield (
                chance.choice(("", "", "us: ", "jp: "))
                + " ".join(words)
                + chance.choice(("", "", ' !"so it was played"'))
            )
        if game.waits:
            yield f"  {game.waits.name} {self.some('unit')}"
            yield f"  {game.waits.name} {self.some('unit')}:{self.some(self.place)}"
        yield f"jp: pass {chance.choice(self.passed)}{chance.choice(('', ' off'))}"
        yield f'adjust {self.some("unit")} {self.place}={self.some(self.place)} "so it lies"'
        # what is set to be revealed comes to light, and stands in the record
        yield f'adjust {self.some("unit")} steps=1 "so it lies"'

    def offered(self, most: int) -> Iterator[str]:
        """What could be declared in truth, so many of each verb: of all lines those that tell most where they are
        refused, or are not."""
        state = self.game.state
        for verb in self.game.rules.play.verbs.values():
            if not verb.offers or (verb.phases and state.phase not in verb.phases):
                continue
            offers = [*islice(verb.offers(state), 60)]
            for values in self.chance.sample(offers, min(most, len(offers))):
                words = [
                    verb.name,
                    *(
                        parameter.say(values[parameter.name])
                        for parameter in verb.parameters
                        if parameter.name in values
                    ),
                ]
                yield (
                    self.chance.choice(("", "jp: ", "us: "))
                    + " ".join(words)
                    + self.chance.choice(("", ' !"so it was played"'))
                )


class WouldKeep(Exception):
    """What a recorder would have kept, had it been for more than to look at."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


class NotKept:
    """Keeps nothing: the game goes on without it."""

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> Sequence[Entry]:
        raise WouldKeep(outcome)

    def refresh(self, game: Game[Any]) -> Sequence[Entry]:
        return ()


def heard(game: Game[Any], text: str, side: str) -> list[str]:
    """What a recorder of `side` tells of a typed line, on its whole way: what it asks to be confirmed, the refusal, or
    what of it that side may see, and what would follow. Nothing is recorded."""
    recorder = Recorder(game, NotKept(), side)
    ends = recorder.ending(text)
    said = [*_told(lambda: recorder.hear(text), side), *_told(lambda: recorder.foresee(text), side)]
    return [f"ends {', '.join(ends.phases)} by {ends.line}", *said] if ends else said


def _told(says: Callable[[], Iterable[Iterable[Entry]]], side: str) -> list[str]:
    try:
        return [entry.fact.model_dump_json() for append in says() for entry in append]
    except Trouble as refused:
        return [f"✗ {refused}"]
    except WouldKeep as kept:
        asked = kept.outcome.question
        return [
            *(entry.fact.model_dump_json() for entry in seen(kept.outcome.entries, side)),
            asked.words if asked else "",
        ]


def whose(game: Game[Any], line: Line) -> str:
    """Whose word a line is."""
    if game.waits and (line.answer or line.first not in game.rules.play.verbs):
        return game.waits.by
    verb = game.rules.play.verbs.get(line.first)
    return (verb.side or line.side or game.side_of(verb)) if verb else line.side


# ---- a whole world ----


class World(NamedTuple):
    """What was shown and told while a game was recorded, and what the other side has of it in the end."""

    screens: list[Any]
    lines: dict[int, list[str]]
    """What curious players said after so many appends."""
    rows: Mapping[str, Any]
    export: list[Any]
    log: str
    report: str
    outside: Mapping[str, Any]
    """What the commands say that look at the diary from outside, and how long the files are that lie beside it."""

    def differs(self, other: World) -> list[Any]:
        """Where another world shows or tells something else."""
        found = list(differences(self.screens, other.screens))
        found += [(one, two) for one, two in zip(self.export, other.export, strict=True) if one != two]
        whole = (
            [[name, "", getattr(world, name)] for world in (self, other)]
            for name in ("rows", "log", "report", "outside")
        )
        return found + [(one, two) for one, two in whole if one != two]


class Watching:
    """How a world is watched: who asks what, and how often."""

    curious: type[Curious] = Curious
    every, asking, settling = 14, 46, 101
    """After so many appends each screen is looked at, lines are tried, and it is asked why."""
    against = "us"
    """The side that must not be told."""
    sealed = True
    """Whether the diary seals what is secret under a passphrase."""

    def __init__(self, since: int = 0) -> None:
        self.since = since
        """From which append on."""

    @property
    def audiences(self) -> tuple[str, str]:
        """Who must not be told: the other side, and whoever looks at a screen that both sides see."""
        return (self.against, "")

    def world(self, path: Path, outcomes: Sequence[Outcome], lines: Mapping[int, list[str]] | None = None) -> World:
        """The game in a diary of its own, and on the way every screen, and what lines at random are answered."""
        return whole(self.watched(path, outcomes, dict(lines or {})))

    def parted(self, one: tuple[Path, Sequence[Outcome]], two: tuple[Path, Sequence[Outcome]]) -> Any:
        """The first in which two worlds differ, looked at side by side, and no further than to there; None where
        nothing differs."""
        said: dict[int, list[str]] = {}
        first, second = self.watched(*one, said), self.watched(*two, said)
        with closing(first), closing(second):
            worlds: list[World] = []
            while not worlds:
                steps: list[list[Any]] = []
                for world in (first, second):
                    try:
                        steps.append(next(world))
                    except StopIteration as end:
                        worlds.append(end.value)
                try:
                    if found := next(differences(steps[:1], steps[1:]), None):
                        return found
                except ValueError as parted:  # one world is told more things than the other
                    return parted
            return next(iter(worlds[0].differs(worlds[1])), None)

    def watched(
        self, path: Path, outcomes: Sequence[Outcome], said: dict[int, list[str]]
    ) -> Generator[list[Any], None, World]:
        """What is shown and told, look by look; in the end the whole. Lines are `said` as whoever came there first said
        them."""
        chance = random.Random(7)
        began = outcomes[0].entries[0].fact
        assert isinstance(began, GameBegan)
        screens: list[Any] = []
        desk = Desk(path, "")
        with desk.made_diary as diary, LedgerFile(path.with_suffix(f".{self.against}.db"), self.against) as views:
            hides = rules_of(began).secrecy.hides
            hiding = [side for side in hides if side != self.against]
            game = diary.new(
                began.system, "game", began, {side: f"suribachi for {side}" for side in hides if self.sealed}
            )
            for n, outcome in enumerate(outcomes[1:]):
                diary.append(game, outcome)
                if n < self.since:
                    continue
                looked = len(screens)
                if n % self.every == 0 or (n % 4 == 0 and game.waits and game.waits.by in hiding):
                    screens.append([list(screen(desk, game, side)) for side in self.audiences])
                if n % self.asking == 0:
                    if n not in said:
                        said[n] = [*self.curious(game, chance).lines()]
                    before = [
                        (text, side) for text in said[n] for side in self.audiences if self.asks(game, text, side)
                    ]
                    screens.append([[text, side, heard(game, text, side)] for text, side in before])
                if n % self.settling == self.settling - 1:
                    screens.append([*settled(game, random.Random(n), self.against)])
                yield from screens[looked:]
            views.catch_up(diary)
            ledgers = tables(views)
            del ledgers["games"]
            rows = {
                table: [{k: v for k, v in row.items() if k not in ("game", "recorded_at")} for row in each]
                for table, each in ledgers.items()
            }
            export = public(write_jsonl(diary, game.id, self.against))
            report = page(
                build(
                    folded(game.rules, [entry for outcome in outcomes for entry in outcome.entries]).seen_by(
                        self.against
                    ),
                    name="game",
                    drawn=Drawings.MAPS,  # a chart draws the numbers that stand beside it
                )
            )
        log = CliRunner().invoke(main, ["--diary", str(path), "log", "game", "--as", self.against]).output
        return World(screens, said, rows, export, log, report, outside(path, self.against))

    def asks(self, game: Game[Any], text: str, side: str) -> bool:
        """Whether a line is tried before that audience."""
        return True


def whole(world: Generator[list[Any], None, World]) -> World:
    """A world, looked at to its end."""
    while True:
        try:
            next(world)
        except StopIteration as end:
            found: World = end.value
            return found


def outside(path: Path, side: str) -> dict[str, Any]:
    """What a side is told by commands that look at the diary as a file, but for seals, times and names; and the length
    of its views' file."""
    copy = path.with_suffix(".copy.db")
    shutil.copyfile(path, copy)
    said: dict[str, Any] = {}
    for words in (
        ["doctor"],
        ["stats"],
        ["compare", "game", str(copy), "--as", side],
        ["table", "game", "timeline", "--as", side],
    ):
        told = CliRunner().invoke(main, ["--diary", str(path), *words]).output
        said[words[0]] = PRIVATE.sub(
            "…", told.replace(str(path.with_suffix("")), "diary").replace(f"{path.stem}.", "diary.")
        )
    archive = path.with_suffix(".archive")
    words = ["export", "--ledgers", str(archive), "--format", "csv", "--as", side]
    told = CliRunner().invoke(main, ["--diary", str(path), *words])
    assert told.exit_code == 0, told.output
    said["archive"] = {
        file.name: PRIVATE.sub("…", file.read_text("utf-8")) for file in archive.iterdir() if file.suffix == ".csv"
    }
    assert said["archive"].keys() >= {"control.csv", "endings.csv", "players.csv", "results.csv", "timeline.csv"}
    beside = {
        file.name.replace(path.stem, "diary"): file.stat().st_size
        for file in path.parent.glob(f"{path.stem}.*{side}.db")
    }
    return {**said, "beside": beside}


PRIVATE = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\d+(\.\d+)? ?(MB|kB|bytes|ms|s)\b|\b[0-9a-f]{4,}\b")
"""Times, lengths, and what seals and ids are written with."""


def folded(rules: Rules[Any], entries: Sequence[Entry]) -> Game[Any]:
    game: Game[Any] = Game(rules)
    game.follow(entries)
    return game


def public(lines: Iterable[str]) -> list[Any]:
    """An export without times, seals and the game's id; of a secret that was revealed, without the box and what its
    commitment is salted with."""
    found = []
    for text in lines:
        line = json.loads(text)
        for name in ("id", "source", "time", "salt", "leaf", "head"):
            line.pop(name, None)
        data = line.get("data", {})
        for name in ("game", "head", "at", "box"):
            data.pop(name, None)
        if opens := data.get("opens"):
            data["opens"] = [opens[0], opens[2]]
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
