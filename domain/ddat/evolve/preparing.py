"""DDaT 3, 20, 21: setting up. DDaT 2.3, 4, 12.0: cards, turns and phases."""

from __future__ import annotations

from collections.abc import Mapping

from domain.ddat import facts as f
from domain.ddat.charts import CountRow, PositionCard, UnitCard
from domain.ddat.evolve.lens import anew, evolve, more, read
from domain.ddat.november_pieces import admit_position, admit_unit
from domain.ddat.state import ASIDE, DECK, DISCARDS, LVTS, MAP, OUT, PILES, TRACK, UNREAD, UNSEEN, Ddat, Position, Unit
from domain.kernel.facts import Drawn, PhaseBegan

AT_ONCE = ("armour", "raid", *PILES)
"""Cards that are discarded as soon as they are read (3.0, 8.6)."""
OF_TURN = (
    "event_drawn",
    "fires",
    "fire_card",
    "wires_cut",
    "no_support",
    "support",
    "loads",
    "landed",
    "resolved",
    "established",
    "active",
    "done",
)
"""What lasts for a turn and begins anew with the next: support markers that are left are discarded (15.1 VII)."""
OF_PHASE: Mapping[str, tuple[str, ...]] = {
    "load": ("loads", "landed", "carried"),
    "event": ("hit", "stretched"),
    "event2": ("event_drawn", "hit", "stretched"),
    "engineer": ("established",),
    "action": (
        "acted",
        "shaken",
        "paid", "commanded", "began_at", "moved_hq", "attacked", "barraged", "shelled", "free_by_support", "resolved",
    ),
}  # fmt: skip
"""What lasts for a phase and begins anew when it comes again."""


def admit(state: Ddat, chart: str, name: str) -> Ddat:
    """A unit or position whose card has just become known takes its place in the state."""
    november = (
        state.scenario == "21-november" and state.phase == "setup"
    )  # where the set-up itself says what begins where
    if chart == UnitCard.CHART and name not in state.units:
        card: UnitCard = state.charts[chart][name]
        arrival = card.arrival if card.by == "turn" else 0
        due = (card.hastened if state.shibasaki_survives else 0) or arrival
        unit = Unit(box=TRACK if due else ASIDE, due=due, steps=card.steps, heroic=card.type == "hq")
        if november:
            return admit_unit(state, name, card, unit)
        return state.but(units={**state.units, name: unit})
    if chart == PositionCard.CHART and name not in state.positions and november:
        return admit_position(state, name)
    if chart == PositionCard.CHART and name not in state.positions:
        place: PositionCard = state.charts[chart][name]
        late = (
            state.phase == "setup"
            and bool(state.held())
            and (place.setup == "C" or place.artillery != "none")
            and state.out_of_play > 0
        )
        if late:  # read out after the Japanese were set up: it holds one of the 28 coastal units too (3.0)
            state = state.but(out_of_play=state.out_of_play - 1)
        return state.but(positions={**state.positions, name: Position(unit=UNREAD if late else "")})
    if chart == CountRow.CHART and not state.set_up and not november:  # 20.1 fills the boxes by itself
        count = state.charts[chart][name].count
        return state.but(**{f"{name}_pool": count}) if name in ("coastal", "inland") else state
    return state


# ---- 3, 20, 21 setting up ----


@evolve.on(f.UnitsDeployed)
def units_deployed(fact: f.UnitsDeployed, state: Ddat) -> Ddat:
    state = state.with_units(fact.aside, box=ASIDE, due=0, hex="")
    state = state.with_units(fact.out, box=OUT, steps=0, hex="")
    for name, steps in fact.steps.items():
        state = state.with_unit(name, steps=steps)
    for name, space in fact.posts.items():
        state = state.with_unit(name, post=space, heroic=False)
    for name, hex in fact.hexes.items():
        state = state.with_unit(name, box=MAP, hex=hex)
    if fact.lvts:
        state = state.but(lvts=fact.lvts, lvts_lost=LVTS - len(fact.lvts))
    return state.but(loss_box=(*state.loss_box, *fact.lost), heroes_left=fact.heroes_left)


