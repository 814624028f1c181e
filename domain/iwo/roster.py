"""What the rulebook's text says of the map and the counters, and what each number on them means (IWO 2, 3, 4, 14, 22,
26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.iwo.charts import CAVES, CAVES_EACH, FUNAMI_DAI, MARKERS, MOTOYAMA
from domain.kernel.printed import Group, Known, Meaning, PackFinding
from domain.wargame.war_facts import several

THIRD = "the 3rd Marine Division (blue stripe)"
COUNTERS, BEACHES, THIRD_UNITS = 88, 3, 5
"""Counters of the game (IWO 2), beaches on its map (IWO 14), units of the 3rd Division (IWO 22.2.1)."""
AIRFIELD = {"symbols": ["airfield"], "box": "safe"}

ROSTER = (
    Known(
        "areas", "Funami", {"name": FUNAMI_DAI, **AIRFIELD}, "IWO 23.1(1)", "one of the two airfields the rules name"
    ),
    Known(
        "areas", "Motoyama", {"name": MOTOYAMA, **AIRFIELD}, "IWO 23.1(1)", "one of the two airfields the rules name"
    ),
    *(
        Known(
            "units",
            f"3D-R{n}",
            {"side": "us", "type": "marines", "division": 3, "steps": 4, "name": f"{n}/3"},
            "IWO 22.2.1",
            THIRD,
        )
        for n in (3, 9, 21)
    ),
    Known(
        "units",
        "3D-ART",
        {"side": "us", "type": "artillery", "division": 3},
        "IWO 22.2.1",
        f"field artillery of {THIRD}",
    ),
    Known(
        "units",
        "3D-TK",
        {"side": "us", "type": "tank", "division": 3, "armor": 2},
        "IWO 22.2.1, 22.4.3",
        f"tanks of {THIRD}",
    ),
    *(Known("units", f"AIR{n}", {"side": "us", "type": "air"}, "IWO 22.1.3", "five air units") for n in range(1, 6)),
    *(
        Known("units", f"NAV{n}", {"side": "us", "type": "naval"}, "IWO 21", "a naval unit; three are withdrawn")
        for n in range(1, 4)
    ),
    Known("units", "HQ", {"side": "jp", "type": "hq", "steps": 1}, "IWO 22.3.1, 3", "the headquarters"),
    Known(
        "units",
        "RKT",
        {"side": "jp", "type": "rocket", "steps": 1},
        "IWO 22.5, 3",
        "rocket artillery, whose Bombardment Rating is no number",
    ),
    *(
        Known(
            "units",
            f"109ART{n}",
            {"side": "jp", "type": "artillery", "red": True},
            "IWO 26",
            "109 Artillery, red; its back counts one step",
        )
        for n in range(1, 5)
    ),
    Known("markers", "cave", {"count": CAVES}, "IWO 4.1", ""),
    Known("markers", MARKERS["beachhead"].row, {"count": MARKERS["beachhead"].most}, "IWO 14", ""),
    Known("markers", MARKERS["stars"].row, {"count": MARKERS["stars"].most}, "IWO 2.1.2, 14", ""),
    Known("markers", MARKERS["safe"].row, {}, "IWO 23.1(1)", "two at least"),
)

GROUPS = (
    Group("areas",
          "beaches: value 0", {"bdv": 0}, "IWO 2.2.1, 14", {"symbols": ["beach"], "box": "beachhead"}, number=BEACHES),
    Group("areas", "other coastal areas: value 1", {"bdv": 1}, "IWO 2.2.1, 10.3"),
    Group("areas", "hills: value 3, names in red", {"bdv": 3}, "IWO 2.2.1"),
    Group("areas", "all other areas", {}, "IWO 2.2.1"),
    Group("units",
          "regiments of the 4th Division (orange)",
          {"side": "us", "type": "marines", "division": 4, "steps": 4}, "IWO 2.1.1(1), 3"),
    Group("units",
          "regiments of the 5th Division (green)",
          {"side": "us", "type": "marines", "division": 5, "steps": 4}, "IWO 2.1.1(1), 3"),
    Group("units", "US artillery of the 4th and 5th Division", {"side": "us", "type": "artillery"}, "IWO 2.1.1(4)"),
    Group("units", "US tanks of the 4th and 5th Division", {"side": "us", "type": "tank", "armor": 2}, "IWO 22.4.3"),
    Group("units", "naval units beyond the three", {"side": "us", "type": "naval"}, "IWO 4.2"),
    Group("units",
          "Japanese Marines beside the 109 Artillery (red)",
          {"side": "jp", "red": True}, "IWO 2.1.1(3), 22.1.2", {"type": "marines"}),
    *(
        Group("units", f"Japanese {title} (brown)", {"side": "jp", "red": False, "type": kind}, rule, likely)
        for title, kind, rule, likely in (
            ("infantry", "infantry", "IWO 2.1.1(2)", {}),
            ("machine guns", "machine-gun", "IWO 2.1.1(2)", {}),
            ("mortars", "mortar", "IWO 2.1.1(4), 3", {"steps": 1}),
            ("artillery", "artillery", "IWO 2.1.1(4), 3", {"steps": 1}),
            ("heavy artillery", "heavy-artillery", "IWO 2.1.1(4), 3", {"steps": 1}),
            ("gun emplacements", "gun", "IWO 2.1.1(2)", {}),
            ("AT guns", "at-gun", "IWO 2.1.1(5), 22.4.3", {"at": True}),
            ("tanks", "tank", "IWO 22.4.1", {}),
        )
    ),
)  # fmt: skip

FIELDS = {
    "areas.name": Meaning("name", "as printed", "IWO 2.2.1"),
    "areas.bdv": Meaning(
        "Basic Defense Value", "the number in the box: 0 beach, 1 coast, 3 hill with its name in red", "IWO 2.2.1"
    ),
    "areas.symbols": Meaning("symbols", 'those printed in the area: "airfield", "beach", "mountain"', "IWO 3"),
    "areas.box": Meaning(
        "marker box",
        '"beachhead", "safe" (Safe to Land?), "stars" (Stars and Stripes?), "beachhead+safe" with both, or "none"',
        "IWO 14",
    ),
    "areas.adjacent": Meaning("neighbours", "the areas next to it", "IWO 10.1"),
    "units.side": Meaning("side", '"us" blue; "jp" brown or red', "IWO 2.1.1(3)"),
    "units.type": Meaning(
        "symbol",
        '"marines", "infantry", "machine-gun", "mortar", "artillery", "heavy-artillery", "rocket", "gun", "tank", '
        '"at-gun"',
        "IWO 2.1.1(2)",
    ),
    "units.name": Meaning("name", "it has no effect", "IWO 2.1.1(1)"),
    "units.division": Meaning("division", "the stripe: blue 3, orange 4, green 5", "IWO 2.1.1(1)"),
    "units.bombard": Meaning("Bombardment Rating", "the red number in the lower left corner", "IWO 2.1.1(4)"),
    "units.range": Meaning(
        "Bombardment Range", 'the superscript at its Bombardment Rating: "1", or "any" for infinite', "IWO 2.1.1(4)"
    ),
    "units.assault": Meaning("Assault Rating", "the first black number", "IWO 2.1.1(5)"),
    "units.at": Meaning("AT capability", "true with a black triangle before the Assault Rating", "IWO 2.1.1(5)"),
    "units.mp": Meaning("Movement Points", "the second black number", "IWO 2.1.1(6)"),
    "units.steps": Meaning("number of steps", "of a fresh unit, both counters together", "IWO 2.1.1(7), 3"),
    "units.armor": Meaning("Armor Rating", "the black number left of the symbol", "IWO 2.1.1(2), 22.4.3"),
    "units.red": Meaning("Japanese Marines", "true where the counter is red", "IWO 2.1.1(3), 22.1.2"),
    "markers.count": Meaning("count", "how many of these counters there are", "IWO 2.1.2"),
}

SHELLING = ("mortar", "artillery", "heavy-artillery")


def printed(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """IWO 2.1.1: only ground units have an Assault Rating, only artillery and support a Bombardment Rating, only US
    tanks armor.

    What must be said comes last, so that a row is whole only when all of it has been asked for.
    """
    if chart == "areas":
        return {"bdv": True, "symbols": False, "box": False, "adjacent": True}
    if chart == "markers":
        return {"count": True}
    side, kind = says.get("side"), says.get("type")
    if kind in ("air", "naval"):
        return {"side": True, "type": True, "bombard": True}
    fields = {"side": True, "type": True}
    if side != "jp":
        fields["division"] = True
    if side != "us":
        fields |= {"red": False, "at": False}
    if kind is None or kind in SHELLING:
        fields["bombard"] = kind is not None
    if kind is None or kind in (*SHELLING, "rocket"):
        fields["range"] = False
    if side != "jp" and kind in (None, "tank"):
        fields["armor"] = kind is not None
    return fields | {"assault": True, "mp": True, "steps": True}


def determined(chart: str, row: str, says: Mapping[str, Any]) -> Mapping[str, Any]:
    """IWO 3, 22.4.3: the steps of a kind of unit that all have as many, the armor of US tanks."""
    kind, us = says.get("type"), says.get("side") == "us"
    if chart != "units" or "side" not in says or kind in (None, "air", "naval"):
        return {}
    if kind == "tank":
        return {"armor": 2} if us else {}
    _, steps = usual_steps(row, says)
    surely = kind in ("hq", *SHELLING, "rocket") if not us else kind == "marines"
    return {"steps": steps[0]} if surely and len(steps) == 1 else {}


def check(charts: Mapping[str, Mapping[str, Any]], complete: Sequence[str]) -> Iterator[PackFinding]:
    """What a pack does not say yet, or says against the text. Reading R-09: the printed steps win, so they are only
    remarked on."""
    areas, units, markers = (charts.get(chart, {}) for chart in ("areas", "units", "markers"))
    yield from _check_areas(areas, "areas" in complete)
    types = Counter((says.get("side"), says.get("type")) for says in units.values())
    for side, kind, title, least, most, rule in (
        ("us", "air", "air units", 5, 5, "22.1.3"),
        ("us", "naval", "naval units", 3, COUNTERS, "21"),
        ("jp", "hq", "Japanese HQ", 1, 1, "22.3.1"),
        ("jp", "rocket", "Japanese rocket artillery", 1, 1, "22.5"),
    ):
        found = types[side, kind]
        if found < least:
            yield PackFinding(
                "units", f"{found or 'no'} {title}, where there {'is' if least == 1 else 'are'} {least}", f"IWO {rule}"
            )
        elif found > most:
            yield PackFinding(
                "units",
                f"{found} {title}, where there {'is' if most == 1 else 'are'} {most}",
                f"IWO {rule}",
                against=True,
            )
    yield from _check_divisions(units)
    guns = [unit for unit, says in units.items() if _of_109(unit, says)]
    if guns and len(guns) != 4:
        yield PackFinding("units", f"{len(guns)} of the four 109 Artillery units", "IWO 26", against=len(guns) > 4)
    for unit, says in units.items():
        yield from _check_unit(unit, says)
    yield from _check_markers(markers)
    if {"units", "markers"} <= set(complete):
        counters = sum(2 if says.get("side") == "us" and says.get("steps", 1) > 2 else 1 for says in units.values())
        counters += (
            sum(says.get("count", 0) for says in markers.values()) + 3
        )  # the Turn marker and two for victory points
        if counters != COUNTERS:
            words = (
                f"with the markers, the Turn and the Victory Point markers these are {counters} counters, of "
                f"{COUNTERS}; 4 steps take two"
            )
            yield PackFinding("units", words, "IWO 2, 4.2", against=True)


def _check_areas(areas: Mapping[str, Any], complete: bool) -> Iterator[PackFinding]:
    beaches = [area for area, says in areas.items() if says.get("bdv") == 0]
    if len(beaches) != BEACHES:
        words = f"{len(beaches)} of {BEACHES} beaches, the areas with Basic Defense Value 0"
        yield PackFinding("areas", words, "IWO 2.2.1, 14", against=len(beaches) > BEACHES)
    least = -(-CAVES // CAVES_EACH)
    if len(areas) < least:
        yield PackFinding("areas", f"{len(areas)}, where {CAVES} caves at two an area need {least} at least", "IWO 4.1")
    names = Counter(says.get("name") for says in areas.values())
    for name in (FUNAMI_DAI, MOTOYAMA):
        if names[name] != 1:
            yield PackFinding("areas", f"{names[name] or 'none'} of the name {name!r}", "IWO 23.1(1)")
    stars = [area for area, says in areas.items() if says.get("box") == "stars"]
    if len(stars) != 1:
        words = f"{', '.join(stars) or 'none'} with the box Stars and Stripes?, where there is one"
        yield PackFinding("areas", words, "IWO 14", against=len(stars) > 1)
    for area, says in areas.items():
        if (
            "bdv" in says
            and ("symbols" in says or says["bdv"] == 0)
            and ("beach" in says.get("symbols", ())) != (says["bdv"] == 0)
        ):
            has = "a" if "beach" in says.get("symbols", ()) else "no"
            yield PackFinding(
                "areas",
                f"{area} has {has} Beach symbol, and Basic Defense Value {says['bdv']}",
                "IWO 2.2.1, 3",
                against=True,
            )
        if says.get("bdv", 0) < 0:
            yield PackFinding("areas", f"{area} has a Basic Defense Value below 0", "IWO 2.2.1", against=True)
        if "beachhead" in says.get("box", "") and says.get("bdv", 0) != 0:
            yield PackFinding("areas", f"{area} has the box Beachhead? and is no beach", "IWO 14", against=True)
    if complete:
        yield from _check_ways(areas)


def _check_ways(areas: Mapping[str, Any]) -> Iterator[PackFinding]:
    """Every area can be reached from where the US lands."""
    ahead = [area for area, says in areas.items() if says.get("bdv") in (0, 1)]
    reached = set(ahead)
    while ahead:
        for near in areas[ahead.pop()].get("adjacent", ()):
            if near in areas and near not in reached:
                reached.add(near)
                ahead.append(near)
    if cut_off := [area for area in areas if area not in reached]:
        yield PackFinding("areas", f"{', '.join(cut_off)} cannot be reached from any landing area", "IWO 10.1, 10.3")


def _check_divisions(units: Mapping[str, Any]) -> Iterator[PackFinding]:
    third = [says for says in units.values() if says.get("division") == 3]
    kinds = Counter(says.get("type") for says in third)
    if (kinds["marines"], kinds["artillery"], kinds["tank"], len(third)) != (3, 1, 1, THIRD_UNITS):
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "nothing"
        words = f"the 3rd Division is three regiments, artillery and tanks; here it is {told}"
        yield PackFinding("units", words, "IWO 22.2.1", against=len(third) > THIRD_UNITS)
    for division, colour in ((4, "orange"), (5, "green")):
        if not any(says.get("division") == division for says in units.values()):
            yield PackFinding("units", f"none of the {division}th Division ({colour} stripe)", "IWO 4.2")
    if not any(says.get("side") == "jp" and says.get("red") for says in units.values()):
        yield PackFinding("units", "no Japanese Marines, the red units", "IWO 22.1.2")


def _check_unit(unit: str, says: Mapping[str, Any]) -> Iterator[PackFinding]:
    def against(words: str, rule: str) -> PackFinding:
        return PackFinding("units", f"{unit} {words}", f"IWO {rule}", against=True)

    kind, us = says.get("type"), says.get("side") == "us"
    if kind in (*SHELLING, "air", "naval") and says.get("bombard") == 0:
        yield against("has Bombardment Rating 0", "2.1.1(4)")
    if kind == "rocket" and says.get("bombard"):
        yield against("has a Bombardment Rating; rocket artillery has no number", "22.5")
    if kind in ("air", "naval") and (says.get("assault") or says.get("mp")):
        yield against("has an Assault Rating or Movement Points; only ground units have them", "2.1.1(5)")
    if kind == "tank" and us and says.get("armor", 2) != 2:
        yield against(f"has Armor Rating {says['armor']}; that of every US tank is 2", "22.4.3")
    if says.get("armor") and (kind not in (None, "tank") or says.get("side") == "jp"):
        yield against("has an Armor Rating; only US tanks have one", "2.1.1(2)")
    if says.get("steps", 1) < 1 or says.get("bombard", 0) < 0 or says.get("assault", 0) < 0 or says.get("mp", 0) < 0:
        yield against("has a number no counter has", "2.1.1")
    whose, steps = usual_steps(unit, says)
    if says.get("steps", steps[0]) not in steps:
        yield against(
            f"has {several(says['steps'], 'step')}; {whose} {' or '.join(map(str, steps))} (the counter is right)", "3"
        )
    if us and says.get("red"):
        yield against("is red; the red units are Japanese Marines", "2.1.1(3)")
    if us and kind not in ("air", "naval") and says.get("division", 3) not in (3, 4, 5):
        yield against(f"is of division {says['division']}; there are the 3rd, 4th and 5th", "2.1.1(1)")


def _of_109(unit: str, says: Mapping[str, Any]) -> bool:
    """IWO 26: whether a unit is 109 Artillery, by its key or its printed name."""
    return says.get("side") == "jp" and "109" in f"{unit} {says.get('name', '')}"


def usual_steps(unit: str, says: Mapping[str, Any]) -> tuple[str, tuple[int, ...]]:
    """IWO 3: how many steps a unit of this kind has. Readings R-09, R-10: what the text leaves to the counter, it may
    say either way."""
    kind, us = says.get("type"), says.get("side") == "us"
    if kind in ("air", "naval"):
        return "air and naval units have", (1,)
    if kind == "hq":
        return "the HQ has", (1,)
    if kind == "marines" and us:
        return "US Marine units have", (4,)
    if kind in (*SHELLING, "rocket") and not us:
        return ("the 109 Artillery has", (1, 2)) if _of_109(unit, says) else ("Japanese artillery has", (1,))
    if us:
        return "US artillery and tanks have", (2, 4)
    return "most ground units have", (2,)


def _check_markers(markers: Mapping[str, Any]) -> Iterator[PackFinding]:
    for known in ROSTER:
        if known.chart == "markers" and known.row not in markers:
            yield PackFinding(
                "markers",
                f"{known.row}: how many there are" + (f", {known.look_for}" if known.look_for else ""),
                known.rule,
            )
    if markers.get(MARKERS["safe"].row, {}).get("count", 2) < 2:
        yield PackFinding(
            "markers", "fewer than two Safe to Land, where both airfields can have one", "IWO 23.1(1)", against=True
        )
