"""DDaT 5, amphibious operations: who is loaded and drifts, who lands and at what cost, who wades, and the LVTs that are
left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from domain.ddat import facts as f
from domain.kernel.entries import Entry
from domain.kernel.facts import PhaseBegan
from projections.ddat.story.by_kind import by_kind
from projections.ddat.story.close_combat import close_combat
from projections.ddat.story.narrator import Narrator
from projections.ddat.story.toll import Toll
from projections.stories import Sentence, facts_of
from projections.stories.words import clauses, count_of, grouped, names, number, sentence, was


def loading(teller: Narrator, entries: Sequence[Entry]) -> None:
    """Who is made ready for the next wave, and who goes aboard."""
    loads = [e for e in entries if isinstance(e.fact, f.LoadMade)]
    said = by_kind(teller, [e for e in entries if e not in loads])
    if loads:
        units = [unit for load in facts_of(loads, f.LoadMade) for unit in load.units]
        lvts = sum(len(load.lvts) for load in facts_of(loads, f.LoadMade))
        who = names(units) if len(units) <= 8 else count_of(len(units), "unit")
        words = teller.pick(
            "loads",
            f"{sentence(count_of(lvts, 'LVT'))[:-1]} set out for the beach with {who}.",
            f"{sentence(who)[:-1]} went aboard {count_of(lvts, 'LVT')}.",
        )
        said.append(Sentence.of(words, loads))
    teller.paragraph(*said)


def landing(teller: Narrator, entries: Sequence[Entry]) -> None:
    """The drift, who came in unhurt, who did not, and the LVTs; the close combats that the loads ran into follow."""
    safe: list[tuple[f.Landed, int]] = []
    hurt: list[Sentence] = []
    fights: list[list[Entry]] = []
    drift: list[tuple[str, str]] = []
    drifted: list[Entry] = []
    rest: list[Entry] = []
    for _, group in groupby(entries, key=lambda e: e.of):
        some = list(group)
        at = next((i for i, e in enumerate(some) if isinstance(e.fact, f.Landed)), None)
        if at is None:
            rest += some
            continue
        toll, told = Toll(), [some[at]]
        for e in some[:at]:
            if isinstance(e.fact, f.Drifted):
                units, to = teller.drifts.get(e.version, ((), ""))
                if to:
                    drift += [(to, unit) for unit in units]
                    drifted.append(e)
            elif toll.take(e.fact):
                told.append(e)
            else:
                rest.append(e)
        landed = some[at].fact
        assert isinstance(landed, f.Landed)
        if landed.lvt_steps_lost:
            teller.sunk[some[at].version] = landed.lvt_steps_lost
        if toll.hurt():
            hurt.append(Sentence.of(_mauled(teller, landed, toll), told))
        else:
            safe.append((landed, some[at].version))
        after = some[at + 1 :]
        if facts_of(after, f.CombatBegan):
            fights.append(after)
        else:
            rest += after
    said: list[Sentence] = []
    if drift:
        off = names(f"{names(units)} {to}" for to, units in grouped(drift).items())
        said.append(Sentence.of(teller.pick("drift", f"The current carried {off}.", f"The drift took {off}."), drifted))
    said += _unhurt(teller, safe)
    teller.both(said, hurt)
    for fight in fights:
        teller.paragraph(*close_combat(teller, fight))
    teller.paragraph(*by_kind(teller, rest))


def _unhurt(teller: Narrator, safe: Sequence[tuple[f.Landed, int]]) -> list[Sentence]:
    """Those who lost nobody: ashore, and those who were set down short of it."""
    said: list[Sentence] = []
    ashore = [one for one in safe if not one[0].afloat]
    afloat = [one for one in safe if one[0].afloat]
    where: list[str] = []
    for location, place in f.LOCATIONS.items():
        spots = [f"{names(landed.units)} ({landed.hex})" for landed, _ in ashore if landed.location == location]
        if spots:
            where.append(f"{names(spots)} {'' if where else 'landed '}{place}")
    if where:
        count = sum(len(landed.units) for landed, _ in ashore)
        words = (
            clauses(where)
            + ("" if count == 1 else ", both" if count == 2 else ", all")
            + teller.pick("safe", " without loss", " unhurt")
        )
        said.append(Sentence(sentence(words), tuple(version for _, version in ashore)))
    if afloat:
        put = f" {was([unit for one, _ in afloat for unit in one.units])} set down"
        short = [f"{names(one.units)}{'' if n else put} {one.where}" for n, (one, _) in enumerate(afloat)]
        said.append(Sentence(sentence(names(short)), tuple(version for _, version in afloat)))
    return said


def _mauled(teller: Narrator, landed: f.Landed, toll: Toll) -> str:
    """A load that lost somebody."""
    if not landed.units:
        who = names(toll.gone)
        return teller.pick(
            "sunk load", f"Nobody of {who} came through.", f"{who} {was(toll.gone)} wiped out on the run in."
        )
    who, came = names(landed.units), f"{was(landed.units)} set down" if landed.afloat else "landed"
    where = f"{came} {landed.where}"
    if len(landed.units) > 1 or list(toll.left) != list(landed.units):
        return f"{who} {where}; {toll.words(teller)}."
    cost = toll.steps_of(landed.units[0])
    return teller.pick(
        "mauled",
        f"{who} {where} with the loss of {cost}.",
        f"{who} lost {cost} and {where}.",
        f"{who} {where}, but lost {cost}.",
    )


def water(teller: Narrator, entries: Sequence[Entry]) -> None:
    """Wading, the LVTs that came back, and who waits for the next wave; at night the boats come in."""
    said: list[Sentence] = []
    if night := next((e for e in entries if isinstance(e.fact, PhaseBegan) and e.fact.phase == "night"), None):
        said.append(Sentence.of("Night fell.", [night]))
    waded = [e for e in entries if isinstance(e.fact, f.UnitsMoved) and e.fact.path]
    if waded:
        by_hex = grouped((way.path[-1], unit) for way in facts_of(waded, f.UnitsMoved) for unit in way.units)
        ways = names(f"{names(units)} to {hex}" for hex, units in by_hex.items())
        words = teller.pick(
            "wade",
            f"Through the shallows waded {ways}.",
            f"On foot through the lagoon went {ways}.",
            f"Wading brought {ways}.",
        )
        said.append(Sentence.of(words, waded))
    fights = [list(some) for _, some in groupby(entries, key=lambda e: e.of)]
    fights = [some for some in fights if facts_of(some, f.CombatBegan)]
    for fight in fights:
        teller.paragraph(*said)
        said = close_combat(teller, [e for e in fight if e not in waded])
    fought = [e for fight in fights for e in fight]
    for e in entries:
        if isinstance(e.fact, f.LvtsRecovered) and sorted(e.fact.lvts) != sorted(teller.lvts):
            said.append(Sentence(_lvts(teller, e.fact.lvts), (*teller.sunk, e.version)))
    teller.paragraph(*said, *by_kind(teller, [e for e in entries if e not in waded and e not in fought]))


def _lvts(teller: Narrator, lvts: tuple[int, ...]) -> str:
    """What the wave cost in LVTs, and those that are left."""
    lost = sum(teller.sunk.values())
    teller.lvts, teller.sunk = lvts, {}
    weak = sum(steps == 1 for steps in lvts)
    worn = (
        ""
        if not weak
        else ", with one step"
        if len(lvts) == 1
        else f", {'all' if weak == len(lvts) else number(weak)} of them with one step"
    )
    left = f"{count_of(len(lvts), 'LVT')} {was(lvts)} left{worn}"
    cost = f"{count_of(lost, 'LVT step')} {'was' if lost == 1 else 'were'} lost"
    return sentence(f"{cost}: {left}" if lost else left)
