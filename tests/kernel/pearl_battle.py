"""Made-up proof: a battle of Invasion Pearl Harbor (10.1 to 10.4): air, dice, banzai, losses chosen by owners, a second
attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from domain.kernel import facts as kernel_facts
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, Frozen, Loss, Modifier, topics
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import NOTHING, Number, OneOf, Roll, Some, YesNo
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row, State
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs


class HexRow(Row, chart="hexes", key="hex"):
    shift: int = 0
    adjacent: tuple[str, ...]


class ResultRow(Row, chart="crt", key="odds and die"):
    attacker: int = 0
    defender: int = 0


class Unit(Frozen):
    side: str = ""
    hex: str = ""
    factor: int = 3
    steps: int = 2


class Pearl(State):
    units: Mapping[str, Unit] = {}
    japanese_air: int = 3
    us_air: int = 2
    attacked: tuple[str, ...] = ()

    def at(self, hex: str, side: str) -> tuple[str, ...]:
        return tuple(n for n, u in self.units.items() if u.hex == hex and u.side == side and u.steps > 0)


class AttackDeclared(Fact, topic="pearl.attack-declared"):
    target: str
    units: tuple[str, ...]


class AirFlown(Fact, topic="pearl.air-flown"):
    side: str
    planes: int


class BattleResolved(Fact, topic="pearl.battle-resolved"):
    odds: str
    terms: tuple[Modifier, ...]
    attacker: int
    defender: int


class StepLost(Fact, topic="pearl.step-lost"):
    unit: str


class Advanced(Fact, topic="pearl.advanced"):
    units: tuple[str, ...]
    to: str


verbs: Verbs[Pearl] = Verbs()
evolve: Evolve[Pearl] = Evolve()
HexName = Annotated[str, Named("hex")]


@verbs("IPH 10.1", side="jp", phases=("combat",))
def attack(table: Table[Pearl], target: HexName) -> None:
    """IPH 10.1: everything able next to the target attacks it."""
    force = able(table.state, table.read(HexRow, target).adjacent)
    table.require(bool(force), "IPH 10.1", f"no Japanese unit is next to {target}")
    table.require(target not in table.state.attacked, "IPH 10.3", f"{target} has been attacked in this phase")
    battle(table, force, target, second=False)


def able(state: Pearl, near: tuple[str, ...]) -> tuple[str, ...]:
    """IPH 10.5: all who stand next to the target, as whole stacks."""
    return tuple(unit for hex in near for unit in state.at(hex, "jp"))


def battle(table: Table[Pearl], force: tuple[str, ...], target: str, *, second: bool) -> None:
    """IPH 10.2 to 10.4: air, banzai, odds, die, losses, advance, and a second attack by those who advanced."""
    table.record(AttackDeclared(rule="IPH 10.1", target=target, units=force))
    terms = [Modifier(rule="IPH 10.8", amount=-table.read(HexRow, target).shift, why="terrain")]
    if not second:
        terms += air(table, len(force))
    banzai = table.ask(YesNo(name="banzai", by="jp", rule="IPH 12.1", words="a banzai attack?", default=False))
    if banzai:
        die = table.ask(Roll(name="banzai-die", by="jp", rule="IPH 12.1", words="the banzai die"))[0]
        terms.append(Modifier(rule="IPH 12.1", amount=die // 2, why="banzai"))
    odds = compute(table.state, force, target, terms)
    die = table.ask(Roll(name="die", by="jp", rule="IPH 10.2", words=f"the battle at {odds}"))[0]
    result = table.read(ResultRow, f"{odds} {die}")
    attacker = max(1, 2 * result.attacker) if banzai else result.attacker  # 12.1: doubled, none becomes one
    table.record(
        BattleResolved(rule="IPH 10.9", odds=odds, terms=tuple(terms), attacker=attacker, defender=result.defender)
    )
    losses(table, "us", table.state.at(target, "us"), result.defender)
    losses(table, "jp", force, attacker)
    left = tuple(unit for unit in force if table.state.units[unit].steps > 0)
    if table.state.at(target, "us") or not left:
        return
    chosen = table.ask(
        Some(name="advance", by="jp", rule="IPH 10.10", words="who advances", options=left, least=1, default=left)
    )
    table.record(Advanced(rule="IPH 10.10", units=chosen, to=target))
    if second:
        return
    targets = tuple(hex for hex in table.read(HexRow, target).adjacent if table.state.at(hex, "us"))
    if targets:
        words = f"momentum: a second attack, or {NOTHING}"
        again = table.ask(
            OneOf(name="momentum", by="jp", rule="IPH 10.4", words=words, options=(NOTHING, *targets), default=NOTHING)
        )
        if again != NOTHING:
            battle(table, chosen, again, second=True)


def air(table: Table[Pearl], most: int) -> list[Modifier]:
    """IPH 7.12, 7.14: Japanese planes by choice, US planes by a die each."""
    planes = table.ask(
        Number(
            name="air",
            by="jp",
            rule="IPH 7.12",
            words="Japanese aircraft in the battle",
            least=0,
            most=min(most, table.state.japanese_air),
        )
    )
    table.record(AirFlown(rule="IPH 7.12", side="jp", planes=planes))
    terms = [Modifier(rule="IPH 7.12", amount=planes, why="Japanese aircraft")]
    if table.state.us_air:
        dice = table.ask(
            Roll(name="us-air", by="us", rule="IPH 7.14", words="a die for each US aircraft", count=table.state.us_air)
        )
        flown = sum(die == 6 for die in dice)
        table.record(AirFlown(rule="IPH 7.14", side="us", planes=flown))
        terms.append(Modifier(rule="IPH 7.14", amount=-flown, why="US aircraft"))
    return terms


def compute(state: Pearl, force: tuple[str, ...], target: str, terms: list[Modifier]) -> str:
    """IPH 10.2, 10.11: odds in the defender's favour, then the shifts, within 1:3 and 4:1."""
    attack_factor = sum(state.units[u].factor for u in force)
    defence = max(1, sum(state.units[u].factor for u in state.at(target, "us")))
    column = attack_factor // defence - 1 if attack_factor >= defence else 1 - -(-defence // max(1, attack_factor))
    column = max(-2, min(3, column + sum(term.amount for term in terms)))
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def losses(table: Table[Pearl], side: str, units: tuple[str, ...], steps: int) -> None:
    """IPH 10.9: the owner says who loses each step; excess is ignored."""
    for _ in range(steps):
        standing = tuple(unit for unit in units if table.state.units[unit].steps > 0)
        if not standing:
            return
        words = f"who of {', '.join(standing)} loses a step?"
        question = OneOf(name="loss", by=side, rule="IPH 10.9", words=words, options=standing, names="unit")
        unit = standing[0] if len(standing) == 1 else table.ask(question)
        table.record(
            StepLost(rule="IPH 10.9", unit=unit, losses=(Loss(side=side, unit=unit, steps=1, cause="battle"),))
        )


