"""What a pack does not say yet, or says against the rulebook's text (DDaT 2, 3, 5, 16, 20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.ddat import checking_counters
from domain.ddat.board import NO_TERRAIN
from domain.ddat.charts import BANDS, COLOURS, GRID, ZONES
from domain.ddat.findings import DDAT, Charts, Rows
from domain.ddat.landing import line
from domain.ddat.loading import ROW
from domain.ddat.opening import COASTAL_UNITS, INLAND_UNITS
from domain.ddat.roster import OF_EVENT, ROSTER, TOLD
from domain.ddat.state import CARDS, Load
from domain.kernel.hexes import is_hex
from domain.kernel.packs import number_runs
from domain.kernel.printed import PackFinding
from domain.wargame.roster import hexes_of


def check(charts: Charts, complete: Sequence[str]) -> Iterator[PackFinding]:
    """Everything the text allows to be checked; rows may lack fields yet. What is left out in a complete chart is not
    printed."""
    yield from _rows(charts)
    yield from _cards(charts, complete)
    yield from _positions(charts, complete)
    yield from _examples(charts["positions"], complete)
    yield from _approaches(charts)
    yield from _map(charts)
    yield from _command(charts["command"], "command" in complete)
    yield from checking_counters.units(charts["units"], complete)
    yield from checking_counters.japanese(charts["japanese"])
    yield from checking_counters.depth(charts, complete)
    yield from checking_counters.weapons(charts)


RULES = {
    "drift": "5.12",
    "landing": "5.12",
    "events": "4.0", "combat": "8.67", "fire": "6.1", "positions": "2.1", "approaches": "5.3", "map": "2.1",
    "terrain": "8.3",
    "command": "16.2", "units": "2.21", "weapons": "8.2", "counts": "2.25", "fire-chart": "6.3", "attack-chart": "8.3",
    "barrage": "8.4",
}  # fmt: skip


LINES = ("counts", "fire-chart", "attack-chart", "barrage")
"""Charts of which the text names every line."""


def _rows(charts: Charts) -> Iterator[PackFinding]:
    """Rows the text knows; Japanese counters are counted instead, since they may be called anything."""
    for chart, rule in RULES.items():
        lost = [known.row for known in ROSTER if known.chart == chart and known.row not in charts[chart]]
        if chart == "events":  # a card that is not there at all is named once
            cards = [card for card in CARDS if all(f"{card}:{turns}" in lost for turns in BANDS)]
            lost = [*cards, *(row for row in lost if row.partition(":")[0] not in cards)]
        if lost:
            yield DDAT.missing(chart, f"no row for {number_runs(lost)}", rule)
    for chart in LINES:
        known = [one.row for one in ROSTER if one.chart == chart]
        if strange := [row for row in charts[chart] if row not in known]:
            words = f"{number_runs(strange)}: no such row; they are {number_runs(known)}"
            yield DDAT.missing(chart, words, RULES[chart])


# ---- the cards ----


def _cards(charts: Charts, complete: Sequence[str]) -> Iterator[PackFinding]:
    for chart in TOLD:
        there = {f"{card}:{turns}" for card in CARDS for turns in BANDS} if chart == "events" else set(CARDS)
        if strange := [row for row in charts[chart] if row not in there]:
            form = f"1:{BANDS[0]} to 54:{BANDS[-1]}" if chart == "events" else "1 to 54, without a 0 before them"
            yield DDAT.missing(chart, f"{number_runs(strange)}: no such card; they are called {form}", "2.3")
    if short := [
        card
        for card, says in charts["landing"].items()
        if says.get("units", "X") != "X" and says.get("location", "none") == "none"
    ]:
        yield DDAT.missing("landing", f"{number_runs(short)}: where the run ends is not said", "5.12")
    for card, says in charts["fire"].items():
        colours = [word.removeprefix("2").partition(":")[0] for word in says.get("colours", ())]
        for colour in (colour for colour, times in Counter(colours).items() if times > 1):
            yield DDAT.against("fire", f"{card} shows {colour} twice; the three colours of a card differ", "6.1")
    for row, says in charts["events"].items():
        event = says.get("event", "none")
        if blank := [
            field for field, must in OF_EVENT.get(event, {}).items() if must and field in says and not says[field]
        ]:
            yield DDAT.missing("events", f"{row}: {event} without {', '.join(blank)}", "EV")
        ids = [says[symbol] for symbol in ("circle", "diamond", "triangle") if says.get(symbol)]
        for name in ids if "positions" in complete else ():
            if name not in charts["positions"]:
                yield DDAT.missing("events", f"{row} names position {name}, which has no row", "EV")


# ---- positions (2.1) ----


def _positions(charts: Charts, complete: Sequence[str]) -> Iterator[PackFinding]:
    rows = charts["positions"]
    for name in rows:
        number = name[1:]
        if name[:1] not in ZONES or not number.isdecimal() or not 1 <= int(number) <= 17 or number.startswith("0"):
            yield DDAT.against("positions", f"{name} is no id: a zone from A to F and a number from 1 to 17", "2.1")
    hexes = Counter(says.get("hex") for says in rows.values() if says.get("hex"))
    for hex in (hex for hex, times in hexes.items() if times > 1):
        yield DDAT.against(
            "positions", f"{', '.join(n for n, says in rows.items() if says.get('hex') == hex)} all lie in {hex}", "2.1"
        )
    coastal = [n for n, says in rows.items() if says.get("artillery", "none") != "none" or says.get("setup") == "C"]
    yield from DDAT.counted(
        "positions",
        len(coastal),
        COASTAL_UNITS,
        "with an artillery class or a C, where the coastal units are set up",
        "3.0",
    )
    inland = [n for n, says in rows.items() if says.get("setup") == "I" and n not in coastal]
    if len(inland) < INLAND_UNITS:
        yield DDAT.missing("positions", f"{len(inland)} with an I, where {INLAND_UNITS} units are set up", "3.0")
    armor = {
        colour: [name for name, says in rows.items() if says.get("armor") and says.get("colour") == colour]
        for colour in COLOURS
    }
    if lost := [colour for colour, found in armor.items() if not found]:
        yield DDAT.missing(
            "positions",
            f"none with an armor symbol in {', '.join(lost)}; the colours of any card place three tank units",
            "3.0",
        )
    for colour, found in armor.items():
        if len(found) > 1:
            yield DDAT.against(
                "positions", f"{', '.join(found)} have an armor symbol; there is one such {colour} position", "3.0"
            )
    yield from _coast(charts)
    yield from _fields(charts, "positions" in complete)


def _coast(charts: Charts) -> Iterator[PackFinding]:
    beach = hexes_of(charts["map"].get("beach", {}))
    land = hexes_of(charts["map"].get("land", {}))
    ashore: dict[bool, list[str]] = {True: [], False: []}
    for name, says in charts["positions"].items() if beach else ():
        hex = says.get("hex")
        if hex is None:
            continue
        near = hex in beach or any(n in beach for n in GRID.neighbours(hex))
        if says.get("coastal", near) != near:
            ashore[near].append(f"{name} ({hex})")
        if land and hex not in land and hex not in beach:
            yield DDAT.missing("positions", f"{name} lies in {hex}, which is neither land nor beach", "2.1")
    if ashore[True]:
        yield DDAT.against(
            "positions", f"{number_runs(ashore[True])}: not coastal here, though in or next to a beach hex", "2.1"
        )
    if ashore[False]:
        yield DDAT.against(
            "positions", f"{number_runs(ashore[False])}: coastal here, though neither in nor next to a beach hex", "2.1"
        )


def grouped(rows: Rows) -> dict[str, list[str]]:
    """The positions of each group; a position of its own is one."""
    found: dict[str, list[str]] = {}
    for name, says in rows.items():
        found.setdefault(says.get("group") or name, []).append(name)
    return found


def _fields(charts: Charts, complete: bool) -> Iterator[PackFinding]:
    """DDaT 6.2, 6.22: every position or group has a field of fire; those of one colour never overlap, nor reach
    approach hexes."""
    rows = charts["positions"]
    bare: list[str] = []
    owner: dict[tuple[str, str], str] = {}
    shared: dict[tuple[str, str, str], list[str]] = {}
    landing = {says.get("hex"): name for name, says in charts["approaches"].items() if not name.startswith("G")}
    for group, members in grouped(rows).items():
        colours = sorted({says["colour"] for says in map(rows.__getitem__, members) if "colour" in says})
        if len(colours) > 1:
            yield DDAT.against(
                "positions",
                f"group {group} of {', '.join(members)} is {' and '.join(colours)}; a group has one colour",
                "2.1",
            )
        if complete and len(members) == 1 and rows[members[0]].get("group"):
            yield DDAT.missing("positions", f"group {group} has one position only, {members[0]}", "2.1")
        intense = {hex for name in members for hex in hexes_of(rows[name], "intense")}
        steady = {hex for name in members for hex in hexes_of(rows[name], "steady")}
        if not intense and not steady:
            bare += members
        if both := sorted(intense & steady):
            yield DDAT.against(
                "positions",
                f"{number_runs(both)} is under intense and steady fire of {group}; a dot is one or the other",
                "2.1",
            )
        if reached := sorted(hex for hex in steady if hex in landing):
            yield DDAT.against(
                "positions", f"{group} fires into approach hex {', '.join(landing[hex] for hex in reached)}", "2.1"
            )
        for hex in sorted(intense | steady) if colours else ():
            other = owner.setdefault((colours[0], hex), group)
            if other != group:
                shared.setdefault((colours[0], other, group), []).append(hex)
    for (colour, one, other), hexes in shared.items():
        shared_hexes = f"{number_runs(hexes)} in the fields of both {one} and {other}"
        words = f"{shared_hexes}; fields of one colour ({colour}) never overlap"
        yield DDAT.against("positions", words, "6.22")
    if bare:
        yield DDAT.missing("positions", f"{number_runs(bare)}: no fire dots said", "2.1")


IN_HEX: dict[str, tuple[dict[str, Any], str]] = {
    "1022": ({"colour": "green", "coastal": True}, "6.3"), "1223": ({"colour": "blue", "coastal": True}, "6.3"),
    "1225": ({"colour": "blue", "coastal": True}, "6.3"), "1325": ({"colour": "brown"}, "6.3"),
    "1329": ({"colour": "red", "coastal": True}, "6.3"), "1332": ({"colour": "red", "armor": True}, "3.0"),
    "1427": ({"colour": "orange", "coastal": False}, "6.3"), "1429": ({"colour": "brown", "coastal": True}, "6.3"),
    "1529": ({"colour": "blue",
              "coastal": False, "armor": True}, "3.0"), "1530": ({"colour": "brown", "coastal": True}, "12.0"),
    "1828": ({"colour": "brown",
              "coastal": False}, "12.0"), "1830": ({"colour": "orange", "coastal": False, "armor": True}, "3.0"),
    "2039": ({}, "11.2"),
}  # fmt: skip
"""Positions the examples name by their hex."""
DOTS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("1427", "intense", ("1327",), "6.3"), ("1022", "steady", ("1023",), "6.3"), ("1429", "steady", ("1229",), "6.3"),
    ("1329", "steady",
     ("1229", "1026"), "6.3"), ("1225", "intense", ("1224",), "6.3"), ("1225", "steady", ("1026",), "6.3"),
    ("D5", "steady", ("0818", "0918", "0919", "0619", "0719", "0720", "0819"), "6.22"),
    ("D3", "steady", ("0820", "0619", "0719", "0720", "0819"), "6.22"),
)  # fmt: skip
"""Fire dots the examples name, by the position's hex or id."""


