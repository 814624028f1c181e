"""Made-up proof: a fire phase of D-Day at Tarawa (6.2, 6.3, 12.8) that runs into a close combat (8.6).

Left out: armour, leaders, artillery. Kept: every place where the player or the deck interrupts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel import facts as kernel_facts
from domain.kernel.chance import Deck
from domain.kernel.facts import Fact, Frozen, Loss, topics
from domain.kernel.questions import Draw, OneOf, YesNo
from domain.kernel.rules import Evolve, Moment, Rules, Step, Verbs
from domain.kernel.state import Row, State
from domain.kernel.table import Table

CARDS = tuple(str(n) for n in range(1, 55))


class FireCard(Row, chart="fire", key="card"):
    colours: tuple[str, ...]  # colour, or colour:A for an assault
    symbol: str


class CombatCard(Row, chart="combat", key="card"):
    colours: tuple[str, ...] = ()
    heroism: bool = False


class Unit(Frozen):
    hex: str = ""
    steps: int = 4
    symbol: str = "circle"
    disrupted: bool = False


class Position(Frozen):
    colour: str = ""
    units: int = 1
    depth: int = 0
    dots: Mapping[str, str] = {}


class Ddat(State):
    us: Mapping[str, Unit] = {}
    positions: Mapping[str, Position] = {}
    deck: Deck = Deck(cards=CARDS)
    hit: tuple[str, ...] = ()

    def force(self, hex: str) -> tuple[str, ...]:
        return tuple(name for name, unit in self.us.items() if unit.hex == hex and unit.steps > 0)


class CardDrawn(Fact, topic="ddat.card-drawn"):
    card: str
    pile: str = ""


class PositionChecked(Fact, topic="ddat.position-checked"):
    position: str
    action: str


class StepLost(Fact, topic="ddat.step-lost"):
    unit: str


class Disrupted(Fact, topic="ddat.disrupted"):
    unit: str
    now: bool = True


class PilesDealt(Fact, topic="ddat.piles-dealt"):
    us: int
    jp: int


class CardsLost(Fact, topic="ddat.cards-lost"):
    side: str
    cards: int = 1


class DefenceLost(Fact, topic="ddat.defence-lost"):
    position: str
    what: str


class CombatEnded(Fact, topic="ddat.combat-ended"):
    hex: str
    how: str
    undrawn: int


verbs: Verbs[Ddat] = Verbs()
evolve: Evolve[Ddat] = Evolve()


def draw(table: Table[Ddat], purpose: str, rule: str, pile: str = "") -> str:
    """DDaT 2.3: a card has one purpose, and comes up once between shuffles."""
    card = table.ask(Draw(name="card", by="deck", rule=rule, words=f"the card for {purpose}", left=table.state.deck.left()))
    table.record(CardDrawn(rule=rule, card=card, pile=pile))
    return card


@verbs("DDaT 6.2", side="us", steps=("fire",))
def fire(table: Table[Ddat]) -> None:
    """DDaT 6.2: one card, its colours from left to right, positions from west to east."""
    card = draw(table, "the fire phase", "DDaT 6.2")
    face = table.read(FireCard, card)
    for colour in face.colours:
        colour, _, letter = colour.partition(":")
        for name in sorted(n for n, p in table.state.positions.items() if p.colour == colour):
            position = table.state.positions[name]
            near = [hex for hex in position.dots if table.state.force(hex)]
            if not position.units:
                table.record(PositionChecked(rule="DDaT 6.2", position=name, action="none"))
            elif letter == "A" and near:
                table.record(PositionChecked(rule="DDaT 12.8", position=name, action="assault"))
                weakest = min(strength(table.state, hex) for hex in near)
                ties = tuple(hex for hex in near if strength(table.state, hex) == weakest)
                words = f"which hex does {name} assault?"
                hex = ties[0] if len(ties) == 1 else table.ask(OneOf(name="assault", by="us", rule="DDaT 12.8", words=words, options=ties))
                close_combat(table, hex, name)
            else:
                fire_position(table, name, position.units + position.depth, face.symbol)


def strength(state: Ddat, hex: str) -> int:
    return sum(state.us[unit].steps for unit in state.force(hex))


def fire_position(table: Table[Ddat], name: str, limit: int, symbol: str) -> None:
    """DDaT 6.3: intense before steady, most steps first, then the player; one step a phase (6.34)."""
    table.record(PositionChecked(rule="DDaT 6.31", position=name, action="fire"))
    for kind in ("intense", "steady"):
        targets = [
            unit for hex, dot in table.state.positions[name].dots.items() if dot == kind for unit in table.state.force(hex)
            if unit not in table.state.hit and (kind == "intense" or table.state.us[unit].symbol == symbol)
        ]  # fmt: skip
        while targets and limit:
            most = max(table.state.us[unit].steps for unit in targets)
            ties = tuple(unit for unit in targets if table.state.us[unit].steps == most)
            question = OneOf(name="hit", by="us", rule="DDaT 6.31", words=f"{name} hits one of", options=ties)
            unit = ties[0] if len(ties) <= limit else table.ask(question)
            lose(table, unit, "DDaT 6.3")
            if kind == "intense":
                table.record(Disrupted(rule="DDaT 6.3", unit=unit))
            targets = [target for target in targets if target != unit]
            limit -= 1


def lose(table: Table[Ddat], unit: str, rule: str) -> None:
    table.record(StepLost(rule=rule, unit=unit, losses=(Loss(side="us", unit=unit, steps=1, cause=rule),)))


def close_combat(table: Table[Ddat], hex: str, position: str) -> None:
    """DDaT 8.6: piles are dealt unseen, then revealed by turns until one side or both piles are gone."""
    jp = table.state.positions[position]
    us = min(4, strength(table.state, hex))
    table.record(PilesDealt(rule="DDaT 8.6(2)", us=us, jp=jp.units + jp.depth + 1))
    how = ""
    while not how and table.state.deck.dealt:
        for side, other in (("jp", "us"), ("us", "jp")):
            if not table.state.deck.dealt.get(side) or how:
                continue
            shaken = [u for u in table.state.force(hex) if table.state.us[u].disrupted] if side == "us" else []
            if shaken:
                for unit in shaken:
                    table.record(Disrupted(rule="DDaT 8.6(4)", unit=unit, now=False))
                continue
            face = table.read(CombatCard, draw(table, f"close combat, {side}", "DDaT 8.6", pile=side))
            if face.heroism or jp.colour in face.colours:
                table.record(CardsLost(rule="DDaT 8.6", side=other))
            if jp.colour in face.colours:
                if side == "jp":
                    force = table.state.force(hex)
                    words = "who loses the step in close combat?"
                    lost = force[0] if len(force) == 1 else table.ask(OneOf(name="loss", by="us", rule="DDaT 8.6(3b)", words=words, options=force))
                    lose(table, lost, "DDaT 8.6(3b)")
                else:
                    what = "depth" if table.state.positions[position].depth else "unit"
                    table.record(DefenceLost(rule="DDaT 8.6(4b)", position=position, what=what))
            if not table.state.force(hex) or not table.state.positions[position].units:
                how = "elimination"
            elif side == "jp" and table.ask(YesNo(name="withdraw", by="us", rule="DDaT 8.63", words="withdraw?", default=False)):
                how = "withdrawal"
    table.record(CombatEnded(rule="DDaT 8.66", hex=hex, how=how or "exhaustion", undrawn=sum(table.state.deck.dealt.values())))


def unit(state: Ddat, name: str, **change: Any) -> Ddat:
    return state.but(us={**state.us, name: state.us[name].but(**change)})


@evolve.on(CardDrawn)
def card_drawn(fact: CardDrawn, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.drawn(fact.card, "discard", from_pile=fact.pile))


@evolve.on(StepLost)
def step_lost(fact: StepLost, state: Ddat) -> Ddat:
    return unit(state.but(hit=(*state.hit, fact.unit)), fact.unit, steps=state.us[fact.unit].steps - 1)


@evolve.on(Disrupted)
def disrupted(fact: Disrupted, state: Ddat) -> Ddat:
    return unit(state, fact.unit, disrupted=fact.now)


@evolve.on(PilesDealt)
def piles_dealt(fact: PilesDealt, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.but(dealt={"us": fact.us, "jp": fact.jp}))


@evolve.on(CardsLost)
def cards_lost(fact: CardsLost, state: Ddat) -> Ddat:
    left = max(0, state.deck.dealt.get(fact.side, 0) - fact.cards)
    return state.but(deck=state.deck.but(dealt={k: n for k, n in {**state.deck.dealt, fact.side: left}.items() if n}))


@evolve.on(DefenceLost)
def defence_lost(fact: DefenceLost, state: Ddat) -> Ddat:
    old = state.positions[fact.position]
    new = old.but(depth=0) if fact.what == "depth" else old.but(units=old.units - 1)
    return state.but(positions={**state.positions, fact.position: new})


@evolve.on(CombatEnded)
def combat_ended(fact: CombatEnded, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.but(dealt={}))


START = Ddat(
    step="fire",
    us={"A/1/2": Unit(hex="1626"), "B/1/2": Unit(hex="1626"), "C/1/2": Unit(hex="1727", steps=3), "A/1/18": Unit(hex="1728", steps=2),
        "2/A/1/18": Unit(hex="1728", steps=1), "D/1/2": Unit(hex="1827", steps=3, symbol="diamond")},
    positions={"D15": Position(colour="red", dots={"1626": "steady"}),
               "E9": Position(colour="blue", depth=1, dots={"1727": "steady", "1728": "intense", "1827": "steady"})},
)  # fmt: skip

RULES: Rules[Ddat] = Rules(
    code="ddat-proof", title="A fire phase with a close combat in it", version="1", citation="DDaT", over="DDaT 18", initial=START,
    sides={"us": "US"}, verbs=verbs.table, evolve=evolve, steps=(Step("fire", "Fire Phase", "us", "DDaT 6"),),
    charts={"fire": FireCard, "combat": CombatCard},
    topics=topics(kernel_facts)
    | {t.TOPIC: t for t in (CardDrawn, PositionChecked, StepLost, Disrupted, PilesDealt, CardsLost, DefenceLost, CombatEnded)},
    names=lambda state, kind: tuple(state.us), moment=lambda state: Moment("1", ("turn 1",)), collections=("us", "positions"),
)  # fmt: skip

CHARTS: dict[tuple[str, str], dict[str, Any]] = {
    **{("fire", card): {"colours": ["red", "blue:A"] if int(card) % 2 else ["blue", "red"], "symbol": "circle"} for card in CARDS},
    **{("combat", card): {"colours": ["blue"] if int(card) % 4 == 0 else [], "heroism": int(card) % 20 == 0} for card in CARDS},
}  # fmt: skip
"""Made up: every card's two sections."""
DECLARATION: tuple[str, dict[str, Any]] = ("fire", {})
SCRIPT: dict[str, list[Any]] = {
    "card": ["19", "8", "31", "12", "40", "22", "24", "28", "5", "6"], "hit": ["A/1/2"], "assault": ["1728"], "loss": ["2/A/1/18"],
    "withdraw": [False] * 9,
}  # fmt: skip
"""The answers of a run, by the questions' names."""
ADJUST = "us.D/1/2.steps=1"
MENDED = ("strength", lambda state, hex: 1)
"""A function of this module, and how it might read tomorrow."""
