"""What a pack does not say yet of counters and the weapons chart, or says against the rulebook's text (DDaT 2.2,
8.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.ddat.charts import ForceCard
from domain.ddat.findings import DDAT, Charts, Rows
from domain.ddat.november_pieces import ELITE, OTHERS
from domain.ddat.opening import COASTAL_UNITS, OTHER_UNITS, TANKS
from domain.kernel.packs import number_runs
from domain.kernel.printed import PackFinding


def units(rows: Rows, complete: Sequence[str]) -> Iterator[PackFinding]:
    """DDaT 2.21, 3.0, 21: the US units."""
    arriving = Counter(
        says.get("arrival") for says in rows.values() if says.get("by", "turn") == "turn" and says.get("arrival")
    )
    for turn, number, rule in ((1, 12, "3.0"), (17, 7, "21.2"), (28, 6, "21.3")):
        yield from DDAT.counted("units", arriving[turn], number, f"units that arrive on turn {turn}", rule)
    yield from DDAT.counted(
        "units", sum(says.get("by") == "D+2" for says in rows.values()), 5, "units marked D+2", "21.3"
    )
    yield from DDAT.counted(
        "units", sum(says.get("type") == "hq" for says in rows.values()), 3, "headquarters", "16.21"
    )
    fighting = {name: says for name, says in rows.items() if says.get("type", "hq") != "hq"}
    if weak := [name for name, says in fighting.items() if not says.get("strength")]:
        yield DDAT.missing("units", f"{number_runs(weak)}: no attack strengths said", "2.21")
    for name, says in fighting.items():
        strength, steps = says.get("strength", ()), says.get("steps")
        if strength and steps and len(strength) != steps:
            yield DDAT.against("units", f"{name} has {len(strength)} attack strengths and {steps} steps", "2.21")
        if steps is not None and (steps != 4 if says["type"] == "infantry" else steps not in (1, 2)):
            has = "a company of marines has 4" if says["type"] == "infantry" else "all units but companies have 1 or 2"
            yield DDAT.against("units", f"{name} has {steps} steps; {has}", "2.21")
    for name, says in rows.items():
        if says.get("type") == "hq" and says.get("steps"):
            yield DDAT.against("units", f"{name} has steps; a headquarters has none", "5.13")
    if short := [
        name for name, says in fighting.items() if says["type"] in ("tank", "artillery") and not says.get("range")
    ]:
        yield DDAT.missing("units", f"{number_runs(short)}: no range said", "2.21")
    if "units" not in complete:
        if blank := [name for name, says in fighting.items() if "symbol" not in says]:
            yield DDAT.missing("units", f"{number_runs(blank)}: no target symbol said", "2.21")
        if lost := [
            name for name, says in rows.items() if says.get("by", "turn") == "turn" and not says.get("arrival")
        ]:
            yield DDAT.missing("units", f"{number_runs(lost)}: no arrival said", "2.21")


def japanese(rows: Rows) -> Iterator[PackFinding]:
    """DDaT 3.0, 20.1: the Japanese units."""
    tanks = {name: says for name, says in rows.items() if says.get("tank") or name in ("T1", "T2", "T3")}
    others = [says for name, says in rows.items() if name not in tanks]
    coastal = sum(bool(says.get("coastal")) for says in others)
    yield from DDAT.counted("japanese", coastal, COASTAL_UNITS, "units with the coastal code", "3.0")
    yield from DDAT.counted("japanese", len(others) - coastal, OTHER_UNITS, "units without it that are no tanks", "3.0")
    yield from DDAT.counted("japanese", len(tanks), TANKS, "tank units", "3.0")
    for colour, times in Counter(says["tank"] for says in tanks.values() if says.get("tank")).items():
        if times > 1:
            yield DDAT.against("japanese", f"{times} {colour} tank units; their colours differ", "2.23")
    if len(others) == COASTAL_UNITS + OTHER_UNITS:
        elite = sum(_elite(says) for says in others)
        if elite < ELITE or len(others) - elite < OTHERS:
            words = (
                f"{elite} elite units and {len(others) - elite} others, of which 21 November draws {ELITE} and {OTHERS}"
            )
            yield DDAT.against("japanese", words, "20.1")
    if rows and not any(says.get("hq") for says in rows.values()):
        yield DDAT.missing("japanese", "none is the headquarters of 111P, which is elite", "2.23")


def _elite(says: Mapping[str, Any]) -> bool:
    return ForceCard(formation=says.get("formation", "4FC"), hq=says.get("hq", False), strength=0).elite


LEAST = {"coastal": 15, "inland": 11}
"""Depth markers that 21 November sets up or takes out (20.1)."""


def depth(charts: Charts, complete: Sequence[str]) -> Iterator[PackFinding]:
    """DDaT 2.25, 9.3: the depth markers."""
    rows = charts["depth"]
    kinds = Counter(says.get("type") for says in rows.values())
    yield from DDAT.counted("depth", kinds["armor"], TANKS, "armor depth markers", "3.0")
    reinforcements = sum(says.get("type") == "coastal" and bool(says.get("reinforcement")) for says in rows.values())
    yield from DDAT.counted(
        "depth", reinforcements, 4, "coastal depth markers that call a tactical reinforcement", "20.1"
    )
    for kind, least in LEAST.items():
        count = charts["counts"].get(kind, {}).get("count")
        if count is not None and count < least:
            yield DDAT.against("counts", f"{count} {kind} depth markers; 21 November alone has {least}", "20.1")
        if count is None or kinds[kind] == count:
            continue
        yield PackFinding(
            "depth",
            f"{kinds[kind]} of {count} {kind} depth markers",
            "DDaT 2.25",
            against=kinds[kind] > count or "depth" in complete,
        )


NEVER_CARRIED = ("FL", "CC", "NF", "AR", "DE", "RD", "FT")
"""Requirements met by tactics, naval fire, radios or flamethrowers, whatever the US Weapons Chart lists (8.2, 8.5)."""


def weapons(charts: Charts) -> Iterator[PackFinding]:
    """DDaT 8.2: a requirement that nothing in the pack can meet is a slip of the pen."""
    have: set[str] = {code for says in charts["weapons"].values() for code in says.get("weapons", ())} | set(
        NEVER_CARRIED
    )
    have |= {
        code for says in charts["units"].values() for steps in (3, 2, 1) for code in says.get(f"weapons{steps}", ())
    }
    for chart in ("japanese", "depth") if len(charts["weapons"]) > len(TANK_ROWS) else ():
        for name, says in charts[chart].items():
            if odd := _odd(says.get("weapons", ()), have):
                yield DDAT.against(chart, f"{name} requires {', '.join(odd)}, which no US unit of the pack has", "8.2")


TANK_ROWS = ("tank-near", "tank-far")
"""The rows of the US Weapons Chart that the text gives."""


def _odd(codes: Iterable[str], known: set[str]) -> list[str]:
    return [code for code in codes if code not in known]
