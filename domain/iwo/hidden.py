"""IWO 3, 10.5: what the Japanese player hides, and how it comes to light.

What the record holds in secret comes to light by itself. What is on the Japanese player's own MilOps map
(`hidden=paper`) is asked of him when the rules show it, and never before; the questions are the same whether or not
anything is there. Which of the two it is, is asked here and in `concealed` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from domain.iwo import facts as f
from domain.iwo.charts import CAVES, CAVES_EACH, UnitCard
from domain.iwo.concealed import unknown
from domain.iwo.fire import in_turn
from domain.iwo.state import MILOPS_ELIMINATED, STACK, Iwo
from domain.iwo.victory import check_survivors
from domain.kernel.facts import Loss
from domain.kernel.limits import Count
from domain.kernel.objections import Objections, fine
from domain.kernel.questions import NOTHING, Assign, Chance, Number, OneOf, Order, Some, YesNo
from domain.kernel.state import parse
from domain.kernel.table import Table

# ---- who lives ----


def living(table: Table[Iwo], rule: str) -> tuple[str, ...]:
    """The Japanese units that live, concealed ones too, of those that have been read out."""
    hidden = unknown(table.now())
    if hidden and table.state.damage_passed:
        words = "the concealed units that are alive"
        hidden = table.ask(Some(name="alive", by="jp", rule=rule, words=words, options=hidden, default=hidden))
    return tuple(dict.fromkeys((*table.state.on_map("jp"), *hidden)))


# ---- setting up (4) ----


def lay_out(table: Table[Iwo]) -> None:
    """IWO 4.1, 4.2: 21 caves and all Japanese units on the MilOps map; how many they are is all that everybody
    learns."""
    mine = tuple(name for name, card in table.state.rows(UnitCard).items() if card.side == "jp")
    if table.state.on_paper:
        table.record(f.HiddenSetupCommitted(rule="IWO 4", units=len(mine), caves=CAVES))
        for name, rule in (("caves", "IWO 4.1"), ("units", "IWO 4.2")):
            table.spares(name, rule, "they are on the Japanese player's own MilOps map", "jp")
        return
    caves, places = lay_caves(table), lay_units(table, mine)
    table.record(f.HiddenSetupCommitted(rule="IWO 4", units=len(places), caves=sum(caves.values())))
    steps = {unit: table.read(UnitCard, unit).steps for unit in places}
    table.record(f.HiddenSetup(rule="IWO 4", secret="jp", places=places, steps=steps, caves=caves))


def lay_caves(table: Table[Iwo]) -> dict[str, int]:
    """IWO 4.1: how many caves are in which area."""
    areas = tuple(table.state.areas)

    def check(value: Mapping[str, str]) -> str:
        total = sum(parse(Count, n) for n in value.values())
        return "" if total == CAVES else f"{CAVES} caves are placed in all, not {total}"

    def sample(chance: Chance) -> Mapping[str, str]:
        slots = [area for area in areas for _ in range(CAVES_EACH)]
        counts = Counter(chance.sample(slots, min(CAVES, len(slots))))
        return {area: str(counts[area]) for area in areas if counts[area]}

    numbers = tuple(str(n) for n in range(CAVES_EACH + 1))
    answer = table.ask(
        Assign(
            name="caves",
            by="jp",
            rule="IWO 4.1",
            secret="jp",
            items=dict.fromkeys(areas, numbers),
            grouped=False,
            words=f"{CAVES} caves, at most two in an area, as area:number",
            check=check,
            sampler=sample,
        )
    )
    return {area: count for area, n in answer.items() if (count := parse(Count, n))}


def lay_units(table: Table[Iwo], mine: tuple[str, ...]) -> Mapping[str, str]:
    """IWO 4.2: where every Japanese unit is."""
    return table.ask(
        Assign(
            name="units",
            by="jp",
            rule="IWO 4.2",
            secret="jp",
            items=dict.fromkeys(mine, tuple(table.state.areas)),
            least=len(mine),
            words="where every Japanese unit is, as unit:area or area:unit,unit",
            check=has_room(table.state),
            grouped=True,
        )
    )


def has_room(state: Iwo) -> Callable[[Mapping[str, str]], str]:
    """IWO 3: the check of an answer that puts units into areas."""

    def check(value: Mapping[str, str]) -> str:
        more = Counter(value.values())
        crowded = [area for area, n in more.items() if area in state.areas and n > state.room(area, "jp")]
        return f"{crowded[0]} would hold more than {STACK['jp']} units" if crowded else ""

    return check


def may_be_there(table: Table[Iwo]) -> Callable[[Mapping[str, str]], str]:
    """IWO 3, 10.5: the check of an answer that says which concealed units are where."""
    crowded = has_room(table.state)

    def check(value: Mapping[str, str]) -> str:
        said = (why for area in value.values() for _, why in why_denied(table, area))
        return crowded(value) or next(said, "")

    return check


def set_up_unseen(state: Iwo) -> tuple[str, ...]:
    """The Japanese units that the setup puts where the record does not see them."""
    return tuple(name for name, now in state.units.items() if state.on_paper and now.side == "jp" and not now.area)


def lost_sight_of(state: Iwo) -> tuple[str, ...]:
    """Units of which the record knows where they went into hiding; by the next turn they may be anywhere on the MilOps
    map."""
    return tuple(
        name
        for name, now in state.units.items()
        if state.on_paper and now.status == "concealed" and now.area in state.areas
    )


# ---- what was said of it before (10.5) ----


def denied_now(state: Iwo, area: str) -> bool:
    """Whether nobody is concealed in an area, as it was said, also after a move that nobody sees: who moves to where
    the US are is revealed there (17.2(3))."""
    return state.areas[area].denied and state.meets_us(area)


def why_denied(table: Table[Iwo], area: str) -> Objections:
    """IWO 10.5: why no unit can have been concealed in an area: that side said so, and nobody has moved since."""
    if area in table.state.areas and table.state.areas[area].denied:
        entry = table.answered_at("found")
        said = f"entry {entry} says" if entry else "it was said"
        yield "IWO 10.5", f"{said} that nobody else is concealed in {area}, and nobody can have come there unseen since"


# ---- coming to light (3, 9.2, 10.5, 22.1.2) ----


def reveal(table: Table[Iwo], unit: str, rule: str, cause: f.RevealCause, area: str = "") -> None:
    """IWO 3: a concealed unit is moved to the main map, with its facing and steps. On paper it is asked where, unless
    `area` says.

    One that is revealed by choice while that is asked is not revealed again.
    """
    area = area or where(table, unit, rule, f"{unit} is revealed: in which area")
    steps = table.now().units[unit].steps
    if unit in unknown(table.state) and table.state.damage_passed and steps > 1:
        words = f"how many steps {unit} has left"
        steps = table.ask(Number(name="steps", by="jp", rule=rule, words=words, least=1, most=steps, default=steps))
    now = table.state.units[unit]
    if now.status == "concealed":
        table.record(
            f.UnitRevealed(
                rule=rule, unit=unit, area=now.area or area, steps=steps, fired=now.fired, moved=now.moved, cause=cause
            )
        )


def where(table: Table[Iwo], unit: str, rule: str, words: str) -> str:
    """IWO 3: the area of a unit that only the Japanese player sees: one that it has room in. "" once everybody sees
    it."""
    state = table.now()
    if unit not in unknown(state):
        return ""
    options = tuple(area for area in state.areas if fine(why_not_there(table, area)))
    question = OneOf(
        name="where",
        by="jp",
        rule=rule,
        words=words,
        options=options,
        shown_to="jp",
        names="area",
        barred=partial(why_not_there, table),
    )
    return table.ask(question)


def why_not_there(table: Table[Iwo], area: str) -> Objections:
    """IWO 3, 10.5: why a concealed unit cannot have been in an area."""
    yield from why_no_room(table.now(), area)
    yield from why_denied(table, area)


def why_no_room(state: Iwo, area: str) -> Objections:
    """IWO 3: why one more Japanese unit cannot have been in an area."""
    if area in state.areas and state.room(area, "jp") <= 0:
        yield "IWO 3", f"{area} would hold more than {STACK['jp']} units"


def show_caves(table: Table[Iwo], area: str, rule: str) -> None:
    """IWO 9.2, 10.5: the concealed caves of an area are shown."""
    now = table.state.areas[area]
    caves = now.hidden_caves
    if table.state.on_paper:
        found = sum(each.found for each in table.state.areas.values())
        most = min(CAVES_EACH - now.caves, CAVES - found)
        if now.searched or most <= 0:
            table.spares("caves", rule, f"there are no more caves to find in {area}")
            return
        caves = table.ask(
            Number(name="caves", by="jp", rule=rule, words=f"how many caves there are in {area}", most=most)
        )
    else:
        table.spares("caves", rule, "the record holds the caves")
    if caves or table.state.on_paper:
        table.record(f.CavesRevealed(rule=rule, area=area, caves=caves))


def search(table: Table[Iwo], areas: Sequence[str], rule: str, cause: f.RevealCause) -> None:
    """IWO 10.5: concealed units and caves in these areas are revealed."""
    if not areas:
        return
    hidden = unknown(table.now())
    if hidden:
        found = table.ask(
            Assign(
                name="found",
                by="jp",
                rule=rule,
                words=f"concealed units in {', '.join(areas)}, as area:unit,unit, or {NOTHING}",
                items=dict.fromkeys(hidden, tuple(areas)),
                default={},
                check=may_be_there(table),
                grouped=True,
            )
        )
        for unit, area in _concealed(table, found).items():
            reveal(table, unit, rule, cause, area)
    for area in areas:
        for unit in table.state.at(area, "jp", "concealed"):
            reveal(table, unit, rule, cause)
        show_caves(table, area, rule)


def _concealed(table: Table[Iwo], answer: Mapping[str, str]) -> dict[str, str]:
    """Of an answer that may be as played, those who are concealed somewhere, and can come to light."""
    hidden = unknown(table.state)
    for unit in answer:
        if unit not in hidden:
            table.by_hand(f"{unit} is not concealed")
    return {unit: area for unit, area in answer.items() if unit in hidden and area in table.state.areas}


def show_marines(table: Table[Iwo]) -> None:
    """IWO 22.1.2: at the end of turn 1 the Japanese Marines are revealed; one that is nowhere any more has been
    lost."""
    rule = "IWO 22.1.2"
    hidden = tuple(unit for unit in unknown(table.now()) if table.state.card(unit).red)
    if hidden:
        least = 0 if table.state.damage_passed else len(hidden)
        lost = "" if least else "; one that is not named has been lost"
        words = f"where the Japanese Marines are, as area:unit,unit{lost}"
        answer = table.ask(
            Assign(
                name="marines",
                by="jp",
                rule=rule,
                words=words,
                items=dict.fromkeys(hidden, tuple(table.state.areas)),
                least=least,
                check=may_be_there(table),
                grouped=True,
            )
        )
        found = _concealed(table, answer)
        for unit in dict.fromkeys((*hidden, *found)):
            if unit in found:
                reveal(table, unit, rule, "japanese-marines", found[unit])
            else:
                table.record(f.UnitEliminated(rule=rule, unit=unit, to=MILOPS_ELIMINATED))
    for unit in table.state.on_map("jp"):
        if table.state.card(unit).red:
            reveal(table, unit, rule, "japanese-marines")


# ---- what befalls it unseen (9.3.3, 17.2(3)), and what it bars (8, 11.1.2) ----


def pass_damage(table: Table[Iwo], area: str, damage: int) -> None:
    """IWO 9.3.3(3), 9.3.3(4), 9.3.3(5): the rest goes to concealed units in an order of the Japanese player's; who is
    there, nobody else learns.

    The question is put to him, and one sealed fact recorded, whether or not he has a unit there. On paper he settles it
    himself; where it may have been his last unit, as far as everybody knows, he is asked whether any is left (24(1)).
    """
    table.record(f.DamagePassed(rule="IWO 9.3.3(3)", area=area, damage=damage))
    if table.state.on_paper:
        check_survivors(table, "jp")
        return
    concealed = table.state.at(area, "jp", "concealed")
    order = table.ask(
        Order(
            name="order",
            by="jp",
            rule="IWO 9.3.3(3)",
            secret="jp",
            items=concealed,
            default=concealed,
            words=f"the order of concealed units in {area}, first to lose first",
        )
    )
    start = {unit: table.state.units[unit].steps for unit in order}
    hit = Counter[str]()
    for unit in in_turn(order, damage, lambda unit: start[unit] > hit[unit]):
        hit[unit] += 1
    losses = tuple(
        Loss(
            side="jp",
            unit=unit,
            steps=hit[unit],
            cause="bombardment",
            left=steps - hit[unit],
            eliminated=steps == hit[unit],
        )
        for unit, steps in start.items()
        if hit[unit]
    )
    table.record(
        f.ConcealedLosses(rule="IWO 9.3.3(4)", secret="jp", area=area, excess=damage - hit.total(), losses=losses)
    )
    check_survivors(table, "jp")


def bars(table: Table[Iwo], area: str, rule: str, what: str) -> bool:
    """IWO 8, 11.1.2(1): whether a Japanese unit in an area bars what a US unit would do there: concealed, or revealed
    since that was asked (3).

    While the place of any unit is known to the Japanese player alone he is asked, whatever the record holds: that he is
    tells nothing.
    """
    state = table.now()
    there = bool(state.at(area, "jp"))
    if state.at(area, "jp", "revealed") or not unknown(state):
        return there

    def check(bars: bool) -> str:
        if there and not bars:
            return f"a unit is concealed in {area}"
        return next((why for _, why in why_denied(table, area)), "") if bars and not there else ""

    question = YesNo(
        name="barred",
        by="jp",
        rule=rule,
        words=f"whether a concealed unit in {area} bars {what}",
        default=there,
        shown_to="jp",
        check=check,
    )
    return table.ask(question)


def move_unseen(
    table: Table[Iwo], moves: int, ways: Mapping[str, tuple[str, ...]], watched: Collection[str]
) -> dict[str, str]:
    """IWO 17.2(3): so many moves are made on the MilOps map, or left: those of `ways`, which the record knows where it
    holds the map.

    One secret answer and one sealed fact, whether or not a unit moves. Returns who moved where, as far as the record
    knows: on paper it learns of those who entered a watched area, and are to be revealed there.
    """
    if not table.state.on_paper:
        chosen = table.ask(
            Assign(
                name="sneak",
                by="jp",
                rule="IWO 17.2(3)",
                secret="jp",
                items=ways,
                most=moves,
                default={},
                words=f"at most {moves} concealed unit{'s' if moves > 1 else ''} moving one area, or {NOTHING}",
            )
        )
        moving = {unit: area for unit, area in chosen.items() if unit in table.state.units}
        table.record(f.MovesUsed(rule="IWO 17.1", count=moves))
        table.record(f.ConcealedMoves(rule="IWO 17.2(3)", secret="jp", moves=moving))
        table.spares("entered", "IWO 17.2(3)", "the record knows who moved where")
        return moving
    table.record(f.MovesUsed(rule="IWO 17.1", count=moves))
    table.spares("sneak", "IWO 17.2(3)", "who moves does so on the Japanese player's own MilOps map", "jp")
    if not watched:
        table.spares("entered", "IWO 17.2(3)", "no area is watched")
        return {}
    words = f"units that moved concealed into {', '.join(watched)} and are revealed there, as area:unit, or {NOTHING}"
    entered = table.ask(
        Assign(
            name="entered",
            by="jp",
            rule="IWO 17.2(3)",
            words=words,
            items=dict.fromkeys(unknown(table.now()), tuple(watched)),
            most=moves,
            default={},
            grouped=True,
        )
    )
    return _concealed(table, entered)


HIDDEN = ("area", "steps", "fired", "moved", "done", "out")
"""What of a concealed unit its own side alone knows."""


def secrets(state: Iwo) -> dict[tuple[str, ...], str]:
    """IWO 2.2.2, 3: what is the Japanese player's alone to know: all of a concealed unit but that it is one, and the
    caves nobody has found."""
    concealed = [name for name, unit in state.units.items() if unit.side == "jp" and unit.status == "concealed"]
    paths = [("units", name, field) for name in concealed for field in HIDDEN]
    return dict.fromkeys([*paths, *(("areas", name, "hidden_caves") for name in state.areas)], "jp")
