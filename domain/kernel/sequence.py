"""The sequence of play: phases, and nested spans of phases, in fixed, free or drawn order.

A game is a span of turns, or one turn that is played again and again. A turn's phases may be spans themselves: an
impulse, a scenario, a player's turn. Normally the next phase is the next in the list. In a span with an `order`, that
function names the candidates; if there are several, the span's side chooses. A span whose phases are drawn draws as it
begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Annotated, Generic, TypeVar

from domain.kernel.entries import Moment
from domain.kernel.errors import BadInput, OutOfTurn, unknown
from domain.kernel.facts import PhaseBegan, SideDone
from domain.kernel.limits import COUNT
from domain.kernel.questions import OneOf
from domain.kernel.state import PAPER, PHASE, State
from domain.kernel.table import Table, not_theirs
from domain.kernel.verbs import Named, Verb, parameters

S = TypeVar("S", bound=State)

NEXT = "next"
"""The verb that ends the phase at hand."""
DONE = "done"
"""The verb with which a side ends its own part of a phase that each side works through."""

MOMENTS = 4_096
"""Maximum number of moments in the cache."""


def _nothing(state: State) -> str:
    """The default of `Phase.owed`: the phase owes nothing."""
    return ""


@dataclass(frozen=True, eq=False, repr=False)
class Phase(Generic[S]):
    """A phase of the sequence of play, or with `phases` a span of several.

    `side` is the phase's owner, "" for both sides. A phase that `each` side works through is over once all are done:
    both end it together, or each ends its own part (`done`, or `next` on a recorder of its own). `side_of` and
    `title_of` give side and title if they change from turn to turn. `auto` phases are left as soon as they are reached:
    only their `leave` runs. `owed` says what must still be declared before the phase may be left, "" for nothing.
    `skipped` is the rule, with the reason, by which the phase is not played when `when` is false. `usual` is the verb
    of a line without one. While the phase owes something, it is the only candidate, so that a card's number is enough
    in a live recording; else the verbs of the phases that may come next are candidates too. `also` lists further
    candidates, told apart by the line's first word.

    For a span, `again` says whether it is played once more when its phases are over. `number` counts the repetitions;
    the span's beginning must change it, or moments would not sort. `order` names the phases that may come next, given
    the state and the phases not yet played. A single one comes by itself. Among several the span's side chooses; in a
    span of both sides, a side chooses by going on to one of its own. The first is the usual one. If there is none, the
    span is over. Without `order` phases come as listed. The effect of a span's `enter` cannot be foreseen, so no verb
    leads past it.
    """

    id: str
    title: str = ""
    side: str = ""
    rule: str = ""
    each: bool = False
    enter: Callable[[Table[S]], None] | None = None
    leave: Callable[[Table[S]], None] | None = None
    auto: bool = False
    settles: bool = False
    """Whether leaving this phase shows what was decided in secret.

    It is reached by `next` alone, and no verb leads past it.
    """
    when: Callable[[S], bool] = lambda state: True
    owed: Callable[[S], str] = _nothing
    owes_unseen: Callable[[S], bool] | None = None
    """Whether, judging by public knowledge, it may owe something; set if only its side knows what it owes.

    Nothing of it is told if the table insists, and the phase is ended unseen if others look on.
    """
    owes: str = ""
    """The rule that requires what is owed, if it is not the phase's own."""
    owed_last: bool = False
    """Whether the debt counts only when the phase is left. Until then its verb may be declared any number of times."""
    skipped: tuple[str, str] | Callable[[S], tuple[str, str]] | None = None
    usual: str = ""
    also: tuple[str, ...] = ()
    side_of: Callable[[S], str] | None = None
    title_of: Callable[[S], str] | None = None
    phases: tuple[Phase[S], ...] = ()
    order: Callable[[S, tuple[str, ...]], tuple[str, ...]] | None = None
    again: Callable[[S], bool] = lambda state: False
    number: Callable[[S], int] | None = None

    @cached_property
    def began(self) -> PhaseBegan:
        """The fact of its beginning, with the title it has unless `title_of` gives it another."""
        return PhaseBegan(rule=self.rule, phase=self.id, title=self.title)

    @property
    def goes_on(self) -> bool:
        """Whether its usual verb may be declared any number of times."""
        return self.owed_last or self.owed is _nothing

    @property
    def owed_by(self) -> str:
        """The rule that requires what it owes."""
        return self.owes or self.rule

    def ends_unseen(self, state: S) -> bool:
        """Whether, judging by public knowledge, it may owe something that only its side knows."""
        return self.owes_unseen is not None and self.owes_unseen(state)

    def at(self, state: S) -> Phase[S]:
        """The phase with its present side and title."""
        if self.side_of is None and self.title_of is None:
            return self
        side = self.side_of(state) if self.side_of else self.side
        title = self.title_of(state) if self.title_of else self.title
        found = self._shown.get((side, title))
        if found is None:
            found = self._shown[side, title] = replace(self, side=side, title=title, side_of=None, title_of=None)
        return found

    @cached_property
    def _shown(self) -> dict[tuple[str, str], Phase[S]]:
        """The phase with each side and title that it has had."""
        return {}


