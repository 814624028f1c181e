"""The luck of a game: dice against fair dice, hits against the hits to be expected, cards against those that could have
come.

Nothing here knows a game. The mean number of hits is what the fire says itself; how far hits scatter follows from the
dice behind it, and is worked out only where those dice account for the hits exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import log
from typing import Any, NamedTuple

from domain.kernel.entries import Entry, standing
from domain.kernel.facts import Drawn, Fact, Fire, Rolled, label
from domain.kernel.game import View
from domain.kernel.limits import FACES
from domain.kernel.repeats import again_in, came_to
from projections.report.cards import CardLuck, lucks
from projections.report.counting import expected, moment, side_named
from projections.report.model import Cell, Figure, ReportTable
from projections.report.odds import ChanceTally, Distribution, card, die, one_in, summed_chances
from projections.report.places import named
from projections.report.toll import steps_lost
from projections.shown import shown

RAREST = Fraction(1, 10**300)
"""Nothing is told to be rarer than this."""
MOMENTS = 5
"""Luckiest and unluckiest moments told, of each."""


class Shot(NamedTuple):
    """A resolution of fire; its tally is None where its mean, or how far it scatters, is not known."""

    entry: Entry
    fire: Fire
    tally: ChanceTally | None


# ---- what is worked out ----


def can_be(rolled: Rolled) -> bool:
    """Whether dice can show that; a stranger's record may hold a die with more faces than any, or a face that it has
    not."""
    return 1 <= rolled.sides <= FACES and all(1 <= die <= rolled.sides for die in rolled.dice)


def pips(rolled: Rolled, entry: int) -> ChanceTally:
    """The sum of a roll of fair dice."""
    return ChanceTally(sum(rolled.dice), ((die(rolled.sides), len(rolled.dice)),) if rolled.dice else (), (entry,))


Faces = Callable[[Fact], Sequence[int]]
"""The hits of each face of the die that a fire was read off a table with; none for other fire."""


def never_by_die(fact: Fact) -> Sequence[int]:
    """None: no fire is read off a table."""
    return ()


def resolved(entries: Iterable[Entry], faces: Faces = never_by_die) -> tuple[list[Shot], list[Entry]]:
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
        if isinstance(entry.fact, Rolled) and can_be(entry.fact):
            open_rolls.append(entry)
        fire = entry.fact.fire
        if fire is None:
            continue
        behind = [roll for roll in open_rolls if _rolled(roll).side == fire.side]
        tally, used = _read(entry.version, fire, behind, faces(entry.fact)) or _behind(entry.version, fire, behind)
        shots.append(Shot(entry, fire, tally))
        rolls += [roll for roll in open_rolls if roll.version not in used]
        open_rolls = []
    return shots, rolls + open_rolls


def _rolled(entry: Entry) -> Rolled:
    assert isinstance(entry.fact, Rolled)
    return entry.fact


def _read(
    version: int, fire: Fire, rolls: Sequence[Entry], faces: Sequence[int]
) -> tuple[ChanceTally, set[int]] | None:
    """What was to be expected of a fire that was read off a table by its last die, and the version of that roll; None
    for other fire."""
    pool = [roll for roll in rolls if _rolled(roll).dice == fire.chance][-1:]
    if (
        not pool
        or len(fire.chance) != 1
        or len(faces) != _rolled(pool[0]).sides
        or faces[fire.chance[0] - 1] != fire.hits
    ):
        return None
    return ChanceTally(fire.hits, ((card(faces), 1),), (pool[0].version, version)), {pool[0].version}


def _behind(version: int, fire: Fire, rolls: Sequence[Entry]) -> tuple[ChanceTally | None, set[int]]:
    """What was to be expected of a fire, and the versions of the rolls it used.

    Of the pool, the dice that the fire lists, a fixed number of faces hit; dice rolled beside the pool count as they
    show. That is believed only where it gives both the hits and the mean that the fire has.
    """
    pool = [roll for roll in rolls if fire.chance and _rolled(roll).dice == fire.chance][-1:]
    beside = [roll for roll in rolls if roll not in pool]
    mean = expected(fire)
    used = {roll.version for roll in pool}
    if mean is None:
        return None, used
    for others in [beside, []] if beside else [[]]:
        extra = summed_chances(pips(_rolled(roll), roll.version) for roll in others)
        hit = _hit(fire, mean - extra.expected, fire.hits - extra.shown, _rolled(pool[0]).sides if pool else 6)
        if hit is not None:
            used |= {roll.version for roll in others}
            mine = ChanceTally(0, ((hit, len(fire.chance)),) if fire.chance else ())
            return summed_chances((mine, extra))._replace(shown=fire.hits, entries=(*sorted(used), version)), used
    return None, used


def _hit(fire: Fire, mean: Fraction, hits: int, sides: int) -> Distribution | None:
    """How each die of the pool hits: some of its faces do. None where hits and mean are not those of such dice."""
    count = len(fire.chance)
    if not count:
        return one_in(0, sides) if mean == hits == 0 else None
    faces = mean / count * sides
    if faces.denominator != 1 or not 0 <= faces <= sides:
        return None
    high, low = sum(die > sides - faces for die in fire.chance), sum(die <= faces for die in fire.chance)
    return one_in(int(faces), sides) if hits in (high, low) else None


def hits(shots: Iterable[Shot]) -> dict[tuple[str, str], ChanceTally]:
    """Hits by side and kind of fire, of the shots of which it is known what was to be expected."""
    found: dict[tuple[str, str], list[ChanceTally]] = {}
    for shot in shots:
        if shot.tally:
            found.setdefault((shot.fire.side, shot.fire.kind), []).append(shot.tally)
    return {key: summed_chances(tallies) for key, tallies in found.items()}


# ---- the tables ----

RANGE = "95% of the time"
HOW_LIKELY = "chance of that or further"
AS_FAR = "Chance of that or further: of as much or more, where more came than expected; otherwise of as little or less."


def luck(game: View[Any]) -> tuple[ReportTable, ...]:
    """The tables of luck of a game, or of what a side saw of it; those that would be empty are left out."""
    entries, worth, sides = standing(game.entries), tuple(lucks(game)), game.rules.sides
    faces, again = faces_of(game), again_in(entries, game.entries)
    tables = (
        dice(entries, sides),
        fire_luck(entries, sides, faces),
        worths(worth, sides),
        moments(entries, sides, worth, named(game), faces, at_stake(game)),
        draws(entries, sides),
        cards(entries, sides),
        thrown_again(entries, sides, again),
    )
    return tuple(table for table in tables if table.rows)


def thrown_again(entries: Iterable[Entry], sides: Mapping[str, str], again: Mapping[int, str]) -> ReportTable:
    """The dice and draws that count here and stand for others, which a take-back struck."""
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        fact = entry.fact
        if entry.version in again and isinstance(fact, Rolled | Drawn):
            figure = Figure(came_to(entry), (entry.version,))
            rows.append((side_named(sides, fact.side), moment(entry), fact.words, figure, again[entry.version]))
    return ReportTable(
        "Made again after a take-back",
        ("side", "when", "what", "came to", "note"),
        tuple(rows),
        "Dice and draws that were made again: the tables of luck count what stands, and not what was taken back.",
    )


def faces_of(game: View[Any]) -> Faces:
    """The hits of each face, as the game's own tables say them."""
    return partial(shown(game.rules.code).report.faces, game)


