"""One play of one game: the aggregate.

`Game` folds entries; `declare`, `answer`, `beside` and `take_back` work out what to append, as a list of drafts, and
change nothing. Whoever holds the record appends the drafts in one transaction and hands them back to `follow`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.entries import Entry, Waits, seen, strike
from domain.kernel.errors import BadInput, Diverged, NotNow, OutOfTurn, RuleBroken
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    Change,
    ChartRead,
    Conceded,
    Declared,
    Fact,
    GameBegan,
    GameEnded,
    Irregular,
    Noted,
    Photographed,
    PositionSet,
    RulingMade,
    StandingPass,
    TakenBack,
)
from domain.kernel.limits import ENTRIES, FILE_NAME, NAME, NOTE, REASON
from domain.kernel.questions import Question
from domain.kernel.rules import Rules
from domain.kernel.run import Procedure, Ran, run
from domain.kernel.state import PAPER, State, apply, check_row, look
from domain.kernel.strict import unprintable
from domain.kernel.table import Answers, Mark, not_theirs
from domain.kernel.verbs import Verb

S = TypeVar("S", bound=State)

version_of = attrgetter("version")

CONCESSION = "concession"
"""What ends a game when a side gives up."""


class Point(NamedTuple):
    """Where the fold was after that many standing entries: what a take-back goes back to instead of to the beginning."""

    stood: int
    state: Any
    running: Procedure[Any] | None
    waits: Waits | None
    began: GameBegan | None


@dataclass(frozen=True)
class Outcome:
    """What a declaration or answer leads to: the entries to append, and the question that is open after them."""

    entries: tuple[Entry, ...]
    question: Question[Any] | None = None
    states: tuple[Any, ...] = ()
    """The state after each of them; none for a take-back."""
    mark: Mark[Any] | None = None
    """The last mark of the procedure that waits: from there it need not run again."""

    def are(self, entries: Sequence[Entry]) -> bool:
        """Whether these are its entries as they were recorded, one by one."""
        return len(entries) == len(self.states) and all(one.fact is other.fact for one, other in zip(entries, self.entries, strict=True))

    @property
    def facts(self) -> list[Fact]:
        return [entry.fact for entry in self.entries]


@dataclass
class Game(Generic[S]):
    """The fold of a game's entries. Opening folds facts and runs no rule."""

    rules: Rules[S]
    id: str = ""
    state: S = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    stands: list[Entry] = field(default_factory=list)
    """The entries that have not been taken back, the take-backs themselves left out."""
    version: int = 0
    running: Procedure[S] | None = None
    """The procedure last declared."""
    waits: Waits | None = None
    began: GameBegan | None = None
    foreseen: Outcome | None = None
    """What was last worked out: when just that is recorded, nothing is folded again."""
    mark: Mark[S] | None = None
    """The last mark of the procedure that ran last, checked before it is used."""
    asked: Question[Any] | None = None
    """The open question as the outcome that was recorded has it, or as it was last put; None where nobody has put it yet."""
    points: list[Point] = field(default_factory=list)
    """Some places the fold has been at, oldest first: about one for each doubling of the distance from here."""

    def __post_init__(self) -> None:
        self.state = self.rules.initial

    # ---- folding ----

    def follow(self, entries: Iterable[Entry]) -> None:
        """Folds entries in. Decides nothing and runs no rule. After take-backs, what is left is folded again from a point before them, once."""
        new = list(entries)
        self.asked = None
        self.entries += new
        if new:
            self.version = new[-1].version
        folded = kept = len(self.stands)
        for entry in new:
            if isinstance(entry.fact, TakenBack):
                strike(self.stands, entry.fact.to)
                kept = min(kept, len(self.stands))
            else:
                self.stands.append(entry)
        if kept < folded:
            self._go_back(kept)
        elif self.foreseen is not None and self.foreseen.are(new):
            self.mark, self.asked = self.foreseen.mark, self.foreseen.question
            self._fold(new, self.foreseen.states)
        else:
            self._fold(self.stands[folded:])
        self.foreseen = None
        self._remember()

    def _go_back(self, kept: int) -> None:
        """Folds again from the last point that no take-back struck, leaving more points the nearer it comes: who takes back once often does so again.

        So a take-back costs about what it strikes, and never what lies before.
        """
        while self.points and self.points[-1].stood > kept:
            self.points.pop()
        start = self.points[-1] if self.points else Point(0, self.rules.initial, None, None, None)
        at, self.state, self.running, self.waits, self.began = start
        while at < len(self.stands):
            half = at + (len(self.stands) - at + 1) // 2
            self._fold(self.stands[at:half])
            at = half
            self._remember(at)

    def _remember(self, stood: int | None = None) -> None:
        here = Point(len(self.stands) if stood is None else stood, self.state, self.running, self.waits, self.began)
        far: dict[int, Point] = {}
        for point in self.points:  # of those about as far away, the oldest
            if point.stood < here.stood:
                far.setdefault((here.stood - point.stood).bit_length(), point)
        self.points = [*far.values(), here]

    def _fold(self, entries: Sequence[Entry], states: Sequence[S] = ()) -> None:
        fold, state, running = self.rules.fold, self.state, self.running
        opened, start, log, after = (running.declared, running.start, [*running.log], [*running.states]) if running else (None, state, [], [])
        for n, entry in enumerate(entries):
            fact, before = entry.fact, state
            state = states[n] if states else fold(fact, state)
            if isinstance(fact, Declared):
                opened, start, log, after = entry, before, [], [state]
            elif opened is not None:
                log.append(entry)
                after.append(state)
            if isinstance(fact, GameBegan):
                self.began = fact
            if entry.ends:
                self.waits = entry.waits
        self.state = state
        self.running = Procedure(opened, start, tuple(log), tuple(after)) if opened else None

    # ---- what can be said ----

    def begin(self, fact: GameBegan) -> Outcome:
        """The game's first entry, and what the rules set up by themselves. Raises BadInput for names no page has room for."""
        check_names(fact)
        drafts = _Drafts(self)
        entry = drafts.add(fact)
        if self.rules.begin:
            drafts.take(run(self.rules, Procedure(entry, self.state)), entry.version)
        return drafts.outcome(None)

    def declare(
        self, name: str, values: Mapping[str, Any] | None = None, *, side: str = "", as_played: str = "", answers: Answers | None = None
    ) -> Outcome:
        """A declaration and what follows from it.

        Raises BadInput, RuleBroken, or NotNow when a question has to be answered first; nothing is recorded then.
        """
        verb = self.rules.verb(name)
        self.require_word(side, verb, as_played)
        return self.carry_out(verb, verb.values(values or {}), side=side, as_played=as_played, answers=answers)

    def carry_out(
        self, verb: Verb[S], values: Mapping[str, Any], *, side: str = "", as_played: str = "", answers: Answers | None = None
    ) -> Outcome:
        """The same for values that have been checked as this verb's own, and a side whose word it is."""
        if self.waits:
            by = self.rules.sides.get(self.waits.by, self.waits.by)
            raise NotNow(f"first {by} answers: {self.waits.words} [{self.waits.rule}]")
        short("a reason", as_played, REASON)
        side = side or self.side_of(verb)
        if self.state.result and not as_played:
            raise RuleBroken(self.rules.over, f"the game is over: {self.state.result.why}")
        declared = Declared(
            rule=verb.rule, verb=verb.name, side=side, values=_plain(values), as_played=as_played,
            secret=(verb.side or side) if verb.secret and self.state.hidden != PAPER else "",
        )  # fmt: skip
        drafts = _Drafts(self)
        entry = drafts.add(declared)
        procedure = Procedure(entry, self.state, states=(drafts.state,))
        return drafts.ran(run(self.rules, procedure, (), answers, insisted=as_played), entry.version)

    def answer(self, answers: Answers, *, side: str = "", as_played: str = "") -> Outcome:
        """Goes on with the procedure that waits. Raises NotNow when none does, RuleBroken for what another side is asked."""
        if not self.waits or not self.running:
            raise NotNow("no question is open")
        self.require_word(side, None, as_played)
        short("a reason", as_played, REASON)
        return self._again(_Drafts(self), answers, as_played, side)

    def require_word(self, side: str, verb: Verb[S] | None, as_played: str = "") -> None:
        """Refuses what one side says in another's place: the verb's or step's, and while a question is open its own.

        To be asked before anything else of a line is looked at. Raises RuleBroken, unless the table insists.
        """
        if not side or as_played:
            return
        if self.waits:
            (owner, rule), name, what = (self.waits.by, self.waits.rule), self.waits.name, "answer"
        elif verb:
            (owner, rule), name, what = self.rules.whose(self.state, verb), verb.name, "declare"
        else:
            return
        if owner in self.rules.sides and side != owner:
            raise OutOfTurn(rule, not_theirs(self.rules.sides, name, what, owner, side))

    def pending(self) -> Question[Any] | None:
        """The open question with its options; where no outcome led here, the waiting procedure is run once to where it stops. Raises Diverged."""
        if not self.waits or not self.running:
            return None
        if self.asked is None:
            self.asked = self._again(_Drafts(self)).question
        return self.asked

    def beside(self, *facts: Fact) -> Outcome:
        """Facts that stand beside the procedure at hand: a note, a ruling, a value set by hand, a row of a chart.

        A row of a chart, or a standing pass, lets a procedure that waits for it go on.
        """
        drafts = _Drafts(self)
        for fact in facts:
            drafts.add(fact)
        if any(isinstance(fact, GameEnded) for fact in facts):
            return drafts.outcome(None)  # nothing is asked any more
        if not any(isinstance(fact, (ChartRead, StandingPass)) for fact in facts) or not self.waits:
            return drafts.outcome(self.waits)
        trial = self.trial(drafts.entries)
        try:
            return trial._again(drafts)
        except (Diverged, RuleBroken):
            return drafts.outcome(self.waits)

    def take_back(self, to: int, why: str = "") -> Outcome:
        """Strikes what stands after `to`, which must be the end of an append. Raises BadInput."""
        at = bisect_left(self.stands, to, key=version_of)
        if at == len(self.stands) or self.stands[at].version != to:
            raise BadInput(f"entry {to} does not stand in this game" + (f"; it has {self.version} entries" if to > self.version else ""))
        last = self.stands[at]
        if not last.ends:
            end = next(entry.version for entry in self.stands[at:] if entry.ends)
            raise BadInput(f"entry {to} stands in the middle of a declaration; take back to {end}, or to the end of an earlier one")
        if last is self.stands[-1]:
            raise BadInput(f"nothing stands after entry {to}")
        drafts = _Drafts(self)
        drafts.add(TakenBack(to=to, why=short("a reason", why, REASON)))
        return drafts.outcome(last.waits)

    # ---- facts that players make beside the rules ----

    def adjusting(self, changes: Sequence[tuple[tuple[str, ...], Any]], why: str, side: str = "") -> list[Fact]:
        """Values set by hand; without a reason, a line of the position the game begins from. Raises BadInput.

        What of them a side alone may know is a secret fact of its own, and with it the reason. What they bring to light
        is told whole, without what it was while it was hidden. A position is laid out before everybody's eyes, unless a
        side says the line.
        """
        if not why and self.state.began:
            raise BadInput('the game is under way: give a reason, as in `adjust INF1 steps=1 "the counter shows one"`')
        if self.state.began and (settled := next((path[0] for path, _ in changes if path[0] in ("hidden", "began")), "")):
            raise BadInput(f"{settled} is settled when a game begins, and not set by hand")
        made = tuple(Change(path=path, was=_json(self._look(path)), now=_json(now)) for path, now in changes)
        if not why and not side:
            return [PositionSet(changes=made)]
        after_state = apply(self.state, made)
        before, after = self.secrets(self.state), self.secrets(after_state)
        shared, secret = [], dict[str, list[Change]]()
        for change in made:
            if owner := _owner(after, change.path):
                secret.setdefault(owner, []).append(change)
            else:
                shared.append(change.but(was=None) if _owner(before, change.path) else change)
        said = {change.path for change in made}
        for path in before:
            if path not in after and not any(path[: len(one)] == one for one in said):
                shared.append(Change(path=path, now=_json(look(after_state, path))))

        def fact(changes: Sequence[Change], why: str, secret: str = "") -> Fact:
            kept = tuple(changes)
            return Adjusted(changes=kept, why=short("a reason", why, REASON), secret=secret) if why else PositionSet(changes=kept, secret=secret)

        facts = [fact(shared, "the reason is secret" if why and secret else why)] if shared or not secret else []
        return facts + [fact(each, why, owner) for owner, each in secret.items()]

    def secrets(self, state: S) -> Mapping[tuple[str, ...], str]:
        """The values of a state that the record keeps for one side alone, by their paths, each with that side."""
        return self.rules.secrets(state) if self.rules.secrets and state.hidden != PAPER else {}

    def _look(self, path: tuple[str, ...]) -> Any:
        try:
            return look(self.state, path)
        except BadInput:
            return None

    def ruling(self, reading: str, choice: str, why: str = "") -> Fact:
        """How the table reads an ambiguous rule from here on. Raises BadInput."""
        if reading not in self.rules.readings:
            raise BadInput(f"there is no reading {reading!r} with choices; there are {', '.join(self.rules.readings)}")
        found = self.rules.readings[reading]
        if choice not in found.choices:
            raise BadInput(f"{reading} ({found.question}) can be read as {', '.join(found.choices)}, not {choice!r}")
        return RulingMade(rule=found.rule, reading=reading, choice=choice, why=short("a reason", why, REASON))

    def chart(self, chart: str, row: str, says: Mapping[str, Any]) -> list[Fact]:
        """A row read out from the printed game; an irregularity too when it was read otherwise before. Raises BadInput."""
        if chart not in self.rules.charts:
            raise BadInput(f"there is no chart {chart!r}; there are {', '.join(self.rules.charts)}")
        schema = self.rules.charts[chart]
        checked = check_row(schema, says)
        known = self.state.charts.get(chart, {}).get(row)
        facts: list[Fact] = [ChartRead(chart=chart, row=row, says=checked)]
        if known is not None and known != schema.model_validate(checked):
            before = known.model_dump(mode="json", exclude_defaults=True)
            facts.append(Irregular(why=f"the {chart} chart's row {row} was read as {before} before"))
        return facts

    def conceding(self, side: str, why: str = "") -> list[Fact]:
        """A side gives up. Raises BadInput when there is no such side, or the game is over."""
        if side not in self.rules.sides:
            raise BadInput(f"there is no side {side!r}; there are {', '.join(self.rules.sides)}")
        if self.state.result:
            raise BadInput(f"the game is over: {self.state.result.why}")
        others = [s for s in self.rules.sides if s != side]
        over = GameEnded(winner=others[0] if others else "", by=CONCESSION, why=f"{side} concedes")
        return [Conceded(side=side, why=short("a reason", why, REASON)), over]

    def passing(self, side: str, question: str, on: bool = True) -> Fact:
        """A side passes on a question until it revokes that. Its secret, where the record keeps that side's secrets. Raises BadInput."""
        if side not in self.rules.sides:
            raise BadInput(f"who passes? As in `{next(iter(self.rules.sides), 'us')}: pass {question}`")
        keeps = side in self.rules.hides and self.state.hidden != PAPER
        if not keeps and on == (f"{side}:{question}" in self.state.passes):  # a refusal would tell what the side said in secret
            raise BadInput(f"{side} passes on {question} already" if on else f"{side} does not pass on {question}")
        return StandingPass(side=side, question=question, on=on, secret=side if keeps else "")

    def note(self, text: str, side: str = "", secret: bool = False) -> Fact:
        """A remark; a secret one is for its side alone, where the record keeps that side's secrets. Raises BadInput."""
        if secret and (side not in self.rules.hides or self.state.hidden == PAPER):
            raise BadInput(f"{side} keeps no secrets in this record: a note in it is read by all")
        return Noted(text=short("a note", text, NOTE), side=side, secret=side if secret else "")

    def photograph(self, file: str, digest: str, caption: str = "", side: str = "") -> Fact:
        """A photograph of the table by its file's name and digest. Raises BadInput."""
        if "/" in file or "\\" in file or not file:
            raise BadInput(f"{file!r}: the name of the photograph's file, without its folder")
        if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
            raise BadInput("a photograph's digest is the SHA-256 of its file: 64 hexadecimal digits, as `wardiary photo` works it out")
        short("a photograph's file name", file, FILE_NAME)
        return Photographed(file=file, digest=digest, caption=short("a caption", caption, REASON), side=side)

    def adjourning(self, why: str = "") -> Fact:
        return Adjourned(why=short("a reason", why, REASON))

    # ---- looking ----

    def side_of(self, verb: Verb[S]) -> str:
        """Whose declaration a verb is when nobody says: its owner's, else the side whose step it is."""
        if verb.side:
            return verb.side
        step = self.rules.step(self.state)
        return step.side if step else ""

    def at(self, version: int) -> Game[S]:
        """The game as it stood after that version. Raises BadInput."""
        if version and not any(entry.version == version for entry in self.entries):
            raise BadInput(f"this game has entries {self.entries[0].version} to {self.version}, not {version}")
        past = Game(self.rules, self.id)
        past.follow(entry for entry in self.entries if entry.version <= version)
        return past

    def trial(self, entries: Sequence[Entry] = ()) -> Game[S]:
        """A game that goes on from here without this one: to see what would follow. It holds no entries before these."""
        trial = Game(self.rules, self.id)
        trial.state, trial.version, trial.running, trial.waits, trial.began = self.state, self.version, self.running, self.waits, self.began
        trial.mark = self.mark
        trial._remember()
        trial.follow(entries)
        return trial

    def seen_by(self, side: str) -> Game[S]:
        """The game as a side may see it: the fold of what that side may see, never a redaction of the rest."""
        view = Game(self.rules, self.id)
        view.follow(seen(self.entries, side))
        return view

    # ---- running procedures ----

    def _again(self, drafts: _Drafts[S], answers: Answers | None = None, insisted: str = "", speaker: str = "") -> Outcome:
        """The waiting procedure goes on with these answers."""
        assert self.running is not None
        asked = self.waits.name if self.waits else ""
        running = self.running
        ran = run(self.rules, running, running.log, answers, insisted=insisted, speaker=speaker, mark=self.mark, asked=asked)
        return drafts.ran(ran, running.version)


