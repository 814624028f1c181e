"""Asides: lines that players say beside the rules, at any time: notes, photographs, values set by hand, rulings,
take-backs.

Each kind is a class: how its line is written and read, how its fact becomes a line again, and what it is about. The
table at the end drives the notation, the text form, the queue of struck lines, the reference pages and completion. A
new kind needs a fact of the kernel, a class here and its place in the table.
"""

from __future__ import annotations

import json
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from typing import Any, ClassVar, Generic, TypeVar

from domain.kernel import aside_facts, disputes
from domain.kernel.errors import BadInput, OutOfTurn, unknown
from domain.kernel.facts import (
    Adjourned,
    Adjusted,
    BranchedFrom,
    ChartRead,
    Conceded,
    Disputed,
    DisputeSettled,
    Fact,
    Irregular,
    Noted,
    Photographed,
    PositionSet,
    RulingMade,
    SealKept,
    SecretsOpened,
    StandingPass,
    TakenBack,
)
from domain.kernel.game import Game, Outcome
from domain.kernel.house import HOUSE
from domain.kernel.limits import LIST
from domain.kernel.runs import runs_in_full
from domain.kernel.state import Row, check_row, kind_at, parse, parse_row, say, spelled_at, spelled_in
from domain.kernel.strict import strict_json, whole
from domain.kernel.table import not_theirs
from domain.record import locking
from replays.lines import QUOTES, Line, closed_up, pair, quote, quoted

F = TypeVar("F", bound=Fact)
H = TypeVar("H", bound=Adjusted | PositionSet)

COUNTED = ("line", "lines")
"""The word after the number of a take-back that counts lines.

Files use it, because entries' numbers would tie them to today's rules.
"""

CORRECTED = "corrected"
"""The word after it if the lines that follow say all struck ones again."""

SECRETLY = "secret"
"""The word before a note for its own side's eyes."""

PHOTO = "photo"
"""The word before the photograph that goes with what is said in a dispute: its file's name and digest."""

AT = "at"
"""The word between a number of lines and the place of an entry in its line."""

BY = "by"
"""The word before the entry that settles a dispute."""

OFF = "off"
"""The word after a pass that is revoked."""


class Aside(ABC, Generic[F]):
    """One kind of line beside the rules."""

    word: ClassVar[str]
    """The first word of its line."""
    usage: ClassVar[str]
    """The usage of its line, written like a verb's."""
    does: ClassVar[str]
    """A short description of its purpose."""
    needs: ClassVar[int] = 0
    """The minimum number of words after its own."""
    makes: type[F]
    """The fact that its entries begin with."""

    @abstractmethod
    def read(self, game: Game[Any], line: Line) -> Outcome:
        """The outcome of the line if it is said now. Changes nothing. Raises BadInput."""

    @abstractmethod
    def say(self, game: Game[Any], fact: F, rest: Sequence[Fact]) -> str:
        """The line that gives this fact again, and the `rest` of its entries, in the game as it stood before them."""

    def about(self, fact: F) -> tuple[object, ...]:
        """The subject of the fact. Another fact with the same subject says it again, even if otherwise."""
        return (fact.model_dump_json(),)

    def whose(self, game: Game[Any], line: Line) -> str:
        """The side whose word the line is; "" if anybody's."""
        return line.side

    def hint(self, game: Game[Any]) -> str:
        """A hint for a line that lacks something it needs."""
        return ""

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        """The names that may come next on its line, after its word and the words `before`."""
        return ()


def _by(side: str, text: str) -> str:
    return f"{side}: {text}" if side else text


def _because(why: str) -> str:
    return f" {quoted(why)}" if why else ""


# ---- for the report ----


