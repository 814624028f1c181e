"""Stacks of a map that open on a page, without a script: where several units stand, a button that has the keyboard's
focus or a finger on it shows who they are. On paper they are a line below the map."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from projections.counters import path_number
from projections.report.model import Picture
from projections.signs import Stack

LETTER = 0.62
"""What a letter takes along a line, of its height."""
SIZE, LINE = 16.0, 20.0
GROUP = Markup('<g class="stack" role="button" tabindex="0" transform="translate({} {})">{}{}{}</g>')
HIT = Markup('<path d="M-{0}-{1}h{2}v{3}h-{2}z"/>')
CARD = Markup('<rect x="{}" y="{}" width="{}" height="{}"/>')
TEXT = Markup('<text y="{}">{}</text>')
ROW = Markup('<tspan x="{}" dy="20">{}</tspan>')


def with_stacks(drawn: str, picture: Picture) -> Markup:
    """A drawing of the page with what opens on it, above all else."""
    view = drawn.partition('viewBox="')[2].partition('"')[0].split()
    if not picture.stacks or len(view) != 4:
        return Markup(drawn)
    wide, high = float(view[2]), float(view[3])
    opened = Markup("").join(_opened(stack, wide, high) for stack in picture.stacks)
    return Markup(drawn.removesuffix("</svg>")) + opened + Markup("</svg>")


def _opened(stack: Stack, wide: float, high: float) -> Markup:
    """A stack's button: what is touched, and the card with its units, which lies within the drawing."""
    across = min(wide - 8, max(map(len, (stack.head, *stack.units))) * SIZE * LETTER + 12)
    down = LINE * (1 + len(stack.units)) + 8
    left = min(max(stack.x - across / 2, 4), wide - 4 - across) - stack.x
    below = stack.high / 2 + 4
    above = stack.y + below + down > high and stack.y - below - down > 0
    top = min(max(-below - down if above else below, 4 - stack.y), max(high - 4 - down - stack.y, 4 - stack.y))
    left, top = round(left), round(top)
    half, tall = path_number(stack.wide / 2), path_number(stack.high / 2)
    hit = HIT.format(half, tall, path_number(stack.wide), path_number(stack.high))
    card = CARD.format(left, top, round(across), round(down))
    rows = Markup("").join(ROW.format(left + 6, words) for words in (stack.head, *stack.units))
    return GROUP.format(path_number(stack.x), path_number(stack.y), hit, card, TEXT.format(top + 3, rows))


def stacks_in_words(stacks: Iterable[Stack]) -> str:
    """The same on paper: every stack with its units."""
    return "; ".join(f"{stack.head}: {', '.join(stack.units)}" for stack in stacks)