@dataclass
class _Drafts(Generic[S]):
    """Entries in the making, each with its version and the moment it stands at."""

    game: Game[S]
    entries: list[Entry] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    """The state after each of them."""

    @property
    def state(self) -> S:
        return self.states[-1] if self.states else self.game.state

    def add(self, fact: Fact) -> Entry:
        """A fact of its own."""
        return self._put(fact, self.state if isinstance(fact, TakenBack) else self.game.rules.fold(fact, self.state))

    def take(self, ran: Ran[S], of: int) -> None:
        """What a procedure has recorded."""
        for fact, state in zip(ran.new, ran.table.states, strict=True):
            self._put(fact, state, of)

    def ran(self, ran: Ran[S], of: int) -> Outcome:
        """The outcome of a run: what it has recorded, and the question at which it stopped."""
        self.take(ran, of)
        question = ran.question(self.game.rules)
        waits = Waits(question.name, question.by, question.words, question.rule, question.secret) if question else None
        return self.outcome(waits, question, ran.table.marked if question else None)

    def outcome(self, waits: Waits | None, question: Question[Any] | None = None, mark: Mark[S] | None = None) -> Outcome:
        """What is to be appended."""
        if self.entries:
            self.entries[-1] = self.entries[-1]._replace(ends=True, waits=waits)
        struck = any(isinstance(entry.fact, TakenBack) for entry in self.entries)
        outcome = Outcome(tuple(self.entries), question, () if struck else tuple(self.states), mark)
        self.game.foreseen = outcome
        return outcome

    def _put(self, fact: Fact, state: S, of: int = 0) -> Entry:
        version = self.game.version + len(self.entries) + 1
        if version > ENTRIES:
            raise BadInput(f"a game has at most {ENTRIES} entries: `wardiary position` says how another begins where this one stands")
        entry = Entry(version, of or version, fact, moment=self.game.rules.moment(state))
        self.entries.append(entry)
        self.states.append(state)
        return entry


