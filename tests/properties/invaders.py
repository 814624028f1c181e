"""A considered player of Invasion Pearl Harbor: the Japanese march on the hexes that yield points, and attack at good
odds; so may the US."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from domain.iph.attack import open_hexes, why_not_attack
from domain.iph.board import cost, neighbours, why_not_enter
from domain.iph.charts import FORD_ISLAND, TerrainCard
from domain.iph.control import worth
from domain.iph.movement import left, movable, partings, why_not_go
from domain.iph.odds import COLUMNS, attack_factor, defence_factor, start_column
from domain.iph.opening import centres
from domain.iph.state import JAPANESE_MF, Iph
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Outcome
from domain.kernel.questions import OneOf, Question, Some
from tests.properties.player import NEXT, RandomPlayer

REACH = 14
"""So many movement points away a hex is still thought of."""
GOOD = 0
"""Columns right of 1:1 from which an attack is made."""


class Invaders(RandomPlayer):
    """Plays both sides: the Japanese with a plan, the US by chance, or (`defended`) moving towards whoever has landed
    and attacking at good odds."""

    def __init__(self, seed: int, *, defended: bool = False) -> None:
        super().__init__("iph", "sample", seed)
        self.defended = defended

    def readings(self, system: str) -> dict[str, str]:
        return {}

    # ---- what is declared ----

    def declare(self) -> Outcome:
        state: Iph = self.game.state
        planned = {"jp_move": self.marches, "jp_fight": self.attacks, "us_move": self.marches, "us_fight": self.attacks}
        if state.phase == "window":
            return self.window(state)
        side = state.phase[:2]
        if state.phase in planned and (side == "jp" or self.defended):
            for verb, values in planned[state.phase](state, side):
                try:
                    return self.game.declare(verb, values)
                except (RuleBroken, BadInput):
                    continue
            return self.game.declare(NEXT)
        return super().declare()

    def window(self, state: Iph) -> Outcome:
        """Combat where somebody is next to the enemy, then movement, before the first chit; in turn 1 movement
        first."""
        for phase in ("jp_fight", "jp_move") if any(self.attacks(state, "jp")) else ("jp_move", "jp_fight"):
            if phase not in state.played:
                return self.game.declare(NEXT, {"to": phase}, side="jp")
        return self.game.declare(NEXT)

    def marches(self, state: Iph, side: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Whole stacks, each as far as it comes towards the nearest hex that is worth something; those next to an enemy
        stay to fight him.

        SNLF and IJA units that are together part first.
        """
        yield from (("move", dict(values)) for values in partings(state))
        for units in movable(state, side):
            here = state.units[units[0]].hex
            if len(units) < len(
                [
                    name
                    for name in state.mobile(here, side)
                    if state.units[name].command == state.units[units[0]].command
                ]
            ):
                continue
            if any(state.enemy_in(hex, side) for hex in neighbours(state, here)):
                continue
            if state.units[units[0]].allowance is None and side == "us":
                yield "move", {"units": units}
                continue
            if path := self.path(state, side, units):
                yield "move", {"units": units, "path": path}

    def path(self, state: Iph, side: str, units: tuple[str, ...]) -> tuple[str, ...]:
        """The way to the cheapest goal, as far as the points last and the stack may stand."""
        start = state.units[units[0]].hex
        most = left(state, units) if state.units[units[0]].allowance is not None else JAPANESE_MF
        ways: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, ())}
        edge, goal = [(0, start)], ""
        while edge and not goal:
            spent, here = heappop(edge)
            if here != start and self.is_goal(state, side, here):
                goal = here
                break
            for near in neighbours(state, here):
                if near == FORD_ISLAND or any(why_not_enter(state, side, here, near)):
                    continue
                points = spent + cost(state, side, here, near)
                if points <= REACH * 3 and (near not in ways or points < ways[near][0]):
                    ways[near] = points, (*ways[here][1], near)
                    heappush(edge, (points, near))
        for length in range(len(ways[goal][1]) if goal else 0, 0, -1):
            path = ways[goal][1][:length]
            if ways[path[-1]][0] <= most and not any(why_not_go(state, side, units, path)):
                return path
        return ()

    def is_goal(self, state: Iph, side: str, hex: str) -> bool:
        """A hex that is worth something to take, or next to an enemy in one; for the US, next to any Japanese."""
        near = neighbours(state, hex)
        if side == "us":
            return any(state.japanese_in(other) for other in near)
        takes = worth(state, hex) > 0 and state.control(hex) == "us"
        return takes or any(state.standing(other, "us") and worth(state, other) for other in near)

    def attacks(self, state: Iph, side: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Attacks at good odds, the best first."""
        theirs = "us" if side == "jp" else "jp"
        found = []
        for hex in dict.fromkeys(unit.hex for unit in state.units.values() if unit.side == theirs and unit.stands):
            near = open_hexes(state, side, hex)
            for hexes in (near, *((one,) for one in near)):
                if hexes and not any(why_not_attack(state, side, hex, hexes)):
                    attack = sum(
                        attack_factor(state, unit)
                        for one in hexes
                        for unit in state.mobile(one, side)
                        if not state.units[unit].stalled
                    )
                    defence = sum(defence_factor(state, unit) for unit in state.standing(hex, theirs)) or 7
                    column = start_column(attack, defence) - state.read(TerrainCard, state.ground(hex).terrain).shift
                    if column >= GOOD:
                        found.append((min(column, len(COLUMNS)) + worth(state, hex), hex, hexes))
        for _, hex, hexes in sorted(found, reverse=True):
            yield "attack", {"target": hex, "hexes": hexes}

    # ---- what is answered ----

    def sample(self, question: Question[Any]) -> Any:
        state: Iph = self.game.state
        if question.name == "choose":
            return max(
                centres(state),
                key=lambda hex: sum(
                    worth(state, near) for near in state.grid.within(hex, 8) if near in state.charts["hexes"]
                ),
            )
        if question.name == "momentum" and isinstance(question, OneOf):
            return self.chance.choice(question.options[1:])
        if question.name == "ships" and isinstance(question, Some):
            return question.options
        if question.name == "banzai":
            return state.phase == "jp_fight"
        if question.name == "advance" and question.default:
            return question.default
        return super().sample(question)
