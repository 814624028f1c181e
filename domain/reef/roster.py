"""What the rulebook's text says of the printed modules, and what each thing printed there means (BRT 15.2 to 15.6, CG2
to CG19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.packs import number_runs, unlike_roster
from domain.kernel.printed import ByTheText, Group, Known, Meaning, PackFinding
from domain.reef.charts import BEACHES, CAMPAIGNS, CHARTS, DATES, HIP_ITEM, PIER_END, WATER
from domain.reef.organization import BATTALIONS, KINDS
from domain.reef.state import water

Rows = Mapping[str, Mapping[str, Any]]
LATER = DATES[1:]
"""Dates on which no campaign's Initial Scenario has to be: those with a line of the Scenario Chart."""
BASE = {
    "chits-return": "whether a drawn chit goes back into the draw pile (G14.63): yes or no",
    "access-lasts": "how long Battery Access lasts for a NOBA mission (G14.63): player-turn or until-lost",
    "halving": "how half an Extent of Error is rounded (C1.31): up or down",
}
SHORTEST = "I"
"""BRT 15.5: CG I has 4 or 5 dates."""


def _rows() -> Iterator[Known]:
    for cg in CAMPAIGNS:
        yield Known(
            "campaigns", cg, {}, f"BRT 15.5{CAMPAIGNS.index(cg) + 1}", "the page of this campaign, and its ISSR"
        )
    for cg in CAMPAIGNS:
        for beach in BEACHES:
            yield Known(
                "allotments",
                f"{cg}/{beach}",
                {},
                "BRT 15.614",
                f"GPP, FPP, CAPP of {beach} in CG {cg}; nothing where it has none",
            )
    for date in LATER:
        yield Known("scenario-chart", date, {}, "BRT 15.6205", "the Scenario Chart of the campaigns")
    yield Known("prices", HIP_ITEM, {"points": "FPP"}, "BRT CG11", "FPP for a HIP squad-equivalent")
    yield Known("entry-areas", "Green", {}, "BRT 15.2", "the coloured map-edge hexes from M1 to Z7")
    yield Known("grid", "columns", {}, "BRT 15.2", "any two columns side by side")
    yield Known("transports", "LVT", {}, "BRT CG2.3", "the vehicle notes")
    for question, look_for in BASE.items():
        yield Known("base-rules", question, {}, {"halving": "BRT CG4"}.get(question, "BRT CG3.4"), look_for)
    for area in WATER:
        for hex in water(area):
            yield Known("hexes", hex, {"terrain": "pier" if hex == PIER_END else "ocean"}, "BRT 15.2", "an entry hex")


