"""Random games of Invasion Pearl Harbor in which both sides fight: stacks go towards points or the enemy, and who can
attack does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from domain.iph.board import cost
from domain.iph.common import fine
from domain.iph.control import worth
from domain.iph.movement import movable, partings, why_not_go
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Game, Outcome
from tests.properties.player import RandomPlayer

REACH = {"jp": 7, "us": 4}
"""How far each side plans a move."""


class Warlike(RandomPlayer):
    """Fights and marches; whatever else there is to declare or to answer is left to chance."""

    def __init__(self, seed: int, irregular: float = 0.0) -> None:
        super().__init__("iph", "sample", seed, irregular)

    def declare(self) -> Outcome:
        state = self.game.state
        if self.irregular and self.chance.random() < self.irregular:
            return super().declare()
        if state.phase in ("us_move", "jp_move"):
            return self.first_that_stands(self.marches("us" if state.phase == "us_move" else "jp"))
        if state.phase in ("us_fight", "jp_fight"):
            return self.first_that_stands(self.attacks())
        if state.phase == "window" and state.ijn_ready and "pull" not in state.played and self.chance.random() < 0.5:
            americans = sorted({unit.hex for unit in state.units.values() if unit.side == "us" and unit.stands})
            hexes = tuple(self.chance.sample(americans, min(2, state.ijn_ready, len(americans))))
            return self.first_that_stands(iter([("interdict", {"hexes": hexes})]), super().declare)
        return super().declare()

    def first_that_stands(self, ideas: Iterator[tuple[str, Mapping[str, Any]]], otherwise: Any = None) -> Outcome:
        """The first of these that nothing stands against; the phase is over without one."""
        for verb, values in ideas:
            try:
                return self.game.declare(verb, dict(values))
            except (BadInput, RuleBroken):
                continue
        outcome: Outcome = (otherwise or (lambda: self.game.declare("next")))()
        return outcome

    def attacks(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """From as many hexes as can; aircraft alone now and then."""
        for name in ("attack", "raid", "strike-battleship"):
            verb = self.game.rules.play.verbs[name]
            if verb.offers and (name != "raid" or self.chance.random() < 0.3):
                offers = list(verb.offers(self.game.state))
                self.chance.shuffle(offers)
                yield from (
                    (name, values) for values in sorted(offers, key=lambda values: -len(values.get("hexes", ())))
                )

    def marches(self, side: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Stacks that have not moved, towards the nearest goal; US units stop next to it. Those who are together
        without a Beachhead part first."""
        state = self.game.state
        yield from (("move", values) for values in partings(state))
        goals = self.goals(side)
        stacks = [units for units in movable(state, side) if state.units[units[0]].allowance is None]
        self.chance.shuffle(stacks)
        for units in sorted(stacks, key=lambda units: -len(units))[:12]:
            here = state.units[units[0]].hex
            if (
                not goals
                or self.chance.random() < 0.15
                or (side == "us" and any(state.grid.adjacent(here, goal) for goal in goals))
            ):
                continue
            path = self.way(side, units, here, min(goals, key=lambda hex: (state.grid.distance(here, hex), hex)))
            if path:
                yield "move", {"units": units, "path": path}

    def goals(self, side: str) -> list[str]:
        state = self.game.state
        if side == "us":
            return [unit.hex for unit in state.units.values() if unit.side == "jp" and unit.stands]
        return [hex for hex in state.charts["hexes"] if worth(state, hex) and state.control(hex) == "us"]

    def way(self, side: str, units: Sequence[str], here: str, goal: str) -> tuple[str, ...]:
        """As far towards a hex as the way is open and the points may last."""
        state, path, left = self.game.state, list[str](), REACH[side]
        at = here
        while at != goal:
            near = [
                hex for hex in state.grid.neighbours(at) if hex in state.charts["hexes"] and hex not in (*path, here)
            ]
            near = [hex for hex in near if state.grid.distance(hex, goal) <= state.grid.distance(at, goal)]
            near.sort(key=lambda hex: (state.grid.distance(hex, goal), self.chance.random()))
            step = next(
                (
                    hex
                    for hex in near
                    if cost(state, side, at, hex) <= left and fine(why_not_go(state, side, units, (*path, hex)))
                ),
                "",
            )
            if not step:
                break
            left -= cost(state, side, at, step)
            path.append(step)
            at = step
        return tuple(path)


@cache
def fought(seed: int) -> Game[Any]:
    """A whole game; those of even seeds keep their secrets in the record, those of odd ones on paper. Nobody changes
    it."""
    player = Warlike(seed)
    for _ in player.play(8000):
        pass
    return player.game