def dice(entries: Iterable[Entry], sides: Mapping[str, str]) -> ReportTable:
    """Each side's dice against fair ones."""
    found: dict[tuple[str, int], list[tuple[int, ChanceTally]]] = {}
    for entry in entries:
        if isinstance(entry.fact, Rolled) and entry.fact.dice and can_be(entry.fact):
            found.setdefault((entry.fact.side, entry.fact.sides), []).append(
                (len(entry.fact.dice), pips(entry.fact, entry.version))
            )
    rows: list[tuple[Cell, ...]] = []
    for (side, faces), rolls in found.items():
        count, tally = sum(n for n, _ in rolls), summed_chances(one for _, one in rolls)
        low, high = tally.interval
        rows.append(
            (
                side_named(sides, side),
                str(faces),
                Figure(str(count), tally.entries),
                Figure(_mean(tally.shown, count), tally.entries),
                _mean(tally.expected, count),
                f"{_mean(low, count)} to {_mean(high, count)}",
                Figure(likely(tally), tally.entries),
            )
        )
    return ReportTable(
        "Dice",
        ("side", "faces", "dice", "mean", "expected mean", RANGE, HOW_LIKELY),
        tuple(rows),
        f"The mean of all dice a side rolled. With as many fair dice it lies in the interval 95% of the time. {AS_FAR}",
    )


def fire_luck(entries: Iterable[Entry], sides: Mapping[str, str], faces: Faces = never_by_die) -> ReportTable:
    """Hits against expected hits, by side and kind, and for each side in all."""
    shots, _ = resolved(entries, faces)
    of: dict[str, list[Shot]] = {}
    for shot in shots:
        if shot.tally:
            of.setdefault(shot.fire.side, []).append(shot)
    rows: list[tuple[Cell, ...]] = []
    for side, mine in of.items():
        shown = [(kind, tally) for (_, kind), tally in hits(mine).items()]
        if len(shown) > 1:
            shown.append((IN_ALL, summed_chances(tally for _, tally in shown)))
        for kind, tally in shown:
            count = sum(kind in (shot.fire.kind, IN_ALL) for shot in mine)
            title = side_named(sides, side)
            rows.append((title, label(kind), Figure(str(count), tally.entries), *against(tally)))
    silent = sum(shot.tally is None for shot in shots)
    left_out = (
        f" {silent} {'shot is' if silent == 1 else 'shots are'} left out: it is not known what was to be expected."
        if silent
        else ""
    )
    return ReportTable(
        "Hits against expected hits",
        ("side", "fire", "shots", "hits", "expected", RANGE, HOW_LIKELY),
        tuple(rows),
        "Hits as the dice showed them, before modifiers. With fair dice they lie in the interval 95% of the time. "
        f"{AS_FAR}{left_out}",
    )


