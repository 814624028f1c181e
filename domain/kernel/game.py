"""One play of one game: the aggregate.

`Game` folds entries; `declare`, `answer`, `beside` and `take_back` work out what to append, as a list of drafts, and
change nothing. Whoever holds the record appends the drafts in one transaction and hands them back to `follow`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.errors import BadInput, Diverged, Finished, NotNow, OutOfTurn, RuleBroken, Unanswered, Unread
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    BranchedFrom,
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
from domain.kernel.questions import Question, ReadOut
from domain.kernel.rules import Rules, Verb
from domain.kernel.state import PAPER, State, apply, check_row, look
from domain.kernel.strict import unprintable
from domain.kernel.table import Answers, Entry, Mark, Table, Waits, not_theirs

S = TypeVar("S", bound=State)

version_of = attrgetter("version")


@dataclass(frozen=True)
class Running(Generic[S]):
    """The procedure last declared: where it began, the state there, and what the record holds of it since."""

    declared: Declared
    at: int
    start: S
    log: tuple[Entry, ...] = ()


class Point(NamedTuple):
    """Where the fold was after that many standing entries: what a take-back goes back to instead of to the beginning."""

    stood: int
    state: Any
    running: Running[Any] | None
    waits: Waits | None
    began: GameBegan | None


@dataclass(frozen=True)
class Outcome:
    """What a declaration or answer leads to: the entries to append, and the question that is open after them."""

    entries: tuple[Entry, ...]
    question: Question[Any] | None = None

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
    running: Running[S] | None = None
    waits: Waits | None = None
    began: GameBegan | None = None
    marked: tuple[int, Mark] | None = None
    """The declaration that ran last, and its last mark: it saves running again what is settled, and is checked before it is used."""
    asked: Question[Any] | None = None
    """The open question as the outcome last followed has it, or as it was last put; None where nobody has put it yet."""

    points: list[Point] = field(default_factory=list)
    """Some places the fold has been at, oldest first: about one for each doubling of the distance from here."""

    def __post_init__(self) -> None:
        self.state = self.rules.initial

    # ---- folding ----

    def follow(self, entries: Iterable[Entry], question: Question[Any] | None = None) -> None:
        """Folds entries in. Decides nothing and runs no rule. After take-backs, what is left is folded again from a point before them, once.

        Who follows an outcome hands on the question it led to, which is then not worked out again to be shown.
        """
        new = list(entries)
        self.asked = question
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
        else:
            self._fold(self.stands[folded:])
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

    def _fold(self, entries: Iterable[Entry]) -> None:
        fold, state, running = self.rules.fold, self.state, self.running
        declared, start, log = (running.declared, running.start, list(running.log)) if running else (None, state, [])
        at = running.at if running else 0
        for entry in entries:
            fact = entry.fact
            if isinstance(fact, Declared):
                declared, at, start, log = fact, entry.version, state, []
            elif declared is not None:
                log.append(entry)
            if isinstance(fact, GameBegan):
                self.began = fact
            state = fold(fact, state)
            if entry.ends:
                self.waits = entry.waits
        self.state = state
        self.running = Running(declared, at, start, tuple(log)) if declared else None

    # ---- what can be said ----

    def begin(self, fact: GameBegan) -> Outcome:
        """The game's first entry, and what the rules set up by themselves. Raises BadInput for names no page has room for."""
        check_names(fact)
        drafts = _Drafts(self)
        at = drafts.add(fact)
        if self.rules.begin:
            table = self._table(drafts.state, at, "", "", Answers())
            self.rules.begin(table)
            for made in table.new:
                drafts.add(made, of=at)
        return drafts.outcome(None)

    def declare(
        self, name: str, values: Mapping[str, Any] | None = None, *, side: str = "", as_played: str = "", answers: Answers | None = None
    ) -> Outcome:
        """A declaration and what follows from it.

        Raises BadInput, RuleBroken, or NotNow when a question has to be answered first; nothing is recorded then.
        """
        verb = self.rules.verb(name)
        self.require_word(side, verb, as_played)
        checked = verb.values(values or {})
        if self.waits:
            raise NotNow(f"first {self.waits.by} answers: {self.waits.words} [{self.waits.rule}]")
        short("a reason", as_played, REASON)
        side = side or self.side_of(verb)
        if self.state.result and not as_played:
            raise RuleBroken(self.rules.over, f"the game is over: {self.state.result.why}")
        declared = Declared(
            rule=verb.rule, verb=name, side=side, values=_plain(checked), as_played=as_played,
            secret=(verb.side or side) if verb.secret and self.state.hidden != PAPER else "",
        )  # fmt: skip
        drafts = _Drafts(self)
        at = drafts.add(declared)
        table = self._table(drafts.state, at, side, as_played, answers or Answers())
        table.secret = declared.secret
        return self._run(drafts, table, verb, checked)

    def answer(self, answers: Answers, *, side: str = "", as_played: str = "") -> Outcome:
        """Goes on with the procedure that waits. Raises NotNow when none does, RuleBroken for what another side is asked."""
        if not self.waits or not self.running:
            raise NotNow("no question is open")
        self.require_word(side, None, as_played)
        short("a reason", as_played, REASON)
        table, verb, values = self._again(as_played, answers)
        table.speaker = side
        return self._run(_Drafts(self), table, verb, values)

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
            raise OutOfTurn(rule, not_theirs(self.rules, name, what, owner, side))

    def pending(self) -> Question[Any] | None:
        """The open question with its options; where no outcome led here, the waiting procedure is run once to where it stops. Raises Diverged."""
        if not self.waits or not self.running:
            return None
        if self.asked is None:
            table, verb, values = self._again("", Answers())
            self.asked = self._run(_Drafts(self), table, verb, values).question
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
            table, verb, values = trial._again("", Answers())
            return trial._run(drafts, table, verb, values)
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
        return [Conceded(side=side, why=short("a reason", why, REASON)), GameEnded(winner=others[0] if others else "", why=f"{side} concedes")]

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
        trial.marked = self.marked
        trial._remember()
        trial.follow(entries)
        return trial

    def seen_by(self, side: str) -> Game[S]:
        """The game as a side may see it: the fold of what that side may see, never a redaction of the rest."""
        view = Game(self.rules, self.id)
        view.follow(seen(self.entries, side))
        return view

    # ---- running procedures ----

    def _table(self, start: S, of: int, side: str, as_played: str, answers: Answers, log: Iterable[Entry] = ()) -> Table[S]:
        return Table(self.rules, start, deque(log), of, side, as_played, as_played, answers)

    def _again(self, as_played: str, answers: Answers) -> tuple[Table[S], Verb[S], dict[str, Any]]:
        """The waiting procedure from its start. What was read from charts meanwhile was true from the start."""
        running = self.running
        assert running is not None
        declared = running.declared
        verb = self.rules.verb(declared.verb)
        start, log, mark = self.rules.fold(declared, running.start), list(running.log), self._mark(running)
        if mark is not None:
            start, log = mark[0].state, log[mark[1] :]
        for entry in log:
            if isinstance(entry.fact, ChartRead):
                start = self.rules.fold(entry.fact, start)
        log = [entry for entry in log if not isinstance(entry.fact, ChartRead)]
        table = Table(self.rules, start, deque(log), running.at, declared.side, declared.as_played, as_played, answers, declared.secret)
        if mark is not None:
            table.resumed, table.marked, table._count, table._last = True, mark[0], mark[0].facts, mark[0].last
        return table, verb, verb.values(declared.values)

    def _mark(self, running: Running[S]) -> tuple[Mark, int] | None:
        """The last mark of the procedure that waits, and how much of its record lies before; None where the record has gone another way."""
        if self.marked is None or self.marked[0] != running.at:
            return None
        mark, own = self.marked[1], 0
        for at, entry in enumerate(running.log, 1):
            own += entry.of == running.at
            if own == mark.facts:
                return (mark, at) if entry.fact is mark.last else None
        return None

    def _run(self, drafts: _Drafts[S], table: Table[S], verb: Verb[S], values: Mapping[str, Any]) -> Outcome:
        question: Question[Any] | None = None
        try:
            if not table.resumed:
                table.reach(verb)
            verb.procedure(table, **values)
        except Unanswered as stopped:
            question = stopped.question
        except Unread as stopped:
            schema = self.rules.charts[stopped.chart]
            question = ReadOut(
                name="chart", by="table", rule="", words=f"the {stopped.chart} chart: what does the printed game say of {stopped.row}?",
                chart=stopped.chart, row=stopped.row, fields=tuple(schema.model_fields),
            )  # fmt: skip
        except Finished:
            pass
        over = table.answers.left()
        if over and self.waits and self.waits.name in table.answers.named:
            asked_for = any(getattr(fact, "name", "") == self.waits.name for fact in table.new)
            if table.answers.named[self.waits.name] and not asked_for:
                raise Diverged(table.of, self.version, f"the open question {self.waits.name!r}", "no such question here")
        if over:
            asked = f"; the open question is {question.name}: {question.words}" if question else "; say it in a note"
            raise BadInput(f"nothing asks for {', '.join(over)}{asked}")
        while table.log and table.log[0].of != table.of:
            table._absorb()
        if table.log:
            raise Diverged(table.of, table.log[0].version, table.log[0].fact.TOPIC, "nothing more")
        for fact in table.new:
            drafts.add(fact, of=table.of)
        self.marked = (table.of, table.marked) if question and table.marked else None
        waits = Waits(question.name, question.by, question.words, question.rule, question.secret) if question else None
        return drafts.outcome(waits, question)


