"""Where players sit when they type: places in games that come with wardiary, and what a player there sees and is told.

python -m tests.typed.at_table     prints what is seen in each place
"""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.testing import CliRunner

from cli.desk import Desk
from cli.live import Live
from cli.session import Session
from domain.kernel.entries import standing
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.record.diary import Diary
from recording.situation import status
from replays import diary_file
from replays.notation import appends, speak, split
from tests.shipped import copied

HERE = Path(__file__).parent
PASSPHRASES = {"us": "a beach of black sand", "jp": "a tunnel under the hill"}
LAST = 3
"""Lines told last that a player still sees."""


class Situation(NamedTuple):
    """A place in a played game, and who looks at the screen there; "" is a screen that both look at."""

    id: str
    system: str
    game: str
    before: str
    about: str
    nth: int = 1
    audience: str = ""
    passphrases: bool = False


class Said(NamedTuple):
    """What a line came to."""

    facts: tuple[Fact, ...]
    """What it recorded, and was not taken back."""
    struck: int
    """How many entries it took back."""
    told: str
    """All that was printed."""


@cache
def situations() -> Mapping[str, Situation]:
    rows = tomllib.loads((HERE / "situations.toml").read_text("utf-8"))["situation"]
    return {row["id"]: Situation(**row) for row in rows}


class Place:
    """A situation, reached once: its diary lies in a folder, and a copy of it is played on."""

    def __init__(self, situation: Situation, diary: Path, game: Game[Any]) -> None:
        self.situation, self.diary, self.game = situation, diary, game

    def type(self, *lines: str) -> Said:
        """What lines come to, typed one after the other: at the prompt, or where a line before them asks on."""
        before, left = self.game.version, deque(lines)
        with _Sitting(self, left) as live:

            def type_all() -> None:
                while left:
                    live.hear(left.popleft())

            told = _printed(type_all)
            kept = standing(live.game.entries)
            new = tuple(entry.fact for entry in kept if entry.version > before)
            stood = sum(entry.version <= before for entry in standing(self.game.entries))
        return Said(new, stood - sum(entry.version <= before for entry in kept), told)

    def bottom(self, *lines: str) -> str:
        """The lines at the bottom of the screen once lines were typed."""
        with _Sitting(self, deque()) as live:
            _printed(lambda: [live.hear(line) for line in lines])
            return "\n".join(status(live.view))

    def opened(self) -> str:
        """What the recorder says to somebody who opens it here."""
        with _Sitting(self, deque()) as live:
            return _printed(live._begin)

    def seen(self) -> str:
        """What a player sees on coming here: where the game stands, what was told last, the lines at the bottom, and
        the prompt."""
        with _Sitting(self, deque()) as live:

            def show() -> None:
                live.hear("show")
                click.echo("...")
                for append in [live.recorder._shown(a) for a in appends(live.game.entries)][-LAST:]:
                    live.session.tell(append)
                live._whose_move()
                click.echo(live.prompt())
                click.echo("-" * 80)
                for line in status(live.view):
                    click.echo(line)

            return _printed(show)


class _Sitting:
    """A recorder at a copy of a place, whose further questions are answered in order."""

    def __init__(self, place: Place, answers: deque[str]) -> None:
        self.place, self.answers = place, answers

    def __enter__(self) -> Live:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "d.db"
        shutil.copy(self.place.diary, path)
        self.desk = Desk(path, "Ann")
        game = copied(self.place.game)
        diary = self.desk.diary
        for side in diary.locked(game.id):
            diary.unlock(game.id, side, PASSPHRASES[side])
        session = Session(self.desk, diary.find(game.id), game, self.place.situation.audience)
        return Live(session, self._ask)

    def __exit__(self, *_: object) -> None:
        self.desk.close()
        self.folder.cleanup()

    def _ask(self, prompt: str, typed: str = "", offered: str = "", unseen: bool = False) -> str:
        if not self.answers:
            raise KeyboardInterrupt
        click.echo(prompt + ("" if unseen else self.answers[0]))
        return self.answers.popleft()


def _printed(does: Any) -> str:
    @click.command()
    def run() -> None:
        try:
            does()
        except KeyboardInterrupt:
            click.echo("the line is dropped")

    result = CliRunner().invoke(run)
    if result.exception:
        raise result.exception
    return result.output


def places(folder: Path, only: Collection[str] = ()) -> Iterator[Place]:
    """Every situation, reached, or these only: each game is played once. Raises LookupError for one that its file does
    not come to."""
    wanted: dict[tuple[str, str, bool], list[Situation]] = {}
    for situation in [each for each in situations().values() if not only or each.id in only]:
        wanted.setdefault((situation.system, situation.game, situation.passphrases), []).append(situation)
    for (system, name, sealed), here in wanted.items():
        file = diary_file.shipped(system, name)
        path = folder / f"{system}-{name}-{sealed}.db"
        with Diary(path, by="Ann") as diary:
            game = diary.new(system, "game", file.began, PASSPHRASES if sealed else None)
            left, met = list(here), dict[str, int]()
            for _, text in file.lines:
                met[text.strip()] = met.get(text.strip(), 0) + 1
                for situation in [s for s in left if s.before == text.strip() and s.nth == met[s.before]]:
                    left.remove(situation)
                    kept = folder / f"{situation.id}.db"
                    _copy(path, kept)
                    yield Place(situation, kept, copied(game))
                if not left:
                    break
                line = split(text, game.rules.sides)
                if line is not None:
                    diary.append(game, speak(game, line))
            if left:
                raise LookupError(f"{system}/{name}: {', '.join(s.id for s in left)} is not come to")


def _copy(path: Path, to: Path) -> None:
    """A diary that is open, copied whole."""
    import sqlite3

    with sqlite3.connect(path) as source, sqlite3.connect(to) as target:
        source.backup(target)


def main() -> None:
    print("# Situations\n")
    with tempfile.TemporaryDirectory() as folder:
        for place in places(Path(folder)):
            print(f"## {place.situation.id}\n\n{place.situation.about}.\n\n```text\n{place.seen().rstrip()}\n```\n")


if __name__ == "__main__":
    main()
