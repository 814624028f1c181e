"""What the door lets in, and what every answer carries."""

from __future__ import annotations

import asyncio
import http.client
import socket
from collections.abc import AsyncIterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from domain.kernel.errors import BadInput
from domain.kernel.limits import BURST, PHOTOGRAPH, TAP
from tests.web.asking import HOST, ORIGIN, Answer, ask, echo
from tests.web.serving import served
from web import door
from web.door import ALWAYS, Door, Streams

KB = b"x" * 1_000


def front(app: ASGIApp = echo, **settings: object) -> Door:
    return Door(app, [HOST, "Table.local:8000"], "http", **settings)  # type: ignore[arg-type]


def is_refused(answer: Answer, status: int) -> bool:
    """In a line of words, under the same headers as any answer."""
    return (
        answer.status == status
        and answer.body.endswith(".\n")
        and answer.body.count("\n") == 1
        and answer.headers["content-type"] == "text/plain; charset=utf-8"
        and ALWAYS.items() <= answer.headers.items()
        and answer.headers["cache-control"] == "no-store"
    )


# ---- who is asked, and by whom ----


@pytest.mark.parametrize("host", [HOST, "table.local:8000", "TABLE.LOCAL:8000"])
def test_its_own_hosts_are_let_in(host: str) -> None:
    assert ask(front(), host=host).status == 200


@pytest.mark.parametrize(
    "host", [None, "", "evil.example", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:8000.evil.example", "127.0.0.1:8000 "]
)
def test_any_other_host_is_refused(host: str | None) -> None:
    """A stranger's name that leads to this machine would make his page one of ours."""
    assert is_refused(ask(front(), host=host), 421)


def test_two_hosts_are_none() -> None:
    assert is_refused(ask(front(), more=[("host", HOST)]), 421)


@pytest.mark.parametrize("origin", [ORIGIN, "http://table.local:8000"])
def test_a_post_from_its_own_page_is_let_in(origin: str) -> None:
    assert ask(front(), "POST", origin=origin, body=[b"12", b"345"]).body == "5 bytes"


@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "http://evil.example", f"https://{HOST}", "http://127.0.0.1", f"{ORIGIN}/", f"{ORIGIN}1"],
)
def test_a_post_from_anywhere_else_is_refused(origin: str | None) -> None:
    assert is_refused(ask(front(), "POST", origin=origin), 403)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"])
def test_a_page_sends_nothing_but_forms(method: str) -> None:
    assert is_refused(ask(front(), method), 405)


@pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("https", 443)])
def test_a_port_that_browsers_leave_out_may_be_left_out(scheme: str, port: int) -> None:
    app = Door(echo, [f"table.local:{port}"], scheme)
    for host in ("table.local", f"table.local:{port}"):
        assert ask(app, "POST", host=host, origin=f"{scheme}://table.local").status == 200


# ---- how much ----


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(
    ("path", "kilobytes", "status"), [("/tap", 64, 200), ("/tap", 70, 413), ("/", 70, 413), ("/g/photo", 300, 200)]
)
def test_a_tap_has_a_limit_and_a_photograph_its_own(path: str, kilobytes: int, status: int, told: bool) -> None:
    """Whether its length is said before, or it comes in parts without end."""
    answer = ask(front(), "POST", path, body=[KB] * kilobytes, said=kilobytes * 1_000 if told else None)
    assert answer.status == status
    assert answer.body == f"{kilobytes}000 bytes" if status == 200 else is_refused(answer, 413)


def test_a_photograph_is_refused_by_what_is_said_of_it() -> None:
    answer = ask(front(), "POST", "/photo", said=PHOTOGRAPH + 2 * TAP)
    assert is_refused(answer, 413)
    assert "200 MB" in answer.body


def test_a_length_that_lies_lets_nothing_in() -> None:
    assert is_refused(ask(front(), "POST", body=[KB] * 70, said=3), 413)


