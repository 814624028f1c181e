"""The situation of a game on a screen of 80 columns, and its permanent status lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from domain.kernel.disputes import still_open
from domain.kernel.entries import UMPIRE
from domain.kernel.errors import Trouble
from domain.kernel.game import View
from projections.append_story import cited
from projections.kept_screens import keep_screen
from projections.shown import Screen, shown
from projections.text import cut, folded, paint, width
from recording.now import NEXT, now, passes

if TYPE_CHECKING:
    from domain.record.diary import Diary


def _screen(view: View[Any]) -> Screen:
    return shown(view.rules.code).screen


def status(view: View[Any]) -> Iterator[str]:
    """The status lines of a game: moment, points, whose move, and the places where the sides meet."""

    state, screen = view.state, _screen(view)
    passing = [f"{by} passes {question}" for by, question in passes(view)]
    passing += [f"{view.rules.sides[side]} done" for side in state.sides_done]
    left_open = [words] if (words := _left_open(view)) else []
    yield from folded(
        " · ".join([*view.rules.play.sequence.moment(state).path, *screen.words(view), *passing, *left_open])
    )
    yield from (cut(line, width()) for line in screen.meetings(view))


def situation(view: View[Any], whose: bool = True) -> Iterator[str]:
    """The lines that show where a game stands."""
    screen = _screen(view)
    yield paint(" · ".join(view.rules.play.sequence.moment(view.state).path), bold=True)
    yield from folded(" · ".join(screen.words(view)))
    if words := _left_open(view):
        yield from folded(words)
    if view.state.result:
        yield from (paint(line, bold=True) for line in folded(f"The game is over: {view.state.result.why}", rest="  "))
    yield from screen.overview(view)
    if whose:
        yield ""
        yield from _whose(view)


def keep_situation(diary: Diary, view: View[Any], lines: Sequence[str] = ()) -> None:
    """Keeps the situation, in these lines if they are at hand, for the next `show`; unless a side has a passphrase, or
    the diary is no file here.
    """
    with suppress(Trouble):  # `show` says what is wrong
        if diary.path.exists() and not diary.read_only and not diary.locks(view.id):
            keep_screen(diary.path, view.id, view.version, lines or list(situation(view)))


def _left_open(view: View[Any]) -> str:
    """The open disputes, in words; "" if there are none."""
    there = [f"{one.name} on {one.about()}" for one in still_open(view.disputes)]
    return f"open: {', '.join(there)}" if there else ""


def _whose(view: View[Any]) -> Iterator[str]:
    """The open question, or what may be declared; on a side's own screen, only by that side."""

    here, side = now(view, view.audience), "" if view.audience == UMPIRE else view.audience
    if asked := here.question:
        words = f"Open question, for {here.called(asked.by)}: {cited(asked.words, asked.rule)}"
        yield from (paint(line, bold=True) for line in folded(words, rest="  "))
        yield f"  answer: {asked.name} …"
    elif here.phase and not here.over:
        yield from folded(f"{here.whose()} to declare" + (f"; first: {here.owed}" if here.owed else ""), rest="  ")
        usages = [verb.usage for verb in here.verbs if verb.by in ("", side or here.side) or not (side or here.side)]
        usages += [
            f"{verb.by}: {verb.usage}"
            for verb in here.verbs
            if not side and here.side and verb.by not in ("", here.side)
        ]
        for words in [*usages, NEXT]:
            yield from folded(words, "  ", "      ")
