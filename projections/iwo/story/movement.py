"""IWO 10, 11, 17, 18: who landed or moved where, and who fired at them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.iwo import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import Rolled
from projections.iwo.story.fire import defended, resolved
from projections.iwo.story.passage import Move, Passage
from projections.stories import Sentence, facts_of
from projections.stories.words import count_of, grouped, names, number


def movement(passage: Passage) -> None:
    """Area by area; what drew no fire leads to what comes next."""
    told = passage.said
    for area, moves in grouped((move.path[-1], move) for move in passage.moves).items():
        shots = [defended(passage.teller, shot) for move in moves for shot in move.shots]
        told = [*told, *_ways(passage, area, moves), *shots]
        if shots:
            passage.teller.paragraph(*told)
            told = []
    passage.teller.paragraph(*told, *(resolved(passage.teller, shot) for shot in passage.shots), *passage.late)


def _ways(passage: Passage, area: str, moves: Sequence[Move]) -> list[Sentence]:
    """Who came to an area, those who came the same way together."""
    at, pick = passage.teller.place(area), passage.teller.pick
    said: list[Sentence] = []
    for (how, shown, path), some in grouped(
        ((move.how, move.shown, tuple(move.path[:-1])), move) for move in moves
    ).items():
        units = names(move.unit for move in some)
        by = f" by way of {passage.teller.places(path)}" if path else ""
        if how == "landed" and path:
            beach, on = (
                passage.teller.place(path[0]),
                f" by way of {passage.teller.places(path[1:])}" if path[1:] else "",
            )
            words = pick(
                "inland",
                f"{units} landed at {beach} and pushed on{on} to {at}.",
                f"{units} came ashore at {beach} and went on{on} to {at}.",
            )
        elif how == "landed":
            words = pick(
                "landed",
                f"{units} landed at {at}.",
                f"At {at} {units} came ashore.",
                f"The boats brought {units} to {at}.",
            )
        elif how == "crept":
            words = pick("surfaced", f"At {at} {units} suddenly stood in the open.", f"{units} surfaced at {at}.")
        elif shown:
            hid = passage.teller.place(shown)
            words = pick(
                "left hiding",
                f"{units} came out of hiding at {hid} and moved to {at}{by}.",
                f"From hiding at {hid} {units} moved to {at}{by}.",
            )
        else:
            words = pick(
                "moved",
                f"{units} moved to {at}{by}.",
                f"Into {at} went {units}{by}.",
                f"{units} went to {at}{by}.",
                f"{units} reached {at}{by}.",
            )
        price = sum(move.price for move in some)
        if price:
            words += (
                " For the 3rd Division landing without a Beachhead the Japanese scored "
                f"{count_of(price, 'victory point')}."
            )
        said.append(Sentence.of(words, [entry for move in some for entry in move.entries]))
    return said


def allowance(passage: Passage, entries: Sequence[Entry]) -> list[Sentence]:
    """The die of the Japanese movement, and how many units could move."""
    allowed = facts_of(entries, f.AllowanceRolled)[-1].allowed
    die = next(
        (roll.dice[0] for roll in facts_of(passage.entries, Rolled) if roll.dice and roll.purpose.kind == "movement"), 0
    )
    units = ("up to " if allowed > 1 else "") + count_of(allowed, "unit")
    shown = f"a {number(die)}" if die else "the die"
    words = passage.teller.pick(
        "allowance",
        f"The Japanese rolled {shown} and could move {units}.",
        f"With {shown} on the movement die, {units} could move.",
        f"On {shown} the Japanese could move {units}.",
    )
    return [Sentence.of(words, entries)]
