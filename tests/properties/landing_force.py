"""A considered player of Tarawa: Bloody Betio: lands by amtrack, links up with the pier, suppresses, assaults,
demolishes, supplies, recovers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any

from domain.betio.assault import assault_terms, why_not_assaulted, why_not_attack, why_not_demolished
from domain.betio.charts import PIER_BASE, PIER_DROPS, PIER_END, HexCard, Kind
from domain.betio.common import total
from domain.betio.course import ahead, beside_pier, down_the_pier, is_pier, steps_to
from domain.betio.entering import why_not_enter, why_not_vessel
from domain.betio.fire_action import marine_terms, why_not_fire
from domain.betio.japanese import defensive_terms, markers
from domain.betio.lines import functioning, just_landed, standing, traces
from domain.betio.movement import RUNWAY_RANGE, why_not_move
from domain.betio.points import has_integrity, left
from domain.betio.recovery import DISTANCE, SUPPLY, cap, why_not_recover
from domain.betio.reef import afloat, way_off_course, why_not_go, why_not_unload
from domain.betio.schedule import MURRAY, entry_of, why_not_yet
from domain.betio.stacking import why_not_stack
from domain.betio.state import HALF, REGIMENTS, Betio, track_of
from domain.betio.supply import why_not_activate, why_not_head
from domain.betio.support import value, why_not_support
from domain.betio.suppression import areas_of, in_use, why_not_suppress
from domain.betio.terrain import cost
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Outcome
from domain.kernel.objections import fine
from domain.kernel.questions import OneOf, Question, Some
from domain.kernel.remembering import rests_on
from tests.properties.player import NEXT, RandomPlayer

Idea = tuple[str, dict[str, Any]]

FIRST_CHITS = ("East", "Wharf", "Cove", "Beak", "Field", "Grove", "Yard", "Point", "Neck", "Tip")
"""Where chits are worth most: the beaches first."""
FIRE, ASSAULT, DEMOLITION = HALF * 1, HALF * 3, HALF * 2
SURE, GOOD, TRIES = 4, 3, 2
"""What is added to the assault die: more is not fired for; from that on it is assaulted; from that on, when nobody can
fire any more."""
HEADS_APART = 4
FOOT = ("infantry", "engineer")
UNDER_FIRE = HALF * 8
"""What going over the runway under fire counts as, besides its cost."""
AT_REST = 6
"""Who is further from the Japanese recovers whatever it has lost."""
LINKING = 5
"""Until this turn a battalion fights its way to the pier first."""


def ideas(state: Betio) -> Iterator[Idea]:
    """What the player would declare now, the best first; nothing when it goes on."""
    yield from PLANS.get(state.phase, nothing)(state)


def nothing(state: Betio) -> Iterator[Idea]:
    yield from ()


# ---- before the landing ----


def bombard(state: Betio) -> Iterator[Idea]:
    """One impulse is given up: 12 hexes of reef take two."""
    if not state.bombarded:
        yield "bombard", {"given_up": 1}


def simply(verb: str) -> Callable[[Betio], Iterator[Idea]]:
    def plan(state: Betio) -> Iterator[Idea]:
        yield verb, {}

    return plan


def activations(state: Betio) -> Iterator[Idea]:
    """A chit for each battalion that has none and stands next to the Japanese, those that have landed long ago."""
    for battalion in dict.fromkeys(unit.battalion for unit in state.units.values() if unit.battalion):
        mates = [
            name for name in state.ashore() if state.units[name].battalion == battalion and state.units[name].fights
        ]
        if any(state.units[name].active for name in mates) or all(just_landed(state, name) for name in mates):
            continue
        mates.sort(key=lambda name: (state.units[name].kind != "infantry", -state.units[name].steps))
        for name in mates:
            if state.near_japanese(state.units[name].hex, 4) and fine(why_not_activate(state, (name,))):
                yield "activate", {"units": (name,)}
                break


def entries(state: Betio) -> Iterator[Idea]:
    """Amtracks for infantry and engineers of a battalion together, then artillery; what is left over by Higgins boat to
    the pier."""
    free = [name for name in state.units if state.units[name].is_vessel and fine(why_not_vessel(state, name))]
    waiting = [
        name for name, unit in state.units.items() if unit.box == "waiting" and unit.steps and not unit.is_vessel
    ]
    waiting.sort(key=lambda name: order(state, name))
    for name in waiting:
        now = state.units[name]
        if now.battalion == MURRAY or not fine(why_not_yet(state, name)):
            continue
        if now.kind == "hawkins":
            yield "enter", {"unit": name, "hex": PIER_END[0]}
            continue
        vessel = vessel_for(state, name, free)
        if vessel:
            for hex in entry_hexes(state, name, vessel):
                if fine(why_not_enter(state, name, hex, vessel)):
                    yield "enter", {"unit": name, "hex": hex, "vessel": vessel}


def order(state: Betio, name: str) -> tuple[int, str]:
    kinds = {"hawkins": 0, "infantry": 1, "engineer": 1, "artillery": 3}
    return kinds.get(state.units[name].kind, 2), name


def vessel_for(state: Betio, name: str, free: list[str]) -> str:
    now = state.units[name]
    kinds: tuple[str, ...] = ("amtrack",)
    if now.is_tank:
        kinds = ("lcm",)
    elif (
        now.kind == "infantry"
        and not state.pier_cleared
        and not any(state.units[one].stands for one in ("Hawkins",))
        and state.turn > 1
    ):
        kinds = ("higgins", "amtrack")
    return next((vessel for kind in kinds for vessel in free if state.units[vessel].kind == kind), "")


def entry_hexes(state: Betio, name: str, vessel: str) -> list[str]:
    """Entry hexes by the way to the beach; for a Higgins boat those beside the end of the pier."""
    entry = entry_of(state, name)
    beach = entry.beach if entry and entry.beach else "Red 2"
    if state.units[vessel].kind == "higgins":
        return [hex for hex in PIER_DROPS if not state.standing(hex)]
    hexes = [hex for hex, card in state.rows(HexCard).items() if card.entry == beach and not state.standing(hex)]
    if entry is None or not entry.beach:
        hexes += [
            hex
            for hex, card in state.rows(HexCard).items()
            if card.entry in ("Red 3", "Red 1") and not state.standing(hex)
        ]
    return sorted(
        hexes, key=lambda hex: (steps_to(state, state.ground(hex).entry).get(hex, 99), not beside_pier(state, hex))
    )


# ---- across the reef ----


def crossings(state: Betio) -> Iterator[Idea]:
    """Whoever is nearest to the beach goes first, as far as it can; empty vessels go back."""
    going = sorted(
        afloat(state), key=lambda name: steps_to(state, state.units[name].beach).get(state.units[name].hex, 99)
    )
    for name in going:
        now = state.units[name]
        if now.is_vessel and now.cargo and now.kind != "amtrack":
            hexes = PIER_END if now.hex in PIER_DROPS and now.kind == "higgins" else (now.hex,)
            yield from (
                ("unload", {"vessel": name, "hex": hex}) for hex in hexes if fine(why_not_unload(state, name, hex, ""))
            )
            continue
        if not left(state, name) or (now.is_vessel and now.kind != "amtrack"):
            continue
        if now.shift:
            if way_off_course(state, name):
                yield "move", {"units": (name,)}
            continue
        path = way_back(state, name) if now.is_vessel and not now.cargo else way_in(state, name)
        if path:
            yield "move", {"units": (name,), "path": path}


def way_in(state: Betio, name: str) -> tuple[str, ...]:
    """The longest way ahead that the points allow; it ends beside the pier if it can, and on the beach with its
    battalion."""
    now = state.units[name]
    best: tuple[tuple[int, ...], tuple[str, ...]] = ((-1,), ())

    def further(path: tuple[str, ...], here: str, rest: int) -> None:
        nonlocal best
        if path and fine(why_not_go(state, name, path)):
            mates = [
                one for one in state.at(here) if state.units[one].battalion == state.units.get(now.cargo, now).battalion
            ]
            landing = bool(state.ground(here).landing) or here == PIER_BASE
            worth = (landing, len(path), len(mates), beside_pier(state, here), -state.grid.distance(here, PIER_BASE))
            if worth > best[0]:
                best = worth, path
        near = down_the_pier(state, here) if is_pier(state, here) else ahead(state, here, now.beach)
        if path and state.ground(here).landing:
            return
        for hex in near:
            points = cost(state, now.kind, here, hex)
            if points is not None and points <= rest:
                further((*path, hex), hex, rest - points)

    further((), now.hex, left(state, name))
    return best[1]


def way_back(state: Betio, name: str) -> tuple[str, ...]:
    """The shortest way to a free entry hex, as far as the points last."""
    now, rows = state.units[name], state.rows(HexCard)
    if state.ground(now.hex).entry:
        return ()
    ways: dict[str, tuple[str, ...]] = {now.hex: ()}
    edge = [now.hex]
    while edge:
        here = edge.pop(0)
        if rows[here].entry and not state.standing(here):
            for length in range(min(len(ways[here]), left(state, name) // HALF), 0, -1):
                if fine(why_not_go(state, name, ways[here][:length])):
                    return ways[here][:length]
            return ()
        for near in state.grid.neighbours(here):
            if (
                near in rows
                and near not in ways
                and "reef" in rows[near].terrain
                and "reef-obstacle" not in rows[near].terrain
            ):
                ways[near] = (*ways[here], near)
                edge.append(near)
    return ()


def suppressions(state: Betio) -> Iterator[Idea]:
    for beach in in_use(state):
        for area in sorted(areas_of(state, beach), key=lambda area: bool(state.areas[area].suppressed)):
            if fine(why_not_suppress(state, beach, area)):
                yield "suppress", {"beach": beach, "area": area}


# ---- on Betio ----


def able(state: Betio) -> list[str]:
    """Who may still act in this phase."""
    ashore = ((name, state.units[name]) for name in state.ashore())
    return [name for name, now in ashore if not (now.recovering or now.digging or now.on_pier) and left(state, name)]


def actions(state: Betio) -> Iterator[Idea]:
    """Recoveries, assaults that are likely to come off, demolitions, fire that makes an assault likely, then moves; at
    the end poorer chances."""
    here = able(state)
    yield from recoveries(state, here)
    if state.wrecks and state.offshore and state.offshore == state.offshore_given and state.wrecks_shelled < 2:
        yield "shell-wrecks", {}
    yield from assaults(state, here, GOOD)
    yield from demolitions(state, here)
    yield from fires(state, here)
    yield from moves(state, here)
    yield from assaults(state, here, TRIES)


def targets_of(state: Betio, name: str) -> list[str]:
    held = japanese(state)
    return [hex for hex in state.grid.neighbours(state.units[name].hex) if hex in held]


def recoveries(state: Betio, here: list[str]) -> Iterator[Idea]:
    """Battalions together where they can, others when they have lost half."""
    if state.casualties >= 4000:
        return
    fit = [
        name
        for name in here
        if state.units[name].steps < most_steps(state, name)
        and not state.units[name].spent
        and (worn(state, name) or not state.near_japanese(state.units[name].hex, AT_REST))
        and fine(why_not_recover(state, name))
    ]
    for battalion in dict.fromkeys(state.units[name].battalion for name in fit):
        together = tuple(name for name in fit if state.units[name].battalion == battalion)
        yield "recover", {"units": together if battalion else together[:1]}


def worth_clearing(state: Betio, name: str, target: str) -> tuple[int, ...]:
    """The larger the better: towards the pier while there is no line to it; else where the area is nearly secured."""
    toward = -state.grid.distance(target, PIER_BASE) if state.turn <= LINKING or not traces(state, name) else 0
    return toward, -len(state.to_clear(state.area_of(target)))


def chance(state: Betio, names: tuple[str, ...], target: str) -> int:
    """What is added to the assault die, without support."""
    bonus = state.charts["integrity"]["assault"].amount if all(has_integrity(state, name) for name in names) else 0
    return total((), assault_terms(state, target)) + bonus


def helpers(state: Betio, acting: tuple[str, ...], target: str, action: Any) -> list[str]:
    """Who supports without losing an action of his own: tanks, artillery, Hawkins."""
    found = []
    for name, now in state.units.items():
        if (
            now.is_vessel
            or now.kind in FOOT
            or not (now.stands or now.box == "bairiki")
            or name in acting
            or left(state, name) < FIRE
        ):
            continue
        if fine(why_not_support(state, name, acting, target, action)):
            found.append(name)
    return sorted(found, key=lambda name: (-value(state, name, action), -left(state, name)))


def can_assault(state: Betio, name: str, target: str) -> bool:
    now = state.units[name]
    return (
        now.fights
        and left(state, name) >= ASSAULT
        and fine(why_not_assaulted(state, (target,)))
        and fine(why_not_attack(state, name, (target,), "assault"))
    )


def assaults(state: Betio, here: list[str], least: int) -> Iterator[Idea]:
    found: list[tuple[tuple[Any, ...], Idea]] = []
    for name in here:
        if not state.units[name].fights or left(state, name) < ASSAULT or state.units[name].steps < 2:
            continue
        for target in targets_of(state, name):
            if not can_assault(state, name, target):
                continue
            bonus = chance(state, (name,), target)
            values: dict[str, Any] = {"units": (name,), "targets": (target,)}
            help = helpers(state, (name,), target, "assault")[:1]
            if bonus < SURE and help:
                bonus, values = bonus + value(state, help[0], "assault"), {**values, "support": tuple(help)}
            if bonus < SURE and state.offshore and not state.wrecks:
                bonus, values = bonus + 1, {**values, "offshore": True}
            if bonus >= least:
                risk = total((), defensive_terms(state, state.units[name].hex, target))
                found.append(
                    ((*worth_clearing(state, name, target), bonus, -risk, state.units[name].steps), ("assault", values))
                )
    yield from (idea for _, idea in sorted(found, key=lambda one: one[0], reverse=True))


def demolitions(state: Betio, here: list[str]) -> Iterator[Idea]:
    for name in here:
        now = state.units[name]
        if now.kind != "engineer" or left(state, name) < DEMOLITION or now.steps < 2:
            continue
        for target in targets_of(state, name):
            if not fine(why_not_demolished(state, target)) or not fine(
                why_not_attack(state, name, (target,), "demolition")
            ):
                continue
            support = [
                one
                for one in here
                if one != name and left(state, one) >= FIRE and state.units[one].kind in ("infantry", "sherman")
            ]
            support = [one for one in support if fine(why_not_support(state, one, (name,), target, "demolition"))]
            support.sort(key=lambda one: (state.units[one].kind != "sherman", left(state, one) >= ASSAULT))
            yield "demolish", {"units": (name,), "target": target, "support": tuple(support[:2])}


def fires(state: Betio, here: list[str]) -> Iterator[Idea]:
    """At what somebody can assault afterwards, until that is nearly sure; at strongpoints before engineers go at
    them."""
    shooters = [
        name
        for name in here
        if state.units[name].fights and left(state, name) >= FIRE and standing(state, name) != "isolated"
    ]
    found: list[tuple[tuple[Any, ...], Idea]] = []
    for name in shooters:
        for target in targets_of(state, name):
            if not fine(why_not_fire(state, name, target)):
                continue
            if state.ground(target).strongpoints:
                continue
            others = [
                one
                for one in here
                if one != name and state.grid.adjacent(state.units[one].hex, target) and can_assault(state, one, target)
            ]
            own = left(state, name) >= ASSAULT + FIRE and can_assault(state, name, target)
            if not others and not own:
                continue
            by = tuple(others[:1]) or (name,)
            if chance(state, by, target) >= SURE:
                continue
            bonus = total((), marine_terms(state, name, target)) + (1 if has_integrity(state, name) else 0)
            help = helpers(state, (name,), target, "fire")[:1] if bonus < 3 else []
            values: dict[str, Any] = {"unit": name, "target": target}
            if help:
                bonus, values = bonus + value(state, help[0], "fire"), {**values, "support": tuple(help)}
            if bonus >= 0:
                spare = left(state, name) % ASSAULT or not can_assault(state, name, target)
                found.append(
                    (
                        (*worth_clearing(state, by[0], target), markers(state, (target,)), bool(spare), bonus),
                        ("fire", values),
                    )
                )
    yield from (idea for _, idea in sorted(found, key=lambda one: one[0], reverse=True))


# ---- moves ----


@rests_on("charts")
def steps_from(state: Betio, kind: Kind) -> dict[str, list[tuple[str, int]]]:
    """The hexes of Betio next to each, and what it costs to enter them."""
    rows = state.rows(HexCard)
    land = [hex for hex, card in rows.items() if card.area]
    found: dict[str, list[tuple[str, int]]] = {hex: [] for hex in land}
    for hex in land:
        for near in state.grid.neighbours(hex):
            if near in found and (points := cost(state, kind, hex, near)) is not None:
                found[hex].append((near, points))
    return found


@rests_on("charts", "hexes")
def japanese(state: Betio) -> frozenset[str]:
    return frozenset(state.uncleared)


@rests_on("charts", "hexes")
def walks(state: Betio, start: str, kind: Kind) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every hex over cleared land, with what it costs and the way, as cheaply as it comes; a runway under fire counts
    for more."""
    rows, steps, held = state.rows(HexCard), steps_from(state, kind), japanese(state)
    ways: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, ())}
    edge = [(0, start)]
    while edge:
        spent, here = heappop(edge)
        if spent > ways[here][0]:
            continue
        for near, points in steps.get(here, ()):
            if near in held:
                continue
            step = points
            if "runway" in rows[near].terrain and state.near_japanese(near, RUNWAY_RANGE):
                step += UNDER_FIRE
            if near not in ways or spent + step < ways[near][0]:
                ways[near] = spent + step, (*ways[here][1], near)
                heappush(edge, (spent + step, near))
    return ways


