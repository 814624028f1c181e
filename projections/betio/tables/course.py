"""How the game went turn by turn: casualties, morale, ground, supply and nights; where the markers and the areas stand
now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from domain.betio import facts as f
from domain.betio.facts.codes import MORALE_CAUSES, MoraleCause
from domain.betio.state import TOO_MANY, Betio
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Track, label
from projections.betio import words
from projections.betio.words import MORALE, signed, when
from projections.report.counting import Tally, View, played, table_of
from projections.report.model import Cell, Figure, ReportTable


class Turn(NamedTuple):
    """A turn: its entries that stand, and how the game stood before each of them and after the last."""

    number: int
    entries: tuple[Entry, ...]
    before: tuple[Betio, ...]
    after: Betio


def turns(view: View) -> Iterator[Turn]:
    """The turns so far. What belongs to none, as the beginning of the game, stands with the first."""
    after: Betio = view.rules.initial
    entries: list[Entry] = []
    states: list[Betio] = []
    number = 1
    for entry, before, state in played(view):
        now = words.turn_of(entry)
        if entries and now > number:
            yield Turn(number, tuple(entries), tuple(states), before)
            entries, states = [], []
        number = max(number, now)
        entries.append(entry)
        states.append(before)
        after = state
    if entries:
        yield Turn(number, tuple(entries), tuple(states), after)


def casualties(view: View) -> ReportTable:
    """The Casualty Track against 5,000, and what else each turn cost."""
    rows: list[tuple[Cell, ...]] = []
    units = view.state.units
    for turn in turns(view):
        tally, key = Tally(), str(turn.number)
        for entry in turn.entries:
            if isinstance(entry.fact, f.CasualtiesAdvanced):
                tally.add(key, "marks", version=entry.version)
            for loss in entry.fact.losses:
                tally.add(
                    key,
                    "vessels" if loss.unit in units and units[loss.unit].is_vessel else "steps",
                    version=entry.version,
                    amount=loss.steps,
                )
                if loss.eliminated:
                    tally.add(key, "gone", version=entry.version)
            for gain in entry.fact.gains:
                tally.add(key, "back", version=entry.version, amount=gain.steps)
        total = words.casualties(turn.after)
        now = "?" if total is None else str(total)
        left = "" if total is None else str(max(0, TOO_MANY - total))
        counted = (tally.figure(key, column) for column in ("marks", "steps", "vessels", "gone", "back"))
        rows.append((key, when(view.state, turn.number), now, left, *counted))
    return table_of(
        "Casualties turn by turn",
        (
            "turn",
            "when",
            "casualties",
            "to 5,000",
            "asterisks",
            "steps lost",
            "steps of vessels lost",
            "units eliminated",
            "steps got back",
        ),
        rows,
        f"The Casualty Track at the end of each turn; with {TOO_MANY} casualties the invasion has failed. "
        "Asterisks moved its marker a box each.",
    )


# ---- morale ----


def morale(view: View) -> ReportTable:
    """The morale of the Japanese, the Marines and each regiment at the end of each turn, with the entries that moved
    it."""
    rows: list[tuple[Cell, ...]] = []
    for turn in turns(view):
        moved: dict[str, list[int]] = {}
        for entry in turn.entries:
            for track in entry.fact.tracks:
                moved.setdefault(track.name, []).append(entry.version)
        levels = (Figure(signed(words.level(turn.after, track)), tuple(moved.get(track, ()))) for track in MORALE)
        rows.append((str(turn.number), when(view.state, turn.number), *levels))
    return table_of(
        "Morale turn by turn",
        ("turn", "when", *MORALE.values()),
        rows,
        "The numbers of the boxes at the end of each turn; several boxes may have the same number.",
    )


def reasons(view: View) -> ReportTable:
    """What moved each morale marker, in boxes up and down, by cause."""
    tally = Tally()
    for entry in standing(view.entries):
        if isinstance(entry.fact, f.MoraleMoved):
            for track in entry.fact.tracks:
                for column in (track.name, f"{track.name} up" if boxes_of(track) > 0 else f"{track.name} down"):
                    tally.add(entry.fact.cause, column, version=entry.version, amount=boxes_of(track))
    causes = [cause for cause in MORALE_CAUSES if any(key[0] == cause for key in tally.counts)]
    return table_of(
        "What moved morale",
        ("cause", *MORALE.values()),
        tuple((_cause(cause), *(tally.figure(cause, track, signed=True) for track in MORALE)) for cause in causes),
        "Boxes to the right, or below nothing to the left, in all.",
    )


def boxes_of(track: Track) -> int:
    """How many boxes to the right a marker went."""
    return track.now - track.was if isinstance(track.now, int) and isinstance(track.was, int) else 0


def _cause(cause: MoraleCause) -> str:
    return MORALE_CAUSES[cause]


def tracks(view: View) -> ReportTable:
    """Where each marker stands now: its box, counted from the left, and the number in it."""
    state: Betio = view.state
    rows: list[tuple[Cell, ...]] = [
        (title, str(state.tracks.get(track, 0) + 1), signed(words.level(state, track)))
        for track, title in MORALE.items()
    ]
    total = words.casualties(state)
    rows.append(("casualties", str(state.tracks.get("casualties", 0) + 1), "?" if total is None else str(total)))
    return table_of("Markers", ("track", "box", "number"), rows, "Boxes are counted from the left.")


# ---- ground ----


def ground(view: View) -> ReportTable:
    """Hexes cleared and lost again, areas secured and how many there are, turn by turn."""
    rows: list[tuple[Cell, ...]] = []
    for turn in turns(view):
        tally, key = Tally(), str(turn.number)
        names: list[str] = []
        versions: list[int] = []
        for entry in turn.entries:
            fact = entry.fact
            if isinstance(fact, f.HexesCleared | f.RunwayOccupied):
                tally.add(key, "cleared", version=entry.version, amount=len(fact.places))
            elif isinstance(fact, f.HexesUncleared):
                tally.add(key, "lost", version=entry.version, amount=len(fact.places))
            elif isinstance(fact, f.AreasSecured):
                names.append(fact.area if fact.secured else f"{fact.area} no longer")
                versions.append(entry.version)
        every = list(words.areas(turn.after))
        held = sum(area.now.secured for area in every)
        left = sum(len(area.left) for area in every)
        secured = Figure(", ".join(names), tuple(versions)) if names else ""
        rows.append(
            (
                key,
                when(view.state, turn.number),
                tally.figure(key, "cleared"),
                tally.figure(key, "lost"),
                secured,
                str(held),
                str(left),
            )
        )
    return table_of(
        "Ground turn by turn",
        ("turn", "when", "hexes cleared", "hexes lost again", "areas secured", "secured in all", "hexes to clear"),
        rows,
        "Runway hexes that were occupied count as cleared. To clear: hexes of Betio, as far as the map has been "
        "read out.",
    )


def areas(view: View) -> ReportTable:
    """The areas of Betio as they stand."""
    since = {
        entry.fact.area: entry
        for entry in standing(view.entries)
        if isinstance(entry.fact, f.AreasSecured) and entry.fact.secured
    }
    rows: list[tuple[Cell, ...]] = []
    for area in words.areas(view.state):
        entry = since.get(area.name) if area.now.secured else None
        secured: Cell = (
            Figure(f"turn {words.turn_of(entry)}", (entry.version,))
            if entry
            else "secured"
            if area.now.secured
            else "no"
        )
        guns = f"{area.destroyed} of {area.strongpoints}" if area.strongpoints else ""
        marks = ", ".join(words.markers_of(area.now))
        rows.append(
            (area.name, str(area.hexes), str(area.hexes - len(area.left)), str(len(area.left)), guns, secured, marks)
        )
    return table_of(
        "Areas",
        ("area", "hexes", "cleared", "to clear", "strongpoints destroyed", "secured", "markers"),
        rows,
        "Landing Beach Hexes need no clearing. A cleared hex counts its strongpoints as destroyed.",
    )


# ---- supply ----


def supply(view: View) -> ReportTable:
    """Supply points rolled, sent, given out, pooled and lost, turn by turn, and the pool at the end of each."""
    rows: list[tuple[Cell, ...]] = []
    for turn in turns(view):
        tally, key = Tally(), str(turn.number)
        die: Cell = ""
        for entry, before in zip(turn.entries, turn.before, strict=True):
            fact, version = entry.fact, entry.version
            match fact:
                case f.SupplyRolled():
                    die = Figure(f"{fact.die}" + "".join(f"{one.amount:+d}" for one in fact.terms), (version,))
                    tally.add(key, "rolled", version=version, amount=fact.rolled)
                case f.DirectSupplySent():
                    tally.add(key, "direct", version=version)
                case f.ActiveSupplyGiven():
                    tally.add(key, "free" if fact.free else "active", version=version, amount=len(fact.units))
                case f.SupplyAccumulated():
                    tally.add(
                        key,
                        "lost" if fact.lost else "pooled",
                        version=version,
                        amount=fact.lost or fact.pool - before.pool,
                    )
                case f.HeadsLost():
                    tally.add(key, "lost", version=version, amount=fact.lost)
        if any(part[0] == key for part in tally.counts) or turn.after.pool:
            counted = (tally.figure(key, column) for column in ("rolled", "direct", "active", "free", "pooled", "lost"))
            rows.append((key, when(view.state, turn.number), die, *counted, str(turn.after.pool)))
    return table_of(
        "Supply points",
        (
            "turn",
            "when",
            "die",
            "rolled",
            "sent as Direct Supply",
            "chits given",
            "chits without cost",
            "to the pool",
            "lost",
            "pool",
        ),
        rows,
        "Chits given cost a point each, from the pool or of this turn's. Lost: where no Supply Head functioned, or "
        "with one that was overrun.",
    )


# ---- nights ----


def nights(view: View) -> ReportTable:
    """The night events: the die, what it brought, and what that cost."""
    rows: list[tuple[Cell, ...]] = []
    every = standing(view.entries)
    for at, entry in enumerate(every):
        if not isinstance(entry.fact, f.NightEventRolled):
            continue
        turn = words.turn_of(entry)
        rest = [other for other in every[at + 1 :] if other.of == entry.of and other.moment.ids == entry.moment.ids]
        told = Figure("; ".join(_brought(rest)), tuple(other.version for other in rest)) if rest else ""
        event = label(entry.fact.event) + (", which had happened before" if entry.fact.again else "")
        rows.append((str(turn), when(view.state, turn), Figure(str(entry.fact.die), (entry.version,)), event, told))
    return table_of("Night events", ("turn", "when", "die", "event", "came of it"), rows)


def _brought(entries: list[Entry]) -> Iterator[str]:
    """What a night brought, counted."""
    counts: Counter[str] = Counter()
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, f.AirRaidRolled):
            yield f"air raid: {fact.hits} hits" if fact.hits != 1 else "air raid: 1 hit"
        elif isinstance(fact, f.AreasSuppressed):
            yield f"bombs on the Japanese in {', '.join(fact.areas)}"
        elif isinstance(fact, f.FleetRaided):
            yield f"aimed at {fact.fleet_raid}" if fact.fleet_raid != "failed" else "it failed"
        counts["attacks"] += isinstance(fact, f.BanzaiBegan)
        counts["repulsed on the table"] += isinstance(fact, f.BanzaiRolled) and fact.result == "repulsed"
        counts["stopped by fire"] += isinstance(fact, f.FireActionResolved) and fact.result == "S*"
        counts["hexes lost"] += len(fact.places) if isinstance(fact, f.HexesUncleared) else 0
        counts["Supply Heads lost"] += isinstance(fact, f.HeadsLost)
        counts["steps lost"] += sum(loss.steps for loss in fact.losses)
    yield from (f"{what} {count}" for what, count in counts.items() if count)
