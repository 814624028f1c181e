"""What the chapters share: cards, losses, markers, Japanese pieces turned up, depth and reserves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from domain.ddat import facts as f
from domain.ddat.board import number, zone
from domain.ddat.charts import GRID, DepthCard, ForceCard
from domain.ddat.communication import connected, nearest_us
from domain.ddat.state import DISCARDS, LAST_TURN, MAP, NIGHT, UNREAD, UNSEEN, Ddat, Force
from domain.kernel.facts import Loss
from domain.kernel.questions import Draw, OneOf, YesNo
from domain.kernel.state import Reading
from domain.kernel.table import Table
from domain.kernel.verbs import Named, Verbs

UnitName = Annotated[str, Named("unit")]
UnitNames = Annotated[tuple[str, ...], Named("unit")]
HexName = Annotated[str, Named("hex")]
HexPath = Annotated[tuple[str, ...], Named("hex")]
PositionName = Annotated[str, Named("position")]

verbs: Verbs[Ddat] = Verbs()

READINGS = {
    reading.id: reading
    for reading in (
        Reading("AMB-07", "DDaT 6.34", "does the limit of one step a Fire Phase hold for artillery and mortars too?",
                {"all-fire": "yes, for all fire of the phase", "positions": "no, for the fire of positions only"}),
        Reading("AMB-08", "DDaT 8.6", "how are several disrupted markers removed in close combat?",
                {"at-once": "all of a side instead of one reveal", "one-each": "one unit's marker for each reveal skipped"}),
        Reading("AMB-11", "DDaT 8.67", "a Reinforce card that the US reveals",
                {"void": "is no event (8.67)", "works": "reinforces the Japanese, as in the printed example"}),
        Reading("AMB-14", "DDaT 12.1", "Re-Supply where no depth marker can be placed",
                {"fire": "the position fires", "nothing": "the position does nothing"}),
        Reading("AMB-15", "DDaT 18.1", "15 or more positions secured on turn 15, of which one projects onto the southern beach",
                {"disputed": "the text says both", "win": "a win", "loss": "a loss"}),
        Reading("AMB-16", "DDaT 17.0", "which SP engineers give support markers?",
                {"in-communication": "those in US communication outside enemy fields (17.0)", "beach": "of these, only those in a beach hex (15.1)"}),
        Reading("AMB-20", "DDaT 7.4", "may a US tank unit enter an enemy-occupied hex?",
                {"no": "infantry and engineers only (7.4)", "yes": "all but artillery and HQs (7.0)"}),
        Reading("AMB-33", "DDaT 19", "a naval barrage during the overnight turn",
                {"allowed": "only naval fire in attacks is forbidden", "forbidden": "no naval fire at all"}),
    )
}  # fmt: skip


# ---- cards (2.3) ----


def draw_card(table: Table[Ddat], name: str, purpose: str, rule: str, instead: tuple[str, ...] = ()) -> str:
    """DDaT 2.3: a card for one purpose; it comes up once between shuffles. An empty deck takes its discards back (reading AMB-01)."""
    deck = table.state.deck
    if deck.undealt() <= 0 and name not in ("jp-card", "us-card"):
        shuffle(table, "DDaT 4.0")
        deck = table.state.deck
    return table.ask(
        Draw(name=name, by="deck", rule=rule, words=f"the card for {purpose}", left=deck.left(), deck="deck", elsewhere=deck.seen, instead=instead)
    )


def discarded(state: Ddat) -> int:
    """How many cards lie in the discards, face up and down."""
    return len(state.deck.in_pile(DISCARDS)) + state.deck.dealt.get(UNSEEN, 0)


def shuffle(table: Table[Ddat], rule: str) -> None:
    """The discards go back into the deck."""
    table.record(f.DeckShuffled(rule=rule, cards=discarded(table.state)))


# ---- choices ----


def choose(table: Table[Ddat], name: str, options: Iterable[str], rule: str, words: str) -> str:
    """The player's choice among what the rules leave; nothing is asked where they leave one. "" without any."""
    found = tuple(options)
    if len(found) < 2:
        return found[0] if found else ""
    return table.ask(OneOf(name=name, by="us", rule=rule, words=words, options=found))


