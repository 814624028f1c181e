"""What the rulebook's text says of the map, the counters and the charts, and what each thing printed on them means (BB
1 to 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.betio.charts import (
    BEACHES,
    CHARTS,
    DOUBLE,
    EVENTS,
    PIER_BASE,
    PIER_DROPS,
    PIER_END,
    PIER_WAY_IN,
    TANKS,
    TERRAINS,
    VESSELS,
    WATER,
    WRECK,
    Beach,
)
from domain.betio.state import JAPANESE, MARINE, inferred
from domain.kernel.hexes import Grid, is_hex
from domain.kernel.packs import number_runs
from domain.kernel.printed import ByTheText, Group, Known, Meaning, PackFinding
from domain.wargame.hex_grid import GRIDS
from domain.wargame.roster import Rows, check_rows

COMMANDERS = {
    "1/2": "Kyle",
    "2/2": "Amey",
    "3/2": "Schoettel", "1/8": "Hays", "2/8": "Crowe", "3/8": "Ruud", "1/6": "Jones", "2/6": "Murray", "3/6": "McLeod",
}  # fmt: skip
"""The battalions with their commanders (BB 12.1, 12.2)."""
INFANTRY, ENGINEERS, ARTILLERY, TANKS_IN_ALL = 2, 1, 4, 8
"""Infantry and engineer units of a battalion (BB 4.2.6, 4.9.14), artillery units, tanks of the schedule (12.1,
12.3)."""
SCHEDULED = 20
"""The turn of the last arrival, as the schedule implies it (BB 12.1, reading A-41)."""
SHARED = ("2728", "3020")
SHARED_BEACH: Beach = "Red 3"
"""Strongpoints of one area, and the beach that it lies off (BB 3.7.5)."""
APPROACH = "2327"
PALM, NEXT_TO_PALM = "2622", "2623"
"""The hexes of the example of 4.3.2: the hexside between them shows palm grove and clear."""
DIE = ("1", "2", "3", "4", "5", "6")
TRACKS = (JAPANESE, MARINE, "regiments")
INTEGRITY = ("fire", "assault", "demolition", "recovery")
COSTS = {"fire": (1, "4.4.2"), "support": (1, "4.7.3"), "assault": (3, "4.5.5"), "demolition": (2, "4.6.4")}
BY_MODIFIED_DIE = {
    "bombardment": (1, 8, "2.1.3"),
    "japanese-fire": (-4, 12, "3.7.5"), "marine-fire": (-4, 12, "4.4.2"), "marine-assault": (-4, 12, "4.5.7"),
    "demolition": (1, 10, "4.6.6"),
    "recovery": (0, 8, "4.9.15, 4.9.16"), "supply": (-1, 7, "7.1.3"), "banzai": (-3, 9, "10.6.6"),
}  # fmt: skip
"""The tables that are read by a modified die: its first and last result that are asked for, and the rule of its
modifiers."""
FIRST_BOX = 3
"""Markers start in the third box from the right, the first +2 (BB 8.2.1, 8.3.1, 8.4.2)."""
START, WORST = 2, -3
LAST_BOX = 1_000
"""BB 5.1.4."""
MOST_OFFSHORE = 3
"""BB 4.8.2."""


# ---- the map ----


def _map() -> Iterator[Known]:
    yield Known("grid", "rows", {}, "BB 3.2", f"any two rows, one above the other: {PIER_WAY_IN} and {PIER_BASE} touch")
    for hex in PIER_END:
        yield Known("hexes", hex, {"terrain": ["pier"], "pier": True}, "BB 1.7.3, 3.4.3", "the end of the Long Pier")
    yield Known(
        "hexes",
        PIER_WAY_IN,
        {"terrain": ["pier"], "pier": True},
        "BB 1.7.1, 1.7.7",
        "the last hex of the Long Pier before the shore",
    )
    yield Known("hexes", PIER_BASE, {"pier": False}, "BB 1.7.3, 7.4.2", "on land, at the base of the Long Pier")
    for hex in PIER_DROPS:
        yield Known(
            "hexes",
            hex,
            {"terrain": ["reef"]},
            "BB 3.6.5, 3.4.8",
            "a shaded hex: an Invasion Entry Hex next to the end of the pier",
        )
    yield Known("hexes", WRECK, {"terrain": ["reef"]}, "BB 10.4.2", "the wreck")
    yield Known("hexes", APPROACH, {"terrain": ["reef"]}, "BB 3.7.5", "on the way to Red 3")
    yield Known(
        "hexes",
        PALM,
        {"terrain": ["palm-grove"]},
        "BB 4.3.2",
        f"the hexside towards {NEXT_TO_PALM} shows palm grove and clear",
    )
    yield Known("hexes", NEXT_TO_PALM, {}, "BB 4.3.2", f"the hexside towards {PALM} shows palm grove and clear")
    for hex in SHARED:
        yield Known(
            "hexes",
            hex,
            {"strongpoints": 1},
            "BB 3.7.5",
            "in one area with Red 3 and the other strongpoint of the example",
        )
    for hex in DOUBLE:
        yield Known("hexes", hex, {"strongpoints": 2}, "BB 1.2.2", "two strongpoints")


# ---- the charts and tracks ----


def _charts() -> Iterator[Known]:
    for turn in range(1, SCHEDULED + 1):
        box = inferred(turn)
        says = {"day": box.day, "night": True} if box.night else {"day": box.day, "time": box.time, "night": False}
        yield Known("turns", str(turn), says, "BB 12.1, 3.4.9", "inferred from the schedule")
    yield Known("time-limit", "game", {}, "BB 11.1", "the last turn of the Turn Track")
    for track in TRACKS:
        yield Known("morale-tracks", track, {}, "BB 8.5.1", "")
    yield Known("casualty-track", "casualties", {}, "BB 5.1.4", "the last box is 1000")
    for action, (points, rule) in COSTS.items():
        yield Known("costs", action, {"points": points}, f"BB {rule}", "on the Action Cost Chart")
    for action in INTEGRITY:
        yield Known("integrity", action, {}, "BB 4.2.6", "0 where nothing is printed for this action")
    yield Known("fire-modifiers", "next-to-pier", {"amount": -1}, "BB 1.7.9", "on the Japanese Fire Table")
    for chit in ("-2", "-1", "blank"):
        yield Known("chits", chit, {}, "BB 2.2.1", "on the counter sheet")


def _tables() -> Iterator[Known]:
    for chart, (first, last, rule) in BY_MODIFIED_DIE.items():
        for result in range(first, last + 1):
            shift = (chart, result) == ("japanese-fire", 5)
            says = {"hits": 1, "casualties": True} if shift else {}
            yield Known(
                chart,
                str(result),
                says,
                "BB 3.7.5" if shift else f"BB {rule}",
                "a course change: which way?" if shift else "",
            )
    said = {"1": 0, "2": 0, "5": 1}
    for die in DIE:
        look_for = "0 by 4.7.6, 1 or more by 10.4.3: what is printed decides" if die == "3" else ""
        yield Known("offshore", die, {"points": said[die]} if die in said else {}, "BB 4.7.6", look_for)
    for die in DIE:
        yield Known("booby-traps", die, {}, "BB 4.1.3", "")
    for die in DIE:
        yield Known(
            "night-events",
            die,
            {"event": EVENTS[3]} if die == "4" else {},
            "BB 3.7.2" if die == "4" else "BB 8.5.6",
            "",
        )
    for table, rule in (("japanese", "8.2.5"), ("invasion", "8.3.4")):
        for die in DIE:
            yield Known("collapse", f"{table}/{die}", {}, f"BB {rule}", "")


# ---- the counters ----


def _units() -> Iterator[Known]:
    """The units that the schedule names; the letters are ours."""
    for battalion, commander in COMMANDERS.items():
        regiment = battalion.partition("/")[2]
        for letter, kind in (("A", "infantry"), ("B", "infantry"), ("E", "engineer")):
            says = {"kind": kind, "battalion": battalion, "regiment": regiment}
            yield Known("units", f"{battalion}-{letter}", says, "BB 12.1, 4.9.14", f"{battalion} ({commander}), {kind}")
    for number in range(1, ARTILLERY + 1):
        yield Known(
            "units",
            f"10/{number}",
            {"kind": "artillery", "regiment": "10"},
            "BB 12.1, 12.3",
            f"artillery of the 10th Marines, {number}",
        )
    yield Known("units", "Hawkins", {"kind": "hawkins"}, "BB 3.4.3", "the Scout Platoon; of no battalion")


ROSTER = (*_map(), *_charts(), *_tables(), *_units())

LAND: dict[str, Any] = {"sides": [], "landing": ""}
"""What most hexes of Betio have beside their terrain."""

GROUPS = (
    Group("hexes", "hexes with one strongpoint", {"terrain": ["strongpoint"], "strongpoints": 1}, "BB 1.2.1", LAND),
    *(
        Group("hexes", f"Landing Beach Hexes of {beach}",
              {"terrain": ["beach"], "landing": beach}, "BB 1.9.1, 3.1.2", {"sides": []})
        for beach in BEACHES
    ),
    *(Group("hexes", f"Invasion Entry Hexes of {beach}",
            {"terrain": ["reef"], "entry": beach}, "BB 3.2.1") for beach in BEACHES),
    Group("hexes", "other hexes of the Long Pier", {"terrain": ["pier"], "pier": True}, "BB 1.7.1"),
    Group("hexes", "other reef hexes", {"terrain": ["reef"]}, "BB 3.5.1", {"entry": ""}),
    Group("hexes", "reef hexes with an obstacle", {"terrain": ["reef", "reef-obstacle"]}, "BB 1.8.1", {"entry": ""}),
    Group("hexes", "other beach hexes: all that border the reef", {"terrain": ["beach"]}, "BB 3.1.1, 1.9.2", LAND),
    Group("hexes", "runway hexes", {"terrain": ["runway"]}, "BB 1.5.1", LAND),
    Group("hexes", "clear hexes", {"terrain": ["clear"]}, "BB 4.3.1", LAND),
    Group("hexes", "hexes with other terrain", {}, "BB TEC", LAND),
    Group("areas", "the two easternmost areas", {"easternmost": True}, "BB 1.4.1", {}, 2),
    Group("areas", "the other areas", {"easternmost": False}, "BB 1.4.1"),
    Group("turns", "further boxes of the Turn Track", {}, "BB 12", {"night": False}),
    *(
        Group(chart, "further lines, by the modified result", {}, f"BB {rule}")
        for chart, (_, _, rule) in BY_MODIFIED_DIE.items()
    ),
    Group("fire-modifiers", "other modifiers printed on the Japanese Fire Table", {}, "BB 1.7.9"),
    Group("units",
          "Sherman tanks: Sherman-1, Sherman-2, …",
          {"kind": "sherman", "support": 2}, "BB 4.7.2, 12.1", prefix="Sherman-"),
    Group("units", "Stuart tanks: Stuart-1, Stuart-2, …", {"kind": "stuart"}, "BB 4.6.3, 12.1", prefix="Stuart-"),
    Group("units", "amtracks: amtrack-1, amtrack-2, …", {"kind": "amtrack"}, "BB 3.4.1", prefix="amtrack-"),
    Group("units", "Higgins boats: higgins-1, higgins-2, …", {"kind": "higgins"}, "BB 3.4.1", prefix="higgins-"),
    Group("units", "LCMs: lcm-1, lcm-2, …", {"kind": "lcm"}, "BB 3.4.1", prefix="lcm-"),
)  # fmt: skip

TERRAIN_WORDS = ", ".join(f'"{terrain}"' for terrain in TERRAINS)
BEACH_WORDS = ", ".join(f'"{beach}"' for beach in BEACHES)
KIND_WORDS = ", ".join(f'"{kind}"' for kind in ("infantry", "engineer", "artillery", *TANKS, "hawkins", *VESSELS))
EVENT_WORDS = ", ".join(f'"{event}"' for event in ("none", *EVENTS))

FIELDS = {
    "grid.shifted": Meaning(
        "shifted rows", '"even" or "odd": those that lie half a hex further, the way columns grow, than the next rows',
        "BB 3.2"),
    "grid.columns": Meaning("columns",
                            '"left" or "right": the way their numbers grow, seen with the first row at the top',
                            "BB 3.2"),
    "hexes.terrain": Meaning("terrain", f"all that the hex shows: {TERRAIN_WORDS}", "BB TEC"),
    "hexes.area": Meaning("area", "the area of Betio it belongs to, as named in `areas`; none on reef, sea and "
    "pier", "BB 4.5.9"),
    "hexes.sides": Meaning("hexsides",
                           "those that show terrain of their own, with the neighbour beyond: palm-grove/2623; none "
                           "without", "BB 4.3.1"),
    "hexes.landing": Meaning("landing beach", f"the invasion beach whose Landing Beach Hex it is: {BEACH_WORDS}",
                             "BB 1.9.1"),
    "hexes.entry": Meaning("entry hex", f"of a shaded hex, its invasion beach: {BEACH_WORDS}", "BB 3.2.1"),
    "hexes.strongpoints": Meaning("strongpoints", "how many are in the hex, two in 3330 and 4430", "BB 1.2.2"),
    "hexes.pier": Meaning("Long Pier", "yes in its hexes, 2632 the last of them", "BB 1.7.1"),
    "areas.easternmost": Meaning("easternmost", "yes for the two that artillery on Bairiki supports", "BB 1.4.1"),
    "turns.day": Meaning("day", "of November", "BB 12.1"),
    "turns.time": Meaning("time", 'the hour as printed: "0900"; "night 1" and so on by night', "BB 12.1"),
    "turns.night": Meaning("night", "yes for a night turn", "BB 4.8.2, 8.5.6"),
    "time-limit.turn": Meaning("last turn", "the turn by the end of which all hexes must be cleared", "BB 11.1"),
    "morale-tracks.boxes": Meaning("boxes",
                                   "their numbers from left to right; the third from the right is the first "
                                   "+2", "BB 8.2.1, 8.5.1"),
    "casualty-track.boxes": Meaning("boxes", "their numbers from left to right, the last 1000", "BB 5.1.4"),
    "costs.points": Meaning("Action Points", "what the action costs each unit", "BB 4.2.3"),
    "integrity.amount": Meaning("modifier", "of a unit with Battalion Integrity, 0 for none", "BB 4.2.6"),
    "fire-modifiers.amount": Meaning("modifier", "added to the die on the Japanese Fire Table", "BB 1.7.9"),
    "bombardment.chits": Meaning("chits", "how many are drawn", "BB 2.1.1"),
    "chits.number": Meaning("number", "how many of these chits there are", "BB 2.2.1"),
    "japanese-fire.hits": Meaning("hits", "their number; S is one", "BB 3.7.6"),
    "japanese-fire.pin": Meaning("pin", "1 for Pin 1, 2 for Pin 2, 0 for none", "BB 3.7.6"),
    "japanese-fire.shift": Meaning("course change", '"left", "right", or "" for none', "BB 3.5.6"),
    "japanese-fire.casualties": Meaning("asterisk", "yes where one is printed", "BB 5.1.2"),
    "marine-fire.result": Meaning("result", '"none", "S" or "S*", on the table to the left', "BB 1.1.1, 4.4.2"),
    "marine-assault.cleared": Meaning("cleared",
                                      "whether the hex is cleared, on the table to the right", "BB 1.1.1, 4.5.7"),
    "marine-assault.hits": Meaning("hits", "on the assaulting units", "BB 4.5.7"),
    "demolition.steps": Meaning("steps", "of the strongpoint that are demolished", "BB 4.6.7"),
    "offshore.points": Meaning("points", "of Offshore Support, 0 to 3", "BB 4.8.2"),
    "recovery.steps": Meaning("steps", "that are recovered", "BB 4.9.6"),
    "supply.points": Meaning("points", "of Active Supply", "BB 7.1.2"),
    "booby-traps.steps": Meaning("steps", "that are lost", "BB 4.1.3"),
    "night-events.event": Meaning("event", EVENT_WORDS, "BB 10"),
    "banzai.result": Meaning("result", '"repulsed", or "retreat" where the target does', "BB 10.6.8"),
    "banzai.hits": Meaning("hits", "on the target", "BB 10.6.7"),
    "banzai.casualties": Meaning("asterisk", "yes where one is printed", "BB 5.1.2"),
    "collapse.words": Meaning("words", "what is printed, in short", "BB 8.2.5, 8.3.4"),
    "collapse.over": Meaning("over", "yes where the game ends", "BB 8.2.5, 8.3.4"),
    "collapse.morale": Meaning("General Morale", "boxes to the right for that side, 0 for none", "BB 8.2.5, 8.3.4"),
    "collapse.hexes": Meaning("hexes",
                              "how many are cleared on the Japanese table, uncleared on the other", "BB 8.2.5, 8.3.4"),
    "units.kind": Meaning("kind", KIND_WORDS, "BB 3.4.1, 4.4.1"),
    "units.steps": Meaning("steps", "the boxes of its line on the Unit Roster Sheet", "BB 3.8.4"),
    "units.ap": Meaning("Action Points", "on the front of the counter", "BB 4.2.1"),
    "units.ap_back": Meaning("Action Points, reverse", "on its reverse side", "BB 4.2.1, 4.2.2"),
    "units.support": Meaning("support value", "1 or 2; a vessel has none", "BB 4.7.3"),
    "units.battalion": Meaning("battalion",
                               "battalion and regiment, 2/8; none for artillery, tanks, Hawkins and "
                               "vessels", "BB 12.1"),
    "units.regiment": Meaning("regiment", '"2", "6", "8", "10" for the artillery, "" for tanks, Hawkins and vessels',
                              "BB 8.4.1"),
}  # fmt: skip

OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "grid": ("columns",),
    "turns": ("night",),
    "japanese-fire": ("pin", "shift", "casualties"),
    "marine-assault": ("hits",),
    "banzai": ("hits", "casualties"),
    "collapse": ("over", "morale", "hexes"),
}
"""Fields without which a row of these charts is whole all the same."""


def printed(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """The fields a hex, counter or line of this kind has printed. What must be said comes last: a row is whole when all
    of it was asked for."""
    if chart == "hexes":
        return _printed_hex(says)
    if chart == "units":
        return _printed_unit(says)
    optional = OPTIONAL.get(chart, ())
    return dict.fromkeys(optional, False) | dict.fromkeys(
        (field for field in CHARTS[chart].model_fields if field not in optional), True
    )


def _printed_hex(says: Mapping[str, Any]) -> Mapping[str, bool]:
    terrain = says.get("terrain", ())
    if says.get("pier") or "pier" in terrain:
        return {"pier": True, "terrain": True}
    if terrain and _is_water(says):
        return {"terrain": True} if "reef" not in terrain else {"entry": False, "terrain": True}
    fields = {"sides": False, "landing": False}
    if "strongpoint" in terrain or says.get("strongpoints"):
        fields["strongpoints"] = True
    return fields | {"area": bool(terrain), "terrain": True}


def _printed_unit(says: Mapping[str, Any]) -> Mapping[str, bool]:
    """BB 4.2.1, 4.7.3, 8.4: only infantry, engineers and artillery have a regiment, and a vessel has no support
    value."""
    kind = says.get("kind")
    fields: dict[str, bool] = {}
    if kind in (None, "infantry", "engineer"):
        fields["battalion"] = kind is not None
    if kind in (None, "infantry", "engineer", "artillery"):
        fields["regiment"] = kind is not None
    fields["kind"] = True
    if kind not in VESSELS:
        fields["support"] = kind is not None
    return fields | {"ap_back": kind is not None, "steps": True, "ap": True}


def determined(chart: str, row: str, says: Mapping[str, Any]) -> Mapping[str, Any]:
    """BB 1.2.1, 1.2.2, 1.7.1, 4.7.2, 8.4.1: one strongpoint a hex, but in two of them; the Long Pier; the support of
    Shermans; the regiment of a battalion."""
    if chart == "hexes":
        terrain = says.get("terrain", ())
        strong = {"strongpoints": 2 if row in DOUBLE else 1} if "strongpoint" in terrain else {}
        return {**strong, "pier": True} if "pier" in terrain else strong
    if chart != "units":
        return {}
    found = {"support": 2} if says.get("kind") == "sherman" else {}
    regiment = str(says.get("battalion", "")).partition("/")[2]
    return {**found, "regiment": regiment} if says.get("battalion") in COMMANDERS else found


# ---- what a pack lacks, or says against the text ----


BB = ByTheText("BB")


def check(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    """What a pack does not say yet, or says against the text; its rows may lack fields.

    What is left out in a complete chart is not printed.
    """
    said = {chart: charts.get(chart, {}) for chart in CHARTS}
    grid = GRIDS.get(said["grid"].get("rows", {}).get("shifted", ""))
    hexes = {hex: says for hex, says in said["hexes"].items() if is_hex(hex)}
    whole = "hexes" in complete
    yield from check_rows(BB, said, ROSTER, GROUPS, RULES, "3.2")
    yield from _check_areas(said["areas"], hexes, whole, "areas" in complete)
    yield from _check_strongpoints(hexes, whole)
    yield from _check_sides(hexes, grid, whole)
    yield from _check_beaches(hexes, grid, whole)
    yield from _check_pier(hexes, grid, whole)
    yield from _check_turns(said, complete)
    yield from _check_tracks(said)
    yield from _check_tables(said, complete)
    yield from _check_units(said["units"], "units" in complete)


def _is_water(says: Mapping[str, Any]) -> bool:
    return all(kind in WATER for kind in says.get("terrain", ("clear",)))


def _is_land(says: Mapping[str, Any]) -> bool:
    """A hex of Betio: neither reef nor sea, nor of the Long Pier."""
    return not _is_water(says) and not says.get("pier") and "pier" not in says.get("terrain", ())


def _has(hexes: Rows, field: str, complete: bool) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The hexes of which that field is known: said, or, in a complete chart, left out because there is nothing."""
    return ((hex, says) for hex, says in hexes.items() if complete or field in says)


