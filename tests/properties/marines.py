"""A careful player of D-Day at Tarawa: it lands by LVT, attacks in strength, keeps infantry back, and garrisons what is
clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from domain.ddat.actions import allowance, must_stop, why_not_together
from domain.ddat.charts import GRID
from domain.ddat.communication import japanese_fields, us_connected
from domain.ddat.fields import INTENSE, field
from domain.ddat.gunnery import concentrated
from domain.ddat.stacking import CAPACITY
from domain.ddat.state import EXTENDED, MAP, Ddat
from domain.ddat.victory import standings
from tests.properties.player import CarefulPlayer

ZONES = {"A": 0.6, "B": 0.7, "C": 0.7, "D": 1.0, "E": 1.0, "F": 0.6}
"""How much a position of a zone matters: those behind the first beaches most."""
RESERVE = (14.0, 9.0, 6.0, 4.0, 4.0)
"""What the first, second … company of three steps or more is worth beside its steps: without one the game is lost
(14.1)."""
RESERVE_BEYOND = 1.5


class Marines(CarefulPlayer):
    """The player of the US side."""

    def __init__(self, seed: int, scenario: str) -> None:
        super().__init__("ddat", "sample", seed, scenario=scenario)
        self.distance = cache(GRID.distance)
        self.known: dict[tuple[frozenset[str], frozenset[str]], tuple[frozenset[str], float]] = {}

    def worth(self, state: Ddat) -> float:
        if state.result:
            return 500.0 if state.result.winner == self.side else -500.0
        if not state.set_up:
            return self.boats(state)
        values = dict(self.stakes(state))
        clear, ground = self.ground(state)
        return (
            sum(values.values())
            + ground
            + self.boats(state)
            + self.losses_ahead(state, values)
            + self.enemies(state)
            + self.places(state, clear)
        )

    def stakes(self, state: Ddat) -> Iterator[tuple[str, float]]:
        """What each unit on the map is worth."""
        strong = sorted(state.full_strength_infantry())
        for name, now in state.units.items():
            card = state.card(name)
            if now.box != MAP:
                continue
            if card.leader:
                yield name, 8.0 + 2 * now.heroic + bool(now.post)
                continue
            back = (
                (RESERVE[strong.index(name)] if strong.index(name) < len(RESERVE) else RESERVE_BEYOND)
                if name in strong
                else 0.0
            )
            yield (
                name,
                step_value(state, name) * now.steps + 2.0 * now.heroes + now.inspired - 1.5 * now.disrupted + back,
            )

    def losses_ahead(self, state: Ddat, values: Mapping[str, float]) -> float:
        """What the next fire card may cost: each position fires in a third of the cards, those with depth in half of
        them."""
        strong = len(state.full_strength_infantry())
        at_stake = RESERVE[strong - 1] if 0 < strong <= len(RESERVE) else RESERVE_BEYOND
        total = 0.0
        for members in state.board.groups.values():
            firers = [p for p in members if state.positions[p].unit and not state.positions[p].disrupted]
            if not firers:
                continue
            dots = field(state, members[0])
            weight = sum(state.positions[p].weight for p in firers)
            room = float(weight + (state.turn >= EXTENDED))
            hits = []
            for hex, units in state.us_hexes().items():
                dot = dots.get(hex)
                for name in units if dot else ():
                    card, steps = state.card(name), state.units[name].steps
                    likely = (
                        1.0 if dot == INTENSE else 0.0 if card.armored else 1.0 if concentrated(state, hex) else 0.34
                    )
                    if likely and not card.leader and name in values:
                        loses = (
                            step_value(state, name)
                            + (at_stake if steps == 3 and card.type == "infantry" else 0.0)
                            + 2.0 * (steps == 1)
                        )
                        hits.append((dot != INTENSE, -steps, likely * loses))
            for steady, _, loses in sorted(hits):
                if room > 0:
                    total -= (0.36 if weight > 1 else 0.26) * loses
                    room -= 0.5 if steady else 1.0
        return total

    def enemies(self, state: Ddat) -> float:
        """What the Japanese side has on the map, and how well it is surrounded."""
        total = -float(state.reserve)
        able = [
            n
            for n, now in state.units.items()
            if now.box == MAP and not now.disrupted and state.card(n).assaults and now.steps
        ]
        for name in state.held():
            now, hex = state.positions[name], state.place(name).hex
            total -= ZONES[name[:1]] * 7.0 + 2.0 * bool(now.depth) - 1.5 * now.disrupted - 0.4 * now.revealed
            near = [n for n in able if self.distance(state.units[n].hex, hex) == 1]
            if near:
                power = sum(state.card(n).strength[state.card(n).steps - state.units[n].steps] for n in near)
                sides = {state.units[n].hex for n in near}
                flanked = any(self.distance(a, b) > 1 for a in sides for b in sides)
                total += ZONES[name[:1]] * (3.0 * min(1.0, power / 9) + 0.8 * flanked)
        return total

    def places(self, state: Ddat, clear: frozenset[str]) -> float:
        """Nobody over the stacking limit, infantry near the enemy and an HQ, HQs near infantry, engineers that give
        support in the clear."""
        enemies = [state.place(p).hex for p in state.held()]
        units = {n: now for n, now in state.units.items() if now.box == MAP}
        posts = [now.hex for n, now in units.items() if state.card(n).leader]
        ashore = [
            now.hex for n, now in units.items() if state.card(n).type == "infantry" and state.board.is_land(now.hex)
        ]
        total = 1.0 * state.naval + 0.6 * state.support
        for there in state.us_hexes().values():
            total -= 8.0 * max(0, sum(not state.card(n).leader for n in there) - CAPACITY)
        for name, now in units.items():
            card = state.card(name)
            if now.disrupted:
                continue
            if not state.board.is_land(now.hex):
                total -= 1.5
            elif card.leader:
                total -= 0.1 * sum(sorted(self.distance(now.hex, hex) for hex in ashore)[:4])
            elif card.type in ("infantry", "tank"):
                total -= 0.45 * max(0, min((self.distance(now.hex, hex) for hex in enemies), default=0) - 1)
                total += 0.6 * any(self.distance(now.hex, hex) <= 1 for hex in posts)
            elif card.support and state.turn >= EXTENDED - 4:
                total += 1.5 * (now.hex in clear)
        return total

    def boats(self, state: Ddat) -> float:
        """An LVT carries four steps, so an approach hex does not hold more of them; and nothing is better than to be on
        board."""
        crowded = 0
        for hex, units in state.us_hexes().items():
            if state.board.approach_at(hex):
                steps = sum(state.units[n].steps for n in units if state.card(n).type not in ("tank", "hq"))
                crowded += max(0, steps - 4)
        afloat = sum(sum(load.lvts) for load in state.loads.values()) + sum(state.landed)
        return (
            1.5 * sum(len(load.units) for load in state.loads.values())
            + 0.7 * (sum(state.lvts) + afloat)
            - 0.5 * crowded
        )

    def ground(self, state: Ddat) -> tuple[frozenset[str], float]:
        """The hexes in US communication out of Japanese fields, and what the positions are worth: it depends on who
        holds which."""
        key = (frozenset(state.held()), frozenset(name for name in state.positions if state.us_held(name)))
        if key not in self.known:
            held, ours = key
            clear = us_connected(state) - japanese_fields(state)
            total = 0.0
            for standing in standings(state):
                if standing.position not in held:
                    total += 1.0 * (state.place(standing.position).hex in clear)
                    total += 3.5 if standing.secured else 1.0 if standing.position in ours else 0.0
            self.known[key] = clear, total
        return self.known[key]

    def ideas(self, state: Ddat) -> Iterator[tuple[str, dict[str, Any]]]:
        """Moves of more than one hex."""
        if state.phase != "action":
            return
        for name, now in state.units.items():
            if not now.post and not any(why_not_together(state, (name,))):
                for path in ways(state, now.hex):
                    if len(path) > 1 and len(state.at(path[-1])) < CAPACITY:
                        yield "move", {"units": (name,), "path": path}


def step_value(state: Ddat, unit: str) -> float:
    return 5.5 if state.card(unit).support else 3.0


def ways(state: Ddat, start: str) -> Iterator[tuple[str, ...]]:
    """A shortest path to each hex a move can end in."""
    seen, edge = {start}, [(start, tuple[str, ...]())]
    for _ in range(allowance(state) if state.board.is_land(start) else 0):
        following = []
        for hex, path in edge:
            for near in GRID.neighbours(hex) if not path or not must_stop(state, hex) else ():
                if near not in seen and state.board.is_land(near) and not state.enemy_in(near):
                    seen.add(near)
                    following.append((near, (*path, near)))
        yield from (path for _, path in following)
        edge = following