ROSTER: tuple[Known, ...] = tuple(_rows())
GROUPS: tuple[Group, ...] = (
    Group("order-of-battle", "Japanese pieces, by campaign and beach or Reserve Pool", {}, "BRT CG7.1"),
    Group("prices", "Guns, SW, pillboxes and Fortifications that may be bought", {}, "BRT 15.614"),
    Group("entry-turns", "the waves of the Landing Schedule Record", {}, "BRT CG2.3"),
    Group("casualty-values", "CVP of each kind of piece", {}, "BRT CG2.3"),
    Group("kinds", "kinds of pieces that the text does not name", {}, "BRT 15.2"),
    Group("hexes", "hexes of the map that come up in play", {}, "BRT 15.2"),
    Group("transports", "other vehicles that carry", {}, "BRT CG2.3"),
)
FIELDS: Mapping[str, Meaning] = {
    "campaigns.first": Meaning("first CG Date", "the date of its Initial Scenario", "BRT 15.2"),
    "campaigns.turns": Meaning("game turns", "of its Initial Scenario", "BRT 15.5"),
    "campaigns.at_start": Meaning("At-Start BLTs", "by their numbers, 1 to 6", "BRT CG2.4"),
    "campaigns.follow_on": Meaning("Follow-On BLTs", "by their numbers", "BRT CG2.4"),
    "campaigns.regimental": Meaning("Regimental Reserve", "by their numbers", "BRT CG2.4"),
    "campaigns.divisional": Meaning("Divisional Reserve", "by their numbers", "BRT CG2.4"),
    "campaigns.scouts": Meaning("Scout Snipers", "whether their platoon is there", "BRT CG2.4"),
    "campaigns.lvts": Meaning("LVTs", "how many the campaign has", "BRT CG2.3"),
    "campaigns.modules": Meaning("NOBA modules", "of the Initial Scenario", "BRT CG3.2"),
    "campaigns.bombardments": Meaning("Naval Bombardments", "how many the ISSR gives", "BRT CG4"),
    "campaigns.radius": Meaning("radius", "of a Naval Bombardment, in hexes", "BRT CG4"),
    "campaigns.radii": Meaning("radii", "of each Naval Bombardment, where they differ", "BRT CG4"),
    "campaigns.marine_san": Meaning("Marine SAN", "at its start", "BRT CG8"),
    "campaigns.japanese_san": Meaning("Japanese SAN", "at its start", "BRT CG8"),
    "campaigns.marine_drm": Meaning("Marine LD DRM", "in the ISSR, nothing where there is none", "BRT CG19"),
    "campaigns.japanese_drm": Meaning("Japanese LD DRM", "in the ISSR", "BRT CG19"),
    "campaigns.night_drm": Meaning("DRM of the Night dr", "in 15.6203 or the ISSR", "BRT CG10"),
    "campaigns.victory": Meaning("Victory Conditions", "of the campaign, in a few words", "BRT 15.3"),
    "order-of-battle.number": Meaning("number", "how many of this kind", "BRT CG7.1"),
    "allotments.gpp": Meaning("GPP", "Gun Purchase Points", "BRT 15.6141"),
    "allotments.fpp": Meaning("FPP", "Fortification Purchase Points", "BRT 15.6143"),
    "allotments.capp": Meaning("CAPP", "Covered Area Purchase Points", "BRT 15.6142"),
    "allotments.exponent": Meaning("CAPP Exponent", "squad-equivalents of stacking capacity", "BRT 15.6142"),
    "prices.points": Meaning("points", "GPP, CAPP or FPP", "BRT 15.614"),
    "prices.cost": Meaning("cost", "of one", "BRT 15.614"),
    "scenario-chart.turns": Meaning("game turns", "the length of a scenario on this date", "BRT 15.6205"),
    "scenario-chart.first": Meaning("who moves first", "us or jp", "BRT 15.6205"),
    "entry-turns.turn": Meaning("Marine turn", "1, 3 or 5", "BRT CG2.3"),
    "entry-turns.later": Meaning("scenarios later", "how many after the first it could enter in", "BRT CG2.3"),
    "transports.capacity": Meaning("capacity", "its passengers, in points", "BRT CG2.3"),
    "casualty-values.cvp": Meaning("CVP", "of one such piece", "BRT CG2.3"),
    "kinds.category": Meaning("what it is", "MMC, SMC, SW, Gun or vehicle", "BRT CG7.1"),
    "kinds.halves": Meaning("half-squads", "what it is worth", "BRT CG11"),
    "entry-areas.hexes": Meaning("hexes", "of the Entry Area", "BRT 15.2"),
    "hexes.terrain": Meaning("terrain", "ocean, beach, hinterland or pier", "BRT 15.2"),
    "hexes.seawalls": Meaning("seawalls", "the hexes beyond its seawall hexsides", "BRT CG4a"),
    "hexes.edges": Meaning("map edges", "on which it lies", "BRT CG7.2"),
    "hexes.concealment": Meaning("Concealment Terrain", "whether it is", "BRT CG11"),
    "hexes.tem": Meaning("TEM", "at ground level", "BRT 15.2"),
    "grid.shifted": Meaning(
        "shifted columns", "whether odd or even columns lie half a hex further along the alphabet", "BRT 15.2"
    ),
    "base-rules.answer": Meaning("answer", "what base ASL says", "BRT CG3.4"),
}


def printed(chart: str, says: Mapping[str, Any]) -> Mapping[str, bool]:
    """The fields that are printed for a row; True where a row is not whole without."""
    return {name: info.is_required() for name, info in CHARTS[chart].model_fields.items()}