def changed(state: Pearl, name: str, **change: Any) -> Pearl:
    return state.but(units={**state.units, name: state.units[name].but(**change)})


@evolve.on(AttackDeclared)
def attack_declared(fact: AttackDeclared, state: Pearl) -> Pearl:
    return state.but(attacked=(*state.attacked, fact.target))


@evolve.on(AirFlown)
def air_flown(fact: AirFlown, state: Pearl) -> Pearl:
    field = "japanese_air" if fact.side == "jp" else "us_air"
    return state.but(**{field: getattr(state, field) - fact.planes})


@evolve.on(StepLost)
def step_lost(fact: StepLost, state: Pearl) -> Pearl:
    return changed(state, fact.unit, steps=state.units[fact.unit].steps - 1)


@evolve.on(Advanced)
def advanced(fact: Advanced, state: Pearl) -> Pearl:
    for unit in fact.units:
        state = changed(state, unit, hex=fact.to)
    return state


START = Pearl(
    phase="combat",
    units={
        "J1": Unit(side="jp", hex="2020", factor=6),
        "J2": Unit(side="jp", hex="2020", factor=5),
        "J3": Unit(side="jp", hex="2021", factor=4),
        "U1": Unit(side="us", hex="2120", steps=1),
        "U2": Unit(side="us", hex="2120", steps=1),
        "U3": Unit(side="us", hex="2220", factor=2),
        "U4": Unit(side="us", hex="3020"),
    },
)
ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
CHARTS: dict[tuple[str, str], dict[str, Any]] = {
    ("hexes", "2120"): {"shift": 1, "adjacent": ["2020", "2021", "2220"]},
    ("hexes", "2220"): {"adjacent": ["2120"]},
    ("hexes", "2020"): {"adjacent": ["2120", "2021"]},
    ("hexes", "2021"): {"adjacent": ["2120", "2020"]},
    **{
        ("crt", f"{odds} {die}"): {"attacker": 1 if die < 4 else 0, "defender": min(2, die // 2)}
        for odds in ODDS
        for die in range(1, 7)
    },
}
RULES: Rules[Pearl] = Rules(
    code="pearl-proof",
    title="A battle with momentum",
    citation="IPH",
    sides={"jp": "Japanese", "us": "US"},
    initial=START,
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        sequence=SequenceOfPlay(Phase("turn", "turn 5", phases=(Phase("combat", "Combat Phase", "jp", "IPH 10"),))),
        topics=topics(kernel_facts)
        | {t.TOPIC: t for t in (AttackDeclared, AirFlown, BattleResolved, StepLost, Advanced)},
    ),
    printed=Printed(charts={"hexes": HexRow, "crt": ResultRow}, admit=looked_up),
    vocabulary=Vocabulary(
        named=lambda state, kind: tuple(state.units) if kind == "unit" else ("2020", "2021", "2120", "2220", "3020"),
        collections=("units",),
    ),
    ends=Ends(
        over="IPH 4",
    ),
)
DECLARATION: tuple[str, dict[str, Any]] = ("attack", {"target": "2120"})
SCRIPT: dict[str, list[Any]] = {
    "air": [2],
    "us-air": [[6, 2]], "banzai": [True, False], "banzai-die": [[3]], "die": [[5], [2]], "loss": ["U2", "J2", "J1"],
    "advance": [["J1", "J3"]], "momentum": ["2220"],
}  # fmt: skip
ADJUST = "units.U4.steps=1"
TURN = "units.U1.steps=0"
MENDED = ("able", lambda state, near: tuple(unit for hex in reversed(near) for unit in state.at(hex, "jp")))
INSISTED = {
    "air": "9",
    "us-air": "666",
    "banzai-die": "66",
    "die": "66",
    "loss": "U4",
    "advance": "none",
    "momentum": "3020",
}
