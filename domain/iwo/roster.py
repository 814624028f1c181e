"""What the rulebook's text says of the map and the counters, and what each number on them means (IWO 2, 3, 4, 14, 22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.iwo.charts import BEACHHEADS, CAVES, FUNAMI_DAI, MOTOYAMA
from domain.kernel.packs import Group, Known

THIRD = "the 3rd Marine Division (blue stripe)"

ROSTER = (
    Known("areas", "Funami", {"name": FUNAMI_DAI, "symbols": ["airfield"], "box": "safe"}, "IWO 23.1(1)", "one of the two airfields the rules name"),
    Known("areas", "Motoyama", {"name": MOTOYAMA, "symbols": ["airfield"], "box": "safe"}, "IWO 23.1(1)", "one of the two airfields the rules name"),
    *(
        Known("units", f"3D-R{n}", {"side": "us", "type": "marines", "division": 3, "steps": 4, "name": f"{n}/3"}, "IWO 22.2.1", THIRD)
        for n in (3, 9, 21)
    ),
    Known("units", "3D-ART", {"side": "us", "type": "artillery", "division": 3}, "IWO 22.2.1", f"field artillery of {THIRD}"),
    Known("units", "3D-TK", {"side": "us", "type": "tank", "division": 3, "armor": 2}, "IWO 22.2.1, 22.4.3", f"tanks of {THIRD}"),
    *(Known("units", f"AIR{n}", {"side": "us", "type": "air"}, "IWO 22.1.3", "five air units") for n in range(1, 6)),
    *(Known("units", f"NAV{n}", {"side": "us", "type": "naval"}, "IWO 21", "a naval unit; three are withdrawn") for n in range(1, 4)),
    Known("units", "HQ", {"side": "jp", "type": "hq", "steps": 1}, "IWO 22.3.1, 3", "the headquarters"),
    Known("units", "RKT", {"side": "jp", "type": "rocket"}, "IWO 22.5", "rocket artillery; it has no number as its Bombardment Rating"),
    *(
        Known("units", f"109ART{n}", {"side": "jp", "type": "artillery", "red": True}, "IWO 26", "109 Artillery, red; its back counts one step")
        for n in range(1, 5)
    ),
    Known("markers", "cave", {"count": CAVES}, "IWO 4.1", ""),
    Known("markers", "beachhead", {"count": BEACHHEADS}, "IWO 14", ""),
    Known("markers", "stars", {"count": 1}, "IWO 14", ""),
    Known("markers", "safe-to-land", {}, "IWO 23.1(1)", "how many Safe to Land counters there are: two at least"),
)

GROUPS = (
    Group("areas", "beaches: value 0, three of them", {"bdv": 0, "symbols": ["beach"], "box": "beachhead"}, "IWO 2.2.1, 14"),
    Group("areas", "coastal areas: value 1", {"bdv": 1}, "IWO 2.2.1, 10.3"),
    Group("areas", "inland areas", {"bdv": 2}, "IWO 2.2.1"),
    Group("areas", "hills: red names, value 3; those with the mountain symbol observe", {"bdv": 3}, "IWO 3, 11.1.1"),
    Group("areas", "the area of Stars and Stripes", {"box": "stars"}, "IWO 14"),
    Group("units", "regiments of the 4th Division (orange)", {"side": "us", "type": "marines", "division": 4, "steps": 4}, "IWO 2.1.1, 3"),
    Group("units", "regiments of the 5th Division (green)", {"side": "us", "type": "marines", "division": 5, "steps": 4}, "IWO 2.1.1, 3"),
    Group("units", "artillery of the 4th and 5th Division", {"side": "us", "type": "artillery"}, "IWO 2.1.1(4)"),
    Group("units", "tanks of the 4th and 5th Division", {"side": "us", "type": "tank", "armor": 2}, "IWO 22.4.3"),
    Group("units", "naval units beyond the three", {"side": "us", "type": "naval"}, "IWO 4.2"),
    Group("units", "Japanese infantry, machine guns, mortars, guns, AT guns, tanks (brown)", {"side": "jp"}, "IWO 2.1.1"),
    Group("units", "Japanese Marines (red)", {"side": "jp", "type": "marines", "red": True}, "IWO 22.1.2"),
    Group("units", "Japanese artillery: one step", {"side": "jp", "type": "artillery", "steps": 1}, "IWO 3"),
)

FIELDS = {
    "areas.name": "as printed; Funami Dai and Motoyama Airfield count together (23.1(1))",
    "areas.bdv": "Basic Defense Value: 0 beach, 1 coast, 3 hill with a red name (2.2.1)",
    "areas.symbols": 'symbols printed in the area: "airfield", "beach", "mountain" (2.2.1)',
    "areas.box": 'the box in it: "beachhead", "safe" (Safe to Land) or "stars"; one at most (14)',
    "areas.adjacent": "the areas that share a border with it",
    "units.division": "the stripe: blue 3, orange 4, green 5 (2.1.1)",
    "units.bombard": "Bombardment Rating, 0 where none is printed (2.1.1(4))",
    "units.range": 'Bombardment Range: "1" or "any" (2.1.1(4))',
    "units.assault": "Assault Rating (2.1.1)",
    "units.at": "true with a black anti-tank triangle (2.1.1(5))",
    "units.mp": "Movement Points (2.1.1)",
    "units.steps": "steps of a fresh unit: dots, 4 for a unit of two counters (3)",
    "units.armor": "Armor Rating, US tanks 2 (22.4.3)",
    "units.red": "true for the Japanese Marines, printed red (22.1.2)",
    "units.name": "the unit's name; it has no effect",
}


def check(charts: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """What a pack does not say yet, or says against the text, with the rule. Reading 9: printed steps win, so they are only remarked on."""
    areas, units, markers = (charts.get(chart, {}) for chart in ("areas", "units", "markers"))
    beaches = [area for area, says in areas.items() if says.get("bdv") == 0]
    if len(beaches) != 3:
        yield f"areas: {len(beaches)} of 3 beaches, areas with value 0 [IWO 14]"
    if len(areas) < (CAVES + 1) // 2:
        yield f"areas: {len(areas)}, and {CAVES} caves at two an area need {(CAVES + 1) // 2} [IWO 4.1]"
    for area, says in areas.items():
        if ("beach" in says.get("symbols", ())) != (says.get("bdv") == 0):
            yield f"areas: {area} has {'a' if 'beach' in says.get('symbols', ()) else 'no'} beach symbol, and value {says.get('bdv')} (reading 8)"
    names = [says.get("name") for says in areas.values()]
    for name in (FUNAMI_DAI, MOTOYAMA):
        if names.count(name) != 1:
            yield f"areas: {names.count(name)} areas are called {name!r} [IWO 23.1(1)]"
    if sum(says.get("box") == "stars" for says in areas.values()) != 1:
        yield "areas: one has the Stars and Stripes box [IWO 14]"
    types = Counter((says.get("side"), says.get("type")) for says in units.values())
    for side, kind, least, most, rule in (
        ("us", "air", 5, 5, "22.1.3"), ("us", "naval", 3, 99, "21"), ("jp", "hq", 1, 1, "22.3.1"), ("jp", "rocket", 1, 1, "22.5"),
    ):  # fmt: skip
        found = types[side, kind]
        if not least <= found <= most:
            yield f"units: {found} of {least}{'' if least == most else ' or more'} {kind} [IWO {rule}]"
    third = [unit for unit, says in units.items() if says.get("division") == 3]
    if len(third) != 5:
        yield f"units: {len(third)} of the 3rd Division's 5: three regiments, artillery, tanks [IWO 22.2.1]"
    for unit, says in units.items():
        yield from _check_unit(unit, says)
    if markers.get("safe-to-land", {}).get("count", 0) < 2:
        yield "markers: safe-to-land, how many there are, two at least [IWO 23.1(1)]"


def _check_unit(unit: str, says: Mapping[str, Any]) -> Iterator[str]:
    kind, side = says.get("type"), says.get("side")
    if kind == "tank" and side == "us" and says.get("armor", 0) != 2:
        yield f"units: {unit} is a US tank, whose Armor Rating is 2 [IWO 22.4.3]"
    if kind in ("artillery", "heavy-artillery", "mortar", "air", "naval") and not says.get("bombard"):
        yield f"units: {unit} has no Bombardment Rating said [IWO 2.1.1(4)]"
    if kind in ("marines", "infantry", "machine-gun", "tank", "gun", "at-gun") and not says.get("assault"):
        yield f"units: {unit} has no Assault Rating said [IWO 2.1.1]"
    if kind == "hq" and says.get("steps", 1) != 1:
        yield f"units: {unit} has {says['steps']} steps; a headquarters has one [IWO 3]"