class Note(Aside[Noted]):
    word = "note"
    usage = 'note [secret] "TEXT"'
    does = "a remark, for the report; a secret one, said by a side, is for that side alone"
    needs = 1
    makes = Noted

    def read(self, game: Game[Any], line: Line) -> Outcome:
        secret = line.words[0] == SECRETLY and len(line.words) > 1
        if secret and not line.side and game.rules.secrecy.hides:
            raise BadInput(
                f'whose secret is it? As in {next(iter(game.rules.secrecy.hides))}: note {SECRETLY} "…"; '
                f'`note "{SECRETLY} …"` is read by all'
            )
        secret = secret and bool(line.side)
        text = line.words[1:] if secret else line.words
        return game.beside(aside_facts.note(game, " ".join(text), line.side, secret))

    def say(self, game: Game[Any], fact: Noted, rest: Sequence[Fact]) -> str:
        secretly = f"{SECRETLY} " if fact.secret else ""
        return _by(fact.side, f"note {secretly}{quoted(fact.text)}")

    def hint(self, game: Game[Any]) -> str:
        return ', as in note "the weather turned"'


class Photo(Aside[Photographed]):
    word = "photo"
    usage = 'photo FILE DIGEST ["CAPTION"]'
    does = "a photograph of the table, for the report, by its file's name and SHA-256"
    needs = 2
    makes = Photographed

    def read(self, game: Game[Any], line: Line) -> Outcome:
        file, digest, *caption = line.words
        return game.beside(aside_facts.photograph(game, file, digest, " ".join(caption), line.side))

    def say(self, game: Game[Any], fact: Photographed, rest: Sequence[Fact]) -> str:
        return _by(fact.side, f"photo {quote(fact.file)} {fact.digest}{_because(fact.caption)}")

    def about(self, fact: Photographed) -> tuple[object, ...]:
        return (fact.file,)

    def hint(self, game: Game[Any]) -> str:
        return "; `wardiary photo GAME FILE` works the digest out"


# ---- what the players leave open ----


class Disputing(Aside[Disputed]):
    word = "dispute"
    usage = 'dispute ENTRY|RULE|D1 "TEXT" [photo FILE DIGEST]'
    does = (
        "leaves open whether an entry or a rule is right, or says more to an open dispute, D1; files count lines from "
        "here, `NUMBER lines [at PLACE]`, in place of an entry's number"
    )
    needs = 2
    makes = Disputed

    def read(self, game: Game[Any], line: Line) -> Outcome:
        about, said = self._about(game, line.words)
        words, photograph = self._photograph(said)
        return game.beside(aside_facts.disputing(game, about, " ".join(words), line.side, photograph))

    @staticmethod
    def _about(game: Game[Any], words: Sequence[str]) -> tuple[str | int, Sequence[str]]:
        """What is disputed, an entry by its number, and the words after it."""
        if not words[0].isdecimal():
            if len(words) > 2 and words[0] == game.rules.citation:  # `IWO 10.3` without quotes
                return " ".join(words[:2]), words[2:]
            return words[0], words[1:]
        return _entry(game, words)

    @staticmethod
    def _photograph(words: Sequence[str]) -> tuple[Sequence[str], tuple[str, str] | None]:
        """The words without the photograph at their end, and the photograph."""
        if len(words) > 3 and words[-3] == PHOTO:
            return words[:-3], (words[-2], words[-1])
        return words, None

    def say(self, game: Game[Any], fact: Disputed, rest: Sequence[Fact]) -> str:
        about = _counted(game, fact.entry) if fact.entry else quote(fact.rule or fact.dispute)
        photograph = f" {PHOTO} {quote(fact.file)} {fact.digest}" if fact.file else ""
        return _by(fact.side, f"dispute {about} {quoted(fact.text)}{photograph}")

    def hint(self, game: Game[Any]) -> str:
        return ', as in dispute 350 "Bob: it was 51214"'

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        return game.disputes if not before else ()


class Settle(Aside[DisputeSettled]):
    word = "settle"
    usage = 'settle D1 [by ENTRY] "TEXT"'
    does = "closes a dispute, in words, or by the entry that settles it; files count lines from here, `by NUMBER lines`"
    needs = 1
    makes = DisputeSettled

    def read(self, game: Game[Any], line: Line) -> Outcome:
        dispute, *words = line.words
        entry, why = 0, list(words)
        if len(why) > 1 and why[0] == BY and why[1].isdecimal():
            entry, rest = _entry(game, why[1:])
            why = list(rest)
        return game.beside(aside_facts.settling(game, dispute, " ".join(why), entry, line.side))

    def say(self, game: Game[Any], fact: DisputeSettled, rest: Sequence[Fact]) -> str:
        by = f" {BY} {_counted(game, fact.entry)}" if fact.entry else ""
        return _by(fact.side, f"settle {fact.dispute}{by}{_because(fact.why)}")

    def hint(self, game: Game[Any]) -> str:
        return ', as in settle D1 "we play it as it stands"'

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        return (dispute.name for dispute in disputes.still_open(game.disputes)) if not before else ()