RULES = {
    "grid": "3.2",
    "hexes": "4.3.1",
    "areas": "4.5.9", "turns": "12.1", "time-limit": "11.1", "morale-tracks": "8.5.1", "casualty-track": "5.1.4",
    "costs": "4.2.3",
    "integrity": "4.2.6", "fire-modifiers": "1.7.9", "bombardment": "2.1.1", "chits": "2.2.1", "japanese-fire": "3.7.5",
    "marine-fire": "4.4.2",
    "marine-assault": "4.5.7", "demolition": "4.6.6", "offshore": "4.8.2", "recovery": "4.9.6", "supply": "7.1.2",
    "booby-traps": "4.1.3", "night-events": "8.5.6", "banzai": "10.6.6", "collapse": "8.2.5, 8.3.4", "units": "12.1",
}  # fmt: skip


# ---- areas and strongpoints ----


def _check_areas(areas: Rows, hexes: Rows, whole: bool, complete: bool) -> Iterator[PackFinding]:
    """BB 4.5.9, 1.4.1: every hex of Betio is of an area, and two of these are the easternmost."""
    if lost := [
        hex for hex, says in _has(hexes, "area", whole) if _is_land(says) and "terrain" in says and not says.get("area")
    ]:
        yield BB.missing("hexes", f"{number_runs(lost)}: on Betio, and of no area", "4.5.9")
    if afloat := [hex for hex, says in hexes.items() if says.get("area") and not _is_land(says)]:
        yield BB.against("hexes", f"{number_runs(afloat)}: of an area, and not on land", "1.7.1, 4.5.9")
    named = dict.fromkeys(says["area"] for says in hexes.values() if says.get("area"))
    if lost := [area for area in named if area not in areas]:
        yield BB.missing("areas", f"no row for {', '.join(lost)}, which hexes are of", "4.5.9")
    if whole and (empty := [area for area in areas if area not in named]):
        yield BB.missing("areas", f"no hex is of {', '.join(empty)}", "4.5.9")
    east = [area for area, says in areas.items() if says.get("easternmost")]
    if len(east) > 2 or (complete and len(east) < 2):
        yield PackFinding(
            "areas", f"{len(east)} easternmost areas, where there are two", "BB 1.4.1", against=len(east) > 2
        )


