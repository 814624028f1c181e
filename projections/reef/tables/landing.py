"""Battalions and their Formations, Assault Waves as they were planned and made, leaders."""

from __future__ import annotations

from domain.reef import facts as f
from domain.reef.landing import entered, of_blt
from domain.reef.state import Reef, Wave
from projections.reef import words
from projections.report.counting import Tally, View, table_of
from projections.report.model import Cell, Figure, ReportTable


def battalions(view: View) -> ReportTable:
    """Each BLT: its type, its Entry Area, when it was committed, how many of its Formations have entered."""
    assigned: dict[str, int] = {}
    committed: dict[str, tuple[str, int]] = {}
    for dated in words.dated(view):
        if isinstance(dated.entry.fact, f.EntryAreaAssigned):
            assigned[dated.entry.fact.blt] = dated.entry.version
        if isinstance(dated.entry.fact, f.BltCommitted):
            committed[dated.entry.fact.blt] = (words.when(dated), dated.entry.version)
    state: Reef = view.state
    rows: list[tuple[Cell, ...]] = []
    for blt, now in state.blts.items():
        names = of_blt(state, blt)
        area: Cell = Figure(now.area, (assigned[blt],)) if blt in assigned else now.area
        when: Cell = Figure(committed[blt][0], (committed[blt][1],)) if blt in committed else ""
        done = sum(entered(state, name) for name in names)
        rows.append(
            (
                words.battalion(blt),
                " or ".join(words.ROLES[role] for role in now.roles),
                area,
                when,
                str(len(names)),
                str(done),
            )
        )
    return table_of(
        "Battalions",
        ("battalion", "type", "Entry Area", "committed for", "Formations", "entered"),
        rows,
        "Formations as they belong to the BLTs now; one that was eliminated before it entered is counted as entered."
        + words.unseen(state),
    )


def landings(view: View) -> ReportTable:
    """Each Assault Wave: what it was, when it was to enter, and what became of it."""
    before: Reef = view.rules.initial
    plans: dict[str, f.WaveAssigned | Wave] = {
        name: wave for name, wave in before.waves.items() if not wave.open or wave.due
    }
    seen: dict[str, int] = {}
    tally = Tally()
    where: dict[str, dict[str, None]] = {}
    for dated in words.dated(view):
        fact, version = dated.entry.fact, dated.entry.version
        if isinstance(fact, f.WaveAssigned):
            plans[fact.wave] = fact
            seen.setdefault(fact.wave, version)
        elif isinstance(fact, f.PiecesEntered):
            tally.add(fact.wave, "entered", version=version, amount=sum(fact.pieces.values()))
            if fact.loads:
                tally.add(fact.wave, "lvts", version=version, amount=len(fact.loads))
            where.setdefault(fact.wave, {}).update(dict.fromkeys(fact.hexes))
        elif isinstance(fact, f.PiecesLost) and fact.cause == "unentered":
            tally.add(fact.wave, "unentered", version=version, amount=sum(loss.steps for loss in fact.losses))
    rows = []
    for name, plan in plans.items():
        added = "; ".join(f"{', '.join(pieces)} of {group}" for group, pieces in plan.attached.items())
        columns = (tally.figure(name, column) for column in ("entered", "lvts", "unentered"))
        names = ", ".join(plan.formations)
        formations = Figure(names, (seen[name],)) if name in seen else names
        rows.append(
            (
                name,
                plan.blt,
                formations,
                added,
                str(plan.scenario),
                str(plan.turn),
                *columns,
                ", ".join(where.get(name, {})),
            )
        )
    return table_of(
        "Assault Waves",
        ("wave", "BLT", "Formations", "added", "scenario", "turn", "pieces entered", "LVTs", "did not enter", "where"),
        tuple(rows),
        "As the Landing Schedule Record has them; those of a side that still hides them are not here.",
    )


def leaders(view: View) -> ReportTable:
    """How the LD DRs spread: by side and branch, how many of each leader."""
    tally = Tally()
    found: dict[str, None] = {}
    for dated in words.dated(view):
        fact = dated.entry.fact
        if isinstance(fact, f.LeaderDetermined):
            leader = "#" if fact.inexperienced else fact.leader or "none"
            side = "Marine" if fact.group in dated.before.formations else "Japanese"
            tally.add(f"{side}, {fact.branch}", leader, version=dated.entry.version)
            tally.add(f"{side}, {fact.branch}", "DRs", version=dated.entry.version)
            found[leader] = None
    order = ("10-3", "10-2", "10-1", "10-0", "9-2", "9-1", "9-0", "8-1", "8-0", "7-0", "8+1", "none", "#")
    names = [name for name in order if name in found]
    rows = [
        (who, tally.figure(who, "DRs"), *(tally.figure(who, name) for name in names))
        for who in dict.fromkeys(key[0] for key in tally.counts)
    ]
    return table_of(
        "Leaders", ("leaders", "DRs", *names), tuple(rows), "The 10-3 of the Scout Snipers is given by the text: no DR."
    )
