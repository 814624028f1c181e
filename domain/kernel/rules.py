"""The shape of a game system: its verbs, its sequence of play, its readings, and how facts change its state."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from domain.kernel import facts as kernel_facts
from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import Fact, Points
from domain.kernel.limits import LIST
from domain.kernel.state import Result, Row, State, apply, check, parse, say

if TYPE_CHECKING:
    from domain.kernel.game import Game
    from domain.kernel.packs import Finding, Group, Known, Meaning
    from domain.kernel.scene import Scene
    from domain.kernel.table import Table

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Fact)


class Named(NamedTuple):
    """Marks a parameter whose words are names of this kind ("unit", "area"); `Rules.names` lists them."""

    kind: str


class Groups(NamedTuple):
    """Marks a parameter of groups, `IN2:4D-R1,4D-R2`: the kind of the heads and of the members."""

    head: str
    member: str


class Parameter(NamedTuple):
    """One value of a verb, from the procedure's signature."""

    name: str
    kind: Any
    mark: Named | Groups | None
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def grouped(self) -> bool:
        return isinstance(self.mark, Groups)

    def read(self, text: str, names: Callable[[str], Sequence[str]]) -> Any:
        """The value from its text form, names checked. Raises BadInput."""
        if isinstance(self.mark, Groups):
            return self.group([text], names)
        value = parse(self.kind, text)
        if self.mark is None:
            return value
        if isinstance(value, tuple):
            return tuple(_name(self.mark.kind, word, names) for word in value)
        return value if value == self.default else _name(self.mark.kind, value, names)

    def fits(self, text: str, names: Callable[[str], Sequence[str]]) -> bool:
        """Whether a word can only mean this value: every part of it is a name of its kind. So names may stand bare."""
        if not isinstance(self.mark, Named):
            return False
        known = {name.casefold() for name in names(self.mark.kind)}
        return all(word.casefold() in known for word in text.split(","))

    def group(self, words: Iterable[str], names: Callable[[str], Sequence[str]]) -> dict[str, tuple[str, ...]]:
        """Groups from their words. Raises BadInput."""
        assert isinstance(self.mark, Groups)
        groups: dict[str, tuple[str, ...]] = {}
        for word in words:
            head, colon, tail = word.partition(":")
            if not colon or not tail:
                raise BadInput(f"{self.name}: groups like {self.mark.head}:{self.mark.member},{self.mark.member}, not {word!r}")
            head = _name(self.mark.head, head, names)
            if head in groups:
                raise BadInput(f"{self.name}: {head} stands twice")
            if tail.count(",") >= LIST:
                raise BadInput(f"{self.name}: {tail.count(',') + 1} values; {LIST} is the most")
            groups[head] = tuple(_name(self.mark.member, member, names) for member in tail.split(","))
        return groups

    def checked(self, value: Any) -> Any:
        return check(self.kind, value)

    def say(self, value: Any) -> str:
        if self.grouped:
            return " ".join(f"{head}:{','.join(members)}" for head, members in value.items())
        return say(value)

    def usage(self) -> str:
        if isinstance(self.mark, Groups):
            text = f"{self.mark.head.upper()}:{self.mark.member.upper()},… …"
        elif self.mark:
            text = self.mark.kind.upper() + (",…" if get_origin(self.kind) is tuple else "")
        elif not self.required:
            text = "…"
        else:
            text = self.name.upper()
        return text if self.required else f"[{text}]" if isinstance(self.mark, Named) else f"[{self.name}={text}]"


def _name(kind: str, word: str, names: Callable[[str], Sequence[str]]) -> str:
    known = names(kind)
    if word in known:
        return word
    alike = [n for n in known if n.casefold() == word.casefold()]
    if len(alike) == 1:
        return alike[0]
    raise unknown(kind, word, known)