def moves(state: Betio, here: list[str]) -> Iterator[Idea]:
    taken = goals_taken(state)
    for name in sorted(here, key=lambda name: (state.units[name].is_tank, state.units[name].kind != "infantry", name)):
        now = state.units[name]
        if standing(state, name) == "isolated" or (now.spent and left(state, name) < HALF):
            continue
        path = back_to_rest(state, name) if worn(state, name) else forward(state, name, taken)
        if path:
            yield "move", {"units": (name,), "path": path}


def worn(state: Betio, name: str) -> bool:
    """Whether a unit goes back to recover."""
    now = state.units[name]
    if now.is_tank or not functioning(state) or state.casualties >= 4000 or not traces(state, name):
        return False
    return 2 * now.steps <= state.card(name).steps and now.steps < most_steps(state, name)


def most_steps(state: Betio, name: str) -> int:
    """To how many steps a unit may recover (4.9.8 to 4.9.11)."""
    return cap(state, name) or 0


def back_to_rest(state: Betio, name: str) -> tuple[str, ...]:
    """To the nearest hex where it may recover; there it stays."""
    now = state.units[name]

    def rests(hex: str) -> bool:
        return not state.near_japanese(hex, DISTANCE - 1) and any(
            state.grid.distance(hex, head) <= SUPPLY for head in functioning(state)
        )

    if rests(now.hex):
        return ()
    ways = walks(state, now.hex, now.kind)
    able = sorted((points, hex) for hex, (points, _) in ways.items() if rests(hex) and not state.ground(hex).pier)
    return as_far(state, name, ways, [hex for _, hex in able[:8]])