@dataclass
class _Drafts(Generic[S]):
    """Entries in the making, each with its version and the moment it stands at."""

    game: Game[S]
    entries: list[Entry] = field(default_factory=list)
    state: S = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.state

    def add(self, fact: Fact, of: int = 0) -> int:
        version = self.game.version + len(self.entries) + 1
        if version > ENTRIES:
            raise BadInput(f"a game has at most {ENTRIES} entries: `wardiary position` says how another begins where this one stands")
        rules = self.game.rules
        if not isinstance(fact, TakenBack):
            self.state = rules.fold(fact, self.state)
        self.entries.append(Entry(version, of or version, fact, moment=rules.moment(self.state)))
        return version

    def outcome(self, waits: Waits | None, question: Question[Any] | None = None) -> Outcome:
        if self.entries:
            self.entries[-1] = self.entries[-1]._replace(ends=True, waits=waits)
        return Outcome(tuple(self.entries), question)


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that have not been taken back, the take-backs themselves left out."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.fact, TakenBack):
            strike(kept, entry.fact.to)
        else:
            kept.append(entry)
    return kept


def strike(kept: list[Entry], to: int) -> None:
    """Takes the entries after a version away."""
    while kept and kept[-1].version > to:
        kept.pop()


def seen(entries: Iterable[Entry], side: str) -> Iterable[Entry]:
    """The entries as a side may see them: another side's secret facts are replaced by their public stubs."""
    for entry in entries:
        fact = entry.fact
        if fact.secret and side not in (fact.secret, "umpire"):
            yield entry._replace(fact=fact.public())
        else:
            yield entry


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


__all__ = ["BranchedFrom", "Entry", "Game", "Outcome", "Running", "seen", "standing"]
