"""What a tap does: it is heard by the recorder of the phone's audience, or changes the phone's tapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from click import unstyle

from auditing.reasons import asked_about, reason_lines
from domain.kernel.errors import BadInput, RuleBroken, Trouble, unknown
from domain.kernel.questions import Assign, Draw, OneOf, Order, Some
from domain.record.store import NotKnown, StoreAway
from projections.text import folded_to
from recording.fix import Fixing
from recording.hearing import SPECTATOR
from recording.mending import Mending
from recording.now import OpenQuestion
from recording.reading_out import fields_of, row_line
from recording.recorder import Recorder, Refused, TooLate
from recording.unfinished import Unfinished, unfinished
from replays.asides import SECRETLY
from replays.lines import quote, quoted, split
from web.controls import answer_line
from web.served_game import EVERYBODY, UNFOLDED, ServedGame
from web.tapping import Tapping, item_of, with_head, with_pair, with_pick, with_value
from web.taps import act_and_words

STALE = "something was recorded before this tap arrived, and nothing was recorded by it: look again, and tap once more"
LOOKING_ON = "spectators look on, and say nothing"
LOOKS = ("why", "back", "drop", "unlock", "log")
"""Acts that record nothing, and hold on a page older than the game."""


class Stale(BadInput):
    """The page showed an older game."""

    def __init__(self) -> None:
        super().__init__(STALE)


@dataclass(frozen=True)
class Tapped:
    """A tap as it arrived."""

    act: str
    words: tuple[str, ...]
    fields: Mapping[str, str]
    at: int
    """The version of the game that the page showed."""
    id: str

    @property
    def line(self) -> str:
        """The line that it says in the open; "" for any other tap."""
        if self.act == "typed":
            return self.fields.get("line", "").strip()
        return self.words[0] if self.act == "say" and self.words else ""

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Tapped:
        """The tap in a form's fields. Raises BadInput."""
        act, *words = act_and_words(fields.get("tap", ""))
        at = fields.get("at", "")
        if not at.isdecimal() or len(at) > 9:
            raise BadInput("a tap says which version of the game it was made on, as in at=24")
        return cls(act, tuple(words), fields, int(at), fields.get("id", "")[:64])