@evolve.on(f.JapaneseSetUp)
def japanese_set_up(fact: f.JapaneseSetUp, state: Ddat) -> Ddat:
    for name in fact.positions:
        kind = fact.depth.get(name, "")
        state = state.with_place(name, unit=UNREAD, depth=UNREAD if kind else "", depth_type=kind)
    return state


@evolve.on(f.TankPlaced)
def tank_placed(fact: f.TankPlaced, state: Ddat) -> Ddat:
    state = state.with_place(
        fact.position, unit=fact.unit, revealed=True, tank=fact.colour, disrupted=True, depth=UNREAD, depth_type="armor"
    )
    return read(state, fact.unit)


@evolve.on(f.UnitsPlaced)
def units_placed(fact: f.UnitsPlaced, state: Ddat) -> Ddat:
    """Those that are known to be infantry enter play for the catastrophic loss (14.1); the first of D+2 says where all
    land (21.3)."""
    cards = state.rows(UnitCard)
    if not state.landing_d2 and any(name in cards and cards[name].by == "D+2" for name in fact.units):
        beach = state.board.approach_at(fact.at)[:2]
        state = state.but(landing_d2=beach if beach in ("R2", "R3") else "")
    if state.phase in ("event", "event2") and not state.board.approach_at(fact.at):  # artillery that lands (EV)
        state = state.but(carried=more(state.carried, *fact.units))
    return state.but(
        entered=more(state.entered, *(name for name in fact.units if name in cards and cards[name].type == "infantry"))
    )


@evolve.on(f.RaidResolved)
def raid_resolved(fact: f.RaidResolved, state: Ddat) -> Ddat:
    return state.but(raid=True, ignore_kill=fact.stars >= 3, skip_first_depth=fact.stars == 0)


@evolve.on(f.OptionTaken)
def option_taken(fact: f.OptionTaken, state: Ddat) -> Ddat:
    for name, due in fact.due.items():
        state = state.with_unit(name, box=TRACK, due=due)
    if fact.option == "landing-1-8":
        return state.but(landing_1_8=fact.beach)
    return state.but(shibasaki_survives=True, shibasaki="command")


# ---- 2.3 cards ----


@evolve.on(Drawn)
def drawn(fact: Drawn, state: Ddat) -> Ddat:
    """A card of the deck lies on its pile; any other draw is of a chit or a piece."""
    if fact.side != DECK:
        return state
    deck = state.deck.drawn(
        fact.item, DISCARDS if fact.name in AT_ONCE else fact.name, from_pile=PILES.get(fact.name, "")
    )
    return state.but(deck=deck, fire_card=fact.item if fact.name == "fire" else state.fire_card)


@evolve.on(f.DeckShuffled)
def deck_shuffled(fact: f.DeckShuffled, state: Ddat) -> Ddat:
    return state.but(deck=state.deck.shuffled(DISCARDS).put_back(UNSEEN))


# ---- 4, 12.0 turns and phases ----


@evolve.on(f.TurnBegan)
def turn_began(fact: f.TurnBegan, state: Ddat) -> Ddat:
    """The cards of the last turn are discards, smoke has gone."""
    deck = state.deck.but(seen=dict.fromkeys(state.deck.seen, DISCARDS))
    state = state.with_places([name for name, now in state.positions.items() if now.smoke], smoke=False)
    return anew(state, *OF_TURN, deck=deck)


@evolve.on(PhaseBegan)
def phase_began(fact: PhaseBegan, state: Ddat) -> Ddat:
    fields = OF_PHASE.get(fact.phase)
    return anew(state, *fields) if fields else state


@evolve.on(f.ChitTurned)
def chit_turned(fact: f.ChitTurned, state: Ddat) -> Ddat:
    chits = tuple(chit for chit in state.chits if chit != fact.letter)
    return state.but(letters=more(state.letters, fact.letter), chits=chits)
