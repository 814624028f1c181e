"""IPH 7.2, 7.3, 7.9 where ships are, 7.8, 4.7 how they are lost; 5.10 the battleships of turn 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from domain.iph import facts as f
from domain.iph.common import Objections, heed, verbs
from domain.iph.state import SIDES, Iph
from domain.iph.victory import award
from domain.kernel.facts import Loss
from domain.kernel.questions import Some
from domain.kernel.table import Table

Boxes = dict[str, Literal["distant", "close-in"]]


def begin_first_turn(table: Table[Iph]) -> None:
    """IPH 5.10: both battleships are close-in at the start of turn 1, and stay so until they are disposed (reading
    R-38)."""
    if table.state.turn == 1 and (distant := table.state.fleet("jp", "battleship", "distant")):
        table.record(f.BattleshipsClosedIn(rule="IPH 5.10", ships=distant))


# ---- 7.3 the Ship Disposition Segment ----


def in_play(state: Iph, side: str) -> tuple[str, ...]:
    """The ships a side still has."""
    return tuple(
        name for name, ship in state.ships.items() if ship.side == side and ship.box in ("distant", "close-in")
    )


def owed_disposition(side: str) -> Callable[[Iph], str]:
    """What a side owes in the Ship Disposition Segment; nothing without ships (reading R-42)."""

    def owed(state: Iph) -> str:
        turn = state.jp_disposed if side == "jp" else state.us_disposed
        return (
            ""
            if turn == state.turn or not in_play(state, side)
            else f"the {SIDES[side]} ships, `dispose SHIP,…` (those that are close-in)"
        )

    return owed


def owed_cover(state: Iph) -> str:
    return "" if state.uncovered == state.turn or not in_play(state, "jp") else "the cover is lifted, `uncover`"


def close_in(ships: Sequence[str], name: str, by: str, words: str, secret: str = "") -> Some:
    """Which of these ships are close-in."""
    return Some(
        name=name, by=by, rule="IPH 7.3", words=words, options=tuple(ships), secret=secret, names="ship", default=()
    )


def boxes(ships: Sequence[str], close: Sequence[str]) -> Boxes:
    return {ship: "close-in" if ship in close else "distant" for ship in dict.fromkeys((*ships, *close))}


def why_not_dispose(state: Iph, side: str) -> Objections:
    """IPH 7.3: what stands against a disposition now."""
    if (state.jp_disposed if side == "jp" else state.us_disposed) == state.turn:
        yield "IPH 7.3", "the ships have been disposed; they stay so until the next disposition (7.10)"


@verbs("IPH 7.3", phases=("jp_ships", "us_ships"), offers=lambda state: [{}])
def dispose(table: Table[Iph]) -> None:
    """IPH 7.3: a side puts its ships close-in or distant, with an aircraft each carrier: `dispose CV1,Hiei` are
    close-in, the others distant.

    The Japanese player does so first, under cover; then the US player, openly.
    """
    side = "jp" if table.state.phase == "jp_ships" else "us" if table.state.phase == "us_ships" else table.side
    heed(table, why_not_dispose(table.state, side))
    mine = in_play(table.state, side)
    if side == "us":
        close = table.ask(close_in(mine, "dispose", "us", "the US ships that are close-in, or none"))
        table.record(f.ShipsDisposed(rule="IPH 7.3", boxes=boxes(mine, close)))
        if not table.state.army:
            table.record(f.ArmyAircraftAvailable(rule="IPH 7.3"))
    elif table.state.on_paper:
        table.record(f.DispositionCommitted(rule="IPH 7.3", on_paper=True))
        table.spares("dispose", "IPH 7.3", "under the cover they stand on paper", "jp")
    else:
        table.record(f.DispositionCommitted(rule="IPH 7.3"))
        close = table.ask(close_in(mine, "dispose", "jp", "the Japanese ships that are close-in, or none", "jp"))
        table.record(f.DispositionChosen(rule="IPH 7.3", dispositions=boxes(mine, close), secret="jp"))
    table.leave(f"{side}_ships")


@verbs("IPH 7.3", side="jp", phases=("us_ships", "cover"), offers=lambda state: [{}] if state.phase == "cover" else [])
def uncover(table: Table[Iph]) -> None:
    """IPH 7.3: the Japanese player lifts the cover off his boxes; what was put there on paper is said now."""
    state = table.state
    table.require(state.jp_disposed == state.turn, "IPH 7.3", "the Japanese ships have not been disposed in this turn")
    table.require(
        state.us_disposed == state.turn or not in_play(state, "us"),
        "IPH 7.3",
        "the US player has not finished his disposition",
    )
    table.require(state.uncovered < state.turn, "IPH 7.3", "the cover has been lifted")
    mine = in_play(state, "jp")
    question = close_in(mine, "uncover", "jp", "the Japanese ships that are close-in, or none")
    recorded = tuple(ship for ship in mine if state.dispositions.get(ship) == "close-in")
    chosen = (
        table.gives(question, recorded, "IPH 7.3", "other ships were put there")
        if state.dispositions
        else table.ask(question)
    )
    carriers = [ship for ship in chosen if ship in state.ships and state.ships[ship].kind == "carrier"]
    lifted = f.CoverLifted if state.dispositions and set(chosen) == set(recorded) else f.BoxesStated
    table.record(lifted(rule="IPH 7.3", boxes=boxes(mine, chosen), aircraft=min(len(carriers), state.ijn_aircraft)))
    table.leave("cover")


# ---- 7.8, 4.7 ships lost ----

LOSS: dict[tuple[str, str], tuple[int, int, f.PointsCode]] = {
    ("us", "carrier"): (3, 1, "us-carrier"),
    ("jp", "carrier"): (-3, -1, "ijn-carrier"), ("jp", "battleship"): (-2, -1, "battleship"),
}  # fmt: skip
"""IPH 4.7: points for a ship sunk, and for one damaged."""


def lost(state: Iph, ship: str, fate: f.Fate, by: Literal["aircraft", "submarine"], rule: str) -> f.ShipLost:
    """IPH 7.8, 4.7: a ship leaves play for good; a carrier takes an aircraft of its box along, where there is any
    (reading R-39)."""
    side, kind = state.ships[ship].side, state.ships[ship].kind
    sunk, damaged, code = LOSS[side, kind]
    aircraft = kind == "carrier" and (side == "us" or state.ijn_close > 0)
    loss = Loss(side=side, unit=ship, steps=1, cause=by, left=0, eliminated=True)
    return f.ShipLost(
        rule=rule,
        ship=ship,
        fate=fate,
        by=by,
        aircraft=int(aircraft),
        losses=(loss,),
        points=(f.points("jp", sunk if fate == "sunk" else damaged, code, ship),),
    )


def lose_ship(table: Table[Iph], ship: str, fate: f.Fate, by: Literal["aircraft", "submarine"], rule: str) -> None:
    """IPH 4.2, 4.3: and may end the game."""
    award(table, lost(table.state, ship, fate, by, rule))
