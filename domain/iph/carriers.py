"""IPH 7.4 to 7.7, 7.9: carrier combat, and the strike on battleships that gave support."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.iph import facts as f
from domain.iph.charts import CarrierCard
from domain.iph.common import Objections, ShipName, fine, heed, verbs
from domain.iph.ships import lost
from domain.iph.state import SIDES, Iph
from domain.iph.victory import award, judge
from domain.kernel.facts import Modifier, Purpose
from domain.kernel.limits import Count
from domain.kernel.questions import Assign, Chance, Draw, Number, Roll
from domain.kernel.state import parse
from domain.kernel.table import Table

HIT = {"jp": 3, "us": 4}
"""IPH 7.4, 7.5(1): the hit number of each side's aircraft."""


class Hit(NamedTuple):
    """A ship that is hit, and how badly."""

    ship: str
    fate: f.Fate


def carrier_combat(table: Table[Iph]) -> None:
    """IPH 7.3, 7.9: with carriers of both sides close-in a die says who finds whom; else there is no combat, but for a
    strike on battleships.

    The US Army aircraft is available by now, also where the US has no ships to dispose (reading R-42).
    """
    if not table.state.army:
        table.record(f.ArmyAircraftAvailable(rule="IPH 7.3"))
    ours, theirs = table.state.fleet("jp", "carrier"), table.state.fleet("us", "carrier")
    question = Roll(name="carrier-warfare", by="jp", rule="IPH 7.3", words="the Carrier Warfare die")
    both = bool(ours and theirs)
    rolled = (
        table.ask(question)
        if both
        else table.gives(question, (), "IPH 7.3", "it is rolled with carriers of both sides close-in")
    )
    if not rolled:
        table.record(f.CarrierWarfareRolled(rule="IPH 7.9", finds="not-rolled"))
        if theirs and table.state.fleet("jp", "battleship"):
            for hit in strike(table, "us", "IPH 7.9"):
                settle(table, hit, "IPH 7.9")
        else:
            no_strike(
                table, "IPH 7.9", "no US carrier and Japanese battleship are close-in, and no carriers of both sides"
            )
        return
    finds = table.read(CarrierCard, str(rolled[0])).result
    table.record(f.CarrierWarfareRolled(rule="IPH 7.3", finds=finds))
    strikes = [("jp", "IPH 7.4")] if finds in ("ijn-finds-us", "mutual") else []
    strikes += [("us", "IPH 7.5")] if finds in ("usn-finds-ijn", "mutual") else []
    if (
        finds == "mutual"
    ):  # 7.6: nothing is removed before both have attacked, and what comes of both counts together (reading R-28)
        before = table.state
        hits = [(hit, by) for side, by in strikes for hit in strike(table, side, by)]
        for hit, by in hits:
            table.record(lost(table.state, hit.ship, hit.fate, "aircraft", by))
        judge(table, before)
        return
    for side, rule in strikes:
        for hit in strike(table, side, rule):
            settle(table, hit, rule)
    if not strikes:
        no_strike(table, "IPH 7.3", "the Carrier Warfare Table gives no carrier combat")


def no_strike(table: Table[Iph], rule: str, why: str) -> None:
    """IPH 7.3, 7.9: no aircraft attack ships, and nothing of an attack is asked."""
    for name in ("targets", "strike", "ship", "fate"):
        table.spares(name, rule, why)


def settle(table: Table[Iph], hit: Hit, rule: str) -> None:
    """IPH 7.8, 4.7: a ship that is hit is removed at once, and its points may end the game."""
    award(table, lost(table.state, hit.ship, hit.fate, "aircraft", rule))