def _check_strongpoints(hexes: Rows, whole: bool) -> Iterator[PackFinding]:
    """BB 1.2, 3.7.5."""
    for hex, says in _has(hexes, "strongpoints", whole):
        number = says.get("strongpoints", 0)
        if bool(number) != ("strongpoint" in says.get("terrain", ("strongpoint",) if number else ())):
            yield BB.missing(
                "hexes",
                f"{hex} has {number} strongpoints, and its terrain {'no' if number else 'a'} strongpoint",
                "1.2.1",
            )
        if number > 1 and hex not in DOUBLE:
            yield BB.against("hexes", f"{hex} has {number} strongpoints; only {' and '.join(DOUBLE)} have two", "1.2.2")
        if number and not _is_land(says):
            yield BB.against("hexes", f"{hex} has a strongpoint, and is not on land", "1.2.1")
    areas = {hex: hexes[hex]["area"] for hex in SHARED if hexes.get(hex, {}).get("area")}
    if len({*areas.values()}) > 1:
        yield BB.against(
            "hexes",
            f"{' and '.join(SHARED)} are of {' and '.join(areas.values())}; the example has them in one area",
            "3.7.5",
        )
    red = {says.get("area") for says in hexes.values() if says.get("landing") == SHARED_BEACH} - {None}
    if whole and areas and red and not red & {*areas.values()}:
        yield BB.against(
            "hexes", f"no Landing Beach Hex of {SHARED_BEACH} in the area of {' and '.join(areas)}", "3.7.5, 3.9.2"
        )


