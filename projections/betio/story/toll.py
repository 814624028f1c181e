"""What something cost and what it moved, in words: losses, pins, casualties, morale, hexes."""

from __future__ import annotations

from collections.abc import Sequence

from domain.betio import facts as f
from domain.kernel.facts import Fact
from projections.betio.story.narrator import Narrator
from projections.betio.words import level, signed
from projections.stories import by_unit
from projections.stories.words import clauses, count_of, grouped, names, was

MANY = 3
"""So many whom a fire hit are not named again."""


def losses(teller: Narrator, facts: Sequence[Fact]) -> str:
    """Who lost steps, those to whom the same happened together, and who was lost; whose counter was turned over.

    Names of vessels are small letters, so that none begins a sentence.
    """
    lost = by_unit(loss for fact in facts for loss in fact.losses)
    if not lost:
        gone = [unit for fact in facts if isinstance(fact, f.UnitLost) for unit in fact.units]
        return f"Gone {was(gone)} {names(gone)}."
    told, hit, teller.hit = [], teller.hit, ()
    hurt = grouped((steps, unit) for unit, (steps, last) in lost.items() if last.left != 0)
    if hurt:
        told.append(
            "cost "
            + names(
                f"{_those(units, hit)} {count_of(steps, 'step')}{' each' if len(units) > 1 else ''}"
                for steps, units in hurt.items()
            )
        )
    if gone := [unit for unit, (_, last) in lost.items() if last.left == 0]:
        told.append(teller.pick("gone", "was the end of", "finished off") + f" {names(gone)}")
    if turned := [
        unit for fact in facts if isinstance(fact, f.StepsLost) for unit in fact.turned if lost[unit][1].left
    ]:
        told.append(f"left {_those(turned, hit)} on the reverse side")
    return f"{teller.pick('losses', 'It', 'This', 'That')} {clauses(told)}."


def _those(units: Sequence[str], hit: Sequence[str]) -> str:
    """Units by their names; all that the fire hit, if it was many and just told, without naming them again."""
    if len(hit) < MANY or not set(hit) <= set(units):
        return names(units)
    others = [unit for unit in units if unit not in hit]
    return f"all that were hit, and {names(others)}," if others else "all that were hit"


def casualties(teller: Narrator, facts: Sequence[f.CasualtiesAdvanced]) -> str:
    """How far the Casualty Marker has come."""
    came = teller.pick("casualties", "Casualties came to", "The count of casualties rose to", "Casualties stood at")
    return f"{came} {facts[-1].total:,}."


def morale(teller: Narrator, facts: Sequence[f.MoraleMoved]) -> str:
    """How far each marker went, and for what."""
    told = []
    for track, moves in grouped((fact.track.name, fact) for fact in facts).items():
        was_, now = moves[0].track.was, moves[-1].track.now
        before, after = (level(teller.game.state, track, box) if isinstance(box, int) else None for box in (was_, now))
        causes = grouped((fact.cause, fact.of) for fact in moves)
        why = names(f.why_moved(cause, of) for cause, of in causes.items())
        told.append(f"{_moved(teller, track, was_, now, before, after)} for {why}")
    return f"{told[0][:1].upper()}{told[0][1:]}" + "".join(f"; {one}" for one in told[1:]) + "."


def _moved(teller: Narrator, track: str, was_: object, now: object, before: int | None, after: int | None) -> str:
    who = teller.morale_of(track)
    if isinstance(was_, int) and isinstance(now, int) and was_ == now:
        return f"{who} came back to {signed(after)}"
    rose = isinstance(was_, int) and isinstance(now, int) and now > was_
    if before == after:
        return f"{who} moved a box {'up' if rose else 'down'} and stayed at {signed(after)}"
    return f"{who} {'rose' if rose else 'fell'} from {signed(before)} to {signed(after)}"


# ---- ground ----


def cleared(teller: Narrator, facts: Sequence[f.HexesCleared]) -> str:
    """Hexes that are the Marines' now."""
    hexes = [hex for fact in facts for hex in fact.places]
    return (
        f"{teller.pick('cleared', 'The Marines had cleared', 'Cleared now:', 'Into Marine hands went')} {names(hexes)}."
    )
