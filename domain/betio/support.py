"""BB 4.7 support actions, 4.8 Offshore Support, 1.4.1 Bairiki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.betio import facts as f
from domain.betio.charts import AreaCard, OffshoreCard
from domain.betio.common import Objections, roll, terms_of, verbs
from domain.betio.lines import standing
from domain.betio.movement import why_not_act
from domain.betio.points import pay, price, why_not_pay
from domain.betio.state import Betio
from domain.kernel.facts import Modifier
from domain.kernel.table import Table

Supported = Literal["fire", "assault", "demolition"]


def why_not_support(state: Betio, unit: str, acting: Sequence[str], target: str, action: Supported) -> Objections:
    """BB 4.7, 4.6.3, 1.4.1, 7.8.2, 7.9.2: what stands against a unit's support of an action against a hex."""
    now = state.units[unit]
    if unit in acting:
        yield "BB 4.7.1", f"{unit} acts itself"
    if now.is_vessel:
        yield "BB 4.7.1", f"{unit} is a vessel"
        return
    if now.box == "bairiki":
        yield from _from_bairiki(state, unit, target, action)
        return
    yield from why_not_act(state, unit)
    if standing(state, unit) != "supplied":
        yield ("BB 7.9.2" if standing(state, unit) == "isolated" else "BB 7.8.2"), f"{unit} is {standing(state, unit)}"
    if action == "demolition" and now.kind not in ("infantry", "hawkins", "engineer", "sherman"):
        yield "BB 4.7.2", f"{unit} does not support a demolition: infantry, engineers and Shermans do"
    if now.stands and not state.is_cleared(now.hex):
        yield "BB 4.7.5", f"{unit} is in {now.hex}, which is not cleared"
    anywhere = now.kind == "artillery" and action != "demolition"  # that of the 10th (reading A-38)
    if not anywhere and not state.grid.adjacent(now.hex, target):
        yield "BB 4.7.5", f"{unit} is not next to {target}"


def _from_bairiki(state: Betio, unit: str, target: str, action: Supported) -> Objections:
    if action == "demolition":
        yield "BB 4.7.2", f"{unit} does not support a demolition"
    elif not state.read(AreaCard, state.area_of(target)).easternmost:
        yield "BB 1.4.1", f"{unit} on Bairiki reaches the two easternmost areas, and {target} is in neither"
    if state.units[unit].spent and not state.units[unit].halves:
        yield "BB 4.7.3", f"{unit} has no AP left"


def value(state: Betio, unit: str, action: Supported) -> int:
    """BB 4.7.3, 4.7.2: the support value of a unit; a Sherman's is 1 for a demolition."""
    printed = state.card(unit).support
    return min(1, printed) if action == "demolition" and state.units[unit].kind == "sherman" else printed


def supported(table: Table[Betio], units: Sequence[str], action: Supported) -> tuple[Modifier, ...]:
    """BB 4.7.3, 4.7.6: what support adds to the die: the sum of the values to fire; to assault and demolition the best
    (reading A-10).

    More than one unit in support of these is coordinated by a roll on the Offshore Support Table.
    """
    if not units:
        return ()
    values = {unit: value(table.state, unit, action) for unit in units}
    pay(table, units, price(table, "support"), "support", "BB 4.7.3")
    if action == "fire":
        return terms_of(*(f.term("support", amount, "BB 4.7.3", unit) for unit, amount in values.items()))
    best = max(values, key=lambda unit: values[unit])
    terms = [f.term("support", values[best], "BB 4.7.3", best)]
    if len(units) > 1:
        (die,) = roll(
            table, "coordination", "BB 4.7.6", "more than one unit in support: the Offshore Support Table", of=units
        )
        points = table.read(OffshoreCard, str(die)).points
        table.record(f.CoordinationRolled(rule="BB 4.7.6", die=die, adds=points))
        terms.append(f.term("coordination", points, "BB 4.7.6"))
    return terms_of(*terms)


def why_not_support_all(
    table: Table[Betio], units: Sequence[str], acting: Sequence[str], target: str, action: Supported
) -> Objections:
    for unit in units:
        yield from why_not_support(table.state, unit, acting, target, action)
    yield from why_not_pay(table.state, units, price(table, "support"), "BB 4.7.3")
    if len(set(units)) < len(units):
        yield "BB 4.7.1", "a unit is named twice"


# ---- 4.8 Offshore Support ----


def owed_offshore(state: Betio) -> str:
    return "" if state.offshore_turn == state.turn else "the die of Offshore Support, `offshore`"


@verbs("BB 4.8.2", side="us", phases=("offshore",), offers=lambda state: [{}] if owed_offshore(state) else [])
def offshore(table: Table[Betio]) -> None:
    """BB 4.8.2: a daylight turn's Offshore Support Points by the printed table (reading A-09), less what was lost for
    good (10.3.3, 10.5.2)."""
    state = table.state
    table.require(not state.night, "BB 4.8.2", "Offshore Support is rolled for in daylight turns")
    table.require(state.offshore_turn != state.turn, "BB 4.8.2", "the die of this turn has been rolled")
    terms = terms_of(
        f.term("fleet-raid", -(state.fleet_raid == "offshore"), "BB 10.3.3"),
        f.term("carrier", -state.carrier, "BB 10.5.2"),
    )
    (die,) = roll(table, "offshore", "BB 4.8.2", "the Offshore Support Table")
    rolled = table.read(OffshoreCard, str(die)).points
    points = max(0, rolled + sum(one.amount for one in terms))
    table.record(
        f.OffshoreRolled(
            rule="BB 4.8.2", die=die, rolled=rolled, terms=terms, offshore=points, offshore_turn=state.turn
        )
    )
    table.leave("offshore")


def why_not_offshore(state: Betio, action: Supported) -> Objections:
    """BB 4.8.3: one point for a Fire or Assault Action."""
    if action == "demolition":
        yield "BB 4.8.3", "Offshore Support is not for demolitions"
    if not state.offshore:
        yield "BB 4.8.3", "no Offshore Support Point is left"


def spend_offshore(table: Table[Betio]) -> tuple[Modifier, ...]:
    """BB 4.8.1, 4.8.3, 4.8.4: a point adds 1, whatever else supports."""
    table.record(f.OffshoreSpent(rule="BB 4.8.3"))
    return (f.term("offshore", 1, "BB 4.8.3"),)


# ---- 10.4.2 against the wrecks ----


@verbs(
    "BB 10.4.2",
    side="us",
    phases=("actions",),
    offers=lambda state: [{}] if state.wrecks and state.offshore and state.wrecks_shelled < 2 else [],
)
def shell_wrecks(table: Table[Betio]) -> None:
    """BB 10.4.2, 10.4.3: all Offshore Support Points of a turn against the wrecks; two such turns are needed (reading
    A-36)."""
    state = table.state
    table.require(state.wrecks, "BB 10.4.2", "there are no Japanese in the wrecks")
    table.require(state.offshore > 0, "BB 10.4.3", "no Offshore Support Point is available")
    table.require(
        state.offshore == state.offshore_given,
        "BB 10.4.2",
        "it takes all Offshore Support Points of the turn, and some are spent",
    )
    table.record(f.OffshoreSpent(rule="BB 10.4.2", spent=state.offshore, wrecks=True))
    table.record(f.WrecksShelled(rule="BB 10.4.2", wrecks_shelled=state.wrecks_shelled + 1))
