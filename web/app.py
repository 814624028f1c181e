"""The application: what a phone asks for, and what it is answered.

A phone is known by its seat's token, a cookie. A tap is carried out in its game's thread; the answer is the phone's
panel. Streams send the words of what happened first, and then what changed on the map.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any, NamedTuple

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from domain.kernel.errors import BadInput, Trouble
from domain.record.store import NotKnown, StoreAway
from projections.log_lines import LogLine
from recording.completion import candidates
from recording.hearing import SPECTATOR
from web import pages
from web.addresses import qr_svg
from web.camera import keep_photograph
from web.door import Streams, tell_laptop
from web.hand import Hand, Tapped
from web.panel import Panel
from web.seats import Seat, Seats
from web.served_game import ServedGame, Sight, watch

ALIVE = 2.0
"""Seconds after which a stream says that it is there, if it has nothing else to say."""
FIELDS = 200
"""Maximum number of fields of a form."""
ANY_KEY = token_hex(16)
"""Stands for a phone's key in what is drawn once for all phones of an audience. Nobody can say it in a note."""
UNWRITTEN = re.compile("[\x00\ud800-\udfff]")
"""Characters that stand in no text."""
SENT_AGAIN = "The diary does not take it now; what was tapped is sent again, and recorded once."
WAITS = "{}. What is tapped meanwhile is recorded once it can be."
"""What a page says while the diary waits for something."""
COOKIE_AGE = 90 * 24 * 3600
"""Seconds for which a phone keeps its seat unasked."""


class Sitting(NamedTuple):
    """A phone that sits at a table."""

    seat: Seat
    table: ServedGame
    token: str
    key: str
    """The word by which a page of this seat is known beside its cookie."""


class Unseated(Exception):
    """The phone has no seat here."""


class Venue:
    """The tables that are served, and the phones that sit there."""

    def __init__(
        self, tables: Mapping[str, ServedGame], seats: Seats, *, port: int, address: str, secure: bool
    ) -> None:
        self.tables, self.seats, self.address, self.secure = tables, seats, address, secure
        self.cookie = f"wardiary-{port}"
        self.streams = Streams()
        self.ended = False
        """Whether the server is ending, and the streams with it."""

    # ---- who it is ----

    def seat_of(self, cookies: str) -> str:
        """The id of the seat that a request's cookies name; "" for none."""
        for cookie in cookies.split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self.cookie:
                seat = self.seats.of(value)
                return seat.id if seat else ""
        return ""

    def sitting(self, request: Request) -> Sitting:
        """The phone that asks. Raises Unseated."""
        token = request.cookies.get(self.cookie, "")
        seat = self.seats.of(token) if token else None
        if seat is None or seat.game not in self.tables:
            raise Unseated
        self.seats.heard(seat)
        return Sitting(seat, self.tables[seat.game], token, sha256(f"page {token}".encode()).hexdigest()[:32])

    async def form(self, request: Request, sitting: Sitting) -> Mapping[str, Any]:
        """The fields of a form that this seat's page sent. Raises BadInput."""
        fields = await request.form(max_files=1, max_fields=FIELDS, max_part_size=64_000)
        if not compare_digest(str(fields.get("key", "")).encode(errors="replace"), sitting.key.encode()):
            raise BadInput("that did not come from this phone's page; nothing was recorded: open the page again")
        for name, value in fields.items():
            if UNWRITTEN.search(name) or (isinstance(value, str) and UNWRITTEN.search(value)):
                raise BadInput("that holds characters that nobody can write; nothing was recorded")
        return dict(fields)

    def shown(self, sitting: Sitting, key: str = "") -> pages.SeatShown:
        """What a page says of a seat; with another key, for all phones of its audience."""
        game, audience = sitting.table.game, sitting.seat.audience
        sides = game.rules.sides
        called = {"": "all sides", SPECTATOR: "looking on"}.get(audience, sides.get(audience, audience))
        shut = sitting.table.closed()
        mine = {side for side in shut if audience in (side, "")}
        return pages.SeatShown(
            key=key or sitting.key,
            called=called,
            side=audience if audience in sides else "",
            secure=self.secure,
            hides=audience in game.rules.secrecy.hides,
            shut=tuple((side, sides[side]) for side in shut if side in mine),
            waits_for=" and ".join(sides[side] for side in shut if side not in mine),
        )

    def free(self, id: str) -> None:
        """Ends a seat, and forgets what was half tapped there. Raises BadInput."""
        self.seats.free(id)
        for table in self.tables.values():
            table.forget(id)

    def in_words(self, trouble: Trouble) -> str:
        """A refusal as phones are told it. All tables lie in one diary."""
        return next(iter(self.tables.values())).in_words(trouble)

    # ---- what is sent ----

    def panel(self, sitting: Sitting) -> Panel:
        """The phone's panel, worked out in the game's thread."""
        return sitting.table.panel(sitting.seat.audience, sitting.table.phone(sitting.seat.id))

    def panel_part(self, sitting: Sitting) -> str:
        """The phone's panel, in place of the one it shows; of phones that have tapped nothing, only the keys differ."""

        def drawn(key: str) -> str:
            return pages.instead("panel", pages.part("panel", self.panel(sitting), self.shown(sitting, key)))

        if not sitting.table.phone(sitting.seat.id).tapping.is_empty:
            return drawn(sitting.key)
        alike = sitting.table.once(f"panel {sitting.seat.audience}", lambda: drawn(ANY_KEY))
        return alike.replace(ANY_KEY, sitting.key)

    def words_part(self, sitting: Sitting) -> str:
        """All words of a moment: what may be tapped, and the last lines."""
        table, audience = sitting.table, sitting.seat.audience
        log = table.once(f"log {audience}", lambda: pages.instead("log", pages.part("log", table.log(audience))))
        return self.panel_part(sitting) + log