class Keeping(Aside[SealKept]):
    word = "kept"
    usage = "kept ENTRY SEAL"
    does = (
        "a side wrote down the seal of an entry: `wardiary kept` finds the entry, and sees that the seal is its own; "
        "files count lines from here, `NUMBER lines`"
    )
    needs = 2
    makes = SealKept

    def read(self, game: Game[Any], line: Line) -> Outcome:
        entry, rest = _entry(game, line.words)
        return game.beside(aside_facts.keeping(game, entry, " ".join(rest), line.side))

    def say(self, game: Game[Any], fact: SealKept, rest: Sequence[Fact]) -> str:
        return _by(fact.side, f"kept {_counted(game, fact.entry)} {fact.seal}")


def _lines(game: Game[Any]) -> list[range]:
    """The lines of a record, struck ones too, each as its entries. Where a game branched off is no line."""
    first = game.entries[0].version if game.entries else 1
    branched = {entry.version for entry in game.entries if isinstance(entry.fact, BranchedFrom)}
    ends = [entry.version for entry in game.entries if entry.ends]
    return [range(a + 1, b + 1) for a, b in pairwise([first - 1, *ends]) if b not in branched]


def _counted(game: Game[Any], entry: int) -> str:
    """An entry by the number of lines from here, and its place in its line unless it is the first.

    Entries' numbers would tie a file to today's rules.
    """
    for back, line in enumerate(reversed(_lines(game)), 1):
        if entry in line:
            return f"{back} {COUNTED[back != 1]}" + (f" {AT} {entry - line[0] + 1}" if entry > line[0] else "")
    return str(entry)


def _entry(game: Game[Any], words: Sequence[str]) -> tuple[int, Sequence[str]]:
    """The entry that words begin with, by its number or by lines from here, and the words after it. Raises BadInput.

    A line that now has fewer entries than the one it was counted in is named by its last.
    """
    number = _whole(words[0])
    if len(words) < 2 or words[1] not in COUNTED:
        return number, words[1:]
    lines, rest = _lines(game), words[2:]
    if not 1 <= number <= len(lines):
        raise BadInput(f"there is no line {number} lines from here; there are {len(lines)}")
    line, place = lines[-number], 1
    if len(rest) > 1 and rest[0] == AT and rest[1].isdecimal():
        place, rest = _whole(rest[1]), rest[2:]
    return line[max(1, min(place, len(line))) - 1], rest


def _whole(word: str) -> int:
    try:
        return whole(word)
    except ValueError as error:
        raise BadInput(f"{word}: {error}") from error


# ---- values set by hand ----


def insisted(rest: Sequence[Fact]) -> str:
    """The reason why the table insisted, as its line has it: on an impossible state, or on a row read otherwise
    before."""
    reason = next((fact.as_played for fact in rest if isinstance(fact, Irregular) and fact.as_played), "")
    return f" !{quoted(reason)}" if reason else ""


class _ByHand(Aside[H], Generic[H]):
    """Values of the state, by their paths. Values that are one side's secret are a fact of their own."""

    def parts(self, fact: H, rest: Sequence[Fact]) -> list[H]:
        """The facts of one line: the public one, and the secret ones."""
        return [fact, *(one for one in rest if isinstance(one, self.makes))]

    @staticmethod
    def pairs(parts: Iterable[H]) -> str:
        changes = [change for part in parts for change in part.changes]
        # parts of something brought to light as a whole
        below = {change.path[:n] for change in changes for n in range(len(change.path))}
        return " ".join(
            quote(f"{'.'.join(change.path)}={say(change.now)}") for change in changes if change.path not in below
        )

    def about(self, fact: H) -> tuple[object, ...]:
        return tuple(change.path for change in fact.changes)

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        return (name for kind in ("unit", "area") for name in game.rules.names(game.state, kind))


