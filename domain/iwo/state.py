"""Where a game of Iwo Jima stands, and what the rules ask about it (IWO 2, 3)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BeforeValidator

from domain.iwo.charts import MARKERS, AreaCard, Marker, UnitCard
from domain.iwo.readings import READINGS
from domain.kernel.limits import SCORE, Count, Score
from domain.kernel.state import Named, Reader, Reading, Row, SideName, reads
from domain.kernel.strict import whole
from domain.wargame.pieces import Piece, Place, WarState

UnitName = Annotated[str, Named("unit")]
AreaName = Annotated[str, Named("area")]

LANDING, SUPPORT, RESERVE = "landing", "support", "reserve"
ELIMINATED, MILOPS_ELIMINATED = "eliminated", "milops-eliminated"
BOXES = {
    LANDING: "Landing Area Box",
    SUPPORT: "American Support Box",
    RESERVE: "Reserve Box",
    ELIMINATED: "Japanese Eliminated Box",
    MILOPS_ELIMINATED: "Eliminated Box on MilOps",
}


def setup_box(card: UnitCard) -> str:
    """Where a US unit is set up (IWO 4.2): support, 4th and 5th Division to land, 3rd Division in reserve."""
    return SUPPORT if not card.ground else RESERVE if card.division == 3 else LANDING


Box = Literal["", "landing", "support", "reserve", "eliminated", "milops-eliminated"]
"""The boxes; "" where nobody knows."""

SIDES = {"us": "US", "jp": "Japanese"}
PEOPLE = {"us": "Americans", "jp": "Japanese"}
"""Who plays a side, after `the`."""
OTHER = {"us": "jp", "jp": "us"}

STACK = {"us": 5, "jp": 10}
"""Ground units of a side that an area can hold, the Japanese on both maps together (IWO 3)."""


def _points_passed(value: object) -> object:
    """Positions of before told only whether damage was passed: where it was, nobody knows how much, so as much as may
    be."""
    told = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
    if isinstance(told, bool):
        return SCORE if told else 0
    return whole(told) if isinstance(told, str) else told


PointsPassed = Annotated[Score, BeforeValidator(_points_passed)]
"""Points of damage that have gone to concealed units (IWO 9.3.3(3))."""


class Unit(Piece):
    """A unit: where it is (an area or a box), its steps, its facing and status.

    `moved` is the MP spent in this phase; `done` says its move is over; `grounded` an air unit face down (6).
    """

    AT: ClassVar[str] = "area"

    side: Literal["us", "jp"] = "jp"
    area: Box | AreaName = ""
    steps: Count = 0
    status: Literal["revealed", "concealed"] = "revealed"
    fired: bool = False
    grounded: bool = False
    moved: Count = 0
    done: bool = False
    out: Literal["", "eliminated", "overstacked", "withdrawn", "not-entered"] = ""


class Area(Place):
    """An area: control, caves shown and concealed, markers, and what happened there this turn or phase."""

    control: Literal["us", "jp"] = "jp"
    caves: Count = 0
    hidden_caves: Count = 0
    beachhead: bool = False
    safe_to_land: bool = False
    stars: bool = False
    landings: Count = 0
    bombarded: tuple[SideName, ...] = ()
    searched: bool = False
    """Its caves have been shown."""
    found: Count = 0
    """How many caves were."""
    denied: bool = False
    """On paper: it was said that nobody is concealed here (10.5), and nobody can have come unseen since."""

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers in it."""
        return tuple(marker for marker, kind in MARKERS.items() if getattr(self, kind.field))

    @property
    def removable(self) -> tuple[Marker, ...]:
        """Those of them that can be lost: Stars and Stripes is never removed (IWO 14)."""
        return tuple(marker for marker in self.markers if marker != "stars")

    def marked(self, *markers: Marker, there: bool) -> Self:
        """The area with these markers, or without them."""
        return self.but(**{MARKERS[marker].field: there for marker in markers})