def moment_part(moment: Sight, before: Sight | None) -> str:
    """The situation and the map: the places that changed, or all of it where it is not known what the phone shows."""
    figures = pages.instead("figures", pages.situation_part(moment.words))
    if moment.map is None:
        return figures
    was = before.map if before else None
    if was is None or was.ground != moment.map.ground:
        return figures + pages.instead("map", moment.map.svg(), how="innerHTML")
    return figures + pages.map_parts(moment.map.changed(was))


def application(venue: Venue) -> Starlette:
    """The application that serves a venue."""
    routes = [
        Route("/", _Answer(venue, _door)),
        Route("/join", _Answer(venue, _join), methods=["POST"]),
        Route("/table", _Answer(venue, _page)),
        Route("/tap", _Answer(venue, _tap), methods=["POST"]),
        Route("/words", _Answer(venue, _words), methods=["POST"]),
        Route("/photo", _Answer(venue, _photo), methods=["POST"]),
        Route("/invite", _Answer(venue, _invite), methods=["POST"]),
        Route("/at/{version}", _Answer(venue, _earlier)),
        Route("/tables/{name}", _Answer(venue, _table)),
        Route("/stream", _Answer(venue, _stream)),
        Route("/static/{name}", _static),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.ensure_future(watch([*venue.tables.values()], tell_laptop))
        yield
        watching.cancel()

    return Starlette(routes=routes, lifespan=lifespan)


class _Answer:
    """An endpoint: its venue is at hand, and what is refused is said in words."""

    def __init__(self, venue: Venue, answers: Callable[[Venue, Request], Awaitable[Response]]) -> None:
        self.venue, self.answers = venue, answers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive, send)
        response: Response
        try:
            response = await self.answers(self.venue, request)
        except Unseated:
            response = _unseated(self.venue, request)
        except (StoreAway, NotKnown) as away:
            response = PlainTextResponse(SENT_AGAIN if "x-part" in request.headers else self.venue.in_words(away), 503)
        except Trouble as trouble:
            response = PlainTextResponse(self.venue.in_words(trouble), 400)
        finally:
            await request.close()
        await response(scope, receive, send)


def _unseated(venue: Venue, request: Request) -> Response:
    if request.method == "GET" and request.url.path == "/table":
        return RedirectResponse("/", 303)
    return PlainTextResponse("this phone has no seat at the table: the laptop shows a code, which is typed at /", 403)


