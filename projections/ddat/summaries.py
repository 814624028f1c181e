"""What a game of D-Day at Tarawa comes to: tables that are worked out from the record whenever they are asked for.

Each takes the game and gives its rows; the keys are the columns. Nothing here is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat import facts as f
from domain.ddat.board import zone
from domain.ddat.cards import discarded
from domain.ddat.charts import ZONES
from domain.ddat.state import DECK, DISCARDS, MAP, Ddat
from domain.ddat.victory import last_turn, southern, standings
from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Drawn, label
from domain.kernel.game import View
from projections.report.counting import turn_of
from projections.shown import Summary

Rows = list[dict[str, Any]]


def _entries(game: View[Ddat]) -> Iterator[Entry]:
    return iter(standing(game.entries))


def _phase(entry: Entry) -> str:
    return entry.moment.path[-1] if entry.moment.path else ""


# ---- losses ----


def losses(game: View[Ddat]) -> Rows:
    """US steps lost, by unit, cause and phase; who or what caused them, and with which card."""
    found: Counter[tuple[str, str, str, str, str, str]] = Counter()
    for entry in _entries(game):
        for loss in entry.fact.losses:
            by = _by(entry.fact) if isinstance(entry.fact, f.StepLost) else ""
            found[loss.side, loss.unit, label(loss.cause), turn_of(entry), _phase(entry), by] += loss.steps
    return [
        {"side": side, "unit": unit, "steps": steps, "cause": cause, "turn": turn, "phase": phase, "by": by}
        for (side, unit, cause, turn, phase, by), steps in sorted(
            found.items(), key=lambda item: (item[0][0] != "us", item[0][1])
        )
    ]


def _by(lost: f.StepLost) -> str:
    """Who took a step, and with which card; of much artillery how many positions."""
    by = lost.by if len(lost.by) < 4 else (f"{len(lost.by)} positions",)
    return ", ".join([*by, *([f"card {lost.card}"] if lost.card else [])])


def infantry(game: View[Ddat]) -> Rows:
    """The meter of catastrophic loss (14.1): every infantry unit that has entered, and whether its full counter is
    lost."""
    state = game.state
    rows: Rows = []
    for name in state.entered:
        unit = state.units[name]
        strong = unit.box == MAP and unit.steps >= 3
        where = unit.hex if unit.box == MAP else "eliminated" if unit.box == "out" else unit.box
        rows.append(
            {
                "unit": name,
                "steps": unit.steps,
                "where": where,
                "loss_box": "yes" if name in state.loss_box else "",
                "counts": "yes" if strong else "",
            }
        )
    left = len(state.full_strength_infantry())
    warning = "catastrophic loss" if not left and state.turn > 1 else f"{left} left" + ("" if left > 3 else ": beware")
    return [
        *rows,
        {
            "unit": "in all",
            "steps": sum(state.units[n].steps for n in state.entered),
            "where": "",
            "loss_box": len(state.loss_box),
            "counts": warning,
        },
    ]


def leaders(game: View[Ddat]) -> Rows:
    """Heroes, HQs and command posts: when they came and what hit them."""
    rows: Rows = []

    def row(entry: Entry, leader: str, unit: str, what: str) -> None:
        rows.append({"version": entry.version, "turn": turn_of(entry), "leader": leader, "with": unit, "what": what})

    for entry in _entries(game):
        fact = entry.fact
        if isinstance(fact, f.HeroPlaced):
            row(entry, "hero", fact.unit, "inspired" if fact.inspired else "rises")
        elif isinstance(fact, f.RyanPlaced):
            row(entry, "Major Ryan", fact.unit, "joins" if fact.unit else "lost")
        elif isinstance(fact, f.LeaderHit):
            row(entry, fact.name, fact.unit, fact.now)
    return rows


def lvts(game: View[Ddat]) -> Rows:
    """The LVTs: steps lost, landing by landing, and what is left."""
    rows: Rows = []
    for entry in _entries(game):
        fact = entry.fact
        if isinstance(fact, f.Landed):
            rows.append(
                {
                    "version": entry.version,
                    "turn": turn_of(entry),
                    "load": fact.load,
                    "landed": ", ".join(fact.units),
                    "hex": fact.hex,
                    "location": fact.location,
                    "lvt_steps_lost": fact.lvt_steps_lost,
                }
            )
        elif isinstance(fact, f.LvtHit):
            rows.append(
                {
                    "version": entry.version,
                    "turn": turn_of(entry),
                    "load": "commandeered",
                    "landed": "",
                    "hex": "",
                    "location": "",
                    "lvt_steps_lost": 1,
                }
            )
    state = game.state
    words = f"{state.lvts_lost} lost, {len(state.lvts)} available: {' '.join(map(str, state.lvts))}"
    return [
        *rows,
        {
            "version": game.version,
            "turn": "",
            "load": "in all",
            "landed": words,
            "hex": "",
            "location": "",
            "lvt_steps_lost": state.lvt_steps_lost,
        },
    ]


# ---- positions ----


def positions(game: View[Ddat]) -> Rows:
    """DDaT 14.2: every position hex: secured, or the test that fails; and what the scenario asks for."""
    state = game.state
    found = standings(state)
    rows: Rows = [
        {
            "position": one.position,
            "hex": state.place(one.position).hex,
            "secured": "yes" if one.secured else "",
            "why": one.why,
        }
        for one in found
    ]
    held = tuple(one.position for one in found if one.secured)
    every, mine = Counter(zone(p) for p in state.positions), Counter(zone(p) for p in held)
    by_zone = ", ".join(f"{z} {mine[z]}/{every[z]}" for z in ZONES if every[z])
    south = f", southern beach {len(southern(state, held))}" if "south-beach" in state.board.features else ""
    return [
        *rows,
        {
            "position": "in all",
            "hex": "",
            "secured": len(held),
            "why": f"{by_zone}{south}; the scenario ends with turn {last_turn(state)}",
        },
    ]


def japanese(game: View[Ddat]) -> Rows:
    """The Japanese pieces: where they are, how many are left in the boxes."""
    state = game.state
    rows: Rows = [
        {
            "where": "positions",
            "units": len(state.held()),
            "depth": sum(bool(now.depth) for now in state.positions.values()),
        },
        {"where": "reserve", "units": state.reserve, "depth": ""},
        {"where": "eliminated box, elite", "units": state.eliminated_elite, "depth": ""},
        {"where": "eliminated box, others", "units": state.eliminated_other, "depth": ""},
        {"where": "out of play", "units": state.out_of_play, "depth": ""},
        {"where": "coastal depth box", "units": "", "depth": state.coastal_pool},
        {"where": "inland depth box", "units": "", "depth": state.inland_pool},
    ]
    guns = Counter(
        state.place(p).artillery
        for p, now in state.positions.items()
        if state.place(p).artillery != "none" and not now.guns_destroyed
    )
    return [
        *rows,
        {"where": "artillery intact", "units": ", ".join(f"{n} {kind}" for kind, n in guns.items()), "depth": ""},
    ]


# ---- fire ----


def gunfire(game: View[Ddat]) -> Rows:
    """Fire card by card and position by position: what was decided and why, the limit, who could be hit, who was, why
    not the others."""
    rows: Rows = []
    checked: f.PositionChecked | None = None
    """The position checked last, while its fire has not come."""
    for entry in _entries(game):
        fact = entry.fact
        if isinstance(fact, f.PositionChecked):
            checked = fact
            action = fact.words + (", again" if fact.again else "")
            rows.append(_shot(entry, fact.card, fact.name, fact.colour, action) | {"not": fact.why})
        elif isinstance(fact, f.PositionFired):
            if checked is None or fact.position not in checked.positions:
                rows.append(_shot(entry, fact.card, fact.position, "", "fire"))
            checked = None
            why = "; ".join(f"{unit}: {label(reason)}" for unit, reason in fact.missed.items())
            rows[-1] |= {
                "limit": fact.limit,
                "eligible": ", ".join(fact.eligible),
                "hits": ", ".join((*fact.hits, *fact.leaders)),
                "not": why,
            }
        elif isinstance(fact, f.ArtilleryFired):
            action = f"{len(fact.there)} of {fact.needed} {fact.type}"
            rows.append(_shot(entry, fact.card, "artillery", "", action) | {"limit": 1, "hits": fact.unit})
    return rows


def _shot(entry: Entry, card: str, position: str, colour: str, action: str) -> dict[str, Any]:
    shot = {
        "version": entry.version,
        "turn": turn_of(entry),
        "card": card,
        "position": position,
        "colour": colour,
        "action": action,
    }
    return shot | dict.fromkeys(("limit", "eligible", "hits", "not"), "")


# ---- the deck ----


def deck(game: View[Ddat]) -> Rows:
    """What every card was drawn for, and how the deck stands."""
    state = game.state
    drawn: Counter[str] = Counter()
    shuffles = 0
    for entry in _entries(game):
        if isinstance(entry.fact, Drawn) and entry.fact.side == DECK:
            drawn[label(entry.fact.purpose.kind)] += 1
        shuffles += isinstance(entry.fact, f.DeckShuffled)
    rows: Rows = [{"what": f"drawn for {name}", "cards": count} for name, count in sorted(drawn.items())]
    seen = sum(where != DISCARDS for where in state.deck.seen.values())
    return [
        *rows,
        {"what": "in the deck", "cards": state.deck.undealt()},
        {"what": "on the card track", "cards": seen},
        {"what": "discards", "cards": discarded(state)},
        {"what": "shuffles", "cards": shuffles},
    ]


SUMMARIES: Mapping[str, Summary] = {
    "losses": Summary(losses, ("unit", "steps", "cause", "turn", "by")),
    "infantry": Summary(infantry, ("unit", "steps", "where", "loss_box", "counts")),
    "positions": Summary(positions, ("position", "hex", "secured", "why")),
    "japanese": Summary(japanese, ("where", "units", "depth")),
    "gunfire": Summary(gunfire, ("turn", "card", "position", "action", "limit", "hits", "not")),
    "leaders": Summary(leaders, ("turn", "leader", "with", "what")),
    "lvts": Summary(lvts, ("turn", "load", "landed", "hex", "location", "lvt_steps_lost")),
    "deck": Summary(deck, ("what", "cards")),
}
