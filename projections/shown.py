"""The presentation of a game system: its story, its part of a report, its screen, map, own tables, and lines for its
page.

Each part is a module of the system's folder, loaded on first use. A missing part is replaced by the one for any game,
which uses the facts, pieces and places that all games share.
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
    """A screen of 80 columns for a game. A module can be one."""

    def words(self, game: View[Any]) -> list[str]:
        """A few lines for a quick look."""

    def meetings(self, game: View[Any]) -> Iterator[str]:
        """The places where both sides stand, as far as the audience sees them; one line each."""

    def overview(self, game: View[Any]) -> Iterator[str]:
        """All pieces."""


class Summary(NamedTuple):
    """A table of a game's own: the function that works out its rows, and the columns that fit a screen."""

    rows: Callable[[View[Any]], list[dict[str, Any]]]
    columns: tuple[str, ...]


class Drawing(Protocol):
    """A game's own drawing of its map."""

    def __call__(self, game: View[Any], *, fields: tuple[str, ...], around: str) -> Scene: ...


class Shown:
    """The presentation of one system."""

    def __init__(self, code: str) -> None:
        self.code = code

    def _of(self, part: str, name: str) -> Mapping[str, Any]:
        """A mapping that a module of the system's folder holds; empty where there is none."""
        return getattr(shown_part(self.code, part), name, {})

    @property
    def story(self) -> type[Teller]:
        """The teller of its games."""
        from projections.stories import Teller

        found: type[Teller] | None = getattr(shown_part(self.code, "story"), "Teller", None)
        return found or Teller

    def chapters(self, game: View[Any]) -> Told:
        """A game's story, as its audience may know it: the title and lines of each turn."""
        from projections.stories import chapters

        return chapters(self.story, game)

    @property
    def report(self) -> GameTells:
        """Its own part of a report."""
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
        """The situation as a map to draw: by the game itself, or as pieces in places; None if it has neither.

        `fields` are the fields of fire to show, if the game has any. `around` is a place in the centre. Raises BadInput
        for unknown names.
        """
        from projections import piece_scene

        own: Drawing | None = getattr(shown_part(self.code, "scene"), "scene", None)
        if own is not None:
            return own(game, fields=fields, around=around)
        if fields:
            raise BadInput(f"{game.rules.title} has no fields of fire to show")
        return (
            piece_scene.scene(game, around=around)
            if isinstance(game.state, WarState) and (game.state.every_place or game.state.GRID)
            else None
        )

    @property
    def summaries(self) -> Mapping[str, Summary]:
        """Its own tables, worked out from a game on demand."""
        return self._of("summaries", "SUMMARIES")

    @property
    def answers(self) -> Mapping[str, str]:
        """The possible answers to each question, for its reference page."""
        return self._of("examples", "ANSWERS")

    @property
    def names(self) -> Mapping[str, str]:
        """The place where the names of a kind are found, for the same page, if its charts do not show it."""
        return self._of("examples", "NAMES")

    @property
    def examples(self) -> Mapping[str, str]:
        """Example lines, for the page on its verbs and questions."""
        return self._of("examples", "EXAMPLES")


@lru_cache
def shown(code: str) -> Shown:
    """The presentation of a system, by its code."""
    return Shown(code)