# ---- US losses (6.32, 14.1) ----


def lose_step(table: Table[Ddat], unit: str, rule: str, cause: str, *, by: str = "", card: str = "", hit: bool = False) -> None:
    """A US unit loses a step; infantry that falls to two steps leaves its counter in the Infantry Loss box, the last step removes the unit."""
    now = table.state.units[unit]
    if now.steps <= 0:
        return
    left = now.steps - 1
    infantry = table.state.card(unit).type == "infantry"
    loss = Loss(side="us", unit=unit, steps=1, cause=cause, eliminated=left == 0)
    table.record(f.StepLost(rule=rule, unit=unit, left=left, hit=hit, boxed=infantry and left == 2, by=by, card=card, losses=(loss,)))
    if left == 0:
        remove_unit(table, unit, rule, cause)
    elif infantry and left == 2:
        check_catastrophe(table)


def remove_unit(table: Table[Ddat], unit: str, rule: str, why: str, *, losses: tuple[Loss, ...] = ()) -> None:
    """A US unit leaves play, with the heroes that are part of it (10.11). Major Ryan goes to another unit in the hex, unless he is inspired."""
    state = table.state
    now, was_strong = state.units[unit], state.units[unit].steps >= 3 and state.card(unit).type == "infantry"
    others = tuple(name for name in state.at(now.hex) if name != unit and not state.ryan_inspired)
    table.record(f.UnitRemoved(rule=rule, unit=unit, why=why, losses=losses))
    if table.state.ryan == unit:
        table.record(f.RyanPlaced(rule="DDaT 10.17", unit=choose(table, "ryan", others, "DDaT 10.17", "Major Ryan goes to another unit of the hex")))
    if was_strong:
        check_catastrophe(table)


def check_catastrophe(table: Table[Ddat]) -> None:
    """DDaT 14.1: from turn 2 on, the game ends at once when no infantry on the map has three steps."""
    state = table.state
    if state.turn < 2 or not state.set_up or state.result or state.full_strength_infantry():
        return
    decisive = "" if state.scenario == "first-waves" else "decisive, "
    table.end("DDaT 14.1", "jp", f"a {decisive}catastrophic loss, no infantry on the map has three steps")


def disrupt(table: Table[Ddat], unit: str, rule: str) -> None:
    """A US unit is disrupted; once is enough (6.33), leaders never are (10.32)."""
    now = table.state.units[unit]
    if now.disrupted or table.state.card(unit).leader or now.box != MAP:
        return
    table.record(f.UnitDisrupted(rule=rule, unit=unit, shaken=table.state.step in ("action", "combat")))


def fire_loss(table: Table[Ddat], unit: str, rule: str, cause: str, *, by: str = "", card: str = "", hit: bool = True) -> None:
    """A step lost to Japanese fire; a hero may give his life for a unit's last one (10.15). `hit`: in a Fire Phase (6.34)."""
    now = table.state.units[unit]
    if now.steps == 1 and (now.heroes or ryan_with(table.state, unit)):
        saved = table.ask(
            YesNo(name="sacrifice", by="us", rule="DDaT 10.15", words=f"the hero with {unit} gives his life, and the unit keeps its last step?",
                  default=False)
        )  # fmt: skip
        if saved:
            inspire(table, unit, "DDaT 10.15")
            return
    lose_step(table, unit, rule, cause, by=by, card=card, hit=hit)


def ryan_with(state: Ddat, unit: str) -> bool:
    """DDaT 10.17: whether Major Ryan is in the unit's hex, and so may be with it."""
    return state.ryan in state.at(state.units[unit].hex) and not state.ryan_inspired


