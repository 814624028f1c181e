"""DDaT 2.3: the deck. A card is drawn for one purpose."""

from __future__ import annotations

from domain.ddat import facts as f
from domain.ddat.state import DISCARDS, PILES, UNSEEN, Ddat
from domain.kernel.facts import Purpose
from domain.kernel.questions import Draw
from domain.kernel.table import Table


def draw_card(
    table: Table[Ddat],
    name: str,
    words: str,
    rule: str,
    *,
    kind: str = "",
    of: tuple[str, ...] = (),
    at: str = "",
    instead: tuple[str, ...] = (),
) -> str:
    """DDaT 2.3: a card for one purpose; it comes up once between shuffles. An empty deck takes its discards back
    (reading AMB-01).

    The purpose is the name of the draw, or a `kind` of its own, with the units it concerns and the place; `words` say
    it in the question. `instead` is what may be said in place of a card.
    """
    if table.state.deck.undealt() <= 0 and name not in PILES:
        shuffle(table, "DDaT 4.0")
    deck, purpose = table.state.deck, Purpose(kind=kind or name, of=of, at=at)
    question = Draw(
        name=name,
        by="deck",
        rule=rule,
        words=f"the card for {words}",
        purpose=purpose,
        left=deck.left(),
        elsewhere=deck.seen,
        instead=instead,
        pile=_pile(table.state, name),
    )
    return table.ask(question)


def _pile(state: Ddat, name: str) -> str:
    """What a card is drawn from, in words, where other cards lie face down besides; "" where all that may come up lie
    in the deck."""
    if name in PILES:
        return f"from the {f.SIDES[PILES[name]]} pile of {state.deck.dealt.get(PILES[name], 0)}"
    return f"from the deck of {state.deck.undealt()}" if state.deck.dealt else ""


def discarded(state: Ddat) -> int:
    """How many cards lie in the discards, face up and down."""
    return len(state.deck.in_pile(DISCARDS)) + state.deck.dealt.get(UNSEEN, 0)


def shuffle(table: Table[Ddat], rule: str) -> None:
    """The discards go back into the deck."""
    table.record(f.DeckShuffled(rule=rule, cards=discarded(table.state)))
