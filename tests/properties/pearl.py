"""Random players of Pearl Harbor who tell much: full landings, parts of stacks on the move, attacks wherever there is
one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.iph.attack import PHASES as FIGHTING
from domain.iph.landing import due, room
from domain.iph.movement import PHASES as MOVING
from domain.iph.movement import movable
from domain.iph.state import OTHER, Iph
from domain.kernel.errors import BadInput, RuleBroken
from domain.kernel.game import Outcome
from tests.properties.player import RandomPlayer

Said = tuple[str, Mapping[str, Any]]


class Pressing(RandomPlayer):
    """A random player who looks for a fight, and else does what a random player does."""

    eager = 0.85
    """How often he does."""
    tries = 12
    """So many lines are tried before anything else is done."""

    def __init__(self, seed: int, pack: str = "sample") -> None:
        super().__init__("iph", pack, seed)

    def declare(self) -> Outcome:
        if self.chance.random() < self.eager:
            for n, (verb, values) in enumerate(self.ideas(self.game.state)):
                try:
                    return self.game.declare(verb, values)
                except (BadInput, RuleBroken):
                    if n > self.tries:
                        break
        return super().declare()

    def ideas(self, state: Iph) -> Iterator[Said]:
        if state.phase == "landing":
            yield from self.landings(state)
        elif state.phase in MOVING:
            yield from self.moves(state, MOVING[state.phase])
        elif state.phase in FIGHTING:
            offers = self.game.rules.play.verbs["attack"].offers
            attacks = [*offers(state)] if offers else []
            self.chance.shuffle(attacks)
            yield from (("attack", values) for values in attacks)

    def landings(self, state: Iph) -> Iterator[Said]:
        """As many as must land, of both sub-commands, each where there is room."""
        waiting = self.chance.sample(state.afloat(), due(state))
        places: dict[str, tuple[str, ...]] = {}
        for hex, most in room(state).items():
            places |= {hex: tuple(waiting[:most])} if waiting[:most] else {}
            waiting = waiting[most:]
        if places:
            yield "land", {"places": places}

    def moves(self, state: Iph, side: str) -> Iterator[Said]:
        """Some of a stack, a hex or two towards the nearest enemy; now and then one that has moved before another
        did."""
        stacks = [*movable(state, side)]
        if self.chance.random() < 0.2:
            stacks += [
                (name,) for name, unit in state.units.items() if unit.side == side and unit.allowance is not None
            ]
        enemies = [hex for hex in state.occupied(OTHER[side]) if hex]
        while stacks and enemies:
            stack = stacks.pop(self.chance.randrange(len(stacks)))
            units = tuple(self.chance.sample(stack, self.chance.randint(1, len(stack))))
            here, path = state.units[units[0]].hex, list[str]()
            target = min(enemies, key=lambda enemy: (state.grid.distance(here, enemy), enemy))
            for _ in range(self.chance.randint(1, 3)):
                near = [
                    hex
                    for hex in state.grid.neighbours(here)
                    if state.ground(hex).terrain != "sea" and hex not in enemies
                ]
                here = min(near, key=lambda hex: (state.grid.distance(hex, target), self.chance.random()), default=here)
                path.append(here)
            yield "move", {"units": units, "path": tuple(path)}
