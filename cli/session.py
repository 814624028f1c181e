"""A session: lines are said in one game, what followed is printed, and at the end whose move it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from auditing.what_if import matters, said_anew
from cli.desk import Desk
from cli.output import cut, dump, folded, print_line, talk, width
from cli.unlocking import require_unlocked, typed_way
from domain.kernel.disputes import Disputes, disputes_in, known_open
from domain.kernel.entries import UMPIRE, Entry, standing
from domain.kernel.errors import BadInput, Trouble, unknown
from domain.kernel.facts import Disputed, DisputeSettled, TakenBack
from domain.kernel.game import Game, Outcome
from domain.kernel.repeats import again_in
from domain.kernel.standing_in import what_settled
from domain.kernel.telling import NOT_READ
from domain.record.glance import GameLine
from projections.append_story import cited, lines
from projections.kept_screens import code_of_screens
from projections.text import greyed
from recording.keeping import Kept
from recording.now import OpenQuestion
from recording.recorder import Append, Recorder
from recording.shorthand import in_one_key
from recording.situation import keep_situation
from replays.library import bounded_lines

STRUCK = 3
"""Maximum number of lines struck by a take-back that are named."""
DECLARED = 12
"""Maximum number of declarations named that had looked up something now said anew."""

BYTE_ORDER_MARK = "\ufeff"
"""The mark that some editors put before a text."""


class Session:
    """A session on one game. It prints what everybody may see, because the screen may be shared, and a `side`'s own
    secrets.

    With `as_json`, everything recorded is printed at the end as one document, even if a later line was refused.
    """

    def __init__(
        self,
        desk: Desk,
        listed: GameLine,
        game: Game[Any],
        side: str = "",
        as_json: bool = False,
        kept: Kept | None = None,
    ) -> None:
        self.desk, self.listed, self.game, self.side, self.as_json = desk, listed, game, side, as_json
        self.kept_at = 0
        """The version whose screen was kept last, or that was found; 0 in a game that is begun here."""
        self.kept = kept or Kept(desk.diary, typed_way)
        self.recorder: Recorder = Recorder(game, self.kept, side)
        self.told: list[dict[str, Any]] = []
        self.waiting: tuple[str, ...] = ()
        """The waiting answers last printed."""

    @classmethod
    def open(cls, desk: Desk, name: str, side: str = "", as_json: bool = False) -> Session:
        """The session on a game, by its name. Raises BadInput."""

        listed = desk.diary.find(name)
        sides = desk.diary.rules(listed.id).sides
        if side and side not in (*sides, "umpire"):
            raise unknown("side", side, [*sides, "umpire"])
        require_unlocked(desk.diary, listed.id, side if side in sides else "")
        kept = Kept(desk.diary, typed_way)
        session = cls(desk, listed, kept.open(listed.id), side, as_json, kept)
        session.kept_at = session.game.version
        code_of_screens()  # as it is now, and at work from here on
        if kept.gone:
            for text in folded(f"mind: {kept.gone}; `wardiary doctor --accept` takes it as it is"):
                talk(text)
        return session

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.as_json:
            waits = self.game.waits._asdict() if self.game.waits else None
            dump(
                {
                    "game": self.listed.name,
                    "id": self.listed.id,
                    "version": self.game.version,
                    "entries": self.told,
                    "waits": waits,
                }
            )
        elif kind is None:
            self.whose_move()
        if kind is None:
            self.keep()

    def keep(self) -> None:
        """Keeps the screen of a game that has gone on, so that the next `show` finds it."""
        if self.game.version > self.kept_at:
            self.kept_at = self.game.version
            keep_situation(self.desk.diary, self.game.seen_by(UMPIRE))

    def unlock(self, side: str, passphrase: str) -> None:
        """Unlocks a side's sealed secrets for this session. Raises BadInput for a wrong passphrase."""
        self.kept.unlock(self.game, side, passphrase)
        self.recorder.begin_anew()

    # ---- saying ----

    def say(
        self, text: str, *, auto: bool = False, dry_run: bool = False, id: str = "", unseen_by_others: str = ""
    ) -> None:
        """Says one line. With `auto` the program rolls and draws. Raises Trouble.

        A side that types its line `unseen_by_others` may be told, and may say, what only it knows. `undo` alone is a
        word of the prompt: no game has it as a verb, and one of lines as they stand would keep it.
        """
        if text.strip().casefold() == "undo":
            raise BadInput("`undo` is said at the prompt of `record`; here `takeback` takes the last line back")
        if id and self.desk.diary.recorded(self.listed.id, id):
            talk(f"{id} is recorded already; nothing was recorded again")
        elif dry_run:
            self._foresee(text)
        else:
            self.recorder.auto = auto
            self.tell_all(lambda: self.recorder.say(text, id=id, unseen_by_others=unseen_by_others))

    def _foresee(self, text: str) -> None:
        for append in self.recorder.foresee(text):
            self.tell(append)
            talk("nothing was recorded")

    def say_all(self, lines: IO[str], where: str, *, auto: bool = False, dry_run: bool = False) -> None:
        """Says lines in order, up to the first that cannot be recorded. Raises BadInput, naming it."""
        self.recorder.from_file = True
        for number, text in enumerate(bounded_lines(lines, where), 1):
            try:
                text = (text.removeprefix(BYTE_ORDER_MARK) if number == 1 else text).rstrip("\r\n")
                if self.game.rules.play.as_it_stands:  # on paper `n` ends a phase
                    text = in_one_key(self.game, self.side, text)
                self.say(text, auto=auto, dry_run=dry_run)
            except Trouble as error:
                raise BadInput(f"{where}:{number}: {error}") from error

    def record(self, outcome: Outcome) -> None:
        """Records an outcome, and prints what followed. Raises Trouble."""
        self.tell_all(lambda: self.recorder.record(outcome))

    def to_settle(self, dispute: str) -> Callable[[], None]:
        """What closes a dispute by the first entry recorded from now on; if there is none, it stays open. "" stands for
        no dispute.

        Raises BadInput unless the dispute is open.
        """
        name = known_open(self.game.disputes, dispute).name if dispute else ""
        before = self.game.version

        def settle() -> None:
            if not name:
                return
            self.recorder.read_on()
            if self.game.version > before:
                self.say(f"settle {name} by {before + 1}")
            else:
                talk(f"{name} stays open: nothing was recorded")

        return settle

    @contextmanager
    def settling(self, dispute: str) -> Iterator[None]:
        """Closes a dispute by what is recorded meanwhile. Raises BadInput before anything is, unless it is open."""
        settle = self.to_settle(dispute)
        yield
        settle()

    # ---- telling ----

    def tell_all(self, does: Callable[[], Iterable[Append]]) -> None:
        """Does something, and prints what was recorded, also if somebody else recorded it, or only a part of it
        succeeded.
        """

        try:
            told = does()
        except Trouble:
            for append in self.recorder.untold():
                self.tell(append)
            self.tell_waiting("not asked for yet, to be said when it is")
            raise
        for append in told:
            self.tell(append)
        self.tell_waiting("not asked for yet, to be said when it is")

    def tell_waiting(self, words: str) -> None:
        """Prints the answers that wait for their questions, if they have changed, and those that nothing has asked
        for."""
        if let_go := self.recorder.let_go:
            self.recorder.let_go = ()
            talk(f"nothing asked for it, and it is recorded nowhere: {' '.join(let_go)}")
        waiting, self.waiting = self.waiting, self.recorder.waiting
        if self.waiting and self.waiting != waiting:
            talk(f"{words}: {' '.join(self.waiting)}")

    def tell(self, shown: Sequence[Entry], *, anew: bool = True) -> None:
        """Prints the entries of one line as a sentence. Only what was said `anew` tells what comes out otherwise."""

        if self.as_json:
            self.told += [
                {
                    "version": e.version,
                    "topic": e.fact.TOPIC,
                    "words": e.fact.named(self.recorder.game.rules.sides),
                    "rule": e.fact.rule,
                }
                for e in shown
            ]
            return
        game = self.recorder.game
        for line in lines(shown, game.rules.sides, again_in(shown, game.entries)):
            print_line(*greyed(line, NOT_READ))
        for line in (*self._struck(shown), *self._reopened(shown)):
            print_line(line)
        for line in (*self._disputed(shown), *self.rested(shown)) if anew else ():
            talk(line)

    def _reopened(self, shown: Sequence[Entry]) -> Iterator[str]:
        """The disputes that are open again, because a take-back struck what settled them."""
        undone = [one for one in self.game.disputes.values() if one.undone]
        if not undone or not shown or not isinstance(back := shown[-1].fact, TakenBack):
            return
        stood = standing(entry for entry in self.game.entries if entry.version < shown[-1].version)
        struck = {entry.version for entry in stood if entry.version > back.to}
        for one in undone:
            if one.settled_by in struck:
                yield f"{one.name} is open again: entry {one.settled_by}, which settled it, was taken back"

    def _disputed(self, shown: Sequence[Entry]) -> Iterator[str]:
        """What is to be known of a dispute just opened, opened again, or settled by an entry."""
        fact = shown[0].fact if shown else None
        if isinstance(fact, Disputed):
            before = disputes_in(entry for entry in self.game.entries if entry.version < shown[0].version)
            yield from _beside(fact, before)
        elif isinstance(fact, DisputeSettled):
            view = self.game.seen_by(self.side)
            words = what_settled(fact, view.disputes.get(fact.dispute), view.entries, view.rules.sides)
            yield from folded(f"entry {fact.entry}: {words}", "  ", "    ") if words else ()

    def _struck(self, shown: Sequence[Entry]) -> Iterator[str]:
        """The lines that a take-back struck, as this screen may show them."""
        if not shown or not isinstance(shown[-1].fact, TakenBack):
            return
        struck = self.recorder.redoing.struck(shown[-1].version)
        words = [line.text.strip() or f"(a secret line, {self.game.rules.sides[line.secret]})" for line in struck]
        yield from (cut(f"  struck: {line}", width()) for line in words[:STRUCK])
        if len(words) > STRUCK:
            yield f"  and {len(words) - STRUCK} more"

    def rested(self, shown: Sequence[Entry]) -> Iterator[str]:
        """The declarations that come out otherwise by a ruling or a corrected row just said, as far as may be told."""
        said = said_anew(self.game, shown)
        if not said:
            return
        view = self.game.seen_by(self.side)
        found = matters(view, said)
        declared = {way.version: f"#{way.version} {way.said}" for one in found for way in one.otherwise}
        sealed = found[0].sealed
        hold = "1 declaration holds" if sealed == 1 else f"{sealed} declarations hold"
        here = f"; {hold} what is hidden here, and may too" if sealed else ""
        if not declared:
            yield from folded(f"nothing before it comes out otherwise{here}", "  ", "    ")
            return
        named = list(declared.values())[:DECLARED]
        more = f" and {len(declared) - DECLARED} more" if len(declared) > DECLARED else ""
        yield from folded(f"by it, these come out otherwise: {'; '.join(named)}{more}{here}", "  ", "    ")
        first = min(declared)
        yield from folded(
            f"they stand as they were played; `fix {first} before LINE`, with this line, plays them by it, and "
            "`audit --if` says how they differ",
            "  ",
            "    ",
        )

    def whose_move(self) -> None:
        """Prints the open question with a hint, or whose move it is, to stderr."""
        now = self.recorder.now()
        if now.question:
            self._question(now.question)
        elif now.over:
            talk(f"the game is over: {now.why}")
        elif now.phase:
            talk(", ".join(now.moment) + (f": {now.whose()} to declare" if now.side or now.done else ""))

    def _question(self, asked: OpenQuestion) -> None:
        for line in folded(f"? {asked.by}: {cited(asked.words, asked.rule)}", rest="  "):
            talk(line)
        if asked.seen or asked.stuck:
            for line in folded(f"{asked.name}: {asked.stuck or asked.hint}", "  ", "    "):
                talk(line)
        else:
            talk(f"  {asked.name}: for {asked.only} alone to answer")


def _beside(fact: Disputed, before: Disputes) -> Iterator[str]:
    """That what was said opens a settled dispute again, or that others are about the same."""
    said = before.get(fact.dispute)
    if said is not None:
        if not said.open:
            yield f"  {said.name} is open again"
        return
    for one in before.values():
        if (one.entry, one.rule) == (fact.entry, fact.rule):
            how = (
                "open already; to say more to it, name it" if one.open else "settled already; naming it opens it again"
            )
            yield from folded(f"{one.name}, about {one.about()} too, is {how}", "  ", "    ")
