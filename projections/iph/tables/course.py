"""How the game went: chits and Japanese phases in their order, what happened when, what brought points, and secrets
kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.iph import facts as f
from domain.iph.charts import HONOLULU_HEXES
from domain.iph.control import honolulu, worth
from domain.iph.state import BBROW, BEACHHEAD, Iph
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import GameEnded, PhaseBegan, label
from projections.iph.words import day, place
from projections.report.counting import Count, Tally, View, played, table_of, turn_of
from projections.report.model import Cell, Figure, ReportTable
from projections.report.toll import steps_lost

JAPANESE = {"jp_move": "JAPANESE MOVEMENT", "jp_fight": "JAPANESE COMBAT"}
"""The phases the Japanese player takes between the others, in capitals: they are what one looks for in a row of
chits."""


def order(view: View) -> ReportTable:
    """The phases of each turn in the order in which they came, what the turn cost, and the points at its end."""
    phases: dict[int, list[tuple[str, int]]] = {}
    tally, points = Tally(), dict[int, int]()
    for entry, state, after in played(view):
        turn = entry.fact.turn if isinstance(entry.fact, f.TurnBegan) else state.turn
        if isinstance(entry.fact, f.ChitPulled):
            phases.setdefault(turn, []).append((entry.fact.chit, entry.version))
        elif isinstance(entry.fact, PhaseBegan) and entry.fact.phase in JAPANESE:
            phases.setdefault(turn, []).append((JAPANESE[entry.fact.phase], entry.version))
        for loss in entry.fact.losses:
            tally.add(str(turn), loss.side, version=entry.version, amount=steps_lost(view, loss))
        points[turn] = after.vp
    rows: list[tuple[Cell, ...]] = [
        (
            str(turn),
            day(state, turn),
            Figure(", ".join(name for name, _ in came), tuple(version for _, version in came)),
            tally.figure(str(turn), "us"),
            tally.figure(str(turn), "jp"),
            str(points[turn]),
        )
        for turn, came in phases.items()
    ]
    return table_of(
        "Chits and phases, turn by turn",
        ("turn", "when", "order", "US lost", "Japanese lost", "points"),
        rows,
        "Sub-command chits in the order in which they were pulled, with the Japanese phases where they were taken; "
        "steps lost, and victory points at the end of the turn.",
    )


# ---- what happened when ----


def dates(view: View) -> ReportTable:
    """The days of what happens once, and how far what did not happen had come."""
    rows: list[tuple[Cell, ...]] = []
    for entry in standing(view.entries):
        turn = turn_of(entry)
        for what, how in _event(view, entry):
            rows.append((what, turn, day(view.state, int(turn)) if turn else "", Figure(how, (entry.version,))))
    happened = {row[0] for row in rows}
    rows += [(what, "", "not so far", how) for what, how in _missing(view) if what not in happened]
    return table_of("What happened when", ("what", "turn", "when", "how"), rows)


def _event(view: View, entry: Entry) -> Iterator[tuple[str, str]]:
    fact, units = entry.fact, view.state.units
    match fact:
        case f.BeachheadRevealed():
            yield "Beachhead", f"shown: {', '.join(place(view.state, hex) for hex in fact.hexes.values())}"
        case f.HonoluluFell():
            yield "Honolulu", "each of its hexes has been Japanese"
        case f.RebellionBrokeOut():
            yield "Issei rebellion", "breaks out"
        case f.ArmyAircraftAvailable():
            yield "US Army aircraft", "available"
        case f.ArmyAircraftRemoved():
            yield "US Army aircraft", "removed for good"
        case f.ChitsRetired():
            yield "Sub-command", f"{', '.join(fact.chits)} out of the game"
        case f.ShipLost():
            yield fact.ship, f"{fact.fate} by {fact.by}"
        case GameEnded():
            yield "End", fact.why
    for loss in fact.losses:
        if loss.unit in units and units[loss.unit].command == BEACHHEAD:
            yield "Beachhead marker", f"{loss.unit} lost: {loss.cause}"
        elif loss.unit in units and units[loss.unit].command == BBROW:
            yield "Battleship Row", f"lost: {loss.cause}"


def _missing(view: View) -> Iterator[tuple[str, str]]:
    """What may happen once in a game, and how things stand where it has not."""
    state: Iph = view.state
    yield "Honolulu", f"{sum(map(state.ever_japanese, honolulu(state)))} of {HONOLULU_HEXES} hexes have been Japanese"
    yield "Issei rebellion", "quiet"
    yield "Battleship Row", "in play" if state.bbrow else "out of play"


# ---- points ----

SOURCES: Mapping[str, str] = {
    "beachhead": "Beachheads",
    "hex": "hexes", "battleship-row": "Battleship Row", "us-carrier": "US carriers", "ijn-carrier": "IJN carriers",
    "battleship": "IJN battleships", "": "set by hand",
}  # fmt: skip


def sources(view: View) -> ReportTable:
    """What brought victory points and cost them, and what that comes to; held against the map as it stands (4.4 to
    4.8)."""
    brought, cost, net = Tally(), Tally(), Count()
    codes: dict[str, bool] = {}
    for entry in standing(view.entries):
        for award in entry.fact.points:
            codes[award.code] = award.permanent
            (brought if award.amount > 0 else cost).add(award.code, version=entry.version, amount=award.amount)
            net.add(entry.version, award.amount)
    rows: list[tuple[Cell, ...]] = []
    for code in [code for code in SOURCES if code in codes] + [code for code in codes if code not in SOURCES]:
        now = sum(int(count.counts[code,].value) for count in (brought, cost) if (code,) in count.counts)
        kept = "for good" if codes[code] else "while it is held"
        rows.append(
            (SOURCES.get(code, label(code)), brought.figure(code), cost.figure(code), str(now), kept, _held(view, code))
        )
    if rows:
        rows.append(("in all", "", "", net.figure(), "", _agrees(view, int(net.value))))
    return table_of(
        "Points by what they were for",
        ("for", "brought", "cost", "now", "lasts", "on the map"),
        rows,
        "On the map: what Beachheads and hexes under Japanese control are worth now.",
    )


def _held(view: View, code: str) -> str:
    """What the map says of what can be lost again."""
    state: Iph = view.state
    if code == "beachhead" and state.reading("R-12") == "hex":
        return str(sum(hex.beachhead and hex.control == "jp" for hex in state.hexes.values()))
    if code == "beachhead":
        return str(len(state.beachheads))
    return str(sum(worth(state, hex) for hex in state.hexes if state.control(hex) == "jp")) if code == "hex" else ""


def _agrees(view: View, total: int) -> str:
    return "" if view.state.vp == total else f"the record says {view.state.vp}"


# ---- secrets ----


def secrets(view: View) -> ReportTable:
    """What was written down in secret, when it was shown, and whether it was that."""
    rows: list[tuple[Cell, ...]] = []
    chosen: dict[str, Entry] = {}
    for entry in standing(view.entries):
        fact = entry.fact
        if isinstance(fact, f.BeachheadCommitted | f.DispositionCommitted):
            chosen = {"committed": entry}
        elif isinstance(fact, f.BeachheadChosen | f.DispositionChosen):
            chosen["kept"] = entry
        elif isinstance(fact, f.BeachheadRevealed | f.CoverLifted) and "committed" in chosen:
            what = "beachhead" if isinstance(fact, f.BeachheadRevealed) else "Japanese disposition"
            first = Figure(chosen["committed"].moment.path[-1], tuple(one.version for one in chosen.values()))
            rows.append(
                (what, turn_of(entry), first, Figure(entry.moment.path[-1], (entry.version,)), _agree(chosen, fact))
            )
            chosen = {}
    about = (
        "What the Japanese player settled in secret, and showed later; sealed: whether it was that is for those "
        "who may read what was sealed."
    )
    return table_of("Secrets", ("what", "turn", "committed", "shown", "what was shown"), rows, about)


def _agree(chosen: Mapping[str, Entry], shown: f.BeachheadRevealed | f.CoverLifted) -> str:
    """Whether what was shown is what was written down."""
    committed = chosen["committed"].fact
    if isinstance(committed, f.BeachheadCommitted | f.DispositionCommitted) and committed.on_paper:
        return "on paper"
    if "kept" not in chosen:
        return "sealed"
    return "as committed" if shown.reveals(chosen["kept"].fact) else "something else"
