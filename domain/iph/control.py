"""IPH 3.6 hex control, 4.4, 4.6, 4.8 its victory points; 7.15, 8.3, 9.14 what it brings."""

from __future__ import annotations

from collections.abc import Iterable

from domain.iph import facts as f
from domain.iph.charts import HONOLULU_HEXES, VP_OF, HexCard
from domain.iph.state import BEACHHEAD, Iph
from domain.iph.victory import award, judge
from domain.kernel.facts import Loss, Points
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table


def worth(state: Iph, hex: str) -> int:
    """IPH 4.4: the victory points of a hex."""
    return VP_OF.get(state.ground(hex).terrain, 0)


def hex_points(state: Iph, hex: str, to: str) -> tuple[Points, ...]:
    """IPH 4.4, 4.6, 4.8: what a hex that changes hands brings the Japanese player, or takes from him again; reading
    R-12."""
    sign = 1 if to == "jp" else -1
    found = [f.points("jp", sign * amount, "hex", hex) for amount in (worth(state, hex),) if amount]
    if state.reading("R-12") == "hex" and hex in state.hexes and state.hexes[hex].beachhead:
        found.append(f.points("jp", sign, "beachhead", hex))
    return tuple(found)


def take(table: Table[Iph], hex: str, side: str) -> None:
    """IPH 3.6: ground units that enter a hex, or pass through it, take control of it at that instant.

    8.3: a Beachhead marker whose hex the US player takes is gone. 9.14, 7.15: what depends on who holds what follows at
    once.
    """
    before = table.state
    if before.control(hex) != side:
        table.record(f.HexTaken(rule="IPH 3.6", place=hex, to=side, points=hex_points(table.state, hex, side)))
    if side == "us":
        markers = [name for name in table.state.standing(hex, "jp") if table.state.units[name].command == BEACHHEAD]
        lose_markers(table, markers)
    else:
        check_honolulu(table)
        check_airfields(table, hex)
    judge(table, before)


def lose_markers(table: Table[Iph], markers: Iterable[str]) -> None:
    """IPH 8.3, 4.8: a Beachhead marker is removed for good, with its victory point (reading R-12); the hex stays as it
    is (reading R-31)."""
    for name in markers:
        loss = Loss(side="jp", unit=name, steps=1, cause="control", left=0, eliminated=True)
        award(table, f.LossesTaken(rule="IPH 8.3", losses=(loss,), points=marker_points(table.state, name)))


def marker_points(state: Iph, marker: str) -> tuple[Points, ...]:
    """IPH 4.8: the point that a Beachhead marker takes with it; reading R-12: unless it belongs to the hex."""
    return (f.points("jp", -1, "beachhead", state.units[marker].hex),) if state.reading("R-12") == "marker" else ()


@rests_on("charts")
def honolulu(state: Iph) -> tuple[str, ...]:
    """The Honolulu hexes that have been read out."""
    return tuple(name for name, card in state.rows(HexCard).items() if card.honolulu)


def check_honolulu(table: Table[Iph]) -> None:
    """IPH 9.14: once each of the five Honolulu hexes has been Japanese at some time."""
    city = honolulu(table.state)
    if not table.state.fallen and len(city) >= HONOLULU_HEXES and all(map(table.state.ever_japanese, city)):
        table.record(f.HonoluluFell(rule="IPH 9.14"))


def check_airfields(table: Table[Iph], taken: str) -> None:
    """IPH 7.15, reading R-44: with the last airfield taken the US Army aircraft is removed for good."""
    state = table.state
    if state.army == "removed" or any(state.control(hex) == "us" for hex in state.known_hexes("airfield")):
        return
    if not state.is_terrain(taken, "airfield") and HexCard.CHART not in state.complete:
        return
    if not any(state.control(hex) == "us" for hex in state.airfields()):
        table.record(f.ArmyAircraftRemoved(rule="IPH 7.15"))