# ---- hexsides ----


def _sides(says: Mapping[str, Any]) -> dict[str, set[str]]:
    """What a hex says of its hexsides, by the neighbour."""
    found: dict[str, set[str]] = {}
    for word in says.get("sides", ()):
        terrain, _, near = word.partition("/")
        found.setdefault(near, set()).add(terrain)
    return found


def _check_sides(hexes: Rows, grid: Grid | None, whole: bool) -> Iterator[PackFinding]:
    """BB 4.3.1, 4.3.2: hexsides are those of neighbours, which say the same."""
    far, one_way = [], []
    for hex, says in hexes.items():
        for near, kinds in _sides(says).items():
            if grid and not grid.adjacent(hex, near):
                far.append(f"{hex}/{near}")
            elif near in hexes and (whole or "sides" in hexes[near]) and kinds - _sides(hexes[near]).get(hex, set()):
                one_way.append(f"{hex}/{near}")
    if far:
        yield BB.missing("hexes", f"{number_runs(far)}: a hexside between hexes that do not touch", "4.3.1")
    if one_way:
        yield BB.missing("hexes", f"{number_runs(one_way)}: a hexside by the first hex, and not by the second", "4.3.1")
    if (
        PALM in hexes
        and (whole or "sides" in hexes[PALM])
        and _sides(hexes[PALM]).get(NEXT_TO_PALM) != {"palm-grove", "clear"}
    ):
        yield BB.against(
            "hexes", f"{PALM}: the hexside towards {NEXT_TO_PALM} shows palm grove and clear by the text", "4.3.2"
        )


