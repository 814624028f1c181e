"""A game as one HTML file in which every moment can be looked at.

The ground is drawn once, and each distinct drawing of a place once; of each moment there is what changes, and what is
told.

What the page holds, on which its script (`templates/replay.js`) relies:

- A slot is an element with an id: a place of the map, as `tapmap.place_id` calls it; `tally`, points and tracks;
  `beside`, who is in no place of the map (without a map, the whole situation).
- An item is what a slot may hold: the children of the element `i7` in the template `pool`. `data-words` says of a place
  what is in it; that follows the name in the place's `aria-label`.
- A moment is a `li` in `log`, in order, below a `h3` that says when it is. Its `data-put` says what changes:
  `place-Green=7 tally=8,9` puts item 7 into the one slot, items 8 and 9 into the other. A slot may hold no item.
- An `option` of `turns` is a turn. Its value is the number of its first moment, counted from 1.

A moment is shown by the last change of each slot up to it. The script reads on in the list each time, so a list and a
pool that grow, as on a page whose server sends pieces, are followed. Everything is made of a view, which holds no more
than its audience may see.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

import click
from markupsafe import Markup

from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Unread
from domain.kernel.facts import Noted, Stub, TakenBack
from domain.kernel.repeats import again_in
from projections.append_story import AppendStory, Event, events_and_rules
from projections.hexmap.layout import legend
from projections.report.build import audience, own_title, scenario, title, told_of
from projections.report.counting import View, players
from projections.report.editing import MENDED, Edits, turns_wanted
from projections.report.page import page_environment
from projections.scene import Badge, Cell, Dot, Edge, Scene
from projections.shown import shown
from projections.tapmap import Content, Inside, contents, place_id, tap_ground
from projections.text import clean

AS_IT_IS = Edits()
"""Nothing is edited."""
UNSAID = "left out by the writer of this page"
"""What is told of a note that is dropped."""
TALLY, BESIDE = "tally", "beside"
T = TypeVar("T")
Lines = Mapping[str, tuple[str, ...]]
"""What stands beside the map as text, by its slot."""
NOWHERE: Mapping[str, Content] = {}
NOTHING: Lines = {}


class ReplayMoment(NamedTuple):
    """A moment: its last entry, when it is, what is told of it, and what is otherwise from it on."""

    entry: int
    when: str
    turn: str
    story: AppendStory
    places: Mapping[str, Content | None]
    """The places that change; None where there is no such place any more."""
    lines: Lines


def replay_page(game: View, edits: Edits = AS_IT_IS, *, upto: int | None = None, part: str = "") -> str:
    """The page of a game as its audience may know it, up to an entry, or of a part of it.

    Raises BadInput when there is no such entry, part or turn.
    """
    view, here = told_of(game, upto, part)
    whole = WholeMap()
    moments = list(_moments(view, edits, whole))
    pool = Pool(whole)
    log = [
        (when, [(moment, pool.put(moment)) for moment in some])
        for when, some in groupby(moments, key=lambda moment: moment.when)
    ]
    called = edits.title or title(view) + (f": {here.title}" if here else "")
    system = view.rules.title if edits.title or own_title(view) else ""
    script, style = (_bare(f"replay.{kind}") for kind in ("js", "css.j2"))
    text = page_environment().get_template("replay.html.j2")
    return text.render(
        title=called,
        about=[*filter(None, (system, scenario(view)))],
        players=players(view),
        audience=_audience(view),
        struck=_struck(view),
        script=script,
        style=style,
        hashes={"script": _hash(script), "style": _hash(style)},
        turns=_turns(moments),
        log=log,
        count=len(moments),
        pool=pool,
    )


def _audience(view: View) -> str:
    return audience(view) if view.audience else "spectators; what a side keeps secret is held back"


def _struck(view: View) -> int:
    """Number of entries that were taken back, and are not shown."""
    backs = sum(isinstance(entry.fact, TakenBack) for entry in view.entries)
    return len(view.entries) - backs - len(standing(view.entries))


def _bare(template: str) -> Markup:
    """A template without values, as it stands in the page."""
    return Markup(page_environment().get_template(template).render().strip())


def _hash(source: str) -> Markup:
    """What the page's policy calls a script or style of its own."""
    return Markup("'sha256-{}'").format(b64encode(sha256(source.encode()).digest()).decode())


