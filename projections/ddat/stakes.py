"""What D-Day at Tarawa is about (DDaT 14, 18): Japanese positions in US hands, and enough infantry at full strength to
go on; the leaders of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.ddat import facts as f
from domain.ddat.state import Ddat
from domain.ddat.victory import secured
from domain.kernel.facts import Loss
from projections.report.stakes import Stakes, Turned, TurningMark, passed
from projections.stories.words import capital, count_of, names, number
from projections.wargame.printed_words import if_read

PEOPLE = {"us": "the Marines", "jp": "the Japanese"}
CURVE = "Positions secured"
NEEDED: Mapping[str, int] = {"first-waves": 10, "20-november": 15, "two-days": 20}
"""DDaT 14.2, 18.1: the secured positions with which a scenario is won."""
FEW = (6, 3, 1)
"""Infantry units at full strength, when so few are left that it is told (14.1)."""


def marks(change: Turned) -> Iterator[TurningMark]:
    before, after = change.before, change.after
    yield from _positions(before, after)
    yield from _strength(before, after)
    for killed in change.facts(f.ShibasakiKilled):
        if not killed.escaped:
            yield TurningMark("Admiral Shibasaki is killed", killed.sentence(), 44, "us")
    for fact in change.facts(f.LeaderHit):
        if fact.leader == "hq" and fact.now in ("eliminated", "killed"):
            yield TurningMark(f"{capital(fact.name)} is lost", f"{fact.name} was lost", 26, "jp")


def held(state: Ddat) -> frozenset[str]:
    """The positions with US units or a garrison, and no Japanese unit."""
    return frozenset(name for name in state.positions if state.us_held(name) and not state.positions[name].unit)


def _positions(before: Ddat, after: Ddat) -> Iterator[TurningMark]:
    """DDaT 14.2: positions taken and lost again."""
    if before.units is after.units and before.positions is after.positions:
        return
    was, now = held(before), held(after)
    needed = NEEDED.get(after.scenario, 0)
    count = f"{number(len(now))} positions" if len(now) != 1 else "one position"
    if taken := sorted(now - was):
        where = names(taken, 4)
        words = f"the Marines took {where} and held {count}"
        weight = 26 if not was else 12 + 3 * len(taken)
        head = f"{where} {'is' if len(taken) == 1 else 'are'} taken"
        if needed and passed(len(was), len(now), (needed + 1) // 2) > 0:
            weight, head = 28, f"The Marines hold {count}"
        if needed and passed(len(was), len(now), needed) > 0:
            weight, head = 36, f"The Marines hold {count}"
        yield TurningMark(capital(head), words, weight, "us")
    if lost := sorted(was - now):
        where = names(lost, 4)
        words = f"{where} {'was' if len(lost) == 1 else 'were'} no longer in the hands of the Marines, who held {count}"
        yield TurningMark(
            capital(f"{where} {'is' if len(lost) == 1 else 'are'} lost again"), words, 14 + len(lost), "jp"
        )


def _strength(before: Ddat, after: Ddat) -> Iterator[TurningMark]:
    """DDaT 14.1: infantry at full strength becomes rare; without any the game is lost."""
    if before.units is after.units or after.turn < 2:
        return
    was, now = len(before.full_strength_infantry()), len(after.full_strength_infantry())
    for few in FEW:
        if was > few >= now:
            units = count_of(now, "infantry unit") if now else "no infantry unit"
            words = f"the Marines had {units} left at full strength; without any the day is lost"
            yield TurningMark(f"The Marines have {units} left", words, 34 - 4 * few, "jp")
            return


def lines(state: Ddat) -> Sequence[tuple[float, str]]:
    """What a scenario is won with."""
    needed = NEEDED.get(state.scenario)
    return ((needed, "victory"),) if needed else ()


def stands(state: Ddat) -> str:
    now = len(held(state))
    needed = NEEDED.get(state.scenario)
    words = f"the Marines hold {count_of(now, 'position')}"
    return f"{words}; {number(needed)} have to be secured" if needed else words


def is_step(state: Ddat, loss: Loss) -> bool:
    """DDaT 2.2: US units have steps; a Japanese unit is lost whole."""
    return loss.side == "us"


def verdict(state: Ddat) -> str:
    """DDaT 14.2: how many positions are secured of those that were needed."""
    needed = NEEDED.get(state.scenario)
    have = if_read(lambda: len(secured(state)), 0)
    return f"{number(have) if have else 'no'} position{'' if have == 1 else 's'} of {number(needed)}" if needed else ""


STAKES = Stakes(people=PEOPLE, curve=CURVE, lines=lines, stands=stands, verdict=verdict, marks=marks, step=is_step)
