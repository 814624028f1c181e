"""What is shown of a game system: how its story is told, what it tells a report, its screen, its map, its own tables, lines for its page.

Each part is a module of the system's folder, loaded when it is first wanted. What a system does not have is shown as of any
game: from the facts, pieces and places that all games share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from domain.games import shown_part
from domain.kernel.errors import BadInput
from domain.kernel.game import View
from domain.wargame.pieces import WarState

if TYPE_CHECKING:
    from projections.report.tells import GameTells
    from projections.scene import Scene
    from projections.stories import Teller, Told


class Screen(Protocol):
    """What a screen of 80 columns shows of a game; modules are such screens."""

    def words(self, game: View[Any]) -> list[str]:
        """What a player glances at."""

    def meetings(self, game: View[Any]) -> Iterator[str]:
        """The places where both sides stand, as far as the audience sees them; a line each."""

    def overview(self, game: View[Any]) -> Iterator[str]:
        """Everybody."""


class Summary(NamedTuple):
    """A table of a game's own: how its rows are worked out, and which of their columns fit a screen."""

    rows: Callable[[View[Any]], list[dict[str, Any]]]
    columns: tuple[str, ...]


class Drawing(Protocol):
    """How a game draws its map."""

    def __call__(self, game: View[Any], *, fields: tuple[str, ...], around: str) -> Scene: ...


class Shown:
    """What is shown of one system."""

    def __init__(self, code: str) -> None:
        self.code = code

    def _of(self, part: str, name: str) -> Mapping[str, Any]:
        """A mapping that a module of the system's folder holds; empty where there is none."""
        return getattr(shown_part(self.code, part), name, {})

    @property
    def story(self) -> type[Teller]:
        """Who tells its games."""
        from projections.stories import Teller

        found: type[Teller] | None = getattr(shown_part(self.code, "story"), "Teller", None)
        return found or Teller

    def chapters(self, game: View[Any]) -> Told:
        """A game's story, as its audience may know it: each turn's title and lines."""
        from projections.stories import chapters

        return chapters(self.story, game)

    @property
    def report(self) -> GameTells:
        """What it tells a report of itself."""
        from projections.report.tells import GameTells

        found: GameTells | None = getattr(shown_part(self.code, "report"), "TELLS", None)
        return found or GameTells()

    @property
    def screen(self) -> Screen:
        """Its screen."""
        from projections import screen

        found: Screen = shown_part(self.code, "screen") or screen
        return found

    def scene(self, game: View[Any], *, fields: tuple[str, ...] = (), around: str = "") -> Scene | None:
        """The situation as a map to draw: by the game itself, or as pieces in places; None where it has neither.

        `fields` are those of fire to show, where the game has such; `around` is a place, for what lies around it. Raises
        BadInput for names nobody knows.
        """
        from projections import pieces

        own: Drawing | None = getattr(shown_part(self.code, "scene"), "scene", None)
        if own is not None:
            return own(game, fields=fields, around=around)
        if fields:
            raise BadInput(f"{game.rules.title} has no fields of fire to show")
        return pieces.scene(game, around=around) if isinstance(game.state, WarState) and (game.state.every_place or game.state.GRID) else None

    @property
    def summaries(self) -> Mapping[str, Summary]:
        """Tables of its own, worked out from a game when they are asked for."""
        return self._of("summaries", "SUMMARIES")

    @property
    def answers(self) -> Mapping[str, str]:
        """What may be answered to each question, for its reference page."""
        return self._of("examples", "ANSWERS")

    @property
    def names(self) -> Mapping[str, str]:
        """Where the names of a kind stand, for the same page, where its charts do not say it by themselves."""
        return self._of("examples", "NAMES")

    @property
    def examples(self) -> Mapping[str, str]:
        """Lines of it, for the page on its verbs and questions."""
        return self._of("examples", "EXAMPLES")


@lru_cache
def shown(code: str) -> Shown:
    """What is shown of a system, by its code."""
    return Shown(code)
