"""One play of one game: the aggregate.

`Game` folds entries. `declare`, `answer`, `beside` and `take_back` work out the drafts to append, and change nothing.
The keeper of the record appends the drafts in one transaction and hands them back to `follow`.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from domain.kernel.disputes import Disputes, followed, reopened
from domain.kernel.entries import SPECTATOR, UMPIRE, Before, Entry, Made, Waits, seen, strike
from domain.kernel.errors import BadInput, Diverged, NotNow, OutOfTurn, RuleBroken
from domain.kernel.facts import (
    ChartRead,
    Declared,
    Fact,
    GameBegan,
    GameEnded,
    StandingPass,
    TakenBack,
)
from domain.kernel.house import HOUSE
from domain.kernel.limits import ENTRIES, NAME, REASON
from domain.kernel.questions import Question
from domain.kernel.rules import Rules
from domain.kernel.run import Procedure, Ran, refused_anyhow, run
from domain.kernel.shut import nothing_guessed, shut_now, without
from domain.kernel.state import PAPER, State
from domain.kernel.strict import unprintable
from domain.kernel.table import Answers, Left, Mark, not_theirs
from domain.kernel.verbs import Verb
from domain.kernel.whose import words_of

S = TypeVar("S", bound=State)

version_of = attrgetter("version")

POINTS = 19
"""Maximum number of fold snapshots kept per game: one for each doubling of the longest game, and a few that are thinned
out together.
"""


class Checkpoint(NamedTuple):
    """A snapshot of the fold after `stood` standing entries. A take-back starts from it, and not from the beginning."""

    stood: int
    state: Any
    running: Procedure[Any] | None
    waits: Waits | None
    began: GameBegan | None


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """The result of a declaration or answer: the entries to append, and the question that is open after them."""

    entries: tuple[Entry, ...]
    question: Question[Any] | None = None
    states: tuple[Any, ...] = ()
    """The state after each entry; empty for a take-back."""
    mark: Mark[Any] | None = None
    """The last mark of the waiting procedure. It goes on from there and need not run again."""
    unused: tuple[Left, ...] = ()
    """Answers that were said before they were asked for, and that may wait behind the open question."""
    answered: Mapping[int, Question[Any]] = field(default_factory=dict)
    """The questions that its answers were given to, by entry."""

    def are(self, entries: Sequence[Entry]) -> bool:
        """Whether these are its entries as recorded, one by one."""
        return len(entries) == len(self.states) and all(
            one.fact is other.fact for one, other in zip(entries, self.entries, strict=True)
        )

    @property
    def facts(self) -> list[Fact]:
        return [entry.fact for entry in self.entries]


@dataclass(eq=False, repr=False)
class Game(Generic[S]):
    """The fold of a game's entries. Opening folds facts and runs no rule."""

    rules: Rules[S]
    id: str = ""
    state: S = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    stands: list[Entry] = field(default_factory=list)
    """The entries that have not been taken back, without the take-backs themselves."""
    version: int = 0
    disputes: Disputes = field(default_factory=dict)
    """The disputes by name, whatever was taken back."""
    made: Made | None = None
    """The versions that made its last entries; None if unknown."""
    running: Procedure[S] | None = None
    """The procedure last declared."""
    waits: Waits | None = None
    began: GameBegan | None = None
    foreseen: Outcome | None = None
    """The last outcome worked out. If exactly that is recorded, its states are used and nothing is folded again."""
    mark: Mark[S] | None = None
    """The last mark of the procedure that ran last. It is checked before use."""
    asked: Question[Any] | None = None
    """The open question, from the recorded outcome or from when it was last put; None if it has not been worked out
    yet.
    """
    views: dict[str, View[S]] = field(default_factory=dict)
    """The views built so far, by audience. The next look follows on from them."""
    kept: dict[Any, Any] = field(default_factory=dict)
    """What was worked out of its record, by what it is. Whoever asks again brings it up to date."""
    shut: Mapping[str, str] = field(default_factory=dict)
    """The sides whose secrets could not be read when the game was opened, each with the message for whoever needs them.
    """
    stopped: Mapping[str, str] = field(default_factory=dict)
    """The sides whose secrets have been removed from its states (`closed`)."""
    points: list[Checkpoint] = field(default_factory=list)
    """Snapshots of the fold, oldest first: at least one for each doubling of the distance from here."""

    def __post_init__(self) -> None:
        self.state = self.rules.initial

    # ---- folding ----

    def follow(self, entries: Iterable[Entry]) -> None:
        """Folds entries in. It decides nothing and runs no rule.

        After take-backs, the rest is folded again, once, from a snapshot before them.
        """
        new = list(entries)
        self.asked = None
        self.entries += new
        if new:
            self.version = new[-1].version
        folded = kept = len(self.stands)
        for entry in new:
            self.made = entry.made or self.made
            self.disputes = followed(self.disputes, entry)
            if isinstance(entry.fact, TakenBack):
                strike(self.stands, entry.fact.to)
                kept = min(kept, len(self.stands))
            else:
                self.stands.append(entry)
        if self.disputes and new:
            self.disputes = reopened(self.disputes, self.entries)
        if kept < folded:
            self._go_back(kept)
        elif self.foreseen is not None and self.foreseen.are(new):
            self.mark, self.asked = self.foreseen.mark, self.foreseen.question
            self._fold(new, self.foreseen.states)
        else:
            self._fold(self.stands[folded:])
        self.foreseen = None
        self._remember()

    def refold(self, entries: Iterable[Entry]) -> None:
        """Folds the same entries anew, now that more of them can be read."""
        fresh = self.empty()
        fresh.follow(entries)
        self.__dict__.update(fresh.__dict__)

    def _go_back(self, kept: int) -> None:
        """Folds again from the last snapshot that no take-back struck.

        It takes more snapshots as it nears the end, because people who take back once often do so again. So a take-back
        costs about as much as it strikes, never what lies before.
        """
        while self.points and self.points[-1].stood > kept:
            self.points.pop()
        start = self.points[-1] if self.points else Checkpoint(0, self.rules.initial, None, None, None)
        at, self.state, self.running, self.waits, self.began = start
        while at < len(self.stands):
            half = at + (len(self.stands) - at + 1) // 2
            self._fold(self.stands[at:half])
            at = half
            self._remember(at)

    def _remember(self, stood: int | None = None) -> None:
        here = Checkpoint(
            len(self.stands) if stood is None else stood, self.state, self.running, self.waits, self.began
        )
        self.points.append(here)
        if len(self.points) > POINTS:
            far: dict[int, Checkpoint] = {}
            for point in self.points:  # keep the oldest at about the same distance
                far.setdefault((here.stood - point.stood).bit_length(), point)
            self.points = [*far.values()]

    def _fold(self, entries: Sequence[Entry], states: Sequence[S] = ()) -> None:
        fold, state, running = self.rules.fold, self.state, self.running
        opened, start, log, after = (
            (running.declared, running.start, [*running.log], {**(running.states or {})})
            if running
            else (None, state, [], {})
        )
        for n, entry in enumerate(entries):
            fact, before = entry.fact, state
            state = states[n] if states else fold(fact, state)
            if isinstance(fact, Declared) and not self.waits:  # a declaration made meanwhile stands beside
                opened, start, log, after = entry, before, [], {entry.version: state}
            elif opened is not None:
                log.append(entry)
                after[entry.version] = state
            if isinstance(fact, GameBegan):
                self.began = fact
            if entry.ends:
                self.waits = entry.waits
        self.state = state
        self.running = Procedure(opened, start, tuple(log), after, self._before(opened.version)) if opened else None

    def _before(self, version: int) -> Before:
        """The standing entries before one."""
        return Before(self.stands, bisect_left(self.stands, version, key=version_of))

    # ---- what can be said ----

    def begin(self, fact: GameBegan) -> Outcome:
        """The game's first entry, and what the rules set up by themselves.

        The entry holds the reading of every rule, default readings too, because later rules may have other defaults.
        Raises BadInput for names that are too long or cannot be shown.
        """
        check_names(fact)
        usual = {reading.id: reading.default for reading in self.rules.readings.values()}
        drafts = _Drafts(self)
        entry = drafts.add(fact.but(readings=usual | dict(fact.readings)))
        if self.rules.play.begin:
            drafts.take(run(self.rules, Procedure(entry, self.state)), entry.version)
        return drafts.outcome(None)

    def declare(
        self,
        name: str,
        values: Mapping[str, Any] | None = None,
        *,
        side: str = "",
        as_played: str = "",
        answers: Answers | None = None,
    ) -> Outcome:
        """A declaration and its consequences.

        Raises BadInput, RuleBroken, or NotNow if a question has to be answered first. Nothing is recorded then.
        """
        verb = self.rules.verb(name)
        self.require_word(side, verb, as_played)
        return self.carry_out(verb, verb.values(values or {}), side=side, as_played=as_played, answers=answers)

    def carry_out(
        self,
        verb: Verb[S],
        values: Mapping[str, Any],
        *,
        side: str = "",
        as_played: str = "",
        answers: Answers | None = None,
    ) -> Outcome:
        """Carries out a declaration whose values are already checked as this verb's own, and whose side may say it.

        While another declaration waits for an answer, a `meanwhile` verb is carried out in full beside it. That is
        refused if the answer is a side's secret, because what it rests on would change unseen, and if the waiting
        declaration could not go on.
        """
        if self.waits and (not verb.meanwhile or self.waits.secret):
            raise NotNow(self._first_answered(self.waits))
        within_length("a reason", as_played, REASON)
        if (closed := self.closed()) is not self:
            return closed.carry_out(verb, values, side=side, as_played=as_played, answers=answers)
        side = side or self.side_of(verb)
        if self.state.result and not as_played:
            raise RuleBroken(self.rules.ends.over_by(self.state.result), f"the game is over: {self.state.result.why}")
        declared = Declared(
            rule=verb.rule,
            verb=verb.name,
            side=side,
            values=_plain(values),
            as_played=as_played,
            secret=verb.kept_by(side) if self.state.hidden != PAPER else "",
        )
        drafts = _Drafts(self)
        entry = drafts.add(declared)
        before, known = self._before(entry.version), {entry.version: drafts.state}
        procedure = Procedure(entry, self.state, states=known, before=before)
        said = answers.copy() if answers else Answers()
        ran = run(self.rules, procedure, (), answers, insisted=as_played)
        if refusal := refused_anyhow(self.rules, procedure, said, ran, as_played):
            raise refusal
        if not self.waits:
            return drafts.ran(ran, entry.version)
        if question := ran.question(self.rules):
            raise NotNow(
                f"{self._first_answered(self.waits)}; to say this line now, put its own answer on it, "
                f"{question.name}=…: {question.words}"
            )
        drafts.take(ran, entry.version)
        try:
            return self.trial(drafts.entries)._again(drafts)
        except (Diverged, RuleBroken):
            raise NotNow(
                f"{self._first_answered(self.waits)}; after this line that question could not be put again"
            ) from None

    def _first_answered(self, waits: Waits) -> str:
        by = f"{self.rules.sides[waits.by]} side" if waits.by in self.rules.sides else waits.by
        return f"the {by} answers first: {waits.words} [{waits.rule}]"

    def answer(self, answers: Answers, *, side: str = "", as_played: str = "") -> Outcome:
        """Goes on with the waiting procedure.

        Raises NotNow if none waits, and RuleBroken if another side is asked, or the game is over.
        """
        if not self.waits or not self.running:
            if over := self.state.result:
                raise RuleBroken(self.rules.ends.over_by(over), f"the game is over: {over.why}")
            raise NotNow("no question is open")
        self.require_word(side, None, as_played)
        within_length("a reason", as_played, REASON)
        closed = self.closed()
        return closed._again(_Drafts(closed), answers, as_played, side)

    def require_word(self, side: str, verb: Verb[S] | None, as_played: str = "") -> None:
        """Refuses what one side says in another's place: the verb's or phase's, and while a question is open the
        question's.

        Call it before anything else of a line is checked. Raises OutOfTurn, unless the table insists.
        """
        if not side or (as_played and as_played != HOUSE):
            return
        barred = None
        if self.waits and not (verb and verb.meanwhile):
            (owner, rule), name, what = (self.waits.by, self.waits.rule), self.waits.name, "answer"
        elif verb:
            (owner, rule), name, what, barred = (
                self.rules.play.sequence.whose(self.state, verb),
                verb.name,
                "declare",
                verb.barred.get(side),
            )
        else:
            return
        if owner in self.rules.sides and side != owner:
            raise OutOfTurn(*(barred or (rule, not_theirs(self.rules.sides, name, what, owner, side))))

    def pending(self) -> Question[Any] | None:
        """The open question with its options; None if none is open. Raises Diverged.

        If no recorded outcome holds it, the waiting procedure is run once to where it stops.
        """
        if not self.waits or not self.running:
            return None
        if self.asked is None:
            closed = self.closed()
            self.asked = closed._again(_Drafts(closed)).question
        return self.asked

    def beside(self, *facts: Fact) -> Outcome:
        """Records facts beside the procedure at hand: a note, a ruling, a value set by hand, a row of a chart.

        A row of a chart, or a standing pass, lets a procedure that waits for it go on.
        """
        drafts = _Drafts(self)
        for fact in facts:
            drafts.add(fact)
        if any(isinstance(fact, GameEnded) for fact in facts):
            return drafts.outcome(None)  # nothing is asked any more
        if not any(isinstance(fact, (ChartRead, StandingPass)) for fact in facts) or not self.waits:
            return drafts.outcome(self.waits)
        try:
            return self.trial(drafts.entries)._again(drafts)
        except (Diverged, RuleBroken):
            return drafts.outcome(self.waits)

    def take_back(self, to: int, why: str = "", *, fixed: bool = False, by: str = "") -> Outcome:
        """Strikes what stands after `to`, which must be the end of an append. `fixed` says that all of it is said
        again.

        A side given as `by` may take back only its own words, and entries that are nobody's word. Raises BadInput, and
        OutOfTurn for another side's words.
        """
        at = bisect_left(self.stands, to, key=version_of)
        if at == len(self.stands) or self.stands[at].version != to:
            raise BadInput(
                f"entry {to} does not stand in this game"
                + (f"; it has {self.version} entries" if to > self.version else "")
            )
        last = self.stands[at]
        if not last.ends:
            end = next(entry.version for entry in self.stands[at:] if entry.ends)
            before = next((entry.version for entry in reversed(self.stands[:at]) if entry.ends), 0)
            either = f"{before}, before it, or to {end}, after it" if before else f"{end}, after it"
            raise BadInput(f"entry {to} stands in the middle of a declaration; take back to {either}")
        if not any(entry.fact.STRUCK for entry in self.stands[at + 1 :]):
            raise BadInput(f"nothing stands after entry {to}")
        if by and not fixed:
            self._require_own_words(self.stands[at + 1 :], by)
        drafts = _Drafts(self)
        looks = (
            []
            if fixed or self.state.hidden == PAPER
            else [entry.fact for entry in self.stands[at + 1 :] if entry.fact.LOOKS_AT]
        )
        rule, looked = (looks[0].rule, "; ".join(look.sentence() for look in looks)) if looks else ("", "")
        drafts.add(
            TakenBack(to=to, why=within_length("a reason", why, REASON), fixed=fixed, by=by, rule=rule, looked=looked)
        )
        return drafts.outcome(last.waits)

    def _require_own_words(self, struck: Sequence[Entry], by: str) -> None:
        """Raises OutOfTurn if another side's words would be struck."""
        struck = [entry for entry in struck if entry.fact.STRUCK]
        for side, version in words_of(self.stands, struck, self.rules.sides).items():
            if side != by:
                name = self.rules.sides[side]
                raise OutOfTurn(
                    "", f"entry {version} is the {name} side's word, and only that side takes it back"
                ).at_prompt(
                    f": `undo` on its own recorder, `{side}: undo` on a shared one; where both look on, plain `undo` "
                    "or `takeback` does too"
                )

    # ---- looking ----

    def secrets(self, state: S) -> Mapping[tuple[str, ...], str]:
        """The values of a state that the record hides: path -> the only side that may see it."""
        return self.rules.secrecy.secrets(state) if state.hidden != PAPER else {}

    def side_of(self, verb: Verb[S]) -> str:
        """The side that declares a verb when the line names none."""
        return self.rules.play.sequence.side_of(self.state, verb)

    def empty(self, rules: Rules[S] | None = None) -> Self:
        """A new game with the same kind and audience, in which nothing has happened yet."""
        return type(self)(rules or self.rules, self.id)

    def at(self, version: int) -> Self:
        """The game as it stood after that version. Raises BadInput."""
        if version and not any(entry.version == version for entry in self.entries):
            raise BadInput(f"this game has entries {self.entries[0].version} to {self.version}, not {version}")
        past = self.empty()
        past.follow(entry for entry in self.entries if entry.version <= version)
        return past

    def trial(self, entries: Sequence[Entry] = ()) -> Self:
        """A copy that goes on from here, to see what would follow; this game is not changed. It holds no entries before
        these.
        """
        trial = self.empty()
        trial.state, trial.version, trial.running, trial.waits, trial.began = (
            self.state,
            self.version,
            self.running,
            self.waits,
            self.began,
        )
        trial.mark, trial.made, trial.shut, trial.stopped = self.mark, self.made, self.shut, self.stopped
        trial.disputes = self.disputes
        trial._remember()
        trial.follow(entries)
        return trial

    def seen_by(self, audience: str) -> View[S]:
        """The game as an audience may see it: folded from that audience's entries, never redacted from the whole. The
        umpire sees everything.

        A second call returns the same view, brought up to date. It is for looking only: give it no other
        entries.
        """
        if audience == SPECTATOR:
            return self.seen_by("")  # what all may see
        if audience == UMPIRE:  # nothing is folded twice
            whole: View[S] = View(self.rules, self.id)
            whole.__dict__.update({**self.__dict__, "audience": UMPIRE})
            return whole
        view = self.views.setdefault(audience, View(self.rules, self.id, audience=audience))
        if len(view.entries) < len(self.entries):
            view.follow(seen(self.entries[len(view.entries) :], audience))
        return view

    def closed(self) -> Self:
        """This game with every unreadable sealed value removed: a rule that looks at one raises Shut.

        Returns the game itself if everything can be read.
        """
        shut = {} if self.stopped else shut_now(self.shut, self.stands)
        if not shut:
            return self
        bare = partial(without, keeps=self.rules.secrecy.keeps, shut=shut)
        running = self.running
        if running is not None:
            states = {version: bare(state) for version, state in (running.states or {}).items()}
            running = replace(running, start=bare(running.start), states=states)
        closed = self.empty()
        closed.__dict__.update(
            {
                **self.__dict__,
                "stopped": shut,
                "state": bare(self.state),
                "running": running,
                "mark": None,
                "asked": None,
            }
        )
        return closed

    def near(self, version: int) -> tuple[int, S]:
        """The closest known snapshot at or before a version: (number of standing entries, state)."""
        there = bisect(self.stands, version, key=lambda entry: entry.version)
        return next(
            ((point.stood, point.state) for point in reversed(self.points) if point.stood <= there),
            (0, self.rules.initial),
        )

    # ---- running procedures ----

    def _again(
        self, drafts: _Drafts[S], answers: Answers | None = None, insisted: str = "", speaker: str = ""
    ) -> Outcome:
        """Goes on with the waiting procedure, using these answers."""
        assert self.running is not None
        asked = self.waits.name if self.waits else ""
        running = self.running
        with nothing_guessed(self.stopped):
            ran = run(
                self.rules,
                running,
                running.log,
                answers,
                insisted=insisted,
                speaker=speaker,
                mark=self.mark,
                asked=asked,
            )
        return drafts.ran(ran, running.version)


