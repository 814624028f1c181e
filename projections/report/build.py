"""Putting a report together: the header, the turns, the tables, for one audience and up to one entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Flag, auto
from itertools import pairwise
from typing import NamedTuple

from domain.kernel.disputes import disputes_in, still_open
from domain.kernel.entries import UMPIRE, Entry, standing
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import RulingMade
from domain.kernel.state import PAPER
from projections.part import Part, part_of, within
from projections.report import charts
from projections.report.appendix import chance, disputes, entry_table
from projections.report.counting import Count, View, players, side_title
from projections.report.luck import luck
from projections.report.maps import Situation, Span, map_situation
from projections.report.model import Chapter, Figure, Picture, Report, ReportTable, StoryLine
from projections.report.series import series
from projections.report.sittings import time_played
from projections.report.stakes import as_far_as_read
from projections.report.tables import fire_figures as fire_tables
from projections.report.tables import losses, services
from projections.report.toll import steps_lost, unplayed
from projections.report.turning import Marked, all_marks, course, headline, headline_of, swings
from projections.scene import Scene
from projections.shown import shown
from projections.stories.words import sentence

MANY = 30
WHERE = 3
"""So many words of a moment say where a game stands; what is below them is its phases."""
FASTEST = timedelta(seconds=0.1)
"""So many entries, each of which took less, were not played but imported."""

TILES = ("hits", "steps lost", "units eliminated", "steps got back", "victory points")
"""What a turn cost and gained each side, in the order it is told."""
DIARY_NAME = re.compile(r"[a-z\d][a-z\d._-]*")
"""What diaries call games by: no words that anybody would write above a report."""
NO_TIMES: Mapping[int, str] = {}


class Drawings(Flag):
    """What is drawn for a report: drawing takes more than half of its time, and charts need a plotting library."""

    NOTHING = 0
    MAPS = auto()
    CHARTS = auto()
    ALL = MAPS | CHARTS


def build(
    game: View,
    *,
    upto: int | None = None,
    head: str = "",
    name: str = "",
    at_times: Mapping[int, str] = NO_TIMES,
    drawn: Drawings = Drawings.ALL,
    part: str = "",
) -> Report:
    """The report of a game as its audience may know it, up to an entry.

    `head` is the seal of the last entry told, `name` what the diary calls the game. `at_times` says when entries were
    made that do not say so themselves, by version. `part` is a part of the game to tell of alone, as
    `21 AM` or `turn 3`. Raises BadInput when there is no such side, entry or part.
    """
    if game.audience not in (UMPIRE, *game.rules.sides):
        raise unknown("side", game.audience, [*game.rules.sides, UMPIRE])
    view, here = told_of(game, upto, part)
    view.entries = [
        entry if entry.time else entry._replace(time=at_times.get(entry.version, "")) for entry in view.entries
    ]
    marks = all_marks(view)
    chapters = _chapters(view, marks, mapped=Drawings.MAPS in drawn)
    charted, turning = series(view), swings(view, marks, drawn=Drawings.MAPS in drawn)
    drawings = charts.pictures(view, charted=charted, turning=turning) if Drawings.CHARTS in drawn else ()
    curve = _curve(view, drawings)
    return Report(
        title=title(view) + (f": {here.title}" if here else ""),
        is_titled=bool(own_title(view)),
        game=name or game.id,
        system=game.rules.title,
        scenario=scenario(view),
        audience=audience(view),
        players=players(view),
        unplayed=tuple(unplayed(view).values()),
        played=span_played(view.entries),
        rules=rules_in_words(view),
        readings=readings_in_words(view),
        result=_left_open(view, _signed(view, result(view, chapters, here))),
        head=head,
        last=view.version,
        headline=headline(view, marks),
        course=course(view, marks),
        curve=curve,
        situation=next((chapter.pictures for chapter in reversed(chapters) if chapter.pictures), ()),
        chapters=chapters,
        series=charted,
        pictures=tuple(picture for picture in drawings if picture is not curve),
        swings=turning,
        tables=tuple(_called(view, (*losses(view), *fire_tables(view), *luck(view), services(view)))),
        disputes=tuple(_signed(view, line) for line in disputes(view)),
        appendix=tuple(_unplayed_named(view, table) for table in (*chance(view), entry_table(view))),
    )


def told_of(game: View, upto: int | None = None, part: str = "") -> tuple[View, Part | None]:
    """The game with the entries that are told, and the part of it that they are. Raises BadInput when there is no such
    entry or part."""
    told = [entry for entry in game.entries if upto is None or entry.version <= upto]
    if not told or (upto is not None and told[-1].version != upto):
        raise BadInput(f"this game has entries up to {game.version}" + ("" if upto is None else f", not {upto}"))
    view = game.empty()
    view.entries, view.version = told, told[-1].version
    here = part_of(view, part) if part else None
    return (within(view, here) if here else view), here


def _signed(view: View, line: StoryLine) -> StoryLine:
    """A line with its side as the game calls it, which is how a report names players too."""
    return line._replace(side=side_title(view, line.side))


# ---- the header ----


def title(view: View) -> str:
    """The game's title; where it has none, what is played."""
    return own_title(view) or view.rules.title


