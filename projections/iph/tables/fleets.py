"""Ships and aircraft: dispositions, tables, strikes, draws and what they sank, by date; and where aircraft flew, turn
by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.iph import facts as f
from domain.iph.state import SIDES, Iph
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Drawn, Rolled
from projections.iph.words import day
from projections.report.counting import Tally, View, played, table_of, turn_of
from projections.report.model import Cell, Figure, ReportTable

FINDS = {
    "ijn-finds-us": "IJN finds US",
    "usn-finds-ijn": "USN finds IJN", "mutual": "mutual discovery", "none": "no carrier combat",
    "not-rolled": "not rolled: not both sides have carriers close-in",
}  # fmt: skip


def naval(view: View) -> ReportTable:
    """Everything at sea, in its order, with the dice and what came of it."""
    rows: list[tuple[Cell, ...]] = []
    dice: dict[str, Entry] = {}
    for entry in standing(view.entries):
        fact = entry.fact
        if isinstance(fact, Rolled):
            dice[fact.name] = entry
            continue
        for what, roll, came in _rows(fact):
            thrown = dice.pop(roll, None) if roll else None
            rows.append((turn_of(entry), what, _faces(thrown), Figure(came, (entry.version,)), _points(entry)))
    return table_of(
        "At sea",
        ("turn", "what", "dice", "came of it", "points"),
        rows,
        "Dispositions, tables, strikes, draws and losses, by date.",
    )


def _rows(fact: object) -> Iterator[tuple[str, str, str]]:
    """What a fact is about, the roll it rests on, and what came of it."""
    match fact:
        case f.ShipsDisposed():
            yield "US disposition", "", _boxes(fact.boxes)
        case f.CoverLifted():
            yield "Japanese disposition", "", f"{_boxes(fact.boxes)}; {fact.aircraft} aircraft close-in"
        case f.CarrierWarfareRolled():
            yield "Carrier Warfare Table", "carrier-warfare", FINDS[fact.finds]
        case f.StrikeAllocated():
            aimed = ", ".join(f"{count} at {ship}" for ship, count in fact.targets.items() if count)
            yield (
                f"{SIDES[fact.side]} strike",
                "",
                f"{fact.aircraft} aircraft" + (f": {aimed}" if aimed else ", ships hit are drawn"),
            )
        case f.BattleshipStruck():
            yield "US strike on support", "", f"{fact.aircraft} aircraft: {fact.ship}"
        case f.StrikeRolled():
            yield (
                f"{SIDES[fact.side]} aircraft" + (f" at {fact.target}" if fact.target else ""),
                "",
                f"{fact.die}: {'hit' if fact.hit else 'missed'}",
            )
        case Drawn() if fact.name == "ship":
            yield "ship drawn", "", fact.item
        case f.SubmarineAttacked():
            yield "submarine", "submarine", "hit" if fact.hit else "missed"
        case f.ShipLost():
            yield (
                fact.ship,
                "fate",
                f"{fact.fate} by {fact.by}" + (f", with {fact.aircraft} aircraft" if fact.aircraft else ""),
            )


def _boxes(boxes: f.Boxes) -> str:
    told = [
        f"{box} {', '.join(ship for ship, where in boxes.items() if where == box)}"
        for box in ("close-in", "distant")
        if box in boxes.values()
    ]
    return "; ".join(told) or "no ship left"


def _faces(entry: Entry | None) -> Cell:
    if entry is None or not isinstance(entry.fact, Rolled):
        return ""
    return Figure(" ".join(map(str, entry.fact.dice)), (entry.version,))


def _points(entry: Entry) -> Cell:
    amount = sum(points.amount for points in entry.fact.points)
    return Figure(f"{amount:+d}", (entry.version,)) if amount else ""


# ---- aircraft ----

MISSIONS = (
    "IJN close-in",
    "IJN in battles",
    "IJN interdicting",
    "IJN lost",
    "USN rolled for",
    "USN flew",
    "Army rolled for",
    "Army flew",
)


def missions(view: View) -> ReportTable:
    """Where aircraft flew in each turn: how many were there, and for what."""
    tally = Tally()
    turns: list[int] = []
    for entry, state, _ in played(view):
        for column, amount in _flown(entry.fact, state):
            if state.turn not in turns:
                turns.append(state.turn)
            tally.add(str(state.turn), column, version=entry.version, amount=amount)
    rows = [(str(turn), day(state, turn), *(tally.figure(str(turn), column) for column in MISSIONS)) for turn in turns]
    return table_of(
        "Aircraft by turn",
        ("turn", "when", *MISSIONS),
        rows,
        "IJN: of each disposition how many are close-in; those in battles, raids among them, and those that "
        "interdict hexes. USN and Army: dice "
        "thrown for them, and how many flew.",
    )


def _flown(fact: object, state: Iph) -> Sequence[tuple[str, int]]:
    match fact:
        case f.CoverLifted():
            found = [("IJN close-in", fact.aircraft)]
        case f.AircraftFlown(side="jp"):
            found = [("IJN in battles", fact.carrier)]
        case f.AircraftFlown():
            found = [("USN flew", fact.carrier), ("Army flew", int(fact.army))]
        case f.InterdictionPlaced():
            found = [("IJN interdicting", len(fact.hexes))]
        case f.AircraftLost():
            found = [("IJN lost", fact.aircraft)]
        case Rolled(name="us-air"):
            found = [("USN rolled for", len(fact.dice))]
        case Rolled(name="army-air"):
            found = [("Army rolled for", len(fact.dice))]
        case _:
            found = []
    return [(column, amount) for column, amount in found if amount]