def strike(table: Table[Iph], side: str, rule: str) -> Iterator[Hit]:
    """IPH 7.4, 7.5: the aircraft of the close-in carriers attack, each at a ship it is allocated to before any die is
    rolled; hit by hit.

    US Army aircraft never do (7.5(3)). 7.5(4): where battleships are close-in beside carriers, nobody is aimed at, and
    the ships hit are drawn.
    """
    state = table.state
    aircraft = state.ijn_close if side == "jp" else len(state.fleet("us", "carrier"))
    targets = state.fleet("us", "carrier") if side == "jp" else state.fleet("jp")
    kinds = {state.ships[ship].kind for ship in targets}
    question = allocation(side, rule, aircraft, targets)
    if side == "us" and kinds == {"carrier", "battleship"}:
        table.gives(
            question,
            {},
            "IPH 7.5(4)",
            "with battleships close-in beside carriers no targets are assigned: the ships hit are drawn",
        )
        table.record(f.StrikeAllocated(rule="IPH 7.5(4)", side="us", aircraft=aircraft))
        yield from _drawn(table, aircraft, targets)
        return
    if not aircraft:  # they were lost before (11.4)
        chosen = table.gives(question, {}, rule, "no aircraft is close-in")
    elif len(targets) == 1:
        chosen = table.gives(question, {targets[0]: str(aircraft)}, rule, f"{targets[0]} is the only target")
    else:
        chosen = table.ask(question)
    table.spares("ship", "IPH 7.5(4)", "a ship is drawn where the US attack battleships beside carriers")
    against = {ship: number for ship, n in chosen.items() if (number := parse(Count, n))}
    table.record(f.StrikeAllocated(rule=rule, side="jp" if side == "jp" else "us", aircraft=aircraft, targets=against))
    for ship, number in against.items():
        if hit := attack(table, side, rule, ship, number):
            yield hit


def allocation(side: str, rule: str, aircraft: int, targets: Sequence[str]) -> Assign:
    """How many aircraft attack each ship: all of them are committed."""

    def check(value: Mapping[str, str]) -> str:
        total = sum(parse(Count, n) for n in value.values())
        return "" if total == aircraft else f"{aircraft} aircraft attack in all, not {total}"

    def sample(chance: Chance) -> Mapping[str, str]:
        each = [chance.choice(targets) for _ in range(aircraft)]
        return {ship: str(each.count(ship)) for ship in targets if ship in each}

    numbers = tuple(str(n) for n in range(aircraft + 1))
    return Assign(
        name="targets",
        by=side,
        rule=rule,
        words=f"how many of the {aircraft} {SIDES[side]} aircraft attack which ship, as ship:number",
        items=dict.fromkeys(targets, numbers),
        check=check,
        sampler=sample,
    )


def attack(table: Table[Iph], side: str, rule: str, ship: str, aircraft: int) -> Hit | None:
    """IPH 7.4: a die each; one that hits rolls again: odd sinks the ship, even damages it. The first hit decides, or
    the worst (reading R-16)."""
    fates: list[f.Fate] = []
    for n in range(1, aircraft + 1):
        if _hits(table, side, rule, 1, ship, f", {n} of {aircraft}" if aircraft > 1 else ""):
            fates.append(fate(table, side, rule, ship))
            if table.state.reading("R-16") == "first":
                break
    table.spares("fate", rule, f"no {'more ' if fates else ''}aircraft hits {ship}")
    return Hit(ship, "sunk" if "sunk" in fates else "damaged") if fates else None


def _hits(table: Table[Iph], side: str, rule: str, aircraft: int, ship: str = "", which: str = "") -> int:
    """The dice to hit, and how many do; `which` of several, where each has a die of its own."""
    at = f" at {ship}{which}" if ship else ""
    words = f"{aircraft} {SIDES[side]} aircraft attack{'s' * (aircraft == 1)}{at}: {HIT[side]} or less hits"
    each = (Modifier(rule=rule, amount=aircraft, why=f"one for each of the {SIDES[side]} aircraft"),)
    dice = table.ask(
        Roll(
            name="strike",
            by=side,
            rule=rule,
            words=words,
            count=aircraft,
            purpose=Purpose(kind="strike", at=ship),
            terms=each,
        )
    )
    for die in dice:
        table.record(
            f.StrikeRolled(rule=rule, side="jp" if side == "jp" else "us", die=die, hit=die <= HIT[side], target=ship)
        )
    return sum(die <= HIT[side] for die in dice)


