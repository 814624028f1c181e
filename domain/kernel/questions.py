"""The closed set of questions a rule may ask.

Every kind knows how its answer is written (`read`, `say`), what is wrong with an answer (`refuse`), how a stored answer
is read (`restore`), and a legal answer for the random player (`sample`). So prompt, text form, random player and cases
are written once per kind, and a new rule needs none of them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

from domain.kernel.errors import BadInput, unknown
from domain.kernel.facts import Decided, Drawn, Fact, Modifier, Purpose, Rolled
from domain.kernel.limits import COUNT, DICE, LIST
from domain.kernel.plain import COUNTED, EVERYBODY, NO, NOBODY, YES, without_fillers
from domain.kernel.runs import apart, names_listed
from domain.kernel.state import say
from domain.kernel.strict import whole

T = TypeVar("T")
K = TypeVar("K")

DICE_AND_COMMAS = frozenset("0123456789,")

MISSING = 6
"""Maximum number of missing names that a refusal lists."""

NOTHING = "none"
"""The text form of an empty answer, whatever the question's kind."""


class Chance(Protocol):
    """The part of a random source that `sample` uses; `random.Random` fits. The rules never hold a random source."""

    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: Any) -> Any: ...
    def sample(self, population: Any, k: int) -> list[Any]: ...
    def random(self) -> float: ...


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
def question(kind: type[K]) -> type[K]:
    """A dataclass whose fields nobody sets again, as type checkers see to. Python does not: it would take three times
    as long to make one, and every step of the rules makes questions, most of which leave no choice."""
    return dataclass(kw_only=True, eq=False, repr=False)(kind)


@question
class Question(ABC, Generic[T]):
    """A question of the rules: its words and its rule.

    `purpose` says what dice or a card are for; by default it is the question's name. `secret` names the only side that
    may see the answer. `shown_to` names the only side that may see the options of a public answer.

    `check` returns what is wrong with an answer of the right shape, in words ("" if nothing). A table may insist on
    such an answer; the record then says so. `barred` yields the rules that keep a name from being an option, each with
    its reason. `names` is the kind of names the options are, if the options do not show it: the table may insist on any
    other name of that kind.
    """

    name: str
    by: str
    """Who is asked: a side ("us", "jp"), or what is nobody's, as "deck"."""
    rule: str
    words: str
    purpose: Purpose | None = None
    secret: str = ""
    shown_to: str = ""
    default: T | None = None
    typed_on: T | None = None
    """The answer of whoever says the next line instead; None if the question waits."""
    check: Callable[[T], str] | None = None
    sampler: Callable[[Chance], T] | None = None
    barred: Callable[..., Iterable[tuple[str, str]]] | None = None
    names: str = ""
    KIND: ClassVar[str] = ""

    @abstractmethod
    def read(self, text: str) -> T:
        """The answer in a text. Raises BadInput if it cannot be understood."""

    def say(self, value: T) -> str:
        """The text form of an answer; `read` gives it back."""
        return say(value)

    def goes_on(self, text: str, word: str) -> bool:
        """Whether the next bare word belongs to the same answer as the text before it."""
        return False

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """Bare words as typed, split into (answers to this question, words left for later questions).

        Fillers are dropped.
        """
        words = without_fillers(words, (self.name, self.words))
        most = next((n for n in range(len(words), 1, -1) if self.is_answer(" ".join(words[:n]))), 1)
        return [" ".join(words[:most])], list(words[most:])

    def is_answer(self, text: str) -> bool:
        """Whether a text is one of the answers that fit the options."""
        try:
            return not self.misfit(self.read(text))
        except BadInput:
            return False

    def restore(self, stored: Any) -> T:
        """The answer in its stored JSON form."""
        return stored  # type: ignore[no-any-return]

    def misfit(self, value: T) -> str:
        """The reason why an answer does not fit the question's own options; "" if it fits."""
        return ""

    def refuse(self, value: T) -> str:
        """The reason why an answer is against the rule; "" if it is not."""
        return self.misfit(value) or (self.check(value) if self.check else "")

    def beyond(self, value: T) -> tuple[tuple[str, ...], ...]:
        """The parts of the answer that are not among the options: each a name, or a pair of names.

        Empty if there are no options.
        """
        return ()

    def objection(self, value: T) -> tuple[str, str] | None:
        """(rule, why) for an answer that is against a rule, else None."""
        if self.barred:
            for words in self.beyond(value):
                for rule, why in self.barred(*words):
                    return rule, why
        why = self.refuse(value)
        return (self.rule, why) if why else None

    def respelled(self, value: T, spell: Callable[[str, tuple[str, ...]], str]) -> T:
        """The answer with every name outside the options replaced by `spell(name, options)`."""
        return value

    def impossible(self, value: T) -> str:
        """The reason why no table can have had this answer, whatever it insists on; "" if it can."""
        return ""

    def passing(self) -> T | None:
        """The answer that does nothing, which a standing pass gives; None if there is none."""
        return self.default

    def sample(self, chance: Chance) -> T:
        """A random legal answer. Raises BadInput if none is found."""
        if self.sampler:
            return self.sampler(chance)
        for _ in range(60):
            value = self.pick(chance)
            if not self.refuse(value):
                return value
        if self.default is not None and not self.refuse(self.default):
            return self.default
        raise BadInput(f"no legal answer was found for {self.name}: {self.words}")

    @abstractmethod
    def pick(self, chance: Chance) -> T:
        """A random answer that fits the options. `check` may still refuse it."""

    def answered(self, value: T, source: str, as_played: str) -> Fact:
        """The fact that records this answer."""
        plain = list(value) if isinstance(value, tuple) else value
        return Decided(
            rule=self.rule, name=self.name, side=self.by, value=plain, as_played=as_played, secret=self.secret
        )

    def purposed(self) -> Purpose:
        """The purpose of the answer."""
        return self.purpose or Purpose(kind=self.name)

    def hint(self) -> str:
        """A few words on how to answer."""
        return ""