@dataclass(frozen=True)
class Verb(Generic[S]):
    """What a player may declare: a procedure, whose it is, and where in the sequence of play it belongs.

    `offers` lists the values that are legal now, best guess first: for completion, "what may be declared" and the random
    player. It may be incomplete, and what it lists may still be refused.
    """

    name: str
    procedure: Callable[..., None]
    rule: str
    side: str
    steps: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    secret: bool = False
    offers: Callable[[S], Iterable[Mapping[str, Any]]] | None = None

    @property
    def summary(self) -> str:
        """What it does, from the docstring's first line, without the rule's number."""
        first = (inspect.getdoc(self.procedure) or "").partition("\n")[0]
        return re.sub(r"^[A-Za-z]+ [\d.()a-z]+(, [\d.()a-z]+)*:? ", "", first)

    def usage(self) -> str:
        return " ".join([self.name, *(p.usage() for p in self.parameters)])

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given values, checked against the signature; what is left out has a default. Raises BadInput."""
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise unknown(f"value of {self.name}", name, known)
        return self.complete({name: known[name].checked(value) for name, value in given.items()})

    def complete(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Checked values in the order of the signature, without those that go without saying. Raises BadInput where one is missing."""
        missing = [p.name for p in self.parameters if p.required and p.name not in values]
        if missing:
            raise BadInput(f"{self.name} needs {' and '.join(missing)}: {self.usage()}")
        return {p.name: values[p.name] for p in self.parameters if p.name in values and (p.required or values[p.name] != p.default)}


def parameters(procedure: Callable[..., None]) -> tuple[Parameter, ...]:
    """A verb's parameters from its procedure's signature: everything after the table."""
    hints = get_type_hints(procedure, include_extras=True)
    found = []
    for name, parameter in list(inspect.signature(procedure).parameters.items())[1:]:
        kind, mark = hints[name], None
        if get_origin(kind) is Annotated:
            kind, *marks = get_args(kind)
            mark = next((m for m in marks if isinstance(m, (Named, Groups))), None)
        found.append(Parameter(name, kind, mark, parameter.default))
    return tuple(found)


class Verbs(Generic[S]):
    """Collects a game's verbs, in the order of the sequence of play."""

    def __init__(self) -> None:
        self.table: dict[str, Verb[S]] = {}

    def __call__(
        self,
        rule: str,
        *,
        side: str = "",
        steps: Sequence[str] = (),
        name: str = "",
        secret: bool = False,
        offers: Callable[[S], Iterable[Mapping[str, Any]]] | None = None,
    ) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Registers a procedure as a verb. `steps` empty means at any time."""

        def register(procedure: Callable[..., None]) -> Callable[..., None]:
            word = name or procedure.__name__.replace("_", "-")
            if word in self.table:
                raise TypeError(f"two verbs are called {word!r}")
            self.table[word] = Verb(word, procedure, rule, side, tuple(steps), parameters(procedure), secret, offers)
            return procedure

        return register


class Evolve(Generic[S]):
    """How facts change a state: one function a fact, which assigns and never raises, decides or asks."""

    def __init__(self) -> None:
        self.by_type: dict[type[Fact], Callable[[Any, S], S]] = {}

    def on(self, kind: type[F]) -> Callable[[Callable[[F, S], S]], Callable[[F, S], S]]:
        def register(function: Callable[[F, S], S]) -> Callable[[F, S], S]:
            self.by_type[kind] = function
            return function

        return register

    def __call__(self, fact: Fact, state: S) -> S:
        function = self.by_type.get(type(fact))
        return function(fact, state) if function else state


@dataclass(frozen=True)
class Step(Generic[S]):
    """A step of the sequence of play.

    `auto` steps are left as soon as they are reached: their `leave` is all there is to them. `owed` says what must still
    be declared before the step may be left, "" for nothing. `side` is whose step it is, "" for both. `skipped` is the rule,
    and in words why, for which the step is not played when `when` says so. `usual` is the verb that a line without one means
    while the step owes something: in a live recording a card's number is enough. Past a step that `closes` a turn nothing
    leads but going on explicitly.
    """

    id: str
    title: str
    side: str
    rule: str
    enter: Callable[[Table[S]], None] | None = None
    leave: Callable[[Table[S]], None] | None = None
    auto: bool = False
    when: Callable[[S], bool] = lambda state: True
    owed: Callable[[S], str] = lambda state: ""
    then: Callable[[S], str] | None = None
    skipped: tuple[str, str] | None = None
    usual: str = ""
    closes: bool = False


@dataclass(frozen=True)
class Reading:
    """A place where the rulebook is ambiguous, and how it may be read; the first choice is the default."""

    id: str
    rule: str
    question: str
    choices: Mapping[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.choices))


class Summary(NamedTuple):
    """A table of a game's own: how its rows are worked out, and which of their columns fit a screen."""

    rows: Callable[[Game[Any]], list[dict[str, Any]]]
    columns: tuple[str, ...]