class Adjust(_ByHand[Adjusted]):
    word = "adjust"
    usage = 'adjust NAME,… FIELD=VALUE … "WHY"'
    does = "values set by hand: the counters on the table are right"
    makes = Adjusted

    def read(self, game: Game[Any], line: Line) -> Outcome:
        *changes, why = (
            (*line.words, line.as_played) if line.as_played and all(map(_path, line.words)) else line.words or ("",)
        )
        said = [n for n, word in enumerate(line.words) if _path(word)]
        if said and said[-1] < len(line.words) - 1:  # the reason stands without quotes
            changes, why = list(line.words[: said[-1] + 1]), " ".join(line.words[said[-1] + 1 :])
        if not changes or _path(why):
            raise BadInput(
                f'a reason is expected at the end, as in adjust {aside_facts.example(game)} "the counter shows it"'
            )
        return game.beside(*aside_facts.adjusting(game, changes_of(game, changes), why, line.side, line.as_played))

    def say(self, game: Game[Any], fact: Adjusted, rest: Sequence[Fact]) -> str:
        parts = self.parts(fact, rest)
        return _by(fact.side, f"adjust {self.pairs(parts)} {quoted(parts[-1].why)}{insisted(rest)}")


class Set(_ByHand[PositionSet]):
    word = "set"
    usage = "set NAME,… FIELD=VALUE …"
    does = "a line of the position the game begins from, before the first declaration"
    makes = PositionSet

    def read(self, game: Game[Any], line: Line) -> Outcome:
        return game.beside(*aside_facts.adjusting(game, changes_of(game, line.words), "", line.side, line.as_played))

    def say(self, game: Game[Any], fact: PositionSet, rest: Sequence[Fact]) -> str:
        parts = self.parts(fact, rest)
        return _by(parts[-1].side or parts[-1].secret, f"set {self.pairs(parts)}{insisted(rest)}")


def changes_of(game: Game[Any], words: Sequence[str]) -> list[tuple[tuple[str, ...], Any]]:
    """Paths with their values: `phase us_assault`, `units.INF1.steps=1`, or `INF1,MG1 area=IN2 status=revealed`.

    Raises BadInput.
    """
    if not words:
        raise BadInput(f"set what? As in set {aside_facts.example(game)}")
    words = closed_up(words)
    if len(words) >= 2 and not any(map(_path, words[:2])):
        words = [f"{words[0]}={words[1]}", *words[2:]]
    targets: list[tuple[str, ...]] = [()]
    pairs = words
    if not _path(words[0]):
        targets, pairs = _targets(game, runs_in_full(words[0].split(","), ()), len(words) - 1), words[1:]
    if not pairs:
        raise BadInput(f"{words[0]}: to what? As in {aside_facts.example(game)}")
    return [_change(game, target, word) for target in targets for word in pairs]


def _path(word: str) -> tuple[str, str] | None:
    """`path=value` split in two; None for any other word. Names in a path may have blanks, `tracks.ann wood`."""
    path, equals, value = word.partition("=")
    return (path, value) if equals and path and ("." in path.split(" ")[0] or " " not in path) else None


def _targets(game: Game[Any], names: Sequence[str], pairs: int) -> list[tuple[str, ...]]:
    if len(names) * pairs > LIST:
        raise BadInput(f"{len(names) * pairs} values are set at once; {LIST} is the most")
    return [game.rules.vocabulary.find(game.state, name) for name in names]


def _change(game: Game[Any], target: tuple[str, ...], word: str) -> tuple[tuple[str, ...], Any]:
    found = _path(word)
    if found is None:
        raise BadInput(f"name=value is expected, not {word!r}")
    name, value = found
    path = (*target, *name.split(".")) if target else game.rules.vocabulary.find(game.state, name)

    def names(kind: str) -> Sequence[str]:
        return game.rules.names(game.state, kind)

    try:
        path = spelled_at(game.state, path, names)
        kind = kind_at(game.state, path)
        return path, spelled_in(kind, parse(kind, value), names)
    except BadInput as error:
        raise BadInput(f"{'.'.join(path)}: {error}") from error


