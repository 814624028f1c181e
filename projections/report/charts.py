"""The charts of a report, as SVG: how the game went over time, and hits against the hits to be expected.

Sides differ in marker and line as well as in colour (those of Okabe and Ito, which the colour-blind tell apart), and
every line is named where it ends. Each chart is a white card with dark ink: it reads the same on a light page, a dark
page and on paper. Letters are outlines, so no font is needed anywhere. The same game gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from domain.kernel.entries import standing
from domain.kernel.game import View
from projections.counters import INK, printable
from projections.report.luck import faces_of, hits, resolved
from projections.report.model import Picture, Series, Swing
from projections.report.odds import ChanceTally
from projections.report.series import Charted, entries_by_turn, series
from projections.report.stakes import NO_LINES, as_far_as_read
from projections.report.turning import swings
from projections.shown import shown
from projections.stories.words import capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

WIDTH = 360
"""Points a chart is wide: on the narrowest phone a letter of 9 points is about 9 pixels high."""
FACE = 9.0
"""Points of a letter."""
LETTER = 0.6 * FACE
"""Points a letter is wide, about."""
LONGEST = 14
"""Letters of a name beside a line; of a kind of fire, twice as many."""
FAINT = "#6b6b6b"


class Style(NamedTuple):
    """What a side is drawn with."""

    colour: str
    dashes: str
    marker: str
    word: str


STYLES = (
    Style("#0072B2", "-", "o", "solid, round markers"),
    Style("#D55E00", "--", "s", "dashed, square markers"),
    Style("#007A5A", "-.", "^", "dash-dotted, triangles"),
    Style("#8A4F7D", ":", "D", "dotted, diamonds"),
)


def letter(at: int) -> str:
    """The letter of a turning point, the first being A."""
    return chr(ord("A") + at) if at < 26 else str(at + 1)


def pictures(
    game: View[Any], charted: Sequence[Charted] | None = None, turning: Sequence[Swing] | None = None
) -> tuple[Picture, ...]:
    """Every chart of a game, or of what a side saw of it; the turning points are marked on those they moved.

    Its series and swings may be given where they are known already; a game's own measures take a fold of the record.
    """
    entries = standing(game.entries)
    charted = series(game) if charted is None else charted
    turning = swings(game) if turning is None else turning
    starts = tuple((name, of[0].version) for name, of in entries_by_turn(entries))
    own = shown(game.rules.code).report
    decided = as_far_as_read(own.stakes.lines, game.state, NO_LINES)
    levels = {**own.levels, own.stakes.curve: (*own.levels.get(own.stakes.curve, ()), *decided)}
    over_time = [
        staircase(
            title,
            lines,
            tuple(game.rules.sides),
            turning,
            starts,
            entries[-1].version,
            levels.get(title, ()),
            decides=title == own.stakes.curve,
        )
        for title, lines in charted
    ]
    shot = hits(resolved(entries, faces_of(game))[0])
    title, hit = (own.calls.get(words, words) for words in (HITS, "hits"))
    return (*over_time, *([fire_dots(shot, game.rules.sides, title, hit)] if shot else []))


# ---- over time ----


def staircase(
    title: str,
    lines: Sequence[Series],
    sides: Sequence[str],
    turning: Sequence[Swing],
    starts: Sequence[tuple[str, int]],
    last: int,
    levels: Sequence[tuple[float, str]] = (),
    *,
    decides: bool = False,
) -> Picture:
    """Values over the entries of the record, up to `last`; `starts` says at which entry each turn began, `sides` their
    order.

    `levels` are values at which something is decided: each has a line, with what it is. On the curve that `decides` the
    game every turning point is marked, on others those that moved them.
    """
    names = [f"{line.name} {line.points[-1].value:g}" for line in lines]
    labels = [
        _short(line.name, line.points[-1].value) if line.name != title else f"{line.points[-1].value:g}"
        for line in lines
    ]
    right = max(map(len, [*labels, *(words for _, words in levels)])) * LETTER + 10
    drawing, axes = _blank(224, left=30, right=right, top=30, bottom=34)
    for line, style in zip(lines, _styles(lines, sides), strict=True):
        at, values = [point.version for point in line.points] + [last], [point.value for point in line.points]
        axes.plot(
            at,
            [*values, values[-1]],
            drawstyle="steps-post",
            color=style.colour,
            linestyle=style.dashes,
            linewidth=1.8,
            marker=style.marker,
            markersize=4,
            markevery=max(1, len(at) // 8),
            clip_on=False,
        )
    axes.set_xlim(min((start for _, start in starts), default=1), max(last, 2))
    axes.set_ylim(*_reach([*(point.value for line in lines for point in line.points), *(value for value, _ in levels)]))
    for value, _ in levels:
        axes.axhline(value, color=INK, linestyle=(0, (6, 3)), linewidth=1, zorder=1)
    axes.locator_params(axis="y", integer=True, nbins=6)
    _name_turns(axes, starts, last)
    _name_lines(
        axes,
        [*labels, *(words for _, words in levels)],
        [*(line.points[-1].value for line in lines), *(value for value, _ in levels)],
    )
    marked = _mark(axes, lines, turning, every=decides)
    said = "; ".join(
        f"{name} at the end ({style.word})" for name, style in zip(names, _styles(lines, sides), strict=True)
    )
    alt = f"{title} over the game: {said}." + "".join(f" At {value:g}: {words}." for value, words in levels)
    alt += f" Turning points: {'; '.join(marked)}." if marked else ""
    letters = sorted(words.split()[0] for words in marked)
    caption = (
        f"{title}. {', '.join(letters)}: turning point{'' if len(letters) == 1 else 's'}, below" if letters else title
    )
    return Picture(capital(caption), _svg(drawing, title, alt), printable(alt), series=title)


def _short(name: str, value: float) -> str:
    return f"{_cut(name, LONGEST)} {value:g}"


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1] + "…"


def _styles(lines: Sequence[Series], sides: Sequence[str]) -> list[Style]:
    """The style of each line: that of its side, in every chart the same."""
    taken = [sides.index(line.side) if line.side in sides else at for at, line in enumerate(lines)]
    return [STYLES[n % len(STYLES)] for n in (taken if len(set(taken)) == len(taken) else range(len(lines)))]


def _reach(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(0.0, *values), max(1.0, *values)
    return low - (0.06 * (high - low) if low < 0 else 0), high + 0.06 * (high - low)


def _name_turns(axes: Axes, starts: Sequence[tuple[str, int]], last: int) -> None:
    """A tick where each turn began; its number in the middle of it, where there is room."""
    axes.set_xticks([start for _, start in starts], [""] * len(starts))
    ends = [start for _, start in starts[1:]] + [last]
    room = axes.get_position().width * WIDTH / max(1, last - (starts[0][1] if starts else 0))
    free = 0.0
    for (name, start), end in zip(starts, ends, strict=False):
        middle, word = (start + end) / 2, name.rpartition(" ")[2]
        number = word if word.isdecimal() else name
        half = len(number) * LETTER / 2 / room
        if middle - half >= free:
            place = {"ha": "center", "va": "top", "size": FACE, "color": INK}
            axes.annotate(
                printable(number), (middle, 0), (0, -4), ("data", "axes fraction"), "offset points", None, None, **place
            )
            free = middle + half + LETTER / room
    axes.set_xlabel("turn", labelpad=14)


def _name_lines(axes: Axes, names: Sequence[str], values: Sequence[float]) -> None:
    """Each line's name where it ends; names that would cover each other are moved apart."""
    low, high = axes.get_ylim()
    height = axes.bbox.height * 72 / axes.figure.dpi
    free = float("-inf")
    for value, name in sorted(zip(values, names, strict=True)):
        up = max((value - low) / (high - low) * height, free)
        free = up + FACE + 3
        axes.annotate(
            printable(name),
            (1, up / height),
            (5, 0),
            "axes fraction",
            "offset points",
            va="center",
            size=FACE,
            color=INK,
            annotation_clip=False,
        )


