"""The luck of a game: dice against fair dice, hits against the hits to be expected, and how the cards fell.

Nothing here knows a game. The mean number of hits is what the fire says itself; how far hits scatter follows from the
dice behind it, and is worked out only where those dice account for the hits exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from math import sqrt
from typing import Any, NamedTuple

from domain.kernel.facts import Drawn, Fire, Rolled
from domain.kernel.game import Game, standing
from domain.kernel.table import Entry
from projections.report.model import Cell, Figure, Table

WIDE = 1.959964
"""Standard deviations to both sides of the mean between which 95 of 100 values lie."""
MOMENTS = 5
"""Luckiest and unluckiest moments told, of each."""
LINKS = ("of", "in", "on", "at", "for", "to")
"""Words that nothing may end with."""


class Tally(NamedTuple):
    """What chance showed against what was to be expected of it: a single roll or fire, or many added up."""

    shown: int
    expected: Fraction
    variance: Fraction
    entries: tuple[int, ...] = ()

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def deviation(self) -> float | None:
        """How many standard deviations more than expected were shown; None where nothing else could be shown."""
        return float(self.shown - self.expected) / self.spread if self.variance else None

    @property
    def interval(self) -> tuple[float, float]:
        """Between these lie 95 of 100 values of fair chance; nothing is shown less than no times."""
        mean = float(self.expected)
        return max(0.0, mean - WIDE * self.spread), mean + WIDE * self.spread

    def __add__(self, other: object) -> Tally:  # independent chances: means and variances add up
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(
            self.shown + other.shown, self.expected + other.expected, self.variance + other.variance, (*self.entries, *other.entries)
        )


NONE = Tally(0, Fraction(0), Fraction(0))


class Shot(NamedTuple):
    """A resolution of fire; its tally is None where its mean, or how far it scatters, is not known."""

    entry: Entry
    fire: Fire
    tally: Tally | None


# ---- what is worked out ----


def pips(rolled: Rolled, entry: int) -> Tally:
    """The sum of a roll: a fair die of s sides has the mean (s + 1) / 2 and the variance (s² - 1) / 12."""
    count, sides = len(rolled.dice), rolled.sides
    return Tally(sum(rolled.dice), Fraction(count * (sides + 1), 2), Fraction(count * (sides * sides - 1), 12), (entry,))


def resolved(entries: Iterable[Entry]) -> tuple[list[Shot], list[Entry]]:
    """Every fire with the rolls behind it, and the rolls that belong to no fire.

    A fire's rolls stand before it under the same declaration, after the fire before it.
    """
    shots: list[Shot] = []
    rolls: list[Entry] = []
    open_rolls: list[Entry] = []
    of = 0
    for entry in entries:
        if entry.of != of:
            rolls += open_rolls
            of, open_rolls = entry.of, []
        if isinstance(entry.fact, Rolled):
            open_rolls.append(entry)
        fire = entry.fact.fire
        if fire is None:
            continue
        tally, used = _behind(entry.version, fire, [roll for roll in open_rolls if _rolled(roll).side == fire.side])
        shots.append(Shot(entry, fire, tally))
        rolls += [roll for roll in open_rolls if roll.version not in used]
        open_rolls = []
    return shots, rolls + open_rolls


def _rolled(entry: Entry) -> Rolled:
    assert isinstance(entry.fact, Rolled)
    return entry.fact


def _behind(version: int, fire: Fire, rolls: Sequence[Entry]) -> tuple[Tally | None, set[int]]:
    """What was to be expected of a fire, and the versions of the rolls it used.

    Of the pool, the dice that the fire lists, a fixed number of faces hit; dice rolled beside the pool count as they show.
    That is believed only where it gives both the hits and the mean that the fire has.
    """
    pool = [roll for roll in rolls if fire.chance and _rolled(roll).dice == fire.chance][-1:]
    beside = [roll for roll in rolls if roll not in pool]
    mean = number(fire.expected)
    used = {roll.version for roll in pool}
    if mean is None:
        return None, used
    for others in ([beside, []] if beside else [[]]):
        extra = sum((pips(_rolled(roll), roll.version) for roll in others), NONE)
        variance = _pool_variance(fire, mean - extra.expected, fire.hits - extra.shown, _rolled(pool[0]).sides if pool else 6)
        if variance is not None:
            used |= {roll.version for roll in others}
            return Tally(fire.hits, mean, variance + extra.variance, (*sorted(used), version)), used
    return None, used


def _pool_variance(fire: Fire, mean: Fraction, hits: int, sides: int) -> Fraction | None:
    """n dice that each hit with the chance p scatter by n p (1 - p); None where hits and mean are not those of such dice."""
    count = len(fire.chance)
    if not count:
        return Fraction(0) if mean == hits == 0 else None
    chance = mean / count
    faces = chance * sides
    if faces.denominator != 1 or not 0 <= faces <= sides:
        return None
    high, low = sum(die > sides - faces for die in fire.chance), sum(die <= faces for die in fire.chance)
    return count * chance * (1 - chance) if hits in (high, low) else None


def number(fraction: str) -> Fraction | None:
    """ "8/3" as a number; None where nobody knows."""
    try:
        return Fraction(fraction)
    except (ValueError, ZeroDivisionError):
        return None


def hits(shots: Iterable[Shot]) -> dict[tuple[str, str], Tally]:
    """Hits by side and kind of fire, of the shots of which it is known what was to be expected."""
    found: dict[tuple[str, str], Tally] = {}
    for shot in shots:
        if shot.tally:
            key = shot.fire.side, shot.fire.kind
            found[key] = found.get(key, NONE) + shot.tally
    return found


# ---- the tables ----


def luck(game: Game[Any]) -> tuple[Table, ...]:
    """The tables of luck of a game, or of what a side saw of it; those that would be empty are left out."""
    entries = standing(game.entries)
    tables = (
        dice(entries, game.rules.sides),
        fire(entries, game.rules.sides),
        moments(entries, game.rules.sides),
        draws(entries, game.rules.sides),
        cards(entries, game.rules.sides),
    )
    return tuple(table for table in tables if table.rows)


def dice(entries: Iterable[Entry], sides: Mapping[str, str]) -> Table:
    """Each side's dice against fair ones."""
    found: dict[tuple[str, int], tuple[int, Tally]] = {}
    for entry in entries:
        if isinstance(entry.fact, Rolled) and entry.fact.dice:
            key = entry.fact.side, entry.fact.sides
            count, tally = found.get(key, (0, NONE))
            found[key] = count + len(entry.fact.dice), tally + pips(entry.fact, entry.version)
    rows: list[tuple[Cell, ...]] = []
    for (side, faces), (count, tally) in found.items():
        mean, spread = float(tally.expected) / count, tally.spread / count
        low, high = max(1.0, mean - WIDE * spread), min(float(faces), mean + WIDE * spread)
        rows.append(
            (
                _side(sides, side), str(faces), Figure(str(count), tally.entries), Figure(f"{tally.shown / count:.2f}", tally.entries),
                f"{mean:.2f}", Figure(_signed(tally.deviation), tally.entries), f"{low:.2f} to {high:.2f}",
            )
        )  # fmt: skip
    return Table(
        "Dice",
        ("Side", "Faces", "Dice", "Mean", "Expected", "Standard deviations", "95% interval"),
        tuple(rows),
        "The mean of all dice a side rolled against that of fair dice. 95 of 100 means of as many fair dice lie in the interval.",
    )