# ---- what the printed game and its rules say ----


class Ruling(Aside[RulingMade]):
    word = "ruling"
    usage = 'ruling READING CHOICE | RULE "TEXT" ["WHY"]'
    does = "how an ambiguous rule is read from here on, or a house rule on any numbered rule in words"
    needs = 2
    makes = RulingMade

    def read(self, game: Game[Any], line: Line) -> Outcome:
        about, said, *why = line.words
        rule = aside_facts.ruling if about in game.rules.readings else aside_facts.house_ruling
        return game.beside(*rule(game, about, said, " ".join(why), line.side, line.as_played))

    def say(self, game: Game[Any], fact: RulingMade, rest: Sequence[Fact]) -> str:
        said = f"{fact.reading} {fact.choice}" if fact.reading else f"{quote(fact.rule)} {quoted(fact.text)}"
        return _by(fact.side, f"ruling {said}{_because(fact.why)}{insisted(rest)}")

    def about(self, fact: RulingMade) -> tuple[object, ...]:
        return (fact.about,)

    def hint(self, game: Game[Any]) -> str:
        return f"; readings are {', '.join(game.rules.readings)}; rules as the rulebook numbers them"

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        if not before:
            return game.rules.readings
        reading = game.rules.readings.get(before[0])
        return reading.choices if reading and len(before) == 1 else ()


class Chart(Aside[ChartRead]):
    word = "chart"
    usage = "chart CHART ROW FIELD=VALUE …"
    does = (
        "a row of a chart, read out from the printed game, or fields of one to be corrected; whole also as JSON, "
        '`{"field": value, …}`'
    )
    needs = 3
    makes = ChartRead

    def read(self, game: Game[Any], line: Line) -> Outcome:
        chart, row, *said = line.words
        if chart not in game.rules.printed.charts:
            raise unknown("chart", chart, game.rules.printed.charts)
        schema = game.rules.printed.charts[chart]
        if not said[0].startswith("{"):
            known = game.state.charts.get(chart, {}).get(row)
            return game.beside(
                *aside_facts.chart(
                    game, chart, row, self._fields(schema, said, known), line.as_played, typed=line.typed
                )
            )
        try:
            says = check_row(schema, strict_json(" ".join(said).encode()))
        except (ValueError, TypeError, RecursionError) as error:
            raise BadInput(f"chart {chart} {row}: {error}") from error
        return game.beside(*aside_facts.chart(game, chart, row, says, line.as_played, typed=line.typed))

    @staticmethod
    def _fields(schema: type[Row], said: Sequence[str], known: Row | None) -> dict[str, Any]:
        """The row with the named fields changed; the others stay as known."""
        fields: dict[str, str] = {}
        for word in said:
            found = pair(word)
            if found is None:
                raise BadInput(f"field=value is expected, not {word!r}; fields are {', '.join(schema.model_fields)}")
            fields[found[0]] = found[1]
        return parse_row(schema, fields, known)

    def say(self, game: Game[Any], fact: ChartRead, rest: Sequence[Fact]) -> str:
        return (
            f"chart {fact.chart} {quote(fact.row)} "
            f"{shlex.quote(json.dumps(fact.says, ensure_ascii=False))}{insisted(rest)}"
        )

    def about(self, fact: ChartRead) -> tuple[object, ...]:
        return (fact.chart, fact.row)

    def hint(self, game: Game[Any]) -> str:
        return f"; charts are {', '.join(game.rules.printed.charts)}"

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        return game.rules.printed.charts if not before else ()


# ---- how it goes on ----