def own_title(view: View) -> str:
    """The game's title, which is more than the diary's name for it, or what the game calls such a report; "" for
    neither."""
    named = view.began.title if view.began else ""
    return ("" if DIARY_NAME.fullmatch(named) else named) or shown(view.rules.code).report.titled(view)


def audience(view: View) -> str:
    """Whom the report is for, in words; "" for everybody, where a game hides nothing from its players."""
    if view.audience != UMPIRE:
        return f"the {side_title(view, view.audience)} side; what it could not know is held back"
    return "the umpire, who sees everything" if view.rules.secrecy.hides else ""


def scenario(view: View) -> str:
    """The scenario's title; "" where the game has none."""
    code: str = getattr(view.state, "scenario", "")
    return view.rules.scenarios.get(code, code)


def span_played(entries: Sequence[Entry]) -> str:
    """When a game was played and for how long, from the times of its entries; "" where they have none.

    Long silences, and the time after an adjournment, are no play. Many entries that came faster than anybody plays have
    the times of an import, which say nothing.
    """
    times = [datetime.fromisoformat(entry.time).astimezone(UTC) for entry in entries if entry.time]
    took, sittings = time_played(entries)
    if not times or (len(times) >= MANY and took < FASTEST * len(times)):
        return ""
    first, last = times[0].date(), times[-1].date()
    when = _day(first) if first == last else f"{_day(first)} to {_day(last)}"
    sat = f" in {sittings} sittings" if sittings > 1 else ""
    return f"{when}, {_hours(took)}{sat}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _hours(took: timedelta) -> str:
    hours, minutes = divmod(round(took.total_seconds() / 60), 60)
    if not hours and not minutes:
        return "less than a minute"
    return " ".join(words for words in (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "") if words)


def rules_in_words(view: View) -> str:
    """The version of the rules, the pack, and where hidden things were."""
    began = view.began
    if began is None:
        return ""
    pack = f"pack {began.pack} ({began.pack_digest[:12]})" if began.pack else "charts read out at the table"
    hidden = (
        f"hidden things {'on paper' if began.hidden == PAPER else 'in the record'}" if view.rules.secrecy.hides else ""
    )
    made = [(entry.version, entry.made.rules) for entry in view.entries if entry.made]
    later = "".join(
        f", {rules} from entry {version} on" for (_, was), (version, rules) in pairwise(made) if rules != was
    )
    rules = f"{view.rules.title}, rules version {made[0][1] if made else view.rules.version}{later}"
    return "; ".join(words for words in (rules, pack, hidden) if words)


def readings_in_words(view: View) -> tuple[str, ...]:
    """How this table read what the rulebook leaves open, where that is not the usual reading; and the optional rules in
    use."""
    ruled = {e.fact.about: e for e in standing(view.entries) if isinstance(e.fact, RulingMade)}
    found = []
    for reading in view.rules.readings.values():
        choice = view.state.readings.get(reading.id, reading.default)
        if choice != reading.default:
            since = f"; ruled at entry {ruled[reading.id].version}" if reading.id in ruled else ""
            usual = reading.choices[reading.default]
            found.append(
                f"{reading.id} ({reading.rule}): {reading.question}: {reading.choices.get(choice, choice)}, not "
                f"{usual}{since}"
            )
    for rule, text in view.state.house.items():
        since = f"; ruled at entry {ruled[rule].version}" if rule in ruled else ""
        found.append(f"{rule}, house rule: {text}{since}")
    house = shown(view.rules.code).report.house_rules
    return (
        *found,
        *(entry.fact.named(view.rules.sides) for entry in standing(view.entries) if isinstance(entry.fact, house)),
    )


def result(view: View, chapters: Sequence[Chapter], part: Part | None = None) -> StoryLine:
    """How the game ended, as the story tells it, or how far it has come, in a sentence; of a part in which it did not
    end, that it is one."""
    ended = [line for chapter in chapters for line in chapter.lines if line.kind == "result"]
    if ended:
        return ended[-1]
    if part:
        return StoryLine(f"This is a part of the game: {part.title}.", (part.first, part.last), "result")
    last = next((entry for entry in reversed(standing(view.entries)) if entry.moment.path), None)
    where = f": {', '.join(last.moment.path[:WHERE])}" if last else ""
    stands = as_far_as_read(shown(view.rules.code).report.stakes.stands, view.state, "") if last else ""
    words = " ".join(filter(None, (f"The game is not over{where}.", sentence(stands))))
    return StoryLine(words, (last.version,) if last else (), "result")


def _called(view: View, tables: Iterable[ReportTable]) -> Iterator[ReportTable]:
    """The tables that say something, under the names that the game has for them and their columns."""
    calls = shown(view.rules.code).report.calls
    for table in tables:
        title = calls.get(table.title, table.title)
        if table.rows and title:
            yield _unplayed_named(view, _columns_called(calls, table)._replace(title=title))