class Iwo(WarState):
    """The whole game. `plan` holds the bombardments or assaults declared in this phase, `resolved` those settled."""

    PLACES: ClassVar[str] = "areas"
    READINGS: ClassVar[Mapping[str, Reading]] = READINGS

    turn: Count = 1
    set_up: bool = False
    weather: Literal["good", "cloudy", "bad"] = "good"
    weather_rolled: bool = False
    vp_us: Score = 0
    vp_jp: Score = 0
    units: Mapping[str, Unit] = {}
    areas: Mapping[str, Area] = {}
    plan: Mapping[AreaName, tuple[UnitName, ...]] = {}
    planned: bool = False
    resolved: tuple[AreaName, ...] = ()
    moving: UnitName = ""
    jp_moves_allowed: Count = 0
    jp_moves_used: Count = 0
    recovered: tuple[AreaName, ...] = ()
    landed: bool = False
    """A US unit has been ashore; a position that leaves this out shows it by its losses."""
    third_division: Literal["inactive", "activated"] = "inactive"
    penalty_scored: bool = False
    stars_turn: Count = 0
    stars_scored: bool = False
    kirikami_active: bool = False
    kirikami_times: Count = 0
    kirikami_passed: bool = False
    banzai_area: AreaName = ""
    damage_passed: PointsPassed = 0
    """Points of damage that went to concealed units, who may have lost as many steps (9.3.3(3))."""

    # ---- what is printed, and how the text is read ----

    card: ClassVar[Reader[UnitCard]] = reads(UnitCard)
    ground: ClassVar[Reader[AreaCard]] = reads(AreaCard)

    def whole(self, row: type[Row]) -> bool:
        """Whether a chart is known whole, and nothing on the printed map or counters is unread."""
        return row.CHART in self.complete

    # ---- who is where ----

    def at(self, area: str, side: str, status: str = "") -> tuple[str, ...]:
        """The units of a side in an area, in the order of the counter list: ground units, so that nothing there befalls
        support (IWO 22.6)."""
        here = self.standing(area, side)
        return tuple(name for name in here if self.units[name].status == status) if status else here

    def room(self, area: str, side: str) -> int:
        """How many more ground units of a side an area can hold (IWO 3); below 0 where it is overstacked."""
        return STACK[side] - len(self.at(area, side))

    def on_map(self, side: str) -> tuple[str, ...]:
        """The units of a side in areas, on either map."""
        return tuple(n for n, u in self.units.items() if u.side == side and u.area in self.areas and u.steps > 0)

    def support(self, kind: str) -> tuple[str, ...]:
        """The air or naval units in the American Support Box."""
        return tuple(n for n, u in self.units.items() if u.area == SUPPORT and self.card(n).type == kind)

    # ---- ground ----

    def adjacent(self, area: str) -> tuple[str, ...]:
        """The areas next to an area; a box is next to none."""
        return self.ground(area).adjacent if area in self.areas else ()

    def controls(self, side: str, area: str) -> bool:
        return area in self.areas and self.areas[area].control == side

    def meets_us(self, area: str) -> bool:
        """Whether a concealed unit that enters is revealed at once (IWO 17.2(3))."""
        return self.controls("us", area) or bool(self.at(area, "us"))

    def passable(self, unit: str, area: str) -> bool:
        """Tanks cannot enter hills (IWO 22.4.1)."""
        return self.card(unit).type != "tank" or not self.ground(area).hill

    def why_no_way_back(self, unit: str, area: str) -> Iterator[tuple[str, str]]:
        """Why an area is not open to a unit's retreat, as everybody knows it (IWO 11.1.2(1)); nothing where it is open.

        It holds no enemy (11.1.2(1)a), is under one's own control (11.1.2(1)b) and can be entered (11.1.2(1)c). One
        where a Japanese unit is concealed is not open to a US unit either, but only the Japanese player knows.
        """
        here, side = self.units[unit].area, self.units[unit].side
        if area not in self.adjacent(here):
            yield "IWO 11.1.2(1)", f"{area} is not adjacent to {here}"
        if self.at(area, OTHER[side], "revealed"):
            yield "IWO 11.1.2(1)", f"there are {SIDES[OTHER[side]]} units in {area}"
        if not self.controls(side, area):
            yield "IWO 11.1.2(1)", f"{area} is not under {SIDES[side]} control"
        if not self.passable(unit, area):
            yield "IWO 22.4.1", f"{unit} is a tank, and {area} is a hill"

    def retreats(self, unit: str) -> tuple[str, ...]:
        """The areas a unit may retreat to, as everybody knows them (IWO 11.1.2(1))."""
        return tuple(
            area
            for area in self.adjacent(self.units[unit].area)
            if next(self.why_no_way_back(unit, area), None) is None
        )

    def observed(self, area: str) -> bool:
        """Whether US observers on an adjacent Mountain area see the fire from here (IWO 11.1.1)."""
        return any(self.controls("us", near) and self.ground(near).mountain for near in self.adjacent(area))
