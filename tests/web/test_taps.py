"""Taps that a page does not offer, that come late, twice or from the wrong phone: a line in words, and nothing
recorded."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from PIL import Image

from domain.kernel.entries import SPECTATOR
from domain.kernel.facts import Noted, Rolled
from domain.record.diary import Diary
from tests.recording.in_memory import SETUP, recorder
from tests.web.table import Phone, Table
from web.hand import STALE, Hand

SCRIPT = "<script>alert(1)</script>\"'&"
DICE = ("setup", "bombards Green:NAV1", "  caves 2", "bombard Green")
"""Up to a question for dice."""


@contextmanager
def served(folder: Path, *lines: str, hidden: str = "paper") -> Iterator[Table]:
    """A table in a game in which some lines were said."""
    with Diary(folder / "evening.db", "t") as diary:
        game = diary.store("evening", recorder(*lines, hidden=hidden).game)
        with Table(diary, game.id, folder / "seats.json") as made:
            yield made
            assert not made.trouble


@contextmanager
def started_again(folder: Path, killed: Table) -> Iterator[dict[str, Phone]]:
    """The phones of a table after its server was killed and started again."""
    with Diary(folder / "evening.db", "t") as diary, Table(diary, killed.served.id, folder / "seats.json", ()) as made:
        yield {audience: Phone(made, phone.token, phone.seat) for audience, phone in killed.phones.items()}
        assert not made.trouble


def told(phone: Phone) -> str:
    return phone.tapping.refused or " ".join(phone.tapping.told)


# ---- whose it is ----


def test_a_page_of_another_seat_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us, jp, before = table.phones["us"], table.phones["jp"], table.game.version
        for cookie, page in ((us, jp), (jp, us)):
            for path in ("/tap", "/words", "/photo", "/invite"):
                answer = cookie.post(path, {"key": page.key, "tap": "typed", "line": "note x", "at": str(before)})
                assert (answer.status, answer.body.split(";")[0]) == (400, "that did not come from this phone's page")
        assert us.post("/tap", {"key": "é", "tap": "undo"}).status == 400
        assert table.game.version == before


def test_spectators_look_on_and_say_nothing(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        phone, before = table.phones[SPECTATOR], table.game.version
        for act in Hand(table.served, phone.seat.id, SPECTATOR).acts.keys() - {"why"}:
            for words in ("", "/jp", "/jp/x"):
                phone.tap(f"{act}{words}", line="note x", typed="next", words="w", word="z", entry="4")
                assert told(phone) == "spectators look on, and say nothing"
        assert "look on" in phone.photograph(picture()).body
        assert "look on" in phone.post("/words", {"line": "n"}).body
        assert "let nobody in" in phone.post("/invite", {}).body
        assert table.game.version == before
        assert not (tmp_path / "photographs").exists()


THEIRS: tuple[tuple[str, dict[str, str]], ...] = (
    ("typed", {"line": "jp: note secret x"}), ("say/jp%3A%20reveal", {}), ("unseen/jp", {"typed": "note secret x"}),
    ("unlock/jp", {"word": "x"}),
    ("answer/units/x", {}), ("answer/units", {"typed": "x"}), ("usual/units", {}),
    ("pick/units/INF1", {}), ("pair/units/INF1/2226", {}), ("done/units", {}), ("roll/units", {}), ("row", {}),
    ("undo", {}), ("typed", {"line": "undo"}), ("typed", {"line": "jp: undo"}),
    ("confirm", {}), ("insist", {"why": "x"}),
    ("fix", {"entry": "4", "line": "caves=none"}), ("decide/1/drop", {}), ("redo/4", {}),
)  # fmt: skip
"""Taps by which one side would say, answer or change what is the other's."""


@pytest.mark.parametrize("hidden", ["paper", "recorded"])
def test_a_side_speaks_for_itself_alone(hidden: str, tmp_path: Path) -> None:
    with served(tmp_path, "setup" if hidden == "paper" else SETUP, hidden=hidden) as table:
        us, jp, before = table.phones["us"], table.phones["jp"], table.game.version
        for sent, fields in THEIRS:
            us.tap(sent, **fields)
            assert us.tapping.refused, sent
            assert table.game.version == before, sent
        jp.tap("undo")
        assert table.game.version > before
        us.tap(f"redo/{before}")
        assert us.tapping.refused