IN_ALL = "in all"
AVERAGE = Fraction(1, 4)
"""What chance goes as far with more often than this is no luck."""


def worths(worth: Iterable[CardLuck], sides: Mapping[str, str]) -> ReportTable:
    """What the cards of each purpose came to, against the cards that could have come."""
    found: dict[tuple[str, str], list[CardLuck]] = {}
    for one in worth:
        found.setdefault((one.side, one.what), []).append(one)
    rows: list[tuple[Cell, ...]] = []
    order = list(sides)
    for (side, what), drawn in sorted(
        found.items(), key=lambda item: order.index(item[0][0]) if item[0][0] in order else len(order)
    ):
        tally = summed_chances(one.tally for one in drawn)
        good = (tally.above > 0) == drawn[0].more
        luck = "average" if not tally.above or tally.rarity > AVERAGE else "lucky" if good else "unlucky"
        rows.append((side_named(sides, side), what, Figure(str(len(drawn)), tally.entries), *against(tally), luck))
    return ReportTable(
        "Cards against the deck",
        ("side", "what", "cards", "came to", "expected", RANGE, HOW_LIKELY, "luck"),
        tuple(rows),
        "Each card against all that could have come in its place: those not seen since the last shuffle. Drawn "
        "afresh from these, they come "
        f"to something in the interval 95% of the time. {AS_FAR}",
    )


def against(tally: ChanceTally) -> tuple[Cell, ...]:
    """What chance showed, what was to be expected, what it lies between 95% of the time, and how likely that is."""
    low, high = tally.interval
    return (
        Figure(str(tally.shown), tally.entries),
        Figure(_short(tally.expected), tally.entries),
        f"{low} to {high}",
        Figure(likely(tally), tally.entries),
    )


class LuckyMoment(NamedTuple):
    """A fire, roll or card: what was shown and how lucky that was: 1 good for the side, -1 bad, 0 where nobody can
    tell."""

    tally: ChanceTally
    entry: Entry
    side: str
    words: str
    luck: int


Hung = Callable[[Entry], float]
"""What hung on an entry, in steps and points."""


def at_stake(game: View[Any]) -> Hung:
    """The steps and points of the declaration of an entry."""
    found: Counter[int] = Counter()
    for entry in standing(game.entries):
        fact = entry.fact
        found[entry.of] += sum(steps_lost(game, loss) for loss in fact.losses) + sum(gain.steps for gain in fact.gains)
        found[entry.of] += sum(abs(points.amount) for points in fact.points)
    return lambda entry: found[entry.of]


def _mattered(one: LuckyMoment, hung: Hung | None) -> float:
    """How rare a moment was, weighed by what hung on it: what its declaration cost and brought, and of fire and cards
    at the least what they showed above or below the mean."""
    rare = -log(float(max(one.tally.rarity, RAREST)))
    if hung is None:  # how rare it was is all that is known
        return rare
    off = abs(one.tally.shown - one.tally.expected) if one.luck else Fraction(0)
    return rare * max(hung(one.entry), float(off))


