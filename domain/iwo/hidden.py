"""IWO 3, 10.5: what the Japanese player hides, and how it comes to light.

What the record holds in secret comes to light by itself. What is on the Japanese player's own MilOps map (`hidden=paper`)
is asked of him when the rules show it, and never before; the questions are the same whether or not anything is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from domain.iwo import facts as f
from domain.iwo.charts import CAVES
from domain.iwo.state import MILOPS_ELIMINATED, Iwo
from domain.kernel.questions import NOTHING, Assign, Number, OneOf, Some, YesNo
from domain.kernel.state import PAPER
from domain.kernel.table import Table

JP_STACK = 10
"""Japanese units an area can hold, on both maps together (IWO 3)."""

CAVES_EACH = 2


def reveal(table: Table[Iwo], unit: str, rule: str, why: str, area: str = "") -> None:
    """IWO 3: a concealed unit is moved to the main map, with its facing and steps. On paper it is asked where, unless `area` says."""
    now = table.state.units[unit]
    if now.status != "concealed":
        return
    steps = now.steps
    if unit in table.state.unknown():
        words = f"{unit} is revealed: in which area"
        area = area or table.ask(OneOf(name="where", by="jp", rule=rule, words=words, options=tuple(table.state.areas)))
        if table.state.damage_passed and steps > 1:
            words = f"how many steps {unit} has left"
            steps = table.ask(Number(name="steps", by="jp", rule=rule, words=words, least=1, most=steps, default=steps))
    table.record(f.UnitRevealed(rule=rule, unit=unit, area=now.area or area, steps=steps, fired=now.fired, why=why))


def show_caves(table: Table[Iwo], area: str, rule: str) -> None:
    """IWO 9.2, 10.5: the concealed caves of an area are shown."""
    now = table.state.areas[area]
    caves = now.hidden_caves
    if table.state.hidden == PAPER:
        found = sum(each.found for each in table.state.areas.values())
        most = min(CAVES_EACH - now.caves, CAVES - found)
        if now.searched or most <= 0:
            return
        caves = table.ask(Number(name="caves", by="jp", rule=rule, words=f"how many caves there are in {area}", most=most))
    if caves or table.state.hidden == PAPER:
        table.record(f.CavesRevealed(rule=rule, area=area, caves=caves))


def search(table: Table[Iwo], areas: Sequence[str], rule: str, why: str) -> None:
    """IWO 10.5: concealed units and caves in these areas are revealed."""
    if not areas:
        return
    unknown = table.state.unknown()
    if unknown:
        found = table.ask(
            Assign(name="found", by="jp", rule=rule, words=f"concealed units in {', '.join(areas)}, as area:unit,unit, or {NOTHING}",
                   items=dict.fromkeys(unknown, tuple(areas)), default={}, check=room(table.state), grouped=True)
        )  # fmt: skip
        for unit, area in named(table.state, found).items():
            reveal(table, unit, rule, why, area)
    for area in areas:
        for unit in table.state.at(area, "jp", "concealed"):
            reveal(table, unit, rule, why)
        show_caves(table, area, rule)


def room(state: Iwo) -> Callable[[Mapping[str, str]], str]:
    """IWO 3: the check of an answer that puts units into areas."""

    def check(value: Mapping[str, str]) -> str:
        here = Counter(value.values())
        crowded = [area for area, n in here.items() if area in state.areas and n + len(state.at(area, "jp")) > JP_STACK]
        return f"{crowded[0]} would hold more than {JP_STACK} units" if crowded else ""

    return check


def named(state: Iwo, answer: Mapping[str, str]) -> dict[str, str]:
    """Of an answer that may be as played, what names a unit and an area."""
    return {unit: area for unit, area in answer.items() if unit in state.units and area in state.areas}


def bars(table: Table[Iwo], unit: str, area: str) -> bool:
    """IWO 11.1.2(1): whether a concealed Japanese unit is in an area a US unit would retreat to."""
    if table.state.units[unit].side != "us":
        return False
    if table.state.unknown():
        words = f"whether a concealed unit in {area} bars {unit}'s retreat"
        return table.ask(YesNo(name="barred", by="jp", rule="IWO 11.1.2(1)", words=words, default=False))
    return bool(table.state.at(area, "jp", "concealed"))


def show_marines(table: Table[Iwo]) -> None:
    """IWO 22.1.2: at the end of turn 1 the Japanese Marines are revealed; one that is nowhere any more has been lost."""
    rule, why = "IWO 22.1.2", "Japanese Marines"
    unknown = tuple(unit for unit in table.state.unknown() if table.state.card(unit).red)
    if unknown:
        least = 0 if table.state.damage_passed else len(unknown)
        words = "where the Japanese Marines are, as area:unit,unit" + ("" if least else "; one that is not named has been lost")
        answer = table.ask(
            Assign(name="marines", by="jp", rule=rule, words=words, items=dict.fromkeys(unknown, tuple(table.state.areas)), least=least,
                   check=room(table.state), grouped=True)
        )  # fmt: skip
        found = named(table.state, answer)
        for unit in unknown:
            if unit in found:
                reveal(table, unit, rule, why, found[unit])
            else:
                table.record(f.UnitEliminated(rule=rule, unit=unit, to=MILOPS_ELIMINATED))
    for unit, now in table.state.units.items():
        if now.side == "jp" and now.status == "concealed" and now.area in table.state.areas and now.steps and table.state.card(unit).red:
            reveal(table, unit, rule, why)


def living(table: Table[Iwo], rule: str) -> tuple[str, ...]:
    """The Japanese units that live, concealed ones too."""
    unknown = table.state.unknown()
    if unknown and table.state.damage_passed:
        words = "the concealed units that are alive"
        unknown = table.ask(Some(name="alive", by="jp", rule=rule, words=words, options=unknown, default=unknown))
    return (*table.state.on_map("jp"), *unknown)


HIDDEN = ("area", "steps", "fired", "moved", "done", "out")
"""What of a concealed unit its own side alone knows."""


def secrets(state: Iwo) -> dict[tuple[str, ...], str]:
    """IWO 3: what is the Japanese player's alone to know: all of a concealed unit but that it is one, and the caves nobody has found."""
    concealed = [name for name, unit in state.units.items() if unit.side == "jp" and unit.status == "concealed"]
    paths = [("units", name, field) for name in concealed for field in HIDDEN]
    return dict.fromkeys([*paths, *(("areas", name, "hidden_caves") for name in state.areas)], "jp")