# ---- beaches and the pier ----


def _check_beaches(hexes: Rows, grid: Grid | None, whole: bool) -> Iterator[PackFinding]:
    """BB 3.1, 3.2, 1.9."""
    for field, what, rule in (
        ("landing", "Landing Beach Hexes", "1.9.1, 3.1.2"),
        ("entry", "Invasion Entry Hexes", "3.2.1"),
    ):
        found = Counter(says.get(field) for says in hexes.values())
        if lost := [beach for beach in BEACHES if not found[beach]]:
            yield BB.missing("hexes", f"no {what} of {', '.join(lost)}", rule)
    if afloat := [hex for hex, says in hexes.items() if says.get("landing") and not _is_land(says)]:
        yield BB.against("hexes", f"{number_runs(afloat)}: Landing Beach Hexes, and not on land", "3.1.1")
    if held := [hex for hex, says in hexes.items() if says.get("landing") and says.get("strongpoints")]:
        yield BB.against(
            "hexes",
            f"{number_runs(held)}: Landing Beach Hexes, where there are no Japanese, with a strongpoint",
            "1.9.1",
        )
    if dry := [
        hex for hex, says in hexes.items() if says.get("entry") and "reef" not in says.get("terrain", ("reef",))
    ]:
        yield BB.against("hexes", f"{number_runs(dry)}: Invasion Entry Hexes, and no reef", "3.4.8")
    if lost := [
        hex for hex in PIER_DROPS if hex in hexes and (whole or "entry" in hexes[hex]) and not hexes[hex].get("entry")
    ]:
        yield BB.against(
            "hexes",
            f"{number_runs(lost)}: no Invasion Entry Hexes here; Higgins boats unload there onto the pier",
            "3.6.5, 3.4.8",
        )
    if grid and whole:
        reef = {hex for hex, says in hexes.items() if "reef" in says.get("terrain", ())}
        shore = {
            hex for hex, says in hexes.items() if _is_land(says) and any(near in reef for near in grid.neighbours(hex))
        }
        if inland := [
            hex for hex, says in hexes.items() if says.get("landing") and _is_land(says) and hex not in shore
        ]:
            yield BB.against(
                "hexes", f"{number_runs(inland)}: Landing Beach Hexes that do not border the reef", "3.1.1, 3.1.2"
            )
        if lost := sorted(hex for hex in shore if "beach" not in hexes[hex].get("terrain", ("beach",))):
            yield BB.missing("hexes", f"{number_runs(lost)}: bordering the reef, and no beach", "3.1.1")


