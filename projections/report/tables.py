"""The tables of losses, of fire and of service records.

Each takes a game as its audience may see it and counts what stands in it. A figure names the entries it
was counted from; what is only known of one game is told by its module in `games`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from domain.kernel.entries import standing
from domain.kernel.facts import Fact, Fire, label
from projections.report.counting import Count, Tally, View, expected, in_order, moment, side_title, table_of
from projections.report.model import Cell, ReportTable
from projections.report.places import named
from projections.report.tells import OTHER
from projections.report.toll import steps_lost
from projections.shown import shown

# ---- losses ----


def losses(view: View) -> tuple[ReportTable, ...]:
    """Steps lost and got back, by side, by cause and by unit."""
    lost, back, gone, hit = Tally(), Tally(), Tally(), Tally()
    for entry in standing(view.entries):
        for loss in entry.fact.losses:
            unit, cause = loss.unit or UNNAMED, label(loss.cause)
            for key in ((loss.side,), (loss.side, unit), (loss.side, "by", cause), (loss.side, unit, "by", cause)):
                lost.add(*key, version=entry.version, amount=steps_lost(view, loss))
                if loss.eliminated:
                    gone.add(*key, version=entry.version)
            if (loss.side, unit) not in hit.counts:
                hit.add(loss.side, version=entry.version)
            hit.add(loss.side, unit, version=entry.version)
        for gain in entry.fact.gains:
            for key in ((gain.side,), (gain.side, gain.unit or UNNAMED)):
                back.add(*key, version=entry.version, amount=gain.steps)
    keys = in_order(view, [*lost.counts, *back.counts])
    by_side = tuple(
        (side_title(view, key[0]), hit.figure(*key), lost.figure(*key), back.figure(*key), gone.figure(*key))
        for key in keys
        if len(key) == 1
    )
    by_cause = tuple(
        (side_title(view, key[0]), key[2], lost.figure(*key), gone.figure(*key)) for key in keys if len(key) == 3
    )
    by_unit = tuple(
        (
            side_title(view, key[0]),
            key[1],
            lost.figure(*key),
            back.figure(*key),
            gone.figure(*key),
            lost.words(*key, "by"),
        )
        for key in keys
        if len(key) == 2
    )
    return (
        table_of(
            "Losses",
            ("side", "units hit", "steps lost", "got back", "eliminated"),
            by_side,
            HIT,
        ),
        table_of("Losses by cause", ("side", "cause", "steps lost", "eliminated"), by_cause),
        table_of("Losses by unit", ("side", "unit", "steps lost", "got back", "eliminated", "causes"), by_unit),
        points_awarded(view),
    )


def points_awarded(view: View) -> ReportTable:
    """The awards of victory points in their order, and how each side stood after them; those alike of one phase stand
    together."""
    place = named(view)
    rows: list[tuple[Cell, ...]] = []
    now: Counter[str] = Counter()
    awards = ((moment(entry), award, entry.version) for entry in standing(view.entries) for award in entry.fact.points)
    for (when, side, why), alike in groupby(awards, key=lambda one: (one[0], one[1].side, one[1].why)):
        count = Count()
        for _, award, version in alike:
            count.add(version, award.amount)
            now[side] += award.amount
        often = TIMES.get(len(count.entries), f", {len(count.entries)} times")
        rows.append((when, side_title(view, side), f"{place(why)}{often}", count.figure(signed=True), str(now[side])))
    return table_of(
        "Victory points",
        ("when", "side", "for", "points", "in all"),
        rows,
        "Every award, and what the side had in all after it.",
    )


HIT = "Hit: a unit that lost steps or was eliminated."
TIMES = {1: "", 2: ", twice"}
"""How often something was, after what it was; more than this is said in figures."""
UNNAMED = "not known"
"""A unit that nobody has read."""


# ---- fire ----


class _Shots:
    """Shots added up under some key: how many, their hits, and what was to be expected where that is known."""

    def __init__(self) -> None:
        self.shots, self.dice, self.hits, self.outcome = Tally(), Tally(), Tally(), Tally()
        self.known, self.expected, self.deviation = Tally(), Tally(), Tally()
        self.modified = False

    def add(self, *key: str, version: int, fire: Fire) -> None:
        self.shots.add(*key, version=version)
        if fire.chance:
            self.dice.add(*key, version=version, amount=len(fire.chance))
        self.hits.add(*key, version=version, amount=fire.hits)
        self.outcome.add(*key, version=version, amount=fire.outcome)
        self.modified |= fire.outcome != fire.hits
        mean = expected(fire)
        if mean is not None:
            self.known.add(*key, version=version)
            self.expected.add(*key, version=version, amount=mean)
            self.deviation.add(*key, version=version, amount=fire.hits - mean)

    @property
    def about(self) -> str:
        """What the columns say; nothing of means where the rules give none."""
        return (
            "Deviation: hits above or below the expected hits, where the rules tell how many these are."
            if self.known.counts
            else ""
        )

    def row(self, *key: str) -> tuple[Cell, ...]:
        shots, known = self.shots.figure(*key), self.known.figure(*key)
        return (
            shots,
            self.dice.figure(*key),
            self.hits.figure(*key),
            self.outcome.figure(*key) if self.modified else "",
            "" if known == shots else known,
            self.expected.figure(*key),
            self.deviation.figure(*key, signed=True),
        )


SHOT_COLUMNS = ("shots", "dice", "hits", "after modifiers", "of these expected", "expected hits", "deviation")
"""What was to be expected is known of all shots where nothing else is said."""


def fire_figures(view: View) -> tuple[ReportTable, ...]:
    """Every resolution of fire, by side and kind and by unit; and what modified them."""
    own = shown(view.rules.code).report
    kinds, units = _Shots(), _Shots()
    times, sums = Tally(), Tally()
    for entry in standing(view.entries):
        shot = entry.fact.fire
        if shot is None:
            continue
        kind = label(shot.kind)
        kinds.add(shot.side, kind, version=entry.version, fire=shot)
        for unit in dict.fromkeys(own.shooters(shot)):
            units.add(shot.side, unit, kind, version=entry.version, fire=shot)
        for modifier in filter(lambda modifier: modifier.amount, shot.modifiers):
            key = (shot.side, kind, modifier.why, modifier.rule)
            times.add(*key, version=entry.version)
            sums.add(*key, version=entry.version, amount=modifier.amount)
    return (
        *own.tables(view),
        table_of(
            "Fire by kind",
            ("side", "kind", *SHOT_COLUMNS),
            tuple(
                (side_title(view, side), kind, *kinds.row(side, kind))
                for side, kind in in_order(view, kinds.shots.counts)
            ),
            kinds.about,
        ),
        table_of(
            "Fire by unit",
            ("side", "unit", "kind", *SHOT_COLUMNS),
            tuple(
                (side_title(view, side), unit, kind, *units.row(side, unit, kind))
                for side, unit, kind in in_order(view, units.shots.counts)
            ),
            f"A shot of several units stands with each of them. {units.about}".strip(),
        ),
        table_of(
            "Modifiers of fire",
            ("side", "kind", "reason", "rule", "times", "in all"),
            tuple(
                (side_title(view, key[0]), *key[1:], times.figure(*key), sums.figure(*key, signed=True))
                for key in in_order(view, times.counts)
            ),
            "What changed the hits, or the number of dice: how often, and by how much in all.",
        ),
    )


# ---- service records ----

FIRED, LOST, BACK, WON, FATE = "fired", "steps lost", "got back", "enemies eliminated", "eliminated"


def services(view: View) -> ReportTable:
    """What every unit did and what became of it, counted from the facts that name it."""
    own = shown(view.rules.code).report
    tally, other = Tally(), Tally()
    sides: dict[str, str] = {}
    for entry in standing(view.entries):
        fact, version = entry.fact, entry.version
        for side, unit, column, amount in _common(view, fact, own.shooters):
            sides.setdefault(unit, side)
            tally.add(unit, column, version=version, amount=amount)
        for deed in own.deeds.get(type(fact), ()):
            for unit in deed.units_of(fact):
                if deed.column == OTHER:
                    other.add(unit, deed.said_of(fact), version=version)
                else:
                    tally.add(unit, deed.column, version=version)
    for version, side, unit in own.won(view):
        sides.setdefault(unit, side)
        tally.add(unit, WON, version=version)
    names = dict.fromkeys(key[0] for key in [*tally.counts, *other.counts])
    columns = (*own.columns, FIRED, *own.suffered, LOST, BACK, WON, FATE)
    keys = in_order(view, [(sides.get(unit) or own.side_of(view, unit), unit) for unit in names])
    rows = tuple(
        (side_title(view, side), unit, *(tally.figure(unit, column) for column in columns), other.words(unit))
        for side, unit in keys
    )
    about = "How often each unit did what; enemies eliminated are counted for every unit that took part."
    about = f"{about} {own.about}".strip()
    return table_of("Service records", ("side", "unit", *columns, OTHER), rows, about)


def _common(view: View, fact: Fact, shooters: Callable[[Fire], Sequence[str]]) -> Iterator[tuple[str, str, str, int]]:
    """What every game's facts say alike: side, unit, column, how much."""
    for loss in fact.losses:
        if lost := steps_lost(view, loss):
            yield loss.side, loss.unit or UNNAMED, LOST, lost
        if loss.eliminated:
            yield loss.side, loss.unit or UNNAMED, FATE, 1
    for gain in fact.gains:
        yield gain.side, gain.unit or UNNAMED, BACK, gain.steps
    if fact.fire:
        for unit in dict.fromkeys(shooters(fact.fire)):
            yield fact.fire.side, unit, FIRED, 1
