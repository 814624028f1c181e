"""DDaT 7: what the US units did in their Action Phase. Attacks and close combats have modules of their own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from projections.ddat.story.attack import attack, barrage, naval
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.close_combat import close_combat
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Toll
from projections.stories import SILENT, Sentence, facts_of
from projections.stories.words import grouped, names, was


class Move(NamedTuple):
    """A move of units, into a hex of the enemy or another."""

    enters: bool
    units: tuple[str, ...]
    hex: str
    guns: tuple[str, ...]
    """The positions whose guns were destroyed on the way."""
    entries: list[Entry]


def actions(teller: Narrator, entries: Sequence[Entry]) -> None:
    """Attacks and barrages, then moves and recoveries; the close combats come last, and after them what no hex can
    hold."""
    fought: list[Sentence] = []
    moved: list[Move] = []
    recovered: list[Entry] = []
    fights: list[list[Entry]] = []
    rest: list[Entry] = []
    lost: list[Sentence] = []
    for _, group in groupby(entries, key=lambda e: e.of):
        some = [e for e in group if not isinstance(e.fact, SILENT)]
        action = next((fact.action for fact in facts_of(some, f.ActionTaken)), "")
        shelled = next((fact.at for fact in facts_of(some, f.MarkerSpent) if fact.on == "barrage"), "")
        if facts_of(some, f.CombatBegan):
            fights.append(some)
        elif action == "attack" or facts_of(some, f.AttackCompared):
            fought.append(attack(teller, some))
        elif action == "barrage":
            fought.append(barrage(teller, some))
        elif shelled:
            fought.append(naval(teller, some, shelled))
        elif any(fact.path for fact in facts_of(some, f.UnitsMoved)):
            lost += _move(teller, some, moved, rest)
        else:
            for e in some:
                (
                    recovered if action == "recover" and isinstance(e.fact, f.UnitsRecovered | f.ActionTaken) else rest
                ).append(e)
    for n in range(0, len(fought), 2):
        teller.paragraph(*fought[n : n + 2])
    said: list[Sentence] = []
    if moved:
        said.append(_moves(teller, moved, bool(fought)))
    if recovered:
        units = [unit for fact in facts_of(recovered, f.UnitsRecovered) for unit in fact.units]
        words = teller.pick("recover", "{} recovered.", "Order returned to {}.", "{} {was} back in order.").format(
            names(units), was=was(units)
        )
        said.append(Sentence.of(words, recovered))
    teller.paragraph(*said, *lost)
    for fight in fights:
        teller.paragraph(*close_combat(teller, fight))
    teller.paragraph(*by_kind(teller, rest))


def _move(teller: Narrator, entries: Sequence[Entry], moved: list[Move], rest: list[Entry]) -> list[Sentence]:
    """Keeps a move to be told with the others; the words of what infiltrating cost."""
    toll, cost, told = Toll(), [], []  # type: Toll, list[Entry], list[Entry]
    going = next(fact for fact in facts_of(entries, f.UnitsMoved) if fact.path)
    for e in entries:
        if isinstance(e.fact, f.UnitsMoved | f.ActionTaken | f.GunsDestroyed):
            told.append(e)
        elif toll.take(e.fact):
            cost.append(e)
        else:
            rest.append(e)
    guns = tuple(place for fact in facts_of(entries, f.GunsDestroyed) for place in fact.places)
    moved.append(Move(going.how == "enter", going.units, going.path[-1], guns, told))
    words = toll.words(teller) if cost else ""
    return [Sentence.of(f"On the way {words}.", cost)] if words else []


def _moves(teller: Narrator, moved: Sequence[Move], fought: bool) -> Sentence:
    """All moves in one sentence, those into hexes of the enemy last."""
    told: list[str] = []
    for entering in (False, True):
        some = grouped(
            ((move.hex, move.guns), unit) for move in moved if move.enters == entering for unit in move.units
        )
        for n, ((hex, destroyed), together) in enumerate(some.items()):
            verb = ("against " if n else "went in against ") if entering else ("to " if n else "moved to ")
            where = teller.place(hex)
            whose = "its guns" if where.split()[0] in destroyed else f"the guns of {names(destroyed)}"
            told.append(f"{names(together)} {verb}{where}" + (f", destroying {whose}" if destroyed else ""))
    words = ", ".join(told[:-1]) + (" and " if len(told) > 1 else "") + told[-1]
    link = teller.pick("moves", "Elsewhere ", "Meanwhile ", "") if fought else ""
    return Sentence.of(f"{link}{words}.", [e for move in moved for e in move.entries])