def test_a_note_for_ones_own_side_is_read_by_that_side_alone(tmp_path: Path) -> None:
    with served(tmp_path, SETUP, hidden="recorded") as table:
        jp, others = table.phones["jp"], [table.phones["us"], table.phones[SPECTATOR]]
        jp.tap("note", words="the ridge", secretly="yes")
        noted = table.game.entries[-1].fact
        assert isinstance(noted, Noted)
        assert (noted.side, noted.secret, noted.text) == ("jp", "jp", "the ridge")
        assert "the ridge" in jp.get("/table").body
        assert not [phone for phone in others if "the ridge" in phone.get("/table").body]
        others[0].tap("note", words="the beach", secretly="yes")  # the Americans hide nothing
        assert told(others[0])


def test_a_line_against_a_rule_is_said_by_a_tap_refused_and_played_on(tmp_path: Path) -> None:
    """Given a line built of names that no rule offers, then it can be said: the reason is told, and the table may play
    on against it."""
    with served(tmp_path, "setup") as table:
        us = table.phones["us"]
        for sent in ("verb/land/us", "value/unit/4D-TK"):
            us.tap(sent)
        page, before = us.tap("value/area/Green").body, table.game.version
        assert "Say it all the same: land 4D-TK Green" in page
        us.tap("end")
        assert "can only land on a beach with a Beachhead" in us.tapping.refused
        assert table.game.version == before
        us.tap("insist", why="we forgot")
        assert us.tapping.refused == ""
        assert table.game.version > before


def test_what_is_owed_is_told_without_the_line_that_would_be_typed(tmp_path: Path) -> None:
    with served(tmp_path, "setup", "next construct", "next", "next") as table:
        page = table.phones["jp"].get("/table").body
        assert "first the movement die<" in page
        assert 'value="say/allowance"' in page


def test_the_next_group_is_folded_away_only_while_members_are_offered(tmp_path: Path) -> None:
    folded = "<summary>next area</summary>"
    with served(tmp_path, "setup") as table:
        us = table.phones["us"]
        for sent in ("verb/bombards/us", "head/plan/Green"):
            us.tap(sent)
        for unit in ("NAV1", "NAV2", "NAV3", "NAV4", "AIR1"):
            assert folded in us.get("/table").body
            page = us.tap(f"value/plan/{unit}").body
        assert folded not in page
        assert 'value="head/plan/Amber"' in page