def _owner(secrets: Mapping[tuple[str, ...], str], path: tuple[str, ...]) -> str:
    """Whose secret the value at a path is, or any that lies below it; "" where it is nobody's."""
    return secrets.get(path) or next((owner for hidden, owner in secrets.items() if hidden[: len(path)] == path), "")


def short(what: str, text: str, most: int) -> str:
    """The text, which a page has room for. Raises BadInput."""
    if len(text) > most:
        raise BadInput(f"{what} has at most {most} characters, this one {len(text)}")
    return text


def check_names(began: GameBegan) -> None:
    """Refuses a title or a player's name that is no line of moderate length. Raises BadInput."""
    for what, name in (("a title", began.title), *((f"the name of {side}'s player", name) for side, name in began.players.items())):
        if unprintable(name, ""):
            raise BadInput(f"{what} holds a control character, or one that cannot be shown: {name[:NAME]!r}")
        short(what, name, NAME)


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _json(value) for name, value in values.items()}


def _json(value: Any) -> Any:
    """A value as JSON holds it."""
    if isinstance(value, (tuple, list)):
        return [_json(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _json(v) for k, v in value.items()}
    dump: Callable[..., Any] | None = getattr(value, "model_dump", None)
    return dump(mode="json", exclude_defaults=True) if dump else value