RULES = {
    "campaigns": "BRT 15.5", "scenario-chart": "BRT 15.6205", "grid": "BRT 15.2", "base-rules": "BRT CG3.4",
}  # fmt: skip


BRT = ByTheText("BRT")


def check(charts: Mapping[str, Rows], complete: Sequence[str]) -> Iterator[PackFinding]:
    """What a pack does not say yet, or says against the text."""
    charts = {name: charts.get(name, {}) for name in CHARTS}
    yield from unlike_roster({name: charts[name] for name in RULES if charts[name]}, ROSTER, GROUPS, RULES)
    for cg, says in charts["campaigns"].items():
        yield from _check_campaign(cg, says)
    for row in charts["order-of-battle"]:
        cg, _, rest = row.partition("/")
        group, _, kind = rest.partition("/")
        if cg not in CAMPAIGNS or group not in (*BEACHES, "pool") or not kind:
            yield BRT.missing(
                "order-of-battle", f"{row}: rows are called CG/GROUP/KIND, like II/Red2/4-4-8 or II/pool/4-4-7", "CG7.1"
            )
        elif kind not in KINDS and kind not in charts["kinds"]:
            yield BRT.missing("kinds", f"no row for {kind}, which {row} has", "15.2")
    entries = {hex: name for name in WATER for hex in water(name)}
    for row, says in charts["hexes"].items():
        if row in entries and says.get("terrain") not in (None, "pier" if row == PIER_END else "ocean"):
            yield BRT.against(
                "hexes", f"{row} is {says['terrain']}, where it is an entry hex of {entries[row]}", "15.2"
            )
        if (walls := says.get("seawalls")) and says.get("terrain") not in (None, "beach"):
            words = f"{row} is {says['terrain']} and has seawalls towards {', '.join(walls)}: a seawall belongs to its"
            yield BRT.against("hexes", f"{words} Beach hex (reading R-63)", "CG4a")
    for chart, rule in (("allotments", "15.614"), ("entry-areas", "15.2")):
        known = [one.row for one in ROSTER if one.chart == chart]
        if strange := [row for row in charts[chart] if row not in known]:
            yield BRT.missing(chart, f"{number_runs(strange)}: no such row; they are {number_runs(known)}", rule)
    for area, says in charts["entry-areas"].items():
        if shared := [hex for hex in says.get("hexes", ()) if hex in entries and entries[hex] != area]:
            words = f"{number_runs(shared)}: of {area} here, and an entry hex of {entries[shared[0]]}"
            yield BRT.against("entry-areas", words, "15.2")
    for row, says in charts["entry-turns"].items():
        if not row.isdecimal():
            yield BRT.missing("entry-turns", f"{row} is no number of a wave", "CG2.3")
        if says.get("turn") not in (None, 1, 3, 5):
            yield BRT.against(
                "entry-turns", f"wave {row} enters on turn {says['turn']}, where it is 1, 3 or 5", "CG2.3"
            )


def _check_campaign(cg: str, says: Mapping[str, Any]) -> Iterator[PackFinding]:
    used: list[str] = []
    for field in ("at_start", "follow_on", "regimental", "divisional"):
        for blt in says.get(field, ()):
            if blt not in BATTALIONS:
                yield BRT.against(
                    "campaigns", f"CG {cg}: no BLT #{blt}; they are {number_runs(list(BATTALIONS))}", "CG2.4"
                )
            if blt in used and field == "at_start":
                yield BRT.against("campaigns", f"CG {cg}: BLT #{blt} stands twice", "CG2.4")
            used.append(blt)
    if says.get("first") in ("20 NT", "21 NT"):
        yield BRT.against("campaigns", f"CG {cg} begins at night", "15.5")
    dates = len(
        [
            date
            for date in DATES
            if not date.endswith("NT") and DATES.index(date) >= DATES.index(says.get("first", DATES[0]))
        ]
    )
    if cg == SHORTEST and "first" in says and dates not in (4, 5):
        yield BRT.against(
            "campaigns", f"CG {cg} has {dates} dates without its nights, where it has 4 or 5 with them", "15.5"
        )
