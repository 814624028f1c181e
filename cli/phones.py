"""`wardiary serve`: games at the table, on every phone."""

from __future__ import annotations

import signal
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import click

from cli.beginning import printed_in
from cli.desk import Desk
from cli.output import folded, print_line, talk
from domain.kernel.errors import BadInput, Trouble
from domain.kernel.facts import GameBegan
from domain.kernel.state import RECORDED

if TYPE_CHECKING:
    from domain.record.glance import GameLine
    from web.serving import Serving

HERE = ("127.0.0.1", "localhost", "::1")
"""Hosts that nobody else can reach."""
DEMO_SYSTEM, DEMO_PACK = "iwo", "sample"


def serve(
    desk: Desk, games: tuple[str, ...], every: bool, demo: bool, host: str, port: int, tls: bool, yes: bool
) -> None:
    """`wardiary serve`: serves games of the diary to phones until it is ended."""
    serving = _serving()
    if demo:
        games = (*games, _begun(desk))
    listed = _chosen(desk, games, every)
    if host not in HERE and not yes:
        _confirm(host, tls)
    folder = desk.diary.path.parent
    place = serving.Address(host, port, tls)
    seats = folder / f"{desk.diary.path.stem}.seats.json"
    served: Serving = serving.Serving(desk.diary, [(one.id, one.name) for one in listed], place, folder, seats)
    served.begin()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _tell(served, place.address)
        _listen(served)
    except KeyboardInterrupt:
        pass
    finally:
        served.end()
        talk("the phones keep their seats: `wardiary serve` with the same port goes on")


def _serving() -> ModuleType:
    """What serves. Raises BadInput if the extra is missing."""
    try:
        from web import serving
    except ModuleNotFoundError as error:
        raise BadInput(
            "serving phones needs the extra `web`: pip install 'wardiary[web]', or pipx inject wardiary starlette "
            "uvicorn sse-starlette python-multipart segno"
        ) from error
    return serving


def _begun(desk: Desk) -> str:
    """A sample game begun for a look, by a name that is free."""
    taken = {listing.name for listing in desk.made_diary.games()}
    name = next(name for name in ("table", *(f"table-{n}" for n in range(2, 1_000))) if name not in taken)
    began = GameBegan(system=DEMO_SYSTEM, title=name, hidden=RECORDED, **printed_in(DEMO_SYSTEM, DEMO_PACK))
    desk.made_diary.new(DEMO_SYSTEM, name, began)
    return name


def _chosen(desk: Desk, games: tuple[str, ...], every: bool) -> list[GameLine]:
    """The games to be served, each once. Raises BadInput if there is none."""
    if every:
        listed = [one for one in desk.diary.games() if not one.put_away and _goes_on(desk, one)]
        if not listed:
            raise BadInput("no game here is unfinished; `wardiary new` begins one")
        return listed
    if not games:
        raise BadInput("which game? As in `wardiary serve evening`; --all serves all unfinished ones, --demo a sample")
    return list({one.id: one for one in map(desk.diary.find, games)}.values())


def _goes_on(desk: Desk, one: GameLine) -> bool:
    """Whether a game is unfinished; one that cannot be opened is named, and left out."""
    try:
        return not desk.diary.open(one.id).state.result
    except Trouble as trouble:
        talk(f"{one.name} is left out: {trouble}")
        return False


def _confirm(host: str, tls: bool) -> None:
    """Asks before anybody else on the network can reach this. Raises BadInput if the answer is no."""
    words = f"whoever reaches this machine at {host} can knock at the table"
    words += "" if tls else ", and read what is typed over plain HTTP (--tls keeps it to the phones)"
    for line in folded(words):
        talk(line)
    if not sys.stdin.isatty():
        raise BadInput(f"without a terminal to ask at, --yes listens at {host}")
    if not click.confirm("listen there?", err=True):
        raise BadInput("nothing was served; without --host it is served on this machine alone")


def _tell(served: Serving, address: str) -> None:
    """Prints the address, its fingerprint and the codes."""
    print_line(f"{address}   {len(served.tables)} at the table" if len(served.tables) > 1 else address)
    if served.fingerprint:
        for line in folded(f"the phones will ask about its certificate, whose SHA-256 is {served.fingerprint}"):
            print_line(line)
    for line in served.codes(pictures=len(served.tables) == 1 and sys.stdout.isatty()):
        print_line(line)
    sys.stdout.flush()  # whoever reads a pipe waits for the codes
    if served.place.host in HERE:
        talk("only this machine can reach it; --host 0.0.0.0 lets phones in")


def _listen(served: Serving) -> None:
    """Hears the laptop's lines; where nobody types, waits for the end."""
    if not sys.stdin.isatty():
        served.wait()
        return
    talk("seats, codes, free SEAT, quit; Ctrl-C ends it, too")
    served.listen(lambda: input("serve> "), print_line)