def fate(table: Table[Iph], side: str, rule: str, ship: str) -> f.Fate:
    """IPH 7.4, 7.5(2): the second die of a hit."""
    words = f"{ship} is hit: odd sinks, even damages"
    die = table.ask(Roll(name="fate", by=side, rule=rule, words=words, purpose=Purpose(kind="fate", of=(ship,))))[0]
    return "sunk" if die % 2 else "damaged"


def _drawn(table: Table[Iph], aircraft: int, ships: Sequence[str]) -> Iterator[Hit]:
    """IPH 7.5(4): all dice to hit first, a ship drawn for each hit, then a second die for each of these."""
    number = min(_hits(table, "us", "IPH 7.5(4)", aircraft), len(ships))
    hit: list[str] = []
    for _ in range(number):
        hit.append(draw(table, [ship for ship in ships if ship not in hit], "IPH 7.5(4)"))
    table.spares("ship", "IPH 7.5(4)", f"a ship is drawn for each hit, of which there are {number or 'none'}")
    for ship in hit:
        yield Hit(ship, fate(table, "us", "IPH 7.5(2)", ship))
    table.spares("fate", "IPH 7.5(2)", f"a die is rolled for each hit, of which there are {number or 'none'}")


def draw(table: Table[Iph], ships: Sequence[str], rule: str) -> str:
    """A ship, drawn without looking out of all that are close-in; of one there is no draw."""
    question = Draw(
        name="ship",
        by="us",
        rule=rule,
        words="the ship drawn out of the container",
        left=tuple(ships),
        deck="container",
    )
    return (
        table.ask(question) if len(ships) > 1 else table.gives(question, ships[0], rule, f"{ships[0]} is the only one")
    )


# ---- 7.7 the strike on battleships that gave support ----


def why_not_strike(state: Iph, ship: str) -> Objections:
    """IPH 7.7: what stands against a strike on a battleship (readings R-17, R-41)."""
    now = state.ships[ship]
    if state.finds != "none":
        yield "IPH 7.7", "only on a day on which the Carrier Warfare Table gave no carrier combat"
    if now.kind != "battleship" or now.side != "jp":
        yield "IPH 7.7", f"{ship} is no Japanese battleship"
    elif now.box != "close-in":
        yield "IPH 7.9", f"{ship} is not close-in"
    elif not now.supported_today:
        yield "IPH 7.7", f"{ship} has supported no ground battle today"
    elif now.struck_today:
        yield "IPH 7.7", f"{ship} has been struck today: once a day is the most"
    if state.night:
        yield "IPH 5.9", "there are no aircraft operations at night"
    if not state.fleet("us", "carrier"):
        yield "IPH 7.7", "no US carrier is close-in"


def _strikes(state: Iph) -> Iterator[Mapping[str, Any]]:
    yield from ({"ship": ship} for ship in state.fleet("jp", "battleship") if fine(why_not_strike(state, ship)))


@verbs("IPH 7.7", side="us", offers=_strikes)
def strike_battleship(table: Table[Iph], ship: ShipName) -> None:
    """IPH 7.7: aircraft of close-in US carriers strike a battleship that has given support today, once a day; they may
    support battles besides."""
    heed(table, why_not_strike(table.state, ship))
    most = len(table.state.fleet("us", "carrier"))
    question = Number(
        name="aircraft",
        by="us",
        rule="IPH 7.7",
        words=f"how many of {most} aircraft strike {ship}",
        least=1,
        most=max(1, most),
        default=max(1, most),
    )
    aircraft = table.ask(question) if most > 1 else table.gives(question, most, "IPH 7.7", "that is all there are")
    table.record(f.BattleshipStruck(rule="IPH 7.7", ship=ship, aircraft=aircraft))
    if hit := attack(table, "us", "IPH 7.7", ship, aircraft):
        settle(table, hit, "IPH 7.7")