class Spared(Question[str]):
    """A question that the rules do not put. Only an answer that says nothing agrees with it."""

    def read(self, text: str) -> str:
        return "" if text.casefold() in NOBODY | NO else text

    def pick(self, chance: Chance) -> str:
        return ""


def _words(name: str, text: str, options: Sequence[str] = ()) -> tuple[str, ...]:
    words = () if text.strip(",") in (NOTHING, "") else tuple(names_listed(text, options))
    if len(words) > LIST:
        raise BadInput(f"{name}: {len(words)} values; {LIST} is the most")
    return words


def _known(kind: str, words: tuple[str, ...], options: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_like(kind, word, options) for word in words)


def _like(kind: str, word: str, options: tuple[str, ...]) -> str:
    """The option as it is spelled; case does not matter if it names only one.

    Other words are returned as they are, for `misfit`.
    """
    if word in options:
        return word
    same = {o for o in options if o.casefold() == word.casefold()}  # a cup may hold several alike
    return same.pop() if len(same) == 1 else word


def _closed_up(text: str, names: Iterable[str]) -> str:
    """A text with names of several words closed up: `East Cliffs:1` becomes `EastCliffs:1`.

    If a part is itself a known name, nothing is closed up.
    """
    known = dict.fromkeys(names)
    for name in known:
        parts = re.findall(r"[A-Z][a-z]+", name)
        if len(parts) > 1 and "".join(parts) == name and not any(part in known for part in parts):
            text = re.sub(rf"(?<![\w-])[\"']?{' +'.join(parts)}[\"']?(?![\w-])", name, text, flags=re.IGNORECASE)
    return text


def _in_a_list(words: list[str], options: Sequence[str]) -> tuple[list[str], list[str]]:
    """Bare names joined to one list, and the words after them.

    The words after them begin with digits that are no option: dice.
    """
    n = next(
        (n for n, word in enumerate(words) if n and word.replace(",", "").isdecimal() and word not in options),
        len(words),
    )
    return [",".join(apart(words[:n], options))], words[n:]


def not_open(value: str, options: Iterable[str]) -> str:
    """The refusal of a value that is not among the options."""
    among = ", ".join(options)
    return f"{value} cannot be chosen here; {f'one of {among}' if among else 'nothing can'}"


def _missing(options: Sequence[str], value: Sequence[str], least: int) -> str:
    """The names still missing from an answer that must name all options, as the end of a refusal; "" if they are too
    many.
    """
    left = [option for option in options if option not in value]
    return (
        f": {', '.join(left)} {'is' if len(left) == 1 else 'are'} missing"
        if least == len(options) and 0 < len(left) <= MISSING
        else ""
    )


