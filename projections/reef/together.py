"""What several facts of one matter say together: a landing, what was lost, the fire of a battery, whom dice found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.entries import Entry
from domain.kernel.facts import Fact
from domain.reef import facts as f
from domain.reef.organization import ROLES, WORDS, split
from domain.reef.state import Reef
from domain.reef.wording import SIDES, piece, pieces, units, where
from domain.wargame.dice import sum_of
from projections.stories.words import count_of, grouped, names, number

Telling = Callable[[Reef, Sequence[Any]], Iterator[str]]
"""The sentences of several facts of one matter, before which the campaign stood so."""
FEW = 4
"""Of so many leaders each is named; of more, the best."""
MOST = 4
"""Kinds of pieces that are named where there are more."""


# ---- the landing, and who leads it ----


def planned(state: Reef, facts: Sequence[f.WaveAssigned]) -> Iterator[str]:
    """The waves of a scenario: of which Formations each is, and when it comes; what is added to them, a wave tells as
    it lands."""
    for scenario, some in grouped((fact.scenario, fact) for fact in facts).items():
        which = "the Initial Scenario" if scenario == 1 else f"scenario {scenario}"
        waves = [f"{fact.wave} of {_formations(fact.formations)} on turn {fact.turn}{_anew(fact)}" for fact in some]
        yield f"for {which} the Marines plan {'a wave' if len(waves) == 1 else f'{number(len(waves))} waves'}: " + (
            "; ".join(waves)
        )


def _formations(some: Iterable[str]) -> str:
    """Formations by what they are: `two Rifle Companies and an HW Company`."""
    every = Counter(WORDS[ROLES[name]] if name in ROLES else name for name in some)
    return names(_several(words, count) for words, count in every.items())


def _several(words: str, count: int) -> str:
    if count == 1:
        return f"{'an' if words.split()[0].isupper() or words[0] in 'AE' else 'a'} {words}"
    return f"{number(count)} {re.sub('y$', 'ie', words)}s"


def _anew(fact: f.WaveAssigned) -> str:
    return f", in place of {_formations(fact.instead)}" if fact.instead else ""


def landed(state: Reef, facts: Sequence[f.PiecesEntered]) -> Iterator[str]:
    """A wave at a time: where it comes in, how, and with what."""
    for wave, some in grouped((fact.wave, fact) for fact in facts).items():
        blt = state.blts.get(wave.partition("-")[0])
        beach = f" on {where(blt.area)}" if blt and blt.area else ""
        yield f.came_in(*some, at=f"{beach} at {names(hexes(hex for fact in some for hex in fact.hexes))}")


def cloaked(state: Reef, facts: Sequence[f.CloakedEntered]) -> Iterator[str]:
    boxes = [f"{pieces(f.by_kind(fact.pieces))} in {fact.slip}" for fact in facts]
    yield f"Cloaked in their midst come {names(boxes)}"


def led(state: Reef, facts: Sequence[f.LeaderDetermined]) -> Iterator[str]:
    """How many leaders so many dice rolls gave a side, and who is the best of them."""
    by_side = grouped(("us" if "-F" in fact.group or fact.group == "Scouts" else "jp", fact) for fact in facts)
    for side, rolled in by_side.items():
        found = [fact for fact in rolled if fact.leader]
        best = max((fact.leader for fact in found), key=_quality, default="")
        if len(found) <= FEW:
            each = grouped(((fact.leader, fact.group), fact) for fact in found)
            those = [f"{piece(who, len(some))} for {where(group)}" for (who, group), some in each.items()]
        else:
            those = [f"the best a {best} for {names(where(fact.group) for fact in found if fact.leader == best)}"]
        given = count_of(len(found), "leader") if found else "no leader"
        who = f": {names(those)}" if those else ""
        gives = "gives" if len(rolled) == 1 else "give"
        yield f"{count_of(len(rolled), 'LD DR')} {gives} {SIDES[side]} {given}{who}"
    if any(fact.inexperienced for fact in facts):
        yield "All Japanese AFV have Inexperienced Crews"


def _quality(leader: str) -> tuple[int, int]:
    """Whom a leader is better than: by what he takes off a dice roll, then by his morale."""
    found = re.fullmatch(r"(\d+)([+-])(\d+)", leader)
    if not found:
        return -9, 0
    return (int(found[3]) if found[2] == "-" else -int(found[3])), int(found[1])


# ---- losses and ground ----


def lost(state: Reef, facts: Sequence[f.PiecesLost]) -> Iterator[str]:
    by_cause = grouped(((fact.loss.side, fact.cause), fact) for fact in facts if fact.losses)
    for some in by_cause.values():
        yield some[0].says(units((loss.unit, loss.steps) for fact in some for loss in fact.losses))


def controlled(state: Reef, facts: Sequence[f.ControlRecorded]) -> Iterator[str]:
    for side, some in grouped((fact.control, fact) for fact in facts).items():
        yield f"{SIDES.get(side, side)} Control {names(hexes(hex for fact in some for hex in fact.places))}"


def perimeter(state: Reef, facts: Sequence[f.PerimeterDrawn]) -> Iterator[str]:
    for fact in facts:
        yield f"the Marine Perimeter runs through {names(hexes(fact.hexes))}" if fact.hexes else "there is no Perimeter"


def areas(state: Reef, facts: Sequence[f.AreaDrawn]) -> Iterator[str]:
    for fact in facts:
        side = "Marine" if fact.side == "us" else "Japanese"
        isolated = ", and who is there is Isolated" if fact.isolated else ""
        yield f"{side} Setup Area {fact.area} is {names(hexes(fact.hexes))}{isolated}"


def retained(state: Reef, facts: Sequence[f.PiecesRetained]) -> Iterator[str]:
    """How many pieces, and those there are most of."""
    for fact in facts:
        kinds = sorted(f.by_kind(fact.pieces).items(), key=lambda one: -one[1])
        said = pieces(dict(kinds[:MOST]))
        among = f"{count_of(sum(count for _, count in kinds), 'piece')}, among them {said}"
        yield f"Setup Area {fact.area} Retains {among if len(kinds) > MOST else said}"


def hexes(some: Iterable[str]) -> list[str]:
    """Hexes row by row, so that those next to each other are told as a run."""
    return sorted(dict.fromkeys(some), key=_row)


def _row(hex: str) -> tuple[str, int]:
    found = re.fullmatch(r"(\D+)(\d+)", hex)
    return (found[1], int(found[2])) if found else (hex, 0)


# ---- fire support ----


def supported(state: Reef, facts: Sequence[Fact]) -> Iterator[str]:
    """Radio Contact with what it was for and the chit it drew, then the shots at a hex in one sentence."""
    for kind, group in groupby(facts, key=_of_fire):
        same: list[Any] = list(group)
        if kind == "call":
            yield from _calls(same)
        elif kind:
            yield _shots(same)
        else:
            yield from (fact.sentence() for fact in same if not (_removed(fact) and len(facts) > 1))


def _removed(fact: Fact) -> bool:
    """Whether counters are removed, as when a battery fires anew."""
    return isinstance(fact, f.CountersPlaced) and not fact.counters


def _of_fire(fact: Fact) -> str:
    if isinstance(fact, (f.ContactAttempted, f.AttackAnnounced)) or (isinstance(fact, f.AccessDrawn) and not fact.wp):
        return "call"
    return f"{fact.module} at {fact.hex} for {fact.by}" if isinstance(fact, f.DirectFired) else ""


def _calls(facts: Sequence[Fact]) -> Iterator[str]:
    """Each attempt with what followed from it."""
    words = ""
    for fact in facts:
        match fact:
            case f.ContactAttempted():
                if words:
                    yield words
                words = fact.sentence()
            case f.AttackAnnounced():
                mission = "Direct Fire" if fact.mission == "direct" else "NOBA"
                words = f"{words} for {mission}" if words else fact.sentence()
            case f.AccessDrawn():
                but = "but" if fact.chit == "red" else "and"
                words = f"{words}, {but} {fact.sentence()}" if words else fact.sentence()
    if words:
        yield words


def _shots(facts: Sequence[f.DirectFired]) -> str:
    """One after the other, each with its dice."""
    first = facts[0]
    fell = [f"{'hits' if one.hit else 'misses'} ({sum_of(one.dice, one.terms)} for {one.number})" for one in facts]
    return f"{first.module} fires at {first.hex} for {first.by or 'the Shipboard Observer'} and {_listed(fell)}"


def _listed(every: Sequence[str]) -> str:
    """Words as a list, those that are alike too."""
    return " and ".join(filter(None, (", ".join(every[:-1]), every[-1])))


def countered(state: Reef, facts: Sequence[Fact]) -> Iterator[str]:
    """Which Guns fire Counterbattery Fire, and what they took from the draw pile of each module, together."""
    shown = [f"{fact.gun} ({piece(fact.type)})" for fact in facts if isinstance(fact, f.GunDeclared)]
    if shown:
        yield f"{names(shown)} {'fires' if len(shown) == 1 else 'fire'} Counterbattery Fire"
    for module, some in grouped((fact.module, fact) for fact in facts if isinstance(fact, f.GunMatched)).items():
        black, red = sum(fact.black for fact in some), sum(fact.red for fact in some)
        changes = [_chits(count, colour) for count, colour in ((black, "black"), (red, "red")) if count]
        guns = names(fact.gun for fact in some)
        yield f"Counterbattery Fire of {guns} leaves {module} with {names(changes) or 'the pile it had'}"


def _chits(count: int, colour: str) -> str:
    return f"{count_of(abs(count), f'{colour} chit')} {'more' if count > 0 else 'fewer'}"


def assigned(state: Reef, facts: Sequence[f.PartyAssigned]) -> Iterator[str]:
    for module, some in grouped((fact.module, fact.party) for fact in facts).items():
        yield f"{names(some)} {'is' if len(some) == 1 else 'are'} assigned to {module}"


# ---- the Reserve Pool, and what is written down ----


def reinforced(state: Reef, facts: Sequence[Fact]) -> Iterator[str]:
    """How many may enter, who does, and how many stay."""
    waiting: f.ReinforcementsRolled | None = None
    for fact in facts:
        if isinstance(fact, f.ReservesReturned) and waiting and fact.number == waiting.number:
            stay = "it stays" if fact.number == 1 else "all stay"
            yield f"{_lets(waiting)}, but {stay} in the Reserve Pool"
            waiting = None
            continue
        if waiting:
            yield _lets(waiting)
        waiting = fact if isinstance(fact, f.ReinforcementsRolled) else None
        if not waiting and (words := fact.sentence()):
            yield words
    if waiting:
        yield _lets(waiting)


def _lets(fact: f.ReinforcementsRolled) -> str:
    who = f"up to {count_of(fact.number, 'counter')}" if fact.available else "nobody"
    return f"the Reinforcement dr of {fact.die} lets {who} enter"


def sealed(state: Reef, facts: Sequence[f.SlipSealed]) -> Iterator[str]:
    for side, theirs in grouped((fact.side, fact) for fact in facts).items():
        said = []
        for kind, some in grouped((fact.kind, fact) for fact in theirs).items():
            about = names(where(fact.of) for fact in some if fact.of)
            many = f"{number(len(some))} with " if len(some) > 1 and len(some) < len(theirs) else ""
            said.append(f"{many}{f.SLIPS[kind]}{f' ({about})' if about else ''}")
        slips = "a slip" if len(theirs) == 1 else f"{number(len(theirs))} slips"
        yield f"{SIDES[side]} seal {slips}: {names(said)}{', on paper' if theirs[0].on_paper else ''}"


def opened(state: Reef, facts: Sequence[f.SlipOpened]) -> Iterator[str]:
    """Slips of a kind together: what they are about, and what each says."""
    known = [(state.slips.get(fact.slip), fact) for fact in facts]
    for (side, kind), some in grouped(((fact.side, slip.kind), (slip, fact)) for slip, fact in known if slip).items():
        slips = "a slip" if len(some) == 1 else f"{number(len(some))} slips"
        said = [_about(slip.of) + f.read_out(map(_bought, fact.says)) for slip, fact in some]
        yield f"{SIDES[side]} open {slips}, {f.SLIPS[kind]}: {'; '.join(said)}"
    yield from (fact.sentence() for slip, fact in known if not slip)


def _about(of: str) -> str:
    return f"{where(of)}, " if of else ""


def _bought(word: str) -> str:
    """`wirex6` as six of it."""
    kind, count = split(word)
    return word if ":" in word or count == 1 else f"{number(count)} {kind}"


def walls(state: Reef, facts: Sequence[f.SeawallChecked]) -> Iterator[str]:
    """Those that are breached, then those that hold, each with its dice."""
    yield from (fact.sentence() for fact in facts if fact.breached)
    held = [f"{fact.hex} ({sum(fact.dice)})" for fact in facts if not fact.breached]
    if held:
        yield f"the seawall holds in {names(held)}"


SUPPORT = (f.ContactAttempted, f.AttackAnnounced, f.AccessDrawn, f.CountersPlaced, f.DirectFired)
RESERVES = (f.ReinforcementsRolled, f.PiecesShifted, f.ReservesReturned)
TOGETHER: Mapping[type, Telling] = {
    f.LeaderDetermined: led,
    f.WaveAssigned: planned,
    f.PiecesEntered: landed,
    f.CloakedEntered: cloaked,
    f.PiecesLost: lost,
    f.SlipSealed: sealed,
    f.SlipOpened: opened,
    f.SlipStated: opened,
    f.ControlRecorded: controlled,
    f.PerimeterDrawn: perimeter,
    f.AreaDrawn: areas,
    f.PiecesRetained: retained,
    f.GunMatched: countered,
    f.GunDeclared: countered,
    f.PartyAssigned: assigned,
    f.SeawallChecked: walls,
    **dict.fromkeys(SUPPORT, supported),
    **dict.fromkeys(RESERVES, reinforced),
}
"""How several facts in a row are told as one matter; each of any other kind is told by itself."""


def matter(entry: Entry) -> Any:
    """What a fact is told together with."""
    kind = type(entry.fact)
    return TOGETHER.get(kind, kind)


__all__ = ["RESERVES", "SUPPORT", "TOGETHER", "matter"]
