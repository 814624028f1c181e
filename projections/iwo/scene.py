"""The areas of Iwo Jima as a scene to draw: who holds them, their caves and markers, and who is there."""

from __future__ import annotations

from collections.abc import Iterator

from domain.iwo.state import Area, Iwo, Unit
from domain.kernel.game import View
from domain.kernel.limits import COUNT
from projections import piece_scene
from projections.areamap import CAVE, HIDDEN_CAVE
from projections.scene import Scene
from projections.wargame.scenes import no_fields


def scene(game: View[Iwo], *, fields: tuple[str, ...] = (), around: str = "") -> Scene:
    """The situation as its audience may see it. Raises BadInput for an area nobody knows."""
    no_fields(fields)
    return piece_scene.scene(game, LOOK, around=around)


def grounds(area: Area) -> Iterator[str]:
    """Caves and markers."""
    for count, sign in ((area.caves, CAVE), (area.hidden_caves, HIDDEN_CAVE)):
        yield from [sign] * min(count, COUNT)
    for there, words in (
        (area.beachhead, "Beachhead"),
        (area.safe_to_land, "Safe to Land"),
        (area.stars, "Stars and Stripes"),
    ):
        if there:
            yield words


def seen(unit: Unit) -> piece_scene.Traits:
    """Whether a unit lies hidden, and whether it has fired."""
    hidden = unit.status == "concealed"
    return piece_scene.Traits(hidden, "f" * unit.fired, ("concealed",) * hidden + ("fired",) * unit.fired)


def about(game: View[Iwo]) -> str:
    """How the points stand."""
    points = {"us": game.state.vp_us, "jp": game.state.vp_jp}
    return f"Victory points: {', '.join(f'{game.rules.sides[side]} {count}' for side, count in points.items())}."


LOOK = piece_scene.Look(grounds, seen, about, (("f", "fired"),))