def _examples(rows: Rows, complete: Sequence[str]) -> Iterator[PackFinding]:
    """What the worked examples say of positions."""
    by_hex = {says["hex"]: name for name, says in rows.items() if "hex" in says}
    for hex, (told, rule) in IN_HEX.items():
        name = by_hex.get(hex)
        if name is None:
            if "positions" in complete:
                yield DDAT.missing("positions", f"no position in {hex}, where an example has one", rule)
            continue
        for field, value in told.items():
            if rows[name].get(field, value) != value:
                words = {True: "", False: "not "}.get(value, "") + (field if isinstance(value, bool) else value)
                yield DDAT.against("positions", f"{name} in {hex} is {words} by the example", rule)
    groups = grouped(rows)
    for where, kind, hexes, rule in DOTS:
        name = by_hex.get(where, where)
        if name not in rows:
            continue
        members = groups[rows[name].get("group") or name]
        dots = {hex for member in members for hex in hexes_of(rows[member], kind)}
        if dots and (lost := [hex for hex in hexes if hex not in dots]):
            yield DDAT.against("positions", f"{name} has {kind} dots in {number_runs(lost)} by the example", rule)
    if by_hex.keys() >= {"1223", "1225"} and not any(
        {by_hex["1223"], by_hex["1225"]} <= set(members) for members in groups.values()
    ):
        yield DDAT.against(
            "positions", f"{by_hex['1223']} in 1223 and {by_hex['1225']} in 1225 are one group by the example", "6.3"
        )