def test_a_taps_id_is_its_own_seats(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        for phone in table.phones.values():
            phone.tap("note", words="mine", id="one")
        assert [entry.recorder for entry in table.game.entries[-3:]] == ["US", "Japanese", "t"]


# ---- twice ----


REPEATED: dict[str, tuple[tuple[str, ...], str, str, dict[str, str]]] = {
    "a line": (("setup",), "us", "say/next", {}),
    "a typed line": (("setup",), "us", "typed", {"line": "bombards Green:NAV1"}),
    "a line built": (("setup",), "us", "end", {}),
    "what ends the other side's phases": (("setup", "bombards", "next us_assault"), "", "confirm", {}),
    "an answer": (DICE, "us", "answer/dice", {"dice": "6551"}),
    "dice by the phone": (DICE, "us", "roll/dice", {}),
    "the usual answer": ((SETUP, "land 4D-R23 Green"), "jp", "usual", {}),
    "a note": ((), "us", "note", {"words": "twice"}),
    "a line unseen": ((), "", "unseen/jp", {"typed": "note secret twice"}),
    "a take-back": (("setup",), "jp", "undo", {}),
    "a struck line": (("setup",), "jp", "redo/4", {}),
    "a line insisted on": (("setup",), "us", "insist", {"why": "we forgot"}),
    "a correction": ((*DICE, "  6551"), "us", "fix", {"line": "6541"}),
    "a photograph": ((), "us", "photo", {}),
}
"""What a tap that records is made of: the lines before, whose phone it is, the tap and its fields."""


@pytest.mark.parametrize("name", REPEATED)
def test_a_tap_repeated_is_recorded_once_and_acknowledged(name: str, tmp_path: Path) -> None:
    lines, audience, sent, fields = REPEATED[name]
    hidden = "recorded" if sent.startswith(("usual", "unseen")) else "paper"
    with served(tmp_path, *lines, hidden=hidden) as table:
        phone = table.phones[audience]
        before = prepared(phone, sent)
        if sent == "fix":
            rolled = next(entry for entry in table.game.entries if isinstance(entry.fact, Rolled))
            fields = {**fields, "entry": str(rolled.version)}
        if sent == "usual":
            sent = f"usual/{table.game.waits.name if table.game.waits else ''}"
        again = partial(repeated, sent=sent, at=before, fields=fields)
        again(phone)
        recorded = table.game.version
        assert recorded > before, told(phone)
        again(phone)
        assert (phone.tapping.refused, table.game.version) == ("", recorded)
        with started_again(tmp_path, table) as phones:
            again(phones[audience])
            assert told(phones[audience]) == ""
            assert phones[audience].table.game.version == recorded
    assert len([*tmp_path.glob("photographs/*")]) == (name == "a photograph")


def prepared(phone: Phone, sent: str) -> int:
    """Taps what comes before a tap; the version at which it is tapped."""
    if sent == "end":
        phone.tap("verb/bombards")
    if sent == "confirm":
        phone.tap("typed", line="jp: bombards")
    if sent == "redo/4":
        phone.tap("undo")
    if sent == "insist":
        phone.tap("typed", line="land 4D-TK Green")
    return phone.table.game.version


def repeated(phone: Phone, *, sent: str, at: int, fields: dict[str, str]) -> None:
    if sent == "photo":
        phone.photograph(picture(), id="twice")
    else:
        phone.tap(sent, at=str(at), id="twice", **fields)


# ---- late ----


def test_a_tap_on_an_old_page_records_nothing_and_its_line_is_offered_again(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        us, jp, old = table.phones["us"], table.phones["jp"], table.game.version
        jp.tap("note", words="meanwhile")
        before = table.game.version
        page = us.tap("typed", line="bombards Green:NAV1", at=str(old)).body
        assert (told(us), table.game.version) == (STALE, before)
        assert "Say it again: bombards Green:NAV1" in page
        us.tap("say/bombards%20Green%3ANAV1")
        assert told(us) == ""
        assert table.game.version > before


def test_of_two_phones_of_one_side_the_first_answer_stands(tmp_path: Path) -> None:
    with served(tmp_path, *DICE) as table:
        first, second, old = table.phones["us"], table.join("us"), table.game.version
        first.tap("answer/dice", dice="6551")
        after = table.game.version
        second.tap("answer/dice", dice="1111", at=str(old))
        assert (told(second), table.game.version) == (STALE, after)
        assert "6 5 5 1" in second.get("/table").body


def test_each_phone_insists_on_what_it_was_refused_itself(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        first, second = table.phones["us"], table.join("us")
        first.tap("typed", line="land 4D-TK Green")
        second.tap("typed", line="land 5D-TK Green")
        first.tap("undo")  # refused, and nothing of it can be insisted on
        assert not first.tapping.insists
        first.tap("insist", why="we forgot")
        assert told(first) == "no line was refused on this phone just now"
        first.tap("typed", line="land 4D-TK Green")
        second.tap("typed", line="land 5D-TK Green")
        first.tap("insist", why="we forgot")
        assert "4D-TK" in str([entry.fact for entry in table.game.entries[-3:]])
        assert "5D-TK" not in str([entry.fact for entry in table.game.entries[-3:]])


# ---- what no page sends ----

NONSENSE = (
    "", "/", "nonsense", "verb/<script>", "verb/next/zz", "begin/a/b/c/d/e", "begin/next/us/value/to/zz", "value/zz/zz",
    "head/zz/zz", "typed-value/zz", "want/zz", "place/zz", "unit/zz", "answer/zz", "answer/dice/zz", "answer/dice",
    "done/zz", "pick/dice/zz", "pair/dice/zz/zz", "row", "drop", "end", "confirm", "insist", "redo/zz", "decide/zz",
    "decide/1/drop", "give-up", "unlock/zz", "say/", "say/zz", "why/zz", "back", "back", "drop", "verb", "verb/a/b/c",
    "/".join("x" * 999),
)  # fmt: skip


@pytest.mark.parametrize("lines", [(), ("setup",), DICE])
def test_taps_that_no_page_offers_are_refused_in_words(lines: tuple[str, ...], tmp_path: Path) -> None:
    with served(tmp_path, *lines) as table:
        before = table.game.version
        for phone in (table.phones["us"], table.phones[""]):
            for sent in NONSENSE:
                assert phone.tap(sent).status == 200
                assert phone.get("/table").status == 200, sent
        assert table.game.version == before


def test_fields_that_no_page_sends_are_refused_in_words(tmp_path: Path) -> None:
    with served(tmp_path, *DICE) as table:
        us, before = table.phones["us"], table.game.version
        for at in ("", "-1", "9" * 30, "1e3", "x"):
            assert us.post("/tap", {"tap": "undo", "at": at}).status == 400
        us.tap("answer/dice", dice=",".join(["6"] * 300))
        assert told(us)
        for odd in ("a\0b", "\ud800"):
            body = urlencode({"key": us.key, "tap": "typed", "at": str(before), "line": odd}, errors="surrogatepass")
            answer = table.do(us.asks("POST", "/tap", body))
            assert answer.status == 400 or told(us)
            assert us.get("/table").status == 200
        utf_7 = partial(us.asks, "POST", "/tap", kind="multipart/form-data; boundary=B; charset=utf-7")
        fields = {"key": us.key, "tap": "typed", "at": str(before), "line": "note a+2AA-b"}
        parts = (f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{v}\r\n' for name, v in fields.items())
        assert table.do(utf_7("".join((*parts, "--B--\r\n")))).status == 400
        for path, status in (("/at/-1", 400), (f"/at/{'9' * 5000}", 400), ("/at/999999", 200), ("/at/0", 200)):
            assert us.get(path).status == status, path
        for path in ("/static/../hand.py", "/static/..%2fhand.py", "/nowhere"):
            assert us.get(path).status == 404
        assert table.game.version == before


def test_photographs_that_are_none_are_kept_nowhere(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        us, before = table.phones["us"], table.game.version
        for content in (b"", b"no picture", b"\xff\xd8\xff\xe0 half of one"):
            assert us.photograph(content).status == 400
        us.photograph(picture(), words="x" * 5_000)
        assert us.tapping.refused
        assert table.game.version == before
        assert not [*tmp_path.glob("photographs/*")]


def test_markup_is_words_wherever_a_page_prints_them(tmp_path: Path) -> None:
    with served(tmp_path, "setup") as table:
        us, shared = table.phones["us"], table.phones[""]
        us.tap("note", words=SCRIPT)
        us.photograph(picture(), words=SCRIPT)
        for phone in (us, shared):
            for sent in ("verb", "place", "want", "answer", SCRIPT):
                body = phone.tap(f"{sent}/{quote(SCRIPT, safe='')}").body
                assert "<script>alert" not in body
            phone.tap("why", what=SCRIPT)
            phone.tap("typed", line=f"jp: {SCRIPT}")
        pages = [phone.get(path).body for phone in table.phones.values() for path in ("/table", "/at/99")]
        pages += [us.post("/words", {"line": SCRIPT}).body, us.post("/invite", {}).body]
        assert not [page for page in pages if "<script>alert" in page]
        assert "&lt;script&gt;alert" in pages[0]


def picture() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (4, 4)).save(made, "PNG")
    return made.getvalue()
