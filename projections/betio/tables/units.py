"""Landings by beach, with what was lost on the way, and recoveries unit by unit."""

from __future__ import annotations

from domain.betio import facts as f
from domain.betio.charts import BEACHES
from domain.betio.state import Betio
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import label
from projections.betio import words
from projections.report.counting import Tally, View, played, reasons, table_of
from projections.report.model import Cell, Figure, ReportTable

PIER = "the Long Pier"
LANDED = ("entered", "landed", "supply", "vessels", "units", "steps")


def landings(view: View) -> ReportTable:
    """For each invasion beach: vessels that came, units and supply points ashore, and vessels, units and steps lost
    before they were."""
    tally = Tally()
    for entry, state, _ in played(view):
        _count(tally, state, entry)
    beaches = [beach for beach in (*BEACHES, PIER) if any(key[0] == beach for key in tally.counts)]
    return table_of(
        "Landings by beach",
        (
            "beach",
            "vessels that came",
            "units ashore",
            "supply points ashore",
            "vessels lost",
            "units lost on the way",
            "steps lost on the way",
        ),
        tuple((beach, *(tally.figure(beach, column) for column in LANDED)) for beach in beaches),
        "By the beach that a vessel or unit made for. On the way: aboard or on the reef. Steps are those of units, "
        "not of vessels.",
    )


def _count(tally: Tally, state: Betio, entry: Entry) -> None:
    fact, version = entry.fact, entry.version
    if isinstance(fact, f.UnitEntered) and fact.vessel:
        tally.add(fact.beach or PIER, "entered", version=version)
    elif isinstance(fact, f.Landed):
        come = state.units.get(fact.unit) or state.units.get(fact.vessel)
        tally.add(
            (come.beach if come else "") or PIER, "supply" if fact.unit == "supply" else "landed", version=version
        )
    for loss in fact.losses:
        now = state.units.get(loss.unit)
        if now is None or not _is_on_the_way(state, now.hex, now.box):
            continue
        beach = now.beach or PIER
        if loss.eliminated:
            tally.add(beach, "vessels" if now.is_vessel else "units", version=version)
        if not now.is_vessel:
            tally.add(beach, "steps", version=version, amount=loss.steps)


def _is_on_the_way(state: Betio, hex: str, box: str) -> bool:
    """Whether somebody is aboard, on the reef or on the Long Pier."""
    card = state.charts.get("hexes", {}).get(hex)
    return box == "aboard" or (
        box == "map" and (card is None or not getattr(card, "area", "") or bool(getattr(card, "pier", False)))
    )


def recoveries(view: View) -> ReportTable:
    """A row for each unit that attempted recovery: its die, what it brought, or why there was none."""
    rows: list[tuple[Cell, ...]] = []
    open_rows: dict[str, int] = {}
    for entry in standing(view.entries):
        fact, turn = entry.fact, str(words.turn_of(entry))
        match fact:
            case f.RecoverySpoiled():
                rows += [
                    (turn, unit, "", "", "", Figure("failed before its die", (entry.version,))) for unit in fact.units
                ]
            case f.RecoveryRolled():
                open_rows[fact.unit] = len(rows)
                terms = reasons(fact.terms)
                rows.append((turn, fact.unit, Figure(str(fact.die), (entry.version,)), terms, str(fact.steps), "0"))
            case f.StepsRecovered():
                for gain in fact.gains:
                    if gain.unit in open_rows:
                        at = open_rows.pop(gain.unit)
                        rows[at] = (*rows[at][:-1], Figure(str(gain.steps), (entry.version,)))
            case f.VesselReturned():
                rows += [
                    (turn, gain.unit, "", "", "", Figure(f"{gain.steps}, {label(gain.cause)}", (entry.version,)))
                    for gain in fact.gains
                ]
    return table_of(
        "Recoveries",
        ("turn", "unit", "die", "modifiers", "steps by the table", "steps got back"),
        rows,
        "What the table gives is cut by full strength and by the casualties. A vessel comes back for two of its "
        "kind that were lost.",
    )