def _mark(axes: Axes, lines: Sequence[Series], turning: Sequence[Swing], *, every: bool) -> list[str]:
    """A dotted line and a letter for each turning point that moved one of the lines, or for `every` one; what the
    letters mean, in words."""
    marks: list[tuple[int, str]] = []
    said = []
    moved = {point.version for line in lines for point in line.points[1:]}
    for at, swing in enumerate(turning):
        here = [version for version in swing.entries if version in moved] or (swing.entries[-1:] if every else ())
        if here:
            marks.append((here[-1], letter(at)))
            said.append(f"{letter(at)} {swing.moment}: {swing.head.value}")
    first, last = axes.get_xlim()
    room = axes.get_position().width * WIDTH / (last - first)
    ends = [float("-inf")] * 2
    for version, sign in sorted(marks):
        axes.axvline(version, color=FAINT, linestyle=(0, (1, 2)), linewidth=1, zorder=0)
        level = next((n for n, end in enumerate(ends) if version - end > 1.6 * LETTER / room), ends.index(min(ends)))
        ends[level] = version
        axes.annotate(
            sign,
            (version, 1),
            (0, 3 + 11 * level),
            ("data", "axes fraction"),
            "offset points",
            ha="center",
            weight="bold",
            size=FACE,
            color=INK,
            annotation_clip=False,
        )
    return said


# ---- hits ----


HITS = "Hits against expected hits"


