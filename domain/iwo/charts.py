"""What only the printed game of Iwo Jima knows: its areas, its counters, how many markers there are (IWO 2)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from domain.kernel.limits import Count
from domain.kernel.state import Row
from domain.kernel.written import Links

FUNAMI_DAI = "Funami Dai"
MOTOYAMA = "Motoyama Airfield"
"""The two airfields the rules name (IWO 23.1(1)), by their printed names."""

CAVES, CAVES_EACH = 21, 2
"""Caves in all, and in an area at most (IWO 4.1)."""


class MarkerKind(NamedTuple):
    """A kind of marker for areas."""

    title: str
    field: str
    """The field of an area that says whether it is there."""
    row: str
    """Its row in the chart of markers."""
    most: int | None = None
    """How many there are; None where only the counter sheet knows."""


Marker = Literal["beachhead", "safe", "stars"]
MARKERS: Mapping[Marker, MarkerKind] = {
    "beachhead": MarkerKind("Beachhead", "beachhead", "beachhead", 2),
    "safe": MarkerKind("Safe to Land", "safe_to_land", "safe-to-land"),
    "stars": MarkerKind("Stars and Stripes", "stars", "stars", 1),
}
"""The markers of construction (IWO 14), by what an area's box calls them."""


class AreaCard(Row, chart="areas", key="area"):
    """An area of the main map (IWO 2.2.1, 3): Basic Defense Value 0 beach, 1 coastal, 3 hill; symbols; boxes for
    markers.

    Readings R-07, R-08: a hill is no Mountain, and a beach is known by either its value or its symbol.
    """

    name: str = ""
    bdv: Count
    symbols: tuple[Literal["airfield", "beach", "mountain"], ...] = ()
    box: Literal["none", "beachhead", "safe", "stars", "beachhead+safe"] = "none"
    adjacent: Annotated[tuple[str, ...], Links("next")] = ()

    @property
    def boxes(self) -> tuple[Marker, ...]:
        """The markers that may be placed in it (IWO 14)."""
        return tuple(marker for marker in MARKERS if marker in self.box.split("+"))

    @property
    def beach(self) -> bool:
        return self.bdv == 0 or "beach" in self.symbols

    @property
    def coastal(self) -> bool:
        """Where units land (IWO 10.3): beaches and the areas with value 1."""
        return self.beach or self.bdv == 1

    @property
    def hill(self) -> bool:
        return self.bdv == 3

    @property
    def mountain(self) -> bool:
        return "mountain" in self.symbols


class UnitCard(Row, chart="units", key="unit"):
    """A unit's counter (IWO 2.1.1). `range` is the Bombardment Range; rocket artillery has no rating (22.5)."""

    FIGURES: ClassVar[tuple[str, ...]] = ("assault", "mp", "steps")

    side: Literal["us", "jp"]
    type: Literal[
        "marines",
        "infantry",
        "machine-gun",
        "mortar",
        "artillery",
        "heavy-artillery",
        "rocket",
        "gun",
        "tank",
        "at-gun",
        "hq",
        "air",
        "naval",
    ]
    name: str = ""
    division: Count = 0
    bombard: Count = 0
    range: Literal["1", "any"] = "any"
    assault: Count = 0
    at: bool = False
    mp: Count = 0
    steps: Count = 1
    armor: Count = 0
    red: bool = False

    @property
    def ground(self) -> bool:
        return self.type not in ("air", "naval")

    @property
    def artillery(self) -> bool:
        """ "Artillery units" are all ground units with a Bombardment Rating (IWO 2.1.1(4))."""
        return self.ground and (self.bombard > 0 or self.type == "rocket")


class MarkerCard(Row, chart="markers", key="marker"):
    """How many of a marker the counter sheet has (IWO 2.1.2); the text says it of all but Safe to Land."""

    count: Count
