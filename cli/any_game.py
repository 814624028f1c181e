"""How a game without rules of its own is begun: what is asked for, and what it takes from a game before it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from cli.desk import Desk
from domain.free.charts import GameRow
from domain.free.cutting import die_in
from domain.free.learned import charts_learned
from domain.free.setting import rules_for
from domain.kernel.errors import BadInput
from domain.kernel.limits import FACES, NAME
from domain.kernel.strict import unprintable
from replays.asides import ASIDES

FREE = "free"
"""The code of the system that needs no rules."""
AREAS, HEXES = "areas", "hexes"


def charts_said(desk: Desk, title: str, sides: str, hides: str, like: str) -> Mapping[str, Any]:
    """The charts that such a game begins with. Raises BadInput."""
    charts = _charts(desk, title, sides, like)
    if not hides:
        return charts
    rows = {name: {**row, "hides": list(_listed(hides))} for name, row in charts[GameRow.CHART].items()}
    return {**charts, GameRow.CHART: rows}


def _charts(desk: Desk, title: str, sides: str, like: str) -> Mapping[str, Any]:
    if like:
        listing, game = desk.open(like)
        if listing.system != FREE:
            raise BadInput(
                f"{listing.name} is a game of {game.rules.title}, whose rules are known: --system begins one"
            )
        return _called(charts_learned(game.state), title)
    if not sides and not sys.stdin.isatty():
        raise BadInput("--sides says which sides there are, as in --sides German,Soviet")
    row = _row(_listed(sides)) if sides else _asked()
    _check(title, row)
    return {GameRow.CHART: {title: {name: value for name, value in row.model_dump(mode="json").items() if value}}}


def _called(charts: Mapping[str, Any], title: str) -> Mapping[str, Any]:
    """Charts with the game's row under another title, if one is given."""
    row = next(iter(charts[GameRow.CHART].values()))
    return {**charts, GameRow.CHART: {title: row}} if title else charts


def _row(sides: Sequence[str], phases: Sequence[str] = (), dice: str = "6", map: str = AREAS) -> GameRow:
    return GameRow(sides=tuple(sides), phases=tuple(phases), dice=dice, map=map)


def _asked() -> GameRow:
    """What four questions say. All but the first have a usual answer."""
    sides = _listed(_prompt("which sides are there (German, Soviet)", default=None))
    phases = _listed(_prompt("which phases has a turn (German moves, Soviet moves); Enter: none"))
    dice = _prompt("how many sides has the usual die, or which words are on its faces; Enter: 6") or "6"
    hexes = _prompt("is the map of areas, or of hexes with four digits; Enter: areas").casefold().startswith("h")
    return _row(sides, phases, dice, HEXES if hexes else AREAS)


def _prompt(words: str, default: str | None = "") -> str:
    """What is typed; asked for again where there is no default."""
    return str(click.prompt(words, default=default, show_default=False, err=True)).strip()


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _check(title: str, row: GameRow) -> None:
    """Refuses names that no line could say. Raises BadInput."""
    for what, name in (("game", title), *(("side", one) for one in row.sides), *(("phase", one) for one in row.phases)):
        if unprintable(name, "") or not 0 < len(name) <= NAME:
            raise BadInput(f"a {what}'s name has 1 to {NAME} characters that can be shown, not {name[:NAME]!r}")
        if what != "game" and name.casefold() in ASIDES:
            raise BadInput(f"a {what} cannot be called {name}: a line that begins so means something else")
    if die_in(row.dice) is None:
        raise BadInput(f"a die has 2 to {FACES} sides, or words on its faces, not {row.dice}")
    rules_for(title, row)