# ---- approaches, map, command ----


def _approaches(charts: Charts) -> Iterator[PackFinding]:
    """DDaT 5.12: every arrow leads over a wreck to a beach."""
    rows = charts["approaches"]
    beach, wrecks = (frozenset(hexes_of(charts["map"].get(name, {}))) for name in ("beach", "wreck"))
    for name, says in rows.items():
        hex, ashore = says.get("hex"), name[:2] in ("R1", "R2", "R3")
        if not ashore and not name.startswith("G"):
            yield DDAT.against(
                "approaches", f"{name}: approach hexes are called R1, R2 or R3 with a letter, or G", "2.1"
            )
        if hex is None or not ashore:
            continue
        if hex[:2] != "01" or not ROW[0] <= hex[2:] <= ROW[1]:
            yield DDAT.against("approaches", f"{name} in {hex} is not between 01{ROW[0]} and 01{ROW[1]}", "5.12")
        if says.get("facing", "none") == "none":
            yield DDAT.missing("approaches", f"{name}: where its arrow points is not said", "2.1")
        for facing in (says.get("facing", "none"), says.get("second", "none")):
            if facing == "none" or not beach:
                continue
            run = _run(Load(units=(), hex=hex, facing=facing), beach)
            if not run:
                yield DDAT.missing("approaches", f"{name}, arrow {facing}: no beach hex lies on its line", "5.12")
            elif wrecks and not wrecks & set(run):
                yield DDAT.missing(
                    "approaches", f"{name}, arrow {facing}: no LVT wreck lies on its line to {run[-1]}", "5.12"
                )
    if not any(name.startswith("G") for name in rows):
        yield DDAT.missing("approaches", "none of Beach Green, whose names begin with G", "15.4")


