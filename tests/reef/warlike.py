"""Random campaigns of Blood Reef in which both sides play: waves come in, batteries fire, pieces are lost, ground
changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from domain.kernel.errors import Trouble
from domain.kernel.game import Game, Outcome
from domain.kernel.questions import Question
from domain.kernel.verbs import Verb
from domain.reef.bombardment import seawalls_due
from domain.reef.charts import POOL
from domain.reef.common import PHASES, SETTING_UP, on_map
from domain.reef.landing import due_now, entry_hexes, rest_of
from domain.reef.state import Reef, Unit
from replays.lines import split
from replays.notation import speak
from tests.properties.player import RandomPlayer

PIER = ("Z33", "Y33", "X33", "W33", "V33", "U33")
GROUND = tuple(f"{letter}{number}" for letter in "TSRQPO" for number in range(22, 34))
LOUD = ("over", "unseal", "lose", "sfcp-lost", "commands", "victory", "elr", "pillbox")
"""What a random player declares so often that nothing else would happen."""


class Warlike(RandomPlayer):
    """Says what players say at the table, step by step; whatever else there is to declare or to answer is left to
    chance."""

    def __init__(self, seed: int, scenario: str) -> None:
        super().__init__("reef", "sample", seed, scenario=scenario)
        self.regular = False  # what asks for a hex that nobody has read out is taken back
        self.tried: set[str] = set()

    def declare(self) -> Outcome:
        for line in self.ideas(self.game.state):
            try:
                said = split(line, self.game.rules.sides)
                assert said is not None
                return speak(self.game, said)
            except Trouble:
                continue
        return super().declare()

    def verbs(self) -> list[Verb[Any]]:
        return [verb for verb in super().verbs() if verb.name not in LOUD or self.chance.random() < 0.02]

    def sample(self, question: Question[Any]) -> Any:
        return (1,) if question.name == "night" else super().sample(question)  # a night that is attempted is played

    # ---- what there is to say ----

    def ideas(self, state: Reef) -> Iterator[str]:
        """Lines for the phase at hand, in any order; what is refused is said no more."""
        found = [line for idea in self.of_phase(state) for line in idea(state)]
        self.chance.shuffle(found)
        if state.phase in PHASES:
            found = found[: self.chance.choice((0, 0, 1, 2))]
            if self.chance.random() < 0.3:
                found = [*self.support(state), *found]
            if state.phase == "movement":
                found = [*self.waves(state), *self.charges(state), *found]
        moment = f"{state.date} {state.turn} {state.half} {state.phase}"
        for line in found:
            if f"{moment}: {line}" not in self.tried:
                self.tried.add(f"{moment}: {line}")
                yield line

    def of_phase(self, state: Reef) -> tuple[Callable[[Reef], Iterator[str]], ...]:
        if state.phase in PHASES:
            return (self.losses, self.fights)
        if state.phase in SETTING_UP:
            return (self.set_ups,)
        return {
            "leaders": (self.assignments, self.beginnings),
            "areas": (self.assignments,),
            "reserves": (self.assignments,),
            "purchases": (self.purchases,),
            "bombardment": (self.bombardments,),
            "control": (self.control,),
            "perimeters": (self.perimeters,),
            "setup_areas": (self.areas,),
            "isolation": (self.isolated,),
            "retaining": (self.retained,),
            "snipers": (self.snipers,),
        }.get(state.phase, ())

    def assignments(self, state: Reef) -> Iterator[str]:
        """The sample pack has no hexes of Green Beach."""
        yield from (
            f"assign {blt} {area}"
            for blt, now in state.blts.items()
            if not now.area
            for area in ("Red2", "Red1", "Red3")
        )

    def beginnings(self, state: Reef) -> Iterator[str]:
        yield from (f"balance {self.chance.choice(('us', 'jp'))}", 'commands Ann "all west of the pier"')

    def purchases(self, state: Reef) -> Iterator[str]:
        if state.number > 1:
            return
        what = {"Red2": "pillbox-1-3-5x2,wirex3,MMG", "Red3": "wire,HIP-squad", "Red1": "trench,HIP-squad"}
        yield from (f"jp: buy {beach}{'' if state.on_paper else f' {items}'}" for beach, items in what.items())
        yield from (
            "gun G1 120L hex=R30",
            "gun G2 37mm hex=S27 pillbox=yes",
            "gun G3 140L hex=Q30 works=no",
            "gun G4 200L",
        )
        yield from (f"to-pool {unit.group}:{unit.kind}x2" for unit in self.of(state, "jp") if unit.kind == "4-4-7")

    def set_ups(self, state: Reef) -> Iterator[str]:
        yield from (
            "us: snipers Q12,Q28",
            "jp: snipers P13,P33",
            f"jp: conceal Red2 {self.chance.choice(('O31', 'P30', 'Q29'))}",
        )
        yield from (f"set-up-gun {name} {gun.hex or 'O30'}" for name, gun in state.guns.items())
        for group in ("Red1", "Red2", "Red3"):
            yield "hide" if state.on_paper else f"hide {self.chance.choice(GROUND)} {group}:4-4-8"
        for name in [name for name, one in state.formations.items() if one.role == "Rifle"][:2]:
            yield "us: cloak" if state.on_paper else f"us: cloak {name}:6-6-8 {name}:leader,MMG"
        scouts = " Scouts:all" if state.of("Scouts") else ""
        for blt in state.blts:
            yield f"wave 1 {blt}-F2,{blt}-F3 {blt}-F5:MG-Platoon,leader {blt}-F1:leader{scouts}"

    def bombardments(self, state: Reef) -> Iterator[str]:
        yield f"bombard {','.join(self.chance.sample(GROUND, state.campaign.bombardments))}"
        if due := seawalls_due(state):
            yield f"breach {','.join(due)}"

    # ---- the fight ----

    def waves(self, state: Reef) -> Iterator[str]:
        """Each wave that is due, whole or with something left in the boats; now and then nobody comes."""
        for name in due_now(state):
            rest = dict(rest_of(state, name))
            area = state.blts[state.waves[name].blt].area if state.waves[name].blt else ""
            hexes = ",".join(self.chance.sample(entry_hexes(state, area), 2)) if area else PIER[1]
            if len(rest) > 2 and self.chance.random() < 0.5:
                rest[self.chance.choice(list(rest))] //= 2
            kept = sum(unit.off for unit in state.of("LVT").values())
            ride = (
                f" how=lvt loads={','.join(['10'] * min(6, kept))}"
                if name.endswith("-W1") and kept
                else ""
                if area
                else " how=pier"
            )
            if self.chance.random() < 0.85:
                yield f"enter {name} {hexes} {grouped(rest)}{ride}"

    def losses(self, state: Reef) -> Iterator[str]:
        for side in ("us", "jp") if self.chance.random() < 0.3 else ():
            units = self.of(state, side)
            self.chance.shuffle(units)
            cause = self.chance.choice(("combat", "combat", "captured", "close-combat", "sniper", "air", "bombardment"))
            lost = {
                f"{unit.group}:{unit.kind}": self.chance.randint(1, min(3, on_map(unit)))
                for unit in units[: self.chance.choice((1, 1, 3))]
            }
            if lost:
                yield f"lose {grouped(lost)}{'' if cause == 'combat' else f' cause={cause}'}"
            yield from (
                f"reduce {unit.group}:{unit.kind}"
                for unit in units
                if unit.kind in ("6-6-8", "7-6-8", "4-4-8", "3-3-6")
            )
            yield from (f"arise {unit.group}:hero" for unit in units[:1])
        gone = [name for name, unit in state.units.items() if unit.start - unit.left - unit.reduced > unit.steps]
        yield from (f"restore {name}" for name in self.chance.sample(gone, min(1, len(gone))))

    def support(self, state: Reef) -> Iterator[str]:
        """Fire of the batteries that can, else access for those with an observer, else Radio Contact."""
        hex = self.chance.choice(GROUND)
        for name, module in state.modules.items():
            seen = [party for party, one in state.parties.items() if one.contact and one.module == name]
            by = f" by={seen[0]}" if seen and self.chance.random() < 0.7 else ""
            target = self.chance.choice(("infantry", "vehicular", "area"))
            if module.access:
                yield (
                    f"shoot {name} {hex} {target} "
                    f"drm={self.chance.choice((-1, 0, 2))}{by}{' wp=yes' if self.chance.random() < 0.3 else ''}"
                )
                yield (
                    f"mission {name} {self.chance.choice(('AR', 'SR', 'FFE:1'))} {hex} "
                    f"{self.chance.choice(('', 'ammunition=IR'))}"
                )
                if module.acquired != hex and self.chance.random() < 0.2:
                    yield f"acquire {name} {hex}"
            elif seen:
                yield f"access {name}"
        for party, one in state.parties.items():
            if one.status == "on" and one.module:
                yield self.chance.choice(
                    (f"contact {party} attack=direct", f"contact {party} attack=noba", f"contact {party} made=no")
                )
        if self.chance.random() < 0.3:
            yield from ("fb-gone", "fb-gone why=recalled")

    def charges(self, state: Reef) -> Iterator[str]:
        yield from ('banzai "2-F3 in S25"', "terrain P12")
        for chain, one in (state.charge.chains if state.charge else {}).items():
            how = self.chance.choice(("met", "broken"))
            yield f"charge-out {chain} {how}{' mmc=1' if one.mmc - one.gone > 1 else ''}"

    def fights(self, state: Reef) -> Iterator[str]:
        hexes = ",".join(self.chance.sample(GROUND, self.chance.randint(1, 4)))
        yield from (f"control {side} {hexes}" for side in ("us", "us", "jp"))
        yield f"control us {','.join(PIER)}"
        yield from (
            f"gun-is {name} {what}"
            for name, gun in state.guns.items()
            if gun.hex
            for what in ("malfunctions", "captured")
        )
        yield from (
            "jp: sniper",
            "us: sniper-is Pinned",
            "jp: san -2",
            "us: san 1",
            "heat",
            "elr Red2:4-4-7 failed_by=5",
        )
        yield "jp: rally Red2:4-4-7 alone=yes"
        boxes = [
            name
            for name, slip in state.slips.items()
            if slip.kind == "cloaking" and len(slip.entered) > len(slip.says) // 3
        ]
        yield from (f"wade {name} {self.chance.choice(('T24', 'U24', 'T23'))}" for name in boxes)
        yield from (f"{verb} {self.chance.choice(('T24', 'T25'))}" for verb in ("wall 6-6-8", "along 6-6-8"))
        yield from (
            f"manhandle {name}:37LL ocean=yes" for name, one in state.formations.items() if one.role == "AT-Regiment"
        )
        yield from ("keep-lvts 2", "pillbox T24 armed=us")
        pool = [kind for kind in ("4-4-8", "4-4-7", "3-4-7", "leader") if state.available and state.pool.get(kind)]
        yield from (f"come {POOL}:{kind} hexes=E63" for kind in pool)
        if state.turn > 3 and self.chance.random() < 0.05:
            yield 'end-scenario "the pier is taken" winner=us'

    # ---- the Refit Phase ----

    def control(self, state: Reef) -> Iterator[str]:
        held = [hex for hex in GROUND if hex in state.ground and state.ground[hex].control == "us"]
        yield from (f"control us {hex} occupied=yes" for hex in held[:1])
        yield 'refit 15.609 "two LVT repaired"'

    def perimeters(self, state: Reef) -> Iterator[str]:
        yield f"perimeter {','.join(f'T{number}' for number in range(23, 26))}"

    def areas(self, state: Reef) -> Iterator[str]:
        yield from ("area A us T23,T24,T25", "area J jp O31,O32", "area B us T27")

    def isolated(self, state: Reef) -> Iterator[str]:
        yield "area K jp T24 isolated=yes"

    def retained(self, state: Reef) -> Iterator[str]:
        for area, side in (("A", "us"), ("J", "jp")):
            some = {f"{unit.group}:{unit.kind}": on_map(unit) for unit in self.of(state, side)[:5]}
            yield from (f"retain {area} {grouped(some)}" for _ in some)
        yield "keep-lvts 2"

    def snipers(self, state: Reef) -> Iterator[str]:
        yield from ("jp: san -1", "us: san 1")

    def of(self, state: Reef, side: str) -> list[Unit]:
        """The pieces of a side that are on the map."""
        return [unit for unit in state.units.values() if unit.side == side and on_map(unit) > 0 and unit.group != POOL]


def grouped(pieces: Mapping[str, int]) -> str:
    """Pieces by group, as a line has them: `2-F2:6-6-8x3,60mm 2-F3:leader`."""
    groups: dict[str, list[str]] = {}
    for name, number in pieces.items():
        group, _, kind = name.partition(":")
        if number:
            groups.setdefault(group, []).append(f"{kind}x{number}" if number > 1 else kind)
    return " ".join(f"{group}:{','.join(kinds)}" for group, kinds in groups.items())


@cache
def fought(seed: int, scenario: str) -> Game[Any]:
    """A whole campaign; those of even seeds keep their secrets in the record, those of odd ones on paper. Nobody
    changes it."""
    player = Warlike(seed, scenario)
    for _ in player.play(8000):
        pass
    return player.game
