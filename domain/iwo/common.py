"""What several chapters of the rules share: names in signatures, step losses, elimination, the row, stacking, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from domain.iwo import facts as f
from domain.iwo.charts import UnitCard
from domain.iwo.hidden import JP_STACK
from domain.iwo.state import ELIMINATED, LANDING, OTHER, RESERVE, SIDES, Iwo
from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact, Fire, Loss, Modifier, Points
from domain.kernel.questions import Order, Roll
from domain.kernel.state import Reading
from domain.kernel.table import Table
from domain.kernel.verbs import Groups, Named, Verbs

UnitName = Annotated[str, Named("unit")]
AreaName = Annotated[str, Named("area")]
AreaPath = Annotated[tuple[str, ...], Named("area")]
Plan = Annotated[Mapping[str, tuple[str, ...]], Groups("area", "unit")]

verbs: Verbs[Iwo] = Verbs()

US_STACK, SUPPORT_STACK = 5, 5
"""Units an area can hold (IWO 3)."""

WINNING = 40
"""Victory points that end the game at once (IWO 3, 24(2))."""

READINGS = {
    reading.id: reading
    for reading in (
        Reading(
            "R-01", "IWO 14", "when is the Stars and Stripes die rolled?",
            {"end-phase": "in the End Phase of the turn it is placed (23.1(2))", "at-once": "when it is placed (14)"},
        ),
        Reading(
            "R-02", "IWO 22.2.1", "the 10 VP for the 3rd Division without a Beachhead",
            {"once": "once a game", "per-unit": "for every unit that enters so"},
        ),
        Reading(
            "R-11", "IWO 24(1)", "no US ground unit on the map while some wait to land",
            {"go-on": "the game goes on", "over": "the Japanese win at once"},
        ),
        Reading(
            "R-12", "IWO 11.1.2", "a retreat when the Damage Number is 0",
            {"allowed": "may be declared", "refused": "there is nothing to reduce"},
        ),
        Reading(
            "R-13", "IWO 22.3.2", "several Kirikami Charges in one phase",
            {"one": "one a turn", "each": "each adds +1"},
        ),
        Reading(
            "R-16", "IWO 16(6)", "a bombarded area with two kinds of marker",
            {"one": "one goes, the Japanese player names it", "all": "all go"},
        ),
        Reading(
            "R-17", "IWO 2.1.1(4)", "does a Bombardment Range of 1 include the unit's own area?",
            {"yes": "yes, as 9.1.2 supposes", "no": "only where 9.1.2 sends it there"},
        ),
        Reading(
            "R-20", "IWO 17.2(4)", "hiding in a US-controlled area without US units",
            {"allowed": "allowed", "refused": "not in a US-controlled area"},
        ),
        Reading(
            "R-22", "IWO 9.1", "an area is bombarded once per turn",
            {"per-side": "by each side", "both": "by either side"},
        ),
        Reading(
            "R-28", "IWO 23.2", "does the HQ count as a living unit besides its 5 VP?",
            {"both": "yes, 1 and 5", "five": "no, 5 only"},
        ),
    )
}  # fmt: skip
"""The readings that have choices; the first is the digest's. The other places are settled one way."""


# ---- points and the end (24) ----


def award(table: Table[Iwo], fact: Fact) -> None:
    """IWO 24(2): points are scored at once, and 40 of them end the game."""
    table.record(fact)
    for side in ("us", "jp"):
        have = table.state.vp_us if side == "us" else table.state.vp_jp
        if have >= WINNING and table.state.result is None:
            table.end("IWO 24(2)", side, f"the {SIDES[side]} have {have} victory points")


def check_survivors(table: Table[Iwo], side: str) -> None:
    """IWO 24(1): a side without surviving units on the map has lost. Readings 11."""
    state = table.state
    if any(u.side == side and u.steps > 0 and (u.area in state.areas or not u.area) and state.card(n).ground for n, u in state.units.items()):
        return
    if side == "us":
        if not state.landed:
            return
        waiting = any(u.side == "us" and u.area in (LANDING, RESERVE) and u.out in ("", "not entered") and u.steps > 0
                      and state.card(n).ground for n, u in state.units.items())  # fmt: skip
        if waiting and table.reading("R-11") == "go-on":
            return
    table.end("IWO 24(1)", OTHER[side], f"no {SIDES[side]} unit survives on the map")


# ---- dice ----


def roll_pool(table: Table[Iwo], side: str, pool: int, rule: str, what: str, name: str = "dice") -> tuple[int, ...]:
    """A pool of dice; nothing is rolled for an empty one."""
    if pool <= 0:
        return ()
    words = f"{pool} {'die' if pool == 1 else 'dice'} for {what}"
    return table.ask(Roll(name=name, by=side, rule=rule, words=words, count=pool))