def _turns(moments: Sequence[ReplayMoment]) -> list[tuple[int, str]]:
    """The turns, each with the number of its first moment."""
    turns = [(at, moment.turn) for at, moment in enumerate(moments, 1)]
    return [one for at, one in enumerate(turns) if not at or turns[at - 1][1] != one[1]]


# ---- the moments ----


def _moments(view: View, edits: Edits, whole: WholeMap) -> Iterator[ReplayMoment]:
    """The appends that stand, and take-backs for a reason, each with what changes since the one before.

    The map of all of them is put together on the way.
    """
    walk = view.empty()
    walk.began = view.began  # a part of a game does not begin with its beginning
    before = now = MomentSeen()
    wanted, tell = _wanted(view, edits), _teller(view, edits)
    for some in _appends(view):
        walk.follow(entry for entry in some if not isinstance(entry.fact, TakenBack))
        if not wanted(some[-1]):
            continue
        now = now if walk.state is now.state else _moment_seen(walk)
        places, lines = now.places_since(before), now.lines_since(before)
        story = tell(some)
        if story.events or places or lines:
            if now.scene:
                whole.take(now.scene, places)
            before = now
            when = ", ".join(some[-1].moment.path)
            yield ReplayMoment(some[-1].version, when, _turn(view, some[-1]), story, places, lines)


class MomentSeen(NamedTuple):
    """What is seen of a game in a state: its map, the places of that, and what is beside it."""

    state: Any = None
    scene: Scene | None = None
    places: Mapping[str, Content] = NOWHERE
    lines: Lines = NOTHING

    def places_since(self, before: MomentSeen) -> dict[str, Content | None]:
        """The places that are otherwise than before, and those that are gone."""
        if self.places is before.places:
            return {}
        changed = {name: one for name, one in self.places.items() if before.places.get(name) != one}
        return {**changed, **{name: None for name in before.places if name not in self.places}}

    def lines_since(self, before: MomentSeen) -> Lines:
        return {slot: rows for slot, rows in self.lines.items() if before.lines.get(slot, ()) != rows}


def _moment_seen(walk: View) -> MomentSeen:
    found = shown(walk.rules.code).scene(walk)
    scene = found if found and found.cells else None
    return MomentSeen(walk.state, scene, contents(scene) if scene else {}, _lines(walk, scene))


def _appends(view: View) -> Iterator[list[Entry]]:
    """The entries of each append that stands, and take-backs that somebody said why of."""
    stands = {entry.version for entry in standing(view.entries)}
    some: list[Entry] = []
    for entry in view.entries:
        if entry.version in stands or (isinstance(entry.fact, TakenBack) and entry.fact.why):
            some.append(entry)
        if some and entry.ends:
            yield some
            some = []
    if some:
        yield some


def _wanted(view: View, edits: Edits) -> Callable[[Entry], bool]:
    """Whether an entry is of a turn that is told. Raises BadInput when there is no such turn."""
    if not edits.turns:
        return lambda entry: True
    numbers = (view.rules.play.turn_of(entry.moment)[1] for entry in standing(view.entries))
    turns = turns_wanted(edits.turns, edits.turns_in, [number for number in numbers if number is not None])
    return lambda entry: view.rules.play.turn_of(entry.moment)[1] in turns


def _turn(view: View, entry: Entry) -> str:
    """The turn of an entry, with the period it is in, as the game calls them."""
    spans = [id.rpartition("-")[0] for id in entry.moment.ids]
    last = max(
        (at for at, span in enumerate(spans) if span in (view.rules.play.period, view.rules.play.turn) and span),
        default=0,
    )
    return ", ".join(entry.moment.path[: last + 1])


def _teller(view: View, edits: Edits) -> Callable[[Sequence[Entry]], AppendStory]:
    """What is told of an append, in the words of the log, also that something secret was recorded.

    Notes are told as the writer of the page wants them.
    """
    again = again_in(standing(view.entries), view.entries)

    def worded(entry: Entry) -> Entry:
        fact = entry.fact
        if not isinstance(fact, Noted) or not (entry.version in edits.dropped or entry.version in edits.mended):
            return entry
        mended = f"{edits.mended.get(entry.version, '')} {MENDED}"
        return entry._replace(fact=fact.but(text=UNSAID if entry.version in edits.dropped else mended))

    def told(some: Sequence[Entry]) -> AppendStory:
        story = events_and_rules(map(worded, some), view.rules.sides, again)
        said = " ".join(event.words for event in story.events)
        stubs = (entry.fact.named(view.rules.sides) for entry in some if isinstance(entry.fact, Stub))
        untold = tuple(Event(words) for words in dict.fromkeys(stubs) if words and words not in said)
        return story._replace(events=(*untold, *story.events))

    return told


