"""The sequence of play: phases, and spans of phases within each other, in fixed, free or drawn order.

A game is a span (usually a turn) that is played again and again; its phases may be spans of their own: an impulse, a
scenario, a player's turn. Which phase follows is settled by their order; where it is not, by the span's `order`, a procedure
that asks: the players for phases in free order (`free`), a cup for phases that are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Generic, TypeVar

from domain.kernel.entries import Moment
from domain.kernel.errors import BadInput, OutOfTurn
from domain.kernel.facts import StepBegan
from domain.kernel.questions import OneOf
from domain.kernel.state import State
from domain.kernel.table import Table, not_theirs
from domain.kernel.verbs import Named, Verb, parameters

S = TypeVar("S", bound=State)

NEXT = "next"
"""The verb that ends the phase at hand."""
PHASE = "phase"
"""The kind of name that phases have."""


@dataclass(frozen=True)
class Phase(Generic[S]):
    """A phase of the sequence of play, or with `phases` a span of several.

    `side` is whose phase it is, "" for both; `side_of` and `title_of` work out what changes from turn to turn. `auto` phases are
    left as soon as they are reached: their `leave` is all there is to them. `owed` says what must still be declared before
    the phase may be left, "" for nothing. `skipped` is the rule, and in words why, for which it is not played when `when` says
    so. `usual` is the verb that a line without one means while the phase owes something: in a live recording a card's number
    is enough. Past a phase that `closes` a turn nothing leads but going on explicitly.

    Of a span, `again` says that it is played once more when its phases are over, `number` which time it is; `order` names the
    phase that comes next, of those that may, or "" when the span is over; without it they come as they stand.
    """

    id: str
    title: str = ""
    side: str = ""
    rule: str = ""
    enter: Callable[[Table[S]], None] | None = None
    leave: Callable[[Table[S]], None] | None = None
    auto: bool = False
    when: Callable[[S], bool] = lambda state: True
    owed: Callable[[S], str] = lambda state: ""
    skipped: tuple[str, str] | None = None
    usual: str = ""
    closes: bool = False
    side_of: Callable[[S], str] | None = None
    title_of: Callable[[S], str] | None = None
    phases: tuple[Phase[S], ...] = ()
    order: Callable[[Table[S], Phase[S], tuple[Phase[S], ...]], str] | None = None
    again: Callable[[S], bool] = lambda state: False
    number: Callable[[S], int] | None = None

    def at(self, state: S) -> Phase[S]:
        """The phase as it is now: its side and title worked out."""
        if self.side_of is None and self.title_of is None:
            return self
        side = self.side_of(state) if self.side_of else self.side
        return replace(self, side=side, title=self.title_of(state) if self.title_of else self.title, side_of=None, title_of=None)


def free(table: Table[S], span: Phase[S], left: tuple[Phase[S], ...]) -> str:
    """The order of phases that come each once, as the side whose span it is likes; the last one comes by itself."""
    if len(left) < 2:
        return left[0].id if left else ""
    by = span.at(table.state).side
    titles = ", ".join(f"{phase.id} ({phase.at(table.state).title})" for phase in left)
    return table.ask(
        OneOf(name=PHASE, by=by, rule=span.rule, words=f"which phase comes next: {titles}", options=tuple(phase.id for phase in left))
    )


class SequenceOfPlay(Generic[S]):
    """The phases of a game, from the outermost span; every phase has an id of its own.

    What stands in the state is the id of the phase at hand, and of spans without a fixed order which phases have been played.
    """

    def __init__(self, root: Phase[S]) -> None:
        self.root = root
        self.phases: tuple[Phase[S], ...] = tuple(_leaves(root))
        """All that are no spans, in the order they stand."""
        self.by_id: Mapping[str, Phase[S]] = {phase.id: phase for phase in _all(root)}
        self.ids = tuple(phase.id for phase in self.phases)
        if len(self.by_id) < sum(1 for _ in _all(root)):
            raise TypeError("two phases have the same id")
        self._span: dict[str, Phase[S]] = {phase.id: span for span in _all(root) for phase in span.phases}
        self._place = {phase.id: n for span in _all(root) for n, phase in enumerate(span.phases)}
        self._paths = {id: self._path(id) for id in self.by_id}

    # ---- looking ----

    def at(self, state: S) -> Phase[S] | None:
        """The phase at hand; None before the game has begun."""
        found = self.by_id.get(state.step)
        return found.at(state) if found and not found.phases else None

    def path(self, id: str) -> tuple[Phase[S], ...]:
        """The spans a phase lies in, from the outermost one, and itself."""
        return self._paths[id]

    def _path(self, id: str) -> tuple[Phase[S], ...]:
        found = [self.by_id[id]]
        while found[0].id in self._span:
            found.insert(0, self._span[found[0].id])
        return tuple(found)

    def moment(self, state: S) -> Moment:
        """Where in the game a state is: numbers of turns and places of phases, which sort; their titles; their ids."""
        key, words, ids = [], [], []
        for phase in self.path(state.step) if state.step in self.by_id else (self.root,):
            if phase.number:
                key.append(f"{phase.number(state):02}")
                ids.append(f"{phase.id}-{phase.number(state)}")
            elif (span := self._span.get(phase.id)) is not None:
                key.append(f"{self._played(span, state) if span.order else self._place[phase.id]:02}")
                ids.append(phase.id)
            if title := phase.title_of(state) if phase.title_of else phase.title:
                words.append(title)
        if state.step not in self.by_id:
            key, words, ids = [*key, "00"], [*words, "before the game"], [*ids, ""]
        return Moment(".".join(key), tuple(words), tuple(ids))

    def played(self, state: S, id: str) -> tuple[str, ...]:
        """What counts as played once this phase begins: it, where its span has no fixed order; of a span that begins, nothing yet."""
        phase = self.by_id[id]
        inner = {one.id for one in _all(phase)} - {id} if phase.phases else set()
        before = tuple(one for one in state.played if one not in inner)
        span = self._span.get(id)
        return (*before, id) if span and span.order else before

    def following(self, state: S, phase: Phase[S]) -> Phase[S] | None:
        """The phase after this one as the state stands; those whose time it is not are passed over. None where that is chosen or drawn first."""
        here = self.by_id[phase.id]
        while (span := self._span.get(here.id)) is not None:
            if span.order:
                return None
            rest = span.phases[self._place[here.id] + 1 :]
            for after in (*rest, *(span.phases if span.again(state) else ())):
                if after.when(state):
                    return self._first(state, after)
            here = span
        return None

    def usual(self, state: S) -> str:
        """The verb a line without one means: that of the first phase from here on that owes something; "" where there is none."""
        phase = self.at(state)
        for _ in self.phases:
            if phase is None or phase.closes or phase.owed(state):
                return phase.usual if phase else ""
            phase = self.following(state, phase)
        return ""

    def _first(self, state: S, phase: Phase[S]) -> Phase[S] | None:
        while phase.phases:
            found = None if phase.order else next((one for one in phase.phases if one.when(state)), None)
            if found is None:
                return None
            phase = found
        return phase.at(state)

    def _played(self, span: Phase[S], state: S) -> int:
        return sum(id in {one.id for one in span.phases} for id in state.played)

    # ---- going on ----

    def advance(self, table: Table[S], to: str = "") -> None:
        """Leaves the phase at hand and goes on to the next one that is played, automatic ones included.

        Where the order is free, `to` is the phase that is wanted next. Raises BadInput before the game, RuleBroken when something is owed.
        """
        here = self.by_id.get(table.state.step)
        if here is None:
            raise BadInput("the game has not begun: no phase of the sequence of play is at hand")
        owed = here.owed(table.state)
        table.require(not owed, here.rule, f"first: {owed}")
        if here.leave:
            here.leave(table)
        self._after(table, here, to)

    def go_to(self, table: Table[S], id: str) -> None:
        """Begins a phase or span; an automatic one is passed through."""
        self._begin(table, self.by_id[id], "")

    def begin(self, table: Table[S]) -> None:
        """Begins the first phase of the game."""
        self._begin(table, self.root, "")

    def _begin(self, table: Table[S], phase: Phase[S], to: str) -> None:
        if phase is not self.root or phase.order:
            table.record(StepBegan(rule=phase.rule, step=phase.id, title=phase.at(table.state).title))
        if phase.enter:
            phase.enter(table)
        if phase.phases:
            self._go_into(table, phase, 0, to)
        elif phase.auto:
            self.advance(table)

    def _go_into(self, table: Table[S], span: Phase[S], place: int, to: str) -> None:
        """Goes on within a span, from a place in its order; with what follows it where nothing is left."""
        found = self._chosen(table, span, to) if span.order else next((p for p in span.phases[place:] if p.when(table.state)), None)
        if found is not None:
            self._begin(table, found, to)
            return
        if span.leave:
            span.leave(table)
        if span.again(table.state):
            self._begin(table, span, to)
        else:
            self._after(table, span, to)

    def _after(self, table: Table[S], phase: Phase[S], to: str) -> None:
        if (span := self._span.get(phase.id)) is not None:
            self._go_into(table, span, self._place[phase.id] + 1, to)

    def _chosen(self, table: Table[S], span: Phase[S], to: str) -> Phase[S] | None:
        assert span.order is not None
        left = self.left(table.state, span)
        wanted = [phase.id for phase in left if to and to in {one.id for one in _all(phase)}]
        id = wanted[0] if wanted and span.order is free else span.order(table, span, left)
        return self.by_id.get(id)

    def left(self, state: S, span: Phase[S]) -> tuple[Phase[S], ...]:
        """Of a span without a fixed order: the phases that have not been played and may be."""
        return tuple(phase for phase in span.phases if phase.id not in state.played and phase.when(state))

    # ---- what a verb belongs to ----

    def reach(self, table: Table[S], verb: Verb[S]) -> None:
        """Goes on to the phase the verb belongs to: one's own phases with nothing owed are left by going on. Raises RuleBroken."""
        owner, rule = self.whose(table.state, verb)
        if owner and table.side not in ("", owner):
            table.refuse(rule, not_theirs(table.rules.sides, verb.name, "declare", owner, table.side), OutOfTurn)
        if not verb.steps or table.state.step in verb.steps:
            return
        ahead = self._ahead(table, verb)
        if ahead:
            for _ in self.phases:
                if table.state.step not in verb.steps:
                    self.advance(table, ahead)
            return
        table.refuse(*self._why_not(table, verb), OutOfTurn)  # if the table insists, it is carried out where the game stands

    def whose(self, state: S, verb: Verb[S]) -> tuple[str, str]:
        """Whose declaration a verb is as the state stands, and the rule that says so; ("", "") where either side may make it."""
        if verb.side:
            return verb.side, verb.rule
        phase = self.at(state)
        return (phase.side, phase.rule) if phase and phase.id in verb.steps else ("", "")

    def _why_not(self, table: Table[S], verb: Verb[S]) -> tuple[str, str]:
        here = self.at(table.state)
        wanted = [phase for phase in self.phases if phase.id in verb.steps]
        skipped = [phase.skipped for phase in wanted if phase.skipped and not phase.when(table.state)]
        if skipped:
            return skipped[0]
        titles = " or ".join(phase.at(table.state).title for phase in wanted)
        why = f"{verb.name} belongs to the {titles}; this is the {here.title if here else 'time before the game'}"
        if here and here.side and here.side != table.side:
            why += f", which is not {table.side}'s; `next` ends it"
        return here.rule if here else verb.rule, why

    def _ahead(self, table: Table[S], verb: Verb[S]) -> str:
        """The verb's own phase, where only phases of the declaring side, or automatic ones, lie before it; else ""."""
        state, here = table.state, self.at(table.state)
        for _ in self.phases:
            if here is None:
                return ""
            if here.id in verb.steps:
                return here.id if not here.side or table.side in (here.side, verb.side) else ""
            if here.closes or (not here.auto and here.side and here.side != table.side):
                return ""
            here = self.following(state, here) or self._free_ahead(table, here, verb)
        return ""

    def _free_ahead(self, table: Table[S], here: Phase[S], verb: Verb[S]) -> Phase[S] | None:
        """Where the order is free, the verb's own phase if it has not been played yet."""
        span = self._span.get(here.id)
        if span is None or span.order is not free:
            return None
        left = (self._first(table.state, phase) for phase in self.left(table.state, span) if phase.id != here.id)
        return next((phase for phase in left if phase and phase.id in verb.steps), None)

    # ---- the verb that ends a phase ----

    def verb(self) -> Verb[S]:
        """`next`: the phase is over; with a phase's id, all phases up to it are."""
        rule = self.root.rule

        def go_on(table: Table[S], to: Annotated[str, Named(PHASE)] = "") -> None:
            """the phase is over; with a phase's name, all phases up to it are."""
            here = self.at(table.state)
            if here is None:
                raise BadInput("the game has not begun")
            table.require(not here.side or here.side == table.side, here.rule, f"the {here.title} is not {table.side}'s to end")
            self.advance(table, to)
            for _ in self.phases:
                here = self.at(table.state)
                if not to or table.state.step == to or here is None or (here.side and here.side != table.side):
                    break
                self.advance(table, to)
            if to:
                title = self.by_id[to].at(table.state).title
                table.require(table.state.step == to, rule, f"the {title} does not follow without the other side's phases")

        return Verb(NEXT, go_on, rule, "", (), parameters(go_on), offers=lambda state: [{}])


def _all(phase: Phase[S]) -> Iterator[Phase[S]]:
    yield phase
    for inner in phase.phases:
        yield from _all(inner)


def _leaves(phase: Phase[S]) -> Iterator[Phase[S]]:
    return (one for one in _all(phase) if not one.phases)
