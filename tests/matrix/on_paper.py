"""A game that was recorded with what is hidden, as it is said where that lies on paper: what the record knew is
answered as the rules show it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from domain.games import rules_of
from domain.kernel.entries import Entry, standing
from domain.kernel.errors import Trouble
from domain.kernel.facts import Declared, Fact, Noted, SecretsOpened
from domain.kernel.game import Game
from domain.kernel.questions import Answer, Question, said
from domain.kernel.state import PAPER
from domain.kernel.table import Answers, Given
from replays.lines import split
from replays.notation import Writer, speak
from tests.matrix.games import Source, played
from tests.matrix.teller import Astray, by_hand

Knows = Callable[[Question[Any], Sequence[Fact], Any], str]
"""What the answer to a question on paper was: from what followed in the recorded game, and from where that stood."""


def named(question: Question[Any], state: Any) -> str:
    """The unit or place that a question is about."""
    return next(word for word in re.split("[ ,:]", question.words) if word in state.units or word in state.areas)


def at_once(after: Sequence[Fact]) -> Iterator[Fact]:
    """What followed before anything else was declared."""
    return takewhile(lambda fact: not isinstance(fact, Declared), after[1:])


def revealed(facts: Iterable[Fact]) -> dict[str, str]:
    """Units that came to light, and where."""
    return {fact.unit: fact.area for fact in facts if fact.TOPIC == "iwo.unit-revealed"}


def where(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    unit = named(question, state)
    return revealed(reversed(after)).get(unit) or str(state.units[unit].area)


def steps(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return str(
        next(fact.steps for fact in after if fact.TOPIC == "iwo.unit-revealed" and fact.unit == named(question, state))
    )


def caves(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    area = named(question, state)
    return str(sum(fact.caves for fact in at_once(after) if fact.TOPIC == "iwo.caves-revealed" and fact.area == area))


def those(question: Any, after: Sequence[Fact], state: Any) -> str:
    """Of the units that came to light by what was declared, those that can be meant."""
    found = {unit: area for unit, area in revealed(at_once(after)).items() if area in question.items.get(unit, ())}
    return ",".join(f"{unit}:{area}" for unit, area in found.items()) or "none"


def barred(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return "yes" if state.at(named(question, state), "jp") else "no"


def left(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return "yes" if any(unit.side == "jp" and unit.status == "concealed" for unit in state.units.values()) else "no"


def beachhead(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return str(next(fact.centre for fact in after if fact.TOPIC == "iph.beachhead-revealed"))


def close_in(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    lifted = next(fact for fact in after if fact.TOPIC == "iph.cover-lifted")
    return ",".join(ship for ship, box in lifted.boxes.items() if box == "close-in") or "none"


def exchanged(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return (
        "yes" if any(slip.kind == "exchange" and slip.says == (state.date,) for slip in state.slips.values()) else "no"
    )


def attempted(question: Question[Any], after: Sequence[Fact], state: Any) -> str:
    return next(slip.says[0] for slip in reversed(state.slips.values()) if slip.kind == "night-banzai")


KNOWS: Mapping[str, Mapping[str, Knows]] = {
    "iwo": {
        "where": where,
        "steps": steps,
        "caves": caves,
        "found": those,
        "entered": those,
        "marines": those,
        "barred": barred,
        "left": left,
    },
    "iph": {"reveal": beachhead, "uncover": close_in},
    "reef": {"exchanged": exchanged, "attempted": attempted},
}
"""What is asked on paper and was recorded, and where it is found."""


UNSAID: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "reef": {
        "buy": {"items": ""},
        "hide": {"pieces": {}, "hex": "", "what": "", "bought": ""}, "cloak": {"mmc": "", "pieces": {}},
        "exchange": {"date": ""}, "observer": {"hex": ""}, "night": {"attempt": ""},
    },
}  # fmt: skip
"""What of a declaration stands on paper instead: left out, or said to be none."""


@cache
def on_paper(system: str, name: str) -> Source:
    """A game that comes with wardiary and was recorded with what is hidden, as it is recorded where that lies on
    paper."""
    source = played(system, name)
    stands = standing(source.entries)
    paper: Game[Any] = Game(source_game(source).rules)
    paper.follow(paper.begin(source.began.but(hidden=PAPER, locks={})).entries)
    _Rewritten(source, stands, paper).write()
    return Source(name, tuple(paper.entries))


def source_game(source: Source) -> Game[Any]:
    """The game before it begins."""
    return Game(rules_of(source.began))


class _Rewritten:
    """A recorded game said again on paper; the recorded one follows, since it knows what was on the paper."""

    def __init__(self, source: Source, stands: Sequence[Entry], paper: Game[Any]) -> None:
        self.system = source.began.system
        self.stands, self.paper = stands, paper
        self.known = source_game(source)
        self.at = self.last = 0
        """Where it is told, and what was said last."""

    def write(self) -> None:
        begun = next(n for n, entry in enumerate(self.stands) if entry.ends) + 1
        self.known.follow(self.stands[:begun])
        for at in range(begun, len(self.stands)):
            self.at = at
            try:
                self._one(self.stands[at])
            except (Trouble, LookupError, StopIteration) as trouble:
                raise Astray(f"{trouble!r}: {self.stands[at]}; asked: {self.paper.waits}") from trouble
            self.known.follow([self.stands[at]])

    def _one(self, entry: Entry) -> None:
        fact = by_hand(entry.fact)
        if isinstance(fact, Answer):
            while self.paper.waits and self.paper.waits.name != fact.name:
                self._ask()
            if self.paper.waits:  # else the record alone asked for it
                self._answer(said(fact), fact.as_played)
                self.last = self.at
            return
        if entry.version != entry.of or isinstance(fact, SecretsOpened):
            return
        while self.paper.waits and isinstance(fact, Declared):
            self._ask()
        if isinstance(fact, Declared):
            text = Writer(self.paper).line([entry._replace(fact=fact.but(secret="", values=self._values(fact)))])
        elif isinstance(fact, Noted):
            text = Writer(self.paper).line([entry._replace(fact=fact.but(secret="", side=fact.secret or fact.side))])
        else:
            append = [other for other in self.stands if other.of == entry.of or other.version == entry.version]
            text = Writer(self.paper).line(append)
        line = split(text, self.paper.rules.sides)
        assert line is not None
        self.paper.follow(speak(self.paper, line).entries)
        self.last = self.at

    def _values(self, fact: Declared) -> dict[str, Any]:
        """What is said of a declaration on paper: not what is written down, and all that a slip says as it is
        opened."""
        unsaid = UNSAID.get(self.system, {}).get(fact.verb, {})
        values = {name: unsaid.get(name, value) for name, value in fact.values.items() if unsaid.get(name) != ""}
        opened = takewhile(lambda entry: entry.of == self.stands[self.at].version, self.stands[self.at :])
        says = [
            each.fact.says
            for each in opened
            if each.fact.TOPIC == "reef.slip-opened" and each.fact.slip == values.get("slip")
        ]
        return values | ({"says": list(says[0])} if says else {})

    def _answer(self, text: str, reason: str = "") -> None:
        assert self.paper.waits
        answers = Answers({self.paper.waits.name: deque([Given(text)])})
        self.paper.follow(self.paper.answer(answers, as_played=reason).entries)

    def _ask(self) -> None:
        """Answers what is asked on paper alone."""
        question = self.paper.pending()
        assert question is not None
        knows = KNOWS[self.system].get(question.name)
        if knows is None:
            raise LookupError(f"nobody knows {question.name}: {question.words}; {question.hint()}")
        self._answer(knows(question, [entry.fact for entry in self.stands[self.last :]], self.known.state))
