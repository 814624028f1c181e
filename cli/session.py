"""One game that is recorded on: lines are said, what followed is told, and in the end whose move it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

from cli.output import dump, folded, say, talk

if TYPE_CHECKING:
    from domain.kernel.game import Game, Outcome
    from domain.kernel.table import Entry

BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before a text."""


class Session:
    """What is told is what everybody may see: the screen may be shared. A `side` sees its own secrets too.

    With `as_json`, all that was recorded is told at the end as one document, also when a later line was refused.
    """

    def __init__(self, desk: Any, line: Any, game: Game[Any], side: str = "", as_json: bool = False) -> None:
        self.desk, self.line, self.game, self.side, self.as_json = desk, line, game, side, as_json
        self.told: list[dict[str, Any]] = []
        self.gone = False
        """This machine has seen more of the game than the diary holds."""

    @classmethod
    def open(cls, desk: Any, name: str, side: str = "", as_json: bool = False) -> Session:
        """The session of a game by its name. Raises BadInput."""
        from cli.unlocking import require_unlocked
        from domain.kernel.errors import unknown
        from projections import witness

        line = desk.diary.find(name)
        require_unlocked(desk.diary, line.id)
        game = desk.diary.open(line.id)
        if side and side not in (*game.rules.sides, "umpire"):
            raise unknown("side", side, [*game.rules.sides, "umpire"])
        session = cls(desk, line, game, side, as_json)
        if gone := witness.missing(desk.diary, line.id):
            session.gone = True
            for text in folded(f"mind: {gone}; `wardiary doctor --accept` takes it as it is"):
                talk(text)
        return session

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.as_json:
            waits = self.game.waits._asdict() if self.game.waits else None
            dump({"game": self.line.name, "id": self.line.id, "version": self.game.version, "entries": self.told, "waits": waits})
        elif kind is None:
            self._whose_move()

    # ---- saying ----

    def say(self, text: str, *, auto: bool = False, dry_run: bool = False, id: str = "", unseen_by_others: str = "") -> None:
        """Says one line; with `auto` the program rolls and draws what is called for. Raises Trouble.

        A side that types its line `unseen_by_others` may be told, and say, what it alone knows.
        """
        from replays.hearing import foresee, hear
        from replays.notation import split

        line = split(text, self.game.rules.sides)
        if line is None:
            return
        if id and self.desk.diary.recorded(self.line.id, id):
            talk(f"{id} is recorded already; nothing was recorded again")
            return
        outcome = (foresee if dry_run else hear)(self.game, line, unseen_by_others or self.side)
        if dry_run:
            self.tell(outcome.entries)
            talk("nothing was recorded")
            return
        self.record(outcome, id=id)
        while auto and self.roll():
            pass

    def roll(self) -> bool:
        """Rolls or draws for the open question, marked as generated; False when none is open that chance answers."""
        from secrets import SystemRandom

        from domain.kernel.questions import CHANCE
        from domain.kernel.table import Answers, Given

        question = self.game.pending() if self.game.waits else None
        if not isinstance(question, CHANCE):
            return False
        given = Given(question.say(question.pick(SystemRandom())), "generated")
        self.record(self.game.answer(Answers({question.name: deque([given])})))
        return True

    def say_all(self, lines: IO[str], where: str, *, auto: bool = False, dry_run: bool = False) -> None:
        """Says lines in order, up to the first that cannot be recorded. Raises BadInput naming it."""
        from domain.kernel.errors import BadInput, Trouble
        from replays.library import lines_of

        for number, text in enumerate(lines_of(lines, where), 1):
            try:
                text = text.removeprefix(BYTE_ORDER_MARK) if number == 1 else text
                self.say(text.rstrip("\r\n"), auto=auto, dry_run=dry_run)
            except Trouble as error:
                raise BadInput(f"{where}:{number}: {error}") from error

    def record(self, outcome: Outcome, *, id: str = "") -> None:
        """Appends, and tells what followed. Raises BadInput when somebody else was first, after telling what they recorded."""
        from domain.kernel.errors import BadInput
        from domain.record import Overtaken
        from projections import witness

        try:
            entries = self.desk.diary.append(self.game, outcome, id)
        except Overtaken as error:
            self.tell(error.entries)
            raise BadInput("somebody else recorded what stands above first, and nothing of yours was; if it still holds, say it again") from None
        if not self.gone:  # else it would be forgotten that something is
            witness.remember(self.desk.diary, self.line.id)
        self.tell(entries)

    # ---- telling ----

    def tell(self, entries: Sequence[Entry]) -> None:
        from domain.kernel.game import seen
        from projections.story import story

        shown = list(seen(entries, self.side))
        if self.as_json:
            self.told += [{"version": e.version, "topic": e.fact.TOPIC, "words": e.fact.sentence(), "rule": e.fact.rule} for e in shown]
            return
        for line in folded(story(shown)):
            say(line)

    def _whose_move(self) -> None:
        """The open question with a hint, or whose move it is, to stderr."""
        game = self.game
        moment = ", ".join(game.rules.moment(game.state).path)
        if game.waits:
            self._question(game.waits)
        elif game.state.result:
            talk(f"the game is over: {game.state.result.why}")
        elif step := game.rules.step(game.state):
            side = game.rules.sides.get(step.side, "")
            talk(moment + (f": {side} to declare" if side else ""))

    def _question(self, waits: Any) -> None:
        rule = f" [{waits.rule}]" if waits.rule else ""
        for line in folded(f"? {waits.by}: {waits.words}{rule}", rest="  "):
            talk(line)
        question = self.game.pending()
        alone = (question.secret or question.shown_to) if question else ""
        if question and alone in ("", self.side):
            for line in folded(f"{waits.name}: {question.hint()}", "  ", "    "):
                talk(line)
        elif question:
            talk(f"  {waits.name}: for {alone} alone to answer")