def fire_dots(
    shot: Mapping[tuple[str, str], ChanceTally], sides: Mapping[str, str], title: str = HITS, hit: str = "hits"
) -> Picture:
    """A row for each side's kinds of fire: a dot for the hits, a bar for the interval of fair dice, a stroke for the
    mean."""
    order = list(dict.fromkeys([*sides, *(side for side, _ in shot)]))
    rows = sorted(shot.items(), key=lambda row: order.index(row[0][0]))
    names = [_fire_name(sides.get(side, side), kind) for (side, kind), _ in rows]
    figures = [f"{tally.shown} of {float(tally.expected):.1f}" for _, tally in rows]
    cut = [_cut(name, 2 * LONGEST) for name in names]
    left, right = (max(map(len, words)) * LETTER + 8 for words in (cut, figures))
    drawing, axes = _blank(len(rows) * 20 + 44, left=left, right=right, top=8, bottom=36)
    for at, ((side, _), tally) in enumerate(rows):
        style = STYLES[order.index(side) % len(STYLES)]
        low, high = tally.interval
        axes.plot([low, high], [at, at], color=style.colour, linewidth=2, marker="|", markersize=9, markeredgewidth=2)
        axes.plot([float(tally.expected)] * 2, [at - 0.3, at + 0.3], color=INK, linewidth=1.4)
        axes.plot(
            [tally.shown],
            [at],
            color=style.colour,
            marker=style.marker,
            markersize=7,
            markeredgecolor="white",
            linestyle="",
        )
        axes.annotate(
            figures[at],
            (1, at),
            (5, 0),
            ("axes fraction", "data"),
            "offset points",
            va="center",
            size=FACE,
            color=INK,
            annotation_clip=False,
        )
    axes.set_yticks(range(len(rows)), [printable(name) for name in cut])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"{hit}; stroke: expected, bar: 95% of the time")
    said = []
    for name, (_, tally) in zip(names, rows, strict=True):
        low, high = tally.interval
        said.append(
            f"{name} {tally.shown} {hit}, {float(tally.expected):.1f} expected, 95% of the time {low} to {high}"
        )
    alt = f"{title}: {'; '.join(said)}."
    return Picture(title, _svg(drawing, title, alt), printable(alt))


def _fire_name(side: str, kind: str) -> str:
    return kind if kind.startswith(side) else f"{side}: {kind}"


# ---- drawing ----


def _blank(height: float, *, left: float, right: float, top: float, bottom: float) -> tuple[Drawing, Axes]:
    """An empty white card with axes in it; all measures are points. The library is imported only now."""
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(WIDTH / 72, height / 72), facecolor="white")
    axes = drawing.add_axes(
        (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height)
    )
    axes.tick_params(labelsize=FACE, colors=INK)
    axes.xaxis.label.set(size=FACE, color=INK)
    axes.grid(axis="both", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for name, spine in axes.spines.items():
        spine.set(visible=name in ("left", "bottom"), color=FAINT)
    return drawing, axes


def _svg(drawing: Drawing, title: str, alt: str) -> str:
    """The drawing as an element to stand in a page or a file of its own, its ids apart from those of other drawings."""
    import matplotlib

    for words in _every_word(drawing):
        words.set(parse_math=False)
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": title, "svg.fonttype": "path"}):
        drawing.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    drawn = out.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    prefix = "chart-" + (re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-") or "of-the-game")
    drawn = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", drawn)
    drawn = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", drawn, flags=re.DOTALL)
    head, body = drawn.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} width="100%" '
        f'style="max-width:720px;height:auto" role="img" '
        f'stroke-linejoin="round" stroke-linecap="butt" aria-label={quoteattr(printable(alt))}>'
    )
    body = _shorter(re.sub(r">\s+<", "><", body).strip())
    return f"{opening}<title>{escape(printable(title))}</title>{body}\n"


PATH, STYLE = re.compile(r' d="([^"]*)"'), re.compile(r' style="([^"]*)"')
FINE = re.compile(r'(?<= [xy]=")-?\d+\.\d+')
GROUP = re.compile(r"<g\b[^>]*>|</g>")
"""What opens or closes a group."""


def _shorter(drawn: str) -> str:
    """A drawing that looks the same in fewer letters: styles as attributes, and no groups that say nothing."""
    drawn = PATH.sub(lambda path: ' d="{}"'.format(re.sub(r"\s*([A-Za-z])\s*", r"\1", path[1])), drawn)
    drawn = STYLE.sub(lambda style: "".join(_attributes(style[1])), drawn)
    drawn = FINE.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), drawn)
    says: list[bool] = []

    def group(tag: re.Match[str]) -> str:
        if tag[0] == "</g>":
            return "</g>" if says.pop() else ""
        if tag[0].endswith("/>"):
            return ""
        says.append(any(f" {name}=" in tag[0] for name in ("fill", "stroke", "transform", "clip-path", "opacity")))
        return tag[0] if says[-1] else ""

    return GROUP.sub(group, drawn)


def _attributes(style: str) -> Iterator[str]:
    for one in filter(None, map(str.strip, style.split(";"))):
        name, _, value = one.partition(":")
        yield f' {name.strip()}="{value.strip()}"'


def _every_word(drawing: Drawing) -> Iterable[Any]:
    from matplotlib.text import Text

    return drawing.findobj(Text)
