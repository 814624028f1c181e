"""The complete rules of a game system: its verbs, its sequence of play, its readings, and the fold of its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from domain.kernel import facts as kernel_facts
from domain.kernel.entries import Moment
from domain.kernel.errors import unknown
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, Points
from domain.kernel.objections import Objections
from domain.kernel.printed import Printed
from domain.kernel.runs import runs_in_full
from domain.kernel.sequence import DONE, Phase, SequenceOfPlay
from domain.kernel.state import PHASE, SIDE, SPAN, Named, Reading, Result, Row, Settled, State, apply
from domain.kernel.table import Table
from domain.kernel.verbs import Verb, spelled

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Mend:
    """A rule that an earlier version of a system's rules got wrong.

    Older games are told of it, and are never reinterpreted.
    """

    version: int
    """The first version that gets it right."""
    rules: tuple[str, ...]
    """The rule numbers of the facts, questions and refusals that change."""
    what: str
    """A sentence: what was played, and what is played now."""
    case: str
    """The case that shows the difference."""

    def touches(self, cited: Iterable[str]) -> bool:
        """Whether it mended one of these rule numbers."""
        return not set(self.rules).isdisjoint(cited)


@dataclass(frozen=True)
class Rules(Generic[S]):
    """The complete rules of a game system. Everything in it is pure.

    `citation` is the prefix of its rule numbers. `over` is the rule by which nothing follows the end of the game; if
    "", it is the rule that ended the game. The rule of the outermost span of the sequence of play is the rule of
    `next`.
    """

    code: str
    title: str
    citation: str
    over: str
    initial: S
    sides: Mapping[str, str]
    verbs: Mapping[str, Verb[S]]
    evolve: Evolve[S]
    topics: Mapping[str, type[Fact]]
    sequence: SequenceOfPlay[S] = field(default_factory=lambda: SequenceOfPlay(Phase("game")))
    printed: Printed = field(default_factory=Printed)
    named: Callable[[S, str], Sequence[str]] = lambda state, kind: ()
    """The names of a kind ("unit", "area") that a player may say."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """Ambiguous places of the rulebook, on which a table may rule."""
    settled: Mapping[str, Settled] = field(default_factory=dict)
    """Silent or contradictory places of the rulebook that are read in one way only."""
    mends: Sequence[Mend] = ()
    """The mends since the first version, oldest first."""
    collections: Sequence[str] = ()
    aliases: Mapping[str, str] = field(default_factory=lambda: {"step": "phase"})
    questions: Mapping[str, str] = field(default_factory=dict)
    """The names of all questions it may ask, each with the rules that may put it.

    An answer to any other name is a slip.
    """
    scenarios: Mapping[str, str] = field(default_factory=dict)
    begin: Callable[[Table[S]], None] | None = None
    score: Callable[[S, Points], S] | None = None
    points: Callable[[S], Mapping[str, int]] | None = None
    """The victory points of each side in a state, if the state holds them."""
    judge: Callable[[Table[S]], None] | None = None
    """Ends the game by its rules if this state ends it. It serves decisions after the end, and asks nothing."""
    admit: Callable[[S, str, str], S] | None = None
    identities: Callable[[S], Iterator[str]] = lambda state: iter(())
    impossible: Callable[[S], Objections] = lambda state: iter(())
    """Objections to states that no counters on any map can show, each with its rule or printed source.

    Setting a value by hand is refused for objections that did not exist before, unless the table insists. Situations
    that only play forbids do not belong here: they can happen, and are then put right by hand.
    """
    turn_began: Callable[[int], Fact] | None = None
    """The fact that begins a turn, for a turn that is set by hand."""
    hides: Sequence[str] = ()
    """The sides that hide something from the others."""
    secrets: Callable[[S], Mapping[tuple[str, ...], str]] | None = None
    """The values of a state that only one side may know: path -> that side."""
    keeps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The state's fields that may be wrong while a side's secrets cannot be read: side -> fields.

    A side not named here may affect any.
    """
    seen_of_hidden: Callable[[S, S], Iterable[Fact]] | None = None
    """The public facts of hidden values set by hand, from the states before and after.

    If this is given, only the side that hides a value, or the umpire, can set it by hand.
    """

    def __post_init__(self) -> None:
        forgotten = [
            fact.__name__
            for fact in self.evolve.by_type
            if fact is not Fact and self.topics.get(fact.TOPIC) is not fact
        ]
        if forgotten:
            raise TypeError(
                f"{self.code}: {', '.join(forgotten)} would be stored and forgotten: `topics` does not know them"
            )
        if blind := [
            fact.__name__ for fact in self.topics.values() if fact.REVEALS and fact.REVEALS not in self.topics
        ]:
            raise TypeError(
                f"{self.code}: {', '.join(blind)} would reveal nothing: `topics` does not know what they reveal"
            )
        for fact in (fact for fact in self.topics.values() if fact.REVEALS):
            secret = self.topics[fact.REVEALS]
            if secret.ANNOUNCED not in self.topics:
                raise TypeError(
                    f"{self.code}: {secret.__name__} would be revealed unannounced: `topics` does not know what "
                    "announces it"
                )
            for names in (self.topics[secret.ANNOUNCED], fact):
                if unnamed := [name for name in secret.ABOUT if name not in names.model_fields]:
                    raise TypeError(
                        f"{self.code}: {names.__name__} does not name the subject of {secret.__name__}: "
                        f"{', '.join(unnamed)}"
                    )
        for verb in self.verbs.values():
            if strange := [phase for phase in verb.phases if phase not in self.sequence.ids]:
                raise TypeError(
                    f"{self.code}: {verb.name} is said in {', '.join(strange)}, which is no phase of "
                    f"{', '.join(self.sequence.ids)}"
                )
        own = {verb.name: verb for verb in self.sequence.verbs() if verb.name not in self.verbs}
        object.__setattr__(self, "verbs", {**self.verbs, **own})

    @property
    def version(self) -> int:
        """The version of the rules. Each mend, and each later reading, makes a new one."""
        return max((1, *(mend.version for mend in self.mends), *(reading.since for reading in self.readings.values())))

    def mended_since(self, version: str) -> list[Mend]:
        """The mends since a recorded version; empty if the entries hold no version."""
        return [mend for mend in self.mends if version.isdecimal() and mend.version > int(version)]

    @cached_property
    def question_names(self) -> frozenset[str]:
        """The names of all questions, including the one for the next phase; empty if they have not been listed."""
        return frozenset((*self.questions, PHASE)) if self.questions else frozenset()

    @property
    def charts(self) -> Mapping[str, type[Row]]:
        """The charts that only the printed game knows."""
        return self.printed.charts

    def row(self, chart: str, says: Mapping[str, Any]) -> Row | None:
        """A row by today's schema; None (that is, unread) if an old record's row no longer fits."""
        schema = self.charts.get(chart)
        try:
            return schema.model_validate(says) if schema else None
        except ValueError:
            return None

    # ---- the sequence of play ----

    def phase(self, state: S) -> Phase[S] | None:
        """The phase at hand."""
        return self.sequence.at(state)

    def following(self, state: S, phase: Phase[S]) -> Phase[S] | None:
        """The phase played after this one as the state stands; None if it is chosen or drawn first."""
        return self.sequence.following(state, phase)

    def usual(self, state: S) -> str:
        """The verb of a line without a verb; "" if there is none."""
        return self.sequence.usual(state)

    def meant(self, state: S, word: str) -> str:
        """The verb of a line that begins with this word instead: a usual verb that takes the word, else one without
        parameters; "" if none.
        """
        usual = self.sequence.usuals(state)
        if len(usual) < 2:
            return next(iter(usual), "")
        takes = {name: self.verbs[name].parameters[:1] for name in usual}
        fits = (
            name for name, first in takes.items() if first and first[0].fits(word, lambda kind: self.names(state, kind))
        )
        # a verb without parameters never means a unit's name
        left = [name for name, first in takes.items() if first or not self._names_something(state, word)]
        owed = self.sequence.usual(state)
        return next(fits, next((name for name in left if not takes[name]), owed if owed in left else ""))

    def _names_something(self, state: S, word: str) -> bool:
        """Whether each part of a word is a name that some verb takes. A number is not one, because it may be dice."""
        parts = word.split(",")
        return not word.isdecimal() and any(
            set(runs_in_full(parts, known)) <= set(known) for kind in self.kinds if (known := self.names(state, kind))
        )

    def whose(self, state: S, verb: Verb[S]) -> tuple[str, str]:
        """(side, rule): the only side that may declare a verb in this state, and the rule that says so; ("", "") if
        either side may.
        """
        return self.sequence.whose(state, verb)

    def side_of(self, state: S, verb: Verb[S]) -> str:
        """The side that declares a verb when the line names none."""
        return self.sequence.side_of(state, verb)

    def moment(self, state: S) -> Moment:
        """The moment of the game that a state stands at."""
        return self.sequence.moment(state)

    def advance(self, table: Table[S]) -> None:
        """Goes on to the next phase."""
        self.sequence.advance(table)

    def begin_sequence(self, table: Table[S]) -> None:
        """Begins the first phase."""
        self.sequence.begin(table)

    def over_by(self, result: Result) -> str:
        """The rule by which nothing follows the end of the game."""
        return self.over or result.rule

    # ---- names ----

    def names(self, state: S, kind: str) -> Sequence[str]:
        """The names of a kind that a player may say."""
        if kind == SPAN:
            return tuple(self.sequence.by_id)
        if kind == SIDE:
            return tuple(self.sides)
        return self.sequence.ids if kind == PHASE else self.named(state, kind)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of names that its verbs take."""
        marks = (parameter.mark for verb in self.verbs.values() for parameter in verb.parameters if parameter.mark)
        kinds = ((mark.kind,) if isinstance(mark, Named) else (mark.head, mark.member) for mark in marks)
        return tuple(kind for kind in dict.fromkeys(kind for each in kinds for kind in each) if kind != PHASE)

    def kind_of(self, state: S, words: Sequence[str]) -> str:
        """The kind that all these words are names of; "" if there is none, or there are no words."""
        return next(
            (kind for kind in self.kinds if words and all(word in self.named(state, kind) for word in words)), ""
        )

    def spelled(self, state: S, kind: str, word: str) -> str:
        """A name of a kind as the game spells it. Raises Unknown."""
        return spelled(kind, word, self.names(state, kind))

    def verb(self, name: str) -> Verb[S]:
        """The verb of that name. Raises BadInput with the closest known names."""
        if name not in self.verbs:
            raise unknown("verb", name, self.verbs)
        return self.verbs[name]

    def find(self, state: S, words: str) -> tuple[str, ...]:
        """The path that a player's words mean: `units.INF1.steps`, the name of a unit or area, or a field of the game.

        Case does not matter if only one name fits. Raises BadInput if nothing has that name.
        """
        for fold in (str, str.casefold):
            if found := self._find(state, words, fold):
                return found
        every = [name for c in self.collections for name in getattr(state, c)]
        fields = [name for name in (*self.aliases, *type(state).model_fields) if name.casefold() == words.casefold()]
        spelled = {*fields, *(name for name in every if (words.casefold() + ".").startswith(name.casefold() + "."))}
        if len(spelled) == 1:  # case does not matter if only one can be meant
            name = spelled.pop()
            return self.find(state, name + words[len(name) :])
        raise unknown("unit, area or field", words, [*every, *self.aliases, *type(state).model_fields])

    def _find(self, state: S, words: str, fold: Callable[[str], str]) -> tuple[str, ...]:
        """The path, comparing names after `fold`; () if nothing has that name."""

        def like(word: str, known: Iterable[str]) -> str:
            return next((one for one in known if fold(one) == fold(word)), "")

        def begun_with(words: str, known: Mapping[str, Any]) -> tuple[str, ...]:
            if words in known:
                return (words,)
            said = fold(words)
            name = max(
                (one for one in known if said == fold(one) or said.startswith(fold(one) + ".")), key=len, default=""
            )
            return (name, *filter(None, words[len(name) + 1 :].split("."))) if name else ()

        first, _, tail = words.partition(".")
        first = self.aliases.get(like(first, self.aliases)) or like(first, type(state).model_fields)
        if first in self.collections and tail:
            inside = begun_with(tail, getattr(state, first))
            if not inside and fold is not str:
                raise unknown(f"entry of {first}", tail.partition(".")[0], getattr(state, first))
            return (first, *inside) if inside else ()
        if first:
            return (first, *filter(None, tail.split(".")))
        found = (
            (collection, *path)
            for collection in self.collections
            if (path := begun_with(words, getattr(state, collection)))
        )
        return next(found, ())

    # ---- folding ----

    def fold(self, fact: Fact, state: S) -> S:
        """The state after one more fact.

        Facts that all games share are folded here, the rest by the game's own evolve.
        """
        shared = SHARED.get(type(fact))
        if shared is not None:
            state = shared(self, fact, state)
        # the values set already include them
        if fact.points and self.score and not isinstance(fact, kernel_facts.Adjusted):
            for points in fact.points:
                state = self.score(state, points)
        return self.evolve(fact, state)


# ---- facts every game folds alike ----

Shared = Callable[[Rules[Any], Any, Any], Any]
SHARED: dict[type[Fact], Shared] = {}
BEGINNINGS = 4
BEGUN_WITH = ("hidden", "scenario", "readings", "complete", "charts")
"""The fields of GameBegan that decide the state after it."""
_begun: tuple[tuple[Any, kernel_facts.GameBegan, Any], ...] = ()
"""The last few beginnings: (state before, fact, state after)."""


def _shared(kind: type[Fact]) -> Callable[[Shared], Shared]:
    def register(function: Shared) -> Shared:
        SHARED[kind] = function
        return function

    return register


@_shared(kernel_facts.GameBegan)
def _game_began(rules: Rules[Any], fact: kernel_facts.GameBegan, state: Any) -> Any:
    """The state after a game's beginning. The last few are cached.

    Charts are long, and a game begins again whenever a side's view or an earlier moment is folded.
    """
    global _begun
    for before, known, after in _begun:
        if before is state and (
            known is fact or all(getattr(known, name) == getattr(fact, name) for name in BEGUN_WITH)
        ):
            return after
    begun = _begin(rules, fact, state)
    _begun = ((state, fact, begun), *_begun[: BEGINNINGS - 1])
    return begun


def _begin(rules: Rules[Any], fact: kernel_facts.GameBegan, state: Any) -> Any:
    charts = {
        chart: {name: row for name, says in rows.items() if (row := rules.row(chart, says)) is not None}
        for chart, rows in fact.charts.items()
    }
    readings = {reading.id: reading.unnamed for reading in rules.readings.values()} | dict(fact.readings)
    scenario = fact.scenario or next(iter(rules.scenarios), "")
    state = state.but(charts=charts, complete=fact.complete, readings=readings, hidden=fact.hidden, scenario=scenario)
    if rules.admit:
        for chart, rows in charts.items():
            for name in rows:
                state = rules.admit(state, chart, name)
    return state


@_shared(kernel_facts.ChartRead)
def _chart_read(rules: Rules[Any], fact: kernel_facts.ChartRead, state: Any) -> Any:
    row = rules.row(fact.chart, fact.says)
    if row is None or fact.stays:
        return state
    rows = {**state.charts.get(fact.chart, {}), fact.row: row}
    state = state.but(charts={**state.charts, fact.chart: rows})
    return rules.admit(state, fact.chart, fact.row) if rules.admit else state


@_shared(kernel_facts.Adjusted)
def _adjusted(rules: Rules[Any], fact: kernel_facts.Adjusted, state: Any) -> Any:
    return set_by_hand(rules, fact.changes, state, begins=fact.begins)


def set_by_hand(rules: Rules[Any], changes: tuple[kernel_facts.Change, ...], state: Any, *, begins: bool) -> Any:
    """The state with values set by hand.

    If that `begins` another turn or phase, whatever lasted for the one before is over: each turn on the way begins, and
    ends before the next. The values set in the same line are then applied again.
    """
    if not begins:
        return _set(rules, changes, state)
    after, said = apply(state, changes), {change.path: change.now for change in changes}
    if (turn := said.get(("turn",))) is not None:
        if began := rules.turn_began:
            for one in range(min(state.turn + 1, turn), turn + 1):
                after = rules.fold(began(one), after.but(turn=one))
        after = rules.fold(kernel_facts.PhaseBegan(phase=rules.sequence.root.id, title=""), after)
    after = rules.fold(kernel_facts.PhaseBegan(phase=said.get(("phase",), state.phase), title=""), after)
    return apply(after, changes)


@_shared(kernel_facts.PositionSet)
def _position_set(rules: Rules[Any], fact: kernel_facts.PositionSet, state: Any) -> Any:
    return _set(rules, fact.changes, state)


def _set(rules: Rules[Any], changes: tuple[kernel_facts.Change, ...], state: Any) -> Any:
    """The state with values set.

    A phase set by hand counts as begun, unless the line also sets which phases were played.
    """
    phases = [change.now for change in changes if change.path == ("phase",)]
    state = apply(state.but(sides_done=()) if phases else state, changes)
    played = any(change.path == ("played",) for change in changes)
    return (
        rules.sequence.begun(state, phases[-1])
        if phases and not played and phases[-1] in rules.sequence.by_id
        else state
    )


@_shared(kernel_facts.RulingMade)
def _ruling_made(rules: Rules[Any], fact: kernel_facts.RulingMade, state: Any) -> Any:
    return state.but(readings={**state.readings, fact.reading: fact.choice})


@_shared(kernel_facts.StandingPass)
def _standing_pass(rules: Rules[Any], fact: kernel_facts.StandingPass, state: Any) -> Any:
    name = f"{fact.side}:{fact.question}"
    others = tuple(other for other in state.passes if other != name)
    return state.but(passes=(*others, name) if fact.on else others)


@_shared(kernel_facts.PhaseBegan)
def _phase_began(rules: Rules[Any], fact: kernel_facts.PhaseBegan, state: Any) -> Any:
    return (
        rules.sequence.begun(state, fact.phase) if fact.phase in rules.sequence.by_id else state.but(phase=fact.phase)
    )


@_shared(kernel_facts.SideDone)
def _side_done(rules: Rules[Any], fact: kernel_facts.SideDone, state: Any) -> Any:
    return (
        state.but(sides_done=(*(side for side in state.sides_done if side != fact.side), fact.side))
        if fact.phase == state.phase
        else state
    )


@_shared(kernel_facts.GameEnded)
def _game_ended(rules: Rules[Any], fact: kernel_facts.GameEnded, state: Any) -> Any:
    return state.but(
        result=Result(winner=fact.winner, by=fact.by, why=fact.why, rule=fact.rule, disputed=fact.disputed)
    )


@_shared(kernel_facts.Declared)
def _declared(rules: Rules[Any], fact: kernel_facts.Declared, state: Any) -> Any:
    """Declaring anything but `done` makes a side not done again."""
    if fact.side in state.sides_done and fact.verb != DONE:
        state = state.but(sides_done=tuple(side for side in state.sides_done if side != fact.side))
    return state if state.began else state.but(began=True)
