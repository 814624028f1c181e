"""The parts of a game's rules. All but the play may be left out; `Rules` then says that it is, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.entries import Moment
from domain.kernel.errors import unknown
from domain.kernel.evolve import Evolve
from domain.kernel.facts import Fact, Frozen, Points
from domain.kernel.objections import Objections
from domain.kernel.sequence import Phase, SequenceOfPlay
from domain.kernel.state import PHASE, Result, State, kind_at
from domain.kernel.table import Table
from domain.kernel.verbs import Verb

S = TypeVar("S", bound=State)


class Taken(NamedTuple):
    """A change of control: a place, its new side, and the one before; "" where the fact does not say it."""

    place: str
    side: str
    was: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Play(Generic[S]):
    """What may be declared, in which order, and what it changes. Raises TypeError for parts that do not fit."""

    verbs: Mapping[str, Verb[S]]
    """The game's own verbs; those of the sequence of play (`next`) are added to them."""
    evolve: Evolve[S]
    """Folds the game's own facts."""
    topics: Mapping[str, type[Fact]]
    """The facts it may store, by topic."""
    sequence: SequenceOfPlay[S] = field(default_factory=lambda: SequenceOfPlay(Phase("game")))
    questions: Mapping[str, str] = field(default_factory=dict)
    """The names of all questions it may ask, each with the rules that may put it.

    An answer to any other name is a slip.
    """
    begin: Callable[[Table[S]], None] | None = None
    """Sets the game up. None: nothing is set up before the first phase."""
    traced: Callable[[S, str], Objections] = lambda state, name: iter(())
    """What a unit or place traces over the map, by which hexes, in words, each line with its rule: supply.

    "" stands for what is so of the whole map.
    """
    turn_began: Callable[[int], Fact] | None = None
    """The fact that begins a turn, for a turn that is set by hand."""
    turn: str = ""
    """The span of the sequence whose number is the turn; "" if the game has none."""
    period: str = ""
    """The numbered span in which turns are counted, such as a campaign's scenario; "" if they are counted once."""
    control: Callable[[Fact], Iterable[Taken]] = lambda fact: ()
    """The changes of control that a fact tells."""
    impossible: Callable[[S], Objections] = lambda state: iter(())
    """Objections to states that no counters on any map can show, each with its rule or printed source.

    Setting a value by hand is refused for objections that did not exist before, unless the table insists. Situations
    that only play forbids do not belong here: they can happen, and are then put right by hand.
    """
    identities: Callable[[S], Iterator[str]] = lambda state: iter(())
    """What is wrong with a state that play has led to; random games look for it after every declaration."""

    as_it_stands: Sequence[str] = ()
    """The verbs whose one value is a line as it stands, none of whose signs is the notation's: a line that begins with
    no word that players may say means the first; the others stand before theirs. None in a game with rules of its
    own."""

    def __post_init__(self) -> None:
        known = self.topics
        for span in filter(None, (self.turn, self.period)):
            if span not in self.sequence.by_id or not self.sequence.by_id[span].number:
                raise TypeError(f"{span} is no numbered span of the sequence of play")
        if forgotten := [
            fact.__name__ for fact in self.evolve.by_type if fact is not Fact and known.get(fact.TOPIC) is not fact
        ]:
            raise TypeError(f"{', '.join(forgotten)} would be stored and forgotten: `topics` does not know them")
        if blind := [fact.__name__ for fact in known.values() if fact.REVEALS and fact.REVEALS not in known]:
            raise TypeError(f"{', '.join(blind)} would reveal nothing: `topics` does not know what they reveal")
        for fact in (fact for fact in known.values() if fact.REVEALS):
            self._announced(fact, known[fact.REVEALS])
        for verb in self.verbs.values():
            if strange := [phase for phase in verb.phases if phase not in self.sequence.ids]:
                raise TypeError(
                    f"{verb.name} is said in {', '.join(strange)}, which is no phase of {', '.join(self.sequence.ids)}"
                )
        own = {verb.name: verb for verb in self.sequence.verbs() if verb.name not in self.verbs}
        object.__setattr__(self, "verbs", {**self.verbs, **own})

    def turn_of(self, moment: Moment) -> tuple[int | None, int | None]:
        """The numbers of the period and the turn at a moment, each None where there is none."""
        numbers = dict(id.rpartition("-")[::2] for id in moment.ids)
        period, turn = (numbers.get(span, "") if span else "" for span in (self.period, self.turn))
        return int(period) if period.isdecimal() else None, int(turn) if turn.isdecimal() else None

    def _announced(self, fact: type[Fact], secret: type[Fact]) -> None:
        """Raises TypeError unless the secret that a fact reveals is announced, and both say what it is about."""
        if secret.ANNOUNCED not in self.topics:
            raise TypeError(
                f"{secret.__name__} would be revealed unannounced: `topics` does not know what announces it"
            )
        for names in (self.topics[secret.ANNOUNCED], fact):
            if unnamed := [name for name in secret.ABOUT if name not in names.model_fields]:
                raise TypeError(
                    f"{names.__name__} does not name the subject of {secret.__name__}: {', '.join(unnamed)}"
                )

    @cached_property
    def question_names(self) -> frozenset[str]:
        """The names of all questions, including the one for the next phase; empty if they have not been listed."""
        return frozenset((*self.questions, PHASE)) if self.questions else frozenset()

    @property
    def keeping(self) -> list[str]:
        """The kinds of facts that only one side may see: those with a public stand-in, and those revealed later."""
        later = {fact.REVEALS for fact in self.topics.values()} - {""}
        return [fact.__name__ for topic, fact in self.topics.items() if fact.STUB or topic in later]