@question
class OneOf(Question[str]):
    """One of the options. "none" is an option like any other, if the rule allows it.

    The beginning of an option is enough if only one fits. A single digit is never a beginning, because it may be a die
    that was said too early. A longer number is one if it is the whole first part of an option: `2124` for the way
    `2124-2223`.
    """

    options: tuple[str, ...]
    KIND: ClassVar[str] = "one of"

    def read(self, text: str) -> str:
        word = _like(self.name, text, self.options)
        if word in self.options or not text or (text.isdecimal() and len(text) == 1):
            return word
        if text.casefold() in NOBODY and NOTHING in self.options:
            return NOTHING
        begins = [
            option for option in self.options if option.casefold().startswith(text.casefold() + "-" * text.isdecimal())
        ]
        return begins[0] if len(begins) == 1 else word

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        own, left = super().apart(words)
        several = names_listed(own[0], self.options) if own[0] not in self.options else own
        return (several, left) if len(several) > 1 and set(several) <= set(self.options) else (own, left)

    def misfit(self, value: str) -> str:
        if value in self.options:
            return ""
        return (
            f"one of {', '.join(self.options)} has to be named" if value == NOTHING else not_open(value, self.options)
        )

    def beyond(self, value: str) -> tuple[tuple[str, ...], ...]:
        return () if value in self.options else ((value,),)

    def respelled(self, value: str, spell: Callable[[str, tuple[str, ...]], str]) -> str:
        return value if value in self.options else spell(value, self.options)

    def passing(self) -> str | None:
        return NOTHING if NOTHING in self.options else self.default

    def pick(self, chance: Chance) -> str:
        return chance.choice(self.options)  # type: ignore[no-any-return]

    def hint(self) -> str:
        return " | ".join(self.options)


class YesNo(Question[bool]):
    """Yes or no."""

    KIND: ClassVar[str] = "yes or no"

    def read(self, text: str) -> bool:
        if text.casefold() in YES:
            return True
        if text.casefold() in NO:
            return False
        raise BadInput(f"{self.name}: yes or no, not {text!r}")

    def passing(self) -> bool | None:
        return bool(self.default)

    def pick(self, chance: Chance) -> bool:
        return chance.random() < 0.5

    def hint(self) -> str:
        return "yes | no"


@question
class Number(Question[int]):
    """A whole number within bounds."""

    least: int = 0
    most: int = 99
    KIND: ClassVar[str] = "number"

    def read(self, text: str) -> int:
        try:
            value = COUNTED[text.casefold()] if text.casefold() in COUNTED else whole(text)
        except ValueError:
            raise BadInput(f"{self.name}: a number from {self.least} to {self.most}, not {text!r}") from None
        if abs(value) > max(self.most, COUNT):  # even if the table insists
            raise BadInput(f"{self.name}: a number from {self.least} to {self.most}, not {text}")
        return value

    def misfit(self, value: int) -> str:
        return "" if self.least <= value <= self.most else f"{value} is not between {self.least} and {self.most}"

    def pick(self, chance: Chance) -> int:
        return chance.randint(self.least, self.most)

    def hint(self) -> str:
        return f"{self.least} to {self.most}"


