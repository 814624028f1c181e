"""What every part of what is shown calls things: days, hexes, ships, forces; and what a side that looks on may
count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.iph.charts import HexCard, TurnCard
from domain.iph.state import JAPANESE, WIN, Iph, date_of, part_of
from domain.wargame.war_facts import several

BOXES = ("close-in", "distant", "damaged", "sunk")
"""Where a ship is, or how it went, in the order in which that is told."""


def day_of(state: Iph, turn: int) -> tuple[int, str]:
    """The day of December of a turn, and the part of the day, by the Turn Record Track where it has been read out."""
    box = state.rows(TurnCard).get(str(turn))
    return (box.date, box.part) if box else (date_of(turn), part_of(turn))


def day(state: Iph, turn: int | None = None) -> str:
    """When a turn is, the one at hand where none is named: `8 December, morning`."""
    date, part = day_of(state, state.turn if turn is None else turn)
    return f"{date} December, {part}"


def place(state: Iph, hex: str) -> str:
    """A hex, with what it is called: `2821 (Pearl City)`."""
    card = state.rows(HexCard).get(hex)
    return f"{hex} ({card.name})" if card and card.name else hex


def standing(vp: int) -> str:
    """The victory points, and how far they are from deciding the game (IPH 4.2, 4.3)."""
    if vp >= WIN:
        return f"{several(vp, 'victory point')}, enough for a Japanese victory"
    return f"{several(vp, 'victory point')}, {WIN - vp} short of a Japanese victory"


def fleet(state: Iph, side: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ships of a side, box by box, those that are gone last."""
    for box in BOXES:
        ships = tuple(name for name, ship in state.ships.items() if ship.side == side and ship.box == box)
        if ships:
            yield box, ships


def ashore(state: Iph) -> tuple[str, ...]:
    """The Japanese units that are known to be ashore."""
    return tuple(name for name, unit in state.units.items() if unit.command in JAPANESE and unit.stands)


def is_guarded(state: Iph) -> bool:
    """Whether there are Japanese stacks that whoever looks cannot tell: then nobody knows who is still afloat either
    (6.8)."""
    return bool(state.sighted)


def by_hex(state: Iph, units: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Units by the hexes they are in."""
    found: dict[str, tuple[str, ...]] = {}
    for name in units:
        found[state.units[name].hex] = (*found.get(state.units[name].hex, ()), name)
    return found