class Hand:
    """One phone's taps, carried out in the game's thread."""

    def __init__(self, table: ServedGame, seat: str, audience: str) -> None:
        self.table, self.seat, self.audience = table, seat, audience
        self.phone = table.phone(seat)
        self.said = ""
        """The line that is said by this tap."""
        self.unread: tuple[str, str] | None = None
        """The row that this tap reads out."""
        self.refused = table.recorder(audience).refused
        self.acts: Mapping[str, Callable[..., None]] = {
            "say": self._say,
            "typed": self._typed,
            "unseen": self._unseen,
            "verb": self._verb,
            "begin": self._begin,
            "value": self._value,
            "typed-value": self._typed_value,
            "head": self._head,
            "want": self._want,
            "end": self._end,
            "confirm": self._confirm,
            "drop": self._drop,
            "back": self._back,
            "answer": self._answer,
            "usual": self._usual,
            "pick": self._pick,
            "pair": self._pair,
            "done": self._done,
            "roll": self._roll,
            "row": self._row,
            "place": self._about,
            "unit": self._about,
            "insist": self._insist,
            "undo": self._undo,
            "redo": self._redo,
            "note": self._note,
            "fix": self._fix,
            "decide": self._decide,
            "give-up": self._give_up,
            "why": self._why,
            "unlock": self._unlock,
        }

    @property
    def tapping(self) -> Tapping:
        return self.phone.tapping

    @tapping.setter
    def tapping(self, tapping: Tapping) -> None:
        self.phone.tapping = tapping

    def carry_out(self, tapped: Tapped) -> None:
        """Carries out a tap. What is refused is told in the phone's tapping, and nothing tapped before is lost."""
        act = self.acts.get(tapped.act)
        try:
            if act is None:
                raise unknown("tap", tapped.act, self.acts)
            if self.audience == SPECTATOR and tapped.act != "why":
                raise BadInput(LOOKING_ON)
            if not self.phone.is_new(tapped.id):
                return
            self.tapped = tapped
            if self._is_recorded():
                self._hear(lambda recorder: recorder.untold())
                return
            self._check(tapped)
            act(*tapped.words)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:
                raise
            self.tapping = self.tapping.and_told(
                f"that tap says {len(tapped.words)} words, which {tapped.act} does not take"
            )
        except (StoreAway, NotKnown):
            self.phone.forget(tapped.id)
            raise
        except Trouble as trouble:
            self._refused(trouble)

    def may_add(self, id: str) -> bool:
        """Whether this phone may record something now that it has not recorded yet under an id. Raises Trouble."""
        if self.audience == SPECTATOR:
            raise BadInput(LOOKING_ON)
        self._require_open()
        self.tapped = Tapped("", (), {}, 0, id)
        return id not in self.phone.tapped and not self._is_recorded()

    def _is_recorded(self) -> bool:
        """Whether the tap was recorded before: its answer was lost, and the laptop has been started again since."""
        is_old = bool(self.id) and self.tapped.at < self.table.game.version
        return is_old and self.table.keeper.recorded(self.table.id, self.id)

    def _check(self, tapped: Tapped) -> None:
        """Raises BadInput for a tap on a page older than the game, or before all passphrases were said."""
        if tapped.act in LOOKS:
            return
        if tapped.at < self.table.game.version:
            self.table.recorder(self.audience).untold()
            self.said = self.tapping.line if tapped.act == "confirm" else tapped.line
            raise Stale
        self._require_open()

    def _require_open(self) -> None:
        """Raises BadInput as long as a side's passphrase was not said."""
        if shut := self.table.closed():
            names = " and ".join(self.table.game.rules.sides[side] for side in shut)
            raise BadInput(f"nothing is declared before the {names} passphrase was said on its own phone")

    def _refused(self, trouble: Trouble) -> None:
        """Tells why it was refused. A line refused by a rule can be insisted on; one that came too late, said again."""
        refused = self.table.recorder(self.audience).refused
        insists = isinstance(trouble, RuleBroken) and refused is not self.refused and bool(refused.text)
        self.tapping = self.tapping.and_told(
            self.table.in_words(trouble),
            line=refused.text if insists else self.said,
            insists=insists,
            late=isinstance(trouble, Stale | TooLate) and bool(self.said),
            unseen=trouble.unseen,
            unread=self.table.recorder(self.audience).unread(trouble) or self.unread,
        )

    # ---- said to the recorder ----

    def _hear(self, does: Callable[[Recorder], object]) -> None:
        """Lets the recorder hear something; then nothing is half tapped any more."""
        with self.table.speaking(self.audience) as recorder:
            does(recorder)
            told = tuple(f"nothing asked for it, and it is recorded nowhere: {one}" for one in recorder.let_go)
            recorder.let_go = ()
        self.tapping = Tapping(told=told)

    @property
    def id(self) -> str:
        """The tap's id, as the caller's own for what it leads to."""
        said = self.tapped.id
        return f"{self.seat}.{said}" if said else ""

    def _say(self, line: str) -> None:
        """Says a line, once it is confirmed if it ends the other side's phase."""
        self.said = line
        if ending := self.table.recorder(self.audience).ending(line):
            self.tapping = self.tapping.tapped(line=line, phases=ending.phases)
            return
        self._hear(lambda recorder: recorder.hear(line, id=self.id))

    def _confirm(self) -> None:
        line = self.tapping.line
        if not self.tapping.phases:
            raise BadInput("nothing waits to be confirmed")
        ending = self.table.recorder(self.audience).ending(line)
        if ending:
            self._hear(lambda recorder: recorder.say(ending.line, id=f"{self.id}.end" if self.id else ""))
        self.said = line
        self._hear(lambda recorder: recorder.hear(line, id=self.id))

    def _typed(self) -> None:
        if not (line := self.tapped.fields.get("line", "").strip()):
            raise BadInput("nothing was typed")
        self._say(line)

    def _unseen(self, side: str, verb: str = "", line: str = "") -> None:
        """Says a hiding side's line: one that tells nothing as it stands, or what is typed where it is not shown,
        perhaps only what follows the verb."""
        line = line or self.tapped.fields.get("typed", "").strip()
        if not line:
            raise BadInput("nothing was typed")
        if verb and line.split()[0] != verb:
            line = f"{verb} {line}"
        self._hear(lambda recorder: recorder.say_unseen(side, line, id=self.id))

    def _end(self) -> None:
        """Says the line that was built."""
        self._say(self._unfinished(self.tapping).line)

    def _insist(self) -> None:
        why = self.tapped.fields.get("why", "")
        if not self.tapping.insists:
            raise BadInput("no line was refused on this phone just now")
        line = self.tapping.line

        def insisted(recorder: Recorder) -> None:
            recorder.refused = Refused(line)  # another phone of this side may have been refused something since
            recorder.insist(why, id=self.id)

        self._hear(insisted)

    def _undo(self) -> None:
        why = self.tapped.fields.get("why", "").strip()
        self._hear(lambda recorder: recorder.undo(quoted(why) if why else "", id=self.id))

    def _redo(self, at: str) -> None:
        def again(recorder: Recorder) -> None:
            found = next((line for line in recorder.redoing.some() if str(line.at) == at), None)
            if found is None:
                raise BadInput("that line does not wait any more")
            recorder.say_again(found, id=self.id)

        self._hear(again)

    def _note(self) -> None:
        words = self.tapped.fields.get("words", "").strip()
        secretly = f"{SECRETLY} " if self.tapped.fields.get("secretly") else ""
        if not words:
            raise BadInput("a note has words")
        self.said = f"note {secretly}{quoted(words)}"
        self._hear(lambda recorder: recorder.hear(self.said, id=self.id))

    # ---- what was written down wrong ----

    def _fix(self) -> None:
        """Begins to correct an entry: what was typed is said in its place, and what followed again."""
        entry, line = self.tapped.fields.get("entry", "").strip(), self.tapped.fields.get("line", "").strip()
        said = split(line, ())
        if not entry.isdecimal() or len(entry) > 9 or said is None:
            raise BadInput("an entry's number, as the record shows it, and what it should have been: 24, and 1254")
        why = self.tapped.fields.get("why", "").strip()
        self._mend(lambda mending: mending.begin(int(entry), said.in_words, why))

    def _decide(self, stop: str, word: str = "") -> None:
        """Decides about the line at which a correction stops, if it is still where it was tapped."""
        typed = word or self.tapped.fields.get("typed", "").strip()

        def decided(mending: Mending) -> Fixing:
            fixing = mending.resumed()
            if stop != str(fixing.plan.decisions):
                raise Stale
            mending.decide(fixing, typed)
            return fixing

        self._mend(decided)

    def _mend(self, does: Callable[[Mending], Fixing]) -> None:
        mending = self.table.mending(self.audience)
        with self.table.speaking(self.audience):
            fixing = mending.finish(does(mending), id=self.id)
        with folded_to(UNFOLDED):
            told = () if fixing.stop else tuple(map(unstyle, mending.came_to(fixing)))
        self.tapping = Tapping(told=told)

    def _give_up(self) -> None:
        with self.table.speaking(self.audience):
            self.tapping = Tapping(told=(self.table.mending(self.audience).give_up(),))

    # ---- answers ----

    def _asked(self, name: str) -> OpenQuestion:
        """The open question, which must be the one that was tapped. Raises BadInput."""
        asked = self.table.recorder(self.audience).now().question
        if asked is None or asked.name != name:
            raise BadInput("that is not asked now, and nothing was recorded: look again")
        return asked

    def _answer(self, name: str, word: str = "") -> None:
        self._asked(name)
        fields = self.tapped.fields
        if typed := "" if word else (fields.get("dice") or fields.get("typed") or "").strip():
            word_said = typed
        elif word:
            word_said = quote(word)
        else:
            raise BadInput("nothing was tapped or typed")
        self.said = f"{name} {word_said}"
        self._hear(lambda recorder: recorder.answer(self.said, id=self.id))

    def _usual(self, name: str) -> None:
        self._asked(name)
        self._hear(lambda recorder: recorder.enter(id=self.id))

    def _pick(self, name: str, word: str) -> None:
        asked = self._asked(name)
        if word not in asked.options:
            raise unknown(name, word, asked.options)
        self.tapping = with_pick(self.tapping, name, word, once=asked.kind != Order.KIND)

    def _pair(self, name: str, item: str, place: str) -> None:
        places = self._asked(name).places or {}
        if item not in places or place not in places[item]:
            raise BadInput(f"{item} cannot be put to {place} here")
        self.tapping = with_pair(self.tapping, name, item, place)

    def _done(self, name: str) -> None:
        asked = self._asked(name)
        picked = self.tapping.picked if self.tapping.question == name else ()
        self.said = answer_line(name, picked, pairs=asked.kind == Assign.KIND)
        self._hear(lambda recorder: recorder.answer(self.said, id=self.id))

    def _roll(self, name: str) -> None:
        if not self._asked(name).yours:
            raise BadInput("that is for the other side to draw")
        self._hear(lambda recorder: recorder.roll(id=self.id))

    def _row(self) -> None:
        """Records a row of a chart that was read out field by field: the one that is asked for, or that a refused line
        names. That line is offered again."""
        asked, waits = self.table.recorder(self.audience).now().question, self.tapping
        if asked is not None and asked.chart:
            chart, row = asked.chart, asked.row
        elif waits.unread:
            chart, row = self.unread = waits.unread
            self.said = waits.line
        else:
            raise BadInput("no row is asked for")
        fields = (field.name for field in fields_of(self.table.game.rules, chart))
        said = {name: self.tapped.fields.get(f"field-{name}", "").strip() for name in fields}
        line = row_line(chart, row, said, known=False)
        self._hear(lambda recorder: recorder.hear(line, id=self.id))
        if waits.unread and waits.line:
            self.tapping = Tapping(line=waits.line, late=True)

    # ---- half tapped ----

    def _verb(self, verb: str, side: str = "") -> None:
        self.table.game.rules.verb(verb)
        self.tapping = self.tapping.tapped(verb=verb, side=side, said={})

    def _begin(self, verb: str, side: str, act: str, value: str, name: str) -> None:
        """Begins a line with the unit or place that was tapped."""
        self._verb(verb, side)
        (self._head if act == "head" else self._value)(value, name)

    def _unfinished(self, tapping: Tapping) -> Unfinished:
        """The line that is being built, as far as it is tapped."""
        verb = self.table.game.rules.verb(tapping.verb)
        by = self.tapping.side or self.table.recorder(self.audience).side
        return unfinished(self.table.game, self.audience, verb, tapping.said, side=by)

    def _built(self, change: Callable[[Tapping], Tapping]) -> None:
        tapping = change(self.tapping)
        self._unfinished(tapping)  # raises Trouble for a name that nobody has heard of
        self.tapping = tapping

    def _value(self, name: str, word: str) -> None:
        verb = self.table.game.rules.verb(self.tapping.verb)
        self._built(partial(with_value, verb=verb, name=name, word=word))

    def _typed_value(self, name: str) -> None:
        self._value(name, self.tapped.fields.get("typed", "").strip())

    def _head(self, name: str, word: str) -> None:
        verb = self.table.game.rules.verb(self.tapping.verb)
        self._built(partial(with_head, verb=verb, name=name, word=word))

    def _want(self, name: str) -> None:
        self.tapping = self.tapping.tapped(wanted=name)

    def _drop(self) -> None:
        self.tapping = Tapping()

    def _back(self) -> None:
        self.tapping = self.tapping.back()

    def _about(self, name: str) -> None:
        """A unit or place was tapped on the map: it goes into what is being said, or its own is shown."""
        here = self.table.recorder(self.audience).now()
        asked = here.question
        if asked is not None:
            self._about_answer(asked, name)
            return
        if self.tapping.verb:
            line = self._unfinished(self.tapping)
            if line.unseen:
                return
            for value in line.values:
                if name in value.heads:
                    self._head(value.name, name)
                    return
                if name in value.offered or name in self.tapping.said.get(value.name, ()):
                    self._value(value.name, name)
                    return
            if self._named_at_all(line, name):
                return
        self.tapping = self.tapping.tapped(about=name)

    def _named_at_all(self, line: Unfinished, name: str) -> bool:
        """Takes a name that the rules do not offer, but a value of the line may have; whether there is one."""
        for value in line.values:
            if name in value.other_heads:
                self._head(value.name, name)
                return True
            if name in value.names:
                self._value(value.name, name)
                return True
        return False

    def _about_answer(self, asked: OpenQuestion, name: str) -> None:
        if asked.yours and name in asked.options and asked.kind in (OneOf.KIND, Draw.KIND):
            self._answer(asked.name, name)
        elif asked.yours and name in asked.options and asked.kind in (Some.KIND, Order.KIND):
            self._pick(asked.name, name)
        elif asked.yours and asked.kind == Assign.KIND and asked.places:
            placed = {*map(item_of, self.tapping.picked)} if self.tapping.question == asked.name else set()
            able = [item for item, places in asked.places.items() if name in places]
            free = [item for item in able if item not in placed]
            if free or len(able) == 1:
                self._pair(asked.name, (free or able)[0], name)

    # ---- looked at ----

    def _why(self, what: str = "") -> None:
        what = what or self.tapped.fields.get("what", "").strip()
        about = asked_about(self.table.game, what.split())
        with folded_to(UNFOLDED):
            lines = [unstyle(line) for line in reason_lines(self.table.game, about, self.audience or EVERYBODY)]
        self.tapping = self.tapping.but_told(*lines)

    def _unlock(self, side: str) -> None:
        if side not in self.table.closed() or self.audience not in (side, ""):
            raise BadInput("no passphrase is asked for here")
        self.table.unlock(side, self.tapped.fields.get("word", ""))
        self.tapping = Tapping()
