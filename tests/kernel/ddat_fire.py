"""Made-up proof: a fire phase of D-Day at Tarawa (6.2, 6.3, 12.8) that runs into a close combat (8.6).

Left out: armour, leaders, artillery. Kept: every place where the player or the deck interrupts. The cards drawn are
folded as they were answered: the name of a draw says from which pile the card came, and no fact repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel import facts as kernel_facts
from domain.kernel.chance import Deck
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Drawn, Fact, Frozen, Loss, topics
from domain.kernel.parts import Ends, Play, Vocabulary
from domain.kernel.printed import Printed, looked_up
from domain.kernel.questions import Draw, OneOf, YesNo
from domain.kernel.rules import Rules
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import Row, State
from domain.kernel.table import Table
from domain.kernel.verbs import Verbs

CARDS = tuple(str(n) for n in range(1, 55))
PILES = {"jp-card": "jp", "us-card": "us"}
"""From which pile a draw of that name comes; any other comes from the deck."""
UNSEEN = "unseen discards"


class FireCard(Row, chart="fire", key="card"):
    colours: tuple[str, ...]  # colour, or colour:A for an assault
    symbol: str


HEXES = ("1626", "1727", "1728", "1827", "1829", "1629", "2030")


class CombatCard(Row, chart="combat", key="card"):
    colours: tuple[str, ...] = ()
    heroism: bool = False


class HexRow(Row, chart="hexes", key="hex"):
    adjacent: tuple[str, ...]


class Unit(Frozen):
    hex: str = ""
    steps: int = 4
    symbol: str = "circle"
    disrupted: bool = False


class Position(Frozen):
    hex: str = ""
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

    def pile(self, side: str) -> int:
        """How many cards of a side's close combat pile are left to reveal (DDaT 8.6(2))."""
        return self.deck.dealt.get(side, 0)


class PhaseOpened(Fact, topic="ddat.phase-opened"):
    ready: tuple[str, ...]


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


class CardAdded(Fact, topic="ddat.card-added"):
    pile: str


class CardDiscarded(Fact, topic="ddat.card-discarded"):
    pile: str


class DefenceLost(Fact, topic="ddat.defence-lost"):
    position: str
    what: str


class Moved(Fact, topic="ddat.moved"):
    unit: str
    to: str


class CombatEnded(Fact, topic="ddat.combat-ended"):
    hex: str
    how: str
    undrawn: int


verbs: Verbs[Ddat] = Verbs()
evolve: Evolve[Ddat] = Evolve()


def draw(table: Table[Ddat], purpose: str, rule: str, name: str = "card") -> str:
    """DDaT 2.3: a card has one purpose, and comes up once between shuffles."""
    deck = table.state.deck
    return table.ask(
        Draw(name=name, by="deck", rule=rule, words=f"the card for {purpose}", left=deck.left(), elsewhere=deck.seen)
    )


def ready(state: Ddat) -> tuple[str, ...]:
    """DDaT 6.2: the positions that may act, from west to east."""
    return tuple(sorted(name for name, position in state.positions.items() if position.units))


@verbs("DDaT 6.2", side="us", phases=("fire",))
def fire(table: Table[Ddat]) -> None:
    """DDaT 6.2: one card, its colours from left to right, positions from west to east."""
    table.record(PhaseOpened(rule="DDaT 6.2", ready=ready(table.state)))
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
                hex = table.choose(
                    OneOf(name="assault", by="us", rule="DDaT 12.8", words=words, options=ties, names="hex")
                )
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
            unit
            for hex, dot in table.state.positions[name].dots.items()
            if dot == kind
            for unit in table.state.force(hex)
            if unit not in table.state.hit and (kind == "intense" or table.state.us[unit].symbol == symbol)
        ]
        while targets and limit:
            most = max(table.state.us[unit].steps for unit in targets)
            ties = tuple(unit for unit in targets if table.state.us[unit].steps == most)
            question = OneOf(
                name="hit", by="us", rule="DDaT 6.31", words=f"{name} hits one of", options=ties, names="unit"
            )
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
    while not how and (table.state.pile("jp") or table.state.pile("us")):
        for side in ("jp", "us"):
            if not table.state.pile(side) or how:
                continue
            shaken = [u for u in table.state.force(hex) if table.state.us[u].disrupted] if side == "us" else []
            if shaken:
                for unit in shaken:
                    table.record(Disrupted(rule="DDaT 8.6(4)", unit=unit, now=False))
                continue
            reveal(table, hex, position, side)
            if not table.state.force(hex) or not table.state.positions[position].units:
                how = "elimination"
            elif side == "jp" and table.ask(
                YesNo(name="withdraw", by="us", rule="DDaT 8.63", words="withdraw?", default=False)
            ):
                withdraw(table, hex, position)
                how = "withdrawal"
    undrawn = table.state.pile("jp") + table.state.pile("us")
    table.record(CombatEnded(rule="DDaT 8.66", hex=hex, how=how or "exhaustion", undrawn=undrawn))
    if how != "withdrawal":
        for unit in table.state.force(hex):
            table.record(Disrupted(rule="DDaT 8.61", unit=unit))