async def _door(venue: Venue, request: Request) -> Response:
    return HTMLResponse(pages.door(secure=venue.secure))


async def _join(venue: Venue, request: Request) -> Response:
    fields = await request.form(max_files=0, max_fields=FIELDS)
    old = venue.seats.of(request.cookies.get(venue.cookie, ""))
    try:
        token, seat = venue.seats.join(str(fields.get("code", "")), old)
    except BadInput as refused:
        return HTMLResponse(pages.door(venue.in_words(refused), secure=venue.secure), 403)
    if old and old.id != seat.id and old.game in venue.tables:
        venue.tables[old.game].forget(old.id)
    response = RedirectResponse("/table", 303)
    response.set_cookie(
        venue.cookie, token, max_age=COOKIE_AGE, httponly=True, samesite="strict", secure=venue.secure, path="/"
    )
    return response


async def _page(venue: Venue, request: Request) -> Response:
    sitting = venue.sitting(request)
    table, audience = sitting.table, sitting.seat.audience

    def worked_out() -> tuple[Panel, pages.SeatShown, list[LogLine]]:
        return venue.panel(sitting), venue.shown(sitting), table.log(audience)

    panel, seat, log = await table.run(worked_out)
    moment = await table.moment(audience)
    since, invites = told_up_to(panel.version, moment), audience != SPECTATOR
    drawn = pages.table_page(table.name, panel, seat, log, moment, table.tables, invites=invites, since=since)
    return HTMLResponse(drawn)


async def _tap(venue: Venue, request: Request) -> Response:
    sitting = venue.sitting(request)
    fields = await venue.form(request, sitting)
    tapped = Tapped.of({name: value for name, value in fields.items() if isinstance(value, str)})
    return await _carried_out(venue, request, sitting, tapped)


async def _carried_out(venue: Venue, request: Request, sitting: Sitting, tapped: Tapped) -> Response:
    """Carries out a tap in the game's thread; the answer is the phone's panel."""

    def carried_out() -> tuple[str, int]:
        Hand(sitting.table, sitting.seat.id, sitting.seat.audience).carry_out(tapped)
        return venue.panel_part(sitting), sitting.table.game.version

    part, version = await sitting.table.run(carried_out)
    return _part_or_page(request, part, version)


def _part_or_page(request: Request, part: str, version: int) -> Response:
    """A part for the script; without one, the page again."""
    if "x-part" in request.headers:
        return HTMLResponse(part, headers={"X-At": str(version)})
    return RedirectResponse("/table", 303)


async def _words(venue: Venue, request: Request) -> Response:
    """The words that may come next on a typed line."""
    sitting = venue.sitting(request)
    fields = await venue.form(request, sitting)
    typed = str(fields.get("line", ""))
    before, space, word = typed.rpartition(" ")
    if sitting.seat.audience == SPECTATOR:
        raise BadInput("spectators look on, and say nothing")

    def next_words() -> list[str]:
        found = candidates(sitting.table.game, sitting.seat.audience, before.split(), word)
        return [f"{before}{space}{each}" for each, _ in zip(found, range(20), strict=False)]

    return HTMLResponse(pages.options(await sitting.table.run(next_words)))


async def _photo(venue: Venue, request: Request) -> Response:
    sitting = venue.sitting(request)
    fields = await venue.form(request, sitting)
    id = str(fields.get("id", ""))[:64]
    table, seat = sitting.table, sitting.seat
    if not await table.run(lambda: Hand(table, seat.id, seat.audience).may_add(id)):
        return await _carried_out(venue, request, sitting, Tapped("typed", (), {}, 0, id))  # its answer was lost
    line, file = await keep_photograph(table, fields.get("photo"), str(fields.get("words", "")))
    tapped = Tapped("typed", (), {"line": line}, table.game.version, id)
    response = await _carried_out(venue, request, sitting, tapped)
    if table.phone(seat.id).tapping.refused:
        file.unlink(missing_ok=True)
    return response


