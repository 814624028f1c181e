"""The page of every moment: what it holds, read back by the contract that its script relies on."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import pytest
from markupsafe import escape

from domain.kernel.errors import BadInput
from domain.kernel.facts import Noted, Stub
from domain.kernel.game import Game
from projections.report.editing import Edits
from projections.report.replay import replay_page
from projections.tapmap import place_id
from tests.free.table import begun, recorder
from tests.shipped import played

GAMES = (("iwo", "first-landing", "us"), ("iph", "thirteen-to-four", "umpire"), ("betio", "one-two-one", "umpire"))
"""A game of areas as one side may read it, and two of hexes."""
LARGEST = 600_000
"""Bytes that the largest of them may have."""


class Shown(NamedTuple):
    """A moment as a page shows it."""

    entry: int
    words: str
    slots: Mapping[str, str]
    """The markup of each slot."""


class Page:
    """A page, read as its script reads it."""

    def __init__(self, text: str) -> None:
        self.text = text
        pool = re.split(
            r'(?=<(?:g|div) id="i\d+")', text.partition('<template id="pool">')[2].partition("</template>")[0]
        )
        self.items = {
            item.split('"', 2)[1][1:]: re.sub(r' id="i\d+"', "", item, count=1).removesuffix("</svg>")
            for item in pool[1:]
        }
        self.moments: list[Shown] = []
        slots: dict[str, str] = {}
        for line in re.findall(r"<li value=.*?</li>", text, re.DOTALL):
            put = re.search(r'data-put="([^"]*)"', line)
            for each in put[1].split() if put else ():
                slot, _, items = each.partition("=")
                slots[slot] = "".join(self.items[item] for item in items.split(",") if item)
            entry = re.search(r'value="(\d+)"', line)
            assert entry
            self.moments.append(Shown(int(entry[1]), re.sub("<[^>]+>", " ", line), dict(slots)))


def page_of(system: str, name: str, side: str = "umpire", edits: Edits | None = None) -> Page:
    return Page(replay_page(played(system, name).seen_by(side), edits or Edits()))


@pytest.fixture(scope="module", params=GAMES, ids=["-".join(game) for game in GAMES])
def whole(request: pytest.FixtureRequest) -> tuple[Any, Page]:
    """A game as its audience knows it, and its page."""
    system, name, side = request.param
    return played(system, name).seen_by(side), page_of(system, name, side)


def test_each_place_holds_whom_the_game_has_there(whole: tuple[Any, Page]) -> None:
    """Given moments from the first to the last, then each place names the units that the game, folded up to there, has
    in it, and draws no unit that is elsewhere."""
    view, page = whole
    found = 0
    for moment in page.moments[:: max(1, len(page.moments) // 20)]:
        state = view.at(moment.entry).state
        there: dict[str, set[str]] = {place_id(unit.place): set() for unit in state.units.values()} | {
            slot: set() for slot in moment.slots
        }
        for name, unit in state.units.items():
            if unit.stands:
                there[place_id(unit.place)].add(name)
        for slot, markup in moment.slots.items():
            if not slot.startswith("place-"):
                continue
            drawn = {*re.findall(r'data-unit="([^"]+)"', markup)} & state.units.keys()
            assert drawn <= there[slot]
            assert all(name in markup for name in there[slot])
            found += len(drawn)
    assert found


def test_every_drawing_is_there_once_and_the_page_is_small(whole: tuple[Any, Page]) -> None:
    _, page = whole
    assert len({*page.items.values()}) == len(page.items) > 10
    assert len(page.text.encode()) < LARGEST
    assert page.text.count("<svg") == 2


def test_nothing_runs_but_its_own_script(whole: tuple[Any, Page]) -> None:
    """Given the page's policy, then it allows no source but the one script and the one style, by their digests, and
    neither asks for more."""
    _, page = whole
    for kind in ("script", "style"):
        ((source,), (allowed,)) = (
            re.findall(rf"<{kind}>(.*?)</{kind}>", page.text, re.DOTALL),
            re.findall(rf"{kind}-src '(sha256-[^']+)'", page.text),
        )
        assert allowed == f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"
        assert not re.search(r"\beval\b|\bFunction\(|innerHTML|https?:|@import|url\(", source)
        if kind == "script":
            assert len(source.splitlines()) <= 90
    assert "default-src 'none'" in page.text
    assert not re.search(r'\son\w+="|\sstyle="|\ssrc=|\shref="[^#]', page.text)


def test_some_turns_begin_with_what_stood_before_them() -> None:
    """Given two turns of a game, then their first moment has all that was there, and no other turn is told."""
    whole = page_of("iwo", "first-landing", "us")
    some = page_of("iwo", "first-landing", "us", Edits(turns="4-5"))
    by_entry = {moment.entry: moment for moment in whole.moments}
    assert 1 < len(some.moments) < len(whole.moments)
    for moment in (some.moments[0], some.moments[-1]):
        assert moment.slots == by_entry[moment.entry].slots
    assert {*re.findall(r"<h3>(turn \d+)", some.text)} == {"turn 4", "turn 5"}
    with pytest.raises(BadInput, match=r"--turns 12: .* turns 1 to 9"):
        page_of("iwo", "first-landing", "us", Edits(turns="12"))


def test_that_something_secret_was_recorded_is_told_as_in_the_log() -> None:
    """Given a game in which the Japanese decide in secret, then the page of the US says of each entry that they did,
    and nowhere what."""
    game = played("iwo", "first-landing")
    view = game.seen_by("us")
    page = page_of("iwo", "first-landing", "us")
    told = " ".join(moment.words for moment in page.moments)
    stubs = {entry.fact.named(view.rules.sides) for entry in view.stands if isinstance(entry.fact, Stub)}
    assert "jp decides in secret: order" in stubs
    assert all(str(escape(words)) in told for words in stubs)
    notes = [entry.fact.text for entry in game.stands if entry.fact.secret == "jp" and isinstance(entry.fact, Noted)]
    assert notes
    assert not [words for words in notes if str(escape(words)) in page.text]


def test_notes_are_told_as_the_writer_wants_them() -> None:
    view = played("iwo", "first-landing").seen_by("us")
    first, second, *_ = (entry for entry in view.entries if entry.fact.TOPIC == "noted")
    text = replay_page(view, Edits(dropped=frozenset({first.version}), mended={second.version: "other words"}))
    plain = replay_page(view)
    for note in (first.fact.text, second.fact.text):
        assert escape(note) in plain
        assert escape(note) not in text
    assert "left out by the writer of this page" in text
    assert "other words [mended]" in text


def paper(*lines: str, **how: Any) -> Game[Any]:
    """A game by lines of paper."""
    game = begun(("German", "Soviet"), **how)
    at = recorder(game)
    for line in lines:
        at.hear(line)
    return game


def test_any_game_has_its_moments() -> None:
    """Given games without rules, of areas, of hexes and without a map, then each line is a moment; what the game has
    instead of a map stands beside the words."""
    areas, hexes = (page_of("free", name) for name in ("three-roads", "the-ford"))
    assert 'data-place="Hill"' in areas.text
    assert "robber" in areas.moments[-1].slots["place-Hill"]
    assert 'data-place="0506"' in hexes.text
    assert any("1R" in moment.slots.get("place-0405", "") for moment in hexes.moments)
    bare = Page(replay_page(paper("German +2", "Soviet +1", "a quiet turn").seen_by("umpire")))
    assert "<svg" not in bare.text.partition("<template")[0]
    assert "German 2" in bare.moments[-1].slots["tally"]
    assert "a quiet turn" in bare.moments[-1].words


def test_words_are_words_and_never_markup() -> None:
    game = paper("</li><script>alert(1)</script>", "<b>x</b> & \"y\" 'z' </template>")
    text = replay_page(game.seen_by("umpire"), Edits(title="<i>Sand</i>"))
    assert text.count("<script>") == text.count("<style>") == text.count("</template>") == 1
    assert "<b>" not in text
    assert "&lt;i&gt;Sand" in text


def test_what_was_taken_back_is_not_shown_and_a_reason_is_told() -> None:
    game = paper("German +2", "the wrong line")
    said = [entry.version for entry in game.stands if entry.ends]
    game.follow(game.take_back(said[-2], "the tide was forgotten").entries)
    recorder(game).hear("the right line")
    page = Page(replay_page(game.seen_by("umpire")))
    assert "the wrong line" not in page.text
    assert [moment.words for moment in page.moments if "the tide was forgotten" in moment.words]
    assert "the right line" in page.moments[-1].words
    assert f"{game.version - len(game.stands) - 1} entries were taken back" in page.text


def test_a_game_half_played_ends_where_it_stands() -> None:
    """Given an entry amid a declaration, then that is the last moment, and nothing later is in the page."""
    view = played("iwo", "first-landing").seen_by("us")
    page = Page(replay_page(view, upto=100))
    assert page.moments[-1].entry == 100
    with pytest.raises(BadInput, match="entries up to"):
        replay_page(view, upto=view.version + 1)