def reveal(table: Table[Ddat], hex: str, position: str, side: str) -> None:
    """DDaT 8.6(3), 8.6(4), 8.67: the event first; then the position's colour is a hit, and the enemy's top card is
    discarded."""
    other = "us" if side == "jp" else "jp"
    face = table.read(CombatCard, draw(table, f"close combat, {side}", "DDaT 8.6", name=f"{side}-card"))
    if face.heroism:
        table.record(CardAdded(rule="DDaT 8.67", pile=side))
        discard(table, other, "DDaT 8.67")
    if table.state.positions[position].colour not in face.colours:
        return
    if side == "jp":
        force = table.state.force(hex)
        words = "who loses the step in close combat?"
        lost = table.choose(OneOf(name="loss", by="us", rule="DDaT 8.6(3b)", words=words, options=force, names="unit"))
        lose(table, lost, "DDaT 8.6(3b)")
    else:
        what = "depth" if table.state.positions[position].depth else "unit"
        table.record(DefenceLost(rule="DDaT 8.6(4b)", position=position, what=what))
    discard(table, other, "DDaT 8.6")


def discard(table: Table[Ddat], pile: str, rule: str) -> None:
    if table.state.pile(pile):
        table.record(CardDiscarded(rule=rule, pile=pile))


def withdraw(table: Table[Ddat], hex: str, position: str) -> None:
    """DDaT 8.63: one more Japanese card is drawn and carried out; who is left goes to a hex next to this one."""
    reveal(table, hex, position, "jp")
    if not table.state.force(hex):
        return
    open_to = table.read(HexRow, hex).adjacent
    to = table.choose(
        OneOf(name="to", by="us", rule="DDaT 8.63", words="withdraw where?", options=open_to, names="hex")
    )
    for unit in table.state.force(hex):
        table.record(Moved(rule="DDaT 8.63", unit=unit, to=to))


def unit(state: Ddat, name: str, **change: Any) -> Ddat:
    return state.but(us={**state.us, name: state.us[name].but(**change)})


@evolve.on(Drawn)
def card_drawn(fact: Drawn, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.drawn(fact.item, "discard", from_pile=PILES.get(fact.name, "")))


@evolve.on(StepLost)
def step_lost(fact: StepLost, state: Ddat) -> Ddat:
    return unit(state.but(hit=(*state.hit, fact.unit)), fact.unit, steps=state.us[fact.unit].steps - 1)


@evolve.on(Disrupted)
def disrupted(fact: Disrupted, state: Ddat) -> Ddat:
    return unit(state, fact.unit, disrupted=fact.now)


@evolve.on(PilesDealt)
def piles_dealt(fact: PilesDealt, state: Ddat) -> Ddat:
    return dealt(state, us=state.pile("us") + fact.us, jp=state.pile("jp") + fact.jp)


@evolve.on(CardAdded)
def card_added(fact: CardAdded, state: Ddat) -> Ddat:
    return dealt(state, **{fact.pile: state.pile(fact.pile) + 1})


@evolve.on(CardDiscarded)
def card_discarded(fact: CardDiscarded, state: Ddat) -> Ddat:
    return dealt(state, **{fact.pile: state.pile(fact.pile) - 1, UNSEEN: state.pile(UNSEEN) + 1})


def dealt(state: Ddat, **piles: int) -> Ddat:
    """Face-down piles as they lie now; a card discarded unseen is out of the deck, and still any of the unseen ones."""
    return state.but(deck=state.deck.but(dealt={pile: n for pile, n in {**state.deck.dealt, **piles}.items() if n}))


