"""The situation of a game on a screen of 80 columns, and the lines of it that stay there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.output import WIDTH, cut, folded, paint
from domain.kernel.game import Game
from projections.shown import Screen, shown


def _screen(game: Game[Any]) -> Screen:
    return shown(game.rules.code).screen


def status(game: Any, side: str = "") -> Iterator[str]:
    """Where a game stands in a few lines that stay on the screen: moment, points, whose move, and where the sides meet.

    `side` is the recorder's; "" is one that everybody sees.
    """
    state, screen = game.state, _screen(game)
    passes = [f"{name.partition(':')[0]} passes {name.partition(':')[2]}" for name in state.passes] if state.hidden == "paper" else []
    yield from folded(" · ".join([*game.rules.moment(state).path, *screen.words(game), *passes]))
    yield from (cut(line, WIDTH) for line in screen.meetings(game, side))


def situation(game: Any, side: str = "", whose: bool = True) -> Iterator[str]:
    """Lines that show where a game stands."""
    screen = _screen(game)
    yield paint(" · ".join(game.rules.moment(game.state).path), bold=True)
    yield from folded(" · ".join(screen.words(game)))
    if game.state.result:
        yield paint(f"The game is over: {game.state.result.why}", bold=True)
    yield from screen.overview(game)
    if whose:
        yield ""
        yield from _whose(game, side)


def _whose(game: Any, side: str) -> Iterator[str]:
    if game.waits:
        rule = f" [{game.waits.rule}]" if game.waits.rule else ""
        by = game.rules.sides.get(game.waits.by, game.waits.by)
        yield from (paint(line, bold=True) for line in folded(f"Open question, for {by}: {game.waits.words}{rule}", rest="  "))
        yield f"  answer: {game.waits.name} …"
        return
    if game.state.result:
        return
    step = game.rules.step(game.state)
    if step is None:
        return
    whose = game.rules.sides.get(step.side, "both sides")
    owed = step.owed(game.state)
    yield f"{whose} to declare" + (f"; first: {owed}" if owed else "")
    here = [verb for verb in game.rules.verbs.values() if step.id in verb.steps]
    hidden = {verb.name for verb in here if side and verb.side and verb.side != side}
    for words in [*(verb.usage() for verb in here if verb.name not in hidden), "next"]:
        yield from folded(words, "  ", "      ")