Choose = Callable[[Phase[S], tuple[Phase[S], ...]], Phase[S] | None]
"""Chooses the next of several phases of a span; None if nobody has chosen."""


class SequenceOfPlay(Generic[S]):
    """The phases of a game, from the outermost span; every phase has an id of its own.

    What stands in the state is the id of the phase at hand, and of spans without a fixed order which phases have been
    played. All but the outermost span say by a PhaseBegan that they begin.
    """

    def __init__(self, root: Phase[S]) -> None:
        self.root = root
        self.phases: tuple[Phase[S], ...] = tuple(one for one in _all(root) if not one.phases)
        """All phases that are not spans, in the order of the definition."""
        self.by_id: Mapping[str, Phase[S]] = {phase.id: phase for phase in _all(root)}
        self.ids = tuple(phase.id for phase in self.phases)
        if len(self.by_id) < sum(1 for _ in _all(root)):
            raise TypeError("two phases have the same id")
        if root.order:
            raise TypeError(
                "the outermost span has no order of its own: which of its phases have been played is never forgotten"
            )
        self._span: dict[str, Phase[S]] = {phase.id: span for span in _all(root) for phase in span.phases}
        self._place = {phase.id: n for span in _all(root) for n, phase in enumerate(span.phases)}
        self._inner = {id: frozenset(one.id for one in _all(phase)) - {id} for id, phase in self.by_id.items()}
        self._paths = {id: self._path(id) for id in self.by_id}
        self._changing = {id: tuple(self._changes_along(path)) for id, path in self._paths.items()}
        self._moments: dict[tuple[object, ...], Moment] = {}
        """Cached moments, by the phase and by what changes from turn to turn. One is asked for with every fact."""

    # ---- looking ----

    def at(self, state: S) -> Phase[S] | None:
        """The phase at hand, or the span that begins; None before the game has begun."""
        found = self.by_id.get(state.phase)
        return found.at(state) if found else None

    def _path(self, id: str) -> tuple[Phase[S], ...]:
        """The path of a phase: the spans around it from the outermost one, then the phase itself."""
        found = [self.by_id[id]]
        while found[0].id in self._span:
            found.insert(0, self._span[found[0].id])
        return tuple(found)

    def moment(self, state: S) -> Moment:
        """The moment of a state: its sort key (places of phases and numbers of turns), the titles, and the ids."""
        key = (
            state.phase,
            *[changing(state) for changing in self._changing.get(state.phase, self._changing[self.root.id])],
        )
        if key not in self._moments:
            if len(self._moments) > MOMENTS:
                self._moments.clear()
            self._moments[key] = self._moment(state)
        return self._moments[key]

    def _moment(self, state: S) -> Moment:
        key: list[int] = []
        words, ids = [], []
        for phase in self._paths.get(state.phase, (self.root,)):
            span = self._span.get(phase.id)
            if span is not None:
                key.append(self._come(span, state) if span.order else self._place[phase.id])
            if phase.number:
                key.append(phase.number(state))
            if span is not None or phase.number:
                ids.append(f"{phase.id}-{phase.number(state)}" if phase.number else phase.id)
            if title := phase.title_of(state) if phase.title_of else phase.title:
                words.append(title)
        if state.phase not in self.by_id:
            key, words, ids = [*key, 0], [*words, "before the game"], [*ids, ""]
        return Moment(".".join(f"{min(n, COUNT):02}" for n in key), tuple(words), tuple(ids))

    def _changes_along(self, path: tuple[Phase[S], ...]) -> Iterator[Callable[[S], object]]:
        """The functions that a path's moment depends on, besides the phase: numbers, titles, counts of phases
        played."""
        for phase in path:
            if phase.number:
                yield phase.number
            if phase.title_of:
                yield phase.title_of
            if (span := self._span.get(phase.id)) is not None and span.order:
                yield partial(self._come, span)

    def _come(self, span: Phase[S], state: S) -> int:
        """The number of phases of a span that have been played."""
        return sum(self._span.get(id) is span for id in state.played)

    def begun(self, state: S, id: str) -> S:
        """The state once a phase begins.

        In a span without a fixed order the phase counts as played. When a span begins, none of its phases counts as
        played.
        """
        played, inner, span = state.played, self._inner[id], self._span.get(id)
        if played and inner:
            played = tuple(one for one in played if one not in inner)
        return state.but(phase=id, played=(*played, id) if span and span.order else played, sides_done=())

    # ---- the walk along the phases ----

    def _walk(self, here: Phase[S], now: Callable[[], S], choose: Choose[S]) -> Iterator[tuple[bool, Phase[S]]]:
        """The phases that begin (True) and end (False) after a phase, or in a span from its beginning, up to the next
        one played.

        The caller applies each to the state `now` returns before the walk goes on. The walk stops if `choose` returns
        None.
        """
        span, after = (here, None) if here.phases else (self._span.get(here.id), here)
        while span is not None:
            options = self._options(now(), span, after)
            if not options:
                yield False, span
                if span.again(now()):
                    yield True, span
                    after = None
                else:
                    span, after = self._span.get(span.id), span
                continue
            found = options[0] if len(options) == 1 else choose(span, options)
            if found is None:
                return
            yield True, found
            if found.phases:
                span, after = found, None
            elif found.auto:
                yield False, found
                after = found
            else:
                return

    def _options(self, state: S, span: Phase[S], after: Phase[S] | None) -> tuple[Phase[S], ...]:
        """The phases that may come next in a span, after one of them or at its beginning."""
        if span.order:
            named = span.order(state, tuple(phase.id for phase in span.phases if phase.id not in state.played))
            return tuple(self.by_id[id] for id in named if self.by_id[id].when(state))
        rest = span.phases[self._place[after.id] + 1 :] if after else span.phases
        following = next((phase for phase in rest if phase.when(state)), None)
        return (following,) if following else ()

    # ---- looking ahead ----

    def following(self, state: S, phase: Phase[S]) -> Phase[S] | None:
        """The phase played after this one as the state stands; automatic ones are passed over.

        None if it is chosen first, or settled by what a span does as it begins.
        """
        then = self._onward(self.begun(state, phase.id), again=True)
        return self.at(then) if then is not None else None

    def open_to(self, state: S) -> tuple[str, ...]:
        """The phases that may come next, after a phase of both sides in a span without a fixed order; else ().

        A side begins one by declaring in it.
        """
        here = self.at(state)
        span = self._span.get(here.id) if here else None
        if here is None or here.side or span is None or not span.order:
            return ()
        return tuple(phase.id for phase in self._options(state, span, here))

    def usual(self, state: S) -> str:
        """The verb of the first phase, from here on, that owes something; "" if none does.

        A line without a verb means it.
        """
        return next((phase.usual for phase in self._ahead(state) if phase.owed(state)), "")

    def usuals(self, state: S) -> tuple[str, ...]:
        """The verbs that a line without one may mean: that of the phase at hand, and those of the phases that may come
        next or of the one that owes next.

        If the phase at hand owes nothing more, its verb has been declared and is left out, unless the phase goes on.
        """
        ahead = [*self._ahead(state)]
        also = [verb for phase in ahead[:1] for verb in phase.also]
        if owed := self.usual(state):
            own = [phase.usual for phase in ahead[:1] if phase.goes_on and phase.usual]
            return tuple(dict.fromkeys((*own, owed, *also)))
        after = next(filter(None, (self.open_to(self.begun(state, phase.id)) for phase in ahead)), ())
        phases = [phase for phase in ahead[:1] if phase.goes_on]
        phases += [phase for phase in ahead[1:] if (span := self._span.get(phase.id)) and span.order]
        phases += [self.by_id[id] for id in after]
        return tuple(dict.fromkeys([*(phase.usual for phase in phases if phase.usual), *also]))

    def _ahead(self, state: S, bound: Sequence[str] = ()) -> Iterator[Phase[S]]:
        """The phase at hand, and those played after it as the state stands, as far as `_onward` goes."""
        then: S | None = state
        for _ in self.phases:
            phase = self.at(then) if then is not None else None
            if then is None or phase is None:
                return
            yield phase
            then = self._onward(then, bound)

    def _onward(self, state: S, bound: Sequence[str] = (), again: bool = False) -> S | None:
        """The state with the next phase at hand, and no other change. `again` allows one span to begin again.

        None if the next phase is chosen first (and none of `bound` is among the options), or settled by what a span
        does as it begins.
        """
        then, ended = [state], None

        def choose(span: Phase[S], options: tuple[Phase[S], ...]) -> Phase[S] | None:
            return next((phase for phase in options if phase.id in bound), None)

        for begins, phase in self._walk(self.by_id[state.phase], lambda: then[-1], choose):
            if not begins:
                ended = phase
                continue
            if phase is ended and not again:
                return None
            again = again and phase is not ended
            then.append(self.begun(then[-1], phase.id))
            if phase.phases and phase.enter:
                return None
            if not phase.phases and not phase.auto:
                return then[-1]
        return None

    # ---- going on ----

    def begin(self, table: Table[S]) -> None:
        """Begins the first phase of the game."""
        self._enter(table, self.root)
        self._go_on(table, self.root, "")

    def advance(self, table: Table[S], to: str = "") -> None:
        """Leaves the phase at hand and goes on to the next one played, automatic ones included.

        If the declaring side chooses what comes next, `to` is the phase it chooses. Raises BadInput before the game,
        and RuleBroken if something is owed, or if `to` does not come next.
        """
        here = self.by_id.get(table.state.phase)
        if here is None:
            raise BadInput("the game has not begun: no phase of the sequence of play is at hand")
        if not here.phases:
            self._leave(table, here)
        self._go_on(table, here, to)

    def _go_on(self, table: Table[S], here: Phase[S], to: str) -> None:
        for begins, phase in self._walk(here, lambda: table.state, partial(self._ask, table, to)):
            (self._enter if begins else self._leave)(table, phase)

    def _ask(self, table: Table[S], to: str, span: Phase[S], options: tuple[Phase[S], ...]) -> Phase[S]:
        """The next of several phases, chosen by the span's side: `to`, or the answer to a question."""
        by, ids = span.at(table.state).side, tuple(phase.id for phase in options)
        if not by:
            return self._interposed(table, to, span, options)
        words = "which phase comes next: " + ", ".join(
            f"{phase.id} ({phase.at(table.state).title})" for phase in options
        )
        if to in ids and by == table.side:
            return self.by_id[to]
        if to:
            whose = f"the {table.rules.sides[by]} side" if by in table.rules.sides else "the table"
            table.refuse(span.rule, f"{to} does not follow: {whose} says {words}")
        id = table.ask(
            OneOf(name=PHASE, by=by or "table", rule=span.rule, words=words, options=ids, default=ids[0], names=PHASE)
        )
        if self._span.get(id) is not span:  # even if the table insists
            raise unknown(PHASE, id, [phase.id for phase in span.phases])
        return self.by_id[id]

    def _interposed(self, table: Table[S], to: str, span: Phase[S], options: tuple[Phase[S], ...]) -> Phase[S]:
        """The next of several phases in a span of both sides: `to`, if a side leads to its own; else the usual one."""
        if not to:
            theirs = {phase.at(table.state).side for phase in options}
            if len(options) > 1 and len(theirs) == 1 and not theirs & {"", table.side} and table.side:
                which = " or ".join(phase.id for phase in options)
                table.refuse(
                    span.rule,
                    f"what comes next is {which}: that is for the {table.rules.sides[theirs.pop()]} side to say",
                    OutOfTurn,
                )
            return options[0]
        found = next((phase for phase in options if phase.id == to), None)
        if found is None or table.side not in ("", found.at(table.state).side):
            what = (
                f"the {found.at(table.state).title} is not for the {table.rules.sides[table.side]} side to begin"
                if found
                else f"{to} does not follow"
            )
            table.refuse(span.rule, f"{what}; what may come next is {' or '.join(phase.id for phase in options)}")
        return found or options[0]

    def _enter(self, table: Table[S], phase: Phase[S]) -> None:
        if phase is not self.root:
            began = phase.began
            if phase.title_of:
                began = began.but(title=phase.title_of(table.rules.fold(began, table.state)))
            table.record(began)
        if phase.enter:
            phase.enter(table)

    def _leave(self, table: Table[S], phase: Phase[S]) -> None:
        untold = phase.owes_unseen is not None and table.as_played and table.state.hidden != PAPER
        if (owed := phase.owed(table.state)) and not untold:  # all are told so, whatever it rests on
            table.refuse(phase.owed_by, f"first: {owed}")
        if phase.leave:
            phase.leave(table)

    # ---- what a verb belongs to ----

    def reach(self, table: Table[S], verb: Verb[S]) -> None:
        """Goes on to the phase a verb belongs to. It leaves the declaring side's own phases, if they owe nothing.

        Raises RuleBroken.
        """
        self._require_theirs(table, verb)
        if not verb.phases or table.state.phase in verb.phases:
            return
        for _ in self.phases:
            way = self.way_to(table.state, verb, table.side)
            if not way:
                # if the table insists, the verb is carried out where the game stands
                table.refuse(*self._why_not(table, verb), OutOfTurn)
                return
            self._require_settled(table)
            self.advance(table, way[-1].id)
            if table.state.phase in verb.phases:
                break
        if not verb.side:
            self._require_theirs(table, verb)

    def _require_settled(self, table: Table[S], to: str = "") -> None:
        """Refuses to lead past a phase that settles secret decisions.

        Whether that is possible would tell what they are.
        """
        here = self.by_id.get(table.state.phase)
        span = self._span.get(here.id) if here else None
        if here is None or span is None or span.order:
            return
        rest = [phase for phase in span.phases[self._place[here.id] + 1 :] if phase.when(table.state)]
        if rest and rest[0].settles and to not in [phase.id for phase in rest[:2]]:
            table.refuse(rest[0].rule, f"first the {rest[0].title}: `{NEXT}` alone goes on to it", OutOfTurn)

    def _require_theirs(self, table: Table[S], verb: Verb[S]) -> None:
        owner, rule = self.whose(table.state, verb)
        if owner and table.side not in ("", owner):
            ownership = (rule, not_theirs(table.rules.sides, verb.name, "declare", owner, table.side))
            table.refuse(*verb.barred.get(table.side, ownership), OutOfTurn)

    def whose(self, state: S, verb: Verb[S]) -> tuple[str, str]:
        """(side, rule): the only side that may declare a verb in this state, and the rule that says so; ("", "") if
        either side may.
        """
        if owner := verb.side or (verb.whose(state) if verb.whose else ""):
            return owner, verb.rule
        phase = self.at(state)
        if phase is None or phase.id not in verb.phases or verb.either or verb.whose:
            return "", ""
        span = self._span.get(phase.id)  # in a free order, the span's rule says whose turn it is
        return phase.side, span.rule if span and span.order else phase.rule

    def side_of(self, state: S, verb: Verb[S]) -> str:
        """The side that declares a verb when the line names none: the verb's owner, else the owner of the phase at
        hand.

        In a phase of both sides, it is the side whose phases alone the verb leads to: what that side does in them may
        be its secret.
        """
        if verb.side or verb.whose:
            return verb.side or (verb.whose(state) if verb.whose else "")
        phase = self.at(state)
        if phase is None or phase.side:
            return phase.side if phase else ""
        sides = {self.by_id[id].at(state).side for id in self.open_to(state) if id in verb.phases}
        return sides.pop() if len(sides) == 1 else ""

    def _why_not(self, table: Table[S], verb: Verb[S]) -> tuple[str, str]:
        """(rule, why) for a verb that may not be declared now."""
        state, here = table.state, self.at(table.state)
        every = [phase.at(state) for phase in self.phases if phase.id in verb.phases]
        wanted = [phase for phase in every if self._declares(state, verb, phase, table.side)] or every
        skipped = [self._skipped(state, phase) for phase in wanted]
        if all(skipped) and (why_skipped := next(iter(skipped), None)):
            return why_skipped
        why = f"{verb.name} belongs to the {' or '.join(phase.title for phase in wanted)}"
        if here is None:
            return verb.rule, f"{why}; this is the time before the game"
        chosen = [
            phase for phase in wanted if self._span[phase.id].order and self._declares(state, verb, phase, table.side)
        ]
        rule = self._span[chosen[0].id].rule if chosen else here.rule
        if chosen == wanted and (over := [phase.title for phase in chosen if self._is_over(state, phase)]):
            return rule, f"the {over[0]} has been played"
        whose = (
            ""
            if here.side in ("", table.side)
            else f", which is not the {table.rules.sides.get(table.side, table.side)} side's; `next` ends it"
        )
        return rule, f"{why}; this is the {here.title}{whose}"

    def _skipped(self, state: S, phase: Phase[S]) -> tuple[str, str] | None:
        """(rule, why) by which a phase, or a span around it, is not played in this state; None if it is played."""
        for one in self._paths[phase.id]:
            if one.skipped and not one.when(state):
                return one.skipped(state) if callable(one.skipped) else one.skipped
        return None

    def _is_over(self, state: S, phase: Phase[S]) -> bool:
        """Whether a phase of a span without a fixed order has been played and can no longer come, while that span is at
        hand.
        """
        span = self._span[phase.id]
        if span not in self._paths[state.phase] or phase.id not in state.played:
            return False
        return not any(phase in self._options(state.but(phase=one.id), span, None) for one in span.phases)

    def _declares(self, state: S, verb: Verb[S], phase: Phase[S], by: str) -> bool:
        """Whether a side declares the verb in this phase: the phase is its own or both sides', or the verb is its
        own.
        """
        side = phase.at(state).side
        return not side or by in (side, verb.side)

    def way_to(self, state: S, verb: Verb[S], by: str) -> tuple[Phase[S], ...]:
        """The phases from the one at hand to the verb's own, which comes last, as a side's line leads on to it.

        Empty if others than that side's phases, or automatic ones, lie before it, or something begins again.
        """
        bound = [
            phase.id for phase in self.phases if phase.id in verb.phases and self._declares(state, verb, phase, by)
        ]
        way: list[Phase[S]] = []
        for here in self._ahead(state, bound):
            way.append(here)
            if here.id in bound:
                return tuple(way)
            if not here.auto and here.side not in ("", by):
                break
        return ()

    # ---- the verb that ends a phase ----

    def _others(self, state: S, side: str) -> list[Phase[S]]:
        """The other side's spans that the phase at hand ends with or lies in, if the phase is both sides'. Their owner
        says when it is over.

        These are the innermost span, and those that end with it. In a span with an order, its side only chooses what
        comes next.
        """
        found: list[Phase[S]] = []
        *spans, last = self._paths[state.phase]
        if last.each:
            return found
        while spans and side and not last.at(state).side:
            span = spans.pop()
            ends = not self._options(state, span, last)
            if (
                (ends or last.id == state.phase)
                and not span.order
                and (theirs := span.at(state)).side not in ("", side)
            ):
                found.append(theirs)
            if not ends:
                break
            last = span
        return found

    def ended_by(self, state: S, sides: Iterable[str]) -> str:
        """The side whose word ends the phase at hand: its owner, or for a phase of both sides the owner of the span
        around it; "" if either's.
        """
        here = self.at(state)
        if here is None or here.side:
            return here.side if here else ""
        able = [side for side in sides if not self._others(state, side)]
        return able[0] if len(able) == 1 else ""

    def awaited(self, state: S, sides: Iterable[str], side: str) -> tuple[str, ...]:
        """The other sides that are not done with the phase at hand, if each works through it."""
        here = self.at(state)
        return (
            tuple(other for other in sides if other != side and other not in state.sides_done)
            if here and here.each
            else ()
        )

    def verbs(self) -> Iterator[Verb[S]]:
        """The verbs of the sequence of play itself, if its outermost span has a rule."""
        if self.root.rule:
            yield self._next()
            if any(phase.each for phase in self.phases):
                yield self._done()

    def _done(self) -> Verb[S]:
        """The verb `done`: a side has nothing more to declare in a phase that each side works through."""
        rule = self.root.rule

        def done(table: Table[S]) -> None:
            """this side has nothing more to declare in a phase that each works through: it ends once all are done; who
            declares again is not."""
            state, here, sides = table.state, self.at(table.state), table.rules.sides
            if here is None or not here.each:
                raise BadInput(
                    f"no side is done with the {here.title} by itself: `{NEXT}` ends it"
                    if here
                    else "the game has not begun"
                )
            if table.side not in sides:
                raise BadInput(
                    f"{DONE} needs a side, as in `{next(iter(sides))}: {DONE}`; `{NEXT}` ends the {here.title} for all"
                )
            others = self.awaited(state, sides, table.side)
            why = f"the {' and '.join(sides[other] for other in others)} side is not done with the {here.title}"
            if owed := here.owed(state):
                table.refuse(here.owed_by, f"first: {owed}")
            if others and table.side in state.sides_done:
                table.refuse(here.rule, f"the {sides[table.side]} side is, and {why}")
            elif others and table.as_played:
                table.refuse(here.rule, why)
            if table.side not in state.sides_done:
                table.record(SideDone(rule=here.rule, side=table.side, phase=here.id, title=here.title))
            if not others or table.as_played:
                self.advance(table)

        return Verb(DONE, done, rule, "", (), parameters(done), offers=lambda state: [])

    def _next(self) -> Verb[S]:
        """The verb `next`: the phase is over; with a phase's id, all phases up to it are."""
        rule = self.root.rule

        def go_on(table: Table[S], to: Annotated[str, Named(PHASE)] = "") -> None:
            """the phase is over; with a phase's name, all phases up to it are."""
            here = self.at(table.state)
            if here is None:
                raise BadInput("the game has not begun")
            chosen = self._span.get(to)  # among chosen phases, the rule that lets them be chosen decides
            broken = chosen.rule if chosen and chosen.order else here.rule
            whose = f"is not for the {table.rules.sides.get(table.side, 'other')} side to end"
            table.require(here.side in ("", table.side), broken, f"the {here.title} {whose}")
            for span in self._others(table.state, table.side):
                table.require(False, span.rule, f"the {here.title} of the {span.title} {whose}")
            for _ in self.phases:
                if to:
                    self._require_settled(table, to)
                self.advance(table, to)
                here = self.at(table.state)
                if (
                    not to
                    or here is None
                    or here.id == to
                    or here.side not in ("", table.side)
                    or self._others(table.state, table.side)
                ):
                    break
            if to:
                title = self.by_id[to].at(table.state).title
                table.require(
                    table.state.phase == to, rule, f"the {title} does not follow without the other side's phases"
                )

        def further(state: S, said: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
            here = self.at(state)
            for phase in self._ahead(state) if here and not said else ():
                if phase.id != state.phase and not phase.auto:
                    yield {"to": phase.id}
                if here and phase.side not in ("", here.side) and not phase.auto:
                    return  # as far as the other side's

        return Verb(NEXT, go_on, rule, "", (), parameters(go_on), offers=lambda state: [{}], further=further)


def _all(phase: Phase[S]) -> Iterator[Phase[S]]:
    yield phase
    for inner in phase.phases:
        yield from _all(inner)
