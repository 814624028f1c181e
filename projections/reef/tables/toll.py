"""What the campaign cost: by BLT, Formation, kind of piece and scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.reef import facts as f
from domain.reef.charts import POOL, TRANSPORT
from domain.reef.landing import of_blt
from domain.reef.state import Reef
from projections.reef import words
from projections.reef.words import Strength, added, percent, strength
from projections.report.counting import Tally, View, side_title, table_of
from projections.report.model import Cell, Figure, ReportTable

COLUMNS = ("at first", "entered", "lost", "of these captured", "never entered", "reduced", "left", "lost of them")


def lost_in(view: View) -> Mapping[str, tuple[int, ...]]:
    """The entries in which pieces of each unit were lost."""
    found: dict[str, list[int]] = {}
    for dated in words.dated(view):
        for loss in dated.entry.fact.losses:
            found.setdefault(loss.unit, []).append(dated.entry.version)
    return {unit: tuple(dict.fromkeys(versions)) for unit, versions in found.items()}


def row(total: Strength, versions: Iterable[int]) -> tuple[Cell, ...]:
    """The cells of a row of losses."""
    lost: Cell = Figure(str(total.lost), tuple(dict.fromkeys(versions))) if total.lost else ""
    shown = (
        str(total.entered),
        lost,
        *(str(n) if n else "" for n in (total.captured, total.unentered, total.reduced)),
        str(total.left),
    )
    return (str(total.start), *shown, percent(total.lost, total.start) if total.lost else "")


def _rows(
    view: View, groups: Mapping[str, Iterable[str]], twice: Mapping[str, int] | None = None
) -> list[tuple[Cell, ...]]:
    """A row for each heading, of the units it has; less what is counted `twice` in it."""
    state, where = view.state, lost_in(view)
    found: list[tuple[Cell, ...]] = []
    for title, names in groups.items():
        names = [name for name in names if name in state.units]
        if names:
            total = added([strength(view, name) for name in names])
            total = total._replace(start=total.start - (twice or {}).get(title, 0))
            found.append((title, *row(total, (version for name in names for version in where.get(name, ())))))
    return found


def units_of(state: Reef, groups: Iterable[str]) -> list[str]:
    return [name for group in groups for name, unit in state.units.items() if unit.group == group]


def blts(view: View) -> ReportTable:
    """Losses by BLT, in pieces; the last row is their sum."""
    state: Reef = view.state
    groups = {words.battalion(blt): units_of(state, of_blt(state, blt)) for blt in state.blts}
    others = [name for name in state.formations if state.formations[name].blt not in state.blts]
    if others:
        groups["Scout Snipers"] = units_of(state, others)
    groups["LVTs"] = units_of(state, (TRANSPORT,))
    groups["all Marines"] = [name for name, unit in state.units.items() if unit.side == "us"]
    return table_of(
        "Losses by BLT",
        ("BLT", *COLUMNS),
        _rows(view, groups),
        "In pieces of all kinds, by the Formation Table." + words.unseen(state),
    )


def formations(view: View) -> ReportTable:
    """Losses by Formation."""
    state: Reef = view.state
    groups = {words.group_words(state, name): units_of(state, (name,)) for name in state.formations}
    about = "A piece belongs to its Formation wherever it was attached." + words.unseen(state)
    return table_of("Losses by Formation", ("Formation", *COLUMNS), _rows(view, groups), about)


def kinds(view: View) -> ReportTable:
    """Losses by kind of piece."""
    state: Reef = view.state
    groups: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        groups.setdefault(f"{words.SIDE.get(unit.side, unit.side)}: {unit.kind}", []).append(name)
    shifted: dict[str, int] = {}  # pieces that came into a group out of another
    for dated in words.dated(view):
        if isinstance(dated.entry.fact, f.PiecesShifted):
            for kind, number in dated.entry.fact.pieces.items():
                title = f"{words.SIDE['jp']}: {kind}"
                shifted[title] = shifted.get(title, 0) + number
    return table_of(
        "Losses by kind",
        ("kind", *COLUMNS),
        _rows(view, dict(sorted(groups.items())), shifted),
        "Of both sides." + words.unseen(state),
    )


def japanese(view: View) -> ReportTable:
    """The Japanese by beach, out of the Reserve Pool, and the Koreans apart."""
    state: Reef = view.state
    groups: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        if unit.side == "jp" and unit.group != POOL:
            title = "Korean labor units" if state.kind(unit.kind).korean else words.group_words(state, unit.group)
            groups.setdefault(title, []).append(name)
    return table_of(
        "The Japanese by beach",
        ("where", *COLUMNS),
        _rows(view, groups),
        "What is in the Reserve Pool has a table of its own.",
    )


def points(view: View) -> ReportTable:
    """Casualty Victory Points by CG Date and side, and what they were for."""
    tally = Tally()
    dates: list[str] = []
    for dated in words.dated(view):
        date = words.when(dated)
        for one in dated.entry.fact.points:
            if date not in dates:
                dates.append(date)
            tally.add(date, one.side, version=dated.entry.version, amount=one.amount)
            column = "unentered" if one.code == "unentered" else "combat"
            tally.add(date, f"{one.side} {column}", version=dated.entry.version, amount=one.amount)
            tally.add("in all", one.side, version=dated.entry.version, amount=one.amount)
            tally.add("in all", f"{one.side} {column}", version=dated.entry.version, amount=one.amount)
    columns = ("us", "jp combat", "jp unentered", "jp")
    marine, enemy = side_title(view, "us"), side_title(view, "jp")
    return table_of(
        "Casualty Victory Points",
        ("date", marine, f"{enemy}, combat", f"{enemy}, failed to enter", f"{enemy} in all"),
        tuple(
            (date, *(tally.figure(date, column) for column in columns))
            for date in (*dates, *(["in all"] if dates else []))
        ),
        "By the values read out; a side has the points of what the other lost.",
    )
