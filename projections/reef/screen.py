"""The situation of a campaign, for a screen of 80 columns and for the lines that stay on it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.game import View
from domain.reef.charts import POOL, STACKING, TRANSPORT, AllotmentCard, PriceCard
from domain.reef.landing import begun, due_now, may_be_cloaked, of_blt, rest_of, unassigned
from domain.reef.naval import pile
from domain.reef.organization import written
from domain.reef.state import Account, Reef, key
from domain.wargame.war_facts import several
from projections.reef import words as say
from projections.text import folded, folded_list, headed, paint

CLOAKED = "still to enter or Cloaked"
"""BRT CG5: said of SMC and SW of which nobody but the Marine player knows whether they have entered."""


def words(view: View[Reef]) -> list[str]:
    """What a player glances at: the campaign, the date, the turn, what supports whom, points."""
    state = view.state
    found = [f"CG {state.cg}"]
    if state.half:
        found.append(f"turn {state.turn} of {state.turns}")
    if state.fighters:
        found.append("FB on board")
    for name, module in state.modules.items():
        if state.half:
            marks = " access" * module.access + (f" {'/'.join(module.counters)}" if module.counters else "")
            found.append(f"{name} {'/'.join(map(str, pile(state, name)))}{marks}")
    if state.phase == "purchases":
        found += [f"{beach} {points} left" for beach, points in _left(view)]
    found.append(f"pool {state.counters(state.pool)}")
    found.append(f"CVP {state.cvp.get('us', 0)}:{state.cvp.get('jp', 0)}")
    return found


def meetings(view: View[Reef]) -> Iterator[str]:
    """The waves that enter now, with what of them is still off the map; counters that may come out of the pool.

    Of what may be Cloaked the number alone is told where a box is closed (BRT CG5): by name it would be what is in the
    box.
    """
    state = view.state
    for name in due_now(state):
        rest = rest_of(state, name)
        cloaked = {unit: number for unit, number in rest.items() if state.waves[name].open and _unseen(state, unit)}
        plain = {unit: number for unit, number in rest.items() if unit not in cloaked}
        more = [f"{sum(cloaked.values())} {CLOAKED}"] if cloaked else []
        yield f"wave {name} enters now: {', '.join([*([written(plain)] if plain else []), *more])}"
    if state.available:
        yield f"{several(state.available, 'counter')} of the Reserve Pool may enter"


def overview(view: View[Reef]) -> Iterator[str]:
    """The campaign: calendar, battalions and their Formations, support, the Japanese, secrets."""
    state = view.state
    yield ""
    yield from headed("campaign", [f"CG {state.cg}", state.date or "not begun", f"scenario {state.number}"])
    if state.campaign_known and (goal := state.campaign_known.victory):
        yield from folded(goal, first=f"{'goal':<12} ", rest=" " * 13)
    yield from headed("CVP", [f"Marines {state.cvp.get('us', 0)}", f"Japanese {state.cvp.get('jp', 0)}"])
    if held := state.strategic_of("us"):
        yield from headed("ground", [f"Marines Control {several(len(held), 'Strategic Location')}"])
    yield from headed("SAN", [f"Marine {state.san.get('us', '?')}", f"Japanese {state.san.get('jp', '?')}"])
    if state.half:
        yield from headed("turn", [f"{state.turn} of {state.turns}", f"{say.SIDE[state.mover]} move"])
    yield ""
    yield from _landing(state)
    yield ""
    yield from _support(state)
    yield ""
    yield from _japanese(state)
    if state.phase == "purchases":
        yield ""
        yield from _shop(view)
    if state.areas:
        yield ""
        yield from _ground(state)
    if state.slips:
        yield ""
        yield from _slips(state)


POINTS = ("gpp", "capp", "fpp")
"""The kinds of points with which the Japanese buy (15.6141 to 15.6143)."""


def _left(view: View[Reef]) -> Iterator[tuple[str, str]]:
    """What each beach still has to spend; nothing for whoever may not know what was bought, and where that is kept on
    paper."""
    state = view.state
    bought = [slip for name, slip in state.slips.items() if name.startswith("purchases-")]
    if state.on_paper or not all(slip.says for slip in bought):
        return
    for beach, allotted in _allotments(state):
        spent = state.accounts.get(beach, Account())
        points = [
            f"{getattr(allotted, kind) - getattr(spent, kind)} {kind.upper()}"
            for kind in POINTS
            if getattr(allotted, kind)
        ]
        points += [f"{allotted.exponent - spent.stacking} {STACKING}"] if allotted.exponent else []
        yield beach, " ".join(points)


def _allotments(state: Reef) -> Iterator[tuple[str, AllotmentCard]]:
    """What each beach has to spend in this campaign, as far as that has been read out."""
    for name, card in state.rows(AllotmentCard).items():
        campaign, _, beach = name.partition("/")
        if campaign == state.cg and any(getattr(card, kind) for kind in POINTS):
            yield beach, card


def _shop(view: View[Reef]) -> Iterator[str]:
    """BRT 15.614: what may be bought, at what price, and what each beach has for it."""
    state, left = view.state, dict(_left(view))
    yield paint("Purchases", bold=True)
    for kind in POINTS:
        items = [f"{name} {card.cost}" for name, card in state.rows(PriceCard).items() if card.points == kind.upper()]
        if items:
            yield from headed(kind.upper(), items)
    for beach, card in _allotments(state):
        given = " ".join(f"{getattr(card, kind)} {kind.upper()}" for kind in POINTS if getattr(card, kind))
        given += f" {card.exponent} {STACKING}" if card.exponent else ""
        yield from headed(beach, [given, *([f"left: {left[beach]}"] if beach in left else [])])


def _landing(state: Reef) -> Iterator[str]:
    """BLT by BLT: where it enters, then each Formation with what is left of it, + for what is still off the map."""
    yield paint("Marines: pieces left; +n of them still to enter", bold=True)
    for blt, now in state.blts.items():
        where = f", {now.area}" if now.area else ", no Entry Area yet"
        types = " or ".join(say.ROLES[role] for role in now.roles)
        yield from folded(f"{say.battalion(blt)} ({types}{where}{', committed' * bool(now.committed)})", rest="  ")
        for name in of_blt(state, blt):
            yield from _group(state, name, "  ")
    for name in state.formations:
        if state.formations[name].blt not in state.blts:
            yield from _group(state, name, "")
    if state.of(TRANSPORT):
        yield from _group(state, TRANSPORT, "")
    if state.waves:
        waves = [
            f"{name}: {'+'.join(one.formations)} scenario {one.scenario} turn "
            f"{one.turn}{' (entered)' * (one.open and not one.due)}"
            for name, one in state.waves.items()
        ]
        yield from folded_list("waves: ", waves, "  ")
    if (
        {*state.sealed_waves} <= state.waves.keys()
        and (state.number <= 1 or state.sealed_waves)
        and (free := unassigned(state))
    ):
        yield from folded_list("in no wave: ", free, "  ")


def _unseen(state: Reef, unit: str) -> bool:
    """Whether a piece may be in a box whose content the record keeps from who looks; on paper it holds what was said
    before all."""
    return not state.on_paper and may_be_cloaked(state, unit)


def _group(state: Reef, group: str, indent: str) -> Iterator[str]:
    pieces, cloaked = [], 0
    for kind, unit in state.of(group).items():
        if unit.steps or unit.start:
            waiting = f"+{unit.off}" if 0 < unit.off < unit.steps else ""
            if (
                unit.off and begun(state, group) and _unseen(state, key(group, kind))
            ):  # one by one it would be what is in the boxes
                cloaked, waiting = cloaked + unit.off, ""
            pieces.append(f"{kind} {unit.steps}{waiting}{'' if unit.steps == unit.start else f'/{unit.start}'}")
    if cloaked:
        pieces.append(f"+{cloaked} {CLOAKED}")
    off = all(unit.off == unit.steps for unit in state.of(group).values() if unit.steps)
    formation = state.formations.get(group)
    led = (
        f" [{' '.join((*formation.leaders, *formation.armor_leaders))}]"
        if formation and (formation.leaders or formation.armor_leaders)
        else ""
    )
    yield from folded_list(f"{indent}{group}{led}{' off' if off and formation else ''}: ", pieces, f"{indent}  ")


def _support(state: Reef) -> Iterator[str]:
    yield paint("Support", bold=True)
    for name, module in state.modules.items():
        black, red = pile(state, name)
        parts = [
            f"{module.calibre}+mm",
            f"draw pile {black} black {red} red",
            *(["Battery Access"] if module.access else []),
            *module.counters,
        ]
        yield from folded_list(f"{name}: ", parts, "  ")
    parties = [
        f"{name}{f'>{one.module}' if one.module else ''}{' contact' * one.contact}"
        f"{' lost' * (one.status == 'eliminated')}"
        for name, one in state.parties.items()
    ]
    yield from folded_list("SFCP: ", parties, "  ")
    if state.fighters:
        yield "'44 FB are on board"
    guns = [
        " ".join(filter(None, (name, gun.type, gun.hex, "" if gun.status == "there" else gun.status)))
        for name, gun in state.guns.items()
    ]
    if guns:
        yield from folded_list("Guns: ", guns, "  ")


def _japanese(state: Reef) -> Iterator[str]:
    yield paint("Japanese: pieces left", bold=True)
    for group in dict.fromkeys(unit.group for unit in state.units.values() if unit.side == "jp"):
        if group != POOL:
            yield from _group(state, group, "")
    pool = [f"{kind} {number}" for kind, number in state.pool.items()]
    yield from folded_list(f"Reserve Pool, {several(state.counters(state.pool), 'counter')}: ", pool or ["empty"], "  ")


def _ground(state: Reef) -> Iterator[str]:
    yield paint("Setup Areas", bold=True)
    for name, area in state.areas.items():
        kept = [f"{unit} {number}" for unit, number in area.pieces.items()]
        yield from folded_list(
            f"{name} ({say.SIDE[area.side]}{', Isolated' * area.isolated}): ", [" ".join(area.hexes), *kept], "  "
        )


def _slips(state: Reef) -> Iterator[str]:
    yield paint("Sealed slips", bold=True)
    for name, slip in state.slips.items():
        said = ", ".join(slip.says) if slip.says else "on paper" if state.on_paper else "sealed"
        yield from folded(f"{said}{' (open)' * slip.open}", first=f"{name}: ", rest="  ")