class Pass(Aside[StandingPass]):
    """The line `pass`. For the open question, neither side nor name is needed."""

    word = "pass"
    usage = "pass [QUESTION] [off]"
    does = (
        "the side that says it is asked that question no more, and does nothing instead, until `off`; the open one "
        "needs no name"
    )
    makes = StandingPass

    def read(self, game: Game[Any], line: Line) -> Outcome:
        on, name = self._question(game, line)
        if line.side and game.waits and game.waits.name == name and game.waits.by != line.side:
            raise OutOfTurn(game.waits.rule, not_theirs(game.rules.sides, name, "pass on", game.waits.by, line.side))
        return game.beside(aside_facts.passing(game, self.whose(game, line), name, on))

    @staticmethod
    def _question(game: Game[Any], line: Line) -> tuple[bool, str]:
        on = line.words[-1:] != (OFF,)
        names = line.words if on else line.words[:-1]
        name = names[0] if names else game.waits.name if game.waits else ""
        if not name or len(names) > 1:
            raise BadInput("pass on which question? As in `jp: pass fire`, and `jp: pass fire off` to be asked again")
        return on, name

    def whose(self, game: Game[Any], line: Line) -> str:
        if line.side or not game.waits:
            return line.side
        return game.waits.by if game.waits.name == self._question(game, line)[1] else ""

    def say(self, game: Game[Any], fact: StandingPass, rest: Sequence[Fact]) -> str:
        return _by(fact.side, f"pass {fact.question}" + ("" if fact.on else f" {OFF}"))

    def about(self, fact: StandingPass) -> tuple[object, ...]:
        return (fact.side, fact.question)


class TakeBack(Aside[TakenBack]):
    word = "takeback"
    usage = 'takeback [NUMBER lines [corrected] | ENTRY] ["WHY"]'
    does = "strikes the last line, the last lines that stand, or at the prompt what stands after an entry"
    makes = TakenBack

    def read(self, game: Game[Any], line: Line) -> Outcome:
        if not line.words or not line.words[0].isdecimal():
            return game.take_back(before_last(game), self._why(line, line.words), by=line.side)
        number, why = self._number(line.words[0]), line.words[1:]
        if why and why[0] in COUNTED:
            fixed = why[1:2] == (CORRECTED,)
            return game.take_back(
                before_last(game, number), self._why(line, why[2 if fixed else 1 :]), fixed=fixed, by=line.side
            )
        last = next((entry.version for entry in reversed(game.entries) if entry.ends), 0)
        return game.take_back(min(number, last), self._why(line, why), by=line.side)

    @staticmethod
    def _why(line: Line, words: Sequence[str]) -> str:
        """The reason on a line. Raises BadInput for a word without quotes, which is a mistyped word and no reason."""
        if words and not QUOTES.intersection(line.text):
            reason = " ".join(words)
            raise BadInput(
                f"{reason!r} is no part of a take-back: {TakeBack.usage}; a reason stands in quotes, as in "
                'takeback "the die was cocked"'
            )
        return " ".join(words)

    @staticmethod
    def _number(word: str) -> int:
        try:
            return whole(word)
        except ValueError as error:
            raise BadInput(f"takeback to which entry? {error}") from error

    def say(self, game: Game[Any], fact: TakenBack, rest: Sequence[Fact]) -> str:
        number = lines_after(game, fact.to)
        return _by(
            fact.by,
            f"takeback {number} {COUNTED[number != 1]}{f' {CORRECTED}' if fact.fixed else ''}{_because(fact.why)}",
        )


def before_last(game: Game[Any], lines: int = 1) -> int:
    """The version to take back to so that the last lines are struck. Raises BadInput if there are not so many.

    Lines that no take-back strikes do not count.
    """
    ends = (entry.version for entry in reversed(game.stands) if entry.ends and entry.fact.STRUCK)
    found = next(islice(ends, lines, None), None) if lines else None
    if found is None:
        raise BadInput(
            f"{lines} lines cannot be taken back: so many do not stand"
            if lines != 1
            else "there is nothing to take back"
        )
    return found


def lines_after(game: Game[Any], version: int) -> int:
    """The number of lines standing after a version that a take-back to it strikes."""
    after = takewhile(lambda entry: entry.version > version, reversed(game.stands))
    return sum(entry.ends and entry.fact.STRUCK for entry in after)


