"""What is meant badly, or goes wrong beneath a table: a line in words, and nothing recorded."""

from __future__ import annotations

import resource
import shutil
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import SPECTATOR
from domain.kernel.facts import GameBegan, Noted
from domain.kernel.limits import SPECTATORS, STREAMS, TRIES
from domain.kernel.state import RECORDED
from domain.record.diary import Diary
from tests.recording.in_memory import SETUP
from tests.web.table import Table
from tests.web.test_taps import SCRIPT, picture, served, told

UNESCAPED = "<script>alert"
AT_THE_DIE = (SETUP, "next construct", "next", "next")
"""Up to the Japanese movement die."""


# ---- on one phone for all sides, what is secret is typed unseen ----


def test_a_secret_line_typed_in_the_open_is_refused_with_the_pages_own_way(tmp_path: Path) -> None:
    with served(tmp_path, hidden="recorded") as table:
        shared, before = table.phones[""], table.game.version
        page = shared.tap("typed", line='jp: note secret "the ridge"').body
        assert told(shared) == (
            "that stood on the screen, and the note is secret; the Japanese side says it unseen, in the field below"
        )
        assert table.game.version == before
        assert page.index('value="unseen/jp"') < page.index("<details>")
        page = shared.tap("unseen/jp", typed='note secret "the ridge"').body
        noted = table.game.entries[-1].fact
        assert isinstance(noted, Noted)
        assert (noted.secret, noted.text, told(shared)) == ("jp", "the ridge", "")
        assert "the ridge" not in page


def test_what_follows_a_verb_that_its_side_keeps_is_typed_unseen(tmp_path: Path) -> None:
    """Given Japanese who move concealed, when the verb for it is tapped on a phone for all sides, then the rest of the
    line is typed unseen there, and on their own phone it is tapped."""
    with served(tmp_path, *AT_THE_DIE, "allowance 6", hidden="recorded") as table:
        shared, jp, before = table.phones[""], table.phones["jp"], table.game.version
        page = shared.tap("verb/creep/jp").body
        assert 'value="unseen/jp/creep"' in page
        assert "value/unit" not in page
        page = shared.tap("unseen/jp/creep", typed="nonsense").body
        assert (told(shared), table.game.version) == ("that cannot be said here; nothing was recorded", before)
        assert 'value="unseen/jp/creep"' in page
        assert "unseen" not in jp.tap("verb/creep/jp").body
        assert jp.tapping.verb == "creep"


# ---- markup, wherever somebody names something ----


def test_markup_in_names_is_words(tmp_path: Path) -> None:
    """Given a game whose title, player, pack, pieces and places are markup, then every page prints them so."""
    charts: dict[str, Any] = {
        "game": {SCRIPT: {"sides": ["Ann", "Bob"]}},
        "pieces": {SCRIPT: {"side": "Ann", "place": SCRIPT}},
        "places": {SCRIPT: {}},
        "counts": {SCRIPT: {}},
    }
    began = GameBegan(system="free", title=SCRIPT, players={"ann": SCRIPT}, pack=SCRIPT, charts=charts, hidden=RECORDED)
    with Diary(tmp_path / "evening.db", SCRIPT) as diary:
        id = diary.new("free", "evening", began).id
        with Table(diary, id, tmp_path / "seats.json", ("ann", "bob", "", SPECTATOR)) as table:
            ann = table.phones["ann"]
            ann.tap("typed", line=f"ann: {SCRIPT} > {SCRIPT}")
            paths = ("/table", "/at/1", *(f"/tables/{name}" for name in table.served.tables))
            pages = [phone.get(path).body for phone in table.phones.values() for path in paths]
            pages += [ann.tap("why", what="#1").body, ann.tap("place", what=SCRIPT).body]
    assert not [page for page in pages if UNESCAPED in page]
    assert sum("&lt;script&gt;alert" in page for page in pages) > len(table.phones)


# ---- the diary ----


def test_a_diary_on_a_full_disk_is_told_and_nothing_is_recorded(tmp_path: Path) -> None:
    """Given files that can become no larger, as on a full disk, then a tap is refused, and taken once there is room."""
    with served(tmp_path, "setup") as table:
        us, before = table.phones["us"], table.game.version
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
        try:
            page = us.tap("typed", line="bombards Green:NAV1").body
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert told(us).startswith("nothing was recorded")
        assert 'role="alert"' in page
        assert str(tmp_path) not in page
        assert (us.get("/table").status, table.game.version) == (200, before)
        us.tap("typed", line="bombards Green:NAV1")
        assert (told(us), table.game.version > before) == ("", True)


def test_a_game_renamed_and_put_away_meanwhile_goes_on(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        us, before = table.phones["us"], table.game.version
        with Diary(tmp_path / "evening.db", "Ann") as other:
            other.rename(table.served.id, "another")
            other.put_away(table.served.id)
        us.tap("note", words="on we go")
        assert (told(us), table.game.version) == ("", before + 1)
        assert us.get("/table").status == us.get("/tables/points").status == 200


def test_a_photograph_that_cannot_be_kept_is_told_without_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    with served(tmp_path) as table:
        us, before = table.phones["us"], table.game.version
        monkeypatch.setattr("os.replace", fails)
        answer = us.photograph(picture())
        assert (answer.status, "cannot keep the photograph" in answer.body) == (400, True)
        assert str(tmp_path) not in answer.body
        assert table.game.version == before
        monkeypatch.undo()
    shutil.rmtree(tmp_path / "photographs", ignore_errors=True)


# ---- too many ----


def test_three_hundred_streams_are_as_many_as_there_may_be_and_nobody_else_notices(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us = table.phones["us"]
        mine = us.listen()
        for n in range(300):
            table.venue.streams.open[f"{SPECTATOR}-{n % SPECTATORS}"] += n < STREAMS - 1
        refused = table.phones["jp"].get("/stream")
        assert (refused.status, refused.body) == (
            400,
            f"{STREAMS} pages are open on this laptop, and it serves no more; close one",
        )
        us.tap("note", words="heard")
        table.do(mine.heard(table.game.version))
        mine.end()


def test_whoever_sits_notices_nothing_of_fourteen_wrong_codes(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        us, stream = table.phones["us"], table.phones["jp"].listen()
        answers = [us.post("/join", {"code": "WRONGS"}) for _ in range(14)]
        assert {answer.status for answer in answers} == {403}
        assert "no such code stands now" in answers[TRIES - 1].body
        assert all("nobody joins for a minute" in answer.body for answer in answers[TRIES:])
        us.tap("note", words="heard")
        table.do(stream.heard(table.game.version))
        assert us.get("/table").status == 200
        stream.end()
