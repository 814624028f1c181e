"""Shipped games played again on phones, by taps alone, as the pages show them: no browser is needed.

python -m tests.web.fingers [SYSTEM[/GAME] …]     tells what had to be typed, and how many taps and keys it took
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from domain.games import SYSTEMS
from domain.kernel.entries import Entry
from domain.kernel.facts import BranchedFrom, Decided, Declared, GameBegan, PhaseBegan, Rolled, TakenBack
from domain.kernel.game import Game
from domain.kernel.questions import NOTHING, Answer, said
from domain.kernel.state import say
from domain.record.diary import Diary
from projections.shown import shown
from recording.going_on import onward
from recording.now import NEXT, OpenQuestion
from recording.recorder import Recorder
from replays import library
from replays.writer import Writer, appends
from tests import shipped
from tests.recording.taps import Tap as NamedTap
from tests.recording.taps import each
from tests.recording.taps import taps as names_of
from web.controls import Button
from web.hand import Hand, Tapped
from web.panel import Panel
from web.served_game import ServedGame
from web.tapping import Tapping
from web.taps import act_and_words, tap


@dataclass
class Counted:
    """What playing took."""

    taps: int = 0
    letters: int = 0
    """Letters and digits typed into fields; dice on the pad are taps."""
    noted: int = 0
    """Letters of notes, which are typed in either place, and what sends them."""
    keys: int = 0
    """Keys of the same at the prompt, without Tab: the line and Enter."""
    declared: int = 0
    typed: list[str] = field(default_factory=list)
    """The declarations that had to be typed."""
    hidden: list[str] = field(default_factory=list)
    """Those that were tapped among all names, not among what was offered."""


class Missing(Exception):
    """A page shows nothing to be tapped for this."""


class Fingers:
    """The phones of all sides at one table."""

    def __init__(self, game: Game[Any], folder: Path) -> None:
        self.whole = game
        self.diary = Diary(folder / "taps.db", "tests")
        began = game.entries[0].fact
        assert isinstance(began, GameBegan)
        made = self.diary.new(game.rules.code, "taps", began)
        self.table = ServedGame(self.diary, made.id, "taps", ThreadPoolExecutor(1))
        self.table.open()
        self.counted = Counted()

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @cached_property
    def places(self) -> frozenset[str]:
        """The places of the map, which are tapped there."""
        scene = shown(self.whole.rules.code).scene(self.whole.seen_by("umpire"))
        return frozenset(cell.name for cell in scene.cells) if scene else frozenset()

    def panel(self, audience: str) -> Panel:
        return self.table.panel(audience, self.table.phone(audience or "all"))

    def tap(self, audience: str, sent: str, **fields: str) -> None:
        """Taps on one phone. Raises Missing if it is refused."""
        self.counted.taps += 1
        Hand(self.table, audience or "all", audience).carry_out(
            Tapped.of({"tap": sent, "at": str(self.game.version), **fields})
        )
        if refused := self.tapping(audience).refused:
            raise Missing(f"{sent}: {refused}")

    # ---- what a phone shows ----

    def tapping(self, audience: str) -> Tapping:
        return self.table.phone(audience or "all").tapping

    def forget(self, audience: str) -> None:
        """Drops what is half tapped."""
        self.table.phone(audience or "all").tapping = Tapping()

    def must_confirm(self, audience: str) -> bool:
        """Whether the line that was said waits to be confirmed, because it ends phases."""
        return bool(self.tapping(audience).phases)

    def has_field(self, audience: str, sent: str) -> bool:
        """Whether a field is shown for this."""
        return any(one.tap == sent for one in self.panel(audience).choices)

    def asked(self, audience: str) -> OpenQuestion:
        """The open question."""
        asked = self.table.recorder(audience).now().question
        assert asked is not None
        return asked

    def shown(self, audience: str, *, folded: bool = True) -> Iterator[Button]:
        """All buttons of a phone; those folded away cost a tap more."""
        here = self.panel(audience)
        for one in here.choices:
            if folded or not one.folded:
                yield from one.buttons
        if folded:
            yield from (button for one in here.choices for button in one.others)
            yield from (button for one in here.beside for button in (*one.buttons, *one.others))

    def finds(self, audience: str, sent: str) -> bool:
        """Whether a button is shown, and what unfolds it is tapped."""
        if any(button.tap == sent for button in self.shown(audience, folded=False)):
            return True
        if any(button.tap == sent for button in self.shown(audience)):
            self.counted.taps += 1
            return True
        return False

    # ---- whole games ----

    def play(self, upto: int | None = None) -> Counted:
        """Plays a game, or its beginning, and compares every state with the recorded one."""
        for append in list(appends(self.whole.entries))[1:]:
            if upto is not None and append[-1].version > upto:
                break
            self.append(append)
        return self.counted

    def append(self, append: list[Entry]) -> None:
        """Plays what one line recorded."""
        first = append[0].fact
        line = Writer(self.game).line(append)
        self.counted.keys += len(line.strip()) + 1
        before = self.game.version
        if isinstance(first, Declared):
            self.counted.declared += 1
            self.declare(append[0], self._as_tapped(first, append))
        elif not isinstance(first, Answer):
            self.type(self._speaker(append), line)
        for number, entry in enumerate(append):
            if isinstance(entry.fact, Answer) and len(self.game.entries) - before <= number:  # a pass answers itself
                self.answer(entry.fact)
        new = [_bare(entry.fact) for entry in self.game.entries[before:]]
        recorded = [_bare(entry.fact) for entry in append]
        assert new == recorded, f"{line}: {next(pair for pair in zip_longest(new, recorded) if pair[0] != pair[1])}"

    def _as_tapped(self, declared: Declared, append: list[Entry]) -> Declared:
        """A declaration as it is tapped. Where `next` alone would go past empty phases, it is said where to."""
        began = [entry.fact.phase for entry in append if isinstance(entry.fact, PhaseBegan)]
        if declared.verb != NEXT or declared.values or not began or self.game.rules.play.as_it_stands:
            return declared
        audience = declared.side if declared.side in self.game.rules.sides else ""
        if onward(self.game, audience) == NEXT:
            return declared
        return declared.model_copy(update={"values": {"to": began[-1]}})

    def _speaker(self, append: list[Entry]) -> str:
        side = getattr(append[0].fact, "side", "") or getattr(append[0].fact, "secret", "")
        return side if side in self.game.rules.sides else ""

    def type(self, audience: str, line: str) -> None:
        self.counted.letters += len(line.strip())
        self.counted.noted += len(line.strip()) + 1 if " note " in f" {line} " else 0
        self.tap(audience, "typed", line=line)

    def unseen(self, audience: str, sent: str, words: str) -> None:
        """Types what the others on the phone may not read."""
        self.counted.letters += len(words.strip())
        self.tap(audience, sent, typed=words.strip())

    # ---- declarations ----

    def declare(self, entry: Entry, declared: Declared) -> None:
        """Declares by taps; types what no page offers."""
        line = Writer(self.game).line([entry])
        start = self.counted.taps
        if declared.verb in self.game.rules.play.as_it_stands:  # a line of paper is typed, with taps that write names
            self.type(self._speaker([entry]), line)
            return
        audience = declared.side if declared.side in self.game.rules.sides else ""
        try:
            assert not declared.as_played, "insisted"
            if not self._as_line(audience, declared):
                self._built(audience, declared)
        except (Missing, AssertionError) as missing:
            self.counted.typed.append(f"{entry.version} {line}: {missing}")
            self.counted.taps = start
            self.forget(audience)
            self.type(audience, line)
        if self.must_confirm(audience):
            self.tap(audience, "confirm")

    def _as_line(self, audience: str, declared: Declared) -> bool:
        """Taps a whole line that says exactly this, if one is shown."""
        for button in self.shown(audience, folded=False):
            act, *words = act_and_words(button.tap)
            if act == "say" and self._says(words[0], declared):
                self.tap(audience, button.tap)
                return True
        return False

    def _says(self, line: str, declared: Declared) -> bool:
        return line in (
            Writer(self.game).line([Entry(0, 0, declared)]),
            declared.verb if not declared.values else "",
        )

    def _built(self, audience: str, declared: Declared) -> None:
        verb = self.game.rules.verb(declared.verb)
        begin = next(
            (one for side in (declared.side, "") if self.finds(audience, one := tap("verb", verb.name, side))), ""
        )
        if not begin:
            raise Missing("the verb is not shown")
        self.tap(audience, begin)
        if sent := self._unseen(audience, verb.name):
            words = Writer(self.game).line([Entry(0, 0, declared)]).partition(f"{verb.name} ")[2]
            if words.strip():
                self.unseen(audience, sent, words)
            else:
                self.tap(audience, f"{sent}/{verb.name}")
            return
        left = list(names_of(verb, declared.values))
        if self._as_line(audience, declared):
            return
        while left:
            self._value(audience, declared, left)
            if left and self._as_line(audience, declared):
                return
        ends = next((button for button in self.shown(audience) if button.tap == "end"), None)
        if ends is None:
            raise Missing("the line cannot be said yet")
        self.tap(audience, "end")

    def _unseen(self, audience: str, verb: str) -> str:
        """What says the rest of a line unseen, on a phone that the other side sees; "" where it is tapped."""
        taps = (tap("unseen", side, verb) for side in self.game.rules.sides)
        shown = {button.tap for button in self.shown(audience)}
        return next((sent for sent in taps if f"{sent}/{verb}" in shown or self.has_field(audience, sent)), "")

    def _value(self, audience: str, declared: Declared, left: list[NamedTap]) -> None:
        """Taps one of the names left, best one that is shown."""
        first = left[0]
        alike = [one for one in left if one.parameter is first.parameter and one.head == first.head]
        for one in alike if not first.parameter.grouped else [first]:
            sent = tap("head" if one.head else "value", one.parameter.name, one.word)
            if self.finds(audience, sent):
                self.tap(audience, sent)
                left.remove(one)
                return
        sent = tap("place", first.word)
        if first.word in self.places:
            self.tap(audience, sent)
            left.remove(first)
            return
        sent = tap("typed-value", first.parameter.name)
        if self.has_field(audience, sent):
            self.counted.letters += len(first.word)
            self.tap(audience, sent, typed=first.word)
            left.remove(first)
            return
        raise Missing(f"{first.parameter.name} {first.word}")

    # ---- answers ----

    def answer(self, fact: Answer) -> None:
        """Answers the open question by taps."""
        waits = self.game.waits
        assert waits is not None, f"nothing is asked, but {fact} was answered"
        side = waits.by if waits.by in self.game.rules.sides else ""
        audience = side or self._looking()
        asked = self.asked(audience)
        words = said(fact)
        name = asked.name
        if isinstance(fact, Rolled) and asked.kind == "dice":
            self.counted.taps += len(words.replace(",", "")) - 1  # the last die sends them
            self.tap(audience, tap("answer", name), dice=words)
            return
        if isinstance(fact, Decided) and isinstance(fact.value, (list, Mapping)) and asked.kind != "one of":
            self._several(audience, name, fact, asked.kind)
            return
        sent = tap("answer", name, words)
        if any(button.tap == sent for button in self.shown(audience)):
            self.tap(audience, sent)
        elif tap("usual", name) in [button.tap for button in self.shown(audience)] and asked.usual == words:
            self.tap(audience, tap("usual", name))
        else:
            self.counted.letters += len(words)
            self.tap(audience, tap("answer", name), typed=words)

    def _several(self, audience: str, name: str, fact: Decided, kind: str) -> None:
        value: Any = fact.value
        usual = tap("usual", name)
        asked = self.asked(audience)
        if asked.usual == said(fact) and usual in [button.tap for button in self.shown(audience)]:
            self.tap(audience, usual)
            return
        if isinstance(value, Mapping):
            for item, place in value.items():
                self.tap(audience, tap("pair", name, item, say(place)))
        else:
            one = tap("answer", name, value[0] if value else NOTHING)
            if len(value) < 2 and one in [button.tap for button in self.shown(audience)]:
                self.tap(audience, one)
                return
            for item in value:
                self.tap(audience, tap("pick", name, item))
        self.tap(audience, tap("done", name))

    def _looking(self) -> str:
        """Whose phone answers what nobody's side is asked: that of the phase's side."""
        recorder: Recorder = self.table.recorder("")
        return recorder.now().side or next(iter(self.game.rules.sides))


def _bare(fact: Any) -> Any:
    """A fact as far as playing it again must give the same: without who rolled, and how its values were written."""
    if isinstance(fact, Declared):
        return fact.verb, fact.side, fact.as_played
    plain = fact.model_dump(exclude={"source", "said_by"} if isinstance(fact, Answer) else set())
    return fact.TOPIC, _one_by_one(plain)


def _one_by_one(value: Any) -> Any:
    """A value with lists in which `6-6-8x3` stands as three."""
    if isinstance(value, Mapping):
        return {key: _one_by_one(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [part for one in value for part in (each(one) if isinstance(one, str) else [_one_by_one(one)])]
    return value


def plays_on(game: Game[Any]) -> bool:
    """Whether a game's entries can be said again one after the other, without take-backs and branches."""
    return not any(isinstance(entry.fact, TakenBack | BranchedFrom) for entry in game.entries)


def main(names: list[str]) -> None:
    """Plays games, and tells what it took."""
    totals: Counter[str] = Counter()
    for name in names or list(SYSTEMS):
        system, _, wanted = name.partition("/")
        for game in [wanted] if wanted else library.played_games(system):
            with tempfile.TemporaryDirectory() as folder:
                fingers = Fingers(shipped.played(system, game), Path(folder))
                try:
                    fingers.play()
                except (Missing, AssertionError) as stopped:
                    print(f"{system}/{game}: stopped at {fingers.game.version}: {stopped}")
                done = fingers.counted
            for line in done.typed:
                print(f"{system}/{game}: typed {line}")
            print(
                f"{system}/{game}: {done.declared} declarations, {len(done.typed)} typed; {done.taps} taps and "
                f"{done.letters} letters for {done.keys} keys"
            )
            totals.update(declared=done.declared, typed=len(done.typed))
    print(dict(totals))


if __name__ == "__main__":
    main(sys.argv[1:])
