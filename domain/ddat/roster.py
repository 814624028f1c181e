"""What the rulebook's text says of cards, map, counters and charts, and what each thing printed on them means (DDaT 2,
3, 20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat.charts import BANDS, COLOURS, EVENTS, ZONES
from domain.ddat.november_pieces import INFANTRY, NEAR_1337, POSITIONS, POSTS
from domain.ddat.state import CARDS
from domain.kernel.printed import Group, Known, Meaning

# ---- the cards: what the worked examples give away (5.12, 6.3, 12.0) ----

TOLD: dict[str, dict[str, tuple[dict[str, Any], str]]] = {
    "drift": {
        "17": ({"drift": "1L"},
               "12.0"),
               "22": ({"drift": "1R"}, "5.12"), "34": ({"drift": "PR"}, "5.12"), "54": ({"drift": "none"}, "5.12"),
    },
    "landing": {
        "17": ({"units": "4", "lvt": "2", "location": "inland1"}, "5.12"),
        "43": ({"units": "3", "lvt": "X", "location": "water"}, "5.12"),
        "45": ({"units": "2", "lvt": "2", "location": "beach"}, "5.12"),
    },
    "events": {
        "17:2-10": ({"event": "smoke", "zone": "E"}, "12.0"), "17:11-16": ({"event": "naval-fire"}, "12.0"),
        "17:17-30": ({"event": "lost-boat-teams"}, "12.0"),
    },
    "combat": {"17": ({"event": "naval-blast"}, "12.0")},
    "fire": {
        "17": ({"colours": ["orange:R", "blue:P", "2brown:A"], "symbol": "circle"}, "12.0"),
        "19": ({"colours": ["2orange", "green:star", "2brown"], "symbol": "diamond"}, "6.3"),
        "21": ({"colours": ["2red", "purple", "blue:M"], "symbol": "circle"}, "6.3"),
    },
}  # fmt: skip
LOOK_FOR = {
    ("landing", "17"): "the worked example's figures; the strip of dots beside it may show 3 and 1",
    **{
        ("events", f"3:{turns}"): "a tank event on this card is green, whatever colour is printed (EV)"
        for turns in BANDS
    },
}


def _cards() -> Iterator[Known]:
    """Every card, section by section; each event section once for each part of the game it tells apart."""
    for chart, told in TOLD.items():
        for card in CARDS:
            for row in (f"{card}:{turns}" for turns in BANDS) if chart == "events" else (card,):
                says, rule = told.get(row, ({}, "2.3"))
                yield Known(chart, row, says, f"DDaT {rule}", LOOK_FOR.get((chart, row), ""))


# ---- the map (2.1) ----

PLACES: dict[str, tuple[dict[str, Any], str]] = {
    "D2": ({}, "21.1"), "E5": ({}, "20.2"), "F13": ({}, "11.3"),
    "D3": ({"colour": "orange", "coastal": True, "group": "D3/D4"}, "6.22"),
    "D4": ({"colour": "orange", "coastal": True, "group": "D3/D4"}, "6.22"),
    "D5": ({"colour": "blue", "coastal": True}, "6.22"), "D15": ({"colour": "orange"}, "6.22"),
    "D9": ({"colour": "purple", "group": "D9/D10"}, "6.22"), "D10": ({"colour": "purple", "group": "D9/D10"}, "6.22"),
    "E1": ({"group": "E1/E2"}, "6.21"), "E2": ({"group": "E1/E2"}, "6.21"),
    "E6": ({"coastal": True}, "2.1"), "E8": ({"coastal": True}, "2.1"), "E13": ({"coastal": True}, "2.1"),
    "E9": ({"coastal": False}, "2.1"), "E11": ({"coastal": False}, "2.1"),
}  # fmt: skip
"""Positions the text names, beside those of 20.1, whose depth markers tell the coast from the interior (2.25)."""


def _places() -> Iterator[Known]:
    found = dict(PLACES)
    for position, depth in POSITIONS.items():
        found.setdefault(position, ({"coastal": depth == "coastal"} if depth else {}, "20.1"))
    for position in sorted(found, key=lambda name: (name[0], int(name[1:]))):
        says, rule = found[position]
        yield Known("positions", position, says, f"DDaT {rule}", "")


def _ground() -> Iterator[Known]:
    for name, second in (("R1", "5.12"), ("R2", "5.12"), ("R3", "5.12")):
        for letter in "ABC" if name == "R1" else "ABCD":
            says: dict[str, Any] = {"facing": "zigzag"} if name == "R1" else {}
            if name == "R2" and letter != "D":
                says = {"facing": "south"} | ({"second": "south-west"} if letter == "C" else {})
            yield Known("approaches", f"{name}{letter}", says, f"DDaT {'5.3' if letter == 'D' else second}", "")
    for feature, rule, what in (
        ("land", "5.2", "every land hex but the beach hexes"),
        ("beach", "5.2", "every beach hex: it is land and water alike"),
        ("south-beach", "18.1", "the beach hexes of the southern shore"),
        *((f"beach-R{n}", "EV", f"the beach hexes of Beach Red {n}, where artillery may land") for n in (1, 2, 3)),
        ("wreck", "5.12", "water hexes with an LVT wreck, as 0521 and 1233"),
        ("pier", "5.22", "hexsides with a pier"),
        ("seawall", "8.3", "hexsides with a seawall"),
        ("fortified", "8.3", "hexes with a fortified building"),
        ("building", "13.3", "hexes with another building"),
        ("crater", "13.3", "crater hexes"),
    ):
        yield Known("map", feature, {}, f"DDaT {rule}", what)
    for terrain, rule in (("fortified", "8.3"), ("building", "13.3"), ("crater", "13.3"), ("seawall", "8.3")):
        yield Known("terrain", terrain, {"defence": 2}, f"DDaT {rule}", "it doubles the defence")
    yield Known("command", "1", {"range": 1}, "DDaT 16.2", "where every marker begins")
    yield Known("command", "2", {}, "DDaT 20.2", "where the markers of 21 November begin")


# ---- the counters (2.2, 20) ----

LOST = {"K/3/2": "3/2", "E/2/2": "2/2", "I/3/8": "3/8"}
"""Companies that 20.2 counts as lost: those its battalions lack."""


def _units() -> Iterator[Known]:
    infantry = [(name, "20.2", "") for units in INFANTRY.values() for name in units]
    infantry += [
        (name, "20.2", f"the company that the {of} lacks in 20.2, where three infantry units are lost")
        for name, of in LOST.items()
    ]
    for name, rule, look_for in infantry:
        first = {"arrival": 1, "beach": "R2", "by": "turn"} if name == "C/1/2" else {}
        yield Known("units", name, {"type": "infantry", "steps": 4, **first}, f"DDaT {rule}, 2.21", look_for)
    near = {name: steps for _, units in POSTS.values() for name, steps in units.items()} | NEAR_1337
    for name, steps in near.items():
        kind = "tank" if name.endswith("T") else "artillery" if name.endswith("/10") else "engineer"
        whole = {"steps": 2} if steps == 2 else {}
        yield Known(
            "units", name, {"type": kind, **whole, **({"by": "event"} if kind == "artillery" else {})}, "DDaT 20.2", ""
        )
    for name in POSTS:
        yield Known("units", name, {"type": "hq", "steps": 0}, "DDaT 20.2, 2.21", f"HQ {name.removeprefix('HQ-')}/2")


# ---- the charts (2.4) ----

WEAPON_ROWS = {
    "infantry": "four steps, attacking from an adjacent hex", "infantry-ranged": "four steps, from farther away",
    "heavy": "companies D, H and M with four steps, adjacent", "heavy-ranged": "the same from farther away",
    "heavy-3": "companies D, H and M with three steps, adjacent", "heavy-3-ranged": "the same from farther away",
    "engineer": "engineers",
    "tank-near": "tanks at 1 to 4 hexes", "tank-far": "tanks at 5 to 7 hexes", "artillery": "artillery",
}  # fmt: skip
DOTS = {
    "intense/revealed": ({"symbol": False, "armor": True}, "6.36"),
    "intense/unrevealed": ({"symbol": False, "armor": True, "step": True, "disrupt": True}, "6.3"),
    "steady/revealed": ({"symbol": True, "armor": False, "step": True, "disrupt": False}, "6.3"),
    "steady/unrevealed": ({"symbol": True, "armor": False}, "6.3"),
    "machine-gun/revealed": ({}, "6.31"),
    "machine-gun/unrevealed": ({"symbol": True, "step": True}, "6.3"),
}  # fmt: skip
RATIOS = {
    "more-than-twice": "US strength more than twice the Japanese",
    "twice": "exactly twice: the row of the chart it belongs to",
    "more": "more, not twice", "equal": "equal", "less": "less",
}  # fmt: skip
DEFENDERS = {
    "alone": "a unit without depth marker",
    "hidden": "with an unrevealed depth marker",
    "shown": "with a revealed one",
}
CELLS: dict[str, dict[str, Any]] = {
    "met/more-than-twice/alone": {"unit": "defeated"},
    "met/more-than-twice/hidden": {"reveal": True},
    "met/more/hidden": {"reveal": True},
    "met/more/shown": {"unit": "disrupted", "depth": "eliminated"},
    "unmet/equal/shown": {"us_disrupted": True},
}  # fmt: skip
"""Cells the attack examples of turn 7 tell."""


def _charts() -> Iterator[Known]:
    tank = {"tank-near": ["AR", "BZ", "BR", "MG"], "tank-far": ["AR", "BZ"]}
    for row, what in WEAPON_ROWS.items():
        rule = "8.28" if row in tank else "8.27" if "infantry" in row or "heavy" in row else "8.2"
        yield Known("weapons", row, {"weapons": tank[row]} if row in tank else {}, f"DDaT {rule}", what)
    for row, (says, rule) in DOTS.items():
        yield Known("fire-chart", row, says, f"DDaT {rule}", "")
    for met in ("unmet", "met"):
        for ratio, words in RATIOS.items():
            for defender, whose in DEFENDERS.items():
                row = f"{met}/{ratio}/{defender}"
                half = "upper section" if met == "unmet" else "lower section"
                yield Known("attack-chart", row, CELLS.get(row, {}), "DDaT 8.3", f"{half}; {words}; {whose}")
    for who in ("tank", "artillery"):
        for shown, words in (
            ("colour", "the position's colour only"),
            ("symbol", "the unit's symbol only"),
            ("both", "colour and symbol"),
        ):
            yield Known("barrage", f"{who}/{shown}", {}, "DDaT 8.4", f"the card shows {words}")


ROSTER = (
    *_cards(), *_places(), *_ground(), *_units(),
    *(Known("japanese", f"T{n}",
            {"coastal": False}, "DDaT 3.0, 2.23", "one of the three tank units") for n in (1, 2, 3)),
    Known("counts", "coastal", {}, "DDaT 2.25", "how many coastal depth markers there are"),
    Known("counts", "inland", {}, "DDaT 2.25", "how many inland depth markers there are"),
    *_charts(),
)  # fmt: skip

GROUPS = (
    *(Group("positions", f"positions of zone {zone}, by their ids", {}, "DDaT 2.1", prefix=zone) for zone in ZONES),
    Group("approaches",
          "approach hexes of Beach Green: names that begin with G",
          {"facing": "none"}, "DDaT 15.4", {"second": "none"}, prefix="G"),
    Group("map", "hexes of further terrain that the Terrain Effects Chart lists", {}, "DDaT 7.3"),
    Group("terrain", "further terrain of the Terrain Effects Chart", {}, "DDaT 7.3"),
    Group("command", "further spaces of the US Command Post track: 3, 4, …", {}, "DDaT 16.22"),
    *(
        Group("units", f"units of turn {turn}{where}", {"by": "turn", "arrival": turn, **beach}, rule, number=number)
        for turn, where, beach, rule, number in (
            (1, "", {}, "DDaT 3.0", 12), (17, ": 1st Battalion, 8th Marines", {"beach": "R2"}, "DDaT 21.2", 7),
            (28, ": Beach Green", {"beach": "G"}, "DDaT 21.3", 6),
        )
    ),
    Group("units", "units marked D+2", {"by": "D+2"}, "DDaT 21.3", number=5),
    Group("units", "units marked E: they enter by event", {"by": "event"}, "DDaT 2.21", {"type": "artillery"}),
    Group("units", "units of all other turns", {"by": "turn"}, "DDaT 2.21"),
    Group("japanese", "units with the coastal code C", {"coastal": True, "tank": ""}, "DDaT 3.0", number=28),
    Group("japanese", "units without code that are no tanks", {"coastal": False, "tank": ""}, "DDaT 3.0", number=15),
    Group("depth", "armor depth markers", {"type": "armor", "reinforcement": False}, "DDaT 3.0", number=3),
    Group("depth",
          "coastal depth markers that call a tactical reinforcement",
          {"type": "coastal", "reinforcement": True}, "DDaT 20.1", number=4),
    Group("depth", "all other coastal depth markers", {"type": "coastal", "reinforcement": False}, "DDaT 2.25"),
    Group("depth", "inland depth markers", {"type": "inland"}, "DDaT 2.25"),
)  # fmt: skip

HEXES = "hexes, and runs along a row as 1226-1229"
SYMBOLS = '"circle", "diamond" or "triangle"'
COLOURS_WORDS = ", ".join(f'"{colour}"' for colour in COLOURS)
EVENTS_WORDS = ", ".join(f'"{event}"' for event in EVENTS if event != "none")
CODES = (
    "codes of the US Weapons Chart; FL flanking, CC close combat, FT flamethrower, NF naval fire, AR artillery, DE "
    "demolitions, RD radio"
)

FIELDS = {
    "drift.drift": Meaning("drift", 'in the upper right corner: "none", "1L", "1R" or "PR"', "DDaT 5.12"),
    "landing.units": Meaning("U", "the steps of units that land: 1 to 4, or X", "DDaT 5.12"),
    "landing.lvt": Meaning("L", "the steps of LVTs or a tank: 1, 2, or X", "DDaT 5.12"),
    "landing.location": Meaning(
        "location", '"reef", "water", "beach", "inland1", "inland2"; "none" where U is X', "DDaT 5.12"
    ),
    "events.event": Meaning("event", f'"none" or what it is: {EVENTS_WORDS}; "naval-fire" is a marker', "DDaT EV"),
    "events.depth": Meaning("depth markers", "how many the event adds; 0 for a hero without", "DDaT EV, 9.2"),
    "events.zone": Meaning("zone", "of the smoke, A to F", "DDaT EV"),
    "events.beach": Meaning("beach", 'of the artillery: "R1", "R2" or "R3"', "DDaT EV"),
    "events.colour": Meaning("colour", "of the tank unit", "DDaT EV"),
    "events.symbol": Meaning("target symbol", f"beside the event: {SYMBOLS}", "DDaT EV"),
    "events.shibasaki": Meaning("Shibasaki", "yes where he must be in command", "DDaT EV"),
    "events.circle": Meaning("position at the circle", "its id, as E6", "DDaT EV"),
    "events.diamond": Meaning("position at the diamond", "its id, as E6", "DDaT EV"),
    "events.triangle": Meaning("position at the triangle", "its id, as E6", "DDaT EV"),
    "combat.event": Meaning(
        "close combat event",
        '"none", "conscripts-surrender", "heroism", "naval-blast", "reinforce" or "withdrawal-hit"',
        "DDaT 8.67",
    ),
    "fire.colours": Meaning(
        "position colours",
        "the three from left to right; 2 before a double one, letter, star or armor behind a colon: 2brown:A "
        "green:star blue",
        "DDaT 6.1",
    ),
    "fire.symbol": Meaning("US target symbol", SYMBOLS, "DDaT 6.1"),
    "fire.artillery": Meaning("artillery value", "number and type, as 8any, 3medium, 2heavy; none without", "DDaT 6.5"),
    "positions.hex": Meaning("hex", "four digits", "DDaT 2.1"),
    "positions.colour": Meaning("colour", COLOURS_WORDS, "DDaT 2.1"),
    "positions.coastal": Meaning("coast", "yes in or next to a beach hex", "DDaT 2.1"),
    "positions.group": Meaning(
        "group", "one name for all positions a line links, as D3/D4; none for one alone", "DDaT 2.1"
    ),
    "positions.setup": Meaning("set-up mark", 'blue "C" or "I", or "none"', "DDaT 2.1"),
    "positions.armor": Meaning("armor symbol", "yes or no", "DDaT 2.1"),
    "positions.artillery": Meaning("artillery class", '"light", "medium", "heavy" or "none"', "DDaT 2.1"),
    "positions.intense": Meaning("intense fire dots", f"of the position or its group: {HEXES}", "DDaT 2.1, 6.2"),
    "positions.steady": Meaning("steady fire dots", f"with the water hexes of its fire arc: {HEXES}", "DDaT 2.1, 6.23"),
    "approaches.hex": Meaning("hex", "four digits", "DDaT 2.1"),
    "approaches.facing": Meaning(
        "arrow", '"south", "south-west", "zigzag" (Red 1) or "none" (Green)', "DDaT 2.1, 5.12"
    ),
    "approaches.second": Meaning("secondary arrow", 'only in Red 2: "south-west", "south" or "none"', "DDaT 2.1, 5.12"),
    "map.hexes": Meaning("hexes", f"of this kind: {HEXES}", "DDaT 2.1"),
    "map.sides": Meaning("hexsides", "of pier and seawall, by the two hexes: 1227/1228", "DDaT 2.1"),
    "terrain.defence": Meaning(
        "defence", "2 where it doubles the strength of units attacked there, else 1", "DDaT 8.3"
    ),
    "terrain.bars": Meaning("bars", "who may not enter: infantry, engineer, tank, artillery, hq", "DDaT 7.3"),
    "terrain.stops": Meaning("stops", "who must stop on entering: infantry, engineer, tank, artillery, hq", "DDaT 7.3"),
    "command.range": Meaning("command range", "the number in the space", "DDaT 16.2"),
    "units.type": Meaning("type", '"infantry", "engineer", "tank", "artillery" or "hq"', "DDaT 2.24"),
    "units.steps": Meaning(
        "steps", "of the fresh unit: a company of marines has 4, a headquarters 0, all others 1 or 2", "DDaT 2.21"
    ),
    "units.strength": Meaning(
        "attack strengths", "one for each step from full to last, the replacement counter's too: 6 5 3 2", "DDaT 2.21"
    ),
    "units.symbol": Meaning("target symbol", SYMBOLS, "DDaT 2.21"),
    "units.by": Meaning("entry", '"turn", or "event" (E) or "D+2"', "DDaT 2.21"),
    "units.arrival": Meaning("arrival turn", "the number", "DDaT 2.21"),
    "units.beach": Meaning("beach", '"R1", "R2", "R3" or "G"', "DDaT 2.21"),
    "units.range": Meaning("range", "the number; 99 for U", "DDaT 2.21"),
    "units.support": Meaning("SP", "yes where it is printed", "DDaT 17.0"),
    "units.flamethrower": Meaning("FT", "yes where it is printed", "DDaT 8.6"),
    "units.weapons3": Meaning("weapons with 3 steps", "the codes printed on that side, none without", "DDaT 8.21"),
    "units.weapons2": Meaning("weapons with 2 steps", "the codes printed on that side, none without", "DDaT 8.21"),
    "units.weapons1": Meaning("weapons with 1 step", "the codes printed on that side, none without", "DDaT 8.21"),
    "weapons.weapons": Meaning("weapons", f"of this row: {CODES}", "DDaT 8.2"),
    "japanese.formation": Meaning("formation", '"7SSNL", "3SBD", "111P" or "4FC"', "DDaT 2.23"),
    "japanese.hq": Meaning("headquarters", "yes for the HQ of 111P, which is elite", "DDaT 2.23"),
    "japanese.strength": Meaning("strength", "the number", "DDaT 2.23"),
    "japanese.weapons": Meaning("weapon requirements", f"all of them: {CODES}", "DDaT 2.23"),
    "japanese.coastal": Meaning("coastal code", "yes with a C", "DDaT 2.23"),
    "japanese.tank": Meaning("tank colour", f"of a tank unit: {COLOURS_WORDS}", "DDaT 2.23"),
    "depth.type": Meaning("type", '"coastal", "inland" or "armor"', "DDaT 2.25"),
    "depth.reinforcement": Meaning("tactical reinforcement", "yes where it calls for one", "DDaT 9.3"),
    "depth.strength": Meaning("strength", "the number", "DDaT 2.25"),
    "depth.weapons": Meaning("weapon requirements", f"all of them: {CODES}", "DDaT 2.25"),
    "counts.count": Meaning("count", "how many of these counters there are", "DDaT 2.25"),
    "fire-chart.symbol": Meaning(
        "target symbol", "yes where only units with the card's target symbol are hit", "DDaT 6.3"
    ),
    "fire-chart.armor": Meaning("armored units", "yes where they are hit without the armor hit bonus", "DDaT 6.36"),
    "fire-chart.step": Meaning("step", "yes where a hit unit loses one", "DDaT 6.32"),
    "fire-chart.disrupt": Meaning("disruption", "yes where a hit unit is disrupted", "DDaT 6.33"),
    "attack-chart.reveal": Meaning(
        "reveal", "yes where the depth marker is revealed and the chart consulted again", "DDaT 8.3"
    ),
    "attack-chart.unit": Meaning("Japanese unit", 'it is "defeated", "disrupted", or "none" of these', "DDaT 8.3"),
    "attack-chart.late_unit": Meaning(
        "Japanese unit from turn 11", '"defeated" or "disrupted" where it differs, else "same"', "DDaT 15.0"
    ),
    "attack-chart.depth": Meaning("depth marker", 'one is "eliminated" or "added", or "none" of these', "DDaT 8.3"),
    "attack-chart.us_disrupted": Meaning("US disrupted", "yes where the attackers are", "DDaT 8.3"),
    "attack-chart.us_step": Meaning("US step", "yes where the attackers lose one", "DDaT 8.3"),
    "barrage.unit": Meaning("Japanese unit", 'it is "disrupted", "defeated", or "none" of these', "DDaT 8.4"),
    "barrage.depth": Meaning("depth marker", '"eliminated" or "none"', "DDaT 8.4"),
}

OF_EVENT: Mapping[str, Mapping[str, bool]] = {
    "counterattack": {"shibasaki": False},
    "depth": {"depth": True},
    "flanking-fire": {"symbol": False, "shibasaki": False},
    "hero": {"depth": False},
    "land-artillery": {"beach": True},
    "naval-hits-position": {"circle": True, "diamond": True, "triangle": True},
    "smoke": {"zone": True},
    "tank": {"colour": True, "symbol": False},
}
"""What an event section prints beside the event itself (EV)."""


def printed(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """The fields a card, position, counter or cell of this kind has printed, in the order they are asked for.

    True where the row means nothing without: with a strength or a target symbol that nobody has read, fire and attacks
    would be wrong.
    """
    if chart == "landing":
        return {"units": True, "lvt": True} | ({} if says.get("units") == "X" else {"location": False})
    if chart == "events":
        return {"event": True, **OF_EVENT.get(says.get("event", ""), {})}
    if chart == "units":
        return _printed_unit(says)
    if chart == "japanese":
        hq = {"hq": False} if says.get("formation") == "111P" else {}
        return {"formation": True, **hq, "strength": True, "weapons": False, "coastal": False, "tank": False}
    if chart == "depth":
        face = {} if says.get("reinforcement") else {"strength": False, "weapons": False}
        return {"type": True, "reinforcement": False, **face}
    if chart == "attack-chart" and says.get("reveal"):
        return {"reveal": False}
    return PRINTED[chart]


PRINTED: Mapping[str, Mapping[str, bool]] = {
    "drift": {"drift": True},
    "combat": {"event": True},
    "fire": {"colours": True, "symbol": True, "artillery": False},
    "positions": {
        "hex": True,
        "colour": True,
        "coastal": True, "group": False, "setup": False, "armor": False, "artillery": False, "intense": False,
        "steady": False,
    },
    "approaches": {"hex": True, "facing": False, "second": False},
    "map": {"hexes": False, "sides": False},
    "terrain": {"defence": False, "bars": False, "stops": False},
    "command": {"range": True},
    "weapons": {"weapons": True},
    "counts": {"count": True},
    "fire-chart": {"symbol": True, "armor": True, "step": True, "disrupt": True},
    "attack-chart": {"reveal": False,
                     "unit": False, "late_unit": False, "depth": False, "us_disrupted": False, "us_step": False},
    "barrage": {"unit": False, "depth": False},
}  # fmt: skip


def _printed_unit(says: Mapping[str, Any]) -> Mapping[str, bool]:
    """DDaT 2.21: a headquarters has no strength; range is printed on tanks and artillery, weapons on the reduced sides
    of infantry."""
    kind = says.get("type")
    fields = {"type": True, "steps": True}
    if kind is None or kind != "hq":
        fields |= {"strength": True, "symbol": True}
    fields["by"] = False
    if says.get("by", "turn") == "turn":
        fields |= {"arrival": False, "beach": False}
    if kind in ("tank", "artillery"):
        fields["range"] = False
    if kind == "engineer":
        fields |= {"support": False, "flamethrower": False}
    if kind == "infantry":
        fields |= {"weapons3": False, "weapons2": False, "weapons1": False}
    return fields