def as_far(
    state: Betio, name: str, ways: Mapping[str, tuple[int, tuple[str, ...]]], goals: list[str]
) -> tuple[str, ...]:
    """The way to the first goal, as far as it can be gone; who has acted already goes only where it comes to the end of
    it."""
    rest = left(state, name)
    for goal in goals:
        path = ways[goal][1]
        for length in range(len(path), len(path) - 1 if state.units[name].spent else 0, -1):
            if fine(why_not_move(state, (name,), path[:length])) and price(state, name, path[:length]) <= rest:
                return path[:length]
    return ()


def price(state: Betio, name: str, path: tuple[str, ...]) -> int:
    """What a way costs in truth."""
    here, spent = state.units[name].hex, 0
    for hex in path:
        spent += cost(state, state.units[name].kind, here, hex) or 0
        here = hex
    return spent


def goals_taken(state: Betio) -> dict[str, int]:
    """How many units stand next to each uncleared hex."""
    found: dict[str, int] = {}
    for name in state.ashore():
        if state.units[name].fights:
            for hex in targets_of(state, name):
                found[hex] = found.get(hex, 0) + 1
    return found


@rests_on("charts", "hexes")
def prospects(state: Betio) -> dict[str, tuple[tuple[str, ...], tuple[str, ...], bool]]:
    """Hexes worth going to: the uncleared ones next to each, those of them without strongpoints, and whether it is a
    runway to occupy."""
    held, found = japanese(state), {}
    for hex in state.rows(HexCard):
        near = tuple(one for one in state.grid.neighbours(hex) if one in held)
        runway = state.is_runway(hex) and not state.is_cleared(hex)
        if near or runway:
            found[hex] = near, tuple(one for one in near if not state.ground(one).strongpoints), runway
    return found


