"""`.diary` files: there and back, and errors with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import load
from domain.kernel.errors import BadInput
from replays import diary_file, library
from tests import shipped
from tests.projections.test_views import SETUP

ROOT = Path(__file__).parents[2]
HEADER = (
    f"wardiary 1\nsystem: iwo\ntitle: t\nplayer us: Ann\nplayer jp: Bob\nrules: {load('iwo').version}\nhidden: "
    "recorded\n"
)


def find_pack(name: str) -> library.Pack:
    return shipped.pack("iwo", name)


def play(text: str) -> str:
    game = diary_file.play(diary_file.read(text, "x.diary", find_pack))
    return diary_file.write(game, find_pack, comments=False)


def test_canonical_text_comes_back_as_it_was() -> None:
    digest = find_pack("sample").digest[:16]
    body = "bombards Green:NAV1,AIR1\nbombard Green 5511166\n  order INF1,MAR1\nland 4D-R23 Green\n  fire none\n"
    text = f"{HEADER}reading R-02: per-unit\npack: sample {digest}\n\n{SETUP}\n{body}"
    whole = play(text)
    assert play(whole) == whole
    usual = [
        f"reading {reading.id}: {reading.default}\n"
        for reading in load("iwo").readings.values()
        if reading.id != "R-02"
    ]
    assert text == "".join(line for line in whole.splitlines(keepends=True) if line not in usual)
    assert all(line in whole for line in usual)  # later rules may read them otherwise


def test_a_game_with_charts_of_its_own_carries_them() -> None:
    """Given a pack that does not ship, then its rows stand in the header, and the file stands alone."""
    rows = (
        'complete: areas,units,markers\nrow areas: Here {"bdv": 0, "adjacent": []}\nrow units: U1 {"side": "us", '
        '"type": "marines", "steps": 4}\n'
    )
    text = f'{HEADER}{rows}\nset phase=us_move\nnote "a small island"\n'
    again = play(text)
    assert 'row areas: Here {"bdv": 0, "adjacent": []}' in again
    assert "set phase=us_move" in again
    assert play(again) == again


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", "x.diary:1: a .diary begins with the line 'wardiary 1'"),
        ("wardiary 1\nsystem iwo\n", "x.diary:2: a header line is"),
        ("wardiary 1\nsistem: iwo\n", "x.diary:2: there is no header line 'sistem'; did you mean system"),
        ("wardiary 1\ntitle: t\n", "the header names no system"),
        ("wardiary 1\nsystem: chess\n", "there is no game system 'chess'"),
        ("wardiary 1\nsystem: iwo\nplayer de: Max\n", "there is no side 'de'"),
        ("wardiary 1\nsystem: iwo\npack: nowhere\n", "there is no pack 'nowhere'"),
        ("wardiary 1\nsystem: iwo\npack: sample 0000\n", "is not the one this game was played with"),
        ("wardiary 1\nsystem: iwo\nrow areas: Here {\n", "x.diary:3: row areas"),
        ("wardiary 1\nsystem: iwo\nreading R-02: often\n", "reading R-02 can be read as once, per-unit, not often"),
        ("wardiary 1\nsystem: iwo\npack: sample\n\n# a comment\nlnad A B\n", "x.diary:6:1: there is no verb 'lnad'"),
        (
            f"wardiary 1\nsystem: iwo\npack: sample\n\n{SETUP}\n  land 4D-R23 Green\n",
            "x.diary:6:3: no question is open",
        ),
        (
            f"wardiary 1\nsystem: iwo\npack: sample\n\n{SETUP}\nland 4D-R32 Green\n",
            "x.diary:6:6: unit: there is no unit '4D-R32'",
        ),
        (
            f"wardiary 1\nsystem: iwo\npack: sample\n\n{SETUP}\nbombards Green:NAV1,NAV9\n",
            "x.diary:6:21: there is no unit 'NAV9'",
        ),
        ("wardiary 1\nsystem: iwo\npack: sample\n\nnext\n", "x.diary:5:1: first: the Japanese `setup` [IWO 4]"),
    ],
)
def test_errors_name_file_and_line(text: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        play(text)
    assert says in str(error.value)


@pytest.mark.parametrize("name", library.played_games("iwo"))
def test_the_played_games_play_back_and_end(name: str) -> None:
    """Given a game of the library, when it is played under today's rules, then it ends as its page says, and writes
    back unchanged."""
    text = library.played_game("iwo", name)
    game = diary_file.play(diary_file.read(text, name, find_pack))
    assert game.state.result is not None
    again = diary_file.play(diary_file.read(diary_file.write(game, find_pack), name, find_pack))
    assert [e.fact for e in again.entries] == [e.fact for e in game.entries]
    declared = sum(e.fact.TOPIC == "declared" for e in game.entries)
    assert declared >= 100
    page = (ROOT / "replays" / "iwo" / f"{name}.md").read_text()
    assert str(declared) in page
    assert f"{game.state.vp_us}" in page
    assert f"{game.state.vp_jp}" in page
