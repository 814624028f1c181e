"""The situation of a game on a screen of 80 columns, and the lines of it that stay there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.output import WIDTH, cut, folded, paint
from domain.kernel.game import Game
from projections.shown import Screen, shown
from replays.now import NEXT, now, passes


def _screen(game: Game[Any]) -> Screen:
    return shown(game.rules.code).screen


def status(game: Game[Any], side: str = "") -> Iterator[str]:
    """Where a game stands in a few lines that stay on the screen: moment, points, whose move, and where the sides meet.

    `side` is the recorder's; "" is one that everybody sees.
    """

    state, screen = game.state, _screen(game)
    passing = [f"{by} passes {question}" for by, question in passes(game, side)]
    yield from folded(" · ".join([*game.rules.moment(state).path, *screen.words(game), *passing]))
    yield from (cut(line, WIDTH) for line in screen.meetings(game, side))


def situation(game: Game[Any], side: str = "", whose: bool = True) -> Iterator[str]:
    """Lines that show where a game stands."""
    screen = _screen(game)
    yield paint(" · ".join(game.rules.moment(game.state).path), bold=True)
    yield from folded(" · ".join(screen.words(game)))
    if game.state.result:
        yield from (paint(line, bold=True) for line in folded(f"The game is over: {game.state.result.why}", rest="  "))
    yield from screen.overview(game)
    if whose:
        yield ""
        yield from _whose(game, side)


def _whose(game: Game[Any], side: str) -> Iterator[str]:
    """The open question, or what may be declared: on a side's own screen, by it."""

    here = now(game, side)
    if asked := here.question:
        rule = f" [{asked.rule}]" if asked.rule else ""
        words = f"Open question, for {here.called(asked.by)}: {asked.words}{rule}"
        yield from (paint(line, bold=True) for line in folded(words, rest="  "))
        yield f"  answer: {asked.name} …"
    elif here.step and not here.over:
        yield from folded(f"{here.sides.get(here.side, 'both sides')} to declare" + (f"; first: {here.owed}" if here.owed else ""), rest="  ")
        usages = [verb.usage for verb in here.verbs if verb.by in ("", side or here.side) or not (side or here.side)]
        usages += [f"{verb.by}: {verb.usage}" for verb in here.verbs if not side and here.side and verb.by not in ("", here.side)]
        for words in [*usages, NEXT]:
            yield from folded(words, "  ", "      ")
