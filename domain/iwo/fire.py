"""IWO 3, 9.3, 11.1, 12.2: what all fire shares: dice, hits, the Damage Number, the row, and the steps it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from domain.iwo import facts as f
from domain.iwo.charts import Marker
from domain.iwo.state import ELIMINATED, OTHER, RESERVE, SIDES, Iwo
from domain.iwo.victory import check_points, check_survivors
from domain.kernel.facts import Fire, Loss, Modifier, Purpose
from domain.kernel.questions import OneOf, Order, Roll
from domain.kernel.table import Table

# ---- hits and the Damage Number (9.3.1, 9.3.2) ----


def rated(units: Sequence[str], rating: Callable[[str], int], rule: str) -> tuple[Modifier, ...]:
    """What each unit adds to a pool of dice."""
    return tuple(Modifier(rule=rule, amount=rating(unit), why=unit) for unit in units)


def roll_pool(
    table: Table[Iwo], side: str, terms: Sequence[Modifier], rule: str, what: str, purpose: Purpose
) -> tuple[int, ...]:
    """A pool of dice, of what each unit and circumstance adds to it; nothing is rolled for an empty one."""
    pool = sum(term.amount for term in terms)
    if pool <= 0:
        table.spares("dice", rule, f"there is no die for {what}")
        return ()
    words = f"{pool} {'die' if pool == 1 else 'dice'} for {what}"
    return table.ask(
        Roll(name="dice", by=side, rule=rule, words=words, count=pool, purpose=purpose, terms=tuple(terms))
    )


def count_hits(dice: Sequence[int]) -> int:
    """Each 5 or 6 is a hit (IWO 9.3.1)."""
    return sum(die >= 5 for die in dice)


def shelter(state: Iwo, area: str, side: str, rule: str) -> tuple[Modifier, ...]:
    """IWO 9.3.2, 12.2.2, 16(4): what is taken off the hits in an area that the enemy controls; caves shelter the
    Japanese alone."""
    if not state.controls(OTHER[side], area):
        return ()
    ground = f.modifier("basic-defense-value", -state.ground(area).bdv, rule)
    return (ground, f.modifier("caves", -state.areas[area].caves, rule)) if side == "us" else (ground,)


def resolve(
    kind: f.FireKind,
    side: str,
    by: Sequence[str],
    at: str,
    dice: Sequence[int],
    modifiers: Sequence[Modifier] = (),
    rocket_hits: int = 0,
    rockets: int = 0,
) -> Fire:
    """Hits, with those of so many `rockets`, a die each, less the shelter: the Damage Number."""
    hits = count_hits(dice) + rocket_hits
    return Fire(
        kind=kind,
        side=side,
        by=tuple(by),
        at=at,
        chance=tuple(dice),
        modifiers=tuple(modifiers),
        hits=hits,
        outcome=max(0, hits + sum(m.amount for m in modifiers if m.code in f.SHELTER)),
        expected=f"{2 * len(dice) + 21 * rockets}/6" if rockets else f"{len(dice)}/3",
    )


# ---- the row (9.3.3, 12.2.3) ----


def arrange(table: Table[Iwo], units: Sequence[str], attacker: str, rule: str) -> tuple[str, ...]:
    """The attacker places the target units in a row; one unit, or none, needs no order."""
    row = Order(
        name="row",
        by=attacker,
        rule=rule,
        words=f"the row of {SIDES[OTHER[attacker]]} units, first to lose first",
        items=tuple(units),
        default=tuple(units),
    )
    arranged = table.ask(row) if len(units) > 1 else table.gives(row, row.items)
    require_alive(table, arranged)
    return arranged


def require_alive(table: Table[Iwo], units: Iterable[str]) -> None:
    """Nobody who is out of play loses a step, or retreats, whatever the table insists on."""
    for unit in units:
        if table.state.units[unit].steps <= 0:
            table.by_hand(f"{unit} is out of play")


def in_turn(row: Sequence[str], damage: int, alive: Callable[[str], bool]) -> Iterator[str]:
    """IWO 9.3.3(2): whom each point of damage hits, one unit after the other, round and round, until all is used up or
    nobody lives."""
    while damage and any(map(alive, row)):
        for unit in row:
            if damage and alive(unit):
                damage -= 1
                yield unit


def spread(
    table: Table[Iwo],
    row: Sequence[str],
    damage: int,
    ignored: Mapping[str, list[f.IgnoreCause]],
    rule: str,
    cause: f.LossCause,
) -> int:
    """IWO 9.3.3(2), 12.2.3(3): one loss to each in turn; an ignored one uses up its point of damage. Returns what is
    left of the damage."""
    for unit in in_turn(row, damage, lambda unit: table.state.units[unit].steps > 0):
        damage -= 1
        if left := ignored.get(unit):
            why = left.pop(0)
            table.record(f.LossIgnored(rule=f.IGNORED[why], unit=unit, cause=why))
        else:
            lose_step(table, unit, rule, cause)
    return damage


def lose_step(table: Table[Iwo], unit: str, rule: str, cause: f.LossCause) -> None:
    """IWO 2.1.1(7), 3, 23.2(1): a step loss; the last one eliminates (reading R-05), and every US step is a Japanese
    point."""
    now = table.state.units[unit]
    left = max(0, now.steps - 1)
    loss = Loss(side=now.side, unit=unit, steps=1, cause=cause, left=left, eliminated=left == 0)
    scored = (f.points("jp", 1, "step-lost", unit),) if now.side == "us" else ()
    table.record(f.StepLost(rule=rule, losses=(loss,), points=scored))
    if left == 0:
        table.record(f.UnitEliminated(rule=rule, unit=unit, to=ELIMINATED if now.side == "jp" else RESERVE))
    check_points(table)
    if left == 0:
        check_survivors(table, now.side)


def ignores(state: Iwo, unit: str, *, retreating: bool = False) -> list[f.IgnoreCause]:
    """IWO 12.2.3(3), 22.4.3: the losses a unit ignores in one attack: the first when it retreats, and those its armor
    takes."""
    armor: list[f.IgnoreCause] = ["armor"] * state.card(unit).armor
    return ["retreat", *armor] if retreating else armor


# ---- caves and markers (9.3.4, 12.2.4, 16(6), 19) ----


def collapse_cave(table: Table[Iwo], area: str, rule: str) -> None:
    """IWO 9.3.4, 12.2.4: a hit removes one revealed cave, never more."""
    if table.state.areas[area].caves:
        table.record(f.CaveCollapsed(rule=rule, area=area))


def remove_markers(table: Table[Iwo], area: str, rule: str, *, every: bool) -> None:
    """IWO 16(6), 19: a Beachhead or Safe to Land marker goes; of two in one area, where not every one, the one that is
    named (reading R-16)."""
    markers: tuple[Marker, ...] = table.state.areas[area].removable
    if not every:
        named = table.choose(
            OneOf(name="marker", by="jp", rule=rule, words=f"which marker in {area} is removed", options=markers)
        )
        markers = tuple(marker for marker in markers if marker == named)
    for marker in markers:
        table.record(f.MarkerRemoved(rule=rule, area=area, marker=marker))