def fire(entries: Iterable[Entry], sides: Mapping[str, str]) -> Table:
    """Hits against expected hits, by side and kind, and for each side in all."""
    shots, _ = resolved(entries)
    of: dict[str, list[Shot]] = {}
    for shot in shots:
        if shot.tally:
            of.setdefault(shot.fire.side, []).append(shot)
    rows: list[tuple[Cell, ...]] = []
    for side, mine in of.items():
        kinds = hits(mine)
        shown = [(kind, tally) for (_, kind), tally in kinds.items()]
        if len(shown) > 1:
            shown.append(("in all", sum(kinds.values(), NONE)))
        for kind, tally in shown:
            count = sum(kind in (shot.fire.kind, "in all") for shot in mine)
            low, high = tally.interval
            rows.append(
                (
                    _side(sides, side), kind, Figure(str(count), tally.entries), Figure(str(tally.shown), tally.entries),
                    Figure(_short(tally.expected), tally.entries), f"{tally.spread:.2f}", Figure(_signed(tally.deviation), tally.entries),
                    f"{low:.1f} to {high:.1f}",
                )
            )  # fmt: skip
    silent = sum(shot.tally is None for shot in shots)
    left_out = f" {silent} {'shot is' if silent == 1 else 'shots are'} left out: it is not known what was to be expected." if silent else ""
    return Table(
        "Hits against expected hits",
        ("Side", "Fire", "Shots", "Hits", "Expected", "Standard deviation", "Off by standard deviations", "95% interval"),
        tuple(rows),
        f"Hits before modifiers. With fair dice, 95 of 100 sums of hits lie in the interval.{left_out}",
    )


