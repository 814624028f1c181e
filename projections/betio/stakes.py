"""What Tarawa: Bloody Betio is about (BB 8, 11): every hex cleared before 5,000 casualties; so areas secured and lost
again, casualties that become too many, and morale at its worst."""

from __future__ import annotations

from collections.abc import Iterator

from domain.betio import facts as f
from domain.betio.charts import HexCard
from domain.betio.state import TOO_MANY, WORST, Betio
from domain.kernel.facts import Loss
from projections.betio.words import MORALE
from projections.report.stakes import Stakes, Turned, TurningMark, passed
from projections.stories.words import capital, count_of, names

PEOPLE = {"us": "the Marines", "jp": "the Japanese"}
CURVE = "Casualties"
LEVELS = ((TOO_MANY // 5, 16), (TOO_MANY // 2, 28), (TOO_MANY * 4 // 5, 36))
"""Casualties that are told, and what it weighs that they have come to it."""


def marks(change: Turned) -> Iterator[TurningMark]:
    yield from _casualties(change)
    yield from _ground(change)
    for fact in change.facts(f.CollapseRolled):
        yield TurningMark(_collapse(fact.table), fact.sentence(), 30, "us" if fact.table == "japanese" else "jp")
    for track, title in MORALE.items():
        if track in change.before.tracks and change.before.tracks.get(track) != change.after.tracks.get(track):
            was, now = change.before.morale(track), change.after.morale(track)
            if now == WORST < was:
                words = f"{title} morale fell to {WORST}, the worst there is"
                side = "us" if title == "Japanese" else "jp"
                yield TurningMark(f"{title} morale breaks", words, 26, side)


def _collapse(table: str) -> str:
    return "The Japanese near collapse" if table == "japanese" else "The invasion nears collapse"


def _casualties(change: Turned) -> Iterator[TurningMark]:
    """BB 5.1, 11.1: a fifth, half and four fifths of the casualties with which nothing can be won."""
    if not change.facts(f.CasualtiesAdvanced):
        return
    was, now = change.before.casualties, change.after.casualties
    for level, weight in LEVELS:
        if passed(was, now, level) > 0:
            words = f"casualties came to {now:,}; with {TOO_MANY:,} the landing has failed"
            yield TurningMark(f"Casualties come to {level:,}", words, weight, "jp")


def _ground(change: Turned) -> Iterator[TurningMark]:
    """BB 4.5.8, 4.5.9, 10.6.8: areas, and hexes with Japanese in them again."""
    for fact in change.facts(f.AreasSecured):
        if fact.secured:
            areas = change.after.areas
            left = sum(bool(change.after.to_clear(area)) for area in areas)
            still = f"and {count_of(left, 'area')} {_was(left)} still to be cleared" if left else "the last of all"
            weight = 40 if not left else 30 if left == len(areas) // 2 else 20
            head = f"{fact.area} is secured" if left else "The last area is secured"
            yield TurningMark(head, f"the Marines secured {fact.area}, {still}", weight, "us")
        else:
            yield TurningMark(f"{fact.area} is lost again", f"{fact.area} was no longer secured", 34, "jp")
    for back in change.facts(f.HexesUncleared):
        where = names(back.places, 4)
        yield TurningMark(f"The Japanese are back in {where}", f"the Japanese were back in {where}", 18, "jp")
    cleared = [hex for one in change.facts(f.HexesCleared) for hex in one.places]
    if cleared:
        first = not any(hex.cleared for hex in change.before.hexes.values())
        words = f"the Marines cleared {names(cleared, 4)}" + (", the first ground that was theirs" if first else "")
        head = "The first hex is cleared" if first else f"The Marines clear {names(cleared, 4)}"
        yield TurningMark(capital(head), words, 24 if first else 4 + 4 * len(cleared), "us")


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def stands(state: Betio) -> str:
    """BB 11.1: what is still to be cleared, and the casualties."""
    if HexCard.CHART not in state.complete:
        return f"there are {state.casualties:,} casualties, and {TOO_MANY:,} are too many"
    left = sum(len(state.to_clear(area)) for area in state.areas)
    hexes = f"{count_of(left, 'hex', 'hexes')} {'is' if left == 1 else 'are'} still to be cleared"
    return f"{hexes}, with {state.casualties:,} casualties of the {TOO_MANY:,} that are too many"


def is_step(state: Betio, loss: Loss) -> bool:
    """BB 5.1: casualties are those of ground units; vessels are counted apart."""
    return loss.unit not in state.units or not state.units[loss.unit].is_vessel


STAKES = Stakes(people=PEOPLE, curve=CURVE, stands=stands, marks=marks, step=is_step)