async def _invite(venue: Venue, request: Request) -> Response:
    """A code for another phone of the same seat, as a picture and to be typed."""
    sitting = venue.sitting(request)
    await venue.form(request, sitting)
    if sitting.seat.audience == SPECTATOR:
        raise BadInput("spectators let nobody in: the laptop shows their code")
    code = venue.seats.invite(sitting.seat)
    return HTMLResponse(pages.door(secure=venue.secure, invited=(code, qr_svg(f"{venue.address}/#{code}"))))


async def _earlier(venue: Venue, request: Request) -> Response:
    """An earlier moment: the map, the situation and the log up to it."""
    sitting = venue.sitting(request)
    version = request.path_params["version"]
    if not version.isdecimal() or len(version) > 9:
        raise BadInput("an earlier moment is the one after an entry, as in /at/24")
    moment, log = await sitting.table.earlier(sitting.seat.audience, int(version))
    part = pages.instead("log", pages.part("log", log)) + moment_part(moment, None)
    return HTMLResponse(part)


async def _table(venue: Venue, request: Request) -> Response:
    """One of the game's tables, as the seat's audience may see it."""
    sitting = venue.sitting(request)
    name, columns, rows = await sitting.table.rows(sitting.seat.audience, request.path_params["name"])
    drawn = pages.rows_part(name, columns, rows)
    return HTMLResponse(drawn if "hx-request" in request.headers else pages.alone(sitting.table.name, drawn))


async def _stream(venue: Venue, request: Request) -> Response:
    sitting = venue.sitting(request)
    at = request.headers.get("last-event-id") or request.query_params.get("at", "")
    since = int(at) if at.isdecimal() and len(at) < 9 else NOTHING_KNOWN
    return Told(venue, sitting, since)


class Told(EventSourceResponse):
    """A stream, counted from before its first word to its end. If there are too many, that is the answer."""

    def __init__(self, venue: Venue, sitting: Sitting, since: int) -> None:
        super().__init__(_told(venue, sitting, since), ping=3600)
        self.room = partial(venue.streams.one_more, sitting.seat.id)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with ExitStack() as counted:
            try:
                counted.enter_context(self.room())
            except BadInput as full:
                await PlainTextResponse(str(full), 400)(scope, receive, send)
                return
            await super().__call__(scope, receive, send)


NOTHING_KNOWN = 0
"""Stands for the version of a page of which it is not known what it shows: it is sent all."""


def told_up_to(version: int, moment: Sight) -> int:
    """The version of a page with the words of one version and the map of a moment, which may be a later one."""
    return version if version == moment.version else NOTHING_KNOWN


async def _told(venue: Venue, sitting: Sitting, at: int) -> AsyncIterator[ServerSentEvent]:
    """What happens, as it happens: first the words, then the map; and that the stream is there."""
    table, audience = sitting.table, sitting.seat.audience
    before = table.drawn_at(audience, at)
    told = table.told.seen_by(audience)._replace(version=at)
    if table.closed():  # a page of before may not know it
        told = told._replace(opened=-1)

    def changes(moment: Sight) -> str:
        """What changed on the map, worked out once for all streams that show the same."""
        if moment.version != table.told.version:
            return moment_part(moment, before)
        since = before.version if before else ""
        return table.once(f"changes {audience} {since}", lambda: moment_part(moment, before))

    with table.telling() as event:
        while True:
            event.clear()
            if told != table.told.seen_by(audience):
                before = before if told.opened == table.told.opened else None
                words, now = await table.run(lambda: (venue.words_part(sitting), table.now))
                told = now.seen_by(audience)
                yield ServerSentEvent(words)
                moment = await table.moment(audience)
                yield ServerSentEvent(changes(moment), id=str(told_up_to(now.version, moment)))
                before = moment
            try:
                await asyncio.wait_for(event.wait(), ALIVE)
            except TimeoutError:
                waits = table.diary.storage.waits_for
                yield ServerSentEvent(WAITS.format(waits.capitalize()) if waits else "", event="alive")
            if venue.ended or venue.seats.of(sitting.token) is None:
                return
            venue.seats.heard(sitting.seat)


async def _static(request: Request) -> Response:
    found = pages.static().get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("there is no such file", 404)
    content, media = found
    return Response(content, media_type=media, headers={"Cache-Control": "public, max-age=31536000, immutable"})