def _run(load: Load, beach: frozenset[str]) -> list[str]:
    """The hexes to the first beach hex of a line; none where it reaches none."""
    found = []
    for hex in line(load):
        found.append(hex)
        if hex in beach:
            return found
        if GRID.spot(hex).row > 40:
            break
    return []


TOLD_HEXES = (
    ("beach",
     ("1138", "1226",
      "1237", "1238"), "5.12"), ("wreck", ("0521", "1233"), "2.1, 5.12"), ("land", ("1225", "1338", "1437"), "5.12"),
    ("fortified", ("1828",), "8.3"),
)  # fmt: skip


def _map(charts: Charts) -> Iterator[PackFinding]:
    rows, terrain = charts["map"], charts["terrain"]
    hexes = {name: set(hexes_of(says)) for name, says in rows.items()}
    for feature, told, rule in TOLD_HEXES:
        if hexes.get(feature) and (lost := [hex for hex in told if hex not in hexes[feature]]):
            yield DDAT.against("map", f"{number_runs(lost)}: {feature} by the text", rule)
    land, beach = hexes.get("land", set()), hexes.get("beach", set())
    for one, other, why in (
        ("land", "beach", "name beach hexes under beach only"),
        ("land", "wreck", "wrecks lie in water"),
    ):
        if both := sorted(hexes.get(one, set()) & hexes.get(other, set())):
            yield DDAT.missing("map", f"{number_runs(both)}: {one} and {other}; {why}", "5.2")
    for name, rule in (("south-beach", "18.1"), ("beach-R1", "2.1"), ("beach-R2", "2.1"), ("beach-R3", "2.1")):
        if beach and (off := sorted(hexes.get(name, set()) - beach)):
            yield DDAT.missing("map", f"{number_runs(off)}: {name} and not beach", rule)
    for name, says in rows.items():
        for side in says.get("sides", ()):
            a, slash, b = side.partition("/")
            if not slash or not is_hex(a) or not is_hex(b) or b not in GRID.neighbours(a):
                yield DDAT.missing(
                    "map", f"{name}: {side} is no hexside; it lies between two hexes that touch, as 1227/1228", "2.1"
                )
        if name not in NO_TERRAIN and name not in terrain:
            yield DDAT.missing("map", f"{name} has no row in terrain", "7.3")
        if name not in NO_TERRAIN and land and (off := sorted(hexes[name] - land - beach)):
            yield DDAT.missing("map", f"{number_runs(off)}: {name}, and neither land nor beach", "2.1")
    if rows and (lost := [name for name in terrain if name not in rows]):
        yield DDAT.missing("terrain", f"{', '.join(lost)}: no row in map says where", "2.1")


def _command(rows: Rows, complete: bool) -> Iterator[PackFinding]:
    spaces = sorted((int(name), says["range"]) for name, says in rows.items() if name.isdecimal() and "range" in says)
    if strange := [name for name in rows if not name.isdecimal()]:
        yield DDAT.missing("command", f"{number_runs(strange)}: spaces are called 1, 2, 3, …", "16.2")
    ranges = [reach for _, reach in spaces]
    if ranges != sorted(ranges):
        yield DDAT.against("command", "the command ranges do not grow along the track", "16.22")
    if complete:
        if [number for number, _ in spaces] != list(range(1, len(spaces) + 1)):
            yield DDAT.missing("command", "a space is left out between the first and the last", "16.2")
        if ranges.count(3) != 3:
            yield DDAT.against("command", f"{ranges.count(3)} spaces of range 3, where there are three", "16.22")