def forward(state: Betio, name: str, taken: Mapping[str, int]) -> tuple[str, ...]:
    """Infantry next to an uncleared hex, or into a runway hex; engineers next to a strongpoint; tanks and Hawkins where
    others fight."""
    now = state.units[name]
    if now.kind == "artillery":
        return ()
    ways = walks(state, now.hex, now.kind)
    engineer = now.kind == "engineer"
    near_now = targets_of(state, name)
    if now.fights and any(engineer or not state.ground(hex).strongpoints for hex in near_now):
        return ()
    if not now.fights and any(state.units[one].fights for hex in near_now for one in helped(state, hex)):
        return ()
    scored: list[tuple[float, str]] = []
    mates = [
        one
        for one in state.ashore()
        if one != name and state.units[one].battalion == now.battalion and state.units[one].kind == "infantry"
    ]
    for hex, (near, without, runway) in prospects(state).items():
        points, path = ways.get(hex, (0, ()))
        if not path:
            continue
        score = points / HALF
        if now.fights:
            plain = near if engineer else without
            if not plain and not runway:
                continue
            score += 1.5 * min((taken.get(one, 0) for one in plain), default=0)
            score -= 5 * (engineer and len(without) < len(near))
        elif not any(state.units[one].fights for target in near for one in helped(state, target)):
            continue
        if mates and now.battalion:
            score += max(0, min(state.grid.distance(hex, state.units[one].hex) for one in mates) - 2)
        if fine(why_not_stack(state, hex, (name,))):
            scored.append((score, hex))
    return as_far(state, name, ways, [hex for _, hex in sorted(scored)[:6]])


