"""IWO 22.3: the Banzai Charge and the Kirikami Charge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from domain.iwo import facts as f
from domain.iwo.common import Objections, UnitName, fine, heed, verbs
from domain.iwo.concealed import hq
from domain.iwo.fire import lose_step
from domain.iwo.hidden import where
from domain.iwo.state import ELIMINATED, Iwo
from domain.iwo.victory import check_survivors
from domain.kernel.facts import Loss, Modifier
from domain.kernel.questions import NOTHING, OneOf
from domain.kernel.table import Table

# ---- 22.3 the dice they add ----

BANZAI = 2
"""Dice more for each unit in the area of the HQ and next to it (IWO 22.3.1)."""


def charging(state: Iwo, attackers: Sequence[str]) -> tuple[Modifier, ...]:
    """IWO 22.3: the dice that the charges add to a Japanese assault."""
    more = sum(_more(state, unit) for unit in attackers) if state.phase == "jp_assault" else 0
    return (f.modifier("charge", more, "IWO 22.3"),) if more else ()


def _more(state: Iwo, unit: str) -> int:
    """IWO 22.3.1, 22.3.2: the dice that a unit has more: in and next to the area of a Banzai Charge, and for each
    Kirikami Charge."""
    now, banzai = state.units[unit], state.banzai_area
    if now.side != "jp":
        return 0
    near = bool(banzai) and (now.area == banzai or now.area in state.adjacent(banzai))
    return BANZAI * near + ((state.kirikami_times or 1) if state.kirikami_active else 0)


# ---- 22.3.2 Kirikami ----


def swordsmen(state: Iwo) -> tuple[str, ...]:
    """The Japanese units with a US unit in their area."""
    return tuple(unit for area in state.areas if state.at(area, "us") for unit in state.at(area, "jp"))


def why_not_kirikami(state: Iwo, unit: str) -> Objections:
    """IWO 22.3.2: what stands against a Kirikami Charge begun by a unit. Reading R-13: one a turn."""
    now = state.units[unit]
    if state.phase != "us_assault" or state.planned or state.kirikami_passed:
        yield "IWO 22.3.2", "a Kirikami Charge is declared at the start of the US Assault Phase"
    if now.side != "jp" or now.area not in state.areas:
        yield "IWO 22.3.2", f"{unit} is no Japanese unit on the map"
    if not state.at(now.area, "us"):
        yield "IWO 22.3.2", f"there is no US unit with {unit}"
    if state.kirikami_active and state.reading("R-13") == "one":
        yield "IWO 22.3.2", "one Kirikami Charge a turn (reading R-13)"


def _charges(state: Iwo) -> Iterator[Mapping[str, Any]]:
    yield from ({"unit": unit} for unit in swordsmen(state) if fine(why_not_kirikami(state, unit)))


@verbs("IWO 22.3.2", side="jp", phases=("us_assault",), offers=_charges)
def kirikami(table: Table[Iwo], unit: UnitName) -> None:
    """IWO 22.3.2: at the start of a US Assault Phase a Japanese unit with a US unit loses a step; all charge with
    +1."""
    heed(table, why_not_kirikami(table.state, unit))
    charge(table, unit)


def charge(table: Table[Iwo], unit: str) -> None:
    lose_step(table, unit, "IWO 22.3.2", "kirikami-charge")
    table.record(f.KirikamiDeclared(rule="IWO 22.3.2", unit=unit))


def start_us_assault(table: Table[Iwo]) -> None:
    """IWO 22.3.2: the Japanese player is offered the charge; with no unit beside a US unit there is nothing to
    offer."""
    while True:
        able = swordsmen(table.now())
        question = OneOf(
            name="kirikami",
            by="jp",
            rule="IWO 22.3.2",
            words=f"a Kirikami Charge: which unit loses a step, or {NOTHING}",
            options=(NOTHING, *able),
            default=NOTHING,
            names="unit",
            barred=partial(why_not_kirikami, table.state),
        )
        unit = table.ask(question) if able else table.gives(question, NOTHING)
        if unit == NOTHING:
            break
        charge(table, unit)
        if table.state.reading("R-13") == "one":
            break
    table.record(f.KirikamiPassed(rule="IWO 22.3.2"))


# ---- 22.3.1 Banzai ----


def why_not_banzai(state: Iwo) -> Objections:
    """IWO 22.3.1: what stands against a Banzai Charge."""
    if not hq(state):
        yield "IWO 22.3.1", "the HQ is no longer in play"
    if state.banzai_area:
        yield "IWO 22.3.1", "the Banzai Charge of this phase is declared"


@verbs(
    "IWO 22.3.1", side="jp", phases=("jp_assault",), offers=lambda state: [{}] if fine(why_not_banzai(state)) else []
)
def banzai(table: Table[Iwo]) -> None:
    """IWO 22.3.1: with the HQ in play, units in its area and next to it assault with +2; it costs the HQ.

    Reading R-15: of a concealed HQ the area is told, and nothing else.
    """
    heed(table, why_not_banzai(table.state))
    if unit := hq(table.state):
        told = where(table, unit, "IWO 22.3.1", f"where {unit} is, whose charge it is")
        area = told or table.state.units[unit].area
        table.record(f.BanzaiDeclared(rule="IWO 22.3.1", area=area))


def end_jp_assault(table: Table[Iwo]) -> None:
    """IWO 22.3: after a Banzai the HQ is lost, wherever it is; a Kirikami ends (reading R-14)."""
    unit = hq(table.state)
    if table.state.banzai_area and unit:
        lost = Loss(
            side="jp", unit=unit, steps=table.state.units[unit].steps, cause="banzai-charge", left=0, eliminated=True
        )
        table.record(f.UnitRemoved(rule="IWO 22.3.1", unit=unit, to=ELIMINATED, cause="banzai-charge", losses=(lost,)))
        check_survivors(table, "jp")
    if table.state.kirikami_active:
        table.record(f.KirikamiEnded(rule="IWO 22.3.2"))
