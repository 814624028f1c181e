"""IWO 13, 14, 20, 23: control, markers, points."""

from collections.abc import Mapping
from typing import ClassVar

from domain.iwo.charts import MARKERS, Marker
from domain.iwo.state import SIDES
from domain.kernel.facts import Fact
from domain.wargame import war_facts as war
from domain.wargame.war_facts import several


def called(marker: Marker) -> str:
    """A marker as a sentence names it."""
    title = MARKERS[marker].title
    return title if marker == "safe" else f"the {title}"


class ControlChanged(war.ControlChanged, topic="iwo.control-changed"):
    """An area is taken, with what cannot stay there (13, 20)."""

    caves: int = 0
    markers: tuple[Marker, ...] = ()

    @property
    def area(self) -> str:
        return self.place

    def named(self, sides: Mapping[str, str]) -> str:
        gone = [f"{several(self.caves, 'cave')} removed"] if self.caves else []
        gone += [f"{MARKERS[marker].title} removed" for marker in self.markers]
        return f"{self.area} is now {SIDES[self.to]}-controlled" + (f" ({', '.join(gone)})" if gone else "")


class MarkerPlaced(Fact, topic="iwo.marker-placed"):
    area: str
    marker: Marker

    def sentence(self) -> str:
        return {
            "beachhead": f"a Beachhead went up at {self.area}",
            "safe": f"the runway at {self.area} was cleared: {called('safe')}",
            "stars": f"{called('stars')} rose over {self.area}",
        }[self.marker]


class PointsScored(Fact, topic="iwo.points-scored"):
    """Victory points that come with no other fact."""

    TELLS_POINTS: ClassVar[bool] = True

    def sentence(self) -> str:
        return "; ".join(f"{SIDES[p.side]} {p.amount:+d} VP: {p.why}" for p in self.points)