def _check_pier(hexes: Rows, grid: Grid | None, whole: bool) -> Iterator[PackFinding]:
    """BB 1.7: it runs from its end to its base, which is on land."""
    if PIER_BASE in hexes and "terrain" in hexes[PIER_BASE] and not _is_land(hexes[PIER_BASE]):
        yield BB.against("hexes", f"{PIER_BASE}, the base of the Long Pier, is not on land", "1.7.3, 7.4.2")
    if both := [
        hex
        for hex, says in _has(hexes, "pier", whole)
        if "terrain" in says and bool(says.get("pier")) != ("pier" in says["terrain"])
    ]:
        yield BB.missing(
            "hexes", f"{number_runs(both)}: the Long Pier by its terrain or by `pier`, and not by both", "1.7.1"
        )
    if grid and not grid.adjacent(PIER_WAY_IN, PIER_BASE):
        yield BB.against(
            "grid", f"{PIER_WAY_IN} and {PIER_BASE} do not touch, where the Long Pier comes ashore", "1.7.1, 1.7.3"
        )
    if grid and whole:
        pier = {hex for hex, says in hexes.items() if says.get("pier")}
        reached = {PIER_WAY_IN, *grid.reach(PIER_WAY_IN, lambda hex: hex in pier)}
        if lost := sorted((pier | {*PIER_END}) - reached):
            yield BB.against("hexes", f"{number_runs(lost)}: no way along the Long Pier to {PIER_WAY_IN}", "1.7.3")


