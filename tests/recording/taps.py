"""Shipped games played again by taps alone: each declaration is built value by value, from what may be tapped then.

python -m tests.recording.taps [SYSTEM …]     tells what was not offered, or had to be typed
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from domain.games import SYSTEMS
from domain.kernel.errors import Unknown
from domain.kernel.facts import Declared
from domain.kernel.game import Game
from domain.kernel.state import say
from domain.kernel.verbs import Parameter, Verb
from recording.going_on import verbs_ahead
from recording.now import now
from recording.unfinished import NextValue, unfinished
from recording.values import NUMBER, WORDS, is_path, sort_of
from replays import library
from tests import shipped

How = Literal["offered", "among names", "by number", "typed"]
ORDER: tuple[How, ...] = ("offered", "among names", "by number", "typed")
"""How a declaration was built: as its worst tap."""
COUNTED = re.compile(r"(.+)x(\d+)")


class Tap(NamedTuple):
    """A name, or another value, to be tapped."""

    parameter: Parameter
    word: str
    value: Any
    head: bool = False


class Built(NamedTuple):
    """A declaration of a shipped game, how it was built, and the first tap that was not offered."""

    game: str
    declared: Declared
    how: How
    missed: str


def taps(verb: Verb[Any], values: Mapping[str, Any]) -> Iterator[Tap]:
    """The taps that say these values; several of a kind are tapped one by one."""
    for parameter in verb.parameters:
        if parameter.name not in values:
            continue
        value = values[parameter.name]
        if parameter.grouped:
            for head, members in value.items():
                yield Tap(parameter, head, head, head=True)
                yield from (Tap(parameter, one, one) for member in members for one in each(member))
        elif sort_of(parameter).several:
            yield from (Tap(parameter, one, one) for member in value for one in each(member))
        else:
            yield Tap(parameter, say(value), value)


def each(member: str) -> list[str]:
    """`6-6-8x3` one by one."""
    found = COUNTED.fullmatch(member)
    return [found[1]] * int(found[2]) if found else [member]


def and_tapped(said: Mapping[str, Any], tap: Tap) -> dict[str, Any]:
    """What is said after a tap."""
    name, before = tap.parameter.name, said.get(tap.parameter.name)
    if tap.head:
        return {**said, name: {**(before or {}), tap.word: ()}}
    if tap.parameter.grouped:
        head = list(before or {})[-1]
        return {**said, name: {**(before or {}), head: (*(before or {})[head], tap.word)}}
    return {**said, name: (*(before or ()), tap.word) if sort_of(tap.parameter).several else tap.value}


def built(game: Game[Any], declared: Declared) -> tuple[How, str]:
    """How a declaration is built by its own side, where it sees what it may see, and the first tap not offered."""
    verb = game.rules.play.verbs[declared.verb]
    audience = declared.side if game.rules.secrecy.hides else "umpire"
    here = now(game, audience)
    if verb.name not in {one.name for one in (*here.verbs, *here.anytime, *verbs_ahead(game, audience))}:
        return "among names", "the verb"
    left, said = list(taps(verb, declared.values)), dict[str, Any]()
    worst, missed = 0, ""
    while left:
        try:
            tap, value = _next(game, audience, verb, said, left, declared.side)
        except Unknown:  # said on a shared recorder, of what its side does not know
            return "typed", f"{left[0].parameter.name} {left[0].word}"
        level = _level(tap, value)
        if level > worst:
            worst, missed = level, f"{tap.parameter.name} {tap.word}"
        left.remove(tap)
        said = and_tapped(said, tap)
    assert unfinished(game, audience, verb, said, side=declared.side).may_end or declared.as_played
    return ORDER[worst], missed


def _next(
    game: Game[Any], audience: str, verb: Verb[Any], said: Mapping[str, Any], left: list[Tap], side: str
) -> tuple[Tap, NextValue]:
    """The tap that comes next, in any order of a list, and the value it belongs to."""
    first = left[0]
    for wanted in ("", first.parameter.name):
        line = unfinished(game, audience, verb, said, side=side, wanted=wanted)
        value = next(one for one in line.values if one.name == first.parameter.name)
        alike = [tap for tap in left if tap.parameter is first.parameter and tap.head == first.head]
        alike = [first] if is_path(verb, first.parameter) or first.parameter.grouped else alike
        for tap in alike:
            if _level(tap, value) == 0:
                return tap, value
    return first, value


def _level(tap: Tap, value: NextValue) -> int:
    if tap.word in (value.heads if tap.head else value.offered):
        return 0
    if value.kind in (NUMBER, WORDS):
        return 2 if value.kind == NUMBER else 3
    return 1


def declarations(system: str, *, every: int = 1) -> Iterator[Built]:
    """Each declaration of a system's shipped games, or `every` so many, built by taps."""
    for name in library.played_games(system):
        whole = shipped.played(system, name)
        game: Game[Any] = Game(whole.rules, whole.id)
        waiting = []
        for entry in whole.entries:
            if isinstance(entry.fact, Declared) and entry.version == entry.of and entry.version % every == 0:
                game.follow(waiting)
                waiting = []
                yield Built(f"{system}/{name}", entry.fact, *built(game, entry.fact))
            waiting.append(entry)


def main(systems: list[str]) -> None:
    """Tells what was not offered, and how many were."""
    counted: Counter[str] = Counter()
    for system in systems or list(SYSTEMS):
        for one in declarations(system):
            counted[one.how] += 1
            if one.how != "offered":
                print(f"{one.game}: {one.declared.verb} {dict(one.declared.values)}: {one.how}, {one.missed}")
    print(", ".join(f"{count} {how}" for how, count in counted.items()), f"of {counted.total()}")


if __name__ == "__main__":
    main(sys.argv[1:])
