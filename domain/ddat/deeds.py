"""What the actions of Japanese positions share: the decision in the record, garrisons swept away, a fire, a march into
a hex (12, 17.21)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from domain.ddat import facts as f
from domain.ddat.charts import GRID
from domain.ddat.close_combat import close_combat
from domain.ddat.common import Objections
from domain.ddat.fields import Gun, reach
from domain.ddat.gunnery import Call, Rivals, fire, no_rivals
from domain.ddat.state import Ddat
from domain.ddat.summary import Check, in_smoke
from domain.kernel.table import Table

MARCH = 3
"""How far units redeploy or assault (12.2, 12.8)."""


class Act(NamedTuple):
    """The action of a position: what was checked, on which call of the card, who of it acts, and who is still to
    fire."""

    check: Check
    call: Call
    gun: Gun
    others: Rivals = no_rivals

    @property
    def position(self) -> str:
        return self.check.name

    def moved(self, to: str) -> Act:
        """The same unit in the position it has come to."""
        return self._replace(check=self.check._replace(hexes=(to,)), gun=Gun((to,), tank=self.gun.tank))


def note(
    table: Table[Ddat], act: Act, action: f.Deed, why: str = "", rule: str = "DDaT 12.0", *, again: bool = False
) -> None:
    """What a position does, and why."""
    table.record(
        f.PositionChecked(
            rule=rule,
            positions=act.check.hexes,
            colour=act.call.colour,
            card=act.call.card,
            action=action,
            again=again,
            why=why,
        )
    )


def begin(table: Table[Ddat], act: Act, action: f.Deed, rule: str, why: str = "", *, again: bool = False) -> None:
    """A position acts; garrisons that stand alone in its field are removed (17.21, readings AMB-76, AMB-78)."""
    note(table, act, action, why, rule, again=again)
    state, dots = table.state, reach(table.state, act.gun)
    for name in state.garrisons():
        hex = state.place(name).hex
        if hex in dots and not state.at(hex):
            table.record(f.GarrisonRemoved(rule="DDaT 17.21", places=(name,), cause="alone", by=act.gun.hexes[0]))


def shoot(table: Table[Ddat], act: Act, *, again: bool = False) -> tuple[str, ...]:
    """Regular fire, unless smoke keeps a coastal position from it (EV). Returns the units hit. `again`: a tank's second
    fire (13.2)."""
    if in_smoke(table.state, act.gun):
        note(table, act, "no-fire", "smoke", "DDaT EV")
        return ()
    if act.gun.tank:
        begin(table, act, "tank-fire", "DDaT 13.2", again=again)
        return fire(table, act.gun, act.call, "DDaT 13.2", act.others, again)
    if act.gun.machine_guns:
        begin(table, act, "fire-with-machine-guns", "DDaT 12.0")
    else:
        begin(table, act, "fire", "DDaT 6.3")
    return fire(table, act.gun, act.call, others=act.others)


def nearest_hexes(state: Ddat, position: str, units: Iterable[str]) -> list[str]:
    """DDaT 12.8, 13.2: of the hexes of some US units those nearest to a position, of these those of least strength; the
    player chooses among them."""
    here = state.place(position).hex
    order = {
        hex: (GRID.distance(here, hex), state.strength_at(hex))
        for hex in sorted({state.units[name].hex for name in units})
    }
    return [hex for hex, key in order.items() if key == min(order.values())]


def why_not_nearest(state: Ddat, position: str, units: Collection[str], rule: str, hex: str) -> Objections:
    """DDaT 12.8, 13.2: why a position does not enter a hex: it goes to the nearest with some US units, of these the
    weakest."""
    here, near = state.place(position).hex, nearest_hexes(state, position, units)
    if hex not in {state.units[name].hex for name in units}:
        yield rule, f"{hex} holds no US unit that {position} may go for"
    elif GRID.distance(here, hex) > GRID.distance(here, near[0]):
        yield rule, f"{near[0]} is nearer to {position} than {hex}"
    elif hex not in near:
        yield rule, f"the US units in {near[0]} are weaker than those in {hex}"


def move_in(table: Table[Ddat], position: str, hex: str, rule: str) -> None:
    """DDaT 12.8, 13.2 R: a Japanese force enters a hex; with US units there it is a close combat at once (8.6)."""
    state = table.state
    there = state.board.by_hex.get(hex, "")
    if there and state.positions[there].garrison:
        table.record(f.GarrisonRemoved(rule="DDaT 17.21", places=(there,), cause="entered"))
    table.record(f.ForceMoved(rule=rule, position=position, to=there or hex))
    units = table.state.at(hex)
    if units:
        close_combat(table, hex, units, attacker="jp", origin=position)