def helped(state: Betio, target: str) -> list[str]:
    return [one for near in state.grid.neighbours(target) for one in state.at(near)]


# ---- the end of the turn ----


def heads(state: Betio) -> Iterator[Idea]:
    """One at the base of the pier, others some way apart."""
    beaches = (
        hex for hex, card in state.rows(HexCard).items() if card.area and ("beach" in card.terrain or card.landing)
    )
    for hex in (PIER_BASE, *beaches):
        apart = all(state.grid.distance(hex, head) >= HEADS_APART for head in state.heads)
        needed = hex == PIER_BASE or (apart and any(state.at(near) for near in state.grid.within(hex, 6)))
        if needed and fine(why_not_head(state, hex)):
            yield "head", {"hexes": (hex,)}


PLANS: Mapping[str, Callable[[Betio], Iterator[Idea]]] = {
    "bombardment": bombard,
    "offshore": simply("offshore"), "supply": simply("supply"), "allocate": activations, "place": entries,
    "reef": crossings,
    "landing_fire": simply("landing-fire"), "suppression": suppressions, "traps": simply("traps"), "actions": actions,
    "offensive": simply("offensive-fire"),
    "heads": heads, "night": simply("night"), "recovery": simply("recovery"), "collapse": simply("collapse"),
}  # fmt: skip