class Moment(NamedTuple):
    """Where in the game something happened: a key that sorts, and the path in words."""

    key: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game system, whole. Everything in it is pure.

    `citation` is the prefix of its rule numbers, `over` the rule by which nothing follows the end of the game.
    """

    code: str
    title: str
    version: str
    citation: str
    over: str
    initial: S
    sides: Mapping[str, str]
    verbs: Mapping[str, Verb[S]]
    evolve: Evolve[S]
    steps: Sequence[Step[S]]
    charts: Mapping[str, type[Row]]
    topics: Mapping[str, type[Fact]]
    names: Callable[[S, str], Sequence[str]]
    moment: Callable[[S], Moment]
    readings: Mapping[str, Reading] = field(default_factory=dict)
    collections: Sequence[str] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    scenarios: Mapping[str, str] = field(default_factory=dict)
    begin: Callable[[Table[S]], None] | None = None
    score: Callable[[S, Points], S] | None = None
    admit: Callable[[S, str, str], S] | None = None
    identities: Callable[[S], Iterator[str]] | None = None
    packs: Sequence[str] = ()
    roster: Sequence[Known] = ()
    """Rows of charts that certainly exist, with what the text says of them."""
    groups: Sequence[Group] = ()
    """Rows of charts that only the printed game knows, by what they have in common."""
    fields: Mapping[str, Meaning] = field(default_factory=dict)
    """What a chart's field means, as chart.field."""
    printed: Callable[[str, Mapping[str, Any]], Mapping[str, bool]] | None = None
    """The fields printed for a row of a chart, given what it says; True where it is not whole without. Those come last."""
    mutual: Mapping[str, str] = field(default_factory=dict)
    """Charts whose rows name their neighbours, with the field they do it in."""
    check_pack: Callable[[Mapping[str, Mapping[str, Any]], Sequence[str]], Iterable[Finding]] | None = None
    """What a pack does not say yet, or says against the text; given its charts, and which of them are said to be complete."""
    hides: Sequence[str] = ()
    """The sides that keep something from the others."""
    secrets: Callable[[S], Mapping[tuple[str, ...], str]] | None = None
    """The values of a state that one side alone may know, by their paths, each with that side."""
    summaries: Mapping[str, Summary] = field(default_factory=dict)
    """Tables of the game's own, worked out from a game when they are asked for."""
    scene: Callable[..., Scene] | None = None
    """The situation as a map to draw: `scene(state, fields=(…), around=…)`. Raises BadInput for names nobody knows."""

    def step(self, state: S) -> Step[S] | None:
        return next((s for s in self.steps if s.id == state.step), None)

    def whose(self, state: S, verb: Verb[S]) -> tuple[str, str]:
        """Whose declaration a verb is as the state stands, and the rule that says so; ("", "") where either side may make it."""
        if verb.side:
            return verb.side, verb.rule
        step = self.step(state)
        return (step.side, step.rule) if step and step.id in verb.steps else ("", "")

    def following(self, state: S, step: Step[S]) -> Step[S] | None:
        """The step after this one as the state stands; steps whose time it is not are passed over."""
        if step.then:
            return next((s for s in self.steps if s.id == step.then(state)), None)
        at = list(self.steps).index(step)
        for n in range(1, len(self.steps) + 1):
            candidate = self.steps[(at + n) % len(self.steps)]
            if candidate.when(state):
                return candidate
        return None

    def usual(self, state: S) -> str:
        """The verb a line without one means: that of the first step from here on that owes something; "" where there is none."""
        step = self.step(state)
        for _ in self.steps:
            if step is None or step.closes or step.owed(state):
                return step.usual if step else ""
            step = self.following(state, step)
        return ""

    def verb(self, name: str) -> Verb[S]:
        """The verb of that name. Raises BadInput with what was perhaps meant."""
        if name not in self.verbs:
            raise unknown("verb", name, self.verbs)
        return self.verbs[name]

    def fold(self, fact: Fact, state: S) -> S:
        """One fact folded in: what every game shares here, the rest by the game's own evolve."""
        shared = SHARED.get(type(fact))
        if shared is not None:
            state = shared(self, fact, state)
        if fact.points and self.score:
            for points in fact.points:
                state = self.score(state, points)
        return self.evolve(fact, state)

    def find(self, state: S, words: str) -> tuple[str, ...]:
        """The path a player's words mean: `units.INF1.steps`, a unit's or area's name, a field of the game.

        Raises BadInput when nothing is called so.
        """
        first, *rest = words.split(".")
        first = self.aliases.get(first, first)
        if first in self.collections and rest:
            tail = words.partition(".")[2]
            name = max((n for n in getattr(state, first) if tail == n or tail.startswith(n + ".")), key=len, default="")
            if not name:
                raise unknown(f"entry of {first}", tail.partition(".")[0], getattr(state, first))
            return (first, name, *filter(None, tail[len(name) + 1 :].split(".")))
        if first in type(state).model_fields:
            return (first, *rest)
        for collection in self.collections:
            if words in getattr(state, collection):
                return (collection, words)
        for collection in self.collections:
            for name in getattr(state, collection):
                if words.startswith(name + "."):
                    return (collection, name, *words[len(name) + 1 :].split("."))
        every = [name for c in self.collections for name in getattr(state, c)]
        raise unknown("unit, area or field", words, [*every, *self.aliases, *type(state).model_fields])