def inspire(table: Table[Ddat], unit: str, rule: str) -> None:
    """DDaT 10.16: a hero falls, and his unit is inspired; after Major Ryan a unit of his hex that the player picks (10.17)."""
    state = table.state
    if state.units[unit].heroes:
        table.record(f.LeaderHit(rule=rule, who=unit, what="hero", now="inspired"))
        return
    stack = (unit, *(name for name in state.at(state.units[unit].hex) if name != unit and not state.card(name).leader))
    heir = choose(table, "ryan", stack, "DDaT 10.17", "which unit Major Ryan leaves inspired")
    if state.ryan != heir:
        table.record(f.RyanPlaced(rule="DDaT 10.17", unit=heir))
    table.record(f.LeaderHit(rule=rule, who=heir, what="Major Ryan", now="inspired"))


def enter_hex(table: Table[Ddat], hex: str) -> None:
    """DDaT 6.51: a US unit in a hex with Japanese guns destroys them, unless a Japanese unit is there."""
    name = table.state.board.by_hex.get(hex, "")
    if not name or table.state.positions[name].unit or table.state.positions[name].guns_destroyed:
        return
    if table.state.place(name).artillery != "none" and table.state.at(hex):
        table.record(f.GunsDestroyed(rule="DDaT 6.51", position=name, why=f"{', '.join(table.state.at(hex))} in the hex"))


# ---- Japanese pieces turned up (9.1) ----


def force_at(state: Ddat, where: str) -> Force:
    """The force in a position, or the one fighting in a hex that is none."""
    if state.invader is not None and where == state.invader_hex:
        return state.invader
    return state.positions[where]


def hex_of(state: Ddat, where: str) -> str:
    return where if where not in state.positions else state.place(where).hex


def reveal_unit(table: Table[Ddat], where: str, rule: str) -> ForceCard:
    """A Japanese unit is turned up; what is printed on it is read once. Returns its face."""
    force = force_at(table.state, where)
    name = force.unit
    if name == UNREAD:
        left = tuple(n for n, card in table.state.rows(ForceCard).items() if not card.tank and n not in table.state.faces)
        left += unlisted(table.state, ForceCard, UNREAD_UNITS)
        name = table.ask(Draw(name="unit", by="table", rule=rule, words=f"the Japanese unit in {where}", left=left, deck="unread units"))
    if not force.revealed or name != force.unit:
        table.record(f.ForceRevealed(rule=rule, where=where, unit=name))
    return table.read(ForceCard, name)


def unlisted(state: Ddat, row: type[ForceCard] | type[DepthCard], names: Sequence[str]) -> tuple[str, ...]:
    """Names for counters that nobody has listed; none when the pack holds every counter."""
    if row.CHART in state.complete:
        return ()
    return tuple(name for name in names if name not in state.faces and name not in state.rows(row))


UNREAD_UNITS = tuple(f"J{n:02}" for n in range(1, 44))
"""Names for the 28 coastal and 15 other units of a set whose counters nobody has listed (3.0)."""


def reveal_depth(table: Table[Ddat], where: str, rule: str, *, after_combat: bool = False, face_up: bool = False) -> DepthCard | None:
    """A depth marker is turned up. Returns its face; None when it was a Tactical Reinforcement, which is carried out (9.3)."""
    force = force_at(table.state, where)
    name = force.depth
    if name == UNREAD:
        kind = force.depth_type or "inland"
        left = tuple(n for n, card in table.state.rows(DepthCard).items() if card.type == kind and n not in table.state.faces)
        if table.state.scenario == "21-november" and kind == "coastal":  # 20.1: those with a reinforcement are not in it
            left = tuple(n for n in left if not table.state.rows(DepthCard)[n].reinforcement)
        left += unlisted(table.state, DepthCard, unread_depth(kind))
        words = f"the {kind} depth marker in {where}"
        name = table.ask(Draw(name="marker", by="table", rule=rule, words=words, left=left, deck="unread markers"))
    if not force.depth_shown:
        table.record(f.DepthRevealed(rule=rule, where=where, marker=name))
    card = table.read(DepthCard, name)
    if not card.reinforcement:
        return card
    table.record(f.DepthLost(rule="DDaT 9.3", where=where, why="a tactical reinforcement"))
    if not after_combat:
        tactical_reinforcement(table, hex_of(table.state, where), face_up=face_up)
    return None


def unread_depth(kind: str) -> tuple[str, ...]:
    """Names for the depth markers of a set that nobody has listed."""
    return tuple(f"{kind[0].upper()}D{n:02}" for n in range(1, 4 if kind == "armor" else 31))


