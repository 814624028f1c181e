"""All dice but those of battles, each kind against what was to be expected: support, rebellion, night, banzai,
movement, landings, strikes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product

from domain.iph import facts as f
from domain.iph.carriers import HIT
from domain.iph.charts import LandingCard, LandingModifierCard, NightCard
from domain.iph.ford_island import FIRST_DAY
from domain.iph.issei import BREAKS_OUT
from domain.iph.movement import BY_DATE
from domain.iph.state import SIDES, Iph
from domain.iph.submarine import HITS
from domain.iph.support import FLIES, safe_airfields
from domain.kernel.entries import Entry
from domain.kernel.errors import Unread
from domain.kernel.facts import Rolled
from projections.report.counting import View, played, table_of
from projections.report.luck import against
from projections.report.model import Cell, Figure, ReportTable
from projections.report.odds import ChanceTally, card, die, summed_chances

FACES = range(1, 7)
Worth = Callable[[int], int]
"""What a face is worth."""
Kind = tuple[str, str]
"""Whose dice, and what they were thrown for."""


def support_dice(view: View) -> ReportTable:
    """What each kind of dice came to."""
    found: dict[Kind, list[ChanceTally]] = {}
    for kind, tally in thrown(view):
        found.setdefault(kind, []).append(tally)
    rows: list[tuple[Cell, ...]] = []
    for (side, what), tallies in sorted(found.items(), key=lambda item: list(SIDES).index(item[0][0])):
        all_of_them = summed_chances(tallies)
        rows.append((SIDES[side], what, Figure(str(len(tallies)), all_of_them.entries), *against(all_of_them)))
    return table_of(
        "Support dice",
        ("side", "for", "throws", "came to", "expected", "95% of the time", "chance of that or further"),
        rows,
        "Dice that decide no battle by themselves, each by what it was worth as the charts and the day had it when "
        "it was thrown. With fair dice "
        "the sum lies in the interval 95% of the time. What hangs on a chart that is not wholly known is left out.",
    )


def thrown(view: View) -> Iterator[tuple[Kind, ChanceTally]]:
    """Every throw of such dice, with its chances."""
    landed: dict[str, tuple[str, ...]] = {}
    torpedo = 0
    for entry, state, _ in played(view):
        fact = entry.fact
        if isinstance(fact, f.UnitsLanded):
            landed = dict(fact.places)
        elif isinstance(fact, f.SubmarineAttacked) and fact.hit:
            torpedo = entry.of
        elif isinstance(fact, Rolled) and fact.sides == len(FACES) and fact.dice and fact.side in SIDES:
            with suppress(Unread):  # nobody has read out that chart: there is nothing to be expected
                yield from tuple(_of(entry, fact, state, landed, torpedo == entry.of))


def _of(
    entry: Entry, rolled: Rolled, state: Iph, landed: dict[str, tuple[str, ...]], torpedo: bool
) -> Iterator[tuple[Kind, ChanceTally]]:
    """What a roll was for, and what it came to; several for a landing, none for what is told elsewhere."""

    def each(what: str, worth: Worth) -> Iterator[tuple[Kind, ChanceTally]]:
        for face in rolled.dice:
            yield (rolled.side, what), _one(face, worth, entry)

    match rolled.name:
        case "us-air":
            yield from each("carrier aircraft that fly", lambda face: int(face == FLIES))
        case "army-air":
            airfields = len(tuple(safe_airfields(state, state.airfields())))
            yield from each("US Army aircraft that fly", lambda face: int(face + airfields >= FLIES))
        case "issei":
            yield from each("rebellions of the Issei", lambda face: int(face == BREAKS_OUT))
        case "banzai-die":
            yield from each("columns for a banzai", lambda face: face // 2)
        case "mf":
            by_date = BY_DATE[state.date] - state.fallen
            yield from each(f"movement factors on {state.date} December", lambda face: max(0, face + by_date))
        case "strike":
            yield from each("hits on ships", lambda face: int(face <= HIT[rolled.side]))
        case "fate":
            yield from each(
                "ships sunk by torpedoes" if torpedo else "ships sunk by aircraft",
                lambda face: int(face == 1 if torpedo else face % 2),
            )
        case "row-points":
            yield from each("victory points for Battleship Row", lambda face: max(0, face - (state.date - FIRST_DAY)))
        case "row":
            number = len(rolled.dice)
            what = f"Battleship Row, {number} {'die' if number == 1 else 'dice'}"
            yield (rolled.side, what), ChanceTally(sum(rolled.dice), ((die(len(FACES)), number),), (entry.version,))
        case "submarine":
            sums = card(int(a + b in HITS) for a, b in product(FACES, FACES))
            yield (
                (rolled.side, "torpedo hits"),
                ChanceTally(int(sum(rolled.dice) in HITS), ((sums, 1),), (entry.version,)),
            )
        case "night":
            yield from each("night shifts for the attacker", lambda face: int(_night(state, face) == "for"))
        case "night-columns":
            yield from each("columns of night shifts", lambda face: face // 2)
        case "landing":
            yield from _landing(entry, rolled, state, landed)


def _one(face: int, worth: Worth, entry: Entry) -> ChanceTally:
    return ChanceTally(worth(face), ((card(map(worth, FACES)), 1),), (entry.version,))


def _night(state: Iph, face: int) -> str:
    return state.read(NightCard, str(face)).result


def _landing(
    entry: Entry, rolled: Rolled, state: Iph, landed: dict[str, tuple[str, ...]]
) -> Iterator[tuple[Kind, ChanceTally]]:
    """Units stalled, and steps lost on the way in, by the modifiers of the day and of the hex (8.5)."""
    units = [(unit, hex) for hex, units in landed.items() for unit in units]
    for face, (unit, hex) in zip(rolled.dice, units, strict=False):
        by = _modifier(state, hex)
        steps = state.units[unit].steps
        for what, worth in (
            ("units stalled in landing", _stalls(state, by)),
            ("steps lost in landing", _costs(state, by, steps)),
        ):
            yield (rolled.side, what), _one(face, worth, entry)


def _modifier(state: Iph, hex: str) -> int:
    """The modifiers of a landing by date and by geography (8.5)."""
    by_date = state.read(LandingModifierCard, f"{state.date}-dec").amount if state.date > min(BY_DATE) else 0
    return by_date + state.ground(hex).landing


def _stalls(state: Iph, by: int) -> Worth:
    return lambda face: int(state.read(LandingCard, str(face + by)).effect == "stalled")


def _costs(state: Iph, by: int, steps: int) -> Worth:
    return lambda face: {"step": 1, "eliminated": steps}.get(state.read(LandingCard, str(face + by)).effect, 0)
