"""What D-Day at Tarawa is about (DDaT 14, 18): Japanese positions in US hands, and enough infantry at full strength to
go on; the leaders of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.ddat import facts as f
from domain.ddat.board import zone
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
CHECKED, TO_GO_ON = 15, 12
"""The turn after which Two Days in Hell goes on only with so many positions (18.1)."""
FEW: Mapping[int, int] = {6: 10, 3: 18, 1: 30, 0: 34}
"""Infantry units at full strength, when so few are left that it is told (14.1), and what that weighs."""


def marks(change: Turned) -> Iterator[TurningMark]:
    before, after = change.before, change.after
    yield from _positions(change)
    yield from _strength(before, after)
    if beaten := change.facts(f.ForceDefeated):
        where = names((fact.where for fact in beaten), 4)
        yield TurningMark(f"The Japanese in {where} are beaten", f"the Marines beat the Japanese in {where}", 5, "us")
    for killed in change.facts(f.ShibasakiKilled):
        if not killed.escaped:
            yield TurningMark("Admiral Shibasaki is killed", killed.sentence(), 44, "us")
    for fact in change.facts(f.LeaderHit):
        if fact.leader == "hq" and fact.now in ("eliminated", "killed"):
            yield TurningMark(f"{capital(fact.name)} is lost", f"{fact.name} was lost", 26, "jp")


def held(state: Ddat) -> frozenset[str]:
    """The positions with US units or a garrison, and no Japanese unit."""
    return frozenset(name for name in state.positions if state.us_held(name) and not state.positions[name].unit)


def _positions(change: Turned) -> Iterator[TurningMark]:
    """DDaT 14.2: positions taken; and as a turn ends those lost in it, and how many are secured then.

    Until then what fire has emptied may be held again, and what is secured goes and comes with every disruption.
    """
    before, after = change.before, change.after
    if before.units is not after.units or before.positions is not after.positions:
        was, now = held(before), held(after)
        if taken := sorted(now - was - held(change.began)):
            where = names(taken, 4)
            weight = 26 if not was else 12 + 3 * len(taken)
            head = capital(f"{where} {'is' if len(taken) == 1 else 'are'} taken")
            yield TurningMark(head, f"the Marines took {where}", weight, "us")
    if after.turn != before.turn or after.result:
        yield from _at_the_end_of_a_turn(change.began, after)


def _at_the_end_of_a_turn(began: Ddat, ended: Ddat) -> Iterator[TurningMark]:
    gone = sorted(held(began) - held(ended))
    lost = [name for name in gone if ended.positions[name].unit]
    for some, how, weight in ((lost, "lost again", 14 + len(lost)), (gone, "left empty", 8)):
        if some:
            where, one = names(some, 4), len(some) == 1
            words = f"{where} {'was' if one else 'were'} {how}"
            yield TurningMark(capital(f"{where} {'is' if one else 'are'} {how}"), words, weight, "jp")
            break
    needed = NEEDED.get(ended.scenario)
    if needed:
        before, now = len(secured(began)), len(secured(ended))
        count = f"{number(now)} positions"
        for level, weight in ((needed, 36), ((needed + 1) // 2, 28)):
            if passed(before, now, level) > 0:
                yield TurningMark(f"{capital(count)} are secured", f"the Marines had {count} secured", weight, "us")
                return


def _strength(before: Ddat, after: Ddat) -> Iterator[TurningMark]:
    """DDaT 14.1: infantry at full strength becomes rare; without any the game is lost."""
    if before.units is after.units or after.turn < 2:
        return
    was, now = len(before.full_strength_infantry()), len(after.full_strength_infantry())
    for few, weight in FEW.items():
        if was > few >= now:
            units = count_of(now, "infantry unit") if now else "no infantry unit"
            words = f"the Marines had {units} left at full strength; without any the day is lost"
            head = f"{'only ' if now else ''}{units} {'is' if now < 2 else 'are'} at full strength"
            yield TurningMark(capital(head), words, weight, "jp")
            return


def lines(state: Ddat) -> Sequence[tuple[float, str]]:
    """What a scenario is won with; Two Days in Hell asks once, and then for whole zones."""
    needed = NEEDED.get(state.scenario)
    if state.scenario == "two-days":
        return ((NEEDED["two-days"], "win, turn 15"), (TO_GO_ON, "to go on"))
    return ((needed, "victory"),) if needed else ()


def stands(state: Ddat) -> str:
    now = if_read(lambda: len(secured(state)), 0)
    needed = NEEDED.get(state.scenario)
    words = f"the Marines have {count_of(now, 'position')} secured" if now else "no position is secured"
    return f"{words}; {number(needed)} have to be" if needed else words


def is_step(state: Ddat, loss: Loss) -> bool:
    """DDaT 2.2: US units have steps; a Japanese unit is lost whole."""
    return loss.side == "us"


def verdict(state: Ddat) -> str:
    """DDaT 14.2, 18.2: how many positions are secured of those that were needed, or of whole zones."""
    needed = NEEDED.get(state.scenario)
    have = if_read(lambda: len(secured(state)), 0)
    count = f"{number(have) if have else 'no'} position{'' if have == 1 else 's'}"
    if needed and not (state.scenario == "two-days" and state.turn > CHECKED):
        return f"{count} of {number(needed)}"
    zones = len(if_read(lambda: whole_zones(state), ()))
    whole = count_of(zones, "whole zone") if zones else "no whole zone"
    return f"{count}, and {whole}" if state.result and state.result.winner == "us" else f"{count}, but {whole}"


def whole_zones(state: Ddat) -> tuple[str, ...]:
    """DDaT 18.2: the zones that are wholly secured."""
    have = secured(state)
    return tuple(
        {zone(p): None for p in state.positions if all(q in have for q in state.positions if zone(q) == zone(p))}
    )


STAKES = Stakes(people=PEOPLE, curve=CURVE, lines=lines, stands=stands, verdict=verdict, marks=marks, step=is_step)
