"""The end of a turn: what it cost, and which positions are secured (DDaT 18)."""

from __future__ import annotations

from domain.ddat.victory import secured
from projections.ddat.stakes import CHECKED, TO_GO_ON
from projections.ddat.story.narrator import Narrator
from projections.stories import Sentence
from projections.stories.words import clauses, count_of, names, number, sentence, was
from projections.wargame.printed_words import if_read


def close(teller: Narrator) -> None:
    """What the turn cost, and what is secured at its end."""
    if teller.ended:
        held = _secured(teller)
        new, gone = [p for p in held if p not in teller.held], [p for p in teller.held if p not in held]
        said = [Sentence(sentence(_cost(teller)), teller.ended)]
        if new or gone:
            what = clauses(
                f"{names(some)} {was(some)} {now} secured"
                for some, now in ((new, "newly"), (gone, "no longer"))
                if some
            )
            said.append(Sentence(f"{what}: {count_of(len(held), 'position')} in all.", teller.ended))
        elif held:
            same = teller.pick(
                "same",
                "{} remained secured",
                "as before, {} were secured" if len(held) > 1 else "as before, {} was secured",
            )
            said.append(Sentence(sentence(same.format(count_of(len(held), "position"))), teller.ended))
        state = teller.view.state
        if state.scenario == "two-days" and state.turn == CHECKED and len(held) >= TO_GO_ON and not state.result:
            said.append(
                Sentence(f"That is enough to go on: {number(TO_GO_ON)} are needed after turn {CHECKED}.", teller.ended)
            )
        teller.paragraph(*said)
        teller.held = held
    teller.ended, teller.lost, teller.beaten, teller.leaders = (), 0, 0, []


def _cost(teller: Narrator) -> str:
    us = names([count_of(teller.lost, "step"), *teller.leaders] if teller.lost else teller.leaders) or "nothing"
    jp = count_of(teller.beaten, "unit") if teller.beaten else "nothing"
    if not (teller.lost or teller.leaders or teller.beaten):
        return teller.pick("no cost", "neither side lost anything this turn", "the turn cost nobody anything")
    return teller.pick(
        "cost", f"the turn cost the US {us} and the Japanese {jp}", f"the US lost {us} this turn, the Japanese {jp}"
    )


def _secured(teller: Narrator) -> tuple[str, ...]:
    """What is secured; nothing where the map is not read far enough to say."""
    return if_read(lambda: secured(teller.state), ())