# ---- tracks and tables ----


def _check_turns(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    turns = charts["turns"]
    if strange := [row for row in turns if not row.isdecimal()]:
        yield BB.missing("turns", f"{', '.join(strange)}: no number of a turn", "12.1")
    last = charts["time-limit"].get("game", {}).get("turn", 0)
    if "turns" in complete and (lost := [str(turn) for turn in range(1, last + 1) if str(turn) not in turns]):
        yield BB.missing("turns", f"no row for {number_runs(lost)}; the last turn is {last}", "11.1")
    if 0 < last < SCHEDULED:
        yield BB.against(
            "time-limit",
            f"the last turn is {last}, and the last units of the schedule come on turn {SCHEDULED}",
            "11.1, 12.1",
        )


def _check_tracks(charts: Mapping[str, Rows]) -> Iterator[PackFinding]:
    """BB 8.2.1, 8.2.5, 4.9.15, 5.1.4."""
    for track, says in charts["morale-tracks"].items():
        boxes = [*says.get("boxes", ())]
        if not boxes:
            continue
        if START not in boxes or boxes.index(START) != len(boxes) - FIRST_BOX:
            yield BB.against(
                "morale-tracks",
                f"{track}: the third box from the right is not the first +{START}",
                "8.2.1, 8.3.1, 8.4.2",
            )
        if WORST not in boxes:
            yield BB.against("morale-tracks", f"{track}: no box {WORST}", "8.2.3, 8.2.5, 8.3.4")
        if 0 not in boxes:
            yield BB.against("morale-tracks", f"{track}: no box 0", "4.9.15, 8.5.4")
        if boxes != sorted(boxes):
            yield BB.against("morale-tracks", f"{track}: the numbers do not rise from left to right", "8.5.1")
    boxes = [*charts["casualty-track"].get("casualties", {}).get("boxes", ())]
    if boxes and boxes[-1] != LAST_BOX:
        yield BB.against("casualty-track", f"the last box is {boxes[-1]}, where it is {LAST_BOX}", "5.1.4")
    if boxes != sorted({*boxes}):
        yield BB.against("casualty-track", "the numbers do not rise from left to right", "5.1.2")


def _check_tables(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    """Tables by the modified die have a line for each result between their ends; what the text says of their cells."""
    for chart, (_, _, rule) in BY_MODIFIED_DIE.items():
        rows = charts[chart]
        if strange := [row for row in rows if not row.removeprefix("-").isdecimal()]:
            yield BB.missing(chart, f"{', '.join(strange)}: no result of a die", rule)
        results = {int(row) for row in rows if row.removeprefix("-").isdecimal()}
        first, last, _ = BY_MODIFIED_DIE[chart]
        gaps = (
            [str(n) for n in range(min(results), max(results)) if n not in results and not first <= n <= last]
            if results
            else []
        )
        if chart in complete and gaps:
            yield BB.missing(chart, f"no row for {', '.join(gaps)}, between the first and the last", rule)
    if charts["japanese-fire"].get("5", {}).get("shift") == "":
        yield BB.against("japanese-fire", "5 has no course change, where the text has one", "3.7.5")
    if many := [die for die, says in charts["offshore"].items() if says.get("points", 0) > MOST_OFFSHORE]:
        yield BB.against("offshore", f"{number_runs(many)}: more than {MOST_OFFSHORE} points", "4.8.2")
    chits = [says["number"] for says in charts["chits"].values() if "number" in says]
    if len(chits) == 3 and not all(chits):
        yield BB.against("chits", "none of a kind, where there are -2, -1 and blank ones", "2.2.1")


# ---- counters ----

NUMBERS: Mapping[str, int] = {"infantry": INFANTRY, "engineer": ENGINEERS}
"""How many of a kind a battalion has (BB 4.2.6, 4.9.14)."""


def _check_units(units: Rows, complete: bool) -> Iterator[PackFinding]:
    kinds = Counter(says.get("kind") for says in units.values())
    tanks = sum(kinds[kind] for kind in TANKS)
    if tanks > TANKS_IN_ALL or (complete and tanks < TANKS_IN_ALL):
        yield PackFinding("units", f"{tanks} of {TANKS_IN_ALL} tanks", "BB 12.1", against=tanks > TANKS_IN_ALL)
    if kinds["artillery"] > ARTILLERY:
        yield BB.against("units", f"{kinds['artillery']} artillery units, where there are {ARTILLERY}", "12.1, 12.3")
    if kinds["hawkins"] > 1:
        yield BB.against("units", f"{kinds['hawkins']} Scout Platoons, where there is one", "3.4.3")
    if lost := [kind for kind in VESSELS if not kinds[kind]]:
        yield BB.missing("units", f"none of the vessels {', '.join(lost)}", "3.4.1")
    found = Counter((says.get("battalion"), says.get("kind")) for says in units.values())
    for battalion in COMMANDERS:
        for kind, most in NUMBERS.items():
            if (number := found[battalion, kind]) > most:
                yield BB.against(
                    "units",
                    f"{number} {kind} units of {battalion}, where there {'is' if most == 1 else 'are'} {most}",
                    "4.2.6, 4.9.14",
                )
    for unit, says in units.items():
        yield from _check_unit(unit, says)


def _check_unit(unit: str, says: Mapping[str, Any]) -> Iterator[PackFinding]:
    kind, battalion, regiment = says.get("kind"), says.get("battalion", ""), says.get("regiment", "")
    if battalion and battalion not in COMMANDERS:
        yield BB.against("units", f"{unit}: no battalion {battalion}; they are {', '.join(COMMANDERS)}", "12.1, 12.2")
    elif battalion and kind not in (None, "infantry", "engineer"):
        yield BB.against("units", f"{unit} is of {battalion}, and no infantry or engineers", "4.9.14")
    elif battalion and regiment and battalion.partition("/")[2] != regiment:
        yield BB.against("units", f"{unit} is of {battalion} and of the regiment {regiment}", "8.4.1")
    if kind in ("infantry", "engineer") and "battalion" in says and not battalion:
        yield BB.against("units", f"{unit} is of no battalion", "4.9.14, 12.1")
    if kind in (*TANKS, *VESSELS) and regiment:
        yield BB.against("units", f"{unit} is of the regiment {regiment}; its hits are steps, never morale", "3.8.2")
    if kind in VESSELS and says.get("support"):
        yield BB.against("units", f"{unit} is a vessel, and has a support value", "4.7.1")
    if kind is not None and kind not in VESSELS and says.get("support", 1) not in (1, 2):
        yield BB.against("units", f"{unit} has a support value of {says['support']}, where it is 1 or 2", "4.7.3")
    if kind == "sherman" and says.get("support", 2) != 2:
        yield BB.against("units", f"{unit} has a support value of {says['support']}, where a Sherman's is 2", "4.7.2")
    if says.get("ap_back", 0) > says.get("ap", 99):
        yield BB.against("units", f"{unit} has {says['ap_back']} AP reversed and {says['ap']} on its front", "4.2.2")
    if says.get("steps") == 0:
        yield BB.against("units", f"{unit} has no steps", "3.8.4")
