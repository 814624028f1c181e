"""The situation of a game of Tarawa: Bloody Betio, for a screen of 80 columns and for the lines that stay on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.betio.charts import HexCard, UnitCard
from domain.betio.lines import standing
from domain.betio.state import FIRST_SUPPLY, REGIMENTS, TIDE, TOO_MANY, Betio
from domain.kernel.game import View
from projections.betio.words import MORALE, areas, casualties, level, markers_of, signed, when
from projections.text import clean, folded, folded_list, headed, paint

GROUPS = (
    ("2", "2nd Marines"),
    ("6", "6th Marines"),
    ("8", "8th Marines"),
    ("10", "10th Marines"),
    ("", "Hawkins and the tanks"),
)
"""Ground units by their regiments."""
VESSELS = {"amtrack": "amtracks", "higgins": "Higgins boats", "lcm": "LCMs"}


def words(view: View[Betio]) -> list[str]:
    """What a player glances at: the hour, casualties, morale, ground, points."""
    state = view.state
    total = casualties(state)
    every = list(areas(state))
    found = [when(state, state.turn), f"casualties {'?' if total is None else total} of {TOO_MANY}"]
    found.append(" ".join(f"{track} {signed(level(state, track))}" for track in ("JGM", "MGM")))
    found.append("regiments " + " ".join(f"{track}:{signed(level(state, track))}" for track in REGIMENTS))
    found.append(
        f"{sum(area.now.secured for area in every)} of {len(every)} areas, {sum(len(area.left) for area in every)} "
        "hexes to clear"
    )
    if state.turn >= FIRST_SUPPLY:
        found.append(f"pool {state.pool}" + (f", {state.points} of this turn" if state.points else ""))
    if not state.night:
        found.append(f"offshore {state.offshore}")
    return found


def meetings(view: View[Betio]) -> Iterator[str]:
    """In the Ground Phase, the uncleared hexes with Marines beside them who have Action Points left, or have not
    begun."""
    state = view.state
    if state.phase not in ("actions", "offensive") or not state.charts.get("grid"):
        return
    ashore = state.ashore()
    for hex in state.uncleared:
        near = [name for name in ashore if state.units[name].fights and state.grid.adjacent(state.units[name].hex, hex)]
        if near:
            guns = state.ground(hex).strongpoints
            yield f"{hex} {state.area_of(hex)}{', strongpoint' * bool(guns)}: next to {', '.join(near)}"


def overview(view: View[Betio]) -> Iterator[str]:
    """Everybody: the turn, tracks, supply, areas; then who is where."""
    state = view.state
    yield ""
    yield from headed(
        "turn", [f"{state.turn}", when(state, state.turn), *(["high tide"] if state.turn in TIDE else [])]
    )
    total = casualties(state)
    yield from headed("casualties", [f"{'not read out' if total is None else total} of {TOO_MANY}", *_to_go(total)])
    yield from headed("morale", [f"{title} {signed(level(state, track))}" for track, title in MORALE.items()])
    yield from headed("supply", _supply(state))
    yield from headed(
        "offshore", ["no fire by night" if state.night else f"{state.offshore} of {state.offshore_given} points left"]
    )
    if happened := list(_happened(state)):
        yield from headed("events", happened)
    yield ""
    yield from _areas(state)
    yield ""
    yield from _units(state)


def _to_go(total: int | None) -> list[str]:
    return [] if total is None else [f"{max(0, TOO_MANY - total)} to the end of the invasion"]


def _supply(state: Betio) -> Iterator[str]:
    if state.turn < FIRST_SUPPLY:
        yield f"from turn {FIRST_SUPPLY} on"
        return
    yield f"{state.pool} in the pool"
    yield f"{state.points} of this turn to give out" if state.points else "none of this turn"
    yield f"Supply Heads {' '.join(state.heads)}" if state.heads else "no Supply Head"
    for title in ("unsupplied", "isolated"):
        if lacking := [name for name, unit in state.units.items() if unit.stands and standing(state, name) == title]:
            yield f"{title} {' '.join(lacking)}"


def _happened(state: Betio) -> Iterator[str]:
    """What has happened for good."""
    if state.pier_cleared:
        yield "Long Pier cleared"
    if state.murray:
        yield "2/6 committed"
    if state.submarine:
        yield "supply ship sunk"
    if state.fleet_raid:
        yield f"air raid on the fleet: {state.fleet_raid}"
    if state.carrier:
        yield "carrier sunk"
    if state.wrecks:
        yield "Japanese in the wrecks"


def _areas(state: Betio) -> Iterator[str]:
    """The areas: what is to clear in each, its strongpoints and markers."""
    every = list(areas(state))
    secured, left = sum(area.now.secured for area in every), sum(len(area.left) for area in every)
    yield paint(f"Areas: {secured} of {len(every)} secured, {left} hexes to clear", bold=True)
    width = max((len(area.name) for area in every), default=0)
    for area in every:
        how = "secured" if area.now.secured else f"{len(area.left):>2} of {area.hexes:>2} hexes to clear"
        guns = f"strongpoints {area.destroyed} of {area.strongpoints} destroyed" if area.strongpoints else ""
        yield from folded(
            "; ".join(filter(None, (how, guns, *markers_of(area.now)))),
            first=f"{area.name:<{width}}  ",
            rest=" " * (width + 2),
        )


# ---- who is where ----


def _units(state: Betio) -> Iterator[str]:
    """Ground units by regiment and hex, then the vessels by kind; under each those who are not on the map."""
    yield paint("Units: steps left; ' reverse side, p Pin 1, pp Pin 2, s Active Supply", bold=True)
    for regiment, title in GROUPS:
        yield from _group(
            state,
            title,
            [name for name, unit in state.units.items() if unit.regiment == regiment and not unit.is_vessel],
        )
    for kind, title in VESSELS.items():
        yield from _group(state, title, [name for name, unit in state.units.items() if unit.kind == kind])


def _group(state: Betio, title: str, units: Iterable[str]) -> Iterator[str]:
    """Units hex by hex, then box by box."""
    places: dict[str, list[str]] = {}
    boxes: dict[str, list[str]] = {}
    for name in units:
        unit = state.units[name]
        if unit.box == "map":
            places.setdefault(_place(state, unit.hex), []).append(_unit(state, name))
        elif unit.box == "aboard":
            places.setdefault(f"aboard {unit.vessel}", []).append(_unit(state, name))
        else:
            boxes.setdefault(BOXES.get(unit.box, unit.box), []).append(_unit(state, name))
    if places:
        yield from folded_list(f"{title}: ", [f"{place} {'+'.join(places[place])}" for place in sorted(places)], "  ")
    for box, there in boxes.items():
        yield from folded_list(f"  {box}: " if places else f"{title}, {box}: ", there, "    " if places else "  ")


BOXES = {"bairiki": "Bairiki", "waiting": "waiting", "lost": "lost"}


def _place(state: Betio, hex: str) -> str:
    card = state.rows(HexCard).get(hex)
    return f"{hex} {card.area if card and card.area else 'afloat'}"


def _unit(state: Betio, name: str) -> str:
    """A unit with its steps, what it carries and its marks."""
    unit, card = state.units[name], state.rows(UnitCard).get(name)
    if unit.box == "lost":
        return clean(name)
    steps = str(unit.steps) + (f"/{card.steps}" if card and card.steps != unit.steps else "")
    marks = "'" * unit.reversed + "p" * unit.pin + "s" * unit.active
    return f"{clean(name)}({steps}){marks}" + (f"[{clean(unit.cargo)}]" if unit.cargo else "")
