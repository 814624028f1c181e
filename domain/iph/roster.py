"""What the rulebook's text says of the map, the counters and the charts, and what each thing printed on them means (IPH
2, 3, 7 to 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from domain.iph.charts import CHARTS, FORD_ISLAND, HONOLULU_HEXES, MARINES_AT, SCHOFIELD, TERRAINS, VP_OF, Command
from domain.kernel.hexes import Grid, is_hex
from domain.kernel.packs import number_runs
from domain.kernel.printed import ByTheText, Group, Known, Meaning, PackFinding
from domain.wargame.hex_grid import GRIDS
from domain.wargame.roster import Rows, check_rows, hexes_of

ENDS = {"North Coast": ("1632", "1225"), "East Coast": ("1220", "3803"), "Kaneohe Bay": ("2311", "2806")}
"""The invasion areas with their first and last hex (IPH 3.2)."""
NORTH = "North Coast"
HALEIWA = ("1630", "1631", "1632")
"""The three hexes of the worked example, Halei-wa the first (IPH 3.2, 4.6)."""
NAMED = {
    **dict.fromkeys(SCHOFIELD, "Schofield Barracks"),
    **dict(zip(MARINES_AT, ("Pearl City", "Ewa", "Marine Base"), strict=True)),
}
"""Hexes around which the US sets up (IPH 3.3)."""
LANDED = {"North Coast": HALEIWA}
"""Where the worked examples land."""
DIVISION, BATTALIONS, FORTS, BEACHHEADS = 37, 4, 7, 3
"""Units of either infantry division, Marine battalions, fort garrisons and their hexes, Beachhead markers (IPH 3.3,
3.4)."""
TWO_STEPS: tuple[Command, ...] = ("SNLF", "IJA", "USMC")
"""The sub-commands whose units have a reduced side (IPH 2.11)."""
COUNTERS_LEFT = 55
"""Of the 176 counters, those left for Japanese companies and control markers together (IPH 2.1, 3.3, 3.4)."""
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
"""The columns of the Combat Results Table: the text names the outer ones, 2:1 and 3:1 (IPH 10.2, 10.9, 10.11)."""
DIE = ("1", "2", "3", "4", "5", "6")
DATES = {"8-dec": "8 December", "9-dec": "9 December, in place of that of 8 December"}


# ---- the map ----


def _map() -> Iterator[Known]:
    yield Known("grid", "rows", {}, "IPH 2.2", "any two rows, one above the other")
    yield Known(
        "hexes",
        HALEIWA[0],
        {"terrain": "city", "name": "Halei-wa", "coastal": True, "honolulu": False},
        "IPH 3.2, 4.6",
        "",
    )
    for hex in HALEIWA[1:]:
        yield Known("hexes", hex, {"coastal": True}, "IPH 3.2, 4.6", "no victory points here")
    for area, ends in ENDS.items():
        for hex in ends:
            if hex not in HALEIWA:
                yield Known("hexes", hex, {"coastal": True}, "IPH 3.2", f"an end of the invasion area {area}")
    yield Known("hexes", "1740", {"terrain": "mountain"}, "IPH 9.8", "mountain and rough: mountain counts")
    yield Known("hexes", "1939", {"terrain": "rough"}, "IPH 9.8", "")
    for hex, name in NAMED.items():
        yield Known("hexes", hex, {"name": name}, "IPH 3.3", "")
    ford_island = {"terrain": "airfield", "name": "Ford Island"}
    yield Known("hexes", FORD_ISLAND, ford_island, "IPH 4.5, 9.10", "all six neighbours are across all-water hexsides")
    for area, (first, last) in ENDS.items():
        yield Known("areas", area, {}, "IPH 3.2", f"from {first} to {last}, along the coast")
    for terrain in TERRAINS:
        if terrain != "sea":
            yield Known(
                "terrain",
                terrain,
                {"shift": 1} if terrain == "rough" else {},
                f"IPH {'10.8' if terrain == 'rough' else '9.8'}",
                "",
            )


# ---- the charts on the mapsheet ----

PARTS = ("morning", "afternoon", "evening", "night")


def _charts() -> Iterator[Known]:
    for column in COLUMNS:
        for die in DIE:
            says = {"attacker": 2, "defender": 1} if (column, die) == ("2:1", "6") else {}
            yield Known("crt", f"{column}/{die}", says, "IPH 10.9", f"the die {die} at {column}")
    for result in ("4", "5"):
        yield Known("landing", result, {"effect": "stalled"}, "IPH 8.5", "")
    for row, look_for in DATES.items():
        yield Known("landing-modifiers", row, {}, "IPH 8.5", look_for)
    for chart, rule in (("carrier-warfare", "IPH 7.3"), ("night", "IPH 12.4")):
        for die in DIE:
            yield Known(chart, die, {}, rule, "")
    for turn in range(1, 12):  # reading R-03: a night belongs to the day just ended
        day, part = divmod(turn - 1, len(PARTS))
        yield Known("turns", str(turn), {"date": 7 + day, "part": PARTS[part]}, "IPH 4.2, 5.9, 12.2", "")


# ---- the counters ----


def _units() -> Iterator[Known]:
    """The units of which the text knows how many there are; the names are ours."""
    static: dict[str, Any] = {"attack": 0}
    for division, colour in (("24", "green"), ("25", "olive drab")):
        for n in range(1, DIVISION + 1):
            yield Known(
                "units",
                f"{division}-{n}",
                {"side": "us", "command": division},
                "IPH 3.3, 2.5",
                f"{division}th Infantry Division, {colour}",
            )
    for n in range(1, BATTALIONS + 1):
        yield Known("units", f"USMC-{n}", {"side": "us", "command": "USMC"}, "IPH 3.3, 2.5", "Marines, blue")
    for n in range(1, FORTS + 1):
        yield Known(
            "units",
            f"Fort-{n}",
            {"side": "us", "command": "fort", **static},
            "IPH 3.3, 6.6",
            "a fort garrison, dark gray",
        )
    yield Known(
        "units",
        "BBRow",
        {"side": "us", "command": "BBRow", **static, "defence": 0},
        "IPH 11.3, 11.4",
        "its factors are rolled",
    )
    for n in range(1, BEACHHEADS + 1):
        yield Known(
            "units",
            f"Beachhead-{n}",
            {"side": "jp", "command": "beachhead", **static, "defence": 1},
            "IPH 3.4, 8.3",
            "",
        )


ROSTER = (*_map(), *_charts(), *_units())

BARE = {"name": "", "coastal": False, "roads": [], "water": [], "sides": [], "landing": 0}
"""What most hexes have beside their terrain."""

GROUPS = (
    *(
        Group("hexes", title, says, f"IPH {rule}", BARE, number)
        for title, says, rule, number in (
            ("fortification hexes, with a pentagonal symbol", {"terrain": "fortification"}, "3.3", FORTS),
            ("the hexes of Honolulu", {"terrain": "city", "honolulu": True}, "9.14", HONOLULU_HEXES),
            ("other city hexes", {"terrain": "city", "honolulu": False}, "4.4", None),
            ("military installation hexes", {"terrain": "military-installation"}, "4.4", None),
            ("oil storage hexes", {"terrain": "oil-storage"}, "4.4", None),
            ("airfield hexes", {"terrain": "airfield"}, "4.4", None),
            ("mountain hexes, those with rough terrain too", {"terrain": "mountain"}, "9.8", None),
            ("rough hexes", {"terrain": "rough"}, "9.8", None),
            ("clear hexes", {"terrain": "clear"}, "9.8", None),
        )
    ),
    Group("airfields", "all airfield hexes in one row, map, where not every hex is read out", {}, "IPH 7.15"),
    Group("terrain", "hexsides that the Terrain Effects Chart lists, and what else it does", {}, "IPH 9.2, 10.2"),
    Group(
        "landing", "the other lines of the Landing Table, by the modified result", {}, "IPH 8.5", {"effect": "ashore"}
    ),
    Group(
        "units",
        "SNLF companies, red: SNLF-1, SNLF-2, …",
        {"side": "jp", "command": "SNLF", "attack": 3, "defence": 3},
        "IPH 2.4",
    ),
    Group(
        "units", "companies of the IJA regiment, orange: IJA-1, IJA-2, …", {"side": "jp", "command": "IJA"}, "IPH 2.5"
    ),
)

TERRAINS_WORDS = ", ".join(f'"{terrain}"' for terrain in TERRAINS)

FIELDS = {
    "grid.shifted": Meaning(
        "shifted rows", '"even" or "odd": those that lie half a hex further west than the rows next to them', "IPH 2.2"
    ),
    "hexes.terrain": Meaning(
        "terrain", f"{TERRAINS_WORDS}; any trace of another outdoes clear, and mountain rough", "IPH 9.8"
    ),
    "hexes.name": Meaning("name", "as printed", "IPH 3.3"),
    "hexes.coastal": Meaning("coast", "yes where the hex is on the coast", "IPH 3.2, 3.3"),
    "hexes.honolulu": Meaning("Honolulu", "yes in the five hexes of that city", "IPH 9.14"),
    "hexes.roads": Meaning("roads", "the neighbours a road leads to", "IPH 9.9"),
    "hexes.water": Meaning("all-water hexsides", "the neighbours across one", "IPH 9.10"),
    "hexes.sides": Meaning(
        "other hexsides",
        "those that the Terrain Effects Chart lists, with the neighbour beyond: stream/2124; none without",
        "IPH 9.2, 10.2",
    ),
    "hexes.landing": Meaning(
        "landing modifier", "that of the geography for units that land here, 0 for none", "IPH 8.5"
    ),
    "areas.hexes": Meaning("hexes", "in their order along the coast, both ends included", "IPH 3.2"),
    "airfields.hexes": Meaning("hexes", "all airfield hexes of the map", "IPH 7.15"),
    "terrain.mp": Meaning("movement cost", "MP to enter such a hex; those added to cross such a hexside", "IPH 9.8"),
    "terrain.shift": Meaning("combat effect", "columns to the left for the defender", "IPH 10.8"),
    "terrain.multiplier": Meaning(
        "multiplier", "by what the defender's strength is multiplied, 1 where it is not", "IPH 10.8"
    ),
    "terrain.halved": Meaning("halved", "whether the defender's strength is halved", "IPH 10.8"),
    "crt.attacker": Meaning("attacker's loss", "in steps, left of the slash", "IPH 10.9"),
    "crt.defender": Meaning("defender's loss", "in steps, right of the slash", "IPH 10.9"),
    "landing.effect": Meaning("effect", '"ashore", "stalled", "step" for a step lost, "eliminated"', "IPH 8.5"),
    "landing-modifiers.amount": Meaning("modifier", "added to the die on that day", "IPH 8.5"),
    "carrier-warfare.result": Meaning(
        "result", '"ijn-finds-us", "usn-finds-ijn", "mutual" or "none"', "IPH 7.4 to 7.7"
    ),
    "night.result": Meaning("shifts", '"none", "for" the Japanese or "against" them', "IPH 12.4"),
    "turns.date": Meaning("date", "the day of December", "IPH 2.10"),
    "turns.part": Meaning("part of the day", '"morning", "afternoon", "evening" or "night"', "IPH 12.2"),
    "units.side": Meaning("side", '"us" or "jp", by the background colour', "IPH 2.5"),
    "units.command": Meaning(
        "sub-command",
        '"24" green, "25" olive drab, "USMC" blue, "BBRow", "fort", "SNLF" red, "IJA" orange, "beachhead"',
        "IPH 2.5, 2.12",
    ),
    "units.attack": Meaning("attack factor", "the first number", "IPH 2.4, 2.9"),
    "units.defence": Meaning("defence factor", "the second number; a garrison's only one", "IPH 2.4, 2.9"),
    "units.reduced_attack": Meaning("reduced attack factor", "the first number on the back", "IPH 2.11"),
    "units.reduced_defence": Meaning("reduced defence factor", "the second number on the back", "IPH 2.11"),
    "units.name": Meaning("name", "as printed; it has no effect", "IPH 2.6"),
}


def printed(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """The fields a hex, counter or cell of this kind has printed. What must be said comes last: a row is whole when all
    of it was asked for."""
    if chart == "hexes":
        return _printed_hex(says)
    if chart == "units":
        return _printed_unit(says)
    if chart == "terrain":
        return {"multiplier": False, "halved": False, "mp": True, "shift": True}
    return dict.fromkeys(CHARTS[chart].model_fields, True)


def _printed_hex(says: Mapping[str, Any]) -> Mapping[str, bool]:
    terrain = says.get("terrain")
    if terrain == "sea":
        return {"terrain": True}
    fields = {"name": False, "coastal": False}
    if says.get("coastal"):
        fields["landing"] = False
    fields |= {"roads": False, "water": False, "sides": False}
    if terrain in ("city", None):
        fields["honolulu"] = False
    return fields | {"terrain": True}


def _printed_unit(says: Mapping[str, Any]) -> Mapping[str, bool]:
    """IPH 2.10, 2.11, 11.3: a garrison never attacks, Beachheads and Battleship Row have no factors of their own, only
    some have a back."""
    command = says.get("command")
    fields = {"name": False, "side": True, "command": True}
    if command in ("BBRow", "beachhead"):
        return fields
    if command != "fort":
        fields["attack"] = True
    fields["defence"] = True
    if command is None or command in TWO_STEPS:
        fields |= {"reduced_attack": command is not None, "reduced_defence": command is not None}
    return fields


def determined(chart: str, row: str, says: Mapping[str, Any]) -> Mapping[str, Any]:
    """IPH 2.4, 2.5, 2.12, 9.14: whose a sub-command is, the factors of a SNLF company, the ground of Honolulu."""
    if chart == "hexes" and says.get("honolulu"):
        return {"terrain": "city"}
    if chart == "units" and says.get("command") in COMMANDS:
        side = {"side": COMMANDS[says["command"]][0]}
        return {**side, "attack": 3, "defence": 3} if says["command"] == "SNLF" else side
    return {}


# ---- what a pack lacks, or says against the text ----


IPH = ByTheText("IPH")


def check(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    """IPH 2.1: what a pack does not say yet, or says against the text; its rows may lack fields.

    What is left out in a complete chart is not printed.
    """
    said = {chart: charts.get(chart, {}) for chart in CHARTS}
    grid = GRIDS.get(said["grid"].get("rows", {}).get("shifted", ""))
    hexes = {hex: says for hex, says in said["hexes"].items() if is_hex(hex)}
    yield from check_rows(IPH, said, ROSTER, GROUPS, RULES, "2.2")
    yield from _check_terrain(hexes, grid)
    yield from _check_ways(hexes, grid, "hexes" in complete)
    yield from _check_ford_island(hexes, grid, "hexes" in complete)
    yield from _check_areas(said["areas"], hexes, grid, "hexes" in complete)
    yield from _check_charts(said, complete)
    yield from _check_units(said["units"])


RULES = {
    "grid": "2.2",
    "hexes": "2.2",
    "areas": "3.2", "airfields": "7.15", "terrain": "9.8", "crt": "10.9", "landing": "8.5", "landing-modifiers": "8.5",
    "carrier-warfare": "7.3", "night": "12.4", "turns": "2.10", "units": "3.3, 3.4",
}  # fmt: skip


def _check_terrain(hexes: Rows, grid: Grid | None) -> Iterator[PackFinding]:
    kinds = Counter(says.get("terrain") for says in hexes.values())
    if kinds["fortification"] != FORTS:
        words = f"{kinds['fortification']} of {FORTS} fortification hexes"
        yield PackFinding("hexes", words, "IPH 3.3", against=kinds["fortification"] > FORTS)
    if kinds["airfield"] < 2:
        yield IPH.missing("hexes", "fewer than two airfield hexes, where there are several", "7.15")
    honolulu = [hex for hex, says in hexes.items() if says.get("honolulu")]
    if len(honolulu) != HONOLULU_HEXES:
        words = f"{len(honolulu)} of {HONOLULU_HEXES} hexes of Honolulu"
        yield PackFinding("hexes", words, "IPH 9.14", against=len(honolulu) > HONOLULU_HEXES)
    if other := [hex for hex in honolulu if hexes[hex].get("terrain", "city") != "city"]:
        yield IPH.against("hexes", f"{number_runs(other)}: of Honolulu, and no city", "2.2, 9.14")
    if grid and len(honolulu) == HONOLULU_HEXES and not _has_a_gap(grid, honolulu):
        yield IPH.against("hexes", f"{number_runs(honolulu)}: no gap of one hex in the city of Honolulu", "2.2")
    if rich := [hex for hex in HALEIWA[1:] if hexes.get(hex, {}).get("terrain") in VP_OF]:
        yield IPH.against(
            "hexes", f"{number_runs(rich)}: worth victory points, of which the example counts none here", "4.6"
        )


def _has_a_gap(grid: Grid, city: Sequence[str]) -> bool:
    """Whether a city lies in parts, with one hex between two of them."""
    part = {city[0], *grid.reach(city[0], lambda hex: hex in city)}
    return any(grid.distance(one, other) == 2 for one in part for other in city if other not in part)


WAYS = {"roads": ("a road", "9.9"), "water": ("an all-water hexside", "9.10"), "sides": ("a hexside", "9.2, 10.2")}
"""What a hex says of the way to a neighbour, and the neighbour of the way to it."""


def _ways(says: Mapping[str, Any], field: str) -> dict[str, set[str]]:
    """What a hex says of the ways to its neighbours, by the neighbour: for a hexside its terrain, else nothing but that
    it is there."""
    found: dict[str, set[str]] = {}
    for word in says.get(field, ()) if field == "sides" else hexes_of(says, field):
        terrain, _, near = word.rpartition("/")
        found.setdefault(near, set()).add(terrain)
    return found


def _check_ways(hexes: Rows, grid: Grid | None, complete: bool) -> Iterator[PackFinding]:
    """Roads, water and other hexsides lead to neighbours, which say the same; and no road leads across water."""
    for field, (what, rule) in WAYS.items():
        far, nowhere, one_way = [], [], []
        for hex, says in hexes.items():
            for near, kinds in _ways(says, field).items():
                if grid and not grid.adjacent(hex, near):
                    far.append(f"{hex}/{near}")
                elif near not in hexes:
                    nowhere += [f"{hex}/{near}"] if complete else []
                elif (complete or field in hexes[near]) and kinds - _ways(hexes[near], field).get(hex, set()):
                    one_way.append(f"{hex}/{near}")
        if far:
            yield IPH.missing("hexes", f"{number_runs(far)}: {what} between hexes that do not touch", rule)
        if nowhere:
            yield IPH.missing("hexes", f"{number_runs(nowhere)}: {what} towards a hex that has no row", rule)
        if one_way:
            yield IPH.missing("hexes", f"{number_runs(one_way)}: {what} by the first hex, and not by the second", rule)
    if both := [
        f"{hex}/{near}" for hex, says in hexes.items() for near in _ways(says, "roads") if near in _ways(says, "water")
    ]:
        yield IPH.against("hexes", f"{number_runs(both)}: a road across an all-water hexside", "9.10")


def _check_ford_island(hexes: Rows, grid: Grid | None, complete: bool) -> Iterator[PackFinding]:
    says = hexes.get(FORD_ISLAND, {})
    if grid and says and (complete or "water" in says):
        across = _ways(says, "water")
        if lost := [near for near in grid.neighbours(FORD_ISLAND) if near not in across]:
            yield IPH.against(
                "hexes",
                f"{FORD_ISLAND} has no all-water hexside towards {number_runs(lost)}; all six of Ford Island are",
                "9.10",
            )


def _check_areas(areas: Rows, hexes: Rows, grid: Grid | None, complete: bool) -> Iterator[PackFinding]:
    """IPH 3.2: the areas run along the coast from end to end, so that a beachhead has three hexes that touch. The ends
    of Kaneohe Bay lie on the East Coast; the North Coast shares no hex."""
    for area, ends in ENDS.items():
        line = hexes_of(areas.get(area, {}))
        if not line:
            continue
        if {line[0], line[-1]} != {*ends}:
            yield IPH.against(
                "areas",
                f"{area} runs from {line[0]} to {line[-1]} here, from {ends[0]} to {ends[1]} by the text",
                "3.2",
            )
        if twice := [hex for hex, times in Counter(line).items() if times > 1]:
            yield IPH.against("areas", f"{area} has {number_runs(twice)} twice", "3.2")
        if apart := [f"{one}/{other}" for one, other in pairwise(line) if grid and not grid.adjacent(one, other)]:
            yield IPH.against("areas", f"{area}: {number_runs(apart)} follow each other and do not touch", "3.2")
        if complete and (lost := [hex for hex in line if hex not in hexes]):
            yield IPH.missing("areas", f"{area}: {number_runs(lost)} have no row in hexes", "3.2")
        inland = [
            hex
            for hex in line
            if hex in hexes and (complete or "coastal" in hexes[hex]) and not hexes[hex].get("coastal")
        ]
        if inland:
            yield IPH.against("areas", f"{area}: {number_runs(inland)} are not on the coast", "3.2")
        if at_sea := [hex for hex in line if hexes.get(hex, {}).get("terrain") == "sea"]:
            yield IPH.against("areas", f"{area}: {number_runs(at_sea)} are sea", "3.2")
        if lost := [hex for hex in LANDED.get(area, ()) if hex not in line]:
            yield IPH.against("areas", f"{area} lacks {number_runs(lost)}, where the example lands", "3.2")
        others = {hex: other for other in ENDS if other != NORTH for hex in hexes_of(areas.get(other, {}))}
        if area == NORTH and (shared := [hex for hex in line if hex in others]):
            both = f"{NORTH} and {others[shared[0]]}"
            yield IPH.against("areas", f"{number_runs(shared)}: of both {both}; no hex of {NORTH} is", "3.2")


def _check_charts(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    """The Terrain Effects Chart has a line for every hexside, the Landing Table one for every result the modifiers
    allow."""
    hexes, lines = charts["hexes"], charts["landing"]
    kinds = dict.fromkeys(
        terrain for says in hexes.values() for found in _ways(says, "sides").values() for terrain in sorted(found)
    )
    if lost := [terrain for terrain in kinds if terrain not in charts["terrain"]]:
        yield IPH.missing("terrain", f"no row for {', '.join(lost)}, which hexsides have", "9.2, 10.2")
    if strange := [row for row in lines if not row.removeprefix("-").isdecimal()]:
        yield IPH.missing("landing", f"{', '.join(strange)}: no result of a die", "8.5")
    if "landing" in complete:
        dates = {0, *(says["amount"] for says in charts["landing-modifiers"].values() if "amount" in says)}
        beaches = {
            hexes.get(hex, {}).get("landing", 0) for says in charts["areas"].values() for hex in hexes_of(says)
        } or {0}
        results = sorted({die + date + beach for die in map(int, DIE) for date in dates for beach in beaches})
        if lost := [str(result) for result in results if str(result) not in lines]:
            yield IPH.missing("landing", f"no row for {', '.join(lost)}, which die and modifiers can come to", "8.5")


COMMANDS = {
    "24": ("us", DIVISION),
    "25": ("us", DIVISION), "USMC": ("us", BATTALIONS), "BBRow": ("us", 1), "fort": ("us", FORTS),
    "SNLF": ("jp", None), "IJA": ("jp", None), "beachhead": ("jp", BEACHHEADS),
}  # fmt: skip
"""Whose each sub-command is, and how many units it has where the text says it (IPH 2.12, 3.3, 3.4)."""

FACTORS = (("attack", "defence"), ("reduced_attack", "reduced_defence"))
"""The factors of a unit at full strength, and of its reduced side (IPH 2.9, 2.11)."""


def _check_units(units: Rows) -> Iterator[PackFinding]:
    found = Counter(says.get("command") for says in units.values())
    for command, (_, most) in COMMANDS.items():
        if most is None and not found[command]:
            yield IPH.missing("units", f"none of the {command}", "2.12")
        if most is not None and found[command] > most:
            yield IPH.against(
                "units",
                f"{found[command]} of the command {command}, where there {'is' if most == 1 else 'are'} {most}",
                "3.3, 3.4",
            )
    if (companies := found["SNLF"] + found["IJA"]) >= COUNTERS_LEFT:
        words = (
            f"{companies} Japanese companies, where {COUNTERS_LEFT} of the 176 counters are left for them and the "
            "control markers"
        )
        yield IPH.against("units", words, "2.1, 3.4")
    for unit, says in units.items():
        if says.get("command") in COMMANDS:
            yield from _check_unit(unit, says)


def _check_unit(unit: str, says: Mapping[str, Any]) -> Iterator[PackFinding]:
    command = says["command"]
    side, _ = COMMANDS[command]
    if says.get("side", side) != side:
        yield IPH.against("units", f"{unit} is of side {says['side']}; the command {command} is of {side}", "2.5, 2.12")
    full, reduced = ([says[field] for field in pair if field in says] for pair in FACTORS)
    if command == "SNLF" and len(full) == 2 and full != [3, 3]:
        yield IPH.against("units", f"{unit} is {full[0]}-{full[1]}; a SNLF company at full strength is 3-3", "2.4")
    if command not in TWO_STEPS and any(reduced):
        yield IPH.against(
            "units", f"{unit} has a reduced side; only Japanese companies and Marines have two steps", "2.11"
        )
    if command in TWO_STEPS and len(full) == len(reduced) == 2 and not _lower(reduced, full):
        yield IPH.against(
            "units", f"{unit} is {reduced[0]}-{reduced[1]} reduced and {full[0]}-{full[1]} at full strength", "2.11"
        )


def _lower(reduced: Iterable[int], full: Iterable[int]) -> bool:
    """IPH 2.11: the reduced side has combat factors, and the lower ones."""
    pairs = [*zip(reduced, full, strict=True)]
    return (
        all(less <= more for less, more in pairs)
        and any(less < more for less, more in pairs)
        and any(less for less, _ in pairs)
    )
