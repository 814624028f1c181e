"""Codes let phones join, and seats outlive the server."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.kernel.entries import SPECTATOR
from domain.kernel.errors import BadInput
from domain.kernel.limits import PHONES, SPECTATORS
from projections import whole_files
from tests.web.seating import seats_of
from web.seats import LETTERS, Full, JoiningPaused, Seats, WrongCode

WRONG = "IIIIII"
"""A code that is never given: it has a letter that none has."""


class Clock:
    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time

    def later(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db.seats"


@pytest.fixture
def start(path: Path, clock: Clock) -> Callable[[], Seats]:
    """A server begins, perhaps again."""
    return lambda: Seats(path, clock, lambda: datetime(2026, 11, 26, 20, 15, tzinfo=UTC))


@pytest.fixture
def seats(start: Callable[[], Seats]) -> Seats:
    return start()


def ids(seats: Seats, game: str = "g") -> list[str]:
    return [seat.id for seat, _ in seats.listed(game)]


# ---- codes ----


def test_a_code_lets_the_first_phone_of_a_side_join_and_is_spent_by_it(seats: Seats) -> None:
    code = seats.code("g", "us")
    token, seat = seats.join(code)
    assert (seat.id, seat.game, seat.audience, seat.since) == ("us-1", "g", "us", "2026-11-26T20:15:00+00:00")
    assert seats.of(token) == seat
    with pytest.raises(WrongCode, match="no such code"):
        seats.join(code)


def test_a_code_stands_until_it_is_spent(seats: Seats) -> None:
    code = seats.code("g", "us")
    assert seats.code("g", "us") == code
    seats.join(code)
    assert seats.code("g", "us") != code


def test_codes_of_a_table_differ_and_have_six_letters_that_look_like_no_others(seats: Seats) -> None:
    codes = [seats.code(game, audience) for game in ("g", "h") for audience in ("us", "jp", "", SPECTATOR)]
    assert len({*codes}) == 8
    assert all(len(code) == 6 and {*code} <= {*LETTERS} for code in codes)
    assert not {*LETTERS} & {*"ILO01"}


@pytest.mark.parametrize("form", ["{0}", "{0}\n", " {0} ", "{1}-{2}", "{1} {2}", "{1}–{2}"])
@pytest.mark.parametrize("typed_in", [str.upper, str.lower])
def test_how_a_code_is_typed_does_not_matter(seats: Seats, form: str, typed_in: Callable[[str], str]) -> None:
    code = seats.code("g", "jp")
    assert seats.join(typed_in(form.format(code, code[:3], code[3:])))[1].audience == "jp"


def test_a_code_of_all_sides_is_spent_and_one_of_spectators_is_not(seats: Seats) -> None:
    both, look = seats.code("g", ""), seats.code("g", SPECTATOR)
    seats.join(both)
    for _ in range(3):
        seats.join(look)
    assert seats.code("g", SPECTATOR) == look
    assert ids(seats) == ["all-1", "spectator-1", "spectator-2", "spectator-3"]
    with pytest.raises(WrongCode):
        seats.join(both)


def test_a_phone_lets_in_one_further_phone_of_its_side_for_ten_minutes(seats: Seats, clock: Clock) -> None:
    _, first = seats.join(seats.code("g", "us"))
    code = seats.invite(first)
    clock.later(599)
    assert seats.join(code)[1].id == "us-2"
    with pytest.raises(WrongCode):
        seats.join(code)
    late = seats.invite(first)
    clock.later(600)
    with pytest.raises(WrongCode):
        seats.join(late)


def test_a_phone_shows_one_code_at_a_time(seats: Seats) -> None:
    _, first = seats.join(seats.code("g", "us"))
    before, now = seats.invite(first), seats.invite(first)
    with pytest.raises(WrongCode):
        seats.join(before)
    seats.join(now)


# ---- seats ----


def test_a_token_is_long_and_stands_nowhere_but_on_its_phone(seats: Seats, path: Path) -> None:
    tokens = [seats.join(seats.code("g", "us"))[0] for _ in range(4)]
    assert len({*tokens}) == 4
    assert all(len(token) == 43 for token in tokens), "256 bits"
    assert not any(token in path.read_text("utf-8") for token in tokens)
    assert not any(seats.of(token) for token in ("", "x", tokens[0][:-1], tokens[0] + "x", "é\0"))


def test_only_its_owner_reads_the_file(seats: Seats, path: Path) -> None:
    old = os.umask(0)
    try:
        seats.join(seats.code("g", "us"))
        seats.join(seats.code("g", "us"))
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_after_a_restart_every_phone_goes_on_and_codes_are_new(seats: Seats, start: Callable[[], Seats]) -> None:
    here = [seats.join(seats.code(game, audience)) for game in ("g", "gone") for audience in ("us", "jp", SPECTATOR)]
    unspent = seats.code("g", "us")
    again = start()
    assert [again.of(token) for token, _ in here] == [seat for _, seat in here]
    assert again.code("g", "us") != unspent
    with pytest.raises(WrongCode):
        again.join(unspent)
    assert again.join(again.code("g", "us"))[1].id == "us-3"


def test_the_laptop_lists_seats_and_when_each_was_heard(seats: Seats, clock: Clock, start: Callable[[], Seats]) -> None:
    _, us = seats.join(seats.code("g", "us"))
    _, jp = seats.join(seats.code("g", "jp"))
    seats.join(seats.code("h", "us"))
    seats.heard(us)
    clock.later(7.5)
    assert seats.listed("g") == [(us, 7.5), (jp, None)]
    assert start().listed("g") == [(us, None), (jp, None)]


def test_a_freed_seat_is_worth_nothing_and_its_empty_side_has_a_fresh_code(
    seats: Seats, start: Callable[[], Seats]
) -> None:
    token, seat = seats.join(seats.code("g", "us"))
    shown, other = seats.code("g", "us"), seats.code("g", "jp")
    let_in = seats.invite(seat)
    seats.free(seat.id)
    assert seats.of(token) is None
    assert start().of(token) is None
    assert seats.code("g", "us") not in (shown, let_in)
    assert seats.code("g", "jp") == other
    for gone in (shown, let_in):
        with pytest.raises(WrongCode):
            seats.join(gone)
    assert seats.join(seats.code("g", "us"))[1].id == "us-2", "nothing of the first is taken for its own"


def test_a_side_where_somebody_still_sits_keeps_its_code_but_not_what_the_freed_phone_showed(seats: Seats) -> None:
    _, first = seats.join(seats.code("g", "us"))
    seats.join(seats.invite(first))
    shown, let_in = seats.code("g", "us"), seats.invite(first)
    seats.free(first.id)
    assert seats.code("g", "us") == shown
    with pytest.raises(WrongCode):
        seats.join(let_in)


def test_a_seat_that_is_not_there_is_not_freed(seats: Seats) -> None:
    seats.join(seats.code("g", "us"))
    with pytest.raises(BadInput, match="no seat jp-1: us-1"):
        seats.free("jp-1")


def test_a_phone_has_one_seat(seats: Seats) -> None:
    token, us = seats.join(seats.code("g", "us"))
    _, jp = seats.join(seats.code("g", "jp"), us)
    assert seats.of(token) is None
    assert ids(seats) == [jp.id]


def test_a_phone_that_opens_its_code_again_keeps_its_seat(seats: Seats) -> None:
    code = seats.code("g", "us")
    token, seat = seats.join(code)
    fresh, again = seats.join(code, seat)
    assert again.id == seat.id
    assert seats.of(token) is None
    assert seats.of(fresh) == again
    assert ids(seats) == ["us-1"]


@pytest.mark.parametrize(("audience", "most"), [("us", PHONES), (SPECTATOR, SPECTATORS)])
def test_a_table_that_is_full_takes_nobody_in(path: Path, start: Callable[[], Seats], audience: str, most: int) -> None:
    """Given as many as there may be, then one more is refused; the other table, and the other audience, go on."""
    seats_of(path, "g", audience, most - 1)
    seats = start()
    _, last = seats.join(seats.code("g", audience))
    code = seats.code("g", audience)
    with pytest.raises(Full, match=f"^{most} phones"):
        seats.join(code)
    seats.join(seats.code("h", audience))
    seats.join(seats.code("g", "us" if audience == SPECTATOR else SPECTATOR))
    seats.join(code, last)  # it sits there already
    seats.free(last.id)
    seats.join(code)


# ---- wrong codes ----


def refused(seats: Seats, typed: str = WRONG) -> type[BadInput] | None:
    try:
        seats.join(typed)
    except BadInput as error:
        return type(error)
    return None


def test_after_ten_wrong_codes_in_a_minute_nobody_joins_for_a_minute(seats: Seats, clock: Clock) -> None:
    token, seat = seats.join(seats.code("g", "jp"))
    code = seats.code("g", "us")
    assert [refused(seats) for _ in range(14)] == [WrongCode] * 10 + [JoiningPaused] * 4
    assert refused(seats, code) is JoiningPaused
    assert seats.of(token) == seat
    seats.heard(seat)
    let_in = seats.invite(seat)
    clock.later(59.9)
    assert refused(seats, code) is JoiningPaused
    clock.later(0.2)
    assert [refused(seats, typed) for typed in (code, let_in)] == [None, None]


def test_ten_wrong_codes_in_more_than_a_minute_pause_nothing(seats: Seats, clock: Clock) -> None:
    for _ in range(30):
        assert refused(seats) is WrongCode
        clock.later(7)


@pytest.mark.parametrize("typed", ["", " ", "-", "A" * 70_000, "ÄÖÜäöü", "\0", "<script>", "../../x", "¹²³"])
def test_whatever_is_typed_is_a_wrong_code(seats: Seats, typed: str) -> None:
    seats.code("g", "us")
    assert refused(seats, typed) is WrongCode


# ---- the file ----


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"seats": [], "more": []}',
        '{"seats": [{"id": "us-1"}]}',
        '{"seats": 7}',
        "SQLite format 3\0",
        "[" * 50 + "]" * 50,
        '{"seats": [%s, %s]}' % ((json.dumps(dict.fromkeys(("id", "game", "audience", "digest", "since"), "x")),) * 2),
    ],
)
def test_a_damaged_file_is_named_and_left_as_it_is(path: Path, start: Callable[[], Seats], content: str) -> None:
    path.write_text(content, "utf-8")
    with pytest.raises(BadInput, match=r"evening.db.seats is no list of seats, or damaged; take it away"):
        start()
    assert path.read_text("utf-8") == content


def test_a_folder_in_its_place_is_named(path: Path, start: Callable[[], Seats]) -> None:
    path.mkdir()
    with pytest.raises(BadInput, match=r"evening.db.seats is no file"):
        start()


def test_a_file_damaged_meanwhile_throws_nobody_out_and_is_written_anew(
    seats: Seats, path: Path, start: Callable[[], Seats]
) -> None:
    token, seat = seats.join(seats.code("g", "us"))
    path.write_text("{", "utf-8")
    assert seats.of(token) == seat
    seats.join(seats.code("g", "jp"))
    assert ids(start()) == ["us-1", "jp-1"]


def test_a_file_taken_away_frees_every_seat(seats: Seats, path: Path) -> None:
    token, _ = seats.join(seats.code("g", "us"))
    path.unlink()
    assert seats.of(token) is None


@pytest.mark.parametrize("where", ["fsync", "open"])
def test_on_a_full_disk_nobody_joins_nobody_leaves_and_the_code_stands(
    seats: Seats, path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    token, seat = seats.join(seats.code("g", "us"))
    code, before = seats.code("g", "jp"), path.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(whole_files.os if where == "fsync" else os, where, full)
        for attempt in (lambda: seats.join(code), lambda: seats.free(seat.id)):
            with pytest.raises(BadInput, match=r"cannot write down who sits where \(No space left on device\)") as told:
                attempt()
            assert str(path.parent) not in str(told.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert seats.of(token) == seat
    assert seats.join(code)[1].id == "jp-1"


def test_two_servers_of_one_file_keep_each_others_seats(start: Callable[[], Seats]) -> None:
    one, other = start(), start()
    here, us = one.join(one.code("g", "us"))
    there, second = other.join(other.code("g", "us"))
    assert (us.id, second.id) == ("us-1", "us-2")
    assert ids(one) == ids(other) == ids(start()) == ["us-1", "us-2"]
    other.free("us-1")
    assert one.of(here) is None
    assert one.of(there) == second


JOINS = """
import sys
from pathlib import Path
from web.seats import Seats
seats = Seats(Path(sys.argv[1]))
for _ in range(10):
    seats.join(seats.code(sys.argv[2], "us"))
"""


def test_two_processes_that_write_at_once_lose_no_seat(path: Path, start: Callable[[], Seats]) -> None:
    both = [subprocess.Popen([sys.executable, "-c", JOINS, str(path), game]) for game in ("g", "h")]
    assert [one.wait(60) for one in both] == [0, 0]
    found = start()
    assert len({*ids(found, "g"), *ids(found, "h")}) == 20


def test_a_lock_that_a_killed_server_left_is_taken_over(seats: Seats, path: Path) -> None:
    lock = path.with_name(f"{path.name}.lock")
    lock.touch()
    os.utime(lock, (1, 1))
    assert seats.join(seats.code("g", "us"))[1].id == "us-1"
    assert not lock.exists()