@dataclass(eq=False, repr=False)
class View(Game[S]):
    """A game as an audience may see it. Everything that shows a game takes a view, and so cannot reach what its reader
    may not see.
    """

    audience: str = UMPIRE
    """A side, the umpire, or "" for a screen that both sides look at."""

    def empty(self, rules: Rules[S] | None = None) -> Self:
        return type(self)(rules or self.rules, self.id, audience=self.audience)

    def seen_by(self, audience: str) -> View[S]:
        """What another audience may see of this view, which is never more than the view holds."""
        return self if audience in (self.audience, UMPIRE) else super().seen_by(audience)


@dataclass(eq=False, repr=False)
class _Drafts(Generic[S]):
    """Entries in the making, each with its version and its moment."""

    game: Game[S]
    entries: list[Entry] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    """The state after each entry."""
    answered: dict[int, Question[Any]] = field(default_factory=dict)

    @property
    def state(self) -> S:
        return self.states[-1] if self.states else self.game.state

    def add(self, fact: Fact) -> Entry:
        """Adds a fact as an entry of its own."""
        return self._put(fact, self.state if isinstance(fact, TakenBack) else self.game.rules.fold(fact, self.state))

    def take(self, ran: Ran[S], of: int) -> None:
        """Adds the facts that a procedure has recorded."""
        for n, (fact, state) in enumerate(zip(ran.new, ran.table.states, strict=True)):
            entry = self._put(fact, state, of)
            if n in ran.table.answered:
                self.answered[entry.version] = ran.table.answered[n]

    def ran(self, ran: Ran[S], of: int) -> Outcome:
        """The outcome of a run: the entries it recorded, and the question at which it stopped."""
        self.take(ran, of)
        question = ran.question(self.game.rules)
        waits = Waits(question.name, question.by, question.words, question.rule, question.secret) if question else None
        return self.outcome(waits, question, ran.table.marked if question else None, ran.unused)

    def outcome(
        self,
        waits: Waits | None,
        question: Question[Any] | None = None,
        mark: Mark[S] | None = None,
        unused: tuple[Left, ...] = (),
    ) -> Outcome:
        """The outcome to append, with its last entry marked as the end."""
        if self.entries:
            self.entries[-1] = self.entries[-1]._replace(ends=True, waits=waits)
        struck = any(isinstance(entry.fact, TakenBack) for entry in self.entries)
        outcome = Outcome(
            tuple(self.entries), question, () if struck else tuple(self.states), mark, unused, self.answered
        )
        self.game.foreseen = outcome
        return outcome

    def _put(self, fact: Fact, state: S, of: int = 0) -> Entry:
        version = self.game.version + len(self.entries) + 1
        if version > ENTRIES:
            raise BadInput(
                f"a game has at most {ENTRIES} entries: `wardiary position` says how another begins where this one "
                "stands"
            )
        entry = Entry(version, of or version, fact, moment=self.game.rules.play.sequence.moment(state))
        self.entries.append(entry)
        self.states.append(state)
        return entry


def check_names(began: GameBegan) -> None:
    """Refuses titles, players' names and house rules that are too long or cannot be shown. Raises BadInput."""
    for what, name in (
        ("a title", began.title),
        *((f"the name of {side}'s player", name) for side, name in began.players.items()),
        *((f"the house rule on {rule}", text) for rule, text in began.house.items()),
    ):
        if unprintable(name, ""):
            raise BadInput(f"{what} holds a control character, or one that cannot be shown: {name[:NAME]!r}")
        within_length(what, name, REASON if name in began.house.values() else NAME)


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: as_json(value) for name, value in values.items()}


def within_length(what: str, text: str, most: int) -> str:
    """The text itself. Raises BadInput if it is longer than `most` characters."""
    if len(text) > most:
        raise BadInput(f"{what} has at most {most} characters, this one {len(text)}")
    return text


def as_json(value: Any) -> Any:
    """A value in its JSON form."""
    if isinstance(value, (tuple, list)):
        return [as_json(v) for v in value]
    if isinstance(value, Mapping):
        return {k: as_json(v) for k, v in value.items()}
    dump: Callable[..., Any] | None = getattr(value, "model_dump", None)
    return dump(mode="json", exclude_defaults=True) if dump else value