def moments(
    entries: Iterable[Entry],
    sides: Mapping[str, str],
    worth: Iterable[CardLuck] = (),
    place: Callable[[str], str] = str,
    faces: Faces = never_by_die,
    hung: Hung | None = None,
) -> ReportTable:
    """The fires, rolls and cards that mattered most, above and below what was to be expected: rarity weighed by what
    hung on them. A roll on which nothing hung is no moment.

    `place` puts the printed names of places into words.
    """
    shots, rolls = resolved(entries, faces)
    found = [
        LuckyMoment(shot.tally, shot.entry, shot.fire.side, shot.entry.fact.sentence(), shot.tally.above)
        for shot in shots
        if shot.tally
    ]
    for entry in rolls:
        rolled = _rolled(entry)
        found.append(
            LuckyMoment(
                pips(rolled, entry.version), entry, rolled.side, f"{rolled.words}: {' '.join(map(str, rolled.dice))}", 0
            )
        )
    for one in worth:
        words = f"{_drawn(one.entry).purpose.says()}, card {_drawn(one.entry).item} ({one.what})"
        found.append(
            LuckyMoment(one.tally, one.entry, one.side, words, one.tally.above if one.more else -one.tally.above)
        )
    found = [one for one in found if one.tally.above]
    rare = sorted(
        (one for one in found if one.tally.rarity <= AVERAGE and _mattered(one, hung)),
        key=lambda one: (-_mattered(one, hung), one.entry.version),
    )
    good = [one for one in rare if (one.luck or one.tally.above) > 0][:MOMENTS]
    bad = [one for one in rare if (one.luck or one.tally.above) < 0][:MOMENTS]
    rows: list[tuple[Cell, ...]] = [
        (
            _luck(one),
            side_named(sides, one.side),
            moment(one.entry),
            Figure(place(one.words), one.tally.entries),
            Figure(str(one.tally.shown), one.tally.entries),
            _short(one.tally.expected),
            Figure(likely(one.tally), one.tally.entries),
        )
        for one in good + bad
    ]
    return ReportTable(
        "Luckiest and unluckiest moments",
        ("luck", "side", "when", "what", "shown", "expected", HOW_LIKELY),
        tuple(rows),
        "Lucky or unlucky for the side named, those first that were rare and on which much hung; dice that are no fire "
        "are called high or low by their sum. "
        f"{AS_FAR} Of {len(found)} above or below what was expected, one as rare as 1 in {len(found)} is no surprise.",
    )


def _luck(one: LuckyMoment) -> str:
    if one.luck:
        return "lucky" if one.luck > 0 else "unlucky"
    return "high" if one.tally.above > 0 else "low"


def draws(entries: Iterable[Entry], sides: Mapping[str, str]) -> ReportTable:
    """What cards, chits and names were drawn for, and which came."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if isinstance(entry.fact, Drawn):
            found.setdefault((entry.fact.side, purpose(entry.fact)), []).append(entry)
    rows: list[tuple[Cell, ...]] = []
    for (side, what), drawn in sorted(found.items(), key=lambda item: -len(item[1])):
        came = Counter(_drawn(entry).item for entry in drawn)
        which = ", ".join(item + (f" ×{times}" if times > 1 else "") for item, times in came.items())
        rows.append((what, side_named(sides, side), Figure(str(len(drawn)), _versions(drawn)), which))
    return ReportTable(
        "Draws", ("for", "from", "draws", "which came"), tuple(rows), "What was drawn for what, in the order it came."
    )


def cards(entries: Iterable[Entry], sides: Mapping[str, str]) -> ReportTable:
    """How often single cards came: those drawn once, twice and so on, where some came more than once."""
    piles: dict[str, list[Entry]] = {}
    for entry in entries:
        if isinstance(
            entry.fact, Drawn
        ):  # what lies on the table are many small piles, of which a draw's purpose says which
            pile = purpose(entry.fact) if entry.fact.side == "table" else side_named(sides, entry.fact.side)
            piles.setdefault(pile, []).append(entry)
    rows: list[tuple[Cell, ...]] = []
    for pile, drawn in piles.items():
        times = Counter(_drawn(entry).item for entry in drawn)
        if max(times.values()) == 1:
            continue
        for often in sorted(set(times.values()), reverse=True):
            which = sorted((item for item, n in times.items() if n == often), key=lambda item: (len(item), item))
            behind = _versions(entry for entry in drawn if _drawn(entry).item in which)
            rows.append(
                (
                    pile,
                    {1: "once", 2: "twice"}.get(often, f"{often} times"),
                    Figure(str(len(which)), behind),
                    ", ".join(which),
                )
            )
    about = "How often each of those that were drawn came. What never came is not listed."
    return ReportTable("How the cards fell", ("from", "came", "how many", "which"), tuple(rows), about)


def _drawn(entry: Entry) -> Drawn:
    assert isinstance(entry.fact, Drawn)
    return entry.fact


def _versions(entries: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(entry.version for entry in entries)


def purpose(drawn: Drawn) -> str:
    """What was drawn for, without the unit or place: "landing" for all the landings."""
    return label(drawn.purpose.kind)


def _short(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _mean(value: Fraction | int, count: int) -> str:
    return f"{float(Fraction(value, count)):.2f}"


def likely(tally: ChanceTally) -> str:
    """How likely chance goes as far or further: a part of 100, or `1 in 5,000` where that is next to nothing; "" where
    nothing was above or below."""
    if not tally.above:
        return ""
    chance = tally.rarity
    if chance >= Fraction(1, 1000):
        return f"{float(100 * chance):.1f}%"
    times = round(1 / chance)
    return f"1 in {round(times, 2 - len(str(times))):,}" if times < MILLION else "less than 1 in a million"


MILLION = 1_000_000