def _columns_called(calls: Mapping[str, str], table: ReportTable) -> ReportTable:
    """A table with the game's names of its columns, without those that the game does not have."""
    kept = [(at, name) for at, column in enumerate(table.columns) if (name := calls.get(column, column))]
    rows = tuple(tuple(row[at] for at, _ in kept) for row in table.rows)
    about = calls.get(table.about, table.about)
    return table._replace(columns=tuple(name for _, name in kept), rows=rows, about=about)


def _unplayed_named(view: View, table: ReportTable) -> ReportTable:
    """A table in which a side that nobody plays has its name, too."""
    named = unplayed(view)
    rows = table.rows
    if named:
        rows = tuple(tuple(named.get(cell, cell) if isinstance(cell, str) else cell for cell in row) for row in rows)
    return table._replace(rows=rows)


def _curve(view: View, drawings: Sequence[Picture]) -> Picture | None:
    """The chart of what the game is about; where it has none, the first."""
    title = shown(view.rules.code).report.stakes.curve
    return next((one for one in drawings if one.series == title), drawings[0] if drawings else None)


def _left_open(view: View, line: StoryLine) -> StoryLine:
    """The result, with the disputes that are open still."""
    there = [f"{one.name} on {one.about()}" for one in still_open(disputes_in(view.entries))]
    return line._replace(words=f"{line.words} Left open: {', '.join(there)}.") if there else line


# ---- the turns ----


class Turn(NamedTuple):
    """A run of standing entries of one turn, and the game as it stood after it."""

    name: str
    entries: tuple[Entry, ...]
    after: View


def turns_played(view: View) -> tuple[Turn, ...]:
    """The turns of a game, folded once from its beginning; the game itself is left as it stands at its end."""
    found: list[Turn] = []
    stands = standing(view.entries)
    walk = view.empty()
    walk.began = view.began  # a part of a game does not begin with its beginning
    first = 0
    for at, entry in enumerate(stands, 1):
        name = _turn(entry)
        if at < len(stands) and (not name or _turn(stands[at]) == name):
            continue
        walk.follow(stands[first:at])
        after = walk.trial()
        after.entries = stands[:at]
        found.append(Turn(name, tuple(stands[first:at]), after))
        first = at
    view.state, view.running, view.waits, view.began = walk.state, walk.running, walk.waits, walk.began
    return tuple(found)


def _turn(entry: Entry) -> str:
    return entry.moment.path[0] if entry.moment.path else ""


def _chapters(view: View, marks: Sequence[Marked], *, mapped: bool) -> tuple[Chapter, ...]:
    """The story of each turn, with the situation at its end, where that is `mapped`, and what it cost."""
    known = turns_played(view)
    of = {entry.version: at for at, turn in enumerate(known) for entry in turn.entries}
    told: dict[int, list[tuple[str, tuple[StoryLine, ...]]]] = {}
    at = 0
    for title, lines in shown(view.rules.code).chapters(view):
        at = max((of[version] for line in lines for version in line.entries if version in of), default=at)
        told.setdefault(at, []).append((title, tuple(_signed(view, line) for line in lines)))
    chapters = []
    before: Scene | None = None
    state = view.empty().state
    for at, turn in enumerate(known):
        cost = figures(view, turn.entries)
        parts = told.get(at) or ([(turn.name[:1].upper() + turn.name[1:], ())] if cost else [])
        chapters += [Chapter(title, lines) for title, lines in parts[:-1]]
        for title, lines in parts[-1:]:
            said = " ".join(line.words for _, every in parts for line in every)
            span = Span(state, turn.entries)
            before, pictures, details = map_situation(turn.after, before, span, said) if mapped else Situation()
            head = headline_of(view, marks, turn.entries, [chapter.headline for chapter in chapters])
            chapters.append(Chapter(title, lines, pictures, details, cost, head))
        state = turn.after.state
    return tuple(chapters)


def figures(view: View, entries: Sequence[Entry]) -> tuple[tuple[str, Figure], ...]:
    """What these entries cost and gained each side."""
    found: dict[tuple[str, str], Count] = {}

    def add(side: str, what: str, entry: Entry, amount: int) -> None:
        if amount:
            found.setdefault((side, what), Count()).add(entry.version, amount)

    for entry in entries:
        for loss in entry.fact.losses:
            add(loss.side, "steps lost", entry, steps_lost(view, loss))
            add(loss.side, "units eliminated", entry, int(loss.eliminated))
        for gain in entry.fact.gains:
            add(gain.side, "steps got back", entry, gain.steps)
        for points in entry.fact.points:
            add(points.side, "victory points", entry, points.amount)
        if entry.fact.fire:
            add(entry.fact.fire.side, "hits", entry, entry.fact.fire.hits)
    order = list(view.rules.sides)
    keys = sorted(found, key=lambda key: (order.index(key[0]) if key[0] in order else len(order), TILES.index(key[1])))
    calls = shown(view.rules.code).report.calls
    named = {**view.rules.sides, **unplayed(view)}
    had = ((side, what, name) for side, what in keys if (name := calls.get(what, what)))
    made = ((f"{named.get(side, side)} {name}", found[side, what].figure()) for side, what, name in had)
    return tuple((words, figure) for words, figure in made if isinstance(figure, Figure))
