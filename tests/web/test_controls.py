"""What a page shows to be tapped: as much as a player needs to know of it, and the likeliest first."""

from __future__ import annotations

import re
from pathlib import Path

from domain.kernel.entries import SPECTATOR
from domain.record.diary import Diary
from tests.browser.tables import begun
from tests.recording.in_memory import SETUP, recorder
from tests.recording.in_memory import begun as begun_anew
from tests.web.table import Table
from tests.web.test_taps import served
from web.panel import FIRST


def titles(page: str) -> list[str]:
    return re.findall(r'<h2 class="title[^"]*">([^<]*)</h2>', page)


def first_verbs(page: str) -> list[str]:
    """The verbs that stand as buttons of their own, unfolded."""
    return re.findall(r'value="verb/([a-z-]+)', page.partition("<details>")[0])


def test_a_set_up_counts_what_is_placed_and_says_what_is_missing(tmp_path: Path) -> None:
    """Given the Japanese set-up, then a phone says how many caves are still to be laid, in the words of the rule, and
    how many units; a place tapped on the map takes the unit whose turn it is."""
    with served(tmp_path, hidden="recorded") as table:
        jp = table.phones["jp"]
        jp.tap("typed", line="setup")
        areas = [*table.game.state.areas]
        page = jp.tap(f"pair/caves/{areas[0]}/2").body
        assert "21 caves are placed in all, not 2" in titles(page)
        assert 'value="done/caves"' not in page
        for n, area in enumerate(areas[1:11]):
            page = jp.tap(f"pair/caves/{area}/{2 if n < 9 else 1}").body
        assert 'value="done/caves"' in page
        page = jp.tap("done/caves").body
        assert "0 of 25" in titles(page)
        for _ in range(2):
            page = jp.tap(f"place/{areas[0]}").body
        units = [name for name, card in table.game.seen_by("jp").state.units.items() if card.side == "jp"]
        assert [f"{unit}: {areas[0]}" in page for unit in units[:3]] == [True, True, False]
        assert "2 of 25" in titles(page)


def test_a_move_is_not_named_once_none_is_left(tmp_path: Path) -> None:
    with served(tmp_path, SETUP, "next construct", "next", "next", hidden="recorded") as table:
        jp = table.phones["jp"]
        assert first_verbs(jp.get("/table").body) == []
        jp.tap("typed", line="allowance 1")
        assert "sneak" in first_verbs(jp.get("/table").body) + re.findall(r"say/([a-z]+)", jp.get("/table").body)
        jp.tap("typed", line="sneak")
        asked = table.game.waits
        assert asked is not None
        jp.tap("typed", line=f"{asked.name} none")
        assert first_verbs(jp.get("/table").body) == []


def test_what_would_name_nobody_is_not_the_likeliest_tap(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        page = table.phones["us"].tap("verb/bombards/us").body
        assert "Say it with none: bombards" in page
        assert 'class="go">Say it' not in page


def test_of_many_verbs_the_usual_ones_stand_first(tmp_path: Path) -> None:
    """Given a phase in which very many verbs may be said, then few stand unfolded, and none is lost."""
    game, _ = begun("reef", "red-two", 90)
    with Diary(tmp_path / "evening.db", "t") as diary:
        id = diary.store("evening", game).id
        with Table(diary, id, tmp_path / "seats.json", ("",)) as table:
            page, here = table.phones[""].get("/table").body, table.served.recorder("").now()
    assert 0 < len(first_verbs(page)) <= FIRST + 1
    assert {*here.named} <= {*re.findall(r'value="verb/([a-z-]+)', page)}


def test_a_row_that_nobody_has_read_out_is_a_form_below_the_refusal(tmp_path: Path) -> None:
    """Given a game without a pack, when a line names an area that nobody has read out, then its fields are a form, and
    the line is offered again once they are recorded."""
    with Diary(tmp_path / "evening.db", "t") as diary:
        id = diary.store("evening", recorder("setup", game=begun_anew("paper", pack="")).game).id
        with Table(diary, id, tmp_path / "seats.json", ("us", "jp")) as table:
            us, before = table.phones["us"], table.game.version
            page = us.tap("typed", line="bombards Green:NAV1").body
            assert "there is no area" in us.tapping.refused
            assert 'name="field-bdv"' in page
            us.tap("row", **{"field-bdv": "many"})
            assert (us.tapping.refused != "", table.game.version) == (True, before)
            page = us.tap("row", **{"field-bdv": "1", "field-name": "<b>Green"}).body
            assert (us.tapping.refused, table.game.version > before) == ("", True)
            assert "Say it again: bombards Green:NAV1" in page
            assert "<b>Green" not in page


def test_a_correction_that_waits_is_told_to_the_players_and_decided_by_its_side(tmp_path: Path) -> None:
    """Given a correction that stops at a US row, then all players' phones tell where, each line whole; the Japanese can
    only give it up; and no spectator is told that anything happened."""
    game, _ = begun("iwo", "first-landing", 70)
    with Diary(tmp_path / "evening.db", "t") as diary:
        id = diary.store("evening", game).id
        with Table(diary, id, tmp_path / "seats.json") as table:
            us, jp, known = table.phones["us"], table.phones["jp"], f"/stream?at={table.game.version}"
            streams = [table.phones[audience].listen(known) for audience in ("", SPECTATOR)]
            us.tap("fix", entry="195", line="1" * 16)
            pages = {phone.seat.audience: phone.get("/table").body for phone in (us, jp)}
            table.do(streams[0].told_of(1))
            assert "A correction waits" in "".join(streams[0].told)
            assert streams[1].told == []
            for page in pages.values():
                assert "what is asked no more (the row of Japanese units, first to lose first)" in page
            assert 'value="decide/2/drop"' in pages["us"]
            assert 'value="decide' not in pages["jp"]
            assert "The US side decides that, on its phone." in pages["jp"]
            jp.tap("give-up")
            assert "A correction waits" not in us.get("/table").body
            for stream in streams:
                stream.end()
