"""The complete rules of a game system: who plays, its rulebook, and the parts of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.errors import unknown
from domain.kernel.facts import (
    Adjusted,
    Change,
    ChartRead,
    Declared,
    Fact,
    GameBegan,
    GameEnded,
    PhaseBegan,
    PositionSet,
    RulingMade,
    SideDone,
    StandingPass,
)
from domain.kernel.parts import Ends, Play, Scoring, Secrecy, Vocabulary, nameless
from domain.kernel.printed import Printed
from domain.kernel.runs import runs_in_full
from domain.kernel.sequence import DONE
from domain.kernel.state import PHASE, SIDE, SPAN, Named, Reading, Result, Row, Settled, State, apply
from domain.kernel.verbs import Verb, spelled

S = TypeVar("S", bound=State)


class Mend(NamedTuple):
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


@dataclass(frozen=True, eq=False, repr=False)
class Rules(Generic[S]):
    """The complete rules of a game system. Everything in it is pure.

    The rule of the outermost span of the sequence of play is the rule of `next`. Raises TypeError, with the name of the
    part, where a part that the others need is left out.
    """

    code: str
    title: str
    citation: str
    """The prefix of its rule numbers."""
    sides: Mapping[str, str]
    initial: S
    """The state before the game begins."""
    play: Play[S]
    printed: Printed = field(default_factory=Printed)
    vocabulary: Vocabulary[S] = field(default_factory=Vocabulary)
    secrecy: Secrecy[S] = field(default_factory=Secrecy)
    scoring: Scoring[S] | None = None
    ends: Ends[S] = field(default_factory=Ends)
    scenarios: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """Ambiguous places of the rulebook, on which a table may rule."""
    settled: Mapping[str, Settled] = field(default_factory=dict)
    """Silent or contradictory places of the rulebook that are read in one way only."""
    mends: Sequence[Mend] = ()
    """The mends since the first version, oldest first."""

    def __post_init__(self) -> None:
        if (keeping := self.play.keeping) and not self.secrecy.hides:
            raise TypeError(
                f"{self.code}: {', '.join(keeping)} {'are' if len(keeping) > 1 else 'is'} secret, and `secrecy` is "
                "left out: say which sides hide something, secrecy=Secrecy(hides=…, stated=…)"
            )
        if strange := set(self.secrecy.hides) - set(self.sides):
            raise TypeError(f"{self.code}: `secrecy` hides something of {', '.join(strange)}, which is no side")
        if self.secrecy.hides and not keeping:
            raise TypeError(
                f"{self.code}: `secrecy` hides something, and no fact has a `STUB`, the code of what everybody may "
                "know of a secret fact; nor is any revealed later"
            )
        fields = type(self.initial).model_fields
        if strange := {name for names in self.secrecy.keeps.values() for name in names} - fields.keys():
            raise TypeError(f"{self.code}: `keeps` names {', '.join(strange)}, which is no field of the state")
        if strange := set(self.printed.mutual) - set(self.printed.charts):
            raise TypeError(f"{self.code}: `mutual` names {', '.join(strange)}, which is no chart")
        known = {*self.play.questions, *self.play.topics}
        if strange := set(self.secrecy.stated) - known:
            raise TypeError(f"{self.code}: `stated` names {', '.join(strange)}, which is no question and no topic")
        if (kinds := [kind for kind in self.kinds if kind not in (SIDE, SPAN)]) and self.vocabulary.named is nameless:
            raise TypeError(
                f"{self.code}: its verbs take names ({', '.join(kinds)}), and `vocabulary` is left out or names "
                "nothing: vocabulary=Vocabulary(named=…), the names of a kind in a state"
            )

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The names of the parts that the game does without."""
        parts = {
            "printed": self.printed.charts,
            "secrecy": self.secrecy.hides,
            "scoring": self.scoring,
            "ends": self.ends.judge,
        }
        return tuple(name for name, part in parts.items() if not part)

    @cached_property
    def version(self) -> int:
        """The version of the rules. Each mend, and each later reading, makes a new one."""
        return max((1, *(mend.version for mend in self.mends), *(reading.since for reading in self.readings.values())))

    def mended_since(self, version: str) -> list[Mend]:
        """The mends since a recorded version; empty if the entries hold no version."""
        return [mend for mend in self.mends if version.isdecimal() and mend.version > int(version)]

    def row(self, chart: str, says: Mapping[str, Any]) -> Row | None:
        """A row by today's schema; None (that is, unread) if an old record's row no longer fits."""
        schema = self.printed.charts.get(chart)
        try:
            return schema.model_validate(says) if schema else None
        except ValueError:
            return None

    # ---- what players say ----

    def meant(self, state: S, word: str) -> str:
        """The verb of a line that begins with this word instead: a usual verb that takes the word, else one without
        parameters; "" if none.
        """
        usual = self.play.sequence.usuals(state)
        if len(usual) < 2:
            return next(iter(usual), "")
        takes = {name: self.play.verbs[name].parameters[:1] for name in usual}
        fits = (
            name for name, first in takes.items() if first and first[0].fits(word, lambda kind: self.names(state, kind))
        )
        # a verb without parameters never means a unit's name
        left = [name for name, first in takes.items() if first or not self._names_something(state, word)]
        owed = self.play.sequence.usual(state)
        return next(fits, next((name for name in left if not takes[name]), owed if owed in left else ""))

    def _names_something(self, state: S, word: str) -> bool:
        """Whether each part of a word is a name that some verb takes. A number is not one, because it may be dice."""
        parts = word.split(",")
        return not word.isdecimal() and any(
            set(runs_in_full(parts, known)) <= set(known) for kind in self.kinds if (known := self.names(state, kind))
        )

    def names(self, state: S, kind: str) -> Sequence[str]:
        """The names of a kind that a player may say."""
        if kind == SPAN:
            return tuple(self.play.sequence.by_id)
        if kind == SIDE:
            return tuple(self.sides)
        return self.play.sequence.ids if kind == PHASE else self.vocabulary.named(state, kind)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of names that its verbs take."""
        marks = (parameter.mark for verb in self.play.verbs.values() for parameter in verb.parameters if parameter.mark)
        kinds = ((mark.kind,) if isinstance(mark, Named) else (mark.head, mark.member) for mark in marks)
        return tuple(kind for kind in dict.fromkeys(kind for each in kinds for kind in each) if kind != PHASE)

    def kind_of(self, state: S, words: Sequence[str]) -> str:
        """The kind that all these words are names of; "" if there is none, or there are no words."""
        return next(
            (
                kind
                for kind in self.kinds
                if words and all(word in self.vocabulary.named(state, kind) for word in words)
            ),
            "",
        )

    def spelled(self, state: S, kind: str, word: str) -> str:
        """A name of a kind as the game spells it. Raises Unknown."""
        return spelled(kind, word, self.names(state, kind))

    def verb(self, name: str) -> Verb[S]:
        """The verb of that name. Raises BadInput with the closest known names."""
        if name not in self.play.verbs:
            raise unknown("verb", name, self.play.verbs)
        return self.play.verbs[name]

    # ---- folding ----

    def fold(self, fact: Fact, state: S) -> S:
        """The state after one more fact.

        Facts that all games share are folded alike, the rest by the game's own evolve.
        """
        kind = fact.__class__
        alike = FOLDED.get(kind)
        if alike is not None:
            state = alike(self, fact, state)
        # the values set already include them
        if fact.points and self.scoring and not isinstance(fact, Adjusted):
            for points in fact.points:
                state = self.scoring.score(state, points)
        for function in self.play.evolve.functions[kind]:
            state = function(fact, state)
        return state


# ---- facts that every game folds alike ----

Folding = Callable[[Rules[Any], Any, Any], Any]
FOLDED: dict[type[Fact], Folding] = {}
BEGINNINGS = 4
BEGUN_WITH = ("hidden", "scenario", "readings", "house", "complete", "charts")
"""The fields of GameBegan that decide the state after it."""
_begun: tuple[tuple[Any, Any, GameBegan, Any], ...] = ()
"""The last few beginnings: (rules, state before, fact, state after)."""


def _folds(kind: type[Fact]) -> Callable[[Folding], Folding]:
    def register(function: Folding) -> Folding:
        FOLDED[kind] = function
        return function

    return register


@_folds(GameBegan)
def _game_began(rules: Rules[Any], fact: GameBegan, state: Any) -> Any:
    """The state after a game's beginning. The last few are cached.

    Charts are long, and a game begins again whenever a side's view or an earlier moment is folded.
    """
    global _begun
    for by, before, known, after in _begun:
        if (
            by is rules
            and before is state
            and (known is fact or all(getattr(known, name) == getattr(fact, name) for name in BEGUN_WITH))
        ):
            return after
    begun = _begin(rules, fact, state)
    _begun = ((rules, state, fact, begun), *_begun[: BEGINNINGS - 1])
    return begun


def _begin(rules: Rules[Any], fact: GameBegan, state: Any) -> Any:
    charts = {
        chart: {name: row for name, says in rows.items() if (row := rules.row(chart, says)) is not None}
        for chart, rows in fact.charts.items()
    }
    readings = {reading.id: reading.unnamed for reading in rules.readings.values()} | dict(fact.readings)
    scenario = fact.scenario or next(iter(rules.scenarios), "")
    state = state.but(charts=charts, complete=fact.complete, readings=readings, house=fact.house)
    state = state.but(hidden=fact.hidden, scenario=scenario)
    for chart, rows in charts.items():
        for name in rows:
            state = rules.printed.admit(state, chart, name)
    return state


@_folds(ChartRead)
def _chart_read(rules: Rules[Any], fact: ChartRead, state: Any) -> Any:
    row = rules.row(fact.chart, fact.says)
    if row is None or fact.stays:
        return state
    rows = {**state.charts.get(fact.chart, {}), fact.row: row}
    state = state.but(charts={**state.charts, fact.chart: rows})
    return rules.printed.admit(state, fact.chart, fact.row)


@_folds(Adjusted)
def _adjusted(rules: Rules[Any], fact: Adjusted, state: Any) -> Any:
    return set_by_hand(rules, fact.changes, state, begins=fact.begins)


def set_by_hand(rules: Rules[Any], changes: tuple[Change, ...], state: Any, *, begins: bool) -> Any:
    """The state with values set by hand.

    If that `begins` another turn or phase, whatever lasted for the one before is over: each turn on the way begins, and
    ends before the next. The values set in the same line are then applied again.
    """
    if not begins:
        return _set(rules, changes, state)
    after, said = apply(state, changes), {change.path: change.now for change in changes}
    if (turn := said.get(("turn",))) is not None:
        if began := rules.play.turn_began:
            for one in range(min(state.turn + 1, turn), turn + 1):
                after = rules.fold(began(one), after.but(turn=one))
        after = rules.fold(PhaseBegan(phase=rules.play.sequence.root.id, title=""), after)
    after = rules.fold(PhaseBegan(phase=said.get(("phase",), state.phase), title=""), after)
    return apply(after, changes)


@_folds(PositionSet)
def _position_set(rules: Rules[Any], fact: PositionSet, state: Any) -> Any:
    return _set(rules, fact.changes, state)


def _set(rules: Rules[Any], changes: tuple[Change, ...], state: Any) -> Any:
    """The state with values set.

    A phase set by hand counts as begun, unless the line also sets which phases were played.
    """
    phases = [change.now for change in changes if change.path == ("phase",)]
    state = apply(state.but(sides_done=()) if phases else state, changes)
    played = any(change.path == ("played",) for change in changes)
    return (
        rules.play.sequence.begun(state, phases[-1])
        if phases and not played and phases[-1] in rules.play.sequence.by_id
        else state
    )


@_folds(RulingMade)
def _ruling_made(rules: Rules[Any], fact: RulingMade, state: Any) -> Any:
    if not fact.reading:
        return state.but(house={**state.house, fact.rule: fact.text})
    return state.but(readings={**state.readings, fact.reading: fact.choice})


@_folds(StandingPass)
def _standing_pass(rules: Rules[Any], fact: StandingPass, state: Any) -> Any:
    name = f"{fact.side}:{fact.question}"
    others = tuple(other for other in state.passes if other != name)
    return state.but(passes=(*others, name) if fact.on else others)


@_folds(PhaseBegan)
def _phase_began(rules: Rules[Any], fact: PhaseBegan, state: Any) -> Any:
    return (
        rules.play.sequence.begun(state, fact.phase)
        if fact.phase in rules.play.sequence.by_id
        else state.but(phase=fact.phase)
    )


@_folds(SideDone)
def _side_done(rules: Rules[Any], fact: SideDone, state: Any) -> Any:
    return (
        state.but(sides_done=(*(side for side in state.sides_done if side != fact.side), fact.side))
        if fact.phase == state.phase
        else state
    )


@_folds(GameEnded)
def _game_ended(rules: Rules[Any], fact: GameEnded, state: Any) -> Any:
    return state.but(
        result=Result(winner=fact.winner, by=fact.by, why=fact.why, rule=fact.rule, disputed=fact.disputed)
    )


@_folds(Declared)
def _declared(rules: Rules[Any], fact: Declared, state: Any) -> Any:
    """Declaring anything but `done` makes a side not done again."""
    if fact.side in state.sides_done and fact.verb != DONE:
        state = state.but(sides_done=tuple(side for side in state.sides_done if side != fact.side))
    return state if state.began else state.but(began=True)