class Concede(Aside[Conceded]):
    word = "concede"
    usage = 'concede SIDE ["WHY"]'
    does = "a side gives the game up"
    makes = Conceded

    def read(self, game: Game[Any], line: Line) -> Outcome:
        side, why = line.side, list(line.words)
        if why and why[0] in game.rules.sides:
            side = why.pop(0)
        if line.side not in ("", side):
            raise BadInput(f"{side} concedes for itself: `{side}: concede`")
        return game.beside(*aside_facts.conceding(game, side, " ".join(why)))

    def say(self, game: Game[Any], fact: Conceded, rest: Sequence[Fact]) -> str:
        return f"concede {fact.side}{_because(fact.why)}"

    def candidates(self, game: Game[Any], before: Sequence[str]) -> Iterable[str]:
        return game.rules.sides if not before else ()


class Adjourn(Aside[Adjourned]):
    word = "adjourn"
    usage = 'adjourn ["WHY"]'
    does = "the players stop for now"
    makes = Adjourned

    def read(self, game: Game[Any], line: Line) -> Outcome:
        return game.beside(aside_facts.adjourning(game, " ".join(line.words)))

    def say(self, game: Game[Any], fact: Adjourned, rest: Sequence[Fact]) -> str:
        return f"adjourn{_because(fact.why)}"


class Open(Aside[SecretsOpened]):
    word = "open"
    usage = "open SIDE KEY"
    does = "a side opens what it kept secret, with the key that `wardiary open` works out"
    makes = SecretsOpened

    def read(self, game: Game[Any], line: Line) -> Outcome:
        if (
            len(line.words) != 2
            or not re.fullmatch("[0-9a-f]{64}", line.words[1])
            or line.words[0] not in game.rules.sides
        ):
            raise BadInput("open SIDE KEY, the key as `wardiary open` published it: 64 hexadecimal digits")
        side, key = line.words
        if line.side not in ("", side):
            raise BadInput(f"{side} opens its own secrets")
        lock = game.began.locks.get(side) if game.began else None
        if lock and not locking.opens(bytes.fromhex(key), lock):
            raise BadInput(f"that is not the key of {side}'s secrets in this game")
        return game.beside(SecretsOpened(side=side, key=key))

    def say(self, game: Game[Any], fact: SecretsOpened, rest: Sequence[Fact]) -> str:
        return f"open {fact.side} {fact.key}"


# ---- the table, and what follows it ----

TABLE: Mapping[str, Aside[Any]] = {
    aside.word: aside
    for aside in (
        Note(),
        Photo(),
        Disputing(),
        Settle(),
        Keeping(),
        Adjust(),
        Set(),
        Ruling(),
        Chart(),
        Pass(),
        TakeBack(),
        Concede(),
        Adjourn(),
        Open(),
    )
}
"""The asides by their words."""

ASIDES = tuple(TABLE)
"""The words of the asides."""

_OF: Mapping[type[Fact], Aside[Any]] = {aside.makes: aside for aside in TABLE.values()}


def read_aside(game: Game[Any], line: Line) -> Outcome:
    """The outcome of an aside's line if it is said now. Changes nothing. Raises BadInput."""
    aside = TABLE[line.first]
    if len(line.words) < aside.needs:
        raise BadInput(f"something is missing; it is written {aside.usage}{aside.hint(game)}")
    if line.as_played == HOUSE:
        raise BadInput(f'! {HOUSE} is for a declaration or an answer; beside {line.first} say why, as in !"we agreed"')
    return aside.read(game, line)


def line_of(game: Game[Any], facts: Sequence[Fact]) -> str:
    """The line that gives these facts, all recorded together, in the game as it stood before them. Raises BadInput."""
    first, *rest = facts
    aside = _OF.get(type(first))
    if aside is None:
        raise BadInput(f"a fact {first.TOPIC!r} has no line of its own")
    return aside.say(game, first, rest)


def about(fact: Fact) -> tuple[object, ...]:
    """The subject of a fact beside the rules. For a secret one it does not depend on the contents."""
    aside = _OF.get(type(fact))
    return (fact.secret,) if fact.secret else aside.about(fact) if aside else (fact.model_dump_json(),)


def cell(text: str) -> str:
    """A text in a form that a Markdown table can hold."""
    return text.replace("|", r"\|")


def usages() -> Iterator[str]:
    """The lines of the asides' table for readers, in Markdown."""
    yield "| line | what it says |"
    yield "| --- | --- |"
    for aside in TABLE.values():
        yield f"| `{cell(aside.usage)}` | {aside.does} |"
