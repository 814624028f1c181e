"""What a side hides is told to no other phone: all that is sent to the others is equal, byte by byte, in games that
differ in secrets alone, while the hiding side taps, is refused and answers."""

from __future__ import annotations

import asyncio
import html
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games import load
from domain.kernel.entries import SPECTATOR, Entry, seen
from domain.kernel.errors import BadInput
from domain.kernel.facts import GameBegan
from domain.kernel.game import Game, Outcome
from domain.record.diary import Diary
from recording.keeping import Kept
from tests.properties import test_secrets as iwo_worlds
from tests.properties.test_leaks import as_a_wave_is_due, as_they_buy, at_pearl
from tests.web.asking import Answer
from tests.web.table import Phone, Stream, Table
from web.taps import act_and_words

TAP = re.compile(r'<button name="tap" value="([^"]+)"')
RECORDING = ("redo", "fix", "decide", "give-up", "unlock", "photo")
"""Acts that this test leaves out: nothing of theirs is prepared."""


class Hidden(NamedTuple):
    """Two games that differ in what a side hides, watched from an append on."""

    worlds: tuple[Sequence[Outcome], Sequence[Outcome]]
    since: int
    hiding: str
    against: str


def iwo() -> Hidden:
    first = iwo_worlds.played(4)[:11]
    facts = [entry.fact for outcome in first for entry in outcome.entries]
    other = iwo_worlds.other_setup(facts)
    assert other is not None
    second = [*iwo_worlds.again(first, *other, 4)]
    return Hidden((first, second), 2, "jp", "us")


def short(pair: Callable[[], Any]) -> Hidden:
    first, second, watching = pair()
    against = watching.against
    return Hidden((first, second), watching.since, "us" if against == "jp" else "jp", against)


HIDDEN: dict[str, Callable[[], Hidden]] = {
    "iwo: units and caves": iwo,
    "iph: who lies in a stack": partial(short, at_pearl),
    "brt: purchases": partial(short, as_they_buy),
    "brt: a sealed wave": partial(short, as_a_wave_is_due),
}


class NotKept(Kept):
    """Keeps nothing of what is tapped, and refuses it with all that the phone would have seen of it."""

    audience = ""

    def append(self, game: Game[Any], outcome: Outcome, declaration: str = "") -> list[Entry]:
        told = [entry.fact.model_dump_json() for entry in seen(outcome.entries, self.audience)]
        raise BadInput(f"would be kept: {told}, {outcome.question.words if outcome.question else ''}")