def count_hits(dice: Sequence[int]) -> int:
    """Each 5 or 6 is a hit (IWO 9.3.1)."""
    return sum(die >= 5 for die in dice)


def fire(
    kind: str, side: str, by: Iterable[str], at: str, dice: Sequence[int], modifiers: Sequence[Modifier], damage: int, extra: int = 0
) -> Fire:
    """The terms of a resolution of fire; `extra` are hits that no die of the pool showed (rocket artillery)."""
    expected = f"{len(dice) + 0}/3" if not extra else f"{2 * len(dice) + 21}/6"
    return Fire(
        kind=kind, side=side, by=tuple(by), at=at, chance=tuple(dice), modifiers=tuple(modifiers), hits=count_hits(dice) + extra,
        outcome=damage, expected=expected,
    )  # fmt: skip


# ---- losses (3, 9.3.3) ----


def lose_step(table: Table[Iwo], unit: str, rule: str, cause: str) -> None:
    """IWO 3, 23.2(1): a step loss; the last one eliminates, and every US step is a Japanese point."""
    now = table.state.units[unit]
    left = max(0, now.steps - 1)
    loss = Loss(side=now.side, unit=unit, steps=1, cause=cause, eliminated=left == 0)
    points = (Points(side="jp", amount=1, why=f"step lost by {unit} (23.2(1))"),) if now.side == "us" else ()
    table.record(f.StepLost(rule=rule, unit=unit, left=left, losses=(loss,), points=points))
    if left == 0:
        table.record(f.UnitEliminated(rule=rule, unit=unit, to=ELIMINATED if now.side == "jp" else RESERVE))
    if table.state.vp_jp >= WINNING:
        table.end("IWO 24(2)", "jp", f"the Japanese have {table.state.vp_jp} victory points")
    if left == 0:
        check_survivors(table, now.side)


def arrange(table: Table[Iwo], units: Sequence[str], attacker: str, rule: str) -> tuple[str, ...]:
    """The attacker places the target units in a row; one unit, or none, needs no order."""
    if len(units) < 2:
        return tuple(units)
    return table.ask(
        Order(name="row", by=attacker, rule=rule, words=f"the row of {SIDES[OTHER[attacker]]} units, first to lose first",
              items=tuple(units), default=tuple(units))
    )  # fmt: skip


def spread(table: Table[Iwo], row: Sequence[str], damage: int, ignore: dict[str, list[str]], rule: str, cause: str) -> int:
    """IWO 9.3.3(2): one loss to each in turn, round and round, until the damage or the row is used up.

    An ignored loss uses up its point of damage. Returns what is left of the damage.
    """
    while damage and any(table.state.units[unit].steps > 0 for unit in row):
        for unit in row:
            if not damage:
                break
            if table.state.units[unit].steps <= 0:
                continue
            damage -= 1
            if ignore.get(unit):
                table.record(f.LossIgnored(rule=rule, unit=unit, why=ignore[unit].pop(0)))
            else:
                lose_step(table, unit, rule, cause)
    return damage


def armor(state: Iwo, unit: str) -> list[str]:
    """IWO 22.4.3: the losses a US tank ignores in one attack."""
    return ["armor"] * state.card(unit).armor


# ---- stacking (3) ----


def enter(table: Table[Iwo], unit: str, area: str) -> bool:
    """IWO 3: whether the unit just entered finds room; otherwise it is removed from play at once (reading 18)."""
    side = table.state.units[unit].side
    limit = US_STACK if side == "us" else JP_STACK
    if len(table.state.at(area, side)) <= limit:
        return True
    table.record(f.UnitOverstacked(rule="IWO 3", unit=unit, area=area))
    check_survivors(table, side)
    return False


# ---- caves ----


def collapse_cave(table: Table[Iwo], area: str, rule: str) -> None:
    """IWO 9.3.4, 12.2.4: a hit removes one revealed cave, never more."""
    if table.state.areas[area].caves:
        table.record(f.CaveCollapsed(rule=rule, area=area))


# ---- whose it is ----


def acting(table: Table[Iwo], phases: Mapping[str, str]) -> str:
    """The side whose phase it is; outside these phases, as played, the side that declares. Raises BadInput when nobody says which."""
    side = phases.get(table.state.step, table.side)
    if side not in SIDES:
        raise BadInput("whose is it? Say `us:` or `jp:` before the line")
    return side


def require_side(table: Table[Iwo], unit: str, side: str, rule: str, what: str) -> UnitCard:
    """The unit's card, after checking whose it is."""
    now = table.state.units[unit]
    table.require(now.side == side, rule, f"{unit} is {SIDES[now.side]}; {what}")
    table.require(now.steps > 0, rule, f"{unit} is eliminated")
    return table.state.card(unit)