def tactical_reinforcement(table: Table[Ddat], hex: str, *, face_up: bool = False) -> None:
    """DDaT 9.3: a reserve unit takes the nearest unoccupied inland position in communication (reading AMB-12)."""
    state = table.state
    if not state.reserve:
        table.record(f.NothingDone(rule="DDaT 9.31", what="tactical reinforcement", why="the reserve is empty"))
        return
    linked = connected(state)
    free = [
        name
        for name, card in state.board.positions.items()
        if not card.coastal and name in linked and not state.positions[name].unit and not state.us_held(name)
    ]
    if not free:
        table.record(f.NothingDone(rule="DDaT 9.3", what="tactical reinforcement", why="no unoccupied inland position is in communication"))
        return
    position = min(
        free, key=lambda name: (GRID.distance(hex, state.place(name).hex), nearest_us(state, state.place(name).hex), number(name), zone(name))
    )
    table.record(f.ForcePlaced(rule="DDaT 9.3(2)", position=position))
    if face_up:
        reveal_unit(table, position, "DDaT EV")


# ---- depth (9.2) ----


def pool_for(state: Ddat, position: str) -> str:
    """DDaT 9.21, 9.23: the box a depth marker for the position comes from; "" when both are empty."""
    own = "coastal" if state.place(position).coastal else "inland"
    other = "inland" if own == "coastal" else "coastal"
    for pool in (own, other):
        if getattr(state, f"{pool}_pool"):
            return pool
    return ""


def place_depth(table: Table[Ddat], position: str, rule: str, *, shown: bool = False) -> bool:
    """A depth marker is laid under the unit in a position. False when both boxes are empty (9.23)."""
    pool = pool_for(table.state, position)
    if not pool:
        table.record(f.NothingDone(rule="DDaT 9.23", what=f"depth for {position}", why="depth exhausted: both boxes are empty"))
        return False
    table.record(f.DepthPlaced(rule=rule, where=position, pool=pool))
    if shown:
        reveal_depth(table, position, rule)
    return True


def depth_order(state: Ddat, candidates: Sequence[str]) -> list[str]:
    """DDaT 9.2: nearest to a US unit, coastal before inland, lowest number, lowest letter."""
    return sorted(candidates, key=lambda p: (nearest_us(state, state.place(p).hex), not state.place(p).coastal, number(p), zone(p)))


def depth_event(table: Table[Ddat], count: int, rule: str = "DDaT 9.2") -> None:
    """DDaT 9.2: depth markers for the Japanese units that are next in order; units need communication, tanks get none."""
    for _ in range(count):
        state = table.state
        linked = connected(state)
        lone = [p for p in state.held() if not state.positions[p].depth and not state.positions[p].tank and p in linked]
        if not lone:
            table.record(f.NothingDone(rule=rule, what="depth", why="no unit in communication is without a depth marker"))
            return
        if not place_depth(table, depth_order(state, lone)[0], rule):
            return


# ---- Japanese losses ----


def defeat(table: Table[Ddat], where: str, rule: str, *, combat: bool) -> None:
    """A Japanese unit is beaten by an attack (8.33, 13.3) or in close combat (8.61); its depth marker goes with it."""
    state = table.state
    force = force_at(state, where)
    elite = False
    if force.tank:
        to = "out"
    else:
        elite = table.read(ForceCard, force.unit).elite
        if combat:
            to = "eliminated" if elite else "out"
        elif state.turn > NIGHT:
            to = "out"
        else:
            to = "reserve" if elite and where in connected(state) else "eliminated"
    if force.depth:
        table.record(f.DepthLost(rule=rule, where=where, why="its unit is beaten"))
    loss = () if to == "reserve" else (Loss(side="jp", unit=force.unit, steps=1, cause="close combat" if combat else "attack", eliminated=True),)
    table.record(f.ForceDefeated(rule=rule, where=where, unit=force.unit, to=to, elite=elite, losses=loss))


def last_turn(state: Ddat) -> int:
    return LAST_TURN[state.scenario]