class World:
    """One of the two games at a table; all that is sent to whoever must not be told."""

    def __init__(self, folder: Path, outcomes: Sequence[Outcome], hidden: Hidden, seed: int) -> None:
        folder.mkdir()
        began = outcomes[0].entries[0].fact
        assert isinstance(began, GameBegan)
        self.hidden, self.outcomes, self.seed = hidden, outcomes, seed
        sides = load(began.system).secrecy.hides
        with Diary(folder / "evening.db", "t") as diary:
            game = diary.new(began.system, "evening", began, {side: f"suribachi for {side}" for side in sides})
            before = [entry for outcome in outcomes[1 : hidden.since] for entry in outcome.entries]
            diary.append(game, Outcome(tuple(before)))
        self.diary = Diary(folder / "evening.db", "t")
        self.table = Table(self.diary, game.id, folder / "seats.json")
        self.sides = sides

    def watched(self) -> Iterator[list[Any]]:
        """All that the others are sent, step by step."""
        phones = self.table.phones
        others = [phones[audience] for audience in (self.hidden.against, "", SPECTATOR)]
        yield [_plain(phone, phone.get("/table")) for phone in others]  # no passphrase is said yet
        mine, streams = phones[self.hidden.hiding], [phone.listen() for phone in others]
        self._heard(streams)
        yield [_told(stream) for stream in streams]
        mine.tap(f"unlock/{self.hidden.hiding}", word="wrong")
        yield [self._silent(streams)]
        for number, side in enumerate(self.sides):
            phones[side].tap(f"unlock/{side}", word=f"suribachi for {side}")
            for stream in streams:
                self.table.do(stream.told_of(number + 2))
            yield [_told(stream) for stream in streams]
        assert not self.table.served.closed()
        for n in range(self.hidden.since, len(self.outcomes)):
            chance = random.Random(self.seed + n)
            self._tapped_in_secret(mine, chance)
            yield [self._silent(streams)]
            for phone in others:
                yield [_plain(phone, answer) for answer in self._curious(phone, chance)]
            self._record(self.outcomes[n])
            self._heard(streams)
            yield [_told(stream) for stream in streams]
        for stream in streams:
            stream.end()
        assert not self.table.trouble

    def _record(self, outcome: Outcome) -> None:
        """What the sides say is recorded, by whichever phone."""
        table = self.table.served
        self.table.do(table.run(lambda: table.keeper.append(table.game, outcome)))
        self.table.do(table.run(table.follow))

    def _tapped_in_secret(self, phone: Phone, chance: random.Random) -> None:
        """The hiding side taps what only it is shown, and is refused."""
        with self._not_kept(phone):
            self._walked(phone, chance, 3)
            phone.tap("typed", line="nonsense")
            phone.tap("drop")

    def _curious(self, phone: Phone, chance: random.Random) -> list[Answer]:
        """What a phone is answered by all that can be asked."""
        with self._not_kept(phone):
            return self._asked(phone, chance)

    def _asked(self, phone: Phone, chance: random.Random) -> list[Answer]:
        version, hiding = self.table.game.version, self.hidden.hiding
        table = chance.choice(self.table.served.tables)
        further = chance.choice((f"/at/{chance.randint(1, version)}", f"/tables/{table}", f"/tables/{table}"))
        found = [phone.get("/table"), phone.get(further)]
        typed = chance.choice((f"{hiding}: ", chance.choice([*self.table.game.rules.play.verbs]) + " "))
        found.append(phone.post("/words", {"line": typed}))
        found += self._walked(phone, chance, 3)
        waits = self.table.game.waits
        if waits:
            act, more = chance.choice(SENT_ANYWAY)
            found.append(phone.tap(f"{act}/{waits.name}{more}"))
        found += [phone.tap(f"unseen/{hiding}", typed="nonsense"), phone.tap("why", what=f"points:{hiding}")]
        return [*found, phone.tap("drop")]

    def _walked(self, phone: Phone, chance: random.Random, steps: int) -> list[Answer]:
        """Taps at random what the page shows."""
        found, page = list[Answer](), phone.get("/table").body
        for _ in range(steps):
            shown = [html.unescape(one) for one in TAP.findall(page)]
            able = [one for one in shown if act_and_words(one)[0] not in RECORDING]
            if not able:
                break
            found.append(phone.tap(chance.choice(able), typed="1", line="next", words="a note", what="", dice="1"))
            page = found[-1].body
        return found

    @contextmanager
    def _not_kept(self, phone: Phone) -> Iterator[None]:
        """Records nothing of what is tapped meanwhile."""
        served, version = self.table.served, self.table.game.version
        keeper, recorder = NotKept(self.diary, served.keeper.way), served.recorder(phone.seat.audience)
        keeper.audience = phone.seat.audience
        recorder.keeper, recorder.chance = keeper, random.Random(self.seed)
        yield
        recorder.keeper = served.keeper
        assert self.table.game.version == version, "nothing was recorded"

    def _heard(self, streams: list[Stream]) -> None:
        version = self.table.game.version
        for stream in streams:
            self.table.do(stream.heard(version))

    def _silent(self, streams: list[Stream]) -> int:
        """How much else was sent to the others: nothing, because nothing was recorded."""
        self.table.do(asyncio.sleep(0.01))
        sent = sum(len(stream.told) for stream in streams)
        assert not sent
        return sent

    def close(self) -> None:
        self.table.__exit__(None, None, None)
        self.diary.close()


SENT_ANYWAY = (("answer", "/none"), ("usual", ""), ("roll", ""), ("pick", "/x"), ("done", ""))
"""What no page of the others shows, sent by hand."""


def _plain(phone: Phone, answer: Answer) -> Any:
    """An answer without the key of the page."""
    return answer.status, answer.headers.get("x-at"), answer.body.replace(phone.key, "KEY")


def _told(stream: Stream) -> list[str]:
    told, stream.told = stream.told, []
    return [text.replace(stream.phone.key, "KEY") for text in told]


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_that_is_sent_to_others_tells_what_is_hidden(name: str, tmp_path: Path) -> None:
    hidden = HIDDEN[name]()
    assert hidden.worlds[0] != hidden.worlds[1]
    one, two = (World(tmp_path / str(n), outcomes, hidden, 5) for n, outcomes in enumerate(hidden.worlds))
    try:
        for here, there in zip(one.watched(), two.watched(), strict=True):
            assert here == there
    finally:
        one.close()
        two.close()
