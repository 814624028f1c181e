"""Phones at a served table, in a real browser: turns are played by taps, the server is killed and falls silent."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.kernel.facts import Declared
from domain.kernel.game import Game
from domain.record.diary import Diary
from replays.writer import appends
from tests.browser.hands import Hands
from tests.browser.tables import ALL, LOOKING_ON, Browser, Phone, Table, begun, browser, stored

PLAYED = {
    "iwo": ("first-landing", 4, 12),
    "ddat": ("first-waves", 6, 6),
    "iph": ("over-the-pali", 12, 2),
    "reef": ("two-black-three-red", 8, 1),
    "betio": ("issue-in-doubt", 4, 6),
    "free": ("the-ford", 6, 4),
}
"""A shipped game of each system: how many lines are recorded before the phones come, and how many they play."""
HIDING = ("iph",)


class Served(NamedTuple):
    table: Table
    diary: Diary
    games: dict[str, tuple[str, Game[Any], int]]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A game of each system, at one table."""
    path = tmp_path_factory.mktemp("phones") / "diary.db"
    diary, games = Diary(path, "tests"), {}
    for system, (name, lines, more) in PLAYED.items():
        game, before = begun(system, name, lines, more)
        games[system] = stored(diary, system, game, before), game, before
    with Table(path, *games) as table:
        yield Served(table, diary, games)


def seated(chromium: Browser, served: Served, game: str, *seats: str) -> list[Phone]:
    """Phones that open the addresses of their codes."""
    phones = [chromium.phone(served.table.address) for _ in seats]
    for phone, seat in zip(phones, seats, strict=True):
        phone.sit(served.table.codes[f"{game} {seat}"])
    return phones


class Watched(Hands):
    """Hands that look, whenever a side answers, at the pages of everybody else."""

    others: list[Phone]
    secrets: tuple[str, ...]
    looked = 0

    def answer(self, fact: Any) -> None:
        asked = self.asked(self.game.waits.by if self.game.waits else "")
        if asked.by == "jp":
            sent = [one for one in self.phone("jp").taps() if one.startswith("answer/")]
            for other in self.others:
                page = other.js("return document.documentElement.outerHTML")
                assert not [one for one in (*sent, *self.secrets) if one in page]
                self.looked += 1
        super().answer(fact)


def test_a_turn_of_iwo_jima_on_two_phones_before_a_spectator(chromium: Browser, served: Served) -> None:
    """Given two phones and a spectator's, when a turn is played by taps, then the record is that of the game that was
    played at a table; what the Japanese phone is asked in secret stands on no other; all phones show the same line at
    the end, nothing is too small to be tapped or wider than the screen, and the console says nothing."""
    id, game, before = served.games["iwo"]
    us, jp, looking = seated(chromium, served, "iwo", "US", "Japanese", LOOKING_ON)
    hands = Watched(game, served.diary, id, {"us": us, "jp": jp})
    hands.others, hands.secrets = [us, looking], ("Both beach posts are gone", "MAR1:", "INF1:")
    for append in appends(game.entries):
        if append[0].version > before:
            hands.append(append)
    assert hands.counted.typed == []
    assert hands.looked >= 4
    assert hands.counted.taps + hands.counted.letters <= hands.counted.keys / 2
    for phone in (us, jp, looking):
        phone.until(f"at() === {hands.game.version}")
        assert phone.misfits() == []
    assert us.text("#log") == looking.text("#log")
    assert "Both beach posts are gone" in jp.text("#log")
    assert not (complaints := chromium.console()), complaints


@pytest.mark.parametrize("system", [system for system in PLAYED if system != "iwo"])
def test_first_lines_of_each_other_game(chromium: Browser, served: Served, system: str) -> None:
    """Given one phone for all sides, or one for each where sides hide something, then a game goes on by taps."""
    id, game, before = served.games[system]
    sides = dict(game.rules.sides) if system in HIDING else {"": ALL}
    phones = dict(zip(sides, seated(chromium, served, system, *sides.values()), strict=True))
    hands = Hands(game, served.diary, id, phones)
    for append in appends(game.entries):
        if append[0].version > before:
            hands.append(append)
    assert hands.counted.typed == []
    for phone in phones.values():
        assert phone.misfits() == []
    assert not (complaints := chromium.console()), complaints


def test_a_server_that_falls_silent_is_missed_and_heard_again(chromium: Browser, served: Served) -> None:
    """Given a server that says nothing for ten seconds, then a phone says so within five, and goes on by itself; and an
    audit of the page, with that on it, finds no barrier."""
    (phone,) = seated(chromium, served, "iwo", ALL)
    chromium.console()
    served.table.freeze()
    began = time.monotonic()
    try:
        phone.until("!document.querySelector('#lost').hidden", seconds=5.5)
        assert phone.barriers() == []
        assert chromium.driver.find_element("css selector", "#lost").is_displayed()
        time.sleep(max(0, began + 10 - time.monotonic()))
    finally:
        served.table.thaw()
    phone.until("document.querySelector('#lost').hidden", seconds=6)
    version = phone.version
    phone.say("note heard")
    phone.until(f"at() > {version}")


KILLS = 5


def test_nothing_is_lost_when_the_server_dies_amid_declarations(chromium: Browser, tmp_path: Path) -> None:
    """Given a server killed while a phone's line is on its way, when it begins again on its port, then the line is
    recorded once, and each phone is back in its seat without a code."""
    path = tmp_path / "diary.db"
    diary = Diary(path, "tests")
    game, before = begun("free", "the-ford", 6)
    id, first = stored(diary, "ford", game, before), before
    with Table(path, "ford") as table:
        phones = seated(chromium, Served(table, diary, {}), "ford", "Red", "Blue")
        for n in range(KILLS):
            phone = phones[n % 2]
            phone.say(f"Red +{n + 1}")
            time.sleep(0.02 * n)
            table.kill()
            table.begin()
            for each in phones:
                each.until(f"!sending && at() > {before}", seconds=20)
                assert each.text(".refused") == ""
            before = phone.version
    facts = [entry.fact for entry in diary.entries(id, after=first)]
    said = [fact.values["text"] for fact in facts if isinstance(fact, Declared)]
    assert said == [f"Red +{n + 1}" for n in range(KILLS)]
    assert diary.verify(id) == []
