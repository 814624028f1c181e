"""IWO 3, 10.5: what was hidden, and how it came to light."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Declared
from projections.iwo.story.passage import Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, grouped, names


def caves(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Caves that were found: in the US movement by those who have just come, else by observers."""
    found = facts_of(entries, f.CavesRevealed)
    where = names(
        f"{count_of(one.caves, 'cave') if one.caves else 'none'} at {passage.teller.place(one.area)}" for one in found
    )
    if passage.chapter == "us_move":
        words = passage.teller.pick("caves met", f"The newcomers found {where}.", f"{where} came to light.")
    else:
        words = passage.teller.pick(
            "caves", f"The observers found {where}.", f"{where} came to light.", f"The Japanese had to show {where}."
        )
    return [Sentence.of(words, entries)]


def shown(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Units that came into the open, by the reasons why."""
    said: list[Sentence] = []
    for cause, some in grouped(
        (entry.fact.cause, entry) for entry in entries if isinstance(entry.fact, f.UnitRevealed)
    ).items():
        units = names(f"{fact.unit} at {passage.teller.place(fact.area)}" for fact in facts_of(some, f.UnitRevealed))
        if cause == "japanese-marines":
            words = f"The Japanese Marines still in hiding had to show themselves: {units}."
        elif cause == "by-choice":
            words = f"The Japanese chose to show {units}."
        else:
            words = passage.teller.pick(
                "shown", f"{units} could stay hidden no longer.", f"{units} had to come into the open."
            )
        said.append(Sentence.of(words, some))
    return said


def went_to_ground(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Units that hid again."""
    units = names(fact.unit for fact in facts_of(entries, f.UnitHidden))
    return [
        Sentence.of(
            passage.teller.pick("hides", f"{units} went back into hiding.", f"{units} went to ground again."), entries
        )
    ]


def crept(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """Moves underground of those who did not come to light, for the others are told as they do; and allowances that
    nobody used."""
    said: list[Sentence] = []
    surfaced = {move.unit: move for move in passage.moves if move.how == "crept"}
    announced = {
        entry.of for entry in passage.entries if isinstance(entry.fact, Declared) and entry.fact.verb == "sneak"
    }
    idle: dict[bool, list[Entry]] = {}
    for entry in entries:
        fact = entry.fact
        assert isinstance(fact, f.ConcealedMoves)
        if not fact.moves:
            idle.setdefault(entry.of in announced, []).append(entry)
            continue
        unseen = {unit: area for unit, area in fact.moves.items() if unit not in surfaced}
        if not unseen:
            surfaced[next(iter(fact.moves))].entries.insert(0, entry)
            continue
        ways = names(f"{unit} to {passage.teller.place(area)}" for unit, area in unseen.items())
        said.append(
            Sentence.of(
                passage.teller.pick(
                    "crept", f"Unseen, the Japanese shifted {ways}.", f"Through the tunnels went {ways}."
                ),
                [entry],
            )
        )
    if feints := idle.get(True):
        said.append(Sentence.of("A concealed move was announced, but nobody made it.", feints))
    if left := idle.get(False):  # it is asked as the phase ends
        said.append(Sentence.of("Nobody used what was left of the movement allowance.", left))
    return said


def in_secret(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """That something may have moved, to those who do not know."""
    more = "anything else" if passage.moves or "went-to-ground" in passage.kept else "anything"
    ways = (
        f"Whether {more} moved unseen, only the Japanese knew.",
        f"If {more} stirred underground, the Americans did not see it.",
    )
    return [Sentence.of(passage.teller.pick("in secret", *ways), entries)]