@question
class Some(Question[tuple[str, ...]]):
    """Some of the options, between `least` and `most` of them, in any order."""

    options: tuple[str, ...]
    least: int = 0
    most: int = 99
    KIND: ClassVar[str] = "some of"

    def read(self, text: str) -> tuple[str, ...]:
        if text.casefold() in NOBODY and text not in self.options:
            return ()
        if text.casefold() in EVERYBODY and text not in self.options:
            return self.options
        return _known(self.name, _words(self.name, text, self.options), self.options)

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return _in_a_list(without_fillers(words, (self.name, self.words)), self.options)

    def restore(self, stored: Any) -> tuple[str, ...]:
        return tuple(stored)

    def misfit(self, value: tuple[str, ...]) -> str:
        for item in value:
            if item not in self.options:
                return not_open(item, self.options)
        if len(set(value)) < len(value):
            return "each may be named once"
        if not self.least <= len(value) <= self.most:
            how_many = (
                str(self.least) if self.least == self.most else f"{self.least} to {min(self.most, len(self.options))}"
            )
            return (
                f"{how_many} of {', '.join(self.options)}, not {len(value)}{_missing(self.options, value, self.least)}"
            )
        return ""

    def beyond(self, value: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return tuple((item,) for item in value if item not in self.options)

    def respelled(self, value: tuple[str, ...], spell: Callable[[str, tuple[str, ...]], str]) -> tuple[str, ...]:
        return tuple(item if item in self.options else spell(item, self.options) for item in value)

    def pick(self, chance: Chance) -> tuple[str, ...]:
        most = min(self.most, len(self.options))
        return tuple(chance.sample(self.options, chance.randint(min(self.least, most), most)))

    def hint(self) -> str:
        return f"some of {','.join(self.options)}" + ("" if self.least else f", or {NOTHING}")


@question
class Order(Question[tuple[str, ...]]):
    """All of the items, each once, in an order."""

    items: tuple[str, ...]
    KIND: ClassVar[str] = "order"

    def read(self, text: str) -> tuple[str, ...]:
        return _known(self.name, _words(self.name, text, self.items), self.items)

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return _in_a_list(without_fillers(words, (self.name, self.words)), self.items)

    def restore(self, stored: Any) -> tuple[str, ...]:
        return tuple(stored)

    def misfit(self, value: tuple[str, ...]) -> str:
        if sorted(value) == sorted(self.items):
            return ""
        if stranger := next((item for item in value if item not in self.items), ""):
            return not_open(stranger, self.items)
        twice = next((item for item in value if value.count(item) > self.items.count(item)), "")
        wrong = f"; {twice} stands twice" if twice else _missing(self.items, value, len(self.items))
        return f"each of {', '.join(self.items) or 'nobody'} once{wrong}"

    def beyond(self, value: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return tuple((item,) for item in value if item not in self.items)

    def respelled(self, value: tuple[str, ...], spell: Callable[[str, tuple[str, ...]], str]) -> tuple[str, ...]:
        return tuple(item if item in self.items else spell(item, self.items) for item in value)

    def pick(self, chance: Chance) -> tuple[str, ...]:
        return tuple(chance.sample(self.items, len(self.items)))

    def hint(self) -> str:
        return f"{','.join(self.items) or NOTHING} in any order"


@question
class Assign(Question[Mapping[str, str]]):
    """Some of the items, each to one of its own options: `INF1:MOT,MG1:IN1`, or by option `MOT:INF1,INF2;IN1:MG1`.

    `grouped` selects the form that answers are written in. Both forms are read.
    """

    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    least: int = 0
    most: int = 999
    grouped: bool = False
    KIND: ClassVar[str] = "pairs"

    def read(self, text: str) -> Mapping[str, str]:
        answer = self._read(text)
        if self.beyond(answer) and not any(self._is_read_back(answer, form) for form in (True, False)):
            raise BadInput(f"{self.name}: {text} can be meant in several ways; pairs like {self._example()}")
        return answer

    def _read(self, text: str) -> Mapping[str, str]:
        if text.casefold() in NOBODY or not text:
            return {}
        text = self._joined(_closed_up(text, (*self.items, *self.targets()))) if " " in text else text
        able = [item for item, options in self.items.items() if options]
        if len(able) == 1 and _like(self.name, text, self.items[able[0]]) in self.items[able[0]]:
            return {able[0]: _like(self.name, text, self.items[able[0]])}  # only one can be meant
        _words(self.name, text.replace(";", ","))
        options = self.targets()
        answer: dict[str, str] = {}
        for group in text.split(";"):
            pairs: list[tuple[str, list[str]]] = []
            for word in group.split(","):
                match word.split(":"):
                    case [head, tail] if head and tail:
                        pairs.append((head, [tail]))
                    case [member] if member and pairs:
                        pairs[-1][1].append(member)
                    case _:
                        raise BadInput(f"{self.name}: pairs like {self._example()}, not {word!r}")
            for head, members in pairs:
                item = _like(self.name, head, tuple(self.items))
                is_group = _like(self.name, head, options) in options and (self.grouped or item not in self.items)
                if len(members) == 1 and not is_group:
                    found = [(item, _like(self.name, members[0], self.items.get(item, options)))]
                else:
                    option = _like(self.name, head, options)
                    found = [(_like(self.name, member, tuple(self.items)), option) for member in members]
                for item, option in found:
                    if item in answer:
                        raise BadInput(f"{self.name}: {item} stands twice")
                    answer[item] = option
        return answer

    def _joined(self, text: str) -> str:
        """The same answer with separators, if its names stand bare: `INF1 MOT MG1 IN1`, `MOT: INF1 INF2; IN1: MG1`."""
        words = without_fillers(text.split(), (self.name, self.words))
        if ":" in text:
            ends = [word[-1:] in ",:;" or behind[:1] in ",:;" for word, behind in pairwise(words)]
            return "".join(word + ("" if joins else ",") for word, joins in zip(words, [*ends, True], strict=True))
        if len(words) % 2:
            return ",".join(words)
        return ",".join(f"{item}:{option}" for item, option in zip(words[::2], words[1::2], strict=True))

    def goes_on(self, text: str, word: str) -> bool:
        return not word.isdecimal() and ("=" not in word)

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return [" ".join(words)], []

    def _example(self) -> str:
        for item, options in self.items.items():
            if options:
                return f"{options[0]}:{item}" if self.grouped else f"{item}:{options[0]}"
        return NOTHING

    def say(self, value: Mapping[str, str]) -> str:
        return _pairs(value, self._is_grouped(value))

    def _is_grouped(self, value: Mapping[str, str]) -> bool:
        """Whether an answer is written by option: as the question says, unless that form would be read as another
        answer.
        """
        return self.grouped if self._is_read_back(value, self.grouped) else not self.grouped

    def _is_read_back(self, value: Mapping[str, str], grouped: bool) -> bool:
        """Whether an answer that is written in a form would be read as the same, in the same order."""
        try:
            return list(self._read(_pairs(value, grouped)).items()) == list(value.items())
        except BadInput:
            return False

    def answered(self, value: Mapping[str, str], source: str, as_played: str) -> Fact:
        return super().answered(value, source, as_played).but(grouped=self._is_grouped(value))

    def restore(self, stored: Any) -> Mapping[str, str]:
        return dict(stored)

    def misfit(self, value: Mapping[str, str]) -> str:
        for item, option in value.items():
            if item not in self.items:
                return not_open(item, self.items)
            if option not in self.items[item]:
                return f"{item} cannot go to {option}" + (
                    f", only to {', '.join(self.items[item])}" if self.items[item] else ""
                )
        if len(value) > self.most:
            return f"at most {self.most} may be named, not {len(value)}"
        if len(value) < self.least:
            able = [item for item, options in self.items.items() if options]
            every = "all of them have to be named" if self.least == len(able) else f"{self.least} have to be named"
            return f"{every}, not {len(value)}{_missing(able, tuple(value), self.least)}"
        return ""

    def beyond(self, value: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        return tuple((item, option) for item, option in value.items() if option not in self.items.get(item, ()))

    def respelled(self, value: Mapping[str, str], spell: Callable[[str, tuple[str, ...]], str]) -> Mapping[str, str]:
        items, targets = tuple(self.items), self.targets()
        return {
            item if item in items else spell(item, items): option if option in targets else spell(option, targets)
            for item, option in value.items()
        }

    def targets(self) -> tuple[str, ...]:
        """All options of all items, without duplicates."""
        return tuple(dict.fromkeys(option for options in self.items.values() for option in options))

    def pick(self, chance: Chance) -> Mapping[str, str]:
        open_items = [item for item, options in self.items.items() if options]
        most = min(self.most, len(open_items))
        chosen = chance.sample(open_items, chance.randint(min(self.least, most), most))
        return {item: chance.choice(self.items[item]) for item in open_items if item in chosen}

    def hint(self) -> str:
        able = {item: options for item, options in self.items.items() if options}
        if not able:
            return f"{NOTHING}: nobody can be named here"
        if len(able) > 2 and len(set(able.values())) == 1:  # all can go to the same places
            some = f"{', '.join(able)} to {', '.join(next(iter(able.values())))}"
        else:
            some = "; ".join(f"{item}: {','.join(options)}" for item, options in able.items())
        return f"{some}; like {self._example()}" + ("" if self.least else f", or {NOTHING}")


@question
class Roll(Question[tuple[int, ...]]):
    """Dice rolled at the table, written without separators as they lie: `66512`.

    They may also come in groups, `665 12`, until the number of dice is complete.
    """

    count: int = 1
    sides: int = 6
    terms: tuple[Modifier, ...] = ()
    """The terms that make up the number of dice, or modify the roll, if it is calculated."""
    KIND: ClassVar[str] = "dice"

    def __post_init__(self) -> None:
        if self.count > DICE:
            raise BadInput(f"{self.words}: {DICE} dice are the most; does a chart say a rating that is not printed?")

    def read(self, text: str) -> tuple[int, ...]:
        if text in (NOTHING, ""):
            return ()
        return tuple(int(face) for group in text.split() or [text] for face in self._faces(group))

    def _faces(self, group: str) -> list[str]:
        faces = [
            face
            for part in group.split(",")
            if part
            for face in (part.split("+") if "+" in part else part if self.sides < 10 else [part])
        ]
        if not faces or not all(face.isdecimal() and len(face) < 4 for face in faces):
            raise BadInput(f"{self.name}: {self.hint()}, not {group!r}")
        return faces

    def say(self, value: tuple[int, ...]) -> str:
        return _dice(value, self.sides)

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return list(words[:1]), list(words[1:])

    def is_dice(self, text: str) -> bool:
        """Whether a text is dice, even if they are too many or too few."""
        return bool(text) and set(text) <= DICE_AND_COMMAS

    def goes_on(self, text: str, word: str) -> bool:
        return self.is_dice(word) and self.is_dice(text.replace(" ", "")) and len(self.read(text)) < self.count

    def restore(self, stored: Any) -> tuple[int, ...]:
        return tuple(stored)

    def misfit(self, value: tuple[int, ...]) -> str:
        if len(value) != self.count:
            return f"{self.count} {'die is' if self.count == 1 else 'dice are'} rolled here, not {len(value)}"
        return self.impossible(value)

    def impossible(self, value: tuple[int, ...]) -> str:
        wrong = [die for die in value if not 1 <= die <= self.sides]
        return f"a die shows 1 to {self.sides}, not {wrong[0]}" if wrong else ""

    def pick(self, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.randint(1, self.sides) for _ in range(self.count))

    def answered(self, value: tuple[int, ...], source: str, as_played: str) -> Fact:
        return Rolled(
            rule=self.rule,
            name=self.name,
            side=self.by,
            dice=value,
            purpose=self.purposed(),
            words=self.words,
            sides=self.sides,
            source=source,
            as_played=as_played,
            secret=self.secret,
        )

    def hint(self) -> str:
        example = self.say(tuple(n % self.sides + 1 for n in range(self.count)))
        return f"{self.count} {'die' if self.count == 1 else 'dice'} of {self.sides} sides, like {example}"


@question
class Draw(Question[str]):
    """A card, chit or name drawn blindly from what is left. Its beginning is enough if only one fits and it is not a
    number.

    `elsewhere` says where the others lie, for the words of a refusal; `instead` lists what may be said in place of a
    draw. `pile` names the pile in words, if it holds fewer items than may come up: the others lie face down elsewhere.
    """

    left: tuple[str, ...]
    deck: str = "deck"
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    instead: tuple[str, ...] = ()
    pile: str = ""
    KIND: ClassVar[str] = "draw"

    def read(self, text: str) -> str:
        word = _like(self.name, text, known := (*self.left, *self.instead))
        if word in known or word in self.elsewhere or text.isdecimal() or not text:
            return word
        begins = {one for one in (*known, *self.elsewhere) if one.casefold().startswith(text.casefold())}
        return begins.pop() if len(begins) == 1 else word

    def apart(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return list(words[:1]), list(words[1:])

    def misfit(self, value: str) -> str:
        if value in self.left or value in self.instead:
            return ""
        if value in self.elsewhere:
            return f"{value} cannot come up from the {self.deck}: it lies in the {self.elsewhere[value]}"
        return f"{value} cannot come up from the {self.deck}: {len(self.left)} are left, not this one"

    def beyond(self, value: str) -> tuple[tuple[str, ...], ...]:
        return () if value in self.left or value in self.instead or value in self.elsewhere else ((value,),)

    def respelled(self, value: str, spell: Callable[[str, tuple[str, ...]], str]) -> str:
        return spell(value, self.left) if self.beyond(value) else value

    def pick(self, chance: Chance) -> str:
        if self.instead and (not self.left or chance.random() < 0.05):
            return chance.choice(self.instead)  # type: ignore[no-any-return]
        return chance.choice(self.left)  # type: ignore[no-any-return]

    def answered(self, value: str, source: str, as_played: str) -> Fact:
        if value in self.instead:
            return Decided(
                rule=self.rule, name=self.name, side=self.by, value=value, as_played=as_played, secret=self.secret
            )
        return Drawn(
            rule=self.rule,
            name=self.name,
            side=self.by,
            item=value,
            purpose=self.purposed(),
            words=self.words,
            left=len(self.left),
            source=source,
            as_played=as_played,
            secret=self.secret,
        )

    def hint(self) -> str:
        like = f", like {self.left[0]}" if self.left and not self.left[0].isdecimal() else ""
        among = (
            f"{self.pile}: one of {len(self.left)} not seen yet"
            if self.pile
            else f"one of {len(self.left)} left in the {self.deck}"
        )
        return f"{among}{like}" + "".join(f", or {word}" for word in self.instead)


CHANCE: tuple[type[Question[Any]], ...] = (Roll, Draw)
"""The kinds that bare words on a line answer, in the order they are called for: dice and cards."""


@question
class ReadOut(Question[Mapping[str, Any]]):
    """A row of a chart to be read out from the printed game. The line `chart CHART ROW field=value …` answers it."""

    chart: str
    row: str
    fields: tuple[str, ...] = ()
    KIND: ClassVar[str] = "chart row"

    def read(self, text: str) -> Mapping[str, Any]:
        raise BadInput(f"say it as: {self.hint()}")

    def say(self, value: Mapping[str, Any]) -> str:
        return " ".join(f"{k}={v}" for k, v in value.items())

    def pick(self, chance: Chance) -> Mapping[str, Any]:
        raise BadInput(f"only the printed game can answer: {self.hint()}")

    def hint(self) -> str:
        return f"chart {self.chart} {self.row} " + " ".join(f"{name}=…" for name in self.fields)


class Unanswered(Exception):
    """The record holds no answer to this question yet."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(question.words)
        self.question = question


# ---- what was answered ----

Answer = Decided | Rolled | Drawn
"""The types of facts that answer questions."""
CHANCE_ANSWERS = (Rolled, Drawn)
"""The types of facts that record chance."""


def value_of(fact: Fact) -> Any:
    """The value of an answer, in its JSON form. Raises TypeError for other facts."""
    if isinstance(fact, Decided):
        return fact.value
    if isinstance(fact, Rolled):
        return fact.dice
    if isinstance(fact, Drawn):
        return fact.item
    raise TypeError(f"{fact.TOPIC} is no answer")


def said(fact: Answer) -> str:
    """The text form of a recorded answer, as its question writes it."""
    if isinstance(fact, Rolled):
        return _dice(fact.dice, fact.sides)
    if isinstance(fact, Decided) and isinstance(fact.value, Mapping):
        return _pairs(fact.value, fact.grouped)
    return say(value_of(fact))


def _dice(dice: tuple[int, ...], sides: int) -> str:
    between = "" if sides < 10 and max(dice, default=0) < 10 else "+"
    return between.join(map(str, dice)) or NOTHING


def _pairs(pairs: Mapping[str, str], grouped: bool) -> str:
    """Pairs in their order, `INF1:MOT,MG1:IN1`; if `grouped`, by their second names, `MOT:INF1,INF2;IN1:MG1`."""
    if not grouped:
        return ",".join(f"{item}:{option}" for item, option in pairs.items()) or NOTHING
    groups = groupby(pairs, key=pairs.__getitem__)
    return ";".join(f"{option}:{','.join(items)}" for option, items in groups) or NOTHING


__all__ = [
    "CHANCE",
    "CHANCE_ANSWERS",
    "NOTHING", "Answer", "Assign", "Chance", "Draw", "Number", "OneOf", "Order", "Question", "ReadOut", "Roll", "Some",
    "YesNo", "said", "unknown", "value_of",
]  # fmt: skip