def moments(entries: Iterable[Entry], sides: Mapping[str, str]) -> Table:
    """The fires and rolls furthest from what was to be expected, above and below."""
    shots, rolls = resolved(entries)
    found: list[tuple[float, Entry, Tally, bool]] = []
    for shot in shots:
        if shot.tally and shot.tally.deviation:
            found.append((shot.tally.deviation, shot.entry, shot.tally, True))
    for entry in rolls:
        tally = pips(_rolled(entry), entry.version)
        if tally.deviation:
            found.append((tally.deviation, entry, tally, False))
    found.sort(key=lambda one: (-abs(one[0]), one[1].version))
    above = [one for one in found if one[0] > 0][:MOMENTS]
    below = [one for one in found if one[0] < 0][:MOMENTS]
    rows: list[tuple[Cell, ...]] = []
    for deviation, entry, tally, fired in above + below:
        fact = entry.fact
        side = fact.fire.side if fact.fire else _rolled(entry).side
        words = fact.sentence() if fact.fire else f"{_rolled(entry).purpose}: {' '.join(map(str, _rolled(entry).dice))}"
        what = ("lucky" if deviation > 0 else "unlucky") if fired else ("high" if deviation > 0 else "low")
        rows.append(
            (
                what, _side(sides, side), ", ".join(entry.moment.path), Figure(words, tally.entries), Figure(str(tally.shown), tally.entries),
                _short(tally.expected), Figure(_signed(deviation), tally.entries),
            )
        )  # fmt: skip
    return Table(
        "Luckiest and unluckiest moments",
        ("Luck", "Side", "When", "What", "Shown", "Expected", "Standard deviations"),
        tuple(rows),
        "The fires furthest from their expected hits, for whoever fired; dice that are no fire are called high or low, and their sum is shown.",
    )


def draws(entries: Iterable[Entry], sides: Mapping[str, str]) -> Table:
    """What cards, chits and names were drawn for, and which came."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if isinstance(entry.fact, Drawn):
            found.setdefault((entry.fact.side, entry.fact.name), []).append(entry)
    rows: list[tuple[Cell, ...]] = []
    for (side, name), drawn in sorted(found.items(), key=lambda item: -len(item[1])):
        came = Counter(_drawn(entry).item for entry in drawn)
        which = ", ".join(item + (f" ×{times}" if times > 1 else "") for item, times in came.items())
        rows.append((_purpose(name, drawn), _side(sides, side), Figure(str(len(drawn)), _versions(drawn)), which))
    return Table("Draws", ("For", "From", "Draws", "Which came"), tuple(rows), "What was drawn, by its purpose, in the order it came.")


def cards(entries: Iterable[Entry], sides: Mapping[str, str]) -> Table:
    """How often single cards came: those drawn once, twice and so on, where some came more than once."""
    piles: dict[str, list[Entry]] = {}
    for entry in entries:
        if isinstance(entry.fact, Drawn):  # what lies on the table are many small piles, of which a draw's name says which
            pile = entry.fact.name if entry.fact.side == "table" else _side(sides, entry.fact.side)
            piles.setdefault(pile, []).append(entry)
    rows: list[tuple[Cell, ...]] = []
    for pile, drawn in piles.items():
        times = Counter(_drawn(entry).item for entry in drawn)
        if max(times.values()) == 1:
            continue
        for often in sorted(set(times.values()), reverse=True):
            which = sorted((item for item, n in times.items() if n == often), key=lambda item: (len(item), item))
            behind = _versions(entry for entry in drawn if _drawn(entry).item in which)
            rows.append((pile, {1: "once", 2: "twice"}.get(often, f"{often} times"), Figure(str(len(which)), behind), ", ".join(which)))
    return Table("How the cards fell", ("From", "Came", "How many", "Which"), tuple(rows), "How often each of those that were drawn came.")


def _drawn(entry: Entry) -> Drawn:
    assert isinstance(entry.fact, Drawn)
    return entry.fact


def _versions(entries: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(entry.version for entry in entries)


def _purpose(name: str, drawn: Sequence[Entry]) -> str:
    """What draws of one name were for: the words their purposes begin with, or the name where these say too little."""
    purposes = [_drawn(entry).purpose.split() for entry in drawn]
    words = [same[0] for same in takewhile(lambda same: len(set(same)) == 1, zip(*purposes, strict=False))]
    if words and words[-1] in LINKS and any(len(purpose) > len(words) for purpose in purposes):
        words.pop()
    return " ".join(words) if len(words) > 2 else name


def _side(sides: Mapping[str, str], side: str) -> str:
    return sides.get(side, side)


def _short(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _signed(value: float | None) -> str:
    return "" if value is None else f"{round(value, 2) + 0.0:+.2f}"