# ---- facts every game folds alike ----

Shared = Callable[[Rules[Any], Any, Any], Any]
SHARED: dict[type[Fact], Shared] = {}


def _shared(kind: type[Fact]) -> Callable[[Shared], Shared]:
    def register(function: Shared) -> Shared:
        SHARED[kind] = function
        return function

    return register


def _row(rules: Rules[Any], chart: str, says: Mapping[str, Any]) -> Row | None:
    """The row as today's schema has it; None (so: unread) when an old record's row no longer fits."""
    schema = rules.charts.get(chart)
    try:
        return schema.model_validate(says) if schema else None
    except ValueError:
        return None


@_shared(kernel_facts.GameBegan)
def _game_began(rules: Rules[Any], fact: kernel_facts.GameBegan, state: Any) -> Any:
    charts = {
        chart: {name: row for name, says in rows.items() if (row := _row(rules, chart, says)) is not None}
        for chart, rows in fact.charts.items()
    }
    readings = {reading.id: reading.default for reading in rules.readings.values()} | dict(fact.readings)
    scenario = fact.scenario or next(iter(rules.scenarios), "")
    state = state.but(charts=charts, complete=fact.complete, readings=readings, hidden=fact.hidden, scenario=scenario)
    if rules.admit:
        for chart, rows in charts.items():
            for name in rows:
                state = rules.admit(state, chart, name)
    return state


@_shared(kernel_facts.ChartRead)
def _chart_read(rules: Rules[Any], fact: kernel_facts.ChartRead, state: Any) -> Any:
    row = _row(rules, fact.chart, fact.says)
    if row is None:
        return state
    rows = {**state.charts.get(fact.chart, {}), fact.row: row}
    state = state.but(charts={**state.charts, fact.chart: rows})
    return rules.admit(state, fact.chart, fact.row) if rules.admit else state


@_shared(kernel_facts.Adjusted)
def _adjusted(rules: Rules[Any], fact: kernel_facts.Adjusted, state: Any) -> Any:
    return apply(state, fact.changes)


@_shared(kernel_facts.PositionSet)
def _position_set(rules: Rules[Any], fact: kernel_facts.PositionSet, state: Any) -> Any:
    return apply(state, fact.changes)


@_shared(kernel_facts.RulingMade)
def _ruling_made(rules: Rules[Any], fact: kernel_facts.RulingMade, state: Any) -> Any:
    return state.but(readings={**state.readings, fact.reading: fact.choice})


@_shared(kernel_facts.StandingPass)
def _standing_pass(rules: Rules[Any], fact: kernel_facts.StandingPass, state: Any) -> Any:
    name = f"{fact.side}:{fact.question}"
    others = tuple(other for other in state.passes if other != name)
    return state.but(passes=(*others, name) if fact.on else others)


@_shared(kernel_facts.StepBegan)
def _step_began(rules: Rules[Any], fact: kernel_facts.StepBegan, state: Any) -> Any:
    return state.but(step=fact.step)


@_shared(kernel_facts.GameEnded)
def _game_ended(rules: Rules[Any], fact: kernel_facts.GameEnded, state: Any) -> Any:
    return state.but(result=Result(winner=fact.winner, why=fact.why))


@_shared(kernel_facts.Declared)
def _declared(rules: Rules[Any], fact: kernel_facts.Declared, state: Any) -> Any:
    return state if state.began else state.but(began=True)
