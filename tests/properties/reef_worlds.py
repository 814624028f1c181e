"""A campaign of Blood Reef, and other worlds of it: every act that all see is the same, and what one side keeps secret
is not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from domain.games import load
from domain.kernel.entries import Entry, seen
from domain.kernel.errors import BadInput, RuleBroken, Trouble
from domain.kernel.facts import Declared, Fact, Rolled
from domain.kernel.game import Game, Outcome
from domain.reef import facts as f
from domain.reef.charts import DATES, HexCard, PriceCard
from domain.reef.common import PHASES
from domain.reef.landing import due_now, entered, late, of_blt
from domain.reef.slips import closed
from domain.reef.state import OTHER, Reef
from tests.properties.player import RandomPlayer
from tests.properties.worlds import said_again

Values = Mapping[str, Any]
LENGTH = 260
BEACHES = ("Red2", "Red3")
FIRING, QUIET = ("120L", "140L", "200L"), ("37mm", "75mm", "81mm", "AA127")
"""Guns that fire Counterbattery Fire, where they are manned, and those that do not (CG3.4)."""
OCEAN = ("X25", "X26", "Y24", "Y25", "Y26")
SETTING_UP = 6
"""So many things are hidden in a set-up."""


# ---- what may be kept secret ----


def land(state: Reef) -> list[str]:
    """Hexes in which the Japanese may set up."""
    return [hex for hex, card in state.rows(HexCard).items() if card.terrain == "hinterland"]


def purchase(chance: random.Random, state: Reef) -> Values:
    items = chance.sample([*state.rows(PriceCard)], 2)
    return {
        "beach": chance.choice(BEACHES),
        "items": tuple(f"{item}x{chance.randint(2, 3)}" if chance.random() < 0.3 else item for item in items),
    }


def hiding(chance: random.Random, state: Reef) -> Values:
    """Pieces at a beach in a hex, or what else may be HIP."""
    group = chance.choice(BEACHES)
    kinds = chance.sample(sorted(kind for kind, unit in state.of(group).items() if unit.steps > 0), 2)
    what = tuple(chance.sample(("pillbox", "wire", "G1", "tunnel"), chance.randint(0, 2)))
    return {
        "pieces": {group: tuple(kinds[: chance.randint(1, 2)])},
        "hex": chance.choice(land(state)),
        "what": what,
        "bought": chance.random() < 0.2,
    }


def concealing(chance: random.Random, state: Reef) -> Values:
    return {"group": chance.choice(BEACHES), "hex": chance.choice(land(state)), "vehicle": chance.random() < 0.2}


def a_gun(chance: random.Random, name: str) -> Values:
    """A Gun that is not known as play begins, since nobody fires it."""
    fires = chance.random() < 0.5
    return {
        "name": name,
        "type": chance.choice(FIRING if fires else QUIET),
        "hex": f"P{chance.randint(20, 40)}",
        "manned": not fires,
        "pillbox": chance.random() < 0.3,
        "works": chance.random() < 0.7,
    }


def a_wave(chance: random.Random, state: Reef, said: Values) -> Values:
    """Two others of the Formations that are in no wave."""
    planned = {name for wave in state.waves.values() for name in wave.formations}
    waiting = [name for name in of_blt(state, "2") if name not in planned and not entered(state, name)]
    attached = chance.choice(({}, {}, {"2-F1": ("leader",)}))
    return {**said, "formations": tuple(chance.sample(waiting, min(2, len(waiting)))), "attached": attached}


def another(chance: random.Random, state: Reef, verb: str, said: Values) -> Values:
    """The same declaration with another content, which may be one that cannot be."""
    match verb:
        case "buy":
            return purchase(chance, state)
        case "hide":
            return hiding(chance, state)
        case "conceal":
            return concealing(chance, state)
        case "gun":
            return a_gun(chance, said["name"])
        case "set-up-gun" | "wade":
            return {**said, "hex": chance.choice(OCEAN if verb == "wade" else land(state))}
        case "night":
            return {"attempt": "no" if said["attempt"] == "yes" else "yes"}
        case "exchange":
            return {"date": chance.choice(("none", *DATES[1:]))}
        case "observer":
            return {**said, "hex": f"{chance.choice('MNOP')}{chance.randint(10, 40)}"}
        case "wave":
            return a_wave(chance, state, said)
    raise AssertionError(f"{verb} keeps nothing secret")


KINDS: Mapping[str, tuple[str, ...]] = {
    "exchange": ("exchange",),
    "observer": ("observer",), "wave": ("wave",), "cloaking": ("cloak", "wade"), "night-banzai": ("night",),
    "purchases": ("buy",), "hidden": ("hide", "conceal"), "guns": ("gun", "set-up-gun"), "leaders": (),
}  # fmt: skip
"""The kinds of secrets, each with the verbs by which it is declared; Japanese leaders are the dice of their LD DRs."""
OWNER: Mapping[str, str] = {
    kind: "us" if kind in ("exchange", "observer", "wave", "cloaking") else "jp" for kind in KINDS
}


# ---- who keeps much to himself ----


class Secretive(RandomPlayer):
    """A random player who buys, hides, cloaks and has Guns; what goes by on the map he does not tell."""

    def __init__(self, seed: int) -> None:
        super().__init__("reef", "sample", seed, scenario="II")
        self.here: tuple[object, ...] = ()
        self.said = 0
        """How much has been said in this phase."""

    def declare(self) -> Outcome:
        state: Reef = self.game.state
        here = (state.number, state.turn, state.half, state.phase)
        self.here, self.said = here, self.said if here == self.here else 0
        for name, values in islice(self.ideas(state), self.said, None):
            self.said += 1
            try:
                return self.game.declare(name, values)
            except (BadInput, RuleBroken):
                continue
        phase = self.game.rules.play.sequence.at(state)
        if phase and phase.owed(state):
            return super().declare()
        busy = (
            state.mover == "us"
            and state.phase in ("rally", "prep_fire")
            and (due_now(state) or closed(state, "cloaking"))
        )
        charging = state.night and state.mover == "jp"  # a Night Banzai Charge is owed on the way
        if busy or charging or state.phase not in PHASES:
            return self.game.declare("next")
        return self.game.declare("over", {"missed": True} if any(late(state).values()) else {})

    def ideas(self, state: Reef) -> Iterator[tuple[str, Values]]:
        """What is said in a phase; of the same length whenever it is asked."""
        chance = self.chance
        if state.phase == "leaders":
            yield from (("gun", a_gun(chance, name)) for name in ("G1", "G2"))
            yield from (("assign", {"blt": "2", "area": "Red2"}), ("leaders", {}))
        elif state.phase == "purchases":
            yield from [("night", {"attempt": chance.choice(("yes", "no"))})] if state.night_open else []
            yield from (("buy", purchase(chance, state)) for _ in range(SETTING_UP))
        elif state.phase in ("first_setup", "second_setup"):
            yield from (
                ("hide", hiding(chance, state)) if n % 2 else ("conceal", concealing(chance, state))
                for n in range(SETTING_UP)
            )
            yield from (
                ("set-up-gun", {"gun": name, "hex": chance.choice(land(state)), "hidden": True}) for name in state.guns
            )
        elif state.phase == "support":
            name = chance.choice(("2-F2", "2-F3", "2-F4"))
            yield from (("cloak", {"mmc": f"{name}:6-6-8", "pieces": {name: (piece,)}}) for piece in ("leader", "MMG"))
        elif state.phase == "movement" and state.mover == "us":
            yield from (
                ("enter", {"wave": name, "hexes": ("Z24", "Z25"), "pieces": {}, **self.riding(name)})
                for name in sorted(state.sealed_waves)
            )
            yield from (
                ("wade", {"slip": f"cloaking-{n}", "hex": chance.choice(OCEAN)})
                for n in (1, 2)
                if f"cloaking-{n}" in state.slips
            )

    def riding(self, wave: str) -> Values:
        """Assault Wave 1 comes on LVTs."""
        return {"how": "lvt", "loads": (10, 10)} if wave.endswith("-W1") else {}


@cache
def played(seed: int) -> tuple[Outcome, ...]:
    """The beginning of a campaign."""
    player = Secretive(seed)
    return (Outcome(tuple(player.game.entries)), *islice(player.play(), LENGTH))


# ---- another world ----


def public(outcome: Outcome, side: str) -> list[Entry]:
    """What a side sees of an append."""
    return [
        entry._replace(at="", waits=entry.waits and entry.waits._replace(secret=""))
        for entry in seen(outcome.entries, side)
    ]


OPENS = (f.SlipOpened, f.WaveOpened, f.GunDeclared)
"""What shows a secret to all."""


class Other:
    """Another world: what one side keeps secret of a kind has another content. It ends where that is shown to all, or
    where that side, having decided otherwise, cannot do what it did.
    """

    tries = 30
    """So often another content is sought that can be, and looks the same."""

    def __init__(self, outcomes: Sequence[Outcome], seed: int, kind: str) -> None:
        self.outcomes, self.chance, self.kind = outcomes, random.Random(seed), kind
        self.owner, self.against = OWNER[kind], OTHER[OWNER[kind]]
        self.game: Game[Reef] = Game(load("reef"))
        self.since = 0
        """From which append on it is another world; 0 where it is none."""
        self.kept = self.chance.randint(0, 5)
        """So many Assault Waves are the same."""

    def play(self) -> Iterator[Outcome]:
        for n, outcome in enumerate(self.outcomes):
            said = self.same(outcome)
            if said is None:
                return
            if not self.since and [*said.facts] != [*outcome.facts]:
                self.since = n
            self.game.follow(said.entries)
            yield said

    def same(self, outcome: Outcome) -> Outcome | None:
        """The same before everybody's eyes, of another content where it is a secret of that kind; None where the world
        ends."""
        first = outcome.entries[0].fact
        for _ in range(self.tries if self.is_secret(first) else 0):
            try:
                said = said_again(self.game, first, self.instead(first))
            except Trouble:
                continue
            if public(said, self.against) == public(outcome, self.against):
                return said
            assert self.shown(said, outcome), self.difference(said, outcome)
        try:
            said = said_again(self.game, first)
        except Trouble as trouble:
            assert isinstance(first, Declared), trouble
            assert first.side == self.owner, f"entry {outcome.entries[0].version}: {trouble}"
            return None
        if public(said, self.against) == public(outcome, self.against):
            return said
        assert self.shown(said, outcome), self.difference(said, outcome)
        return None

    def difference(self, said: Outcome, outcome: Outcome) -> str:
        """What the other side sees of both, where they differ."""
        one, other = public(said, self.against), public(outcome, self.against)
        return (
            "\n".join(f"{a}\n{b}" for a, b in zip(one, other, strict=False) if a != b)
            or f"{len(one)} entries and {len(other)}"
        )

    def shown(self, *outcomes: Outcome) -> bool:
        """Whether one of them shows a secret to all."""
        return any(isinstance(fact, OPENS) for outcome in outcomes for fact in outcome.facts)

    def is_secret(self, fact: Fact) -> bool:
        if isinstance(fact, Rolled):
            return self.kind == "leaders" and fact.secret == self.owner
        return isinstance(fact, Declared) and fact.verb in KINDS[self.kind] and self.differs(fact)

    def differs(self, fact: Declared) -> bool:
        """Of several Assault Waves the first ones are the same, so that the others stay unknown for longer; that of the
        Scouts is called by them."""
        return fact.verb != "wave" or (
            len(self.game.state.sealed_waves) >= self.kept and fact.values["formations"] != ["Scouts"]
        )

    def instead(self, fact: Fact) -> Any:
        if isinstance(fact, Rolled):
            return [self.chance.randint(1, 6) for _ in fact.dice]
        assert isinstance(fact, Declared)
        if fact.verb == "cloak":
            return self.exchanged(fact.values)
        return another(self.chance, self.game.state, fact.verb, fact.values)

    def exchanged(self, values: Values) -> Values:
        """What is in one box lies in the other, of the same MMC: so all that is seen of those who enter is the same."""
        ((group, (piece,)),) = values["pieces"].items()
        return {**values, "pieces": {group: ("MMG" if piece == "leader" else "leader",)}}


@cache
def world(seed: int, kind: str) -> tuple[int, tuple[Outcome, ...]]:
    """Another world of a campaign, and since which append it is one."""
    other = Other(played(seed), seed, kind)
    outcomes = tuple(other.play())
    return other.since, outcomes


__all__ = ["KINDS", "OWNER", "Secretive", "played", "public", "world"]
