"""The situation on a screen of 80 columns: areas as rows, the sides beside each other, steps as dots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli import tarawa
from cli.output import WIDTH, clean, dots, folded, listed, paint


def status(game: Any, side: str = "") -> Iterator[str]:
    """Where a game stands in a few lines that stay on the screen: moment, points, whose move, and where the sides meet.

    `side` is the recorder's; "" is one that everybody sees.
    """
    state = game.state
    head = " · ".join(game.rules.moment(state).path)
    passes = [f"{name.partition(':')[0]} passes {name.partition(':')[2]}" for name in state.passes] if game.state.hidden == "paper" else []
    yield from folded(" · ".join([head, *_head_words(game), *passes]))
    if game.rules.code == "ddat":
        yield from (_cut(line, WIDTH) for line in tarawa.meetings(state))
        return
    units, areas = getattr(state, "units", {}), getattr(state, "areas", {})
    seen = {name: unit for name, unit in units.items() if getattr(unit, "status", "") != "concealed" or side in (unit.side, "umpire")}
    for name in areas:
        there = {u: unit.side for u, unit in seen.items() if unit.area == name and unit.steps}
        here = {side: [f"{u}{_dots(game, u)}" for u, s in there.items() if s == side] for side in game.rules.sides}
        if all(here.values()):
            yield _cut(f"{name} {_marks(areas[name], side)}: " + " against ".join(" ".join(names) for names in here.values()), WIDTH)


def situation(game: Any, side: str = "", whose: bool = True) -> Iterator[str]:
    """Lines that show where a game stands. Systems without areas and units are shown path by path."""
    state, rules = game.state, game.rules
    yield paint(" · ".join(rules.moment(state).path), bold=True)
    yield from _head(game)
    units: Mapping[str, Any] = getattr(state, "units", {})
    areas: Mapping[str, Any] = getattr(state, "areas", {})
    if rules.code == "ddat":
        yield from tarawa.overview(state)
    elif areas and units:
        yield ""
        yield from _areas(game, areas, units)
        yield from _boxes(game, areas, units)
    else:
        from domain.kernel.state import say, walk

        for path, value in walk(state):
            if path[0] not in ("charts", "complete", "readings"):
                yield f"{'.'.join(path)} = {say(value)}"
    if whose:
        yield ""
        yield from _whose(game, side)


def _head(game: Any) -> Iterator[str]:
    words = _head_words(game)
    if words and game.rules.code != "ddat":
        yield " · ".join(words)
    if game.state.result:
        yield paint(f"The game is over: {game.state.result.why}", bold=True)


def _head_words(game: Any) -> list[str]:
    state = game.state
    points = [f"{name} {getattr(state, f'vp_{side}')}" for side, name in game.rules.sides.items() if hasattr(state, f"vp_{side}")]
    words = [f"VP {', '.join(points)}"] if points else []
    if game.rules.code == "ddat":
        words += tarawa.words(state)
    if hasattr(state, "weather"):
        words.append(f"{state.weather} weather")
    if getattr(state, "jp_moves_allowed", 0):
        words.append(f"moves {state.jp_moves_used} of {state.jp_moves_allowed}")
    if getattr(state, "kirikami_active", False):
        words.append("Kirikami: Japanese +1")
    if getattr(state, "banzai_area", ""):
        words.append(f"Banzai from {state.banzai_area}")
    return words


def _dots(game: Any, name: str) -> str:
    """A step a dot; the lost ones hollow, as far as the counter is known."""
    from domain.kernel.errors import Unread

    have: int = game.state.units[name].steps
    try:
        full: int = game.state.card(name).steps
    except Unread:
        full = have
    return dots(have, full)


def _unit(game: Any, name: str) -> str:
    unit = game.state.units[name]
    marks = (" fired" if unit.fired else "") + (" concealed" if unit.status == "concealed" else "")
    return f"{clean(name)} {_dots(game, name)}{marks}"


def _areas(game: Any, areas: Mapping[str, Any], units: Mapping[str, Any]) -> Iterator[str]:
    sides = list(game.rules.sides)
    names = {name: _cut(name, 20) for name in areas}
    held = {name: f"{area.control.upper()} {_marks(area)}".strip() for name, area in areas.items()}
    name_width, held_width = (max(map(len, words)) for words in (["area", *names.values()], ["held by", *held.values()]))
    column = (WIDTH - name_width - held_width - 2 - 2 * len(sides)) // len(sides)

    def row(first: str, second: str, cells: Sequence[str]) -> str:
        return f"{first:{name_width}}  {second:{held_width}}  {'  '.join(f'{_cut(c, column):{column}}' for c in cells)}".rstrip()

    yield row("area", "held by", [game.rules.sides[s] for s in sides])
    for name, area in areas.items():
        here = [[_unit(game, u) for u, unit in units.items() if unit.area == name and unit.side == s and unit.steps] for s in sides]
        for n in range(max(1, *(len(h) for h in here))):
            text = row(names[name] if n == 0 else "", held[name] if n == 0 else "", [h[n] if n < len(h) else "" for h in here])
            yield paint(text, fg="cyan") if area.control == "us" else text
    yield paint("B Beachhead, S Safe to Land, * Stars and Stripes, cN caves, hN hidden caves", dim=True)


def _marks(area: Any, side: str = "umpire") -> str:
    markers = "".join(mark for there, mark in ((area.beachhead, "B"), (area.safe_to_land, "S"), (area.stars, "*")) if there)
    return markers + (f" c{area.caves}" if area.caves else "") + (f" h{area.hidden_caves}" if area.hidden_caves else "")


def _cut(text: str, width: int) -> str:
    text = clean(text)
    return text if len(text) <= width else text[: width - 1] + "…"


def _boxes(game: Any, areas: Mapping[str, Any], units: Mapping[str, Any]) -> Iterator[str]:
    boxes: dict[str, list[str]] = {}
    for name, unit in units.items():
        if unit.area not in areas:
            gone = "" if unit.steps else " †"
            spent = " down" if unit.grounded else " used" if unit.fired else ""
            dots = f" {_dots(game, name)}" if unit.steps and game.state.card(name).steps > 1 else ""
            boxes.setdefault(unit.area or "not placed, or not known", []).append(f"{name}{dots}{spent}{gone}")
    for box, names in boxes.items():
        yield from listed(f"{box}: ", names, "    ")


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