async def forgiving(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that makes an answer of its own of every error."""
    try:
        await echo(scope, receive, send)
    except Exception:
        await PlainTextResponse("never mind")(scope, receive, send)


async def framework(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{len(await request.body())} bytes")


@pytest.mark.parametrize("app", [forgiving, Starlette(debug=True, routes=[Route("/", framework, methods=["POST"])])])
def test_an_application_that_catches_errors_refuses_too_much_in_the_same_words(app: ASGIApp) -> None:
    """And the laptop hears nothing of it."""
    heard: list[Exception] = []
    assert is_refused(ask(front(app, trouble=heard.append), "POST", body=[KB] * 70), 413)
    assert heard == []


def test_a_browser_that_still_sends_hears_that_it_was_too_much() -> None:
    """Given a real connection, when all of a long tap is sent before the answer is read, then the answer is there."""
    with served() as port:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        for size, status in ((70_000, 413), (900_000, 413), (64_000, 200)):
            asked.request("POST", "/tap", b"x" * size, {"Origin": f"http://127.0.0.1:{port}"})
            answer = asked.getresponse()
            words = answer.read().decode()
            assert (answer.status, words.count("nothing was recorded")) == (status, int(status == 413))
            asked.close()


@pytest.mark.parametrize("origin", ["null", ORIGIN])
def test_what_is_refused_is_read_to_its_end_within_bounds(origin: str) -> None:
    """Some systems drop an answer whose sender has not been heard out."""
    assert ask(front(), "POST", origin=origin, body=[KB] * 70).unread == 0
    assert ask(front(), "POST", origin=origin, body=[KB] * 2_000).unread > 900


def test_what_is_said_to_come_and_does_not_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WAITED", 0.1)
    with served() as port, socket.create_connection(("127.0.0.1", port), 10) as asked:
        asked.sendall(b"POST /tap HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 5\r\n\r\n")
        assert asked.recv(100).startswith(b"HTTP/1.1 421 ")


# ---- how fast ----


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def statuses(app: ASGIApp, times: int, seat: str = "", address: str = "192.168.1.7") -> list[int]:
    return [ask(app, more=[("cookie", seat)] if seat else [], address=address).status for _ in range(times)]


def test_twenty_taps_in_a_second_go_on_and_a_flood_does_not() -> None:
    clock = Clock()
    app = front(clock=clock)
    for second in range(15):
        clock.time = second
        assert {*statuses(app, 20)} == {200}
    clock.time += 10
    assert statuses(app, BURST + 3) == [200] * BURST + [429] * 3
    answer = ask(app)
    assert is_refused(answer, 429)
    assert answer.headers["retry-after"] == "1"
    clock.time += 1
    assert statuses(app, BURST // 2 + 1) == [200] * (BURST // 2) + [429]


def test_a_flood_of_one_phone_is_nothing_to_another() -> None:
    """A phone that sits has a rate of its own, also behind one address; a cookie that is none buys no other."""
    known = {"wardiary=a": "us-1", "wardiary=b": "jp-1"}
    app = front(clock=Clock(), seat_of=lambda cookies: known.get(cookies, ""))
    assert statuses(app, BURST + 1, seat="wardiary=a")[-1] == 429
    assert statuses(app, BURST, seat="wardiary=b")[-1] == 200
    assert statuses(app, BURST)[-1] == 200
    assert statuses(app, 1, seat="wardiary=made-up") == [429]
    assert statuses(app, 1, address="192.168.1.8") == [200]


def test_many_addresses_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "REMEMBERED", 50)
    clock = Clock()
    app = front(clock=clock)
    for number in range(200):
        clock.time += 0.1
        ask(app, address=f"10.0.0.{number}")
    assert len(app._flows) <= 51


# ---- what every answer carries ----


@pytest.mark.parametrize("status", [200, 204, 303, 304, 403, 404])
def test_every_answer_tells_the_browser_what_a_page_may(status: int) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        own = {"Cache-Control": "public", "Content-Security-Policy": "x", "X-Own": "y"}
        await PlainTextResponse("", status, own)(scope, receive, send)

    for path, kept in (("/", "no-store"), ("/static/htmx.js", "public" if status in (200, 304) else "no-store")):
        answer = ask(front(app), path=path)
        assert answer.status == status
        assert ALWAYS.items() <= answer.headers.items()
        assert (answer.headers["cache-control"], answer.headers["x-own"]) == (kept, "y")


@pytest.mark.parametrize(
    ("scheme", "host", "heeded"),
    [
        ("http", HOST, True),
        ("http", "LocalHost:8000", True),
        ("http", "[::1]:8000", True),
        ("http", "192.168.1.20:8000", False),
        ("http", "127.0.0.1.example:8000", False),
        ("https", "192.168.1.20:8000", True),
    ],
)
def test_what_browsers_would_complain_of_is_said_only_where_they_heed_it(scheme: str, host: str, heeded: bool) -> None:
    answer = ask(Door(echo, [host], scheme), host=host)
    assert answer.status == 200
    assert ("cross-origin-opener-policy" in answer.headers) is heeded


def test_the_policy_is_the_one_the_pages_are_written_for() -> None:
    policy = dict(part.strip().split(" ", 1) for part in ALWAYS["content-security-policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert ALWAYS["referrer-policy"] == "same-origin"


# ---- what goes wrong ----


async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    raise FileNotFoundError(2, "No such file", "/home/anna/evening.db")


async def fails(request: Request) -> PlainTextResponse:
    raise FileNotFoundError(2, "No such file", "/home/anna/evening.db")


@pytest.mark.parametrize("app", [failing, Starlette(routes=[Route("/", fails)]), Starlette(True, [Route("/", fails)])])
def test_what_goes_wrong_is_told_to_the_laptop_and_no_path_or_trace_to_the_phone(app: ASGIApp) -> None:
    heard: list[Exception] = []
    answer = ask(front(app, trouble=heard.append))
    assert is_refused(answer, 500)
    assert "anna" not in answer.body
    assert [type(error) for error in heard] == [FileNotFoundError]


def test_the_laptop_is_told_on_its_screen(capsys: pytest.CaptureFixture[str]) -> None:
    ask(front(failing))
    assert "/home/anna/evening.db" in capsys.readouterr().err


def test_a_phone_that_hangs_up_is_no_trouble() -> None:
    async def reading(request: Request) -> PlainTextResponse:
        await request.body()
        await request.receive()
        raise ConnectionError("the phone has gone")

    heard: list[Exception] = []
    ask(front(Starlette(routes=[Route("/", reading, methods=["POST"])]), trouble=heard.append), "POST")
    assert heard == []


# ---- what else a server hands on ----


def test_a_stream_passes_as_it_comes() -> None:
    """Given a stream, then each part is out before the next is made."""
    out: list[str] = []

    async def parts() -> AsyncIterator[str]:
        for number in range(3):
            assert len(out) == number
            yield f"data: {number}\n\n"

    async def stream(request: Request) -> StreamingResponse:
        return StreamingResponse(parts(), media_type="text/event-stream")

    async def send(message: Message) -> None:
        if body := message.get("body"):
            out.append(body.decode())

    async def receive() -> Message:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", HOST.encode())],
        "client": None,
    }
    asyncio.run(front(Starlette(routes=[Route("/", stream)]))(scope, receive, send))
    assert out == ["data: 0\n\n", "data: 1\n\n", "data: 2\n\n"]


def test_a_websocket_is_closed_and_the_beginning_and_end_of_the_server_pass() -> None:
    seen: list[str] = []
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    for kind in ("lifespan", "websocket"):
        asyncio.run(front(app)({"type": kind}, receive, send))
    assert seen == ["lifespan"]
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_streams_are_counted_while_they_are_open() -> None:
    streams = Streams(2)
    with (
        streams.one_more("us-1"),
        streams.one_more("jp-1"),
        pytest.raises(BadInput, match="2 pages are open"),
        streams.one_more("us-1"),
    ):
        raise AssertionError("not reached")
    with streams.one_more("us-1"):
        assert streams.open == {"us-1": 1}
    assert not streams.open