def nameless(state: State, kind: str) -> Sequence[str]:
    """Names nothing: for a game whose verbs take no names."""
    return ()


class PaperSaid(NamedTuple):
    """What a line as it stands may be written with: names by their kinds, the faces of the usual die, marks."""

    names: Mapping[str, Sequence[str]]
    dice: Sequence[str]
    marks: Sequence[str]


@dataclass(frozen=True, eq=False, repr=False)
class Vocabulary(Generic[S]):
    """The names that players may say, and the values that they may name or set by hand."""

    named: Callable[[S, str], Sequence[str]] = nameless
    """The names of a kind ("unit", "area") that a player may say."""
    collections: Sequence[str] = ()
    """The state's fields that hold values by name, such as "units"."""
    aliases: Mapping[str, str] = field(default_factory=lambda: {"step": "phase"})
    """Other words for the state's fields."""
    opens: bool = False
    """Whether the position that a game begins from may name what nobody has named yet."""
    paper: Callable[[S], PaperSaid] | None = None
    """What a line as it stands may be written with, in a game that has such lines."""

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
        if first and tail and (opened := self._opened(state, first, tail)):
            return opened
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

    def _opened(self, state: S, first: str, tail: str) -> tuple[str, ...]:
        """The path of a value of a name, known or not; () where names are not opened."""
        if not self.opens or state.began or not isinstance(getattr(state, first), Mapping):
            return ()
        kind = kind_at(state, (first, tail))
        if not (isinstance(kind, type) and issubclass(kind, Frozen)):
            return (first, tail)
        name, _, field = tail.rpartition(".")
        return (first, name, field) if name else ()


def nothing_hidden(state: State) -> Mapping[tuple[str, ...], str]:
    """A `secrets` of a game whose state never holds what one side alone may know."""
    return {}


def _not_said(state: State) -> Mapping[tuple[str, ...], str]:
    """Stands where no `secrets` was given, which is right where nobody hides anything."""
    return {}


@dataclass(frozen=True, eq=False, repr=False)
class Secrecy(Generic[S]):
    """What sides hide from each other, in the record or on paper. Raises TypeError if paper play was forgotten."""

    hides: Sequence[str] = ()
    """The sides that hide something from the others."""
    stated: Sequence[str] = ()
    """The questions and topics by which a table that hides on paper says what comes to light.

    `new` hides on paper unless it is told otherwise: the record then holds nothing, and the rules must ask.
    """
    secrets: Callable[[S], Mapping[tuple[str, ...], str]] = _not_said
    """The values of a state that only one side may know: path -> that side."""
    keeps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The state's fields that may be wrong while a side's secrets cannot be read: side -> fields.

    A side not named here may affect any.
    """
    seen: Callable[[S, S], Iterable[Fact]] | None = None
    """The public facts of hidden values set by hand, from the states before and after.

    If this is given, only the side that hides a value, or the umpire, can set it by hand.
    """

    def __post_init__(self) -> None:
        if self.hides and not self.stated:
            raise TypeError(
                f"`secrecy` hides something of {', '.join(self.hides)}, and `stated` is missing: the questions or "
                "topics by which a table says what comes to light when its secrets lie on paper (`state.on_paper`)"
            )
        if self.hides and self.secrets is _not_said:
            raise TypeError(
                f"`secrecy` hides something of {', '.join(self.hides)}, and `secrets` is missing: the values of a "
                "state that one side alone may know, path -> side; `nothing_hidden` if none stands in the state"
            )


@dataclass(frozen=True, eq=False, repr=False)
class Scoring(Generic[S]):
    """Victory points that the state holds."""

    score: Callable[[S, Points], S]
    """The state after points of a fact."""
    points: Callable[[S], Mapping[str, int]]
    """The victory points of each side."""


@dataclass(frozen=True, eq=False, repr=False)
class Ends(Generic[S]):
    """How the game ends by its rules."""

    judge: Callable[[Table[S]], None] | None = None
    """Ends the game by its rules if this state ends it. It serves decisions after the end, and asks nothing."""
    over: str = ""
    """The rule by which nothing follows the end of the game; "": the rule that ended it."""

    def over_by(self, result: Result) -> str:
        """The rule by which nothing follows the end of the game."""
        return self.over or result.rule
