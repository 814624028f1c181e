"""Tables of a game by lines of paper: how its pieces were set up, and the luck of dice that are no pips."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.free.charts import GameRow, PieceRow
from domain.free.cutting import OTHER, REMARK, WORD, cut, die_in
from domain.free.facts import LineSaid, Thrown
from domain.free.naming import folded_words
from domain.free.state import side_code
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import GameBegan
from projections.report.counting import View
from projections.report.model import Cell, Figure, ReportTable


def tables(view: View) -> tuple[ReportTable, ...]:
    """Those that hold something."""
    every = (setup(view), faces_thrown(view), sums_thrown(view))
    return tuple(table for table in every if table.rows)


# ---- how it began ----


def setup(view: View) -> ReportTable:
    """Where each piece stood first, and how much of it there was first."""
    places, steps, sides = dict[str, Figure](), dict[str, Figure](), dict[str, str]()
    for name, says in _rows(view, PieceRow.CHART).items():
        row = PieceRow.model_validate(says)
        sides[name] = side_code(row.side)
        if row.at and not row.several:
            places[name] = Figure(row.at)
        if row.steps and not row.several:
            steps[name] = Figure(str(row.steps))
    for entry, fact in _lines(view):
        lost = {one.unit: one.steps for one in fact.losses}
        gained = {one.unit: one.steps for one in fact.gains}
        for piece in fact.pieces:
            sides.setdefault(piece.unit, piece.side)
            if piece.at and not piece.out:
                places.setdefault(piece.unit, Figure(piece.at, (entry.version,)))
            if piece.counted and piece.unit not in steps:
                first = piece.steps + lost.get(piece.unit, 0) - gained.get(piece.unit, 0)
                steps[piece.unit] = Figure(str(first), (entry.version,))
    names = sorted(places.keys() | steps.keys(), key=lambda name: (sides.get(name, ""), name))
    rows: list[tuple[Cell, ...]] = [
        (_named(view, sides.get(name, ""), "nobody"), name, places.get(name, ""), steps.get(name, "")) for name in names
    ]
    about = "Where each piece stood first."
    return ReportTable("Set-up", ("side", "piece", "place", "steps"), tuple(rows), about, in_story=True)


def set_up_lines(view: View) -> frozenset[int]:
    """The lines before play of which the table of the set-up shows every word, by their entries."""
    first = [
        (row[1], version)
        for row in setup(view).rows
        for cell in row
        if isinstance(cell, Figure)
        for version in cell.entries
    ]
    found = set[int]()
    for entry, fact in _lines(view):
        shown = all((piece.unit, entry.version) in first for piece in fact.pieces)
        if fact.losses or fact.gains or fact.points or fact.fire or not shown:
            break
        more = fact.tracks or fact.holds or fact.piles or fact.thrown or fact.missed or fact.why
        if fact.pieces and not more and _only_places(view, fact):
            found.add(entry.version)
    return frozenset(found)


def _only_places(view: View, fact: LineSaid) -> bool:
    """Whether a line holds no word but of pieces, where they are, and how many."""
    names = [*view.rules.sides.values(), *(name for piece in fact.pieces for name in (piece.unit, piece.at))]
    words = {"at", "and", "the", *(word for name in names for word in folded_words(name))}
    return all(
        words.issuperset(folded_words(token.raw)) if token.number is None else True
        for token in cut(fact.text)
        if token.kind in (WORD, REMARK, OTHER)
    )


# ---- dice that are no pips ----


def faces_thrown(view: View) -> ReportTable:
    """The faces of the game's own dice, as often as they came, against fair ones."""
    said = next((str(says.get("dice", "")) for says in _rows(view, GameRow.CHART).values()), "")
    die = die_in(said)
    shares = _shares(said) if die and die.faces else {}
    rows: list[tuple[Cell, ...]] = []
    for side, came in _thrown(view, lambda one: bool(one.faces) and set(one.faces) <= shares.keys()).items():
        faces = Counter(face for _, one in came for face in one.faces)
        entries = tuple(dict.fromkeys(version for version, _ in came))
        for face, share in shares.items():
            fair = sum(faces.values()) * share
            rows.append((_named(view, side), face, Figure(str(faces[face]), entries), f"{fair:.1f}"))
    about = "Faces of dice that show words, or begin with 0, and as many as fair dice show."
    return ReportTable("Faces", ("side", "face", "came", "expected"), tuple(rows), about)


def sums_thrown(view: View) -> ReportTable:
    """Dice of which only the sum was said, against fair ones."""
    rows: list[tuple[Cell, ...]] = []
    for side, came in _thrown(view, lambda one: one.total is not None and one.sides > 1).items():
        kinds = defaultdict[tuple[int, int], list[tuple[int, int]]](list)
        for version, one in came:
            kinds[one.count, one.sides].append((version, one.total or 0))
        for (count, sides), sums in sorted(kinds.items()):
            mean = Figure(f"{sum(total for _, total in sums) / len(sums):.2f}", tuple(version for version, _ in sums))
            rows.append(
                (_named(view, side), f"{count}d{sides}", str(len(sums)), mean, f"{count * (sides + 1) / 2:.2f}")
            )
    columns = ("side", "dice", "sums", "mean", "expected mean")
    return ReportTable("Sums of dice", columns, tuple(rows), "Dice of which the table wrote down the sum alone.")


def _shares(faces: str) -> Mapping[str, float]:
    """How often each face of a die comes: a word may stand on several."""
    die = die_in(faces)
    words = faces.casefold().replace(",", " ").split()
    if len(words) == 1 and die:
        return dict.fromkeys(sorted(die.faces, key=int), 1 / die.sides)
    return {face: count / len(words) for face, count in Counter(words).items()}


def _thrown(view: View, counts: Callable[[Thrown], bool]) -> Mapping[str, Sequence[tuple[int, Thrown]]]:
    found = defaultdict[str, list[tuple[int, Thrown]]](list)
    for entry, fact in _lines(view):
        for one in fact.thrown:
            if counts(one):
                found[fact.side].append((entry.version, one))
    return found


def _lines(view: View) -> Iterator[tuple[Entry, LineSaid]]:
    return ((entry, entry.fact) for entry in standing(view.entries) if isinstance(entry.fact, LineSaid))


def _rows(view: View, chart: str) -> Mapping[str, Mapping[str, Any]]:
    """What a pack, or the table as it began, says in a chart."""
    began = next((entry.fact for entry in view.entries if isinstance(entry.fact, GameBegan)), None)
    return began.charts.get(chart, {}) if began else {}


def _named(view: View, side: str, nobody: str = "the table") -> str:
    return view.rules.sides.get(side, side) or nobody