@evolve.on(Moved)
def moved(fact: Moved, state: Ddat) -> Ddat:
    return unit(state, fact.unit, hex=fact.to)


@evolve.on(DefenceLost)
def defence_lost(fact: DefenceLost, state: Ddat) -> Ddat:
    old = state.positions[fact.position]
    new = old.but(depth=0) if fact.what == "depth" else old.but(units=old.units - 1)
    return state.but(positions={**state.positions, fact.position: new})


@evolve.on(CombatEnded)
def combat_ended(fact: CombatEnded, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.put_back("us").put_back("jp"))


START = Ddat(
    phase="fire",
    us={
        "A/1/2": Unit(hex="1626"),
        "B/1/2": Unit(hex="1626"),
        "C/1/2": Unit(hex="1727", steps=3),
        "A/1/18": Unit(hex="1728", steps=2),
        "2/A/1/18": Unit(hex="1728", steps=1),
        "D/1/2": Unit(hex="1827", steps=3, symbol="diamond"),
        "LT/3/2": Unit(hex="2030"),
    },
    positions={
        "D15": Position(colour="red", dots={"1626": "steady"}),
        "E9": Position(colour="blue", depth=1, dots={"1727": "steady", "1728": "intense", "1827": "steady"}),
    },
)

FACTS = (
    PhaseOpened,
    PositionChecked,
    StepLost,
    Disrupted,
    PilesDealt,
    CardAdded,
    CardDiscarded,
    DefenceLost,
    Moved,
    CombatEnded,
)

RULES: Rules[Ddat] = Rules(
    code="ddat-proof",
    title="A fire phase with a close combat in it",
    citation="DDaT",
    sides={"us": "US"},
    initial=START,
    play=Play(
        verbs=verbs.table,
        evolve=evolve,
        sequence=SequenceOfPlay(Phase("turn", "turn 1", phases=(Phase("fire", "Fire Phase", "us", "DDaT 6"),))),
        topics=topics(kernel_facts) | {t.TOPIC: t for t in FACTS},
    ),
    printed=Printed(charts={"fire": FireCard, "combat": CombatCard, "hexes": HexRow}, admit=looked_up),
    vocabulary=Vocabulary(
        named=lambda state, kind: {"unit": tuple(state.us), "position": tuple(state.positions), "hex": HEXES}.get(
            kind, ()
        ),
        collections=("us", "positions"),
    ),
    ends=Ends(
        over="DDaT 18",
    ),
)

CHARTS: dict[tuple[str, str], dict[str, Any]] = {
    **{
        ("fire", card): {"colours": ["red", "blue:A"] if int(card) % 2 else ["blue", "red"], "symbol": "circle"}
        for card in CARDS
    },
    **{
        ("combat", card): {"colours": ["blue"] if int(card) % 4 == 0 else [], "heroism": int(card) % 10 == 0}
        for card in CARDS
    },
    **{("hexes", hex): {"adjacent": ["1829", "1629"]} for hex in ("1626", "1727", "1728", "1827")},
}
"""Made up: every card's two sections, and the hexes next to those of the combat."""
DECLARATION: tuple[str, dict[str, Any]] = ("fire", {})
SCRIPT: dict[str, list[Any]] = {
    "card": ["19"], "hit": ["A/1/2"], "assault": ["1728"], "jp-card": ["8", "31", "13"], "us-card": ["10"],
    "loss": ["2/A/1/18"], "withdraw": [False, True], "to": ["1629"],
}  # fmt: skip
"""The answers of a run, by the questions' names."""
ADJUST = "us.LT/3/2.steps=1"
"""A value that nothing here asks about; and one that changes what is asked."""
TURN = "us.2/A/1/18.steps=3"
MENDED = ("ready", lambda state: ("D15",))
"""A function of this module, and how it might read tomorrow; what it gives is recorded before anything is asked."""
INSISTED = {
    "card": "55",
    "hit": "C/1/2",
    "assault": "1626",
    "jp-card": "19",
    "us-card": "19",
    "loss": "A/1/2",
    "to": "2030",
}
"""For each question an answer against the rule that a table may insist on."""
CLOSED = ("card",)
"""Of these, those that it would insist on in vain: there is no such card."""