def _lines(view: View, scene: Scene | None) -> dict[str, tuple[str, ...]]:
    """What is known of a moment beside its map. Without a map that is the whole situation."""
    screen = shown(view.rules.code).screen
    try:
        tally = screen.words(view)
        beside = [scene.about, *scene.notes] if scene else screen.overview(view)
        rows = {TALLY: tally, BESIDE: list(beside)}
    except Unread as unread:  # nobody has read that chart yet
        rows = {TALLY: [], BESIDE: [str(unread)]}
    return {slot: tuple(clean(click.unstyle(row)) for row in said if row) for slot, said in rows.items()}


# ---- the map of all moments ----


class WholeMap:
    """Every place, line and sign that a game's map has at any of its moments: the ground all of them are drawn on."""

    def __init__(self) -> None:
        self.last: Scene | None = None
        self.cells: dict[str, Cell] = {}
        self.grounds: dict[str, dict[str, None]] = {}
        """Every word of each place's ground."""
        self.edges: dict[Edge, None] = {}
        self.key: dict[tuple[str, str], None] = {}
        self.badges: dict[str, Badge] = {}
        self.dots: dict[str, Dot] = {}
        """A badge and a dot of each colour, by its letter."""

    def take(self, scene: Scene, changed: Mapping[str, Content | None]) -> None:
        """Adds what a scene has: its places as far as they changed."""
        self.last = scene
        for name, content in changed.items():
            if content:
                self.cells[name] = content.cell
                self.grounds.setdefault(name, {}).update(dict.fromkeys(content.cell.grounds))
        self.edges |= dict.fromkeys(scene.edges)
        self.key |= dict.fromkeys(scene.key)
        self.badges |= {badge.letter: badge for badge in scene.badges}
        self.dots |= {dot.letter: dot for dot in scene.dots}

    def scene(self) -> Scene | None:
        """All of it, with nobody there; None where a game has no map."""
        if self.last is None:
            return None
        return replace(
            self.last,
            cells=tuple(replace(cell, grounds=tuple(self.grounds[name])) for name, cell in self.cells.items()),
            edges=tuple(self.edges),
            counters=(),
            badges=tuple(self.badges.values()),
            dots=tuple(self.dots.values()),
            key=tuple(self.key),
        )


class Pool:
    """The items of a page, each once and by its number, and the map on which they are put."""

    def __init__(self, whole: WholeMap) -> None:
        self.scene = whole.scene()
        self.ground = tap_ground(self.scene) if self.scene else None
        self.drawings: dict[Inside, int] = {}
        self.texts: dict[str, int] = {}
        self.known: dict[Content, int] = {}
        """The drawings by what they show."""

    def put(self, moment: ReplayMoment) -> str:
        """What changes at a moment, as the page says it."""
        slots = {place_id(name): self._place(content) for name, content in moment.places.items()}
        slots |= {slot: [self._item(self.texts, row) for row in rows] for slot, rows in moment.lines.items()}
        return " ".join(f"{slot}={','.join(map(str, items))}" for slot, items in slots.items())

    def _place(self, content: Content | None) -> list[int]:
        if content is None or self.ground is None:
            return []
        if content not in self.known:
            self.known[content] = self._item(self.drawings, self.ground.inside(content))
        return [self.known[content]]

    def _item(self, among: dict[T, int], item: T) -> int:
        return among.setdefault(item, len(self.drawings) + len(self.texts))

    def map(self) -> Markup:
        """The map with nothing in its places; "" where the game has none."""
        if self.scene is None or self.ground is None:
            return Markup()
        bare = {cell.name: self.ground.bare(cell) for cell in self.scene.cells}
        return Markup(self.ground.with_places(bare).svg())

    def key(self) -> list[str]:
        """What the signs on the map mean. The words of each place say which unit is of which kind."""
        return [line for line in legend(self.scene) if not line.startswith("Units")] if self.scene else []