def choice(state: Betio, question: Question[Any]) -> Any:
    """What the player answers; None where chance does."""
    if question.name == "areas" and isinstance(question, Some):
        return tuple(area for area in FIRST_CHITS if area in question.options)[: question.most]
    if question.name == "hit" and isinstance(question, OneOf):
        return how_taken(state, question.words.partition(" ")[0])
    if question.name == "raise" and isinstance(question, OneOf):
        return min(question.options[:-1], key=lambda unit: state.tracks[state.units[unit].regiment])
    if question.name == "raise":
        return True
    return None


def how_taken(state: Betio, unit: str) -> str:
    """As morale while that costs nobody an AP, and the step would turn the unit over or end it; else as a step."""
    now, card = state.units[unit], state.card(unit)
    if now.regiment not in REGIMENTS:
        return "step"
    boxes = state.charts["morale-tracks"][track_of(now.regiment)].boxes
    after = boxes[max(0, state.tracks[now.regiment] - 1)]
    turns = not now.reversed and 2 * (now.steps - 1) <= card.steps
    if now.steps == 1:
        return "morale" if after > -3 else "step"
    return "morale" if after >= 0 and (turns or now.reversed or after >= 2) else "step"


class LandingForce(RandomPlayer):
    """Plays the Marines with a plan."""

    def __init__(self, seed: int) -> None:
        super().__init__("betio", "sample", seed)

    def readings(self, system: str) -> dict[str, str]:
        return {}

    def declare(self) -> Outcome:
        for verb, values in ideas(self.game.state):
            try:
                return self.game.declare(verb, values)
            except (RuleBroken, BadInput) as refused:
                self.refused(verb, values, refused)
        return self.game.declare(NEXT)

    def refused(self, verb: str, values: Mapping[str, Any], why: Exception) -> None:
        """Ideas are looked at again by the rules: what they refuse is passed over."""

    def sample(self, question: Question[Any]) -> Any:
        found = choice(self.game.state, question)
        return found if found is not None else question.sample(self.chance)
