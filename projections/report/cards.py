"""What the cards of a game were worth: each against all that could have come in its place.

A card drawn is one of those not seen since the last shuffle, each as likely as the other; what it would have been worth in
that place is worked out for every one of them. What is only known of one game is in `GAMES` below. Nothing is said of a
card while some that could have come have not been read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from domain.kernel.errors import Unread
from domain.kernel.facts import Drawn, Fact
from domain.kernel.game import Game, standing
from domain.kernel.table import Entry
from projections.report.odds import Tally, card

Worth = Callable[[str], int]
"""What a card would be worth in the place of the one that came."""


class CardLuck(NamedTuple):
    """What a card was worth for a purpose, to whom, and whether more of it is good for that side."""

    entry: Entry
    side: str
    what: str
    more: bool
    tally: Tally


def lucks(game: Game[Any]) -> Iterator[CardLuck]:
    """The cards of a game of which it is known what each was worth, in the order in which they were drawn."""
    tells = GAMES.get(game.rules.code)
    if tells is None or not any(isinstance(entry.fact, Drawn) for entry in game.entries):
        return
    state, before = game.rules.initial, dict[str, Any]()
    for entry in standing(game.entries):
        fact = entry.fact
        if isinstance(fact, Drawn) and (told := tells(fact, state, before)):
            try:
                values = {item: told.worth(item) for item in told.left}
            except Unread:
                values = {}
            if fact.item in values:
                tally = Tally(values[fact.item], ((card(values.values()), 1),), (entry.version,))
                yield CardLuck(entry, told.side, told.what, told.more, tally)
        before[fact.TOPIC] = fact
        state = game.rules.fold(fact, state)


class Told(NamedTuple):
    """What a game says of a draw: the cards that could come, and what each is worth to whom."""

    side: str
    what: str
    more: bool
    left: Iterable[str]
    worth: Worth


# ---- D-Day at Tarawa ----


def _tarawa(fact: Drawn, state: Any, before: Mapping[str, Fact]) -> Told | None:
    """Steps lost on the way in (5.12), hits in close combat (8.6), Japanese who may fire (6.0)."""
    left = state.deck.left()
    if fact.name == "landing":
        load = state.loads.get(getattr(before.get("ddat.drifted"), "load", ""))
        return Told("us", LANDING, False, left, _run_in(state, load)) if load else None
    if fact.name in ("us-card", "jp-card"):
        colour = getattr(before.get("ddat.combat-began"), "colour", "")
        return Told(fact.name.removesuffix("-card"), COMBAT, True, left, _shows(state, colour))
    if fact.name == "fire":
        return Told("jp", FIRE, True, left, _called(state))
    return None


LANDING, COMBAT, FIRE = "steps lost in landing", "hits in close combat", "Japanese positions called to fire, mortars apart"


def _run_in(state: Any, load: Any) -> Worth:
    """DDaT 5.12: a load keeps at most the steps the card says."""
    from domain.ddat.charts import LandingCard

    aboard: int = sum(state.units[name].steps for name in load.units)

    def worth(item: str) -> int:
        face = state.read(LandingCard, item)
        most = face.units if load.lvts else face.lvt
        return max(0, aboard - (0 if most == "X" else int(most)))

    return worth


def _shows(state: Any, colour: str) -> Worth:
    """DDaT 8.6: a card with the colour of the combat hits."""
    from domain.ddat.charts import FireCard

    return lambda item: int(state.read(FireCard, item).shows(colour) is not None)


def _called(state: Any) -> Worth:
    """DDaT 6.0, 6.5: who would fire by a card as things stood when it was drawn: strong enough, with somebody in the field.

    A tank and the artillery count as a position each.
    """
    from domain.ddat.charts import FireCard
    from domain.ddat.fire import artillery_there, read_card, will_fire
    from domain.ddat.lettered import checks

    @cache
    def ready(call: Any) -> int:
        return sum(will_fire(state, check, call) is not None for check in checks(state, call, unoccupied=False))

    @cache
    def guns(kind: str) -> int:
        return len(artillery_there(state, kind))

    def worth(item: str) -> int:
        face = state.read(FireCard, item)
        needed, kind = face.guns
        artillery = bool(needed) and state.turn > 1 and not state.night and guns(kind) >= needed
        calls = (call._replace(card="", symbol="", star=False, armor=False, order=0) for call in read_card(state, item, face))
        return sum(map(ready, calls)) + artillery

    return worth


GAMES: Mapping[str, Callable[[Drawn, Any, Mapping[str, Fact]], Told | None]] = {"ddat": _tarawa}
