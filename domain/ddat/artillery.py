"""DDaT 6.5: Japanese artillery. DDaT 12.4, 12.7: mortars, and the guns of a single position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.ddat import facts as f
from domain.ddat.charts import FireCard
from domain.ddat.common import Objections, choose, unbarred
from domain.ddat.forces import has_guns
from domain.ddat.gunnery import distance, matches, shot
from domain.ddat.leaders import fire_loss
from domain.ddat.loading import on_the_reef
from domain.ddat.state import Ddat
from domain.ddat.step_limit import why_not_lose_to_guns
from domain.kernel.questions import OneOf
from domain.kernel.remembering import rests_on
from domain.kernel.table import Table

MORTAR_RANGE = 4


def why_not_shell(state: Ddat, rule: str, symbol: str, unit: str) -> Objections:
    """DDaT 6.5, 12.4, 12.7: why fire of guns or mortars, by its `rule`, does not hit a unit wherever it is.

    It has no step, not the symbol, or has lost its step (6.34).
    """
    if not state.units[unit].steps:
        yield rule, f"{unit} is an HQ"
    elif not matches(state, unit, symbol):
        yield rule, f"{unit} does not show the {symbol}"
    else:
        yield from why_not_lose_to_guns(state, unit)


# ---- 6.5 the artillery of a card ----


def artillery_there(state: Ddat, type: str) -> tuple[str, ...]:
    """DDaT 6.5: artillery positions of a type, "any" for all, with an undisrupted Japanese unit and intact guns."""
    guns = (p for p in state.held() if not state.positions[p].disrupted and has_guns(state, p))
    return tuple(p for p in guns if type in ("any", state.place(p).artillery))


@rests_on("units", "hit", "turn", "charts", "readings")
def artillery_targets(state: Ddat, symbol: str) -> tuple[tuple[str, ...], str]:
    """DDaT 6.5: in an approach hex, else in the water, else on the beach; of these the most steps. And where, in
    words."""
    classes: dict[str, list[str]] = {"a beach approach hex": [], "the water": [], "a beach hex": []}
    for name in state.on_map():
        where = shelled_in(state, name)
        if where and not any(why_not_shell(state, "DDaT 6.5", symbol, name)):
            classes[where].append(name)
    where, names = next(((where, names) for where, names in classes.items() if names), ("", []))
    most = max((state.units[n].steps for n in names), default=0)
    return tuple(n for n in names if state.units[n].steps == most), where


def shelled_in(state: Ddat, unit: str) -> str:
    """Where artillery finds a unit, in words; "" inland (6.5, reading AMB-05)."""
    board, hex = state.board, state.units[unit].hex
    if on_the_reef(state, hex):
        return "a beach approach hex"
    return "a beach hex" if hex in board.beach else "the water" if board.is_water(hex) else ""


def why_not_artillery(state: Ddat, rule: str, symbol: str, unit: str) -> Objections:
    """DDaT 6.5, 12.7: why artillery, by its `rule`, may not choose to hit a unit."""
    able, where = artillery_targets(state, symbol)
    yield from why_not_shell(state, rule, symbol, unit)
    if where and shelled_in(state, unit) != where:
        yield rule, f"{unit} is not in {where}, where artillery hits first"
    elif not shelled_in(state, unit):
        yield rule, f"{unit} is not in a beach approach hex, the water or a beach hex"
    elif able and unit not in able:
        yield rule, f"{able[0]} has more steps than {unit}"


def aim_artillery(table: Table[Ddat], rule: str, symbol: str) -> str:
    """The US unit that artillery hits; "" without any it can hit."""
    able, where = artillery_targets(table.state, symbol)
    words = f"whom the artillery hits in {where}"
    return choose(table, "artillery", able, rule, words, partial(why_not_artillery, table.state, rule, symbol))


def why_silent(state: Ddat, face: FireCard) -> Objections:
    """DDaT 6.5: why there is no artillery fire on a card: from turn 2, never at night, with as many guns as it asks
    for."""
    needed, type = face.guns
    if not needed:
        yield "DDaT 6.5", "the card calls for no artillery"
    elif state.turn == 1:
        yield "DDaT 6.5", "none on turn 1"
    elif state.night:
        yield "DDaT 19", "none in the night"
    elif (there := len(artillery_there(state, type))) < needed:
        yield "DDaT 6.5", f"{there} of {needed} artillery positions can fire"


def artillery_fire(table: Table[Ddat], card: str, face: FireCard) -> None:
    """DDaT 6.5: with enough guns one US unit with the symbol loses a step."""
    needed, type = face.guns
    state = table.state
    silent = next(why_silent(state, face), None)
    question = OneOf(
        name="artillery", by="us", rule="DDaT 6.5", words="whom the artillery hits", options=(), names="unit"
    )
    unit = table.gives(question, "", *silent) if silent else aim_artillery(table, "DDaT 6.5", face.symbol)
    if unit or (needed and state.turn > 1 and not state.night):
        there = artillery_there(state, type) if needed else ()
        fired = shot(state, "artillery", there, (unit,) if unit else ()) if unit or not silent else None
        type = type if needed else "any"
        table.record(
            f.ArtilleryFired(rule="DDaT 6.5", card=card, needed=needed, type=type, there=there, unit=unit, fire=fired)
        )
        if unit:
            fire_loss(table, unit, "DDaT 6.5", "artillery", by=there, card=card)
    elif needed and silent:
        rule, why = silent
        table.record(f.NothingDone(rule=rule, what="artillery", why=why))


# ---- 12.4 mortars ----


def why_not_mortar(state: Ddat, hexes: Sequence[str], symbol: str, unit: str) -> Objections:
    """DDaT 12.4: why mortars do not hit a unit: they hit those with the symbol within four hexes, armored ones too."""
    far = distance(state, hexes, state.units[unit].hex) if state.units[unit].stands else None
    if far is None or far > MORTAR_RANGE:
        yield "DDaT 12.4", f"{unit} is not within {MORTAR_RANGE} hexes of {hexes[0]}"
    yield from why_not_shell(state, "DDaT 12.4", symbol, unit)


def why_not_next(
    state: Ddat, hexes: Sequence[str], symbol: str, hits: Sequence[str], left: Sequence[str], unit: str
) -> Objections:
    """DDaT 12.41: why mortars that have hit some units do not hit this one next: those with most steps come first.

    `left` are the others that they may hit, in that order.
    """
    yield from why_not_mortar(state, hexes, symbol, unit)
    if unit in hits:
        yield "DDaT 12.41", f"{unit} is hit by these mortars already"
    if left and state.units[unit].steps < state.units[left[0]].steps:
        yield "DDaT 12.41", f"{left[0]} has more steps than {unit}"


@rests_on("units", "hit", "turn", "charts", "readings")
def mortar_targets(state: Ddat, hexes: tuple[str, ...], symbol: str) -> tuple[str, ...]:
    """DDaT 12.4, 12.41: the units mortars may hit, most steps first; none that may lose no step (reading AMB-95)."""
    able = [name for name in state.on_map() if not any(why_not_mortar(state, hexes, symbol, name))]
    return tuple(sorted(able, key=lambda name: -state.units[name].steps))


def aim_mortars(table: Table[Ddat], hexes: tuple[str, ...], symbol: str, hits: Sequence[str], room: int) -> str:
    """DDaT 12.41: whom mortars hit next that have hit some units and may hit so many more; "" for nobody."""
    left = [name for name in mortar_targets(table.state, hexes, symbol) if name not in hits]
    barred = partial(why_not_next, table.state, hexes, symbol, tuple(hits), left)
    ties = unbarred(left, barred)
    if len(ties) <= room:
        ties = ties[:1]  # there is nothing to choose: all of them are hit
    return choose(table, "mortar", ties, "DDaT 12.41", f"whom the mortars of {hexes[0]} hit", barred)


def mortar_fire(table: Table[Ddat], hexes: tuple[str, ...], card: str, symbol: str, first: Sequence[str] = ()) -> None:
    """DDaT 12.41: one unit, or two where two units or unit and depth fire; those with most steps. `first` are hit
    already."""
    state, hits = table.state, list(first)
    able = mortar_targets(state, hexes, symbol)
    limit = 2 if sum(state.positions[p].weight for p in hexes) >= 2 else 1
    while len(hits) < limit:
        unit = aim_mortars(table, hexes, symbol, hits, limit - len(hits))
        if unit not in state.units:
            break
        hits.append(unit)
    left = [name for name in able if name not in hits]
    table.record(
        f.PositionFired(
            rule="DDaT 12.4",
            card=card,
            limit=limit,
            eligible=(*hits, *left),
            hits=tuple(hits),
            missed=dict.fromkeys(left, "beyond-the-limit"),
            fire=shot(state, "mortar", hexes, hits),
        )
    )
    for unit in hits:
        fire_loss(table, unit, "DDaT 12.4", "mortar", by=tuple(hexes[:1]), card=card)
